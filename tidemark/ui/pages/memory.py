"""The page Memory of a chat: its running summary, and its exchanges."""

from collections.abc import Sequence

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError, UserError
from tidemark.memory.exchanges import SUMMARY_WORDS, Exchange
from tidemark.schema import Message, Session
from tidemark.ui import error_display, tab_state
from tidemark.ui.chat import not_found, summaries, transcript
from tidemark.ui.components import back_link, safe_markdown
from tidemark.ui.i18n import dates, texts
from tidemark.ui.pages import profile, recall_check

_PAGE = 20  # exchanges drawn at a time


def draw(assistant: Assistant, session_id: str | None) -> None:
    """Draw the memory of a chat; without a chat, the profile of the person."""
    with st.container(key="memory"):
        if session_id is None:
            st.set_page_config(page_title=texts.ABOUT_TAB.format(name=texts.NAME))
            back_link.draw(tab_state.chat_id())
            profile.draw(assistant, st.title)
            return
        try:
            session = assistant.sessions.get(session_id)
        except UserError as error:
            not_found.draw(assistant, error)
            return
        _head(session)
        _across(assistant, session_id)
        with error_display.guarded("running"):
            _running(assistant, session_id)
        _index(assistant, session_id)
        recall_check.draw(assistant, session_id)
        profile.draw(assistant, st.header)


def _head(session: Session) -> None:
    title = texts.MEMORY_TAB.format(title=session.title, name=texts.NAME)
    st.set_page_config(page_title=title)
    back_link.draw(session.session_id)
    with st.container(gap="xsmall"):
        st.title(texts.MEMORY_TITLE, anchor=False)
        st.text(session.title)


@st.fragment
def _across(assistant: Assistant, session_id: str) -> None:
    with error_display.guarded("across"):
        st.toggle(
            texts.ACROSS,
            value=assistant.profile.remembers_across(session_id),
            key=f"across_{session_id}",
            help=texts.ACROSS_EXPLAINED,
            on_change=_switch,
            args=(assistant, session_id),
        )


def _switch(assistant: Assistant, session_id: str) -> None:
    is_on = bool(st.session_state[f"across_{session_id}"])
    try:
        assistant.profile.remember_across(session_id, is_on=is_on)
    except TidemarkError as error:
        error_display.show_toast(error)


def _running(assistant: Assistant, session_id: str) -> None:
    found = assistant.memory_overview.running(session_id)
    with st.container(key="running", gap="small"):
        st.header(texts.RUNNING, anchor=False)
        st.caption(texts.RUNNING_EXPLAINED.format(words=found.words, most=SUMMARY_WORDS))
        summaries.draw_items(assistant, session_id, found.memory)


@st.fragment
def _index(assistant: Assistant, session_id: str) -> None:
    with st.container(key="index", gap="xsmall"), error_display.guarded("index"):
        st.header(texts.INDEX, anchor=False)
        latest = len(assistant.memory_overview.recent(session_id))
        if not latest:
            st.text(texts.INDEX_EMPTY)
            return
        st.caption(texts.plural("INDEX_EXPLAINED", latest))
        wanted = st.text_input(
            texts.INDEX_FIND,
            key=f"index_find_{session_id}",
            placeholder=texts.INDEX_FIND,
            label_visibility="collapsed",
            icon=":material/search:",
        )
        if wanted.strip():
            found: Sequence[Exchange] = assistant.memory_overview.find(session_id, wanted)
            if not found:
                st.text(texts.INDEX_NONE)
            has_earlier = False
        else:
            drawn = int(st.session_state.get(f"index_{session_id}", _PAGE))
            newest = assistant.memory_overview.index(session_id, limit=drawn + 1)[::-1]
            found, has_earlier = newest[:drawn], len(newest) > drawn
        for exchange in found:
            _entry(assistant, exchange)
        if has_earlier:
            st.button(
                texts.INDEX_EARLIER,
                key="index_earlier",
                type="tertiary",
                icon=":material/expand_more:",
                on_click=_widen,
                args=(session_id,),
            )


@st.fragment
def _entry(assistant: Assistant, exchange: Exchange) -> None:
    """Draw ``exchange`` as one line that expands to its messages."""
    key = f"index_{exchange.message_ids[0]}"
    day = dates.day(exchange.asked_at, assistant.now(), tab_state.time_zone())
    label = texts.EXCHANGE.format(number=exchange.position + 1, day=day, line=exchange.line)
    opened = st.expander(
        safe_markdown.literal(label),
        key=key,
        type="compact",
        on_change="rerun",
    )
    if opened.open:
        with opened, error_display.guarded(key):
            _in_full(assistant, exchange)


def _in_full(assistant: Assistant, exchange: Exchange) -> None:
    if exchange.topics:
        st.caption(texts.TOPICS.format(topics=safe_markdown.literal(", ".join(exchange.topics))))
    session_id = tab_state.chat_id() or ""
    for message in assistant.sessions.messages(session_id, exchange.message_ids):
        _message(message)


def _message(message: Message) -> None:
    if message.role == "user":
        transcript.draw_user_text(message.content)
        return
    transcript.draw_reply_text(message.content, at=st.chat_message("assistant"))


def _widen(session_id: str) -> None:
    drawn = int(st.session_state.get(f"index_{session_id}", _PAGE))
    st.session_state[f"index_{session_id}"] = drawn + _PAGE
