"""The page: its regions in order, for the chat the URL names."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import streamlit as st

from assistant import Assistant
from tidemark.errors import OperatorError, UserError
from tidemark.schema import Message, Session
from tidemark.settings import Settings
from tidemark.ui import (
    beside_chat,
    chat_header,
    error_display,
    navigation,
    open_notebook,
    palette,
    tab_state,
)
from tidemark.ui.chat import (
    branches,
    document_changes,
    external_changes,
    jump_to_message,
    live_turn,
    model_choice,
    not_found,
    transcript,
    welcome,
)
from tidemark.ui.components import browser_settings, prompt_picker, shortcuts, toasts
from tidemark.ui.documents import document_list
from tidemark.ui.i18n import texts
from tidemark.ui.pages import insights, memory, notebook, settings, temporary_chat
from tidemark.ui.sharing import shared_list
from tidemark.ui.sidebar import sidebar
from tidemark.ui.sources import receiving, source_list

_STYLE = Path(__file__).parent / "style.css"
_ICON = Path(__file__).parent / "icon.svg"


def begin() -> None:
    """Set up what applies to every page; call it before anything else is drawn."""
    st.set_page_config(page_title=texts.NAME, page_icon=str(_ICON), layout="centered")
    # A toast from a fragment's callback replaces the first element: make that an empty one
    st.html("<style></style>")
    st.html(_STYLE)


def draw(assistant: Assistant, read_settings: Callable[[], Settings]) -> None:
    """Draw the page that the URL names."""
    try:
        navigation.correct_url()
        assistant = open_notebook.opened(assistant)
        branches.load(assistant)
        _speak(assistant)
        sidebar.draw(assistant)
        with st.sidebar:
            toasts.draw()
            shortcuts.listen()
            prompt_picker.listen(assistant)
            palette.draw(assistant)
            browser_settings.set_language(
                texts.language(), texts.streamlit_names(), tab_state.view() or ""
            )
        receiving.receive(assistant)
        _view(assistant, read_settings)
    except OperatorError as error:
        error_display.draw_page(error)


def _view(assistant: Assistant, read_settings: Callable[[], Settings]) -> None:
    match tab_state.view():
        case tab_state.SOURCES:
            source_list.draw(assistant)
        case tab_state.DOCUMENTS:
            document_list.draw(assistant)
        case tab_state.SETTINGS:
            settings.draw(assistant, read_settings)
        case tab_state.NOTEBOOK:
            notebook.draw(assistant)
        case tab_state.ABOUT:
            memory.draw(assistant, None)
        case tab_state.MEMORY:
            memory.draw(assistant, tab_state.chat_id())
        case tab_state.SHARED:
            shared_list.draw(assistant)
        case tab_state.TEMPORARY:
            temporary_chat.draw(assistant)
        case tab_state.INSIGHTS:
            insights.draw(assistant, tab_state.chat_id())
        case _:
            _chat(assistant)


def _speak(assistant: Assistant) -> None:
    chosen = assistant.configuration.preferences
    texts.choose(chosen.language, chosen.dates)
    zone = st.context.timezone
    if zone and zone != chosen.time_zone:
        with suppress(UserError):  # a browser can send anything
            assistant.configuration.choose("time_zone", zone)


def _chat(assistant: Assistant) -> None:
    tab_state.set_in_temporary_chat(is_in=False)
    session_id, session = tab_state.chat_id(), None
    with (
        document_changes.loaded_once(),
        model_choice.read_once(),
        st.container(key="chat"),
    ):
        header = st.container(key="chat_top")  # sticky, as the chat fills its container
        # Always one container, so that the live part below keeps its position.
        with st.container(key="settled"):
            if open_notebook.is_missing():
                st.warning(texts.NOTEBOOK_MISSING)
            if session_id is None:
                welcome.draw(assistant)
            else:
                st.empty()  # else the rest of the welcome would stay visible
                try:
                    session = assistant.sessions.get(session_id)
                except UserError as error:
                    not_found.draw(assistant, error)
            if session is not None:
                with header:
                    chat_header.draw(assistant, session)
            frozen = _settled(assistant, session) if session is not None else 0
        live_turn.draw(assistant, session.session_id if session is not None else None, frozen)
        if session is not None:
            beside_chat.draw(assistant, session.session_id)
            external_changes.watch(assistant)
            jump_to_message.scroll_to_message(session.session_id)


def _settled(assistant: Assistant, session: Session) -> int:
    """Draw everything before the last turn; return the position where the last turn begins."""
    session_id = session.session_id
    st.set_page_config(page_title=f"{session.title} · {texts.NAME}")
    branches.draw_origin(assistant, session_id)
    jump_to_message.find_message(assistant, session)
    if (found := jump_to_message.distant_message(session)) is not None:
        jump_to_message.draw_around(assistant, session, found)
        return _last_question(assistant.sessions.transcript(session_id), session)
    said = assistant.sessions.transcript(
        session_id, limit=tab_state.window_messages(session_id, session.message_count)
    )
    asked = _last_question(said, session)
    has_earlier = bool(said) and said[0].position > 0
    document_changes.load(assistant, said)
    settled = [message for message in said if message.position < asked]
    then = next((message for message in said if message.position == asked), None)
    transcript.draw(assistant, session_id, settled, then, has_earlier=has_earlier)
    return asked


def _last_question(said: Sequence[Message], session: Session) -> int:
    """Return the position of the last question; past the end if there is none."""
    asked = (message.position for message in said if message.role == "user")
    return max(asked, default=session.message_count)
