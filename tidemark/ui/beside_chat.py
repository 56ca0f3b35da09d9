"""The panel next to a chat: its summaries, the prompt of a reply, a source, or a document."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import streamlit as st

from assistant import Assistant
from tidemark.schema import Message
from tidemark.ui import error_display
from tidemark.ui.chat import (
    document_changes,
    folds,
    prompt_inspector,
    query_analysis,
    summaries,
    transcript,
)
from tidemark.ui.components import side_panel
from tidemark.ui.components.safe_markdown import literal
from tidemark.ui.components.side_panel import Opened
from tidemark.ui.documents import opened_document
from tidemark.ui.i18n import texts
from tidemark.ui.sources import cited_passages
from utils import one_line


@st.fragment(key=side_panel.PANEL)
def draw(assistant: Assistant, session_id: str) -> None:
    """Draw the panel if it is open; a click on a button that opens it redraws only the panel."""
    shown = side_panel.opened(session_id)
    if shown is None:
        side_panel.draw_focus()
        return
    with error_display.guarded("side_panel"):
        _KINDS[shown.kind](assistant, shown)


def _summaries(assistant: Assistant, shown: Opened) -> None:
    found = assistant.sessions.summaries(shown.session_id)
    with side_panel.drawn(shown, texts.SUMMARIES.format(count=len(found))):
        summaries.draw(assistant, found)


def _losses(assistant: Assistant, shown: Opened) -> None:
    with side_panel.drawn(shown, texts.LOSSES):
        folds.draw_losses(assistant, shown.session_id, int(shown.of[0]))


def _read(assistant: Assistant, shown: Opened) -> None:
    with _of_message(assistant, shown, texts.READ_TITLE) as reply:
        if reply is not None:
            prompt_inspector.draw(assistant, reply)


def _understood(assistant: Assistant, shown: Opened) -> None:
    with _of_message(assistant, shown, texts.UNDERSTOOD) as question:
        if question is not None:
            said = assistant.sessions.transcript(
                shown.session_id, before=question.position + _REPLIES, limit=_REPLIES
            )
            at = next((at for at, each in enumerate(said) if each.id == question.id), None)
            reply = None if at is None else transcript.reply_to(said, at)
            query_analysis.draw(assistant, question, reply)


def _passage(assistant: Assistant, shown: Opened) -> None:
    with side_panel.drawn(shown, texts.CITED_PASSAGE):
        version_key, start, end = map(int, shown.of)
        cited_passages.draw_passage(assistant, version_key, (start, end))


def _document(assistant: Assistant, shown: Opened) -> None:
    key, number, branch = shown.of
    with side_panel.drawn(shown, texts.DOCUMENT):
        opened_document.draw_in_panel(assistant, int(key), int(number), str(branch))


@contextmanager
def _of_message(assistant: Assistant, shown: Opened, title: str) -> Iterator[Message | None]:
    """Draw the panel around content about a message, named by its first words.

    Say so if the message is gone.
    """
    found = assistant.sessions.messages(shown.session_id, [int(shown.of[0])])
    with side_panel.drawn(shown, title):
        if found:
            st.caption(literal(one_line(found[0].content, _WORDS_CHARS)))
        else:
            st.info(texts.CITED_GONE)
        yield found[0] if found else None


_WORDS_CHARS = 80  # of a message
_REPLIES = 20  # messages after a question among which its reply is
_KINDS: Mapping[str, Callable[[Assistant, Opened], None]] = {
    summaries.BESIDE: _summaries,
    folds.LOSSES: _losses,
    prompt_inspector.BESIDE: _read,
    query_analysis.BESIDE: _understood,
    cited_passages.BESIDE: _passage,
    document_changes.BESIDE: _document,
}
