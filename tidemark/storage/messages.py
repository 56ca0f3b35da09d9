"""Messages of each session, in order of position."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Result,
    ScalarSelect,
    Select,
    Text,
    bindparam,
    func,
    insert,
    or_,
    select,
    type_coerce,
    union_all,
    update,
)

from tidemark.prompt.message_spans import restore_rewriting
from tidemark.schema import Message, NewMessage
from tidemark.storage.column_types import MetadataText, among, as_shapes
from tidemark.storage.connections import Connections
from tidemark.storage.search import passages
from tidemark.storage.sessions import Room, hold_at_rest, hold_session, make_room
from tidemark.storage.shape_cache import ShapeCache
from tidemark.storage.tables import (
    is_active,
    is_dropped,
    is_in_force,
    is_in_scope,
    is_pinned,
    messages,
    of_session,
    sessions,
    summaries,
)

MESSAGE = (  # the columns of a Message
    messages.c.id,
    messages.c.session_id,
    messages.c.position,
    messages.c.role,
    messages.c.content,
    messages.c.timestamp,
    messages.c.token_count,
    messages.c.metadata,
    messages.c.is_summarized,
    messages.c.is_retired,
    messages.c.is_pinned,
    messages.c.is_single,
)
_NAMES = [column.name for column in MESSAGE]
MessageCache = ShapeCache[tuple[Any, ...], Message]
BEYOND = 2**31 - 1  # higher than any position


# Built once: building a statement costs more than running it
_OF_SESSION = of_session(messages)
_ALL = select(*MESSAGE).where(_OF_SESSION).order_by(messages.c.position)
_ACTIVE = _ALL.where(is_active)
_BETWEEN = _ALL.where(messages.c.position.between(bindparam("first"), bindparam("last")))
# Without metadata, whose parsing takes longer than everything else
_WITHOUT_METADATA = [each for each in MESSAGE if each is not messages.c.metadata]
_SHORT_BETWEEN = _BETWEEN.where(
    messages.c.role == "user",
    messages.c.is_single == 0,
    messages.c.token_count <= bindparam("most_tokens"),
).with_only_columns(*_WITHOUT_METADATA)
_PAGE = (
    select(*MESSAGE)
    .where(_OF_SESSION, messages.c.position < bindparam("before"))
    .order_by(messages.c.position.desc())
    .limit(bindparam("limit"))
)
_LAST = _PAGE.with_only_columns(*_WITHOUT_METADATA).subquery()
_SAID_LAST = (
    select(_LAST)
    .where(_LAST.c.role == "user", _LAST.c.is_single == 0)
    .order_by(_LAST.c.position.desc())
)
_BY_IDS = select(*MESSAGE).where(among(messages.c.id, "ids"), is_in_scope(messages))
_INSERT = insert(messages).returning(messages.c.id)
_INSERT_MANY = insert(messages).returning(messages.c.id, sort_by_parameter_order=True)
_COVERED = (
    select(messages.c.id)
    .where(
        _OF_SESSION,
        messages.c.position.between(bindparam("first"), bindparam("last")),
        or_(messages.c.is_summarized != 0, messages.c.is_pinned != 0),
    )
    .limit(1)
)
_PINNED = _ALL.where(is_pinned, messages.c.is_retired == 0, messages.c.is_single == 0)
_UNPARSED = [  # like MESSAGE, with the metadata as text
    type_coerce(column, Text).label("metadata") if column is messages.c.metadata else column
    for column in MESSAGE
]
_METADATA_AT = MESSAGE.index(messages.c.metadata)
_METADATA = MetadataText()
_IN_CONTEXT = union_all(  # each part uses its own index
    select(*_UNPARSED).where(_OF_SESSION, is_active),
    select(*_UNPARSED).where(
        _OF_SESSION, is_pinned, messages.c.is_retired == 0, messages.c.is_summarized != 0
    ),
).order_by("position")
_PIN = (
    update(messages)
    .where(_OF_SESSION, messages.c.id == bindparam("message_id"))
    .values(is_pinned=bindparam("pinned"))
)
_COVER = (
    update(messages)
    .where(
        _OF_SESSION,
        messages.c.position.between(bindparam("first"), bindparam("last")),
        is_active,
    )
    .values(is_summarized=1)
)
_TOKENS = select(func.coalesce(func.sum(messages.c.token_count), 0)).where(_OF_SESSION)
_ACTIVE_TOKENS = _TOKENS.where(is_active)
# From the session of the row: the id is a parameter once, not for each count
_HERE = messages.c.session_id == sessions.c.session_id


def _tokens_of(*claims: ColumnElement[bool]) -> ScalarSelect[Any]:
    total = func.coalesce(func.sum(messages.c.token_count), 0)
    return select(total).where(_HERE, *claims).correlate(sessions).scalar_subquery()


def _number_of(*claims: ColumnElement[bool]) -> ScalarSelect[Any]:
    return select(func.count()).where(_HERE, *claims).correlate(sessions).scalar_subquery()


_LAST_QUESTION = (  # scans only past the replies to it
    select(messages.c.metadata)
    .where(_HERE, messages.c.role == "user")
    .order_by(messages.c.position.desc())
    .limit(1)
    .correlate(sessions)
    .scalar_subquery()
)
_SUMMARY_TOKENS = (
    select(func.coalesce(func.sum(summaries.c.token_count), 0))
    .where(summaries.c.session_id == sessions.c.session_id, is_in_force)
    .correlate(sessions)
    .scalar_subquery()
)
_COUNTS = select(
    sessions.c.message_count,
    _number_of(is_active),
    _tokens_of(is_active),
    _number_of(is_active, is_pinned),
    _number_of(is_dropped),
    _SUMMARY_TOKENS,
    _tokens_of(is_pinned, messages.c.is_summarized != 0),
    _LAST_QUESTION,
).where(of_session(sessions))


class MessageCounts(NamedTuple):
    """Counts of the messages of a session and of the tokens in its context, as stored.

    ``recalled_tokens`` counts messages recalled for the last question, ``source_tokens`` passages
    read from sources, ``pinned_tokens`` covered messages that are pinned.  ``pinned_active`` counts
    active messages that a fold would leave active.
    """

    total: int = 0
    covered: int = 0
    active: int = 0
    active_tokens: int = 0
    summary_tokens: int = 0
    recalled_tokens: int = 0
    source_tokens: int = 0
    pinned_tokens: int = 0
    pinned_active: int = 0


class MessageStore:
    """Stores and reads messages."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def add(
        self, session_id: str, new: NewMessage, connection: Connection | None = None
    ) -> Message:
        """Store ``new`` at the end of a session, in ``connection``'s transaction if given.

        Raises:
            SessionNotFound: There is no such session.
        """
        if connection is not None:
            return add_messages(connection, session_id, [new])[0]
        return self.add_many(session_id, [new])[0]

    def add_many(self, session_id: str, new: Sequence[NewMessage]) -> tuple[Message, ...]:
        """Store all of ``new`` at the end of a session, in order, or none of them.

        Raises:
            SessionNotFound: There is no such session.
        """
        with self._connections.transaction() as connection:
            return add_messages(connection, session_id, new)

    def all(self, session_id: str, *, only_active: bool = False) -> tuple[Message, ...]:
        """Return a session's messages by position, including retired ones by default."""
        with self._connections.asking() as connection:
            if only_active:
                return read_active(connection, session_id)
            return as_messages(connection.execute(_ALL, {"of_session": session_id}))

    def page(
        self, session_id: str, *, before: int | None = None, limit: int = 30
    ) -> tuple[Message, ...]:
        """Return the last ``limit`` messages at positions below ``before``, in order."""
        upper = BEYOND if before is None else before
        with self._connections.asking() as connection:
            found = _read(connection, _PAGE, of_session=session_id, before=upper, limit=limit)
        return found[::-1]

    def said_last(
        self, session_id: str, *, before: int | None = None, among: int
    ) -> tuple[Message, ...]:
        """Return the person's messages among the last ``among`` below ``before``, newest first.

        They come without metadata; single questions are left out.
        """
        upper = BEYOND if before is None else before
        asked = {"of_session": session_id, "before": upper, "limit": among}
        with self._connections.asking() as connection:
            return as_shapes(connection.execute(_SAID_LAST, asked), Message)

    def last(self, session_id: str, limit: int) -> tuple[Message, ...]:
        """Return the last ``limit`` messages of a session, in order."""
        return self.page(session_id, limit=limit)

    def between(self, session_id: str, from_index: int, to_index: int) -> tuple[Message, ...]:
        """Return the messages at positions ``from_index`` to ``to_index``, both included."""
        with self._connections.asking() as connection:
            return read_between(connection, session_id, from_index, to_index)

    def short_between(
        self, session_id: str, from_index: int, to_index: int, *, most_tokens: int
    ) -> tuple[Message, ...]:
        """Return the person's messages at these positions of at most ``most_tokens`` each.

        They come without metadata.
        """
        between = {"first": from_index, "last": to_index}
        asked = {"of_session": session_id, **between, "most_tokens": most_tokens}
        with self._connections.asking() as connection:
            return as_shapes(connection.execute(_SHORT_BETWEEN, asked), Message)

    def by_ids(self, session_id: str, message_ids: Collection[int]) -> tuple[Message, ...]:
        """Return the messages of this session among ``message_ids``, by position."""
        # Filtered and sorted here: with the session in the query SQLite would scan all of it
        with self._connections.asking() as connection:
            found = as_messages(connection.execute(_BY_IDS, {"ids": list(message_ids)}))
        ours = (message for message in found if message.session_id == session_id)
        return tuple(sorted(ours, key=lambda message: message.position))

    def find(self, message_id: int) -> Message | None:
        """Return a message of any session, including trashed ones; None if it is gone."""
        with self._connections.asking() as connection:
            found = as_messages(connection.execute(_BY_IDS, {"ids": [message_id]}))
        return found[0] if found else None

    def counts(self, session_id: str) -> MessageCounts:
        """Count the messages of a session and the tokens of its context, in one query."""
        with self._connections.asking() as connection:
            row = connection.execute(_COUNTS, {"of_session": session_id}).one_or_none()
        if row is None:
            return MessageCounts()
        *counted, known = row
        total, active, active_tokens, pinned, dropped, summary_tokens, pinned_tokens = map(
            int, counted
        )
        return MessageCounts(
            total=total,
            covered=total - active - dropped,
            active=active,
            active_tokens=active_tokens,
            summary_tokens=summary_tokens,
            recalled_tokens=known.recalled_tokens if known else 0,
            source_tokens=known.source_tokens if known else 0,
            pinned_tokens=pinned_tokens,
            pinned_active=pinned,
        )

    def total_tokens(self, session_id: str, *, only_active: bool) -> int:
        """Sum the stored token counts of a session's messages."""
        with self._connections.asking() as connection:
            asked = _ACTIVE_TOKENS if only_active else _TOKENS
            return int(connection.execute(asked, {"of_session": session_id}).scalar_one())

    def is_parted_between(self, session_id: str, before: int, after: int) -> bool:
        """Return whether a message between these two positions is covered or pinned."""
        asked = {"of_session": session_id, "first": before + 1, "last": after - 1}
        with self._connections.asking() as connection:
            return connection.execute(_COVERED, asked).first() is not None

    def pinned(self, session_id: str) -> tuple[Message, ...]:
        """Return the messages of a session that are pinned, by position."""
        with self._connections.asking() as connection:
            return _read(connection, _PINNED, of_session=session_id)

    def pin(self, session_id: str, message_id: int, *, keeps: bool) -> bool:
        """Pin or unpin a message; return whether the session has such a message.

        Raises:
            SessionBusy: A turn of the session is pending.
        """
        these = {"of_session": session_id, "message_id": message_id, "pinned": int(keeps)}
        with self._connections.transaction() as connection:
            hold_at_rest(connection, session_id, then="pin the message")
            return connection.execute(_PIN, these).rowcount > 0

    def cover(self, session_id: str, from_index: int, to_index: int) -> int:
        """Mark the active messages at these positions as covered; return their number."""
        these = {"of_session": session_id, "first": from_index, "last": to_index}
        with self._connections.transaction() as connection:
            hold_session(connection, session_id)
            return connection.execute(_COVER, these).rowcount


def as_messages(found: Result[Any]) -> tuple[Message, ...]:
    """Return the rows of a select of the columns ``MESSAGE`` as messages."""
    return tuple(_with_rewriting(message) for message in as_shapes(found, Message))


def as_message(row: Sequence[Any]) -> Message:
    """Return one ``row`` of the columns ``MESSAGE`` as a message."""
    return _with_rewriting(Message.model_validate(dict(zip(_NAMES, row, strict=True))))


def read_active(connection: Connection, session_id: str) -> tuple[Message, ...]:
    """Return the active messages of a session by position."""
    return _read(connection, _ACTIVE, of_session=session_id)


def read_in_context(
    connection: Connection, session_id: str, *, user_id: str, cache: MessageCache
) -> tuple[Message, ...]:
    """Return the active messages of a session and the covered ones that are pinned, in order."""
    found = connection.execute(_IN_CONTEXT, {"of_session": session_id})
    return cache.parse(user_id, session_id, map(tuple, found.all()), _parsed)


def _parsed(row: tuple[Any, ...]) -> Message:
    values = list(row)
    values[_METADATA_AT] = _METADATA.parse(row[_METADATA_AT])
    return as_message(values)


def read_between(
    connection: Connection, session_id: str, from_index: int, to_index: int
) -> tuple[Message, ...]:
    """Return the messages at positions ``from_index`` to ``to_index``, both included."""
    return _read(connection, _BETWEEN, of_session=session_id, first=from_index, last=to_index)


def _read(connection: Connection, query: Select[Any], **given: object) -> tuple[Message, ...]:
    return as_messages(connection.execute(query, given))


def add_messages(
    connection: Connection, session_id: str, new: Sequence[NewMessage]
) -> tuple[Message, ...]:
    """Store ``new`` at the end of a session in the transaction of ``connection``; index it.

    Raises:
        SessionNotFound: There is no such session.
    """
    if not new:
        return ()
    newest = max(message.timestamp for message in new)
    tokens = sum(message.token_count for message in new)
    room = make_room(connection, session_id, added=len(new), tokens=tokens, newest=newest)
    stored = store_messages(connection, room, new)
    passages.catch_up(connection, room.key, session_id)
    return stored


def store_messages(
    connection: Connection, room: Room, new: Sequence[NewMessage]
) -> tuple[Message, ...]:
    """Store ``new``, at least one message, at the positions reserved in ``room``."""
    rows = [_row(message, room, number) for number, message in enumerate(new)]
    return tuple(
        Message.model_validate({**row, "id": message_id})
        for row, message_id in zip(rows, _inserted(connection, rows), strict=True)
    )


def _row(message: NewMessage, room: Room, number: int) -> dict[str, Any]:
    return {
        **dict(message),
        "session_id": room.session_id,
        "position": room.position + number,
        "is_summarized": 0,
        "is_retired": 0,
    }


def _inserted(connection: Connection, rows: list[dict[str, Any]]) -> Sequence[int]:
    if len(rows) == 1:  # as in each turn: costs a third of a list of one
        return connection.scalars(_INSERT, rows[0]).all()
    return connection.scalars(_INSERT_MANY, rows).all()


def _with_rewriting(message: Message) -> Message:
    if not message.metadata.rewritten:
        return message
    known = restore_rewriting(message.metadata, message.content)
    return message.model_copy(update={"metadata": known})
