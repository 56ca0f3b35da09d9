"""Citations of a reply as links: a click shows the quoted message, or the passage of a source.

A quote of a message is a link itself; a number links to a passage.
"""

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.prompt import citations
from tidemark.schema import Citation, Message
from tidemark.ui import error_display, streamlit_internals, tab_state
from tidemark.ui.i18n import texts
from tidemark.ui.sources import cited_passages


def link_prefix(reply: Message) -> str:
    """Return the start of the address of each citation of ``reply``; its number follows."""
    return f"#cited-{reply.id}-"


def linked_text(reply: Message) -> str:
    """Return the Markdown of ``reply`` with quotes as links, and numbers for its sources."""
    addresses: dict[Citation, str] = {}
    spans: set[tuple[int, int]] = set()
    for number, each in enumerate(reply.metadata.citations):
        if each.kind != "message":
            continue
        title = texts.SHOW_CITED_TOO if (each.start, each.end) in spans else texts.SHOW_CITED
        addresses[each] = f'{link_prefix(reply)}{number} "{title}"'
        spans.add((each.start, each.end))
    marks = cited_passages.marks(reply, link_prefix(reply))
    return citations.with_links(reply.content, reply.metadata.citations, addresses.get, marks)


def show(assistant: Assistant, reply: Message, number: int) -> None:
    """Open the message in its chat, or the passage, that citation ``number`` of ``reply`` names.

    Say so if it was deleted.
    """
    citation = reply.metadata.citations[number]
    if citation.kind == "source":
        cited_passages.show(reply, citation, f"copy_{reply.id}")
    else:
        show_message(assistant, citation.of)


def show_message(assistant: Assistant, message_id: int) -> None:
    """Open a message in its chat; say so if it was deleted."""
    try:
        message = assistant.sessions.find_message(message_id)
    except TidemarkError as error:
        error_display.show_toast(error)
        return
    if message is None:
        streamlit_internals.toast(texts.CITED_GONE)
        return
    tab_state.show_message(message)
    st.rerun()
