"""Answers that count: entries of a list, people, tasks, and numbers that were stated."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from tidemark.engines.builtin.counting.amounts import (
    FEWEST_TERMS,
    added,
    bullet,
    numbered,
    numbers_in,
    value_of,
)
from tidemark.engines.builtin.counting.ledger_totals import reckoned
from tidemark.engines.builtin.counting.list_entries import (
    entries_shown,
    people_among,
    titled_entries,
)
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.list_changes import is_of_names
from tidemark.engines.builtin.listings import (
    Amount,
    ListEntry,
    Listing,
    amounts_in,
    list_entries,
    order_of,
    split_entries,
    states_something,
)
from tidemark.engines.builtin.overviews import is_of_this_chat
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.attendance import (
    Attendance,
    are_people,
    attendance_in,
    is_of_named,
    size_of_party,
    without_some,
)
from tidemark.memory.ledger import LedgerEntry
from tidemark.memory.slots import MONEY
from tidemark.nlp.answer_types import answer_type
from tidemark.nlp.pack_fields import LanguagePack

_NUMBER = re.compile(r"\d+")


def count(question: ListQuestion) -> str | None:
    """Return the number of entries of the list whose heading the question names."""
    if not question.asks(question.pack.counting.how_many):
        return None
    if question.asks(question.pack.counting.rest_of):
        return None
    if question.asks(question.pack.counting.how_many_these):
        return _count_of_last(question)
    if not question.stems:
        return None
    noun = _counted_noun(question)
    if question.asks(question.pack.counting.asks_amount) or _asks_money_only(question):
        return None  # "hoeveel heb ik betaald?"
    found = [
        each
        for each in question.listings
        if not numbers_in(each.heading, each.pack)
        and (noun & each.heading_stems or _names_list(question.stems - noun, each))
    ]
    if not found or _is_counted(noun, question.statements, found[-1], question.pack):
        return None
    units = {each.amount.unit for each in found[-1].entries if each.amount} - {""}
    if len(units) > 1 and noun & units:  # the question is about one kind of entry
        return None
    if counts := _counts(question.entries_of(found[-1]), found[-1].pack):
        return added(counts, found[-1].pack)
    if found[-1].is_of_amounts or noun & question.pack.measures:
        return None  # "how many hours is the course"
    return _number_of(found[-1], question)


def _asks_money_only(question: ListQuestion) -> bool:
    """Return whether it asks for an amount of money without naming a unit."""
    names_unit = question.asks(question.pack.counting.unit_asked)
    return not names_unit and answer_type(question.text, question.pack) == "money"


def _counts(entries: Sequence[ListEntry], pack: LanguagePack) -> list[ListEntry]:
    """Return ``entries`` with their own counts, "four tents", if all have one."""
    numbers = [_count_in(each, pack) for each in entries]
    if not all(numbers):
        return []
    return [replace(each, amount=of) for each, of in zip(entries, numbers, strict=True)]


def _count_in(entry: ListEntry, pack: LanguagePack) -> Amount | None:
    """Return the count of ``entry``: its number before a noun, or its one amount."""
    if entry.amount:
        is_count = entry.amount.unit != MONEY and entry.amount.value.is_integer()
        return entry.amount if is_count else None
    first = entry.text.split()[0]
    value = value_of(first.lower(), pack) or (first.lower() in pack.counting.single)
    return Amount(first, float(value)) if value and len(entry.text.split()) > 1 else None


def _names_list(stems: frozenset[str], listing: Listing) -> bool:
    return bool(stems) and bool(listing.heading) and stems <= listing.heading_stems


def _count_of_last(question: ListQuestion) -> str | None:
    """Return the number of entries of the last list, if it was given just now."""
    last = sorted(question.listings, key=lambda each: each.latest)[-1:]
    if not last or last[0].latest not in question.just_told:
        return None
    days = frozenset(last[0].pack.stems(" ".join(last[0].pack.lexicon.calendar)))
    if all(each.stems <= days for each in last[0].entries):
        return None  # days of a week, not nights of a stay
    amounts = [each.amount for each in last[0].entries if each.amount]
    if len(amounts) == len(last[0].entries):
        return added(last[0].entries, last[0].pack) if _are_counts(amounts) else None
    if counts := _counts(question.entries_of(last[0]), last[0].pack):
        return added(counts, last[0].pack)
    return None if amounts else _number_of(last[0], question)


def _are_counts(amounts: Sequence[Amount]) -> bool:
    return all(each.unit != MONEY and each.value.is_integer() for each in amounts)


def _number_of(listing: Listing, question: ListQuestion) -> str | None:
    entries = question.entries_of(listing)
    if not (question.asks(question.pack.ledger.asks_people) and is_of_names(listing)):
        return numbered(entries)
    return _number_on_list(listing, question)


def _number_on_list(listing: Listing, question: ListQuestion) -> str | None:
    """Return the number of people on ``listing``; None if it may lack some who come along."""
    later = [each for each in question.told_here if order_of(each) > listing.order]
    if _is_unknown(listing.entries, later, listing.pack):
        return None
    return _number_of_people(question.entries_of(listing), listing.pack)


def _counted_noun(question: ListQuestion) -> frozenset[str]:
    """Return the stems of the noun after "how many", or of all words."""
    found = question.pack.counting.how_many.search(question.text)
    after = question.text[found.end() :] if found else question.text
    first = [stem for stem in question.pack.stems(after) if stem in question.stems][:1]
    return frozenset(first)


def _is_counted(
    noun: frozenset[str], statements: Sequence[ViewStatement], listing: Listing, pack: LanguagePack
) -> bool:
    """Return whether a later statement has a number of the noun."""
    return any(
        amount.unit in noun
        for each in statements
        if each.is_of_person and max(each.piece.message_ids, default=0) > listing.order
        for amount in amounts_in(each.text, pack)
    )


def people(question: ListQuestion) -> str | None:
    """Return the number of people, if the question asks for that and names nothing else."""
    people = question.ledger.people
    if not people or not question.asks(question.pack.ledger.asks_people):
        return None
    of_people = question.pack.stems(" ".join(question.pack.counting.counts_of.values()))
    if question.stems - question.light_stems - frozenset(of_people):
        return None
    if len(_NUMBER.findall(without_some(people.text, question.pack))) > 1:
        return None  # "24 guests, and 18 said yes" is ambiguous
    return f"{people.value:g}.\n\n{bullet(people)}"


def attending(question: ListQuestion) -> str | None:
    """Return the people who come: the only series of names, and who joined or left since."""
    if not question.asks(question.pack.ledger.asks_attending):
        return None
    rows = _rows_of_names(question)
    if not rows:
        return _only_list_of_names(question)
    if len({order_of(each) for each in rows}) != 1:
        return None
    later = _joined_or_left(rows, question)
    if changed := _list_as_it_stands(rows, later, question):
        return titled_entries(changed, people_among(changed.entries, changed.pack))
    return entries_shown([*rows, *later], question.pack)


def number_attending(question: ListQuestion) -> str | None:
    """Return the number of people who come, if their names as they are now are known."""
    if not question.asks(question.pack.ledger.asks_number_attending):
        return None
    noun = _counted_noun(question)
    if any(noun & each.name for each in question.ledger.of_role("count")):
        return None  # "40 guests are coming", beside a list of names for something else
    rows = _rows_of_names(question)
    found = _lists_of_names(question)
    if not rows and len(found) == 1:
        return _number_on_list(found[0], question)
    if not rows:
        return _all_who_come(question)
    if len({order_of(each) for each in rows}) != 1:
        return None
    later = _joined_or_left(rows, question)
    standing = _list_as_it_stands(rows, later, question)
    if standing is None and not later:
        standing = next((each for each in found if each.order == order_of(rows[0])), None)
    if standing and not _is_unknown(standing.entries, later, standing.pack):
        return _number_of_people(standing.entries, standing.pack)
    return _number_of_people(_of_us(rows, later, question), question.pack)


def _all_who_come(question: ListQuestion) -> str | None:
    """Return the statements who comes and who does not, if nobody said how many there are."""
    told = {each: attendance_in(each.text, question.pack) for each in question.told_here}
    changes = [each for each, change in told.items() if change and change.people]
    said = question.pack.ledger.people
    is_counted = any(said.search(each.text) for each in told if each not in changes)
    return entries_shown(changes, question.pack) if len(changes) > 1 and not is_counted else None


def _is_unknown(
    entries: Sequence[ListEntry], later: Sequence[ViewStatement], pack: LanguagePack
) -> bool:
    """Return whether somebody brought others, or the parent of "her two kids" may have left.

    That also holds if what joined may be no person: "Dessert is coming too".
    """
    changes = [each for of in later if (each := attendance_in(of.text, pack))]
    of_others = any(is_of_named(each.text, pack) for each in entries)
    return any(
        each.bring_others or not are_people(each.people, pack) if each.comes else of_others
        for each in changes
    )


def _number_of_people(entries: Sequence[ListEntry], pack: LanguagePack) -> str | None:
    """Return the number of the people among ``entries``; None if it is unknown: "her kids"."""
    people = people_among(entries, pack)
    sizes = [size_of_party(each.text, pack) for each in people]
    return None if None in sizes else numbered(people, sum(filter(None, sizes)))


def rests_on_changes(question: ListQuestion) -> bool:
    """Return whether the question asks how many come, and somebody joined or left."""
    is_asked = question.asks(question.pack.ledger.asks_number_attending)
    return is_asked and any(attendance_in(each.text, question.pack) for each in question.told_here)


def absent(question: ListQuestion) -> str | None:
    """Return the people who said that they do not come, without those who come after all."""
    if not question.asks(question.pack.ledger.asks_absent):
        return None
    gone: dict[str, ViewStatement] = {}
    for each in question.told_here:
        change = attendance_in(each.text, question.pack)
        if change and change.comes:
            gone = {name: said for name, said in gone.items() if name not in change.people}
        elif change:
            gone |= dict.fromkeys(change.people, each)
    told = list(dict.fromkeys(gone.values()))
    return f"{', '.join(gone)}.\n\n{entries_shown(told, question.pack)}" if told else None


def _of_us(
    rows: Sequence[ViewStatement], later: Sequence[ViewStatement], question: ListQuestion
) -> list[ListEntry]:
    """Return the people of a row that names the speaker, too, after the ``later`` changes.

    There are none if somebody left who is not in it, or it is not said by name who joins or leaves.
    """
    pack = question.pack
    row = pack.ledger.row_of_names.search(rows[0].text)
    if len(rows) != 1 or not row or not pack.cues.first_person.search(row[0]):
        return []
    people = list(list_entries(split_entries(row[0], pack), pack, rows[0].message_ids))
    for each in later:
        change = attendance_in(each.text, pack)
        known = [person.text for person in people]
        if not (change and change.people):
            return []
        if change.comes and not are_people(change.people, pack):
            return []  # "Dessert is coming too"
        if change.comes:
            new = [name for name in change.people if name not in known]
            people += list_entries(new, pack, each.message_ids)
        elif _leave_alone(change, known, pack):
            people = [person for person in people if person.text not in change.people]
        else:
            return []
    return people


def _leave_alone(change: Attendance, known: Sequence[str], pack: LanguagePack) -> bool:
    """Return whether only those named leave: they are ``known``, and nobody comes with them."""
    return (
        set(known).issuperset(change.people)
        and not pack.ledger.some_join.search(change.rest.lstrip(" ,"))
        and not any(
            one in change.people and other not in change.people and is_of_named(other, pack)
            for one, other in pairwise(known)
        )
    )


def _rows_of_names(question: ListQuestion) -> list[ViewStatement]:
    """Return the statements of this chat that name several people in a series."""
    words = question.pack.ledger
    named = [
        each
        for each in question.told_here
        if _names_several(each.text, question.pack) and not words.some_leave.search(each.text)
    ]
    return [each for each in named if not words.some_join.search(each.text)] or named[:1]


def _joined_or_left(rows: Sequence[ViewStatement], question: ListQuestion) -> list[ViewStatement]:
    """Return the statements after ``rows`` that somebody comes too, or does not come."""
    words = question.pack.ledger
    return [
        each
        for each in question.told_here
        if order_of(each) > order_of(rows[0])
        and (words.some_leave.search(each.text) or words.some_join.search(each.text))
    ]


def _list_as_it_stands(
    rows: Sequence[ViewStatement], later: Sequence[ViewStatement], question: ListQuestion
) -> Listing | None:
    """Return the list of ``rows`` if all ``later`` changes are in it."""
    changed = [
        each
        for each in question.listings
        if each.order == order_of(rows[0])
        and each.last_change >= max(map(order_of, later), default=1)
    ]
    return changed[-1] if changed else None


def _lists_of_names(question: ListQuestion) -> list[Listing]:
    """Return the lists of people's names in this chat."""
    return [
        each
        for each in question.listings
        if is_of_this_chat(each.statement.piece)
        and not (each.is_of_amounts or each.is_of_chores or each.statement.is_talk)
        and is_of_names(each)
        and 2 * sum(states_something(of, each.pack) for of in each.entries) < len(each.entries)
    ]


def _only_list_of_names(question: ListQuestion) -> str | None:
    """Return the people of the only list of names in this chat, as it stands now."""
    found = _lists_of_names(question)
    if len(found) != 1 or (question.stems and found[0].heading):
        return None  # a list is found by its name, too
    listing = found[0]
    if not (listing.last_change or listing.statement.text.rstrip().endswith(":")):
        return entries_shown([listing.statement], question.pack)
    return titled_entries(listing, people_among(listing.entries, listing.pack))


def _names_several(text: str, pack: LanguagePack) -> bool:
    """Return whether ``text`` names three people or more in a series, including the speaker."""
    if pack.list_changes.takes_over.search(text) or amounts_in(text, pack):
        return False
    row = pack.ledger.row_of_names.search(text)
    return bool(row)


def tasks_left(question: ListQuestion) -> str | None:
    """Return the number of open tasks, if the question asks for that."""
    changes = question.pack.list_changes
    if not (question.asks(changes.counts_tasks) and question.tasks):
        return None
    return numbered([of for each in question.tasks for of in each.open_entries])


def number_said(question: ListQuestion) -> str | None:
    """Return the stated number of the things that the question names: "14 nurses"."""
    counting = question.pack.counting
    if not question.asks(counting.how_many) or question.asks(question.pack.ledger.asks_left):
        return None
    others = (question.pack.list_changes.asks_open, counting.part_of, counting.several_periods)
    if any(map(question.asks, others)):
        return None
    noun = _counted_noun(question)
    counts = question.ledger.of_role("count")
    named = [each for each in counts if each.name & question.stems]
    if not (named and noun & frozenset().union(*(each.name for each in named))):
        return None
    rest = question.stems - frozenset().union(*(each.name | each.stems for each in named))
    if rest - question.light_stems or not all(_is_all_said(each, question) for each in named):
        return None
    if question.asks(question.pack.ledger.asks_people) and _changes_since(named, question):
        return None
    period = counting.a_period.search(question.text)
    if period and not all(counting.a_period.search(each.text) for each in named):
        return None  # "18 miles each way": how many a week?
    if len(named) == 1:
        if question.asks(counting.total) or question.asks(counting.how_many_these):
            return None
        return f"{named[0].value:g}.\n\n{bullet(named[0])}"
    return reckoned(named, question)


def _changes_since(counts: Sequence[LedgerEntry], question: ListQuestion) -> bool:
    """Return whether somebody joined or left after the ``counts`` of people."""
    last = max(each.orders[-1] for each in counts)
    later = (each for each in question.told_here if order_of(each) > last)
    return any(attendance_in(each.text, question.pack) for each in later)


def _is_all_said(entry: LedgerEntry, question: ListQuestion) -> bool:
    """Return whether ``entry`` is the only statement about the number of its thing."""
    counts = [each for each in question.ledger.of_role("count") if each.orders[0] in entry.orders]
    beside = [each for each in question.told if order_of(each) in entry.orders]
    numbers = sum(len(amounts_in(each.text, question.pack)) for each in beside)
    later = (each for each in question.told if order_of(each) > entry.orders[-1])
    again = (
        each
        for each in later
        if entry.name & frozenset(question.pack.stems(each.text))
        or (
            question.pack.list_changes.too.search(each.text)
            and amounts_in(each.text, question.pack)
        )
    )
    return numbers <= len(counts) and not any(again)


def all_counted(question: ListQuestion) -> str | None:
    """Return the total number of the things counted in one statement."""
    counting = question.pack.counting
    if not question.asks(counting.how_many):
        return None
    if not (question.asks(counting.total) or question.asks(question.pack.ledger.points)):
        return None
    counts = question.ledger.of_role("count")
    groups = {each.orders[0] for each in counts}
    last = [each for each in counts if each.orders[0] == max(groups, default=0)]
    about = question.stems - question.light_stems
    if any(counting.apiece.search(each.text) for each in last):
        return None  # "3 boxes with 24 jars each"
    if len(last) < FEWEST_TERMS or not about <= last[0].stems:
        return None
    if not all(_is_all_said(each, question) for each in last):
        return None
    return reckoned(last, question)
