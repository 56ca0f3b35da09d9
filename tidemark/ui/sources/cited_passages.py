"""Passages of sources that a reply cites: numbers in its text, their list, and each in its place.

The numbers appear once a reply is complete: until then it streams without them, because an engine's
citations are checked first.
"""

import html

import streamlit as st

from assistant import Assistant
from tidemark.i18n.code_texts import place_text
from tidemark.schema import Citation, Message
from tidemark.schema.messages import source_numbers
from tidemark.schema.sources import SourceSpan
from tidemark.ui import error_display, open_notebook, tab_state
from tidemark.ui.components import safe_markdown, scroll, side_panel
from tidemark.ui.i18n import texts
from tidemark.ui.sources import part_html, reading

BESIDE = "passage"  # in the panel next to the chat
_TIMES = "cited_passage_times"
_SENTENCE_ENDS = (".", "!", "?", "…")


def marks(reply: Message, prefix: str) -> dict[int, str]:
    """Return the Markdown of the numbers, by the position in ``reply`` after which they are shown.

    Their addresses begin with ``prefix`` and end with the number of the citation and an "s".
    """
    cited = reply.metadata.citations
    shown = source_numbers(cited)
    found: dict[int, dict[int, str]] = {}
    for at, each in enumerate(cited):
        if each.kind == "source" and each.end <= len(reply.content):
            number = shown[each.number]
            title = texts.SHOW_PASSAGE.format(number=number)
            mark = f'[&lbrack;{number}&rbrack;]({prefix}{at}s "{title}")'
            end = each.end + (reply.content[each.end : each.end + 1] in _SENTENCE_ENDS)
            found.setdefault(end, {}).setdefault(number, mark)
    return {
        end: _after(reply.content, end) + "".join(of for _, of in sorted(there.items()))
        for end, there in found.items()
    }


def draw_list(reply: Message) -> None:
    """Draw below ``reply`` the passages it cites; say so if nothing supports it."""
    if reply.metadata.support == "none":
        with st.container(key=f"unsupported_{reply.id}"):
            st.caption(f":material/info: {texts.UNSUPPORTED}")
    shown = source_numbers(reply.metadata.citations)
    if not shown:
        return
    with st.container(key=f"cited_{reply.id}", gap=None):
        st.caption(texts.CITED_LIST)
        for number, at in shown.items():
            span = reply.metadata.passages[number - 1]
            st.button(
                safe_markdown.literal(f"{at}. {where_text(span)}"),
                key=f"cited_{reply.id}_{at}",
                type="tertiary",
                on_click=show,
                args=(reply, _first(reply, number), f"cited_{reply.id}_{at}"),
            )


def where_text(span: SourceSpan) -> str:
    """Return the name of a source at the time, and the place in it."""
    where = place_text(span.place, span.line, texts.language())
    return " · ".join(filter(None, (span.source, where)))


def show(reply: Message, citation: Citation, opener: str) -> None:
    """Open the passage cited by ``citation`` of ``reply``, at its words; call it in callbacks.

    ``opener`` is the key of the clicked element.
    """
    words = citation.source_start, citation.source_end
    _open_panel(reply, reply.metadata.passages[citation.number - 1], words, opener)


def show_span(reply: Message, span: SourceSpan) -> None:
    """Open the passage at ``span``, from the prompt of ``reply``; call it in callbacks."""
    _open_panel(reply, span, (span.start, span.end), "")


def _open_panel(reply: Message, span: SourceSpan, words: tuple[int, int], opener: str) -> None:
    st.session_state[_TIMES] = tab_state.next_number()
    side_panel.show(BESIDE, reply.session_id, span.version_key, *words, opener=opener)


def draw_passage(assistant: Assistant, version_key: int, marked: tuple[int, int]) -> None:
    """Draw the page that contains the characters ``marked`` of a version."""
    with st.container(key="cited_passage"):
        notebook = assistant.notebooks.of_source(version_key)
        if notebook is None:
            st.info(texts.CITED_REMOVED)
            return
        there = open_notebook.in_notebook(assistant, notebook.notebook_id)
        part = there.sources.part(version_key, offset=marked[0])
        source = there.sources.get(part.version.source)
        with error_display.guarded("cited_passage"):
            passage = next(
                (each for each in reversed(part.passages) if each.start <= marked[0]), None
            )
            place = passage.place if passage is not None else part.sections[0]
            line = passage.line if passage is not None else None
            where = place_text(place, line, texts.language())
            st.html(
                f"<p><strong>{html.escape(part.version.source)}</strong>"
                f"{html.escape(f' · {where}' if where else '')}</p>"
            )
            if source.versions != part.version.number:
                told = texts.CITED_OLD.format(number=part.version.number, newest=source.versions)
                st.info(told)
            if there is not assistant:  # the chat was moved here
                st.info(texts.CITED_ELSEWHERE.format(notebook=safe_markdown.literal(notebook.name)))
            st.html(part_html.part_html(part, marked, has_passages=False))
            scroll.scroll_to(
                part_html.MARKED, times=int(st.session_state.get(_TIMES, 1)), key="to_cited_words"
            )
            reading.draw_picture(there, part, marked)
            st.button(
                texts.OPEN_IN_SOURCES,
                key="to_source_of_passage",
                icon=":material/library_books:",
                on_click=_open,
                args=(
                    assistant,
                    notebook.notebook_id,
                    source.source_key,
                    part.version.number,
                    marked,
                ),
            )


def _open(
    assistant: Assistant,
    notebook_id: str,
    source_key: int,
    version: int,
    marked: tuple[int, int],
) -> None:
    side_panel.forget()
    open_notebook.switch_to(assistant, notebook_id)
    tab_state.open_source(source_key, version, marked=marked)
    st.rerun()


def _after(text: str, end: int) -> str:
    """Return a line break if a mark would otherwise keep a code fence open."""
    line = text[text.rfind("\n", 0, end) + 1 : end].lstrip()
    return "\n\n" if line.startswith(("```", "~~~")) else ""


def _first(reply: Message, number: int) -> Citation:
    return next(
        each for each in reply.metadata.citations if each.kind == "source" and each.number == number
    )
