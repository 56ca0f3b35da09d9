"""Keyboard focus on a field of the page."""

from tidemark.ui.components import frontend

_FOCUS = frontend.component(__file__, "focus")


def focus(to: str, *, times: int, key: str = "focus") -> None:
    """Focus the field with the key ``to`` and select its text, once for each value of ``times``."""
    _FOCUS(key=key, data={"to": to, "times": times}, height="content")
