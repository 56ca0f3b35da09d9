"""Answers that calculate with the figures of a chat: a total, the rest, a share, a difference.

A question is an operation, a selection of figures, a unit, and per what the answer is; one that
goes on ("and per person?", "and without the flight?") takes the rest from the question before.
Nothing is calculated if one of the figures selected is in doubt.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from tidemark.engines.builtin.counting.amounts import (
    CENTS,
    bullet,
    periods_of,
    unit_of,
    value_of,
    written,
)
from tidemark.engines.builtin.counting.figures import (
    EACH,
    MEASURED,
    PEOPLE,
    Figure,
    Figures,
    rounded_up,
)
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.listings import Amount, ListEntry, order_of
from tidemark.memory.ledger import number
from tidemark.memory.slots import MONEY, names_same
from tidemark.nlp.pack_fields import AccountWords, LanguagePack
from tidemark.nlp.search_terms import words as words_in
from tidemark.nlp.stemming import stem

_COSTS = ("cost", "paid", "out", "in", "need")
INCOMES = ("income", "sold", "gift", "saved")
_NEITHER = ("noise", "people")
_FEWEST = 2  # terms of a sum
_BACK = 3  # questions that one may go on from
_WHOLE = 100  # percent
_LONGEST = 200  # characters of a question
_MOST_MESSAGES = 12  # of a chat on one thing
_MOST_WITH_AMOUNT = 6
_DIGITS = re.compile(r"(?<!\w)\d+(?:[.,]\d+)*")
_PLUS = re.compile(r"[^=“”\n]{1,60} = (?P<terms>[^“”\n-]{1,300}\+[^“”\n-]{1,300})(?=\n)")
_COMPOUND = 4  # letters of the first part of a compound


@dataclass(frozen=True)
class AmountQuestion:
    """What a question asks for: the ``op``, what it names, and per what."""

    op: str = ""
    came_in: bool = False
    net: bool = False
    own: bool = False
    is_number: bool = False
    unit: str = ""
    stems: frozenset[str] = frozenset()
    is_joined: bool = False
    minus: frozenset[str] = frozenset()
    plus: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()
    is_each: bool = False
    people: float = 0
    period: str = ""
    times: float = 0
    of: str = ""
    percent: float = 0
    has_extremes: bool = False
    when: frozenset[str] = frozenset()
    goes_on: bool = False
    is_of_all: bool = False
    points: bool = False  # to "that", "those"
    asks_percent: bool = False
    is_weak: bool = False  # "what did it cost?"


@dataclass(frozen=True)
class Sum:
    """Terms with their signs, and what the result is divided or multiplied by."""

    terms: Sequence[tuple[int, Figure]]
    times: float = 1
    before: str = ""
    after: str = ""
    more: Sequence[Figure] = field(default=())

    @property
    def value(self) -> float:
        """The result."""
        return sum(sign * each.value for sign, each in self.terms) * self.times


def of_account(question: ListQuestion) -> str | None:
    """Return what the question asks to calculate from the figures of this chat, if certain."""
    messages = {order_of(each) for each in question.told_here}
    if len(question.text) > _LONGEST or len(messages) > _MOST_MESSAGES:
        return None
    asked = _resolved(question)
    if asked is None or not asked.op:
        return None
    figures = replace(question.figures, people=_people(question.figures, question))
    if not figures.all or len({each.order for each in figures.all}) > _MOST_WITH_AMOUNT:
        return None
    if _may_mean_another(asked, figures, question):
        return None
    result = _OPERATIONS[asked.op](asked, figures, question.pack)
    if result is None or result.value < 0:
        return None
    is_of_one = len(result.terms) < _FEWEST and asked.goes_on and _asks_both(question)
    return None if is_of_one else shown_sum(result, question.pack)


def with_more(question: ListQuestion) -> str | None:
    """Return a number of things with those added right after it: "12 chairs", "no wait, 3 more"."""
    pack, words = question.pack, question.pack.accounts
    unit = unit_asked(words.asks_number.search(question.text), pack)
    own = [each for each in question.figures.all if each.unit in ("", unit)]
    if not unit or len(own) < _FEWEST or content_of(question.text, question) - own[0].near - {unit}:
        return None
    if own[0].unit != unit or own[0].order in question.figures.doubts or own[0].is_unsure:
        return None
    if own[0].role != "need" and any(map(question.asks, (words.asks_to_go, words.asks_rest))):
        return None
    if not all(_adds_only(each, unit, question) for each in own[1:]):
        return None
    orders = sorted({order_of(each) for each in question.told_here})
    told = [orders.index(each.order) for each in own]
    is_next = all(then - before <= 1 for before, then in pairwise(told))
    return shown_sum(Sum([(1, each) for each in own]), pack) if is_next else None


def _adds_only(figure: Figure, unit: str, question: ListQuestion) -> bool:
    """Return whether ``figure`` is stated as more of what was counted, and nothing else is."""
    pack = question.pack
    if not figure.is_another or figure.each or figure.is_unsure:
        return False
    text = pack.corrections.opens.sub("", pack.accounts.another.sub(" ", figure.text))
    links = pack.lexicon.prepositions | pack.lexicon.continuers
    is_linked = not links.isdisjoint(
        words_in(text.partition(figure.shown)[2])
    )  # "3 more than I had"
    is_said = is_linked or pack.accounts.verbs.search(text)
    return not (is_said or content_of(text, question) - {unit})


def _asks_both(question: ListQuestion) -> bool:
    """Return whether the question is about several answers before it: "together?"."""
    return bool(question.asked_last) and question.asks(question.pack.counting.asks_both)


def _people(figures: Figures, question: ListQuestion) -> Figure | None:
    """Return the last number of people, after those who dropped out."""
    read, known = question.ledger.people, figures.people
    if not read or (known and known.order >= read.orders[-1]):
        return known
    nothing = frozenset[str]()
    return Figure(
        read.text, read.shown, read.value, PEOPLE, "", "people", nothing, nothing,
        read.orders[-1], read.message_ids,
    )  # fmt: skip


def _may_mean_another(asked: AmountQuestion, figures: Figures, question: ListQuestion) -> bool:
    """Return whether "that" may be the last answer, or an amount stated since."""
    last = question.asked_last
    since = [each for each in figures.all if last and each.order > order_of(last)]
    is_since = any(each.may_be_money for each in since)
    return bool(is_since and asked.is_each and question.asks(question.pack.ledger.points))


# The question


def _resolved(question: ListQuestion) -> AmountQuestion | None:
    """Return what is asked, completed by the questions before if it only goes on from them."""
    words = question.pack.accounts
    asked = _asked(question.text, question)
    if asked is None:
        return None
    if not _is_part(asked, question.text, words):
        return asked
    if not (asked.op or asked.goes_on or asked.is_each or asked.percent or asked.asks_percent):
        return None
    base = None
    for each in reversed(question.asked_so_far[:_BACK]):
        before = _asked(each.text, question)
        if before is None:
            base = None
        elif base and _is_part(before, each.text, words):
            base = _completed(before, base)
        else:
            base = before
    return _completed(asked, base) if base else (asked if asked.op else None)


def _is_part(asked: AmountQuestion, text: str, words: AccountWords) -> bool:
    return not asked.op or bool(words.goes_on.search(text))


def _completed(asked: AmountQuestion, base: AmountQuestion) -> AmountQuestion:
    """Return ``asked`` with what only ``base`` says."""
    is_own = asked.op not in ("", "total") or bool(asked.op and (asked.stems or asked.is_of_all))
    own = asked if is_own else replace(base, is_each=base.is_each or asked.is_each)
    stems = asked.stems or (frozenset() if asked.is_of_all else base.stems)
    is_of_money = asked.came_in and not base.came_in  # "so what do I earn?", after the hours
    return replace(
        own,
        op=asked.op if is_own else base.op,
        stems=stems,
        is_joined=asked.is_joined if asked.stems else base.is_joined,
        unit=asked.unit or ("" if is_of_money else base.unit),
        is_number=asked.is_number or (base.is_number and not is_of_money),
        came_in=asked.came_in or (base.came_in and not is_own),
        minus=asked.minus or base.minus,
        plus=asked.plus | base.plus,
        after=asked.after or base.after,
        is_each=asked.is_each,
        people=asked.people or base.people,
        period=asked.period or ("" if asked.times else base.period),
        times=asked.times or (0 if asked.period else base.times),
        of=asked.of or base.of,
        percent=asked.percent,
        when=asked.when or base.when,
        goes_on=True,
    )


def _asked(text: str, question: ListQuestion) -> AmountQuestion | None:
    pack, words = question.pack, question.pack.accounts
    if words.asks_no_sum.search(text) and not words.asks_over.search(text):
        return None
    op = _operation(text, words)
    if op in ("", "total") and words.asks_extremes.search(text):
        return None
    if pack.counting.ordinal.search(text) or pack.counting.denied.search(text):
        return None
    rest = text
    parts: dict[str, frozenset[str]] = {}
    for name in ("without", "plus", "after"):
        found = getattr(words, name).search(rest)
        things = pack.counting.joined.split(found["things"]) if found else []
        if len(things) > 1 and not all(content_of(each, question) for each in things):
            return None
        parts[name] = _things(found["things"], question) if found else frozenset()
        if found and parts[name]:
            rest = rest[: found.start()]
    crowd = words.for_people.search(rest)  # "altogether for 12 people"
    rest = rest.replace(crowd[0], " ") if crowd else rest
    each = words.asks_each.search(text)
    of_people = next(filter(None, each.groupdict().values()), "") if each else ""
    period, times = words.period.search(text), words.periods.search(text)
    percent = words.percent.search(text)
    how_many = words.asks_number.search(text)
    known = " ".join(of[0] for of in (times, percent, each, crowd) if of)
    if any(of not in known for of in _DIGITS.findall(text)):
        return None  # "of the 900", "on day 2"
    stems = content_of(rest, question)
    if times:
        stems -= frozenset(pack.stems(times["of"]))
    unit = "km" if words.asks_far.search(text) else unit_asked(how_many, pack)
    return AmountQuestion(
        op=op,
        came_in=bool(words.asks_came_in.search(text) or words.asks_net.search(text)),
        net=bool(words.asks_net.search(text)),
        own=bool(words.asks_own.search(text)),
        is_number=bool(how_many and pack.language == "en") or bool(unit),
        unit=unit,
        stems=frozenset(of for of in stems if unit_of(of, pack) != unit),
        is_joined=bool(pack.counting.joined.search(rest.strip())),
        minus=parts["without"],
        plus=parts["plus"],
        after=parts["after"],
        is_each=bool(each),
        people=value_of((crowd["n"] if crowd else of_people).lower(), pack),
        period=_period(period, pack) if period and not each else "",
        times=value_of(times["n"].lower(), pack)
        if times and not (how_many and unit in times[0])
        else 0,
        of=times["of"].lower() if times else "",
        percent=number(percent["n"]) if percent else 0,
        has_extremes=bool(words.asks_extremes.search(text)),
        goes_on=bool(words.goes_on.search(text)),
        points=bool(pack.ledger.points.search(text)),
        is_of_all=bool(words.asks_all.search(text)),
        asks_percent=bool(words.asks_percent.search(text)),
        when=frozenset(of[0].lower() for of in words.when.finditer(text)),
        is_weak=bool(words.asks_of_it.search(text)),
    )


def _operation(text: str, words: AccountWords) -> str:
    ways = (
        ("average", words.asks_average), ("more", words.asks_more), ("over", words.asks_over),
        ("owed", words.asks_owed), ("to_go", words.asks_to_go), ("rest", words.asks_rest),
        ("coming", words.asks_coming), ("total", words.asks_came_in), ("total", words.asks_net),
        ("total", words.asks_total),
    )  # fmt: skip
    is_asked = words.asks_amount.search(text) or words.goes_on.search(text)
    is_asked = is_asked or words.asks_over.search(text)
    found = next((op for op, of in ways if is_asked and of.search(text)), "")
    is_share = words.asks_each.search(text) and words.asks_amount.search(text)
    return found or ("total" if is_share else "")


def content_of(text: str, question: ListQuestion) -> frozenset[str]:
    """Return the stems of the words of ``text`` that name something particular."""
    pack, words = question.pack, question.pack.accounts
    light = frozenset(pack.stems(" ".join((*words.light, *words.generic))))
    stems = frozenset(each for each in pack.stems(text) if not each[0].isdigit())
    return stems - light - pack.asking_stems - pack.operation_stems - pack.period_stems


def _things(text: str, question: ListQuestion) -> frozenset[str]:
    """Return the stems of the things in ``text``, also of such as "expenses"."""
    pack = question.pack
    stems = frozenset(each for each in pack.stems(text) if not each[0].isdigit())
    if pack.accounts.percent.search(text) or pack.accounts.people.search(text):
        return frozenset()
    return content_of(text, question) or stems - pack.period_stems


def unit_asked(found: re.Match[str] | None, pack: LanguagePack) -> str:
    """Return the unit in ``found``, a match of "how many" with a noun; empty if it is no unit."""
    word = (found["unit"] or "").lower() if found else ""
    words = pack.accounts
    if not word or word in pack.function_words or word in pack.lexicon.auxiliaries:
        return ""
    if word in words.light or words.verbs.fullmatch(word):
        return ""
    return unit_of(stem(word, pack.language), pack)


def _period(found: re.Match[str], pack: LanguagePack) -> str:
    of = (found["of"] or found["ly"] or "").lower()
    return {"dai": "day"}.get(of, of)


# Selecting figures


def _selected(
    among: Sequence[Figure], stems: frozenset[str], figures: Figures, *, is_joined: bool = False
) -> list[Figure] | None:
    """Return those ``among`` that ``stems`` name; all if there are none, None if one is unknown."""
    if not stems:
        return list(among)
    by = {of: [each for each in among if names_any(of, each.name)] for of in stems}
    if all(by.values()):
        shared = [each for each in among if all(each in of for of in by.values())]
        either = [each for each in among if any(each in of for of in by.values())]
        if is_joined or len(stems) == 1:
            return either
        return shared or None  # "the linen sofa" is neither the linen one nor another sofa
    missing = [of for of, each in by.items() if not each]
    own = [each for each in among if all(names_any(of, each.near) for of in missing)]
    if not own:
        around = _around(figures)
        own = [each for each in among if all(names_any(of, around[each.order]) for of in missing)]
    if not own:
        return None
    named = [each for each in own if any(each in of for of in by.values())]
    if named:
        return named
    last = max(each.order for each in own)
    is_all = all(each in own for each in among if each.order <= last)
    return [each for each in among if each in own or (is_all and each.order > last)]


def _around(figures: Figures) -> Mapping[int, frozenset[str]]:
    found: dict[int, frozenset[str]] = {}
    for each in figures.all:
        found[each.order] = found.get(each.order, frozenset()) | each.near
    return found


def names_any(asked: str, stems: Iterable[str]) -> bool:
    """Return whether a stem of a question names one of ``stems``, or the first part of one."""
    return any(
        names_same(asked, each) or (len(asked) >= _COMPOUND and each.startswith(asked))
        for each in stems
    )


def _is_sure(terms: Iterable[Figure], figures: Figures) -> bool:
    return not any(each.is_unsure or each.order in figures.doubts for each in terms)


def _at(found: list[Figure], asked: AmountQuestion) -> list[Figure]:
    """Return those of ``found`` of the time that is asked for, if it tells them apart."""
    own = [each for each in found if asked.when & each.when]
    return own if own else found


def _is_of_several(found: Sequence[Figure], asked: AmountQuestion) -> bool:
    """Return whether some are of last year and some of this one, and the question names none."""
    years = {of for each in found for of in each.when if " " in of}
    return len(years) > 1 and not asked.when


def _money(figures: Figures, *roles: str) -> list[Figure]:
    return [each for each in figures.of_role(*roles) if each.may_be_money]


def _changed(
    found: list[Figure], asked: AmountQuestion, every: Sequence[Figure]
) -> list[Figure] | None:
    """Return ``found`` without what the question leaves out, and with what it includes."""
    if asked.minus:
        less = [each for each in found if all(names_any(of, each.name) for of in asked.minus)]
        if not less:
            return None
        found = [each for each in found if each not in less]
    if asked.plus:
        more = [each for each in every if any(names_any(of, each.name) for of in asked.plus)]
        if not more:
            return None
        found = [each for each in every if each in found or each in more]
    return found


# Operations


def _total(asked: AmountQuestion, figures: Figures, pack: LanguagePack) -> Sum | None:
    if asked.is_number:
        return _total_of_unit(asked, figures, pack)
    every = _money(figures, *(INCOMES if asked.came_in else _COSTS))
    if asked.came_in and not every and not asked.net:
        last = max(each.order for each in figures.all)
        every = [
            each
            for each in _money(figures, *_COSTS)
            if (each.is_product and each.order == last) or asked.plus
        ]
        asked = replace(asked, came_in=False)
    every = _at(every, asked)
    if _may_be_things(every, figures):
        return None
    if len(every) == 1 and every[0].percent_off:
        return _reduced(every[0], asked)
    found = _counted_in(every, asked, figures)
    less = _taken_off(found or [], asked, figures)
    if not found or less is None:
        return None
    terms = [*((1, each) for each in found), *((-1, each) for each in less)]
    return _per(terms, asked, figures, pack)


def _may_be_things(found: Sequence[Figure], figures: Figures) -> bool:
    """Return whether numbers without a unit may go on from a number of things."""
    if any(each.unit == MONEY for each in found):
        return False
    things = {of.order for of in figures.all if of.unit not in ("", MONEY, PEOPLE)}
    first = {of.order: of.unit for of in reversed(figures.all)}
    return any(of.order in things and first[of.order] not in ("", MONEY, PEOPLE) for of in found)


def _counted_in(
    every: list[Figure], asked: AmountQuestion, figures: Figures
) -> list[Figure] | None:
    """Return those of ``every`` that the question selects; None if one of them is in doubt."""
    found = _selected(every, asked.stems, figures, is_joined=asked.is_joined)
    if asked.plus and not asked.stems and found:
        found = [each for each in found if each.is_product] or found
    found = _changed(found, asked, every) if found else None
    if asked.points and found and not (asked.stems or asked.minus or asked.plus):
        found = _pointed_at(found)
    if not found or not _is_sure(found, figures) or _is_of_several(found, asked):
        return None
    orders = {each.order for each in found}
    if asked.is_weak and not asked.stems and len(orders) > 1:
        return None
    if asked.is_of_all and not asked.came_in:  # "…, plus a cleaning fee of 50"
        found += [of for of in every if of.is_another and of.order in orders and of not in found]
    return found


def _pointed_at(found: Sequence[Figure]) -> list[Figure] | None:
    """Return the figures that "that" means, if all are of one message or each of its own."""
    messages = len({each.order for each in found})
    return list(found) if messages in (1, len(found)) else None


def _taken_off(found: list[Figure], asked: AmountQuestion, figures: Figures) -> list[Figure] | None:
    """Return what the question takes off: a cost "after" which, all costs of a profit, gifts."""
    less: list[Figure] = []
    if asked.after:
        less = _selected(_money(figures, *_COSTS), asked.after, figures, is_joined=True) or []
        if not less or any(each in less for each in found):
            return None
    elif asked.net and asked.came_in and not asked.stems:
        less = _money(figures, *_COSTS)
    if asked.own:
        gifts = _money(figures, "gift", "back")
        if not gifts:
            return None
        less = [*less, *gifts]
    return less if _is_sure(less, figures) else None


def _reduced(price: Figure, asked: AmountQuestion) -> Sum | None:
    """Return the price with its discount taken off, or the discount."""
    share = price.percent_off / _WHOLE
    if asked.asks_percent:
        return Sum([(1, price)], share, f"{price.percent_off:g}% × ")
    return Sum([(1, price)], 1 - share, "", f" - {price.percent_off:g}%")


def _total_of_unit(asked: AmountQuestion, figures: Figures, pack: LanguagePack) -> Sum | None:
    unit = asked.unit or _first_unit(figures)
    if written_on := _written_on(_of_unit(unit, figures), figures, pack):
        return written_on
    own = [each for each in _of_unit(unit, figures) if each.role not in ("fund", "goal")]
    roles = {each.role for each in own}
    if asked.came_in and "sold" in roles:
        own = [each for each in own if each.role == "sold"]
    elif roles & {"out", "sold", "need"}:
        return None
    found = _selected(own, asked.stems, figures, is_joined=asked.is_joined)
    found = _changed(found, asked, own) if found else None
    if not found or len(found) < _FEWEST or not _is_sure(found, figures):
        return None
    if asked.times or any(each.each for each in found):
        return None
    return Sum([(1, each) for each in found])


def _first_unit(figures: Figures) -> str:
    return next((each.unit for each in figures.all if each.unit not in ("", MONEY)), "")


def _is_whole_number(figure: Figure) -> bool:
    return figure.value.is_integer() and "," not in figure.shown and "." not in figure.shown


def _of_unit(unit: str, figures: Figures) -> list[Figure]:
    """Return the figures in ``unit``, and those without a unit that go on from them."""
    found: list[Figure] = []
    for each in figures.all:
        goes_on = found and not each.unit and not each.each and each.role not in _NEITHER
        goes_on = goes_on and (_is_whole_number(each) or unit in MEASURED)
        if unit and (each.unit == unit or goes_on):
            found.append(each)
    return found


def _per(
    terms: list[tuple[int, Figure]], asked: AmountQuestion, figures: Figures, pack: LanguagePack
) -> Sum | None:
    """Return the sum of ``terms`` for one person, for a period, or several times, as asked."""
    result = (_for_each if asked.is_each else _for_all)(terms, asked, figures, pack)
    if result is None:
        return None
    if asked.percent:
        share = 1 + asked.percent / _WHOLE
        return replace(result, times=result.times * share, after=f" + {asked.percent:g}%")
    is_plain = len(result.terms) < _FEWEST and result.times == 1
    return None if is_plain and not result.terms[0][1].is_product else result


def _for_each(
    terms: list[tuple[int, Figure]], asked: AmountQuestion, figures: Figures, pack: LanguagePack
) -> Sum | None:
    people = figures.people
    count = asked.people or (people.value if people else 0)
    of_all = [each for _, each in terms if not _is_of_person(each, pack)]
    if any(each.each for each in of_all):
        return None
    if not of_all:
        return Sum(terms)
    if not count:
        return None
    more = (people,) if people and not asked.people else ()
    if len(of_all) == len(terms):
        return Sum(terms, 1 / count, "", f" / {count:g}", more)
    shared = [
        (sign, each)
        if each not in of_all
        else (sign, replace(each, value=each.value / count, shown=f"{each.shown} / {count:g}"))
        for sign, each in terms
    ]
    return Sum(shared, more=more)


def _is_of_person(figure: Figure, pack: LanguagePack) -> bool:
    return figure.each == EACH or figure.each in pack.counting.counts_of


def _for_all(
    terms: list[tuple[int, Figure]], asked: AmountQuestion, figures: Figures, pack: LanguagePack
) -> Sum | None:
    people = None if asked.people else figures.people
    count = asked.people or (people.value if people else 0)
    more: list[Figure] = []
    held = []
    for sign, each in terms:
        if each.each and _is_of_person(each, pack) and count:
            more = [people] if people else []
            shown = f"{people.shown if people else f'{count:g}'} × {each.shown}"
            value = each.value * count
            each = replace(each, each="", value=value, shown=shown, is_product=True)
        held.append((sign, each))
    rates = {each.each for _, each in held}
    if rates == {""}:
        if asked.period or (asked.times and asked.of):
            return None
        return Sum(held, more=more)
    if len(rates) > 1 or more:
        return None
    return _over_time(held, rates.pop(), asked, pack)


def _over_time(
    terms: list[tuple[int, Figure]], rate: str, asked: AmountQuestion, pack: LanguagePack
) -> Sum | None:
    if asked.times:
        same = stem(asked.of, pack.language) == stem(rate, pack.language)
        return Sum(terms, asked.times, f"{asked.times:g} × ") if same else None
    if not asked.period or asked.period == rate:
        return Sum(terms) if rate in periods_of(pack) else None
    times = pack.counting.in_a_period.get(asked.period, {}).get(rate, 0)
    return Sum(terms, times, f"{times:g} × ") if times else None


def _rest(asked: AmountQuestion, figures: Figures, pack: LanguagePack) -> Sum | None:
    if asked.is_number and asked.unit not in pack.period_stems:
        return _rest_of_unit(asked, figures, pack)
    return _rest_of_money(asked, figures, pack)


def _rest_of_money(asked: AmountQuestion, figures: Figures, pack: LanguagePack) -> Sum | None:
    funds = _money(figures, "fund")
    if len(funds) > 1:
        funds = [each for each in funds if any(names_any(of, each.name) for of in asked.stems)]
        if len(funds) != 1:
            return None
    came = _money(figures, *INCOMES)
    if len({each.has_name for each in came}) > 1:
        return None  # "Lotte made 36" beside "I made 84"
    spent = _money(figures, *_COSTS)
    if asked.after:
        chosen = _selected(spent, asked.after, figures, is_joined=True)
        spent = (spent if chosen == spent[-1:] and asked.goes_on else chosen) or []
    if not (funds or came):
        return _rest_of_unit(asked, figures, pack) if not spent else None
    if not spent or not _is_known(asked.stems, figures):
        return None
    return _signed([*funds, *came], spent, asked, figures, pack)


def _is_known(stems: frozenset[str], figures: Figures) -> bool:
    around = frozenset(of for each in figures.all for of in each.near)
    return all(names_any(of, around) for of in stems)


def _signed(
    whole: Sequence[Figure],
    parts: Sequence[Figure],
    asked: AmountQuestion,
    figures: Figures,
    pack: LanguagePack,
) -> Sum | None:
    """Return ``whole`` less ``parts``, in the order in which they were stated."""
    if not whole or not parts or not _is_sure([*whole, *parts], figures):
        return None
    first, *later = whole
    terms = [(1, first)]
    terms += [
        (1 if each in later else -1, each) for each in figures.all if each in later or each in parts
    ]
    rates = {each.each for _, each in terms} - {""}
    if len(rates) > 1 or (rates and not (first.each and rates <= periods_of(pack))):
        return None
    if asked.is_each:
        return _per(terms, asked, figures, pack)
    return Sum(terms)


def _rest_of_unit(asked: AmountQuestion, figures: Figures, pack: LanguagePack) -> Sum | None:
    unit = asked.unit or _first_unit(figures)
    own = _of_unit(unit, figures)
    if written_on := _written_on(own, figures, pack):
        return written_on
    gone = [each for each in own if each.role in ("out", "sold")]
    rest = [each for each in own if each not in gone]
    if not (gone and rest) or any(each.each or each.role == "need" for each in own):
        return None
    if not _is_known(asked.stems, figures) or not _is_sure(own, figures):
        return None
    result = Sum([(-1 if each in gone else 1, each) for each in own])
    return result if result.value >= 0 and result.terms[0][0] > 0 else None


def _owed(asked: AmountQuestion, figures: Figures, pack: LanguagePack) -> Sum | None:
    lent = _money(figures, "lent")
    if lent:
        chosen = _selected(lent, asked.stems, figures)
        if not chosen or len(chosen) != 1 or len(lent) != 1:
            return None
        return _positive(_signed(lent, _money(figures, "back", "paid"), asked, figures, pack))
    paid = _money(figures, "paid")
    bills = _money(figures, "cost")
    if not _is_known(asked.stems, figures):
        return None
    chosen = _selected(bills, asked.stems, figures)
    if asked.stems and chosen and len(chosen) < len(bills):
        bills = chosen
    if asked.is_number and asked.unit in pack.period_stems:
        return None
    return _positive(_signed(bills, paid, asked, figures, pack)) if len(bills) == 1 else None


def _positive(result: Sum | None) -> Sum | None:
    return result if result and result.value >= 0 else None


def _to_go(asked: AmountQuestion, figures: Figures, pack: LanguagePack) -> Sum | None:
    if asked.is_number and asked.unit in pack.period_stems:
        return _periods_to_go(asked, figures, pack)
    if asked.is_number or not any(
        each.unit == MONEY or each.role == "goal" for each in figures.all
    ):
        if short := _short_of_unit(asked, figures, pack):
            return short
        if asked.is_number:
            return None
    had = _money(figures, *INCOMES, "paid", "back")
    had = [each for each in had if not each.each]
    costs = _money(figures, "cost", "need")
    goals = _money(figures, "goal") or costs
    if len(goals) != 1:
        goals = [] if _money(figures, "goal") else goals
        fund = _money(figures, "fund")
        if fund and not _money(figures, "goal"):
            return _over(asked, figures, pack)
    if not goals or not _is_known(asked.stems, figures):
        return None
    return _positive(_signed(goals, had, asked, figures, pack))


def _periods_to_go(asked: AmountQuestion, figures: Figures, pack: LanguagePack) -> Sum | None:
    rates = [each for each in figures.all if each.each in periods_of(pack) and each.may_be_money]
    if len(rates) != 1 or unit_of(stem(rates[0].each, pack.language), pack) != asked.unit:
        return None
    goals = [each for each in _money(figures, "goal", "cost", "lent", "need") if not each.each]
    had = [each for each in _money(figures, *INCOMES, "back", "paid") if not each.each]
    if len(goals) != 1 or not _is_sure([*goals, *rates, *had], figures):
        return None
    rest = goals[0].value - sum(each.value for each in had)
    count = rounded_up(rest / rates[0].value)
    shown = " - ".join(each.shown for each in (*goals, *had))
    shown = f"({shown})" if had else shown
    term = replace(goals[0], value=count, shown=f"{shown} / {rates[0].shown}")
    return Sum([(1, term)], more=(*had, *rates))


def _is_written(figure: Figure, pack: LanguagePack) -> bool:
    """Return whether it was written, so that there is more of it: "wrote 650 words"."""
    return bool(pack.accounts.writes.search(figure.text))


def _written_on(found: Sequence[Figure], figures: Figures, pack: LanguagePack) -> Sum | None:
    """Return what there was so far with what was written since: "4,200 so far", "wrote 650"."""
    own = [each for each in found if each.role not in ("need", "goal")]
    if len(own) < _FEWEST or not pack.accounts.so_far.search(own[0].text):
        return None
    if not all(_is_written(each, pack) for each in own[1:]) or not _is_sure(own, figures):
        return None
    return Sum([(1, each) for each in own])


def _short_of_unit(asked: AmountQuestion, figures: Figures, pack: LanguagePack) -> Sum | None:
    """Return how many are missing: what is needed less what is there."""
    needs, goals = (
        [each for each in figures.of_role(role) if not each.each and each.unit != MONEY]
        for role in ("need", "goal")
    )
    goals = [each for each in goals if each.unit in ("", asked.unit or each.unit)]
    need = needs if len(needs) == 1 and needs[0].unit in ("", asked.unit) else goals or needs
    have = [
        each
        for each in figures.all
        if each not in (*needs, *goals)
        and each.role not in _NEITHER
        and not each.each
        and (
            each.unit == (asked.unit or each.unit)
            or (not each.unit and (each.role == "in" or _is_written(each, pack)))
        )
        and each.unit != MONEY
    ]
    gone = (each for each in have if each.role in ("out", "sold"))
    if len(need) != 1 or not have or not all(_is_written(each, pack) for each in gone):
        return None
    if asked.unit and not any(each.unit == asked.unit for each in have):
        return None
    if not _is_sure([*need, *have], figures):
        return None
    return _positive(Sum([(1, need[0]), *((-1, each) for each in have)]))


def _over(asked: AmountQuestion, figures: Figures, pack: LanguagePack) -> Sum | None:
    funds, spent = _money(figures, "fund"), _money(figures, *_COSTS)
    if len(funds) != 1 or not spent or not _is_sure([*funds, *spent], figures):
        return None
    if any(each.each for each in (*funds, *spent)):
        return None
    return _positive(Sum([*((1, each) for each in spent), (-1, funds[0])]))


def _coming(asked: AmountQuestion, figures: Figures, pack: LanguagePack) -> Sum | None:
    people = frozenset(pack.stems(" ".join(pack.counting.counts_of.values()))) | {"persons"}
    units = people | ({asked.unit} if asked.unit else set())
    own = [
        each
        for each in figures.all
        if each.unit in units or (each.role == "out" and not each.unit and not each.each)
    ]
    gone = [each for each in own if each.role == "out"]
    if not gone or own[0] in gone or not _is_sure(own, figures):
        return None
    if any(each.role not in ("out", "in", "cost", "need") for each in own):
        return None
    return Sum([(-1 if each in gone else 1, each) for each in own])


def _average(asked: AmountQuestion, figures: Figures, pack: LanguagePack) -> Sum | None:
    found = _alike(asked, figures)
    if len(found) < _FEWEST or asked.period:
        return None
    count = len(found)
    return Sum([(1, each) for each in found], 1 / count, "", f" / {count}")


def _alike(asked: AmountQuestion, figures: Figures) -> list[Figure]:
    """Return the figures of the last role and unit that the question may compare."""
    usable = [each for each in figures.all if each.role not in (*_NEITHER, "fund", "goal")]
    found = _selected(usable, asked.stems, figures, is_joined=True) or []
    if not found and not asked.is_number:
        return []
    kinds = {(each.role, each.each) for each in found}
    return found if len(kinds) == 1 and len({each.unit for each in found} - {""}) <= 1 else []


def _more(asked: AmountQuestion, figures: Figures, pack: LanguagePack) -> Sum | None:
    usable = [each for each in figures.all if each.role not in _NEITHER]
    found = _selected(usable, asked.stems, figures, is_joined=True) or []
    if len({each.each for each in found}) > 1:
        return None
    if not asked.stems and (apart := _by_time(found, figures)):
        return apart
    ordered = sorted(found, key=lambda each: each.value)
    if len(found) > _FEWEST and not asked.has_extremes:
        return None
    if len(found) == 1:
        beside = [
            each for each in usable if each.order == found[0].order and each.role == found[0].role
        ]
        is_pair = len(beside) == _FEWEST
        ordered = sorted(beside, key=lambda each: each.value) if is_pair else []
    if len(ordered) < _FEWEST or len({each.unit for each in ordered} - {""}) > 1:
        return None
    return Sum([(1, ordered[-1]), (-1, ordered[0])])


def _by_time(found: Sequence[Figure], figures: Figures) -> Sum | None:
    """Return how much more one time had than the other: last year and this one."""
    groups: dict[frozenset[str], list[Figure]] = {}
    for each in found:
        groups.setdefault(each.when, []).append(each)
    sides = sorted(groups.values(), key=lambda of: -sum(each.value for each in of))
    is_even = len(sides) == _FEWEST and len(sides[0]) == len(sides[1]) > 1
    if not is_even or len({each.role for each in found}) > 1 or not _is_sure(found, figures):
        return None
    return Sum([*((1, each) for each in sides[0]), *((-1, each) for each in sides[1])])


def names_terms(question: ListQuestion) -> bool:
    """Return whether the question names several amounts, each by a word that no other has."""
    asked = _resolved(question)
    if asked is None or len(asked.stems) < _FEWEST or asked.plus or asked.minus:
        return False
    figures = money_in(question)
    named = [[each for each in figures if names_any(of, each.name)] for of in asked.stems]
    return all(len(each) == 1 for each in named)


def money_in(question: ListQuestion) -> list[Figure]:
    """Return every amount that may be of money in this chat, as it holds now."""
    return [
        each for each in question.figures.all if each.may_be_money and each.role not in _NEITHER
    ]


def is_of_debt(question: ListQuestion) -> bool:
    """Return whether the question is about money still to be paid, rather than open tasks."""
    asked = _resolved(question) if len(question.text) <= _LONGEST else None
    return bool(asked and asked.op == "owed" and of_account(question))


def _adds_rate(terms: str, figures: Sequence[Figure]) -> bool:
    """Return whether a rate for one of something is added to a product: "5 times 32, and 2"."""
    rates = {each.value for each in figures if each.each}
    parts = terms.split(" + ")
    plain = [each for each in parts if "×" not in each]
    is_rate = any(number(of) in rates for each in plain for of in _DIGITS.findall(each))
    return is_rate and len(plain) < len(parts)


def adds_price_to_count(answer: str, question: ListQuestion) -> bool:
    """Return whether a sum adds a number of things to a price: "a kilo is 2.40, I bought 3"."""
    found = _PLUS.match(answer)
    if not found or "×" in found["terms"]:
        return False
    values = {number(each) for each in _DIGITS.findall(found["terms"])}
    figures = [each for each in question.figures.all if each.value in values]
    prices = [each for each in figures if not each.unit and CENTS.search(each.shown)]
    return bool(prices) and any(not each.may_be_money for each in figures)


def is_of_other_period(answer: str, question: ListQuestion) -> bool:
    """Return whether a difference of rates is for another period than the one asked for."""
    asked = question.pack.accounts.period.search(question.text)
    first = answer.split("\n", 1)[0]
    if not asked or " - " not in first or "×" in first:
        return False
    values = {number(each) for each in _DIGITS.findall(first)}
    rates = {each.each for each in question.figures.all if each.value in values} - {""}
    return bool(rates) and _period(asked, question.pack) not in rates


def adds_unlike(answer: str, question: ListQuestion) -> bool:
    """Return whether a sum adds costs to what came in, or things of another unit than asked for."""
    found = _PLUS.match(answer)
    if not found or len({order_of(each) for each in question.told_here}) > _MOST_MESSAGES:
        return False
    values = {number(each) for each in _DIGITS.findall(found["terms"])}
    figures = [
        each for each in question.figures.all if each.value in values and each.role not in _NEITHER
    ]
    if _adds_rate(found["terms"], figures):
        return True
    counted = {each.unit for each in figures}
    asks_money = question.asks(question.pack.accounts.asks_earned)
    if asks_money and MONEY not in counted and counted - {""}:
        return True  # "80 plants, sold 35": what did they bring in?
    if question.asks(question.pack.accounts.asks_came_in):
        return False
    came = [each for each in figures if each.role in ("income", "sold", "gift", "back")]
    spent = [each for each in figures if each.role in ("cost", "need")]
    if came and spent and len({each.value for each in figures}) == len(figures):
        return True
    goals = [each for each in figures if each.role == "goal"]
    if goals and len(goals) < len(figures):
        return True  # "4,200 words so far, it has to be 18,000"
    unit = unit_asked(question.pack.accounts.asks_number.search(question.text), question.pack)
    units = {each.unit for each in figures} - {""}
    return unit in units and len(units) > _FEWEST and MONEY not in units


_OPERATIONS: Mapping[str, Callable[[AmountQuestion, Figures, LanguagePack], Sum | None]] = {
    "total": _total,
    "rest": _rest,
    "owed": _owed,
    "to_go": _to_go,
    "over": _over,
    "coming": _coming,
    "average": _average,
    "more": _more,
}


def shown_sum(result: Sum, pack: LanguagePack) -> str:
    """Return the result, the calculation, and the statements that it rests on."""
    shown = " + ".join(f"-{each.shown}" if sign < 0 else each.shown for sign, each in result.terms)
    shown = shown.replace("+ -", "- ")
    is_scaled = bool(result.before or result.after)
    shown = f"({shown})" if is_scaled and re.search(r" [+-] ", shown) else shown
    like = [Amount(of, 0.0) for _, each in result.terms for of in each.shown.split()]
    value = written(round(result.value, 2), like, pack)
    entries = [*(each for _, each in result.terms), *result.more]
    lines = [bullet(ListEntry(each.text, frozenset(), None, each.message_ids)) for each in entries]
    return f"{value} = {result.before}{shown}{result.after}\n\n" + "\n".join(dict.fromkeys(lines))
