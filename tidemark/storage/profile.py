"""The profile of each user: entries, the messages they come from, and forgotten entries.

Facts learned in a turn are stored in the transaction of that turn.  On a server, a change locks the
profiles until its transaction ends; the lock of a session is always taken first.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    update,
)

from tidemark.errors import EntryNotFound
from tidemark.memory.profile import (
    MOST_ENTRIES,
    ProfileChange,
    ProfileEntry,
    ProfileSource,
    changes,
    normal,
)
from tidemark.schema import ItemKind, ProfileStatement
from tidemark.schema.records import (
    EntryRecord,
    ForgottenRecord,
    MessagePlace,
    ProfileRecord,
)
from tidemark.storage.column_types import as_shapes
from tidemark.storage.connections import Connections
from tidemark.storage.tables import (
    OF_USER,
    messages,
    of_session,
    profile_entries,
    profile_forgotten,
    profile_sources,
    sessions,
)

_ADVISORY_KEY = 0x71DF  # next to the key for migrations

# Built once: building a statement costs more than running it
_IN_PROFILE = select(
    profile_entries.c.id.label("entry_id"),
    profile_entries.c.kind,
    profile_entries.c.text,
    profile_entries.c.is_enabled,
    profile_entries.c.is_edited,
    profile_entries.c.updated_at,
).where(profile_entries.c.user_id == OF_USER)
_ENTRIES = _IN_PROFILE.order_by(profile_entries.c.id)
_SOURCES = (
    select(
        profile_sources.c.entry_id,
        profile_sources.c.session_id,
        sessions.c.title,
        profile_sources.c.message_id,
        messages.c.position,
        sessions.c.trashed_at,
    )
    .join_from(profile_entries, profile_sources)
    .join(messages, messages.c.id == profile_sources.c.message_id)
    .join(sessions, sessions.c.session_id == profile_sources.c.session_id)
    .where(profile_entries.c.user_id == OF_USER)
    .order_by(profile_sources.c.entry_id, profile_sources.c.message_id)
)
_THIS = (
    profile_entries.c.id == bindparam("of_entry"),
    profile_entries.c.user_id == OF_USER,
)
_ENTRY, _ENTRY_SOURCES = _ENTRIES.where(*_THIS), _SOURCES.where(*_THIS)
_FORGOTTEN = select(profile_forgotten.c.words).where(profile_forgotten.c.user_id == OF_USER)
_ENTRIES_AND_FORGOTTEN = _IN_PROFILE.union_all(
    select(
        profile_forgotten.c.id,
        literal(""),  # no entry is of this kind
        profile_forgotten.c.words,
        literal(0),
        literal(0),
        profile_forgotten.c.forgotten_at,
    ).where(profile_forgotten.c.user_id == OF_USER)
).order_by("entry_id")
_GONE = (
    select(profile_forgotten.c.words, profile_forgotten.c.forgotten_at)
    .where(profile_forgotten.c.user_id == OF_USER)
    .order_by(profile_forgotten.c.id)
)
_SAID_AT = select(messages.c.id).where(of_session(messages), messages.c.position == bindparam("at"))
_INSERT = insert(profile_entries).values(user_id=OF_USER).returning(profile_entries.c.id)
_FORGET = insert(profile_forgotten).values(user_id=OF_USER)


class ProfileStore:
    """Reads and changes the profile of a user."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def entries(self) -> tuple[ProfileEntry, ...]:
        """Return the entries in the order learned.

        Entries that come only from trashed sessions are left out.
        """
        with self._connections.asking() as connection:
            return _read(connection)

    def get(self, entry_id: int) -> ProfileEntry:
        """Return an entry.

        Raises:
            EntryNotFound: The user has no such entry, or it comes only from trashed sessions.
        """
        with self._connections.asking() as connection:
            found = _read(connection, entry_id)
        if not found:
            raise EntryNotFound(entry_id)
        return found[0]

    def forgotten(self) -> tuple[str, ...]:
        """Return the lower-cased text of each entry that the user wants forgotten."""
        with self._connections.asking() as connection:
            return _forgotten(connection)

    def entries_and_forgotten(self) -> tuple[tuple[ProfileEntry, ...], tuple[str, ...]]:
        """Return what ``entries`` and ``forgotten`` return, read by one statement."""
        with self._connections.asking() as connection:
            rows = connection.execute(_ENTRIES_AND_FORGOTTEN).mappings().all()
            entries = tuple(ProfileEntry.model_validate(dict(row)) for row in rows if row["kind"])
            kept = _with_sources(connection, entries)
        return kept, tuple(row["text"] for row in rows if not row["kind"])

    def record(self) -> ProfileRecord:
        """Return the entries and the forgotten texts, read in one transaction."""
        with self._connections.reading() as connection:
            entries = _read(connection)
            gone = connection.execute(_GONE).mappings().all()
        return ProfileRecord(
            entries=tuple(_recorded(entry) for entry in entries),
            forgotten=tuple(ForgottenRecord(**row) for row in gone),
        )

    def restore(self, record: ProfileRecord, session_ids: Collection[str]) -> int:
        """Add the new entries and forgotten texts of ``record``; return the number of new entries.

        Texts forgotten here stay forgotten, and a full profile takes no more entries.  Only sources
        in ``session_ids`` are stored.
        """
        with self._connections.transaction() as connection:
            _hold(connection)
            known = _read(connection, with_resting=True)
            held = {(entry.kind, normal(entry.text)) for entry in known}
            gone = set(_forgotten(connection))
            added = 0
            for entry in record.entries:
                words = normal(entry.text)
                if (entry.kind, words) in held or words in gone or len(held) >= MOST_ENTRIES:
                    continue
                _restore(connection, entry, session_ids)
                held.add((entry.kind, words))
                added += 1
            fresh = [each for each in record.forgotten if each.words not in gone]
            said = {words for _, words in held}
            rows = [
                {"words": each.words, "forgotten_at": each.forgotten_at}
                for each in fresh
                if each.words not in said
            ]
            if rows:
                connection.execute(_FORGET, rows)
        return added

    def add(self, kind: ItemKind, text: str, *, now: dt.datetime) -> int:
        """Add an entry that the user wrote outside a chat; return its id.

        Text in it that was forgotten is remembered again. An entry of the same words and kind is
        not repeated: it is switched on, and its id is returned.
        """
        words = normal(text)
        with self._connections.transaction() as connection:
            _hold(connection)
            again = [each for each in _forgotten(connection) if f" {each} " in f" {words} "]
            connection.execute(delete(profile_forgotten).where(*_of_words(again)))
            for each in _read(connection, with_resting=True):
                if (each.kind, normal(each.text)) == (kind, words):
                    on = update(profile_entries).where(*_THIS).values(is_enabled=1)
                    connection.execute(on, {"of_entry": each.entry_id})
                    return each.entry_id
            return _insert(connection, kind, text, now, is_edited=1)

    def change(self, entry_id: int, text: str, *, now: dt.datetime) -> None:
        """Change the text of an entry.

        Raises:
            EntryNotFound: The user has no such entry.
        """
        self._update(entry_id, text=text, is_edited=1, updated_at=now)

    def switch(self, entry_id: int, *, is_enabled: bool) -> None:
        """Include an entry in what engines read from now on, or exclude it.

        Raises:
            EntryNotFound: The user has no such entry.
        """
        self._update(entry_id, is_enabled=int(is_enabled))

    def forget(self, entry_id: int, *, now: dt.datetime) -> None:
        """Delete an entry and never learn it again.

        Raises:
            EntryNotFound: The user has no such entry.
        """
        of_entry = {"of_entry": entry_id}
        with self._connections.transaction() as connection:
            _hold(connection)
            text = connection.scalar(select(profile_entries.c.text).where(*_THIS), of_entry)
            if text is None:
                raise EntryNotFound(entry_id)
            gone = {"words": normal(text), "forgotten_at": now}
            connection.execute(_FORGET, gone)
            _delete(connection, [entry_id])

    def remember_again(self, forgotten: str) -> None:
        """Remove ``forgotten`` from the list of texts that are never learned again."""
        with self._connections.transaction() as connection:
            _hold(connection)
            connection.execute(delete(profile_forgotten).where(*_of_words([forgotten])))

    def clear(self) -> None:
        """Delete all entries and the list of forgotten texts."""
        ids = select(profile_entries.c.id).where(profile_entries.c.user_id == OF_USER)
        with self._connections.transaction() as connection:
            _hold(connection)
            _delete(connection, connection.scalars(ids).all())
            forgotten = delete(profile_forgotten).where(profile_forgotten.c.user_id == OF_USER)
            connection.execute(forgotten)

    def _update(self, entry_id: int, **values: Any) -> None:  # noqa: ANN401
        changed = update(profile_entries).where(*_THIS).values(**values)
        with self._connections.transaction() as connection:
            _hold(connection)
            of_entry = {"of_entry": entry_id}
            if not connection.execute(changed, of_entry).rowcount:
                raise EntryNotFound(entry_id)


def learn(
    connection: Connection,
    told: Sequence[ProfileStatement],
    *,
    session_id: str,
    now: dt.datetime,
) -> None:
    """Add the statements ``told`` in messages of a session to the user's profile."""
    _hold(connection)
    entries = _read(connection, with_resting=True)
    forgotten = _forgotten(connection)
    for change in changes(told, entries, forgotten):
        entry_id = _apply(connection, change, now)
        _add_source(connection, entry_id, change.statement.message_id, session_id)
    surplus = len(entries) + len(told) - MOST_ENTRIES
    if surplus > 0:
        oldest = sorted(entries, key=lambda entry: (entry.is_edited, entry.updated_at))
        _delete(connection, [entry.entry_id for entry in oldest[:surplus]])


def forget_texts(connection: Connection, texts: Sequence[str], *, now: dt.datetime) -> None:
    """Add ``texts`` to the list of forgotten texts, and delete the entries that state them."""
    _hold(connection)
    known = set(_forgotten(connection))
    gone = [each for each in dict.fromkeys(map(normal, texts)) if each and each not in known]
    if gone:
        rows = [{"words": each, "forgotten_at": now} for each in gone]
        connection.execute(_FORGET, rows)
    said = ((entry.entry_id, f" {normal(entry.text)} ") for entry in _read(connection))
    _delete(connection, [of for of, text in said if any(f" {each} " in text for each in gone)])


def withdraw(connection: Connection, session_id: str) -> None:
    """Delete entries that come only from this session, and remove it from the sources of others.

    Entries that the user has edited since stay.
    """
    of_session = profile_sources.c.session_id == session_id
    ids = connection.scalars(select(profile_sources.c.entry_id).where(of_session).distinct()).all()
    if not ids:
        return
    _hold(connection)
    connection.execute(delete(profile_sources).where(of_session))
    has_source = exists().where(profile_sources.c.entry_id == profile_entries.c.id)
    of_talk = profile_entries.c.id.in_(ids), profile_entries.c.is_edited == 0
    alone = select(profile_entries.c.id).where(*of_talk, ~has_source)
    _delete(connection, connection.scalars(alone).all())


def _of_words(forgotten: Sequence[str]) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return profile_forgotten.c.user_id == OF_USER, profile_forgotten.c.words.in_(forgotten)


def _forgotten(connection: Connection) -> tuple[str, ...]:
    return tuple(connection.scalars(_FORGOTTEN))


def _read(
    connection: Connection, entry_id: int | None = None, *, with_resting: bool = False
) -> tuple[ProfileEntry, ...]:
    """Return the entries, or one; those with only trashed sources if ``with_resting``."""
    asked = {"of_entry": entry_id} if entry_id is not None else {}
    entries = as_shapes(connection.execute(_ENTRY if asked else _ENTRIES, asked), ProfileEntry)
    return _with_sources(connection, entries, asked, with_resting=with_resting)


def _with_sources(
    connection: Connection,
    entries: tuple[ProfileEntry, ...],
    asked: Mapping[str, int] = MappingProxyType({}),
    *,
    with_resting: bool = False,
) -> tuple[ProfileEntry, ...]:
    """Return ``entries`` with their sources: all, or the one that was ``asked`` for."""
    if not entries:
        return ()
    sources: defaultdict[int, list[ProfileSource]] = defaultdict(list)
    trashed = set()
    for row in connection.execute(_ENTRY_SOURCES if asked else _SOURCES, asked).mappings():
        if row["trashed_at"] is not None:
            trashed.add(row["entry_id"])
            continue
        source = ProfileSource.model_validate(
            {name: row[name] for name in ProfileSource.model_fields}
        )
        sources[row["entry_id"]].append(source)
    resting = set() if with_resting else trashed - sources.keys()
    return tuple(
        entry.model_copy(update={"sources": tuple(sources[entry.entry_id])})
        for entry in entries
        if entry.is_edited or entry.entry_id not in resting
    )


def _apply(connection: Connection, change: ProfileChange, now: dt.datetime) -> int:
    """Apply ``change``; return the id of its entry."""
    statement, entry_id = change.statement, change.entry_id
    if entry_id is None:
        return _insert(connection, statement.kind, statement.text, now, is_edited=0)
    values: dict[str, Any] = {"updated_at": now}
    if change.replaces:
        values |= {"text": statement.text, "is_edited": 0}
    changed = update(profile_entries).where(profile_entries.c.id == entry_id)
    connection.execute(changed.values(**values))
    return entry_id


def _insert(
    connection: Connection, kind: ItemKind, text: str, now: dt.datetime, is_edited: int
) -> int:
    row = {
        "kind": kind,
        "text": text,
        "is_enabled": 1,
        "is_edited": is_edited,
        "updated_at": now,
    }
    inserted = _INSERT
    return int(connection.execute(inserted, row).scalar_one())


def _recorded(entry: ProfileEntry) -> EntryRecord:
    places = (MessagePlace(session_id=at.session_id, position=at.position) for at in entry.sources)
    plain = entry.model_dump(include={"kind", "text", "is_enabled", "is_edited", "updated_at"})
    return EntryRecord(**plain, sources=tuple(places))


def _restore(connection: Connection, entry: EntryRecord, session_ids: Collection[str]) -> None:
    row = entry.model_dump(include={"kind", "text", "updated_at"})
    flags = {"is_enabled": int(entry.is_enabled), "is_edited": int(entry.is_edited)}
    inserted = _INSERT
    entry_id = int(connection.execute(inserted, {**row, **flags}).scalar_one())
    for place in entry.sources:
        if place.session_id in session_ids:
            asked = {"of_session": place.session_id, "at": place.position}
            message_id = connection.scalar(_SAID_AT, asked)
            if message_id is not None:
                _add_source(connection, entry_id, message_id, place.session_id)


def _add_source(connection: Connection, entry_id: int, message_id: int, session_id: str) -> None:
    same = profile_sources.c.entry_id == entry_id, profile_sources.c.message_id == message_id
    if connection.scalar(select(profile_sources.c.entry_id).where(*same)) is None:
        row = {"entry_id": entry_id, "message_id": message_id, "session_id": session_id}
        connection.execute(insert(profile_sources), row)


def _delete(connection: Connection, ids: Sequence[int]) -> None:
    connection.execute(delete(profile_sources).where(profile_sources.c.entry_id.in_(ids)))
    connection.execute(delete(profile_entries).where(profile_entries.c.id.in_(ids)))


def _hold(connection: Connection) -> None:
    """Lock profiles against other writers until the transaction of ``connection`` ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_ADVISORY_KEY)))
