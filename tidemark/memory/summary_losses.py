"""Summary losses: names, numbers and dates of messages that are missing from their summary."""

import re
from collections.abc import Collection, Iterator, Sequence

from tidemark.nlp.dates import DateFound, find_dates
from tidemark.nlp.mentions import names
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.patterns import NUMBER
from tidemark.nlp.sentences import MESSAGE_CHARS, beginning_and_end, split_sentences
from tidemark.schema import Message, SessionMemory, Summary
from tidemark.schema.folds import Losses, LostSentence

_WORD = re.compile(r"\w+")
_OPENING = re.compile(r"(?:^|[:|;(–—-]\s*)[\s\"“'‘(\[*_#>•\d.)]*$")  # any word is capitalised there
_LARGE_WORD = re.compile(r"\b[A-Z]")
_FIRST = re.compile(r"(?P<word>\w+) ")


def losses(summary: Summary, messages: Sequence[Message]) -> Losses:
    """Return the names, numbers and dates of ``messages`` that are in no item of ``summary``.

    Only text and date of an item count, because an engine reads nothing else. A name is present if
    all its words are. A word that only occurs at the start of sentences, lines or cells is no name.
    Of a very long message only the beginning and the end are read.
    """
    kept, gone = _SummaryContent(summary.memory), _MissingContent()
    for message in messages:
        for sentence in split_sentences(beginning_and_end(message.content, MESSAGE_CHARS)):
            gone.take(sentence.text, message, kept)
    names = _whole([name for key, name in gone.names.items() if key in gone.firm])
    return Losses(
        fold_id=summary.id,
        tokens_before=sum(message.token_count for message in messages),
        tokens_after=summary.token_count,
        names=names,
        numbers=tuple(gone.numbers),
        dates=tuple(gone.dates.values()),
        sentences=_sentences(gone, {*names, *gone.numbers, *gone.dates.values()}),
    )


def _sentences(gone: "_MissingContent", lost: Collection[str]) -> tuple[LostSentence, ...]:
    """Return the sentences that are the first to state something ``lost``."""
    found = []
    for message_id, text, words in gone.sentences:
        if kept := tuple(word for word in dict.fromkeys(words) if word in lost):
            found.append(LostSentence(message_id=message_id, text=text, words=kept))
    return tuple(found)


class _SummaryContent:
    """The texts, numbers and dates of the items of a summary."""

    def __init__(self, memory: SessionMemory) -> None:
        items = [item for _, item in memory.all_items()]
        self._text = "\n".join(item.text for item in items).casefold()
        self._words = set(_words(self._text))
        self._days = {item.on for item in items}
        self.numbers = set(NUMBER.findall(self._text))

    def has_words(self, text: str) -> bool:
        return self._words.issuperset(_words(text))

    def has_date(self, dated: DateFound, words: str) -> bool:
        return dated.on in self._days or words.casefold() in self._text


class _MissingContent:
    """Everything that is in no item, each once, in order of appearance."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.firm: set[str] = set()  # not only capitalised by their position
        self.numbers: dict[str, None] = {}
        self.dates: dict[str, str] = {}
        self.sentences: list[tuple[int, str, list[str]]] = []  # with the losses first seen in each

    def take(self, sentence: str, message: Message, kept: _SummaryContent) -> None:
        pack, first = language_pack_for(sentence), list[str]()
        self.sentences.append((message.id, sentence, first))
        for dated in find_dates(sentence, message.timestamp, pack.language):
            start = _after_prepositions(sentence, dated, pack)
            words = sentence[start : dated.end]
            sentence = sentence[:start] + "." * len(words) + sentence[dated.end :]
            if not kept.has_date(dated, words) and words.casefold() not in self.dates:
                self.dates[words.casefold()] = words
                first.append(words)
        for name in names(sentence, pack):
            key = name.text.casefold()
            if kept.has_words(name.text) or key in pack.lexicon.calendar:
                continue
            if key not in self.names:
                self.names[key] = name.text
                first.append(name.text)
            if _LARGE_WORD.search(name.text, 1) or not _OPENING.search(sentence[: name.start]):
                self.firm.add(key)
        for number in NUMBER.findall(sentence):
            if number not in kept.numbers and number not in self.numbers:
                self.numbers[number] = None
                first.append(number)


def _after_prepositions(sentence: str, dated: DateFound, pack: LanguagePack) -> int:
    """Return the start of "Saturday" in "on Saturday"."""
    start = dated.start
    while (found := _FIRST.match(sentence, start, dated.end)) and (
        found["word"].lower() in pack.lexicon.prepositions
    ):
        start = found.end()
    return start


def _words(text: str) -> Iterator[str]:
    return (found[0] for found in _WORD.finditer(text.casefold()))


def _whole(names: Sequence[str]) -> tuple[str, ...]:
    """Drop names that are part of another: "Ruth" besides "Oma Ruth"."""
    words = [set(_words(name)) for name in names]
    return tuple(
        name
        for name, own in zip(names, words, strict=True)
        if not any(own < other for other in words)
    )
