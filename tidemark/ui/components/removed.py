"""Removed things: a note with Undo right after removal, and a list to restore them from."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import streamlit as st

from tidemark.errors import TidemarkError
from tidemark.ui import error_display
from tidemark.ui.i18n import texts

_MOST_SHOWN = 10


class Removed(NamedTuple):
    """Something that can be restored: its key, its name, and the function that restores it."""

    key: int
    name: str
    restore: Callable[[], object]


def note(kind: str, told: str, slot: str, restore: Callable[[], object] | None) -> None:
    """Draw a note that something was removed, with Undo if ``restore`` is given.

    ``kind`` names the widgets.  Both buttons clear ``slot`` in the tab's state, which the caller
    filled when it removed the thing.
    """
    with st.container(
        key=f"{kind}_note", horizontal=True, vertical_alignment="center", gap="small"
    ):
        st.text(told, width="stretch")
        if restore is not None:
            st.button(
                texts.UNDO_DEED,
                key=f"{kind}_undo",
                icon=":material/undo:",
                on_click=_restore,
                args=(restore, slot),
            )
        st.button(
            texts.CLOSE_NOTE,
            key=f"{kind}_note_close",
            type="tertiary",
            on_click=_close,
            args=(slot,),
        )


def trash(
    kind: str, title: str, days: int, slot: str, read: Callable[[], Iterable[Removed]]
) -> None:
    """Draw the things removed in the last ``days`` under ``title``, collapsed.

    Nothing is read before it is expanded.
    """
    opened = st.expander(title, key=f"removed_{kind}s", type="compact", on_change="rerun")
    if not opened.open:
        return
    with opened:
        gone = list(read())
        st.caption(texts.plural("REMOVED_EXPLAINED", days) if gone else texts.REMOVED_NONE)
        for each in gone[:_MOST_SHOWN]:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.text(each.name, width="stretch")
                st.button(
                    texts.RESTORE_CHAT,
                    key=f"restore_{kind}_{each.key}",
                    type="tertiary",
                    on_click=_restore,
                    args=(each.restore, slot),
                )


def _restore(restore: Callable[[], object], slot: str) -> None:
    _close(slot)
    try:
        restore()
    except TidemarkError as error:
        error_display.show_toast(error)


def _close(slot: str) -> None:
    st.session_state.pop(slot, None)
