"""Doubts about a result: whether all its amounts are certain and of one kind.

A sum is stated only if every amount in it counts. With an offer, a conditional price, or an income
among costs the answer has only quotes, without a result.
"""

import re
from collections.abc import Sequence

from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.listings import amounts_in, order_of
from tidemark.engines.builtin.overviews import is_of_this_chat
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.slots import LONGEST_STATEMENT, MONEY, PERSONS, SlotText
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for

_SUM = re.compile(r"[^“”\n]{1,60} = (?P<terms>[^“”\n]{1,300})")
_COUNT = re.compile(r"(?P<count>[^\s“”]*\d[^\s“”]*)\.(?:\n|$)")
_QUOTE = re.compile(r"“(?:\[…\] )?([^“”]+?)(?: \[…\])?”")


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
        return is_sum and _is_no_sum(told, answer, question)
    count = _COUNT.match(answer)
    return bool(count) and any(
        counts_more(each.text, question.text, question.pack) for each in told
    )


def _quotes(each: ViewStatement, answer: str) -> list[str]:
    """Return the quotes of ``answer`` that are parts of a statement."""
    return [quote for quote in _QUOTE.findall(answer) if quote in each.text]


def _is_no_sum(told: Sequence[ViewStatement], answer: str, question: ListQuestion) -> bool:
    """Return whether the question asks for no sum, or some amount in it does not count."""
    counting = question.pack.counting
    if question.asks(counting.compares):
        return True
    is_supposed = question.asks(counting.undecided) or _names_each(answer, question)
    if not is_supposed and any(_is_undecided(each, question) for each in told):
        return True
    if question.asks(counting.funds):
        return False
    earned = [part for each in told for part in _earned(each, answer, question)]
    return 0 < sum(earned) < len(earned)


def _names_each(answer: str, question: ListQuestion) -> bool:
    """Return whether the question names everything that is added: then no choice matters."""
    quotes = _QUOTE.findall(answer)
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
    units = _units(text, pack)
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
