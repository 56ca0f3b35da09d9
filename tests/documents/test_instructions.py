"""Instructions to change a document: read exactly, or asked back, and never applied by a guess."""

import datetime as dt
import time

import pytest

from benchmark.document_edits import EditCase, cases, outcome
from tidemark.documents.content import written
from tidemark.documents.followups import Restore
from tidemark.documents.instructions.changes import Change
from tidemark.documents.record import Record, RecordEntry
from tidemark.documents.talk import DocumentTalk, Reply

NOW = dt.datetime(2026, 11, 23, 12, tzinfo=dt.UTC)
INVOICE = {
    "number": "2026-0147",
    "paid": False,
    "customer": {"name": "Orchard Studio", "address": {"city": "Delft"}},
    "lines": [
        {"description": "Logo design", "price": 650},
        {"description": "Consulting", "price": 85},
    ],
    "due": "2026-12-02",
}


def talk(content: object, *, is_addressed: bool = True) -> DocumentTalk:
    record = Record([RecordEntry(1, "", NOW)], lambda _: content)  # type: ignore[arg-type, return-value]
    return DocumentTalk("invoice", record, NOW, is_addressed=is_addressed)


@pytest.mark.parametrize("case", tuple(cases("seen")), ids=lambda case: case.instruction[:60])
def test_an_instruction_is_read_as_it_is_meant(case: EditCase) -> None:
    assert outcome(case)[0] in ("right", "asked for rightly")


@pytest.mark.parametrize(
    "remark",
    [
        "We moved to Utrecht last week.",
        "The price of petrol is 2 euros now",
        "I paid the rent yesterday",
        "Remind me to call the customer",
        "Could you write a poem about a city?",
        "What is the capital of France?",
        "Add milk to my shopping list",
        "Ik heb gisteren met de klant gebeld",
        "Thanks, that was all",
        "My name is Anna and I live in Delft",
    ],
)
def test_what_is_said_of_other_things_is_left_alone(remark: str) -> None:
    assert talk(INVOICE, is_addressed=False).understand(remark) is None


def test_a_name_that_fits_several_places_is_asked_back_with_their_names() -> None:
    found = talk(INVOICE).understand("Set the price to 90")
    assert isinstance(found, Reply)
    assert found.asks
    assert "lines › Logo design › price" in found.text
    assert "lines › Consulting › price" in found.text


def test_a_large_document_is_edited_within_a_second() -> None:
    entries = [
        {"value": number, "unit": "mg/kg", "source": f"study {number}", "note": "word " * 30}
        for number in range(5_000)
    ]
    content = {"inci": "WATER", "entries": entries}
    size = len(written(content))
    assert size > 1_000_000
    began = time.perf_counter()
    found = talk(content).understand("Set the unit of study 4321 to g/kg and the inci to AQUA")
    assert time.perf_counter() - began < 5  # half a second on a quiet machine
    assert isinstance(found, Change)
    assert [each["path"] for each in found.operations] == ["/entries/4321/unit", "/inci"]


def test_undo_goes_back_one_version() -> None:
    contents = [INVOICE, {**INVOICE, "paid": True}]
    entries = [RecordEntry(number, "", NOW) for number in (1, 2)]
    record = Record(entries, lambda number: contents[number - 1])  # type: ignore[arg-type, return-value]
    assert DocumentTalk("invoice", record, NOW).understand("Undo that, please") == Restore(1)
