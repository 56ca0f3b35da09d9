"""Schemas of documents: valid ones, and the places where a content breaks them."""

import pytest
from pydantic import JsonValue

from tidemark.documents import validation
from tidemark.errors import SchemaBroken, SchemaRefused
from tidemark.i18n import code_texts

SCHEMA: JsonValue = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["inci"],
    "properties": {
        "inci": {"type": "string"},
        "NOAEL": {"type": "array", "items": {"$ref": "#/$defs/level"}},
    },
    "$defs": {"level": {"type": "object", "properties": {"value": {"type": "number"}}}},
}


def test_every_place_that_breaks_the_schema_is_named() -> None:
    validation.check_schema(SCHEMA)
    validation.validate({"inci": "WATER", "NOAEL": [{"value": 5}]}, SCHEMA)
    with pytest.raises(SchemaBroken) as caught:
        validation.validate({"NOAEL": [{"value": 5}, {"value": "high"}]}, SCHEMA)
    assert caught.value.places == ("", "/NOAEL/1/value")
    assert "required" in caught.value.reasons[0]
    broken = zip(caught.value.rules, caught.value.reasons, strict=True)
    assert [code_texts.rule_text(rule, reason, "nl") for rule, reason in broken] == [
        "“inci” ontbreekt",
        '"high" is niet van het type number',
    ]


@pytest.mark.parametrize(
    "schema",
    [
        ["no"],
        {"type": "nothing"},
        {"$schema": "http://json-schema.org/draft-07/schema#"},
        {"$ref": "https://example.org/other.json"},
        {"$ref": "#/$defs/missing"},
        {"$ref": "#"},
    ],
)
def test_a_schema_that_cannot_be_used_is_refused(schema: JsonValue) -> None:
    with pytest.raises(SchemaRefused):
        validation.check_schema(schema)
