"""Answers by counting: how many, the third one, the cheapest, sums, what is left of a budget.

Each is read off one listing of the person: the one that the question's words name, or the last one
if they name none.  An answer says what it is read off; in doubt there is none.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, takewhile

from tidemark.engines.builtin.list_changes import lists_now, tasks_now
from tidemark.engines.builtin.listings import (
    Amount,
    ListEntry,
    Listing,
    amounts_in,
    order_of,
    parts_with_amount,
    stated,
)
from tidemark.engines.builtin.overviews import is_of_this_chat
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.ledger import Ledger, LedgerEntry, SaidAmounts, ledger_of
from tidemark.memory.slots import MONEY, names_same
from tidemark.nlp.answer_types import answer_type, topics_of
from tidemark.nlp.dialogue_acts import dialogue_act
from tidemark.nlp.mentions import names, tokens
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.quotes import as_quote
from tidemark.nlp.search_terms import words
from tidemark.prompt.citations import cited

_ASKED_CHARS = 500
_NUMBER = re.compile(r"\d+")
_RECENT = 2  # statements of the person back, for a list that the question does not name
_MOSTLY = 0.6  # of a question, by the heading of the list it asks for
_HALF = 0.5  # … if it asks for what is left, or the list was changed
OF_ONE_VALUE = ("time", "money", "count", "reason", "duration", "place", "people")
_SO_FAR = re.compile(r" (?:so far|tot nu toe|now|nu)$", re.I)
_NAME_WORDS = 2  # of an entry, its name: "Kim works weekends"
_COST = "cost"  # the topic of all prices
_LONGEST = 16  # words of a question about a list
_FEWEST_TERMS = 2  # of a sum
_MOST_TOLD = 6  # statements about what the question asks all of


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
        return sorted(lists_now(self.statements, self.pack), key=lambda each: each.place)

    @cached_property
    def tasks(self) -> list[Listing]:
        """What is to be done, oldest first, as lists."""
        return tasks_now(self.statements, self.pack)

    @cached_property
    def told(self) -> list[ViewStatement]:
        """What the person stated, oldest first, as it holds now."""
        own = (each for each in stated(self.statements) if not _only_asks(each.text, self.pack))
        return sorted(own, key=lambda each: (order_of(each), each.place))

    @cached_property
    def ledger(self) -> Ledger:
        """What the person said of money in this chat, as it holds now."""
        told = set(self.told)
        own = [
            each
            for each in self.statements
            if is_of_this_chat(each.piece)
            and (each in told or (each.is_correction and each.is_of_person))
        ]
        own.sort(key=lambda each: (order_of(each), each.place))
        said = (
            SaidAmounts(each.text, each.message_ids, order_of(each), each not in told)
            for each in own
        )
        return ledger_of(list(said), self.pack)

    @cached_property
    def all_stems(self) -> frozenset[str]:
        """The stems of its words but for those about asking itself."""
        return frozenset(self.pack.stems(self.text)) - self.pack.asking_stems

    @cached_property
    def light_stems(self) -> frozenset[str]:
        """The stems of words that name no amount by themselves."""
        table = self.pack
        listed = " ".join((*table.ledger.light, *table.counting.outlays))
        return frozenset(table.stems(listed)) | table.operation_stems

    @cached_property
    def known_stems(self) -> frozenset[str]:
        """The stems of all that the person stated."""
        return frozenset(stem for each in self.told for stem in self.pack.stems(each.text))

    @cached_property
    def without_period(self) -> "ListQuestion":
        """The question without "a year": for amounts that are of a year themselves."""
        return replace(self, text=self.pack.counting.whole.sub("", self.text))

    def entries_of(self, listing: Listing) -> Sequence[ListEntry]:
        """Return the entries of ``listing``, without those done if it asks for what is left."""
        is_rest = listing.is_of_tasks or self.asks(self.pack.list_changes.asks_open)
        return listing.open_entries if is_rest else listing.entries

    def asks(self, pattern: re.Pattern[str]) -> bool:
        """Whether ``pattern`` occurs in it; a question about a list or a sum is no long text."""
        return bool(pattern.search(self.text, 0, _ASKED_CHARS))

    @property
    def just_told(self) -> frozenset[int]:
        """The last messages of the person that state something."""
        return frozenset([order_of(each) for each in self.told][-_RECENT:])

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


def _only_asks(text: str, pack: LanguagePack) -> bool:
    return text.endswith("?") or dialogue_act(text, pack) in ("question", "request")


def list_answer(question: ListQuestion) -> str | None:
    """Return the answer to a question about a list or about amounts, or None if it is no such."""
    if len(question.text.split()) > _LONGEST:
        return None
    answers = (
        *(
            _people,
            _attending,
            _tasks_left,
            _number_said,
            _price_of_all,
            _needed,
            _rest,
            _own_part,
            _share,
            _total,
        ),
        *(_left, _difference, _extreme, _following, _nth, _times, _ledger, _sum),
        *(_others, _count, _choice, _members, _gathered, _all_counted),
    )
    return next((found for answer in answers if (found := answer(question))), None)


def adds_to_list(question: ListQuestion) -> bool:
    """Whether the message adds an entry to something that was listed."""
    is_listed = any(not each.is_of_amounts for each in question.listings)
    return is_listed and bool(question.pack.counting.adds.match(question.text))


# One entry


def _nth(question: ListQuestion) -> str | None:
    counting = question.pack.counting
    found = counting.ordinal.search(question.text)
    if not found:
        return None
    place = _place(found["nth"].lower(), question.pack)
    listing = question.listing(lambda each: place == -1 or len(each.entries) > place)
    if listing is None or (listing.context and question.stems - listing.stems):
        return None
    named = question.stems - question.light_stems
    if named and named.isdisjoint(listing.stems):
        return None
    return _entry_of(listing, listing.entries[place])


def _following(question: ListQuestion) -> str | None:
    """Return the entry after the one that the question names."""
    found = question.pack.counting.follows.search(question.text)
    if not found:
        return None
    stems = frozenset(question.pack.stems(found["entry"]))
    for listing in reversed(question.listings):
        at = [place for place, each in enumerate(listing.entries) if each.stems & stems]
        if len(at) == 1 and at[0] + 1 < len(listing.entries):
            return _entry_of(listing, listing.entries[at[0] + 1])
    return None


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
    if listing.is_series:
        quote = cited(as_quote(entry.text), entry.message_ids)
        return listing.pack.phrases.you_said_before.format(quote=quote)
    if not listing.heading:
        answer = f"{cited(shown, entry.message_ids)}."
        if not listing.context:
            return answer
        said = listing.statement.text
        quote = cited(f"[…] {as_quote(said[said.find(entry.text) :])}", entry.message_ids)
        return f"{answer}\n\n{listing.pack.phrases.you_said_before.format(quote=quote)}"
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
    """Return all entries of the list that the question asks for, as it is now.

    One of a single sentence that nothing changed is quoted instead, unless it is to be read out.
    """
    listing = _asked_list(question)
    if listing is None:
        return None
    is_plain = not (listing.last_change or listing.statement.text.rstrip().endswith(":"))
    if is_plain and not question.asks(question.pack.counting.reads_out):
        return None
    return _entries_of(listing, question.entries_of(listing))


def _asked_list(question: ListQuestion) -> Listing | None:
    """Return the list whose heading the question is about; the last one if it names none."""
    counting, changes = question.pack.counting, question.pack.list_changes
    is_read, is_rest = question.asks(counting.reads_out), question.asks(changes.asks_open)
    if not (is_read or question.asks(changes.asks_list)) or question.asks(changes.asks_past):
        return None
    if not is_read and answer_type(question.text, question.pack) in OF_ONE_VALUE:
        return None
    if not question.stems:
        if called := [each for each in question.listings if _is_called(each, question)]:
            return called[-1]
        last = max(question.listings, key=lambda each: each.latest, default=None)
        return last if last and is_rest and last.latest in question.just_told else None
    about = [
        each
        for each in question.listings
        if len(question.stems & each.heading_stems)
        >= (_HALF if is_rest or each.last_change else _MOSTLY) * len(question.stems)
    ]
    about = [
        each
        for each in about
        if not each.statement.is_talk and (is_rest or not _only_names(question, each))
    ]
    return max(about, key=lambda each: (bool(each.heading), each.order), default=None)


def _is_called(listing: Listing, question: ListQuestion) -> bool:
    """Whether the question has all words of the heading: "wie gaan er mee?" after "Mee gaan: …"."""
    heading = _SO_FAR.sub("", listing.heading)
    return bool(heading) and set(words(heading)) <= set(words(question.text))


def _only_names(question: ListQuestion, listing: Listing) -> bool:
    """Whether all that the question shares with the heading are names in it: "what is Puffin?"."""
    named = {
        stem for of in names(listing.heading, listing.pack) for stem in listing.pack.stems(of.text)
    }
    opening = set(listing.pack.stems(listing.heading)[:1])
    return question.stems & listing.heading_stems <= named - opening


def _gathered(question: ListQuestion) -> str | None:
    """Return all statements with what the question names, if it asks for all there are."""
    if not (question.stems and question.asks(question.pack.counting.gathers)):
        return None
    in_series = [each for each in question.listings if each.is_series]
    if in_series and question.stems <= in_series[-1].heading_stems:
        return _entries_of(in_series[-1], in_series[-1].entries)
    found = [
        each
        for each in question.told
        if question.stems <= frozenset(question.pack.stems(each.text))
    ]
    return entries_shown(found[-_MOST_TOLD:], question.pack) if found else None


def entries_shown(found: Sequence[ViewStatement], pack: LanguagePack) -> str:
    """Return the statements ``found``, quoted: one as a sentence, several as a list."""
    quotes = [cited(as_quote(each.text), each.message_ids) for each in found]
    if len(quotes) == 1:
        return pack.phrases.you_said_before.format(quote=quotes[0])
    return f"{pack.phrases.quotes_found}\n\n" + "\n".join(f"- “{each}”" for each in quotes)


def _others(question: ListQuestion) -> str | None:
    """Return the entries of a list that the question does not name."""
    if not question.asks(question.pack.counting.others):
        return None
    listing = question.listing(lambda each: len(each.entries) > 1)
    if listing is None:
        return None
    named = frozenset(question.pack.stems(question.text)) - listing.heading_stems
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
    title = f"{heading}:" if heading else listing.pack.phrases.quotes_found
    return f"{title}\n\n{lines}"


def _bullet(entry: ListEntry) -> str:
    return f"- “{cited(as_quote(entry.text), entry.message_ids)}”"


def _count(question: ListQuestion) -> str | None:
    """Return how many entries a list has whose heading the question names."""
    if not question.asks(question.pack.counting.how_many):
        return None
    if question.asks(question.pack.counting.how_many_these):
        return _count_of_last(question)
    if not question.stems:
        return None
    noun = _counted_noun(question)
    if question.asks(question.pack.counting.asks_amount):  # "hoeveel heb ik betaald?"
        return None
    found = [
        each
        for each in question.listings
        if not _numbers(each.heading, each.pack)
        and (noun & each.heading_stems or _names_list(question.stems - noun, each))
    ]
    if not found or _is_counted(noun, question.statements, found[-1], question.pack):
        return None
    units = {each.amount.unit for each in found[-1].entries if each.amount} - {""}
    if len(units) > 1 and noun & units:  # of one kind of what is listed
        return None
    if counts := _counts(question.entries_of(found[-1]), found[-1].pack):
        return _added(counts, found[-1].pack)
    return None if found[-1].is_of_amounts else _number_of(found[-1], question)


def _counts(entries: Sequence[ListEntry], pack: LanguagePack) -> list[ListEntry]:
    """Return ``entries`` with how many there are of each, "four tents", if all say it."""
    numbers = [_count_in(each, pack) for each in entries]
    if not all(numbers):
        return []
    return [replace(each, amount=of) for each, of in zip(entries, numbers, strict=True)]


def _count_in(entry: ListEntry, pack: LanguagePack) -> Amount | None:
    """Return how many ``entry`` is of: its number before a noun, or its one amount."""
    if entry.amount:
        is_count = entry.amount.unit != MONEY and entry.amount.value.is_integer()
        return entry.amount if is_count else None
    first = entry.text.split()[0]
    value = _value(first.lower(), pack) or (first.lower() in pack.counting.single)
    return Amount(first, float(value)) if value and len(entry.text.split()) > 1 else None


def _names_list(stems: frozenset[str], listing: Listing) -> bool:
    return bool(stems) and bool(listing.heading) and stems <= listing.heading_stems


def _count_of_last(question: ListQuestion) -> str | None:
    """Return how many entries the last list has, if it was given just now."""
    last = sorted(question.listings, key=lambda each: each.latest)[-1:]
    if not last or last[0].latest not in question.just_told:
        return None
    amounts = [each.amount for each in last[0].entries if each.amount]
    if len(amounts) == len(last[0].entries):
        return _added(last[0].entries, last[0].pack) if _are_counts(amounts) else None
    if counts := _counts(question.entries_of(last[0]), last[0].pack):
        return _added(counts, last[0].pack)
    return None if amounts else _number_of(last[0], question)


def _are_counts(amounts: Sequence[Amount]) -> bool:
    return all(each.unit != MONEY and each.value.is_integer() for each in amounts)


def _number_of(listing: Listing, question: ListQuestion) -> str | None:
    entries = question.entries_of(listing)
    names = ", ".join(as_quote(each.text) for each in entries)
    ids = (of for each in entries for of in each.message_ids)
    return f"{len(entries)}: {cited(names, tuple(dict.fromkeys(ids)))}." if entries else None


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
        return _sum_of_costs(question)
    question = question.without_period
    named = _named_amounts(question)
    if len(named) > 1:
        return _added(named, question.pack) if _may_be_added(named, question.pack) else None
    listing = question.listing(lambda each: each.is_of_amounts and len(each.entries) > 1)
    if listing is None or not question.stems <= question.known_stems:
        return None
    if not _may_be_added(listing.entries, listing.pack):
        return None
    on = [each for each in listing.entries if each.stems & question.stems]
    is_of_one = len(on) == 1 and not listing.heading_stems & question.stems
    return None if is_of_one else _added(listing.entries, listing.pack)


def _sum_of_costs(question: ListQuestion) -> str | None:
    """Return the sum of a list of costs or incomes, or of what the question names one by one."""
    pack = question.pack
    question = question.without_period
    if not question.asks(pack.counting.asks_amount) or question.asks(pack.counting.apiece):
        return None
    named = _named_amounts(question)
    if len(named) > 1 and pack.counting.joined.search(question.text.strip()):
        return _added(named, pack) if _may_be_added(named, pack) else None
    sums = [each for each in question.listings if _is_of_costs(each)]
    about = [each for each in sums if question.stems & _said_around(each)]
    if not about and not _names_amount(question):
        about = [each for each in sums if each.latest in question.just_told]
    if not about or any(question.stems & each.stems for each in about[-1].entries):
        return None
    entries = about[-1].entries
    return _added(entries, pack) if len(entries) > 1 and _may_be_added(entries, pack) else None


def _is_of_costs(listing: Listing) -> bool:
    """Whether ``listing`` is of amounts of which all count: no list of options."""
    is_whole = not listing.heading or listing.pack.counting.sums_up.search(listing.heading)
    amounts = [each.amount for each in listing.entries if each.amount]
    return bool(
        listing.is_of_amounts and is_whole and {each.unit for each in amounts} <= {"", MONEY}
    )


def _said_around(listing: Listing) -> frozenset[str]:
    """Return the stems of the heading of ``listing``, and of its sentence beside the entries."""
    said = frozenset(listing.pack.stems(listing.statement.text))
    return listing.heading_stems | said.difference(*(each.stems for each in listing.entries))


def _names_amount(question: ListQuestion) -> bool:
    """Whether the question names something that has an amount, or that nothing was said of."""
    unknown = question.stems - question.known_stems
    with_amount = (each for each in question.told if amounts_in(each.text, question.pack))
    return bool(unknown) or any(
        question.stems & frozenset(question.pack.stems(each.text)) for each in with_amount
    )


def _may_be_added(entries: Sequence[ListEntry], pack: LanguagePack) -> bool:
    """Whether the amounts are of one kind: none for one night where another is paid once.

    Those of one period may be added, and those that do not say one count with them.
    """
    rates = [_rate_noun(each.text, pack) for each in entries]
    said = {rate for rate in rates if rate}
    periods = set(pack.counting.in_a_period) | {
        unit for units in pack.counting.in_a_period.values() for unit in units
    }
    return len(said) < 2 and (all(rates) or said <= periods - pack.counting.stays)


def _rate_noun(text: str, pack: LanguagePack) -> str:
    """Return what a price in ``text`` is for one of, or nothing."""
    found = pack.counting.one_costs.search(text) or pack.counting.apiece.search(text)
    return (found["of"] or found[0]).lower() if found else ""


def _ledger(question: ListQuestion) -> str | None:
    """Return the sum of all money that came in, or of all that was spent, if that is asked for."""
    counting = question.pack.counting
    for asks, says in ((counting.funds, counting.receives), (counting.outlay, counting.spends)):
        if question.asks(asks) and question.stems <= question.known_stems:
            entries = [each for each in _payments(question) if says.search(each.within)]
            return _added(entries, question.pack) if len(entries) > 1 else None
    return None


@dataclass(frozen=True)
class Payment(ListEntry):
    """A part of a statement with one amount of money, and the whole text it stands in."""

    within: str = ""


def _payments(question: ListQuestion) -> list[Payment]:
    """Return every part of the person's statements with one amount that may be money."""
    found = []
    for each in question.told:
        listed = (of.given for of in question.listings if of.statement is each)
        entries = next(listed, None) or parts_with_amount(each, question.pack)
        found += [
            Payment(part.text, part.stems, part.amount, part.message_ids, within=each.text)
            for part in entries
            if part.amount and part.amount.unit in ("", MONEY)
        ]
    return found


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
    if not question.asks(question.pack.counting.left):
        return None
    budget = _budget(question)
    if budget is None:
        return None
    spent = [each for each in _spent(question, budget) if not _is_same(each, budget)]
    total = sum(_amount(each).value for each in spent)
    if not spent or total > _amount(budget).value:
        return None
    return _subtracted([budget, *spent], question.pack)


def _is_same(entry: ListEntry, budget: ListEntry) -> bool:
    """Whether ``entry`` is the amount of ``budget`` as it is listed."""
    return _amount(entry) == _amount(budget) and set(budget.message_ids) <= set(entry.message_ids)


def _budget(question: ListQuestion) -> ListEntry | None:
    """Return the amount that the question gives, else the last one set aside."""
    numbers = {each.value for each in amounts_in(question.text, question.pack)}
    found = [
        part
        for each in question.told
        for part in parts_with_amount(each, question.pack)
        if _may_be_budget(part, numbers, question.pack)
    ]
    return found[-1] if found else None


def _may_be_budget(part: ListEntry, numbers: set[float], pack: LanguagePack) -> bool:
    amount, found = _amount(part), pack.counting.earmarks.search(part.text)
    marks = pack.stems(found[0]) if found else ()
    is_money = amount.unit in ("", MONEY, *marks)  # "400 aside"
    return is_money and (amount.value in numbers if numbers else bool(found))


def _spent(question: ListQuestion, budget: ListEntry) -> Sequence[ListEntry]:
    """Return what the question names after "after", else all of the last list of amounts.

    Nothing if one of the things named has no amount.
    """
    after = question.pack.counting.left_after.search(question.text)
    operations, outlays = question.pack.operation_stems, _outlay_stems(question.pack)
    things = question.pack.counting.joined.split(after["spent"]) if after else []
    named = [
        stems
        for each in things
        if (stems := frozenset(question.pack.stems(each)) - (operations - outlays))
    ]
    if named:
        found = [_spent_on(each, question, budget) for each in named]
        return [entry for of in found for entry in of] if all(found) else ()
    lists = [each.entries for each in question.listings if each.is_of_amounts]
    rest = [[each for each in of if not _is_same(each, budget)] for of in lists if len(of) > 1]
    return rest[-1] if rest else ()


def _outlay_stems(pack: LanguagePack) -> frozenset[str]:
    return frozenset(pack.stems(" ".join(pack.counting.outlays)))


def _spent_on(
    stems: frozenset[str], question: ListQuestion, budget: ListEntry
) -> Sequence[ListEntry]:
    """Return the amount of what ``stems`` name: an entry, a list of costs, or the chosen option."""
    outlays = _outlay_stems(question.pack)
    lists = [each for each in question.listings if each.is_of_amounts]
    of_costs = [each for each in lists if stems & outlays & each.heading_stems]
    if of_costs:
        return of_costs[-1].entries
    named = [each for each in _payments(question) if stems & each.stems]
    named = [each for each in named if not _is_same(each, budget)]
    if named:
        return named[-1:]
    options = [each for each in lists if each.heading_stems & stems]
    chosen = _chosen(options[-1], question) if options else None
    return [chosen] if chosen else ()


def _chosen(listing: Listing, question: ListQuestion) -> ListEntry | None:
    """Return the entry of ``listing`` that the person named last after it, alone."""
    numbers = {each.amount.text for each in listing.entries if each.amount}
    for each in sorted(question.statements, key=order_of, reverse=True):
        if not (each.is_of_person and each.is_quotable) or order_of(each) <= listing.order:
            continue
        said = frozenset(question.pack.stems(each.text)) - numbers - listing.heading_stems
        named = [entry for entry in listing.entries if entry.stems & said]
        if len(named) == 1 and not each.text.endswith("?"):
            return named[0]
    return None


# The ledger


def _people(question: ListQuestion) -> str | None:
    """Return how many people there are, if the question asks for that and names nothing else."""
    people = question.ledger.people
    if not people or not question.asks(question.pack.ledger.asks_people):
        return None
    of_people = question.pack.stems(" ".join(question.pack.counting.counts_of.values()))
    if question.stems - question.light_stems - frozenset(of_people):
        return None
    if len(_NUMBER.findall(people.text)) > 1:
        return None  # "24 guests, and 18 said yes": it depends on what is meant
    return f"{people.value:g}.\n\n{_ledger_bullet(people)}"


def _attending(question: ListQuestion) -> str | None:
    """Return who comes: the one row of names in this chat, and who joined or left since."""
    words = question.pack.ledger
    if not question.asks(words.asks_attending):
        return None
    told = [each for each in question.told if is_of_this_chat(each.piece)]
    rows = [each for each in told if _names_several(each.text, question.pack)]
    if len({order_of(each) for each in rows}) != 1:
        return None
    later = [
        each
        for each in told
        if order_of(each) > order_of(rows[0])
        and (words.one_leaves.search(each.text) or words.one_joins.search(each.text))
    ]
    return entries_shown([*rows, *later], question.pack)


def _names_several(text: str, pack: LanguagePack) -> bool:
    """Whether ``text`` names three people or more in a row, oneself counted."""
    if pack.list_changes.takes_over.search(text) or amounts_in(text, pack):
        return False
    row = pack.ledger.row_of_names.search(text)
    return bool(row)


def _tasks_left(question: ListQuestion) -> str | None:
    """Return how many tasks are open, if the question asks for that."""
    changes = question.pack.list_changes
    if not (question.asks(changes.counts_tasks) and question.tasks):
        return None
    entries = [of for each in question.tasks for of in each.open_entries]
    named = ", ".join(as_quote(each.text) for each in entries)
    ids = tuple(dict.fromkeys(of for each in entries for of in each.message_ids))
    return f"{len(entries)}: {cited(named, ids)}." if entries else None


def _number_said(question: ListQuestion) -> str | None:
    """Return the numbers that were said of the things that the question names: "14 nurses"."""
    counting = question.pack.counting
    if not question.asks(counting.how_many) or question.asks(question.pack.ledger.asks_left):
        return None
    if question.asks(question.pack.list_changes.asks_open):
        return None
    noun = _counted_noun(question)
    counts = question.ledger.of_role("count")
    named = [each for each in counts if each.name & question.stems]
    if not (named and noun & frozenset().union(*(each.name for each in named))):
        return None
    rest = question.stems - frozenset().union(*(each.name | each.stems for each in named))
    if rest - question.light_stems or not all(_is_all_said(each, question) for each in named):
        return None
    if len(named) == 1:
        if question.asks(counting.total) or question.asks(counting.how_many_these):
            return None
        return f"{named[0].value:g}.\n\n{_ledger_bullet(named[0])}"
    return _reckoned(named, question)


def _is_all_said(entry: LedgerEntry, question: ListQuestion) -> bool:
    """Whether ``entry`` is all that was said of how many there are of its thing."""
    counts = [each for each in question.ledger.of_role("count") if each.orders[0] in entry.orders]
    beside = [each for each in question.told if order_of(each) in entry.orders]
    numbers = sum(len(amounts_in(each.text, question.pack)) for each in beside)
    later = (each for each in question.told if order_of(each) > entry.orders[-1])
    again = (each for each in later if entry.name & frozenset(question.pack.stems(each.text)))
    return numbers <= len(counts) and not any(again)


def _all_counted(question: ListQuestion) -> str | None:
    """Return how many there are in all of what was counted in one statement."""
    counting = question.pack.counting
    if not question.asks(counting.how_many):
        return None
    if not (question.asks(counting.total) or question.asks(question.pack.ledger.points)):
        return None
    counts = question.ledger.of_role("count")
    groups = {each.orders[0] for each in counts}
    last = [each for each in counts if each.orders[0] == max(groups, default=0)]
    about = question.stems - question.light_stems
    if len(last) < _FEWEST_TERMS or not about <= last[0].stems:
        return None
    if not all(_is_all_said(each, question) for each in last):
        return None
    return _reckoned(last, question)


def _price_of_all(question: ListQuestion) -> str | None:
    """Return the price of the one thing that is named, for as many as there are of it."""
    counting, words = question.pack.counting, question.pack.ledger
    if not question.asks(counting.asks_amount) or question.asks(counting.one_of):
        return None
    if question.asks(words.asks_each) or counting.whole.search(question.text):
        return None
    if _numbers(question.text, question.pack):
        return None
    costs = question.ledger.of_role("cost")
    named = _named_entries(question.all_stems, costs, light=question.light_stems)
    rest = question.stems - question.light_stems - frozenset(named[0].stems if named else ())
    if len(named) != 1 or rest:
        return None
    priced = _for_all(named[0], question)
    return _reckoned([priced], question) if "×" in priced.shown else None


def _needed(question: ListQuestion) -> str | None:
    """Return what is missing to a goal after what came in."""
    goals = question.ledger.of_role("goal")
    if not (goals and question.asks(question.pack.ledger.asks_needed)):
        return None
    came = [each for each in question.ledger.of_role("income") if each.unit == goals[-1].unit]
    return _less(goals[-1], came, question) if came else None


def _rest(question: ListQuestion) -> str | None:
    """Return what is left of the fund that the question means, after all costs."""
    if not question.asks(question.pack.ledger.asks_left):
        return None
    fund = _fund(question)
    if fund is None:
        return None
    spent = [each for each in _paid(question) if each.unit == fund.unit]
    after = question.pack.counting.left_after.search(question.text)
    if after and frozenset(question.pack.stems(after["spent"])) - question.light_stems:
        named = _named_entries(question.pack.stems(after["spent"]), spent)
        if named != spent[-1:] or question.pack.counting.joined.search(after["spent"]):
            return None
    if not spent:
        return None
    is_sure = question.ledger.is_sure_of([fund, *spent])
    return _less(fund, spent, question) if is_sure else _unreckoned([fund, *spent], question)


def _fund(question: ListQuestion) -> LedgerEntry | None:
    funds = question.ledger.of_role("fund")
    values = {each.value for each in amounts_in(question.text, question.pack)}
    if values:
        funds = [*funds, *question.ledger.of_role("income")]
        given = [each for each in funds if each.value in values]
        return given[-1] if given else None
    named = [each for each in funds if each.name & question.all_stems]
    came = question.ledger.of_role("income")
    return next(reversed(named or funds), None) or (came[0] if len(came) == 1 else None)


def _paid(question: ListQuestion) -> list[LedgerEntry]:
    """Return all that counts as a cost, prices for one person times how many there are."""
    found = (_for_all(each, question) for each in question.ledger.entries)
    return [each for each in found if each.counts]


def _for_all(entry: LedgerEntry, question: ListQuestion) -> LedgerEntry:
    """Return a price for one person as that for all, if it is known how many there are."""
    people = question.ledger.people
    of = frozenset(question.pack.stems(entry.each))
    counted = [each for each in question.ledger.of_role("count") if each.name & of]
    if len(counted) == 1 and entry.role == "cost":
        people = counted[0]
    elif not people or entry.each not in question.pack.counting.counts_of:
        return entry
    shown = f"{people.shown} × {entry.shown}"
    ids = tuple(dict.fromkeys((*entry.message_ids, *people.message_ids)))
    value = entry.value * people.value
    return replace(entry, each="", shown=shown, value=value, message_ids=ids)


def _own_part(question: ListQuestion) -> str | None:
    """Return what the costs come to less what others gave towards them."""
    came = question.ledger.of_role("income")
    if not (came and question.asks(question.pack.ledger.asks_own)):
        return None
    spent = _paid(question)
    if len(spent) < _FEWEST_TERMS:
        return None
    terms = [*spent, *(replace(each, shown=f"-{each.shown}", value=-each.value) for each in came)]
    return _reckoned(terms, question)


def _share(question: ListQuestion) -> str | None:
    """Return the share of one person in what the question names, or in what was asked before."""
    words = question.pack.ledger
    found = list(words.asks_each.finditer(question.text))
    if not found:
        return None
    given = (of for each in found for of in each.groupdict().values() if of)
    number = next(given, "").lower()
    count = _value(number, question.pack)
    people = question.ledger.people
    if not count and not people:
        return None
    costs = [each for each in question.ledger.entries if each.role == "cost" and not each.is_offer]
    shared = [each for each in costs if not each.each]
    named = _named_entries(question.all_stems, costs, light=question.light_stems)
    if not named:
        named = _named_entries(question.pack.stems(question.asked_before), shared)
    if len(named) != 1 or named[0].each:
        return None
    value = named[0].value / (count or (people.value if people else 1))
    shown = f"{named[0].shown} / {number if count else people.shown if people else ''}"
    sources = [named[0], *([people] if people and not count else [])]
    lines = "\n".join(_ledger_bullet(each) for each in sources)
    return f"{_figure(value, named, question.pack)} = {shown}\n\n{lines}"


def _total(question: ListQuestion) -> str | None:
    """Return the sum of what the question names, of all costs, or of what was said just now."""
    counting, words = question.pack.counting, question.pack.ledger
    is_once = question.asks(words.asks_once)
    if question.asks(words.asks_count) or counting.whole.search(question.text):
        return None
    if not (question.asks(counting.total) or question.asks(words.asks_spent) or is_once):
        return None
    costs = [each for each in question.ledger.entries if each.role in ("cost", "fund")]
    light = question.light_stems
    asked = question.stems - light
    called = _named_entries(question.all_stems, costs, light=light)
    named = [_for_all(each, question) for each in called]
    if named:
        is_whole = all(_named_entries([stem], costs) for stem in asked)
        has_all = is_whole and len(named) > 1 and not any(each.each for each in named)
        return _reckoned(named, question) if has_all else None
    if asked and not is_once:
        return None
    paid = _paid(question)
    if not (question.asks(words.asks_spent) or is_once) or question.asks(words.points):
        paid = _said_just_now(question, paid)
        beside = {order for each in paid for order in each.orders}
        rates = (each for each in question.ledger.entries if each.each and each.role == "cost")
        if any(beside.intersection(each.orders) for each in rates):
            return None
    if len(paid) < _FEWEST_TERMS:
        return None
    is_sure = question.ledger.is_sure_of(paid)
    return _reckoned(paid, question) if is_sure else _unreckoned(paid, question)


def _said_just_now(question: ListQuestion, paid: Sequence[LedgerEntry]) -> list[LedgerEntry]:
    """Return what was given in the last messages in a row, and what was said along with it."""
    own = [each for each in question.statements if each.is_of_person and each.piece.item is None]
    with_amount = {order for each in question.ledger.entries for order in each.orders}
    run = set(takewhile(with_amount.__contains__, sorted({*map(order_of, own)}, reverse=True)))
    opened = {each.orders[0] for each in paid if run.intersection(each.orders)}
    return [each for each in paid if each.orders[0] in opened]


def _named_entries(
    stems: Iterable[str], among: Sequence[LedgerEntry], *, light: Collection[str] = ()
) -> list[LedgerEntry]:
    """Return the last of the entries ``among`` for each of the ``stems`` that names one.

    Those that are ``light`` name an entry, but nothing that is said beside one.
    """
    found = []
    for stem in stems:
        called = [each for each in among if any(names_same(stem, one) for one in each.name)]
        beside = [each for each in among if stem in each.stems and stem not in light]
        found += (called or beside)[-1:]
    return [each for each in among if each in found]


def _less(whole: LedgerEntry, parts: Sequence[LedgerEntry], question: ListQuestion) -> str | None:
    if sum(each.value for each in parts) > whole.value:
        return None
    terms = [replace(each, shown=f"-{each.shown}", value=-each.value) for each in parts]
    return _reckoned([whole, *terms], question)


def _reckoned(terms: Sequence[LedgerEntry], question: ListQuestion) -> str:
    """Return the sum of ``terms``, how it comes about, and the statements that give them."""
    shown = " + ".join(each.shown for each in terms).replace("+ -", "- ")
    value = _figure(sum(each.value for each in terms), terms, question.pack)
    lines = "\n".join(dict.fromkeys(_ledger_bullet(each) for each in terms))
    return f"{value} = {shown}\n\n{lines}"


def _unreckoned(terms: Sequence[LedgerEntry], question: ListQuestion) -> str:
    """Return what gives ``terms``, without their sum: there are amounts beside them in doubt."""
    lines = "\n".join(dict.fromkeys(_ledger_bullet(each) for each in terms))
    return f"{question.pack.phrases.quotes_found}\n\n{lines}"


def _ledger_bullet(entry: LedgerEntry) -> str:
    return f"- “{cited(as_quote(entry.text), entry.message_ids)}”"


def _figure(value: float, like: Iterable[LedgerEntry], pack: LanguagePack) -> str:
    return _written(value, [Amount(each.shown, each.value) for each in like], pack)


# Prices for one of several


@dataclass(frozen=True)
class Rate:
    """A price for one ``of`` several, as a person, and the ``part`` of a statement it is in."""

    amount: Amount
    of: str
    part: str
    statement: ViewStatement
    pack: LanguagePack

    @cached_property
    def counted(self) -> frozenset[str]:
        """The stems of the nouns that count what it is the price of one of."""
        return frozenset(
            self.pack.stems(f"{self.of} {self.pack.counting.counts_of.get(self.of, '')}")
        )

    @property
    def is_of_people(self) -> bool:
        """Whether it is for a person."""
        people = self.pack.counting.counts_of.values()
        return self.pack.counting.counts_of.get(self.of) == next(iter(people))


def _times(question: ListQuestion) -> str | None:
    """Return a price for one of several, times how many there are, and what is paid once."""
    counting = question.pack.counting
    numbers = _numbers(question.text, question.pack)
    period = counting.whole.search(question.text)
    asks = (counting.asks_amount, counting.total, counting.how_many, counting.for_all)
    if not any(map(question.asks, asks)):
        return None
    if not numbers and question.asks(counting.one_of):
        return None
    is_total = question.asks(counting.total) or question.asks(counting.for_all)
    for rate in reversed(_rates(question)):
        if is_total or period or _counts_pieces(rate, question) or _clause_counts(rate, question):
            found = _count_of(rate, question, numbers, period["period"].lower() if period else "")
            if found:
                return _multiplied(rate, found, _one_off(rate, question) if is_total else [])
    return None


def _rates(question: ListQuestion) -> list[Rate]:
    """Return the prices for one of several that the question is about, the last one last."""
    pack = question.pack
    found = [
        (rate, parts)
        for each in question.told
        for parts in [[part for part in re.split(r"[,;.]\s+", each.text) if part]]
        for part in parts
        if (rate := _rate(part, each, pack))
    ]
    period = question.pack.counting.whole.search(question.text)
    asked = question.stems - frozenset(pack.stems(period[0] if period else ""))
    named = [
        rate
        for rate, parts in found
        if asked & frozenset(pack.stems(rate.statement.text))
        and _is_about(rate.part, parts, question)
    ]
    if named or not asked:
        return named or [rate for rate, _ in found]
    topics = topics_of(question.text, pack)
    return [
        rate
        for rate, _ in found
        if _told_counts(rate, question, asked)
        or (rate.is_of_people and topics & topics_of(rate.statement.text, pack) - {_COST})
    ]


def _rate(part: str, statement: ViewStatement, pack: LanguagePack) -> Rate | None:
    after = pack.counting.apiece.search(part)
    first = pack.counting.one_costs.search(part)
    amounts = amounts_in(part[first.end() :], pack)[:1] if first else []
    if after and not amounts:
        amounts = amounts_in(part[: after.start()], pack)[-1:]
    found = first if first and amounts else after
    if not (found and amounts):
        return None
    return Rate(amounts[0], (found["of"] or found[0]).lower(), part, statement, pack)


def _counts_pieces(rate: Rate, question: ListQuestion) -> bool:
    """Whether the price is for a night and the question names nights."""
    return bool(rate.counted & frozenset(question.pack.stems(question.text)))


def _count_of(
    rate: Rate, question: ListQuestion, numbers: Sequence[Amount], period: str
) -> Amount | None:
    """Return how many there are of what ``rate`` is for, if that is certain."""
    if numbers:
        return numbers[0] if len(numbers) == 1 else None
    if period:
        times = rate.pack.counting.in_a_period.get(period, {}).get(rate.of)
        return Amount(str(times), float(times)) if times else None
    others = [each for each in amounts_in(rate.statement.text, rate.pack) if each != rate.amount]
    beside = (
        _clause_counts(rate, question)
        or _counted(rate.statement.text, rate)
        or [each for each in others if each.unit not in ("", MONEY)]
    )
    told = beside or _told_counts(rate, question, question.stems) or _told_counts(rate, question)
    return told[0] if len({each.value for each in told}) == 1 else None


def _clause_counts(rate: Rate, question: ListQuestion) -> list[Amount]:
    """Return how many the question's words were said to be of: "the deposit is three months"."""
    joints = re.compile(rf"[,;:]\s+|{rate.pack.counting.joined.pattern}", re.I)
    return [
        amount
        for clause in joints.split(rate.statement.text)
        if question.stems and question.stems <= frozenset(rate.pack.stems(clause))
        for amount in _counted(clause, rate)
    ]


def _told_counts(
    rate: Rate, question: ListQuestion, stems: frozenset[str] = frozenset()
) -> list[Amount]:
    """Return how many were said to be of what ``rate`` is for, in statements with ``stems``."""
    return [
        amount
        for each in question.told
        if not stems or stems & frozenset(rate.pack.stems(each.text))
        for amount in _counted(each.text, rate)
    ]


def _counted(text: str, rate: Rate) -> list[Amount]:
    """Return the numbers in ``text`` of what ``rate`` is the price of one of."""
    found = tokens(text)
    counts = [
        Amount(number_word.text, value)
        for number_word, noun in pairwise(found)
        if rate.counted & frozenset(rate.pack.stems(noun.text))
        and (value := _value(number_word.word, rate.pack)) > 1
    ]
    us = rate.pack.counting.number_of_us.search(text) if rate.is_of_people else None
    said = (us["n"] or us["m"]) if us else ""
    value = _value(said.lower(), rate.pack)
    return counts or ([Amount(said, value)] if value > 1 else [])


def _value(word: str, pack: LanguagePack) -> float:
    """Return the value of a number in digits or as a word, or 0."""
    return float(word) if word.isdigit() else float(pack.counting.numbers.get(word, 0))


def _one_off(rate: Rate, question: ListQuestion) -> list[ListEntry]:
    """Return what is paid once beside the price: said with it, or next."""
    at = question.told.index(rate.statement)
    return [
        part
        for each in question.told[at : at + 2]
        for part in parts_with_amount(each, rate.pack)
        if rate.pack.counting.one_off.search(part.text) and part.text != rate.part
    ]


def _multiplied(rate: Rate, count: Amount, extra: Sequence[ListEntry]) -> str:
    amounts = [rate.amount, *(_amount(each) for each in extra)]
    value = rate.amount.value * count.value + sum(each.value for each in amounts[1:])
    shown = " + ".join([f"{count.text} × {rate.amount.text}", *(each.text for each in amounts[1:])])
    quotes = {rate.statement.text: rate.statement.message_ids}
    beside = (each for each in extra if each.text not in rate.statement.text)
    quotes |= {each.text: each.message_ids for each in beside}
    lines = "\n".join(f"“{cited(as_quote(text), ids)}”" for text, ids in quotes.items())
    return f"{_written(value, amounts, rate.pack)} = {shown}\n\n{lines}"


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
