"""The URL of a browser tab: which notebook, chat, message or other page is open.

Each request of a browser carries the URL it had then, and Streamlit takes the last one it reads: a
request sent before the tab moved on, and read after it, would lead the tab back.  A tab therefore
remembers where it is; its URL counts when it opens, and after the browser's Back or Forward.
"""

from collections.abc import Mapping

import streamlit as st

from tidemark.ui import streamlit_internals

_NOTEBOOK = "notebook"
_OPENED = "notebook_in_url"


def read(name: str) -> str | None:
    """Return the value of ``name`` in the URL; None if there is none."""
    return _here().get(name) or None


def go_to(**said: str | None) -> None:
    """Set the names given as ``said`` in the URL, or remove those that are None.

    Other names stay, and the notebook that is open is named.  The browser's Back returns to the URL
    before.
    """
    _set({**_here(), **_notebook(), **said})


def place() -> dict[str, str]:
    """Return where the tab is in the notebook that is open: its URL without the notebook."""
    return {name: value for name, value in _here().items() if name != _NOTEBOOK}


def go_to_place(place: Mapping[str, str]) -> None:
    """Point the URL at a ``place`` in the notebook that is open."""
    _set({**_notebook(), **place})


def set_notebook(notebook_id: str | None) -> None:
    """Name a notebook in the URL from the next move of the tab on; None means General."""
    st.session_state[_OPENED] = notebook_id


def correct_url() -> None:
    """Set the URL to where the tab is, in case a late request has changed it."""
    here = _here()
    if st.query_params.to_dict() != here:
        st.query_params.from_dict(here)


def _notebook() -> dict[str, str | None]:
    return {_NOTEBOOK: st.session_state.get(_OPENED)}


def _set(url: Mapping[str, str | None]) -> None:
    st.session_state["here"] = {name: value for name, value in url.items() if value is not None}
    correct_url()


def _here() -> dict[str, str]:
    here: dict[str, str] | None = st.session_state.get("here")
    if here is None or streamlit_internals.is_back_or_forward():
        here = st.session_state["here"] = st.query_params.to_dict()
    return here
