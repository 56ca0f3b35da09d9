"""The page Insights: each metric of the turns as a sentence, a chart, a table and a file."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from assistant import Assistant
from tidemark.errors import UserError
from tidemark.schema.metrics import AskedBackQuestion
from tidemark.services.insights import InsightReport
from tidemark.ui import error_display, tab_state
from tidemark.ui.chat import not_found
from tidemark.ui.components import back_link, safe_markdown
from tidemark.ui.i18n import dates, texts
from tidemark.ui.pages import insights_captions
from utils import one_line

if TYPE_CHECKING:
    import pandas as pd

_QUESTION_CHARS = 200
_HERE, _ALL = "here", "all"


def draw(assistant: Assistant, session_id: str | None) -> None:
    """Draw the metrics of a chat with a switch to all chats; without a chat, those of all."""
    title = None
    if session_id is not None:
        try:
            title = assistant.sessions.get(session_id).title
        except UserError as error:
            not_found.draw(assistant, error)
            return
    with st.container(key="insights"):
        st.set_page_config(page_title=texts.INSIGHTS_TAB.format(name=texts.NAME))
        back_link.draw(session_id)
        st.title(texts.INSIGHTS, anchor=False)
        _figures(assistant, session_id, title)


@st.fragment
def _figures(assistant: Assistant, session_id: str | None, title: str | None) -> None:
    about = st.empty()
    of = _ALL
    if session_id is not None:
        chosen = st.segmented_control(
            texts.INSIGHTS_WHICH,
            (_HERE, _ALL),
            default=_HERE,
            required=True,
            format_func=lambda which: texts.named("INSIGHTS_CHOICES")[which],
            key="insights_of",
            label_visibility="collapsed",
        )
        of = chosen or _HERE
    about.text(title if title is not None and of == _HERE else texts.INSIGHTS_OF_ALL)
    with error_display.guarded("insights"):
        found = assistant.insights.of(session_id if of == _HERE else None)
        if not found.figures.stretches:
            st.text(texts.INSIGHTS_NONE)
            return
        st.html(insights_captions.totals_html(found))
        _sections(assistant, found)


def _sections(assistant: Assistant, found: InsightReport) -> None:
    # Takes most of a second to import: only those who open this page wait for it.
    from tidemark.ui.pages import insights_charts as charts  # noqa: PLC0415
    from tidemark.ui.pages import insights_tables as tables  # noqa: PLC0415

    figures = found.figures
    frame = tables.periods(figures, tab_state.time_zone())
    spent = tables.spent(found, frame)
    drawn, numbers = charts.charts(found, frame, spent), tables.tables(found, frame, spent)
    said = insights_captions.sentences(found)
    whole = figures.totals
    counts = {"kept": whole.kept_tokens, "recall": whole.with_recall, "asked": whole.asked_back}
    for name, chart in drawn.items():
        with st.container(key=f"insight_{name}", gap="xsmall"):
            st.header(texts.named("INSIGHT")[name], anchor=False)
            st.text(said[name])
            if counts.get(name, 1):  # no chart without data
                st.altair_chart(chart.properties(description=said[name]), key=f"chart_{name}")
                _numbers(name, numbers[name], figures.session_id)
    _asked_back(assistant, figures.asked_back)


def _numbers(name: str, table: "pd.DataFrame", session_id: str | None) -> None:
    """Draw the table behind a chart and its download, once they are opened."""
    opened = st.expander(
        texts.INSIGHT_NUMBERS.format(what=texts.named("INSIGHT")[name]),
        key=f"numbers_{name}",
        type="compact",
        on_change="rerun",
    )
    if not opened.open:
        return
    with opened:
        st.dataframe(table, hide_index=True, placeholder="–", key=f"table_{name}")
        st.download_button(
            texts.INSIGHT_CSV,
            data=_csv(table),
            file_name=f"{session_id or 'all'}-{name}.csv",
            mime="text/csv",
            key=f"csv_{name}",
            icon=":material/download:",
            on_click="ignore",
        )


def _csv(table: "pd.DataFrame") -> Callable[[], bytes]:
    return lambda: table.to_csv(index=False).encode()


def _asked_back(assistant: Assistant, found: Sequence[AskedBackQuestion]) -> None:
    """List the newest questions that were asked back, each with the reason."""
    if not found:
        return
    with st.container(key="asked_back", gap="small"):
        st.subheader(texts.ASKED_NEWEST, anchor=False)
        for each in found:
            with st.container(gap=None, key=f"asked_{each.message_id}"):
                day = dates.day(each.asked_at, assistant.now(), tab_state.time_zone())
                st.caption(safe_markdown.literal(f"{day} · {each.title}"))
                st.text(one_line(each.question, _QUESTION_CHARS))
                why = (*each.questions, *(f"– {reading}" for reading in each.interpretations))
                st.html(insights_captions.reasons_html(why))
