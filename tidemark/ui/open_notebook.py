"""The open notebook of a tab, and the person's place in each notebook.

The URL names the notebook, unless it names a chat: then the chat's notebook is open.
"""

from contextlib import suppress

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError, UserError
from tidemark.schema import Message
from tidemark.schema.scope import GENERAL, Scope
from tidemark.ui import navigation, tab_state
from tidemark.ui.sidebar import list_state

_PLACES, _KEPT = "places", "place_kept"
_MISSING, _SWITCHED = "missing_notebook", "notebook_switched"
_CHAT_IN, _IS_KNOWN = "chat_in", "chat_in_is_known"


def opened(assistant: Assistant) -> Assistant:
    """Return ``assistant`` for the open notebook, and remember the person's place in it.

    If the URL names a missing one, General is open and ``is_missing``.
    """
    notebook_id, missing = _named(assistant)
    st.session_state[_MISSING] = missing
    if st.session_state.pop(_SWITCHED, False) or tab_state.notebook_id() != notebook_id:
        list_state.reset()  # before its widgets are drawn
    tab_state.set_notebook_id(notebook_id)
    here = in_notebook(assistant, notebook_id)
    _keep_place(here)
    return here


def is_missing() -> bool:
    """Return whether the URL names a missing notebook."""
    return bool(st.session_state.get(_MISSING, False))


def is_to_look_again() -> bool:
    """Return whether the open chat may have been moved since its lookup; forget the lookup."""
    st.session_state.pop(_CHAT_IN, None)
    return bool(st.session_state.get(_IS_KNOWN, False))


def in_notebook(assistant: Assistant, notebook_id: str) -> Assistant:
    """Return ``assistant`` for another notebook of the person."""
    scope = assistant.configuration.scope
    if notebook_id == scope.notebook_id:
        return assistant
    return assistant.scoped(Scope(scope.user_id, notebook_id))


def switch_to(assistant: Assistant, notebook_id: str) -> None:
    """Open a notebook at the person's last place in it; call it from callbacks only."""
    if notebook_id == tab_state.notebook_id():
        return
    places = st.session_state.setdefault(_PLACES, {})
    shown = tab_state.message_in_sight(tab_state.chat_id())
    places[tab_state.notebook_id()] = navigation.place(), shown
    place, shown = places.get(notebook_id) or _stored(assistant, notebook_id)
    tab_state.set_notebook_id(notebook_id)
    st.session_state[_SWITCHED] = True
    navigation.go_to_place(place)
    tab_state.put_message_in_sight(shown)
    tab_state.count_return()


def forget_places() -> None:
    """Forget the person's places in all notebooks."""
    for name in (_PLACES, _KEPT, _CHAT_IN):
        st.session_state.pop(name, None)


def _stored(assistant: Assistant, notebook_id: str) -> tuple[dict[str, str], Message | None]:
    return dict(in_notebook(assistant, notebook_id).notebooks.place()), None


def _named(assistant: Assistant) -> tuple[str, bool]:
    """Return the notebook to open, and whether the one named in the URL is missing."""
    chat = tab_state.chat_id()
    if chat is not None and (found := _of_chat(assistant, chat)) is not None:
        return found, False
    named = navigation.read("notebook") or GENERAL
    is_there = named == GENERAL or any(
        each.notebook_id == named for each in assistant.notebooks.list()
    )
    return (named, False) if is_there else (GENERAL, True)


def _of_chat(assistant: Assistant, chat: str) -> str | None:
    known: tuple[str, str | None] | None = st.session_state.get(_CHAT_IN)
    st.session_state[_IS_KNOWN] = known is not None and known[0] == chat
    if known is not None and known[0] == chat:
        return known[1]
    found = None
    with suppress(UserError):  # not a valid chat id: the page says so
        found = assistant.notebooks.of_session(chat)
    st.session_state[_CHAT_IN] = chat, found
    return found


def _keep_place(here: Assistant) -> None:
    """Store the person's place, to return there in another tab or on another day."""
    place = here.configuration.scope.notebook_id, navigation.place()
    if st.session_state.get(_KEPT) == place:
        return
    st.session_state[_KEPT] = place
    with suppress(TidemarkError):  # failing to store a place must not break the page
        here.notebooks.keep_place(place[1])
