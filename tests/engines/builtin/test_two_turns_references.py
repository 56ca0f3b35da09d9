"""Two turns each: the references of a question, and its questions about earlier messages."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.engine_fixtures import NOW, view
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.runtime.events import Stop

ENGINE = BuiltinEngine()
CASES = Path(__file__).parent.parent.parent / "cases"


@dataclass(frozen=True)
class Case:
    """The first message, the second, and how it is understood or answered."""

    said: tuple[str, ...]
    then: str
    meant: str | None = None
    answer: str | None = None


def cases(kind: str) -> list[object]:
    return [
        pytest.param(
            Case(tuple(each["said"]), each["then"], each.get("meant"), each.get("answer")),
            id=f"{language}-{number}",
        )
        for language in ("en", "nl")
        for number, each in enumerate(_of(language, kind), start=1)
    ]


def _of(language: str, kind: str) -> list[dict[str, Any]]:
    found = tomllib.loads((CASES / f"references_{language}.toml").read_text(encoding="utf-8"))
    of_kind: list[dict[str, Any]] = found[kind]
    return of_kind


@pytest.mark.parametrize("case", cases("reference"))
def test_a_question_is_rewritten_to_name_its_referents(case: Case) -> None:
    shown = view(case.then, *case.said)

    understood = ENGINE.understand(shown, now=NOW, asking="freely", stop=Stop()).value

    assert understood.rewritten_query == case.meant


@pytest.mark.parametrize("case", cases("question"))
def test_a_question_is_answered_in_its_own_language(case: Case) -> None:
    shown = view(case.then, *case.said)
    understood = ENGINE.understand(shown, now=NOW, asking="freely", stop=Stop()).value

    reply = ENGINE.answer(shown, understood, now=NOW, stop=Stop())

    assert not understood.is_ambiguous
    assert "".join(piece.text for piece in reply) == case.answer
