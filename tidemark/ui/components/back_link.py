"""The button that leads from another page back to the chat."""

import streamlit as st

from tidemark.ui import tab_state
from tidemark.ui.i18n import texts


def draw(session_id: str | None) -> None:
    """Draw the button back to the last chat: ``session_id``, or a new or temporary one."""
    st.button(
        texts.BACK_TO_CHAT,
        key="back_to_chat",
        type="tertiary",
        icon=":material/arrow_back:",
        on_click=tab_state.go_back_to_chat,
        args=(session_id,),
    )
