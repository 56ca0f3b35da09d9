"""Dutch cues of preferences, constraints, decisions and todos.

The verb comes second in a Dutch sentence and its other part last: "ik heb Anna gebeld", "morgen
moet ik Anna bellen". So a pattern allows words between the parts, and a clause need not begin with
its subject. `english.cues` explains each pattern.
"""

import re
from itertools import pairwise

from tidemark.nlp.cues import Cues, acts_in
from tidemark.nlp.dutch import small_talk
from tidemark.nlp.dutch.answer_types import RISKY_FOODS
from tidemark.nlp.dutch.lexicon import LEXICON
from tidemark.nlp.english.cues import CUES as ENGLISH
from tidemark.nlp.patterns import any_of, each_of, line_alternatives

_WE = r"(?:ik|we|wij)"
_OUR = r"(?:mijn|m'n|onze|ons)"
_PERSON = rf"(?:{_WE}|{_OUR} \w+)"
_SOME = r"(?:\S+ ){0,8}?"  # between the two parts of a verb
_SUBJECT = (
    rf"(?:{_WE} \S+|{_OUR}(?: \S+){{1,3}} "
    r"(?:is|zijn|was|waren|heeft|hebben|had|gaat|gaan|wil|moet|komt|woont|werkt|wordt|eet|"
    r"drinkt|heet|zit|belt|brengt|neemt|houdt))"
)
_NO_PRONOUN = r"(?!\S+ \S+ (?:het|ze|die|dat|dit|deze|hem|haar|er)\b)"
_QUESTION = line_alternatives(
    r"""
    (?:kun|kan|zou|wil|heb|weet|ken|ga|moet|mag|is|was|zijn|zullen|kunnen|moeten) (?:je|jij|ik|we)
    (?:is|zijn|kan|mag|moet|heeft|gaat|komt) (?:dat|dit|er|het|de|die|mijn)
    hoe (?:kan|moet|zou|doe|lang|veel|laat|duur|ver)|hoeveel|wanneer|waar (?:kan|moet|zijn|is)
    wat (?:is|zijn|doe|moet|kan|zou|kost)|welke|heeft iemand|weet iemand
    (?:enige|nog) (?:tips|ideeën|suggesties)
    """
)
_AT_MOST = line_alternatives(
    r"""
    maximaal|hoogstens|hooguit|ten hoogste|op zijn hoogst|minder dan|niet boven
    onder|binnen|minimaal|minstens|ten minste|op zijn minst|niet (?:meer|langer) (?:\w+ )?dan
    """
)
_ONCE = line_alternatives(
    r"""
    vandaag|vanavond|vanmiddag|morgen|overmorgen|straks|zo meteen|dit weekend|\w+dag(?:avond)?
    (?:deze|volgende|komende) (?:week|maand)
    \d{1,2} (?:jan|feb|maart|apr|mei|jun|jul|aug|sep|okt|nov|dec)\w*
    """
)
_CHORES = line_alternatives(
    r"""
    \w*bellen|\w*halen|\w*kopen|\w*regelen|\w*betalen|\w*sturen|mailen|boeken|reserveren|\w*vragen
    \w*maken|\w*schrijven|\w*leveren|\w*brengen|\w*zeggen|bestellen|repareren|nakijken|\w*zoeken
    opruimen|afronden|plannen|verlengen|annuleren|tekenen|ondertekenen|installeren|testen
    """
)
_I_DO = line_alternatives(
    """
    bel|stuur|mail|app|koop|betaal|regel|boek|haal|breng|vraag|schrijf|maak|lever|bestel|reserveer
    zoek|check|print|teken|zeg|geef|zet|plan
    """
)

_ABLE = line_alternatives(
    """
    eten|hebben|drinken|gebruiken|gaan|reizen|werken|komen|betalen|uitgeven|missen|vliegen|rijden
    blijven|weg|installeren|delen|veranderen|traplopen|lopen|tillen|staan|afspreken
    """,
    before=r" (?:\S+ ){0,8}?",
)

_CHORE = re.compile(_CHORES, re.I)
_INFINITIVE = re.compile(r"[a-zë'-]{2,}(?:en|aan|oen|zien)", re.I)
_WITH_TE = re.compile(rf"\bte {_INFINITIVE.pattern}\b", re.I)
_PURPOSE = re.compile(r"\S om\b", re.I)  # "bellen om de zaal en het terras te reserveren"


def _parts_tasks(before: str, after: str) -> bool:
    """Return whether both texts have a verb: "de slager bellen" and "brood kopen" are two tasks.

    Of verbs with "te", the second is a task only if the first depends on no other: "om te".
    """
    if _WITH_TE.search(after):
        leans = _PURPOSE.search(before) or after.startswith("te ")
        if leans or len(_WITH_TE.findall(before)) != 1:
            return False
    return _has_infinitive(before) and _has_infinitive(after)


def _has_infinitive(text: str) -> bool:
    words = text.lower().replace(",", " ").strip(" .!").split()
    begins = len(words) > 1 and _CHORE.fullmatch(words[0]) is not None  # "bellen met Jan"
    return begins or any(
        _INFINITIVE.fullmatch(word) and before not in LEXICON.determiners | _COUNTS
        for before, word in pairwise(words)
    )


def _is_task(text: str) -> bool:
    """Return whether ``text`` ends in an infinitive after something else: "de heg snoeien"."""
    words = text.lower().strip(" .,").split()
    return len(words) > 1 and _INFINITIVE.fullmatch(words[-1]) is not None and _has_infinitive(text)


_COUNTS = frozenset("de het een twee drie vier vijf zes alle".split())
CUES = Cues(
    language="nl",
    clause_breaks=any_of(
        r"\s*;\s+",
        r"\s+[–—-]+\s+",
        rf"\s*,?\s+(?:maar|dus|al)\s+(?=(?:{_SUBJECT}|het|de|dat|nu)\b){_NO_PRONOUN}",
        rf"\s*,\s+(?:dus\s+)?(?=(?:dus|dan) \w+ {_WE}\b)",
        rf"(?:\s*,\s+(?:(?:en|maar|dus)\s+)?|\s+(?:en|maar|dus)\s+)(?={_QUESTION})",
        rf"\s*,\s+(?:en\s+)?(?={_SUBJECT}\b){_NO_PRONOUN}",
        rf"\s+en\s+(?={_SUBJECT}\b){_NO_PRONOUN}",
    ),
    lead_ins=small_talk.LEAD_INS,
    tails=small_talk.TAILS,
    questions=any_of(
        r"^(?:hoe|wat|waarom|wanneer|waar(?:heen|mee|op|over|voor|aan|in|uit|door|bij)?|wie|"
        r"wiens)\s+"
        r"(?!(?:ik|je|jij|we|wij|hij|zij|ze|het|de|een|dat|die|mijn|onze?|dan ook|ook)\b)\w+",
        r"^(?:welke?|hoeveel|hoelang)\s+\w+\s+\w+",
        r"^(?:toon|laat) (?:me|mij|ons) (?!hoe\b)\w+ \w+",
    ),
    requests=any_of(
        r"^(?:heb|hebt|heeft|hebben|ga|gaat|gaan|kun|kunt|kan|kunnen|wil|wilt|willen|zou|zouden|"
        r"mag|"
        r"mogen|moet|moeten|zal|zullen|is|zijn|was|waren|ben|bent|weet|ken|vind|doet|komt)\s+"
        r"(?:je|jij|ik|we|wij|er|het|dat|dit|de|die|mijn|onze?|iemand|jullie|u|hij|zij|ze|een)\b",
        r"(?<!dan )\b(?:(?:kun|kunt|zou|wil|wilt) (?:je|jij|jullie|u)|kan (?:je|jij|iemand))\b"
        r"|^(?:je|jij) (?:kan|kunt|kun|mag|zou)\b",
        r"^(?:hoe|wat|waarom|wanneer|waar\w*|welke?|wie|wiens|hoeveel|hoelang|hierbij)\b"
        r"|^hier (?:is|zijn|heb)\b",
        r"^(?:help|toon|laat|vertel|leg|geef|beoordeel|stel|maak|schrijf|noem|zoek|vat|som|herhaal|vertaal)\b"
        r"(?! maar)(?! (?:me|mij) (?:voortaan|gewoon)\b)(?!.*\b(?:voortaan|altijd|nooit|geen)\b)",
        r"\bik (?:vraag me af|ben (?:benieuwd|(?:er )?(?:nog )?niet zeker))\b",
        r"\bik (?:heb|wil|zoek|zou) (?:graag |wat |even |je |jouw )*(?:hulp|advies|tips|uitleg)\b",
        r"\bik (?:wil|zou)(?: \w+){0,3} (?:weten|begrijpen|snappen|vragen|horen|zien)\b",
        r"\b(?:heb|weet|ken) (?:je|jij|iemand)\b|\b(?:iemand|nog) (?:tips|ideeën|suggesties)\b",
    ),
    last_joint=any_of(r"[\s,–—-]+(?:en|maar|dus|want|omdat|of|dat|die|al)?\s*$"),
    preferences=each_of(
        r"\b(?:geef|geven|heb|hebben) (?:\w+ ){0,3}(?:de )?voorkeur\b",
        rf"\b{_WE} {_SOME}(?:het )?(?:liefst|liever)\b",
        rf"^(?:het )?(?:liefst|liever) {_SOME}{_WE}\b|^liever (?:geen|niet|met|zonder|wat|een)\b",
        r"\b(?:mijn|onze) (?:\w+ )?(?:lievelings\w+|favoriete?)\b|\bmijn favoriet\b",
        r"\bik ben (?:\w+ ){0,2}(?:gek|dol|verzot|weg) (?:op|van)\b",
        r"\bik ben (?:een |geen |niet zo'n |echt )*(?:grote? )?fan van\b",
        r"\bik (?:hou|houd)\b (?:\w+ ){0,4}?van\b|\b(?:hou|houd) ik (?:\w+ ){0,4}?van\b",
        r"\bik (?:haat|verafschuw) \w+|\bhekel aan\b|\bik kan (?:echt )?niet tegen\b",
        r"\bik vind \S.* (?:lekker|leuk|fijn|vies|vreselijk|heerlijk|prettig|niks|vervelend|saai)$",
        r"\bik (?:eet|drink|lust|wil|draag) (?:\S+ ){0,3}?(?:geen|nooit|niet meer)\b",
        r"^ik (?!(?:weet|wist|dacht|heb|had|ben|was|vind|denk|zeg|zei|voel|moet)\b)\w+ "
        r"(?:altijd|meestal|doorgaans|normaal gesproken|nooit)\b",
        r"^(?:altijd|nooit|voortaan) (?!(?:al|leuk|weer|maar|goed|fijn|iets|wat)\b)\w+",
        r"^graag (?:altijd |voortaan )?(?:geen|zonder|met|in|kort\w*|alleen|\w+ antwoord)",
        r"^(?:antwoord|reageer|schrijf|geef|hou|houd|spreek|leg) .*\b(?:voortaan|altijd|nooit|"
        r"geen)\b",
        r"^(?:gebruik|geef|maak|stel|stuur) (?:\w+ ){0,2}geen\b",
        r"\bnoem (?:me|mij)\b|^(?:antwoord|reageer) (?!op\b)",
    ),
    no_preference=any_of(
        r"\bik (?:hou|houd|haat|vind)\b (?:\w+ )?(?:dat|dit|het|die|deze|jou|je|ervan|daarvan)\b",
        r"\bdaar (?:hou|houd) ik\b|\bvan je\b",
        r"^(?:het|dat|dit|die|deze|ze) (?:is|zijn|was|waren|zou)\b",
        r"\b(?:zou|wil|heb|hou|houd|vind|eet) (?:je|jij)\b|\b(?:jouw|je) (?:favoriete|lievelings)",
    ),
    denies=any_of(
        r"\b(?:niet|nooit|geen|als|dan|tenzij|zonder|wanneer|waar|hoe|wie|dat|die|wat|welke?|of)\b"
    ),
    constraints=each_of(
        rf"{_AT_MOST}(?: de)?\s+[$€£]?\s?\d",
        rf"\b{_OUR} (?:\w+ ){{0,2}}\w*(?:budget|deadline|limiet|dieet|allergie)\b(?! ?(?:app|"
        rf"tool))",
        r"\b(?:het|de|een) (?:\w+ ){0,2}\w*(?:budget|deadline|limiet|maximum) (?:is|van|voor|"
        r"ligt)\b",
        r"\bdeadline (?:van|halen|is|voor)\b|\bheb (?:een|de) (?:\w+ ){0,2}deadline\b",
        r"\b(?:ben|is|zijn|bent) (?:\S+ ){0,4}?(?:allergisch|intolerant|vegetari[eë]r\w*|"
        r"veganist\w*|vegan|"
        r"vegetarisch|veganistisch|diabeet|zwanger|coeliakie)\b",
        r"\b(?:heb|heeft|hebben) (?:een |\w+ )*(?:\w+allergie|coeliakie|diabetes|suikerziekte)\b",
        r"\bkan (?:\w+ ){0,2}niet tegen (?:gluten|lactose|melk|noten|pinda|vis|schaal)\w*",
        rf"\b(?:mag|mogen|kan|kunnen|verdraagt|verdragen) (?:\w+ ){{0,2}}geen {RISKY_FOODS}",
        rf"\b{_WE} (?:kan|kunnen|mag|mogen) (?:\S+ ){{0,3}}?(?:alleen|enkel|slechts|pas|maar)\b",
        r"\b(?:niet|nooit) kan$|\bkan ik (?:\S+ ){0,4}?(?:niet|nooit)$",
        rf"\b(?:{_WE} (?:mag|mogen)|(?:mag|mogen) {_WE}) {_SOME}(?:niet|geen|nooit)\b",
        rf"\b(?:{_PERSON} (?:kan|kunnen)|(?:kan|kunnen) {_WE}|en kan) {_SOME}(?:niet|"
        rf"geen)\b{_ABLE}",
        r"\b(?:het|ze|alles|we|dat|die|dit|er|(?:de|mijn|onze?|haar|zijn) \w+) (?:moet|moeten|"
        r"mag|mogen) "
        r"(?!.*\b(?:leuk|mooi|geweldig|gezellig|zeggen)\b)(?:\S+ ){1,10}?(?:passen|draaien|werken|"
        r"blijven|kunnen|zijn|hebben|kosten|duren|bevatten|ondersteunen|staan|wegen|worden|in|"
        r"bij)\b",
        r"\bmoet(?:en)? .{0,60}\b(?:af|klaar|ingeleverd|binnen|rond|gekeurd|betaald) ?(?:zijn|"
        r"worden)?$",
    ),
    no_constraint=any_of(
        r"^als\b|\?$",
        r"\bniet (?:wachten|geloven|voorstellen|laten|ontkennen|klagen|stoppen)\b",
        r"\bik (?:moet|mag) (?:\w+ )?(?:zeggen|toegeven|bekennen|hopen)\b|\bniet vergeten\b",
    ),
    decisions=each_of(
        rf"\blaten we {_SOME}(?:nemen|kiezen|boeken|kopen|huren|gebruiken|pakken|bestellen|"
        rf"afspreken|zetten|planten|uitnodigen|schilderen|ophangen|vragen|inhuren|serveren|bouwen|"
        rf"beginnen|weglaten|overslaan|toevoegen|koken|bakken|doen|"
        r"reserveren|vertrekken|gaan)\b|\blaten we het (?:op|bij) .+ houden\b",
        rf"\b(?:{_WE} (?:heb|hebben)|(?:heb|hebben) {_WE}|is|zijn) {_SOME}(?:besloten|gekozen|"
        r"uitgekozen|afgesproken|geaccepteerd|afgewezen|eruit|overgestapt)\b",
        r"^(?:afgesproken|besloten) \w+",
        rf"\b(?:{_WE} (?:gaan|ga|kiezen|kies)|(?:gaan|ga|kiezen|kies) {_WE}) (?:\w+ ){{0,3}}?voor\b"
        r"(?! (?:\S+ )?(?:dagen|weken|nachten|uur|maanden|week|zaken|werk|vakantie|het eerst)\b)",
        rf"\b(?:{_WE} (?:neem|nemen)|(?:neem|nemen) {_WE})\b(?! (?:aan|contact|afscheid|deel|"
        rf"dat aan)\b)"
        r"(?!.*\b(?:altijd|meestal|vaak|soms|nooit|elke|iedere|aan|mee|contact)\b)",
        rf"\b(?:{_WE} (?:hou|houd|houden)|(?:hou|houden) {_WE}) het (?:op|bij)\b",
        rf"\b{_WE} (?:gaan|ga) {_SOME}gebruiken\b",
        r"\bdoe (?:dan |toch |mij |me )*maar\b|^doe (?:mij|me) \w+",
        r"\btoch (?:maar|liever)\b(?!.*\bdan\b)",
        r"\bis het (?:toch )?(?:\S+ ){1,3}geworden\b|^dan wordt het ",
        r"^(?:kies|neem|pak|boek|koop|bestel) (?:dan |toch )?maar\b",
        r"\b\w+ wordt het$|^het wordt (?:dus |toch |dan )*(?:de|het|[A-Z0-9]\w*)\b",
        r"^(?:gebruik|neem|kies|boek|pak|koop) .*(?:in plaats van|i\.?p\.?v\.?|voortaan)\b",
        r"\b(?:de|mijn|onze|ons) (?:\w+ )?(?:keuze|keus|beslissing|besluit) (?:is|valt|viel)\b",
        r"\b(?:heb|hebben) (?:me|mij|ons) (?:\S+ ){0,6}?(?:aangemeld|ingeschreven|opgegeven)\b",
    ),
    no_decision=any_of(
        r"\b(?:niet|niks|niets|nooit|geen)\b.{0,40}\b(?:besloten|gekozen|afgesproken|eruit|"
        r"kiezen)\b",
        r"\b(?:wat|wanneer|welke?|hoe|of|als|voordat|nog niet)\b.{0,60}\b(?:besloten|gekozen|"
        r"kiezen|"
        r"afgesproken|eruit|nemen|gaan)\b",
        r"\blaten we (?:hopen|eerlijk|afwachten|zien|kijken|verder)\b",
        r"^(?:dat|die|dit|deze) \w+ (?:ik|we|wij)$",
        r"\bneem (?:contact|de tijd|gerust|even)\b",
        r"\?$",
    ),
    reminders=each_of(
        r"\bherinner (?:me|mij|ons) (?:er ?)?aan,? (?:om )?(?P<what>.+)",
        r"\b(?:zet|maak|stel|plaats) (?:\w+ )?een (?:herinnering|reminder)\b[^:]{0,30}?"
        r"(?::\s*| (?:om|aan|dat) )(?P<what>(?!\d).+)",
        r"\bherinner (?:me|mij|ons) (?P<what>(?:\S+ ){1,5}?(?:er ?)?aan .+)",
        r"\ber ?aan (?:te )?herinneren,? (?:om )?(?P<what>.+)",
        r"\bherinneren aan (?P<what>.+)",
        r"\bdenk (?:je |jij )?er ?aan,? (?:om )?(?P<what>.+)",
        r"\b(?:me|mij) (?:aan )?(?P<what>(?!er ?aan).+?) (?:te )?herinneren\b",
        r"\b(?:to-?do|te doen|actiepunt)\b\s*[:–-]\s*(?P<what>.+)",
        r"^zet (?:op|in) (?:mijn|de|het) \w*lijst\w*\s*[:,]?\s*(?P<what>.+)",
        r"\bzet (?P<what>.+?)(?: maar| even)? op (?:mijn|de|het) \w*lijst\w*",
        r"^niet vergeten\s*[:,–-]?\s*(?:om )?(?P<what>.+)",
    ),
    task_heading=any_of(
        r"^(?:(?:dus|en|nu|ook|nog|wat|er|is|zijn|ik|we|moet|moeten|heb|staat|op|voor|mijn|onze|de|"
        r"het|een|paar|deze|week|vandaag|morgen|verder)\W+)*"
        r"(?:vergeet niet|niet vergeten|onthoud|"
        r"to-?do\w*|(?:te )?(?:doen|regelen|klussen)|taken|takenlijst\w*|klus(?:sen|jes)|"
        r"openstaand\w*|actiepunten|(?<=mijn )lijst\w*|(?<=onze )lijst\w*)"
        r"(?: (?:nog|voor (?:mij|ons|vandaag|morgen|deze week)|tot nu toe))*$"
    ),
    is_task=_is_task,
    no_reminder=any_of(
        r"^(?:nog )?(?:aan )?(?:wat|hoe|waarom|waar|wie|wanneer|welke?|of|als|je|het|dit)\b"
    ),
    todos=each_of(
        r"\b(?:vergeet (?:\w+ )?niet|laat (?:me|"
        r"mij) niet vergeten),? (?!dat\b)(?:om )?(?P<what>.+)",
        r"\bvergeet (?:\w+ )?niet,? dat (?P<what>(?:ik|we|wij) .*\bmoet(?:en)? \S.*)",
        r"\bik mag (?:\w+ )?niet vergeten,? (?:om |dat )?(?P<what>.+)",
        r"\b(?:ik|we|wij) (?:moet|moeten|dien|dienen) (?:nog |ook |wel |echt |even |dringend )*"
        r"(?P<what>.+)",
        r"^(?P<what>(?:\S+ ){1,5}(?:moet ik|moeten we) (?:\S+ )+\S+)",
        r"\ber (?:moet|moeten) nog (?P<what>.+)",
        r"^(?P<what>(?!als )[^?]{3,80}?\bmoet(?:en)? (?:nog )?(?:(?:uiterlijk|voor|vóór) )+"
        r"(?:\S+ ){1,4}(?:betaald|geboekt|besteld|verstuurd|teruggestuurd|ondertekend|verlengd|"
        r"ingeleverd|geannuleerd|bevestigd|gereserveerd|opgehaald)(?: zijn| worden)?\b.*)",
        r"^ik zal (?P<what>.+)",
        r"^(?P<what>(?:bel|bestel|koop|betaal|boek|stuur|mail|reserveer|app|print|regel) "
        r"(?!(?:me|mij|ons|het|dat|maar|jij|je)\b)(?:\S+ ){0,5}?(?:vóór|voor|uiterlijk|morgen|"
        r"vandaag|vanavond|vanmiddag|op \w+dag|deze week|volgende week)\b.*)",
        r"^(?P<what>(?:bel|koop|betaal) (?!(?:me|mij|ons|het|dat|maar|jij|je)\b)"
        r"(?:(?:de|het|een|mijn) )?\w+)$",
        rf"^(?:nog |ook )*(?P<what>(?!(?:ik|we|wij|hij|zij|ze|je|jij|wil|kan|mag|ga|niet|te)\b)"
        rf"(?:(?!te\b)\w+ ){{1,3}}{_CHORES}(?: (?:uiterlijk|voor|vóór|vandaag|morgen)\b.*)?)$",
        rf"^(?:ik|we) (?:ga|gaan) (?P<what>(?=.*{_ONCE}).*{_CHORES}(?: \S+){{0,5}})$",
        rf"^(?P<what>ik {_I_DO} (?=.*{_ONCE}).+)",
        rf"^(?P<what>(?=.*{_ONCE})(?:\S+ ){{1,3}}?{_I_DO} ik\b.*)",
    ),
    no_todo=any_of(
        line_alternatives(
            r"""
            waarom|hoe|wat|dat|die|wie|waar|je|jij|of|het|hem|ervan|ermee|eraan|erom|er|niet|nooit
            altijd|alleen|toch|hier|daar|iets|eens|zeker|waarschijnlijk|nu|straks
            """,
            before=r"^(?:(?:nog|ook|wel|echt|even|dan|gewoon) )*",
        ),
        line_alternatives(
            """
            zeggen|toegeven|bekennen|weten|begrijpen|snappen|(?<![dt] )zijn|(?<![dt] )worden
            (?<!af )(?<!klaar )hebben
            wennen|lachen|denken
            kiezen|beslissen|leren|wachten|werken|blijven|geloven|oppassen|opletten|missen|hopen
            """,
            after="$",
        ),
        r"^(?:zeggen|toegeven|bekennen|weten|snappen|begrijpen)\b|^\S+$|\?$",
    ),
    done=any_of(
        r"^(?!.*\b(?:niet|geen|nooit|moet|moeten|nog te|vergeten)\b).*"
        + line_alternatives(
            r"""
            gedaan|klaar|af|gelukt|rond|(?:\w{0,5})ge\w{2,}(?:d|t|en)|betaald|verstuurd|verzonden
            besteld|verlengd|verteld|bezocht|ondertekend|overgemaakt|afgehandeld
            """
        )
    ),
    undone=any_of(
        r"\b(?:niet|geen|nooit|moet|moeten|nog (?:te|even|steeds)|vergeten|zal|zullen)\b"
    ),
    finished=any_of(
        r"\b(?:gedaan|klaar|af|gelukt|rond|geregeld|afgehandeld|afgerond|afgevinkt|akkoord|"
        r"achter de rug|in orde|binnen|de deur uit|de post op)\b(?! van)",
        r"\b(?:doet|doen) het(?: weer| nu| al)?\b|\bwerkt(?: weer| nu| al|[!.]|$)",
        r"\bal\b.{0,40}\b(?:liggen|staan|hangen|binnen)\b|\bhoeft niet meer\b",
    ),
    is_done=any_of(
        r"\b(?:is|zijn|was|waren|wordt|werd) (?:\S+ ){0,3}?(?:\w{0,6}ge\w{2,}(?:d|t|en)|"
        r"(?:be|ver|ont|her)\w{2,}(?:d|t|en))\b"
    ),
    acts=acts_in(
        """
        bellen opbellen spreken: gebeld opgebeld gesproken
        betalen overmaken voldoen: betaald overgemaakt voldaan
        kopen aanschaffen bestellen: gekocht aangeschaft besteld
        halen ophalen lenen: gehaald opgehaald gekregen geleend
        boeken reserveren: geboekt gereserveerd
        sturen versturen opsturen doorsturen mailen aanleveren inleveren indienen: gestuurd \
            verstuurd opgestuurd doorgestuurd gemaild aangeleverd ingeleverd ingediend
        schrijven: geschreven
        vragen aanvragen opvragen: gevraagd aangevraagd opgevraagd gehoord
        vertellen doorgeven: verteld doorgegeven
        inschrijven aanmelden registreren: ingeschreven aangemeld geregistreerd
        printen afdrukken: geprint afgedrukt
        repareren maken bijmaken: gerepareerd gemaakt bijgemaakt
        schoonmaken wassen opruimen: schoongemaakt gewassen opgeruimd
        opzeggen afzeggen annuleren: opgezegd afgezegd geannuleerd
        verlengen: verlengd
        checken nakijken controleren: gecheckt nagekeken gecontroleerd
        bezoeken: bezocht
        bevestigen: bevestigd
        meten uitmeten opmeten: gemeten uitgemeten opgemeten
        regelen: geregeld
        """
    ),
    parts_tasks=_parts_tasks,
    accepts=any_of(
        line_alternatives(
            r"""
            ja|jep|jawel|zeker|tuurlijk|natuurlijk|oké|ok|okay|prima|goed|top|perfect|super
            afgesproken
            akkoord|deal|mee eens|doe(?:n)? (?:maar|we|dat)|laten we dat doen|(?:dat )?is goed|graag
            lijkt me (?:\w+ )?(?:goed|prima|leuk|fijn|wat)|klinkt (?:goed|prima)|goed idee|precies
            dat doen we|helemaal goed|fijn
            """,
            before=r"^(?!.*\b(?:niet|geen|liever|te duur)\b)(?!.*(?<!doe )(?<!dat )\bmaar\b)",
        )
    ),
    proposes=each_of(
        r"\bik stel voor(?: om| dat we)?,?\s+(?P<what>.+)",
        r"\bik raad (?:je |jullie )?(?P<what>.+?) aan\b",
        r"\bik zou (?P<what>.+)",
        r"\b(?:mijn (?:voorstel|advies)(?: is)?|voorstel)\s*[:,]?\s+(?P<what>.+)",
        r"\bwat (?:dacht|vind|vinden|zeg) (?:je|jij|jullie) van (?P<what>.+?)\??$",
        r"\b(?:zullen|kunnen) we (?:dan |misschien |anders )*(?P<what>.+?)\??$",
        r"\b(?:zal|moet) ik (?:dan )?(?P<what>.+?)\??$",
        r"\b(?:we|jullie|je) (?:kunnen|kunt|kan|zouden|zou) (?:ook |dan |"
        r"misschien )*(?P<what>.+?)\??$",
        r"\blaten we (?P<what>.+?)\??$",
        r"\bwil(?:len)? (?:je|jullie) dat ik (?P<what>.+?)\??$",
    ),
    cannot_answer=any_of(
        r"\bweet ik (?:\w+ )?(?:niet|niets|niks)\b|\bik weet (?:\w+ ){0,3}(?:niet|niets|niks)\b",
        r"\bgeen idee\b|\b(?:niets|niks) (?:\w+ ){0,2}(?:gevonden|gezegd|bekend)\b",
        r"\b(?:dat|hier) kan ik (?:\w+ )?niet\b|\bhier (?:nog )?(?:niets|niks)\b",
        r"\b(?:ik kan|kan ik|ik heb|heb ik) (?:\S+ ){0,6}?(?:niet|niets|niks|geen)\b"
        + line_alternatives(
            """
            beantwoorden|antwoorden|zeggen|helpen|vinden|gevonden|doen|informatie|gegevens
            """,
            before=r"(?: \S+){0,3}? ",
        ),
        r"\bik ben (?:er )?niet zeker\b",
    ),
    no_model=any_of(r"\b(?:geen|zonder) taalmodel\b"),
    polite_questions=small_talk.POLITE_QUESTIONS,
    small_talk=small_talk.SMALL_TALK,
    empty_praise=small_talk.EMPTY_PRAISE,
    filler=small_talk.FILLER,
    cheering=small_talk.CHEERING,
    first_person=any_of(r"\b(?:ik|me|mij|mijn|m'n|mijzelf|mezelf|we|wij|ons|onze)\b"),
    second_person=any_of(r"\b(?:je|jij|jou|jouw|jullie|u|uw)\b"),
    leaning=any_of(
        line_alternatives(
            r"""
            nadat|voordat|terwijl|als|zoals|misschien|hoewel|ofschoon|omdat|tenzij|totdat|wanneer
            zodra|ondanks|doordat|zodat|want
            """,
            before=r"^(?:(?:hoi|ja|nou|en|maar|dus|ook|oh),? )?",
        )
        + r"(?!.*, (?:\w+ (?:ik|we|wij|hij|zij|ze|het|er|de|mijn)|dan)\b)",
        r"^om (?=.*\bte \w+n\b)(?!.*, \w+ )",
    ),
    dangling=any_of(
        r"^(?:het|dat|die|dit|deze|ze|er) (?:is|zijn|was|waren|wordt|kan|moet|heeft|hebben|had|"
        r"ging|gaat|"
        r"lijkt|werd|zou|komt|blijft|vind|doe)\b",
        line_alternatives(
            r"""
            hij|zij|ze|hem|hen|hun|dan|daar|daar\w+|er\w+|niet|net|zelfs|alleen|zoals|zodat|vooral
            omdat|want|terwijl|waar\w+|wie
            """,
            before="^",
        ),
    ),
    wants_more=any_of(
        line_alternatives(
            """
            is|zijn|was|waren|ben|van|voor|op|in|aan|bij|met|naar|tot|sinds|vanaf|dan|en|of|de|het
            een|mijn|onze|ons|deze|dit|die|dat|over|als|zoals|om|na|te|door|tegen
            """,
            after="$",
        )
    ),
    events=any_of(
        line_alternatives(
            r"""
            ging|gingen|kreeg|kregen|kwam|kwamen|nam|namen|maakte|kocht|vond|verloor|won|begon|gaf
            vertelde|zag|las|bezocht\w*|startte|stopte|verhuis\w*|verhuizen|trouwde|werd|werkte
            ontmoet\w*
            leerde|schreef|speelde|probeerde|gebruikte|koos|besloot|besloten|had
            (?:\w{0,5})ge\w{3,}(?:d|t|en)
            geweest|aangenomen|ontvangen|overgestapt|begonnen|verloren
            """
        )
    ),
    relations=any_of(
        rf"\b{_OUR} (?:\w+ ){{0,2}}"
        + line_alternatives(
            r"""
            naam|baan|werk|baas|vrouw|man|partner|vriend\w*|zoon\w*|dochter\w*|kind\w*|moeder|mama
            ma
            vader|papa|pa|ouders|broer\w*|zus\w*|oma|opa|schoon\w+|neef\w*|nicht\w*|tante|oom
            team\w*
            bedrijf|hond\w*|kat\w*|huis\w*|appartement|flat|auto|verjaardag|school|studie|opleiding
            project|app|website|boek|winkel|atelier|scriptie|collega\w*|buur\w*|mentor
            """
        ),
        r"\bik ben (?:een |\d+|uit |afkomstig |werkzaam |opgegroeid |geboren |verhuisd )",
        r"\bik (?:woon|werk|studeer|kom uit|heet)\b|\b(?:woon|werk) ik\b",
    ),
    # Injected orders are often in English.
    orders_to_reader=any_of(
        r"\b(?:negeer|vergeet) (?:alle |al |de |je |mijn )*"
        r"(?:vorige|eerdere|voorgaande|bovenstaande|instructies?|opdrachten)\b",
        r"\b(?:systeemprompt|je bent (?:nu |vanaf nu )?een (?:ai|assistent|taalmodel)|als ai)\b",
        r"\bvat (?:dit|het|bovenstaande) (?:\S+ ){0,3}?samen\b|\bsamenvatting van (?:dit|"
        r"het gesprek)\b",
        ENGLISH.orders_to_reader.pattern,
    ),
    purpose=any_of(
        r",? (?:om|zodat|omdat|want|voordat)\b.*"
    ),  # "call Anna to reserve": the purpose of an act
)
