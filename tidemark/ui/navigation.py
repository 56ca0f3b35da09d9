"""The URL of a browser tab: the open notebook, chat, message or other page.

Each request of a browser carries the URL of its time, and Streamlit uses the last one it reads: a
request sent before the tab moved on, and read afterwards, would lead the tab back.  A tab therefore
remembers its own URL; the browser's counts only when it opens, and after Back or Forward.
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

    Other names stay, and the open notebook is named.  The browser's Back returns to the previous
    URL.
    """
    _set({**_here(), **_notebook(), **said})


def place() -> dict[str, str]:
    """Return the tab's place in the open notebook: its URL without the notebook."""
    return {name: value for name, value in _here().items() if name != _NOTEBOOK}


def go_to_place(place: Mapping[str, str]) -> None:
    """Set the URL to a ``place`` in the open notebook."""
    _set({**_notebook(), **place})


def set_notebook(notebook_id: str | None) -> None:
    """Name a notebook in the URL from the tab's next move on; None means General."""
    st.session_state[_OPENED] = notebook_id


def correct_url() -> None:
    """Set the URL to the tab's own, in case a late request has changed it."""
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
