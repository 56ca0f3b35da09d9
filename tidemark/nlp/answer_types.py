"""Answer types: money, number of people, place, time or person, in questions and in texts."""

from collections.abc import Mapping

from tidemark.nlp.mentions import names, tokens
from tidemark.nlp.pack_fields import AnswerKind, LanguagePack
from tidemark.nlp.pack_selection import LANGUAGE_PACKS, language_pack_for
from tidemark.nlp.sentences import QUESTION_CHARS, beginning_and_end
from utils import text_cache

# The topic of any text with such a value: 12 of us, 45 euros, at nine.
_COST = "cost"
_ABOUT: Mapping[AnswerKind, str] = {"money": _COST, "people": "guests", "time": "time"}
AMOUNT_TOPICS = frozenset(_ABOUT.values())


@text_cache(4096)
def topics_of(text: str, pack: LanguagePack) -> frozenset[str]:
    """Return the topics that the words and amounts of ``text`` show."""
    by_words = {pack.topics[stem] for stem in pack.stems(text) if stem in pack.topics}
    by_amounts = {
        named for kind, named in _ABOUT.items() if has_answer(kind, text, frozenset(), pack)
    }
    return frozenset(by_words | by_amounts)


def answer_type(question: str, pack: LanguagePack) -> AnswerKind | None:
    """Return the kind of answer ``question`` asks for, or None if its words do not show it.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> answer_type("How much can we spend?", ENGLISH), answer_type("Is it far?", ENGLISH)
    ('money', None)
    """
    asked = beginning_and_end(question, QUESTION_CHARS)
    sort = pack.answer_types.sort.search(asked)
    person: AnswerKind | None = (
        "person" if sort and sort["sort"].lower() in pack.lexicon.people else None
    )
    kinds = (kind for kind, asks in pack.answer_types.asks.items() if asks.search(asked))
    return next(kinds, person)


def without_need(question: str) -> str:
    """Return only the thing of a ``question`` whether it is needed, which other words answer.

    >>> without_need("Do we need to bring towels?"), without_need("Moeten we betalen?")
    ('towels?', 'Moeten we betalen?')
    """
    pack = language_pack_for(question)
    found = pack.answer_types.asks_need.fullmatch(beginning_and_end(question, QUESTION_CHARS))
    thing = next(filter(None, found.groupdict().values()), "") if found else ""
    return f"{thing}?" if thing else question


def mentions_money(text: str) -> bool:
    """Return whether ``text`` has a word about cost in any language.

    Searches cover all languages, so the language of the text does not matter.

    >>> mentions_money("What did we say about prices?"), mentions_money("prijzen")
    (True, True)
    """
    return any(_COST in map(pack.topics.get, pack.stems(text)) for pack in LANGUAGE_PACKS.values())


def is_only_about_money(text: str) -> bool:
    """Return whether every content word of ``text`` is about cost or about asking.

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
    """Return whether ``text`` names an amount of money."""
    return has_answer("money", text, frozenset(), language_pack_for(text))


def has_answer(kind: AnswerKind, text: str, asked: frozenset[str], pack: LanguagePack) -> bool:
    """Return whether ``text`` has an answer of ``kind``; a person only if not in ``asked``."""
    if kind != "person":
        return bool(pack.answer_types.holds[kind].search(text))
    people = [name.text for name in names(text, pack)]
    people += [token.text for token in tokens(text) if token.word in pack.lexicon.people]
    return any(not is_date(each, pack) and not asked & set(pack.stems(each)) for each in people)


def leaves_open(text: str, pack: LanguagePack) -> bool:
    """Return whether ``text`` names alternatives without choosing one."""
    return pack.answer_types.alternatives.search(text) is not None


def settles(later: str, earlier: str, pack: LanguagePack) -> bool:
    """Return whether ``later`` chooses one of the alternatives that ``earlier`` leaves open.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> settles("Decided: cork it is.", "I'm torn between cork and vinyl.", ENGLISH)
    True
    """
    if not has_answer("choice", later, frozenset(), language_pack_for(later, pack)):
        return False
    if later.rstrip().endswith("?") or not leaves_open(earlier, pack):
        return False
    return bool(set(pack.stems(later)) & set(pack.stems(earlier)))


def is_date(name: str, pack: LanguagePack) -> bool:
    """Return whether a capitalised ``name`` is only a day or month: "12 June"."""
    return all(word.isdigit() or word in pack.lexicon.calendar for word in name.lower().split())
