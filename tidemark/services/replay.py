"""Replay of a conversation: its questions asked again one by one, as if typed, and resumable."""

from collections.abc import Iterator, Sequence
from itertools import islice

from database import ScopedDatabase
from tidemark.errors import SessionDiffers
from tidemark.schema.reports import TurnReport
from tidemark.services.turns import TurnService
from utils import storable


def replay(
    turns: TurnService, questions: Sequence[str], session_id: str | None
) -> Iterator[TurnReport]:
    """Ask ``questions`` in order, except those the session holds already; yield a report of each.

    Raises:
        TurnFailed: A turn failed; replaying again continues from there.
        SessionDiffers: The session holds something else.
    """
    done = _held(turns.database, questions, session_id)
    if session_id is not None and turns.can_retry(session_id):
        yield turns.report(turns.retry(session_id))
    for question in islice(questions, done, None):
        run = turns.ask(question, session_id)
        session_id = run.session_id
        yield turns.report(run)


def _held(database: ScopedDatabase, questions: Sequence[str], session_id: str | None) -> int:
    """Return how many of ``questions`` the session holds already, from its beginning."""
    if session_id is None or not database.sessions.exists(session_id):
        return 0
    asked = [
        message.content for message in database.get_messages(session_id) if message.role == "user"
    ]
    if asked != [storable(question) for question in questions[: len(asked)]]:
        raise SessionDiffers(session_id)
    return len(asked)
