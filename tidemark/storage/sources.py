"""Sources of a notebook: files with their versions, each with its text and passages.

A version is stored in one transaction with its passages and their index entries.  Older versions
stay, because answers cite them; only the newest is searched.
"""

import datetime as dt
import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from sqlalchemy import (
    Connection,
    RowMapping,
    and_,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from tidemark.errors import SourceExists, SourceNotFound
from tidemark.retrieval import source_passages
from tidemark.retrieval.chunking import Passages
from tidemark.retrieval.index_terms import stemmed
from tidemark.retrieval.refs import collection_of_version
from tidemark.schema.records import SourceVersionRecord
from tidemark.schema.scope import Scope
from tidemark.schema.sources import (
    ConvertedFile,
    FileType,
    Source,
    SourcePassage,
    SourceSpan,
    SourceText,
    SourceVersion,
)
from tidemark.storage import notebooks
from tidemark.storage.column_types import among
from tidemark.storage.connections import Connections
from tidemark.storage.search import passages, source_texts
from tidemark.storage.search.source_texts import SourceTextCache
from tidemark.storage.tables import (
    OF_NOTEBOOK,
    OF_USER,
    is_newest,
    is_source_in_scope,
    is_source_kept,
    source_versions,
    sources,
)
from utils import TokenCounter

# Built once: building a statement costs more than running it
_VERSION = (
    source_versions.c.key.label("version_key"),
    sources.c.name.label("source"),
    source_versions.c.number,
    source_versions.c.sha256,
    source_versions.c.file_type,
    source_versions.c.title,
    source_versions.c.file_bytes,
    source_versions.c.characters,
    source_versions.c.section_count.label("sections"),
    source_versions.c.passage_count.label("passages"),
    source_versions.c.created_at,
    source_versions.c.has_file,
)
_WITH_SOURCE = source_versions.join(sources, source_versions.c.source_key == sources.c.key)
_VERSIONS = select(*_VERSION).select_from(_WITH_SOURCE)
_ITS_VERSIONS = _VERSIONS.where(is_source_in_scope, is_source_kept)
_AT_KEY = _ITS_VERSIONS.where(source_versions.c.key == bindparam("version_key"))
_OF_NAME = and_(sources.c.name == bindparam("of_name"), is_source_in_scope, is_source_kept)
_NEWEST_OF = _VERSIONS.where(_OF_NAME, is_newest)
_NUMBERED = _VERSIONS.where(_OF_NAME, source_versions.c.number == bindparam("number"))
_OF_CONTENT = (
    _ITS_VERSIONS.where(
        is_newest,
        source_versions.c.sha256 == bindparam("sha256", type_=source_versions.c.sha256.type),
    )
    .order_by(source_versions.c.key)
    .limit(1)
)
_LISTED = (
    select(
        sources.c.key.label("source_key"),
        sources.c.name,
        sources.c.created_at.label("begun_at"),
        sources.c.last_used_at,
        sources.c.trashed_at,
        source_versions.c.number.label("versions"),
        *_VERSION,
    )
    .select_from(_WITH_SOURCE)
    .where(is_source_in_scope, is_newest)
)
_KEPT = _LISTED.where(is_source_kept).order_by(sources.c.key)
_NEWEST_FIRST = (
    _LISTED.where(is_source_kept)
    .order_by(sources.c.key.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_OF_TYPES = _KEPT.where(
    source_versions.c.has_file == 1,
    source_versions.c.file_type.in_(bindparam("file_types", expanding=True)),
)
_ADDED_BEFORE = (
    _LISTED.where(is_source_kept, sources.c.key < bindparam("before"))
    .order_by(sources.c.key.desc())
    .limit(bindparam("limit"))
)
_COUNT = select(func.count()).select_from(sources).where(is_source_in_scope, is_source_kept)
_NAMES = (
    select(sources.c.key, sources.c.name)
    .where(is_source_in_scope, is_source_kept)
    .order_by(sources.c.name)
)
_TRASHED = _LISTED.where(sources.c.trashed_at.is_not(None)).order_by(
    sources.c.trashed_at.desc(), sources.c.key.desc()
)
_NAMED = _LISTED.where(_OF_NAME)
_KEYED = _LISTED.where(is_source_kept, sources.c.key == bindparam("source_key"))
_ALL_OF = _ITS_VERSIONS.where(source_versions.c.source_key == bindparam("source_key")).order_by(
    source_versions.c.number.desc()
)
_KEY = select(sources.c.key).where(_OF_NAME).with_for_update()
_OF_KEY = and_(sources.c.key == bindparam("source_key"), is_source_in_scope)
_IN_TRASH = (
    select(sources.c.name).where(_OF_KEY, sources.c.trashed_at.is_not(None)).with_for_update()
)
_DUE = (
    select(sources.c.key)
    .where(is_source_in_scope, sources.c.trashed_at < bindparam("before"))
    .order_by(sources.c.trashed_at, sources.c.key)
    .limit(bindparam("limit"))
)
_OF_KEPT = source_versions.c.source_key.in_(
    select(sources.c.key).where(is_source_in_scope, is_source_kept)
)
_IS_KEPT = select(source_versions.c.key).where(
    source_versions.c.key == bindparam("version_key"), _OF_KEPT
)
_RECORDED = select(
    source_versions.c.key.label("version_key"),
    sources.c.name.label("source"),
    source_versions.c.number.label("version"),
    source_versions.c.sha256,
).select_from(_WITH_SOURCE)
_NAMED_VERSIONS = _RECORDED.where(
    is_source_in_scope, is_source_kept, among(source_versions.c.key, "version_keys")
).order_by(source_versions.c.key)
_OF_HASHES = _RECORDED.where(
    is_source_in_scope,
    is_source_kept,
    source_versions.c.sha256.in_(
        bindparam("hashes", expanding=True, type_=source_versions.c.sha256.type)
    ),
)
_FILE = select(source_versions.c.file).where(
    source_versions.c.key == bindparam("version_key"), _OF_KEPT
)
_INDEXED = select(
    source_versions.c.key,
    source_versions.c.title,
    source_versions.c.sections,
    source_versions.c.text,
).where(source_versions.c.source_key == bindparam("source_key"))
_NEW: dict[str, sqlite.Insert | postgresql.Insert] = {
    "sqlite": sqlite.insert(sources),
    "postgresql": postgresql.insert(sources),
}
_ENSURE = {
    dialect: new.values(user_id=OF_USER, notebook_id=OF_NOTEBOOK).on_conflict_do_nothing()
    for dialect, new in _NEW.items()
}
_ADD_VERSION = insert(source_versions).values(user_id=OF_USER).returning(source_versions.c.key)
_TOUCH = (
    update(sources)
    .where(
        is_source_in_scope,
        sources.c.key.in_(
            select(source_versions.c.source_key).where(among(source_versions.c.key, "version_keys"))
        ),
    )
    .values(last_used_at=bindparam("now", type_=sources.c.last_used_at.type))
)
_SCOPES_WITH_TRASH = (
    select(sources.c.user_id, sources.c.notebook_id)
    .where(sources.c.trashed_at.is_not(None))
    .group_by(sources.c.user_id, sources.c.notebook_id)
    .order_by(func.min(sources.c.trashed_at))
    .limit(bindparam("limit"))
)


class SourceStore:
    """Adds, lists, reads, renames and removes sources.

    ``forget`` drops the deleted versions, given by key, from all caches.
    """

    def __init__(
        self,
        connections: Connections,
        texts: SourceTextCache,
        forget: Callable[[Sequence[int]], None],
    ) -> None:
        self._connections = connections
        self._texts = texts
        self._forget = forget

    def known(self, sha256: str) -> SourceVersion | None:
        """Return the newest version of a source made from the file with this hash, if any."""
        with self._connections.asking() as connection:
            return _version_or_none(connection, _OF_CONTENT, sha256=sha256)

    def add(
        self,
        name: str,
        converted: ConvertedFile,
        *,
        sha256: str,
        file_bytes: int,
        now: dt.datetime,
        file: bytes | None = None,
        is_repeated: bool = False,
        used_at: dt.datetime | None = None,
    ) -> SourceVersion:
        """Store ``converted`` as the newest version of the source ``name``; create it if missing.

        If a source was made from the same file, return its version and store nothing, unless it
        ``is_repeated``.  ``file`` is the original, if it is to be shown; ``used_at`` is the last
        use of a source moved from another notebook.

        Raises:
            NotebookNotFound: The notebook of the scope was deleted meanwhile.
        """
        held = source_passages.rows(converted, TokenCounter())
        title = converted.title or name.rpartition("/")[2].rpartition(".")[0] or name
        # Before the transaction: nobody else can write to SQLite while this takes seconds
        texts = source_passages.indexed_texts(title, converted.text, converted.sections, held)
        stems, packed = stemmed(dict(enumerate(texts))), source_texts.packed(converted)
        with self._connections.transaction() as connection:
            known = _version_or_none(connection, _OF_CONTENT, sha256=sha256)
            if known and not is_repeated:
                return known
            notebooks.hold(connection, now)
            new = {"name": name, "created_at": now, "last_used_at": used_at}
            connection.execute(_ENSURE[connection.dialect.name], new)
            source_key = _hold(connection, name)
            number = _supersede(connection, source_key) + 1
            version_key = connection.scalar(
                _ADD_VERSION,
                {
                    "source_key": source_key,
                    "number": number,
                    "is_newest": 1,
                    "sha256": sha256,
                    "file_type": converted.file_type,
                    "title": title,
                    "file_bytes": file_bytes,
                    "characters": len(converted.text),
                    "section_count": len(converted.sections),
                    "passage_count": len(held),
                    "created_at": now,
                    "has_file": int(file is not None),
                    "file": file,
                    **packed,
                },
            )
            passages.add(connection, collection_of_version(version_key), held, stems)
            return _version(connection, _AT_KEY, name, version_key=version_key)

    def list(self) -> tuple[Source, ...]:
        """Return the sources that are not in the trash, earliest added first."""
        return self._listed(_KEPT)

    def of_types(self, file_types: Collection[FileType]) -> tuple[Source, ...]:
        """Return the sources of ``list`` whose newest file is stored and of ``file_types``."""
        return self._listed(_OF_TYPES, file_types=list(file_types))

    def page(self, *, limit: int, offset: int = 0) -> tuple[Source, ...]:
        """Return ``limit`` sources after the first ``offset``, latest added first."""
        return self._listed(_NEWEST_FIRST, limit=limit, offset=offset)

    def added_before(self, source_key: int, *, limit: int) -> tuple[Source, ...]:
        """Return ``limit`` sources added before this one, latest added first."""
        return self._listed(_ADDED_BEFORE, limit=limit, before=source_key)

    def count(self) -> int:
        """Count the sources that are not in the trash."""
        with self._connections.asking() as connection:
            return connection.scalar(_COUNT) or 0

    def names(self) -> dict[int, str]:
        """Return the names of all sources by key, sorted by name."""
        with self._connections.asking() as connection:
            return {row.key: row.name for row in connection.execute(_NAMES)}

    def at(self, source_key: int) -> Source:
        """Return the source with this key.

        Raises:
            SourceNotFound: There is none, or it was removed.
        """
        found = self._listed(_KEYED, source_key=source_key)
        if not found:
            raise SourceNotFound("")
        return found[0]

    def versions(self, source_key: int) -> tuple[SourceVersion, ...]:
        """Return all versions of a source, newest first; empty if it was removed."""
        with self._connections.asking() as connection:
            rows = connection.execute(_ALL_OF, {"source_key": source_key}).mappings().all()
        return tuple(SourceVersion(**row) for row in rows)

    def trashed(self) -> tuple[Source, ...]:
        """Return the sources in the trash, most recently trashed first."""
        return self._listed(_TRASHED)

    def get(self, name: str) -> Source:
        """Return the source with this name.

        Raises:
            SourceNotFound: No source has this name.
        """
        found = self._listed(_NAMED, of_name=name)
        if not found:
            raise SourceNotFound(name)
        return found[0]

    def version(self, name: str, number: int | None = None) -> SourceVersion:
        """Return the version ``number`` of a source, or its newest.

        Raises:
            SourceNotFound: There is no such source, or it has no such version.
        """
        with self._connections.asking() as connection:
            if number is None:
                return _version(connection, _NEWEST_OF, name, of_name=name)
            return _version(connection, _NUMBERED, name, of_name=name, number=number)

    def version_at(self, version_key: int) -> SourceVersion:
        """Return the version with this key, as stored in a citation.

        Raises:
            SourceNotFound: Its source was removed.
        """
        with self._connections.asking() as connection:
            return _version(connection, _AT_KEY, "", version_key=version_key)

    def text(self, version_key: int) -> SourceText:
        """Return the text of a version with its sections.

        Raises:
            SourceNotFound: Its source was removed.
        """
        with self._connections.asking() as connection:
            return self._text(connection, version_key)

    def file(self, version_key: int) -> bytes | None:
        """Return the original file of a version; None if it was not stored."""
        with self._connections.asking() as connection:
            found = connection.scalar(_FILE, {"version_key": version_key})
        return None if found is None else bytes(found)

    def passages(
        self, version_key: int, start: int = 0, end: int | None = None
    ) -> tuple[SourcePassage, ...]:
        """Return the passages of a version that begin from ``start`` to ``end``, in order.

        Raises:
            SourceNotFound: Its source was removed.
        """
        with self._connections.asking() as connection:
            whole = self._text(connection, version_key)
            held = passages.read(connection, collection_of_version(version_key))
        last = len(whole.text) if end is None else end
        held = held[(held["start"] >= start) & (held["start"] < last)]
        return tuple(_passages(whole, held))

    def rename(self, name: str, new_name: str) -> None:
        """Rename a source; its index entries stay the same.

        Raises:
            SourceNotFound: There is no source ``name``.
            SourceExists: There is a source ``new_name``.
        """
        with self._connections.transaction() as connection:
            key = _hold(connection, name)
            if new_name != name and connection.scalar(_KEY, {"of_name": new_name}) is not None:
                raise SourceExists(new_name)
            _change(connection, key, name=new_name)

    def trash(self, name: str, *, now: dt.datetime) -> int:
        """Move a source to the trash; return its key, which ``restore`` takes.

        Raises:
            SourceNotFound: No source has this name.
        """
        with self._connections.transaction() as connection:
            key = _hold(connection, name)
            _change(connection, key, trashed_at=now)
            return key

    def restore(self, source_key: int) -> str:
        """Restore a source from the trash, with a number if its name is taken; return its name.

        Raises:
            SourceNotFound: It is not in the trash.
        """
        with self._connections.transaction() as connection:
            former = connection.scalar(_IN_TRASH, {"source_key": source_key})
            if former is None:
                raise SourceNotFound("")
            name = str(former)
            for number in itertools.count(2):
                if connection.scalar(_KEY, {"of_name": name}) is None:
                    break
                name = f"{former} ({number})"
            _change(connection, source_key, name=name, trashed_at=None)
            return name

    def due(self, before: dt.datetime, limit: int) -> tuple[int, ...]:
        """Return the keys of at most ``limit`` sources trashed ``before`` a time."""
        with self._connections.asking() as connection:
            return tuple(connection.scalars(_DUE, {"before": before, "limit": limit}))

    def delete(self, source_key: int) -> None:
        """Delete a source in the trash permanently: texts, files, passages, index entries.

        Afterwards no cache of this process holds any of it.

        Raises:
            SourceNotFound: It is not in the trash.
        """
        with self._connections.transaction() as connection:
            if connection.scalar(_IN_TRASH, {"source_key": source_key}) is None:
                raise SourceNotFound("")
            gone = [
                _take_out_of_index(connection, row)
                for row in connection.execute(_INDEXED, {"source_key": source_key}).mappings()
            ]
            connection.execute(delete(sources).where(sources.c.key == source_key))
        self._forget(gone)

    def _text(self, connection: Connection, version_key: int) -> SourceText:
        is_kept = connection.scalar(_IS_KEPT, {"version_key": version_key}) is not None
        found = self._texts.get(connection, (version_key,)) if is_kept else {}
        if version_key not in found:
            raise SourceNotFound("")
        return found[version_key]

    def _listed(self, query: Any, **asked: object) -> tuple[Source, ...]:  # noqa: ANN401
        with self._connections.asking() as connection:
            rows = connection.execute(query, asked).mappings().all()
        return tuple(_source(row) for row in rows)


def touch_versions(
    connection: Connection, passages: Iterable[SourceSpan], *, now: dt.datetime
) -> None:
    """Set the time of last use of the sources of these ``passages``."""
    keys = sorted({span.version_key for span in passages})
    connection.execute(_TOUCH, {"version_keys": keys, "now": now})


def version_records(
    connection: Connection, version_keys: Collection[int]
) -> tuple[SourceVersionRecord, ...]:
    """Return the existing versions with these keys, by name and number."""
    if not version_keys:
        return ()
    rows = connection.execute(_NAMED_VERSIONS, {"version_keys": sorted(version_keys)}).mappings()
    found = (SourceVersionRecord(**row) for row in rows)
    return tuple(sorted(found, key=lambda each: (each.source, each.version, each.sha256)))


def known_versions(connection: Connection, named: Sequence[SourceVersionRecord]) -> dict[int, int]:
    """Map the key of each of the ``named`` versions in a record to the key of that version here.

    A version matches if its text is the same; of several, the one with the same name and number.
    """
    if not named:
        return {}
    asked = {"hashes": sorted({each.sha256 for each in named})}
    here = [SourceVersionRecord(**row) for row in connection.execute(_OF_HASHES, asked).mappings()]

    def likeness(wanted: SourceVersionRecord, each: SourceVersionRecord) -> tuple[bool, bool, int]:
        return each.source == wanted.source, each.version == wanted.version, each.version_key

    found = {each: [one for one in here if one.sha256 == each.sha256] for each in named}
    return {
        wanted.version_key: max(same, key=partial(likeness, wanted)).version_key
        for wanted, same in found.items()
        if same
    }


def scopes_with_trash(connection: Connection, limit: int) -> tuple[Scope, ...]:
    """Return up to ``limit`` scopes, of all users, with trashed sources, oldest trash first."""
    found = connection.execute(_SCOPES_WITH_TRASH, {"limit": limit})
    return tuple(Scope(*row) for row in found)


def _passages(whole: SourceText, held: Passages) -> Iterator[SourcePassage]:
    """Yield the passages of these rows; lines are counted only once."""
    section, line, at = -1, None, 0
    for position, start, end, _, _, tokens, _ in held.tolist():
        place = whole.sections[position]
        if position != section or line is None:
            section, line = position, place.line_at(whole.text, start)
        else:
            line += whole.text.count("\n", at, start)
        at = start
        yield SourcePassage(
            place=place, start=start, end=end, text=whole.text[start:end], tokens=tokens, line=line
        )


def _hold(connection: Connection, name: str) -> int:
    key: int | None = connection.scalar(_KEY, {"of_name": name})
    if key is None:
        raise SourceNotFound(name)
    return key


def _change(connection: Connection, source_key: int, **values: object) -> None:
    connection.execute(update(sources).where(sources.c.key == source_key).values(**values))


def _supersede(connection: Connection, source_key: int) -> int:
    """Mark the newest version as superseded; return its number, 0 if there was none."""
    superseded = (
        update(source_versions)
        .where(source_versions.c.source_key == source_key, is_newest)
        .values(is_newest=0)
        .returning(source_versions.c.number)
    )
    return connection.scalar(superseded) or 0


def _take_out_of_index(connection: Connection, row: RowMapping) -> int:
    """Remove a version from the index; return its key."""
    collection = collection_of_version(row["key"])
    held = passages.read(connection, collection)
    whole = source_texts.unpacked(row["sections"], row["text"])
    texts = source_passages.indexed_texts(row["title"], whole.text, whole.sections, held)
    passages.remove(connection, collection, texts)
    return int(row["key"])


def _version(connection: Connection, query: Any, name: str, **asked: object) -> SourceVersion:  # noqa: ANN401
    found = _version_or_none(connection, query, **asked)
    if found is None:
        raise SourceNotFound(name)
    return found


def _version_or_none(
    connection: Connection,
    query: Any,  # noqa: ANN401
    **asked: object,
) -> SourceVersion | None:
    row = connection.execute(query, asked).mappings().one_or_none()
    return None if row is None else SourceVersion(**row)


def _source(row: RowMapping) -> Source:
    version = {name: row[name] for name in SourceVersion.model_fields}
    return Source(
        source_key=row["source_key"],
        name=row["name"],
        created_at=row["begun_at"],
        last_used_at=row["last_used_at"],
        trashed_at=row["trashed_at"],
        versions=row["versions"],
        newest=SourceVersion(**version),
    )
