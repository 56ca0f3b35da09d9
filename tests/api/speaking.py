"""What the scripted engine says to the requests of a test."""

import threading

from tidemark.engines.scripted import Call, ScriptedEngine, ScriptedLine
from tidemark.schema.tools import ToolCall
from tidemark.schema.turns import SamplingOptions


class Script:
    """The lines of the engine to come, what it read for each reply, and whether it began one."""

    def __init__(self) -> None:
        self.lines: list[ScriptedLine] = []
        self.instructions: list[str] = []
        self.read: list[str] = []
        self.sampling: list[SamplingOptions] = []
        self.tools: list[dict[str, str]] = []  # descriptions by name
        self.has_begun = threading.Event()
        self.engine = ScriptedEngine(replies=self._next, is_language_model=True)

    def plays(self, *lines: ScriptedLine | ToolCall | str) -> None:
        """Have the engine say these lines, or make these calls, in this order."""
        self.lines = [_line(each) for each in lines]

    def _next(self, call: Call) -> ScriptedLine:
        self.instructions.append(call.view.instructions if call.view else "")
        self.read.append(str(call.view))
        self.sampling.append(call.sampling)
        self.tools.append({each.name: each.description for each in call.tools})
        line = self.lines.pop(0) if self.lines else ScriptedLine("Understood.")
        self.has_begun.set()
        return line


def _line(said: ScriptedLine | ToolCall | str) -> ScriptedLine:
    if isinstance(said, ToolCall):
        return ScriptedLine(calls=[said])
    return ScriptedLine(said) if isinstance(said, str) else said
