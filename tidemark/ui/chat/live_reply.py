"""The reply being written: the browser follows its run, draws it, and says when it has ended."""

import streamlit as st

from assistant import Assistant
from tidemark.runtime.runs import Run
from tidemark.ui.components import frontend
from tidemark.ui.i18n import texts
from tidemark.ui.web import live_door

_NOTHING = "\u2060"  # an invisible character
_LOOKS = f"`{_NOTHING}`\n\n### {_NOTHING}"  # of what can stand in a reply: the browser copies them
_LIVE = frontend.component(
    __file__, "live_reply", html='<div class="live-reply"></div>', is_of_page=True
)


def draw(assistant: Assistant, run: Run) -> None:
    """Draw the reply of ``run`` as it is written, and this fragment again once it has ended."""
    # First: the stored reply then takes its place
    with st.container(key="live_reply"), st.chat_message("assistant"):
        follow(assistant, run)


def draw_sample() -> None:
    """Draw what the browser copies the looks of a reply from, and of Stop; nobody sees it."""
    with st.container(key="live_sample"):
        st.markdown(_LOOKS)
        st.code(_NOTHING, language=None)
        st.button(
            texts.STOP,
            key="stop_sample",
            icon=":material/stop_circle:",
            shortcut="Esc",
            disabled=True,
        )


def follow(assistant: Assistant, run: Run) -> None:
    """Draw this fragment again once ``run`` has ended."""
    data = {"url": live_door.of_tab(assistant).address(run)}
    _LIVE(key="live_stream", data=data, on_ended_change=lambda: None, height="content")
