"""A dialog whose title is looked up when it opens, in the language of the person."""

from collections.abc import Callable
from functools import wraps
from typing import Literal, ParamSpec

import streamlit as st

_Given = ParamSpec("_Given")


def dialog(
    title: Callable[[], str], *, width: Literal["small", "medium"] = "small"
) -> Callable[[Callable[_Given, None]], Callable[_Given, None]]:
    """Return a decorator: the function draws a dialog under ``title``, and calling it opens it."""

    def decorated(draw: Callable[_Given, None]) -> Callable[_Given, None]:
        @wraps(draw)
        def opened(*args: _Given.args, **kwargs: _Given.kwargs) -> None:
            st.dialog(title(), width=width)(draw)(*args, **kwargs)

        return opened

    return decorated
