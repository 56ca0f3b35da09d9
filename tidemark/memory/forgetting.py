"""Forgetting: what a person asks to forget, and texts without it.

A text is forgotten by its words, as small as may be: a phone number alone, else the part of the
sentence that holds it, else the sentence. The message stays as it was said; what is read of it has
a gap in that place.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from tidemark.memory.slots import SlotText, slot_values
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.quotes import quotable_sentences
from tidemark.nlp.search_terms import content_stems, words
from tidemark.schema import ITEM_KINDS, Item, SessionMemory, Summary, SummaryVersion
from tidemark.schema.records import SummaryRecord

GAP = "[…]"
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
_LONGEST_REQUEST = 200  # characters
_MOST_OF_IT = 0.6  # of the words of "forget that …", in the sentence that is meant
_Remembered = TypeVar("_Remembered", Summary, SummaryVersion, SummaryRecord)
_LEAST_STEMS = 2  # of "forget that …"; less could mean anything


def asks_to_forget(text: str) -> str:
    """Return the words for what ``text`` asks to forget, or nothing.

    >>> asks_to_forget("Please forget Jan's phone number."), asks_to_forget("Don't forget the milk")
    ("Jan's phone number", '')
    """
    if len(text) > _LONGEST_REQUEST:
        return ""
    pack = language_pack_for(text)
    found = pack.corrections.forgets.match(text)
    matter = found["what"].strip(" .!") if found else ""
    return matter if content_stems(matter, pack.language) else ""


def words_to_find(text: str) -> str:
    """Return the words that find what ``text`` asks to forget, or nothing: "Jan's" of his number.

    A number or an address is seldom called so where it is told.
    """
    matter = asks_to_forget(text)
    table = language_pack_for(text).corrections
    for kind in (table.phone_words, table.email_words):
        matter = kind.sub(" ", matter)
    return " ".join(matter.split())


def to_forget(text: str, said: Sequence[str]) -> tuple[str, ...]:
    """Return the parts of ``said``, the person's own messages, that ``text`` asks to forget."""
    matter = asks_to_forget(text)
    if not matter:
        return ()
    pack = language_pack_for(text)
    found = [part for each in said for part in _parts_about(matter, each, pack)]
    return tuple(dict.fromkeys(found))


def without(text: str, forgotten: Sequence[str]) -> str:
    """Return ``text`` with a gap where it says one of the ``forgotten``.

    >>> without("Call 06-1234, or mail.", ["06 1234"])
    'Call […], or mail.'
    """
    for each in forgotten:
        pattern = _pattern(each)
        if pattern is not None:
            text = pattern.sub(GAP, text)
    return text


def without_items(
    summaries: Iterable[_Remembered], forgotten: Sequence[str]
) -> tuple[_Remembered, ...]:
    """Return ``summaries`` as they may be read and shown: no item says one of the ``forgotten``.

    An item that says it in a former wording or in its quote stays without that.
    """
    if not forgotten:
        return tuple(summaries)
    return tuple(_without_items(each, forgotten) for each in summaries)


def _without_items(summary: _Remembered, forgotten: Sequence[str]) -> _Remembered:
    held = summary.memory
    kept = {
        kind: tuple(_without_traces(item, forgotten) for item in _kept(held.items(kind), forgotten))
        for kind in ITEM_KINDS
    }
    unconfirmed = tuple(each for each in held.unconfirmed if _kept([each[1]], forgotten))
    memory = SessionMemory.of(kept, unconfirmed)
    return summary if memory == held else summary.model_copy(update={"memory": memory})


def _kept(items: Sequence[Item], forgotten: Sequence[str]) -> tuple[Item, ...]:
    return tuple(item for item in items if without(item.text, forgotten) == item.text)


def _without_traces(item: Item, forgotten: Sequence[str]) -> Item:
    history = _kept(item.history, forgotten)
    quote = without(item.quote, forgotten)
    if history == item.history and quote == item.quote:
        return item
    return item.model_copy(update={"history": history, "quote": quote})


def _pattern(forgotten: str) -> re.Pattern[str] | None:
    said = words(forgotten)
    if not said:
        return None
    return re.compile(r"(?<!\w)" + r"\W{1,6}".join(map(re.escape, said)) + r"(?!\w)", re.I)


def _parts_about(matter: str, said: str, pack: LanguagePack) -> Iterator[str]:
    """Yield the parts of one message that are about ``matter``."""
    own = language_pack_for(said, pack)
    table = pack.corrections
    wanted = frozenset(content_stems(matter, pack.language))
    sentences = [each for each in quotable_sentences(said) if not asks_to_forget(each)]
    if table.forgets_statement.match(matter):
        for sentence in sentences:
            shared = wanted & frozenset(content_stems(sentence, own.language))
            if len(wanted) >= _LEAST_STEMS and len(shared) >= _MOST_OF_IT * len(wanted):
                yield sentence
        return
    phone, email = table.phone_words.search(matter), table.email_words.search(matter)
    named = phone or email
    owner = wanted - frozenset(content_stems(named[0], pack.language) if named else ())
    if named and not owner <= frozenset(content_stems(said, own.language)):
        return
    values = [
        value
        for each in sentences
        for value in (_phones(each, own) if phone else _EMAIL.findall(each) if email else ())
    ]
    if values:
        yield from values
        return
    for sentence in sentences:
        yield from _smallest_parts(sentence, wanted, own)


def _phones(sentence: str, pack: LanguagePack) -> list[str]:
    return [value.text for value in slot_values(sentence, pack) if value.type == "phone"]


def _smallest_parts(sentence: str, wanted: frozenset[str], pack: LanguagePack) -> Iterator[str]:
    """Yield the part of ``sentence`` with most of ``wanted``, if it has at least half."""
    text = SlotText(sentence, pack)
    shares = [(len(wanted & text.stems_of(part)), part) for part in text.parts]
    best = max(shares, key=lambda each: each[0])
    if 2 * best[0] >= len(wanted):
        yield sentence[slice(*best[1])]
