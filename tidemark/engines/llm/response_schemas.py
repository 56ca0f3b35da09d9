"""What a language model is asked to answer with, and the forgiving reader of its answers.

The schemas are apart from our shapes, because a model's service is narrow: every field required,
no nulls, unions or defaults (``""`` and ``[]`` stand for none), and the order of the fields meant,
for a model that writes its evidence first decides better.  The reader takes what came back all the
same: fences and prose round the JSON, null for a list, a text for a list of one, keys too many or
too few.  What was read is held against the conversation in ``tidemark.engines.llm.grounding``.
"""

import json
import re
from collections.abc import Mapping, Set
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from tidemark.schema import ITEM_KINDS
from utils import one_line

Schema = dict[str, Any]

_FENCED = re.compile(r"```[a-z]*\s*\n(.*?)```", re.DOTALL | re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_SHOWN = 60  # characters of an unreadable answer that are worth telling


def _texts_in(value: object) -> list[object]:
    """Return ``value`` as a list: null and empty become none, anything single a list of one."""
    if value is None or value == "":
        return []
    members = value if isinstance(value, list | tuple) else [value]
    return [member for member in members if member is not None and member != ""]


def _text_in(value: object) -> object:
    return "" if value is None else value


def _numbers_in(value: object) -> list[int]:
    return [int(digits) for digits in _DIGITS.findall(json.dumps(value))]


def _item_in(value: object) -> object:
    return {"text": value} if isinstance(value, str) else value


def _truth_in(value: object) -> object:
    return False if value is None or value == "" else value


def _importance_in(value: object) -> object:
    return value if isinstance(value, int) else next(iter(_numbers_in(value)), 1)


Text = Annotated[str, BeforeValidator(_text_in)]
Texts = Annotated[tuple[str, ...], BeforeValidator(_texts_in)]


class _Wire(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", str_strip_whitespace=True)


class WireItem(_Wire):
    """One item of a summary, as a model gives it."""

    quote: Text = ""
    messages: Annotated[tuple[int, ...], BeforeValidator(_numbers_in)] = ()
    text: Text = ""
    on: Text = ""
    status: Text = ""


WireItems = Annotated[
    tuple[Annotated[WireItem, BeforeValidator(_item_in)], ...], BeforeValidator(_texts_in)
]


class WireSummary(_Wire):
    """A summary, as a model gives it."""

    preferences: WireItems = ()
    constraints: WireItems = ()
    decisions: WireItems = ()
    todos: WireItems = ()
    open_questions: WireItems = ()
    key_facts: WireItems = ()


class WireReference(_Wire):
    """Words that point back, what they point at, and where that was said."""

    phrase: Text = ""
    quote: Text = ""
    means: Text = ""


class WireDetail(_Wire):
    """A detail the request needs, and where it was given; no quote: nowhere."""

    detail: Text = ""
    importance: Annotated[int, BeforeValidator(_importance_in)] = 1
    quote: Text = ""


class WireUnderstanding(_Wire):
    """An understanding, as a model gives it: its evidence, then what follows from it."""

    references: Annotated[tuple[WireReference, ...], BeforeValidator(_texts_in)] = ()
    details: Annotated[tuple[WireDetail, ...], BeforeValidator(_texts_in)] = ()
    needed_context_from_memory: Texts = ()
    is_ambiguous: Annotated[bool, BeforeValidator(_truth_in)] = False
    possible_interpretations: Texts = ()
    clarifying_questions: Texts = ()
    rewritten_query: Text = ""


def _record(**fields: Schema) -> Schema:
    names = list(fields)
    return {
        "type": "object",
        "properties": fields,
        "required": names,
        "propertyOrdering": names,  # the service's own word for "in this order"
    }


def _list_of(members: Schema) -> Schema:
    return {"type": "array", "items": members}


_STRING: Schema = {"type": "string"}
_INTEGER: Schema = {"type": "integer"}
_ITEM = _record(
    quote=_STRING, messages=_list_of(_INTEGER), text=_STRING, on=_STRING, status=_STRING
)
SUMMARY_SCHEMA = _record(**{kind: _list_of(_ITEM) for kind in ITEM_KINDS})
UNDERSTANDING_SCHEMA = _record(
    references=_list_of(_record(phrase=_STRING, quote=_STRING, means=_STRING)),
    details=_list_of(_record(detail=_STRING, importance=_INTEGER, quote=_STRING)),
    needed_context_from_memory=_list_of(_STRING),
    is_ambiguous={"type": "boolean"},
    possible_interpretations=_list_of(_STRING),
    clarifying_questions=_list_of(_STRING),
    rewritten_query=_STRING,
)


def written_out(schema: Schema) -> str:
    """Write ``schema`` out for a model that is sent none.

    >>> written_out(_record(quote=_STRING, messages=_list_of(_INTEGER)))
    '{"quote": string, "messages": [integer]}'
    """
    if schema["type"] == "object":
        fields = schema["properties"].items()
        return "{" + ", ".join(f'"{name}": {written_out(field)}' for name, field in fields) + "}"
    if schema["type"] == "array":
        return f"[{written_out(schema['items'])}]"
    return str(schema["type"])


Wired = TypeVar("Wired", bound=_Wire)


def read(text: str, shape: type[Wired]) -> Wired:
    """Read an answer as ``shape``, whatever stands round it and whichever keys are missing.

    Raises:
        ValueError: It is no JSON, or none of the keys asked for is in it, or one holds something
            that cannot be meant; the sentence says which, for the model to mend.
    """
    spoken = _unwrapped(_json_object(text), shape.model_fields.keys())
    known = spoken.keys() & shape.model_fields.keys()
    if not known:
        raise ValueError(f"none of the keys {', '.join(shape.model_fields)} is in it")
    try:
        return shape.model_validate(spoken)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"])
        raise ValueError(f"{where}: {first['msg'].lower()}") from error


def _json_object(text: str) -> dict[str, object]:
    """Return the JSON object in ``text``: all of it, or in a fence, or from first { to last }."""
    if not text.strip():
        raise ValueError("it was empty")
    fenced = _FENCED.search(text)
    braced = text[text.find("{") : text.rfind("}") + 1]
    for candidate in (text, fenced.group(1) if fenced else "", braced):
        spoken = _loaded(candidate)
        if isinstance(spoken, list) and len(spoken) == 1:
            spoken = spoken[0]
        if isinstance(spoken, dict):
            return spoken
    shown = one_line(text, _SHOWN).replace(". ", "; ")  # it stands inside a sentence
    raise ValueError(f"it is not a JSON object: {shown!r}")


def _loaded(text: str) -> object:
    try:
        return json.loads(text, strict=False)  # a bare line break in a text is meant as one
    except (json.JSONDecodeError, RecursionError):
        return None


def _unwrapped(spoken: dict[str, object], wanted: Set[str]) -> dict[str, object]:
    """Return ``spoken`` without a key that wraps all of it, and with its profile laid flat."""
    if len(spoken) == 1 and not spoken.keys() & {*wanted, "user_profile"}:
        (inner,) = spoken.values()
        spoken = inner if isinstance(inner, dict) else spoken
    profile = spoken.get("user_profile")
    return {**spoken, **profile} if isinstance(profile, Mapping) else spoken
