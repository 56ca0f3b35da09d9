"""Dutch words of questions about lists and amounts."""

import re

from tidemark.nlp.pack_fields import Counting, words_in

_NUMBERS = "een twee drie vier vijf zes zeven acht negen tien elf twaalf"
_ORDINALS = "eerste tweede derde vierde vijfde zesde zevende achtste"

COUNTING = Counting(
    least=re.compile(r"\b(?:goedkoopste?|kleinste?|laagste?|minste?|kortste?|jongste?)\b", re.I),
    most=re.compile(r"\b(?:duurste?|grootste?|hoogste?|langste?|meeste?|oudste?)\b", re.I),
    total=re.compile(
        r"\b(?:in totaal|totaal|bij elkaar|samen|opgeteld|alles bij elkaar|al met al)\b", re.I
    ),
    difference=re.compile(r"\b(?:verschil|scheelt|hoeveel (?:goedkoper|duurder|meer))\b", re.I),
    left=re.compile(
        r"^(?!.*\balles\b).*\b(?:hoeveel|wat)\b.*\b(?:over|overblijft|resteert|rest)\b", re.I
    ),
    left_after=re.compile(r"\b(?:na|zonder|min)\b(?P<spent>.+)", re.I),
    how_many=re.compile(r"\bhoeveel\b", re.I),
    others=re.compile(r"\b(?:wie|wat|welke?)\b.*\b(?:nog meer|anders|verder)\b", re.I),
    members=re.compile(
        r"^\W*(?:en |maar |dus )?(?:wat|welke?|wie)\b.*\b(?:zijn|is|waren|was|hebben|heb|had|"
        r"zitten|gaan|gaat|komen|er)\b",
        re.I,
    ),
    ordinal=re.compile(
        rf"\b(?:de|het|mijn|onze|ons) (?P<nth>{_ORDINALS.replace(' ', '|')}|laatste|"
        r"[1-8](?:e|ste|de))\b",
        re.I,
    ),
    ordinals={word: place for place, word in enumerate(_ORDINALS.split())} | {"laatste": -1},
    numbers={word: place for place, word in enumerate(_NUMBERS.split(), 1)} | {"één": 1},
    apiece=re.compile(
        r"\b(?:p\.?p\.?|elk|per (?:persoon|stuk|keer|nacht|dag|week|maand|kaartje|kind))\b", re.I
    ),
    joined=re.compile(r",?\s+en\s+|,\s+"),
    clock_time=re.compile(r"\bhoe laat\b|\bwelk (?:uur|tijdstip)\b", re.I),
    lists=re.compile(
        r"^(?P<head>.{2,80}?\b(?:zijn|is|waren|bestaat uit))\s+(?P<list>.+,.+\sen\s.+|.+\sen\s.+)$",
        re.I,
    ),
    earmarks=re.compile(
        r"\b(?:budget|opzij|pot|potje|besteden|spaargeld|subsidie|fonds|totaal)\b", re.I
    ),
    operation=words_in(
        "goedkoopst goedkoopste kleinste laagste minste kortste duurste duurst grootste hoogste "
        "langste langst meeste totaal elkaar samen opgeteld verschil scheelt over resteert hoeveel "
        "nog meer anders verder eerste tweede derde vierde vijfde zesde laatste na zonder kost "
        "kosten noemde genoemd noemen lijst alles alle nu geld tussen zit drie vier vijf"
    ),
    thousands=".",
    decimal=",",
)
