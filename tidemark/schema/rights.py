"""Shapes for a person's rights: erasure receipts, audit entries."""

from typing import Annotated

from pydantic import Field, JsonValue

from tidemark.schema.base import Count, FrozenModel, Instant, Sha256


class ErasureReceipt(FrozenModel):
    """The receipt of an erasure: numbers of rows by table, and of files.

    It names nobody: ``person_sha256`` is the hash of ``nonce`` and the person's id; only the
    person's copy of the receipt has the nonce.  ``sha256`` covers everything but the nonce.
    ``is_scrubbed``: no trace is left in the database file either.
    """

    at: Instant
    ms: Count
    rows: Annotated[dict[str, Count], Field(examples=[{"messages": 12, "sessions": 2}])]
    audit_rows: Count = 0
    files: Count = 0
    person_sha256: Sha256
    sha256: Sha256
    nonce: Annotated[str, Field(examples=["5f2b8c"])]
    is_scrubbed: bool


class NewAuditEntry(FrozenModel):
    """An action: ``actor`` did ``action`` to a subject of ``user_id``, usually the same person."""

    at: Instant
    user_id: Annotated[str, Field(examples=["anna@example.com"])]
    actor: Annotated[str, Field(examples=["anna@example.com"])]
    action: Annotated[str, Field(examples=["session.delete"])]
    subject_kind: Annotated[str, Field(examples=["session"])]
    subject_id: str = ""
    detail: dict[str, JsonValue] = Field(default_factory=dict)


class AuditEntry(NewAuditEntry):
    """An action as stored in the audit log."""

    key: int
    sha256: Sha256


class AuditFault(FrozenModel):
    """A row of the audit log that was tampered with: ``changed`` or ``unlinked``."""

    key: int
    code: str


class AuditCheck(FrozenModel):
    """The result of checking the audit log."""

    rows: Count
    blanked: Count
    faults: tuple[AuditFault, ...] = ()


class PurgePlan(FrozenModel):
    """The numbers of things a purge would delete, or has deleted, by kind."""

    expired_sessions: Count = 0
    trashed_sessions: Count = 0
    trashed_sources: Count = 0
    trashed_documents: Count = 0
    pruned_versions: Count = 0

    @property
    def total(self) -> int:
        """The total number of things."""
        return sum(dict(self).values())
