"""Selects the language pack for reading a text."""

import re
from collections.abc import Callable, Mapping

from tidemark.nlp.dutch.pack import DUTCH
from tidemark.nlp.english.pack import ENGLISH
from tidemark.nlp.language_id import language_of
from tidemark.nlp.languages import Language
from tidemark.nlp.pack_fields import LanguagePack, Lexicon, WordSet
from tidemark.schema import ContextView
from utils import text_cache

LANGUAGE_PACKS: Mapping[Language, LanguagePack] = {"en": ENGLISH, "nl": DUTCH}


@text_cache(4096)
def language_pack_for(text: str, otherwise: LanguagePack = ENGLISH) -> LanguagePack:
    """Return the pack of the language of ``text``, or ``otherwise`` if its words do not show it.

    >>> pack = language_pack_for
    >>> pack("Wanneer vertrekt de trein?").language, pack("Lisbon").language
    ('nl', 'en')
    """
    return LANGUAGE_PACKS[language_of(text, otherwise=otherwise.language)]


def packs_with_words(text: str, listed: Callable[[Lexicon], WordSet]) -> list[LanguagePack]:
    """Return the packs with a word of ``text`` among those ``listed``.

    >>> [pack.language for pack in packs_with_words("Kijk online", lambda each: each.web)]
    ['en', 'nl']
    """
    words = set(re.findall(r"\w+", text.casefold()))
    return [pack for pack in LANGUAGE_PACKS.values() if words & listed(pack.lexicon)]


@text_cache(4096)
def stems_across(text: str, pack: LanguagePack) -> frozenset[str]:
    """Return the stems of ``text`` in the language of ``pack`` and in its own."""
    own = language_pack_for(text, pack)
    return frozenset(pack.stems(text) if own is pack else (*pack.stems(text), *own.stems(text)))


@text_cache(1024)
def in_either_person(text: str) -> tuple[str, ...]:
    """Return ``text`` and what it is in the second person in each language, where that differs.

    >>> in_either_person("my cat is ill")
    ('my cat is ill', 'your cat is ill')
    """
    turned = (pack.phrases.to_second_person(text) for pack in LANGUAGE_PACKS.values())
    return tuple(dict.fromkeys((text, *turned)))


def language_pack_for_view(view: ContextView) -> LanguagePack:
    """Return the pack for the question of ``view``, by default that of earlier messages."""
    pack = ENGLISH
    for piece in view.pieces:
        if piece.role == "user" and piece.kind not in ("question", "source"):
            pack = language_pack_for(piece.text, pack)
    return language_pack_for(view.question, pack)
