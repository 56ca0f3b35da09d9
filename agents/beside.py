"""What stands beside a session's own past: what is known of the person in all chats."""

from collections.abc import Iterator, Sequence

from agents.context import Context
from tidemark import budget
from tidemark.profile import ProfileEntry
from tidemark.words import content_stems, content_terms
from utils import TokenCounter

PROFILE = "profile"  # why such a piece is in a view
_SHARE = 10  # what is known of the person takes at most a tenth of the budget
_UNASKED_SHARE = 20  # where it has nothing in common with the question, half of that
_ALWAYS = ("preferences", "constraints")  # hold whatever is asked; a fact is for who asks for it


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
    found = _offers(question, context, entries, counter)
    offers = sorted(found, key=lambda offered: -offered[0].worth)
    chosen, held = [], 0
    for offer, is_asked_for in offers:
        limit = threshold // (_SHARE if is_asked_for else _UNASKED_SHARE)
        if held + offer.piece.tokens <= limit:
            chosen.append(offer)
            held += offer.piece.tokens
    return tuple(chosen)


def _offers(
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
