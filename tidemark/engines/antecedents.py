"""What was named before, the most salient first: what a later reference may stand for.

The topic the person named first or most often is the antecedent far more often than the last name
mentioned (benchmark/README.md).  A question that stands by itself and names something sets a new
topic; what the assistant named counts little.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from tidemark.engines import english, english_moves
from tidemark.engines.mentions import Mention, Said, is_small, names, phrases, tokens
from tidemark.engines.needs_context import needs_context
from tidemark.words import content_stems

Shape = Literal["person", "group", "thing", "any"]

_OPENING = (
    3.0  # a topic is set at the start: first-named beat last-named by 20 points of wrong rows
)
_NEW_TOPIC = 3.5  # … or by a later question that stands by itself
_LEFT_BEHIND = 0.4  # what was named before the newest topic
_NAMED_AGAIN = 1.0
_BY_ASSISTANT = 0.3
_IN_PASSING = 0.6  # "in Lisbon", "with the Stones": named, not asked about
_NO_NAME = 0.3
_LATER_IN_TEXT = 0.1
_STANDS_ALONE = 0.3  # below this, a question does not lean on what came before
_BEFORE_CHARS = 40  # a preposition, a title, "who is"
_TURNS = 40  # how far back a topic is looked for


@dataclass(frozen=True)
class Candidate:
    """Something named before.

    ``worth`` is its salience, ``shape`` what pronoun it can take; ``is_topic``: the conversation
    asked about it, it was not only told.
    """

    text: str
    worth: float
    is_name: bool
    shape: Shape
    stems: frozenset[str]
    by_user: bool = True
    is_topic: bool = False

    def fits(self, shape: Shape) -> bool:
        """Whether a pronoun for ``shape`` may stand for this."""
        return "any" in (shape, self.shape) or shape == self.shape


@dataclass
class _Tally:
    text: str
    is_name: bool
    by_user: bool
    shape: Shape
    worth: float = 0.0
    is_topic: bool = False
    stems: frozenset[str] = field(default_factory=frozenset)


def candidates(history: Sequence[Said]) -> list[Candidate]:
    """Return what was named in ``history``, the most salient first."""
    tallies: list[_Tally] = []
    recent = history[-_TURNS:]
    first = next((said for said in history if said.role == "user"), None)
    newest = _newest_topic(recent)
    for said in recent if first is None or first in recent else [first, *recent]:
        named = _mentions(said)
        asks = (
            bool(english_moves.ASKS.search(said.text))
            or "?" in said.text
            or _title(said.text) is not None
        )
        gain = _NAMED_AGAIN if said.role == "user" else _BY_ASSISTANT
        if said is newest:
            gain = _NEW_TOPIC
            for tally in tallies:
                tally.worth *= _LEFT_BEHIND
        elif said is first:
            gain = _OPENING
        for place, mention in enumerate(named):
            known = _tallied(tallies, said, mention)
            if known:
                known.worth += _gain(gain, said, mention) - _LATER_IN_TEXT * min(place, 5)
                known.is_topic |= asks and said.role == "user"
    people = _speaks_of_people(history)
    ranked = sorted(tallies, key=lambda tally: (not tally.by_user, -tally.worth))
    return [_candidate(tally, is_person=people and at == 0) for at, tally in enumerate(ranked)]


def _newest_topic(history: Sequence[Said]) -> Said | None:
    """Return the last question that stands by itself and names something."""
    for said in reversed(history):
        if (
            said.role == "user"
            and english_moves.ASKS.search(said.text)
            and any(" " in name.text for name in names(said.text))
            and needs_context(said.text) < _STANDS_ALONE
        ):
            return said
    return None


def _candidate(tally: _Tally, *, is_person: bool) -> Candidate:
    shape = tally.shape
    if shape == "any" and tally.is_name and is_person:
        shape = "person"
    return Candidate(
        tally.text, tally.worth, tally.is_name, shape, tally.stems, tally.by_user, tally.is_topic
    )


def _mentions(said: Said) -> list[Mention]:
    if said.role == "assistant":
        return list(names(said.text))
    title = _title(said.text)
    if title:
        return [title]
    return sorted([*names(said.text), *phrases(said.text)], key=lambda mention: mention.start)


def _title(text: str) -> Mention | None:
    """Return the title that ``text`` is, if most of its words have capitals: "Miracle on Ice"."""
    found = english.TITLE.fullmatch(text)
    if not found:
        return None
    own = [token for token in tokens(found["title"]) if token.is_word and not is_small(token.word)]
    capitals = sum(token.text[0].isupper() for token in own)
    if capitals <= len(own) / 2 or not own or own[0].word in english.REQUEST_OPENERS:
        return None
    if found["title"][0].islower() or english.FIRST_PERSON.search(found["title"]):
        return None  # "we'll go with the Linde" is said, not named
    return Mention(found["title"], found.start("title"), found.end("title"), is_name=True)


def _gain(gain: float, said: Said, mention: Mention) -> float:
    passing = english.AFTER_PREPOSITION.search(_before(said.text, mention))
    return gain * (1.0 if mention.is_name else _NO_NAME) * (_IN_PASSING if passing else 1.0)


def _tallied(tallies: list[_Tally], said: Said, mention: Mention) -> _Tally | None:
    stems = frozenset(content_stems(mention.text))
    if not stems or stems <= english.GENERAL_STEMS or mention.text.lower() in english.CALENDAR:
        return None
    by_user = said.role == "user"
    known = next((tally for tally in tallies if stems <= tally.stems or tally.stems <= stems), None)
    if known is None:
        known = _Tally(mention.text, mention.is_name, by_user, _shape_of(mention, said.text))
        tallies.append(known)
    elif stems > known.stems and mention.is_name and by_user:
        known.text = mention.text
    known.by_user |= by_user
    known.stems |= stems
    return known


def _shape_of(mention: Mention, text: str) -> Shape:
    words = [token.text for token in tokens(mention.text)]
    before = f" {_before(text, mention).lower().rstrip()}"
    if not mention.is_name:
        head = words[-1].lower()
        if head in english.PEOPLE:
            return "person"
        return "group" if head.endswith("s") and not head.endswith("ss") else "thing"
    if before.rsplit(" ", 1)[-1] in english.PEOPLE or english.ASKS_WHO.search(before):
        return "person"
    if words[0] == "The" or before.endswith(" the"):
        return "group" if words[-1].endswith("s") else "thing"
    return "thing" if any(word[0].isdigit() for word in words) else "any"


def _before(text: str, mention: Mention) -> str:
    return text[max(0, mention.start - _BEFORE_CHARS) : mention.start]


def _speaks_of_people(history: Sequence[Said]) -> bool:
    return any(token.word in english.PERSON for said in history for token in tokens(said.text))


def previous_question(history: Sequence[Said]) -> str | None:
    """Return the last question the person put in full, not "what about …", a few turns back."""
    asked = [said.text for said in history if said.role == "user"][-3:]
    for text in reversed(asked):
        if not english.CONTINUES.search(text) and (english_moves.ASKS.search(text) or "?" in text):
            return text
    return None


def named_with(noun_stem: str, history: Sequence[Said]) -> str | None:
    """Return the newest name the person gave that has a word of ``noun_stem``: the Hotel Tejo."""
    for said in reversed(history):
        for name in reversed(names(said.text)) if said.role == "user" else ():
            stems = content_stems(name.text)
            if noun_stem in stems and len(stems) > 1:
                return name.text
    return None


def listed(history: Sequence[Said]) -> list[str]:
    """Return the entries of the last list the assistant gave, without their marks."""
    for said in reversed(history):
        if said.role == "assistant":
            numbered = english.NUMBERED_ENTRY.findall(said.text)
            found = numbered if len(numbered) > 1 else english.MARKED_ENTRY.findall(said.text)
            if len(found) > 1:
                return [re.sub(r"[*_`]", "", entry).strip(" .;,") for entry in found]
    return []
