"""The URL of a browser tab: which chat, message or other page is open.

Each request of a browser carries the URL it had then, and Streamlit takes the last one it reads: a
request sent before the tab moved on, and read after it, would lead the tab back.  A tab therefore
remembers where it is; its URL counts when it opens, and after the browser's Back or Forward.
"""

import streamlit as st

from tidemark.ui import streamlit_internals


def read(name: str) -> str | None:
    """Return the value of ``name`` in the URL; None if there is none."""
    return _here().get(name) or None


def go_to(**said: str | None) -> None:
    """Set the names given as ``said`` in the URL, or remove those that are None.

    Other names stay.  The browser's Back returns to the URL before.
    """
    here = {name: value for name, value in (_here() | said).items() if value is not None}
    st.session_state["here"] = here
    correct_url()


def correct_url() -> None:
    """Set the URL to where the tab is, in case a late request has changed it."""
    here = _here()
    if st.query_params.to_dict() != here:
        st.query_params.from_dict(here)


def _here() -> dict[str, str]:
    here: dict[str, str] | None = st.session_state.get("here")
    if here is None or streamlit_internals.is_back_or_forward():
        here = st.session_state["here"] = st.query_params.to_dict()
    return here
