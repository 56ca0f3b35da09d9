"""How a question could be meant whose references nothing resolves, in the question's own words."""

from tidemark.engines import english, english_memory
from tidemark.engines import english_replies as say
from tidemark.engines.mentions import Token, is_noun, tokens
from tidemark.engines.needs_context import signs
from tidemark.engines.tasks import Lack
from tidemark.words import words
from utils import one_line

_QUOTED_CHARS = 80


def unresolved(question: str) -> Lack | None:
    """Return readings of ``question`` and what to ask where nothing says what it refers to.

    None where it refers to nothing plainly enough to ask: it may only be short.
    """
    found = signs(question)
    phrase, form = _reference(question, found)
    if form is None:
        return None
    asked = one_line(question.strip(), _QUOTED_CHARS)
    readings, questions = form
    return Lack(
        "reference",
        tuple(each.format(phrase=phrase, question=asked) for each in readings),
        tuple(each.format(phrase=phrase, question=asked) for each in questions),
        (say.LOOKED_UP_REFERENCE.format(phrase=phrase or asked),),
        phrase,
    )


def _reference(
    question: str, found: frozenset[str]
) -> tuple[str, tuple[tuple[str, ...], tuple[str, ...]] | None]:
    """Return the words that refer, and how to ask about their like."""
    all_tokens = tokens(question)
    for sign, pronouns, form in (
        ("person unbound", english.PERSON, say.WHICH_PERSON),
        ("group unbound", english.GROUP, say.WHICH_GROUP),
        ("thing unbound", english.THING, say.WHICH_THING),
    ):
        if sign in found:
            return _first(all_tokens, pronouns), form
    usual = english_memory.USUAL.search(question)
    if usual:
        return usual.group(), say.WHICH_ONE
    before = english.REFERS_BACK.search(question)
    if before:
        return before.group(), say.WHICH_WORDS
    if "continues" in found:
        match = english.CONTINUED_WITH.match(question)
        named = (match["about"] or match["and"]) if match else question
        return named.strip(" ?"), say.WHICH_RELATION
    if "points" in found:
        return _pointed_at(question, all_tokens), say.WHICH_ONE
    if "more" in found:
        return _first(all_tokens, english.MORE), say.WHICH_MORE
    if "definite general noun" in found:
        return _definite(question, all_tokens), say.WHICH_ONE
    if "nothing specific" in found and _speaks(question):
        return "", say.WHICH_MATTER
    return "", None


def _first(found: tuple[Token, ...], wanted: frozenset[str]) -> str:
    return next((token.text for token in found if token.word in wanted), "")


def _pointed_at(question: str, found: tuple[Token, ...]) -> str:
    for token, after in zip(found, [*found[1:], None], strict=True):
        if token.word in english.POINTING:
            joined = after is not None and (is_noun(after) or after.word in english.GENERAL_NOUNS)
            return question[token.start : after.end] if after and joined else token.text
    return ""


def _definite(question: str, found: tuple[Token, ...]) -> str:
    for at, token in enumerate(found):
        if token.word != "the":
            continue
        head = at + 1
        while head < len(found) and found[head].word in english.QUALIFIERS:
            head += 1
        if head < len(found) and found[head].word in english.GENERAL_NOUNS:
            return question[token.start : found[head].end]
    return ""


def _speaks(question: str) -> bool:
    """Whether ``question`` has words to ask about: no sum such as 12*7."""
    return bool(words(question)) and not any(word.isdigit() for word in words(question)[:3])
