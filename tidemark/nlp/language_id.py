"""Language identification: the words of a text vote for English or Dutch."""

import re

from tidemark.nlp.languages import Language, stop_words, word_list
from tidemark.nlp.patterns import WORD
from utils import text_cache

_SHARED_DUTCH = word_list("nl", "shared_words")
_DISTINCTLY_DUTCH = (
    (stop_words("nl") | word_list("nl", "frequent_words")) - _SHARED_DUTCH - stop_words("en")
)
_DUTCH_SPELLING = re.compile(
    r"[a-z]*(?:ij(?!ack|ing)|aa|uu|eeu|ieuw)[a-z]*|[a-z]{2,}(?:tjes?|lijke?|heid)"
)
# Parts of "don't", which are also of "t/m"; and a Dutch child
_NOT_DISTINCT = frozenset(("d", "m", "s", "t", "kind"))
_DISTINCTLY_ENGLISH = stop_words("en") - stop_words("nl") - _SHARED_DUTCH - _NOT_DISTINCT
_DUTCH_ARTICLE = re.compile(  # before a noun in lower case: "de Vries" is a name
    r"(?:^\W{0,3}[Dd]e|\b(?:[a-z]{2,}en|van|in|op|aan|met|bij|uit|voor|naar) de)"
    r" (?!(?:facto|novo|luxe|jure|rigueur|la)\b)[a-z]{3,}"
)
_DUTCH_QUESTION = re.compile(
    r"\W*(?:[Ee]n )?[Hh]oe (?:laat|lang|ver|vaak|oud|hoog|duur|snel|veel)\b"
)
_DISTINCT_VOTES, _SHARED_VOTES = 2, 1
_VOTING_CHARS = 2_000  # only the beginning of a text votes


def language_of(text: str, *, otherwise: Language = "en") -> Language:
    """Return the language of ``text``, or ``otherwise`` if its words do not show it.

    >>> language_of("Zullen we dan de trein nemen?"), language_of("Shall we go then?")
    ('nl', 'en')
    """
    return _voted(text[:_VOTING_CHARS]) or otherwise


@text_cache(4096)
def _voted(text: str) -> Language | None:
    words = WORD.findall(text.replace("’", "'"))
    folded = [word.lower() for word in words]
    english = _DISTINCT_VOTES * sum(word in _DISTINCTLY_ENGLISH for word in folded)
    dutch = _DISTINCT_VOTES * sum(word in _DISTINCTLY_DUTCH for word in folded)
    if dutch:  # shared words alone do not count: names such as "van der Valk" have them
        dutch += _SHARED_VOTES * sum(
            word in _SHARED_DUTCH or bool(_DUTCH_SPELLING.fullmatch(word)) for word in words
        )
    if dutch == english:
        is_dutch = _DUTCH_ARTICLE.search(text) or _DUTCH_QUESTION.match(text)
        return "nl" if not english and is_dutch else None
    return "nl" if dutch > english else "en"
