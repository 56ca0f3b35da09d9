"""The panel next to a chat: one thing at a time, read alongside the chat."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import streamlit as st

from tidemark.ui import tab_state
from tidemark.ui.components import focus
from tidemark.ui.i18n import texts

PANEL = "panel"  # the fragment that draws it
_OPENED, _MOVED = "side_panel_opened", "side_panel_moved"


class Opened(NamedTuple):
    """The content of the panel in the chat ``session_id``: a kind, and an instance ``of`` it.

    ``opener`` is the key of the button that opened it; closing returns the focus there.
    """

    kind: str
    session_id: str
    of: tuple[int | str, ...]
    opener: str


def opened(session_id: str | None) -> Opened | None:
    """Return the content of the panel in a chat; None if it is closed, or open in another chat."""
    stack: list[Opened] = st.session_state.get(_OPENED, [])
    return stack[-1] if stack and stack[-1].session_id == session_id else None


def show(kind: str, session_id: str, *of: int | str, opener: str) -> None:
    """Show something in the panel; call it from callbacks only.

    When opened from within the panel, it has a button back to the previous content.
    """
    now = Opened(kind, session_id, of, opener)
    before = opened(session_id)
    is_within = before is not None and opener == ""
    st.session_state[_OPENED] = [*st.session_state[_OPENED], now] if is_within else [now]
    _redraw("close_side_panel")


def toggle(kind: str, session_id: str, *of: int | str, opener: str) -> None:
    """Show something in the panel, or close the panel if it is shown; for callbacks only."""
    now = opened(session_id)
    if now is not None and (now.kind, now.of) == (kind, of):
        close()
    else:
        show(kind, session_id, *of, opener=opener)


def close() -> None:
    """Close the panel; call it from callbacks only."""
    stack: list[Opened] = st.session_state.get(_OPENED, [])
    st.session_state[_OPENED] = []
    _redraw(stack[0].opener if stack else "")


def forget() -> None:
    """Close the panel at its next drawing, because its content is outdated."""
    st.session_state[_OPENED] = []


@contextmanager
def drawn(shown: Opened, title: str) -> Iterator[None]:
    """Draw the panel with its ``title`` and a close button around the content drawn inside."""
    with st.container(key="side_panel", gap="small"):
        with st.container(
            key="side_panel_head", horizontal=True, vertical_alignment="center", wrap=False
        ):
            if len(st.session_state[_OPENED]) > 1:
                _button(texts.BACK, "back_in_side_panel", "arrow_back")
            st.header(title, anchor=False, width="stretch")
            _button(texts.CLOSE_PANEL, "close_side_panel", "close")
        with st.container(key=f"beside_{shown.kind}", gap="small"):
            yield
        draw_focus()


def draw_focus() -> None:
    """Move the focus once: into the panel that was opened, or back from the one closed."""
    to, times = st.session_state.pop(_MOVED, ("", 0))
    if to:
        focus.focus(to, times=times, key="focus_side_panel")


def _button(name: str, key: str, icon: str) -> None:
    st.button(
        name,
        key=key,
        type="tertiary",
        icon=f":material/{icon}:",
        help=name,
        on_click=close if key == "close_side_panel" else _back,
    )


def _back() -> None:
    st.session_state[_OPENED] = st.session_state[_OPENED][:-1]
    _redraw("close_side_panel")


def _redraw(focused: str) -> None:
    st.session_state[_MOVED] = focused, tab_state.next_number()
    st.rerun([PANEL])
