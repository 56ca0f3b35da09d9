"""Errors of a session's memory: folds, items, pins.

::

    UserError
    ├── FoldNotFound
    ├── NothingToFold
    ├── NotFolded
    ├── NothingToUndo
    ├── NothingToRedo
    ├── MessagesFoldedSince
    ├── ReplyPutAside
    ├── FoldsChanged
    ├── MessagePinned
    ├── ItemNotFound
    ├── ItemThere
    ├── NothingFolded
    ├── VersionNotFound
    ├── MemoryFull
    ├── PinsFull
    ├── ItemEmpty
    └── ReplyFolded
"""

from tidemark.errors.base import UserError


class FoldNotFound(UserError):
    """A session has no fold with this number."""

    def __init__(self, session_id: str, fold_id: int) -> None:
        super().__init__(
            f"Session {session_id!r} has no fold {fold_id}. List its folds and name one of them."
        )
        self.session_id = session_id
        self.fold_id = fold_id


class NothingToFold(UserError):
    """A session has no active message that may be folded."""

    def __init__(self) -> None:
        super().__init__(
            "There is nothing to summarise: every message is in a summary already, or pinned."
        )


class NotFolded(UserError):
    """A fold that the person asked for did not happen."""


class NothingToUndo(UserError):
    """The fold is already undone."""

    def __init__(self, fold_id: int) -> None:
        super().__init__(f"Fold {fold_id} is undone already. Redo it to have its summary back.")
        self.fold_id = fold_id


class NothingToRedo(UserError):
    """The fold is in force, so it cannot be redone."""

    def __init__(self, fold_id: int) -> None:
        super().__init__(f"Fold {fold_id} is in force: there is nothing to redo.")
        self.fold_id = fold_id


class MessagesFoldedSince(UserError):
    """Another fold covers messages of the undone fold."""

    def __init__(self, session_id: str, positions: tuple[int, ...]) -> None:
        count = len(positions)
        some = f"message {positions[0] + 1}" if count == 1 else f"{count} of its messages"
        super().__init__(
            f"Another fold covers {some} meanwhile. Undo that fold first, then redo this one."
        )
        self.session_id = session_id
        self.positions = positions


class ReplyPutAside(UserError):
    """The undone fold covers a reply that is no longer in force."""

    def __init__(self, position: int) -> None:
        super().__init__(
            f"This fold cannot be redone: message {position + 1} is no longer the reply in force. "
            "Choose that reply again, or fold the messages anew."
        )
        self.position = position


class FoldsChanged(UserError):
    """The session's summaries changed at the same time; nothing was done."""

    def __init__(self, session_id: str) -> None:
        super().__init__(
            "The summaries of this session changed at the same moment; nothing was done. Try again."
        )
        self.session_id = session_id


class MessagePinned(UserError):
    """A pinned message cannot be folded."""

    def __init__(self, position: int) -> None:
        super().__init__(f"Message {position + 1} is pinned. Unpin it first, then redo this fold.")
        self.position = position


class ItemNotFound(UserError):
    """No summary in force has this item."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"No summary in force holds {text[:80]!r} any more. Load the session again."
        )


class ItemThere(UserError):
    """A summary in force has an item with the same text."""

    def __init__(self) -> None:
        super().__init__("This is remembered already, in the same words. Change that item instead.")


class NothingFolded(UserError):
    """The session has no summary in force to add an item to."""

    def __init__(self, session_id: str) -> None:
        super().__init__(
            f"Nothing of session {session_id!r} is folded, so there is no summary to add to. "
            "Everything said is read as it is."
        )


class VersionNotFound(UserError):
    """The summary has no version with this number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"There is no version {number} of this summary. List its versions.")


class MemoryFull(UserError):
    """The summaries in force would exceed their share of the budget."""

    def __init__(self, tokens: int, limit_tokens: int) -> None:
        super().__init__(
            f"The summaries would hold {tokens} tokens, and {limit_tokens} is their share of the "
            "budget. Use fewer words, or delete another item."
        )


class PinsFull(UserError):
    """The pinned messages and items would exceed a quarter of the budget."""

    def __init__(self, tokens: int, held_tokens: int, limit_tokens: int) -> None:
        super().__init__(  # short: the page shows two lines of it
            f"Let a pin go first: this has {tokens} tokens, and {held_tokens} of {limit_tokens} "
            "(a quarter of the budget) are taken."
        )
        self.tokens = tokens
        self.held_tokens = held_tokens
        self.limit_tokens = limit_tokens


class ItemEmpty(UserError):
    """The item has no text."""

    def __init__(self) -> None:
        super().__init__("An item needs words. Write what is to be remembered, or delete it.")


class ReplyFolded(UserError):
    """A reply that a summary covers cannot be replaced by another."""

    def __init__(self, session_id: str, number: int) -> None:
        super().__init__(
            f"Message {number} is in a summary by now, which rests on it. "
            "Undo that fold first, or branch from here."
        )
        self.session_id = session_id
        self.number = number
