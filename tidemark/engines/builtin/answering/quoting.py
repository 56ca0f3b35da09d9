"""Quotes: as many as are easy to read, cut to the part that answers, with what continues them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import dropwhile, islice, takewhile

from tidemark.engines.builtin.answer_spans import (
    answer_span,
    answering_part,
    as_sentence,
    contrasting_part,
)
from tidemark.engines.builtin.answering.resolved_question import ResolvedQuestion, stay_before
from tidemark.engines.builtin.evidence import Evidence
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.nlp.answer_types import answer_type, has_answer
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.search_terms import words

SURE = 0.6  # the share of a question about the world that a quote must cover to answer it
LIKELY = 0.34  # of a task, to be relevant to it
TOLD = 0.45  # if it has an answer of the type asked for, which few sentences have
TOLD_OF = ("reason", "money", "age", "time", "person", "name", "choice", "people", "duration")
_IN_A_TALK, _NEARLY = 2.5, 1.2  # log odds below the best; less likely quotes are left out
_EVENLY = 0.3  # if the best covers this share of the question by itself
PLAINLY = 0.7
_ENOUGH_WORDS, _MOST_WORDS = 38, 50  # of quotes: as much as can be read at a glance
_MOST_OF = 0.7  # of a sentence, to be quoted by itself
MOST_FOUND = 12
_MOST_LISTED = 12  # lines below a heading


def _after_stay(best: Evidence, resolved: ResolvedQuestion) -> Evidence:
    """Return ``best`` with the stay that its chat is about before it in its message."""
    stay = stay_before(resolved, max(best.source, default=0))
    before, said, after = best.message.partition(best.text)
    return replace(best, message=f"{before}\n{stay}\n{said}{after}") if stay and said else best


def quoted(
    question: str, found: Sequence[Evidence], resolved: ResolvedQuestion, *, in_order: bool = False
) -> str:
    """Quote ``found``, after the words that answer if all are from one message."""
    is_one = len({each.source for each in found}) == 1 and not in_order
    now = resolved.phrasing.now
    best = _after_stay(found[0], resolved)
    span = answer_span(question, best, resolved.pack, now) if is_one else None
    part = span or (contrasting_part(question, found[0], resolved.pack) if is_one else None)
    if part:
        found = [_around(part, question, found[0], resolved.pack), *found[1:]]
    elif not in_order:
        found = _with_following(found, resolved)
    quotes = resolved.phrasing.quotes(found)
    return f"{as_sentence(span, found[0])}\n\n{quotes}" if span else quotes


def _with_following(found: Sequence[Evidence], resolved: ResolvedQuestion) -> list[Evidence]:
    """Return ``found``, each with the next sentence of its message if that continues it.

    "Anneli is off sick. She has pneumonia" answers as a whole, and so does a heading with its list.
    """
    known = {(each.source, each.place) for each in found}
    longer: list[Evidence] = []
    for each in found:
        longer.append(each)
        following = _following(each, resolved)
        listed = _listed_below(each, resolved)
        longer += [
            replace(each, text=more.text, place=more.place)
            for more in filter(None, (following, *listed))
            if (each.source, more.place) not in known
        ]
    return longer


def _listed_below(each: Evidence, resolved: ResolvedQuestion) -> list[ViewStatement]:
    """Return the lines below ``each`` if it is the heading of a list, up to the next heading."""
    if not each.text.rstrip().endswith(":"):
        return []
    own = [said for said in resolved.statements if said.piece.message_ids == each.source]
    below = dropwhile(lambda said: said.text != each.text, own)
    listed = takewhile(lambda said: not said.text.rstrip().endswith(":"), islice(below, 1, None))
    return list(islice(listed, _MOST_LISTED))


def _following(each: Evidence, resolved: ResolvedQuestion) -> ViewStatement | None:
    """Return the next sentence of the message of ``each``, if it is short and continues it."""
    if each.item_kind or each.sentence.speaker or each.holds_type or each.is_pasted:
        return None
    for said in resolved.statements:
        is_next = said.piece.message_ids == each.source and said.place == each.place + 1
        if said.piece.item is not None or not is_next or not said.is_quotable:
            continue
        count = len(each.text.split()) + len(said.text.split())
        if count <= _ENOUGH_WORDS and _points_at_it(said.text, resolved):
            return said
    return None


def _points_at_it(text: str, resolved: ResolvedQuestion) -> bool:
    """Return whether ``text`` is about the sentence before it, by its first word or as an answer.

    "Joost paid that" answers "who paid for the house?".
    """
    pack, spoken = resolved.pack, [word.partition("'")[0] for word in words(text)]
    points = pack.lexicon.pronouns | pack.lexicon.pointing
    if spoken[:1] and spoken[0] in points:
        return True
    asked = frozenset(pack.stems(resolved.question)) - pack.asking_stems
    tells_who = answer_type(resolved.question, pack) == "person" and has_answer(
        "person", text, asked, pack
    )
    return tells_who and not points.isdisjoint(spoken) and bool(asked & set(pack.stems(text)))


def _around(span: str, question: str, best: Evidence, pack: LanguagePack) -> Evidence:
    """Return ``best`` cut to its part with the answer ``span``, if it says much more."""
    part = answering_part(question, best, pack)
    if span not in part or len(part.split()) > _MOST_OF * len(best.text.split()):
        return best
    before = "" if best.text.startswith(part) else "[…] "
    after = "" if best.text.endswith(part) else " […]"
    return replace(best, text=f"{before}{part}{after}")


def worth_quoting(found: Sequence[Evidence]) -> list[Evidence]:
    """Return the best of ``found`` with nearly equal odds, as many as are easy to read."""
    kept: list[Evidence] = []
    count = 0
    gap = _gap(found[0]) if found else 0.0
    for each in found:
        more = len(each.text.split())
        if each.score < found[0].score - gap or count >= _ENOUGH_WORDS:
            break
        if not kept or count + more <= _MOST_WORDS:
            kept.append(each)
            count += more
    return kept


def _gap(best: Evidence) -> float:
    """Return how much less likely than ``best`` a quote may be, in log odds."""
    if best.sentence.speaker:  # in a conversation of two people answers are spread out
        return _IN_A_TALK
    return _EVENLY if best.own >= PLAINLY else _NEARLY
