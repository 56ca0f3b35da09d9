"""English patterns of lasting and temporary facts about a person."""

from tidemark.nlp.pack_fields import ProfileRules
from tidemark.nlp.patterns import PRICE, any_of

PROFILE = ProfileRules(
    about_self=any_of(
        r"\bmy name(?:'s| is)\b",
        r"\b(?:people|friends) call me\b",
        r"\bi(?:'m| am) (?:called|from|allergic|vegetarian|vegan|diabetic|lactose|coeliac|celiac|"
        r"left-handed|deaf|blind|colou?r-?blind|dyslexic|married|divorced|single|retired|pregnant|"
        r"in a wheelchair)\b",
        r"\bi(?:'m| am) an? (?!bit\b|little\b|lot\b|few\b|big\b|huge\b|fan\b|person\b)[a-z]",
        r"\bi (?:live|work|study|teach|grew up|was born|speak|play|own|drive|wear)\b",
        r"\b(?:i have|i've got|we have|we've got) (?:an?|one|two|three|four|five|\d+) (?:\w+ ){0,2}"
        r"(?:sons?|daughters?|kids?|child(?:ren)?|brothers?|sisters?|dogs?|cats?|allerg\w+)\b",
    ),
    about_relation=any_of(
        r"\W*(?:\w+\W+){0,2}?(?:'s|is|are|has|have|lives?|works?|called|named)\b"
    ),
    passing=any_of(
        PRICE,
        r"\b(?:today|tonight|tomorrow|yesterday|right now|at the moment|currently|this (?:time|"
        r"week|weekend|month|year|trip|one|morning|afternoon|evening)|next \w+|last \w+)\b",
        r"\b(?:passwords?|passcode|pin code|pin is|iban|credit card|social security)\b",
    ),
)
