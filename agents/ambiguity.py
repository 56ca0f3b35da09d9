"""The ambiguity resolver: decides what a message means, or that the person must be asked.

If a message answers the clarifying reply before it, both are read as one question, and no engine
may ask about it a second time.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tidemark.engines.base import Engine, EngineResult
from tidemark.nlp.coreference import changes_subject, chosen_interpretation
from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.prompt import packing
from tidemark.runtime.events import Stop
from tidemark.schema import AskingStyle, ContextView, Message, QueryUnderstanding
from tidemark.schema.prompt_view import PLAIN, PromptStyle
from utils import TokenCounter


@dataclass(frozen=True)
class PendingClarification:
    """The last turn's question, to which the reply was a clarifying question, with its meanings."""

    question: str
    interpretations: tuple[str, ...]


@dataclass(frozen=True)
class QuestionReading:
    """The question that a message asks, including the earlier question that it clarifies."""

    question: str
    asking: AskingStyle
    settles: bool = False


def asked_back(before: Sequence[Message]) -> PendingClarification | None:
    """Return the clarification at the end of ``before``, the messages before a question, if any."""
    if len(before) < 2 or not before[-1].metadata.clarifying:  # a question and its reply
        return None
    question = before[-2]
    analysis = question.metadata.clarification
    if analysis is None:
        return None
    return PendingClarification(
        analysis.rewritten_query or question.content, analysis.possible_interpretations
    )


def read(
    text: str, asked_back: PendingClarification | None, *, asking: AskingStyle
) -> QuestionReading:
    """Return the question in ``text``, or the earlier one that ``text`` clarifies.

    >>> read("answer anyway", PendingClarification("Book it", ("a", "b")), asking="freely").question
    'Book it'
    """
    if asked_back is None:
        return QuestionReading(text, asking)
    if any(pack.dialogue_acts.answer_anyway.match(text) for pack in LANGUAGE_PACKS.values()):
        return QuestionReading(asked_back.question, asking="never", settles=True)
    picked = chosen_interpretation(asked_back.interpretations, text)
    if picked is not None:
        chosen = asked_back.interpretations[picked]
        return QuestionReading(f"{asked_back.question} ({chosen})", asking="never", settles=True)
    if changes_subject(text, asked_back.question):
        return QuestionReading(text, asking)
    return QuestionReading(f"{asked_back.question} ({text})", asking="never", settles=True)


def understand(
    view: ContextView, reading: QuestionReading, engine: Engine, *, now: dt.datetime, stop: Stop
) -> EngineResult[QueryUnderstanding]:
    """Return the meaning of the question of ``view``; ask back only if ``reading`` allows it.

    Raises:
        EngineError: The engine refused.
    """
    spoken = engine.understand(view, now=now, asking=reading.asking, stop=stop)
    understood = spoken.value
    if reading.settles and (understood.is_ambiguous or understood.rewritten_query is None):
        understood = _taken_as(view.question, understood)
    elif understood.is_ambiguous and reading.asking == "never":
        understood = _best_guess(view.question, understood)
    return replace(spoken, value=understood)


def needs_recall(understanding: QueryUnderstanding, style: PromptStyle = PLAIN) -> bool:
    """Return whether recall runs again, for a rewritten question or missing context.

    For a model it always does: the first view left room for the analysis, whose size is now known.
    """
    if understanding.is_ambiguous:  # the reply is a clarifying question: it needs no more context
        return False
    is_more = understanding.rewritten_query or understanding.needed_context_from_memory
    return style.form == "model" or bool(is_more)


def augmented_context(understanding: QueryUnderstanding) -> str:
    """Return the analysis of a question as the text that follows it; empty if it is ambiguous."""
    if understanding.is_ambiguous:
        return ""
    parts = (understanding.rewritten_query or "", understanding.final_augmented_context)
    return "\n".join(dict.fromkeys(part for part in parts if part))


def augmented(
    view: ContextView, understanding: QueryUnderstanding, counter: TokenCounter
) -> ContextView:
    """Return ``view`` with the analysis of its question added, unless the question is ambiguous."""
    return packing.augment(view, augmented_context(understanding), counter)


def _taken_as(question: str, understood: QueryUnderstanding) -> QueryUnderstanding:
    """Use ``question``, which includes the person's clarification, as the rewritten question."""
    return QueryUnderstanding(
        rewritten_query=question,
        needed_context_from_memory=understood.needed_context_from_memory,
        final_augmented_context=understood.final_augmented_context,
    )


def _best_guess(question: str, understood: QueryUnderstanding) -> QueryUnderstanding:
    """Use the first interpretation, and say so in the augmented context."""
    guess = understood.possible_interpretations[0]
    return QueryUnderstanding(
        rewritten_query=understood.rewritten_query or f"{question} ({guess})",
        needed_context_from_memory=understood.needed_context_from_memory,
        final_augmented_context=f"Assumed: {guess}\n{understood.final_augmented_context}".strip(),
    )
