"""The content of a document as a tree, whose parts open and close in the browser.

It is sent as text and parsed there so that values keep their form: a browser's own parser would
turn 1.0 into 1, and round numbers of more than 15 digits.
"""

import json
from collections.abc import Callable
from typing import NamedTuple

import streamlit as st
from pydantic import JsonValue, TypeAdapter

from tidemark.documents.tree_edits import TreeEdit
from tidemark.ui.components import frontend
from tidemark.ui.i18n import texts

_ICON = (
    '<svg class="{}" viewBox="0 0 24 24" aria-hidden="true">'
    '<path stroke-linecap="round" stroke-linejoin="round" d="{}"/></svg>'
)
_CROSS = "m7 7 10 10M17 7 7 17"
_PEN = "m5 19 .7-3.6L16 5.1l2.9 2.9L8.6 18.3zM13.8 7.3l2.9 2.9"
_HTML = (
    '<div class="tree"></div><template>'
    + _ICON.format("remove", _CROSS)
    + _ICON.format("rename", _PEN)
    + "</template>"
)
_TREE = frontend.component(__file__, "content_tree", html=_HTML, css=["content_tree.css"])
_KEY = "content_tree"


class SentEdit(NamedTuple):
    """The edit ``number`` of the tree, made on version ``base``."""

    number: int
    base: int
    edit: TreeEdit


class EditAnswer(NamedTuple):
    """The answer to the edit ``number``: it is in ``version``, or was refused."""

    number: int = 0
    version: int = 0
    is_refused: bool = False


_SENT = TypeAdapter(SentEdit)


def draw(content: JsonValue, *, name: str, of: str) -> None:
    """Draw ``content``; opened parts stay open while it is ``of`` the same document.

    Without content it says how to fill the document ``name``.
    """
    words = {**_words(), "empty": texts.EMPTY_DOCUMENT.format(name=name)}
    _TREE(key=_KEY, data={**_data(content, of), "words": words}, height="content")


def draw_editable(
    content: JsonValue,
    *,
    name: str,
    of: str,
    version: int,
    answer: EditAnswer,
    on_edit: Callable[[], None],
) -> None:
    """Draw ``content``, the newest ``version``, with fields to edit it in place.

    ``on_edit`` is called for each edit, which ``sent_edit`` returns; ``answer`` is the last one.
    """
    words = {
        **_words(),
        **texts.named("TREE_WORDS"),
        "empty": texts.EMPTY_DOCUMENT_HERE.format(name=name),
        "whole": name,
    }
    _TREE(
        key=_KEY,
        data={
            **_data(content, of),
            "version": version,
            "edits": answer._asdict(),
            "words": words,
        },
        on_edit_change=on_edit,
        height="content",
    )


def sent_edit() -> SentEdit | None:
    """Return the edit that the tree sends in this run, if any."""
    tree = st.session_state.get(_KEY) or {}  # it may be gone: another part was opened
    sent = tree.get("edit")
    return _SENT.validate_python(sent) if sent else None


def _data(content: JsonValue, of: str) -> dict[str, str]:
    return {"content": json.dumps(content, ensure_ascii=False), "document": of}


def _words() -> dict[str, object]:
    return {
        "names": _counted("NAMES_IN_OBJECT"),
        "entries": _counted("ENTRIES_IN_LIST"),
        "more": texts.MORE_ENTRIES.format(count="#"),
        "number": texts.ENTRY_NUMBER.format(number="#"),
    }


def _counted(name: str) -> dict[str, str]:
    return {"1": texts.plural(name, 1), "other": texts.plural(name, 2, count="#")}
