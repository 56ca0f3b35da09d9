"""Document changes of a message: drawn below its reply, each with a way to undo it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from itertools import chain

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.i18n.code_texts import document_change_text
from tidemark.schema import Message
from tidemark.schema.documents import MAIN, MessageChange, MessageVersion
from tidemark.ui import error_display
from tidemark.ui.components import safe_markdown, side_panel, toasts
from tidemark.ui.i18n import texts

BESIDE = "document"  # in the panel next to the chat
_DRAWN, _REFUSED, _WHOLE = "document_changes", "document_refused", "document_changes_loaded"
Placed = dict[int, list[MessageChange]]


@dataclass
class _WholePage:
    """The messages whose changes were loaded while the whole page is drawn; all if it has none."""

    message_ids: set[int] = field(default_factory=set)
    is_empty: bool = False


@contextmanager
def loaded_once() -> Iterator[None]:
    """Load the changes of each message at most once, for all parts of the page drawn inside."""
    st.session_state[_WHOLE] = _WholePage()
    try:
        yield
    finally:
        del st.session_state[_WHOLE]


def are_there(assistant: Assistant, session_id: str) -> bool:
    """Return whether a chat has readable documents, its own or others."""
    whole: _WholePage = st.session_state[_WHOLE]
    whole.is_empty = assistant.documents.is_empty(session_id)
    if whole.is_empty:
        st.session_state.pop(_DRAWN, None)
    return not whole.is_empty


def load(assistant: Assistant, said: Sequence[Message]) -> None:
    """Load the document changes of the messages ``said`` in one query."""
    whole: _WholePage = st.session_state.get(_WHOLE, _WholePage())
    unseen = {message.id for message in said} - whole.message_ids
    if whole.is_empty or not unseen:
        return
    whole.message_ids |= unseen
    session_id = said[0].session_id
    drawn_in, drawn = st.session_state.get(_DRAWN, (None, {}))
    places: Placed = dict(drawn) if drawn_in == session_id else {}
    below = _places(said)
    for message in said:
        places.pop(message.id, None)
    for change in assistant.documents.changes_of_messages([*below]) if below else ():
        places.setdefault(below[change.first.shown_at], []).append(change)
    st.session_state[_DRAWN] = session_id, places


def drawn(session_id: str) -> tuple[MessageChange, ...]:
    """Return the document changes drawn in a chat."""
    drawn_in, places = st.session_state.get(_DRAWN, (None, {}))
    return tuple(chain.from_iterable(places.values())) if drawn_in == session_id else ()


def is_outdated(assistant: Assistant, changes: Sequence[MessageChange]) -> bool:
    """Return whether documents were changed elsewhere since these ``changes`` were drawn."""
    if not changes:
        return False
    found = assistant.documents.changes_of_messages([each.first.shown_at for each in changes])
    return _marks(found) != _marks(changes)


def draw(assistant: Assistant, message: Message) -> None:
    """Draw the document changes that belong below ``message``."""
    _, places = st.session_state.get(_DRAWN, (None, {}))
    changes: Sequence[MessageChange] = places.get(message.id, ())
    for change in changes:
        _draw(assistant, message, change)


def _places(said: Sequence[Message]) -> dict[int, int]:
    """Map each question to the message below which its changes are drawn: its reply, if any.

    A reply that another one replaced does not count.
    """
    below: dict[int, int] = {}
    question = 0
    for message in said:
        if message.role == "user":
            question = below[message.id] = message.id
        elif question and not message.is_retired:
            below[question] = message.id
    return below


def _marks(changes: Sequence[MessageChange]) -> set[tuple[object, ...]]:
    return {(each.first.version_id, each.last.newest, each.state) for each in changes}


def _draw(assistant: Assistant, message: Message, change: MessageChange) -> None:
    last, key = change.last, change.last.version_id
    with st.container(key=f"changed_{key}", gap=None):
        with st.container(
            key=f"changed_head_{key}", horizontal=True, vertical_alignment="center", gap="small"
        ):
            st.button(
                safe_markdown.literal(f"{last.document} · {_version_text(change)}"),
                key=f"changed_document_{key}",
                type="tertiary",
                icon=":material/description:",
                on_click=_open,
                args=(message, last, last.version, f"changed_document_{key}"),
            )
            if change.may_toggle:
                _toggle_button(assistant, change)
        if not lists_changes(message):
            st.html(_changes_html(change))
        if change.state == "superseded" and change.first.version > 1:
            st.button(
                texts.DOCUMENT_CHANGED_SINCE.format(number=last.newest),
                key=f"changed_since_{key}",
                type="tertiary",
                on_click=_open,
                args=(message, last, last.newest, f"changed_since_{key}"),
            )
        if why := st.session_state.get(_REFUSED, {}).get(key):
            st.warning(safe_markdown.literal(why))


def lists_changes(message: Message) -> bool:
    """Return whether ``message`` is a built-in reply, which itself lists what it changed."""
    is_builtin = message.role == "assistant" and message.metadata.is_builtin
    return is_builtin and "\n- " in message.content


def _version_text(change: MessageChange) -> str:
    number = change.last.version
    if change.last.branch == MAIN:
        return texts.DOCUMENT_VERSION.format(number=number)
    return texts.VERSION_OF_BRANCH.format(number=number, branch=change.last.branch)


def _toggle_button(assistant: Assistant, change: MessageChange) -> None:
    is_undone = change.state == "undone"
    back_to = change.last.version if is_undone else change.first.version - 1
    if is_undone:
        st.caption(texts.DOCUMENT_UNDONE, width="content")
    st.button(
        texts.REDO if is_undone else texts.UNDO,
        key=f"{'redo' if is_undone else 'undo'}_document_{change.last.version_id}",
        type="tertiary",
        icon=":material/redo:" if is_undone else ":material/undo:",
        help=texts.BACK_TO_VERSION.format(number=back_to),
        on_click=_toggle,
        args=(assistant, change),
    )


def _changes_html(change: MessageChange) -> str:
    lines = "".join(f"<li>{escape(line)}</li>" for line in _lines(change))
    state = change.state if change.first.version > 1 else "in_force"
    return f'<ul class="changes {state}">{lines}</ul>'


def _lines(change: MessageChange) -> Iterator[str]:
    if change.first.version == 1:
        yield texts.NEW_DOCUMENT
    if change.last.restored:
        yield texts.BACK_TO_VERSION.format(number=change.last.restored)
    for each in change.changes:
        yield document_change_text(each, texts.language())
    if change.more:
        yield texts.plural("MORE_CHANGES", change.more)


def _open(message: Message, made: MessageVersion, number: int, opener: str) -> None:
    which = made.document_key, number, made.branch
    side_panel.show(BESIDE, message.session_id, *which, opener=opener)


def _toggle(assistant: Assistant, change: MessageChange) -> None:
    st.session_state[_REFUSED] = {}
    try:
        made = assistant.documents.toggle(change)
    except TidemarkError as error:
        st.session_state[_REFUSED] = {change.last.version_id: error_display.error_text(error)}
    else:
        told = texts.DOCUMENT_AS_BEFORE.format(
            name=change.last.document, number=made.restored, version=made.version
        )
        toasts.show_after_rerun(safe_markdown.literal(told))
    st.rerun()
