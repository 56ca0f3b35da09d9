"""Files that become sources: dropped anywhere on the page, or chosen with a button.

A script of ours passes them to a hidden uploader, so that a folder's files keep their paths.  Files
dropped on the composer are left to it: they are attached to the message.
"""

from collections.abc import Sequence

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.sources.conversion import MOST_FILE_BYTES
from tidemark.ui import error_display, streamlit_internals, tab_state
from tidemark.ui.components import frontend, safe_markdown, toasts
from tidemark.ui.i18n import texts

_DROP = frontend.component(__file__, "file_drop")
_TAKEN = "source_files_taken"
_LOOK_S = 2.0  # not too often: a click that coincides with a timer can be lost


def receive(assistant: Assistant) -> None:
    """Accept files as sources; announce when they are read, except on the page that shows it."""
    key = f"source_files_{st.session_state.get(_TAKEN, 0)}"
    with st.container(key="receiving", gap=None):
        st.file_uploader(
            texts.ADD_FILES,
            key=key,
            accept_multiple_files=True,
            max_upload_size=MOST_FILE_BYTES // 1_000_000,
            label_visibility="collapsed",
            on_change=_take,
            args=(assistant, key),
        )
        _DROP(
            key="drop_files",
            data={
                "most": MOST_FILE_BYTES,
                "words": {
                    "source": texts.DROP_SOURCE,
                    "source_note": texts.DROP_SOURCE_NOTE,
                    "attach": texts.DROP_ATTACH,
                    "attach_note": texts.DROP_ATTACH_NOTE,
                },
            },
            on_refused_change=lambda: _refuse(assistant),
            height="content",
        )
        if assistant.sources.queue.is_running and tab_state.view() != tab_state.SOURCES:
            st.fragment(_watch, run_every=_LOOK_S)(assistant)


def summary_text(assistant: Assistant) -> str:
    """Return a summary of the last files read, in words."""
    states = [each.state for each in assistant.sources.queue.finished]
    parts = [
        texts.plural(f"INGESTED.{state}", states.count(state))
        for state in ("new", "version", "same", "refused")
        if state in states
    ]
    job = assistant.sources.queue.job
    if job is not None and job.is_stopped and (unread := job.total - job.done) > 0:
        parts.append(texts.plural("INGESTED.stopped", unread))
    return " · ".join(parts)


def _watch(assistant: Assistant) -> None:
    if assistant.sources.queue.is_running:
        return
    toasts.show_after_rerun(f"{texts.SOURCES}: {summary_text(assistant)}")
    st.rerun()


def add(assistant: Assistant, files: Sequence[tuple[str, bytes]]) -> None:
    """Begin to read ``files``, names with contents, or say why not; call it from callbacks only."""
    try:
        assistant.sources.upload(files)
    except TidemarkError as error:
        error_display.show_toast(error)
        return
    if tab_state.view() != tab_state.SOURCES:
        streamlit_internals.toast(texts.plural("BEING_READ", len(files)))


def _take(assistant: Assistant, key: str) -> None:
    given = st.session_state[key] or []
    st.session_state[_TAKEN] = st.session_state.get(_TAKEN, 0) + 1  # a new, empty uploader
    if given:
        add(assistant, [(each.name, each.getvalue()) for each in given])
        for each in given:
            streamlit_internals.forget_upload(each)


def _refuse(assistant: Assistant) -> None:
    names = [str(name) for name in st.session_state["drop_files"]["refused"] or ()]
    assistant.sources.refuse_too_large(names)
    if tab_state.view() != tab_state.SOURCES and names:
        told = texts.plural("INGESTED.refused", len(names))
        streamlit_internals.toast(safe_markdown.literal(f"{texts.SOURCES}: {told}"))
