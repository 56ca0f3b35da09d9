"""Dutch patterns of questions and answers by type, and the words of each topic."""

import re

from tidemark.nlp.pack_fields import AnswerTypes

_NUMBER = r"(?:\d+|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|twintig|dertig)"
_MONTHS = "januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december"
_DAYS = "maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag"
_NO_PLACE = (
    rf"{_MONTHS}|{_DAYS}|(?:een|de|het|deze|dit|die|dat|volgende?|vorige?)\s+(?:\w+\s+)?(?:ochtend|"
    r"middag|avond|eind|einde|week|maand|jaar|dag|weekend|minuut|uur|moment|begin|eerste|zelfde)|"
    r"de\s+(?:ochtend|middag|avond|zomer|winter|lente|herfst)|ieder|elk|elke|wie|wat|me|mij|ons|"
    r"hem|"
    r"haar|hen|hun|totaal|ongeveer|elkaar|algemeen|geval|slaap|huis\s+\w+en|\d"
)

# What some people may not eat, so that "Papa mag geen gluten" is about his diet.
RISKY_FOODS = (
    r"(?:gluten|tarwe|zuivel|lactose|melk|kaas|ei|eieren|(?:pinda|wal|hazel)?noten|pinda['’]?s|"
    r"amandelen|sesam|soja|vis|schaaldieren|schelpdieren|garnalen|varkensvlees|rundvlees|vlees|"
    r"suiker|zout|alcohol|wijn|cafeïne|koffie|grapefruit|ui|uien|knoflook|aardbeien|kiwi['’]?s?)\b"
)
_ALLERGIES = r"\b(?:\w*allerg(?:ie\w*|isch)|\w*intoleran\w+|coeliakie)\b"

ANSWER_TYPES = AnswerTypes(
    asks={
        "money": re.compile(
            r"\bhoeveel\b.{0,30}\b(?:kost\w*|uitgeven|uit te geven|betaal\w*|betalen|besteden|"
            r"geld|euro|"
            r"budget)\b|\bwat\b.{0,40}\b(?:kost(?:te)?|kosten|prijs|budget|huur|tarief)\b|"
            r"\bhoe duur\b",
            re.IGNORECASE,
        ),
        "people": re.compile(
            r"\bhoeveel\b.{0,20}\b(?:mensen|personen|gasten|kinderen|vrienden|bezoekers|"
            r"collega['’]s|"
            r"man)\b|\b(?:met )?hoeveel (?:zijn|komen|gaan) (?:we|er|ze|jullie)\b|"
            r"\bmet (?:z['’]n )?hoevelen\b",
            re.IGNORECASE,
        ),
        "place": re.compile(
            r"^\W*(?:en |maar |dus )?waar\b(?!.*\b(?:over|voor|van|aan|mee|op|tegen|uit|om)\W*$)|"
            r"\b(?:welke|wat voor) (?:stad|plaats|plek|dorp|adres)\b|\bwelk (?:adres|dorp|land)\b",
            re.IGNORECASE,
        ),
        "time": re.compile(
            r"^\W*(?:en |maar |dus )?(?:(?:sinds|vanaf|tot|voor) )?wanneer\b|"
            r"\bhoe laat\b|\b(?:welke|wat voor) (?:dag(?:en)?|"
            r"datum|data|maand(?:en)?)\b|"
            r"\bwelk (?:jaar|uur|tijdstip)\b|"
            r"\b(?:wat|wanneer) (?:is|was|zijn|waren) "
            r"(?:de |het |mijn |onze )?(?:deadline|uiterste datum)",
            re.IGNORECASE,
        ),
        "person": re.compile(r"^\W*(?:en |maar |dus )?(?:met |van |bij |aan )?wie(?:ns)?\b", re.I),
        "duration": re.compile(r"\bhoe ?lang\b|\bhoeveel tijd\b", re.IGNORECASE),
        "age": re.compile(r"\bhoe oud\b|\b(?:welke|wat is (?:de|haar|zijn|hun)) leeftijd\b", re.I),
        "count": re.compile(r"\bhoe ?(?:veel|vaak|oud|ver|groot|lang|hoog)\b", re.IGNORECASE),
        "reason": re.compile(
            r"^\W*(?:en |maar |dus )?(?:waarom|hoezo)\b|\b(?:reden|oorzaak)\b|\bhoe komt\b", re.I
        ),
        "feeling": re.compile(
            r"\bhoe (?:voel\w*|reageer\w*|vond\w*|vind\w*)\b|"
            r"\bwat (?:vond\w*|vind\w*)\b|\b(?:reactie|gevoel|mening)\b",
            re.IGNORECASE,
        ),
        "choice": re.compile(
            r"\b(?:welke?|wat)\b.*\b(?:gekozen|besloten|genomen|gekocht|geboekt|"
            r"(?:kozen|kiezen|nemen|kopen|namen) (?:we|wij|ik)|(?:koos|kies|neem|koop) ik)\b",
            re.IGNORECASE,
        ),
        "name": re.compile(
            r"^\W*(?:en |maar |dus )?(?:welke?|wat voor) (?:soort|type|kleur|genre|stijl|ras|smaak|"
            r"merk|titel)\b|\b(?:naam van|heten?|heet|genaamd)\b",
            re.IGNORECASE,
        ),
    },
    holds={
        "money": re.compile(
            r"[$€£]\s?\d|\b\d[\d.,]{0,20}\s?(?:k\b|euro|eur|dollar|pond|cent|"
            r"(?:per|elke?) (?:dag|nacht|week|maand|jaar|persoon|uur))|\bgratis\b",
            re.IGNORECASE,
        ),
        "people": re.compile(
            rf"\b{_NUMBER}\s+(?:\w+\s+)?(?:mensen|personen|gasten|kinderen|vrienden|bezoekers|"
            r"collega['’]s|man|volwassenen)\b|\bmet (?:z['’]n|ons|hun) (?:\w+en|"
            r"\d+)\b(?! (?:er)?uit\b)|"
            rf"\b(?:we zijn met|er komen|voor) {_NUMBER}\b",
            re.IGNORECASE,
        ),
        "place": re.compile(
            rf"\b(?:in|bij|naar|uit|op)\s+(?!(?:{_NO_PLACE})\b)(?:(?:de|het|mijn|onze|ons|zijn|"
            rf"haar)\s+)?"
            r"[a-z]",
            re.IGNORECASE,
        ),
        "time": re.compile(
            rf"\b(?:{_MONTHS}|(?:{_DAYS})(?:en)?|vandaag|morgen|overmorgen|vanavond|vanmiddag|"
            rf"vannacht|"
            rf"gisteren|"
            r"weekend|(?:volgende?|vorige?|komende?|deze|dit) (?:week|maand|jaar|lente|zomer|"
            r"herfst|"
            rf"winter|najaar|voorjaar)|(?<![$€£])(?<!€ )\d{{1,2}}[:.]\d{{2}}|"
            rf"\d{{1,2}}(?:e|ste|de)|{_NUMBER} uur|"
            rf"(?:om|tegen|rond|vanaf) (?:half |kwart (?:over|voor) )?{_NUMBER}|in \d{{4}})\b",
            re.IGNORECASE,
        ),
        "duration": re.compile(
            r"\b(?:jaren|jaar|maand(?:en)?|we(?:ek|ken)|dag(?:en)?|uur|uren|minu(?:ut|ten)|sinds|"
            r"nacht(?:en)?)\b",
            re.IGNORECASE,
        ),
        "age": re.compile(
            rf"(?<=[a-zë] )\(\d{{1,3}}\)|\b{_NUMBER} ?(?:jaar|jr|maanden?|weken|dagen)\b|"
            rf"\bgeboren\b|"
            rf"\b(?:is|ben|zijn|was|waren|werd|wordt|word|worden|van)(?: (?:nu|al|net|pas|bijna|"
            rf"inmiddels|ook))? (?!\d{{4}}){_NUMBER}(?= geworden\b| en\b| maar\b|[.,;!)](?!\d)|$)|"
            rf"\bword(?:t|en)?(?: \w+){{1,4}} {_NUMBER}(?= (?:en|maar|dus|want)\b|[.,;!]|$)|"
            r"\b(?:1[89]|20)\d\d\b(?! (?:euro|€))",
            re.IGNORECASE,
        ),
        "count": re.compile(rf"\b(?:{_NUMBER}|paar|enkele|elke?|dagelijks|tientallen)\b|\d", re.I),
        "reason": re.compile(
            r"\b(?:omdat|want|doordat|zodat|vanwege|wegens|dankzij|om te|daarom|reden)\b", re.I
        ),
        "feeling": re.compile(
            r"\b(?:voel\w*|voelde\w*|blij|trots|zenuwachtig|bang|geweldig|fijn|leuk|mooi|dankbaar|"
            r"boos|verdrietig|teleurgesteld|moe|rustig|het (?:was|is)|vond)\b",
            re.IGNORECASE,
        ),
        "choice": re.compile(
            r"\b(?:laten we|we (?:kiezen|nemen|gaan voor|doen)|(?:we|ik) (?:kozen|koos|kies|neem|"
            r"hebben besloten|heb besloten|gekozen)|besloten|gekozen|in plaats van|liever|toch|"
            r"gekocht|geboekt|dan kiezen we|wint|won|het wordt|geworden)\b",
            re.IGNORECASE,
        ),
        "name": re.compile(r"[\"“]\w|(?<=[a-z,] )[A-Z][a-z]"),
    },
    topics={
        "spending": "uitgeven besteden budget veroorloven limiet",
        "cost": "kost kosten prijs huur betalen betaal betaalt betaald tarief duur waard",
        "guests": (
            "mensen personen persoon gast gasten uitnodigen uitgenodigd komen komt meekomen "
            "bezoeker bezoekers feest"
        ),
        "home": "wonen woon woont thuis adres verhuizen verhuisd verhuist",
        "temperature": "temperatuur koud koel warm heet graden",
        "earning": "verdienen verdient verdien verdiende loon lonen salaris",
        "work": "werk werken werkt baan werkgever bedrijf kantoor",
        "flight": "vlucht vluchten vliegen vlieg vliegt vliegtuig",
        "leaving": "vertrekken vertrek vertrekt vertrok",
        "arriving": "aankomen aankomst landen landt arriveren",
        "trip": "reis reizen trip vakantie",
        "meeting": "vergadering vergaderen overleg afspraak bespreking",
        "doctor": "dokter arts huisarts tandarts",
        "food": "eten eet avondeten lunch maaltijd diner",
        "allergy": "allergisch allergie intolerant intolerantie",
        "hotel": "hotel logeren logeer overnachten slapen verblijven",
        "name": "naam heten heet genaamd",
        "car": "auto rijden",
        "train": "trein spoor",
        "book": "boek roman",
        "birthday": "verjaardag jarig geboren",
        "wedding": "bruiloft trouwen trouwt getrouwd",
        "house": "huis woning flat appartement",
        "time": "tijd tijdstip dag datum laat",
        "starting": "beginnen begint begin begon starten start",
        "choosing": "kiezen kies koos gekozen besluiten besloten",
        "purchase": "kopen koop kocht gekocht aankoop",
        "dog": "hond",
        "cat": "kat poes",
        "sister": "zus zusje",
        "brother": "broer broertje",
        "child": "kind kinderen",
        "father": "vader pa pap papa",
        "mother": "moeder ma mam mama",
        "husband": "echtgenoot",
        "wife": "echtgenote",
        "weight": "gewicht wegen weegt woog zwaar",
        "age": "leeftijd oud",
        "fear": "bang angst",
        "occupation": "beroep functie",
        "deadline": "deadline inleverdatum",
        "handling": (
            "regelen regelt zorgen zorgt verzorgen verzorgt verzorging organiseren organiseert "
            "verantwoordelijk beheren beheert ontfermen"
        ),
        "cooking": "koken kookt kok catering cateraar",
        "teaching": (
            "leraar lerares docent docente juf meester les lessen lesgeven coach instructeur"
        ),
        "cleaning": "schoonmaken schoonmaak schoonmaker schoonmaakster poetsen poetst",
        "power": "elektra elektricien elektriciteit bedrading stopcontact",
        "plumbing": "loodgieter leiding leidingen sanitair",
        "ailment": "lijden lijdt ziek last kwaal migraine zeeziek wagenziek misselijk hoofdpijn",
        "landlord": "verhuurder verhuurster huisbaas huisbazin",
        "boss": "baas leidinggevende",
        "present": "cadeau cadeaus kado geschenk",
        "ending": "eindigen eindigt einde afgelopen",
        "venue": "locatie plek",
        "size": "maat groot grootte",
        "length": "lengte lang",
        "height": "hoogte hoog",
        "width": "breedte breed",
        "distance": "afstand ver",
        "medicine": "medicijn medicijnen medicatie pil pillen tablet",
        "surgery": "opereren opereert operatie chirurg",
        "treating": "behandelen behandelt behandeling therapie therapeut fysio fysiotherapeut",
        "inheriting": "erven erft erfenis erfgenaam erfgenamen nalatenschap",
        "law": "advocaat jurist",
        "accounts": "boekhouder boekhouding accountant belasting",
        "fetching": "ophalen afhalen",
        "delivering": "bezorgen bezorgd leveren levert levering brengen brengt",
        "lending": "lenen leent geleend leen uitlenen",
        "liking": "voorkeur favoriet favoriete lievelings",
        "disliking": "hekel haten haat",
        "selling": "verkopen verkoopt verkocht verkoper",
        "wearing": "dragen draagt kleding kleren jurk kostuum",
        "singing": "zingen zingt zang zanger zangeres",
        "speech": "toespraak speech",
        "permission": "vergunning toestemming toegestaan",
        "vegetarian": "vegetariër vegetarisch veganist veganistisch vlees",
        "code": "wachtwoord code pincode",
        "owning": "eigenaar eigenares bezit",
        "leading": "leiden leidt leiding leider voorzitter",
        "replacing": "vervangen vervangt vervanger vervangster invaller",
        "studying": "studeren studeert studie opleiding student",
        "repairing": "repareren repareert reparatie herstellen",
        "photo": "foto fotograaf fotograferen fotografeert",
        "phone": "telefoon telefoonnummer mobiel nummer",
        "street": "straat laan weg plein",
        "baking": "bakken bakt bakker gebakken",
    },
    kinds={
        "huisdier dier": "hond kat konijn hamster papegaai cavia paard pony puppy kitten poes",
        "instrument": "piano gitaar viool cello drum fluit trompet saxofoon bas harp orgel",
        "ouder": "moeder vader",
        "partner": "man vrouw vriend vriendin verloofde echtgenoot echtgenote",
        "kind": "zoon dochter peuter baby",
        "familie familielid": "tante oom nicht neef broer zus moeder vader oma opa",
        "vervoer voertuig": "auto bus busje trein fiets motor boot vliegtuig",
        "drankje drinken": "koffie thee bier wijn sap water cider",
        "fruit": "appel peer pruim kers banaan aardbei",
        "groente": "tomaat wortel ui aardappel prei courgette boon",
        "meubel meubels": "tafel stoel bank bed kast bureau",
        "vloer": "tegel kurk vinyl parket laminaat tapijt",
        "taal": "engels frans duits spaans nederlands italiaans pools",
        "sport": "voetbal tennis zwemmen hockey rugby judo yoga volleybal",
    },
    sort=re.compile(
        r"\b(?:welke?|wat voor(?: een| soort)?)(?: soort)?\s+(?P<sort>[a-zëï]{3,30})\b", re.I
    ),
    asks_need=re.compile(
        r"\W*(?:(?:en|dus|maar|of)\W+)?(?:"
        r"(?:moet|moeten|dien|dienen|zullen) (?:we|wij|ik|je|jullie|gasten)"
        r"(?: (?:zelf|ook|nog|onze|mijn|eigen|de|het|een))* (?P<thing>[^?]{2,60}?)(?: zelf)? "
        r"(?:mee(?: te |\s)?nemen|meebrengen|mee)|"
        r"(?:heb|hebben) (?:we|wij|ik|je|jullie)(?: (?:ook|nog|onze|mijn|eigen|de|het|een))* "
        r"(?P<needed>[^?]{2,60}?) nodig)(?: daar)?\W*",
        re.I,
    ),
    asks_condition=re.compile(
        r"\W*(?:en |maar |dus )?wanneer (?:mag|mogen|kan|kunnen|kun|moet|moeten)\b", re.IGNORECASE
    ),
    part_of_hour=re.compile(r"\b(?:half uur|halfuur|kwartier|anderhalf uur)\b", re.IGNORECASE),
    whereabouts=re.compile(
        r"\bwie (?:heeft|hebben|bewaart)\b|\bbij wie (?:is|zijn|ligt|liggen)\b|"
        r"\bwaar (?:is|zijn|ligt|liggen|staat|staan|hangt|hangen|zit|zitten)\b",
        re.IGNORECASE,
    ),
    asks_diets=re.compile(
        r"\W*(?:(?:en|dus|maar|ok)\W+)*(?:wie|(?:heeft|is|eet|mag) (?:er )?iemand|zijn er|"
        r"hebben we)(?: (?:er|heeft|hebben|is|zijn|een|welke|ook|mensen met|iets van een))* "
        r"(?:(?P<allergy>(?:(?:voedsel)?allergie(?:ën|en)?|intoleranties?|allergisch|intolerant)"
        r"(?: (?:of|en) (?:een )?(?:allergi\w+|intoleran\w+))?(?: voor (?:wat|iets))?)|"
        r"(?:mag|kan|mogen|kunnen|eet|eten) (?:er )?(?:wat|iets|welk\w* eten|alles) niet"
        r"(?: eten| hebben)?|(?:mag|kan|mogen|kunnen|eet|eten) niet alles(?: eten)?)\W*$",
        re.I,
    ),
    asks_diet_of=re.compile(
        r"\W*(?:(?:en|dus|maar|ok)\W+)*(?:"
        r"(?:mag|kan|eet|lust)(?=.* (?:eten|drinken|hebben|op)\W*$)|"
        r"wat (?:mag|kan|eet|lust|drinkt)(?=.* niet(?: eten| drinken| hebben)?\W*$)) "
        r"(?P<person>(?:mijn )?\w[\w’'-]*)\b(?: \S+){1,4}\W*$",
        re.I,
    ),
    diets=re.compile(
        rf"{_ALLERGIES}|\b(?:veganist\w*|vegan|vegetari\w+|halal|kosjer|diabet\w+)\b|"
        r"\b(?:eet|eten|drinkt|drinken) (?:\w+ )?(?:geen|niet|nooit)\b|"
        r"\b(?:mag|mogen|kan|kunnen) (?:\w+ ){0,2}(?:geen|niet) (?:\w+ ){0,3}(?:eten|drinken)\b|"
        r"\b(?:mag|mogen) (?:\w+ ){0,2}geen\b",
        re.I,
    ),
    allergies=re.compile(_ALLERGIES, re.I),
    yes_or_no=re.compile(
        r"^\W*(?:(?:en|dus|maar)\W+)?(?:is|zijn|was|waren|ben|bent|heeft|hebben|heb|had|hadden)\b"
        r"(?!.*\bof\b)",
        re.IGNORECASE,
    ),
    alternatives=re.compile(r"\b(?:of|tussen|twijfel\w*|versus|hetzij)\b", re.IGNORECASE),
    unsure=re.compile(
        r"\b(?:misschien|als|wil|willen|wilde|zou|zouden|kan|kunnen|mag|hoop|denk|plan|tenzij|of|"
        r"vroeger|tot|vroeg|wellicht|moet|moeten|besloten|gaan?|gaat|zullen|zal)\b|\?",
        re.IGNORECASE,
    ),
)
