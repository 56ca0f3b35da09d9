"""Conflicts: places that two sides changed, shown side by side, with a choice for each."""

from collections.abc import Sequence

import streamlit as st

from tidemark.i18n import code_texts
from tidemark.schema.documents import Conflict, Side
from tidemark.ui.components import safe_markdown
from tidemark.ui.documents import side_by_side_html
from tidemark.ui.i18n import texts

_MOST_DRAWN = 20  # a single choice covers the rest


def draw(found: Sequence[Conflict], names: tuple[str, str], *, of: str) -> dict[str, Side]:
    """Draw the conflicts ``of`` two sides with these ``names``; return the choices, by path."""
    if not found:
        return {}
    choices: dict[str, Side] = {}
    st.markdown(texts.plural("CONFLICTS", len(found)))
    for number, each in enumerate(found[:_MOST_DRAWN]):
        with st.container(key=f"conflict_at_{number}", gap="xsmall"):
            place = safe_markdown.literal(code_texts.pointer_text(each.path, texts.language()))
            st.markdown(f"**{place}**")
            st.html(side_by_side_html.of(each.ours, each.theirs, *names, are_equals=True))
            are_lists = isinstance(each.ours, list) and isinstance(each.theirs, list)
            chosen = _choice(f"choice_{of}_{number}", place, names, can_be_both=are_lists)
            if chosen:
                choices[each.path] = chosen
    if rest := found[_MOST_DRAWN:]:
        words = texts.plural("CONFLICTS_LEFT", len(rest))
        if chosen := _choice(f"choice_{of}_rest", words, names, can_be_both=False):
            choices.update((each.path, chosen) for each in rest)
    return choices


def _choice(key: str, label: str, names: tuple[str, str], *, can_be_both: bool) -> Side | None:
    options: list[Side] = ["ours", "theirs", *(["both"] if can_be_both else [])]  # type: ignore[list-item]
    words = {"ours": names[0], "theirs": names[1], "both": texts.BOTH_SIDES}
    return st.radio(
        texts.WHICH_STAYS.format(place=label),
        options,
        index=None,
        format_func=words.__getitem__,
        key=key,
        horizontal=True,
    )
