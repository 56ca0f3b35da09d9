"""English words around text that a person pasted: introductions, letters, headers of mails."""

import re

from tidemark.nlp.pack_fields import PastingCues

_WROTE = (
    r"(?:wrote|writes|(?:just |also )?(?:e-?)?mailed|texted|messaged|posted|replied|answered|"
    r"responded|sent|forwarded|says|said)"
)
_TEXTS = (
    r"(?:e-?mails?|mails?|letters?|messages?|texts?|article|blog ?post|post|report|contract|lease|"
    r"agreement|transcript|logs?|log file|output|error(?: message)?|stack ?trace|newsletter|"
    r"press release|announcement|advert|vacancy|job ad|chat|thread|conversation|code|snippet|"
    r"script|page|passage|paragraph|excerpt|fragment|chapter|story|poem|speech|manual|file|"
    r"document|reviews?|sentences?)"
)

PASTING = PastingCues(
    introduces=re.compile(
        rf"\b(?!i\b)[\w'’]{{1,30}} {_WROTE}\b[^:]{{0,60}}:$|"
        rf"\b(?:the|this|that|an?|his|her|their|from|following|in|[\w'’]{{1,30}}['’]s)\s+"
        rf"(?:[\w-]{{1,30}} ){{0,2}}?{_TEXTS}\b"
        r"(?:(?!\b(?:must|should|need|want|will|can|to)\b)[^:]){0,80}:$|"
        r"\b(?:what|which) (?:he|she|they|it|[A-Z]\w{1,30}) (?:wrote|said|says|sent)\b[^:]{0,60}:$|"
        rf"\bI (?:got|received|found|read|copied|was sent)\b[^:]{{0,80}}:$",
        re.IGNORECASE,
    ),
    points_at=re.compile(
        r"\b(?:summari[sz]e|summary|translate|proof-?read|explain|read|check|review|correct|"
        r"rewrite|"
        r"rephrase|shorten|improve|analy[sz]e|look at|fix|identify|extract|evaluate|"
        r"classify|reply|answer|respond|mean|means|"
        r"think of)\b"
        r"[^.?!\n]{0,60}\b(?:this|these|following|below)\b[^.?!\n]{0,60}[.:?!]?$|"
        r"\b(?:this|the following|below)\b[^.?!\n]{0,40}\b(?:say|says|mean|means|about)\b"
        r"[^.?!\n]{0,60}[?:]$",
        re.IGNORECASE,
    ),
    greeting=re.compile(
        r"^(?:dear\b[^.?!:]{1,60}|(?:hi|hello|hey|good (?:morning|afternoon|evening))"
        r"(?: (?!there\b|tidemark\b|again\b)[^\s,.!?:]{1,30}){1,3})\s*[,!:]?$|"
        r"^to whom it may concern",
        re.IGNORECASE,
    ),
    closing=re.compile(
        r"^(?:(?:with )?(?:kind|best|warm|warmest|kindest|many)(?: (?:kind|warm))? "
        r"(?:regards|wishes|greetings)|regards|(?:yours )?(?:sincerely|faithfully|truly)"
        r"(?: yours)?|best|cheers|love|all the best|many thanks|thank you|thanks|"
        r"sent from my \w+)\s*[,.!]?(?: [A-Z]\w{1,30})?$",
        re.IGNORECASE,
    ),
    header=re.compile(
        r"\**(?:from|to|cc|bcc|subject|sent|date|reply-to)\**:\**\s*\S", re.IGNORECASE
    ),
    section=re.compile(r"(?:article|section|chapter|clause) \d", re.IGNORECASE),
    wrote=re.compile(r"\b(?:wrote|writes|said)\s*:$", re.IGNORECASE),
)
