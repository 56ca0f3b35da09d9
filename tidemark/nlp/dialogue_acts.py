"""What a message does: asks, requests, states, offers something to work on, or is only polite."""

from typing import Literal

from tidemark.nlp.language_pack import DialogueActRules, LanguagePack
from tidemark.nlp.languages import language_pack_for
from tidemark.nlp.quotes import quotable_sentences

_END_CHARS = 2_000
_LONGEST_COURTESY = 80  # characters
DialogueAct = Literal["question", "request", "statement", "resource", "courtesy"]


def dialogue_act(text: str, pack: LanguagePack | None = None) -> DialogueAct:
    """Return what ``text`` does, read in ``pack``, or in the language of its own words.

    >>> [dialogue_act(text) for text in ("Thanks a lot!", "I prefer tea.", "I have a dataset")]
    ['courtesy', 'statement', 'resource']
    >>> [dialogue_act(text) for text in ("what did we decide", "Plan my trip to Lisbon")]
    ['question', 'request']
    """
    forms = (pack or language_pack_for(text)).dialogue_acts
    if is_courtesy(text, forms):
        return "courtesy"
    if forms.requests.search(text):
        return "request"
    if "?" in text or forms.asks.search(text):
        return "question"
    if forms.resource.search(text) and len(text.split()) <= forms.resource_words:
        return "request" if forms.settled.search(text) else "resource"
    return "statement"


def is_courtesy(text: str, forms: DialogueActRules) -> bool:
    """Whether ``text``, read by ``forms``, is only polite: it asks and tells nothing."""
    return len(text) < _LONGEST_COURTESY and bool(forms.courtesy.fullmatch(text))


def beginning_and_end(text: str) -> str:
    """Return ``text``, of a very long one its beginning and its end: what it asks stands there."""
    if len(text) <= 2 * _END_CHARS:
        return text
    return f"{text[:_END_CHARS].strip()}\n{text[-_END_CHARS:].strip()}"


def asking_part(text: str, pack: LanguagePack | None = None) -> str:
    """Return the sentence of ``text`` that asks or requests, without what leads up to it.

    >>> asking_part("I met Greg on Monday, can you remind me when we meet again?")
    'can you remind me when we meet again?'
    """
    forms = (pack or language_pack_for(text)).dialogue_acts
    asking = [
        part for part in quotable_sentences(text) if "?" in part or forms.requests.search(part)
    ]
    part = asking[-1] if asking else text
    found = [match.end() for match in forms.turns_to_ask.finditer(part)]
    return part[found[-1] :] if found else part
