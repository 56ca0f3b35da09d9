"""Folds of a chat: the dividers under folded messages, undo and redo, and the next fold.

A fold takes messages into a summary.  It happens by itself when the budget is passed, or when the
person asks for it over the meter.
"""

from collections.abc import Callable, Sequence

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.i18n import error_messages
from tidemark.runtime.events import Failed, Stopped, Summarised
from tidemark.schema import Message, Summary
from tidemark.services.fold_history import FoldOutlook
from tidemark.services.fold_on_request import FoldForecast
from tidemark.ui import error_display, streamlit_internals, tab_state
from tidemark.ui.chat.turn_progress import TurnProgress
from tidemark.ui.components import safe_markdown, side_panel, toasts
from tidemark.ui.i18n import texts

METER_POPOVER = "meter_parts"  # the key of the popover over the meter


def by_last_position(
    assistant: Assistant, session_id: str, said: Sequence[Message]
) -> dict[int, list[Summary]]:
    """Return the folds to draw under the messages ``said``, by the position of their last message.

    An undone fold is included until its messages are folded again.
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


def draw_dividers(assistant: Assistant, folds: Sequence[Summary]) -> None:
    """Draw a divider for each of ``folds``, which end at the same message."""
    for fold in folds:
        _divider(assistant, fold)


def draw_forecast(assistant: Assistant, session_id: str, *, is_busy: bool) -> None:
    """Draw the effect of the next fold and its button, disabled while the session ``is_busy``."""
    with st.container(key="next_fold", gap="small"), error_display.guarded("next_fold"):
        found = assistant.folding.forecast(session_id)
        st.markdown(forecast_text(found))
        if found.messages:
            st.button(
                texts.FOLD_NOW,
                key="fold_now",
                icon=":material/compress:",
                disabled=is_busy,
                on_click=begin,
                args=(assistant, session_id),
            )


def forecast_text(found: FoldForecast) -> str:
    """Return which messages the next fold summarises, when it happens, and what it saves."""
    head = f"**{texts.NEXT_FOLD}**"
    if not found.messages:
        return f"{head}\n\n{texts.FOLD_NOTHING}"
    when = texts.FOLD_COMES if found.folds_next else texts.FOLD_COMES_PAST
    is_less = found.context_at_most < found.context
    becomes = texts.FOLD_BECOMES if is_less else texts.FOLD_BECOMES_LITTLE
    first, last = found.from_index + 1, found.to_index + 1
    told = (
        texts.plural("FOLD_TAKES", found.messages, first=first, last=last),
        becomes.format(before=found.context, after=found.context_at_most),
        when.format(room=found.room_tokens, most=found.most_messages),
    )
    return f"{head}\n\n" + " ".join(told)


def undo_button(assistant: Assistant, session_id: str, fold: tab_state.LastFold) -> None:
    """Draw the button that undoes ``fold``, which the meter shows."""
    st.button(
        texts.UNDO,
        key="undo_last_fold",
        type="tertiary",
        icon=":material/undo:",
        help=texts.UNDO_FOLD,
        on_click=_undo,
        args=(assistant, session_id, fold),
    )


def is_folding(
    assistant: Assistant, session_id: str | None, tail: Callable[[], Sequence[Message]]
) -> bool:
    """Return whether a fold is under way in a chat; announce the end of one that is over.

    A fold that was stored reruns the whole page, because messages further up are covered now.
    ``tail`` reads the messages from the last question on, and is called in that case alone.
    """
    if session_id is None:
        return False
    run = assistant.folding.under_way(session_id)
    if run is not None:
        tab_state.set_awaited_fold(run)
        return True
    over = tab_state.awaited_fold(session_id)
    if over is None:
        return False
    tab_state.set_awaited_fold(None)
    progress = TurnProgress.of(over.so_far())
    if isinstance(progress.last, Stopped | Failed):
        _announce_end(progress.last)
    elif progress.fold is not None and (said := tail()):
        _remember(progress.fold, said[0].id)
        st.rerun()
    return False


def outlook_text(outlook: FoldOutlook) -> str:
    """Return what undoing or redoing a fold changes, and whether the next message folds again."""
    is_undo = outlook.action == "undo"
    explained = texts.plural("UNDO_EXPLAINED" if is_undo else "REDO_EXPLAINED", outlook.messages)
    context = texts.CONTEXT_BECOMES.format(
        before=outlook.context_before, after=outlook.context, threshold=outlook.threshold
    )
    if outlook.folds_next:
        then = texts.FOLDS_AGAIN if is_undo else texts.FOLDS_STILL
    else:
        then = texts.FOLDS_LATER.format(room=outlook.room_tokens)
    waiting = texts.plural("CHANGES_WAIT", outlook.by_hand) if outlook.by_hand else ""
    return "\n\n".join(part for part in (explained, f"**{context}**", then, waiting) if part)


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
                _summary_button(fold)
                _losses(assistant, fold)
            _undo_popover(assistant, fold)


def _summary_button(fold: Summary) -> None:
    """Draw the button that opens the summary of a fold beside the chat."""
    if st.button(
        texts.SUMMARY,
        key=f"read_summary_{fold.id}",
        type="tertiary",
        icon=":material/right_panel_open:",
    ):
        st.session_state[f"summary_{fold.id}"] = True  # its expander
        side_panel.show(side_panel.SUMMARIES)
        st.rerun()


def _losses(assistant: Assistant, fold: Summary) -> None:
    """Draw the popover that lists what the summary left out, computed when it is opened."""
    opened = st.popover(texts.LOSSES, key=f"losses_{fold.id}", type="tertiary", on_change="rerun")
    if not opened.open:
        return
    with opened, error_display.guarded("losses"), st.container(gap="small"):
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


def _undo_popover(assistant: Assistant, fold: Summary) -> None:
    """Draw the popover that shows the effect of undo or redo, with its button."""
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
    with opened, error_display.guarded(key):
        outlook = assistant.fold_history.outlook(fold.session_id, fold.id)
        st.markdown(outlook_text(outlook))
        verb = assistant.fold_history.redo if is_undone else assistant.fold_history.undo
        sure = texts.REDO_FOLD if is_undone else texts.UNDO_FOLD
        confirm = f"{key}_confirm"
        if st.button(sure, key=confirm, type="primary"):
            _confirm(verb, fold)


def _confirm(verb: Callable[[str, int], FoldOutlook], fold: Summary) -> None:
    try:
        outlook = verb(fold.session_id, fold.id)
    except TidemarkError as error:
        st.warning(safe_markdown.literal(error_display.error_text(error)))
        return
    tab_state.set_last_fold(None)  # the meter no longer shows it
    said = texts.UNDONE if outlook.action == "undo" else texts.REDONE
    toasts.show_after_rerun(said.format(context=outlook.context, threshold=outlook.threshold))
    st.rerun()


def _remember(fold: Summarised, question_id: int) -> None:
    tab_state.set_last_fold(tab_state.LastFold.of(fold, question_id))
    st.session_state["says"] = texts.plural("FOLDED", fold.folded.messages)


def _announce_end(last: Stopped | Failed) -> None:
    told = texts.FOLD_STOPPED
    if isinstance(last, Failed):
        told = error_messages.of(last.error, texts.language())
    st.session_state["says"] = told
    streamlit_internals.toast(safe_markdown.literal(told))


def begin(assistant: Assistant, session_id: str) -> None:
    """Begin a fold and say so, or say why there is none; call it from callbacks only."""
    try:
        tab_state.set_awaited_fold(assistant.folding.begin(session_id))
    except TidemarkError as error:
        error_display.show_toast(error)
        return
    st.session_state[METER_POPOVER] = False
    st.session_state["says"] = texts.FOLDING


def _undo(assistant: Assistant, session_id: str, fold: tab_state.LastFold) -> None:
    try:
        outlook = assistant.fold_history.undo_all_of(session_id, fold.fold_id, fold.from_index)
    except TidemarkError as error:
        error_display.show_toast(error)
        return
    tab_state.set_last_fold(None)
    told = texts.UNDONE.format(context=outlook.context, threshold=outlook.threshold)
    st.session_state["says"] = told
    toasts.show_after_rerun(told)
    st.rerun()
