"""Tables of one turn: those of the sources chosen for it."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from assistant import Assistant
from tidemark.errors import QueryRefused
from tidemark.services.tables.turn_tables import TurnTables
from tidemark.settings import Settings


def test_a_turn_asks_the_tables_of_the_sources_chosen_for_it_alone(
    settings: Callable[..., Settings], tmp_path: Path
) -> None:
    with closing(Assistant(settings())) as assistant:
        for name in ("sales", "costs"):
            rows = "\n".join(f"{number},{number}" for number in range(70))
            (tmp_path / f"{name}.csv").write_text(f"{name}_id,amount\n{rows}")
            list(assistant.sources.ingest([tmp_path / f"{name}.csv"]))
        chosen = TurnTables(assistant.tables, ("sales.csv",), len)

        outline = chosen.outline("How much is it?", None, limit_tokens=1_000)
        assert outline.startswith("sales (70 rows)")
        assert "costs" not in outline
        answer = chosen.run("SELECT * FROM sales ORDER BY sales_id")
        assert (len(answer.result.rows), answer.result.left_out) == (50, 20)
        with pytest.raises(QueryRefused, match="costs"):
            chosen.run("SELECT * FROM costs")
        assert chosen.reading("What is the total amount of sales?") is not None
        assert TurnTables(assistant.tables, (), len).is_empty


@pytest.mark.parametrize("asked", ["Which tables do I have?", "Welke kolommen heeft sales?"])
def test_a_question_about_the_columns_is_answered_with_them_and_not_with_rows(
    settings: Callable[..., Settings], tmp_path: Path, asked: str
) -> None:
    (tmp_path / "sales.csv").write_text("region,amount\nNorth,1\nSouth,2\n")
    with closing(Assistant(settings(engine="builtin"))) as assistant:
        list(assistant.sources.ingest([tmp_path / "sales.csv"]))

        answer = assistant.report(assistant.ask(asked, "talk")).reply

    assert answer.startswith("- sales (2 rows): region text")
