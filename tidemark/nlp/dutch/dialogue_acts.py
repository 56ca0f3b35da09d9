"""Dutch patterns of questions, requests, offers and thanks."""

import re

from tidemark.nlp.dutch.courtesies import COURTESIES
from tidemark.nlp.pack_fields import DialogueActRules

# After "ik moet" or "ik wil": verbs of tasks, not of plans.
_WANTED = (
    r"plannen|vinden|zoeken|uitzoeken|opzoeken|bouwen|maken|leren|weten|begrijpen|uitvogelen|"
    r"verbeteren|organiseren|opzetten|schrijven|ontwerpen|voorbereiden|bijwerken|opruimen|"
    r"inrichten|repareren|voorspellen|analyseren|vergelijken|kiezen|reserveren|vertalen|"
    r"ontwikkelen|verminderen|onderzoeken|uitbreiden|geven|koken|bakken|opknappen|verbouwen|"
    r"sparen|beleggen|worden|verrassen|beginnen|regelen|samenvatten|berekenen|programmeren|"
    r"overzetten|aanleggen|afvallen|trainen"
)
_ORDERED = (
    r"accepteer|analyseer|antwoord|bedenk|beantwoord|bereken|beschrijf|bewerk|boek|bouw|controleer|"
    r"corrigeer|download|extraheer|formuleer|geef|genereer|help|herhaal|herinner|herschrijf|"
    r"installeer|kies|"
    r"leer|lees|leg|licht|lijst|loop|los|maak|noem|noteer|ontwerp|ontwikkel|onderzoek|orden|"
    r"organiseer|"
    r"plan|praat|programmeer|raad|rangschik|regel|repareer|reserveer|schat|schets|schrijf|som|"
    r"sorteer|splits|stel|stuur|"
    r"teken|toon|trek|update|vat|verander|verbeter|vergelijk|verklaar|verplaats|vertaal|vertel|"
    r"vervang|verwijder|verzamel|verzin|vind|voeg|voer|voorspel|vul|werk|wijzig|zet|zoek"
)
_MATERIAL = (
    r"dataset|datasets|gegevens|data|databases?|spreadsheets?|csv|tabel|tabellen|logs?|logboek|"
    r"bestand|bestanden|document|documenten|concept|essay|essays|rapport|rapporten|verslag|"
    r"verslagen|artikel|artikelen|script|scripts|code|repository|enquête|enquêtes|transcript|"
    r"transcripten|opname|opnames|foto['’]?s|foto|afbeeldingen|pdf['’]?s?|contract|contracten|"
    r"presentatie|presentaties|cv|manuscript|metingen|steekproef|statistieken"
)
_OF_ONESELF = r"(?:ik|we|wij) (?:wil|willen|zou graag|zouden graag|moet|moeten|probeer|proberen)"
# "Plan B is het huisje": the verb is a noun, because another verb follows
_IS_SUBJECT = (
    r"(?!\s+[\w-]*ge\w{2,}(?:d|t|en)\b)"  # "boek teruggebracht"
    r"(?!\s+(?!(?:me|mij|ons|mijn|onze|de|het|een|dat|dit|die|deze|wat|hoe|waarom|welke?|wie|waar|"
    r"wanneer|of|alle|alles|eens|even)\b)[\w-]+"
    r"(?:\s+(?!(?:dat|die|wie|waar|en|of|te|voor|in|van|met|over|om)\b)[\w-]+){0,2}\s+"
    r"(?:is|zijn|was|waren|heeft|wordt|kost|kosten|begint|komt|gaat)\b)"
)
# After the verb of a question without its mark; "heb Joke gesproken" omits its "ik"
_PRONOUN = (
    r"(?:ik|je|jij|u|we|wij|jullie|hij|ze|zij|het|er|dat|die|dit|deze|iemand|iedereen|men|alles|"
    r"iets)\b"
)
_SUBJECT = (
    rf"(?:{_PRONOUN}|(?:de|een|mijn|onze|ons|je|jouw|zijn|haar|hun|al|alle|geen)\b|"
    r"(?-i:[A-Z])[\w'’-]*)"
)
_AUXILIARY = r"(?:is|zijn|was|waren|bent|deed|kun|kunnen|zullen|zouden|mogen|moeten|hadden|hebt)"
_FIRST = r"(?:heb|ben|kan|kon|zal|zou|mag|moet|had|ga|weet|ken|vind|hoef|wil|doe)"
_FINITE = (
    r"(?:is|zijn|was|waren|bent|ben|doet|doen|deed|kan|kun|kunnen|kon|zal|zullen|zou|zouden|mag|"
    r"mogen|moet|moeten|heb|hebt|heeft|hebben|had|hadden|wordt|worden|werd|ga|gaan|komen|lopen|"
    r"eten|vertrekken|beginnen|krijgen|zie|bel|begon|vertrok)"
)

DIALOGUE_ACTS = DialogueActRules(
    courtesy=re.compile(
        r"\W*(?:(?:dank ?je(?: ?wel)?|dank ?u(?: ?wel)?|bedankt|thanks?(?: you)?|merci|thx|cheers|"
        r"ok|bye|lol|wow|jippie|hoera|"
        r"heel erg|hartelijk|alvast|hallo|hoi|hé|hey|hi|dag|doei|doeg|tot (?:ziens|straks|morgen|"
        r"later|de volgende keer)|goede(?:morgen|middag|navond)|goeie(?:morgen|middag|navond)|"
        r"(?:fijne|prettige|leuke) (?:dag|avond|middag|ochtend|weekend)(?: nog)?|fijn weekend|"
        r"welterusten|slaap lekker|hoe (?:gaat|is) het(?: (?:ermee|met (?:je|jou|u)))?|"
        r"oké|oke|prima|top(?:pie|per)?|mooi|fijn|leuk|tof|geweldig|super|perfect|prachtig|heerlijk|"
        r"fantastisch|gaaf|netjes|keurig|haha(?:ha)*|hihi|"
        r"zeker|doe maar(?: zo)?|ga je gang|ja|jep|yes|nee|nope|jawel|jazeker|inderdaad|klopt|"
        r"precies|uiteraard|natuurlijk|geen (?:probleem|dank)|maakt niet uit|"
        r"goed(?: (?:zo|gedaan|bezig))?|begrepen|snap ik|"
        r"ik snap het|helder|duidelijk|laat maar|klinkt goed|komt goed|(?:dat|dit) (?:is|was) "
        r"(?:alles|fijn|goed|mooi|handig|het|top|leuk|genoeg)|zal ik doen|doe ik|dan|voor "
        r"(?:nu|vandaag)|voor (?:alles|je hulp|de hulp|de moeite)|"
        r"(?:je|jij|u) (?:bent|ben) (?:echt |een )*(?:geweldig|top(?:per)?|super|de beste|lief|"
        r"goud waard|held)|wat (?:fijn|leuk|goed|mooi|handig)|"
        r"nou|wel|hoor|klaar|is goed|graag(?: gedaan)?|je hulp|eens|echt|heel|allemaal|weer|"
        r"daar (?:kan ik (?:weer )?mee (?:vooruit|verder)|heb ik (?:echt )?(?:wat|veel) aan)|"
        r"dat (?:is een pak van mijn hart|scheelt (?:weer|een hoop)|lucht op)|"
        r"(?:weer )?een zorg minder|wat een opluchting|goed om te (?:weten|horen)|"
        r"en(?= (?:dank|bedankt))|zeg)"
        r"(?!\w)\W*)+",
        re.IGNORECASE,
    ),
    thanks=re.compile(
        r"\W*(?:(?:mooi|ok[eé]?|super|top|prima|fijn|ah|oh)\W+)*(?:heel erg |hartelijk )?"
        r"(?:dank ?je(?: ?wel)?|dank ?u(?: ?wel)?|bedankt|thanks|merci|thx)\b(?: hoor)?\W*"
        r"(?:voor [^\d?,;:]{1,60}|(?:je|jij|u) (?:bent|hebt|helpt) [^\d?,;:]{1,40}|"
        r"(?:(?:dat|dit|het) )?(?:is|was|helpt|scheelt|hielp|bespaart|werkt)\b[^\d?,;:]{0,50})\W*",
        re.IGNORECASE,
    ),
    disputes=re.compile(
        r"\W*(?:(?:nee|sorry|maar|volgens mij)\W+)*(?:(?:je|jij|u) (?:hebt|heb|heeft) het "
        r"(?:mis|fout)|"
        r"(?:dat|dit|het) (?:klopt niet|is (?:fout|onjuist|verkeerd|een vergissing|"
        r"niet (?:waar|juist|goed|zo)))|fout|klopt niet|niet waar|onjuist)\W*",
        re.IGNORECASE,
    ),
    requests=re.compile(
        r"(?:^|[.!?\n]\s{0,4}|[,;:]\s{0,4}(?=(?:kun|kan|wil|zou|kunt) (?:je|jij|u)\b|help me\b))"
        r"(?:(?:en|nu|dan|dus|oké|ok|ook|hé|hoi|alsjeblieft|graag) )*(?:"
        r"(?:kun|kan|wil|zou|kunt) (?:je|jij|u)\b|help me\b|help mij\b|"
        r"doe (?:me|mij|ons)(?: (?:eens|maar|even))* (?:een|wat|nog)\b|"
        rf"(?:{_ORDERED}){_IS_SUBJECT}\s+[\w'‘“]|"
        r"laat (?:(?:me|mij|ons|eens|even|nog) )*(?:(?!dat\b)[\w'’-]+ ){1,5}?(?:eens |even "
        r")*zien\b|"
        r"(?:ik|we|wij) heb(?:ben)? (?:wat )?(?:hulp|advies|tips|ideeën) nodig|"
        r"(?:(?:een|de|het|mijn|ons|onze|korte?|hele) )*(?:samenvatting|overzicht|"
        r"(?:taken)?lijst(?:je)?|to-?do(?:s|['’]s|-?lijst(?:je)?)?)\b[^.:,;?!\n]{0,30}"
        r"\b(?:graag|alsjeblieft|alstublieft|aub|svp|pls)\W*$|"
        r"(?:ga|gaat) (?:maar )?(?:door|verder)\b|(?:iets |wat |veel )?(?:korter|langer|"
        r"uitgebreider|"
        r"simpeler|eenvoudiger|formeler)(?: graag| alsjeblieft| aub)?\W*$|nog een keer\W*$)",
        re.IGNORECASE,
    ),
    wishes=re.compile(
        r"(?:^|[.!?:;,\n]\s{0,4})(?:(?:en|nu|dan|dus|oké|ok|ook|hé|hoi) )*(?:"
        rf"{_OF_ONESELF}\b(?=[^.?!]{{0,60}}\b(?:te )?(?:{_WANTED})\b)|"
        rf"{_OF_ONESELF}\b(?=[^.?!]{{0,60}}\b(?:zijn|hebben|gaan|doen)\b)|"
        r"(?:ik|we|wij) (?:ben|zijn) (?:op zoek naar|geïnteresseerd in)|(?:ik|we|"
        r"wij) zoek(?:en)?\b|(?:ik|we|wij) heb(?:ben)? (?:een|nieuwe?) \w+ nodig)",
        re.IGNORECASE,
    ),
    asks_advice=re.compile(
        r"(?:^|[.!?:;,\n]\s{0,4})(?:(?:en|nu|dan|dus|oké|ok|ook|hé|hoi) )*(?:"
        r"(?:wat|welke?|hoe|waar) (?:kan|kunnen|moet|moeten|zal|zullen) (?:ik|we)\b(?! (?:nog|"
        r"ook)\b)|wat zijn (?:goede|leuke|de beste)\b)",
        re.IGNORECASE,
    ),
    asks_to_be_told=re.compile(
        r"\b(?:vertel|zeg|herinner|help)(?: je| jij)? (?:me|mij|ons)\b.{0,20}\b(?:wat|wanneer|wie|"
        r"wiens|waar|welke?|of|waarom|hoe(?:veel)?(?! (?:ik|je|we) .{0,40}\bkan))\b|"
        r"\b(?:kun|kan|kunt) (?:je|jij|u) (?:me|mij|ons) (?:nog |even |ook )*"
        r"(?:vertellen|zeggen)\b|"
        r"\b(?:weet|herinner) (?:je|jij|u) (?:je )?(?:nog|misschien|toevallig)\b",
        re.IGNORECASE,
    ),
    asks_to_keep=re.compile(
        r"^\W*(?:(?:kun|kan|wil|zou) (?:je|jij|u) (?:alsjeblieft )?)?(?:ook )?"
        r"(?:(?:onthoud|onthouden|noteer|noteren|bewaar|bewaren|schrijf op|zet erbij)"
        r"(?: (?:even|ook|alsjeblieft|voor me))*(?: dat\b|\s*:)|"
        r"stel je voor\s*[,:!])|"
        r"^\W*(?:maak (?:er|daar)|doe)(?: toch| maar)* (?:de (?=\d)|€?\s?(?=\d)|(?=\w+dag\b))"
        r"(?!\d+ (?:woorden|regels?|zinnen|alinea|pagina|punten|tekens)\b)",
        re.IGNORECASE,
    ),
    dictates=re.compile(
        r"^\W*(?:(?:oké|ok|kun je|kan je|wil je|alsjeblieft|en|nu|dus|hier is|dit is)\W+)*"
        r"(?:(?:maak|begin|start|open|schrijf|noteer|houd?|zet)(?: me| voor (?:me|mij|ons)| even|"
        r" eens| maar| er)*(?: een| de| het| mijn| ons| onze)*(?: nieuwe?)? |"
        r"(?:een|de|het|mijn|onze?|nieuwe?) (?:nieuwe? )?|(?=(?!de|het|een)\w*lijst(?:je)?\b))"
        r"(?P<called>lijst(?:je)? (?:genaamd|met de naam) [\"“‘']?)?"
        r"(?P<head>(?(called)[^\"“”:?,.\n]{2,40}?|(?:(?!van\b)[\w'’-]+ ){0,2}?[\w-]*lijst(?:je)?\b"
        r"(?: (?:voor|van|met|om|bij|naar|op)\b[^:?\n]{1,50}?)?))"
        r"(?(called)[\"”’']?(?::|,? met\b)|(?::|\s[-–—]))\s+"
        r"(?P<list>[^?]+)$",
        re.IGNORECASE,
    ),
    asks=re.compile(
        r"^(?:max|maximaal|hooguit|ongeveer) hoeveel\b|"
        r"^[^.;!?]{4,80}[,:] (?:hoeveel|wat (?:is|kost|kosten|wordt))\b[^,.;!?]{2,60}$|"
        r"^\W*(?:(?:en|maar|dus|oké|ok|nou|hé|hoi|ook|oh|sorry)\W+)*(?:(?:wie|wiens|welke?|waarom|"
        r"hoeveel)\b|(?:in|op|aan|bij|met|naar|tot|van|vanaf|voor|uit|sinds|om) "
        r"(?:wie|wiens|welke?|wat|hoeveel|wanneer|hoe laat)\b|"
        r"(?:tegen|over|zonder|na|naast|onder|achter|door|namens) (?:wie|welke?)\b|"
        r"wat\b(?! (?:een|ik|we|wij|hij|ze)\b)|"
        r"hoe\b(?! (?:leuk|mooi|lief|gaaf|fijn|erg|stom|grappig)\b)|"
        rf"(?:wanneer|waar\w*)(?=\W*$|\s+(?:precies|ook|{_FINITE})\b|\s+\w+t\b)|"
        rf"{_AUXILIARY}\s+{_SUBJECT}|{_FIRST}\s+{_PRONOUN}|"
        rf"(?:doet|doen|heeft|hebben|komt|komen|heet|gaat|gaan|staat|ligt|klopt|weten|krijgt|"
        rf"krijgen|woont|kost)\s+(?:{_SUBJECT}|(?!(?:in|op|aan|bij|te|naar|met|van|voor|uit|om)\b)\w+\s+"
        rf"(?-i:[A-Z])))(?! (?:ik al zei|je dat)\b)",
        re.IGNORECASE,
    ),
    asks_of_person=re.compile(
        r"\W*(?:(?:en|maar|dus|ok|oké|nou|hé)\W+)*(?:is|was|heeft|had|komt|gaat|doet|kan|mag|moet|wil|zal|"
        r"speelt|houdt|woont|werkt|eet|drinkt|lust|krijgt|brengt|helpt|rijdt|weet)\s+"
        r"(?P<name>[\w'’-]+)(?:\s+[\w'’-]+){1,6}\W*",
        re.IGNORECASE,
    ),
    turns_to_ask=re.compile(
        r"[,;:-]\s{1,4}(?:(?:en|dus|maar|of)\s+)?(?=(?:kun|kan|wil|zou) je\b|"
        r"(?:kan|kunnen|moet|moeten|mag|mogen|heb|hebben|zal|zullen) (?:ik|we)\b|"
        r"(?:wat|hoe|welke?|wanneer|waar|wie|waarom|is|zijn)\b[^,;]*\?)",
        re.IGNORECASE,
    ),
    resource=re.compile(
        r"^\W*(?:(?:hoi|hallo|hé|ok|oké|nou|dus)\W+)?(?:"
        r"(?:ik|we|wij) (?:heb|hebben)|hier(?: is| zijn| heb je)|dit (?:is|zijn)|"
        r"bijgevoegd(?: is| zijn)?)\s+"
        rf"(?P<object>(?:[\w-]+\s+){{0,4}}?(?:{_MATERIAL})\b"
        r"(?:\s+(?:van|over|op|uit|met|voor|in)\s+(?:[^.?!,;]|(?<=\d)[.,](?=\d)){2,50})?)",
        re.IGNORECASE,
    ),
    resource_words=25,
    settled=re.compile(r"\([^()]+\)\s*$"),
    role_play=re.compile(
        r"^\W*(?:nu )?(?:stel je voor|doe alsof|stel|veronderstel|je bent|jij bent|speel)\b|"
        r"\b(?:de rol|het personage) van\b",
        re.IGNORECASE,
    ),
    own_task=re.compile(
        r"\b(?:mijn|m['’]n|onze|ons|mezelf)\b|^\W*(?:ik|we|wij)\b|\b(?:voor|help) (?:me|mij|ons)\b|"
        r"\b(?:kan|kunnen|zou|moet|moeten) (?:ik|we)\b",
        re.IGNORECASE,
    ),
    plans=re.compile(
        r"^\W*(?:plan|organiseer|regel|raad|kun je .{0,30}\b(?:plannen|aanraden|organiseren))\b|"
        r"\b(?:trainings|sport|maaltijd|studie|dieet|schoonmaak)(?:plan|schema|rooster|"
        r"programma)\b",
        re.IGNORECASE,
    ),
    asks_knowledge=re.compile(
        r"\b(?:leg|uitleg|uitleggen|beschrijf|wat (?:is|zijn) (?:de|het|een)\b(?! beste)|wie|"
        r"waarom|"
        r"wanneer|verschil tussen|overzicht|geschiedenis|feit(?:en)?|voor- en nadelen|samenvat\w*|"
        r"vertel (?:me |eens )*(?:iets |meer )?over|tijdlijn|begrijpen)\b",
        re.IGNORECASE,
    ),
    counted=re.compile(
        r"\b(?:twee|drie|vier|vijf|zes|zeven|acht|negen|tien|top|\d+)\b", re.IGNORECASE
    ),
    picks_number=re.compile(
        r"\W*(?:(?:ik (?:bedoel|bedoelde|wil|kies)|doe(?: maar)?|laten we|liever|misschien|"
        r"waarschijnlijk)\s+)?(?:de\s+|het\s+|nummer\s+|optie\s+|nr\.?\s*)*"
        r"(?P<place>[1-6]|een|één|twee|drie|eerste|tweede|derde|laatste|1e|2e|3e|1ste|2de|3de)"
        r"(?:\s+(?:optie|keuze|mogelijkheid|lezing))?"
        r"(?:,?\s+(?:graag|alsjeblieft|aub|maar|nemen|doen))*\W*",
        re.IGNORECASE,
    ),
    answer_anyway=re.compile(
        r"^\W*(?:(?:geef|doe|probeer) (?:dan |nu )?(?:(?:toch|gewoon|maar) )*"
        r"(?:(?:een )?antwoord|het)|antwoord(?: (?:toch|gewoon|maar))+|doe maar|"
        r"ga (?:maar )?(?:je gang|door))\W*$",
        re.IGNORECASE,
    ),
    changes_subject_openly=re.compile(
        r"\b(?:laat maar|vergeet (?:het|dat)(?: maar)?|trouwens|iets (?:heel )?anders|"
        r"(?:een )?(?:andere vraag|ander onderwerp))\b",
        re.IGNORECASE,
    ),
    courtesies=COURTESIES,
)
