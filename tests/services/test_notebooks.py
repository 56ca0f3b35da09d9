"""Notebooks as faces use them: switching, isolation, keeping, clearing, last activity."""

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from assistant import Assistant
from tests.conversing import later, on_each_database
from tidemark.engines.scripted import ScriptedEngine
from tidemark.errors import NotebookExists
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.scope import Scope
from tidemark.settings import Settings


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
