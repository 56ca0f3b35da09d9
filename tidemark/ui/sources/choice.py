"""The sources a chat may use: shown next to the composer, and the dialog to choose them.

The choice is sent with each message; that of the last one stays until the person chooses again.
"""

import streamlit as st

from assistant import Assistant
from tidemark.schema import Message
from tidemark.schema.sources import SourceChoice
from tidemark.ui import tab_state
from tidemark.ui.components import dialog
from tidemark.ui.i18n import texts

DIALOG = "source_choice"
_ALL, _SOME, _NONE = "all", "some", "none"


def draw(session_id: str | None, asked: Message | None) -> None:
    """Draw a button with the sources the next answer may use; ``asked`` is the last question.

    The default, all of them, is named in the tooltip alone.
    """
    chosen = drawn(session_id, asked)
    st.button(
        texts.CHOICE_ALL_SHORT if chosen is None else label(chosen),
        key="source_choice",
        type="tertiary",
        icon=":material/library_books:",
        help=label(chosen),
        on_click=_open,
        args=(session_id,),
    )


def drawn(session_id: str | None, asked: Message | None) -> SourceChoice:
    """Return the choice for the next message of a chat; ``asked`` is its last question."""
    former = asked.metadata.source_choice if asked is not None else None
    chosen: SourceChoice = st.session_state.get(_key(session_id), former)
    return chosen


def label(chosen: SourceChoice) -> str:
    """Return a choice in words.

    >>> label(None), label(()), label(("a.md", "b.md"))
    ('Answers from: all sources', 'Answers from: no sources', 'Answers from: 2 sources')
    """
    if chosen is None:
        return texts.CHOICE_ALL
    return texts.plural("CHOICE_SOME", len(chosen)) if chosen else texts.CHOICE_NONE


def for_next(assistant: Assistant, session_id: str | None) -> SourceChoice:
    """Return the sources the next message of a chat may use, without removed ones."""
    key = _key(session_id)
    if key in st.session_state:
        chosen: SourceChoice = st.session_state[key]
    else:
        chosen = _of_last_question(assistant, session_id)
    return still_there(assistant, chosen)


def still_there(assistant: Assistant, chosen: SourceChoice) -> SourceChoice:
    """Return ``chosen`` without removed sources."""
    if not chosen:
        return chosen
    known = set(assistant.sources.names().values())
    return tuple(name for name in chosen if name in known)


def settle(session_id: str | None) -> None:
    """Forget the choice made in this tab: the sent message has stored it."""
    st.session_state.pop(_key(session_id), None)


@dialog.dialog(lambda: texts.CHOICE_TITLE)
def ask(assistant: Assistant, *session_ids: str) -> None:
    """Draw the choice of sources for a chat, or without one for the next new chat."""
    session_id = session_ids[0] if session_ids else None
    with st.container(key="source_choice_dialog"):
        names = list(assistant.sources.names().values())
        if not names:
            st.markdown(texts.CHOICE_EMPTY)
            st.button(
                texts.CHOICE_ADD,
                key="choice_to_sources",
                type="primary",
                on_click=_open_sources,
            )
            return
        chosen = for_next(assistant, session_id)
        options = (_ALL, _SOME, _NONE)
        words = texts.named("CHOICE_OPTIONS")
        wanted = st.radio(
            texts.CHOICE_TITLE,
            options,
            index=0 if chosen is None else options.index(_SOME if chosen else _NONE),
            format_func=lambda option: words[option],
            key="source_choice_of",
            label_visibility="collapsed",
        )
        picked: list[str] = []
        if wanted == _SOME:
            picked = st.multiselect(
                texts.CHOICE_PICK,
                names,
                default=list(chosen or ()),
                key="source_choice_names",
                placeholder=texts.CHOICE_PICK,
            )
        st.caption(texts.CHOICE_EXPLAINED)
        if st.button(
            texts.CHOICE_USE,
            key="source_choice_use",
            type="primary",
            disabled=wanted == _SOME and not picked,
        ):
            st.session_state[_key(session_id)] = None if wanted == _ALL else tuple(picked)
            st.rerun()


def _of_last_question(assistant: Assistant, session_id: str | None) -> SourceChoice:
    turn = assistant.turns.last(session_id) if session_id else None
    if session_id is None or turn is None:
        return None
    asked = assistant.sessions.messages(session_id, [turn.question_id])
    return asked[0].metadata.source_choice if asked else None


def _open_sources() -> None:
    tab_state.open_sources()
    st.rerun()


def _open(session_id: str | None) -> None:
    tab_state.request_dialog(DIALOG, *((session_id,) if session_id else ()))
    st.rerun()


def _key(session_id: str | None) -> str:
    return f"source_choice_in_{tab_state.place_name(session_id) or 'new'}"
