"""Templates are complete: each obeys its schema, and the ingredient's refuses other content."""

from typing import Any

import pytest

from tidemark.documents import templates, validation
from tidemark.errors import SchemaBroken, TemplateNotFound
from tidemark.i18n.catalogue import catalogue
from tidemark.nlp.languages import LANGUAGES

RECORD = templates.find("toxicity_data_template")


@pytest.mark.parametrize("name", templates.names())
def test_a_template_obeys_its_own_schema(name: str) -> None:
    found = templates.find(name)
    validation.check_schema(found.schema)
    validation.validate(found.content, found.schema)
    assert found.title


@pytest.mark.parametrize("language", LANGUAGES)
def test_everyday_templates_are_empty_lists_with_a_name_in_each_language(language: str) -> None:
    found = templates.everyday(language)
    assert [each.name for each in found] == ["decision_log", "packing_list"]
    assert all(value == [] for each in found for value in each.content.values())
    assert set(catalogue(language).table("TEMPLATES")) == {
        *templates.names(),
        "decision_log",
        "packing_list",
    }


def test_the_record_of_an_ingredient_takes_studies_and_findings() -> None:
    whole: dict[str, Any] = {
        **RECORD.content,
        "inci": "CAFFEINE",
        "category": "FRAGRANCE",
        "NOAEL": [{"value": 1000, "unit": "mg/kg", "source": "OECD 408"}, {"value": 1000}],
        "acute_toxicity": {"oral": {"LD50": 367, "unit": "mg/kg", "species": "rat"}},
        "skin_irritation": {"result": "not irritating", "tested_on": "2016-03-15"},
        "sources": ["OECD 408"],
        "cas": "58-08-2",
    }
    validation.validate(whole, RECORD.schema)
    validation.validate({**whole, "skin_irritation": "not irritating"}, RECORD.schema)


@pytest.mark.parametrize(
    ("member", "value", "place"),
    [
        ("category", "SOUP", "/category"),
        ("inci", None, "/inci"),
        ("NOAEL", [{"unit": "mg/kg"}], "/NOAEL/0"),
        ("NOAEL", [{"value": "1000"}], "/NOAEL/0/value"),
        ("NOAEL", [{"value": -1}], "/NOAEL/0/value"),
        ("acute_toxicity", {"by mouth": {"LD50": 1}}, "/acute_toxicity"),
        ("acute_toxicity", {"oral": {}}, "/acute_toxicity/oral"),
        ("skin_irritation", {"result": "mild", "concentration_percent": 120}, "/skin_irritation"),
    ],
)
def test_an_invalid_record_of_an_ingredient_is_refused_at_its_place(
    member: str, value: object, place: str
) -> None:
    with pytest.raises(SchemaBroken) as refused:
        validation.validate({**RECORD.content, member: value}, RECORD.schema)  # type: ignore[dict-item]
    assert refused.value.places[0].startswith(place)


def test_the_error_for_an_unknown_template_lists_the_known_ones() -> None:
    with pytest.raises(TemplateNotFound, match="There are: toxicity_data_template"):
        templates.find("../templates/toxicity_data_template")
