"""Read-backs of what was noted: a name, tasks, items of a kind, or everything."""

import datetime as dt
from collections.abc import Collection, Sequence

from tidemark.engines.builtin.answering.own_messages import list_conversation
from tidemark.engines.builtin.answering.quoting import LIKELY
from tidemark.engines.builtin.answering.refusals import no_answer
from tidemark.engines.builtin.answering.resolved_question import (
    NOTED_TOKENS,
    ResolvedQuestion,
    as_messages,
    merged_memory,
    remembered_items,
)
from tidemark.engines.builtin.counting.accounts import is_of_debt
from tidemark.engines.builtin.counting.list_entries import entries_shown
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.diets import diets_answer
from tidemark.engines.builtin.evidence import best_share, candidates, evidence
from tidemark.engines.builtin.items.extraction import extract
from tidemark.engines.builtin.overviews import is_of_this_chat, is_open, overview
from tidemark.engines.builtin.task_answers import done_answer, open_tasks, shares_answer
from tidemark.engines.builtin.understanding import kinds_asked
from tidemark.memory import merging
from tidemark.nlp.dates import find_period
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.search_terms import compounds_with
from tidemark.schema import Item, Role, SessionMemory

_WEEK = dt.timedelta(days=7)
_MOST_QUOTES = 3
_LAST_SAID = 3  # messages of the person that a question without a subject may continue


def said_last(resolved: ResolvedQuestion) -> str | None:
    """Quote the person's last message, or repeat the last reply, if that is asked for."""
    asks, question = resolved.pack.memory_questions, resolved.view.question
    role: Role = "user" if asks.last_said.search(question) else "assistant"
    if role == "assistant" and not asks.repeat.search(question):
        return None
    said = [piece for piece in resolved.view.of_kind("message") if piece.role == role]
    if not said:
        return None
    return resolved.phrasing.said(said[-1]) if role == "user" else said[-1].text


def own_name(resolved: ResolvedQuestion) -> str | None:
    """Quote the person's last statement of their own name, which search cannot find."""
    pack, asked = resolved.pack, resolved.view.question
    if not pack.memory_questions.own_name.search(asked):
        return None
    told = [
        each
        for each in candidates(resolved.view, asked, pack, statements=resolved.statements)
        if each.role == "user"
        and not each.is_pasted
        and each.pack.memory_questions.states_own_name.search(each.text)
    ]
    if not told:  # a statement of one word is no evidence: "I'm Margaret"
        said = [
            each
            for each in resolved.statements
            if each.is_of_person and not each.is_pasted and is_of_this_chat(each.piece)
            if pack.memory_questions.states_own_name.search(each.text)
        ]
        return entries_shown(said[-1:], pack) if said else None
    newest = max(
        told, key=lambda each: (each.said is not None and each.said.timestamp(), each.source)
    )
    return resolved.phrasing.quotes([newest])


def of_oneself(resolved: ResolvedQuestion) -> str | None:
    """Quote the person's last statement of their own age or work: not that of their cat."""
    question = resolved.view.question
    for asks, states in resolved.pack.memory_questions.of_oneself:
        if asks.search(question):
            told = [
                each
                for each in resolved.statements
                if each.is_of_person and not each.is_pasted
                if states.search(each.text)
            ]
            if told:
                return entries_shown(told[-1:], resolved.pack)
            # one's job may be a task, too
            return None if kinds_asked(question, resolved.pack) else no_answer(resolved)
    return None


def tasks_answer(resolved: ResolvedQuestion, asked: ListQuestion) -> str | None:
    """List the open tasks, or quote who does which, if the question asks for that."""
    is_other = resolved.pack.memory_questions.everything.search(resolved.view.question)
    if is_other or is_of_debt(asked):
        return None
    asks_all = "todos" in kinds_asked(resolved.view.question, resolved.pack)
    noted = [each for each in merged_memory(resolved).todos if is_open(each)] if asked.tasks else ()
    if told := shares_answer(asked) or diets_answer(asked) or done_answer(asked):
        return told
    tasks = open_tasks(asked, noted, asks_all=asks_all)
    if tasks is None:
        return None
    if not tasks.items:
        return resolved.pack.phrases.all_done
    return resolved.phrasing.list_of("todos", tasks.items, title=tasks.heading)


def list_items(resolved: ResolvedQuestion) -> str | None:
    """List the noted items of the kinds that the question asks for; None if it asks for none."""
    pack, phrases = resolved.pack, resolved.pack.phrases
    question = resolved.view.question
    if pack.memory_questions.everything.search(question):
        return _everything(resolved)
    kinds = kinds_asked(question, pack)
    asks_rest = bool(pack.memory_questions.remains.search(question)) and pack.names_nothing(
        question
    )
    if asks_rest and _speaks_of_todos(resolved):
        kinds = ("todos",)
    if not kinds:
        return None
    held = merged_memory(resolved)
    matter = _subject_stems(resolved)
    listed = {kind: [each for each in held.items(kind) if is_open(each)] for kind in kinds}
    on_matter = {
        kind: _about(matter, items, pack) or _due(resolved, items) for kind, items in listed.items()
    }
    wanted = on_matter if any(on_matter.values()) else listed
    lists = [resolved.phrasing.list_of(kind, items) for kind, items in wanted.items() if items]
    if lists and (not matter or any(on_matter.values())):
        return "\n\n".join(lists)
    none = phrases.none_of_kind[kinds[0]]
    found = evidence(
        resolved.view,
        resolved.question,
        pack,
        limit=_MOST_QUOTES,
        statements=resolved.statements,
    )
    if best_share(found) < LIKELY:
        return none
    if found[0].holds_type and not found[0].is_pasted:
        return None
    return f"{none} {phrases.nearest_quotes}\n\n{resolved.phrasing.bullets(found)}"


def _speaks_of_todos(resolved: ResolvedQuestion) -> bool:
    """Return whether the person's last messages were about todos rather than amounts."""
    said = [piece for piece in resolved.view.of_kind("message") if piece.role == "user"]
    before = as_messages(said[:-_LAST_SAID], resolved.phrasing.now)
    last = as_messages(said[-_LAST_SAID:], resolved.phrasing.now)
    known = extract(before, SessionMemory(), limit_tokens=NOTED_TOKENS)
    told = extract(
        last, merging.merge(remembered_items(resolved), known), limit_tokens=NOTED_TOKENS
    )
    asked = any("todos" in kinds_asked(piece.text, resolved.pack) for piece in said[-_LAST_SAID:])
    return asked or bool(told.todos)


def _everything(resolved: ResolvedQuestion) -> str | None:
    """List all statements of this chat, or those on the subject that the question names.

    None if there are none on that subject.
    """
    pack, phrases = resolved.pack, resolved.pack.phrases
    if talk := list_conversation(resolved):
        return talk
    is_summary = bool(pack.memory_questions.summary.search(resolved.view.question))
    statements = [each for each in resolved.statements if is_of_this_chat(each.piece)]
    memory, matter = merged_memory(resolved, profile=not is_summary), _subject_stems(resolved)
    if is_summary:
        subject = pack.memory_questions.summary.sub(" ", resolved.question)
        matter = frozenset(pack.stems(subject)) - pack.list_stems
        of_ourselves = pack.memory_questions.of_ourselves.search(resolved.view.question)
        if not (of_ourselves or overview(memory, statements, pack, matter=matter)):
            return None
        matter = frozenset()
    found = overview(memory, statements, pack, matter=matter)
    if not found:
        return None if matter else phrases.nothing_noted
    lists = [resolved.phrasing.list_of(kind, items) for kind, items in found.items.items() if items]
    if found.facts:
        lists.append(resolved.phrasing.facts(found.facts))
    return "\n\n".join(lists)


def _subject_stems(resolved: ResolvedQuestion) -> frozenset[str]:
    """Return the stems of the subject of a question for a list."""
    return frozenset(resolved.pack.stems(resolved.question)) - resolved.pack.list_stems


def _due(resolved: ResolvedQuestion, items: Sequence[Item]) -> tuple[Item, ...]:
    """Return the ``items`` of the period that the question names: "on Friday" is the next one."""
    question, now = resolved.view.question, resolved.phrasing.now
    period = find_period(question, now, resolved.pack.language)
    if period is None:
        return ()
    later = _WEEK if period.last < now.date() <= period.last + _WEEK else dt.timedelta()
    first, last = period.first + later, period.last + later
    return tuple(each for each in items if each.on and first <= each.on <= last)


def _about(matter: frozenset[str], items: Sequence[Item], pack: LanguagePack) -> tuple[Item, ...]:
    def names(stems: Collection[str]) -> bool:
        kin = (compounds_with(each, stems, pack.language) for each in matter)
        return not matter.isdisjoint(stems) or any(kin)

    return tuple(item for item in items if names(pack.stems(item.text)))
