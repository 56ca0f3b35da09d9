"""Dialogs of the page: import, export, deletion, the model and the sources of a chat."""

from collections.abc import Callable

import streamlit as st

from assistant import Assistant
from tidemark.ui import error_display, tab_state
from tidemark.ui.chat import model_choice
from tidemark.ui.components import dialog, retention_choice, safe_markdown
from tidemark.ui.components.save_feedback import save
from tidemark.ui.i18n import dates, texts
from tidemark.ui.sharing import share_dialog
from tidemark.ui.sidebar import export_dialog, import_dialog, list_state, notebook_dialogs
from tidemark.ui.sources import choice


def draw(assistant: Assistant) -> None:
    """Draw the requested dialog, once."""
    kind, session_ids = tab_state.take_requested_dialog()
    if kind in _DIALOGS:
        _DIALOGS[kind](assistant, *session_ids)


@dialog.dialog(lambda: texts.DELETE_TITLE)
def _delete(assistant: Assistant, *session_ids: str) -> None:
    with error_display.guarded("delete"), st.container(key="delete"):
        if len(session_ids) > 1:
            st.markdown(texts.DELETE_SEVERAL.format(count=len(session_ids)))
        else:
            st.text(assistant.sessions.get_any(session_ids[0]).title)
        st.markdown(texts.DELETE_ASKED)
        others = sum(len(assistant.branches.session_ids(each)) - 1 for each in session_ids)
        if others:
            st.markdown(texts.plural("DELETE_BRANCHES", others))
        _confirm(texts.DELETE_FOR_EVER, lambda: _delete_now(assistant, session_ids))


@dialog.dialog(lambda: texts.RETENTION_CHAT)
def _retention(assistant: Assistant, session_id: str) -> None:
    with error_display.guarded("retention"), st.container(key="retention"):
        session = assistant.sessions.get(session_id)
        st.markdown(safe_markdown.literal(session.title))
        retention_choice.draw(
            "session",
            session.retention_days,
            assistant.retention.of_notebook().days,
            key="session_retention",
            save=lambda days: save(
                lambda: assistant.retention.keep_session(session_id, days), is_of_turns=False
            ),
        )
        end = assistant.retention.of_session(session_id).expires_at
        if end is None:
            st.caption(texts.RETENTION_NO_END)
        elif end <= assistant.now():
            st.warning(texts.RETENTION_DUE)
        else:
            day = dates.full(end, tab_state.time_zone())
            st.caption(texts.RETENTION_END.format(day=day))


@dialog.dialog(lambda: texts.EMPTY_TRASH)
def _empty_trash(assistant: Assistant) -> None:
    with error_display.guarded("empty_trash"), st.container(key="empty_trash_dialog"):
        st.markdown(texts.EMPTY_TRASH_ASKED)
        _confirm(texts.EMPTY_TRASH, lambda: _empty_now(assistant))


def _confirm(name: str, verb: Callable[[], None]) -> None:
    with st.container(horizontal=True):
        st.button(name, key="delete_confirm", type="primary", on_click=verb)
        st.button(texts.KEEP_CHAT, key="delete_cancel", on_click=st.rerun)


def _delete_now(assistant: Assistant, session_ids: tuple[str, ...]) -> None:
    opened = tab_state.chat_id()
    is_open = opened is not None and opened in {
        branch for each in session_ids for branch in assistant.branches.session_ids(each)
    }
    says = texts.plural("DELETED", len(session_ids))
    done = list_state.attempt(lambda: assistant.sessions.delete(session_ids), says)
    if done and is_open:
        tab_state.open_chat(None)
    st.rerun()


def _empty_now(assistant: Assistant) -> None:
    list_state.attempt(assistant.sessions.empty_trash, texts.TRASH_EMPTIED)
    st.rerun()


_DIALOGS: dict[str, Callable[..., None]] = {
    "share": share_dialog.share_chat,
    "export": export_dialog.export_chat,
    "retention": _retention,
    "export_chosen": export_dialog.export_chosen,
    "page": export_dialog.share_page,
    "export_all": export_dialog.export_all,
    "export_notebook": export_dialog.export_notebook,
    "delete": _delete,
    "empty_trash": _empty_trash,
    "import": import_dialog.draw,
    "new_notebook": notebook_dialogs.new,
    "delete_notebook": notebook_dialogs.delete,
    "clear_notebook": notebook_dialogs.clear,
    "clear_chat": notebook_dialogs.clear_chat,
    "move": notebook_dialogs.move,
    "copy": notebook_dialogs.copy,
    model_choice.DIALOG: model_choice.ask,
    choice.DIALOG: choice.ask,
}
