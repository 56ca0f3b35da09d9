"""Evidence: the sentences of a view that answer a question, best first.

A sentence counts by the share of the question's content words it has, weighted by how rare they are
in the view; words elsewhere in its message, its speaker and its date count less. A reply that
follows a matching question counts with it. A later correction by the person replaces a sentence.
"""

import datetime as dt
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tidemark.engines.builtin.own_replies import is_builtin_reply
from tidemark.memory.matching import supersedes
from tidemark.nlp.answer_types import answer_type, has_answer, topics_of
from tidemark.nlp.english.pack import ENGLISH
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for, language_pack_for_view, stems_across
from tidemark.nlp.quotes import quotable_sentences
from tidemark.nlp.speakers import without_speaker
from tidemark.schema import ContextView, Item, ItemKind, Role, ViewPiece

_FACT: ItemKind = "key_facts"  # of a kind that only a plain correction replaces
_ITEM_WORTH = 1.1  # an item was worth keeping once already
_ASSISTANT_WORTH = 0.85  # people ask about their own messages
_AROUND_WORTH = 0.5  # for a word elsewhere in the message
_ANSWER_WORTH = 0.7  # of the question it follows
_FEWEST_STEMS = 2  # what says less quotes badly
_REPEATS = 0.8
_TOPIC_WORTH = 0.8  # "budget" for "spend"
_TYPE_WORTH = 1.3  # it holds the type of answer asked for
_NO_TYPE_WORTH = 0.8
_TYPE_SHARE = 0.7  # of the best share; others are then left out …
_TYPE_COVERAGE = 0.7  # … where this much of the question is covered


@dataclass(frozen=True)
class Evidence:
    """A quotable sentence or item of a view, with its share of the question.

    ``stems`` are of its own words, ``around`` of its message, speaker and date; ``about`` are its
    topics.
    """

    text: str
    role: Role
    said: dt.datetime | None
    item_kind: ItemKind | None
    stems: frozenset[str]
    around: frozenset[str]
    about: frozenset[str] = frozenset()
    pack: LanguagePack = ENGLISH
    source: tuple[int, ...] = ()
    on: dt.date | None = None
    share: float = 0.0
    worth: float = 0.0

    @property
    def asks(self) -> bool:
        """Whether it is a question itself."""
        return self.text.rstrip().endswith("?")


def evidence(
    view: ContextView,
    question: str,
    pack: LanguagePack | None = None,
    *,
    focus: Sequence[str] = (),
    limit: int = 3,
) -> list[Evidence]:
    """Return the evidence in ``view`` for ``question``, best first, at most ``limit``.

    Repeats and the question itself are left out; ``share`` is 1 if all content words are covered.
    The first word of each of ``focus`` counts twice. The question is read in ``pack``, by default
    in the language of the view.
    """
    pack = pack or language_pack_for_view(view)
    asked_already = view.question.casefold()
    quotables = [
        each
        for piece in view.pieces
        for each in _quotables(piece, pack)
        if each.text.casefold() not in asked_already
    ]
    asked = _weights(question, quotables, pack)
    for word in (pack.stems(each)[:1] for each in focus):
        asked.update({each: 2 * asked[each] for each in word if each in asked})
    if not asked:
        return []
    scored = [_scored(each, asked, pack) for each in quotables]
    scored += _answers(scored)
    telling = [
        each
        for each in scored
        if each.share > 0 and len(each.stems) >= _fewest(each) and not each.asks
    ]
    ranked = sorted(_preferred(telling, question, pack), key=_rank)
    return _distinct((_corrected(each, scored) for each in ranked), limit)


def _corrected(each: Evidence, scored: Sequence[Evidence]) -> Evidence:
    """Return the person's last statement that supersedes ``each``, else ``each``."""
    if each.item_kind or each.role != "user":
        return each
    later = (other for other in scored if other.role == "user" and other.source > each.source)
    for other in sorted(later, key=lambda other: other.source, reverse=True):
        if not other.asks and not other.item_kind and supersedes(_item(other), _item(each), _FACT):
            return replace(
                other,
                share=max(each.share, other.share),
                worth=each.worth,
                stems=each.stems | other.stems,
            )
    return each


def _item(each: Evidence) -> Item:
    return Item(text=each.text, message_ids=each.source)


def _preferred(
    telling: Sequence[Evidence], question: str, pack: LanguagePack
) -> Sequence[Evidence]:
    """Return those of ``telling`` that hold the type of answer asked for, if they cover enough.

    Otherwise weigh them higher than the rest.
    """
    want = answer_type(question, pack)
    if want is None:
        return telling
    asked = frozenset(pack.stems(question))
    holding = [each for each in telling if has_answer(want, each.text, asked, each.pack)]
    if best_share(holding) >= max(_TYPE_COVERAGE, _TYPE_SHARE * best_share(telling)):
        return holding
    return [
        replace(each, worth=each.worth * (_TYPE_WORTH if each in holding else _NO_TYPE_WORTH))
        for each in telling
    ]


def _rank(each: Evidence) -> tuple[float, int, int, str]:
    """Order by worth, then by recency, then by number of stems."""
    return -round(each.worth, 3), -max(each.source, default=0), -len(each.stems), each.text


def best_share(found: Sequence[Evidence]) -> float:
    """Return the largest share of the question that one of ``found`` covers, or 0."""
    return max((each.share for each in found), default=0.0)


def _fewest(each: Evidence) -> int:
    return 1 if each.item_kind else _FEWEST_STEMS


def _weights(question: str, quotables: Sequence[Evidence], pack: LanguagePack) -> dict[str, float]:
    """Weigh each stem of ``question`` by its rarity; unseen ones get the average weight."""
    asked = [each for each in pack.stems(question) if each not in pack.asking_stems]
    seen = Counter(each for quotable in quotables for each in quotable.stems)
    most = max(1, len(quotables))
    weights = {each: math.log(1 + most / seen[each]) for each in asked if seen[each]}
    usual = sum(weights.values()) / len(weights) if weights else 1.0
    return {each: weights.get(each, usual) for each in dict.fromkeys(asked)}


def _quotables(piece: ViewPiece, pack: LanguagePack) -> Iterator[Evidence]:
    if piece.kind == "item" and piece.item is not None:
        stems = stems_across(piece.item.text, pack)
        own = language_pack_for(piece.item.text, pack)
        yield Evidence(
            text=piece.item.text,
            role=piece.role,
            said=None,
            item_kind=piece.item_kind,
            stems=stems,
            around=stems,
            about=topics_of(piece.item.text, own),
            pack=own,
            on=piece.item.on,
        )
    elif piece.kind in ("recalled", "message") and not (
        piece.role == "assistant" and is_builtin_reply(piece.text)  # quotes of quotes lead nowhere
    ):
        said = piece.timestamp
        month = pack.phrases.months[said.month - 1] if said else ""
        when = f" {said:%d} {month} {said:%Y} {said.day}" if said else ""
        around = stems_across(piece.text + when, pack)
        own = language_pack_for(piece.text, pack)
        for text in quotable_sentences(piece.text):
            yield Evidence(
                text=text,
                role=piece.role,
                said=said,
                item_kind=None,
                stems=stems_across(without_speaker(text), pack),
                around=around,
                about=topics_of(text, own),
                pack=own,
                source=piece.message_ids,
            )


def _scored(each: Evidence, asked: Mapping[str, float], pack: LanguagePack) -> Evidence:
    own = around = 0.0
    for stem, weight in asked.items():
        if stem in each.stems:
            own += weight
        elif pack.topics.get(stem) in each.about:
            own += _TOPIC_WORTH * weight
        elif stem in each.around:
            around += _AROUND_WORTH * weight
    share = (own + around) / sum(asked.values()) if own else 0.0
    worth = share * (_ITEM_WORTH if each.item_kind else 1.0)
    worth *= _ASSISTANT_WORTH if each.role == "assistant" else 1.0
    return replace(each, share=share, worth=worth)


def _answers(scored: Sequence[Evidence]) -> list[Evidence]:
    """Return replies that directly follow a matching question: they share few of its words."""
    found = []
    for place, each in enumerate(scored):
        if not (each.asks and each.share):
            continue
        rest = [other for other in scored[place + 1 : place + 8] if other.source != each.source]
        replies = [other for other in rest if other.source == rest[0].source][:3] if rest else []
        if replies and replies[0].role != each.role:
            telling = max(replies, key=lambda other: len(other.stems))
            share = max(each.share, telling.share)
            worth = max(_ANSWER_WORTH * each.share, telling.worth)
            found.append(replace(telling, share=share, worth=worth))
    return found


def _distinct(ranked: Iterator[Evidence], limit: int) -> list[Evidence]:
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
