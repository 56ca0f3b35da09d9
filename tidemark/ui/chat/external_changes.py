"""Changes to the open chat made elsewhere: in another tab or window, or by the command line.

While a tab is visible it asks every two seconds whether the last turn is still as drawn: one row
read by its index, or nothing if the turn runs in this process.  Where changes of documents are
drawn, it asks whether these are as drawn, too.
"""

import time
from dataclasses import dataclass

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError, UserError
from tidemark.schema import Turn
from tidemark.ui import streamlit_internals
from tidemark.ui.chat import document_changes
from tidemark.ui.components import frontend

_STALLED_S = 2.0  # the next run of a live turn is requested much sooner
_LOOKOUT = frontend.component(__file__, "external_changes")


@dataclass(frozen=True)
class ChatState:
    """State of the last turn of a chat; ``live`` is its question if it runs in this process."""

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
        """Return a value that changes whenever the chat must be drawn again."""
        if self.turn is None:
            return self.live, self.is_folding
        return self.turn.id, self.turn.status, self.may_retry, self.is_folding


def chat_state(assistant: Assistant, session_id: str | None) -> ChatState:
    """Return the state of the last turn of a chat now."""
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


def set_drawn(session_id: str | None, standing: ChatState | None) -> None:
    """Remember the state a chat is drawn in; None means that it must be drawn again."""
    st.session_state["drawn"] = None if standing is None else (session_id, standing.mark)
    st.session_state["drawn_at"] = time.monotonic()


@st.fragment
def watch(assistant: Assistant, session_id: str) -> None:
    """Redraw the page when the chat is no longer in the state it was drawn in."""
    _LOOKOUT(key="lookout", on_look_change=lambda: _look(assistant, session_id), height="content")


def _look(assistant: Assistant, session_id: str) -> None:
    streamlit_internals.rerun_changed_fragments()
    try:
        assistant.sessions.get(session_id)
        standing = chat_state(assistant, session_id)
        is_outdated = document_changes.is_outdated(assistant, session_id)
    except UserError:  # deleted, or in the trash: the page says so
        st.rerun()
    except TidemarkError:  # the next run meets it too, and shows it
        return
    is_drawn = (session_id, standing.mark) == st.session_state.get("drawn")
    if not is_drawn or is_outdated or _is_stalled(standing):
        st.rerun()


def _is_stalled(standing: ChatState) -> bool:
    """Return whether nobody draws a live turn: a click can come between a pulse and its rerun."""
    silence_s = time.monotonic() - float(st.session_state.get("drawn_at", 0.0))
    return standing.live is not None and silence_s > _STALLED_S
