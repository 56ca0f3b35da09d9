"""Folds of a chat: the dividers under folded messages, undo and redo, and the next fold.

A fold moves messages into a summary.  It is triggered when the budget is exceeded, or by the person
at the meter.
"""

import html
import re
from collections.abc import Callable, Sequence

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.i18n import error_messages
from tidemark.runtime.events import Failed, Stopped, Summarised
from tidemark.schema import Message, Summary
from tidemark.schema.folds import LostSentence
from tidemark.services.fold_history import FoldOutlook
from tidemark.services.fold_on_request import FoldForecast
from tidemark.ui import error_display, streamlit_internals, tab_state
from tidemark.ui.chat import summaries
from tidemark.ui.chat.token_meter import percent
from tidemark.ui.chat.turn_progress import TurnProgress
from tidemark.ui.components import safe_markdown, side_panel, toasts
from tidemark.ui.i18n import texts

LOSSES = "losses"  # in the panel next to the chat
METER_POPOVER = "meter_parts"  # the key of the popover over the meter
_WORDS_A_TOKEN = 0.75  # in English; fewer in other languages


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
    """Draw the effect of the next fold and its button, disabled if the session ``is_busy``."""
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
        becomes.format(
            before=percent(found.context, found.threshold),
            after=percent(found.context_at_most, found.threshold),
        ),
        when.format(most=found.most_messages),
    )
    return f"{head}\n\n" + " ".join(told)


def undo_button(assistant: Assistant, session_id: str, fold: tab_state.LastFold) -> None:
    """Draw the button that undoes ``fold``, the one shown on the meter."""
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
    """Return whether a fold is running in a chat; announce the end of one that has ended.

    A stored fold reruns the whole page, because it covers messages further up.  ``tail`` reads the
    messages from the last question on, and is called only in that case.
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


def line_key(fold: Summary) -> str:
    """Return the key of the line that ``fold`` draws across the chat."""
    return f"undone_{fold.id}" if fold.withdrawn_at is not None else f"fold_{fold.id}"


def outlook_text(outlook: FoldOutlook) -> str:
    """Return what undoing or redoing a fold changes, and whether the next message folds again."""
    is_undo = outlook.action == "undo"
    explained = texts.plural("UNDO_EXPLAINED" if is_undo else "REDO_EXPLAINED", outlook.messages)
    context = texts.CONTEXT_BECOMES.format(
        before=percent(outlook.context_before, outlook.threshold),
        after=percent(outlook.context, outlook.threshold),
    )
    if outlook.folds_next:
        then = texts.FOLDS_AGAIN if is_undo else texts.FOLDS_STILL
    else:
        then = texts.FOLDS_LATER.format(words=round(outlook.room_tokens * _WORDS_A_TOKEN))
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
    with st.container(gap=None):
        with st.container(key=line_key(fold)):
            form = "UNDONE_LINE" if is_undone else "FOLD_LINE"
            st.markdown(texts.plural(form, last - first + 1, first=first, last=last))
        with st.container(
            key=f"of_fold_{fold.id}", horizontal=True, horizontal_alignment="center", gap="small"
        ):
            if not is_undone:
                _details_button(texts.SUMMARY, "read_summary", fold, _show_summary)
                _details_button(texts.LOSSES, "losses", fold, _show_losses)
            _undo_popover(assistant, fold)
        if not is_undone and tab_state.is_opened_at(fold.session_id, line_key(fold)):
            with st.container(key="sample_here"):  # nothing else opens a chat at its tide line
                st.caption(texts.SAMPLE_HERE)


def _details_button(
    name: str, key: str, fold: Summary, show: Callable[[Summary, str], None]
) -> None:
    """Draw a button that shows details of ``fold`` next to the chat."""
    opener = f"{key}_{fold.id}"
    st.button(name, key=opener, type="tertiary", on_click=show, args=(fold, opener))


def _show_summary(fold: Summary, opener: str) -> None:
    st.session_state[f"summary_{fold.id}"] = True  # its expander
    side_panel.show(summaries.BESIDE, fold.session_id, opener=opener)


def _show_losses(fold: Summary, opener: str) -> None:
    side_panel.toggle(LOSSES, fold.session_id, fold.id, opener=opener)


def draw_losses(assistant: Assistant, session_id: str, fold_id: int) -> None:
    """Draw the facts that the summary of a fold left out."""
    lost = assistant.fold_history.losses(session_id, fold_id)
    st.text(texts.SAVED.format(before=lost.tokens_before, after=lost.tokens_after))
    if not lost.sentences:
        st.text(texts.NOTHING_LOST)
        return
    st.caption(texts.LOST_STAYS)
    ids = list(dict.fromkeys(each.message_id for each in lost.sentences))
    for message in assistant.sessions.messages(session_id, ids):
        said = [each for each in lost.sentences if each.message_id == message.id]
        with st.container(key=f"lost_{message.id}", gap=None):
            st.html(_lost_html(said))
            st.button(
                texts.SAID_IN.format(who=_speaker(message), number=message.position + 1),
                key=f"to_lost_{message.id}",
                type="tertiary",
                icon=":material/arrow_upward:",
                on_click=_show_message,
                args=(message,),
            )


def _lost_html(sentences: Sequence[LostSentence]) -> str:
    """Return sentences of one message as HTML, with the words missing from the summary marked."""
    return f'<p class="lost">{" … ".join(map(_marked, sentences))}</p>'


def _marked(sentence: LostSentence) -> str:
    longest_first = sorted(map(re.escape, sentence.words), key=len, reverse=True)
    parts = re.split(rf"(?<!\w)({'|'.join(longest_first)})(?!\w)", sentence.text)
    return "".join(
        f"<mark>{html.escape(part)}</mark>" if part in sentence.words else html.escape(part)
        for part in parts
    )


def _speaker(message: Message) -> str:
    return texts.YOU if message.role == "user" else texts.NAME


def _show_message(message: Message) -> None:
    tab_state.show_message(message)
    st.rerun()


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
    toasts.show_after_rerun(said.format(share=percent(outlook.context, outlook.threshold)))
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
    """Start a fold and say so, or say why there is none; call it from callbacks only."""
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
    told = texts.UNDONE.format(share=percent(outlook.context, outlook.threshold))
    st.session_state["says"] = told
    toasts.show_after_rerun(told)
    st.rerun()
