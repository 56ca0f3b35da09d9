"""The messages of a chat as they were said, and the lines where they folded into summaries."""

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tidemark.schema import Message, Summary
from tidemark.ui import (
    branches,
    components,
    folds,
    inspector,
    markup,
    replies,
    tab,
    texts,
    understood,
)
from tidemark.ui.verbs import Verbs


def draw(verbs: Verbs, session_id: str, said: Sequence[Message], *, has_earlier: bool) -> None:
    """Draw the messages ``said``, the way to earlier ones above, and the folds between them."""
    if has_earlier:
        st.button(
            texts.SHOW_EARLIER,
            key="show_earlier",
            type="tertiary",
            icon=":material/expand_less:",
            on_click=tab.widen,
            args=(session_id,),
        )
    _messages(verbs, said, folds.beneath(verbs, session_id, said))


def answers(said: Sequence[Message], at: int) -> Message | None:
    """Return the reply in force to the message ``said[at]``, if it is among them."""
    for message in said[at + 1 :]:
        if message.role == "user":
            return None
        if not message.is_retired:
            return message
    return None


def user_message(verbs: Verbs, message: Message, reply: Message | None) -> None:
    """Draw what the person wrote, letter by letter, and how it was understood."""
    with st.container(key=f"message_{message.id}", gap="xsmall"):
        if branches.is_edited(message):
            branches.editor(verbs, message)
            return
        words_of_user(message.content)
        with st.container(
            key=f"tools_{message.id}",
            horizontal=True,
            horizontal_alignment="right",
            gap=None,
            wrap=False,
        ):
            if message.metadata.query_analysis is not None or message.metadata.timings_ms:
                with st.container():
                    understood.expander(verbs, message, reply)
            components.copy_button(message.content, texts.COPY_MESSAGE, key=f"copy_{message.id}")
            branches.tools(verbs, message)


def words_of_user(content: str) -> None:
    """Draw the words of the person as plain text."""
    with st.chat_message("user"):
        st.text(content)


def reply_message(verbs: Verbs, message: Message, beside: Sequence[Message] = ()) -> None:
    """Draw a reply with its other versions ``beside`` it; one that broke off is folded away."""
    with st.container(key=f"message_{message.id}", gap="xsmall"):
        if message.is_retired:
            _folded_away(verbs, message, texts.EARLIER_ATTEMPT)
            return
        with st.chat_message("assistant"):
            words_of_reply(message.content)
        inspector.expander(verbs, message)
        replies.tools(verbs, message, beside)


def standing(verbs: Verbs, message: Message) -> None:
    """Draw a reply beside which another one is being written."""
    with st.container(key=f"message_{message.id}", gap="xsmall"):
        _folded_away(verbs, message, texts.STANDS)


def _folded_away(verbs: Verbs, message: Message, why: str) -> None:
    with st.expander(why, type="compact"):
        words_of_reply(message.content)
        inspector.expander(verbs, message)


def words_of_reply(content: str) -> None:
    """Draw the Markdown of a reply: code as code, and nothing that runs or loads."""
    whole = st.container()
    for part in markup.segments(content):
        segment(whole, part)


def segment(at: DeltaGenerator, part: markup.Segment) -> DeltaGenerator:
    """Draw a ``part`` of a reply at a place, and return its own."""
    if part.is_code:
        return at.code(part.text, language=part.language)
    return at.markdown(part.text)


def _messages(verbs: Verbs, said: Sequence[Message], under: dict[int, list[Summary]]) -> None:
    replies.see(verbs, said)
    beside: Sequence[Message] = ()
    for at, message in enumerate(said):
        if message.role == "user":
            beside = replies.choices(said, at)
            user_message(verbs, message, answers(said, at))
        elif not (message.is_retired and message in beside):
            reply_message(verbs, message, beside)
        folds.dividers(verbs, under.get(message.position, ()))
