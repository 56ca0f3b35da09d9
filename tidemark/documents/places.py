"""Places of a content, found by the words with which a person describes them.

A place is described by the names of members on the path to it, by other values of its entry ("the
amount of cream"), by its position in a list, or by a path.  The place has to match every word that
names something: "the city of the second employer" is not the city of somebody else.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple
from unicodedata import combining, normalize

from pydantic import JsonValue

from tidemark.documents.schema_parts import schema_at
from tidemark.nlp.languages import LANGUAGES, names_alike
from tidemark.nlp.pack_fields import DocumentCues
from tidemark.nlp.stemming import stem

Path = tuple[str | int, ...]
How = Literal["name", "entry", "value"]
WORD = re.compile(r"[^\s,;:!?()\[\]{}\"“”„‘«»]+")
_NAME_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\dA-Z_]+|\d+|[A-Z]+\d+")
_VALUE_PARTS = re.compile(r"[^\W_]+")
_POINTER = re.compile(r"/\S*")
_DOTTED = re.compile(r"[^\s.\[\],;]+(?:\.[^\s.\[\],;]+|\[\d+\])+")
_SLASHED = re.compile(r"[^\s/]+(?:/[^\s/]+)+")
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
_WHOLE, _PART, _BESIDE, _BONUS = 1.0, 0.9, 0.8, 0.3
_PLURAL, _COMPOUND, _TYPO = 0.7, 0.6, 0.5
_MISTYPED = ("the", "van", "het", "from")  # small words whose letters are often swapped
_MOST_READ = 5_000  # values that are searched for typing errors
_SENTENCE_WORDS = 4  # a value of so many words is a sentence: one of its words says less
_CLOSE = 0.05  # two places whose scores differ by less are equally good
_OTHER = re.compile(  # words that are not what their end says: "unpaid", "surname"
    r"(?:un|non|niet|anti)-?[^\W\d_]{3,}|"
    r"(?:sur|nick|user|screen|maiden|middle|achter|voor|bij|roep|meisjes|gebruikers)(?:name|naam)s?\Z"
)
_ENDING = re.compile(r"(?:ers?|ors?|ing|ed|ment|ation|es|s|e|t|en|d)\Z")
_AGENT = re.compile(r"ers?\Z")  # of those who do something: "plumbers"
_SHORTEST_EXTRA = 3
_SHORTEST_TYPO, _SHORTEST_COMPOUND = 5, 4
_NAME_WORDS = 3
_NAMING = frozenset("name naam title titel dog cat pet hond kat patient client".split())
IDENTIFYING = (
    "name naam title titel label id key code item wat what description omschrijving vak "
    "employer school author auteur language taal inci"
).split()


class Explained(NamedTuple):
    """A node that a word matches, and how well.

    ``how`` the word names the node itself: by its name, as an entry of a list, by its value; None
    if it only matches a node next to it.
    """

    node: int
    quality: float
    how: How | None


class ScoredPlace(NamedTuple):
    """A place that a phrase names, and its score."""

    node: int
    score: float


@dataclass(frozen=True)
class Phrase:
    """The words for a place: those that must match, those that may, and ordinals."""

    text: str
    needed: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    ordinals: tuple[tuple[int, str], ...] = ()  # each with the word that follows it

    @property
    def is_empty(self) -> bool:
        """Return whether it names nothing."""
        return not (self.needed or self.extra or self.ordinals)


@dataclass
class Outline:
    """The nodes of a content in document order, and an index of the words that match them."""

    content: JsonValue
    name: str = ""
    schema: JsonValue = None  # its titles are names, too
    keys: list[str | int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    values: list[JsonValue] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Read the content into nodes."""
        self._read("", self.content, -1)
        self._explained: dict[str, tuple[Explained, ...]] = {}
        self._names: dict[str, tuple[Explained, ...]] = {}
        self._covered: dict[object, tuple[ScoredPlace, ...]] = {}
        self._best_of: dict[tuple[str, bool], dict[int, float]] = {}

    def _read(self, key: str | int, value: JsonValue, parent: int) -> None:
        node = len(self.keys)
        self.keys.append(key)
        self.parents.append(parent)
        self.values.append(value)
        self.ends.append(0)
        if isinstance(value, dict):
            for name, inner in value.items():
                self._read(name, inner, node)
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                self._read(index, inner, node)
        self.ends[node] = len(self.keys)

    @cached_property
    def by_key(self) -> dict[str, list[int]]:
        """The nodes by the name of their member."""
        found: dict[str, list[int]] = {}
        for node, key in enumerate(self.keys):
            if isinstance(key, str) and node:
                found.setdefault(key, []).append(node)
        return found

    @cached_property
    def _leaves(self) -> tuple[str, list[int], list[int]]:
        """All single values as one folded text, the start of each, and their nodes."""
        starts, nodes, texts, at = [], [], [], 0
        for node, value in enumerate(self.values):
            if isinstance(value, str | int | float) and not isinstance(value, bool):
                text = str(value).casefold()
                starts.append(at)
                nodes.append(node)
                texts.append(text)
                at += len(text) + 1
        return "\n".join(texts), starts, nodes

    @cached_property
    def _titled(self) -> list[tuple[str, list[int]]]:
        """The nodes of each title that the schema gives members."""
        if not isinstance(self.schema, dict):
            return []
        titles: dict[Path, str] = {}
        found: dict[str, list[int]] = {}
        for node, key in enumerate(self.keys):
            if not node or isinstance(key, int):
                continue
            like = tuple(0 if isinstance(step, int) else step for step in self.path(node))
            if like not in titles:
                part = schema_at(self.schema, like)
                title = part.get("title") if isinstance(part, dict) else None
                titles[like] = title if isinstance(title, str) else ""
            if titles[like]:
                found.setdefault(titles[like], []).append(node)
        return list(found.items())

    @property
    def _names_of(self) -> Iterator[tuple[str, list[int]]]:
        """Each name and title of members, with its nodes."""
        yield from self.by_key.items()
        yield from self._titled

    def _holding(self, word: str) -> dict[int, float]:
        """Return the leaves that contain ``word``, and its share of each."""
        text, starts, nodes = self._leaves
        held: dict[int, float] = {}
        at = text.find(word) if word else -1
        while at >= 0:
            leaf = bisect_right(starts, at) - 1
            quality = _value_words(str(self.values[nodes[leaf]])).get(word)
            if quality:
                held[nodes[leaf]] = quality
            after = starts[leaf + 1] if leaf + 1 < len(starts) else len(text)
            at = text.find(word, after)
        return held

    @cached_property
    def _words(self) -> frozenset[str]:
        """The words of all single values, to find typing errors; none for a large content."""
        text, starts, _ = self._leaves
        if len(starts) > _MOST_READ:
            return frozenset()
        return frozenset(word.strip(".'’…") for word in WORD.findall(text))

    def path(self, node: int) -> Path:
        """Return the path to a node."""
        steps: list[str | int] = []
        while node > 0:
            steps.append(self.keys[node])
            node = self.parents[node]
        return tuple(reversed(steps))

    def at(self, path: Sequence[str | int]) -> int | None:
        """Return the node at ``path``, None if there is none."""
        node = 0
        for step in path:
            inner = next((each for each in self.inner(node) if self.keys[each] == step), None)
            if inner is None:
                return None
            node = inner
        return node

    def inner(self, node: int) -> Iterator[int]:
        """Yield the members or entries of a node."""
        at = node + 1
        while at < self.ends[node]:
            yield at
            at = self.ends[at]

    def members(self, node: int) -> Iterator[int]:
        """Yield the members of the entries of a list."""
        for entry in self.inner(node):
            yield from self.inner(entry)

    def above(self, node: int) -> Iterator[int]:
        """Yield a node and its containers, up to the whole content."""
        while node >= 0:
            yield node
            node = self.parents[node]

    def is_entry(self, node: int) -> bool:
        """Return whether a node is an entry of a list."""
        return node > 0 and isinstance(self.keys[node], int)

    def is_leaf(self, node: int) -> bool:
        """Return whether a node holds a single value."""
        return not isinstance(self.values[node], dict | list)

    def _is_subject(self, node: int) -> bool:
        """Return whether a value is the name of what the document is about."""
        is_top = self.parents[node] == 0 and isinstance(self.content, dict)
        return is_top and str(self.keys[node]) in _NAMING and isinstance(self.values[node], str)

    def explained(self, word: str) -> tuple[Explained, ...]:
        """Return the nodes that ``word`` matches; typing errors only if none matches exactly."""
        if word not in self._explained:
            found = self._by_name(word) + self._by_value(word)
            is_name = bool(forms(word) & forms(self.name)) or (
                len(word) >= _SHORTEST_COMPOUND and self.name.casefold().endswith(word.casefold())
            )
            if not found and is_name:
                found = [Explained(0, _BONUS, None)]
            found = (
                found
                or self._by_initials(word)
                or self._by_number(word)
                or self._by_parts(word)
                or self._by_compound(word)
                or self._by_agent(word)
                or self._by_typo(word)
            )
            if any(each.how == "value" and self._is_subject(each.node) for each in found):
                found = [*found, Explained(0, _BONUS, None)]
            self._explained[word] = tuple(found)
        return self._explained[word]

    def _table(self, word: str, *, is_extra: bool = False) -> dict[int, float]:
        """Return how well ``word`` matches each node."""
        if (word, is_extra) not in self._best_of:
            found = self._named_by(word) if is_extra else self.explained(word)
            self._best_of[word, is_extra] = _best(found)
        return self._best_of[word, is_extra]

    def _named_by(self, word: str) -> tuple[Explained, ...]:
        if word not in self._names:
            self._names[word] = tuple(each for each in self._by_name(word) if each.how == "name")
        return self._names[word]

    def _by_name(self, word: str) -> list[Explained]:
        wanted = forms(word)
        for alike in names_alike().get(word.casefold(), ()):
            wanted |= forms(alike)
        found = []
        for key, nodes in self._names_of:
            quality = _likeness(word, wanted, key)
            if quality:
                found += [each for node in nodes for each in self._named(node, quality)]
        return found

    def _named(self, node: int, quality: float) -> Iterator[Explained]:
        yield Explained(node, quality, "name")
        if isinstance(self.values[node], list):  # one of its entries: "the second line"
            yield from (Explained(each, _BESIDE * quality, "entry") for each in self.inner(node))
        entry = self.parents[node]
        if self.is_entry(entry):  # "the second employer", of a list of jobs
            yield Explained(entry, 0.7 * quality, "entry")

    def _by_value(self, word: str) -> list[Explained]:
        spelt = dict.fromkeys((word.casefold(), *sorted(forms(word))))
        held = next((found for each in spelt if (found := self._holding(each))), {})
        return [each for node, quality in held.items() for each in self._held(node, quality)]

    def _held(self, node: int, quality: float) -> Iterator[Explained]:
        yield Explained(node, quality, "entry" if self.is_entry(node) else "value")
        around = self.parents[node]
        while around > 0 and isinstance(self.values[around], dict):
            yield Explained(around, 0.98 * quality, "entry" if self.is_entry(around) else None)
            if self.is_entry(around):
                return
            around = self.parents[around]

    def _by_initials(self, word: str) -> list[Explained]:
        """Return the nodes whose name ``word`` abbreviates: "dob", of "date_of_birth"."""
        folded = word.casefold()
        return [
            each
            for key, nodes in self.by_key.items()
            if len(parts := name_words(key)[:-1]) > 1 and folded == "".join(p[0] for p in parts)
            for node in nodes
            for each in self._named(node, _PART)
        ]

    def _by_number(self, word: str) -> list[Explained]:
        """Return the nodes of values that are the plural of ``word``: "egg" of "eggs"."""
        folded, wanted = word.casefold(), forms(word)
        if not folded.isalpha():
            return []
        alike = [
            held
            for held in self._words
            if held[:1] == folded[:1] and len(held) > len(folded)
            if wanted & forms(held) or held in names_alike().get(folded, ())
        ]
        held = {node: _PLURAL for each in alike for node in self._holding(each)}
        return [each for node, quality in held.items() for each in self._held(node, quality)]

    def _by_parts(self, word: str) -> list[Explained]:
        """Return the nodes that a compound of a value and a name matches: "kerstvakantie"."""
        folded = word.casefold()
        for at in range(_SHORTEST_COMPOUND, len(folded) - _SHORTEST_COMPOUND + 1):
            named = {each.node for each in self._by_name(folded[at:])}
            lists = {self.parents[each] for each in named if self.is_entry(each)} | named
            if not lists:
                continue
            for first in {folded[:at], folded[:at].removesuffix("s")}:
                held = [
                    each._replace(quality=_COMPOUND)
                    for each in self._by_value(first)
                    if any(node in lists for node in self.above(each.node))
                ]
                if held and len(first) >= _SHORTEST_COMPOUND:
                    return held
        return []

    def _by_compound(self, word: str) -> list[Explained]:
        folded = word.casefold()
        found = []
        if _OTHER.match(folded):
            return []
        for key, nodes in self._names_of:
            parts = {part for each in name_words(key) for part in (each, *forms(each))}
            if any(_joins(folded, part) for part in parts if len(part) >= _SHORTEST_COMPOUND):
                found += [each for node in nodes for each in self._named(node, _COMPOUND)]
        parted = [
            each for each in found if each.how == "name" and self._is_parted(folded, each.node)
        ]
        return [each._replace(quality=_PART) for each in parted] or found

    def _by_agent(self, word: str) -> list[Explained]:
        """Return the nodes named by those who do ``word``: "teaches", of "teacher"."""
        root = _root(word)
        if len(root) < _SHORTEST_COMPOUND:
            return []
        alike = (
            node
            for key, nodes in self._names_of
            if any(_root(one) == root for one in name_words(key))
            for node in nodes
        )
        found = [each for node in alike for each in self._named(node, _COMPOUND)]
        if found or not _AGENT.search(word.casefold()):
            return found
        held = [each for each in self._words if _root(each) == root and not _AGENT.search(each)]
        leaves = {node for each in held for node in self._holding(each)}
        return [each for node in sorted(leaves) for each in self._held(node, _COMPOUND)]

    def _is_parted(self, word: str, node: int) -> bool:
        """Return whether a compound joins container and member: "spaardoel" is "sparen.doel"."""
        around = self.keys[self.parents[node]]
        if not isinstance(around, str):
            return False
        ends = [part for part in name_words(str(self.keys[node])) if word.endswith(part)]
        fronts = {word.removesuffix(part).removesuffix("s") for part in ends if part != word}
        return any(front and forms(front) & forms(around) for front in fronts)

    def _by_typo(self, word: str) -> list[Explained]:
        folded = word.casefold()
        if len(folded) < _SHORTEST_TYPO or not folded.isalpha():
            return []
        found = []
        for key, nodes in self._names_of:
            if any(is_typo(folded, part) for part in name_words(key)):
                found += [each for node in nodes for each in self._named(node, _TYPO)]
        for held in self._words:
            if is_typo(folded, held):
                leaves = self._holding(held)
                found += [each for node in leaves for each in self._held(node, _TYPO)]
        return found

    def find(
        self, phrase: Phrase, fits: Callable[[int], bool], by: Collection[How], near: int = 0
    ) -> list[int]:
        """Return the places that ``phrase`` names and that satisfy ``fits``; several if unclear.

        The phrase's own words name the place in one of the ways ``by``.  Of several places, the one
        next to the place ``near`` is taken.
        """
        scored = [each for each in self._covering(phrase, by) if fits(each.node)]
        best = max((each.score for each in scored), default=0.0)
        alike = [each.node for each in scored if each.score > best - _CLOSE]
        if len(alike) > 1:
            alike = self._holding_more(phrase, alike)
        return self._nearest(alike, near) if near and len(alike) > 1 else alike

    def _holding_more(self, phrase: Phrase, nodes: list[int]) -> list[int]:
        """Return the nodes beside a value with a word that says little: "the old cheese"."""
        words = [each for each in phrase.extra if len(each) >= _SHORTEST_EXTRA]
        held = [
            sum(any(self._holds(around, each) for around in self.above(node)) for each in words)
            for node in nodes
        ]
        return [node for node, count in zip(nodes, held, strict=True) if count == max(held)]

    def _holds(self, node: int, word: str) -> bool:
        """Return whether ``word`` is in what identifies an entry."""
        is_told = self.is_entry(node) or isinstance(self.values[node], dict)
        return is_told and node > 0 and word.casefold() in self.label(node).casefold().split()

    def _nearest(self, nodes: list[int], near: int) -> list[int]:
        for around in self.above(near):
            if around == 0:
                break
            beside = [each for each in nodes if around <= each < self.ends[around]]
            if beside:
                return beside
        return nodes

    def among(self, phrase: Phrase, nodes: Iterable[int]) -> list[int]:
        """Return those of ``nodes`` whose paths match ``phrase`` best."""
        scored = list(self._scored(phrase, nodes, is_whole=True))
        best = max((each.score for each in scored), default=0.0)
        return [each.node for each in scored if each.score > best - _CLOSE]

    def nearest(self, phrase: Phrase, by: Collection[How], *, is_whole: bool) -> list[int]:
        """Return the places that match most of ``phrase``; all of it if ``is_whole``."""
        sets = [
            *(self.explained(word) for word in phrase.needed),
            *(self._named_by(word) for word in phrase.extra),
        ]
        own = {each.node for found in sets for each in found if each.how in by}
        if phrase.ordinals:
            lists = {each.node for found in sets for each in found if each.how == "name"}
            own.update(self._ordered(lists))
        scored = list(self._scored(phrase, sorted(own), is_whole=is_whole))
        best = max((each.score for each in scored), default=0.0)
        return [each.node for each in scored if each.score > best - _CLOSE]

    def _covering(self, phrase: Phrase, by: Collection[How]) -> Sequence[ScoredPlace]:
        """Return the places that match all of ``phrase``, cached for all frames."""
        asked = (phrase.needed, phrase.extra, phrase.ordinals, tuple(by))
        if asked not in self._covered:
            words = [self.explained(word) for word in phrase.needed]
            nodes = self._candidates(words, phrase, by) if all(words) else []
            self._covered[asked] = tuple(self._scored(phrase, nodes, is_whole=True))
        return self._covered[asked]

    def _scored(
        self, phrase: Phrase, nodes: Iterable[int], *, is_whole: bool
    ) -> Iterator[ScoredPlace]:
        """Yield the nodes whose paths match every needed word, with their scores."""
        tables = [self._table(word) for word in phrase.needed]
        extras = [each for word in phrase.extra if (each := self._table(word, is_extra=True))]
        for node in nodes:
            way = list(self.above(node))
            scores = [max((table.get(each, 0.0) for each in way), default=0.0) for table in tables]
            placed = self._placed(phrase, way)
            if placed is None or (is_whole and not all(scores)):
                continue
            more = sum(max((table.get(each, 0.0) for each in way), default=0.0) for table in extras)
            yield ScoredPlace(node, sum(scores) + 0.5 * more + placed)

    def _candidates(
        self, words: list[tuple[Explained, ...]], phrase: Phrase, by: Collection[How]
    ) -> list[int]:
        """Return the nodes that a word of ``phrase`` matches, within those of its rarest word."""
        sets = [*words, *(self._named_by(word) for word in phrase.extra)]
        own = sorted({each.node for found in sets for each in found if each.how in by})
        if phrase.ordinals and "entry" in by:
            lists = {each.node for found in sets for each in found if each.how == "name"}
            own = sorted({*own, *self._ordered(lists)})
        if not words:
            return own
        rarest = min(words, key=len)
        nodes: set[int] = set()
        for each in rarest:
            nodes.update(own[bisect_left(own, each.node) : bisect_left(own, self.ends[each.node])])
        return sorted(nodes)

    def _ordered(self, lists: Collection[int]) -> Iterator[int]:
        for node in lists or [0]:
            if isinstance(self.values[node], list):
                yield from self.inner(node)

    def _placed(self, phrase: Phrase, way: list[int]) -> float | None:
        """Return the amount that ordinals add to a score; None if one does not hold."""
        for number, follower in phrase.ordinals:
            if not any(self._is_at(node, number, follower) for node in way):
                return None
        return 0.5 * len(phrase.ordinals)

    def _is_at(self, node: int, number: int, follower: str) -> bool:
        if not self.is_entry(node):
            return False
        around = self.values[self.parents[node]]
        count = len(around) if isinstance(around, list) else 0
        index = number - 1 if number > 0 else count + number
        if self.keys[node] != index:
            return False
        inner = range(node, self.ends[node])
        lists = {each for each in inner if isinstance(self.values[each], list)}
        near = {self.parents[node], *inner} - (lists - {node})
        return not follower or any(each.node in near for each in self.explained(follower))

    def mentions(self, words: str) -> bool:
        """Return whether ``words`` occur in a value, a member's name or the document's name."""
        folded = words.casefold()
        if folded in self._leaves[0] or folded in self.name.casefold():
            return True
        return any(forms(folded) & forms(part) for key in self.by_key for part in name_words(key))

    def labels(self, node: int) -> list[str]:
        """Return the names on the path to a node, as shown to a person."""
        way = [each for each in self.above(node) if each][::-1]
        return [self.label(each) for each in way]

    def label(self, node: int) -> str:
        """Return the label of a node: its name, or for an entry its identifying value."""
        key, value = self.keys[node], self.values[node]
        if isinstance(key, str):
            return key
        if isinstance(value, dict):
            return self._identity(node, value) or f"{key + 1}"
        return f"{value}" if isinstance(value, str) else f"{key + 1}"

    def _identity(self, node: int, value: dict[str, JsonValue]) -> str:
        texts = {name: each for name, each in value.items() if isinstance(each, str) and each}
        named = next((name for name in IDENTIFYING if name in texts), None)
        if named:
            return str(texts[named])
        beside = [self.values[each] for each in self.inner(self.parents[node]) if each != node]
        for name, each in texts.items():
            if all(not isinstance(other, dict) or other.get(name) != each for other in beside):
                return str(each)
        return ""


def phrase_of(text: str, cues: DocumentCues) -> Phrase:
    """Return the words of ``text`` for a place, sorted by their role.

    >>> from tidemark.nlp.english.documents.cues import DOCUMENTS
    >>> phrase = phrase_of("the unit of the second NOAEL", DOCUMENTS)
    >>> phrase.needed, phrase.extra, phrase.ordinals
    (('unit', 'NOAEL'), ('the', 'of', 'the'), ((2, 'NOAEL'),))
    """
    words = [each.strip(".'’…") or each for each in WORD.findall(text)]
    needed: list[str] = []
    extra: list[str] = []
    ordinals: list[tuple[int, str]] = []
    for at, word in enumerate(words):
        folded = word.casefold()
        folded = re.sub(r"['’]s$", "", folded)
        word = word[: len(folded)]
        number = cues.ordinals.get(folded)
        before = words[at - 1].casefold() if at else ""
        if number is None and before in cues.numbered and folded.isdigit():
            number = int(folded)
        if number is None and folded.startswith("#") and folded[1:].isdigit():
            number = int(folded[1:])
        if number is not None:
            ordinals.append((number, _follower(words[at + 1 :], cues)))
        elif (
            folded in cues.small
            or folded in cues.kinds
            or folded in cues.numbered
            or any(sorted(folded) == sorted(each) for each in _MISTYPED if each in cues.small)
        ):
            extra.append(word)
        elif word:
            needed.append(word)
    return Phrase(text, tuple(needed), tuple(extra), tuple(ordinals))


def numbered(phrase: Phrase) -> Phrase | None:
    """Return ``phrase`` with its numbers as positions, "step 2"; None if it has none."""
    needed, ordinals, before = [], list(phrase.ordinals), ""
    for word in phrase.needed:
        if word.isdecimal() and before:
            ordinals.append((int(word), before))
        else:
            needed.append(word)
            before = word
    if len(needed) == len(phrase.needed):
        return None
    return Phrase(phrase.text, tuple(needed), phrase.extra, tuple(ordinals))


def _follower(words: list[str], cues: DocumentCues) -> str:
    for word in words:
        folded = word.casefold()
        if folded in cues.small or folded in cues.kinds or folded in cues.ordinals:
            if folded in cues.kinds:
                return ""
            continue
        return word
    return ""


def explicit(text: str, outline: Outline) -> Path | None:
    """Return the path if ``text`` is a JSON Pointer, or a path with dots, brackets or slashes.

    >>> outline = Outline({"NOAEL": [{"unit": "mg"}]})
    >>> explicit("/NOAEL/0/unit", outline), explicit("NOAEL[0].unit", outline)
    (('NOAEL', 0, 'unit'), ('NOAEL', 0, 'unit'))
    """
    text = text.strip()
    if _POINTER.fullmatch(text):
        return _typed(
            [each.replace("~1", "/").replace("~0", "~") for each in text.split("/")[1:]], outline
        )
    if _DOTTED.fullmatch(text):
        steps = [index or name for index, name in _STEP.findall(text)]
        if isinstance(outline.content, dict) and steps[0] in outline.content:
            return _typed(steps, outline)
    if _SLASHED.fullmatch(text):  # "event/opens_at"
        path = _typed(text.split("/"), outline)
        if outline.at(path[:-1]) is not None and path[0] in outline.by_key:
            return path
    return None


def _typed(steps: Iterable[str], outline: Outline) -> Path:
    typed: list[str | int] = []
    node: int | None = 0
    for step in steps:
        is_index = node is not None and isinstance(outline.values[node], list) and step.isdecimal()
        typed.append(int(step) if is_index and str(int(step)) == step else step)
        if node is not None:
            node = outline.at([*outline.path(node), typed[-1]])
    return tuple(typed)


def member_name(words: Sequence[str]) -> str | None:
    """Return the key that ``words`` make for a new member; None if they make none.

    >>> member_name(["start", "date"]), member_name(["3", "days"])
    ('start_date', None)
    """
    is_name = 0 < len(words) <= _NAME_WORDS and all(each.isidentifier() for each in words)
    return "_".join(words) if is_name else None


def pointer(path: Sequence[str | int]) -> str:
    """Return ``path`` as a JSON Pointer.

    >>> pointer(("a/b", 0))
    '/a~1b/0'
    """
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in path)


def node_at(outline: Outline, path: str) -> int | None:
    """Return the node at ``path``, a JSON Pointer; None if there is none."""
    steps: list[str | int] = []
    node: int | None = 0
    for step in path.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        is_list = node is not None and isinstance(outline.values[node], list)
        steps.append(int(name) if is_list and name.isdecimal() else name)
        node = outline.at(steps)
    return node


def name_words(name: str) -> tuple[str, ...]:
    """Return the words in a member's name, and the name as one word.

    >>> name_words("acute_toxicity"), name_words("bijEten")
    (('acute', 'toxicity', 'acutetoxicity'), ('bij', 'eten', 'bijeten'))
    """
    parts = tuple(part.casefold() for part in _NAME_PARTS.findall(name)) or (name.casefold(),)
    return parts if len(parts) == 1 else (*parts, "".join(parts))


def forms(word: str) -> frozenset[str]:
    """Return the forms of ``word`` for comparison: folded, and its stem in each language."""
    folded = word.casefold()
    bare = re.sub(r"['’]s?$", "", folded)
    plain = "".join(each for each in normalize("NFKD", bare) if not combining(each))
    stems = (stem(word, each) for word in {bare, plain} for each in LANGUAGES)
    return frozenset((folded, bare, plain, bare.replace("-", ""), *stems))


def is_person(name: str) -> bool:
    """Return whether the name of a member says what somebody does: "smoker"."""
    return name.casefold() in ("smoker", "roker")


def is_typo(word: str, meant: str) -> bool:
    """Return whether ``word`` is ``meant`` with one letter extra, missing, wrong or swapped.

    >>> is_typo("serach", "search"), is_typo("price", "prices"), is_typo("mouse", "house")
    (True, True, False)
    """
    if abs(len(word) - len(meant)) > 1 or not word or word[0] != meant[:1]:
        return False
    if len(word) == len(meant):
        wrong = [
            at for at, (one, other) in enumerate(zip(word, meant, strict=True)) if one != other
        ]
        if len(wrong) == 2:
            first, second = wrong
            return (
                second == first + 1
                and word[first] == meant[second]
                and word[second] == meant[first]
            )
        return len(wrong) <= 1
    longer, shorter = (word, meant) if len(word) > len(meant) else (meant, word)
    return any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))


def _likeness(word: str, wanted: frozenset[str], key: str) -> float:
    if word.casefold() == key.casefold():
        return _WHOLE
    parts = name_words(key)
    known = [part for part in parts if wanted & forms(part)]
    if not known:
        return 0.0
    if len(parts) > 1 and parts[-1] not in known:
        return _PART
    return _WHOLE if word.casefold() in parts else 0.93  # "sources" is more likely the whole list


def _value_words(value: str) -> dict[str, float]:
    words = [each.strip(".'’…").casefold() or each for each in WORD.findall(value)]
    quality = _WHOLE if len(words) == 1 else _PART if len(words) < _SENTENCE_WORDS else _COMPOUND
    found = {part.casefold(): 0.7 for word in words for part in _VALUE_PARTS.findall(word)}
    return found | dict.fromkeys(words, quality)


def _joins(word: str, part: str) -> bool:
    """Return whether a compound contains the name of a member: "mailadres", of email."""
    if word == part or len(word) < _SHORTEST_COMPOUND:
        return False
    longer, shorter = (word, part) if len(word) > len(part) else (part, word)
    if (len(longer) - len(shorter) > 1 and longer.startswith(shorter)) or longer.endswith(shorter):
        return True
    return any(
        word.startswith(part[at:]) or word.endswith(part[: len(part) - at])
        for at in (1, 2)
        if len(part) - at >= max(_SHORTEST_COMPOUND, 0.75 * len(part))
    )


def _root(word: str) -> str:
    """Return ``word`` without the endings of verbs, and of those who do them."""
    return _ENDING.sub("", word.casefold())


def _best(found: Sequence[Explained]) -> dict[int, float]:
    best: dict[int, float] = {}
    for each in found:
        best[each.node] = max(each.quality, best.get(each.node, 0.0))
    return best
