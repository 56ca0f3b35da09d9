"""One source, read page by page: its text by passages, its versions, and pictures of PDF pages."""

from collections.abc import Sequence

import streamlit as st

from assistant import Assistant
from tidemark.errors import UserError
from tidemark.schema.sources import PageMark, SourcePart, SourceVersion
from tidemark.ui import error_display, tab_state
from tidemark.ui.components import pager, safe_markdown, scroll
from tidemark.ui.i18n import dates, texts
from tidemark.ui.sources import part_html
from tidemark.ui.tab_state import OpenedSource

_FEW_PAGES = 5  # two clicks lead to any of them


def draw(assistant: Assistant, opened: OpenedSource) -> None:
    """Draw the page of the open source; say so if it was removed."""
    st.button(
        texts.TO_SOURCES,
        key="back_to_sources",
        type="tertiary",
        icon=":material/arrow_back:",
        on_click=tab_state.open_sources,
    )
    versions = assistant.sources.versions(opened.source_key)
    if not versions:
        st.title(texts.SOURCE_GONE, anchor=False)
        st.markdown(texts.SOURCE_GONE_WHY)
        return
    version = next((each for each in versions if each.number == opened.version), versions[0])
    st.set_page_config(page_title=f"{version.source} · {texts.NAME}")
    st.title(safe_markdown.literal(version.source), anchor=False)
    _versions(opened, versions, version)
    with error_display.guarded("reading"):
        start = opened.marked[0] if opened.marked else 0
        part = assistant.sources.part(version.version_key, opened.page, offset=start)
        _pager(part)
        st.html(part_html.part_html(part, opened.marked))
        draw_picture(assistant, part, opened.marked)
    if opened.marked and opened.page is None:
        scroll.scroll_to(part_html.MARKED, times=tab_state.source_opened(), key="to_cited")


def draw_picture(
    assistant: Assistant, part: SourcePart, marked: tuple[int, int] | None = None
) -> None:
    """Draw the picture of the page, if the original is stored; collapsed until opened.

    The characters ``marked`` of the version's text are highlighted in it.
    """
    place = part.sections[0]
    if not part.version.has_file or place.unit != "page":
        return
    opened = st.expander(
        texts.PAGE_PICTURE.format(number=place.number),
        key=f"picture_{part.version.version_key}_{place.number}",
        type="compact",
        on_change="rerun",
        icon=":material/image:",
    )
    if opened.open:
        with opened, st.spinner(texts.DRAWING):
            try:
                drawn = assistant.sources.picture(
                    part.version.version_key, place.number, _mark(part, marked)
                )
            except UserError as error:
                drawn = None
                st.caption(safe_markdown.literal(error_display.error_text(error)))
            if drawn is None:
                st.caption(texts.NO_PICTURE)
            else:
                with st.container(key="page_picture"):
                    st.image(drawn, alt=texts.PICTURE_ALT.format(number=place.number))


def _mark(part: SourcePart, marked: tuple[int, int] | None) -> PageMark | None:
    if marked is None:
        return None
    start, end = (max(each - part.start, 0) for each in marked)
    return PageMark(part.text[start:end], part.text[:start])


def _versions(
    opened: OpenedSource, versions: Sequence[SourceVersion], shown: SourceVersion
) -> None:
    if len(versions) > 1:
        by_number = {each.number: each for each in versions}
        st.selectbox(
            texts.SOURCE_VERSION,
            list(by_number),
            index=list(by_number).index(shown.number),
            format_func=lambda number: _version_text(by_number[number], versions[0]),
            key=f"version_of_{opened.source_key}_{shown.number}",
            on_change=_choose_version,
            args=(opened.source_key, shown.number),
        )
    if shown != versions[0]:
        st.info(texts.OLD_VERSION.format(number=shown.number, newest=versions[0].number))


def _version_text(version: SourceVersion, newest: SourceVersion) -> str:
    day = dates.full(version.created_at, tab_state.time_zone())
    form = texts.SOURCE_VERSION_NEWEST if version == newest else texts.SOURCE_VERSION_OF
    return form.format(number=version.number, day=day)


def _choose_version(source_key: int, shown: int) -> None:
    tab_state.open_source(source_key, int(st.session_state[f"version_of_{source_key}_{shown}"]))


def _pager(part: SourcePart) -> None:
    if part.parts == 1:
        return
    label = texts.PAGE_OF.format(at=part.number, of=part.parts)
    row = pager.draw("source", part.number, part.parts, label, on_step=tab_state.turn_page)
    if part.parts > _FEW_PAGES:
        key = f"go_to_{part.version.version_key}_{part.number}"
        row.number_input(
            texts.GO_TO_PAGE,
            min_value=1,
            max_value=part.parts,
            value=part.number,
            key=key,
            label_visibility="collapsed",
            width=130,
            on_change=_go,
            args=(key,),
        )


def _go(key: str) -> None:
    tab_state.turn_page(int(st.session_state[key]))
