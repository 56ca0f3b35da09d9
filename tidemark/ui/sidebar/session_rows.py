"""The rows of the list and of the archive: open, rename, pin, archive, select."""

from collections.abc import Mapping, Sequence

import streamlit as st

from assistant import Assistant
from tidemark.schema import Session
from tidemark.schema.branches import is_branch_title
from tidemark.schema.sessions import TITLE_CHARS
from tidemark.ui import tab_state
from tidemark.ui.components import focus, safe_markdown
from tidemark.ui.i18n import dates, texts
from tidemark.ui.sidebar import list_state

_RENAMED = "renaming"


def draw(assistant: Assistant) -> None:
    """Draw the chats: pinned ones first, the others below the day they were last used."""
    is_archive = list_state.view() == list_state.ARCHIVE
    if is_archive:
        list_state.draw_heading(texts.ARCHIVE)
    limit = list_state.drawn()
    listed = assistant.sessions.archived if is_archive else assistant.sessions.recent
    found = listed(limit=limit + 1)
    if not is_archive:  # above the chats, in reach however many there are
        _ways(is_any=bool(found))
    if not found:
        st.caption(texts.NO_ARCHIVED if is_archive else texts.NO_CHATS)
    elif list_state.is_picking():
        _picked(assistant, found[:limit], is_archive=is_archive)
    now, zone, group = assistant.now(), tab_state.time_zone(), ""
    for session in found[:limit]:
        is_pinned = session.is_pinned and not is_archive
        under = texts.PINNED_CHATS if is_pinned else dates.group(session.updated_at, now, zone)
        if under != group:
            st.caption(under)
            group = under
        _row(assistant, session)
    list_state.draw_more_button("more_chats", is_there=len(found) > limit)


def _ways(*, is_any: bool) -> None:
    """Draw the buttons that select chats and open the archive and the trash."""
    with st.container(key="shelf_ways", horizontal=True, gap="small"):
        if is_any and not list_state.is_picking():
            _picks(texts.SELECT, "pick_begin", is_on=True)
        ways = (
            (texts.ARCHIVE, "to_archive", list_state.ARCHIVE),
            (texts.TRASH, "to_trash", list_state.TRASH),
        )
        for name, key, part in ways:
            st.button(name, key=key, type="tertiary", on_click=list_state.show, args=(part,))


def _picks(name: str, key: str, *, is_on: bool) -> None:
    """Draw the button that starts or ends selecting chats."""
    st.button(
        name, key=key, type="tertiary", on_click=list_state.set_picking, kwargs={"is_on": is_on}
    )


def _row(assistant: Assistant, session: Session) -> None:
    session_id, title = session.session_id, safe_markdown.literal(session.title)
    is_open = session_id == tab_state.chat_id()
    key = f"{'open' if is_open else 'row'}_{session_id}"
    with st.container(key=key, horizontal=True, vertical_alignment="center", gap=None, wrap=False):
        if list_state.is_picking():
            st.checkbox(title, key=f"pick_{session_id}", width="stretch")
            return
        if st.session_state.get(_RENAMED) == session_id:
            _rename_form(assistant, session)
            return
        st.button(
            f"**{title}**" if is_open else title,
            key=f"session_{session_id}",
            type="tertiary",
            icon=":material/fork_right:" if is_branch_title(session.title) else None,
            width="stretch",
            wrap=False,
            on_click=_open,
            args=(session_id,),
        )
        menu = _menu(session)
        st.menu_button(
            texts.MENU_OF.format(title=title),
            options=list(menu),
            format_func=menu.__getitem__,
            key=f"session_menu_{session_id}",
            type="tertiary",
            icon=":material/more_horiz:",
            on_click=_want,
            args=(assistant, session),
        )


def _menu(session: Session) -> Mapping[str, str]:
    return {
        "rename": texts.RENAME,
        "pin": texts.UNPIN_CHAT if session.is_pinned else texts.PIN_CHAT,
        "archive": texts.UNARCHIVE if session.is_archived else texts.TO_ARCHIVE,
        "move": texts.MOVE_CHAT,
        "copy": texts.COPY_CHAT,
        "share": texts.SHARE,
        "export": texts.EXPORT,
        "page": texts.SHARE_PAGE,
        "retention": texts.RETENTION_CHAT,
        "select": texts.SELECT,
        "clear": texts.CLEAR_CHAT,
        "delete": texts.DELETE,
    }


def _rename_form(assistant: Assistant, session: Session) -> None:
    with st.form(f"rename_form_{session.session_id}", border=False):
        st.text_input(
            texts.NEW_TITLE,
            value=session.title,
            key="rename_title",
            max_chars=TITLE_CHARS,
            label_visibility="collapsed",
        )
        with st.container(horizontal=True, gap="small"):
            st.form_submit_button(
                texts.SAVE,
                type="primary",
                key="rename_save",
                on_click=_rename,
                args=(assistant, session),
            )
            st.form_submit_button(texts.CANCEL, key="rename_cancel", on_click=_rename_end)
    focus.focus("rename_title", times=int(st.session_state.get("rename_times", 0)))


def _picked(assistant: Assistant, sessions: Sequence[Session], *, is_archive: bool) -> None:
    """Draw the number of selected chats, and the actions on them."""
    ids = list_state.picked_ids(sessions)
    deeds = {
        "pick_pin": (texts.PIN_CHAT, _pin_picked),
        "pick_archive": (texts.TO_ARCHIVE, list_state.archive),
    }
    if is_archive:
        deeds = {"pick_unarchive": (texts.UNARCHIVE, _unarchive_picked)}
    with st.container(key="picked", gap="xxsmall"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(texts.plural("PICKED", len(ids)))
            _picks(texts.PICK_END, "pick_end", is_on=False)
            if len(ids) < len(sessions):
                st.button(
                    texts.PICK_ALL,
                    key="pick_all",
                    type="tertiary",
                    on_click=list_state.pick,
                    args=([each.session_id for each in sessions],),
                )
        with st.container(horizontal=True, gap="xsmall"):
            given = assistant, ids, _name(sessions, ids)
            deeds |= {
                "pick_export": (texts.EXPORT, _export_picked),
                "pick_delete": (texts.DELETE, delete),
            }
            for key, (name, verb) in deeds.items():
                st.button(name, key=key, disabled=not ids, on_click=verb, args=given)


def delete(assistant: Assistant, session_ids: tuple[str, ...], title: str) -> None:
    """Move chats to the trash, or ask first if there is none; call it from callbacks only."""
    if assistant.sessions.trash_days:
        list_state.discard(assistant, session_ids, title)
    else:
        tab_state.request_dialog("delete", *session_ids)


def _name(sessions: Sequence[Session], ids: Sequence[str]) -> str:
    return next((each.title for each in sessions if each.session_id in ids), "")


def _pin_picked(assistant: Assistant, session_ids: tuple[str, ...], _: str) -> None:
    list_state.attempt(lambda: assistant.sessions.pin(session_ids, is_on=True), "")


def _export_picked(assistant: Assistant, session_ids: tuple[str, ...], _: str) -> None:
    tab_state.request_dialog("export_chosen", *session_ids)


def _unarchive_picked(assistant: Assistant, session_ids: tuple[str, ...], _: str) -> None:
    list_state.unarchive(assistant, session_ids)


def _open(session_id: str) -> None:
    list_state.clear()
    tab_state.open_chat(session_id)
    st.rerun()


def _want(assistant: Assistant, session: Session) -> None:
    """Run the action chosen in the menu of a chat."""
    session_id, title = session.session_id, session.title
    match st.session_state[f"session_menu_{session_id}"]:
        case "rename":
            st.session_state[_RENAMED] = session_id
            st.session_state["rename_times"] = tab_state.next_number()
        case "pin":
            list_state.attempt(
                lambda: assistant.sessions.pin([session_id], is_on=not session.is_pinned), ""
            )
        case "archive" if session.is_archived:
            list_state.unarchive(assistant, (session_id,))
        case "archive":
            list_state.archive(assistant, (session_id,), title)
        case "select":
            list_state.set_picking(is_on=True)
            st.session_state[f"pick_{session_id}"] = True
        case "delete":
            delete(assistant, (session_id,), title)
        case "clear" if assistant.sessions.trash_days:
            list_state.clear_chat(assistant, session_id)
            if session_id != tab_state.chat_id():
                st.rerun()
        case "share" | "export" | "page" | "retention" | "move" | "copy" | "clear" as kind:
            dialog = "clear_chat" if kind == "clear" else kind
            tab_state.request_dialog(dialog, session_id)


def _rename(assistant: Assistant, session: Session) -> None:
    wanted = str(st.session_state["rename_title"])
    if not wanted.strip():
        list_state.set_status(texts.TITLE_EMPTY)
    elif list_state.attempt(lambda: assistant.sessions.rename(session.session_id, wanted), ""):
        _rename_end()
        if session.session_id == tab_state.chat_id():
            st.rerun()


def _rename_end() -> None:
    st.session_state[_RENAMED] = None
