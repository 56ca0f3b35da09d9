"""Search of the chats while the person types: the field, the number of hits, and the passages."""

from collections.abc import Sequence

import streamlit as st

from assistant import Assistant
from tidemark.retrieval.search_query import SearchHit, SearchPassage, SearchResults
from tidemark.ui import tab_state
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import dates, texts
from tidemark.ui.sidebar import list_state, plain_passage

_JOINED = "\u00a0"  # keeps a date on one line
_PAUSE = "200ms"  # after the last key, until the search starts
_WHOLE = "found_whole"  # the words typed, and the chat whose passages are all shown


def draw_field() -> str:
    """Draw the search field and return the typed text."""
    typed = st.text_input(
        texts.FIND,
        key=list_state.FIELD,
        type="search",
        live=_PAUSE,
        placeholder=texts.FIND,
        label_visibility="collapsed",
    )
    return (typed or "").lstrip()


def draw(assistant: Assistant, sought: str) -> str:
    """Draw the results, and return their number in words."""
    words_typed, whole = st.session_state.get(_WHOLE, ("", None))
    found = assistant.sessions.find(sought, whole=whole if words_typed == sought else None)
    words = count_text(found)
    with st.container(key="found", gap="xsmall"):
        st.caption(words)
        for each in found.shown:
            _chat(assistant, each, sought)
        if len(found.shown) < found.chats:
            st.caption(texts.plural("FOUND_MORE", found.chats - len(found.shown)))
    return words


def count_text(found: SearchResults) -> str:
    """Return the number of hits in words."""
    if not found.chats:
        return texts.FOUND_NOTHING
    chats = texts.plural("FOUND_CHATS", found.chats)
    if not found.passages:
        return texts.FOUND_OVER.format(hits=chats) if found.is_more else chats
    hits = texts.plural("FOUND_HITS", found.passages)
    return texts.FOUND.format(
        hits=texts.FOUND_OVER.format(hits=hits) if found.is_more else hits, chats=chats
    )


def highlighted(text: str, marks: Sequence[tuple[int, int]]) -> str:
    r"""Return a Markdown label that shows ``text`` as plain text, with ``marks`` highlighted.

    >>> print(highlighted("Quiet *hotel* [here]", [(7, 12)]))
    Quiet :yellow-background[**hotel**] \[here\]
    """
    text, marks = plain_passage.plain(text, marks)
    parts, end = [], 0
    for at, to in marks:
        parts += [_literal(text[end:at]), f":yellow-background[**{_literal(text[at:to])}**]"]
        end = to
    return "".join((*parts, _literal(text[end:])))


def _literal(text: str) -> str:
    before, after = text[:1].isspace(), text[-1:].isspace()
    bare = safe_markdown.literal(text)
    return f"{' ' if before else ''}{bare}{' ' if after and bare else ''}"


def _chat(assistant: Assistant, found: SearchHit, sought: str) -> None:
    session_id, title = found.session_id, safe_markdown.literal(found.title)
    with st.container(key=f"find_{session_id}", gap=None):
        st.button(
            f"**{title}**",
            key=f"found_chat_{session_id}",
            type="tertiary",
            icon=":material/inventory_2:" if found.is_archived else None,
            width="stretch",
            wrap=False,
            on_click=open_found,
            args=(assistant, session_id, None),
        )
        for number, passage in enumerate(found.passages):
            _passage(assistant, session_id, passage, number)
        more = found.count - len(found.passages)
        if more > 0 and found.passages:
            _more_button(session_id, more, sought)


def _more_button(session_id: str, count: int, sought: str) -> None:
    words = texts.FOUND_MORE_HERE.format(count=count)
    if st.session_state.get(_WHOLE) == (sought, session_id):  # as many as are ever shown
        st.caption(words)
        return
    st.button(
        words,
        key=f"found_more_{session_id}",
        type="tertiary",
        icon=":material/expand_more:",
        width="stretch",
        on_click=_show_all,
        args=(sought, session_id),
    )


def _show_all(sought: str, session_id: str) -> None:
    st.session_state[_WHOLE] = (sought, session_id)


def _passage(assistant: Assistant, session_id: str, passage: SearchPassage, number: int) -> None:
    day = safe_markdown.literal(
        dates.day(passage.timestamp, assistant.now(), tab_state.time_zone())
    )
    st.button(
        f"{day.replace(' ', _JOINED)} · {highlighted(passage.text, passage.marks)}",
        key=f"found_{passage.message_id}_{number}",
        type="tertiary",
        width="stretch",
        on_click=open_found,
        args=(assistant, session_id, passage.message_id),
    )


def open_found(assistant: Assistant, session_id: str, message_id: int | None) -> None:
    """Open a chat that was found, at one of its messages; call it from callbacks only."""
    list_state.clear()
    ids = [] if message_id is None else [message_id]
    found = assistant.sessions.messages(session_id, ids)
    if found:
        tab_state.show_message(found[0])
    else:
        tab_state.open_chat(session_id)
    st.rerun()
