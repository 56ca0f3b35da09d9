"""At which positions of a session does a stem stand?  The index of what people wrote.

It holds our own stems (``tidemark.nlp.tokens``), each text's by its language, so that every
database finds alike; ``of`` chooses its form.  What ``content_stems`` makes of a text is needed
once more to forget it: a change of it needs a migration that builds the index anew.
"""

import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from sqlalchemy import Connection, Integer, Subquery, TextClause, text

from tidemark.nlp.tokens import content_stems
from tidemark.retrieval.ranking import Numbers

POSITION_BITS = 32  # of the 63 that a place has
NOWHERE: Numbers = np.zeros(0, dtype=np.int64)
MOST = 5_000  # places of a stem that are read: what stands more often tells next to nothing
SURELY_ALL = 128  # places: of a stem that has fewer, all were found
_LAST_CHARACTER = "\U0010ffff"
_STEM_CHARS = 256  # no word is longer, and PostgreSQL indexes no more than some 2,700 bytes


def _as_table(query: str) -> Subquery:
    return text(query).columns(key=Integer, number=Integer).subquery("asked_for")


# Any number of places as the one parameter ``places``, which ``as_parameter`` makes
PLACES = {
    "sqlite": _as_table(
        "SELECT asked.value >> 32 AS key, asked.value & 4294967295 AS number "
        "FROM json_each(:places) AS asked"
    ),
    "postgresql": _as_table(
        "SELECT CAST(asked.value >> 32 AS integer) AS key, "
        "CAST(asked.value & 4294967295 AS integer) AS number "
        "FROM unnest(CAST(:places AS bigint[])) AS asked (value)"
    ),
}


def as_parameter(connection: Connection, places: Sequence[int]) -> object:
    """Return ``places`` as the parameter of ``PLACES``."""
    return json.dumps(places) if connection.dialect.name == "sqlite" else list(places)


class Wanted(NamedTuple):
    """A word that is looked for: any of its ``stems``, or any stem that ``begins`` so, if given."""

    stems: Sequence[str]
    begins: str = ""


class Index(Protocol):
    """The index of one database; ``key`` is what stands for a session (``tables.sessions``)."""

    def add(self, connection: Connection, key: int, contents: Mapping[int, str]) -> None:
        """Index ``contents``, which are by position."""

    def forget(self, connection: Connection, key: int, contents: Mapping[int, str]) -> None:
        """Take a session out, all of its ``contents`` by position."""

    def find(
        self,
        connection: Connection,
        keys: Sequence[int],
        stems: Sequence[str],
        most: int = MOST,
        since: Sequence[int] = (),
    ) -> dict[str, Numbers]:
        """Return at which ``place`` of the sessions ``keys`` each of ``stems`` stands, in order.

        One that stands nowhere is left out; one that stands at more than ``most`` places is looked
        for in what was said last.  Of several keys, places between them may come back, too.
        ``since`` says, of one key, from which position on each of ``stems`` is looked for.
        """

    def everywhere(self, connection: Connection, wanted: Sequence[Wanted], most: int) -> Numbers:
        """Return at which places of any session all that is ``wanted`` stands, the newest first.

        They are no more than ``most``, and of what stands very often the newest sessions are
        looked through alone.
        """


def place(key: int, position: int) -> int:
    """Return the place of ``position`` in the session ``key``."""
    return key << POSITION_BITS | position


def of(connection: Connection) -> Index:
    """Return the index of the database that ``connection`` leads to."""
    return _FULL_TEXT if connection.dialect.name == "sqlite" else _PACKED


class FullText:
    """An FTS5 table of SQLite that keeps no text, only which row holds which stem.

    A row is numbered by its place: a session's rows lie side by side, and none but them are read.
    """

    _ONE_TOKEN = re.compile(r"[\w']+")  # what the table's tokenizer leaves in one piece
    _INSERT = text("INSERT INTO message_search (rowid, stems) VALUES (:number, :stems)")
    _DELETE = text(
        "INSERT INTO message_search (message_search, rowid, stems) "
        "VALUES ('delete', :number, :stems)"
    )
    # A list for each stem: a row for each place would cost five times as much.  What is asked is
    # read first: SQLite holds each place to its bounds again, and would read them from the JSON.
    _FIND = text(
        "WITH asked AS MATERIALIZED (SELECT key, value ->> 0 AS stem, value ->> 1 AS first "
        "FROM json_each(:stems)) "
        "SELECT asked.key AS ordinal, (SELECT group_concat(last.place) FROM ("
        "SELECT found.rowid AS place FROM message_search AS found "
        "WHERE found.message_search MATCH asked.stem "
        "AND found.rowid BETWEEN asked.first AND :last "
        "ORDER BY found.rowid DESC LIMIT :most"
        ") AS last) AS places FROM asked"
    )
    _EVERYWHERE = text(
        "SELECT rowid FROM message_search WHERE message_search MATCH :expression "
        "ORDER BY rowid DESC LIMIT :most"
    )

    def add(self, connection: Connection, key: int, contents: Mapping[int, str]) -> None:
        """Index ``contents``, which are by position."""
        self._change(connection, self._INSERT, key, contents)

    def forget(self, connection: Connection, key: int, contents: Mapping[int, str]) -> None:
        """Take a session out, all of its ``contents`` by position."""
        self._change(connection, self._DELETE, key, contents)

    def find(
        self,
        connection: Connection,
        keys: Sequence[int],
        stems: Sequence[str],
        most: int = MOST,
        since: Sequence[int] = (),
    ) -> dict[str, Numbers]:
        """Return at which ``place`` of the sessions ``keys`` each of ``stems`` stands, in order."""
        firsts = _firsts(stems, since)
        words = [stem for stem in firsts if self._ONE_TOKEN.fullmatch(stem)]
        key = min(keys)
        asked = {
            "stems": json.dumps([(f'"{word}"', place(key, firsts[word])) for word in words]),
            "last": place(max(keys) + 1, 0) - 1,
            "most": most,
        }
        return {
            words[ordinal]: np.fromstring(places, dtype=np.int64, sep=",")[::-1]
            for ordinal, places in connection.execute(self._FIND, asked)
            if places
        }

    def everywhere(self, connection: Connection, wanted: Sequence[Wanted], most: int) -> Numbers:
        """Return at which places of any session all that is ``wanted`` stands, the newest first."""
        each = [self._any_of(word) for word in wanted]
        if not each or not all(each):
            return NOWHERE
        asked = {"expression": " AND ".join(f"({any_of})" for any_of in each), "most": most}
        found = connection.scalars(self._EVERYWHERE, asked).all()
        return np.array(found, dtype=np.int64)

    def _any_of(self, word: Wanted) -> str:
        stems = [
            f'"{stem}"' for stem in map(indexed, word.stems) if self._ONE_TOKEN.fullmatch(stem)
        ]
        if self._ONE_TOKEN.fullmatch(word.begins):
            stems.append(f'"{indexed(word.begins)}" *')
        return " OR ".join(stems)

    def _change(
        self, connection: Connection, change: TextClause, key: int, contents: Mapping[int, str]
    ) -> None:
        rows = [
            {"number": place(key, position), "stems": " ".join(_stems(content))}
            for position, content in contents.items()
        ]
        if rows:
            connection.execute(change, rows)


class Packed:
    """A table of PostgreSQL with a row for each stem of each session, its positions as bytes.

    A row for each stem of each message would take over twice as much.  What is said goes to the
    end of the rows of its stems; a row holds no more than the positions of one chunk, so that none
    grows long.
    """

    _ADD = text(  # one statement, whatever the number of rows
        "INSERT INTO message_search (stem, session_key, chunk, positions) "
        "SELECT stem, :key, chunk, positions FROM unnest("
        "CAST(:stems AS text[]), CAST(:chunks AS integer[]), CAST(:positions AS bytea[])"
        ") AS of (stem, chunk, positions) "
        "ON CONFLICT (stem, session_key, chunk) "
        "DO UPDATE SET positions = message_search.positions || excluded.positions"
    )
    _DELETE = text(
        "DELETE FROM message_search "
        "WHERE session_key = :key AND stem = ANY (CAST(:stems AS text[]))"
    )
    _FIND = text(
        "SELECT asked.stem, found.places, found.lengths, found.positions FROM "
        "unnest(CAST(:stems AS text[]), CAST(:chunks AS integer[])) AS asked (stem, chunk) "
        "CROSS JOIN LATERAL (SELECT "
        "array_agg(place ORDER BY place) AS places, "
        "array_agg(octet_length(positions) ORDER BY place) AS lengths, "
        "string_agg(positions, CAST('' AS bytea) ORDER BY place) AS positions FROM ("
        "SELECT (CAST(session_key AS bigint) << 32) + (chunk << 12) AS place, positions, "
        "sum(octet_length(positions)) OVER ("
        "ORDER BY session_key DESC, chunk DESC ROWS UNBOUNDED PRECEDING"
        ") - octet_length(positions) AS after "
        "FROM message_search AS of_stem "
        "WHERE of_stem.stem = asked.stem AND of_stem.session_key = ANY (:keys) "
        "AND of_stem.chunk >= asked.chunk "
        "ORDER BY session_key DESC, chunk DESC LIMIT :rows"
        ") AS last WHERE after < 2 * :most) AS found WHERE found.places IS NOT NULL"
    )
    _EVERYWHERE = text(
        "SELECT found.place, octet_length(found.positions) AS length, found.positions "
        "FROM unnest(CAST(:stems AS text[])) AS asked (stem) "
        "CROSS JOIN LATERAL ("
        "SELECT (CAST(session_key AS bigint) << 32) + (chunk << 12) AS place, positions "
        "FROM message_search AS of_stem WHERE of_stem.stem = asked.stem "
        "ORDER BY session_key DESC, chunk DESC LIMIT :rows"
        ") AS found"
    )
    _BEGUN = text(  # from stem to stem, whatever the number of rows each has
        "WITH RECURSIVE begun AS ("
        "(SELECT stem FROM message_search WHERE stem >= :begins AND stem < :beyond "
        "ORDER BY stem LIMIT 1) UNION ALL SELECT ("
        "SELECT next.stem FROM message_search AS next "
        "WHERE next.stem > begun.stem AND next.stem < :beyond ORDER BY next.stem LIMIT 1"
        ") FROM begun WHERE begun.stem IS NOT NULL"
        ") SELECT stem FROM begun WHERE stem IS NOT NULL LIMIT :most"
    )
    _MOST_BEGUN = 200  # stems
    _MOST_SESSIONS = MOST  # rows of a stem, at most one or two of each session as a rule
    _MOST_ROWS = SURELY_ALL  # of a stem, the last
    _CHUNK_BITS = 12  # of a position: what is left of it stands in the row, as two bytes
    _POSITION = np.dtype("<u2")

    def add(self, connection: Connection, key: int, contents: Mapping[int, str]) -> None:
        """Index ``contents``, which are by position."""
        within: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
        for position, content in sorted(contents.items()):
            chunk, at = divmod(position, 1 << self._CHUNK_BITS)
            for stem in _stems(content):
                within[stem, chunk].append(at)
        if within:
            stems, chunks = (list(column) for column in zip(*within, strict=True))
            positions = [np.array(each, self._POSITION).tobytes() for each in within.values()]
            added = {"key": key, "stems": stems, "chunks": chunks, "positions": positions}
            connection.execute(self._ADD, added)

    def forget(self, connection: Connection, key: int, contents: Mapping[int, str]) -> None:
        """Take a session out, all of its ``contents`` by position."""
        stems = {stem for content in contents.values() for stem in _stems(content)}
        connection.execute(self._DELETE, {"key": key, "stems": sorted(stems)})

    def find(
        self,
        connection: Connection,
        keys: Sequence[int],
        stems: Sequence[str],
        most: int = MOST,
        since: Sequence[int] = (),
    ) -> dict[str, Numbers]:
        """Return at which ``place`` of the sessions ``keys`` each of ``stems`` stands, in order."""
        firsts = _firsts(stems, since)
        asked = {
            "keys": list(keys),
            "stems": list(firsts),
            "chunks": [first >> self._CHUNK_BITS for first in firsts.values()],
            "most": most,
            "rows": min(most, self._MOST_ROWS),
        }
        found = {}
        for stem, places, lengths, positions in connection.execute(self._FIND, asked):
            counts = np.array(lengths) // self._POSITION.itemsize
            at = np.repeat(places, counts) + np.frombuffer(positions, self._POSITION)
            if firsts[stem]:
                at = at[np.searchsorted(at, place(keys[0], firsts[stem])) :]
            if len(at):
                found[stem] = at[-most:]
        return found

    def everywhere(self, connection: Connection, wanted: Sequence[Wanted], most: int) -> Numbers:
        """Return at which places of any session all that is ``wanted`` stands, the newest first."""
        standing: Numbers | None = None
        for word in wanted:
            at = self._standing(connection, word)
            standing = at if standing is None else np.intersect1d(standing, at)
            if not len(standing):
                break
        return NOWHERE if standing is None else standing[::-1][:most]

    def _standing(self, connection: Connection, word: Wanted) -> Numbers:
        stems = {indexed(stem) for stem in word.stems}
        if word.begins:
            begins = indexed(word.begins)
            asked = {"begins": begins, "beyond": begins + _LAST_CHARACTER, "most": self._MOST_BEGUN}
            stems.update(connection.scalars(self._BEGUN, asked))
        given = {"stems": sorted(stems), "rows": self._MOST_SESSIONS}
        rows = connection.execute(self._EVERYWHERE, given).all()
        if not rows:
            return NOWHERE
        places, lengths, positions = zip(*rows, strict=True)
        counts = np.array(lengths) // self._POSITION.itemsize
        at = np.repeat(np.array(places, np.int64), counts)
        return np.unique(at + np.frombuffer(b"".join(positions), self._POSITION))


def united(lists: Sequence[Numbers]) -> Numbers:
    """Return the places of ``lists``, each in order, together, and each once."""
    if len(lists) == 1:
        return lists[0]
    places = np.concatenate(lists)
    places.sort(kind="stable")  # of runs; ``np.unique`` takes three times as long
    is_first = np.ones(len(places), dtype=np.bool_)
    np.not_equal(places[1:], places[:-1], out=is_first[1:])
    return places[is_first]


def indexed(stem: str) -> str:
    """Return ``stem`` as it is indexed, and found."""
    return stem[:_STEM_CHARS]


def _stems(content: str) -> list[str]:
    return _cut(content_stems(content))


def _firsts(stems: Sequence[str], since: Sequence[int]) -> dict[str, int]:
    """Return from which position on each of ``stems``, as it is indexed, is looked for."""
    return dict(zip(map(indexed, stems), since or [0] * len(stems), strict=True))


def _cut(stems: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(map(indexed, stems)))


_FULL_TEXT = FullText()
_PACKED = Packed()
