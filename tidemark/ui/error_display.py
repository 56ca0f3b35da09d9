"""What is shown instead of a traceback: a sentence, and the next step."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from tidemark.errors import TidemarkError
from tidemark.i18n import error_messages
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts

_log = logging.getLogger(__name__)


def draw_page(error: TidemarkError) -> None:
    """Draw a page that tells why there is none, and offers to try again."""
    _log.error("the page cannot be shown: %s", error)
    with st.container(key="error_page"):
        st.title(texts.CANNOT_OPEN, anchor=False)
        st.error(safe_markdown.literal(error_text(error)))
        st.button(texts.TRY_AGAIN, key="try_again", type="primary")


def error_text(error: TidemarkError) -> str:
    """Return what ``error`` says, in the language of the page."""
    return error_messages.of(error, texts.language())


def show_toast(error: TidemarkError) -> None:
    """Say for a moment why what was clicked could not be done."""
    st.toast(safe_markdown.literal(error_text(error)), icon=":material/error:")


@contextmanager
def guarded(region: str) -> Iterator[None]:
    """Draw what goes wrong inside as a note in its place; ``region`` becomes part of its key."""
    try:
        yield
    except TidemarkError as error:
        draw_note(region, error)


def draw_note(region: str, error: TidemarkError) -> None:
    """Draw in the place of a ``region`` why it cannot be shown, and the way to try again."""
    _log.warning("%s cannot be shown: %s", region, error)
    with st.container(key=f"error_{region}"):
        st.error(safe_markdown.literal(error_text(error)), title=texts.CANNOT_SHOW)
        st.button(texts.TRY_AGAIN, key=f"try_again_{region}")
