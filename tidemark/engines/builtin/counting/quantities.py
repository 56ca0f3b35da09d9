"""Answers with the sum or the average of quantities of any unit: hours, kilometres, eggs, money.

A statement is read into terms: "three nights, 9 hours each" are 27 hours, "tyres 4 x 85" are 340.
There is no answer if a quantity cannot be read for certain, or the units differ.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tidemark.engines.builtin.counting.amounts import (
    CENTS,
    FEWEST_TERMS,
    added,
    bullet,
    subtracted,
    unit_of,
    written,
)
from tidemark.engines.builtin.counting.list_entries import entries_shown
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.listings import Amount, ListEntry, order_of, parts_with_amount
from tidemark.engines.builtin.overviews import is_of_this_chat
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.ledger import number, said_totals
from tidemark.memory.slots import (
    LONGEST_STATEMENT,
    MONEY,
    SlotValue,
    days_named,
    names_all,
    names_any,
    names_same,
    slot_values,
)
from tidemark.nlp.mentions import tokens
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.patterns import NUMBER
from tidemark.nlp.stemming import stem

_PART_END = re.compile(r"[,;:!?]\s+|\.\s+(?=[A-Z])|\s+\(|\s+[–—-]+\s+")
_YEARS = (1900, 2100)
_MOST_AMOUNTS = 2  # of one part: the count and the size
_EDGES = " .,;:!–—-*•()"


@dataclass(frozen=True)
class Term:
    """One quantity of a statement: the ``text`` of it, its ``value`` and its ``unit``.

    ``stems`` name its subject.  A rate has ``each``, the noun that it is per.
    """

    text: str
    shown: str
    value: float
    unit: str
    stems: frozenset[str]
    each: str = ""
    is_product: bool = False
    inherits: bool = False


def area(question: ListQuestion) -> str | None:
    """Return the product of the two lengths that were told last, if the question asks for it."""
    if not question.asks(question.pack.counting.asks_area):
        return None
    pack = question.pack
    read = [(each, _lengths(each.text, pack)) for each in question.told_here]
    found = [(each, of) for each, of in read if of]
    if not found or len(found[-1][1]) != _MOST_AMOUNTS:
        return None
    statement, lengths = found[-1]
    value = lengths[0].value * lengths[1].value
    like = [replace(each, value=0) for each in lengths]
    entry = ListEntry(statement.text, frozenset(), None, statement.message_ids)
    shown = " × ".join(each.text for each in lengths)
    return f"{written(value, like, pack)} = {shown}\n\n{bullet(entry)}" if value else None


def _lengths(text: str, pack: LanguagePack) -> list[Amount]:
    """Return the lengths in ``text``: the two of "7 by 4 metres", or each with its own unit."""
    if sides := pack.counting.sides.search(text):
        return [Amount(each, number(each)) for each in sides.group("a", "b")]
    found = (of for of in slot_values(text, pack) if unit_of(of.unit, pack) == "m")
    return [Amount(of.text, _value(of, pack)) for of in found]


def total_of_unit(question: ListQuestion) -> str | None:
    """Return the sum, or the average, in the unit that the question counts, except money."""
    return None if unit_asked(question) in (None, MONEY) else _total(question)


def total_of_any(question: ListQuestion) -> str | None:
    """Return the sum, or the average, of the quantities that the question asks for."""
    return _total(question)


def _total(question: ListQuestion) -> str | None:
    is_average = question.asks(question.pack.counting.average)
    if question.asks(question.pack.counting.asks_area):
        return None
    if not (is_average or _asks_sum(question)):
        return None
    entries = _asked_terms(question, is_average=is_average)
    if entries is None:
        return None
    if not is_average:
        return added(entries, question.pack)
    amounts = [each.amount for each in entries if each.amount]
    value = sum(each.value for each in amounts) / len(amounts)
    shown = " + ".join(each.text for each in amounts)
    lines = "\n".join(bullet(each) for each in entries)
    return f"{written(value, amounts, question.pack)} = ({shown}) / {len(amounts)}\n\n{lines}"


def _asks_sum(question: ListQuestion) -> bool:
    counting, words = question.pack.counting, question.pack.ledger
    others = (
        counting.difference,
        words.asks_each,
        words.asks_left,
        counting.left,
        counting.part_of,
        counting.rest_of,
        words.asks_own,
    )
    if any(map(question.asks, (*others, counting.least, counting.most, words.asks_owed))):
        return False
    asks = (counting.total, counting.asks_amount, counting.how_many, counting.how_long)
    return any(map(question.asks, (*asks, words.asks_sum, words.asks_spent)))


def _asked_terms(question: ListQuestion, *, is_average: bool) -> list[ListEntry] | None:
    """Return the terms that the question is about, if they are certain."""
    unit = unit_asked(question)
    told = [each for each in question.told_here if not each.is_correction]
    read = [(each, terms_of(each.text, question.pack)) for each in told]
    if unit is None:
        held = _last_list(read, question)
    else:
        found = [(each, _of_unit(of or (), unit, each, question)) for each, of in read]
        held = [(each, of) for each, of in found if of]
        if any(of is None for _, of in found):
            return None
    held = list(_of_period(_about(held, question), question))
    if not held or (len(held) > 1 and not _may_join(held, question)):
        return None
    if question.points_after(order_of(held[-1][0])):
        return None
    if any(of is None for each, of in read if order_of(each) >= order_of(held[0][0])):
        return None  # an amount in the statement cannot be read
    terms = [(each, term) for each, of in held for term in of]
    named = _named(terms, question)
    if named is None or not _fits(named, is_average=is_average):
        return None
    times = _periods(named, question)
    if not times:
        return None
    if question.asks(question.pack.ledger.asks_people) and any(of.inherits for _, of in named):
        return None  # "24 guests, and 18 said yes"
    mark = f"{times} × " if times > 1 else ""
    return [
        ListEntry(
            term.text,
            term.stems,
            Amount(f"{mark}{term.shown}", times * term.value),
            each.message_ids,
        )
        for each, term in named
    ]


def _about(
    held: Sequence[tuple[ViewStatement, Sequence[Term]]], question: ListQuestion
) -> Sequence[tuple[ViewStatement, Sequence[Term]]]:
    """Return the statements ``held`` that name all that the question does, or all of them."""
    pack = question.pack
    verbs = _verbs_of_ours(question)
    named = question.stems - question.light_stems - pack.period_stems - verbs
    units = {term.unit for _, of in held for term in of} | set(pack.counting.units.values())
    asked = {each for each in named if unit_of(each, pack) not in units}
    naming = [each for each, _ in held if names_all(asked, frozenset(pack.stems(each.text)))]
    if not (asked and naming):
        return held
    too, first = pack.list_changes.too, order_of(naming[0])
    return [
        (each, of)
        for each, of in held
        if each in naming or (order_of(each) > first and too.search(each.text))
    ]


def _verbs_of_ours(question: ListQuestion) -> set[str]:
    """Return the stems of verbs of which the person is the subject: "how far did we walk"."""
    return {
        stem
        for found in question.pack.ledger.own_verb.finditer(question.text)
        for stem in question.pack.stems(" ".join(filter(None, found.groups())))
    }


def _of_period(
    held: Sequence[tuple[ViewStatement, Sequence[Term]]], question: ListQuestion
) -> Sequence[tuple[ViewStatement, Sequence[Term]]]:
    """Return the last of the statements ``held`` that are all of the period asked for, else all."""
    period = question.pack.counting.a_period.search(question.text)
    asked = period["period"].lower() if period else ""
    of_it = [(each, of) for each, of in held if asked and all(term.each == asked for term in of)]
    return of_it[-1:] if of_it and len(of_it[-1][1]) > 1 else held


def _periods(terms: Sequence[tuple[ViewStatement, Term]], question: ListQuestion) -> int:
    """Return how many of the period of ``terms`` make the one asked for; 0 in doubt.

    "30 a month" is asked for a year twelve times, for a week in no whole number.
    """
    counting = question.pack.counting
    period = counting.whole.search(question.text)
    rates = {term.each for _, term in terms} - {""}
    if not period or rates <= {period["period"].lower()}:
        return 1
    if len(rates) > 1 or not all(term.each for _, term in terms):
        return 0
    return counting.in_a_period.get(period["period"].lower(), {}).get(rates.pop(), 0)


_Read = Sequence[tuple[ViewStatement, Sequence[Term] | None]]


def _last_list(read: _Read, question: ListQuestion) -> list[tuple[ViewStatement, Sequence[Term]]]:
    """Return the last statement with several terms, and statements that add to it."""
    found = [at for at, (_, of) in enumerate(read) if of and (len(of) > 1 or of[0].is_product)]
    if not found:
        return []
    if question.asks(question.pack.counting.asks_all):
        given = {order_of(each) for each, _ in read[found[-1] :]}
        if any(each.orders[0] not in given for each in question.ledger.counted(MONEY)):
            return []
    since = [(each, _held(of, each, question)) for each, of in read[found[-1] :] if of]
    return since if len(since) == 1 or _may_join(since, question) else []


def _fits(terms: Sequence[tuple[ViewStatement, Term]], *, is_average: bool) -> bool:
    """Return whether ``terms`` can be added: one unit, one period, more than one number."""
    units = {term.unit for _, term in terms}
    rates = {term.each for _, term in terms}
    is_one = len(units) == 1 and len(rates) == 1
    is_sum = len(terms) >= FEWEST_TERMS or any(term.is_product for _, term in terms)
    return is_one and (len(terms) >= FEWEST_TERMS if is_average else is_sum)


def unit_asked(question: ListQuestion) -> str | None:
    """Return the stem of the unit in the question, MONEY, or None if it names none."""
    counting, words = question.pack.counting, question.pack.ledger
    found = counting.unit_asked.search(question.text)
    given = next(filter(None, found.groupdict().values()), "") if found else ""
    stems = question.pack.stems(given)
    if stems and not question.pack.operation_stems.issuperset(stems):
        return unit_of(stems[0], question.pack)
    if question.asks(counting.how_long):
        return "time"
    if question.asks(words.points) and question.asks(counting.total):
        return None  # "what does that add up to"
    is_money = map(question.asks, (counting.asks_amount, words.asks_spent, words.asks_sum))
    return MONEY if any(is_money) else None


def _of_unit(
    terms: Sequence[Term], unit: str, statement: ViewStatement, question: ListQuestion
) -> list[Term] | None:
    """Return the ``terms`` of a statement with this ``unit``; None in doubt."""
    terms, pack = _held(terms, statement, question), question.pack
    if unit == MONEY:
        is_other = pack.ledger.no_money.search(statement.text)
        bare = [each for each in terms if not each.unit and not is_other]
        bare = [each for each in bare if not _YEARS[0] <= each.value <= _YEARS[1]]
        return [each for each in terms if each.unit == MONEY] or bare
    if unit == "time":
        return [each for each in terms if each.unit in pack.counting.durations]
    own = [each for each in terms if each.unit and names_same(unit, each.unit)]
    if any(each.inherits for each in own) and len({each.unit for each in terms}) > 1:
        return None
    heading, colon, _ = statement.text.partition(":")
    if own or not colon or any(each.unit for each in terms):
        return own
    return list(terms) if unit in pack.stems(heading) else []


def _held(
    terms: Sequence[Term], statement: ViewStatement, question: ListQuestion
) -> Sequence[Term]:
    """Return the ``terms`` of a list without those removed later."""
    listing = next((of for of in question.listings if of.statement is statement), None)
    if listing is None or not listing.last_change:
        return terms
    kept = {each.amount.value for each in listing.given if each.amount}
    return [each for each in terms if each.value in kept or each.is_product]


def _may_join(held: Sequence[tuple[ViewStatement, Sequence[Term]]], question: ListQuestion) -> bool:
    """Return whether several statements form one sum: each adds to the last, or all count."""
    if question.asks(question.pack.counting.total) and all(len(of) == 1 for _, of in held):
        return True
    first = order_of(held[0][0])
    return all(
        order_of(each) == first
        or language_pack_for(each.text, question.pack).list_changes.too.search(each.text)
        for each, _ in held[1:]
    )


def _named(
    terms: Sequence[tuple[ViewStatement, Term]], question: ListQuestion
) -> list[tuple[ViewStatement, Term]] | None:
    """Return the ``terms`` that the question names, all if it names none; None in doubt."""
    pack = question.pack
    units = {each.unit for _, each in terms} | set(pack.counting.units)
    verbs = _verbs_of_ours(question)
    asked = {
        stem
        for stem in question.stems - question.light_stems - pack.period_stems - verbs
        if unit_of(stem, pack) not in units and stem not in pack.lexicon.calendar
    }
    around = frozenset(stem for each, _ in terms for stem in pack.stems(each.text))
    if not names_all(asked, around):
        return None
    own = [(each, term) for each, term in terms if names_any(asked, term.stems)]
    named = frozenset(stem for _, term in own for stem in term.stems)
    if own and not names_all(asked, named):
        return None  # something that it names has no readable amount
    if len(own) > 1 and _names_one(own, asked, question):
        return None
    if not own and _are_within(asked, terms, pack):
        return None
    return own or _of_statements(terms, asked, pack)


def _are_within(
    asked: set[str], terms: Sequence[tuple[ViewStatement, Term]], pack: LanguagePack
) -> bool:
    """Return whether a thing stands among the quantities of a statement: "… and the organist, 180".

    The whole statement is not about it, as it is about the words before its first quantity.
    """
    opened = {each: each.text.find(term.text) for each, term in reversed(terms)}
    return any(
        asked & frozenset(pack.stems(each.text[at:])) - frozenset(pack.stems(each.text[:at]))
        for each, at in opened.items()
        if at >= 0
    )


def _of_statements(
    terms: Sequence[tuple[ViewStatement, Term]], asked: set[str], pack: LanguagePack
) -> list[tuple[ViewStatement, Term]]:
    """Return the ``terms`` without those of other things, said beside: "Car: …. House: …"."""
    naming = {
        order_of(each): each
        for each, _ in terms
        if asked and names_all(asked, frozenset(pack.stems(each.text)))
    }
    return [
        (each, term)
        for each, term in terms
        if naming.get(order_of(each), each) is each or pack.list_changes.too.search(each.text)
    ]


def _names_one(
    terms: Sequence[tuple[ViewStatement, Term]], asked: set[str], question: ListQuestion
) -> bool:
    """Return whether the words ``asked`` name one thing, but each term has only some of them.

    "The velvet sofa is 640, the linen one 510" has no sum for "the linen sofa".
    """
    counting = question.pack.counting
    if question.asks(counting.joined) or question.asks(counting.total):
        return False
    words = {
        frozenset(stem for stem in asked if any(names_same(stem, of) for of in term.stems))
        for _, term in terms
    }
    return len(words) > 1


def terms_of(text: str, otherwise: LanguagePack) -> list[Term] | None:
    """Return the terms of a statement; None if it has an amount that cannot be read."""
    if len(text) > LONGEST_STATEMENT:
        return None
    pack = language_pack_for(text, otherwise)
    found: list[Term] = []
    values = _amounts(text, pack)
    if values is None or pack.counting.one_costs.search(text):
        return None
    totals = said_totals(text, values, pack)
    values = _without_count([each for each in values if each not in totals], text, pack)
    for start, end in _parts(text, pack):
        inside = [each for each in values if start <= each.start < end]
        if not inside:
            continue
        if len(inside) > _MOST_AMOUNTS:
            return None
        term = _term(text, (start, end), inside, pack)
        if term is None:
            return None
        found = _with_term(found, term, pack)
    units = {each.unit for each in found} - {""}
    if len(units) == 1 and all(each.unit or not each.stems for each in found):  # "5, 8 and 14 km"
        found = [replace(each, unit=next(iter(units))) for each in found]
    return found


def _without_count(values: list[SlotValue], text: str, pack: LanguagePack) -> list[SlotValue]:
    """Return ``values`` without the first if it counts the others: "the last two were 5, 8"."""
    if len(values) <= FEWEST_TERMS or values[0].unit in ("", MONEY):
        return values
    before = text[: values[1].start].split()[-1].lower()
    is_told = before.endswith(":") or before in pack.lexicon.auxiliaries
    is_of_others = is_told and all(each.unit in ("", MONEY) for each in values[1:])
    return values[1:] if is_of_others and _value(values[0], pack) == len(values) - 1 else values


def _amounts(text: str, pack: LanguagePack) -> list[SlotValue] | None:
    """Return the amounts in ``text`` in order; None if one may be something else.

    "8 uur" and "7.50" may be times, and a number after a name may belong to it.
    """
    slots = slot_values(text, pack)
    found: list[SlotValue] = []
    for at in _numbers(text, pack):
        slot = next((each for each in slots if each.start <= at[0] < each.end), None)
        is_bare = slot is None or slot.unit in ("", MONEY)
        if is_bare and pack.ledger.label_before.search(text, 0, at[0]):
            continue  # "week two"
        if pack.ledger.former.search(text, 0, at[0]) or at[0] in days_named(text, pack):
            continue  # "155, not 165", "14 to 18 April"
        if slot is None or slot.type == "name":
            found.append(SlotValue("amount", text[slice(*at)], *at))
        elif slot.type == "amount":
            found.append(slot)
        elif slot.type == "time" and (read := _of_time(slot, text, pack)):
            found.append(read)
        elif slot.type == "time" and ":" not in slot.text:
            return None
    return found


def _numbers(text: str, pack: LanguagePack) -> list[tuple[int, int]]:
    spelt = [
        (each.start, each.end)
        for each in tokens(text)
        if pack.counting.numbers.get(each.word, 0) > 1
    ]
    return sorted({*(match.span() for match in NUMBER.finditer(text)), *spelt})


def _of_time(slot: SlotValue, text: str, pack: LanguagePack) -> SlotValue | None:
    """Return a value in the form of a time as an amount: "shifts of 8 uur", "a roller for 7.50"."""
    before = text[: slot.start].rstrip()
    end = slot.start + len(slot.text.split()[0])
    is_price = pack.ledger.at_price.search(before) and _is_trade(text, pack)
    is_duration = " " in slot.text and pack.ledger.lasts.search(text)
    if is_price or is_duration or pack.ledger.amount_before.search(before):
        unit = stem(slot.text.split()[-1].lower(), pack.language) if " " in slot.text else ""
        unit = unit or (MONEY if is_price else "")
        return SlotValue("amount", text[slot.start : end], slot.start, end, unit)
    return None


def _is_trade(text: str, pack: LanguagePack) -> bool:
    """Return whether ``text`` is about a purchase or a sale: a number after "at" is a price."""
    return bool(pack.counting.spends.search(text) or pack.counting.earns.search(text))


def _parts(text: str, pack: LanguagePack) -> list[tuple[int, int]]:
    cuts = [*_PART_END.finditer(text), *pack.counting.joined.finditer(text)]
    spans = sorted({match.span() for match in cuts})
    starts = [0, *(end for _, end in spans)]
    ends = [*(start for start, _ in spans), len(text)]
    return [(start, end) for start, end in zip(starts, ends, strict=True) if start < end]


def _term(
    text: str, part: tuple[int, int], inside: Sequence[SlotValue], pack: LanguagePack
) -> Term | None:
    first, last = inside[0], inside[-1]
    said = text[slice(*part)].strip(_EDGES)
    value = _value(last, pack)
    if not value or text[last.end : last.end + 1] in ("%", "#", "/"):
        return None
    unit = unit_of(last.unit, pack)
    rate = pack.ledger.apiece.match(text, last.end) or pack.counting.apiece.search(
        text, last.end, part[1]
    )
    each = ((rate.groupdict().get("of") or "each") if rate else "").lower()
    stems = frozenset(each for each in pack.stems(said) if not each[0].isdigit()) - {last.unit}
    if len(inside) == 1:
        return Term(said, last.text, value, unit, stems, each)
    between = text[first.end : last.start]
    count = _value(first, pack)
    is_of_one = first.unit and each and first.unit in pack.stems(each)  # "30 jars at 7 a jar"
    joint = between.split()[-1:]
    is_of_one = is_of_one or (  # "3 boxes with 24 jars each"
        each == "each" and first.unit and bool(pack.lexicon.prepositions.intersection(joint))
    )
    if not count or first.unit == MONEY:
        return None
    if not (is_of_one or pack.ledger.times.search(between)):
        return None
    if not pack.lexicon.determiners.isdisjoint(between.lower().split()):
        return None  # "share a bill of 90"
    shown = f"{first.text} × {last.text}"
    is_price = first.unit and (pack.ledger.at_price.search(between) or CENTS.search(last.text))
    unit = unit or (MONEY if is_price else "")
    return Term(said, shown, count * value, unit, stems, "", is_product=True)


def _value(amount: SlotValue, pack: LanguagePack) -> float:
    text = amount.text.strip()
    return number(text) if text[:1].isdigit() else float(pack.counting.numbers.get(text.lower(), 0))


def _with_term(found: list[Term], term: Term, pack: LanguagePack) -> list[Term]:
    """Return ``found`` with ``term``, which may give the size of each of the last one."""
    last = found[-1] if found else None
    if last is None or last.is_product:
        return [*found, _like(term, last, pack)]
    if _is_each(term, last, pack) and not last.each and last.unit != MONEY:
        return [*found[:-1], _product(last, term)]
    is_count = not term.each and term.unit != MONEY and term.unit in ("", last.unit)
    if last.each == "each" and is_count:
        return [*found[:-1], _product(term, last)]
    return [*found, _like(term, last, pack)]


def _is_each(term: Term, count: Term, pack: LanguagePack) -> bool:
    """Return whether ``term`` is per thing that ``count`` counts: "18 kinderen, 35 per kind"."""
    if term.each == "each":
        return True
    return bool(term.each and count.unit) and count.unit in pack.stems(
        f"{term.each} {pack.counting.counts_of.get(term.each, '')}"
    )


def _like(term: Term, last: Term | None, pack: LanguagePack) -> Term:
    """Return ``term`` with the unit of the ``last`` one, if it has none."""
    if last is None or term.unit:
        return term
    own = term.stems - frozenset(pack.lexicon.calendar) - pack.period_stems
    same = own or last.stems
    each = term.each or ("" if last.is_product else last.each)
    return replace(term, unit=last.unit, stems=same, each=each, inherits=bool(last.unit))


def _product(count: Term, of: Term) -> Term:
    return Term(
        f"{count.text}, {of.text}" if count.text not in of.text else of.text,
        f"{count.shown} × {of.shown}",
        count.value * of.value,
        of.unit,
        count.stems | of.stems | {count.unit},
        is_product=True,
    )


def in_doubt(question: ListQuestion) -> str | None:
    """Quote the quantities in the unit asked for, without a sum, if a later one is unclear."""
    unit = unit_asked(question)
    if unit in (None, MONEY, "time") or not question.asks(question.pack.counting.how_many):
        return None
    found = [
        each
        for each in question.told
        if is_of_this_chat(each.piece)
        and any(
            of.unit and names_same(unit, of.unit) for of in terms_of(each.text, question.pack) or ()
        )
    ]
    if not found:
        return None
    later = [
        each
        for each in question.told
        if order_of(each) > order_of(found[-1])
        and question.pack.list_changes.too.search(each.text)
        and terms_of(each.text, question.pack)
    ]
    return entries_shown([*found, *later], question.pack) if later else None


def rest_of_whole(question: ListQuestion) -> str | None:
    """Return how many of a number do not: "84 invited, 61 said yes and 9 said no".

    The parts that do what the question denies are subtracted, or all parts with the same verb.
    """
    if not question.asks(question.pack.counting.rest_of):
        return None
    read = [(each, terms_of(each.text, question.pack) or ()) for each in question.told_here]
    found = [(each, of) for each, of in read if len(of) > 1 and of[0].unit not in ("", MONEY)]
    if not found:
        return None
    statement, (whole, *rest) = found[-1]
    parts = [each for each in rest if each.inherits and not each.each]
    asked = frozenset(question.pack.stems(question.text))
    doing = [each for each in parts if asked & each.stems]
    if any(question.pack.counting.denied.search(each.text) for each in doing):
        return None  # "31 are coming and 4 are not coming": it was stated
    is_one_verb = len(parts) > 1 and bool(frozenset.intersection(*(each.stems for each in parts)))
    taken = doing or (parts if is_one_verb else [])
    if not taken or sum(each.value for each in taken) > whole.value:
        return None
    return subtracted(
        [
            ListEntry(of.text, of.stems, Amount(of.shown, of.value), statement.message_ids)
            for of in (whole, *taken)
        ],
        question.pack,
    )


def owed(question: ListQuestion) -> str | None:
    """Return the rest of the only loan that was mentioned, after repayments."""
    words = question.pack.ledger
    if not question.asks(words.asks_owed):
        return None
    loans: list[ListEntry] = []
    repaid: list[ListEntry] = []
    for each in question.told:
        terms = terms_of(each.text, question.pack) if is_of_this_chat(each.piece) else []
        if terms is None and (words.lends.search(each.text) or words.repays.search(each.text)):
            return None
        for term in terms or ():
            amount = Amount(term.shown, term.value)
            entry = ListEntry(term.text, term.stems, amount, each.message_ids)
            if words.repays.search(term.text):
                repaid.append(entry)
            elif words.lends.search(term.text):
                loans.append(entry)
    if not (loans or repaid):
        return _still_to_pay(question)
    if len(loans) != 1 or not repaid:
        return None
    return subtracted([*loans, *repaid], question.pack)


def _still_to_pay(question: ListQuestion) -> str | None:
    """Return the rest of the only bill that was partly paid: "paid him 300 of 1,250"."""
    advance = question.pack.ledger.advance
    paid = [each for each in question.told_here if advance.search(each.text)]
    stems = question.stems - question.light_stems
    if len(paid) != 1 or not stems <= frozenset(question.pack.stems(paid[0].text)):
        return None
    parts = parts_with_amount(paid[0], question.pack)
    before = [each for each in parts if advance.search(each.text)]
    if len(parts) != _MOST_AMOUNTS or len(before) != 1:
        return None
    whole = parts[0] if before[0] is parts[1] else parts[1]
    is_less = before[0].amount and whole.amount and before[0].amount.value < whole.amount.value
    return subtracted([whole, before[0]], question.pack) if is_less else None
