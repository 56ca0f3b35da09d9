"""The context agent: loads what a session holds, counts it, and chooses what an engine reads."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce

from database import Database
from tidemark import budget, memory
from tidemark.recall import Recalled, best
from tidemark.schema import (
    ContextView,
    Message,
    QueryUnderstanding,
    SessionMemory,
    Summary,
)
from tidemark.words import content_stems
from utils import TokenCounter

_EXCHANGE = 2  # a question and its reply
_EXCHANGE_TOKENS = 300  # a quarter of the default budget: pronouns point at it, facts lie elsewhere
_CANDIDATES = 12  # messages the index offers, of which the best three come back
_POINTED_AT = 100.0  # the last exchange goes before anything that merely shares words


@dataclass(frozen=True)
class Context:
    """What a session holds before a question: active messages, summaries in force, the tail.

    ``last_exchange`` are the last messages before the question that a summary covers, when no
    active message stands between them and the question.
    """

    active: tuple[Message, ...] = ()
    summaries: tuple[Summary, ...] = ()
    last_exchange: tuple[Message, ...] = ()

    @property
    def tokens(self) -> int:
        """Tokens of summaries in force and active messages, as stored."""
        return sum(summary.token_count for summary in self.summaries) + sum(
            message.token_count for message in self.active
        )

    @property
    def before_question(self) -> tuple[Message, ...]:
        """The messages just before the question: active ones, else the last exchange."""
        return self.active or self.last_exchange

    @cached_property
    def remembered(self) -> SessionMemory:
        """What all summaries in force hold together, newer items superseding older ones."""
        return reduce(memory.merge, (summary.memory for summary in self.summaries), SessionMemory())


def load(database: Database, session_id: str, *, before: int | None = None) -> Context:
    """Load what ``session_id`` holds at positions under ``before``, by its active rows alone."""
    active = tuple(
        message
        for message in database.get_messages(session_id, exclude_summarized=True)
        if before is None or message.position < before
    )
    summaries = database.get_summaries(session_id)
    last_exchange: tuple[Message, ...] = ()
    if not active and summaries:
        tail = database.messages.page(session_id, before=before, limit=_EXCHANGE)
        last_exchange = tuple(message for message in tail if not message.is_retired)
    return Context(active, summaries, last_exchange)


def needs_summarization(context: Context, question_tokens: int, *, threshold: int) -> bool:
    """Whether the context with its question passes ``threshold`` and there is what to fold."""
    return bool(context.active) and context.tokens + question_tokens > threshold


def find(
    database: Database,
    session_id: str,
    question: str,
    understanding: QueryUnderstanding | None = None,
    *,
    counter: TokenCounter,
) -> tuple[Recalled, ...]:
    """Find the covered messages that share most with ``question`` and what it was understood as."""
    stems = _stems_asked(question, understanding)
    if not stems:
        return ()
    candidates = database.search.covered(session_id, stems, limit=_CANDIDATES)
    return best(candidates, stems, counter=counter)


def view(
    question: str,
    context: Context,
    recalled: Sequence[Recalled] = (),
    *,
    threshold: int,
    counter: TokenCounter,
) -> ContextView:
    """Choose what an engine reads for ``question``; never over ``threshold``, counted whole."""
    offered = (
        *_tail(context, counter),
        *_items(context, question, counter),
        *_hits(context, recalled, counter),
    )
    return budget.build(
        question, active=context.active, offered=offered, threshold=threshold, counter=counter
    )


def _stems_asked(question: str, understanding: QueryUnderstanding | None) -> list[str]:
    asked = [question]
    if understanding is not None:
        asked += [understanding.rewritten_query or "", *understanding.needed_context_from_memory]
    return list(dict.fromkeys(content_stems(" ".join(asked))))


def _tail(context: Context, counter: TokenCounter) -> Iterator[budget.Candidate]:
    """Offer the last exchange, the reply before the question it answers, each cut to its half."""
    share = _EXCHANGE_TOKENS // _EXCHANGE
    for nearness, message in enumerate(context.last_exchange):
        piece = budget.recalled_piece(
            message,
            counter.cut(message.content, share),
            reason="last exchange",
            counter=counter,
        )
        yield budget.Candidate(piece, _POINTED_AT + nearness)


def _items(context: Context, question: str, counter: TokenCounter) -> Iterator[budget.Candidate]:
    asked = set(content_stems(question))
    for kind, item in context.remembered.all_items():
        shared = sorted(asked & set(content_stems(item.text)))
        reason = f"matches: {', '.join(shared)}" if shared else "remembered"
        piece = budget.item_piece(kind, item, reason=reason, counter=counter)
        yield budget.Candidate(piece, len(shared) + budget.weight_of(kind))


def _hits(
    context: Context, recalled: Sequence[Recalled], counter: TokenCounter
) -> Iterator[budget.Candidate]:
    shown = {message.id for message in context.last_exchange}
    for hit in recalled:
        if hit.message.id not in shown:
            reason = f"matches: {', '.join(hit.shared)}"
            piece = budget.recalled_piece(hit.message, hit.passage, reason=reason, counter=counter)
            yield budget.Candidate(piece, float(len(hit.shared)))
