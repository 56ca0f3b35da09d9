"""Notebooks: all of one piece of work, kept apart from the others, with settings of its own."""

import datetime as dt
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from tidemark.schema.base import Count, FrozenModel, Instant
from tidemark.schema.retention import RetentionDays
from tidemark.schema.scope import GENERAL
from utils import one_line, storable

LEAST_BUDGET, MOST_BUDGET = 200, 100_000
MOST_MESSAGES = 50
LEAST_MESSAGES, MOST_LOADED_MESSAGES = 2, 1000  # that most_messages may be
NAME_CHARS = 80
ICON_CHARS = 16  # an emoji may be a dozen of them

NotebookMode = Literal["chat", "single"]
NotebookColour = Literal[
    "", "grey", "red", "orange", "yellow", "green", "teal", "blue", "violet", "pink"
]
_MAY_BE_UNSET = "budget", "retention_days"
Budget = Annotated[int, Field(ge=LEAST_BUDGET, le=MOST_BUDGET)]
_Name = Annotated[
    str,
    AfterValidator(lambda name: one_line(storable(name), NAME_CHARS)),
    Field(min_length=1, pattern=r"\S"),
]
_Icon = Annotated[str, Field(max_length=ICON_CHARS, pattern=r"^\S*$")]
_MostMessages = Annotated[int, Field(ge=LEAST_MESSAGES, le=MOST_LOADED_MESSAGES)]


class Notebook(FrozenModel):
    """A notebook as one user has it: its name and looks, and what its turns take from it.

    ``instructions`` join those of the engine.  A session with more than ``most_messages`` active
    messages is folded.  ``budget`` replaces TOKEN_THRESHOLD.  In the ``mode`` "single" each
    question is answered by itself.  Without ``uses_profile`` the profile is neither read nor added
    to.  Its sessions are kept for ``retention_days``, or as the user chose if that is None.
    """

    notebook_id: str
    name: _Name
    instructions: str = ""
    colour: NotebookColour = ""
    icon: _Icon = ""
    mode: NotebookMode = "chat"
    most_messages: _MostMessages = MOST_MESSAGES
    budget: Budget | None = None
    uses_profile: bool = True
    retention_days: RetentionDays | None = None
    created_at: Instant
    last_active_at: Instant


class NotebookListing(Notebook):
    """A notebook as a list shows it: with how many chats it has."""

    sessions: Count = 0


class NotebookContents(FrozenModel):
    """How much is in a notebook; what is in its trash is counted apart."""

    sessions: Count
    trashed_sessions: Count
    sources: Count
    trashed_sources: Count
    documents: Count


class NotebookChange(FrozenModel):
    """What is to change of a notebook: the fields that are given, and no others."""

    name: _Name | None = None
    instructions: Annotated[str, AfterValidator(storable)] | None = None
    colour: NotebookColour | None = None
    icon: _Icon | None = None
    mode: NotebookMode | None = None
    most_messages: _MostMessages | None = None
    budget: Budget | None = None
    uses_profile: bool | None = None
    retention_days: RetentionDays | None = None

    @property
    def values(self) -> dict[str, object]:
        """The new values by field; a budget or retention of None is that of the settings.

        >>> NotebookChange(name=" Garden ", budget=None, icon=None).values
        {'name': 'Garden', 'budget': None}
        """
        given = {name: value for name, value in self if name in self.model_fields_set}
        return {
            name: value
            for name, value in given.items()
            if value is not None or name in _MAY_BE_UNSET
        }


class NewNotebook(NotebookChange):
    """The settings of a notebook to begin, its name among them."""

    name: _Name


def general(now: dt.datetime) -> Notebook:
    """Return the notebook that every user has to begin with."""
    return Notebook(notebook_id=GENERAL, name=GENERAL.title(), created_at=now, last_active_at=now)


USUAL_NOTEBOOK = general(dt.datetime(1970, 1, 1, tzinfo=dt.UTC))  # nothing in it was chosen
