"""Dutch words without information: greetings, praise, wishes, polite questions."""

from tidemark.nlp.dutch.corrections import CORRECTIONS
from tidemark.nlp.patterns import any_of, line_alternatives

# Lead-ins of a clause. After most of these words the verb comes first ("gelukkig heb ik"), so they
# are removed only before a comma.
LEAD_INS = any_of(
    rf"^{CORRECTIONS.labels.pattern}",
    line_alternatives(
        r"""
        (?:hoi|hallo|hey|hé|hai|dag|goedemorgen|goedemiddag|goedenavond)(?:\s+[A-Z][\w'-]*)?
        (?:bedankt|dank(?: je| u)?(?:wel)?)(?:\s+(?:hoor|alvast))?(?:\s+voor\s+[^,.!]{1,40})?
        o ja|oh ja|oja|oh|ah|tja|hm+|haha|nou(?: ja)?|ja|jep|jawel|nee|zeker|tuurlijk|natuurlijk
        oké|ok|okay|prima|goed(?: zo| idee)?|top|super|leuk|fijn|mooi|gelukt|akkoord|afgesproken
        precies|klopt|helder|duidelijk|komt goed|geen probleem|sorry|oeps|helaas|gelukkig|trouwens
        overigens|eigenlijk|kortom|ten eerste|ook|verder|dan|dus|en|maar|want|eerlijk gezegd
        even voor de duidelijkheid|ter info|weet je wat|zoals gezegd|volgens mij|ik denk
        """,
        before="^",
        after=r"(?:\s*[,.!:–—-]+\s*|$)",
    ),
    r"^(?:en|maar|want|dus|oh?|ja|nee|nou|oké|ok)\s+"
    r"(?=(?:ik|we|wij|mijn|onze?|de|het|er|dat|die|niet|toch)\b)",
    r"^(?:ik denk|ik geloof|ik bedoel|noteer|onthoud|weet)(?: even| wel)? dat\s+",
    r"^(?:kun|kan|wil) je (?:onthouden|noteren) dat\s+",
    r"^(?:onthoud|noteer)(?: even)?\s*:\s*(?=.*\b(?:is|zijn|was|waren|heeft|hebben)\b)",
)

# Tails of a clause.
TAILS = any_of(
    r"\s*,\s*(?:hè|toch|ook|graag|oké|ok|of niet|dus)$",
    line_alternatives(
        r"""
        hoor|haha|lol|trouwens|alsjeblieft|alstublieft|aub|svp|dank je(?:wel)?|bedankt|weet je
        zeg maar|of zo|ofzo|en zo|enzo|enzovoort|denk ik|hoop ik|geloof ik|volgens mij
        eerlijk gezegd|overigens|tot nu toe|als dat kan
        """,
        before=r"[\s,–—-]+",
        after="$",
    ),
)

# Polite questions that need no answer.
POLITE_QUESTIONS = any_of(
    line_alternatives(
        r"""
        verder nog|nog iets|kan ik (?:je )?(?:verder|nog|ergens)
        laat (?:het )?(?:me|maar) (?:\w+ )?weten
        helpt (?:dit|dat)|wil je (?:dat ik|meer|nog)|(?:heb|zijn) (?:je|er) nog (?:\w+ )?vragen
        hoe (?:gaat|is|was) (?:het|alles)|alles goed|en (?:met )?(?:jij|jou|jullie)\?|toch\?|hè\?
        of niet\?|snap je\?|weet je\?|wat vind (?:je|jij)(?: ervan)?\?|heb je (?:er )?zin
        klaar om|zullen we (?:beginnen|verdergaan|verder)|lijkt (?:je )?dat (?:\w+ )?(?:wat|goed)
        waarmee kan ik|nog (?:leuke )?plannen|goed\?|oké\?|akkoord\?
        """,
        after="",
    )
)

SMALL_TALK = any_of(
    line_alternatives(
        r"""
        tot (?:morgen|straks|zo|later|dan|ziens|volgende|snel|gauw)|doei|dag|later|goede?n?\w*dag
        goedemorgen|goedenavond|welterusten|slaap lekker|succes|gefeliciteerd|proficiat|sterkte
        veel (?:plezier|succes)|fijne|prettige?|graag gedaan|geen (?:probleem|dank|zorgen|punt)
        bedankt|dank|klinkt|lijkt (?:me|mij)|wat (?:een|leuk|fijn|goed|mooi|jammer|gezellig|lief)
        leuk(?: om|,|!|$)|super|top(?:,|!|$)|gaaf|lekker(?:,|!|$)|gezellig|jammer|sorry
        ik (?:snap|begrijp|hoop|wens) (?:het|dat|je)|ik weet (?:het|wat|dat)
        (?:ik )?ben (?:zo |heel |echt |erg )?(?:blij|trots|benieuwd)|ik kan niet wachten
        ik vind (?:het|dat|dit) (?:een )?(?:heel |echt )?(?:leuk|goed|mooi|fijn|top)
        ik heb er zin in|zin in|dat (?:is|klinkt|lijkt|zou|klopt|snap|dacht)
        het (?:is|was) (?:zo |echt |heel |erg )?(?:leuk|fijn|mooi|geweldig|goed|gezellig|tijd|zover)
        zet hem op|hou vol|je|jij|jullie|kijk|hier (?:is|zijn|heb)|laten we|komt (?:wel )?goed
        """,
        before="^",
    )
)

EMPTY_PRAISE = any_of(
    line_alternatives(
        r"""
        geweldig\w*|super|leuke?|mooie?|fijne?|prachtige?|fantastisch\w*|heerlijke?|lieve?|gaaf
        gezellige?|bijzondere?|belangrijke?|blij\w*|trots\w*|dankbaar\w*|gelukkig\w*|dro(?:om|men)
        passie|steun\w*|inspire\w*|inspir\w+|motiver\w*|waardevol\w*|hoop|hopen|gevoel\w*|voel\w*
        geniet\w*|enthousiast\w*|spannend\w*|samen|wereld|verschil|groei\w*|kracht|moed|beste|beter
        top|lekkere?|rust\w*|liefde|vreugde|plezier
        """
    )
)

# Good intentions and announcements without information.
FILLER = any_of(
    line_alternatives(
        r"""
        zorgen dat|ervoor zorgen|op de juiste manier|de juiste (?:weg|aanpak)|tot nu toe
        (?:deze|volgende|onderstaande) code|huidige (?:code|aanpak)|dat zou|snap|snappen|begrijp
        begrijpen|logisch|beste aanpak|verbeteren|er is iets (?:\w+ )?gebeurd|zoiets|hetzelfde
        """
    )
)

# Advice and resolutions.
CHEERING = any_of(
    r"\b(?:kun|kunt|kan|kunnen|zou|zouden|moet|moeten|zal|zullen|blijf\w*|blijven|doorgaan|"
    r"opgeven|vastberaden|focus\w*)\b"
)
