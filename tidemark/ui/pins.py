"""Messages kept verbatim: in every view, and never folded."""

import streamlit as st

from tidemark.errors import TidemarkError
from tidemark.schema import Message
from tidemark.ui import errors, texts
from tidemark.ui.verbs import Verbs


def badge(message: Message) -> None:
    """Draw the mark of a message that is kept verbatim."""
    if message.is_pinned:
        with st.container(key=f"kept_{message.id}", width="content"):
            st.badge(texts.KEPT, icon=":material/keep:", color="gray")


def option(message: Message) -> str:
    """Name what the menu of ``message`` offers: to keep it verbatim, or to let it go."""
    return texts.KEEP_NO_MORE if message.is_pinned else texts.KEEP


def turn(verbs: Verbs, message: Message) -> None:
    """Keep ``message`` verbatim, or let it go; say what came of it."""
    try:
        verbs.editing.pin_message(message.session_id, message.id, keeps=not message.is_pinned)
    except TidemarkError as error:
        errors.toast(error)
    else:
        said = texts.KEPT_NO_MORE if message.is_pinned else texts.KEPT_NOW
        st.toast(said.format(number=message.position + 1))
