"""The list of documents: names, schemas, bound files, trash and shares."""

import datetime as dt
import itertools
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import JsonValue
from sqlalchemy import (
    Connection,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)

from tidemark.documents import content as contents
from tidemark.errors import (
    DocumentExists,
    DocumentNotFound,
    SessionNotFound,
    TooManyDocuments,
)
from tidemark.schema.documents import (
    MAIN,
    Document,
    DocumentBranch,
    DocumentShare,
    NewVersion,
    SharedAccess,
    VersionRecord,
)
from tidemark.schema.scope import Scope
from tidemark.storage import notebooks
from tidemark.storage.column_types import as_shapes
from tidemark.storage.connections import Connections
from tidemark.storage.documents import access
from tidemark.storage.documents.pruning import HAS_OLD
from tidemark.storage.documents.stored_versions import begin_branch
from tidemark.storage.documents.version_exports import restore_branch
from tidemark.storage.tables import (
    OF_NOTEBOOK,
    OF_USER,
    branches,
    document_branches,
    documents,
    in_scope,
    is_document_in_scope,
    is_document_kept,
    sessions,
    shares,
)

MOST_DOCUMENTS = 2_000  # per notebook

_OWNED = {"user_id": OF_USER, "notebook_id": OF_NOTEBOOK}
_branches = document_branches.alias("all_branches")
_BRANCHES = (
    select(func.count()).where(_branches.c.document_key == documents.c.key).scalar_subquery()
)
# The title of a chat is that of the branch shown in lists
_shown, _members = sessions.alias("shown"), branches.alias("members")
_SHOWN_BRANCH = (
    select(_shown.c.session_id)
    .join(_members, _members.c.session_key == _shown.c.key)
    .where(_members.c.family == documents.c.session_key, _shown.c.is_hidden == literal_column("0"))
    .limit(1)
    .scalar_subquery()
)
_DOCUMENT = (
    documents.c.key.label("document_key"),
    documents.c.name,
    func.coalesce(_SHOWN_BRANCH, sessions.c.session_id).label("session_id"),
    document_branches.c.version,
    _BRANCHES.label("branches"),
    documents.c.schema.is_not(None).label("has_schema"),
    documents.c.created_at,
    documents.c.updated_at,
    documents.c.trashed_at,
    access.ACCESS.label("access"),
    documents.c.user_id.label("owner"),
    documents.c.file_path,
)
_DOCUMENTS = select(*_DOCUMENT).select_from(
    documents.join(
        document_branches,
        and_(
            document_branches.c.document_key == documents.c.key,
            document_branches.c.name == literal_column(f"'{MAIN}'"),
        ),
    ).outerjoin(sessions, sessions.c.key == documents.c.session_key)
)
_IN_PLACE = and_(is_document_kept, is_document_in_scope)
_OF_NOTEBOOK = documents.c.session_key.is_(None)
# The documents of a chat belong to its first branch
_SESSION_KEY = (
    select(func.coalesce(branches.c.family, sessions.c.key))
    .select_from(sessions.outerjoin(branches, branches.c.session_key == sessions.c.key))
    .where(
        sessions.c.session_id == bindparam("session_id", type_=sessions.c.session_id.type),
        in_scope,
    )
    .correlate(None)
    .scalar_subquery()
)
_OF_SESSION = documents.c.session_key == _SESSION_KEY
_IN_ORDER = documents.c.updated_at.desc(), documents.c.key.desc()
_LISTED = _DOCUMENTS.where(_IN_PLACE, _OF_NOTEBOOK).order_by(*_IN_ORDER)
_LISTED_WITH_SESSION = _DOCUMENTS.where(_IN_PLACE, or_(_OF_NOTEBOOK, _OF_SESSION)).order_by(
    documents.c.session_key.is_(None), *_IN_ORDER
)
_LISTED_ALL = _DOCUMENTS.where(_IN_PLACE, sessions.c.trashed_at.is_(None)).order_by(*_IN_ORDER)
_SHARED = (
    _DOCUMENTS.join(shares, shares.c.document_key == documents.c.key)
    .where(shares.c.with_user_id == OF_USER, is_document_kept)
    .order_by(*_IN_ORDER)
)
_IS_ANY = select(
    or_(
        exists().where(_IN_PLACE, _OF_NOTEBOOK),
        exists().where(_IN_PLACE, _OF_SESSION),
        exists().where(
            shares.c.with_user_id == OF_USER,
            shares.c.document_key == documents.c.key,
            is_document_kept,
        ),
    )
)
_TRASHED = _DOCUMENTS.where(documents.c.trashed_at.is_not(None), is_document_in_scope).order_by(
    documents.c.trashed_at.desc(), documents.c.key.desc()
)
_AT_KEY = documents.c.key == bindparam("document_key")
_ONE = _DOCUMENTS.where(_AT_KEY, access.is_readable)
_SCHEMA = select(documents.c.schema).where(_AT_KEY, access.is_readable)
_COUNT = select(func.count()).where(is_document_in_scope, is_document_kept)
_NAMED = select(documents.c.key, documents.c.session_key).where(
    documents.c.name == bindparam("name"), _IN_PLACE
)
_IN_TRASH = (
    select(documents.c.name, documents.c.session_key)
    .where(_AT_KEY, documents.c.trashed_at.is_not(None), is_document_in_scope)
    .with_for_update()
)
_DUE = (
    select(documents.c.key)
    .where(is_document_in_scope, documents.c.trashed_at < bindparam("before"))
    .order_by(documents.c.trashed_at, documents.c.key)
    .limit(bindparam("limit"))
)
_WITH_OLD_VERSIONS = _DOCUMENTS.where(_IN_PLACE, HAS_OLD).order_by(*_IN_ORDER)
_SCOPES_WITH_TRASH = (
    select(documents.c.user_id, documents.c.notebook_id)
    .where(documents.c.trashed_at.is_not(None))
    .group_by(documents.c.user_id, documents.c.notebook_id)
    .order_by(func.min(documents.c.trashed_at))
    .limit(bindparam("limit"))
)
_SHARES = (
    select(shares.c.with_user_id.label("user_id"), shares.c.access, shares.c.created_at)
    .where(shares.c.document_key == bindparam("document_key"))
    .order_by(shares.c.created_at, shares.c.with_user_id)
)
_SHARE = and_(
    shares.c.document_key == bindparam("document_key"),
    shares.c.with_user_id == bindparam("with_user_id"),
)


class DocumentStore:
    """Creates, lists, renames, shares and removes documents.

    Methods with a ``document_key`` raise ``DocumentNotFound`` if the scope may not read the
    document, and ``DocumentForbidden`` if it may not do what is asked.
    """

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def create(
        self,
        name: str,
        content: JsonValue,
        new: NewVersion,
        *,
        session_id: str | None = None,
        schema: JsonValue = None,
        now: dt.datetime,
    ) -> Document:
        """Create a document whose first version is ``content``; return it.

        It belongs to the session ``session_id`` if given, else to the notebook.

        Raises:
            DocumentExists: A document has this name already.
            SessionNotFound: There is no such session.
            TooManyDocuments: The notebook is full.
        """
        with self._connections.transaction() as connection:
            key = self._insert(connection, name, schema, session_id, now)
            begin_branch(connection, key, MAIN, content, new, now=now)
            return as_shapes(connection.execute(_ONE, {"document_key": key}), Document)[0]

    def restore_export(
        self,
        name: str,
        schema: JsonValue,
        branches: Sequence[tuple[DocumentBranch, Sequence[VersionRecord]]],
        *,
        session_id: str | None = None,
        chats: Mapping[str, str],
        now: dt.datetime,
    ) -> Document:
        """Create a document with all versions of an export, unchanged; return it.

        ``chats`` maps the former ids of the chats imported with it to their new ids.

        Raises:
            DocumentExists: A document has this name already.
            SessionNotFound: There is no such session.
            TooManyDocuments: The notebook is full.
        """
        with self._connections.transaction() as connection:
            key = self._insert(connection, name, schema, session_id, now)
            for branch, records in branches:
                restore_branch(connection, key, branch, records, chats)
            return as_shapes(connection.execute(_ONE, {"document_key": key}), Document)[0]

    def list(self, session_id: str | None = None) -> tuple[Document, ...]:
        """Return the documents of the notebook, most recently changed first.

        Those of the session ``session_id`` come before them.
        """
        with self._connections.asking() as connection:
            if session_id is None:
                return as_shapes(connection.execute(_LISTED), Document)
            asked = {"session_id": session_id}
            return as_shapes(connection.execute(_LISTED_WITH_SESSION, asked), Document)

    def list_all(self) -> tuple[Document, ...]:
        """Return all documents of the notebook and its sessions that are not in the trash."""
        return self._read(_LISTED_ALL)

    def is_empty(self, session_id: str) -> bool:
        """Return whether the session, the notebook and the shares contain no document."""
        with self._connections.asking() as connection:
            return not connection.scalar(_IS_ANY, {"session_id": session_id})

    def shared_with_me(self) -> tuple[Document, ...]:
        """Return the documents that others share with the user, most recently changed first."""
        return self._read(_SHARED)

    def trashed(self) -> tuple[Document, ...]:
        """Return the documents in the trash, most recently trashed first."""
        return self._read(_TRASHED)

    def get(self, document_key: int) -> Document:
        """Return a document."""
        found = self._read(_ONE, document_key=document_key)
        if not found:
            raise DocumentNotFound
        return found[0]

    def schema(self, document_key: int) -> JsonValue:
        """Return the JSON Schema attached to a document; None if there is none."""
        with self._connections.asking() as connection:
            found = connection.execute(_SCHEMA, {"document_key": document_key}).first()
        if found is None:
            raise DocumentNotFound
        schema: JsonValue = None if found[0] is None else json.loads(zlib.decompress(found[0]))
        return schema

    def attach_schema(self, document_key: int, schema: JsonValue) -> None:
        """Attach a JSON Schema; None removes it."""
        self._change(document_key, schema=_packed(schema))

    def rename(self, document_key: int, name: str) -> None:
        """Rename a document.

        Raises:
            DocumentExists: Another document of the same session or notebook has this name.
        """
        with self._connections.transaction() as connection:
            former = access.hold(connection, document_key, "owner")
            if name != former:
                at = select(documents.c.session_key).where(documents.c.key == document_key)
                self._refuse_taken(connection, name, connection.scalar(at))
            self._set(connection, document_key, name=name)

    def bind(self, document_key: int, file_path: str, sha256: str | None) -> None:
        """Bind a document to a file whose content has this hash; an empty path unbinds it."""
        self._change(document_key, file_path=file_path, file_sha256=sha256)

    def note_file(self, document_key: int, sha256: str) -> None:
        """Store the hash of the bound file, whose content now equals the document."""
        with self._connections.transaction() as connection:
            access.hold(connection, document_key, "editor")
            self._set(connection, document_key, file_sha256=sha256)

    def file_sha256(self, document_key: int) -> str | None:
        """Return the hash that the bound file had when it last equalled the document."""
        wanted = select(documents.c.file_sha256).where(_AT_KEY, access.is_readable)
        with self._connections.asking() as connection:
            found: str | None = connection.scalar(wanted, {"document_key": document_key})
        return found

    def trash(self, document_key: int, *, now: dt.datetime) -> None:
        """Move a document to the trash."""
        self._change(document_key, trashed_at=now)

    def restore(self, document_key: int) -> str:
        """Restore a document from the trash, with a number if its name is taken; return its name.

        Raises:
            DocumentNotFound: It is not in the trash.
        """
        with self._connections.transaction() as connection:
            found = connection.execute(_IN_TRASH, {"document_key": document_key}).first()
            if found is None:
                raise DocumentNotFound
            name = str(found.name)
            for number in itertools.count(2):
                if not self._is_taken(connection, name, found.session_key):
                    break
                name = f"{found.name} ({number})"
            self._set(connection, document_key, name=name, trashed_at=None)
            return name

    def with_old_versions(self, before: dt.datetime) -> tuple[Document, ...]:
        """Return the documents that have versions to prune, including those of sessions."""
        return self._read(_WITH_OLD_VERSIONS, before=before)

    def due(self, before: dt.datetime, limit: int) -> tuple[int, ...]:
        """Return the keys of at most ``limit`` documents trashed ``before`` a time."""
        with self._connections.asking() as connection:
            return tuple(connection.scalars(_DUE, {"before": before, "limit": limit}))

    def delete(self, document_key: int) -> None:
        """Delete a document in the trash permanently, with all its versions.

        Raises:
            DocumentNotFound: It is not in the trash.
        """
        with self._connections.transaction() as connection:
            if connection.execute(_IN_TRASH, {"document_key": document_key}).first() is None:
                raise DocumentNotFound
            connection.execute(delete(documents).where(documents.c.key == document_key))

    def share(
        self, document_key: int, person: str, shared: SharedAccess, *, now: dt.datetime
    ) -> None:
        """Give another person read access, or edit access, to a document."""
        with self._connections.transaction() as connection:
            access.hold(connection, document_key, "owner")
            asked = {"document_key": document_key, "with_user_id": person}
            connection.execute(delete(shares).where(_SHARE), asked)
            made = insert(shares).values(user_id=OF_USER)
            connection.execute(made, {**asked, "access": shared, "created_at": now})

    def unshare(self, document_key: int, person: str) -> None:
        """Withdraw a person's access to a document."""
        with self._connections.transaction() as connection:
            access.hold(connection, document_key, "owner")
            asked = {"document_key": document_key, "with_user_id": person}
            connection.execute(delete(shares).where(_SHARE), asked)

    def shares(self, document_key: int) -> tuple[DocumentShare, ...]:
        """Return the people a document is shared with, earliest share first."""
        with self._connections.asking() as connection:
            access.check(connection, document_key)
            found = connection.execute(_SHARES, {"document_key": document_key})
            return as_shapes(found, DocumentShare)

    def _insert(
        self,
        connection: Connection,
        name: str,
        schema: JsonValue,
        session_id: str | None,
        now: dt.datetime,
    ) -> int:
        """Store a document without a branch; return its key."""
        notebooks.hold(connection, now)
        session_key = None
        if session_id is not None:
            session_key = connection.scalar(select(_SESSION_KEY), {"session_id": session_id})
            if session_key is None:
                raise SessionNotFound(session_id)
        self._refuse_taken(connection, name, session_key)
        if (connection.scalar(_COUNT) or 0) >= MOST_DOCUMENTS:
            raise TooManyDocuments("documents", MOST_DOCUMENTS)
        values = {
            "name": name,
            "session_key": session_key,
            "schema": _packed(schema),
            "created_at": now,
            "updated_at": now,
        }
        created = insert(documents).values(**_OWNED, **values).returning(documents.c.key)
        return int(connection.scalar(created) or 0)

    def _read(self, query: Any, **asked: object) -> tuple[Document, ...]:  # noqa: ANN401
        with self._connections.asking() as connection:
            return as_shapes(connection.execute(query, asked), Document)

    def _change(self, document_key: int, **values: object) -> None:
        with self._connections.transaction() as connection:
            access.hold(connection, document_key, "owner")
            self._set(connection, document_key, **values)

    @staticmethod
    def _set(connection: Connection, document_key: int, **values: object) -> None:
        changed = update(documents).where(documents.c.key == document_key)
        connection.execute(changed.values(**values))

    def _refuse_taken(self, connection: Connection, name: str, session_key: int | None) -> None:
        if self._is_taken(connection, name, session_key):
            raise DocumentExists(name)

    @staticmethod
    def _is_taken(connection: Connection, name: str, session_key: int | None) -> bool:
        found = connection.execute(_NAMED, {"name": name})
        return any(each.session_key == session_key for each in found)


def scopes_with_trash(connection: Connection, limit: int) -> tuple[Scope, ...]:
    """Return up to ``limit`` scopes, of all users, with trashed documents, oldest trash first."""
    found = connection.execute(_SCOPES_WITH_TRASH, {"limit": limit})
    return tuple(Scope(*row) for row in found)


def _packed(schema: JsonValue) -> bytes | None:
    return None if schema is None else zlib.compress(contents.written(schema).encode())
