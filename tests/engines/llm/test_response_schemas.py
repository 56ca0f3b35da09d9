"""Parsing a model's answer, whatever text is around it."""

import contextlib
import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidemark.engines.llm.response_schemas import (
    SUMMARY_SCHEMA,
    UNDERSTANDING_SCHEMA,
    ItemResponse,
    Schema,
    SummaryResponse,
    UnderstandingResponse,
    read,
    strict_schema,
)
from tidemark.schema import ITEM_KINDS

FACT = {"quote": "10k customers", "messages": [1], "text": "10k customers", "on": "", "status": ""}
SUMMARY = {"key_facts": [FACT]}
AS_MEANT = SummaryResponse(
    key_facts=(ItemResponse(quote="10k customers", messages=(1,), text=FACT["text"]),)
)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(SUMMARY),
        f"```json\n{json.dumps(SUMMARY, indent=2)}\n```",
        f"```\n{json.dumps(SUMMARY)}\n```",
        f"Here is the summary you asked for:\n\n{json.dumps(SUMMARY)}\n\nAnything else?",
        f"Sure.\n```json\n{json.dumps(SUMMARY)}\n```\nI left {{names}} out.",
        json.dumps([SUMMARY]),
        json.dumps({"summary": SUMMARY}),
        json.dumps({**SUMMARY, "confidence": 0.9}),
        json.dumps({**SUMMARY, "decisions": None, "todos": "", "preferences": [None]}),
        json.dumps({**SUMMARY, "user_profile": {"preferences": None, "constraints": []}}),
        json.dumps({"key_facts": FACT}),
        json.dumps({"key_facts": [{**FACT, "messages": "1", "on": None, "extra": 1}]}),
        json.dumps({"key_facts": [{**FACT, "messages": ["message 1"]}]}),
    ],
    ids=[
        "plain",
        "fenced",
        "fenced without a language",
        "prose round it",
        "fence and prose with braces",
        "a list of one",
        "wrapped in a key",
        "unknown key",
        "nulls",
        "null profile",
        "an item for a list",
        "a number as text, null for a text",
        "a number in words",
    ],
)
def test_a_summary_is_parsed_whatever_text_is_around_it(text: str) -> None:
    assert read(text, SummaryResponse) == AS_MEANT


def test_a_text_is_an_item_and_a_list_of_one() -> None:
    spoken = {"todos": "Call the bank", "user_profile": {"preferences": ["tea", "rye bread"]}}

    assert read(json.dumps(spoken), SummaryResponse) == SummaryResponse(
        todos=(ItemResponse(text="Call the bank"),),
        preferences=(ItemResponse(text="tea"), ItemResponse(text="rye bread")),
    )


def test_a_bare_line_break_in_a_text_is_read_as_one() -> None:
    text = '{"rewritten_query": "first\nsecond"}'

    assert read(text, UnderstandingResponse).rewritten_query == "first\nsecond"


def test_nulls_of_an_understanding_become_its_empty_values() -> None:
    spoken: dict[str, object] = dict.fromkeys(UnderstandingResponse.model_fields)

    assert read(json.dumps(spoken), UnderstandingResponse) == UnderstandingResponse()


def test_an_importance_may_be_said_in_words() -> None:
    spoken = {"details": [{"detail": "date", "importance": "3 (high)", "quote": None}]}

    assert read(json.dumps(spoken), UnderstandingResponse).details[0].importance == 3


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it was empty"),
        ("  \n", "it was empty"),
        ("Sorry. I cannot.", "it is not a JSON object: 'Sorry; I cannot.'"),
        ('{"key_facts": [', "it is not a JSON object: '{\"key_facts\": ['"),
        ("[1, 2]", "it is not a JSON object: '[1, 2]'"),
        ('{"error": "quota"}', "none of the keys preferences, constraints"),
        ("{}", "none of the keys preferences, constraints"),
        ('{"key_facts": [7]}', "key_facts.0: input should be a valid dictionary"),
    ],
)
def test_an_impossible_instruction_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(ValueError) as refusal:  # noqa: PT011  the sentence is asserted below
        read(text, SummaryResponse)

    assert str(refusal.value).startswith(why)


def test_a_list_that_is_empty_is_an_answer_of_its_own() -> None:
    assert read(json.dumps({kind: [] for kind in ITEM_KINDS}), SummaryResponse) == SummaryResponse()


@given(st.one_of(st.text(), JSON_VALUES.map(json.dumps)))
def test_any_answer_is_read_or_refused(text: str) -> None:
    for shape in (SummaryResponse, UnderstandingResponse):
        with contextlib.suppress(ValueError):
            assert isinstance(read(text, shape), shape)


@given(st.dictionaries(st.sampled_from(sorted(UnderstandingResponse.model_fields)), JSON_VALUES))
def test_the_right_keys_with_any_values_are_read_or_refused(spoken: dict[str, object]) -> None:
    with contextlib.suppress(ValueError):
        assert isinstance(read(json.dumps(spoken), UnderstandingResponse), UnderstandingResponse)


def test_deep_nesting_is_refused_not_a_crash() -> None:
    with pytest.raises(ValueError, match="not a JSON object"):
        read('{"key_facts": ' + "[" * 100_000, SummaryResponse)


@pytest.mark.parametrize(
    ("schema", "shape"),
    [(SUMMARY_SCHEMA, SummaryResponse), (UNDERSTANDING_SCHEMA, UnderstandingResponse)],
)
def test_the_answer_schema_is_requested_and_parsed_in_the_same_order(
    schema: Schema, shape: type[SummaryResponse] | type[UnderstandingResponse]
) -> None:
    assert schema["required"] == list(schema["properties"]) == list(shape.model_fields)


def test_evidence_is_asked_for_before_conclusions() -> None:
    order = UNDERSTANDING_SCHEMA["required"]

    assert order.index("references") < order.index("details") < order.index("is_ambiguous")
    assert SUMMARY_SCHEMA["properties"]["todos"]["items"]["required"] == list(
        ItemResponse.model_fields
    )


@pytest.mark.parametrize("schema", [SUMMARY_SCHEMA, UNDERSTANDING_SCHEMA])
def test_a_schema_asks_for_nothing_the_service_refuses(schema: Schema) -> None:
    def words_of(part: object) -> set[str]:
        if isinstance(part, dict):
            return set(part) | set().union(*map(words_of, part.values()))
        return set().union(*map(words_of, part)) if isinstance(part, list) else {str(part)}

    assert not words_of(schema) & {"anyOf", "oneOf", "null", "default", "$ref", "$defs", "nullable"}


@pytest.mark.parametrize("schema", [SUMMARY_SCHEMA, UNDERSTANDING_SCHEMA])
def test_a_strict_schema_closes_every_object_and_keeps_the_order_of_its_keys(
    schema: Schema,
) -> None:
    strict = strict_schema(schema)

    assert list(strict["properties"]) == schema["propertyOrdering"]
    objects = list(_objects(strict))
    assert len(objects) == len(list(_objects(schema))) > 1
    for each in objects:
        assert each.keys() == {"type", "properties", "required", "additionalProperties"}
        assert (each["required"], each["additionalProperties"]) == (list(each["properties"]), False)


def _objects(schema: Schema) -> Iterator[Schema]:
    if schema["type"] == "object":
        yield schema
        for field in schema["properties"].values():
            yield from _objects(field)
    if schema["type"] == "array":
        yield from _objects(schema["items"])
