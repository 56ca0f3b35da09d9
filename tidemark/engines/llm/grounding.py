"""Holding what a model answered against what was said, before anything of it is believed.

An item of a summary must quote a message it cites, word for word but for spaces, capitals and the
shape of quotation marks; wishes and bounds only the person's own.  A text with a number or name
that is not in the cited messages, or with no word of theirs, gives way to its quote.  What gave
way, and what quotes nothing it cites, is kept apart as unconfirmed: shown, and read by no engine.
What a question was understood as must rest on what the engine read: quotes are looked up, and a
rewriting may bring in no name and no number of its own.
"""

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from tidemark.engines.llm.response_schemas import WireItem, WireSummary, WireUnderstanding
from tidemark.memory import merging
from tidemark.memory.merging import MAX_UNCONFIRMED
from tidemark.nlp.language_id import language_of
from tidemark.nlp.languages import language_pack_for
from tidemark.nlp.tokens import content_stems, content_terms, words
from tidemark.schema import (
    ITEM_KINDS,
    AskingStyle,
    Item,
    ItemKind,
    Message,
    QueryUnderstanding,
    SessionMemory,
)
from utils import TokenCounter

Status = Literal["open", "done", "answered"]

_PROFILE: tuple[ItemKind, ...] = ("preferences", "constraints")
_SETTLED: dict[ItemKind, Status] = {"todos": "done", "open_questions": "answered"}
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"\w+")
_NAME = re.compile(r"(?<=[\w,;:] )[A-Z]\w+")  # a capital that no start of a sentence explains
_FIRST = re.compile(r"[A-Z][a-z]\w*(?= [a-z])")
_VERB_END = re.compile(r"(?:s|ed|ing|t|en)$")
_SPOKEN_OF = ("user", "person", "assistant", "gebruiker", "persoon", "assistent")
_SHORTEST_QUOTE = 3  # characters; less stands in every message
_MOST = 3  # interpretations, and questions: more is a form to fill in
_NEEDED = 3  # the importance of a detail a task cannot be done without
_ALIKE = {
    mark: f"[{re.escape(marks)}]" for marks in ("'’‘‚′`´", '"“”„«»″', "-–—‐‑−") for mark in marks
}
_ROUND_A_QUOTE = " \t\n\"“”„«»'’‘….,;:"


def verbatim(quote: str, content: str) -> str | None:
    """Return the passage of ``content`` that ``quote`` means, as it stands there; None without one.

    >>> verbatim('"that  is a DEAL"', "Well, that is a deal then.")
    'that is a deal'
    """
    for wanted in (quote.strip(), quote.strip(_ROUND_A_QUOTE)):
        if len(wanted) < _SHORTEST_QUOTE:
            continue
        spaced = r"\s+".join(
            "".join(_ALIKE.get(letter, re.escape(letter)) for letter in word)
            for word in wanted.split()
        )
        if found := re.search(spaced, content, re.IGNORECASE):
            return found.group()
    return None


def grounded_memory(
    wire: WireSummary, messages: Sequence[Message], known: SessionMemory, counter: TokenCounter
) -> SessionMemory:
    """Return what of ``wire`` rests on ``messages``, which it cites by their place from 1.

    Raises:
        ValueError: It has items and none of them is grounded, or it is longer than ``messages``.
    """
    items: dict[ItemKind, tuple[Item, ...]] = {}
    unconfirmed: list[tuple[ItemKind, Item]] = []
    given = 0
    for kind in ITEM_KINDS:
        wired: tuple[WireItem, ...] = getattr(wire, kind)
        given += len(wired)
        settled = frozenset(item.text.casefold() for item in known.items(kind))
        found = [_grounded_item(item, kind, messages, settled) for item in wired]
        items[kind] = tuple(each.item for each in found if each.item is not None)
        unconfirmed += [(kind, each.claim) for each in found if each.claim is not None]
    grounded = SessionMemory.of(items, tuple(unconfirmed[:MAX_UNCONFIRMED]))
    if given and grounded.is_empty:
        raise ValueError("none of its quotes stands in a message it cites")
    tokens = counter.count_tokens(merging.render(grounded))
    replaced = sum(message.token_count for message in messages)
    if tokens > replaced:
        raise ValueError(f"it has {tokens} tokens and is longer than what it replaces ({replaced})")
    return grounded


def grounded_understanding(
    wire: WireUnderstanding, question: str, read: str, *, asking: AskingStyle
) -> QueryUnderstanding:
    """Return ``wire`` as an understanding of ``question`` that rests on what was ``read``.

    It asks back only where ``asking`` lets it and it does not itself list every needed detail as
    given; where that is ``stuck``, only of a reference that nothing settles.

    Raises:
        ValueError: It is ambiguous with fewer than two interpretations, or without a question.
    """
    readings = _distinct(wire.possible_interpretations)[:_MOST]
    asked = _distinct(wire.clarifying_questions)[:_MOST]
    missing = [
        detail.detail
        for detail in wire.details
        if detail.importance >= _NEEDED and detail.detail and not verbatim(detail.quote, read)
    ]
    unclear = wire.is_ambiguous and (bool(missing) or not wire.details)
    is_lost = any(each.phrase and not verbatim(each.quote, read) for each in wire.references)
    asks = unclear and (asking == "freely" or (asking == "stuck" and is_lost))
    if asks and (len(readings) < 2 or not asked):
        raise ValueError("is_ambiguous needs 2 or 3 different interpretations and 1 to 3 questions")
    notes = [
        f'"{reference.phrase}" means {reference.means}'
        for reference in wire.references
        if reference.phrase and reference.means and verbatim(reference.quote, read)
    ]
    if not asks:
        notes += [f"Not said: {detail}" for detail in missing]
        notes += [f"Assumed: {reading}" for reading in readings[:1] if unclear]
    return QueryUnderstanding(
        is_ambiguous=asks,
        rewritten_query=_rewritten(wire.rewritten_query, question, read),
        possible_interpretations=tuple(readings) if asks else (),
        needed_context_from_memory=tuple(_distinct(wire.needed_context_from_memory)),
        clarifying_questions=tuple(asked) if asks else (),
        final_augmented_context="\n".join(notes),
    )


@dataclass(frozen=True)
class _Grounded:
    """What of an item rests on its messages, and what of it does not."""

    item: Item | None = None
    claim: Item | None = None


def _grounded_item(
    wire: WireItem, kind: ItemKind, messages: Sequence[Message], known: frozenset[str]
) -> _Grounded:
    cited = [messages[number - 1] for number in wire.messages if 1 <= number <= len(messages)]
    pool = cited or (messages if not wire.messages else ())
    allowed = [message for message in pool if kind not in _PROFILE or message.role == "user"]
    found = [
        (message, passage)
        for message in allowed
        if (passage := verbatim(wire.quote or wire.text, message.content))
    ]
    if not found:
        return _Grounded(claim=_claim(wire.text or wire.quote, cited))
    quote = found[0][1]
    sources = allowed if cited else [found[0][0]]
    text, claim = wire.text or quote, None
    if text.casefold() not in known and not _speaks_of(text, sources):
        text, claim = quote, _claim(text, sources)
    item = Item(
        text=text,
        quote="" if quote == text else quote,
        message_ids=tuple(dict.fromkeys(message.id for message in sources)),
        on=_date(wire.on),
        status=_status(kind, wire.status),
    )
    return _Grounded(item, claim)


def _claim(text: str, cited: Sequence[Message]) -> Item | None:
    """Return what a model says of the messages it ``cited``, which do not bear it out."""
    if not text:
        return None
    return Item(text=text, message_ids=tuple(dict.fromkeys(message.id for message in cited)))


def _speaks_of(text: str, messages: Sequence[Message]) -> bool:
    """Whether all numbers and names of ``text``, and one of its words, stand in ``messages``."""
    said = "\n".join(message.content for message in messages)
    words_said = set(content_stems(said))
    named = content_terms(text, otherwise=language_of(said))
    foreign = bool(named) and all(words_said.isdisjoint(term) for term in named)
    names = {name.casefold() for name in _NAME.findall(text)}
    invented = not names <= set(_WORD.findall(said.casefold())) or _begins_with_name(text, said)
    return _numbers(text) <= _numbers(said) and not foreign and not invented


def _begins_with_name(text: str, said: str) -> bool:
    """Whether ``text`` begins with a name that is not ``said``: "Anna pays", unlike "Pays rent"."""
    first = _FIRST.match(text)
    if first is None:
        return False
    word, pack = first[0].casefold(), language_pack_for(text, language_pack_for(said))
    known = {*pack.function_words, *pack.lexicon.openers, *pack.lexicon.verbs, *_SPOKEN_OF}
    is_verb = word in known or _VERB_END.search(word)
    return not is_verb and set(content_stems(word)).isdisjoint(content_stems(said))


def _numbers(text: str) -> set[str]:
    return set(_NUMBER.findall(text))


def _status(kind: ItemKind, status: str) -> Status | None:
    if kind not in _SETTLED:
        return None
    return _SETTLED[kind] if status.casefold() in ("done", "answered") else "open"


def _date(text: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(text[:10])
    except ValueError:
        return None


def _distinct(texts: Iterable[str]) -> list[str]:
    first: dict[str, str] = {}
    for text in texts:
        if text:
            first.setdefault(text.casefold(), text)
    return list(first.values())


def _rewritten(text: str, question: str, read: str) -> str | None:
    if not text or words(text) == words(question):
        return None
    names = {name.casefold() for name in _NAME.findall(text)}
    invents = not names <= set(_WORD.findall(read.casefold())) or not _numbers(text) <= _numbers(
        read
    )
    return None if invents else text
