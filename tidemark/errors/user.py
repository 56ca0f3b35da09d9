"""Errors that the person using Tidemark can fix, except those of a session's memory.

::

    UserError
    ├── EmptyMessage
    │   ├── EmptyTitle
    │   ├── EmptyEntry            of the profile
    │   └── NoQuestion            a chat sent whole does not end with one
    ├── MessageTooLong
    ├── InvalidSessionId
    ├── EntryNotFound             of the profile
    ├── SessionNotFound
    │   └── SessionTrashed        it can be restored
    ├── NotInTrash
    ├── SessionExists
    ├── NotebookNotFound
    ├── NotebookExists            by its name
    ├── NotebookStays             General cannot be deleted
    ├── InstructionsTooLong
    ├── BranchesInCircle
    ├── MessageNotFound           by its number
    ├── MessageGone               by its id
    ├── SessionBusy
    ├── TurnOver
    ├── NothingToRetry
    ├── SessionDiffers
    ├── UnreadableTranscript
    ├── ConversationNotFound
    ├── ViewNotKept
    ├── ViewUnreadable
    └── ParameterNotServed        of OpenAI's protocol
"""

from collections.abc import Sequence

from tidemark.errors.base import UserError


class EmptyMessage(UserError):
    """The message is empty."""

    def __init__(self) -> None:
        super().__init__("The message is empty. Write something and send it again.")


class MessageTooLong(UserError):
    """The message has more characters than a message may have; nothing of it is stored."""

    def __init__(self, chars: int, most: int) -> None:
        super().__init__(
            f"The message has {chars:,} characters, and may have at most {most:,}. "
            "Upload the text as a source instead, and ask about it."
        )
        self.chars = chars
        self.most = most


class EmptyTitle(EmptyMessage):
    """The title is empty."""

    def __init__(self) -> None:
        UserError.__init__(self, "A title needs a word at least. Give one.")


class EmptyEntry(EmptyMessage):
    """The text of an entry of the profile is empty."""

    def __init__(self) -> None:
        UserError.__init__(self, "There is nothing to remember: the text is empty. Write one.")


class NoQuestion(EmptyMessage):
    """A program sent a chat that does not end with a message of the person."""

    def __init__(self) -> None:
        UserError.__init__(
            self,
            "The chat ends without a question: its last message must be one of the user, with a "
            "text. Add it.",
        )


class InvalidSessionId(UserError):
    """A session id is 1 to 100 letters, digits, ``_`` or ``-``."""

    def __init__(self, session_id: str) -> None:
        super().__init__(
            f"{session_id[:120]!r} is not a session id. "
            "Use 1 to 100 letters, digits, underscores or hyphens."
        )
        self.session_id = session_id


class InvalidUser(UserError):
    """The id is not a valid user id."""

    def __init__(self, user_id: str) -> None:
        super().__init__(
            f"{user_id[:120]!r} cannot name a user: use 1 to 100 letters, digits or characters of "
            "_ . @ | : + -, a letter, a digit or _ first."
        )
        self.user_id = user_id


class InvalidCursor(UserError):
    """The cursor is not from a page of this list."""

    def __init__(self, cursor: str) -> None:
        super().__init__(f"{cursor[:120]!r} is no cursor. Give the “next” of the page before.")
        self.cursor = cursor


class InvalidExpectation(UserError):
    """``If-Match`` does not contain a version."""

    def __init__(self, given: str) -> None:
        super().__init__(f"If-Match: {given[:120]!r} is no version. Give the ETag of the document.")
        self.given = given


class ChangedMeanwhile(UserError):
    """The thing to change is no longer in the state the request expects."""

    def __init__(self) -> None:
        super().__init__("It was changed since you read it. Read it again, then change it.")


class EntryNotFound(UserError):
    """The profile has no entry with this number."""

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


class SessionTrashed(SessionNotFound):
    """The session is in the trash, and can be restored."""

    def __init__(self, session_id: str) -> None:
        UserError.__init__(
            self, f"Session {session_id!r} is in the trash. Restore it to have it back as it was."
        )
        self.session_id = session_id


class NotInTrash(UserError):
    """The session is not in the trash, so it cannot be restored."""

    def __init__(self, session_id: str) -> None:
        super().__init__(
            f"Session {session_id!r} is not in the trash: there is nothing to restore."
        )
        self.session_id = session_id


class SessionExists(UserError):
    """Another session has this id."""

    def __init__(self, session_id: str) -> None:
        super().__init__(
            f"There is a session {session_id!r} already. Delete that one, or choose another id."
        )
        self.session_id = session_id


class NotebookNotFound(UserError):
    """No notebook has this name; the ``nearest`` names are suggested."""

    def __init__(self, name: str, nearest: Sequence[str] = ()) -> None:
        near = f" Nearest: {', '.join(nearest)}." if nearest else ""
        super().__init__(
            f"There is no notebook {name[:120]!r}.{near} List them all with: notebooks."
        )
        self.name = name
        self.nearest = tuple(nearest)


class NotebookExists(UserError):
    """Another notebook has this name, ignoring case."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is a notebook {name!r} already. Choose another name.")
        self.name = name


class NotebookStays(UserError):
    """The notebook General, which every user has, cannot be deleted."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"The notebook {name!r} is the one you began with, and stays. "
            "Clear its history, or rename it."
        )
        self.name = name


class InstructionsTooLong(UserError):
    """The instructions of a notebook have more ``tokens`` than allowed."""

    def __init__(self, tokens: int, limit: int) -> None:
        super().__init__(
            f"The instructions hold {tokens} tokens, and may hold {limit}. Shorten them."
        )
        self.tokens = tokens
        self.limit = limit


class BranchesInCircle(UserError):
    """The chain of forks leads back to its start."""

    def __init__(self, session_id: str) -> None:
        super().__init__(
            f"Session {session_id!r} is said to be forked from itself, in a circle. "
            "Restore a backup of the database, or import another export."
        )
        self.session_id = session_id


class MessageNotFound(UserError):
    """A session has no message with this number (from 1), or none by the person."""

    def __init__(self, session_id: str, number: int, *, of_person: bool = False) -> None:
        whose = " of yours" if of_person else ""
        super().__init__(
            f"Session {session_id!r} has no message {number}{whose}. "
            f"Look its number up with: show {session_id}."
        )
        self.session_id = session_id
        self.number = number


class MessageGone(UserError):
    """The session has no message with this id, or has it no longer."""

    def __init__(self, session_id: str, message_id: int) -> None:
        super().__init__(f"Session {session_id!r} has no such message. Load it again.")
        self.session_id = session_id
        self.message_id = message_id


class SessionBusy(UserError):
    """A turn of this session is still being answered."""

    def __init__(self, session_id: str, *, then: str = "send this one") -> None:
        super().__init__(
            f"The last message is still being answered. Wait for it, or stop it, then {then}."
        )
        self.session_id = session_id


class TurnOver(UserError):
    """The turn is no longer pending, so it cannot be finished."""

    def __init__(self, turn_id: int) -> None:
        super().__init__(
            "This turn was finished, restarted or deleted elsewhere, so its reply was not kept. "
            "Load the session again."
        )
        self.turn_id = turn_id


class NothingToRetry(UserError):
    """The session has no turn that can be retried."""

    def __init__(self, session_id: str) -> None:
        super().__init__(
            f"Nothing to retry in session {session_id!r}: only its last turn can be retried, "
            "when it failed, was stopped or was cut off."
        )
        self.session_id = session_id


class RunNotFound(UserError):
    """No run has this id, or it ended long ago."""

    def __init__(self, run_id: str) -> None:
        super().__init__(
            f"There is no run {run_id!r} any more. The messages of its session hold its answer."
        )
        self.run_id = run_id


class ModelNotServed(UserError):
    """A client asked for a model that is not available."""

    def __init__(self, model: str, known: tuple[str, ...]) -> None:
        super().__init__(f"There is no model {model[:120]!r}. Choose one of {', '.join(known)}.")
        self.model = model
        self.known = known


class CallerToolCalled(UserError):
    """A turn waits for the calling program, which must run its own ``tools`` first.

    ``request`` holds the calls for the program.
    """

    def __init__(self, tools: tuple[str, ...], request: object = None) -> None:
        super().__init__(
            f"The program that asked was to run {', '.join(tools)} first, and has not come back. "
            "Retry answers without it."
        )
        self.tools = tools
        self.request = request


class SessionDiffers(UserError):
    """The session does not begin with the questions to be replayed."""

    def __init__(self, session_id: str) -> None:
        super().__init__(
            f"Session {session_id!r} does not begin with these questions. "
            "Replay into a new session: choose another id."
        )
        self.session_id = session_id


class UnreadableTranscript(UserError):
    """The file is not a readable conversation; nothing of it was stored."""

    def __init__(self, source: str, why: str, *, line: int | None = None) -> None:
        at = f", line {line}" if line is not None else ""
        super().__init__(f"{source}{at}: {why}. Nothing of it was used: mend it and try again.")
        self.source = source
        self.why = why
        self.line = line


class ConversationNotFound(UserError):
    """The file has no conversation with this name, or has several and no name was given."""

    def __init__(self, source: str, wanted: str | None, names: tuple[str, ...]) -> None:
        none = f"none is called {wanted!r}" if wanted else "none was chosen"
        super().__init__(
            f"{source} holds {len(names)} conversations and {none}. "
            f"Name one of them: {', '.join(names)}."
        )
        self.names = names


class ViewNotKept(UserError):
    """The turn has no prompt snapshot: it was imported, or ended before an engine read anything."""

    def __init__(self, session_id: str, turn: int) -> None:
        super().__init__(
            f"Of turn {turn} of session {session_id!r} it is not known what the engine read: there "
            "is no such turn, it was imported, or it ended before. Choose another."
        )
        self.session_id = session_id
        self.turn = turn


class ViewUnreadable(UserError):
    """A message that the prompt was built from was deleted or changed."""

    def __init__(self) -> None:
        super().__init__(
            "What the engine read cannot be shown: a message it was made from was deleted or "
            "changed. Choose another turn."
        )


class ParameterNotServed(UserError):
    """A parameter of OpenAI's protocol would give a wrong result if it had no effect."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name} is refused: {why}.")
        self.name = name
        self.why = why
