"""Places of a document that the words of an instruction name."""

import datetime as dt
from collections.abc import Callable, Collection
from dataclasses import dataclass

from pydantic import JsonValue

from tidemark.documents.instructions.changes import NotApplied
from tidemark.documents.places import (
    How,
    Outline,
    Path,
    explicit,
    numbered,
    phrase_of,
)
from tidemark.nlp.languages import Language
from tidemark.nlp.pack_fields import DocumentCues

_MOST_PLACES = 100  # that are named where one fits several


@dataclass(frozen=True)
class NamedPlaces:
    """Finds the places of ``outline`` that words name, in one language.

    ``said_at`` is when they are said; ``last`` the place that was changed last.  ``chosen`` are
    places that the person has chosen, each of several; ``kind`` what a value is ("number", "text")
    where nothing in the document tells it.
    """

    outline: Outline
    cues: DocumentCues
    language: Language
    said_at: dt.datetime
    last: Path | None = None
    chosen: tuple[Path, ...] = ()
    kind: str = ""
    schema: JsonValue = None

    def resolve(self, text: str, by: Collection[How], fits: Callable[[int], bool]) -> int:
        """Return the one place that ``text`` names.

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
        if found:
            raise NotApplied("several", text, places)
        raise NotApplied("not_there", text, known=self.known(text))

    def resolve_all(self, text: str, by: Collection[How], fits: Callable[[int], bool]) -> list[int]:
        """Return the places that ``text`` names, alike in how well."""
        path = explicit(text, self.outline)
        if path is not None:
            node = self.outline.at(path)
            return [node] if node is not None and fits(node) else []
        if self.last is not None and self.cues.pronoun.fullmatch(text.strip()):
            node = self.outline.at(self.last)
            return [node] if node is not None and fits(node) else []
        phrase = phrase_of(text, self.cues)
        if not phrase.needed and not phrase.ordinals and not self._has_plain_name(text):
            return []
        near = self.outline.at(self.last) if self.last else None
        found = self.outline.find(phrase, fits, by, near or 0)
        by_number = None if found else numbered(phrase)
        return self.outline.find(by_number, fits, by, near or 0) if by_number else found

    def _has_plain_name(self, text: str) -> bool:
        """Whether words that usually say little are here the name of a member: "the name"."""
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
        """Return how many of the words in ``text`` the document knows."""
        words = phrase_of(text, self.cues).needed
        return sum(bool(self.outline.explained(each)) for each in words)
