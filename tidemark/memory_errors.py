"""What cannot be done with a session's memory, and why: a branch of ``tidemark.errors``."""

from tidemark.errors import UserError


class FoldNotFound(UserError):
    """A session has no fold of this number."""

    def __init__(self, session_id: str, fold_id: int) -> None:
        super().__init__(
            f"Session {session_id!r} has no fold {fold_id}. List its folds and name one of them."
        )
        self.session_id = session_id
        self.fold_id = fold_id


class NothingToUndo(UserError):
    """A fold that is undone cannot be undone again."""

    def __init__(self, fold_id: int) -> None:
        super().__init__(f"Fold {fold_id} is undone already. Redo it to have its summary back.")
        self.fold_id = fold_id


class NothingToRedo(UserError):
    """A fold that is in force cannot be redone."""

    def __init__(self, fold_id: int) -> None:
        super().__init__(f"Fold {fold_id} is in force: there is nothing to redo.")
        self.fold_id = fold_id


class MessagesFoldedSince(UserError):
    """Another fold covers messages of a fold that was undone."""

    def __init__(self, session_id: str, positions: tuple[int, ...]) -> None:
        count = len(positions)
        some = f"message {positions[0] + 1}" if count == 1 else f"{count} of its messages"
        super().__init__(
            f"Another fold covers {some} meanwhile. Undo that fold first, then redo this one."
        )
        self.session_id = session_id
        self.positions = positions


class FoldsChanged(UserError):
    """The summaries of a session changed while one of its folds was undone or redone."""

    def __init__(self, session_id: str) -> None:
        super().__init__(
            "The summaries of this session changed at the same moment; nothing was done. Try again."
        )
        self.session_id = session_id
