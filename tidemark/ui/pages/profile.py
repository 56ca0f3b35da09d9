"""The profile: the facts known about the person in all chats, each entry with its sources."""

from collections.abc import Callable

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.memory.profile import PROFILE_KINDS, ProfileEntry, ProfileSource, normal
from tidemark.ui import error_display, streamlit_internals, tab_state
from tidemark.ui.components import dialog, safe_markdown
from tidemark.ui.i18n import texts

_CHANGE, _FORGET = "change", "forget"
_MOST_SOURCES = 3  # named; the others are counted
_WANTED = "profile_wanted"
_FORGOTTEN = "profile_just_forgotten"


@st.fragment
def draw(assistant: Assistant, heading: Callable[..., object]) -> None:
    """Draw, below ``heading``, every entry with its switch and menu, and a field to add one."""
    with st.container(key="about_you", gap="small"), error_display.guarded("profile"):
        heading(texts.PROFILE, anchor=False)
        st.caption(texts.PROFILE_EXPLAINED)
        _just_forgotten(assistant)
        entries = assistant.profile.entries()
        if not entries:
            st.text(texts.PROFILE_NONE)
        for kind in PROFILE_KINDS:
            of_kind = [entry for entry in entries if entry.kind == kind]
            if of_kind:
                with st.container(gap="xsmall"):
                    st.caption(texts.named("ITEMS")[kind])
                    for entry in of_kind:
                        _entry(assistant, entry)
        _add(assistant)
        _forgotten(assistant)
    _dialog(assistant)


def _just_forgotten(assistant: Assistant) -> None:
    """Say what was forgotten last, with a button that takes it back."""
    entry: ProfileEntry | None = st.session_state.get(_FORGOTTEN)
    if entry is None or normal(entry.text) not in assistant.profile.forgotten():
        return
    with st.container(key="profile_note", horizontal=True, vertical_alignment="center"):
        st.text(texts.PROFILE_FORGOT.format(text=entry.text), width="stretch")
        st.button(
            texts.UNDO,
            key="profile_undo",
            icon=":material/undo:",
            on_click=_try,
            args=(lambda: _take_back(assistant, entry),),
        )


def _take_back(assistant: Assistant, entry: ProfileEntry) -> None:
    assistant.profile.remember_again(normal(entry.text))
    assistant.profile.add(entry.kind, entry.text)


def _menu_words(wish: str) -> str:
    return {_CHANGE: texts.PROFILE_CHANGE, _FORGET: texts.PROFILE_FORGET}[wish]


def _entry(assistant: Assistant, entry: ProfileEntry) -> None:
    number = entry.entry_id
    with st.container(
        key=f"profile_{number}",
        horizontal=True,
        vertical_alignment="center",
        gap="small",
        wrap=False,
    ):
        with st.container(gap=None, width="stretch"):
            st.text(entry.text)
            _sources(entry)
        st.toggle(
            texts.PROFILE_USE.format(text=safe_markdown.literal(entry.text)),
            value=entry.is_enabled,
            key=f"profile_use_{number}",
            label_visibility="collapsed",
            help=texts.PROFILE_USE_HELP,
            on_change=_switch,
            args=(assistant, number),
        )
        st.menu_button(
            texts.PROFILE_MENU.format(text=safe_markdown.literal(entry.text)),
            options=[_CHANGE, _FORGET],
            format_func=_menu_words,
            key=f"profile_menu_{number}",
            type="tertiary",
            icon=":material/more_horiz:",
            on_click=_chosen,
            args=(assistant, entry),
        )


def _sources(entry: ProfileEntry) -> None:
    notes = []
    if entry.is_edited:
        notes.append(texts.PROFILE_EDITED if entry.sources else texts.PROFILE_TOLD)
    shown = entry.sources[-_MOST_SOURCES:]
    if len(entry.sources) > len(shown):
        notes.append(texts.plural("PROFILE_MORE", len(entry.sources) - len(shown)))
    if notes:
        st.caption(" · ".join(notes))
    for source in reversed(shown):
        label = texts.PROFILE_SOURCE.format(
            title=safe_markdown.literal(source.title), number=source.position + 1
        )
        st.button(
            label,
            key=f"profile_source_{entry.entry_id}_{source.message_id}",
            type="tertiary",
            on_click=_open,
            args=(source,),
        )


def _add(assistant: Assistant) -> None:
    field = st.form("profile_add", border=False, clear_on_submit=True)
    with field, st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.text_input(texts.PROFILE_ADD, key="profile_add_text", max_chars=300)
        st.form_submit_button(
            texts.PROFILE_KEEP, key="profile_add_keep", on_click=_keep, args=(assistant,)
        )


def _forgotten(assistant: Assistant) -> None:
    """Draw the forgotten texts, each with a button that allows it again."""
    forgotten = assistant.profile.forgotten()
    if not forgotten:
        return
    with st.expander(texts.plural("PROFILE_FORGOTTEN", len(forgotten)), key="profile_forgotten"):
        for number, words in enumerate(forgotten):
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.text(words, width="stretch")
                st.button(
                    texts.UNDO,
                    key=f"profile_remember_{number}",
                    type="tertiary",
                    on_click=_remember_again,
                    args=(assistant, words),
                )


def _remember_again(assistant: Assistant, words: str) -> None:
    _try(lambda: assistant.profile.remember_again(words))


def _keep(assistant: Assistant) -> None:
    text = str(st.session_state["profile_add_text"])
    if text.strip():
        _try(lambda: assistant.profile.add("key_facts", text))
    else:
        streamlit_internals.toast(texts.PROFILE_EMPTY)


def _open(source: ProfileSource) -> None:
    tab_state.open_chat(source.session_id)
    st.rerun()


def _switch(assistant: Assistant, number: int) -> None:
    is_enabled = bool(st.session_state[f"profile_use_{number}"])
    _try(lambda: assistant.profile.enable(number, is_enabled=is_enabled))


def _chosen(assistant: Assistant, entry: ProfileEntry) -> None:
    if st.session_state[f"profile_menu_{entry.entry_id}"] == _FORGET:
        _try(lambda: _forget(assistant, entry))
    else:
        st.session_state[_WANTED] = entry.entry_id


def _forget(assistant: Assistant, entry: ProfileEntry) -> None:
    assistant.profile.forget(entry.entry_id)
    st.session_state[_FORGOTTEN] = entry


def _try(verb: Callable[[], object]) -> None:
    try:
        verb()
    except TidemarkError as error:
        error_display.show_toast(error)


def _dialog(assistant: Assistant) -> None:
    number = st.session_state.pop(_WANTED, None)
    found = next((entry for entry in assistant.profile.entries() if entry.entry_id == number), None)
    if found is not None:
        _change(assistant, found)


@dialog.dialog(lambda: texts.PROFILE_CHANGE_TITLE)
def _change(assistant: Assistant, entry: ProfileEntry) -> None:
    with error_display.guarded("profile_change"), st.form("profile_change", border=False):
        st.text_input(texts.PROFILE_WORDS, value=entry.text, key="profile_words", max_chars=300)
        if st.form_submit_button(texts.SAVE, type="primary", key="profile_save"):
            wanted = str(st.session_state.get("profile_words", ""))
            if wanted.strip():
                assistant.profile.edit(entry.entry_id, wanted)
                st.rerun()
            else:
                st.warning(texts.PROFILE_EMPTY)
