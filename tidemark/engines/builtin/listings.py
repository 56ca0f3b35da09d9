"""Listings: lists in the person's messages, each a heading and entries with their amounts.

``list_changes`` applies later changes to them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import dropwhile, groupby

from tidemark.engines.builtin.overviews import is_of_this_chat
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.attendance import is_person
from tidemark.memory.forgetting import GAP
from tidemark.memory.ledger import number
from tidemark.memory.slots import LONGEST_STATEMENT, MONEY, days_named, slot_values
from tidemark.nlp.dialogue_acts import dictated
from tidemark.nlp.mentions import Token, is_noun, tokens
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.search_terms import words

_LONGEST_ENTRY = 10  # words
_LONGEST_HEADING = 14
_SENTENCE_CHARS = 1_000  # of a sentence with a list: no sentence is longer
_FEWEST_LINES = 3  # of a list below a heading: the heading and two entries
_LONGEST_PHRASE = 4  # words of one thing in a series
_FEWEST_IN_A_ROW = 3
_FEWEST_IN_SERIES = 2
_FEWEST_IN_CLAUSE = 2  # words after its subject
_NUMBER = re.compile(r"(?<![\w.,:/-])\d+(?:[.,]\d+)*(?![\d:/-])")
_LABELLED = re.compile(r"^(?P<head>[^:]{2,120}):\s+(?P<list>\S.*)$", re.DOTALL)
_BARE_AMOUNT = re.compile(r"\W{0,2}\d[\d.,]{0,12}(?: ?(?:€|euros?|pounds?|p))?\W{0,2}")
_EDGES = " .,;:!–—-*•"


@dataclass(frozen=True)
class Amount:
    """An amount as written, its value, and the stem of its unit, if any."""

    text: str
    value: float
    unit: str = ""


@dataclass(frozen=True)
class ListEntry:
    """An entry of a listing: its text, the stems of its words, and its messages.

    One that is no longer ``is_open`` was done, or somebody else does it.
    """

    text: str
    stems: frozenset[str]
    amount: Amount | None
    message_ids: tuple[int, ...] = field(default=(), compare=False)
    is_open: bool = True


@dataclass(frozen=True)
class Listing:
    """The entries listed in one statement or below one heading.

    ``context`` are words around the entries that describe them without being a heading.  It
    ``is_series`` if each entry is a statement that begins with its number: "the second night is …".
    ``last_change`` is the number of the message that last changed it, if any.  It ``is_duty`` if
    the person said that they have to do it.
    """

    heading: str
    entries: tuple[ListEntry, ...]
    statement: ViewStatement
    pack: LanguagePack
    context: str = ""
    is_series: bool = False
    last_change: int = 0
    is_duty: bool = False

    @cached_property
    def heading_stems(self) -> frozenset[str]:
        """The stems of its heading, and of the units in it."""
        units = {entry.amount.unit for entry in self.entries if entry.amount} - {"", MONEY}
        return frozenset(units) | frozenset(self.pack.stems(f"{self.heading} {self.context}"))

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its heading and entries."""
        return self.heading_stems.union(*(entry.stems for entry in self.entries))

    @property
    def is_of_amounts(self) -> bool:
        """Return whether every entry has an amount, all in one unit."""
        units = {entry.amount.unit for entry in self.entries if entry.amount}
        has_all = all(entry.amount for entry in self.entries) and not self.is_series
        return bool(self.entries) and has_all and len(units - {""}) <= 1

    @cached_property
    def is_of_tasks(self) -> bool:
        """Return whether it lists things to do or get."""
        changes, is_task = self.pack.list_changes, self.pack.cues.is_task
        if self.is_of_amounts or self.is_series:
            return False
        tasks = sum(is_task(each.text) and not each.amount for each in self.entries)
        return bool(
            self.is_duty or changes.wanted.search(self.heading) or 2 * tasks > len(self.entries)
        )

    @cached_property
    def is_of_chores(self) -> bool:
        """Return whether it lists things to do, rather than only things to get."""
        is_task = self.pack.cues.is_task
        return self.is_of_tasks and bool(
            self.is_duty
            or self.pack.list_changes.chores.search(self.heading)
            or 2 * sum(is_task(each.text) for each in self.entries) > len(self.entries)
        )

    @property
    def open_entries(self) -> tuple[ListEntry, ...]:
        """The entries that nobody has done yet."""
        return tuple(each for each in self.entries if each.is_open)

    @property
    def given(self) -> tuple[ListEntry, ...]:
        """The entries that were not added later."""
        own = set(self.statement.message_ids)
        return tuple(each for each in self.entries if own & set(each.message_ids))

    @property
    def order(self) -> int:
        """The number of its message: larger is later."""
        return order_of(self.statement)

    @property
    def latest(self) -> int:
        """The number of the last message that gave or changed it."""
        return max(self.order, self.last_change)

    @property
    def place(self) -> tuple[int, int]:
        """The place of its statement among all: larger is later."""
        return self.order, self.statement.place


def listings(statements: Sequence[ViewStatement], otherwise: LanguagePack) -> list[Listing]:
    """Return the lists of the person, in the order of ``statements``."""
    found: list[Listing] = []
    own = stated(statements)
    for _, of_message in groupby(own, key=lambda each: each.piece):
        parts = list(of_message)
        pack = language_pack_for(parts[0].piece.text, otherwise)
        below = _below_heading(parts, pack)
        found += [below] if below else filter(None, (_in_sentence(each, pack) for each in parts))
    return [*found, *filter(None, [_series(own, otherwise)])]


def stated(statements: Sequence[ViewStatement]) -> list[ViewStatement]:
    """Return the person's statements, and items of this chat whose messages are not in the view."""
    own = [each for each in statements if each.is_of_person and each.is_quotable]
    said = {of for each in own if each.piece.item is None for of in each.piece.message_ids}
    return [
        each
        for each in own
        if each.piece.item is None
        or (is_of_this_chat(each.piece) and not said & set(each.piece.message_ids))
    ]


def _series(own: Sequence[ViewStatement], otherwise: LanguagePack) -> Listing | None:
    """Return statements on "the first …", "the second …" as one list, if none is missing."""
    pack, entries = otherwise, dict[int, ViewStatement]()
    for each in own:
        pack = language_pack_for(each.text, otherwise)
        found = pack.counting.ordinal.match(each.text)
        if found and found["nth"].lower() in pack.counting.ordinals:
            entries[pack.counting.ordinals[found["nth"].lower()]] = each
    if len(entries) < _FEWEST_IN_SERIES or sorted(entries) != list(range(len(entries))):
        return None
    in_order = [entries[place] for place in sorted(entries)]
    texts = [list_entries([each.text], pack, each.message_ids) for each in in_order]
    context = " ".join(each.text for each in in_order)
    listed = tuple(entry for of in texts for entry in of)
    return Listing("", listed, in_order[-1], pack, context, is_series=True)


def order_of(statement: ViewStatement) -> int:
    """Return the number of the last message of ``statement``: larger is later."""
    return max(statement.piece.message_ids, default=0)


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
    return Listing(heading.strip(_EDGES), list_entries(entries, pack, ids), parts[first], pack)


def _in_sentence(statement: ViewStatement, pack: LanguagePack) -> Listing | None:
    """Return the list in a sentence: after a colon, after "are", or amounts in a series."""
    text = _before_next_clause(statement.text.strip(), pack)
    if text.endswith("?") or len(text) > _SENTENCE_CHARS:
        return None
    labelled = dictated(text, pack.dialogue_acts) or _LABELLED.match(text)
    in_a_row = list_entries(split_entries(text, pack), pack, statement.message_ids)
    if not labelled and len(in_a_row) > 1 and all(entry.amount for entry in in_a_row):
        return Listing("", in_a_row, statement, pack)
    found = labelled or pack.counting.lists.match(text)
    if found and len(found["head"].split()) <= _LONGEST_HEADING:
        entries = list_entries(split_entries(found["list"], pack), pack, statement.message_ids)
        are_clauses = not labelled and any(states_something(each, pack) for each in entries)
        if not are_clauses and _reads_as_list(entries, least=2 if labelled else 3):
            return Listing(found["head"].strip(_EDGES), entries, statement, pack)
    return _in_a_row(statement, pack)


def _before_next_clause(text: str, pack: LanguagePack) -> str:
    """Return ``text`` without a clause after a semicolon: "…; we're called The Owls"."""
    before, _, after = text.rpartition("; ")
    opening = re.match(r"\w+", after)
    is_clause = opening and opening[0].lower() in pack.corrections.persons
    return before if before and is_clause else text


def _in_a_row(statement: ViewStatement, pack: LanguagePack) -> Listing | None:
    """Return three or more things in a series in a sentence: "I grow leeks, kale and peas"."""
    text = statement.text.strip()
    if len(text) > LONGEST_STATEMENT:
        return None
    cuts = [match.span() for match in pack.counting.joined.finditer(text)]
    parts = [
        text[start:end]
        for start, end in zip(
            [0, *(end for _, end in cuts)],
            [*(start for start, _ in cuts), len(text.rstrip(_EDGES))],
            strict=True,
        )
    ]
    is_comma = [text[start:end].strip() == "," for start, end in cuts]
    for last in range(len(parts) - 1, 1, -1):
        if is_comma[last - 1] or not is_comma[last - 2]:
            continue
        first = last - 1
        while first and is_comma[first - 1] and _is_phrase(parts[first], pack):
            first -= 1
        before, opens = _ending_phrase(parts[first], pack)
        closes, after = _opening_phrase(parts[last], pack)
        within = parts[first + 1 : last]
        if len(within) > 1 and _is_place(before, after, pack):
            opens, *within = within
        if opens and closes and within and all(_is_phrase(each, pack) for each in within):
            entries = list_entries([opens, *within, closes], pack, statement.message_ids)
            if len(entries) >= _FEWEST_IN_A_ROW and not any(each.amount for each in entries):
                return Listing("", entries, statement, pack, f"{before} {after}")
    return None


def _is_place(before: str, after: str, pack: LanguagePack) -> bool:
    """Return whether ``before`` ends in a preposition, and a verb follows in ``after``.

    "We drive to Texel, Kees, Anna and Piet come along" names three people.
    """
    words, following = before.split(), after.split()
    verbs = pack.lexicon.verbs | pack.lexicon.auxiliaries
    return bool(words and following) and (
        words[-1].lower() in pack.lexicon.prepositions and following[0].lower() in verbs
    )


def _is_phrase(text: str, pack: LanguagePack) -> bool:
    """Return whether ``text`` is only a name, or a noun with its qualifiers."""
    found = tokens(text)
    return 0 < len(found) <= _LONGEST_PHRASE and _phrase_length(found, pack) == len(found)


def _opening_phrase(text: str, pack: LanguagePack) -> tuple[str, str]:
    """Return the noun phrase at the start of ``text``, and the rest of it."""
    found = tokens(text)
    length = _phrase_length(found, pack)
    end = found[length - 1].end if length else 0
    return text[:end], text[end:]


def _phrase_length(found: Sequence[Token], pack: LanguagePack) -> int:
    """Return how many of the words ``found`` form one noun phrase, or 0."""
    at = 0
    while at < len(found) and found[at].word in pack.lexicon.determiners:
        at += 1
    opened = at
    while at < len(found) and _is_nominal(found[at], pack):
        at += 1
    return at if at > opened else 0


def _ending_phrase(text: str, pack: LanguagePack) -> tuple[str, str]:
    """Return ``text`` before the noun phrase at its end, and that phrase."""
    found = tokens(text)
    at = len(found)
    while at and len(found) - at < _LONGEST_PHRASE and _is_nominal(found[at - 1], pack):
        at -= 1
    if at == len(found):
        return text, ""
    if at and found[at - 1].word in pack.lexicon.determiners:
        at -= 1
    elif at and at + 1 < len(found) and _is_subject(found[at - 1], pack):
        at += 1  # a verb follows: "we grow roses"
    return text[: found[at].start], text[found[at].start :]


def _is_subject(token: Token, pack: LanguagePack) -> bool:
    is_first_person = pack.references.first_person.match(token.text)
    return bool(is_first_person or token.word in pack.lexicon.pronouns)


def _is_nominal(token: Token, pack: LanguagePack) -> bool:
    """Return whether ``token`` may be part of a noun phrase: a name, a noun or a qualifier."""
    return (
        token.is_word
        and (
            is_noun(token, pack) or token.word in pack.lexicon.qualifiers or token.text[0].isupper()
        )
        and not _is_subject(token, pack)
    )


def split_entries(text: str, pack: LanguagePack) -> list[str]:
    """Split ``text`` at its commas, and at "and" between two entries."""
    parts: list[str] = []
    for part in re.split(r"[,;] ", " ".join(text.split())):
        if parts and _BARE_AMOUNT.fullmatch(part) and not amounts_in(parts[-1], pack):
            parts[-1] += f", {part}"  # "a room near the park, 720"
        elif part.strip(_EDGES):
            parts.append(part)
    if len(parts) > _FEWEST_IN_SERIES and pack.counting.of_each_entry.match(parts[-1]):
        parts.pop()  # "…, each with 5 replicates" is of all entries
    if _says_who(parts, pack):
        parts.pop()
    return [
        half
        for part in parts
        for half in _halves(part, pack, is_last=part is parts[-1])
        if half.strip(_EDGES)
    ]


def _says_who(parts: Sequence[str], pack: LanguagePack) -> bool:
    """Return whether the last of ``parts`` says who the last name is: "…, our old teacher".

    It does so after the one "and" of a list, which ends it: "Tom and Mrs Dekker, our old teacher".
    """
    joint = pack.counting.joined
    if [at for at, part in enumerate(parts) if joint.search(part)] != [len(parts) - 2]:
        return False
    last_name = joint.split(parts[-2])[-1]
    is_who = pack.ledger.apposition.match(parts[-1]) and is_person(words(parts[-1]), pack)
    return bool(is_who and not last_name.islower())


def _halves(part: str, pack: LanguagePack, *, is_last: bool) -> list[str]:
    """Split ``part`` at "and", keeping words without an amount: "88 on the suit and gloves".

    Without amounts only the last part of a list is split.
    """
    halves = pack.counting.joined.split(part)
    if not amounts_in(part, pack):
        return halves if is_last else [part]
    whole = halves[:1]
    joints = (match[0] for match in pack.counting.joined.finditer(part))
    for joint, half in zip(joints, halves[1:], strict=True):
        if amounts_in(half, pack) and amounts_in(whole[-1], pack):
            whole.append(half)
        else:
            whole[-1] += joint + half
    return whole


def _reads_as_list(entries: Sequence[ListEntry], *, least: int) -> bool:
    return len(entries) >= least and all(
        len(entry.text.split()) <= _LONGEST_ENTRY for entry in entries
    )


def states_something(entry: ListEntry, pack: LanguagePack) -> bool:
    """Return whether ``entry`` is a name or pronoun with its verb: "Tom is allergic to nuts"."""
    found = tokens(entry.text)
    verbs = pack.lexicon.auxiliaries | pack.lexicon.verbs
    rest = list(dropwhile(lambda each: each.text[0].isupper(), found))
    if len(rest) == len(found) and found and _is_subject(found[0], pack):
        rest = list(found[1:])
    if len(rest) == len(found) or len(rest) < _FEWEST_IN_CLAUSE:
        return False
    return rest[0].word in verbs or rest[0].word.removesuffix("s") in verbs


def list_entries(
    texts: Sequence[str], pack: LanguagePack, message_ids: Sequence[int]
) -> tuple[ListEntry, ...]:
    """Return each of ``texts`` as an entry, without the word that joins it to the one before.

    What was forgotten is none.
    """
    found = (re.sub(r"^(?:and|en|&)\s+", "", text.strip(_EDGES)).strip(_EDGES) for text in texts)
    ids = tuple(dict.fromkeys(message_ids))
    return tuple(
        ListEntry(text, frozenset(pack.stems(text)), _amount(text, pack), ids)
        for text in found
        if text and text != GAP
    )


def whole_entry(statement: ViewStatement, pack: LanguagePack) -> ListEntry | None:
    """Return a whole statement as an entry with its amount; None unless it has exactly one."""
    amounts = amounts_in(statement.text, pack)
    if len(amounts) != 1:
        return None
    text = statement.text.strip(" .")
    return ListEntry(text, frozenset(pack.stems(text)), amounts[0], tuple(statement.message_ids))


def speaks_of_others(text: str, pack: LanguagePack) -> bool:
    """Return whether ``text`` has a pronoun of neither speaker nor listener: "they", "her"."""
    persons = pack.corrections.persons
    return any(persons.get(word, "1") not in ("1", "2") for word in words(text))


def parts_with_amount(statement: ViewStatement, otherwise: LanguagePack) -> list[ListEntry]:
    """Return the parts of a statement, without its reasons, that have one amount each."""
    pack = language_pack_for(statement.text, otherwise)
    joints = re.compile(rf"[,;:]\s+|{pack.counting.joined.pattern}", re.I)
    parts = []
    for part in joints.split(statement.text):
        reason = pack.corrections.reasons.search(part)
        parts.append(part[: reason.start()] if reason else part)
    entries = list_entries(parts, pack, statement.message_ids)
    return [each for each in entries if len(amounts_in(each.text, pack)) == 1]


def amounts_in(text: str, pack: LanguagePack) -> list[Amount]:
    """Return the amounts in ``text`` in order, without days, times, phone and house numbers."""
    values, addresses = slot_values(text, pack), pack.counting.addresses(text)
    found = []
    for match in _NUMBER.finditer(text):
        value = next((each for each in values if each.start <= match.start() < each.end), None)
        is_serial = match[0].startswith("0") and match[0].isdigit() and len(match[0]) > 1
        is_house = any(match.start() in each for each in addresses)
        is_day = match.start() in days_named(text, pack)
        if is_serial or is_house or is_day or (value and value.type != "amount"):
            continue
        found.append(Amount(match[0], number(match[0]), value.unit if value else ""))
    return found


def _amount(text: str, pack: LanguagePack) -> Amount | None:
    """Return the amount of an entry: that of money, or the first one."""
    found = amounts_in(text, pack)
    return next((each for each in found if each.unit == "money"), found[0] if found else None)


def named(stems: frozenset[str], entries: Sequence[ListEntry]) -> Iterator[ListEntry]:
    """Yield the ``entries`` that ``stems`` name."""
    return (entry for entry in entries if entry.stems & stems)
