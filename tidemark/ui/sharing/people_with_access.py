"""People with access to a chat, a notebook or a document: listed, added and removed."""

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Protocol

import streamlit as st

from tidemark.errors import TidemarkError
from tidemark.schema.documents import SharedAccess
from tidemark.ui import error_display, tab_state
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import dates, texts

_ACCESS: tuple[SharedAccess, ...] = ("reader", "editor")
_FAILED = "sharing_failed"


class Access(Protocol):
    """A person's access to something, and its start."""

    @property
    def user_id(self) -> str:
        """The person."""

    @property
    def access(self) -> SharedAccess:
        """The kind of access."""

    @property
    def created_at(self) -> dt.datetime:
        """The time it was shared."""


def draw(
    people: Sequence[Access],
    share: Callable[[str, SharedAccess], object],
    unshare: Callable[[str], object],
    *,
    is_alone: bool,
    of: str = "",
) -> None:
    """Draw ``people``, each with a button that ends their access, and the form that adds one.

    Where nobody else can log in (``is_alone``), a note says so.
    ``of`` is the end of the widgets' keys, so that two lists can be on the page.
    """
    if is_alone:
        st.info(texts.SHARE_ALONE)
    for each in people:
        _row(each, unshare, of=of)
    with (
        st.form(f"share_document{of}", border=False, clear_on_submit=True),
        st.container(horizontal=True, vertical_alignment="bottom", gap="small"),
    ):
        st.text_input(texts.SHARE_WITH, key=f"share_with{of}", max_chars=100)
        st.selectbox(
            texts.SHARE_AS,
            _ACCESS,
            format_func=texts.named("SHARED_ACCESS").__getitem__,
            key=f"share_as{of}",
            width=140,
        )
        st.form_submit_button(texts.SHARE, key=f"share_do{of}", on_click=_share, args=(share, of))
    if failed := st.session_state.pop(f"{_FAILED}{of}", ""):
        st.warning(safe_markdown.literal(failed))


def _row(each: Access, unshare: Callable[[str], object], *, of: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        words = texts.named("SHARED_ACCESS")[each.access]
        day = dates.full(each.created_at, tab_state.time_zone())
        st.text(f"{each.user_id} · {words} · {day}", width="stretch")
        st.button(
            texts.UNSHARE.format(person=safe_markdown.literal(each.user_id)),
            key=f"unshare{of}_{each.user_id}",
            type="tertiary",
            on_click=_attempt,
            args=(lambda: unshare(each.user_id), of),
        )


def _share(share: Callable[[str, SharedAccess], object], of: str) -> None:
    person = str(st.session_state[f"share_with{of}"]).strip()
    access: SharedAccess = st.session_state[f"share_as{of}"]
    if person:
        _attempt(lambda: share(person, access), of)


def _attempt(act: Callable[[], object], of: str) -> None:
    try:
        act()
    except TidemarkError as error:
        st.session_state[f"{_FAILED}{of}"] = error_display.error_text(error)
