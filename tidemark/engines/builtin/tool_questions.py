"""Questions that the built-in engine answers with a tool, recognised by rules.

They ask for the date, for what was discussed, for what the sources say, or which there are.
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
from tidemark.nlp.quotes import as_quote
from tidemark.prompt.rendering import where_words
from tidemark.schema import ContextView, ViewPiece
from tidemark.schema.reasons import Reason
from tidemark.schema.tools import ToolCall, ToolRequest, ToolRound, ToolSpec, ToolUse, uses_of

_QUESTION_CHARS = 300  # a longer message asks for more than one thing
_EXCHANGE = re.compile(r"^e\d+ \([\d-]+\): (.+)$", re.M)  # a line of that tool's result
_COUNT = re.compile(r"(\d+)(?: of (\d+))? sources")  # the title of the list of sources
_SOURCE = re.compile(r"^- (.+)$", re.M)
_TODAY, _PAST, _SOURCES = "today", "lookup_past_conversation", "search_knowledge_base"
_LIST = "list_sources"


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
    for tool, patterns in (
        (_TODAY, asks.today),
        (_LIST, asks.listing),
        (_SOURCES, asks.sources),
        (_PAST, asks.past),
    ):
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
    if asked.tool == _LIST:
        return _listed(rounds, pack)
    if asked.tool == _TODAY:
        return phrasing.today()
    return _of_sources(asked.topic, view, rounds, phrasing) if asked.tool == _SOURCES else None


def instead(view: ContextView, rounds: Sequence[ToolRound]) -> str:
    """Return what to say if the view holds no answer; empty if its question names no tool.

    These are the exchanges that a search found, or that no source can be listed.
    """
    pack = language_pack_for(view.question)
    asked = read(view.question, pack)
    if asked is not None and asked.tool == _LIST:
        return _without_sources(view, pack)
    return _exchanges_found(view, rounds)


def _exchanges_found(view: ContextView, rounds: Sequence[ToolRound]) -> str:
    uses = [use for use in uses_of(rounds) if use.call.name == _PAST and not use.fault]
    lines = [line for use in uses for line in _EXCHANGE.findall(use.result)]
    title = language_pack_for(view.question).phrases.discussed
    return f"{title}\n\n" + "\n".join(f"- {line}" for line in lines) if lines else ""


def _call(asked: ToolQuestion, question: str) -> ToolCall:
    arguments = {_PAST: {"topic": asked.topic}, _SOURCES: {"query": asked.topic or question}}
    return ToolCall(name=asked.tool, arguments=dict(arguments.get(asked.tool, {})))


def _listed(rounds: Sequence[ToolRound], pack: LanguagePack) -> str | None:
    """Return the sources that were listed; None if there is no list, so that the view is read."""
    lists = [use.result for use in uses_of(rounds) if use.call.name == _LIST and not use.fault]
    found = _COUNT.match(lists[-1]) if lists else None
    if found is None:
        return None
    number, of = int(found[1]), int(found[2] or found[1])
    names = _SOURCE.findall(lists[-1])
    titles = pack.phrases.sources_listed if number == of else pack.phrases.sources_chosen
    lines = [f"- {as_quote(name)}" for name in names]
    if number > len(names):
        lines += ["", pack.phrases.sources_more.format(number=number - len(names))]
    return f"{titles[number > 1].format(number=number, of=of)}\n\n" + "\n".join(lines)


def _without_sources(view: ContextView, pack: LanguagePack) -> str:
    return pack.phrases.sources_withheld if view.sources_withheld else pack.phrases.no_sources


def _of_sources(
    topic: str, view: ContextView, rounds: Sequence[ToolRound], phrasing: Phrasing
) -> str:
    """Return what the sources say on ``topic``, or that they say nothing or are missing."""
    pack = phrasing.pack
    shown = _with_found(view, uses_of(rounds))
    if not (rounds or shown.of_kind("source")):
        return _without_sources(view, pack)
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
