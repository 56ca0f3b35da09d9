"""Status updates: known todos and questions that new messages settle.

A part of a sentence gives the outcome of a thing that it names: "the shampoo's ordered" is done,
"Maple cancelled" is dropped, "Derek does the wiring" is handed over.
"""

import datetime as dt
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from tidemark.engines.builtin.items.exchange_items import ParsedMessage, asks_back, cannot_answer
from tidemark.memory.merging import MAX_SOURCES
from tidemark.nlp.clauses import Clause
from tidemark.nlp.cues import Cues
from tidemark.nlp.dates import find_date
from tidemark.nlp.language_id import language_of
from tidemark.nlp.languages import Language
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import LANGUAGE_PACKS, language_pack_for
from tidemark.nlp.search_terms import content_stems, content_terms, is_everyday, words
from tidemark.nlp.stemming import stem
from tidemark.schema import Item, ItemKind, SessionMemory

_TODO_SHARE = 0.6  # of a todo's words, in the sentence that says it is done
_LEAST_STEMS = 2  # shorter acts match too often
_PARTS = re.compile(r"[,;:]\s+")
_QUESTION_SHARE = 0.5
_SHORT_KEY = 3  # stems of a thing, of which one is enough to name it
_COMPOUND_LETTERS = 4  # "productfoto" is a "foto"
_JOINTS = re.compile(  # but not "haal Jo er maar af", "doe maar bier"
    r"[,;:]\s+|(?<!\s)\s+(?:and|but|so|en|dus|(?<!\bdoe )(?<!\bneem )maar"
    r"(?!\s+(?:af|weg|uit|eruit|eraf|over|vallen)\b))\s+"
)
_SHORT_WORDS = 6  # "paid it yesterday" refers to the last subject

Outcome = Literal["dropped", "done", "handed"]


def status_updates(
    parsed_messages: Sequence[ParsedMessage], known: SessionMemory
) -> Iterator[tuple[ItemKind, Item]]:
    """Yield each open todo and question of ``known`` that is settled, with its new status.

    A todo is done if the user says so in its words. A question is answered by the next message, or
    by a later one with its words: the user's if it asks "you", else the assistant's.
    """
    for todo in known.todos:
        if todo.status != "done" and (done := _doing(todo, parsed_messages)):
            yield "todos", _with_status(todo, "done", done)
    for question in known.open_questions:
        if question.status != "answered" and (answer := _answer(question, parsed_messages)):
            yield "open_questions", _with_status(question, "answered", answer)


def was_done_later(todo: Item, parsed_messages: Sequence[ParsedMessage]) -> bool:
    """Return whether one of ``parsed_messages`` after ``todo`` says that it is done."""
    later = [parsed for parsed in parsed_messages if parsed.message.id > todo.message_ids[-1]]
    return _doing(todo, later) is not None


def _with_status(item: Item, status: Literal["done", "answered"], message_id: int) -> Item:
    ids = (*item.message_ids[: MAX_SOURCES - 1], message_id)
    return item.model_copy(update={"status": status, "message_ids": ids})


def _share(words: str, said: Collection[str], language: Language) -> float:
    """Return the share of ``words``, read in ``language``, that are among the stems ``said``."""
    wanted = set(content_terms(words, otherwise=language))
    said = frozenset(said)
    return sum(not said.isdisjoint(term) for term in wanted) / len(wanted) if wanted else 0.0


def _doing(todo: Item, parsed_messages: Sequence[ParsedMessage]) -> int | None:
    """Return the index of the person's message that says that ``todo`` is done."""
    undated = _undated(todo)
    otherwise = parsed_messages[0].cues.language if parsed_messages else "en"
    language = language_of(todo.text, otherwise=otherwise)
    act, matter = _act_of(undated, language), _object_stems(undated, language)
    for parsed in parsed_messages:
        for clause in parsed.clauses if parsed.is_user else ():
            if clause.asks:
                continue
            told = _is_reported_done(todo, undated, clause, parsed.cues)
            parts = (*_PARTS.split(clause.text), clause.text)
            if (
                told
                or any(_is_over(matter, act, part) for part in parts)
                or _has_outcome(undated, clause.text, LANGUAGE_PACKS[language])
            ):
                return parsed.message.id
    return None


def settles(task: str, text: str, language: Language) -> bool:
    """Return whether ``text``, a later message, says that ``task`` is done.

    >>> settles("ring the hall", "I rang, the hall is free", "en")
    True
    """
    act, matter = _act_of(task, language), _object_stems(task, language)
    return any(_is_over(matter, act, part) for part in (*_PARTS.split(text), text))


def _object_stems(task: str, language: Language) -> frozenset[str]:
    """Return the stems of the object of a task, without those of its act."""
    acts = LANGUAGE_PACKS[language].cues.acts
    return frozenset(
        stem(word.removesuffix("'s"), language)
        for word in words(task)
        if word not in acts and content_stems(word, language)
    )


def _has_outcome(task: str, text: str, pack: LanguagePack) -> bool:
    """Return whether a part of ``text`` names ``task`` and says that it is settled."""
    key = frozenset(pack.stems(pack.cues.purpose.sub("", task) or task))
    return any(
        is_named(key, pack.stems(part))
        and (outcome_in(part, pack) or is_taken_over(part, key, pack))
        for part in parts_of(text)
    )


def _is_reported_done(todo: Item, undated: str, clause: Clause, cues: Cues) -> bool:
    """Return whether ``clause`` reports something done and has most words of the todo."""
    work, act = (todo.text, undated), tuple(_act(undated))
    wanted = (*work, *act) if cues.first_person.search(clause.text) else work
    if not cues.done.search(clause.text):
        return False
    said = content_stems(clause.text, cues.language)
    return max(_share(at, said, cues.language) for at in wanted) >= _TODO_SHARE


def _is_over(matter: frozenset[str], act: frozenset[str], text: str) -> bool:
    """Return whether ``text`` says that an object of the todo is settled or done."""
    tables = [pack.cues for pack in LANGUAGE_PACKS.values()]  # a few words show no language
    if any(cues.undone.search(text) for cues in tables):
        return False
    said = {stem for pack in LANGUAGE_PACKS.values() for stem in pack.stems(text)}
    did = not act.isdisjoint(words(text))
    rare = frozenset(stem for stem in matter if not is_everyday(stem))
    telling = matter if did else rare or matter
    shared = [stem for stem in telling if any(is_alike(stem, other) for other in said)]
    if not shared:
        points = any(pack.corrections.thing.search(text) for pack in LANGUAGE_PACKS.values())
        return did and points and len(text.split()) <= _SHORT_WORDS
    is_settled = did or any(cues.finished.search(text) for cues in tables)
    half = 2 * len(shared) >= len(telling)
    was_done = any(cues.is_done.search(text) for cues in tables)
    if not act:  # a thing without an act: any act on it settles it
        was_done |= any(cues.done.search(text) for cues in tables)
    return is_settled or (half and was_done)


def _act_of(work: str, language: Language) -> frozenset[str]:
    """Return the words that report the act of ``work`` as done."""
    acts = LANGUAGE_PACKS[language].cues.acts
    return next((acts[word] for word in words(work) if word in acts), frozenset())


def _act(work: str) -> Iterator[str]:
    """Yield the act without its purpose: "call Anna" for "call Anna to reserve"."""
    language = language_of(work)
    act = LANGUAGE_PACKS[language].cues.purpose.sub("", work)
    if act != work and len(content_stems(act, language)) >= _LEAST_STEMS:
        yield act


def _undated(todo: Item) -> str:
    """Return the words of ``todo`` without its day, which people do not repeat later."""
    if todo.on is None:
        return todo.text
    day = dt.datetime.combine(todo.on, dt.time())
    found = find_date(todo.text, day, language_of(todo.text))
    return todo.text[: found.start] + todo.text[found.end :] if found else todo.text


def _answer(question: Item, parsed_messages: Sequence[ParsedMessage]) -> int | None:
    asks_user = _asks_you(question)
    for index, parsed in enumerate(parsed_messages):
        if parsed.is_user != asks_user or asks_back(parsed):
            continue
        if cannot_answer(parsed):
            continue
        if index > 0 and question.text.rstrip("?").casefold() in parsed.beginning.casefold():
            continue  # a summary repeats the question, and answers nothing
        # The next message answers unless it asks itself; a later one must repeat the words.
        if (index == 0 and not parsed.questions) or (
            _states_something(parsed)
            and _share(question.text, parsed.stems, parsed.cues.language) >= _QUESTION_SHARE
        ):
            return parsed.message.id
    return None


def _asks_you(question: Item) -> bool:
    cues = language_pack_for(question.text).cues
    return bool(
        cues.second_person.search(question.text) and not cues.first_person.search(question.text)
    )


def _states_something(parsed: ParsedMessage) -> bool:
    return any(not clause.asks for clause in parsed.clauses)


# The outcome of a thing


def parts_of(text: str) -> list[str]:
    """Return the parts of a sentence, each of which may give an outcome.

    >>> parts_of("Buckets are washed, and roses cut")
    ['Buckets are washed', 'and roses cut']
    """
    return [part for part in _JOINTS.split(text) if part.strip()]


def outcome_in(part: str, pack: LanguagePack) -> Outcome | None:
    """Return the outcome that ``part`` gives for the thing that it names, or None."""
    changes, cues = pack.list_changes, pack.cues
    if changes.drops.search(part):
        return "dropped"
    if changes.handed.search(part):
        return "handed"
    if changes.unfinished.search(part):
        return None
    settled = (changes.completes, cues.finished, cues.is_done)
    return "done" if any(pattern.search(part) for pattern in settled) else None


def is_taken_over(part: str, thing: Collection[str], pack: LanguagePack) -> bool:
    """Return whether ``part`` says that somebody else does the ``thing``, given by its stems."""
    found = pack.list_changes.takes_over.search(part)
    if not found:
        return False
    who = next(filter(None, found.groupdict().values()), "")
    return bool((set(pack.stems(part)) - set(pack.stems(who))).intersection(thing))


def is_named(key: Collection[str], said: Collection[str]) -> bool:
    """Return whether ``said`` has enough of the stems ``key`` to name their thing."""
    shared = {stem for stem in key if any(is_alike(stem, other) for other in said)}
    if not shared or (all(map(is_everyday, shared)) and not all(map(is_everyday, key))):
        return False
    return len(key) <= _SHORT_KEY or len(shared) > 1


def is_alike(one: str, other: str) -> bool:
    """Return whether both stems are one word, or one ends a compound with the other.

    >>> is_alike("foto", "productfoto"), is_alike("art", "part")
    (True, False)
    """
    few, many = sorted((one, other), key=len)
    return few == many or (len(few) >= _COMPOUND_LETTERS and many.endswith(few))
