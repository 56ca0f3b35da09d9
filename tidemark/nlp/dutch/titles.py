"""Dutch parts of a first question that a title leaves out."""

from tidemark.nlp.pack_fields import TitleRules
from tidemark.nlp.patterns import any_of

TITLES = TitleRules(
    greeting=any_of(
        r"(?:(?:hoi|hallo|hey|dag|goede(?:morgen|middag|navond)|beste \w+)(?: (?:daar|allemaal))?|"
        r"bedankt|oké|ok|alsjeblieft|alstublieft|dus|nou)\s*[,.!:–-]*(?:\s+|$)"
    ),
    asking=any_of(
        r"(?:kun|kan|wil|zou) (?:je|jij|u) (?:me |mij )?(?:alsjeblieft )?(?:helpen met )?",
        r"(?:vertel|geef|toon) (?:me |mij )?(?:eens )?(?:meer )?(?:over )?",
        r"leg (?:me )?uit ",
        r"help me (?:met )?",
        r"ik (?:wil|zou) (?:graag )?(?:weten )?",
        r"weet (?:je|u) (?:of )?",
        r"wat (?:is|zijn|was|waren) (?:de |het |een )?",
        r"wie (?:is|was) (?:de |het )?",
        r"hoe (?:kan|moet|zou) (?:ik|je|men) ",
    ),
    clause=any_of(
        r",? (?:omdat|want|zodat|hoewel)\b.*",
        r", (?:en|maar|of|die|dat) .*",
    ),
)
