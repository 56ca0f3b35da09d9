"""The worth of each passage of a conversation for a question."""

from collections.abc import Collection, Sequence

import numpy as np
import pytest

from tidemark.retrieval import ranking
from tidemark.retrieval.chunking import ASSISTANT, ROW, USER, voice_of_name
from tidemark.retrieval.ranking import Corpus, Postings
from tidemark.retrieval.recall_query import DateSpan
from tidemark.retrieval.similarity import Floats

DAY = 24 * 60  # minutes


def said(
    count: int,
    *,
    minutes: Sequence[int] | None = None,
    tokens: int = 30,
    voices: Sequence[int] = (USER, ASSISTANT),
) -> Corpus:
    """Return ``count`` passages, a minute apart, each a message of ten different stems."""
    rows = np.zeros(count, dtype=ROW)
    rows["position"] = range(count)
    rows["minute"] = range(count) if minutes is None else minutes
    rows["tokens"] = tokens
    rows["stems"] = 10
    rows["voice"] = [voices[at % len(voices)] for at in range(count)]
    return Corpus.whole(rows)


def standing(**places: Sequence[int]) -> Postings:
    """Return the places of each word."""
    return Postings.by_word(places)


def score(
    corpus: Corpus, hits: Postings, voices: Collection[int] = (), spans: Sequence[DateSpan] = ()
) -> Floats:
    counts = ranking.cumulative_counts(corpus, hits)
    return ranking.score(corpus, counts, voices=voices, spans=spans)


def best(worth: Floats, count: int) -> list[int]:
    return [int(each) for each in np.argsort(-worth, kind="stable")[:count]]


def test_where_nothing_was_hit_nothing_is_worth_anything() -> None:
    assert score(said(4), standing()).tolist() == [0, 0, 0, 0]
    assert score(said(0), standing()).tolist() == []


def test_the_passage_with_most_of_the_rare_words_is_worth_most() -> None:
    hits = standing(lisbon=[0, 9, 20, 30, 39], visa=[20])

    worth = score(said(40), hits)

    assert best(worth, 1) == [20]
    assert worth.max() == 1


def test_passages_next_to_the_words_come_before_distant_ones() -> None:
    worth = score(said(40), standing(hotel=[10], price=[11]))

    assert set(best(worth, 4)) == {9, 10, 11, 12}
    assert worth[30] == 0


def test_another_sitting_is_no_context() -> None:
    minutes = [*range(10), *range(1000, 1010)]

    worth = score(said(20, minutes=minutes), standing(hotel=[9]))

    assert worth[8] > 0
    assert worth[10] == 0


def test_long_passages_are_no_context_of_each_other() -> None:
    worth = score(said(9, tokens=400), standing(hotel=[4]))

    assert np.flatnonzero(worth).tolist() == [4]


def test_the_voice_that_is_asked_for_comes_first() -> None:
    caroline, melanie = voice_of_name("Caroline"), voice_of_name("Melanie")
    rows = said(40, voices=(caroline, melanie))
    hits = standing(pottery=[10, 31])

    assert best(score(rows, hits, voices={caroline}), 1) == [10]
    assert best(score(rows, hits, voices={melanie}), 1) == [31]


@pytest.mark.parametrize(("day", "found"), [(0, 0), (10, 10), (20, 20)])
def test_messages_of_the_time_that_is_named_come_first(day: int, found: int) -> None:
    rows = said(30, minutes=[number * DAY for number in range(30)])
    hits = standing(concert=[0, 10, 20])

    worth = score(rows, hits, spans=[(day * DAY, (day + 1) * DAY - 1)])

    assert best(worth, 1) == [found]


def test_in_a_very_long_conversation_only_passages_near_the_words_are_weighed() -> None:
    corpus = said(20_000)
    hits = standing(lisbon=[*range(0, 20_000, 100)], visa=[7_003], embassy=[7_005])

    near = corpus.narrowed(hits)
    worth = score(near, near.within(hits))

    assert len(near.passages) < 2_500
    assert {int(near.numbers[each]) for each in best(worth, 2)} <= {7_003, 7_004, 7_005}


@pytest.mark.parametrize(
    ("places", "voices", "spoken_of"),
    [
        ({"hotel": [3], "price": [4]}, (), True),
        ({"hotel": [3], "price": [30]}, (), False),
        ({"hotel": range(40)}, (), False),
        ({}, (), False),
        ({}, (voice_of_name("Caroline"),), True),
        ({}, (voice_of_name("Melanie"), USER), False),
    ],
)
def test_enough_words_of_a_question_must_be_found_in_one_place(
    places: dict[str, Sequence[int]], voices: Sequence[int], *, spoken_of: bool
) -> None:
    corpus = said(40, voices=(voice_of_name("Caroline"), ASSISTANT))
    hits = standing(**places)
    rarity = {"hotel": 0.7 if len(hits.at) > 9 else 4.0, "price": 4.0, "visa": 4.0}

    counts = ranking.cumulative_counts(corpus, hits)

    found = ranking.is_relevant(corpus, hits.words, counts, rarity=rarity, voices=voices)
    assert found is spoken_of


@pytest.mark.parametrize("corpus", [said(0), said(2_001).narrowed(standing())], ids=["new", "long"])
def test_where_there_is_nothing_to_weigh_nothing_was_spoken_of(corpus: Corpus) -> None:
    counts = ranking.cumulative_counts(corpus, standing())

    assert len(corpus.passages) == 0
    assert not ranking.is_relevant(corpus, (), counts, rarity={"visa": 4.0})


def test_meaning_adds_to_words_by_its_weight() -> None:
    worth, likeness = np.array([1.0, 0.4, 0.0]), np.array([0.0, 0.0, 1.0])

    assert ranking.fuse(worth, likeness, 0.5).tolist() == [1.0, 0.4, 0.5]
    assert ranking.fuse(worth, likeness, 2.0).tolist() == [0.5, 0.2, 1.0]


def test_without_meaning_or_its_weight_words_alone_decide() -> None:
    worth = np.array([1.0, 0.4, 0.0])

    assert ranking.fuse(worth, None, 0.5) is worth
    assert ranking.fuse(worth, np.array([0.0, 0.0, 1.0]), 0.0) is worth
