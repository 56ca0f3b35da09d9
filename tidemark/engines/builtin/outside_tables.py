"""Texts that answer a question better than tables, which could answer it, too.

A sentence of a source does if it answers and has a word of the question that the query leaves
unread; a statement of the person if it has all of what they ask about themselves, or a sum of the
amounts that they told, if the question names no table or column: "how much did I spend?".
"""

import datetime as dt
from collections.abc import Collection, Sequence

from tidemark.engines.builtin.counting.answers import list_answer
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.evidence import evidence
from tidemark.engines.builtin.overviews import is_of_this_chat
from tidemark.engines.builtin.source_answers import source_reply
from tidemark.engines.builtin.view_statements import statements_now
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.schema import ContextView

_ALL = 0.99  # of the question
_ALL_TYPED = 0.85  # by a statement with the type of answer asked for; "bought" covers less of "buy"


def answers_better(
    view: ContextView,
    question: str,
    unread: Sequence[str],
    tables: Collection[str],
    now: dt.datetime,
    *,
    names: Collection[str] = (),
    of_person: bool = True,
) -> bool:
    """Return whether a text of ``view`` answers, and with more of the question than a query.

    The query leaves the words ``unread`` and has the ``names`` of tables and columns; the sources
    ``tables`` are no texts.  Statements of the person are read only if ``of_person``.
    """
    pack = language_pack_for(question)
    if of_person and pack.cues.first_person.search(question) and _is_told(view, question, pack):
        return True
    if of_person and _is_reckoned(view, question, names, now, pack):
        return True
    left = set(pack.stems(" ".join(unread))) - pack.asking_stems - pack.light_stems
    if not left:
        return False
    texts = view.model_copy(
        update={
            "pieces": tuple(
                each for each in view.pieces if not each.source or each.source.source not in tables
            )
        }
    )
    found = source_reply(texts, question, pack, now)
    return found is not None and not left.isdisjoint(found.stems)


def _is_told(view: ContextView, question: str, pack: LanguagePack) -> bool:
    found = evidence(view, question, pack, limit=1)
    return any(
        each.role == "user" and each.own >= (_ALL_TYPED if each.holds_type else _ALL)
        for each in found
    )


def _is_reckoned(
    view: ContextView,
    question: str,
    names: Collection[str],
    now: dt.datetime,
    pack: LanguagePack,
) -> bool:
    """Return whether amounts of this chat give a figure, and ``question`` has no ``names``."""
    if not set(pack.stems(question)).isdisjoint(pack.stems(" ".join(names))):
        return False
    told = [each for each in statements_now(view) if is_of_this_chat(each.piece)]
    found = list_answer(ListQuestion(question, told, pack, asked_before="", answered="", now=now))
    return found is not None and found[:1].isdigit()
