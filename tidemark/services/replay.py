"""A conversation asked anew, question by question as if typed; taken up where it was left."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Protocol

from database import Database
from tidemark.errors import SessionDiffers
from tidemark.runtime.runs import Run
from tidemark.schema.reports import TurnReport
from utils import storable


class Askable(Protocol):
    """Whoever can be asked, as an assistant can."""

    @property
    def database(self) -> Database:
        """Where it is kept what was asked."""

    def ask(self, text: str, session_id: str | None = None) -> Run:
        """Begin a turn."""

    def can_retry(self, session_id: str) -> bool:
        """Whether the last turn has no whole answer."""

    def retry(self, session_id: str) -> Run:
        """Begin the last turn anew."""

    def report(self, run: Run) -> TurnReport:
        """Wait for a turn and say what it did."""


def replay(talk: Askable, questions: Sequence[str], session_id: str | None) -> Iterator[TurnReport]:
    """Ask ``questions`` one after the other, but for those a session holds already.

    Raises:
        TurnFailed: A turn failed; replaying again goes on from there.
        SessionDiffers: The session holds something else.
    """
    done = _held(talk.database, questions, session_id)
    if session_id is not None and talk.can_retry(session_id):
        yield talk.report(talk.retry(session_id))
    for question in islice(questions, done, None):
        run = talk.ask(question, session_id)
        session_id = run.session_id
        yield talk.report(run)


def _held(database: Database, questions: Sequence[str], session_id: str | None) -> int:
    """Return how many of ``questions`` the session holds already, from its beginning."""
    if session_id is None or not database.sessions.exists(session_id):
        return 0
    asked = [
        message.content for message in database.get_messages(session_id) if message.role == "user"
    ]
    if asked != [storable(question) for question in questions[: len(asked)]]:
        raise SessionDiffers(session_id)
    return len(asked)
