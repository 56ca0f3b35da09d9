"""Dutch words for amounts of money: their subjects, and calculations with them."""

import re

from tidemark.nlp.pack_fields import LedgerWords, words_in
from tidemark.nlp.patterns import any_of

_PEOPLE = (
    "mensen|personen|gasten|volwassenen|leden|deelnemers|man|vrienden|kinderen|collega['’]?s|"
    "familieleden"
)
_COUNTED = "twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf"
_BEFORE_NAMES = (
    "Eigenlijk|Ook|En|Maar|O|Oh|Ok|Oké|Nee|Ja|Nou|Nu|Dus|Sorry|Wacht|Helaas|Gelukkig|Correctie"
)
# "Nora, Ravi en Tom", "Mijn buurvrouw Nora, haar man en hun twee kinderen"
_NAMED = r"(?:(?:[Mm]ijn|[Oo]nze|[Oo]ns) [a-z]+ )?[A-Z][\w’'-]+"
_OF_NAMED = rf"(?:haar|zijn|hun) (?:(?:{_COUNTED}|\d+) )?[a-z]+"
_PEOPLE_NAMED = (
    rf"(?:(?:{_BEFORE_NAMES})[,:]? )?"
    rf"(?!(?:We|Wij|Jullie|Het|Dat|Dit|Die|Deze|Er|Ik|{_BEFORE_NAMES})\b)"
    rf"(?P<names>{_NAMED}(?:(?:, | en | & )(?:{_NAMED}|{_OF_NAMED}))*)"
)

COMES_ANYWAY = (  # after a name: " appte: hij komt toch"
    r"(?: (?:net )?(?:appte?|belde|belt|mailde|mailt|schreef|schrijft|zei|zegt|laat weten|"
    r"liet weten)[:,]?(?: dat)? (?:hij|zij|ze))?(?: (?:kan|kunnen|komt|komen|gaat|gaan) "
    r"toch(?: wel| nog)*(?: (?:mee|komen|meekomen|mee komen))?|"
    r" toch (?:wel |nog )*(?:kan|kunnen|komt|komen|kan komen|kunnen komen|meegaat|meegaan))"
    r"(?:[,;] [^?]*|[.!]*)$"
)

LEDGER = LedgerWords(
    fund=any_of(
        r"\b(?:\w*budget|kapitaal|startkapitaal|(?<!per )pot|(?<!per )potje|kas|fonds|spaargeld|"
        r"subsidie|beurs|"
        r"lening|te besteden|opzij(?:gezet)?|hooguit|hoogstens|maximaal|"
        r"niet meer (?:uitgeven )?dan|"
        r"(?:kan|kunnen|mag|mogen) (?:we |ik )?(?:\S+ ){1,5}uitgeven|"
        r"niet boven)\b",
        r"^\W*in (?:de|het|ons|onze|mijn) \w[\w ]{1,30}? (?:zit|zat|staat) (?:nog )?(?:€ ?\d|"
        r"\d[\d.,]*"
        r" ?euro)",
        r"^\W*(?:er (?:is|zit|staat)|we hebben|ik heb) \W?\d[\d.,]*(?: euro)?"
        r"(?: (?:in|voor|om|te) .*)?\W*$",
    ),
    for_use=any_of(r"\b(?:zet|leg|hou) \S+ opzij voor\b|\buitgegeven aan\b"),
    goal=any_of(
        r"\b(?:\w*doel|streef\w*|nodig hebben|hebben nodig|moeten (?:we|ik) (?:op)?halen|"
        r"wil(?:len)? (?:we |ik )?(?:sparen|ophalen|halen))\b"
    ),
    income=any_of(
        r"\b(?:gespaard|opgehaald|ontvangen|ge(?:eft|ven) (?:ons|me|mij|allebei|elk)|"
        r"gaf|gaven|geef(?:t)? (?=\W?\d)|leg(?:t|gen)? .*\bin|legde\w*|draagt|dragen|bijgedragen|"
        r"bijdrage|doneer\w*|"
        r"gedoneerd|sponsor\w*|gekregen van|kregen van|terugkreeg|teruggekregen)\b"
    ),
    wish=any_of(
        r"\b(?:wil hebben|vraagt|vragen|rekent|zou(?:den)? (?:kosten|zijn)|verkoop\w*|verkocht|"
        r"waard|als|normaal|gewoonlijk|vroeger)\b"
    ),
    offers=any_of(
        r"\b(?:\w*offertes?|\w*opties?|keuzes?|kandidaten|alternatie\w+|aanbieding\w*|"
        r"prijsopgave\w*|"
        r"bod|biedingen|ofwel|of)\b"
    ),
    several=any_of(
        r"^\W*(?:(?!(?:ik|we|wij|hij|zij|ze)\b)[a-z'’-]+ ){0,2}[a-z]{2,}(?:en|s)\b(?: (?:bij|van|"
        r"in|uit|voor)\b.*)?$"
    ),
    chooses=any_of(
        r"\b(?:(?:we|ik|wij) (?:nemen|neem|kiezen|kies|gaan voor|ga voor|boeken|boek|huren|huur|"
        r"hebben \S+ (?:gekozen|genomen|geboekt|besteld))|gekozen|wordt het|het wordt|"
        r"(?:is|zijn) het geworden|het is geworden|^(?:neem|kies|doe maar|boek)|"
        r"laten we \S+ nemen)\b"
    ),
    free=any_of(
        r"\b(?:gratis(?! \w)|cadeau|voor niets|voor niks|hoeft niet|hoeven niet|vervalt|vervallen|"
        r"niet nodig|gaat niet door|gaan niet door|leent ons|kunnen we lenen|mogen we lenen|"
        r"krijgen we te leen)\b"
    ),
    spends=any_of(
        r"\b(?:\w*kosten|uitgaven|uitgegeven|betaald|gekocht|rekening(?:en)?|aankopen|lasten)\b"
    ),
    costs=any_of(
        r"\b(?:is|zijn|was|waren|wordt|worden|kost(?:te|en|ten)?|voor|à|van|op|ongeveer|rond|circa|"
        r"nu|betaald|komt|naar|maar|nog|bij|af|uit|mee|tegen|opzij|gaf|kwam|erbij|vraagt|rekent)"
        r"(?: (?:ongeveer|rond|circa|maar|nu|nog|slechts|op|uit|zo'n|een extra))?\W*$"
    ),
    clause=any_of(
        r"\b(?:is|zijn|was|waren|heeft|hebben|had|woont|opent|wordt)\b",
        r"\b(?:"
        r"van|tot|om|op|in|afdeling|kamer|nummer|nr|perron|lijn|spoor|tram|bus|bladzijde|"
        r"hoofdstuk|maat|poort|vak|verdieping|klas|groep|jaar|week|dag|\w*straat|\w*weg|"
        r"\w*laan|\w*plein|deel|versie|kavel"
        r")\W*$",
    ),
    no_money=any_of(
        r"\b(?:jaar oud|leeftijd|verjaardag|code|pin|telefoon\w*|wachtwoord|uur|"
        r"afdeling|kamer|bladzijde|maat|graden|km|kilometer|kilo|gram|mg|ml|liter|minuten|"
        r"procent|\w*straat|\w*weg|\w*laan|adres|\w*nummer|geboren|weegt|meet|scoorde|gewonnen|"
        r"verloren|(?:hij|zij|ze|ik|mama|papa|ma|pa|opa|oma|we|wij) (?:is|was|wordt|ben|"
        r"zijn) \d+)\b"
    ),
    ranges=re.compile(r"\s*(?:tot|of|à|-|–)\s*\W?\d", re.I),
    is_word=re.compile(r"(?:is|was|wordt|werd)", re.I),
    ends=re.compile(
        r"(?:\W*\b(?:nu|eigenlijk|al|tot nu toe|in totaal|bij elkaar|samen|uit|op|kwijt|erbij|"
        r"voor .*|(?:een|per) (?:jaar|maand|week|nacht|dag|persoon|stuk|portie|uur)|elk|"
        r"p\.?p\.?|ieder|euro|euros|meer|extra|met .*|omdat .*|want .*|niet|geworden|"
        r"ongeveer|of zo|zo ongeveer|toch|inclusief .*|incl\w*.*|eenmalig|per keer))*\W*",
        re.I,
    ),
    apiece=re.compile(
        r"[^\w,;:.!?]{0,3}(?:euro'?s?)?\s*(?:elk|ieder|p\.p\.|pp|(?:per|de)\s+(?P<of>(?!maal|"
        r"hele|helft|rest)[a-z]+))(?!\w)",
        re.I,
    ),
    for_what=re.compile(r"\bvoor (?P<of>[^\W\d_][^.,;:?!]*)", re.I),
    used_for=re.compile(r"\s*(?:euro'?s?)?\s*(?:voor|aan|bij|van)\b", re.I),
    each_gives=re.compile(r"\b(?:elk|allebei|ieder)\b", re.I),
    asks_sum=re.compile(
        r"\bhoeveel (?:geld|heb|hebben|verdien\w*|mag|kan|levert|krijg|krijgen)\b|"
        r"\bwat (?:heb|hebben|verdien\w*|levert) (?:ik|we|dat|wij)\b",
        re.I,
    ),
    asks_owed=re.compile(
        r"\b(?:schuldig|krijg(?:en)? (?:ik|we) nog|moet(?:en)? (?:hij|zij|ze|ik|we) (?:\S+ "
        r"){0,3}?nog "
        r"(?:terug|betalen)|nog (?:terug|tegoed|open)|openstaan\w*)\b",
        re.I,
    ),
    lends=re.compile(r"\b(?:geleend|leende|leen|schuldig|voorgeschoten)\b", re.I),
    repays=re.compile(
        r"\b(?:terugbetaald|terug(?:gegeven|gekregen|gestort)?|afgelost|betaalde .* terug|"
        r"gaf (?:me|mij|ons))\b",
        re.I,
    ),
    lasts=re.compile(
        r"^(?!.*\b(?:om|tot|vanaf|tussen) \d).*\b(?:gewerkt|getraind|gestudeerd|geoefend|gesport|"
        r"gereden|geslapen|gespeeld|besteed|gemaaid|geschilderd|geholpen)\b",
        re.I,
    ),
    laid_out=re.compile(
        r"\s*(?:euro'?s?)?(?: (?:daar)?van)? (?:ging|gaat|is|was) (?:(?:op|al|gisteren|vandaag) )*"
        r"(?:naar|aan|opgegaan aan|uitgegeven aan)\b|"
        r"(?: euro)? (?:af|uit) voor\b",
        re.I,
    ),
    other_of=re.compile(
        r"\b(?:de andere|het andere|een andere?|een tweede|de tweede) (?P<of>[a-z-]{3,})\b", re.I
    ),
    another=re.compile(r"\b(?:weer|nog (?:een|eens)|opnieuw|alweer)\b", re.I),
    so=re.compile(r"\W*(?:en )?dus\b", re.I),
    it_is=re.compile(
        r"\W*dus(?: nu| maar)?\W*|\W*(?:(?:dus|en|maar|nu|dan)\W+)*(?:(?:het|dat|dit|die)(?: is|"
        r" was| wordt| kost| werd|"
        r" komt op)|(?:hij|ze|zij) kost(?:te)?|(?:is|wordt|kost) (?:het|dat|die))(?: (?:nu|maar|"
        r"nog|dan|dus))*\W*",
        re.I,
    ),
    owes_me=re.compile(
        r"\b(?:krijg|krijgen) (?:ik|we|wij)\b|\b(?:ik|we|wij) (?:krijg|krijgen)\b|"
        r"\b(?:me|mij|ons) nog\b.{0,60}\bschuldig\b|\bmoet(?:en)? (?:me|mij|ons) (?:nog )?|"
        r"^\W*(?:en\W+)?(?:ik|we) (?:heb|hebben) .{0,80}\b(?:geleend|voorgeschoten)\b",
        re.I,
    ),
    advance=re.compile(
        r"\b(?:aanbetaald|aanbetaling|vooruit ?betaald|voorschot|al .{0,20}betaald|alvast)\b", re.I
    ),
    asks_owed_to_me=re.compile(
        r"\bhoeveel (?:geld )?(?:krijg|krijgen) (?:ik|we) (?:in totaal )?nog(?: (?:terug|in totaal|"
        r"van (?:iedereen|ze|hen)|binnen))*\W*$|\bhoeveel (?:zijn|is) (?:ze|men|iedereen) "
        r"(?:me|mij|ons) (?:nog )?schuldig\b",
        re.I,
    ),
    asks_how_much=re.compile(
        r"^\W*(?:(?:en|dus|maar|ook alweer)\W+)*(?:hoeveel|wat) (?:is|zijn|was|waren|kost|kosten|"
        r"kostte|kostten)\b(?!.*\b(?:over|meer|minder|nog|per|samen|totaal|elkaar|na|met|"
        r"zonder)\b)",
        re.I,
    ),
    at_price=re.compile(r"(?:\b(?:voor|à|a)|@)\s*\W?$", re.I),
    own_verb=re.compile(
        r"\b([a-z]+) (?=(?:ik|we|wij|ze|zij)\b)|"
        r"\b(?:ik|we|wij|ze|zij)\b.*?\b(ge[a-z]+|[a-z]+en)\W*$",
        re.I,
    ),
    amount_before=re.compile(
        r"(?:\b(?:voor|kost|kostte|betaald|(?:diensten|dagen|lessen|keer) van|een van|nog|à|x)|"
        r"[€@×])$",
        re.I,
    ),
    label_before=re.compile(
        r"\b(?:week|dag|maand|ronde|wedstrijd|deel|fase|stap|les|nummer|nr\.?|team|groep|baan)\s+$",
        re.I,
    ),
    earned=any_of(
        r"\b(?:(?:mijn|ons|onze|zijn|haar|hun) (?:\w+ )?(?:salaris|loon|inkomen|pensioen|aow|"
        r"uitkering|omzet|inkomsten)|(?:ik|we|wij) (?:verdien|verdienen|verdiende|verdienden)"
        r"(?= \W?\d)|omzet|aow|"
        r"contributie is|\w*loon|uurtarief|ik (?:krijg|reken)(?= \W?\d))\b"
    ),
    for_group=re.compile(
        r"\s*(?:euro'?s?)?\s*(?:voor|per) (?:een |de |elke? |het )?(?P<of>[a-z-]{3,})\b", re.I
    ),
    asks_received=re.compile(
        r"\b(?:hoeveel|wat)\b.*\b(?:krijg|krijgen|kregen|ontvang\w*|opgehaald|verdien\w*|omzet|"
        r"inkomsten|binnengekomen|komt er binnen|sponsorgeld|(?:betalen|geven|leggen|dragen) (?:ze|"
        r"zij) (?:samen|bij elkaar|in totaal))\b",
        re.I,
    ),
    asks_net=re.compile(r"\b(?:\w*winst|netto)\b", re.I),
    times=re.compile(r"(?:^|\s)(?:à|a|x|×|@|van)\s*\W?$", re.I),
    former=re.compile(r"\b(?:niet|in plaats van|i\.?p\.?v\.?|eerst|van eerst|geen)\s+\W?$", re.I),
    joint=re.compile(r"\s+(?:en|plus|&)\s+", re.I),
    people=re.compile(
        rf"\b(?P<a>\d+|{_COUNTED}) (?:{_PEOPLE})\b|"
        rf"\b(?:groep|gezin) van (?P<b>\d+|{_COUNTED})\b|"
        rf"\b(?:met|zijn met|met z['’]n|met zijn|zijn we met|ons) (?P<c>\d+|{_COUNTED})"
        r"(?:en|ën|n)?\b(?! (?:euro|uur|dag\w*|week|weken|uit|eruit))|"
        r"\bmet (?:z['’]n|zijn|ons) (?P<d>vijven|zessen)\b",
        re.I,
    ),
    some_leave=re.compile(
        rf"^(?P<lead>[a-z]+,? )?{_PEOPLE_NAMED} (?:"
        r"(?:kan|kunnen|komt|komen|gaat|gaan|doet|doen) (?:(?:helaas|toch|dan|ook|er) )*"
        r"niet\b(?! door)|"
        r"(?:is|zijn) (?:(?:helaas|toch|dan|ook|er) )*niet bij\b|"
        r"(?(lead)(?!)|(?:(?:(?:heeft|hebben) (?:zich )?(?:\w+ )?(?:afgezegd|afgemeld)|zegt af|"
        r"zei af|haakt af|is ziek|(?:meldt|melden|meldde) (?:zich )?(?:\w+ )?af|"
        r"(?:is|zijn) verhinderd|"
        r"zijn ziek|zeggen af|haken af)\b|"
        r"(?:is gestopt|stopt(?: ermee)?|vertrekt|gaat weg|is weg|is eruit|verlaat "
        r"(?:ons|de \w+))(?= (?:in|per|met|na|op|dus|want|omdat)\b|\W*$|[,;]))))"
    ),
    measures=words_in(
        "uur uren dagen nachten weken minuten kilometers km punten stappen calorieën "
        "bladzijden woorden leeftijd temperatuur gewichten afstand scores stemmen gasten "
        "mensen rondjes keer"
    ),
    light=words_in(
        "kosten prijs totaal bedrag geld extra ander maar euro beetje ver nu helft rest "
        "ding bestelling oj hé nieuwe betaald betalen uitgegeven gekocht kwijt"
    ),
    asks_count=re.compile(
        r"\bhoeveel (?!(?:is|zijn|er|heb|hebben|hou|houdt|houden|blijft|geld|euro|van|nog|"
        r"daarvan|we|ik|"
        r"geven|geef|gaf|kost|kosten|betaal|betalen|moet|moeten|ben|dat|maakt|komt)\b)\w+",
        re.I,
    ),
    asks_left=re.compile(
        r"^(?!\W*(?:en )?waar(?:over)? (?:gaat|ging|hadden))(?!.*\bom te (?!besteden|betalen)\w)"
        r"(?!.*\b(?:lijst|lijstje|taken|klussen|todo|wensen|dingen|alles|"
        r"open)\b)"
        r"(?!.*\bhoeveel (?!(?:is|er|heb|hebben|hou|houdt|houden|blijft|zit|zat|geld|euro|uur|"
        r"uren|van|"
        r"nog|"
        r"daarvan|we|ik)\b)\w+).*"
        r"\b(?:over(?! (?:de|het|een|dat|dit|die|mijn|ons|onze|hem|haar|hen|jou)\b)|overblijft|"
        r"overhoud\w*|overgebleven|resteert|rest|resterend\w*|(?:zit|zat|is) er (?:nu |dan )*nog "
        r"in|"
        r"nog in (?:de|het) \w+\W*$)\b",
        re.I,
    ),
    asks_needed=re.compile(
        r"\bhoeveel (?:\w+ ){0,4}?(?:nog nodig|tekort|te kort)\b|"
        r"(?<!wat heb ik )(?<!wat hebben we )(?<!wat hebben wij )"
        r"\b(?:nog|hoeveel) (?:te gaan|nodig|tekort)\b|\bhoeveel ontbreekt\b|"
        r"\bhoeveel moet(?:en)? (?:we|ik|er) nog (?:\w+ )?(?:sparen|ophalen|bij)\b|"
        r"\bhoeveel (?:kom|komen) (?:ik|we) (?:nog )?(?:te kort|tekort)\b",
        re.I,
    ),
    asks_each=re.compile(
        r"\bp\.?p\b|\bper (?:persoon|hoofd|man|deelnemer)\b|\bde man\b|\bieder(?:een)?\b|\belk\b|"
        r"\b(?:ge)?de(?:eld|len) (?:door|met) (?:z['’]n |ons |zijn )?(?P<n>\w+)\b|"
        r"\bver(?:deeld|delen) over (?P<m>\w+)\b|"
        r"\bmet (?:z['’]n|ons|zijn) (?P<o>\w+) (?:\w+ ){0,2}?(?:delen|gedeeld|verdelen)\b",
        re.I,
    ),
    asks_own=re.compile(r"\bbetaal\w*\b.*\bzelf\b|\bzelf\b.*\bbeta", re.I),
    points=re.compile(r"\b(?:dat|dit|die|deze|daarvan|ze)\b|^\W*(?:dus |en )?(?:in )?totaal", re.I),
    asks_attending=re.compile(
        r"^\W*(?:(?:en|dus|nu)\W+)*wie (?:komen|komt|gaan|gaat|zijn|is|doen|doet)"
        r"(?: er| nu| dan| allemaal| nog)*(?: mee| bij)?(?: allemaal)?\W*$",
        re.I,
    ),
    asks_number_attending=re.compile(
        r"^\W*(?:(?:en|dus|nu)\W+)*hoeveel (?:mensen|personen|gasten) hebben we"
        r"(?: er| nu| dan| nog| in totaal)*\W*$|"
        r"^\W*(?:(?:en|dus|nu)\W+)*(?:met )?hoeveel (?:mensen |personen |gasten |man |vrienden )?"
        r"(?:komen|gaan|doen|zijn)(?: er| we| nu| dan| allemaal| nog)*(?: mee| bij| komen)?\W*$",
        re.I,
    ),
    asks_absent=re.compile(
        r"^\W*(?:(?:en|dus|nu)\W+)*wie (?:kan|kunnen|komt|komen|gaat|gaan|doet|doen)"
        r"(?: er| nu| dan| allemaal)* niet(?: mee| bij| komen| meer)*\W*$|"
        r"^\W*(?:(?:en|dus|nu)\W+)*wie (?:heeft|hebben)(?: er| zich| allemaal)* afgezegd\W*$",
        re.I,
    ),
    row_of_us=re.compile(
        r"\b(?:[Dd]at zijn|[Hh]et zijn|[Ww]e zijn|[Ww]e gaan|[Mm]et|[Oo]ns:) "
        r"(?P<row>(?:[A-Z][\w’'-]+(?:, | en | & )){1,9}(?:en |& )?(?:ik|mij|me))\b",
    ),
    row_of_names=re.compile(
        r"(?:\b(?:ik|[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)?), ){1,12}"
        r"[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)? (?:en|&) (?:ik|mijn \w+|[A-Z][\w’'-]+)"
    ),
    of_somebody=re.compile(r"\b(?:mijn|onze|haar|hun|(?:en|met) zijn)\W*$", re.I),
    of_named=re.compile(r"(?:haar|zijn|hun)\b", re.I),
    paid_by_me=re.compile(
        r"\b(?:ik|we|wij) (?:heb|hebben)\b.*\b(?:betaald|aanbetaald|overgemaakt|gekocht|voldaan)\b|"
        r"\b(?:heb|hebben) (?:ik|we|wij)\b.*\b(?:betaald|aanbetaald|overgemaakt|gekocht|voldaan)\b|"
        r"\b(?:ik|we|wij) (?:betaalde|betaalden|kocht|kochten)\b",
        re.I,
    ),
    paid_by_others=re.compile(
        r"^(?:(?:[Ee]n|[Oo]ok|[Oo]k),? )?"
        r"(?!(?:Ik|We|Wij|Ze|Zij|Jullie|Hij|Het|Dat|Niemand|De|Wie)\b)"
        r"[A-Z][\w’-]+(?: en [A-Z][\w’-]+)? "
        r"(?!.*\b(?:niet|terug|nog|aan (?!mij\b|ons\b)\w+)\b)"
        r"(?:(?:heeft|hebben)\b.*\b(?:betaald|overgemaakt)|betaalde|maakte)\b"
    ),
    comes_in=re.compile(r"\b(?:overgemaakt|maakte|(?:mij|me|ons)\b.*\bbetaald)\b", re.I),
    sets_price=re.compile(
        r"\b(?:verlaagd|zakte?n?|naar beneden|korting|uiteindelijk|definitief|afgesproken|"
        r"nieuwe prijs|in plaats daarvan)\b",
        re.I,
    ),
    asks_paid=re.compile(
        r"\b(?:wat|hoeveel)\b.*\b(?:heb|hebben) (?:ik|we|wij)\b.*\bbetaald\b|"
        r"\b(?:wat|alles wat|hoeveel) (?:ik|we|wij) .*\bbetaald (?:heb|hebben)\b",
        re.I,
    ),
    asks_left_to_pay=re.compile(
        r"^\W*(?:(?:en|dus|maar)\W+)*(?:hoeveel|wat) (?:moet|moeten) (?:ik|we|wij) "
        r"(?=.*\bnog\b)(?:.*\b)?betalen\b|"
        r"^\W*(?:(?:en|dus|maar)\W+)*hoeveel (?:ben|zijn) (?:ik|we|wij) .*\bschuldig\b",
        re.I,
    ),
    asks_who_paid=re.compile(
        r"^\W*(?:(?:en|dus|ok)\W+)*wie (?:heeft|hebben)(?: (?:er|al|allemaal|nu|mij|ons))* betaald"
        r"\W*$",
        re.I,
    ),
    asks_who_paid_most=re.compile(
        r"^\W*(?:(?:en|dus|ok)\W+)*wie (?:van ons |van hen )?(?:heeft|hebben)(?: er)?"
        r"(?: tot nu toe)?(?: (?:het|'t|t))? (?:meeste?|minste?)(?: geld)?(?: tot nu toe)? "
        r"(?:betaald|uitgegeven|voorgeschoten)\W*$|"
        r"^\W*(?:(?:en|dus|ok)\W+)*wie (?:van ons |van hen )?(?:betaalde|gaf)(?: (?:het|'t|t))? "
        r"(?:meeste?|minste?)(?: geld)?(?: uit)?\W*$",
        re.I,
    ),
    asks_paid_to_me=re.compile(
        r"^\W*(?:(?:en|dus|ok)\W+)*hoeveel (?:geld )?(?:heb|hebben) (?:ik|we|wij)"
        r"(?: (?:nu|al|tot nu toe|in totaal))* (?:ontvangen|gekregen|binnen)\W*$",
        re.I,
    ),
    makes_offer=re.compile(
        r"\b(?:\w*offertes?|offreert|biedt|bood|vraagt|vroeg|rekent|wil|komt uit op|"
        r"doet het voor)\b[^.?]{0,40}?(?<![\w.,])€? ?\d|"
        r"\b(?:zegt|zei) (?:€ ?\d|\d{1,3}[,.]\d{3}\b)",
        re.I,
    ),
    either=re.compile(
        r"\b(?:(?:óf|ofwel|hetzij|(?<=\w )of|keuze uit) |"
        r"(?P<between>(?:kiezen|kies|keuze|twijfel\w*) tussen )|"
        r"(?:is|wordt|nemen|huren|boeken|kiezen) (?=(?-i:[A-Z])|(?:de|het|een|onze?) ))"
        r"(?P<one>[^.,;:?]{2,40}?) (?(between)(?:en|of)|(?:óf|of|ofwel|hetzij)) "
        r"(?P<other>[^.,;:?]{2,40}?)(?= (?:voor|op|in|als|maar|en)\b|[.,;:?!]|$)",
        re.I,
    ),
    accompanied=re.compile(r",? (?:(?:samen )?met|en|plus|&) "),
    apposition=re.compile(r"(?:mijn|onze?|zijn|haar|hun|de|het|een) [^A-Z\d]+$"),
    brings_others=re.compile(
        r",? (?:en|plus|&|(?:samen )?met|(?:brengt|brengen|neemt|nemen)) "
        rf"(?:(?:een|de|het|al|mijn|onze?|haar|zijn|hun|{_COUNTED}|\d+)\b|[A-Z])"
    ),
    some_join=re.compile(
        rf"^(?:[a-z]+,? )?{_PEOPLE_NAMED}(?:{COMES_ANYWAY}|\b.{{0,30}}\b(?:(?:komt|komen) ook|"
        r"(?:gaat|gaan) ook mee|"
        r"(?:doet|doen) ook mee|(?:kan|kunnen) ook (?:mee|komen|erbij)|is erbij|"
        r"zijn erbij|(?:komt|komen) toch|"
        r"(?:gaat|gaan) toch mee|(?:kan|kunnen) toch(?! niet))\b)"
    ),
    asks_people=re.compile(
        r"\bmet hoeveel (?:mensen |man )?(?:zijn|gaan|komen|worden)\b|"
        r"\bhoeveel (?:mensen|personen|gasten|man)\b|\bhoeveel zijn we\b",
        re.I,
    ),
    asks_once=re.compile(r"\beenmalig\w*\b", re.I),
    asks_spent=re.compile(
        r"\b(?:wat|hoeveel)\b.*\b(?:geven|geef|gaf|gaven|heb|hebben|ben|zijn|betaal|betalen) "
        r"(?:ik|we|wij)\b.*\b(?:uit|uitgegeven|betaald|kwijt|betalen)\b|"
        r"\b(?:wat|hoeveel) (?:betalen|betaal) (?:we|ik)\b",
        re.I,
    ),
)
