"""Where the person writes, and every way of beginning a turn."""

from collections.abc import Callable

import streamlit as st

from tidemark.errors import TidemarkError
from tidemark.schema import Session
from tidemark.ui import dates, errors, tab, texts
from tidemark.ui.verbs import LiveRun, Verbs

# The fragments a new message touches; the page redraws whole once they hold so many messages.
LIVE, CHATS = "live", "chats"
_FRESH_LIMIT = 12


def draw(verbs: Verbs, session_id: str | None, fresh: int) -> None:
    """Draw the field; ``fresh`` messages stand in the live part above it already."""
    draft = tab.draft()
    if draft:
        st.session_state["composer"] = draft
    st.chat_input(
        texts.PLACEHOLDER,
        key="composer",
        on_submit=_send,
        args=(verbs, session_id, fresh),
    )


def begin(
    verbs: Verbs,
    session_id: str | None,
    verb: Callable[[], LiveRun],
    *,
    fresh: int = 0,
    draft: str = "",
) -> None:
    """Begin a turn by ``verb`` and redraw what it touches; from a callback only.

    What cannot be sent is told, and its ``draft`` put back.
    """
    try:
        if session_id is not None:
            session = verbs.session(session_id)  # deleted elsewhere: not begun anew unasked
        is_listed = session_id is not None and _is_in_place(verbs, session)
        run = verb()
    except TidemarkError as error:
        tab.tell(errors.words(error), draft)
        return
    tab.await_(run)
    if run.session_id != session_id or fresh > _FRESH_LIMIT:
        tab.open_chat(run.session_id)
        st.rerun()
    st.rerun([LIVE] if is_listed else [LIVE, CHATS])


def _is_in_place(verbs: Verbs, session: Session) -> bool:
    """Whether the list stays as it is when ``session`` is spoken in."""
    is_today = dates.group(session.updated_at, verbs.now(), tab.zone()) == texts.TODAY
    return (session.is_pinned or is_today) and verbs.shelf.is_on_top(session.session_id)


def _send(verbs: Verbs, session_id: str | None, fresh: int) -> None:
    text = str(st.session_state["composer"] or "")
    begin(verbs, session_id, lambda: verbs.ask(text, session_id), fresh=fresh, draft=text)
