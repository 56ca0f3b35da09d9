"""An analysis by a model that may speak badly: read, retried once with the error, then made here.

Memory is never emptied, and a turn never lost, because a model's answer had the wrong form: the
built-in engine takes over for that one call, and ``EngineResult.fell_back`` says why.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from tidemark.engines.base import NO_USAGE, EngineResult
from tidemark.errors import EngineError, EngineUnreadable
from tidemark.schema import Usage

T = TypeVar("T")
_ATTEMPTS = 2  # a model that cannot mend its answer when told what is wrong with it will not


@dataclass(frozen=True)
class RawResponse:
    """What a model said to one request, as text, and what that cost."""

    text: str
    usage: Usage = NO_USAGE


def analyse(
    say: Callable[[str], RawResponse],
    read: Callable[[str], T],
    instead: Callable[[], EngineResult[T]],
    *,
    name: str,
    label: str,
    forgiven: type[EngineError] = EngineUnreadable,
) -> EngineResult[T]:
    """Return what ``read`` makes of what was said, or what comes ``instead``, and all it cost.

    ``say`` is called with what was wrong with the answer before, at first with ``""``.  ``read``
    refuses an answer with a ``ValueError``.  What is ``forgiven`` has ``instead`` take over; every
    other error of the engine ``name`` is raised.
    """
    usage = NO_USAGE
    complaint = ""
    try:
        for _ in range(_ATTEMPTS):
            heard = say(complaint)
            usage += heard.usage
            try:
                return EngineResult(read(heard.text), by=name, usage=usage)
            except ValueError as error:
                complaint = str(error)
        raise EngineUnreadable(label, complaint)
    except forgiven as error:
        spoken = instead()
        return replace(spoken, usage=usage + spoken.usage, fell_back=took_over(error))


def took_over(error: EngineError) -> str:
    """Say in two sentences that the built-in engine did a step, and for which ``error``."""
    reason = str(error).split(". ", maxsplit=1)[0]  # what to do next is not asked here
    return f"{reason}. The built-in engine did this step instead."
