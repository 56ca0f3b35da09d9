"""The built-in engine: no model, no network, the same answer every time."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tidemark.engines.base import EngineResult
from tidemark.engines.builtin import tool_questions
from tidemark.engines.builtin.answering.composition import compose_reply, stream_pieces
from tidemark.engines.builtin.answering.resolved_question import ResolvedQuestion
from tidemark.engines.builtin.items.extraction import extract
from tidemark.engines.builtin.own_replies import is_no_answer
from tidemark.engines.builtin.phrasing import Phrasing
from tidemark.engines.builtin.understanding import (
    QuestionAnalysis,
    analyse,
    analyse_each,
    asking,
    understand,
)
from tidemark.memory.pasted_text import own_words
from tidemark.nlp.coreference import Resolution
from tidemark.nlp.sentences import QUESTION_CHARS, beginning_and_end
from tidemark.prompt.citations import read_marks
from tidemark.runtime.events import Piece, Stop
from tidemark.schema import (
    AskingStyle,
    ContextView,
    Message,
    QueryUnderstanding,
    SessionMemory,
    Usage,
)
from tidemark.schema.tools import ToolRequest, ToolRound, ToolSpec
from tidemark.schema.turns import DEFAULT_SAMPLING, SamplingOptions

SUMMARY_TOKENS = 160  # limit of a new summary


class BuiltinEngine:
    """Finds, quotes and asks back by rules; safe to use from several threads.

    One that understands ``for_model`` asks about any missing detail that a model would need.
    """

    name = "builtin"
    label = "Built-in engine"
    is_language_model = False
    sees_pictures = False

    def __init__(self, *, for_model: bool = False) -> None:
        self._for_model = for_model

    def summarise(
        self, messages: Sequence[Message], known: SessionMemory, *, stop: Stop
    ) -> EngineResult[SessionMemory]:
        """Return the items of ``messages`` worth keeping, in their own words."""
        stop.check()
        return EngineResult(extract(messages, known, limit_tokens=SUMMARY_TOKENS), self.name)

    def understand(
        self, view: ContextView, *, now: dt.datetime, asking: AskingStyle, stop: Stop
    ) -> EngineResult[QueryUnderstanding]:
        """Analyse the question of ``view``; ask back only if ``asking`` allows it."""
        stop.check()
        shown = _shortened(view)
        analysis = analyse(shown) if self._for_model else analyse_each(shown)
        understood = understand(shown, analysis, asking=asking, for_model=self._for_model)
        if shown is not view:  # do not store a rewriting of the shortened question
            understood = understood.model_copy(update={"rewritten_query": None})
        return EngineResult(understood, self.name, analysis=analysis)

    def reply(
        self,
        view: ContextView,
        understanding: QueryUnderstanding,
        *,
        now: dt.datetime,
        stop: Stop,
        analysis: object = None,
        tools: Sequence[ToolSpec] = (),
        rounds: Sequence[ToolRound] = (),
        sampling: SamplingOptions = DEFAULT_SAMPLING,
    ) -> Iterator[Piece | ToolRequest]:
        """Stream the answer, or the call of a tool that the question asks for."""
        stop.check()
        by_tool = tool_questions.reply(_shortened(view), now, tools, rounds)
        if isinstance(by_tool, ToolRequest):
            yield by_tool
        elif by_tool:
            yield from stream_pieces(read_marks(by_tool))
            yield Piece("", usage=Usage())
        else:
            yield from self.answer(
                view, understanding, now=now, stop=stop, analysis=analysis, rounds=rounds
            )

    def answer(
        self,
        view: ContextView,
        understanding: QueryUnderstanding,
        *,
        now: dt.datetime,
        stop: Stop,
        analysis: object = None,
        rounds: Sequence[ToolRound] = (),
    ) -> Iterator[Piece]:
        """Stream quotes of ``view`` that answer its question, or say that there are none."""
        stop.check()
        view = _shortened(view)
        reading = analysis if isinstance(analysis, QuestionAnalysis) else analyse_each(view)
        asked_as = view.question
        view = _with_question(view, reading)
        rewritten = understanding.rewritten_query
        is_ours = rewritten == reading.resolution.rewritten  # the analysis may be another engine's
        asked = ResolvedQuestion(
            view=view,
            question=rewritten or view.question,
            resolution=reading.resolution if is_ours else Resolution(),
            looked_for=understanding.needed_context_from_memory,
            unknown=reading.unknown if is_ours else "",
            read_as="" if is_ours else rewritten or "",
            phrasing=Phrasing(reading.pack, now),
            asks_anywhere=view.question != asked_as,
        )
        parts = [_part(asked, each) for each in reading.parts] if is_ours else []
        composed = compose_reply(asked, parts)
        if is_no_answer(composed.text):
            told = tool_questions.instead(view, rounds)
            composed = read_marks(told) if told else composed
        for piece in stream_pieces(composed):
            stop.check()
            yield piece
        yield Piece("", usage=Usage())

    def instructions(self, now: dt.datetime, notebook: str = "") -> str:
        """Return an empty text, because there is no model to instruct."""
        return ""

    def check(self) -> None:
        """Do nothing, because there is no service."""

    def close(self) -> None:
        """Do nothing, because nothing is open."""


def _with_question(view: ContextView, reading: QuestionAnalysis) -> ContextView:
    """Return ``view`` with its question as it was read, without words for the place to search."""
    question = reading.question
    is_same = question == view.question or reading.parts or view.pieces[-1].text != view.question
    return view if is_same else asking(view, question)


def _part(asked: ResolvedQuestion, part: QuestionAnalysis) -> ResolvedQuestion:
    """Return one of the questions in ``asked``."""
    return replace(
        asked,
        view=asking(asked.view, part.question),
        question=part.resolution.rewritten or part.question,
        resolution=part.resolution,
        looked_for=part.looked_for,
        unknown=part.unknown,
    )


def _shortened(view: ContextView) -> ContextView:
    """Return ``view`` with only the person's own words in its question, cut if very long."""
    question = beginning_and_end(own_words(view.question), QUESTION_CHARS)
    return view if question == view.question else view.model_copy(update={"question": question})
