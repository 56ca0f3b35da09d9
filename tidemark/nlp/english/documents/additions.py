"""English instructions that add a field to a document: "give the venue a field capacity of 20"."""

import re

from tidemark.nlp.patterns import frames

_NEW = "(?:an?|another|one more|some|new)(?: (?:new|extra|additional|further))*"
_WORD = (
    "(?:(?:boolean|number|numeric|text|string|date|yes/no|integer|flag) )?(?:field|key|property|"
    "attribute|member|column)|boolean"
)
_WORD = f"(?:{_WORD})"
_SURE = "(?:field|property|attribute)"  # a key may be one of music
_LIST = f"{_NEW}(?: empty)? (?:list|array)"
_CALLED = (
    "(?: (?:which is |that is |that's |to be )?(?:called|named|titled)|(?: with)? the name| by the "
    "name(?: of)?| :|,)?"
)
_FIELD = f"(?:{_NEW}|the|new|extra)(?: new| extra)? {_WORD}{_CALLED} {{name}}"
_NAMED_FIELD = f"{_NEW} {{name}} {_WORD}"
_ADD = (
    "(?:add|create|insert|introduce|include|define|put in|put|make|append|set up|register|note|"
    "record|write|enter|store|log|attach)"
)
_GIVE = "(?:give|grant|equip|extend|supplement|provide|supply)"
_IN = "(?:to|in|into|under|on|onto|inside|within|at|for|beneath)"
_GETS = "(?:gets?|needs?|has|have|should (?:also )?(?:have|get)|must have|is to have)"
_WANT = "(?:i|we)(?:'d| would)? (?:want|need|like|like to have)(?: to (?:add|have))?"
_HOLDING = (
    "(?:with (?:the )?(?:items|entries|values|elements|content)|with|containing|holding|of|"
    "consisting of|:|=)"
)
_VALUE = (
    "(?:(?:, ?)?(?:whose value (?:is|should be)|(?:with|by)(?: the| an?| its)?(?: initial| "
    "starting| default)? (?:value|"
    "content|text|"
    "number|date|amount|string|time|word)(?: of| being| set to|:)?|with|set to|equal to|containing|"
    "holding|saying|having|value|of|as|at|being|:|=)|,)"
)
_WITH = (
    "(?:, ?)?with(?: the| an?)?(?: initial| starting| default)? (?:value|date|number|text|amount|"
    "time|content)(?: of|:)?"
)

_THE = "(?:an? |the |another )?"

NEW_FIELDS = (
    *frames(
        "add_field",
        f"{_ADD} {_FIELD} {_VALUE} {{value}} {_IN} {{container}}",
        f"{_ADD} {_FIELD} {_IN} {{container}} {_VALUE} {{value}}",
        f"{_ADD} {_IN} {{container}} {_FIELD} {_VALUE} {{value}}",
        f"(?:{_IN}|for) {{container}} {_ADD} {_FIELD} {_VALUE} {{value}}",
        f"{_GIVE} {{container}} {_FIELD} {_VALUE} {{value}}",
        f"{_GIVE} {{container}} (?:with )?{_FIELD} {_VALUE} {{value}}",
        f"{{container}} {_GETS} {_FIELD} {_VALUE} {{value}}",
        f"(?:{_WANT}|let) {{container}} (?:to )?(?:have|get|carry) {_FIELD} {_VALUE} {{value}}",
        f"there (?:should|must|needs to) be {_FIELD} {_IN} {{container}} {_VALUE} {{value}}",
        f"{_IN} {{container}} {_WANT} {_FIELD} {_VALUE} {{value}}",
        f"{_IN} {{container}} ,? ?{_FIELD} (?:should|must|can|needs to) be (?:added|created|"
        "inserted) ?"
        f"{_VALUE} {{value}}(?: in it)?",
        f"{_IN} {{container}} there (?:should|must|needs to) be {_FIELD} {_VALUE} {{value}}",
        f"{_WANT} {_FIELD} {_IN} {{container}} {_VALUE} {{value}}",
        f"(?:put|store|save|write|enter|record) {{value}} (?:in|into|as|under) {_FIELD} {_IN} "
        "{container}",
        f"(?:put|store|save|write|enter|record) {{value}} {_IN} {{container}} (?:as|under|in) "
        f"{_FIELD}",
        f"{_ADD} {_NAMED_FIELD} {_VALUE} {{value}} {_IN} {{container}}",
        f"{_ADD} {_NAMED_FIELD} {_IN} {{container}} {_VALUE} {{value}}",
        f"{_GIVE} {{container}} {_NAMED_FIELD} {_VALUE} {{value}}",
        f"{_WANT} {_NAMED_FIELD} {_IN} {{container}} {_VALUE} {{value}}",
        f"{_IN} {{container}} {_ADD} {_NAMED_FIELD} {_VALUE} {{value}}",
        f"{_IN} {{container}} {_WANT} {_NAMED_FIELD} {_VALUE} {{value}}",
        f"{{container}} {_GETS} {_NAMED_FIELD} {_VALUE} {{value}}",
        f"{_ADD} {_FIELD} {_VALUE} {{value}}",
        f"{_ADD} {_FIELD} with {{value}} as (?:its|the) value",
        f"{_ADD} {_FIELD} {_IN} {{container}} with {{value}} as (?:its|the) value",
        f"{_ADD} an? (?:new )?(?:top[- ]level|root) {_WORD}{_CALLED} {{name}} with {{value}} "
        "as (?:its|"
        "the) value",
        f"{_ADD} an? (?:new )?(?:top[- ]level|root) {_WORD}{_CALLED} {{name}} {_VALUE} {{value}}",
        f"{{container}} : {_FIELD} {_VALUE} {{value}}",
        f"there (?:should|must|needs to) be {_FIELD} {_VALUE} {{value}}",
        f"{_WANT} {_FIELD} {_VALUE} {{value}}",
        f"(?:put|store|save|write|enter|record) {{value}} (?:in|into|as|under) {_FIELD}",
        f"{_ADD} {_NAMED_FIELD} {_VALUE} {{value}}",
        f"{_NEW} {_SURE}{_CALLED} {{name}} {_IN} {{container}} {_VALUE} {{value}}",
        f"{_NEW} {_SURE}{_CALLED} {{name}} {_VALUE} {{value}} {_IN} {{container}}",
        f"{_NEW} {_SURE}{_CALLED} {{name}} {_VALUE} {{value}}",
    ),
    *frames(
        "add_field",
        f"{_ADD} {_LIST}{_CALLED} {{name}} {_IN} {{container}} {_HOLDING} {{value}}",
        f"{_ADD} {_LIST}{_CALLED} {{name}} {_HOLDING} {{value}} {_IN} {{container}}",
        f"{_ADD} {_IN} {{container}} {_LIST}{_CALLED} {{name}} {_HOLDING} {{value}}",
        f"{_IN} {{container}} {_ADD} {_LIST}{_CALLED} {{name}} {_HOLDING} {{value}}",
        f"{_GIVE} {{container}} {_LIST}{_CALLED} {{name}} {_HOLDING} {{value}}",
        f"{_ADD} {_LIST}{_CALLED} {{name}} {_HOLDING} {{value}}",
        value="list",
    ),
    *frames(
        "add_field",
        f"{_ADD} {_THE}{{name}} {_WITH} {{value}} {_IN} {{container}}",
        f"{_ADD} {_THE}{{name}} {_IN} {{container}} {_WITH} {{value}}",
        f"{_IN} {{container}} {_ADD} {_THE}{{name}} {_WITH} {{value}}",
        f"{_ADD} {_IN} {{container}} {_THE}{{name}} {_WITH} {{value}}",
        f"{_GIVE} {{container}} {_THE}{{name}} {_WITH} {{value}}",
        f"{_GIVE} {{container}} {_THE}{{name}} (?:, )?(?:namely|:|=) {{value}}",
        f"{_ADD} {{name}} ,? ?(?:with )?value {{value}} ,? ?{_IN} {{container}}",
        f"{_ADD} {{name}} {_IN} {{container}} ,? ?(?:with )?value {{value}}",
        f"{_ADD} {{name}} (?:=|:) {{value}} {_IN} {{container}}",
        f"{_ADD} (?:an? |the )?{{name}} {_IN} {{container}} (?:=|:) {{value}}",
        f"{_IN} {{container}} {_ADD} (?:an? |the )?{{name}} (?:=|:) {{value}}",
        f"{_ADD} {_IN} {{container}} (?:an? |the )?{{name}} (?:=|:) {{value}}",
        f"{_ADD} {{name}} {_WITH} {{value}}",
        value="unsaid",
    ),
    *frames(
        "add_field",
        f"{_ADD} (?:an? |the ){{name}} of {{value}} {_IN} {{container}}",
        f"{_ADD} (?:an? |the )?{{name}} {_IN} {{container}} of {{value}}",
        f"{_IN} {{container}} {_ADD} (?:an? |the ){{name}} of {{value}}",
        f"{_GIVE} {{container}} (?:an? ){{name}} of {{value}}",
        f"{_ADD} (?:an? |the ){{name}} of {{value}}",
        f"{_ADD} {{name}} {{value}} {_IN} {{container}}",
        value="measured",
    ),
)

_ONE = (
    "(?:an?|another|one more|some)(?: (?:second|third|fourth|fifth|sixth|next))?(?: (?:new|"
    "extra|additional|further|more))*"
)
_LEADS = "(?:(?:as well|too) ?)?(?:with|having|:|,? ?called|,? ?named|,? ?namely|who is|which is|,)"

NEW_ENTRIES = (
    *frames(
        "add",
        f"{_WANT} {_ONE} {{head}} {_IN} {{container}} ,? ?{_LEADS} {{value}}",
        f"{_IN} {{container}} {_WANT} {_ONE} {{head}} {_LEADS} {{value}}",
        f"there (?:should|must|needs to) be {_ONE} {{head}} {_IN} {{container}} ,? ?{_LEADS} "
        "{value}",
        f"{_ADD} {_ONE} {{head}} {_IN} {{container}} ,? ?{_LEADS} {{value}}",
        f"{_ADD} {{value}} {_IN} {{container}} , {{more}}",
        f"{_ONE} {{head}} {_IN} {{container}} ,? ?{_LEADS} {{value}}",
        f"(?:among|under|in|to) {{container}} ,? ?{_ADD} {{value}} (?:with|having) {{more}}",
    ),
    *frames(
        "add_entry",
        f"{_WANT} {_ONE} {{head}} ,? ?{_LEADS} {{value}}",
        f"there (?:is|are|should be|must be|needs to be) (?:also |now )?{_ONE} {{head}} (?:to "
        "(?:be )?"
        f"(?:add(?:ed)?|included?|list(?:ed)?|register(?:ed)?) ?)?,? ?{_LEADS} {{value}}",
        f"{_ADD} {_ONE} {{head}} ,? ?{_LEADS} {{value}}",
        f"{_ONE} {{head}} ,? ?{_LEADS} {{value}}",
        f"{_ONE} {{head}} (?:has )?(?:signed up|joined|came in|was added|arrived|has come) "
        "?(?:[:,]|"
        "called|named) {value}",
        f"(?:list|jot down|note down|put down|write down|book|sign up|take on) {_ONE} {{head}} "
        f"{_LEADS} {{value}}",
    ),
)

# Between a new field and its value, where they are clauses: "…, and set it to 5"
FIELD_VALUE = re.compile(
    rf"(?P<field>(?:\b(?:an?|another|new|extra) (?:\w+ "
    rf"){{0,3}}?{_WORD}\b).{{1,120}}?)[,;.]?\s+(?:(?:and |then |please )*(?:set|give|make|put|"
    r"initiali[sz]e)\s+(?:it|this|that|its value|the value)(?:\s+(?:to|at|with|as|the value(?: "
    r"of)?|"
    r"a value of))?|"
    r"(?:set|equal) to|"
    r"(?:and )?(?:its|the) value\s+(?:is|being|should be|must be|will be|becomes)|"
    r"(?:and |, )?(?:it|that|which) (?:is|should be|should hold|holds|gets|has)(?: set to)?"
    r"(?: the value)?|(?<=[,;]\s)(?:with )?(?:a |the )?(?:value|amount|number|date|text)(?: of|"
    r" is|:)?)\s+",
    re.I,
)
GIVEN_VALUE = re.compile(
    r"(?P<field>^(?:add|create|insert|introduce)\b.{1,120}?),?\s+and\s+(?:set|give)\s+(?:it|this|that)"
    r"(?:\s+(?:to|(?:the|a) value(?: of)?))?\s+",
    re.I,
)
VALUE_AFTER = " with value "

# Words for a field, which is no entry of a list: "an extra property"
FIELD_WORD = re.compile(rf"{_NEW} {_WORD}\b", re.I)
