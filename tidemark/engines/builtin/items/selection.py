"""Selection: how memorable a clause is, and which items fit into a summary."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tidemark.memory.matching import says_the_same
from tidemark.memory.merging import render, render_item
from tidemark.nlp.clauses import Clause
from tidemark.nlp.cues import Cues
from tidemark.nlp.dates import DateFound
from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.nlp.patterns import NAME_INSIDE, NUMBER
from tidemark.nlp.search_terms import content_stems
from tidemark.nlp.speakers import speaker_of
from tidemark.schema import ITEM_KINDS, Item, ItemKind, SessionMemory
from utils import TokenCounter

AIM_TOKENS = 78  # facts fill all but the first summary up to this size, other kinds its limit
_SAID_AGAIN = 0.4  # factor for a second fact of one message
_MOST_TELLING, _TELLING = 2, 0.7  # facts of a summary that go before wishes, and their worth
_BREVITY = 0.8  # 1 would rank by worth per token and keep fragments

# The priority of each kind, and its largest number.
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
    """An item that may be kept, its worth (0 to 1), and its place in the messages.

    ``is_settled`` if it changes a known item, ``is_known`` if it repeats one; ``is_own`` unless an
    assistant said it.
    """

    kind: ItemKind
    item: Item
    worth: float
    place: tuple[int, int]
    is_settled: bool = False
    is_known: bool = False
    is_own: bool = True

    @property
    def rank(self) -> int:
        """Its priority, lowest first."""
        return -1 if self.is_settled else 5 if self.is_known else _RANK[self.kind]


def select_items(
    found: Sequence[ItemCandidate], *, limit_tokens: int, aim_tokens: int = AIM_TOKENS
) -> SessionMemory:
    """Return the best of ``found``, at most ``limit_tokens`` as rendered, in order of appearance.

    Status changes, todos, constraints and decisions come first, then the most telling facts, wishes
    and open questions. Other facts follow by worth for their length, at most up to ``aim_tokens``;
    a second fact of one message comes after those of others.
    """
    pack = _Pack()
    telling = sorted(
        (at for at in found if at.is_own and at.rank == _RANK["key_facts"]),
        key=lambda at: (-at.worth, at.place),
    )[:_MOST_TELLING]
    ranked = [(_RANK["preferences"], at) for at in telling if at.worth >= _TELLING]
    ranked += [(at.rank, at) for at in found if at.rank < _RANK["key_facts"]]
    for _, candidate in sorted(ranked, key=lambda at: (at[0], -at[1].worth, at[1].place)):
        pack.take(candidate, limit_tokens)
    # By their words: the day that is shown with one makes it no less worth
    facts = [(at, pack.cost(at, is_dated=False)) for at in found if at.rank >= _RANK["key_facts"]]
    told: Counter[int] = Counter()

    def order(fact: tuple[ItemCandidate, int]) -> tuple[int, float, tuple[int, int]]:
        candidate, cost = fact
        worth = candidate.worth * _SAID_AGAIN ** told[candidate.place[0]]
        return candidate.rank, -worth / cost**_BREVITY, candidate.place

    while facts:
        best = min(facts, key=order)
        facts.remove(best)
        if pack.take(best[0], min(aim_tokens, limit_tokens)):
            told[best[0].place[0]] += 1
    return pack.memory


class _Pack:
    """The items kept so far."""

    def __init__(self) -> None:
        self._counter = TokenCounter()
        self._kept: list[ItemCandidate] = []
        self._used = 0
        self.memory = SessionMemory()

    def cost(self, candidate: ItemCandidate, *, is_dated: bool = True) -> int:
        """Return the tokens of ``candidate`` without a label that others share."""
        item = candidate.item if is_dated else candidate.item.model_copy(update={"on": None})
        shown = render_item(candidate.kind, item)
        if speaker := speaker_of(candidate.item.text):  # shown once for all items of a speaker
            shown = shown.replace(f"{speaker}: ", "", 1)
        return self._counter.count_tokens(shown) - 1

    def take(self, candidate: ItemCandidate, limit_tokens: int) -> bool:
        """Add ``candidate`` if it is new and everything stays within ``limit_tokens``."""
        alike = sum(at.kind == candidate.kind for at in self._kept)
        # The label is counted here even if it is shared: the sum below is exact.
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


# Worth of a clause

_LEAVING = 0.2  # the worth of "Keith can't make it": the list of who comes is wrong without it
_GROUP = 0.9  # the worth of "we are 14": what is booked and shared rests on it
_FORMULA = re.compile(r"\\\w|\\[({\[]|[{}]|= [\d\s×÷*/+-]+ =")
_LEAST_WORDS = 3
_LONG_WORD = 8  # letters of a stem that is seldom small talk

# Log odds that a clause answers a question somebody asks later: a logistic regression on the
# clauses of five long conversations whose questions name their evidence turns (LoCoMo), rounded;
# AUROC .81 on a conversation left out.  Clauses that cannot stand alone, wishes and talk about
# the listener weigh more here than there: they say little to a reader.
_BASE = -3.4
_PER_STEM, _FEW_STEMS, _PER_MORE_STEM, _MANY_STEMS = 0.31, 5, 0.12, 12
_NAMED, _NAMED_AGAIN, _COUNTED, _DATED, _JUST_NOW = 0.8, 0.6, 1.1, 0.5, 0.5
_EVENT, _RELATION, _ANSWERS, _RARE_WORD = 0.4, 0.4, 0.6, 0.25
_NOTHING_FIRM, _SHOWN, _PRAISE = -0.6, -0.9, -0.3
_SECOND_PERSON, _DANGLING, _CHEERING, _FILLER, _UNREADABLE = -0.8, -0.5, -0.4, -1.2, -2.0


def salience(
    clause: Clause,
    cues: Cues,
    *,
    dated: DateFound | None,
    people: frozenset[str],
    answers: bool = False,
) -> float:
    """Return the probability that ``clause`` is worth remembering, 0 if it is empty talk.

    Names, numbers, dates, events, relations of the speaker and being an answer (``answers``) raise
    it; praise, empty wishes and talk about the listener lower it. Names of the ``people`` talking
    do not count.
    """
    text = clause.text
    pack = LANGUAGE_PACKS[clause.language]
    if pack.accounts.people.match(text):
        return _GROUP
    if pack.ledger.some_leave.search(text) and not cues.first_person.search(text):
        return _LEAVING
    stems = set(clause.stems)
    if dated and not content_stems(text[dated.start : dated.end], clause.language):
        stems.add("may")  # the one month that is a stop word, too
    if (
        len(stems) < 2
        or len(text.split()) < _LEAST_WORDS
        or any(cue.search(text) for cue in (cues.small_talk, cues.orders_to_reader, cues.leaning))
    ):
        return 0.0
    names = {name for name in NAME_INSIDE.findall(text) if name.casefold() not in people}
    firm = dated or NUMBER.search(text) or cues.first_person.search(text)
    odds = (
        _BASE
        + _PER_STEM * min(len(stems), _FEW_STEMS)
        + _PER_MORE_STEM * max(0, min(len(stems), _MANY_STEMS) - _FEW_STEMS)
        + (_NAMED * bool(names) or _NOTHING_FIRM * (not firm))
        + _NAMED_AGAIN * max(0, min(len(names), 3) - 1)
        + _COUNTED * bool(NUMBER.search(text))
        + _DATED * bool(dated)
        + _JUST_NOW * bool(dated and dated.is_relative)
        + _PRAISE * len(cues.empty_praise.findall(text))
        + _ANSWERS * answers
        + _RARE_WORD * any(len(stem) >= _LONG_WORD for stem in stems)
        + _SHOWN * clause.is_caption
    )
    odds += sum(weight for weight, cue in _weights(cues) if cue.search(text))
    return 1 / (1 + math.exp(-odds))


def _weights(cues: Cues) -> tuple[tuple[float, re.Pattern[str]], ...]:
    return (
        (_EVENT, cues.events),
        (_RELATION, cues.relations),
        (_CHEERING, cues.cheering),
        (_SECOND_PERSON, cues.second_person),
        (_DANGLING, cues.dangling),
        (_FILLER, cues.filler),
        (_UNREADABLE, _FORMULA),
    )
