"""Pictures of messages: their bytes; each message's metadata describes them."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, insert, select

from tidemark.storage.column_types import among
from tidemark.storage.connections import Connections
from tidemark.storage.tables import is_in_scope, messages, of_session, pictures

_BYTES = pictures.c.message_id, pictures.c.data
_BEGUN = select(*_BYTES).join(messages, messages.c.id == pictures.c.message_id)
_IN_ORDER = pictures.c.message_id, pictures.c.number
_OF_THESE = _BEGUN.where(among(pictures.c.message_id, "ids"), is_in_scope(messages)).order_by(
    *_IN_ORDER
)
_OF_ALL = _BEGUN.where(of_session(messages)).order_by(*_IN_ORDER)


class PictureStore:
    """Reads the bytes of pictures; they are stored and deleted with their message."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def of_messages(self, message_ids: Sequence[int]) -> dict[int, tuple[bytes, ...]]:
        """Return the pictures of these messages in order, by message id."""
        with self._connections.asking() as connection:
            found = connection.execute(_OF_THESE, {"ids": list(message_ids)}).all()
        return _by_message([tuple(row) for row in found])


def read_pictures(connection: Connection, session_id: str) -> dict[int, tuple[bytes, ...]]:
    """Return the pictures of the messages of a session, by message id."""
    found = connection.execute(_OF_ALL, {"of_session": session_id}).all()
    return _by_message([tuple(row) for row in found])


def write_pictures(connection: Connection, by_message: Mapping[int, Sequence[bytes]]) -> None:
    """Store the pictures of messages, by message id."""
    rows = [
        {"message_id": message_id, "number": number, "data": data}
        for message_id, held in by_message.items()
        for number, data in enumerate(held)
    ]
    if rows:
        connection.execute(insert(pictures), rows)


def _by_message(rows: Sequence[tuple[int, bytes]]) -> dict[int, tuple[bytes, ...]]:
    found: dict[int, list[bytes]] = {}
    for message_id, data in rows:
        found.setdefault(message_id, []).append(bytes(data))
    return {message_id: tuple(held) for message_id, held in found.items()}
