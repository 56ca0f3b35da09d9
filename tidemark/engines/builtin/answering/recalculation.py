"""The last result calculated on, or with another number."""

from tidemark.engines.builtin.answering.resolved_question import ResolvedQuestion, as_list_question
from tidemark.engines.builtin.counting.amounts import bullet
from tidemark.engines.builtin.counting.answers import list_answer
from tidemark.engines.builtin.counting.arithmetic import RESULT, calculated_on
from tidemark.engines.builtin.counting.continuing import asks_other_number, with_other_number
from tidemark.nlp.dialogue_acts import asking_part
from tidemark.prompt.citations import read_marks


def recalculated(resolved: ResolvedQuestion) -> str:
    """Return the last result divided or multiplied as the person asks, or what lacks for that.

    The answer from statements, which cites them, is given if it has the same result.
    """
    pack, phrases, text = resolved.pack, resolved.phrases, resolved.view.question
    is_each = pack.accounts.asks_each_alone.fullmatch(text)
    if not (is_each or pack.accounts.calculates_on.fullmatch(text)):
        return ""
    asked = as_list_question(resolved)
    listed, result = list_answer(asked) or "", RESULT.match(asked.answered)
    if not is_each:
        on = calculated_on(text, asked.answered, pack) or ""
        if on and not listed.startswith(on):
            return on
        return listed or ("" if result else phrases.no_result)
    people = asked.ledger.people
    if listed or not result:
        return listed
    if people is None:
        return result[0] if "/" in result["terms"] else phrases.people_unknown
    on = calculated_on(f"/ {people.value:g}", asked.answered, pack) or ""
    return f"{on}\n\n{bullet(people)}" if on else ""


def with_another_number(resolved: ResolvedQuestion) -> str:
    """Return the last result with another number, "and for twelve?", or say that it is unknown.

    The answer from statements is given if it has that number.
    """
    if not asks_other_number(asking_part(resolved.view.question, resolved.pack), resolved.pack):
        return ""
    asked = as_list_question(resolved)
    if not RESULT.match(asked.answered):
        return ""
    if found := with_other_number(asked, list_answer):
        return found
    listed = list_answer(asked) or ""
    result = RESULT.match(read_marks(listed).text)
    is_new = result and not asked.answered.startswith(result[0])
    return listed if is_new else resolved.phrases.other_number_unknown
