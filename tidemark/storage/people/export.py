"""Rows of a person as stored in the tables, for an export of all their data."""

import json
import zlib
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import JsonValue
from sqlalchemy import Connection, select

from tidemark.storage.people import erasure
from tidemark.storage.search import source_texts
from tidemark.storage.tables import (
    audit_log,
    document_branches,
    document_versions,
    documents,
    metadata,
    source_versions,
    sources,
)


class RemovedSource(NamedTuple):
    """A version of a source in the trash, with its text and its original file if stored."""

    source_key: int
    name: str
    number: int
    file_type: str
    text: str
    file: bytes | None


def rows(
    connection: Connection, user_id: str, but: Collection[str]
) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """Yield each table that has rows of a person, with these rows; skip the tables ``but``."""
    for table in metadata.sorted_tables:
        of_person = erasure.claim(table, user_id)
        is_left = table.name in but or (table.name in erasure.KEPT and table is not audit_log)
        if is_left or of_person is None:
            continue
        found = connection.execute(select(table).where(of_person)).mappings().all()
        if found:
            yield table.name, [dict(row) for row in found]


def removed_sources(connection: Connection, user_id: str) -> Iterator[RemovedSource]:
    """Yield the versions of all sources in a person's trash."""
    trashed = (
        select(sources.c.name, source_versions)
        .join(source_versions, source_versions.c.source_key == sources.c.key)
        .where(sources.c.user_id == user_id, sources.c.trashed_at.is_not(None))
        .order_by(source_versions.c.key)
    )
    for row in connection.execute(trashed).mappings():
        whole = source_texts.unpacked(row["sections"], row["text"])
        file = None if row["file"] is None else bytes(row["file"])
        yield RemovedSource(
            row["source_key"], row["name"], row["number"], row["file_type"], whole.text, file
        )


def removed_documents(
    connection: Connection, user_id: str
) -> Iterator[tuple[str, dict[str, JsonValue]]]:
    """Yield the versions of all documents in a person's trash, each with the document's name.

    Each holds its whole content, or the patch to the version before.
    """
    trashed = (
        select(documents.c.name, document_branches.c.name.label("branch"), document_versions)
        .join(document_branches, document_branches.c.document_key == documents.c.key)
        .join(document_versions, document_versions.c.branch_key == document_branches.c.key)
        .where(documents.c.user_id == user_id, documents.c.trashed_at.is_not(None))
        .order_by(documents.c.key, document_versions.c.id)
    )
    for row in connection.execute(trashed).mappings():
        yield (
            row["name"],
            {
                "branch": row["branch"],
                "version": row["version"],
                "summary": row["modification_summary"],
                "data": _unpacked(row["data"]),
                "patch": _unpacked(row["patch"]),
            },
        )


def _unpacked(packed: bytes | None) -> JsonValue:
    return None if packed is None else json.loads(zlib.decompress(packed))
