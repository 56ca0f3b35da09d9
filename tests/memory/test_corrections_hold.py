"""Corrections hold wherever a talk is folded: the current value is read and named, no other is."""

from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant import Assistant
from tests.conversing import SESSION
from tidemark.schema import ContextView
from tidemark.settings import Settings

NAMES = ["Porto", "Lisbon", "Ghent", "Bruges", "Oslo", "Leeds"]
AMOUNTS = ["900", "1,250", "1,400", "2,300", "3,150", "4,800"]
DAYS = ["3 May", "12 June", "14 July", "21 August", "8 October", "30 October"]
DAGEN = ["3 mei", "12 juni", "14 juli", "21 augustus", "8 oktober", "30 oktober"]
GUESTS = ["24", "28", "31", "45", "52", "60"]

# Of each: how it is said, how it is put right ({old} and {new}), how it is asked for, its values
STATEMENTS = (
    (
        "We hold the workshop in {new}.",
        ("Not {old}, {new}.", "We hold it in {new} instead of {old}."),
        "Where do we hold the workshop?",
        NAMES,
    ),
    (
        "The deposit for the hall is {new} euros.",
        ("The deposit for the hall is now {new} euros.", "No, {new} euros, not {old}."),
        "What is the deposit for the hall?",
        AMOUNTS,
    ),
    (
        "The painter starts on {new}.",
        ("The painter was moved to {new}.", "No, {new}, not {old}."),
        "When does the painter start?",
        DAYS,
    ),
    (
        "Er komen {new} gasten op het feest.",
        ("Nee, {new} gasten, niet {old}.", "Er komen nu {new} gasten op het feest."),
        "Hoeveel gasten komen er op het feest?",
        GUESTS,
    ),
    (
        "De schilder begint op {new}.",
        ("De schilder is verzet naar {new}.", "Niet {old}, maar {new}."),
        "Wanneer begint de schilder?",
        DAGEN,
    ),
)


@st.composite
def talks(draw: st.DrawFn) -> tuple[int, list[str], list[int], set[int]]:
    """Return the number of a statement, its values in order, ways to correct it, and folds."""
    number = draw(st.integers(0, len(STATEMENTS) - 1))
    values = draw(st.permutations(STATEMENTS[number][3]))[: draw(st.integers(2, 4))]
    ways = draw(st.lists(st.integers(0, 1), min_size=4, max_size=4))
    return number, list(values), ways, draw(st.sets(st.integers(0, 4)))


def shown(view: ContextView) -> str:
    return "\n".join(piece.text for piece in view.pieces)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("talks")


_numbers = count()


@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(talk=talks())
def test_the_current_value_is_read_and_named_first_wherever_a_talk_folds(
    folder: Path,
    sqlite_url: Callable[[Path], str],
    talk: tuple[int, list[str], list[int], set[int]],
) -> None:
    number, values, ways, folds = talk
    first, corrections, question, _ = STATEMENTS[number]
    url = sqlite_url(folder / f"{next(_numbers)}.db")
    with closing(Assistant(Settings.read(database_url=url, engine="builtin"))) as assistant:

        def say(text: str) -> str:
            return assistant.turns.report(assistant.ask(text, SESSION)).reply

        for step, value in enumerate(values):
            if step == 0:
                say(first.format(new=value))
            else:
                say(corrections[ways[step]].format(old=values[step - 1], new=value))
            if step in folds:
                assistant.folding.begin(SESSION).wait(60)
            assert value in shown(assistant.turns.view(SESSION, question))
            sentence = say(question).split(".\n")[0]
            assert value in sentence
            assert not any(old in sentence for old in values[:step])
