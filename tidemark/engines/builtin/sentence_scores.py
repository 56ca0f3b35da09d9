"""Scores of sentences: the odds that each answers a question.

Words of the question count by their rarity among the sentences: in the sentence itself, elsewhere
in its message, and in the messages just before it, because a reply shares few words with its
question.  The speaker, the type of answer and the amount of content count, too.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from tidemark.engines.builtin.word_kin import kin, rejoined
from tidemark.nlp.answer_types import answer_type, has_answer
from tidemark.nlp.english.pack import ENGLISH
from tidemark.nlp.pack_fields import AnswerKind, LanguagePack
from tidemark.nlp.patterns import NAME_INSIDE, NUMBER

_SHORT = 5  # words: "Congrats, Gina!"
_LONG_NAME = 3  # letters of a shortened name: "Mel" for "Melanie"
_CAPTION = re.compile(r"\[shares ")
_TOPIC_WORTH = 0.8  # "budget" for "spend", "cursus" for "draaicursus"
_IMPLIED_WORTH = 0.75  # for a word of the sentence's unspoken subject
_LIGHT_WORTH = 0.5  # for "colour" in "which colour are they?", "handle": few answers repeat it
_AROUND_WORTH = 0.5  # for a word elsewhere in the message
_ASSISTANT_COST = 0.6  # log odds: people ask about their own messages
_NO_STEMS: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ScoredSentence:
    """A sentence with the stems around it.

    ``message`` are those of its message and its day, ``asked`` of the questions just before it,
    ``before`` and ``two_before`` of the two messages before, ``implied`` of its unspoken subject,
    ``subject`` of the subject of its chat.  ``is_own``: the person said it; ``is_elsewhere``: in
    another chat.
    """

    text: str
    stems: frozenset[str]
    message: frozenset[str] = _NO_STEMS
    asked: frozenset[str] = _NO_STEMS
    before: frozenset[str] = _NO_STEMS
    two_before: frozenset[str] = _NO_STEMS
    implied: frozenset[str] = _NO_STEMS
    subject: frozenset[str] = _NO_STEMS
    topics: frozenset[str] = _NO_STEMS
    speaker: str = ""
    is_own: bool = True
    is_elsewhere: bool = False
    pack: LanguagePack = ENGLISH


class Score(NamedTuple):
    """The share of the question that a sentence covers, and the log odds that it answers it.

    ``own`` is the share of its own words, ``share`` that with its message.  It ``holds_type`` if
    it has the type of answer asked for.
    """

    own: float
    share: float
    score: float
    holds_type: bool = False


class Features(NamedTuple):
    """Features of a sentence for a question; shares are of the question's weighted words."""

    own: float
    message_squared: float
    before_squared: float
    asked: float
    two_before: float
    pair: float
    rarest: float
    rarest_in_message: float
    speaker: float
    caption: float
    question: float
    answer_type: float
    new_words: float
    first_person: float
    number: float
    name: float
    short: float


# Of talks of two people: a softmax regression over the sentences of each view of five long
# conversations whose questions name their answers (LoCoMo, single-hop), rounded.
_IN_A_TALK = Features(
    own=1.2, message_squared=1.4, before_squared=2.0, asked=2.0, two_before=1.7, pair=0.6,
    rarest=0.35, rarest_in_message=0.6, speaker=0.8, caption=-0.4, question=-0.5,
    answer_type=0.5, new_words=1.0, first_person=0.3, number=0.4, name=0.45, short=-0.5,
)  # fmt: skip


# Of messages to an assistant: they say one thing a sentence, in the words they are asked by.
_TO_AN_ASSISTANT = Features(
    own=4.0, message_squared=0.3, before_squared=0.2, asked=1.0, two_before=0.2, pair=0.4,
    rarest=0.4, rarest_in_message=0.2, speaker=0.0, caption=-0.4, question=-0.5,
    answer_type=1.0, new_words=0.1, first_person=0.0, number=0.0, name=0.0, short=-0.1,
)  # fmt: skip


@dataclass(frozen=True)
class _Question:
    """A question's weighted stems, pairs of neighbours among them, speakers and answer type.

    ``light`` are the stems that an answer seldom repeats, such as the sort of thing asked for.
    ``akin`` are the related stems in the sentences for each stem, ``topics`` the topics of each.
    """

    weights: Mapping[str, float]
    light: Set[str]
    akin: Mapping[str, frozenset[str]]
    topics: Mapping[str, frozenset[str]]
    pairs: frozenset[tuple[str, str]]
    speakers: frozenset[str]
    want: AnswerKind | None
    pack: LanguagePack

    @property
    def rarest(self) -> str:
        return max(self.weights, key=lambda stem: self.weights[stem])

    def is_of_type(self, each: ScoredSentence) -> bool:
        """Return whether a sentence has the type of answer asked for."""
        asked = frozenset(self.weights)
        if self.want == "money" and "cost" in each.topics and NUMBER.search(each.text):
            return True  # "the rent is 870"
        return self.want is not None and has_answer(self.want, each.text, asked, each.pack)

    def on_subject(self, each: ScoredSentence, held: Set[str]) -> frozenset[str]:
        """Return the stems of the question that name the subject of the sentence's chat.

        There are none unless the sentence matches something else of the question.
        """
        named = each.subject & self.weights.keys() | self.on_topic(self.topics_in(each.subject))
        says_more = self.is_of_type(each) or (self.weights.keys() & held) - named
        return named if says_more else _NO_STEMS

    def topics_in(self, stems: frozenset[str]) -> frozenset[str]:
        """Return the topics of ``stems``."""
        return _topics_of(stems, self.pack)

    def on_topic(self, topics: Set[str]) -> frozenset[str]:
        """Return the stems of the question that have one of ``topics``."""
        return frozenset(stem for stem, about in self.topics.items() if about & topics)

    def share(self, stems: frozenset[str]) -> float:
        """Return the share of the question's weight that ``stems`` cover."""
        held = sum(weight for stem, weight in self.weights.items() if stem in stems)
        unsaid = sum(self.weights[stem] for stem in self.light - stems)
        whole = sum(self.weights.values()) - (1 - _LIGHT_WORTH) * unsaid
        return held / whole


def score(
    question: str,
    sentences: Sequence[ScoredSentence],
    pack: LanguagePack,
    *,
    focus: Sequence[str] = (),
) -> list[Score]:
    """Score each of ``sentences`` for ``question``, read in ``pack``.

    The first word of each of ``focus`` counts twice.
    """
    asked = _read(question, sentences, pack, focus)
    if not asked.weights:
        return [Score(0.0, 0.0, 0.0)] * len(sentences)
    return [_scored(each, asked) for each in sentences]


def _read(
    question: str, sentences: Sequence[ScoredSentence], pack: LanguagePack, focus: Sequence[str]
) -> _Question:
    """Weigh each stem of ``question`` by its rarity; unseen ones get the average weight.

    Names of speakers select the sentences of a speaker, and do not count as content.
    """
    stems = [each for each in pack.stems(question) if each not in pack.asking_stems]
    labels = {each.speaker for each in sentences if each.speaker}
    speakers = {label for label in labels if _names(question, label)}
    named = {stem for label in labels for stem in pack.stems(label)}
    content = [stem for stem in stems if stem not in named] or stems
    seen = Counter(stem for each in sentences for stem in each.stems)
    most = max(1, len(sentences))
    known = {stem: math.log(1 + most / seen[stem]) for stem in content if seen[stem]}
    usual = sum(known.values()) / len(known) if known else 1.0
    weights = {stem: known.get(stem, usual) for stem in dict.fromkeys(content)}
    for word in (pack.stems(each)[:1] for each in focus):
        weights.update({stem: 2 * weights[stem] for stem in word if stem in weights})
    light = () if labels else (*_sort(question, pack), *pack.light_stems)
    verbs, want = rejoined(question, pack), answer_type(question, pack)
    forms = {
        stem: {stem, *(verb for verb, parts in verbs.items() if stem in parts)} for stem in weights
    }
    return _Question(
        weights=weights,
        light=weights.keys() & light,
        akin={stem: kin(stem, seen, pack) | forms[stem] for stem in weights},
        topics={
            stem: _topics_of(forms[stem], pack)
            for stem in weights
            if want == "money" or stem not in pack.light_stems
        },
        pairs=frozenset(pairwise(content)),
        speakers=frozenset(speakers) if len(speakers) == 1 else frozenset(),
        want=want,
        pack=pack,
    )


def _topics_of(stems: Set[str], pack: LanguagePack) -> frozenset[str]:
    return frozenset(pack.topics[stem] for stem in stems if stem in pack.topics)


def _sort(question: str, pack: LanguagePack) -> list[str]:
    """Return the stem of the sort of thing that ``question`` asks for: "which colour"."""
    found = pack.answer_types.sort.search(question)
    return pack.stems(found["sort"]) if found else []


def _names(question: str, label: str) -> bool:
    """Return whether ``question`` has the name ``label``, whole or shortened."""
    capitalised = re.findall(r"[A-Z]\w+", question)
    return any(len(word) >= _LONG_NAME and label.startswith(word) for word in capitalised)


def _scored(each: ScoredSentence, asked: _Question) -> Score:
    stems = each.stems
    meant = asked.on_topic(each.topics) | (
        asked.weights.keys() & rejoined(each.text, each.pack).keys()
    )
    meant |= {stem for stem, alike in asked.akin.items() if alike & each.stems}
    if asked.want == "age" and not asked.is_of_type(each):
        stems, meant = stems - asked.light, meant - asked.light  # "the old rent" gives no age
    if each.is_elsewhere and not each.subject >= asked.weights.keys():
        stems -= each.subject  # the subject of the whole chat distinguishes none of its sentences
    own, by_topic = asked.share(stems), asked.share(stems | meant)
    own += _TOPIC_WORTH * (by_topic - own)
    implied = each.implied | asked.on_topic(asked.topics_in(each.implied))
    implied |= asked.on_subject(each, stems | meant)
    own += _IMPLIED_WORTH * (asked.share(stems | meant | implied) - by_topic)
    around = asked.share(each.message | each.asked | each.stems | meant) - by_topic
    found = features(each, asked, own)
    weights = _IN_A_TALK if each.speaker else _TO_AN_ASSISTANT
    odds = sum(weight * value for weight, value in zip(weights, found, strict=True))
    if not (each.is_own or each.speaker):
        odds -= _ASSISTANT_COST
    return Score(own, own + _AROUND_WORTH * around, odds, bool(found.answer_type))


def features(each: ScoredSentence, asked: _Question, own: float) -> Features:
    """Return the features of a sentence that covers the share ``own`` of the question itself."""
    message = each.stems | each.message | each.asked
    before = message | each.before
    new = len(each.stems - asked.weights.keys())
    return Features(
        own=own,
        message_squared=asked.share(message) ** 2,
        before_squared=asked.share(before) ** 2,
        asked=asked.share(each.asked),
        two_before=asked.share(each.two_before - before),
        pair=float(any(pair in asked.pairs for pair in pairwise(each.pack.stems(each.text)))),
        rarest=float(asked.rarest in each.stems),
        rarest_in_message=float(asked.rarest in message),
        speaker=(1.0 if each.speaker in asked.speakers else -1.0) if asked.speakers else 0.0,
        caption=float(bool(_CAPTION.search(each.text))),
        question=float(each.text.endswith("?")),
        answer_type=float(asked.is_of_type(each)),
        new_words=math.log1p(new),
        first_person=float(bool(each.pack.cues.first_person.search(each.text))),
        number=float(bool(NUMBER.search(each.text))),
        name=float(bool(NAME_INSIDE.search(each.text))),
        short=float(len(each.text.split()) < _SHORT),
    )
