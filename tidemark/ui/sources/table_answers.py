"""Answers from tables under a reply: a chart if one helps, and the query with its rows."""

import streamlit as st

from tidemark.nlp.languages import Language
from tidemark.schema import Message
from tidemark.schema.tables import RefusedQuery, TableAnswer
from tidemark.tables.asking.questions import language_of_answer
from tidemark.tables.charts import vega_lite
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts

_HEIGHT = 220  # pixels, of a chart


def draw(reply: Message) -> None:
    """Draw the result of each query of ``reply``; its rows once expanded."""
    uses = [use for use in reply.metadata.tool_uses if use.table or use.refused]
    for number, use in enumerate(uses):
        if use.table:
            _draw(use.table, f"{reply.id}_{number}")
        elif use.refused:
            _draw_refused(use.refused, f"{reply.id}_{number}")


def _draw_refused(query: RefusedQuery, key: str) -> None:
    """Draw a query without an answer; the reply says why."""
    label, icon = texts.QUERY_NOT_ENDED, ":material/table_chart:"
    with st.expander(label, key=f"table_query_{key}", icon=icon, type="compact"):
        st.code(query.sql, language="sql", wrap_lines=True)


def _language(answer: TableAnswer) -> Language:
    """Return the language of a question read by rules, else that of the page."""
    return language_of_answer(answer.asked, "nl" if texts.language() == "nl" else "en")


def _draw(answer: TableAnswer, key: str) -> None:
    if answer.chart is not None:
        chart = {
            **vega_lite(answer.result, answer.chart, _language(answer)),
            "height": _HEIGHT,
        }
        st.vega_lite_chart(spec=chart, width="stretch", key=f"table_chart_{key}")
    asked_of = safe_markdown.literal(", ".join(answer.tables_used))
    opened = st.expander(
        texts.ASKED_OF_TABLES.format(tables=asked_of),
        key=f"table_query_{key}",
        icon=":material/table_chart:",
        type="compact",
        on_change="rerun",
    )
    if not opened.open:
        return
    with opened:
        st.code(answer.sql, language="sql", wrap_lines=True)
        names = [each.name for each in answer.result.columns]
        rows = [dict(zip(names, row, strict=True)) for row in answer.result.rows]
        st.dataframe(rows, hide_index=True, key=f"table_rows_{key}")
        if answer.result.left_out:
            st.caption(texts.plural("TABLE_ROWS_LEFT", answer.result.left_out))
