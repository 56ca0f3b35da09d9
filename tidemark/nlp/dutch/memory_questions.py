"""Dutch patterns of questions about remembered messages and items."""

import re
from collections.abc import Iterable

from tidemark.nlp.pack_fields import CheckQuestion, MemoryQuestions
from tidemark.schema import ItemKind

_ASKED = (
    r"\b(?:wat|welke?|lijst|toon|laat|vertel|geef|noem|heb ik|hebben we|hadden we|had ik|zijn er|"
    r"herinner)\b.{0,40}"
)
_BEGINNING = r"^\W*(?:(?:en|dus|maar|nou)\W+)*"
_STILL = r"(?: (?:nu|nog|tegenwoordig|vooral))?"
_WORKERS = (
    "leraar|lerares|docente?|juf|meester|verpleegkundige|verpleegster|arts|dokter|chirurg|"
    "tandarts|dierenarts|advocaat|jurist|accountant|boekhoudster|boekhouder|ingenieur|"
    "ontwikkelaar|programmeur|ontwerper|architect|elektricien|loodgieter|timmerman|schilder|"
    "tuinman|hovenier|boer|boerin|bakker|slager|kok|ober|serveerster|chauffeur|piloot|agente?|"
    "brandweerman|militair|onderzoeker|student|journaliste?|schrijver|schrijfster|redacteur|"
    "vertaler|bibliothecaris|manager|directeur|adviseur|analist|secretaresse|receptioniste?|"
    "schoonmaker|schoonmaakster|kapper|kapster|therapeut|psycholoog|maatschappelijk werker|"
    "verzorgende|verloskundige|apotheker|monteur|lasser|fotograaf|muzikant|acteur|actrice|"
    "verkoper|verkoopster"
)
# A reminder for the person, and not "een herinnering aan Tom" or "de wekker op stil"
_REMINDER = (
    r"(?:(?:herinnering|reminder|melding)\b"
    r"(?! (?:naar (?!(?:me|mij|ons)\b)|aan (?-i:[A-Z])|"
    r"(?:op|in|bij|aan) (?:de|het|mijn|ons|onze) \w*(?:lijst|notitie|agenda)))|"
    r"(?:wekker|alarm)(?=\W*$|[:,]| (?:voor|morgen|overmorgen|vanavond|vannacht|straks|"
    r"(?:om|op|over|in) (?:\d\w*|half|een|kwart|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|"
    r"twaalf|\w+dag))\b))"
)
_LODGING = r"(?:\w*huis\w*|\w*kamer|hotel\w*|appartement|bungalow|chalet|villa|hut)"
_KINDS: Iterable[tuple[ItemKind, str]] = (
    (
        "todos",
        rf"{_ASKED}\b(?:to-?do['’]?s?|to-?dolijst|takenlijst|(?:mijn|onze|open|openstaande) taken|"
        r"nog te doen|staat er nog open|nog doen|nog (?:allemaal )?moet(?:en)? doen|"
        r"moet(?:en)? (?:ik|we) (?:nog|allemaal|nog allemaal) (?:doen|regelen)|"
        r"moet er nog (?:gebeuren|gedaan worden)|"
        r"(?:klus(?:sen|jes)?|karwei(?:en|tjes)?) .{0,20}\b(?:nog|open|over|wachten|liggen)|"
        r"op (?:mijn|onze) (?:\w*lijst|lijstje))\b|"
        r"^\W*(?:en )?wat moet(?:en)? (?:ik|we) (?:nu |dan )?(?:allemaal )?nog(?: allemaal)?\W*$|"
        r"\b(?:staat|is) er nog (?:iets|wat) (?:open|te doen)\b",
    ),
    (
        "decisions",
        rf"{_ASKED}\b(?:besloten|besluit(?:en)?|beslissing(?:en)?|afgesproken|afspraken|"
        r"overeengekomen|conclusies?)\b",
    ),
    (
        "preferences",
        rf"{_ASKED}\b(?:mijn|onze) (?:\w+ )?(?:voorkeur(?:en)?|smaak|favorieten?)\b|"
        r"\bwat (?:vind|vinden) (?:ik|we) (?:leuk|lekker|fijn|mooi|prettig)\b|"
        r"\b(?:waar|wat) (?:houd|hou|houden|eet|eten|drink|drinken) (?:ik|we) (?:van|graag|"
        r"het liefst)\b",
    ),
    (
        "constraints",
        rf"{_ASKED}\b(?:mijn|onze|de) (?:beperkingen|grenzen|randvoorwaarden|voorwaarden|eisen)\b",
    ),
    (
        "open_questions",
        rf"{_ASKED}\b(?:open vragen|openstaande vragen|onbeantwoord\w*|open punten|nog open)\b",
    ),
    ("key_facts", rf"{_ASKED}\b(?:feiten|kernfeiten)\b"),
)

_TALKED = (
    r"(?:waar|wat) (?:hebben|hadden) we (?:het |het er )?(?:allemaal |tot nu toe |al |net |eerder |"
    r"vandaag |gisteren |laatst |vorige (?:keer|week|maand) |(?:afgelopen |op )\w+dag |vanmorgen )*"
    r"(?:over gehad|over gepraat|over gesproken|besproken|gezegd)(?: eerder| gisteren)?\W*$|"
    r"waar waren we(?: gebleven)?\b|"
    r"waar(?:over)? (?:hadden|hebben) we het(?: over)?(?: gehad)?(?: ook alweer| eigenlijk)*\W*$|"
    r"(?:waar (?:ging|gaat)|waarover (?:ging|gaat)) (?:dit|deze|ons|het|de) "
    r"(?:gesprek|chat)(?: ook alweer| eigenlijk)?(?: over)?\b"
)

_RECAP = (
    r"(?:vat\b(?=.*\bsamen)|samenvatt(?:ing|en)|overzicht|recap|op (?:een |'n )?rij(?:tje)?|"
    r"praat (?:me|mij|ons)(?: \w+)? bij|bijpraten|waar (?:staan we|sta ik|stonden we|we staan)|"
    r"hoe (?:staan we|sta ik|staat het|staat alles)(?: \w+)? (?:er ?)?voor|stand van zaken|"
    r"loop (?:alles|het)(?: \w+){0,2} (?:door|na))"
)
_SUMMARY = (
    r"^\W*(?:(?:geef|maak|toon|zet|kun|kan|wil|je|jij|dat|dit|me|mij|ons|eens|even|nog|een|de|het|"
    r"alles|"
    r"ff|effe|korte?|graag|nu|en|dus|wat is|doe|eens|ok(?:é|ay)?)\W+)*"
    rf"{_RECAP}\b[^.:\n]{{0,60}}\W*$"
)

_OPENING = r"^\W*(?:(?:en|dus|maar|ok(?:é|ay)?|zeg|weet je(?: nog)?)\W+)*"
_CHAT = r"(?:chats?|gesprek(?:ken)?)"
_SAYS = (
    r"(?:gehad|gepraat|gesproken|geschreven|gezegd|verteld|genoemd|besproken|vermeld|genoteerd|"
    r"gemeld)"
)
_WHERE_ELSE = (
    r"(?:in|uit|van) (?:een |een van (?:de |mijn )|de |die |dat |het |mijn |al mijn )?"
    rf"(?:andere?|eerdere?|vorige?|oudere?) {_CHAT}|in een van (?:de|mijn|onze) {_CHAT}"
)

MEMORY_QUESTIONS = MemoryQuestions(
    said_where=(
        re.compile(
            rf"{_OPENING}in (?:welke?|wat voor) {_CHAT} (?:had|heb|hadden|hebben) (?:ik|we) "
            rf"(?:het (?:er )?)?(?:eerder )?over (?P<what>[^?]{{2,80}}?)(?: {_SAYS})?\W*$",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}in (?:welke?|wat voor) {_CHAT} (?:zei|schreef|vertelde|praatte|noemde|"
            r"noteerde) ik (?:iets |wat )?(?:over )?(?P<what>[^?]{2,80}?)\W*$",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}waar (?:(?:schreef|vertelde|praatte) ik (?:iets |wat )?|"
            r"(?:had|hadden) (?:ik|we) het )over (?P<what>[^?]{2,80}?)\W*$",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}in (?:welke?|wat voor) {_CHAT} (?:staat|staan|stond|stonden|ging het over|"
            rf"gaat het over|zit|is|was) (?P<what>[^?]{{2,80}}?)\W*$",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}(?:heb|hebben|had|hadden) (?:ik|we)(?: het)? "
            rf"(?=[^?]*\b(?:ergens(?: anders)?|{_WHERE_ELSE})\b)"
            rf"(?:(?:ergens(?: anders)?|{_WHERE_ELSE}|al(?: eens| eerder)?|ooit|iets|wat|het|"
            rf"over) )*"
            r"(?P<what>(?:(?!\bergens\b|\bin (?:een|de|die|dat|het) (?:andere?|eerdere?)\b)[^?])"
            rf"{{2,80}}?)(?: (?:ergens(?: anders)?|{_WHERE_ELSE}))? {_SAYS}\W*$",
            re.I,
        ),
    ),
    anywhere=re.compile(rf"\s(?:{_WHERE_ELSE})\b", re.I),
    said_about="wat zei ik over {what}?",
    undoes=re.compile(
        r"^\W*(?:(?:oké|ok|kun je|kan je|wil je)\W+)*(?:(?:maak|draai|zet) "
        r"(?:dat|het|dit|de laatste (?:wijziging|verandering)|mijn laatste (?:wijziging|bericht))"
        r"(?: (?:maar|weer))* "
        r"(?:ongedaan|terug)|(?:dat|het|dit)? ?(?:weer )?ongedaan maken|undo)"
        r"(?:,? (?:graag|alsjeblieft|aub))*\W*$",
        re.I,
    ),
    of_oneself=(
        (
            re.compile(rf"{_BEGINNING}(?:hoe oud ben ik|wat is mijn leeftijd)\W*$", re.I),
            re.compile(
                r"\b(?:ik ben|ben ik)(?: nu| pas| net| al)? \d{1,3}(?: jaar)?(?: oud| geworden)?"
                r"(?=[.,!;]|$| (?:en|nu|vandaag)\b)|\bik (?:word|werd) \d|\bmijn leeftijd is \d",
                re.I,
            ),
        ),
        (
            re.compile(
                rf"{_BEGINNING}(?:wat (?:is|was) mijn (?:baan|beroep|werk|functie)|"
                r"wat doe ik (?:voor (?:de kost|werk|mijn werk)|van beroep)|"
                r"wat voor (?:werk|baan) (?:doe|heb) ik)(?: ook alweer)?\W*$",
                re.I,
            ),
            re.compile(
                rf"\b(?:ik werk|werk ik){_STILL} (?:als|bij|voor|in|op)\b|"
                r"\bmijn (?:baan|beroep|functie) is\b|\bvan beroep\b|"
                rf"\b(?:ik ben|ben ik){_STILL} (?:een )?(?:[\w-]+ ){{0,2}}[\w-]*"
                rf"(?:{_WORKERS})\b",
                re.I,
            ),
        ),
    ),
    own_name=re.compile(
        rf"{_BEGINNING}(?:(?:weet|onthoud) je (?:nog )?)?"
        r"(?:(?:wat|hoe) (?:is|was) (?:mijn|m['’]n) (?:eigen |volledige |hele )?"
        r"(?:voor|achter)?naam|(?:mijn|m['’]n) naam|"
        r"hoe (?:ik )?(?:ook alweer )?heet(?:te)?(?: ik)?|wie (?:ik )?ben(?: ik)?)"
        r"(?:,? (?:ook alweer|ook al weer|alweer|nog|eigenlijk|dan))*\W*$",
        re.I,
    ),
    states_own_name=re.compile(
        r"\b(?:[Ii]k heet|[Mm](?:ijn|['’]n) (?:volledige |voor|achter)?naam is|[Nn]oem me|"
        r"[Ii]k ben(?= [A-Z][a-z]+(?: [A-Z][a-z]+)*\b(?:$|[.,!;]| en\b)))"
        r"(?: nu)? [A-Z]"
    ),
    told_about=re.compile(
        r"^\W*(?:(?:en|dus|maar)\W+)*wat (?:zei|zeiden|vertelde|heb|had) (?:ik|we) (?:je )?(?:ook "
        r"alweer )?over (?P<what>[^?]{2,80}?)(?: verteld| gezegd)?\W*$|"
        r"^\W*(?:(?:en|dus|maar)\W+)*wat (?:(?:is|was) (?:de|het|mijn|ons|onze)|voor) "
        r"(?P<noun>[a-z-]+)(?= (?:van|voor|op|bij|wordt)\b|\W*$)",
        re.I,
    ),
    kinds=tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _KINDS),
    todo=re.compile(
        r"^\W*(?:(?:mijn|onze|ons|de|het) )?(?:to-?do(?:[ -]?lijst(?:je)?|['’]?s)?|"
        r"takenlijst(?:je)?|lijstje)(?: (?:graag|alsjeblieft|alstublieft|aub|svp|pls|nu))*\W*$|"
        r"^\W*(?:(?:en|dus|nou|nu|ok(?:é|ay)?|dan)\W+)*(?:wat|welke?|is er|zijn er|staat er|toon|"
        r"geef|noem|laat|lees|heb ik|hebben we|moet ik)\b.*"
        r"\b(?:to-?do\w*|takenlijst|taken|taak|klus(?:sen|jes?)?|openstaa\w*|nog (?:\w+ )?open|"
        r"te doen|te regelen|regelen|(?:moet(?:en)?|dien(?:t|en)) er nog|gebeuren|"
        r"(?:mijn|onze|m['’]n) \w*lijst\w*)\b",
        re.IGNORECASE | re.DOTALL,
    ),
    remains=re.compile(
        r"^\W*(?:(?:en|dus|nou|nu|ok(?:é|ay)?|dan)\W+)*wat (?:blijft|is|rest|rest(?:eert)?|"
        r"hou(?:d|den)?|heb(?:ben)?)(?: (?:er|me|mij|ons|ik|we|wij|dan|nu|nog|daarvan|allemaal))*"
        r"(?: over)?\W*$|"
        r"^\W*(?:(?:en|dus|nou)\W+)*(?:is er |staat er |moet er |moet ik )?(?:nu )?nog (?:iets|"
        r"wat) "
        r"(?:over|open|te doen|doen)?\W*$|^\W*(?:en )?(?:wat|welke) (?:staat|staan|zijn) (?:er )?"
        r"(?:nu )?nog open\W*$|^\W*(?:nog )?(?:over|open)\W*$|"
        r"^\W*(?:(?:en|dus|nou|oké|ok)\W+)*(?:wat (?:nog|verder|moet er nog)|"
        r"(?:verder )?nog (?:iets|wat)(?: anders| meer)?|wat nog meer|anders nog (?:iets|wat))\W*$",
        re.IGNORECASE,
    ),
    again=re.compile(
        r"\W*(?:(?:en|dus|maar|ok[eé]|hoe zit het)\W+)*(?:nu|dan|inmiddels)(?: (?:nog|dan|wel))*"
        r"\W*",
        re.IGNORECASE,
    ),
    everything=re.compile(
        r"\b(?:wat (?:weet|wist|onthoud|onthield) je (?:nog |al |allemaal )*"
        r"(?:(?:over|van) \w|\W*$)|wat heb je (?:allemaal )?(?:onthouden|genoteerd|"
        r"opgeschreven)|"
        rf"{_RECAP}\b(?=.*\b(?:we|ons|onze|mij|mijn|dit|tot nu toe|"
        r"gesprek|alles)\b)|"
        rf"{_TALKED})|"
        r"\bwaar moet(?:en)? (?:ik|we) (?:aan denken|op letten|rekening mee houden) "
        rf"(?:bij|voor|met)\b|{_SUMMARY}",
        re.IGNORECASE,
    ),
    summary=re.compile(rf"\b{_RECAP}\b", re.IGNORECASE),
    last_said=re.compile(
        r"^\W*wat (?:zei|schreef|vertelde) (?:ik|we) (?:net|zojuist|zonet|als laatste|daarnet)?"
        r"(?: ook (?:al)?weer)?\W*$|^\W*wat was mijn laatste (?:bericht|vraag)\W*$",
        re.IGNORECASE,
    ),
    why_alone=re.compile(
        r"\W*(?:(?:en|maar|dus|oh|hm+)\W+)*(?:waarom(?: (?:eigenlijk|niet|dan|ook|alweer|precies|"
        r"is dat|was dat|dat))*|hoezo(?: (?:niet|dan))?|hoe komt dat|"
        r"waarom (?:is|was|werd|wordt|moet|moest|heeft) (?:dat|het|dit|"
        r"die)(?P<more>(?: [\w'’-]+){1,2}))\W*",
        re.IGNORECASE,
    ),
    who_said_so=re.compile(
        r"\W*(?:(?:en|maar|dus)\W+)*(?:wie (?:zei|zegt|vertelde|meldde)(?: (?:me|mij|ons))? "
        r"(?:dat|dit|zoiets)|wie (?:heeft|had) (?:me |mij |ons )?(?:dat|dit) (?:gezegd|verteld|"
        r"gemeld)|"
        r"van wie (?:weet|heb|hoorde) (?:ik|we) dat(?: gehoord)?)(?: ook)?(?: alweer| weer)?\W*",
        re.IGNORECASE,
    ),
    reports=re.compile(
        r"\b(?:zegt|zei|zeggen|vindt|vond|denkt|dacht|vertelt|vertelde|meldde|mailde|appte|belde|"
        r"schreef|volgens|gehoord van|raadt|adviseert|gesproken)\b",
        re.IGNORECASE,
    ),
    repeat=re.compile(
        r"^\W*(?:kun je |kan je |wil je )?(?:herhaal|zeg)\b"
        r"(?: (?:dat|het|dit|je|de|laatste|vorige|antwoord|bericht|nog|eens|keer|een|even))*\W*$|"
        r"^\W*(?:kun je |kan je |wil je )(?:dat|het|je antwoord) (?:nog eens )?herhalen\W*$",
        re.IGNORECASE,
    ),
    about_the_person=re.compile(
        r"\b(?:over|van) (?:mij|me|ons|mezelf)\b|\bwie (?:ben ik|zijn we)\b", re.I
    ),
    talked=re.compile(rf"\b(?:{_TALKED})", re.IGNORECASE),
    of_ourselves=re.compile(
        r"\b(?:ik|me|mij|mijn|m['’]n|we|wij|ons|onze|je (?:zei|vertelde|noemde|stelde)|eerder|"
        r"vorige keer|ook alweer|ook weer|alweer|zoals altijd|zoals gewoonlijk)\b",
        re.IGNORECASE,
    ),
    asks_reminder=re.compile(
        r"^\W*(?:(?:hé|hoi|en|ook|alsjeblieft|(?:kun|kan|wil|zou) (?:je|jij|u)(?: kunnen)?)\W+)*"
        r"(?:(?:zet|maak|stel|plaats|geef|stuur)(?: (?:me|mij|ons|even|eens|dan|ook))* "
        rf"(?:een|de|het|nog een) {_REMINDER}|"
        r"(?:(?:me|mij|ons|even) )*(?:een|de) (?:herinnering|reminder|wekker|alarm|melding)\b.*\b"
        r"(?:zetten|maken|instellen|sturen|plaatsen|geven)\b|"
        r"(?:herinner|waarschuw) (?:me|mij|ons)(?=\W*$| (?!(?:op|om|in) (?:wat|welke?|hoe)\b)"
        r"(?:op|om|over|voor|morgen|overmorgen|vanavond|straks|later|volgende|elke|iedere|\w+dag)\b))",
        re.I,
    ),
    remember=re.compile(
        r"\b(?:herinner me (?:aan|wat|wanneer|wie|waar|welke?|hoe)|"
        r"(?:weet|herinner) je (?:je )?(?:nog )?(?:wat|wanneer|wie|waar|welke?|hoe\w*|mijn|onze|"
        r"ons|dat|of)|"
        r"weet je nog\b|(?:kun|kan) je (?:me |mij )?(?:zeggen|vertellen|herinneren)\b|"
        r"(?:zeg|vertel) (?:me |mij |eens )*(?:wat|wanneer|wie|waar|welke?|hoe) (?:ik|we|mijn|ons|"
        r"onze))",
        re.IGNORECASE,
    ),
    general_advice=re.compile(
        r"^(?!.*\b(?:ik|we) (?:zei|zeiden|vertelde|noemde|had|hadden)\b)(?!.*\b(?:uitgeven|"
        r"besteden)\b)"
        r"(?:.*\b(?:tips|advies|ideeën|suggesties)\b|.*\bde beste manier\b|"
        r"\W*(?:(?:hoe|waar|wat|welke?|wie|wanneer) (?:kan|kunnen|zou|zouden|moet|moeten|mag|"
        r"mogen) "
        r"(?:ik|we)(?! (?:nog|ook|naar|bij|weer|er zijn|vertrekken|betalen)\b)|"
        r"(?:kan|kunnen|zal|zullen|mag|mogen|moet|moeten) (?:ik|we)|(?:kun|kan|wil|zou) je|"
        r"ben je)\b)",
        re.IGNORECASE | re.DOTALL,
    ),
    usual=re.compile(
        r"\b(?:het gebruikelijke|de gebruikelijke|zoals (?:altijd|gewoonlijk|de vorige keer|"
        r"vorige keer)|"
        r"hetzelfde als (?:altijd|de vorige keer|vorige keer|anders)|net als (?:altijd|"
        r"vorige keer|de "
        r"vorige keer))\b",
        re.IGNORECASE,
    ),
    usually=re.compile(
        r"\b(?:altijd|meestal|gewoonlijk|normaal|elke (?:dag|week|maand|keer)|vaste?|liefst|liever|"
        r"favoriete?)\b",
        re.IGNORECASE,
    ),
    who_does=re.compile(
        r"\W*(?:(?:en|dus|ok|nu)\W+)*wie (?:brengt|neemt|bakt|maakt|kookt|koopt|haalt|"
        r"betaalt|boekt|rijdt|regelt|doet|zorgt|(?:gaat|kan|zal|wil)(?=.*\w+en\W*$)) (?:er |nog )*"
        r"(?:de|het|een|voor|ons)\b",
        re.IGNORECASE,
    ),
    checks=(
        CheckQuestion(
            asks=re.compile(
                r"^\W*(?:(?:en|dus|maar|ok)\W+)*(?:wanneer|(?:voor |om |tot )?hoe ?laat) "
                r"(?:moet(?:en)?|dien(?:en)?) (?:we|wij|ik|jullie|ze|gasten) "
                rf"(?:er (?:dan |weer )*uit|eruit|uit (?:het|de|ons|onze) (?!huis\b){_LODGING}|"
                rf"(?:het|de|ons|onze) (?!huis\b){_LODGING} uit)(?: zijn| dan| weer)*\W*$",
                re.I,
            ),
            says=re.compile(r"\b(?:uitcheck(?:en|tijd)?|check(?:en)?[- ]?out)\b", re.I),
            otherwise=re.compile(
                r"\b(?:ver(?:trek(?:t|ken)?|laten)|eruit|weg(?:gaan)?|(?:deur|huis) uit)\b", re.I
            ),
            question="Hoe laat is {word}?",
            usual="uitchecken",
        ),
        CheckQuestion(
            asks=re.compile(
                r"^\W*(?:(?:en|dus|maar|ok)\W+)*(?:wanneer|(?:vanaf |om )?hoe ?laat) "
                r"(?:kan|kunnen|mag|mogen) (?:we|wij|ik|jullie|ze|gasten) (?:er ?in|"
                rf"in (?:het|de|ons|onze) {_LODGING}|(?:het|de) {_LODGING} in)(?: dan)?\W*$",
                re.I,
            ),
            says=re.compile(r"\b(?:incheck(?:en|tijd)?|check(?:en)?[- ]?in)\b", re.I),
            otherwise=re.compile(
                r"\b(?:erin|binnen|toegang|ingang|deur(?:en)?|open(?:t|en)?)\b", re.I
            ),
            question="Hoe laat is {word}?",
            usual="inchecken",
        ),
    ),
    of_the_talk=re.compile(
        r"\b(?:heb|hebben|had|hadden) (?:ik|we|wij|je|jij|u)\b.{0,60}\b(?:gezegd|verteld|genoemd|"
        r"gevraagd|besproken|afgesproken|besloten|voorgesteld)\b|"
        r"\b(?:zei|vertelde|noemde|vroeg|stelde) (?:ik|je|jij|u)\b|"
        r"\b(?:bespraken|besloten) (?:we|wij)\b|\b(?:dit|ons) (?:gesprek|chatgesprek)\b",
        re.IGNORECASE,
    ),
    of_a_source=re.compile(
        r"\bvolgens (?:de |het |mijn |ons |onze )?(?P<first>[^,?]{2,60})(?:,|(?=\?|$))|"
        r"\bwat staat er in (?:de |het |mijn |ons |onze )?(?P<second>[^?,]{2,60}?) (?:over|van)\b|"
        r"\bwat (?:zegt|vermeldt|schrijft|meldt) (?:de |het |mijn |ons |onze )?"
        r"(?P<third>[^?,]{2,60}?) (?:over|van)\b|"
        r"\b(?:in|uit) (?:het bestand |het document |de bron )?(?P<fourth>[\w-]+\.\w{2,4})\b",
        re.IGNORECASE,
    ),
    broadly=re.compile(
        r"\bwat (?:staat er in|zegt|vermeldt|schrijft|meldt) .{2,60} over\b|\bvertel (?:me )?"
        r"(?:meer |iets )?over\b",
        re.IGNORECASE,
    ),
    in_order=re.compile(
        r"\b(?:in welke volgorde|de volgorde waarin|op volgorde|tijdlijn|chronologisch\w*|"
        r"stap voor stap|van begin tot eind)\b",
        re.IGNORECASE,
    ),
    of_the_engine=re.compile(
        r"^\W*(?:wie ben je|wat ben je|wat kun je(?: allemaal)?(?: doen)?|wat kan ik (?:hier )?"
        r"(?:doen|vragen)|(?:kun|kan) je me helpen|help(?: me)?|hoe werk je|hoe werkt dit|"
        r"ben je (?:een )?(?:ai|bot|mens|robot|model|echt)\b.*|"
        r"hoe (?:kan ik|stel ik) (?:een |de |mijn )?(?:api-?)?sleutel \w+)\W*$",
        re.IGNORECASE,
    ),
    owned=re.compile(r"\b(?:mijn|m['’]n|onze|ons)\s+(?P<what>\w)", re.IGNORECASE),
    yours=re.compile(r"^(?:je|jullie)\s+", re.IGNORECASE),
    listing="""
        todo todos to-do lijst lijsten lijstje staat staan taak taken besluiten besluit besloten
        beslissing beslissingen afspraak afspraken afgesproken afspreken conclusie conclusies
        voorkeur voorkeuren smaak favoriet favorieten leuk lekker fijn houden beperking
        beperkingen grens grenzen voorwaarden eisen vraag vragen onbeantwoord open openstaand
        openstaande feit feiten kernfeiten tonen toon laten zien herinneren herinner vandaag nog
        klus klussen klusje klusjes gebeuren blijven blijft rest resteert rij rijtje zaken stand
        praten praat loop snel staan openstaan zet zetten
        allemaal doen regelen zeggen gezegd noteren genoteerd onthouden samenvatten samenvatting
        samen maken alles gesprek punt punten besproken alweer weer
        klus klussen gebeuren wachten liggen vlug snel
        vat samen alles alle samenvatting overzicht even ff eventjes kort korte eens geef maak
        pls aub""",
)
