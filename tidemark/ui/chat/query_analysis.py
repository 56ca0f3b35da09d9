"""The analysis of a question: one line, and the details next to the chat."""

import datetime as dt
import re

import streamlit as st

from assistant import Assistant
from tidemark.i18n import error_messages
from tidemark.prompt.message_spans import restore, source_ids
from tidemark.runtime.events import Step
from tidemark.schema import Message, QueryUnderstanding
from tidemark.ui.components import side_panel
from tidemark.ui.i18n import dates, texts
from utils import TokenCounter, one_line

BESIDE = "understood"  # in the panel next to the chat
_RECALLED_CHARS = 160
_QUOTED = re.compile(r"- (?:(?P<day>\d{4}-\d\d-\d\d) )?(?P<who>\w+): (?P<quote>“.*)")


def draw_button(question: Message) -> None:
    """Draw the button that opens the analysis of ``question`` next to the chat."""
    key = f"understood_{question.id}"
    st.button(
        texts.UNDERSTOOD,
        key=key,
        type="tertiary",
        on_click=side_panel.toggle,
        args=(BESIDE, question.session_id, question.id),
        kwargs={"opener": key},
    )


def summary_line(question: Message) -> str:
    """Return one line on the analysis of a message."""
    analysis = question.metadata.query_analysis
    if analysis is None:
        return texts.NOT_ANALYSED
    if analysis.is_ambiguous:
        return texts.UNCLEAR
    rewritten = analysis.rewritten_query
    read = texts.READ_AS.format(text=rewritten) if rewritten else texts.AS_WRITTEN
    count = len(question.metadata.recalled)
    return f"{read} {texts.plural('WITH_RECALL', count)}" if count else read


def draw(assistant: Assistant, question: Message, reply: Message | None) -> None:
    """Draw the analysis of ``question``, and what each agent did for its ``reply``."""
    st.text(summary_line(question))
    analysis = interpreted_text(assistant, question)
    if analysis is not None:
        _lists(analysis)
    if question.metadata.recalled:
        _recalled(assistant, question)
    if question.metadata.timings_ms:
        _agents(question, analysis, reply)
    _notes(reply)


def interpreted_text(assistant: Assistant, question: Message) -> QueryUnderstanding | None:
    """Return the analysis with the quotes that are stored as references."""
    quoted = assistant.profile.messages(source_ids(question.metadata))  # of any chat
    contents = {message.id: message.content for message, _ in quoted}
    return restore(question.metadata, contents).query_analysis


def _lists(analysis: QueryUnderstanding) -> None:
    parts = (
        (texts.REWRITTEN, (analysis.rewritten_query,) if analysis.rewritten_query else ()),
        (texts.INTERPRETATIONS, analysis.possible_interpretations),
        (texts.NEEDED, analysis.needed_context_from_memory),
        (texts.CLARIFYING, analysis.clarifying_questions),
        (texts.AUGMENTED, tuple(map(in_words, analysis.final_augmented_context.splitlines()))),
    )
    for name, lines in parts:
        if lines:
            _part(name, lines)


def in_words(line: str) -> str:
    """Return a line of the added context with its speaker or kind in the language of the page.

    >>> in_words("- constraints: “No nuts”"), in_words("- 2026-05-02 user: “We land”")
    ('• Constraints: “No nuts”', '• You, 2 May 2026: “We land”')
    """
    found = _QUOTED.fullmatch(line)
    names = {"user": texts.YOU, "assistant": texts.NAME, **texts.named("ITEMS")}
    if found is None or found["who"] not in names:
        return _bulleted(line)
    try:
        day = f", {dates.of_date(dt.date.fromisoformat(found['day']))}" if found["day"] else ""
    except ValueError:  # a model may write an invalid date
        return _bulleted(line)
    return f"• {names[found['who']]}{day}: {found['quote']}"


def _bulleted(line: str) -> str:
    return f"• {line[2:]}" if line.startswith("- ") else line


def _part(name: str, lines: tuple[str, ...]) -> None:
    with st.container(gap=None):
        st.caption(name)
        st.text("\n".join(line for line in lines if line.strip()))


def _recalled(assistant: Assistant, question: Message) -> None:
    found = assistant.profile.messages(question.metadata.recalled)
    lines = tuple(recalled_line(question.session_id, *each) for each in found)
    _part(texts.RECALLED_MESSAGES, lines)


def recalled_line(session_id: str, message: Message, title: str) -> str:
    """Return who said ``message``, its number and its text; if not of ``session_id``, the title."""
    who = texts.YOU if message.role == "user" else texts.NAME
    place = texts.SAID_IN.format(who=who, number=message.position + 1)
    elsewhere = "" if message.session_id == session_id else f", “{title}”"
    return f"• {place}{elsewhere}: {one_line(message.content, _RECALLED_CHARS)}"


def _agents(question: Message, analysis: QueryUnderstanding | None, reply: Message | None) -> None:
    tokens = _tokens(question, analysis, reply)
    took = question.metadata.timings_ms
    rows = "\n".join(
        f"| {name} | {tokens.get(step, '')} | {texts.number(round(took[step]))} |"
        for step, name in texts.named("STEPS").items()
        if step in took
    )
    head = f"| {texts.AGENT} | {texts.AGENT_TOKENS} | {texts.AGENT_MS} |\n|:--|--:|--:|"
    with st.expander(texts.AGENTS, type="compact"):
        st.markdown(f"{head}\n{rows}")


def _tokens(
    question: Message, analysis: QueryUnderstanding | None, reply: Message | None
) -> dict[Step, str]:
    found: dict[Step, str] = {}
    counts = texts.named("AGENT_COUNTS")
    if analysis is not None and analysis.final_augmented_context:
        added = TokenCounter().count_tokens(analysis.final_augmented_context)
        found["ambiguity"] = counts["adds"].format(count=added)
    if question.metadata.view_tokens is not None:
        found["responder"] = counts["reads"].format(count=question.metadata.view_tokens)
        if reply is not None:
            found["responder"] += ", " + counts["writes"].format(count=reply.token_count)
    return found


def _notes(reply: Message | None) -> None:
    if reply is None:
        return
    for failure in reply.metadata.fell_back:
        why = error_messages.summary(failure, texts.language())
        st.text(texts.FELL_BACK.format(why=why))
    usage = reply.metadata.usage
    if usage is not None and usage.input_tokens + usage.output_tokens:
        st.text(
            texts.plural("SPENT", usage.calls, input=usage.input_tokens, output=usage.output_tokens)
        )
