"""Answers from sources: quotes the sentences of their passages that answer, with their marks.

A sentence is read with its headings and the name of its source, which give its subject.  It answers
if it covers enough of the question by itself, and nearly all of it together with its neighbours;
the limit is lower if it has the type of answer asked for.
"""

import datetime as dt
import itertools
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace

from tidemark.engines.builtin.answer_spans import (
    answer_span,
    as_sentence,
    opens_place,
    row_span,
)
from tidemark.engines.builtin.evidence import Evidence
from tidemark.engines.builtin.sentence_scores import Score, ScoredSentence, score
from tidemark.nlp.answer_types import answer_type, topics_of, without_need
from tidemark.nlp.languages import irregular_verbs
from tidemark.nlp.mentions import names
from tidemark.nlp.pack_fields import AnswerKind, LanguagePack
from tidemark.nlp.pack_selection import language_pack_for, stems_across
from tidemark.nlp.quotes import as_quote
from tidemark.nlp.search_terms import words
from tidemark.nlp.sentences import split_sentences
from tidemark.nlp.stemming import stem
from tidemark.schema import ContextView, ViewPiece
from tidemark.sources.quantities import Quantities

_OWN, _WITH_PASSAGE = 0.58, 0.7  # of the question, by a sentence, and by it with its passage
_OWN_TYPED, _WITH_PASSAGE_TYPED = 0.45, 0.6  # the same, with the type of answer asked for
_OWN_UNTYPED = 0.85  # the same for one without it
_FEWEST_UNTYPED = 2  # words of the question: one alone may mean something else
_TYPED_FIRST = 0.7  # of what the best sentence covers, by one with the type of answer asked for
_COUNT_BEFORE = 3  # words between a number and what it counts: "12 new cups"
_SURE_TYPES: frozenset[AnswerKind] = frozenset(
    {"money", "people", "time", "person", "duration", "age", "count", "reason"}
)
_SHORT_SPANS: frozenset[AnswerKind] = frozenset({"money", "people", "person"})
_ROOT, _ALIKE = 5, 0.7  # letters in common, and their share of the longer word
_TYPE_WORTH = 1.0  # log odds, as in sentence_scores
_ADDS = 0.35  # of the question, newly covered by a further quote
_MOST_QUOTES = 3
_REFERENCE = re.compile(r"\[[\d,\s–-]{1,12}\]")  # in a text with footnotes of its own
_HEADING = re.compile(r"\s*#+\s")
_PHONE = re.compile(r"(?<![\d.,])(?:\+\d{1,3}|\(?0\d{1,4}\)?)(?:[ /-]?\d{2,4}){2,4}(?![\d.,]\d)")
_MARKERS = re.compile(r"^(?:[-*+•>]\s+|\d{1,3}[.)]\s+)+")


@dataclass(frozen=True)
class SourceQuote:
    """A sentence of passage ``number`` of a view, at ``place`` in it, as ``evidence``."""

    number: int
    place: int
    source: str
    evidence: Evidence


@dataclass(frozen=True)
class SourceReply:
    """An answer from sources, with its marks, and the share of the question it covers.

    ``stems`` are those of the quoted sentences.
    """

    text: str
    share: float
    stems: frozenset[str]


def source_reply(
    view: ContextView,
    question: str,
    pack: LanguagePack,
    now: dt.datetime,
    *,
    is_topic: bool = False,
) -> SourceReply | None:
    """Return the answer of the sources of ``view`` to ``question``; None if they have none.

    If the message names a source, only that one is read.  A question that ``is_topic`` asks for
    their content on that topic.
    """
    asked = pack.memory_questions.of_a_source.sub(" ", without_need(question))
    asked = _unaccented(asked)
    ranked = _scored(view, asked, pack)
    found = _typed_first([each for each in ranked if _answers(each, asked, pack)], asked, pack)
    if not found:
        return None
    broadly = is_topic or bool(pack.memory_questions.broadly.search(question))
    chosen = _with_next(found[0], ranked) if broadly else _with_more(found[0], ranked, asked, pack)
    span = _span(asked, chosen, pack, now)
    lead = f"{as_sentence(span, chosen[0].evidence)}\n\n" if span else ""
    stems = frozenset().union(*(each.evidence.stems for each in chosen))
    return SourceReply(lead + _worded(chosen, pack), found[0].evidence.own, stems)


def _span(
    asked: str, chosen: Sequence[SourceQuote], pack: LanguagePack, now: dt.datetime
) -> str | None:
    """Return the words that answer by themselves, if exactly one quote was ``chosen``."""
    best, *more = chosen
    if more:
        return None
    if span := row_span(asked, best.evidence.text, pack):
        return span
    is_short = best.evidence.holds_type and answer_type(asked, pack) in _SHORT_SPANS
    return answer_span(asked, best.evidence, pack, now) if is_short else None


def _answers(best: SourceQuote, question: str, pack: LanguagePack) -> bool:
    """Return whether the ``best`` sentence covers enough of ``question``, and all its names."""
    found, want = best.evidence, answer_type(question, pack)
    around = found.stems | found.sentence.message
    named = [set(pack.stems(name.text)) for name in names(question, pack)]
    if any(not stems & around for stems in named if stems):
        return False
    is_condition = want == "time" and bool(pack.answer_types.asks_condition.match(question))
    if want in _SURE_TYPES and not is_condition:
        if not found.holds_type and len(set(pack.stems(question))) < _FEWEST_UNTYPED:
            return False
        least = (_OWN_TYPED, _WITH_PASSAGE_TYPED) if found.holds_type else (_OWN_UNTYPED, 1.0)
    else:
        least = (_OWN, _WITH_PASSAGE)
    return found.own >= least[0] and max(found.own, found.share) >= least[1]


def _typed_first(
    found: Sequence[SourceQuote], question: str, pack: LanguagePack
) -> Sequence[SourceQuote]:
    """Put the best with the type of answer asked for first, if it covers nearly as much."""
    if not found or answer_type(question, pack) not in _SURE_TYPES:
        return found
    enough = _TYPED_FIRST * found[0].evidence.own
    typed = (each for each in found if each.evidence.holds_type and each.evidence.own >= enough)
    best = next(typed, found[0])
    return [best, *(each for each in found if each is not best)]


def _scored(view: ContextView, asked: str, pack: LanguagePack) -> list[SourceQuote]:
    """Return the sentences of the sources that the message may ask for, best first."""
    pieces = [(n, each, each.source) for n, each in enumerate(view.of_kind("source"), 1)]
    named = _named(view.question, [each for _, each, _ in pieces], pack)
    quotes = [
        quote
        for number, piece, span in pieces
        if span and (not named or span.source in named)
        for quote in _sentences(number, piece, pack)
    ]
    quotes = _with_like_words(quotes, asked, pack)
    scores = score(asked, [each.evidence.sentence for each in quotes], pack)
    want = answer_type(asked, pack)
    counted = _counted(asked, pack) if want == "count" else frozenset()
    ranked = [
        _with_score(each, found, want, counted) for each, found in zip(quotes, scores, strict=True)
    ]
    return sorted(
        ranked, key=lambda each: (-round(each.evidence.score, 2), each.number, each.place)
    )


def _with_like_words(
    quotes: Sequence[SourceQuote], asked: str, pack: LanguagePack
) -> list[SourceQuote]:
    """Add to each sentence the words of the question that share a beginning with its words."""
    stems = frozenset(pack.stems(asked))

    def extended(said: ScoredSentence) -> ScoredSentence:
        own, above = _like(stems, said.stems), _like(stems, said.implied)
        return replace(
            said,
            stems=said.stems | own,
            implied=said.implied | above,
            message=said.message | own | above,
        )

    return [
        replace(each, evidence=replace(each.evidence, sentence=extended(each.evidence.sentence)))
        for each in quotes
    ]


def _like(asked: frozenset[str], said: frozenset[str]) -> frozenset[str]:
    """Return those of the stems ``asked`` that share a long beginning with one of ``said``.

    >>> _like(frozenset({"coordineert", "les"}), frozenset({"coordiner", "lessen"}))
    frozenset({'coordineert'})
    """
    long = [each for each in said if len(each) >= _ROOT]
    return frozenset(
        each
        for each in asked
        if len(each) >= _ROOT
        and any(
            _shared(each, other) >= max(_ROOT, _ALIKE * max(len(each), len(other)))
            for other in long
        )
    )


def _shared(one: str, other: str) -> int:
    """Return the length of the common prefix of two words."""
    return sum(
        1 for _ in itertools.takewhile(lambda at: at[0] == at[1], zip(one, other, strict=False))
    )


def _with_score(
    quote: SourceQuote, found: Score, want: AnswerKind | None, counted: Set[str]
) -> SourceQuote:
    """Return ``quote`` with its score, without a type that it does not really have.

    "A day" is no duration, and "Opening hours" names no person.
    """
    holds_type, worth, text = found.holds_type, found.score, quote.evidence.text
    if holds_type and (
        (want == "duration" and not _has_duration(text, quote.evidence.pack))
        or (want == "person" and not _has_person(text, quote.evidence.pack))
        or (want == "count" and counted and not _has_count(text, counted, quote.evidence.pack))
    ):
        holds_type, worth = False, worth - _TYPE_WORTH
    return replace(
        quote,
        evidence=replace(
            quote.evidence, own=found.own, share=found.share, score=worth, holds_type=holds_type
        ),
    )


def _counted(question: str, pack: LanguagePack) -> frozenset[str]:
    """Return the stem of what ``question`` counts: "how many weeks", "hoeveel suiker"."""
    found = pack.answer_types.asks["count"].search(question)
    after = words(question[found.end() :])[:1] if found else []
    return frozenset(pack.stems(" ".join(after)))


def _has_count(text: str, counted: Set[str], pack: LanguagePack) -> bool:
    """Return whether a number stands before what is ``counted``, if ``text`` names that.

    A row of a table has its numbers in other cells.
    """
    spoken = words(text)
    named = [at for at, word in enumerate(spoken) if counted & set(pack.stems(word))]
    count = pack.answer_types.holds["count"]
    return (
        not named
        or ";" in text
        or any(count.search(" ".join(spoken[max(0, at - _COUNT_BEFORE) : at])) for at in named)
    )


def _has_duration(text: str, pack: LanguagePack) -> bool:
    """Return whether ``text`` has a duration with its number, or a part of an hour."""
    has_part = pack.answer_types.part_of_hour.search(text) is not None
    return has_part or any(
        each.dimension in ("time", "months") for each in Quantities.read(text).numbers
    )


def _has_person(text: str, pack: LanguagePack) -> bool:
    """Return whether ``text`` names a person; a word that opens it is no name before a noun.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> [_has_person(each, ENGLISH) for each in ("Opening hours: nine to five", "Luis is ill")]
    [False, True]
    """
    spoken = words(text)
    if not pack.lexicon.people.isdisjoint(spoken):
        return True
    is_subject = not (pack.lexicon.auxiliaries | pack.lexicon.verbs).isdisjoint(spoken[1:2])
    return any(
        (name.start > 0 or " " in name.text or is_subject)
        and not opens_place(text[: name.start], pack)
        and not any(letter.isdigit() for letter in name.text)
        and pack.lexicon.calendar.isdisjoint(words(name.text))
        for name in names(text, pack)
    )


def _named(question: str, pieces: Iterable[ViewPiece], pack: LanguagePack) -> frozenset[str]:
    """Return the sources that ``question`` names: "according to the travel policy"."""
    found = pack.memory_questions.of_a_source.search(question)
    if found is None or found.lastgroup is None:
        return frozenset()
    wanted = set(_name_stems(found[found.lastgroup], pack))
    spans = [piece.source for piece in pieces if piece.source]
    return frozenset(
        span.source
        for span in spans
        if wanted and wanted <= _name_stems(" ".join((span.source, *span.place.headings[:1])), pack)
    )


def _name_stems(name: str, pack: LanguagePack) -> frozenset[str]:
    return stems_across(re.sub(r"[._-]+", " ", name), pack)


def _sentences(number: int, piece: ViewPiece, pack: LanguagePack) -> Iterator[SourceQuote]:
    """Yield the sentences of a passage, without its headings."""
    if piece.source is None:
        return
    about = " ".join((piece.source.source, *piece.source.place.headings))
    above = _stems(re.sub(r"[._-]+", " ", about), pack)
    around = above | _stems(piece.text, pack)
    own = language_pack_for(piece.text, pack)
    before: frozenset[str] = frozenset()
    for place, each in enumerate(split_sentences(_REFERENCE.sub("", piece.text))):
        text = _MARKERS.sub("", each.text)
        if _HEADING.match(each.text) or not words(text):
            continue
        stems = _stems(text, pack)
        if _PHONE.search(text):
            stems |= {stem for stem, topic in pack.topics.items() if topic == "phone"}
        points_back = any(word in own.references.pronouns for word in words(text))
        sentence = ScoredSentence(
            text=text,
            stems=stems,
            message=around,
            before=before,
            implied=above | before if points_back else above,
            topics=topics_of(text, own),
            is_own=False,
            pack=own,
        )
        quote = Evidence(text=text, role="assistant", sentence=sentence, pack=own)
        yield SourceQuote(number, place, piece.source.source, quote)
        before = stems


def _stems(text: str, pack: LanguagePack) -> frozenset[str]:
    """Return the stems of ``text``, without accents and with irregular verbs resolved."""
    plain = _unaccented(text)
    verbs = irregular_verbs("en")
    bases = {stem(verbs[word]) for word in words(text) if word in verbs}
    return stems_across(text, pack) | stems_across(plain, pack) | bases


def _unaccented(text: str) -> str:
    if text.isascii():
        return text
    return "".join(
        each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each)
    )


def _with_more(
    best: SourceQuote, ranked: Sequence[SourceQuote], question: str, pack: LanguagePack
) -> list[SourceQuote]:
    """Return the ``best`` and the quotes that cover another part of ``question``.

    "What does it cost and when is it due" may need two sentences; a "Price" gives the cost.
    """
    if not re.search(rf"\b(?:{pack.references.joined})\b", question, re.IGNORECASE):
        return [best]
    stems = set(pack.stems(question))
    left = stems - pack.asking_stems - pack.light_stems - best.evidence.stems
    left -= {stem for stem in left if pack.topics.get(stem) in best.evidence.sentence.topics}
    chosen = [best]
    for each in ranked:
        new = left & each.evidence.stems
        if not each.evidence.stems - stems:
            continue  # a heading
        if new and each.evidence.own >= _ADDS and each.evidence.holds_type:
            chosen.append(each)
            left -= new
        if len(chosen) == _MOST_QUOTES or not left:
            break
    return chosen


def _with_next(best: SourceQuote, found: Iterable[SourceQuote]) -> list[SourceQuote]:
    """Return the ``best`` and the sentences after it in its passage."""
    after = [each for each in found if each.number == best.number and each.place > best.place]
    return [best, *sorted(after, key=lambda each: each.place)[: _MOST_QUOTES - 1]]


def _worded(chosen: Sequence[SourceQuote], pack: LanguagePack) -> str:
    """Return the quotes, those of one passage together, each with its mark."""
    by_passage: dict[int, list[SourceQuote]] = {}
    for each in chosen:
        by_passage.setdefault(each.number, []).append(each)
    phrases = pack.phrases
    lines = [
        phrases.source_says.format(
            source=as_quote(quotes[0].source), quote=_joined(quotes), marks=f"[{number}]"
        )
        for number, quotes in by_passage.items()
    ]
    if len(lines) == 1:
        return lines[0]
    return f"{phrases.sources_say}\n\n" + "\n".join(f"- {line}" for line in lines)


def _joined(quotes: Sequence[SourceQuote]) -> str:
    """Return sentences of one passage in their order, with an ellipsis for gaps."""
    ordered = sorted(quotes, key=lambda each: each.place)
    text = as_quote(ordered[0].evidence.text)
    for last, each in itertools.pairwise(ordered):
        gap = " " if each.place == last.place + 1 else " […] "
        text += gap + as_quote(each.evidence.text)
    return text
