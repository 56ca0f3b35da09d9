"""Corrections: applies each later statement to the earlier ones, giving their current wording.

A correction names an old value, a new one, or both. It changes only that value in the statement it
concerns: after "not oak, rather quartz", "green cabinets and an oak worktop" reads "green cabinets
and a quartz worktop". The statement is found by the old value, by shared words, by the type and
unit of the value, and by recency; in doubt nothing changes.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import cached_property
from itertools import dropwhile, pairwise
from typing import NamedTuple

from tidemark.memory.matching import supersedes
from tidemark.memory.slots import (
    LONGEST_STATEMENT,
    MONEY,
    NewValue,
    SlotText,
    SlotType,
    SlotValue,
    Thing,
    is_given,
    is_ordinal,
    names_any,
    names_same,
    slot_values,
    word_key,
)
from tidemark.nlp.dates import days_in_a_row
from tidemark.nlp.mentions import Mention, names, noun_phrases, tokens
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import LANGUAGE_PACKS, language_pack_for
from tidemark.nlp.speakers import speaker_of, without_speaker
from tidemark.nlp.statements import correcting_sentences
from tidemark.schema import Item
from utils import text_cache

_DENIED_CHARS = 12  # before a name: "not De Haan"
_SOON_AFTER = 6  # messages: three exchanges
_REPEATED_WORDS = 2  # a pronoun and a verb
_ANSWERS = re.compile(r"\W*\w+\s*:")  # of those who were asked: "Yes: Ann, Bo. No: Cas"
_MOST_OLD_WORDS = 5
_WORDS_WITH_NUMBER = 2  # "room 3"
_FEWEST_IN_A_ROW = 3
_ROOT_LETTERS = 5
_LONGEST_RESTATED = 10  # words
_LETTERS_SHARED = 0.4  # of a word and the one that puts it right: "Gary", "Gavin"
_HOUR = re.compile(r"1?\d|2[0-4]")
_BARE_HOUR = re.compile(r"^\d{1,2}(?:[:.]\d\d)?(?=\W|$)|^.*")
_FAR_OFF = 20  # times a number of things: then an amount without a unit is something else
_ALIKE, _UNLIKE = 2, 3  # size ratios: up to the first corrected, from the second on unrelated
_IMPLIED = ("cost", "time")  # topics that an amount and a date imply
_MOST_TARGETS = 200  # latest statements; a view has fewer


class RecordedStatement(NamedTuple):
    """A statement: its text, the messages it rests on, and the texts that it replaced.

    ``quote`` is its whole sentence, if that is longer. ``chat`` tells the chats of several apart.
    """

    text: str
    message_ids: tuple[int, ...] = ()
    was: tuple[str, ...] = ()
    quote: str = ""
    chat: str = ""


@dataclass(frozen=True)
class Current:
    """The current form of a statement.

    ``was`` are its earlier texts, newest first. ``corrected_by`` and ``corrects`` are indices of
    other statements. One that ``is_fragment`` only corrects and makes no sense by itself; one that
    ``is_past`` was superseded as a whole.
    """

    text: str
    was: tuple[str, ...] = ()
    corrected_by: tuple[int, ...] = ()
    corrects: tuple[int, ...] = ()
    is_fragment: bool = False
    is_past: bool = False


@dataclass(frozen=True)
class Effect:
    """The changes that a statement makes to earlier ones, and its own text.

    ``changes`` gives the new text of each earlier statement by its index, None for one that is
    superseded as a whole. It ``is_absorbed`` if the changed statements contain all of it.
    """

    text: str
    changes: Mapping[int, str | None] = field(default_factory=dict)
    is_fragment: bool = False
    is_absorbed: bool = False


def current(statements: Sequence[RecordedStatement]) -> tuple[Current, ...]:
    """Return the current form of each of ``statements``, in their order.

    >>> date = RecordedStatement("They can start on 12 January", (1,))
    >>> now = current([date, RecordedStatement("No, 14, not 12", (2,))])
    >>> now[0].text, now[1].is_fragment
    ('They can start on 14 January', True)
    """
    held = [
        _Held(index, each, RecordedStatement(each.text, each.message_ids))
        for index, each in enumerate(statements)
    ]
    changed_before = [each for each in held if each.recorded.was]
    in_order = sorted(held, key=lambda each: (each.time, bool(each.recorded.was)))
    for number, each in enumerate(in_order):
        _replace_history(each, held)
        earlier = [at for at in in_order[:number] if not (at.is_past or at.is_fragment)]
        _take_effect(each, earlier, changed_before)
    return tuple(each.current for each in held)


def effect_of(
    newer: RecordedStatement, earlier: Sequence[RecordedStatement], *, is_latest: bool = False
) -> Effect:
    """Return the effect of ``newer`` on ``earlier`` statements, oldest first.

    If it ``is_latest``, it also replaces a value by repeating a statement with another value: "the
    rent is 950". Otherwise it needs a word of change, because two similar facts may both be true.
    """
    return _effect_of(newer, tuple(earlier), is_latest=is_latest)


@text_cache(256)  # each turn of a chat needs the same effects, and a fold twice
def _effect_of(
    newer: RecordedStatement, earlier: tuple[RecordedStatement, ...], *, is_latest: bool
) -> Effect:
    if not (earlier and _is_statement(newer)):
        return Effect(newer.text)
    recent = earlier[-_MOST_TARGETS:]
    correction = _correction(
        newer, _pack_of(recent), before=_just_before(newer, earlier), is_latest=is_latest
    )
    if not correction.may_correct:
        return Effect(newer.text)
    first = len(earlier) - len(recent)
    speaker = speaker_of(newer.text)
    targets = [
        _target(first + index, each, correction.pack)
        for index, each in enumerate(recent)
        if _is_statement(each) and (not speaker or speaker_of(each.text) in (speaker, ""))
    ]
    return (
        correction.shift(targets)
        or correction.swap(targets)
        or correction.hand_over(targets)
        or correction.refill(targets)
        or correction.restate(targets)
        or Effect(newer.text)
    )


def may_correct(newer: RecordedStatement, earlier: Sequence[RecordedStatement]) -> bool:
    """Return whether ``newer`` is able to change one of ``earlier``; a question never is."""
    if not (earlier and _is_statement(newer)):
        return False
    pack, before = _pack_of(earlier), _just_before(newer, earlier)
    return may_supersede(newer.text) or (
        _correction(newer, pack, before=before, is_latest=True).may_correct
    )


def _just_before(newer: RecordedStatement, earlier: Sequence[RecordedStatement]) -> str:
    """Return the statement before ``newer`` if it is in the same message, else an empty text."""
    last = earlier[-1]
    return last.text if last.message_ids and last.message_ids == newer.message_ids else ""


def _pack_of(statements: Sequence[RecordedStatement]) -> LanguagePack:
    """Return the language pack of the last text; if it shows no language, of the one before."""
    pack = LANGUAGE_PACKS["en"]
    for each in statements[-_SOON_AFTER:]:
        pack = language_pack_for(each.text[:LONGEST_STATEMENT], pack)
    return pack


def may_supersede(text: str) -> bool:
    """Return whether ``text`` may supersede an earlier statement as a whole."""
    return bool(len(text) <= LONGEST_STATEMENT and correcting_sentences(text))


def _is_statement(statement: RecordedStatement) -> bool:
    """Return whether it states something: "Show me the sales of 2024" asks, without a mark too."""
    text = statement.text
    if len(text) > LONGEST_STATEMENT or text.rstrip().endswith("?"):
        return False
    pack = language_pack_for(text)
    # "What was 800 is now 900" states something, too
    return not pack.cues.questions.match(text) or bool(pack.corrections.updates.search(text))


# Applying


@dataclass
class _Held:
    """A statement to which later ones are applied: as it was ``recorded``, and as it is ``now``."""

    index: int
    recorded: RecordedStatement
    now: RecordedStatement
    was: list[str] = field(default_factory=list)
    corrected_by: list[int] = field(default_factory=list)
    corrects: list[int] = field(default_factory=list)
    is_fragment: bool = False
    is_past: bool = False
    _item: Item | None = None

    @property
    def time(self) -> int:
        return max(self.recorded.message_ids, default=0)

    @property
    def current(self) -> Current:
        return Current(
            self.now.text,
            tuple(reversed(self.was)),
            tuple(self.corrected_by),
            tuple(self.corrects),
            self.is_fragment,
            self.is_past,
        )

    @property
    def item(self) -> Item:
        """The current text as an item, made again only after a change."""
        if self._item is None or self._item.text != self.now.text:
            self._item = Item(text=self.now.text, message_ids=self.now.message_ids)
        return self._item

    def give_way(self, text: str | None, by: "_Held") -> None:
        if text is None:
            self.is_past = True
        else:
            self.was.append(self.now.text)
            self.rewrite(text)
        self.corrected_by.append(by.index)
        by.corrects.append(self.index)

    def rewrite(self, text: str) -> None:
        self.now = self.now._replace(text=text)


def _replace_history(item: _Held, held: Sequence[_Held]) -> None:
    """Give earlier statements with a text that ``item`` replaced the text of ``item``."""
    for old in item.recorded.was:
        for each in held:
            if each is not item and old in each.now.text and each.time <= item.time:
                each.give_way(each.now.text.replace(old, item.recorded.text, 1), item)


def _was_applied(statement: RecordedStatement, item: RecordedStatement) -> bool:
    """Return whether ``statement`` only corrects, and ``item`` already has its correction."""
    if not set(statement.message_ids) & set(item.message_ids):
        return False
    return effect_of(
        statement, [RecordedStatement(old, item.message_ids) for old in item.was]
    ).is_fragment


def _take_effect(each: _Held, earlier: Sequence[_Held], changed_before: Sequence[_Held]) -> None:
    effect = effect_of(each.recorded, [at.now for at in earlier], is_latest=True)
    for index, text in effect.changes.items():
        earlier[index].give_way(text, each)
    if effect.text != each.now.text:
        each.rewrite(effect.text)
    each.is_fragment = effect.is_fragment or any(
        _was_applied(each.recorded, at.recorded) for at in changed_before if at is not each
    )
    if not effect.changes and may_supersede(each.recorded.text):
        newer = Item(
            text=each.recorded.text,
            quote=each.recorded.quote,
            message_ids=each.recorded.message_ids,
        )
        for at in earlier:
            if supersedes(newer, at.item, "key_facts"):
                at.give_way(None, each)


# Finding the corrected statement


class _Target(SlotText):
    """An earlier statement, which a correction may change."""

    def __init__(self, index: int, recorded: RecordedStatement, otherwise: LanguagePack) -> None:
        super().__init__(recorded.text, otherwise)
        self.index = index
        self.recorded = recorded

    @cached_property
    def is_preference(self) -> bool:
        return any(pattern.search(self.text) for pattern in self.pack.cues.preferences)

    @cached_property
    def is_former(self) -> bool:
        """Return whether it describes the past; "was moved to" gives the present."""
        table = self.pack.corrections
        return bool(table.former.search(self.text)) and not table.updates.search(self.text)

    @cached_property
    def is_of_others(self) -> bool:
        """Return whether it is about another person, and not about the speaker."""
        is_own = self.pack.corrections.speaker.search(self.text)
        return not is_own and any(each.is_person for each in self.things)

    def does(self, name: SlotValue, stems: frozenset[str]) -> bool:
        """Return whether its part with ``name`` contains one of ``stems``."""
        said = self.stems_of(self.part_of(name)) - frozenset(self.pack.stems(name.text))
        return not stems or any(
            names_same(one, other) or names_same(other, one) for one in stems for other in said
        )

    def changed(self, text: str) -> "_Target":
        return _target(self.index, self.recorded._replace(text=text), self.pack)


@text_cache(1024)
def _target(index: int, statement: RecordedStatement, otherwise: LanguagePack) -> _Target:
    """Return ``statement`` as a target, parsed once for all comparisons."""
    return _Target(index, statement, otherwise)


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


class _Correction(SlotText):
    """A statement that may correct earlier ones; its ``claim`` is the text before any reason.

    ``before`` is the statement before it in its message.
    """

    def __init__(
        self, recorded: RecordedStatement, otherwise: LanguagePack, *, before: str, is_latest: bool
    ) -> None:
        super().__init__(
            without_speaker(recorded.text), language_pack_for(recorded.quote, otherwise)
        )
        self.recorded = recorded
        self.before = before
        self.is_latest = is_latest
        self.table = self.pack.corrections
        self.opens = bool(self.table.opens.match(recorded.quote or recorded.text))
        self.claim = self._without_reason(self.text)
        self.has_subject = bool(self.pack.cues.first_person.search(self.claim))

    def is_label(self, value: SlotValue) -> bool:
        """Return whether ``value`` names a thing; not the 250 of "make the rate limit 250"."""
        return not self.table.sets.match(self.text) and super().is_label(value)

    @cached_property
    def may_correct(self) -> bool:
        """Return whether it gives a value, swaps one for another, or says that a person leaves."""
        return bool(
            self.is_marked
            or any(value.type != "name" for value in self.values)
            or self.table.leaves.search(f"{self.before} {self.text}")
            or self.table.restates.match(self.text)
            or self._swaps
        )

    @cached_property
    def _swaps(self) -> tuple[re.Match[str], ...]:
        """The parts of it that name one value instead of another.

        The old one may be in the sentence before: "Not the teapot. A plate instead".
        """
        found = tuple(self.table.swapped(self.text))
        if found or not (self.before and self.table.instead.search(self.text)):
            return found
        before = self._without_reason(self.before).rstrip(" .!")
        return tuple(self.table.swapped(f"{before}, {self.text}"))

    @cached_property
    def is_marked(self) -> bool:
        """Return whether it has words of change or correction."""
        return bool(self.opens or self.table.updates.search(self.text))

    def shift(self, targets: Sequence[_Target]) -> Effect | None:
        """Return its effect if it gives other days in a row: "no, it is the 14th to the 16th"."""
        days = days_in_a_row(self.text, self.pack.language)
        if not (days and self.is_marked):
            return None
        rest = self.table.updates.sub(" ", self.text.replace(days, " "))
        about = frozenset(self.pack.stems(rest)) - self.pack.asking_stems
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
            return Effect(self.text, changed, not self.has_subject, is_absorbed=is_absorbed)
        return None

    def swap(self, targets: Sequence[_Target]) -> Effect | None:
        """Return its effect if it names the old value: "quartz instead of oak"."""
        for match in self._swaps:
            is_joined = match.string != self.text
            among = [at for at in targets if not (is_joined and at.text == self.before)]
            if found := self._swapped(match, among):
                is_bare = not (found[0].rest or self.has_subject)
                text = self.text if is_bare or is_joined else _without_old(match)
                swap, changes = found
                said = frozenset().union(*(at.stems for at in targets if at.index in changes))
                return Effect(text, changes, is_bare, is_absorbed=swap.rest <= said)
        return None

    def refill(self, targets: Sequence[_Target]) -> Effect | None:
        """Return its effect if it gives a new value of something: "the budget is now 48,000"."""
        changed: dict[int, str] = {}
        values = list(self._new_values())
        places = [
            self._fill(value, subject, targets, changed)
            or self._fill_ordinal(value, subject, targets, changed)
            for value, subject in values
        ]
        if not values:
            return self._reuse_thing(targets) if self.is_marked else None
        if not changed:
            return None
        is_whole = (
            all(places)
            and self.claim == self.text
            and self._says_no_more(changed, (of for _, of in values))
        )
        is_bare = is_whole and not self.has_subject and not any(of for _, of in values)
        return Effect(self.recorded.text, changed, is_bare, is_absorbed=is_whole)

    def _says_no_more(self, changed: Mapping[int, str], about: Iterable[frozenset[str]]) -> bool:
        """Return whether the ``changed`` statements contain the subjects of all its values."""
        told = frozenset(word for each in changed.values() for word in self.pack.stems(each))
        return self.is_marked and all(_is_about(self._without_implied(of), told) for of in about)

    def _without_reason(self, text: str) -> str:
        reason = self.table.reasons.search(text)
        return text[: reason.start()] if reason else text

    def _is_near(self, target: _Target) -> bool:
        ours, theirs = self.recorded.message_ids, target.recorded.message_ids
        return bool(ours and theirs) and 0 <= max(ours) - max(theirs) <= _SOON_AFTER

    def _shares_name(self, target: _Target) -> bool:
        """Return whether both contain the same name: "Mrs Okafor rang: it'll be the 6th"."""
        mine, theirs = ({v.text for v in of.values if v.type == "name"} for of in (self, target))
        return not mine.isdisjoint(theirs)

    # One value instead of another

    def _swapped(
        self, match: re.Match[str], targets: Sequence[_Target]
    ) -> tuple[_Swap, dict[int, str | None]] | None:
        """Return the swap and its changes: to the last statement with the old value and others."""
        swap = self._read_swap(match)
        is_empty = self.pack.references.pronouns.issuperset(swap.old)  # "can't make it"
        if is_empty or len(swap.old) > _MOST_OLD_WORDS:
            return None
        changes: dict[int, str | None] = {}
        matter: frozenset[str] = frozenset()
        is_number = all(of.isdigit() or of in self.table.number_words for of in swap.old)
        is_number = is_number and not any(value.unit for value in self.values)  # "8 replicates"
        if is_number and not swap.rest and self.table.speaker.search(self.claim):
            # "we are 13 instead of 12" is not about a cart for twelve
            targets = [each for each in targets if each.pack.corrections.speaker.search(each.text)]
        likeliest = sorted(targets, key=lambda at: (bool(swap.rest & at.stems), at.index))
        for target in reversed(likeliest):
            about = target.stems - frozenset(swap.old)
            if not (matter & about if changes else self._is_of(swap, target, about)):
                continue
            if text := self._with_swap(target, swap):
                matter = matter or about
                changes[target.index] = text
        return (swap, changes) if changes else None

    def _read_swap(self, match: re.Match[str]) -> _Swap:
        lexicon = self.pack.lexicon
        words = [each for each in tokens(match["old"]) if each.is_word]
        bare = [*dropwhile(lambda at: at.word in lexicon.determiners | lexicon.prepositions, words)]
        led = {each.word for each in words[: len(words) - len(bare)]}
        old = tuple(word_key(each, self.pack) for each in bare)
        is_reason = match.string == self.text and match.start("new") >= len(self.claim)
        new = "" if is_reason else self._without_reason(match["new"])
        if match.string != self.text:
            new = self.table.instead.sub("", new)
        skipped = {*old, *self.table.frame}
        skipped.update(
            of for each in bare if each.text[0].isdigit() for of in self.pack.stems(each.text)
        )
        for value in slot_values(new, self.pack):
            skipped |= {*self.pack.stems(value.text), value.unit}
        for phrase in self._phrases(new):
            skipped.update(self.pack.stems(phrase.text))
        opened = self.table.opens.match(self.claim)
        claim = self.claim[opened.end() :] if opened else self.claim
        rest = frozenset(self.pack.stems(claim)) - skipped
        follows = match.start("new") > match.start("old")
        return _Swap(
            old,
            new,
            follows,
            rest,
            of_subject=match.start("old") == 0,
            is_adjunct=bool(led & lexicon.prepositions),
        )

    def _is_of(self, swap: _Swap, target: _Target, about: frozenset[str]) -> bool:
        """Return whether the swap may concern ``target``: shared words, or said soon after."""
        if self.has_subject and any(p.search(self.text) for p in self.pack.cues.preferences):
            return target.is_preference or bool(swap.rest & about)
        if not swap.rest or swap.of_subject or self.opens or self._is_near(target):
            return True
        said = swap.rest | frozenset(self.pack.stems(self.claim)) - frozenset(swap.old)
        return bool(said & about)

    def _with_swap(self, target: _Target, swap: _Swap) -> str | None:
        """Return the text of ``target`` with the old value replaced; None if it lacks that."""
        span = target.find(swap.old)
        if span is None:
            return None
        if number := self._number_of_same(swap):
            return target.text[: span[1] - len(swap.old[-1])] + number + target.text[span[1] :]
        slot = next((v for v in target.values if v.start <= span[0] and span[1] <= v.end), None)
        is_other = self.has_subject and not swap.of_subject
        if slot and slot.type == "name" and is_other and target.is_subject(slot):
            return None
        if not slot and swap.is_adjunct and not target.is_adjunct(span[0]):
            return None
        if slot and slot.type in ("date", "time"):
            found = (
                self._typed(swap, slot)
                or self._number_alone(swap)
                or self._date_after(target.text[: slot.start].split()[-1:], swap)
            )
            is_part = found is not None and found.type == "amount"
            is_day = found is not None and not is_part and slot.type == "date"
            within = is_day and found and target.day_within(slot.start, slot.end, found.text)
            found = NewValue(within, "date", "") if within else found
        else:
            found = (slot and self._typed(swap, slot)) or self._phrase(swap, slot)
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
        return _without_stale(self._without_how_often(text, found.text), found.text, target)

    def _without_how_often(self, text: str, value: str) -> str:
        """Remove what ``text`` says after ``value`` of how often the old thing was used."""
        end = text.find(value) + len(value)
        often = self.table.how_often.match(text, end)
        if often is None or often[0].strip(" ,") in self.text:
            return text
        return text[:end] + text[often.end() :]

    def _number_of_same(self, swap: _Swap) -> str | None:
        """Return the number that replaces another one after the same word: "not room 3, room 5"."""
        if len(swap.old) < _WORDS_WITH_NUMBER or not swap.old[-1].isdigit():
            return None
        said = [each for each in tokens(swap.new) if each.is_word]
        for noun, number in pairwise(said):
            if number.text.isdigit() and word_key(noun, self.pack) == swap.old[-2]:
                return number.text
        return None

    def _typed(self, swap: _Swap, slot: SlotValue) -> NewValue | None:
        values = [each for each in slot_values(swap.new, self.pack) if each.may_replace(slot)]
        if not values:
            return None
        value = values[0] if swap.follows else values[-1]
        return self._new(swap.new, value.text, value.start, value.type)

    def _number_alone(self, swap: _Swap) -> NewValue | None:
        """Return the number that stands for a whole date: "14, not 12"."""
        values = slot_values(swap.new, self.pack)
        return (
            NewValue(values[0].text, "amount", "")
            if [v.type for v in values] == ["amount"]
            else None
        )

    def _date_after(self, preposition: Sequence[str], swap: _Swap) -> NewValue | None:
        """Return the new value as a date, read with the ``preposition`` of the old one.

        "May", for example, is a date only after a preposition.
        """
        values = slot_values(" ".join([*preposition, swap.new]), self.pack)
        found = next((each for each in values if each.type == "date"), None)
        return NewValue(found.text, "date", "") if found else None

    def _phrase(self, swap: _Swap, slot: SlotValue | None) -> NewValue | None:
        phrases = self._phrases(swap.new)
        if not phrases or (slot and slot.type != "name"):
            return None
        phrase = phrases[0] if swap.follows else phrases[-1]
        text = self._place_in(swap) or self._without_act(phrase, swap.new)
        return self._new(swap.new, text, phrase.start, "name" if phrase.is_name else None)

    def _without_act(self, phrase: Mention, text: str) -> str:
        """Return ``phrase`` without a verb that follows its subject: "tea", of "she drinks tea"."""
        before = [each.word for each in tokens(text[: phrase.start]) if each.is_word]
        subjects = self.pack.lexicon.pronouns - self.pack.lexicon.determiners
        _, _, rest = phrase.text.partition(" ")
        return rest if rest and before and before[-1] in subjects else phrase.text

    def _place_in(self, swap: _Swap) -> str:
        """Return the new place after the preposition of the old one: "in den bosch"."""
        words = swap.new.strip(" .!,").split()
        lexicon = self.pack.lexicon
        is_place = swap.is_adjunct and words[0].lower() in lexicon.prepositions
        rest = [each.lower() for each in words[1:]]
        if not is_place or not 1 < len(rest) <= _MOST_OLD_WORDS:
            return ""
        known = lexicon.determiners | lexicon.auxiliaries | lexicon.pronouns | lexicon.prepositions
        is_name = known.isdisjoint(rest) and all(each.isalpha() for each in rest)
        return " ".join(words[1:]) if is_name else ""

    def _phrases(self, text: str) -> list[Mention]:
        found = [*names(text, self.pack), *noun_phrases(text, self.pack)]
        return sorted(found, key=lambda each: each.start)

    def _new(self, text: str, value: str, start: int, kind: SlotType | None) -> NewValue:
        return NewValue(value, kind, SlotText(text, self.pack).article_before(start))

    # The last statement repeated with another value

    def restate(self, targets: Sequence[_Target]) -> Effect | None:
        """Return its effect if it only rewords the last statement: "scrap that, lavender".

        Its only value replaces the value of the same type there; a phrase replaces one of the same
        kind: a name replaces a name, "in the barn" a place after the same preposition.
        """
        last = next((each for each in reversed(targets) if self._is_near(each)), None)
        if last is None or last is not targets[-1] or len(self.text.split()) > _LONGEST_RESTATED:
            return None
        is_same = last.recorded.message_ids == self.recorded.message_ids
        opens = self.opens and not _ANSWERS.match(self.recorded.text)
        if (is_same and not opens) or speaker_of(self.recorded.text):
            return None  # the same message goes on, or another person answers
        found = self.table.restates.match(self.text)
        text = self._restated_value(last) or (self._restated_phrase(last, found) if found else None)
        text = text or self._restated_place(last)
        if text is None or text == last.text:
            return None
        return Effect(self.recorded.text, {last.index: text}, is_fragment=True, is_absorbed=True)

    def _restated_value(self, last: _Target) -> str | None:
        """Return the text of ``last`` with the only value of this; None if this says more."""
        values = [each for each in self.values if each.type != "name"]
        is_more = self.has_subject or len(values) != len(self.values)
        if len(values) != 1 or is_more or self.table.adds.search(self.text):
            return None
        if self.is_difference(values[0]):
            return None
        if self.table.remains.search(self.text) and not self.table.remains.search(last.text):
            return None
        said = self._subject((0, len(self.text)), values) - frozenset(
            self.pack.stems(values[0].text)
        )
        things = [each for each in self.things if not each.is_person]
        value = values[0] if last.fitting(values[0]) else _as_hour(values[0])
        fitting = [each for each in last.fitting(value) if each.text != value.text]
        same = [each for each in fitting if each.unit and each.unit == values[0].unit]
        if things or (said and not same):
            return None
        slot = _only(same or fitting) or _closest_in_size(values[0], fitting, self.pack)
        if slot is None or last.is_former:
            return None
        # "8 pm" stays one in the evening
        text = value.text if value is values[0] else _BARE_HOUR.sub(value.text, slot.text, count=1)
        new = self._new(self.text, text, value.start, value.type)
        return last.with_value(slot.start, slot.end, new)

    def _restated_phrase(self, last: _Target, found: re.Match[str]) -> str | None:
        """Return the text of ``last`` with the phrase ``found`` in place of one of its kind."""
        new = self._without_repeated(self._without_reason(found["new"]).strip(" .!,*"), last)
        words = [each for each in tokens(new) if each.is_word]
        lexicon = self.pack.lexicon
        verbs = lexicon.auxiliaries | (lexicon.verbs - lexicon.prepositions)
        acts = (
            each.word in verbs and before.word not in lexicon.determiners
            for before, each in pairwise(words)
        )
        if not words or len(words) > _MOST_OLD_WORDS or words[0].word in verbs or any(acts):
            return None
        if words[0].word in lexicon.pronouns - lexicon.determiners and len(words) > 1:
            return None
        if any(each.type != "name" for each in slot_values(new, self.pack)):
            return None
        first = words[0].word
        if another := self.table.another_kind.fullmatch(new):  # "the white ones"
            new, span = another["kind"], last.qualifier()
        elif first in lexicon.prepositions:
            span = last.phrase_after(first)
        else:
            opener = first if first in lexicon.determiners else ""
            name = next((each.text for each in names(new, self.pack)), "")
            span = last.last_phrase(opener, name=name, is_bare=not found["says"])
        if span is None or last.says(new):
            return None
        is_starred = found["opens"] == ""
        if is_starred and not _resembles(new, last.text[slice(*span)]):
            return None  # "*Gavin" puts "Gawin" right, not every name
        return last.text[: span[0]] + new + last.text[span[1] :]

    def _without_repeated(self, new: str, last: _Target) -> str:
        """Return ``new`` without a subject and verb that repeat those of ``last``: "she wants"."""
        words = [each for each in tokens(new) if each.is_word]
        lexicon, speaker = self.pack.lexicon, self.table.speaker
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

    def _restated_place(self, last: _Target) -> str | None:
        """Return the text of ``last`` with its place replaced: "it has moved to the barn"."""
        found = self.table.moves.match(self.text)
        if not found or any(each.type != "name" for each in slot_values(found["new"], self.pack)):
            return None
        spans = [(at, last.phrase_after(at)) for at in sorted(self.table.place_prepositions)]
        places = [(at, span) for at, span in spans if span]
        if len(places) != 1 or last.says(found["new"]):
            return None
        preposition, (start, end) = places[0]
        return f"{last.text[:start]}{preposition} {found['new']}{last.text[end:]}"

    # A new value of something

    def _new_values(self) -> Iterator[tuple[SlotValue, frozenset[str]]]:
        """Yield the values that it gives, each with the stems of its subject."""
        for start, end in self.parts:
            here = [
                v for v in self.values if start <= v.start and v.end <= min(end, len(self.claim))
            ]
            given = [v for v in here if v.type != "name" and not self._is_denied(v)]
            given = [v for v in given if not (self._begins_days(v) or self._is_no_new_day(v))]
            if any(self.is_difference(value) for value in given):
                continue
            given = [v for v in given if not self._is_of_change(v)] or given
            if not given and self.table.updates.search(self.text[start:end]):
                given = [value for value in here[-1:] if not self.is_subject(value)]
            subject = self._subject((start, end), given)
            if not subject and self._is_row and not self.opens:
                continue  # "Ann 22, Bob 16, me 19" are three new values
            for value in given:
                yield value, subject

    def _is_of_change(self, value: SlotValue) -> bool:
        """Return whether ``value`` is only when a change begins: "on Thursdays from this month"."""
        words = self.table.hints.finditer(self.text)
        return value.type == "date" and any(at.start() < value.start < at.end() for at in words)

    def _is_no_new_day(self, value: SlotValue) -> bool:
        """Return whether ``value`` is when something happened, or a day that was named before.

        "He turned 7 last week", "they cannot have us on that Saturday".
        """
        if value.type != "date":
            return False
        if self.table.known_day.search(self.text[: value.start]):
            return True
        is_today = not self.is_marked and self.table.earlier_today.search(value.text)
        return bool(is_today or self.table.past_days.search(value.text))

    def _begins_days(self, value: SlotValue) -> bool:
        """Return whether ``value`` is the first day of several: 4, in "make that 4 to 12 June"."""
        after = next((each for each in self.values if each.start >= value.end), None)
        is_range = value.type == "amount" and after is not None and after.type == "date"
        return bool(is_range and after and self._ends_range(after, value.start))

    @cached_property
    def _is_row(self) -> bool:
        """Return whether it gives several amounts in a row."""
        return sum(value.type == "amount" for value in self.values) >= _FEWEST_IN_A_ROW

    def _is_denied(self, value: SlotValue) -> bool:
        """Return whether it says that ``value`` was wrong: 12, in "14, not 12"."""
        if value.type == "amount" and self.pack.ledger.former.search(self.text[: value.start]):
            return True
        return any(match.start("old") <= value.start < match.end("old") for match in self._swaps)

    def _subject(self, part: tuple[int, int], given: Sequence[SlotValue]) -> frozenset[str]:
        skipped = {each.unit for each in given} | self.table.frame
        if any(each.type == "time" for each in given):  # "at three in the afternoon"
            skipped |= frozenset(self.pack.stems(" ".join(self.pack.lexicon.times)))
        text = self.table.updates.sub(lambda found: " " * len(found[0]), self.claim)
        for each in given:
            text = text[: each.start] + " " * (each.end - each.start) + text[each.end :]
        text = text[slice(*part)]
        for words in (self.table.opens, self.table.updates, self.table.money):
            text = words.sub(" ", text)
        return frozenset(self.pack.stems(text)) - skipped

    def _fill(
        self,
        value: SlotValue,
        subject: frozenset[str],
        targets: Sequence[_Target],
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
                if (slot := _only(at.fitting(value))) and not at.says(value.text)
            ]
            if linked
            else self._places(value, subject, targets)
        )
        found = [(at, slot) for at, slot in found if not self._is_price_of_other(value, at)]
        new = self._new(self.text, value.text, value.start, value.type)
        for target, slot in found:
            is_bare = " " not in slot.text  # "the 11th" has no month to keep
            within = None if is_bare else target.day_within(slot.start, slot.end, value.text)
            put = NewValue(within, "date", "") if value.type == "date" and within else new
            text = target.with_value(slot.start, slot.end, put)
            goes_on = len(self.values) > 1 or value.type != "name"
            changed[target.index] = text if goes_on else _without_stale(text, new.text, target)
        return bool(found)

    def _fill_ordinal(
        self,
        value: SlotValue,
        subject: frozenset[str],
        targets: Sequence[_Target],
        changed: dict[int, str],
    ) -> bool:
        """Put a day without a month in place of an ordinal: "no, the 4th", of the 3rd floor."""
        is_bare = value.type == "date" and is_ordinal(value.text)
        ordinal = replace(value, type="ordinal")
        return is_bare and self.is_marked and self._fill(ordinal, subject, targets, changed)

    def _is_price_of_other(self, value: SlotValue, target: _Target) -> bool:
        """Return whether it names something else at that price: "no, camping Birch, at 35 euros".

        The price of "hotel Sun" then is as it was.
        """
        if value.unit != MONEY:
            return False
        theirs = {
            stem
            for name in names(target.text, target.pack)
            for stem in target.pack.stems(name.text)
        }
        ours = names(self.text, self.pack)
        shared = [each for each in ours if not theirs.isdisjoint(self.pack.stems(each.text))]
        denied = [
            each
            for each in shared
            if self.table.denies.search(self.text, max(each.start - _DENIED_CHARS, 0), each.start)
        ]
        return bool(theirs) and len(ours) > len(shared) == len(denied)

    def _places(
        self, value: SlotValue, subject: frozenset[str], targets: Sequence[_Target]
    ) -> list[tuple[_Target, SlotValue]]:
        """Return the statements that ``value`` concerns, each with the value that it replaces."""
        of_past = self.is_marked and bool(self.table.former.search(self.claim))
        now = [each for each in targets if of_past or not each.is_former]
        if self.table.remains.search(self.text[slice(*self.part_of(value))]):
            now = [each for each in now if self.table.remains.search(each.text)]
        if found := self._of_day(value, targets):
            return found
        if value.type != "name" and (found := self._of_things(value, now)):
            return found
        if not self.is_marked:
            return []
        counts = bool(value.unit) and value.unit != MONEY
        if subject and self.table.speaker.search(self.claim):
            now = [each for each in now if each.pack.corrections.speaker.search(each.text)]
        if subject:
            slots = [(at, _only(self._slots_of(subject, value, at))) for at in now]
            if not any(slot for _, slot in slots):
                subject = self._without_implied(subject)
                slots = [(at, _only(self._slots_of(subject, value, at))) for at in now if subject]
        elif counts:
            slots = [(at, _only([v for v in at.fitting(value) if v.unit])) for at in now]
        else:
            opened = self.table.opens.match(self.claim)
            is_of_us = self.table.speaker.match(self.claim, opened.end() if opened else 0)
            near = [
                (at, [v for v in at.fitting(value) if not (is_of_us and self._is_of_others(at, v))])
                for at in now
                if self._is_near(at) or self._shares_name(at)
            ]
            slots = [(at, _only(values)) for at, values in near if values][-1:]
        found = [
            (at, slot)
            for at, slot in slots
            if slot
            and slot.text != value.text
            and self._is_of_same_letter(value, at, slot)
            and self._is_last_day(value, self) == self._is_last_day(slot, at)
            and _is_plausible(value, slot, self.pack)
        ]
        if len({slot.text for _, slot in found}) > 1:
            return _closest(found, subject) if subject else found[-1:]
        return found

    def _is_of_others(self, target: _Target, value: SlotValue) -> bool:
        """Return whether "we are 15" cannot replace ``value``: a room number, a hotel's price."""
        is_ours = target.pack.corrections.speaker.search(target.text)
        return target.is_label(value) or not is_ours

    def _of_day(
        self, value: SlotValue, targets: Sequence[_Target]
    ) -> list[tuple[_Target, SlotValue]]:
        """Return the last value that was told of a day, and only of that: "Tuesday was 195"."""
        calendar = self.pack.lexicon.calendar

        def day_of(slot: SlotValue, said: SlotText) -> str:
            before = said.text[said.part_of(slot)[0] : slot.start].lower().split()
            days = [word for word in before if word in calendar]
            return days[0] if len(days) == 1 else ""

        day = day_of(value, self)
        is_short = self.is_latest and len(self.text.split()) <= _LONGEST_RESTATED
        if value.type != "amount" or not (day and is_short) or self._things(value):
            return []
        if self.table.adds.search(self.text):
            return []
        found = [
            (at, slot)
            for at in targets
            if self._is_of_same_chat(at)
            for slot in at.values
            if slot.type == "amount" and (slot.unit == value.unit or "" in (slot.unit, value.unit))
            if day_of(slot, at) == day and slot.text != value.text
        ]
        return found[-1:]

    def _is_of_same_chat(self, target: _Target) -> bool:
        """Return whether ``target`` is of its chat: that of another may be about another router."""
        return target.recorded.chat == self.recorded.chat

    def _things(self, value: SlotValue) -> list[Thing]:
        """Return the subjects of ``value``: before it in its part, else after it, else earlier."""
        said = self._things_after_opening
        first, last = self.part_of(value)
        return (
            [each for each in said if first <= each.start < value.start]
            or [each for each in said if value.end <= each.start < last]
            or [each for each in said if each.start < first and not self._is_given(each, value)][:1]
        )

    @cached_property
    def _things_after_opening(self) -> Sequence[Thing]:
        """The things it mentions, without the words that open a correction: "no wait, the tent"."""
        opened = self.table.opens.match(self.text)
        if not opened:
            return self.things
        begun, at = SlotText(self.text[opened.end() :], self.pack), opened.end()
        return [each._replace(start=each.start + at, end=each.end + at) for each in begun.things]

    def _is_given(self, thing: Thing, value: SlotValue) -> bool:
        """Return whether the part of ``thing`` has a value of the same type as ``value``."""
        start, end = next(part for part in self.parts if thing.start < part[1])
        return any(v.type == value.type and start <= v.start < end for v in self.values)

    def _of_things(
        self, value: SlotValue, targets: Sequence[_Target]
    ) -> list[tuple[_Target, SlotValue]]:
        """Return the ``targets`` about the same things as ``value``, with the value it replaces."""
        targets = [each for each in targets if each.fitting(value)]
        if not targets:  # the usual case
            return []
        if self.is_latest and (again := self._said_again(value, targets)):
            return again
        things = self._things(value)
        if not things:
            return []
        if self.table.adds.search(self.text[slice(*self.part_of(value))]):
            return []
        targets = [each for each in targets if self._is_of_same_case(value, each)]
        named = [each for each in things if not self._is_implied(each)]
        acted_on = [each for each in things if not (each.is_person or self._is_given_name(each))]
        subjects = named or things, acted_on, self._object(value, things)
        for about in dict.fromkeys(map(tuple, subjects)):  # mostly all the same
            slots = [(at, self._slot(value, about, at)) for at in targets]
            found = [
                (at, slot)
                for at, slot in slots
                if slot and slot.text != value.text and self._may_update(value, at, slot)
                if not self._is_of_another(value, about, at, slot)
                if _is_plausible(value, slot, self.pack)
                if at.is_label(slot) or not self.is_label(value)
            ]
            if found:
                return found if len({slot.text for _, slot in found}) == 1 else []
        return []

    def _is_given_name(self, thing: Thing) -> bool:
        return is_given(self.text[thing.start : thing.end], self.pack)

    def _is_of_another(
        self, value: SlotValue, about: Sequence[Thing], target: _Target, slot: SlotValue
    ) -> bool:
        """Return whether both also name something that the other does not.

        "Tom goes to the dentist on the 10th", "Tom goes to the hairdresser on the 15th". With a
        word of change, this matters only after the value, or if they share no more than a person.
        """
        ours, theirs = self.stems_of_things_after(value), target.stems_of_things_after(slot)
        if ours and theirs and not names_any(ours, theirs):
            return True
        is_of_person = all(each.is_person or self._is_given_name(each) for each in about)
        if self._is_marked_or_hinted and not is_of_person:
            return False
        part = self.part_of(value)
        known = frozenset(target.pack.stems(slot.text)) | {slot.unit} | self.table.frame
        theirs = target.stems_of(target.part_of(slot)) - known
        ours = self._without_change(part) & self._subject(part, [value])
        ours, theirs = map(
            self._without_implied, (ours - frozenset(self.pack.stems(value.text)), theirs)
        )
        return not (_is_about(ours, theirs) or _is_about(theirs, ours))

    def _slot(self, value: SlotValue, about: Sequence[Thing], target: _Target) -> SlotValue | None:
        """Return the only value of ``target`` about these things, and about the same letter."""
        if self._is_last_day(value, self):
            ends = [each for each in target.values if self._is_last_day(each, target)]
            said = ((each, target.stems_of(target.part_of(each))) for each in ends)
            return _only([each for each, stems in said if all(of.is_in(stems) for of in about)])
        fitting, letter = target.fitting(value), self.letter_before(value)
        letters = [target.letter_before(each) for each in fitting]
        if letter and letters.count(letter) == 1:
            return fitting[letters.index(letter)]
        found = _only(target.slots_about(about, value))
        return None if found and self._is_last_day(found, target) else found

    def _is_last_day(self, value: SlotValue, said: SlotText) -> bool:
        """Return whether ``value`` ends several days: "till the 10th"."""
        is_day = value.type in ("date", "time")
        return is_day and bool(said.pack.corrections.until.search(said.text[: value.start]))

    def _is_of_same_letter(self, value: SlotValue, target: _Target, slot: SlotValue) -> bool:
        letters = self.letter_before(value), target.letter_before(slot)
        return not all(letters) or letters[0] == letters[1]

    def _object(self, value: SlotValue, things: Sequence[Thing]) -> list[Thing]:
        """Return the last of ``things`` if it is the object of a change: "lowered the rent to"."""
        last = things[-1]
        changes = self.table.updates.search(self.text) or self.table.hints.search(self.text)
        is_object = changes and last.start < value.start and not self.is_adjunct(last.start)
        return [last] if is_object and self.article_before(last.start) else []

    def _said_again(
        self, value: SlotValue, targets: Sequence[_Target]
    ) -> list[tuple[_Target, SlotValue]]:
        """Return the last value said shortly before in the same words: "it takes 40 minutes"."""
        words = self._words_before(value, self)
        if not words:
            return []
        found = [
            (at, slot)
            for at in targets
            if self._is_of_same_chat(at) and self._is_near(at)
            for slot in at.fitting(value)
            if self._words_before(slot, at) == words
        ]
        is_other = found and found[-1][1].text != value.text and found[-1][1].unit == value.unit
        return found[-1:] if is_other else []

    def _words_before(self, value: SlotValue, said: SlotText) -> list[str]:
        """Return the words before ``value`` in its part, if they begin with "it"."""
        start, _ = said.part_of(value)
        if any(start <= each.start < value.start for each in said.things):
            return []
        words = said.text[start : value.start].lower().split()
        return words if len(words) > 1 and self.table.thing.fullmatch(words[0]) else []

    def _without_change(self, part: tuple[int, int]) -> frozenset[str]:
        words = self.text[slice(*part)].lower().split()
        return frozenset(
            self.pack.stems(" ".join(w for w in words if w not in self.table.change_words))
        )

    def _is_implied(self, thing: Thing) -> bool:
        return len(thing.stems) == 1 and self.pack.topics.get(thing.stems[0]) in _IMPLIED

    def _may_update(self, value: SlotValue, target: _Target, slot: SlotValue) -> bool:
        """Return whether a word marks ``value`` as new, or only the value differs."""
        return self._is_marked_or_hinted or self._says_alike(value, target, slot)

    @cached_property
    def _is_marked_or_hinted(self) -> bool:
        return self.is_marked or self.table.hints.search(self.text) is not None

    def _is_of_same_case(self, value: SlotValue, target: _Target) -> bool:
        """Return whether nothing shows that ``value`` concerns another person, number or day."""
        is_own = bool(self.table.speaker.search(self.text[slice(*self.part_of(value))]))
        if is_own and target.is_of_others:
            return False
        if self._is_marked_or_hinted:
            return True
        is_later = self.is_latest and self.recorded.message_ids != target.recorded.message_ids
        if is_own or not is_later or self._is_event or not self._is_of_same_chat(target):
            return False
        is_on_another_day = value.type != "date" and not target.days.issuperset(self.days)
        return target.labels.issuperset(self.labels) and not is_on_another_day

    @cached_property
    def _is_event(self) -> bool:
        """Return whether it gives an amount and its day."""
        return bool(self.days) and any(each.type == "amount" for each in self.values)

    def _says_alike(self, value: SlotValue, target: _Target, slot: SlotValue) -> bool:
        """Return whether both give one thing's value with the same verb, or "is" or "costs"."""
        if not self.has_verb_before(value):
            return False
        (ours, says), (theirs, said) = self.predicate_of(value), target.predicate_of(slot)
        ours = ours or next(iter(self._things(value)), None)  # "The tent is on sale: 45 euros"
        if not (ours and theirs and ours.is_in(theirs.stems)):
            return False
        first = next(each for each in target.values if each.type == slot.type)
        says, said = map(self._without_implied, (says, said or target.predicate_of(first)[1]))
        return bool(says & said) or not (says or said)

    # One person in the place of another

    def hand_over(self, targets: Sequence[_Target]) -> Effect | None:
        """Return its effect if one person leaves, and another one takes over."""
        gone = self._gone()
        if not gone:
            return None
        changes: dict[int, str | None] = {}
        for name, does in self._successors(gone):
            for target in targets:
                if target.text == self.before:
                    continue  # it says who leaves
                named = [v for v in target.values if v.type == "name" and self._names(v, gone)]
                slot = _only(named)
                if slot and not target.says(name.text) and target.does(slot, does):
                    new = NewValue(name.text, "name", "")
                    start = target.relation_before(slot.start)
                    changes[target.index] = target.with_value(start, slot.end, new)
        return Effect(self.recorded.text, changes) if changes else None

    def _gone(self) -> list[frozenset[str]]:
        """Return the stems of each name that leaves."""
        found = []
        for said in (self, SlotText(self.before, self.pack)):
            for start, end in said.parts:
                here = (v for v in said.values if v.type == "name" and start <= v.start < end)
                name = next(here, None)
                if name and self.table.leaves.search(said.text[name.end : end]):
                    found.append(self._proper(name))
        return found

    def _proper(self, name: SlotValue) -> frozenset[str]:
        """Return the stems of ``name`` without its titles."""
        words = [word for word in name.text.split() if word.lower() not in self.pack.lexicon.people]
        return frozenset(self.pack.stems(" ".join(words) or name.text))

    def _names(self, name: SlotValue, gone: Sequence[frozenset[str]]) -> bool:
        return any(self._proper(name) & each for each in gone)

    def _successors(
        self, gone: Sequence[frozenset[str]]
    ) -> Iterator[tuple[SlotValue, frozenset[str]]]:
        """Yield each name that does not leave, with the stems of its task."""
        for start, end in self.parts:
            said = min(end, len(self.claim))  # a name in a reason takes nothing over
            here = [v for v in self.values if v.type == "name" and start <= v.start < said]
            others = [v for v in here if not self._names(v, gone)]
            if others and len(here) == len(others):
                name = others[0]
                things = [t.stems for t in self.things if start <= t.start < end]
                own = frozenset(self.pack.stems(name.text)) | self.table.frame
                does = frozenset(stem for stems in things for stem in stems) - own
                does = does or self._without_change((start, end)) - own
                if does or not self.has_subject:  # "we choose De Branding" names no task
                    yield name, does

    def _slots_of(
        self, subject: frozenset[str], value: SlotValue, target: _Target
    ) -> list[SlotValue]:
        """Return the values in the part of ``target`` that is about ``subject``."""
        found = [
            slot
            for part in target.parts
            if _is_about(subject, target.stems_of(part))
            for slot in target.fitting(value, part)
            if not subject & frozenset(target.pack.stems(slot.text))
        ]
        own = [slot for slot in found if _is_about(subject, target.stems_naming(slot))]
        return own if len(found) > 1 else found

    def _without_implied(self, subject: frozenset[str]) -> frozenset[str]:
        """Remove the words that a value implies: "the price of the piano" is about the piano."""
        return frozenset(stem for stem in subject if self.pack.topics.get(stem) not in _IMPLIED)

    def _reuse_thing(self, targets: Sequence[_Target]) -> Effect | None:
        """Apply "I drink it with milk now" to "I like my coffee black": a habit that changed."""
        thing = self.table.thing.search(self.claim)
        marks = [found[0] for found in self.table.updates.finditer(self.claim)]
        if all(self.table.thing.search(mark) for mark in marks) and not self.opens:
            return None  # "make it work" changes no habit
        habits = [each for each in targets if self._is_near(each) and each.is_preference]
        opened = self.table.opens.match(self.claim)
        is_own = self.pack.cues.first_person.match(self.claim, opened.end() if opened else 0)
        if not (thing and habits and is_own):
            return None
        phrases = noun_phrases(habits[-1].text, habits[-1].pack)
        if not phrases:
            return None
        meant = f"{habits[-1].article_before(phrases[0].start)} {phrases[0].text.split()[0]}"
        text = self.text[: thing.start()] + meant.strip() + self.text[thing.end() :]
        return Effect(text, {habits[-1].index: None})


@text_cache(1024)
def _correction(
    statement: RecordedStatement, otherwise: LanguagePack, *, before: str, is_latest: bool
) -> _Correction:
    """Return ``statement`` as a correction, parsed once for all comparisons."""
    return _Correction(statement, otherwise, before=before, is_latest=is_latest)


def _as_hour(value: SlotValue) -> SlotValue:
    """Return a number that may be an hour as a time: "make it 9" after "we meet at 8"."""
    is_hour = value.type == "amount" and not value.unit and _HOUR.fullmatch(value.text)
    return replace(value, type="time") if is_hour else value


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


def _without_stale(text: str, value: str, target: SlotText) -> str:
    """Remove what ``text`` says of the old value after the new one: "…, it was the cheapest"."""
    end = text.find(value) + len(value)
    stale = target.pack.corrections.stale.search(text, end)
    if stale is None:
        return text
    stop = text[-1] if text[-1] in ".!" else ""
    return text[: stale.start()] + stop


def _is_about(subject: frozenset[str], stems: frozenset[str]) -> bool:
    """Return whether each of ``subject`` is in ``stems``, or a word like "inspector" for it."""
    return all(
        any(
            one == other or (min(len(one), len(other)) >= _ROOT_LETTERS and _one_begins(one, other))
            for other in stems
        )
        for one in subject
    )


def _one_begins(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _resembles(new: str, old: str) -> bool:
    """Return whether ``new`` may correct the spelling of ``old`` or of one of its words."""
    likeness = (SequenceMatcher(None, new.casefold(), of.casefold()) for of in old.split())
    return any(each.ratio() >= _LETTERS_SHARED for each in likeness)


def _is_plausible(value: SlotValue, slot: SlotValue, pack: LanguagePack) -> bool:
    """Return whether an amount without a unit may replace one with: 900 is no number of 7 pups."""
    if value.type != "amount" or value.unit or not slot.unit or slot.unit == MONEY:
        return True
    sizes = _size(value, pack), _size(slot, pack)
    return not all(sizes) or max(sizes) <= _FAR_OFF * min(sizes)


def _closest_in_size(
    value: SlotValue, among: Sequence[SlotValue], pack: LanguagePack
) -> SlotValue | None:
    """Return the one amount close to ``value`` in size, if all others are far from it."""
    sizes = [(_size(each, pack), each) for each in among if each.type == "amount"]
    size = _size(value, pack)
    if not size or len(sizes) != len(among) or not all(of for of, _ in sizes):
        return None
    ratios = sorted(((max(of, size) / min(of, size)), at) for at, (of, _) in enumerate(sizes))
    if len(ratios) > 1 and ratios[0][0] <= _ALIKE and ratios[1][0] >= _UNLIKE:
        return sizes[ratios[0][1]][1]
    return None


def _size(amount: SlotValue, pack: LanguagePack) -> float:
    digits = re.sub(r"[.,](?=\d{3}\b)", "", amount.text).replace(",", ".")
    if re.fullmatch(r"\d+(?:\.\d+)?", digits):
        return float(digits)
    return float(pack.counting.numbers.get(amount.text.lower(), 0))


def _only(values: Sequence[SlotValue]) -> SlotValue | None:
    return values[0] if len(values) == 1 else None


def _closest(
    found: Sequence[tuple[_Target, SlotValue]], subject: frozenset[str]
) -> list[tuple[_Target, SlotValue]]:
    """Return those of ``found`` with the fewest other words, if their values are the same."""
    more = [
        len(at.stems_of(at.part_of(slot)) - subject - at.pack.corrections.frame)
        for at, slot in found
    ]
    closest = [each for each, count in zip(found, more, strict=True) if count == min(more)]
    return closest if len({slot.text for _, slot in closest}) == 1 else []
