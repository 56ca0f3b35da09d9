"""Answers with a part of an amount: half, a fourth or 20 % of it, or what 25 % off leaves."""

import re
from dataclasses import dataclass

from tidemark.engines.builtin.counting.amounts import bullet, written
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.listings import Amount, amounts_in, order_of
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.ledger import LedgerEntry, number
from tidemark.memory.slots import MONEY, names_any
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for

_WHOLE = 100  # percent
_NOUN_WORDS = 3  # "of the pram"


@dataclass(frozen=True)
class Fraction:
    """A part of a thing as stated: its ``share`` of 1, as ``shown``, and whether it is taken off.

    ``noun`` has the stems of the thing, if the words after it name one.
    """

    statement: ViewStatement
    share: float
    shown: str
    is_off: bool
    noun: frozenset[str]
    rest: str


def part_of_amount(question: ListQuestion) -> str | None:
    """Return the part that the question asks for, if one was stated and its whole is certain."""
    counting, words = question.pack.counting, question.pack.ledger
    asks = (counting.asks_amount, counting.how_many, words.asks_how_much)
    others = (counting.difference, counting.left, words.asks_left, words.asks_each)
    if not any(map(question.asks, asks)) or any(map(question.asks, others)):
        return None
    for each in reversed(question.told_here):
        found = _fraction(each, language_pack_for(each.text, question.pack))
        if found and _is_meant(found, question):
            return _reckoned(found, question)
    return None


def _fraction(statement: ViewStatement, pack: LanguagePack) -> Fraction | None:
    matches = list(pack.counting.fraction.finditer(statement.text))
    if len(matches) != 1:
        return None
    found = matches[0]
    percent, word = found["percent"], (found["word"] or "").lower()
    share = number(percent) / _WHOLE if percent else 1 / pack.counting.fractions[word]
    after = statement.text[found.end() :]
    is_off = bool(percent and pack.counting.off.match(after))
    shown = f"{percent}%" if percent else str(pack.counting.fractions[word])
    of = re.split(r"[,;:.!?]|\d", after, maxsplit=1)[0]
    noun = frozenset(pack.stems(" ".join(of.split()[:_NOUN_WORDS])))
    rest = f"{statement.text[: found.start()]} {after}"
    return Fraction(statement, share, shown, is_off, noun, rest)


def _is_meant(found: Fraction, question: ListQuestion) -> bool:
    """Return whether the question asks for the part: by what is said of it, or as "that"."""
    pack, text = question.pack, found.statement.text
    own = language_pack_for(text, pack)
    asked = question.stems - question.light_stems - pack.period_stems
    said = frozenset(own.stems(text))
    if not asked:
        last = max((order_of(of) for of in question.told_here), default=0)
        return question.asks(pack.ledger.points) and order_of(found.statement) == last
    if not all(names_any({each}, said) for each in asked):
        return False
    if bool(pack.counting.denied.search(question.text)) != bool(own.counting.denied.search(text)):
        return False
    return found.is_off or bool(asked - found.noun)


def _reckoned(found: Fraction, question: ListQuestion) -> str | None:
    whole = _whole(found, question)
    if whole is None:
        return None
    amount, quoted = whole
    part = amount.value * found.share
    value = amount.value - part if found.is_off else part
    is_count = amount.unit not in ("", MONEY) or question.asks(question.pack.counting.how_many)
    if is_count and not value.is_integer():
        return None
    if found.is_off:
        shown = f"{amount.text} - {found.shown}"
    else:
        by_percent = found.shown.endswith("%")
        shown = f"{found.shown} × {amount.text}" if by_percent else f"{amount.text} / {found.shown}"
    lines = "\n".join(bullet(each) for each in quoted)
    return f"{written(value, [amount], question.pack)} = {shown}\n\n{lines}"


def _whole(
    found: Fraction, question: ListQuestion
) -> tuple[Amount, list[LedgerEntry | ViewStatement]] | None:
    """Return the amount that ``found`` is a part of, with its statements: beside it, or of it."""
    statement = found.statement
    beside = amounts_in(found.rest, language_pack_for(statement.text, question.pack))
    if beside:
        return (beside[0], [statement]) if len(beside) == 1 else None
    named = [
        each
        for each in question.ledger.entries
        if not each.is_offer and each.name and names_any(each.name, found.noun)
    ]
    if len(named) != 1:
        return None
    amount = Amount(named[0].shown, named[0].value, named[0].unit)
    beyond = named if named[0].text != statement.text else []
    return amount, [*beyond, statement]
