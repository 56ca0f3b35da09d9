"""Chat titles, made by rules from the first question and its answer.

No engine is asked: a title is not worth waiting for, or sending text anywhere.
"""

import re

from tidemark.nlp.sentences import split_sentences
from tidemark.nlp.tokens import content_stems, words
from tidemark.nlp.word_lists import stop_words
from tidemark.schema import Message

TITLE_CHARS = 48  # what a row of the list has room for
_CODE = re.compile(r"```.*?(?:```|$)", re.DOTALL)
# Not within a word or after one: ``user_id``, ``2*3``, ``C#``
_MARKS = re.compile(
    r"`+|(?<!\w)[*_]+|[*_]+(?!\w)|^\s*(?:>\s*)*#{0,6}(?=\s)|^\s*>+|!?\[([^\]]*)\]\([^)]*\)",
    re.MULTILINE,
)
_HEADING = re.compile(r"^#{1,3} +(.{3,60})$", re.MULTILINE)
_GREETING = re.compile(
    r"^(?:(?:hi|hello|hey|hoi|hallo|dag|good (?:morning|afternoon|evening)|goede(?:morgen|middag|"
    r"navond)|dear \w+|beste \w+)(?: (?:there|all|daar|allemaal))?|thanks|thank you|bedankt|"
    r"ok(?:ay)?|please|alsjeblieft|alstublieft|so|well|dus|nou)\s*[,.!:–-]*(?:\s+|$)",
    re.IGNORECASE,
)
# How one asks, before what one asks for
_ASKING = re.compile(
    r"^(?:"
    r"(?:can|could|would|will) you (?:please )?(?:help me (?:to |with )?)?|"
    r"(?:please )?(?:tell|show|give) me (?:more )?(?:about |how to )?|"
    r"(?:please )?explain (?:to me )?|help me (?:to |with )?|"
    r"i(?: would|'d) like (?:you )?to |i want (?:you )?to |i need (?:you )?to |"
    r"(?:do you know|i wonder|i was wondering) (?:if |whether )?|"
    r"what(?:'s| is| are| was| were) (?:the |a |an )?|who(?:'s| is| was) (?:the )?|"
    r"how (?:do|can|should|could) (?:i|we|you) |"
    r"(?:kun|kan|wil|zou) (?:je|jij|u) (?:me |mij )?(?:alsjeblieft )?(?:helpen met )?|"
    r"(?:vertel|geef|toon) (?:me |mij )?(?:eens )?(?:meer )?(?:over )?|leg (?:me )?uit |"
    r"help me (?:met )?|ik (?:wil|zou) (?:graag )?(?:weten )?|weet (?:je|u) (?:of )?|"
    r"wat (?:is|zijn|was|waren) (?:de |het |een )?|wie (?:is|was) (?:de |het )?|"
    r"hoe (?:kan|moet|zou) (?:ik|je|men) "
    r")",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r",? (?:because|since|so that|although|omdat|want|zodat|hoewel)\b.*|"
    r", (?:and|but|or|which|who|en|maar|of|die|dat) .*",
    re.IGNORECASE,
)
_EDGES = " \t,.:;!–—-\"'“”‘’()"  # a question mark stays: it says what the chat is


def first_title(question: Message, reply: str) -> str | None:
    """Return a title if ``question`` opens its chat, else None."""
    return title(question.content, reply) or None if question.position == 0 else None


def title(question: str, answer: str) -> str:
    r"""Return a title made of ``question`` or of a heading in ``answer``, or nothing.

    >>> title("Hi, can you tell me about the harbour of Lisbon? I go in May.", "It is …")
    'The harbour of Lisbon'
    >>> title("Hoi! Wat is de hoofdstad van Portugal, en waar ligt die?", "Lissabon.")
    'Hoofdstad van Portugal'
    >>> title("hello", "# Planning a trip\nWhere to?")
    'Planning a trip'
    >>> title("hello, rename **user_id** in my C# code", "Done.")
    'Rename user_id in my C# code'
    """
    for text in (question, *_HEADING.findall(answer)[:1]):
        for sentence in _sentences(text):
            if made := _made(sentence):
                return made
    return ""


def _sentences(text: str) -> list[str]:
    plain = _MARKS.sub(lambda found: found[1] or "", _CODE.sub(" ", text[:2_000]))
    found = (part for each in split_sentences(plain) for part in each.text.split("; "))
    return [part.strip() for part in found if part.strip()][:4]


def _made(sentence: str) -> str:
    """Return ``sentence`` as a title; empty if it names nothing."""
    bare = sentence
    while (rest := _GREETING.sub("", bare)) != bare:
        bare = rest
    asked = _ASKING.sub("", _ASKING.sub("", bare))
    told = _CLAUSE.sub("", asked).strip(_EDGES)
    if asked != bare:
        told = told.rstrip("?").strip(_EDGES)
    if not content_stems(told):
        return ""
    told = _shortened(" ".join(told.split()))
    return told[:1].upper() + told[1:]


def _shortened(told: str) -> str:
    if len(told) <= TITLE_CHARS:
        return told
    space = told.rfind(" ", 0, TITLE_CHARS + 1)
    if space < TITLE_CHARS // 2:
        return f"{told[: TITLE_CHARS - 1]}…"
    kept = told[:space].split(" ")
    skipped = stop_words("en") | stop_words("nl")
    while len(kept) > 1 and (not words(kept[-1]) or words(kept[-1])[0] in skipped):
        kept.pop()
    return f"{' '.join(kept).rstrip(_EDGES)}…"
