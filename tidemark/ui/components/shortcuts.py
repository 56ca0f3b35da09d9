"""Keyboard shortcuts, and the dialog that lists them.

Each is Alt and Shift with a letter that neither browsers nor Streamlit (C, R) use; none is a single
character (WCAG 2.2, 2.1.4).  They click or focus an element of the page.
"""

import html

import streamlit as st

from tidemark.ui.components import dialog, frontend
from tidemark.ui.i18n import texts

# By name: the key, and the element it clicks or focuses
_SHORTCUTS = {
    "new_chat": ("KeyN", ".st-key-new_chat button"),
    "notebooks": ("KeyB", ".st-key-notebooks button"),
    "search": ("KeyS", ".st-key-find input"),
    "write": ("KeyW", ":is(.st-key-composer, .st-key-temporary_composer) textarea"),
    "copy": ("KeyC", '[class*="st-key-copy_"]'),
    "memory": ("KeyM", ".st-key-to_memory button"),
    "keyboard": ("KeyK", ".st-key-to_keyboard button"),
}

_KEYS = frontend.component(__file__, "shortcuts")


def listen() -> None:
    """Enable the shortcuts."""
    _KEYS(
        key="keys",
        data={
            "shortcuts": [
                {"name": name, "code": code, "to": to} for name, (code, to) in _SHORTCUTS.items()
            ]
        },
        height="content",
    )


@st.fragment
def draw_button() -> None:
    """Draw the button that opens the list of shortcuts."""
    is_wanted = st.button(
        texts.KEYBOARD,
        key="to_keyboard",
        type="tertiary",
        icon=":material/keyboard:",
        width="stretch",
    )
    if is_wanted:
        _list()


@dialog.dialog(lambda: texts.KEYBOARD_TITLE)
def _list() -> None:
    rows: list[tuple[str, tuple[str, ...]]] = [
        (texts.named("KEYS")[name], ("Alt", "Shift", code.removeprefix("Key")))
        for name, (code, _) in _SHORTCUTS.items()
    ]
    rows += [(texts.named("KEYS")[name], tuple(keys.split("+"))) for name, keys in _OTHERS.items()]
    drawn = "".join(
        f'<tr><th scope="row">{html.escape(what)}</th><td>{_pressed(keys)}</td></tr>'
        for what, keys in rows
    )
    with st.container(key="keyboard"):
        st.html(f'<table class="keys">{drawn}</table>')
        st.caption(texts.KEYBOARD_EXPLAINED)


_OTHERS = {
    "palette": "Ctrl / ⌘+K",
    "stop": "Esc",
    "panel": "Esc",
    "send": "Enter",
    "line": "Shift+Enter",
    "edit": "↑",
    "prompts": "/",
}


def _pressed(keys: tuple[str, ...]) -> str:
    return " + ".join(f"<kbd>{html.escape(key)}</kbd>" for key in keys)
