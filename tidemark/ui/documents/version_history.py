"""The history of a branch, page by page: author, reason, time and message of each version."""

import math

import streamlit as st

from assistant import Assistant
from tidemark.schema.documents import DocumentVersion
from tidemark.ui import tab_state
from tidemark.ui.chat import cited_messages
from tidemark.ui.components import pager, safe_markdown
from tidemark.ui.documents import comparison, open_version
from tidemark.ui.documents.open_version import OpenVersion
from tidemark.ui.i18n import dates, texts

_PAGE = 15  # versions drawn at a time


def draw(assistant: Assistant, at: OpenVersion) -> None:
    """Draw the versions of the open branch, newest first."""
    pages = math.ceil(at.branch.version / _PAGE)
    page = min(int(st.session_state.get(_page_key(at), 1)), pages)
    before = at.branch.version + 1 - (page - 1) * _PAGE
    found = assistant.documents.history(
        at.document, branch=at.branch.name, before=before, limit=_PAGE
    )
    with st.container(key="document_history", gap="small"):
        for version in found:
            _row(assistant, at, version)
        if pages > 1:
            pager.draw(
                "history",
                page,
                pages,
                texts.SOURCES_SHOWN.format(
                    first=before - 1,
                    last=found[-1].version,
                    of=at.branch.version,
                ),
                on_step=lambda to: st.session_state.update({_page_key(at): to}),
            )


def _page_key(at: OpenVersion) -> str:
    return f"history_page_{at.name}"


def _row(assistant: Assistant, at: OpenVersion, version: DocumentVersion) -> None:
    number = version.version
    with st.container(
        key=f"version_{number}",
        horizontal=True,
        vertical_alignment="center",
        gap="small",
        wrap=False,
    ):
        with st.container(gap=None, width="stretch"):
            st.button(
                f"{number} · {safe_markdown.literal(open_version.summary_text(version))}",
                key=f"show_version_{number}",
                type="tertiary",
                on_click=_show,
                args=(at, number),
            )
            st.caption(_facts_text(assistant, version))
            if version.message_id is not None:
                st.button(
                    texts.VERSION_MESSAGE,
                    key=f"version_message_{number}",
                    type="tertiary",
                    icon=":material/chat:",
                    on_click=cited_messages.show_message,
                    args=(assistant, version.message_id),
                )
        if deeds := _deeds(at, version):
            st.menu_button(
                texts.MENU_OF.format(title=texts.DOCUMENT_VERSION.format(number=number)),
                options=deeds,
                format_func=texts.named("VERSION_DEEDS").__getitem__,
                key=f"version_menu_{number}",
                type="tertiary",
                icon=":material/more_horiz:",
                on_click=_chosen,
                args=(assistant, at, number),
            )


def _deeds(at: OpenVersion, version: DocumentVersion) -> list[str]:
    if version.is_pruned:
        return []
    is_newest = version.version == at.branch.version
    compared = (["before"] if version.version > 1 else []) + ([] if is_newest else ["newest"])
    return [*compared, *([] if is_newest or not at.can_edit else ["back"])]


def _facts_text(assistant: Assistant, version: DocumentVersion) -> str:
    facts = [
        safe_markdown.literal(open_version.author_text(assistant, version)),
        dates.moment(version.created_at, tab_state.time_zone()),
    ]
    if version.operations:
        facts.append(texts.plural("DOCUMENT_CHANGED_PLACES", version.operations))
    if version.is_pruned:
        facts.append(texts.VERSION_PRUNED)
    return " · ".join(facts)


def _show(at: OpenVersion, number: int) -> None:
    open_version.show_part(at.document.document_key, "content")
    open_version.show_version(at, number)


def _chosen(assistant: Assistant, at: OpenVersion, number: int) -> None:
    match st.session_state[f"version_menu_{number}"]:
        case "before":
            comparison.compare(at, number - 1, number)
        case "newest":
            comparison.compare(at, number, at.branch.version)
        case "back":
            open_version.roll_back(assistant, at, number)
