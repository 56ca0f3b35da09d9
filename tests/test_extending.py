"""The worked examples of docs/extending.md run as they stand there."""

import re
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

from assistant import Assistant
from tests.test_architecture import ROOT
from tidemark.engines.scripted import ScriptedEngine, ScriptedLine
from tidemark.runtime.events import Finished, StepStarted
from tidemark.schema.tools import ToolCall
from tidemark.settings import Settings
from tidemark.tools.registry import TOOLS


def example(heading: str) -> dict[str, Any]:
    """Run the Python under ``heading`` and return its names."""
    page = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    section = page.split(f"## {heading}\n")[1].split("\n## ")[0]
    names: dict[str, Any] = {"__name__": "example"}
    for code in re.findall(r"```python\n(.*?)```", section, re.DOTALL):
        exec(code, names)  # noqa: S102 - it is the page's own
    return names


@contextmanager
def opened(settings: Settings, *replies: Any, **more: Any) -> Iterator[Assistant]:  # noqa: ANN401
    with closing(Assistant(settings, engine=ScriptedEngine(replies=replies), **more)) as assistant:
        yield assistant


def steps_of(assistant: Assistant, text: str) -> tuple[list[str], str]:
    run = assistant.ask(text, "chat")
    assert isinstance(run.wait(20), Finished)
    return [each.step for each in run.so_far() if isinstance(each, StepStarted)], run.text


def test_a_tool_in_ten_lines(settings: Callable[..., Settings]) -> None:
    roll = example("A tool")["roll"]
    asking = ScriptedLine(calls=[ToolCall(name="roll", arguments={"sides": 6})])
    with opened(settings(), asking, "You rolled it.", tools=(*TOOLS, roll)) as assistant:
        report = assistant.report(assistant.ask("Roll a die."))

    (call,) = report.tool_calls
    assert call.fault is None
    assert 1 <= int(call.result) <= 6
    assert roll.spec.description.startswith("Roll a die.")
    assert roll.spec.parameters["required"] == ["sides"]


def test_a_step_before_recall_and_a_check_after_the_answer(
    settings: Callable[..., Settings],
) -> None:
    arrange = example("A step of the loop")["arrange"]
    replies = ("Hello.", "I guarantee it.", "It is safe.")
    with opened(settings(), *replies, arrange=arrange) as assistant:
        greeted, hello = steps_of(assistant, "Hello!")
        asked, promised = steps_of(assistant, "Is the bridge safe?")
        _, plain = steps_of(assistant, "Is the road safe?")
        stored = assistant.sessions.transcript("chat")[3].content

    assert greeted == ["context", "greeting", "responder", "check", "save"]
    assert asked == [
        "context",
        "greeting",
        "recall",
        "ambiguity",
        "responder",
        "check",
        "save",
    ]
    assert (hello, plain) == ("Hello.", "It is safe.")
    assert promised == stored == "I guarantee it.\n\n(Tidemark guarantees nothing.)"
