"""English questions for the date, for what was discussed, and for what the sources say."""

import re

from tidemark.nlp.pack_fields import ToolQuestions

_OPENING = (
    r"\W*(?:(?:so|but|ok(?:ay)?|please|hey|hi)\W+)*"
    r"(?:(?:can|could) you (?:please )?(?:tell me|say|check)\W+|(?:please )?tell me\W+)?"
)
_DAY = "(?:date|day|weekday|day of the week|date and time)"
_TODAY = "(?:today|(?:right )?now|at the moment|currently)"
_EARLIER = r"(?: (?:earlier|before|already|so far|previously|last time|just now|again|here|today))*"
_SOURCES = (
    r"(?:(?:my|our|the|these|those|your) )?(?:(?:uploaded|added|attached) )?"
    r"(?:sources?|files|documents|knowledge ?base|uploads|library)"
)
_NOTEBOOK = r"(?:(?:this|the|my|our) )(?:notebook|library|knowledge ?base)"
_FILES = r"(?:sources?|files|documents|uploads)"
_ADDED = r"(?:added|uploaded|attached)"
_I_ADDED = rf"(?:did|have) (?:I|we) (?:{_ADDED}|add|upload|attach)"
_HELD = rf"(?:(?:do|can) (?:I|we|you) (?:have|see|use)|are there|are)(?: {_ADDED})?"
_WHAT = r"(?P<what>\w[^?]{1,200}?)"
_ABOUT = r"(?:about|on|of|for|regarding)"

TOOL_QUESTIONS = ToolQuestions(
    today=(  # "what day is it" alone may ask for the day of what was last spoken of
        re.compile(
            rf"{_OPENING}(?:what(?:['’]?s| is)?|which) (?:the |today['’]s )?(?:current )?{_DAY}"
            rf"(?: (?:is it|it is|is|of))* {_TODAY}(?: (?:is it|it is|again|please))*\W*",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}what(?:['’]?s| is) (?:today['’]s |the current )(?:{_DAY}|time)\W*", re.I
        ),
        re.compile(rf"{_OPENING}what(?:['’]?s| is) today\W*", re.I),
        re.compile(rf"{_OPENING}what time is it(?: (?:{_TODAY}|please|exactly))*\W*", re.I),
    ),
    past=(
        re.compile(
            rf"{_OPENING}what (?:did|have|had) we{_EARLIER} "
            rf"(?:discuss(?:ed)?|talk(?:ed)?|spoken?|speak|chat(?:ted)?){_EARLIER}"
            rf"(?: {_ABOUT}{_EARLIER}(?:(?: {_ABOUT})? {_WHAT})??)?{_EARLIER}\W*",
            re.I,
        ),
    ),
    sources=(
        re.compile(
            rf"{_OPENING}what (?:do|does|did) {_SOURCES} (?:say|state|tell (?:me|us)|mention|"
            rf"contain|know|have)(?: {_ABOUT} {_WHAT})?\W*",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}(?:what(?:['’]?s| is)(?: there)?|is there (?:any|some)thing) in "
            rf"{_SOURCES} {_ABOUT} {_WHAT}\W*",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}(?:what(?:['’]?s| is)(?: there)?|is there (?:any|some)thing) "
            rf"{_ABOUT} {_WHAT} in {_SOURCES}\W*",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}(?:search|look|check)(?: (?:in|through|at|up in))? {_SOURCES} "
            rf"{_ABOUT} {_WHAT}\W*",
            re.I,
        ),
        re.compile(rf"{_OPENING}(?:according to|based on) {_SOURCES}\W+{_WHAT}\W*", re.I),
        re.compile(rf"{_OPENING}{_WHAT}\W+(?:according to|based on) {_SOURCES}\W*", re.I),
    ),
    listing=(  # files may be any; sources, or what was added, are those of the notebook
        re.compile(
            rf"{_OPENING}(?:do|can) you (?:see|have|read|open) (?:my|our|the|these|those) "
            rf"(?:\w+ ){{0,2}}(?:{_FILES}|file|document|spreadsheet|pdf){_EARLIER}\W*",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}(?:which|what|how many) sources (?:(?:do|can) (?:I|we|you) "
            rf"(?:have|know|see|use|read)|are(?: there| available)*){_EARLIER}\W*",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}(?:which|what|how many) {_FILES} (?:{_I_ADDED}|"
            rf"(?:{_I_ADDED}|{_HELD}) (?:to|in) {_NOTEBOOK}){_EARLIER}\W*",
            re.I,
        ),
        re.compile(rf"{_OPENING}what {_I_ADDED} to {_NOTEBOOK}{_EARLIER}\W*", re.I),
        re.compile(
            rf"{_OPENING}(?:do (?:I|we|you) have|are there) (?:any )?sources{_EARLIER}\W*", re.I
        ),
        re.compile(
            rf"{_OPENING}(?:list|show|name|give)(?: me)?(?: all)?(?: of)? "
            rf"(?:(?:my|our|the|your|these) )?(?:{_ADDED} )?sources"
            rf"(?: (?:in|of) {_NOTEBOOK})?{_EARLIER}\W*",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}what(?:['’]?s| is| do (?:I|we|you) have)(?: there)? in "
            rf"(?:{_NOTEBOOK}|(?:my|our|the|your) sources)\W*",
            re.I,
        ),
        re.compile(rf"{_OPENING}what are (?:my|our|the|your) sources\W*", re.I),
    ),
)
