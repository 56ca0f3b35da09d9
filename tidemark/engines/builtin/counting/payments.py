"""Answers about what was paid: by the person, to whom, by whom, and what is left to pay to one."""

import re
from collections.abc import Sequence

from tidemark.engines.builtin.counting.amounts import (
    FEWEST_TERMS,
    added,
    amount_of,
    bullet,
    written,
)
from tidemark.engines.builtin.counting.list_entries import entries_shown
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.listings import (
    ListEntry,
    amounts_in,
    order_of,
    parts_with_amount,
    speaks_of_others,
    whole_entry,
)
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.slots import MONEY
from tidemark.nlp.mentions import names
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.quotes import as_quote
from tidemark.prompt.citations import cited, read_marks

_QUOTE = re.compile(r"“([^”]*)”")


def without_unpaid(answer: str, question: ListQuestion) -> str | None:
    """Return ``answer`` to what the person paid, without offers and payments to others.

    It has a sum only if the person said of each amount that they paid it.
    """
    if not question.asks(question.pack.ledger.asks_paid):
        return answer
    quoted = [line for line in answer.splitlines() if "“" in line]
    said = [(line, _quoted_in(line, question)) for line in quoted]
    if not all(each for _, each in said):
        return answer  # a part is put together from several sentences
    paid = [
        (line, each)
        for line, each in said
        if each and not (_is_offer(each, question) or _is_paid_by_others(each, question))
    ]
    named = [(line, each) for line, each in paid if _names_payee(each, question)]
    kept = named or paid
    if not kept:
        return None
    if len(kept) == len(quoted) and " = " in answer:
        return answer
    told = list(dict.fromkeys(each for _, each in kept))
    entries = [entry for each in told if (entry := _payment(each, question))]
    is_whole = named or not _costs_beside(told, question)
    if is_whole and len(entries) == len(told) >= FEWEST_TERMS:
        return added(entries, question.pack)
    return answer if len(kept) == len(quoted) else entries_shown(told, question.pack)


def _costs_beside(told: Sequence[ViewStatement], question: ListQuestion) -> bool:
    """Return whether another message has a cost that the person may have paid, too."""
    known = {order_of(each) for each in told}
    known |= {
        order_of(each)
        for each in question.told_here
        if _is_offer(each, question) or _is_paid_by_others(each, question)
    }
    return any(
        each.role in ("cost", "paid") and each.order not in known for each in question.figures.all
    )


def _quoted_in(line: str, question: ListQuestion) -> ViewStatement | None:
    """Return the statement of which ``line`` quotes a part."""
    shown = read_marks(line)
    cites = {each.of for each in shown.citations}
    quotes = _QUOTE.findall(shown.text)
    found = (
        each
        for each in question.told_here
        if order_of(each) in cites and any(quote.strip(" .") in each.text for quote in quotes)
    )
    return next(found, None)


def _is_offer(statement: ViewStatement, question: ListQuestion) -> bool:
    ledger = language_pack_for(statement.text, question.pack).ledger
    patterns = (ledger.makes_offer, ledger.offers, ledger.wish)
    is_paid = ledger.paid_by_me.search(statement.text)
    return not is_paid and any(of.search(statement.text) for of in patterns)


def _payment(statement: ViewStatement, question: ListQuestion) -> ListEntry | None:
    """Return the one amount that the person says to have paid."""
    pack = language_pack_for(statement.text, question.pack)
    is_mine = pack.ledger.paid_by_me.search(statement.text)
    return whole_entry(statement, pack) if is_mine else None


def _names_payee(statement: ViewStatement, question: ListQuestion) -> bool:
    asked = question.stems - question.light_stems
    return bool(asked & frozenset(question.pack.stems(statement.text)))


def left_to_pay(question: ListQuestion) -> str | None:
    """Return what is left of the price of the one named, after the payments to them.

    Without a price that is certain, the statements with amounts that name them are quoted.
    """
    if not question.asks(question.pack.ledger.asks_left_to_pay):
        return None
    about = [
        each
        for each in question.told_here
        if _names_payee(each, question) and _has_money(each, question)
    ]
    payments = [entry for each in about if (entry := _payment(each, question))]
    paid = {of for each in payments for of in each.message_ids}
    prices = [each for each in about if not paid & set(each.message_ids)]
    if not (payments and prices) or len(payments) + len(prices) != len(about):
        return None
    price, unclear = _price(prices, question), _of_others(about, question)
    left = amount_of(price).value if price else 0.0
    left -= sum(amount_of(each).value for each in payments)
    if price is None or unclear or left < 0:
        return entries_shown([*about, *unclear], question.pack)
    terms = [price, *payments]
    amounts = [amount_of(each) for each in terms]
    shown = written(left, amounts, question.pack)
    lines = "\n".join(map(bullet, terms))
    return f"{shown} = {' - '.join(each.text for each in amounts)}\n\n{lines}"


def _of_others(about: Sequence[ViewStatement], question: ListQuestion) -> list[ViewStatement]:
    """Return the later amounts of "them", which may be of the one whom ``about`` names."""
    return [
        each
        for each in question.told_here
        if order_of(each) > order_of(about[0])
        and each not in about
        and _has_money(each, question)
        and speaks_of_others(each.text, question.pack)
    ]


def _has_money(statement: ViewStatement, question: ListQuestion) -> bool:
    return any(each.unit in ("", MONEY) for each in amounts_in(statement.text, question.pack))


def _price(prices: Sequence[ViewStatement], question: ListQuestion) -> ListEntry | None:
    """Return the last of ``prices`` if it is the only one, or says that it is the new one."""
    last = max(prices, key=order_of)
    pack = language_pack_for(last.text, question.pack)
    is_new = len(prices) == 1 or pack.ledger.sets_price.search(last.text)
    is_price = is_new and not pack.list_changes.too.search(last.text)
    return whole_entry(last, pack) if is_price else None


def who_paid(question: ListQuestion) -> str | None:
    """Return the statements of other people that they paid."""
    if not question.asks(question.pack.ledger.asks_who_paid):
        return None
    found = _paid_by_others(question)
    return entries_shown(found, question.pack) if found else None


def who_paid_most(question: ListQuestion) -> str | None:
    """Return who paid the most, or the least, of all who are said to have paid something.

    What each paid is added up.  If a statement does not show how much one person paid, all are
    quoted.
    """
    counting = question.pack.counting
    is_least, is_most = question.asks(counting.least), question.asks(counting.most)
    if is_least == is_most or not question.asks(question.pack.ledger.asks_who_paid_most):
        return None
    found = [each for each in question.told_here if _is_paid(each, question)]
    by_payer: dict[str, list[ListEntry]] = {}
    for each in found:
        pack = language_pack_for(each.text, question.pack)
        payers, entry = _payers(each, pack), whole_entry(each, pack)
        if len(payers) != 1 or entry is None:
            return entries_shown(found, question.pack) if len(found) > 1 else None
        by_payer.setdefault(payers[0], []).append(entry)
    if len(by_payer) < FEWEST_TERMS:
        return None
    sums = {payer: sum(amount_of(of).value for of in paid) for payer, paid in by_payer.items()}
    end = (min if is_least else max)(sums.values())
    return "\n\n".join(
        _paid_by(payer, by_payer[payer], question) for payer, value in sums.items() if value == end
    )


def _is_paid(statement: ViewStatement, question: ListQuestion) -> bool:
    """Return whether the person, or another by name, paid an amount of money."""
    is_mine = language_pack_for(statement.text, question.pack).ledger.paid_by_me
    is_paid = is_mine.search(statement.text) or _is_paid_by_others(statement, question)
    return bool(is_paid) and _has_money(statement, question)


def _payers(statement: ViewStatement, pack: LanguagePack) -> list[str]:
    """Return the names of those who paid; an empty one stands for the person themselves."""
    if pack.ledger.paid_by_me.search(statement.text):
        return [""]
    paid = pack.ledger.paid_by_others.search(statement.text)
    said = statement.text[: paid.end()] if paid else ""
    return [each.text for each in names(said, pack)]


def _paid_by(payer: str, paid: Sequence[ListEntry], question: ListQuestion) -> str:
    """Return ``payer``, empty for the person themselves, with what they paid."""
    if len(paid) > 1:
        return f"{payer or question.pack.phrases.you}: {added(paid, question.pack)}"
    text = as_quote(paid[0].text)
    pack = language_pack_for(text, question.pack)
    shown = payer or pack.phrases.to_second_person(text)
    quote = question.pack.phrases.you_said_before.format(quote=cited(text, paid[0].message_ids))
    return f"{shown[:1].upper()}{shown[1:]}.\n\n{quote}"


def received(question: ListQuestion) -> str | None:
    """Return the sum of what other people paid the person, each of them once."""
    pack = question.pack
    if not question.asks(pack.ledger.asks_paid_to_me):
        return None
    found = _paid_by_others(question)
    orders = {order_of(each) for each in found}
    if any(each.role == "income" and each.order not in orders for each in question.figures.all):
        return None
    parts = [part for each in found for part in parts_with_amount(each, pack)]
    payers = [of.text for part in parts for of in names(part.text, pack)[:1]]
    is_sure = len(parts) == len(set(payers)) and all(
        len(amounts_in(each.text, pack)) == len(parts_with_amount(each, pack))
        and language_pack_for(each.text, pack).ledger.comes_in.search(each.text)
        for each in found
    )
    if len(parts) < FEWEST_TERMS or not all(_has_money(each, question) for each in found):
        return None
    return added(parts, pack) if is_sure else entries_shown(found, pack)


def _paid_by_others(question: ListQuestion) -> list[ViewStatement]:
    """Return the statements of this chat that people, by name, paid something."""
    return [each for each in question.told_here if _is_paid_by_others(each, question)]


def _is_paid_by_others(statement: ViewStatement, question: ListQuestion) -> bool:
    ledger = language_pack_for(statement.text, question.pack).ledger
    return ledger.paid_by_others.search(statement.text) is not None
