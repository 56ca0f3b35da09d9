"""Metrics: of one turn as stored, and of many as shown."""

import datetime as dt
from typing import Annotated

from pydantic import Field

from tidemark.schema.base import Count, FrozenModel
from tidemark.schema.folds import FoldResult
from tidemark.schema.messages import MessageMetadata, NewMessage, Usage
from tidemark.schema.prompt_snapshot import PromptSnapshot


class TurnMetrics(FrozenModel):
    """The metrics of a turn, stored with it.

    ``context_tokens`` count against ``threshold`` after the turn; ``whole_tokens`` count all
    messages of the session so far; the difference is what folding saves.  ``read_tokens``
    (instructions included) and ``said_tokens`` are our own counts; ``input_tokens`` and
    ``output_tokens`` are the service's count of all calls, None without a service.  A turn that
    folded has ``before_fold`` and ``after_fold``.  ``is_copied``: it was copied by a fork.
    """

    engine: str = ""
    threshold: Count | None = None
    context_tokens: Count
    whole_tokens: Count = 0
    read_tokens: Count = 0
    said_tokens: Count = 0
    input_tokens: Count | None = None
    output_tokens: Count | None = None
    recalled: Count = 0
    recalled_tokens: Count = 0
    similar_questions: Count = 0
    asked_back: bool = False
    before_fold: Count | None = None
    after_fold: Count | None = None
    context_ms: float = 0.0
    summariser_ms: float = 0.0
    recall_ms: float = 0.0
    ambiguity_ms: float = 0.0
    responder_ms: float = 0.0
    is_copied: bool = False


class MetricsPeriod(FrozenModel):
    """Metrics of consecutive turns of one session, or of one hour, day or month.

    ``first`` and ``last`` are numbers of turns, from 1; ``begun`` is when the first ended.  Tokens
    and milliseconds are averages per turn, ``before_fold`` and ``after_fold`` averages per fold,
    None without a fold.
    """

    first: int
    last: int
    begun: dt.datetime
    turns: int
    context: float
    highest: int
    threshold: int
    kept: float
    before_fold: float | None
    after_fold: float | None
    folds: int
    context_ms: float
    summariser_ms: float
    recall_ms: float
    ambiguity_ms: float
    responder_ms: float
    asked_back: int
    recalled: float
    recalled_tokens: float
    with_recall: int
    with_similar: int = 0


class EngineUsage(FrozenModel):
    """The tokens of one engine in the period that begins with turn ``first``.

    ``counted`` of its ``turns`` have the service's count, the others our own.
    """

    first: int
    engine: str
    turns: int
    counted: int
    input_tokens: int
    output_tokens: int

    @property
    def is_estimate(self) -> bool:
        """Return whether part of the tokens are our own count."""
        return self.counted < self.turns


class AskedBackQuestion(FrozenModel):
    """A question that was asked back, with its interpretations and the clarifying questions."""

    session_id: str
    title: str
    message_id: int
    asked_at: dt.datetime
    question: str
    interpretations: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()


class Totals(FrozenModel):
    """Sums over all turns; ``kept_tokens`` counts the tokens saved by folding.

    ``with_similar`` counts the turns for which a similar question of the past was found, ``good``
    and ``bad`` the replies that the person rated so.
    """

    turns: int = 0
    sessions: int = 0
    kept_tokens: int = 0
    folds: int = 0
    asked_back: int = 0
    with_recall: int = 0
    with_similar: int = 0
    recalled_tokens: int = 0
    spent_ms: float = 0.0
    good: int = 0
    bad: int = 0

    @property
    def per_session(self) -> float:
        """Return the average number of turns of a session."""
        return self.turns / self.sessions if self.sessions else 0.0


class Metrics(FrozenModel):
    """The metrics of one session, or of all, by periods of one or several ``unit``.

    ``asked_back`` holds the newest questions that were asked back, newest first.
    """

    session_id: Annotated[str | None, Field(examples=["lisbon-trip"])]
    unit: Annotated[str, Field(examples=["turn"])]
    stretches: tuple[MetricsPeriod, ...] = ()
    spent: tuple[EngineUsage, ...] = ()
    asked_back: tuple[AskedBackQuestion, ...] = ()
    totals: Totals = Totals()


def of_turn(
    engine: str,
    held_tokens: int,
    known: MessageMetadata,
    reply: NewMessage | None,
    view: PromptSnapshot | None,
    folded: FoldResult | None,
    usage: Usage,
    similar_questions: int = 0,
) -> TurnMetrics:
    """Return the metrics of a turn whose context, including its question, has ``held_tokens``.

    ``usage`` covers all its calls, including failed ones.  The caller of the turn found
    ``similar_questions`` itself.
    """
    said = reply.token_count if reply else 0
    counted = usage if usage.input_tokens + usage.output_tokens else None
    told = view.places.instructions if view else None
    ms = known.timings_ms
    return TurnMetrics(
        engine=engine,
        threshold=view.places.threshold if view else None,
        context_tokens=held_tokens + said,
        read_tokens=(known.view_tokens or 0) + (told.tokens if told else 0),
        said_tokens=said,
        input_tokens=counted.input_tokens if counted else None,
        output_tokens=counted.output_tokens if counted else None,
        recalled=len(known.recalled),
        recalled_tokens=known.recalled_tokens,
        similar_questions=max(len(known.similar), similar_questions),
        asked_back=reply is not None and reply.metadata.clarifying,
        before_fold=folded.tokens_before if folded else None,
        after_fold=folded.tokens_after if folded else None,
        context_ms=ms.get("context", 0.0),
        summariser_ms=ms.get("summariser", 0.0),
        recall_ms=ms.get("recall", 0.0),
        ambiguity_ms=ms.get("ambiguity", 0.0),
        responder_ms=ms.get("responder", 0.0),
    )
