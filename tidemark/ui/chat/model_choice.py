"""The model of one chat: its name next to the composer, and the dialog to choose another."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from assistant import Assistant
from tidemark.ui import error_display, tab_state
from tidemark.ui.components import dialog, engine_choice, safe_markdown
from tidemark.ui.components.save_feedback import save
from tidemark.ui.i18n import texts

DIALOG = "chat_model"
_READ = "chat_engines_read"


@contextmanager
def read_once() -> Iterator[None]:
    """Read the engine of a chat at most once, for all parts of the page drawn inside."""
    st.session_state[_READ] = {}
    try:
        yield
    finally:
        del st.session_state[_READ]


def draw(assistant: Assistant, session_id: str | None) -> None:
    """Draw the button to the choice of the model that answers here."""
    name_in_force = engine_choice.short_name(assistant, in_force(assistant, session_id))
    label = texts.ENGINE if session_id else name_in_force  # the header of a chat shows its name
    st.button(
        safe_markdown.literal(label),
        key="chat_model",
        type="tertiary",
        icon=":material/smart_toy:",
        help=texts.CHAT_MODEL_NOW.format(model=name_in_force),
        on_click=_open,
        args=(session_id,),
    )


def name(assistant: Assistant, session_id: str) -> str:
    """Return the name of the model that answers in a chat."""
    return engine_choice.short_name(assistant, in_force(assistant, session_id))


def in_force(assistant: Assistant, session_id: str | None) -> str:
    """Return the engine that answers next in a chat; empty for that of the settings.

    Raises:
        SessionNotFound: There is no such chat.
    """
    own = _of_chat(assistant, session_id) if session_id else tab_state.engine_of_new_chat()
    return own if assistant.configuration.allows(own) else ""


@dialog.dialog(lambda: texts.CHAT_MODEL)
def ask(assistant: Assistant, *session_ids: str) -> None:
    """Draw the choice of the engine for a chat, or without one for the next new chat."""
    session_id = session_ids[0] if session_ids else None
    with error_display.guarded("chat_model_dialog"), st.container(key="chat_model_dialog"):
        chosen_before = in_force(assistant, session_id)
        options = ("", *engine_choice.choices(assistant, chosen_before))
        names = {option: engine_choice.named(assistant, option) for option in options}
        names[""] = texts.CHAT_MODEL_USUAL
        usual = texts.CHAT_MODEL_USUAL_NOW.format(model=engine_choice.short_name(assistant, ""))
        chosen = st.radio(
            texts.CHAT_MODEL,
            options,
            index=options.index(chosen_before),
            format_func=lambda option: safe_markdown.literal(names[option]),
            captions=[
                safe_markdown.literal(texts.CHAT_MODEL_OWN if option else usual)
                for option in options
            ],
            label_visibility="collapsed",
        )
        if st.button(texts.CHAT_MODEL_USE, key="chat_model_use", type="primary"):
            _choose(assistant, session_id, chosen)
            st.rerun()


def _of_chat(assistant: Assistant, session_id: str) -> str:
    read: dict[str, str] = st.session_state.get(_READ, {})
    if session_id not in read:
        read[session_id] = assistant.sessions.engine(session_id)
    return read[session_id]


def _open(session_id: str | None) -> None:
    tab_state.request_dialog(DIALOG, *((session_id,) if session_id else ()))
    st.rerun()


def _choose(assistant: Assistant, session_id: str | None, engine: str) -> None:
    if session_id is None:
        tab_state.set_engine_of_new_chat(engine)
    else:
        save(lambda: assistant.sessions.choose_engine(session_id, engine))
