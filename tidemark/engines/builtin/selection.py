"""Selection of the items to keep within the size of a summary."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tidemark.memory.matching import says_the_same
from tidemark.memory.merging import render, render_item
from tidemark.nlp.speakers import speaker_of
from tidemark.schema import ITEM_KINDS, Item, ItemKind, SessionMemory
from utils import TokenCounter

AIM_TOKENS = 78  # facts fill a summary up to here, other kinds up to its limit
_SAID_AGAIN = 0.4  # factor for a second fact of one message
_BREVITY = 0.8  # 1 would rank by worth per token and keep fragments

# Priority of each kind, and how many of it at most.
_RANK: dict[ItemKind, int] = {
    "todos": 0,
    "constraints": 1,
    "decisions": 1,
    "preferences": 2,
    "open_questions": 3,
    "key_facts": 4,
}
_MOST: dict[ItemKind, int] = {
    "todos": 12,
    "constraints": 4,
    "decisions": 4,
    "preferences": 4,
    "open_questions": 2,
    "key_facts": 99,
}


@dataclass(frozen=True)
class ItemCandidate:
    """An item that could be kept, its worth (0 to 1), and its place in the messages.

    ``is_settled`` if it changes a known item, ``is_known`` if it repeats one.
    """

    kind: ItemKind
    item: Item
    worth: float
    place: tuple[int, int]
    is_settled: bool = False
    is_known: bool = False

    @property
    def rank(self) -> int:
        """Its priority, lowest first."""
        return -1 if self.is_settled else 5 if self.is_known else _RANK[self.kind]


def select_items(found: Sequence[ItemCandidate], *, limit_tokens: int) -> SessionMemory:
    """Return the best of ``found``, at most ``limit_tokens`` as rendered, in order of appearance.

    Status changes, constraints and open items come first. Facts follow by worth for their length,
    at most up to ``AIM_TOKENS``; a second fact of one message comes after those of others.
    """
    pack = _Pack()
    weighty = [at for at in found if at.rank < _RANK["key_facts"]]
    for candidate in sorted(weighty, key=lambda at: (at.rank, -at.worth, at.place)):
        pack.take(candidate, limit_tokens)
    facts = [(at, pack.cost(at)) for at in found if at.rank >= _RANK["key_facts"]]
    told: Counter[int] = Counter()

    def order(fact: tuple[ItemCandidate, int]) -> tuple[int, float, tuple[int, int]]:
        candidate, cost = fact
        worth = candidate.worth * _SAID_AGAIN ** told[candidate.place[0]]
        return candidate.rank, -worth / cost**_BREVITY, candidate.place

    while facts:
        best = min(facts, key=order)
        facts.remove(best)
        if pack.take(best[0], min(AIM_TOKENS, limit_tokens)):
            told[best[0].place[0]] += 1
    return pack.memory


class _Pack:
    """The items kept so far."""

    def __init__(self) -> None:
        self._counter = TokenCounter()
        self._kept: list[ItemCandidate] = []
        self._used = 0
        self.memory = SessionMemory()

    def cost(self, candidate: ItemCandidate) -> int:
        """Return the tokens of ``candidate`` without a label it shares with others."""
        shown = render_item(candidate.kind, candidate.item)
        if speaker := speaker_of(candidate.item.text):  # shown once for all items of a speaker
            shown = shown.replace(f"{speaker}: ", "", 1)
        return self._counter.count_tokens(shown) - 1

    def take(self, candidate: ItemCandidate, limit_tokens: int) -> bool:
        """Keep ``candidate`` if it is new and everything stays within ``limit_tokens``."""
        alike = sum(at.kind == candidate.kind for at in self._kept)
        # The label is counted here though others may share it: the sum below is the exact one.
        if alike >= _MOST[candidate.kind] or self._used + self.cost(candidate) > limit_tokens + 2:
            return False
        if any(says_the_same(candidate.item, at.item) for at in self._kept):
            return False
        kept = [*self._kept, candidate]
        memory = _in_order(kept)
        used = self._counter.count_tokens(render(memory))
        if used > limit_tokens:
            return False
        self._kept, self._used, self.memory = kept, used, memory
        return True


def _in_order(kept: Sequence[ItemCandidate]) -> SessionMemory:
    ordered = sorted(kept, key=lambda at: at.place)
    return SessionMemory.of(
        {kind: tuple(at.item for at in ordered if at.kind == kind) for kind in ITEM_KINDS}
    )
