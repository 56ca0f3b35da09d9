"""Errors of the database: opening, reading, writing and migrating it.

::

    OperatorError
    └── DatabaseError
        ├── DatabaseLocked
        ├── DatabaseBusy
        ├── DatabaseReadOnly
        ├── DatabaseForbidden
        ├── DatabaseFull
        ├── DatabaseUnavailable
        │   └── DatabaseAway      the server may come back by itself
        ├── DatabaseTooNew
        ├── InMemoryDatabase
        ├── NotADatabase
        ├── VectorsUnavailable
        └── MigrationFailed
"""

from tidemark.errors.base import OperatorError


class DatabaseError(OperatorError):
    """The database refused; the failed write stored nothing."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"The database {where} {what}")
        self.where = where


class DatabaseLocked(DatabaseError):
    """Another program locks the database longer than the timeout."""

    def __init__(self, where: str) -> None:
        super().__init__(
            where,
            "is locked by another program. Close what else has it open, then try again.",
        )


class DatabaseBusy(DatabaseError):
    """The database is too busy to answer in time."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(where, f"is too busy: {why}. Try again in a moment.")


class DatabaseReadOnly(DatabaseError):
    """The database can be read, not written."""

    def __init__(self, where: str) -> None:
        super().__init__(
            where,
            "is read-only. Make it writable (a file together with its folder), "
            "or set DATABASE_URL to another place.",
        )


class DatabaseForbidden(DatabaseError):
    """The database user lacks a permission that Tidemark needs."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(
            where,
            f"does not let its user work: {why}. Make that user the owner of the database, "
            "or name another user in DATABASE_URL.",
        )


class DatabaseFull(DatabaseError):
    """The disk or the database is full."""

    def __init__(self, where: str) -> None:
        super().__init__(where, "is full. Free some disk space, then try again.")


class DatabaseUnavailable(DatabaseError):
    """The database cannot be opened or reached."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(where, f"cannot be opened: {why}. Check DATABASE_URL.")


class VectorsUnavailable(DatabaseError):
    """The server cannot store vectors: an extension is missing."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(where, f"cannot keep vectors: {why}, or set MEMORY_VECTOR_STORE=numpy.")


class DatabaseAway(DatabaseUnavailable):
    """The server does not answer or dropped the connection; it may recover."""

    def __init__(self, where: str, why: str) -> None:
        DatabaseError.__init__(
            self,
            where,
            f"does not answer: {why}. Try again in a moment; "
            "if it stays so, see that it runs, and check DATABASE_URL.",
        )


class DatabaseTooNew(DatabaseError):
    """A newer Tidemark wrote this database."""

    def __init__(self, where: str, revision: str) -> None:
        super().__init__(
            where,
            f"was written by a newer Tidemark (revision {revision}). "
            "Update Tidemark, or set DATABASE_URL to another place.",
        )
        self.revision = revision


class InMemoryDatabase(DatabaseError):
    """An in-memory SQLite database would be empty for every connection."""

    def __init__(self, where: str) -> None:
        super().__init__(
            where,
            "is in memory, where each connection would see an empty one. "
            "Set DATABASE_URL to a file, such as sqlite:///tidemark.db.",
        )


class NotADatabase(DatabaseError):
    """The file holds something else, or is damaged."""

    def __init__(self, where: str) -> None:
        super().__init__(
            where,
            "is not a Tidemark database, or is damaged. "
            "Set DATABASE_URL to another place, or restore this one from a copy.",
        )


class MigrationFailed(DatabaseError):
    """A migration failed; the database is unchanged."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(
            where,
            f"could not be brought up to date and was left as it was: {why}. "
            "Report this with the lines above it.",
        )
