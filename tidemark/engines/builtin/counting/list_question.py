"""A question about what the person listed or counted, and what may answer it."""

import datetime as dt
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tidemark.engines.builtin.list_changes import lists_now, tasks_now
from tidemark.engines.builtin.listings import Amount, ListEntry, Listing, order_of, stated
from tidemark.engines.builtin.overviews import is_of_this_chat
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.ledger import Ledger, SaidAmounts, ledger_of
from tidemark.memory.slots import MONEY
from tidemark.nlp.dialogue_acts import dialogue_act
from tidemark.nlp.pack_fields import LanguagePack

_ASKED_CHARS = 500
_RECENT = 2  # statements of the person back, for a list that the question does not name


@dataclass(frozen=True)
class ListQuestion:
    """A question, and what may answer it: the person's ``statements`` in order, as they hold now.

    ``asked_before`` is the person's question before this one, ``answered`` the reply to it.  Where
    ``now`` is not given, no days are counted from today.
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

    @cached_property
    def listings(self) -> list[Listing]:
        """What the person listed, oldest first."""
        return sorted(lists_now(self.statements, self.pack), key=lambda each: each.place)

    def as_reckoned(self, listing: Listing) -> Listing:
        """Return ``listing`` with the amounts that its entries were given later in other words."""
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
    def told_here(self) -> list[ViewStatement]:
        """What the person stated in this chat."""
        return [each for each in self.told if is_of_this_chat(each.piece)]

    @cached_property
    def asked_last(self) -> ViewStatement | None:
        """The last question of the person in this chat, if there is one."""
        own = [
            each for each in self.statements if each.is_of_person and is_of_this_chat(each.piece)
        ]
        asked = [each for each in own if not each.piece.item and _only_asks(each.text, self.pack)]
        return max(asked, key=lambda each: (order_of(each), each.place), default=None)

    def asking(self, asked: ViewStatement, *, without: Collection[int]) -> "ListQuestion":
        """Return the question ``asked`` again, ``without`` the messages said since then."""
        rest = [
            each
            for each in self.statements
            if order_of(each) not in without or order_of(each) < order_of(asked)
        ]
        return replace(self, text=asked.text, statements=rest, asked_before="", answered="")

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
