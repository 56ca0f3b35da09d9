"""Where a browser tab is, as its URL names it: which chat, which message, which other page.

Each request of a browser carries the URL it had then, and Streamlit takes the last it reads.  One
sent before the tab was led elsewhere, and read after it, would lead it back.  A tab therefore
remembers where it is, and what its URL says counts when it opens, and when its person goes back
or forward.
"""

import streamlit as st

from tidemark.ui import streamlit_internals


def read(name: str) -> str | None:
    """Return what the URL says of ``name``; None where it says nothing."""
    return _here().get(name) or None


def go_to(**said: str | None) -> None:
    """Have the URL say what is ``said`` of each name, or nothing where that is None.

    What it says of other names stays.  The browser's Back returns to where one was before.
    """
    here = {name: value for name, value in (_here() | said).items() if value is not None}
    st.session_state["here"] = here
    correct_url()


def correct_url() -> None:
    """Have the URL say where the tab is, should a late request have said otherwise."""
    here = _here()
    if st.query_params.to_dict() != here:
        st.query_params.from_dict(here)


def _here() -> dict[str, str]:
    here: dict[str, str] | None = st.session_state.get("here")
    if here is None or streamlit_internals.is_back_or_forward():
        here = st.session_state["here"] = st.query_params.to_dict()
    return here
