"""The way from a page of its own back to the chat."""

from collections.abc import Callable
from typing import ParamSpec

import streamlit as st

from tidemark.ui import texts

_Given = ParamSpec("_Given")


def draw(to_chat: Callable[_Given, None], *args: _Given.args, **kwargs: _Given.kwargs) -> None:
    """Draw the button that goes ``to_chat``."""
    st.button(
        texts.BACK_TO_CHAT,
        key="back_to_chat",
        type="tertiary",
        icon=":material/arrow_back:",
        on_click=to_chat,
        args=args,
        kwargs=kwargs,
    )
