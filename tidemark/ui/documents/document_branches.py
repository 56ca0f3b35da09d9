"""The branches of a document: created, opened, and merged with a choice for each conflict."""

import streamlit as st

from assistant import Assistant
from tidemark.documents import patches
from tidemark.schema.documents import DocumentBranch, NewVersion, Side
from tidemark.ui import tab_state
from tidemark.ui.components import safe_markdown
from tidemark.ui.documents import comparison, conflicts, open_version
from tidemark.ui.documents.open_version import OpenVersion
from tidemark.ui.i18n import dates, texts

_NAME_CHARS = 60


def draw(assistant: Assistant, at: OpenVersion) -> None:
    """Draw the branches, and the actions on the open one."""
    with st.container(key="document_branches", gap="small"):
        for branch in at.branches:
            _row(assistant, at, branch)
        if not at.can_edit:
            return
        if len(at.branches) > 1:
            _merge(assistant, at)
        _new(assistant, at)


def _row(assistant: Assistant, at: OpenVersion, branch: DocumentBranch) -> None:
    facts = [texts.plural("DOCUMENT_VERSIONS", branch.version)]
    if branch.from_branch:
        facts.append(
            texts.BEGAN_WITH.format(
                branch=open_version.branch_text(branch.from_branch), number=branch.from_version
            )
        )
    ago = dates.ago(branch.updated_at, assistant.now(), tab_state.time_zone())
    facts.append(texts.DOCUMENT_CHANGED.format(ago=ago))
    if branch.name == at.branch.name:
        facts.append(texts.IS_OPEN_BRANCH)
    with st.container(gap=None):
        st.button(
            safe_markdown.literal(open_version.branch_text(branch.name)),
            key=f"show_branch_{branch.name}",
            type="tertiary",
            icon=":material/account_tree:",
            on_click=open_version.show_version,
            args=(at, None),
            kwargs={"branch": branch.name},
        )
        st.caption(safe_markdown.literal(" · ".join(facts)))


def _new(assistant: Assistant, at: OpenVersion) -> None:
    with st.form("new_branch", border=False, clear_on_submit=True):
        st.header(texts.NEW_BRANCH, anchor=False)
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            st.text_input(texts.BRANCH_NAME, key="branch_name", max_chars=_NAME_CHARS)
            st.form_submit_button(
                texts.BEGIN_BRANCH, key="begin_branch", on_click=_begin, args=(assistant, at)
            )
        shown = safe_markdown.literal(open_version.branch_text(at.branch.name))
        st.caption(texts.BRANCH_EXPLAINED.format(branch=shown, number=at.number))


def _begin(assistant: Assistant, at: OpenVersion) -> None:
    name = " ".join(str(st.session_state["branch_name"]).split())
    if not name:
        return
    begun = open_version.attempt(
        lambda: assistant.documents.branch(
            at.document, name, from_branch=at.branch.name, from_version=at.number
        ),
        texts.BRANCH_BEGUN.format(branch=name),
    )
    if begun:
        open_version.show_version(at, None, branch=name)


def _merge(assistant: Assistant, at: OpenVersion) -> None:
    shown = open_version.branch_text(at.branch.name)
    st.header(safe_markdown.literal(texts.MERGE_INTO.format(branch=shown)), anchor=False)
    others = [each.name for each in at.branches if each.name != at.branch.name]
    chosen = st.selectbox(
        texts.MERGE_BRANCH,
        others,
        index=None,
        format_func=open_version.branch_text,
        placeholder=texts.MERGE_PICK,
        key=f"merge_{at.name}",
        width=320,
    )
    if not chosen:
        return
    documents, into = assistant.documents, at.branch.name
    with st.container(key="merging", gap="small"):
        found = documents.merging(at.document, chosen, into=into).conflicts
        choices = conflicts.draw(
            found,
            (shown, open_version.branch_text(chosen)),
            of=f"{at.name}_{chosen}_{at.branch.version}",
        )
        merged = documents.merging(at.document, chosen, into=into, choices=choices)
        ours = documents.read(at.document, branch=into).content
        changes = patches.changes(ours, patches.between(ours, merged.content))
        if changes or not merged.conflicts:
            st.markdown(f"**{texts.MERGE_CHANGES.format(branch=safe_markdown.literal(shown))}**")
            comparison.draw_changes(changes)
        st.button(
            texts.MERGE_DO,
            key="merge_do",
            type="primary",
            icon=":material/merge:",
            disabled=bool(merged.conflicts),
            on_click=_store,
            args=(assistant, at, chosen, choices),
        )


def _store(assistant: Assistant, at: OpenVersion, chosen: str, choices: dict[str, Side]) -> None:
    told = NewVersion(summary=texts.MERGED.format(branch=open_version.branch_text(chosen)))
    open_version.attempt(
        lambda: assistant.documents.merge(
            at.document,
            chosen,
            into=at.branch.name,
            choices=choices,
            expected=at.branch.version,
            new=told,
        ),
        texts.VERSION_MADE.format(number=at.branch.version + 1),
    )
    st.session_state[f"merge_{at.name}"] = None
