"""Answers from text that was pasted or attached."""

from collections.abc import Sequence

from tidemark.engines.builtin.answering.quoting import (
    LIKELY,
    MOST_FOUND,
    TOLD,
    TOLD_OF,
    quoted,
    worth_quoting,
)
from tidemark.engines.builtin.answering.resolved_question import ResolvedQuestion
from tidemark.engines.builtin.evidence import Evidence, best_share, evidence
from tidemark.engines.builtin.pasted_material import (
    PastedText,
    best_evidence,
    last_texts,
    texts_of_question,
)
from tidemark.engines.builtin.understanding import asks_memory
from tidemark.nlp.answer_types import answer_type, without_need
from tidemark.nlp.dialogue_acts import asking_part
from tidemark.nlp.pack_fields import LanguagePack

_TABLES = (".csv", ".tsv")  # attached to a message


def in_material(resolved: ResolvedQuestion, *, is_task: bool) -> str | None:
    """Answer from pasted text, if that answers: of this message, else of the last one.

    Earlier pasted text must match the question as well as anything else in the view.
    """
    pack = resolved.pack
    if is_task or asks_memory(resolved.view.question, pack):
        return None
    question = without_need(asking_part(resolved.question, pack))
    here = texts_of_question(resolved.view)
    texts = here or last_texts(resolved.view, pack)
    found = best_evidence(texts, resolved.view, question, pack, limit=MOST_FOUND)
    if table := _table_asked(question, texts, found, pack):
        return resolved.phrases.table_attached.format(name=table)
    if not _answers_from_material(question, found, pack):
        return None
    others = [] if here else evidence(resolved.view, question, pack, limit=MOST_FOUND)
    if best_share(each for each in others if not each.is_pasted) > best_share(found):
        return None
    return quoted(question, worth_quoting(found), resolved)


def _table_asked(
    question: str, texts: Sequence[PastedText], found: Sequence[Evidence], pack: LanguagePack
) -> str:
    """Return the name of an attached table that ``question`` asks for figures; empty if none is.

    So it does if the names of its columns match best.
    """
    tables = [each for each in texts if each.file.lower().endswith(_TABLES)]
    asks = (pack.counting.total, pack.counting.how_many, pack.accounts.asks_average)
    is_of_figures = any(each.search(question) for each in asks)
    for each in tables:
        head = each.piece.text.partition("\n")[0]
        if is_of_figures or (found and found[0].file == each.file and found[0].text in head):
            return each.file
    return ""


def _answers_from_material(question: str, found: Sequence[Evidence], pack: LanguagePack) -> bool:
    """Return whether a quote of pasted text covers half of the question, and enough else."""
    if not found:
        return False
    asked = set(pack.stems(question)) - pack.asking_stems
    is_told = found[0].holds_type and answer_type(question, pack) in TOLD_OF
    holds_half = 2 * len(asked & found[0].stems) >= len(asked)
    return holds_half and best_share(found) >= (LIKELY if is_told else TOLD)
