"""The inverted index in SQLite: an FTS5 table without text that maps stems to rows.

The row number is the reference to the passage, so the rows of a collection are adjacent, and only
these are read.
"""

import json
import re
from collections.abc import Mapping, Sequence

import numpy as np
from sqlalchemy import Connection, TextClause, text

from tidemark.retrieval.index_terms import TypedTerm, index_term, stemmed
from tidemark.retrieval.refs import (
    FIRST_OTHER_COLLECTION,
    NO_PASSAGES,
    CollectionKey,
    PassageRef,
    PassageRefs,
    passage_ref,
)

_ONE_TOKEN = re.compile(r"[\w']+")  # stays one token in the table's tokenizer
_INSERT = text("INSERT INTO passage_index (rowid, stems) VALUES (:ref, :stems)")
_DELETE = text(
    "INSERT INTO passage_index (passage_index, rowid, stems) VALUES ('delete', :ref, :stems)"
)
# A list for each stem: a row for each passage would cost five times as much.  The parameters are
# read first: SQLite tests each row against its bounds again, and would read them from the JSON
_FIND = """
    WITH asked AS MATERIALIZED (
        SELECT key, value ->> 0 AS stem, value ->> 1 AS first FROM json_each(:stems)
    )
    SELECT asked.key AS ordinal, (SELECT group_concat(found_here.ref) FROM (
        SELECT found.rowid AS ref FROM passage_index AS found
        WHERE found.passage_index MATCH asked.stem
        AND found.rowid BETWEEN asked.first AND :last ORDER BY found.rowid {order}
    ) AS found_here) AS refs FROM asked
"""
_FIND_LAST = text(_FIND.format(order="DESC LIMIT :most"))
_FIND_SINCE = text(_FIND.format(order="ASC"))  # scanning from the end takes ten times as long
_SOURCES = passage_ref(FIRST_OTHER_COLLECTION, 0)
_FIND_EVERYWHERE = text(
    "SELECT rowid FROM passage_index WHERE passage_index MATCH :expression "
    "AND rowid < :sources AND EXISTS ("
    "SELECT 1 FROM sessions WHERE sessions.key = passage_index.rowid >> 32 "
    "AND sessions.user_id = :of_user AND sessions.notebook_id = :of_notebook"
    ") ORDER BY rowid DESC LIMIT :most"
)


class SqliteIndex:
    """The index of an SQLite file."""

    def add(
        self, connection: Connection, collection: CollectionKey, stems: Mapping[int, str]
    ) -> None:
        """Index new passages of ``collection`` by number; ``stems`` are ``index_terms.stemmed``."""
        _change(connection, _INSERT, collection, stems)

    def remove(
        self, connection: Connection, collection: CollectionKey, texts: Mapping[int, str]
    ) -> None:
        """Remove ``collection`` from the index; ``texts`` are those of all its passages."""
        _change(connection, _DELETE, collection, stemmed(texts))

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
        numbers = dict(zip(map(index_term, stems), since or [0] * len(stems), strict=True))
        words = [stem for stem in numbers if _ONE_TOKEN.fullmatch(stem)]
        last = passage_ref(CollectionKey(max(collections) + 1), 0) - 1
        found: dict[str, PassageRefs] = {}
        for query, is_known in ((_FIND_LAST, False), (_FIND_SINCE, True)):
            firsts = {
                word: passage_ref(min(collections), numbers[word])
                for word in words
                if bool(numbers[word]) is is_known
            }
            if firsts:
                found |= _found(connection, query, firsts, last=last, most=most)
        return found

    def find_everywhere(
        self, connection: Connection, wanted: Sequence[TypedTerm], most: int
    ) -> PassageRefs:
        """Return at most ``most`` passages in scope that contain all ``wanted`` terms."""
        alternatives = [_any_of(term) for term in wanted]
        if not alternatives or not all(alternatives):
            return NO_PASSAGES
        expression = " AND ".join(f"({any_of})" for any_of in alternatives)
        asked = {"expression": expression, "most": most, "sources": _SOURCES}
        found = connection.scalars(_FIND_EVERYWHERE, asked).all()
        return PassageRefs(np.array(found, dtype=np.int64))


def _found(
    connection: Connection, query: TextClause, firsts: Mapping[str, PassageRef], **asked: int
) -> dict[str, PassageRefs]:
    words = list(firsts)
    stems = json.dumps([(f'"{word}"', first) for word, first in firsts.items()])
    rows = connection.execute(query, {"stems": stems, **asked}).all()
    refs = {words[at]: np.fromstring(refs, np.int64, sep=",") for at, refs in rows if refs}
    return {word: PassageRefs(np.sort(each)) for word, each in refs.items()}


def _any_of(term: TypedTerm) -> str:
    stems = [f'"{stem}"' for stem in map(index_term, term.stems) if _ONE_TOKEN.fullmatch(stem)]
    if _ONE_TOKEN.fullmatch(term.begins):
        stems.append(f'"{index_term(term.begins)}" *')
    return " OR ".join(stems)


def _change(
    connection: Connection, change: TextClause, collection: CollectionKey, stems: Mapping[int, str]
) -> None:
    rows = [
        {"ref": passage_ref(collection, number), "stems": of_passage}
        for number, of_passage in stems.items()
    ]
    if rows:
        connection.execute(change, rows)
