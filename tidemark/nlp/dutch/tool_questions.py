"""Dutch questions for the date, for what was discussed, and for what the sources say."""

import re

from tidemark.nlp.pack_fields import ToolQuestions

_OPENING = (
    r"\W*(?:(?:maar|dus|ok(?:é|e)?|hé|hoi)\W+)*"
    r"(?:(?:kun|kan|wil) (?:je|jij|u) (?:me |mij )?(?:even )?(?:zeggen|vertellen)\W+|"
    r"(?:zeg|vertel)(?: me| mij| eens)*\W+)?"
)
_DAY = "(?:datum|dag|weekdag)"
_TODAY = "(?:vandaag|nu|op dit moment)"
_EARLIER = (
    r"(?: (?:eerder|hiervoor|daarvoor|al|net|zojuist|toen|tot nu toe|vorige keer|vandaag|hier|"
    r"ook alweer|ook))*"
)
_SOURCES = (
    r"(?:(?:mijn|onze|de|deze|die|je) )?(?:(?:toegevoegde|geüploade|bijgevoegde) )?"
    r"(?:bronnen|bestanden|documenten|kennisbank|bibliotheek)"
)
_NOTEBOOK = r"(?:(?:dit|het|mijn|ons|de|deze) )(?:notitieboek|kennisbank|bibliotheek)"
_FILES = r"(?:bronnen|bestanden|documenten)"
_ADDED = r"(?:toegevoegd|geüpload|bijgevoegd)"
_WHAT = r"(?P<what>\w[^?]{1,200}?)"

TOOL_QUESTIONS = ToolQuestions(
    today=(  # "welke dag is het" alone may ask for the day of what was last spoken of
        re.compile(
            rf"{_OPENING}(?:wat is|wat voor|welke) (?:de )?(?:huidige )?{_DAY}"
            rf"(?: (?:is het|het is|is|van))* {_TODAY}(?: (?:is het|ook alweer|eigenlijk))*\W*",
            re.I,
        ),
        re.compile(rf"{_OPENING}(?:wat is )?de hoeveelste is het(?: {_TODAY})?\W*", re.I),
        re.compile(rf"{_OPENING}wat is de huidige (?:{_DAY}|tijd)\W*", re.I),
        re.compile(rf"{_OPENING}hoe laat is het(?: (?:{_TODAY}|eigenlijk|precies))*\W*", re.I),
    ),
    past=(
        re.compile(
            rf"{_OPENING}wat (?:hebben|hadden) (?:we|wij){_EARLIER} (?:besproken|gezegd over|"
            rf"gepraat over)(?:(?: over)? {_WHAT})?{_EARLIER}\W*",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}wat (?:hebben|hadden) (?:we|wij){_EARLIER} over {_WHAT}{_EARLIER} "
            r"(?:besproken|gezegd)\W*",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}(?:wat bespraken|waar hadden|waarover hadden|waarover spraken) "
            rf"(?:we|wij)(?: het)?{_EARLIER}(?: over(?: {_WHAT})?)?{_EARLIER}\W*",
            re.I,
        ),
    ),
    sources=(
        re.compile(
            rf"{_OPENING}wat (?:zeggen|vermelden|melden|schrijven|weten) {_SOURCES}"
            rf"(?: (?:over|van) {_WHAT})?\W*",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}(?:wat|staat er (?:iets|wat)) (?:staat er )?in {_SOURCES} (?:over|van) "
            rf"{_WHAT}\W*",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}(?:wat|staat er (?:iets|wat)) (?:staat er )?over {_WHAT} in {_SOURCES}\W*",
            re.I,
        ),
        re.compile(rf"{_OPENING}(?:zoek|kijk) in {_SOURCES} (?:naar|over|op) {_WHAT}\W*", re.I),
        re.compile(rf"{_OPENING}volgens {_SOURCES}\W+{_WHAT}\W*", re.I),
        re.compile(rf"{_OPENING}{_WHAT}\W+volgens {_SOURCES}\W*", re.I),
    ),
    listing=(  # bestanden may be any; bronnen, or what was added, are those of the notebook
        re.compile(
            rf"{_OPENING}(?:zie|heb|kun|kan|lees) (?:je|jij|u) (?:mijn|onze?|de|het|deze|die) "
            r"(?:\w+ ){0,2}\w*(?:bron(?:nen)?|bestand(?:en)?|document(?:en)?|spreadsheet|pdf)"
            rf"(?: (?:zien|lezen|openen))?{_EARLIER}\W*",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}(?:welke|hoeveel) bronnen (?:(?:heb|ken|zie|gebruik|lees|hebben) "
            rf"(?:ik|je|jij|u|we|wij)|zijn er|staan er|zitten er)(?: {_ADDED})?{_EARLIER}"
            rf"(?: in {_NOTEBOOK})?\W*",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}(?:welke|hoeveel) {_FILES} (?:(?:heb|hebben) (?:ik|we|wij){_EARLIER}"
            rf"(?: aan {_NOTEBOOK})? {_ADDED}|(?:heb|hebben|zijn|staan|zitten) (?:ik|we|wij|er)"
            rf"{_EARLIER} in {_NOTEBOOK})\W*",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}wat (?:heb|hebben) (?:ik|we|wij){_EARLIER} aan {_NOTEBOOK} {_ADDED}\W*",
            re.I,
        ),
        re.compile(rf"{_OPENING}(?:heb ik|hebben we|heb je|zijn er){_EARLIER} bronnen\W*", re.I),
        re.compile(
            rf"{_OPENING}(?:noem|toon|geef|laat|som)(?: me)?(?: alle| al)?"
            rf"(?: (?:mijn|onze|de|je))? bronnen(?: zien| op)?\W*",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}wat (?:staat|zit|heb ik)(?: er)?{_EARLIER} in "
            rf"(?:{_NOTEBOOK}|(?:mijn|onze|de|je) bronnen)\W*",
            re.I,
        ),
        re.compile(rf"{_OPENING}wat zijn (?:mijn|onze|de|je) bronnen\W*", re.I),
    ),
)
