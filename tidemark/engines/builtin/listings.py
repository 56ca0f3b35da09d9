"""Listings: what a person listed in a message, its heading and its entries with their amounts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.slots import slot_values
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for

_LONGEST_ENTRY = 10  # words
_LONGEST_HEADING = 14
_FEWEST_LINES = 3  # of a list below a heading: the heading and two entries
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_NUMBER = re.compile(r"(?<![\w.,:/-])\d+(?:[.,]\d+)*(?![\d:/-])")
_LABELLED = re.compile(r"^(?P<head>[^:]{2,120}):\s+(?P<list>\S.*)$", re.DOTALL)
_EDGES = " .,;:!–—-*•"


@dataclass(frozen=True)
class Amount:
    """An amount as said, its value, and the stem of what it counts, if anything."""

    text: str
    value: float
    unit: str = ""


@dataclass(frozen=True)
class ListEntry:
    """An entry of a listing: its text with the stems of its words, and the messages it is from."""

    text: str
    stems: frozenset[str]
    amount: Amount | None
    message_ids: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Listing:
    """The entries listed in one statement or below one heading."""

    heading: str
    entries: tuple[ListEntry, ...]
    statement: ViewStatement
    pack: LanguagePack

    @cached_property
    def heading_stems(self) -> frozenset[str]:
        """The stems of its heading."""
        return frozenset(self.pack.stems(self.heading))

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its heading and entries."""
        return self.heading_stems.union(*(entry.stems for entry in self.entries))

    @property
    def is_of_amounts(self) -> bool:
        """Whether every entry has an amount, all of one unit."""
        units = {entry.amount.unit for entry in self.entries if entry.amount}
        has_all = all(entry.amount for entry in self.entries)
        return has_all and len(units - {""}) <= 1

    @property
    def order(self) -> int:
        """The number of its message: larger is later."""
        return max(self.statement.piece.message_ids, default=0)


def listings(statements: Sequence[ViewStatement], otherwise: LanguagePack) -> list[Listing]:
    """Return what the person listed, in the order of ``statements``."""
    own = [
        each
        for each in statements
        if each.piece.item is None and each.is_of_person and each.is_quotable
    ]
    found: list[Listing] = []
    for _, of_message in groupby(own, key=lambda each: each.piece):
        parts = list(of_message)
        pack = language_pack_for(parts[0].piece.text, otherwise)
        below = _below_heading(parts, pack)
        found += [below] if below else filter(None, (_in_sentence(each, pack) for each in parts))
    return found


def _below_heading(parts: Sequence[ViewStatement], pack: LanguagePack) -> Listing | None:
    lines = [" ".join(each.text for each in on) for _, on in groupby(parts, lambda at: at.line)]
    if len(lines) < _FEWEST_LINES:
        return None
    opens = [at for at, line in enumerate(lines[:-2]) if line.endswith(":")]
    first = opens[-1] if opens else 0
    heading, entries = lines[first], lines[first + 1 :]
    if any(len(line.split()) > _LONGEST_ENTRY for line in entries):
        return None
    ids = tuple(of for part in parts[first:] for of in part.message_ids)
    return Listing(heading.strip(_EDGES), _entries(entries, pack, ids), parts[first], pack)


def _in_sentence(statement: ViewStatement, pack: LanguagePack) -> Listing | None:
    """Return what a sentence lists after a colon, after "are", or as amounts in a row."""
    text = statement.text.strip()
    if text.endswith("?"):
        return None
    labelled = _LABELLED.match(text)
    in_a_row = _entries(_split(text, pack), pack, statement.message_ids)
    if not labelled and len(in_a_row) > 1 and all(entry.amount for entry in in_a_row):
        return Listing("", in_a_row, statement, pack)
    found = labelled or pack.counting.lists.match(text)
    if found and len(found["head"].split()) <= _LONGEST_HEADING:
        entries = _entries(_split(found["list"], pack), pack, statement.message_ids)
        if _reads_as_list(entries, least=2 if labelled else 3):
            return Listing(found["head"].strip(_EDGES), entries, statement, pack)
    return None


def _split(text: str, pack: LanguagePack) -> list[str]:
    """Split ``text`` at its commas, and at "and" unless that parts an entry with one amount."""
    parts = [part for part in re.split(r",\s+|;\s+", text) if part.strip(_EDGES)]
    whole: list[str] = []
    for part in parts:
        halves = [half for half in pack.counting.joined.split(part) if half.strip(_EDGES)]
        amounts = [bool(_amount(half, pack)) for half in halves]
        is_last = part is parts[-1]
        parted = all(amounts) if any(amounts) else is_last
        whole += halves if parted else [part]
    return whole


def _reads_as_list(entries: Sequence[ListEntry], *, least: int) -> bool:
    return len(entries) >= least and all(
        len(entry.text.split()) <= _LONGEST_ENTRY for entry in entries
    )


def _entries(
    texts: Sequence[str], pack: LanguagePack, message_ids: Sequence[int]
) -> tuple[ListEntry, ...]:
    found = (re.sub(r"^(?:and|en|&)\s+", "", text.strip(_EDGES)).strip(_EDGES) for text in texts)
    ids = tuple(dict.fromkeys(message_ids))
    return tuple(
        ListEntry(text, frozenset(pack.stems(text)), _amount(text, pack), ids)
        for text in found
        if text
    )


def amounts_in(text: str, pack: LanguagePack) -> list[Amount]:
    """Return the amounts in ``text`` in order; days, times, phone and serial numbers are none."""
    values = slot_values(text, pack)
    found = []
    for match in _NUMBER.finditer(text):
        value = next((each for each in values if each.start <= match.start() < each.end), None)
        is_serial = match[0].startswith("0") and match[0].isdigit() and len(match[0]) > 1
        if is_serial or (value and value.type != "amount"):
            continue
        found.append(Amount(match[0], number(match[0]), value.unit if value else ""))
    return found


def _amount(text: str, pack: LanguagePack) -> Amount | None:
    """Return the amount of an entry: that of money, or the first one."""
    found = amounts_in(text, pack)
    return next((each for each in found if each.unit == "money"), found[0] if found else None)


def number(text: str) -> float:
    """Return the value of a number as written with points or commas.

    >>> number("1.150"), number("18,400"), number("9,50"), number("12")
    (1150.0, 18400.0, 9.5, 12.0)
    """
    if _THOUSANDS.fullmatch(text):
        return float(re.sub(r"[.,]", "", text))
    return float(text.replace(",", "."))


def named(stems: frozenset[str], entries: Sequence[ListEntry]) -> Iterator[ListEntry]:
    """Yield the ``entries`` that ``stems`` name."""
    return (entry for entry in entries if entry.stems & stems)
