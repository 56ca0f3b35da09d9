"""Scrolling to one element of the page."""

from tidemark.ui.components import frontend

_SCROLL = frontend.component(__file__, "scroll")


def scroll_to(to: str, *, times: int, key: str) -> None:
    """Scroll to the element with the key ``to`` and focus it, once for each new value of ``times``.

    It is highlighted briefly.  If it is not drawn yet, wait up to four seconds for it.
    """
    _SCROLL(key=key, data={"to": to, "times": times}, height="content")
