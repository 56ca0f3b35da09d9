"""With which cues a text is listened to: those of the language it is in."""

from collections.abc import Mapping

from tidemark.engines.cues import Cues
from tidemark.engines.cues_dutch import DUTCH
from tidemark.engines.cues_english import ENGLISH
from tidemark.words import Language, language_of

_CUES: Mapping[Language, Cues] = {"en": ENGLISH, "nl": DUTCH}


def cues_for(text: str, *, otherwise: Language = "en") -> Cues:
    """Return the cues of the language of ``text``, of ``otherwise`` where its words do not tell."""
    return _CUES[language_of(text, otherwise=otherwise)]
