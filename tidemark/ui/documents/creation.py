"""Documents created on the page: empty, a list, from a template or a file, or an export."""

import streamlit as st
from pydantic import JsonValue

from assistant import Assistant
from tidemark.documents import content as contents
from tidemark.documents import templates
from tidemark.errors import TidemarkError
from tidemark.schema.documents import Document, NewVersion
from tidemark.ui import error_display, tab_state
from tidemark.ui.components import dialog, file_field, safe_markdown
from tidemark.ui.i18n import texts
from tidemark.ui.streamlit_internals import UploadedFile

_NAME_CHARS = 200
_MOST_EXPORT_BYTES = 500_000_000
_WANTED = "document_dialog"


def draw_buttons() -> None:
    """Draw the buttons that open the dialogs."""
    with st.container(key="add_documents", horizontal=True, gap="small"):
        st.button(
            texts.NEW_DOCUMENT,
            key="new_document",
            type="primary",
            icon=":material/add:",
            on_click=_ask,
            args=("new",),
        )
        st.button(
            texts.IMPORT_DOCUMENT,
            key="import_document",
            icon=":material/upload:",
            on_click=_ask,
            args=("import",),
        )


def draw_dialog(assistant: Assistant) -> None:
    """Draw the requested dialog, once."""
    match st.session_state.pop(_WANTED, None):
        case "new":
            _begin(assistant)
        case "import":
            _import(assistant)


def _ask(wanted: str) -> None:
    st.session_state[_WANTED] = wanted


@dialog.dialog(lambda: texts.NEW_DOCUMENT)
def _begin(assistant: Assistant) -> None:
    with st.container(key="begin_document"):
        name = st.text_input(texts.DOCUMENT_NAME, key="document_name", max_chars=_NAME_CHARS)
        session_id = _place_choice("document_place")
        words = texts.named("DOCUMENT_BEGINNINGS")
        beginning = st.radio(
            texts.DOCUMENT_BEGINNING,
            list(words),
            format_func=words.__getitem__,
            key="document_beginning",
            horizontal=True,
        )
        begun, is_readable = None, True
        try:
            begun = _content_choice(assistant, beginning)
        except TidemarkError as error:  # the file is not JSON
            is_readable = False
            st.warning(safe_markdown.literal(error_display.error_text(error)))
        if not st.button(texts.CREATE_DOCUMENT, key="create_document", type="primary"):
            return
        if not name.strip() or begun is None:
            if is_readable:
                st.warning(texts.DOCUMENT_INCOMPLETE)
            return
        content, schema = begun
        first = NewVersion(summary=texts.FIRST_VERSION)
        try:
            made = assistant.documents.create(
                name, content, session_id=session_id, schema=schema, new=first
            )
        except TidemarkError as error:
            st.warning(safe_markdown.literal(error_display.error_text(error)))
            return
        _open(made)


def _content_choice(assistant: Assistant, beginning: str) -> tuple[JsonValue, JsonValue] | None:
    """Draw the choice of a new document's content; return it with its schema, None if missing."""
    if beginning == "template":
        template = st.selectbox(
            texts.DOCUMENT_TEMPLATE,
            (*assistant.documents.templates(), *templates.everyday(texts.language())),
            format_func=lambda each: texts.named("TEMPLATES").get(each.name, each.title),
            key="document_template",
        )
        return template.content, template.schema or None
    if beginning == "file":
        file = _uploader(texts.DOCUMENT_FILE, "document_file")
        schema = _uploader(texts.DOCUMENT_SCHEMA_FILE, "document_schema")
        return (_content(file), _content(schema) if schema else None) if file else None
    return [] if beginning == "list" else {}, None


@dialog.dialog(lambda: texts.IMPORT_DOCUMENT)
def _import(assistant: Assistant) -> None:
    with st.container(key="read_document"):
        st.markdown(texts.IMPORT_DOCUMENT_EXPLAINED)
        file = _uploader(texts.DOCUMENT_EXPORT_FILE, "document_export", "jsonl", _MOST_EXPORT_BYTES)
        name = st.text_input(texts.DOCUMENT_NEW_NAME, key="imported_name", max_chars=_NAME_CHARS)
        session_id = _place_choice("imported_place")
        if not st.button(
            texts.IMPORT_DOCUMENT_DO, key="import_do", type="primary", disabled=file is None
        ):
            return
        if file is None:
            return
        try:
            lines = file.getvalue().decode("utf-8", errors="replace").splitlines()
            made = assistant.documents.restore_export(
                lines, name=name.strip() or None, session_id=session_id
            )
        except TidemarkError as error:
            st.warning(safe_markdown.literal(error_display.error_text(error)))
            return
        _open(made)


def _place_choice(key: str) -> str | None:
    """Draw where a document belongs, if a chat is open; return the chat, None for the notebook."""
    chat = tab_state.chat_id()
    if chat is None:
        return None
    words = texts.named("DOCUMENT_PLACES")
    chosen = st.radio(
        texts.DOCUMENT_PLACE,
        list(words),
        format_func=words.__getitem__,
        captions=list(texts.named("DOCUMENT_PLACES_EXPLAINED").values()),
        key=key,
    )
    return chat if chosen == "chat" else None


def _uploader(
    name: str, key: str, type_: str = "json", most_bytes: int = contents.MOST_BYTES
) -> UploadedFile | None:
    return file_field.draw(name, key, type_, most_mb=most_bytes // 1_000_000)


def _content(file: UploadedFile) -> JsonValue:
    return contents.read(file.getvalue())


def _open(document: Document) -> None:
    tab_state.open_document(document.document_key)
    st.rerun()
