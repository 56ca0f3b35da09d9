"""Structured output of a model: parsed, retried once with the error, else made by the fallback.

A malformed or late answer must not empty the memory or lose a turn: the built-in engine takes over
for that one call, and ``EngineResult.fell_back`` has the reason.  After a failed retry, there are
no retries until the model gives a usable answer.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from tidemark.engines.base import NO_USAGE, EngineResult
from tidemark.errors import EngineError, EngineTimeout, EngineUnreadable
from tidemark.schema import Failure, Usage
from tidemark.telemetry import meters

T = TypeVar("T")
_ATTEMPTS = 2  # a model that fails after reading its error keeps failing


def _nothing_blocked() -> None:
    pass


@dataclass(frozen=True)
class RawResponse:
    """The text of a model's answer to one request, and its usage.

    ``raise_if_blocked`` raises an ``EngineError`` if the service refused to answer.
    """

    text: str
    usage: Usage = NO_USAGE
    raise_if_blocked: Callable[[], None] = _nothing_blocked


@dataclass(frozen=True)
class Mend:
    """A request to correct an unusable ``answer``; ``complaint`` names its fault."""

    answer: str
    complaint: str


@dataclass
class MendRecord:
    """Records whether the model failed to correct its last unusable answer, until a usable one.

    Small models hardly ever correct one, and a person waits as long for the second answer.
    """

    failed: bool = False


def analyse(
    ask: Callable[[Mend | None], RawResponse],
    parse: Callable[[str], T],
    fallback: Callable[[], EngineResult[T]],
    *,
    name: str,
    label: str,
    mends: MendRecord,
    falls_back_on: tuple[type[EngineError], ...] = (EngineUnreadable, EngineTimeout),
) -> EngineResult[T]:
    """Return the parsed answer of a model, or the result of ``fallback``, with the whole usage.

    ``ask(mend)`` sends the request, the second time with the fault; there is no second time if
    ``mends``, which is kept up to date, shows that it is useless.  ``parse`` raises a
    ``ValueError`` on a malformed answer.  On an error of a class in ``falls_back_on``, ``fallback``
    takes over: by default for an unreadable answer, and for a time limit, as a slow model may still
    reply in time. Other errors of the engine ``name`` are raised.
    """
    usage = NO_USAGE
    mend: Mend | None = None
    try:
        for _ in range(1 if mends.failed else _ATTEMPTS):
            response = ask(mend)
            usage += response.usage
            response.raise_if_blocked()
            try:
                parsed = parse(response.text)
            except ValueError as error:
                mends.failed |= mend is not None
                mend = Mend(response.text, str(error))
            else:
                mends.failed = False
                return EngineResult(parsed, by=name, usage=usage)
            if not mend.answer.strip():  # there is nothing to correct
                break
        raise EngineUnreadable(label, mend.complaint if mend else "")
    except falls_back_on as error:
        meters.count_engine_error(error)
        result = fallback()
        return replace(result, usage=usage + result.usage, fell_back=Failure.of(error))
    except EngineError as error:
        error.spent = usage
        raise
