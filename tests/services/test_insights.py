"""Insights: from real turns, priced, told in words, and filled in for what was said before."""

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from assistant import Assistant
from benchmark.databases import local_database
from tests.conversing import DATABASES, on_each_database
from tests.test_cli import SMALL_BUDGET, Run, environment, objects, tidemark
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.scripted import ScriptedEngine
from tidemark.errors import SessionNotFound
from tidemark.preferences import Price, Prices
from tidemark.runtime.events import Finished, Summarised
from tidemark.schema.metrics import EngineUsage
from tidemark.services.insights import InsightReport, costs
from tidemark.settings import Settings
from tidemark.storage import migrations
from tidemark.storage.column_types import MetadataText
from tidemark.storage.connections import Connections
from tidemark.storage.drivers import database_url
from tidemark.ui.pages import insights_captions

__all__ = ["environment", "tidemark"]
HOTEL = "I booked hotel number {n} in Porto for 2{n} euros, with Nadia and two children. " * 3
QUESTIONS = (*(HOTEL.format(n=n) for n in range(6)), "What did I book?", "I need to know it")


def talked(assistant: Assistant) -> list[tuple[int, tuple[int, int] | None]]:
    """Ask all; return the context that each turn told at its end, and its fold."""
    told = []
    for question in QUESTIONS:
        run = assistant.ask(question, "talk")
        last = run.wait(20)
        assert isinstance(last, Finished)
        folds = [event.folded for event in run.so_far() if isinstance(event, Summarised)]
        fold = (folds[0].tokens_before, folds[0].tokens_after) if folds else None
        told.append((last.meter.context, fold))
    return told


@on_each_database
def test_the_figures_of_turns_are_what_each_turn_told(settings: Callable[..., Settings]) -> None:
    with closing(Assistant(settings(token_threshold=400), engine=BuiltinEngine())) as assistant:
        told = talked(assistant)
        report = assistant.insights.of("talk")
        said = assistant.database.count_total_tokens("talk", exclude_summarized=False)

        stretches = report.figures.stretches
        assert [round(each.context) for each in stretches] == [context for context, _ in told]
        folds = [
            (round(each.before_fold), round(each.after_fold or 0))
            if each.before_fold is not None
            else None
            for each in stretches
        ]
        assert folds == [fold for _, fold in told]
        assert any(folds)
        assert stretches[-1].kept == said - told[-1][0]
        assert report.figures.totals.folds == sum(fold is not None for fold in folds)
        assert {each.threshold for each in stretches} == {400}
        assert all(each.ambiguity_ms > 0 for each in stretches)
        assert not report.has_prices
        assert assistant.insights.of().figures.stretches == stretches
        with pytest.raises(SessionNotFound):
            assistant.insights.of("nobody")


@pytest.mark.parametrize("kind", DATABASES)
def test_what_was_said_before_there_were_figures_has_them_too(
    kind: str, request: pytest.FixtureRequest, settings: Callable[..., Settings], tmp_path: Path
) -> None:
    there, empty = (f"sqlite:///{tmp_path / name}" for name in ("there.db", "empty.db"))
    if kind == "postgresql":
        server = request.getfixturevalue("postgres")
        empty = server.url(server.empty())
    given = settings(token_threshold=400, database_url=there)
    with closing(Assistant(given, engine=BuiltinEngine())) as assistant:
        talked(assistant)
        known = assistant.insights.of("talk").figures
    scripts = tmp_path / "scripts"
    shutil.copytree(migrations.SCRIPTS, scripts)
    for step in (scripts / "versions").glob("*.py"):
        if step.name > "0012":
            step.unlink()
    with closing(Connections(database_url.parse(empty))) as before:
        migrations.bring_up_to_date(before, scripts=scripts, head="0011")
        copied(sa.create_engine(there), before)

    with local_database(empty) as database:
        found = database.metrics.of_session("talk", threshold=400)

    same = {"begun", "turns", "context", "kept", "before_fold", "after_fold", "folds", "recalled"}
    assert [each.model_dump(include=same) for each in found.stretches] == [
        each.model_dump(include=same) for each in known.stretches
    ]
    assert found.totals.folds == known.totals.folds > 0
    assert found.totals.asked_back == known.totals.asked_back
    assert [each.output_tokens for each in found.spent] == [
        each.output_tokens for each in known.spent
    ]


def copied(source: sa.Engine, target: Connections) -> None:
    """Copy what figures are made of, as far as the target has its columns."""
    with source.connect() as reading, target.transaction() as writing:
        for name in ("sessions", "session_summaries", "messages", "turns"):
            table = sa.Table(name, sa.MetaData(), autoload_with=writing, resolve_fks=False)
            columns = ", ".join(f'"{column.name}"' for column in table.columns)
            found = reading.execute(sa.text(f'SELECT {columns} FROM "{name}" ORDER BY 1 DESC'))  # noqa: S608 - names of ours
            writing.execute(table.insert(), [_as_then(dict(row)) for row in found.mappings()])
    source.dispose()


def _as_then(row: dict[str, Any]) -> dict[str, Any]:
    """Return ``row`` with its metadata as every version before figures wrote them."""
    if "metadata" in row:
        known = MetadataText().process_result_value(row["metadata"], sqlite.dialect())
        assert known is not None
        row["metadata"] = known.model_dump_json(exclude_defaults=True)
    return row


def test_a_cost_is_that_of_the_model_the_engine_names() -> None:
    spent = {"first": 1, "turns": 2, "counted": 1, "input_tokens": 1000, "output_tokens": 100}
    prices = Prices(currency="EUR", models={"big": Price(input=2, output=10)})
    found = costs(
        [
            EngineUsage.model_validate({**spent, "engine": "Service (big)"}),
            EngineUsage.model_validate({**spent, "engine": "Built-in engine"}),
        ],
        prices,
    )
    assert [(cost.engine, cost.amount, cost.is_estimate) for cost in found] == [
        ("Service (big)", 0.003, True)
    ]


def test_the_sentences_say_what_is_estimated_and_that_no_prices_are_set(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings(), engine=ScriptedEngine())) as assistant:
        assistant.ask("Where to?", "talk").wait(20)
        report = assistant.insights.of("talk")
        said = insights_captions.sentences(report)
        assert "No prices are set" in said["cost"]
        assert "The answers read " in said["cost"]
        assert "the limit of 1,200 tokens, answer by answer" in said["context"]
        assert "Nothing was summarised while answering." in said["context"]
        assert "<dd>–</dd>" in insights_captions.totals_html(report)
        assistant.configuration.choose(
            "prices", {"models": {"Scripted": {"input": 1, "output": 1}}}
        )
        priced = assistant.insights.of("talk")
        assert priced.cost > 0
        assert "At the prices you set" in insights_captions.sentences(priced)["cost"]
        other = {"models": {"another": {"input": 1, "output": 1}}}
        assistant.configuration.choose("prices", other)
        unpriced = insights_captions.sentences(assistant.insights.of("talk"))["cost"]
        assert unpriced.startswith("No model used here has a price")


def test_the_command_line_tells_the_same_numbers(
    tidemark: Run, environment: Callable[..., None]
) -> None:
    environment(**SMALL_BUDGET)
    assert "no figures yet" in tidemark("insights").stdout
    for number in range(4):
        tidemark("ask", HOTEL.format(n=number), "--session", "s")

    (report,) = objects(tidemark("insights", "--session", "s", "--json"))
    told = tidemark("insights").stdout.splitlines()

    found = InsightReport.model_validate(report).figures
    assert told[0].startswith(f"4 turns in 1 session: {found.totals.folds} fold")
    assert len(told) == 2 + 4 + len(found.spent) + 1
    assert told[-1] == "No prices are set."
    assert tidemark("insights", "--session", "none", code=2).stdout == ""
