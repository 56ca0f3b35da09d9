"""English words of questions about lists and amounts."""

import re

from tidemark.nlp.pack_fields import Counting, words_in

_NUMBERS = "one two three four five six seven eight nine ten eleven twelve"
_ORDINALS = "first second third fourth fifth sixth seventh eighth"

COUNTING = Counting(
    least=re.compile(
        r"\b(?:cheapest|smallest|lowest|least|shortest|fewest|youngest|earliest|lightest)\b", re.I
    ),
    most=re.compile(
        r"\b(?:dearest|most expensive|priciest|costliest|largest|biggest|highest|longest|most|"
        r"oldest|latest|heaviest)\b",
        re.I,
    ),
    total=re.compile(
        r"\b(?:in total|total|altogether|all together|together|add(?:s|ed)? up to|sum|"
        r"come(?:s)? to|combined|all in all)\b",
        re.I,
    ),
    difference=re.compile(r"\b(?:difference|how much (?:cheaper|more|less|dearer))\b", re.I),
    left=re.compile(
        r"^(?!.*\beverything\b).*\b(?:left|remaining|remains|left over|leaves?)\b", re.I
    ),
    left_after=re.compile(r"\b(?:after|once|without|minus)\b(?P<spent>.+)", re.I),
    how_many=re.compile(r"\bhow many\b", re.I),
    others=re.compile(r"\b(?:what|who|which|anything|anyone) (?:\w+ )?else\b|\bwhich other", re.I),
    members=re.compile(
        r"^\W*(?:and |so |but )?(?:what|which|who)\b.*\b(?:are|is|were|was|do|did|have|"
        r"has|there)\b",
        re.I,
    ),
    ordinal=re.compile(
        rf"\b(?:the|our|my|his|her|their) (?P<nth>{_ORDINALS.replace(' ', '|')}|last|"
        r"[1-8](?:st|nd|rd|th))\b",
        re.I,
    ),
    ordinals={word: place for place, word in enumerate(_ORDINALS.split())} | {"last": -1},
    numbers={word: place for place, word in enumerate(_NUMBERS.split(), 1)},
    apiece=re.compile(
        r"\b(?:each|apiece|(?:a|per|every) (?:head|person|piece|night|day|week|month|ticket|adult|"
        r"child))\b",
        re.I,
    ),
    joined=re.compile(r",?\s+(?:and|&)\s+|,\s+"),
    clock_time=re.compile(r"\b(?:what|which) (?:time|hour)\b", re.I),
    lists=re.compile(
        r"^(?P<head>.{2,80}?\b(?:are|is|were|include|includes|be))\s+(?P<list>.+,.+\sand\s.+|.+\sand\s.+)$",
        re.I,
    ),
    earmarks=re.compile(
        r"\b(?:budget|aside|kitty|pot|spend|savings?|grant|funding|funds?|allowance|total of)\b",
        re.I,
    ),
    operation=words_in(
        "cheapest smallest lowest least shortest fewest dearest expensive priciest costliest "
        "largest biggest highest longest most youngest oldest total altogether together add up sum "
        "come combined difference left leave leaves remaining how many much else one ones first "
        "second third fourth "
        "fifth sixth last after once cost costs costing mention mentioned list everything all now "
        "much spend money"
    ),
    thousands=",",
    decimal=".",
)
