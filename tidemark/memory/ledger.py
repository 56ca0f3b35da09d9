"""The ledger of a chat: every amount that a person stated, its subject, and whether it counts.

Statements become entries: "two steamers at 65 each" is twice 65, for steamers.  A later entry with
the same subject replaces the earlier one, dropped entries are removed, and of several offers only
the chosen one counts.  A number that may not be money is no entry.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import pairwise
from typing import Literal, NamedTuple

from tidemark.memory.attendance import (
    are_people,
    attendance_in,
    head_count,
    names_people,
    without_some,
)
from tidemark.memory.slots import (
    LONGEST_STATEMENT,
    MONEY,
    PERSONS,
    SlotText,
    SlotValue,
    days_named,
    is_given,
    names_all,
    names_any,
    taken_back,
)
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.search_terms import words

_JOINT = re.compile(r"[,;:!?)]\s+|\.\s+|\s+\(|\s+[–—-]+\s+")
_WRITTEN = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_HEADING = re.compile(r"[^:]{2,120}(?=:\s)")
_EDGES = " .,;:!–—-*•()"
_LONGEST_HEADING = 14  # words
_AGE_WORDS = 3
_OLDEST = 110
_HEAD_WORDS = 2  # of a heading, which name the things listed
_FEWEST_PARTS = 2  # of a total
_LEAST_LABEL = 10  # "drinks 110"; a smaller number after a noun is a label: "ward 6"

Role = Literal["cost", "fund", "goal", "income", "price", "count"]


class SaidAmounts(NamedTuple):
    """A statement of the person: its text, the messages it rests on, and its place in the order.

    One that ``is_fragment`` only corrects another statement, whose text contains its amount.
    """

    text: str
    message_ids: tuple[int, ...]
    order: int
    is_fragment: bool = False


@dataclass(frozen=True)
class LedgerEntry:
    """An amount: the ``text`` that states it, how it is ``shown`` in sums, and its ``value``."""

    text: str
    shown: str
    value: float
    unit: str
    role: Role
    name: frozenset[str]
    stems: frozenset[str]
    each: str = ""
    is_offer: bool = False
    is_change: bool = False
    is_another: bool = False
    adds_to_last: bool = False  # to the price before it: "350 euros plus 50 for cleaning"
    days: frozenset[str] = frozenset()
    message_ids: tuple[int, ...] = field(default=())
    orders: tuple[int, ...] = field(default=())

    @property
    def counts(self) -> bool:
        """Return whether it is money that was spent or will be spent, and the amount is certain."""
        return self.role == "cost" and not (self.each or self.is_offer)


@dataclass(frozen=True)
class Ledger:
    """The current entries of a chat, oldest first, and how many ``people`` there are.

    ``doubts`` are messages with another amount, which may concern the same things.
    """

    entries: tuple[LedgerEntry, ...]
    people: LedgerEntry | None = None
    doubts: frozenset[int] = frozenset()

    def is_sure_of(self, entries: Iterable[LedgerEntry]) -> bool:
        """Return whether no message that gave one of ``entries`` has an uncertain amount."""
        return not any(self.doubts.intersection(each.orders) for each in entries)

    def of_role(self, role: Role) -> list[LedgerEntry]:
        """Return the entries with ``role``."""
        return [each for each in self.entries if each.role == role]

    def counted(self, unit: str) -> list[LedgerEntry]:
        """Return the costs in ``unit`` that count."""
        return [each for each in self.entries if each.counts and each.unit == unit]


def ledger_of(said: Sequence[SaidAmounts], otherwise: LanguagePack) -> Ledger:
    """Return the ledger of the statements ``said``, oldest first, after all of them are applied."""
    entries: list[LedgerEntry] = []
    people: LedgerEntry | None = None
    # The heading and entries of the last list without amounts, and the things with a unit price
    menu, listed, priced = frozenset[str](), frozenset[str](), frozenset[str]()
    texts = [each for each in said if len(each.text) <= LONGEST_STATEMENT]
    units, doubts = _units(texts, otherwise), set[int]()
    before = ""
    for at, each in enumerate(texts):
        pack = language_pack_for(each.text, otherwise)
        is_same = at > 0 and texts[at - 1].order == each.order
        line = _Line(each, pack, before if is_same else "", units)
        people = line.people(people)
        if each.is_fragment:
            continue
        entries = _settled(entries, line)
        for entry in line.entries:
            is_rate = bool(entry.each) and is_same and entry.name <= menu
            priced = priced | listed if is_rate else priced
            is_price = entry.role == "cost" and bool(entry.name) and entry.name <= priced
            entries = _entered(entries, replace(entry, role="price") if is_price else entry)
        if line.listed:
            menu, listed = frozenset(pack.stems(line.heading)), line.listed
        if line.entries and line.is_in_doubt:
            doubts.add(each.order)
        before = each.text if not line.entries else ""
    return Ledger(tuple(entries), people, frozenset(doubts))


@cache
def _stems(words: frozenset[str], pack: LanguagePack) -> frozenset[str]:
    return frozenset(pack.stems(" ".join(words)))


def _units(said: Sequence[SaidAmounts], otherwise: LanguagePack) -> frozenset[str]:
    """Return the stems of units other than money that a fund is in: "a budget of 180 hours"."""
    found = set[str]()
    for each in said:
        pack = language_pack_for(each.text, otherwise)
        people = frozenset(pack.stems(" ".join(pack.counting.counts_of.values())))
        for part in _Line(each, pack, "", frozenset()).parts:
            if pack.ledger.fund.search(each.text[part.start : part.end]):
                found |= {of.unit for of in part.amounts} - {"", MONEY} - people
    return frozenset(found)


# Reading a statement


class _Part(NamedTuple):
    start: int
    end: int
    amounts: tuple[SlotValue, ...]


class _Line:
    """A statement whose amounts are read."""

    def __init__(
        self, said: SaidAmounts, pack: LanguagePack, before: str, units: frozenset[str]
    ) -> None:
        self.said = said
        self.pack = pack
        self.before = before
        self.units = units
        self.words = pack.ledger
        self.slots = SlotText(said.text, pack)
        heading = _HEADING.match(said.text)
        is_short = heading and len(heading[0].split()) <= _LONGEST_HEADING
        self.heading = heading[0] if heading and is_short else ""

    @cached_property
    def amounts(self) -> list[SlotValue]:
        """Its amounts, except those that it calls outdated, and a total of the others."""
        gone = {each.old for each in taken_back(self.said.text, self.slots.pack)}
        found = [
            each
            for each in map(self._as_price, self.slots.values)
            if each.type == "amount"
            and each not in gone
            and _value(each, self.pack)
            and not self.words.former.search(self.said.text[: each.start])
            and self.said.text[each.end : each.end + 1] not in ("#", "%", "/")
            and not self._is_of_noise(each)
            and each.start not in days_named(self.said.text, self.pack)
        ]
        if self.words.fund.search(self.heading):
            return found
        totals = said_totals(self.said.text, found, self.pack)
        return [each for each in found if each not in totals]

    def _is_of_noise(self, slot: SlotValue) -> bool:
        """Return whether a number counts for nothing: somebody's age, what is paid back."""
        found = (each.span() for each in self.pack.accounts.noise.finditer(self.said.text))
        is_of_noise = any(start <= slot.start < end for start, end in found)
        return is_of_noise or comes_back(self.said.text, slot.start, self.pack)

    def _as_price(self, slot: SlotValue) -> SlotValue:
        """Return a time as an amount if it is the price of one: "45 tickets at 12 each"."""
        rate = self.words.apiece.match(self.said.text, slot.end) if slot.type == "time" else None
        if rate and not rate["of"] and slot.text.isdigit():
            return replace(slot, type="amount", unit=MONEY)
        return slot

    @property
    def amounts_alone(self) -> bool:
        """Return whether the statement is about amounts, and so is not a list of people."""
        return bool(self.amounts)

    @cached_property
    def parts(self) -> list[_Part]:
        """Its parts, split at commas and full stops, and at "and" between two amounts."""
        text = self.said.text
        cuts = [match.span() for match in _JOINT.finditer(text)]
        starts = [0, *(end for _, end in cuts)]
        ends = [*(start for start, _ in cuts), len(text)]
        return [
            part
            for start, end in zip(starts, ends, strict=True)
            for part in self._halves(start, end)
        ]

    def _halves(self, start: int, end: int) -> Iterator[_Part]:
        inside = [each for each in self.amounts if start <= each.start < end]
        opened = start
        for joint in self.words.joint.finditer(self.said.text, start, end):
            left = [each for each in inside if opened <= each.start < joint.start()]
            right = [each for each in inside if each.start >= joint.end()]
            if left and right:
                yield _Part(opened, joint.start(), tuple(left))
                opened = joint.end()
        yield _Part(opened, end, tuple(each for each in inside if each.start >= opened))

    @cached_property
    def listed(self) -> frozenset[str]:
        """The stems of the things that it lists below a heading without any amount."""
        if not self.heading or self.amounts or self.words.spends.search(self.heading):
            return frozenset()
        return frozenset(self.pack.stems(self.said.text[len(self.heading) :]))

    @cached_property
    def entries(self) -> list[LedgerEntry]:
        """The amounts of money that it states, and those in the unit of a fund."""
        found: list[LedgerEntry] = []
        pending, price = "", ""
        for part in self.parts:
            text = self._text(part)
            if opens := self.words.joint.match(f" {text}"):
                text = text[opens.end() - 1 :]
            if not part.amounts:
                pending = text
                continue
            last = found[-1] if found else None
            entry = self._entry(part, text, pending or self.before, last)
            if entry and self._points(part, entry):  # "the vet refunded us 20, so it's 92"
                if not found:
                    continue
                entry = replace(entry, name=found[-1].name, role="cost", is_change=True)
                if self._sums_up(part):  # "he adds 50, so 400"
                    found.pop()
            if entry and found:
                entry = self._as_before(part, entry, found[-1], price)
                entry = replace(entry, adds_to_last=self._adds_to_last(part))
            if entry:
                is_of_all = entry.each and not found and not (entry.name - {entry.each})
                price = entry.each if is_of_all and not self._heading_spends else price
                found.append(entry)
            pending = ""
            found += self._counts(part, text, entry)
        if len(found) > 1 and self._lists_offers:
            found = [replace(each, is_offer=each.role == "cost") for each in found]
        return found

    def _as_before(
        self, part: _Part, entry: LedgerEntry, last: LedgerEntry, price: str
    ) -> LedgerEntry:
        """Return ``entry`` as one of a row: "7 a portion, the sweet one 5", "Ann gives 5, Bo 3"."""
        if price and not entry.each:
            entry = replace(entry, each=price)
        return replace(entry, role=last.role) if self._goes_on(part, entry, last) else entry

    def _is_in_row(self, part: _Part, price: SlotValue) -> bool:
        """Return whether an amount continues a series: "45 for the internet, 28 for the phone"."""
        before = self.said.text[part.start : price.start]
        opens = self.words.joint.match(f" {before}")
        is_first = not before[opens.end() - 1 if opens else 0 :].strip()
        return is_first and bool(self.words.used_for.match(self.said.text, price.end))

    def _goes_on(self, part: _Part, entry: LedgerEntry, last: LedgerEntry) -> bool:
        """Return whether a part without a verb is income, as the ``last`` entry is.

        "Ann gives 500 and Bo 350".
        """
        text = self.said.text[part.start : part.end]
        spoken = set(words(text))
        lexicon = self.pack.lexicon
        says = self.words.spends.search(text) or not spoken.isdisjoint(
            lexicon.auxiliaries | lexicon.verbs
        )
        is_same_sentence = ". " not in self.said.text[: part.start]
        is_like = last.role == "income" and entry.role == "cost" and not entry.is_change
        return is_like and is_same_sentence and not says

    def _adds_to_last(self, part: _Part) -> bool:
        """Return whether a part adds to the price before it: "350 euros plus 50 for cleaning"."""
        before, text = self.said.text[: part.start].split(), self.said.text[part.start : part.end]
        is_added = bool(before) and bool(self.pack.corrections.adds.fullmatch(before[-1]))
        starts = part.amounts[0].start if part.amounts else part.end
        is_first = not re.search(r"\w", self.said.text[part.start : starts])
        return is_added and is_first and not self.pack.accounts.verbs.search(text)

    def _points(self, part: _Part, entry: LedgerEntry) -> bool:
        """Return whether the subject of an amount is a pronoun: "so it's 92"."""
        before = self.said.text[part.start : part.amounts[0].start]
        return not self._name(part.start, part.end) and bool(self.words.it_is.fullmatch(before))

    def _sums_up(self, part: _Part) -> bool:
        """Return whether the amount of ``part`` is the result of the change before it."""
        return bool(self.words.so.match(self.said.text[part.start : part.end]))

    def _counts(self, part: _Part, text: str, entry: LedgerEntry | None) -> list[LedgerEntry]:
        """Return the counts of things: "14 nurses"; not of things that have a price."""
        counted = [each for each in part.amounts if each.unit and self._is_count(each)]
        if entry and "×" in entry.shown:
            return []
        around = frozenset(self.pack.stems(f"{self.heading} {self.said.text}"))
        return [
            LedgerEntry(
                text,
                each.text,
                _value(each, self.pack),
                each.unit,
                "count",
                frozenset({each.unit}),
                around,
                message_ids=self.said.message_ids,
                orders=(self.said.order,),
            )
            for each in counted
        ]

    @property
    def is_in_doubt(self) -> bool:
        """Return whether it has an amount, besides its entries, that may be money."""
        changes = {one for one, other in pairwise(self.parts) if self._sums_up(other)}
        parts = (each for each in self.parts if each.amounts and each not in changes)
        read = (each for each in parts if not self._is_read(each))
        return any(
            not (self._is_count(amount) or self.words.no_money.search(self._text(part)))
            and amount.unit in ("", MONEY)
            for part in read
            for amount in part.amounts
        )

    def _is_read(self, part: _Part) -> bool:
        return any(each.text and self._text(part).endswith(each.text[-5:]) for each in self.entries)

    def _text(self, part: _Part) -> str:
        return self.said.text[part.start : part.end].strip(_EDGES)

    @property
    def _lists_offers(self) -> bool:
        """Return whether it may list several offers: "quotes: …", "tents: …"."""
        if self.words.offers.search(self.said.text):
            return True
        is_label = bool(self.heading) and self.words.several.search(self.heading)
        return bool(is_label) and not self._heading_spends

    @property
    def _heading_spends(self) -> bool:
        sums = (self.words.spends, self.pack.counting.sums_up)
        if any(each.search(self.heading) for each in sums):
            return True
        opening = " ".join(self.heading.split()[:_HEAD_WORDS])
        return not self.pack.outlay_stems.isdisjoint(self.pack.stems(opening))

    def _entry(
        self, part: _Part, text: str, pending: str, last: LedgerEntry | None
    ) -> LedgerEntry | None:
        count, price = self._parted(part)
        if price is None or self.words.ranges.match(self.said.text, price.end):
            return None
        rate = self.words.apiece.match(self.said.text, price.end)
        rate = rate or self.pack.counting.one_costs.search(self.said.text, part.start, price.end)
        each = (rate.groupdict().get("of") or rate[0].strip()).lower() if rate else ""
        own = self._name(part.start, price.start)
        used = (self.words.used_for, self.words.laid_out)
        if not own and (
            count is not None or any(each.match(self.said.text, price.end) for each in used)
        ):
            own = self._name(price.end, part.end) - frozenset(self.pack.stems(each))
        if count is not None and count.end <= price.start and (not own or count.unit not in own):
            own |= frozenset({count.unit} - {"", PERSONS})
        if not own and self.said.text[part.start : price.start].strip():
            own = frozenset(self.pack.stems(self.said.text[part.start : price.start]))
            own -= _stems(self.words.light, self.pack)
        name = own or self._stems_of_text(pending) or self._stems_of_text(self.heading)
        name = name or self._name(price.end, part.end)
        around = frozenset(self.pack.stems(f"{self.heading} {pending} {text}"))
        unit = self._unit(price, around)
        is_in_row = last is not None and last.unit == MONEY and self._is_in_row(part, price)
        is_money = is_in_row or self._is_money(price, part, own, pending)
        if unit is None or not (unit != MONEY or is_money):
            return None
        value, shown = _value(price, self.pack), price.text
        if givers := self._givers(part, price):
            value, shown = value * givers, f"{givers} × {shown}"
        if count is not None:
            value, shown, each = value * _value(count, self.pack), f"{count.text} × {shown}", ""
        elif each in self.pack.counting.in_a_period:  # a price a year is paid once
            each = ""
        quote = text if own or not pending else self._with(pending, text)
        return LedgerEntry(
            quote,
            shown,
            value,
            unit,
            self._role(text if own else f"{self.heading} {pending} {text}", text),
            name - frozenset(self.pack.stems(each)),
            around,
            each,
            is_change=bool(self.pack.corrections.amends.search(f"{pending} {text}")),
            is_another=bool(self.words.another.search(text)),
            days=self.pack.lexicon.calendar & set(words(text)),
            message_ids=self.said.message_ids,
            orders=(self.said.order,),
        )

    def _givers(self, part: _Part, price: SlotValue) -> int:
        """Return how many people each gave the amount: "Ann and Bo each gave me 60"."""
        before = self.said.text[part.start : price.start]
        names = [
            each
            for each in self.slots.values
            if each.type == "name" and part.start <= each.start < price.start
        ]
        is_of_each = self.words.each_gives.search(before) and self.words.income.search(before)
        return len(names) if is_of_each and len(names) > 1 else 0

    def _with(self, pending: str, text: str) -> str:
        found = self.said.text.find(pending)
        whole = self.said.text[found:] if found >= 0 else ""
        at = whole.find(text)
        return whole[: at + len(text)] if at >= 0 else text

    def _parted(self, part: _Part) -> tuple[SlotValue | None, SlotValue | None]:
        """Return the count and the price of one, or the only amount."""
        prices = [each for each in part.amounts if not self._is_count(each)]
        counts = [each for each in part.amounts if self._is_count(each)]
        if (
            len(prices) > 1
            and not counts
            and self.words.apiece.match(self.said.text, prices[-1].end)
            and self.words.times.search(self.said.text[prices[0].end : prices[-1].start])
        ):  # "3 at 45 each"
            counts, prices = prices[:1], prices[1:]
        if len(prices) == 1 and not counts:
            return None, prices[0]
        if len(prices) == 1 and len(counts) == 1:
            between = self.said.text[counts[0].end : prices[0].start]
            is_rate = self.words.apiece.match(self.said.text, prices[0].end)
            is_before = counts[0].end <= prices[0].start
            opens = self.pack.lexicon.determiners & set(words(between))  # "share a bill of 90"
            if is_rate or (is_before and not opens and self.words.times.search(between)):
                return counts[0], prices[0]
            return None, prices[0]
        return None, None

    def _is_count(self, amount: SlotValue) -> bool:
        of_things = amount.unit not in ("", MONEY) and amount.unit not in self.units
        follows = self.said.text[amount.end : amount.end + 3]
        is_word = not amount.text[0].isdigit()
        return of_things or is_word or bool(re.match(r" ?[x×] ?", follows))

    def _unit(self, price: SlotValue, around: frozenset[str]) -> str | None:
        if price.unit:
            return price.unit
        of_fund = next((unit for unit in self.units if unit in around), "")
        others = frozenset(self.pack.stems(self.heading)) & _stems(self.words.measures, self.pack)
        return of_fund or (None if others else MONEY)

    def _name(self, start: int, end: int) -> frozenset[str]:
        """Return the stems of the first thing in a part besides its amount, as its name."""
        said = [each for each in self.slots.things if start <= each.start < end]
        for each in said:
            stems = frozenset(each.stems[: len(each.stems) - each.endings])
            if telling := stems - _stems(self.words.light, self.pack):
                return telling
        return frozenset()

    def _stems_of_text(self, text: str) -> frozenset[str]:
        for each in SlotText(text, self.pack).things:
            stems = frozenset(each.stems[: len(each.stems) - each.endings])
            if telling := stems - _stems(self.words.light, self.pack):
                return telling
        return frozenset()

    def _is_money(self, price: SlotValue, part: _Part, own: frozenset[str], pending: str) -> bool:
        """Return whether an amount without a currency is money: "the trailer is 2,600"."""
        text = self.said.text[part.start : part.end]
        if price.unit == MONEY:
            return True
        sides = self.pack.counting.sides.finditer(self.said.text)
        if any(each.start() <= price.start < each.end() for each in sides):
            return False
        if self.words.no_money.search(text if own else f"{pending} {text}"):
            return False
        if self._is_age(price, part):
            return False
        before = self.said.text[part.start : price.start]
        after = self.said.text[price.end : part.end]
        if any(each.search(text) for each in (self.words.fund, self.words.income)):
            return True
        if self.words.earned.search(text):
            return True
        if self.words.costs.search(before):
            return True
        if self.words.laid_out.match(after):
            return True
        if self.words.clause.search(before) or not self.words.ends.fullmatch(after):
            return False
        is_label = bool(own) and _value(price, self.pack) >= _LEAST_LABEL
        return is_label or bool(not before.strip() and (pending or self.heading))

    def _is_age(self, price: SlotValue, part: _Part) -> bool:
        """Return whether a number may be somebody's age: "Bram is 41"."""
        if self.words.used_for.match(self.said.text, price.end):
            return False  # "Lunch was 45 for the three of us"
        before = self.said.text[part.start : price.start].split()
        is_name = any(
            each.type == "name" and part.start <= each.start < price.start
            for each in self.slots.values
        ) or not self.pack.lexicon.people.isdisjoint(word.lower() for word in before)
        is_said = bool(before) and self.words.is_word.fullmatch(before[-1])
        return (
            bool(is_said)
            and is_name
            and len(before) <= _AGE_WORDS
            and _value(price, self.pack) < _OLDEST
        )

    def _role(self, text: str, part: str) -> Role:
        if self.words.goal.search(text):
            return "goal"
        if self.words.income.search(text) or self.words.earned.search(text):
            return "income"
        is_fund = self.words.fund.search(part) or self.words.fund.search(text)
        if is_fund and not self.words.for_use.search(text):
            return "fund"
        return "price" if self.words.wish.search(text) else "cost"

    def people(self, known: LedgerEntry | None) -> LedgerEntry | None:
        """Return the number of people after this statement."""
        text = without_some(self.said.text, self.pack)
        found = self.words.people.search(text)
        if found and self.pack.counting.holds_people.search(text):
            return known
        if found and self.words.of_somebody.search(text[: found.start()]):
            return self._after_change(known)
        if found and self.words.people.search(text, found.end()):
            return None  # "two adults and three children"
        if found:
            number = next(filter(None, found.groupdict().values()), "")
            value = (
                float(number)
                if number.isdigit()
                else self.pack.counting.numbers.get(number.lower(), 0)
            )
            if value > 1:
                return self._count(number, float(value))
        row = self.words.row_of_us.search(text)
        if row and not self.amounts_alone:
            names = [each for each in self.pack.counting.joined.split(row["row"]) if each.strip()]
            if len(names) > 1:
                return self._count(str(len(names)), float(len(names)))
        return self._after_change(known)

    def _after_change(self, known: LedgerEntry | None) -> LedgerEntry | None:
        """Return the number of people after some joined or left; None if it is uncertain."""
        text = self.said.text
        change = attendance_in(text, self.pack)
        if not (known and change):
            return known
        is_new = change.comes and self.pack.list_changes.too.search(text)
        if change.comes and not is_new:
            return None if known.orders[1:] else known
        people = change.people
        if is_new and not (people and are_people(people, self.pack)):
            # "Dessert is coming too", "my sister is coming too", but "Friday the van is coming too"
            return None if people or names_people(text, self.pack) else known
        is_said = len(people) == 1 or any(is_given(each.split()[-1], self.pack) for each in people)
        if not (is_new or is_said):
            return known  # "Trains and Buses are not going"
        number = head_count(people, self.pack)
        is_again = any(each in known.text for each in people) if is_new else known.orders[1:]
        if is_again or (number >= known.value and not is_new):
            return None  # the same people may be meant again
        sign, value = ("+", known.value + number) if is_new else ("-", known.value - number)
        return replace(
            self._count(f"({known.shown} {sign} {number})", value),
            message_ids=(*known.message_ids, *self.said.message_ids),
            orders=(*known.orders, self.said.order),
            text=f"{known.text} […] {text}",
        )

    def _count(self, shown: str, value: float) -> LedgerEntry:
        nothing = frozenset[str]()
        ids, order = self.said.message_ids, self.said.order
        return LedgerEntry(
            self.said.text, shown, value, "", "price", nothing, nothing,
            message_ids=ids, orders=(order,),
        )  # fmt: skip


def comes_back(text: str, at: int, pack: LanguagePack) -> bool:
    """Return whether the number at ``at`` in ``text`` is a deposit that is paid back.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> comes_back("The deposit is 150 euros, which we get back", 15, ENGLISH)
    True
    """
    found = (each.span() for each in pack.accounts.comes_back.finditer(text))
    return any(start <= at < end for start, end in found)


def said_totals(
    text: str, amounts: Sequence[SlotValue], pack: LanguagePack
) -> frozenset[SlotValue]:
    """Return those of the ``amounts`` in ``text`` that are the total of its other ones.

    An amount before a colon is never a part of the list after it: "15,000 in all: 8,000 for …".
    """
    heading = _HEADING.match(text)
    end = heading.end() if heading else 0
    before = [each for each in amounts if each.start < end]
    if before and len(amounts) - len(before) >= _FEWEST_PARTS:
        return frozenset(before)
    if len(amounts) <= _FEWEST_PARTS:
        return frozenset()
    largest = max(amounts, key=lambda each: _value(each, pack))
    cuts = [0, *(match.end() for match in _JOINT.finditer(text)), len(text)]
    start = max(at for at in cuts if at <= largest.start)
    until = min(at for at in cuts if at >= largest.end)
    is_last = largest is amounts[-1] or largest is amounts[0]
    is_total = is_last and pack.counting.total.search(text, start, until)
    inside = [each for each in amounts if start <= each.start < until]
    return frozenset([largest]) if is_total and inside == [largest] else frozenset()


def _value(amount: SlotValue, pack: LanguagePack) -> float:
    """Return the value of an amount in digits or as a word, or 0."""
    text = amount.text.strip()
    if text[:1].isdigit():
        return number(text)
    return float(pack.counting.numbers.get(text.lower(), 0))


def number(text: str) -> float:
    """Return the value of a number written with points or commas; 0 if it is not a number.

    >>> number("1.150"), number("18,400"), number("9,50"), number("1,200.50"), number("1:2")
    (1150.0, 18400.0, 9.5, 1200.5, 0.0)
    """
    if not _WRITTEN.fullmatch(text):
        return 0.0
    if _THOUSANDS.fullmatch(text):
        return float(re.sub(r"[.,]", "", text))
    *whole, last = re.split(r"[.,]", text)
    return float(f"{''.join(whole)}.{last}" if whole else last)


# Changes by later statements


def _entered(entries: Sequence[LedgerEntry], new: LedgerEntry) -> list[LedgerEntry]:
    """Return ``entries`` with ``new`` added, or in place of the entry that it replaces."""
    same = [each for each in entries if _replaces(new, each)]
    exact = [each for each in same if each.name == new.name]
    if len(exact or same) != 1:
        return [*entries, new]
    old = (exact or same)[0]
    kept = replace(
        new,
        name=old.name | new.name,
        stems=old.stems | new.stems,
        is_offer=old.is_offer,
        role=old.role if new.role == "cost" else new.role,
        each=new.each or (old.each if old.role == "price" else ""),
        message_ids=tuple(dict.fromkeys((*old.message_ids, *new.message_ids))),
        orders=(*old.orders, *new.orders),
    )
    if kept.value == old.value and not set(new.message_ids) - set(old.message_ids):
        kept = replace(kept, text=old.text)
    return [kept if each is old else each for each in entries]


def _replaces(new: LedgerEntry, old: LedgerEntry) -> bool:
    if new.orders[-1] == old.orders[-1] or new.unit != old.unit:
        return False
    if old.role != "count" and new.orders[-1] in old.message_ids and new.value == old.value:
        return True  # it was corrected in other words: "the chairs turned out to be 90"
    if not (new.name and old.name):
        return False
    if new.role != old.role and {new.role, old.role} & {"fund", "income", "goal"}:
        return False
    is_of_other_day = new.days and old.days and new.days.isdisjoint(old.days)
    if (new.is_another or is_of_other_day) and not new.is_change:
        return False
    if new.name == old.name:
        return True
    return names_all(new.name, old.name) or (new.is_change and names_all(old.name, new.name))


def _settled(entries: Sequence[LedgerEntry], line: _Line) -> list[LedgerEntry]:
    """Return ``entries`` after a statement that chooses among offers, or drops entries."""
    kept = list(entries)
    for part in line.parts:
        text = line.said.text[part.start : part.end]
        stems = frozenset(line.pack.stems(text))
        named = [each for each in kept if each.name and names_any(each.name, stems)]
        if line.words.chooses.search(text):
            offered = [each for each in named if each.is_offer]
            if len(offered) == 1:
                group = offered[0].orders[0]
                kept = [
                    replace(each, is_offer=False) if each is offered[0] else each
                    for each in kept
                    if not (each.is_offer and each.orders[0] == group and each is not offered[0])
                ]
                continue
        is_over = line.pack.list_changes.drops.search(text) or line.words.free.search(text)
        if is_over and len(named) == 1 and not part.amounts and named[0].role != "fund":
            kept.remove(named[0])
    return kept
