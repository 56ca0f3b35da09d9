"""Clarifying questions about references that cannot be resolved."""

from tidemark.engines.builtin.task_slots import MissingDetails
from tidemark.nlp.context_dependence import signs
from tidemark.nlp.mentions import Token, anaphors, head_after, is_noun, tokens
from tidemark.nlp.pack_fields import LanguagePack, ReferenceTemplate
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.search_terms import words
from utils import one_line

_QUOTED_CHARS = 80


def ask_for_reference(question: str, pack: LanguagePack | None = None) -> MissingDetails | None:
    """Return interpretations of ``question`` and questions about its unresolved reference.

    None if it has no clear reference: it may only be short.
    """
    pack = pack or language_pack_for(question)
    phrase, form = _reference(question, signs(question, (), pack), pack)
    if form is None:
        return None
    asked = one_line(question.strip(), _QUOTED_CHARS)
    interpretations, questions = form
    return MissingDetails(
        "reference",
        tuple(each.format(phrase=phrase, question=asked) for each in interpretations),
        tuple(each.format(phrase=phrase, question=asked) for each in questions),
        (pack.phrases.context_of_reference.format(phrase=phrase or asked),),
        phrase,
    )


def _reference(
    question: str, found: frozenset[str], pack: LanguagePack
) -> tuple[str, ReferenceTemplate | None]:
    """Return the referring words and the template of questions about their kind."""
    own, phrases = pack.lexicon, pack.phrases
    all_tokens = tokens(question)
    referring = anaphors(question, pack)
    for kind, form in (
        ("person", phrases.which_person),
        ("group", phrases.which_group),
        ("thing", phrases.which_thing),
    ):
        if f"{kind} unbound" in found:
            return next(each.phrase for each in referring if each.kinds[0] == kind), form
    usual = pack.memory_questions.usual.search(question)
    if usual:
        return usual.group(), phrases.which_one
    before = pack.references.refers_back.search(question)
    if before:
        return before.group(), phrases.which_text
    if "continues" in found:
        match = pack.references.continued_with.match(question)
        named = (match["about"] or match["and"]) if match else question
        return named.strip(" ?"), phrases.which_relation
    if "points" in found:
        return _pointed_at(question, all_tokens, pack), phrases.which_one
    if "more" in found:
        return _first(all_tokens, own.more), phrases.which_more
    if "definite general noun" in found:
        return _definite(question, all_tokens, pack), phrases.which_one
    is_own = pack.memory_questions.owned.search(question)
    if "nothing specific" in found and _speaks(question) and not is_own:
        return "", phrases.which_subject
    return "", None


def _first(found: tuple[Token, ...], wanted: frozenset[str]) -> str:
    return next((token.text for token in found if token.word in wanted), "")


def _pointed_at(question: str, found: tuple[Token, ...], pack: LanguagePack) -> str:
    for token, after in zip(found, [*found[1:], None], strict=True):
        if token.word in pack.lexicon.pointing:
            joined = after is not None and (
                is_noun(after, pack) or after.word in pack.lexicon.general_nouns
            )
            return question[token.start : after.end] if after and joined else token.text
    return ""


def _definite(question: str, found: tuple[Token, ...], pack: LanguagePack) -> str:
    for at, token in enumerate(found):
        if token.word not in pack.lexicon.definite:
            continue
        head = head_after(found, at, pack)
        if head < len(found) and found[head].word in pack.lexicon.general_nouns:
            return question[token.start : found[head].end]
    return ""


def _speaks(question: str) -> bool:
    """Return whether ``question`` has words, unlike a calculation such as 12*7."""
    return bool(words(question)) and not any(word.isdigit() for word in words(question)[:3])
