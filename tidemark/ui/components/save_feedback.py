"""Keeping a choice, and saying calmly that it is kept, or why it is not."""

from collections.abc import Callable

import streamlit as st

from tidemark.errors import TidemarkError
from tidemark.ui import error_display
from tidemark.ui.i18n import texts


def language_key(name: str) -> str:
    """Return the key of a list to choose from: a browser keeps the words of the one it has."""
    return f"{name}_in_{texts.language()}"


def save(choose: Callable[[], object], *, is_of_turns: bool = True) -> None:
    """Have ``choose`` keep a choice; one that ``is_of_turns`` holds from the next message on."""
    try:
        choose()
    except TidemarkError as error:
        error_display.show_toast(error)
    else:
        st.toast(texts.SETTING_SAVED if is_of_turns else texts.SETTING_KEPT)
