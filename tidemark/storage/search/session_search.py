"""Search of all chats for typed words: in titles, and in the inverted index.

The number of rows read depends on how often the words occur, not on the number of chats; only
titles, which are short, are all scanned.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlalchemy import Connection, RowMapping, Select, and_, bindparam, case, or_, select

from tidemark.retrieval import refs
from tidemark.retrieval.index_terms import TypedTerm
from tidemark.retrieval.refs import (
    NO_PASSAGES,
    CollectionKey,
    PassageRef,
    PassageRefs,
    collections_of,
    message_ref,
)
from tidemark.retrieval.search_query import (
    SearchHit,
    SearchPassage,
    SearchQuery,
    SearchResults,
    begun_stems,
    excerpt,
    parse_search,
)
from tidemark.storage.column_types import among
from tidemark.storage.connections import Connections
from tidemark.storage.search import copied_messages, passages
from tidemark.storage.search.inverted_index import index_of
from tidemark.storage.search.passages import collection_of
from tidemark.storage.search.ref_parameters import as_parameter, messages_at
from tidemark.storage.tables import branches, in_scope, is_kept, is_shown, messages, sessions

_PASSAGES = 3  # shown for each chat
_READ = 4 * _PASSAGES  # of each chat, to find passages that repeat no others among them
_MOST_PASSAGES = 100  # shown for the chat whose passages are all asked for
_MOST_TITLES = 200
_ESCAPE = "/"
_SPECIAL = re.compile("[/%_]")  # special characters of LIKE
_MOST_FOUND = 2_000  # passages: a person with more results types on

# Built once: building a statement costs more than running it
_CHAT = (
    sessions.c.key,
    sessions.c.session_id,
    sessions.c.title,
    sessions.c.updated_at,
    sessions.c.is_archived,
)
_OF_KEYS = (
    select(*_CHAT, branches.c.forked_from, branches.c.shared)
    .outerjoin(branches, branches.c.session_key == sessions.c.key)
    .where(among(sessions.c.key, "of_keys"), in_scope, is_kept)
)
_IS_REPLY = messages.c.role == "assistant"
_METADATA = messages_at(  # of replies: that of a question is long and says nothing here
    sessions.c.key, messages.c.position, case((_IS_REPLY, messages.c.metadata)), even_single=True
)
_MESSAGES = messages_at(
    sessions.c.key,
    messages.c.position,
    messages.c.id,
    messages.c.role,
    messages.c.timestamp,
    messages.c.content,
    even_single=True,
)


_Place = tuple[CollectionKey, int, int, int]  # the chat, the position, the start and the end


@dataclass(frozen=True)
class _Chat:
    """A chat with matches: its row, and the matching passages, newest first."""

    row: RowMapping
    in_title: bool
    refs: Sequence[PassageRef]


class SessionSearchStore:
    """Searches all chats that are not in the trash."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def find(self, text: str, *, limit: int = 20, whole: str | None = None) -> SearchResults:
        """Return the chats that contain all words of ``text``, in the title or in one passage.

        The last word may be incomplete.  ``limit`` chats are returned with their newest passages,
        the chat ``whole`` with up to a hundred: title matches first, then most recently used.  A
        passage that branches and forks have copied is returned once, from the chat where it was
        written, unless that is in the trash.
        """
        asked = parse_search(text)
        if asked is None:
            return SearchResults()
        copied_messages.index(self._connections)
        with self._connections.asking() as connection:
            titled = _titled(connection, asked)
            found = _occurrences(connection, asked)
            chats = _sorted(titled, _by_chat(connection, found))
            shown = _with_passages(connection, chats[:limit], asked, whole)
        return SearchResults(
            shown=tuple(shown),
            chats=len(chats),
            passages=sum(len(chat.refs) for chat in chats),
            is_more=len(found) >= _MOST_FOUND or len(titled) >= _MOST_TITLES,
        )


def _titled(connection: Connection, asked: SearchQuery) -> Sequence[RowMapping]:
    """Return the chats whose title contains all words, anywhere."""
    # Not ``contains``: SQLAlchemy caches a statement as first run, with the words typed in it
    is_file = connection.dialect.name == "sqlite"  # whose LIKE ignores the case of a to z anyway
    like = sessions.c.title.like if is_file else sessions.c.title.ilike
    forms = [_forms(word) for word in asked.typed]
    holds = [
        or_(*(like(bindparam(f"word_{at}_{form}"), escape=_ESCAPE) for form in range(len(each))))
        for at, each in enumerate(forms)
    ]
    typed = {
        f"word_{at}_{number}": f"%{_SPECIAL.sub(_escaped, form)}%"
        for at, each in enumerate(forms)
        for number, form in enumerate(each)
    }
    query = (
        select(*_CHAT)
        .where(in_scope, is_shown, and_(*holds))
        .order_by(sessions.c.updated_at.desc(), sessions.c.key.desc())
        .limit(_MOST_TITLES)
    )
    return connection.execute(query, typed).mappings().all()


def _escaped(found: re.Match[str]) -> str:
    return f"{_ESCAPE}{found[0]}"


def _forms(word: str) -> Sequence[str]:
    """Return the forms of ``word`` to look for: SQLite ignores case only from a to z."""
    return (word,) if word.isascii() else (word, word.capitalize(), word.upper())


def _occurrences(connection: Connection, asked: SearchQuery) -> PassageRefs:
    """Return the passages that contain every word, newest chats first."""
    terms = [TypedTerm(stems=term) for term in asked.terms]
    if asked.begun:
        terms.append(TypedTerm(stems=begun_stems(asked.begun), begins=asked.begun))
    if not terms:
        return NO_PASSAGES
    return index_of(connection).find_everywhere(connection, terms, _MOST_FOUND)


def _by_chat(connection: Connection, found: PassageRefs) -> list[_Chat]:
    if not len(found):
        return []
    keys, firsts = np.unique(-collections_of(found), return_index=True)
    ends = [*firsts[1:].tolist(), len(found)]  # they are in order: the newest chat first
    parts = {
        CollectionKey(-key): found[first:end]
        for key, first, end in zip(keys.tolist(), firsts.tolist(), ends, strict=True)
    }
    rows = connection.execute(_OF_KEYS, {"of_keys": list(parts)}).mappings().all()
    there = {row["session_id"] for row in rows}
    chats = []
    for row in rows:
        collection = collection_of(row["key"])
        own = parts[collection]
        if row["forked_from"] in there:  # shared messages are found in the chat it was forked from
            own = own[own >= passages.first_at(connection, collection, row["shared"])]
        if len(own):
            chats.append(_Chat(row, False, list(map(PassageRef, own.tolist()))))
    return chats


def _sorted(titled: Sequence[RowMapping], held: Sequence[_Chat]) -> list[_Chat]:
    by_key = {chat.row["key"]: chat for chat in held}
    named = [
        _Chat(row, True, by_key.pop(row["key"]).refs if row["key"] in by_key else ())
        for row in titled
    ]
    rest = sorted(
        by_key.values(), key=lambda chat: (chat.row["updated_at"], chat.row["key"]), reverse=True
    )
    return [*named, *rest]


def _with_passages(
    connection: Connection, chats: Sequence[_Chat], asked: SearchQuery, whole: str | None
) -> list[SearchHit]:
    first = [
        ref
        for chat in chats
        for ref in chat.refs[: _MOST_PASSAGES if chat.row["session_id"] == whole else _READ]
    ]
    most = {
        collection_of(chat.row["key"]): _MOST_PASSAGES
        if chat.row["session_id"] == whole
        else _PASSAGES
        for chat in chats
    }
    read = _read(connection, first, asked, most)
    return [
        SearchHit(
            session_id=chat.row["session_id"],
            title=chat.row["title"],
            updated_at=chat.row["updated_at"],
            is_archived=bool(chat.row["is_archived"]),
            in_title=chat.in_title,
            count=len(chat.refs),
            passages=tuple(read[collection_of(chat.row["key"])]),
        )
        for chat in chats
    ]


def _read(
    connection: Connection,
    found: Sequence[PassageRef],
    asked: SearchQuery,
    most: Mapping[CollectionKey, int],
) -> Mapping[CollectionKey, list[SearchPassage]]:
    """Return the ``most`` passages ``found`` of each chat, in the same order.

    Replies of the built-in engine, which quote other messages, come last.
    """
    read: defaultdict[CollectionKey, list[SearchPassage]] = defaultdict(list)
    shown = _shown(connection, found, most)
    said = _rows_of(connection, _MESSAGES, shown)
    for key, position, start, end in shown:
        if (key, position) not in said:  # deleted since
            continue
        message_id, role, timestamp, content = said[key, position]
        text, marks = excerpt(content, start, end, asked)
        read[key].append(
            SearchPassage(
                message_id=message_id,
                position=position,
                role=role,
                timestamp=timestamp,
                text=text,
                marks=tuple(marks),
            )
        )
    return read


def _shown(
    connection: Connection, found: Sequence[PassageRef], most: Mapping[CollectionKey, int]
) -> list[_Place]:
    """Return where the ``most`` passages to show of each chat are, without reading their texts."""
    if not found:
        return []
    places = [
        (refs.parts(ref)[0], *row[["position", "start", "end"]].tolist()[0])
        for ref, row in zip(found, passages.read_at(connection, found), strict=True)
        if len(row)
    ]
    metadata = _rows_of(connection, _METADATA, places)
    standing = [each for each in places if each[:2] in metadata]  # not a reply that was replaced

    def is_repeating(place: _Place) -> bool:
        (of_reply,) = metadata[place[:2]]
        return of_reply is not None and of_reply.is_builtin

    shown: defaultdict[CollectionKey, list[_Place]] = defaultdict(list)
    for each in sorted(standing, key=is_repeating):
        if len(shown[each[0]]) < most[each[0]]:
            shown[each[0]].append(each)
    return [each for of_chat in shown.values() for each in of_chat]


def _rows_of(
    connection: Connection, query: Mapping[str, Select[Any]], places: Sequence[_Place]
) -> dict[tuple[CollectionKey, int], Sequence[Any]]:
    """Return the columns of ``query`` of each message at ``places``, after its key and position."""
    if not places:
        return {}
    asked = sorted({message_ref(key, position) for key, position, *_ in places})
    rows = connection.execute(query[connection.dialect.name], as_parameter(connection, asked))
    return {(key, position): rest for key, position, *rest in rows}
