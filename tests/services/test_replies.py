"""What a person does with an answer: another one beside it, or in a branch; whether it helped."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from assistant import Assistant
from tests.conversing import assert_whole, on_each_database
from tests.services.test_branches import contents, say
from tidemark.engines.scripted import ScriptedEngine, ScriptedLine
from tidemark.errors import EngineUnreachable, MessageNotFound, ReplyFolded, ReplyPutAside
from tidemark.schema.prompt_snapshot import NOTHING
from tidemark.settings import Settings


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    lines = [ScriptedLine(f"Answer {number}") for number in range(1, 9)]
    with closing(Assistant(settings(), engine=ScriptedEngine(replies=lines))) as opened:
        yield opened


def replies(assistant: Assistant, session_id: str) -> list[tuple[str, bool]]:
    said = assistant.sessions.transcript(session_id)
    return [(each.content, each.is_retired) for each in said if each.role == "assistant"]


def test_the_last_question_is_answered_beside_its_answer(assistant: Assistant) -> None:
    session_id = say(assistant, "One?", "Two?")
    run = assistant.replies.regenerate(session_id, 3)
    run.wait(20)
    assert run.session_id == session_id
    assert replies(assistant, session_id) == [
        ("Answer 1", False),
        ("Answer 2", True),
        ("Answer 3", False),
    ]
    assistant.replies.choose(session_id, 3)
    assert replies(assistant, session_id)[1:] == [("Answer 2", False), ("Answer 3", True)]
    assistant.ask("Three?", session_id).wait(20)
    read = str(assistant.turns.view(session_id, "Which?").pieces)
    assert "Answer 2" in read
    assert "Answer 3" not in read


def test_a_question_further_up_is_answered_in_a_branch(assistant: Assistant) -> None:
    session_id = say(assistant, "One?", "Two?")
    run = assistant.replies.regenerate(session_id, 1)
    run.wait(20)
    assert run.session_id != session_id
    assert contents(assistant, run.session_id) == ["One?"]
    assert contents(assistant, session_id) == ["One?", "Two?"]
    assert len(assistant.branches.show(session_id)) == 1


def folded(assistant: Assistant, *texts: str) -> tuple[str, int]:
    """Have a session in which ``texts`` were asked, answered and folded; return it and its fold."""
    session_id = say(assistant, *texts)
    assistant.folding.begin(session_id).wait(20)
    return session_id, assistant.fold_history.all(session_id)[0].id


@on_each_database
@pytest.mark.parametrize("is_new", [True, False], ids=["another reply", "an earlier one"])
def test_no_fold_is_redone_that_rests_on_a_reply_put_aside(
    assistant: Assistant,
    is_new: bool,  # noqa: FBT001
) -> None:
    session_id = say(assistant, "One?", "Two?")
    if not is_new:
        assistant.replies.regenerate(session_id, 3).wait(20)
    assistant.folding.begin(session_id).wait(20)
    (fold,) = assistant.fold_history.all(session_id)
    assistant.fold_history.undo(session_id, fold.id)
    if is_new:
        assistant.replies.regenerate(session_id, 3).wait(20)
    else:
        assistant.replies.choose(session_id, 3)
    before = assistant.database.record(session_id)
    rested_on = 3 if is_new else 4

    for verb in (assistant.fold_history.redo, assistant.fold_history.outlook):
        with pytest.raises(ReplyPutAside, match=f"message {rested_on + 1} is no longer"):
            verb(session_id, fold.id)
    assert assistant.database.record(session_id) == before

    assistant.replies.choose(session_id, rested_on)
    assistant.fold_history.redo(session_id, fold.id)
    assert_whole(assistant.database.record(session_id))


@on_each_database
def test_a_reply_in_a_summary_is_answered_again_in_a_branch_alone(assistant: Assistant) -> None:
    session_id, fold_id = folded(assistant, "One?", "Two?")
    before = assistant.database.record(session_id)

    question = assistant.sessions.transcript(session_id)[2]
    with pytest.raises(ReplyFolded, match="Message 4"):
        assistant.turns.retry_without(session_id, question.id, NOTHING)
    assert assistant.database.record(session_id) == before
    run = assistant.replies.regenerate(session_id, 3)
    run.wait(20)

    assert replies(assistant, run.session_id) == [("Answer 1", False), ("Answer 3", False)]
    assert replies(assistant, session_id) == [("Answer 1", False), ("Answer 2", False)]
    assert assistant.fold_history.all(session_id)[0].id == fold_id


def test_a_reply_chosen_again_and_folded_is_answered_again_in_a_branch_alone(
    assistant: Assistant,
) -> None:
    session_id = say(assistant, "One?")
    assistant.replies.regenerate(session_id, 1).wait(20)
    assistant.replies.choose(session_id, 1)
    assistant.folding.begin(session_id).wait(20)
    before = assistant.database.record(session_id)

    question = assistant.sessions.transcript(session_id)[0]
    with pytest.raises(ReplyFolded, match="Message 2"):
        assistant.turns.retry_without(session_id, question.id, NOTHING)
    run = assistant.replies.regenerate(session_id, 1)
    run.wait(20)

    assert run.session_id != session_id
    assert assistant.database.record(session_id).messages == before.messages


def test_half_a_reply_in_a_summary_stays_until_its_fold_is_undone(
    settings: Callable[..., Settings],
) -> None:
    engine = ScriptedEngine([ScriptedLine("Half", fails=EngineUnreachable("It", "a test"))])
    with closing(Assistant(settings(), engine=engine)) as assistant:
        session_id, fold_id = folded(assistant, "One?")
        with pytest.raises(ReplyFolded):
            assistant.turns.retry(session_id)
        assistant.fold_history.undo(session_id, fold_id)
        assistant.turns.retry(session_id).wait(20)
        assert replies(assistant, session_id) == [("Half", True), ("You said: One?", False)]


def test_only_what_was_answered_is_answered_again(assistant: Assistant) -> None:
    session_id = say(assistant, "One?", "Two?")
    for position in (0, 99):
        with pytest.raises(MessageNotFound):
            assistant.replies.regenerate(session_id, position)


def test_what_was_thought_of_a_reply_is_exported_and_imported(
    assistant: Assistant, tmp_path: Path
) -> None:
    session_id = say(assistant, "One?", "Two?")
    first, second = (assistant.sessions.transcript(session_id)[at] for at in (1, 3))
    assistant.replies.rate(session_id, first.id, is_good=True)
    assistant.replies.rate(session_id, second.id, is_good=False, reason=" Too\nlong ")
    assistant.replies.rate(session_id, first.id, is_good=False)
    file = tmp_path / "chat.jsonl"
    file.write_text(assistant.transfer.export_text(session_id), encoding="utf-8")
    assert file.read_text(encoding="utf-8").count('"opinion"') == 2
    assistant.sessions.delete([session_id])
    imported = assistant.transfer.import_file(file).session_id
    ids = [each.id for each in assistant.sessions.transcript(imported)]
    thought = assistant.replies.ratings(ids)
    told = [(each.is_good, each.reason) for each in (thought[ids[1]], thought[ids[3]])]
    assert told == [(False, ""), (False, "Too long")]
    assistant.replies.remove_rating(imported, ids[1])
    assert set(assistant.replies.ratings(ids)) == {ids[3]}
