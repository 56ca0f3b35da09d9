"""Folds on the command line: listed, undone and redone, with what the context is then."""

from collections.abc import Callable

from tests.test_cli import SMALL_BUDGET, Run, environment, objects, tidemark
from tidemark import sample
from tidemark.cli.common import opened

__all__ = ["environment", "tidemark"]
LONG = "I prefer the train. " + "We talked about it. " * 30


def folded(run: Run) -> int:
    """Say so much that it folds; return the fold's number."""
    run("ask", LONG, "--session", "s")
    run("ask", LONG, "--session", "s")
    (fold,) = objects(run("folds", "s", "--json"))
    number: int = fold["id"]
    return number


def test_a_fold_is_undone_and_redone(tidemark: Run, environment: Callable[..., None]) -> None:
    environment(**SMALL_BUDGET)
    number = folded(tidemark)
    before = tidemark("show", "s").stdout.splitlines()[1]

    told = tidemark("undo", "s", number).stdout

    assert told.startswith("Messages 1 to 2 are active again. Context: ")
    assert "The next message folds them again." in told
    assert ", undone " in tidemark("folds", "s").stdout
    outlook = objects(tidemark("redo", "s", number, "--json"))[0]
    assert (outlook["action"], outlook["messages"], outlook["folds_next"]) == ("redo", 2, False)
    assert tidemark("show", "s").stdout.splitlines()[1] == before
    assert ", undone " not in tidemark("folds", "s").stdout


def test_what_cannot_be_undone_is_told_and_ends_with_2(
    tidemark: Run, environment: Callable[..., None]
) -> None:
    environment(**SMALL_BUDGET)
    number = folded(tidemark)
    for command, sentence in (
        (["undo", "s", 999], "has no fold 999"),
        (["redo", "s", number], "there is nothing to redo"),
        (["folds", "nobody"], "There is no session 'nobody'"),
    ):
        result = tidemark(*command, code=2)
        assert (result.stdout, sentence in result.stderr) == ("", True)


def test_the_losses_of_a_fold_are_listed(tidemark: Run) -> None:
    tidemark("import", sample.ENGLISH.path, "--session", "lake")

    told = tidemark("folds", "lake", "--losses").stdout
    first, _ = objects(tidemark("folds", "lake", "--losses", "--json"))

    assert f"{first['tokens_before']} tokens became {first['tokens_after']}." in told
    assert f"Numbers left out: {', '.join(first['numbers'])}\n" in told
    assert {"Nadia", "Berlin"} <= set(first["names"])
    assert "They stay in the messages and can still be found there." in told


def test_a_session_is_folded_without_a_question(tidemark: Run) -> None:
    tidemark("ask", LONG, "--session", "s")

    told = tidemark("fold", "s").stdout

    (fold,) = objects(tidemark("folds", "s", "--json"))
    assert told.startswith(f"Messages 1 to 2 were summarised, fold {fold['id']}. The context ")
    result = tidemark("fold", "s", code=2)
    assert (result.stdout, "nothing to summarise" in result.stderr) == ("", True)
    tidemark("undo", "s", fold["id"])
    folded = objects(tidemark("fold", "s", "--json"))[0]
    assert (folded["from_index"], folded["to_index"]) == (0, 1)
    assert folded["tokens_after"] < folded["tokens_before"]


def test_a_pin_parts_a_fold_and_each_part_is_told(tidemark: Run) -> None:
    tidemark("ask", LONG, "--session", "s")
    tidemark("ask", LONG, "--session", "s")
    with opened() as assistant:
        second = assistant.sessions.transcript("s")[1]
        assistant.memory_editing.pin_message("s", second.id, keeps=True)

    told = tidemark("fold", "s").stdout

    first, last = (fold["id"] for fold in objects(tidemark("folds", "s", "--json")))
    assert told.startswith(
        f"Message 1 was summarised, fold {first}. "
        f"Messages 3 to 4 were summarised, fold {last}. The context went "
    )
    assert told.endswith("tokens; `undo` reverses each.\n")
