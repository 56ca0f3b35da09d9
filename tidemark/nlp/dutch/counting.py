"""Dutch words of questions about lists and amounts."""

import re

from tidemark.nlp.pack_fields import Counting, words_in

_NUMBERS = (
    "een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien "
    "zestien zeventien achttien negentien twintig"
)
_TENS = "twintig dertig veertig vijftig zestig zeventig tachtig negentig"
_ONES = "een twee drie vier vijf zes zeven acht negen"
_LARGE = {word: 10 * place for place, word in enumerate(_TENS.split(), 2)} | {
    f"{one}{'ën' if one[-1] == 'e' else 'en'}{ten}": 10 * place + unit
    for place, ten in enumerate(_TENS.split(), 2)
    for unit, one in enumerate(_ONES.split(), 1)
}
_OF_US = {
    f"{one}{ending}": place
    for place, (one, ending) in enumerate(
        (("tweeë", "n"), ("drieë", "n"), ("vier", "en"), ("vijv", "en"), ("zess", "en"),
         ("zeven", "en"), ("acht", "en"), ("negen", "en"), ("tien", "en")),
        2,
    )
}  # fmt: skip
_ORDINALS = "eerste tweede derde vierde vijfde zesde zevende achtste"

_PEOPLE = "mensen personen gasten volwassenen leden deelnemers man collega's familieleden"
_PIECES = (
    "persoon|stuk|keer|nacht|dag|week|maand|kwartaal|uur|les|bezoek|kuub|meter|zak|doos|kaartje|"
    "kind"
)

COUNTING = Counting(
    least=re.compile(
        r"\b(?:goedkoopste?|rustigste?|kleinste?|laagste?|minste?|kortste?|jongste?)\b|"
        r"^\W*(?:en |dus )?(?:welke?|wie|waar)\b.*\b(?:minder|goedkoper|kleiner|korter|"
        r"lager|lichter|jonger)\b(?! dan)",
        re.I,
    ),
    most=re.compile(
        r"\b(?:duurste?|drukste?|grootste?|hoogste?|langste?|meeste?|oudste?|"
        r"(?:verkocht|verkoopt|liep|loopt) (?:het )?best|verste?|"
        r"beste(?= (?:dag|avond|week|maand)\b))\b|"
        r"^\W*(?:en |dus )?(?:welke?|wie|waar)\b.*(?<!nog )\b(?:meer|duurder|groter|langer|"
        r"hoger|zwaarder|ouder)\b(?! dan)",
        re.I,
    ),
    total=re.compile(
        r"\b(?:in totaal|totaal|bij elkaar|samen|opgeteld|alles bij elkaar|al met al|kwijt|"
        r"tezamen|som|alles opgeteld|alles samen|tel \w+ op|tel (?:\w+ ){0,3}op|"
        r"(?:de|het) hele (?:bestelling|rekening|bedrag|zaak|klus)|alle (?:twee|drie|vier|vijf|"
        r"zes)|"
        r"opbreng\w*|oplever\w*|gaan? (?:\S+ ){1,5}?kosten|"
        r"(?:lever(?:t|en|de|den)|breng(?:t|en)|brachten?) (?:\S+ ){1,6}?op|"
        r"(?:hoeveel|wat) (?:is|werd) er (?:\S+ ){0,4}?(?:uitgegeven|besteed|betaald))\b",
        re.I,
    ),
    asks_amount=re.compile(
        r"\bhoeveel (?:geld |euro )?(?:heb|hebben|zijn (?:de|mijn|onze) \w*(?:lasten|kosten|"
        r"uitgaven)|ben|moet|moeten|kost|kosten|kostte|"
        r"betaal|betalen|krijg|krijgen|staat|verdien\w*|geef|geven)\b(?!.*\b(?:over|nog)\b)|"
        r"\bwat\b.*\b(?:kost|kosten|kostte|kwijt|betaal|betalen|betaald|verdien\w*|uitgegeven|"
        r"\w*lasten|uitgaven|omzet|inkomsten|bracht|brengt|gekost)\b",
        re.I,
    ),
    sums_up=re.compile(
        r"\b(?:kosten|uitgaven|rekening(?:en)?|uitgegeven|betaald|gekocht|verkocht|verdiend|"
        r"facturen|omzet|lasten|offerte|tot nu toe|inkomsten|giften|subsidies|opgehaald|ontvangen|"
        r"begroting|totaal)\b",
        re.I,
    ),
    one_of=re.compile(
        rf"\b(?:een|één|elke|iedere|per) (?:{_PIECES})\b|\b(?:kinder)?kaartje\b|\bper stuk\b", re.I
    ),
    single=words_in("een één"),
    difference=re.compile(
        r"\b(?:verschil|scheelt|schelen|hoeveel (?:\w+ )?(?:goedkoper|duurder|meer|"
        r"minder|langer|verder|zwaarder)|bespaar\w*|besparen|"
        r"hoeveel (?:\w+ ){0,4}?(?:meer|minder|duurder|goedkoper)(?= \w*\s?dan)|"
        r"hoeveel (?:is|was) (?:dat|het) (?:meer|minder|duurder|goedkoper))\b",
        re.I,
    ),
    adds_amount=re.compile(
        r"^\W*(?P<before>(?:(?:en|dus|ok|oké|nu|dan|wat|hoeveel|is|het|dat|wordt|komt|maakt|de|"
        r"totaal|som|in|bij|elkaar|samen)\W+){0,7}?)"
        r"(?:met|inclusief|incl\.?|plus)\s+(?P<things>[^?]{2,60}?)"
        r"(?:\s+(?:erbij|ook|mee|dan|inbegrepen|meegerekend|meegeteld))*\W*$",
        re.I,
    ),
    takes_amount=re.compile(
        r"^\W*(?P<before>(?:(?:en|dus|ok|oké|nu|dan|wat|hoeveel|is|het|dat|er|blijft|houd|hou|"
        r"houden|we|ik|over|heb|hebben|nog)\W+){0,8}?)"
        r"(?:na|min|minus|zonder|exclusief|na aftrek van)\s+(?P<things>[^?]{2,60}?)"
        r"(?:\s+(?:eraf|dan|over|betaald))*\W*$",
        re.I,
    ),
    between_days=re.compile(
        r"^(?=.*\b(?:hoeveel dagen|hoe lang)\b).*?(?:\b(?:er|daar)tussen\b(?: zit(?:ten)?)?\W*$|"
        r"\btussen (?:(?:die|beide|de twee)\b(?: dagen)?\W*$|(?P<first>[^?]{2,60}?) en )|"
        r"\bvan (?P<from>[^?]{2,60}?) tot )(?P<second>[^?]{2,60})?",
        re.I,
    ),
    asks_nights=re.compile(
        r"^\W*(?:(?:en|dus|nou)\W+)*(?:voor )?hoeveel nachten(?:(?=\W*$)|"
        r" (?:is (?:dat|het)|zijn dat|(?:zijn|ben|blijven|blijf|slapen|slaap|gaan|ga|"
        r"hebben|boeken) (?:we|wij|ik))\b)"
        r"(?P<where>[^?]*)",
        re.I,
    ),
    until_day=re.compile(
        r"\b(?:hoe lang|hoeveel (?:dagen|weken))\b(?:(?!\b(?:van|tussen)\b)[^?]){0,30}?"
        r"\b(?:tot(?: aan)?|voor) (?P<day>[^?]{2,60})|"
        r"\bover hoeveel (?:dagen|weken) (?:(?:is|zijn|valt|begint|moet|komt) )?(?P<in>[^?]{2,60})",
        re.I,
    ),
    asks_weekday=re.compile(
        r"\b(?:welke|wat voor) (?:week)?dag(?: van de week)? (?:is|was|valt|viel|wordt) "
        r"(?P<day>[^?]{2,60}?)\W*$",
        re.I,
    ),
    rest_told=re.compile(
        r"\b(?:over|resteert|resteren|blijft .{0,40}\bstaan)\b(?! (?:het|de|een|dat|hoe)\b)", re.I
    ),
    by_how_much=re.compile(
        r"\s*(?:goedkoper|duurder|minder|meer|korting|lager|hoger|langer|korter|ouder|jonger|"
        r"verder|eerder|later|zwaarder|lichter|erbij|eraf|extra|terug|bij(?=[^\w\s]|$))\b",
        re.I,
    ),
    changed_by=re.compile(
        r"\b(?:(?:korting|teruggave|verhoging|verlaging) van|scheelt(?: er| ons| me)?|"
        r"(?:verhoogd|verlaagd|gestegen|gedaald|omhoog|omlaag) met)\W{0,3}$",
        re.I,
    ),
    asks_area=re.compile(
        r"\b(?:vierkante|kubieke|oppervlakte)\b|\bm[²2]\b|\bhoe groot (?:is|was|zijn)\b", re.I
    ),
    sides=re.compile(
        r"(?<![\d.,])(?P<a>\d[\d.,]{0,9}) ?(?:m|meter)? ?(?:bij|op|x|×|keer) ?(?P<b>\d[\d.,]{0,9})"
        r" ?(?:m|meter)\b",
        re.I,
    ),
    asks_all=re.compile(
        r"\btotale (?:kosten|uitgaven|lasten)\b|\b(?:kosten|uitgaven) (?:in totaal|samen|bij "
        r"elkaar)\b|\btot nu toe\b|\balle (?:kosten|uitgaven)\b|\balles (?:bij elkaar|samen)\b",
        re.I,
    ),
    of_another=re.compile(
        r"^\W*(?:en|hoe zit het met|wat is dat voor)\s+(?:voor |met |bij )?(?P<thing>(?:de |het |"
        r"mijn |"
        r"onze? )?[a-z][\w'’ -]{2,40}?)(?: dan| ook)?\s*\?*$",
        re.I,
    ),
    fraction=re.compile(
        r"\b(?P<word>de helft|een derde|een kwart)(?= van\b)|"
        r"\b(?P<percent>\d{1,2}(?:[.,]\d+)?) ?(?:%|procent\b)",
        re.I,
    ),
    fractions={"de helft": 2, "een derde": 3, "een kwart": 4},
    off=re.compile(r" ?(?:korting|eraf|afgeprijsd|goedkoper)\b", re.I),
    asks_both=re.compile(
        r"^\W*(?:(?:en|dus|dan|wat|hoeveel|is|zijn)\W+)*(?:dat|die|ze|het)?\W*(?:samen|"
        r"bij elkaar|in "
        r"totaal|allebei)(?:\W+(?:is|zijn|dat|dan|die))*\W*$",
        re.I,
    ),
    asks_again=re.compile(
        r"^(?=.*\b(?:totaal\w*|som|saldo|bedrag|elkaar|samen|nu|dan)\b)"
        r"\W*(?:(?:en|dus|ok|oké|maar|nou)\W+)*(?:(?:wat|hoeveel|geef|zeg|is)\W+)?(?:(?:is|wordt|"
        r"zijn|komt|maakt|het|dat|de|nu|dan|nieuwe|hele|ons|mijn)\W+)*(?:totaal|totaalbedrag|som|saldo|"
        r"bedrag|in totaal|bij elkaar|samen|het|dat|nu|dan)?(?:\W+(?:nu|dan|weer|geworden|dus|uit|"
        r"op uit))*\W*$",
        re.I,
    ),
    a_period=re.compile(
        r"\b(?:per|een|elke|iedere|elk|ieder|hele|heel) (?:hele |heel )?"
        r"(?P<period>dag|nacht|week|maand|kwartaal|jaar)\b",
        re.I,
    ),
    several_periods=re.compile(
        r"\b(?:in|voor|over|na|gedurende) (?P<n>[a-zé]+|\d+) (?P<period>dagen|nachten|weken|"
        r"maanden|"
        r"kwartalen|jaar|jaren)\b",
        re.I,
    ),
    on_a_weekday=re.compile(
        r"\b(?:elke|iedere) (?:maan|dins|woens|donder|vrij|zater|zon)dag\b|"
        r"\bop (?:maan|dins|woens|donder|vrij|zater|zon)dagen\b",
        re.I,
    ),
    average=re.compile(r"\bgemiddelde?\b", re.I),
    how_long=re.compile(r"\bhoe lang (?:is|zijn|duurt|duren|wordt)\b", re.I),
    address=re.compile(
        r"\b[A-Z][\w'’-]*(?: [\w'’-]*)??(?i:straat|weg|laan|plein|gracht|kade|dijk|hof|steeg|"
        r"singel|pad) \d{1,4}\b"
    ),
    unit_asked=re.compile(
        r"\bhoeveel (?!(?:is|zijn|er|heb|hebben|kost|kosten|hou|houdt|houden|blijft|geld|van|nog|"
        r"we|ik|"
        r"ben|moet|moeten|dat|maakt|komt|scheelt|in|krijg|krijgen)\b)(?P<unit>[a-z]{2,})\b",
        re.I,
    ),
    rest_of=re.compile(r"\bhoeveel\b.*\b(?:niet|geen|moeten? (?:(?:ik|we) )?nog)\b", re.I),
    of_whole=re.compile(
        r"\b(?:waarvan|waaronder|(?:van|onder) (?:wie|hen|ze)|daarvan|inclusief)\b", re.I
    ),
    denied=re.compile(r"\b(?:niet|geen|nooit)\b", re.I),
    part_of=re.compile(r"\bhoeveel (?:daarvan|van (?:die|deze|hen|ze))\b", re.I),
    units={
        "kilo": "kg",
        "kilogram": "kg",
        "kilometer": "km",
        "minuut": "min",
        "gram": "g",
        "liter": "l",
        "meter": "m",
        "uren": "uur",
    },
    durations=words_in("min uur dag week maand"),
    periods=(
        "week maand jaar dag vandaag morgen gisteren weekend nu ochtend avond seizoen toe dan "
        "eigenlijk"
    ),
    left=re.compile(
        r"^(?!.*\balles\b).*\b(?:hoeveel|wat)\b.*\b(?:over(?! (?:de|het|een|dat|dit|die|mijn|"
        r"ons|onze|hem|haar|hen|jou)\b)|overblijft|overhoud\w*|resteert|rest)\b",
        re.I,
    ),
    left_after=re.compile(
        r"\b(?:na|min|als|wanneer|zodra)\b(?P<spent>.+?)(?:\b(?:betaald|gekocht|afgetrokken|"
        r"voldaan|eraf|binnen) (?:is|zijn|gaat|gaan)\b.*|\b(?:is|zijn) (?:betaald|gekocht|"
        r"voldaan)\b.*)?$",
        re.I,
    ),
    how_many=re.compile(r"\bhoeveel\b", re.I),
    asks_no_money=re.compile(
        r"^\W*(?:(?:en|dus|maar|dan|nu)\W+)*(?:(?:op|om|tot|vanaf) )?"
        r"(?:wanneer|waar(?:heen|vandaan)?|hoe laat|welke (?:dag|datum))\b|"
        r"\bhoeveel zijn we\b|\b(?:met|over) hoeveel (?:zijn|gaan|komen) we\b|"
        r"\bhoeveel (?:andere )?(?:mensen|personen|gasten|man|vrienden|volwassenen|kinderen|dagen|"
        r"nachten|weken|maanden|uren)\b",
        re.I,
    ),
    others=re.compile(r"\b(?:wie|wat|welke?)\b.*\b(?:nog meer|anders|verder)\b", re.I),
    members=re.compile(
        r"^\W*(?:en |maar |dus )?(?:wat|welke?|wie)\b.*\b(?:zijn|is|waren|was|hebben|heb|had|"
        r"zitten|gaan|gaat|komen|er)\b",
        re.I,
    ),
    ordinal=re.compile(
        rf"\b(?:de|het|mijn|onze|ons|als) (?:aller)?(?P<nth>{_ORDINALS.replace(' ', '|')}|laatste|"
        r"[1-8](?:e|ste|de))\b",
        re.I,
    ),
    follows=re.compile(
        r"^\W*(?:en |dus )?(?:wie|wat|welke?)\b.*\b(?:na|volgt op)\b (?P<entry>.+)$", re.I
    ),
    how_many_these=re.compile(
        r"\bhoeveel\b.*\b(?:zijn|is|waren|was|maakt|worden)\s(?:dat|die|dit|deze|het|er|ze)"
        r"(?: er| dan| nu| ook| alweer| weer| in totaal| bij elkaar| samen)*\W*$",
        re.I,
    ),
    reads_out=re.compile(
        r"^\W*(?:(?:en|nu|dus|ok|oké|kun je|kan je|wil je|zou je)\W+)*(?:lees|noem|geef|toon|zeg|"
        r"laat|som|vertel)\b",
        re.I,
    ),
    gathers=re.compile(
        r"^\W*(?:en |dus |maar )?(?:wie|welke?|wat|waar)\b.*\b(?:allemaal|iedereen)\b|"
        r"^\W*(?:en |dus |maar )?(?:op |in |bij )?welke \w+(?:en|s) (?:heb|hebben|had|hadden) "
        r"(?:ik|we)\b",
        re.I,
    ),
    adds=re.compile(
        r"^\W*(?:(?:en|ook|oh|ok|oké|laten we|kun je|kan je|wil je|we)\W+)*"
        r"(?:zet|zetten|voeg|voegen|doe|doen|neem|nemen|schrijf)\s+(?:ook |nog |er |maar )*"
        r"(?P<entry>(?:(?!\b(?:aan|op|bij|in|van|voor)\b)[^.,;:?]){2,60}?)"
        r"(?: ook| nog| maar| er| toe)*(?:\s+(?:aan|op|bij|in)\s+(?:het|de|mijn|ons|onze|dat|die)\s"
        r"(?P<list>[^.,;:?]{0,40}?)(?: toe| erbij| op)?|\s+(?:erbij|toe|bij))[.!]*$",
        re.I,
    ),
    ordinals={word: place for place, word in enumerate(_ORDINALS.split())} | {"laatste": -1},
    numbers={word: place for place, word in enumerate(_NUMBERS.split(), 1)}
    | {"één": 1}
    | _LARGE
    | _OF_US,
    of_each_entry=re.compile(r"(?:elk|ieder|steeds|telkens|allemaal|altijd)\b", re.I),
    apiece=re.compile(rf"\b(?:p\.?p\.?|elk|per (?P<of>{_PIECES}))\b", re.I),
    one_costs=re.compile(
        rf"\b(?:een|één|elke|iedere|per) (?P<of>{_PIECES}) (?:\w+ )?(?:is|kost|kosten|komt op)"
        r"(?=\s+\W{0,2}\d)",
        re.I,
    ),
    counts_of={
        "persoon": _PEOPLE,
        "pp": _PEOPLE,
        "elk": _PEOPLE,
        "kind": "kinderen kids",
        "stuk": "stuks",
        "kaartje": "kaartjes",
    },
    in_a_period={
        "jaar": {"maand": 12, "week": 52, "kwartaal": 4},
        "week": {"dag": 7, "nacht": 7},
        "seizoen": {},
        "schooljaar": {},
    },
    stays=words_in("nacht dag"),
    whole=re.compile(
        r"(?<!half )(?<!halve )\b(?:per |een |elk |heel |hele )(?:heel |hele |"
        r"vol )?(?P<period>jaar|week)\b",
        re.I,
    ),
    for_all=re.compile(
        r"\b(?:voor (?:iedereen|ons allemaal|allemaal|de hele \w+|het hele \w+|"
        r"de (?:groep|familie)|het (?:verblijf|gezelschap))|hele (?:verblijf|groep))\b",
        re.I,
    ),
    one_off=re.compile(
        r"\b(?:eenmalig\w*|één keer|vast bedrag|voorrij\w*|starttarief|instaptarief|inschrijf\w*|"
        r"reiskosten|bezorgkosten|boekingskosten)\b",
        re.I,
    ),
    number_of_us=re.compile(
        r"\b(?:met|zijn|met zijn|met z['’]n) (?P<n>\d+|\w+)(?: man)?[.,!]?$|"
        r"\b(?:groep|gezin) van (?P<m>\w+)\b",
        re.I,
    ),
    joined=re.compile(r",?(?<!\btot)\s+(?:en|plus)\s+|,\s+"),  # not of "tot en met"
    clock_time=re.compile(r"\bhoe laat\b|\bwelk (?:uur|tijdstip)\b", re.I),
    lists=re.compile(
        r"^(?P<head>.{2,80}?\b(?:zijn|is|waren|bestaat uit))\s+(?P<list>.+,.+\sen\s.+|.+\sen\s.+)$",
        re.I,
    ),
    earmarks=re.compile(
        r"\b(?:budget|opzij|pot|potje|besteden|spaargeld|subsidie|fonds|totaal|beurs|maximaal|"
        r"hooguit|hoogstens|meer dan|niet boven|uitgeven|gekregen|krijg(?:en)?|gespaard|lening|"
        r"geleend)\b",
        re.I,
    ),
    receives=re.compile(
        r"\b(?:krijgen|krijg|kregen|gekregen|pot|potje|kas|opgehaald|subsidie|gespaard|geeft|geven|"
        r"gaf|legt in|doneert|sponsort|ontvangen|rekening|spaargeld|binnen)\b",
        re.I,
    ),
    funds=re.compile(
        r"\bhoeveel (?:geld )?(?:heb|hebben|krijg|krijgen|kregen) (?:ik|we)(?: er| nu| dan| al| "
        r"dus| samen| in totaal| bij elkaar| opgehaald| gekregen| te besteden)*\W*$",
        re.I,
    ),
    spends=re.compile(
        r"\b(?:uitgegeven|betaald|betaalde|gekocht|kocht|kost|kostte|kosten|gaf|kwijt)\b", re.I
    ),
    outlay=re.compile(
        r"\bhoeveel (?:geld )?(?:heb|hebben|gaf|gaven|ben|zijn) (?:ik|we)"
        r"(?! (?:\w+ )?(?:aan|voor)\b).*\b(?:uitgegeven|betaald|uit|kwijt)\b",
        re.I,
    ),
    undecided=re.compile(
        r"\b(?:misschien|wellicht|mogelijk|eventueel|zou|zouden|twijfel\w*|niet zeker|nog niet|"
        r"overweeg|overwegen|\w*offertes?|schatting|geschat|\w*opties?|als (?:we|ik|ze|hij|het))\b",
        re.I,
    ),
    earns=re.compile(
        r"^\W*(?:verkocht|verdiend)\b|\b(?:ik|we) (?:verdien\w*|ontvang\w*|krijg\w*|verkocht\w*|"
        r"verkoop\w*)\b|"
        r"\b(?:verdien|verkocht|ontvang) (?:ik|we)\b|"
        r"\b(?:mijn|ons) (?:salaris|loon|inkomen|pensioen)\b|\bterugbetaald\b",
        re.I,
    ),
    compares=re.compile(
        r"\bhoeveel (?:\w+ )?(?:meer|minder)\b|\b(?:te ?kort|te (?:veel|weinig)|teveel|ontbre\w+|"
        r"bespaar\w*|bespaart|scheelt|schelen|over)\b|\bhoeveel\b.*\b(?:er nog bij)\b",
        re.I,
    ),
    holds_people=re.compile(
        r"\b(?:plaats voor|plek voor|ruimte voor|past|passen|maximaal|hooguit|slaapplaatsen)\b",
        re.I,
    ),
    some_of_group=re.compile(  # children may be counted beside the adults
        r"(?:(?:[,;]|\b(?:en|maar|met)\b)\s*(?:\d+|[a-zé]+) (?:van (?:ons|hen|ze|die)\b|"
        r"(?:is|zijn) (?:een )?(?:vegan|vegetari|veganist|coeliakie|diabeet|allergisch)|"
        r"(?:eet|eten|drinkt|drinken) (?:geen|vega|veganistisch|vegetarisch|halal)\b)|"
        r"[,;]?\s*\b(?:waarvan|van wie|onder wie|inclusief|incl\.?) (?:er )?(?:\d+|[a-zé]+)\b)"
        r"(?![^,;.[]*\b(?:kind\w*|kleuters?|peuters?|baby['’]?s?|pubers?)\b)[^,;.[]*",
        re.I,
    ),
    uncounted=re.compile(r"\b(?:een paar|enkele) [a-z]{3,}", re.I),
    another=re.compile(
        r"\b(?:en|plus|daarna|,) (?:een|één|eentje|nog (?:een|één|eentje))(?: (?:na|voor|op|in|bij|"
        r"met|later|erbij|van|'s)\b|\W*$)",
        re.I,
    ),
    until_now=re.compile(r" (?:tot nu toe|nu)$", re.I),
    saves=words_in("bespaar besparen scheelt"),
    outlays=words_in(
        "boodschappen kosten lasten uitgaven rekening rekeningen aankopen materiaal spullen inkopen"
    ),
    operation=words_in(
        "gemiddelde gemiddeld komt komen opbrengen opgebracht brengt op "
        "ver lang zwaar staan staat straks voortaan nog steeds plek plekken plaats optie "
        "opties soort "
        "soorten ding dingen lees voor geef toon allemaal "
        "iedereen groep hele persoon personen uitgegeven uitgeven betaald betalen betaal aankoop "
        "aankopen uitgave uitgaven som rekening prijs nieuwe kwijt tezamen minst goedkoopst "
        "behalve naast houden overhouden blijft blijven jaarlijks "
        "goedkoopst goedkoopste kleinste laagste minste kortste duurste duurst grootste hoogste "
        "langste langst meeste totaal elkaar samen opgeteld verschil scheelt over resteert hoeveel "
        "nog meer anders verder eerste tweede derde vierde vijfde zesde laatste na zonder kost "
        "levert leveren lever houdt houd winst winsten krijg krijgen krijgt kreeg keer per "
        "gezamenlijk vaste maandlasten "
        "verdien verdient verdienen verdiend "
        "kosten noemde genoemd noemen lijst alles alle nu geld tussen zit drie vier vijf"
    ),
    thousands=".",
    decimal=",",
)
