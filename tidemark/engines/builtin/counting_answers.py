"""Answers by counting: how many, the third one, the cheapest, sums, what is left of a budget.

Each is read off one listing of the person: the one that the question's words name, or the last one
if they name none.  An answer says what it is read off; in doubt there is none.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tidemark.engines.builtin.listings import Amount, ListEntry, Listing, amounts_in, listings
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.slots import MONEY
from tidemark.nlp.answer_types import answer_type
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.quotes import as_quote
from tidemark.nlp.search_terms import words
from tidemark.prompt.citations import cited

_RECENT = 2  # statements of the person back, for a list that the question does not name
_MOSTLY = 0.6  # of a question, by the heading of the list it asks for
_NAME_WORDS = 2  # of an entry, its name: "Kim works weekends"
_LONGEST = 16  # words of a question about a list


@dataclass(frozen=True)
class ListQuestion:
    """A question, and what may answer it: the person's ``statements`` in order, as they hold now.

    ``asked_before`` is the person's question before this one, ``answered`` the reply to it.
    """

    text: str
    statements: Sequence[ViewStatement]
    pack: LanguagePack
    asked_before: str = ""
    answered: str = ""

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its words that name something."""
        found = frozenset(self.pack.stems(self.text)) - self.pack.asking_stems
        return found - self.pack.operation_stems

    @cached_property
    def listings(self) -> list[Listing]:
        """What the person listed, oldest first."""
        return sorted(listings(self.statements, self.pack), key=lambda each: each.order)

    def asks(self, pattern: re.Pattern[str]) -> bool:
        """Whether ``pattern`` occurs in it."""
        return bool(pattern.search(self.text))

    def listing(self, fits: Callable[[Listing], bool]) -> Listing | None:
        """Return the listing it is about among those that ``fits``: named, else the last one."""
        fitting = [each for each in self.listings if fits(each)]
        found = [each for each in fitting if self.stems & each.stems]
        if found:
            return max(found, key=lambda each: (len(self.stems & each.stems), each.order))
        recent = self._recent()
        return next((each for each in reversed(fitting) if each.order in recent), None)

    def _recent(self) -> frozenset[int]:
        """Return the last messages of the person that state something."""
        own = [each for each in self.statements if each.is_of_person and each.piece.item is None]
        told = {max(each.piece.message_ids) for each in own if not each.text.endswith("?")}
        back = len(told) if not self.stems else _RECENT
        return frozenset(sorted(told)[-back:] if told else ())


def list_answer(question: ListQuestion) -> str | None:
    """Return the answer to a question about a list or about amounts, or None if it is no such."""
    if len(question.text.split()) > _LONGEST:
        return None
    answers = (_left, _difference, _extreme, _nth, _times, _sum, _others, _count, _choice, _members)
    return next((found for answer in answers if (found := answer(question))), None)


# One entry


def _nth(question: ListQuestion) -> str | None:
    counting = question.pack.counting
    found = counting.ordinal.search(question.text)
    if not found:
        return None
    place = _place(found["nth"].lower(), question.pack)
    listing = question.listing(lambda each: place == -1 or len(each.entries) > place)
    return _entry_of(listing, listing.entries[place]) if listing else None


def _place(word: str, pack: LanguagePack) -> int:
    ordinals = pack.counting.ordinals
    return ordinals[word] if word in ordinals else int(re.sub(r"\D", "", word)) - 1


def _extreme(question: ListQuestion) -> str | None:
    counting = question.pack.counting
    is_least, is_most = question.asks(counting.least), question.asks(counting.most)
    if is_least == is_most:
        return None
    listing = question.listing(lambda each: each.is_of_amounts)
    if listing is None:
        return None
    choose = min if is_least else max
    best = choose(_amount(entry).value for entry in listing.entries)
    chosen = [entry for entry in listing.entries if _amount(entry).value == best]
    return _entry_of(listing, chosen[0]) if len(chosen) == 1 else None


def _entry_of(listing: Listing, entry: ListEntry) -> str:
    """Return ``entry`` as an answer, with the heading it was listed under."""
    text = as_quote(entry.text)
    shown = text[:1].upper() + text[1:]
    if not listing.heading:
        return f"{cited(shown, entry.message_ids)}."
    quote = f"{as_quote(listing.heading)}: […] {text}"
    return f"{shown}.\n\n“{cited(quote, entry.message_ids)}”"


def _choice(question: ListQuestion) -> str | None:
    """Return the entry that the person chose of a list whose heading the question names."""
    if answer_type(question.text, question.pack) != "choice":
        return None
    options = [each for each in question.listings if each.heading_stems & question.stems]
    chosen = _chosen(options[-1], question) if options else None
    return _entry_of(options[-1], chosen) if chosen else None


# Several entries


def _members(question: ListQuestion) -> str | None:
    """Return all entries of a list over several lines whose heading the question is about."""
    if not (question.stems and question.asks(question.pack.counting.members)):
        return None
    about = [
        each
        for each in question.listings
        if len(question.stems & each.heading_stems) >= _MOSTLY * len(question.stems)
        and each.statement.text.rstrip().endswith(":")
    ]
    return _entries_of(about[-1], about[-1].entries) if about else None


def _others(question: ListQuestion) -> str | None:
    """Return the entries of a list that the question does not name."""
    if not question.asks(question.pack.counting.others):
        return None
    listing = question.listing(lambda each: len(each.entries) > 1)
    if listing is None:
        return None
    named = question.stems - listing.heading_stems
    rest = [each for each in listing.entries if not each.stems & named]
    asked = frozenset(question.pack.stems(question.asked_before)) - listing.heading_stems
    alike = [each for each in rest if each.stems & asked]
    told = frozenset(question.pack.stems(question.answered.split("\n", 1)[0]))
    if not question.stems and alike:
        rest = alike
    return _entries_of(listing, [each for each in rest if not _names(each, question) & told])


def _names(entry: ListEntry, question: ListQuestion) -> frozenset[str]:
    """Return the stems of what ``entry`` is about: its first words."""
    return frozenset(question.pack.stems(" ".join(entry.text.split()[:_NAME_WORDS])))


def _entries_of(listing: Listing, entries: Sequence[ListEntry]) -> str | None:
    if not entries:
        return None
    lines = "\n".join(_bullet(each) for each in entries)
    heading = as_quote(listing.heading)
    return f"{heading}:\n\n{lines}" if heading else lines


def _bullet(entry: ListEntry) -> str:
    return f"- “{cited(as_quote(entry.text), entry.message_ids)}”"


def _count(question: ListQuestion) -> str | None:
    """Return how many entries a list has whose heading the question names."""
    if not question.asks(question.pack.counting.how_many) or not question.stems:
        return None
    noun = _counted_noun(question)
    found = [
        each
        for each in question.listings
        if noun & each.heading_stems and not _numbers(each.heading, each.pack)
    ]
    if not found or _is_counted(noun, question.statements, found[-1], question.pack):
        return None
    listing = found[-1]
    names = ", ".join(as_quote(each.text) for each in listing.entries)
    return f"{len(listing.entries)}: {cited(names, listing.entries[0].message_ids)}."


def _counted_noun(question: ListQuestion) -> frozenset[str]:
    """Return the stems of what is counted: the noun after "how many", or all that is named."""
    found = question.pack.counting.how_many.search(question.text)
    after = question.text[found.end() :] if found else question.text
    first = [stem for stem in question.pack.stems(after) if stem in question.stems][:1]
    return frozenset(first)


def _is_counted(
    noun: frozenset[str], statements: Sequence[ViewStatement], listing: Listing, pack: LanguagePack
) -> bool:
    """Whether a number of the noun was said after the list."""
    return any(
        amount.unit in noun
        for each in statements
        if each.is_of_person and max(each.piece.message_ids, default=0) > listing.order
        for amount in amounts_in(each.text, pack)
    )


# Sums


def _sum(question: ListQuestion) -> str | None:
    if not question.asks(question.pack.counting.total):
        return None
    named = _named_amounts(question)
    if len(named) > 1:
        return _added(named, question.pack)
    listing = question.listing(lambda each: each.is_of_amounts)
    if listing is None:
        return None
    on = [each for each in listing.entries if _names(each, question) & question.stems]
    is_of_one = len(on) == 1 and not listing.heading_stems & question.stems
    return None if is_of_one else _added(listing.entries, listing.pack)


def _named_amounts(question: ListQuestion) -> list[ListEntry]:
    """Return the last entry with an amount for each thing that the question names, if all have."""
    entries = [each for listing in question.listings for each in listing.entries if each.amount]
    found = {stem: [each for each in entries if stem in each.stems][-1:] for stem in question.stems}
    chosen = {each for of in found.values() for each in of}
    held = [each for each in dict.fromkeys(entries) if each in chosen]
    return held if sum(not of for of in found.values()) <= len(held) - 2 else []


def _added(entries: Sequence[ListEntry], pack: LanguagePack) -> str:
    amounts = [_amount(each) for each in entries]
    total = _written(sum(each.value for each in amounts), amounts, pack)
    lines = "\n".join(_bullet(each) for each in entries)
    return f"{total} = {' + '.join(each.text for each in amounts)}\n\n{lines}"


def _difference(question: ListQuestion) -> str | None:
    """Return the difference of two amounts: the least and the most listed, or two said together."""
    counting = question.pack.counting
    if not question.asks(counting.difference):
        return None
    listing = question.listing(lambda each: each.is_of_amounts)
    if listing is None:
        return None
    of_ends = question.asks(counting.least) and question.asks(counting.most)
    if len(listing.entries) != 2 and not of_ends:
        named = [each for each in listing.entries if each.stems & question.stems]
        if len(named) != 2:
            return None
        return _subtracted(named, listing.pack)
    ordered = sorted(listing.entries, key=lambda each: _amount(each).value)
    return _subtracted([ordered[0], ordered[-1]], listing.pack)


def _subtracted(entries: Sequence[ListEntry], pack: LanguagePack) -> str:
    """Return the largest of ``entries`` less the others."""
    largest, *rest = sorted(entries, key=lambda each: -_amount(each).value)
    amounts = [_amount(each) for each in (largest, *rest)]
    value = amounts[0].value - sum(each.value for each in amounts[1:])
    lines = "\n".join(_bullet(each) for each in (largest, *rest))
    shown = " - ".join(each.text for each in amounts)
    return f"{_written(value, amounts, pack)} = {shown}\n\n{lines}"


def _left(question: ListQuestion) -> str | None:
    """Return what is left of money set aside, after what the question names or the last list."""
    counting = question.pack.counting
    if not question.asks(counting.left):
        return None
    budget = _budget(question)
    if budget is None:
        return None
    spent = [each for each in _spent(question) if each.text != budget.text]
    total = sum(_amount(each).value for each in spent)
    if not spent or total > _amount(budget).value:
        return None
    return _subtracted([budget, *spent], question.pack)


def _budget(question: ListQuestion) -> ListEntry | None:
    """Return the last amount set aside, by preference the one the question names."""
    counting = question.pack.counting
    numbers = {each.value for each in amounts_in(question.text, question.pack)}
    found: list[ListEntry] = []
    for each in question.statements:
        if not (each.is_of_person and each.is_quotable and counting.earmarks.search(each.text)):
            continue
        for part in re.split(r"[,;:]\s+|\s+\b(?:and|en)\b\s+", each.text):
            reason = question.pack.corrections.reasons.search(part)
            part = part[: reason.start()] if reason else part
            amounts = amounts_in(part, question.pack)
            if len(amounts) == 1 and counting.earmarks.search(part):
                stems = frozenset(question.pack.stems(part))
                found.append(ListEntry(part.strip(), stems, amounts[0], each.message_ids))
    by_number = [each for each in found if _amount(each).value in numbers]
    return next(iter(reversed(by_number or ([] if numbers else found))), None)


def _spent(question: ListQuestion) -> Sequence[ListEntry]:
    """Return what the question names after "after", or all of the last list of amounts."""
    after = question.pack.counting.left_after.search(question.text)
    stems = frozenset(question.pack.stems(after["spent"])) if after else frozenset()
    stems -= question.pack.operation_stems
    listings_of_amounts = [each for each in question.listings if each.is_of_amounts]
    if not stems:
        last = [each for each in listings_of_amounts if len(each.entries) > 1]
        return last[-1].entries if last else ()
    entries = [each for listing in listings_of_amounts for each in listing.entries]
    named = [each for each in entries if each.stems & stems]
    if named:
        return named[-1:]
    options = [each for each in listings_of_amounts if each.heading_stems & stems]
    chosen = _chosen(options[-1], question) if options else None
    return [chosen] if chosen else ()


def _chosen(listing: Listing, question: ListQuestion) -> ListEntry | None:
    """Return the entry of ``listing`` that the person named last after it, alone."""
    numbers = {each.amount.text for each in listing.entries if each.amount}
    for each in sorted(question.statements, key=_order, reverse=True):
        if not (each.is_of_person and each.is_quotable) or _order(each) <= listing.order:
            continue
        said = frozenset(question.pack.stems(each.text)) - numbers - listing.heading_stems
        named = [entry for entry in listing.entries if entry.stems & said]
        if len(named) == 1 and not each.text.endswith("?"):
            return named[0]
    return None


def _order(statement: ViewStatement) -> int:
    return max(statement.piece.message_ids, default=0)


def _times(question: ListQuestion) -> str | None:
    """Return an amount for one of several, times how many there are."""
    pack, counting = question.pack, question.pack.counting
    counts = _numbers(question.text, pack)
    is_total = question.asks(counting.total)
    if not (is_total or counts):
        return None
    for each in sorted(question.statements, key=_order, reverse=True):
        if not (each.is_of_person and each.is_quotable) or each.piece.item:
            continue
        found = _apiece(each.text, question, is_named=bool(question.stems))
        if found is None or not (is_total or _counts_pieces(each.text, question)):
            continue
        price, others = found
        count = counts or [other for other in others if other.unit not in ("", MONEY)]
        if len(count) == 1:
            amounts = [price]
            value = _written(price.value * count[0].value, amounts, pack)
            quote = cited(as_quote(each.text), each.message_ids)
            return f"{value} = {count[0].text} × {price.text}\n\n“{quote}”"
    return None


def _counts_pieces(text: str, question: ListQuestion) -> bool:
    """Whether ``text`` says "a night" and the question names nights."""
    pieces = (match[0] for match in question.pack.counting.apiece.finditer(text))
    return any(question.stems & frozenset(question.pack.stems(each)) for each in pieces)


def _apiece(
    text: str, question: ListQuestion, *, is_named: bool
) -> tuple[Amount, list[Amount]] | None:
    """Return the amount for one of several in ``text`` that the question is about, and the rest."""
    pack = question.pack
    parts = [part for part in re.split(r"[,;.]\s+", text) if part]
    for part in parts:
        found = pack.counting.apiece.search(part)
        if not found or (is_named and not question.stems & frozenset(pack.stems(text))):
            continue
        before = amounts_in(part[: found.start()], pack)
        if before and (not is_named or len(parts) == 1 or _is_about(part, parts, question)):
            others = [each for each in amounts_in(text, pack) if each.text != before[-1].text]
            return before[-1], others
    return None


def _is_about(part: str, parts: Sequence[str], question: ListQuestion) -> bool:
    """Whether the question names ``part``, or none of the other ``parts`` with an amount."""
    pack = question.pack
    with_amount = [each for each in parts if amounts_in(each, pack)]
    named = [each for each in with_amount if question.stems & frozenset(pack.stems(each))]
    return part in named or not named


def _numbers(text: str, pack: LanguagePack) -> list[Amount]:
    """Return the numbers of a question, in digits or words, without the one of "which one"."""
    spelt = [
        Amount(word, float(pack.counting.numbers[word]))
        for word in words(text)
        if word in pack.counting.numbers and pack.counting.numbers[word] > 1
    ]
    return [*amounts_in(text, pack), *spelt]


def _amount(entry: ListEntry) -> Amount:
    return entry.amount or Amount("0", 0.0)


def _written(value: float, like: Iterable[Amount], pack: LanguagePack) -> str:
    """Write ``value`` with the marks of ``like``, else with those of the language.

    Amounts with a mark before their last three digits use it for thousands.
    """
    marks = {found[1] for each in like if (found := re.search(r"([.,])\d{3}\b", each.text))}
    thousands = marks.pop() if len(marks) == 1 else pack.counting.thousands
    decimal = "." if thousands == "," else ","
    whole = f"{round(value):,}" if value == round(value) else f"{value:,.2f}"
    return whole.translate(str.maketrans({",": thousands, ".": decimal}))
