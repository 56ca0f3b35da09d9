"""Answers worked out by units: the amounts of one matter, put together to the unit asked for.

"The phone was 720, I pay it off in 12 months" says what a month is, "3 laps of 2.4 km" how far it
is in all. The matter is what the question names, else the last message with an amount. There is no
answer if an amount of the matter does not fit.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tidemark.engines.builtin.counting.accounts import (
    INCOMES,
    Sum,
    content_of,
    names_any,
    shown_sum,
    unit_asked,
)
from tidemark.engines.builtin.counting.amounts import FEWEST_TERMS, periods_of, unit_of, value_of
from tidemark.engines.builtin.counting.figures import EACH, PEOPLE, Figure, Figures
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.listings import order_of
from tidemark.memory.slots import MONEY
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.search_terms import words
from tidemark.nlp.stemming import stem

_MOST_MESSAGES = 3  # of one matter
_BACK = 3  # questions that one may go on from
_NO_TERM = ("noise", "people", "fund", "goal")
_SPENT = ("cost", "need", "in", "out")


@dataclass(frozen=True)
class _Wanted:
    """What a question asks for: an amount in a ``unit``, ``per`` something or so many ``times``."""

    unit: str
    per: str
    times: float
    of: str
    names: frozenset[str]
    came_in: bool = False
    period: str = ""  # beside people: "per person per year"


def derived(question: ListQuestion) -> str | None:
    """Return the amount that the question asks for, worked out from those of one matter."""
    figures = question.figures
    if not figures.all:
        return None
    wanted = _wanted(question, figures)
    matter = _matter(wanted, figures, question) if wanted else None
    if not wanted or not matter:
        return None
    is_one = bool(wanted.names) and len(matter) == 1  # "what would the second offer be a year?"
    if not (is_one or _is_sure(matter, figures)):
        return None
    solve = _per if wanted.per else _in_all
    result = solve(wanted, matter, figures, question)
    return shown_sum(result, question.pack) if result else None


# The question


def _wanted(question: ListQuestion, figures: Figures) -> _Wanted | None:
    """Return what is wanted, completed by the questions since the last amount if it goes on."""
    asked = _asked(question, figures)
    if asked is None:
        return None
    said = question.pack.accounts
    last = max(each.order for each in figures.all)
    is_whole = asked.names or not (question.asks(said.goes_on) or question.asks(said.asks_per))
    for before in question.asked_so_far[:_BACK]:
        if is_whole or order_of(before) < last:
            break
        base = _asked(replace(question, text=before.text), figures)
        if base is None:
            return None
        per, times, of = asked.per, asked.times, asked.of
        if not (per or times):
            per, times, of = base.per, base.times, base.of
        unit = asked.unit if asked.unit != MONEY else base.unit
        period = asked.period or base.period
        asked = _Wanted(unit, per, times, of, base.names, asked.came_in or base.came_in, period)
        is_whole = bool(asked.names)
    return asked


def _asked(question: ListQuestion, figures: Figures) -> _Wanted | None:
    pack, text, said = question.pack, question.text, question.pack.accounts
    counting = pack.counting
    asks_other = (
        said.asks_no_sum, said.asks_more, said.asks_rest, said.asks_owed, said.asks_to_go,
        said.asks_over, said.asks_extremes, said.asks_average, said.asks_net, said.asks_own,
        said.percent, said.without, said.plus, said.after, counting.ordinal, counting.denied,
        counting.compares, pack.ledger.asks_owed_to_me,
    )  # fmt: skip
    if any(map(question.asks, asks_other)):
        return None
    per, times, of = _per_asked(question, figures), 0.0, ""
    if found := said.periods.search(text) or said.for_several.search(text):
        times, of = value_of(found["n"].lower(), pack), (found["of"] or "").lower()
    is_sum = any(map(question.asks, (said.asks_total, said.asks_came_in)))
    if not (is_sum or per or times):
        return None
    if any(value_of(number, pack) != times for number in re.findall(r"\d+", text)):
        return None
    units = {each.unit for each in figures.all} - {"", MONEY}
    counted = said.asks_number.search(text)
    unit = "km" if said.asks_far.search(text) else unit_asked(counted, pack)
    if unit not in units:
        if counted and pack.language == "en":
            return None
        unit = MONEY
    each = said.asks_each.search(text)
    spoken = pack.stems(" ".join((of, per, each[0] if each else "")))
    without = frozenset(spoken) | {unit_of(one, pack) for one in spoken} | {unit}
    names = frozenset(
        one for one in content_of(text, question) if unit_of(one, pack) not in without
    )
    if not counted and len(names) == 1 and names <= units and not question.names_outlay:
        unit, names = next(iter(names)), frozenset()
    names = frozenset(one for one in names if not _is_verb(one, question))
    period = _period_asked(question) if per == PEOPLE else ""
    return _Wanted(unit, per, times, of, names, bool(said.asks_came_in.search(text)), period)


def _period_asked(question: ListQuestion) -> str:
    pack = question.pack
    found = (each["of"].lower() for each in pack.accounts.asks_per.finditer(question.text))
    return next((each for each in found if _is_period(each, pack)), "")


def _per_asked(question: ListQuestion, figures: Figures) -> str:
    """Return what the answer is asked per: the noun of a period, a thing that counts, people."""
    pack, text = question.pack, question.text
    if pack.accounts.asks_each.search(text):
        return PEOPLE
    for found in pack.accounts.asks_per.finditer(text):
        noun = found["of"].lower()
        unit = _unit(noun, pack)
        if _is_period(noun, pack) or any(
            each.unit == unit or _unit(each.each, pack) == unit for each in figures.all
        ):
            return noun
    return ""


def _unit(noun: str, pack: LanguagePack) -> str:
    return unit_of(stem(noun, pack.language), pack) if noun else ""


def _is_verb(asked: str, question: ListQuestion) -> bool:
    """Return whether a stem of the question is of a verb that nothing was said with: "promised"."""
    pack = question.pack
    if asked in question.known_stems:
        return False
    own = [each for each in words(question.text) if asked in pack.stems(each)]
    return bool(own) and all(
        each in pack.lexicon.verbs or pack.accounts.participle.fullmatch(each) for each in own
    )


# The matter


def _matter(wanted: _Wanted, figures: Figures, question: ListQuestion) -> list[Figure] | None:
    """Return the figures that the question is about, oldest first."""
    usable = [each for each in figures.all if each.role not in _NO_TERM]
    names = wanted.names
    if not names:
        last = max((each.order for each in usable), default=0)
        is_meant = bool(wanted.per or wanted.times) or question.asks(question.pack.ledger.points)
        found = [each for each in usable if each.order == last]
        is_meant = is_meant or any(each.each for each in found)
        return found if is_meant or len(found) == len(usable) else None
    is_joined = len(names) == 1 or question.asks(question.pack.counting.joined)
    holds = any if is_joined else all
    named = [each for each in usable if holds(names_any(of, each.name) for of in names)]
    if named and all(any(names_any(of, each.name) for each in named) for of in names):
        orders = {each.order for each in named}
        if len(orders) > _MOST_MESSAGES:
            return None
        beside = [each for each in usable if each.order in orders]
        return [
            each
            for each in beside
            if each in named or (_is_count(each) and each.unit != wanted.unit)
        ]
    if any(names_any(of, each.name) for each in usable for of in names):
        return None  # "the linen sofa" is neither the linen one nor another sofa
    orders = {each.order for each in usable if all(names_any(of, each.near) for of in names)}
    if len(orders) == 1:
        return [each for each in usable if each.order in orders]
    return None if orders else _since_named(names, usable, question)


def _is_count(figure: Figure) -> bool:
    """Return whether a figure is a number of things rather than of money."""
    is_whole = figure.value.is_integer() and not figure.each
    return not figure.may_be_money or (not figure.unit and figure.role == "need" and is_whole)


def _since_named(
    names: frozenset[str], usable: Sequence[Figure], question: ListQuestion
) -> list[Figure] | None:
    """Return the amounts stated since a message that first named what is asked for.

    Without one, those of the only message with amounts: "what did the garage cost in total?" may
    call them by one word.
    """
    if not question.asks(question.pack.accounts.asks_all):
        return None
    orders = {each.order for each in usable}
    of = [
        order_of(each)
        for each in question.told_here
        if all(names_any(one, question.pack.stems(each.text)) for one in names)
    ]
    if not of:
        is_one = len(orders) == 1 and len(usable) >= FEWEST_TERMS and not question.asked_last
        return list(usable) if is_one else None
    since = [each for each in usable if each.order >= min(of)]
    return since if len({each.order for each in since}) <= _MOST_MESSAGES else None


def _is_sure(matter: Iterable[Figure], figures: Figures) -> bool:
    return not any(
        each.order in figures.doubts or (each.is_unsure and not each.period) for each in matter
    )


# What it comes to


def _in_all(
    wanted: _Wanted, matter: Sequence[Figure], figures: Figures, question: ListQuestion
) -> Sum | None:
    pack = question.pack
    if wanted.came_in and (product := _of_group(matter)):
        return Sum([(1, product)])
    if wanted.of and (scaled := _scaled(wanted, matter, pack)):
        return scaled
    terms = _terms(wanted, matter, figures, pack)
    if not terms:
        return None
    rates = {each.each for each in terms}
    if rates == {""}:
        is_plain = len(terms) < FEWEST_TERMS and not terms[0].is_product
        return None if is_plain or wanted.of else Sum([(1, each) for each in terms])
    if len(rates) > 1:
        return None
    rate = _unit(rates.pop(), pack)
    if wanted.times and _unit(wanted.of, pack) == rate:
        return Sum([(1, each) for each in terms], wanted.times, f"{wanted.times:g} × ")
    is_period = _is_period(terms[0].each, pack)
    is_sum = len(terms) >= FEWEST_TERMS or terms[0].is_product
    return Sum([(1, each) for each in terms]) if is_period and is_sum and not wanted.of else None


def _terms(
    wanted: _Wanted, matter: Sequence[Figure], figures: Figures, pack: LanguagePack
) -> list[Figure] | None:
    """Return the amounts in the unit that is wanted, each times the number of what it is for."""
    counts = [each for each in matter if _is_count(each)] if wanted.unit == MONEY else []
    own = [each for each in matter if _is_of(each, wanted.unit) and each not in counts]
    if not own or len({_side(each) for each in own}) > 1:
        return None
    counts = counts or [each for each in matter if each not in own]
    found = []
    for each in own:
        term = _times_count(each, wanted, counts, figures, pack)
        if term is None:
            return None
        found.append(term)
    return found


def _scaled(wanted: _Wanted, matter: Sequence[Figure], pack: LanguagePack) -> Sum | None:
    """Return an amount stated for some, for as many as are asked: "500 g for 4 people"."""
    counts = [each for each in matter if each.unit and _is_for(wanted.of, each.unit, pack)]
    rest = [each for each in matter if each not in counts]
    if len(counts) != 1 or len(rest) != 1 or rest[0].each or counts[0].order != rest[0].order:
        return None
    times = wanted.times / counts[0].value
    return Sum([(1, rest[0])], times, f"{wanted.times:g} / {counts[0].shown} × ")


def _of_group(matter: Sequence[Figure]) -> Figure | None:
    """Return what the members of one group bring in: "23 members, the dues are 45 a year"."""
    counts = [each for each in matter if each.unit not in ("", MONEY) and not each.each]
    prices = [each for each in matter if each.may_be_money]
    is_pair = len(counts) == len(prices) == 1 and len(matter) == FEWEST_TERMS
    return replace(_product(counts[0], prices[0]), each="") if is_pair else None


def _is_of(figure: Figure, unit: str) -> bool:
    return figure.may_be_money if unit == MONEY else figure.unit == unit


def _side(figure: Figure) -> str:
    if figure.role in INCOMES:
        return "in"
    return "out" if figure.role in _SPENT else figure.role


def _times_count(
    each: Figure,
    wanted: _Wanted,
    counts: Sequence[Figure],
    figures: Figures,
    pack: LanguagePack,
) -> Figure | None:
    """Return a price times the number of what it is for; None if that number is not known."""
    if not each.each or _is_period(each.each, pack):
        return each
    if wanted.times and wanted.of and _is_for(each.each, wanted.of, pack):
        value = wanted.times
        return replace(
            each, each=each.period, value=value * each.value, is_product=True,
            shown=f"{value:g} × {each.shown}",
        )  # fmt: skip
    count = _number_of(each.each, counts, figures, pack)
    return _product(count, each) if count else None


def _product(count: Figure, price: Figure) -> Figure:
    return replace(
        price,
        text=price.text if count.text in price.text else f"{count.text} […] {price.text}",
        each=price.period,
        value=round(count.value * price.value, 4),
        shown=f"{count.shown} × {price.shown}",
        is_product=True,
        message_ids=tuple(dict.fromkeys((*price.message_ids, *count.message_ids))),
    )


def _number_of(
    each: str, counts: Sequence[Figure], figures: Figures, pack: LanguagePack
) -> Figure | None:
    """Return the number of what a price is for: of the matter, else of the one message with it."""
    if each == EACH or each in pack.counting.counts_of:
        if each != EACH:
            counts = [of for of in counts if _is_for(each, of.unit, pack)]
        counts = [of for of in counts if not of.each]
        return counts[0] if len(counts) == 1 else _people(figures)
    own = [of for of in counts if not of.each and _is_for(each, of.unit, pack)]
    own = own or [
        of
        for of in figures.all
        if not (of.each or of.may_be_money) and _is_for(each, of.unit, pack)
    ]
    return _all_of(own)


def _all_of(counts: Sequence[Figure]) -> Figure | None:
    """Return several numbers of one message as one: "24 children and 6 leaders"."""
    if len({each.order for each in counts}) != 1:
        return None
    if len(counts) == 1:
        return counts[0]
    joined = " + ".join(each.shown for each in counts)
    return replace(counts[0], shown=f"({joined})", value=sum(each.value for each in counts))


def _people(figures: Figures) -> Figure | None:
    """Return how many people there are, with all groups of the message that says it."""
    people = figures.people
    if people is None:
        return None
    groups = [
        each
        for each in figures.all
        if each.order == people.order and not (each.each or each.may_be_money)
    ]
    return _all_of(groups) if len(groups) > 1 else people


def _is_for(each: str, noun: str, pack: LanguagePack) -> bool:
    several = {unit_of(of, pack) for of in pack.stems(pack.counting.counts_of.get(each, ""))}
    return _unit(each, pack) in (_unit(noun, pack), noun) or noun in several


def _is_period(each: str, pack: LanguagePack) -> bool:
    return _unit(each, pack) in {_unit(of, pack) for of in periods_of(pack)}


def _per(
    wanted: _Wanted, matter: Sequence[Figure], figures: Figures, question: ListQuestion
) -> Sum | None:
    """Return the amount per what is asked: a rate, a price times a rate, or a share of a whole."""
    per, pack = wanted.per, question.pack
    own = [each for each in matter if _is_of(each, wanted.unit)]
    rates = [each for each in matter if each.each and _is_same(each.each, per, pack)]
    if wanted.unit == MONEY and (chained := _chained(rates, matter, figures, pack)):
        return Sum([(1, chained)])
    whole = [each for each in own if not each.each]
    if len({_side(each) for each in own}) > 1 or not own:
        return None
    if wanted.period and not whole:
        own = [replace(each, each=each.period, period="") for each in rates if each.period]
        is_all = own and len(own) == len(rates)
        return _over_time(own, wanted.period, figures, pack) if is_all else None
    if _is_period(per, pack) and (converted := _over_time(own, per, figures, pack)):
        return converted
    if len(whole) != len(own):
        return None
    if per == PEOPLE and len(whole) > 1 and not wanted.names:
        return None  # "that" may be the last of them
    count = _count_of(per, matter, figures, question)
    if count is None or count in whole or count.value <= 1:
        return None
    return Sum([(1, each) for each in whole], 1 / count.value, "", f" / {count.shown}", (count,))


def _is_same(first: str, second: str, pack: LanguagePack) -> bool:
    if second == PEOPLE:
        return first == EACH or first in pack.counting.counts_of
    return _unit(first, pack) == _unit(second, pack)


def _chained(
    rates: Sequence[Figure], matter: Sequence[Figure], figures: Figures, pack: LanguagePack
) -> Figure | None:
    """Return a price times how many there are per what is asked: 0.20 a km, 76 km a car."""
    many = [each for each in rates if not each.may_be_money or each.role == "need"]
    prices = [each for each in matter if each.unit == MONEY and each.each and each not in many]
    if len(many) != 1 or len(prices) != 1 or many[0] is prices[0]:
        return None
    price, count = prices[0], many[0]
    fits = price.each == EACH or _is_for(price.each, count.unit, pack)
    return replace(_product(count, price), each="") if fits else None


def _over_time(own: Sequence[Figure], per: str, figures: Figures, pack: LanguagePack) -> Sum | None:
    """Return rates of one period for another: 23 a month is 276 a year."""
    terms = []
    for each in own:
        if each.each and not _is_period(each.each, pack):
            count = _number_of(each.each, (), figures, pack) if each.period else None
            if count is None:
                return None
            each = _product(count, each)
        terms.append(each)
    rates = {each.each for each in terms}
    if len(rates) != 1 or "" in rates:
        return None
    rate = rates.pop()
    if _is_same(rate, per, pack):
        is_sum = len(terms) >= FEWEST_TERMS or terms[0].is_product
        return Sum([(1, each) for each in terms]) if is_sum else None
    of = next((each for each in pack.counting.in_a_period if _is_same(each, per, pack)), "")
    times = pack.counting.in_a_period.get(of, {}).get(rate, 0)
    return Sum([(1, each) for each in terms], times, f"{times:g} × ") if times else None


def _count_of(
    per: str, matter: Sequence[Figure], figures: Figures, question: ListQuestion
) -> Figure | None:
    """Return how many there are of what an amount is asked per."""
    pack = question.pack
    if per == PEOPLE:
        return _people(figures)
    unit = _unit(per, pack)
    found = [each for each in matter if each.unit == unit and not each.each]
    found = found or [each for each in figures.all if each.unit == unit and not each.each][-1:]
    if not found and len({each.order for each in matter}) == 1:
        found = _periods_said(unit, matter[0], question)
    return found[0] if len(found) == 1 else None


def _periods_said(unit: str, of: Figure, question: ListQuestion) -> list[Figure]:
    """Return the number of periods in the message of a figure: "I pay it off in 12 months"."""
    pack = question.pack
    told = (each.text for each in question.told_here if order_of(each) == of.order)
    return [
        replace(of, shown=found["n"], value=value_of(found["n"].lower(), pack), unit=unit)
        for text in told
        for found in pack.accounts.periods.finditer(text)
        if _unit(found["of"].lower(), pack) == unit
    ]
