"""Answers about offers and alternatives, of which one is chosen: "either the gym or the hall"."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tidemark.engines.builtin.counting.amounts import FEWEST_TERMS, added, amount_of, bullet
from tidemark.engines.builtin.counting.doubts import names_each
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.listings import (
    ListEntry,
    amounts_in,
    order_of,
    parts_with_amount,
    speaks_of_others,
    whole_entry,
)
from tidemark.engines.builtin.status_updates import outcome_in
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.slots import MONEY
from tidemark.nlp.mentions import names
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.search_terms import words
from tidemark.prompt.citations import read_marks


@dataclass(frozen=True)
class _Alternatives:
    """Options between which the choice is left at message ``order``, each by its own stems."""

    order: int
    topic: frozenset[str]
    options: tuple[frozenset[str], ...]

    def named_in(self, text: str, pack: LanguagePack) -> frozenset[str]:
        """Return the only option that ``text`` names; none if it names both or neither."""
        stems = frozenset(pack.stems(text))
        found = [each for each in self.options if each & stems]
        return found[0] if len(found) == 1 else frozenset()


def price_of_choice(question: ListQuestion) -> str | None:
    """Return the price of the option chosen of two, or both prices before the choice.

    The question names what they are options for: "what does the venue cost?".
    """
    if not question.names_outlay and not question.asks(question.pack.counting.asks_amount):
        return None
    asked = question.stems - question.light_stems
    is_event = any(map(question.pack.references.events.fullmatch, words(question.text)))
    about = [each for each in _alternatives(question) if asked and asked <= each.topic]
    if not about or is_event:  # what a party costs is more than the price of its hall
        return None
    prices = _prices(about[-1], question)
    if {each for each, _ in prices} != set(about[-1].options):
        return None
    if chosen := _choice(about[-1], question):
        option, statement = chosen
        prices = [each for each in prices if each[0] == option]
        if len({entry.message_ids for _, entry in prices}) != 1 or prices[0][1].amount is None:
            return None
        if len(prices) > 1:
            return f"{added([entry for _, entry in prices], question.pack)}\n{bullet(statement)}"
        return f"{prices[0][1].amount.text}.\n\n{bullet(prices[0][1])}\n{bullet(statement)}"
    return _quoted([entry for _, entry in prices], question)


def adds_alternatives(answer: str, question: ListQuestion) -> bool:
    """Return whether ``answer`` adds the prices of two options, of which only one is paid."""
    first = read_marks(answer).text.split("\n", 1)[0]
    if " = " not in first or " + " not in first or names_each(answer, question):
        return False
    return any(
        sum(f" {entry.amount.text} " in f"{first} " for _, entry in prices if entry.amount) > 1
        for each in _alternatives(question)
        if (prices := _prices(each, question))
    )


def cheapest_offer(question: ListQuestion) -> str | None:
    """Return the lowest or highest of the offers made in several messages, or all of them.

    All of them are quoted if another amount may change one: "they came down to 15,400".
    """
    counting = question.pack.counting
    is_least, is_most = question.asks(counting.least), question.asks(counting.most)
    if is_least == is_most or not question.asks(question.pack.ledger.offers):
        return None
    offers = _of_thing_asked(question)
    if len({each.message_ids for each in offers}) < FEWEST_TERMS:
        return None
    values = [amount_of(each).value for each in offers]
    changes = _changes_of(offers, question)
    if changes or len(set(values)) < len(values) or _are_for_different(offers, question.pack):
        return _quoted([*offers, *changes], question)
    best = offers[values.index(min(values) if is_least else max(values))]
    return f"{amount_of(best).text}.\n\n{bullet(best)}"


def chosen_offer(question: ListQuestion) -> str | None:
    """Return the offer that was chosen of several, with its price if that is asked; else all.

    The question names what they are for: "what does the fence cost?", "which fence company did we
    choose?".
    """
    counting, ledger = question.pack.counting, question.pack.ledger
    asks_choice = question.asks(ledger.chooses)
    others = (counting.least, counting.most, counting.total, counting.difference, ledger.asks_left)
    if not (asks_choice or question.asks(counting.asks_amount)) or any(map(question.asks, others)):
        return None
    offers = _offers(question)
    shared = frozenset.intersection(*(each.stems for each in offers)) if offers else frozenset()
    asked = question.stems - question.light_stems
    if len(offers) < FEWEST_TERMS or not asked & shared:
        return None
    if not asks_choice and not asked <= shared:
        return None  # "what does Oakley ask for the fence?"
    if changes := _changes_of(offers, question):
        return _quoted([*offers, *changes], question)
    makers = tuple(each.stems - shared for each in offers)
    last = max(of for each in offers for of in each.message_ids)
    chosen = _choice(_Alternatives(last, shared, makers), question)
    if chosen is None:
        return _quoted(offers, question)
    maker, statement = chosen
    offer = offers[makers.index(maker)]
    if asks_choice:
        return _quoted([statement, offer], question)
    return f"{amount_of(offer).text}.\n\n{bullet(statement)}\n{bullet(offer)}"


def _offers(question: ListQuestion) -> list[ListEntry]:
    return [each for of in question.told_here if (each := _offer_in(of, question))]


def _of_thing_asked(question: ListQuestion) -> list[ListEntry]:
    """Return the offers for what the question names: "which quote for the roof is the lowest?"."""
    offers = _offers(question)
    asked = _purpose(question.text, question.pack)
    return [
        each
        for each in offers
        if not asked
        or asked & _purpose(each.text, question.pack)
        or not _purpose(each.text, question.pack)
    ]


def _are_for_different(offers: Sequence[ListEntry], pack: LanguagePack) -> bool:
    """Return whether some of ``offers`` say what they are for, and two have nothing in common."""
    purposes = [of for each in offers if (of := _purpose(each.text, pack))]
    return any(one.isdisjoint(other) for one, other in combinations(purposes, 2))


def _purpose(text: str, pack: LanguagePack) -> frozenset[str]:
    """Return the stems of what ``text`` says that something is for, other than a day."""
    stems = (pack.stems(found["of"]) for found in pack.ledger.for_what.finditer(text))
    days = frozenset(pack.stems(" ".join(pack.lexicon.calendar)))
    return frozenset(stem for each in stems for stem in each) - days


def _offer_in(statement: ViewStatement, question: ListQuestion) -> ListEntry | None:
    """Return the one amount that a firm or a person asks for by ``statement``."""
    pack = language_pack_for(statement.text, question.pack)
    entry = whole_entry(statement, pack)
    if entry is None or amount_of(entry).unit not in ("", MONEY):
        return None
    is_offer = pack.ledger.makes_offer.search(statement.text) and names(statement.text, pack)
    return entry if is_offer else None


def _changes_of(offers: Sequence[ListEntry], question: ListQuestion) -> list[ViewStatement]:
    """Return the other amounts that may change ``offers``: of their makers, or of "they"."""
    made = {of for each in offers for of in each.message_ids}
    makers = {of.text for each in offers for of in names(each.text, question.pack)}
    return [
        each
        for each in question.told_here
        if min(made) < order_of(each) not in made
        and amounts_in(each.text, question.pack)
        and (
            makers & {of.text for of in names(each.text, question.pack)}
            or speaks_of_others(each.text, question.pack)
        )
    ]


def _alternatives(question: ListQuestion) -> list[_Alternatives]:
    return [each for of in question.told_here if (each := _alternatives_in(of, question))]


def _alternatives_in(statement: ViewStatement, question: ListQuestion) -> _Alternatives | None:
    pack = language_pack_for(statement.text, question.pack)
    found = pack.ledger.either.search(statement.text)
    if not found:
        return None
    one, other = (frozenset(pack.stems(found[name])) for name in ("one", "other"))
    if not (one - other and other - one):
        return None
    topic = frozenset(pack.stems(statement.text[: found.start()]))
    return _Alternatives(order_of(statement), topic, (one - other, other - one))


def _prices(of: _Alternatives, question: ListQuestion) -> list[tuple[frozenset[str], ListEntry]]:
    """Return the amounts of money said of each of the options, since they are known."""
    found = []
    for each in question.told_here:
        parts = parts_with_amount(each, question.pack)
        is_price = any(part.amount and part.amount.unit == MONEY for part in parts)
        if order_of(each) >= of.order and is_price:
            option = frozenset[str]()
            for part in parts:
                is_more = _adds_to_last(part, each, question.pack)
                option = of.named_in(part.text, question.pack) or (
                    option if is_more else frozenset()
                )
                found += [(option, part)] if option else []
    return found


def _adds_to_last(part: ListEntry, statement: ViewStatement, pack: LanguagePack) -> bool:
    """Return whether ``part`` adds to the price before it: "350 euros plus 50 for cleaning"."""
    before = statement.text.partition(part.text)[0].split()
    return bool(before and pack.corrections.adds.fullmatch(before[-1])) and part.text[:1].isdigit()


def _choice(
    of: _Alternatives, question: ListQuestion
) -> tuple[frozenset[str], ViewStatement] | None:
    """Return the option that the last choice names, and the statement that makes it."""
    chosen = None
    before = (each.text for each in question.told_here if order_of(each) <= of.order)
    known = frozenset(stem for each in before for stem in question.pack.stems(each))
    later = (each for each in question.told_here if order_of(each) > of.order)
    for each in later:
        pack = language_pack_for(each.text, question.pack)
        text = pack.corrections.replies.sub("", each.text)
        option, purpose = of.named_in(text, pack), _purpose(text, pack)
        if purpose and known.isdisjoint(purpose):
            continue  # "we take the gym for the rehearsal" chooses no venue of a party
        is_denied = pack.corrections.denies.search(text) or outcome_in(text, pack) == "dropped"
        if option and is_denied:
            chosen = None if chosen and chosen[0] == option else chosen
        elif option and pack.ledger.chooses.search(text):
            chosen = chosen if pack.counting.undecided.search(text) else (option, each)
    return chosen


def _quoted(entries: Sequence[ListEntry | ViewStatement], question: ListQuestion) -> str:
    lines = "\n".join(bullet(each) for each in entries)
    return f"{question.pack.phrases.quotes_found}\n\n{lines}"
