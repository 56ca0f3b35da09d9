"""The look of a notebook: its name and icon as a label, its colour, and the choice of both."""

from collections.abc import Callable

import streamlit as st

from tidemark.schema.notebooks import ICON_CHARS, USUAL_NOTEBOOK, Notebook
from tidemark.schema.scope import GENERAL
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts

_ICONS = tuple("📓 📚 📝 💼 🏠 🌱 🍳 ✈️ 🎓 🔬 💡 🎨 🎵 🏃 ⚕️ 💰 🛠️ 🚗 👪 🎁".split())


def label(notebook: Notebook) -> str:
    """Return the icon and name of a notebook as Markdown that shows them literally."""
    return safe_markdown.literal(f"{notebook.icon} {shown_name(notebook)}".strip())


def shown_name(notebook: Notebook) -> str:
    """Return the name of a notebook; General's is translated until it is renamed."""
    is_unnamed = notebook.notebook_id == GENERAL and notebook.name == USUAL_NOTEBOOK.name
    return texts.NOTEBOOK_GENERAL if is_unnamed else notebook.name


def key(name: str, notebook: Notebook) -> str:
    """Return a key for an element drawn in the colour of a notebook."""
    return f"look_{notebook.colour or 'none'}_{name}_{notebook.notebook_id}"


def one_word(value: object) -> str:
    """Return a chosen or typed ``value`` as a valid icon: without spaces, and short."""
    return "".join(str(value or "").split())[:ICON_CHARS]


def draw_icon_choice(chosen: str, name: str, *, on_change: Callable[[], None] | None = None) -> str:
    """Draw the choice of an icon, with the key ``name``; a new one may be typed."""
    options = ["", *dict.fromkeys((*_ICONS, *((chosen,) if chosen else ())))]
    return str(
        st.selectbox(
            texts.NOTEBOOK_ICON,
            options,
            index=options.index(chosen),
            format_func=lambda icon: icon or texts.NOTEBOOK_NO_ICON,
            key=name,
            accept_new_options=True,
            on_change=on_change,
        )
        or ""
    )


def draw_colour_choice(
    chosen: str, name: str, *, on_change: Callable[[], None] | None = None
) -> str:
    """Draw the choice of a colour, with the key ``name``."""
    colours = texts.named("NOTEBOOK_COLOURS")
    options = list(colours)
    return str(
        st.selectbox(
            texts.NOTEBOOK_COLOUR,
            options,
            index=options.index(chosen),
            format_func=colours.__getitem__,
            key=name,
            on_change=on_change,
        )
        or ""
    )
