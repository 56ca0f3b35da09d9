"""Dutch parts of a first question that a title leaves out."""

from tidemark.nlp.pack_fields import TitleRules
from tidemark.nlp.patterns import any_of

_ADVERBS = (
    r"(?:(?:nu|net|ook|eindelijk|sinds kort|momenteel|graag|binnenkort|al|nog|even|wel|"
    r"volgende? (?:week|maand|jaar|zomer)|dit (?:jaar|voorjaar|najaar)|"
    r"deze (?:week|zomer|maand|winter)|in (?:januari|februari|maart|april|mei|juni|juli|augustus|"
    r"september|oktober|november|december)) )*"
)
_LIGHT = (
    r"(?:plan|plannen|organiseer|organiseren|regel|regelen|maak|maken|schrijf|schrijven|bouw|bouwen|"
    r"open|openen|begin|beginnen|start|starten|heb|hebben|koop|kopen|kocht|kochten|zoek|zoeken|"
    r"geef|geven|houd|houden|verhuur|verhuren|leid|leiden|beheer|beheren|run|runnen|laat|laten|"
    r"werk aan|werken aan|(?:ben|zijn) (?:bezig met|op zoek naar)|ben|zijn)"
)
_SUBJECT = r"(?:(?:mijn|ons|onze) [\w' ]{1,30} en )?(?:ik|wij|we)"

TITLES = TitleRules(
    greeting=any_of(
        r"(?:(?:hoi|hallo|hey|hé|hee|dag|goede(?:morgen|middag|navond)|beste \w+)"
        r"(?: (?:daar|allemaal))?|"
        r"bedankt|oké|ok|alsjeblieft|alstublieft|dus|nou)(?!\w)\s*[,.!:–-]*(?:\s+|$)"
    ),
    asking=any_of(
        r"(?:project|onderwerp|vraag|betreft)\s*:\s*",
        r"(?:kun|kan|wil|zou) (?:je|jij|u) (?:me |mij |ons )?(?:alsjeblieft )?"
        r"(?:helpen (?:met |om )?)?",
        r"(?:vertel|geef|toon) (?:me |mij )?(?:eens )?(?:meer )?(?:over )?",
        r"leg (?:me )?uit ",
        r"help (?:me|ons) (?:met |om )?",
        r"(?:ik|we|wij) (?:wil|willen|zou|zouden) (?:graag )?(?:weten )?",
        r"(?:ik|we|wij) (?:moet|moeten) (?:nog )?",
        r"(?:ik|we|wij) (?:heb|hebben) (?:een vraag|vragen) over ",
        r"weet (?:je|u) (?:of )?",
        r"wat (?:is|zijn|was|waren) (?:de |het |een )?",
        r"wie (?:is|was) (?:de |het )?",
        r"hoe (?:kan|moet|zou) (?:ik|je|men) ",
    ),
    clause=any_of(
        r",? (?:omdat|want|zodat|hoewel)\b.*",
        r", (?:en|maar|of|dus|die|dat) .*",
        r",? en (?:ik|wij|we|mijn|onze?|hij|zij|ze|het|er|laat|ga|wil|heb|moet|zoek|maak) "
        r"(?!en\b).*",
        r", (?:het|hij|zij|ze|de|we|wij|ik|mijn|onze?|samen)\b .*",
        r":\s.*",
    ),
    light=any_of(
        rf"{_SUBJECT} {_LIGHT} {_ADVERBS}(?=\w+ )",
        rf"(?:laat|ga|maak|zoek|heb) {_ADVERBS}(?=(?:een|de|het|mijn|onze?) )",
    ),
    subject=any_of(rf"{_SUBJECT} (?:ga|gaan) {_ADVERBS}"),
    article=any_of(r"(?:een|de|het|mijn|ons|onze|wat) "),
    closing=any_of(
        r"\s+(?:te )?(?:plannen|organiseren|regelen|maken|schrijven|kopen|geven|houden|opzetten|"
        r"voorbereiden|uitzoeken|doen|zoeken)$",
        r"\s+(?:alsjeblieft|hier)$",
    ),
    pronoun=any_of(r"(?:het$|dat|dit|die|deze|alles|iets|hem|haar$|er)\b"),
    origin=any_of(r" van (?:\S+ ){1,5}?(?=naar )"),
    joint=any_of(
        r"(?:,| (?:voor|met|van|in|op|bij|door|naar|over|aan|na|tijdens|zonder|om|als|die|dat)|"
        r" (?:tot|en|of)(?! \d)) "  # not within "van 19 tot 21 juni"
    ),
)
