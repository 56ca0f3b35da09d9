"""Two turns each: the memory after a correction, a todo, a decision, a question."""

import datetime as dt
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import pytest

from tidemark.engines.builtin.items.extraction import extract
from tidemark.memory.merging import merge, render
from tidemark.schema import Message, SessionMemory
from utils import TokenCounter

COUNTER = TokenCounter()
SAID = dt.datetime(2026, 5, 4, 9, 30, tzinfo=dt.UTC)  # a Monday
CASES = Path(__file__).parent.parent.parent / "cases"


@dataclass(frozen=True)
class Case:
    """The first message, the second, and the memory of both."""

    first: tuple[str, ...]
    then: tuple[str, ...]
    remembered: tuple[str, ...]
    replaced: tuple[str, ...] = ()
    is_one_fold: bool = False


def cases(language: str) -> list[object]:
    of_kind = tomllib.loads((CASES / f"memory_{language}.toml").read_text(encoding="utf-8"))
    return [
        pytest.param(
            Case(
                **{field: tuple(texts) for field, texts in each.items()},
                is_one_fold=kind == "decision",
            ),
            id=f"{language}-{kind}-{number}",
        )
        for kind, found in of_kind.items()
        for number, each in enumerate(found, start=1)
    ]


def talk(texts: Sequence[str], *, after: int = 0) -> list[Message]:
    """Return ``texts`` said in turn, the person first, as messages behind ``after`` others."""
    return [
        Message(
            id=after + at + 1,
            session_id="session",
            position=after + at,
            role=role,
            content=text,
            timestamp=SAID,
            token_count=COUNTER.count_message(role, text),
        )
        for at, (text, role) in enumerate(zip(texts, cycle(("user", "assistant")), strict=False))
    ]


@pytest.mark.parametrize("case", [*cases("en"), *cases("nl")])
def test_memory_after_two_turns_is_as_stated(case: Case) -> None:
    first, then = talk(case.first), talk(case.then, after=len(case.first))
    if case.is_one_fold:
        memory = extract([*first, *then], SessionMemory(), limit_tokens=160)
    else:
        before = extract(first, SessionMemory(), limit_tokens=160)
        memory = merge(before, extract(then, before, limit_tokens=160))

    former = [old.text for _, item in memory.all_items() for old in item.history]
    assert render(memory).splitlines() == list(case.remembered)
    assert former == list(case.replaced)
