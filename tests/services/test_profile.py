"""The profile: learnt in one chat, read in the others, edited by its person."""

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from assistant import Assistant
from tests.conversing import SESSION
from tidemark import sample
from tidemark.errors import EmptyMessage
from tidemark.prompt import rendering
from tidemark.schema import ContextView, Reason
from tidemark.services.recall_check import RecallFact
from tidemark.settings import Settings

OTHER = "session_20260201_080000"


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    with closing(Assistant(settings())) as opened:
        yield opened


def ask(
    assistant: Assistant, text: str, session_id: str = SESSION, *, use_memory: bool = True
) -> None:
    assistant.turns.report(assistant.ask(text, session_id, use_memory=use_memory))


def known_in(view: ContextView) -> list[str]:
    return [piece.text for piece in view.pieces if piece.reason == Reason("profile")]


def test_what_was_told_in_one_chat_is_read_in_another(assistant: Assistant) -> None:
    ask(assistant, "I prefer a window seat.")
    ask(assistant, "Hello there", OTHER)
    view = assistant.turns.view(OTHER, "Which seat should I book?")
    assert known_in(view) == ["Preference: I prefer a window seat"]
    assert "Preferences: I prefer a window seat" in rendering.render(view)[0].content
    assert view.tokens <= view.threshold


@pytest.mark.parametrize(
    ("first", "then", "entry"),
    [
        ("I live in Leiden.", "I live in Delft now.", "I live in Delft"),
        ("I live in Leiden.", "Correction: I live in Delft.", "I live in Delft"),
        ("Ik woon in Leiden.", "Correctie: ik woon in Delft.", "ik woon in Delft"),
    ],
)
def test_what_is_put_right_takes_the_place_of_what_was_known(
    assistant: Assistant, first: str, then: str, entry: str
) -> None:
    for text in (first, then):
        assistant.turns.report(assistant.ask(text))
    assert [each.text for each in assistant.database.profile.entries()] == [entry]


def test_where_it_was_told_it_is_not_read_twice(assistant: Assistant) -> None:
    ask(assistant, "I prefer a window seat.")
    assert known_in(assistant.turns.view(SESSION, "Which seat should I book?")) == []


def test_what_is_switched_off_or_forgotten_is_not_read(assistant: Assistant) -> None:
    ask(assistant, "I prefer a window seat. I live in Ghent.")
    ask(assistant, "Hello there", OTHER)
    seat, home = assistant.profile.entries()
    assistant.profile.enable(seat.entry_id, is_enabled=False)
    assistant.profile.forget(home.entry_id)
    assert known_in(assistant.turns.view(OTHER, "Which seat should I book from Ghent?")) == []
    assistant.profile.enable(seat.entry_id, is_enabled=True)
    assert len(known_in(assistant.turns.view(OTHER, "Which seat should I book from Ghent?"))) == 1


def test_a_profile_takes_a_small_share_of_the_view(assistant: Assistant) -> None:
    ask(assistant, "Hello there", OTHER)
    for number in range(60):
        assistant.profile.add("preferences", f"I like the seat at the window in train {number}")
    for question in ("Which seat should I book?", "What is the capital of France?"):
        view = assistant.turns.view(OTHER, question)
        held = [piece.tokens for piece in view.pieces if piece.reason == Reason("profile")]
        assert 0 < sum(held) <= view.threshold / 10
        assert view.tokens <= view.threshold


def test_a_turn_that_keeps_nothing_teaches_nothing(assistant: Assistant) -> None:
    ask(assistant, "I prefer a window seat.", use_memory=False)
    assert assistant.profile.entries() == ()


def test_what_others_said_in_a_conversation_brought_in_is_not_the_persons(
    assistant: Assistant,
) -> None:
    made_up = assistant.transfer.open_sample()
    assert not assistant.profile.remembers_across(made_up)
    assistant.transfer.import_file(sample.for_locale("nl").path)
    assert assistant.profile.entries() == ()


def test_an_entry_is_one_line_and_not_empty(assistant: Assistant) -> None:
    assistant.profile.add("key_facts", "Call me\nSam")
    assert [entry.text for entry in assistant.profile.entries()] == ["Call me Sam"]
    with pytest.raises(EmptyMessage):
        assistant.profile.add("key_facts", " \n ")


def test_a_correction_changes_the_entry_it_is_about_and_keeps_the_rest(
    assistant: Assistant,
) -> None:
    ask(assistant, "My sister Anna in Ghent is allergic to nuts.")
    ask(assistant, "My sister Anna is allergic to eggs, not nuts.", OTHER)
    assert [entry.text for entry in assistant.profile.entries()] == [
        "My sister Anna in Ghent is allergic to eggs"
    ]


@pytest.mark.parametrize(
    ("told", "corrected", "now"),
    [
        ("I am vegan.", "Not vegan, vegetarian.", "I am vegetarian"),
        ("I prefer a window seat.", "Not window, aisle.", "I prefer an aisle seat"),
        (
            "Ik ben allergisch voor noten.",
            "Nee, niet noten, eieren.",
            "Ik ben allergisch voor eieren",
        ),
    ],
)
def test_a_correction_of_two_words_changes_the_entry_it_is_about(
    assistant: Assistant, told: str, corrected: str, now: str
) -> None:
    ask(assistant, told)
    ask(assistant, "Anna lives in Ghent.")
    ask(assistant, corrected)
    assert [entry.text for entry in assistant.profile.entries()] == [now]


def test_a_correction_of_someone_else_changes_no_entry(assistant: Assistant) -> None:
    ask(assistant, "I am vegan.")
    ask(assistant, "Anna is vegan.")
    ask(assistant, "Not vegan, vegetarian.", OTHER)
    assert [entry.text for entry in assistant.profile.entries()] == ["I am vegan"]


def test_what_a_person_asks_to_forget_is_read_no_more_until_they_undo_it(
    assistant: Assistant,
) -> None:
    ask(assistant, "The alarm code of the shop is 4471, Kim knows.")
    ask(assistant, "Please forget the alarm code")
    (message, *_, reply) = assistant.database.get_messages(SESSION)
    assert reply.content.startswith("Forgotten: the alarm code")
    assert "4471" in message.content

    ask(assistant, "Hello there", OTHER)
    assistant.folding.begin(SESSION).wait(60)
    asked = "What is the alarm code of the shop?"
    assert "4471" not in texts_of(assistant.turns.view(SESSION, asked))
    assert "4471" not in texts_of(assistant.turns.view(OTHER, asked))

    (forgotten,) = assistant.profile.forgotten()
    assistant.profile.remember_again(forgotten)
    assert "4471" in texts_of(assistant.turns.view(SESSION, asked))


@pytest.mark.parametrize(
    ("told", "request_", "secret"),
    [
        ("The alarm code of the shop is 4471.", "Please forget the alarm code", "4471"),
        ("De alarmcode van de winkel is 4471.", "Vergeet de alarmcode", "4471"),
    ],
)
def test_what_is_forgotten_is_shown_as_memory_nowhere_and_stays_in_the_transcript(
    assistant: Assistant, told: str, request_: str, secret: str
) -> None:
    ask(assistant, told)
    assistant.folding.begin(SESSION).wait(60)
    ((kind, item),) = assistant.sessions.summaries(SESSION)[0].memory.all_items()
    assistant.memory_editing.edit(SESSION, kind, item.text, f"{item.text}, for now")
    assert all(secret in shown for shown in memory_shown(assistant))

    ask(assistant, request_)

    assert not any(secret in shown for shown in memory_shown(assistant))
    assert not any(secret in fact.question for fact in item_facts(assistant))
    said = assistant.database.get_messages(SESSION)
    written = assistant.transfer.export(SESSION, "markdown").read_text().partition("\n")[2]
    assert written.count(secret) == sum(each.content.count(secret) for each in said)
    assert said[0].content == told

    (forgotten,) = assistant.profile.forgotten()
    assistant.profile.remember_again(forgotten)
    assert all(secret in shown for shown in memory_shown(assistant))


@pytest.mark.parametrize(
    ("told", "request_"),
    [
        ("My budget for Texel is 400 euros. Jan booked hotel Duin.", "Forget my budget"),
        ("Mijn budget voor Texel is 400 euro. Jan boekte hotel Duin.", "vergeet mijn budget"),
    ],
)
@pytest.mark.parametrize("folded_first", [True, False])
def test_what_is_forgotten_is_neither_missed_by_a_summary_nor_checked(
    assistant: Assistant, told: str, request_: str, *, folded_first: bool
) -> None:
    ask(assistant, told)
    if folded_first:
        assistant.folding.begin(SESSION).wait(60)
    ask(assistant, request_)
    assistant.folding.begin(SESSION).wait(60)

    lost = [
        assistant.fold_history.losses(SESSION, fold.id).model_dump_json()
        for fold in assistant.fold_history.all(SESSION)
    ]
    facts = assistant.recall_check.facts(SESSION, most=20, seed=1)
    assert not [each for each in lost if "400" in each or "Texel" in each]
    assert not [each for each in facts if {"400", "Texel"} & {*each.question.split(), each.answer}]
    assert "400" not in texts_of(assistant.turns.view(SESSION, "What is my budget?"))


def test_a_forgotten_text_that_no_database_can_hold_is_found_without_what_it_cannot(
    assistant: Assistant,
) -> None:
    entry_id = assistant.profile.add("preferences", "Vegetarian")
    assistant.profile.forget(entry_id)
    (forgotten,) = assistant.profile.forgotten()

    assistant.profile.remember_again(f"{forgotten}\x00")

    assert assistant.profile.forgotten() == ()


def memory_shown(assistant: Assistant) -> list[str]:
    """Return the memory of a chat as the page shows it: folds, their versions, the running one."""
    summaries = assistant.sessions.summaries(SESSION)
    versions = assistant.memory_editing.versions(SESSION, summaries[0].id)
    return [
        summaries[0].memory.model_dump_json(),
        assistant.fold_history.all(SESSION)[0].memory.model_dump_json(),
        versions[0].memory.model_dump_json(),
        assistant.memory_overview.running(SESSION).memory.model_dump_json(),
    ]


def item_facts(assistant: Assistant) -> list[RecallFact]:
    facts = assistant.recall_check.facts(SESSION, most=8, seed=1)
    return [fact for fact in facts if fact.kind == "item"]


def texts_of(view: ContextView) -> str:
    return "\n".join(piece.text for piece in view.pieces)
