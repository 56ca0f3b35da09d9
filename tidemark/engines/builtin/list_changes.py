"""Changes to lists: entries that were later added, replaced, removed, done or handed over.

A later sentence changes an entry if one of its parts names that entry and gives its outcome: "the
shampoo's ordered", "Maple cancelled", "Kit comes instead of Ollie".  In doubt the list stays.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tidemark.engines.builtin.listings import (
    ListEntry,
    Listing,
    amounts_in,
    list_entries,
    listings,
    order_of,
    split_entries,
    stated,
)
from tidemark.engines.builtin.overviews import is_of_this_chat
from tidemark.engines.builtin.status_updates import (
    Outcome,
    is_named,
    is_taken_over,
    outcome_in,
    parts_of,
    settles,
)
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.slots import LONGEST_STATEMENT
from tidemark.nlp.mentions import Mention, names, tokens
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import LANGUAGE_PACKS, language_pack_for
from tidemark.nlp.search_terms import words

_TO_DO = re.compile(r"\b(?:to|te) (\w+)\W*$", re.I)  # at the end of a heading
_SOON = 4  # statements of the person after a list, for an entry added without naming it
_LONGEST_ADDED = 6  # words
_POINTING_WORDS = 3  # at the beginning of a part that refers to the part before


def lists_now(statements: Sequence[ViewStatement], otherwise: LanguagePack) -> list[Listing]:
    """Return the lists of the person, with all later changes applied."""
    return _changed(listings(statements, otherwise), statements, otherwise)


def tasks_now(statements: Sequence[ViewStatement], otherwise: LanguagePack) -> list[Listing]:
    """Return the lists of tasks, and the single tasks that the person stated."""
    statements = [each for each in statements if is_of_this_chat(each.piece)]
    listed = [each for each in listings(statements, otherwise) if each.is_of_tasks]
    known = {each.statement for each in listed if each.heading}
    said = (_obligation(each, otherwise) for each in stated(statements) if each not in known)
    obliged = list(filter(None, said))
    own = {each.statement for each in obliged}
    kept = [each for each in listed if each.heading or each.statement not in own]
    found = sorted([*kept, *obliged], key=lambda each: each.place)
    return _changed(found, statements, otherwise)


def _obligation(statement: ViewStatement, otherwise: LanguagePack) -> Listing | None:
    """Return the tasks that ``statement`` says the person has to do."""
    text, item = statement.text.strip(), statement.piece.item
    pack = language_pack_for(text, otherwise)
    if len(text) > LONGEST_STATEMENT or text.endswith("?"):
        return None
    if item is not None and statement.piece.item_kind == "todos":
        what = "" if item.status == "done" else text
    else:
        what = _obliged(text, pack)
    share = "" if what or item else _own_share(text, pack)
    tasks = pack.counting.joined.split(share) if share else _tasks_in(what, pack)
    entries = list_entries(tasks, pack, statement.message_ids)
    if not entries or (len(entries) == 1 and not entries[0].stems):
        return None
    return Listing("", entries, statement, pack, context=text, is_duty=True)


def _obliged(text: str, pack: LanguagePack) -> str:
    changes = pack.list_changes
    if put := changes.puts_on_list.match(text):
        return put["what"]
    for pattern in changes.obliges:
        found = pattern.search(text)
        if found and not changes.no_obligation.search(found["what"]):
            return found["what"]
    return ""


def _own_share(text: str, pack: LanguagePack) -> str:
    """Return the person's own part of a sentence that also gives the parts of others."""
    parts = re.split(r"[,;]\s+(?:and |en )?", text)
    others = [each for each in parts if pack.list_changes.takes_over.search(each)]
    own = [found["what"] for each in parts if (found := pack.list_changes.own_share.match(each))]
    return own[0] if others and len(own) == 1 else ""


def _tasks_in(what: str, pack: LanguagePack) -> list[str]:
    """Return the tasks in ``what``: split at commas, and at "and" before another task."""
    parts = [part for part in re.split(r",\s+|;\s+", what) if part.strip()]
    found: list[str] = []
    for part in parts:
        halves = pack.counting.joined.split(part)
        is_last_of_row = len(parts) > 1 and part is parts[-1]
        if len(halves) > 1 and not is_last_of_row:
            parted = [halves[0]]
            for half in halves[1:]:
                if pack.cues.parts_tasks(parted[-1], half):
                    parted.append(half)
                else:
                    parted[-1] += part[part.index(parted[-1]) + len(parted[-1]) :]
            halves = parted
        found += halves
    return found


def _changed(
    found: list[Listing], statements: Sequence[ViewStatement], otherwise: LanguagePack
) -> list[Listing]:
    """Return the listings ``found`` with the changes of later statements."""
    own = sorted((each for each in stated(statements) if _may_change(each)), key=_place)
    for at, each in enumerate(own):
        if len(each.text) > LONGEST_STATEMENT or each.text.rstrip().endswith("?"):
            continue
        before = [listing for listing in found if listing.place < _place(each)]
        if not before:
            continue
        pack = language_pack_for(each.text, before[-1].pack)
        change = _Change(each, pack)
        changed: dict[int, Listing | None] = {id(of): change.of(of) for of in before}
        if emptied := _emptied(each.text, before):
            changed[id(emptied)] = replace(emptied, entries=(), last_change=order_of(each))
        into = _added_to(change, before, own[:at]) if (added := change.added) else None
        if into and not (into.is_duty and _states_duty(each, found)):
            at_first = changed[id(into)] or into
            changed[id(into)] = replace(
                at_first,
                entries=at_first.entries + added,
                context=f"{into.context} {change.added_to}",
                last_change=order_of(each),
            )
            changed |= {id(of): None for of in found if of.statement is each}
        kept = (changed.get(id(listing), listing) for listing in found)
        found = [listing for listing in kept if listing]
    return found


def _may_change(statement: ViewStatement) -> bool:
    """Return whether it may change a list: also a fact of a summary, which is no list itself."""
    return statement.piece.item is None or statement.piece.item_kind == "key_facts"


def names_to_empty(text: str) -> list[str] | None:
    """Return the words for the list that ``text`` asks to empty; None if it does not ask that.

    There are none for "the list".  It is read in every language: a few words show none.
    """
    for pack in LANGUAGE_PACKS.values():
        if asked := pack.list_changes.empties.match(text):
            name = next(filter(None, asked.groupdict().values()), "")
            bare = pack.list_changes.bare_list.split()
            named = [of for of in words(name) if of not in bare and pack.stems(of)]
            return [*named, *(of.removesuffix(each) for of in named for each in bare)]
    return None


def _emptied(text: str, before: Sequence[Listing]) -> Listing | None:
    """Return the list that ``text`` asks to empty: by its name, or the only one."""
    names = names_to_empty(text)
    if names is None:
        return None
    said = " ".join(names)
    headed = [each for each in before if each.heading]
    called = [each for each in headed if each.heading_stems & frozenset(each.pack.stems(said))]
    if called:
        return called[-1]
    return headed[0] if not names and len(headed) == 1 else None


def _states_duty(statement: ViewStatement, found: Sequence[Listing]) -> bool:
    """Return whether ``statement`` is itself one of the tasks ``found``: "I must buy a hammer"."""
    return any(each.is_duty and each.statement is statement for each in found)


def _place(statement: ViewStatement) -> tuple[int, int]:
    return order_of(statement), statement.place


def _added_to(
    change: "_Change", before: Sequence[Listing], own: Sequence[ViewStatement]
) -> Listing | None:
    """Return the listing that ``change`` names, or the last one if it was given just now."""
    stems = frozenset(change.pack.stems(change.added_to or change.statement.text))
    added = change.added[0]
    amount = added.amount
    unit = added.text.replace(amount.text, "", 1).strip() if amount else ""
    is_money = bool(unit and change.pack.corrections.money.fullmatch(unit))
    alike = [
        each
        for each in before
        if (amount or not each.is_of_amounts)
        and (each.is_of_amounts or not is_money)  # "add 20 euros to the budget"
        and (not change.joins or is_of_names(each))
    ]
    called = [each for each in alike if stems & each.heading_stems]
    if change.needs_name:
        called = [each for each in called if each.heading]
    said = [each for each in own if not each.text.endswith("?")]
    soon = {order_of(each) for each in said[-_SOON:]}
    recent = [each for each in alike if each.order in soon] if not change.needs_name else []
    last = next(reversed(called or recent), None)
    new = {each.text for each in change.added}
    known = {each.text for each in last.entries} if last and change.joins else set()
    return None if new <= known else last


def is_of_names(listing: Listing) -> bool:
    """Return whether most entries of ``listing`` are names, or include one."""
    named = sum(bool(names(each.text, listing.pack)) for each in listing.entries)
    return 2 * named > len(listing.entries)


@dataclass(frozen=True)
class _Change:
    """A ``statement`` that may change a list."""

    statement: ViewStatement
    pack: LanguagePack

    @cached_property
    def parts(self) -> list[str]:
        return parts_of(self.statement.text)

    @cached_property
    def stems(self) -> list[frozenset[str]]:
        """The stems of each part, without those of somebody who cancels a thing in it."""
        return [frozenset(self.pack.stems(_without_canceller(at, self.pack))) for at in self.parts]

    @cached_property
    def _says(self) -> list[Outcome | None]:
        """The outcome that each part gives for the thing that it names."""
        return [outcome_in(part, self.pack) for part in self.parts]

    def of(self, listing: Listing) -> Listing:
        """Return ``listing`` after the statement."""
        if set(self.statement.piece.message_ids) & set(listing.statement.corrected_by):
            return listing  # the correction is already in its text
        named = [_named(listing, stems) for stems in self.stems]
        if newer := self._with_newcomer(listing, named):
            return newer
        states = self._states(listing, named)
        if not states:
            return listing
        ids = self.statement.message_ids
        entries = tuple(
            each
            if each.text not in states
            else replace(
                each, is_open=False, message_ids=tuple(dict.fromkeys((*each.message_ids, *ids)))
            )
            for each in listing.entries
            if states.get(each.text) != "dropped"
        )
        return replace(listing, entries=entries, last_change=order_of(self.statement))

    def _states(self, listing: Listing, named: Sequence[Sequence[ListEntry]]) -> dict[str, Outcome]:
        """Return the outcomes of entries of ``listing``, by their texts."""
        states: dict[str, Outcome] = {
            each.text: "done"
            for each in listing.entries
            if listing.is_of_tasks
            and each.is_open
            and settles(each.text, self.statement.text, listing.pack.language)
        }
        for at, entries in enumerate(named):
            for entry in entries:
                if outcome := self._became(at, entry, named, listing):
                    states[entry.text] = outcome
        return states

    def _became(
        self, at: int, entry: ListEntry, named: Sequence[Sequence[ListEntry]], listing: Listing
    ) -> Outcome | None:
        """Return the outcome of ``entry``, which the part ``at`` names."""
        if listing.is_of_tasks and is_taken_over(self.parts[at], entry.stems, self.pack):
            return "handed"
        found = self._says[at] or self._says_with_next(at, entry)
        is_settled = found == "dropped" or listing.is_of_tasks or self._obtains(found, at, listing)
        if found and is_settled:
            return found
        if not found and self._does_as_headed(at, listing):
            return "done"
        if not found and self.pack.list_changes.unfinished.search(self.parts[at]):
            return None
        beside = (
            self._says[of]
            for of in range(at + 1, len(self.parts))
            if not named[of] and self._points(self.parts[of]) and not self._cancels(of)
        )
        others = [each for each in beside if each]
        return "dropped" if "dropped" in others else next(iter(others), None)

    def _obtains(self, found: Outcome | None, at: int, listing: Listing) -> bool:
        """Return whether the part ``at``, or the next, says that a thing was got or finished.

        If the heading names an act ("to ring: …"), any report that it was done counts.
        """
        said = self.parts[at : at + 2]
        obtained = self.pack.list_changes.obtained
        is_of_acts = not listing.pack.cues.acts.keys().isdisjoint(words(listing.heading))
        return found == "done" and (is_of_acts or any(obtained.search(part) for part in said))

    def _does_as_headed(self, at: int, listing: Listing) -> bool:
        """Return whether the part ``at`` reports the act of the heading: "to try", "tried"."""
        act = _TO_DO.search(listing.heading)
        if not act or self.pack.cues.undone.search(self.parts[at]):
            return False
        did = re.match(r"(?:i |we |ik |we )?(?:\w+ )?", self.parts[at], re.I)
        opening = did[0] if did else ""
        is_past = act[1].lower() not in words(opening)
        return is_past and bool(
            frozenset(self.pack.stems(act[1])) & frozenset(self.pack.stems(opening))
        )

    def _says_with_next(self, at: int, entry: ListEntry) -> Outcome | None:
        """Return the outcome in the next part, if this one only names: "Ann and Bo cancelled"."""
        is_last = at + 1 == len(self.parts)
        if is_last or self._cancels(at + 1) or self.stems[at] - entry.stems:
            return None
        return self._says[at + 1]

    def _cancels(self, at: int) -> bool:
        """Return whether somebody named or meant in the part ``at`` cancels a thing there."""
        found = self.pack.list_changes.cancels.search(self.parts[at])
        who = found["who"] if found else None
        return bool(who and not self.pack.references.first_person.match(who))

    def _points(self, part: str) -> bool:
        """Return whether ``part`` refers to the thing named before it: "that one's sorted"."""
        pointing = self.pack.lexicon.pronouns | self.pack.lexicon.pointing
        return any(word.split("'")[0] in pointing for word in words(part)[:_POINTING_WORDS])

    def _with_newcomer(
        self, listing: Listing, named: Sequence[Sequence[ListEntry]]
    ) -> Listing | None:
        """Return ``listing`` with its only named entry replaced, if the statement does that."""
        on = list(dict.fromkeys(entry for entries in named for entry in entries))
        swaps = "dropped" in self._says and self.pack.list_changes.newcomer.search(
            self.statement.text
        )
        if (listing.is_of_tasks and not swaps) or len(on) != 1:
            return None
        newcomer = self._newcomer(on[0])
        if not newcomer:
            return None
        text = _instead(on[0], self.statement.text, newcomer, self.pack)
        ids = (*on[0].message_ids, *self.statement.message_ids)
        newer = list_entries([text], listing.pack, ids)
        if not newer:
            return None
        entries = tuple(newer[0] if each is on[0] else each for each in listing.entries)
        return replace(listing, entries=entries, last_change=order_of(self.statement))

    @cached_property
    def _names(self) -> Sequence[Mention]:
        return names(self.statement.text, self.pack)

    def _newcomer(self, entry: ListEntry) -> str:
        """Return the replacement of ``entry``, if the statement gives one."""
        changes = self.pack.list_changes
        if found := changes.newcomer.search(self.statement.text):
            return next(filter(None, found.groupdict().values()), "").strip()
        at = 0
        for part in self.parts:
            at = self.statement.text.index(part, at)
            if not changes.replaces.search(part):
                continue
            new = [
                each.text
                for each in self._names
                if at <= each.start < at + len(part)
                and not entry.stems & frozenset(self.pack.stems(each.text))
                and each.text.lower() not in self.pack.lexicon.calendar
                and not self.pack.references.first_person.match(each.text)
            ]
            if len(new) == 1:
                return re.sub(r"['’]s$", "", new[0])
        return ""

    @cached_property
    def _addition(self) -> re.Match[str] | None:
        text, changes = self.statement.text, self.pack.list_changes
        ways = (self.pack.counting.adds, *changes.joins, *changes.adds)
        asked = changes.remark.sub("", text)
        if found := _first_match(ways, asked) or _first_match(ways, text):
            return found
        if len(self.parts) == 1 or "dropped" not in self._says:
            return None
        instead = (self.pack.counting.adds, *changes.adds_instead, *changes.adds)
        return _first_match(instead, text[text.index(self.parts[-1]) :])

    @cached_property
    def joins(self) -> bool:
        """Return whether it adds a person: "Bram takes her place"."""
        found = self._addition
        return found is not None and found.re in self.pack.list_changes.joins

    @cached_property
    def added_to(self) -> str:
        """The name of the list that an entry is added to, if the statement gives it."""
        found = self._addition
        return (found.groupdict().get("list") or "") if found else ""

    @cached_property
    def needs_name(self) -> bool:
        """Return whether it adds only to a list that it names."""
        return self._addition is None

    @cached_property
    def added(self) -> tuple[ListEntry, ...]:
        """The entries that it adds to a list."""
        ids = self.statement.message_ids
        if found := self._addition:
            return list_entries(split_entries(found["entry"], self.pack), self.pack, ids)
        text = self.statement.text
        if self.pack.list_changes.too.search(text) and len(amounts_in(text, self.pack)) == 1:
            return list_entries([text], self.pack, ids)
        return ()


def _without_canceller(part: str, pack: LanguagePack) -> str:
    """Return ``part`` without the person who cancels a thing in it: "Ben cancelled his order"."""
    found = pack.list_changes.cancels.search(part) if pack.list_changes.drops.search(part) else None
    if found is None:
        return part
    group = "who" if found["who"] is not None else "by"
    return part[: found.start(group)] + part[found.end(group) :]


def _first_match(ways: Sequence[re.Pattern[str]], text: str) -> re.Match[str] | None:
    """Return the first of ``ways`` to add a short entry that matches ``text``."""
    matches = (pattern.match(text) for pattern in ways)
    longest = _LONGEST_ADDED + 4
    return next((each for each in matches if each and len(each["entry"].split()) <= longest), None)


def takes_off(text: str, found: Sequence[Listing]) -> bool:
    """Return whether ``text`` removes an entry of one of the lists ``found``."""
    pack = language_pack_for(text, found[-1].pack) if found else None
    return pack is not None and any(
        outcome_in(part, pack) == "dropped" and _named(each, frozenset(pack.stems(part)))
        for part in parts_of(text)
        for each in found
    )


def _named(listing: Listing, said: frozenset[str]) -> list[ListEntry]:
    """Return the entries of ``listing`` named in a part with the stems ``said``."""
    named = [
        each
        for each in listing.entries
        if any(is_named(key, said) for key in _keys(each, listing) if key)
    ]
    whole = [each for each in listing.entries if each.stems and each.stems <= said]
    return named or whole or _numbered(listing, said)  # "butter", beside "peanut butter"


def _numbered(listing: Listing, said: frozenset[str]) -> list[ListEntry]:
    """Return the entry of ``listing`` that a part names by its number: "exhibit 4"."""
    numbers = [int(each) for each in said if each.isdecimal()]
    is_of_list = said & frozenset(listing.pack.stems(listing.heading))
    if len(numbers) != 1 or not is_of_list or not 1 <= numbers[0] <= len(listing.entries):
        return []
    return [listing.entries[numbers[0] - 1]]


def _keys(entry: ListEntry, listing: Listing) -> Iterator[frozenset[str]]:
    """Yield stems that distinguish ``entry`` from the others: all, its names, its act alone."""
    others = frozenset().union(*(each.stems for each in listing.entries if each is not entry))
    heading = frozenset(listing.pack.stems(f"{listing.heading} {listing.context}"))
    yield entry.stems - others - heading or entry.stems - others
    calendar = listing.pack.lexicon.calendar
    for name in names(entry.text, listing.pack):
        if name.text.lower() not in calendar:
            yield frozenset(listing.pack.stems(name.text)) - others
    act = listing.pack.cues.purpose.sub("", entry.text)
    if act and len(act) < len(entry.text):
        yield frozenset(listing.pack.stems(act)) - others - heading


def _instead(entry: ListEntry, said: str, newcomer: str, pack: LanguagePack) -> str:
    """Return the text of ``entry`` with ``newcomer`` in place of the words also in ``said``."""
    stems = frozenset(pack.stems(said))
    named = [each for each in _words(entry.text) if stems & frozenset(pack.stems(each))]
    rest = [each for each in _words(entry.text) if pack.stems(each) and each not in named]
    return entry.text.replace(named[0], newcomer, 1) if named and rest else newcomer


def _words(text: str) -> Iterator[str]:
    return (token.text for token in tokens(text) if token.is_word)
