"""Messages that no query answers, though their words name tables.

"Can I return a modem?" asks for a rule, "Can I see the modems?" for rows, and "I bought a modem"
for nothing.
"""

from collections.abc import Sequence, Set

from tidemark.nlp.dialogue_acts import dialogue_act
from tidemark.nlp.languages import Language
from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.tables.asking.linking import QuestionWord, tokens_of
from tidemark.tables.asking.question_words import permitting, telling, time_units

_SENTENCE_ENDS = frozenset(".!?:;")
_SHORTEST_STATEMENT = 3  # words
_SUBJECT_END = 5  # words: "my neighbour Anna Smit is"
_MONTH = "may"  # "May sales in North?"


def is_of_other_matters(
    question: str, tokens: Sequence[QuestionWord], language: Language, *, follows: bool
) -> bool:
    """Return whether ``question``, of these ``tokens``, asks what is allowed, or for how long.

    If it ``follows`` a question over tables, it may change that one: "Can it be per region?"
    """
    shows = permitting(language, "shows")
    if follows:
        shows |= permitting(language, "leaning")
    starts = [at for at in range(len(tokens)) if _begins(question, tokens, at)]
    ends = [*starts[1:], len(tokens)][: len(starts)]
    sentences = [
        [each.folded for each in tokens[start:end]] for start, end in zip(starts, ends, strict=True)
    ]
    return any(
        _asks_permission(each, shows, language) or _asks_duration(each, language)
        for each in sentences
    )


def tells(message: str, language: Language) -> bool:
    """Return whether ``message`` states something of the person, rather than asks for rows.

    >>> [tells(each, "en") for each in ("I bought a router in May.", "I need the sales of May")]
    [True, False]
    """
    pack, said = LANGUAGE_PACKS[language], [each.folded for each in tokens_of(message)]
    if "?" in message or len(said) < _SHORTEST_STATEMENT:
        return False
    if dialogue_act(message, pack) != "statement":
        return False
    if not telling(language, "wants").isdisjoint(said):
        return False
    if said[0] in telling(language, "owners"):
        return _says_of_subject(said, language)
    return said[0] in telling(language, "tellers")


def _says_of_subject(said: Sequence[str], language: Language) -> bool:
    """Return whether an auxiliary follows the subject: not "our sales that are in North"."""
    auxiliaries = LANGUAGE_PACKS[language].lexicon.auxiliaries
    ends = auxiliaries | telling(language, "linking")
    return next((word in auxiliaries for word in said[2:_SUBJECT_END] if word in ends), False)


def _begins(question: str, tokens: Sequence[QuestionWord], at: int) -> bool:
    """Return whether a sentence, or a clause after a comma, begins at a token."""
    if at == 0:
        return True
    before = tokens[at - 1]
    between = question[before.start + len(before.text) : tokens[at].start]
    is_month = tokens[at].text == _MONTH.capitalize()  # "April, May"
    return (before.kind == "comma" and not is_month) or not _SENTENCE_ENDS.isdisjoint(between)


def _asks_permission(words: Sequence[str], shows: Set[str], language: Language) -> bool:
    """Return whether ``words`` ask what somebody may do, except what ``shows`` rows."""
    opens, hearers = permitting(language, "opens"), permitting(language, "hearers")
    doers = permitting(language, "doers")
    for phrase in (each.split() for each in permitting(language, "phrases")):
        if words[: len(phrase)] == phrase:
            return shows.isdisjoint(words[len(phrase) :])
    if len(words) < 2 or words[0] not in opens or words[1] in hearers:
        return False
    return shows.isdisjoint(words[1:]) and (words[0] != _MONTH or words[1] in doers)


def _asks_duration(words: Sequence[str], language: Language) -> bool:
    """Return whether ``words`` ask within or after how much time: "within how many days"."""
    units, many = time_units(language), permitting(language, "many")
    return any(
        tuple(words[at : at + len(each)]) == each
        and words[at - 1] in permitting(language, "spans")
        and not units.isdisjoint(words[at + len(each) : at + len(each) + 2])
        for at in range(1, len(words))
        for each in (tuple(phrase.split()) for phrase in many)
    )
