"""The open version of a document, and changes made to it on the page."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import streamlit as st

from assistant import Assistant
from tidemark.documents.wording import origin_text
from tidemark.errors import TidemarkError
from tidemark.i18n import code_texts
from tidemark.schema.documents import (
    MAIN,
    Document,
    DocumentBranch,
    DocumentChange,
    DocumentVersion,
    NewVersion,
)
from tidemark.ui import error_display, streamlit_internals, tab_state
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts

_MOST_IN_SUMMARY = 2  # changes named in the generated summary of a version


class OpenVersion(NamedTuple):
    """A ``version`` of a branch of a document, as shown on the page."""

    document: Document
    branch: DocumentBranch
    version: DocumentVersion
    branches: tuple[DocumentBranch, ...]

    @property
    def number(self) -> int:
        """The number of the version."""
        return self.version.version

    @property
    def is_newest(self) -> bool:
        """Return whether it is the newest version of the branch."""
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
        """A name for the branch, for the keys of its widgets."""
        return f"{self.document.document_key}_{self.branch.name}"


def part_key(document_key: int) -> str:
    """Return the key of the choice of a document's parts."""
    return f"document_part_{document_key}"


def show_part(document_key: int, part: str) -> None:
    """Show another part of a document; call it from callbacks only."""
    st.session_state[part_key(document_key)] = part


def show_version(at: OpenVersion, number: int | None, *, branch: str = "") -> None:
    """Open another version, by default the newest, of this or another branch."""
    tab_state.open_document(at.document.document_key, number, branch=branch or at.branch.name)


def branch_text(name: str) -> str:
    """Return the name of a branch as shown; the one that every document has is the original."""
    return texts.MAIN_BRANCH if name == MAIN else name


def attempt(act: Callable[[], object], says: str = "") -> bool:
    """Call ``act`` and show a toast with ``says`` or the error; return whether it succeeded."""
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
    """Go back to version ``number`` of the open branch, unless a newer one was saved meanwhile."""
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
    """Return the summary of a version, in the language of the page if possible."""
    return origin_text(version, texts.language()) or version.modification_summary


def changes_text(changes: Sequence[DocumentChange]) -> str:
    """Return the summary of a version made by ``changes``, the first of which are named."""
    words = [
        code_texts.document_change_text(each, texts.language())
        for each in changes[:_MOST_IN_SUMMARY]
    ]
    more = len(changes) - len(words)
    listed = "; ".join(words)
    return f"{listed} {texts.plural('MORE_CHANGES', more)}" if more else listed


def author_text(assistant: Assistant, version: DocumentVersion) -> str:
    """Return the author of a version."""
    own = assistant.configuration.scope.user_id
    if version.author == "person" and version.user_id != own:
        return version.user_id
    return texts.named("DOCUMENT_AUTHORS")[version.author]
