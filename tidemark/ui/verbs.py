"""What the page asks of whoever opens it: the verbs and shapes it draws from, and no more.

``Assistant`` has all of these; the page knows it by this face alone, so that it stands on a lower
floor.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Protocol

from tidemark.errors import TidemarkError
from tidemark.preferences import Preferences
from tidemark.runtime.events import Event
from tidemark.schema import Message, Meter, ReplyRating, Session, Summary, Turn
from tidemark.schema.branches import Origin, Switch
from tidemark.schema.folds import FoldForecast
from tidemark.schema.prompt_snapshot import Excluded, InspectedTurn
from tidemark.services.costs import InsightReport
from tidemark.settings import Settings
from tidemark.ui.memory_verbs import EditingVerbs, FoldVerbs, Knows, RecallVerbs, Remembers
from tidemark.ui.shelf_verbs import ShelfVerbs
from tidemark.ui.transfer_verbs import Carries


class SpokenWith(Protocol):
    """An engine, as far as the page shows it."""

    @property
    def name(self) -> str:
        """Its name in settings."""

    @property
    def label(self) -> str:
        """Its name for a person."""

    def check(self) -> None:
        """Ask the least that proves that it can answer."""


class LiveRun(Protocol):
    """A turn under way."""

    @property
    def session_id(self) -> str:
        """The session it answers in."""

    @property
    def question_id(self) -> int:
        """The message it answers."""

    def events(self, *, start: int = 0, poll_s: float = 0.2) -> Iterator[Event | None]:
        """Yield the events from ``start``, then live ones; None after ``poll_s`` of silence."""

    def so_far(self) -> tuple[Event, ...]:
        """Return the events until now."""


class Chooses(Protocol):
    """What the person chose over what the environment sets."""

    @property
    def given(self) -> Settings:
        """The settings of the environment."""

    @property
    def where(self) -> str:
        """What names the place where all is kept."""

    def now(self) -> Preferences:
        """Return what the person chose."""

    def choices(self) -> tuple[str, ...]:
        """Return the engines that can be chosen, each with its model."""

    def choose(self, name: str, value: object) -> None:
        """Keep a choice."""


class FoldNowVerbs(Protocol):
    """A fold without a question."""

    def forecast(self, session_id: str) -> FoldForecast:
        """Say what the next fold of a session would take in."""

    def begin(self, session_id: str) -> LiveRun:
        """Begin to fold the active messages of a session."""

    def under_way(self, session_id: str) -> LiveRun | None:
        """Return the fold under way in a session."""

    def stop(self, session_id: str) -> None:
        """Stop the fold under way in a session."""


class InsightVerbs(Protocol):
    """What turns came to."""

    def of(self, session_id: str | None = None) -> InsightReport:
        """Return the figures of a session, or of all."""


class Inspects(Protocol):
    """What engines read."""

    def of_reply(self, session_id: str, reply_id: int) -> InspectedTurn | None:
        """Return what was read for a reply; None where nothing is kept of it."""


class BranchVerbs(Protocol):
    """What a person can do with branches of a chat."""

    def fork(self, session_id: str, position: int) -> Session:
        """Begin a session with all that was said up to a position."""

    def send_anew(self, session_id: str, position: int, text: str) -> LiveRun:
        """Ask something else in place of a message, in a branch of the chat."""

    def session_ids(self, session_id: str) -> tuple[str, ...]:
        """Return the branches of a chat, this one among them."""

    def origin(self, session_id: str) -> Origin | None:
        """Return which other chat this one was forked from."""

    def look(self, session_id: str) -> tuple[Switch, ...]:
        """Let the list show this branch; return where it parts from others."""


class ReplyVerbs(Protocol):
    """What a person does with an answer."""

    def another(self, session_id: str, position: int) -> LiveRun:
        """Answer once more what the reply at a position answers."""

    def stand(self, session_id: str, position: int) -> Message:
        """Let the reply at a position be the one engines read."""

    def rate(
        self, session_id: str, message_id: int, *, is_good: bool, reason: str = ""
    ) -> ReplyRating:
        """Keep whether a reply helped, and why."""

    def unrate(self, session_id: str, message_id: int) -> None:
        """Forget what was thought of a reply."""

    def opinions(self, message_ids: Sequence[int]) -> dict[int, ReplyRating]:
        """Return what was thought of replies, by id."""


class Verbs(Protocol):
    """What a person can do on the page, and what it shows."""

    @property
    def settings(self) -> Settings:
        """The settings in force."""

    @property
    def engine(self) -> SpokenWith:
        """The engine in force."""

    @property
    def configuration(self) -> Chooses:
        """What the person chose."""

    @property
    def transfer(self) -> Carries:
        """Conversations in and out."""

    @property
    def branches(self) -> BranchVerbs:
        """What concerns branches."""

    @property
    def prompt_inspection(self) -> Inspects:
        """What engines read for their replies."""

    @property
    def recall_check(self) -> RecallVerbs:
        """What checks recall."""

    @property
    def engine_problem(self) -> TidemarkError | None:
        """Why the chosen engine cannot be had, and what to do; None where it can."""

    @property
    def memory_overview(self) -> Remembers:
        """What is remembered of each session."""

    @property
    def shelf(self) -> ShelfVerbs:
        """What concerns whole chats."""

    @property
    def profile(self) -> Knows:
        """What is known of the person in all chats."""

    @property
    def fold_history(self) -> FoldVerbs:
        """The folds, and undo and redo of them."""

    @property
    def insights(self) -> InsightVerbs:
        """What turns came to."""

    @property
    def folding(self) -> FoldNowVerbs:
        """A fold at the person's wish."""

    @property
    def replies(self) -> ReplyVerbs:
        """What a person does with an answer."""

    @property
    def memory_editing(self) -> EditingVerbs:
        """What a person may change in what is remembered."""

    def now(self) -> dt.datetime:
        """Return the moment, with its time zone."""

    def ask(self, text: str, session_id: str | None = None) -> LiveRun:
        """Store ``text`` and begin to answer it; without a session, begin one."""

    def answer_anyway(self, session_id: str) -> LiveRun:
        """Answer the best reading of what was asked back."""

    def retry(self, session_id: str) -> LiveRun:
        """Answer the last message again."""

    def answer_without(self, session_id: str, question_id: int, without: Excluded) -> LiveRun:
        """Answer the last message again from a view without a part."""

    def run(self, session_id: str) -> LiveRun | None:
        """Return the turn under way in a session."""

    def stop(self, session_id: str) -> None:
        """Stop the turn under way in a session."""

    def sessions(self, *, limit: int = 50, offset: int = 0) -> tuple[Session, ...]:
        """Return the sessions that are listed: pinned ones, then the others, newest first."""

    def session(self, session_id: str) -> Session:
        """Return one session."""

    def transcript(
        self, session_id: str, *, before: int | None = None, limit: int = 30
    ) -> tuple[Message, ...]:
        """Return the last messages, those at positions under ``before``, in order."""

    def messages(self, session_id: str, ids: Sequence[int]) -> tuple[Message, ...]:
        """Return messages by id."""

    def summaries(self, session_id: str) -> tuple[Summary, ...]:
        """Return the summaries in force, by range."""

    def last_turn(self, session_id: str) -> Turn | None:
        """Return the last turn of a session."""

    def may_retry(self, turn: Turn) -> bool:
        """Whether ``turn``, the last of its session, may be answered again."""

    def meter(self, session_id: str | None) -> Meter:
        """Return how full the context is."""

    def open_sample(self, locale: str | None) -> str:
        """Copy the sample conversation in the language of ``locale``; return the copy's id."""

    def check_again(self, settings: Settings) -> None:
        """Pick the engine anew by ``settings``."""
