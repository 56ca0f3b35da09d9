"""Items that only show between two messages: open questions, accepted proposals, short answers."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from typing import Literal

from tidemark.engines.builtin.own_replies import is_builtin_reply
from tidemark.nlp.clauses import Clause
from tidemark.nlp.cues import Cues
from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.nlp.search_terms import content_stems
from tidemark.schema import Item, Message

_READ_CHARS = 4_000
_SHORT_ANSWER_CHARS = 240
_OPENING_CHARS = 160
_ACCEPTANCE_WORDS = 12  # "yes, let's do that" accepts; a paragraph that begins with "yes" may not
_LAST_CLAUSES = 3  # the end of a long reply, where it asks or proposes
_LIST = re.compile(r"\s*(?:[-*+•|>]|\d+[.)])\s")


@dataclass(frozen=True)
class ParsedMessage:
    """A message with its clauses, the cues of its language, and its speaker, if any."""

    message: Message
    speaker: str | None
    clauses: tuple[Clause, ...]
    cues: Cues

    @property
    def is_user(self) -> bool:
        """Return whether the person wrote it."""
        return self.message.role == "user"

    @property
    def beginning(self) -> str:
        """Its beginning, which shows whether it answers a question."""
        return self.message.content[:_READ_CHARS]

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its ``beginning``."""
        return frozenset(content_stems(self.beginning, self.cues.language))

    @property
    def questions(self) -> tuple[Clause, ...]:
        """The clauses that are questions."""
        return tuple(clause for clause in self.clauses if clause.asks)


def open_questions(parsed_messages: Sequence[ParsedMessage]) -> Iterator[Item]:
    """Yield the unanswered questions in ``parsed_messages``.

    Of the user: those without a reply, or with one that asks back or has no answer. Of the
    assistant: the last clarifying question, if no user message follows.
    """
    for index, parsed in enumerate(parsed_messages):
        later = islice(parsed_messages, index + 1, None)
        replies = (at for at in later if at.is_user != parsed.is_user)
        first = next(replies, None)
        is_open = first is None
        if first is not None and parsed.is_user:
            is_open = _declined(first) or (asks_back(first) and all(map(asks_back, replies)))
        if is_open and (asked := _worth_keeping(parsed)):
            yield _question(asked, "open")


def subjects(parsed_messages: Sequence[ParsedMessage]) -> Iterator[Item]:
    """Yield the user's questions as answered: the subjects of a conversation without statements."""
    for index, parsed in enumerate(parsed_messages):
        if parsed.is_user and (asked := _worth_keeping(parsed)):
            replies = [at for at in parsed_messages[index + 1 :] if not at.is_user]
            told = replies and not cannot_answer(replies[0])
            yield _question(asked, "answered" if told else "open")


def asks_back(reply: ParsedMessage) -> bool:
    """Return whether ``reply`` only asks for a clarification, or was cut off."""
    return reply.message.metadata.clarifying or bool(reply.message.metadata.partial)


def opening(parsed: ParsedMessage) -> str:
    """Return the beginning of a message, where a reply says that it has no answer."""
    return parsed.message.content[:_OPENING_CHARS]


def cannot_answer(reply: ParsedMessage) -> bool:
    """Return whether ``reply`` says that it has no answer."""
    return bool(reply.cues.cannot_answer.search(opening(reply)))


def _declined(reply: ParsedMessage) -> bool:
    return cannot_answer(reply) and not reply.cues.no_model.search(opening(reply))


def _question(clause: Clause, status: Literal["open", "answered"]) -> Item:
    ids = (clause.message.id,)
    return Item(text=clause.text, quote=clause.quote, message_ids=ids, status=status)


def _worth_keeping(parsed: ParsedMessage) -> Clause | None:
    if not parsed.is_user and (parsed.speaker or _ends_in_list(parsed.message)):
        return None  # a question between two people is small talk, in a list it is advice
    asked = parsed.questions if parsed.is_user else parsed.clauses[-1:]
    of_memory = LANGUAGE_PACKS[parsed.cues.language].memory_questions
    kept = [
        clause
        for clause in asked
        if clause.asks
        and not (of_memory.asks_for_list(clause.text) or of_memory.talked.search(clause.text))
        and len(clause.stems) >= 2
        and not parsed.cues.polite_questions.search(clause.text)
        and not any(reminder.search(clause.text) for reminder in parsed.cues.reminders)
    ]
    return kept[-1] if kept else None


def _ends_in_list(message: Message) -> bool:
    lines = message.content.rstrip().splitlines()
    return bool(lines and _LIST.match(lines[-1])) and not message.metadata.clarifying


def accepted_proposals(parsed_messages: Sequence[ParsedMessage]) -> Iterator[Item]:
    """Yield proposals of the assistant that the user's next message accepts, as decisions."""
    for proposal, reply in pairwise(parsed_messages):
        if proposal.is_user or not reply.is_user or not _accepts(reply):
            continue
        cues = proposal.cues
        for clause in reversed(proposal.clauses[-_LAST_CLAUSES:]):
            found = next((at for p in cues.proposes if (at := p.search(clause.text))), None)
            what = found["what"] if found else ""
            if len(content_stems(what, cues.language)) >= 2 and not cues.no_decision.search(what):
                yield Item(
                    text=clause.shortened_to(what).text,
                    quote=clause.quote,
                    message_ids=(proposal.message.id, reply.message.id),
                )
                break


def _accepts(reply: ParsedMessage) -> bool:
    words = reply.message.content.removeprefix(f"{reply.speaker}: ").lstrip()
    return bool(reply.cues.accepts.match(words)) and len(words.split()) <= _ACCEPTANCE_WORDS


def short_answers(parsed_messages: Sequence[ParsedMessage]) -> Iterator[ParsedMessage]:
    """Yield replies of the assistant that answer a question in a few words.

    The built-in engine's own and those with a quote are left out: what they say is remembered.
    """
    for question, reply in pairwise(parsed_messages):
        if not (question.is_user and question.questions) or reply.is_user:
            continue
        words = reply.message.content
        is_echo = "“" in words or is_builtin_reply(words) or cannot_answer(reply)
        if len(words) <= _SHORT_ANSWER_CHARS and not is_echo:
            yield reply
