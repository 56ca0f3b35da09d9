"""Structured output of a model: parsed, retried once with the error, else made by the fallback.

A malformed answer must not empty the memory or lose a turn: the built-in engine takes over for
that one call, and ``EngineResult.fell_back`` says why.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from tidemark.engines.base import NO_USAGE, EngineResult
from tidemark.errors import EngineError, EngineUnreadable
from tidemark.schema import Failure, Usage

T = TypeVar("T")
_ATTEMPTS = 2  # a model that fails again after reading its error will keep failing


@dataclass(frozen=True)
class RawResponse:
    """The text of a model's answer to one request, and its usage."""

    text: str
    usage: Usage = NO_USAGE


def analyse(
    ask: Callable[[str], RawResponse],
    parse: Callable[[str], T],
    fallback: Callable[[], EngineResult[T]],
    *,
    name: str,
    label: str,
    falls_back_on: type[EngineError] = EngineUnreadable,
) -> EngineResult[T]:
    """Return the parsed answer of a model, or the result of ``fallback``, with the whole usage.

    ``ask(complaint)`` sends the request; ``complaint`` is the error of the answer before, at first
    empty.  ``parse`` raises a ``ValueError`` on a malformed answer.  On an error of the class
    ``falls_back_on``, ``fallback`` takes over; other errors of the engine ``name`` are raised.
    """
    usage = NO_USAGE
    complaint = ""
    try:
        for _ in range(_ATTEMPTS):
            response = ask(complaint)
            usage += response.usage
            try:
                return EngineResult(parse(response.text), by=name, usage=usage)
            except ValueError as error:
                complaint = str(error)
        raise EngineUnreadable(label, complaint)
    except falls_back_on as error:
        result = fallback()
        return replace(result, usage=usage + result.usage, fell_back=Failure.of(error))
