"""Plain messages, which a model need not analyse before it answers: their turn is one call.

A free key has some 20 to 500 calls a day.  A message is plain if it states, asks or thanks, and
none of its sentences depends on earlier messages; a task or a wish is not, because details may be
missing.  Of CANARD's follow-up questions 7 in 100 are classified as plain, of their self-contained
rewritings 70 in 100.
"""

import re

from tidemark.nlp.context_dependence import context_need, refers_back
from tidemark.nlp.dialogue_acts import dialogue_act
from tidemark.nlp.mentions import Utterance
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for_view
from tidemark.nlp.search_terms import content_terms
from tidemark.nlp.sentences import QUESTION_CHARS, beginning_and_end
from tidemark.schema import ContextView

_MOST_NEED = 0.3  # the probability that a sentence needs context
_LEAST_TERMS = 2  # content words: with one it may be the rest of an earlier question
_SENTENCES = re.compile(r"(?<=[.!?])\s+|\n+")
_SAID = ("recalled", "message")
_PLAIN_ACTS = ("question", "statement")


def is_plain(view: ContextView) -> bool:
    """Return whether the question of ``view`` is clearly self-contained.

    An answer to a question of the assistant is not.
    """
    said = [Utterance(piece.role, piece.text) for piece in view.pieces if piece.kind in _SAID]
    last = said[-1] if said else None
    if last and last.role == "assistant" and last.text.rstrip(" […").endswith("?"):
        return False
    question = beginning_and_end(view.question, QUESTION_CHARS)
    pack = language_pack_for_view(view)
    act = dialogue_act(question, pack)
    if act == "courtesy":
        return True
    terms = content_terms(question, otherwise=pack.language)
    if act not in _PLAIN_ACTS or len(terms) < _LEAST_TERMS:
        return False
    return not any(_leans(part, said, pack) for part in (question, *_SENTENCES.split(question)))


def _leans(sentence: str, said: list[Utterance], pack: LanguagePack) -> bool:
    """Return whether ``sentence`` may depend on the messages ``said`` before."""
    if not sentence.strip():
        return False
    return refers_back(sentence) or context_need(sentence, said, pack) >= _MOST_NEED
