"""Dutch words around text that a person pasted: introductions, letters, headers of mails."""

import re

from tidemark.nlp.pack_fields import PastingCues

_WROTE = (
    r"(?:schreef|schrijft|(?:e-?)?mailde|appte|stuurde|antwoordde|reageerde|plaatste|zei|zegt|"
    r"postte)"
)
_TEXTS = (
    r"(?:(?:e-?)?mails?|mailtje|brief|bericht(?:je)?|appje|tekst|artikel|blog|post|rapport|verslag|"
    r"contract|huurcontract|overeenkomst|transcript|logs?|logbestand|uitvoer|foutmelding|"
    r"nieuwsbrief|persbericht|aankondiging|advertentie|vacature|chat|gesprek|code|script|pagina|"
    r"passage|alinea|fragment|hoofdstuk|verhaal|gedicht|toespraak|handleiding|bestand|document|"
    r"recensie)"
)

PASTING = PastingCues(
    introduces=re.compile(
        rf"\b(?!ik\b)[\w'’]{{1,30}} {_WROTE}\b[^:]{{0,60}}:$|"
        rf"\b(?:de|het|dit|dat|deze|een|zijn|haar|hun|uit|van|volgende|in|[\w'’]{{1,30}}['’]s)\s+"
        rf"(?:[\w-]{{1,30}} ){{0,2}}?{_TEXTS}\b"
        r"(?:(?!\b(?:moet|moeten|wil|willen|zal|kan|te)\b)[^:]){0,80}:$|"
        r"\bwat (?:hij|zij|ze|er|[A-Z]\w{1,30}) (?:schreef|zei|stuurde|mailde|appte)\b[^:]{0,60}:$|"
        r"\b(?:ik (?:kreeg|ontving|vond|las)|(?:kreeg|ontving|vond|las) ik)\b[^:]{0,80}:$",
        re.IGNORECASE,
    ),
    points_at=re.compile(
        r"\b(?:vat|samenvat\w*|vertaal|vertalen|leg|lees|check|controleer|verbeter|herschrijf|"
        r"verkort|analyseer|bekijk|kijk|beantwoord|antwoord\w*|betekent|vind je van)\b"
        r"[^.?!\n]{0,60}\b(?:dit|deze|volgende|hieronder|onderstaande)\b[^.?!\n]{0,60}[.:?!]?$|"
        r"\b(?:dit|deze|het volgende|onderstaande)\b[^.?!\n]{0,40}"
        r"\b(?:samenvat\w*|vertalen|uitleggen|lezen|nakijken|controleren|verbeteren|herschrijven|"
        r"beantwoorden)\b[^.?!\n]{0,20}[.:?!]?$|"
        r"\b(?:dit|het volgende|hieronder|hierin)\b[^.?!\n]{0,40}\b"
        r"(?:samen|betekent|zegt|staat|over)\b"
        r"[^.?!\n]{0,60}[?:]$",
        re.IGNORECASE,
    ),
    greeting=re.compile(
        r"^(?:(?:beste|geachte|lieve)\b[^.?!:]{1,60}|(?:hoi|hallo|hé|hey|dag|goede(?:morgen|middag|"
        r"navond))(?: (?!tidemark\b|daar\b|weer\b|allemaal\b)[^\s,.!?:]{1,30}){1,3})\s*[,!:]?$|"
        r"^l\.?s\.?,$",
        re.IGNORECASE,
    ),
    closing=re.compile(
        r"^(?:(?:met )?(?:vriendelijke|hartelijke|warme|beste|lieve|veel)(?: vriendelijke)? "
        r"(?:groeten?|groet)|groet(?:jes|en)?|hoogachtend|liefs|m\.?v\.?g\.?|alvast bedankt|"
        r"(?:hartelijk )?dank|verstuurd vanaf mijn \w+)\s*[,.!]?(?: [A-Z]\w{1,30})?$",
        re.IGNORECASE,
    ),
    header=re.compile(
        r"\**(?:van|aan|cc|bcc|onderwerp|verzonden|datum|antwoord aan)\**:\**\s*\S", re.IGNORECASE
    ),
    section=re.compile(r"(?:artikel|paragraaf|hoofdstuk|lid) \d", re.IGNORECASE),
    wrote=re.compile(r"\b(?:schreef|schrijft|zei)(?: [^:]{1,60})?:$", re.IGNORECASE),
)
