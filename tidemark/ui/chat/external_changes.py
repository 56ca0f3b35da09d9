"""Changes to the open chat or document made elsewhere: in another tab, or on the command line.

While a tab is visible, its browser asks every two seconds whether the last turn is still as drawn:
one indexed row, or no query if the turn runs in this process.  If document changes are drawn, it
asks about them, too.  Only if something changed is the page redrawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError, UserError
from tidemark.schema import Turn
from tidemark.schema.documents import Document, MessageChange
from tidemark.ui.chat import document_changes
from tidemark.ui.components import frontend
from tidemark.ui.web import turn_endpoint

_LOOKOUT = frontend.component(__file__, "external_changes")


@dataclass(frozen=True)
class ChatState:
    """The state of the last turn of a chat; ``live`` is its question if it runs in this process."""

    turn: Turn | None = None
    live: int | None = None
    may_retry: bool = False
    is_folding: bool = False

    @property
    def is_elsewhere(self) -> bool:
        """Return whether another process is answering, as far as the database shows."""
        is_pending = self.turn is not None and self.turn.status == "pending"
        return is_pending and self.live is None and not self.may_retry

    @property
    def mark(self) -> tuple[object, ...]:
        """Return a value that changes whenever the chat must be redrawn."""
        if self.turn is None:
            return self.live, self.is_folding
        return self.turn.id, self.turn.status, self.may_retry, self.is_folding


def chat_state(assistant: Assistant, session_id: str | None) -> ChatState:
    """Return the present state of the last turn of a chat."""
    if session_id is None:
        return ChatState()
    run = assistant.turns.run(session_id)
    if run is not None:
        return ChatState(live=run.question_id)
    turn = assistant.turns.last(session_id)
    return ChatState(
        turn=turn,
        may_retry=turn is not None and assistant.turns.may_retry(turn),
        is_folding=assistant.folding.under_way(session_id) is not None,
    )


def set_drawn(assistant: Assistant, session_id: str | None, standing: ChatState | None) -> None:
    """Store the state a chat is drawn in; None means that it must be redrawn."""
    door = turn_endpoint.of_tab(assistant)
    if session_id is None or standing is None:
        door.is_outdated = lambda: session_id is not None
        return
    changes = document_changes.drawn(session_id)
    door.is_outdated = lambda: _is_outdated(assistant, session_id, standing, changes)


def set_document_drawn(assistant: Assistant, drawn: Document) -> None:
    """Store the state a document is drawn in."""
    door, mark = turn_endpoint.of_tab(assistant), _file_mark(drawn)
    door.is_outdated = lambda: _file_mark(drawn) != mark or _is_document_outdated(assistant, drawn)


@st.fragment
def watch(assistant: Assistant) -> None:
    """Redraw the page when the chat or document is no longer as drawn."""
    data = {"url": turn_endpoint.of_tab(assistant).token}
    _LOOKOUT(key="lookout", data=data, on_look_change=st.rerun, height="content")


def _is_outdated(
    assistant: Assistant, session_id: str, drawn: ChatState, changes: Sequence[MessageChange]
) -> bool:
    try:
        assistant.sessions.get(session_id)
        standing = chat_state(assistant, session_id)
        return standing.mark != drawn.mark or document_changes.is_outdated(assistant, changes)
    except UserError:  # deleted, or in the trash: the page says so
        return True
    except TidemarkError:  # the next run gets the same error, and shows it
        return False


def _file_mark(document: Document) -> tuple[int, int] | None:
    """Return a value that changes with the bound file of an own document; None without one."""
    if not document.file_path or document.access != "owner":
        return None
    try:
        found = Path(document.file_path).stat()
    except OSError:  # the next run says so
        return None
    return found.st_mtime_ns, found.st_size


def _is_document_outdated(assistant: Assistant, drawn: Document) -> bool:
    try:
        return assistant.documents.get(drawn.document_key) != drawn
    except UserError:  # removed, or no longer shared: the page says so
        return True
    except TidemarkError:  # the next run gets the same error, and shows it
        return False
