"""Clauses that fit no frame, read word by word against the document.

"The talk is cancelled", "Ann joins as a speaker", "lunch an hour later": one word says what
happens, and every other word names a place, is a value, or is a verb without a meaning of its own.
A word that is none of these means that the clause is about something else.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial

from tidemark.documents.entries import AMOUNT_KEYS
from tidemark.documents.instructions import adding, amounts, removing
from tidemark.documents.instructions.changes import Change, NotApplied, joined_new
from tidemark.documents.instructions.clause import (
    ANY,
    KNOWN,
    MOST_NODES,
    NAME,
    NAMED,
    InstructionClause,
)
from tidemark.documents.places import IDENTIFYING, WORD, How, Path, forms, phrase_of
from tidemark.documents.values import MULTIPLES, Unclear, is_clock, is_day
from tidemark.nlp.dates import find_date

_MOST_VALUE_WORDS = 5
_CODE = re.compile(r"(?<!\S)(?=\S*\d)\w+(?:[-./:]\w+)+(?=[\s!?.,]|$)")
_NAME = re.compile(r"[A-Z][\w'’-]*(?: (?:[A-Z][\w'’-]*|van|von|de|den|der|el|la|di))*")
_DAY_UNITS = ("days", "weeks", "months", "years")
_CLOCK_UNITS = {"minutes": 1, "hours": 60}


@dataclass(frozen=True)
class _Reading:
    clause: InstructionClause
    text: str

    @cached_property
    def bare(self) -> str:
        """The text without words that say nothing of a change."""
        return re.sub(r"\s+", " ", self._stripped(self.text)).strip(" ,")

    def is_known(self, word: str) -> bool:
        """Return whether the document explains ``word``."""
        needed = phrase_of(word, self.clause.cues).needed
        return any(
            one.quality >= KNOWN for each in needed for one in self.clause.outline.explained(each)
        )

    def is_named(self, word: str) -> bool:
        """Return whether ``word`` is clearly the name of a member."""
        return any(
            one.how == "name" and one.quality > KNOWN for one in self.clause.outline.explained(word)
        )

    def is_small(self, word: str) -> bool:
        """Return whether ``word`` names nothing."""
        phrase = phrase_of(word, self.clause.cues)
        return not phrase.needed

    def places(self, text: str, fits: Callable[[int], bool], by: Collection[How]) -> list[int]:
        """Return the places that ``text`` names, without the verbs in it."""
        for each in self._without_verbs(text):
            found = self.clause.reader.resolve_all(each, by, fits)
            if found:
                return found
        return []

    def _plainest(self, text: str) -> str:
        """Return ``text`` without its verbs."""
        *_, last = self._without_verbs(text)
        return last

    def _without_verbs(self, text: str) -> Iterator[str]:
        plain = self.clause.hidden.plain(text)
        words = WORD.findall(plain)
        kept = [
            each
            for each in words
            if self.is_small(each) or self.is_known(each) or not self.clause.is_verb(each)
        ]
        yield " ".join(kept)
        named = [
            each
            for each in kept
            if self.is_small(each) or not self.clause.is_verb(each) or self.is_named(each)
        ]
        if named != kept:
            yield " ".join(named)
        plainer = [each for each in kept if self.is_small(each) or not self.clause.is_verb(each)]
        if plainer not in (kept, named):
            yield " ".join(plainer)

    # What is dropped

    def removed(self) -> Change | None:
        """Return the change that drops the one entry that the clause says is dropped."""
        outline, cues = self.clause.outline, self.clause.cues
        for said in cues.talk.removes.finditer(self.text):
            rest = f"{self.text[: said.start()]} {self.text[said.end() :]}".strip(" ,")
            rest = cues.talk.removes.sub(" ", self._stripped(rest))
            if self.clause.hidden.has_literal(rest) or not rest.strip():
                continue
            if find_date(rest, self.clause.reader.said_at, self.clause.reader.language):
                continue
            found = self.places(rest, self._is_droppable, ANY)
            if len(found) > 1:
                places = [outline.path(each) for each in found]
                raise NotApplied("several", rest.strip(), places)
            is_it = self.clause.cues.pronoun.fullmatch(rest.strip()) is not None
            if found and (is_it or self._is_meant(found[0], rest)):
                if (absent := self._absent(found[0])) is not None:
                    return absent
                removing.check_meant(self.clause, found[0], rest)
                operation = removing.removal(outline, found[0])
                return Change((operation,), outline.path(found[0]), (said[0].strip(),))
        return None

    def _absent(self, node: int) -> Change | None:
        """Return the change of a guest's answer to "no": who does not come stays on the list."""
        clause, outline = self.clause, self.clause.outline
        said = clause.cues.talk.absent.search(self.text)
        answers = clause.cues.talk.answers
        held = [
            each for each in outline.inner(node) if str(outline.values[each]).casefold() in answers
        ]
        if said is None or len(held) != 1:
            return None
        old = outline.values[held[0]]
        made = clause.replaced(outline.path(held[0]), old, answers[f"{old}".casefold()], self.text)
        return replace(made, heeded=(said[0],))

    def _is_droppable(self, node: int) -> bool:
        outline = self.clause.outline
        return node > 0 and (outline.is_entry(node) or self._is_of_map(node))

    def _is_of_map(self, node: int) -> bool:
        """Return whether a node is one of several like members: "services.cache"."""
        outline, around = self.clause.outline, self.clause.outline.parents[node]
        beside = outline.values[around]
        if around < 0 or not isinstance(beside, dict) or len(beside) < 2:
            return False
        return all(isinstance(each, dict) for each in beside.values())

    def _is_meant(self, node: int, text: str) -> bool:
        """Return whether words name the entry by what identifies it, or by its position."""
        phrase = phrase_of(text, self.clause.cues)
        label = self.clause.outline.label(node).casefold()
        said = " ".join(phrase.needed).casefold()
        is_alike = any(
            word.casefold() in label or part in word.casefold()
            for word in phrase.needed
            for part in label.split()
            if len(part) > 2
        )
        is_told = any(
            one.node == node or self.clause.outline.parents[one.node] == node
            for word in phrase.needed
            for one in self.clause.outline.explained(word)
        )
        return bool(phrase.ordinals) or is_alike or label in said or is_told

    # An amount more or less

    def shifted(self) -> Change | None:
        """Return the change by an amount: "an hour later", "up 3%"."""
        talk = self.clause.cues.talk
        text = talk.way_within.sub(r"\g<count> \g<unit> \g<way>", self.text)  # "two more days"
        for said in talk.relative.finditer(text):
            lead, way = said["lead"] or "", said["way"] or ""
            by, unit = self._amount(said["by"])
            after = text[said.end() :]
            if not way and (ended := talk.ended.search(after)):
                way, after = ended[0].strip(" .!"), after[: ended.start()]
            if not (lead.strip() or way):
                continue
            unit = unit if self.is_known(unit) else ""
            told = [each for each in (*lead.split(), *way.split()) if self._is_number_named(each)]
            rest = f"{text[: said.start()]} {unit} {' '.join(told)} {after}"
            is_less = not told and bool(talk.falling.search(f"{lead} {way}"))
            is_money = bool(talk.costing.search(way))
            found = self._shift(
                by,
                self._stripped(rest),
                -1 if is_less else 1,
                is_money=is_money,
                is_lasting=talk.lasting.search(way) is not None,
            )
            if found is not None:
                return found
        return None

    def _amount(self, text: str) -> tuple[str, str]:
        """Return an amount with its unit, and the word after it that is none."""
        talk = self.clause.cues.talk
        text = talk.whole.sub("", talk.half.sub(r"\1", talk.count_article.sub("", text)))
        number, _, unit = text.partition(" ")
        is_unit = unit.casefold() in self.clause.cues.units or unit == "%"
        is_multiple = unit.casefold() in MULTIPLES and not self.is_known(unit)
        is_money = is_multiple or unit.casefold() in talk.coins
        if not unit or is_unit or is_money:
            count = self.clause.cues.counting.get(number.casefold())
            is_written = count is None or is_multiple
            return (text if is_written else f"{count:g} {unit}".strip()), ""
        count = self.clause.cues.counting.get(number.casefold())
        return (number if count is None else f"{count:g}"), unit

    def _is_number_named(self, word: str) -> bool:
        """Return whether a verb is the name of a number: "spent", "saved"."""
        return any(
            one.how == "name" and one.quality > KNOWN and self.clause.is_number(one.node)
            for one in self.clause.outline.explained(word.casefold())
        )

    def _shift(
        self, by: str, rest: str, sign: int, *, is_money: bool = False, is_lasting: bool = False
    ) -> Change | None:
        clause = self.clause
        try:
            count, unit = clause.values.quantity(by)
        except Unclear:
            return None
        named = clause.cues.units.get(unit.casefold(), "")

        def is_measured(node: int) -> bool:
            return clause.is_number(node) and bool(self.clause.units_of(node) & {named})

        if is_lasting and named and (node := self._one(rest, is_measured)) is not None:
            return amounts.raised(clause, node, by, sign, rest.strip())
        if timed := self._times(rest, count, named):
            moves = [partial(self._moved, each, count, named, sign, rest) for each in timed]
            return joined_new(moves)
        if not phrase_of(rest, clause.cues).needed:
            return None
        is_money = is_money or clause.cues.talk.money.search(by) is not None
        is_named = any(self.is_known(each) for each in phrase_of(rest, clause.cues).needed)

        def is_counted(each: int) -> bool:
            is_meant = is_named or not is_money or clause.is_price(each)  # "make it 15 euros less"
            return clause.is_amount(each) and self._suits(each, named) and is_meant

        node = self._one(rest, is_counted, is_money=is_money or named in ("euro", "percent"))
        if node is None:
            return None
        if not unit:
            amounts.check_counted(clause, [node], f"{rest.strip()}: {by}")
        converted = clause.values.converted(by, str(clause.outline.keys[node]))
        by = by if converted is None else f"{converted:g}"
        return amounts.raised(clause, node, by, sign, rest.strip())

    def _times(self, rest: str, count: float, unit: str) -> list[int]:
        """Return the day or the time of day that words name, or the day of each entry."""
        outline = self.clause.outline

        def is_timed(node: int) -> bool:
            held = outline.values[node]
            is_dated = unit in _DAY_UNITS and isinstance(count, int) and is_day(held)
            return is_dated or (unit in _CLOCK_UNITS and is_clock(held))

        days = list(filter(is_timed, amounts.days_of_each(self.clause, self._plainest(rest))))
        if days:
            return days
        node = self._one(rest, is_timed)
        return [] if node is None else [node]

    def _suits(self, node: int, unit: str) -> bool:
        """Return whether a number may be in a unit: no days for a price, no euros for a day."""
        units = self.clause.cues.units
        if (amount := self.clause.written(node)) is not None:
            known = amount.unit.casefold()
            return unit in ("", "percent", units.get(known, known))
        own = self.clause.units_of(node)
        if unit == "degrees":
            return not own
        if unit in ("", "percent"):
            return not own & {"days", "weeks", "months", "years"} or not unit
        if unit == "euro":
            return not own - {"euro"}
        is_larger = unit in ("weeks", "years") and own & {"days", "months"}
        return unit in own or bool(is_larger)

    def _one(self, text: str, fits: Callable[[int], bool], *, is_money: bool = False) -> int | None:
        """Return the only place of a kind that words name, or the only part of that kind."""
        outline = self.clause.outline
        if not phrase_of(text, self.clause.cues).needed:
            last = outline.at(self.clause.reader.last) if self.clause.reader.last else None
            if last is not None and fits(last):
                return last
            alone = [each for each in range(1, len(outline.values)) if fits(each)]
            return alone[0] if len(alone) == 1 else None
        found = self.places(text, lambda node: node > 0 and fits(node), NAMED)
        if not found:
            around = self.places(text, lambda node: isinstance(outline.values[node], dict), ANY)
            around = [each for each in around if each]
            inner = [each for one in around for each in outline.inner(one) if fits(each)]
            found = inner if len(around) == 1 else []
            if len(found) > 1:
                price = self.clause.cues.orders.price
                keys = [f"{outline.keys[each]} {outline.keys[around[0]]}" for each in found]
                costs = [each for each, key in zip(found, keys, strict=True) if price.search(key)]
                others = [each for each in found if each not in costs]
                plain = [each for each in others if not self.clause.units_of(each)]
                counted = [each for each in plain if outline.keys[each] in AMOUNT_KEYS]
                found = costs if is_money else counted or plain
        if len(found) > 1:
            raise NotApplied("several", text.strip(), [outline.path(each) for each in found])
        return found[0] if found else None

    def _moved(self, node: int, count: float, unit: str, sign: int, text: str) -> Change:
        outline, clause = self.clause.outline, self.clause
        old, path = str(outline.values[node]), outline.path(node)
        if unit in _CLOCK_UNITS:
            minutes = int(old[:2]) * 60 + int(old[3:5]) + round(sign * count * _CLOCK_UNITS[unit])
            if not 0 <= minutes < 24 * 60:
                raise NotApplied("value", text.strip(), [path], known=1)
            new = f"{minutes // 60:02}:{minutes % 60:02}"
        else:
            new = amounts.later(old, sign * int(count), unit)
        return clause.replaced(path, old, new, text.strip())

    # A value that like entries have

    def chosen(self) -> Change | None:
        """Return the change of a member to a value that another entry has: "Ann does the tent"."""
        outline = self.clause.outline
        if self.clause.cues.talk.perfect.search(self.text):
            return None  # "Mila has fetched the keys"
        made: dict[Path, Change] = {}
        for node, span in self._held():
            rest = f"{self.text[: span[0]]} {self.text[span[1] :]}"
            value = outline.values[node]
            entry, key = outline.parents[node], outline.keys[node]
            group = outline.parents[entry]
            rest = self._without_old(rest, key, group)
            if self.clause.cues.denial.search(rest):
                continue
            if not phrase_of(self._stripped(rest), self.clause.cues).needed:
                continue
            found = self.places(self._stripped(rest), partial(self._is_in, group), ANY)
            if len(found) != 1 or not self._is_labelled(found[0], rest):
                continue
            inner = [each for each in outline.inner(found[0]) if outline.keys[each] == key]
            if not inner or not isinstance(outline.values[inner[0]], str | None):
                continue
            if outline.values[inner[0]] == value:
                return None
            made[outline.path(inner[0])] = self.clause.replaced(
                outline.path(inner[0]), outline.values[inner[0]], value, rest.strip()
            )
        return next(iter(made.values())) if len(made) == 1 else None

    def _is_labelled(self, node: int, text: str) -> bool:
        """Return whether a word of ``text`` is in what identifies a node, or counts it."""
        phrase, outline = phrase_of(text, self.clause.cues), self.clause.outline
        label = {form for word in outline.label(node).split() for form in forms(word)}
        is_said = any(label & forms(word) for word in phrase.needed)
        is_held = any(
            outline.parents[one.node] == node and isinstance(outline.values[one.node], str)
            for word in phrase.needed
            if not word.isdecimal()
            for one in outline.explained(word)
            if one.how == "value" and one.quality > KNOWN
        )
        return is_said or is_held or bool(phrase.ordinals)

    def _is_in(self, around: int, node: int) -> bool:
        return self.clause.outline.parents[node] == around

    def _stripped(self, text: str) -> str:
        return self.clause.cues.talk.fillers.sub(" ", text)

    def _without_old(self, text: str, key: str | int, group: int) -> str:
        """Return words without the value that is no longer so: "not leisure"."""
        outline = self.clause.outline
        olds = {
            str(outline.values[each])
            for each in outline.members(group)
            if outline.keys[each] == key and isinstance(outline.values[each], str)
        }
        for each in olds:
            text = re.sub(
                rf",?\s*\b(?:{self.clause.cues.talk.not_old})\s+{re.escape(each)}\b",
                " ",
                text,
                flags=re.I,
            )
        return text

    def _held(self) -> Iterator[tuple[int, tuple[int, int]]]:
        """Yield the texts of entries and of like members that occur in the clause."""
        outline, folded = self.clause.outline, self.text.casefold()
        seen = set()
        for node, value in enumerate(outline.values):
            if not isinstance(value, str) or not value or node == 0:
                continue
            entry, key = outline.parents[node], outline.keys[node]
            if entry <= 0 or isinstance(key, int) or key in IDENTIFYING:
                continue
            if not (outline.is_entry(entry) or self._is_of_map(entry)):
                continue
            asked = (outline.parents[entry], key, value.casefold())
            if asked in seen or value.casefold() not in folded or is_day(value) or is_clock(value):
                continue
            seen.add(asked)
            found = re.search(rf"(?<!\w){re.escape(value.casefold())}(?!\w)", folded)
            if found is not None and not value.replace(".", "").isdigit():
                yield node, found.span()

    def copied(self) -> Change | None:
        """Return the change of a member to the value elsewhere: "the same room as Ann"."""
        outline, clause = self.clause.outline, self.clause
        said = clause.cues.talk.same.search(self.bare)
        if said is None:
            return None
        about = f"{self.bare[: said.start()]} {said['what']}"
        source, other = self._leaf(f"{said['what']} {said['whose']}"), self._leaf(about)
        if source is None and other is not None and clause.cues.talk.other.fullmatch(said["whose"]):
            source = self._beside(other)
        if source is None or other is None or source == other:
            return None
        path, value = outline.path(other), outline.values[source]
        change = clause.replaced(path, outline.values[other], value, about.strip())
        return replace(change, heeded=(said[0],))

    def _leaf(self, text: str) -> int | None:
        outline = self.clause.outline
        found = self.places(text, lambda node: node > 0 and outline.is_leaf(node), NAME)
        return found[0] if len(found) == 1 else None

    def _beside(self, node: int) -> int | None:
        """Return the same member of the only other entry of a list."""
        outline, entry = self.clause.outline, self.clause.outline.parents[node]
        alike = [
            each
            for each in outline.members(outline.parents[entry])
            if outline.keys[each] == outline.keys[node] and each != node
        ]
        return alike[0] if outline.is_entry(entry) and len(alike) == 1 else None

    # A new text

    def filled(self) -> Change | None:
        """Return the change of one text to words that the document does not contain."""
        outline, clause = self.clause.outline, self.clause
        span = self._new_words(self.bare)
        if span is None:
            return None
        first, last = span
        if self.bare[first].isupper() and (
            article := clause.cues.talk.article_before.search(self.bare, 0, first)
        ):
            first = article.start()
        value, before = self.bare[first:last], self.bare[:first].split()
        is_shift = any(each["way"] for each in clause.cues.talk.relative.finditer(self.text))
        if is_shift:
            return None
        link = before[-1].casefold().strip(",:") if before else ""
        rest = f"{self.bare[:first]} {self.bare[last:]}"
        is_linked = link in clause.cues.talk.before_value or bool(
            clause.cues.article.match(f"{link} ")
        )
        has_verb = any(self.clause.is_verb(each) for each in before)
        is_linked = is_linked or (has_verb and self.is_named(link))
        is_plain = value[0].islower() and link not in clause.cues.talk.becoming
        if is_plain and not clause.hidden.has_literal(value):
            return None
        is_used = len(before) > 1 and self.clause.is_verb(before[0]) and self.is_named(before[-1])
        if not (is_linked or is_used) or clause.cues.denial.search(rest):
            return None
        found = self.places(rest, self._is_text, NAME)
        if not found or len(found) > 1 or not phrase_of(rest, clause.cues).needed:
            return None
        if value.isdecimal() and outline.values[found[0]] is not None:
            return None
        flags = [
            each
            for each in outline.inner(outline.parents[found[0]])
            if outline.values[each] is False
            and any(str(outline.keys[each]).casefold() == one.casefold() for one in before)
        ]
        if flags:  # "approved by Ann", of the members "approved" and "approved_by"
            text = rest.strip()
            path = outline.path(flags[0])
            both = [partial(clause.replaced, path, False, True, text)]
            return joined_new([*both, partial(clause.set_at, found[0], value, text)])
        return clause.set_at(found[0], value, rest.strip())

    def likened(self) -> Change | None:
        """Return the change of the only text that begins like new words: "Room 1.10"."""
        clause, outline = self.clause, self.clause.outline
        if clause.cues.denial.search(self.text):
            return None
        made: dict[int, tuple[str, str]] = {}
        for node, held in enumerate(outline.values):
            first, _, rest = held.partition(" ") if isinstance(held, str) else ("", "", "")
            if not rest or not first[:1].isupper() or outline.is_entry(node):
                continue
            count = len(rest.split())
            said = re.search(rf"(?<!\w){re.escape(first)}((?: [\w.-]*[\w]){{{count}}})", self.text)
            if said is None or not re.search(r"[A-Z\d]", said[1]) or said[0] == held:
                continue
            made[node] = (said[0], f"{self.text[: said.start()]} {self.text[said.end() :]}")
        if len(made) != 1:
            return None
        ((node, (value, rest)),) = made.items()
        words = [each for each in WORD.findall(self._stripped(rest)) if not self.is_small(each)]
        named = {one.node for each in words for one in outline.explained(each)}
        if any(not self.clause.is_verb(each) and not self.is_known(each) for each in words):
            return None
        is_meant = not named or any(each in named for each in outline.above(node))
        return clause.set_at(node, value, rest.strip()) if is_meant else None

    def denied(self) -> Change | None:
        """Return the change that drops an entry that is said not to be one of its list."""
        outline, cues = self.clause.outline, self.clause.cues
        if not cues.denial.search(self.text) or not cues.talk.is_none.search(self.text):
            return None
        rest = cues.denial.sub(" ", self._stripped(self.text))
        needed = phrase_of(rest, cues).needed
        lists = {
            one.node
            for word in needed
            for one in outline.explained(word)
            if one.how == "name" and isinstance(outline.values[one.node], list)
        }
        found = [
            each
            for each in self.places(rest, outline.is_entry, ANY)
            if outline.parents[each] in lists
        ]
        own = [w for w in needed if all(one.node not in lists for one in outline.explained(w))]
        is_named = any(self.is_known(each) for each in own)  # "that is no function" names nothing
        is_plain = all(self.is_known(each) or self.clause.is_verb(each) for each in needed)
        if len(found) != 1 or not (is_named and is_plain):
            return None
        operation = removing.removal(outline, found[0])
        return Change((operation,), outline.path(found[0]), (self.text,))

    def _is_text(self, node: int) -> bool:
        outline = self.clause.outline
        value = outline.values[node]
        is_words = value is None or (
            isinstance(value, str) and not (is_day(value) or is_clock(value))
        )
        return node > 0 and is_words and not outline.is_entry(node)

    def _new_words(self, text: str) -> tuple[int, int] | None:
        """Return the span of the words that the document does not explain, if they are together."""
        words = list(WORD.finditer(text))
        new = [
            at
            for at, each in enumerate(words)
            if not (self.is_small(each[0]) or self.is_known(each[0]))
            and not self.clause.is_verb(each[0])
        ]
        if not new or new[-1] - new[0] >= _MOST_VALUE_WORDS:
            return None
        between = words[new[0] : new[-1] + 1]
        if any(self.is_known(each[0]) and not self.is_small(each[0]) for each in between):
            return None
        return words[new[0]].start(), words[new[-1]].end()

    def coded(self) -> Change | None:
        """Return the change of the one member of an entry that has values like a code: "3-1"."""
        outline, clause = self.clause.outline, self.clause
        codes = [each for each in _CODE.finditer(self.bare) if not self.is_known(each[0])]
        if len(codes) != 1 or self.clause.cues.denial.search(self.text):
            return None
        said = codes[0]
        rest = f"{self.bare[: said.start()]} {self.bare[said.end() :]}"
        found = self.places(rest, outline.is_entry, ANY)
        if len(found) != 1 or not self._is_labelled(found[0], rest):
            return None
        beside = list(outline.members(outline.parents[found[0]]))
        keys = {
            outline.keys[each] for each in beside if _shape(outline.values[each]) == _shape(said[0])
        }
        inner = [each for each in outline.inner(found[0]) if outline.keys[each] in keys]
        return clause.set_at(inner[0], said[0], rest.strip()) if len(inner) == 1 else None

    # A new entry of a list

    def added(self) -> Change | None:
        """Return the change that adds new words to the list that the others name."""
        clause, outline = self.clause, self.clause.outline
        talk = clause.cues.talk
        if not talk.adds.search(self.text) or clause.cues.denial.search(self.text):
            return None
        bare = re.sub(r"\s+", " ", talk.adds.sub(" ", self._stripped(self.text))).strip(" ,")
        span = self._new_words(bare)
        if span is None:
            return None
        first, last = span
        value, rest = bare[first:last], f"{bare[:first]} {bare[last:]}"
        if clause.cues.joint.search(rest.strip()):
            return None
        found = self.places(rest, lambda node: isinstance(outline.values[node], list), NAMED)
        if not found and not phrase_of(rest, clause.cues).needed:
            return self._joined()
        if not found:
            around = self.places(
                rest, lambda node: node > 0 and isinstance(outline.values[node], dict), ANY
            )
            inner = [
                each
                for one in around
                for each in outline.inner(one)
                if isinstance(outline.values[each], list)
            ]
            found = inner if len(around) == 1 else []
        if len(found) != 1 or not phrase_of(rest, clause.cues).needed:
            return None
        held = outline.values[found[0]]
        entries = held if isinstance(held, list) else []
        is_count = re.search(r"\d", value) is not None
        if is_count and not any(re.search(r"\d", f"{each}") for each in entries):
            return None  # "the trip starts 3 July", of which the travellers are a list
        if any(isinstance(each, dict | list) for each in (held if isinstance(held, list) else ())):
            return None
        return adding.added(clause, found[0], value, "-", clause.hidden.plain(value))

    def _joined(self) -> Change | None:
        """Return the change that adds a person to the only list of people: "Farid has joined"."""
        clause, outline = self.clause, self.clause.outline
        joins = clause.cues.talk.joins.search(self.text)
        rest = joins and f"{self.text[: joins.start()]} {self.text[joins.end() :]}"
        words = [each for each in WORD.findall(rest or "") if not self.is_small(each)]
        name = " ".join(words)
        if _NAME.fullmatch(name) is None:
            return None
        lists = [
            node
            for node, held in enumerate(outline.values)
            if isinstance(held, list) and all(isinstance(each, str) for each in held)
            if str(outline.keys[node]).casefold() in clause.cues.talk.people
        ]
        return adding.added(clause, lists[0], name, "-", name) if len(lists) == 1 else None


def _shape(value: object) -> str:
    """Return the form of a text, its digits and letters replaced: "9-9" of "3-1"."""
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "9", f"{value}"))


def addition(clause: InstructionClause, text: str) -> Change | None:
    """Return the change that adds the new words of a clause to the list that it names."""
    if clause.cues.hedges.search(text) or clause.cues.conditions.search(text):
        return None
    return _Reading(clause, text).added()


def plainer(clause: InstructionClause, text: str) -> str:
    """Return a clause without words that say nothing of a change."""
    return _Reading(clause, text).bare


def change_of(clause: InstructionClause, text: str, *, is_relative: bool = False) -> Change | None:
    """Return the change that a clause means; None if it is about something else.

    If it ``is_relative``, only a change by an amount is looked for.

    Raises:
        NotApplied: It fits several places, or has no effect.
    """
    reading = _Reading(clause, text)
    if len(clause.outline.values) > MOST_NODES:
        return None
    asking = clause.cues.talk.asking
    doubts = [each for each in clause.cues.hedges.finditer(text) if not asking.match(f"{each[0]} ")]
    doubt = doubts[0] if doubts else None
    is_past = doubt is not None and clause.cues.talk.falling.search(doubt[0]) is not None
    if clause.cues.conditions.search(text):
        return None
    if is_relative:
        return None if doubt is not None and not is_past else reading.shifted()
    if (copy := reading.copied()) is not None:
        return copy
    if doubt is not None:
        return None
    if clause.cues.joint.search(text.strip()):
        return reading.added()
    for read in (
        reading.denied,
        reading.removed,
        reading.chosen,
        reading.added,
        reading.coded,
        reading.filled,
        reading.likened,
    ):
        if (found := read()) is not None:
            return found
    return None
