"""The messages of a chat in order, with a divider below each fold."""

import itertools
from collections.abc import Sequence

import streamlit as st

from assistant import Assistant
from tidemark.i18n import error_messages
from tidemark.prompt.file_fences import split_attachments
from tidemark.schema import Message, Summary, Turn
from tidemark.ui import tab_state
from tidemark.ui.chat import (
    branches,
    cited_messages,
    document_changes,
    file_uploads,
    folds,
    pins,
    prompt_inspector,
    query_analysis,
    replies,
)
from tidemark.ui.chat.turn_progress import tools_html
from tidemark.ui.components import message_buttons, safe_markdown
from tidemark.ui.i18n import texts
from tidemark.ui.sources import cited_passages, table_answers
from tidemark.ui.streamlit_internals import DeltaGenerator

LONG_CHARS, LONG_LINES = 1_600, 24  # about a screen
_OPENED = "long_messages_opened"


def draw(
    assistant: Assistant,
    session_id: str,
    said: Sequence[Message],
    then: Message | None,
    *,
    has_earlier: bool,
    is_apart: bool = True,
) -> None:
    """Draw the messages ``said`` with the folds between them, and a button for earlier ones.

    ``then`` is the message after them, which shows the interpretation the person chose.  Each
    ``is_apart``, in a fragment that a click redraws alone, unless they belong to the last turn.
    """
    if has_earlier:
        st.button(
            texts.SHOW_EARLIER,
            key="show_earlier",
            type="tertiary",
            icon=":material/expand_less:",
            on_click=tab_state.draw_more_messages,
            args=(session_id,),
        )
        with st.container(key="print_earlier"):  # shown on paper alone
            st.caption(texts.EARLIER_NOT_PRINTED)
    under = folds.by_last_position(assistant, session_id, said)
    _messages(assistant, said, then, under, is_apart=is_apart)


def reply_to(said: Sequence[Message], at: int) -> Message | None:
    """Return the reply in force to the message ``said[at]``, if it is among them."""
    for message in said[at + 1 :]:
        if message.role == "user":
            return None
        if not message.is_retired:
            return message
    return None


def went_on(message: Message, said: Sequence[Message]) -> bool:
    """Return whether ``message``, an incomplete reply, was continued by a later one among ``said``.

    The later reply then begins with all of it.
    """
    if message.metadata.partial is None or not message.is_retired:
        return False
    later = (each for each in said if each.position > message.position)
    replies_to = itertools.takewhile(lambda each: each.role == "assistant", later)
    return any(each.content.startswith(message.content) for each in replies_to)


def draw_user_message(assistant: Assistant, drawn: Message, reply: Message | None) -> None:
    """Draw a message of the person as plain text, with its files, its analysis and its menu."""
    message = pins.current(assistant, drawn)
    with st.container(key=f"message_{message.id}", gap="xsmall"):
        if branches.is_edited(message):
            branches.draw_editor(assistant, message)
            return
        said, files = split_attachments(message.content)
        if is_long(said):
            _draw_long(message, said)
        else:
            draw_user_text(said)
        file_uploads.draw_pictures(assistant, message)
        file_uploads.draw_attached_files(assistant, message, files)
        if message.is_single:
            with st.container(key=f"single_{message.id}"):
                st.caption(texts.SINGLE_QUESTION)
        if message.metadata.asked_back is not None and not (reply and reply.metadata.clarifying):
            _chosen(message, texts.ANSWER_ANYWAY)
        with st.container(
            key=f"tools_{message.id}",
            horizontal=True,
            horizontal_alignment="right",
            gap=None,
            wrap=False,
        ):
            if message.metadata.query_analysis is not None or message.metadata.timings_ms:
                query_analysis.draw_button(message)
            branches.draw_switch(assistant, message)
            pins.draw_badge(message)
            message_buttons.copy_button(
                message.content,
                texts.COPY_MESSAGE,
                key=f"copy_{message.id}",
                menu=branches.menu(assistant, message),
            )
        document_changes.draw(assistant, message)


def is_long(said: str) -> bool:
    """Return whether a message is so long that it is collapsed, as pasted text may be."""
    return len(said) > LONG_CHARS or said.count("\n") > LONG_LINES


def _draw_long(message: Message, said: str) -> None:
    """Draw the beginning of a long message, or all of it once expanded or jumped to."""
    opened: dict[int, bool] = st.session_state.setdefault(_OPENED, {})
    shown = tab_state.message_in_sight(message.session_id)
    is_open = opened.get(message.id, shown is not None and shown.id == message.id)
    key = f"long_{message.id}" if is_open else f"cut_{message.id}"
    with st.container(key=key, gap=None):
        draw_user_text(said)
        with st.container(horizontal=True, horizontal_alignment="right"):
            st.button(
                texts.SHOW_LESS if is_open else texts.SHOW_MORE,
                key=f"more_{message.id}",
                type="tertiary",
                icon=f":material/{'expand_less' if is_open else 'expand_more'}:",
                on_click=opened.update,
                args=({message.id: not is_open},),
            )


def draw_user_text(content: str) -> None:
    """Draw the text of the person as plain text."""
    with st.chat_message("user"):
        st.text(content)


def draw_reply(assistant: Assistant, drawn: Message, alternatives: Sequence[Message] = ()) -> None:
    """Draw a reply; ``alternatives`` are its other versions; an interrupted one is collapsed."""
    message = pins.current(assistant, drawn)
    with st.container(key=f"message_{message.id}", gap="xsmall"):
        if message.is_retired:
            _folded_away(assistant, message, texts.EARLIER_ATTEMPT)
            return
        draw_reply_text(cited_messages.linked_text(message), at=st.chat_message("assistant"))
        table_answers.draw(message)
        document_changes.draw(assistant, message)
        cited_passages.draw_list(message)
        prompt_inspector.draw_button(message)
        replies.draw_tools(assistant, message, alternatives)


def draw_current_reply(assistant: Assistant, message: Message) -> None:
    """Draw a reply, collapsed, while another version of it is being generated."""
    with st.container(key=f"message_{message.id}", gap="xsmall"):
        _folded_away(assistant, message, texts.STANDS)


def _folded_away(assistant: Assistant, message: Message, why: str) -> None:
    with st.expander(why, type="compact") as folded:
        draw_reply_text(message.content, at=folded)
        prompt_inspector.draw_button(message)


def draw_reply_text(content: str, *, at: DeltaGenerator) -> None:
    """Draw the Markdown of a reply at a place; nothing in it can run or load anything."""
    for part in safe_markdown.segments(content):
        draw_segment(at, part)


def draw_segment(at: DeltaGenerator, part: safe_markdown.Segment) -> DeltaGenerator:
    """Draw ``part`` of a reply at a place, and return its element."""
    if part.is_code:
        return at.code(part.text, language=part.language)
    return at.markdown(part.text)


def _messages(
    assistant: Assistant,
    said: Sequence[Message],
    then: Message | None,
    under: dict[int, list[Summary]],
    *,
    is_apart: bool,
) -> None:
    """Draw the messages before the last turn."""
    replies.load_ratings(assistant, said)
    document_changes.load(assistant, said)
    broken_off = assistant.turns.broken_off(_unanswered(said))
    alternatives: Sequence[Message] = ()
    question: Message | None = None
    for at, message in enumerate(said):
        if message.role == "user":
            alternatives = replies.versions(said, at)
            draw_user = draw_user_message
            if is_apart:
                draw_user = st.fragment(draw_user_message, key=pins.fragment_key(message))
            draw_user(assistant, message, reply_to(said, at))
            _tools(reply_to(said, at), is_apart=is_apart)
            question = message
            if message.id in broken_off and reply_to(said, at) is None:
                _broke_off(assistant, message, broken_off[message.id])
        elif not (message.is_retired and (message in alternatives or went_on(message, said[at:]))):
            draw_answer = draw_reply
            if is_apart:
                draw_answer = st.fragment(draw_reply, key=pins.fragment_key(message))
            draw_answer(assistant, message, alternatives)
            following = said[at + 1] if at + 1 < len(said) else then
            is_partial = message.metadata.partial is not None and not message.is_retired
            if question is not None and is_partial and question.id in broken_off:
                _broke_off(assistant, question, broken_off[question.id])
            if message.metadata.clarifying and following is not None:
                _reading_chosen(said[:at], message, following)
        folds.draw_dividers(assistant, under.get(message.position, ()))


def _tools(reply: Message | None, *, is_apart: bool) -> None:
    """Draw the tool calls of a reply, which stay when the next turn begins."""
    uses = reply.metadata.tool_uses if reply is not None else ()
    if uses:
        st.html(tools_html(uses))
    elif not is_apart:
        st.empty()  # placeholder for its steps: later elements keep their positions


def _unanswered(said: Sequence[Message]) -> list[int]:
    """Return the ids of the questions among ``said`` that have no reply, or an incomplete one."""
    return [
        message.id
        for at, message in enumerate(said)
        if message.role == "user"
        and ((reply := reply_to(said, at)) is None or reply.metadata.partial is not None)
    ]


def _broke_off(assistant: Assistant, question: Message, turn: Turn) -> None:
    """Draw why the answer to ``question`` was interrupted, and Retry, which asks it in a branch."""
    failure, language = question.metadata.failure, texts.language()
    if failure is None:
        why = error_messages.of_turn(turn.reason or turn.status, None, language)
    else:
        why = error_messages.summary(failure, language)
    with st.container(
        key=f"broke_off_{question.id}", horizontal=True, vertical_alignment="center", gap="small"
    ):
        st.caption(safe_markdown.literal(why), width="content")
        st.button(
            texts.RETRY,
            key=f"retry_{question.id}",
            type="tertiary",
            icon=":material/refresh:",
            help=texts.RETRY_EARLIER,
            on_click=branches.ask_again,
            args=(assistant, question),
        )


def _reading_chosen(before: Sequence[Message], reply: Message, following: Message) -> None:
    """Draw which interpretation ``following`` chose, if ``reply`` asked back with several."""
    asked = next((each for each in reversed(before) if each.role == "user"), None)
    analysis = asked.metadata.clarification if asked is not None else None
    if analysis is not None and following.content in analysis.possible_interpretations:
        _chosen(reply, safe_markdown.literal(following.content))


def _chosen(message: Message, reading: str) -> None:
    """Draw below ``message`` the interpretation the person chose when asked back."""
    with st.container(key=f"chosen_{message.id}"):
        st.caption(f":material/check: {texts.CHOSEN.format(reading=reading)}")
