"""Answers from one message, where nothing else gives a figure: a total, a rate times a number.

A row is a message that lists amounts: "14 sopranos, 11 altos, 6 tenors". A rate is an amount for
each of something: "tetras are 2.50 each".
"""

from collections.abc import Sequence

from tidemark.engines.builtin.counting.accounts import (
    Sum,
    content_of,
    names_any,
    shown_sum,
    unit_asked,
)
from tidemark.engines.builtin.counting.amounts import (
    FEWEST_TERMS,
    bullet,
    numbers_in,
    periods_of,
    unit_of,
)
from tidemark.engines.builtin.counting.figures import EACH, Figure
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.listings import ListEntry, order_of
from tidemark.memory.slots import MONEY
from tidemark.nlp.search_terms import words
from tidemark.nlp.stemming import stem

_ROW = 3  # amounts that make a row without a word such as "together"
_NO_TERM = ("noise", "people", "goal")


def extreme_of_row(question: ListQuestion) -> str | None:
    """Return the largest or the smallest amount of the row that is meant, with its words."""
    counting = question.pack.counting
    is_least, is_most = question.asks(counting.least), question.asks(counting.most)
    names = content_of(question.text, question)
    if is_least == is_most or question.asks(counting.total) or names & question.known_stems:
        return None
    rows = _rows(question)
    row = [each for each in rows[max(rows)] if each.role != "fund"] if rows else []
    if len(row) < FEWEST_TERMS or len(_kinds(row)) > 1:
        return None
    if any(each.role in _NO_TERM for each in row):
        return None
    value = (min if is_least else max)(each.value for each in row)
    chosen = [each for each in row if each.value == value]
    if len(chosen) != 1:
        return None
    entry = ListEntry(chosen[0].text, frozenset(), None, chosen[0].message_ids)
    return f"{chosen[0].text[:1].upper()}{chosen[0].text[1:]}.\n\n{bullet(entry)}"


def difference_of_pair(question: ListQuestion) -> str | None:
    """Return the difference of the two amounts that were stated last, if it is asked for."""
    asks = (question.pack.counting.difference, question.pack.accounts.asks_more)
    if not any(map(question.asks, asks)) or numbers_in(question.text, question.pack):
        return None
    rows = _rows(question)
    pair = rows[max(rows)] if rows else []
    is_pair = len(pair) == FEWEST_TERMS and len(_kinds(pair)) == 1
    if not is_pair or question.asks(question.pack.counting.whole):
        return None
    names = content_of(question.text, question)
    if not all(names_any(of, pair[0].near) for of in names):
        return None
    larger, smaller = sorted(pair, key=lambda each: -each.value)
    return shown_sum(Sum([(1, larger), (-1, smaller)]), question.pack)


def _kinds(figures: Sequence[Figure]) -> set[tuple[str, str]]:
    """Return what each amount is for one of, and its unit unless that may be money."""
    return {(each.each, "" if each.may_be_money else each.unit) for each in figures}


def _rows(question: ListQuestion) -> dict[int, list[Figure]]:
    """Return the figures of this chat by their messages."""
    rows: dict[int, list[Figure]] = {}
    for each in question.figures.all:
        if each.role != "noise":
            rows.setdefault(each.order, []).append(each)
    return rows


def row_total(question: ListQuestion) -> str | None:
    """Return the total of the row that the question is about, if all of it surely counts."""
    if _asks_other(question) or not _asks_sum(question):
        return None
    if question.asks(question.pack.accounts.asks_of_it):
        return None  # "how many votes did it get?"
    row = _row(question)
    if not row or not _is_plain(row, question):
        return None
    return shown_sum(Sum([(1, each) for each in row]), question.pack)


def rate_times_count(question: ListQuestion) -> str | None:
    """Return a rate times the one number in the question: "what do the 12 tetras cost?"."""
    pack, text = question.pack, question.text
    given = numbers_in(text, pack)
    asks = question.asks(pack.accounts.asks_amount) or question.asks(pack.counting.how_many)
    if len(given) != 1 or given[0].value <= 1 or not asks or _asks_other(question):
        return None
    nouns = _nouns_after(given[0].text, text)
    stems = {unit_of(of, pack) for noun in nouns for of in pack.stems(noun)}
    rates = [each for each in question.figures.all if each.each and not each.is_product]
    fits = [each for each in rates if _fits(each, stems, question)]
    named = content_of(text, question) - frozenset(stems)
    told = [each for each in fits if all(names_any(of, each.near) for of in named)]
    if len(told) != 1 or told[0].order in question.figures.doubts:
        return None
    if told[0].is_unsure and not told[0].period:
        return None
    beside = [each for each in question.figures.all if each.order == told[0].order]
    if any(each.may_be_money and not each.each for each in beside):
        return None  # "he asks 75 for parts and 60 an hour"
    times = given[0].value
    return shown_sum(Sum([(1, told[0])], times, f"{given[0].text} × "), pack)


def rest_of_pair(question: ListQuestion) -> str | None:
    """Return the larger of the only two amounts of a message less the other, if a rest is asked.

    "We've used 18 of the 30 eggs", "24 pupils, 18 have paid".
    """
    pack, figures = question.pack, question.figures
    said = pack.accounts
    asks = (said.asks_rest, said.asks_to_go, said.asks_owed)
    is_asked = any(map(question.asks, (*asks, pack.counting.rest_of)))
    if not is_asked or question.asks(said.asks_each):
        return None
    if numbers_in(question.text, pack) or question.asks(pack.counting.part_of):
        return None
    usable = [each for each in figures.all if each.role not in ("noise", "lent")]
    last = max((each.order for each in usable), default=0)
    pair = [each for each in usable if each.order == last]
    if len(pair) != FEWEST_TERMS or figures.rejected or last in figures.doubts:
        return None
    kinds = {each.unit for each in pair}
    if len(kinds - {""}) > 1 or any(each.each or each.period or each.is_product for each in pair):
        return None
    if any(each.unit in kinds | {"", MONEY} for each in usable if each.order != last):
        return None  # amounts of other messages may count, too
    names = content_of(question.text, question)
    counted = unit_asked(said.asks_number.search(question.text), pack)
    known = {unit_of(of, pack) for of in question.known_stems}
    if counted in known and kinds.isdisjoint((counted, "")):
        return None  # "how many litres do I need?"
    near = pair[0].near
    if not all(names_any(of, near) or of == counted for of in names):
        return None
    larger, smaller = sorted(pair, key=lambda each: -each.value)
    if smaller.is_another and not said.verbs.search(smaller.text):
        return None  # "12 chairs, 3 more"
    is_of_size = any(names_any(of, smaller.name) for of in names)
    if larger.value == smaller.value or (is_of_size and not larger.name & smaller.name):
        return None  # "the fence is 24 metres and a panel 2": how many panels?
    return shown_sum(Sum([(1, larger), (-1, smaller)]), pack)


def _fits(rate: Figure, stems: set[str], question: ListQuestion) -> bool:
    """Return whether the things counted in the question are what ``rate`` is for each of."""
    pack = question.pack
    of_people = frozenset(pack.stems(" ".join(pack.counting.counts_of.values())))
    if rate.each in periods_of(pack):
        return unit_of(stem(rate.each, pack.language), pack) in stems
    if rate.each == EACH or rate.each in pack.counting.counts_of:
        is_of_people = bool(stems & of_people) or not stems
        is_named = any(names_any(of, rate.name) for of in stems)
        return is_named or is_of_people
    return unit_of(stem(rate.each, pack.language), pack) in stems


def _nouns_after(number: str, text: str) -> list[str]:
    """Return the next two words after ``number`` in ``text``."""
    return words(text.partition(number)[2])[:2]


def _asks_other(question: ListQuestion) -> bool:
    """Return whether the question asks for something else than a plain sum: a rest, a share."""
    said, counting = question.pack.accounts, question.pack.counting
    others = (
        said.asks_more, said.asks_rest, said.asks_owed, said.asks_to_go, said.asks_over,
        said.asks_extremes, said.asks_average, said.asks_own, said.percent, said.without,
        said.plus, said.after, said.asks_net, said.asks_each, counting.ordinal, counting.denied,
        counting.compares, counting.part_of, question.pack.ledger.asks_owed_to_me,
    )  # fmt: skip
    return any(map(question.asks, others))


def _asks_sum(question: ListQuestion) -> bool:
    counting, said = question.pack.counting, question.pack.accounts
    return any(map(question.asks, (counting.total, counting.how_many, said.asks_total)))


def _row(question: ListQuestion) -> list[Figure]:
    """Return the figures of the row that is meant: the one just told, or the one that is named."""
    pack, rows = question.pack, _rows(question)
    last = max(map(order_of, question.told_here), default=0)
    number = [each.value for each in numbers_in(question.text, pack)]
    is_counted = number == [len(rows.get(last, []))]
    if number and not is_counted:
        return []  # "what do two adults and three kids pay?"
    names = frozenset(of for of in content_of(question.text, question) if not _is_unit(of, rows))
    of_noun = [
        row for row in rows.values() if names and all(names_any(of, row[0].near) for of in names)
    ]
    if len(of_noun) == 1 and not _names_some(names, of_noun[0], question):
        return of_noun[0]
    row = rows.get(last, [])
    is_pointed = question.asks(pack.counting.asks_both) or question.asks(pack.ledger.points)
    if not names and (is_pointed or is_counted):
        return row
    is_of_things = question.asks(pack.counting.how_many) and len(row) >= _ROW
    unknown = names and not names & (question.known_stems | pack.measures)
    unknown = unknown and not any(each in pack.accounts.measures for each in words(question.text))
    return row if is_of_things and unknown and not number else []


def _is_unit(of: str, rows: dict[int, list[Figure]]) -> bool:
    return any(each.unit == of for row in rows.values() for each in row)


def _names_some(names: frozenset[str], row: Sequence[Figure], question: ListQuestion) -> bool:
    """Return whether the question names some amounts of a row, and not the others."""
    is_all = question.asks(question.pack.accounts.asks_all)
    by_name = [
        [each for each in row if of in each.name or (not is_all and names_any(of, each.name))]
        for of in names
    ]
    named = [each for each in row if any(each in of for of in by_name)]
    is_joined = question.asks(question.pack.counting.joined)
    is_of_all = len(named) == len(row) and (is_joined or any(len(of) == len(row) for of in by_name))
    return bool(named) and not is_of_all


def _is_plain(row: Sequence[Figure], question: ListQuestion) -> bool:
    """Return whether the amounts of ``row`` are of one kind, and all certain."""
    pack, figures = question.pack, question.figures
    if len(row) < FEWEST_TERMS or len({(each.each, each.role) for each in row}) > 1:
        return False
    if any(each.role in _NO_TERM for each in row) or row[0].order in figures.doubts:
        return False
    text = next((of.text for of in question.told_here if order_of(of) == row[0].order), "")
    if any(pack.ledger.so.match(each.text) for each in row):
        return False  # "Otten adds 50, so 400"
    if any(each.is_unsure for each in row) and ":" not in text:
        return False
    if pack.ledger.offers.search(text) or pack.counting.undecided.search(text):
        return False
    if pack.counting.of_whole.search(text) or pack.counting.uncounted.search(text):
        return False
    return _are_of_one_kind(row, question)


def _are_of_one_kind(row: Sequence[Figure], question: ListQuestion) -> bool:
    pack = question.pack
    units = {each.unit for each in row}
    is_of_money = units <= {"", MONEY}
    if not is_of_money and any(len(each.message_ids) > 1 for each in row):
        return False  # "two altos left" is not "two altos"
    if not is_of_money and MONEY in units:
        return False
    asks_count = question.asks(pack.counting.how_many)
    if is_of_money:
        return not (MONEY in units and asks_count and pack.language == "en")
    if len(units - {""}) > 1:
        return asks_count and len(row) >= _ROW and not _asks_one(units, question)
    return True


def _asks_one(units: set[str], question: ListQuestion) -> bool:
    """Return whether the question names one of several ``units``."""
    pack = question.pack
    stems = {unit_of(of, pack) for of in pack.stems(question.text)}
    return bool(units & stems)
