"""Questions that the built-in engine answers with a tool, recognised by rules.

They ask for the date, for what was discussed, or for what the sources say.
"""

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tidemark.engines.builtin.phrasing import Phrasing
from tidemark.engines.builtin.source_answers import source_reply
from tidemark.nlp.dialogue_acts import dialogue_act
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.prompt.rendering import where_words
from tidemark.schema import ContextView, ViewPiece
from tidemark.schema.reasons import Reason
from tidemark.schema.tools import ToolCall, ToolRequest, ToolRound, ToolSpec, ToolUse, uses_of

_QUESTION_CHARS = 300  # a longer message asks for more than one thing
_EXCHANGE = re.compile(r"^e\d+ \([\d-]+\): (.+)$", re.M)  # a line of that tool's result
_TODAY, _PAST, _SOURCES = "today", "lookup_past_conversation", "search_knowledge_base"


class ToolQuestion(NamedTuple):
    """The name of the tool that a question asks for, and the topic, which may be empty."""

    tool: str
    topic: str = ""


def read(question: str, pack: LanguagePack) -> ToolQuestion | None:
    """Return the tool and the topic that ``question`` asks for; None if it asks for none.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> read("What did we discuss about the hotel?", ENGLISH)
    ToolQuestion(tool='lookup_past_conversation', topic='the hotel')
    """
    asks, question = pack.tool_questions, question.strip()
    if len(question) > _QUESTION_CHARS:
        return None
    for tool, patterns in ((_TODAY, asks.today), (_SOURCES, asks.sources), (_PAST, asks.past)):
        for pattern in patterns:
            if found := pattern.fullmatch(question):
                return ToolQuestion(tool, (found.groupdict().get("what") or "").strip())
    return None


def reply(
    view: ContextView, now: dt.datetime, tools: Sequence[ToolSpec], rounds: Sequence[ToolRound]
) -> ToolRequest | str | None:
    """Return the call that the question of ``view`` needs, or its answer; None: read the view.

    Nothing is called twice, and no tool that is not among ``tools``.
    """
    pack = language_pack_for(view.question)
    asked = read(view.question, pack)
    if asked is None:
        return None
    if not rounds and asked.tool in {each.name for each in tools}:
        return ToolRequest((_call(asked, view.question),))
    phrasing = Phrasing(pack, now)
    if asked.tool == _TODAY:
        return phrasing.today()
    return _of_sources(asked.topic, view, rounds, phrasing) if asked.tool == _SOURCES else None


def exchanges_found(view: ContextView, rounds: Sequence[ToolRound]) -> str:
    """Return the exchanges that a search of the conversation found, as a list; or empty."""
    uses = [use for use in uses_of(rounds) if use.call.name == _PAST and not use.fault]
    lines = [line for use in uses for line in _EXCHANGE.findall(use.result)]
    title = language_pack_for(view.question).phrases.discussed
    return f"{title}\n\n" + "\n".join(f"- {line}" for line in lines) if lines else ""


def _call(asked: ToolQuestion, question: str) -> ToolCall:
    arguments = {_PAST: {"topic": asked.topic}, _SOURCES: {"query": asked.topic or question}}
    return ToolCall(name=asked.tool, arguments=dict(arguments.get(asked.tool, {})))


def _of_sources(
    topic: str, view: ContextView, rounds: Sequence[ToolRound], phrasing: Phrasing
) -> str:
    """Return what the sources say on ``topic``, or that they say nothing or are missing."""
    pack = phrasing.pack
    shown = _with_found(view, uses_of(rounds))
    if not (rounds or shown.of_kind("source")):
        return pack.phrases.sources_withheld if view.sources_withheld else pack.phrases.no_sources
    asked = topic or view.question
    is_topic = dialogue_act(asked, pack) != "question"
    found = source_reply(shown, asked, pack, phrasing.now, is_topic=is_topic)
    return found.text if found else pack.phrases.sources_silent


def _with_found(view: ContextView, uses: Sequence[ToolUse]) -> ContextView:
    """Return ``view`` with the passages that ``uses`` found, in the order of their numbers."""
    shown = {piece.source for piece in view.of_kind("source")}
    new = [
        ViewPiece(kind="source", text=text, tokens=0, reason=Reason("matches"), source=span)
        for use in uses
        for span, text in zip(use.sources, _texts(use), strict=False)
        if span not in shown
    ]
    *before, question = view.pieces
    return view.model_copy(update={"pieces": (*before, *new, question)}) if new else view


def _texts(use: ToolUse) -> Iterator[str]:
    """Yield the texts of the passages of a search, which stand after their numbers and places."""
    heads = "|".join(re.escape(where_words(span)) for span in use.sources)
    if heads:
        yield from re.split(rf"(?:^|\n)\[\d+\] (?:{heads}): ", use.result)[1:]
