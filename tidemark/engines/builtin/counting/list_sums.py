"""Answers with a sum or a difference of listed amounts."""

from collections.abc import Sequence
from dataclasses import dataclass

from tidemark.engines.builtin.counting.amounts import (
    CENTS,
    added,
    amount_of,
    periods_of,
    subtracted,
)
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.listings import (
    Amount,
    ListEntry,
    Listing,
    amounts_in,
    order_of,
    parts_with_amount,
)
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.slots import MONEY
from tidemark.nlp.mentions import names
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.search_terms import words

_BOTH = 2  # amounts of a difference


def sum_of_list(question: ListQuestion) -> str | None:
    """Return the sum of the amounts of a list, or of all costs; not monthly ones for a year."""
    if question.asks(question.pack.ledger.asks_owed_to_me):
        return None
    period = question.pack.counting.whole.search(question.text)
    if period and _has_other_rates(question, period["period"].lower()):
        return None
    if not question.asks(question.pack.counting.total):
        return _sum_of_costs(question)
    question = question.without_period
    named = _named_amounts(question)
    if len(named) > 1:
        return added(named, question.pack) if _may_be_added(named, question.pack) else None
    listing = question.listing(lambda each: each.is_of_amounts and len(each.entries) > 1)
    if listing is None or not question.stems <= question.known_stems:
        return None
    if question.points_after(listing.latest):
        return None
    if not _may_be_added(listing.entries, listing.pack):
        return None
    named_stems = question.stems - question.pack.period_stems
    on = [each for each in listing.entries if each.stems & named_stems]
    is_of_one = len(on) == 1 and not listing.heading_stems & question.stems
    return None if is_of_one else added(listing.entries, listing.pack)


def _has_other_rates(question: ListQuestion, period: str) -> bool:
    """Return whether the last list has rates per something else than ``period``."""
    listing = question.listing(lambda each: each.is_of_amounts)
    rates = {_rate_noun(each.text, listing.pack) for each in listing.entries} if listing else set()
    return len(rates - {"", period}) > 0


def _sum_of_costs(question: ListQuestion) -> str | None:
    """Return the sum of a list of costs or incomes, or of the things that the question names."""
    pack = question.pack
    question = question.without_period
    if not question.asks(pack.counting.asks_amount) or question.asks(pack.counting.apiece):
        return None
    named = _named_amounts(question)
    if len(named) > 1 and pack.counting.joined.search(question.text.strip()):
        return added(named, pack) if _may_be_added(named, pack) else None
    sums = [each for each in question.listings if _is_of_costs(each)]
    about = [each for each in sums if question.stems & _said_around(each)]
    if not about and not (_names_amount(question) or _has_other_payer(question)):
        about = [each for each in sums if each.latest in question.just_told]
    if not about or any(question.stems & each.stems for each in about[-1].entries):
        return None
    entries = about[-1].entries
    return added(entries, pack) if len(entries) > 1 and _may_be_added(entries, pack) else None


def _has_other_payer(question: ListQuestion) -> bool:
    """Return whether the question is about what somebody else does: "how much does my mum pay?"."""
    return not question.pack.lexicon.people.isdisjoint(words(question.text)) or bool(
        names(question.text, question.pack)
    )


def _is_of_costs(listing: Listing) -> bool:
    """Return whether ``listing`` has amounts that all count, rather than options."""
    is_whole = not listing.heading or listing.pack.counting.sums_up.search(listing.heading)
    amounts = [each.amount for each in listing.entries if each.amount]
    return bool(
        listing.is_of_amounts and is_whole and {each.unit for each in amounts} <= {"", MONEY}
    )


def _said_around(listing: Listing) -> frozenset[str]:
    """Return the stems of the heading of ``listing``, and of its sentence besides the entries."""
    said = frozenset(listing.pack.stems(listing.statement.text))
    return listing.heading_stems | said.difference(*(each.stems for each in listing.entries))


def _names_amount(question: ListQuestion) -> bool:
    """Return whether the question names a thing with an amount, or an unknown thing."""
    unknown = question.stems - question.known_stems
    with_amount = (each for each in question.told if amounts_in(each.text, question.pack))
    return bool(unknown) or any(
        question.stems & frozenset(question.pack.stems(each.text)) for each in with_amount
    )


def _may_be_added(entries: Sequence[ListEntry], pack: LanguagePack) -> bool:
    """Return whether the amounts are of one kind: not one per night and another in all.

    Amounts per the same period may be added, and those without a period count as such.
    """
    if any(len(amounts_in(each.text, pack)) > 1 for each in entries):
        return False
    units = {amount_of(each).unit for each in entries} - {""}
    if MONEY in units and len(units) > 1:
        return False
    if units - {MONEY} and any(_is_price(amount_of(each)) for each in entries):
        return False  # "14 lessons", "the book is 38.50"
    rates = [_rate_noun(each.text, pack) for each in entries]
    said = {rate for rate in rates if rate}
    return len(said) < 2 and (all(rates) or said <= periods_of(pack) - pack.counting.stays)


def _is_price(amount: Amount) -> bool:
    return not amount.unit and bool(CENTS.search(amount.text))


def _rate_noun(text: str, pack: LanguagePack) -> str:
    """Return the noun that a price in ``text`` is per, or an empty text."""
    found = pack.counting.one_costs.search(text) or pack.counting.apiece.search(text)
    return (found["of"] or found[0]).lower() if found else ""


def all_payments(question: ListQuestion) -> str | None:
    """Return the sum of all incomes, or of all spending, if that is asked for."""
    counting = question.pack.counting
    for asks, says in ((counting.funds, counting.receives), (counting.outlay, counting.spends)):
        if question.asks(asks) and question.stems <= question.known_stems:
            entries = [each for each in payments(question) if says.search(each.within)]
            is_sum = len(entries) > 1 and _may_be_added(entries, question.pack)
            return added(entries, question.pack) if is_sum else None
    return None


@dataclass(frozen=True)
class Payment(ListEntry):
    """A part of a statement with one amount of money, and the whole text around it."""

    within: str = ""


def payments(question: ListQuestion) -> list[Payment]:
    """Return every part of the person's statements with one amount that may be money."""
    found = []
    for each in question.told:
        listed = (of.given for of in question.listings if of.statement is each)
        entries = next(listed, None) or parts_with_amount(each, question.pack)
        found += [
            Payment(part.text, part.stems, part.amount, part.message_ids, within=each.text)
            for part in entries
            if part.amount and part.amount.unit in ("", MONEY)
        ]
    return found


def _named_amounts(question: ListQuestion) -> list[ListEntry]:
    """Return the last entry with an amount for each thing that is named, if all have one."""
    entries = [each for listing in question.listings for each in listing.entries if each.amount]
    found = {stem: [each for each in entries if stem in each.stems][-1:] for stem in question.stems}
    chosen = {each for of in found.values() for each in of}
    held = [each for each in dict.fromkeys(entries) if each in chosen]
    return held if sum(not of for of in found.values()) <= len(held) - 2 else []


def difference(question: ListQuestion) -> str | None:
    """Return the difference of two amounts: the lowest and highest, or two stated together."""
    counting = question.pack.counting
    if not question.asks(counting.difference):
        return None
    if found := _difference_just_told(question):
        return found
    listing = question.listing(lambda each: each.is_of_amounts)
    if listing is None:
        return None
    listing = question.as_reckoned(listing)
    of_ends = question.asks(counting.least) and question.asks(counting.most)
    is_of_two = len(listing.entries) == 2 and not question.asks(counting.how_many)
    if not (is_of_two or of_ends):
        named = [each for each in listing.entries if each.stems & question.stems]
        if len(named) == 1 and question.asks(question.pack.ledger.points):
            told = frozenset(question.pack.stems(question.answered.split("\n", 1)[0]))
            answered = [each for each in listing.entries if each.stems & told]
            named += answered if answered != named else []
        if len(named) != 2:
            return None
        return subtracted(named, listing.pack)
    ordered = sorted(listing.entries, key=lambda each: amount_of(each).value)
    return subtracted([ordered[0], ordered[-1]], listing.pack)


def _difference_just_told(question: ListQuestion) -> str | None:
    """Return the difference of the two amounts of the last statement, if nothing else is named."""
    pack = question.pack
    if (
        question.stems
        - question.light_stems
        - pack.period_stems
        - frozenset(pack.stems(" ".join(pack.counting.saves)))
    ):
        return None
    if question.asks(pack.counting.unit_asked):
        return None
    told = [each for each in question.told_here if amounts_in(each.text, pack)]
    if not told or question.told_here[-1] is not told[-1] or _asked_since(told[-1], question):
        return None
    amounts = amounts_in(told[-1].text, pack)
    if len(amounts) != _BOTH or len({each.unit for each in amounts} - {""}) > 1:
        return None
    ids = told[-1].message_ids
    entries = parts_with_amount(told[-1], pack)
    if len(entries) != len(amounts):
        entries = [ListEntry(told[-1].text, frozenset(), each, ids) for each in amounts]
    return subtracted(entries, pack)


def _asked_since(told: ViewStatement, question: ListQuestion) -> bool:
    return question.asked_last is not None and order_of(question.asked_last) > order_of(told)
