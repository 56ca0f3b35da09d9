"""Answers that multiply a price per piece by the number of pieces."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from tidemark.engines.builtin.counting.amounts import amount_of, numbers_in, value_of, written
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.counting.quantities import terms_of, unit_asked
from tidemark.engines.builtin.listings import (
    Amount,
    ListEntry,
    amounts_in,
    order_of,
    parts_with_amount,
)
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.slots import MONEY
from tidemark.nlp.answer_types import topics_of
from tidemark.nlp.mentions import tokens
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.quotes import as_quote
from tidemark.prompt.citations import cited

_COST = "cost"  # the topic of all prices


@dataclass(frozen=True)
class Rate:
    """A price per piece, whose noun is ``of`` ("person"), and its ``part`` of a statement."""

    amount: Amount
    of: str
    part: str
    statement: ViewStatement
    pack: LanguagePack

    @cached_property
    def counted(self) -> frozenset[str]:
        """The stems of the nouns that count its pieces."""
        return frozenset(
            self.pack.stems(f"{self.of} {self.pack.counting.counts_of.get(self.of, '')}")
        )

    @property
    def is_of_time(self) -> bool:
        """Return whether it is the pay for an hour or a day of work."""
        is_of_time = not self.pack.counting.durations.isdisjoint(self.counted)
        return is_of_time and self.pack.says_income(self.statement.text)

    @property
    def is_of_people(self) -> bool:
        """Return whether it is per person."""
        people = self.pack.counting.counts_of.values()
        return self.pack.counting.counts_of.get(self.of) == next(iter(people))


def price_times_count(question: ListQuestion) -> str | None:
    """Return a price per piece times the number of pieces, and one-off costs."""
    counting = question.pack.counting
    numbers = numbers_in(question.text, question.pack)
    period = counting.whole.search(question.text)
    asks = (counting.asks_amount, counting.total, counting.how_many, counting.for_all)
    if not (
        any(map(question.asks, asks))
        or (period and question.without_period.asks(question.pack.ledger.asks_how_much))
    ):
        return None
    if not (numbers or period) and question.asks(counting.one_of):
        return None
    if unit_asked(question) not in (None, MONEY):
        return None  # "how many hours"
    is_total = question.asks(counting.total) or question.asks(counting.for_all)
    rates = _rates(question)
    named = question.stems - question.light_stems - question.pack.period_stems
    if question.asks(counting.joined):  # "the permit and the insurance"
        rates = [each for each in rates if named <= frozenset(each.pack.stems(each.statement.text))]
    if period and not question.stems - question.pack.period_stems and _are_several(rates):
        return None  # "what do they cost a year?"
    for rate in reversed(rates):
        if numbers and named and named.isdisjoint(rate.pack.stems(rate.statement.text)):
            continue  # "what did we pay for energy in three months?" is not about the rent
        is_counted = _counts_pieces(rate, question) or _clause_counts(rate, question)
        is_of_it = not question.stems or question.stems & frozenset(rate.pack.stems(rate.part))
        is_counted = is_counted or (_counted(rate.statement.text, rate) if is_of_it else [])
        is_only = len(rates) == 1 and not question.stems - question.pack.period_stems
        if is_total or period or is_counted or (is_only and rate.is_of_time):
            found = _count_of(rate, question, numbers, period["period"].lower() if period else "")
            if found:
                extra = _one_off(rate, question) if is_total or numbers else []
                return None if _has_more(rate, extra) else _multiplied(rate, found, extra)
    return None


def _are_several(rates: Sequence[Rate]) -> bool:
    """Return whether the statement of the last of ``rates`` has another one, too."""
    if not rates:
        return False
    rate = rates[-1]
    text = rate.statement.text
    found = rate.pack.counting.apiece.finditer(text)
    often = [each.text for each in _counted(text, rate)]
    joined = re.compile(rf"\b(?:{'|'.join(map(re.escape, often))}) [\w-]+\s*$") if often else None
    return sum(not (joined and joined.search(text, 0, each.start())) for each in found) > 1


def _rates(question: ListQuestion) -> list[Rate]:
    """Return the prices per piece that the question is about, the latest last."""
    pack = question.pack
    found = [
        (rate, parts)
        for each in question.told
        for parts in [[part for part in re.split(r"[,;.]\s+", each.text) if part]]
        for part in parts
        if (rate := _rate(part, each, pack))
    ]
    period = question.pack.counting.whole.search(question.text)
    asked = question.stems - frozenset(pack.stems(period[0] if period else ""))
    named = [
        rate
        for rate, parts in found
        if asked & frozenset(pack.stems(rate.statement.text))
        and _is_about(rate.part, parts, question)
    ]
    if not asked:
        recent = question.just_told
        return [rate for rate, _ in found if period or order_of(rate.statement) in recent]
    if named:
        return named
    topics = topics_of(question.text, pack)
    return [
        rate
        for rate, _ in found
        if _told_counts(rate, question, asked)
        or (rate.is_of_people and topics & topics_of(rate.statement.text, pack) - {_COST})
    ]


def _rate(part: str, statement: ViewStatement, pack: LanguagePack) -> Rate | None:
    after = pack.counting.apiece.search(part)
    first = pack.counting.one_costs.search(part)
    amounts = amounts_in(part[first.end() :], pack)[:1] if first else []
    if after and not amounts:
        amounts = amounts_in(part[: after.start()], pack)[-1:]
    found = first if first and amounts else after
    if not (found and amounts):
        return None
    return Rate(amounts[0], (found["of"] or found[0]).lower(), part, statement, pack)


def _counts_pieces(rate: Rate, question: ListQuestion) -> bool:
    """Return whether the price is per night and the question names nights."""
    return bool(rate.counted & frozenset(question.pack.stems(question.text)))


def _count_of(
    rate: Rate, question: ListQuestion, numbers: Sequence[Amount], period: str
) -> Amount | None:
    """Return the number of pieces for ``rate``, if that is certain."""
    if numbers:
        return numbers[0] if len(numbers) == 1 else None
    if period:
        told = _often(rate, question, period)
        times = rate.pack.counting.in_a_period.get(period, {}).get(rate.of)
        is_told = len({each.value for each in told}) == 1
        if told:
            return told[0] if is_told else None
        return Amount(str(times), float(times)) if times else None
    others = [each for each in amounts_in(rate.statement.text, rate.pack) if each != rate.amount]
    beside = (
        _clause_counts(rate, question)
        or _counted(rate.statement.text, rate)
        or [each for each in others if each.unit not in ("", MONEY)]
    )
    told = beside or _told_counts(rate, question, question.stems) or _told_counts(rate, question)
    return told[0] if len({each.value for each in told}) == 1 else _summed(rate, question)


def _summed(rate: Rate, question: ListQuestion) -> Amount | None:
    """Return the sum of the hours of the one statement that gives them, of what is paid by time."""
    if not rate.is_of_time:
        return None
    read = [terms_of(each.text, question.pack) for each in question.told_here]
    of_unit = [[each for each in of or () if each.unit in rate.counted] for of in read]
    found = [of for of in of_unit if of]
    if len(found) != 1 or None in read or any(each.each for each in found[0]):
        return None
    shown = " + ".join(each.shown for each in found[0])
    return Amount(f"({shown})", sum(each.value for each in found[0]))


def _often(rate: Rate, question: ListQuestion, period: str) -> list[Amount]:
    """Return how often in a ``period`` there is what ``rate`` is for: "three times a week"."""
    counting = rate.pack.counting
    return [
        amount
        for each in question.told_here
        if any(of["period"].lower() == period for of in counting.a_period.finditer(each.text))
        for amount in _counted(each.text, rate)
    ]


def _clause_counts(rate: Rate, question: ListQuestion) -> list[Amount]:
    """Return the numbers stated for the question's words: "the deposit is three months"."""
    joints = re.compile(rf"[,;:]\s+|{rate.pack.counting.joined.pattern}", re.I)
    return [
        amount
        for clause in joints.split(rate.statement.text)
        if question.stems and question.stems <= frozenset(rate.pack.stems(clause))
        for amount in _counted(clause, rate)
    ]


def _told_counts(
    rate: Rate, question: ListQuestion, stems: frozenset[str] = frozenset()
) -> list[Amount]:
    """Return the numbers of pieces for ``rate`` in statements with ``stems``."""
    return [
        amount
        for each in question.told
        if not stems or stems & frozenset(rate.pack.stems(each.text))
        for amount in _counted(each.text, rate)
    ]


def _counted(text: str, rate: Rate) -> list[Amount]:
    """Return the numbers in ``text`` before a noun that counts the pieces of ``rate``."""
    found = tokens(text)
    counts = [
        Amount(number_word.text, value)
        for number_word, noun in pairwise(found)
        if rate.counted & frozenset(rate.pack.stems(noun.text))
        and (value := value_of(number_word.word, rate.pack)) > 1
    ]
    us = rate.pack.counting.number_of_us.search(text) if rate.is_of_people else None
    said = (us["n"] or us["m"]) if us else ""
    value = value_of(said.lower(), rate.pack)
    return counts or ([Amount(said, value)] if value > 1 else [])


def _one_off(rate: Rate, question: ListQuestion) -> list[ListEntry]:
    """Return the one-off costs with the price: in its statement, or in the next."""
    at = question.told.index(rate.statement)
    return [
        part
        for each in question.told[at : at + 2]
        for part in parts_with_amount(each, rate.pack)
        if rate.pack.counting.one_off.search(part.text) and part.text != rate.part
    ]


def _has_more(rate: Rate, extra: Sequence[ListEntry]) -> bool:
    """Return whether the pay by time comes with an amount that is neither ``extra`` nor a rate."""
    pack = rate.pack
    if pack.counting.durations.isdisjoint(rate.counted):
        return False
    known = [amount_of(each).value for each in extra]
    return any(
        part.amount and part.amount.unit in ("", MONEY) and part.amount.value not in known
        for part in parts_with_amount(rate.statement, pack)
        if part.text in rate.part and not pack.counting.apiece.search(part.text)
    )


def _multiplied(rate: Rate, count: Amount, extra: Sequence[ListEntry]) -> str:
    amounts = [rate.amount, *(amount_of(each) for each in extra)]
    value = rate.amount.value * count.value + sum(each.value for each in amounts[1:])
    shown = " + ".join([f"{count.text} × {rate.amount.text}", *(each.text for each in amounts[1:])])
    quotes = {rate.statement.text: rate.statement.message_ids}
    beside = (each for each in extra if each.text not in rate.statement.text)
    quotes |= {each.text: each.message_ids for each in beside}
    lines = "\n".join(f"“{cited(as_quote(text), ids)}”" for text, ids in quotes.items())
    return f"{written(value, amounts, rate.pack)} = {shown}\n\n{lines}"


def _is_about(part: str, parts: Sequence[str], question: ListQuestion) -> bool:
    """Return whether the question names ``part``, or none of the other ``parts``."""
    pack = question.pack
    with_amount = [each for each in parts if amounts_in(each, pack)]
    named = [each for each in with_amount if question.stems & frozenset(pack.stems(each))]
    return part in named or not named
