"""Corrections that only reword the last statement: "scrap that, lavender"."""

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import dropwhile, pairwise

from tidemark.memory.correcting.correction import (
    LONGEST_RESTATED,
    Correction,
    EarlierStatement,
    only,
    size_of,
)
from tidemark.memory.recorded_statement import Effect
from tidemark.memory.slots import SlotValue, slot_values
from tidemark.nlp.mentions import names, tokens
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.speakers import speaker_of

_ANSWERS = re.compile(r"\W*\w+\s*:")  # of those who were asked: "Yes: Ann, Bo. No: Cas"
_REPEATED_WORDS = 2  # a pronoun and a verb
_MOST_WORDS = 5  # of the new phrase
_LETTERS_SHARED = 0.4  # of a word and the one that puts it right: "Gary", "Gavin"
_HOUR = re.compile(r"1?\d|2[0-4]")
_BARE_HOUR = re.compile(r"^\d{1,2}(?:[:.]\d\d)?(?=\W|$)|^.*")
_ALIKE, _UNLIKE = 2, 3  # size ratios: up to the first corrected, from the second on unrelated


def restate(correction: Correction, targets: Sequence[EarlierStatement]) -> Effect | None:
    """Return the effect of ``correction`` if it only rewords the last of ``targets``.

    Its only value replaces the value of the same type there; a phrase replaces one of the same
    kind: a name replaces a name, "in the barn" a place after the same preposition.
    """
    last = next((each for each in reversed(targets) if correction.is_near(each)), None)
    if last is None or last is not targets[-1] or len(correction.text.split()) > LONGEST_RESTATED:
        return None
    is_same = last.recorded.message_ids == correction.recorded.message_ids
    opens = correction.opens and not _ANSWERS.match(correction.recorded.text)
    if (is_same and not opens) or speaker_of(correction.recorded.text):
        return None  # the same message goes on, or another person answers
    found = correction.table.restates.match(correction.text)
    text = _restated_value(correction, last) or (
        _restated_phrase(correction, last, found) if found else None
    )
    text = text or _restated_place(correction, last)
    if text is None or text == last.text:
        return None
    return Effect(correction.recorded.text, {last.index: text}, is_fragment=True, is_absorbed=True)


def _restated_value(correction: Correction, last: EarlierStatement) -> str | None:
    """Return the text of ``last`` with the only value of this; None if this says more."""
    values = [each for each in correction.values if each.type != "name"]
    is_more = correction.has_subject or len(values) != len(correction.values)
    if len(values) != 1 or is_more or correction.table.adds.search(correction.text):
        return None
    if correction.is_difference(values[0]):
        return None
    if correction.table.remains.search(correction.text) and not correction.table.remains.search(
        last.text
    ):
        return None
    said = correction.subject((0, len(correction.text)), values) - frozenset(
        correction.pack.stems(values[0].text)
    )
    things = [each for each in correction.things if not each.is_person]
    value = values[0] if last.fitting(values[0]) else _as_hour(values[0])
    fitting = [each for each in last.fitting(value) if each.text != value.text]
    same = [each for each in fitting if each.unit and each.unit == values[0].unit]
    if things or (said and not same):
        return None
    slot = only(same or fitting) or _closest_in_size(values[0], fitting, correction.pack)
    if slot is None or last.is_former:
        return None
    # "8 pm" stays one in the evening
    text = value.text if value is values[0] else _BARE_HOUR.sub(value.text, slot.text, count=1)
    new = correction.new_value(correction.text, text, value.start, value.type)
    return last.with_value(slot.start, slot.end, new)


def _restated_phrase(
    correction: Correction, last: EarlierStatement, found: re.Match[str]
) -> str | None:
    """Return the text of ``last`` with the phrase ``found`` in place of one of its kind."""
    new = _without_repeated(
        correction, correction.without_reason(found["new"]).strip(" .!,*"), last
    )
    words = [each for each in tokens(new) if each.is_word]
    lexicon = correction.pack.lexicon
    verbs = lexicon.auxiliaries | (lexicon.verbs - lexicon.prepositions)
    acts = (
        (each.word in verbs and before.word not in lexicon.determiners)
        or (
            before.text[0].isupper()
            and each.text[0].islower()
            and _is_verb(each.word, correction.pack)
        )
        for before, each in pairwise(words)
    )  # "Lisa takes the dishes"
    if not words or len(words) > _MOST_WORDS or words[0].word in verbs or any(acts):
        return None
    if words[0].word in lexicon.pronouns - lexicon.determiners and len(words) > 1:
        return None
    if any(each.type != "name" for each in slot_values(new, correction.pack)):
        return None
    first = words[0].word
    if another := correction.table.another_kind.fullmatch(new):  # "the white ones"
        new, span = another["kind"], last.qualifier()
    elif first in lexicon.prepositions:
        span = last.phrase_after(first)
    else:
        opener = first if first in lexicon.determiners else ""
        name = next((each.text for each in names(new, correction.pack)), "")
        span = last.last_phrase(opener, name=name, is_bare=not found["says"])
    if span is None or last.says(new):
        return None
    is_starred = found["opens"] == ""
    if is_starred and not _resembles(new, last.text[slice(*span)]):
        return None  # "*Gavin" puts "Gawin" right, not every name
    return last.text[: span[0]] + new + last.text[span[1] :]


def _is_verb(word: str, pack: LanguagePack) -> bool:
    """Return whether ``word`` is a form of a common verb, "takes" as well as "take"."""
    return not pack.lexicon.verbs.isdisjoint((word, *pack.stems(word)))


def _without_repeated(correction: Correction, new: str, last: EarlierStatement) -> str:
    """Return ``new`` without a subject and verb that repeat those of ``last``: "she wants"."""
    words = [each for each in tokens(new) if each.is_word]
    lexicon, speaker = correction.pack.lexicon, correction.table.speaker
    is_of_us = bool(speaker.match(new)), bool(speaker.search(last.text))
    if len(words) <= _REPEATED_WORDS:
        return new
    if not is_of_us[0] and words[0].word not in lexicon.pronouns:
        return new
    said = {each.word for each in tokens(last.text)}
    if words[1].word not in said or is_of_us[0] != is_of_us[1]:
        return new
    repeated = said - lexicon.determiners
    rest = dropwhile(lambda each: each.word in repeated, words[2:-1])
    return new[next(rest, words[-1]).start :]


def _restated_place(correction: Correction, last: EarlierStatement) -> str | None:
    """Return the text of ``last`` with its place replaced: "it has moved to the barn"."""
    found = correction.table.moves.match(correction.text)
    if not found or any(each.type != "name" for each in slot_values(found["new"], correction.pack)):
        return None
    spans = [(at, last.phrase_after(at)) for at in sorted(correction.table.place_prepositions)]
    places = [(at, span) for at, span in spans if span]
    if len(places) != 1 or last.says(found["new"]):
        return None
    preposition, (start, end) = places[0]
    return f"{last.text[:start]}{preposition} {found['new']}{last.text[end:]}"


def _as_hour(value: SlotValue) -> SlotValue:
    """Return a number that may be an hour as a time: "make it 9" after "we meet at 8"."""
    is_hour = value.type == "amount" and not value.unit and _HOUR.fullmatch(value.text)
    return replace(value, type="time") if is_hour else value


def _resembles(new: str, old: str) -> bool:
    """Return whether ``new`` may correct the spelling of ``old`` or of one of its words."""
    likeness = (SequenceMatcher(None, new.casefold(), of.casefold()) for of in old.split())
    return any(each.ratio() >= _LETTERS_SHARED for each in likeness)


def _closest_in_size(
    value: SlotValue, among: Sequence[SlotValue], pack: LanguagePack
) -> SlotValue | None:
    """Return the one amount close to ``value`` in size, if all others are far from it."""
    sizes = [(size_of(each, pack), each) for each in among if each.type == "amount"]
    size = size_of(value, pack)
    if not size or len(sizes) != len(among) or not all(of for of, _ in sizes):
        return None
    ratios = sorted(((max(of, size) / min(of, size)), at) for at, (of, _) in enumerate(sizes))
    if len(ratios) > 1 and ratios[0][0] <= _ALIKE and ratios[1][0] >= _UNLIKE:
        return sizes[ratios[0][1]][1]
    return None
