"""A question about lists or amounts of the person, and the statements that may answer it."""

import datetime as dt
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tidemark.engines.builtin.counting.figures import Figures, figures_of
from tidemark.engines.builtin.list_changes import lists_now, tasks_now
from tidemark.engines.builtin.listings import (
    Amount,
    ListEntry,
    Listing,
    amounts_in,
    order_of,
    stated,
)
from tidemark.engines.builtin.overviews import is_of_this_chat
from tidemark.engines.builtin.status_updates import outcome_in
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.ledger import Ledger, SaidAmounts, ledger_of
from tidemark.memory.slots import MONEY
from tidemark.nlp.dialogue_acts import ASKING_ACTS, dialogue_act
from tidemark.nlp.pack_fields import LanguagePack

_ASKED_CHARS = 500
_RECENT = 2  # last statements of the person, for a list that the question does not name


@dataclass(frozen=True)
class ListQuestion:
    """A question, and the person's ``statements`` in order, with corrections applied.

    ``asked_before`` is the person's question before this one, ``answered`` the reply to it.
    Without ``now``, no days are counted from today.
    """

    text: str
    statements: Sequence[ViewStatement]
    pack: LanguagePack
    asked_before: str = ""
    answered: str = ""
    now: dt.datetime | None = None

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its words that name something."""
        found = frozenset(self.pack.stems(self.text)) - self.pack.asking_stems
        return found - self.pack.operation_stems

    @property
    def names_outlay(self) -> bool:
        """Return whether it has a word of spending: "cost", "paid"."""
        return not self.pack.outlay_stems.isdisjoint(self.pack.stems(self.text))

    @cached_property
    def listings(self) -> list[Listing]:
        """The lists of the person, oldest first."""
        return sorted(lists_now(self.statements, self.pack), key=lambda each: each.place)

    def as_reckoned(self, listing: Listing) -> Listing:
        """Return ``listing`` with the amounts that later statements gave its entries."""
        later = [
            each
            for each in self.ledger.entries
            if each.orders[0] == listing.order < each.orders[-1] and each.unit == MONEY
        ]
        entries = list(listing.entries)
        for each in later:
            fits = [at for at, entry in enumerate(entries) if each.name & entry.stems]
            old = entries[fits[0]] if len(fits) == 1 else None
            if old and old.amount and old.amount.value != each.value:
                amount = Amount(each.shown, each.value, old.amount.unit)
                ids = each.message_ids
                entries[fits[0]] = ListEntry(each.text, old.stems, amount, ids)
        return replace(listing, entries=tuple(entries))

    @cached_property
    def tasks(self) -> list[Listing]:
        """The open and done tasks as lists, oldest first."""
        return tasks_now(self.statements, self.pack)

    @cached_property
    def told(self) -> list[ViewStatement]:
        """The person's statements, oldest first, with corrections applied."""
        own = (each for each in stated(self.statements) if not _only_asks(each.text, self.pack))
        return sorted(own, key=lambda each: (order_of(each), each.place))

    @cached_property
    def ledger(self) -> Ledger:
        """The ledger of the person's amounts of money in this chat, with corrections applied."""
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
        """The stems of its words, except those about asking itself."""
        return frozenset(self.pack.stems(self.text)) - self.pack.asking_stems

    @cached_property
    def light_stems(self) -> frozenset[str]:
        """The stems of words that cannot name an amount."""
        table = self.pack
        listed = " ".join((*table.ledger.light, *table.counting.outlays))
        return frozenset(table.stems(listed)) | table.operation_stems

    @cached_property
    def known_stems(self) -> frozenset[str]:
        """The stems of all statements of the person."""
        return frozenset(stem for each in self.told for stem in self.pack.stems(each.text))

    @cached_property
    def told_here(self) -> list[ViewStatement]:
        """The person's statements in this chat."""
        return [each for each in self.told if is_of_this_chat(each.piece)]

    @cached_property
    def figures(self) -> Figures:
        """The amounts of the person's statements in this chat, as they hold now."""
        return figures_of(self.told_here, self.pack)

    @cached_property
    def asked_so_far(self) -> list[ViewStatement]:
        """The questions of the person in this chat, the last one first."""
        own = [
            each for each in self.statements if each.is_of_person and is_of_this_chat(each.piece)
        ]
        asked = [each for each in own if not each.piece.item and _only_asks(each.text, self.pack)]
        return sorted(asked, key=lambda each: (order_of(each), each.place), reverse=True)

    @property
    def asked_last(self) -> ViewStatement | None:
        """The last question of the person in this chat, if there is one."""
        return next(iter(self.asked_so_far), None)

    def asking(self, asked: ViewStatement, *, without: Collection[int] = ()) -> "ListQuestion":
        """Return the question ``asked`` again, ``without`` those of these messages said since then.

        It knows no question later than those that ``asked`` could go on from.
        """
        rest = [
            each
            for each in self.statements
            if order_of(each) < order_of(asked)
            or (order_of(each) not in without and not _only_asks(each.text, self.pack))
        ]
        return replace(self, text=asked.text, statements=rest, asked_before="", answered="")

    @cached_property
    def without_period(self) -> "ListQuestion":
        """The question without "a year": for amounts that are already for a year."""
        return replace(self, text=self.pack.counting.whole.sub("", self.text))

    def entries_of(self, listing: Listing) -> Sequence[ListEntry]:
        """Return the entries of ``listing``; only the open ones if it asks for the rest."""
        is_rest = listing.is_of_tasks or self.asks(self.pack.list_changes.asks_open)
        return listing.open_entries if is_rest else listing.entries

    def asks(self, pattern: re.Pattern[str]) -> bool:
        """Return whether ``pattern`` occurs in its beginning; questions about lists are short."""
        return bool(pattern.search(self.text, 0, _ASKED_CHARS))

    def points_after(self, order: int) -> bool:
        """Return whether it is about "that" alone, and money was mentioned after ``order``."""
        named = self.stems - self.light_stems - self.pack.period_stems
        if named or not self.asks(self.pack.ledger.points):
            return False
        later = (each for each in self.told_here if order_of(each) > order)
        return any(of.unit == MONEY for each in later for of in amounts_in(each.text, self.pack))

    @property
    def just_told(self) -> frozenset[int]:
        """The ids of the person's last messages with a statement."""
        return frozenset([order_of(each) for each in self.told][-_RECENT:])

    def listing(self, fits: Callable[[Listing], bool]) -> Listing | None:
        """Return the listing it is about among those that ``fits``: the named, else the last."""
        fitting = [each for each in self.listings if fits(each)]
        found = [each for each in fitting if self.stems & each.stems]
        if found:
            return max(found, key=lambda each: (len(self.stems & each.stems), each.order))
        recent = self._recent()
        return next((each for each in reversed(fitting) if each.order in recent), None)

    def _recent(self) -> frozenset[int]:
        """Return the ids of the person's last messages with a statement."""
        own = [each for each in self.statements if each.is_of_person and each.piece.item is None]
        told = {max(each.piece.message_ids) for each in own if not each.text.endswith("?")}
        back = len(told) if not self.stems else _RECENT
        return frozenset(sorted(told)[-back:] if told else ())


def _only_asks(text: str, pack: LanguagePack) -> bool:
    """Return whether ``text`` tells nothing; "cancel the cake" tells what is no longer wanted."""
    if text.endswith("?"):
        return True
    return dialogue_act(text, pack) in ASKING_ACTS and outcome_in(text, pack) != "dropped"
