"""What stands beside a session's own past: the person in all chats, other chats, questions alike.

A session that does not remember across chats reads nothing of another, nor of the profile.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents import cross_session
from agents.context import Context, find
from database import ScopedDatabase
from tidemark.memory.exchanges import pair_messages
from tidemark.memory.profile import ProfileEntry
from tidemark.nlp.languages import language_pack_for
from tidemark.nlp.tokens import as_written, content_stems, content_terms
from tidemark.prompt import packing
from tidemark.retrieval.cross_session import CrossSessionHits, CrossSessionPassage, SimilarQuestion
from tidemark.retrieval.recall_query import Hit
from tidemark.schema import ContextView, Message, QueryUnderstanding, Reason
from tidemark.schema.branches import Branch, is_shared
from tidemark.schema.prompt_snapshot import InspectedTurn
from utils import TokenCounter

# Why such a piece is in a view
_PROFILE_SHARE = 10  # what is known of the person takes at most a tenth of the budget
_UNASKED_SHARE = 20  # where it has nothing in common with the question, half of that
_ALWAYS = ("preferences", "constraints")  # hold whatever is asked; a fact is for who asks for it
_ASIDES_SHARE = 5  # other chats take at most a fifth of the budget
_MOST_TALKED = 12  # exchanges
_OPENING_TOKENS = 24
_TALK_WORTH = 0.15  # after the preferences, limits and decisions, before the facts


@dataclass(frozen=True)
class CrossSessionContext:
    """What may go into a view beside a session's own past.

    ``similar`` are the ids of the questions alike that are among the ``candidates``; ``is_across``:
    the session and the person's others may read of each other.  ``said`` are the messages of other
    sessions that the candidates are of.
    """

    candidates: tuple[packing.PackingCandidate, ...] = ()
    similar: tuple[int, ...] = ()
    is_across: bool = False
    said: tuple[Message, ...] = ()

    @property
    def message_ids(self) -> frozenset[int]:
        """The messages that are offered, which nobody need offer again."""
        return frozenset(
            of
            for each in self.candidates
            if each.piece.kind == "recalled"
            for of in each.piece.message_ids
        )

    def similar_in(self, view: ContextView) -> tuple[int, ...]:
        """Return the ids of the questions alike that went into ``view``."""
        shown = {of for piece in view.of_kind("recalled") for of in piece.message_ids}
        return tuple(of for of in self.similar if of in shown)


def looked_up(
    database: ScopedDatabase,
    session_id: str,
    question: str,
    context: Context,
    understanding: QueryUnderstanding | None = None,
    *,
    before: int | None = None,
    now: dt.datetime,
    threshold: int,
    counter: TokenCounter,
) -> tuple[tuple[Hit, ...], CrossSessionContext]:
    """Find what the session holds of ``question``, and offer what beside it bears on that.

    The question counts, and what it was read as.  What is found in the session, or is still active
    in it, is not offered again.
    """
    text = (understanding.rewritten_query if understanding else None) or question
    written = as_written(text)
    with database.together():
        # First: what is learnt of the session's own words need not be looked up again
        looked = database.cross_session.find(session_id, tuple(written), before=before)
        found = find(
            database,
            session_id,
            question,
            understanding,
            before=before,
            now=now,
            threshold=threshold,
        )
        entries = database.profile.entries() if looked.looks_across else ()
        own = cross_session.own_share(looked)
        alike, told = _told(database, looked, own, entries, context, text)
        shown = {of.id for each in alike for of in (each.question, each.answer)}
        here = {message.content for message in context.active} | {hit.content for hit in found}
        told = [
            each
            for each in told
            if each.message.id not in shown and each.message.content not in here
        ]
        if looked.is_branch and entries:
            family = database.branches.family(session_id)
            entries = tuple(each for each in entries if _is_of(each, family, session_id))
        candidates = (
            *known(question, context, entries, threshold=threshold, counter=counter),
            *_talk(database, session_id, question, context, before, counter),
            *cross_session.similar(alike, counter),
            *cross_session.passages(told, own, written, counter, threshold // _ASIDES_SHARE),
        )
    similar = tuple(each.question.id for each in alike)
    said = [of for each in alike for of in (each.question, each.answer)]
    said += [of for each in told for of in (each.message, *each.after)]
    return found, CrossSessionContext(candidates, similar, looked.looks_across, tuple(said))


def _told(
    database: ScopedDatabase,
    looked: CrossSessionHits,
    own: float,
    entries: Sequence[ProfileEntry],
    context: Context,
    text: str,
) -> tuple[Sequence[SimilarQuestion], Sequence[CrossSessionPassage]]:
    """Return what was ``looked`` up for ``text`` that may be read: questions alike, and asides."""
    if not (looked.similar_questions or looked.passages):
        return (), ()
    unwanted = cross_session.gone(entries, database.profile.forgotten())
    alike = (
        tuple(cross_session.fresh(looked.similar_questions, context.active, unwanted))
        if cross_session.asks(text)
        else ()
    )
    return alike, cross_session.telling(looked, own, unwanted)


def _is_of(entry: ProfileEntry, family: Sequence[Branch], session_id: str) -> bool:
    """Whether ``entry`` was said in this branch of a chat, or outside of all, or beside any."""
    ids = {branch.session_id for branch in family}
    return not entry.sources or any(
        source.session_id not in ids
        or is_shared(family, session_id, source.session_id, source.position)
        for source in entry.sources
    )


def as_in(found: InspectedTurn) -> CrossSessionContext:
    """Return what stood beside the session's past in a view that was kept, to be chosen again."""
    places = found.kept.places
    pieces = (*found.view.pieces, *(out.piece for out in found.view.left_out))
    candidates = tuple(
        packing.PackingCandidate(piece, kept.worth)
        for piece, kept in zip(pieces, (*places.pieces, *places.left_out), strict=True)
        if kept.worth is not None
    )
    return CrossSessionContext(candidates, is_across=True)


def known(
    question: str,
    context: Context,
    entries: Sequence[ProfileEntry],
    *,
    threshold: int,
    counter: TokenCounter,
) -> tuple[packing.PackingCandidate, ...]:
    """Offer what of the profile bears on ``question``, best first, within its small share.

    What the session holds itself is not offered again.
    """
    found = _entries(question, context, entries, counter)
    offers = sorted(found, key=lambda offered: -offered[0].worth)
    chosen, held = [], 0
    for offer, is_asked_for in offers:
        limit = threshold // (_PROFILE_SHARE if is_asked_for else _UNASKED_SHARE)
        if held + offer.piece.tokens <= limit:
            chosen.append(offer)
            held += offer.piece.tokens
    return tuple(chosen)


def _entries(
    question: str, context: Context, entries: Sequence[ProfileEntry], counter: TokenCounter
) -> Iterator[tuple[packing.PackingCandidate, bool]]:
    """Yield each entry that may go in, and whether the question asks for it."""
    enabled = [entry for entry in entries if entry.is_enabled]
    if not enabled:
        return
    here = {message.id for message in context.active}
    said = "\n".join(each.content for each in context.active if each.role == "user").casefold()
    remembered = {item.text.casefold() for _, item in context.remembered.all_items()}
    asked = set(content_terms(question))
    for entry in enabled:
        told = entry.text.casefold()
        if told in remembered or told in said or here.intersection(entry.item.message_ids):
            continue
        own = frozenset(content_stems(entry.text))
        shared = sum(not own.isdisjoint(term) for term in asked)
        if shared or entry.kind in _ALWAYS:
            piece = packing.item_piece(
                entry.kind, entry.item, reason=Reason("profile"), counter=counter
            )
            share = shared / len(asked) if asked else 0.0
            worth = share + packing.weight_of(entry.kind)
            yield packing.PackingCandidate(piece, worth), bool(shared)


def _talk(
    database: ScopedDatabase,
    session_id: str,
    question: str,
    context: Context,
    before: int | None,
    counter: TokenCounter,
) -> Iterator[packing.PackingCandidate]:
    """Yield how the last exchanges began, where the talk itself is asked for."""
    if not language_pack_for(question).memory_questions.talked.search(question):
        return
    active = {message.id for message in context.active}
    said = database.messages.page(session_id, before=before, limit=3 * _MOST_TALKED)
    for exchange in list(pair_messages(said))[-_MOST_TALKED:]:
        asked = exchange[0]
        if asked.id not in active:
            text = counter.cut(asked.content, _OPENING_TOKENS)
            piece = packing.recalled_piece(asked, text, reason=Reason("index"), counter=counter)
            yield packing.PackingCandidate(piece, _TALK_WORTH)
