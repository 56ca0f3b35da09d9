"""The context agent: loads what a session holds, counts it, and chooses what an engine reads."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce

from database import Database
from tidemark import budget, memory
from tidemark.recall import Recalled, best
from tidemark.schema import (
    ContextView,
    Item,
    ItemKind,
    Message,
    QueryUnderstanding,
    SessionMemory,
    Summary,
    ViewPiece,
)
from tidemark.words import Term, content_stems, content_terms
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
        return _together(tuple(summary.memory for summary in self.summaries))


def load(database: Database, session_id: str, *, before: int | None = None) -> Context:
    """Load what ``session_id`` holds at positions under ``before``, by its active rows alone."""
    held, summaries = database.get_context(session_id)
    active = tuple(message for message in held if before is None or message.position < before)
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
    terms = _terms_asked(question, understanding)
    if not terms:
        return ()
    candidates = database.search.covered(session_id, terms, limit=_CANDIDATES)
    return best(candidates, terms, counter=counter)


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


@lru_cache(maxsize=64)
def _together(memories: tuple[SessionMemory, ...]) -> SessionMemory:
    """Merge ``memories``, which are the same from turn to turn until a fold."""
    return reduce(memory.merge, memories, SessionMemory())


@lru_cache(maxsize=4096)
def _item(kind: ItemKind, item: Item, counter: TokenCounter) -> tuple[ViewPiece, frozenset[str]]:
    """Return ``item`` as a piece of a view, and its stems: the same from turn to turn, too."""
    piece = budget.item_piece(kind, item, reason="remembered", counter=counter)
    return piece, frozenset(content_stems(item.text))


def _terms_asked(question: str, understanding: QueryUnderstanding | None) -> list[Term]:
    asked = [question]
    if understanding is not None:
        asked += [understanding.rewritten_query or "", *understanding.needed_context_from_memory]
    return list(dict.fromkeys(content_terms(" ".join(asked))))


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
    asked = set(content_terms(question))
    for kind, item in context.remembered.all_items():
        piece, own = _item(kind, item, counter)
        shared = sorted(term[0] for term in asked if not own.isdisjoint(term))
        if shared:
            piece = piece.model_copy(update={"reason": f"matches: {', '.join(shared)}"})
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
