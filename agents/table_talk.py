"""Conversation about tables without a model: rules turn a question into a query that answers it.

The query is checked, run, shown and stored like the call of any engine.  A message that the rules
cannot read is left to the responder.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tidemark.engines.builtin.outside_tables import answers_better
from tidemark.i18n import code_texts, error_messages
from tidemark.memory.pasted_text import own_words
from tidemark.nlp.languages import Language
from tidemark.runtime.events import Piece
from tidemark.schema import ContextView, Usage
from tidemark.schema.tables import TableLimits, TableQuestion
from tidemark.schema.tools import ToolCall, ToolRequest, ToolRound, ToolUse
from tidemark.tables.asking.other_matters import tells
from tidemark.tables.asking.questions import asks_for_outline, language_asked_in
from tidemark.tables.wording import answer_text
from tidemark.tools.base import ToolContext
from tidemark.tools.query_tables import last_question

_WORD = re.compile(r"[^\W\d_]+")
_WORDS_CHARS = 500  # of a message: a longer one is no question about tables


@dataclass(frozen=True)
class TablePlan:
    """The question that the tables answer in ``language``, within the ``limits`` of its turn."""

    question: str
    language: Language
    limits: TableLimits


def plan(context: ToolContext, view: ContextView) -> TablePlan | None:
    """Return the person's message if rules find a query for it; else None.

    A statement of the person is none, nor is a question that a text of ``view`` answers better,
    unless the turn names tables.  If the turn only describes tables, every message is answered with
    their columns.
    """
    words = own_words(context.asked).strip()
    if not context.has("tables") or context.tables is None or len(words) > _WORDS_CHARS:
        return None
    limits = context.tables.limits
    previous = last_question(context)
    language = language_asked_in(words, previous)
    if not limits.describes and asks_for_outline(words, language):
        limits = limits.model_copy(update={"describes": True})
    can = limits.describes or _can_answer(words, context, view, previous, language)
    return TablePlan(words, language, limits) if can else None


def _can_answer(
    words: str,
    context: ToolContext,
    view: ContextView,
    previous: TableQuestion | None,
    language: Language,
) -> bool:
    if context.tables is None or (previous is None and tells(words, language)):
        return False
    found = context.tables.reading(words, previous=previous)
    if found is None or context.tables.limits.names:
        return found is not None
    return not answers_better(
        view,
        words,
        found.unread,
        context.tables.sources(),
        context.now,
        of_person=previous is None,
        names=_WORD.findall(found.sql),
    )


def reply(planned: TablePlan, rounds: Sequence[ToolRound]) -> Iterator[Piece | ToolRequest]:
    """Yield the call of the tool, and after it the answer of the tables."""
    if not rounds:
        call = ToolCall(name="query_tables", arguments={"question": planned.question})
        yield ToolRequest((call,))
        return
    yield Piece(_answer(rounds[-1].uses[0], planned.limits, planned.language))
    yield Piece("", usage=Usage())


def _answer(use: ToolUse, limits: TableLimits, language: Language) -> str:
    """Return the answer of the tables, or why there is none."""
    if use.table is not None:
        return answer_text(use.table, language, limits.read_rows)
    if use.refused is not None:
        return error_messages.of(use.refused.error, language)
    told = code_texts.use_text(use, language)
    return "\n".join(f"- {each}" for each in told.splitlines()) if limits.describes else told
