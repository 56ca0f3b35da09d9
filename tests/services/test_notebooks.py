"""Notebooks as faces use them: switching, isolation, keeping, clearing, last activity."""

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from assistant import Assistant
from tests.conversing import later, on_each_database
from tidemark.engines.scripted import ScriptedEngine
from tidemark.errors import InstructionsTooLong, NotebookExists
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.scope import Scope
from tidemark.settings import Settings
from tidemark.transfer.conversation import Conversation, PlainMessage


class Clock:
    """A clock that goes on a minute each time it is read."""

    def __init__(self) -> None:
        self.minutes = 0

    def __call__(self) -> dt.datetime:
        self.minutes += 1
        return later(self.minutes)


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    with closing(Assistant(settings(), engine=ScriptedEngine(), clock=Clock())) as opened:
        yield opened


def notebook(assistant: Assistant, name: str) -> Assistant:
    """Begin a notebook and open it."""
    made = assistant.notebooks.create(NotebookChange(name=name))
    return assistant.scoped(Scope("local", made.notebook_id))


def names(assistant: Assistant) -> list[str]:
    return [each.name for each in assistant.notebooks.list()]


# Last activity


@on_each_database
def test_notebooks_are_listed_by_what_was_last_active(assistant: Assistant) -> None:
    garden, house = notebook(assistant, "Garden"), notebook(assistant, "House")
    garden.ask("Which tree?", "tree").wait(9)
    assert names(house) == ["Garden", "House", "General"]
    assistant.ask("Hello", "talk").wait(9)
    house.notebooks.touch()
    assert names(garden) == ["House", "General", "Garden"]
    assert [each.sessions for each in assistant.notebooks.list()] == [0, 1, 1]


def test_a_second_notebook_of_one_name_is_refused(assistant: Assistant) -> None:
    notebook(assistant, "Garden")
    with pytest.raises(NotebookExists, match="Choose another name"):
        notebook(assistant, "GARDEN")


# What a turn takes from its notebook


def test_instructions_join_those_of_the_engine_and_are_kept_with_the_prompt(
    settings: Callable[..., Settings],
) -> None:
    engine = ScriptedEngine()
    with closing(Assistant(settings(), engine=engine)) as opened:
        garden = notebook(opened, "Garden")
        garden.notebooks.change(NotebookChange(instructions="Name plants in Latin."))
        garden.ask("Which tree?", "tree").wait(9)
        garden.notebooks.change(NotebookChange(instructions="Be brief."))
        opened.ask("Which tree?", "talk").wait(9)

        views = [call.view for call in engine.calls if call.verb == "reply"]
        told = [view.instructions for view in views if view is not None]
        (kept,) = garden.database.prompt_snapshots.of_session("tree")

        assert told == ["Name plants in Latin.", ""]
        assert kept[1] is not None
        assert kept[1].places.instructions is not None
        assert kept[1].places.instructions.notebook == "Name plants in Latin."
        assert all(each.from_its_row for each in garden.prompt_inspection.replayed("tree"))


def test_instructions_past_their_allowance_are_refused(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings(notebook_tokens=5), engine=ScriptedEngine())) as opened:
        fits = NotebookChange(instructions="Answer in one line.")
        assert opened.notebooks.change(fits).instructions == "Answer in one line."
        with pytest.raises(InstructionsTooLong, match="hold 6 tokens, and may hold 5"):
            opened.notebooks.change(NotebookChange(instructions="Answer in one short line."))
        assert opened.notebooks.get().instructions == "Answer in one line."


@on_each_database
def test_more_messages_than_a_notebook_loads_are_folded(assistant: Assistant) -> None:
    assistant.notebooks.change(NotebookChange(most_messages=4))
    for number in range(3):
        assistant.ask(f"Question {number}", "talk").wait(9)
    assert assistant.folding.forecast("talk").folds_next
    assert assistant.sessions.summaries("talk") == ()
    assistant.ask("Question 3", "talk").wait(9)
    (summary,) = assistant.sessions.summaries("talk")
    assert (summary.from_message_index, summary.to_message_index) == (0, 5)


def test_an_import_folds_where_a_chat_would_have(assistant: Assistant) -> None:
    assistant.notebooks.change(NotebookChange(most_messages=4))
    said = tuple(
        PlainMessage(role=role, content=f"{role} {number}")
        for number in range(4)
        for role in ("user", "assistant")
    )
    assistant.transfer.store(Conversation(session_id="old", messages=said))
    assert [
        (each.from_message_index, each.to_message_index)
        for each in assistant.sessions.summaries("old")
    ] == [(0, 5)]


def test_the_budget_of_a_notebook_is_that_of_its_chats_alone(assistant: Assistant) -> None:
    garden = notebook(assistant, "Garden")
    garden.notebooks.change(NotebookChange(budget=300))
    garden.ask("Hello", "talk").wait(9)
    assistant.ask("Hello", "other").wait(9)
    assert garden.turns.meter("talk").threshold == 300
    assert garden.turns.view("talk", "And then?").threshold == 300
    assert garden.prompt_inspection.prompt("talk", 1).threshold == 300
    assert assistant.turns.meter("other").threshold == 1200
    garden.notebooks.change(NotebookChange(budget=None))
    assert garden.configuration.threshold == 1200


@on_each_database
def test_a_single_question_reads_nothing_and_is_read_by_nothing(
    settings: Callable[..., Settings],
) -> None:
    engine = ScriptedEngine()
    with closing(Assistant(settings(), engine=engine)) as opened:
        garden = notebook(opened, "Garden")
        garden.ask("My gardener is called Wilma.", "talk").wait(9)
        garden.notebooks.change(NotebookChange(mode="single"))
        garden.ask("The gardener Wilma drives a Trabant, what does she drive?", "talk").wait(9)
        alone = engine.calls[-1].view
        assert alone is not None
        assert [piece.kind for piece in alone.pieces] == ["question"]

        garden.notebooks.change(NotebookChange(mode="chat"))
        garden.ask("What does my gardener Wilma drive, a Trabant?", "talk").wait(9)
        garden.ask("Does the gardener Wilma drive a Trabant?", "other").wait(9)
        for index in (-2, -1):
            view = [call.view for call in engine.calls if call.verb == "reply"][index]
            assert view is not None
            read = " ".join(piece.text for piece in view.pieces if piece.kind != "question")
            assert "Trabant, what" not in read
        single = [each.is_single for each in garden.sessions.transcript("talk")]
        found = garden.sessions.find("what does she drive").shown
        forecast = garden.folding.forecast("talk")

        assert single == [False, False, True, True, False, False]
        assert any(at.position in (2, 3) for hit in found for at in hit.passages)
        assert forecast.messages == 4
        assert list(garden.prompt_inspection.replayed("talk"))
        assert all(each.chosen_anew for each in garden.prompt_inspection.replayed("talk"))


@on_each_database
def test_a_notebook_may_shut_the_profile_out(settings: Callable[..., Settings]) -> None:
    engine = ScriptedEngine()
    with closing(Assistant(settings(), engine=engine)) as opened:
        garden = notebook(opened, "Garden")
        opened.profile.add("key_facts", "I live in Utrecht.")
        for wanted in (True, False):
            garden.notebooks.change(NotebookChange(uses_profile=wanted))
            garden.ask("Where do I live?", f"talk-{wanted}").wait(9)
            view = engine.calls[-1].view
            assert view is not None
            assert any("Utrecht" in piece.text for piece in view.pieces) is wanted
        garden.ask("My name is Wilma and I am a vegetarian.", "new").wait(9)
        assert [entry.text for entry in opened.profile.entries()] == ["I live in Utrecht."]
