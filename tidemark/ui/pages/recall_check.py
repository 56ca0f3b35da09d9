"""The recall check of a chat: started here, with its progress and its report."""

import streamlit as st

from assistant import Assistant
from tidemark.services.recall_check import RecallOutcome, RecallReport
from tidemark.ui import error_display
from tidemark.ui.i18n import texts

_REPORT = "recall_report"
_SHOWN = 30  # misses listed; the command line lists all


@st.fragment
def draw(assistant: Assistant, session_id: str) -> None:
    """Draw what the check does, the button that starts it, and its last report."""
    with st.container(key="recall_check", gap="small"), error_display.guarded("recall_check"):
        st.header(texts.CHECK_TITLE, anchor=False)
        st.caption(texts.CHECK_EXPLAINED)
        begins = st.button(
            texts.CHECK_BEGIN, key="recall_check_begin", icon=":material/fact_check:"
        )
        if begins:
            st.session_state[_REPORT] = _asked(assistant, session_id)
        report = st.session_state.get(_REPORT)
        if report is not None and report.session_id == session_id:
            _report(report)


def _asked(assistant: Assistant, session_id: str) -> RecallReport:
    progress = st.progress(0.0)

    def on_fact(done: int, of: int) -> None:
        progress.progress(done / of, texts.CHECKING.format(done=done, of=of))

    report = assistant.recall_check.run(session_id, on_fact=on_fact)
    progress.empty()
    return report


def _report(report: RecallReport) -> None:
    if not report.facts:
        st.text(texts.CHECK_NOTHING)
        return
    rows = "\n".join(
        texts.CHECK_ROW.format(budget=budget, share=share)
        for budget, share in report.percentages.items()
    )
    st.markdown(f"{texts.CHECK_HEAD}\n{rows}")
    st.caption(texts.plural("CHECK_OF", report.facts))
    if not report.missed:
        st.text(texts.CHECK_ALL)
        return
    with st.container(key="recall_misses", gap="xsmall"):
        st.markdown(f"**{texts.CHECK_MISSES}**")
        st.text("\n".join(map(_line, report.missed[:_SHOWN])))
        if len(report.missed) > _SHOWN:
            st.caption(texts.CHECK_MORE.format(count=len(report.missed) - _SHOWN))


def _line(missed: RecallOutcome) -> str:
    at = ", ".join(map(texts.number, missed.missed_at))
    answer = f" ({missed.fact.answer})" if missed.fact.answer else ""
    return texts.CHECK_MISS.format(question=missed.fact.question, answer=answer, at=at)
