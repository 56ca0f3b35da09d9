"""Answers from the ledger of costs and incomes: totals, shares, missing amounts."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import dropwhile, pairwise, takewhile

from tidemark.engines.builtin.counting.amounts import (
    FEWEST_TERMS,
    added,
    bullet,
    numbers_in,
    periods_of,
    value_of,
    written,
)
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.listings import (
    Amount,
    ListEntry,
    amounts_in,
    order_of,
    parts_with_amount,
)
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.ledger import LedgerEntry
from tidemark.memory.slots import MONEY, names_same
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.search_terms import words


def price_of_all(question: ListQuestion) -> str | None:
    """Return the price of the one thing that is named, times the number of these things."""
    counting, words = question.pack.counting, question.pack.ledger
    if not question.asks(counting.asks_amount) or question.asks(counting.one_of):
        return None
    if question.asks(words.asks_each) or counting.whole.search(question.text):
        return None
    if numbers_in(question.text, question.pack):
        return None
    costs = question.ledger.of_role("cost")
    named = _named_entries(question.all_stems, costs, light=question.light_stems)
    rest = question.stems - question.light_stems - frozenset(named[0].stems if named else ())
    if len(named) != 1 or rest:
        return None
    priced = _for_all(named[0], question)
    return reckoned([priced], question) if "×" in priced.shown else None


def price_of_several(question: ListQuestion) -> str | None:
    """Return what several of the one thing cost of which the price of one was said.

    "The bouncy castle is 95" says what three bouncy castles cost.
    """
    counting, pack = question.pack.counting, question.pack
    numbers = numbers_in(question.text, pack)
    if not question.asks(counting.asks_amount) or len(numbers) != 1 or numbers[0].value <= 1:
        return None
    entries = [each for each in question.ledger.entries if each.role in ("cost", "price")]
    named = [
        each
        for each in entries
        if each.unit == MONEY and "×" not in each.shown and _is_of_one(each, question)
    ]
    if len(named) != 1 or question.stems - named[0].name - question.light_stems:
        return None
    value, times = named[0].value * numbers[0].value, numbers[0].text
    terms = replace(named[0], value=value, shown=f"{times} × {named[0].shown}", each="")
    return reckoned([terms], question)


def _is_of_one(entry: LedgerEntry, question: ListQuestion) -> bool:
    """Return whether ``entry`` has in the singular the noun that the question has in the plural."""
    pack, said = question.pack, set(words(entry.text))
    plural = [word for word in words(question.text) if set(pack.stems(word)) & entry.name]
    is_longer = bool(plural) and plural[-1] not in said
    singular = (
        {word for word in said if set(pack.stems(word)) & set(pack.stems(plural[-1]))}
        if (plural)
        else set[str]()
    )
    return is_longer and any(len(word) < len(plural[-1]) for word in singular)


def received(question: ListQuestion) -> str | None:
    """Return the sum of what came in, all of it or what the question names."""
    words, counting = question.pack.ledger, question.pack.counting
    if not question.asks(words.asks_received) or question.asks(counting.whole):
        return None
    if any(map(question.asks, (words.asks_each, words.asks_needed, words.asks_net))):
        return None
    asked = question.stems - question.light_stems - question.pack.period_stems
    said = {order_of(each): frozenset(question.pack.stems(each.text)) for each in question.told}
    came = [each for each in question.ledger.of_role("income") if each.unit == MONEY]
    came = [each for each in came if asked <= said.get(each.orders[0], frozenset())]
    if len(came) < FEWEST_TERMS or len({each.each for each in came}) > 1:
        return None
    if any(asked & each.name for each in came) and not all(asked & each.name for each in came):
        is_heading = len({each.orders[0] for each in came}) == 1 and asked & came[0].name
        if not is_heading:
            return None
    return reckoned(came, question) if question.ledger.is_sure_of(came) else None


def difference_to_other(question: ListQuestion) -> str | None:
    """Return how much dearer the one thing named is than the other one of its kind.

    "The nursery is 94 a day", "the other nursery, Duckling, asks 88 a day".
    """
    pack, told = question.pack, question.told_here
    if not question.asks(pack.counting.difference):
        return None
    prices = [each for each in question.ledger.entries if each.role in ("cost", "price")]
    named = _named_entries(question.stems - pack.period_stems, prices)
    if len(named) != 1:
        return None
    said = " ".join(each.text for each in told if order_of(each) in named[0].orders)
    found = pack.ledger.other_of.search(said)
    kind = frozenset(pack.stems(found["of"])) if found else frozenset[str]()
    others = [
        each
        for each in prices
        if each.orders[-1] < named[0].orders[0] and kind and kind <= each.name
    ]
    if len(others) != 1 or (others[0].unit, others[0].each) != (named[0].unit, named[0].each):
        return None
    most, least = sorted((*others, *named), key=lambda each: -each.value)
    return _less(most, [least], question)


def left_of_fund(question: ListQuestion) -> str | None:
    """Return the rest of the fund that the question means, after all costs."""
    if not question.asks(question.pack.ledger.asks_left):
        return None
    fund = _fund(question)
    if fund is None:
        return None
    spent = [each for each in _paid(question) if each.unit == fund.unit]
    after = question.pack.counting.left_after.search(question.text)
    if after and frozenset(question.pack.stems(after["spent"])) - question.light_stems:
        named = _named_entries(question.pack.stems(after["spent"]), spent)
        if named != spent[-1:] or question.pack.counting.joined.search(after["spent"]):
            return None
    if not spent:
        return None
    is_sure = question.ledger.is_sure_of([fund, *spent])
    return _less(fund, spent, question) if is_sure else _unreckoned([fund, *spent], question)


def _fund(question: ListQuestion) -> LedgerEntry | None:
    funds = question.ledger.of_role("fund")
    values = {each.value for each in amounts_in(question.text, question.pack)}
    if values:
        funds = [*funds, *question.ledger.of_role("income")]
        given = [each for each in funds if each.value in values]
        return given[-1] if given else None
    named = [each for each in funds if each.name & question.all_stems]
    came = question.ledger.of_role("income")
    return next(reversed(named or funds), None) or (came[0] if len(came) == 1 else None)


def _paid(question: ListQuestion) -> list[LedgerEntry]:
    """Return all entries that count as costs, prices per person times the number of people."""
    found = (_for_all(each, question) for each in question.ledger.entries)
    return [each for each in found if each.counts]


def _for_all(entry: LedgerEntry, question: ListQuestion) -> LedgerEntry:
    """Return a price per person as the price for all, if their number is known."""
    people = question.ledger.people
    of = frozenset(question.pack.stems(entry.each))
    counts = question.ledger.of_role("count")
    is_of_things = entry.each not in periods_of(question.pack)
    own = [each for each in counts if is_of_things and entry.each and each.name & entry.name]
    counted = own or [each for each in counts if each.name & of]
    if len(counted) == 1 and entry.role == "cost":
        people = counted[0]
    elif not people or entry.each not in question.pack.counting.counts_of:
        return entry
    shown = f"{people.shown} × {entry.shown}"
    ids = tuple(dict.fromkeys((*entry.message_ids, *people.message_ids)))
    value = entry.value * people.value
    return replace(entry, each="", shown=shown, value=value, message_ids=ids)


def owed_to_me(question: ListQuestion) -> str | None:
    """Return the sum that others owe the person, unless something was paid back.

    "Tom owes me 45, Priya 30 and I owe Lena 25" are 75.
    """
    words = question.pack.ledger
    if not question.asks(words.asks_owed_to_me):
        return None
    said = question.told_here
    owed = [
        part
        for each in said
        if words.owes_me.search(each.text)
        for part in _parts_owed(each, question.pack)
    ]
    many = len(owed) >= FEWEST_TERMS
    for each in (each for each in said if words.repays.search(each.text)):
        stems = frozenset(question.pack.stems(each.text))
        paid = [part for part in owed if stems & part.stems]
        if len(paid) != 1 or amounts_in(each.text, question.pack):
            return None
        owed.remove(paid[0])
    return added(owed, question.pack) if many and owed else None


def _parts_owed(statement: ViewStatement, pack: LanguagePack) -> Iterator[ListEntry]:
    """Yield the parts with money that somebody owes the person, and parts in a series with them."""
    is_owed = False
    for part in parts_with_amount(statement, pack):
        has_verb = not pack.lexicon.pronouns.isdisjoint(part.text.lower().split()) or (
            pack.references.first_person.search(part.text)
        )
        is_owed = bool(pack.ledger.owes_me.search(part.text)) or (is_owed and not has_verb)
        if is_owed:
            yield part


def own_part(question: ListQuestion) -> str | None:
    """Return the costs minus the contributions of others."""
    came = question.ledger.of_role("income")
    if not (came and question.asks(question.pack.ledger.asks_own)):
        return None
    spent = _paid(question)
    if len(spent) < FEWEST_TERMS or any(each.each for each in came):
        return None
    terms = [*spent, *(replace(each, shown=f"-{each.shown}", value=-each.value) for each in came)]
    return reckoned(terms, question) if sum(each.value for each in terms) >= 0 else None


def share(question: ListQuestion) -> str | None:
    """Return the share of one person in the costs that this question, or the last one, names."""
    words = question.pack.ledger
    found = list(words.asks_each.finditer(question.text))
    if not found:
        return None
    given = (of for each in found for of in each.groupdict().values() if of)
    number = next(given, "").lower()
    count = value_of(number, question.pack)
    if any(each.value not in (1, count) for each in numbers_in(question.text, question.pack)):
        return None  # "and hats for all 12 at 11 each?"
    people = question.ledger.people
    if not count and not people:
        return None
    costs = [each for each in question.ledger.entries if each.role == "cost" and not each.is_offer]
    times = periods_of(question.pack)
    shared = [each for each in costs if not each.each or each.each in times]
    if question.asks(words.points) and (last := _last_stated(question)):
        shared = [each for each in shared if last in each.orders] or shared
    named = _named_entries(question.all_stems, costs, light=question.light_stems)
    if not named:
        named = _named_entries(question.pack.stems(question.asked_before), shared)
    asked = frozenset(question.pack.stems(" ".join(of[0] for of in found)))
    is_bare = question.stems <= question.light_stems | asked
    if not named and is_bare and len(shared) == 1:
        named = shared
    if len(named) != 1 or (named[0].each and named[0].each not in times):
        return None
    value = named[0].value / (count or (people.value if people else 1))
    shown = f"{named[0].shown} / {number if count else people.shown if people else ''}"
    sources = [named[0], *([people] if people and not count else [])]
    lines = "\n".join(bullet(each) for each in sources)
    return f"{_figure(value, named, question.pack)} = {shown}\n\n{lines}"


def _last_stated(question: ListQuestion) -> int:
    """Return the place of the last message with an amount of money, if nothing was asked since."""
    last = max((order for each in question.ledger.entries for order in each.orders), default=0)
    asked = question.asked_last
    return 0 if asked and order_of(asked) > last else last


def total(question: ListQuestion) -> str | None:
    """Return the sum of the costs that the question names, of all, or of those just stated."""
    counting, words = question.pack.counting, question.pack.ledger
    is_once = question.asks(words.asks_once)
    others = (words.asks_count, counting.funds, counting.whole)
    if any(map(question.asks, others)) or not any(
        map(question.asks, (counting.total, words.asks_spent, words.asks_once))
    ):
        return None
    costs = [each for each in question.ledger.entries if each.role in ("cost", "fund")]
    light = question.light_stems
    asked = question.stems - light
    called = _named_entries(question.all_stems, costs, light=light)
    named = [_for_all(each, question) for each in called]
    if named:
        is_whole = all(_named_entries([stem], costs) for stem in asked)
        has_all = is_whole and len(named) > 1 and _are_of_one_period(named, question)
        return reckoned(named, question) if has_all else None
    if asked and not is_once:
        return None
    if for_one := _spent_for(question):
        is_sure = len(for_one) >= FEWEST_TERMS and question.ledger.is_sure_of(for_one)
        return reckoned(for_one, question) if is_sure else None
    every = paid = _paid(question)
    if not (question.asks(words.asks_spent) or is_once) or question.asks(words.points):
        paid = _said_just_now(question, every)
        beside = {order for each in paid for order in each.orders}
        if any(beside.intersection(each.orders) for each in _rates(question)):
            return None
    if len(paid) < FEWEST_TERMS:
        return None
    is_whole = len(paid) == len(every) or question.asks(words.points)
    if is_whole and question.ledger.is_sure_of(paid):
        return reckoned(paid, question)
    return _unreckoned(every, question)


def _rates(question: ListQuestion) -> list[LedgerEntry]:
    """Return the costs per piece whose number is not known."""
    found = (_for_all(each, question) for each in question.ledger.of_role("cost"))
    return [each for each in found if each.each]


def event_cost(question: ListQuestion) -> str | None:
    """Return the sum of all costs, if the question asks what the whole event costs: "the trip"."""
    pack = question.pack
    if not (question.asks(pack.counting.asks_amount) or question.asks(pack.counting.total)):
        return None
    asked = question.stems - question.light_stems
    nouns = [each for each in words(question.text) if pack.references.events.fullmatch(each)]
    every = _paid(question)
    named = frozenset(of for each in question.ledger.entries for of in each.name)
    if not nouns or asked != frozenset(pack.stems(" ".join(nouns))) or asked & named:
        return None
    is_whole = len(every) >= FEWEST_TERMS and _said_just_now(question, every) == every
    if not is_whole or _rates(question) or not question.ledger.is_sure_of(every):
        return None
    return reckoned(every, question)


def _are_of_one_period(entries: Sequence[LedgerEntry], question: ListQuestion) -> bool:
    """Return whether all ``entries`` are whole amounts, or all for the same period.

    In "internet is 45 a month and power 260" both are for a month.
    """
    rates = {each.each for each in entries} - {""}
    if not rates:
        return True
    monthly = {order for each in entries if each.each for order in each.orders}
    is_of_all = all(each.each or monthly.intersection(each.orders) for each in entries)
    period = question.pack.counting.a_period.search(question.text)
    is_asked = period is None or {period["period"].lower()} == rates
    is_time = rates <= periods_of(question.pack)
    return len(rates) == 1 and is_of_all and is_asked and is_time


def _spent_for(question: ListQuestion) -> list[LedgerEntry]:
    """Return the costs of the statements about the one purpose named: "on groceries"."""
    outlays = frozenset(question.pack.stems(" ".join(question.pack.counting.outlays)))
    purpose = question.stems & outlays
    said = {order_of(each): frozenset(question.pack.stems(each.text)) for each in question.told}
    return [
        each
        for each in _paid(question)
        if purpose and any(purpose <= said.get(order, frozenset()) for order in each.orders)
    ]


def _said_just_now(question: ListQuestion, paid: Sequence[LedgerEntry]) -> list[LedgerEntry]:
    """Return the costs of the last messages in a row, with those of the same statements."""
    own = [each for each in question.statements if each.is_of_person and each.piece.item is None]
    with_amount = {order for each in question.ledger.entries for order in each.orders}
    orders = sorted({*map(order_of, own)}, reverse=True)
    run = set(takewhile(with_amount.__contains__, orders))
    if not run:  # interrupted by a question: certain only if all entries count
        since = dropwhile(lambda each: each not in with_amount, orders)
        run = set(takewhile(with_amount.__contains__, since))
        given = [each for each in paid if run.intersection(each.orders)]
        return given if given == list(paid) else []
    opened = {each.orders[0] for each in paid if run.intersection(each.orders)}
    return [each for each in paid if each.orders[0] in opened]


def _named_entries(
    stems: Iterable[str], among: Sequence[LedgerEntry], *, light: Collection[str] = ()
) -> list[LedgerEntry]:
    """Return the last entry of ``among`` for each of the ``stems``, and what is added to it.

    ``light`` stems are compared with the names of entries only, not with the words around them.
    """
    found = []
    for stem in stems:
        called = [each for each in among if any(names_same(stem, one) for one in each.name)]
        beside = [each for each in among if stem in each.stems and stem not in light]
        found += (called or beside)[-1:]
    for last, each in pairwise(among):
        if each.adds_to_last and last in found and last.orders == each.orders:
            found.append(each)
    return [each for each in among if each in found]


def _less(whole: LedgerEntry, parts: Sequence[LedgerEntry], question: ListQuestion) -> str | None:
    if sum(each.value for each in parts) > whole.value:
        return None
    terms = [replace(each, shown=f"-{each.shown}", value=-each.value) for each in parts]
    return reckoned([whole, *terms], question)


def reckoned(terms: Sequence[LedgerEntry], question: ListQuestion) -> str:
    """Return the sum of ``terms``, the calculation, and the statements that they come from."""
    shown = " + ".join(each.shown for each in terms).replace("+ -", "- ")
    value = _figure(sum(each.value for each in terms), terms, question.pack)
    lines = "\n".join(dict.fromkeys(bullet(each) for each in terms))
    return f"{value} = {shown}\n\n{lines}"


def _unreckoned(terms: Sequence[LedgerEntry], question: ListQuestion) -> str:
    """Return the statements of ``terms`` without their sum: there are uncertain amounts too."""
    lines = "\n".join(dict.fromkeys(bullet(each) for each in terms))
    return f"{question.pack.phrases.quotes_found}\n\n{lines}"


def _figure(value: float, like: Iterable[LedgerEntry], pack: LanguagePack) -> str:
    return written(value, [Amount(each.shown, each.value) for each in like], pack)
