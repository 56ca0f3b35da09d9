"""Instructions to change a document, read against what stands in it.

An instruction is parted into clauses; each has to fit a frame of its language, name places that are
there, and give values of the right kind.  Where it fits several places, or a value is unclear, or
something is not there, nothing of it is applied: ``NotApplied`` says why.
"""

import datetime as dt
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Literal

from pydantic import JsonValue

from tidemark.documents import patches
from tidemark.documents.content import is_same
from tidemark.documents.entries import EntryReader, Incomplete
from tidemark.documents.places import (
    How,
    Outline,
    Path,
    explicit,
    forms,
    is_typo,
    numbered,
    phrase_of,
    pointer,
)
from tidemark.documents.values import Masked, Unclear, ValueReader, masked
from tidemark.errors import ContentUnreadable, PatchRefused
from tidemark.nlp.languages import Language
from tidemark.nlp.pack_fields import DocumentCues
from tidemark.nlp.patterns import Frame
from tidemark.schema.documents import Operation

Cause = Literal[
    "several", "value", "no_value", "incomplete", "already", "whole", "not_there", "no_version"
]
_WEIGHTS: dict[Cause, int] = {
    "several": 6, "value": 5, "incomplete": 5, "already": 5, "no_value": 4, "whole": 2,
    "not_there": 1, "no_version": 6,
}  # fmt: skip
_SHORTEST_VERB = 5  # that may have a typing error
_MOST_PLACES = 100  # that are named where one fits several
_MOST_PIECES = 8  # of an instruction with several clauses
_NAME: tuple[How, ...] = ("name",)
_NAMED: tuple[How, ...] = ("name", "entry")
_ANY: tuple[How, ...] = ("name", "entry", "value")
_ELLIPTIC = (
    Frame("set", "{target} (?:to|op|in|naar|=|:|as|at) {value}"),
    Frame("set", "{target} {value}"),
)
_LENDING = ("set", "change", "amount_up", "switch", "flag", "replace")  # their verb
_KEY_LIKE = re.compile(r"[^\W\d]\w*")


class NotApplied(Exception):
    """Nothing is changed: ``phrase`` are the words that are unclear, ``places`` what they fit."""

    def __init__(
        self, cause: Cause, phrase: str, places: Sequence[Path] = (), known: int = 0
    ) -> None:
        super().__init__(cause)
        self.cause, self.phrase, self.places = cause, phrase, tuple(places)
        self.weight = _WEIGHTS[cause] + 0.1 * known

    @property
    def is_sure(self) -> bool:
        """Whether the words fit, and only a choice is missing."""
        return self.cause in ("several", "value", "incomplete", "already")


@dataclass(frozen=True)
class Change:
    """The patch that an instruction asks for, and the place it changes last."""

    operations: tuple[Operation, ...]
    place: Path = ()


@dataclass(frozen=True)
class InstructionReader:
    """Reads instructions in one language against ``outline``.

    ``said_at`` is when they are said; ``last`` the place that was changed last.  ``chosen`` is a
    place that the person has chosen of several.  Plain remarks are read as instructions if
    ``is_addressed``, when nothing but instructions can be expected.
    """

    outline: Outline
    cues: DocumentCues
    language: Language
    said_at: dt.datetime
    last: Path | None = None
    chosen: Path | None = None
    schema: JsonValue = None
    is_addressed: bool = False

    def read(self, text: str) -> Change:
        """Return the change that ``text`` asks for.

        Raises:
            NotApplied: It is unclear, or not there.
        """
        led = self.cues.leads.match(text)
        hidden = masked(text[led.end() :] if led else text)
        noted = self._noted(_plain_it(hidden.text), hidden)
        if noted is not None:
            return noted
        pieces = self._pieces(_plain_it(hidden.text))
        problem: NotApplied | None = None
        for segments in _compositions(pieces, self._may_join):
            try:
                return self._read_all(segments, hidden)
            except NotApplied as error:
                if problem is None or error.weight > problem.weight:
                    problem = error
        raise problem or NotApplied("not_there", hidden.plain(text))

    def _noted(self, text: str, hidden: Masked) -> Change | None:
        """Return what a remark asks for that says in its second half to note it."""
        for frame in self.cues.noted:
            for way in frame.ways(self.bare(text)):
                try:
                    return _Clause(self, hidden, frame, way).change()
                except NotApplied:
                    continue
        return None

    def _pieces(self, text: str) -> list[tuple[str, str]]:
        """Return the pieces of ``text`` that may be clauses, each with what comes before it."""
        pieces: list[tuple[str, str]] = []
        polite = self.cues.courtesy.match(text)
        text = text[polite.end() :] if polite else text
        at, joint = 0, ""
        for found in re.finditer(
            rf"(?:{self.cues.joint.pattern})|(?<=[^\W_]{{2}})[.!]\s+(?=\S)", text, re.I
        ):
            if len(pieces) >= _MOST_PIECES - 1:
                break
            if text[at : found.start()].strip():
                pieces.append((joint, text[at : found.start()]))
                at, joint = found.end(), found[0]
        pieces.append((joint, text[at:]))
        return pieces

    def _may_join(self, piece: str) -> bool:
        return not self.cues.starts.match(self.bare(piece))

    def bare(self, clause: str) -> str:
        """Return a clause without courtesies, and with its verb as it is spelt."""
        polite = self.cues.courtesy.match(clause.strip())
        bare = clause.strip()[polite.end() :] if polite else clause.strip()
        bare = self.cues.closing.sub("", bare).strip()
        first, gap, rest = bare.partition(" ")
        is_unknown = len(first) >= _SHORTEST_VERB and first.casefold() not in self.cues.small
        if gap and is_unknown and not self.cues.starts.match(bare):
            first = next(
                (verb for verb in self.cues.verbs if is_typo(first.casefold(), verb)), first
            )
        return f"{first}{gap}{rest}"

    def _read_all(self, segments: Sequence[str], hidden: Masked) -> Change:
        reader, operations = self, []
        kind = ""
        for number, segment in enumerate(segments):
            try:
                change, kind = reader._read_clause(segment, hidden, kind if number else None)
            except NotApplied as error:
                if error.cause == "already" and error.places == (reader.last,) and number:
                    continue  # said twice: "make it 2 m long, so the length is 2"
                raise
            content = patches.applied(reader.outline.content, change.operations)
            operations += [each for each in change.operations if each not in operations]
            if number + 1 < len(segments):
                outline = Outline(content, self.outline.name)
                reader = replace(reader, outline=outline, last=change.place)
            last = change.place
        return Change(tuple(operations), last)

    def _read_clause(self, text: str, hidden: Masked, after: str | None) -> tuple[Change, str]:
        """Read one clause; ``after`` is the kind of the one before it, which may lend its verb."""
        text = self.bare(text)
        problem = NotApplied("not_there", hidden.plain(text))
        if not text:
            raise problem
        for frame in self._frames(text, after):
            for way in frame.ways(text):
                try:
                    change = _Clause(self, hidden, frame, way).change()
                except NotApplied as error:
                    if error.cause == "several" and not frame.is_weak and self.chosen is None:
                        raise  # a later frame would be a less sure reading
                    if error.weight > problem.weight or problem.phrase == hidden.plain(text):
                        problem = error
                except (PatchRefused, ContentUnreadable):
                    problem = NotApplied("not_there", hidden.plain(way.get("target", text)))
                else:
                    return change, frame.kind
        raise problem

    def _frames(self, text: str, after: str | None) -> Iterator[Frame]:
        """Yield the frames that ``text`` may fit, the surest first."""
        is_remark = bool(self.cues.remarks.match(text))
        for frame in self.cues.frames:
            is_plain = frame.is_weak and frame.kind == "set"
            if is_plain and not self.is_addressed and after is None:
                continue
            if not is_remark or frame.template.startswith(("(?:i|we)", "(?:ik|we|wij)", "(?:we|")):
                yield frame
        if after in _LENDING:
            yield from _ELLIPTIC

    def resolve(self, text: str, by: Collection[How], fits: Callable[[int], bool]) -> int:
        """Return the one place that ``text`` names.

        Raises:
            NotApplied: It names none, or several.
        """
        found = self.resolve_all(text, by, fits)
        if len(found) == 1:
            return found[0]
        places = [self.outline.path(each) for each in found[:_MOST_PLACES]]
        if self.chosen is not None and self.chosen in places:
            return found[places.index(self.chosen)]
        if found:
            raise NotApplied("several", text, places)
        raise NotApplied("not_there", text, known=self.known(text))

    def resolve_all(self, text: str, by: Collection[How], fits: Callable[[int], bool]) -> list[int]:
        """Return the places that ``text`` names, alike in how well."""
        path = explicit(text, self.outline)
        if path is not None:
            node = self.outline.at(path)
            return [node] if node is not None and fits(node) else []
        if self.last is not None and self.cues.pronoun.fullmatch(text.strip()):
            node = self.outline.at(self.last)
            return [node] if node is not None and fits(node) else []
        phrase = phrase_of(text, self.cues)
        if not phrase.needed and not phrase.ordinals and not self._has_plain_name(text):
            return []
        near = self.outline.at(self.last) if self.last else None
        found = self.outline.find(phrase, fits, by, near or 0)
        by_number = None if found else numbered(phrase)
        return self.outline.find(by_number, fits, by, near or 0) if by_number else found

    def _has_plain_name(self, text: str) -> bool:
        """Whether words that usually say little are here the name of a member: "the name"."""
        words = [
            each
            for each in phrase_of(text, self.cues).extra
            if each.casefold() not in self.cues.small
        ]
        named = [
            each for each in words if any(one.how == "name" for one in self.outline.explained(each))
        ]
        exact = text.strip() in self.outline.by_key
        return exact or (bool(named) and len(named) == len(words))

    def known(self, text: str) -> int:
        """Return how many of the words in ``text`` the document knows."""
        words = phrase_of(text, self.cues).needed
        return sum(bool(self.outline.explained(each)) for each in words)


@dataclass(frozen=True)
class _Clause:
    """A clause that fits a frame in one way."""

    reader: InstructionReader
    hidden: Masked
    frame: Frame
    way: dict[str, str]
    values: ValueReader = field(init=False)

    def __post_init__(self) -> None:
        values = ValueReader(self.cues, self.reader.language, self.reader.said_at, self.hidden)
        object.__setattr__(self, "values", values)

    @property
    def cues(self) -> DocumentCues:
        return self.reader.cues

    @property
    def outline(self) -> Outline:
        return self.reader.outline

    def change(self) -> Change:
        """Return the change that the clause asks for.

        Raises:
            NotApplied: It is none.
        """
        acts: dict[str, Callable[[], Change]] = {
            "set": self._set, "change": self._change, "replace": self._replace,
            "set_field": self._set_field, "switch": self._switch, "toggle": self._toggle,
            "flag": self._flag, "flag_statement": self._flag, "amount_up": self._amount,
            "amount_down": self._amount, "scale": self._scale, "add": self._add,
            "add_entry": self._add_entry, "add_field": self._add_field, "remove": self._remove,
            "clear": self._clear, "rename": self._rename, "rename_key": self._rename_key,
            "move": self._move, "move_into": self._move_into, "put_into": self._move_into,
            "tick": self._tick, "swap": self._swap, "copy": self._copy,
            "move_path": self._move_path,
            "ask_value": self._ask_value,
        }  # fmt: skip
        return acts[self.frame.kind]()

    def _plain(self, role: str) -> str:
        return self.hidden.plain(self.way.get(role, "")).strip()

    def _one(self, text: str, by: Collection[How], fits: Callable[[int], bool]) -> int:
        return self.reader.resolve(text, by, fits)

    def _many(
        self, text: str, by: Collection[How], fits: Callable[[int], bool], of: str = ""
    ) -> list[int]:
        """Return the places that ``text`` names, one, or each of several that are joined."""
        try:
            return [self._one(_of(text, of), by, fits)]
        except NotApplied as whole:
            parts = [each for each in self.cues.joint.split(text) if each.strip()]
            if len(parts) < 2 or whole.cause != "not_there":
                raise
            found = []
            tail = "" if of else _tail(parts[-1])
            head = " ".join(parts[0].split()[:-1])
            for part in parts:
                if head and (part.isdecimal() or part.casefold() in self.cues.ordinals):
                    part = f"{head} {part}"
                try:
                    found.append(self._one(_of(part, of), by, fits))
                except NotApplied:
                    if not tail or part == parts[-1]:
                        raise
                    found.append(self._one(f"{part} {tail}", by, fits))
            return found

    def _with_container(self, role: str) -> str:
        return _of(self._plain(role), self._plain("container"))

    def _set(self) -> Change:
        text = self._with_container("target")
        nodes = self._leaves(text)
        changes = [self._set_at(node, self.way["value"], text) for node in nodes]
        return _joined(changes)

    def _leaves(self, text: str) -> list[int]:
        try:
            return self._many(text, _NAMED, self._is_settable)
        except NotApplied as error:
            if error.cause == "not_there":
                around = self.reader.resolve_all(text, _NAMED, lambda node: node > 0)
                if len(around) == 1:
                    return [self._measured(around[0], text)]
            raise

    def _is_settable(self, node: int) -> bool:
        """Whether a node is named as a member, or by its position in a list."""
        if node == 0:
            return False
        value = self.outline.values[node]
        if self.outline.is_entry(node):
            return self.outline.is_leaf(node) and self._is_numbered
        if isinstance(value, dict):
            return self.values.masked.literal(self.way.get("value", "")) is not None
        if isinstance(value, list):
            if list(self.way).index("value") < list(self.way).index("target"):
                return False  # "put Liv at travellers" adds
            plain = self._plain("value")
            is_list = self.values.masked.literal(self.way.get("value", "")) is not None
            is_list = is_list or plain.casefold() in self.cues.nothing
            is_several = len(self.values.items(plain)) > 1
            is_single = not any(isinstance(each, dict | list) for each in value)
            return is_list or (is_several and is_single)
        return True

    @property
    def _is_numbered(self) -> bool:
        text = self._with_container("target")
        return (
            bool(phrase_of(text, self.cues).ordinals)
            or numbered(phrase_of(text, self.cues)) is not None
            or explicit(text, self.outline) is not None
            or bool(self.cues.pronoun.fullmatch(text))
        )

    def _measured(self, node: int, text: str) -> int:
        """Return the member of ``node`` that a value's unit names: "4 stars", "2 m long"."""
        try:
            _, unit = self.values.quantity(self._plain("value"))
        except Unclear:
            unit = ""
        for word in unit.split():
            named = self.cues.units.get(word.casefold(), word)
            inner = [
                each
                for each in range(node + 1, self.outline.ends[node])
                if self.outline.parents[each] == node
                and self._is_number(each)
                and any(
                    set(re.split(r"[_\W]+", str(self.outline.keys[each]))) & forms(one)
                    for one in (word, named)
                )
            ]
            if len(inner) == 1:
                return inner[0]
        raise NotApplied("whole", text, [self.outline.path(node)], known=1)

    def _set_at(self, node: int, text: str, phrase: str) -> Change:
        old, key = self.outline.values[node], self.outline.keys[node]
        path = self.outline.path(node)
        try:
            self._check_words(text, old)
            value = self.values.read(text, old, self._like(node), str(key))
        except Unclear:
            raise NotApplied(
                "value", f"{phrase}: {self.hidden.plain(text)}", [path], known=2
            ) from None
        return self._replaced(path, old, self._chosen_of_schema(path, value, phrase), phrase)

    def _check_words(self, text: str, old: JsonValue) -> None:
        """Refuse words of a sentence as a text: "it is 5", "the lamp in the kitchen".

        Raises:
            Unclear: They are hardly a value alone; in quotes they would be.
        """
        if self.hidden.has_literal(text) or not (isinstance(old, str) or old is None):
            return
        plain = self.hidden.plain(text)
        if self.cues.remarks.match(plain) or self.cues.clause.search(plain):
            raise Unclear
        for found in self.cues.place_word.finditer(plain):
            rest = plain[found.end() :]
            if self.reader.resolve_all(rest, _NAMED, lambda node: not self.outline.is_leaf(node)):
                raise Unclear

    def _chosen_of_schema(self, path: Path, value: JsonValue, phrase: str) -> JsonValue:
        """Return ``value`` as the closed list of a schema spells it, if there is one."""
        part = schema_at(self.reader.schema, path)
        allowed = part.get("enum") if isinstance(part, dict) else None
        if not isinstance(allowed, list) or value in allowed:
            return value
        for each in allowed:
            if str(each).casefold() == str(value).casefold().replace(" ", "_"):
                return each
        known = ", ".join(str(each) for each in allowed)
        raise NotApplied("value", f"{phrase}: {value} ({known})", [path], known=2)

    def _replaced(self, path: Path, old: JsonValue, value: JsonValue, phrase: str) -> Change:
        if is_same(old, value):
            raise NotApplied("already", phrase, [path])
        return Change(({"op": "replace", "path": pointer(path), "value": value},), path)

    def _like(self, node: int) -> list[JsonValue]:
        """Return values that stand where ``node`` does, in other entries."""
        outline, around = self.outline, self.outline.parents[node]
        if outline.is_entry(node):
            return [outline.values[each] for each in outline.inner(around) if each != node][:3]
        if around <= 0:
            return self._schema_model(outline.path(node))
        key = outline.keys[node]
        beside = [outline.values[each] for each in outline.inner(outline.parents[around])]
        found = [each.get(str(key)) for each in beside if isinstance(each, dict)]
        return [each for each in found if each is not None][:3] + self._schema_model(
            outline.path(node)
        )

    def _schema_model(self, path: Path) -> list[JsonValue]:
        kind = schema_at(self.reader.schema, path)
        name = kind.get("type") if isinstance(kind, dict) else None
        models: dict[str, JsonValue] = {"string": "", "integer": 0, "number": 0, "boolean": False}
        names = name if isinstance(name, list) else [name]
        return [models[each] for each in names if isinstance(each, str) and each in models]

    def _change(self) -> Change:
        text = self._with_container("target")
        old = self._plain("old")
        by_value = self._held(old)
        nodes = self.reader.resolve_all(text, _NAMED, self._is_settable)
        held = [node for node in nodes if self._is_old(node, old)]
        if len(held) == 1:
            return self._set_at(held[0], self.way["value"], text)
        if len(nodes) == 1 and not by_value:
            raise NotApplied("value", f"{text}: {old}", [self.outline.path(each) for each in nodes])
        if len(held) > 1:
            raise NotApplied("several", text, [self.outline.path(each) for each in held])
        words = [
            each.casefold()
            for each in (*phrase_of(text, self.cues).needed, *phrase_of(text, self.cues).extra)
        ]
        named = [
            node
            for node in by_value
            if any(str(step).casefold() in words for step in self.outline.path(node))
        ]
        if len(named) != 1:
            raise NotApplied(
                "several" if named else "not_there",
                text,
                [self.outline.path(each) for each in named],
            )
        return self._set_at(named[0], self.way["value"], text)

    def _is_old(self, node: int, old: str) -> bool:
        value = self.outline.values[node]
        try:
            return is_same(
                self.values.read(old, value, (), str(self.outline.keys[node])), value
            ) or (str(value).casefold() == old.casefold())
        except Unclear:
            return False

    def _held(self, text: str) -> list[int]:
        """Return the leaves whose value is ``text``, but for an article before it."""
        folded = text.casefold().strip()
        bare = self.cues.article.sub("", folded, count=1)
        return [
            node
            for node, value in enumerate(self.outline.values)
            if isinstance(value, str) and value.casefold() in (folded, bare)
        ]

    def _replace(self) -> Change:
        text, within = self._plain("old"), self._plain("container")
        literal = self.hidden.has_literal(self.way["old"])
        if self.frame.value == "quoted" and not literal:
            raise NotApplied("not_there", text)
        if not literal:
            try:
                nodes = self._leaves_of(_of(text, within))
            except NotApplied as error:
                if error.cause == "several":
                    raise
            else:
                return self._set_at(nodes, self.way["value"], _of(text, within))
        node = self._one(
            _of(text, within),
            _ANY,
            lambda each: self.outline.is_leaf(each) and self._is_text(each, text),
        )
        value = self.way["value"]
        if value[:1].islower():
            value = self.cues.article.sub("", value, count=1)
        return self._set_at(node, value, text)

    def _is_text(self, node: int, text: str) -> bool:
        value = self.outline.values[node]
        folded = text.casefold()
        bare = {folded, self.cues.article.sub("", folded, count=1)}
        words = set(phrase_of(text, self.cues).needed)
        return isinstance(value, str) and (
            value.casefold() in bare or (self.outline.is_entry(node) and bool(words))
        )

    def _leaves_of(self, text: str) -> int:
        phrase = phrase_of(text, self.cues)
        is_numbered = phrase.ordinals or numbered(phrase) or explicit(text, self.outline)
        return self._one(
            text,
            _NAMED,
            lambda each: (
                self.outline.is_leaf(each)
                and each > 0
                and (bool(is_numbered) or not self.outline.is_entry(each))
            ),
        )

    def _set_field(self) -> Change:
        text = _of(self._plain("field"), self._plain("target"))
        return self._set_at(self._one(text, _NAME, self.outline.is_leaf), self.way["value"], text)

    def _switch(self) -> Change:
        text = self._plain("target")
        changes = [
            self._replaced(
                self.outline.path(node), self.outline.values[node], self.frame.value is True, text
            )
            for node in (
                self._inner_switch(each) for each in self._many(text, _NAMED, self._is_switch)
            )
        ]
        return _joined(changes)

    def _is_switch(self, node: int) -> bool:
        return isinstance(self.outline.values[node], bool) or self._inner_switch(node) != node

    def _inner_switch(self, node: int) -> int:
        value = self.outline.values[node]
        if isinstance(value, dict):
            for each in self.outline.inner(node):
                key = self.outline.keys[each]
                if isinstance(self.outline.values[each], bool) and key in (
                    "enabled",
                    "active",
                    "on",
                    "aan",
                    "actief",
                    "ingeschakeld",
                ):
                    return each
        return node

    def _tick(self) -> Change:
        """Set the only yes or no of an entry."""
        text = self._plain("target")
        node = self._one(text, _NAMED, self.outline.is_entry)
        inner = [
            each for each in self.outline.inner(node) if isinstance(self.outline.values[each], bool)
        ]
        if len(inner) != 1:
            raise NotApplied("whole", text, [self.outline.path(node)], known=1)
        path = self.outline.path(inner[0])
        return self._replaced(path, self.outline.values[inner[0]], self.frame.value is True, text)

    def _toggle(self) -> Change:
        text = self._plain("target")
        node = self._one(text, _NAMED, lambda each: isinstance(self.outline.values[each], bool))
        value = self.outline.values[node]
        return self._replaced(self.outline.path(node), value, not value, text)

    def _flag(self) -> Change:
        target, flag = self._plain("target"), self._plain("flag")
        whole = f"{flag} {target}"
        is_denied = bool(self.cues.denial.search(whole))
        bare = self.cues.denial.sub(" ", flag).strip()
        about = self.cues.denial.sub(" ", target).strip()
        if not bare or self.hidden.has_literal(self.way.get("flag", "")):
            raise NotApplied("not_there", flag)
        is_it = not about or self.cues.pronoun.fullmatch(about)
        parts = (
            [about] if is_it else [each for each in self.cues.joint.split(about) if each.strip()]
        )
        changes = []
        for part in parts:
            text = bare if is_it else _of(bare, part)
            node = self._one(text, _NAME, lambda each: isinstance(self.outline.values[each], bool))
            changes.append(
                self._replaced(
                    self.outline.path(node), self.outline.values[node], not is_denied, text
                )
            )
        return _joined(changes)

    def _is_number(self, node: int) -> bool:
        value = self.outline.values[node]
        return isinstance(value, int | float) and not isinstance(value, bool)

    def _amount(self) -> Change:
        text, by = self._plain("target"), self._plain("by")
        sign = 1 if self.frame.kind == "amount_up" else -1
        dated = self._shifted(text, by, sign)
        if dated is not None:
            return dated
        node = self._numeric(text)
        old, path = self.outline.values[node], self.outline.path(node)
        assert isinstance(old, int | float)  # noqa: S101 - it was chosen so
        try:
            if self.cues.percent.search(by):
                share = self.values.number(self.cues.percent.sub("", by)) / 100
                value = _rounded(old * (1 + sign * share), old)
            else:
                value = _rounded(old + sign * self.values.number(by, old, f"{path[-1]}"), old)
        except Unclear:
            raise NotApplied("value", f"{text}: {by}", [path], known=1) from None
        return self._replaced(path, old, value, text)

    def _numeric(self, text: str) -> int:
        try:
            return self._one(text, _NAMED, self._is_number)
        except NotApplied as error:
            found = self.reader.resolve_all(
                text, _NAMED, lambda node: isinstance(self.outline.values[node], dict)
            )
            if error.cause != "not_there" or len(found) != 1:
                raise
            return self._amount_of(found[0], text)

    def _amount_of(self, node: int, text: str) -> int:
        """Return the one number that a thing has, or the one that the unit names."""
        inner = [each for each in self.outline.inner(node) if self._is_number(each)]
        if len(inner) != 1:
            raise NotApplied(
                "several" if inner else "not_there",
                text,
                [self.outline.path(each) for each in inner],
            )
        return inner[0]

    def _shifted(self, text: str, by: str, sign: int) -> Change | None:
        """Return a change of a date by days, weeks, months or years."""
        try:
            count, unit = self.values.quantity(by)
        except Unclear:
            return None
        named = self.cues.units.get(unit.casefold())
        if named not in ("days", "weeks", "months", "years") or not isinstance(count, int):
            return None
        nodes = self.reader.resolve_all(
            text, _NAMED, lambda node: _is_day(self.outline.values[node])
        )
        if len(nodes) != 1:
            return None
        old = str(self.outline.values[nodes[0]])
        return self._replaced(
            self.outline.path(nodes[0]), old, _later(old, sign * count, named), text
        )

    def _scale(self) -> Change:
        text = self._plain("target")
        node = self._numeric(text)
        old, factor = self.outline.values[node], self.frame.value
        assert isinstance(old, int | float)  # noqa: S101 - it was chosen so
        assert isinstance(factor, float)  # noqa: S101 - so are those of frames
        return self._replaced(self.outline.path(node), old, _rounded(old * factor, old), text)

    def _add(self) -> Change:
        value, container = self.way["value"], self.way["container"]
        if "more" in self.way:
            value = f"{value}, {self.way['more']}"
        at, value, container = self._position(value, container)
        at = 0 if self.frame.value == 0 else at
        head = self._plain("head")
        named = self.hidden.plain(container)
        path = explicit(named, self.outline)
        if path is not None:
            return self._add_at(path, value, named)
        if self.hidden.has_literal(container):
            raise NotApplied("not_there", named)
        try:
            node = self._list(named)
        except NotApplied as error:
            node, value = self._list_by_head(f"{head}: {value}" if head else value, named, error)
        return self._added(node, value, at, named)

    def _list(self, text: str) -> int:
        return self._one(text, _NAMED, lambda node: isinstance(self.outline.values[node], list))

    def _list_by_head(self, value: str, container: str, error: NotApplied) -> tuple[int, str]:
        """Return the list that the first words of ``value`` name within ``container``."""
        found = self._headed(value, container)
        if found is not None:
            return found
        if error.cause == "not_there":
            around = self.reader.resolve_all(
                container, _NAMED, lambda node: isinstance(self.outline.values[node], dict)
            )
            if len(around) == 1:
                inner = [
                    each
                    for each in self.outline.inner(around[0])
                    if isinstance(self.outline.values[each], list)
                ]
                if len(inner) == 1:
                    return inner[0], value
        raise error

    def _headed(self, value: str, container: str = "") -> tuple[int, str] | None:
        """Return the list that ``value`` begins with a word for one entry of, and what follows."""
        bare = self.cues.article.sub("", value.strip(), count=1)
        bare = self.cues.article.sub("", bare, count=1)
        words = list(re.finditer(r"[^\s:,]+", bare))[:3]
        several: NotApplied | None = None
        for last in range(len(words), 0, -1):
            head = bare[: words[last - 1].end()]
            if self.hidden.has_literal(head):
                continue
            try:
                node = self._one(
                    _of(head, container),
                    _NAME,
                    lambda each: isinstance(self.outline.values[each], list),
                )
            except NotApplied as error:
                several = error if error.cause == "several" else several
                continue
            if not self._names_entry(head, node):
                continue
            rest = bare[words[last - 1].end() :]
            keys = EntryReader(self.values, self._beside(node)).keys
            is_key = len(words[:last]) == 1 and head.casefold() in [
                each.casefold() for each in keys
            ]
            return node, f"{head}{rest}" if is_key else rest
        if several:
            raise several
        return None

    def _names_entry(self, head: str, node: int) -> bool:
        key = str(self.outline.keys[node])
        return (
            any(
                one.how == "name" and one.node == node
                for word in head.split()
                for one in self.outline.explained(word)
            )
            or key == head
        )

    def _beside(self, node: int) -> list[JsonValue]:
        value = self.outline.values[node]
        entries = list(value) if isinstance(value, list) else []
        return entries[:50]

    def _added(self, node: int, text: str, at: str | int, phrase: str) -> Change:
        path = self.outline.path(node)
        schema = schema_at(self.reader.schema, (*path, 0))
        reader = EntryReader(self.values, self._beside(node), schema)
        text = re.sub(
            r"^[\s:,]*(?:(?:called|named|saying|that says|genaamd|met de naam|namelijk)\b)?[\s:,]*",
            "",
            text,
        ).strip()
        if not text:
            raise NotApplied("no_value", phrase, [path], known=1)
        try:
            self._check_words(text, "")
            entries = reader.read(text)
        except Unclear:
            raise NotApplied(
                "value", f"{phrase}: {self.hidden.plain(text)}", [path], known=1
            ) from None
        except Incomplete:
            raise NotApplied(
                "incomplete", f"{phrase}: {self.hidden.plain(text)}", [path], known=1
            ) from None
        known = self.outline.values[node]
        if any(
            is_same(each, one)
            for each in entries
            for one in (known if isinstance(known, list) else [])
        ):
            raise NotApplied("already", self.hidden.plain(text), [path])
        index, operations = self._index(node, at), []
        for number, entry in enumerate(entries):
            step = index + number if isinstance(index, int) else index
            operations.append({"op": "add", "path": pointer((*path, step)), "value": entry})
        count = len(known) if isinstance(known, list) else 0
        place = index if isinstance(index, int) else count + len(entries) - 1
        return Change(tuple(operations), (*path, place))

    def _index(self, node: int, at: str | int) -> str | int:
        """Return the index in a list for a position: a number, or after or before an entry."""
        if at == "-" or isinstance(at, int):
            return at
        where, _, words = str(at).partition(" ")
        beside = self._one(
            words,
            _NAMED,
            lambda each: self.outline.parents[each] == node and self.outline.is_entry(each),
        )
        index = self.outline.keys[beside]
        assert isinstance(index, int)  # noqa: S101 - it is an entry
        return index + (where == "after")

    def _position(self, value: str, container: str) -> tuple[str | int, str, str]:
        """Return where a new entry goes, and both texts without the words that say so."""
        positions = self.cues.positions
        for name, at in (("first", 0), ("last", "-")):
            for text in (value, container):
                found = re.match(
                    rf"(?:{positions[name].pattern})(?=\s|$)", text, re.I
                ) or re.search(rf"(?:^|[\s,]+)(?:{positions[name].pattern})(?=\s|$)", text, re.I)
                if found and (found[0].strip() and len(found[0].split()) > 1):
                    rest = f"{text[: found.start()]} {text[found.end() :]}".strip(" ,:")
                    pair = (rest, container) if text is value else (value, rest)
                    if text is value or rest:
                        return at, *pair
        for name in ("before", "after"):
            for text in (value, container):
                found = re.search(rf"(?:^|[\s,]+)(?:{positions[name].pattern})", text, re.I)
                if found and found.start() > 0 and self._is_named(text[found.end() :]):
                    rest = text[: found.start()].strip(" ,:")
                    place = f"{name} {self.hidden.plain(text[found.end() :])}"
                    return place, *((rest, container) if text is value else (value, rest))
        return "-", value, container

    def _is_named(self, text: str) -> bool:
        return bool(self.reader.resolve_all(self.hidden.plain(text), _NAMED, self.outline.is_entry))

    def _add_at(self, path: Path, text: str, phrase: str) -> Change:
        around = self.outline.at(path[:-1])
        holder = self.outline.values[around] if around is not None else None
        node = self.outline.at(path)
        literal = self.hidden.literal(text)
        is_index = isinstance(path[-1], int) or path[-1] == "-"
        if isinstance(holder, list) and not is_index:
            raise NotApplied("not_there", phrase, [path])
        if isinstance(holder, list) and is_index:
            if isinstance(path[-1], int) and path[-1] > len(holder):
                raise NotApplied("not_there", phrase, [path])
            like = [each for each in holder if not isinstance(each, dict | list)]
            value = self._value_for(text, None, like, path, phrase)
        elif isinstance(holder, dict):
            held = self.outline.values[node] if node is not None else None
            if node is not None and isinstance(held, list) and literal is None:
                return self._added(node, text, "-", phrase)
            value = self._value_for(
                text, held if not isinstance(held, dict | list) else None, (), path, phrase
            )
        else:
            raise NotApplied("not_there", phrase, [path])
        return Change(({"op": "add", "path": pointer(path), "value": value},), path)

    def _value_for(
        self, text: str, old: JsonValue, like: Sequence[JsonValue], path: Path, phrase: str
    ) -> JsonValue:
        try:
            return self.values.read(text, old, like, str(path[-1]))
        except Unclear:
            raise NotApplied("value", phrase, [path], known=1) from None

    def _add_entry(self) -> Change:
        head = f"{self.way['head']}: " if "head" in self.way else ""
        at, value, _ = self._position(f"{head}{self.way['value']}", "")
        found = self._headed(value)
        if found is None and isinstance(at, str) and " " in at:
            beside = self._one(at.partition(" ")[2], _NAMED, self.outline.is_entry)
            found = self.outline.parents[beside], value
        if found is None and self.reader.last and self.outline.at(self.reader.last) is not None:
            raise NotApplied("not_there", self.hidden.plain(value))
        if found is None:
            raise NotApplied(
                "not_there",
                self.hidden.plain(value),
                known=self.reader.known(self.hidden.plain(value)),
            )
        return self._added(found[0], found[1], at, self.hidden.plain(value))

    def _add_field(self) -> Change:
        name, around = self._plain("name").strip(" :"), self._plain("container")
        if not _KEY_LIKE.fullmatch(name):
            raise NotApplied("not_there", name)
        node = (
            self._one(around, _NAMED, lambda each: isinstance(self.outline.values[each], dict))
            if around and around.casefold() not in self.cues.small
            else 0
        )
        holder = self.outline.values[node]
        if not isinstance(holder, dict) or name in holder:
            raise NotApplied("already", name, [(*self.outline.path(node), name)])
        path = (*self.outline.path(node), name)
        value = self._value_for(self.way["value"], None, (), path, name)
        return Change(({"op": "add", "path": pointer(path), "value": value},), path)

    def _remove(self) -> Change:
        target, within = self._plain("target"), self._plain("container")
        if self.hidden.has_literal(self.way["target"]):
            target = self._plain("target")
        nodes = self._many(target, _NAMED, lambda node: node > 0, within)
        for node in nodes:
            text = _of(target, within)
            if (
                not self.outline.is_leaf(node)
                and self.outline.is_entry(node) is False
                and self._covers_only_list(node, target)
            ):
                raise NotApplied(
                    "several",
                    text,
                    [self.outline.path(each) for each in self.outline.inner(node)][:6]
                    or [self.outline.path(node)],
                )
        ordered = sorted(set(nodes), reverse=True)
        operations = tuple(
            {"op": "remove", "path": pointer(self.outline.path(each))} for each in ordered
        )
        return Change(operations, self.outline.path(ordered[-1]))

    def _covers_only_list(self, node: int, target: str) -> bool:
        """Whether ``target`` names a whole list by the word for one entry: "the review"."""
        value, key = self.outline.values[node], str(self.outline.keys[node])
        if not isinstance(value, list) or explicit(target, self.outline) is not None:
            return False
        words = [each.casefold() for each in phrase_of(target, self.cues).needed]
        extra = {each.casefold() for each in phrase_of(target, self.cues).extra}
        return bool(words) and words[-1] != key.casefold() and not extra & self.cues.kinds

    def _clear(self) -> Change:
        text = self._plain("target")
        nodes = self._many(text, _NAME, lambda each: each > 0)
        changes = []
        for node in nodes:
            old = self.outline.values[node]
            if isinstance(old, list):
                value: JsonValue = []
            elif isinstance(old, str):
                value = ""
            else:
                raise NotApplied("value", text, [self.outline.path(node)], known=1)
            changes.append(self._replaced(self.outline.path(node), old, value, text))
        return _joined(changes)

    def _ask_value(self) -> Change:
        text = self._plain("target")
        node = self._one(text, _NAMED, lambda each: each > 0)
        raise NotApplied("no_value", text, [self.outline.path(node)], known=2)

    def _rename_key(self) -> Change:
        text, name = self._plain("target"), self._plain("name")
        node = self._one(text, _NAME, lambda each: each > 0 and not self.outline.is_entry(each))
        return self._key_renamed(node, name, text)

    def _key_renamed(self, node: int, name: str, text: str) -> Change:
        path = self.outline.path(node)
        holder = self.outline.values[self.outline.parents[node]]
        if not name or len(name.split()) > 1:
            raise NotApplied("value", f"{text}: {name}", [path], known=1)
        if isinstance(holder, dict) and name in holder:
            raise NotApplied("already", name, [path])
        new = (*path[:-1], name)
        return Change(({"op": "move", "from": pointer(path), "path": pointer(new)},), new)

    def _rename(self) -> Change:
        text = self._plain("target")
        whole = self._named_thing(text)
        if whole is not None and self._is_key_like(whole):
            return self._key_renamed(self.outline.parents[whole], self._plain("name"), text)
        if whole is not None:
            return self._set_at(whole, self.way["name"], text)
        node = self._one(
            text,
            _ANY,
            lambda each: (
                each > 0 and (not self.outline.is_entry(each) or self.outline.is_leaf(each))
            ),
        )
        if self.outline.is_entry(node):
            return self._set_at(node, self.way["name"], text)
        held = self.outline.values[node]
        name = self._plain("name")
        if isinstance(held, str) and not (_KEY_LIKE.fullmatch(name) and name == name.casefold()):
            if str(self.outline.keys[node]) in ("name", "naam", "title", "titel"):
                return self._set_at(node, self.way["name"], text)
            raise NotApplied("value", f"{text}: {name}", [self.outline.path(node)], known=1)
        if str(self.outline.keys[node]).casefold() not in {
            each for word in text.split() for each in forms(word)
        }:
            raise NotApplied("not_there", text)
        return self._key_renamed(node, name, text)

    def _is_key_like(self, name: int) -> bool:
        """Whether the thing that has this ``name`` is a member, and its new name is like one's."""
        new = self._plain("name")
        is_word = _KEY_LIKE.fullmatch(new) is not None and new == new.casefold()
        return is_word and not self.outline.is_entry(self.outline.parents[name])

    def _named_thing(self, text: str) -> int | None:
        """Return the name of the thing that ``text`` names, if it has a member for that."""
        things = self.reader.resolve_all(
            text, _NAMED, lambda each: isinstance(self.outline.values[each], dict)
        )
        if len(things) > 1:
            raise NotApplied("several", text, [self.outline.path(each) for each in things])
        if not things:
            return None
        label = self.outline.label(things[0])
        inner = list(self.outline.inner(things[0]))
        named = [
            each for each in inner if self.outline.keys[each] in ("name", "naam", "title", "titel")
        ]
        if not named and self.outline.is_entry(things[0]):
            named = [each for each in inner if self.outline.values[each] == label]
        return named[0] if named else None

    def _move(self) -> Change:
        position = self._plain("position")
        for name in ("first", "last", "up", "down", "nth"):
            found = re.match(rf"(?:{self.cues.positions[name].pattern})(?=\s|$)", position, re.I)
            if found:
                return self._moved(name, found, position[found.end() :].strip())
        for name in ("before", "after"):
            found = re.match(self.cues.positions[name].pattern, position, re.I)
            if found:
                return self._moved(name, found, position[found.end() :].strip())
        raise NotApplied("not_there", position)

    def _moved(self, name: str, found: re.Match[str], rest: str) -> Change:
        text = self._plain("target")
        within = "" if name in ("before", "after") else rest
        node = self._one(_of(text, within), _NAMED, self.outline.is_entry)
        around = self.outline.parents[node]
        index, count = self.outline.keys[node], len(list(self.outline.inner(around)))
        assert isinstance(index, int)  # noqa: S101 - it is an entry
        if name in ("before", "after"):
            beside = self.outline.keys[
                self._one(
                    rest,
                    _NAMED,
                    lambda each: (
                        self.outline.is_entry(each) and self.outline.parents[each] == around
                    ),
                )
            ]
            assert isinstance(beside, int)  # noqa: S101 - it is an entry
            new = beside + (name == "after") - (beside > index)
        elif name == "nth":
            number = self._ordinal(found["number"])
            new = number - 1
        else:
            new = {"first": 0, "last": count - 1, "up": index - 1, "down": index + 1}[name]
        if not 0 <= new < count or new == index:
            raise NotApplied("already", text, [self.outline.path(node)])
        path = self.outline.path(around)
        return Change(
            ({"op": "move", "from": pointer((*path, index)), "path": pointer((*path, new))},),
            (*path, new),
        )

    def _ordinal(self, word: str) -> int:
        number = self.cues.ordinals.get(word.casefold()) or self.cues.numbers.get(word.casefold())
        if number is None and not word.isdigit():
            raise NotApplied("not_there", word)
        return int(number or int(word))

    def _move_path(self) -> Change:
        """Move what stands at a path to another path."""
        to = explicit(self._plain("container"), self.outline)
        if to is None or explicit(self._plain("target"), self.outline) is None:
            raise NotApplied("not_there", self._plain("container"))
        return self._moved_to(to, "move")

    def _move_into(self) -> Change:
        text, source = self._plain("target"), self._plain("source")
        to = explicit(self._plain("container"), self.outline)
        if to is not None:
            return self._moved_to(to, "move")
        node = self._one(_of(text, source), _NAMED, self.outline.is_entry)
        container = self._plain("container")
        if self.frame.kind == "put_into" and self.outline.is_leaf(node):
            raise NotApplied("not_there", container)  # "put the mirror on the list" adds it
        around = self.outline.parents[node]
        try:
            other = self._one(
                container,
                _NAMED,
                lambda each: isinstance(self.outline.values[each], list) and each != around,
            )
        except NotApplied:
            key = self.outline.keys[around]
            other = self._one(
                _of(str(key), container),
                _NAME,
                lambda each: isinstance(self.outline.values[each], list) and each != around,
            )
        path = self.outline.path(other)
        new = {
            "op": "move",
            "from": pointer(self.outline.path(node)),
            "path": pointer((*path, "-")),
        }
        held = self.outline.values[other]
        count = len(held) if isinstance(held, list) else 0
        beside = held[0] if isinstance(held, list) and held else None
        if beside is not None and isinstance(beside, dict) != isinstance(
            self.outline.values[node], dict
        ):
            raise NotApplied("value", text, [path], known=1)
        return Change((new,), (*path, count))

    def _moved_to(self, to: Path, op: str) -> Change:
        source = explicit(self._plain("target"), self.outline)
        node = (
            self.outline.at(source)
            if source is not None
            else self._one(self._plain("target"), _NAMED, lambda each: each > 0)
        )
        if node is None:
            raise NotApplied("not_there", self._plain("target"), [source or ()])
        path = self.outline.path(node)
        if path == to:
            raise NotApplied("already", self._plain("target"), [path])
        return Change(({"op": op, "from": pointer(path), "path": pointer(to)},), to)

    def _copy(self) -> Change:
        to = explicit(self._plain("container"), self.outline)
        if to is not None:
            return self._moved_to(to, "copy")
        node = self._one(self._plain("target"), _NAMED, lambda each: each > 0)
        other = self._list(self._plain("container"))
        path = self.outline.path(other)
        return Change(
            (
                {
                    "op": "copy",
                    "from": pointer(self.outline.path(node)),
                    "path": pointer((*path, "-")),
                },
            ),
            path,
        )

    def _swap(self) -> Change:
        first = self._one(self._plain("target"), _NAMED, self.outline.is_entry)
        around = self.outline.parents[first]
        second = self._one(
            self._plain("other"),
            _NAMED,
            lambda each: self.outline.is_entry(each) and self.outline.parents[each] == around,
        )
        one, other = self.outline.path(first), self.outline.path(second)
        return Change((
            {"op": "replace", "path": pointer(one), "value": self.outline.values[second]},
            {"op": "replace", "path": pointer(other), "value": self.outline.values[first]},
        ), one)  # fmt: skip


def schema_at(schema: JsonValue, path: Sequence[str | int]) -> JsonValue:
    """Return the part of a JSON Schema for the value at ``path``; None where it says nothing."""
    part: JsonValue = schema
    for step in path:
        if not isinstance(part, dict):
            return None
        part = _referred(schema, part)
        if isinstance(step, int):
            part = part.get("items") if isinstance(part, dict) else None
        else:
            inner = part.get("properties") if isinstance(part, dict) else None
            part = inner.get(step) if isinstance(inner, dict) else None
    return _referred(schema, part) if isinstance(part, dict) else None


def _referred(schema: JsonValue, part: dict[str, JsonValue]) -> JsonValue:
    named = part.get("$ref")
    if not isinstance(named, str) or not named.startswith("#/"):
        return part
    found = schema
    for step in named[2:].split("/"):
        found = found.get(step) if isinstance(found, dict) else None
    return found


def _compositions(
    pieces: Sequence[tuple[str, str]], may_join: Callable[[str], bool]
) -> Iterator[list[str]]:
    """Yield the ways to join pieces into clauses, the most clauses first."""
    joins = [(False, True) if may_join(piece) else (False,) for _, piece in pieces[1:]]
    for chosen in sorted(product(*joins), key=sum):
        segments = [pieces[0][1]]
        for is_joined, (joint, piece) in zip(chosen, pieces[1:], strict=True):
            if is_joined:
                segments[-1] += joint + piece
            else:
                segments.append(piece)
        yield segments


def _joined(changes: Sequence[Change]) -> Change:
    operations = [operation for each in changes for operation in each.operations]
    return Change(tuple(operations), changes[-1].place)


def _of(text: str, around: str) -> str:
    return f"{text} {around}".strip() if around else text


def _tail(text: str) -> str:
    words = text.split()
    return words[-1] if len(words) > 1 else ""


def _plain_it(text: str) -> str:
    return re.sub(r"\b(it|that|he|she|there|what|who)['’]s\b", r"\1 is", text.strip(), flags=re.I)


def _rounded(value: float, old: float) -> int | float:
    value = round(value, 9)
    return int(value) if isinstance(old, int) and value == int(value) else value


def _is_day(value: JsonValue) -> bool:
    return isinstance(value, str) and bool(re.fullmatch(r"\d{4}-\d\d-\d\d", value))


def _later(day: str, count: int, unit: str) -> str:
    on = dt.date.fromisoformat(day)
    if unit in ("days", "weeks"):
        return (on + dt.timedelta(days=count * (7 if unit == "weeks" else 1))).isoformat()
    months = on.year * 12 + on.month - 1 + count * (12 if unit == "years" else 1)
    year, month = divmod(months, 12)
    for last in (on.day, 30, 29, 28):
        if last <= on.day:
            try:
                return dt.date(year, month + 1, last).isoformat()
            except ValueError:
                continue
    return day
