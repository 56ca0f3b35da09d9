"""The version of a document that is open, and changes made to it by the page."""

from collections.abc import Callable
from typing import NamedTuple

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.schema.documents import MAIN, Document, DocumentBranch, DocumentVersion, NewVersion
from tidemark.ui import error_display, streamlit_internals, tab_state
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts


class OpenVersion(NamedTuple):
    """Version ``number`` of a branch of a document, which the page shows."""

    document: Document
    branch: DocumentBranch
    number: int
    branches: tuple[DocumentBranch, ...]

    @property
    def is_newest(self) -> bool:
        """Return whether no version of the branch came after it."""
        return self.number == self.branch.version

    @property
    def can_edit(self) -> bool:
        """Return whether the person may change the document."""
        return self.document.access != "reader"

    @property
    def is_owned(self) -> bool:
        """Return whether the document is the person's own."""
        return self.document.access == "owner"

    @property
    def name(self) -> str:
        """A name for the branch, for keys of what is drawn of it."""
        return f"{self.document.document_key}_{self.branch.name}"


def part_key(document_key: int) -> str:
    """Return the key of the choice which part of a document is drawn."""
    return f"document_part_{document_key}"


def show_part(document_key: int, part: str) -> None:
    """Draw another part of a document from now on; call it from callbacks only."""
    st.session_state[part_key(document_key)] = part


def show_version(at: OpenVersion, number: int | None, *, branch: str = "") -> None:
    """Open another version, by default the newest, of the branch or of another."""
    tab_state.open_document(at.document.document_key, number, branch=branch or at.branch.name)


def attempt(act: Callable[[], object], says: str = "") -> bool:
    """Call ``act`` and show a toast that ``says`` it was done, or why not; return if it was."""
    try:
        act()
    except TidemarkError as error:
        error_display.show_toast(error)
        return False
    if says:
        streamlit_internals.toast(safe_markdown.literal(says))
    return True


def doing(act: Callable[[], object], says: str = "") -> Callable[[], None]:
    """Return a callback that calls ``attempt``."""

    def callback() -> None:
        attempt(act, says)

    return callback


def roll_back(assistant: Assistant, at: OpenVersion, number: int) -> None:
    """Go back to version ``number`` of the open branch, unless a newer one came meanwhile."""
    told = NewVersion(summary=texts.BACK_TO_VERSION.format(number=number))
    done = attempt(
        lambda: assistant.documents.rollback(
            at.document, number, told, expected=at.branch.version, branch=at.branch.name
        ),
        texts.VERSION_MADE.format(number=at.branch.version + 1),
    )
    if done:
        show_version(at, None)


def summary_text(version: DocumentVersion) -> str:
    """Return what was changed in a version, in the language of the page where that is known."""
    if version.restored:
        return texts.BACK_TO_VERSION.format(number=version.restored)
    if version.merged:
        return texts.MERGED_BRANCH.format(branch=version.merged[0], number=version.merged[1])
    if version.version == 1:
        return texts.FIRST_VERSION if version.branch == MAIN else texts.FIRST_OF_BRANCH
    return version.modification_summary


def author_text(assistant: Assistant, version: DocumentVersion) -> str:
    """Return who made a version."""
    own = assistant.configuration.scope.user_id
    if version.author == "person" and version.user_id != own:
        return version.user_id
    return texts.named("DOCUMENT_AUTHORS")[version.author]
