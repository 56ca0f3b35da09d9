"""Profile facts: wishes, limits and facts about a person that outlast one conversation.

Only the person's own messages are read, by rules. Statements with a date or a price belong to their
conversation, passwords nowhere.
"""

import re
from collections.abc import Iterator, Mapping

from tidemark.engines.builtin.extraction import extract
from tidemark.memory.profile import PROFILE_KINDS
from tidemark.nlp.languages import language_pack_for
from tidemark.nlp.patterns import any_of
from tidemark.nlp.word_lists import Language
from tidemark.schema import Item, ItemKind, Message, ProfileStatement, SessionMemory

_MOST_CHARS = 4_000  # a longer message is a text to work on
_TOLD_TOKENS = 200
_ONE_QUESTION = re.compile(r"\s*([^\W\d_]+)[^.!?:;\n]*\?\s*")
_PRICE = r"[€$£]\s?\d|\d[\d.,]*\s?(?:€|\$|£|euros?\b|dollars?\b|pounds?\b)"
_WHO: Mapping[Language, re.Pattern[str]] = {
    "en": any_of(
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
    "nl": any_of(
        r"\b(?:mijn naam is|ik heet|ze noemen me)\b",
        r"\bik ben (?:allergisch|vegetari\w+|vegan\w*|veganist\w*|diabet\w+|linkshandig|doof|blind|"
        r"kleurenblind|dyslectisch|getrouwd|gescheiden|vrijgezel|gepensioneerd|zwanger|geboren)\b",
        r"\bik ben een? (?!beetje\b|fan\b)\w",
        r"\bik kom uit\b",
        r"\bik (?:woon|werk|studeer|geef les|groeide op|spreek|speel|bezit|rijd|draag)\b",
        r"\b(?:ik heb|we hebben|wij hebben) (?:een|twee|drie|vier|vijf|\d+) (?:\w+ ){0,2}"
        r"(?:zoons?|zonen|dochters?|kind(?:eren)?|broers?|zus(?:sen)?|hond(?:en)?|kat(?:ten)?|"
        r"allergie\w*)\b",
    ),
}
_IS: Mapping[Language, re.Pattern[str]] = {  # behind "my sister"
    "en": any_of(r"\W*(?:\w+\W+){0,2}?(?:'s|is|are|has|have|lives?|works?|called|named)\b"),
    "nl": any_of(r"\W*(?:\w+\W+){0,2}?(?:is|zijn|heet|heten|heeft|hebben|woont|wonen|werkt)\b"),
}
_PASSING: Mapping[Language, re.Pattern[str]] = {
    "en": any_of(
        _PRICE,
        r"\b(?:today|tonight|tomorrow|yesterday|right now|at the moment|currently|this (?:time|"
        r"week|weekend|month|year|trip|one|morning|afternoon|evening)|next \w+|last \w+)\b",
        r"\b(?:passwords?|passcode|pin code|pin is|iban|credit card|social security)\b",
    ),
    "nl": any_of(
        _PRICE,
        r"\b(?:vandaag|vanavond|vanmiddag|vanmorgen|vannacht|morgen|overmorgen|gisteren|op dit "
        r"moment|momenteel|deze (?:keer|week|maand|reis)|dit (?:weekend|jaar)|volgende? \w+|"
        r"vorige? \w+)\b",
        r"\b(?:wachtwoord\w*|pincode|toegangscode|iban|creditcard|burgerservicenummer|bsn)\b",
    ),
}


def profile_statements(message: Message) -> tuple[ProfileStatement, ...]:
    """Return what the person says about themself in ``message``, in their own words."""
    cues = language_pack_for(message.content).cues
    is_own = message.role == "user" and len(message.content) <= _MOST_CHARS
    if not is_own or not cues.first_person.search(message.content):
        return ()  # as most messages: nothing more is looked at
    if _only_asks(message.content):
        return ()
    found = extract([message], SessionMemory(), limit_tokens=_TOLD_TOKENS)
    return tuple(
        ProfileStatement(kind, at.text, message.id, at.quote) for kind, at in _lasting(found)
    )


def _only_asks(text: str) -> bool:
    """Whether ``text`` is a single question: "Where did we stay?"."""
    asked = _ONE_QUESTION.fullmatch(text)
    return asked is not None and asked[1].lower() in language_pack_for(text).lexicon.question_words


def _lasting(found: SessionMemory) -> Iterator[tuple[ItemKind, Item]]:
    for kind in PROFILE_KINDS:
        for item in found.items(kind):
            if item.on is None and _is_of_the_person(kind, item.text):
                yield kind, item


def _is_of_the_person(kind: ItemKind, text: str) -> bool:
    cues = language_pack_for(text).cues
    if _PASSING[cues.language].search(text) or not cues.first_person.search(text):
        return False
    if kind != "key_facts" or _WHO[cues.language].search(text):
        return True
    related = cues.relations.search(text)
    return related is not None and bool(_IS[cues.language].match(text, related.end()))
