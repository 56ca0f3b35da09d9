"""A correction in a message replaces the remembered value at once."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assistant import Assistant
from tidemark.memory.merging import merge
from tidemark.nlp.dutch.pack import DUTCH
from tidemark.nlp.english.pack import ENGLISH
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.nlp.quotes import quotable_sentences
from tidemark.schema import ITEM_KINDS, Item, ItemKind, SessionMemory
from tidemark.settings import Settings

TALKS = Path(__file__).parent.parent.parent / "benchmark/talks"
CORRECTED = [
    pytest.param(
        "We meet in Porto on Friday.",
        "Not Porto, Lisbon.",
        "Where do we meet?",
        ("key_facts", "We meet in Lisbon", "We meet in Porto on Friday"),
        id="a fact",
    ),
    pytest.param(
        "We are going to Porto in May.",
        "Sorry, not Porto, Lisbon.",
        "Where do we go in May?",
        ("key_facts", "We are going to Lisbon in May", "We are going to Porto in May"),
        id="a month that is a small word, too",
    ),
    pytest.param(
        "I live in Leiden.",
        "Correction: I live in Delft.",
        "Where do I live?",
        ("key_facts", "I live in Delft", "I live in Leiden"),
        id="announced",
    ),
    pytest.param(
        "I prefer the window seat.",
        "Not the window seat, the aisle seat.",
        "Which seat do I prefer?",
        ("preferences", "I prefer the aisle seat", "I prefer the window seat"),
        id="a preference",
    ),
    pytest.param(
        "Onze vergadering is in Utrecht.",
        "Niet Utrecht, alleen Breda.",
        "Waar is onze vergadering?",
        ("key_facts", "Onze vergadering is in Breda", "Onze vergadering is in Utrecht"),
        id="Dutch",
    ),
    pytest.param(
        "Ik wil het liefst een kamer met balkon.",
        "Niet met balkon, alleen met terras.",
        "Wat voor kamer wil ik?",
        (
            "preferences",
            "Ik wil het liefst een kamer met terras",
            "Ik wil het liefst een kamer met balkon",
        ),
        id="a preference in Dutch",
    ),
]


@pytest.fixture
def open_with(settings: Callable[..., Settings]) -> Iterator[Callable[[int], Assistant]]:
    opened: list[Assistant] = []

    def build(threshold: int) -> Assistant:
        opened.append(Assistant(settings(token_threshold=threshold)))
        return opened[-1]

    yield build
    for assistant in opened:
        assistant.close()


def said(assistant: Assistant, *texts: str) -> tuple[str, str]:
    """Say ``texts`` one after the other; return the session and the last reply."""
    session_id, reply = None, ""
    for text in texts:
        report = assistant.turns.report(assistant.ask(text, session_id))
        session_id, reply = report.session_id, report.reply
    assert session_id is not None
    return session_id, reply


@pytest.mark.parametrize(("first", "then", "question", "item"), CORRECTED)
def test_a_correction_changes_the_item_in_a_session_that_never_folded(
    open_with: Callable[[int], Assistant],
    first: str,
    then: str,
    question: str,
    item: tuple[str, str, str],
) -> None:
    assistant = open_with(1200)

    session_id, reply = said(assistant, first, then, question)

    assert assistant.sessions.summaries(session_id) == ()
    memory = assistant.memory_overview.running(session_id).memory
    found = [
        (kind, each.text, old.text) for kind, each in memory.all_items() for old in each.history
    ]
    assert found == [item]
    assert then.rstrip(".").split()[-1] in reply
    assert first.rstrip(".") not in reply


def test_a_fact_that_corrects_a_decision_takes_its_place_and_its_pin() -> None:
    older = SessionMemory(
        decisions=(Item(text="We take the night train", message_ids=(1,), is_pinned=True),)
    )
    newer = SessionMemory(key_facts=(Item(text="Not the night train, a bus", message_ids=(5,)),))

    (decision,) = merge(older, newer).decisions

    assert (decision.text, decision.is_pinned) == ("We take a bus", True)
    assert [former.text for former in decision.history] == ["We take the night train"]
    assert merge(newer, older).decisions[0].text == "We take a bus"  # by what was said later


@pytest.mark.parametrize("kind", ITEM_KINDS)
def test_an_item_added_by_hand_does_not_disturb_later_folds(
    open_with: Callable[[int], Assistant], kind: ItemKind
) -> None:
    assistant = open_with(200)
    story = "I booked hotel number 3 in Lisbon for 20 euros. " * 8
    session_id, _ = said(assistant, "We decided to go by train.", story, story)
    for text in ("We go by bus", "We go by taxi instead"):
        assistant.memory_editing.add(session_id, kind, text)

    for text in ("Hello", "We'll go by plane instead."):
        reply = assistant.turns.report(assistant.ask(text, session_id)).reply

    remembered = assistant.memory_overview.running(session_id).memory
    assert {"We go by bus", "We go by taxi instead"} <= {
        item.text for _, item in remembered.all_items()
    }
    assert "plane" in reply


@pytest.mark.parametrize("pack", LANGUAGE_PACKS.values(), ids=LANGUAGE_PACKS)
def test_the_quick_look_for_the_words_of_a_swap_overlooks_none(pack: LanguagePack) -> None:
    table = pack.corrections
    lines = [
        line for file in TALKS.glob("*.jsonl") for line in file.read_text("utf-8").splitlines()
    ]
    said = {each for line in lines for each in quotable_sentences(json.loads(line).get("say", ""))}
    slow = {each for each in said if any(pattern.search(each) for pattern in table.swaps)}
    assert len(slow) > 10
    assert {each for each in said if any(table.swapped(each))} == slow


@pytest.mark.parametrize(
    ("text", "opened"),
    [
        ("No, 45.", "No, "),
        ("no wait, it's at 10", "no wait, "),
        ("No it's at 10.", "No "),
        ("No Tess goes.", "No "),
        ("Small correction: it's 45.", "Small correction: "),
        ("No dogs are allowed in the hall.", ""),
        ("No one comes.", ""),
        ("Small tables cost 20 euros.", ""),
        ("Quick lunches are at the bar.", ""),
    ],
)
def test_an_opener_is_no_part_of_what_a_statement_says(text: str, opened: str) -> None:
    found = ENGLISH.corrections.opens.match(text)

    assert (found[0] if found else "") == opened


def test_a_dutch_opener_is_no_part_of_what_a_statement_says() -> None:
    assert DUTCH.corrections.opens.match("Kleine correctie: het is 45.")
    assert not DUTCH.corrections.opens.match("Kleine tafels kosten 20 euro.")
