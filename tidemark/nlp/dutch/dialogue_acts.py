"""Dutch patterns of questions, requests, offers and thanks."""

import re

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
    r"leer|lees|leg|licht|lijst|los|maak|noem|noteer|ontwerp|ontwikkel|onderzoek|orden|organiseer|"
    r"plan|programmeer|regel|repareer|reserveer|schat|schets|schrijf|som|sorteer|splits|stel|stuur|"
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

DIALOGUE_ACTS = DialogueActRules(
    courtesy=re.compile(
        r"\W*(?:(?:dank je(?: wel)?|dankjewel|dank u(?: wel)?|dankuwel|bedankt|thanks|merci|thx|"
        r"heel erg|hartelijk|alvast|hallo|hoi|hé|hey|hi|dag|doei|doeg|tot (?:ziens|straks|morgen|"
        r"later|de volgende keer)|goede(?:morgen|middag|navond)|goeie(?:morgen|middag|navond)|"
        r"welterusten|oké|oke|ok|prima|top|mooi|fijn|leuk|tof|geweldig|super|perfect|prachtig|"
        r"zeker|doe maar(?: zo)?|ga je gang|ja|nee|jawel|jazeker|inderdaad|klopt|precies|"
        r"goed(?: zo)?|begrepen|snap ik|"
        r"ik snap het|helder|duidelijk|laat maar|klinkt goed|komt goed|dat (?:is|was) (?:alles|"
        r"fijn|"
        r"goed|mooi|handig|het|top)|zal ik doen|doe ik|dan|voor nu|voor (?:alles|je hulp|de hulp|"
        r"de "
        r"moeite)|nou|wel|hoor|klaar|is goed|graag|je hulp|eens)\W*)+",
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
        r"(?:^|[.!?:;,\n]\s{0,4})(?:(?:en|nu|dan|dus|oké|ok|ook|hé|hoi|alsjeblieft|graag) )*(?:"
        r"(?:kun|kan|wil|zou|kunt) (?:je|jij|u)\b|help me\b|help mij\b|"
        rf"{_OF_ONESELF}\b(?=[^.?!]{{0,60}}\b(?:te )?(?:{_WANTED})\b)|"
        r"(?:ik|we|wij) (?:ben|zijn) (?:op zoek naar|geïnteresseerd in)|(?:ik|we|"
        r"wij) zoek(?:en)?\b|"
        r"(?:ik|we|wij) heb(?:ben)? (?:hulp|advies|tips|ideeën|een \w+) nodig|"
        r"(?:wat|welke?|hoe|waar) (?:kan|kunnen|moet|moeten|zal|zullen) (?:ik|we)\b(?! (?:nog|"
        r"ook)\b)|"
        rf"wat zijn (?:goede|leuke|de beste)\b|(?:{_ORDERED})\s+[\w'‘“]|"
        r"(?:ga|gaat) (?:maar )?(?:door|verder)\b|(?:iets |wat |veel )?(?:korter|langer|"
        r"uitgebreider|"
        r"simpeler|eenvoudiger|formeler)(?: graag| alsjeblieft| aub)?\W*$|nog een keer\W*$)",
        re.IGNORECASE,
    ),
    asks=re.compile(
        r"^\W*(?:(?:en|maar|dus|oké|ok|nou|hé|hoi|ook)\W+)*(?:wie|wiens|wat|welke?|wanneer|waar\w*|"
        r"hoe|hoeveel|is|zijn|was|waren|ben|bent|doet|doen|deed|kan|kun|kunnen|kon|zal|zullen|zou|"
        r"zouden|mag|mogen|moet|moeten|heb|hebt|heeft|hebben|had|hadden|komt|komen|weet|ken|heet|"
        r"gaat|gaan|staat|ligt|klopt|vind)\b(?! (?:ik al zei|je dat)\b)",
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
)
