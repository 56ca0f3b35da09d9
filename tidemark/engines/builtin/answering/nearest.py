"""The statements that come nearest to a question without an answer, marked as unsure."""

from collections.abc import Sequence

from tidemark.engines.builtin.amendments import changed_later
from tidemark.engines.builtin.answering.question_subjects import (
    MOST_TOPIC_WORDS,
    asks_advice,
    is_of_sort,
    misses_subject,
    shares_only_verb,
    verbs_of,
)
from tidemark.engines.builtin.answering.quoting import MOST_FOUND, worth_quoting
from tidemark.engines.builtin.answering.resolved_question import (
    ResolvedQuestion,
    known_stems,
    with_last_question,
)
from tidemark.engines.builtin.counting.list_entries import bullets_of
from tidemark.engines.builtin.evidence import Evidence, candidates, evidence
from tidemark.engines.builtin.view_statements import ViewStatement, just_told
from tidemark.nlp.answer_types import answer_type, has_answer
from tidemark.nlp.dates import find_period
from tidemark.nlp.dialogue_acts import ASKING_ACTS, asking_part, dialogue_act
from tidemark.nlp.mentions import names
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.search_terms import words

_OF_VALUES = ("money", "age", "count", "people", "duration", "time")  # found by their form
_NEAR = 0.3  # of any question, to be quoted as the nearest statement
_MOST_NEAREST = 2


def nearest_statements(resolved: ResolvedQuestion) -> str:
    """Quote the person's statements that come nearest to the question, marked as unsure.

    If none shares enough words with it, those that they made just before, where it goes on from
    them.  Empty if it may be about the world.
    """
    pack, asked = resolved.pack, resolved.view.question
    question = with_last_question(asking_part(resolved.question, pack), resolved)
    found = evidence(
        resolved.view,
        question,
        pack,
        focus=resolved.looked_for,
        limit=MOST_FOUND,
        statements=resolved.statements,
    )
    found = [each for each in found if _is_own_statement(each)]
    if answer_type(question, pack) == "person":
        found = [of for of in found if not shares_only_verb(question, of, pack)] or found
    if asks_advice(question, resolved) or misses_subject(asked, found, pack):
        return ""
    is_ours = bool(pack.memory_questions.of_ourselves.search(asked)) and not resolved.looked_for
    if found and (is_ours or _is_near(question, found[0], pack)):
        shown = _with_change(question, worth_quoting(found)[:_MOST_NEAREST], resolved)
        nearest = resolved.phrasing.bullets(shown)
    else:
        told = just_told(resolved.view, resolved.statements)
        nearest = bullets_of(told) if told and _goes_on(resolved, told) else ""
    return nearest and f"{pack.phrases.unsure_quotes}\n\n{nearest}"


def _with_change(
    question: str, shown: Sequence[Evidence], resolved: ResolvedQuestion
) -> list[Evidence]:
    """Return ``shown`` after the last statement that says that something in the first changed."""
    said = candidates(
        resolved.view,
        question,
        resolved.pack,
        focus=resolved.looked_for,
        statements=resolved.statements,
    )
    changes = changed_later(question, shown[0], said, resolved.pack)
    return [*(each for each in changes if each not in shown), *shown]


def _goes_on(resolved: ResolvedQuestion, told: Sequence[ViewStatement]) -> bool:
    """Return whether the question goes on from what was ``told``.

    It has no subject of its own, is of a sort or a place in a list, or asks for an amount or a time
    that was told: "which painkiller is not allowed?".
    """
    pack, question = resolved.pack, resolved.view.question
    spoken, stems = set(words(question)), frozenset(pack.stems(question))
    named = {stem for name in names(question, pack) for stem in pack.stems(name.text)}
    kind = answer_type(question, pack)
    is_of_name = kind == "name" or pack.memory_questions.own_name.search(question)
    if is_of_name or not named <= known_stems(resolved):
        return False
    if resolved.unknown or resolved.resolution.references:
        return True
    if kind in _OF_VALUES:
        return any(has_answer(kind, each.text, stems, pack) for each in told)
    period = find_period(question, resolved.phrasing.now, pack.language)
    is_of_day = period is not None and spoken.isdisjoint(pack.dates.weekdays)  # "tomorrow"
    is_contracted = any(word.endswith("'s") for word in spoken)  # "what's the wifi password?"
    has_verb = not verbs_of(pack).isdisjoint(spoken) or (is_contracted and kind != "person")
    is_short = len(spoken) <= MOST_TOPIC_WORDS and not (has_verb or is_of_day)
    has_no_subject = stems <= pack.asking_stems or is_short
    is_of_place = bool(pack.counting.ordinal.search(question))
    return has_no_subject or is_of_place or is_of_sort(question, pack)


def _is_own_statement(each: Evidence) -> bool:
    """Return whether the person stated it themselves, in this chat."""
    is_own = each.role == "user" and not (each.title or each.is_pasted)
    return is_own and dialogue_act(each.text, each.pack) not in ASKING_ACTS


def _is_near(question: str, best: Evidence, pack: LanguagePack) -> bool:
    """Return whether ``best`` has enough words of ``question``, and all of its names."""
    shared = set(pack.stems(question)) & best.stems
    named = {stem for name in names(question, pack) for stem in pack.stems(name.text)}
    is_of_words = any(not stem.isdigit() for stem in shared)
    return best.own >= _NEAR and is_of_words and named <= best.stems | best.sentence.message
