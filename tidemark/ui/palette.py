"""The palette (Ctrl or Cmd with K): finds chats, and offers every action of the page by name.

The browser draws it and finds actions; chats are found here, as in the sidebar.  Nothing is looked
up before it is opened.
"""

from collections.abc import Callable
from functools import partial

import streamlit as st

from assistant import Assistant
from tidemark.ui import open_notebook, tab_state
from tidemark.ui.chat import folds
from tidemark.ui.components import frontend, notebook_look
from tidemark.ui.i18n import dates, texts
from tidemark.ui.sidebar import list_state, plain_passage, search

_PALETTE = frontend.component(__file__, "palette")
_KEY, _SOUGHT = "palette", "palette_sought"
_MOST_RECENT = 8
_NOTEBOOK, _THEME = "to_notebook_", "theme_"
_BY_BROWSER = ("keyboard", "print")
Deeds = dict[str, Callable[[], None]]


@st.fragment
def draw(assistant: Assistant) -> None:
    """Let the palette open when its keys are pressed."""
    sought: str | None = st.session_state.get(_SOUGHT)
    is_opened = sought is not None
    labels = {
        name: texts.named("PALETTE_DOES")[name] for name in (*_deeds(assistant), *_BY_BROWSER)
    }
    labels |= {
        f"{_NOTEBOOK}{each.notebook_id}": texts.PALETTE_NOTEBOOK.format(
            name=notebook_look.label(each)
        )
        for each in (assistant.notebooks.list() if is_opened else ())
        if each.notebook_id != assistant.configuration.scope.notebook_id
    }
    labels |= {
        f"{_THEME}{name}": f"{texts.THEME}: {words}"
        for name, words in texts.named("THEMES").items()
    }
    _PALETTE(
        key=_KEY,
        data={
            "actions": [{"id": name, "label": label} for name, label in labels.items()],
            "chats": [] if sought is None else _chats(assistant, sought),
            "sought": sought,
            "words": {
                "field": texts.PALETTE_FIELD,
                "actions": texts.PALETTE_ACTIONS,
                "chats": texts.PALETTE_CHATS,
                "none": texts.PALETTE_NONE,
                "searching": texts.PALETTE_SEARCHING,
                "found": texts.PALETTE_FOUND,
            },
        },
        on_sought_change=_seek,
        on_chosen_change=lambda: _do(assistant),
        height="content",
    )


def _chats(assistant: Assistant, sought: str) -> list[dict[str, str]]:
    """Return the chats found, or the newest, each with its address, title and note."""
    if not sought:
        now, zone = assistant.now(), tab_state.time_zone()
        return [
            {
                "id": f"{each.session_id}/",
                "label": each.title,
                "more": dates.group(each.updated_at, now, zone),
            }
            for each in assistant.sessions.recent(limit=_MOST_RECENT)
        ]
    found = []
    for each in assistant.sessions.find(sought).shown:
        passage = each.passages[0] if each.passages else None
        where = str(passage.message_id) if passage is not None else ""
        more = plain_passage.plain(passage.text)[0] if passage is not None else ""
        found.append({"id": f"{each.session_id}/{where}", "label": each.title, "more": more})
    return found


def _deeds(assistant: Assistant) -> Deeds:
    """Return the actions possible now by name, in the order of the list."""
    always: Deeds = {
        "new_chat": partial(tab_state.open_chat, None),
        "temporary": partial(tab_state.open_view, tab_state.TEMPORARY),
    }
    session_id = tab_state.chat_id()
    of_chat: Deeds = {}
    if session_id is not None:
        if tab_state.view() is None:
            of_chat = {"fold": partial(folds.begin, assistant, session_id)}
        of_chat |= {
            "memory": partial(tab_state.open_view, tab_state.MEMORY),
            "export": partial(tab_state.request_dialog, "export", session_id),
            "share": partial(tab_state.request_dialog, "share", session_id),
            "page": partial(tab_state.request_dialog, "page", session_id),
        }
    return {
        **always,
        **of_chat,
        "sources": tab_state.open_sources,
        "documents": tab_state.open_documents,
        "about_you": partial(tab_state.open_view, tab_state.ABOUT),
        "insights": partial(tab_state.open_view, tab_state.INSIGHTS),
        "settings": partial(tab_state.open_view, tab_state.SETTINGS),
        "new_notebook": partial(tab_state.request_dialog, "new_notebook"),
        "notebook_page": partial(tab_state.open_view, tab_state.NOTEBOOK),
        "archive": partial(list_state.show, list_state.ARCHIVE),
        "trash": partial(list_state.show, list_state.TRASH),
        "import": partial(tab_state.request_dialog, "import"),
        "export_all": partial(tab_state.request_dialog, "export_all"),
    }


def _seek() -> None:
    st.session_state[_SOUGHT] = str(st.session_state[_KEY]["sought"]["text"])


def _do(assistant: Assistant) -> None:
    """Open the chosen chat, or run the chosen action, and redraw the page."""
    chosen = st.session_state[_KEY]["chosen"]
    name = str(chosen["id"])
    st.session_state.pop(_SOUGHT, None)
    if chosen["kind"] == "chat":
        session_id, _, message = name.rpartition("/")
        search.open_found(assistant, session_id, int(message) if message else None)
    elif name.startswith(_NOTEBOOK):
        open_notebook.switch_to(assistant, name.removeprefix(_NOTEBOOK))
    elif deed := _deeds(assistant).get(name):
        deed()
    st.rerun()
