"""Access to documents: by their owner in the notebook, and by people they are shared with."""

from sqlalchemy import ColumnElement, Connection, Row, and_, bindparam, case, exists, or_, select

from tidemark.errors import DocumentForbidden, DocumentNotFound
from tidemark.schema.documents import Access
from tidemark.storage.tables import (
    OF_USER,
    documents,
    is_document_in_scope,
    is_document_kept,
    shares,
)

_shares = shares.alias("own_shares")
_IS_SHARE = and_(_shares.c.document_key == documents.c.key, _shares.c.with_user_id == OF_USER)
ACCESS: ColumnElement[str] = case(
    (is_document_in_scope, "owner"),
    else_=select(_shares.c.access).where(_IS_SHARE).scalar_subquery(),
)
is_readable = and_(is_document_kept, or_(is_document_in_scope, exists().where(_IS_SHARE)))
_ONE = select(documents.c.name, ACCESS.label("access")).where(
    documents.c.key == bindparam("document_key"), is_readable
)
_TO_WRITE = _ONE.with_for_update(of=documents)
_ENOUGH: dict[Access, tuple[Access, ...]] = {
    "reader": ("owner", "editor", "reader"),
    "editor": ("owner", "editor"),
    "owner": ("owner",),
}


def hold(connection: Connection, document_key: int, needed: Access) -> str:
    """Lock a document until the transaction ends; return its name.

    Raises:
        DocumentNotFound: No document that the scope may read has this key.
        DocumentForbidden: The scope lacks the access ``needed``.
    """
    return _checked(connection.execute(_TO_WRITE, {"document_key": document_key}).first(), needed)


def check(connection: Connection, document_key: int) -> None:
    """Check that the scope may read a document.

    Raises:
        DocumentNotFound: The scope may not read it, or it does not exist.
    """
    _checked(connection.execute(_ONE, {"document_key": document_key}).first(), "reader")


def _checked(found: Row[tuple[str, str]] | None, needed: Access) -> str:
    if found is None:
        raise DocumentNotFound
    if found.access not in _ENOUGH[needed]:
        raise DocumentForbidden(found.name)
    return str(found.name)
