"""English words that deny, correct or replace something said before."""

import re

from tidemark.nlp.corrections import Corrections, person_codes, stems_of

CORRECTIONS = Corrections(
    persons=person_codes(
        "i:1 me:1 my:1 mine:1 i'm:1 i've:1 i'd:1 i'll:1 we:1 our:1 us:1 you:2 your:2 he:m "
        "him:m his:m she:f her:f they:p them:p their:p"
    ),
    denies=re.compile(r"\b(?:not|never|no longer|cannot|without|no)\b|n['’]t\b", re.I),
    ends=re.compile(
        r"\b(?:no longer|not? .{0,60}\bany ?more|stopped \w+ing|quit|given up|gave up)\b|"
        r"n['’]t .{0,60}\bany ?more\b",
        re.I,
    ),
    corrects=re.compile(
        r"\b(?:now|actually|instead|changed|moved|no longer|correction|sorry|new)\b", re.I
    ),
    labels=re.compile(
        r"(?:small |quick )?(?:correction|update|note|edit|sorry|p\.?s\.?|n\.?b\.?|reminder)"
        r"\s*[:,–—]\s*",
        re.I,
    ),
    announces=re.compile(
        r"\W*(?:oh,? |no,? |wait,? |small |quick )*"
        r"(?:correction|update|sorry|actually|oops|i meant|i mean)\b",
        re.I,
    ),
    instead=re.compile(r"\binstead\b(?! of\b)|\bchanged my mind\b", re.I),
    replaced=(
        re.compile(
            r"\b(?:instead of|rather than|and not|, not|no longer)\s+(?P<old>[^,.;]+)", re.I
        ),
        re.compile(r"\bnot\s+(?P<old>[^,.;]+?)\s*(?:,|but)\s*(?!\bnot\b)\S", re.I),
        re.compile(r"\b(?:switch|chang|mov)\w*\s+from\s+(?P<old>.+?)\s+to\b", re.I),
    ),
    dislikes=re.compile(r"\b(?:dislike|hate|detest|avoid|can['’]t stand)\w*\b", re.I),
    slots=(
        re.compile(
            r"\b(?:my|our|the)\s+(?P<slot>(?:[\w'-]+\s+){0,3}?[\w'-]+)\s+"
            r"(?:is|are|will be|was changed to|is now|has moved to|moved to)\s+(?P<value>.+)",
            re.I,
        ),
        re.compile(
            r"^(?P<slot>(?:[\w'-]+\s+){1,4}?lives?)\s+(?:now\s+)?(?:in|at|near|on)\s+(?P<value>.+)",
            re.I,
        ),
        re.compile(
            r"^(?P<slot>(?:[\w'-]+\s+){1,4}?works?)\s+(?:now\s+)?(?:at|for)\s+(?P<value>.+)", re.I
        ),
        re.compile(r"^(?P<slot>(?:[\w'-]+\s+){1,4}?works?)\s+(?:now\s+)?in\s+(?P<value>.+)", re.I),
    ),
    contraries=(
        re.compile(r"\b(?:vegetarian|vegan)\b", re.I),
        re.compile(
            r"\b(?:eats?|eating)\s+(?:(?!no\b)\w+\s+)?(?:meat|fish|chicken|everything)\b", re.I
        ),
    ),
    exclusive=re.compile(r"\b(?:prefer|favou?rite|rather|i live|i work|call me|use)\w*\b", re.I),
    head=-1,
    frame=stems_of(
        "actually now currently instead correction sorry changed mind prefer preferred like love "
        "enjoy hate dislike want rather longer anymore always never stopped switched use go going "
        "decided decision take",
        "en",
    ),
)
