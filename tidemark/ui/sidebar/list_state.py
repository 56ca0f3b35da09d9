"""Where the list of chats stands: which part is shown, what is ticked, and what was just done.

What was done can be undone from a note that stays until the next thing is done, or it is closed:
who needs longer to read has as long as they need.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.schema import Session
from tidemark.ui import error_display, tab_state
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts

LIST, ARCHIVE, TRASH = "", "archive", "trash"
PAGE = 50
_Action = Literal["trash", "archive"]
_VIEW, _DRAWN, _DONE, _SAID, _PICKS = "shelf", "sessions_drawn", "shelf_done", "shelf_says", "picks"


@dataclass(frozen=True)
class UndoableAction:
    """What was done with chats, and can be undone; ``opened`` was open in this tab."""

    action: _Action
    session_ids: tuple[str, ...]
    title: str
    opened: str | None


def view() -> str:
    """Return which part is shown: the list, the archive or the trash."""
    return str(st.session_state.get(_VIEW, LIST))


def show(part: str) -> None:
    """Show another part, from its beginning."""
    st.session_state[_VIEW] = part
    st.session_state[_DRAWN] = PAGE
    set_picking(is_on=False)


def drawn() -> int:
    """Return how many chats are drawn."""
    return int(st.session_state.get(_DRAWN, PAGE))


def draw_more_button(key: str, *, is_there: bool) -> None:
    """Draw the button that shows more chats, where there are more."""
    if is_there:
        st.button(texts.MORE_CHATS, key=key, type="tertiary", on_click=_draw_more)


def is_picking() -> bool:
    """Whether chats are being ticked."""
    return bool(st.session_state.get(_PICKS, False))


def set_picking(*, is_on: bool) -> None:
    """Begin to tick chats, or end it."""
    st.session_state[_PICKS] = is_on


def picked_ids(sessions: Sequence[Session]) -> tuple[str, ...]:
    """Return which of ``sessions`` are ticked."""
    return tuple(
        each.session_id
        for each in sessions
        if st.session_state.get(f"pick_{each.session_id}", False)
    )


def draw_heading(title: str) -> None:
    """Draw the name of a part that is not the list, and the way back."""
    st.button(
        texts.BACK_TO_CHATS,
        key="to_list",
        type="tertiary",
        icon=":material/arrow_back:",
        on_click=show,
        args=(LIST,),
    )
    st.markdown(f"**{title}**")


def discard(assistant: Assistant, session_ids: tuple[str, ...], title: str) -> None:
    """Put chats into the trash; from a callback only."""
    _do(assistant, UndoableAction("trash", session_ids, title, _opened(assistant, session_ids)))


def archive(assistant: Assistant, session_ids: tuple[str, ...], title: str) -> None:
    """Put chats into the archive; from a callback only."""
    _do(assistant, UndoableAction("archive", session_ids, title, None))


def unarchive(assistant: Assistant, session_ids: tuple[str, ...]) -> None:
    """Take chats out of the archive; from a callback only."""
    attempt(lambda: assistant.sessions.archive(session_ids, is_on=False), texts.UNARCHIVED)


def restore(assistant: Assistant, session_ids: tuple[str, ...]) -> None:
    """Take chats out of the trash; from a callback only."""
    attempt(lambda: assistant.sessions.restore(session_ids), texts.RESTORED)
    if tab_state.chat_id() in session_ids:
        st.rerun()


def attempt(verb: Callable[[], object], says: str) -> bool:
    """Do what ``verb`` does and say so, or tell why it cannot be done; return whether it was."""
    set_picking(is_on=False)
    try:
        verb()
    except TidemarkError as error:
        set_status(error_display.error_text(error))
        return False
    set_status(says)
    return True


def draw_note(assistant: Assistant) -> None:
    """Draw what was just done, with the way to undo it."""
    done: UndoableAction | None = st.session_state.get(_DONE)
    if done is None:
        if words := status_text():
            with st.container(key="shelf_note"):
                st.caption(safe_markdown.literal(words))
        return
    with st.container(key="shelf_note", gap="xxsmall"):
        st.markdown(safe_markdown.literal(status_text()))
        with st.container(horizontal=True, gap="small"):
            st.button(
                texts.UNDO_DEED,
                key="shelf_undo",
                icon=":material/undo:",
                on_click=_undo,
                args=(assistant, done),
            )
            st.button(texts.CLOSE_NOTE, key="shelf_close", type="tertiary", on_click=clear)


def status_text() -> str:
    """Return what was just done, in words."""
    return str(st.session_state.get(_SAID, ""))


def set_status(words: str) -> None:
    """Say something above the list; nothing can be undone from there."""
    st.session_state[_DONE] = None
    st.session_state[_SAID] = words


def discarded_chat() -> str:
    """Return the chat that was open when it was put into the trash just now; nothing for none."""
    done: UndoableAction | None = st.session_state.get(_DONE)
    return (done.opened if done is not None else None) or ""


def clear() -> None:
    """Speak no more of what was done."""
    set_status("")


def _opened(assistant: Assistant, session_ids: Sequence[str]) -> str | None:
    """Return the chat that is open, where it or a branch of it is among ``session_ids``."""
    opened = tab_state.chat_id()
    if opened is None:
        return None
    family = assistant.branches.session_ids(opened)
    return opened if set(family) & set(session_ids) else None


def _do(assistant: Assistant, done: UndoableAction) -> None:
    count = len(done.session_ids)
    if done.action == "archive":
        form = "ARCHIVED"
        was_done = attempt(lambda: assistant.sessions.archive(done.session_ids, is_on=True), "")
    else:
        form = "TRASHED"
        was_done = attempt(lambda: assistant.sessions.discard(done.session_ids), "")
    if not was_done:
        return
    st.session_state[_SAID] = texts.plural(form, count, title=done.title)
    st.session_state[_DONE] = done
    if done.opened is not None:
        tab_state.open_chat(None)
        st.rerun()


def _undo(assistant: Assistant, done: UndoableAction) -> None:
    if done.action == "archive":
        unarchive(assistant, done.session_ids)
    elif (
        attempt(lambda: assistant.sessions.restore(done.session_ids), texts.RESTORED)
        and done.opened
    ):
        tab_state.open_chat(done.opened)
        st.rerun()


def _draw_more() -> None:
    st.session_state[_DRAWN] = drawn() + PAGE
