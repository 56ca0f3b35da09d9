"""The settings of the open notebook: its look, settings for its turns, and its contents."""

from collections.abc import Callable

import streamlit as st
from pydantic import ValidationError

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.schema.notebooks import (
    LEAST_BUDGET,
    LEAST_MESSAGES,
    MOST_BUDGET,
    MOST_LOADED_MESSAGES,
    NAME_CHARS,
    Notebook,
    NotebookChange,
)
from tidemark.schema.scope import GENERAL
from tidemark.ui import error_display, navigation, streamlit_internals, tab_state
from tidemark.ui.chat.token_meter import percent
from tidemark.ui.components import back_link, notebook_look, retention_choice, safe_markdown, toasts
from tidemark.ui.components.save_feedback import save
from tidemark.ui.i18n import texts
from tidemark.ui.sharing import share_dialog
from tidemark.ui.sidebar import list_state

_BUDGET_STEP = 100
_INSTRUCTIONS_PX = 160
_CLEARED = "notebook_cleared"  # the chats just moved to the trash


def draw(assistant: Assistant) -> None:
    """Draw every setting of the notebook; each change is saved immediately."""
    with error_display.guarded("notebook_page"):  # it was deleted just now
        _page(assistant)


def _page(assistant: Assistant) -> None:
    notebook = assistant.notebooks.get()
    st.set_page_config(page_title=f"{notebook_look.shown_name(notebook)} · {texts.NAME}")
    with st.container(key="notebook_page"):
        back_link.draw(tab_state.chat_id())
        with st.container(gap="xsmall"):
            with st.container(key=notebook_look.key("title", notebook)):
                st.title(notebook_look.label(notebook), anchor=False)
            st.caption(texts.NOTEBOOK_EXPLAINED)
        _looks(assistant, notebook)
        _answers(assistant)
        share_dialog.draw_notebook(assistant)
        _contents(assistant, notebook)


@st.fragment
def _looks(assistant: Assistant, notebook: Notebook) -> None:
    with st.container(key="notebook_looks", gap="small"), error_display.guarded("notebook_looks"):
        own = notebook.notebook_id
        st.text_input(
            texts.NOTEBOOK_NAME,
            value=notebook_look.shown_name(notebook),
            key=f"notebook_name_{own}",
            max_chars=NAME_CHARS,
            on_change=_rename,
            args=(assistant, own),
        )
        with st.container(horizontal=True, gap="small"):
            notebook_look.draw_icon_choice(
                notebook.icon,
                f"notebook_icon_{own}",
                on_change=lambda: _look(assistant, "icon", f"notebook_icon_{own}"),
            )
            notebook_look.draw_colour_choice(
                notebook.colour,
                f"notebook_colour_{own}",
                on_change=lambda: _look(assistant, "colour", f"notebook_colour_{own}"),
            )


@st.fragment
def _answers(assistant: Assistant) -> None:
    with (
        st.container(key="notebook_answers", gap="medium"),
        error_display.guarded("notebook_answers"),
    ):
        st.header(texts.SETTINGS_ANSWERS, anchor=False)
        notebook = assistant.notebooks.get()
        _instructions(assistant, notebook)
        own = notebook.notebook_id
        modes = texts.named("NOTEBOOK_MODES")
        st.radio(
            texts.NOTEBOOK_MODE,
            options=list(modes),
            index=list(modes).index(notebook.mode),
            format_func=modes.__getitem__,
            captions=list(texts.named("NOTEBOOK_MODES_EXPLAINED").values()),
            key=f"notebook_mode_{own}",
            on_change=lambda: _save(assistant, mode=st.session_state[f"notebook_mode_{own}"]),
        )
        _limits(assistant, notebook)
        _retention(assistant, notebook)
        with st.container(gap="xxsmall"):
            st.toggle(
                texts.NOTEBOOK_PROFILE,
                value=notebook.uses_profile,
                key=f"notebook_profile_{own}",
                on_change=lambda: _save(
                    assistant, uses_profile=bool(st.session_state[f"notebook_profile_{own}"])
                ),
            )
            st.caption(texts.NOTEBOOK_PROFILE_EXPLAINED)


def _instructions(assistant: Assistant, notebook: Notebook) -> None:
    """Draw the instructions, and how much of the space for them they use."""
    key, limit = f"notebook_instructions_{notebook.notebook_id}", assistant.notebooks.limit_tokens
    with st.container(gap="xxsmall"):
        written = st.text_area(
            texts.NOTEBOOK_INSTRUCTIONS,
            value=notebook.instructions,
            key=key,
            height=_INSTRUCTIONS_PX,
            placeholder=texts.NOTEBOOK_INSTRUCTIONS_FOR_EXAMPLE,
            on_change=lambda: _save(assistant, instructions=str(st.session_state[key] or "")),
        )
        tokens = assistant.counter.count_tokens(written or "")
        if tokens > limit:
            st.warning(texts.NOTEBOOK_TOO_LONG.format(share=percent(tokens, limit)))
        else:
            st.caption(texts.NOTEBOOK_SPACE.format(share=percent(tokens, limit)))
        if assistant.configuration.engine.name == "builtin":
            with st.container(key="notebook_builtin"):
                st.caption(texts.NOTEBOOK_BUILTIN)


def _limits(assistant: Assistant, notebook: Notebook) -> None:
    own = notebook.notebook_id
    usual = assistant.configuration.settings.token_threshold
    with st.container(gap="xxsmall"):
        st.number_input(
            texts.NOTEBOOK_MESSAGES,
            min_value=LEAST_MESSAGES,
            max_value=MOST_LOADED_MESSAGES,
            value=notebook.most_messages,
            key=f"notebook_messages_{own}",
            on_change=lambda: _save(
                assistant, most_messages=int(st.session_state[f"notebook_messages_{own}"])
            ),
        )
        st.caption(texts.NOTEBOOK_MESSAGES_EXPLAINED)
    with st.container(gap="xxsmall"):
        st.number_input(
            texts.NOTEBOOK_BUDGET,
            min_value=LEAST_BUDGET,
            max_value=MOST_BUDGET,
            value=notebook.budget,
            step=_BUDGET_STEP,
            placeholder=texts.NOTEBOOK_BUDGET_USUAL.format(usual=usual),
            key=f"notebook_budget_{own}",
            on_change=lambda: _save(assistant, budget=st.session_state[f"notebook_budget_{own}"]),
        )
        st.caption(texts.NOTEBOOK_BUDGET_EXPLAINED.format(usual=usual))


def _retention(assistant: Assistant, notebook: Notebook) -> None:
    with st.container(gap="xxsmall"):
        retention_choice.draw(
            "notebook",
            notebook.retention_days,
            assistant.retention.of_user().days,
            key=f"notebook_retention_{notebook.notebook_id}",
            save=lambda days: save(
                lambda: assistant.retention.keep_notebook(days), is_of_turns=False
            ),
        )
        st.caption(texts.RETENTION_EXPLAINED_SHORT)


def _contents(assistant: Assistant, notebook: Notebook) -> None:
    """Draw the counts of the notebook's contents, and the actions on all of them."""
    own = notebook.notebook_id
    with (
        st.container(key="notebook_contents", gap="small"),
        error_display.guarded("notebook_contents"),
    ):
        st.header(texts.NOTEBOOK_CONTENTS, anchor=False)
        held = assistant.notebooks.contents()
        parts = [
            texts.plural("NOTEBOOK_CHATS", held.sessions),
            texts.plural("NOTEBOOK_SOURCES", held.sources),
        ]
        if held.documents:
            parts.append(texts.plural("NOTEBOOK_DOCUMENTS", held.documents))
        st.markdown(" · ".join(parts))
        st.caption(texts.NOTEBOOK_STAYS if own == GENERAL else texts.NOTEBOOK_CONTENTS_EXPLAINED)
        _cleared(assistant, own)
        with st.container(horizontal=True, gap="small"):
            _deed(texts.NOTEBOOK_EXPORT, "notebook_export", "archive", "export_notebook")
            _deed(texts.NOTEBOOK_IMPORT, "notebook_import", "upload", "import")
            st.button(
                texts.NOTEBOOK_CLEAR,
                key="notebook_clear",
                icon=":material/ink_eraser:",
                disabled=not held.sessions,
                on_click=_clear,
                args=(assistant, own),
            )
            if own != GENERAL:
                _deed(texts.NOTEBOOK_DELETE, "notebook_delete", "delete", "delete_notebook")


def _deed(name: str, key: str, icon: str, dialog: str) -> None:
    st.button(
        name,
        key=key,
        icon=f":material/{icon}:",
        on_click=tab_state.request_dialog,
        args=(dialog,),
    )


def _cleared(assistant: Assistant, own: str) -> None:
    """Draw a note that the history was just cleared, with Undo."""
    cleared: tuple[str, tuple[str, ...]] | None = st.session_state.get(_CLEARED)
    if cleared is None or cleared[0] != own:
        return
    with st.container(key="notebook_cleared", gap="xxsmall"):
        st.markdown(texts.plural("NOTEBOOK_CLEARED", len(cleared[1])))
        with st.container(horizontal=True, gap="small"):
            st.button(
                texts.UNDO_DEED,
                key="notebook_unclear",
                icon=":material/undo:",
                on_click=_unclear,
                args=(assistant, cleared[1]),
            )
            st.button(
                texts.CLOSE_NOTE, key="notebook_cleared_close", type="tertiary", on_click=_forget
            )


def _clear(assistant: Assistant, own: str) -> None:
    if not assistant.sessions.trash_days:  # it cannot be undone
        tab_state.request_dialog("clear_notebook")
        return
    try:
        ids, _ = assistant.notebooks.clear_history()
    except TidemarkError as error:
        toasts.show_after_rerun(safe_markdown.literal(error_display.error_text(error)))
        return
    st.session_state[_CLEARED] = own, ids
    list_state.clear()
    navigation.go_to(chat=None, message=None)


def _unclear(assistant: Assistant, session_ids: tuple[str, ...]) -> None:
    _forget()
    list_state.attempt(lambda: assistant.sessions.restore(session_ids), texts.RESTORED)


def _forget() -> None:
    st.session_state.pop(_CLEARED, None)


def _rename(assistant: Assistant, own: str) -> None:
    wanted = str(st.session_state[f"notebook_name_{own}"])
    if not wanted.strip():
        streamlit_internals.toast(texts.NOTEBOOK_NAMELESS)
        return
    _change_looks(lambda: assistant.notebooks.change(NotebookChange(name=wanted)))


def _look(assistant: Assistant, field: str, key: str) -> None:
    value = notebook_look.one_word(st.session_state[key])
    _change_looks(lambda: assistant.notebooks.change(NotebookChange.model_validate({field: value})))


def _change_looks(change: Callable[[], object]) -> None:
    """Call ``change``, which affects the sidebar too, and redraw the whole page."""
    try:
        change()
    except (TidemarkError, ValidationError) as error:
        told = error if isinstance(error, TidemarkError) else None
        said = error_display.error_text(told) if told else texts.NOTEBOOK_NAMELESS
        toasts.show_after_rerun(safe_markdown.literal(said))
    else:
        toasts.show_after_rerun(texts.SETTING_KEPT)
    st.rerun()


def _save(assistant: Assistant, **changed: object) -> None:
    save(lambda: assistant.notebooks.change(NotebookChange.model_validate(changed)))
