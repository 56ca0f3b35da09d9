"""The content of the newest version as a tree that is edited in place; each edit is a version."""

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
    try:
        version, is_refused = _save(assistant, at, sent), False
    except TidemarkError as error:
        error_display.show_toast(error)
        version, is_refused = 0, True
    st.session_state[_key(at)] = EditAnswer(sent.number, version, is_refused)


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
    streamlit_internals.toast(texts.VERSION_MADE.format(number=saved.version))
    return saved.version


def _key(at: OpenVersion) -> str:
    return f"tree_answer_{at.name}"
