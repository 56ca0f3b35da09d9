"""The content of a document as a tree, whose parts open and close in the browser.

It is sent as text and parsed there so that values keep their form: a browser's own parser would
turn 1.0 into 1, and round numbers of more than 15 digits.
"""

import json

from pydantic import JsonValue

from tidemark.ui.components import frontend
from tidemark.ui.i18n import texts

_TREE = frontend.component(
    __file__, "content_tree", html='<div class="tree"></div>', css=["content_tree.css"]
)


def draw(content: JsonValue, *, name: str, of: str) -> None:
    """Draw ``content``; opened parts stay open while it is ``of`` the same document.

    Without content it says how to fill the document ``name``.
    """
    _TREE(
        key="content_tree",
        data={
            "content": json.dumps(content, ensure_ascii=False),
            "document": of,
            "words": {
                "names": _counted("NAMES_IN_OBJECT"),
                "entries": _counted("ENTRIES_IN_LIST"),
                "more": texts.MORE_ENTRIES.format(count="#"),
                "empty": texts.EMPTY_DOCUMENT.format(name=name),
            },
        },
        height="content",
    )


def _counted(name: str) -> dict[str, str]:
    return {"1": texts.plural(name, 1), "other": texts.plural(name, 2, count="#")}
