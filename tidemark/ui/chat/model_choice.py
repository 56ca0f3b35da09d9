"""The model of one chat, chosen beside the composer."""

import streamlit as st

from assistant import Assistant
from tidemark.ui import tab_state
from tidemark.ui.components import engine_choice, safe_markdown
from tidemark.ui.components.save_feedback import save
from tidemark.ui.i18n import texts


def draw(assistant: Assistant, session_id: str | None) -> None:
    """Draw the model that answers here; opened, the choice of another for this chat alone."""
    own = assistant.sessions.engine(session_id) if session_id else tab_state.engine_of_new_chat()
    in_force = own if own and assistant.configuration.allows(own) else ""
    label = engine_choice.short_name(assistant, in_force)
    opened = st.popover(
        safe_markdown.literal(label), key="chat_model", type="tertiary", on_change="rerun"
    )
    if not opened.open:
        return
    with opened:
        options = ("", *engine_choice.choices(assistant, in_force))
        st.radio(
            texts.CHAT_MODEL,
            options,
            index=options.index(in_force),
            format_func=lambda option: _named(assistant, option),
            key=f"chat_model_{session_id or ''}",
            on_change=_choose,
            args=(assistant, session_id),
        )


def _named(assistant: Assistant, option: str) -> str:
    if option:
        return safe_markdown.literal(engine_choice.named(assistant, option))
    usual = engine_choice.short_name(assistant, "")
    return safe_markdown.literal(texts.CHAT_MODEL_USUAL.format(model=usual))


def _choose(assistant: Assistant, session_id: str | None) -> None:
    engine = str(st.session_state[f"chat_model_{session_id or ''}"])
    if session_id is None:
        tab_state.set_engine_of_new_chat(engine)
    else:
        save(lambda: assistant.sessions.choose_engine(session_id, engine))
