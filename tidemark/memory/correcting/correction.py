"""A statement that may correct earlier ones, and an earlier one that it may change, as parsed."""

import re
from collections.abc import Sequence
from functools import cached_property

from tidemark.memory.recorded_statement import RecordedStatement
from tidemark.memory.slots import MONEY, NewValue, SlotText, SlotType, SlotValue, Thing, names_same
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.speakers import without_speaker
from utils import text_cache

SOON_AFTER = 6  # messages: three exchanges
LONGEST_RESTATED = 10  # words
_FEWEST_IN_A_ROW = 3
_ROOT_LETTERS = 5


class EarlierStatement(SlotText):
    """An earlier statement, which a correction may change."""

    def __init__(self, index: int, recorded: RecordedStatement, otherwise: LanguagePack) -> None:
        super().__init__(recorded.text, otherwise)
        self.index = index
        self.recorded = recorded

    @cached_property
    def is_preference(self) -> bool:
        """Return whether it states what somebody likes."""
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

    def changed(self, text: str) -> "EarlierStatement":
        """Return it with another text."""
        return earlier_statement(self.index, self.recorded._replace(text=text), self.pack)


@text_cache(1024)
def earlier_statement(
    index: int, statement: RecordedStatement, otherwise: LanguagePack
) -> EarlierStatement:
    """Return ``statement`` as a target, parsed once for all comparisons."""
    return EarlierStatement(index, statement, otherwise)


class Correction(SlotText):
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
        self.claim = self.without_reason(self.text)
        opened = self.table.opens.match(self.claim)
        self.opening_end = opened.end() if opened else 0  # of "I mean": not what it is about
        self.has_subject = bool(self.pack.cues.first_person.search(self.claim, self.opening_end))

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
            or self.swaps
        )

    @cached_property
    def swaps(self) -> tuple[re.Match[str], ...]:
        """The parts of it that name one value instead of another.

        The old one may be in the sentence before: "Not the teapot. A plate instead".
        """
        found = tuple(self.table.swapped(self.text))
        if found or not (self.before and self.table.instead.search(self.text)):
            return found
        before = self.without_reason(self.before).rstrip(" .!")
        return tuple(self.table.swapped(f"{before}, {self.text}"))

    @cached_property
    def is_marked(self) -> bool:
        """Return whether it has words of change or correction."""
        return bool(self.opens or self.table.updates.search(self.text))

    def without_reason(self, text: str) -> str:
        """Return ``text`` up to a reason that it gives: "because it was too dear"."""
        reason = self.table.reasons.search(text)
        return text[: reason.start()] if reason else text

    def is_near(self, target: EarlierStatement) -> bool:
        """Return whether it was said soon after ``target``."""
        ours, theirs = self.recorded.message_ids, target.recorded.message_ids
        return bool(ours and theirs) and 0 <= max(ours) - max(theirs) <= SOON_AFTER

    def replaceable_in(self, target: EarlierStatement, value: SlotValue) -> list[SlotValue]:
        """Return the values of ``target`` that ``value`` may replace.

        If it gives amounts of several units, each replaces only one of its own unit: in "540 for
        two nights", two is no price.
        """
        found = target.fitting(value)
        amounts = [each for each in self.values if each.type == "amount"]
        if value.type != "amount" or len({_unit_of(each) for each in amounts}) == 1:
            return found
        return [each for each in found if _unit_of(each) == _unit_of(value)]

    def new_value(self, text: str, value: str, start: int, kind: SlotType | None) -> NewValue:
        """Return the ``value`` that begins at ``start`` in ``text``, with the article before it."""
        return NewValue(value, kind, SlotText(text, self.pack).article_before(start))

    @cached_property
    def is_row(self) -> bool:
        """Return whether it gives several amounts in a row."""
        return sum(value.type == "amount" for value in self.values) >= _FEWEST_IN_A_ROW

    def subject(self, part: tuple[int, int], given: Sequence[SlotValue]) -> frozenset[str]:
        """Return the stems of what the values ``given`` in a ``part`` of it are about."""
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

    @cached_property
    def things_after_opening(self) -> Sequence[Thing]:
        """The things it mentions, without the words that open a correction: "no wait, the tent"."""
        opened = self.table.opens.match(self.text)
        if not opened:
            return self.things
        begun, at = SlotText(self.text[opened.end() :], self.pack), opened.end()
        return [each._replace(start=each.start + at, end=each.end + at) for each in begun.things]

    def without_change(self, part: tuple[int, int]) -> frozenset[str]:
        """Return the stems of a ``part`` of it without words of change."""
        words = self.text[slice(*part)].lower().split()
        return frozenset(
            self.pack.stems(" ".join(w for w in words if w not in self.table.change_words))
        )

    @cached_property
    def is_marked_or_hinted(self) -> bool:
        """Return whether it has words of change or correction, or some that hint at a change."""
        return self.is_marked or self.table.hints.search(self.text) is not None

    @cached_property
    def is_event(self) -> bool:
        """Return whether it gives an amount, and its day or that somebody paid it."""
        is_past = bool(self.days or self.pack.ledger.paid_by_others.search(self.text))
        return is_past and any(each.type == "amount" for each in self.values)


def _unit_of(amount: SlotValue) -> str:
    return "" if amount.unit == MONEY else amount.unit


@text_cache(1024)
def correction_of(
    statement: RecordedStatement, otherwise: LanguagePack, *, before: str, is_latest: bool
) -> Correction:
    """Return ``statement`` as a correction, parsed once for all comparisons."""
    return Correction(statement, otherwise, before=before, is_latest=is_latest)


def only(values: Sequence[SlotValue]) -> SlotValue | None:
    """Return the one of ``values``; None if there are none or several."""
    return values[0] if len(values) == 1 else None


def is_about(subject: frozenset[str], stems: frozenset[str]) -> bool:
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


def without_stale(text: str, value: str, target: SlotText) -> str:
    """Remove what ``text`` says of the old value after the new one: "…, it was the cheapest"."""
    end = text.find(value) + len(value)
    stale = target.pack.corrections.stale.search(text, end)
    if stale is None:
        return text
    stop = text[-1] if text[-1] in ".!" else ""
    return text[: stale.start()] + stop


def size_of(amount: SlotValue, pack: LanguagePack) -> float:
    """Return the number that ``amount`` gives, in digits or words; 0 if it gives none."""
    digits = re.sub(r"[.,](?=\d{3}\b)", "", amount.text).replace(",", ".")
    if re.fullmatch(r"\d+(?:\.\d+)?", digits):
        return float(digits)
    return float(pack.counting.numbers.get(amount.text.lower(), 0))
