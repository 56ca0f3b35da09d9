"""An engine that plays a script: the only test double, and a way to try the page.

A script is a list of entries, or a function that returns them, for each verb.  An entry is a text,
an error to raise, or a ``ScriptedLine`` that can be slow, wait, or break off.  For the two analyses
the text is what a model would have sent: it goes through the same reader, retry and fallback as
Gemini's; a finished shape may be given too.  A retry takes the next entry.  After the last entry
the engine echoes the question, finds it clear, and summarises as the built-in engine does.

From a file (``ENGINE=scripted``, ``SCRIPT_FILE=script.json``)::

    {
      "replies": [
        "At once.",
        {"text": "Word by word, after a second.", "wait_s": 1, "pause_s": 0.05},
        {"text": "Broken off after this", "fails": "unreachable"},
        {"text": "Let me look.", "calls": [
          {"name": "lookup_past_conversation", "arguments": {"topic": "the hotel"}},
          {"name": "today"}
        ]},
        "The reply after the results of these calls."
      ],
      "understandings": [
        {"is_ambiguous": true, "possible_interpretations": ["a", "b"],
         "clarifying_questions": ["Which?"]},
        {"text": "not JSON"}
      ],
      "summaries": [{"text": "{}", "fails": "quota"}],
      "checks": [{"fails": "key"}]
    }

A file that was changed is played from its start.

An entry without any of ``text``, ``wait_s``, ``pause_s``, ``calls`` and ``fails`` is itself the
JSON that is sent.  Tools are called after the text, whether or not they were offered; the next
entry is what is said, or called, once their results are there.  ``fails`` is one of: blocked,
cut_off, empty, key, model, quota, timeout, unreachable, unreadable.
"""

import datetime as dt
import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from tidemark.engines.base import Engine, EngineResult
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.llm import response_schemas
from tidemark.engines.llm.grounding import grounded_memory, grounded_understanding
from tidemark.engines.llm.structured_output import Mend, MendRecord, RawResponse, analyse
from tidemark.errors import (
    EngineError,
    EngineTimeout,
    EngineUnreachable,
    EngineUnreadable,
    InvalidSetting,
    KeyRefused,
    ModelNotFound,
    QuotaExceeded,
    ReplyBlocked,
    ReplyCutOff,
    ReplyEmpty,
)
from tidemark.prompt import rendering
from tidemark.runtime.events import Piece, Stop
from tidemark.schema import (
    AskingStyle,
    ContextView,
    Message,
    QueryUnderstanding,
    SessionMemory,
    Usage,
)
from tidemark.schema.tools import ToolCall, ToolRequest, ToolRound, ToolSpec
from tidemark.schema.turns import DEFAULT_SAMPLING, SamplingOptions
from utils import TokenCounter

NAME = "scripted"
LABEL = "Scripted engine"

Verb = Literal["summarise", "understand", "reply", "check"]

_ONE_CALL = Usage(calls=1)
_WORDS = re.compile(r"\s*\S+\s*")
_FAILURES: dict[str, Callable[[], EngineError]] = {
    "blocked": lambda: ReplyBlocked(LABEL, "safety"),
    "cut_off": lambda: ReplyCutOff(LABEL),
    "empty": lambda: ReplyEmpty(LABEL),
    "key": lambda: KeyRefused(LABEL, "GOOGLE_API_KEY"),
    "model": lambda: ModelNotFound(LABEL, "scripted", "MODEL_NAME"),
    "quota": lambda: QuotaExceeded(LABEL, 30),
    "timeout": lambda: EngineTimeout(LABEL, 60),
    "unreachable": lambda: EngineUnreachable(LABEL, "the script says so"),
    "unreadable": lambda: EngineUnreadable(LABEL, "the script says so"),
}


@dataclass(frozen=True)
class ScriptedLine:
    """A text sent after ``wait_s``, with ``pause_s`` between words; then ``calls`` of tools.

    If ``fails`` is set, it is raised after the text.
    """

    text: str = ""
    wait_s: float = 0.0
    pause_s: float = 0.0
    calls: Sequence[ToolCall] = ()
    fails: BaseException | None = None


@dataclass(frozen=True)
class Call:
    """The arguments of one attempt; ``complaint`` is the fault that a retry reports."""

    verb: Verb
    view: ContextView | None = None
    messages: tuple[Message, ...] = ()
    known: SessionMemory | None = None
    understanding: QueryUnderstanding | None = None
    asking: AskingStyle | None = None
    tools: tuple[ToolSpec, ...] = ()
    rounds: tuple[ToolRound, ...] = ()
    sampling: SamplingOptions = DEFAULT_SAMPLING
    complaint: str = ""


Entry = str | ScriptedLine | BaseException | Mapping[str, Any] | QueryUnderstanding | SessionMemory
Script = Sequence[Entry] | Callable[[Call], Entry | None]


class ScriptedEngine:
    """An ``Engine`` that plays ``replies``, ``understandings``, ``summaries`` and ``checks``."""

    name = NAME
    label = LABEL

    def __init__(
        self,
        replies: Script = (),
        understandings: Script = (),
        summaries: Script = (),
        checks: Script = (),
        *,
        fallback: Engine | None = None,
        is_language_model: bool = False,
        sees_pictures: bool = True,
    ) -> None:
        self.is_language_model, self.sees_pictures = is_language_model, sees_pictures
        self._play(replies, understandings, summaries, checks)
        self._file: _ScriptFile | None = None
        self._calls: list[Call] = []
        self._lock = threading.Lock()
        self._fallback = fallback or BuiltinEngine(for_model=True)
        self._counter = TokenCounter()

    @classmethod
    def from_file(cls, path: Path) -> "ScriptedEngine":
        """Return the engine that plays the script in ``path``.

        Raises:
            InvalidSetting: The file cannot be read, or is not such a script.
        """
        file = _ScriptFile(path)
        engine = cls(*file.read())
        engine._file = file
        return engine

    def _play(
        self, replies: Script, understandings: Script, summaries: Script, checks: Script
    ) -> None:
        """Play these parts from their first entries on."""
        self._scripts: dict[Verb, Script] = {
            "reply": replies,
            "understand": understandings,
            "summarise": summaries,
            "check": checks,
        }
        self._places: dict[Verb, int] = dict.fromkeys(self._scripts, 0)

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls so far, in order."""
        with self._lock:
            return tuple(self._calls)

    def summarise(
        self, messages: Sequence[Message], known: SessionMemory, *, stop: Stop
    ) -> EngineResult[SessionMemory]:
        """Return the summary that the script has for ``messages``."""

        def fallback() -> EngineResult[SessionMemory]:
            return self._fallback.summarise(messages, known, stop=stop)

        call = Call("summarise", messages=tuple(messages), known=known)
        entry = self._next(call)
        if entry is None:
            return fallback()
        if isinstance(entry, SessionMemory):
            return EngineResult(entry, by=NAME, usage=_ONE_CALL)
        return analyse(
            self._speaker(entry, call, stop),
            lambda text: grounded_memory(
                response_schemas.read(text, response_schemas.SummaryResponse),
                messages,
                known,
                self._counter,
            ),
            fallback,
            name=NAME,
            label=LABEL,
            mends=MendRecord(),
            falls_back_on=(EngineError,),
        )

    def understand(
        self, view: ContextView, *, now: dt.datetime, asking: AskingStyle, stop: Stop
    ) -> EngineResult[QueryUnderstanding]:
        """Return the analysis that the script has for the question of ``view``."""
        call = Call("understand", view=view, asking=asking)
        entry = self._next(call)
        if entry is None or isinstance(entry, QueryUnderstanding):
            return EngineResult(entry or QueryUnderstanding(), by=NAME, usage=_ONE_CALL)
        read = "\n".join(line.content for line in rendering.render(view))
        return analyse(
            self._speaker(entry, call, stop),
            lambda text: grounded_understanding(
                response_schemas.read(text, response_schemas.UnderstandingResponse),
                view.question,
                read,
                asking=asking,
            ),
            lambda: self._fallback.understand(view, now=now, asking=asking, stop=stop),
            name=NAME,
            label=LABEL,
            mends=MendRecord(),
        )

    def reply(
        self,
        view: ContextView,
        understanding: QueryUnderstanding,
        *,
        now: dt.datetime,
        stop: Stop,
        analysis: object = None,
        tools: Sequence[ToolSpec] = (),
        rounds: Sequence[ToolRound] = (),
        sampling: SamplingOptions = DEFAULT_SAMPLING,
    ) -> Iterator[Piece | ToolRequest]:
        """Stream the reply of the script, word by word, or its calls."""
        call = Call(
            "reply",
            view=view,
            understanding=understanding,
            tools=tuple(tools),
            rounds=tuple(rounds),
            sampling=sampling,
        )
        line = _line(self._next(call) or f"You said: {view.question}")
        _pass_time(line.wait_s, stop)
        for word in _WORDS.findall(line.text):
            stop.check()
            yield Piece(word)
            _pass_time(line.pause_s, stop)
        if line.fails is not None:
            raise line.fails
        yield Piece("", usage=_ONE_CALL)
        if line.calls:
            yield ToolRequest(tuple(line.calls), message=line)

    def instructions(self, now: dt.datetime, notebook: str = "") -> str:
        """Return only the notebook's instructions: a script needs none."""
        return notebook

    def check(self) -> None:
        """Fail if the script says so."""
        line = _line(self._next(Call("check")) or "")
        if line.fails is not None:
            raise line.fails

    def close(self) -> None:
        """Do nothing: a script opens nothing."""

    def _next(self, call: Call) -> Entry | None:
        """Record ``call`` and return its entry; None past the end of the script."""
        with self._lock:
            if self._file is not None and self._file.has_changed():
                self._play(*self._file.read())
            script = self._scripts[call.verb]
            self._calls.append(call)
            place = self._places[call.verb]
            self._places[call.verb] += 1
        if callable(script):
            return script(call)
        return script[place] if place < len(script) else None

    def _speaker(
        self, first: Entry, call: Call, stop: Stop
    ) -> Callable[[Mend | None], RawResponse]:
        def say(mend: Mend | None) -> RawResponse:
            entry: Entry | None = first
            if mend is not None:
                entry = self._next(replace(call, complaint=mend.complaint))
            line = _line(entry if entry is not None else "")
            _pass_time(line.wait_s, stop)
            if line.fails is not None:
                raise line.fails
            return RawResponse(line.text, _ONE_CALL)

        return say


_PARTS = ("replies", "understandings", "summaries", "checks")
_OF_A_LINE = {"text", "wait_s", "pause_s", "calls", "fails"}


class _ScriptFile:
    """The file of a script, and its modification time when it was last read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._changed_ns = 0

    def has_changed(self) -> bool:
        return self._path.exists() and self._path.stat().st_mtime_ns != self._changed_ns

    def read(self) -> list[list[Entry]]:
        """Return the entries of each part; InvalidSetting if it is not such a script."""
        path = self._path
        try:
            self._changed_ns = path.stat().st_mtime_ns
            script = json.loads(path.read_text(encoding="utf-8"))
            parts = [[_entry(entry) for entry in script.pop(part, [])] for part in _PARTS]
        except (OSError, ValueError, AttributeError, KeyError, TypeError) as error:
            raise InvalidSetting("SCRIPT_FILE", f"{path} {_why(error)}") from error
        if script:
            raise InvalidSetting("SCRIPT_FILE", f"{path} has unknown parts: {', '.join(script)}")
        return parts


def _why(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"cannot be read ({error.strerror})"
    if isinstance(error, json.JSONDecodeError):
        return f"is not JSON ({error.msg} in line {error.lineno})"
    return "is not a script as tidemark/engines/scripted.py describes one"


def _entry(written: object) -> Entry:
    """Parse an entry of a script file."""
    if isinstance(written, str):
        return written
    if not isinstance(written, dict):
        raise TypeError(f"{written!r} is not an entry")
    if not written.keys() & _OF_A_LINE:
        return written
    fails = _FAILURES[written["fails"]]() if "fails" in written else None
    calls = [ToolCall.model_validate(each) for each in written.get("calls", ())]
    return ScriptedLine(**{**written, "calls": calls, "fails": fails})


def _line(entry: Entry) -> ScriptedLine:
    if isinstance(entry, ScriptedLine):
        return entry
    if isinstance(entry, BaseException):
        return ScriptedLine(fails=entry)
    return ScriptedLine(entry if isinstance(entry, str) else _json(entry))


def _json(entry: Mapping[str, Any] | QueryUnderstanding | SessionMemory) -> str:
    if isinstance(entry, Mapping):
        return json.dumps(entry)
    return entry.model_dump_json()


def _pass_time(wait_s: float, stop: Stop) -> None:
    if wait_s:
        stop.wait(wait_s)
    stop.check()
