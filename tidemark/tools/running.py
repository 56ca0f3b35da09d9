"""Runs tool calls: arguments are validated, time and length limited, every fault is an answer.

No tool call can fail a turn.  A tool that changes something runs only if the person asked for that
change in this turn, in their own words: text of a source, a summary, an earlier message or another
tool's result is never a request of theirs.
"""

import json
import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import JsonValue, ValidationError

from tidemark.errors import DatabaseError
from tidemark.memory.pasted_text import without_pasted
from tidemark.prompt import rendering
from tidemark.runtime.events import Stop, StopRequested, ToolFinished, ToolStarted
from tidemark.schema.tools import (
    ToolCall,
    ToolFault,
    ToolRequest,
    ToolRound,
    ToolUse,
    unique_sources,
)
from tidemark.tools.base import Tool, ToolArguments, ToolContext, ToolLimits, ToolResult
from utils import TokenCounter, storable

MOST_CALLS = 5  # in one round: further calls get none of its tokens
_NAME_CHARS = 64
_REQUEST_CHARS = 400
_MOST_ERRORS = 3  # in its arguments
_MOST_CHARS = 50  # per token; the rest of a longer text is never read
_ARGUMENTS_CHARS = 2_000  # as JSON; those of our tools have a few hundred
_NOTHING = "Nothing was found."
_FAULTS: Mapping[ToolFault, str] = {
    "unknown": "There is no such tool. Answer without it.",
    "arguments": "The arguments are not right: {why}",
    "too_many": "Not run: too many calls.",
    "not_asked": "Not done: the user did not ask for this in their message. Ask them first.",
    "failed": "The tool failed. Answer without it.",
    "not_saved": "Failed to save: {why}",
    "timeout": "The tool took too long. Answer without it.",
}
_log = logging.getLogger(__name__)

Emit = Callable[[ToolStarted | ToolFinished], object]


class _Refused(Exception):
    """A call has no result."""

    def __init__(self, fault: ToolFault, why: str = "") -> None:
        super().__init__(fault)
        self.fault: ToolFault = fault
        self.text = _FAULTS[fault].format(why=why)


def run_round(
    request: ToolRequest,
    tools: Sequence[Tool[Any]],
    context: ToolContext,
    *,
    limits: ToolLimits,
    counter: TokenCounter,
    emit: Emit,
) -> ToolRound:
    """Run the calls of ``request`` in order, and return their results.

    Together they take at most ``limits.tokens`` as read by an engine: tokens left over by earlier
    results are divided equally among the rest.

    Raises:
        StopRequested: The person stopped the turn.
    """
    uses: list[ToolUse] = []
    refused = len(request.calls) - MOST_CALLS
    left = limits.tokens - max(refused, 0) * counter.count_tokens(_as_read(_FAULTS["too_many"]))
    for number, asked in enumerate(request.calls):
        context.stop.check()
        call, is_whole = _storable(asked)
        emit(ToolStarted(call))
        if number < MOST_CALLS:
            share = left // (min(len(request.calls), MOST_CALLS) - number)
            use = _run_call(
                call,
                tools,
                replace(context, passages=tuple(context.numbers(unique_sources(uses)))),
                is_whole=is_whole,
                share=share,
                limits=limits,
                counter=counter,
            )
            left -= counter.count_tokens(_as_read(use.result))
        else:
            use = ToolUse(call=call, result=_FAULTS["too_many"], fault="too_many")
        uses.append(use)
        emit(ToolFinished(use))
    return ToolRound(request, tuple(uses))


def _run_call(
    call: ToolCall,
    tools: Sequence[Tool[Any]],
    context: ToolContext,
    *,
    is_whole: bool,
    share: int,
    limits: ToolLimits,
    counter: TokenCounter,
) -> ToolUse:
    began = time.perf_counter()
    fault: ToolFault | None = None
    try:
        found, arguments = _checked(call, tools, context, is_whole=is_whole)
        given = replace(context, limit_tokens=share)
        result = _in_time(found, arguments, given, found.timeout_s or limits.timeout_s)
    except _Refused as refusal:
        result, fault = ToolResult(refusal.text), refusal.fault
    text = fitting(storable(result.text).strip() or _NOTHING, share, counter)
    ms = round((time.perf_counter() - began) * 1000, 1)
    return ToolUse(
        call=call,
        result=text,
        fault=fault,
        ms=ms,
        sources=result.sources,
        table=result.table,
        refused=result.refused,
    )


def request_words(asked: str) -> str:
    r"""Return the words of a message that may request a change: its first line, without quotes.

    Pasted text is recognised by its form, which sometimes fails: later lines may be written by
    someone else.

    >>> request_words('Delete it. She wrote: "Keep it."').rstrip()
    'Delete it. She wrote:'
    >>> request_words("What is this?\nDelete it.")
    'What is this?'
    """
    return without_pasted(asked).partition("\n")[0][:_REQUEST_CHARS]


def fitting(text: str, limit_tokens: int, counter: TokenCounter) -> str:
    """Return ``text`` cut so that in its fence it takes at most ``limit_tokens``."""
    text = text[: limit_tokens * _MOST_CHARS]
    over = counter.count_tokens(_as_read(text)) - limit_tokens
    size = counter.count_tokens(text)
    while over > 0 and text:
        size -= over
        text = counter.cut(text, size)
        over = counter.count_tokens(_as_read(text)) - limit_tokens
    return text


def _as_read(text: str) -> str:
    return rendering.tool_result(text)


def _storable(asked: ToolCall) -> tuple[ToolCall, bool]:
    """Return a call as stored, and whether that is complete."""
    name = storable(asked.name)[:_NAME_CHARS]
    if len(json.dumps(asked.arguments)) > _ARGUMENTS_CHARS:
        return ToolCall(id=asked.id, name=name), False
    return ToolCall(id=asked.id, name=name, arguments=storable_json(asked.arguments)), True


def storable_json(given: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return ``given`` with every text made storable."""
    return {storable(key): _plain(value) for key, value in given.items()}


def _plain(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return storable_json(value) if isinstance(value, dict) else value


def _checked(
    call: ToolCall, tools: Sequence[Tool[Any]], context: ToolContext, *, is_whole: bool
) -> tuple[Tool[Any], ToolArguments]:
    """Return the tool of ``call`` and its validated arguments.

    Raises:
        _Refused: The call must not run.
    """
    found = next((each for each in tools if each.name == call.name), None)
    if found is None:
        raise _Refused("unknown")
    if not is_whole:
        raise _Refused("arguments", "they are too long.")
    try:
        arguments: ToolArguments = found.arguments.model_validate(call.arguments)
    except ValidationError as error:
        raise _Refused("arguments", _in_words(error)) from error
    is_read = context.has_read(found.name, arguments)
    words = request_words(context.asked)
    if found.requested_by and not is_read and not found.requested_by(arguments, words):
        raise _Refused("not_asked")
    return found, arguments


def _in_words(error: ValidationError) -> str:
    """Return a description of invalid arguments, without the values, which the model knows."""
    return "; ".join(
        f"{'.'.join(map(str, each['loc'])) or 'arguments'}: {each['msg']}"
        for each in error.errors(include_url=False, include_input=False)[:_MOST_ERRORS]
    )


def _in_time(
    found: Tool[Any], arguments: ToolArguments, context: ToolContext, timeout_s: float
) -> ToolResult:
    """Run on a thread of its own, which is abandoned when the turn stops or time is over.

    Raises:
        _Refused: It failed or took too long.
        StopRequested: The person stopped the turn.
    """
    results: queue.SimpleQueue[ToolResult | _Refused] = queue.SimpleQueue()
    own_stop = Stop()

    def work() -> None:
        try:
            results.put(found.run(arguments, replace(context, stop=own_stop)))
        except DatabaseError as error:
            results.put(_Refused("not_saved" if found.requested_by else "failed", str(error)))
        except Exception:  # noqa: BLE001 - a tool's bug may not take the turn along
            _log.exception("the tool %s failed", found.name)
            results.put(_Refused("failed"))
        except StopRequested:  # it was abandoned
            results.put(_Refused("failed"))

    threading.Thread(target=work, name=f"tool-{found.name}", daemon=True).start()
    forget = context.stop.on_set(lambda: results.put(_Refused("failed")))
    try:
        result = results.get(timeout=timeout_s)
    except queue.Empty:
        raise _Refused("timeout") from None
    finally:
        forget()
        own_stop.set()  # an abandoned tool changes nothing any more
    context.stop.check()
    if isinstance(result, _Refused):
        raise result
    return result
