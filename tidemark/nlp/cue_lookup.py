"""With which cues a text is listened to: those of the language it is in."""

from collections.abc import Mapping

from tidemark.nlp.cues import Cues
from tidemark.nlp.dutch.cues import DUTCH
from tidemark.nlp.english.cues import ENGLISH
from tidemark.nlp.tokens import Language, language_of

_CUES: Mapping[Language, Cues] = {"en": ENGLISH, "nl": DUTCH}


def cues_for(text: str, *, otherwise: Language = "en") -> Cues:
    """Return the cues of the language of ``text``, of ``otherwise`` where its words do not tell."""
    return _CUES[language_of(text, otherwise=otherwise)]
