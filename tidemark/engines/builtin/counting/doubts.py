"""Doubts about a result: whether all its amounts are certain and of one kind.

A sum is stated only if every amount in it counts. With an offer, a conditional price, or an income
among costs the answer has only quotes, without a result.
"""

import re
from collections.abc import Sequence

from tidemark.engines.builtin.counting.amounts import numbers_in
from tidemark.engines.builtin.counting.groups import adds_groups
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.listings import amounts_in, order_of
from tidemark.engines.builtin.overviews import is_of_this_chat
from tidemark.engines.builtin.own_replies import quotes_in
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.attendance import without_some
from tidemark.memory.ledger import SaidAmounts, ledger_of, number, said_totals
from tidemark.memory.slots import LONGEST_STATEMENT, MONEY, PERSONS, SlotText, SlotValue
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for

_SUM = re.compile(r"[^“”\n]{1,60} = (?P<terms>[^“”\n]{1,300})")
_COUNT = re.compile(r"(?P<count>[^\s“”]*\d[^\s“”]*)\.(?:\n|$)")


def is_doubtful(answer: str, cites: Sequence[int], question: ListQuestion) -> bool:
    """Return whether the result at the start of ``answer`` may be wrong.

    ``cites`` are the places of the messages that it cites.
    """
    told = [
        each
        for each in question.told
        if is_of_this_chat(each.piece) and order_of(each) in cites and _quotes(each, answer)
    ]
    if found := _SUM.match(answer):
        is_sum = " + " in found["terms"] and " - " not in found["terms"]
        if (
            is_sum
            and "×" not in found["terms"]
            and (
                _asks_for_several(found["terms"], question)
                or adds_groups(quotes_in(answer), question)
            )
        ):
            return True
        if (
            is_sum
            and question.asks(question.pack.counting.how_many)
            and _counts_unread(told, question)
        ):
            return True
        if is_sum and any(_adds_what_it_comes_to(each, answer, question) for each in told):
            return True
        if is_sum and is_changed_since(answer, cites, question):
            return True
        if is_sum and not _picks(question):
            return any(_leaves_out(each, answer, question) for each in told) or _is_no_sum(
                told, answer, question
            )
        return is_sum and _is_no_sum(told, answer, question)
    count = _COUNT.match(answer)
    return bool(count) and any(
        counts_more(each.text, question.text, question.pack) for each in told
    )


def _counts_unread(told: Sequence[ViewStatement], question: ListQuestion) -> bool:
    """Return whether a statement counts something in words that are no number: "a pair of"."""
    return any(_pack(each, question).counting.uncounted.search(each.text) for each in told)


def is_changed_since(answer: str, cites: Sequence[int], question: ListQuestion) -> bool:
    """Return whether a later statement changes a term of a sum: "the gym gives 300, they upped it".

    It says that something changed, and gives another amount for what one term alone names.
    """
    quotes = [frozenset(question.pack.stems(each)) for each in quotes_in(answer)]
    named = [
        each - question.stems - frozenset().union(*quotes[:at], *quotes[at + 1 :])
        for at, each in enumerate(quotes)
    ]
    known = values_in(answer)
    later = (each for each in question.told_here if order_of(each) > min(cites, default=0))
    for each in later:
        pack = _pack(each, question)
        if not pack.accounts.changes.search(each.text):
            continue
        amounts = [of for of in amounts_in(each.text, pack) if of.unit in ("", MONEY)]
        stems = frozenset(pack.stems(each.text))
        if len(amounts) == 1 and amounts[0].value not in known and any(map(stems.__and__, named)):
            return True
    return False


def _adds_what_it_comes_to(each: ViewStatement, answer: str, question: ListQuestion) -> bool:
    """Return whether a sum adds an amount to its own result: "he adds 50, so 400"."""
    quotes = _quotes(each, answer)
    so = _pack(each, question).ledger.so
    return len(quotes) > 1 and any(so.match(quote) for quote in quotes)


def _asks_for_several(terms: str, question: ListQuestion) -> bool:
    """Return whether the question asks for several of one thing: "two adult tickets".

    A number of the terms is none: "what do the three quotes come to?".
    """
    count = terms.count(" + ") + 1
    asked = [each for each in numbers_in(question.text, question.pack) if each.value > 1]
    known = values_in(terms) | {float(count)}
    of_months = question.asks(question.pack.counting.several_periods)
    return bool(asked) and not of_months and not {each.value for each in asked} <= known


def _picks(question: ListQuestion) -> bool:
    """Return whether the question selects amounts, by a name or a unit."""
    pack = question.pack
    named = question.stems - question.light_stems - pack.period_stems
    kinds = (pack.counting.unit_asked, pack.ledger.asks_owed_to_me, pack.ledger.asks_received)
    return bool(named & question.known_stems) or any(map(question.asks, kinds))


def _leaves_out(each: ViewStatement, answer: str, question: ListQuestion) -> bool:
    """Return whether ``answer`` omits an amount of a statement, of money or without a unit.

    One that was dropped or changed since may be left out, and a price for one of something.
    """
    pack = language_pack_for(each.text, question.pack)
    if any(pack.ledger.it_is.match(part) for part in _quotes(each, answer)):
        return False  # "the vet refunded us 20, so it's 92"
    order = order_of(each)
    alone = ledger_of([SaidAmounts(each.text, each.message_ids, order)], question.pack).entries
    read = {of.value: of for of in alone}
    now = {of.value for of in question.ledger.entries if order in of.orders and not of.each}
    terms = values_in(answer.split("\n", 1)[0])
    said = SlotText(each.text, pack)
    amounts = [of for of in said.values if of.type == "amount" and of.unit in ("", MONEY)]
    totals = said_totals(each.text, amounts, pack)
    return any(
        number(of.text) not in terms and (number(of.text) not in read or number(of.text) in now)
        for of in amounts
        if of not in totals and not _is_no_amount(of, each.text, pack)
    )


def _is_no_amount(of: SlotValue, text: str, pack: LanguagePack) -> bool:
    """Return whether a number is a label, a share, or a former value."""
    before = (pack.ledger.label_before, pack.ledger.former)
    return (
        not of.text[0].isdigit()
        or text[of.end : of.end + 1] in ("#", "%", "/")
        or any(each.search(text, 0, of.start) for each in before)
    )


def values_in(text: str) -> set[float]:
    """Return the values of all numbers in ``text``."""
    return {number(each) for each in re.findall(r"\d(?:[\d.,]*\d)?", text)}


def _quotes(each: ViewStatement, answer: str) -> list[str]:
    """Return the quotes of ``answer`` that are parts of a statement."""
    return [quote for quote in quotes_in(answer) if quote in each.text]


def _is_no_sum(told: Sequence[ViewStatement], answer: str, question: ListQuestion) -> bool:
    """Return whether the question asks for no sum, or some amount in it does not count."""
    counting = question.pack.counting
    if question.asks(counting.compares):
        return True
    is_supposed = question.asks(counting.undecided) or names_each(answer, question)
    if not is_supposed and any(_is_undecided(each, question) for each in told):
        return True
    spent = [_is_spent(each, question) for each in told]
    if len(set(spent)) > 1 and any(_is_received(each, question) for each in told):
        return True
    if question.asks(counting.funds):
        return False
    earned = [part for each in told for part in _earned(each, answer, question)]
    return 0 < sum(earned) < len(earned)


def _is_spent(each: ViewStatement, question: ListQuestion) -> bool:
    return bool(_pack(each, question).counting.spends.search(each.text))


def _is_received(each: ViewStatement, question: ListQuestion) -> bool:
    return _pack(each, question).says_income(each.text)


def names_each(answer: str, question: ListQuestion) -> bool:
    """Return whether the question names everything that is added: then no choice matters."""
    quotes = quotes_in(answer)
    return all(question.stems & frozenset(question.pack.stems(each)) for each in quotes)


def _is_undecided(each: ViewStatement, question: ListQuestion) -> bool:
    """Return whether a statement has offers or guesses, and no choice followed."""
    if not _pack(each, question).counting.undecided.search(each.text):
        return False
    later = (of for of in question.told if order_of(of) > order_of(each))
    return not any(_pack(of, question).ledger.chooses.search(of.text) for of in later)


def _earned(each: ViewStatement, answer: str, question: ListQuestion) -> list[bool]:
    """Return for each part with an amount in the answer whether the person receives it."""
    pack = _pack(each, question)
    return [
        bool(pack.counting.earns.search(part) or _is_given(part, pack))
        for part in _quotes(each, answer)
        if amounts_in(part, pack)
    ]


def _is_given(part: str, pack: LanguagePack) -> bool:
    """Return whether the person is given the amount of ``part``: "dad gave me 200"."""
    is_to_person = pack.cues.first_person.search(part)
    return bool(is_to_person and pack.ledger.income.search(part))


def counts_more(text: str, question: str, otherwise: LanguagePack) -> bool:
    """Return whether ``text`` has another number of the counted thing, so that one is not enough.

    "Two adults and three children are coming", "2 coffees this morning and one after lunch".
    """
    if len(text) > LONGEST_STATEMENT:
        return False
    pack = language_pack_for(text, otherwise)
    if pack.counting.another.search(text):
        return True
    asked = frozenset(otherwise.stems(question))
    units = _units(without_some(text, pack), pack)
    if pack.counting.holds_people.search(text) and len(units) > 1:
        return True
    named = [each for each in units if each in asked]
    others = [each for each in units if each != MONEY and (not each or each in named or not named)]
    return len(others) > 1


def _units(text: str, pack: LanguagePack) -> list[str]:
    """Return the stem of the noun after each number in ``text``; empty if it has none."""
    said = SlotText(text, pack)
    amounts = (each for each in said.values if each.type == "amount" and not said.is_label(each))
    return ["" if each.unit == PERSONS else each.unit for each in amounts]


def _pack(each: ViewStatement, question: ListQuestion) -> LanguagePack:
    return language_pack_for(each.text, question.pack)
