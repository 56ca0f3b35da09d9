"""The content of the newest version as a tree that is edited in place; each edit is a version.

The browser sends an edit that has no answer yet again by the same number, which is saved once.
"""

import streamlit as st
from pydantic import JsonValue

from assistant import Assistant
from tidemark.documents import patches, tree_edits
from tidemark.errors import TidemarkError
from tidemark.schema.documents import NewVersion
from tidemark.ui import error_display, streamlit_internals
from tidemark.ui.documents import content_tree, open_version
from tidemark.ui.documents.content_tree import EditAnswer, SentEdit
from tidemark.ui.documents.open_version import OpenVersion
from tidemark.ui.i18n import texts

_MOST_SAVED = 20  # edits remembered by their number: one is sent again after seconds, if ever


def draw(assistant: Assistant, at: OpenVersion, content: JsonValue) -> None:
    """Draw ``content``, that of the open version, which is the newest."""
    content_tree.draw_editable(
        content,
        name=at.document.name,
        of=at.name,
        version=at.number,
        answer=st.session_state.get(_key(at), EditAnswer()),
        on_edit=lambda: _answer(assistant, at),
    )


def _answer(assistant: Assistant, at: OpenVersion) -> None:
    sent = content_tree.sent_edit()
    if sent is None:
        return
    saved: dict[int, int] = st.session_state.setdefault(_saved_key(at), {})
    if sent.number not in saved:
        try:
            saved[sent.number] = _save(assistant, at, sent)
        except TidemarkError as error:
            st.session_state[_key(at)] = EditAnswer(sent.number, is_refused=True)
            error_display.show_toast(error)
            return
    # Before the toast, which can begin another run: this edit may not be made again
    st.session_state[_key(at)] = EditAnswer(sent.number, saved[sent.number])
    for number in list(saved)[:-_MOST_SAVED]:
        del saved[number]
    if saved[sent.number] > sent.base:
        streamlit_internals.toast(texts.VERSION_MADE.format(number=saved[sent.number]))


def _save(assistant: Assistant, at: OpenVersion, sent: SentEdit) -> int:
    """Store an edit as the version after the one it was made on; return the newest version.

    Raises:
        VersionConflict: That one is no longer the newest.
    """
    documents, branch = assistant.documents, at.branch.name
    base = documents.read(at.document, sent.base, branch=branch).content
    schema = documents.schema(at.document)
    patch = tree_edits.patch_of(base, sent.edit, schema, language=texts.language())
    if not patch:
        return sent.base
    told = NewVersion(summary=open_version.changes_text(patches.changes(base, patch)))
    saved = documents.change(at.document, patch, told, expected=sent.base, branch=branch)
    return saved.version


def _key(at: OpenVersion) -> str:
    return f"tree_answer_{at.name}"


def _saved_key(at: OpenVersion) -> str:
    return f"tree_saved_{at.name}"
