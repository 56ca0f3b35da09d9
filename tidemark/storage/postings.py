"""At which positions of a session does a stem stand?  The index of what people wrote.

It holds our own stems (``tidemark.words``), each text's by its language, so that every database
finds alike; ``of`` chooses its form.  What ``content_stems`` makes of a text is needed once more
to forget it: a change of it needs a migration that builds the index anew.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import Connection, TextClause, and_, bindparam, select, text

from tidemark.storage.tables import is_active, messages, sessions
from tidemark.words import content_stems

_OF_SESSION = messages.c.session_id == bindparam("of_session")
_SESSION = (  # a row for each active message, or one that has none
    select(sessions.c.key, sessions.c.message_count, messages.c.position)
    .select_from(sessions.outerjoin(messages, and_(_OF_SESSION, is_active)))
    .where(sessions.c.session_id == bindparam("of_session"))
)
_STEM_CHARS = 256  # no word is longer, and PostgreSQL indexes no more than some 2,700 bytes


class Index(Protocol):
    """The index of one database; ``key`` is what stands for a session (``tables.sessions``)."""

    def add(self, connection: Connection, key: int, contents: Mapping[int, str]) -> None:
        """Index ``contents``, which are by position."""

    def forget(self, connection: Connection, key: int, contents: Mapping[int, str]) -> None:
        """Take a session out, all of its ``contents`` by position."""

    def find(
        self, connection: Connection, session_id: str, stems: Sequence[str]
    ) -> "Standing | None":
        """Return how a session stands, and where each of ``stems`` does; None if there is none."""


@dataclass(frozen=True)
class Standing:
    """A session as it is searched: how many messages it has, and which of them are active.

    ``found`` are the positions of each stem that stands anywhere.
    """

    message_count: int
    active: frozenset[int]
    found: dict[str, list[int]]


def of(connection: Connection) -> Index:
    """Return the index of the database that ``connection`` leads to."""
    return _FULL_TEXT if connection.dialect.name == "sqlite" else _PLAIN_TABLE


class FullText:
    """An FTS5 table of SQLite that keeps no text, only which row holds which stem.

    A row is numbered by its session's key and its position: a session's rows lie side by side, and
    none but them are read.
    """

    _POSITION_BITS = 32  # of the 63 that a row's number has
    _POSITION = (1 << _POSITION_BITS) - 1
    _ONE_TOKEN = re.compile(r"[\w']+")  # what the table's tokenizer leaves in one piece
    _INSERT = text("INSERT INTO message_search (rowid, stems) VALUES (:number, :stems)")
    _DELETE = text(
        "INSERT INTO message_search (message_search, rowid, stems) "
        "VALUES ('delete', :number, :stems)"
    )
    _FIND = text(  # a list for each stem: a row for each position would cost five times as much
        "SELECT asked.key AS ordinal, ("
        "SELECT json_group_array(found.rowid & :position_bits) FROM message_search AS found "
        "WHERE found.message_search MATCH asked.value AND found.rowid BETWEEN :first AND :last"
        ") AS positions FROM json_each(:stems) AS asked"
    )

    def add(self, connection: Connection, key: int, contents: Mapping[int, str]) -> None:
        """Index ``contents``, which are by position."""
        self._change(connection, self._INSERT, key, contents)

    def forget(self, connection: Connection, key: int, contents: Mapping[int, str]) -> None:
        """Take a session out, all of its ``contents`` by position."""
        self._change(connection, self._DELETE, key, contents)

    def find(
        self, connection: Connection, session_id: str, stems: Sequence[str]
    ) -> Standing | None:
        """Return how a session stands, and where each of ``stems`` does; None if there is none."""
        rows = connection.execute(_SESSION, {"of_session": session_id}).all()
        if not rows:
            return None
        key, message_count, _ = rows[0]
        active = frozenset(position for *_, position in rows if position is not None)
        return Standing(message_count, active, self._found(connection, key, stems))

    def _found(
        self, connection: Connection, key: int, stems: Sequence[str]
    ) -> dict[str, list[int]]:
        words = [stem for stem in _cut(stems) if self._ONE_TOKEN.fullmatch(stem)]
        first = key << self._POSITION_BITS
        asked = {
            "stems": json.dumps([f'"{word}"' for word in words]),
            "first": first,
            "last": first | self._POSITION,
            "position_bits": self._POSITION,
        }
        found = {
            words[ordinal]: json.loads(positions)
            for ordinal, positions in connection.execute(self._FIND, asked).all()
        }
        return {stem: positions for stem, positions in found.items() if positions}

    def _change(
        self, connection: Connection, change: TextClause, key: int, contents: Mapping[int, str]
    ) -> None:
        rows = [
            {"number": key << self._POSITION_BITS | position, "stems": " ".join(stems_of(content))}
            for position, content in contents.items()
        ]
        if rows:
            connection.execute(change, rows)


class PlainTable:
    """A table of PostgreSQL with a row for each stem of each message."""

    _INSERT = text(  # one statement, whatever the number of rows
        "INSERT INTO message_search (session_key, position, stem) "
        "SELECT :key, position, stem "
        "FROM unnest(CAST(:positions AS integer[]), CAST(:stems AS text[])) AS of (position, stem)"
    )
    _DELETE = text("DELETE FROM message_search WHERE session_key = :key")
    _FIND = text(  # one statement: each trip to a server costs more than the work there
        "SELECT sessions.message_count, ARRAY("
        "SELECT position FROM messages WHERE messages.session_id = sessions.session_id "
        "AND is_summarized = 0 AND is_retired = 0"
        "), asked.stem, ARRAY("
        "SELECT position FROM message_search "
        "WHERE session_key = sessions.key AND message_search.stem = asked.stem ORDER BY position"
        ") FROM sessions LEFT JOIN unnest(CAST(:stems AS text[])) AS asked (stem) ON true "
        "WHERE sessions.session_id = :session_id"
    ).bindparams(bindparam("session_id", type_=sessions.c.session_id.type))

    def add(self, connection: Connection, key: int, contents: Mapping[int, str]) -> None:
        """Index ``contents``, which are by position."""
        rows = [(at, stem) for at, content in contents.items() for stem in stems_of(content)]
        if rows:
            positions, stems = (list(column) for column in zip(*rows, strict=True))
            rows_of = {"key": key, "positions": positions, "stems": stems}
            connection.execute(self._INSERT, rows_of)

    def forget(self, connection: Connection, key: int, contents: Mapping[int, str]) -> None:
        """Take a session out, all of its ``contents`` by position."""
        connection.execute(self._DELETE, {"key": key})

    def find(
        self, connection: Connection, session_id: str, stems: Sequence[str]
    ) -> Standing | None:
        """Return how a session stands, and where each of ``stems`` does; None if there is none."""
        asked = {"session_id": session_id, "stems": _cut(stems)}
        rows = connection.execute(self._FIND, asked).all()
        if not rows:
            return None
        message_count, active = rows[0][:2]
        found = {stem: positions for *_, stem, positions in rows if positions}
        return Standing(message_count, frozenset(active), found)


def indexed(stem: str) -> str:
    """Return ``stem`` as it is indexed, and found."""
    return stem[:_STEM_CHARS]


def stems_of(content: str) -> list[str]:
    """Return the stems that ``content`` is found by, as they are indexed."""
    return _cut(content_stems(content))


def _cut(stems: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(map(indexed, stems)))


_FULL_TEXT = FullText()
_PLAIN_TABLE = PlainTable()
