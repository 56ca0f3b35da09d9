"""What a question asks for: an amount of money, a number of people, a place, a time, a person."""

from collections.abc import Mapping

from tidemark.nlp.language_pack import AnswerKind, LanguagePack
from tidemark.nlp.languages import LANGUAGE_PACKS, language_pack_for
from tidemark.nlp.mentions import names, tokens
from utils import text_cache

# What a text is about that has such a thing, whatever its words: 12 of us, 45 euros, at nine.
_COST = "cost"
_ABOUT: Mapping[AnswerKind, str] = {"money": _COST, "people": "guests", "time": "time"}


@text_cache(4096)
def topics_of(text: str, pack: LanguagePack) -> frozenset[str]:
    """Return what ``text`` is about, of what words and amounts can tell."""
    by_words = {pack.topics[stem] for stem in pack.stems(text) if stem in pack.topics}
    by_amounts = {
        named for want, named in _ABOUT.items() if has_answer(want, text, frozenset(), pack)
    }
    return frozenset(by_words | by_amounts)


def answer_type(question: str, pack: LanguagePack) -> AnswerKind | None:
    """Return what ``question`` asks for, None where its words do not tell.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> answer_type("How much can we spend?", ENGLISH), answer_type("Is it far?", ENGLISH)
    ('money', None)
    """
    return next(
        (want for want, asks in pack.answer_types.asks.items() if asks.search(question)), None
    )


def mentions_money(text: str) -> bool:
    """Whether ``text`` has a word of what things cost, in any language: a search is one word.

    >>> mentions_money("What did we say about prices?"), mentions_money("prijzen")
    (True, True)
    """
    return any(_COST in map(pack.topics.get, pack.stems(text)) for pack in LANGUAGE_PACKS.values())


def is_only_about_money(text: str) -> bool:
    """Whether ``text`` asks for what things cost, and for nothing beside it.

    >>> is_only_about_money("What did we say about prices?"), is_only_about_money("hotel prices")
    (True, False)
    """
    return any(
        all(
            pack.topics.get(stem) == _COST or stem in pack.asking_stems for stem in pack.stems(text)
        )
        for pack in LANGUAGE_PACKS.values()
    )


def names_amount(text: str) -> bool:
    """Whether ``text`` names an amount of money."""
    return has_answer("money", text, frozenset(), language_pack_for(text))


def has_answer(want: AnswerKind, text: str, asked: frozenset[str], pack: LanguagePack) -> bool:
    """Whether ``text`` has such a thing; a person that was not among what is ``asked`` already."""
    if want != "person":
        return bool(pack.answer_types.holds[want].search(text))
    people = [name.text for name in names(text, pack)]
    people += [token.text for token in tokens(text) if token.word in pack.lexicon.people]
    return any(
        each.lower() not in pack.lexicon.calendar and not asked & set(pack.stems(each))
        for each in people
    )
