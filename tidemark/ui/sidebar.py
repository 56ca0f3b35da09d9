"""The sidebar: a new chat, the chats there are, and the engine."""

import streamlit as st

from tidemark.branches import has_mark
from tidemark.schema import Session
from tidemark.ui import composer, dates, dialogs, engine, errors, markup, tab, texts
from tidemark.ui.verbs import Verbs

_PAGE_SESSIONS = 50
_MENU = ("rename", "export", "delete")


def draw(verbs: Verbs) -> None:
    """Draw the sidebar."""
    with st.sidebar:
        with st.container(key="brand"):
            st.markdown(texts.NAME)
        st.button(
            texts.NEW_CHAT,
            key="new_chat",
            icon=":material/add:",
            width="stretch",
            on_click=tab.open_chat,
            args=(None,),
        )
        st.button(
            texts.IMPORT,
            key="import_chat",
            icon=":material/upload:",
            type="tertiary",
            width="stretch",
            on_click=_import,
        )
        st.button(
            texts.ABOUT_YOU,
            key="to_about_you",
            icon=":material/person:",
            type="tertiary",
            width="stretch",
            on_click=tab.open_about,
        )
        session_list(verbs)
        st.button(
            texts.INSIGHTS,
            key="to_insights",
            icon=":material/insights:",
            type="tertiary",
            width="stretch",
            on_click=tab.open_insights,
        )
        engine.draw(verbs)


@st.fragment(key=composer.CHATS)
def session_list(verbs: Verbs) -> None:
    """Draw the chats, newest first, under the day they were last spoken in."""
    with st.container(key="session_list", gap="xxsmall"), errors.shown("session_list"):
        limit = int(st.session_state.get("sessions_drawn", _PAGE_SESSIONS))
        found = verbs.sessions(limit=limit + 1)
        if not found:
            st.caption(texts.NO_CHATS)
        now, zone, group = verbs.now(), tab.zone(), ""
        for session in found[:limit]:
            under = dates.group(session.updated_at, now, zone)
            if under != group:
                st.caption(under)
                group = under
            _row(session, is_open=session.session_id == tab.chat_id())
        if len(found) > limit:
            st.button(texts.MORE_CHATS, key="more_chats", type="tertiary", on_click=_draw_more)
    dialogs.draw(verbs)


def _row(session: Session, *, is_open: bool) -> None:
    session_id, title = session.session_id, markup.literal(session.title)
    key = f"{'open' if is_open else 'row'}_{session_id}"
    with st.container(key=key, horizontal=True, vertical_alignment="center", gap=None, wrap=False):
        st.button(
            f"**{title}**" if is_open else title,
            key=f"session_{session_id}",
            type="tertiary",
            icon=":material/fork_right:" if has_mark(session.title) else None,
            width="stretch",
            wrap=False,
            on_click=_open,
            args=(session_id,),
        )
        st.menu_button(
            texts.MENU_OF.format(title=title),
            options=_MENU,
            format_func=_menu_words,
            key=f"session_menu_{session_id}",
            type="tertiary",
            icon=":material/more_horiz:",
            on_click=_want,
            args=(session_id,),
        )


def _menu_words(wish: str) -> str:
    return {"rename": texts.RENAME, "export": texts.EXPORT, "delete": texts.DELETE}[wish]


def _open(session_id: str) -> None:
    tab.open_chat(session_id)
    st.rerun()


def _import() -> None:
    dialogs.want("import", "")
    st.rerun([composer.CHATS])


def _want(session_id: str) -> None:
    dialogs.want(str(st.session_state[f"session_menu_{session_id}"]), session_id)


def _draw_more() -> None:
    drawn = int(st.session_state.get("sessions_drawn", _PAGE_SESSIONS))
    st.session_state["sessions_drawn"] = drawn + _PAGE_SESSIONS
