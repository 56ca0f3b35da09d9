"""Clauses read by their values: each goes to the only place of its kind that the words name.

"Make it 3 litres of milk", "the banner took 7 hours", "15 repetitions instead of 12".  Every other
word names a place, is a verb, or says nothing of a change; a word that is none of these means that
the clause is about something else.  A value that is said to be the old one has to be there.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Literal, NamedTuple

from pydantic import JsonValue

from tidemark.documents.instructions.changes import Change, NotApplied, joined_new
from tidemark.documents.instructions.clause import ANY, KNOWN, MOST_NODES, NAMED, InstructionClause
from tidemark.documents.places import WORD, Phrase, is_typo, phrase_of
from tidemark.documents.values import MARK, TIME_OF_DAY, Unclear, is_clock, is_day
from tidemark.nlp.dates import find_dates

_MOST_VALUES = 3  # of a clause
_NUMBER = re.compile(
    r"(?<![\w.,/:-])[€$£]?\s?\d+(?:[.,]\d+)*(?:\s?(?:%|[€$£]|°C))?(?![\w/:-]|[.,]\d)"
)
_CODE = re.compile(r"(?<![\w.,/:-])\d+(?:[/x]\d+)+(?![\w/:-])")
_SHORTEST_MISTYPED = 6

Kind = Literal["day", "clock", "number", "code", "quote"]


class Slot(NamedTuple):
    """A value in a clause, the span of its words, and its unit."""

    text: str
    kind: Kind
    start: int
    end: int
    unit: str = ""


@dataclass(frozen=True)
class _Slots:
    clause: InstructionClause
    text: str
    old: str = ""  # the value that is no longer so

    @cached_property
    def found(self) -> list[Slot]:
        """The values of the clause, in order."""
        reader = self.clause.reader
        days = [
            Slot(self.text[each.start : each.end], "day", each.start, each.end)
            for each in find_dates(self.text, reader.said_at, reader.language)
            if each.is_exact and not self._is_name(self.text[each.start : each.end])
        ]
        clocks = [Slot(each[0], "clock", *each.span()) for each in TIME_OF_DAY.finditer(self.text)]
        clocks += [
            Slot(each["time"], "clock", *each.span())
            for each in self.clause.cues.talk.at_time.finditer(self.text)
        ]
        codes = [Slot(each[0], "code", *each.span()) for each in _CODE.finditer(self.text)]
        quotes = [Slot(each[0], "quote", *each.span()) for each in MARK.finditer(self.text)]
        found = self._apart(self._apart(self._apart(quotes, days), clocks), codes)
        numbers = [self._with_unit(*each.span()) for each in _NUMBER.finditer(self.text)]
        numbers += list(self._spelt_out())
        return sorted(self._apart(found, numbers), key=lambda each: each.start)

    def _is_name(self, text: str) -> bool:
        """Return whether words say that it holds now, or which entry is meant: "saturday"."""
        if self.clause.cues.talk.lately.fullmatch(text):
            return True
        words = {each.casefold() for each in re.findall(r"\w+", text)}
        return any(
            isinstance(each, str) and each.casefold() in words
            for each in self.clause.outline.values
        )

    def _apart(self, some: list[Slot], others: Sequence[Slot]) -> list[Slot]:
        found = list(some)
        for each in others:
            if all(each.end <= one.start or one.end <= each.start for one in found):
                found.append(each)
        return found

    def _spelt_out(self) -> Iterator[Slot]:
        """Yield the numbers in words with a unit after them: "seven hours"."""
        for each in re.finditer(r"[^\W\d_]+", self.text):
            if each[0].casefold() in self.clause.cues.numbers:
                slot = self._with_unit(*each.span())
                if slot.unit:
                    yield slot

    def _with_unit(self, start: int, end: int) -> Slot:
        after = re.match(r"\s*([^\W\d_]+\d?(?:/[^\W\d_]+)?)", self.text[end:])
        if after is not None and after[1].casefold() in self.clause.cues.units:
            return Slot(self.text[start : end + after.end()], "number", start, end + after.end(),
                        after[1].casefold())  # fmt: skip
        said = self.text[start:end].strip()
        return Slot(said, "number", start, end, re.sub(r"[\d.,\s]", "", said))

    # The words around the values

    def change(self) -> Change | None:
        slots = self.found
        if not slots or len(slots) > _MOST_VALUES or self._is_doubtful() or self._has_other():
            return None
        if slots[-1].kind == "number" and self.clause.cues.being.search(self.text[slots[-1].end :]):
            return None  # "the talk in slot 2 is by Ana": the number is of the subject
        shared, own = self._words()
        if shared is None:
            return None
        made = []
        for slot, words in zip(slots, own, strict=True):
            node = self._place([*shared, *words], slot)
            if node is None:
                return None
            made.append(partial(self.clause.set_at, node, slot.text, " ".join([*shared, *words])))
            if [each.args[0] for each in made].count(node) > 1:
                return None
        return joined_new(made)

    def _has_other(self) -> bool:
        """Return whether another clause, without a value, is joined: "turn it on and keep 14"."""
        cues, at = self.clause.cues, 0
        for part in (*cues.joint.finditer(self.text), None):
            end = len(self.text) if part is None else part.start()
            words = {each.casefold() for each in re.findall(r"[^\W\d_]+", self.text[at:end])}
            is_valued = any(at <= each.start < end for each in self.found)
            if not is_valued and not words.isdisjoint({*cues.talk.verbs, *cues.verbs}):
                return True
            at = end if part is None else part.end()
        return False

    def _is_doubtful(self) -> bool:
        cues, text = self.clause.cues, self.text
        doubts = (cues.conditions, cues.vague, cues.denial, cues.talk.compared)
        if cues.talk.lately.search(text):
            text = re.sub(r"\bwas\b", " ", text)  # "it was 129/81 today"
        is_quoted = self.clause.hidden.has_literal(text)
        if is_quoted and cues.other_acts.search(text):
            return True  # "remove 'draft' from the title"
        return any(each.search(text) for each in (*doubts, cues.hedges))

    def _words(self) -> tuple[list[str] | None, list[list[str]]]:
        """Return the words for a place that all values share, and those beside each value."""
        slots, talk = self.found, self.clause.cues.talk
        shared: list[str] = []
        own: list[list[str]] = [[] for _ in slots]
        blank = talk.fillers.sub(lambda each: " " * len(each[0]), self.text)
        for word in WORD.finditer(blank):
            if any(each.start <= word.start() < each.end for each in slots):
                continue
            said = word[0].strip(".'’…")
            if not said or self._is_idle(said, is_next=self._is_next(word, slots)):
                continue
            if not self._is_known(said):
                return None, own
            beside = self._beside(word, slots) if len(slots) > 1 and self._is_part(said) else None
            (shared if beside is None else own[beside]).append(said)
        return shared, own

    def _is_next(self, word: re.Match[str], slots: Sequence[Slot]) -> bool:
        """Return whether a value follows a word, at most with a small word between."""
        after = (self.text[word.end() : each.start].split() for each in slots)
        return any(len(each) < 2 for each in after)

    def _is_idle(self, word: str, *, is_next: bool) -> bool:
        """Return whether a word names nothing: a small word, a verb."""
        clause, folded = self.clause, word.casefold()
        if not phrase_of(word, clause.cues).needed:
            return not (is_next and self._is_part(word))
        if self._is_known(word):
            return False
        is_verb = folded in clause.cues.carriers or folded in clause.cues.verbs
        return is_verb or clause.is_verb(word) or self._is_mistyped(folded)

    def _is_mistyped(self, word: str) -> bool:
        """Return whether a word is a small one with a typing error: "acutally"."""
        if len(word) < _SHORTEST_MISTYPED:
            return False
        small = self.clause.cues.small
        return any(is_typo(word, each) for each in small if len(each) >= _SHORTEST_MISTYPED)

    def _is_known(self, word: str) -> bool:
        return any(one.quality >= KNOWN for one in self.clause.outline.explained(word))

    def _is_part(self, word: str) -> bool:
        """Return whether a word is the name of a member with a single value."""
        outline = self.clause.outline
        return any(
            one.how == "name" and one.quality > KNOWN and outline.is_leaf(one.node)
            for one in outline.explained(word)
        )

    def _beside(self, word: re.Match[str], slots: Sequence[Slot]) -> int | None:
        """Return which value a name belongs to: the next one, or the one right before it."""
        for at, slot in enumerate(slots):
            if slot.end <= word.start() and not self.text[slot.end : word.start()].strip():
                return at
        return next((at for at, slot in enumerate(slots) if slot.start >= word.end()), None)

    # The places of the values

    def _place(self, words: Sequence[str], slot: Slot) -> int | None:
        """Return the only place of a value's kind that ``words`` name."""
        clause, outline = self.clause, self.clause.outline
        text = " ".join(words)
        phrase = phrase_of(text, clause.cues)
        if not phrase.needed:
            return None
        fits = partial(self._fits, slot)
        found = self._measured(clause.reader.resolve_all(text, NAMED, fits), slot)
        if not found:
            around = self._around(phrase)
            inner = [each for one in around for each in outline.inner(one) if fits(each)]
            if len(around) != 1:
                return None
            found = self._of_entry(inner, slot)
        found = [each for each in found if self._was(each) and self._is_only(each, words)]
        if len(found) > 1:
            raise NotApplied("several", text, [outline.path(each) for each in found])
        return found[0] if found else None

    def _is_only(self, node: int, words: Sequence[str]) -> bool:
        """Return whether no word is the name of another member beside a place: "2 kg, bought"."""
        outline = self.clause.outline
        said = {each.casefold() for each in words}
        beside = {
            str(outline.keys[each]).casefold()
            for each in outline.inner(outline.parents[node])
            if each != node and not isinstance(outline.values[each], str)
        }
        return said.isdisjoint(beside - {str(outline.keys[node]).casefold()})

    def _around(self, phrase: Phrase) -> list[int]:
        outline = self.clause.outline

        def is_thing(node: int) -> bool:
            return node > 0 and isinstance(outline.values[node], dict)

        return outline.find(phrase, is_thing, ANY)

    def _of_entry(self, inner: list[int], slot: Slot) -> list[int]:
        if self.old:
            return inner
        if slot.unit:
            return self._measured(inner, slot, is_sure=True)
        return inner if len(inner) == 1 and not self._is_weighed(inner[0], slot) else []

    def _is_weighed(self, node: int, slot: Slot) -> bool:
        """Return whether a number is in a unit that the value lacks: "3 carrots", of 200 g."""
        clause = self.clause
        is_beside = any(each in clause.cues.units for each in clause.units_beside(node))
        return slot.kind == "number" and (is_beside or clause.written(node) is not None)

    def _measured(self, nodes: list[int], slot: Slot, *, is_sure: bool = False) -> list[int]:
        """Return those of ``nodes`` that are counted in the unit of a value."""
        if not slot.unit or (len(nodes) == 1 and not is_sure):
            return nodes
        return [each for each in nodes if self._has_unit(each, slot.unit)]

    def _has_unit(self, node: int, said: str) -> bool:
        """Return whether a number is in a unit: by its name, its text, or the unit beside it."""
        clause, outline, units = self.clause, self.clause.outline, self.clause.cues.units
        unit = units.get(said, said)
        if (amount := clause.written(node)) is not None:
            return units.get(amount.unit.casefold(), amount.unit.casefold()) == unit
        if unit in clause.units_of(node):
            return True
        is_only = sum(map(clause.is_amount, outline.inner(outline.parents[node]))) == 1
        if clause.is_price(node) and not is_only:
            return False  # the unit is of another number
        return unit in {units.get(each, each) for each in clause.units_beside(node)}

    def _was(self, node: int) -> bool:
        """Return whether a place has the value that is said to be the old one."""
        if not self.old:
            return True
        held, clause = self.clause.outline.values[node], self.clause
        try:
            said: JsonValue = clause.values.read(self.old, held)
        except Unclear:
            return False
        amount, bare = clause.written(node), re.match(r"[\d.,]+", self.old)
        if said == held or amount is None or bare is None:
            return said == held
        return f"{amount.number}" == bare[0].replace(",", ".")

    def _fits(self, slot: Slot, node: int) -> bool:
        held = self.clause.outline.values[node]
        if node == 0 or self.clause.outline.is_entry(node):
            return False
        tests: dict[Kind, Callable[[JsonValue], bool]] = {
            "day": is_day,
            "clock": is_clock,
            "number": lambda _: self.clause.is_amount(node),
            "code": lambda each: isinstance(each, str) and bool(_CODE.fullmatch(each)),
            "quote": lambda each: (
                each is None or (isinstance(each, str) and not (is_day(each) or is_clock(each)))
            ),
        }
        return tests[slot.kind](held)


def _with_known_quotes(clause: InstructionClause, text: str) -> str:
    """Return ``text`` with the quotes that name an entry as plain words."""
    marks = MARK.findall(text)
    if not marks:
        return text
    labels = {
        clause.outline.label(node).casefold()
        for node in range(len(clause.outline.values))
        if clause.outline.is_entry(node)
    }
    for mark in marks:
        if clause.hidden.plain(mark).casefold() in labels:
            text = text.replace(mark, clause.hidden.plain(mark))
    return text


def change_of(clause: InstructionClause, text: str) -> Change | None:
    """Return the change of the places to which the values of a clause belong.

    None if the clause is about something else.

    Raises:
        NotApplied: A value fits several places, or has no effect.
    """
    if len(clause.outline.values) > MOST_NODES:
        return None
    text = _with_known_quotes(clause, text)
    said = clause.cues.talk.instead_of.search(text)
    if said is None:
        return _Slots(clause, text).change()
    rest = f"{text[: said.start()]} {text[said.end() :]}"
    made = _Slots(clause, rest, clause.hidden.plain(said["old"]).strip(" .!")).change()
    return None if made is None else replace(made, heeded=(*made.heeded, said[0]))
