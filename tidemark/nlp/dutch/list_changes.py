"""Dutch words that change a list: entries added, removed, done or handed to somebody else."""

import re

from tidemark.nlp.dutch.ledger import COMES_ANYWAY
from tidemark.nlp.dutch.references import EVENTS
from tidemark.nlp.dutch.remarks import OF_OTHERS, OWN_CLAUSE
from tidemark.nlp.pack_fields import ListChanges, words_in
from tidemark.nlp.patterns import any_of, each_of, line_alternatives

_PARTICIPLE = (
    r"(?:\w{0,6}ge(?!en\b|ld\b|val\b|zin\b|bied\b)\w{2,}(?:d|t|en)|(?:be|ver|ont|her)\w{3,}(?:ld|"
    r"rd|"
    r"nd|kt|st|pt|ft|eld|erd|aald|aakt|uurd|uisd|engd))"
)
# After "kan de": something that somebody cannot be at, unlike "taart"
_ATTENDED = rf"(?:[\w-]+ ){{0,2}}\w*(?:{EVENTS}|datum|dag|week|nacht|tijd|begin|bus|trein)\b"
_THING_WORKS = r"(?:doet|doen|werkt|werken|loopt|brandt|lekt niet)"

_LEAD = r"^\W*(?:(?:en|dus|maar|nou|nu|oké|ok|wacht|zeg|kun je|kan je|wil je)\W+)*"
_NOW = (
    r"(?: (?:nu|nog|er|allemaal|al|dan|ook|ook alweer|eigenlijk|wel|steeds|eerst|in totaal|gezet|"
    r"alsjeblieft|oorspronkelijk|precies|weer))*"
)
_A_LIST = (
    r"(?:de|het|mijn|onze?|die|dat) (?:[\w'’-]+ ){0,2}?[\w-]*lijst(?:je)?\b"
    r"(?: (?:voor|van) (?:(?!nu\b)[\w'’-]+ ?){1,5}?)?"
)
_LIST1, _LIST2, _LIST3 = (rf"(?P<{group}>{_A_LIST})" for group in ("list", "shown", "held"))

LIST_CHANGES = ListChanges(
    drops=any_of(
        line_alternatives(
            r"""
            afgezegd|afgebeld|belt af|belde af|zegt af|zegde af|zegt het af|geannuleerd|cancelt?
            gecanceld|afgevallen|afgehaakt|haakt af|haken af|geschrapt|schrap\w*|streep\w*
            (?:valt|vallen|viel|vielen) (?:\w+ ){0,2}af
            (?:gaat|gaan|ging|mag|kan) (?:er ?)?(?:af|uit)|(?<!te )verwijder(?:d|t|en)?
            eraf|toch (?:maar )?(?:niet|geen)|vervalt|vervallen|teruggetrokken|niet nodig
            gestopt|stopt (?:ermee|ook)?|stoppen ermee|uitgevallen|definitief niet
            (?:hoeft|hoeven|hoef) (?:\S+ ){0,4}niet|niet (?:meer )?mee|doe (?:ik|we) niet|opgezegd
            van (?:de|mijn|het|ons) \w*lijst(?:je)?|trekt? (?:zich )?terug|bedankt (?:toch )?voor
            hou(?:den?)? (?:ik|we|wij) (?:zelf|toch)|doet niet mee|verkocht|zegt nee|weggevallen
            """
        ),
        r"\b(?:niet|geen \S+|geen) meer\b|\bweg(?:laten|halen|doen)\b",
        r"\b(?:sla|slaan|slaat|sloegen) (?:(?!niet\b)\S+ ){1,4}over\b|"
        r"\b(?:is|zijn|was|waren) op[.!]*$|\b(?:opgegeten|opgemaakt|opgedronken|weggegooid|"
        r"geblesseerd)\b",
        r"\b(?:laat|laten|haal|halen|doe(?! maar\b))\b.{1,50}\b(?:weg|eruit|eraf|"
        r"er (?:af|uit)|vallen|"
        r"zitten|maar)\b",
        r"\b(?:gaat|gaan|komt|komen|kan|kunnen|doet) (?:(?!nog\b)\S+ ){0,4}niet(?! (?:op|voor|"
        r"eerder|later|pas|zo)\b)",
        r"\b(?:komt|komen|kom) (?:\S+ ){0,2}alleen 's avonds\b",
    ),
    cancels=re.compile(
        r"^(?P<who>(?!(?:de|het)\b).*?)\b(?:(?:heeft|hebben|had|hadden|wil|willen|gaat|gaan|zegt?|"
        r"zeggen|zegde|belt|belde|bellen|annuleer(?:t|de)|annuleren|cancelt|cancelde|schrapt|"
        r"schrapte|verwijdert|verwijderde|streept|hoeft|hoeven|trekt|trok) "
        r"(?:(?:gisteren|vandaag|vanochtend|net|toch|ook|nu|al|helaas) )*"
        r"(?!(?:het|dat|dit|alles)(?: af\b|\W*$))"
        r"(?:de|het|een|geen|zijn|haar|hun|mijn|onze?|alle|alles|die|dat|dit|deze)\b"
        r"(?! (?:komst|bezoek|deelname|plaats|plek|aanmelding|inschrijving|reservering)\b)|"
        r"(?:wil|willen|hoeft?|hoeven) (?:(?:helaas|toch|ook|dus|nu) )*niet (?:te )?"
        r"(?!(?:mee|komen|gaan|meer|meedoen|erbij|blijven|spelen)\b)(?:\w+ ){0,2}\w+en\b|"
        r"(?:kan|kunnen) (?:(?:helaas|toch|ook|dus|nu) )*"
        rf"(?:de|het|een|geen|zijn|haar|hun|mijn|onze?) (?!{_ATTENDED})(?:[a-z]+ ){{1,3}}?niet "
        r"(?!(?:mee)?komen\b|meedoen\b|bijwonen\b|halen\b)\w+en\b)|"
        r"\bdoor (?P<by>[A-Z]\S*(?: en [A-Z]\S*)?)",
        re.I,
    ),
    completes=any_of(
        rf"\b{_PARTICIPLE}\b",
        line_alternatives(
            r"""
            klaar|af|rond|gelukt|binnen|geregeld|gedaan|achter de rug|in orde|de deur uit
            de post op|in huis|nog zat|genoeg|erin|erop|er al|weer|al thuis|in mijn hoofd
            """
        ),
        r"\b(?:zit|zitten|ligt|liggen|staat|staan|hangt|hangen|lag|lagen) (?:\S+ ){0,2}"
        r"(?:in|op|klaar|bij|thuis|erin|erop|er)\b",
        r"\b(?:krijg|krijgen|kreeg|kregen|leen|lenen) (?:ik|we|wij) (?:\S+ ){0,2}van\b",
        r"\b(?:heb|hebben) (?:ik|we|wij) (?:al|nog)\b|\bheeft (?:er )?(?:nog )?(?:een|één|"
        r"genoeg)\b",
        rf"\b{_THING_WORKS} (?:het )?(?:weer|nu|al)\b",
        r"\b(?:vink|vinken) (?:\S+ ){1,5}af\b",
    ),
    unfinished=any_of(
        line_alternatives(
            r"""
            moet|moeten|zal|zullen|gaat|gaan|wil|wilde|vergeten|nog niet|nooit|morgen|nog te
            begonnen|geprobeerd|beloofd|van plan|uitgesteld|bijna|half|verzet|verplaatst|nog steeds
            """
        ),
        r"\bniet\b(?! meer)|\?$",
    ),
    commands=re.compile(
        r"\W*(?:(?:en|ook|ok|oké|oh|nu|dan|laten we|kun je|kan je|wil je),? )*"
        r"(?:zet|voeg|doe|haal|schrap|streep|vink|verwijder|neem|gooi|ruil|vervang|leeg|wis|maak)"
        r"\b|"
        r"\W*en (?:\S+ ){1,3}erbij\W*$|"
        r"[^,?]{2,40} hoe(?:ft|ven) niet, (?:doe|neem) (?:\w+ )?maar\b",
        re.I,
    ),
    takes_over=re.compile(
        r"(?:^(?P<who>(?!(?:Ik|We|Wij|Het|Dat|Die|Er|Dit|Ze|Hij|En|Maar)\b)[A-Z][\w’-]*(?: "
        r"[A-Z][\w’-]*)?|(?:[Mm]ijn|[Oo]nze?|[Dd]e|[Zz]ijn|[Hh]aar)"
        r"(?: [\w’-]+){1,2}?) (?:doet|doen|haalt|halen|regelt|regelen|maakt|maken|neemt|nemen|"
        r"brengt|koopt|zorgt|zorgen|pakt|schildert|schilderen|belt|schrijft|vult|gaat|gaan|wil)\b|"
        r"\b(?:doet|haalt|regelt|maakt|neemt|brengt|koopt|schildert|belt|schrijft|doen|halen|"
        r"regelen) (?P<then>[A-Z][\w’-]*|(?:mijn|onze?|de|zijn|haar) [\w’-]+)\b)",
    ),
    handed=any_of(
        r"\b(?:laat|laten)\b.{0,40}\baan [A-Za-z]\w+ over\b|\baan [A-Z]\w+ (?:gegeven|gevraagd|"
        r"overgelaten|uitbesteed)\b|\buitbesteed\b"
    ),
    does_share=re.compile(
        r"(?:(?:en|dus|maar|dan|nu) )*(?P<who>(?!(?:En|Dus|Maar|Nu|Hij|Zij|Ze|Het|We|Wij)\b)"
        r"(?:[A-Z][\w’-]*|mijn \w+)) (?:kan |gaat |zal )?(?P<verb>[a-z]+) (?:nu |dan |ook |wel )*"
        r"(?P<what>(?:(?:de|het|een|zijn|haar|mijn|onze?) )?[^,;:?]{2,40}?)"
        r"(?: (?:mee|over|in|op|niet|nu|dan|toch|op zich|wel|meer|meenemen|inpakken|dragen))*$"
    ),
    taking=words_in("neemt nemen neem doet doen doe regelt regelen regel"),
    asks_who_does=re.compile(
        r"\W*(?:(?:en|dus|maar|ok)\W+)*wie (?:gaat |zal )?(?P<verb>[a-z]+) (?:nu |er |dan |ook )*"
        r"(?P<what>(?P<one>(?:de|het|een|zijn|haar|mijn|onze?) )?[^,;:?]{2,40}?)"
        r"(?: (?:mee|over|in|op|nu|dan))*\W*$",
        re.I,
    ),
    replaces=any_of(
        r"\b(?:in plaats van|i\.?p\.?v\.?|vervang\w*|valt in|vallen in|invallen|invalt|ruil\w*|"
        r"neemt (?:\S+ ){1,3}over|nemen (?:\S+ ){1,3}over|overgenomen|wordt|worden|komt in de "
        r"plaats)\b"
    ),
    newcomer=re.compile(
        r"\b(?:vervang\w*|ruil\w*)\b.{0,40}?\b(?:door|voor|tegen) (?P<new>[^.,;:?]{2,40})|"
        r"\b(?:dat|die|het|daarvan) wordt (?:dan |nu |dus )*(?P<then>[^.,;:?]{2,40})|"
        r"\bin (?:(?:zijn|haar|hun) plaats|plaats daarvan) (?:komt|komen|gaat|gaan) "
        r"(?:dan |nu |dus )*(?P<place>(?!er\b|hij\b|zij\b|ze\b)[^.,;:?]{2,40}?)"
        r"(?: mee)?(?=[.,;:!]|$)|"
        r"[,;] (?:en )?(?P<liever>(?:(?:de|een) )?(?-i:[a-z])[\w’'-]{2,}) wordt het"
        r"[.!]*$",
        re.I,
    ),
    adds=each_of(
        r"^(?:(?:oh|en|o ja|oja|ja),? )*(?:ik|we) (?:heb|hebben|wil|willen|moet|moeten) "
        r"(?:ook nog|ook|nog) (?P<entry>(?!te\b|niet\b)[^.,;:?]{2,40}?)"
        r"(?: (?:nodig|hebben|zien|lezen|kopen|halen|meenemen|proberen|gekocht|gehaald))?[.!]*$",
        r"^(?:(?:oh|en|o ja|oja|ja),? )*(?P<entry>(?:(?:een|de|het|wat) )?[\w’'-]{3,}) "
        r"(?:ook|ook nog|ook graag)[.!]*$",
        r"^(?:(?:oh|ja|o|oja|nou|plus),? )*(?:(?:en|ook|plus)\s+)+(?:ook |nog )*"
        r"(?P<entry>(?:(?!\b(?:is|zijn|was|heeft|hebben|moet|moeten|ik|we|wij|hij|zij|ze|het|er|"
        r"wordt|komt|gaat|kan|kunnen|mag|wil)\b)[^.,;:?!]){3,50}?)"
        r"(?: (?:erbij|ook|nog|graag|alsjeblieft))*[.!]*$",
        r"^(?:(?:oh|en|oja),? )*(?:wel )?(?:erbij|ook|nieuw\w*|extra|toegevoegd|plus|daarbij|"
        r"verder)"
        r"(?: \w+){0,2}: (?P<entry>[^:?]{2,80}?)[.!]*$",
        r"^(?:(?:oh|en|maar|o ja|oja),? )*(?:wel )?(?P<entry>(?:(?:de|het|een|wat) )?[\w’'-]{3,}"
        r"(?: en (?:(?:de|het|een|wat) )?[\w’'-]{3,})?)(?: nog| ook| wel)* erbij[.!]*$",
        r"^(?:(?:oh|en|o ja|oja),? )*(?:zet|doe|voeg|schrijf|neem)\s+(?:er\s+)?(?:ook |nog |maar )*"
        r"(?P<entry>(?!(?:het|dat|die|dit|ze) (?:niet|erop|erbij)\b)[^.,;:?]{2,50}?)\s+(?:er )?"
        r"(?:ook |nog |maar )*"
        r"(?:bij|op|erop|erbij|aan toe|toe(?: aan)?|mee)"
        r"(?: (?:de|het|mijn|onze?|dat|die) (?:[\w’'-]+ )?\w*(?:lijst|lijstje))?(?:,[^?]*)?[.!]*$",
        r"^(?:(?:oh|en|o ja|oja),? )*(?:zet|doe|voeg|schrijf)\s+(?:er\s+)?(?:ook |nog |maar )*"
        r"(?P<entry>(?:[^.,;:?]{2,30}, ){1,8}[^.,;:?]{2,30} en [^.,;:?]{2,30}?)\s+"
        r"(?:bij|op|erop|erbij|aan toe|toe(?: aan)?)"
        r"(?: (?:de|het|mijn|onze?|dat|die) (?:[\w’'-]+ )?\w*(?:lijst|lijstje))?(?: toe)?[.!]*$",
        r"^(?:(?:oh|en|o ja|oja|ook),? )*(?P<entry>[\w’'-]+(?: [\w’'-]+){0,3}?"
        r"(?: en (?:haar|zijn|hun)(?: [\w’'-]+){1,2}?)?) "
        r"(?:(?:komt|komen|doet|doen|gaat|gaan|speelt|helpt|helpen) (?:er )?(?:ook|nog)"
        r"(?: nog)?(?: mee| bij| als [\w-]+ bij)?|(?:komt|komen) er (?:\S+ ){0,3}bij|"
        r"wil(?:len)? ook(?: mee| komen)?)\b[^?]*$",
    ),
    remark=re.compile(
        rf"(?:,\s+(?:(?={OF_OTHERS})|(?={OWN_CLAUSE})(?!(?:we|wij|ik) (?:moet|moeten|wil|willen|"
        r"heb|hebben)\b))|,?\s+(?:want|omdat)\b)[^?]*$",
        re.I,
    ),
    adds_instead=each_of(
        r"^(?:(?:en|dan|we|ik),? )*(?:doe|neem|koop|haal|pak) (?:er )?(?:dan |toch )?maar "
        r"(?P<entry>(?!het\b|dat\b|die\b|niet\b)[^.,;:?]{2,40}?)[.!]*$",
        r"^(?:(?:en|maar),? )*(?:wel|liever) (?P<entry>[^.,;:?]{2,40}?)[.!]*$",
        r"^(?:(?:en|maar|dan|we|ik),? )*(?:zet|doe|neem|voeg|pak|koop)(?:ten|en)? "
        r"(?:er |dan |maar |nog |ook )*(?P<entry>(?!het\b|dat\b|die\b)[^.,;:?]{2,40}?) "
        r"(?:(?:er|maar|nog|ook) )*(?:bij|erbij|op|erop|toe|in|erin|mee|ervoor|terug)"
        r"(?: in de plaats)?[.!]*$",
    ),
    joins=each_of(
        r"^(?:(?:oh|en|maar|dus),? )*(?P<entry>(?-i:[A-Z][\w’-]+(?:,? en [A-Z][\w’-]+)*))"
        rf"{COMES_ANYWAY}",
        r"^(?:(?:oh|en|maar|dus),? )*(?P<entry>(?-i:[A-Z][\w’-]+(?:,? en [A-Z][\w’-]+)*)) "
        r"(?:heeft|hebben|is|zijn|doet|doen|komt|komen) (?:zich |er |ook |nu )*"
        r"(?:aangemeld|erbij gekomen|bijgekomen|erbij|mee)[.!]*$",
        r"^(?P<entry>(?-i:[A-Z][\w’-]+(?: [A-Z][\w’-]+)?)) (?:valt|springt|komt|gaat|speelt|doet) "
        r"(?:nu |dan )?(?:in|bij|(?:in|voor) (?:zijn|haar|hun) plaats|in plaats daarvan|mee)"
        r"(?: (?:nu|dan))?[.!]*$",
    ),
    too=re.compile(r"\b(?:ook|nog een|daarbij|erbij|daarnaast)\b", re.I),
    wanted=any_of(
        r"\b(?:vergeet niet|niet vergeten|"
        r"klus\w*|taken|taak|nog (?:te )?\w{3,}en|nodig|ontbre\w+|boodschappen\w*|huiswerk|"
        r"lijstje voor mij|acties?|actiepunten|moet\w*|reparaties|to-?do\w*|mist|missen|"
        r"voor (?:de|het) \w+ nog|openstaand\w*|karwei\w*)\b|^(?:zelf doen|verder|te \w{3,}en)\b"
    ),
    chores=any_of(
        r"\b(?:vergeet niet|niet vergeten|"
        r"klus\w*|taken|taak|nog (?:te )?\w{3,}en|huiswerk|lijstje voor mij|acties?|"
        r"actiepunten|"
        r"moet\w*|reparaties|to-?do\w*|openstaand\w*|karwei\w*)\b|^(?:zelf doen|verder|voor|te "
        r"\w{3,}en)\b"
    ),
    obliges=each_of(
        r"\b(?:vergeet (?:\w+ )?niet|niet vergeten),? dat (?:ik|we|wij) (?P<what>[^?:]+ "
        r"moet(?:en)? \S[^?:]*)",
        r"^(?:\w+ )?vergeet (?:me )?niet,? (?:om )?(?!dat\b)(?P<what>[^?:]+)",
        r"\b(?:ik|we|wij) (?:moet|moeten)(?: (?:nog|ook|wel|even|verder|dus|zelf|dan|er|hier|"
        r"vandaag|morgen|binnenkort|deze week))*:?\s+(?P<what>[^?]+)",
        r"\b(?:moet|moeten) (?:ik|we|wij)(?: (?:nog|ook|zelf|verder|even|dan|dus|wel|er))*:?\s+"
        r"(?P<what>[^?]+)",
        r"^(?:(?:oh|en|o|ja|oja),? )*(?P<what>(?:de|het|een|mijn|onze|ons|er|dat) [^,:;?]{2,60}? "
        r"(?:moet|moeten) (?:\S+ ){0,3}?(?:nog|ook) [^?]+)",
        r"^(?:(?:en|ook|nog|pff+|ok|nou|oh|zo|goed)\W+)*(?:moet|moeten) (?:nog|"
        r"ook) (?P<what>[^?]+)",
    ),
    puts_on_list=re.compile(
        r"^\W*(?:zet|schrijf|noteer)(?: ook)? (?P<what>[^?]{2,80}?) (?:op|bij) (?:mijn|de|het|"
        r"onze?) "
        r"(?:to-?do-?|taken)?lijst",
        re.I,
    ),
    no_obligation=any_of(
        r"^(?:zeggen|toegeven|weten|denken|kiezen|wachten|blijven|werken|betalen|gaan|zijn|niet|"
        r"om |naar |altijd|leren|opletten|wennen|hopen|afwachten|hebben|lopen|reizen|slapen)\b|"
        r"\b(?:zijn|wachten|wennen|kiezen|gaan|hebben)[.!]*$"
    ),
    own_share=re.compile(
        r"^ik (?:doe|regel|verzorg|maak|haal|neem|zorg voor|schrijf|breng|koop|vul|boek) "
        r"(?P<what>[^?]{3,80})$",
        re.I,
    ),
    asks_done=any_of(
        r"^\W*(?:(?:en|dus|wacht)\W+)*(?:heb|hebben|ben|zijn) (?:ik|we|wij) .{2,60}\b(?:ge|be|"
        r"ver|op|door)"
        r"[a-z]+(?:d|t|en)\b\W*$"
    ),
    asks_open=any_of(
        r"\b(?:nog|over|open\w*|resteert|resterend\w*|niet gedaan|ontbreekt|blijft|blijven)\b"
    ),
    asks_tasks=any_of(
        r"\b(?:moet(?:en)?|te doen|gedaan|klus\w*|taken|takenlijst|\w*lijst(?:je)?|te regelen|"
        r"gebeuren|beloofd|voor (?:mij|ons) over|staat .{0,25}\bopen|openstaan\w*|doen)\b"
    ),
    asks_things=any_of(r"\b(?:kopen|halen|bestellen|inkopen|meenemen|boodschappen)\b"),
    headings_of={
        "helpen": "vrijwilligers helpers",
        "meehelpen": "vrijwilligers helpers",
        "komen": "bezoek gasten genodigden",
        "spelen": "team spelers opstelling ploeg",
        "meenemen": "paklijst bagage",
        "inpakken": "paklijst bagage",
        "halen": "boodschappen boodschappenlijst",
        "kopen": "boodschappen boodschappenlijst",
        "gekocht": "boodschappen boodschappenlijst",
        "gehaald": "boodschappen boodschappenlijst",
        "ingepakt": "paklijst bagage",
    },
    asks_list=any_of(
        r"^\W*(?:(?:dus|en|maar|nu|ok(?:é|ay)?|dan|nou|zeg|vertel|op|in|bij|met|voor)\W+)*"
        r"(?:wat|welke?|wie)\b"
    ),
    asks_past=any_of(
        r"\b(?:had (?:ik|je)|hadden we|oorspronkelijk|eerst|was|waren|in het begin)\b"
    ),
    counts_tasks=any_of(
        r"^\W*(?:(?:en|dus|nu)\W+)*hoeveel (?:\w+ )?(?:dingen|taken|klussen|klusjes|punten|zaken|"
        r"todo['’]?s)\b.*\b(?:nog|open|over|doen|resteren)\b"
    ),
    asks_who=any_of(
        r"\bwie (?:doet|doen|brengt|neemt|nemen|maakt|heeft|krijgt|regelt|is|zorgt|haalt) "
        r"(?:er )?(?:voor )?wat\b"
    ),
    obtained=re.compile(
        r"\b(?:vink|vinken|gehaald|gekocht|binnen|ingepakt|gevonden|besteld|gelezen|klaar|gedaan|uit|"
        r"uitgelezen|"
        r"geprobeerd|gekeken|gezien|opgehaald|afgevinkt|geleend|aangekomen|bezorgd|geplant|"
        r"bezocht|in (?:de|mijn|het) (?:tas|koffer|kar|mand|huis|auto|kast|doos))\b",
        re.I,
    ),
    asks_standing=re.compile(
        rf"{_LEAD}(?:(?:wat|wie|welke \w+)(?: staat| staan| stond| stonden| zit| zitten| is| zijn|"
        rf" heb ik| hebben we){_NOW} (?:op|erop|erin|daarop|eronder|op {_LIST1})|"
        rf"(?:laat|toon|geef|lees|noem|zeg|som)(?: me| mij| ons| eens| even)* {_LIST2}"
        r"(?: (?:eens|even|nog|weer|opnieuw|zien|voor|op))*|"
        rf"hoe (?:ziet|staat) {_LIST3}{_NOW} (?:uit|voor)){_NOW}\W*$",
        re.I,
    ),
    asks_whether_on=re.compile(
        rf"{_LEAD}(?:staat|staan|stond|stonden|zit|zitten|is|zijn|heb ik|hebben we) "
        rf"(?:er )?(?P<entry>(?!(?:het|ze|dat|die|er)\b)[^?]{{2,60}}?){_NOW} "
        r"(?:erop|erin|daarop|erbij|ertussen|op|(?:op|in|bij) (?:de|het|mijn|onze?|die|dat) "
        rf"(?P<list>[^?]{{2,40}}?)){_NOW}\W*$",
        re.I,
    ),
    asks_number_on=re.compile(
        rf"{_LEAD}hoeveel(?: (?:dingen|items|namen|mensen|stuks|zaken))?(?: staan| staat| stonden|"
        rf" zitten| zijn| heb ik| hebben we){_NOW} (?:op|erop|erin|daarop|(?:op|in) {_LIST1}){_NOW}"
        r"\W*$",
        re.I,
    ),
    empties=re.compile(
        rf"{_LEAD}(?:(?:leeg|wis) {_LIST1}(?: (?:helemaal|maar|even))*|maak {_LIST2}"
        rf"(?: (?:helemaal|maar|even))* leeg|(?:haal|verwijder|schrap|gooi) alles (?:van|uit) "
        rf"{_LIST3}(?: (?:af|weg))?)\W*$",
        re.I,
    ),
    asks_ticked_off=re.compile(
        rf"{_LEAD}wat (?:heb|hebben|is|zijn) (?:(?:ik|we|wij|er) )?(?:(?:nu|allemaal|er) )*al"
        r" (?:(?:allemaal|allemaal van \S+ \S+) )?(?:gekocht|gehaald|ingepakt|gedaan|besteld|"
        r"afgevinkt|binnen|klaar|af)\W*$",
        re.I,
    ),
    asks_also=re.compile(r"^\W*(?:en|hoe zit het met)\s+(?P<entry>[^?.!]{2,40}?)\W*$", re.I),
    bare_list="lijst lijstje lijsten",
)
