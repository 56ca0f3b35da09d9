"""English patterns of questions and answers by type, and the words of each topic."""

import re

from tidemark.nlp.pack_fields import AnswerTypes

_NUMBER = (
    r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|a dozen)"
)
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_NO_PLACE = (
    rf"{_MONTHS}|{_DAYS}|(?:a|an|the|my|our|this|that|next|last)\s+(?:morning|afternoon|evening|"
    rf"end|"
    r"week|month|year|day|weekend|minute|hour|moment|beginning|first|same)|morning|night|noon|"
    r"midnight|least|all|first|last|time|which|what|it|me|us|him|them|general|case|order|advance|"
    r"total|fact|short|be|get|do|go|see|have|make|the\s+\d|\d"
)

ANSWER_TYPES = AnswerTypes(
    asks={
        "money": re.compile(
            r"\bhow much\b(?! (?:time|longer|water|sugar|flour|sleep|does it weigh))|"
            r"\bwhat\b.{0,40}\b(?:cost|price|budget|rent|fee)s?\b",
            re.IGNORECASE,
        ),
        "people": re.compile(
            r"\bhow many\b.{0,20}\b(?:people|persons|guests|of us|kids|children|friends|visitors|"
            r"colleagues|adults|attendees)\b|\bhow many (?:are|is|were) (?:coming|invited)\b",
            re.IGNORECASE,
        ),
        "place": re.compile(
            r"^\W*(?:and |so |but )?where\b|\bwhat (?:city|town|place|address)\b", re.I
        ),
        "time": re.compile(
            r"^\W*(?:and |so |but )?when\b|\b(?:what|which) (?:time|day|date|month|year)\b", re.I
        ),
        "person": re.compile(r"^\W*(?:and |so |but )?who(?:m|se|['’]s)?\b", re.IGNORECASE),
    },
    holds={
        "money": re.compile(
            r"[$€£]\s?\d|\b\d[\d.,]*\s?(?:k\b|euros?|eur|dollars?|usd|pounds?|gbp|cents?|"
            r"(?:a|per|each|every) (?:day|night|week|month|year|person|hour))|\bfor free\b",
            re.IGNORECASE,
        ),
        "people": re.compile(
            rf"\b{_NUMBER}\s+(?:\w+\s+)?(?:people|persons|guests|kids|children|friends|visitors|"
            rf"colleagues|adults|attendees|of us)\b|\b(?:we are|there are|for|"
            rf"party of) {_NUMBER}\b",
            re.IGNORECASE,
        ),
        "place": re.compile(
            rf"\b(?:in|at|near|to|from)\s+(?!(?:{_NO_PLACE})\b)(?:(?:the|my|our|his|her|their)\s+)?"
            r"[a-z]",
            re.IGNORECASE,
        ),
        "time": re.compile(
            rf"\b(?:{_MONTHS}|{_DAYS}|today|tomorrow|tonight|yesterday|noon|midnight|weekend|"
            r"(?:next|last|this) (?:week|month|year|spring|summer|autumn|winter)|"
            r"\d{1,2}[:.]\d{2}|\d{1,2} ?(?:am|pm)|(?:at|by|around) (?:half past |"
            r"a quarter (?:past|to) )?"
            rf"{_NUMBER}|in \d{{4}})\b",
            re.IGNORECASE,
        ),
    },
    topics={
        "spending": "spend budget afford limit",
        "cost": "cost price rent pay paid fee charge worth",
        "guests": "people guest invite come coming attend join visitor party",
        "home": "live lives living home address move moved moving",
        "work": "work job employer company office",
        "flight": "flight fly plane",
        "leaving": "leave depart departure",
        "arriving": "arrive arrival land",
        "trip": "trip travel journey holiday vacation",
        "meeting": "meeting meet appointment call",
        "doctor": "doctor dentist physician",
        "food": "eat food dinner lunch meal",
        "allergy": "allergic allergy",
        "hotel": "hotel stay sleep",
        "name": "name called",
        "car": "car drive",
        "train": "train rail",
        "book": "book novel",
        "birthday": "birthday born",
        "wedding": "wedding marry married",
        "house": "house flat apartment",
        "time": "time day date",
        "starting": "start begin begins began",
        "choosing": "choose chose chosen pick picked decide decided",
        "purchase": "buy bought purchase",
        "dog": "dog",
        "cat": "cat",
        "sister": "sister",
        "brother": "brother",
        "child": "child children kid kids",
        "deadline": "deadline due",
    },
)
