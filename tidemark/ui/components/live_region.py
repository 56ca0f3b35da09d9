"""Live regions: status text announced by screen readers, with scrolling and highlighting."""

from collections.abc import Callable

import streamlit as st

from tidemark.ui.components import frontend
from tidemark.ui.i18n import texts

_HTML = '<div role="status"></div>'
_PULSE = frontend.component(__file__, "live_region", html=_HTML, css=["visually_hidden.css"])
_LIST_STATUS = frontend.component(__file__, "list_status", html=_HTML, css=["visually_hidden.css"])


def pulse(
    says: str,
    *,
    chat: str,
    away: str,
    at: int,
    drawn: int,
    is_live: bool,
    is_own: bool,
    show: str,
    is_missing: bool,
    back: int,
    refused: tuple[int, str],
    on_want: Callable[[int], None],
) -> None:
    """Announce ``says``, and redraw the fragment if a drawing was lost.

    It was lost if the page still shows Stop or a reply in progress when nothing ``is_live``.

    Also scroll the page.  If another ``chat`` is drawn, or its last turn begins at another position
    ``at``, show the end; for a turn that is not ``is_own`` only if the person was reading there.
    If the key of an element to ``show`` is given, show that instead.  On a narrow screen close the
    sidebar, unless the previous chat was put ``away`` in it.

    When the page is reloaded, or ``back`` has changed, scroll to where the person was reading this
    chat when they left its notebook; ``on_want`` is called with the id of the message there if it
    is not drawn.  If the URL named a message that ``is_missing``, a page just loaded stays at the
    end.

    ``refused`` is how many texts could not be sent, and the last of them, which returns to the
    composer.  It comes with the notice that says why: the composer is drawn by another fragment,
    whose drawing is lost if this one interrupts it.
    """
    _PULSE(
        key="pulse",
        data={
            "says": says,
            "latest": texts.JUMP_TO_LATEST,
            "chat": chat,
            "away": away,
            "at": at,
            "live": is_live,
            "own": is_own,
            "show": show,
            "missing": is_missing,
            "back": back,
            "refused": refused,
            "drawn": drawn,
        },
        on_left_change=lambda: None,
        on_want_change=lambda: on_want(int(st.session_state["pulse"]["want"])),
        height="content",
    )


def list_status(says: str) -> None:
    """Announce ``says`` on the list of chats."""
    _LIST_STATUS(key="shelf_status", data={"says": says}, height="content")
