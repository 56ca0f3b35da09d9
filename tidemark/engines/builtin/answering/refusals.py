"""Replies without an answer: nothing was said, or a language model is needed."""

from tidemark.engines.builtin.answering.own_messages import list_period
from tidemark.engines.builtin.answering.resolved_question import ResolvedQuestion, states_first
from tidemark.nlp.quotes import as_quote


def decline(resolved: ResolvedQuestion, *, is_task: bool) -> str:
    """Say which tasks need a language model: in full the first time, then briefly."""
    phrases = resolved.pack.phrases
    said = [piece.text for piece in resolved.view.of_kind("message") if piece.role == "assistant"]
    if states_first(resolved.view.question, resolved.pack) or any(
        phrases.how_to_get_model in text for text in said
    ):
        return phrases.no_work_short if is_task else phrases.no_model_short
    return phrases.no_work if is_task else phrases.no_model


def no_answer(resolved: ResolvedQuestion) -> str:
    """Say what was looked for and not found, or list the messages of the period asked for."""
    phrases = resolved.pack.phrases
    if then := list_period(resolved):
        return then
    if not resolved.looked_for or resolved.resolution.references:
        return phrases.nothing_said
    looked_for = phrases.or_joiner.join(f"“{as_quote(each)}”" for each in resolved.looked_for)
    nothing = phrases.found_nothing_anywhere if resolved.asks_anywhere else phrases.found_nothing
    return nothing.format(looked_for=looked_for)
