"""Chat titles, made by rules from the first question and its answer.

No engine makes them: a title is not worth waiting for, or sending text to a service.
"""

import re
from collections.abc import Sequence

from tidemark.nlp.languages import every_stop_word
from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.nlp.patterns import Pattern
from tidemark.nlp.search_terms import content_stems, words
from tidemark.nlp.sentences import split_sentences
from utils import text_cache

TITLE_CHARS = 48  # fits a row of the chat list
_CODE = re.compile(r"```.*?(?:```|$)", re.DOTALL)
# Not within a word or after one: ``user_id``, ``2*3``, ``C#``
_MARKS = re.compile(
    r"`+|(?<!\w)[*_]+|[*_]+(?!\w)|^\s*(?:>\s*)*#{0,6}(?=\s)|^\s*>+|!?\[([^\]]*)\]\([^)]*\)",
    re.MULTILINE,
)
_ASIDE = re.compile(r"\s*\([\w ]{0,60}\)")
_HEADING = re.compile(r"^#{1,3} +(.{3,60})$", re.MULTILINE)
_RULES = tuple(pack.titles for pack in LANGUAGE_PACKS.values())
_SAYS_ENOUGH = 2  # content words: "party" alone could be any
_EDGES = " \t,.:;!–—-\"'“”‘’()"  # not the question mark, which carries meaning


def title(question: str, answer: str) -> str:
    r"""Return a title made of ``question`` or of a heading in ``answer``, or nothing.

    It is a noun phrase where the words allow one, else the first clause.

    >>> title("Hi, can you tell me about the harbour of Lisbon? I go in May.", "It is …")
    'Harbour of Lisbon'
    >>> title("Hello! I'm organising a workshop on water for 24 people, and I need help.", "")
    'Workshop on water for 24 people'
    >>> title("Hoi! Ik wil een feest voor mijn 50e verjaardag plannen.", "")
    'Feest voor mijn 50e verjaardag'
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
    plain = _ASIDE.sub("", plain)
    found = (part for each in split_sentences(plain) for part in each.text.split("; "))
    return [part.strip() for part in found if part.strip()][:4]


@text_cache(256)  # each turn reads that of the chat's first message again
def _made(sentence: str) -> str:
    """Return ``sentence`` as a title; empty if it names nothing."""
    bare, greetings = sentence, [rules.greeting for rules in _RULES]
    while (rest := _without_start(bare, greetings)) != bare:
        bare = rest
    asking = [rules.asking for rules in _RULES]
    asked = _without_start(_without_start(bare, asking), asking)
    first, rest = _clauses(asked)
    named = _noun_phrase(first, is_asked=asked != bare) or _noun_phrase(rest, is_asked=False)
    says_enough = len(content_stems(first)) >= _SAYS_ENOUGH
    short = named or (first if says_enough else asked.strip(_EDGES))
    if asked != bare:
        short = short.rstrip("?").strip(_EDGES)
    if not content_stems(short):
        return ""
    short = _shortened(" ".join(short.split()))
    return short[:1].upper() + short[1:]


def _clauses(sentence: str) -> tuple[str, str]:
    """Return the first clause of ``sentence``, and what follows it without the word between."""
    found = (rules.clause.search(sentence) for rules in _RULES)
    end = min((each.start() for each in found if each), default=len(sentence))
    return sentence[:end].strip(_EDGES), sentence[end:].lstrip(" ,").partition(" ")[2]


def _noun_phrase(clause: str, *, is_asked: bool) -> str:
    """Return the subject of ``clause`` as a noun phrase, or nothing.

    If ``is_asked``, the subject is the rest of the request.
    """
    for starts in ([rules.light for rules in _RULES], [rules.subject for rules in _RULES]):
        rest = _without_start(clause, starts)
        named = _without_closing(_without_start(rest, [rules.article for rules in _RULES]))
        says = len(content_stems(named))
        if rest != clause and says >= _SAYS_ENOUGH and not _is_pronoun(named):
            return named
    if not is_asked:
        return ""
    named = _without_start(clause, [rules.article for rules in _RULES])
    without = _without_closing(named)
    return without if len(content_stems(without)) >= _SAYS_ENOUGH else named


def _is_pronoun(named: str) -> bool:
    return any(rules.pronoun.match(named) for rules in _RULES)


def _without_start(text: str, patterns: Sequence[Pattern]) -> str:
    """Return ``text`` without its start, by the first of ``patterns`` that matches it."""
    found = next(filter(None, (pattern.match(text) for pattern in patterns)), None)
    return text[found.end() :] if found else text


def _without_closing(text: str) -> str:
    found = (rules.closing.search(text) for rules in _RULES)
    return text[: min((each.start() for each in found if each), default=None)].strip(_EDGES)


def _shortened(short: str) -> str:
    """Return ``short`` cut to fit: at the end of a phrase if possible, else after a word."""
    if len(short) > TITLE_CHARS:
        for rules in _RULES:
            short = rules.origin.sub(" ", short, count=1)
    if len(short) <= TITLE_CHARS:
        return short
    ends = {found.start() for rules in _RULES for found in rules.joint.finditer(short)}
    for end in sorted((each for each in ends if each <= TITLE_CHARS), reverse=True):
        if len(content_stems(short[:end])) >= _SAYS_ENOUGH and _ends_well(short[:end]):
            return short[:end].rstrip(_EDGES)
    space = short.rfind(" ", 0, TITLE_CHARS + 1)
    if space < TITLE_CHARS // 2:
        return f"{short[: TITLE_CHARS - 1]}…"
    kept = short[:space]
    while " " in kept and not _ends_well(kept):
        kept = kept.rpartition(" ")[0]
    return f"{kept.rstrip(_EDGES)}…"


def _ends_well(phrase: str) -> bool:
    """Return whether ``phrase`` ends in a word with content, not in "of the"."""
    last = words(phrase.rpartition(" ")[2])
    return bool(last) and last[0] not in every_stop_word()
