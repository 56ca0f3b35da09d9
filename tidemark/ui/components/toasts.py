"""Accessible names for toasts: Streamlit labels each by an element that does not exist."""

from tidemark.ui.components import frontend

_TOASTS = frontend.component(__file__, "toasts")


def label() -> None:
    """Use the text of every toast as its accessible name, from now on."""
    _TOASTS(key="named_toasts", height="content")
