"""Chat titles, made by rules from the first question and its answer.

No engine is asked: a title is not worth waiting for, or sending text anywhere.
"""

import re
from collections.abc import Sequence

from tidemark.nlp.languages import every_stop_word
from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.nlp.patterns import Pattern
from tidemark.nlp.search_terms import content_stems, words
from tidemark.nlp.sentences import split_sentences
from tidemark.schema import Message

TITLE_CHARS = 48  # fits a row of the chat list
_CODE = re.compile(r"```.*?(?:```|$)", re.DOTALL)
# Not within a word or after one: ``user_id``, ``2*3``, ``C#``
_MARKS = re.compile(
    r"`+|(?<!\w)[*_]+|[*_]+(?!\w)|^\s*(?:>\s*)*#{0,6}(?=\s)|^\s*>+|!?\[([^\]]*)\]\([^)]*\)",
    re.MULTILINE,
)
_HEADING = re.compile(r"^#{1,3} +(.{3,60})$", re.MULTILINE)
_RULES = tuple(pack.titles for pack in LANGUAGE_PACKS.values())
_EDGES = " \t,.:;!–—-\"'“”‘’()"  # not the question mark, which is telling


def first_title(question: Message, reply: str) -> str | None:
    """Return a title if ``question`` opens its chat, else None."""
    return title(question.content, reply) or None if question.position == 0 else None


def title(question: str, answer: str) -> str:
    r"""Return a title made of ``question`` or of a heading in ``answer``, or nothing.

    >>> title("Hi, can you tell me about the harbour of Lisbon? I go in May.", "It is …")
    'The harbour of Lisbon'
    >>> title("Hoi! Wat is de hoofdstad van Portugal, en waar ligt die?", "Lissabon.")
    'Hoofdstad van Portugal'
    >>> title("hello", "# Planning a trip\nWhere to?")
    'Planning a trip'
    >>> title("hello, rename **user_id** in my C# code", "Done.")
    'Rename user_id in my C# code'
    """
    for text in (question, *_HEADING.findall(answer)[:1]):
        for sentence in _sentences(text):
            if made := _made(sentence):
                return made
    return ""


def _sentences(text: str) -> list[str]:
    plain = _MARKS.sub(lambda found: found[1] or "", _CODE.sub(" ", text[:2_000]))
    found = (part for each in split_sentences(plain) for part in each.text.split("; "))
    return [part.strip() for part in found if part.strip()][:4]


def _made(sentence: str) -> str:
    """Return ``sentence`` as a title; empty if it names nothing."""
    bare, greetings = sentence, [rules.greeting for rules in _RULES]
    while (rest := _without_start(bare, greetings)) != bare:
        bare = rest
    asking = [rules.asking for rules in _RULES]
    asked = _without_start(_without_start(bare, asking), asking)
    clauses = filter(None, (rules.clause.search(asked) for rules in _RULES))
    short = asked[: min((found.start() for found in clauses), default=None)].strip(_EDGES)
    if asked != bare:
        short = short.rstrip("?").strip(_EDGES)
    if not content_stems(short):
        return ""
    short = _shortened(" ".join(short.split()))
    return short[:1].upper() + short[1:]


def _without_start(text: str, patterns: Sequence[Pattern]) -> str:
    """Return ``text`` without the start that the first of ``patterns`` to match has."""
    found = next(filter(None, (pattern.match(text) for pattern in patterns)), None)
    return text[found.end() :] if found else text


def _shortened(short: str) -> str:
    if len(short) <= TITLE_CHARS:
        return short
    space = short.rfind(" ", 0, TITLE_CHARS + 1)
    if space < TITLE_CHARS // 2:
        return f"{short[: TITLE_CHARS - 1]}…"
    kept = short[:space].split(" ")
    skipped = every_stop_word()
    while len(kept) > 1 and (not words(kept[-1]) or words(kept[-1])[0] in skipped):
        kept.pop()
    return f"{' '.join(kept).rstrip(_EDGES)}…"
