"""One document: its title, the open version, and its parts, one of which is drawn."""

from collections.abc import Callable, Mapping

import streamlit as st

from assistant import Assistant
from tidemark.errors import DocumentNotFound, TidemarkError
from tidemark.schema.documents import Document
from tidemark.ui import error_display, tab_state
from tidemark.ui.chat import external_changes
from tidemark.ui.components import safe_markdown, side_panel
from tidemark.ui.documents import (
    comparison,
    content_tree,
    document_branches,
    document_setup,
    json_editor,
    open_version,
    tree_editing,
    version_history,
)
from tidemark.ui.documents.open_version import OpenVersion
from tidemark.ui.i18n import dates, texts
from tidemark.ui.tab_state import OpenedDocument


def draw(assistant: Assistant, opened: OpenedDocument) -> None:
    """Draw the open document; say so if it is gone."""
    st.button(
        texts.TO_DOCUMENTS,
        key="back_to_documents",
        type="tertiary",
        icon=":material/arrow_back:",
        on_click=tab_state.open_documents,
    )
    try:
        document = assistant.documents.get(opened.document_key)
    except DocumentNotFound:
        st.title(texts.DOCUMENT_GONE, anchor=False)
        st.markdown(texts.DOCUMENT_GONE_WHY)
        return
    st.set_page_config(page_title=f"{document.name} · {texts.NAME}")
    st.title(safe_markdown.literal(document.name), anchor=False)
    _opened(assistant, document.document_key)
    external_changes.watch(assistant)


def draw_in_panel(assistant: Assistant, document_key: int, number: int, branch: str) -> None:
    """Draw the content of one version of a document, and a button to the whole document."""
    try:
        document = assistant.documents.get(document_key)
    except DocumentNotFound:
        st.info(texts.DOCUMENT_GONE_WHY)
        return
    st.markdown(f"**{safe_markdown.literal(document.name)}**")
    st.caption(texts.DOCUMENT_VERSION.format(number=number))
    whole = assistant.documents.read(document, number, branch=branch)
    content_tree.draw(whole.content, name=document.name, of=document.name)
    st.button(
        texts.OPEN_IN_DOCUMENTS,
        key="to_document_beside",
        icon=":material/description:",
        on_click=_open,
        args=(document_key, number, branch),
    )


def _open(document_key: int, number: int, branch: str) -> None:
    side_panel.forget()
    tab_state.open_document(document_key, number, branch=branch)
    st.rerun()


@st.fragment
def _opened(assistant: Assistant, document_key: int) -> None:
    """Draw everything that depends on the document and its open version."""
    opened = tab_state.opened_document()
    if opened is None or opened.document_key != document_key:  # the whole page comes next
        return
    with error_display.guarded("document"):
        document = assistant.documents.get(document_key)
        _take_file(assistant, document)
        document = assistant.documents.get(document_key)
        external_changes.set_document_drawn(assistant, document)
        branches = assistant.documents.branches(document)
        branch = next((each for each in branches if each.name == opened.branch), None)
        if branch is None:
            st.warning(texts.NO_BRANCH.format(name=safe_markdown.literal(opened.branch)))
            branch = branches[0]
        number = min(opened.version or branch.version, branch.version)
        (version,) = assistant.documents.history(
            document, branch=branch.name, before=number + 1, limit=1
        )
        at = OpenVersion(document, branch, version, branches)
        _head(assistant, at)
        _parts(assistant, at)


def _take_file(assistant: Assistant, document: Document) -> None:
    """Save outside changes to the bound file; show the error if that fails."""
    if not document.file_path or document.access != "owner":
        return
    try:
        assistant.documents.sync(document)
    except TidemarkError as error:
        with st.container(key="document_file_error"):
            st.warning(safe_markdown.literal(error_display.error_text(error)))


def _head(assistant: Assistant, at: OpenVersion) -> None:
    with st.container(key="document_head", gap="xsmall"):
        st.caption(_facts_text(assistant, at))
        if len(at.branches) > 1:
            names = [each.name for each in at.branches]
            st.selectbox(
                texts.DOCUMENT_BRANCH,
                names,
                index=names.index(at.branch.name),
                format_func=open_version.branch_text,
                key=f"branch_of_{at.name}",
                width=320,
                on_change=lambda: open_version.show_version(
                    at, None, branch=str(st.session_state[f"branch_of_{at.name}"])
                ),
            )
        if at.is_newest:
            return
        st.info(texts.OLD_DOCUMENT_VERSION.format(number=at.number, newest=at.branch.version))
        with st.container(horizontal=True, gap="small"):
            st.button(
                texts.SHOW_NEWEST,
                key="show_newest_version",
                on_click=open_version.show_version,
                args=(at, None),
            )
            if at.can_edit and not at.version.is_pruned:
                st.button(
                    texts.GO_BACK_TO_VERSION.format(number=at.number),
                    key="roll_back",
                    icon=":material/history:",
                    on_click=open_version.roll_back,
                    args=(assistant, at, at.number),
                )


def _facts_text(assistant: Assistant, at: OpenVersion) -> str:
    document, version = at.document, at.version
    ago = dates.ago(version.created_at, assistant.now(), tab_state.time_zone())
    facts = [
        texts.DOCUMENT_VERSION.format(number=at.number),
        texts.MADE_BY.format(person=open_version.author_text(assistant, version), ago=ago),
    ]
    if document.access != "owner":
        facts.append(texts.named("DOCUMENT_ACCESS")[document.access])
        facts.append(texts.SHARED_BY.format(person=document.owner))
    elif document.session_id is None:
        facts.append(texts.OF_THE_NOTEBOOK)
    elif document.session_id == tab_state.chat_id():
        facts.append(texts.OF_THIS_CHAT)
    if document.has_schema:
        facts.append(texts.HAS_SCHEMA)
    if document.file_path:
        facts.append(texts.BOUND_TO.format(path=document.file_path))
    return safe_markdown.literal(" · ".join(facts))


def _parts(assistant: Assistant, at: OpenVersion) -> None:
    names = texts.named("DOCUMENT_PARTS")
    key = open_version.part_key(at.document.document_key)
    st.session_state.setdefault(key, "content")
    chosen = st.segmented_control(
        texts.DOCUMENT_PART,
        [*_PARTS],
        format_func=names.__getitem__,
        key=key,
        required=True,
        label_visibility="collapsed",
    )
    with (
        st.container(key=f"document_part_{chosen}"),
        error_display.guarded(f"document_{chosen}"),
    ):
        if at.version.is_pruned and chosen in _WITH_CONTENT:
            st.markdown(texts.VERSION_PRUNED_EXPLAINED)
        else:
            _PARTS[str(chosen)](assistant, at)


def _content(assistant: Assistant, at: OpenVersion) -> None:
    whole = assistant.documents.read(at.document, at.number, branch=at.branch.name)
    if at.can_edit and at.is_newest:
        tree_editing.draw(assistant, at, whole.content)
    else:
        content_tree.draw(whole.content, name=at.document.name, of=at.name)


_WITH_CONTENT = ("content", "text")
_PARTS: Mapping[str, Callable[[Assistant, OpenVersion], None]] = {
    "content": _content,
    "text": json_editor.draw,
    "history": version_history.draw,
    "compare": comparison.draw,
    "branches": document_branches.draw,
    "setup": document_setup.draw,
}
