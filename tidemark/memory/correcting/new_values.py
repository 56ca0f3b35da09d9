"""Corrections that give a new value of something: "the budget is now 48,000"."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from tidemark.memory.correcting.correction import (
    Correction,
    EarlierStatement,
    is_about,
    only,
    without_stale,
)
from tidemark.memory.correcting.replaced_values import places_of, without_implied
from tidemark.memory.recorded_statement import Effect
from tidemark.memory.slots import MONEY, NewValue, SlotValue, is_ordinal
from tidemark.nlp.dates import days_in_a_row
from tidemark.nlp.mentions import names, noun_phrases

_DENIED_CHARS = 12  # before a name: "not De Haan"


def shift(correction: Correction, targets: Sequence[EarlierStatement]) -> Effect | None:
    """Return the effect of ``correction`` if it gives other days in a row: "no, 14 to 16 June"."""
    days = days_in_a_row(correction.text, correction.pack.language)
    if not (days and correction.is_marked):
        return None
    rest = correction.table.updates.sub(" ", correction.text.replace(days, " "))
    about = frozenset(correction.pack.stems(rest)) - correction.pack.asking_stems
    for target in reversed(targets):
        former = days_in_a_row(target.text, target.pack.language)
        if not former or former == days or (about and about.isdisjoint(target.stems)):
            continue
        if days_in_a_row(target.text.replace(former, " "), target.pack.language):
            return None  # "Rome 3 to 5 May and Bari 6 to 8 May"
        before, after = target.text.split(former, 1)
        weekdays = "|".join(target.pack.phrases.weekdays)
        before = re.sub(rf"\b(?:{weekdays}),? $", "", before, flags=re.IGNORECASE)
        is_absorbed = about <= target.stems
        changed = {target.index: f"{before}{days}{after}"}
        return Effect(correction.text, changed, not correction.has_subject, is_absorbed=is_absorbed)
    return None


def refill(correction: Correction, targets: Sequence[EarlierStatement]) -> Effect | None:
    """Return the effect of ``correction`` if it gives a new value: "the budget is now 48,000"."""
    changed: dict[int, str] = {}
    values = list(_new_values(correction))
    places = [
        _fill(correction, value, subject, targets, changed)
        or _fill_ordinal(correction, value, subject, targets, changed)
        for value, subject in values
    ]
    if not values:
        return _reuse_thing(correction, targets) if correction.is_marked else None
    if not changed:
        return None
    is_whole = (
        all(places)
        and correction.claim == correction.text
        and _says_no_more(correction, changed, (of for _, of in values))
    )
    is_bare = is_whole and not correction.has_subject and not any(of for _, of in values)
    return Effect(correction.recorded.text, changed, is_bare, is_absorbed=is_whole)


def _says_no_more(
    correction: Correction, changed: Mapping[int, str], about: Iterable[frozenset[str]]
) -> bool:
    """Return whether the ``changed`` statements contain the subjects of all its values."""
    told = frozenset(word for each in changed.values() for word in correction.pack.stems(each))
    return correction.is_marked and all(
        is_about(without_implied(correction, of), told) for of in about
    )


def _new_values(correction: Correction) -> Iterator[tuple[SlotValue, frozenset[str]]]:
    """Yield the values that it gives, each with the stems of its subject.

    What a difference was of is the subject of the result: "the vet refunded us 20, so it's 92".
    """
    differs: frozenset[str] = frozenset()
    for start, end in correction.parts:
        here = [
            v
            for v in correction.values
            if start <= v.start and v.end <= min(end, len(correction.claim))
        ]
        given = [v for v in here if v.type != "name" and not _is_denied(correction, v)]
        given = [
            v for v in given if not (_begins_days(correction, v) or _is_no_new_day(correction, v))
        ]
        if any(correction.is_difference(v) or _counts_leavers(correction, v) for v in given):
            things = (each for each in correction.things if start <= each.start < end)
            by = correction.pack.counting.changed_by.search(correction.text[: given[0].start])
            change = correction.pack.stems(by[0]) if by else ()
            differs = frozenset(stem for each in things for stem in each.stems) - {*change}
            continue
        given = [v for v in given if not _is_of_change(correction, v)] or given
        if not given and correction.table.updates.search(correction.text[start:end]):
            given = [value for value in here[-1:] if not correction.is_subject(value)]
        subject = correction.subject((start, end), given) or differs
        if not subject and correction.is_row and not correction.opens:
            continue  # "Ann 22, Bob 16, me 19" are three new values
        for value in given:
            yield value, subject


def _counts_leavers(correction: Correction, value: SlotValue) -> bool:
    """Return whether ``value`` is how many leave: "they can't make it, that's 4 of them"."""
    is_of_them = correction.table.of_leavers.match(correction.text, value.end)
    return bool(is_of_them and correction.table.leaves.search(correction.text[: value.start]))


def _is_of_change(correction: Correction, value: SlotValue) -> bool:
    """Return whether ``value`` is only when a change begins: "on Thursdays from this month"."""
    words = correction.table.hints.finditer(correction.text)
    return value.type == "date" and any(at.start() < value.start < at.end() for at in words)


def _is_no_new_day(correction: Correction, value: SlotValue) -> bool:
    """Return whether ``value`` is when something happened, or a day that was named before.

    "He turned 7 last week", "they cannot have us on that Saturday".
    """
    if value.type != "date":
        return False
    if correction.table.known_day.search(correction.text[: value.start]):
        return True
    is_today = not correction.is_marked and correction.table.earlier_today.search(value.text)
    return bool(is_today or correction.table.past_days.search(value.text))


def _begins_days(correction: Correction, value: SlotValue) -> bool:
    """Return whether ``value`` is the first day of several: 4, in "make that 4 to 12 June"."""
    after = next((each for each in correction.values if each.start >= value.end), None)
    is_range = value.type == "amount" and after is not None and after.type == "date"
    return bool(is_range and after and correction.ends_range(after, value.start))


def _is_denied(correction: Correction, value: SlotValue) -> bool:
    """Return whether it says that ``value`` was wrong: 12, in "14, not 12"."""
    if value.type == "amount" and correction.pack.ledger.former.search(
        correction.text[: value.start]
    ):
        return True
    return any(match.start("old") <= value.start < match.end("old") for match in correction.swaps)


def _fill(
    correction: Correction,
    value: SlotValue,
    subject: frozenset[str],
    targets: Sequence[EarlierStatement],
    changed: dict[int, str],
) -> bool:
    """Put ``value`` into the statements it concerns, in ``changed``; return if any does."""
    linked = [
        each.changed(changed[each.index])
        for each in targets
        if each.index in changed and subject <= each.stems
    ]
    if changed and not linked:
        return False
    found = (
        [
            (at, slot)
            for at in linked
            if (slot := only(correction.replaceable_in(at, value))) and not at.says(value.text)
        ]
        if linked
        else places_of(correction, value, subject, targets)
    )
    found = [(at, slot) for at, slot in found if not _is_price_of_other(correction, value, at)]
    new = correction.new_value(correction.text, value.text, value.start, value.type)
    for target, slot in found:
        is_bare = " " not in slot.text  # "the 11th" has no month to keep
        within = None if is_bare else target.day_within(slot.start, slot.end, value.text)
        put = NewValue(within, "date", "") if value.type == "date" and within else new
        text = target.with_value(slot.start, slot.end, put)
        goes_on = len(correction.values) > 1 or value.type != "name"
        changed[target.index] = text if goes_on else without_stale(text, new.text, target)
    return bool(found)


def _fill_ordinal(
    correction: Correction,
    value: SlotValue,
    subject: frozenset[str],
    targets: Sequence[EarlierStatement],
    changed: dict[int, str],
) -> bool:
    """Put a day without a month in place of an ordinal: "no, the 4th", of the 3rd floor."""
    is_bare = value.type == "date" and is_ordinal(value.text)
    ordinal = replace(value, type="ordinal")
    return (
        is_bare and correction.is_marked and _fill(correction, ordinal, subject, targets, changed)
    )


def _is_price_of_other(correction: Correction, value: SlotValue, target: EarlierStatement) -> bool:
    """Return whether it names something else at that price: "no, camping Birch, at 35 euros".

    The price of "hotel Sun" then is as it was.
    """
    if value.unit != MONEY:
        return False
    theirs = {
        stem for name in names(target.text, target.pack) for stem in target.pack.stems(name.text)
    }
    ours = names(correction.text, correction.pack)
    shared = [each for each in ours if not theirs.isdisjoint(correction.pack.stems(each.text))]
    denied = [
        each
        for each in shared
        if correction.table.denies.search(
            correction.text, max(each.start - _DENIED_CHARS, 0), each.start
        )
    ]
    return bool(theirs) and len(ours) > len(shared) == len(denied)


def _reuse_thing(correction: Correction, targets: Sequence[EarlierStatement]) -> Effect | None:
    """Apply "I drink it with milk now" to "I like my coffee black": a habit that changed."""
    thing = correction.table.thing.search(correction.claim)
    marks = [found[0] for found in correction.table.updates.finditer(correction.claim)]
    if all(correction.table.thing.search(mark) for mark in marks) and not correction.opens:
        return None  # "make it work" changes no habit
    habits = [each for each in targets if correction.is_near(each) and each.is_preference]
    is_own = correction.pack.cues.first_person.match(correction.claim, correction.opening_end)
    if not (thing and habits and is_own):
        return None
    phrases = noun_phrases(habits[-1].text, habits[-1].pack)
    if not phrases:
        return None
    meant = f"{habits[-1].article_before(phrases[0].start)} {phrases[0].text.split()[0]}"
    text = correction.text[: thing.start()] + meant.strip() + correction.text[thing.end() :]
    return Effect(text, {habits[-1].index: None})
