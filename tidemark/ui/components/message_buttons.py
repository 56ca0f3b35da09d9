"""The buttons under a message, drawn as one component: copy and its menu.

A reply can also be read aloud, and rated by thumbs up or down.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import streamlit as st

from tidemark.nlp.language_id import language_of
from tidemark.nlp.languages import LANGUAGES
from tidemark.ui.components import frontend
from tidemark.ui.i18n import texts

_THUMB = (
    '<button type="button" aria-pressed="false"><svg viewBox="0 0 24 24" aria-hidden="true">'
    '<path stroke-linejoin="round" d="{}"/></svg></button>'
)
_UP = (
    "M7 10.5 11 3c1.4 0 2.4 1 2.2 2.4L12.6 9.5H19c1.3 0 2.2 1.2 1.9 2.4"
    "l-1.7 6.7c-.2.8-1 1.4-1.9 1.4H7zM7 10.5H3.5V20H7"
)
_DOWN = (
    "M17 13.5 13 21c-1.4 0-2.4-1-2.2-2.4l.6-4.1H5c-1.3 0-2.2-1.2-1.9-2.4"
    "l1.7-6.7C5 4.6 5.8 4 6.7 4H17zM17 13.5h3.5V4H17"
)
_TO_COPY = (
    '<button type="button"><svg viewBox="0 0 24 24" aria-hidden="true">'
    '<path class="copy" stroke-linejoin="round" d="M9 9h11v11H9zM15 9V4H4v11h5"/>'
    '<path class="copied" stroke-linecap="round" stroke-linejoin="round" d="m5 12.5 4.5 4.5L19 7"/>'
    "</svg></button>"
)
_TO_READ = (
    '<button type="button" class="read" hidden aria-pressed="false">'
    '<svg viewBox="0 0 24 24" aria-hidden="true"><path class="quiet" stroke-linejoin="round" '
    'd="M4 9.5v5h3.5l4.5 4v-13l-4.5 4z"/><path class="quiet" stroke-linecap="round" '
    'd="M15.5 9a4.25 4.25 0 0 1 0 6M18 6.5a7.75 7.75 0 0 1 0 11"/>'
    '<path class="reading" stroke-linejoin="round" d="M7 7h10v10H7z"/></svg></button>'
)
_MENU = '<div class="place"><button type="button"></button></div>'
_STYLES = ["message_buttons.css", "menu.css"]
_COPY = frontend.component(
    __file__,
    "copy_button",
    html=f'<div>{_TO_COPY}{_MENU}<span role="status"></span></div>',
    css=_STYLES,
)
_REPLY = frontend.component(
    __file__,
    "reply_buttons",
    html=f"<div>{_TO_COPY}{_TO_READ}"
    + _THUMB.format(_UP)
    + _THUMB.format(_DOWN)
    + f'{_MENU}<span role="status"></span></div>',
    css=_STYLES,
)


@dataclass(frozen=True)
class Menu:
    """The menu of a message: its key and accessible name, and the labels of its actions."""

    key: str
    name: str
    options: Mapping[str, str]
    on_choose: Callable[[str], None]


def copy_button(text: str, name: str, *, key: str, menu: Menu) -> None:
    """Draw a button called ``name`` that copies ``text`` to the clipboard, and the ``menu``."""
    _COPY(
        key=key,
        data={**_copied(text, name), "menu": _drawn(menu)},
        on_chosen_change=lambda: _choose(key, menu),
        height="content",
        width="content",
    )


def reply_buttons(
    text: str,
    *,
    key: str,
    menu: Menu,
    is_good: bool | None,
    on_good: Callable[[], None],
    on_bad: Callable[[], None],
    cited: str,
    on_cited: Callable[[int], None],
) -> None:
    """Draw the buttons under a reply: copy its ``text``, read it aloud, rate it; its ``menu``.

    A click on a link in the reply whose address begins with ``cited`` calls ``on_cited`` with the
    number that follows; the address of a source ends with "s".
    """
    _REPLY(
        key=key,
        data={
            **_copied(text, texts.COPY_REPLY),
            "read_aloud": texts.READ_ALOUD,
            "language": _language_of(text),
            "is_good": is_good,
            "good": texts.GOOD_REPLY,
            "bad": texts.BAD_REPLY,
            "cited": cited,
            "menu": _drawn(menu),
        },
        on_chosen_change=lambda: _choose(key, menu),
        on_good_change=on_good,
        on_bad_change=on_bad,
        on_cited_change=lambda: on_cited(int(st.session_state[key]["cited"].rstrip("s"))),
        height="content",
        width="content",
    )


def _drawn(menu: Menu) -> dict[str, object]:
    return {"key": menu.key, "name": menu.name, "options": list(menu.options.items())}


def _choose(key: str, menu: Menu) -> None:
    chosen = str(st.session_state[key]["chosen"])
    if chosen in menu.options:
        menu.on_choose(chosen)


def _copied(text: str, name: str) -> dict[str, object]:
    return {"text": text, "done": texts.COPIED, "name": name}


def _language_of(text: str) -> str:
    """Return the language for reading ``text`` aloud: the page's, if it cannot be detected."""
    of_page = next((each for each in LANGUAGES if each == texts.language()), LANGUAGES[0])
    return language_of(text, otherwise=of_page)
