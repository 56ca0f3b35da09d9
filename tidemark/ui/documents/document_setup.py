"""Settings of a document: its name, file, schema and shares, with its exports and removal."""

from pathlib import Path

import streamlit as st

from assistant import Assistant
from tidemark.documents import content as contents
from tidemark.errors import TidemarkError
from tidemark.ui import error_display, tab_state
from tidemark.ui.account import is_of_operator
from tidemark.ui.components import file_field, safe_markdown
from tidemark.ui.documents import open_version
from tidemark.ui.documents.open_version import OpenVersion
from tidemark.ui.i18n import texts
from tidemark.ui.sharing import people_with_access

REMOVED = "document_removed"  # the document just removed, for Undo
_NAME_CHARS = 200


def draw(assistant: Assistant, at: OpenVersion) -> None:
    """Draw all settings; for people who do not own the document, only its exports."""
    with st.container(key="document_setup", gap="small"):
        _exports(assistant, at)
        if not at.is_owned:
            return
        _name(assistant, at)
        _file(assistant, at)
        _schema(assistant, at)
        _shares(assistant, at)
        st.header(texts.REMOVE_DOCUMENT, anchor=False)
        st.button(
            texts.REMOVE,
            key="remove_document",
            icon=":material/delete:",
            on_click=_remove,
            args=(assistant, at),
        )


def _exports(assistant: Assistant, at: OpenVersion) -> None:
    st.header(texts.EXPORT, anchor=False)
    st.caption(texts.DOCUMENT_EXPORT_EXPLAINED)
    documents, document = assistant.documents, at.document
    with st.container(horizontal=True, gap="small"):
        st.download_button(
            texts.EXPORT_HISTORY,
            data=lambda: "".join(f"{line}\n" for line in documents.export(document)),
            file_name=f"{document.name}.jsonl",
            mime="application/jsonl",
            key="export_history",
            icon=":material/download:",
            on_click="ignore",
        )
        st.download_button(
            texts.EXPORT_CONTENT.format(number=at.number),
            data=lambda: contents.shown(
                documents.read(document, at.number, branch=at.branch.name).content
            ),
            file_name=f"{document.name}.json",
            mime="application/json",
            key="export_content",
            icon=":material/data_object:",
            on_click="ignore",
            disabled=at.version.is_pruned,
        )


def _name(assistant: Assistant, at: OpenVersion) -> None:
    key = f"rename_document_{at.document.document_key}"
    st.header(texts.DOCUMENT_NAME, anchor=False)
    st.text_input(
        texts.DOCUMENT_NAME,
        value=at.document.name,
        key=key,
        max_chars=_NAME_CHARS,
        label_visibility="collapsed",
        on_change=_rename,
        args=(assistant, at, key),
    )


def _rename(assistant: Assistant, at: OpenVersion, key: str) -> None:
    wanted = str(st.session_state[key])
    if wanted.strip() and open_version.attempt(
        lambda: assistant.documents.rename(at.document, wanted)
    ):
        st.rerun()  # the title changes, too


def _file(assistant: Assistant, at: OpenVersion) -> None:
    st.header(texts.BOUND_FILE, anchor=False)
    told = [texts.BOUND_FILE_EXPLAINED]
    if len(at.branches) > 1:
        told.append(texts.BOUND_FILE_BRANCH.format(branch=texts.MAIN_BRANCH))
    st.caption(" ".join(told))
    if at.document.file_path:
        st.code(at.document.file_path, language=None, wrap_lines=True)
        st.button(
            texts.UNBIND_FILE,
            key="unbind_file",
            on_click=open_version.doing(lambda: assistant.documents.unbind(at.document)),
        )
        return
    if not is_of_operator(assistant):
        return
    with (
        st.form("bind_file", border=False),
        st.container(horizontal=True, vertical_alignment="bottom", gap="small"),
    ):
        st.text_input(texts.FILE_PATH, key="file_path", placeholder=texts.FILE_EXAMPLE)
        st.form_submit_button(
            texts.BIND_FILE, key="bind_file_do", on_click=_bind, args=(assistant, at)
        )


def _bind(assistant: Assistant, at: OpenVersion) -> None:
    path = str(st.session_state["file_path"]).strip()
    if path:
        open_version.attempt(
            lambda: assistant.documents.bind(at.document, Path(path)), texts.FILE_BOUND
        )


def _schema(assistant: Assistant, at: OpenVersion) -> None:
    st.header(texts.SCHEMA, anchor=False)
    st.caption(texts.SCHEMA_EXPLAINED)
    if at.document.has_schema:
        opened = st.expander(
            texts.SHOW_SCHEMA, key="show_schema", type="compact", on_change="rerun"
        )
        if opened.open:
            schema = assistant.documents.schema(at.document)
            opened.code(contents.shown(schema), language="json", wrap_lines=True)
        st.button(
            texts.REMOVE_SCHEMA,
            key="remove_schema",
            on_click=open_version.doing(
                lambda: assistant.documents.attach_schema(at.document, None)
            ),
        )
        return
    key = f"schema_file_{at.document.document_key}"
    given = file_field.draw(texts.SCHEMA_FILE, key, "json")
    if given is None:
        return
    try:
        assistant.documents.attach_schema(at.document, contents.read(given.getvalue()))
    except TidemarkError as error:
        st.warning(safe_markdown.literal(error_display.error_text(error)))
    else:
        st.session_state.pop(key, None)
        st.rerun(scope="fragment")


def _shares(assistant: Assistant, at: OpenVersion) -> None:
    st.header(texts.SHARING, anchor=False)
    st.caption(texts.SHARING_EXPLAINED)
    people_with_access.draw(
        assistant.documents.shares(at.document),
        lambda person, access: assistant.documents.share(at.document, person, access),
        lambda person: assistant.documents.unshare(at.document, person),
        is_alone=is_of_operator(assistant),
    )


def _remove(assistant: Assistant, at: OpenVersion) -> None:
    if open_version.attempt(lambda: assistant.documents.remove(at.document)):
        st.session_state[REMOVED] = at.document
        tab_state.open_documents()
        st.rerun()
