"""The targets of understanding, on the public sets they were set on, a quarter of the large."""

from pathlib import Path

import pytest

from benchmark.understanding import Confusion, auroc, balanced, measure, rouge1_recall
from tests.timing import unwatched


@pytest.mark.slow
def test_every_target_is_reached(data_dir: Path) -> None:
    with unwatched():
        report = measure(data_dir, every=4)  # all rows are measured by make bench

    assert [figure.check for figure in report.figures if not figure.is_reached] == []


def test_a_score_that_tells_yes_from_no_has_an_area_of_one() -> None:
    assert auroc([(True, 0.9), (True, 0.8), (False, 0.3)]) == 1
    assert auroc([(True, 0.5), (False, 0.5)]) == 0.5
    assert auroc([(True, 0.1), (False, 0.9)]) == 0


def test_always_saying_yes_is_worth_a_third_where_both_are_as_many() -> None:
    always = [(vague, True) for vague in [True] * 40 + [False] * 10]

    assert balanced(always) == pytest.approx(1 / 3, abs=0.01)
    assert Confusion.of(always) == Confusion(hits=40, false_alarms=10, misses=0, rejections=0)


def test_recall_counts_each_word_once_and_by_its_stem() -> None:
    assert rouge1_recall("the dogs saw the dog", "a dog sees the") == pytest.approx(2 / 5)
