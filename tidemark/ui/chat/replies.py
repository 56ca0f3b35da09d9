"""The tools below a reply: copy, rating, versions and menu."""

from collections.abc import Sequence

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.schema import Message, ReplyRating
from tidemark.ui import error_display, streamlit_internals, tab_state
from tidemark.ui.chat import branches, cited_messages, pins
from tidemark.ui.components import message_buttons, safe_markdown, stepper
from tidemark.ui.i18n import texts

_OPINIONS, _ASKED_WHY = "opinions", "asked_why"
_REASON_CHARS = 500


def load_ratings(assistant: Assistant, said: Sequence[Message]) -> None:
    """Load the ratings of all replies among the messages ``said``, in one query."""
    known: dict[int, ReplyRating | None] = st.session_state.setdefault(_OPINIONS, {})
    unseen = [each.id for each in said if each.role == "assistant"]
    if unseen:
        found = assistant.replies.ratings(unseen)
        known.update({message_id: found.get(message_id) for message_id in unseen})


def versions(said: Sequence[Message], at: int) -> tuple[Message, ...]:
    """Return the replies to the question ``said[at]`` to choose from, if there are several.

    Incomplete replies are left out; once one of them is folded, there is no choice.
    """
    whole = []
    for message in said[at + 1 :]:
        if message.role == "user":
            break
        if message.metadata.partial is None:
            whole.append(message)
    if len(whole) < 2 or any(each.is_summarized for each in whole):
        return ()
    return tuple(whole)


def draw_tools(assistant: Assistant, message: Message, alternatives: Sequence[Message]) -> None:
    """Draw the tools of a reply; ``alternatives`` are its other versions."""
    opinion = st.session_state.get(_OPINIONS, {}).get(message.id)
    with st.container(key=f"tools_{message.id}", horizontal=True, gap=None, wrap=False):
        if message in alternatives:
            _versions(assistant, message, alternatives)
        branches.draw_switch(assistant, message)
        pins.draw_badge(message)
        message_buttons.reply_buttons(
            message.content,
            key=f"copy_{message.id}",
            menu=branches.menu(assistant, message),
            is_good=None if opinion is None else opinion.is_good,
            on_good=lambda: _rate(assistant, message, is_good=True),
            on_bad=lambda: _rate(assistant, message, is_good=False),
            cited=cited_messages.link_prefix(message) if message.metadata.citations else "",
            on_cited=lambda number: cited_messages.show(assistant, message, number),
        )
    _why(assistant, message, opinion)


def _versions(assistant: Assistant, message: Message, alternatives: Sequence[Message]) -> None:
    number = message.position + 1
    stepper.draw(
        f"answer_{message.id}",
        message.id,
        at=alternatives.index(message),
        count=len(alternatives),
        names=(
            texts.PREVIOUS_ANSWER.format(number=number),
            texts.NEXT_ANSWER.format(number=number),
        ),
        on_step=lambda other: _stand(assistant, alternatives[other]),
    )


def _why(assistant: Assistant, message: Message, opinion: ReplyRating | None) -> None:
    """Ask once for the reason of a new rating; draw a given reason."""
    if opinion is None:
        return
    if st.session_state.get(_ASKED_WHY) == message.id:
        st.text_input(
            texts.WHY_GOOD if opinion.is_good else texts.WHY_BAD,
            key=f"why_{message.id}",
            placeholder=texts.WHY_HINT,
            max_chars=_REASON_CHARS,
            on_change=_say_why,
            args=(assistant, message, opinion.is_good),
        )
    elif opinion.reason:
        with st.container(key=f"reason_{message.id}"):
            said = texts.REASON_GOOD if opinion.is_good else texts.REASON_BAD
            st.caption(said.format(reason=safe_markdown.literal(opinion.reason)))


def _rate(assistant: Assistant, message: Message, *, is_good: bool) -> None:
    """Store a rating; the same rating again removes it."""
    former = st.session_state[_OPINIONS].get(message.id)
    is_same = former is not None and former.is_good == is_good
    opinion: ReplyRating | None = None
    try:
        if is_same:
            assistant.replies.remove_rating(message.session_id, message.id)
        else:
            opinion = assistant.replies.rate(message.session_id, message.id, is_good=is_good)
    except TidemarkError as error:
        error_display.show_toast(error)
        return
    st.session_state[_OPINIONS][message.id] = opinion
    st.session_state[_ASKED_WHY] = None if is_same else message.id


def _say_why(assistant: Assistant, message: Message, is_good: bool) -> None:  # noqa: FBT001 - of a callback
    reason = str(st.session_state[f"why_{message.id}"] or "")
    try:
        opinion = assistant.replies.rate(
            message.session_id, message.id, is_good=is_good, reason=reason
        )
    except TidemarkError as error:
        error_display.show_toast(error)
        return
    st.session_state[_OPINIONS][message.id] = opinion
    st.session_state[_ASKED_WHY] = None
    streamlit_internals.toast(texts.REASON_KEPT)


def _stand(assistant: Assistant, other: Message) -> None:
    try:
        assistant.replies.choose(other.session_id, other.position)
    except TidemarkError as error:
        tab_state.set_notice(error_display.error_text(error))
    st.rerun()
