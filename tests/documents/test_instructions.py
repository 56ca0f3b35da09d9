"""Instructions to change a document: read exactly, or asked back, and never applied by a guess."""

import datetime as dt
import json
import re
import time
from collections import Counter

import pytest
from pydantic import JsonValue

from benchmark.document_edits import CASES, EditCase, cases, outcome
from tidemark.documents import patches
from tidemark.documents.content import written
from tidemark.documents.followups import Restore
from tidemark.documents.instructions.changes import Change
from tidemark.documents.places import Outline
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


@pytest.mark.parametrize(
    "case",
    [case for half in ("seen", "everyday", "named_seen", "again") for case in cases(half)],
    ids=lambda case: f"{case.document[:20]}: {case.instruction[:60]}",
)
def test_an_instruction_is_read_as_it_is_meant(case: EditCase) -> None:
    assert outcome(case)[0] in ("right", "asked for rightly")


@pytest.mark.parametrize(
    ("half", "least"),
    [
        ("unseen", 113),
        ("wide_seen", 109),
        ("wide_unseen", 102),
        ("broad_seen", 56),
        ("broad_unseen", 58),
        ("evening_seen", 83),
        ("evening_unseen", 56),
        ("spoken", 325),
        ("natural_seen", 40),
        ("typed_seen", 27),
        ("third", 342),
        ("fourth_seen", 167),
        ("fifth_seen", 163),
        ("named_unseen", 109),
        ("fourth_unseen", 134),
        ("fifth_unseen", 125),
    ],
)
def test_instructions_without_a_rule_of_their_own_are_read_or_asked_back(
    half: str, least: int
) -> None:
    outcomes = Counter(outcome(case)[0] for case in cases(half))
    assert outcomes["changed wrongly"] == 0
    assert outcomes["right"] + outcomes["asked for rightly"] >= least


CLINIC = {
    "patient": "Ilse",
    "date_of_birth": "1961-04-17",
    "weight": "80 kg",
    "fee": "€ 120",
    "doses": [
        {"name": "amlodipine", "dose": "5 mg", "when": "in the morning", "since": "2022-09-01"},
        {"name": "atorvastatin", "dose": "20 mg", "when": "at night", "since": "2024-02-12"},
    ],
    "exercises": [
        {"name": "Plank", "sets": 3, "minutes": 2, "room": "gym"},
        {"name": "Rowing", "sets": 2, "minutes": 10, "room": "hall"},
    ],
    "steps": ["Warm up for ten minutes.", "Do the exercises twice."],
}


@pytest.mark.parametrize(
    ("instruction", "operation"),
    [
        ("raise the fee by 15", ("replace", "/fee", "€ 135")),
        ("the weight is 2.5 kg lower", ("replace", "/weight", "77.5 kg")),
        ("set the weight to 78", ("replace", "/weight", "78 kg")),
        ("give rowing two more minutes", ("replace", "/exercises/1/minutes", 12)),
        ("can you make it 5 minutes of plank", ("replace", "/exercises/0/minutes", 5)),
        ("plank: 4 sets instead of 3", ("replace", "/exercises/0/sets", 4)),
        ("the dob is 17 May 1961", ("replace", "/date_of_birth", "1961-05-17")),
        (
            "add ramipril 2.5 mg at noon, since today",
            (
                "add",
                "/doses/-",
                {
                    "name": "ramipril",
                    "dose": "2.5 mg",
                    "when": "at noon",
                    "since": "2026-11-23",
                },
            ),
        ),
        (
            "put squats before rowing: 3 sets, 4 minutes, gym",
            (
                "add",
                "/exercises/1",
                {"name": "Squats", "sets": 3, "minutes": 4, "room": "gym"},
            ),
        ),
        (
            "put between step 1 and 2: Stretch arms and legs",
            ("add", "/steps/1", "Stretch arms and legs."),
        ),
    ],
)
def test_an_amount_keeps_its_unit_and_each_value_goes_to_the_only_place_of_its_kind(
    instruction: str, operation: tuple[str, str, JsonValue]
) -> None:
    found = talk(CLINIC).understand(instruction)
    assert isinstance(found, Change)
    op, path, value = operation
    assert found.operations == ({"op": op, "path": path, "value": value},)


@pytest.mark.parametrize(
    "instruction",
    [
        "plank: 5 sets instead of 4",  # it has 3
        "rowing takes 3 minutes more than plank",
        "the weight is 2 lb lower",  # it is in kilograms
        "set 3 places and make it 15 euros cheaper",  # of what?
        "rowing was 12 minutes",
    ],
)
def test_a_value_that_does_not_fit_what_is_there_is_asked_for(instruction: str) -> None:
    assert isinstance(talk(CLINIC).understand(instruction), Reply)


COURSE = {
    "room": "Room 2.04",
    "participants": ["Amir", "Bea"],
    "tools": ["tripod", "laptop"],
    "lessons": [
        {"date": "2026-11-26", "topic": "Light", "days": 3, "start": "09:00", "end": "12:00"},
        {"date": "2026-12-03", "topic": "Editing", "days": 2, "start": "13:00", "end": "15:00"},
    ],
    "risks": [{"text": "no projector", "chance": "low"}, {"text": "snow", "chance": "medium"}],
    "shopping": [{"name": "paper", "bought": False}, {"name": "ink", "bought": False}],
}


@pytest.mark.parametrize(
    ("instruction", "path", "value"),
    [
        ("we're in Room 1.10 from now on", "/room", "Room 1.10"),
        ("wij zitten voortaan in Room 1.10", "/room", "Room 1.10"),
        ("the snow risk is high now", "/risks/1/chance", "high"),
        ("give the editing lesson two more days", "/lessons/1/days", 4),
        ("light starts at 9:30", "/lessons/0/start", "09:30"),
        ("got the ink, they were nearly out", "/shopping/1/bought", True),
        ("inkt en papier zijn er niet, maar de ink heb ik al", "/shopping/1/bought", None),
        ("the lesson of Thursday moves to Friday", "/lessons/0/date", "2026-11-27"),
    ],
)
def test_a_remark_changes_the_place_that_its_value_its_level_or_its_date_shows(
    instruction: str, path: str, value: JsonValue
) -> None:
    found = talk(COURSE).understand(instruction)
    if value is None:
        assert isinstance(found, Reply)
        return
    assert isinstance(found, Change)
    assert found.operations == ({"op": "replace", "path": path, "value": value},)


@pytest.mark.parametrize(
    ("instruction", "operations"),
    [
        ("Farid has joined", ({"op": "add", "path": "/participants/-", "value": "Farid"},)),
        ("Farid doet ook mee", ({"op": "add", "path": "/participants/-", "value": "Farid"},)),
        ("the laptop is not a tool", ({"op": "remove", "path": "/tools/1"},)),
    ],
)
def test_who_joins_is_added_to_the_people_and_what_is_none_of_a_list_is_dropped(
    instruction: str, operations: tuple[object, ...]
) -> None:
    found = talk(COURSE).understand(instruction)
    assert isinstance(found, Change)
    assert found.operations == operations


@pytest.mark.parametrize(
    "instruction",
    [
        "everything an hour later",  # no number of hours: the sets are none
        "holiday from 1 to 8 May",
        "that is not a tool",
        "the trip starts 3 July",
        "turn on the kettle and hold on to the last 14",
        "name the holiday and break",
        "all samples at 4 degrees",
        "put the stove in the other bag",
        "the build takes 3 days longer",
    ],
)
def test_what_would_change_another_place_is_asked_for(instruction: str) -> None:
    content = {
        "holiday": {"from": None, "to": None},
        "items": [{"name": "onions", "quantity": 1, "unit": "kg", "bought": False}],
        "tools": ["tripod", "laptop"],
        "trip": {"departure": "2027-06-14", "travellers": ["Maud", "Erik"]},
        "bags": [{"name": "duffel", "things": [{"thing": "stove"}, {"thing": "map"}]}],
        "phases": [{"name": "Build", "progress": 40}],
        "backup": {"folder": "~/b", "keep": 7},
        "sample_id": "S-204",
    }
    assert isinstance(talk(content).understand(instruction), Reply)


@pytest.mark.parametrize(
    ("instruction", "path", "value"),
    [
        ("put cheddar in the fruit aisle", "/items/0/aisle", "fruit"),
        ("we have 5 bananas left", "/items/1/quantity", 5),
        ("the plumbers need two more days", "/jobs/0/days", 7),
        ("all lessons a week later", "/lessons/0/date", "2027-01-19"),
        ("Ans komt", "/guests/1/komt", True),
        ("Uncle Ray can't make it", "/invited/0/rsvp", "no"),
        ("Uncle Ray's transport: a taxi", "/invited/0/transport", "taxi"),
        ("irritation: not irritating either", "/irritation", "not irritating"),
    ],
)
def test_a_value_goes_to_the_entry_that_is_named_and_to_no_other(
    instruction: str, path: str, value: JsonValue
) -> None:
    content = {
        "items": [
            {"name": "cheddar", "quantity": 400, "aisle": "dairy"},
            {"name": "bananas", "quantity": 6, "aisle": "fruit"},
        ],
        "jobs": [{"name": "Plumbing", "start": "2027-01-14", "days": 5}],
        "lessons": [{"date": "2027-01-12", "topic": "Light"}],
        "guests": [{"naam": "Henk", "komt": True}, {"naam": "Ans", "komt": None}],
        "invited": [{"name": "Uncle Ray", "rsvp": "pending", "transport": "bus"}],
        "irritation": "slight",
    }
    found = talk(content).understand(instruction)
    assert isinstance(found, Change)
    assert found.operations == ({"op": "replace", "path": path, "value": value},)


def test_everything_is_doubled_in_the_only_list_with_amounts() -> None:
    recipe = {
        "serves": 4,
        "items": [{"item": "rice", "amount": "200 g"}, {"item": "salt", "amount": "1 tsp"}],
    }
    found = talk(recipe).understand("double everything")
    assert isinstance(found, Change)
    assert [each["value"] for each in found.operations] == ["400 g", "2 tsp"]


def test_entries_that_are_moved_or_removed_together_are_each_named_by_what_they_hold() -> None:
    before: JsonValue = {"tags": ["sweet", "quick", "easy"]}
    teller = talk(before).teller("in English")
    said = {}
    for instruction in ("reverse the tags", "remove all tags except quick"):
        found = talk(before).understand(instruction)
        assert isinstance(found, Change)
        after = patches.applied(before, found.operations)
        said[instruction] = [
            teller.change(each, Outline(before), Outline(after))
            for each in patches.changes(before, found.operations)
        ]
    assert said == {
        "reverse the tags": ["tags › easy: now number 1", "tags › quick: now number 2"],
        "remove all tags except quick": [
            "tags › easy: easy removed", "tags › sweet: sweet removed",
        ],
    }  # fmt: skip


def test_what_is_added_under_the_name_of_an_empty_place_fills_it_or_is_asked_for() -> None:
    record: dict[str, JsonValue] = {"inci": "WATER", "skin_irritation": None, "sources": []}
    asked = talk(record).understand("Now also add skin irritation data")
    assert isinstance(asked, Reply)
    assert "What should “skin irritation data” become?" in asked.text
    filled = talk(record).understand("Add skin irritation: mild")
    assert isinstance(filled, Change)
    assert patches.applied(record, filled.operations) == {**record, "skin_irritation": "mild"}


def test_a_position_in_a_list_is_no_value_of_an_entry() -> None:
    found = talk({"sources": ["A", "B", "C"]}).understand("move the second source to the end")
    assert isinstance(found, Change)
    assert found.operations == ({"op": "move", "from": "/sources/1", "path": "/sources/2"},)


@pytest.mark.parametrize(
    "question", ["What is on", "Show me", "Wat staat er op?", "Laat zien", "Wat zit er nu in"]
)
def test_a_question_with_only_the_name_of_the_document_is_answered_with_all_of_it(
    question: str,
) -> None:
    """Its name is taken out of the question before that is read."""
    found = talk({"items": ["tent", "map"]}).understand(question)
    assert isinstance(found, Reply)
    assert not found.asks
    assert "tent, map" in found.text


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


@pytest.mark.parametrize(
    "line", (CASES / "ordinary_talk.jsonl").read_text(encoding="utf-8").splitlines()
)
def test_ordinary_talk_is_no_instruction(line: str) -> None:
    case = json.loads(line)
    file = CASES / "documents" / f"{case['document']}.json"
    content = json.loads(file.read_text(encoding="utf-8"))
    assert talk(content, is_addressed=False).understand(case["said"]) is None


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


@pytest.mark.parametrize(
    ("said", "when", "first", "back", "merged"),
    [
        (
            "show the history",
            r"version 2, \d+ [A-Z][a-z]+, \d\d:\d\d “",
            "(First version)",
            "(Back to version 1)",
            "(Merged version 2 of “draft”)",
        ),
        (
            "laat de geschiedenis zien",
            r"versie 2, \d+ [a-z]+, \d\d:\d\d “",
            "(Eerste versie)",
            "(Terug naar versie 1)",
            "(Versie 2 van “draft” samengevoegd)",
        ),
    ],
)
def test_the_history_tells_in_ones_own_language_what_the_program_did(
    said: str, when: str, first: str, back: str, merged: str
) -> None:
    contents = [{"count": number} for number in (1, 2, 1, 3)]
    entries = [
        RecordEntry(1, "Initial data", NOW),
        RecordEntry(2, "set count to 2", NOW),
        RecordEntry(3, "Back to 1", NOW, restored=1),
        RecordEntry(4, "Merge 2 of draft", NOW, merged=("draft", 2)),
    ]
    record = Record(entries, lambda number: contents[number - 1])  # type: ignore[arg-type, return-value]
    told = str(DocumentTalk("counts", record, NOW).understand(said))

    assert first in told
    assert back in told
    assert merged in told
    assert "“set count to 2”" in told
    assert re.search(when, told)
    assert "Initial data" not in told
    assert "Back to 1" not in told
    assert "Merge 2" not in told


@pytest.mark.parametrize(
    ("steps", "said", "back_to"),
    [
        ((), "undo that", 3),
        ((3,), "undo that", 2),
        ((3, 2), "undo that", 1),
        ((3, 2, 1), "undo that", None),
        ((3, 2, 1), "redo", 2),
        ((3, 2, 1, 2), "redo", 3),
        ((3, 2, 1, 2, 3), "undo the last two changes", 1),
        ((3, None), "redo", None),
        ((3, None), "undo that", 5),
        ((3, None, 5), "undo that", 2),
    ],
)
def test_each_undo_goes_one_change_further_back_and_each_redo_one_forward(
    steps: tuple[int | None, ...], said: str, back_to: int | None
) -> None:
    """After three changes, ``steps`` are the versions gone back to since; None is a change."""
    contents = [{"count": number} for number in range(4)]
    entries = [RecordEntry(number, "", NOW) for number in range(1, 5)]
    for number, step in enumerate(steps, 5):
        entries.append(RecordEntry(number, "", NOW, is_step=step is not None, restored=step))
        contents.append({"count": number} if step is None else contents[step - 1])
    record = Record(entries, lambda number: contents[number - 1])  # type: ignore[arg-type, return-value]
    found = DocumentTalk("counts", record, NOW).understand(said)
    assert found.version == back_to if isinstance(found, Restore) else back_to is None


@pytest.mark.parametrize(
    ("content", "said", "patch"),
    [
        ([], "add a torch to invoice", [("/-", "torch")]),
        ({"title": "Hike", "items": ["map"]}, "add a torch", [("/items/-", "torch")]),
        ({}, "zet er ook nog brood bij", [("/items", ["brood"])]),
        ({}, "set the due date to 3 January 2027", [("/due_date", "2027-01-03")]),
        ({"items": ["map"], "leader": "Ann"}, "add a torch", None),
        ({"items": ["map"], "food": []}, "add a torch", None),
        ({"items": ["map"]}, "add a budget of 500", None),
        ({"items": [], "title": ""}, "add a title Hike", None),
        ({}, "add 5 to the count", None),
        ({}, "make the invoice better", None),
    ],
)
def test_what_can_only_go_to_one_list_is_added_there(
    content: object, said: str, patch: list[tuple[str, object]] | None
) -> None:
    found = talk(content).understand(said)
    done = (
        [(each["path"], each["value"]) for each in found.operations]
        if isinstance(found, Change)
        else None
    )
    assert done == patch


@pytest.mark.parametrize(
    ("said", "added"),
    [
        ("add the torch again, there are no street lights", ["torch"]),
        ("add a torch, it gets dark early", ["torch"]),
        ("add a torch and a rope, there is no light", ["torch", "rope"]),
        ("add a torch, a charger and a rope", ["torch", "charger", "rope"]),
        ("voeg de zaklamp weer toe, er zijn geen straatlantaarns", ["zaklamp"]),
        ("zet de zaklamp er weer op, het is daar donker", ["zaklamp"]),
        ("add a rope, they need a leash", ["rope"]),
        ("add a rope, the dogs need a leash", ["rope"]),
        ("add a knife, we forgot it last time", ["knife"]),
        ("add a rope, Tom needs a leash", ["rope"]),
        ("add bread, we need butter too", ["bread", "butter"]),
        ("add a tent, the cooker", ["tent", "cooker"]),
        ("voeg een touw toe, ze hebben een riem nodig", ["touw"]),
        ("voeg zonnebrand toe, het wordt warm", ["zonnebrand"]),
        ("zet er een touw bij, die zijn we vorige keer vergeten", ["touw"]),
    ],
)
def test_the_reason_after_new_entries_is_no_entry(said: str, added: list[str]) -> None:
    found = talk({"title": "Hike", "items": ["map"]}).understand(said)
    assert isinstance(found, Change)
    assert [each.get("value") for each in found.operations] == added


def answered(
    instruction: str, *answers: str, content: object = None
) -> Change | Restore | Reply | None:
    """Return what the last answer comes to, each given to the question before it."""
    of = talk(INVOICE if content is None else content)
    found = of.understand(instruction)
    for each in answers:
        question = found.question if isinstance(found, Reply) else None
        found = of.understand(each, question)
    return found


LISTS: dict[str, object] = {"scores": [], "remark": "", "status": "open", "phone": None}


@pytest.mark.parametrize(
    ("said", "content", "patch"),
    [
        (("Set the price to 90", "the second"), None, [("/lines/1/price", 90)]),
        (("Set the price to 90", "the one of the logo design"), None, [("/lines/0/price", 90)]),
        (("zet de price op 90", "die van Consulting"), None, [("/lines/1/price", 90)]),
        (("Set the price to 90", "2"), None, [("/lines/1/price", 90)]),
        (("Set the price to 90", "both"), None, [("/lines/1/price", 90), ("/lines/0/price", 90)]),
        (("Set the price to 90 and the due date to 2027-01-02", "the last one"), None,
         [("/lines/1/price", 90), ("/due", "2027-01-02")]),
        (("Set the due date to soon", "3 January 2027"), None, [("/due", "2027-01-03")]),
        (("Set the price to much", "the second", "70"), None, [("/lines/1/price", 70)]),
        (("Set the town to Leiden", "the city"), None, [("/customer/address/city", "Leiden")]),
        (("Change the status", "closed"), LISTS, [("/status", "closed")]),
        (("Wijzig de status", "gesloten"), LISTS, [("/status", "gesloten")]),
        (("Add 5 to the scores", "as a number"), LISTS, [("/scores/-", 5)]),
        (("Voeg 5 toe aan scores", "als tekst"), LISTS, [("/scores/-", "5")]),
        (("Set the remark to 2024", "text"), LISTS, [("/remark", "2024")]),
    ],
    ids=lambda value: " / ".join(value) if isinstance(value, tuple) else "",
)  # fmt: skip
def test_an_answer_is_joined_to_the_instruction_that_was_asked_about(
    said: tuple[str, ...], content: object, patch: list[tuple[str, object]]
) -> None:
    found = answered(*said, content=content)
    assert isinstance(found, Change), found
    assert [(each["path"], each["value"]) for each in found.operations] == patch


@pytest.mark.parametrize(
    "said",
    [
        ("Set the price to 90", "never mind"),
        ("Set the price to 90", "the third"),
        ("Set the price to 90", "the one of the weather"),
        ("Set the price to 90", "what is the price of the second?"),
        ("Set the price to 90", "what is the price?", "the second"),
        ("Set the due date to soon", "I will ask my boss"),
        ("Set the due date to soon", "thanks"),
    ],
    ids=lambda value: " / ".join(value),
)
def test_what_is_no_answer_changes_nothing(said: tuple[str, ...]) -> None:
    assert not isinstance(answered(*said), Change | Restore)


def test_digits_that_are_no_amount_stay_as_they_are_written() -> None:
    found = talk(LISTS).understand("set the phone to 0612345678")
    assert isinstance(found, Change)
    assert found.operations[0]["value"] == "0612345678"


@pytest.mark.parametrize(
    "instruction",
    [
        "unless they object, set the city to Leiden",
        "once we have moved, set the city to Leiden",
        "set the city to something shorter",
        "set the city to 12",
        'set the price of the logo design to "soon"',
        "set the price of the logo design to about 700",
        "set the price of the logo design to 700 or 750",
        "the price of the logo design should not be 700",
        "increase the price of the logo design by a lot",
        "remove all but the logo design",
        "tenzij zij bezwaar hebben, zet de city op Leiden",
        "zodra het kan, zet de city op Leiden",
        "zet de city nooit op Leiden",
        "zet de city op iets korters",
        "zet de price van Consulting op ongeveer 90",
        "laat de city op Delft staan",
    ],
)
def test_what_is_not_certain_is_asked_back(instruction: str) -> None:
    found = talk(INVOICE).understand(instruction)
    assert isinstance(found, Reply)
    assert found.asks


@pytest.mark.parametrize(
    ("instruction", "city"),
    [
        ("make sure that the city is Leiden", "Leiden"),
        ("for the city, use Leiden", "Leiden"),
        ("update the city so that it says Leiden", "Leiden"),
        ("put Leiden down as the city", "Leiden"),
        ("set the city to Leiden instead", "Leiden"),
        ("the city is no longer Delft but Leiden", "Leiden"),
        ("zou je de city op Leiden kunnen zetten?", "Leiden"),
        ("zorg ervoor dat de city Leiden wordt", "Leiden"),
        ("de city moet op Leiden gezet worden", "Leiden"),
        ("de city hoort Leiden te zijn", "Leiden"),
        ("geef de city de waarde Leiden", "Leiden"),
        ("maak de city Nieuwe Niedorp", "Nieuwe Niedorp"),
    ],
)
def test_a_value_is_what_is_left_of_the_sentence(instruction: str, city: str) -> None:
    found = talk(INVOICE).understand(instruction)
    assert isinstance(found, Change)
    assert [each.get("value") for each in found.operations] == [city]


@pytest.mark.parametrize(
    "instruction",
    [
        "Change two towels to three towels in the packing list",
        "replace two towels with three towels on my packing list.",
    ],
)
def test_the_document_that_is_named_at_the_end_is_no_part_of_the_value(instruction: str) -> None:
    record = Record([RecordEntry(1, "Initial data", NOW)], lambda _: {"items": ["two towels"]})
    found = DocumentTalk("packing list", record, NOW).understand(instruction)
    assert isinstance(found, Change)
    assert [each["value"] for each in found.operations] == ["three towels"]


def test_an_entry_that_was_asked_for_is_joined_to_its_list() -> None:
    record = talk({"inci": "WATER", "skin_irritation": []})
    asked = record.understand("Now also add skin irritation data")
    assert isinstance(asked, Reply)
    assert asked.question is not None
    found = record.understand("not irritating at 5 %", asked.question)
    assert isinstance(found, Change)
    assert found.operations == (
        {"op": "add", "path": "/skin_irritation/-", "value": "not irritating at 5 %"},
    )


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Delete the packing list", "packing list as a whole is deleted on its page"),
        ("Verwijder het document", "packing list als geheel verwijder je op de eigen pagina"),
    ],
)
def test_a_document_is_not_deleted_by_talk_and_the_reply_says_where(said: str, told: str) -> None:
    record = Record([RecordEntry(1, "Initial data", NOW)], lambda _: {"items": ["tent", "map"]})
    found = DocumentTalk("packing list", record, NOW).understand(said)
    assert isinstance(found, Reply)
    assert told in found.text


def test_a_plain_entry_has_no_parts_to_choose_from() -> None:
    found = talk({"items": ["tent", "map"]}).understand("set the tent to two")
    assert isinstance(found, Reply)
    assert "several parts" not in found.text


GROCERIES = {"items": ["butter", "bread"]}
PARTY = {"guests": ["Mia", "Bert"], "budget": 400}
BAG = {"clothes": ["socks"], "toiletries": ["soap"]}
TASKS = {"taken": [{"taak": "zaal boeken", "gedaan": False}]}


@pytest.mark.parametrize("is_addressed", [True, False])
@pytest.mark.parametrize(
    ("content", "instruction", "made"),
    [
        (GROCERIES, "remove the butter and add jam", {"items": ["bread", "jam"]}),
        (GROCERIES, "remove the butter, add jam and eggs", {"items": ["bread", "jam", "eggs"]}),
        (GROCERIES, "remove the butter and put jam on it", {"items": ["bread", "jam"]}),
        (GROCERIES, "schrap butter en zet er jam op", {"items": ["bread", "jam"]}),
        (GROCERIES, "haal butter eraf en zet er jam en ui bij", {"items": ["bread", "jam", "ui"]}),
        (PARTY, "remove Bert and add Tom", {"guests": ["Mia", "Tom"], "budget": 400}),
        (PARTY, "haal Bert eraf en zet Tom erbij", {"guests": ["Mia", "Tom"], "budget": 400}),
        (BAG, "remove the socks and add boots", {"clothes": ["boots"], "toiletries": ["soap"]}),
        (PARTY, "empty the guests", {"guests": [], "budget": 400}),
        (PARTY, "take everyone off the guest list", {"guests": [], "budget": 400}),
        (GROCERIES, "clear the invoice", {"items": []}),  # the document's name
        (TASKS, "streep zaal boeken af", {"taken": [{"taak": "zaal boeken", "gedaan": True}]}),
    ],
)  # fmt: skip
def test_what_is_removed_and_what_is_added_beside_it_is_one_change_and_a_list_is_emptied(
    content: JsonValue, instruction: str, made: JsonValue, *, is_addressed: bool
) -> None:
    found = talk(content, is_addressed=is_addressed).understand(instruction)
    assert isinstance(found, Change)
    assert patches.applied(content, found.operations) == made


@pytest.mark.parametrize(
    ("content", "instruction"),
    [
        (GROCERIES, "remove the tea and add jam"),  # not half of it
        (GROCERIES, "remove the butter and add bread"),
        (GROCERIES, "remove the butter and add 20 euros to the budget"),
        (PARTY, "remove Bert and set the deposit to 20"),
        (PARTY, "empty the invoice"),  # it has a budget, too
        (BAG, "empty the list"),
        (GROCERIES, "tick off the bread"),
        (BAG, "vink socks af"),
    ],
)
def test_a_change_that_is_possible_only_in_part_is_refused_whole(
    content: JsonValue, instruction: str
) -> None:
    assert isinstance(talk(content).understand(instruction), Reply)


@pytest.mark.parametrize("instruction", ["empty the list", "empty it", "maak de lijst leeg"])
def test_a_list_without_a_name_is_emptied_only_where_the_document_is_spoken_of(
    instruction: str,
) -> None:
    assert isinstance(talk(GROCERIES).understand(instruction), Change)
    assert talk(GROCERIES, is_addressed=False).understand(instruction) is None


def test_what_cannot_be_ticked_off_is_told_with_what_can_be_done() -> None:
    found = talk(GROCERIES).understand("tick off the bread")
    assert isinstance(found, Reply)
    assert found.text.endswith("and nothing was changed. “Remove the bread” takes it off.")
