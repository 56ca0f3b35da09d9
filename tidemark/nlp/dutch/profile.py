"""Dutch patterns of lasting and temporary facts about a person."""

from tidemark.nlp.pack_fields import ProfileRules
from tidemark.nlp.patterns import PRICE, any_of

PROFILE = ProfileRules(
    about_self=any_of(
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
    about_relation=any_of(
        r"\W*(?:\w+\W+){0,2}?(?:is|zijn|heet|heten|heeft|hebben|woont|wonen|werkt)\b"
    ),
    passing=any_of(
        PRICE,
        r"\b(?:vandaag|vanavond|vanmiddag|vanmorgen|vannacht|morgen|overmorgen|gisteren|op dit "
        r"moment|momenteel|deze (?:keer|week|maand|reis)|dit (?:weekend|jaar)|volgende? \w+|"
        r"vorige? \w+)\b",
        r"\b(?:wachtwoord\w*|pincode|toegangscode|iban|creditcard|burgerservicenummer|bsn)\b",
    ),
)
