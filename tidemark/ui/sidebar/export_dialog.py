"""The export dialogs: one chat, or all of them, in the chosen format."""

import re
from pathlib import Path

import streamlit as st

from assistant import Assistant
from tidemark.runtime.jobs import Job
from tidemark.transfer.writers import FormatName
from tidemark.transfer.writers.formats import FORMATS
from tidemark.ui import error_display
from tidemark.ui.components import dialog, safe_markdown
from tidemark.ui.i18n import texts
from tidemark.ui.sidebar import job_progress

_NAME_CHARS = 80
_MOST_BYTES = 512 * 2**20  # larger files are not sent through memory: their path is shown


@dialog.dialog(lambda: texts.EXPORT_TITLE)
def export_chat(assistant: Assistant, session_id: str) -> None:
    """Draw the dialog that exports the chat ``session_id``."""
    with error_display.guarded("export"), st.container(key="export"):
        title = assistant.sessions.get(session_id).title
        st.markdown(safe_markdown.literal(title))
        form = _form("export_form")
        if not st.button(
            texts.EXPORT_ALL_BEGIN, key="export_begin", type="primary", icon=":material/archive:"
        ):
            return
        try:
            path = assistant.transfer.export(session_id, form, texts.language())
        except OSError as error:
            st.error(texts.NOT_EXPORTED.format(why=error.strerror))
            return
        _download(path, FORMATS[form].mime, name=f"{file_name(title)}{FORMATS[form].suffix}")


@dialog.dialog(lambda: texts.EXPORT)
def export_chosen(assistant: Assistant, *session_ids: str) -> None:
    """Draw the dialog that exports the selected chats."""
    with error_display.guarded("export_chosen"), st.container(key="export_chosen"):
        st.markdown(texts.plural("EXPORT_CHOSEN", len(session_ids)))
        form = _form("export_chosen_form")
        if not st.button(
            texts.EXPORT_ALL_BEGIN,
            key="export_chosen_begin",
            type="primary",
            icon=":material/archive:",
        ):
            return
        try:
            with st.spinner(texts.EXPORTING):
                path = assistant.transfer.export_chosen(session_ids, form, texts.language())
        except OSError as error:
            st.error(texts.NOT_EXPORTED.format(why=error.strerror))
            return
        _download(path, "application/zip")


@dialog.dialog(lambda: texts.SHARE_PAGE)
def share_page(assistant: Assistant, session_id: str) -> None:
    """Draw the dialog that downloads a chat as one page to read."""
    with error_display.guarded("page"), st.container(key="page"):
        title = assistant.sessions.get(session_id).title
        st.markdown(safe_markdown.literal(title))
        st.markdown(texts.SHARE_PAGE_EXPLAINED)
        with st.spinner(texts.EXPORTING):  # made now: a button that makes it would lose the focus
            page = assistant.transfer.page(session_id, texts.language())
        st.download_button(
            texts.DOWNLOAD,
            data=page,
            file_name=f"{file_name(title)}.html",
            mime="text/html",
            key="page_download",
            type="primary",
            icon=":material/download:",
            on_click="ignore",
        )


def file_name(title: str) -> str:
    """Return ``title`` as a file name valid on every system.

    >>> file_name("What now? (1/2)")
    'What now 1 2'
    """
    return " ".join(re.findall(r"[\w'-]+", title))[:_NAME_CHARS].strip() or "chat"


@dialog.dialog(lambda: texts.EXPORT_ALL_TITLE)
def export_all(assistant: Assistant) -> None:
    """Draw the dialog that exports all chats, with the profile."""
    with error_display.guarded("export_all"), st.container(key="export_all"):
        job = assistant.transfer.export_job
        if job is None:
            count = assistant.transfer.count()
            st.markdown(texts.plural("EXPORT_ALL_EXPLAINED", count))
            form = _form("export_all_form")
            st.button(
                texts.EXPORT_ALL_BEGIN,
                key="export_all_begin",
                type="primary",
                icon=":material/archive:",
                disabled=not count,
                on_click=_begin,
                args=(assistant, form),
            )
        elif not job.is_over:
            job_progress.draw_progress(job, texts.EXPORT_ALL_PROGRESS, reopen="export_all")
        else:
            _made(job)
            st.button(
                texts.EXPORT_AGAIN, key="export_again", on_click=assistant.transfer.forget_export
            )


@dialog.dialog(lambda: texts.NOTEBOOK_EXPORT)
def export_notebook(assistant: Assistant) -> None:
    """Draw the dialog that exports the open notebook."""
    with error_display.guarded("export_notebook"), st.container(key="export_notebook"):
        service = assistant.notebook_transfer
        job = service.export_job
        if job is None:
            st.markdown(texts.NOTEBOOK_EXPORT_EXPLAINED)
            st.button(
                texts.EXPORT_ALL_BEGIN,
                key="export_notebook_begin",
                type="primary",
                icon=":material/archive:",
                on_click=_begin_notebook,
                args=(assistant,),
            )
        elif not job.is_over:
            job_progress.draw_progress(job, texts.NOTEBOOK_PROGRESS, reopen="export_notebook")
        else:
            _made(job)
            st.button(texts.EXPORT_AGAIN, key="export_again", on_click=service.forget_export)


def _begin_notebook(assistant: Assistant) -> None:
    assistant.notebook_transfer.begin_export()


def _begin(assistant: Assistant, form: FormatName) -> None:
    assistant.transfer.begin_export(form, texts.language())


def _made(job: Job[Path]) -> None:
    if job.result is not None:
        _download(job.result, "application/zip")
    elif job.is_stopped:
        st.info(texts.EXPORT_STOPPED)
    else:
        job_progress.draw_failure(job, texts.NOT_EXPORTED)


def _form(key: str) -> FormatName:
    names = texts.named("EXPORT_FORMS")
    told = texts.named("EXPORT_FORMS_TOLD")
    forms = list(FORMATS)
    return st.radio(
        texts.EXPORT_FORM,
        forms,
        format_func=names.__getitem__,
        captions=[told[form] for form in forms],
        key=key,
    )


def _download(path: Path, mime: str, *, name: str | None = None) -> None:
    if path.stat().st_size <= _MOST_BYTES:
        st.download_button(
            texts.DOWNLOAD,
            data=path.read_bytes(),
            file_name=name or path.name,
            mime=mime,
            key="export_download",
            type="primary",
            icon=":material/download:",
            on_click="ignore",
        )
    st.caption(texts.EXPORTED_TO)
    st.code(str(path), language=None, wrap_lines=True)
