"""Dutch words for the gaps of cloze questions."""

from tidemark.nlp.pack_fields import ClozeRules
from tidemark.nlp.patterns import any_of

CLOZE = ClozeRules(
    gaps={
        "name": "wie of wat",
        "number": "hoeveel",
        "time": "hoe laat",
        "year": "welk jaar",
        "date": "welke datum",
    },
    bound=any_of(r"['’]|\s+(?:(?:zich|haar|hem|hun)?zelf)\b"),
)
