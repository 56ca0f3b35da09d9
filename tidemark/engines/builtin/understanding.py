"""Understanding of a question by rules: resolve first, ask back only if that fails.

In order: the need of context, the antecedents of references in the conversation and in memory, and
the details a task lacks. The person is asked which of two antecedents is meant; if a model will
answer, also if a reference stays unresolved or a necessary detail is missing; never for vague words
alone.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tidemark.engines.builtin.clarification import ask_for_reference
from tidemark.engines.builtin.evidence import Evidence, evidence
from tidemark.engines.builtin.own_replies import (
    is_builtin_reply,
    is_of_sources,
    without_own_replies,
)
from tidemark.engines.builtin.task_slots import MissingDetails, missing_details, phrase_around
from tidemark.memory.pasted_text import without_pasted
from tidemark.nlp.answer_types import has_answer
from tidemark.nlp.context_dependence import NEEDED, PLAINLY_NEEDED, context_need, signs
from tidemark.nlp.coreference import (
    Reference,
    Resolution,
    resolve,
    states_something,
    subject_of,
)
from tidemark.nlp.dialogue_acts import (
    ASKING_ACTS,
    DialogueAct,
    asking_part,
    dialogue_act,
    questions_in,
)
from tidemark.nlp.mentions import Utterance, names, noun_phrases
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for, language_pack_for_view
from tidemark.nlp.quotes import quotable_sentences
from tidemark.nlp.referents import Referent
from tidemark.schema import AskingStyle, ContextView, ItemKind, PieceKind, QueryUnderstanding
from utils import one_line

_MOST_QUOTES = 3
_QUOTE_CHARS = 160
_WORTH_QUOTING = 0.34
_LONGEST_LIST_QUESTION = 16  # words; a longer one asks for more than a list
_REFERRING = {"person unbound", "group unbound", "thing unbound"}
_ELSEWHERE = {"other_session", "similar_question", "correction", "profile"}
_LAST = {"last_exchange", "recent_exchange"}
_STUCK = ("tie", "reference")  # a missing detail can be assumed, an antecedent cannot


@dataclass(frozen=True)
class QuestionAnalysis:
    """A question as analysed: dialogue act, need of context, resolved references."""

    question: str
    pack: LanguagePack
    kind: DialogueAct
    score: float
    resolution: Resolution
    looked_for: tuple[str, ...]
    parts: tuple["QuestionAnalysis", ...] = ()  # the single questions, if there are several

    @property
    def unknown(self) -> str:
        """The words whose reference is unresolved, or empty."""
        found = signs(self.question, (), self.pack) & _REFERRING
        if self.resolution.references or self.score < PLAINLY_NEEDED or not found:
            return ""
        lack = ask_for_reference(self.question, self.pack)
        return lack.phrase if lack else ""


def utterances_in(view: ContextView, *kinds: PieceKind) -> list[Utterance]:
    """Return the pieces of ``view`` of these ``kinds`` as utterances, in reading order.

    Only those of this chat, without the built-in engine's own words.
    """
    said = [
        Utterance(piece.role, without_pasted(piece.text, piece.pasted))
        for piece in view.pieces
        if piece.kind in kinds and piece.reason.code not in _ELSEWHERE
    ]
    return list(without_own_replies(said))


def _recent(view: ContextView) -> list[Utterance]:
    """Return the last messages of the chat in ``view``, without recalled ones, which are old."""
    said = [
        Utterance(piece.role, without_pasted(piece.text, piece.pasted))
        for piece in view.pieces
        if piece.kind == "message" or piece.reason.code in _LAST
    ]
    return list(without_own_replies(said))


def analyse(view: ContextView) -> QuestionAnalysis:
    """Analyse the question of ``view`` in the context of the view."""
    pack = language_pack_for_view(view)
    question = pack.memory_questions.without_place(view.question)
    kind = dialogue_act(question, pack)
    said = utterances_in(view, "recalled", "message")
    remembered = [
        Utterance("user", piece.item.text)
        for piece in view.of_kind("item")
        if piece.item is not None and piece.reason.code not in _ELSEWHERE
    ]
    usual = bool(pack.memory_questions.usual.search(question))
    asks = usual or (kind in ASKING_ACTS and not asks_memory(question, pack))
    score = context_need(question, said, pack) if asks else 0.0
    recent = _recent(view)
    background = [*remembered, *(each for each in said if each not in recent)]
    resolution = Resolution()
    if plainly := _of_checking(view, pack):
        resolution = Resolution(plainly)
    elif usual:
        resolution = _usual(question, [*remembered, *said], pack)
    elif score >= NEEDED:
        told = states_something((*remembered, *said), pack)
        subject, history = (None, recent) if told else _last_asked_about(view, said)
        resolution = resolve(
            question,
            history,
            pack,
            background=background if told else (),
            subject=subject,
            adds_topic=history is said,
        )
    looked_for = _looked_for(question, kind, resolution, pack)
    return QuestionAnalysis(question, pack, kind, score, resolution, looked_for)


def _of_checking(view: ContextView, pack: LanguagePack) -> str:
    """Return a question when guests check out or in, with the word of the last text for that.

    Without such a text it has the usual word, which finds the sources; it is empty if a message
    may tell the time in other words, and for any other question.
    """
    check = next((of for of in pack.memory_questions.checks if of.asks.match(view.question)), None)
    if check is None:
        return ""
    said = [piece for piece in reversed(view.pieces) if piece.kind != "question"]
    found = next((of for each in said if (of := check.says.search(each.text))), None)
    is_told = any(
        has_answer("time", each.text, frozenset(), pack)
        for each in said
        if each.kind != "source"
        and each.role != "assistant"
        and not (found and (check.says.search(each.text) or not check.otherwise.search(each.text)))
    )
    return "" if is_told else check.question.format(word=found[0].lower() if found else check.usual)


def _last_asked_about(
    view: ContextView, said: list[Utterance]
) -> tuple[Referent | None, list[Utterance]]:
    """Return the subject of the last question with one, and the messages to resolve others in.

    Those are all that were ``said`` in a conversation on one topic.  Questions that the built-in
    engine answers from sources may each be about another thing: only the last that names or asks
    about one counts.
    """
    pieces = [each for each in view.pieces if each.kind == "message" or each.reason.code in _LAST]
    exchanges = [
        (question, reply)
        for question, reply in pairwise(pieces)
        if question.role == "user" and is_builtin_reply(reply.text)
    ]
    if not any(is_of_sources(reply.text) for _, reply in exchanges):
        return None, said
    for question, reply in reversed(exchanges):
        own = language_pack_for(question.text)
        if names(question.text, own):
            return None, [Utterance("user", question.text)]
        if noun_phrases(question.text, own):
            return subject_of(question.text, reply.text, own), []
    return None, []


def analyse_each(view: ContextView) -> QuestionAnalysis:
    """Analyse the questions of ``view`` one by one, each after those before it."""
    pack = language_pack_for_view(view)
    questions = questions_in(view.question, pack)
    if len(questions) == 1 or view.pieces[-1].text != view.question:  # it has pasted text
        return analyse(view)
    parts = [
        analyse(asking(view, question, questions[:at])) for at, question in enumerate(questions)
    ]
    found = [each.resolution for each in parts]
    tied = next((each for each in parts if each.resolution.rivals), None)
    whole = Resolution(
        " ".join(each.resolution.rewritten or each.question for each in parts)
        if any(each.rewritten for each in found)
        else None,
        tuple(reference for each in found for reference in each.references),
        tied.resolution.rivals if tied else (),
        tuple(
            " ".join(meant if each is tied else each.question for each in parts)
            for meant in (tied.resolution.interpretations if tied else ())
        ),
    )
    looked_for = dict.fromkeys(phrase for each in parts for phrase in each.looked_for)
    return QuestionAnalysis(
        view.question,
        pack,
        "question",
        max(each.score for each in parts),
        whole,
        tuple(looked_for),
        tuple(parts),
    )


def asking(view: ContextView, question: str, said: Sequence[str] = ()) -> ContextView:
    """Return ``view`` with this ``question``, after the person's messages ``said``."""
    *pieces, last = view.pieces
    before = [last.model_copy(update={"kind": "message", "text": text}) for text in said]
    asked = last.model_copy(update={"text": question})
    return view.model_copy(update={"question": question, "pieces": (*pieces, *before, asked)})


def _usual(question: str, past: Sequence[Utterance], pack: LanguagePack) -> Resolution:
    """Resolve "the usual" to the person's habit that matches the question."""
    asked = set(pack.stems(question))
    habits = [
        part
        for said in past
        if said.role == "user"
        for part in quotable_sentences(said.text)
        if pack.memory_questions.usually.search(part) and not part.endswith("?")
    ]
    if not habits:
        return Resolution()
    habit = max(reversed(habits), key=lambda each: len(asked & set(pack.stems(each))))
    habit = one_line(habit, _QUOTE_CHARS).rstrip(".!")
    found = pack.memory_questions.usual.search(question)
    phrase = found.group() if found else question
    rewritten = f"{question.rstrip(' ?.!')} ({habit})"
    return Resolution(rewritten, (Reference(phrase, f"“{habit}”"),))


def understand(
    view: ContextView, analysis: QuestionAnalysis, *, asking: AskingStyle, for_model: bool
) -> QueryUnderstanding:
    """Return the meaning of the question of ``view``; ask back only if ``asking`` allows it.

    Unless it is understood ``for_model``, which can use any answer, the only question is which of
    two things is meant: the rules cannot use other answers.
    """
    lack = _unclear(view, analysis, for_model=for_model) if asking != "never" else None
    if lack and (asking == "freely" or lack.name in _STUCK):
        return QueryUnderstanding(
            is_ambiguous=True,
            possible_interpretations=lack.interpretations,
            clarifying_questions=lack.questions,
            needed_context_from_memory=lack.looked_for,
        )
    question = analysis.resolution.rewritten or view.question
    return QueryUnderstanding(
        rewritten_query=analysis.resolution.rewritten,
        needed_context_from_memory=analysis.looked_for,
        final_augmented_context=_augmented(view, analysis, question),
    )


def asks_memory(question: str, pack: LanguagePack) -> bool:
    """Return whether ``question`` asks for noted items, such as "what are my todos"."""
    return bool(pack.memory_questions.everything.search(question) or kinds_asked(question, pack))


def kinds_asked(question: str, pack: LanguagePack) -> tuple[ItemKind, ...]:
    """Return the kinds of items that ``question`` asks to list."""
    if len(question.split()) > _LONGEST_LIST_QUESTION:
        return ()
    kinds = [kind for kind, asks in pack.memory_questions.kinds if asks.search(question)]
    if "todos" not in kinds and pack.asks_for_todos(question):
        kinds.insert(0, "todos")
    return tuple(kind for kind in kinds if kind != "decisions" or not _of_one_sort(question, pack))


def _of_one_sort(question: str, pack: LanguagePack) -> bool:
    """Return whether ``question`` asks for one thing: "which title did we settle on"."""
    found = pack.answer_types.sort.search(question)
    sort = set(pack.stems(found["sort"])) if found else set()
    return bool(sort) and not sort & set(pack.stems(pack.memory_questions.listing))


def _unclear(
    view: ContextView, analysis: QuestionAnalysis, *, for_model: bool
) -> MissingDetails | None:
    question, pack = view.question, analysis.pack
    said = utterances_in(view, "recalled", "message")
    if analysis.resolution.rivals:
        return _tie(analysis.resolution, pack)
    if analysis.resolution.rewritten or not for_model:
        return None
    if (
        analysis.kind == "resource"
        and said
        and said[-1].role == "assistant"
        and "?" in said[-1].text
    ):
        return None  # it was asked for
    lack = missing_details(question, [*utterances_in(view, "item"), *said], pack)
    if lack is not None:
        return lack
    nowhere = not said and analysis.score >= PLAINLY_NEEDED
    usual = pack.memory_questions.usual.search(question)
    return ask_for_reference(question, pack) if nowhere or usual else None


def _tie(resolution: Resolution, pack: LanguagePack) -> MissingDetails:
    first, second = resolution.rivals
    phrase = resolution.references[0].phrase
    return MissingDetails(
        "tie",
        resolution.interpretations,
        (pack.phrases.which_of_two.format(first=first, second=second, phrase=phrase),),
        (pack.phrases.context_of_reference.format(phrase=phrase),),
    )


def _augmented(view: ContextView, analysis: QuestionAnalysis, question: str) -> str:
    """Return the rewritten question and the few quotes that matter for it."""
    if analysis.kind in ("courtesy", "statement", "wish"):
        return ""
    found = [
        each
        for each in evidence(
            view, question, analysis.pack, focus=analysis.looked_for, limit=_MOST_QUOTES
        )
        if each.share >= _WORTH_QUOTING
    ]
    lines = [analysis.resolution.rewritten or "", *(_line(each) for each in found)]
    return "\n".join(line for line in lines if line)


def _line(each: Evidence) -> str:
    said = f"{each.said:%Y-%m-%d} " if each.said else ""
    who = each.item_kind or each.role
    on = f" ({each.on.isoformat()})" if each.on else ""
    return f"- {said}{who}: “{one_line(each.text, _QUOTE_CHARS)}”{on}"


def _looked_for(
    question: str, move_: DialogueAct, resolution: Resolution, pack: LanguagePack
) -> tuple[str, ...]:
    """Return phrases for the context that the question needs, in its own words."""
    phrases = pack.phrases
    if move_ in ("courtesy", "statement", "resource"):
        return ()
    if resolution.references:
        return (resolution.references[0].antecedent,)
    if pack.memory_questions.everything.search(question):
        return (phrases.context_of_all,)
    if asked := kinds_asked(question, pack):
        return tuple(phrases.context_of_kind[kind] for kind in asked)
    if pack.memory_questions.usual.search(question):
        return (phrases.context_of_habit,)
    return _own_phrases(asking_part(question, pack), pack, is_task=move_ == "request")


def _own_phrases(question: str, pack: LanguagePack, *, is_task: bool) -> tuple[str, ...]:
    """Return phrases for the person's own things in the question: "budget for the trip"."""
    owned = pack.memory_questions.owned.search(question)
    if owned:
        phrase = phrase_around(question, owned.start("what"), pack)
        return (re.sub(r"['’]s$", "", pack.memory_questions.yours.sub("", phrase)),)
    if is_task or not pack.memory_questions.of_ourselves.search(question):
        return ()
    mentioned = [*names(question, pack), *noun_phrases(question, pack)]
    return tuple(mention.text for mention in sorted(mentioned, key=lambda at: at.start)[:2])
