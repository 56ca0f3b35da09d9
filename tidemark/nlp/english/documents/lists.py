"""English words for the order of a list in a document, and for choosing entries of one."""

import re

from tidemark.nlp.pack_fields import ChoiceCues, OrderCues, OrderKind, words_in
from tidemark.nlp.patterns import Pattern, frames

_SET = "(?:set|change|update|make|put|adjust|correct|switch|turn)"
_TO = "(?:to be|to|at|as|into|=)"
_REMOVE = "(?:remove|delete|drop|erase|scrap|throw out|get rid of|take out|cross off|clear out)"
_HAVE = (
    "(?:(?:is|are|was|were|has been|have been|has|have|should be|must be|can be)"
    "(?: (?:now|already|all))*)"
)
_ON_TOP = "(?:first|on top|at the top|to the top|at the front|up front)"
_UP = "(?:increase|raise|up|bump up|bump|boost)"
_DOWN = "(?:decrease|reduce|lower|cut|drop)"

FRAMES = (
    *frames("rename", "(?:call|name) it {name}", value="it"),
    *frames("set", "give (?:it|this|that) (?:an? )?{value} (?:as|for) {target}"),
    *frames(
        "reverse",
        "(?:reverse|invert|flip|turn around) (?:the )?order of {target}",
        "(?:reverse|invert|turn around) {target}",
        "(?:put|list|place) {target} in (?:the )?(?:reverse|opposite)(?: order)?",
    ),
    *frames("sort", "(?:sort|order|arrange|rank|organi[sz]e|alphabeti[sz]e|re-?order) {target}"),
    *frames("sort", "(?:put|bring|get|place|list|arrange) {target} in {order}"),
    *frames("sort", f"(?:put|show|list|place|move|bring|have) {{target}} {_ON_TOP}", value="first"),
    *frames("sort", f"{{target}} {_ON_TOP}", value="first", is_weak=True),
    *frames(
        "move",
        "{target} (?:should|must|needs? to|has to|have "
            "to|ought to) (?:come|go|stand|be|be moved|be "
        "placed|be put|be listed)(?: to| at)? {position}",
        "{target} (?:comes?|goes?) {position}",
        is_weak=True,
    ),
    *frames("swap", "(?:swap|switch|exchange) {target} (?:and|with) {other} (?:in|on) {container}"),
    *frames(
        "copy",
        "(?:add|make|create|i want|we need) (?:another|one "
            "more) (?:just )?like {target} ,? ?(?:but|only|except)"
        "(?: that)?(?: with| for)? {more}",
        "(?:add|make|create|i want|we need) (?:another|one "
            "more|an extra) {head} (?:just )?like {target} ,? ?"
        "(?:but|only|except)(?: that)?(?: with| for)? {more}",
        "(?:copy|duplicate|clone) {target} (?:but )?with {more}",
        "(?:copy|duplicate|clone) {target} (?:to|into|onto) {container}",
        "make (?:an? )?(?:exact )?(?:copy|duplicate) of {target}",
        "(?:copy|duplicate|clone) {target}",
    ),
    *frames("scale", "multiply {target} by {by}", "make {target} {by} times as "
            "(?:big|high|much|many|large|long)"),
    *frames("scale", "divide {target} by {by}", "make {target} {by} "
            "times (?:smaller|lower)", value="down"),
    *frames(
        "scale",
        "{target} (?:should|must|needs to|has to) be "
            "(?:half as (?:high|much|big|long|many)|halved)",
        "make {target} half as (?:high|much|big|long|many)",
        value=0.5,
    ),
    *frames(
        "scale",
        "{target} (?:should|must|needs to|has to) be "
            "(?:twice as (?:high|much|big|long|many)|doubled)",
        "make {target} twice as (?:high|much|big|long|many)",
        value=2.0,
    ),
    *frames(
        "amount_up",
        "{target} (?:is|are|got|has become|have become|became|went) {by} (?:more expensive|dearer)",
        value="price",
        is_weak=True,
    ),
    *frames(
        "amount_down",
        "{target} (?:is|are|got|has become|have become|became|went) {by} cheaper",
        value="price",
        is_weak=True,
    ),
    *frames("amount_up", "add another {by} (?:of )?{target}"),
    *frames(
        "set_each",
        f"{_SET} {{member}} (?:of|for|in|on) {{each}} {_TO} {{value}}",
        f"{_SET} {{member}} {_TO} {{value}} (?:for|on|in|of) {{each}}",
        f"for {{each}} ,? ?{_SET} {{member}} {_TO} {{value}}",
        "give {each} (?:a|an|the) {member} of {value}",
        "(?:give|assign|hand|reassign|move|transfer) {each} (?:over )?to {value}",
    ),
    *frames("set_each", "(?:set|change|update|mark|put) {each} (?:to|as|at) {value}"),
    *frames("set_each", "{each} (?:should|must|have to|has to|need to) go to {value}"),
    *frames("amount_each", f"{_UP} {{member}} (?:of|for|on) {{each}} by {{by}}", value=1),
    *frames("amount_each", f"{_DOWN} {{member}} (?:of|for|on) {{each}} by {{by}}", value=-1),
    *frames(
        "flag_each",
        "(?:mark|flag|tick off|tick|check|set|make|put) {each} (?:off as|down as|as|to) {flag}",
        "(?:mark|make) {each} {flag}",
    ),
    *frames(
        "flag_each", f"{{each}} {_HAVE} "
            f"{{flag}} {{but}}", f"{{each}} {_HAVE} {{flag}}", is_weak=True
    ),
    *frames("flag_each", "(?:tick|check|cross) (?:off )?{each}(?: off)?", value="only"),
    *frames(
        "remove_each",
        f"{_REMOVE} {{each}} (?:from|off|out of) {{container}}",
        f"{_REMOVE} {{each}}",
        "(?:take|throw|cross) {each} (?:off|out|away)(?: the list)?",
        "{each} (?:can|may|should|must) (?:go|be removed|be deleted)",
    ),
)  # fmt: skip


def _kind(pattern: str) -> Pattern:
    on_top = r"(?:\s+(?:ones?\s+)?(?:first|on top|at the top))?"
    return re.compile(rf"(?:\bthe )?\b(?:{pattern})\b{on_top}", re.I)


ORDERS = OrderCues(
    kinds=(
        OrderKind("price", _kind("most expensive|priciest|dearest"), is_down=True),
        OrderKind("price", _kind("cheapest|least expensive")),
        OrderKind("day", _kind("newest|most recent|most recently"), is_down=True),
        OrderKind("day", _kind("oldest|earliest|soonest|chronological(?:ly)?")),
        OrderKind("text", _kind("z ?(?:to|-) ?a|reverse alphabetical(?:ly)?"), is_down=True),
        OrderKind("text", _kind("a ?(?:to|-) ?z|alphabetical(?:ly)?|alphabet")),
        OrderKind("number", _kind("highest|largest|biggest|greatest|most"), is_down=True),
        OrderKind("number", _kind("lowest|smallest|least|fewest")),
    ),
    up=re.compile(
        r"\b(?:ascending(?:ly)?|in ascending order|"
        r"(?:from )?(?:low(?:est)?|small(?:est)?|old(?:est)?|cheap(?:est)?|least|early) to "
        r"(?:the )?(?:high(?:est)?|large(?:st)?|big(?:gest)?|new(?:est)?|most(?: expensive)?|"
        r"expensive|late))\b",
        re.I,
    ),
    down=re.compile(
        r"\b(?:descending(?:ly)?|in descending order|in reverse(?: order)?|backwards|"
        r"(?:from )?(?:high(?:est)?|large(?:st)?|big(?:gest)?|new(?:est)?|most(?: expensive)?|"
        r"expensive|late) to (?:the )?(?:low(?:est)?|small(?:est)?|old(?:est)?|cheap(?:est)?|"
        r"least|early))\b",
        re.I,
    ),
    by=re.compile(
        r"[\s,]+(?:by|on|according to|based on)\s+"
        r"(?:(?:the|their|its|how (?:much|many|long))\s+)?(?:(?:is|was|are|were)\s+)?",
        re.I,
    ),
    in_order=re.compile(
        r"(?:the )?(?:right |correct |alphabetical |chronological |ascending |descending |"
        r"numerical )?order(?: of(?= ))?",
        re.I,
    ),
    plural=re.compile(r"(?:s|people|children)$", re.I),
    name=re.compile(r"\b(?:names?|titles?)\b", re.I),
    price=re.compile(r"price|cost|amount_due|fee|rent", re.I),
    age=re.compile(r"\bage(?:s|_|\b)", re.I),
)

_BUT = r"(?:except(?: for)?|apart from|other than|but(?: not)?|besides)\s+"

CHOICES = ChoiceCues(
    everyone=re.compile(
        r"(?:everything|everyone|everybody|anyone|(?:all|each|every one|every|both)(?: "
            r"of)?)\b(?:\s+(?:the|my|our|those|these)\b)*"
        r"(?:\s+\d+\b)?\s*",
        re.I,
    ),
    but=re.compile(rf"(?P<all>.+?),? {_BUT}(?P<but>.+)", re.I),
    besides=re.compile(_BUT, re.I),
    that=re.compile(
        r"(?P<what>.*?)\b(?:where|that|which|who|whose|for which|of which|with)\b['’]?(?:s\b)? ?"
        r"(?P<how>.+)",
        re.I,
    ),
    kind_of=re.compile(r"(?:the |my |our )?\S.* (?:stuff|things|ones|items|entries)", re.I),
    where=re.compile(r"\s*,?\s*\b(?:where|for which|in which|whose)\s+(?P<how>.+)$", re.I),
    everywhere=re.compile(r"\s*\b(?:for |of |with |to |in |on )?(?:everyone|"
                          r"everybody|everywhere|all of them|each of them|"
                          r"every one of them|every entry|all entries)\b", re.I),
    owned=re.compile(r"(?P<owner>[^\W\d]\w*)['’]s?\s+", re.I),
    late=re.compile(r"\b(?:overdue|past (?:its|their|the) (?:due date|deadline)|past due)\b", re.I),
    compared={
        "<=": re.compile(r"\b(?:at most|no more than)\s+", re.I),
        ">=": re.compile(r"\b(?:at least|no less than)\s+", re.I),
        "<": re.compile(r"\b(?:less than|fewer than|under|below|lower than|cheaper than)\s+", re.I),
        ">": re.compile(
            r"\b(?:more than|over|above|higher than|greater than|more expensive than)\s+", re.I
        ),
    },
    filler=words_in(
        "things stuff is are was were be been being has have had the a an of in on at to it they "
        "them already "
        "now that which who with and yet still than s"
    ),
)  # fmt: skip
