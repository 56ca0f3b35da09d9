"""What a person does with an answer: another one beside it, or in a branch; whether it helped."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from assistant import Assistant
from tests.services.test_branches import contents, say
from tidemark.engines.scripted import ScriptedEngine, ScriptedLine
from tidemark.errors import MessageNotFound
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
    run.wait(5)
    assert run.session_id == session_id
    assert replies(assistant, session_id) == [
        ("Answer 1", False),
        ("Answer 2", True),
        ("Answer 3", False),
    ]
    assistant.replies.choose(session_id, 3)
    assert replies(assistant, session_id)[1:] == [("Answer 2", False), ("Answer 3", True)]
    assistant.ask("Three?", session_id).wait(5)
    read = str(assistant.turns.view(session_id, "Which?").pieces)
    assert "Answer 2" in read
    assert "Answer 3" not in read


def test_a_question_further_up_is_answered_in_a_branch(assistant: Assistant) -> None:
    session_id = say(assistant, "One?", "Two?")
    run = assistant.replies.regenerate(session_id, 1)
    run.wait(5)
    assert run.session_id != session_id
    assert contents(assistant, run.session_id) == ["One?"]
    assert contents(assistant, session_id) == ["One?", "Two?"]
    assert len(assistant.branches.show(session_id)) == 1


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
