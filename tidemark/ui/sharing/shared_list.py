"""The page "Shared with me": chats and notebooks shared by others, and one of them open."""

import datetime as dt

import streamlit as st

from assistant import Assistant
from tidemark.errors import ShareNotFound, TidemarkError
from tidemark.schema.notebooks import USUAL_NOTEBOOK
from tidemark.schema.people import SharedThing
from tidemark.schema.scope import GENERAL
from tidemark.ui import error_display, tab_state
from tidemark.ui.components import back_link, safe_markdown
from tidemark.ui.i18n import dates, texts
from tidemark.ui.sharing import shared_chat

_LOOKED, _LOOK_AGAIN = "shared_looked", dt.timedelta(minutes=1)  # a sidebar is drawn often
_SHOWN_AT_ONCE = 100  # sessions of a notebook, each with its own button
_ICONS = {"session": ":material/chat_bubble:", "notebook": ":material/book_2:"}


def draw(assistant: Assistant) -> None:
    """Draw the list of shares by others, or the one that the URL names."""
    with st.container(key="shared", gap="small"), error_display.guarded("shared"):
        opened = tab_state.opened_share()
        if opened is None:
            _list(assistant)
            return
        share_key, session_id = opened
        st.button(
            texts.SHARED_WITH_ME,
            key="back_to_shared",
            type="tertiary",
            icon=":material/arrow_back:",
            on_click=tab_state.open_view,
            args=(tab_state.SHARED,),
        )
        listed = (each for each in assistant.sharing.with_me() if each.share_key == share_key)
        share = next(listed, None)
        if share is None:
            raise ShareNotFound(share_key)
        if share.kind == "notebook" and session_id is None:
            _notebook(assistant, share)
        else:
            shared_chat.draw(assistant.shared(share_key, session_id))


def is_any(assistant: Assistant) -> bool:
    """Return whether others share anything with the person, checked once a minute."""
    now = assistant.now()
    looked: tuple[dt.datetime, bool] | None = st.session_state.get(_LOOKED)
    if looked is None or now - looked[0] > _LOOK_AGAIN or tab_state.view() == tab_state.SHARED:
        looked = now, bool(assistant.sharing.with_me())
        st.session_state[_LOOKED] = looked
    return looked[1]


def _list(assistant: Assistant) -> None:
    st.set_page_config(page_title=f"{texts.SHARED_WITH_ME} · {texts.NAME}")
    back_link.draw(tab_state.chat_id())
    st.title(texts.SHARED_WITH_ME, anchor=False)
    st.caption(texts.SHARED_WITH_ME_EXPLAINED)
    found = assistant.sharing.with_me()
    if not found:
        st.markdown(texts.NOTHING_SHARED)
    now, zone = assistant.now(), tab_state.time_zone()
    for each in found:
        with st.container(key=f"shared_{each.share_key}", horizontal=True, gap="small"):
            with st.container(gap=None):
                _row(
                    _name(each),
                    f"shared_open_{each.share_key}",
                    each.share_key,
                    icon=_ICONS[each.kind],
                )
                facts = (
                    texts.SHARED_BY.format(person=safe_markdown.literal(each.owner)),
                    texts.named("SHARED_MAY")[each.access],
                    dates.ago(each.created_at, now, zone),
                )
                st.caption(" · ".join(facts))
            st.button(
                texts.LEAVE_SHARED,
                key=f"leave_{each.share_key}",
                type="tertiary",
                help=texts.LEAVE_SHARED_EXPLAINED,
                on_click=_leave,
                args=(assistant, each.share_key),
            )


def _notebook(assistant: Assistant, share: SharedThing) -> None:
    st.set_page_config(page_title=f"{_name(share)} · {texts.NAME}")
    st.title(safe_markdown.literal(_name(share)), anchor=False)
    st.caption(texts.SHARED_BY.format(person=safe_markdown.literal(share.owner)))
    shown = f"shared_shown_{share.share_key}"
    most = st.session_state.setdefault(shown, _SHOWN_AT_ONCE)
    found = assistant.shared_notebook(share.share_key, limit=most + 1)
    if not found:
        st.markdown(texts.NO_CHATS)
    now, zone = assistant.now(), tab_state.time_zone()
    for each in found[:most]:
        key = f"shared_session_{each.session_id}"
        with st.container(key=f"row_{key}", gap=None):
            _row(each.title, key, share.share_key, each.session_id, icon=_ICONS["session"])
            st.caption(dates.ago(each.updated_at, now, zone))
    if len(found) > most:
        st.button(texts.MORE_CHATS, key="shared_more", on_click=_show_more, args=(shown,))


def _show_more(shown: str) -> None:
    st.session_state[shown] += _SHOWN_AT_ONCE


def _row(title: str, key: str, share_key: int, session_id: str | None = None, *, icon: str) -> None:
    st.button(
        safe_markdown.literal(title),
        key=key,
        type="tertiary",
        icon=icon,
        on_click=tab_state.open_share,
        args=(share_key, session_id),
    )


def _name(share: SharedThing) -> str:
    is_unnamed = share.notebook_id == GENERAL and share.name == USUAL_NOTEBOOK.name
    return texts.NOTEBOOK_GENERAL if share.kind == "notebook" and is_unnamed else share.name


def _leave(assistant: Assistant, share_key: int) -> None:
    try:
        assistant.sharing.leave(share_key)
    except TidemarkError as error:
        error_display.show_toast(error)
