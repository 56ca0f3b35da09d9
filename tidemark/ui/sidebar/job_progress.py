"""Progress of a background job in a dialog: a bar that updates itself, and Stop."""

from pathlib import Path

import streamlit as st

from tidemark.errors import TidemarkError
from tidemark.runtime.jobs import Job
from tidemark.schema.notebooks import Notebook
from tidemark.transfer.import_reports import FileReport
from tidemark.ui import error_display, tab_state
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts

AnyJob = Job[Path] | Job[FileReport] | Job[Notebook]
_LOOK_S = 0.5  # between two updates of the bar


def draw_failure(job: AnyJob, of_file: str) -> None:
    """Draw why ``job`` failed; ``of_file`` is the text for a file error, with ``{why}``."""
    if isinstance(job.error, TidemarkError):
        st.error(safe_markdown.literal(error_display.error_text(job.error)))
    elif job.error is not None:
        st.error(safe_markdown.literal(of_file.format(why=job.error.strerror or job.error)))


def draw_progress(job: AnyJob, words: str, *, reopen: str) -> None:
    """Draw the progress of ``job`` until it ends, then open the dialog ``reopen`` again.

    ``words`` is the label, with ``{done}`` and ``{of}``.
    """

    @st.fragment(run_every=_LOOK_S)
    def moving() -> None:
        if job.is_over:
            tab_state.request_dialog(reopen)
            st.rerun()
        told = words.format(done=f"{min(job.done, job.total):,}", of=f"{job.total:,}")
        st.progress(job.share, told)

    moving()
    st.button(texts.STOP_JOB, key="stop_job", icon=":material/stop_circle:", on_click=job.stop)
