"""What stands beside a session's own past: the person in all chats, other chats, questions alike.

A session that does not remember across chats reads nothing of another, nor of the profile.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents.context import Context
from database import Database
from tidemark import budget
from tidemark.elsewhere import SIMILAR, Alike, Aside, Found
from tidemark.engines.languages import tongue_of
from tidemark.engines.moves import move
from tidemark.exchanges import paired
from tidemark.kept import Inspected
from tidemark.profile import ProfileEntry
from tidemark.recall import Hit
from tidemark.schema import ContextView, Message, QueryUnderstanding, ViewPiece
from tidemark.words import content_stems, content_terms
from utils import TokenCounter, one_line

# Why such a piece is in a view
PROFILE = "profile"
_TALK = "index of exchanges"
_PROFILE_SHARE = 10  # what is known of the person takes at most a tenth of the budget
_UNASKED_SHARE = 20  # where it has nothing in common with the question, half of that
_ALWAYS = ("preferences", "constraints")  # hold whatever is asked; a fact is for who asks for it
_ASIDES_SHARE = 5  # other chats take at most a fifth of the budget
_ASIDE_WORTH = 0.8  # at most, of a passage elsewhere that holds all of what is asked
_CLEARLY = 0.1  # so much more of what is asked must stand elsewhere to go before one's own
_LAST_WORTH = 0.01  # goes in where room is left
_QUESTION_TOKENS, _ANSWER_TOKENS = 60, 120
_TITLE_CHARS = 40
_MOST_TALKED = 12  # exchanges
_OPENING_TOKENS = 24
_TALK_WORTH = 0.15  # after the preferences, limits and decisions, before the facts


@dataclass(frozen=True)
class Beside:
    """What may go into a view beside a session's own past.

    ``similar`` are the ids of the questions alike that are among the ``candidates``; ``is_across``:
    the session and the person's others may read of each other.  ``said`` are the messages of other
    sessions that the candidates are of.
    """

    candidates: tuple[budget.Candidate, ...] = ()
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


def offered(
    database: Database,
    session_id: str,
    question: str,
    context: Context,
    found: Sequence[Hit],
    understanding: QueryUnderstanding | None = None,
    *,
    before: int | None = None,
    threshold: int,
    counter: TokenCounter,
) -> Beside:
    """Offer what beside the session's past bears on ``question``, and on what it was read as.

    What is ``found`` in the session, or is still active in it, is not offered again.
    """
    read = understanding.rewritten_query if understanding else None
    text = read or question
    looked = database.elsewhere.look(session_id, content_terms(text), before=before)
    entries = database.profile.entries() if looked.looks_across else ()
    here = {message.content for message in context.active} | {hit.content for hit in found}
    alike = tuple(_fresh(looked.alike, context)) if _asks(text) else ()
    shown = {of.id for each in alike for of in (each.question, each.answer)}
    asides = [
        each
        for each in looked.asides
        if each.message.id not in shown and each.message.content not in here
    ]
    candidates = (
        *known(question, context, entries, threshold=threshold, counter=counter),
        *_talk(database, session_id, question, context, before, counter),
        *_alike(alike, counter),
        *_asides(asides, looked, threshold // _ASIDES_SHARE),
    )
    similar = tuple(each.question.id for each in alike)
    said = [of for each in alike for of in (each.question, each.answer)]
    said += [each.message for each in asides]
    return Beside(candidates, similar, looked.looks_across, tuple(said))


def as_in(found: Inspected) -> Beside:
    """Return what stood beside the session's past in a view that was kept, to be chosen again."""
    places = found.kept.places
    pieces = (*found.view.pieces, *(out.piece for out in found.view.left_out))
    candidates = tuple(
        budget.Candidate(piece, kept.worth)
        for piece, kept in zip(pieces, (*places.pieces, *places.left_out), strict=True)
        if kept.worth is not None
    )
    return Beside(candidates, is_across=True)


def known(
    question: str,
    context: Context,
    entries: Sequence[ProfileEntry],
    *,
    threshold: int,
    counter: TokenCounter,
) -> tuple[budget.Candidate, ...]:
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
) -> Iterator[tuple[budget.Candidate, bool]]:
    """Yield each entry that may go in, and whether the question asks for it."""
    enabled = [entry for entry in entries if entry.is_enabled]
    if not enabled:
        return
    here = {message.id for message in context.active}
    remembered = {item.text.casefold() for _, item in context.remembered.all_items()}
    asked = set(content_terms(question))
    for entry in enabled:
        is_held = entry.text.casefold() in remembered
        if is_held or here.intersection(entry.item.message_ids):
            continue
        own = frozenset(content_stems(entry.text))
        shared = sum(not own.isdisjoint(term) for term in asked)
        if shared or entry.kind in _ALWAYS:
            piece = budget.item_piece(entry.kind, entry.item, reason=PROFILE, counter=counter)
            share = shared / len(asked) if asked else 0.0
            worth = share + budget.weight_of(entry.kind)
            yield budget.Candidate(piece, worth), bool(shared)


def _talk(
    database: Database,
    session_id: str,
    question: str,
    context: Context,
    before: int | None,
    counter: TokenCounter,
) -> Iterator[budget.Candidate]:
    """Yield how the last exchanges began, where the talk itself is asked for."""
    if not tongue_of(question).memory.talked.search(question):
        return
    active = {message.id for message in context.active}
    said = database.messages.page(session_id, before=before, limit=3 * _MOST_TALKED)
    for exchange in list(paired(said))[-_MOST_TALKED:]:
        asked = exchange[0]
        if asked.id not in active:
            text = counter.cut(asked.content, _OPENING_TOKENS)
            piece = budget.recalled_piece(asked, text, reason=_TALK, counter=counter)
            yield budget.Candidate(piece, _TALK_WORTH)


def _fresh(alike: Sequence[Alike], context: Context) -> Iterator[Alike]:
    """Yield those of ``alike`` that the active messages do not hold word for word already."""
    active = {message.id for message in context.active}
    said = {message.content.casefold().strip() for message in context.active}
    for each in alike:
        if each.question.id in active or each.question.content.casefold().strip() in said:
            continue
        if _asks(each.question.content):
            yield each


def _asks(text: str) -> bool:
    return move(text, tongue_of(text)) in ("question", "request")


def _alike(found: Sequence[Alike], counter: TokenCounter) -> Iterator[budget.Candidate]:
    for each in found:
        reason = SIMILAR + (f", from {_named(each.title)}" if each.title else "")
        for message, limit in (
            (each.question, _QUESTION_TOKENS),
            (each.answer, _ANSWER_TOKENS),
        ):
            text = counter.cut(message.content, limit)
            piece = budget.recalled_piece(message, text, reason=reason, counter=counter)
            yield budget.Candidate(piece, each.likeness)


def _asides(found: Sequence[Aside], looked: Found, limit_tokens: int) -> Iterator[budget.Candidate]:
    """Yield what other chats say that this one does not, then what both do, within the limit.

    What this chat holds more of is its own to tell.
    """
    held = 0
    for each in found:
        if each.share < looked.own_share:
            continue
        says_more = each.share > looked.own_share + _CLEARLY
        piece = _passage(each)
        if held + piece.tokens <= limit_tokens:
            held += piece.tokens
            worth = _ASIDE_WORTH * each.share if says_more else _LAST_WORTH
            yield budget.Candidate(piece, worth)


def _passage(aside: Aside) -> ViewPiece:
    """Return what ``aside`` says as a piece of a view."""
    message, shared = aside.message, ", ".join(aside.shared)
    hit = Hit(
        session_id=message.session_id,
        message_id=message.id,
        position=message.position,
        role=message.role,
        timestamp=message.timestamp,
        content=message.content,
        start=aside.start,
        end=aside.end,
        tokens=aside.tokens,
        worth=aside.share,
    )
    return budget.passage_piece(hit, reason=f"from {_named(aside.title)}: matches {shared}")


def _named(title: str) -> str:
    return f"“{one_line(title, _TITLE_CHARS)}”"
