"""A fold at the person's wish: on each database, beside turns, stopped, and taken back."""

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from assistant import Assistant
from tests.conversing import assert_whole, on_each_database
from tidemark.engines.scripted import ScriptedEngine, ScriptedLine
from tidemark.errors import NothingToFold, SessionNotFound
from tidemark.runtime.events import Failed, Finished, Stopped, Summarised
from tidemark.settings import Settings

pytestmark = on_each_database
ENGINE = ScriptedEngine()


@pytest.fixture
def open_with(settings: Callable[..., Settings]) -> Iterator[Callable[..., Assistant]]:
    """Open an assistant whose engine is scripted, and that has answered two questions."""
    opened: list[Assistant] = []

    def open_(**script: object) -> Assistant:
        engine = ScriptedEngine(**script)  # type: ignore[arg-type]
        assistant = Assistant(settings(token_threshold=900), engine=engine)
        opened.append(assistant)
        for number in (1, 2):
            text = f"I booked hotel number {number} in Porto for {number + 20} euros. " * 8
            assert isinstance(assistant.ask(text, "talk").wait(20), Finished)
        return assistant

    yield open_
    for assistant in opened:
        assistant.close()


def held(assistant: Assistant) -> tuple[int, int, int]:
    meter = assistant.turns.meter("talk")
    return meter.active_messages, meter.covered_messages, len(assistant.sessions.summaries("talk"))


def test_it_folds_what_is_active_to_what_was_foretold_and_undo_brings_it_back(
    open_with: Callable[..., Assistant],
) -> None:
    assistant = open_with()
    before = assistant.turns.meter("talk").context
    foretold = assistant.folding.forecast("talk")

    run = assistant.folding.begin("talk")

    last = run.wait(20)
    assert isinstance(last, Finished)
    (done,) = (event for event in run.so_far() if isinstance(event, Summarised))
    assert (foretold.messages, foretold.from_index, foretold.to_index) == (4, 0, 3)
    assert (done.folded.from_index, done.folded.to_index) == (0, 3)
    assert foretold.context == done.folded.tokens_before == before
    assert done.folded.tokens_after == last.meter.context == assistant.turns.meter("talk").context
    assert 0 < last.meter.context <= foretold.context_at_most < before
    assert held(assistant) == (0, 4, 1)
    assert_whole(assistant.database.record("talk"))
    assert assistant.folding.under_way("talk") is None

    assistant.fold_history.undo_all_of("talk", done.summary_id, done.folded.from_index)
    assert held(assistant) == (4, 0, 0)
    assert assistant.turns.meter("talk").context == before


def test_what_is_kept_verbatim_parts_the_fold_and_one_undo_takes_all_of_it_back(
    open_with: Callable[..., Assistant],
) -> None:
    assistant = open_with()
    second = assistant.sessions.transcript("talk")[1]
    assistant.memory_editing.pin_message("talk", second.id, keeps=True)

    run = assistant.folding.begin("talk")
    last = run.wait(20)

    (done,) = (event for event in run.so_far() if isinstance(event, Summarised))
    assert held(assistant) == (1, 3, 2)
    assert isinstance(last, Finished)
    assert assistant.folding.forecast("talk").messages == 0
    outlook = assistant.fold_history.undo_all_of("talk", done.summary_id, done.folded.from_index)
    assert held(assistant) == (4, 0, 0)
    assert outlook.context_before == last.meter.context
    assert outlook.context == assistant.turns.meter("talk").context


def test_there_must_be_something_to_fold(open_with: Callable[..., Assistant]) -> None:
    assistant = open_with()
    with pytest.raises(SessionNotFound):
        assistant.folding.begin("nobody")
    assistant.folding.begin("talk").wait(20)
    folded = held(assistant)
    with pytest.raises(NothingToFold, match="nothing to summarise"):
        assistant.folding.begin("talk")
    assert held(assistant) == folded


def test_a_turn_under_way_goes_first(open_with: Callable[..., Assistant]) -> None:
    assistant = open_with(replies=["Noted.", "Noted.", ScriptedLine("At last.", wait_s=30)])
    run = assistant.ask("And now?", "talk")

    last = assistant.folding.begin("talk").wait(20)

    assert isinstance(last, Failed)
    assert "then fold the messages" in str(last.error)
    assert held(assistant) == (5, 0, 0)
    run.stop()
    run.wait(20)
    assert isinstance(assistant.folding.begin("talk").wait(20), Finished)


def test_stopped_it_folds_nothing(open_with: Callable[..., Assistant]) -> None:
    assistant = open_with(summaries=[ScriptedLine("{}", wait_s=30)])
    run = assistant.folding.begin("talk")
    assert assistant.folding.under_way("talk") is run

    assistant.folding.stop("talk")

    assert isinstance(run.wait(20), Stopped)
    assert held(assistant) == (4, 0, 0)
    assistant.folding.stop("talk")  # of none there is nothing to stop


@pytest.mark.parametrize("way", ["move_to_trash", "delete"])
def test_it_ends_with_its_chat(open_with: Callable[..., Assistant], way: str) -> None:
    assistant = open_with(summaries=[ScriptedLine("{}", wait_s=60)])
    run = assistant.folding.begin("talk")

    getattr(assistant.sessions, way)(["talk"])

    assert isinstance(run.so_far()[-1], Stopped)
    assert assistant.folding.under_way("talk") is None


def test_a_fold_that_lost_to_another_says_so(open_with: Callable[..., Assistant]) -> None:
    assistant = open_with(summaries=[ScriptedLine("{}", wait_s=1)])
    run = assistant.folding.begin("talk")
    with closing(Assistant(assistant.configuration.settings, engine=ENGINE)) as other:
        assert isinstance(other.folding.begin("talk").wait(20), Finished)

    assert isinstance(run.wait(20), Failed)
    assert held(assistant) == (0, 4, 1)
    assert_whole(assistant.database.record("talk"))
