"""Finds every public function and method that takes text, and calls it with any text.

They are found by the types of their parameters, in every module of the rooms that read what people
write: one that is new is tested by itself.  If a type cannot be built, ``TextCall.run`` says so,
and a builder is due in ``_BUILDERS``.
"""

import datetime as dt
import importlib
import inspect
import pkgutil
import re
import types
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cached_property
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    Self,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import BaseModel

from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.builtin.items.exchange_items import ParsedMessage
from tidemark.engines.builtin.understanding import QuestionAnalysis, analyse
from tidemark.errors import TidemarkError
from tidemark.i18n.catalogue import Catalogue, catalogue
from tidemark.memory.correcting.correction import (
    Correction,
    EarlierStatement,
    correction_of,
    earlier_statement,
)
from tidemark.memory.recorded_statement import RecordedStatement
from tidemark.memory.slots import SlotText
from tidemark.nlp.clauses import Clause, clauses
from tidemark.nlp.cues import Cues
from tidemark.nlp.date_rules import DateForms
from tidemark.nlp.languages import LANGUAGES, Language
from tidemark.nlp.mentions import Token, tokens
from tidemark.nlp.pack_fields import DialogueActRules, LanguagePack
from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.nlp.statements import Statement, parse_statement
from tidemark.retrieval.chunking import Passages, rows
from tidemark.schema import (
    ContextView,
    Item,
    Message,
    QueryUnderstanding,
    Reason,
    Role,
    SessionMemory,
    ViewPiece,
)
from tidemark.schema.records import MessageRecord, SessionRecord, SummaryRecord
from tidemark.sources.citations import CitablePassage, MarkReader
from tidemark.sources.support import ReadPassage
from tidemark.transfer.conversation import PlainMessage
from utils import TokenCounter

ROLES: tuple[Role, ...] = get_args(Role)
NOW = dt.datetime(2026, 5, 4, 9, 30, tzinfo=dt.UTC)
_ROOMS = (
    "tidemark.nlp",
    "tidemark.memory",
    "tidemark.retrieval",
    "tidemark.prompt",
    "tidemark.transfer",
    "tidemark.engines.builtin",
    "tidemark.schema",
)
_MODULES = (
    "utils",
    "tidemark.log_masks",
    "tidemark.ui.components.safe_markdown",
    "tidemark.sources.citations",
    "tidemark.sources.support",
    "tidemark.sources.quantities",
)
_BUDGET_CHARS = 5_000
_LANGUAGE_TYPES = (LanguagePack, Cues, Language)
# Built from what text they take is not: parts of a pattern, tables of ours, numbers of passages.
LEFT_OUT = re.compile(
    r"""
    tidemark\.nlp\.(?:patterns|languages|task_table|date_rules|pack_fields|dutch|english)\.(?!
        phrases\.to_second_person|DateForms$|date_rules\.DateForms\.tense)
    |tidemark\.nlp\.corrections\.(?:person_codes|stems_of)
    |tidemark\.retrieval\.(?:candidates|ranking|similarity|refs)\.
    |tidemark\.retrieval\.cross_session\.(?!likeness|may_be_similar)
    |tidemark\.transfer\.readers\.(?:chatgpt|claude|beam|locomo|date_format)\.
    |tidemark\.transfer\.json_(?:text\.(?:read_lines|validated|why_invalid|load)|stream)
    |tidemark\.transfer\.(?:import_reports|readers\.formats\.(?:opened|read|whole|Conv))
    |tidemark\.transfer\.(?:notebook_file\.|session_file\.write)
    |tidemark\.transfer\.(?:conversation\.(?:from_tree|derived_id)|writers\.tabular)
    |tidemark\.schema\.(?:base|reasons\.Reason|metrics|scope)
    |tidemark\.prompt\.(?:snapshots\.(?:from_view|rebuild)|rendering\.fence_pattern)
    |tidemark\.schema\.branches\.refuse_circle
    |tidemark\.prompt\.(?:remembered\.M|snapshots\.(?:to_record|from_record))
    |utils\.(?:text_cache)
    """,
    re.VERBOSE,
)


class NotBuildable(LookupError):
    """No argument of this type can be built around a text."""


@dataclass(frozen=True)
class TextCall:
    """A function that takes text, as it is called in one language."""

    name: str
    function: Callable[..., object]
    language: Language

    def run(self, text: str) -> Callable[[], object]:
        """Return the call with ``text`` everywhere, its arguments built; it ends what it yields."""
        arguments = _arguments(self.function, _Build(text, self.language))

        def call() -> object:
            try:
                return _drained(self.function(*arguments[0], **arguments[1]))
            except (TidemarkError, ValueError, LookupError, OSError, StopIteration) as refusal:
                return refusal

        return call


def text_calls() -> tuple[TextCall, ...]:
    """Return a call for each public function that takes text, and language it can be read in."""
    return tuple(
        TextCall(f"{name}[{language}]", function, language)
        for name, function in _functions()
        if not LEFT_OUT.match(name)
        for language in (LANGUAGES if _reads_language(function) else LANGUAGES[:1])
    )


def _functions() -> Iterator[tuple[str, Callable[..., object]]]:
    for module in _modules():
        for name, value in vars(module).items():
            if name.startswith("_") or getattr(value, "__module__", "") != module.__name__:
                continue
            if inspect.isclass(value):
                yield from _methods(f"{module.__name__}.{name}", value)
            elif inspect.isfunction(inspect.unwrap(value)) and _takes_text(value):
                yield f"{module.__name__}.{name}", value


def _modules() -> Iterator[types.ModuleType]:
    for room in _ROOMS:
        path = importlib.import_module(room).__path__
        for found in pkgutil.walk_packages(path, f"{room}."):
            yield importlib.import_module(found.name)
    yield from map(importlib.import_module, _MODULES)


def _methods(name: str, owner: type) -> Iterator[tuple[str, Callable[..., object]]]:
    if issubclass(owner, BaseException):
        return
    for each, value in vars(owner).items():
        if each.startswith("_") or each in ("model_config",):
            continue
        if isinstance(value, classmethod):
            if _takes_text(value.__func__):
                yield f"{name}.{each}", getattr(owner, each)
        elif isinstance(value, property | cached_property):
            if _holds_text(owner):
                yield f"{name}.{each}", _property(owner, each)
        elif inspect.isfunction(value) and (_takes_text(value) or _holds_text(owner)):
            yield f"{name}.{each}", _method(owner, value)


def _property(owner: type, name: str) -> Callable[..., object]:
    def read(of: object) -> object:
        return getattr(of, name)

    read.__annotations__ = {"of": owner}
    return read


def _method(owner: type, function: Callable[..., object]) -> Callable[..., object]:
    def call(of: object, *given: object, **named: object) -> object:
        return function(of, *given, **named)

    call.__annotations__ = {"self": owner}
    call.__wrapped__ = function  # type: ignore[attr-defined]
    return call


def _hints(function: Callable[..., object]) -> dict[str, Any]:
    whole = inspect.unwrap(function)
    hints = get_type_hints(whole, include_extras=False)
    hints.pop("return", None)
    return {**hints, **getattr(function, "__annotations__", {})} if whole is not function else hints


def _takes_text(function: Callable[..., object]) -> bool:
    return any(_holds_text(hint) for name, hint in _hints(function).items() if name != "return")


def _reads_language(function: Callable[..., object]) -> bool:
    hints = _hints(function).values()
    return any(each in (hint, *get_args(hint)) for hint in hints for each in _LANGUAGE_TYPES)


def _holds_text(hint: object, seen: frozenset[Any] = frozenset()) -> bool:
    """Whether a value of this type holds words of people."""
    if hint is str or hint is bytes:
        return True
    if hint in (LanguagePack, Cues, Catalogue, TokenCounter, Path) or hint in seen:
        return False
    parts = get_args(hint)
    if get_origin(hint) is Literal or get_origin(hint) is Callable:
        return False
    if parts:
        return any(_holds_text(part, seen) for part in parts)
    if inspect.isclass(hint) and _fields(hint):
        return any(_holds_text(each, seen | {hint}) for each, _ in _fields(hint).values())
    return False


def _fields(owner: type) -> dict[str, tuple[Any, bool]]:
    """Return the type of each field of ``owner``, and whether it must be given."""
    if issubclass(owner, BaseModel):
        return {name: (at.annotation, at.is_required()) for name, at in owner.model_fields.items()}
    if is_dataclass(owner):
        hints = get_type_hints(owner)
        return {
            at.name: (hints[at.name], at.default is MISSING and at.default_factory is MISSING)
            for at in fields(owner)
            if at.init
        }
    if issubclass(owner, tuple) and hasattr(owner, "_fields"):
        hints = get_type_hints(owner)
        defaults: Mapping[str, object] = getattr(owner, "_field_defaults", {})
        return {name: (hints[name], name not in defaults) for name in hints}
    return {}


def _arguments(
    function: Callable[..., object], build: "_Build"
) -> tuple[list[object], dict[str, object]]:
    given: list[object] = []
    named: dict[str, object] = {}
    hints = _hints(function)
    for name, parameter in inspect.signature(inspect.unwrap(function)).parameters.items():
        hint = hints.get(name, Any)
        is_left = parameter.default is not parameter.empty and not _holds_text(hint)
        if name == "cls" or (is_left and hint not in _LANGUAGE_TYPES):
            continue
        value = build.value(hint, name)
        if parameter.kind is parameter.VAR_POSITIONAL:
            given.append(value)
        elif parameter.kind is parameter.KEYWORD_ONLY:
            named[name] = value
        elif parameter.kind is not parameter.VAR_KEYWORD:
            given.append(value) if not named else named.update({name: value})
    return given, named


@dataclass(frozen=True)
class _Build:
    """Builds values of any type around a text."""

    text: str
    language: Language

    def value(self, hint: Any, name: str = "") -> Any:  # noqa: ANN401 - of any type
        """Return a value of type ``hint``, with the text wherever one fits."""
        hint = hint.__constraints__[0] if isinstance(hint, TypeVar) else hint
        if hint in _BUILDERS:
            return _BUILDERS[hint](self)
        origin, parts = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self.value(parts[0])
        if origin is Literal:
            return self.language if hint == Language else parts[0]
        if origin in (Union, types.UnionType):
            return self._any_of(parts)
        if origin in (tuple, list, set, frozenset, *_ABSTRACT):
            return self._several(origin, parts)
        if origin in (dict, Mapping):
            return {self.value(parts[0]): self.value(parts[1])}
        if hint is re.Pattern or origin is re.Pattern:
            return re.compile("a|b")
        if origin is Callable:
            answer = self.value(get_args(hint)[-1])
            return lambda *_: answer
        if inspect.isclass(hint) and _fields(hint):
            made = {
                each: self.value(of, each)
                for each, (of, is_needed) in _fields(hint).items()
                if is_needed
            }
            return hint(**made)
        raise NotBuildable(f"{hint} ({name})")

    def _any_of(self, parts: Sequence[object]) -> object:
        for part in sorted(parts, key=lambda each: (each is type(None), not _holds_text(each))):
            try:
                return self.value(part)
            except NotBuildable:
                continue
        raise NotBuildable(str(parts))

    def _several(self, origin: object, parts: Sequence[object]) -> object:
        if origin is tuple and parts[-1:] != (Ellipsis,):
            return tuple(map(self.value, parts))
        made = [self.value(parts[0])]
        if parts[0] is Message:
            made.append(_message(self, "assistant", 1))
        if origin is AbstractSet:
            return frozenset(made)
        if origin in (set, frozenset, tuple):
            return origin(made)
        return iter(made) if origin is Iterator else made


def _message(
    build: _Build, role: Literal["user", "assistant"] = "user", position: int = 0
) -> Message:
    return Message(
        id=position + 1,
        session_id="nasty",
        position=position,
        role=role,
        content=build.text,
        timestamp=NOW,
        token_count=len(build.text),
    )


def _view(build: _Build) -> ContextView:
    """Return a view as an engine gets it: only its question can be longer than the budget."""
    whole = build.text[:_BUDGET_CHARS]
    item = Item(text=whole, message_ids=(1,))
    remembered = ViewPiece(
        kind="item",
        text=whole,
        tokens=9,
        reason=Reason("remembered"),
        item=item,
        item_kind="decisions",
        message_ids=(1,),
    )
    said = [
        ViewPiece(kind="message", text=whole, tokens=9, reason=Reason("remembered"), role=role)
        for role in ROLES
    ]
    asked = ViewPiece(kind="question", text=build.text, tokens=9, reason=Reason("remembered"))
    return ContextView(
        question=build.text, pieces=(remembered, *said, asked), tokens=36, threshold=1200
    )


def _record(build: _Build) -> SessionRecord:
    said = [
        MessageRecord(position=at, role=role, content=build.text, timestamp=NOW, token_count=9)
        for at, role in enumerate(ROLES)
    ]
    summary = SummaryRecord(
        memory=build.value(SessionMemory),
        timestamp=NOW,
        from_message_index=0,
        to_message_index=1,
        created_at=NOW,
    )
    return SessionRecord(
        session_id="nasty",
        title=build.text,
        created_at=NOW,
        updated_at=NOW,
        messages=tuple(said),
        summaries=(summary,),
    )


def _plain(build: _Build) -> PlainMessage:
    return PlainMessage(role="user", content=f"{build.text}a")


def _clause(build: _Build) -> Clause:
    message = _message(build)
    cues = LANGUAGE_PACKS[build.language].cues
    found = clauses(message, cues)
    if found:
        return found[-1]
    text = build.text[:1_000]
    return Clause(message, text, text, None, 0, asks=False, language=build.language)


def _parsed(build: _Build) -> ParsedMessage:
    cues = LANGUAGE_PACKS[build.language].cues
    message = _message(build)
    return ParsedMessage(message, None, tuple(clauses(message, cues)), cues)


_ABSTRACT = (AbstractSet, Sequence, Iterable, Iterator, Collection)
_BUILDERS: Mapping[Any, Callable[[_Build], Any]] = {
    ReadPassage: lambda build: ReadPassage(build.text),
    MarkReader: lambda build: MarkReader(build.value(tuple[CitablePassage, ...])),
    str: lambda build: build.text,
    PlainMessage: _plain,
    SessionRecord: _record,
    Self: _record,
    Statement: lambda build: parse_statement(build.text, build.language),
    SlotText: lambda build: SlotText(build.text, LANGUAGE_PACKS[build.language]),
    Correction: lambda build: correction_of(
        RecordedStatement(build.text), LANGUAGE_PACKS[build.language], before="", is_latest=True
    ),
    EarlierStatement: lambda build: earlier_statement(
        0, RecordedStatement(build.text), LANGUAGE_PACKS[build.language]
    ),
    BuiltinEngine: lambda build: BuiltinEngine(),
    DateForms: lambda build: LANGUAGE_PACKS[build.language].dates,
    DialogueActRules: lambda build: LANGUAGE_PACKS[build.language].dialogue_acts,
    QueryUnderstanding: lambda build: QueryUnderstanding(rewritten_query=build.text),
    Passages: lambda build: rows(_message(build), TokenCounter()),
    bytes: lambda build: build.text.encode("utf-8", "replace"),
    int: lambda build: 1,
    float: lambda build: 1.0,
    bool: lambda build: False,
    type(None): lambda build: None,
    Any: lambda build: build.text,
    object: lambda build: build.text,
    dt.datetime: lambda build: NOW,
    dt.date: lambda build: NOW.date(),
    Language: lambda build: build.language,
    LanguagePack: lambda build: LANGUAGE_PACKS[build.language],
    Cues: lambda build: LANGUAGE_PACKS[build.language].cues,
    Catalogue: lambda build: catalogue(build.language),
    TokenCounter: lambda build: TokenCounter(),
    Message: _message,
    ContextView: _view,
    Clause: _clause,
    ParsedMessage: _parsed,
    QuestionAnalysis: lambda build: analyse(_view(build)),
    SessionMemory: lambda build: SessionMemory(
        decisions=(Item(text=build.text, message_ids=(1,)),),
        key_facts=(Item(text=f"{build.text} 1", message_ids=(2,)),),
    ),
    Token: lambda build: next(iter(tokens(build.text[:1_000])), Token("a", 0, 1, "a")),
}


def _drained(value: object) -> object:
    return list(value) if isinstance(value, Iterator) else value
