"""Errors as shown to a person: a sentence and the next step, never a traceback."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from tidemark.errors import TidemarkError
from tidemark.i18n import error_messages
from tidemark.ui import streamlit_internals
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts

_log = logging.getLogger(__name__)


def draw_page(error: TidemarkError) -> None:
    """Draw a whole page that says why Tidemark cannot be shown, with a button to try again."""
    _log.error("the page cannot be shown: %s", error)
    with st.container(key="error_page"):
        st.title(texts.CANNOT_OPEN, anchor=False)
        st.error(safe_markdown.literal(error_text(error)))
        st.button(texts.TRY_AGAIN, key="try_again", type="primary")


def error_text(error: TidemarkError) -> str:
    """Return the message of ``error`` in the language of the page."""
    return error_messages.of(error, texts.language())


def text_without_message(error: TidemarkError) -> str:
    """Return the message of ``error`` for a case without a message that could be stored."""
    kept = texts.MESSAGE_KEPT
    said = error_text(error).removesuffix(f" {kept}.")
    said = said.replace(f"; {kept[0].lower()}{kept[1:]}.", ".")
    before, _, then = said.partition(f" {kept}: ")
    return f"{before} {then[:1].upper()}{then[1:]}".strip()


def show_toast(error: TidemarkError) -> None:
    """Show a toast that says why a click had no effect."""
    streamlit_internals.toast(safe_markdown.literal(error_text(error)), icon=":material/error:")


@contextmanager
def guarded(region: str) -> Iterator[None]:
    """Draw an error raised inside as a note in its place; ``region`` is part of its key."""
    try:
        yield
    except TidemarkError as error:
        draw_note(region, error)


def draw_note(region: str, error: TidemarkError) -> None:
    """Draw why a ``region`` cannot be shown, with a button to try again."""
    _log.warning("%s cannot be shown: %s", region, error)
    with st.container(key=f"error_{region}"):
        st.error(safe_markdown.literal(error_text(error)), title=texts.CANNOT_SHOW)
        st.button(texts.TRY_AGAIN, key=f"try_again_{region}")
