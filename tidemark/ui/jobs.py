"""Work in the background as a dialog shows it: a bar that moves by itself, and a way to stop it."""

from pathlib import Path

import streamlit as st

from tidemark.incoming.told import TakenIn
from tidemark.jobs import Job
from tidemark.ui import tab, texts

_LOOK_S = 0.5  # between two looks at how far it is


def progress(job: Job[Path] | Job[TakenIn], words: str, *, reopen: str) -> None:
    """Draw how far a ``job`` is until it is over, then the dialog ``reopen`` anew.

    ``words`` say what is done, with ``{done}`` and ``{of}``.
    """

    @st.fragment(run_every=_LOOK_S)
    def moving() -> None:
        if job.is_over:
            tab.want_dialog(reopen)
            st.rerun()
        told = words.format(done=f"{min(job.done, job.of):,}", of=f"{job.of:,}")
        st.progress(job.share, told)

    moving()
    st.button(texts.STOP_JOB, key="stop_job", icon=":material/stop_circle:", on_click=job.stop)
