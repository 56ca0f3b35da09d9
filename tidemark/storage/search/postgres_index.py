"""The inverted index in PostgreSQL: a row for each stem of each collection, its passages as bytes.

A row for each stem of each passage would take over twice the space.  New passages are appended to
the rows of their stems; a row holds only the numbers of one chunk, so none grows long.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from sqlalchemy import Connection, text

from tidemark.retrieval.index_terms import TypedTerm, index_term, index_terms
from tidemark.retrieval.refs import (
    NO_PASSAGES,
    CollectionKey,
    Numbers,
    PassageRefs,
    passage_ref,
)

_ADD = text(  # one statement, whatever the number of rows
    "INSERT INTO passage_index (stem, collection_key, chunk, numbers) "
    "SELECT stem, :key, chunk, numbers FROM unnest("
    "CAST(:stems AS text[]), CAST(:chunks AS integer[]), CAST(:numbers AS bytea[])"
    ") AS of (stem, chunk, numbers) "
    "ON CONFLICT (stem, collection_key, chunk) "
    "DO UPDATE SET numbers = passage_index.numbers || excluded.numbers"
)
_DELETE = text(
    "DELETE FROM passage_index WHERE collection_key = :key AND stem = ANY (CAST(:stems AS text[]))"
)
_FIND = text(
    "SELECT asked.stem, found.refs, found.lengths, found.numbers FROM "
    "unnest(CAST(:stems AS text[]), CAST(:chunks AS integer[])) AS asked (stem, chunk) "
    "CROSS JOIN LATERAL (SELECT "
    "array_agg(ref ORDER BY ref) AS refs, "
    "array_agg(octet_length(numbers) ORDER BY ref) AS lengths, "
    "string_agg(numbers, CAST('' AS bytea) ORDER BY ref) AS numbers FROM ("
    "SELECT (CAST(collection_key AS bigint) << 32) + (chunk << 12) AS ref, numbers, "
    "sum(octet_length(numbers)) OVER ("
    "ORDER BY collection_key DESC, chunk DESC ROWS UNBOUNDED PRECEDING"
    ") - octet_length(numbers) AS after "
    "FROM passage_index AS of_stem "
    "WHERE of_stem.stem = asked.stem AND of_stem.collection_key = ANY (CAST(:keys AS integer[])) "
    "AND of_stem.chunk >= asked.chunk "
    "ORDER BY collection_key DESC, chunk DESC LIMIT :rows"
    ") AS last WHERE after < 2 * :most) AS found WHERE found.refs IS NOT NULL"
)
_FIND_EVERYWHERE = text(
    "SELECT found.ref, octet_length(found.numbers) AS length, found.numbers "
    "FROM unnest(CAST(:stems AS text[])) AS asked (stem) "
    "CROSS JOIN LATERAL ("
    "SELECT (CAST(collection_key AS bigint) << 32) + (chunk << 12) AS ref, numbers "
    "FROM passage_index AS of_stem JOIN sessions ON sessions.key = of_stem.collection_key "
    "WHERE of_stem.stem = asked.stem "
    "AND sessions.user_id = :of_user AND sessions.notebook_id = :of_notebook "
    "ORDER BY collection_key DESC, chunk DESC LIMIT :rows"
    ") AS found"
)
_BEGUN = text(  # skips from stem to stem, however many rows each has
    "WITH RECURSIVE begun AS ("
    "(SELECT stem FROM passage_index WHERE stem >= :begins AND stem < :beyond "
    "ORDER BY stem LIMIT 1) UNION ALL SELECT ("
    "SELECT next.stem FROM passage_index AS next "
    "WHERE next.stem > begun.stem AND next.stem < :beyond ORDER BY next.stem LIMIT 1"
    ") FROM begun WHERE begun.stem IS NOT NULL"
    ") SELECT stem FROM begun WHERE stem IS NOT NULL LIMIT :most"
)
_MOST_BEGUN = 200  # stems
_MOST_ROWS_EVERYWHERE = 5_000  # of a stem: usually one or two of each collection
_CHUNK_BITS = 12  # of a number: the remainder is in the row, as two bytes
_NUMBER = np.dtype("<u2")
_LAST_CHARACTER = "\U0010ffff"


@dataclass(frozen=True)
class PostgresIndex:
    """The index of a PostgreSQL database; reads only the last ``most_rows`` rows of a stem."""

    most_rows: int

    def add(
        self, connection: Connection, collection: CollectionKey, stems: Mapping[int, str]
    ) -> None:
        """Index new passages of ``collection`` by number; ``stems`` are ``index_terms.stemmed``."""
        within: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
        for number, of_passage in sorted(stems.items()):
            chunk, rest = divmod(number, 1 << _CHUNK_BITS)
            for stem in of_passage.split():
                within[stem, chunk].append(rest)
        if within:
            indexed, chunks = (list(column) for column in zip(*within, strict=True))
            numbers = [np.array(each, _NUMBER).tobytes() for each in within.values()]
            added = {"key": collection, "stems": indexed, "chunks": chunks, "numbers": numbers}
            connection.execute(_ADD, added)

    def remove(
        self, connection: Connection, collection: CollectionKey, texts: Mapping[int, str]
    ) -> None:
        """Remove ``collection`` from the index; ``texts`` are those of all its passages."""
        stems = {stem for content in texts.values() for stem in index_terms(content)}
        connection.execute(_DELETE, {"key": collection, "stems": sorted(stems)})

    def find(
        self,
        connection: Connection,
        collections: Sequence[CollectionKey],
        stems: Sequence[str],
        *,
        most: int,
        since: Sequence[int] = (),
    ) -> dict[str, PassageRefs]:
        """Return the passages of ``collections`` that contain each of ``stems``, in order."""
        firsts = dict(zip(map(index_term, stems), since or [0] * len(stems), strict=True))
        asked = {
            # As text: psycopg quotes each number of a list, over 1 ms for 1,000
            "keys": f"{{{','.join(map(str, collections))}}}",
            "stems": list(firsts),
            "chunks": [first >> _CHUNK_BITS for first in firsts.values()],
            "most": most,
            "rows": min(most, self.most_rows),
        }
        found = {}
        for stem, chunk_refs, lengths, numbers in connection.execute(_FIND, asked).all():
            refs = _unpacked(chunk_refs, lengths, numbers)
            if firsts[stem]:
                refs = refs[np.searchsorted(refs, passage_ref(collections[0], firsts[stem])) :]
            if len(refs):
                found[stem] = PassageRefs(refs[-most:])
        return found

    def find_everywhere(
        self, connection: Connection, wanted: Sequence[TypedTerm], most: int
    ) -> PassageRefs:
        """Return at most ``most`` passages in scope that contain all ``wanted`` terms."""
        found: Numbers | None = None
        for term in wanted:
            refs = _of_term(connection, term)
            found = refs if found is None else np.intersect1d(found, refs)
            if not len(found):
                break
        return NO_PASSAGES if found is None else PassageRefs(found[::-1][:most])


def _of_term(connection: Connection, term: TypedTerm) -> Numbers:
    stems = {index_term(stem) for stem in term.stems}
    if term.begins:
        begins = index_term(term.begins)
        asked = {"begins": begins, "beyond": begins + _LAST_CHARACTER, "most": _MOST_BEGUN}
        stems.update(connection.scalars(_BEGUN, asked))
    given = {"stems": sorted(stems), "rows": _MOST_ROWS_EVERYWHERE}
    rows = connection.execute(_FIND_EVERYWHERE, given).all()
    if not rows:
        return NO_PASSAGES
    chunk_refs, lengths, numbers = zip(*rows, strict=True)
    return np.unique(_unpacked(chunk_refs, lengths, b"".join(numbers)))


def _unpacked(chunk_refs: Sequence[int], lengths: Sequence[int], numbers: bytes) -> Numbers:
    """Return the references in rows: the start of the row's chunk plus each number in the row."""
    counts = np.array(lengths) // _NUMBER.itemsize
    return np.repeat(np.array(chunk_refs, np.int64), counts) + np.frombuffer(numbers, _NUMBER)
