"""Branches of a chat: where they part, what is kept, and what a deletion takes along."""

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
from tests.conversing import NOW, assert_whole, on_each_database, said
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.scripted import ScriptedEngine, ScriptedLine
from tidemark.errors import BranchesInCircle, EmptyMessage, MessageNotFound, SessionNotFound
from tidemark.runtime.events import Finished
from tidemark.schema.branches import Branch, Fork, Origin, Switch, is_shared, switches
from tidemark.settings import Settings
from tidemark.transfer.conversation import Conversation, PlainMessage

Open = Callable[..., Assistant]
LONG = "word " * 220
HOTELS = range(40, 56)


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    with closing(Assistant(settings(), engine=ScriptedEngine())) as opened:
        yield opened


def say(assistant: Assistant, *texts: str) -> str:
    """Have a session in which ``texts`` were asked and answered."""
    session_id = None
    for text in texts:
        run = assistant.ask(text, session_id)
        run.wait(20)
        session_id = run.session_id
    return run.session_id


def contents(assistant: Assistant, session_id: str) -> list[str]:
    """Return what the person said."""
    said = assistant.sessions.transcript(session_id)
    return [message.content for message in said if message.role == "user"]


# Where branches part


@st.composite
def families(draw: st.DrawFn) -> dict[str, tuple[tuple[int, ...], Branch]]:
    """Draw a family: of each branch its messages, each told by a number of its own."""
    fresh = iter(range(1000))
    found = {"s0": (tuple(next(fresh) for _ in range(4)), Branch(session_id="s0"))}
    looks = draw(st.permutations(range(draw(st.integers(1, 6)))))
    for number, looked in enumerate(looks, start=1):
        parent = draw(st.sampled_from(sorted(found)))
        messages = found[parent][0]
        shared = draw(st.integers(0, len(messages) - 1))
        own = tuple(next(fresh) for _ in range(draw(st.integers(1, 3))))
        forked = Fork(session_id=parent, shared=shared)
        branch = Branch(session_id=f"s{number}", forked=forked, looked=looked + 1)
        found[branch.session_id] = (messages[:shared] + own, branch)
    return found


@given(families())
def test_one_switches_wherever_branches_part_and_comes_back(
    family: dict[str, tuple[tuple[int, ...], Branch]],
) -> None:
    branches = [branch for _, branch in family.values()]
    said = {session_id: messages for session_id, (messages, _) in family.items()}
    for session_id, messages in said.items():
        told = {switch.position: switch for switch in switches(branches, session_id)}
        for position in range(len(messages)):
            alike = [at for at in said.values() if at[:position] == messages[:position]]
            options = list(dict.fromkeys(at[position] for at in alike if len(at) > position))
            switch = told.pop(position, None)
            if switch is None:
                assert len(options) == 1
                continue
            assert [said[at][position] for at in switch.session_ids] == options
            assert switch.session_ids[switch.current] == session_id
            for number, other in enumerate(switch.session_ids):
                (back,) = (at for at in switches(branches, other) if at.position == position)
                assert (back.current, len(back.session_ids)) == (number, len(options))
        assert told == {}


def test_a_switch_leads_to_the_branch_last_looked_at() -> None:
    family = (
        Branch(session_id="a", looked=1),
        Branch(session_id="b", forked=Fork(session_id="a", shared=4), looked=3),
        Branch(session_id="c", forked=Fork(session_id="a", shared=2), looked=4),
    )

    assert switches(family, "c") == (Switch(position=2, session_ids=("b", "c"), current=1),)
    assert switches(family, "a") == (
        Switch(position=2, session_ids=("a", "c"), current=0),
        Switch(position=4, session_ids=("a", "b"), current=0),
    )
    assert switches(family, "elsewhere") == ()


def test_branches_that_refer_to_each_other_in_a_circle_are_refused() -> None:
    first = Branch(session_id="a", forked=Fork(session_id="b", shared=4))
    second = Branch(session_id="b", forked=Fork(session_id="a", shared=4))
    apart = Branch(session_id="c", forked=Fork(session_id="d", shared=4))
    for family in ((first, second), (second, first), (apart, first, second)):
        for use in (lambda of: switches(of, "a"), lambda of: is_shared(of, "a", "b", 2)):
            with pytest.raises(BranchesInCircle, match=r"'[ab]'"):
                use(family)


# What a person does


@on_each_database
def test_an_id_is_given_once_whatever_is_deleted_and_forked(assistant: Assistant) -> None:
    first = say(assistant, "One", "Two", "Three")
    fork = assistant.branches.fork(first, 5).session_id
    of_fork = assistant.branches.fork(fork, 5).session_id
    assistant.sessions.delete([fork])

    run = assistant.branches.edit_question(of_fork, 2, "Another two")
    run.wait(20)
    again = assistant.branches.fork(first, 3).session_id

    assert len({first, fork, of_fork, run.session_id, again}) == 5
    assert [switch.position for switch in assistant.branches.show(run.session_id)] == [2]
    assert assistant.branches.origin(run.session_id) == Origin(
        session_id=fork, shared=6, title=None
    )


def test_a_chat_begun_in_the_second_of_a_deleted_one_has_another_id(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings(), engine=ScriptedEngine(), clock=lambda: NOW)) as assistant:
        deleted = [say(assistant, "One") for _ in range(2)]
        assistant.sessions.delete(deleted)

        assert say(assistant, "Two") not in deleted


def test_the_first_question_in_a_long_branch_recalls_what_was_copied(assistant: Assistant) -> None:
    first = say(assistant, "The code of the cellar is kappa7")
    assistant.database.messages.add_many(first, [said(f"Day {at}") for at in range(1_100)])
    fork = assistant.branches.fork(first, 1_101).session_id

    asked = "What is the code of the cellar?"
    view = assistant.turns.view(fork, asked)
    run = assistant.branches.edit_question(first, 1_101, asked)
    run.wait(20)

    assert "kappa7" in "".join(piece.text for piece in view.pieces)
    messages = assistant.database.get_messages(run.session_id)
    assert messages[0].id in messages[-2].metadata.recalled


def test_a_branch_has_no_id_that_an_imported_chat_was_forked_from(
    assistant: Assistant, tmp_path: Path, sqlite_url: Callable[[Path], str]
) -> None:
    fork = assistant.branches.fork(say(assistant, "One", "Two"), 3).session_id
    of_fork = assistant.branches.fork(fork, 3).session_id
    path = assistant.transfer.export(of_fork)
    url = sqlite_url(tmp_path / "other.db")
    with closing(Assistant(Settings(database_url=url), engine=ScriptedEngine())) as other:
        other.transfer.import_file(path)
        run = other.branches.edit_question(of_fork, 2, "Another two")
        run.wait(20)

        assert run.session_id not in (fork, of_fork)
        assert len(other.branches.show(run.session_id)) == 1


@on_each_database
def test_a_circle_in_the_data_is_an_error_and_the_chat_can_still_be_deleted(
    assistant: Assistant,
) -> None:
    first = say(assistant, "One", "Two")
    run = assistant.branches.edit_question(first, 2, "Another two")
    run.wait(20)
    with assistant.database.transaction() as connection:
        circle = f"UPDATE branches SET forked_from = '{run.session_id}', shared = 2"  # noqa: S608
        connection.exec_driver_sql(circle)

    for session_id in (first, run.session_id):
        with pytest.raises(BranchesInCircle):
            assistant.branches.show(session_id)
    assistant.sessions.delete([first])
    assert assistant.sessions.recent() == ()


@on_each_database
def test_a_message__sent_anew_is_answered_in_a_branch_and_nothing_is_lost(
    assistant: Assistant,
) -> None:
    first = say(assistant, "One", "Two", "Three")
    before = assistant.sessions.transcript(first)

    run = assistant.branches.edit_question(first, 2, "Another two")
    last = run.wait(20)

    assert isinstance(last, Finished)
    assert contents(assistant, run.session_id) == ["One", "Another two"]
    assert run.text == "You said: Another two"
    assert assistant.sessions.transcript(first) == before
    assert [session.session_id for session in assistant.sessions.recent()] == [run.session_id]
    switch = Switch(position=2, session_ids=(first, run.session_id), current=1)
    assert assistant.branches.show(run.session_id) == (switch,)
    assistant.branches.show(first)
    assert [session.session_id for session in assistant.sessions.recent()] == [first]


def test_the_very_first_message_can_be_sent_anew(assistant: Assistant) -> None:
    first = say(assistant, "One", "Two")

    run = assistant.branches.edit_question(first, 0, "Another beginning")
    run.wait(20)

    assert contents(assistant, run.session_id) == ["Another beginning"]
    assert assistant.sessions.get(run.session_id).title == "Two"  # "one" names nothing


def test_only_a_message_of_the_person_is_sent_anew(assistant: Assistant) -> None:
    session_id = say(assistant, "One")

    with pytest.raises(MessageNotFound, match="no message 2 of yours"):
        assistant.branches.edit_question(session_id, 1, "No")
    with pytest.raises(MessageNotFound, match="no message 9"):
        assistant.branches.edit_question(session_id, 8, "No")
    with pytest.raises(EmptyMessage):
        assistant.branches.edit_question(session_id, 0, "  ")
    with pytest.raises(SessionNotFound):
        assistant.branches.fork("none", 0)

    assert assistant.branches.of(session_id) == ()
    assert len(assistant.sessions.recent()) == 1


@on_each_database
def test_what_its_origin_corrects_later_does_not_correct_a_fork(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings(), engine=BuiltinEngine())) as assistant:
        chat = say(assistant, "The dinner is on 12 June.", "The menu is fish.")
        fork = assistant.branches.fork(chat, 3).session_id
        for told in (
            "The dinner is on 14 June now, at Luigi's place.",
            "Parking at Luigi's costs 6 euros.",
        ):
            assistant.ask(told, chat).wait(20)
        asked = assistant.ask("When is the dinner at Luigi's place?", fork)
        assert "at Luigi's place" not in assistant.report(asked).reply
        asked = assistant.ask("What does parking at Luigi's cost?", fork)
        assert "6 euros" in assistant.report(asked).reply


def test_a_fork_folds_and_talks_on_by_itself(assistant: Assistant) -> None:
    first = say(assistant, *[LONG] * 6)
    before = assistant.transfer.export_text(first)

    fork = assistant.branches.fork(first, 4).session_id
    assert assistant.sessions.summaries(fork) == ()
    assistant.ask(LONG, fork).wait(20)

    assert fork == f"{first}_branch"
    assert assistant.sessions.get(fork).title.endswith(" (2)")
    again = assistant.branches.fork(fork, 2).session_id
    assert assistant.sessions.get(again).title.endswith(" (3)")
    assistant.sessions.delete([again])
    assert [s.to_message_index for s in assistant.sessions.summaries(fork)] == [4]
    assert assistant.transfer.export_text(first) == before
    assert assistant.branches.origin(fork) == Origin(
        session_id=first, shared=5, title=assistant.sessions.get(first).title
    )
    assert {session.session_id for session in assistant.sessions.recent()} == {first, fork}


@pytest.mark.slow
@on_each_database
def test_a_branch_parted_within_a_merge_holds_a_third_of_the_budget_in_summaries(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings(token_threshold=300), engine=BuiltinEngine())) as assistant:
        first = say(
            assistant, *[f"I booked hotel {at} in Ghent for {at} euros. " * 6 for at in HOTELS]
        )
        said = assistant.database.get_messages(first)
        assistant.fold_history.undo(first, assistant.fold_history.all(first)[0].id)
        assert assistant.sessions.summaries(first)[0].level > 1
        over = 0
        for position in (24, 28):
            fork = assistant.branches.fork(first, position - 1).session_id
            run = assistant.branches.edit_question(first, position, "And then?")
            run.wait(20)
            lines = [PlainMessage(role=at.role, content=at.content) for at in said[:position]]
            other = PlainMessage(role="user", content=f"Something else than {position}")
            path = Conversation(session_id=first, messages=(*lines, other))
            split = assistant.transfer.store(path).session_id
            for branch in (fork, run.session_id, split):
                summaries = assistant.sessions.summaries(branch)
                over += sum(summary.token_count for summary in summaries) > 100
                assert_whole(assistant.database.record(branch))
        assert over == 0


@on_each_database
def test_what_is_undone_is_undone_in_a_fork_too_and_can_be_redone_there(
    assistant: Assistant,
) -> None:
    first = say(assistant, *[LONG] * 10)
    folds = assistant.fold_history.all(first, 0, 20)
    assistant.fold_history.undo(first, folds[0].id)
    fork = assistant.branches.fork(first, folds[1].to_message_index).session_id

    (undone,) = (f for f in assistant.fold_history.all(fork) if f.withdrawn_at is not None)
    assert_whole(assistant.database.record(fork))
    assistant.fold_history.redo(fork, undone.id)

    assert_whole(assistant.database.record(fork))
    assert [f.withdrawn_at for f in assistant.fold_history.all(fork)] == [None, None]
    assert assistant.fold_history.all(first)[0].withdrawn_at is not None


def test_deleting_a_chat_stops_and_deletes_all_its_branches(
    settings: Callable[..., Settings],
) -> None:
    engine = ScriptedEngine(["Yes.", ScriptedLine("A " * 200, pause_s=0.05)])
    with closing(Assistant(settings(), engine=engine)) as assistant:
        first = say(assistant, "One")
        run = assistant.branches.edit_question(first, 0, "Another")

        assistant.sessions.delete([first])

        assert assistant.turns.run(run.session_id) is None
        assert assistant.database.sessions.count() == 0


@on_each_database
def test_an_export_brings_all_branches_into_another_database(
    assistant: Assistant, tmp_path: Path, sqlite_url: Callable[[Path], str]
) -> None:
    first = say(assistant, *[LONG] * 6, "Two")
    for position, text in ((2, LONG), (12, "Another two")):
        run = assistant.branches.edit_question(first, position, text)
        run.wait(20)
    assistant.branches.show(first)
    path = assistant.transfer.export(run.session_id)
    url = sqlite_url(tmp_path / "other.db")
    with closing(Assistant(Settings(database_url=url), engine=BuiltinEngine())) as other:
        imported = other.transfer.import_file(path)
        again = other.transfer.import_file(path)

        assert other.transfer.export_text(first) == path.read_text(encoding="utf-8")
        assert other.database.record(first) == assistant.database.record(first)
        assert [session.session_id for session in other.sessions.recent()] == [first]
        assert (imported.session_id, imported.stored) == (first, 14)
        assert again.was_there

    kinds = [json.loads(line)["type"] for line in path.read_text(encoding="utf-8").splitlines()]
    assert [kinds.count(kind) for kind in ("session", "branch", "turn")] == [1, 2, 7 + 2 + 7]


# On the command line


@pytest.fixture
def run_cli(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., str]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.setenv("ENGINE", "scripted")

    def run(*arguments: str, stdin: str | None = None) -> str:
        result = CliRunner().invoke(cli.app, arguments, input=stdin)
        assert result.exit_code == 0, result.output
        return result.output

    return run


def test_a_session_is_forked_and_its_branches_listed_on_the_command_line(
    run_cli: Callable[..., str], settings: Callable[..., Settings], tmp_path: Path
) -> None:
    given = settings(database_url=f"sqlite:///{tmp_path / 'tidemark.db'}")
    with closing(Assistant(given, engine=ScriptedEngine())) as assistant:
        first = say(assistant, "One", "Two")
        run = assistant.branches.edit_question(first, 2, "Another two")
        run.wait(20)

    forked = run_cli("fork", first, "2").strip()
    listed = run_cli("branches", first)
    alone = run_cli("branches", forked)
    asked = CliRunner().invoke(cli.app, ["delete", first, "--for-ever"], input="n\n")
    run_cli("delete", first, "--yes", "--for-ever")

    assert forked == f"{first}_branch_2"
    assert listed.splitlines() == [
        f"  {first}",
        f"* {run.session_id}  differs from {first} from message 3 on",
    ]
    assert "has no other branches" in alone
    assert "Delete 'Two' and its 4 messages, and 1 other branch?" in asked.output
    assert [line.split()[0] for line in run_cli("sessions").splitlines()] == [forked]


def test_an_edited_question_may_use_the_sources_that_the_former_might(assistant: Assistant) -> None:
    assistant.ask("What is the fee?", "talk", sources=()).wait(20)
    edited = assistant.branches.edit_question("talk", 0, "What is the rent?")
    edited.wait(20)
    asked = assistant.sessions.transcript(edited.session_id)[0]
    assert (asked.content, asked.metadata.source_choice) == ("What is the rent?", ())
