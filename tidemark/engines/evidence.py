"""What a view holds that bears on a question: sentences worth quoting, the best first.

A sentence counts by the share of the question's content it has, rare words of the view more than
common ones; the rest of its message, its speaker and its date count for less.  A reply that
follows a matching question counts with it.
"""

import datetime as dt
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tidemark.engines import english
from tidemark.engines import english_replies as say
from tidemark.engines.quoting import parts
from tidemark.schema import ContextView, ItemKind, Role, ViewPiece
from tidemark.words import content_stems

_ITEM_WORTH = 1.1  # an item was worth keeping once already
_ASSISTANT_WORTH = 0.85  # what the person said is what they ask about
_AROUND_WORTH = 0.5  # a word that stands elsewhere in the message
_ANSWER_WORTH = 0.7  # of the question it follows
_FEWEST_STEMS = 2  # what says less quotes badly
_REPEATS = 0.8

_SPEAKER = re.compile(r"^(?P<name>[A-Z][\w'-]{1,20}(?: [A-Z][\w'-]{1,20})?): ")


@dataclass(frozen=True)
class Evidence:
    """A quotable part of a view: its words, who said it when, and its share of the question.

    ``stems`` are those of its own words, ``around`` those of its message, speaker and date.
    """

    text: str
    role: Role
    said: dt.datetime | None
    item_kind: ItemKind | None
    stems: frozenset[str]
    around: frozenset[str]
    source: tuple[int, ...] = ()
    on: dt.date | None = None
    share: float = 0.0
    worth: float = 0.0

    @property
    def asks(self) -> bool:
        """Whether it is a question itself."""
        return self.text.rstrip().endswith("?")


def evidence(
    view: ContextView, question: str, *, focus: Sequence[str] = (), limit: int = 3
) -> list[Evidence]:
    """Return what in ``view`` bears on ``question``, best first, at most ``limit``, no repeats.

    The question itself is left out; ``share`` is 1 where all its content is covered.  The first
    word of each of ``focus`` is what is asked for, and counts twice.
    """
    asked_already = view.question.casefold()
    quotables = [
        each
        for piece in view.pieces
        for each in _quotables(piece)
        if each.text.casefold() not in asked_already
    ]
    asked = _weights(question, quotables)
    for word in (content_stems(each)[:1] for each in focus):
        asked.update({each: 2 * asked[each] for each in word if each in asked})
    if not asked:
        return []
    scored = [_scored(each, asked) for each in quotables]
    scored += _answers(scored)
    ranked = sorted(scored, key=_rank)
    telling = (
        each
        for each in ranked
        if each.share > 0 and len(each.stems) >= _fewest(each) and not each.asks
    )
    return _distinct(telling, limit)


def _rank(each: Evidence) -> tuple[float, int, int, str]:
    """Put what is worth most first, of equals what was said last, then what says more."""
    return -round(each.worth, 3), -max(each.source, default=0), -len(each.stems), each.text


def covers(found: Sequence[Evidence]) -> float:
    """Return the share of the question that the best of ``found`` covers, 0 where there is none."""
    return max((each.share for each in found), default=0.0)


def _fewest(each: Evidence) -> int:
    return 1 if each.item_kind else _FEWEST_STEMS


def _weights(question: str, quotables: Sequence[Evidence]) -> dict[str, float]:
    """Weigh each stem of ``question`` by how rare it is; one the view lacks counts as usual."""
    seen = Counter(each for quotable in quotables for each in quotable.stems)
    most = max(1, len(quotables))
    weights = {
        each: math.log(1 + most / seen[each])
        for each in content_stems(question)
        if seen[each] and each not in english.ASKING_STEMS
    }
    usual = sum(weights.values()) / len(weights) if weights else 1.0
    return {
        each: weights.get(each, usual)
        for each in dict.fromkeys(content_stems(question))
        if each not in english.ASKING_STEMS
    }


def _quotables(piece: ViewPiece) -> Iterator[Evidence]:
    if piece.kind == "item" and piece.item is not None:
        stems = frozenset(content_stems(piece.item.text))
        yield Evidence(
            text=piece.item.text,
            role=piece.role,
            said=None,
            item_kind=piece.item_kind,
            stems=stems,
            around=stems,
            on=piece.item.on,
        )
    elif piece.kind in ("recalled", "message") and not _is_ours(piece):
        said = piece.timestamp
        when = f" {said:%d %B %Y} {said.day}" if said else ""
        around = frozenset(content_stems(piece.text + when))
        for text in parts(piece.text):
            yield Evidence(
                text=text,
                role=piece.role,
                said=said,
                item_kind=None,
                stems=frozenset(content_stems(_SPEAKER.sub("", text))),
                around=around,
                source=piece.message_ids,
            )


def _is_ours(piece: ViewPiece) -> bool:
    """Whether the built-in engine said it: quotes of quotes lead nowhere."""
    return piece.role == "assistant" and bool(say.OURS.match(piece.text))


def _scored(each: Evidence, asked: Mapping[str, float]) -> Evidence:
    total = sum(asked.values())
    own = sum(weight for stem, weight in asked.items() if stem in each.stems)
    around = sum(
        weight for stem, weight in asked.items() if stem in each.around and stem not in each.stems
    )
    share = (own + _AROUND_WORTH * around) / total if own else 0.0
    worth = share * (_ITEM_WORTH if each.item_kind else 1.0)
    worth *= _ASSISTANT_WORTH if each.role == "assistant" else 1.0
    return replace(each, share=share, worth=worth)


def _answers(scored: Sequence[Evidence]) -> list[Evidence]:
    """Return what another says right after a question that matches: it shares few of its words."""
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
