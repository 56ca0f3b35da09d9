"""English words for the gaps of cloze questions."""

from tidemark.nlp.pack_fields import ClozeRules
from tidemark.nlp.patterns import any_of

CLOZE = ClozeRules(
    gaps={
        "name": "who or what",
        "number": "how many",
        "time": "what time",
        "year": "what year",
        "date": "what date",
    },
    bound=any_of(r"['’]|\s+(?:him|her|it|them)sel(?:f|ves)\b"),
)
