"""What turns came to, in numbers: one as it is kept, many together as they are shown."""

import datetime as dt

from tidemark.schema.base import Count, FrozenModel
from tidemark.schema.folds import FoldResult
from tidemark.schema.messages import MessageMetadata, NewMessage
from tidemark.schema.prompt_snapshot import PromptSnapshot


class TurnMetrics(FrozenModel):
    """What a turn came to, kept with it.

    ``context_tokens`` count against ``threshold`` once it has ended, ``whole_tokens`` is all that
    was said in its session until then: what lies between them, folding keeps from the engine.
    ``read_tokens`` is all its engine read, instructions too, and ``said_tokens`` what it said, by
    our count; ``input_tokens`` and ``output_tokens`` are of all its calls as the service counted
    them, None where there is no service.  A turn that folded has its tokens before and after the
    fold.  One that ``is_copied`` was taken over from the chat its own was forked from.
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
    """Some turns after each other, of one session or of one day or month, taken together.

    ``first`` and ``last`` are numbers of turns, counted from 1; ``begun`` is when the first ended.
    Tokens and milliseconds without another word are of a turn on the average.  ``before_fold`` and
    ``after_fold`` are of its folds on the average, None where there is none.
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


class EngineUsage(FrozenModel):
    """What one engine read and wrote in a stretch, which begins with turn ``first``, in tokens.

    ``counted`` turns of its ``turns`` have the service's own count; of the others it is ours.
    """

    first: int
    engine: str
    turns: int
    counted: int
    input_tokens: int
    output_tokens: int

    @property
    def is_estimate(self) -> bool:
        """Whether some of it is our own count."""
        return self.counted < self.turns


class AskedBackQuestion(FrozenModel):
    """A question that was asked back: what it was, and why it could not be answered."""

    session_id: str
    title: str
    message_id: int
    asked_at: dt.datetime
    question: str
    interpretations: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()


class Totals(FrozenModel):
    """All turns together: sums, and the tokens that folding kept from the engines."""

    turns: int = 0
    sessions: int = 0
    kept_tokens: int = 0
    folds: int = 0
    asked_back: int = 0
    with_recall: int = 0
    recalled_tokens: int = 0
    spent_ms: float = 0.0


class Metrics(FrozenModel):
    """The figures of a session, or of all: stretches in order, each a ``unit`` or some of them.

    ``asked_back`` are the newest such questions, newest first.
    """

    session_id: str | None
    unit: str
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
) -> TurnMetrics:
    """Return what a turn came to whose context with its question ``held_tokens`` at its end."""
    said = reply.token_count if reply else 0
    usage = reply.metadata.usage if reply else None
    counted = usage if usage and usage.input_tokens + usage.output_tokens else None
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
        similar_questions=len(known.similar),
        asked_back=reply is not None and reply.metadata.clarifying,
        before_fold=folded.tokens_before if folded else None,
        after_fold=folded.tokens_after if folded else None,
        context_ms=ms.get("context", 0.0),
        summariser_ms=ms.get("summariser", 0.0),
        recall_ms=ms.get("recall", 0.0),
        ambiguity_ms=ms.get("ambiguity", 0.0),
        responder_ms=ms.get("responder", 0.0),
    )
