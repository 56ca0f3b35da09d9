"""The panel beside a chat: one thing at a time, read next to the talk and not under it."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from tidemark.ui.i18n import texts

SUMMARIES = "summaries"
_OPEN = "side_panel"


def opened() -> str | None:
    """Return what the panel shows; None while it is closed."""
    return st.session_state.get(_OPEN)


def open_or_close(name: str) -> None:
    """Show ``name`` in the panel, or close the panel that shows it."""
    st.session_state[_OPEN] = None if opened() == name else name


def show(name: str) -> None:
    """Show ``name`` in the panel."""
    st.session_state[_OPEN] = name


def close() -> None:
    """Close the panel."""
    st.session_state[_OPEN] = None


@contextmanager
def drawn(title: str) -> Iterator[None]:
    """Draw the panel with its ``title`` and a button that closes it, around what is drawn."""
    with st.container(key="side_panel", gap="small"):
        with st.container(
            key="side_panel_head", horizontal=True, vertical_alignment="center", wrap=False
        ):
            st.header(title, anchor=False, width="stretch")
            st.button(
                texts.CLOSE_PANEL,
                key="close_side_panel",
                type="tertiary",
                icon=":material/close:",
                help=texts.CLOSE_PANEL,
                on_click=close,
            )
        yield
