"""The context agent: loads what a session holds, counts it, and chooses what an engine reads."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce

from database import ScopedDatabase
from tidemark.engines.builtin.understanding import kinds_asked
from tidemark.memory import merging
from tidemark.nlp.context_dependence import NEEDED, context_need, refers_back
from tidemark.nlp.dates import PeriodFound, find_period
from tidemark.nlp.dialogue_acts import is_courtesy
from tidemark.nlp.language_id import language_of
from tidemark.nlp.languages import LANGUAGE_PACKS, language_pack_for
from tidemark.nlp.mentions import Utterance
from tidemark.nlp.tokens import Term, as_written, content_stems, content_terms, is_everyday
from tidemark.prompt import packing
from tidemark.retrieval.recall_query import DateSpan, Hit, RecallQuery
from tidemark.schema import (
    ITEM_KINDS,
    ContextView,
    ItemKind,
    Message,
    QueryUnderstanding,
    Reason,
    SessionMemory,
    Summary,
    ViewPiece,
)
from utils import TokenCounter

_EXCHANGE = 2  # a question and its reply
_EXCHANGE_TOKENS = 300  # a quarter of the default budget: pronouns point at it, facts lie elsewhere
_DAY = 24 * 60  # minutes
_SAID_SHORT = 0.5  # of its worth: what an item says in short, its passage says with all round it
_ALWAYS: tuple[ItemKind, ...] = ("preferences", "constraints")  # they hold whatever is asked
_LISTED = 10.0  # what is to be listed goes before passages, whose worth is 1 at most
_POINTED_AT = 100.0  # the last exchange goes before anything that merely shares words
_WHERE_ROOM = 0.01  # earlier exchanges at most, less than what is remembered


@dataclass(frozen=True)
class Context:
    """What a session holds before a question: active messages, summaries in force, the tail.

    ``recent`` are those messages of the last exchanges that a summary covers.  ``pinned`` go into
    every view.
    """

    active: tuple[Message, ...] = ()
    summaries: tuple[Summary, ...] = ()
    recent: tuple[Message, ...] = ()
    pinned: tuple[Message, ...] = ()

    @property
    def last_exchange(self) -> tuple[Message, ...]:
        """The exchange just before the question, where it is covered."""
        return () if self.foldable else self.recent[-_EXCHANGE:]

    @property
    def foldable(self) -> tuple[Message, ...]:
        """The active messages that may be folded: all that are not pinned."""
        return tuple(message for message in self.active if not message.is_pinned)

    @property
    def tokens(self) -> int:
        """Tokens of summaries in force and active messages, as stored."""
        return sum(summary.token_count for summary in self.summaries) + sum(
            message.token_count for message in self.active
        )

    @property
    def before_question(self) -> tuple[Message, ...]:
        """The messages just before the question: active ones, else the last exchange."""
        return self.active if self.foldable else self.last_exchange or self.active

    @cached_property
    def remembered(self) -> SessionMemory:
        """What all summaries in force hold together, newer items superseding older ones."""
        return _together(tuple(summary.memory for summary in self.summaries))


def load(
    database: ScopedDatabase,
    session_id: str,
    *,
    before: int | None = None,
    recent_exchanges: int = 1,
) -> Context:
    """Load what ``session_id`` holds at positions under ``before``, by its active rows alone.

    Of its last ``recent_exchanges``, what is covered comes with it.
    """
    with database.together():
        held, summaries = database.get_context(session_id)
        active = tuple(message for message in held if before is None or message.position < before)
        kept = database.messages.pinned(session_id)
        pinned = tuple(message for message in kept if before is None or message.position < before)
        context = Context(active, summaries, pinned=pinned)
        return with_recent(context, database, session_id, before=before, exchanges=recent_exchanges)


def with_recent(
    context: Context,
    database: ScopedDatabase,
    session_id: str,
    *,
    before: int | None,
    exchanges: int,
) -> Context:
    """Return ``context`` with what is covered of the last ``exchanges`` under ``before``."""
    limit = _EXCHANGE * exchanges
    if not context.summaries or len(context.foldable) >= limit:
        return context
    there = {message.id for message in context.active}
    tail = database.messages.page(session_id, before=before, limit=limit)
    recent = (each for each in tail if not each.is_retired and each.id not in there)
    return replace(context, recent=tuple(recent))


def needs_summarization(context: Context, question_tokens: int, *, threshold: int) -> bool:
    """Whether the context with its question passes ``threshold`` and there is what to fold."""
    return bool(context.foldable) and context.tokens + question_tokens > threshold


def find(
    database: ScopedDatabase,
    session_id: str,
    question: str,
    understanding: QueryUnderstanding | None = None,
    *,
    before: int | None = None,
    now: dt.datetime,
    threshold: int,
) -> tuple[Hit, ...]:
    """Find what was said before ``before`` that ``question`` needs, and what it was understood as.

    Nothing comes back where the past holds little of what it speaks of, and no more than might
    go in within ``threshold``.
    """
    beside: list[str] = []
    if understanding is not None:
        beside = [understanding.rewritten_query or "", *understanding.needed_context_from_memory]
    vector = database.recall.meaning_of(question)
    period = find_period(question, now, language_of(question))
    asked = RecallQuery.read(
        question,
        *beside,
        spans=(_span(period),) if period else (),
        vector=vector,
        is_of_time=period is not None and _is_of_time(question, period),
    )
    if not (asked.terms or vector or asked.is_of_time):
        return ()
    return database.recall.find(session_id, asked, before=before, limit_tokens=threshold)


def view(
    question: str,
    context: Context,
    hits: Sequence[Hit] = (),
    *,
    threshold: int,
    counter: TokenCounter,
    beside: Sequence[packing.PackingCandidate] = (),
    stands_alone: bool | None = None,
) -> ContextView:
    """Choose what an engine reads for ``question``; never over ``threshold``, counted whole.

    What stands ``beside`` the session's past competes with it.  Where the question stands alone,
    which it tells itself where it is not given, what was said last goes in only for what it says of
    it; where it is of nothing that was said, of what is remembered only what always holds goes in.
    """
    said = [Utterance(message.role, message.content) for message in context.before_question]
    if stands_alone is None:
        stands_alone = _is_polite(question, said) or context_need(question, said) < NEEDED
    is_new = not hits and (stands_alone or not refers_back(question))
    in_full = {message.id for message in (() if stands_alone else context.active)}
    asked = as_written(question)
    tail = () if stands_alone else tuple(_tail(context, question, hits, counter))
    told = {of: len(each.piece.text) for each in tail for of in each.piece.message_ids}
    new = (
        hit
        for hit in hits
        if hit.message_id not in in_full and hit.end > told.get(hit.message_id, 0)
    )
    offered = (
        *tail,
        *_items(context, question, asked, counter, is_new=is_new),
        *_passages(new, asked),
        *beside,
    )
    return packing.build(
        question,
        active=context.active,
        offered=offered,
        threshold=threshold,
        counter=counter,
        stands_alone=stands_alone and bool(hits),
        pinned=tuple(_pinned(context, counter)),
    )


def _is_polite(question: str, said: Sequence[Utterance]) -> bool:
    """Whether ``question`` is thanks or a greeting: polite, and no answer to what was asked."""
    if said and said[-1].role == "assistant" and said[-1].text.rstrip().endswith("?"):
        return False
    return any(is_courtesy(question, pack.dialogue_acts) for pack in LANGUAGE_PACKS.values())


def _together(memories: tuple[SessionMemory, ...]) -> SessionMemory:
    """Merge ``memories``, which are the same from turn to turn until a fold."""
    return reduce(merging.merge, memories, SessionMemory())


def _as_pieces(
    remembered: SessionMemory, counter: TokenCounter
) -> tuple[tuple[ItemKind, ViewPiece, frozenset[str]], ...]:
    """Return each item as a piece of a view, and its stems: the same from turn to turn, too."""
    return tuple(
        (
            kind,
            packing.item_piece(kind, item, reason=Reason("remembered"), counter=counter),
            frozenset(content_stems(item.text)),
        )
        for kind, item in remembered.all_items()
    )


def _span(period: PeriodFound) -> DateSpan:
    first, last = (
        int(dt.datetime.combine(day, dt.time(), tzinfo=dt.UTC).timestamp() // 60)
        for day in (period.first, period.last)
    )
    return first, last + _DAY - 1


def _is_of_time(question: str, period: PeriodFound) -> bool:
    """Whether ``question`` asks for nothing but what was said in ``period``."""
    asking = language_pack_for(question).asking_stems
    rest = content_terms(question.replace(period.words, " "))
    return all(term[0] in asking or is_everyday(term[0]) for term in rest)


def _tail(
    context: Context, question: str, hits: Sequence[Hit], counter: TokenCounter
) -> Iterator[packing.PackingCandidate]:
    """Offer the last exchanges, the reply before the question it answers, each cut to its half.

    Those before the last are for a question that points back, where recall leaves room.
    """
    share = _EXCHANGE_TOKENS // _EXCHANGE
    last = {message.id for message in context.last_exchange}
    shown = {hit.message_id for hit in hits} - last
    recent = context.recent if refers_back(question) else context.last_exchange
    for nearness, message in enumerate(recent):
        if message.id in shown:
            continue
        is_last = message.id in last
        text = counter.cut(message.content, share)
        reason = Reason("last_exchange" if is_last else "recent_exchange")
        piece = packing.recalled_piece(message, text, reason=reason, counter=counter)
        worth = _POINTED_AT + nearness if is_last else _WHERE_ROOM * (nearness + 1) / len(recent)
        yield packing.PackingCandidate(piece, worth)


def _items(
    context: Context,
    question: str,
    asked: Mapping[Term, str],
    counter: TokenCounter,
    *,
    is_new: bool,
) -> Iterator[packing.PackingCandidate]:
    """Offer what is remembered, by the share of what is asked that it holds.

    What is of a kind that the question asks for goes before all else.  Where the question
    ``is_new``, what holds nothing of it is left out, but for what always holds.
    """
    wanted = _kinds_asked(question)
    stems = frozenset().union(*asked)
    for kind, piece, own in _as_pieces(context.remembered, counter):
        shared: list[str] = []
        if not own.isdisjoint(stems):
            shared = [word for term, word in asked.items() if not own.isdisjoint(term)]
            piece = piece.model_copy(update={"reason": Reason("matches", tuple(shared))})
        elif is_new and kind not in (*_ALWAYS, *wanted):
            continue
        share = _SAID_SHORT * len(shared) / len(asked) if asked else 0.0
        listed = _LISTED if kind in wanted else 0.0
        yield packing.PackingCandidate(piece, share + packing.weight_of(kind) + listed)


def _kinds_asked(question: str) -> tuple[ItemKind, ...]:
    """Return the kinds of items that ``question`` asks to have listed, all for everything."""
    pack = language_pack_for(question)
    if pack.memory_questions.everything.search(question):
        return ITEM_KINDS
    return kinds_asked(question, pack)


def _pinned(context: Context, counter: TokenCounter) -> Iterator[ViewPiece]:
    """Yield what is in every view: items and messages that the person pinned."""
    for kind, item in context.remembered.all_items():
        if item.is_pinned:
            yield packing.item_piece(kind, item, reason=Reason("pinned"), counter=counter)
    for message in context.pinned:
        yield packing.recalled_piece(
            message, message.content, reason=Reason("pinned"), counter=counter
        )


def _passages(hits: Iterable[Hit], asked: Mapping[Term, str]) -> Iterator[packing.PackingCandidate]:
    written = {term[0]: word for term, word in asked.items()}  # else it is of what was understood
    for hit in hits:
        reason = Reason("close_in_meaning" if hit.is_close else "near_match")
        if hit.is_of_time:
            reason = Reason("in_time")
        elif hit.shared:
            reason = Reason("matches", tuple(written.get(each, each) for each in hit.shared))
        yield packing.PackingCandidate(packing.passage_piece(hit, reason=reason), hit.worth)
