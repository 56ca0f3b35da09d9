"""The rest of a budget as an assistant worked it out, in a chat that a model answered before."""

from tidemark.engines.builtin.answering.resolved_question import ResolvedQuestion
from tidemark.engines.builtin.evidence import candidates
from tidemark.engines.builtin.listings import amounts_in
from tidemark.memory.slots import MONEY
from tidemark.nlp.patterns import NUMBER


def rest_told(resolved: ResolvedQuestion) -> str | None:
    """Quote the last rest that an assistant told, if the person named no money since.

    It knew what was decided; a sum of the amounts in view adds what was only considered.
    """
    pack, question = resolved.pack, resolved.view.question
    counting = pack.counting
    if not (counting.left.search(question) and _is_of_budget(resolved)):
        return None
    told = None
    for each in resolved.statements:
        amounts = amounts_in(each.text, pack)
        if each.piece.role == "assistant" and counting.rest_told.search(each.text):
            told = each if NUMBER.search(each.text) else told
        elif each.is_of_person and any(amount.unit == MONEY for amount in amounts):
            told = None
    if told is None:
        return None
    found = candidates(resolved.view, question, pack, statements=[told])
    return resolved.phrasing.quotes(found[:1]) if found else None


def _is_of_budget(resolved: ResolvedQuestion) -> bool:
    """Return whether the question names a budget, or nothing that could be left."""
    pack, question = resolved.pack, resolved.view.question
    named = frozenset(pack.stems(question)) - pack.asking_stems - pack.operation_stems
    return bool(pack.counting.earmarks.search(question)) or not named
