"""Why what an engine read cannot be shown: a branch of ``tidemark.errors``."""

from tidemark.errors import UserError


class ViewNotKept(UserError):
    """A turn has no view: it was brought in, or ended before an engine read anything."""

    def __init__(self, session_id: str, turn: int) -> None:
        super().__init__(
            f"Of turn {turn} of session {session_id!r} it is not known what the engine read: there "
            "is no such turn, it was imported, or it ended before. Choose another."
        )
        self.session_id = session_id
        self.turn = turn


class ViewUnreadable(UserError):
    """A message that a view was made from is gone, or no longer what it was."""

    def __init__(self) -> None:
        super().__init__(
            "What the engine read cannot be shown: a message it was made from was deleted or "
            "changed. Choose another turn."
        )
