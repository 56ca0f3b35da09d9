"""Corrections: applies each later statement to the earlier ones, giving their current wording.

A correction names an old value, a new one, or both. It changes only that value in the statement it
concerns: after "not oak, rather quartz", "green cabinets and an oak worktop" reads "green cabinets
and a quartz worktop". The statement is found by the old value, by shared words, by the type and
unit of the value, and by recency; in doubt nothing changes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tidemark.memory.correcting.correction import SOON_AFTER, correction_of, earlier_statement
from tidemark.memory.correcting.new_values import refill, shift
from tidemark.memory.correcting.restatements import restate
from tidemark.memory.correcting.successors import hand_over
from tidemark.memory.correcting.swaps import swap
from tidemark.memory.matching import supersedes
from tidemark.memory.recorded_statement import Effect, RecordedStatement
from tidemark.memory.slots import LONGEST_STATEMENT
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import LANGUAGE_PACKS, language_pack_for
from tidemark.nlp.speakers import speaker_of
from tidemark.nlp.statements import correcting_sentences
from tidemark.schema import Item
from utils import text_cache

_MOST_TARGETS = 200  # latest statements; a view has fewer


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
    correction = correction_of(
        newer, _pack_of(recent), before=_just_before(newer, earlier), is_latest=is_latest
    )
    if not correction.may_correct:
        return Effect(newer.text)
    first = len(earlier) - len(recent)
    speaker = speaker_of(newer.text)
    targets = [
        earlier_statement(first + index, each, correction.pack)
        for index, each in enumerate(recent)
        if _is_statement(each) and (not speaker or speaker_of(each.text) in (speaker, ""))
    ]
    return (
        shift(correction, targets)
        or swap(correction, targets)
        or hand_over(correction, targets)
        or refill(correction, targets)
        or restate(correction, targets)
        or Effect(newer.text)
    )


def may_correct(newer: RecordedStatement, earlier: Sequence[RecordedStatement]) -> bool:
    """Return whether ``newer`` is able to change one of ``earlier``; a question never is."""
    if not (earlier and _is_statement(newer)):
        return False
    pack, before = _pack_of(earlier), _just_before(newer, earlier)
    return may_supersede(newer.text) or (
        correction_of(newer, pack, before=before, is_latest=True).may_correct
    )


def _just_before(newer: RecordedStatement, earlier: Sequence[RecordedStatement]) -> str:
    """Return the statement before ``newer`` if it is in the same message, else an empty text."""
    last = earlier[-1]
    return last.text if last.message_ids and last.message_ids == newer.message_ids else ""


def _pack_of(statements: Sequence[RecordedStatement]) -> LanguagePack:
    """Return the language pack of the last text; if it shows no language, of the one before."""
    pack = LANGUAGE_PACKS["en"]
    for each in statements[-SOON_AFTER:]:
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
