"""Why a session cannot be had that was deleted a while ago: a branch of ``tidemark.errors``."""

from tidemark.errors import SessionNotFound, UserError


class SessionTrashed(SessionNotFound):
    """A session is in the trash: whoever wants it can restore it."""

    def __init__(self, session_id: str) -> None:
        UserError.__init__(
            self, f"Session {session_id!r} is in the trash. Restore it to have it back as it was."
        )
        self.session_id = session_id


class NotInTrash(UserError):
    """Only what is in the trash can be restored."""

    def __init__(self, session_id: str) -> None:
        super().__init__(
            f"Session {session_id!r} is not in the trash: there is nothing to restore."
        )
        self.session_id = session_id
