"""Dutch words for conversation about documents."""

import re

from tidemark.nlp.dutch.documents.additions import (
    FIELD_VALUE,
    FIELD_WORD,
    GIVEN_VALUE,
    NEW_ENTRIES,
    NEW_FIELDS,
    VALUE_AFTER,
)
from tidemark.nlp.dutch.documents.lists import CHOICES, ORDERS
from tidemark.nlp.dutch.documents.lists import FRAMES as LIST_FRAMES
from tidemark.nlp.dutch.documents.wording import EXPLETIVE, REWORDINGS, TALK
from tidemark.nlp.dutch.remarks import OF_OTHERS, OWN_CLAUSE
from tidemark.nlp.english.documents.cues import DOCUMENTS as ENGLISH
from tidemark.nlp.pack_fields import DocumentCues, words_in
from tidemark.nlp.patterns import frames

_SET = (
    "(?:zet|wijzig|verander|maak|stel|corrigeer|verbeter|verzet|verplaats|verhoog|verlaag|breng|"
    "schuif|verschuif|verleng|verkort|update|bewerk|herstel|pas|werk|hoog|stel|leg|"
    "wissel|vermeerder|verminder|draai)"
)
_SETTING = (
    "(?:(?:willen |kunnen |laten )?(?:zetten|wijzigen|veranderen|maken|stellen|aanpassen|"
    "corrigeren|verbeteren|"
    "verzetten|verplaatsen|"
    "verhogen|verlagen|brengen|schuiven|verschuiven|bijwerken|bijstellen|instellen|"
    "verlengen|updaten|bewerken|worden|zijn|heten))"
)
_TO = "(?:terug op|terug naar|op|in|naar|tot|als|van|met|aan|=|->|→|:)"
_TO_SURE = "(?:op|in|naar|tot|=|->|→|:)"
_PARTICLE = "(?: (?:aan|bij|in|om|neer|vast|op|terug))?"
_ADDED = "(?:toe|bij|erbij|ertussen|in|op|neer|aan|er ook bij|er nog bij|er bij)"
_ADDING = (
    "(?:willen |kunnen )?(?:toevoegen|bijzetten|erbij zetten|zetten|bijschrijven|invoegen|opnemen|"
    "plaatsen|aanvullen|noteren|schrijven|bijvoegen)"
)
_IN = "(?:aan|bij|in|op|onder|tot|naar|tussen|voor|van|binnen)"
_GONE = "(?:weg|eruit|eraf|er uit|er af|af|uit|door|ervan af|ertussenuit|er tussenuit)"
_REMOVE = (
    "(?:verwijder|schrap|wis|delete|gooi|haal|streep|neem|"
    "laat(?!.* (?:staan|zoals)\\b)|kras|gum|veeg|knip|sloop)"
)
_REMOVING = (
    "(?:willen |kunnen )?(?:verwijderen|schrappen|wissen|weghalen|weglaten|doorstrepen|eruit halen|"
    "eruit gooien|weggooien|afhalen|verwijderd worden|geschrapt worden)"
)
_FROM = "(?:uit|van|bij|in|op|onder|vanaf)"
_SHOULD = "(?:moet|moeten|mag|mogen|hoort|dient|zou moeten|kan|kunnen|zal|zou)"
_FIELD = "(?:het |de )?(?:veld|sleutel|eigenschap|attribuut|kolom|veldnaam|key|kenmerk)"
_NOW = "(?:nu|voortaan|vanaf nu|inmiddels|tegenwoordig|dus|toch|ook|weer|gewoon|eigenlijk|echt)"
_TO_BE = (
    "(?:is|zijn|heeft|hebben|moet|moeten|hoeft|hoeven|kan|kunnen|mag|mogen|wordt|"
    "worden|staat|staan|gaat|komt|was|zit|doet|werkt)"
)
_MORE = "(?:hoger|meer|langer|duurder|groter|zwaarder|breder|later|extra|omhoog|erbij)"
_LESS = "(?:lager|minder|korter|goedkoper|kleiner|lichter|smaller|omlaag|eraf)"

_VERBS = tuple(
    "zet plaats wijzig verander pas maak voeg verwijder schrap haal hernoem vervang "
    "verhoog verlaag verplaats wis leeg markeer vink schakel noteer vul verdubbel "
    "halveer streep geef corrigeer werk schuif verzet verleng verkort kopieer sorteer annuleer "
    "gooi doe hang draai".split()
)

_CHANGED = (  # "is verhoogd naar"
    "(?:gewijzigd|veranderd|aangepast|bijgesteld|verhoogd|verlaagd|opgehoogd|verplaatst|verschoven|"
    "verzet|verlengd|verkort|ingekort|gestegen|gedaald|gezakt|gegroeid|gegaan|toegenomen|"
    "teruggebracht|omgezet|vervroegd|uitgesteld)"
)
_BECAME = (
    f"(?:(?:is|zijn|wordt|worden)(?: {_NOW})* {_CHANGED} (?:naar|tot|in|op)|"
    "(?:gaat|gaan|ging|gingen) (?:omhoog|omlaag|terug) naar|komt uit op|komen uit op|"
    "(?:is|zijn)(?: nu)? (?:omhoog|omlaag|terug) naar)"
)

_FRAMES = (
    *NEW_FIELDS,
    *LIST_FRAMES,
    *frames("move_path", "(?:verplaats|hernoem) {target} (?:naar|tot) {container}"),
    *frames(
        "rename_key",
        f"(?:hernoem|herbenoem) {_FIELD} {{target}} (?:naar|in|tot|als) {{name}}",
        f"{_FIELD} {{target}} (?:hernoemen|herbenoemen) (?:naar|in|tot|als) {{name}}",
        f"(?:verander|wijzig) de (?:naam|veldnaam) van {_FIELD} {{target}} (?:naar|in) {{name}}",
        f"noem {_FIELD} {{target}} {_NOW}? ?{{name}}",
        f"geef {_FIELD} {{target}} de (?:nieuwe )?naam {{name}}",
        f"{_FIELD} {{target}} (?:moet|mag|gaat) {_NOW}? ?{{name}} (?:heten|worden|genoemd worden)",
        f"{_FIELD} {{target}} (?:heet|wordt) {_NOW} {{name}}",
        f"{_FIELD} {{target}} (?:hoort|dient|behoort) {{name}} te heten",
        "{target} krijgt als (?:nieuwe )?(?:veldnaam|sleutel|sleutelnaam) {name}",
        f"{_FIELD} {{target}} krijgt (?:als )?(?:de )?(?:nieuwe )?naam {{name}}",
        "(?:verander|wijzig) de (?:sleutel|veldnaam|key) {target} (?:in|naar) {name}",
        "de (?:sleutel|veldnaam|key) {target} (?:wordt|moet worden) {name}",
    ),
    *frames(
        "rename",
        "(?:hernoem|herbenoem) {target} (?:naar|in|tot|als) {name} (?:in|bij|onder|op) {container}",
        "(?:hernoem|herbenoem|herdoop) {target} (?:naar|in|tot|als) {name}",
        "{target} (?:hernoemen|omdopen|herbenoemen) (?:naar|in|tot|als) {name}",
        "doop {target} om (?:naar|in|tot) {name}",
        f"noem {{target}} {_NOW} {{name}}",
        "noem {target} {name}",
        "geef {target} (?:de|een|als) (?:nieuwe |andere )?naam {name}",
        "geef {target} de titel {name}",
        "{target} wordt (?:voortaan |nu )?{name} genoemd",
        "{target} (?:zal|gaat) (?:voortaan |nu )?{name} heten",
        f"{{target}} (?:moet|mag|gaat) {_NOW}? ?{{name}} (?:heten|gaan heten|genoemd worden)",
        f"{{target}} heet {_NOW} {{name}}",
        "{target} (?:hoort|dient|behoort) {name} te heten",
        f"{_NOW} heet {{target}} {{name}}",
        "(?:verander|wijzig) de naam van {target} (?:naar|in) {name}",
    ),
    *frames(
        "scale",
        "verdubbel {target}",
        "maak {target} (?:twee keer|2 keer|2x|dubbel) zo (?:groot|hoog|veel|lang|duur)",
        "{target} verdubbelen",
        "(?:de )?dubbele hoeveelheid (?:van|voor) {target}",
        value=2.0,
    ),
    *frames("scale", "verdriedubbel {target}", value=3.0),
    *frames(
        "scale",
        "halveer {target}",
        "{target} halveren",
        "maak {target} half zo (?:groot|hoog|veel|lang|duur)",
        value=0.5,
    ),
    *frames(
        "tick",
        "{target} (?:heb|hebben) (?:ik|we|wij)(?: al| inmiddels)?",
        "(?:ik|we|wij) (?:heb|hebben) {target}(?: al| inmiddels)?(?: gehaald| gekocht)?",
        value="got",
    ),
    *frames(
        "tick",
        "(?:vink|teken) {target} (?:af|aan)",
        "{target} (?:afvinken|aanvinken)",
        "{target} is (?:klaar|af|gedaan|gereed|afgerond)",
        "(?:streep|kruis) {target} (?:af|door)",
        value=True,
    ),
    *frames("tick", "vink {target} uit", value=False),
    *frames(
        "tick",
        "(?:vink|teken) {target} (?:af|aan)",
        "{target} (?:afvinken|aanvinken)",
        "{target} is (?:klaar|af|gedaan|gereed|afgerond)",
        value=True,
    ),
    *frames("tick", "vink {target} uit", value=False),
    *frames(
        "switch",
        "(?:zet|schakel|doe|vink|laat|draai) {target} (?:aan|in)",
        "(?:zet|schakel|doe|vink|laat|draai) {target} (?:aan|in) (?:voor|bij|in|van|op) "
        "{container}",
        "(?:zet|schakel|doe|vink|laat|draai) (?:voor|bij|in|van|op) {container} {target} "
        "(?:aan|in)",
        "{target} (?:voor|bij|in|van|op) {container} (?:aanzetten|inschakelen|activeren|aanvinken)",
        "(?:activeer|start|sta toe) {target}",
        "{target} (?:aanzetten|inschakelen|activeren|aanvinken)",
        f"{{target}} {_SHOULD} (?:weer |nu |voortaan )?aan",
        "{target} (?:mag|moet) (?:weer |nu |voortaan )?(?:aan|ingeschakeld|"
        "geactiveerd)(?: (?:worden|staan|blijven|zijn))?",
        value=True,
    ),
    *frames(
        "switch",
        "(?:zet|schakel|doe|vink|draai) {target} uit",
        "(?:zet|schakel|doe|vink|draai) {target} uit (?:voor|bij|in|van|op) {container}",
        "(?:zet|schakel|doe|vink|draai) (?:voor|bij|in|van|op) {container} {target} uit",
        "{target} (?:voor|bij|in|van|op) {container} (?:uitzetten|uitschakelen|deactiveren)",
        "(?:deactiveer|stop|verbied) {target}",
        "{target} (?:uitzetten|uitschakelen|deactiveren|uitvinken)",
        f"{{target}} {_SHOULD} (?:nu |voortaan )?uit",
        "{target} (?:mag|moet) (?:nu |voortaan )?(?:uit|uitgeschakeld)(?: (?:worden|"
        "staan|blijven|zijn))?",
        value=False,
    ),
    *frames(
        "flag",
        "(?:markeer|zet|vink|noteer|merk|registreer|meld|geef|stel|maak) {target} "
        "(?:aan als|af als|als|op|tot|in op) {flag}",
        "(?:vink|streep|teken) {target} (?:af|aan) (?:als|bij) {flag}",
        "maak {target} {flag}",
    ),
    *frames(
        "amount_up",
        "(?:verhoog|vermeerder|verleng|hoog|vergroot) {target} (?:op )?met {by}",
        "{target} (?:verhogen|ophogen|verlengen|vermeerderen|vergroten) met {by}",
        "{target} met {by} (?:verhogen|ophogen|verlengen|vermeerderen|vergroten)",
        "(?:verschuif|verzet|schuif|stel|verplaats) {target} (?:met )?{by} (?:later|"
        "naar achteren|op|uit|vooruit|naar later)",
        "(?:verschuif|verzet|schuif|stel) {target} (?:op |uit )?(?:met |naar )?{by} "
        "(?:later|op|uit)",
        "(?:verschuif|verzet|schuif) {target} met {by}",
        f"maak {{target}} (?:met )?{{by}} {_MORE}",
        f"(?:zet|doe|breng|draai) {{target}} (?:met )?{{by}} {_MORE}",
        f"{{target}} {_SHOULD} (?:met )?{{by}} {_MORE}(?: (?:worden|zijn))?",
        f"{{target}} (?:gaat|gaan|wordt|worden|kost|kosten|duurt) (?:met )?{{by}} {_MORE}",
        "(?:tel|doe|gooi|voeg) {by} (?:op )?bij {target} (?:op|toe)?",
        f"(?:er )?{_SHOULD} (?:er )?(?:ook |nog |nu |"
        f"maar )*{{by}} bij {{target}}(?: (?:bij|op|komen))?",
        "er (?:gaat|gaan|komt|komen) (?:ook |nog |nu )*{by} bij {target}(?: (?:bij|op))?",
        "(?:tel|doe|gooi) {by} (?:op )?bij {target}",
        "(?:tel|doe|gooi|zet) {by} (?:op )?bij {target} op",
        "(?:tel|doe) (?:er )?bij {target} {by} (?:op|bij)",
        "stel {target} (?:met )?{by} uit",
        "(?:verschuif|schuif|verzet) {target} (?:met )?{by} (?:op|door)(?: naar later)?",
        "{target} (?:met )?{by} (?:uitstellen|opschuiven)",
        "{target} (?:is|komt|begint|gaat|valt|eindigt) {by} later",
        "{target} {by} later",
    ),
    *frames(
        "amount_up",
        "(?:ik|we|wij) (?:heb|hebben) (?:ook )?nog (?=een|één|1){by} {target} nodig",
        "(?:ik|we|wij) (?:heb|hebben) (?:ook )?(?:nog )?{by} extra {target} nodig",
        value="more",
    ),
    *frames(
        "amount_down",
        "{target} (?:is|komt|begint|gaat|valt|eindigt) {by} (?:eerder|vroeger)",
        "{target} {by} (?:eerder|vroeger)",
        "(?:verlaag|verminder|verkort|verklein) {target} met {by}",
        "{target} (?:verlagen|verminderen|verkorten|verkleinen) met {by}",
        "{target} met {by} (?:verlagen|verminderen|verkorten|verkleinen)",
        f"maak {{target}} (?:met )?{{by}} {_LESS}",
        f"(?:zet|doe|breng|draai) {{target}} (?:met )?{{by}} {_LESS}",
        f"{{target}} {_SHOULD} (?:met )?{{by}} {_LESS}(?: (?:worden|zijn))?",
        f"{{target}} (?:gaat|gaan|wordt|worden|kost|kosten|duurt) (?:met )?{{by}} {_LESS}",
        "(?:trek|haal|neem|doe) {by} (?:van|af van) {target} (?:af)?",
        f"(?:er )?{_SHOULD} (?:er )?(?:ook |nog |nu |maar )*{{by}} (?:van|"
        f"af van) {{target}}(?: af)?",
        "er (?:gaat|gaan|is|zijn) (?:ook |nog |nu )*{by} (?:van|af van) {target}(?: af)?",
        "(?:trek|haal|neem|doe) {by} (?:van|af van) {target}",
        "(?:verschuif|verzet|schuif|stel|haal|verplaats) {target} (?:met )?{by} "
        "(?:eerder|naar voren|vroeger)",
        "vervroeg {target} (?:met )?{by}",
        "{target} (?:met )?{by} vervroegen",
        "(?:trek|haal|doe|neem) (?:er )?(?:bij|van) {target} {by} (?:van )?af",
    ),
    *frames(
        "change",
        f"{_SET} {{target}} van {{old}} (?:naar|in|tot|op) {{value}}{_PARTICLE}",
        f"{{target}} van {{old}} (?:naar|in|tot|op) {{value}} {_SETTING}",
        f"{_SET} {{target}} (?:aan|bij|in)? ?{_TO_SURE} {{value}} (?:in plaats van|"
        f"i\\.p\\.v\\.|ipv|en niet|niet) {{old}}",
        f"{{target}} (?:klopt niet|is fout|is onjuist|is verkeerd|deugt niet|is niet "
        f"goed)\\W+(?:het|dat|die|deze)? ?{_SHOULD} {{value}} (?:zijn|worden) (?:in "
        f"plaats van|i\\.p\\.v\\.|ipv|en niet) {{old}}",
        f"{{target}} {_SHOULD} {{value}} (?:zijn|worden) ?,? (?:in plaats van|i\\.p\\.v\\.|"
        f"ipv|en niet|niet) {{old}}",
        f"{{target}} (?:wordt|is) {_NOW}? ?{{value}} (?:in plaats van|i\\.p\\.v\\.|ipv|"
        f"en niet) {{old}}",
        "{target} (?:gaat|verschuift|verhuist|verandert|stijgt|daalt|schuift) van "
        "{old} naar {value}",
    ),
    *frames("appoint", "maak {value} {target} (?:in plaats van|i\\.p\\.v\\.|ipv) .+"),
    *frames(
        "replace",
        "(?:vervang|verwissel|ruil) {old} (?:in|op|bij|onder|van|uit|binnen) "
        "{container} (?:door|met|voor|in) {value}",
        "(?:vervang|verwissel|ruil|wissel) {old} (?:door|met|voor) {value} (?:in|op|"
        "bij|onder|van) {container}",
        "(?:vervang|verwissel|ruil|wissel) {old} (?:om |in )?(?:door|met|voor|in) "
        "{value}(?: (?:om|in))?",
        "(?:verander|wijzig) {old} (?:in|naar) {value} (?:bij|in|op|onder) {container}",
        "{old} (?:in|op|bij|onder|van) {container} (?:vervangen|veranderen|wijzigen) "
        "(?:door|in|naar|met) {value}",
        "{old} (?:vervangen|veranderen|wijzigen) (?:door|in|naar|met) {value}",
        "{old} (?:in|op|bij|onder|van) {container} door {value} vervangen",
        "{old} door {value} vervangen",
        "(?:gebruik|neem|zet|doe|schrijf|pak) {value} (?:in plaats van|i\\.p\\.v\\.|"
        "ipv) {old} (?:in|op|bij|onder|van|neer) {container}",
        "(?:gebruik|neem|zet|doe|schrijf|pak) {value} (?:in plaats van|i\\.p\\.v\\.|ipv) {old}",
        "(?:in plaats van|ipv) {old} (?:moet|moeten|komt|wordt|neem|gebruik|wil ik) "
        "(?:er )?{value}(?: (?:komen|worden|staan))?",
        "(?:in|bij|op|van) {container} (?:wordt|moet) {old} (?:vervangen door )?{value}",
    ),
    *frames(
        "replace",
        "(?:(?:ik|we|wij) (?:wil|willen|neem|nemen|eet|eten|doe|doen|gebruik|"
        "gebruiken|heb|hebben))? ?"
        "(?:liever|toch liever) {value} (?:dan|in plaats van|ipv) {old}",
    ),
    *frames(
        "replace", "{old} wordt {value}", f"{{old}} {_SHOULD} {{value}} worden", value="becomes"
    ),
    *frames("replace", "(?:verander|wijzig) {old} (?:in|naar) {value}", value="quoted"),
    *frames(
        "contrast",
        "{target} (?:is|zijn|was|waren|kost|kosten|kostte|kostten|heet|heten) "
        "(?:niet|geen) {old},? ?(?:maar|wel) {value}",
        "{target} (?:moet|moeten|hoort) (?:niet|geen) {old},? ?maar {value} "
        "(?:zijn|worden|heten|kosten)",
        "{target} (?:is|zijn|wordt|worden|kost|heet) (?:tegen |op |om |in |voor "
        ")?{value} ,? ?(?:en )?(?:niet|in plaats van|ipv) {old}",
        "{target} {value} (?:in plaats van|ipv) {old}",
        "niet {old},? ?maar {value} (?:als|voor|bij|op) {target}",
        "{target} (?:liever|graag|toch liever) {value} (?:dan|in plaats van|ipv) {old}",
        "{value} (?:neemt|doet|kookt|geeft|krijgt|leidt|speelt|rijdt|heeft|maakt|"
        "regelt|brengt|begeleidt|verzorgt) "
        "{target} (?:in plaats van|ipv) {old}",
        is_weak=True,
    ),
    *frames(
        "swap_two",
        "(?:wissel|verwissel|draai) (?:de |mijn )?eerste twee {target}(?: om)?",
        value="first",
    ),
    *frames(
        "swap_two",
        "(?:wissel|verwissel|draai) (?:de |mijn )?laatste twee {target}(?: om)?",
        value="last",
    ),
    *frames("swap_two", "(?:wissel|verwissel|draai) (?:de |mijn )?(?:twee|beide) {target}(?: om)?"),
    *frames("set", "maak (?:het|dit|dat) voor {value} {target}"),
    *frames("recase", "(?:maak|zet|schrijf|verander) {target} (?:om |van )?{case}"),
    *frames(
        "add_entry",
        "er (?:is|komt) (?:ook |nog |nu )*een (?:nieuwe? |extra )?{head} "
        "(?:bij(?: ?gekomen)? )?[:,] {value}",
        "(?:we|ik) (?:hebben|heb) (?:ook |nog |nu )*een (?:nieuwe? |extra )?{head} [:,] {value}",
    ),
    *frames(
        "add_placed",
        "(?:zet|voeg|plaats|schrijf|doe) {head} {where} (?:(?:toe|erbij|nog) )?: {value}",
        "(?:zet|voeg|plaats|schrijf|doe) {where} (?:(?:toe|erbij|nog) )?: {value}",
        "(?=(?:na|voor|achter)\\b){where} moet {value} komen(?: te staan)?(?: (?:bij|in|op) .+)?",
        "(?:zet|voeg|plaats|schrijf|doe) (?=(?:na|voor|achter|tussen)\\b){where} {value} "
        "(?:in|toe|erbij|ertussen|neer)",
    ),
    *frames(
        "set",
        f"{_SET} {{target}} (?:aan|bij|in)? ?{_TO_SURE} {{value}}{_PARTICLE}",
        value="to",
    ),
    *frames(
        "set",
        "vul (?:bij|in|onder) {target} in ?: {value}",
        f"als {{target}} {_SHOULD} (?:er |nu )?{{value}} (?:ingevuld|genoteerd|vermeld|"
        "opgenomen|gezet|"
        "komen|staan)(?: (?:worden|te staan|staan))?",
        "als {target} (?:hoort|komt|moet) (?:er )?{value} (?:te staan|te komen|komen te staan)",
        "(?:bij|voor|in|op) {container} (?:wil|willen) (?:ik|we|wij)(?: graag)? {value} als "
        "{target}",
        "bij {container} hoort als {target} {value} te staan",
        "als {target} (?:nu |graag |voortaan |maar )*{value} (?:vermelden|noteren|invullen|opnemen|"
        "zetten)",
        "{target} (?:herschrijven|aanpassen|wijzigen|veranderen) (?:tot|naar|in) ?: {value}",
        "kan er (?:bij|in|onder) {target} {value} (?:worden )?(?:neergezet|ingevuld|genoteerd|"
        "gezet|"
        "komen)(?: worden)?",
        "vul {target} in ?: {value}",
        "(?:noteer|schrijf|zet) (?:bij|in|onder) {target} : {value}",
        "(?:bij|in|onder) {target} (?:moet|mag|komt)(?: er)? (?:komen )?(?:te )?(?:staan|komen) : "
        "{value}",
        "(?:bij|in|onder) {target} (?:moet|mag|komt) (?:het volgende )?(?:komen )?te staan : "
        "{value}",
        value="leaf",
    ),
    *frames(
        "set",
        f"{{target}} {_SHOULD} (?:in|bij|voor|van|op|onder) {{container}} {{value}} "
        "(?:worden|zijn|luiden)",
    ),
    *frames("set", f"{{target}} {_BECAME} {{value}}(?: gegaan| gezet)?"),
    *frames("set", "{target} (?:weer )?(?:terug|omhoog|omlaag) (?:naar|op) {value}", is_weak=True),
    *frames(
        "set",
        f"(?:in|bij|voor|van|op) {{container}} {_SET} {{target}} {_TO_SURE} {{value}}",
        f"(?:in|bij|voor|van|op) {{container}} {_SHOULD} {{target}} {{value}} (?:worden|zijn)",
        f"{{target}} (?:graag )?{_TO_SURE} {{value}} {_SETTING}",
        f"{{target}} {_SHOULD} (?:voortaan |nu )?(?:luiden|zijn|worden) ?:? ?{{value}}",
        "{target} luidt(?: voortaan| nu)? ?:? ?{value}",
        "laat {target} (?:voortaan |nu )?{value} (?:zijn|worden)",
        "laat {target} luiden ?:? ?{value}",
        f"{{target}} {_SETTING} (?:op|in|naar|tot) {{value}}",
        "geef {target} (?:als|de) waarde {value}",
        "(?:maak|maken) van {target} {value}",
        "(?:maak|maken) (?:er )?{target} {value} van",
        "{target} {value} van maken",
        f"{{target}} (?:klopt niet|is fout|is onjuist|is verkeerd|deugt niet|is niet "
        f"goed|is niet juist)\\W+(?:het|dat|die|deze|hij)? ?(?:is|wordt|{_SHOULD} zijn) "
        f"{{value}}",
        f"{{target}} (?:klopt niet|is fout|is onjuist|is verkeerd|deugt niet|is niet "
        f"goed|is niet juist)\\W+(?:het|dat|die|deze|hij)? ?{_SHOULD} {{value}} (?:zijn|"
        "worden)",
        "(?:de|het|mijn|ons|onze) (?:juiste|goede|echte|correcte) {target} (?:is|zijn) {value}",
        "{target} (?:klopt niet|klopte niet|(?:is|was|waren) (?:fout|onjuist|verkeerd)|is niet "
        "goed)\\W+(?:het|dat|die|deze|hij)? ?(?:is|wordt) {value}",
        "(?:vul|voer) {value} in (?:bij|als|voor|in) {target}",
        "(?:vul|voer) (?:bij|als|voor) {target} {value} in",
        "(?:vul|voer) {target} in (?:met|als|op) {value}",
        "{value} (?:invullen|invoeren) (?:bij|als|voor) {target}",
        "(?:bij|als|voor) {target} {value} (?:invullen|invoeren|noteren|neerzetten)",
        "(?:noteer|schrijf|zet|gebruik|neem|registreer|neem) {value} "
        "(?:als(?! (?:eerste|laatste)\\b)|bij) {target}(?: (?:op|neer))?",
        f"{{target}} {_SHOULD} (?:{_NOW} )*(?:op |naar |in )?{{value}} (?:worden|zijn|"
        "staan|komen|gaan|luiden|komen te staan|gezet worden|heten|hebben)",
        f"{{target}} {_SHOULD} (?:{_NOW} )*(?:op|naar) {{value}}",
        f"{{target}} (?:wordt|worden|luidt) (?:{_NOW} )*{{value}}",
        f"{{target}} (?:is|zijn|heeft|staat op|gaat naar|komt op|luidt|kost|telt|duurt) "
        f"{_NOW} {{value}}",
        "{target} (?:gaat naar|schuift op naar|schuift naar|komt op|verandert in|"
        "verschuift naar|verhuist naar) {value}",
        f"{_NOW} (?:is|wordt|zijn|worden|heeft) {{target}} {{value}}",
        "(?:de|het) nieuwe {target} (?:is|wordt|zijn|worden) {value}",
        "{value} (?:is|wordt) (?:de|het) nieuwe {target}",
        "(?:ik wil|we willen|wij willen) {target} (?:graag )?(?:op|naar|in) {value}(?: "
        "(?:zetten|hebben|wijzigen|veranderen))?",
        "(?:ik wil|we willen|wij willen) dat {target} {value} (?:wordt|is)",
        "(?:bij|voor|in|op|van) {container} (?:is|zijn|wordt|worden|komt|moet) (?:nu )?(?:de |"
        "het |mijn )?{target} {value}",
        "laat {target} {value} (?:zijn|worden)",
        "{target} (?::|=|->|→) {value}",
        "{target} wordt (?:gegeven|gedaan|verzorgd|geleid) door {value}",
        "(?:maak|geef) {target} (?!(?:op|naar|tot)\\b) {value}",
    ),
    *frames(
        "set_field",
        "(?:zet|leg|plaats|hang|verplaats|bewaar) {target} (?:in|op|bij|onder|naar) (?:de |het )?"
        "{field} {value}",
    ),
    *frames(
        "set_field",
        "geef {target} (?:een|de|het|als) (?!waarde\\b){field} (?:van )?{value}",
        "{target} (?:krijgt|heeft) (?:nu )?(?:een|de|het|als) (?:nieuwe |nieuw "
        ")?{field} (?:van )?{value}",
    ),
    *frames(
        "set",
        "(?:noteer|schrijf|zet|gebruik) (?:als|bij) {target} {value}(?: (?:op|neer))?",
        value="leaf",
    ),
    *frames("flag_statement", f"{{target}} {_TO_BE} {{flag}}", is_weak=True),
    *frames("flag_statement", "(?:ik|we|wij) (?:heb|hebben) {target} {flag}", is_weak=True),
    *frames(
        "replace",
        f"{{old}} {_SHOULD} {{value}} (?:zijn|worden) (?:in|bij|op|onder) {{container}}",
        f"{{old}} (?:in|bij|op|onder) {{container}} {_SHOULD} {{value}} (?:zijn|worden)",
        is_weak=True,
    ),
    *frames(
        "set",
        "maak (?:het|dit|dat) (?:voor )?{value} {target}",
        f"{{target}} heet(?: {_NOW})* {{value}}",
        "{container} (?:heeft|hebben|telt|krijgt) {value} {target}",
        "{container} : {target} {value}",
        is_weak=True,
    ),
    *frames(
        "set_field",
        f"{{target}} (?:is|zit|gaat|komt|staat) {_NOW} (?:in|op|bij|om|aan|naar) "
        f"{{field}} {{value}}",
    ),
    *frames(
        "set",
        "er (?:zijn|is) {value} {target}",
        "{target} (?:is|zijn)(?! (?:fout|onjuist|verkeerd|niet)\\b) {value}",
        "{target} (?:krijgt|krijgen) {value}",
        is_weak=True,
    ),
    *frames(
        "set",
        "(?:zorg|zorgen|zorg ervoor|ervoor zorgen|regel|maak) dat {target} (?:(?:op|in) )?{value} "
        "(?:is|wordt|staat|komt|komt te staan)",
        "dat {target} (?:(?:op|in) )?{value} (?:is|wordt|staat|komt te staan)",
        "{target} (?:op|in|naar) {value} (?:zet|verandert|wijzigt|aanpast|(?:kunt|wilt) zetten|"
        "zien|(?:kunnen|willen) (?:zetten|veranderen|wijzigen)|gezet worden)",
        "(?:doe|neem|kies|gebruik|pak|noteer|ik heb liever) (?:maar )?{value} "
        "(?:als|voor) {target}",
        "doe {target} (?:maar )?(?:op|naar) {value}",
        "{target} is {value} geworden",
        "{target} (?:hoort|horen|dient|dienen) (?:op )?{value} te (?:zijn|staan|worden)",
        "(?:bij|in) {target} (?:moet|hoort) {value} (?:te )?staan",
        "{target} (?:moet|moeten|mag|mogen|kan|kunnen) (?:op|naar) {value} "
        "(?:gezet|veranderd|gewijzigd|aangepast) worden",
        is_weak=True,
    ),
    *frames(
        "amount_up",
        "{target} (?:stijgt|stijgen|groeit|groeien) met {by}",
        "{target} (?:neemt|nemen) met {by} toe",
    ),
    *frames(
        "amount_down",
        "{target} (?:daalt|dalen|zakt|zakken) met {by}",
        "{target} (?:neemt|nemen) met {by} af",
    ),
    *frames(
        "set",
        "{target} (?:stijgt|stijgen|groeit|groeien|daalt|dalen|zakt|zakken) (?:naar|tot) {value}",
    ),
    *frames("contrast", "{target} (?:niet|geen) {old},? ?maar {value}", is_weak=True),
    *frames("appoint", "maak {value} {target}"),
    *frames("appoint", "{value} (?:wordt|is nu) {target}", is_weak=True),
    *frames(
        "move",
        "(?:verplaats|zet|schuif|verschuif|haal|breng|plaats) {target} (?:naar|op|in|"
        "aan|als) {position}",
        "(?:verplaats|zet|schuif|verschuif|haal|plaats) {target} {position}",
        "{target} {position} (?:zetten|verplaatsen|schuiven|plaatsen)",
        f"{{target}} {_SHOULD} {{position}}(?: (?:staan|komen|worden))?",
    ),
    *frames(
        "swap",
        "(?:wissel|verwissel|ruil) {target} (?:en|met) {other}(?: om| van plaats| van plek)?",
        "(?:draai) {target} en {other} om",
    ),
    *frames("move_into", "{target} (?:moet|moeten|mag|mogen|gaat|gaan) naar {container}(?: toe)?"),
    *frames(
        "move_into",
        "{target} (?:moet|moeten|mag|mogen|gaat|gaan|verhuist|wil|kan) (?:van|uit) {source} "
        "naar {container}",
        "(?:verplaats|verhuis|schuif|zet|haal|breng) {target} (?:van|uit) {source} "
        "(?:naar|in|bij) {container}",
        "(?:verplaats|verhuis|schuif|breng) {target} (?:over )?(?:naar|in|bij|onder) "
        "{container}(?: over)?",
        "{target} (?:naar|in) {container} (?:verplaatsen|verhuizen|zetten)",
    ),
    *frames("put_into", "(?:zet|doe|stop|leg) {target} (?:over )?(?:in|bij|onder) {container}"),
    *frames(
        "add",
        "(?:zet|schrijf|plaats|voeg|noteer) {value} (?:toe )?(?:bovenaan|vooraan) "
        "(?:in |op |bij |aan |van )?{container}",
        value=0,
    ),
    *frames(
        "add",
        "(?:zet|schrijf|plaats|voeg|noteer) {value} (?:toe )?(?:onderaan|achteraan) "
        "(?:in |op |bij |aan |van )?{container}",
    ),
    *frames(
        "add",
        f"(?:voeg|zet|schrijf|plaats|noteer|doe) {{head}} (?:toe |bij |erbij |op "
        f")?{_IN} {{container}} {_ADDED}? ?: {{value}}",
        f"(?:voeg|zet|schrijf|plaats|noteer|doe) {{value}} (?:toe |bij |op )?{_IN} "
        f"{{container}} {_ADDED}? ?met {{more}}",
        f"(?:voeg|zet|schrijf|plaats|neem|noteer|doe|stop|hang) {_IN} {{container}} "
        f"{_ADDED}? ?: {{value}}",
        f"(?:voeg|zet|schrijf|plaats|neem|noteer|doe|stop|hang) {_IN} {{container}} "
        f"{{head}} {_ADDED} ?: {{value}}",
        f"(?:voeg|zet|schrijf|plaats|neem|noteer|doe|stop|hang) {_IN} {{container}} "
        f"(?:ook |nog )?{{value}} {_ADDED}",
        f"(?:voeg|zet|schrijf|plaats|neem|noteer|doe|stop|hang) {{value}} (?:ook |nog "
        f")?(?:toe|op|neer|bij|achteraan toe|erbij) {_IN} {{container}}",
        "neem {value} op {container}",
        "neem {value} mee (?:op|in) {container}",
        f"{_IN} {{container}} hoort {{value}} te (?:komen|staan)",
        "(?:breid|vul) {container} (?:uit|aan) met {value}",
        f"{_IN} {{container}} {_SHOULD} (?:ook |nog )?{{value}} (?:komen|bij|erbij|bij komen|erbij "
        "komen|staan|toegevoegd worden)",
        "(?:achteraan|onderaan) (?:bij |in |op |aan )?{container} (?:hoort|moet|komt|mag) "
        "(?:nog |ook )?"
        "{value} (?:te staan|te komen|komen te staan|komen|bij|staan)",
        f"{_IN} {{container}} {_SHOULD} (?:achteraan|onderaan) {{value}} (?:bij|komen|staan)",
        f"op (?:plek|plaats|positie) {{head}} (?:van|in) {{container}} {_SHOULD} {{value}} komen"
        "(?: te staan)?",
        "(?:hang|zet|plak|voeg|schrijf) (?:achteraan|onderaan) (?:bij|in|aan|op) {container} "
        "(?:nog |ook )?{value}",
        "(?:plak|hang|zet|voeg) {value} (?:er )?(?:achter|vast|onder) ?aan (?:aan |bij |in |op )?"
        "{container}",
        f"(?:voeg|zet|schrijf|plaats|neem|noteer|doe|stop|hang) {{value}} (?:ook |nog "
        f")?{_IN} {{container}} {_ADDED}",
        f"(?:voeg|zet|schrijf|plaats|neem|noteer|doe|stop|hang) (?:ook |nog )?{{value}} "
        f"(?:ook |nog )?{_IN} {{container}}",
        f"(?:voeg|zet|schrijf|plaats|neem|noteer|doe|stop) {_IN} {{container}} (?:ook |"
        f"nog )?{{value}}",
        f"{_IN} {{container}} (?:ook |nog )?{{value}} {_ADDING}",
        f"{{value}} (?:ook |nog )?{_IN} {{container}} {_ADDING}",
        f"{{value}} {_ADDING} {_IN} {{container}}",
        f"er {_SHOULD} (?:ook |nog |nu |maar )*{{value}} {_IN} {{container}}(?: (?:staan|komen|bij|"
        "erbij|bij komen|worden toegevoegd|worden gezet))?",
        f"{{value}} {_SHOULD} (?:ook |nog )*{_IN} {{container}}(?: (?:staan|komen|bij|"
        "erbij|worden toegevoegd|worden gezet))?",
        f"{_IN} {{container}} {_SHOULD} (?:ook |nog )?{{value}}(?: (?:staan|komen|bij|erbij))?",
        f"{{value}} (?:komt|hoort|gaat|zit) (?:er )?(?:ook |nog )?(?:bij )?{_IN}? "
        f"?{{container}}(?: (?:bij|erbij))?",
        f"{{container}} (?:krijgt|krijgen|{_SHOULD}) (?:ook |nog )(?:om )?{{value}}(?: "
        "(?:hebben|krijgen|erbij))?",
        "{container} (?:krijgt|krijgen) (?:er )?{value} (?:bij|erbij)",
        "vul {container} aan met {value}",
    ),
    *frames(
        "add",
        "(?:hij|zij|ze|mevrouw|meneer|de patiënt) (?:is|zijn) (?:ook )?(?=allergisch )"
        "{container} voor {value}",
        is_weak=True,
    ),
    *frames(
        "add",
        "(?:voeg|zet|schrijf|plaats|noteer|hang|doe) {value} (?:toe |erbij |bij |op "
        ")?als {container}"
        "(?: (?:toe|erbij|bij$|op|eraan|eronder|erop))?",
    ),
    *NEW_ENTRIES,
    *frames(
        "add_entry",
        "(?:voeg|zet|schrijf|plaats|doe) (?:er )?(?:ook )?(?:nog )?{value} (?:weer |opnieuw )?"
        "(?:toe|erbij|bij)",
        "(?:zet|schrijf|doe) {value} er (?:weer |opnieuw )?(?:op|bij|in)",
        "{value} toevoegen",
        value="added",
    ),
    *frames(
        "add_entry",
        "(?:voeg|zet|schrijf|plaats|neem|noteer|maak) {value} (?:toe|erbij|bij|op|"
        "aan|neer|achteraan toe)",
        "(?:voeg|zet|schrijf|plaats|noteer) (?:toe|erbij|bij|op)[: ] ?{value}",
        "(?:voeg|zet|schrijf) als {head} (?:toe|erbij|bij) ?: {value}",
        "{head} (?:erbij|toevoegen|bijzetten) ?: {value}",
        "(?:voeg|zet|schrijf|doe) (?:er )?(?:ook |nog )?{head} (?:toe|erbij|bij) ?: {value}",
        "(?:voeg|zet|schrijf) {head} (?:toe|erbij|bij)[:,]? (?:van|met|genaamd|namelijk)? ?{value}",
        "(?:(?:een |nog een )?(?:nieuwe|nieuw)|noteer|boek|plan|registreer|meld) {value}",
        "er (?:is|komt|zijn) (?:nog )?(?:een )?{head} (?:bij|bijgekomen) : {value}",
    ),
    *frames("remove", f"(?:wis|leeg) {_FIELD} {{target}} (?:onder|bij|in|van|uit) {{container}}"),
    *frames("remove", f"(?:wis|leeg) {_FIELD} {{target}}"),
    *frames("remove", "wis {target} (?:uit|van) {container}"),
    *frames(
        "clear",
        "(?:leeg|wis|ontruim|reset) {target}",
        "(?:maak|gooi|haal|veeg|laat) {target} (?:helemaal |volledig )?leeg",
        "{target} (?:leegmaken|legen|wissen|leeghalen|leeg maken)",
        "(?:haal|verwijder|wis|gooi|schrap) (?:alles|iedereen|alle (?:items|regels|waarden)) "
        f"(?:uit|van|bij|op|in) {{target}}(?: {_GONE})?",
        f"(?:haal|verwijder|wis|gooi|schrap) alle {{target}} {_GONE}",
        "(?:haal|verwijder|wis|gooi|schrap) alle {target}",
        f"{{target}} {_SHOULD} (?:weer )?(?:leeg|leeggemaakt)(?: (?:zijn|worden|gemaakt "
        "worden|blijven))?",
        "zet {target} (?:op|naar) (?:leeg|niets)",
    ),
    *frames(
        "remove",
        f"{_REMOVE} {{target}} {_GONE} {_FROM} {{container}}",
        f"{_REMOVE} {{target}} {_FROM} {{container}} {_GONE}",
        f"{_REMOVE} {{target}} {_FROM} {{container}}",
        f"{_REMOVE} {_FROM} {{container}} {{target}} {_GONE}",
        f"{_REMOVE} {_FROM} {{container}} {{target}}",
        f"{_REMOVE} {{target}} {_GONE}",
        "(?:verwijder|schrap|wis|delete|streep) {target}",
        f"{{target}} {_FROM} {{container}} {_REMOVING}",
        f"{{target}} {_REMOVING} {_FROM} {{container}}",
        f"{{target}} {_REMOVING}",
        f"{_FROM} {{container}} {_SHOULD} {{target}} {_GONE}",
        f"{{target}} {_SHOULD} {_GONE} {_FROM} {{container}}",
        f"{{target}} {_SHOULD} (?:uit|van|vanaf) {{container}}(?: {_GONE})?",
        f"{_FROM} {{container}} {_SHOULD} {{target}} {_GONE}",
        "laat {target} (?:maar )?(?:vervallen|verdwijnen|weg)",
        f"{{target}} {_SHOULD} (?:vervallen|verdwijnen|wegvallen) (?:uit|van|bij|in) {{container}}",
        f"van {{container}} {_SHOULD} {{target}} {_GONE}",
        "(?:doe|haal|gooi|neem|laat) {target} er (?:maar )?(?:uit|af|tussenuit)",
        "{target} (?:vervalt|vervallen|valt weg|verdwijnt) (?:als|bij|uit|van|in) {container}",
        "{target} (?:vervalt|vervallen|valt weg|verdwijnt)",
        "{target} (?:hoeft|hoeven)(?: er)? niet (?:meer|langer) (?:in|op|bij|onder) {container}"
        "(?: te staan)?",
        "{target} (?:hoeft|hoeven) er niet (?:meer|langer) (?:in|op|bij)(?: te staan)?",
        f"{{target}} {_SHOULD} {_FROM} {{container}} {_GONE}?(?: (?:worden "
        ")?(?:verwijderd|gehaald|geschrapt)(?: worden)?)?",
        f"{{target}} {_SHOULD} (?:weg|eruit|eraf|er uit|er af|verwijderd worden|"
        "geschrapt worden|worden verwijderd|worden geschrapt|vervallen|verdwijnen)",
        "{target} (?:gaat|kan|mag|moet|moeten) van {container} (?:af|weg|verwijderd worden)",
        "{target} (?:vervalt|vervallen) (?:op|in|bij|uit|van) {container}",
        "{target} (?:vervalt|vervallen|valt af|komt te vervallen|hoeft niet meer|is "
        "niet (?:meer )?nodig|hoeft er niet meer (?:in|bij|op)(?: te staan)?)",
        "{target} (?:is|zijn) geen {container} meer",
        "(?:we|ik|wij) (?:heb|hebben) {target} niet meer nodig",
        "geen {target} meer (?:in|op|bij|onder|voor) {container}",
    ),
    *frames(
        "remove",
        "{target} (?:gaat|stapt) uit {container}",
        "{target} verlaat {container}",
        "{target} (?:staat|staan|zit|zitten|is|zijn) niet (?:meer|langer) (?:op|in|bij) "
        "{container}",
        value="entry",
        is_weak=True,
    ),
    *frames("appoint", "{value} (?:is|was) {target}", value="empty", is_weak=True),
    *frames("set", "{target} (?:op|naar|=) {value}", value="short", is_weak=True),
    *frames("switch", "{target} aan", value=True, is_weak=True),
    *frames("switch", "{target} uit", value=False, is_weak=True),
    *frames("add", "{value} (?:is|zijn) ook (?:een )?{container}", value="also", is_weak=True),
    *frames("set", "{target} {value}", value="bare", is_weak=True),
    *frames(
        "ask_value",
        f"{_SET} {{target}}{_PARTICLE}",
        "(?:vervang|hernoem) {target}",
        "(?:vul) {target} in",
    ),
)

_CHANGES = (
    "(?:wijziging(?:en)?|verandering(?:en)?|aanpassing(?:en)?|bewerking(?:en)?|"
    "stap(?:pen)?|actie(?:s)?|ding(?:en)?|versie(?:s)?)"
)

_NOTED = (
    *frames(
        "set_field",
        "{target} (?:gaat |vertrekt |begint |komt |vertrok )(?:om|op|naar) {value} , (?:dus )?"
        "(?:pas|wijzig|verander|werk|corrigeer) {field} (?:dus |daarop |even |ook )*(?:aan|bij)?",
        "{target} (?:door|om|is|wordt|op|naar|nu|heet|van) {value} , (?:dus )?(?:pas|"
        "wijzig|verander|werk|corrigeer) {field} (?:dus |daarop |even |ook )*(?:aan|"
        "bij)?",
        "{target} (?:door|om|is|wordt|op|naar|nu|heet|van) {value} , (?:dus "
        ")?(?:wijzig|verander|corrigeer) {field}",
    ),
    *frames(
        "add",
        "{container} (?:om|op|met|ook) {value} , (?:dus )?(?:voeg|zet|schrijf) {head} "
        "(?:achteraan |ook |nog |er )*(?:toe|bij|erbij|op)",
    ),
)

_FOLLOWUPS = (
    *frames("redo", "redo(?: (?:dat|het|dit))?", value="sure"),
    *frames(
        "redo",
        ".*(?:net|zojuist|zonet|zopas)? ?(?:ongedaan maakte|ongedaan heb gemaakt|"
        "ongedaan gemaakt heb|terugdraaide|teruggedraaid heb|heb teruggedraaid|"
        "terugdraaiden|ongedaan maakten)(?: (?:weer|terug|toch|opnieuw))?(?: "
        "(?:terugzetten|herstellen|doorvoeren|doen|uitvoeren))?",
        "(?:doe|voer|maak|breng) (?:het|dat|die wijziging|die verandering|de laatste "
        "wijziging) (?:toch |maar )*(?:weer|opnieuw)(?: (?:uit|door|terug|aan))?",
        "(?:toch|dan)? ?(?:maar )?(?:opnieuw|weer) (?:doorvoeren|doen|uitvoeren|toepassen)(?:.*)",
        "(?:maak|draai) (?:het|dat|de) (?:ongedaan maken|terugdraaien) (?:weer "
        ")?(?:ongedaan|terug)",
    ),
    *frames(
        "rollback",
        "(?:ga|keer|rol|draai|zet|herstel|breng|haal|terug)(?: (?:het|alles|maar|weer|"
        "dan|document|de|toch|me|ons))*(?: terug)? (?:naar|tot|op) (?:de )?(?:versie|"
        "revisie|v)\\.? ?(?:nummer |nr\\.? |#)?{number}(?: terug)?",
        "(?:herstel|haal) (?:de )?(?:versie|revisie) {number}(?: terug)?",
        "(?:ik wil|we willen|graag)(?: graag)? (?:terug naar )?(?:de )?versie "
        "{number}(?: terug(?:hebben)?| herstellen)?",
        "(?:maak|zet) (?:van )?(?:de )?versie {number} (?:weer )?(?:de |als "
        ")?(?:huidige|nieuwste|terug|actueel|actief)(?: versie)?",
        "(?:alles )?terugdraaien (?:naar|tot) (?:de )?versie {number}",
        "(?:weer )?terug naar (?:de )?versie {number}",
        "(?:gebruik|laad) (?:de )?versie {number}",
        r"(?=.*\b(?:terug\w*|herstel\w*|opnieuw|weer|ongedaan)\b)(?!.*\b(?:wat|welke?|toon|laat|"
        r"vergelijk|hoe(?:veel|vaak)?|wanneer|waarom|wie|verschil)\b)(?:[\w'’,-]+ ){0,9}?(?:versie|"
        r"revisie|v)\.? ?(?:nummer |nr\.? |#)?{number}(?: (?:terug\w*|herstellen|was|stond|had|"
        r"opnieuw|in|weer|ongedaan|maken|zetten|hebben|graag|wil|ik|worden|gezet|van (?:het|dit|"
        r"mijn|de) [\w -]+))*",
    ),
    *frames(
        "rollback_first",
        "(?:ga|keer|rol|draai|zet|herstel|breng|terug)(?: (?:het|alles|maar|weer|dan|"
        "helemaal|document|de))*(?: terug)?(?: (?:naar|tot|in|op))? (?:de |het "
        ")?(?:oorspronkelijke|originele|eerste|allereerste|begin|origineel|beginversie|"
        "beginstand|oorspronkelijk|uitgangspunt)(?: (?:versie|staat|toestand|stand|"
        "vorm))?(?: terug)?",
        "(?:maak|draai) (?:alles|alle (?:mijn )?(?:wijzigingen|veranderingen|"
        "aanpassingen)) (?:ongedaan|terug)",
        "(?:zet|breng|maak) (?:alles|het) (?:weer )?(?:terug )?(?:zoals|hoe) het (?:in "
        "het begin|oorspronkelijk|aan het begin|eerst) was",
    ),
    *frames(
        "undo",
        "(?:maak|draai|neem|zet|doe|trek|haal) (?:(?:dat|het|dit|die|deze|de|mijn|onze|je|jouw|"
        f"laatste|vorige|{_CHANGES}|maar|weer|even|toch|wat|ik|net|zojuist|deed|"
        "veranderde|wijzigde|heb|gedaan|gewijzigd|veranderd|nog|een|keer|eens) ?)* "
        "?(?:ongedaan|terug|in)(?: maken)?",
        f"(?:dat|het|dit|die|de|mijn|laatste|vorige|{_CHANGES}|maar|weer|even|toch|nog|een|"
        "keer|eens|nogmaals| )*(?:ongedaan maken|terugdraaien|terugzetten|intrekken)",
        "(?:annuleer|herroep|herstel|undo)(?: (?:dat|het|dit|die|de|mijn|laatste|"
        f"vorige|{_CHANGES}))*",
        "(?:zet|maak|breng) (?:dat|het|dit) (?:weer )?(?:terug )?(?:zoals|hoe|naar "
        "hoe) het (?:was|eerst was|hiervoor was|daarvoor was)",
        "(?:ga )?(?:een|één|1) (?:stap|versie|wijziging) terug",
        "(?:dat|het) (?:moet|mag) (?:weer )?terug",
        "(?:kan |mag |moet )?(?:de|mijn|die|deze) (?:laatste|vorige|recentste) (?:wijziging|"
        "verandering|aanpassing|bewerking)(?: (?:mag|moet|kan|dient))?(?: (?:weer|maar|graag|te))* "
        "(?:(?:ongedaan gemaakt|teruggedraaid|ingetrokken|geannuleerd|herroepen)(?: worden)?|"
        "worden "
        "(?:ongedaan gemaakt|teruggedraaid|ingetrokken))",
        "(?:vergeet|laat)(?: maar)? (?:de|mijn|die) (?:laatste|vorige) (?:wijziging|verandering|"
        "aanpassing|bewerking)(?: (?:maar|zitten|vervallen))*",
        "(?:ga|keer|haal|zet|breng|herstel|terug|ik wil)(?: (?:het|alles|maar|weer|graag|"
        "document))*"
        "(?: terug)?(?: (?:naar|tot|op))? (?:de )?(?:vorige|voorgaande|eerdere) (?:versie|toestand|"
        "stand)(?: (?:terug\\w*|herstellen|in))*",
        "laat (?:die|de) laatste (?:wijziging|verandering) (?:maar )?(?:zitten|vervallen)",
    ),
    *frames(
        "undo_many",
        "(?:maak|draai|neem|zet|trek|haal)(?: (?:de|mijn|onze|die|laatste|vorige))* "
        f"{{count}} {_CHANGES} (?:weer )?(?:ongedaan|terug|in)",
        f"(?:maak|draai|neem|zet|trek|haal)(?: (?:de|mijn|onze|die))* {{count}} "
        f"(?:laatste|vorige) {_CHANGES} (?:weer )?(?:ongedaan|terug|in)",
        "(?:maak|draai|neem|zet) (?:de |mijn )?(?:laatste|"
        "vorige) {count} (?:weer )?(?:ongedaan|terug)",
        "(?:ga )?{count} (?:stappen|versies|wijzigingen|veranderingen) terug",
        f"(?:de|mijn|onze|die|laatste|vorige| )*{{count}} (?:laatste )?{_CHANGES} "
        "(?:graag |weer |maar )*(?:ongedaan maken|terugdraaien)",
        "(?:maak|draai) (?:ze )?(?:beide|allebei)(?: wijzigingen| veranderingen)? "
        "(?:ongedaan|terug)",
    ),
    *frames(
        "undo_named",
        f"(?:maak|draai|neem|trek) (?:alleen |enkel )?(?:de|mijn|die) {_CHANGES} "
        f"(?:van|aan|in|op|bij|met) {{target}} (?:weer )?(?:ongedaan|terug|in)",
        "(?:zet|draai|maak|haal) {target} (?:weer )?(?:terug|ongedaan)(?: zoals (?:het|die) was)?",
    ),
    *frames(
        "correct",
        "(?:(?:nee|o|oh|oeps|wacht|sorry|hmm|ach|eigenlijk|foutje|mijn fout|pardon|"
        "niet die|verkeerd|verkeerde|die niet)[,.!:;\\s]+)*(?:ik (?:bedoelde|bedoel|"
        "had het over|wilde)|(?:dat|het) (?:was|is|moest|had) (?:voor|bij|van)|(?:dat|"
        "het) (?:moest|had)|dat geldt voor|dat was bedoeld voor) {target}",
        "(?:(?:nee|o|oh|oeps|wacht|sorry|hmm|ach)[,.!:;\\s]+)*{target} (?:bedoelde|"
        "bedoel) ik(?: (?:natuurlijk|eigenlijk))?",
        "(?:(?:nee|o|oh|oeps|wacht|sorry|hmm|ach)[,.!:;\\s]+)*(?:dat|het) (?:moest|"
        "had) {target} (?:zijn|moeten zijn|worden|moeten worden)",
        "(?:nee|oeps|wacht|sorry|niet die)[,.!:;\\s]+(?:niet .+?,? maar ){target}",
    ),
    *frames(
        "correct_loosely",
        "(?:(?:doe )?toch maar|(?:doe )?toch liever|doe maar|liever|maar dan) {target}",
        "(?:nee|oeps|wacht|sorry|niet die|eigenlijk)[,.!:;\\s]+(?:doe maar |toch |"
        "eigenlijk )*{target}",
    ),
    *frames(
        "again",
        "doe (?:die |dat )?(?:voor |bij |in |op |van )?{target} ook",
        "(?:en |doe )?(?:hetzelfde|idem|ditto|zo ook|dito|datzelfde)(?: (?:geldt|doen|"
        "graag))?(?: (?:voor|bij|met|op|in|aan))? {target}",
        "(?:en )?(?:doe|maak|zet|pas) (?:dat|hetzelfde|het)(?: ook)?(?: (?:voor|bij|"
        "met|op|in|aan)) {target}(?: ook| toe| aan)?",
        "(?:en |ook )?(?:voor |bij |in |op |van )?{target} (?:ook|eveneens|evenzo|net "
        "zo|idem)(?: (?:graag|nog|even|maar))?",
        "(?:en )?ook (?:voor |bij |in |op |van )?{target}",
        "en (?:voor |bij |in |op |van |dan )?{target}",
        "{target} (?:moet|mag|heeft|is|wordt|krijgt|staat|moeten) ook(?: (?:zo|dat|"
        "hetzelfde|worden|naar))*",
    ),
)

_HAPPENED = (
    "(?:gewijzigd|veranderd|wijzigde|veranderde|aangepast|paste|gedaan|deed|"
    "toegevoegd|verwijderd|bewerkt|wijzigingen|veranderingen|aanpassingen|"
    "wijziging|verandering|aanpassing|gebeurd|bijgewerkt|doorgevoerd)"
)
_QUESTIONS = (
    *frames(  # its name is left out
        "whole",
        "wat (?:staat|zit|is|heb ik|hebben we)(?: er)?(?: nu| allemaal| nog| al)*(?: op| in)?",
        "(?:toon|laat)(?: me)?(?: eens| even| alles)*(?: zien)?",
    ),
    *frames(
        "compare",
        ".*?\\b(?:versies?|revisies?|v) ?{first} (?:en|met|tegen|of|vs\\.?|tot|,|"
        "naast)(?: (?:de )?(?:versie|revisie|v))? ?{second}",
    ),
    *frames(
        "compare_now",
        ".*\\b(?:vergelijk|verschil\\w*|anders|veranderd|gewijzigd)\\b.*?\\b(?:versie|"
        "revisie|v) ?{first}(?:\\b.*)",
        "wat is er (?:anders|veranderd|gewijzigd|aangepast) (?:sinds|ten opzichte van|"
        "t\\.o\\.v\\.|tov) versie {first}(?:\\b.*)",
    ),
    *frames(
        "compare_last",
        ".*\\b(?:vergelijk|verschil\\w*)\\b.*\\b(?:vorige|laatste|eerdere|twee)\\b.*",
    ),
    *frames(
        "version_count",
        "hoe ?veel (?:versies|revisies)\\b.*",
        ".*\\baantal (?:versies|revisies)\\b.*",
    ),
    *frames(
        "change_count",
        "hoe (?:vaak|veel (?:keer|wijzigingen|veranderingen|aanpassingen))\\b.*",
        "hoeveel (?:keer|wijzigingen|veranderingen|aanpassingen)\\b.*",
    ),
    *frames(
        "version_now",
        "(?:bij |op |in |aan )?(?:welke|wat voor) (?:versie|revisie)\\b.*",
        "wat is (?:de|het) (?:huidige|laatste|nieuwste) versie(?:nummer)?.*",
    ),
    *frames(
        "when",
        "wanneer (?:heb|hebben|is|zijn|werd|werden|heeft|was) {target}",
        "wie (?:heeft|heb) {target} (?:gewijzigd|veranderd|aangepast|verwijderd|toegevoegd)",
    ),
    *frames(
        "in_version",
        "(?:wat|welke?|wie|hoe|hoeveel)(?: (?:was|waren|is|stond|hoog|veel|oud|"
        "heette))* (?:in|bij) (?:versie|revisie) {number} {target}",
        "(?:wat|welke?|wie|hoe|hoeveel)(?: (?:was|waren|is|stond|hoog|veel|oud|heette|"
        "er|in|bij))* {target} (?:in|bij|van) (?:de )?(?:versie|revisie|v)\\.? "
        "?{number}",
        "(?:in|bij) (?:versie|revisie) {number}[, ]+(?:wat |wie )?(?:was|waren|stond)? ?{target}",
        "(?:toon|geef|laat)(?: me)? {target} (?:in|van|uit|bij) (?:versie|revisie|"
        "v)\\.? ?{number}(?: zien)?",
        "(?:toon|geef|laat)(?: me)? (?:versie|revisie|v)\\.? ?{number}(?: zien)?",
    ),
    *frames(
        "before",
        "(?:wat|welke?|wie|hoe (?:hoog|oud|lang|groot|vaak)|hoeveel)(?: (?:was|waren|"
        "stond|stonden|zei))?(?: (?:er|eerst|hiervoor|daarvoor|vroeger|voorheen|"
        "oorspronkelijk))? (?:de|het|mijn|onze)? ?(?:vorige|oude|eerdere|"
        "oorspronkelijke|originele|voormalige) {target}",
        "(?:wat|welke?|wie|hoe (?:hoog|oud|lang|groot|vaak)|hoeveel|hoe)(?: (?:was|"
        "waren|stond|stonden|bedroeg|heette|er|bij|eerst|hiervoor|daarvoor|voorheen|"
        "oorspronkelijk|vroeger|op))* {target} (?:hiervoor|daarvoor|eerst|eerder|"
        "voorheen|vroeger|oorspronkelijk|hiervóór|daarvóór|in het begin|aanvankelijk|"
        "voordat .*|voor (?:de|die|mijn) (?:laatste )?(?:wijziging|verandering|"
        "aanpassing))(?: ook alweer| nog)?",
        "(?:wat|welke?|wie|hoeveel|hoe (?:hoog|oud|lang|groot)|hoe) (?:was|waren|stond|"
        "stonden|heette|bedroeg) (?:er )?(?:eerst |hiervoor |daarvoor |voorheen |"
        "oorspronkelijk |vroeger )?(?:bij |op |als |in )?{target}",
    ),
    *frames(
        "history_since",
        f".*\\b{_HAPPENED}\\b.*\\b(?:sinds|vandaag|gisteren|afgelopen|deze|vorige).*",
        f".*\\b(?:sinds|vandaag|gisteren|afgelopen|deze week|vorige week)\\b.*\\b{_HAPPENED}\\b.*",
    ),
    *frames(
        "last_change",
        "(?:wat|welke?|toon|vertel|laat)\\b.*\\b(?:net|zojuist|zonet|zopas|laatst|"
        f"laatste|daarnet|recentste|als laatste|het laatst)\\b.*\\b{_HAPPENED}\\b.*",
        f"(?:wat|welke?)\\b.*\\b{_HAPPENED}\\b.*\\b(?:net|zojuist|zonet|laatst|laatste|"
        "daarnet)\\b.*",
        "wat (?:heb|deed|hebben|heeft) (?:ik|je|jij|we|wij) (?:net|zojuist|zonet|"
        "daarnet)(?: (?:gedaan|veranderd|gewijzigd|aangepast))?",
    ),
    *frames(
        "history",
        "(?:toon|geef|laat|bekijk|open|lees|print)(?: me| mij| eens| even)?(?: (?:de|"
        "het|alle|mijn|onze|hele|volledige|complete))* (?:geschiedenis|historie|"
        "wijzigingen|veranderingen|versies|logboek|wijzigingsgeschiedenis|"
        "versiegeschiedenis|aanpassingen|overzicht van .*(?:wijzigingen|veranderingen|"
        "versies)|lijst (?:met|van) .*(?:wijzigingen|veranderingen|versies))\\b.*",
        f"wat (?:is|zijn|heb|hebben|werd|heeft)\\b.*\\b{_HAPPENED}\\b.*",
        "(?:de )?(?:geschiedenis|historie|versies|wijzigingen)",
        "welke (?:wijzigingen|veranderingen|aanpassingen|versies)\\b.*",
        f"wie (?:heeft|heb) .*\\b{_HAPPENED}\\b.*",
    ),
    *frames(
        "count",
        "hoeveel (?:dingen|spullen|items|regels) (?:staan|staat|zitten|zijn) (?:er )?(?:nog )?"
        "(?:op|in) {target}",
        "hoe ?veel {target} (?:zijn|is|staan|staat|heeft|hebben|heb|zitten|zit|hebben|"
        "telt|gaan|doen)\\b.*",
        "hoe ?veel {target}",
        "tel {target}",
        "wat is het aantal {target}",
    ),
    *frames("is_so", "(?:is|zijn|heeft|hebben|staat|kan|moet|mag|was|waren) {target}"),
    *frames(
        "value",
        "(?:toon|geef|lees|bekijk|open|laat|vertel|noem|print|zeg)(?: me| mij| eens| "
        "even| weer)? {target}(?: (?:zien|voor|eens))?",
        "(?:wat|welke?|wie|waar|wanneer|hoe|wiens)(?: (?:is|zijn|staat|staan|heet|"
        "heten|doet|doen|geeft|was|lang|oud|hoog|groot|zwaar|veel|luidt|er|voor|de "
        "waarde van|kost|duurt|moet|moeten|gaat))* {target}",
        "(?:de |het )?{target}",
    ),
)

_NEW = "(?:start|begin|maak|open|zet|stel)(?: (?:even|ff|effe|alvast|maar))?"
_DOCUMENT = (
    f"(?:{_NEW} (?:me |mij |ons )?(?:nog )?een (?:nieuw |nieuwe |leeg |json-?)*document|"
    "(?:maak|begin|start) (?:nieuw |nieuwe |leeg |json-?)*document)(?: aan)?"
)
_CALLED = "(?:voor|genaamd|getiteld|over|met (?:de|als) naam)"
_HOLDING = "(?:met|en daarin|met daarin|waarin|:)"
_KINDS = "(?:record|dossier|gegevens|toxiciteitsdossier|toxiciteitsgegevens|data|gegevensblad)"
_CREATIONS = (
    *frames(
        "create_record",
        f"{_NEW} (?:een |de |het )?(?:nieuwe |nieuw )?{_KINDS} (?:voor|van|over) "
        f"{{name}} (?:aan|op|klaar)",
        f"{_NEW} (?:een |de |het )?(?:nieuwe |nieuw )?{_KINDS} (?:aan |op |klaar "
        f")?(?:voor|van|over) {{name}}",
    ),
    *frames(
        "create",
        f"{_DOCUMENT} {_HOLDING} {{content}} (?:en )?(?:genaamd|noem (?:het|dat)) {{name}}",
        f"{_DOCUMENT} {_CALLED} {{name}} (?:aan )?{_HOLDING} {{content}}",
        f"{_DOCUMENT} dat {{name}} heet {_HOLDING} {{content}}",
        f"{_DOCUMENT} dat {{name}} heet",
        f"{_DOCUMENT} (?:en )?noem (?:het|dat) {{name}} {_HOLDING} {{content}}",
        f"{_DOCUMENT} (?:en )?noem (?:het|dat) {{name}}",
        f"{_DOCUMENT} {_CALLED} {{name}} (?:aan|op|klaar)",
        f"{_DOCUMENT} {_CALLED} {{name}}",
    ),
    *frames("create", f"{_DOCUMENT} {{name}} (?:aan )?{_HOLDING} {{content}}", value=3),
    *frames("create", f"{_DOCUMENT} {{name}} (?:aan|op|klaar)", f"{_DOCUMENT} {{name}}", value=1),
    *frames("create", f"{_DOCUMENT}: {{name}}", value=4),
    *frames(
        "create_list",
        f"{_NEW} (?:me |mij |ons )?(?:een|mijn|onze|nog een) (?:nieuwe )?{{name}} (?:aan "
        f")?{_HOLDING} "
        "{content}",
    ),
    *frames(
        "create_nameless",
        f"{_DOCUMENT}",
        f"{_DOCUMENT} {_HOLDING} {{content}}",
        f"{_DOCUMENT}: {{content}}",
    ),
)

_TENS = "twintig dertig veertig vijftig zestig zeventig tachtig negentig".split()
_DIGITS = "een twee drie vier vijf zes zeven acht negen".split()
_NUMBERS = (
    {
        f"{digit}{'ën' if digit[-1] == 'e' else 'en'}{ten}": float(10 * tens + units)
        for tens, ten in enumerate(_TENS, 2)
        for units, digit in enumerate(_DIGITS, 1)
    }
    | {
        word: float(number)
        for number, word in enumerate(
            "nul één twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien "
            "vijftien zestien zeventien achttien negentien twintig".split()
        )
    }
    | {
        "één": 1.0,
        "dertig": 30.0,
        "veertig": 40.0,
        "vijftig": 50.0,
        "zestig": 60.0,
        "zeventig": 70.0,
        "tachtig": 80.0,
        "negentig": 90.0,
        "honderd": 100.0,
        "half": 0.5,
        "halve": 0.5,
        "anderhalf": 1.5,
        "anderhalve": 1.5,
        "dozijn": 12.0,
        "beide": 2.0,
    }
)


DOCUMENTS = DocumentCues(
    courtesy=re.compile(
        r"(?:(?:kun je|kan je|kunt u|kan u|kun jij|wil je|wilt u|zou je|zou u|zou jij|"
        r"wil jij|graag|alsjeblieft|alstublieft|aub|a\.u\.b\.|svp|"
        r"(?:dat|dit) (?:klopt niet|is fout|is niet goed|is verkeerd|klopte niet)(?=[,.:;])|"
        r"oke|oké|ok|o|oh|hmm+|hé|hey|hoi|nou|dan|nu|dus|verder|vervolgens|daarna|ook|"
        r"en|ten slotte|tot slot|sorry|trouwens|"
        r"we zouden graag|zouden we|kunnen we|zullen we|"
        r"ik zou|we zouden|ik wil graag|ik zou graag|ik wil dat je|ik wil|we moeten|ik moet|je mag|"
        r"je kunt|je moet|laten we|laat ons|prima|goed|mooi|top|"
        r"bedankt|dank je|nog iets|eigenlijk|even|eens|maar|misschien|ja|gelieve|please|"
        r"(?:correctie|update|let op|aanvulling)(?=[,:])|ik denk dat we moeten|vergeet niet|"
        r"uh|eh|nee|toch niet|laat maar|wacht|oeps|bij nader inzien)[,:.!]*\s+)+",
        re.I,
    ),
    requests=re.compile(r"\b(?:je|jij|u|graag)\b", re.I),
    closing=re.compile(
        r"(?:[\s,;]+(?:alsjeblieft|alstublieft|aub|a\.u\.b\.|svp|graag|bedankt|dank je|"
        r"dankjewel|dank u|even|eens|maar|voor mij|"
        r"als je wilt|als dat kan|wil je|kun je|hoor|nu|dan|oké|ok|he|hè|weer|toch|"
        r"voortaan|vanaf nu|van nu af aan|in het vervolg|voorlopig|vooralsnog|voor nu|"
        r"voor het moment|tot nader order|please|in plaats daarvan|ervan|nog|thanks))*[\s.!?;,]*$",
        re.I,
    ),
    frames=_FRAMES,
    field_values=(FIELD_VALUE, GIVEN_VALUE),
    value_after=VALUE_AFTER,
    field_word=FIELD_WORD,
    top_level=re.compile(
        r"(?:het |de )?(?:hoogste niveau|bovenste niveau|hoofdniveau|topniveau|root|wortel|"
        r"document|bestand|record|geheel)(?: (?:van|in) (?:het|dit) (?:document|bestand))?(?: "
        r"zelf)?",
        re.I,
    ),
    leads=re.compile(
        r"[^,;:]{1,200}[,;:]\s+(?:dus|daarom|graag)\s+(?=(?:" + "|".join(_VERBS) + r")\s)", re.I
    ),
    rewordings=REWORDINGS,
    expletive=EXPLETIVE,
    instead=re.compile(r"niet (?P<old>[^,]{1,60}?),? maar (?P<new>.+)", re.I),
    changed=re.compile(
        r"[,.;]\s+(?:dus |en )?(?:"
        r"(?:wil|kun|kan|zou|wilt|kunt) (?:je|u|jij) (?:dat|het|dit)(?: even| ook| nog| hier)* "
        r"(?:aanpassen|wijzigen|veranderen|bijwerken|doorvoeren|verwerken|corrigeren)|"
        r"(?:pas (?:dat|het|dit)(?: even| ook)* aan|werk (?:dat|het|dit)(?: even| ook)* bij|"
        r"(?:wijzig|verander|corrigeer) (?:dat|het|dit)(?: even| ook)*)"
        r")(?: alsjeblieft| graag)?\s*[.!?]*$",
        re.I,
    ),
    noted=_NOTED,
    followups=_FOLLOWUPS,
    questions=_QUESTIONS,
    creations=_CREATIONS,
    list_name=re.compile(r"(?:\w+[ -]){0,2}\w{3,}lijst(?:je)?|(?:\w+[ -]){1,2}lijst(?:je)?", re.I),
    puts_on_list=re.compile(
        r"(?:(?:en|oh|o ja|oja),? )*(?:zet|schrijf|doe|voeg|gooi) (?:er )?(?:ook |nog |even )*"
        r"(?P<entry>[^,;:?]{2,60}?) (?:ook |nog )*"
        r"(?:er ?op|er ?bij|eraan toe|op|bij|aan toe|(?:op|aan|bij) (?P<list>(?:de|het|mijn|onze|"
        r"ons|die|dat) lijst(?:je)?)(?: toe)?)(?: alsjeblieft| graag)?[.!]*",
        re.I,
    ),
    put_on_list="zet {entry} op de {name}",
    empties_list=re.compile(
        r"(?=leeg\b|\w+ alles\b|.* leeg\W*$)(?:leeg|maak|haal|gooi|verwijder|schrap) "
        r"(?:alles (?:van|uit|op) )?"
        r"(?:het|hem|(?P<list>(?:de|het|mijn|onze|die|deze|dat) (?:hele )?lijst(?:je)?))"
        r"(?: (?:maar|even|ook|helemaal))*(?: leeg| af)?(?: alsjeblieft| graag)?[.!]*",
        re.I,
    ),
    empty_list="leeg de {name}",
    adds_more=re.compile(
        r"(?:o ja,? |oja,? )?en (?P<entry>[^\W\d]\S*(?: \S+)?) (?:erbij|ook)(?: graag)?[.!]*",
        re.I,
    ),
    exchanges=re.compile(
        r"(?:de |het )?(?P<old>[^,;:?]{2,30}?) hoe(?:ft|ven) (?:toch )?niet,? "
        r"(?:doe|neem|koop) (?:dan |toch )?maar (?P<new>[^,;:?]{2,30}?)[.!]*",
        re.I,
    ),
    recounts=re.compile(
        r"(?:(?:en|oh|nee|toch),? )*maak (?:er|daar|het|dat) (?:toch |maar |even )*"
        r"(?P<new>(?P<count>\w+) (?P<thing>[\w'’-]+(?: (?!van\b)[\w'’-]+)?))(?: van)?"
        r"(?: alsjeblieft| graag)?[.!]*",
        re.I,
    ),
    recount="verander {old} in {new}",
    renames_document=re.compile(
        r"(?:hernoem|noem) (?:de |het |mijn |onze |dit |deze )?(?P<name>.+?) "
        r"(?:naar|tot|als|in) .+",
        re.I,
    ),
    whole_document=re.compile(
        r"(?:verwijder|wis|schrap|gooi) (?:de |het |mijn |onze |dit |deze )?(?:hele |gehele )?"
        r"(?P<name>.+?)(?: weg)?",
        re.I,
    ),
    every=re.compile(r"\b(?:alle|elke?|iedere?|beide)\b", re.I),
    single=re.compile(
        r"(?:(?:die|degene)|(?:de|het|dat|die) (?:ene|item|regel|exemplaar))"
        r" (?:met|op|in|uit|van|bij|voor|door)\s+",
        re.I,
    ),
    upper=re.compile(r"(?:in |met |helemaal in )?(?:hoofdletters|kapitalen)", re.I),
    lower=re.compile(r"(?:in |met |helemaal in )?kleine letters", re.I),
    fields_named=re.compile(r"(?:(?:de|deze) )?velden\b[:,]?\s*", re.I),
    list_of=re.compile(
        r"(?:(?:een|de) )?(?:lege )?lijst (?:(?:met|van|voor|genaamd) )?(?:de |het |mijn )?"
        r"(?P<name>.+)",
        re.I,
    ),
    with_amount=re.compile(
        r"(?:(?:een|de|het) )(?P<name>[^\W\d][^\d:=]*?) van "
        r"(?P<value>[€$£]?\d[\d.,]*(?: ?(?:euro|eur|dollar|pond))?)",
        re.I,
    ),
    list_begun=re.compile(
        r"(?:(?:[Dd]e|[Mm]ijn|[Oo]nze) )?(?P<name>(?:[a-z]\w+ )?[a-z]\w+(?:en|(?<![siu])s))"
        r"(?: (?=[A-Z])|: ?)(?P<entry>[^\d:]+)"
    ),
    open_words=words_in(
        "alles iets wat welke die dat dit deze het hem haar ik we wij jij je u hij zij ze mijn ons "
        "onze jouw uw mij me al alle zo hierboven hieronder hetzelfde"
    ),
    asks=re.compile(
        r"(?:wat|welke?|wie|wiens|waar|wanneer|waarom|hoe|hoeveel|toon|laat .* zien|"
        r"laat zien|vergelijk|vertel|lees .* voor|"
        r"geef .*(?:geschiedenis|overzicht|wijzigingen|versies)|geef me|bekijk|is|zijn|"
        r"heeft|hebben|staat|tel(?! \d)|noem (?:alle|de) (?!.* (?:voortaan|vanaf nu) )|"
        r"bij welke|in welke|op welke|"
        r"geschiedenis)\b|.*\?$",
        re.I,
    ),
    remarks=re.compile(
        r"(?:ik|we|wij|hij|zij|ze|jij|je|jullie|u|iemand|iedereen|niemand)\b"
        r"(?! (?:wil|willen|heb|hebben) )",
        re.I,
    ),
    own_clause=re.compile(OWN_CLAUSE, re.I),
    of_others=re.compile(OF_OTHERS, re.I),
    verbs=_VERBS,
    starts=re.compile(rf"(?:{'|'.join(_VERBS)})\s", re.I),
    joint=re.compile(
        r"\s*(?:;|,\s*(?:en|&)\b|,|\ben\b|&|\bplus\b|\balsmede\b|\balsook\b)\s*", re.I
    ),
    small=words_in(
        "de het een die dat deze dit mijn onze ons jouw je uw zijn haar hun wat welke "
        "welk elke elk alle al van in op bij aan voor "
        "met naar uit onder tot door over als om per te er is was waren zijn wordt "
        "worden werd heeft hebben had heb doet doen moet moeten mag "
        "mogen kan kunnen zal zullen zou ik we wij jij u hij zij ze het en of maar dus "
        "nu hier daar nog ook toe erbij wel niet geen wie waar wanneer "
        "hoe hoeveel graag aub alsjeblieft momenteel eigenlijk heel hele eigen huidige "
        "bestaande nieuw nieuwe oud oude zelfde dezelfde hetzelfde "
        "alleen sinds tussen anders toch weer voortaan inmiddels vanaf binnen af weg "
        "eruit meer nodig langer ander andere heet heten genaamd genoemd "
        "staat staan stond vermeld document record dossier bestand json data zit "
        "zitten neer terug vandaag nooit altijd even eens gaat gaan komt "
        "komen hoeft hoeven krijgt krijgen ervan erop eraf daarvan daarop hiervan erin "
        "daarin gegeven wilt wil ie dan zo zeg maak zet hoort"
    )
    | ENGLISH.small - words_in("one ones down"),
    kinds=words_in(
        "veld waarde item sleutel eigenschap attribuut nummer datum naam adres tijd "
        "tijdstip bedrag percentage procent lijst lijstje tekst record element "
        "deel onderdeel ding instelling instellingen optie detail details gegevens "
        "info informatie object regel rij punt figuur niveau status prijs email "
        "mail hoeveelheid aantal totaal namen items waarden velden inhoud type soort "
        "exemplaar versie stuk stuks rubriek kopje vakje optie ingang"
    )
    | ENGLISH.kinds,
    ordinals={
        word: number
        for number, words in (
            (1, "eerste 1e 1ste"),
            (2, "tweede 2e 2de"),
            (3, "derde 3e 3de"),
            (4, "vierde 4e 4de"),
            (5, "vijfde 5e 5de"),
            (6, "zesde 6e 6de"),
            (7, "zevende 7e 7de"),
            (8, "achtste 8e 8ste"),
            (9, "negende 9e 9de"),
            (10, "tiende 10e 10de"),
            (-1, "laatste laatst onderste achterste"),
            (-2, "voorlaatste eennalaatste op-een-na-laatste"),
        )
        for word in words.split()
    }
    | {"bovenste": 1}
    | dict(ENGLISH.ordinals),
    numbers=_NUMBERS,
    numbered=words_in("nummer nr nr. no #"),
    yes=words_in(
        "ja waar true aan yes actief ingeschakeld aangezet wel aangevinkt on toegestaan welkom "
        "prima oké ok"
    ),
    no=words_in(
        "nee neen onwaar false uit no inactief uitgeschakeld uitgezet niet uitgevinkt off verboden"
    ),
    denial=re.compile(
        r"\b(?:niet meer|niet|not|geen|nooit|niet langer|zonder|on(?=betaald|bevestigd|"
        r"gereed|af|getekend|gelezen|gebruikt|verkocht))"
        r"(?:\b|(?=betaald|bevestigd|getekend|gelezen|gebruikt|verkocht))",
        re.I,
    ),
    nothing=frozenset(
        {"leeg", "niets", "geen", "niks", "een lege lijst", "lege lijst", "blanco", "empty", "none"}
    ),
    being=re.compile(r"\b(?:is|zijn)\b", re.I),
    linking=re.compile(r"(?:is|=|:|op|om|in|tot|van|als|voor|per|naar)\s+", re.I),
    portion=re.compile(
        r"(?:een|één) (?P<unit>snufje|snuf|teentje|teen|handvol|handje|eetlepel|theelepel|scheutje|"
        r"blik|blikje|zak|zakje|pak|pakje|fles|flesje|bosje|takje|plak|plakje) (?P<rest>[^\d]+)",
        re.I,
    ),
    unknown=re.compile(r"(?:nog )?(?:onbekend|niet bekend|(?<=nog )open|n\.?v\.?t\.?)", re.I),
    whole=words_in(
        "plan project document dossier bestand formulier aanvraag bestelling verzoek voorstel "
        "evenement reis woning huis vergadering notulen cursus proef inschrijving mevrouw "
        "meneer cliënt contract overeenkomst factuur vacature"
    ),
    units=dict(ENGLISH.units),
    indefinite=re.compile(r"\s(?:een|nog|ook)\s", re.I),
    article=re.compile(
        r"\A(?:er|nog een|nog één|een|één|de|het|wat|nieuwe|nieuw|extra|ander|andere|ook|nog)\s+",
        re.I,
    ),
    clause=re.compile(
        r"^(?:het|dat|dit|die) (?:is|moet|wordt|zijn)\b|\w:\s|\b(?:toe|erbij|ook|bedoeld)\b", re.I
    ),
    place_word=re.compile(r"\b(?:aan|bij|in|op|onder|als|naar)\s+", re.I),
    fields=re.compile(
        r"\s*(?:[,;]\s*en\b|[,;:=]|\ben\b|\bmet\b|\bwaarbij\b|\bwaarvan\b|\bvan\b|"
        r"\bals\b|\bis\b|\bdoor\b|\buit\b|\bin\b|\bom\b|\bvoor\b|\bop\b|\bgenaamd\b|"
        r"\bde\b|\bhet\b|\been\b|\bwith\b|\bof\b|\band\b|\bper\b)\s*",
        re.I,
    ),
    positions={
        "first": re.compile(
            r"(?:helemaal\s+)?(?:(?:aan|op|in|naar|als)\s+)?(?:(?:het|de)\s+)?(?:begin|voorkant|"
            r"top|kop|"
            r"vooraan|bovenaan|voorop|eerste (?:plaats|plek|positie|item|regel)|"
            r"eerste(?=\s*$|\s+\w+$))(?:\s+(?:van|in|op|bij)\b)?",
            re.I,
        ),
        "last": re.compile(
            r"(?:helemaal\s+)?(?:(?:aan|op|in|naar|als)\s+)?(?:(?:het|de)\s+)?(?:eind|einde|"
            r"achterkant|"
            r"staart|achteraan|onderaan|achterop|laatste (?:plaats|plek|positie|item|regel)|"
            r"laatste(?=\s*$|\s+\w+$))(?:\s+(?:van|in|op|bij)\b)?",
            re.I,
        ),
        "before": re.compile(r"(?:(?:vlak|direct|meteen)\s+)?(?:vóór|voor|boven)\s+", re.I),
        "after": re.compile(r"(?:(?:vlak|direct|meteen)\s+)?(?:na|achter|onder)\s+", re.I),
        "up": re.compile(
            r"(?:een|één|1)?\s*(?:plaats|plek|positie|stap)?\s*(?:omhoog|naar voren|naar "
            r"boven|hoger|eerder)",
            re.I,
        ),
        "down": re.compile(
            r"(?:een|één|1)?\s*(?:plaats|plek|positie|stap)?\s*(?:omlaag|naar achteren|naar "
            r"beneden|lager|later)",
            re.I,
        ),
        "nth_place": re.compile(
            r"(?:(?:op|naar|in)\s+(?:de\s+)?(?P<number>[a-z]+)\s+(?:plaats|plek|positie)"
            r"|als (?P<other>tweede|derde|vierde|vijfde|zesde)(?: (?:item|element|punt))?)"
            r"(?:\s+(?:van|in|op|bij)\b)?",
            re.I,
        ),
        "nth": re.compile(
            r"(?:(?:op|in|naar)\s+)?(?:de\s+)?(?:positie|plaats|"
            r"plek)\s+(?:nummer\s+)?(?P<number>\w+)(?:\s+(?:van|in|op)\b)?",
            re.I,
        ),
    },
    time=re.compile(
        r"(?:om )?(?:(?P<minutes>(?:een )?kwart|vijf|tien|twintig|\d{1,2})(?: minuten)? "
        r"(?P<side>over|voor) )?(?P<half>half )?(?P<hour>\d{1,2}|een|één|twee|drie|vier|vijf|zes|"
        r"zeven|acht|negen|tien|elf|twaalf)(?: ?uur)?(?P<late> ?(?:'s ?avonds|'s "
        r"?middags| in de (?:middag|avond)))?(?: ?'s ?ochtends| ?'s ?morgens| in de ochtend)?",
        re.I,
    ),
    earlier_than_hour=words_in("voor"),
    pronoun=re.compile(
        r"(?:het|dat|die|dit|deze|daar|hem|ze|die waarde|dat veld|die regel|dat "
        r"getal|diezelfde|die laatste|dat laatste|dat ding|de waarde|dat item)$",
        re.I,
    ),
    percent=re.compile(r"\s*(?:%|procent|percent)$", re.I),
    repeats={
        "eenmaal": "1 keer",
        "tweemaal": "2 keer",
        "driemaal": "3 keer",
        "één keer": "1 keer",
        "twee keer": "2 keer",
        "drie keer": "3 keer",
    },
    shares={
        "de helft": 1 / 2,
        "een derde": 1 / 3,
        "eenderde": 1 / 3,
        "twee derde": 2 / 3,
        "tweederde": 2 / 3,
        "een kwart": 1 / 4,
        "kwart": 1 / 4,
        "driekwart": 3 / 4,
        "een vijfde": 1 / 5,
        "een tiende": 1 / 10,
    },
    telling=words_in(
        "de het een naar en zijn mijn ons onze moet met van voor worden nu niet maar "
        "dat dit er hij "
        "wordt ook pas bij als uit op aan geen voortaan zet weegt gaat komt tegenwoordig"
    ),
    demands=re.compile(
        r"\b(?:moet|moeten|wordt|worden|mag|mogen|hoort|maak|wil|nu|voortaan)\b", re.I
    ),
    newcomer=re.compile(
        r"(?:er (?:is|zijn|zit|zitten|komt|staat)|we hebben|ik heb)(?: nu| ook| inmiddels| nog)*"
        r" (?:een|nog een) (?:nieuwe? )?(?P<name>[\w' -]{2,60}?)"
        r"(?: (?:op|bij|in|aan|bijgekomen))?$",
        re.I,
    ),
    referring=re.compile(
        r"\b(?:hem|haar|die|dat|deze|het|ze|hen)"
        r"(?=[\s.!]*$|\s+(?:van|uit|af|weg|eruit|toe|aan|bij|op|in|door|erbij|naar)\b)",
        re.I,
    ),
    between=re.compile(r"\btussen\s+(?P<first>.+?)\s+en\s+(?P<second>.+)$", re.I),
    leading=re.compile(r"(?:in|bij|voor|op|onder|binnen|van|uit|aan|wat betreft)\s+", re.I),
    namely=re.compile(
        r"\A(?:namelijk|te weten|dat is|d\.w\.z\.|genaamd|(?:veranderd|gewijzigd|aangepast|verzet) "
        r"(?:in|naar|tot))\s+",
        re.I,
    ),
    structure=re.compile(
        r"\b(?:in plaats van|i\.p\.v\.|ipv|vervangen door|gedaan door|geworden|voortaan|vanaf nu|"
        r"niet meer|niet langer)\b|, (?:geen|niet)\b|"
        r"\w (?:te|kunnen|willen|moeten|mogen|gezet|worden|zetten|staan|zijn|is|wordt)\Z|"
        r"\Amet \d.*[dt]\Z|"
        r"\A(?:veranderd|gewijzigd|aangepast|verhoogd|verlaagd|verplaatst|verschoven|vervangen|"
        r"geschrapt|"
        r"verwijderd|gewist|toegevoegd|gestegen|gedaald|toegenomen|afgenomen|afgezegd)\b",
        re.I,
    ),
    added=re.compile(r"(?:ook|toevoegen|voeg|noteer|zet|plus|inclusief)\b", re.I),
    hedges=re.compile(
        r"\b(?:als|indien|tenzij|wanneer|misschien|wellicht|zou|zouden|kan|kunnen|kon|denk|"
        r"dacht|hoop|bijna|"
        r"mogelijk of|was|waren|vroeger|herinner|"
        r"(?:ik|we|wij|hij|zij|ze) (?:heb|hebben|heeft) (?!.*\b(?:nog|extra|meer)\b).*"
        r"(?:verkocht|gekocht|gebruikt|verloren|opgemaakt))\b",
        re.I,
    ),
    reports=re.compile(
        r"\b(?:is|zijn|was|waren|heeft|hebben|had|kan|kon|wil|gaat|komt|ging|kwam|stopt|stopte|"
        r"vertrok|vertrekt|verhuist|verhuisde|belde|zei|vroeg)\b",
        re.I,
    ),
    conditions=re.compile(
        r"\b(?:tenzij|mits|ingeval|zodra|zolang|nooit|behalve|uitgezonderd|"
        r"alleen (?:als|wanneer|(?:de|het|mijn|onze)\b.*\b(?:is|zijn))|"
        r"niet (?:altijd|alleen|vaak)|zelden|op voorwaarde|"
        r"(?:mijn|de|een|het) andere? (?=\w+ (?:is|heeft|zijn)\b)|"
        r"(?:als|indien|wanneer)(?= (?:er|ik|we|wij|hij|zij|ze|het|de|dat|dit|iedereen|niemand|"
        r"\w+ (?:akkoord|klaar|komt|gaat|wil|kan|mag|is|zijn|heeft))\b)"
        r"(?! (?:het|dat) (?:kan|mag|lukt)\b))\b",
        re.I,
    ),
    forbids=re.compile(
        r"\b(?:moet|moeten|mag|mogen|hoeft|hoeven|kan|kunnen|zou|zouden|wil|willen)\b"
        r"(?:(?! wel\b).)*\b(?:niet|geen)\b",
        re.I,
    ),
    dangling=re.compile(
        r" (?:de|het|een|nieuwe?|oude?|mijn|onze|geen|heel|"
        r"ongeveer|circa|rond|dan|tussen|of|bij|erbij)$",
        re.I,
    ),
    vague=re.compile(
        r"\b(?:zoals|net als) (?:de|het|die)\b|\b(?:een boel|een beetje|ietsje|flink|een hoop|"
        r"een paar)\b|\b(?:of|à) (?:zo\b|\d)|"
        r"\bmaar (?:alleen|niet)\b|"
        r"\d.* (?:langer|korter|hoger|lager|later|eerder|groter|kleiner)\b|"
        r"\b(?:ongeveer|circa|ca\.|rond|rond de|tussen|bijna|ruim|meer dan|minder dan|minstens|"
        r"hoogstens|hooguit|tot en met|maximaal|minimaal) [€$£]?\d|"
        r"\b(?:even|net zo|zo) \w+ als\b|\A(?:van|iets|iemand|wat|welke|hetzelfde|dezelfde|"
        r"zoiets|de vorige (?:waarde|keer)|"
        r"vorige keer)\b|\bom \d\d?[:.]\d\d \w+$"
    ),
    more=re.compile(
        r"\b(?:meer|extra|(?<!niet )langer|erbij|er bij|bijgekomen|"
        r"bij(?=\s*$|\s+(?:in|op|aan|voor)\b))\b"
        r"(?!\s+dan)",
        re.I,
    ),
    less=re.compile(
        r"\b(?:minder|korter|eraf|er af|af(?=\s*$|\s+(?:in|op|aan|voor|bij)\b))\b(?!\s+dan)", re.I
    ),
    rises=re.compile(r"\b(?:omhoog|hoger|gestegen|stijgt|gegroeid)\b(?! (?:naar|tot)\b)", re.I),
    falls=re.compile(r"\b(?:omlaag|lager|gedaald|daalt|gezakt)\b(?! (?:naar|tot)\b)", re.I),
    counting=_NUMBERS | {"een": 1.0, "'n": 1.0},
    carriers=words_in(
        "kost kosten kostte kostten weegt wegen gaat gaan ging komt komen wordt worden duurt duren "
        "loopt lopen telt tellen bedraagt meet opent sluit begint beginnen eindigt vertrekt blijft "
        "blijven werkt werken verandert verschuift schuift verhuist valt speelt "
        "luidt stuks pas maar "
        "slechts helaas gelukkig inderdaad al reeds tegenwoordig officieel definitief eindelijk "
        "precies ongeveer vast weer terug omhoog omlaag naar wij neemt slikt gebruikt drinkt eet "
        "scoorde won verkocht kocht"
    ),
    choosing=re.compile(
        r"(?:(?:ik|we) (?:bedoel|bedoelen|bedoelde|wil|wilde)|het (?:is|gaat om|moet)|"
        r"dat is|doe(?: maar)?|neem|kies|pak|gebruik|die|dat|in|van|voor|uit|op|bij|naar)\s+",
        re.I,
    ),
    all_of_them=re.compile(
        r"(?:alle(?:maal)?|allebei|beide|alle (?:twee|drie|vier)|elk(?:e)?|overal)", re.I
    ),
    as_number=re.compile(r"(?:(?:als|een|het is) ){0,2}(?:getal|nummer|cijfer)", re.I),
    as_text=re.compile(r"(?:(?:als|een|het is) ){0,2}(?:tekst|woord|woorden)", re.I),
    days=re.compile(r"\b(?:data|datums|dagen|deadlines)\b", re.I),
    within="van",
    becomes="naar",
    before_new=words_in("op naar tot"),
    concluding=re.compile(r"\b(?:dus|daarom|vandaar|derhalve)\b", re.I),
    announcing=re.compile(r"(?:namelijk|te weten|dat is|oftewel)\b", re.I),
    calling="genaamd|genoemd|naam|heet",
    hour=re.compile(r"\b\d{1,2}(?:[.:]\d\d)?\s?(?:uur|u|h)\b|\b(?:over|voor|half)\s\d+\b", re.I),
    that_field=re.compile(r"\b(?:dat|dit|die|deze) (?:veld|item|regel|sleutel|waarde)\b", re.I),
    newly=re.compile(
        r"(?:een|nog een)\s+(?:nieuwe?|extra|tweede|derde|vierde|aanvullende?)\s|nog een\s",
        re.I,
    ),
    idle=words_in("nog ook graag even nu er"),
    restating=re.compile(
        r"\s*(?:dus|zodat|dat is|zo)\s+(?:het|dat|die|dit|hij|ze)?\s*(?:is|wordt|staat|komt)\b",
        re.I,
    ),
    leftover=re.compile(
        rf"{ENGLISH.leftover.pattern}|\b(?:de naam|de sleutel|de waarde|het veld) \S|"
        r"\bals (?:waarde|zijn|haar)\b|^(?:voor|bij|onder|met) (?:de|het|een)\b|^(?:nu|er|erin|"
        r"gevuld|ter|zou|kun|kan|"
        r"op|naar|met|als|die|dat|waarvan|genaamd|nog|ook|zet|wijzig|is|zijn|wordt|moet|komt|"
        r"de (?:waarde|tekst|datum|naam))\b|"
        r"\b(?:ingevuld|gezet|genoteerd|vermeld|geschreven|worden|wordt|zijn|hebben|staan|komen|"
        r"toevoegen|opnemen|toe|erbij|graag|daar|erin|is|waarvan|gaat|gaan|komt|kunnen|mogen|moeten|"
        r"moet|wil|kan)$",
        re.I,
    ),
    other_acts=re.compile(
        r"\b(?:verwijder\w*|wis|wissen|schrap\w*|haal\w*|gooi\w*|streep\w*|voeg\w*|toevoeg\w*|toe|erbij|bij|"
        r"achteraan|vooraan|onderaan|bovenaan|hernoem\w*|noem\w*|genoemd|heet|heten|herstel\w*|"
        r"verplaats\w*|kopieer\w*|wissel\w*|vervang\w*|plaats van|niet|geen|nooit|zonder|tussen|na|"
        r"eerste|laatste|nieuwe?|veld|sleutel|eruit|eraf|weg|ongedaan|terug)\b",
        re.I,
    ),
    gone=words_in("weg eruit eraf af verwijderd geschrapt"),
    orders=ORDERS,
    choices=CHOICES,
    talk=TALK,
    phrases={
        "value": "“{phrase}”: dat kan ik hier niet als waarde lezen. Welke waarde moet het worden?",
        "several": "“{phrase}” past op meer plaatsen in {name}. Welke bedoel je?",
        "no_value": "Wat moet “{phrase}” worden?",
        "incomplete": "“{phrase}”: geef ook de andere delen van het nieuwe item. Welke zijn dat?",
        "already": "“{phrase}”: dat staat er al zo, er is niets veranderd. Wat moet het worden?",
        "kind": "“{phrase}”: is dat een getal of een tekst?",
        "whole": "“{phrase}” heeft meer delen. Welk deel bedoel je?",
        "none_done": "Van “{phrase}” is niets gedaan.",
        "no_tick": "“{phrase}” kan ik niet afvinken: {name} heeft er geen ja of nee voor, er is "
        "niets veranderd. Met “verwijder {phrase}” gaat het eraf.",
        "not_there": "Ik vind “{phrase}” niet in {name}, er is niets veranderd. Wat bedoel je?",
        "unsure": "Door “{phrase}” weet ik niet zeker of {name} nu moet veranderen, er is niets "
        "veranderd. Wat moet ik veranderen?",
        "no_version": "Die versie van {name} is er niet: “{phrase}”.",
        "versions": "Er zijn {count} versies.",
        "version": "Het is nu versie {version}.",
        "version_is": "Versie {version}:",
        "changes": "Het is {count} keer gewijzigd.",
        "no_change": "Er is nog niets gewijzigd.",
        "no_change_then": "Toen is er niets gewijzigd ({words}).",
        "last": "De laatste wijziging maakte versie {version}:",
        "history": "De geschiedenis, de nieuwste eerst:",
        "entry": "versie {version}, {at} {summary}",
        "compared": "Van versie {first} naar versie {last}:",
        "before": "Het is gewijzigd in versie {version}:",
        "unchanged": "Het is niet gewijzigd:",
        "renames_document": "{name} geef je een andere naam op de eigen pagina, onder Documenten; "
        "hier is niets veranderd.",
        "whole_document": "{name} als geheel verwijder je op de eigen pagina, onder "
        "Documenten; hier "
        "is niets veranderd. Onderdelen kan ik verwijderen: “verwijder de laatste”.",
        "count": "{name}: {count} ({items})",
        "same": "Er is geen verschil.",
        "more": "… en nog {count}",
        "changed": "{place}: van {before} naar {after}",
        "added": "{place}: {after} toegevoegd",
        "removed": "{place}: {before} verwijderd",
        "reordered": "{place}: nu nummer {number}",
        "moved": "{place}: {after}, verplaatst van {before}",
        "yes": "ja (true)",
        "no": "nee (false)",
        "nothing": "leeg",
        "done": "{name} is nu versie {version}:",
        "restored": "{name} is weer zoals in versie {restored}; het is nu versie {version}:",
        "refused": "Er is niets veranderd in {name}: {reason}",
        "name_missing": "Hoe moet het nieuwe document heten? Vraag het nog eens met de naam: "
        "“maak een document plan”.",
        "content_unclear": "“{phrase}”: ik zie niet wat er in {name} moet staan, er is niets "
        "begonnen. Vraag het nog eens met een lijst (“met melk, brood”) of met namen en waarden "
        "(“met dagen: 3, stad: Oslo”).",
        "which_document": "Welk document bedoel je: {names}?",
        "created": "{name} is gemaakt. Dit is versie 1.",
        "created_from_list": "{name} is begonnen met wat er in deze chat op die lijst stond; "
        "het is nu versie 1.",
        "no_redo": "Er is niets om opnieuw te doen in {name}: "
        "de laatste stap in dit gesprek maakte "
        "niets ongedaan. Er is niets veranderd.",
        "file_left": "{reason} Tot dan staat de wijziging alleen in het document.",
        "undo_unsure": "Er is niets veranderd in {name} door je laatste bericht. Daarvoor wel:",
        "undo_confirm": "Zal ik die ongedaan maken? Antwoord “ja”, of zeg wat er anders moet.",
        "no_undo": "In dit gesprek is niets in {name} veranderd dat terug kan.",
    },
)
