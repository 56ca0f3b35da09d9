"""Words as search and understanding see them: folded, stemmed, stop words set apart."""

import re
import threading
from functools import lru_cache

import snowballstemmer

_WORD = re.compile(r"\w+(?:['’]\w+)?")
_STEMMER = snowballstemmer.stemmer("english")
_STEMMER_LOCK = threading.Lock()  # the stemmer keeps the word it works on

# Words that ask or join and name nothing.  Question words are in: worth 4 points of recall
# (benchmark/README.md).
STOP_WORDS = frozenset(
    """
    a about after again all also am an and any anybody anyone anything are aren't as at be
    because been before being both but by can can't cannot could couldn't d did didn't do does
    doesn't doing don't done down each either else ever every everybody everyone few for from
    further get gets getting give gives go goes going gonna got had hadn't has hasn't have
    haven't having he her here hers herself him himself his how how's i i'd i'll i'm i've if in
    into is isn't it it'd it'll it's its itself just kind know let let's like ll m many may
    maybe me might mine more most much must my myself no nobody nor not nothing now of off ok
    okay on once one only or other our ours ourselves out over own please quite rather re really
    s same shall she should shouldn't so some somebody someone something such sure t tell than
    thank thanks that that's the their theirs them themselves then there there's these they
    they'd they'll they're they've thing things this those through to too under until up upon us
    ve very was wasn't we we'd we'll we're we've well were weren't what what's when where
    where's whether which while who who's whom whose why will with within without won't would
    wouldn't yeah yes yet you you'd you'll you're you've your yours yourself yourselves
    """.split()
)


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return the stem of ``word``, lower-cased (Snowball English).

    >>> stem("Flights")
    'flight'
    """
    with _STEMMER_LOCK:
        stemmed: str = _STEMMER.stemWord(word.lower())
    return stemmed


def words(text: str) -> list[str]:
    """Return the words of ``text``, lower-cased, typographic apostrophes made plain."""
    return [word.lower().replace("’", "'") for word in _WORD.findall(text)]


def content_stems(text: str) -> list[str]:
    """Return the stems of the words of ``text`` that name something, in order.

    >>> content_stems("What did we say about the flights to Lisbon?")
    ['say', 'flight', 'lisbon']
    """
    return [stem(word.removesuffix("'s")) for word in words(text) if word not in STOP_WORDS]
