"""Finding in all chats at once what a person types: by their titles, and by the index of words.

What is read is bounded by how often the words stand anywhere, never by how many chats there are,
but for the titles, which are short and read one after the other.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from sqlalchemy import Connection, RowMapping, and_, or_, select

from tidemark.retrieval.ranking import Numbers
from tidemark.retrieval.search_query import (
    SearchHit,
    SearchPassage,
    SearchQuery,
    SearchResults,
    begun_stems,
    cut,
    sought,
)
from tidemark.storage.column_types import among
from tidemark.storage.connections import Connections
from tidemark.storage.messages import said_at_places
from tidemark.storage.search import inverted_index, passages
from tidemark.storage.tables import branches, is_kept, is_shown, messages, sessions

_PASSAGES = 3  # of a chat that are shown
_MOST_TITLES = 200
_MOST_FOUND = 2_000  # passages: who finds so many types on

# Built once: to build a statement costs more than to run it
_CHAT = (
    sessions.c.key,
    sessions.c.session_id,
    sessions.c.title,
    sessions.c.updated_at,
    sessions.c.is_archived,
)
_OF_KEYS = (
    select(*_CHAT, branches.c.family, branches.c.forked_from, branches.c.shared)
    .outerjoin(branches, branches.c.session_key == sessions.c.key)
    .where(among(sessions.c.key, "of_keys"), is_kept)
)
_SAID = said_at_places(
    sessions.c.key,
    messages.c.position,
    messages.c.id,
    messages.c.role,
    messages.c.timestamp,
    messages.c.content,
)


@dataclass(frozen=True)
class _Chat:
    """A chat with something found in it: its row, and the places of it, the newest first."""

    row: RowMapping
    in_title: bool
    places: Sequence[int]


class SessionSearchStore:
    """Looks through all chats that are not in the trash."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def find(self, text: str, *, limit: int = 20) -> SearchResults:
        """Return the chats in which all words of ``text`` stand, in the title or in one passage.

        The last word may be half typed.  ``limit`` chats are told in full: first those whose title
        it is, then those spoken in last.  What several branches share is found once.
        """
        asked = sought(text)
        if asked is None:
            return SearchResults()
        with self._connections.asking() as connection:
            titled = _titled(connection, asked)
            places = _places(connection, asked)
            held = _by_chat(connection, places)
            chats = _sorted(titled, held)
            told = _told(connection, chats[:limit], asked)
        return SearchResults(
            shown=tuple(told),
            chats=len(chats),
            passages=sum(len(chat.places) for chat in chats),
            is_more=len(places) >= _MOST_FOUND or len(titled) >= _MOST_TITLES,
        )


def _titled(connection: Connection, asked: SearchQuery) -> Sequence[RowMapping]:
    """Return the chats in whose title all words stand, anywhere in it."""
    is_file = connection.dialect.name == "sqlite"  # which asks for no capitals of a to z anyway
    holds = sessions.c.title.contains if is_file else sessions.c.title.icontains
    each = [or_(*(holds(form, autoescape=True) for form in _forms(word))) for word in asked.typed]
    query = (
        select(*_CHAT)
        .where(is_shown, and_(*each))
        .order_by(sessions.c.updated_at.desc(), sessions.c.key.desc())
        .limit(_MOST_TITLES)
    )
    return connection.execute(query).mappings().all()


def _forms(word: str) -> Sequence[str]:
    """Return ``word`` as a title may have it: a file knows no capitals beyond a to z."""
    return (word,) if word.isascii() else (word, word.capitalize(), word.upper())


def _places(connection: Connection, asked: SearchQuery) -> Numbers:
    """Return the places of the passages in which every word stands, the newest chats first."""
    each = [inverted_index.Wanted(stems=term) for term in asked.terms]
    if asked.begun:
        each.append(inverted_index.Wanted(stems=begun_stems(asked.begun), begins=asked.begun))
    if not each:
        return inverted_index.NOWHERE
    return inverted_index.of(connection).everywhere(connection, each, _MOST_FOUND)


def _by_chat(connection: Connection, places: Numbers) -> list[_Chat]:
    if not len(places):
        return []
    keys, firsts = np.unique(-(places >> inverted_index.POSITION_BITS), return_index=True)
    ends = [*firsts[1:].tolist(), len(places)]  # they are in order: the newest chat first
    parts = {
        -key: places[first:end]
        for key, first, end in zip(keys.tolist(), firsts.tolist(), ends, strict=True)
    }
    found = connection.execute(_OF_KEYS, {"of_keys": list(parts)}).mappings().all()
    chats = []
    for row in found:
        own = parts[row["key"]]
        if row["family"] is not None and row["forked_from"] is not None:
            # What it shares stands in the branch it was forked from, too
            first = passages.number_at(connection, row["key"], row["shared"])
            own = own[own >= inverted_index.place(row["key"], first)]
        if len(own):
            chats.append(_Chat(row, False, own.tolist()))
    return chats


def _sorted(titled: Sequence[RowMapping], held: Sequence[_Chat]) -> list[_Chat]:
    by_key = {chat.row["key"]: chat for chat in held}
    named = [
        _Chat(row, True, by_key.pop(row["key"]).places if row["key"] in by_key else ())
        for row in titled
    ]
    rest = sorted(
        by_key.values(), key=lambda chat: (chat.row["updated_at"], chat.row["key"]), reverse=True
    )
    return [*named, *rest]


def _told(connection: Connection, chats: Sequence[_Chat], asked: SearchQuery) -> list[SearchHit]:
    first = [place for chat in chats for place in chat.places[:_PASSAGES]]
    read = _read(connection, first, asked)
    return [
        SearchHit(
            session_id=chat.row["session_id"],
            title=chat.row["title"],
            updated_at=chat.row["updated_at"],
            is_archived=bool(chat.row["is_archived"]),
            in_title=chat.in_title,
            count=len(chat.places),
            passages=tuple(read[chat.row["key"]]),
        )
        for chat in chats
    ]


def _read(
    connection: Connection, places: Sequence[int], asked: SearchQuery
) -> Mapping[int, list[SearchPassage]]:
    """Return the passages at ``places`` by chat, in the same order."""
    told: defaultdict[int, list[SearchPassage]] = defaultdict(list)
    if not places:
        return told
    rows = passages.at_places(connection, places)
    where = [
        (place >> inverted_index.POSITION_BITS, *row[["position", "start", "end"]].tolist()[0])
        for place, row in zip(places, rows, strict=True)
        if len(row)
    ]
    at = sorted({inverted_index.place(key, position) for key, position, *_ in where})
    query, given = _SAID[connection.dialect.name], inverted_index.as_parameter(connection, at)
    rows_said = connection.execute(query, {"places": given})
    said = {(key, position): rest for key, position, *rest in rows_said}
    for key, position, start, end in where:
        if (key, position) not in said:  # a reply that a retry replaced
            continue
        message_id, role, timestamp, content = said[key, position]
        text, marks = cut(content, start, end, asked)
        told[key].append(
            SearchPassage(
                message_id=message_id,
                position=position,
                role=role,
                timestamp=timestamp,
                text=text,
                marks=tuple(marks),
            )
        )
    return told
