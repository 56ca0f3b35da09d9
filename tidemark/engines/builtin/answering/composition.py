"""Replies of the built-in engine: quotes from memory, notes, lists, and refusals.

It replies in the language of the question; everything except its own few sentences is quoted.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tidemark.engines.builtin.answering.from_material import in_material
from tidemark.engines.builtin.answering.from_sources import (
    after_own_statement,
    instead,
    on_topic,
    with_sources,
)
from tidemark.engines.builtin.answering.from_statements import answer_or_last
from tidemark.engines.builtin.answering.notes import (
    acknowledge,
    changed_list,
    items_of_message,
    notes_of,
    on_reminders,
)
from tidemark.engines.builtin.answering.own_messages import list_period
from tidemark.engines.builtin.answering.read_backs import (
    list_items,
    of_oneself,
    own_name,
    said_last,
    tasks_answer,
)
from tidemark.engines.builtin.answering.recalculation import recalculated, with_another_number
from tidemark.engines.builtin.answering.resolved_question import (
    ResolvedQuestion,
    as_list_question,
    states_first,
)
from tidemark.engines.builtin.answering.rest_of_budget import rest_told
from tidemark.engines.builtin.counting import list_standing
from tidemark.engines.builtin.counting.answers import changes_plan, list_answer
from tidemark.engines.builtin.counting.arithmetic import calculation
from tidemark.engines.builtin.last_reply import reason_or_author
from tidemark.engines.builtin.own_replies import is_no_answer
from tidemark.engines.builtin.understanding import analyse, asking
from tidemark.memory.forgetting import asks_to_forget, forgets_more, to_forget
from tidemark.nlp.dialogue_acts import STATING_ACTS, courtesy_of, dialogue_act
from tidemark.nlp.pack_fields import Courtesy, LanguagePack, ReplyPhrases
from tidemark.nlp.quotes import as_quote
from tidemark.nlp.search_terms import words
from tidemark.prompt.citations import CitedText, read_marks
from tidemark.runtime.events import Piece


def stream_pieces(reply: CitedText) -> Iterator[Piece]:
    """Yield ``reply`` a few words at a time, with citations after their words.

    >>> [piece.text for piece in stream_pieces(CitedText("One two three"))]
    ['One two ', 'three']
    """
    for match in re.finditer(r"\s*\S+(?: \S+)?\s*|\s+", reply.text):
        ending = (each for each in reply.citations if match.start() < each.end <= match.end())
        yield Piece(match.group(), citations=tuple(ending))


def compose_reply(asked: ResolvedQuestion, parts: Sequence[ResolvedQuestion] = ()) -> CitedText:
    """Return the whole reply as Markdown, with the messages that its quotes cite.

    ``parts`` are the single questions, if the message asks several.
    """
    return read_marks(_compose_each(parts) or _compose(asked))


def _compose_each(parts: Sequence[ResolvedQuestion]) -> str:
    """Return the answers to ``parts`` in order; empty if none has one."""
    replies = [_compose(each) for each in parts]
    if all(map(is_no_answer, replies)):
        return ""
    lines = [
        each.pack.phrases.no_answer_to.format(question=as_quote(each.view.question))
        if is_no_answer(reply)
        else reply
        for each, reply in zip(parts, replies, strict=True)
    ]
    paragraphs = (paragraph for line in lines for paragraph in line.split("\n\n"))
    return "\n\n".join(dict.fromkeys(paragraphs))  # two may have the same quote


def _asked_again(resolved: ResolvedQuestion) -> ResolvedQuestion:
    """Return the question, or the person's last question if this one repeats it."""
    again = resolved.pack.memory_questions.again
    if not again.fullmatch(resolved.view.question):
        return resolved
    last = _last_question(resolved)
    if not last:
        return resolved
    view = asking(resolved.view, last)
    found = analyse(view)
    return replace(
        resolved,
        view=view,
        question=found.resolution.rewritten or last,
        resolution=found.resolution,
        looked_for=found.looked_for,
        unknown=found.unknown,
        read_as="",
        phrasing=replace(resolved.phrasing, pack=found.pack),
    )


def _last_question(resolved: ResolvedQuestion) -> str:
    """Return the person's last question that names its subject, or an empty text."""
    pack = resolved.pack
    own = [piece.text for piece in resolved.view.of_kind("message") if piece.role == "user"]
    asked = (
        text
        for text in reversed(own)
        if dialogue_act(text) == "question" and not pack.memory_questions.again.fullmatch(text)
    )
    return next(asked, "")


def _compose(resolved: ResolvedQuestion) -> str:
    return _compose_typed(_asked_again(resolved))


def _compose_typed(resolved: ResolvedQuestion) -> str:
    pack, phrases, question = resolved.pack, resolved.phrases, resolved.view.question
    if resolved.is_only_pasted:
        return phrases.message_kept
    kind = dialogue_act(question, pack)
    courtesy = courtesy_of(question, pack)
    if courtesy or kind == "courtesy":
        return _courtesy(question, courtesy, phrases)
    if matter := asks_to_forget(question):
        return _forget(resolved, matter)
    found = _takes_back(question, pack) or calculation(question, pack)
    if found := found or recalculated(resolved) or with_another_number(resolved):
        return found
    if kind in STATING_ACTS and not resolved.resolution.references:
        return on_topic(resolved) or acknowledge(resolved)
    if pack.memory_questions.of_the_engine.search(question):
        return phrases.self_description
    asked = as_list_question(resolved)
    asks = question.rstrip().endswith("?")
    if (kind == "request" and changes_plan(asked)) or (not asks and changed_list(resolved)):
        return acknowledge(resolved)
    remembers = bool(
        pack.memory_questions.remember.search(question)
        or (asked.asks(pack.counting.reads_out) and list_answer(asked))
    )
    is_task = kind == "request" and not remembers
    tells = states_first(question, pack)
    noted = items_of_message(resolved) if tells or is_task else []
    if is_task and (told := on_reminders(resolved, noted)):
        return told
    notes = notes_of(resolved, noted) if tells else ""
    items = (
        own_name(resolved)
        or of_oneself(resolved)
        or said_last(resolved)
        or reason_or_author(resolved.view, resolved.statements, pack)
        or in_material(resolved, is_task=is_task)
        or (None if is_task else rest_told(resolved))
        or (
            None
            if is_task
            else list_standing.standing_of_named(asked) or tasks_answer(resolved, asked)
        )
        or list_period(resolved, alone=True)
        or list_items(resolved)
    )
    read_off = None if is_task or items else list_answer(asked)
    resolved, sourced = (resolved, None) if items else with_sources(resolved)
    body = (
        items or read_off or (sourced and after_own_statement(sourced, resolved, is_task=is_task))
    )
    body = body or answer_or_last(resolved, is_task=is_task)
    if sourced is None and not (items or read_off):
        body = instead(resolved, body, is_task=is_task)
    is_answered = bool(read_marks(body).citations)
    # A listing has its own heading; the unfound phrases may not concern it
    is_silent = body in (phrases.sources_silent, phrases.sources_withheld)
    names_itself = bool(read_off) or is_silent
    assumption = "" if names_itself else _assumption(resolved, is_answered=is_answered)
    return "\n\n".join(part for part in (notes, body, assumption) if part)


def _forget(resolved: ResolvedQuestion, matter: str) -> str:
    """Say that ``matter`` is forgotten, or that nothing about it is stored."""
    phrases = resolved.phrases
    said = [
        piece.text
        for piece in resolved.view.pieces
        if piece.role == "user" and piece.kind != "question"
    ]
    parts = to_forget(resolved.view.question, said)
    form = phrases.forgotten if parts else phrases.nothing_to_forget
    forgotten = form.format(matter=as_quote(phrases.to_second_person(matter)))
    if any(forgets_more(resolved.view.question, each) for each in parts):
        return f"{forgotten}\n\n{phrases.forgotten_with}"
    return forgotten


def _courtesy(text: str, kind: Courtesy | None, phrases: ReplyPhrases) -> str:
    """Reply to small talk of a ``kind``, or by its words if the kind is unknown."""
    if kind == "identity":
        return phrases.self_description
    if kind and kind in phrases.courtesies:
        return phrases.courtesies[kind]
    spoken = set(words(text))
    if kind == "thanks" or spoken & phrases.thanks_words:
        return phrases.welcome
    if kind == "greeting" or (kind is None and spoken & phrases.greeting_words):
        return phrases.greeting
    if kind == "farewell" or (kind is None and spoken & phrases.farewell_words):
        return phrases.farewell
    return phrases.understood


def _takes_back(question: str, pack: LanguagePack) -> str:
    """Return the reply to a person who undoes something without naming it."""
    if pack.memory_questions.undoes.search(question):
        return pack.phrases.nothing_to_undo
    return (
        pack.phrases.invites_correction if pack.dialogue_acts.disputes.fullmatch(question) else ""
    )


def _assumption(resolved: ResolvedQuestion, *, is_answered: bool) -> str:
    """State in one line how a reference was resolved, or that it could not be.

    Nothing is stated if a quote answers without doubt.
    """
    resolution, phrases = resolved.resolution, resolved.pack.phrases
    if resolved.read_as:
        return phrases.assumed_question.format(question=as_quote(resolved.read_as))
    if not resolution.references:
        return (
            phrases.unresolved_reference.format(phrase=as_quote(resolved.unknown))
            if resolved.unknown and not is_answered
            else ""
        )
    reference = resolution.references[0]
    if reference.phrase == resolved.view.question.strip():
        return phrases.assumed_question.format(question=as_quote(resolution.rewritten or ""))
    antecedent = as_quote(reference.antecedent)
    if not reference.phrase:
        return phrases.assumed_topic.format(antecedent=antecedent)
    rival = next((each for each in resolution.rivals if each != reference.antecedent), None)
    phrase = as_quote(reference.phrase)
    if rival:
        return phrases.assumed_of_two.format(
            phrase=phrase, antecedent=antecedent, rival=as_quote(rival)
        )
    return phrases.assumed_antecedent.format(phrase=phrase, antecedent=antecedent)
