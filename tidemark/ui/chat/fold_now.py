"""A fold at the person's wish: what it would do, the button that begins it, the way back."""

from collections.abc import Callable, Sequence

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.i18n import error_messages
from tidemark.runtime.events import Failed, Stopped, Summarised
from tidemark.schema import Message
from tidemark.schema.folds import FoldForecast
from tidemark.ui import error_display, tab_state
from tidemark.ui.chat.turn_progress import Progress
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts

PARTS = "meter_parts"  # what opens over the meter


def forecast(assistant: Assistant, session_id: str, *, is_busy: bool) -> None:
    """Draw what the next fold would do, and the button that does it, unless one ``is_busy``."""
    with st.container(key="next_fold", gap="small"), error_display.shown("next_fold"):
        found = assistant.folding.forecast(session_id)
        st.markdown(words(found))
        if found.messages:
            st.button(
                texts.FOLD_NOW,
                key="fold_now",
                icon=":material/compress:",
                disabled=is_busy,
                on_click=_begin,
                args=(assistant, session_id),
            )


def words(found: FoldForecast) -> str:
    """Say which messages the next fold takes in, when it comes, and how small it gets."""
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
        when.format(room=found.room_tokens),
    )
    return f"{head}\n\n" + " ".join(told)


def undo_button(assistant: Assistant, session_id: str, fold: tab_state.KeptFold) -> None:
    """Draw the way back from the ``fold`` the meter tells of."""
    st.button(
        texts.UNDO,
        key="undo_last_fold",
        type="tertiary",
        icon=":material/undo:",
        help=texts.UNDO_FOLD,
        on_click=_undo,
        args=(assistant, session_id, fold),
    )


def settle(
    assistant: Assistant, session_id: str | None, tail: Callable[[], Sequence[Message]]
) -> bool:
    """Return whether messages of a chat are being folded; of a fold that ended, tell its end.

    After one that was kept, all is drawn anew, for messages above it are in a summary now.
    ``tail`` gives the last question and what follows, and is read then alone.
    """
    if session_id is None:
        return False
    run = assistant.folding.under_way(session_id)
    if run is not None:
        tab_state.await_fold(run)
        return True
    over = tab_state.awaited_fold(session_id)
    if over is None:
        return False
    tab_state.await_fold(None)
    progress = Progress.of(over.so_far())
    if isinstance(progress.last, Stopped | Failed):
        _tell_why_not(progress.last)
    elif progress.fold is not None and (said := tail()):
        _tell(progress.fold, said[0].id)
        st.rerun()
    return False


def _tell(fold: Summarised, question_id: int) -> None:
    tab_state.keep_fold(tab_state.KeptFold.of(fold, question_id))
    st.session_state["says"] = texts.FOLDED.format(count=fold.folded.messages)


def _tell_why_not(last: Stopped | Failed) -> None:
    told = texts.FOLD_STOPPED
    if isinstance(last, Failed):
        told = error_messages.of_failure(last.failure, texts.language()) or last.reason
    st.session_state["says"] = told
    st.toast(safe_markdown.literal(told))


def _begin(assistant: Assistant, session_id: str) -> None:
    try:
        tab_state.await_fold(assistant.folding.begin(session_id))
    except TidemarkError as error:
        error_display.toast(error)
        return
    st.session_state[PARTS] = False
    st.session_state["says"] = texts.FOLDING


def _undo(assistant: Assistant, session_id: str, fold: tab_state.KeptFold) -> None:
    try:
        outlook = assistant.fold_history.undo_all_of(session_id, fold.fold_id, fold.from_index)
    except TidemarkError as error:
        error_display.toast(error)
        return
    tab_state.keep_fold(None)
    told = texts.UNDONE.format(context=outlook.context, threshold=outlook.threshold)
    st.session_state["says"] = told
    st.toast(told)
    st.rerun()
