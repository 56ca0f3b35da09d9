"""Retention: how long chats are kept after their last use, decided on several levels."""

from dataclasses import dataclass

from database import ScopedDatabase
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.retention import Retention, expires_at, nearest
from tidemark.services.configuration import Configuration
from tidemark.services.notebooks import NotebookService


@dataclass(frozen=True)
class RetentionService:
    """The retention of the chats of one notebook: the most specific choice applies."""

    database: ScopedDatabase
    configuration: Configuration
    notebooks: NotebookService

    def of_session(self, session_id: str) -> Retention:
        """Return how long a chat is kept, and when it expires if it is not used again.

        Raises:
            SessionNotFound: There is no such chat.
        """
        session = self.database.session_lists.anywhere(session_id)
        days, level = nearest(session.retention_days, *self._wider)
        used = (self.database.session_lists.anywhere(each) for each in self._family(session_id))
        last_use = max(each.updated_at for each in used)
        return Retention(days=days, decided_by=level, expires_at=expires_at(last_use, days))

    def of_notebook(self) -> Retention:
        """Return how long a chat of the open notebook is kept without a choice of its own.

        Raises:
            NotebookNotFound: It was deleted.
        """
        days, level = nearest(None, *self._wider)
        return Retention(days=days, decided_by=level)

    def of_user(self) -> Retention:
        """Return how long a chat is kept without a choice of its own or of its notebook."""
        _, user, deployment = self._wider
        days, level = nearest(None, None, user, deployment)
        return Retention(days=days, decided_by=level)

    def keep_session(self, session_id: str, days: int | None) -> Retention:
        """Keep a chat with its branches for ``days``: 0 for ever, None as its notebook says.

        Raises:
            SessionNotFound: There is no such chat.
        """
        self.database.sessions.keep_for(session_id, days)
        return self.of_session(session_id)

    def keep_notebook(self, days: int | None) -> Retention:
        """Keep the chats of the notebook for ``days``: 0 for ever, None as the user chose.

        Raises:
            NotebookNotFound: It was deleted.
        """
        self.notebooks.change(NotebookChange(retention_days=days))
        return self.of_notebook()

    def keep_all(self, days: int | None) -> Retention:
        """Keep the chats of the user for ``days``: 0 for ever, None as the deployment says.

        Raises:
            InvalidPreference: ``days`` is not a valid number of days.
        """
        if days is None:
            self.configuration.reset("retention_days")
        else:
            self.configuration.choose("retention_days", days)
        return self.of_user()

    @property
    def _wider(self) -> tuple[int | None, int | None, int]:
        return (
            self.notebooks.get().retention_days,
            self.configuration.preferences.retention_days,
            self.configuration.given.retention_days,
        )

    def _family(self, session_id: str) -> tuple[str, ...]:
        return self.database.branches.session_ids(session_id)
