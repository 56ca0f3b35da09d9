"""New documents requested in words: their names, and their first content."""

import datetime as dt

import pytest

from tidemark.documents.creations import Creation, creation_of
from tidemark.documents.talk import CUES

NOW = dt.datetime(2026, 11, 23, 12, tzinfo=dt.UTC)


def asked(text: str) -> Creation | None:
    found = (creation_of(text, cues, language, NOW) for language, cues in CUES.items())
    return next((each for each in found if each is not None), None)


@pytest.mark.parametrize(
    ("text", "name", "content"),
    [
        ("make a new document called budget", "budget", {}),
        ("Please create a document notes", "notes", {}),
        ("maak een document aan dat reis heet", "reis", {}),
        ("create a document about our trip", "our trip", {}),
        ("create a document: packing list", "packing list", {}),
        ("create a document: packing list with a rope", "packing list", {"items": ["rope"]}),
        ("maak een document: inpaklijst", "inpaklijst", {}),
        ("create a document packing-list with a tent, a stove and a map", "packing-list",
         {"items": ["tent", "stove", "map"]}),
        ("maak een document boodschappen met melk en 2 broden", "boodschappen",
         {"items": ["melk", "2 broden"]}),
        ("start a document called trip with city: Oslo, days: 3 and a budget of 500", "trip",
         {"city": "Oslo", "days": 3, "budget": 500}),
        ("maak een document plan met de velden titel en budget", "plan",
         {"titel": None, "budget": None}),
        ("create a document plan with a list of tasks and an owner: Ann", "plan",
         {"tasks": [], "owner": "Ann"}),
        ('create a document called "With love" with {"a": [1]}', "With love", {"a": [1]}),
        ("Make a packing list with a tent and two mats", "packing list",
         {"items": ["tent", "two mats"]}),
        ("Start a shopping list: milk, eggs", "shopping list", {"items": ["milk", "eggs"]}),
        ("maak een boodschappenlijst met melk en eieren", "boodschappenlijst",
         {"items": ["melk", "eieren"]}),
        ("maak een nieuw document met kaas en noem het proef", "proef", {"items": ["kaas"]}),
        ("make a document for the party with guests Mia, Bert and a budget of 400 euros",
         "the party", {"guests": ["Mia", "Bert"], "budget": "400 euros"}),
        ("maak een document voor het feest met gasten Mia, Bert en een budget van 400 euro",
         "het feest", {"gasten": ["Mia", "Bert"], "budget": "400 euro"}),
        ("create a document called party with a budget of €400, guests: mia, bert and the tasks"
         " Hall and Cake", "party",
         {"budget": 400, "guests": ["mia", "bert"], "tasks": ["Hall", "Cake"]}),
        ("create a document notes with guests Mia and towels", "notes",
         {"items": ["guests Mia", "towels"]}),  # "towels" is no guest: no list of guests
        ("create a document shop with socks Nike", "shop", {"items": ["socks Nike"]}),
        ("create a document shop with Swiss cheese and Edam", "shop",
         {"items": ["Swiss cheese", "Edam"]}),
        ("maak een document reis met lange broeken en sokken", "reis",
         {"items": ["lange broeken", "sokken"]}),
        ("Make a packing list with boots Hanwag and Meindl", "packing list",
         {"items": ["boots Hanwag", "Meindl"]}),
    ],
)  # fmt: skip
def test_a_document_is_created_with_its_name_and_first_content(
    text: str, name: str, content: object
) -> None:
    found = asked(text)
    assert found is not None
    assert (found.name, found.content) == (name, content)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("create a document called plan with everything we said", "plan"),  # no content
        ("create a document trip with days 3 and city Oslo", "trip"),  # members, or entries?
        ("maak een document plan met titel: Oslo en melk", "plan"),  # both
        ("create a document called trip with addresses: Hill 3 and milk", "trip"),
        ("create a document called trip with milk and a budget of 400 euros", "trip"),
        ("create a document for me", ""),
        ("create a document: milk, bread", ""),
        ("maak een document met melk en brood", ""),
    ],
)
def test_unclear_content_of_a_new_document_is_asked_back(text: str, name: str) -> None:
    found = asked(text)
    assert found is not None
    assert (found.name, found.content) == (name, None)


@pytest.mark.parametrize(
    "text",
    [
        "open the document budget",
        "make a document comparing both plans",
        "zet document reis op slot",
        "what does the document hold?",
    ],
)
def test_words_that_ask_for_no_document_create_none(text: str) -> None:
    assert asked(text) is None
