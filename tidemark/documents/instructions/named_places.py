"""Finds the places of a document that the words of an instruction name."""

import datetime as dt
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from tidemark.documents.instructions.changes import NotApplied
from tidemark.documents.places import (
    How,
    Outline,
    Path,
    Phrase,
    explicit,
    numbered,
    phrase_of,
)
from tidemark.documents.values import ISO_DAY
from tidemark.nlp.dates import find_date
from tidemark.nlp.languages import Language
from tidemark.nlp.pack_fields import DocumentCues

_NUMBERING = {"number", "nummer", "no", "nr", "id", "slot", "position", "positie", "code", "week"}
_MOST_PLACES = 100  # for words that fit several places


@dataclass(frozen=True)
class NamedPlaces:
    """Finds the places of ``outline`` that words name, in one language.

    ``said_at`` is the time of the message; ``last`` the place that was changed last.  ``chosen``
    are places that the person has chosen, each out of several; ``kind`` is the type of a value
    ("number", "text") if nothing in the document shows it.  If ``within`` is given, only places in
    it are found.  If ``is_addressed``, the words are certainly about this document; if ``is_each``,
    about every entry of a list.  ``taken_from`` is the list from which the clause before removed
    an entry: a new entry without a word for its list belongs there.
    """

    outline: Outline
    cues: DocumentCues
    language: Language
    said_at: dt.datetime
    last: Path | None = None
    chosen: tuple[Path, ...] = ()
    kind: str = ""
    within: Path | None = None
    schema: JsonValue = None
    is_addressed: bool = False
    is_each: bool = False
    taken_from: Path | None = None

    def outline_of(self, content: JsonValue) -> Outline:
        """Return the outline of another content of the document."""
        return Outline(content, self.outline.name, self.schema)

    def resolve(self, text: str, by: Collection[How], fits: Callable[[int], bool]) -> int:
        """Return the only place that ``text`` names.

        Raises:
            NotApplied: It names none, or several.
        """
        found = self.resolve_all(text, by, fits)
        if len(found) == 1:
            return found[0]
        places = [self.outline.path(each) for each in found[:_MOST_PLACES]]
        for each in self.chosen:
            if each in places:
                return found[places.index(each)]
        if len(alone := self._outside_lists(text, found)) == 1:
            return alone[0]
        if (labelled := self._labelled(text, found)) is not None:
            return labelled
        if found:
            raise NotApplied("several", text, places)
        raise NotApplied("not_there", text, known=self.known(text))

    def _labelled(self, text: str, nodes: Sequence[int]) -> int | None:
        """Return the entry named in full of which the others are parts: "the arm Low dose"."""
        if not nodes or not self.outline.is_entry(nodes[0]):
            return None
        first, label = nodes[0], self.outline.label(nodes[0])
        is_around = all(first <= each < self.outline.ends[first] for each in nodes)
        said = re.search(rf"(?<!\w){re.escape(label)}(?!\w)", text, re.I) if label else None
        return first if is_around and said is not None else None

    def _outside_lists(self, text: str, nodes: Sequence[int]) -> list[int]:
        """Return the members at the top that ``text`` names, not those of entries: "the title"."""
        phrase = phrase_of(text, self.cues)
        if phrase.ordinals or self.is_each or self.cues.every.search(text):
            return []
        top = [each for each in nodes if self.outline.parents[each] == 0]
        others = [each for each in nodes if each not in top]
        keys = {self.outline.keys[each] for each in nodes}
        are_inner = all(self.outline.is_entry(self.outline.parents[each]) for each in others)
        lists = {self.outline.parents[self.outline.parents[each]] for each in others}
        is_said = self.cues.article.match(f"{text} ") is not None
        return top if is_said and are_inner and len(lists) == 1 and len(keys) == 1 else []

    def resolve_all(self, text: str, by: Collection[How], fits: Callable[[int], bool]) -> list[int]:
        """Return the places that ``text`` names equally well; a date may tell which is meant."""
        found = self._resolved(text, by, fits)
        day = None if found else find_date(text, self.said_at, self.language)
        if day is None or not day.is_exact or ISO_DAY.search(text):
            return found
        dated = f"{text[: day.start]}{day.on.isoformat()}{text[day.end :]}"
        return self._resolved(dated, by, fits)

    def _resolved(self, text: str, by: Collection[How], fits: Callable[[int], bool]) -> list[int]:
        path = explicit(text, self.outline)
        if path is not None:
            node = self.outline.at(path)
            return [node] if node is not None and fits(node) else []
        if self.last is not None and self.cues.pronoun.fullmatch(text.strip()):
            node = self.outline.at(self.last)
            return [node] if node is not None and fits(node) else []
        if "name" in by and (spelt := [each for each in self._spelt(text) if fits(each)]):
            return spelt
        phrase = self._parted(phrase_of(text, self.cues))
        if not phrase.needed and not phrase.ordinals and not self._has_plain_name(text):
            return []
        fits = self._inside(fits)
        near = (self.outline.at(self.last) if self.last else None) or 0
        found = self.outline.find(phrase, fits, by, near)
        if found and (counted := self._counted(phrase, fits)):
            return counted
        by_number = numbered(phrase)
        if by_number and (not found or self._is_counted(by_number)):
            return self.outline.find(by_number, fits, by, near)
        if not found and phrase.ordinals:  # a name with an ordinal: "first draft"
            named = phrase_of(text, replace(self.cues, ordinals={}))
            return self.outline.find(named, fits, by, near)
        return found

    def _spelt(self, text: str) -> list[int]:
        """Return the members whose name is all words of ``text``: "last name" is no last one."""
        words = [
            each for each in re.findall(r"\w+", text) if each.casefold() not in self.cues.small
        ]
        if len(words) < 2:
            return []
        whole = "".join(words).casefold()
        return [
            node
            for key, nodes in self.outline.by_key.items()
            if re.sub(r"[\W_]", "", key).casefold() == whole
            for node in nodes
        ]

    def _is_counted(self, phrase: Phrase) -> bool:
        """Return whether numbers follow a list's name whose entries have no number: "lesson 2"."""
        for _, word in phrase.ordinals:
            lists = [
                each.node
                for each in self.outline.explained(word)
                if each.how == "name" and isinstance(self.outline.values[each.node], list)
            ]
            told = {
                str(self.outline.keys[each]).casefold()
                for one in lists
                for each in self.outline.members(one)
            }
            if len(lists) != 1 or not told.isdisjoint(_NUMBERING):
                return False
            if any(map(self.outline.is_leaf, self.outline.inner(lists[0]))):
                return False
        return bool(phrase.ordinals)

    def _counted(self, phrase: Phrase, fits: Callable[[int], bool]) -> list[int]:
        """Return the numbered entry of the list that is named: "the last source" of "sources".

        A member of the same name, in the last of other entries, is included.
        """
        followers = {follower for _, follower in phrase.ordinals}
        if len(phrase.ordinals) != 1 or set(phrase.needed) != followers:
            return []
        named = {
            each.node
            for word in phrase.needed
            for each in self.outline.explained(word)
            if each.how == "name" and isinstance(self.outline.values[each.node], list)
        }
        number = phrase.ordinals[0][0]
        entries = [list(self.outline.inner(each)) for each in sorted(named)]
        counted = [
            each[number - 1 if number > 0 else number]
            for each in entries
            if 0 < abs(number) <= len(each)
        ]
        return [each for each in counted if fits(each)]

    def _inside(self, fits: Callable[[int], bool]) -> Callable[[int], bool]:
        around = self.outline.at(self.within) if self.within is not None else None
        if around is None:
            return fits
        return lambda node: around <= node < self.outline.ends[around] and fits(node)

    def _parted(self, phrase: Phrase) -> Phrase:
        """Return ``phrase`` with hyphened words split if the document has their parts."""
        needed: list[str] = []
        for word in phrase.needed:
            parts = [each for each in word.split("-") if each]
            is_known = len(parts) < 2 or self.outline.explained(word)
            needed += [word] if is_known else parts
        return replace(phrase, needed=tuple(needed))

    def _has_plain_name(self, text: str) -> bool:
        """Return whether words without much meaning name a member here: "the name"."""
        words = [
            each
            for each in phrase_of(text, self.cues).extra
            if each.casefold() not in self.cues.small
        ]
        named = [
            each for each in words if any(one.how == "name" for one in self.outline.explained(each))
        ]
        exact = text.strip() in self.outline.by_key
        return exact or (bool(named) and len(named) == len(words))

    def known(self, text: str) -> int:
        """Return how many of the words in ``text`` occur in the document."""
        words = phrase_of(text, self.cues).needed
        return sum(bool(self.outline.explained(each)) for each in words)
