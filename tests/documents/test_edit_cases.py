"""The cases of documents edited by instruction are sound: each expectation can be met.

A case starts from its ``document`` as version 1.  Each instruction in ``history`` made one more
version, by the patch at the same place in ``applied``.  ``expected`` is the outcome of
``instruction`` on the newest version: a patch, an undo of the last n changes, a rollback to a
version, a question back that holds the words in ``about``, or an answer that holds ``answers``.
Patches are compared by the content they lead to.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from pydantic import JsonValue

from tidemark.documents.content import is_same
from tidemark.documents.patches import applied

FOLDER = Path(__file__).parents[1] / "cases/document_edits"
DOCUMENTS: dict[str, JsonValue] = {
    file.stem: json.loads(file.read_text(encoding="utf-8"))
    for file in (FOLDER / "documents").glob("*.json")
}


def _half(name: str) -> list[dict[str, Any]]:
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


SEEN, UNSEEN = _half("seen"), _half("unseen")
WIDE = _half("wide_seen") + _half("wide_unseen")  # parted by the hash of the instruction
EVERYDAY = _half("everyday")
BROAD = _half("broad_seen") + _half("broad_unseen")  # parted by the hash of the instruction
EVENING = _half("evening_seen") + _half("evening_unseen")  # parted by the hash, too
SPOKEN = _half("spoken")
LATER = WIDE + EVERYDAY + BROAD + EVENING + SPOKEN
CASES = [pytest.param(case, id=case["id"]) for case in SEEN + UNSEEN + LATER]


def _versions(case: dict[str, Any]) -> list[JsonValue]:
    """Return the document's versions at the time of the instruction, the newest last."""
    versions = [DOCUMENTS[case["document"]]]
    for patch in case.get("applied", []):
        versions.append(applied(versions[-1], patch))
        assert not is_same(versions[-1], versions[-2])
    return versions


@pytest.mark.parametrize("case", CASES)
def test_a_case_can_come_true(case: dict[str, Any]) -> None:
    versions = _versions(case)
    assert len(versions) == len(case["history"]) + 1
    mentioned = json.dumps([versions, case["history"], case["instruction"]], ensure_ascii=False)
    match case["expected"]:
        case {"patch": patch, **rest} if not rest:
            assert not is_same(applied(versions[-1], patch), versions[-1])
        case {"undo": count, **rest} if not rest:
            assert 1 <= count < len(versions)
        case {"rollback": number, **rest} if not rest:
            assert 1 <= number < len(versions)
        case {"asks": True, "about": [_, *_] as words, **rest} if not rest:
            assert all(word.casefold() in mentioned.casefold() for word in words)
        case {"answers": [_, *_] as words, **rest} if not rest:
            assert all(word.isdigit() or word in mentioned for word in words)
        case other:
            pytest.fail(f"no such expectation: {other}")


def test_the_halves_are_of_one_mix_and_share_no_instruction() -> None:
    for key in ("id", "instruction"):
        values = Counter(case[key].casefold() for case in SEEN + UNSEEN + LATER)
        assert [value for value, count in values.items() if count > 1] == []
    for half, other in ((SEEN, UNSEEN), (UNSEEN, SEEN)):
        earlier = {text for case in half for text in case["history"]}
        assert earlier.isdisjoint(case["instruction"] for case in other)
    assert (len(SEEN), len(UNSEEN)) == (120, 120)
    mix = [Counter((case["kind"], case["language"]) for case in half) for half in (SEEN, UNSEEN)]
    assert mix[0] == mix[1]
    assert {case["document"] for case in SEEN} == {case["document"] for case in UNSEEN}
    assert {case["document"] for case in SEEN} <= DOCUMENTS.keys()
