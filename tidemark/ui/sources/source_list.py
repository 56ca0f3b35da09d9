"""The page Sources: add files and text, watch progress, find passages, change the list."""

import math
import time
from collections.abc import Iterator
from functools import partial

import streamlit as st

from assistant import Assistant
from tidemark.errors import SourceUnreadable, TidemarkError
from tidemark.i18n.code_texts import place_text
from tidemark.i18n.numbers import bytes_text
from tidemark.schema.sources import IngestedFile, Source, SourceHit
from tidemark.ui import error_display, tab_state
from tidemark.ui.components import back_link, dialog, pager, removed, safe_markdown
from tidemark.ui.components.removed import Removed
from tidemark.ui.i18n import dates, texts
from tidemark.ui.sources import reading, receiving, reingest

_PAGE = 20  # sources drawn at a time
_MOST_SHOWN = 10  # refused files: the others are counted
_FOUND = 10
_NOTE_S = 60.0  # results that are all good disappear when the page is drawn after this time
_LOOK_S = 0.5  # between two updates of the progress
_PAGE_AT, _REMOVED = "sources_page", "source_removed"
_PASTES, _RENAMED, _READ_AGAIN = "pastes_source", "renamed_source", "source_read_again"


def draw(assistant: Assistant) -> None:
    """Draw the list of sources, or the source that the URL names."""
    with st.container(key="sources", gap="small"):
        if (opened := tab_state.opened_source()) is not None:
            reading.draw(assistant, opened)
            return
        st.set_page_config(page_title=f"{texts.SOURCES} · {texts.NAME}")
        back_link.draw(tab_state.chat_id())
        st.title(texts.SOURCES, anchor=False)
        st.caption(texts.SOURCES_EXPLAINED)
        with error_display.guarded("sources"):
            _add(assistant)
            _progress(assistant)
            _listed(assistant)
        if renamed := st.session_state.pop(_RENAMED, None):
            _rename(assistant, renamed)
        if read_again := st.session_state.pop(_READ_AGAIN, None):
            reingest.ask(assistant, read_again)


def facts_text(assistant: Assistant, source: Source) -> str:
    """Return the type, size, passages, versions and last use of a source on one line."""
    newest = source.newest
    facts = [
        texts.named("FILE_TYPES")[newest.file_type],
        bytes_text(newest.file_bytes, texts.language()),
        texts.plural("PASSAGES", newest.passages),
    ]
    if source.versions > 1:
        facts.append(texts.plural("SOURCE_VERSIONS", source.versions))
    if source.last_used_at is None:
        facts.append(texts.NOT_USED)
    else:
        day = dates.day(source.last_used_at, assistant.now(), tab_state.time_zone())
        facts.append(texts.LAST_USED.format(day=day))
    return " · ".join(facts)


@st.fragment
def _add(assistant: Assistant) -> None:
    with st.container(key="add_sources", horizontal=True, gap="small"):
        # A script opens the file chooser (file_drop.js)
        st.button(texts.CHOOSE_FILES, key="choose_files", icon=":material/upload_file:")
        st.button(texts.CHOOSE_FOLDER, key="choose_folder", icon=":material/drive_folder_upload:")
        st.button(
            texts.PASTE_TEXT, key="paste_text", icon=":material/content_paste:", on_click=_ask_paste
        )
    st.caption(texts.ADD_SOURCES_EXPLAINED)
    if st.session_state.pop(_PASTES, False):
        _paste(assistant)


def _ask_paste() -> None:
    st.session_state[_PASTES] = True


@dialog.dialog(lambda: texts.PASTE_TEXT)
def _paste(assistant: Assistant) -> None:
    with error_display.guarded("paste"), st.form("paste_form", border=False):
        st.text_input(texts.PASTE_NAME, key="paste_name", max_chars=100)
        st.text_area(texts.PASTE_WORDS, key="paste_words", height=240)
        if st.form_submit_button(texts.ADD, type="primary", key="paste_add"):
            name = str(st.session_state["paste_name"]).strip() or texts.PASTED
            try:
                assistant.sources.add_text(name, str(st.session_state["paste_words"]))
            except SourceUnreadable:
                st.warning(texts.PASTE_EMPTY)
            else:
                st.rerun()


def _progress(assistant: Assistant) -> None:
    """Draw the files being read, with Stop; then the results, and each refused file."""
    queue = assistant.sources.queue
    queue.dismiss_seen(time.monotonic(), _NOTE_S)
    with st.container(key="ingest", gap="xsmall"):
        if queue.is_running:
            st.fragment(_moving, run_every=_LOOK_S)(assistant)
        elif queue.job is not None:
            _came_of(assistant)
        _refused([each for each in queue.finished if each.state == "refused"])


def _moving(assistant: Assistant) -> None:
    queue = assistant.sources.queue
    job = queue.job
    if job is None or job.is_over:
        st.rerun()
    done, of = min(job.done, job.total), job.total
    name = safe_markdown.literal(queue.current)
    st.progress(job.share, texts.READING_FILE.format(name=name, done=done, of=of))
    st.button(texts.STOP_JOB, key="stop_ingest", icon=":material/stop_circle:", on_click=job.stop)


def _came_of(assistant: Assistant) -> None:
    job = assistant.sources.job
    told = receiving.summary_text(assistant)
    if job is not None and job.error is not None:
        why = job.error
        told = error_display.error_text(why) if isinstance(why, TidemarkError) else str(why)
    with st.container(key="ingested", horizontal=True, vertical_alignment="center", gap="small"):
        st.text(told, width="stretch")
        st.button(
            texts.CLOSE_NOTE,
            key="dismiss_ingested",
            type="tertiary",
            on_click=assistant.sources.queue.dismiss,
        )


def _refused(files: list[IngestedFile]) -> None:
    for number, file in enumerate(files[:_MOST_SHOWN]):
        why = file.why
        if file.reason is not None:
            why = error_display.error_text(SourceUnreadable(file.source, file.reason))
        with st.container(key=f"refused_{number}"):
            st.error(safe_markdown.literal(why), icon=":material/block:")
    if len(files) > _MOST_SHOWN:
        st.caption(texts.plural("INGESTED.refused_more", len(files) - _MOST_SHOWN))


@st.fragment
def _listed(assistant: Assistant) -> None:
    """Draw the search, and the sources or the passages found."""
    count = assistant.sources.count_all()
    _removed_note(assistant)
    if not count:
        with st.container(key="no_sources"):
            st.header(texts.NO_SOURCES, anchor=False)
            st.markdown(texts.NO_SOURCES_YET)
    else:
        wanted = st.text_input(
            texts.FIND_PASSAGES,
            key=_of_notebook("find_passages"),
            placeholder=texts.FIND_PASSAGES,
            label_visibility="collapsed",
            icon=":material/search:",
        )
        if wanted.strip():
            _found(assistant, wanted)
        else:
            _rows(assistant, count)
    removed.trash(
        "source",
        texts.REMOVED_SOURCES,
        assistant.sessions.trash_days,
        _of_notebook(_REMOVED),
        lambda: _removed(assistant),
    )


def _found(assistant: Assistant, wanted: str) -> None:
    hits = assistant.sources.search(wanted, limit=_FOUND)
    st.caption(texts.plural("PASSAGES_FOUND", len(hits)) if hits else texts.NO_PASSAGES)
    for number, hit in enumerate(hits):
        with st.container(key=f"found_passage_{number}", gap=None):
            where = place_text(hit.place, hit.line, texts.language())
            st.button(
                safe_markdown.literal(" · ".join(filter(None, (hit.source, where)))),
                key=f"show_found_{number}",
                type="tertiary",
                on_click=_open_hit,
                args=(hit,),
            )
            st.text(" ".join(hit.text.split()))


def _open_hit(hit: SourceHit) -> None:
    tab_state.open_source(hit.source_key, hit.version, marked=(hit.start, hit.end))
    st.rerun()


def _rows(assistant: Assistant, count: int) -> None:
    pages = math.ceil(count / _PAGE)
    at = min(int(st.session_state.get(_of_notebook(_PAGE_AT), 0)), pages - 1)
    for source in assistant.sources.page(limit=_PAGE, offset=at * _PAGE):
        _row(assistant, source)
    if pages > 1:
        pager.draw(
            "sources",
            at + 1,
            pages,
            texts.SOURCES_SHOWN.format(
                first=at * _PAGE + 1,
                last=min((at + 1) * _PAGE, count),
                of=count,
            ),
            on_step=_turn_page,
        )


def _turn_page(page: int) -> None:
    st.session_state[_of_notebook(_PAGE_AT)] = page - 1


def _row(assistant: Assistant, source: Source) -> None:
    name = safe_markdown.literal(source.name)
    wishes = {"rename": texts.RENAME, "reingest": texts.REINGEST, "remove": texts.REMOVE}
    with st.container(
        key=f"source_{source.source_key}",
        horizontal=True,
        vertical_alignment="center",
        gap="small",
        wrap=False,
    ):
        with st.container(gap=None, width="stretch"):
            st.button(
                name,
                key=f"show_source_{source.source_key}",
                type="tertiary",
                on_click=_open,
                args=(source.source_key,),
            )
            st.caption(f"{texts.READY} · {facts_text(assistant, source)}")
        st.menu_button(
            texts.MENU_OF.format(title=name),
            options=list(wishes),
            format_func=lambda wish: wishes[wish],
            key=f"source_menu_{source.source_key}",
            type="tertiary",
            icon=":material/more_horiz:",
            on_click=_chosen,
            args=(assistant, source),
        )


def _open(source_key: int) -> None:
    tab_state.open_source(source_key)
    st.rerun()


def _chosen(assistant: Assistant, source: Source) -> None:
    wish = st.session_state[f"source_menu_{source.source_key}"]
    if wish != "remove":
        st.session_state[_RENAMED if wish == "rename" else _READ_AGAIN] = source
        st.rerun()
    try:
        key = assistant.sources.remove(source.name)
    except TidemarkError as error:
        error_display.show_toast(error)
        return
    st.session_state[_of_notebook(_REMOVED)] = key, source.name


def _removed_note(assistant: Assistant) -> None:
    slot = _of_notebook(_REMOVED)
    key, name = st.session_state.get(slot, (None, ""))
    if key is None:
        return
    restore = partial(assistant.sources.restore, key) if assistant.sessions.trash_days else None
    removed.note("source", texts.SOURCE_REMOVED.format(name=name), slot, restore)


def _removed(assistant: Assistant) -> Iterator[Removed]:
    for each in assistant.sources.trashed():
        restore = partial(assistant.sources.restore, each.source_key)
        yield Removed(each.source_key, each.name, restore)


@dialog.dialog(lambda: texts.RENAME)
def _rename(assistant: Assistant, source: Source) -> None:
    with error_display.guarded("rename_source"), st.form("rename_source", border=False):
        st.text_input(
            texts.SOURCE_NAME, value=source.name, key=f"new_name_{source.source_key}", max_chars=200
        )
        if st.form_submit_button(texts.SAVE, type="primary", key="rename_source_save"):
            wanted = str(st.session_state[f"new_name_{source.source_key}"])
            if wanted.strip():
                assistant.sources.rename(source.name, wanted)
            st.rerun()


def _of_notebook(key: str) -> str:
    return f"{key}_{tab_state.notebook_id()}"
