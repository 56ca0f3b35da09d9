"""Notebooks: list them, begin one, and change the one that is open."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from database import ScopedDatabase
from tidemark.errors import InstructionsTooLong
from tidemark.schema.notebooks import Notebook, NotebookChange, NotebookListing
from tidemark.services.configuration import Configuration
from utils import TokenCounter


@dataclass(frozen=True)
class NotebookService:
    """The notebook of the scope of ``database``, and a list of all that its user has.

    To open another one, ask ``Assistant.scoped`` for its scope.
    """

    database: ScopedDatabase
    counter: TokenCounter
    clock: Callable[[], dt.datetime]
    configuration: Configuration

    def list(self) -> tuple[NotebookListing, ...]:
        """Return all notebooks of the user, the last active first."""
        return self.database.notebooks.all(now=self.clock())

    def get(self) -> Notebook:
        """Return the notebook that is open.

        Raises:
            NotebookNotFound: It was deleted.
        """
        return self.database.notebooks.get(now=self.clock())

    def create(self, settings: NotebookChange) -> Notebook:
        """Create a notebook with these ``settings``, its name among them; return it.

        Raises:
            NotebookExists: There is one of this name.
            InstructionsTooLong: Its instructions are.
        """
        self._refuse_long(settings)
        return self.database.notebooks.create(settings, now=self.clock())

    def change(self, change: NotebookChange) -> Notebook:
        """Change the notebook that is open; return it as it is then.

        Raises:
            NotebookNotFound: It was deleted.
            NotebookExists: Another one has the new name.
            InstructionsTooLong: The new instructions are.
        """
        self._refuse_long(change)
        changed = self.database.notebooks.change(change, now=self.clock())
        self.configuration.read_notebook_again()
        return changed

    def touch(self) -> None:
        """Mark the notebook that is open, and its user, as active now.

        Raises:
            NotebookNotFound: It was deleted.
        """
        self.database.notebooks.touch(now=self.clock())

    def _refuse_long(self, change: NotebookChange) -> None:
        tokens = self.counter.count_tokens(change.instructions or "")
        limit = self.configuration.settings.notebook_tokens
        if tokens > limit:
            raise InstructionsTooLong(tokens, limit)
