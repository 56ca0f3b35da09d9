"""Answers quoted from statements of the chat, or a plain word that there is none."""

from collections.abc import Sequence

from tidemark.engines.builtin.amendments import (
    amended,
    as_corrected,
    denies_of_all,
    moved_or_off,
    names_clock,
    taken_back,
)
from tidemark.engines.builtin.answering.own_messages import own_messages
from tidemark.engines.builtin.answering.question_subjects import (
    asks_advice,
    is_about_conversation,
    misses_subject,
    presupposed_things,
    shares_only_verb,
)
from tidemark.engines.builtin.answering.quoting import (
    MOST_FOUND,
    PLAINLY,
    SURE,
    TOLD,
    TOLD_OF,
    quoted,
    worth_quoting,
)
from tidemark.engines.builtin.answering.refusals import decline, no_answer
from tidemark.engines.builtin.answering.resolved_question import (
    ResolvedQuestion,
    known_stems,
    with_last_question,
)
from tidemark.engines.builtin.evidence import Evidence, best_of, best_share, candidates
from tidemark.engines.builtin.last_reply import other_part
from tidemark.engines.builtin.word_kin import kin
from tidemark.nlp.answer_types import answer_type
from tidemark.nlp.dialogue_acts import STATING_ACTS, asking_part, dialogue_act
from tidemark.nlp.mentions import names
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.quotes import as_quote, quotable_sentences
from tidemark.prompt.citations import cited, read_marks

_OF_THEIRS = 0.3  # of a question about a thing that the person mentioned
_FAINT = 0.2  # of a question about this conversation
_NEARLY_ALL = 0.85  # of a question: "paid" covers less of "pay"
_MOST_TOLD = 2  # messages about the referent of a pronoun
_MOST_IN_ORDER = 6


def answer_from_statements(resolved: ResolvedQuestion, *, is_task: bool) -> str:
    """Quote the answer to the question, or say plainly that there is none."""
    pack, phrases = resolved.pack, resolved.pack.phrases
    question = with_last_question(asking_part(resolved.question, pack), resolved)
    said = candidates(
        resolved.view, question, pack, focus=resolved.looked_for, statements=resolved.statements
    )
    found = _best(question, said, pack)
    if not is_task and misses_subject(resolved.view.question, found, pack):
        return no_answer(resolved)
    if is_task or (asks_advice(question, resolved) and not _is_told(question, found)):
        bears = [each for each in found[:1] if each.own >= PLAINLY and not each.title]
        quotes = f"{phrases.related_quotes}\n\n{resolved.phrasing.bullets(bears)}" if bears else ""
        return "\n\n".join(filter(None, (decline(resolved, is_task=is_task), quotes)))
    in_order = bool(pack.memory_questions.in_order.search(question))
    first = found[:1]
    found = found if in_order else amended(question, found, said, pack)
    share, ours = best_share(found), is_about_conversation(resolved)
    least = _FAINT if ours else _least(question, found, resolved)
    fitting = _fitting(found) if ours else []
    if in_order:
        found = sorted(found[:_MOST_IN_ORDER], key=lambda each: each.source)
    else:
        found = worth_quoting(found)
    plain = [not shares_only_verb(question, each, pack) for each in (*first, *found[:1])]
    is_plain = not plain or any(plain)  # "oh no, grandma collects it" amends one that is
    if share >= least and is_plain and _covers_more(found, resolved):
        if answer_type(question, pack) == "person" and (
            denials := taken_back(question, found[0], said, pack)
        ):
            return resolved.phrasing.quotes([found[0], *denials])
        if changes := moved_or_off(question, found[0], said, pack):
            return resolved.phrasing.quotes([found[0], *changes])
        return quoted(question, found, resolved, in_order=in_order)
    if not ours:
        is_of_plan = pack.memory_questions.who_does.match(resolved.view.question)
        return phrases.nothing_known if is_of_plan else decline(resolved, is_task=False)
    if told := _about_antecedent(resolved, said):
        return told
    if fitting:
        return resolved.phrasing.quotes(fitting)
    of_ourselves = pack.memory_questions.of_ourselves.search(resolved.view.question)
    return no_answer(resolved) if of_ourselves else phrases.nothing_known


def _best(question: str, said: Sequence[Evidence], pack: LanguagePack) -> list[Evidence]:
    """Return the best of ``said`` as they stand now, of the kind that ``question`` asks for."""
    found = best_of(_denying(question, said, pack), question, pack, limit=MOST_FOUND)
    found = _at_clock(question, found, said, pack)
    return _done_before_due(question, as_corrected(question, found, said, pack), pack)


def _denying(question: str, said: Sequence[Evidence], pack: LanguagePack) -> Sequence[Evidence]:
    """Return those of ``said`` that deny if "who isn't coming?" asks for them, or that do not."""
    want, is_denied = answer_type(question, pack), pack.corrections.denies.search(question)
    if is_denied and want in ("person", "choice"):
        found = [of for of in said if of.own and of.pack.corrections.denies.search(of.text)]
    else:
        found = [of for of in said if want == "person" and of.own and not denies_of_all(of)]
    return found or said


def _done_before_due(question: str, found: list[Evidence], pack: LanguagePack) -> list[Evidence]:
    """Return ``found`` with what was done first, if ``question`` asks whether it was.

    "I paid the deposit" answers "did I pay it?", and "I have to pay it" does not.
    """
    asks = pack.answer_types.yes_or_no.search(question) is not None
    undone = pack.cues.undone
    if not (asks and found) or undone.search(question) or not undone.search(found[0].text):
        return found
    done = [
        each
        for each in found
        if each.own >= _NEARLY_ALL
        and max(each.source, default=0) > max(found[0].source, default=0)
        and not each.pack.cues.undone.search(each.text)
    ]
    return [*done, *(each for each in found if each not in done)]


def _at_clock(
    question: str, found: list[Evidence], said: Sequence[Evidence], pack: LanguagePack
) -> list[Evidence]:
    """Return those of ``said`` with a time of day, the best first, if ``question`` asks for one.

    "It's in the canteen at 16:00" tells "what time is the farewell?", and its day does not.
    """
    asks = pack.counting.clock_time.search(question)
    if not (asks and found) or names_clock(found[0]):
        return found
    timed = [each for each in said if names_clock(each) and each.own >= TOLD and not each.title]
    best = max(timed, key=lambda each: each.score, default=None)
    if best is None:
        return found
    return [best, *(each for each in found if each != best and names_clock(each))]


def _fitting(found: Sequence[Evidence]) -> list[Evidence]:
    """Return the best statement of this chat of the type asked for, if it shares any word."""
    own = (each for each in found if each.holds_type and each.sentence.is_own and not each.title)
    return [each for each in own if each.share > 0][:1]


def answer_or_last(resolved: ResolvedQuestion, *, is_task: bool) -> str:
    """Answer from statements, else with the answer to the last question, if that is meant."""
    body = answer_from_statements(resolved, is_task=is_task)
    if is_task or read_marks(body).citations:
        return body
    return other_part(resolved.view, resolved.statements, resolved.pack) or body


def _least(question: str, found: Sequence[Evidence], resolved: ResolvedQuestion) -> float:
    """Return the share of a question about the world that a quote must cover to answer it.

    It is lower if the quote has the type of answer asked for, and every name in the question, or if
    the question presupposes something that the person mentioned.
    """
    pack = resolved.pack
    told = known_stems(resolved)
    if any(
        thing in told or kin(thing, told, pack)
        for thing in presupposed_things(resolved.question, pack)
    ):
        return _OF_THEIRS
    if not (found and found[0].holds_type and answer_type(question, pack) in TOLD_OF):
        return SURE
    named = {stem for name in names(question, pack) for stem in pack.stems(name.text)}
    return TOLD if named <= found[0].stems | found[0].sentence.message else SURE


def _is_told(question: str, found: Sequence[Evidence]) -> bool:
    """Return whether the person's own statement says what they must do: "when must I call?"."""
    best = found[0] if found else None
    if best is None or not best.sentence.is_own or best.own < TOLD or best.title:
        return False
    obliges = best.pack.list_changes.obliges
    if best.holds_type and answer_type(question, best.pack) == "time":
        return True  # "the thesis has to be handed in on 1 June"
    return question.split()[0].lower() in best.pack.lexicon.question_words and any(
        pattern.search(best.text) for pattern in obliges
    )


def _covers_more(found: Sequence[Evidence], resolved: ResolvedQuestion) -> bool:
    """Return whether a quote covers more than the antecedent of a resolved reference."""
    references, pack = resolved.resolution.references, resolved.pack
    if not references:
        return True
    meant = set(pack.stems(references[0].antecedent))
    rest = set(pack.stems(resolved.question)) - meant
    kin = {pack.topics[stem] for stem in rest if stem in pack.topics}
    return not rest or any(each.stems & rest or each.sentence.topics & kin for each in found)


def _about_antecedent(resolved: ResolvedQuestion, found: Sequence[Evidence]) -> str:
    """Quote the last messages about the referent of a pronoun, the best matches first.

    They rarely name it in the sentence that answers: "Dirk heats with wood. He lives in Epe."
    ``found`` are the statements, with what their own pronouns mean.
    """
    references, pack = resolved.resolution.references, resolved.pack
    if not references or not references[0].phrase or resolved.resolution.rivals:
        return ""
    meant = set(pack.stems(references[0].antecedent))
    asked = set(pack.stems(resolved.question)) - meant
    implied: dict[tuple[int, ...], set[str]] = {}
    for each in found:
        implied.setdefault(each.source, set()).update(each.sentence.implied)
    said = [
        (piece, set(pack.stems(piece.text)) | implied.get(piece.message_ids, set()) & meant)
        for piece in own_messages(resolved)
    ]
    about = [
        (len(asked & stems), piece.message_ids, piece)
        for piece, stems in said
        if meant & stems and dialogue_act(piece.text, pack) in STATING_ACTS
    ]
    best = sorted(about, key=lambda each: each[:2], reverse=True)[:_MOST_TOLD]
    quotes = [
        cited(as_quote(_from_mention(piece.text, meant, pack)), piece.message_ids)
        for _, _, piece in best
    ]
    lines = [f"- “{quote}”" for quote in quotes]
    return f"{resolved.pack.phrases.quotes_found}\n\n" + "\n".join(lines) if lines else ""


def _from_mention(text: str, meant: set[str], pack: LanguagePack) -> str:
    """Return ``text`` from its first sentence with one of the stems ``meant``."""
    parts = (part for part in quotable_sentences(text) if meant & set(pack.stems(part)))
    return text[max(0, text.find(next(parts, text))) :]
