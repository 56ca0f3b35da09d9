"""Schemas of a language model's answers, and a forgiving parser for them.

The schemas differ from our shapes because services are strict: every field is required, without
nulls, unions or defaults (``""`` and ``[]`` stand for none), and the order of fields matters,
because a model that writes its evidence first decides better.  The parser accepts more: fences and
prose around the JSON, null for a list, a text for a list of one, too many keys or too few.
``tidemark.engines.llm.grounding`` checks the result against the conversation.
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
_MAX_CHARS = 60  # characters of an unreadable answer that are quoted
_MAX_MEMBERS = 6  # of one list: a small model under a schema can repeat itself endlessly


def _texts_in(value: object) -> list[object]:
    """Return ``value`` as a list: null and "" become an empty one, a single value a list of one."""
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


class _Response(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", str_strip_whitespace=True)


class ItemResponse(_Response):
    """One item of a summary."""

    quote: Text = ""
    messages: Annotated[tuple[int, ...], BeforeValidator(_numbers_in)] = ()
    text: Text = ""
    on: Text = ""
    status: Text = ""


ItemResponses = Annotated[
    tuple[Annotated[ItemResponse, BeforeValidator(_item_in)], ...], BeforeValidator(_texts_in)
]


class SummaryResponse(_Response):
    """A summary."""

    preferences: ItemResponses = ()
    constraints: ItemResponses = ()
    decisions: ItemResponses = ()
    todos: ItemResponses = ()
    open_questions: ItemResponses = ()
    key_facts: ItemResponses = ()


class ReferenceResponse(_Response):
    """A reference to an earlier message, its meaning, and the quote that resolves it."""

    phrase: Text = ""
    quote: Text = ""
    means: Text = ""


class DetailResponse(_Response):
    """A detail that the request needs; without a quote it was not given."""

    detail: Text = ""
    importance: Annotated[int, BeforeValidator(_importance_in)] = 1
    quote: Text = ""


class UnderstandingResponse(_Response):
    """An analysis of a question: the evidence first, then the conclusions."""

    references: Annotated[tuple[ReferenceResponse, ...], BeforeValidator(_texts_in)] = ()
    details: Annotated[tuple[DetailResponse, ...], BeforeValidator(_texts_in)] = ()
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
        "propertyOrdering": names,  # the service's own keyword for this order
    }


def _list_of(members: Schema) -> Schema:
    return {"type": "array", "items": members}


_STRING: Schema = {"type": "string"}
_INTEGER: Schema = {"type": "integer"}
_IMPORTANCE: Schema = {"type": "string", "enum": ["1", "2", "3"]}  # a free number can run on
_ITEM = _record(
    quote=_STRING, messages=_list_of(_INTEGER), text=_STRING, on=_STRING, status=_STRING
)
SUMMARY_SCHEMA = _record(**{kind: _list_of(_ITEM) for kind in ITEM_KINDS})
UNDERSTANDING_SCHEMA = _record(
    references=_list_of(_record(phrase=_STRING, quote=_STRING, means=_STRING)),
    details=_list_of(_record(detail=_STRING, importance=_IMPORTANCE, quote=_STRING)),
    needed_context_from_memory=_list_of(_STRING),
    is_ambiguous={"type": "boolean"},
    possible_interpretations=_list_of(_STRING),
    clarifying_questions=_list_of(_STRING),
    rewritten_query=_STRING,
)


def strict_schema(schema: Schema) -> Schema:
    """Return ``schema`` in OpenAI's strict form: no further keys, and no keyword of Gemini's.

    Keys are written in the order of ``properties``; lists are limited.  Source:
    https://platform.openai.com/docs/guides/structured-outputs
    """
    if schema["type"] == "array":
        members = strict_schema(schema["items"])
        return {"type": "array", "items": members, "maxItems": _MAX_MEMBERS}
    if schema["type"] != "object":
        return schema
    fields = {name: strict_schema(field) for name, field in schema["properties"].items()}
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def schema_outline(schema: Schema) -> str:
    """Return ``schema`` as text, for a model that takes no schema.

    >>> schema_outline(_record(quote=_STRING, messages=_list_of(_INTEGER)))
    '{"quote": string, "messages": [integer]}'
    """
    if schema["type"] == "object":
        fields = schema["properties"].items()
        return "{" + ", ".join(f'"{name}": {schema_outline(field)}' for name, field in fields) + "}"
    if schema["type"] == "array":
        return f"[{schema_outline(schema['items'])}]"
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    return str(schema["type"])


Response = TypeVar("Response", bound=_Response)


def read(text: str, shape: type[Response]) -> Response:
    """Parse an answer as ``shape``, ignoring text around it and missing keys.

    Raises:
        ValueError: It is not JSON, has none of the keys, or one has an impossible value; the
            message tells the model what to correct.
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
    """Return the JSON object in ``text``: all of it, in a fence, or from first { to last }."""
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
    shown = one_line(text, _MAX_CHARS).replace(". ", "; ")  # it becomes part of a sentence
    raise ValueError(f"it is not a JSON object: {shown!r}")


def _loaded(text: str) -> object:
    try:
        return json.loads(text, strict=False)  # allows bare line breaks in texts
    except (json.JSONDecodeError, RecursionError):
        return None


def _unwrapped(spoken: dict[str, object], wanted: Set[str]) -> dict[str, object]:
    """Return ``spoken`` without a key that wraps all of it, and with its profile flattened."""
    if len(spoken) == 1 and not spoken.keys() & {*wanted, "user_profile"}:
        (inner,) = spoken.values()
        spoken = inner if isinstance(inner, dict) else spoken
    profile = spoken.get("user_profile")
    return {**spoken, **profile} if isinstance(profile, Mapping) else spoken
