"""Notebooks: separate places, each for one piece of work, with settings of its own."""

import datetime as dt
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from tidemark.schema.base import Count, FrozenModel, Instant
from tidemark.schema.retention import RetentionDays
from tidemark.schema.scope import GENERAL
from utils import one_line, storable

LEAST_BUDGET, MOST_BUDGET = 200, 100_000
MOST_MESSAGES = 50
LEAST_MESSAGES, MOST_LOADED_MESSAGES = 2, 1000  # bounds of most_messages
NAME_CHARS = 80
ICON_CHARS = 16  # an emoji may consist of a dozen

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
    """A notebook as one user has it: its name and appearance, and settings for its turns.

    ``instructions`` are added to those of the engine.  A session with more than ``most_messages``
    active messages is folded.  ``budget`` replaces TOKEN_THRESHOLD.  In the ``mode`` "single" each
    question is answered independently.  Without ``uses_profile`` the profile is neither read nor
    changed.  Its sessions are kept for ``retention_days``; None uses the user's setting.
    """

    notebook_id: Annotated[str, Field(examples=["garden"])]
    name: Annotated[_Name, Field(examples=["Garden"])]
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
    """A notebook as shown in a list, with its number of chats."""

    sessions: Count = 0


class NotebookContents(FrozenModel):
    """The counts of a notebook's contents, with its trash counted separately."""

    sessions: Count
    trashed_sessions: Count
    sources: Count
    trashed_sources: Count
    documents: Count


class NotebookChange(FrozenModel):
    """Changes to a notebook: only the given fields are changed."""

    name: Annotated[_Name | None, Field(examples=["Garden"])] = None
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
        """The new values by field; None as budget or retention means the default.

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
    """The settings of a new notebook, including its name."""

    name: Annotated[_Name, Field(examples=["Garden"])]


def general(now: dt.datetime) -> Notebook:
    """Return the notebook General, which every user has."""
    return Notebook(notebook_id=GENERAL, name=GENERAL.title(), created_at=now, last_active_at=now)


USUAL_NOTEBOOK = general(dt.datetime(1970, 1, 1, tzinfo=dt.UTC))  # all settings at their defaults
