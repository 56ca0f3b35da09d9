"""Shapes of what concerns a person: receipts of their erasure, entries of the audit."""

from pydantic import Field, JsonValue

from tidemark.schema.base import Count, FrozenModel, Instant


class ErasureReceipt(FrozenModel):
    """What an erasure took: rows by table, and files.

    It names nobody: ``person_sha256`` is the hash of ``nonce`` and the id of the person, and the
    nonce is on the receipt that they get alone.  ``sha256`` is that of all the rest but the nonce.
    ``is_scrubbed``: nothing of it is left in the file of the database either.
    """

    at: Instant
    ms: Count
    rows: dict[str, Count]
    audit_rows: Count = 0
    files: Count = 0
    person_sha256: str
    sha256: str
    nonce: str
    is_scrubbed: bool


class NewAuditEntry(FrozenModel):
    """An act: ``actor`` did ``action`` to a subject of ``user_id``; the two are mostly the same."""

    at: Instant
    user_id: str
    actor: str
    action: str
    subject_kind: str
    subject_id: str = ""
    detail: dict[str, JsonValue] = Field(default_factory=dict)


class AuditEntry(NewAuditEntry):
    """An act as it lies in the audit log."""

    key: int
    sha256: str


class AuditFault(FrozenModel):
    """A row of the audit log that is not as it was written: ``changed`` or ``unlinked``."""

    key: int
    code: str


class AuditCheck(FrozenModel):
    """What checking the audit log came to."""

    rows: Count
    blanked: Count
    faults: tuple[AuditFault, ...] = ()


class PurgePlan(FrozenModel):
    """What a purge deletes, or did delete, by kind."""

    expired_sessions: Count = 0
    trashed_sessions: Count = 0
    trashed_sources: Count = 0
    trashed_documents: Count = 0
    pruned_versions: Count = 0

    @property
    def total(self) -> int:
        """How many things it is in all."""
        return sum(dict(self).values())
