"""Dutch forms of an instruction other than the imperative: "X moet verwijderd worden"."""

import re

from tidemark.nlp.english.documents.wording import TALK as ENGLISH
from tidemark.nlp.pack_fields import RemarkCues, Rewording, words_in

_VERBS = (  # imperative, participle, infinitive
    ("verwijder _", "verwijderd", "verwijderen"),
    ("schrap _", "geschrapt", "schrappen"),
    ("wis _", "gewist", "wissen"),
    ("haal _ weg", "weggehaald", "weghalen"),
    ("streep _ door", "doorgestreept", "doorstrepen"),
    ("maak _ leeg", "leeggemaakt", "leegmaken"),
    ("leeg _", "geleegd", "legen"),
    ("hernoem _", "hernoemd", "hernoemen"),
    ("wijzig _", "gewijzigd", "wijzigen"),
    ("verander _", "veranderd", "veranderen"),
    ("wijzig _", "aangepast", "aanpassen"),
    ("wijzig _", "bijgesteld", "bijstellen"),
    ("zet _", "gezet", "zetten"),
    ("zet _", "ingesteld", "instellen"),
    ("verhoog _", "verhoogd", "verhogen"),
    ("verhoog _", "opgehoogd", "ophogen"),
    ("verlaag _", "verlaagd", "verlagen"),
    ("verleng _", "verlengd", "verlengen"),
    ("verkort _", "verkort", "verkorten"),
    ("verplaats _", "verplaatst", "verplaatsen"),
    ("verschuif _", "verschoven", "verschuiven"),
    ("verzet _", "verzet", "verzetten"),
    ("voeg _ toe", "toegevoegd", "toevoegen"),
    ("zet _ bij", "bijgeschreven", "bijschrijven"),
    ("verdubbel _", "verdubbeld", "verdubbelen"),
    ("halveer _", "gehalveerd", "halveren"),
    ("sorteer _", "gesorteerd", "sorteren"),
    ("wissel _ om", "omgewisseld", "omwisselen"),
    ("verwissel _", "verwisseld", "verwisselen"),
    ("vervang _", "vervangen", "vervangen"),
    ("kopieer _", "gekopieerd", "kopiëren"),
    ("vink _ af", "afgevinkt", "afvinken"),
    ("vink _ aan", "aangevinkt", "aanvinken"),
    ("markeer _", "gemarkeerd", "markeren"),
    ("zet _ aan", "aangezet", "aanzetten"),
    ("zet _ uit", "uitgezet", "uitzetten"),
)
_PASSIVES = {participle: verb for verb, participle, _ in _VERBS}
_INFINITIVES = {infinitive: verb for verb, _, infinitive in _VERBS}
_PART, _INFINITIVE = "|".join(_PASSIVES), "|".join(_INFINITIVES)
_MODAL = "(?:moet|moeten|kan|kunnen|mag|mogen|dient|dienen|hoort|horen|zou|zouden)"
_ADVERBS = "(?: (?:nu|ook|nog|maar|weer|even|dan|toch|wel|graag|er|moeten|kunnen|mogen|te))*"

REWORDINGS = (
    Rewording(
        re.compile(
            rf"(?P<target>.+?) {_MODAL}{_ADVERBS}(?P<rest>(?: .+?)??)"
            rf" (?:(?P<verb>{_PART}) (?:te )?worden|worden (?P<verb_last>{_PART}))"
            r"(?P<rest_last>(?: .+)?)",
            re.I,
        ),
        _PASSIVES,
        is_sure=True,
    ),
    Rewording(
        re.compile(
            rf"(?:ik|we|wij) (?:wil|willen|zie|zien)(?: graag)? (?P<target>.+?)(?: graag)?"
            rf" (?P<verb>{_PART})(?: (?:hebben|zien))?(?P<rest>(?: .+)?)",
            re.I,
        ),
        _PASSIVES,
        is_sure=True,
    ),
    Rewording(
        re.compile(
            rf"(?P<target>.+?) (?:(?:om )?te )?(?P<verb>{_INFINITIVE})"
            r"(?P<rest>(?: (?:met|naar|op|tot|in|door|van|uit|bij|aan) .+)?)",
            re.I,
        ),
        _INFINITIVES,
    ),
    Rewording(
        re.compile(
            rf"(?P<target>.+?) (?:is|zijn)(?: (?:nu|inmiddels|weer|ook))*(?P<rest>(?: .+?)??)"
            rf" (?P<verb>{_PART})(?P<rest_last>(?: .+)?)",
            re.I,
        ),
        _PASSIVES,
        is_report=True,
    ),
)
EXPLETIVE = re.compile(  # "zet er soep op de lijst"; in "doe er 2 bij" it is no such word
    r"(?P<verb>^(?:zet|doe|voeg|schrijf|gooi|leg|stop|plaats|noteer|hang|pak)(?: (?:ook|nog))*|"
    r"\b(?:moet|moeten|mag|mogen|kan|kunnen|komt|komen|hoort|horen))\s+er"
    r"(?=\s.*\s(?:op|in|bij|aan|onder|tussen)\s+\w)",
    re.I,
)

_WAYS = (
    "later|langer|meer(?! dan)|extra|hoger|omhoog|duurder|zwaarder|groter|ouder|erbij|er bij|"
    "bij(?: gekomen)?|bijgekomen|eerder|vroeger|korter|minder(?! dan)|lager|omlaag|goedkoper|eraf|"
    "er af|af|lichter|kleiner|jonger|verkocht|verbruikt|uitgegeven|gespaard|opgegeten|kapot|"
    "gestorven|verloren|verlengd|verhoogd|verlaagd|verkort|uitgesteld|vervroegd|weg|"
    "(?:omhoog|omlaag) gegaan|gestegen|gedaald|bijgeteld|toegevoegd|geleverd|binnengekomen"
)
_AMOUNT = (
    r"(?P<by>(?:[€$£]?\d[\d.,]*|een (?:half|halve|hele|heel|paar)|een|één|half|halve|anderhalf|"
    r"anderhalve|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|twaalf|twintig)"
    rf"(?:(?: (?:hele|heel|extra|volle))? ?(?!(?:{_WAYS}|van|op|naar|in|bij|met|om|tot|voor|en|"
    rf"is)\b)"
    r"(?:%|€|[^\W\d_]+))?)"
)
TALK = RemarkCues(
    count_article=re.compile(r"\been (?=(?:half|halve|hele|paar)\b)", re.I),
    half=re.compile(r"\b(half|halve) een\b", re.I),
    whole=re.compile(r"\b(?:hele|heel|extra|volle) ", re.I),
    coins=words_in("cent € pond dollar"),
    not_old="en niet|niet|in plaats van",
    counted=re.compile(
        r"(?P<count>\d+|(?:een )?dozijn|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|twaalf) "
        r"(?P<name>[^\W\d_][^\d,]*)",
        re.I,
    ),
    remarking=re.compile(
        r"(?:ik|we|wij|hij|zij|ze|je|niemand|iedereen|iemand|men|de kinderen)\b"
        r"(?! (?:moet|moeten|wil|willen|hoeft|hoeven)\b)",
        re.I,
    ),
    day_of_month=re.compile(r"(?:de )?(?P<day>[0-3]?\d)(?:e|de|ste)", re.I),
    lasting=re.compile(r"\b(?:meer|extra|langer|minder|korter)\b", re.I),
    articles=words_in("een de het"),
    absent=re.compile(
        r"\b(?:komt|komen|kan|kunnen|gaat|gaan) (?:er |toch |helaas )*niet"
        r"(?: (?:bij zijn|komen|mee))?\b",
        re.I,
    ),
    answers=ENGLISH.answers,
    durations=ENGLISH.durations
    | words_in("duur tijd looptijd baktijd kooktijd termijn levertijd lengte opzegtermijn"),
    people=ENGLISH.people
    | words_in(
        "deelnemers deelnemer gasten leden reizigers team spelers aanwezigen vrijwilligers "
        "medewerkers studenten leerlingen genodigden"
    ),
    levels=(
        *ENGLISH.levels,
        words_in("laag middel gemiddeld hoog kritiek"),
        words_in("vegetarisch veganistisch glutenvrij lactosevrij halal koosjer geen alleseter"),
        words_in("ja nee misschien onbekend"),
        words_in("gepland bezig klaar afgerond wachtend open gesloten geblokkeerd af"),
        words_in("concept definitief goedgekeurd afgekeurd"),
        words_in("auto trein fiets bus vliegtuig boot taxi camper"),
        words_in("hotel camping huisje appartement hostel"),
    ),
    is_none=re.compile(r"\b(?:is|zijn)\b.*\b(?:geen|niet)\b", re.I),
    joins=re.compile(
        r"\b(?:doet|doen|gaat|gaan|komt|komen) (?:(?:ook|nu|er|nog) )*(?:mee|bij|erbij)\b|"
        r"\b(?:aangemeld|ingeschreven)\b",
        re.I,
    ),
    money=re.compile(r"[€$£]|\b(?:euro'?s?|eur|pond|dollar|cent)\b", re.I),
    way_within=re.compile(
        r"(?P<count>\b(?:\d[\d.,]*|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|twaalf)) "
        r"(?P<way>extra|meer|minder) (?P<unit>[^\W\d_]+)(?! dan)",
        re.I,
    ),
    compared=re.compile(
        r"\b(?:meer|minder|\w+er) dan\b|\b(?:later|langer|meer|extra|hoger|omhoog|duurder|zwaarder|"
        r"groter|ouder|erbij|eerder|vroeger|korter|minder|lager|omlaag|goedkoper|eraf|lichter|"
        r"kleiner|jonger|nog|verlengd|verhoogd|verlaagd|verkort|uitgesteld|vervroegd)\b"
        r"(?! (?:naar|tot|op)\b)",
        re.I,
    ),
    lately=re.compile(r"\b(?:vandaag|net|zojuist|vanmorgen|vanochtend|vanmiddag)\b", re.I),
    instead_of=re.compile(
        r",?\s*\b(?:in plaats van|i\.?p\.?v\.?|(?:en )?niet|was(?: eerst)?)\s+"
        r"(?P<old>[€$£]?\d[\w.,:/%€-]*(?: (?:%|[a-z]{1,8}\b))?)(?=[\s.!]*$|,)",
        re.I,
    ),
    at_time=re.compile(
        r"\b(?:om|vanaf|tot|rond) (?P<time>half \w+|\d{1,2}(?: ?uur| ?u\b))",
        re.I,
    ),
    article_before=re.compile(r"\b(?:de|het) $", re.I),
    fillers=re.compile(
        r"\b(?:voortaan|vanaf nu|helemaal|volledig|toch|gewoon|eigenlijk|weer|even|alvast|meteen|"
        r"inmiddels|trouwens|nog|dus|zeker|definitief|officieel|helaas|gelukkig|blijkbaar|"
        r"uiteindelijk|net|zojuist|zonet|vandaag|vanmorgen|vanochtend|vanmiddag|vanavond|gisteren|"
        r"vorige week|deze week|sinds (?:vorige week|vandaag|gisteren|kort|deze week)|nu|al|"
        r"maar|wel|"
        r"in ieder geval|natuurlijk|hoor|graag|er maar|tegenwoordig|momenteel|in plaats daarvan|"
        r"alleen|pas|slechts|in totaal|dan gepland|even|ook)\b",
        re.I,
    ),
    because=re.compile(
        r"(?:want|omdat|aangezien|namelijk|zodat|doordat|vanwege|in verband met|die (?!kunnen|"
        r"mag|mogen|"
        r"moet|moeten|kan|gaat|gaan|wordt|worden|is|zijn|komt|komen|liggen|ligt|staat|staan)|"
        r"(?:hij|zij|ze|we|ik) (?:zei|zeiden|vroeg|vroegen|belde|belden|schreef|mailde|"
        r"vertelde))\b",
        re.I,
    ),
    thus="dus|daarom",
    asides=re.compile(
        r"(?:helaas|gelukkig|blijkbaar|natuurlijk|trouwens|denk ik|geloof ik|volgens mij|eindelijk|"
        r"goed nieuws|slecht nieuws|sorry|oeps|hmm+|o(?: nee| ja)?|nou(?: ja)?|oké|ok|prima|"
        r"mooi|goed|"
        r"graag|alsjeblieft|alstublieft|bedankt|dank je|dankjewel|ja|nee|dat is alles|dat was "
        r"alles|"
        r"dat was het|zoals afgesproken|hoor|fijn|top|jammer|zo|even)",
        re.I,
    ),
    again=re.compile(
        r"(?:dus |en |dan |kun je |wil je |even |graag )*(?:"
        r"(?P<remove>haal|verwijder|schrap|streep|gooi|wis|laat)|(?P<add>voeg|zet|schrijf|"
        r"noteer|neem)|"
        r"(?P<replace>pas|wijzig|verander|werk|verwerk|corrigeer))"
        r" (?:hem|haar|die|dat|deze|het|ze|hen|dit)(?: (?:er|maar|ook|even|dus|uit|van|af|weg|"
        r"eruit|eraf|"
        r"toe|aan|bij|op|in|door|erbij|erin)(?: .{1,40})?)?"
        r"|(?:wil|kun|zou) je (?:dat|het|die)(?: even)? (?P<changed>aanpassen|wijzigen|veranderen|"
        r"bijwerken|verwerken|noteren)",
        re.I,
    ),
    removes=re.compile(
        r"\b(?:(?:is|zijn|was|wordt|worden|gaat|gaan|heeft|hebben|kan|kunnen|mag|mogen|moet|"
        r"moeten|we|ik|"
        r"nu|ook|er|maar|echt|nog|even|komt|komen|helemaal) )*"
        r"(?:geannuleerd|afgezegd|afgelast|zegt? af|zeggen af|valt (?:af|weg|uit)|vallen (?:af|"
        r"weg|uit)|"
        r"weggevallen|stopt(?: ermee)?|stoppen(?: ermee)?|gestopt|vertrokken|vertrekt|opgezegd|"
        r"ontslag genomen|haakt af|haken af|afgehaakt|vervalt|vervallen|weg|eruit|eraf|"
        r"van de (?:lijst|kaart|tafel|baan)(?: af)?|thuis ?blijven|thuis laten|thuis|"
        r"niet (?:meer )?(?:door|mee|helpen|komen|meedoen|meekomen|nodig|gebruiken|gebruikt)|"
        r"(?:gaat|gaan|doet|doen|komt|komen|kan|kunnen|hoeft|hoeven|gebruiken|verkopen|serveren|"
        r"hebben|"
        r"maken|willen|voeren) (?:we )?niet (?:meer )?(?:door|mee|helpen|komen|meedoen|meekomen|"
        r"meer|er ?bij|"
        r"nodig|langer)?(?: te staan)?|niet meer (?:nodig|bij|leverbaar|beschikbaar|verkrijgbaar)|"
        r"(?:sla|slaan|skip|annuleer|zeg|laat|gooi|doe|haal|schrap|verwijder|streep|wis|neem|"
        r"laten) "
        r"(?=.*\b(?:over|af|vallen|weg|eruit|uit|eraf|zitten|vervallen|schieten)\b)|"
        r"over(?=$)|afgeschaft|geschrapt|verwijderd|schrappen|verwijderen|weglaten|weghalen)"
        r"(?=[ ,.!]|$)",
        re.I,
    ),
    adds=re.compile(
        r"\b(?:(?:is|zijn|wil|gaat|gaan|komt|komen|er|nu|nog|ook) )*"
        r"(?:komt|komen|doet|doen|gaat|gaan)(?: er)?(?: nog)?(?: ook| nu)*(?: (?:bij|mee|erbij|"
        r"langs|te gast))?\b"
        r"|\b(?:ook|erbij|bijgekomen|nog een|meedoen|aangemeld|welkom|nieuwe?|extra|toegevoegd|"
        r"krijgt|krijgen)\b",
        re.I,
    ),
    relative=re.compile(
        r"(?:\b(?P<lead>(?:(?:is|zijn|gaat|gaan|mag|moet|wordt|met) )*(?:omhoog|omlaag|verlengd|"
        r"verhoogd|"
        r"verlaagd|verkort|uitgesteld|vervroegd|later|eerder|langer|korter|plus|min|nog|weer|"
        r"verleng|"
        r"verschuif|verhoog|verlaag|verkort)(?: er)?(?: (?:met|nog|weer|"
        r"het|ze|net|zojuist|al))*) )?"
        rf"(?<![\w.,-]){_AMOUNT}(?: (?P<way>{_WAYS}))?(?=[ ,.!]|$)",
        re.I,
    ),
    falling=re.compile(
        r"\b(?:omlaag|eerder|vroeger|korter|minder|lager|goedkoper|eraf|er af|af|lichter|"
        r"kleiner|jonger|"
        r"verkocht|verbruikt|opgegeten|kapot|gestorven|verloren|verlaagd|verlaag|verkort|"
        r"vervroegd|min|weg|"
        r"op|gedaald)\b",
        re.I,
    ),
    verbs=words_in(
        "neem neemt nemen genomen geef geeft geven gegeven zet zetten gezet gebruik gebruikt "
        "gebruiken "
        "wil wilt willen verwacht verwachten heb hebt heeft hebben had krijg krijgt krijgen "
        "brengt brengen "
        "gebracht komt komen gekomen ga gaat gaan gegaan verhuist verhuizen verhuisd stapt "
        "overgestapt "
        "wisselt gewisseld maak maakt maken gemaakt doe doet doen gedaan werk werkt werken "
        "loopt lopen "
        "kost kosten weegt wegen meet duurt duren begint beginnen begonnen start starten "
        "gestart eindigt "
        "eindigen stopt vertrekt vertrekken vertrokken arriveert vliegt vliegen rijdt rijden "
        "gereden woon "
        "woont wonen slaapt eet eten drinkt drinken kookt koken kook leert schrijft leidt "
        "draagt houdt "
        "houden blijft blijven staat staan zit zitten ligt liggen hoort horen betaalt betalen "
        "verkoopt "
        "verkopen koopt kopen speelt spelen scoorde wint won verslaan versloegen verloor verliezen "
        "beoordeelde beoordeeld keurt goedgekeurd tekent getekend regelt regelen doet "
        "organiseert voert "
        "laat laten kiest kiezen koos zegt zeggen noemt heet heten wordt worden werd is zijn "
        "was ben bent "
        "haalt halen opent openen sluit sluiten groeit neemt vindt boekt geboekt bestelt "
        "besteld bevat "
        "levert leveren ziet hangt hangen valt vallen bewaart bewaren bewaard draait draaien "
        "gehuurd "
        "huurt zitten zaten past passen aanpassen telt tellen staan gesteld ging gingen bleek "
        "kan kunnen "
        "mag mogen moet moeten zal zullen zou zouden"
    ),
    verb_form=re.compile(
        r"ge[a-z]{3,}(?:d|t|en)|(?:ver|be|ont|aan|op|uit|over|mee|af|door)[a-z]{3,}(?:d|t|en)"
    ),
    before_value=words_in(
        "naar op in om bij is zijn was wordt worden werd met van als aan voor = :"
    ),
    asking=re.compile(
        r"(?:kan|kunnen|mag|mogen|moet|moeten|zou|zouden|wordt) (?!je\b|jij\b|u\b|ik\b|we\b|wij\b)",
        re.I,
    ),
    persons=words_in("hem haar hen ze hij zij die dat deze het dit mij ons daar"),
    perfect=re.compile(r"\b(?:heeft|hebben|heb|had|hadden)\b", re.I),
    ended=re.compile(
        r"\b(?:verkocht|verbruikt|opgegeten|kapot(?: gegaan)?|gestorven|verloren|bij ?gekomen|"
        r"erbij gekomen|geleverd|binnengekomen|uitgegeven|gespaard|weg)\W*$",
        re.I,
    ),
    costing=re.compile(r"duurder|goedkoper", re.I),
    anew=re.compile(r"\b(?:weer|nog)\b", re.I),
    becoming=words_in("naar wordt worden : ="),
    same=re.compile(
        r"\b(?:dezelfde|hetzelfde) (?P<what>[\w ]+?) als (?P<whose>[^,;]+?)(?: (?:heeft|hebben|"
        r"is))?$",
        re.I,
    ),
    likened=re.compile(r"\b(?:even|net zo|zo) \w+ als\b", re.I),
    other=re.compile(r"(?:de|het) andere?(?: \w+)?", re.I),
    everything=re.compile(r"\b(?:allemaal|alles)\b", re.I),
    joints=words_in("plus en"),
    keeps=re.compile(
        r"(?:maar )?(?:laat|houd|hou) (?:de rest|al het andere|het andere|de andere .+|.+) "
        r"(?:zo|staan|zoals (?:het|die|ze) (?:is|was|zijn|waren)|ongewijzigd|met rust)|"
        r".+ (?:moet|moeten|mag|mogen|kan|kunnen) (?:zo |wel |gewoon |ongewijzigd |hetzelfde "
        r")*(?:blijven|staan)|"
        r".+ (?:blijft|blijven)(?: (?:zo|staan|hetzelfde|ongewijzigd|zoals .+))?|"
        r"de rest (?:is|was|klopt|klopte)(?: (?:goed|prima|wel))?",
        re.I,
    ),
)
