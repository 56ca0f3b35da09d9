"""Everything that can go wrong, split by who can act on it.

::

    TidemarkError
    ├── UserError                 the person asking can put it right; what cannot be done with a
    │   │                         session's memory stands in tidemark.errors.memory
    │   ├── EmptyMessage
    │   ├── InvalidSessionId
    │   ├── EntryNotFound
    │   ├── SessionNotFound
    │   ├── SessionExists
    │   ├── MessageNotFound
    │   ├── SessionBusy
    │   ├── TurnOver
    │   ├── NothingToRetry
    │   ├── SessionDiffers
    │   ├── UnreadableTranscript
    │   └── ConversationNotFound
    ├── OperatorError             whoever runs Tidemark can put it right
    │   ├── InvalidSetting
    │   ├── DamagedVocabulary
    │   └── DatabaseError
    │       ├── DatabaseLocked
    │       ├── DatabaseBusy
    │       ├── DatabaseReadOnly
    │       ├── DatabaseForbidden
    │       ├── DatabaseFull
    │       ├── DatabaseUnavailable
    │       │   └── DatabaseAway
    │       ├── DatabaseTooNew
    │       ├── InMemoryDatabase
    │       ├── NotADatabase
    │       ├── VectorsUnavailable
    │       └── MigrationFailed
    ├── EngineError               the language engine refused, or cannot be had; what a service
    │   │                         of language can refuse stands in tidemark.errors.engine
    │   ├── EngineNotConfigured
    │   ├── EngineUnreachable
    │   ├── EngineUnreadable
    │   └── KeyRefused
    ├── TurnFailed                a turn ended without an answer; it can be retried
    └── AlreadySummarised         a bug of ours: two summaries for one message

Each error builds its own sentence, says what to do next, and carries the facts its catcher needs.
"""

from tidemark.errors.base import WithFacts


class TidemarkError(WithFacts):
    """The root of every error Tidemark raises on purpose."""


class UserError(TidemarkError):
    """The person asking can put it right."""


class OperatorError(TidemarkError):
    """Whoever runs Tidemark can put it right."""


class EngineError(TidemarkError):
    """The language engine refused, or cannot be had; the turn can be retried."""


class EmptyMessage(UserError):
    """The message has no words."""

    def __init__(self) -> None:
        super().__init__("The message is empty. Write something and send it again.")


class InvalidSessionId(UserError):
    """A session id may hold letters, digits, ``_`` and ``-``, 1 to 100 of them."""

    def __init__(self, session_id: str) -> None:
        super().__init__(
            f"{session_id[:120]!r} is not a session id. "
            "Use 1 to 100 letters, digits, underscores or hyphens."
        )
        self.session_id = session_id


class EntryNotFound(UserError):
    """Nothing of this number is known of the person."""

    def __init__(self, entry_id: int) -> None:
        super().__init__(f"There is no entry {entry_id} any more. See what is known with: profile.")
        self.entry_id = entry_id


class SessionNotFound(UserError):
    """No session has this id."""

    def __init__(self, session_id: str) -> None:
        super().__init__(
            f"There is no session {session_id!r}. It may have been deleted: pick another one."
        )
        self.session_id = session_id


class SessionExists(UserError):
    """Another session has this id."""

    def __init__(self, session_id: str) -> None:
        super().__init__(
            f"There is a session {session_id!r} already. Delete that one, or choose another id."
        )
        self.session_id = session_id


class MessageNotFound(UserError):
    """A session has no message of this number, counted from 1, or none of the person's."""

    def __init__(self, session_id: str, number: int, *, of_person: bool = False) -> None:
        whose = " of yours" if of_person else ""
        super().__init__(
            f"Session {session_id!r} has no message {number}{whose}. "
            f"Look its number up with: show {session_id}."
        )
        self.session_id = session_id
        self.number = number


class SessionBusy(UserError):
    """A turn of this session is still being answered."""

    def __init__(self, session_id: str, *, then: str = "send this one") -> None:
        super().__init__(
            f"The last message is still being answered. Wait for it, or stop it, then {then}."
        )
        self.session_id = session_id


class TurnOver(UserError):
    """A turn that is no longer pending cannot be finished."""

    def __init__(self, turn_id: int) -> None:
        super().__init__(
            "This turn was finished, restarted or deleted elsewhere, so its reply was not kept. "
            "Load the session again."
        )
        self.turn_id = turn_id


class NothingToRetry(UserError):
    """The last turn of this session is answered, or there is none."""

    def __init__(self, session_id: str) -> None:
        super().__init__(
            f"Nothing to retry in session {session_id!r}: only its last turn can be retried, "
            "when it failed, was stopped or was cut off."
        )
        self.session_id = session_id


class SessionDiffers(UserError):
    """A session holds something else than the transcript that is to be replayed into it."""

    def __init__(self, session_id: str) -> None:
        super().__init__(
            f"Session {session_id!r} does not begin with these questions. "
            "Replay into a new session: choose another id."
        )
        self.session_id = session_id


class UnreadableTranscript(UserError):
    """A file is not a conversation we can read; nothing of it was stored."""

    def __init__(self, source: str, why: str, *, line: int | None = None) -> None:
        at = f", line {line}" if line is not None else ""
        super().__init__(f"{source}{at}: {why}. Nothing of it was used: mend it and try again.")
        self.source = source
        self.why = why
        self.line = line


class ConversationNotFound(UserError):
    """A file holds several conversations, and none was named, or one that is not in it."""

    def __init__(self, source: str, wanted: str | None, names: tuple[str, ...]) -> None:
        none = f"none is called {wanted!r}" if wanted else "none was chosen"
        super().__init__(
            f"{source} holds {len(names)} conversations and {none}. "
            f"Name one of them: {', '.join(names)}."
        )
        self.names = names


class InvalidSetting(OperatorError):
    """A setting has a value that cannot be used."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}. Change it in .env or the environment.")
        self.name = name


class DamagedVocabulary(OperatorError):
    """The token vocabulary is missing or not the one we ship."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(
            f"The token vocabulary {path} {why}. Restore it from the project "
            "(git checkout tidemark/vocab), or tokens would be counted wrong."
        )
        self.path = path


class DatabaseError(OperatorError):
    """The database refused; nothing of the failed write was kept."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"The database {where} {what}")
        self.where = where


class DatabaseLocked(DatabaseError):
    """Another program holds the database longer than we wait."""

    def __init__(self, where: str) -> None:
        super().__init__(
            where,
            "is locked by another program. Close what else has it open, then try again.",
        )


class DatabaseBusy(DatabaseError):
    """The database has too much to do to answer in time."""

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
    """The server does not let this user do what Tidemark has to."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(
            where,
            f"does not let its user work: {why}. Make that user the owner of the database, "
            "or name another user in DATABASE_URL.",
        )


class DatabaseFull(DatabaseError):
    """There is no room left to write."""

    def __init__(self, where: str) -> None:
        super().__init__(where, "is full. Free some disk space, then try again.")


class DatabaseUnavailable(DatabaseError):
    """The database cannot be opened or reached."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(where, f"cannot be opened: {why}. Check DATABASE_URL.")


class VectorsUnavailable(DatabaseError):
    """The server cannot keep vectors."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(where, f"cannot keep vectors: {why}, or set MEMORY_VECTOR_STORE=numpy.")


class DatabaseAway(DatabaseUnavailable):
    """The server does not answer, or broke off; it may come back by itself."""

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
    """The database could not be brought up to date and was left as it was."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(
            where,
            f"could not be brought up to date and was left as it was: {why}. "
            "Report this with the lines above it.",
        )


class EngineNotConfigured(EngineError):
    """The chosen engine lacks something it needs."""

    def __init__(self, engine: str, missing: str, *, sentence: str = "") -> None:
        super().__init__(
            sentence
            or f"The {engine} engine needs {missing}. Add it to .env and press "
            '"Check again", or set ENGINE=builtin.'
        )
        self.engine = engine


class EngineUnreachable(EngineError):
    """No answer came back."""

    def __init__(self, engine: str, why: str, *, sentence: str = "") -> None:
        super().__init__(
            sentence
            or f"{engine} could not be reached ({why}). Your message is kept: retry in a moment."
        )
        self.engine = engine


class EngineUnreadable(EngineError):
    """The engine answered with something that has not the asked-for shape."""

    def __init__(self, engine: str, why: str, *, sentence: str = "") -> None:
        super().__init__(
            sentence
            or f"{engine} answered in a form that cannot be read ({why}). Your message is kept: "
            "retry."
        )
        self.engine = engine
        self.why = why


class KeyRefused(EngineError):
    """The service does not accept the API key."""

    def __init__(self, engine: str, key_name: str, *, sentence: str = "") -> None:
        super().__init__(
            sentence
            or f"{engine} refused the key. Check {key_name} in .env, then press "
            '"Check again" and retry. Your message is kept.'
        )
        self.engine = engine


class TurnFailed(TidemarkError):
    """A turn ended without an answer; its question is kept."""


class AlreadySummarised(TidemarkError):
    """Another summary covers one of these messages."""

    def __init__(self, session_id: str, message_ids: tuple[int, ...]) -> None:
        super().__init__(
            f"Messages {message_ids} of session {session_id!r} are covered already; nothing was "
            "saved. Load the session again."
        )
        self.session_id = session_id
        self.message_ids = message_ids
