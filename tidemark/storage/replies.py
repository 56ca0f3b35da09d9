"""Replies: chooses the one in force among several to a question, and stores the user's ratings."""

from collections.abc import Mapping, Sequence

from sqlalchemy import (
    Connection,
    RowMapping,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from tidemark.errors import MessageGone, MessageNotFound, ReplyFolded
from tidemark.schema import Message, ReplyRating
from tidemark.storage.column_types import among
from tidemark.storage.connections import Connections
from tidemark.storage.messages import BEYOND, MESSAGE, as_messages, read_between
from tidemark.storage.sessions import hold_at_rest, weigh_more
from tidemark.storage.tables import is_in_scope, messages, of_session, opinions

_OPINION = (opinions.c.is_good, opinions.c.reason, opinions.c.given_at)
_OF_SESSION = of_session(messages)
_GIVEN = select(opinions.c.message_id, *_OPINION)
_OF_THESE = _GIVEN.join(messages, messages.c.id == opinions.c.message_id).where(
    among(opinions.c.message_id, "ids"), is_in_scope(messages)
)
_OF_ALL = _GIVEN.join(messages, messages.c.id == opinions.c.message_id).where(_OF_SESSION)
_TAKE_BACK = delete(opinions).where(opinions.c.message_id == bindparam("of_message"))
_AT = select(*MESSAGE).where(_OF_SESSION, messages.c.position == bindparam("at"))
_ASKED = select(func.max(messages.c.position)).where(
    _OF_SESSION, messages.c.role == "user", messages.c.position < bindparam("at")
)
_NEXT = select(func.min(messages.c.position)).where(
    _OF_SESSION, messages.c.role == "user", messages.c.position > bindparam("at")
)
_RETIRE = update(messages).where(messages.c.id == bindparam("of_message"))


class ReplyStore:
    """Stores ratings of replies, and chooses the reply in force."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def rate(self, session_id: str, message_id: int, opinion: ReplyRating | None) -> None:
        """Store the user's rating of a reply, replacing an earlier one; None removes it.

        Raises:
            MessageGone: The session has no such reply.
        """
        with self._connections.transaction() as connection:
            this = select(messages.c.id).where(
                _OF_SESSION, messages.c.id == message_id, messages.c.role == "assistant"
            )
            if connection.scalar(this, {"of_session": session_id}) is None:
                raise MessageGone(session_id, message_id)
            connection.execute(_TAKE_BACK, {"of_message": message_id})
            if opinion is not None:
                write_opinions(connection, {message_id: opinion})

    def ratings(self, message_ids: Sequence[int]) -> dict[int, ReplyRating]:
        """Return the ratings of these replies by id; unrated replies are left out."""
        with self._connections.asking() as connection:
            found = connection.execute(_OF_THESE, {"ids": list(message_ids)}).mappings()
            return {row["message_id"]: _opinion(row) for row in found}

    def question_of(self, session_id: str, position: int) -> Message:
        """Return the question that the reply at ``position`` answers.

        Raises:
            MessageNotFound: There is no reply at this position, or none to a question.
        """
        asked = {"of_session": session_id, "at": position}
        with self._connections.asking() as connection:
            found = as_messages(connection.execute(_AT, asked))
            at = connection.scalar(_ASKED, asked)
            if not found or found[0].role == "user" or at is None:
                raise MessageNotFound(session_id, position + 1)
            return as_messages(connection.execute(_AT, {**asked, "at": at}))[0]

    def put_in_force(self, session_id: str, position: int) -> Message:
        """Put the reply at ``position`` in force, and retire the other replies to its question.

        Raises:
            MessageNotFound: There is no complete reply at this position.
            ReplyFolded: A summary covers the reply now in force.
            SessionBusy: A turn of the session is pending.
        """
        asked = {"of_session": session_id, "at": position}
        with self._connections.transaction() as connection:
            hold_at_rest(connection, session_id, then="choose")
            (chosen,) = as_messages(connection.execute(_AT, asked)) or (None,)
            if chosen is None or chosen.role == "user" or chosen.metadata.partial:
                raise MessageNotFound(session_id, position + 1)
            others = [each for each in _all_replies(connection, asked) if each.id != chosen.id]
            if any(each.is_summarized for each in (chosen, *others)):
                raise ReplyFolded(session_id, position + 1)
            retired = {chosen.id: 0, **{each.id: 1 for each in others}}
            for message_id, value in retired.items():
                connection.execute(_RETIRE.values(is_retired=value), {"of_message": message_id})
            gone = sum(each.token_count for each in others if not each.is_retired)
            come = chosen.token_count if chosen.is_retired else 0
            weigh_more(connection, session_id, come - gone)
            return chosen.model_copy(update={"is_retired": False})


def _all_replies(connection: Connection, asked: Mapping[str, object]) -> tuple[Message, ...]:
    """Return all replies to the question that the reply in ``asked`` answers."""
    first = connection.scalar(_ASKED, asked)
    following = connection.scalar(_NEXT, asked)
    return read_between(
        connection,
        str(asked["of_session"]),
        0 if first is None else first + 1,
        BEYOND if following is None else following - 1,
    )


def read_opinions(connection: Connection, session_id: str) -> dict[int, ReplyRating]:
    """Return the ratings of the replies of a session, by reply id."""
    found = connection.execute(_OF_ALL, {"of_session": session_id}).mappings()
    return {row["message_id"]: _opinion(row) for row in found}


def write_opinions(connection: Connection, by_reply: Mapping[int, ReplyRating]) -> None:
    """Store ratings, by reply id."""
    if by_reply:
        rows = [{"message_id": of, **dict(opinion)} for of, opinion in by_reply.items()]
        connection.execute(insert(opinions), rows)


def _opinion(row: RowMapping) -> ReplyRating:
    return ReplyRating.model_validate({column.name: row[column] for column in _OPINION})
