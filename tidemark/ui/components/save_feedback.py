"""Saving a setting, with a toast on the result."""

from collections.abc import Callable

from tidemark.errors import TidemarkError
from tidemark.ui import error_display, streamlit_internals
from tidemark.ui.i18n import texts


def language_key(name: str) -> str:
    """Return a select box's key for the language; with a fixed key browsers keep the old labels."""
    return f"{name}_in_{texts.language()}"


def save(choose: Callable[[], object], *, is_of_turns: bool = True) -> None:
    """Call ``choose`` and say so; one that ``is_of_turns`` applies from the next message."""
    try:
        choose()
    except TidemarkError as error:
        error_display.show_toast(error)
    else:
        streamlit_internals.toast(texts.SETTING_SAVED if is_of_turns else texts.SETTING_KEPT)
