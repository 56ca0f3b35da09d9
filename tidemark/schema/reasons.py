"""Codes with arguments: why a piece is in a view, why a turn has no answer, what an edit changed.

``agents.recall`` chooses the reason of each piece of a view; ``tidemark.i18n`` translates it.  Rows
and exports written before codes contain English sentences; the ``Stored…`` types read both.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BeforeValidator

ReasonCode = Literal[
    "question",
    "understood",  # the interpretation of the question
    "active",
    "excluded",  # left out by the person
    "last_exchange",
    "recent_exchange",
    "remembered",
    "pinned",
    "profile",
    "index",  # of exchanges
    "close_in_meaning",
    "near_match",  # next to a match
    "in_time",  # within the period that the question names
    "matches",
    "corrects",  # a recalled message of this session
    "correction",  # from another session: corrects a statement made there
    "other_session",
    "similar_question",
    "cited",  # a source cited by an earlier reply
    "sentence",  # from an unknown version, in ``terms``
]


@dataclass(frozen=True, slots=True)
class Reason:
    """A code with its arguments: the matching ``terms``, the ``title`` of another session."""

    code: ReasonCode
    terms: tuple[str, ...] = ()
    title: str = ""


_SENTENCES: Mapping[str, ReasonCode] = {
    "the question": "question",
    "what the question was understood as": "understood",
    "active message": "active",
    "left out at your wish": "excluded",
    "last exchange": "last_exchange",
    "one of the last exchanges": "recent_exchange",
    "remembered": "remembered",
    "pinned": "pinned",
    "profile": "profile",
    "index of exchanges": "index",
    "close in meaning": "close_in_meaning",
    "beside what matches": "near_match",
    "said in the time that is named": "in_time",
    "similar question": "similar_question",
}
_FORMS: tuple[tuple[re.Pattern[str], ReasonCode], ...] = (
    (re.compile(r"matches: (?P<terms>.+)"), "matches"),
    (re.compile(r"from “(?P<title>.*)”: puts right what was said there"), "correction"),
    (re.compile(r"from “(?P<title>.*)”: matches (?P<terms>.*)"), "other_session"),
    (re.compile(r"similar question, from “(?P<title>.*)”"), "similar_question"),
)


def from_sentence(sentence: str) -> Reason:
    """Return the reason that an older version stored as an English ``sentence``.

    >>> from_sentence("from “Trip”: matches light, house")
    Reason(code='other_session', terms=('light', 'house'), title='Trip')
    """
    if sentence in _SENTENCES:
        return Reason(_SENTENCES[sentence])
    for form, code in _FORMS:
        found = form.fullmatch(sentence)
        if found:
            named = found.groupdict()
            terms = tuple((named.get("terms") or "").split(", ")) if named.get("terms") else ()
            return Reason(code, terms, named.get("title") or "")
    return Reason("sentence", (sentence,))


def _read(stored: object) -> object:
    return from_sentence(stored) if isinstance(stored, str) else stored


StoredReason = Annotated[Reason, BeforeValidator(_read)]

ChangeCode = Literal["folded", "added", "edited", "deleted", "pinned", "let_go", "restored"]


@dataclass(frozen=True, slots=True)
class SummaryChange:
    """A code; ``number`` is that of the ``restored`` version."""

    code: ChangeCode
    number: int = 0


_CHANGES: Mapping[str, ChangeCode] = {
    "folded": "folded",
    "added": "added",
    "edited": "edited",
    "deleted": "deleted",
    "pinned": "pinned",
    "let go": "let_go",
}


def change_from_sentence(sentence: str) -> SummaryChange:
    """Return the change that an older version stored as an English ``sentence``.

    >>> change_from_sentence("restored version 3")
    SummaryChange(code='restored', number=3)
    """
    restored = re.fullmatch(r"restored version (\d+)", sentence)
    if restored:
        return SummaryChange("restored", int(restored[1]))
    return SummaryChange(_CHANGES.get(sentence, "edited"))


def _read_change(stored: object) -> object:
    return change_from_sentence(stored) if isinstance(stored, str) else stored


StoredChange = Annotated[SummaryChange, BeforeValidator(_read_change)]


TurnReason = Literal["stopped", "failed", "cut_off", "unanswered"]

_TURN_REASONS: Mapping[object, TurnReason] = {
    "Stopped by you.": "stopped",
    "It was cut off before it was answered.": "cut_off",
    "The branch begins with this message. Retry to have it answered.": "unanswered",
}

# A code; for a turn that failed under an older version, the English sentence of its error
StoredTurnReason = Annotated[str, BeforeValidator(lambda stored: _TURN_REASONS.get(stored, stored))]


ImportFaultCode = Literal["silent", "empty", "branches", "invalid"]


@dataclass(frozen=True, slots=True)
class ImportFault:
    """The reason why a conversation of a file cannot be imported: a code and its arguments.

    ``count`` is its number of ``branches``, ``most`` the limit; ``detail`` says in English which of
    its fields is ``invalid``.
    """

    code: ImportFaultCode
    count: int = 0
    most: int = 0
    detail: str = ""
