"""Dialogs of notebooks: create, clear or delete one, move or copy a chat to another."""

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.schema.notebooks import NAME_CHARS, NotebookChange
from tidemark.schema.scope import GENERAL
from tidemark.ui import error_display, navigation, open_notebook, tab_state
from tidemark.ui.components import dialog, notebook_look, safe_markdown, toasts
from tidemark.ui.i18n import texts
from tidemark.ui.sidebar import list_state


@dialog.dialog(lambda: texts.NOTEBOOK_NEW)
def new(assistant: Assistant) -> None:
    """Draw the dialog that creates a notebook."""
    with error_display.guarded("new_notebook"), st.form("new_notebook", border=False):
        name = st.text_input(texts.NOTEBOOK_NAME, key="new_notebook_name", max_chars=NAME_CHARS)
        with st.container(horizontal=True, gap="small"):
            icon = notebook_look.draw_icon_choice("", "new_notebook_icon")
            colour = notebook_look.draw_colour_choice("", "new_notebook_colour")
        if not st.form_submit_button(texts.NOTEBOOK_BEGIN, type="primary", key="new_notebook_do"):
            return
        if not name.strip():
            st.warning(texts.NOTEBOOK_NAMELESS)
            return
        wanted = {"name": name, "icon": notebook_look.one_word(icon), "colour": colour}
        try:
            made = assistant.notebooks.create(NotebookChange.model_validate(wanted))
        except TidemarkError as error:
            st.warning(safe_markdown.literal(error_display.error_text(error)))
            return
        open_notebook.switch_to(assistant, made.notebook_id)
        st.rerun()


@dialog.dialog(lambda: texts.NOTEBOOK_DELETE)
def delete(assistant: Assistant) -> None:
    """Draw the dialog that deletes the open notebook, with counts of its contents."""
    with error_display.guarded("delete_notebook"), st.container(key="delete_notebook"):
        held = assistant.notebooks.contents()
        parts = [
            texts.plural("NOTEBOOK_CHATS", held.sessions),
            texts.plural("NOTEBOOK_SOURCES", held.sources),
        ]
        if held.documents:
            parts.append(texts.plural("NOTEBOOK_DOCUMENTS", held.documents))
        if trashed := held.trashed_sessions + held.trashed_sources:
            parts.append(texts.plural("NOTEBOOK_TRASHED", trashed))
        name = notebook_look.label(assistant.notebooks.get())
        st.markdown(texts.NOTEBOOK_DELETE_ASKED.format(name=name, what=", ".join(parts)))
        if not _is_sure(texts.DELETE_FOR_EVER, "delete_notebook_do"):
            return
        with st.spinner(texts.NOTEBOOK_DELETING):
            assistant.notebooks.delete()
        open_notebook.switch_to(assistant, GENERAL)
        toasts.show_after_rerun(texts.NOTEBOOK_DELETED.format(name=name))
        st.rerun()


@dialog.dialog(lambda: texts.NOTEBOOK_CLEAR)
def clear(assistant: Assistant) -> None:
    """Draw the dialog that clears the history of the open notebook if there is no trash."""
    with error_display.guarded("clear_notebook"), st.container(key="clear_notebook"):
        count = assistant.notebooks.contents().sessions
        st.markdown(texts.plural("NOTEBOOK_CLEAR_ASKED", count))
        if _is_sure(texts.DELETE_FOR_EVER, "clear_notebook_do"):
            with st.spinner(texts.NOTEBOOK_DELETING):
                assistant.notebooks.clear_history()
            navigation.go_to(chat=None, message=None)
            st.rerun()


@dialog.dialog(lambda: texts.CLEAR_CHAT)
def clear_chat(assistant: Assistant, session_id: str) -> None:
    """Draw the dialog that empties a chat, and says for how long its messages can be restored."""
    with error_display.guarded("clear_chat"), st.container(key="clear_chat"):
        st.text(assistant.sessions.get(session_id).title)
        days = assistant.sessions.trash_days
        st.markdown(texts.plural("CLEAR_CHAT_KEPT", days) if days else texts.CLEAR_CHAT_ASKED)
        if _is_sure(texts.CLEAR_CHAT if days else texts.DELETE_FOR_EVER, "clear_chat_do"):
            list_state.clear_chat(assistant, session_id)
            st.rerun()


@dialog.dialog(lambda: texts.MOVE_CHAT)
def move(assistant: Assistant, session_id: str) -> None:
    """Draw the dialog that moves a chat to another notebook."""
    with error_display.guarded("move_chat"), st.container(key="move_chat"):
        to = _choose(assistant, session_id)
        if to and st.button(texts.MOVE_CHAT_DO, key="move_chat_do", type="primary"):
            list_state.move(assistant, session_id, *to)
            st.rerun()


@dialog.dialog(lambda: texts.COPY_CHAT)
def copy(assistant: Assistant, session_id: str) -> None:
    """Draw the dialog that copies a chat to a notebook."""
    with error_display.guarded("copy_chat"), st.container(key="copy_chat"):
        to = _choose(assistant, session_id)
        if to and st.button(texts.COPY_CHAT_DO, key="copy_chat_do", type="primary"):
            list_state.attempt(
                lambda: assistant.notebooks.copy_session(session_id, to[0]),
                texts.COPIED_CHAT.format(name=to[1]),
            )
            st.rerun()


def _choose(assistant: Assistant, session_id: str) -> tuple[str, str] | None:
    """Draw the choice of another notebook; return its id and its name, None if there is none."""
    st.markdown(safe_markdown.literal(assistant.sessions.get(session_id).title))
    own = tab_state.notebook_id()
    others = [each for each in assistant.notebooks.list() if each.notebook_id != own]
    if not others:
        st.markdown(texts.NO_OTHER_NOTEBOOK)
        st.caption(texts.NOTEBOOKS_ARE_FOLDERS)
        return None
    chosen = st.selectbox(
        texts.TO_NOTEBOOK,
        others,
        format_func=lambda each: f"{each.icon} {notebook_look.shown_name(each)}".strip(),
        key="to_notebook",
    )
    return chosen.notebook_id, notebook_look.shown_name(chosen)


def _is_sure(name: str, key: str) -> bool:
    with st.container(horizontal=True):
        is_sure = st.button(name, key=key, type="primary")
        st.button(texts.KEEP_CHAT, key=f"{key}_not", on_click=st.rerun)
    return is_sure
