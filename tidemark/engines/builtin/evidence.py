"""Evidence: the sentences and items of a view that may answer a question, best first.

Each is scored by ``sentence_scores``; repetitions and mere questions are left out.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from tidemark.engines.builtin.sentence_scores import ScoredSentence, score
from tidemark.engines.builtin.view_statements import ViewStatement, label_of, statements_now
from tidemark.engines.builtin.word_kin import other_names
from tidemark.nlp.answer_types import answer_type, settles, topics_of
from tidemark.nlp.dialogue_acts import dialogue_act
from tidemark.nlp.english.pack import ENGLISH
from tidemark.nlp.mentions import bare, names
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for, language_pack_for_view, stems_across
from tidemark.nlp.search_terms import words
from tidemark.nlp.speakers import without_speaker
from tidemark.schema import ContextView, Item, ItemKind, Role, ViewPiece

_FEWEST_STEMS = 2  # shorter statements make poor quotes
_REPEATS = 0.8
_JUST_BEFORE = 14  # messages: six questions with their replies may stand between
_SETTLED_WITHIN = 40  # messages
_CHOSEN = ("choice", "name")  # types of answers that a choice can give
_OPENING_WORDS = 2  # "and she"
_SHORT_WORDS = 10  # of a sentence with a pronoun further on
_SAME = 0.7  # of a title, in the message it was made from
_NOTHING: frozenset[str] = frozenset()
_EVEN = 0.8  # log odds apart: then the latest statement wins
_TYPE_COVERAGE = 0.7  # of the question; from there on only sentences with the type of answer count
_TYPE_SHARE = 0.7  # if it covers this much of what the best covers


@dataclass(frozen=True)
class Evidence:
    """A quotable sentence or item of a view.

    ``own`` is the share of the question it covers, ``share`` that with its message, ``score`` the
    log odds that it answers the question; it ``holds_type`` if it has the type of answer asked for.
    It is from the text ``message`` and rests on the messages ``message_ids``; ``title`` is that of
    another chat.  One that ``is_correction`` changed another.  One that ``is_pasted`` is from
    pasted text, of the attached file ``file`` if that has a name.
    """

    text: str
    role: Role
    sentence: ScoredSentence
    said: dt.datetime | None = None
    item_kind: ItemKind | None = None
    pack: LanguagePack = ENGLISH
    source: tuple[int, ...] = ()
    message_ids: tuple[int, ...] = ()
    place: int = 0
    on: dt.date | None = None
    title: str = ""
    is_changed: bool = False
    is_correction: bool = False
    is_pasted: bool = False
    file: str = ""
    message: str = field(default="", compare=False)
    own: float = field(default=0.0, compare=False)
    share: float = field(default=0.0, compare=False)
    score: float = field(default=0.0, compare=False)
    holds_type: bool = field(default=False, compare=False)

    @property
    def asks(self) -> bool:
        """Return whether it is itself a question, or a request for a summary."""
        is_recap = self.pack.memory_questions.summary.match(self.text.lstrip())
        if self.text.rstrip().endswith("?") or is_recap:
            return True
        return self.sentence.is_own and dialogue_act(self.text, self.pack) == "question"

    @property
    def stems(self) -> frozenset[str]:
        """The stems of its content words."""
        return self.sentence.stems


def evidence(
    view: ContextView,
    question: str,
    pack: LanguagePack | None = None,
    *,
    focus: Sequence[str] = (),
    limit: int = 3,
    statements: Sequence[ViewStatement] | None = None,
) -> list[Evidence]:
    """Return the evidence in ``view`` for ``question``, best first, at most ``limit``.

    Repetitions and the question itself are left out.  The first word of each of ``focus`` counts
    twice.  The question is read in ``pack``, by default in the language of the view. ``statements``
    are those of the view, if they are known.
    """
    pack = pack or language_pack_for_view(view)
    found = candidates(view, question, pack, focus=focus, statements=statements)
    return best_of(found, question, pack, limit=limit)


def candidates(
    view: ContextView,
    question: str,
    pack: LanguagePack,
    *,
    focus: Sequence[str] = (),
    statements: Sequence[ViewStatement] | None = None,
) -> list[Evidence]:
    """Return all quotable evidence in ``view`` for ``question``, best first, with repetitions."""
    quotables = _with_implied(
        list(_quotables(view, statements or statements_now(view), pack)), pack
    )
    scores = score(question, [each.sentence for each in quotables], pack, focus=focus)
    return sorted(
        (
            replace(
                each,
                own=found.own,
                share=found.share,
                score=found.score,
                holds_type=found.holds_type,
            )
            for each, found in zip(quotables, scores, strict=True)
            if not each.asks and len(each.stems) >= _fewest(each)
        ),
        key=_rank,
    )


def best_of(
    ranked: Sequence[Evidence], question: str, pack: LanguagePack, *, limit: int
) -> list[Evidence]:
    """Return the first ``limit`` of the candidates ``ranked`` that answer, without repetitions."""
    if answer_type(question, pack) in _CHOSEN:
        ranked = _without_open(ranked, pack)
    return _distinct(_newest_first(_preferred(ranked)), limit)


def _without_open(ranked: Sequence[Evidence], pack: LanguagePack) -> list[Evidence]:
    """Replace a statement that left a choice open with the one that made it."""
    made = {choice: each for each, choice in _settled(_in_order(ranked), pack)}
    placed = (_in_place_of(each, made[each]) if each in made else each for each in ranked)
    return list(dict.fromkeys(placed))


def _in_place_of(choice: Evidence, made: Evidence) -> Evidence:
    """Return the statement that ``made`` a choice, with the better score of both."""
    best = max(choice, made, key=lambda each: each.score)
    return replace(made, own=best.own, share=best.share, score=best.score, holds_type=True)


def _in_order(found: Iterable[Evidence]) -> list[Evidence]:
    return sorted(
        (each for each in found if each.source), key=lambda each: (max(each.source), each.place)
    )


def _with_implied(found: Sequence[Evidence], pack: LanguagePack) -> list[Evidence]:
    """Add to each sentence to an assistant the stems of its unspoken subject.

    These are the subject of its chat, the sentence before one that begins with a pronoun, and the
    choice that it makes.
    """
    if any(each.sentence.speaker for each in found):
        return list(found)
    said = _in_order(found)
    subjects = _subjects(said, pack)
    own = [each for each in said if each.sentence.is_own]
    others = other_names((each.text, each.pack) for each in own)
    before: dict[Evidence, frozenset[str]] = {}
    last: Evidence | None = None
    asked = _NOTHING  # since the last statement
    for each in said:
        if each.asks:
            asked |= each.stems if each.role == "user" else _NOTHING
            continue
        if last and _points_back(each) and max(each.source) - max(last.source) <= _JUST_BEFORE:
            before[each] = last.sentence.message | before.get(last, _NOTHING) | asked
        last, asked = each, _NOTHING
    for each, choice in _settled(said, pack):
        before[each] = before.get(each, _NOTHING) | choice.sentence.message
    return [
        replace(
            each,
            sentence=replace(
                each.sentence,
                implied=before.get(each, _NOTHING).union(
                    *(others.get(stem, _NOTHING) for stem in each.stems)
                ),
                subject=subjects.get(each.title, _NOTHING),
                is_elsewhere=bool(each.title),
            ),
        )
        for each in found
    ]


def _settled(said: Sequence[Evidence], pack: LanguagePack) -> Iterator[tuple[Evidence, Evidence]]:
    """Yield each statement of the person that makes a choice, with the one that left it open."""
    own = [each for each in said if each.role == "user" and not each.asks]
    for at, choice in enumerate(own):
        if not choice.pack.answer_types.alternatives.search(choice.text):
            continue
        for each in own[at + 1 :]:
            if max(each.source) - max(choice.source) > _SETTLED_WITHIN:
                break
            if each.title == choice.title and settles(each.text, choice.text, choice.pack):
                yield each, choice


def _subjects(said: Sequence[Evidence], pack: LanguagePack) -> Mapping[str, frozenset[str]]:
    """Return the stems of the subject of each chat by its title, which is empty for this chat.

    The subject of another chat is in its title and first message; that of this chat are the things
    in its first sentence, if the person says that about themselves.
    """
    found: dict[str, frozenset[str]] = {}
    for each in said:
        if each.role == "user" and each.title not in found:
            titled = stems_across(each.title, pack)
            opens = len(titled & each.sentence.message) >= _SAME * len(titled)
            said_first = each.sentence.message if opens else _NOTHING
            found[each.title] = titled | said_first if each.title else _things_in(each)
    return found


def _things_in(first: Evidence) -> frozenset[str]:
    if not first.pack.cues.first_person.search(first.text):
        return _NOTHING
    named = {stem for name in names(first.text, first.pack) for stem in first.pack.stems(name.text)}
    return first.stems - named


def _points_back(each: Evidence) -> bool:
    """Return whether it begins with a pronoun, or with what a pronoun refers to soon after.

    "She weighs 27 kilos", "Anna put it back".
    """
    spoken = words(each.text)
    lexicon = each.pack.lexicon
    pronouns = each.pack.references.pronouns - lexicon.definite
    if any(_head(word) in pronouns for word in spoken[:_OPENING_WORDS]):
        return True
    points = each.pack.corrections.points
    is_short = len(spoken) <= _SHORT_WORDS
    return is_short and (_moves_on(each) or bool(points.search(each.text)))


def _head(word: str) -> str:
    """Return ``word`` without an ending such as that of "they're" or "she's"."""
    return bare(word).partition("'")[0]


def best_share(found: Iterable[Evidence]) -> float:
    """Return the largest share of the question that one of ``found`` covers, or 0."""
    return max((each.share for each in found), default=0.0)


def _preferred(ranked: Sequence[Evidence]) -> Sequence[Evidence]:
    """Return those of ``ranked`` with the type of answer asked for, if they cover enough."""
    holding = [each for each in ranked if each.holds_type]
    best, best_holding = (max((each.own for each in of), default=0.0) for of in (ranked, holding))
    return holding if best_holding >= max(_TYPE_COVERAGE, _TYPE_SHARE * best) else ranked


def _newest_first(ranked: Sequence[Evidence]) -> Sequence[Evidence]:
    """Put the latest first among the person's statements that match the question equally."""
    if not ranked or ranked[0].sentence.speaker:
        return ranked
    best = ranked[0]
    even = [
        each
        for each in ranked
        if each.source
        and each.role == best.role
        and each.own >= best.own
        and each.score >= best.score - _EVEN
        and not each.title
    ]
    newest = sorted(even, key=lambda each: -max(each.source))
    rest = [each for each in ranked if each not in newest]
    return [newest[0], *rest] if newest and _updates(newest[0]) else [*newest, *rest]


def _updates(each: Evidence) -> bool:
    """Return whether it reports a change: "Glenys takes over", "it is now on Friday"."""
    return bool(each.pack.corrections.updates.search(each.text))


def _rank(each: Evidence) -> tuple[float, int, int, str]:
    """Return the sort key: score, then recency, then number of stems."""
    return -round(each.score, 2), -max(each.source, default=0), -len(each.stems), each.text


def _fewest(each: Evidence) -> int:
    is_plain = each.item_kind or _points_back(each) or calls_off(each)
    return 1 if is_plain else _FEWEST_STEMS


def calls_off(each: Evidence) -> bool:
    """Return whether it says that something does not take place: "dinner is off"."""
    return each.pack.corrections.calls_off.search(each.text) is not None


def _moves_on(each: Evidence) -> bool:
    """Return whether it says where the last thing is now: "she gave it to Bo"."""
    table = each.pack.corrections
    return bool(table.gives_on.search(each.text) or table.puts_away.search(each.text))


def _quotables(
    view: ContextView, statements: Sequence[ViewStatement], pack: LanguagePack
) -> Iterator[Evidence]:
    """Yield the current items and sentences that may be quoted, with their neighbours."""
    asked_already = view.question.casefold()
    messages: dict[int, _Message] = {}
    for piece, parts in groupby(statements, key=lambda each: each.piece):
        if piece.item is not None:
            yield from (_of_item(each, piece.item, pack) for each in parts if each.is_quotable)
        else:
            message = _Message.of(piece, tuple(parts), pack)
            messages.update(dict.fromkeys(piece.message_ids, message))
    for message in dict.fromkeys(messages.values()):
        first = min(message.piece.message_ids)
        before = messages.get(first - 1), messages.get(first - 2)
        for each in message.sentences(before):
            if each.text.casefold() not in asked_already:
                yield each


def _of_item(statement: ViewStatement, item: Item, pack: LanguagePack) -> Evidence:
    piece, text = statement.piece, statement.text
    if statement.is_talk:
        text = without_speaker(text)
    stems, own = stems_across(text, pack), language_pack_for(text, pack)
    return Evidence(
        text=statement.text,
        role=piece.role,
        sentence=ScoredSentence(
            text=text,
            stems=stems,
            speaker=label_of(statement.text, is_talk=statement.is_talk),
            message=stems,
            topics=topics_of(text, own),
            pack=own,
        ),
        item_kind=piece.item_kind,
        pack=own,
        message_ids=statement.message_ids,
        on=item.on,
        title=piece.reason.title,
        is_changed=statement.is_changed,
        is_correction=statement.is_correction,
    )


def _stems_of(text: str, otherwise: LanguagePack) -> frozenset[str]:
    """Return the stems of ``text`` without the "no wait" that it begins with."""
    pack = language_pack_for(text, otherwise)
    opened = pack.corrections.second_thought.match(f" {text}")
    return stems_across(text[opened.end() - 1 :] if opened else text, otherwise)


@dataclass(frozen=True, eq=False)
class _Message:
    """A message of the view, or its visible part, and the stems of its sentences."""

    piece: ViewPiece
    parts: tuple[ViewStatement, ...]
    stems: tuple[frozenset[str], ...]
    speaker: str
    when: frozenset[str]
    pack: LanguagePack

    @classmethod
    def of(
        cls, piece: ViewPiece, parts: tuple[ViewStatement, ...], pack: LanguagePack
    ) -> "_Message":
        on = piece.timestamp
        month = pack.phrases.months[on.month - 1] if on else ""
        return cls(
            piece=piece,
            parts=parts,
            stems=tuple(_stems_of(part.text, pack) for part in parts),
            speaker=parts[0].speaker if parts else "",
            when=stems_across(f"{on:%d} {month} {on:%Y} {on.day}", pack) if on else frozenset(),
            pack=language_pack_for(piece.text, pack),
        )

    @property
    def all_stems(self) -> frozenset[str]:
        return frozenset().union(*self.stems)

    @property
    def asked(self) -> frozenset[str]:
        """The stems of its questions."""
        questions = (
            stems
            for part, stems in zip(self.parts, self.stems, strict=True)
            if part.text.endswith("?")
        )
        return frozenset().union(*questions)

    def sentences(self, before: tuple["_Message | None", "_Message | None"]) -> Iterator[Evidence]:
        """Yield the sentences, given the message ``before`` and the one before that."""
        last, last_but_one = before
        for part, stems in zip(self.parts, self.stems, strict=True):
            if not part.is_quotable:
                continue
            yield Evidence(
                text=part.text,
                role=self.piece.role,
                sentence=ScoredSentence(
                    text=part.text,
                    stems=stems,
                    speaker=self.speaker,
                    message=self.all_stems | self.when,
                    asked=last.asked if last else frozenset(),
                    before=last.all_stems if last else frozenset(),
                    two_before=last_but_one.all_stems if last_but_one else frozenset(),
                    topics=topics_of(part.text, self.pack),
                    pack=self.pack,
                    is_own=self.piece.role == "user" and not part.is_pasted,
                ),
                said=self.piece.timestamp,
                pack=self.pack,
                source=self.piece.message_ids,
                message_ids=part.message_ids,
                place=part.place,
                title=self.piece.reason.title,
                is_changed=part.is_changed,
                is_correction=part.is_correction,
                message=self.piece.text,
                is_pasted=part.is_pasted,
            )


def _distinct(ranked: Iterable[Evidence], limit: int) -> list[Evidence]:
    kept: list[Evidence] = []
    for each in ranked:
        if len(kept) == limit:
            break
        if not any(_repeats(each, other) for other in kept):
            kept.append(each)
    return kept


def _repeats(each: Evidence, other: Evidence) -> bool:
    fewer = min(len(each.stems), len(other.stems))
    return len(each.stems & other.stems) >= _REPEATS * fewer
