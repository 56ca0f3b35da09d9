"""Dutch instructions that add a field to a document: "geef de zaal een veld plaatsen van 20"."""

import re

from tidemark.nlp.patterns import frames

_NEW = "(?:een|nog een)(?: (?:nieuwe?|extra|aanvullende?|bijkomende?))*"
_WORD = (
    "(?:(?:tekst|getal|datum)?veld|sleutel|eigenschap|kenmerk|attribuut|kolom|rubriek|key|gegeven)"
)
_LIST = f"{_NEW}(?: lege?)? (?:lijst|lijstje|array|reeks)"
_HOLDING = (
    "(?:met (?:daarin|de (?:items|waarden|onderdelen))|met als (?:items|inhoud)|met|van|"
    "bestaande uit|"
    ":|=)"
)
_CALLED = "(?: (?:genaamd|genoemd|met (?:de|als) naam|met naam|:)|, genaamd| dat| die)?"
_FIELD = f"(?:{_NEW}|het|de|nieuw|extra)(?: nieuwe?| extra)? {_WORD}{_CALLED} {{name}}"
_ADD = (
    "(?:voeg|maak|zet|plaats|neem|creëer|doe|schrijf|noteer|definieer|introduceer|stop|leg|hang|"
    "registreer|vermeld|breng)"
)
_TO = (
    "(?:(?:toe|aan|bij|erbij|op|in|er bij|bij aan|heet|vast|mee|onder)(?: |"
    "(?=[,:])))*"
)  # within the sentence
_TO_END = "(?: (?:toe|aan|bij|erbij|op|in|er bij|vast|mee|onder))?"
_IN = "(?:aan|bij|in|onder|op|binnen|voor|van)"
_GETS = "(?:krijgt|krijgen|heeft|hebben|moet|moeten|mag)"
_HAVE = "(?:(?:krijgen|hebben|erbij krijgen|bij krijgen|erbij)(?: |(?=[,:])))?"
_HAVE_END = "(?: (?:krijgen|hebben|erbij krijgen|erbij))?"
_COME = "(?:(?:komen|bij|bij komen|erbij|erbij komen)(?: |(?=[,:])))?"
_COME_END = "(?: (?:komen|bij|bij komen|erbij|erbij komen))?"
_VALUE = (
    "(?:(?:, ?)?(?:met(?: de| als| een)*(?: (?:waarde|startwaarde|beginwaarde|inhoud|tekst|getal|"
    "datum|"
    "bedrag|tijd|woord))(?: van|:)?|met daarin|met|gelijk aan|namelijk|waarde|van|:|=)|,)"
)
_WITH = (
    "(?:, ?)?met(?: de| als| een)* (?:waarde|startwaarde|beginwaarde|inhoud|tekst|getal|datum|"
    "bedrag|"
    "tijd)(?: van|:)?"
)
_AS = "(?:als (?:begin|start)?waarde )?"
_AS_END = "(?: als (?:begin|start)?waarde)?"
_ADDING = "(?:toevoegen|invoeren|aanmaken|maken|opnemen|erbij|bijzetten|erbij zetten|invoegen)"
_COLON = " (?:(?:toe|aan|bij|erbij|op|vast|mee) ?)?(?:, ?namelijk|=|:)"
_MUST = "er (?:moet|komt|mag|moest|kan|zou)(?: (?:ook|nog))*"
_WANT = "(?:ik|we|wij) (?:wil|willen|wilde|zou)(?: graag)?"

NEW_FIELDS = (
    *frames(
        "add_field",
        f"{_ADD} {_FIELD} {_TO}{_IN} {{container}} {_TO}{_VALUE} {{value}}{_AS_END}{_TO_END}",
        f"{_ADD} {_FIELD} {_TO}{_VALUE} {{value}} {_AS}{_TO}{_IN} {{container}}{_TO_END}",
        f"{_ADD} {_IN} {{container}} (?:ook |nog )?{_FIELD} {_TO}{_VALUE} {{value}}{_AS_END}"
        f"{_TO_END}",
        f"{_IN} {{container}} {_ADD} {_FIELD} {_TO}{_VALUE} {{value}}{_AS_END}{_TO_END}",
        f"geef {{container}} (?:ook |nog )?{_FIELD} {_TO}{_VALUE} {{value}}{_AS_END}{_TO_END}",
        f"(?:breid|vul) {{container}} (?:uit|aan) met {_FIELD} {_VALUE} {{value}}{_AS_END}",
        f"{{container}} (?:aanvullen|uitbreiden) met {_FIELD} {_VALUE} {{value}}{_AS_END}",
        f"voorzie {{container}} van {_FIELD} {_VALUE} {{value}}{_AS_END}",
        f"(?:onder|in|bij|aan) {{container}} (?:ontbreekt|mist) {_FIELD} {_VALUE} {{value}}",
        f"{{container}} moet(?: er)? {_FIELD} {_HAVE}(?:bij ?)?(?:krijgen )?{_VALUE} "
        f"{{value}}{_AS_END}",
        f"{_IN} {{container}} {_FIELD} {_ADDING} ?{_VALUE} {{value}}",
        f"{_IN} {{container}} (?:hoort|moet|komt)(?: (?:ook|nog|er))* {_FIELD} (?:te staan|te "
        "komen|bij|"
        f"komen)(?: |(?=[,:])){_VALUE} {{value}}",
        f"{_IN} {{container}} {_FIELD} (?:willen |graag )?(?:hebben|zien)(?: |"
        f"(?=[,:])){_VALUE} {{value}}",
        f"{{container}} {_GETS} (?:er )?{_FIELD} {_HAVE}(?:bij ?)?{_VALUE} {{value}}{_AS_END}"
        f"{_HAVE_END}",
        f"{_IN} {{container}} (?:ook |nog )?{_FIELD} {_VALUE} {{value}}{_AS_END}",
        f"{_MUST} {_IN} {{container}} {_FIELD} {_COME}{_VALUE} {{value}}{_AS_END}{_COME_END}",
        f"{_MUST} {_FIELD} {_COME}{_IN} {{container}} {_COME}{_VALUE} "
        f"{{value}}{_AS_END}{_COME_END}",
        f"{_WANT} {_IN} {{container}} (?:graag )?{_FIELD} (?:{_ADDING} )?{_VALUE} "
        f"{{value}}{_AS_END}"
        f"(?: {_ADDING})?",
        f"(?:zet|schrijf|bewaar|sla|noteer) {{value}} (?:op )?(?:in|als|onder) {_FIELD} {_IN} "
        "{container}",
        f"{_IN} {{container}} {_FIELD} {_ADDING} {_VALUE} {{value}}",
        f"{_FIELD} {_ADDING} {_IN} {{container}} {_VALUE} {{value}}",
        f"{_FIELD} {_IN} {{container}} {_ADDING} {_VALUE} {{value}}",
        f"{_ADD} {_FIELD} {_TO}{_VALUE} {{value}}{_AS_END}{_TO_END}",
        f"{_MUST} {_FIELD} {_COME}{_VALUE} {{value}}{_AS_END}{_COME_END}",
        f"{_WANT} {_FIELD} (?:{_ADDING} )?{_VALUE} {{value}}{_AS_END}(?: {_ADDING})?",
        f"{_FIELD} {_ADDING} {_VALUE} {{value}}",
        f"{_IN} {{container}} (?:wil|willen) (?:ik|we|wij)(?: graag)? {_FIELD} "
        f"(?:(?:erbij|bij|hebben) )?{_VALUE} {{value}}{_AS_END}{_COME_END}",
        f"{_ADD} {_FIELD} {_TO}(?:dat|die) (?:op |met |als )?{{value}} (?:staat|heeft|krijgt|"
        "is|bevat)",
        f"{_ADD} {_FIELD} {_TO}(?:dat|die) {{value}} (?:als waarde )?(?:heeft|krijgt|bevat)",
        f"{_ADD} {_FIELD} {_TO}{_IN} {{container}} {_TO}(?:, )?(?:dat|die) (?:op |met |als "
        f")?{{value}} "
        "(?:staat|heeft|krijgt|is|bevat)",
        f"{_IN} {{container}} (?:moet|komt|mag)(?: (?:er|ook|nog))* {_FIELD} {_COME}{_VALUE} "
        f"{{value}}"
        f"{_AS_END}{_COME_END}",
        f"(?:er )?(?:graag )?{_FIELD} {_TO}{_IN} {{container}} {_TO}{_VALUE} {{value}}{_AS_END}"
        f"{_TO_END}",
        f"(?:er )?(?:graag )?{_FIELD} {_TO}{_VALUE} {{value}}{_AS_END}{_TO_END} {_IN} "
        f"{{container}}",
        f"(?:er )?(?:graag )?{_FIELD} {_TO}{_VALUE} {{value}}{_AS_END}{_TO_END}",
    ),
    *frames(
        "add_field",
        f"{_ADD} {_LIST}{_CALLED} {{name}} {_TO}{_IN} {{container}} {_TO}{_HOLDING} {{value}}",
        f"{_ADD} {_IN} {{container}} {_LIST}{_CALLED} {{name}} {_TO}{_HOLDING} {{value}}{_TO_END}",
        f"{_IN} {{container}} {_ADD} {_LIST}{_CALLED} {{name}} {_TO}{_HOLDING} {{value}}{_TO_END}",
        f"geef {{container}} {_LIST}{_CALLED} {{name}} {_HOLDING} {{value}}",
        f"{_ADD} {_LIST}{_CALLED} {{name}} {_TO}{_HOLDING} {{value}}{_TO_END}",
        value="list",
    ),
    *frames(
        "add_field",
        f"{_ADD} {{name}} {_TO}{_IN} {{container}} {_TO}{_WITH} {{value}}",
        f"{_ADD} {_IN} {{container}} {{name}} {_TO}{_WITH} {{value}}{_TO_END}",
        f"{_ADD} {{name}} {_WITH} {{value}} (?:toe|aan|bij|erbij|op) {_IN} {{container}}",
        f"{_IN} {{container}} {_ADD} {{name}} {_TO}{_WITH} {{value}}{_TO_END}",
        f"{_ADD} {_IN} {{container}} (?:een |ook |nog )*{{name}}{_COLON} {{value}}",
        f"{_ADD} (?:een |ook |nog )*{{name}} {_TO}{_IN} {{container}}{_COLON} {{value}}",
        f"{_IN} {{container}} {_ADD} (?:een |ook |nog )*{{name}}{_COLON} {{value}}",
        f"geef {{container}} (?:een |ook |nog )*{{name}}{_COLON} {{value}}",
        f"{_ADD} {_IN} {{container}} (?:ook |nog )?een {{name}} ,? ?(?:te weten|namelijk) "
        f"{{value}}",
        f"{_ADD} {{name}} {_TO}{_WITH} {{value}}{_TO_END}",
        value="unsaid",
    ),
    *frames(
        "add_field",
        f"{_ADD} {_IN} {{container}} een {{name}} van {{value}}{_TO_END}",
        f"{_ADD} een {{name}} van {{value}} (?:toe|bij) {_IN} {{container}}",
        f"{_IN} {{container}} {_ADD} een {{name}} van {{value}}{_TO_END}",
        "geef {container} een {name} van {value}",
        f"{_ADD} een {{name}} van {{value}}{_TO_END}",
        value="measured",
    ),
)

_ONE = (
    "(?:een|nog een|één)(?: (?:tweede|derde|vierde|vijfde|zesde|volgende))?(?: (?:nieuwe?|"
    "extra|aanvullende?))*"
)
_LEADS = "(?:met|:|,? ?genaamd|,? ?namelijk|,? ?te weten|,)"

NEW_ENTRIES = (
    *frames(
        "add",
        "(?:plaats|zet|voeg) als (?:nieuwe )?eerste (?:in|bij|van|op) {container} : {value}",
        value=0,
    ),
    *frames(
        "add",
        f"{_IN} {{container}} (?:moet|komt|mag|wil ik)(?: (?:er|ook|nog|graag))* {_ONE} {{head}} "
        f"{_COME},? ?{_LEADS} {{value}}",
        f"{_MUST} {_IN} {{container}} {_ONE} {{head}} {_COME},? ?{_LEADS} {{value}}",
        f"{_MUST} {_ONE} {{head}} {_COME}{_IN} {{container}} {_COME},? ?{_LEADS} {{value}}",
        f"{_ADD} {_IN} {{container}} (?:ook |nog )?{_ONE} {{head}} {_TO},? ?{_LEADS} {{value}}",
        f"{_ADD} {_ONE} {{head}} {_TO}{_IN} {{container}} {_TO},? ?{_LEADS} {{value}}",
        f"{_ADD} {{value}} {_TO}{_IN} {{container}} , {{more}}",
        f"{_ADD} {{value}} {_IN} {{container}} (?:toe|bij|erbij|op) ?, {{more}}",
        f"{_ONE} {{head}} {_COME}{_IN} {{container}} ,? ?{_LEADS} {{value}}",
        "(?:voer|neem|zet|boek) (?:bij|in|onder) {container} (?:nog )?(?:iets|een post|een "
        "regel|een "
        "item) op ?: {value}",
        "(?:breid|vul) {container} (?:uit|aan) met {value}",
    ),
    *frames(
        "add_entry",
        f"{_MUST} {_ONE} {{head}} {_COME},? ?{_LEADS} {{value}}",
        f"er (?:is|zijn|komt) {_ONE} {{head}} (?:bij ?gekomen|bij|erbij) ?{_LEADS} {{value}}",
        f"{_ADD} {{head}} (?:erbij|toe|bij) ?, {{value}}",
        f"{_WANT} {_ONE} {{head}} (?:{_ADDING} )?,? ?{_LEADS} {{value}}",
        f"{_ADD} {_ONE} {{head}} {_TO},? ?{_LEADS} {{value}}",
        f"{_ONE} {{head}} (?:{_ADDING} |bij )?,? ?{_LEADS} {{value}}",
        f"(?:nieuw|nieuwe|extra) {{head}} (?:{_ADDING} ?|bij ?)?,? ?{_LEADS} {{value}}",
    ),
)

# Between a new field and its value, where they are clauses: "…, en zet dat op 5"
FIELD_VALUE = re.compile(
    rf"(?P<field>\b(?:een|het|nieuwe?|extra) (?:\w+ "
    rf"){{0,3}}?{_WORD}\b.{{1,120}}?)[,;.]?\s+(?:(?:en |"
    rf"dan |daarna )*(?:zet|geef|stel|maak|vul|voeg)\s+"
    r"(?:het|die|dat|deze|dit|hem|er|daar|de waarde(?: ervan| daarvan)?)(?: toe)?"
    r"(?:\s+(?:op|de waarde|als waarde|in op|met|mee op))?|"
    r"(?:en )?de waarde(?: ervan| daarvan)?\s+(?:is|wordt|moet|van)|"
    r"(?:en )?(?:die|dat) (?:wordt|is|krijgt|bevat|staat op)(?: de waarde)?|"
    r"(?<=[,;]\s)(?:met )?(?:de |als )*waarde(?: is| van|:)?)\s+",
    re.I,
)
GIVEN_VALUE = re.compile(
    r"(?P<field>^voeg\b.{1,120}?),?\s+en\s+(?:zet\s+(?:het|dat|die|dit)\s+op|"
    r"geef\s+(?:het|dat|die|er)(?:\s+de waarde)?)\s+",
    re.I,
)
VALUE_AFTER = " met waarde "

# Words for a field, which is no entry of a list: "een extra veld"
FIELD_WORD = re.compile(rf"{_NEW} {_WORD}\b", re.I)
