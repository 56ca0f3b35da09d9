"""State of the list of chats: the part shown, the chats selected, and the last action.

The last action can be undone from a note that stays until the next action or until it is closed, so
that nobody has to read fast; a note without an action disappears by itself.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.schema import Session
from tidemark.schema.scope import Scope
from tidemark.ui import error_display, tab_state
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts

LIST, ARCHIVE, TRASH = "", "archive", "trash"
PAGE = 50
FIELD = "find"  # the key of the search field
_Action = Literal["trash", "archive", "move", "clear"]
_VIEW, _DRAWN, _DONE, _SAID, _PICKS = "shelf", "sessions_drawn", "shelf_done", "shelf_says", "picks"
_DRAWN_AT, _NOTES = "shelf_says_since", "shelf_notes"
_NOTE_S = 8.0  # a note without an action disappears with the first rerun after this time


@dataclass(frozen=True)
class UndoableAction:
    """An action on chats that can be undone; ``opened`` is the chat that was open in this tab.

    ``to`` is the notebook they were moved to, or the empty chat created for the cleared one.
    """

    action: _Action
    session_ids: tuple[str, ...]
    title: str
    opened: str | None
    to: str = ""


def view() -> str:
    """Return the part shown: the list, the archive or the trash."""
    return str(st.session_state.get(_VIEW, LIST))


def show(part: str) -> None:
    """Show another part, from its beginning."""
    st.session_state[_VIEW] = part
    st.session_state[_DRAWN] = PAGE
    set_picking(is_on=False)


def reset() -> None:
    """Show the list from its beginning, without search and note, for a newly opened notebook."""
    show(LIST)
    clear()
    st.session_state[FIELD] = ""


def drawn() -> int:
    """Return the number of chats drawn."""
    return int(st.session_state.get(_DRAWN, PAGE))


def draw_more_button(key: str, *, is_there: bool) -> None:
    """Draw the button that shows more chats, if there are more."""
    if is_there:
        st.button(texts.MORE_CHATS, key=key, type="tertiary", on_click=_draw_more)


def is_picking() -> bool:
    """Return whether chats are being selected."""
    return bool(st.session_state.get(_PICKS, False))


def set_picking(*, is_on: bool) -> None:
    """Start or end selecting chats."""
    st.session_state[_PICKS] = is_on


def picked_ids(sessions: Sequence[Session]) -> tuple[str, ...]:
    """Return the ids of the selected ``sessions``."""
    return tuple(
        each.session_id
        for each in sessions
        if st.session_state.get(f"pick_{each.session_id}", False)
    )


def pick(session_ids: Sequence[str]) -> None:
    """Select these chats; call it from callbacks only."""
    for session_id in session_ids:
        st.session_state[f"pick_{session_id}"] = True


def draw_heading(title: str) -> None:
    """Draw the name of a part other than the list, and the button back to the list."""
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
    """Move chats to the trash; call it from callbacks only."""
    _do(assistant, UndoableAction("trash", session_ids, title, _opened(assistant, session_ids)))


def archive(assistant: Assistant, session_ids: tuple[str, ...], title: str) -> None:
    """Archive chats; call it from callbacks only."""
    _do(assistant, UndoableAction("archive", session_ids, title, None))


def move(assistant: Assistant, session_id: str, notebook_id: str, name: str) -> None:
    """Move a chat to the notebook ``notebook_id`` called ``name``; call it on a click only."""
    opened = _opened(assistant, (session_id,))
    title = assistant.sessions.get(session_id).title
    if attempt(lambda: assistant.notebooks.move_session(session_id, notebook_id), ""):
        said = texts.MOVED_CHAT.format(title=title, name=name)
        _note(UndoableAction("move", (session_id,), title, opened, notebook_id), said)
        if opened is not None:
            tab_state.open_chat(None)


def clear_chat(assistant: Assistant, session_id: str) -> None:
    """Clear a chat and continue in an empty one; call it on a click only."""
    opened = _opened(assistant, (session_id,))
    title = assistant.sessions.get(session_id).title
    begun: list[tuple[Session, bool]] = []
    if attempt(lambda: begun.append(assistant.notebooks.clear_session(session_id)), ""):
        new, can_undo = begun[0]
        said = texts.CLEARED_CHAT.format(title=title)
        if can_undo:
            said = texts.plural("CLEARED_CHAT_KEPT", assistant.sessions.trash_days, title=title)
            done = UndoableAction("clear", (session_id,), title, opened, new.session_id)
            _note(done, said)
        else:
            set_status(said)
        if opened is not None:
            tab_state.open_chat(new.session_id)


def unarchive(assistant: Assistant, session_ids: tuple[str, ...]) -> None:
    """Unarchive chats; call it from callbacks only."""
    attempt(lambda: assistant.sessions.archive(session_ids, is_on=False), texts.UNARCHIVED)


def restore(assistant: Assistant, session_ids: tuple[str, ...]) -> None:
    """Restore chats from the trash; call it from callbacks only.

    One that was emptied takes the place of the empty chat, if nothing was written there.
    """
    replaced: dict[str | None, str] = {}

    def restore_each() -> None:
        for session_id in session_ids:
            replaced[assistant.notebooks.restore_session(session_id)] = session_id

    attempt(restore_each, texts.RESTORED)
    opened = tab_state.chat_id()
    if opened is not None and opened in replaced:
        tab_state.open_chat(replaced[opened])
        st.rerun()
    if opened in session_ids:
        st.rerun()


def attempt(verb: Callable[[], object], says: str) -> bool:
    """Call ``verb`` and show ``says``, or the error; return whether it succeeded."""
    set_picking(is_on=False)
    try:
        verb()
    except TidemarkError as error:
        set_status(error_display.error_text(error))
        return False
    set_status(says)
    return True


def draw_note(assistant: Assistant) -> None:
    """Draw the note on the last action with its undo button; one without disappears soon."""
    done: UndoableAction | None = st.session_state.get(_DONE)
    if done is None:
        drawn_at = st.session_state.setdefault(_DRAWN_AT, time.monotonic())
        if time.monotonic() - drawn_at > _NOTE_S:
            clear()
        if words := status_text():
            # A new key for each note: its style hides it after a while, each on its own clock
            with st.container(key=f"shelf_note_{st.session_state.get(_NOTES, 0)}"):
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
    """Return the text of the note."""
    return str(st.session_state.get(_SAID, ""))


def set_status(words: str) -> None:
    """Show ``words`` above the list, without Undo."""
    st.session_state[_DONE] = None
    st.session_state[_SAID] = words
    st.session_state[_NOTES] = int(st.session_state.get(_NOTES, 0)) + 1
    st.session_state.pop(_DRAWN_AT, None)


def discarded_chat() -> str:
    """Return the open chat that the last action moved to the trash, if any."""
    done: UndoableAction | None = st.session_state.get(_DONE)
    return (done.opened if done is not None else None) or ""


def clear() -> None:
    """Remove the note."""
    set_status("")


def _opened(assistant: Assistant, session_ids: Sequence[str]) -> str | None:
    """Return the open chat, if it or one of its branches is among ``session_ids``."""
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
        was_done = attempt(lambda: assistant.sessions.move_to_trash(done.session_ids), "")
    if not was_done:
        return
    _note(done, texts.plural(form, count, title=done.title))
    if done.opened is not None:
        tab_state.open_chat(None)
        st.rerun()


def _note(done: UndoableAction, said: str) -> None:
    st.session_state[_SAID] = said
    st.session_state[_DONE] = done


def _undo(assistant: Assistant, done: UndoableAction) -> None:
    if done.action == "archive":
        unarchive(assistant, done.session_ids)
    elif attempt(lambda: _bring_back(assistant, done), texts.RESTORED) and done.opened:
        tab_state.open_chat(done.opened)
        st.rerun()


def _bring_back(assistant: Assistant, done: UndoableAction) -> None:
    first, own = done.session_ids[0], assistant.configuration.scope
    match done.action:
        case "move":
            other = assistant.scoped(Scope(own.user_id, done.to))
            other.notebooks.move_session(first, own.notebook_id)
        case "clear":
            assistant.notebooks.unclear_session(first, done.to)
        case _:
            assistant.sessions.restore(done.session_ids)


def _draw_more() -> None:
    st.session_state[_DRAWN] = drawn() + PAGE
