"""Stores text of an analysis that repeats messages as references to them.

A long rewritten question or a quote in an augmented context repeats words of a message.  Storage
keeps their place (``TextPart``) instead; ``restore`` puts the words back.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import takewhile

from tidemark.schema import MessageMetadata, QueryUnderstanding, TextPart

_QUOTED = re.compile(r"“([^“”]{24,})”")  # shorter than this, a place takes more room than the words
_SHORT_CHARS = 200  # a rewritten question up to this length is stored as text
_CUT = "…"
_WINDOW = 256  # characters compared at once, without copying the rest of the text


def shorten(metadata: MessageMetadata, question: str, said: Mapping[int, str]) -> MessageMetadata:
    """Return ``metadata`` with repeated words in its analysis replaced by their places.

    The words may be in ``question``, its own message, or in the messages ``said``, by id.
    """
    analysis = metadata.query_analysis
    if analysis is None:
        return metadata
    rewritten = analysis.rewritten_query or ""
    augmented = tuple(_parts(analysis, said))
    if any(not part.text for part in augmented):
        analysis = analysis.model_copy(update={"final_augmented_context": ""})
    else:
        augmented = ()
    edited = _edited(rewritten, question) if len(rewritten) > _SHORT_CHARS else ()
    if edited:
        analysis = analysis.model_copy(update={"rewritten_query": None})
    told = {"query_analysis": analysis, "augmented": augmented, "rewritten": edited}
    return metadata.model_copy(update=told)


def source_ids(metadata: MessageMetadata) -> tuple[int, ...]:
    """Return the ids of the messages that ``metadata`` refers to."""
    return tuple(dict.fromkeys(part.of for part in metadata.augmented if part.of is not None))


def restore_rewriting(metadata: MessageMetadata, content: str) -> MessageMetadata:
    """Return ``metadata`` with the rewritten question restored from ``content``, its message."""
    if not metadata.rewritten or metadata.query_analysis is None:
        return metadata
    words = "".join(part.text or content[part.start : part.end] for part in metadata.rewritten)
    analysis = metadata.query_analysis.model_copy(update={"rewritten_query": words})
    return metadata.model_copy(update={"query_analysis": analysis, "rewritten": ()})


def restore(metadata: MessageMetadata, contents: Mapping[int, str]) -> MessageMetadata:
    """Return ``metadata`` with its augmented context restored from ``contents``, by message id.

    Quotes of messages that are not among them are left out.
    """
    if not metadata.augmented or metadata.query_analysis is None:
        return metadata
    rewritten = metadata.query_analysis.rewritten_query or ""
    words = "".join(
        rewritten if part.is_rewriting else part.text or _quote(part, contents)
        for part in metadata.augmented
    )
    analysis = metadata.query_analysis.model_copy(update={"final_augmented_context": words})
    return metadata.model_copy(update={"query_analysis": analysis, "augmented": ()})


def _quote(part: TextPart, contents: Mapping[int, str]) -> str:
    content = contents.get(part.of, "") if part.of is not None else ""
    return " ".join(content[part.start : part.end].split())


def _parts(analysis: QueryUnderstanding, said: Mapping[int, str]) -> Iterator[TextPart]:
    """Split an augmented context into its own words, the rewritten question and quotes."""
    text, rewritten = analysis.final_augmented_context, analysis.rewritten_query
    at = 0
    if rewritten and text.startswith(rewritten):
        yield TextPart(is_rewriting=True)
        at = len(rewritten)
    for quote in _QUOTED.finditer(text, at):
        words = quote[1].removesuffix(_CUT)
        found = _place(words, said)
        if found:
            yield TextPart(text=text[at : quote.start(1)])
            yield found
            at = quote.start(1) + len(words)
    if text[at:]:
        yield TextPart(text=text[at:])


def _place(words: str, said: Mapping[int, str]) -> TextPart | None:
    """Return the place of ``words``, a single line, in one of the messages ``said``."""
    if words != " ".join(words.split()):
        return None
    for message_id, content in said.items():
        start = content.find(words)
        if start >= 0:
            return TextPart(of=message_id, start=start, end=start + len(words))
        if words in " ".join(content.split()):
            found = re.search(r"\s+".join(map(re.escape, words.split())), content)
            if found:
                return TextPart(of=message_id, start=found.start(), end=found.end())
    return None


def _edited(rewritten: str, said: str) -> tuple[TextPart, ...]:
    """Return ``rewritten`` as the start of ``said``, new words, and the end of ``said``."""
    start = common_prefix(rewritten, said)
    most = min(len(rewritten), len(said)) - start
    end = min(common_prefix(rewritten[::-1], said[::-1]), most)
    if start + end < len(rewritten) // 2:
        return ()
    parts = (
        TextPart(end=start) if start else None,
        TextPart(text=rewritten[start : len(rewritten) - end]),
        TextPart(start=len(said) - end, end=len(said)) if end else None,
    )
    return tuple(part for part in parts if part and (part.text or part.end))


def common_prefix(one: str, other: str, at: int = 0, other_at: int = 0) -> int:
    """Return the number of characters that both begin with, from ``at`` and ``other_at`` on.

    >>> common_prefix("oak table", "oak tree"), common_prefix("an oak", "oak", 3)
    (5, 3)
    """
    length = 0
    while True:
        ours = one[at + length : at + length + _WINDOW]
        theirs = other[other_at + length : other_at + length + _WINDOW]
        if not ours or ours != theirs:
            pairs = zip(ours, theirs, strict=False)
            return length + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        length += len(ours)
