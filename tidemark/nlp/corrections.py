"""The words that deny, correct, and fill a place only one thing can fill: one table a language."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tidemark.nlp.tokens import Language, stem


@dataclass(frozen=True)
class Corrections:
    """What one language denies and corrects with.

    ``persons``: whom a word means; ``ends``: what was is no more; ``corrects``: a fact is put
    right; ``labels``: what may stand before a colon and is no speaker; ``announces``: with it a
    message begins that puts something right; ``instead``: a decision comes in place of the one
    before; ``replaced``: what gives way is named, as ``old``; ``slots``: a ``slot`` of somebody's
    and its ``value``, each a form of its own; ``contraries``: what cannot both be true of one
    person; ``exclusive``: of such there is one, if the stem at ``head`` is the same: "window
    seats", "ik zit bij het raam"; ``frame``: the stems of words that are not what a statement is
    about.
    """

    persons: Mapping[str, str]
    denies: re.Pattern[str]
    ends: re.Pattern[str]
    corrects: re.Pattern[str]
    labels: re.Pattern[str]
    announces: re.Pattern[str]
    instead: re.Pattern[str]
    replaced: tuple[re.Pattern[str], ...]
    dislikes: re.Pattern[str]
    slots: tuple[re.Pattern[str], ...]
    contraries: tuple[re.Pattern[str], re.Pattern[str]]
    exclusive: re.Pattern[str]
    head: int
    frame: frozenset[str]


def _persons(pairs: str) -> dict[str, str]:
    return dict(pair.split(":") for pair in pairs.split())


def _stems(words: str, language: Language) -> frozenset[str]:
    return frozenset(stem(word, language) for word in words.split())


_ENGLISH = Corrections(
    persons=_persons(
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
    frame=_stems(
        "actually now currently instead correction sorry changed mind prefer preferred like love "
        "enjoy hate dislike want rather longer anymore always never stopped switched use go going "
        "decided decision take",
        "en",
    ),
)
_DUTCH = Corrections(
    persons=_persons(
        "ik:1 me:1 mij:1 mijn:1 m'n:1 we:1 wij:1 ons:1 onze:1 je:2 jij:2 jou:2 jouw:2 jullie:2 "
        "hij:m hem:m zijn:m zij:f haar:f hun:p hen:p"
    ),
    denies=re.compile(r"\b(?:niet|nooit|geen|zonder)\b", re.I),
    ends=re.compile(
        r"\b(?:niet|geen|nooit)\b.{0,60}\bmeer\b|\b(?:gestopt|stop|opgehouden) met\b|\bopgegeven\b",
        re.I,
    ),
    corrects=re.compile(
        r"\b(?:nu|inmiddels|eigenlijk|toch|correctie|sorry|geworden|veranderd|gewijzigd|verzet|"
        r"verhuisd|verplaatst|nieuwe?|voortaan|niet meer|geen .+ meer)\b",
        re.I,
    ),
    labels=re.compile(
        r"(?:kleine )?(?:correctie|rectificatie|update|wijziging|aanvulling|opmerking|let op|sorry|"
        r"p\.?s\.?|n\.?b\.?)\s*[:,–—]\s*",
        re.I,
    ),
    announces=re.compile(
        r"\W*(?:oh?,? |nee,? |wacht,? |kleine )*"
        r"(?:correctie|rectificatie|update|wijziging|sorry|oeps|eigenlijk|ik bedoel(?:de)?)\b",
        re.I,
    ),
    instead=re.compile(
        r"\btoch (?:maar|liever)\b(?!.*\bdan\b)|\bin plaats daarvan\b|\bvan gedachten veranderd\b|"
        r"\bbij nader inzien\b",
        re.I,
    ),
    replaced=(
        re.compile(
            r"(?:\bin plaats van|\bi\.?p\.?v\.?|, (?:en )?niet|\ben niet|\bniet meer|"
            r"\bliever\b.{1,60}?\bdan)\s+(?P<old>[^,.;]+)",
            re.I,
        ),
        re.compile(r"\b(?:niet|geen)\s+(?P<old>[^,.;]+?)\s*(?:,|\bmaar\b)\s*(?!niet\b)\S", re.I),
        re.compile(
            r"\b(?:verander|wissel|verschuif|verschov|verhuis|verplaats|verzet|overgestapt|"
            r"gewijzigd)"
            r"\w*\s+van\s+(?P<old>.+?)\s+naar\b",
            re.I,
        ),
        re.compile(
            r"\bvan\s+(?P<old>.+?)\s+naar\b.*\b(?:veranderd|verplaatst|verzet|overgestapt)\b", re.I
        ),
    ),
    dislikes=re.compile(r"\b(?:haat|hekel|verafschuw|vermijd|kan niet tegen)\w*\b", re.I),
    slots=(
        re.compile(
            r"\b(?:mijn|m'n|onze|ons|de|het)\s+(?P<slot>(?:[\w'-]+\s+){0,3}?[\w'-]+)\s+"
            r"(?:is|zijn|wordt|worden|ligt|begint|vertrekt|komt)\s+(?P<value>.+)",
            re.I,
        ),
        re.compile(
            r"^(?P<slot>(?:[\w'-]+\s+){1,4}?(?:woont?|wonen))\s+(?:\w+\s+)?"
            r"(?:in|bij|op|aan)\s+(?P<value>.+)",
            re.I,
        ),
        re.compile(
            r"^(?P<slot>(?:[\w'-]+\s+){1,4}?werk(?:t|en)?)\s+(?:\w+\s+)?(?:bij|voor)\s+(?P<value>.+)",
            re.I,
        ),
        re.compile(
            r"^(?P<slot>(?:[\w'-]+\s+){1,4}?werk(?:t|en)?)\s+(?:\w+\s+)?in\s+(?P<value>.+)", re.I
        ),
    ),
    contraries=(
        re.compile(r"\b(?:vegetari\w+|vegan\w*)\b", re.I),
        re.compile(r"\beet(?:en)?\s+(?:(?!geen\b)\w+\s+){0,3}(?:vlees|vis|kip|alles)\b", re.I),
    ),
    exclusive=re.compile(
        r"\b(?:liefst|liever|favoriete?|lievelings\w+|voorkeur|ik woon|ik werk|noem me|"
        r"gebruik\w*)\b",
        re.I,
    ),
    head=0,
    frame=_stems(
        "nu inmiddels eigenlijk toch correctie sorry geworden veranderd gedachten liever liefst "
        "voorkeur hou houd houden haat hekel vind lekker leuk meer altijd nooit gestopt gebruik "
        "gebruiken ga gaan gaat besloten beslissing neem nemen doe kies kiezen plaats "
        "favoriete wil",
        "nl",
    ),
)
CORRECTIONS: Mapping[Language, Corrections] = {"en": _ENGLISH, "nl": _DUTCH}
