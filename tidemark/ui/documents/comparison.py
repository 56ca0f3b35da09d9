"""Comparison of two versions of a document: in words, and side by side."""

from collections.abc import Sequence

import streamlit as st

from assistant import Assistant
from tidemark.i18n import code_texts
from tidemark.schema.documents import DocumentChange, VersionContent
from tidemark.ui.components import safe_markdown
from tidemark.ui.documents import open_version, side_by_side_html
from tidemark.ui.documents.open_version import OpenVersion
from tidemark.ui.i18n import texts

_MOST_WORDS = 50  # changes listed in words; side by side shows all


def compare(at: OpenVersion, before: int, after: int) -> None:
    """Show a comparison of two versions of the open branch; call it from callbacks only."""
    keys = _keys(at)
    st.session_state[keys[0]], st.session_state[keys[1]] = before, after
    for key in keys[2:]:
        st.session_state[key] = at.branch.name
    open_version.show_part(at.document.document_key, "compare")


def draw(assistant: Assistant, at: OpenVersion) -> None:
    """Draw the choice of two versions, and the changes from the first to the second."""
    versions = {each.name: each.version for each in at.branches}
    keys = _keys(at)
    usual = max(at.branch.version - 1, 1), at.branch.version
    chosen = []
    for side, name in enumerate((texts.COMPARE_FROM, texts.COMPARE_TO)):
        with st.container(key=f"compare_{side}", horizontal=True, gap="small"):
            branch = at.branch.name
            if len(versions) > 1:
                branch = _branch_choice(name, list(versions), keys[2 + side], branch)
            most = versions[branch]
            held = int(st.session_state.get(keys[side], usual[side]))
            st.session_state[keys[side]] = min(held, most)
            number = st.number_input(name, min_value=1, max_value=most, key=keys[side], width=150)
            chosen.append((branch, int(number)))
    (from_branch, before), (to_branch, after) = chosen
    diff = assistant.documents.diff(
        at.document, before, after, branch=from_branch, to_branch=to_branch
    )
    with st.container(key="compared", gap="small"):
        draw_changes(diff.changes)
        if diff.changes:
            one, other = (
                assistant.documents.read(at.document, each.version, branch=each.branch)
                for each in (diff.from_version, diff.to_version)
            )
            titles = [_title(each, has_branches=len(versions) > 1) for each in (one, other)]
            st.html(side_by_side_html.of(one.content, other.content, *titles))


def draw_changes(changes: Sequence[DocumentChange]) -> None:
    """Draw ``changes`` in words, one a line."""
    if not changes:
        st.markdown(texts.VERSIONS_ARE_SAME)
        return
    lines = (
        code_texts.document_change_text(each, texts.language()) for each in changes[:_MOST_WORDS]
    )
    st.markdown("\n".join(f"- {safe_markdown.literal(line)}" for line in lines))
    if len(changes) > _MOST_WORDS:
        st.caption(texts.plural("MORE_CHANGES", len(changes) - _MOST_WORDS))


def _branch_choice(name: str, names: list[str], key: str, usual: str) -> str:
    if st.session_state.get(key) not in names:
        st.session_state[key] = usual
    label = texts.COMPARE_BRANCH.format(which=name)
    shown = open_version.branch_text
    return str(st.selectbox(label, names, format_func=shown, key=key, width=190))


def _title(whole: VersionContent, *, has_branches: bool) -> str:
    version = whole.version
    if not has_branches:
        return texts.DOCUMENT_VERSION.format(number=version.version)
    shown = open_version.branch_text(version.branch)
    return texts.VERSION_OF_BRANCH.format(number=version.version, branch=shown)


def _keys(at: OpenVersion) -> list[str]:
    """Return the keys of the two version numbers and of their branches."""
    names = "compare_from", "compare_to", "compare_from_branch", "compare_to_branch"
    return [f"{name}_{at.name}" for name in names]
