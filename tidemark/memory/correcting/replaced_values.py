"""The values in earlier statements that a new value replaces.

They are found by the subject of the new value, by its type and unit, and by recency; in doubt none
is.
"""

from collections.abc import Sequence
from functools import partial

from tidemark.memory.correcting.correction import (
    LONGEST_RESTATED,
    Correction,
    EarlierStatement,
    is_about,
    only,
    size_of,
)
from tidemark.memory.slots import MONEY, SlotText, SlotValue, Thing, is_given, names_any
from tidemark.nlp.pack_fields import LanguagePack

_FAR_OFF = 20  # times a number of things: then an amount without a unit is something else
_IMPLIED = ("cost", "time")  # topics that an amount and a date imply


def _shares_name(correction: Correction, target: EarlierStatement) -> bool:
    """Return whether both contain the same name: "Mrs Okafor rang: it'll be the 6th"."""
    mine, theirs = ({v.text for v in of.values if v.type == "name"} for of in (correction, target))
    return not mine.isdisjoint(theirs)


def places_of(
    correction: Correction,
    value: SlotValue,
    subject: frozenset[str],
    targets: Sequence[EarlierStatement],
) -> list[tuple[EarlierStatement, SlotValue]]:
    """Return the statements that ``value`` concerns, each with the value that it replaces."""
    of_past = correction.is_marked and bool(correction.table.former.search(correction.claim))
    now = [each for each in targets if of_past or not each.is_former]
    if correction.table.remains.search(correction.text[slice(*correction.part_of(value))]):
        now = [each for each in now if correction.table.remains.search(each.text)]
    if found := _of_day(correction, value, targets):
        return found
    if value.type != "name" and (found := _of_things(correction, value, now)):
        return found
    if not correction.is_marked:
        return []
    counts = bool(value.unit) and value.unit != MONEY
    if subject and correction.table.speaker.search(correction.claim):
        now = [each for each in now if each.pack.corrections.speaker.search(each.text)]
    if subject:
        slots = [(at, only(_slots_of(subject, value, at))) for at in now]
        if not any(slot for _, slot in slots):
            subject = without_implied(correction, subject)
            slots = [(at, only(_slots_of(subject, value, at))) for at in now if subject]
    elif counts:
        slots = [(at, only([v for v in at.fitting(value) if v.unit])) for at in now]
    else:
        is_of_us = correction.table.speaker.match(correction.claim, correction.opening_end)
        near = [
            (
                at,
                [v for v in at.fitting(value) if not (is_of_us and _is_of_others(at, v))],
            )
            for at in now
            if correction.is_near(at) or _shares_name(correction, at)
        ]
        slots = [(at, only(values)) for at, values in near if values][-1:]
    found = [
        (at, slot)
        for at, slot in slots
        if slot
        and slot.text != value.text
        and _is_of_same_letter(correction, value, at, slot)
        and _is_last_day(value, correction) == _is_last_day(slot, at)
        and _is_plausible(value, slot, correction.pack)
    ]
    if len({slot.text for _, slot in found}) > 1:
        return _closest(found, subject) if subject else found[-1:]
    return found


def _is_of_others(target: EarlierStatement, value: SlotValue) -> bool:
    """Return whether "we are 15" cannot replace ``value``: a room number, a hotel's price."""
    is_ours = target.pack.corrections.speaker.search(target.text)
    return target.is_label(value) or not is_ours


def _of_day(
    correction: Correction, value: SlotValue, targets: Sequence[EarlierStatement]
) -> list[tuple[EarlierStatement, SlotValue]]:
    """Return the last value that was told of a day, and only of that: "Tuesday was 195"."""
    calendar = correction.pack.lexicon.calendar

    def day_of(slot: SlotValue, said: SlotText) -> str:
        before = said.text[said.part_of(slot)[0] : slot.start].lower().split()
        days = [word for word in before if word in calendar]
        return days[0] if len(days) == 1 else ""

    day = day_of(value, correction)
    is_short = correction.is_latest and len(correction.text.split()) <= LONGEST_RESTATED
    if value.type != "amount" or not (day and is_short) or _things(correction, value):
        return []
    if correction.table.adds.search(correction.text):
        return []
    found = [
        (at, slot)
        for at in targets
        if _is_of_same_chat(correction, at)
        for slot in at.values
        if slot.type == "amount" and (slot.unit == value.unit or "" in (slot.unit, value.unit))
        if day_of(slot, at) == day and slot.text != value.text
    ]
    return found[-1:]


def _is_of_same_chat(correction: Correction, target: EarlierStatement) -> bool:
    """Return whether ``target`` is of its chat: that of another may be about another router."""
    return target.recorded.chat == correction.recorded.chat


def _things(correction: Correction, value: SlotValue) -> list[Thing]:
    """Return the subjects of ``value``: before it in its part, else after it, else earlier."""
    said = correction.things_after_opening
    first, last = correction.part_of(value)
    return (
        [each for each in said if first <= each.start < value.start]
        or [each for each in said if value.end <= each.start < last]
        or [each for each in said if each.start < first and not _is_given(correction, each, value)][
            :1
        ]
    )


def _is_given(correction: Correction, thing: Thing, value: SlotValue) -> bool:
    """Return whether the part of ``thing`` has a value of the same type as ``value``."""
    start, end = next(part for part in correction.parts if thing.start < part[1])
    return any(v.type == value.type and start <= v.start < end for v in correction.values)


def _of_things(
    correction: Correction, value: SlotValue, targets: Sequence[EarlierStatement]
) -> list[tuple[EarlierStatement, SlotValue]]:
    """Return the ``targets`` about the same things as ``value``, with the value it replaces."""
    targets = [each for each in targets if each.fitting(value)]
    if not targets:  # the usual case
        return []
    if correction.is_latest and (again := _said_again(correction, value, targets)):
        return again
    things = _things(correction, value)
    if not things:
        return []
    if correction.table.adds.search(correction.text[slice(*correction.part_of(value))]):
        return []
    targets = [each for each in targets if _is_of_same_case(correction, value, each)]
    named = [each for each in things if not _is_implied(correction, each)]
    acted_on = [each for each in things if not (each.is_person or _is_given_name(correction, each))]
    subjects = named or things, acted_on, _object(correction, value, things)
    for about in dict.fromkeys(map(tuple, subjects)):  # mostly all the same
        slots = [(at, _slot(correction, value, about, at)) for at in targets]
        found = [
            (at, slot)
            for at, slot in slots
            if slot and slot.text != value.text and _may_update(correction, value, at, slot)
            if not _is_of_another(correction, value, about, at, slot)
            if _is_plausible(value, slot, correction.pack)
            if at.is_label(slot) or not correction.is_label(value)
        ]
        if found:
            return found if len({slot.text for _, slot in found}) == 1 else []
    return []


def _is_given_name(correction: Correction, thing: Thing) -> bool:
    return is_given(correction.text[thing.start : thing.end], correction.pack)


def _is_of_another(
    correction: Correction,
    value: SlotValue,
    about: Sequence[Thing],
    target: EarlierStatement,
    slot: SlotValue,
) -> bool:
    """Return whether both also name something that the other does not.

    "Tom goes to the dentist on the 10th", "Tom goes to the hairdresser on the 15th". With a
    word of change, this matters only after the value, or if they share no more than a person.
    """
    ours, theirs = correction.stems_of_things_after(value), target.stems_of_things_after(slot)
    if ours and theirs and not names_any(ours, theirs):
        return True
    is_of_person = all(each.is_person or _is_given_name(correction, each) for each in about)
    if correction.is_marked_or_hinted and not is_of_person:
        return False
    part = correction.part_of(value)
    known = frozenset(target.pack.stems(slot.text)) | {slot.unit} | correction.table.frame
    theirs = target.stems_of(target.part_of(slot)) - known
    ours = correction.without_change(part) & correction.subject(part, [value])
    ours, theirs = map(
        partial(without_implied, correction),
        (ours - frozenset(correction.pack.stems(value.text)), theirs),
    )
    return not (is_about(ours, theirs) or is_about(theirs, ours))


def _slot(
    correction: Correction, value: SlotValue, about: Sequence[Thing], target: EarlierStatement
) -> SlotValue | None:
    """Return the only value of ``target`` about these things, and about the same letter."""
    if _is_last_day(value, correction):
        ends = [each for each in target.values if _is_last_day(each, target)]
        said = ((each, target.stems_of(target.part_of(each))) for each in ends)
        return only([each for each, stems in said if all(of.is_in(stems) for of in about)])
    fitting, letter = correction.replaceable_in(target, value), correction.letter_before(value)
    letters = [target.letter_before(each) for each in fitting]
    if letter and letters.count(letter) == 1:
        return fitting[letters.index(letter)]
    plausible = [each for each in fitting if _is_plausible(value, each, correction.pack)]
    found = only(target.slots_about(about, plausible, value.unit))
    return None if found and _is_last_day(found, target) else found


def _is_last_day(value: SlotValue, said: SlotText) -> bool:
    """Return whether ``value`` ends several days: "till the 10th"."""
    is_day = value.type in ("date", "time")
    return is_day and bool(said.pack.corrections.until.search(said.text[: value.start]))


def _is_of_same_letter(
    correction: Correction, value: SlotValue, target: EarlierStatement, slot: SlotValue
) -> bool:
    letters = correction.letter_before(value), target.letter_before(slot)
    return not all(letters) or letters[0] == letters[1]


def _object(correction: Correction, value: SlotValue, things: Sequence[Thing]) -> list[Thing]:
    """Return the last of ``things`` if it is the object of a change: "lowered the rent to"."""
    last = things[-1]
    changes = correction.table.updates.search(correction.text) or correction.table.hints.search(
        correction.text
    )
    is_object = changes and last.start < value.start and not correction.is_adjunct(last.start)
    return [last] if is_object and correction.article_before(last.start) else []


def _said_again(
    correction: Correction, value: SlotValue, targets: Sequence[EarlierStatement]
) -> list[tuple[EarlierStatement, SlotValue]]:
    """Return the last value said shortly before in the same words: "it takes 40 minutes"."""
    words = _words_before(correction, value, correction)
    if not words:
        return []
    found = [
        (at, slot)
        for at in targets
        if _is_of_same_chat(correction, at) and correction.is_near(at)
        for slot in at.fitting(value)
        if _words_before(correction, slot, at) == words
    ]
    is_other = found and found[-1][1].text != value.text and found[-1][1].unit == value.unit
    return found[-1:] if is_other else []


def _words_before(correction: Correction, value: SlotValue, said: SlotText) -> list[str]:
    """Return the words before ``value`` in its part, if they begin with "it"."""
    start, _ = said.part_of(value)
    if any(start <= each.start < value.start for each in said.things):
        return []
    words = said.text[start : value.start].lower().split()
    return words if len(words) > 1 and correction.table.thing.fullmatch(words[0]) else []


def _is_implied(correction: Correction, thing: Thing) -> bool:
    return len(thing.stems) == 1 and correction.pack.topics.get(thing.stems[0]) in _IMPLIED


def _may_update(
    correction: Correction, value: SlotValue, target: EarlierStatement, slot: SlotValue
) -> bool:
    """Return whether a word marks ``value`` as new, or only the value differs."""
    return correction.is_marked_or_hinted or _says_alike(correction, value, target, slot)


def _is_of_same_case(correction: Correction, value: SlotValue, target: EarlierStatement) -> bool:
    """Return whether nothing shows that ``value`` concerns another person, number or day."""
    is_own = bool(
        correction.table.speaker.search(correction.text[slice(*correction.part_of(value))])
    )
    if is_own and target.is_of_others:
        return False
    if correction.is_marked_or_hinted:
        return True
    is_later = (
        correction.is_latest and correction.recorded.message_ids != target.recorded.message_ids
    )
    if is_own or not is_later or correction.is_event or not _is_of_same_chat(correction, target):
        return False
    is_on_another_day = value.type != "date" and not target.days.issuperset(correction.days)
    return target.labels.issuperset(correction.labels) and not is_on_another_day


def _says_alike(
    correction: Correction, value: SlotValue, target: EarlierStatement, slot: SlotValue
) -> bool:
    """Return whether both give one thing's value with the same verb, or "is" or "costs"."""
    if not correction.has_verb_before(value):
        return False
    (ours, says), (theirs, said) = correction.predicate_of(value), target.predicate_of(slot)
    ours = ours or next(iter(_things(correction, value)), None)  # "The tent is on sale: 45 euros"
    if not (ours and theirs and ours.is_in(theirs.stems)):
        return False
    first = next(each for each in target.values if each.type == slot.type)
    says, said = map(
        partial(without_implied, correction), (says, said or target.predicate_of(first)[1])
    )
    return bool(says & said) or not (says or said)


def _slots_of(
    subject: frozenset[str], value: SlotValue, target: EarlierStatement
) -> list[SlotValue]:
    """Return the values in the part of ``target`` that is about ``subject``."""
    found = [
        slot
        for part in target.parts
        if is_about(subject, target.stems_of(part))
        for slot in target.fitting(value, part)
        if not subject & frozenset(target.pack.stems(slot.text))
    ]
    own = [slot for slot in found if is_about(subject, target.stems_naming(slot))]
    return own if len(found) > 1 else found


def without_implied(correction: Correction, subject: frozenset[str]) -> frozenset[str]:
    """Remove the words that a value implies: "the price of the piano" is about the piano."""
    return frozenset(stem for stem in subject if correction.pack.topics.get(stem) not in _IMPLIED)


def _is_plausible(value: SlotValue, slot: SlotValue, pack: LanguagePack) -> bool:
    """Return whether an amount without a unit may replace one with: 900 is no number of 7 pups."""
    if value.type != "amount" or value.unit or not slot.unit or slot.unit == MONEY:
        return True
    sizes = size_of(value, pack), size_of(slot, pack)
    return not all(sizes) or max(sizes) <= _FAR_OFF * min(sizes)


def _closest(
    found: Sequence[tuple[EarlierStatement, SlotValue]], subject: frozenset[str]
) -> list[tuple[EarlierStatement, SlotValue]]:
    """Return those of ``found`` with the fewest other words, if their values are the same."""
    more = [
        len(at.stems_of(at.part_of(slot)) - subject - at.pack.corrections.frame)
        for at, slot in found
    ]
    closest = [each for each, count in zip(found, more, strict=True) if count == min(more)]
    return closest if len({slot.text for _, slot in closest}) == 1 else []
