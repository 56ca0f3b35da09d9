"""Keyboard focus on a field of the page."""

from tidemark.ui.components import frontend

_FOCUS = frontend.component(__file__, "focus")


def focus(to: str, *, times: int, key: str = "focus", escape: str = "", within: str = "") -> None:
    """Focus the field with the key ``to``, once for each new value of ``times``, which grows.

    The text of a one-line field is selected.  Escape in the field presses the button with the key
    ``escape``, if given, and leads to the composer.  The container with the key ``within``, if
    given, is scrolled into sight with it.
    """
    data = {"to": to, "times": times, "escape": escape, "within": within}
    _FOCUS(key=key, data=data, height="content")
