"""Clauses: the smallest parts of a message that make sense alone, in its own words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tidemark.nlp.cues import Cues
from tidemark.nlp.dialogue_acts import tells_who
from tidemark.nlp.languages import Language
from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.nlp.patterns import NAME
from tidemark.nlp.search_terms import content_stems, words
from tidemark.nlp.sentences import prose_sentences
from tidemark.schema import Message

_SHARED = re.compile(r"\[shares (?P<what>[^\]]{1,600})\]")
_LINK = re.compile(r"!?\[([^\[\]]*+)\]\((?:[^()\s]*+)\)")
_URL = re.compile(r"\bhttps?://\S{40,}|\bwww\.\S{40,}")
_LINKED = re.compile(r"\b(?:https?://|www\.)\S+")
_HAS_WORD = re.compile(r"[^\W\d_]")
_TAG = re.compile(r"</?(?:br|b|i|u|em|strong|p|sup|sub|span|div)\s*/?>")
_MARKUP = re.compile(r"[*`]+|^#+\s")
_AFTER_WORDS = 1_000  # the place of captions: after all clauses
_MOST_WORDS = 32  # a longer clause is cut
_FIRST_NAME = re.compile(rf"(?P<name>(?=\w[\w'’-]){NAME})(?:[,!.]|$)\s*")
_LAST_NAME = re.compile(rf",? (?P<name>(?=\w[\w'’-]){NAME})$")
_LEAST_WORDS = 3
_APOSTROPHES = str.maketrans("’‘ʼ", "'''")
_EDGES = " \t\n\r,;:-–—*"


@dataclass(frozen=True)
class Clause:
    """A part of ``message``: ``quote`` is verbatim, ``text`` the same words cleaned and trimmed.

    It ``asks`` if it is a question. ``speaker`` is the name before the message when two people
    talk, ``place`` its number within the message.
    """

    message: Message
    quote: str
    text: str
    speaker: str | None
    place: int
    asks: bool
    language: Language
    is_caption: bool = False

    @property
    def stems(self) -> list[str]:
        """The stems of its content words, in order."""
        return content_stems(self.text, self.language)

    def shortened_to(self, text: str) -> "Clause":
        """Return this clause reduced to ``text``, a part of it."""
        return replace(self, text=text.strip(_EDGES).rstrip(".!"))


def clauses(
    message: Message,
    cues: Cues,
    *,
    speaker: str | None = None,
    people: frozenset[str] = frozenset(),
) -> list[Clause]:
    """Return the clauses of ``message`` in order, without greetings or the names of ``people``."""
    start = len(speaker) + 1 if speaker else 0
    body = _SHARED.sub(lambda at: "\n" * len(at[0]), message.content[start:])
    pack = LANGUAGE_PACKS[cues.language]
    found: list[Clause] = []
    for sentence in prose_sentences(body):
        asks = sentence.text.rstrip("\"”')*_ ").endswith("?")
        for quote in _parts(sentence.text, cues):
            text = _shortened(_trimmed(without_markup(quote), cues, people))
            if _HAS_WORD.search(_LINKED.sub("", text)):
                at_end = asks and text.endswith("?")
                opens = bool(cues.questions.match(text)) and not tells_who(text, pack)
                calculates = pack.accounts.calculates_on.fullmatch(text) is not None
                found.append(
                    Clause(
                        message,
                        quote,
                        text,
                        speaker,
                        len(found),
                        asks=at_end or opens or calculates,
                        language=cues.language,
                    )
                )
    return found


def captions(message: Message, cues: Cues, *, speaker: str | None) -> list[Clause]:
    """Return a clause for each image of ``message``, imported as "[shares a red car]"."""
    return [
        Clause(
            message,
            match[0].strip(),
            f"shares {match['what']}",
            speaker,
            _AFTER_WORDS,
            asks=False,
            language=cues.language,
            is_caption=True,
        )
        for match in _SHARED.finditer(message.content)
        if match["what"]
    ]


def without_markup(text: str) -> str:
    """Return ``text`` on one line, without markup and with plain apostrophes.

    Markup stays if removing it would join words, as in 5*3.

    >>> without_markup("**Budget:** see [the plan](http://x.org/p) ")
    'Budget: see the plan'
    """
    linked = _URL.sub(" ", _LINK.sub(r" \1 ", text))
    bare = " ".join(_MARKUP.sub("", _TAG.sub(" ", linked)).split())
    is_whole = set(words(bare)) <= set(words(text))
    return _plain(bare if is_whole else " ".join(text.split()))


def _plain(text: str) -> str:
    return text.translate(_APOSTROPHES)


def _parts(sentence: str, cues: Cues) -> Iterator[str]:
    """Yield the parts of ``sentence`` that can stand alone: "after that, I left" stays whole."""
    at = 0
    plain = _plain(sentence)
    for match in cues.clause_breaks.finditer(plain):
        before = sentence[at : match.start()]
        asks_next = cues.requests.match(plain, match.end())
        if len(before.split()) < _LEAST_WORDS or (cues.leaning.match(before) and not asks_next):
            continue
        if all(word[:1].isupper() for word in before.split()):
            continue  # "Joost, Sanne, Ravi and I are going"
        if _is_within_swap(plain[at:], match.start() - at, match.end() - at, cues):
            continue
        yield before
        at = match.end()
    if sentence[at:].strip():
        yield sentence[at:]


def _is_within_swap(text: str, start: int, end: int, cues: Cues) -> bool:
    """Return whether ``text`` replaces one thing by another there: "not the 12th but the 14th"."""
    pack = LANGUAGE_PACKS[cues.language]
    verbs = pack.lexicon.auxiliaries | pack.lexicon.verbs
    if not verbs.isdisjoint(words(text[end:])):
        return False
    return any(
        "old" in found.groupdict() and found.start("old") < start and found.start("new") >= end
        for found in pack.corrections.swapped(text)
    )


def _trimmed(text: str, cues: Cues, people: frozenset[str]) -> str:
    """Remove greetings, names addressed and afterthoughts at both ends of a clause."""
    before = ""
    while text != before:
        before = text
        text = text.strip(_EDGES)
        match = cues.lead_ins.match(text) or _called(text, people)
        text = text[match.end() :] if match else text
    text = _unbracketed(text.rstrip(_EDGES + ".!"))
    auxiliaries = LANGUAGE_PACKS[cues.language].lexicon.auxiliaries
    while match := cues.tails.search(text):
        rest = text[: match.start()].rstrip(_EDGES + ".!")
        if rest.rpartition(" ")[2].lower() in auxiliaries:
            break  # "chocolate is ok"
        text = rest
    if (match := _LAST_NAME.search(text)) and _is_called(match["name"], people):
        text = text[: match.start()]
    return " ".join(text.replace('"', " ").split()) if text.count('"') % 2 else text


def _unbracketed(text: str) -> str:
    """Remove a single bracket at either end of ``text``, or a pair around all of it."""
    if text.startswith("(") and text.find(")") in (-1, len(text) - 1):
        text = text[1:].removesuffix(")")
    if text.endswith(")") and "(" not in text:
        text = text[:-1]
    return text.rstrip(_EDGES + ".!")


def _called(text: str, people: frozenset[str]) -> re.Match[str] | None:
    match = _FIRST_NAME.match(text)
    return match if match and _is_called(match["name"], people) else None


def _is_called(name: str, people: frozenset[str]) -> bool:
    """Return whether ``name`` is one of ``people`` or short for one: "Mel" for Melanie."""
    low = name.casefold()
    return any(at.startswith(low) or low.startswith(at) for at in people)


def _shortened(text: str) -> str:
    """Cut a very long clause at the last comma that leaves enough of it."""
    parts = text.split(" ")
    if len(parts) <= _MOST_WORDS:
        return text
    head = " ".join(parts[:_MOST_WORDS])
    cut = max(head.rfind(", "), head.rfind(" - "), head.rfind(" ("))
    return head[:cut].rstrip(_EDGES) if cut > len(head) // 3 else text
