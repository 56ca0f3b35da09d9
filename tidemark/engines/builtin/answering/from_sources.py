"""Answers from sources, beside the person's own statements or instead of them."""

from dataclasses import replace

from tidemark.engines.builtin.answering.from_statements import answer_from_statements
from tidemark.engines.builtin.answering.nearest import nearest_statements
from tidemark.engines.builtin.answering.question_subjects import MOST_TOPIC_WORDS
from tidemark.engines.builtin.answering.quoting import LIKELY, SURE
from tidemark.engines.builtin.answering.refusals import decline
from tidemark.engines.builtin.answering.resolved_question import (
    ResolvedQuestion,
    with_last_question,
)
from tidemark.engines.builtin.evidence import evidence
from tidemark.engines.builtin.own_replies import is_no_answer
from tidemark.engines.builtin.source_answers import SourceReply, source_reply
from tidemark.nlp.coreference import Resolution
from tidemark.nlp.dialogue_acts import asking_part
from tidemark.nlp.search_terms import words
from tidemark.prompt.citations import read_marks

_EQUALLY = 0.9  # of the share that a source covers: then the person's own message goes first


def _from_sources(resolved: ResolvedQuestion) -> SourceReply | None:
    """Return the answer from sources; None for a question about the chat itself."""
    if not resolved.view.of_kind("source"):
        return None
    pack, now = resolved.pack, resolved.phrasing.now
    question = with_last_question(asking_part(resolved.question, pack), resolved)
    found = source_reply(resolved.view, question, pack, now)
    if found and _is_of_the_talk(resolved) and _talk_share(resolved) >= LIKELY:
        return None
    return found


def with_sources(resolved: ResolvedQuestion) -> tuple[ResolvedQuestion, SourceReply | None]:
    """Return the answer from sources, and the question as it was put to them.

    A question without a pronoun that finds nothing as resolved is put to them as it was typed.
    """
    found = _from_sources(resolved)
    if found or _points_back(resolved):
        return resolved, found
    typed = resolved.view.question
    as_typed = replace(resolved, question=typed, resolution=Resolution(), unknown="")
    found = _from_sources(as_typed)
    return (as_typed if found else resolved), found


def _points_back(resolved: ResolvedQuestion) -> bool:
    """Return whether the question has a pronoun for an earlier thing, or was read as typed."""
    references = resolved.resolution.references
    spoken = {word for each in references for word in words(each.phrase)}
    return not references or not spoken.isdisjoint(resolved.pack.lexicon.pronouns)


def on_topic(resolved: ResolvedQuestion) -> str:
    """Return the content of sources for a message that only names a topic: "opening hours"."""
    pack, text = resolved.pack, resolved.view.question.strip()
    spoken = words(text)
    states = not pack.lexicon.auxiliaries.isdisjoint(spoken) or text.endswith((".", "!"))
    if not resolved.view.of_kind("source") or states or len(spoken) > MOST_TOPIC_WORDS:
        return ""
    if pack.cues.first_person.search(text) or pack.lexicon.verbs & set(spoken):
        return ""
    found = source_reply(resolved.view, text, pack, resolved.phrasing.now, is_topic=True)
    return found.text if found else ""


def after_own_statement(sourced: SourceReply, resolved: ResolvedQuestion, *, is_task: bool) -> str:
    """Return the answer from sources, after the person's own statement if that answers too.

    A task needs a language model: it is refused before any relevant passages.
    """
    if is_task and not resolved.pack.memory_questions.broadly.search(resolved.view.question):
        return f"{decline(resolved, is_task=True)}\n\n{sourced.text}"
    if _talk_share(resolved) < max(SURE, _EQUALLY * sourced.share):
        return sourced.text
    told = answer_from_statements(resolved, is_task=False)
    return f"{told}\n\n{sourced.text}" if read_marks(told).citations else sourced.text


def instead(resolved: ResolvedQuestion, body: str, *, is_task: bool) -> str:
    """Return what to say of sources, or the nearest statement, if ``body`` has no answer."""
    phrases = resolved.phrases
    if _asks_sources(resolved, body, is_task=is_task):
        withheld = resolved.view.sources_withheld
        return phrases.sources_withheld if withheld else phrases.sources_silent
    if is_task or resolved.view.of_kind("source") or not is_no_answer(body):
        return body
    return nearest_statements(resolved) or body


def _asks_sources(resolved: ResolvedQuestion, body: str, *, is_task: bool) -> bool:
    """Return whether sources were read, or withheld, without an answer to the question."""
    is_silent = not (is_task or read_marks(body).citations or _is_of_the_talk(resolved))
    return is_silent and (resolved.view.sources_withheld or bool(resolved.view.of_kind("source")))


def _is_of_the_talk(resolved: ResolvedQuestion) -> bool:
    """Return whether the words of the question ask about this chat."""
    asks, question = resolved.pack.memory_questions, resolved.view.question
    return bool(asks.of_the_talk.search(question) or asks.remember.search(question))


def _talk_share(resolved: ResolvedQuestion) -> float:
    """Return the largest share of the question that one statement of the person covers."""
    question = asking_part(resolved.question, resolved.pack)
    found = evidence(
        resolved.view, question, resolved.pack, limit=1, statements=resolved.statements
    )
    return max((each.own for each in found if each.role == "user"), default=0.0)
