"""What the page asks of whoever carries conversations in and out."""

from collections.abc import Collection
from pathlib import Path
from typing import Protocol

from tidemark.runtime.jobs import Job
from tidemark.transfer.preview import Preview, TakenIn
from tidemark.transfer.writers import FormatName


class Carries(Protocol):
    """Conversations in and out; what takes long is a job in the background."""

    export_job: Job[Path] | None
    import_job: Job[TakenIn] | None

    def count(self) -> int:
        """Count the chats there are to export."""

    def export(self, session_id: str, form: FormatName, language: str) -> Path:
        """Write a session to the exports folder in a form and a language; return the file."""

    def begin_export(self, form: FormatName, language: str) -> object:
        """Begin to write all chats into a zip file in the exports folder, in a language."""

    def look(self, path: Path) -> Preview:
        """Read a file of conversations to its end and say what is in it."""

    def begin_import(
        self, preview: Preview, numbers: Collection[int], *, with_profile: bool
    ) -> object:
        """Begin to store the conversations of these numbers."""

    def forget_export(self) -> None:
        """Let another export begin."""

    def forget_import(self) -> None:
        """Let another import begin."""
