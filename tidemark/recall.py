"""What comes back of the covered past for a question: ranking and passages; pure.

A message is ranked by how many of the question's terms it shares; of a long one only the passage
that shares most comes back.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tidemark.schema import Message
from tidemark.words import Term, content_stems, language_of
from utils import TokenCounter

BEST = 3
PASSAGE_TOKENS = 120  # longer messages drown the rest of a small budget (benchmark/README.md)
_BREAKS = re.compile(r"(?<=[.!?])\s+|\n+")


@dataclass(frozen=True)
class Recalled:
    """A covered message that came back: the passage of it, and the words it shares, as stems."""

    message: Message
    passage: str
    shared: tuple[str, ...]


def best(
    candidates: Sequence[Message],
    terms: Sequence[Term],
    *,
    counter: TokenCounter,
    limit: int = BEST,
) -> tuple[Recalled, ...]:
    """Return the ``limit`` messages that share most of ``terms``, best first.

    Messages that share none are left out; of equals the earlier in ``candidates`` wins.
    """
    wanted = tuple(dict.fromkeys(terms))
    found = []
    for message in candidates:
        own = set(content_stems(message.content))
        shared = tuple(term for term in wanted if not own.isdisjoint(term))
        if shared:
            found.append((message, shared))
    found.sort(key=lambda hit: -len(hit[1]))
    return tuple(
        Recalled(
            message,
            passage(message.content, shared, counter=counter),
            tuple(own_stem for own_stem, *_ in shared),
        )
        for message, shared in found[:limit]
    )


def passage(
    text: str,
    terms: Sequence[Term],
    *,
    counter: TokenCounter,
    limit_tokens: int = PASSAGE_TOKENS,
) -> str:
    """Return the passage of ``text`` that shares most of ``terms``, within ``limit_tokens``.

    A text that fits comes back whole; else a run of its sentences, the first of equals.
    """
    if counter.count_tokens(text) <= limit_tokens:
        return text
    language = language_of(text)

    def shared(run: str) -> int:
        own = set(content_stems(run, language))
        return sum(not own.isdisjoint(term) for term in terms)

    return max(_runs(text, counter, limit_tokens), key=shared)


def _runs(text: str, counter: TokenCounter, limit_tokens: int) -> list[str]:
    """Part ``text`` into runs of whole sentences; a sentence over the limit is cut."""
    runs: list[str] = []
    run, run_tokens = "", 0
    for sentence in _BREAKS.split(text):
        tokens = counter.count_tokens(sentence) + 1
        if run and run_tokens + tokens > limit_tokens:
            runs.append(run)
            run, run_tokens = "", 0
        run = f"{run} {sentence}" if run else sentence
        run_tokens += tokens
    return [counter.cut(found, limit_tokens) for found in (*runs, run) if found.strip()] or [""]
