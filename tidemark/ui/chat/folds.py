"""The lines where messages folded into a summary, and the way back from each."""

from collections.abc import Callable, Sequence

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.schema import Message, Summary
from tidemark.schema.folds import FoldOutlook
from tidemark.ui import error_display, tab_state
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts


def beneath(
    assistant: Assistant, session_id: str, said: Sequence[Message]
) -> dict[int, list[Summary]]:
    """Return the folds to be drawn under the messages ``said``, by the position each ends at.

    One that was undone is among them as long as its messages are not folded again.
    """
    if not said:
        return {}
    found = assistant.fold_history.all(session_id, said[0].position, said[-1].position)
    standing = [fold for fold in found if fold.withdrawn_at is None]
    under: dict[int, list[Summary]] = {}
    for fold in found:
        if fold in standing or not any(_overlap(fold, other) for other in standing):
            under.setdefault(fold.to_message_index, []).append(fold)
    return under


def dividers(assistant: Assistant, folds: Sequence[Summary]) -> None:
    """Draw the lines of ``folds`` that end at one message."""
    for fold in folds:
        _divider(assistant, fold)


def _overlap(one: Summary, other: Summary) -> bool:
    return (
        one.from_message_index <= other.to_message_index
        and other.from_message_index <= one.to_message_index
    )


@st.fragment
def _divider(assistant: Assistant, fold: Summary) -> None:
    is_undone = fold.withdrawn_at is not None
    first, last = fold.from_message_index + 1, fold.to_message_index + 1
    line = f"undone_{fold.id}" if is_undone else f"fold_{fold.id}"
    with st.container(gap=None):
        with st.container(key=line):
            form = "UNDONE_LINE" if is_undone else "FOLD_LINE"
            st.markdown(texts.plural(form, last - first + 1, first=first, last=last))
        with st.container(horizontal=True, horizontal_alignment="center", gap="small"):
            if not is_undone:
                _losses(assistant, fold)
            _way_back(assistant, fold)


def _losses(assistant: Assistant, fold: Summary) -> None:
    """Draw what opens the report of what the summary left out; it is made when it is opened."""
    opened = st.popover(texts.LOSSES, key=f"losses_{fold.id}", type="tertiary", on_change="rerun")
    if not opened.open:
        return
    with opened, error_display.shown("losses"), st.container(gap="small"):
        lost = assistant.fold_history.losses(fold.session_id, fold.id)
        st.text(texts.SAVED.format(before=lost.tokens_before, after=lost.tokens_after))
        kinds = {kind: getattr(lost, kind) for kind in texts.named("LOST")}
        if not any(kinds.values()):
            st.text(texts.NOTHING_LOST)
            return
        for kind, found in kinds.items():
            if found:
                with st.container(gap=None):
                    st.caption(texts.named("LOST")[kind])
                    st.text(", ".join(found))
        st.caption(texts.LOST_STAYS)


def _way_back(assistant: Assistant, fold: Summary) -> None:
    """Draw what opens the numbers, and then undoes or redoes the fold."""
    is_undone = fold.withdrawn_at is not None
    name, key = (texts.REDO, f"redo_{fold.id}") if is_undone else (texts.UNDO, f"undo_{fold.id}")
    opened = st.popover(
        name,
        key=key,
        type="tertiary",
        icon=":material/redo:" if is_undone else ":material/undo:",
        on_change="rerun",
    )
    if not opened.open:
        return
    with opened, error_display.shown(key):
        outlook = assistant.fold_history.outlook(fold.session_id, fold.id)
        st.markdown(words(outlook))
        verb = assistant.fold_history.redo if is_undone else assistant.fold_history.undo
        sure = texts.REDO_FOLD if is_undone else texts.UNDO_FOLD
        confirm = f"{key}_confirm"
        if st.button(sure, key=confirm, type="primary"):
            _do(verb, fold)


def words(outlook: FoldOutlook) -> str:
    """Say what the context will be, and whether the next message folds again."""
    is_undo = outlook.action == "undo"
    explained = texts.plural("UNDO_EXPLAINED" if is_undo else "REDO_EXPLAINED", outlook.messages)
    context = texts.CONTEXT_BECOMES.format(
        before=outlook.context_before, after=outlook.context, threshold=outlook.threshold
    )
    if outlook.folds_next:
        then = texts.FOLDS_AGAIN if is_undo else texts.FOLDS_STILL
    else:
        then = texts.FOLDS_LATER.format(room=outlook.room_tokens)
    waiting = texts.CHANGES_WAIT.format(count=outlook.by_hand) if outlook.by_hand else ""
    return "\n\n".join(part for part in (explained, f"**{context}**", then, waiting) if part)


def _do(verb: Callable[[str, int], FoldOutlook], fold: Summary) -> None:
    try:
        outlook = verb(fold.session_id, fold.id)
    except TidemarkError as error:
        st.warning(safe_markdown.literal(error_display.words(error)))
        return
    tab_state.keep_fold(None)  # what the meter told of it is over
    said = texts.UNDONE if outlook.action == "undo" else texts.REDONE
    st.toast(said.format(context=outlook.context, threshold=outlook.threshold))
    st.rerun()
