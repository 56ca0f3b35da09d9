"""The ambiguity resolver: decides what a message means, or that it must be asked back.

If a message answers the clarifying reply before it, both are read as one question, and no engine
may ask back about it again.
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
    """The question of the last turn, if its reply asked back, and its possible interpretations."""

    question: str
    interpretations: tuple[str, ...]


@dataclass(frozen=True)
class QuestionReading:
    """The question that a message asks, with a clarification before it taken into account."""

    question: str
    asking: AskingStyle
    settles: bool = False


def asked_back(before: Sequence[Message]) -> PendingClarification | None:
    """Return the clarification that the messages ``before`` a question end with, if they do."""
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
    """Return the question of ``text``: itself, or the earlier question that it settles.

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
    """Whether recall is sent once more, for what was rewritten or found missing.

    For a model it always is: room was held for how its question is understood, which now is known.
    """
    if understanding.is_ambiguous:  # it is asked back: nothing more is read
        return False
    is_more = understanding.rewritten_query or understanding.needed_context_from_memory
    return style.form == "model" or bool(is_more)


def augmented_context(understanding: QueryUnderstanding) -> str:
    """Return how a question was understood, as it stands after it; empty if it is asked back."""
    if understanding.is_ambiguous:
        return ""
    parts = (understanding.rewritten_query or "", understanding.final_augmented_context)
    return "\n".join(dict.fromkeys(part for part in parts if part))


def augmented(
    view: ContextView, understanding: QueryUnderstanding, counter: TokenCounter
) -> ContextView:
    """Return ``view`` with how its question was understood, unless it is asked back."""
    return packing.augment(view, augmented_context(understanding), counter)


def _taken_as(question: str, understood: QueryUnderstanding) -> QueryUnderstanding:
    """Take ``question``, which holds the person's own answer, as the rewritten question."""
    return QueryUnderstanding(
        rewritten_query=question,
        needed_context_from_memory=understood.needed_context_from_memory,
        final_augmented_context=understood.final_augmented_context,
    )


def _best_guess(question: str, understood: QueryUnderstanding) -> QueryUnderstanding:
    """Take the first interpretation, and say so in the augmented context."""
    guess = understood.possible_interpretations[0]
    return QueryUnderstanding(
        rewritten_query=understood.rewritten_query or f"{question} ({guess})",
        needed_context_from_memory=understood.needed_context_from_memory,
        final_augmented_context=f"Assumed: {guess}\n{understood.final_augmented_context}".strip(),
    )
