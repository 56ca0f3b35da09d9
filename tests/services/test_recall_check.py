"""The recall check: which facts are asked for, and which of their messages a view has."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import cli
from assistant import Assistant
from tests.conversing import on_each_database
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.errors import SessionNotFound
from tidemark.schema import ContextView, Item, PieceKind, Reason, ViewPiece
from tidemark.services.recall_check import (
    BUDGETS,
    MOST_FACTS,
    RecallFact,
    RecallOutcome,
    RecallReport,
    found_in,
    spread,
    stretches,
)
from tidemark.settings import Settings
from tidemark.transfer.conversation import Conversation, PlainMessage

FACT = RecallFact(kind="message", question="The code of what?", answer="Room 7", message_ids=(3, 5))


# What is asked for, and what counts


@given(st.integers(0, 5000), st.integers(1, MOST_FACTS), st.integers(0, 9))
def test_stretches_are_short_evenly_spread_and_apart(total: int, count: int, seed: int) -> None:
    found = list(stretches(total, count, seed=seed))
    assert len(found) == min(total, count)
    for number, (first, last) in enumerate(found):
        assert number * total // len(found) <= first <= last
        assert last < min((number + 1) * total // len(found), first + 8)


def test_facts_are_spread_evenly() -> None:
    facts = [FACT.model_copy(update={"answer": str(number)}) for number in range(10)]
    assert [fact.answer for fact in spread(facts, 3)] == ["0", "3", "6"]
    assert spread(facts, 20) == tuple(facts)
    assert spread([], 20) == ()


def _view(*pieces: tuple[PieceKind, str, int]) -> ContextView:
    made = [
        ViewPiece(
            kind=kind, text=text, tokens=1, reason=Reason("matches"), message_ids=(message_id,)
        )
        for kind, text, message_id in pieces
    ]
    return ContextView(question="", pieces=tuple(made), tokens=0, threshold=600)


def test_a_message_is_found_where_a_piece_of_it_says_the_answer() -> None:
    assert found_in(_view(("recalled", "In room 7.", 3), ("message", "Room 8", 5)), FACT) == (3,)
    assert found_in(_view(("item", "Room 7 is ours", 5), ("question", "Room 7", 3)), FACT) == (5,)
    bare = FACT.model_copy(update={"answer": ""})
    view = _view(("item", "Room 7 is ours", 5), ("recalled", "Yes", 3))
    assert found_in(view, bare) == (3,)
    pinned = Item(text="Room 7 is ours", message_ids=(5,), is_pinned=True)
    kept = view.pieces[0].model_copy(update={"item": pinned, "item_kind": "key_facts"})
    view = view.model_copy(update={"pieces": (kept, view.pieces[1])})
    assert found_in(view, bare) == (3, 5)


def test_a_report_counts_messages_and_lists_the_worst_misses_first() -> None:
    def outcome(*found: tuple[int, ...]) -> RecallOutcome:
        return RecallOutcome(fact=FACT, found=dict(zip(BUDGETS, found, strict=True)))

    late, always, never = outcome((), (3,), (3, 5)), outcome(*[(3, 5)] * 3), outcome((), (), ())
    report = RecallReport.of("s", [late, always, never])

    assert (report.facts, report.messages) == (3, 6)
    assert report.shares == {600: 2 / 6, 1200: 3 / 6, 2400: 4 / 6}
    assert report.missed == (never, late)
    assert RecallReport.of("s", []).shares == dict.fromkeys(BUDGETS, 0.0)


def test_only_a_share_that_is_all_is_a_hundred_percent() -> None:
    shares = {600: 0.5, 1200: 0.999, 2400: 1.0}
    report = RecallReport(session_id="s", facts=1, messages=9, shares=shares, missed=())
    assert report.percentages == {600: 50, 1200: 99, 2400: 100}


# On a conversation


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    with closing(Assistant(settings(), engine=BuiltinEngine())) as opened:
        yield opened


def _talk(assistant: Assistant, count: int = 25) -> str:
    said = [
        PlainMessage(role=role, content=f"The {kind} number {number} of Fort {name} is {number}77.")
        for number in range(count)
        for role, kind, name in (("user", "tower", "Alba"), ("assistant", "gate", "Braga"))
    ]
    conversation = Conversation(title="Forts", messages=tuple(said))
    return assistant.transfer.store(conversation).session_id


@on_each_database
def test_a_check_finds_more_at_larger_budgets_and_changes_nothing(assistant: Assistant) -> None:
    session_id = _talk(assistant)
    before = assistant.transfer.export_text(session_id)
    told: list[tuple[int, int]] = []

    report = assistant.recall_check.run(session_id, most=8, on_fact=lambda *done: told.append(done))

    assert 4 <= report.facts <= 8
    assert told == [(done, report.facts) for done in range(1, report.facts + 1)]
    shares = [report.shares[budget] for budget in BUDGETS]
    assert shares == sorted(shares)
    assert shares[-1] > 0.8
    assert assistant.transfer.export_text(session_id) == before
    assert assistant.recall_check.run(session_id, most=8) == report
    assert assistant.recall_check.facts(session_id, most=20, seed=0) != (
        assistant.recall_check.facts(session_id, most=20, seed=1)
    )


def test_several_sessions_share_the_facts_of_one_check(assistant: Assistant) -> None:
    sessions = [_talk(assistant, count) for count in (3, 60)]
    told: list[tuple[int, int]] = []

    reports = list(
        assistant.recall_check.run_all(sessions, on_fact=lambda *done: told.append(done))
    )

    assert [report.session_id for report in reports] == sessions
    assert max(report.facts for report in reports) <= MOST_FACTS // 2
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert {total for _, total in told} == {MOST_FACTS}


def test_a_session_that_is_not_there_is_not_checked(assistant: Assistant) -> None:
    with pytest.raises(SessionNotFound):
        assistant.recall_check.run("none")


def test_recall_is_checked_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Callable[..., Settings]
) -> None:
    url = f"sqlite:///{tmp_path / 'tidemark.db'}"
    with closing(Assistant(settings(database_url=url), engine=BuiltinEngine())) as assistant:
        session_id = _talk(assistant, 4)
        assistant.ask("Hm", "empty").wait(20)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("ENGINE", "builtin")

    named = CliRunner().invoke(cli.app, ["recall-check", "--session", session_id, "--json"])
    every = CliRunner().invoke(cli.app, ["recall-check"])

    assert json.loads(named.stdout)["session_id"] == session_id
    assert set(json.loads(named.stdout)["shares"]) == {"600", "1200", "2400"}
    assert f"{session_id}  Forts" in every.stdout
    assert "% at 1200 tokens" in every.stdout
    assert "empty  Hm\n  It has no facts to ask for." in every.stdout
