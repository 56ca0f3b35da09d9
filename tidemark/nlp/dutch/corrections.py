"""Dutch words that deny, correct or replace something said before."""

import re

from tidemark.nlp.corrections import Corrections, person_codes, stems_of

CORRECTIONS = Corrections(
    persons=person_codes(
        "ik:1 me:1 mij:1 mijn:1 m'n:1 we:1 wij:1 ons:1 onze:1 je:2 jij:2 jou:2 jouw:2 jullie:2 "
        "hij:m hem:m zijn:m zij:f haar:f hun:p hen:p"
    ),
    denies=re.compile(r"\b(?:niet|nooit|geen|zonder)\b", re.I),
    ends=re.compile(
        r"\b(?:niet|geen|nooit)\b.{0,60}\bmeer\b|\b(?:gestopt|stop|opgehouden) met\b|\bopgegeven\b",
        re.I,
    ),
    corrects=re.compile(
        r"\b(?:nu|inmiddels|eigenlijk|toch|correctie|sorry|geworden|veranderd|gewijzigd|verzet|"
        r"verhuisd|verplaatst|nieuwe?|voortaan|niet meer|geen .+ meer)\b",
        re.I,
    ),
    labels=re.compile(
        r"(?:kleine )?(?:correctie|rectificatie|update|wijziging|aanvulling|opmerking|let op|sorry|"
        r"p\.?s\.?|n\.?b\.?)\s*[:,–—]\s*",
        re.I,
    ),
    announces=re.compile(
        r"\W*(?:oh?,? |nee,? |wacht,? |kleine )*"
        r"(?:correctie|rectificatie|update|wijziging|sorry|oeps|eigenlijk|ik bedoel(?:de)?)\b",
        re.I,
    ),
    instead=re.compile(
        r"\btoch (?:maar|liever)\b(?!.*\bdan\b)|\bin plaats daarvan\b|\bvan gedachten veranderd\b|"
        r"\bbij nader inzien\b",
        re.I,
    ),
    replaced=(
        re.compile(
            r"(?:\bin plaats van|\bi\.?p\.?v\.?|, (?:en )?niet|\ben niet|\bniet meer|"
            r"\bliever\b.{1,60}?\bdan)\s+(?P<old>[^,.;]+)",
            re.I,
        ),
        re.compile(r"\b(?:niet|geen)\s+(?P<old>[^,.;]+?)\s*(?:,|\bmaar\b)\s*(?!niet\b)\S", re.I),
        re.compile(
            r"\b(?:verander|wissel|verschuif|verschov|verhuis|verplaats|verzet|overgestapt|"
            r"gewijzigd)"
            r"\w*\s+van\s+(?P<old>.+?)\s+naar\b",
            re.I,
        ),
        re.compile(
            r"\bvan\s+(?P<old>.+?)\s+naar\b.*\b(?:veranderd|verplaatst|verzet|overgestapt)\b", re.I
        ),
    ),
    dislikes=re.compile(r"\b(?:haat|hekel|verafschuw|vermijd|kan niet tegen)\w*\b", re.I),
    slots=(
        re.compile(
            r"\b(?:mijn|m'n|onze|ons|de|het)\s+(?P<slot>(?:[\w'-]+\s+){0,3}?[\w'-]+)\s+"
            r"(?:is|zijn|wordt|worden|ligt|begint|vertrekt|komt)\s+(?P<value>.+)",
            re.I,
        ),
        re.compile(
            r"^(?P<slot>(?:[\w'-]+\s+){1,4}?(?:woont?|wonen))\s+(?:\w+\s+)?"
            r"(?:in|bij|op|aan)\s+(?P<value>.+)",
            re.I,
        ),
        re.compile(
            r"^(?P<slot>(?:[\w'-]+\s+){1,4}?werk(?:t|en)?)\s+(?:\w+\s+)?(?:bij|voor)\s+(?P<value>.+)",
            re.I,
        ),
        re.compile(
            r"^(?P<slot>(?:[\w'-]+\s+){1,4}?werk(?:t|en)?)\s+(?:\w+\s+)?in\s+(?P<value>.+)", re.I
        ),
    ),
    contraries=(
        re.compile(r"\b(?:vegetari\w+|vegan\w*)\b", re.I),
        re.compile(r"\beet(?:en)?\s+(?:(?!geen\b)\w+\s+){0,3}(?:vlees|vis|kip|alles)\b", re.I),
    ),
    exclusive=re.compile(
        r"\b(?:liefst|liever|favoriete?|lievelings\w+|voorkeur|ik woon|ik werk|noem me|"
        r"gebruik\w*)\b",
        re.I,
    ),
    head=0,
    frame=stems_of(
        "nu inmiddels eigenlijk toch correctie sorry geworden veranderd gedachten liever liefst "
        "voorkeur hou houd houden haat hekel vind lekker leuk meer altijd nooit gestopt gebruik "
        "gebruiken ga gaan gaat besloten beslissing neem nemen doe kies kiezen plaats "
        "favoriete wil",
        "nl",
    ),
)
