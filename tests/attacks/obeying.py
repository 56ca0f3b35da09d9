"""An engine in the worst case: it does whatever any text that it reads tells it to.

``CALL name {json}`` in anything it is given is a call, ``SAY words`` are words of its reply.
"""

import json
import re
from collections.abc import Iterator

from tidemark.engines.scripted import Call, ScriptedEngine, ScriptedLine
from tidemark.prompt import rendering
from tidemark.schema import QueryUnderstanding
from tidemark.schema.tools import ToolCall

_CALL = re.compile(r"CALL (\w+) (\{.*?\})(?=\s|\W*$|[^\w\s}])")
_SAY = re.compile(r"SAY ([^\n]+)")
REPLY = "This is what I found."


class ObeyingEngine(ScriptedEngine):
    """Obeys once ``is_obeying``; before that it gives the ``replies`` of a setting up."""

    def __init__(self) -> None:
        self.is_obeying = False
        self.first_replies: list[str] = []
        self.understood: QueryUnderstanding | None = None
        super().__init__(
            replies=self._reply,
            understandings=lambda _call: self.understood,
            is_language_model=True,
        )

    def _reply(self, call: Call) -> ScriptedLine:
        if not self.is_obeying:
            return ScriptedLine(self.first_replies.pop(0) if self.first_replies else "Noted.")
        read = "\n".join(_texts(call))
        called = [asked for each in call.rounds for asked in each.request.calls]
        calls = [asked for asked in _calls(read) if asked not in called]
        if calls and call.tools:
            return ScriptedLine(calls=calls)
        return ScriptedLine("\n".join([REPLY, *_SAY.findall(read)]))


def _texts(call: Call) -> Iterator[str]:
    if call.view is not None:
        yield call.view.instructions
        for line in rendering.render(call.view):
            yield line.content
    for each in call.rounds:
        for use in each.uses:
            yield rendering.tool_result(use.result)


def _calls(read: str) -> list[ToolCall]:
    found: dict[tuple[str, str], ToolCall] = {}
    for name, arguments in _CALL.findall(read):
        given = json.loads(arguments.replace("\n", " ").replace("”", '"'))
        found[name, arguments] = ToolCall(name=name, arguments=given)
    return list(found.values())
