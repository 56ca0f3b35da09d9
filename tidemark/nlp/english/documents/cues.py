"""English words for conversation about documents."""

import re

from tidemark.nlp.english.documents.additions import (
    FIELD_VALUE,
    FIELD_WORD,
    GIVEN_VALUE,
    NEW_ENTRIES,
    NEW_FIELDS,
    VALUE_AFTER,
)
from tidemark.nlp.english.documents.lists import CHOICES, ORDERS
from tidemark.nlp.english.documents.lists import FRAMES as LIST_FRAMES
from tidemark.nlp.english.documents.wording import EXPLETIVE, REWORDINGS, TALK
from tidemark.nlp.english.remarks import OF_OTHERS, OWN_CLAUSE
from tidemark.nlp.pack_fields import DocumentCues, words_in
from tidemark.nlp.patterns import frames

_SET = (
    "(?:set|change|update|make|put|adjust|correct|edit|modify|alter|turn|move|fix|raise|lower|"
    "tweak|flip|toggle|overwrite|rewrite|reword|reprice|nudge|define|"
    "increase|reduce|decrease|drop|bump|bring|extend|shorten|shift|postpone|reschedule|push|cut|"
    "roll|round|scale|"
    "amend|reset|get|switch|revise|delay|up)"
)
_TO = (
    "(?:to be|to read|to say|up to|down to|back to|over to|forward to|to|at|as|"
    "into|equal to|=|->|→|:)"
)
_UP = "(?:increase|raise|up|bump up|bump|boost|lift|extend|lengthen|grow)"
_DOWN = (
    "(?:decrease|reduce|lower|cut|drop|shorten|bring down|knock down|shrink|trim|slash|shave|scale "
    "down|pare down)"
)
_MORE = "(?:higher|more|longer|more expensive|bigger|larger|heavier|wider|taller|dearer|extra)"
_LESS = "(?:lower|less|fewer|shorter|cheaper|smaller|lighter|narrower)"
_ADD = (
    "(?:add|append|include|insert|put|enter|write|place|stick|list|note|attach|pop|register|throw|"
    "tack|slot|slip|squeeze|slide|chuck|tag)"
)
_IN = "(?:to|on to|on|into|in|under|onto|among|with|within|at|for|against)"
_REMOVE = (
    "(?:remove|delete|drop|erase|scrap|discard|scratch|strike|kick|get rid of|do away with|bin|"
    "eliminate|axe|purge|omit|"
    "throw out|leave out|cross out|strike out|take out|take away|take off|cross "
    "off|lose|cut|ditch|clear out)"
)
_FROM = "(?:off of|off|out of|from|in|on|of|at)"
_SHOULD = (
    "(?:should|must|needs? to|has to|have to|ought to|shall|may|can|could|will|would|is to|"
    "had better)"
)
_FIELD = "(?:field|key|property|attribute|column|member)"

_TO_BE = (
    "(?:has been|have been|is|are|was|were|has|have|does|should|must|needs?|can|may|will|shall|"
    "comes?|goes)"
)
_NOT_TO_BE = (
    "(?:isn't|aren't|wasn't|weren't|hasn't|haven't|doesn't|don't|can't|cannot|won't|shouldn't|"
    "mustn't|does not|do not|can not|will not|should not|must not)"
)

_SINGLE_VERBS = (
    "change set update register attach include tweak amend rename relabel remove delete erase "
    "drop add append insert replace swap mark enable disable activate deactivate increase "
    "decrease raise lower reduce double halve move clear empty undo switch turn take put make "
    "give cross extend shorten postpone delay reschedule cancel skip leave shift copy sort "
    "reverse rename call mention bump cut tick untick"
).split()
_VERBS = ("do away", *_SINGLE_VERBS)

_CHANGED = (  # "has been raised to", "went up to"
    "(?:changed|set|raised|lowered|increased|reduced|cut|moved|shifted|extended|shortened|"
    "postponed|"
    "rescheduled|delayed|brought forward|bumped|dropped|pushed back|put back|"
    "adjusted|corrected|updated)"
)
_BECAME = (
    f"(?:(?:has|have|is|are|was|were|got)(?: now|"
    f" just)*(?: been)? {_CHANGED}(?: up| down| back)? to|"
    "(?:has|have) (?:now )?(?:gone|come|been) (?:up|down|back) to|(?:went|goes?|came|comes?) (?:up|"
    "down|back) to|(?:is|are) (?:now )?(?:up|down|back) (?:to|at)|(?:rose|rises?|fell|falls?|"
    "climbed|dropped|drops?) to|(?:has|have) (?:risen|fallen|dropped|climbed) to|"
    "(?:is|are) going to be|(?:is|are) going (?:up|down) to|(?:has|have) become|will (?:now )?be|"
    "would be better as|amounts? to|comes? out at)"
)

_FRAMES = (
    *NEW_FIELDS,
    *LIST_FRAMES,
    *frames("move_path", "(?:move|transfer|rename) {target} (?:to|into) {container}"),
    *frames(
        "rename_key",
        f"(?:i|we)(?: want| would like|'d like| need) (?:the )?{_FIELD} {{target}} to be (?:called|"
        "named|renamed to) {name}",
        f"(?:the )?{_FIELD} {{target}} {_SHOULD} be renamed (?:to )?{{name}}",
        f"give (?:the )?{_FIELD} {{target}} (?:another|a new|a different) name ?,? ?(?:namely|:) "
        "{name}",
        "{target} gets (?:as )?(?:its |a )?new (?:key|field) name {name}",
        f"(?:rename|relabel) (?:the )?{_FIELD} {{target}} (?:to|into|as|=>) {{name}}",
        f"(?:change|set) the (?:name|key) of the {_FIELD} {{target}} (?:to|into) {{name}}",
        f"(?:call|name) the {_FIELD} {{target}} {{name}}",
        f"(?:the )?{_FIELD} {{target}} {_SHOULD} be (?:called|named|renamed to) {{name}}",
    ),
    *frames(
        "rename",
        "(?:rename|relabel) {target} (?:to|into|as|=>) {name} (?:in|on|under|within) {container}",
        "(?:call|name) {target} {name} (?:instead of|rather than|not) {old}",
        "(?:rename|relabel|retitle|rechristen) {target} (?:to|into|as|=>) {name}",
        "(?:call|name|rename) {target} {name}",
        f"{{target}} {_SHOULD} (?:now )?be (?:called|named|renamed to) {{name}}",
        "{target} is (?:now|from now on) (?:called|named) {name}",
        "(?:i|we)(?: want| would like|'d like| need|'d prefer) {target} to be (?:called|named|"
        "renamed "
        "to|known as) {name}",
        "(?:rename|relabel) {target} (?:in|on|under|within|of) {container} (?:to|into|as|=>) "
        "{name}",
        "give {target} the name {name}",
        "give {target} (?:another|a new|a different) name ?,? ?(?:namely|:) {name}",
        "change the name of {target} (?:to|into) {name}",
    ),
    *frames(
        "scale",
        "double {target}",
        "double the (?:amounts?|quantit(?:y|ies)) of {target}",
        value=2.0,
    ),
    *frames("scale", "triple {target}", value=3.0),
    *frames(
        "scale", "halve {target}", "cut {target} in (?:half|two)", "cut in half {target}", value=0.5
    ),
    *frames(
        "tick",
        "(?:already )?(?:got|picked up|bought) {target}(?: already)?",
        "(?:i|we)(?:'ve| have)? (?:already )?(?:got|picked up|bought) {target}(?: already)?",
        value="got",
    ),
    *frames(
        "tick",
        "(?:tick|check|mark)(?: off)? {target}",
        "(?:tick|check|mark) {target} (?:off|done|as done|as finished|as completed?)",
        "cross off {target}",
        "cross {target} off",
        "{target} is (?:done|finished|completed?)",
        value=True,
    ),
    *frames("tick", "(?:untick|uncheck|unmark) {target}", value=False),
    *frames(
        "tick",
        "(?:tick|check|mark)(?: off)? {target}",
        "(?:tick|check|mark) {target} (?:off|done|as done|as finished|as completed?)",
        "{target} is (?:done|finished|completed?)",
        value=True,
    ),
    *frames("tick", "(?:untick|uncheck|unmark) {target}", value=False),
    *frames("toggle", "(?:toggle|flip) {target}"),
    *frames(
        "switch",
        "(?:enable|activate|switch on|turn on|allow|tick|check|tick off|check off|start) {target}",
        "(?:switch|turn|set|put|flip|leave|keep) {target} on",
        value=True,
    ),
    *frames(
        "switch",
        "(?:switch|turn|set|put|flip|leave|keep) {target} on (?:for|in|of|at|on|under) {container}",
        "(?:switch|turn) on {target} (?:for|in|of|at|on|under) {container}",
        f"{{target}} {_SHOULD} be (?:switched|turned|put) (?:back )?on",
        f"{{target}} {_SHOULD} (?:stay|go|come) on",
        value=True,
    ),
    *frames(
        "switch",
        "(?:switch|turn|set|put|flip|leave|keep) {target} off (?:for|in|of|at|on|under) "
        "{container}",
        "(?:switch|turn) off {target} (?:for|in|of|at|on|under) {container}",
        f"{{target}} {_SHOULD} be (?:switched|turned|put) off",
        f"{{target}} {_SHOULD} (?:stay|go) off",
        value=False,
    ),
    *frames("switch", "no (?:more|longer) {target}", value=False),
    *frames(
        "switch",
        "(?:disable|deactivate|switch off|turn off|disallow|forbid|untick|uncheck|stop) {target}",
        "(?:switch|turn|set|put|flip|leave|keep) {target} off",
        value=False,
    ),
    *frames(
        "flag",
        "(?:mark|flag|tick|label|note|tag|register|record|set|put) {target} (?:off as|"
        "down as|as|to) {flag}",
        "(?:mark|flag|tick|make) {target} {flag}",
    ),
    *frames(
        "amount_up",
        f"{_UP} {{target}} (?:by|with) {{by}}",
        "(?:bring|move|push|turn|put|nudge|bump|take|go) {target} up (?:by|with )?{by}",
        "(?:move|push|shift|postpone|delay) {target} (?:back|forward|later|out)?(?: "
        "by)? {by} (?:later|further)",
        "(?:push|move|put|shift) {target} (?:back|out|later) (?:by )?{by}",
        "(?:postpone|delay|push back|move back|push|extend|shift|move) {target} by {by}",
        "(?:we|i) (?:are |'re )?{target} {by} later",
        "(?:give|allow|grant) {target} {by} (?:more|extra)",
        "(?:make room|leave room|allow) for {by} more {target}",
        f"(?:make|have) {{target}} {{by}} {_MORE}",
        f"{{target}} {_SHOULD} (?:be )?{{by}} {_MORE}",
        f"{{target}} (?:goes|go|{_SHOULD} go) up (?:by )?(?!to\\b){{by}}",
        "(?:add|put) {by} (?:more|extra) (?:to|on|for) {target}",
        "(?:add|put) {by} (?:to|on|onto) {target}",
        "(?:add|put) {by} (?:more|extra) {target}",
        "{target} (?:is|comes|starts|begins|ends) {by} later",
        "{target} {by} later",
    ),
    *frames(
        "set",
        f"(?:i|we) (?:got|had|have) {{target}} wrong\\W+(?:it|that|this)? ?(?:is|was|{_SHOULD} be) "
        "{value}",
    ),
    *frames("amount_down", "{by} off {target}"),
    *frames(
        "amount_up", "(?:i|we) (?:still |also )?need {by} (?:more|extra) {target}", value="more"
    ),
    *frames(
        "amount_down",
        "{target} (?:is|comes|starts|begins|ends) {by} (?:earlier|sooner)",
        "{target} {by} (?:earlier|sooner)",
        f"{_DOWN} {{target}} (?:by|with) {{by}}",
        "(?:bring|move|push|turn|put|nudge|knock|take|go) {target} down (?:by|with )?{by}",
        f"(?:make|have) {{target}} {{by}} {_LESS}",
        f"{{target}} {_SHOULD} (?:be )?{{by}} {_LESS}",
        f"{{target}} (?:goes|go|{_SHOULD} go) down (?:by )?(?!to\\b){{by}}",
        "(?:subtract|take|deduct|knock|cut|remove|shave) {by} (?:off|from|off of|away "
        "from) {target}",
        "(?:move|bring|pull) {target} (?:forward|ahead|earlier) (?:by )?{by}",
        "(?:move|bring|push|shift) {target} (?:forward|earlier|ahead)?(?: by)? {by} "
        "(?:earlier|sooner|forward)",
    ),
    *frames(
        "change",
        f"{_SET} {{target}} from {{old}} (?:to|into) {{value}}",
        f"{_SET} {{target}} {_TO} {{value}} (?:instead of|rather than|not) {{old}}",
        f"{{target}} (?:is|are|looks) (?:wrong|incorrect|not right|not correct|off|"
        f"outdated)\\W+(?:it|that|this|they)? ?{_SHOULD} (?:be|read|say) {{value}} "
        f"(?:instead of|rather than|not) {{old}}",
        f"{{old}} (?:is|was) (?:wrong|incorrect|not right|not correct) (?:for|in|at|as|under) "
        f"{{target}}\\W+(?:it|that|this)? ?{_SHOULD} (?:be|read|say) {{value}}",
        f"{{target}} {_SHOULD} (?:be|read|say) {{value}} (?:instead of|rather than|and "
        f"not|not|in place of) {{old}}",
        "{target} (?:changes|goes|moves|went|changed) from {old} to {value}",
    ),
    *frames(
        "rename_key",
        "(?:change|alter) the key {target} (?:to|into) {name}",
        "the key {target} (?:becomes|is now|should become|should be) {name}",
    ),
    *frames("appoint", "make {value} {target} (?:instead of|rather than|in place of) .+"),
    *frames(
        "replace",
        "(?:replace|swap|substitute|exchange|switch|change) {old} (?:with|by|for|to|"
        "into) {value} (?:in|on|under|within|among|at) {container}",
        "(?:replace|swap|exchange|change) {old} (?:in|on|under|of|from|among) "
        "{container} (?:with|by|for|to|into) {value}",
        "(?:replace|swap|exchange|swap out) {old} (?:with|by|for) {value}",
        "(?:substitute|use|put|take) {value} (?:for|instead of|in place of) {old} "
        "(?:in|on|under|as|for) {container}",
        "(?:we|i)(?:'ll|'re| will| are| am)? (?:have|having|take|taking|use|"
        "using|do|doing|get|getting|go with|"
        "going with|eat|eating|drink|make|making|serve|serving|bring|bringing|want|prefer) {value} "
        "(?:instead of|in place of|rather than|over) {old}",
        "(?:substitute) {value} for {old}",
        "(?:use|put|take|have) {value} (?:instead of|in place of|rather than) {old}",
        "in {container} (?:replace|swap|exchange|change) {old} (?:with|by|for|to|into) {value}",
    ),
    *frames("replace", "change {old} (?:to|into) {value}", value="quoted"),
    *frames(
        "contrast",
        "{target} (?:is|are|was|were|costs?|should be|has to be) (?:not|no) {old},? "
        "(?:but|it is) {value}",
        "{target} (?:isn't|aren't|wasn't) {old},? ?(?:but|it is) {value}",
        "{target} (?:is|are|was|were|should be|has to be|costs?) (?:against |on |at "
        "|in |for )?{value} ,? ?(?:and )?(?:not|instead of|rather than) {old}",
        "{target} {value} (?:instead of|rather than) {old}",
        is_weak=True,
    ),
    *frames(
        "flag",
        "(?:take|bring|put) {target} (?:back )?(?:in|into) {flag}",
        "bring {target} back (?:in|into) {flag}",
    ),
    *frames("flag", "(?:take|put) {target} out of {flag}", value=False),
    *frames(
        "swap_two",
        "(?:swap|switch|exchange) (?:around )?(?:the |my )?first two {target}",
        value="first",
    ),
    *frames(
        "swap_two",
        "(?:swap|switch|exchange) (?:around )?(?:the |my )?last two {target}",
        value="last",
    ),
    *frames("swap_two", "(?:swap|switch|exchange) (?:around )?(?:the |my )?(?:two|both) {target}"),
    *frames("set", "make (?:it|this|that) for {value} {target}"),
    *frames("set", "(?:i|we) need {value} {target}", is_weak=True),
    *frames("recase", "(?:make|put|write|set|turn|change|convert) {target} (?:to |into )?{case}"),
    *frames(
        "add_entry",
        "there is (?:also |now )?(?:an?|another|one more) (?:new |extra )?{head} (?:to (?:be )?"
        "(?:added?|included?|listed?|registered?) )?[:,] {value}",
        "(?:we|i) have (?:also |now )?(?:an?|another|one more) (?:new |extra )?{head} [:,] {value}",
    ),
    *frames(
        "add_placed",
        "(?:add|put|insert|place|write|schedule) {head} {where} : {value}",
        "(?:add|put|insert|place|write) {where} : {value}",
        "(?:add|put|insert|place|write) (?=(?:after|before|between|below|above)\\b){where} {value}",
    ),
    *frames("set", f"{_SET} {{target}} {_TO} {{value}}", value="to"),
    *frames("set", f"{{target}} {_BECAME} {{value}}"),
    *frames("set", "{target} (?:back|up|down) to {value}", is_weak=True),
    *frames(
        "set",
        f"in {{container}} {_SET} {{target}} {_TO} {{value}}",
        f"for {{container}} {_SET} {{target}} {_TO} {{value}}",
        f"{{target}} (?:is|are|was|were|looks) (?:wrong|incorrect|not right|not correct|off|"
        f"outdated)\\W+(?:it|that|this|they)? ?(?:{_SHOULD} (?:be|read|say)|is|are) "
        f"{{value}}",
        "(?:replace|overwrite) {target} (?:with|by) {value}",
        "(?:the |my |our )?(?:correct|right|actual|real|proper) {target} (?:is|are) {value}",
        "(?:enter|fill in|set|put in|write|note down|note|record|put down|put|use|take|"
        "log) {value} (?:as|for|under|in|at) {target}",
        "(?:fill in|fill|complete|populate) {target} (?:with|as|:) {value}",
        "make {value} the (?:new )?{target}",
        "(?:i|we)(?: want| need| would like|'d like| prefer|'d prefer) {target} (?:to "
        "be|to become|to read|to say|as|at|set to|changed to) {value}",
        "let {target} (?:be|become|read|say) {value}",
        "(?:for|in|at|on) {container},? (?:the |my |our )?{target} (?:is|becomes|should be|will "
        "be) {value}",
        f"{{target}} {_SHOULD} (?:now |actually |really )?(?:be|become|read|say|go to|"
        "go up to|go down to|move to|change to|be changed to|be set to|be updated to|"
        f"be moved to|equal) {{value}}",
        "{target} (?:becomes?|goes to|changes to|moves to|(?:is|are) (?:now|from now "
        "on|actually|as of now)|now (?:is|are|reads)|reads|:|=|->|→) {value}",
        "the new {target} (?:is|are|will be) {value}",
        f"{{value}} is what {{target}} {_SHOULD} (?:say|be|read|show|hold)",
        f"{{target}} {_SHOULD} be (?:worded|phrased|spelled|spelt|written|stated) (?:as "
        f")?{{value}}",
        "(?:have|let) {target} (?:be|become|read|say|show) {value}",
        "put {value} in as {target}",
        "(?:have|i want|we want|i would like|i'd like)(?: to have)? {value} (?:as|for) {target}",
        "(?:for|on|at) {container},? (?:i|we) (?:want|would like|need) {value} as {target}",
        f"{{value}} (?:ought to|{_SHOULD}) be the value (?:of|for) {{target}} (?:in|of) "
        f"{{container}}",
        f"{{value}} (?:ought to|{_SHOULD}) be the value (?:of|for) {{target}}",
        "put {value} in (?:as|for|under) {target}",
        "{value} (?:will be|becomes) {target}",
        "{value} (?:is|are|will be) the new {target}",
        "(?:i\\.e\\.|so|that is) {target} (?:is|are) {value}",
        "(?:make|give|set|rate) {target} (?!(?:to|at|as)\\b) {value}",
    ),
    *frames(
        "set_field",
        "(?:put|move|place|store|keep|hang) {target} (?:in|on|at|to|into|onto|under) (?:the )?"
        "{field} {value}",
    ),
    *frames(
        "set_field",
        "{target} (?:is|are) (?:now |from now on )?(?:in|on|at) {field} {value}",
        is_weak=True,
    ),
    *frames(
        "set_field",
        "(?:give|set) {target} (?:a|an|the) {field} of {value}",
        "(?:give) {target} (?:a|another) (?:new |different )?{field} , (?:namely )?{value}",
        "(?:give) {target} (?:a|another) (?:new |different )?{field} : {value}",
        "(?:give|set) {target} (?:a|an|the) {field} {value}",
        "{target} (?:gets|has) (?:a|an|the) (?:new )?{field} (?:of )?{value}",
    ),
    *frames("flag_statement", f"{{target}} {_NOT_TO_BE} {{flag}}", value=False, is_weak=True),
    *frames("flag_statement", f"{{target}} {_TO_BE} {{flag}}", "(?:make) {flag}", is_weak=True),
    *frames("flag_statement", "(?:i|we) (?:have )?{flag} {target}", is_weak=True),
    *frames(
        "replace",
        f"{{old}} {_SHOULD} (?:be|become|read) {{value}} (?:in|on|under|among) {{container}}",
        is_weak=True,
    ),
    *frames(
        "set",
        "make (?:it|this|that) (?:for )?{value} {target}",
        "{target} (?:is|are) called {value}",
        "{container} (?:has|have|gets?|contains?) {value} {target}",
        "{container} : {target} {value}",
        is_weak=True,
    ),
    *frames(
        "set",
        "{target} (?:is|are)(?! (?:wrong|incorrect|not|off|outdated)\\b) {value}",
        "there are {value} {target}",
        is_weak=True,
    ),
    *frames(
        "rename",
        "{target} (?:is|are|will be|gets) (?:now |henceforth )?(?:called|named|known as) {name}",
        is_weak=True,
    ),
    *frames(
        "set",
        "(?:in|at|under|for) {target} ,? ?(?:write|put|enter|fill in|record|note|type|fill in) "
        "{value}",
        "(?:in|at|under|for) {target} ,? ?(?:write|put|enter|fill in|record|note|type) ?: {value}",
        value="leaf",
        is_weak=True,
    ),
    *frames(
        "set",
        "put {value} down (?:as|for) {target}",
        "put {target} down as {value}",
        "(?:pick|choose|take|go with|use|list|make it) {value} (?:as|for) {target}",
        "(?:i|we) (?:decided on|went with|chose|picked|prefer|meant) {value} (?:for|as) {target}",
        "(?:as|for) {target},? (?:use|put|take|write|enter|go with|choose|pick) {value}",
        "(?:changing|setting|updating) {target} (?:to|as) {value}",
        "assign {value} to {target}",
        "(?:make sure|ensure|see to it|be sure)(?: that)? {target} "
        "(?:(?:is|are|be) set to|is now|is|are|says|reads|becomes) {value}",
        "(?:update|change|adjust|edit|correct|fix) {target} (?:, ?)?(?:so )?(?:that )?(?:it|they) "
        "(?:is|are|be|says?|reads?|becomes?|(?:should|must|has to|needs to|ought to) "
        "(?:be|become|say|read)) {value}",
        "{target} (?:should|must|needs to|has to|have to|ought to) be "
        "(?:set|changed|updated) to {value}",
        is_weak=True,
    ),
    *frames(
        "set",
        "(?:have|note|list|record|mark|keep) {target} (?:be|as|at) {value}",
        "(?:note|write|record|put|jot) (?:down )?(?:in|at|under|for) {target} :? ?{value}",
        "update {target} with {value}",
        "{target} (?:became|has become|went to|(?:has |have )?(?:been )?changed to) {value}",
        is_weak=True,
        value="leaf",
    ),
    *frames(
        "amount_up",
        "{target} (?:has |have )?(?:increased|gone up|went up|rises?|rose|risen|grew|"
        "grown) by {by}",
    ),
    *frames(
        "amount_down",
        "{target} (?:has |have )?(?:decreased|gone down|went down|falls?|fell|fallen|dropped|"
        "shrank) by {by}",
    ),
    *frames(
        "set",
        "{target} (?:has |have )?(?:increased|gone up|goes up|went up|rises?|rose|risen|grew|grown|"
        "decreased|gone down|goes down|went down|falls?|fell|fallen|dropped|drops) to {value}",
    ),
    *frames(
        "contrast",
        "{target} (?:is|are|was|were) no longer {old},? ?but {value}",
        "{target} not {old},? ?but {value}",
        "{target} {value} rather than {old}",
        "{value} (?:takes|does|brings|cooks|teaches|gets|leads|plays|drives|has|makes|handles|runs|"
        "chairs|hosts|presents|gives|owns) {target} (?:instead of|rather than|not) {old}",
        is_weak=True,
    ),
    *frames("appoint", "make {value} {target}"),
    *frames("appoint", "{value} (?:becomes|will be|is now) {target}", is_weak=True),
    *frames(
        "move",
        "(?:move|put|place|shift|bring|drag) {target} (?:to|at|on|in|as) {position}",
        "(?:move|put|place|shift) {target} {position}",
    ),
    *frames(
        "swap",
        "(?:swap|switch|exchange) (?:around |the order of )?{target} (?:and|with) {other}",
        "(?:swap|switch) {target} and {other} (?:around|round)",
    ),
    *frames(
        "move_into",
        "{target} (?:moves|goes|switches|changes|has moved|moved|should move|should go|needs to go|"
        "has to go|can go|wants to go) from {source} (?:to|into) {container}",
    ),
    *frames(
        "move_into", "{target} (?:should|must|has to|have to) (?:go|move|be moved) to {container}"
    ),
    *frames(
        "move_into",
        "(?:move|transfer|shift|put|relocate) {target} from {source} (?:to|into|in|"
        "onto) {container}",
        "(?:move|transfer|shift|relocate) {target} (?:to|into|in|onto|over to|under) {container}",
    ),
    *frames("put_into", "put {target} (?:in|into|under|with) {container}"),
    *frames(
        "add",
        f"(?:in|to|for|on|under) {{container}} (?:please )?(?:also )?{_ADD} {{value}}",
        f"{_ADD} (?:to|in|on|under) {{container}} : {{value}}",
        f"{_ADD} (?:to|in|on|under) {{container}}:? {{value}}",
        f"{_ADD} {{head}} {_IN} {{container}} : {{value}}",
        f"{_ADD} {{value}} {_IN} {{container}} (?:with|having) {{more}}",
        f"{_ADD} {{value}} down (?:as|for|in) {{container}}",
        "(?:supplement|extend|expand|complete|complement) {container} (?:with|by) {value}",
        f"(?:get|have) {{value}} {_IN} {{container}}",
        "{value} (?:goes|comes) {container}",
        "{container} (?:needs|gets|should get|should have|has) (?:an?|another|one more) (?:new "
        "|extra )?"
        "(?:entry|item|row|record|line|element|one) ?(?:[:,]|with) {value}",
        f"{_ADD} (?:down )?{{value}} as {{container}}",
        f"{_ADD} {{value}} {_IN} {{container}}",
        f"{{container}} : (?:please |also |then )*{_ADD} {{value}}",
        f"{{value}} {_SHOULD} (?:also )?(?:be inserted|join) {_IN} {{container}}",
        f"{{value}} {_SHOULD} (?:also )?(?:go|be|be added|be listed|be included|come|be "
        f"put) {_IN} {{container}}",
        f"{{container}} (?:also )?(?:needs?|gets?|{_SHOULD} (?:also )?(?:include|have|"
        f"contain|get)) (?:also )?{{value}}",
        "{value} (?:also )?(?:goes|belongs|comes) (?:also )?(?:in|on|to|with) {container}",
    ),
    *frames(
        "add",
        "(?:he|she|they|the patient) (?:is|are) (?:also )?(?=allergic ){container} to {value}",
        is_weak=True,
    ),
    *NEW_ENTRIES,
    *frames("add_entry", "(?:an? |another )?(?:new|extra) {head} : {value}"),
    *frames(
        "add_entry",
        "(?:add|append|insert|include|put in) {value}",
        "(?:(?:i|we) )?(?:still |also )*need (?:to (?:get|buy) )?{value}",
        value="added",
    ),
    *frames(
        "add_entry",
        "(?:create|new|register|log|record|schedule|plan|book|sign|hire|open|file|enter|note "
        "down|arrange) {value}",
    ),
    *frames(
        "clear",
        "(?:empty|clear|blank|wipe|reset|clear out|empty out|blank out) {target}",
        "(?:remove|delete|erase|drop) (?:everything|all(?: (?:the )?(?:entries|items|"
        f"values))?|every (?:entry|item)) {_FROM} {{target}}",
        "(?:take|get|cross) (?:everything|everyone) (?:off|out of) {target}",
        "(?:remove|delete|erase|drop) all (?:of )?(?:the |my )?{target}",
        "(?:make|leave|set) {target} (?:to )?(?:be )?(?:empty|blank)",
        f"{{target}} {_SHOULD} be (?:empty|emptied|cleared|blank)",
    ),
    *frames(
        "remove",
        f"{_REMOVE} {{target}} (?:off of|off|out of|from) {{container}}",
        "(?:take|cross|strike|scratch|leave|get|throw|kick|knock|chuck|toss|wipe|pull|cut|drop|rub|"
        "erase|boot|bump|cancel) {target} (?:off of|off|out of|from) {container}",
        "{target} (?:can|could|may|should|must|has to|have to|needs to) (?:come|go|be taken|be "
        "crossed|be struck|be cut) (?:off of|off|out of|from) {container}",
        "{target} (?:no longer applies|lapses|is void)",
        f"(?:from|in|off) {{container}} {_REMOVE} {{target}}",
        f"{_REMOVE} {{target}} (?:in|on|of|at|under) {{container}}",
        f"{_REMOVE} {{target}}",
        "(?:take|cross|strike|scratch|leave|get|throw) {target} (?:off|out|away)",
        "{target} (?:can|may|should|must|has to|needs to) (?:go|be removed|be deleted|"
        "be dropped|come off|be scrapped)(?: from the list)?",
        "{target} (?:can|could|may|should|must|has to|have to|needs to|will) (?:go|come off|"
        "come out|"
        "disappear|be (?:removed|deleted|dropped|scrapped|left out|taken out|taken off|cut|"
        "erased)) "
        "(?:from|out of|of|off) {container}",
        "{target} (?:is|are) (?:no longer|not) (?:needed|necessary|required|wanted)(?: any ?more)?",
        "{target} (?:is|are) no longer (?:an?|one of the) {container}",
        "{target} (?:is not|isn't|are not|aren't) an? {container} (?:any ?more|any longer)",
        "(?:we|i) (?:don't|do not|no longer) need {target}(?: any ?more)?",
        "(?:we|i) no longer need {target}",
        "no {target} any ?more",
        "no more {target} (?:in|on|for|at|under) {container}",
    ),
    *frames(
        "remove",
        "{target} (?:leaves|left|has left|is leaving|drops out of) {container}",
        "{target} (?:is|are) no longer (?:on|in|part of|a member of) {container}",
        "{target} (?:is not|isn't|are not|aren't) (?:on|in) {container} (?:any ?more|any longer)",
        value="entry",
        is_weak=True,
    ),
    *frames("appoint", "{value} (?:is|was|will be) {target}", value="empty", is_weak=True),
    *frames("set", "{target} (?:to|at|=) {value}", value="short", is_weak=True),
    *frames("switch", "{target} on", value=True, is_weak=True),
    *frames("switch", "{target} off", value=False, is_weak=True),
    *frames("add", "{value} (?:is|are) also (?:an? )?{container}", value="also", is_weak=True),
    *frames("set", "{target} {value}", value="bare", is_weak=True),
    *frames("ask_value", f"{_SET} {{target}}", "(?:replace|rename|enter|fill in) {target}"),
)

_NOTED = (
    *frames(
        "set_field",
        "{target} (?:by|at|is|to|now|on|are|from) {value} , (?:so |please )*(?:change|"
        "update|adjust|fix|correct|edit) {field}(?: accordingly| then| to match)?",
        "{target} (?:went|goes|has gone|has moved|moved|has changed|changed) (?:up |down )?(?:from "
        r"\S+ )?to {value} , (?:so |please )*(?:change|update|adjust|fix|correct|edit) {field}",
    ),
    *frames(
        "add",
        "{container} (?:at|on|with|also|to) {value} , (?:so |please )*(?:add|put|note|"
        "write) {head}(?: in| down| at the end| to the list| as well| too)*",
    ),
)

_FOLLOWUPS = (
    *frames("redo", "redo(?: (?:that|it|this|the (?:last )?(?:change|edit)))?", value="sure"),
    *frames(
        "redo",
        "(?:redo|reapply|restore|re-do)(?: (?:that|it|this|the (?:last )?(?:change|"
        "edit)))?(?: again)?",
        "(?:redo|reapply|restore|bring back|put back|apply again|do again) (?:what|the "
        "(?:change|edit|one)|everything)?(?: that)? ?(?:i|we|you) (?:just|have just)? "
        "?(?:undid|undone|took back|reverted|rolled back)(?: after all)?",
        "(?:undo|revert|cancel|take back) (?:the|that|my|this|your) (?:undo|rollback|"
        "revert|reversal)",
        "(?:on second thought|actually)?,? ?(?:do|apply|make) (?:it|that|the change) "
        "(?:again|after all)",
        ".*(?:undid|reverted|rolled back|took back|undone).*(?:again|after all|back)",
    ),
    *frames(
        "rollback",
        "(?:roll|go|get|switch|take (?:it|me|us|everything)|bring (?:it|everything)|"
        "put (?:it|everything)|set (?:it|everything)|change (?:it|everything))(?: it| "
        "everything)?(?: all)? ?back to (?:the )?(?:version|revision|v)\\.? ?(?:number "
        "|no\\.? |#)?{number}",
        "(?:revert|restore|rollback|reset|return|undo everything)(?: it| everything| "
        "the (?:document|record))?(?: back)?(?: to)? (?:the )?(?:version|revision|"
        "v)\\.? ?(?:number |no\\.? |#)?{number}",
        "(?:i|we) want (?:the )?(?:version|revision) {number} back",
        "(?:make|use) (?:the )?version {number} (?:the )?(?:current|newest|latest)(?: "
        "one| version)?(?: again)?",
        "(?:go|roll|revert|get|bring)? ?back to (?:version|revision|v) ?{number}",
        "(?:use|load|apply|restore) (?:the )?(?:version|revision) {number}(?: of (?:the|this) "
        "[\\w ]+)?",
        r"(?=.*\b(?:back|restored?|revert|rewind|reinstate|return|again|reset|roll|start over|load|"
        r"undo (?:everything|all|the changes))\b)(?!.*\b(?:what|show|compare|which|when|why|"
        r"who|how "
        r"(?:did|many|much|often)|difference)\b)(?:[\w'’,-]+ ){0,9}?(?:version|revision|v)\.? ?"
        r"(?:number |no\.? |#)?{number}(?: (?:again|back|restored|instead|was|were|had|it|"
        r"please|had "
        r"it|of (?:the|this|that|my) [\w -]+|onwards?))*",
    ),
    *frames(
        "rollback_first",
        "(?:go|roll|revert|restore|reset|return|bring|put|get|take|change|undo|set)(?: "
        "it| everything| all(?: (?:of )?(?:my|the) changes)?| the (?:whole "
        ")?(?:document|record))?(?: all)?(?: back)?(?: to)? (?:the )?(?:original|very "
        "first|first|initial|start(?:ing)?)(?: version| state| point| one)?",
        "(?:undo|revert|discard|cancel) (?:everything|all(?: of it)?|all (?:of )?(?:my "
        "|the |these )?(?:changes|edits))",
        "(?:put|set|bring|change|make) (?:it|everything) (?:all )?back (?:to )?(?:how|"
        "the way|as) it was (?:at first|at the (?:start|beginning)|originally|in the "
        "beginning|before (?:all|everything|we started).*)",
    ),
    *frames(
        "undo",
        "(?:please )?(?:undo|revert|reverse|roll back|rollback|take back|cancel|scrap|"
        "scratch)(?: (?:that|it|this|the|my|your|our|last|latest|previous|change|edit|"
        "one|modification|thing|step|again|most recent|what|i|you|we|just|did|changed|"
        "removal|addition))*",
        "(?:take|roll|put|turn|change|set|bring) (?:that|it|this|the (?:last )?change|"
        "everything) back(?: (?:to )?(?:how|the way|as|like) it was(?: before)?| "
        "please| again)?",
        "(?:put|set|bring|change) (?:that|it|this) (?:back )?(?:to )?(?:how|the way|"
        "as) it was(?: before)?",
        "(?:go|step) back (?:one|a) (?:step|version|change)",
        "(?:go )?back one (?:step|version)",
        "never ?mind,? (?:undo|take|put|revert|change) (?:that|it)(?: back)?",
        "(?:forget|drop|never ?mind|discard) (?:about )?(?:that|the|my) (?:last|latest|previous) "
        "(?:change|edit|one)",
        "(?:i|we)(?:'d| would)? (?:want|like|prefer) (?:the|my|that) (?:last|latest|previous|most "
        "recent) (?:change|edit|one|modification) (?:to be )?(?:undone|reverted|reversed|rolled "
        "back|taken back|cancelled)",
        "(?:the|my|that) (?:last|latest|previous|most recent) (?:change|edit|one|modification) "
        "(?:should|must|can|needs? to|has to) be (?:undone|reverted|reversed|rolled back|taken "
        "back|"
        "cancelled)",
        "(?:go|roll|get|bring|put|take|switch|change|return|restore|revert|reset)(?: (?:me|it|"
        "everything|the \\w+))*(?: back)?(?: to)? (?:the|my) (?:previous|prior|preceding|"
        "former|last) "
        "(?:version|revision|state)(?: (?:back|again))?",
        "(?:take|put) (?:that|the) last (?:one|change|edit) back",
        "(?:rewind|back|go back)(?: by)? (?:one|a|1) (?:step|version|change)",
        "(?:one|a) (?:step|version) back",
    ),
    *frames(
        "undo_many",
        "(?:undo|revert|reverse|roll back|rollback|take back|cancel|scrap)(?: (?:the|"
        "my|our|those|these|last|latest|previous|past))* {count} (?:changes|edits|"
        "steps|modifications|things|versions|ones)(?: back)?",
        "(?:take|roll|put)(?: (?:the|my|our|those|these|last|latest|previous|past))* "
        "{count} (?:changes|edits|steps|modifications) back",
        "(?:undo|revert|reverse|take back)(?: (?:the|my|our))* (?:last|latest|previous) {count}",
        "(?:go|step|roll) back {count} (?:steps|versions|changes|edits)",
        "(?:undo|revert|reverse|roll back|take back|cancel)(?: (?:the|my|our))* {count} (?:most "
        "recent|last|latest|previous) (?:changes|edits|steps|modifications|ones)(?: back)?",
        "(?:undo|revert|take back) (?:both|the both)(?: of (?:them|those|these))?(?: "
        "(?:changes|edits))?",
    ),
    *frames(
        "undo_named",
        "(?:undo|revert|reverse|roll back|take back|cancel) (?:only |just )?(?:the|my|that) "
        "(?:change|"
        "edit|update|correction)s? (?:to|of|in|on|for|with) {target}",
        "(?:put|change|set|turn|bring) {target} back(?: (?:to )?(?:how|the way|as|"
        "what) it was(?: before)?)?",
        "(?:undo|revert) {target}",
    ),
    *frames(
        "correct",
        "(?:(?:no|oh|oops|wait|sorry|hmm|ah|actually|hold on|my mistake|my bad|i mean|"
        "not that one|not that|that's wrong|wrong one)[,.!:;\\s]+)*(?:i (?:actually |"
        "really )?(?:meant|mean|was talking about|wanted)|it (?:was|should have been|"
        "is) for|that (?:was|is|should be|should have been) for|i was thinking of|make "
        "that for|i should have said|it should have been|that should have been) "
        "{target}",
        "(?:no|oops|wait|sorry|not that one|wrong one)[,.!:;\\s]+(?:(?:not|it's not) "
        ".+?,? but ){target}",
    ),
    *frames(
        "correct_loosely",
        "(?:no|oops|wait|sorry|not that one|wrong one|hold on|actually)[,.!:;\\s]+{target}",
    ),
    *frames(
        "again",
        "(?:and )?(?:also|likewise|same|ditto|the same)(?: (?:thing|goes|change|"
        "here))?(?: (?:for|with|to|on|in|at))? {target}",
        "(?:and )?(?:do|make|apply) (?:the same|that|likewise|so|it)(?: thing| "
        "change)?(?: (?:for|with|to|on|in|at))? {target}(?: as well| too| also)?",
        "(?:and )?(?:for |with |in |on )?{target} (?:too|as well|also|likewise)",
        "and (?:for |with |in |on )?{target}",
        "{target} (?:should|must|needs|has|is|are|gets)(?: (?:be|have|get|it))? (?:the "
        "same|too|as well|also)(?: (?:one|value))?",
    ),
)

_QUESTIONS = (
    *frames(  # its name is left out
        "whole",
        "what(?:'s| is| do (?:i|we) have)(?: now| there| all| still)*(?: on| in)?",
        "(?:show|read)(?: me)?(?: all(?: of)?)?",
    ),
    *frames(
        "compare",
        ".*?\\b(?:versions?|revisions?|v) ?{first} (?:and|with|to|against|vs\\.?|"
        "versus|from|,)(?: (?:the )?(?:version|revision|v))? ?{second}",
    ),
    *frames(
        "compare_now",
        ".*\\b(?:compare|differ\\w*|changed?|differences?)\\b.*?\\b(?:version|revision|"
        "v) ?{first}(?:\\b.*)",
    ),
    *frames(
        "compare_last",
        "(?:compare|show|what is|what's|what are|give)\\b.*\\b(?:previous|last|earlier|"
        "prior|two) versions?\\b.*",
        "compare with (?:the )?(?:previous|last).*",
    ),
    *frames(
        "version_count",
        "how many (?:versions|revisions)\\b.*",
        ".*\\bnumber of (?:versions|revisions)\\b.*",
    ),
    *frames("change_count", "how (?:many (?:changes|edits|times)|often)\\b.*"),
    *frames(
        "version_now",
        "(?:which|what) (?:version|revision)\\b.*(?:now|current\\w*|at|on|this|is it|"
        "have|latest|newest).*",
        "(?:what is|what's|which is) (?:the )?(?:current|latest|newest) (?:version|"
        "revision)(?: number)?",
    ),
    *frames("when", "when (?:did|was|were|has|have) {target}", "(?:who|which message) {target}"),
    *frames(
        "in_version",
        "(?:what|which|who|how)(?: (?:was|were|did|is|much|many|value|old|high))* "
        "{target} (?:in|at|of|with) (?:version|revision|v)\\.? ?{number}",
        "(?:what|which|who|how)?.*?\\bin (?:version|revision) {number}[, ]+(?:what |"
        "which |who )?(?:was|were|did)? ?{target}",
        "(?:show|give|read|tell)(?: me)? {target} (?:in|of|from|at|as of) (?:version|"
        "revision|v)\\.? ?{number}",
        "(?:show|give|read)(?: me)? (?:version|revision|v)\\.? ?{number}",
    ),
    *frames(
        "before",
        "(?:what|which|who|how (?:much|many|long|old|high))(?:'s| was| were| did| is| "
        "used)?(?: the)?(?: old| previous| earlier| original| former| first) {target}",
        "(?:what|which|who|how (?:much|many|long|old|high))(?:'s| was| were| did| is| "
        "used to be| has)? {target} (?:before|previously|earlier|at first|originally|"
        "used to be|until now|initially|to begin with|say before|be before|in the "
        "beginning|first|at the start)(?: (?:that|i changed it|the change|we changed "
        "it|it was changed|my change|now|this|i (?:removed|renamed|edited) .*|the last "
        "(?:change|edit)))?",
        "(?:what|which) (?:was|were) {target} (?:changed|renamed|updated|moved) from",
        "what did {target} (?:use to be|say|have) .*before.*",
        "(?:what|which) (?:value )?did {target} (?:have|hold|say|read|contain)(?: .*)?",
        "(?:what|which|who) (?:used to be|was|were) {target}",
    ),
    *frames(
        "history_since",
        ".*\\b(?:chang|edit|updat|modif|add|remov|delet|happen|d(?:id|"
        "one)\\b).*\\b(?:since|today|yesterday|last|this|past).*",
    ),
    *frames(
        "last_change",
        "(?:what|which(?: \\w+)?|show|tell me|list)\\b.*\\b(?:just|last|latest|most "
        "recent|newest|recently)\\b.*\\b(?:chang|edit|updat|modif|add|remov|delet|"
        "d(?:id|one)\\b|alter|rename|happen).*",
        "(?:what|which(?: \\w+)?)\\b.*\\b(?:chang|edit|updat|modif|add|remov|delet|"
        "d(?:id|one)\\b|alter|happen).*\\b(?:just|last|latest|just now|most "
        "recently)\\b.*",
        "what (?:did|have) (?:i|you|we) just (?:do|done)",
    ),
    *frames(
        "history",
        "(?:show|list|give|print|display|see|what is|what's|read|open|view|tell)(?: me|"
        " us)?(?: all)?(?: of)?(?: the| my| our| its)?(?: whole| full| complete| "
        "entire| recent| edit| change| version)* (?:history|changelog|log|change log|"
        "changes|edits|versions|revisions|track record)\\b.*",
        "(?:what|which)(?: \\w+)? (?:has|have|had|was|were|did) (?:\\w+ )?(?:been "
        ")?(?:chang|edit|updat|modif|happen|d(?:id|one)\\b|alter).*",
        "(?:the )?(?:history|versions|changes)(?: please)?",
        "(?:what|which) (?:changes|edits|versions)\\b.*",
        "(?:what|who) (?:chang|edit|updat|modif).*",
    ),
    *frames(
        "count",
        "how many (?:things|items|entries) (?:are|do (?:i|we) have|have (?:i|we) got) (?:there )?"
        "(?:still )?(?:on|in) {target}",
        "how many {target}",
        "count {target}",
        "(?:what is|what's) the number of {target}",
    ),
    *frames("is_so", "(?:is|are|does|do|has|have|did|was|were|can) {target}"),
    *frames(
        "value",
        "(?:show|display|print|read|list|give|tell|open|see|view|get|fetch|look up|"
        "read out|let me see)(?: me| us)?(?: again)? {target}",
        "(?:what|which|who|whose|where|when|how)(?:'s|'re)?(?: (?:is|are|was|were|does|"
        "do|did|much|long|old|far|high|big|wide|heavy|tall|often|many|has|have|value|"
        "entry|should))* {target}",
        "(?:the )?{target}",
    ),
)

_NEW = "(?:start|create|begin|set up|open|make|initiali[sz]e|new)"
_DOCUMENT = (
    f"(?:{_NEW} (?:me |us )?(?:an?|another|one) (?:new |empty |blank |json )*document|"
    "(?:start|create|begin|make|new) (?:new |empty |blank |json )*document)"
)
_CALLED = "(?:for|called|named|titled|about|with the name)"
_HOLDING = "(?:with|containing|that (?:has|contains|holds)|which (?:has|contains|holds)|:)"
_KINDS = "(?:record|data|toxicity record|toxicity data|data record|data sheet|dossier)"
_CREATIONS = (
    *frames(
        "create_record",
        f"{_NEW} (?:me )?(?:a |an |the |some |up )?(?:new )?{_KINDS} (?:for|of|about|on) {{name}}",
        f"{_NEW} (?:a |an |the )?(?:new )?{{name}} {_KINDS}",
    ),
    *frames(
        "create",
        f"{_DOCUMENT} {_HOLDING} {{content}} (?:and )?(?:called|named|(?:call|name) it) {{name}}",
        f"{_DOCUMENT} {_CALLED} {{name}} {_HOLDING} {{content}}",
        f"{_DOCUMENT} (?:and )?(?:call|name) it {{name}} {_HOLDING} {{content}}",
        f"{_DOCUMENT} (?:and )?(?:call|name) it {{name}}",
        f"{_DOCUMENT} {_CALLED} {{name}}",
    ),
    *frames("create", f"{_DOCUMENT} {{name}} {_HOLDING} {{content}}", value=3),
    *frames("create", f"{_DOCUMENT} {{name}}", value=1),
    *frames("create", f"{_DOCUMENT}: {{name}}", value=4),
    *frames(
        "create_list",
        f"{_NEW} (?:me |us )?(?:an?|another|my|our) (?:new )?{{name}} {_HOLDING} {{content}}",
    ),
    *frames(
        "create_nameless",
        f"{_DOCUMENT}",
        f"{_DOCUMENT} {_HOLDING} {{content}}",
        f"{_DOCUMENT}: {{content}}",
    ),
)

_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_DIGITS = "one two three four five six seven eight nine".split()
_NUMBERS = (
    {
        f"{ten}{joint}{digit}": float(10 * tens + units)
        for tens, ten in enumerate(_TENS, 2)
        for units, digit in enumerate(_DIGITS, 1)
        for joint in ("-", " ")
    }
    | {
        word: float(number)
        for number, word in enumerate(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
            "fifteen sixteen seventeen eighteen nineteen twenty".split()
        )
    }
    | {
        "thirty": 30.0,
        "forty": 40.0,
        "fifty": 50.0,
        "sixty": 60.0,
        "seventy": 70.0,
        "eighty": 80.0,
        "ninety": 90.0,
        "hundred": 100.0,
        "half": 0.5,
        "dozen": 12.0,
        "both": 2.0,
    }
)


DOCUMENTS = DocumentCues(
    courtesy=re.compile(
        r"(?:(?:please|could you|can you|would you|will you|kindly|i'?d like you to|i "
        r"would like you to|"
        r"i want you to|i'?d like to|i would like to|i want to|i need to|i need you to|"
        r"let'?s|let us|i think(?: that)?(?: we should)?|do ?n['’]?t forget to|"
        r"remember to|make sure to|"
        r"(?:it is |it's )?time to|(?:correction|update|note|fyi)(?=[,:])|"
        r"ok(?:ay)?|oh|hmm+|hey|hi|so|now|then|"
        r"next|just|well|actually|alright|right|great|thanks|thank you|good|also|and|"
        r"perfect|go ahead and|"
        r"that(?:'s| is) (?:wrong|not right|incorrect|not correct)(?=[,.:;])|"
        r"do me a favou?r and|would you mind|can we|could we|shall we|i changed my mind|"
        r"i've changed my mind|we should|we need to|you can|you should|you may|sorry|by "
        r"the way|btw|finally|lastly|one more thing|pls|plz|ah|uh|um|yes|yeah|maybe|"
        r"mind|no(?=[,:.!]|\s+(?:make|set|change|wait|i|it|not|sorry)\b)|"
        r"nope|never ?mind|not that|wait|oops|on second thoughts?|hold "
        r"on)[,:.!]*\s+)+",
        re.I,
    ),
    requests=re.compile(r"\b(?:you|please)\b", re.I),
    closing=re.compile(
        r"(?:[\s,;]+(?:please|pls|plz|thanks|thank you|thx|for me|if you (?:can|could|"
        r"would|will|don't mind)|now|then|cheers|"
        r"will you|would you|could you|can you|too|as well|either|again|from now on|okay|ok|"
        r"right away|asap|after all|instead|from here on(?:wards)?|for now|for the (?:time "
        r"being|moment)|"
        r"until further notice|going forward|in (?:the )?future|henceforth))*[\s.!?;,]*$",
        re.I,
    ),
    frames=_FRAMES,
    field_values=(FIELD_VALUE, GIVEN_VALUE),
    value_after=VALUE_AFTER,
    field_word=FIELD_WORD,
    top_level=re.compile(
        r"(?:the )?(?:very )?(?:top[- ]?level|root|top|document|record|file|whole(?: document| "
        r"thing)?|main level|outermost level)(?: of (?:the|this) (?:document|record|file|json))?"
        r"(?: itself)?",
        re.I,
    ),
    leads=re.compile(
        r"[^,;:]{1,200}[,;:]\s+(?:so|therefore|hence|that is why|please)\s+(?=(?:please )?(?:"
        + "|".join(_VERBS)
        + r")\s)",
        re.I,
    ),
    rewordings=REWORDINGS,
    expletive=EXPLETIVE,
    instead=re.compile(
        r"(?:(?:it's|it is|that's|that is) )?not (?P<old>[^,]{1,60}?),? but (?P<new>.+)", re.I
    ),
    changed=re.compile(
        r"[,.;]\s+(?:so |and )?(?:(?:please |can you |could you |will you |would you )+)?"
        r"(?:update|change|adjust|fix|edit|correct|amend) (?:that|it|this)"
        r"(?: for me| accordingly| please| in here| there)*\s*[.!?]*$",
        re.I,
    ),
    noted=_NOTED,
    followups=_FOLLOWUPS,
    questions=_QUESTIONS,
    creations=_CREATIONS,
    list_name=re.compile(r"(?:\w+[ -]){1,2}list|checklist", re.I),
    puts_on_list=re.compile(
        r"(?:(?:and|also|oh|please|can you|could you),? )*(?:also )?(?:put|add|write|pop|stick) "
        r"(?:also )?(?P<entry>[^,;:?]{2,60}?) (?:also )?(?:on|onto|to|in) "
        r"(?:it|there|(?P<list>(?:the|my|our|this|that) list))(?: (?:too|as well|also))?"
        r"(?:,? please)?[.!]*",
        re.I,
    ),
    put_on_list="add {entry} to the {name}",
    empties_list=re.compile(
        r"(?:(?:please|now|ok(?:ay)?),? )*(?:(?:empty|clear|wipe)(?: out)?|"
        r"(?:take|remove|delete|cross) everything (?:off|from|on)) "
        r"(?:it|(?P<list>(?:the|my|our|this|that) (?:whole |entire )?list))(?:,? please)?[.!]*",
        re.I,
    ),
    empty_list="empty the {name}",
    adds_more=re.compile(
        r"(?:oh,? )?and (?P<entry>[^\W\d]\S*(?: \S+)?) (?:too|as well)(?:,? please)?[.!]*", re.I
    ),
    exchanges=re.compile(
        r"no (?P<old>[^,;:?]{2,30}?), (?:make it|make that|get) (?P<new>[^,;:?]{2,30}?)"
        r"(?: instead)?[.!]*",
        re.I,
    ),
    recounts=re.compile(
        r"(?:(?:and|oh|no|please|actually),? )*make (?:it|that|them|those) "
        r"(?P<new>(?P<count>\w+) (?P<thing>[\w'’-]+(?: [\w'’-]+)?))(?: instead)?"
        r"(?:,? please)?[.!]*",
        re.I,
    ),
    recount="change {old} to {new}",
    renames_document=re.compile(
        r"rename (?:the |my |our |this )?(?P<name>.+?) (?:to|as|into) .+", re.I
    ),
    whole_document=re.compile(
        r"(?:remove|delete|erase|drop|scrap|throw away|discard|bin) (?:the |my |our |this "
        r")?(?:whole "
        r"|entire )?(?P<name>.+)",
        re.I,
    ),
    every=re.compile(r"\b(?:all|every|each|both)\b", re.I),
    single=re.compile(
        r"(?:the|that) (?:one|item|entry|line|row) (?:with|on|in|from|of|at|by|for|whose)\s+", re.I
    ),
    upper=re.compile(r"(?:in )?(?:all )?(?:upper ?-?case|caps|capitals|capital letters)", re.I),
    lower=re.compile(r"(?:in )?(?:all )?(?:lower ?-?case|small letters)", re.I),
    fields_named=re.compile(r"(?:(?:the|these|some) )?(?:fields|members|keys)\b[:,]?\s*", re.I),
    list_of=re.compile(
        r"(?:(?:an?|the) )?(?:empty )?list (?:of|for|called|named) (?:the |my )?(?P<name>.+)", re.I
    ),
    with_amount=re.compile(
        r"(?:(?:an?|the) )(?P<name>[^\W\d][^\d:=]*?) of "
        r"(?P<value>[€$£]?\d[\d.,]*(?: ?(?:euros?|eur|dollars?|pounds?))?)",
        re.I,
    ),
    list_begun=re.compile(
        r"(?:(?:[Tt]he|[Mm]y|[Oo]ur) )?"
        r"(?P<name>(?:[a-z]\w+ )?(?:[a-z]\w+(?<![siu])s|people|children))"
        r"(?: (?=[A-Z])|: ?)(?P<entry>[^\d:]+)"
    ),
    open_words=words_in(
        "everything anything something all what whatever which that this these those it them i we "
        "you he she they my our your me us above below same so far"
    ),
    asks=re.compile(
        r"(?:what(?! about)|which|who|whose|whom|where|when|why|how(?! about)|"
        r"show|list|compare|display|"
        r"print|read|tell me|"
        r"give me|is|are|does|do|did|was|were|has|have|count|see|view|let me see|look "
        r"up|history)\b(?! (?:called|named|to)\b)|.*\?$",
        re.I,
    ),
    remarks=re.compile(
        r"(?:i|we|he|she|they|you|i'm|we're|i've|we've|he's|she's|they're|you're|"
        r"someone|somebody|everyone|everybody|nobody)(?![\w.])"
        r"(?!(?: want| need| would like|'d like| don't need| do not need| no longer need)\b)",
        re.I,
    ),
    own_clause=re.compile(OWN_CLAUSE, re.I),
    of_others=re.compile(OF_OTHERS, re.I),
    verbs=_VERBS,
    starts=re.compile(rf"(?:{'|'.join(_VERBS)})\s", re.I),
    joint=re.compile(r"\s*(?:;|,\s*(?:and|&)\b|,|\band\b|&|\bplus\b|\bas well as\b)\s*", re.I),
    small=words_in(
        "the a an this that these those my our your his her its their some any of in "
        "on at to for from by with "
        "into onto off out under over as is are was were be been being has have had do "
        "does did will would should "
        "must can could may might i we you he she it they me us him them and or but so "
        "then there here now still "
        "just also too please not no who whom whose which what where when how please "
        "currently actually all whole "
        "own current existing new old existing same whole entire again yet already up "
        "down us per about within inside among "
        "between anymore any more one ones isn't aren't hasn't haven't doesn't don't "
        "won't can't need needs get gets got "
        "let longer shall than if because since until while each every both other "
        "another really very called named "
        "listed stated written given mentioned document record file json data down "
        "moment today become becomes belonging says say read reads stand stands "
        "standing"
    ),
    kinds=words_in(
        "field value entry item key property attribute number date name address time "
        "amount percentage percent "
        "list text record element member part section thing setting settings option "
        "details detail info information object "
        "line row point figure level flag status price email rate quantity count total "
        "names entries items values fields "
        "contents content data end type kind one collection version"
    ),
    ordinals={
        word: number
        for number, words in (
            (1, "first 1st"),
            (2, "second 2nd"),
            (3, "third 3rd"),
            (4, "fourth 4th"),
            (5, "fifth 5th"),
            (6, "sixth 6th"),
            (7, "seventh 7th"),
            (8, "eighth 8th"),
            (9, "ninth 9th"),
            (10, "tenth 10th"),
            (-1, "last final latest"),
            (-2, "penultimate second-last second-to-last"),
        )
        for word in words.split()
    },
    numbers=_NUMBERS,
    numbered=words_in("number no nr no. nr. #"),
    yes=words_in(
        "yes true on enabled active y checked positive fine ok okay allowed welcome permitted"
    )
    | {"switched on", "turned on"},
    no=words_in("no false off disabled inactive n unchecked negative forbidden prohibited banned")
    | {"switched off", "turned off"},
    denial=re.compile(
        r"\b(?:not|niet|geen|no longer|never|no more|out of(?= (?!the\b|a\b)\w+\s*$)|"
        r"isn't|aren't|hasn't|haven't|doesn't|don't|won't|"
        r"can't|cannot|no|un(?=packed|paid|checked|ticked|reviewed|confirmed|finished|"
        r"done|signed|sold|harvested|read|tested|approved))"
        r"(?:\b|(?=packed|paid|checked|ticked|reviewed|confirmed|finished|done|signed|sold|"
        r"harvested|"
        r"read|tested|approved))",
        re.I,
    ),
    nothing=frozenset(
        {
            "empty",
            "none",
            "nothing",
            "blank",
            "an empty list",
            "an empty string",
            "empty list",
            "an empty text",
        }
    ),
    being=re.compile(r"\b(?:is|are|has been|have been)\b", re.I),
    linking=re.compile(r"(?:is|=|:|at|on|by|in|to|of|as|for)\s+", re.I),
    portion=re.compile(r"(?:an?|one) (?P<unit>[a-z]+) of (?P<rest>[^\d]+)", re.I),
    unknown=re.compile(
        r"(?:(?:still|as yet) )?(?:unknown|(?<=still )open|n/?a|not (?:yet )?known(?: yet)?|tbd|"
        r"to be (?:decided|announced))",
        re.I,
    ),
    whole=words_in(
        "plan project document record file form application order request proposal event trip "
        "contract agreement lease invoice tenancy flat apartment house meeting minutes run "
        "experiment "
        "course registration booking"
    ),
    units={
        word: unit
        for unit, words in {
            "minutes": "minute minutes min mins minuten minuut",
            "seconds": "second seconds sec secs s seconden",
            "hours": "hour hours h hr hrs uur uren",
            "days": "day days dagen dag",
            "weeks": "week weeks weken",
            "months": "month months maanden maand",
            "years": "year years yr yrs jaar jaren",
            "kg": "kg kilo kilos kilogram kilograms",
            "g": "g gram grams",
            "mg": "mg milligram",
            "m": "m meter meters metre metres",
            "cm": "cm centimeter centimeters centimetre centimetres",
            "mm": "mm millimeter millimeters",
            "km": "km kilometer kilometers",
            "m2": "m2 m² sqm",
            "euro": "euro euros eur €",
            "percent": "percent % procent",
            "mb": "mb megabyte megabytes",
            "gb": "gb gigabyte gigabytes",
            "ml": "ml",
            "l": "l liter litre liters litres",
            "watt": "watt watts w",
            "lb": "lb lbs",
            "oz": "oz ounce ounces",
            "degrees": "degrees degree °c celsius graden graad",
        }.items()
        for word in words.split()
    },
    indefinite=re.compile(r"\s(?:an?|another|one more|also)\s", re.I),
    article=re.compile(
        r"\A(?:another|one more|an? (?:second|third|fourth|fifth|sixth|next)|an?|the|some|new|"
        r"extra|one|additional|yet another|a further)\s+",
        re.I,
    ),
    clause=re.compile(r"^(?:it|that|this|they)\b|\w:\s|\b(?:too|as well|also|not yet)\b", re.I),
    place_word=re.compile(r"\b(?:to|in|into|on|under|at|as)\s+", re.I),
    fields=re.compile(
        r"\s*(?:[,;]\s*and\b|[,;:=]|\band\b|\bwith\b|\bwhere\b|\bwhose\b|\bthat has\b|"
        r"\bhaving\b|\bits\b|\bthe\b|\ba\b|\ban\b|\bis\b|\bof\b|\bas\b|\bby\b|\bfrom\b|"
        r"\bin\b|\bat\b|\bfor\b|\bto\b|\bon\b|\bcalled\b|\bnamed\b)\s*",
        re.I,
    ),
    positions={
        "first": re.compile(
            r"(?:all the way\s+)?(?:right\s+)?(?:(?:to|at|on|in|"
            r"as)\s+)?(?:the\s+)?(?:very\s+)?(?:front|top|beginning|start|"
            r"head|first (?:place|position|spot|item|entry|one)|"
            r"first(?=\s*$|\s+(?:in|of|on)\b|\s+\w+$))(?:\s+(?:of|"
            r"in|on)\b)?",
            re.I,
        ),
        "last": re.compile(
            r"(?:(?:to|at|on|in|as)\s+)?(?:the\s+)?(?:very\s+)?(?:end|back|bottom|tail|last "
            r"(?:place|position|spot|item|entry|one)|last(?=\s*$|\s+(?:in|of|on)\b|"
            r"\s+\w+$))(?:\s+(?:of|in|on)\b)?",
            re.I,
        ),
        "before": re.compile(
            r"(?:(?:right|just|directly|immediately|straight)\s+)?(?:before|above|in front of|"
            r"ahead of)\s+",
            re.I,
        ),
        "after": re.compile(
            r"(?:(?:right|just|directly|immediately|straight)\s+)?(?:after|below|behind|following|"
            r"beneath)\s+",
            re.I,
        ),
        "up": re.compile(
            r"(?:one\s+|a\s+)?(?:place\s+|position\s+|spot\s+|step\s+)?(?:up|forward|higher|"
            r"earlier)(?:\s+(?:one|by one|a)\b(?:\s+(?:place|position|spot|step))?)?",
            re.I,
        ),
        "down": re.compile(
            r"(?:one\s+|a\s+)?(?:place\s+|position\s+|spot\s+|step\s+)?(?:down|back|lower|"
            r"later)(?:\s+(?:one|by one|a)\b(?:\s+(?:place|position|spot|step))?)?",
            re.I,
        ),
        "nth_place": re.compile(
            r"(?:(?:in|at|to|on|into)\s+(?:the\s+)?(?P<number>[a-z]+)\s+(?:place|position|spot)"
            r"|as (?:the )?(?P<other>second|third|fourth|fifth|sixth)(?: (?:item|entry|one|"
            r"element))?)"
            r"(?:\s+(?:of|in|on)\b)?",
            re.I,
        ),
        "nth": re.compile(
            r"(?:(?:to|at|in|on)\s+)?(?:the\s+)?(?:position\s+|place\s+|"
            r"spot\s+)(?:number\s+)?(?P<number>\w+)(?:\s+(?:of|in|on)\b)?",
            re.I,
        ),
    },
    time=re.compile(
        r"(?:(?P<minutes>(?:a )?quarter|five|ten|twenty(?:-five)?|\d{1,2})(?: minutes)? "
        r"(?P<side>past|after|to|before) |(?P<half>half past ))?(?P<hour>\d{1,2}|one|two|three|"
        r"four|five|six|seven|eight|"
        r"nine|ten|eleven|twelve)(?: ?o'clock)?(?P<late> ?p\.?m\.?| in the (?:afternoon|"
        r"evening)| at "
        r"night)?(?: ?a\.?m\.?| in the morning)?",
        re.I,
    ),
    earlier_than_hour=words_in("to before"),
    pronoun=re.compile(
        r"(?:it|that|this|that one|this one|them|those|that value|this value|that field|"
        r"that entry|the value|the number|the entry|that number|the same one|the latter|"
        r"that last one|the last one)$",
        re.I,
    ),
    percent=re.compile(r"\s*(?:%|per ?cent|procent)$", re.I),
    repeats={"once": "1 times", "twice": "2 times", "thrice": "3 times"},
    shares={
        "half": 1 / 2,
        "a half": 1 / 2,
        "one half": 1 / 2,
        "a third": 1 / 3,
        "one third": 1 / 3,
        "two thirds": 2 / 3,
        "a quarter": 1 / 4,
        "quarter": 1 / 4,
        "one quarter": 1 / 4,
        "three quarters": 3 / 4,
        "a fifth": 1 / 5,
        "one fifth": 1 / 5,
        "a tenth": 1 / 10,
        "one tenth": 1 / 10,
    },
    telling=words_in(
        "the an to and its it my our should with from for be by not but that this there these "
        "costs moves goes becomes runs takes weighs now please"
    ),
    demands=re.compile(
        r"\b(?:should|must|needs?|has to|have to|becomes?|make|want|now|instead)\b",
        re.I,
    ),
    newcomer=re.compile(
        r"(?:there (?:is|are)|we (?:now )?have|we got|i have)(?: now| also| still)*"
        r" (?:an?|another|some) (?:new )?(?P<name>[\w' -]{2,60})$",
        re.I,
    ),
    referring=re.compile(
        r"\b(?:them|him|her|it|that one|that)"
        r"(?=[\s.!]*$|\s+[\w€$£.,]+[\s.!]*$|\s+(?:from|off|out|to|on|in|into|as|under|at|away|"
        r"with)\b)",
        re.I,
    ),
    between=re.compile(r"\bbetween\s+(?P<first>.+?)\s+and\s+(?P<second>.+)$", re.I),
    leading=re.compile(
        r"(?:as for|regarding|in|for|at|on|under|within|from|to|about|concerning)\s+", re.I
    ),
    namely=re.compile(
        r"\A(?:namely|i\.e\.,?|that is,?|to wit|called|named|"
        r"(?:changed|updated|set|moved|renamed) to)\s+",
        re.I,
    ),
    structure=re.compile(
        r"\b(?:instead of|rather than|in place of|replaced by|replaced with|from now on|as of now|"
        r"no longer|any ?more)\b|, not\b|\Aby \d|\w (?:instead|down)\Z|\Agoing to\b|"
        r"\A(?:changed|updated|moved|increased|reduced|lowered|raised|postponed|replaced|"
        r"renamed|removed|"
        r"deleted|dropped|added|cleared|risen|fallen|emptied|lowered|doubled|halved|swapped|"
        r"sorted)\b",
        re.I,
    ),
    added=re.compile(r"(?:also|too|add|include|including|append|put|insert|plus|set)\b", re.I),
    hedges=re.compile(
        r"\b(?:if|unless|when|whether|maybe|perhaps|might|could|would|wonder|think|thought|hope|"
        r"suppose|about to|almost|nearly|until|was|were|used to|remind|"
        r"(?:i|we|he|she|they)(?: have| has)? "
        r"(?:sold|bought|used|lost|gained|ate|spent)(?! out)(?!.*\b(?:another|more|extra)\b))\b",
        re.I,
    ),
    reports=re.compile(
        r"\b(?:is|are|was|were|has|have|had|can't|cannot|won't|isn't|aren't|couldn't|didn't|"
        r"left|quit|stopped|moved|resigned|retired|cancelled|called|said|asked|dropped|broke|"
        r"turned)\b|\w['’](?:s|ve|re|m)\b",
        re.I,
    ),
    conditions=re.compile(
        r"\b(?:unless|provided|assuming|in case|as soon as|as long as|never|except|apart from|"
        r"(?:all|everything|anything) but|only (?:if|when)|not (?:always|only|often)|rarely|"
        r"once (?:we|i|you|he|she|they|it|the|there)|my other|"
        r"only (?:the|my|our)\b.*\b(?:is|are)|"
        r"if(?! (?:possible|needed|you (?:can|could|would|like|please|want|do ?n.t mind))\b))\b",
        re.I,
    ),
    forbids=re.compile(
        r"\b(?:should|must|need|may|can|could|would|did|does|do)(?:n['’]t| not|not)\b", re.I
    ),
    dangling=re.compile(
        r" (?:namely|called|named|to|the|a|an|new|old|my|our|your|no|very|about|around|than|"
        r"over|under|between|or)$",
        re.I,
    ),
    vague=re.compile(
        r"\blike the\b|\bsimilar to\b|\b(?:a lot|lots|a bit|a little|a few|somewhat|slightly)\b|"
        r"\d.* (?:longer|shorter|higher|lower|later|earlier|bigger|smaller)\b|"
        r"\b(?:or|nor) (?:so\b|\d)|\bbut (?:only|not)\b|"
        r"\b(?:around|about|over|under|up to|between|roughly|approximately|almost|nearly|"
        r"more than|less than|at least|at most) [€$£]?\d|"
        r"\bas \w+ as\b|\A(?:as|same|of|something|anything|whatever|whichever|someone|somebody|"
        r"what|"
        r"the same|the usual|"
        r"the (?:old|previous|former) (?:one|value)|last time|the last time)\b"
    ),
    more=re.compile(
        r"\b(?:more|extra|additional|another|on top|(?<!no )(?<!any )longer)\b(?! than)", re.I
    ),
    less=re.compile(r"\b(?:less|fewer|shorter)\b(?! than)", re.I),
    rises=re.compile(r"\b(?:up|rose|rises?|risen|grew|grown|climbed)\b(?! (?:to|at)\b)", re.I),
    falls=re.compile(
        r"\b(?:down|fell|falls?|fallen|dropped|drops?|shrank)\b(?! (?:to|at)\b)", re.I
    ),
    counting=_NUMBERS | {"a": 1.0, "an": 1.0, "another": 1.0},
    carriers=words_in(
        "cost costs moves move moved goes go went comes come came becomes runs run "
        "lasts last takes "
        "take weighs weigh measures opens closes starts ends begins arrives leaves "
        "works plays holds "
        "hold happens falls changes changed equals remains stays lies sits against until till only "
        "again back officially finally unfortunately luckily fortunately sadly really roughly "
        "exactly always never permanently as well else any any longer scored won sold bought "
        "uses drinks eats wants took lasted done driven used"
    ),
    choosing=re.compile(
        r"(?:(?:i|we) (?:mean|meant|want|wanted|was thinking of)|it(?:'s| is| should be)|"
        r"that(?:'s| is| would be)|make (?:it|that)|take|choose|pick|use|go (?:for|with)|"
        r"in|of|for|from|at|to)\s+",
        re.I,
    ),
    all_of_them=re.compile(
        r"(?:all|both|each|every one|all (?:of (?:them|these|those)|two|three|four)|"
        r"both of (?:them|these|those)|everywhere)",
        re.I,
    ),
    as_number=re.compile(
        r"(?:(?:as|in|it is) )?(?:a |the )?(?:number|numeric|integer|figure)", re.I
    ),
    as_text=re.compile(r"(?:(?:as|in|it is) )?(?:a |the )?(?:text|string|word|words)", re.I),
    days=re.compile(r"\b(?:dates|days|deadlines)\b", re.I),
    within="of",
    becomes="to",
    before_new=words_in("to into"),
    concluding=re.compile(r"\b(?:so|therefore|hence|accordingly)\b", re.I),
    announcing=re.compile(r"(?:namely|i\.e\.|that is|to wit)\b", re.I),
    calling="called|named|titled|the name",
    hour=re.compile(
        r"\b\d{1,2}(?:[.:]\d\d)?\s?(?:[ap]\.?m\b\.?|o'clock)|\b(?:past|to|before|after)\s\d+\b",
        re.I,
    ),
    that_field=re.compile(r"\b(?:that|this|the) (?:field|entry|item|one|key|value)\b", re.I),
    newly=re.compile(
        r"(?:an?|one more)\s+(?:new|extra|further|additional|second|third|fourth)\s|another\s",
        re.I,
    ),
    idle=words_in("also too please now"),
    restating=re.compile(r"\s*(?:so|so that|which means|that is)\s+(?:it|that|this|they)\b", re.I),
    leftover=re.compile(
        r"\bthe (?:name|key|value|field) \S|\b(?:for its|as its|as the)\b|"
        r"^(?:for|at|under|with) (?:the|its|his|her)\b|^(?:now|then|there|"
        r"to|with|as|into|whose|which|so|called|named|set|value(?! [-\d])|switch|change|rename|"
        r"make|is|are|"
        r"be|was|could|should|can|the (?:with|value|text|number|date))\b|"
        r"\b(?:in it|(?:its|the|as) value|instead|be (?:added|set|put|called)|please|accordingly|"
        r"there|too|whose|which|goes|needs|wants|should|must|will)$",
        re.I,
    ),
    other_acts=re.compile(
        r"\b(?:remov\w+|delet\w+|drop\w*|eras\w+|scrap\w*|str(?:ike|uck)|cut|take|taken|add(?:s|ed|ing)?|"
        r"append\w*|insert\w*|includ\w+|attach\w*|renam\w+|call(?:s|ed)?|nam(?:e|es|ed|ing)|title[sd]?|"
        r"undo\w*|undone|revert\w*|restor\w+|mov(?:e|es|ed|ing)|cop(?:y|ies|ied)|swap\w*|replac\w+|"
        r"instead|not|never|without|before|after|between|first|last|new|another|field|key)\b",
        re.I,
    ),
    gone=words_in("away off out gone removed deleted dropped"),
    orders=ORDERS,
    choices=CHOICES,
    talk=TALK,
    phrases={
        "value": "“{phrase}”: I cannot read that as a value for this place. Which value should "
        "it have?",
        "several": "“{phrase}” fits several places in {name}. Which one do you mean?",
        "no_value": "What should “{phrase}” become?",
        "incomplete": "“{phrase}”: what are the other parts of the new entry?",
        "already": "“{phrase}”: it is like that already, so nothing was changed. What should it "
        "become?",
        "kind": "“{phrase}”: is that a number or a text?",
        "whole": "“{phrase}” has several parts. Which of them do you mean?",
        "none_done": "Nothing of “{phrase}” was done.",
        "no_tick": "“{phrase}” cannot be ticked off: {name} has no yes or no for it, and nothing "
        "was changed. “Remove {phrase}” takes it off.",
        "not_there": "I do not find “{phrase}” in {name}; nothing was changed. What do you mean?",
        "unsure": "“{phrase}” makes me unsure whether {name} is to be changed now; nothing was "
        "changed. What should I change?",
        "no_version": "There is no such version of {name}: “{phrase}”.",
        "versions": "There are {count} versions.",
        "version": "It is at version {version}.",
        "version_is": "Version {version}:",
        "changes": "It was changed {count} times.",
        "no_change": "Nothing has been changed yet.",
        "no_change_then": "Nothing was changed then ({words}).",
        "last": "The last change made version {version}:",
        "history": "The history, the newest first:",
        "entry": "version {version}, {at} {summary}",
        "compared": "From version {first} to version {last}:",
        "before": "It was changed in version {version}:",
        "unchanged": "It was not changed:",
        "count": "{name}: {count} ({items})",
        "renames_document": "{name} gets another name on its page, under Documents; nothing was "
        "changed here.",
        "whole_document": "{name} as a whole is deleted on its page, under Documents; nothing was "
        "changed here. Its entries I can remove: “remove the last one”.",
        "same": "Nothing is different.",
        "more": "… and {count} more",
        "changed": "{place}: from {before} to {after}",
        "added": "{place}: {after} added",
        "removed": "{place}: {before} removed",
        "reordered": "{place}: now number {number}",
        "moved": "{place}: {after}, moved from {before}",
        "yes": "yes (true)",
        "no": "no (false)",
        "nothing": "empty",
        "done": "{name} is at version {version} now:",
        "restored": "{name} is as it was in version {restored} again; it is version {version} now:",
        "refused": "Nothing was changed in {name}: {reason}",
        "name_missing": "What should the new document be called? Ask once more with its name: "
        "“create a document called plan”.",
        "content_unclear": "“{phrase}”: I do not see what {name} should hold; nothing was begun. "
        "Ask once more with a list (“with milk, bread”) or with names and values (“with days: 3, "
        "city: Oslo”).",
        "which_document": "Which document do you mean: {names}?",
        "created": "{name} was begun; it is at version 1 now.",
        "created_from_list": "{name} was begun with the entries of the list in this chat; it is at "
        "version 1 now.",
        "no_redo": "There is nothing to redo in {name}: the last step of this conversation was no "
        "undo. Nothing was changed.",
        "file_left": "{reason} Until then, the change is in the document only.",
        "undo_unsure": "Nothing was changed in {name} by your last message. The change before it:",
        "undo_confirm": "Shall I undo that one? Answer “yes”, or say what else to do.",
        "no_undo": "Nothing of this conversation has been changed in {name} that could be undone.",
    },
)
