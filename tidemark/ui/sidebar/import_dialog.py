"""The import dialog: choose a file, preview it, choose what to import, read the result."""

import tempfile
from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from assistant import Assistant
from tidemark.errors import UserError
from tidemark.i18n.code_texts import fault_text
from tidemark.runtime.jobs import Job
from tidemark.schema import ImportFault
from tidemark.schema.notebooks import Notebook
from tidemark.services.notebook_transfer import NotebookPreview
from tidemark.transfer import notebook_file
from tidemark.transfer.conversation import OmissionReason
from tidemark.transfer.import_reports import (
    ConversationPreview,
    ConversationReport,
    FileReport,
    ImportPreview,
)
from tidemark.ui import error_display, open_notebook, streamlit_internals, tab_state
from tidemark.ui.components import dialog, file_field, safe_markdown, toasts
from tidemark.ui.i18n import texts
from tidemark.ui.sidebar import job_progress
from tidemark.ui.streamlit_internals import UploadedFile

_SEEN = "import_seen"  # the file, its path, and its preview
_ROW_PX, _ROWS = 35, 10


@dialog.dialog(lambda: texts.IMPORT_TITLE, width="medium")
def draw(assistant: Assistant) -> None:
    """Draw the dialog that imports conversations from a file."""
    with error_display.guarded("import"), st.container(key="import"):
        job, of_notebook = assistant.transfer.import_job, assistant.notebook_transfer.import_job
        if of_notebook is not None:
            _notebook_came_of(assistant, of_notebook)
        elif job is None:
            _choose(assistant)
        elif not job.is_over:
            job_progress.draw_progress(job, texts.IMPORTING, reopen="import")
        else:
            _came_of(assistant, job)


def _choose(assistant: Assistant) -> None:
    st.markdown(texts.IMPORT_EXPLAINED)
    given = file_field.draw(texts.IMPORT_FILE, "import_file")
    if given is None:
        st.session_state.pop(_SEEN, None)
        return
    try:
        preview = _looked_at(assistant, given)
    except UserError as error:
        st.error(safe_markdown.literal(error_display.error_text(error)))
        return
    if isinstance(preview, NotebookPreview):
        _notebook(assistant, preview)
        return
    numbers = _chosen(preview)
    with_profile = bool(preview.entries) and st.checkbox(
        texts.plural("IMPORT_PROFILE", preview.entries), value=True, key="import_profile"
    )
    st.button(
        texts.plural("IMPORT_TAKE", len(numbers)),
        key="import_take",
        type="primary",
        disabled=not (numbers or with_profile),
        on_click=_begin,
        args=(assistant, preview, numbers, with_profile),
    )


def _begin(
    assistant: Assistant,
    preview: ImportPreview,
    numbers: tuple[int, ...],
    profile: bool,  # noqa: FBT001 - Streamlit passes it by position
) -> None:
    assistant.transfer.begin_import(preview, numbers, with_profile=profile)


def _notebook(assistant: Assistant, found: NotebookPreview) -> None:
    """Draw the preview of a notebook file, and the button that imports it."""
    parts = [
        texts.plural("NOTEBOOK_CHATS", found.sessions),
        texts.plural("NOTEBOOK_SOURCES", found.sources),
    ]
    if found.documents:
        parts.append(texts.plural("NOTEBOOK_DOCUMENTS", found.documents))
    name = safe_markdown.literal(found.name)
    st.markdown(texts.NOTEBOOK_IMPORT_HOLDS.format(name=name, what=", ".join(parts)))
    st.button(
        texts.NOTEBOOK_IMPORT,
        key="import_notebook",
        type="primary",
        on_click=_begin_notebook,
        args=(assistant, found),
    )


def _begin_notebook(assistant: Assistant, found: NotebookPreview) -> None:
    assistant.notebook_transfer.begin_import(found)


def _notebook_came_of(assistant: Assistant, job: Job[Notebook]) -> None:
    """Draw the import of a notebook; open the new notebook when it is done."""
    if not job.is_over:
        job_progress.draw_progress(job, texts.NOTEBOOK_PROGRESS, reopen="import")
        return
    if job.result is not None:
        assistant.notebook_transfer.forget_import()
        st.session_state.pop(_SEEN, None)
        name = safe_markdown.literal(job.result.name)
        toasts.show_after_rerun(texts.NOTEBOOK_IMPORTED.format(name=name))
        open_notebook.switch_to(assistant, job.result.notebook_id)
        st.rerun()
    if job.is_stopped:
        st.info(texts.NOTEBOOK_IMPORT_STOPPED)
    else:
        job_progress.draw_failure(job, texts.NOT_IMPORTED)
    st.button(
        texts.IMPORT_DONE,
        key="import_done",
        type="primary",
        on_click=_leave_notebook,
        args=(assistant,),
    )


def _leave_notebook(assistant: Assistant) -> None:
    assistant.notebook_transfer.forget_import()
    st.session_state.pop(_SEEN, None)
    st.rerun()


def _looked_at(assistant: Assistant, given: UploadedFile) -> ImportPreview | NotebookPreview:
    """Return the preview of the file ``given``, which is read only once."""
    seen = st.session_state.get(_SEEN)
    if seen is not None and seen[0] == given.file_id:
        known: ImportPreview | NotebookPreview = seen[2]
        return known
    preview: ImportPreview | NotebookPreview
    with st.spinner(texts.IMPORT_LOOKING):
        folder = tempfile.TemporaryDirectory()  # deleted with the state of the tab
        path = Path(folder.name) / (Path(given.name).name or "file")
        path.write_bytes(given.getbuffer())
        if notebook_file.is_notebook(path):
            preview = assistant.notebook_transfer.preview(path)
        else:
            preview = assistant.transfer.preview(path)
    st.session_state[_SEEN] = given.file_id, folder, preview
    return preview


def _chosen(preview: ImportPreview) -> tuple[int, ...]:
    """Draw the preview of a file; return the numbers of the conversations to import."""
    new = preview.new
    st.markdown(texts.plural("IMPORT_HOLDS", len(preview.conversations), new=len(new)))
    if not preview.conversations:
        return ()
    rows = [_row(found, is_taken=found.number in new) for found in preview.conversations]
    names = texts.named("IMPORT_COLUMNS")
    edited = st.data_editor(
        rows,
        key=f"import_rows_{st.session_state[_SEEN][0]}",
        hide_index=True,
        disabled=[name for name in rows[0] if name != "take"],
        height=_ROW_PX * (min(len(rows), _ROWS) + 1) + 3,
        column_config={
            "take": st.column_config.CheckboxColumn(names["take"], width="small"),
            "title": st.column_config.TextColumn(names["title"], width="medium"),
            "messages": st.column_config.NumberColumn(names["messages"], width="small"),
            "begun": st.column_config.DateColumn(names["begun"], width="small"),
            "ended": st.column_config.DateColumn(names["ended"], width="small"),
            "state": st.column_config.TextColumn(names["state"]),
        },
    )
    if preview.passed_over:
        st.caption(texts.IMPORT_PASSED_OVER.format(count=preview.passed_over))
    taken = [number for number, take in enumerate(row["take"] for row in edited) if take]
    return tuple(n for n in taken if preview.conversations[n].status != "unreadable")


def _row(found: ConversationPreview, *, is_taken: bool) -> dict[str, object]:
    state = [_why(found.why) or texts.named("IMPORT_STANDING")[found.status]]
    if found.branches:
        state.append(texts.IMPORT_BRANCHES.format(count=found.branches + 1))
    if found.left_out:
        state.append(texts.IMPORT_WITHOUT.format(what=_left_out(found.left_out)))
    return {
        "take": is_taken,
        "title": found.title or texts.IMPORT_UNTITLED,
        "messages": found.messages,
        "begun": found.begun,
        "ended": found.ended,
        "state": ", ".join(state),
    }


def _why(fault: ImportFault | None) -> str:
    return fault_text(fault, texts.language()) if fault else ""


def _left_out(counts: Mapping[OmissionReason, int]) -> str:
    names = texts.named("IMPORT_LEFT_OUT")
    told = ", ".join(f"{names[reason]} ({count})" for reason, count in counts.items())
    return told or texts.IMPORT_NOTHING


def _came_of(assistant: Assistant, job: Job[FileReport]) -> None:
    taken = job.result
    if taken is None:
        job_progress.draw_failure(job, texts.NOT_IMPORTED)
    elif len(taken.conversations) == 1 and taken.conversations[0].imported and not taken.is_stopped:
        _open(assistant, taken.conversations[0])
        return
    else:
        _report(taken)
    st.button(
        texts.IMPORT_DONE, key="import_done", type="primary", on_click=_leave, args=(assistant,)
    )


def _report(taken: FileReport) -> None:
    if taken.is_stopped:
        st.info(texts.IMPORT_STOPPED)
    messages = texts.plural("COUNTED.message", taken.messages)
    st.markdown(texts.plural("IMPORTED_MANY", len(taken.stored), messages=messages))
    if taken.entries or taken.entries_skipped:
        st.markdown(texts.IMPORTED_PROFILE.format(new=taken.entries, known=taken.entries_skipped))
    lost = [each for each in taken.conversations if each.left_out or each.why]
    if not lost:
        return
    st.markdown(texts.IMPORT_LOST.format(what=_left_out(taken.left_out)))
    names = texts.named("IMPORT_COLUMNS")
    rows = [{names["title"]: each.title, names["lost"]: _lost(each)} for each in lost]
    st.dataframe(rows, hide_index=True, key="import_lost")


def _lost(each: ConversationReport) -> str:
    return _why(each.why) or _left_out(each.left_out)


def _open(assistant: Assistant, brought: ConversationReport) -> None:
    """Open the imported conversation, and say so."""
    assistant.transfer.forget_import()
    imported = brought.imported
    if imported is None:
        return
    if imported.was_there:
        streamlit_internals.toast(texts.IMPORTED_BEFORE)
    else:
        form = "IMPORTED" if imported.renamed_from is None else "IMPORTED_BESIDE"
        streamlit_internals.toast(texts.plural(form, imported.stored))
    st.session_state.pop(_SEEN, None)
    tab_state.open_chat(imported.session_id)
    st.rerun()


def _leave(assistant: Assistant) -> None:
    assistant.transfer.forget_import()
    st.session_state.pop(_SEEN, None)
    st.rerun()
