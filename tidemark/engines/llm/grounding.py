"""Grounding: checks a model's answer against the messages before any of it is used.

An item of a summary must quote a message it cites, word for word except for spaces, case and the
shape of quotation marks; preferences and constraints must quote the person, and neither these nor
decisions and todos may quote text that the person pasted.  If its text has a number or name that
the cited messages lack, or none of their words, the quote replaces the text.  Replaced texts, and
items without a matching quote, are kept as unconfirmed: they are shown, and no engine reads them.
The analysis of a question must rest on the text that the engine read: quotes are looked up, and a
rewritten question may not add a name or a number.
"""

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from tidemark.engines.llm.response_schemas import (
    ItemResponse,
    SummaryResponse,
    UnderstandingResponse,
)
from tidemark.memory import merging
from tidemark.memory.merging import MAX_UNCONFIRMED
from tidemark.memory.pasted_text import without_pasted
from tidemark.nlp.language_id import language_of
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.search_terms import content_stems, content_terms, words
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
_SAID: tuple[ItemKind, ...] = (*_PROFILE, "decisions", "todos")  # never from text by somebody else
_SETTLED: dict[ItemKind, Status] = {"todos": "done", "open_questions": "answered"}
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"\w+")
_NAME = re.compile(r"(?<=[\w,;:] )[A-Z]\w+")  # a capital that is not at the start of a sentence
_FIRST = re.compile(r"[A-Z][a-z]\w*(?= [a-z])")
_VERB_END = re.compile(r"(?:s|ed|ing|t|en)$")
_SPOKEN_OF = ("user", "person", "assistant", "gebruiker", "persoon", "assistent")
_SHORTEST_QUOTE = 3  # characters; shorter texts occur in every message
_MOST = 3  # interpretations, and questions: more would be a form to fill in
_NEEDED = 3  # the importance of a detail that a task requires
_ALIKE = {
    mark: f"[{re.escape(marks)}]" for marks in ("'’‘‚′`´", '"“”„«»″', "-–—‐‑−") for mark in marks
}
_ROUND_A_QUOTE = " \t\n\"“”„«»'’‘….,;:"


def find_quote(quote: str, content: str) -> str | None:
    """Return the passage of ``content`` that ``quote`` repeats, as written there; else None.

    >>> find_quote('"that  is a DEAL"', "Well, that is a deal then.")
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
    wire: SummaryResponse, messages: Sequence[Message], known: SessionMemory, counter: TokenCounter
) -> SessionMemory:
    """Return the items of ``wire`` that rest on ``messages``, which it cites by number from 1.

    Raises:
        ValueError: It has items and none is grounded, or it is longer than ``messages``.
    """
    items: dict[ItemKind, tuple[Item, ...]] = {}
    unconfirmed: list[tuple[ItemKind, Item]] = []
    given = 0
    for kind in ITEM_KINDS:
        wired: tuple[ItemResponse, ...] = getattr(wire, kind)
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
    wire: UnderstandingResponse, question: str, read: str, *, asking: AskingStyle
) -> QueryUnderstanding:
    """Return ``wire`` as an analysis of ``question``, grounded in the text ``read``.

    It asks back only if ``asking`` allows it and a needed detail is missing; if ``asking`` is
    ``stuck``, only about an unresolved reference.

    Raises:
        ValueError: It is ambiguous with fewer than two interpretations, or without a question.
    """
    readings = _distinct(wire.possible_interpretations)[:_MOST]
    asked = _distinct(wire.clarifying_questions)[:_MOST]
    missing = [
        detail.detail
        for detail in wire.details
        if detail.importance >= _NEEDED and detail.detail and not find_quote(detail.quote, read)
    ]
    unclear = wire.is_ambiguous and (bool(missing) or not wire.details)
    is_lost = any(each.phrase and not find_quote(each.quote, read) for each in wire.references)
    asks = unclear and (asking == "freely" or (asking == "stuck" and is_lost))
    if asks and (len(readings) < 2 or not asked):
        raise ValueError("is_ambiguous needs 2 or 3 different interpretations and 1 to 3 questions")
    notes = [
        f'"{reference.phrase}" means {reference.means}'
        for reference in wire.references
        if reference.phrase and reference.means and find_quote(reference.quote, read)
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
class _CheckedItem:
    """The confirmed item of a summary, and the claim that its messages do not confirm."""

    item: Item | None = None
    claim: Item | None = None


def _grounded_item(
    wire: ItemResponse, kind: ItemKind, messages: Sequence[Message], known: frozenset[str]
) -> _CheckedItem:
    cited = [messages[number - 1] for number in wire.messages if 1 <= number <= len(messages)]
    pool = cited or (messages if not wire.messages else ())
    allowed = [message for message in pool if kind not in _PROFILE or message.role == "user"]
    found = [
        (message, passage)
        for message in allowed
        if (passage := find_quote(wire.quote or wire.text, _readable(message, kind)))
    ]
    if not found:
        return _CheckedItem(claim=_claim(wire.text or wire.quote, cited))
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
    return _CheckedItem(item, claim)


def _readable(message: Message, kind: ItemKind) -> str:
    """Return the part of ``message`` that an item of ``kind`` may quote.

    Pasted text is no source of wishes, decisions and todos.
    """
    is_own = kind in _SAID and message.role == "user"
    return without_pasted(message.content) if is_own else message.content


def _claim(text: str, cited: Sequence[Message]) -> Item | None:
    """Return a claim of a model that the ``cited`` messages do not confirm."""
    if not text:
        return None
    return Item(text=text, message_ids=tuple(dict.fromkeys(message.id for message in cited)))


def _speaks_of(text: str, messages: Sequence[Message]) -> bool:
    """Return whether ``messages`` contain all numbers and names of ``text``, and a word of it."""
    said = "\n".join(message.content for message in messages)
    words_said = set(content_stems(said))
    named = content_terms(text, otherwise=language_of(said))
    foreign = bool(named) and all(words_said.isdisjoint(term) for term in named)
    names = {name.casefold() for name in _NAME.findall(text)}
    invented = not names <= set(_WORD.findall(said.casefold())) or _begins_with_name(text, said)
    return _numbers(text) <= _numbers(said) and not foreign and not invented


def _begins_with_name(text: str, said: str) -> bool:
    """Return whether ``text`` begins with a name not in ``said``: "Anna pays", not "Pays rent"."""
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
