"""Requests at the end of a turn: choose an interpretation, or retry an answer that failed."""

import streamlit as st

from assistant import Assistant
from tidemark.i18n import error_messages
from tidemark.schema import Message, Turn
from tidemark.ui.chat import composer, turn_progress
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts
from tidemark.ui.sources import choice


def asks_back(question: Message, reply: Message | None) -> bool:
    """Return whether ``reply`` asks the person what ``question`` means."""
    return (
        reply is not None
        and reply.metadata.clarifying
        and question.metadata.clarification is not None
    )


def draw_asked_back(assistant: Assistant, question: Message, reply: Message) -> None:
    """Draw the interpretations of ``question`` as buttons, and the clarifying questions."""
    session_id, analysis = question.session_id, question.metadata.clarification
    if analysis is None:
        return
    with st.chat_message("assistant"):
        st.markdown(texts.ASKED_BACK)
        with st.container(key=f"interpretations_{reply.id}", gap="xsmall"):
            for number, reading in enumerate(analysis.possible_interpretations, start=1):
                st.button(
                    safe_markdown.literal(reading),
                    key=f"interpretation_{reply.id}_{number}",
                    on_click=_choose,
                    args=(assistant, session_id, reading),
                )
        with st.container(gap=None):
            st.caption(texts.QUESTIONS)
            st.text("\n".join(analysis.clarifying_questions))
        with st.container(key=f"other_ways_{reply.id}", horizontal=True, gap="small"):
            st.button(
                texts.SOMETHING_ELSE,
                key=f"something_else_{reply.id}",
                type="tertiary",
                icon=":material/edit:",
                on_click=composer.focus_field,
            )
            st.button(
                texts.ANSWER_ANYWAY,
                key=f"answer_anyway_{reply.id}",
                type="tertiary",
                icon=":material/arrow_forward:",
                on_click=_answer_anyway,
                args=(assistant, session_id),
            )


def draw_elsewhere(question: Message) -> None:
    """Draw a note that another process is answering ``question``."""
    with st.container(key=f"elsewhere_{question.id}"):
        st.html(turn_progress.under_way_html(texts.ELSEWHERE))


def draw_retry(assistant: Assistant, question: Message, turn: Turn) -> None:
    """Draw why ``turn``, which answers ``question``, is incomplete; offer Continue and Retry."""
    session_id = question.session_id
    mark, name = f"unanswered_{question.id}", texts.RETRY
    if turn.reason == "unanswered":  # in a chat begun from a question: nothing went wrong
        mark, name = f"copied_{mark}", texts.GET_ANSWER
    with st.container(key=mark, horizontal=True, vertical_alignment="center"):
        st.text(_why(question, turn))
        if assistant.turns.may_resume(turn):
            st.button(
                texts.CONTINUE,
                key=f"continue_{question.id}",
                icon=":material/play_arrow:",
                on_click=_resume,
                args=(assistant, session_id),
            )
        st.button(
            name,
            key=f"retry_{question.id}",
            icon=":material/refresh:",
            on_click=_retry,
            args=(assistant, session_id),
        )


def _why(question: Message, turn: Turn) -> str:
    if turn.status in ("stopped", "failed"):
        failure = question.metadata.failure
        return error_messages.of_turn(turn.reason or turn.status, failure, texts.language())
    return texts.CRASHED_NOTE


def _choose(assistant: Assistant, session_id: str, reading: str) -> None:
    chosen = choice.for_next(assistant, session_id)
    composer.begin(
        assistant, session_id, lambda: assistant.ask(reading, session_id, sources=chosen)
    )


def _answer_anyway(assistant: Assistant, session_id: str) -> None:
    composer.begin(assistant, session_id, lambda: assistant.turns.answer_anyway(session_id))


def _resume(assistant: Assistant, session_id: str) -> None:
    composer.begin(assistant, session_id, lambda: assistant.turns.resume(session_id))


def _retry(assistant: Assistant, session_id: str) -> None:
    composer.begin(assistant, session_id, lambda: assistant.turns.retry(session_id))
