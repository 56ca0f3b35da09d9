"""Answers from what the last reply quoted: "why?", "who told me that?", "which hospital?"."""

from collections.abc import Sequence

from tidemark.engines.builtin.counting.list_entries import entries_shown
from tidemark.engines.builtin.own_replies import quotes_in
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.nlp.answer_types import has_answer
from tidemark.nlp.dialogue_acts import dialogue_act
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.quotes import as_quote
from tidemark.nlp.search_terms import words
from tidemark.schema import ContextView

_MOST_QUOTES = 3
_MOST_WORDS = 6  # of a question for another part of the same answer


def reason_or_author(
    view: ContextView, statements: Sequence[ViewStatement], pack: LanguagePack
) -> str:
    """Return the quoted statement with a reason for "why?", or with its author for "who said so?".

    The result is empty for other questions, and if nothing quoted has what is asked for.
    """
    table = pack.memory_questions
    if why := table.why_alone.fullmatch(view.question):
        quoted = _quoted_last(view, statements, pack)
        told = [each for each in quoted if _has_reason(each, pack, is_sure=bool(why["more"]))]
    elif table.who_said_so.fullmatch(view.question):
        quoted = _quoted_last(view, statements, pack)
        told = [each for each in quoted if table.reports.search(each.text)] or quoted[:1]
    else:
        return ""
    return entries_shown(told[:1], pack) if told else ""


def other_part(view: ContextView, statements: Sequence[ViewStatement], pack: LanguagePack) -> str:
    """Quote the answer to the last question, if this one only asks for another part of it.

    It has no verb and names nothing known: "which hospital?", after "which ward?".
    """
    spoken = words(view.question)
    if not (pack.lexicon.question_words & set(spoken)) or len(spoken) > _MOST_WORDS:
        return ""
    if (pack.lexicon.verbs | pack.lexicon.auxiliaries) & set(spoken):
        return ""
    quoted = _quoted_last(view, statements, pack)
    return entries_shown(quoted[:_MOST_QUOTES], pack) if quoted else ""


def _quoted_last(
    view: ContextView, statements: Sequence[ViewStatement], pack: LanguagePack
) -> list[ViewStatement]:
    """Return the person's statements that the reply to their last question quoted."""
    said = list(view.of_kind("message"))[-2:]
    is_next = [each.role for each in said] == ["user", "assistant"]
    if not is_next or dialogue_act(said[0].text, pack) != "question":
        return []
    quotes = quotes_in(said[1].text)
    return [
        each
        for each in statements
        if each.is_of_person
        and each.piece.item is None
        and set(each.piece.message_ids).isdisjoint(said[0].message_ids)  # "I took “it” to mean"
        and any(quote in as_quote(each.text) for quote in quotes)
    ]


def _has_reason(statement: ViewStatement, pack: LanguagePack, *, is_sure: bool) -> bool:
    """Return whether it gives a reason; unless that must be sure, "…, he's away" may be one."""
    goes_on = not is_sure and ", " in statement.text
    return goes_on or has_answer("reason", statement.text, frozenset(), pack)
