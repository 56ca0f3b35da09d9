"""The page Documents: their list with a search, first steps, and removed documents."""

import math
from collections.abc import Iterator, Sequence
from functools import partial

import streamlit as st

from assistant import Assistant
from tidemark.errors import UserError
from tidemark.schema.documents import Document
from tidemark.ui import error_display, tab_state
from tidemark.ui.components import back_link, pager, removed, safe_markdown
from tidemark.ui.components.removed import Removed
from tidemark.ui.documents import creation, document_setup, opened_document
from tidemark.ui.i18n import dates, texts

_PAGE = 20  # documents drawn at a time
_PAGE_AT, _SOUGHT = "documents_page", "find_document"


def draw(assistant: Assistant) -> None:
    """Draw the list of documents, or the document that the URL names."""
    with st.container(key="documents", gap="small"):
        if (opened := tab_state.opened_document()) is not None:
            opened_document.draw(assistant, opened)
            return
        st.set_page_config(page_title=f"{texts.DOCUMENTS} · {texts.NAME}")
        back_link.draw(tab_state.chat_id())
        st.title(texts.DOCUMENTS, anchor=False)
        st.caption(texts.DOCUMENTS_EXPLAINED)
        with error_display.guarded("documents"):
            _listed(assistant)


@st.fragment
def _listed(assistant: Assistant) -> None:
    _removed_note(assistant)
    creation.draw_buttons()
    creation.draw_dialog(assistant)
    documents = assistant.documents
    own, shared = documents.list_all(), documents.shared_with_me()
    if not own and not shared:
        with st.container(key="no_documents"):
            st.header(texts.NO_DOCUMENTS, anchor=False)
            st.markdown(texts.NO_DOCUMENTS_YET)
    else:
        sought = st.text_input(
            texts.FIND_DOCUMENT,
            key=_of_notebook(_SOUGHT),
            placeholder=texts.FIND_DOCUMENT,
            label_visibility="collapsed",
            icon=":material/search:",
        )
        _rows(assistant, _matching((*own, *shared), sought))
    removed.trash(
        "document",
        texts.REMOVED_DOCUMENTS,
        assistant.sessions.trash_days,
        document_setup.REMOVED,
        lambda: _removed(assistant),
    )


def _matching(found: Sequence[Document], sought: str) -> tuple[Document, ...]:
    """Return the documents whose name contains every word ``sought``, this chat's first."""
    words = sought.casefold().split()
    chat = tab_state.chat_id()
    named = (each for each in found if all(word in each.name.casefold() for word in words))
    return tuple(sorted(named, key=lambda each: _place(each, chat)))


def _place(document: Document, chat: str | None) -> int:
    if document.access != "owner":
        return 3
    if document.session_id is None:
        return 1
    return 0 if document.session_id == chat else 2


def _rows(assistant: Assistant, found: Sequence[Document]) -> None:
    if not found:
        st.caption(texts.NO_DOCUMENT_NAMED)
        return
    pages = math.ceil(len(found) / _PAGE)
    at = min(int(st.session_state.get(_of_notebook(_PAGE_AT), 0)), pages - 1)
    chat = tab_state.chat_id()
    heading = None
    for document in found[at * _PAGE : (at + 1) * _PAGE]:
        if (place := _place(document, chat)) != heading:
            heading = place
            st.header(list(texts.named("DOCUMENTS_IN").values())[place], anchor=False)
        _row(assistant, document)
    if pages > 1:
        pager.draw(
            "documents",
            at + 1,
            pages,
            texts.SOURCES_SHOWN.format(
                first=at * _PAGE + 1,
                last=min((at + 1) * _PAGE, len(found)),
                of=len(found),
            ),
            on_step=_turn_page,
        )


def _turn_page(page: int) -> None:
    st.session_state[_of_notebook(_PAGE_AT)] = page - 1


def _row(assistant: Assistant, document: Document) -> None:
    key = document.document_key
    with st.container(key=f"document_{key}", gap=None):
        st.button(
            safe_markdown.literal(document.name),
            key=f"show_document_{key}",
            type="tertiary",
            icon=":material/description:",
            on_click=_open,
            args=(key,),
        )
        st.caption(_facts_text(assistant, document))


def _facts_text(assistant: Assistant, document: Document) -> str:
    """Return the versions, branches and last change of a document on one line."""
    facts = [texts.plural("DOCUMENT_VERSIONS", document.version)]
    if document.branches > 1:
        facts.append(texts.plural("DOCUMENT_BRANCHES", document.branches))
    if document.has_schema:
        facts.append(texts.HAS_SCHEMA)
    if document.access != "owner":
        facts.append(texts.named("DOCUMENT_ACCESS")[document.access])
        facts.append(texts.SHARED_BY.format(person=safe_markdown.literal(document.owner)))
    ago = dates.ago(document.updated_at, assistant.now(), tab_state.time_zone())
    facts.append(texts.DOCUMENT_CHANGED.format(ago=ago))
    if document.access == "owner" and document.session_id not in (None, tab_state.chat_id()):
        try:
            title = assistant.sessions.get(str(document.session_id)).title
        except UserError:  # its chat is in the trash
            title = texts.IN_TRASHED_CHAT
        facts.append(safe_markdown.literal(title))
    return " · ".join(facts)


def _open(document_key: int) -> None:
    tab_state.open_document(document_key)
    st.rerun()


def _removed_note(assistant: Assistant) -> None:
    gone: Document | None = st.session_state.get(document_setup.REMOVED)
    if gone is None:
        return
    removed.note(
        "document",
        texts.DOCUMENT_REMOVED.format(name=gone.name),
        document_setup.REMOVED,
        partial(assistant.documents.restore, gone) if assistant.sessions.trash_days else None,
    )


def _removed(assistant: Assistant) -> Iterator[Removed]:
    for each in assistant.documents.trashed():
        restore = partial(assistant.documents.restore, each)
        yield Removed(each.document_key, each.name, restore)


def _of_notebook(key: str) -> str:
    return f"{key}_{tab_state.notebook_id()}"
