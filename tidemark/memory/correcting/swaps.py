"""Corrections that name the old value: "quartz instead of oak"."""

import re
from collections.abc import Sequence
from itertools import dropwhile, pairwise
from typing import NamedTuple

from tidemark.memory.correcting.correction import Correction, EarlierStatement, without_stale
from tidemark.memory.recorded_statement import Effect
from tidemark.memory.slots import NewValue, SlotValue, slot_values, word_key
from tidemark.nlp.mentions import Mention, names, noun_phrases, tokens

_MOST_OLD_WORDS = 5
_WORDS_WITH_NUMBER = 2  # "room 3"


class _Swap(NamedTuple):
    """One value instead of another: the ``old`` words by their keys, and the text of the ``new``.

    The new value ``follows`` the old one; ``rest`` are the stems of the other words. If
    ``of_subject``, the old value is the subject of the correction: "Rob cancelled". It
    ``is_adjunct`` if it has a preposition: "not by train".
    """

    old: tuple[str, ...]
    new: str
    follows: bool
    rest: frozenset[str]
    of_subject: bool
    is_adjunct: bool


def swap(correction: Correction, targets: Sequence[EarlierStatement]) -> Effect | None:
    """Return the effect of ``correction`` if it names the old value: "quartz instead of oak"."""
    for match in correction.swaps:
        is_joined = match.string != correction.text
        among = [at for at in targets if not (is_joined and at.text == correction.before)]
        if found := _swapped(correction, match, among):
            is_bare = not (found[0].rest or correction.has_subject)
            text = correction.text if is_bare or is_joined else _without_old(match)
            swap, changes = found
            said = frozenset().union(*(at.stems for at in targets if at.index in changes))
            return Effect(text, changes, is_bare, is_absorbed=swap.rest <= said)
    return None


def _swapped(
    correction: Correction, match: re.Match[str], targets: Sequence[EarlierStatement]
) -> tuple[_Swap, dict[int, str | None]] | None:
    """Return the swap and its changes: to the last statement with the old value and others."""
    swap = _read_swap(correction, match)
    is_empty = correction.pack.references.pronouns.issuperset(swap.old)  # "can't make it"
    if is_empty or len(swap.old) > _MOST_OLD_WORDS:
        return None
    changes: dict[int, str | None] = {}
    matter: frozenset[str] = frozenset()
    is_number = all(of.isdigit() or of in correction.table.number_words for of in swap.old)
    is_number = is_number and not any(value.unit for value in correction.values)  # "8 replicates"
    if is_number and not swap.rest and correction.table.speaker.search(correction.claim):
        # "we are 13 instead of 12" is not about a cart for twelve
        targets = [each for each in targets if each.pack.corrections.speaker.search(each.text)]
    if named := _own_subject(correction, match):
        targets = [each for each in targets if not named.isdisjoint(each.stems)]
    around = match.string[: match.start()] + match.string[match.end() :]
    if not (correction.opens or correction.table.leaves.search(around)):
        # "Sanne comes instead of Fatima": that Fatima can't come is as true as before
        targets = [each for each in targets if not _leaves(each, swap.old)]
    likeliest = sorted(targets, key=lambda at: (bool(swap.rest & at.stems), at.index))
    for target in reversed(likeliest):
        about = target.stems - frozenset(swap.old)
        if not (matter & about if changes else _is_of(correction, swap, target, about)):
            continue
        if text := _with_swap(correction, target, swap):
            matter = matter or about
            changes[target.index] = text
    return (swap, changes) if changes else None


def _own_subject(correction: Correction, match: re.Match[str]) -> frozenset[str]:
    """Return the stems of the person whom alone a swap concerns; empty if it may concern others.

    In "Lena can't do Friday, she comes on Saturday", Friday stays the day of everybody else.
    """
    persons = correction.table.persons
    first = next((each.word for each in tokens(match["new"]) if each.is_word), "")
    if persons.get(first, "1") in ("1", "2"):
        return frozenset()
    before = match.string[: min(match.start("old"), match.start("new"))]
    return frozenset(correction.pack.stems(before)) - correction.table.frame


def _read_swap(correction: Correction, match: re.Match[str]) -> _Swap:
    lexicon = correction.pack.lexicon
    words = [each for each in tokens(match["old"]) if each.is_word]
    bare = [*dropwhile(lambda at: at.word in lexicon.determiners | lexicon.prepositions, words)]
    led = {each.word for each in words[: len(words) - len(bare)]}
    old = tuple(word_key(each, correction.pack) for each in bare)
    is_reason = match.string == correction.text and match.start("new") >= len(correction.claim)
    new = "" if is_reason else correction.without_reason(match["new"])
    if match.string != correction.text:
        new = correction.table.instead.sub("", new)
    skipped = {*old, *correction.table.frame}
    skipped.update(
        of for each in bare if each.text[0].isdigit() for of in correction.pack.stems(each.text)
    )
    for value in slot_values(new, correction.pack):
        skipped |= {*correction.pack.stems(value.text), value.unit}
    for phrase in _phrases(correction, new):
        skipped.update(correction.pack.stems(phrase.text))
    claim = correction.claim[correction.opening_end :]
    rest = frozenset(correction.pack.stems(claim)) - skipped
    follows = match.start("new") > match.start("old")
    return _Swap(
        old,
        new,
        follows,
        rest,
        of_subject=match.start("old") == 0,
        is_adjunct=bool(led & lexicon.prepositions),
    )


def _is_of(
    correction: Correction, swap: _Swap, target: EarlierStatement, about: frozenset[str]
) -> bool:
    """Return whether the swap may concern ``target``: shared words, or said soon after."""
    if correction.has_subject and any(
        p.search(correction.text) for p in correction.pack.cues.preferences
    ):
        return target.is_preference or bool(swap.rest & about)
    if not swap.rest or swap.of_subject or correction.opens or correction.is_near(target):
        return True
    said = swap.rest | frozenset(correction.pack.stems(correction.claim)) - frozenset(swap.old)
    return bool(said & about)


def _with_swap(correction: Correction, target: EarlierStatement, swap: _Swap) -> str | None:
    """Return the text of ``target`` with the old value replaced; None if it lacks that."""
    span = target.find(swap.old)
    if span is None:
        return None
    if number := _number_of_same(correction, swap):
        return target.text[: span[1] - len(swap.old[-1])] + number + target.text[span[1] :]
    slot = next((v for v in target.values if v.start <= span[0] and span[1] <= v.end), None)
    is_other = correction.has_subject and not swap.of_subject
    if slot and slot.type == "name" and is_other and target.is_subject(slot):
        return None
    if not slot and swap.is_adjunct and not target.is_adjunct(span[0]):
        return None
    if slot and slot.type in ("date", "time"):
        found = (
            _typed(correction, swap, slot)
            or _number_alone(correction, swap)
            or _date_after(correction, target.text[: slot.start].split()[-1:], swap)
        )
        is_part = found is not None and found.type == "amount"
        is_day = found is not None and not is_part and slot.type == "date"
        within = is_day and found and target.day_within(slot.start, slot.end, found.text)
        found = NewValue(within, "date", "") if within else found
    else:
        found = (slot and _typed(correction, swap, slot)) or _phrase(correction, swap, slot)
        is_part = False
    if found is None or target.says(found.text):
        return None
    if slot and not is_part:
        span = slot.start, slot.end
    if not slot:
        found = found._replace(text=_without_verb(found.text, target.text[: span[0]]))
    text = target.with_value(*span, found)
    if slot and slot.type != "name":
        return text
    return without_stale(_without_how_often(correction, text, found.text), found.text, target)


def _leaves(target: EarlierStatement, name: Sequence[str]) -> bool:
    """Return whether ``target`` says that ``name`` leaves: "Fatima can't come"."""
    span = target.find(name)
    found = next((v for v in target.values if v.type == "name" and span and v.end == span[1]), None)
    if found is None:
        return False
    leaves = target.pack.corrections.leaves
    return leaves.search(target.text, found.end, target.part_of(found)[1]) is not None


def _without_how_often(correction: Correction, text: str, value: str) -> str:
    """Remove what ``text`` says after ``value`` of how often the old thing was used."""
    end = text.find(value) + len(value)
    often = correction.table.how_often.match(text, end)
    if often is None or often[0].strip(" ,") in correction.text:
        return text
    return text[:end] + text[often.end() :]


def _number_of_same(correction: Correction, swap: _Swap) -> str | None:
    """Return the number that replaces another one after the same word: "not room 3, room 5"."""
    if len(swap.old) < _WORDS_WITH_NUMBER or not swap.old[-1].isdigit():
        return None
    said = [each for each in tokens(swap.new) if each.is_word]
    for noun, number in pairwise(said):
        if number.text.isdigit() and word_key(noun, correction.pack) == swap.old[-2]:
            return number.text
    return None


def _typed(correction: Correction, swap: _Swap, slot: SlotValue) -> NewValue | None:
    values = [each for each in slot_values(swap.new, correction.pack) if each.may_replace(slot)]
    if not values:
        return None
    value = values[0] if swap.follows else values[-1]
    return correction.new_value(swap.new, value.text, value.start, value.type)


def _number_alone(correction: Correction, swap: _Swap) -> NewValue | None:
    """Return the number that stands for a whole date: "14, not 12"."""
    values = slot_values(swap.new, correction.pack)
    return (
        NewValue(values[0].text, "amount", "") if [v.type for v in values] == ["amount"] else None
    )


def _date_after(correction: Correction, preposition: Sequence[str], swap: _Swap) -> NewValue | None:
    """Return the new value as a date, read with the ``preposition`` of the old one.

    "May", for example, is a date only after a preposition.
    """
    values = slot_values(" ".join([*preposition, swap.new]), correction.pack)
    found = next((each for each in values if each.type == "date"), None)
    return NewValue(found.text, "date", "") if found else None


def _phrase(correction: Correction, swap: _Swap, slot: SlotValue | None) -> NewValue | None:
    phrases = _phrases(correction, swap.new)
    if not phrases or (slot and slot.type != "name"):
        return None
    phrase = phrases[0] if swap.follows else phrases[-1]
    text = _place_in(correction, swap) or _without_act(correction, phrase, swap.new)
    return correction.new_value(swap.new, text, phrase.start, "name" if phrase.is_name else None)


def _without_act(correction: Correction, phrase: Mention, text: str) -> str:
    """Return ``phrase`` without a verb that follows its subject: "tea", of "she drinks tea"."""
    before = [each.word for each in tokens(text[: phrase.start]) if each.is_word]
    subjects = correction.pack.lexicon.pronouns - correction.pack.lexicon.determiners
    _, _, rest = phrase.text.partition(" ")
    return rest if rest and before and before[-1] in subjects else phrase.text


def _place_in(correction: Correction, swap: _Swap) -> str:
    """Return the new place after the preposition of the old one: "in den bosch"."""
    words = swap.new.strip(" .!,").split()
    lexicon = correction.pack.lexicon
    is_place = swap.is_adjunct and words[0].lower() in lexicon.prepositions
    rest = [each.lower() for each in words[1:]]
    if not is_place or not 1 < len(rest) <= _MOST_OLD_WORDS:
        return ""
    known = lexicon.determiners | lexicon.auxiliaries | lexicon.pronouns | lexicon.prepositions
    is_name = known.isdisjoint(rest) and all(each.isalpha() for each in rest)
    return " ".join(words[1:]) if is_name else ""


def _phrases(correction: Correction, text: str) -> list[Mention]:
    found = [*names(text, correction.pack), *noun_phrases(text, correction.pack)]
    return sorted(found, key=lambda each: each.start)


def _without_old(match: re.Match[str]) -> str:
    """Return the text of a swap without the part that names the old value, if it is separate."""
    if not match.groupdict().get("drop"):
        return match.string
    before, after = match.string[: match.start("drop")], match.string[match.end("drop") :].lstrip()
    return before.rstrip() + (" " if after[:1].isalnum() else "") + after


def _without_verb(value: str, before: str) -> str:
    """Return ``value`` without a first word that is the last one of ``before``."""
    first, _, rest = value.partition(" ")
    return rest if rest and before.split()[-1:] == [first] else value
