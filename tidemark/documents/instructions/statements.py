"""Statements that fit no frame: a place of the document, and one value of its kind.

"The depot closes at 22:00" has a time of day, and words that all name one place with such a value;
"no pets allowed any longer" names a yes or no.  Every word has to match; a word that does not means
that the statement is about something else.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pydantic import JsonValue

from tidemark.documents.entries import UNIT_KEYS
from tidemark.documents.instructions.amounts import raised
from tidemark.documents.instructions.changes import Change, NotApplied
from tidemark.documents.instructions.clause import NAME, NAMED, InstructionClause
from tidemark.documents.places import Phrase, is_person, phrase_of
from tidemark.documents.values import TIME_OF_DAY, is_day
from tidemark.nlp.dates import find_date

_NUMBER = re.compile(r"(?<![\w.,/-])[€$£]?\s?\d+(?:[.,]\d+)*(?:\s?(?:%|[€$£]))?(?![\w/-]|[.,]\d)")
_TIMES = re.compile(r"[^\W\d_]+(?= (?:times|keer|x)\b)")

Kind = Literal["day", "clock", "number"]


class _Value(NamedTuple):
    """The only value in a statement: its words, its kind, and the words around it."""

    text: str
    kind: Kind
    rest: str


@dataclass(frozen=True)
class _Statement:
    clause: InstructionClause
    text: str
    is_value: bool

    def change(self) -> Change | None:
        cues = self.clause.cues
        if cues.hedges.search(self.text) or cues.vague.search(self.text):
            return None
        if self.clause.hidden.has_literal(self.text):
            return None
        is_more = bool(cues.more.search(self.text) or cues.rises.search(self.text))
        is_less = bool(cues.less.search(self.text) or cues.falls.search(self.text))
        value = self._value(is_amount=is_more or is_less)
        if value is None:
            return None if is_more or is_less or self.is_value else self._flag()
        if not (is_more or is_less):
            return self._set(value)
        rest = value.rest
        for each in (cues.more, cues.less, cues.rises, cues.falls):
            rest = each.sub(" ", rest)
        node = self._place(value._replace(rest=rest), is_amount=True)
        if node is None or value.kind != "number" or is_more == is_less:
            return None
        count = cues.counting.get(value.text.casefold())
        by = value.text if count is None else f"{count:g}"
        return raised(self.clause, node, by, 1 if is_more else -1, rest)

    def _value(self, *, is_amount: bool) -> _Value | None:
        text, clause = self.text, self.clause
        found = find_date(text, clause.reader.said_at, clause.reader.language)
        if found is not None and found.is_exact and not found.is_relative:
            return self._cut((found.start, found.end), "day")
        clocks = list(TIME_OF_DAY.finditer(text))
        if clocks:
            return self._cut(clocks[0].span(), "clock") if len(clocks) == 1 else None
        numbers = list(_NUMBER.finditer(text))
        if numbers:
            return self._cut(self._with_unit(numbers[-1].span()), "number")
        if is_amount:
            for word in re.finditer(r"\w+", text):
                if word[0].casefold() in clause.cues.counting:
                    return self._cut(self._with_unit(word.span()), "number")
        return None

    def _with_unit(self, span: tuple[int, int]) -> tuple[int, int]:
        """Return ``span`` extended by the unit after it, unless that names a member."""
        after = re.match(r"\s*([^\W\d_]+\d?)", self.text[span[1] :])
        is_unit = after is not None and after[1].casefold() in self.clause.cues.units
        return (span[0], span[1] + after.end()) if after and is_unit else span

    def _cut(self, span: tuple[int, int], kind: Kind) -> _Value:
        first, last = span
        return _Value(
            self.text[first:last].strip(), kind, f"{self.text[:first]} {self.text[last:]}"
        )

    def _set(self, value: _Value) -> Change | None:
        after = self.text.partition(value.text)[2]
        if value.kind == "number" and self.clause.cues.being.search(after):
            return None  # "the talk in slot 2 is by Ana": the number is of the subject
        node = self._place(value)
        return None if node is None else self.clause.set_at(node, value.text, value.rest.strip())

    def _phrase(self, rest: str) -> Phrase:
        """Return the words of ``rest`` for a place, without verbs that link a value to it."""
        cues, outline = self.clause.cues, self.clause.outline
        phrase = phrase_of(rest, cues)
        carrying = [
            each
            for each in phrase.needed
            if each.casefold() in cues.carriers
            and not any(one.how == "name" for one in outline.explained(each))
        ]
        needed = tuple(each for each in phrase.needed if each not in carrying)
        return Phrase(rest, needed, phrase.extra, phrase.ordinals)

    def _place(self, value: _Value, *, is_amount: bool = False) -> int | None:
        """Return the place that all words name and that has such a value; None if there is none."""
        clause, outline = self.clause, self.clause.outline
        phrase = self._phrase(value.rest)
        if not phrase.needed:
            return self._of_last(value)
        near = (outline.at(clause.reader.last) if clause.reader.last else None) or 0
        found = outline.find(phrase, lambda node: self._holds(node, value), NAME, near)
        if len(found) == 1 and value.kind == "number" and not self._has_unit(found[0], value.text):
            found = self._measured(phrase, value) or found
        if not found and value.kind == "day":
            found = outline.find(phrase, lambda node: outline.values[node] is None, NAME)
        if not found:
            around = outline.find(
                phrase, lambda node: isinstance(outline.values[node], dict), NAMED
            )
            around = [each for each in around if each]
            if len(around) == 1:
                inner = [each for each in outline.inner(around[0]) if self._holds(each, value)]
                measured = [each for each in inner if self._has_unit(each, value.text)]
                if is_amount and not measured:
                    measured = self._counted(inner)
                found = measured or (inner if len(inner) == 1 and value.kind != "number" else [])
        if len(found) > 1:
            places = [outline.path(each) for each in found]
            raise NotApplied("several", value.rest.strip(), places)
        return found[0] if found and clause.outline.is_leaf(found[0]) else None

    def _measured(self, phrase: Phrase, value: _Value) -> list[int]:
        """Return the parts with the value's unit of the entry that a phrase names: "8 weeks"."""
        outline = self.clause.outline
        around = outline.find(phrase, lambda node: isinstance(outline.values[node], dict), NAMED)
        return [
            each
            for one in around
            for each in outline.inner(one)
            if self._holds(each, value) and self._has_unit(each, value.text)
        ]

    def _counted(self, nodes: Sequence[int]) -> list[int]:
        """Return the only number of ``nodes`` that is no price: "3 more" of a share."""
        price, keys = self.clause.cues.orders.price, self.clause.outline.keys
        beside = {keys[each] for node in nodes for each in self._beside(node)}
        if not beside.isdisjoint(UNIT_KEYS):
            return []  # "one more butter", in grams
        found = [each for each in nodes if not price.search(str(keys[each]))]
        return found if len(found) == 1 else []

    def _beside(self, node: int) -> Iterator[int]:
        return self.clause.outline.inner(self.clause.outline.parents[node])

    def _of_last(self, value: _Value) -> int | None:
        """Return the part, with the value's unit, of the entry before: "and it took 20 hours"."""
        clause, outline = self.clause, self.clause.outline
        last = outline.at(clause.reader.last) if clause.reader.last else None
        subject = value.rest.split(maxsplit=1)[0] if value.rest.strip() else ""
        if last is None or value.kind != "number" or not clause.cues.pronoun.fullmatch(subject):
            return None
        around = next((each for each in outline.above(last) if outline.is_entry(each)), None)
        inner = outline.inner(around) if around is not None else ()
        measured = [
            each for each in inner if self._holds(each, value) and self._has_unit(each, value.text)
        ]
        return measured[0] if len(measured) == 1 else None

    def _holds(self, node: int, value: _Value) -> bool:
        held = self.clause.outline.values[node]
        if node == 0 or self.clause.outline.is_entry(node):
            return False
        tests: dict[Kind, Callable[[JsonValue], bool]] = {
            "day": is_day,
            "clock": lambda each: isinstance(each, str) and bool(TIME_OF_DAY.fullmatch(each)),
            "number": lambda _: self.clause.is_number(node),
        }
        return tests[value.kind](held)

    def _has_unit(self, node: int, text: str) -> bool:
        """Return whether the name of a number contains the unit that is given: "9.8 kg"."""
        found = re.search(r"[^\W\d_]+\d?$", text)
        units = self.clause.cues.units
        unit = units.get(found[0].casefold()) if found else None
        return unit is not None and unit in self.clause.units_of(node)

    def _come_true(self, phrase: Phrase) -> list[int]:
        """Return the only yes or no of the entries that a statement repeats: "lease signed"."""
        outline = self.clause.outline
        said = {each.casefold() for each in phrase.needed}
        if len(said) < 2 or not self.clause.cues.being.search(self.text):
            return []
        told = [
            node
            for node, value in enumerate(outline.values)
            if isinstance(value, dict) and outline.is_entry(node)
            if set(outline.label(node).casefold().split()) == said
        ]
        flags = [
            each
            for node in told
            for each in outline.inner(node)
            if isinstance(outline.values[each], bool)
        ]
        return flags if len(flags) == len(told) else []

    def _is_flag(self, node: int) -> bool:
        """Return whether a node is a yes or no, or may be one: "she smokes", of a null smoker."""
        outline = self.clause.outline
        is_unknown = outline.values[node] is None and is_person(str(outline.keys[node]))
        is_said = is_unknown and self.clause.cues.remarks.match(self.text) is not None
        return isinstance(outline.values[node], bool) or is_said or self._is_open(node)

    def _is_open(self, node: int) -> bool:
        """Return whether a node is empty where other entries have a yes or no."""
        outline = self.clause.outline
        entry = outline.parents[node]
        return (
            outline.values[node] is None
            and outline.is_entry(entry)
            and any(
                isinstance(outline.values[each], bool)
                for each in outline.members(outline.parents[entry])
                if outline.keys[each] == outline.keys[node]
            )
        )

    def _flag(self) -> Change | None:
        """Return the change of the only yes or no that all words name."""
        clause, outline = self.clause, self.clause.outline
        is_denied = bool(clause.cues.denial.search(self.text))
        phrase = self._phrase(clause.cues.denial.sub(" ", self.text))
        if not phrase.needed or any(char.isdigit() for char in self.text):
            return None
        found = outline.find(phrase, self._is_flag, NAME) or self._come_true(phrase)
        if len(found) != 1:
            return None
        path, old = outline.path(found[0]), outline.values[found[0]]
        return clause.replaced(path, old, not is_denied, self.text)


def change_of(clause: InstructionClause, text: str, *, is_value: bool = False) -> Change | None:
    """Return the change that a statement implies; None if it is about something else.

    If it ``is_value``, it is known to give a value, and not only to say yes or no.

    Raises:
        NotApplied: It fits several places, or has no effect.
    """
    for found in list(_TIMES.finditer(text))[::-1]:
        number = clause.cues.numbers.get(found[0].casefold())
        if number is not None:
            text = f"{text[: found.start()]}{number:g}{text[found.end() :]}"
    for word, count in clause.cues.repeats.items():
        text = re.sub(rf"\b{word}\b", count, text, flags=re.I)
    return _Statement(clause, text, is_value).change()
