"""A process killed in the middle of a turn: nothing it was promised is lost, and talk goes on."""

import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from assistant import Assistant
from tidemark.engines.scripted import ScriptedEngine
from tidemark.events import Finished
from tidemark.settings import Settings

ROOT = Path(__file__).parent.parent


def talk_and_be_killed(url: str, seconds: float) -> list[str]:
    """Run a talker for ``seconds`` after its first turn, kill it; return what it was promised."""
    talker = subprocess.Popen(
        [sys.executable, "-m", "tests.talker", url], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert talker.stdout is not None
    promised = [talker.stdout.readline()]
    time.sleep(seconds)
    talker.kill()
    promised += talker.stdout.readlines()
    talker.wait()
    talker.stdout.close()
    return [line.rstrip("\n") for line in promised if line.endswith("\n")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("database_url", "seed"),
    [*(("sqlite", seed) for seed in range(6)), ("postgresql", 6)],
    indirect=["database_url"],
)
def test_a_killed_turn_loses_no_word_and_can_be_retried(
    settings: Callable[..., Settings], seed: int
) -> None:
    given = settings(token_threshold=400)
    promised = talk_and_be_killed(given.database_url, random.Random(seed).uniform(0, 0.5))

    assistant = Assistant(given, engine=ScriptedEngine())
    messages = assistant.database.get_messages("talk")
    asked = [message.content for message in messages if message.role == "user"]
    assert asked[: len(promised)] == promised
    assert len(asked) - len(promised) in (0, 1)  # stored, and killed before it could be said

    covered = [message.position for message in messages if message.is_summarized]
    folds = assistant.folds("talk", 0, len(messages))
    ranges = [range(fold.from_message_index, fold.to_message_index + 1) for fold in folds]
    assert [position for inside in ranges for position in inside] == covered

    turn = assistant.last_turn("talk")
    assert turn is not None
    assert assistant.can_retry("talk") == (turn.status == "pending")
    if turn.status == "pending":
        assert isinstance(assistant.retry("talk").wait(5), Finished)
    assert isinstance(assistant.ask("And on we go", "talk").wait(5), Finished)
    assistant.close()
