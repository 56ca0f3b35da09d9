"""Dialogue acts: a message asks, requests, wishes, states, offers material, or is only polite.

A wish is a statement about a plan: it is remembered like one, and a model may ask about it.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from tidemark.nlp.languages import given_names
from tidemark.nlp.pack_fields import Courtesy, DialogueActRules, LanguagePack
from tidemark.nlp.pack_selection import LANGUAGE_PACKS, language_pack_for
from tidemark.nlp.quotes import quotable_sentences
from tidemark.nlp.search_terms import words
from tidemark.nlp.sentences import QUESTION_CHARS, beginning_and_end
from utils import text_cache

_LONGEST_COURTESY = 80  # characters
_MOST_CLAUSES = 5
_CLAUSE_END = re.compile(r"[^\w'’ -]+|\s-+\s")
# The order decides which one is answered if a message has several
_COURTESIES: Sequence[Courtesy] = (
    "joke", "identity", "nature", "chat", "presence", "complaint", "apology", "low", "how_are_you",
    "high", "farewell", "thanks", "praise", "wish", "greeting", "nod",
)  # fmt: skip
_MORE_THAN_POLITE = ("joke", "low", "high")  # they also request or state something
_MORE_WORDS = 6
_MOST_QUESTIONS = 4
_PER_PERSON = 2  # words of "per person", which may be an answer, too
_JOINT = re.compile(
    r"(?<![, ])(?=,? (?P<and>\w{1,8}) (?P<asks>\w{1,12}) (?P<following>[\w'’]{1,40}))"
)
_LABEL = re.compile(
    r"(?:Book|Set|Order|List|Play|Track|Check|Bake|Cook|Show|Name|Clean|Post|Share)"
    r"(?: (?!a |an |the |my |our |this |that |these |those |me |us |all |"
    r"some )[\w-]{1,20}){1,4}:\s",
    re.IGNORECASE,
)
_SEPARATED = re.compile(r"\S(?:[,;] |\n| (?:and|en|&) )\S")
_OWN_ANSWER = re.compile(r"(?P<asks>[^:?\n]{3,60}):\s+(?P<list>[^?]+)")
_AMOUNTS = re.compile(
    r"(?:[A-Za-z][\w'’-]{0,20} ){1,3}\W?\d[\d.,]{0,9}"
    r"(?:(?:,| and| en) (?:[A-Za-z][\w'’-]{0,20} ){1,3}\W?\d[\d.,]{0,9}){1,9}[.!]?"
)
_QUESTION_MARK = re.compile(r"\?(?=[\s\"'”’)!?]|$)")  # not within an address
DialogueAct = Literal["question", "request", "wish", "statement", "resource", "courtesy"]
STATING_ACTS: frozenset[DialogueAct] = frozenset(("statement", "wish", "resource"))
ASKING_ACTS: frozenset[DialogueAct] = frozenset(("question", "request"))


@text_cache(2048)
def dialogue_act(text: str, pack: LanguagePack | None = None) -> DialogueAct:
    """Return the dialogue act of ``text``, read in ``pack``, by default in its own language.

    >>> [dialogue_act(text) for text in ("Thanks a lot!", "I prefer tea.", "I have a dataset")]
    ['courtesy', 'statement', 'resource']
    >>> [dialogue_act(text) for text in ("what did we decide", "Plan my trip to Lisbon")]
    ['question', 'request']
    """
    pack = pack or language_pack_for(text)
    rules = pack.dialogue_acts
    text = beginning_and_end(text, QUESTION_CHARS)
    if is_courtesy(text, rules):
        return "courtesy"
    keeps = rules.asks_to_keep.search(text) or dictated(text, rules)
    if keeps or tells_who(text, pack) or pack.corrections.sets.match(text):
        return "statement"
    if rules.requests.search(text) and not (_lists(text) or _says_amount(text, pack)):
        return "question" if rules.asks_to_be_told.search(text) else "request"
    if _QUESTION_MARK.search(text) or rules.asks.search(text) or _asks_of_person(text, pack):
        return "question"
    if _calculates_on(text):
        return "question"
    if rules.wishes.search(text):
        return "wish"
    if rules.resource.search(text) and len(text.split()) <= rules.resource_words:
        return "request" if rules.settled.search(text) else "resource"
    return "statement"


def tells_who(text: str, pack: LanguagePack) -> bool:
    """Return whether ``text`` answers its own question.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> tells_who("who is coming: me, Joost and Sanne", ENGLISH)
    True
    >>> tells_who("who is coming: Joost or Sanne", ENGLISH)
    False
    """
    found = _OWN_ANSWER.fullmatch(text.strip())
    if not found or not _SEPARATED.search(found["list"]):
        return False
    asks, is_open = found["asks"], pack.answer_types.alternatives.search(found["list"])
    is_of_us = pack.ledger.asks_attending.search(asks) or pack.cues.first_person.search(asks)
    return bool(is_of_us and not is_open and pack.answer_types.asks["person"].search(asks))


def _asks_of_person(text: str, pack: LanguagePack) -> bool:
    found = pack.dialogue_acts.asks_of_person.fullmatch(text)
    return found is not None and found["name"].casefold() in given_names(pack.language)


def _calculates_on(text: str) -> bool:
    """Return whether ``text``, too short for a language, asks on from a result.

    >>> [_calculates_on(text) for text in ("and per person", "gedeeld door 6", "per person")]
    [True, True, False]
    """
    accounts = [pack.accounts for pack in LANGUAGE_PACKS.values()]
    is_each = any(of.asks_each_alone.fullmatch(text) for of in accounts)
    return (is_each and len(text.split()) > _PER_PERSON) or any(
        of.calculates_on.fullmatch(text) for of in accounts
    )


def _lists(text: str) -> bool:
    """Return whether ``text`` lists amounts, or is a label and a list: "Book club picks: …".

    >>> _lists("Bake sale 312.50, raffle 188"), _lists("Plan a party: cake, music")
    (True, False)
    """
    return bool(_LABEL.match(text) or _AMOUNTS.fullmatch(text.strip()))


def _says_amount(text: str, pack: LanguagePack) -> bool:
    """Return whether ``text`` gives an amount, and so is no request: "order was 48"."""
    opens = words(text)[1:3]
    return bool(opens) and opens[0] in pack.lexicon.auxiliaries and opens[-1].isdigit()


def dictated(text: str, rules: DialogueActRules) -> re.Match[str] | None:
    """Return the ``head`` and the ``list`` of ``text`` if it dictates two entries or more.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> found = dictated("Make a shopping list: eggs, rye bread", ENGLISH.dialogue_acts)
    >>> found and (found["head"], found["list"])
    ('shopping list', 'eggs, rye bread')
    >>> dictated("Make a list: ten quick dinners", ENGLISH.dialogue_acts) is None
    True
    """
    found = rules.dictates.match(text)
    return found if found and _SEPARATED.search(found["list"]) else None


def is_courtesy(text: str, rules: DialogueActRules) -> bool:
    """Return whether ``text`` is only polite by these ``rules``: no question, no statement."""
    if len(text) >= _LONGEST_COURTESY or not text.strip():
        return False
    if not any(map(str.isalnum, text)):  # an emoji, unless it is a question mark
        return "?" not in text
    if rules.courtesy.fullmatch(text) or _courtesy(text, rules) not in (None, *_MORE_THAN_POLITE):
        return True
    return "?" not in text and bool(rules.thanks.fullmatch(text))


@text_cache(2048)
def courtesy_of(text: str, pack: LanguagePack) -> Courtesy | None:
    """Return the kind of small talk of ``text``, or None if any clause is more than that.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> [courtesy_of(text, ENGLISH) for text in ("Hey, how's life?", "Sorry, it is on Monday.")]
    ['how_are_you', None]
    """
    return _courtesy(text, pack.dialogue_acts)


def _courtesy(text: str, rules: DialogueActRules) -> Courtesy | None:
    if len(text) >= _LONGEST_COURTESY:
        return None
    plain = " ".join(text.replace("’", "'").split())
    clauses = [each.strip(" -'") for each in _CLAUSE_END.split(plain)]
    clauses = [each for each in clauses if any(map(str.isalnum, each))]
    if not 0 < len(clauses) <= _MOST_CLAUSES:
        return None
    kinds = [
        next((kind for kind in _COURTESIES if rules.courtesies[kind].fullmatch(each)), None)
        for each in clauses
    ]
    return None if None in kinds else next(kind for kind in _COURTESIES if kind in kinds)


@text_cache(4096)
def is_courtesy_in_any_language(text: str) -> bool:
    """Return whether ``text`` only thanks or greets, in any language.

    >>> is_courtesy_in_any_language("Bedankt!"), is_courtesy_in_any_language("Thanks, and when?")
    (True, False)
    """
    return any(is_courtesy(text, pack.dialogue_acts) for pack in LANGUAGE_PACKS.values())


def asking_part(text: str, pack: LanguagePack | None = None) -> str:
    """Return the sentence of ``text`` that asks or requests, without its introduction.

    >>> asking_part("I met Greg on Monday, can you remind me when we meet again?")
    'can you remind me when we meet again?'
    """
    rules = (pack or language_pack_for(text)).dialogue_acts
    text = beginning_and_end(text, QUESTION_CHARS)
    parts = quotable_sentences(text)
    asking = [at for at, part in enumerate(parts) if "?" in part or rules.requests.search(part)]
    if not asking:
        part = text
    elif rules.requests.search(parts[asking[-1]]):
        part = " ".join((parts[asking[-1]], *_more_of_request(parts[asking[-1] + 1 :])))
    else:
        part = parts[asking[-1]]
    found = [match.end() for match in rules.turns_to_ask.finditer(part)]
    at = found[-1] if found else 0
    return part if _names_terms(part[:at], part[at:], pack) else part[at:]


def _names_terms(before: str, question: str, pack: LanguagePack | None) -> bool:
    """Return whether the words ``before`` name what ``question`` adds up, and state nothing.

    "Wifi, shopping and the microwave, how much is that together?"
    """
    if not before:
        return False
    pack = pack or language_pack_for(question)
    if not (pack.counting.total.search(question) or pack.ledger.points.search(question)):
        return False
    lexicon = pack.lexicon
    states = lexicon.auxiliaries | lexicon.pronouns | (lexicon.verbs - lexicon.prepositions)
    things = [each for each in pack.counting.joined.split(before) if each.strip()]
    return len(things) > 1 and states.isdisjoint(re.findall(r"[\w'’]+", before.lower()))


def questions_in(text: str, pack: LanguagePack | None = None) -> tuple[str, ...]:
    """Return the complete questions of ``text``; a statement is joined with the next question.

    A message that requests an action is one question.

    >>> questions_in("Anna is ill. When does she come back, and who takes over?")
    ('Anna is ill. When does she come back?', 'who takes over?')
    >>> questions_in("When and where do we meet? Do you know?")
    ('When do we meet?', 'where do we meet? Do you know?')
    """
    pack = pack or language_pack_for(text)
    if len(text) > QUESTION_CHARS or text.count("?") == 0:
        return (text,)
    if dialogue_act(text, pack) != "question" or pack.dialogue_acts.requests.search(text):
        return (text,)
    found: list[str] = []
    waiting: list[str] = []  # statements, and tags such as "right?" that ask for nothing
    for sentence in quotable_sentences(text):
        waiting.append(sentence)
        if sentence.endswith("?") and pack.stems(sentence):
            first, *more = _joined_questions(sentence, pack)
            found += [" ".join((*waiting[:-1], first)), *more]
            waiting = []
    if not 1 < len(found) <= _MOST_QUESTIONS:
        return (text,)
    return (*found[:-1], " ".join((found[-1], *waiting)))


def _joined_questions(sentence: str, pack: LanguagePack) -> list[str]:
    """Return the questions of one sentence: "when do we leave, and who drives?"."""
    lexicon = pack.lexicon
    no_verbs = lexicon.pronouns | lexicon.determiners | pack.corrections.persons.keys()
    joints: list[re.Match[str]] = []
    start = 0
    for joint in _JOINT.finditer(sentence):
        before = words(sentence[start : joint.start()])
        asks, following = joint["asks"].lower(), joint["following"].lower()
        if (
            joint["and"].lower() in lexicon.continuers
            and asks in lexicon.question_words
            and following not in no_verbs  # "what he said and when we left" is no question
            and before[0] in lexicon.question_words
            and (len(before) == 1 or before[-1] not in lexicon.question_words)
        ):
            joints.append(joint)
            start = joint.start("asks")
    starts = [0, *(joint.start("asks") for joint in joints)]
    ends = [*(joint.start() for joint in joints), len(sentence)]
    parts = [sentence[at:end].rstrip("?") for at, end in zip(starts, ends, strict=True)]
    shared = parts[-1].partition(" ")[2]  # of "when and where do we meet"
    return [f"{part if ' ' in part else f'{part} {shared}'}?" for part in parts]


def _more_of_request(after: Sequence[str]) -> Iterator[str]:
    """Yield the sentences that belong to a request before them: "Friendly, but clear"."""
    for part in after:
        if len(part.split()) > _MORE_WORDS or any(map(str.isdigit, part)):
            return
        yield part
