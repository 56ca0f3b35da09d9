"""The languages the built-in engine knows, and the one in which something is said."""

from collections.abc import Mapping
from functools import lru_cache

from tidemark.nlp.dutch.pack import DUTCH
from tidemark.nlp.english.pack import ENGLISH
from tidemark.nlp.language_pack import Tongue
from tidemark.nlp.tokens import Language, language_of
from tidemark.schema import ContextView

TONGUES: Mapping[Language, Tongue] = {"en": ENGLISH, "nl": DUTCH}


@lru_cache(maxsize=4096)
def tongue_of(text: str, otherwise: Tongue = ENGLISH) -> Tongue:
    """Return what is known of the language of ``text``, ``otherwise`` where its words do not tell.

    >>> tongue_of("Wanneer vertrekt de trein?").language, tongue_of("Lisbon").language
    ('nl', 'en')
    """
    return TONGUES[language_of(text, otherwise=otherwise.language)]


def tongue_for(view: ContextView) -> Tongue:
    """Return the language of the question of ``view``, else that of what the person said before."""
    tongue = ENGLISH
    for piece in view.pieces:
        if piece.role == "user" and piece.kind != "question":
            tongue = tongue_of(piece.text, tongue)
    return tongue_of(view.question, tongue)
