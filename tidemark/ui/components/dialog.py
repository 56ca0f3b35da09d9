"""Dialogs whose title is looked up when they open, in the language of the person."""

from collections.abc import Callable
from functools import wraps
from typing import Literal, ParamSpec

import streamlit as st

_Given = ParamSpec("_Given")


def dialog(
    title: Callable[[], str], *, width: Literal["small", "medium"] = "small"
) -> Callable[[Callable[_Given, None]], Callable[_Given, None]]:
    """Return a decorator for a function that draws a dialog; calling the function opens it."""

    def decorated(draw: Callable[_Given, None]) -> Callable[_Given, None]:
        @wraps(draw)
        def opened(*args: _Given.args, **kwargs: _Given.kwargs) -> None:
            st.dialog(title(), width=width)(draw)(*args, **kwargs)

        return opened

    return decorated
