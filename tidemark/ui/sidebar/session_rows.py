"""The rows of the list and of the archive: open, rename, pin, archive, select."""

from collections.abc import Sequence

import streamlit as st

from assistant import Assistant
from tidemark.schema import Session
from tidemark.schema.branches import is_branch_title
from tidemark.schema.sessions import TITLE_CHARS
from tidemark.ui import tab_state
from tidemark.ui.components import frontend, safe_markdown
from tidemark.ui.i18n import dates, texts
from tidemark.ui.sidebar import list_state

_LIST = "chat_rows"
_ROWS = frontend.component(
    __file__,
    "chat_rows",
    html='<div class="chat-rows"><div></div></div>',
    css=["chat_rows.css", "../components/menu.css"],
    is_of_page=True,
)


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
    sessions = found[:limit]
    tab_state.set_listed_titles({each.session_id: each.title for each in sessions})
    groups = [_group(assistant, each, is_archive=is_archive) for each in sessions]
    if list_state.is_picking():
        under = ""
        for session, group in zip(sessions, groups, strict=True):
            if group != under:
                st.caption(group)
                under = group
            _checkbox(session)
    elif sessions:
        _list(assistant, sessions, groups)
    list_state.draw_more_button("more_chats", is_there=len(found) > limit)


def _group(assistant: Assistant, session: Session, *, is_archive: bool) -> str:
    if session.is_pinned and not is_archive:
        return texts.PINNED_CHATS
    return dates.group(session.updated_at, assistant.now(), tab_state.time_zone())


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


def _list(assistant: Assistant, sessions: Sequence[Session], groups: Sequence[str]) -> None:
    """Draw the rows as one component: as elements of their own they were half of the page."""
    by_id = {each.session_id: each for each in sessions}

    def of(event: str) -> tuple[Session | None, dict[str, str]]:
        sent = st.session_state[_LIST][event]
        return by_id.get(str(sent["id"])), sent

    def opened() -> None:
        session, _ = of("open")
        if session is not None:
            _open(session.session_id)

    def chosen() -> None:
        session, sent = of("chosen")
        if session is not None:
            _want(assistant, session, str(sent["name"]))

    def renamed() -> None:
        session, sent = of("renamed")
        if session is not None:
            _rename(assistant, session, str(sent["title"]))

    _ROWS(
        key=_LIST,
        data={
            "rows": [
                {
                    "id": each.session_id,
                    "title": each.title,
                    "under": under,
                    "is_branch": is_branch_title(each.title),
                    "pin": each.is_pinned,
                    "archive": each.is_archived,
                }
                for each, under in zip(sessions, groups, strict=True)
            ],
            "opened": tab_state.chat_id() or "",
            "current": _current() or "",
            "words": {
                "menu": _menu(),
                "menu_of": texts.MENU_OF,
                "new_title": texts.NEW_TITLE,
                "title_chars": TITLE_CHARS,
                "save": texts.SAVE,
                "cancel": texts.CANCEL,
            },
        },
        on_open_change=opened,
        on_chosen_change=chosen,
        on_renamed_change=renamed,
        height="content",
    )


def _current() -> str | None:
    """Return the chat whose row is the current page; None on another page."""
    return tab_state.chat_id() if tab_state.view() in (None, tab_state.MEMORY) else None


def _menu() -> list[tuple[str, ...]]:
    """Return the actions on a chat: name, label, and the label that reverts one done already."""
    return [
        ("rename", texts.RENAME),
        ("pin", texts.PIN_CHAT, texts.UNPIN_CHAT),
        ("archive", texts.TO_ARCHIVE, texts.UNARCHIVE),
        ("move", texts.MOVE_CHAT),
        ("copy", texts.COPY_CHAT),
        ("share", texts.SHARE_WITH_PEOPLE),
        ("export", texts.EXPORT),
        ("page", texts.SHARE_PAGE),
        ("retention", texts.RETENTION_CHAT),
        ("select", texts.SELECT),
        ("clear", texts.CLEAR_CHAT),
        ("delete", texts.DELETE),
    ]


def _checkbox(session: Session) -> None:
    session_id, title = session.session_id, safe_markdown.literal(session.title)
    key = f"{'open' if session_id == tab_state.chat_id() else 'row'}_{session_id}"
    with st.container(key=key):
        st.checkbox(title, key=f"pick_{session_id}", width="stretch")


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


def _want(assistant: Assistant, session: Session, action: str) -> None:
    """Run the ``action`` chosen in the menu of a chat."""
    session_id, title = session.session_id, session.title
    match action:
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
        case "share" | "export" | "page" | "retention" | "move" | "copy" | "clear" as kind:
            dialog = "clear_chat" if kind == "clear" else kind
            tab_state.request_dialog(dialog, session_id)


def _rename(assistant: Assistant, session: Session, wanted: str) -> None:
    if not wanted.strip():
        list_state.set_status(texts.TITLE_EMPTY)
        return
    is_done = list_state.attempt(lambda: assistant.sessions.rename(session.session_id, wanted), "")
    if is_done and session.session_id == tab_state.chat_id():
        st.rerun()
