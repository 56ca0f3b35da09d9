"""Recall: choose what an engine reads for a question, from its session and from elsewhere.

``analyse`` reads the question once, before a connection is taken; ``choose`` looks up what it needs
and packs the view.  The turn, ``TurnService.view`` and a replay call these two and nothing else.

From top to bottom: analyse the question; look up passages of the session, then other sessions,
earlier questions and the profile, and the notebook's sources; leave out what the person excluded;
pass all candidates to the packing, which takes the best that fit the budget.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property

from agents import ambiguity, cross_session, exclusion, forgetting, source_recall
from agents.ambiguity import QuestionReading
from agents.context import EXCHANGE, Context
from agents.cross_session import ForgottenContent
from agents.source_recall import TurnSources
from database import ScopedDatabase
from tidemark.engines.builtin.understanding import kinds_asked
from tidemark.memory.exchanges import pair_messages
from tidemark.memory.forgetting import words_to_find
from tidemark.memory.pasted_text import own_words, without_pasted
from tidemark.memory.profile import ProfileEntry
from tidemark.nlp.answer_types import answer_type
from tidemark.nlp.context_dependence import NEEDED, context_need, refers_back
from tidemark.nlp.dates import PeriodFound, find_period
from tidemark.nlp.dialogue_acts import STATING_ACTS, dialogue_act, is_courtesy_in_any_language
from tidemark.nlp.language_id import language_of
from tidemark.nlp.mentions import Utterance
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.search_terms import (
    Term,
    as_written,
    content_stems,
    content_terms,
    is_everyday,
    stem_set,
)
from tidemark.prompt import packing, source_packing
from tidemark.prompt.packing import PackingCandidate
from tidemark.retrieval.cross_session import (
    MOST_SIMILAR_QUESTIONS,
    CrossSessionHits,
    CrossSessionPassage,
    SimilarQuestion,
)
from tidemark.retrieval.recall_query import DateSpan, Hit, RecallQuery
from tidemark.retrieval.refs import CollectionState
from tidemark.retrieval.similarity import QueryVector
from tidemark.runtime.events import ContextSize
from tidemark.schema import (
    ITEM_KINDS,
    AskingStyle,
    ContextView,
    ItemKind,
    Message,
    QueryUnderstanding,
    Reason,
    ViewPiece,
)
from tidemark.schema.branches import Branch, is_shared
from tidemark.schema.prompt_snapshot import NOTHING, Excluded, InspectedTurn
from tidemark.schema.prompt_view import PLAIN, PromptStyle
from tidemark.schema.sources import SourceSpan
from utils import TokenCounter

_DAY = 24 * 60  # minutes
_ALWAYS: tuple[ItemKind, ...] = ("preferences", "constraints")  # they apply to every question
_EXCHANGE_TOKENS = 300  # a quarter of the default budget: for pronouns, as facts lie elsewhere

# Shares of the budget: at most one in so many of its tokens
_PROFILE_SHARE = 10  # of the profile, entries that match the question
_UNASKED_SHARE = 20  # of the profile, entries that share no word with the question
_OTHER_SESSIONS_SHARE = 5
_STANDING_SHARE = 10  # of preferences and constraints, for a model
_MOST_CORRECTING = 200  # messages of another session that are searched after a recalled passage
_MOST_INDEXED = 12  # exchanges in an index of the chat
_OPENING_TOKENS = 24
_MOST_STATEMENTS, _STATEMENT_TOKENS = 120, 60  # messages that a summary of the chat is made from

# The worth of a candidate; that of a recalled passage is 1 at most
_POINTED_AT = 100.0  # the last exchange goes before anything that merely shares words
_LISTED = 10.0  # items of a kind that the question asks to have listed go before passages
_CORRECTED = 1.01  # a corrected item goes before the passages with its old value
_SAID_SHORT = 0.5  # times its worth: an item is short, and its passage has the details
_INDEX_WORTH = 0.15  # after preferences, limits and decisions, before facts
_STATED_WORTH = 1.0  # of statements, for a summary: before passages that share its words
_AMOUNT_WORTH = 0.5  # of statements with a figure, for a question that may add them up
_WHERE_ROOM = 0.01  # at most, of earlier exchanges: less than any item

_DIGIT = re.compile(r"\d")
_LIST = re.compile(r"[^\n:]{2,40}:\s*\S+.*(?:,|\n|\b(?:and|en)\b)")  # "shopping: milk, bread"
_CLOSE, _NEAR, _IN_TIME = Reason("close_in_meaning"), Reason("near_match"), Reason("in_time")

VectorOf = Callable[[str], QueryVector | None]


def no_vector(_question: str) -> None:
    """Make no vector, so that recall goes by words alone."""


@dataclass(frozen=True)
class AnalysedQuestion:
    """A question as it was analysed, once for all steps of its turn.

    ``terms`` are its content words, by their stems.  ``before`` is its position: its session is
    searched up to there.  If it ``stands_alone`` it needs no context.  ``kinds`` are the kinds of
    items it asks to have listed, ``spans`` the times it names; if ``is_of_time``, it asks for all
    that was said then and has no other subject.
    """

    reading: QuestionReading
    session_id: str
    before: int | None
    pack: LanguagePack
    terms: Mapping[Term, str]
    kinds: tuple[ItemKind, ...]
    stands_alone: bool
    spans: tuple[DateSpan, ...]
    is_of_time: bool
    vector: QueryVector | None

    @cached_property
    def refers_back(self) -> bool:
        """Return whether the question refers to the messages just before it."""
        return refers_back(self.own_words)

    @cached_property
    def is_of_its_chat(self) -> bool:
        """Return whether it asks about the whole chat, as "summarise our plan" does."""
        asks = self.pack.memory_questions
        is_all = asks.everything.search(self.own_words) is not None
        return is_all and not asks.about_the_person.search(self.own_words)

    @cached_property
    def own_words(self) -> str:
        """The words of the person without pasted text: the question itself."""
        return own_words(self.text)

    @property
    def text(self) -> str:
        """The question, with the answer to a clarification included."""
        return self.reading.question


@dataclass(frozen=True)
class CrossSessionContext:
    """Candidates for a view from outside the session: profile, other chats, similar questions.

    ``similar`` are the ids of the similar questions among the ``candidates``; ``is_across``: the
    session and the person's others share memory.  ``said`` are the messages that the candidates
    come from.
    """

    candidates: tuple[PackingCandidate, ...] = ()
    similar: tuple[int, ...] = ()
    is_across: bool = False
    said: tuple[Message, ...] = ()

    @property
    def message_ids(self) -> frozenset[int]:
        """The ids of the messages that are offered, so that they are not offered twice."""
        return frozenset(
            of
            for each in self.candidates
            if each.piece.kind == "recalled"
            for of in each.piece.message_ids
        )

    def similar_in(self, view: ContextView) -> tuple[int, ...]:
        """Return the ids of the similar questions that went into ``view``."""
        shown = {of for piece in view.of_kind("recalled") for of in piece.message_ids}
        return tuple(of for of in self.similar if of in shown)


@dataclass(frozen=True)
class Recall:
    """The result of recall: passages of the session, other candidates, and their view.

    ``stated`` are the person's messages of the session that were offered as statements.
    """

    question: AnalysedQuestion
    view: ContextView
    hits: tuple[Hit, ...] = ()
    other_chats: CrossSessionContext = field(default_factory=CrossSessionContext)
    stated: tuple[Message, ...] = ()


def analyse(
    text: str,
    context: Context,
    *,
    session_id: str,
    before: int | None = None,
    now: dt.datetime,
    vector_of: VectorOf,
    asking: AskingStyle = "freely",
    excluded: Excluded = NOTHING,
) -> AnalysedQuestion:
    """Analyse a question that is asked ``now`` in a session with this ``context``.

    The days it names are those of the time zone of ``now``.  Hold no connection meanwhile:
    ``vector_of`` may wait two seconds for a service.
    """
    reading = ambiguity.read(text, ambiguity.asked_back(context.before_question), asking=asking)
    question = own_words(reading.question)
    pack = language_pack_for(question)
    question = pack.memory_questions.without_place(question)
    said = [
        Utterance(message.role, message.content)
        for message in exclusion.remaining_context(excluded, context).before_question
    ]
    is_all = pack.memory_questions.everything.search(question) is not None
    period = find_period(question, now, language_of(question))
    return AnalysedQuestion(
        reading=reading,
        session_id=session_id,
        before=before,
        pack=pack,
        terms=as_written(question),
        kinds=ITEM_KINDS if is_all else kinds_asked(question, pack),
        stands_alone=_asks_nothing(question, said) or context_need(question, said) < NEEDED,
        spans=(_span(period, now.tzinfo),) if period else (),
        is_of_time=period is not None and _is_of_time(question, period, pack),
        vector=vector_of(question),
    )


def choose(
    database: ScopedDatabase | None,
    question: AnalysedQuestion,
    context: Context,
    understanding: QueryUnderstanding | None = None,
    *,
    threshold: int,
    counter: TokenCounter,
    excluded: Excluded = NOTHING,
    other_chats: CrossSessionContext | None = None,
    style: PromptStyle = PLAIN,
    uses_profile: bool = True,
    sources: TurnSources | None = None,
    most_similar: int = MOST_SIMILAR_QUESTIONS,
) -> Recall:
    """Choose what an engine reads for ``question``, within ``threshold`` tokens in all.

    A model always reads the last exchange, and preferences and constraints first.  Given an
    ``understanding``, its rewritten question and missing context are looked up too.  Given
    ``other_chats``, nothing is looked up outside the session; without a ``database``, no message is
    looked up at all.  At most ``most_similar`` similar questions are read.  Unless it
    ``uses_profile``, no entry of the profile is read.  The passages of ``sources`` have an
    allowance of their own.
    """
    with nullcontext() if database is None else database.together():
        hits: tuple[Hit, ...] = ()
        forgotten: tuple[str, ...] = ()
        if database is not None:
            entries, forgotten = database.profile.entries_and_forgotten()
            if other_chats is None:
                hits, other_chats = _look_up(
                    database,
                    question,
                    context,
                    understanding,
                    entries if uses_profile else (),
                    forgotten,
                    threshold,
                    counter,
                    most_similar=most_similar,
                )
            else:
                hits = find(database, question, understanding, limit_tokens=threshold)
        other_chats = other_chats or CrossSessionContext()
        if forgotten:
            context = forgetting.without_forgotten(context, forgotten, counter)
            hits = tuple(forgetting.passages(hits, forgotten))
            remaining = forgetting.candidates(other_chats.candidates, forgotten)
            other_chats = replace(other_chats, candidates=remaining)
        offered = other_chats.message_ids
        rest = exclusion.apply(
            excluded,
            context,
            [hit for hit in hits if hit.message_id not in offered],
            other_chats.candidates,
            counter=counter,
        )
        always: tuple[ViewPiece, ...] = ()
        if style.form == "model":
            limit = threshold // _STANDING_SHARE
            standing = _preferences_and_constraints(question, rest.context, rest.other_chats, limit)
            always = (*_last_exchange(rest.context, counter), *standing)
        own = [*_own_candidates(question, rest.context, rest.hits, counter, always)]
        stated, terms = (
            _statements_needed(database, question, rest.context, counter, has_hits=bool(rest.hits))
            if database is not None and style.form != "model"
            else ((), ())
        )
        read = {*offered, *excluded.message_ids}
        own = _with_statements(own, forgetting.candidates(terms, forgotten), read)
        view = packing.build(
            question.text,
            active=rest.context.active,
            offered=(each for each in (*own, *rest.other_chats) if each.piece not in always),
            threshold=threshold,
            counter=counter,
            stands_alone=question.stands_alone and bool(rest.hits),
            pinned=tuple(_pinned(rest.context, counter)),
            always=always,
            style=style,
            understood=None
            if understanding is None
            else ambiguity.augmented_context(understanding),
        )
        view = _with_sources(sources, database, question, context, understanding, view, counter)
    return Recall(question, exclusion.with_excluded(view, rest.excluded), hits, other_chats, stated)


def context_size(recalled: Recall, context: Context) -> ContextSize:
    """Return how much of ``context`` the view of ``recalled`` contains."""
    view = recalled.view
    own = {each.id for each in (*context.active, *context.recent)}
    asked = {
        of
        for piece in (*view.of_kind("message"), *view.of_kind("recalled"))
        if piece.role == "user"
        for of in piece.message_ids
    }
    (question,) = view.of_kind("question")
    has_past = any(piece.kind not in ("question", "source") for piece in view.pieces)
    return ContextSize(
        questions=len(asked & own),
        tokens=max(view.tokens - question.tokens, 0) if has_past else 0,
        is_cut=bool(view.left_out),
    )


def find(
    database: ScopedDatabase,
    question: AnalysedQuestion,
    understanding: QueryUnderstanding | None = None,
    *,
    limit_tokens: int,
    state: CollectionState | None = None,
) -> tuple[Hit, ...]:
    """Find the passages of the session that ``question``, as it was understood, needs.

    They fit ``limit_tokens``; there are none if the session says too little about the subject.
    ``state`` is that of its collection, if it was just read.
    """
    more: tuple[str, ...] = ()
    if understanding is not None:
        more = (understanding.rewritten_query or "", *understanding.needed_context_from_memory)
    query = RecallQuery.read(
        words_to_find(question.own_words) or question.own_words,
        *more,
        spans=question.spans,
        vector=question.vector,
        is_of_time=question.is_of_time,
    )
    if not (query.terms or query.vector or query.is_of_time):
        return ()
    hits = database.recall.find(
        question.session_id,
        query,
        before=question.before,
        limit_tokens=limit_tokens,
        state=state,
    )
    return tuple(hit for hit in hits if not is_courtesy_in_any_language(hit.content))


# Analysis


def _asks_nothing(question: str, said: Sequence[Utterance]) -> bool:
    """Return whether ``question`` is thanks or a greeting, and does not answer a question."""
    if said and said[-1].role == "assistant" and said[-1].text.rstrip().endswith("?"):
        return False
    return is_courtesy_in_any_language(question)


def _span(period: PeriodFound, zone: dt.tzinfo | None) -> DateSpan:
    first, last = (
        int(dt.datetime.combine(day, dt.time(), tzinfo=zone or dt.UTC).timestamp() // 60)
        for day in (period.first, period.last)
    )
    return first, last + _DAY - 1


def _is_of_time(question: str, period: PeriodFound, pack: LanguagePack) -> bool:
    """Return whether ``question`` asks for all messages of ``period`` and has no other subject."""
    rest = content_terms(question.replace(period.words, " "))
    return all(term[0] in pack.asking_stems or is_everyday(term[0]) for term in rest)


# Looking up


def _look_up(
    database: ScopedDatabase,
    question: AnalysedQuestion,
    context: Context,
    understanding: QueryUnderstanding | None,
    entries: Sequence[ProfileEntry],
    forgotten: Sequence[str],
    threshold: int,
    counter: TokenCounter,
    *,
    most_similar: int,
) -> tuple[tuple[Hit, ...], CrossSessionContext]:
    """Find passages of the session, and candidates from outside it, such as ``entries``.

    Messages that are found in the session, or are still active in it, are not offered twice.
    If ``most_similar`` is 0, nothing of other sessions is offered but the profile.
    """
    rewritten = understanding.rewritten_query if understanding else None
    text, terms = question.own_words, question.terms
    if rewritten:
        text, terms = rewritten, as_written(rewritten)
    # First, because it reads statistics of the session's words that are needed below
    elsewhere = _in_other_chats(database, question, context, tuple(terms))
    hits = find(database, question, understanding, limit_tokens=threshold, state=elsewhere.state)
    indexed, index = _index_of_exchanges(database, question, context, counter)
    if question.is_of_its_chat:
        return hits, CrossSessionContext(index, is_across=elsewhere.looks_across, said=indexed)
    entries = entries if elsewhere.looks_across else ()
    unwanted = cross_session.forgotten_content(entries, forgotten)
    own = cross_session.own_share(elsewhere)
    similar, passages = _readable(elsewhere, own, unwanted, context, text)
    similar = similar[:most_similar]
    if not most_similar:
        passages = []
    shown = {of.id for each in similar for of in (each.question, each.answer)}
    here = {message.content for message in context.active} | {hit.content for hit in hits}
    passages = [
        each
        for each in passages
        if each.message.id not in shown and each.message.content not in here
    ]
    if (best := cross_session.best_of(passages, own)) is not None:
        more = _more_of_session(database, best, question, understanding, threshold)
        passages = [best, *cross_session.new_among(more, [*passages], unwanted), *passages[1:]]
    if passages and (origin := database.branches.origin(question.session_id)):
        passages = list(cross_session.without_corrections(passages, origin, context.active))
    if elsewhere.is_branch and entries:
        family = database.branches.family(question.session_id)
        entries = tuple(each for each in entries if _is_of(each, family, question.session_id))
    candidates = (
        *profile_candidates(question, context, entries, threshold=threshold, counter=counter),
        *index,
        *cross_session.similar_candidates(similar, counter),
        *cross_session.passage_candidates(
            passages, own, terms, counter, threshold // _OTHER_SESSIONS_SHARE
        ),
    )
    said = (
        *indexed,
        *(of for each in similar for of in (each.question, each.answer)),
        *(of for each in passages for of in (each.message, *each.after)),
    )
    ids = tuple(each.question.id for each in similar)
    return hits, CrossSessionContext(candidates, ids, elsewhere.looks_across, said)


def _with_sources(
    sources: TurnSources | None,
    database: ScopedDatabase | None,
    question: AnalysedQuestion,
    context: Context,
    understanding: QueryUnderstanding | None,
    view: ContextView,
    counter: TokenCounter,
) -> ContextView:
    """Add the passages of ``sources`` to read; none for small talk or a question about the chat.

    The passages that answers in ``view`` cite are added too.
    """
    if sources is None or _is_of_the_talk(question):
        return view
    if sources.is_empty:
        return view.model_copy(update={"sources_withheld": sources.are_withheld})
    before: tuple[str, ...] = ()
    if database is not None and question.before != 0:
        before = source_recall.said_before(database, question.session_id, context.active)
    rewritten = understanding.rewritten_query if understanding else None
    asked = rewritten or question.own_words or question.text
    cited = _cited_before(database, question, context, view) if database else ()
    passages = sources.pieces(
        asked, before, question.vector, cited, also_alone=not question.refers_back
    )
    return source_packing.with_sources(view, passages, counter)


def _cited_before(
    database: ScopedDatabase, question: AnalysedQuestion, context: Context, view: ContextView
) -> tuple[SourceSpan, ...]:
    """Return the passages cited by recalled answers, and by the last one if it is needed."""
    recalled = [
        of
        for piece in view.of_kind("recalled")
        if piece.role == "assistant"
        for of in piece.message_ids
    ]
    replies = [*database.prompt_snapshots.sources(recalled).values()] if recalled else []
    if not question.stands_alone:
        replies = [*context.before_question[-1:], *replies]
    return tuple(dict.fromkeys(each for of in replies for each in of.metadata.cited_passages))


def _is_of_the_talk(question: AnalysedQuestion) -> bool:
    """Return whether ``question`` is small talk, or asks about the chat alone."""
    own, asks = question.own_words, question.pack.memory_questions
    return is_courtesy_in_any_language(own) or any(
        pattern.search(own)
        for pattern in (asks.talked, asks.last_said, asks.repeat, asks.of_the_engine)
    )


def _in_other_chats(
    database: ScopedDatabase, question: AnalysedQuestion, context: Context, terms: tuple[Term, ...]
) -> CrossSessionHits:
    """Find the passages of other chats that match ``terms``.

    If there are none, and the question depends on the last one, which was answered from another
    chat, search with the words of the last question too.
    """
    found = database.cross_session.find(question.session_id, terms, before=question.before)
    last = None if question.stands_alone else _answered_elsewhere(context)
    if found.passages or last is None:
        return found
    more = (*terms, *as_written(own_words(last.content)))
    again = database.cross_session.find(question.session_id, more, before=question.before)
    return replace(found, own=again.own, passages=again.passages)


def _answered_elsewhere(context: Context) -> Message | None:
    """Return the last question if its answer quotes no message of this chat."""
    last = context.before_question[-EXCHANGE:]
    if len(last) < EXCHANGE or last[-1].role != "assistant":
        return None
    asked, answer = last
    here = {message.id for message in context.active}
    cited = {each.of for each in answer.metadata.citations if each.kind == "message"}
    return asked if cited and not cited & here else None


def _more_of_session(
    database: ScopedDatabase,
    best: CrossSessionPassage,
    question: AnalysedQuestion,
    understanding: QueryUnderstanding | None,
    threshold: int,
) -> Iterator[CrossSessionPassage]:
    """Yield other passages of the session of ``best`` that match the question, and corrections."""
    session_id = best.message.session_id
    there = replace(question, session_id=session_id, before=None)
    limit = threshold // _OTHER_SESSIONS_SHARE
    hits = [
        hit
        for hit in find(database, there, understanding, limit_tokens=limit)
        if hit.role == "user"
    ]
    first = min([best.message.position, *(hit.position for hit in hits)])
    later = database.messages.short_between(
        session_id,
        first,
        first + _MOST_CORRECTING,
        most_tokens=cross_session.LONGEST_CORRECTION,
    )
    by_id = {message.id: message for message in later}
    if long := [hit.message_id for hit in hits if hit.message_id not in by_id]:
        by_id |= {message.id: message for message in database.messages.by_ids(session_id, long)}
    for hit in hits:
        yield replace(
            best,
            message=by_id[hit.message_id],
            start=hit.start,
            end=hit.end,
            tokens=hit.tokens,
            after=(),
        )
    about = {best.message.id, *(hit.message_id for hit in hits)}
    for message in cross_session.correcting_messages(later, about):
        yield replace(
            best,
            message=message,
            start=0,
            end=len(message.content),
            tokens=message.token_count,
            after=(),
        )


def _readable(
    found: CrossSessionHits,
    own: float,
    unwanted: ForgottenContent,
    context: Context,
    text: str,
) -> tuple[Sequence[SimilarQuestion], Sequence[CrossSessionPassage]]:
    """Return the similar questions and the passages ``found`` for ``text`` that may be read."""
    similar: tuple[SimilarQuestion, ...] = ()
    if cross_session.asks(text):
        similar = tuple(cross_session.answered(found.similar_questions, context.active, unwanted))
    return similar, cross_session.informative(found, own, unwanted)


def _is_of(entry: ProfileEntry, family: Sequence[Branch], session_id: str) -> bool:
    """Return whether ``entry`` was said in this branch of a chat, or outside all its branches."""
    ids = {branch.session_id for branch in family}
    return not entry.sources or any(
        source.session_id not in ids
        or is_shared(family, session_id, source.session_id, source.position)
        for source in entry.sources
    )


def profile_candidates(
    question: AnalysedQuestion,
    context: Context,
    entries: Sequence[ProfileEntry],
    *,
    threshold: int,
    counter: TokenCounter,
) -> tuple[PackingCandidate, ...]:
    """Offer the profile entries that match ``question``, best first, within their small share.

    Entries that the session itself contains are not offered again.
    """
    found = _profile_entries(question, context, entries, counter)
    chosen, held = [], 0
    for candidate, is_asked_for in sorted(found, key=lambda offered: -offered[0].worth):
        limit = threshold // (_PROFILE_SHARE if is_asked_for else _UNASKED_SHARE)
        if held + candidate.piece.tokens <= limit:
            chosen.append(candidate)
            held += candidate.piece.tokens
    return tuple(chosen)


def _profile_entries(
    question: AnalysedQuestion,
    context: Context,
    entries: Sequence[ProfileEntry],
    counter: TokenCounter,
) -> Iterator[tuple[PackingCandidate, bool]]:
    """Yield each entry that may go in, and whether it matches the question."""
    enabled = [entry for entry in entries if entry.is_enabled]
    if not enabled:
        return
    here = {message.id for message in context.active}
    said = "\n".join(each.content for each in context.active if each.role == "user").casefold()
    remembered = {item.text.casefold() for _, item in context.remembered.all_items()}
    asked = set(question.terms)
    for entry in enabled:
        text = entry.text.casefold()
        if text in remembered or text in said or here.intersection(entry.item.message_ids):
            continue
        own = frozenset(content_stems(entry.text))
        shared = sum(not own.isdisjoint(term) for term in asked)
        if shared or entry.kind in _ALWAYS:
            piece = packing.item_piece(
                entry.kind, entry.item, reason=Reason("profile"), counter=counter
            )
            share = shared / len(asked) if asked else 0.0
            yield PackingCandidate(piece, share + packing.weight_of(entry.kind)), bool(shared)


def _index_of_exchanges(
    database: ScopedDatabase, question: AnalysedQuestion, context: Context, counter: TokenCounter
) -> tuple[tuple[Message, ...], tuple[PackingCandidate, ...]]:
    """Return the last questions and offer their beginnings, if the question is about the chat.

    For a summary of the chat, return and offer the person's statements in it instead.
    """
    asks = question.pack.memory_questions
    if question.kinds == ITEM_KINDS and asks.summary.search(question.text):
        said = tuple(_own_statements(database, question, context))
        return said, tuple(_openings(said, counter, _STATEMENT_TOKENS, _STATED_WORTH))
    if not asks.talked.search(question.own_words):
        return (), ()
    said = _last_questions(database, question, context)
    return said, tuple(_openings(said, counter, _OPENING_TOKENS, _INDEX_WORTH))


def _last_questions(
    database: ScopedDatabase, question: AnalysedQuestion, context: Context
) -> tuple[Message, ...]:
    """Return the questions of the last exchanges that are not active any more."""
    active = {message.id for message in context.active}
    page = database.messages.page(
        question.session_id, before=question.before, limit=3 * _MOST_INDEXED
    )
    exchanges = pair_messages(tuple(message for message in page if not message.is_single))
    asked = (exchange[0] for exchange in list(exchanges)[-_MOST_INDEXED:])
    return tuple(message for message in asked if message.id not in active)


def _openings(
    said: Iterable[Message], counter: TokenCounter, limit_tokens: int, worth: float
) -> Iterator[PackingCandidate]:
    """Offer the beginning of each message ``said``, as part of an index of the chat."""
    for message in said:
        text = counter.cut(message.content, limit_tokens)
        piece = packing.recalled_piece(message, text, reason=Reason("index"), counter=counter)
        yield PackingCandidate(piece, worth)


def _unread(offered: Iterable[PackingCandidate], read: Set[int]) -> Iterator[PackingCandidate]:
    """Yield the candidates whose messages are not in ``read``."""
    return (each for each in offered if read.isdisjoint(each.piece.message_ids))


def _asks_of_the_person(question: AnalysedQuestion) -> bool:
    """Return whether it asks for a fact of the person's own life: "who is my dentist".

    The message that answers it may share no word with it.
    """
    own, pack = question.own_words, question.pack
    return answer_type(own, pack) is not None and bool(
        pack.memory_questions.of_ourselves.search(own)
    )


def _asks_amount(question: AnalysedQuestion, *, has_hits: bool) -> bool:
    """Return whether it asks for an amount, which may be a sum, as "what have I spent?" does.

    The amounts to add up were said in messages that may share no word with it.  Another question
    for an amount counts if it names something, refers to nothing before it, and found no passage.
    """
    own, asks, money = question.own_words, question.pack.counting, question.pack.ledger
    if asks.left.search(own):  # "which names are left?" asks for no amount
        return any(each.search(own) for each in (asks.how_many, money.asks_sum))
    if any(each.search(own) for each in (money.asks_spent, asks.asks_area)):
        return True
    names = bool(question.terms) and not question.refers_back
    return names and not has_hits and bool(asks.asks_amount.search(own))


def _own_statements(
    database: ScopedDatabase, question: AnalysedQuestion, context: Context
) -> Iterator[Message]:
    """Yield the person's last covered statements, newest first."""
    active = {message.id for message in context.active}
    said = database.messages.said_last(
        question.session_id, before=question.before, among=_MOST_STATEMENTS
    )
    for message in said:
        if message.id in active:
            continue
        own = without_pasted(message.content).strip()
        if own and dialogue_act(own) in STATING_ACTS:
            yield message


def _statements_needed(
    database: ScopedDatabase,
    question: AnalysedQuestion,
    context: Context,
    counter: TokenCounter,
    *,
    has_hits: bool,
) -> tuple[tuple[Message, ...], tuple[PackingCandidate, ...]]:
    """Return and offer the person's statements, if an amount or a fact of theirs is asked for.

    For an amount, those with a figure come first, because they may be terms of a sum.  For the
    entries of a list, only those that hold one or change it are offered.
    """
    adds_up = _asks_amount(question, has_hits=has_hits)
    if not (adds_up or _asks_of_the_person(question)):
        if not _asks_for_entries(question):
            return (), ()
        said = tuple(each for each in _own_statements(database, question, context) if _lists(each))
        return said, tuple(_openings(said, counter, _STATEMENT_TOKENS, _AMOUNT_WORTH))
    said = tuple(_own_statements(database, question, context))
    return said, tuple(
        each._replace(worth=_AMOUNT_WORTH) if adds_up and _DIGIT.search(each.piece.text) else each
        for each in _openings(said, counter, _STATEMENT_TOKENS, _WHERE_ROOM)
    )


def _asks_for_entries(question: AnalysedQuestion) -> bool:
    """Return whether it asks what is on a list or is left to do, which it may not name."""
    asks, own = question.pack.list_changes, question.own_words
    of_things = asks.asks_tasks.search(own) or asks.asks_things.search(own)
    return "todos" in question.kinds or bool(of_things and asks.asks_open.search(own))


def _lists(message: Message) -> bool:
    """Return whether the person's ``message`` holds a list, or changes one."""
    text = message.content
    changes = language_pack_for(text).list_changes
    patterns = (changes.drops, changes.completes, changes.obtained, *changes.obliges)
    return bool(_LIST.match(text)) or any(each.search(text) for each in patterns)


def _with_statements(
    own: list[PackingCandidate], stated: Sequence[PackingCandidate], read: Set[int]
) -> list[PackingCandidate]:
    """Add the messages ``stated`` to the candidates ``own``, without those in ``read``.

    A candidate of the same message gets at least the worth of the statement.  A message is added
    beside its facts if these leave out words of it: "Got the key cut" of "Got the key cut, and
    asked Pam".  It is not beside its tasks, of which some may be done since.
    """
    if not stated:
        return own
    worths = {each.piece.message_ids: each.worth for each in stated}
    raised = [
        each._replace(worth=max(each.worth, worths.get(each.piece.message_ids, 0.0)))
        for each in own
    ]
    read = {*read, *(of for each in raised if not each.piece.item for of in each.piece.message_ids)}
    items = [each.piece for each in raised if each.piece.item]
    new = (each for each in _unread(stated, read) if not _is_said_by(items, each.piece))
    return [*raised, *new]


def _is_said_by(items: Sequence[ViewPiece], message: ViewPiece) -> bool:
    """Return whether ``items`` have all content words of ``message``, or tasks in it."""
    ids = frozenset(message.message_ids)
    told = [each for each in items if ids.intersection(each.message_ids)]
    if any(each.item_kind == "todos" for each in told):
        return True
    said = frozenset[str]().union(*(stem_set(each.text) for each in told))
    return bool(told) and said >= stem_set(message.text)


def kept_candidates(found: InspectedTurn) -> CrossSessionContext:
    """Return the candidates from outside the session that a stored view was chosen from."""
    places = found.kept.places
    pieces = (*found.view.pieces, *(out.piece for out in found.view.left_out))
    candidates = tuple(
        PackingCandidate(piece, kept.worth)
        for piece, kept in zip(pieces, (*places.pieces, *places.left_out), strict=True)
        if kept.worth is not None
    )
    return CrossSessionContext(candidates, is_across=True)


# Offering what the session holds


def _last_exchange(context: Context, counter: TokenCounter) -> Iterator[ViewPiece]:
    """Yield the exchange just before the question, each message cut to half of the allowance."""
    for message in context.before_question[-EXCHANGE:]:
        text = counter.cut(message.content, _EXCHANGE_TOKENS // EXCHANGE)
        reason = Reason("last_exchange")
        yield packing.recalled_piece(message, text, reason=reason, counter=counter)


def _preferences_and_constraints(
    question: AnalysedQuestion,
    context: Context,
    other_chats: Sequence[PackingCandidate],
    limit_tokens: int,
) -> Iterator[ViewPiece]:
    """Yield preferences and constraints, the session's own first, within ``limit_tokens``."""
    own = sorted(_items(question, context, has_hits=True), key=lambda each: -each.worth)
    others = sorted(other_chats, key=lambda each: (-each.worth, each.piece.text))
    held = 0
    for piece, _ in (*own, *others):
        if piece.item_kind in _ALWAYS and held + piece.tokens <= limit_tokens:
            held += piece.tokens
            yield piece


def _own_candidates(
    question: AnalysedQuestion,
    context: Context,
    hits: Sequence[Hit],
    counter: TokenCounter,
    always: Sequence[ViewPiece],
) -> Iterator[PackingCandidate]:
    """Offer the last exchanges, the items of the summaries, and the passages recalled.

    Passages of messages that are ``always`` read are not offered again.  The last exchange goes in
    only with a question that needs it; else the active messages are not read in full either, and
    recalled passages of them count.
    """
    in_full: set[int] = set()
    tail: tuple[PackingCandidate, ...] = ()
    if not question.stands_alone:
        in_full = {message.id for message in context.active}
        tail = tuple(_last_exchanges(question, context, hits, counter))
    yield from tail
    ids = frozenset(hit.message_id for hit in hits)
    yield from _items(question, context, has_hits=bool(hits), hit_ids=ids)
    read = (*always, *(each.piece for each in tail))
    cut_at = {
        of: len(piece.text)
        for piece in read
        if piece.kind == "recalled"
        for of in piece.message_ids
    }
    new = (
        hit
        for hit in hits
        if hit.message_id not in in_full and hit.end > cut_at.get(hit.message_id, 0)
    )
    firsts = dict(_corrections(hits, () if in_full else context.active))
    known = {hit.message_id for hit in hits}
    yield from _passages(new, question.terms, firsts)
    reason = Reason("corrects")
    for message in context.active:
        if message.id in firsts and message.id not in known:
            text = message.content
            piece = packing.recalled_piece(message, text, reason=reason, counter=counter)
            yield PackingCandidate(piece, firsts[message.id])


def _corrections(hits: Sequence[Hit], active: Sequence[Message]) -> Iterator[tuple[int, float]]:
    """Yield each message that corrects a recalled one, by id, with a worth just above that one's.

    "No, Thursday, not Tuesday" may share no word with a question that finds the Tuesday.
    """
    worths: dict[int, float] = {}
    said: dict[int, Message] = {}
    for hit in hits:
        worths[hit.message_id] = max(hit.worth, worths.get(hit.message_id, 0.0))
        if hit.role == "user":
            said[hit.message_id] = _message_of(hit)
    about = frozenset(said)
    said |= {each.id: each for each in active if _may_be_correction(each) and each.id not in about}
    in_order = sorted(said.values(), key=lambda each: each.position)
    for message, corrected in cross_session.corrections(in_order, about) if about else ():
        yield message.id, cross_session.CORRECTION_FIRST * max(worths[each] for each in corrected)


def _may_be_correction(message: Message) -> bool:
    is_short = message.token_count <= cross_session.LONGEST_CORRECTION
    return message.role == "user" and is_short and not message.is_single


def _message_of(hit: Hit) -> Message:
    return Message(
        id=hit.message_id,
        session_id=hit.session_id,
        position=hit.position,
        role=hit.role,
        content=hit.content,
        timestamp=hit.timestamp,
        token_count=hit.token_count,
    )


def _last_exchanges(
    question: AnalysedQuestion, context: Context, hits: Sequence[Hit], counter: TokenCounter
) -> Iterator[PackingCandidate]:
    """Offer the last exchanges, each message cut to half of the allowance.

    Exchanges before the last are for a question that refers back, if recall leaves room.
    """
    share = _EXCHANGE_TOKENS // EXCHANGE
    last = {message.id for message in context.last_exchange}
    shown = {hit.message_id for hit in hits} - last
    recent = context.recent if question.refers_back else context.last_exchange
    for nearness, message in enumerate(recent):
        if message.id in shown:
            continue
        is_last = message.id in last
        text = counter.cut(message.content, share)
        reason = Reason("last_exchange" if is_last else "recent_exchange")
        piece = packing.recalled_piece(message, text, reason=reason, counter=counter)
        worth = _POINTED_AT + nearness if is_last else _WHERE_ROOM * (nearness + 1) / len(recent)
        yield PackingCandidate(piece, worth)


def _items(
    question: AnalysedQuestion,
    context: Context,
    *,
    has_hits: bool,
    hit_ids: frozenset[int] = frozenset(),
) -> Iterator[PackingCandidate]:
    """Offer the items of the summaries, by the share of the question's words that they match.

    A kind that the question asks for goes before all else.  If no message matches the question,
    items that share no word with it are left out, except preferences and constraints.  A corrected
    item goes before the messages ``hit_ids`` that contain its old value.
    """
    asked = question.terms
    is_new = not has_hits and (question.stands_alone or not question.refers_back)
    stems = frozenset().union(*asked)
    for kind, piece, own in context.merged.items:
        shared: list[str] = []
        if not own.isdisjoint(stems):
            shared = [word for term, word in asked.items() if not own.isdisjoint(term)]
            piece = piece.model_copy(update={"reason": Reason("matches", tuple(shared))})
        elif is_new and kind not in (*_ALWAYS, *question.kinds):
            continue
        share = _SAID_SHORT * len(shared) / len(asked) if asked else 0.0
        listed = _LISTED if kind in question.kinds else 0.0
        corrects = bool(piece.item and piece.item.history) and not hit_ids.isdisjoint(
            piece.message_ids
        )
        worth = share + packing.weight_of(kind) + listed
        yield PackingCandidate(piece, max(worth, _CORRECTED) if corrects else worth)


def _passages(
    hits: Iterable[Hit], asked: Mapping[Term, str], least: Mapping[int, float]
) -> Iterator[PackingCandidate]:
    """Offer the passages ``hits``, those of a message in ``least`` with at least that worth."""
    written = {term[0]: word for term, word in asked.items()}  # others are the engine's
    matches: dict[tuple[str, ...], Reason] = {}  # many hits share the same words
    for hit in hits:
        reason = _CLOSE if hit.is_close else _NEAR
        if hit.is_of_time:
            reason = _IN_TIME
        elif hit.shared:
            if hit.shared not in matches:
                words = tuple(written.get(each, each) for each in hit.shared)
                matches[hit.shared] = Reason("matches", words)
            reason = matches[hit.shared]
        worth = max(hit.worth, least.get(hit.message_id, 0.0))
        yield PackingCandidate(packing.passage_piece(hit, reason=reason), worth)


def _pinned(context: Context, counter: TokenCounter) -> Iterator[ViewPiece]:
    """Yield the items and messages that the person pinned, which are in every view."""
    for kind, item in context.remembered.all_items():
        if item.is_pinned:
            yield packing.item_piece(kind, item, reason=Reason("pinned"), counter=counter)
    for message in context.pinned:
        yield packing.recalled_piece(
            message, message.content, reason=Reason("pinned"), counter=counter
        )
