"""Retries of a request to a service: a quota that frees up soon, an overload, a lost connection.

All retries are here: those of the services' clients are switched off.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from tidemark.errors import ConnectionLost, EngineOverloaded, QuotaExceeded
from tidemark.telemetry import meters

_ATTEMPTS = 3
_MAX_WAIT_S = 8.0  # a longer wait is left to the person, with the time in the error

T = TypeVar("T")


@dataclass(frozen=True)
class RetryPolicy:
    """The time to wait for each piece, and the first pause before a retry, doubled each time."""

    timeout_s: float
    backoff_s: float = 0.5


async def with_retries(call: Callable[[], Awaitable[T]], backoff_s: float) -> T:
    """Return the result of ``call``; retry while the service asks for a short pause."""
    pauses = (backoff_s * 2**attempt for attempt in range(_ATTEMPTS - 1))
    for pause_s in pauses:
        try:
            return await call()
        except QuotaExceeded as refusal:
            wait_s = refusal.retry_after_s or pause_s
            if refusal.is_daily or wait_s > _MAX_WAIT_S:
                raise
            meters.count_retry(refusal)
            await asyncio.sleep(wait_s)
        except (ConnectionLost, EngineOverloaded) as error:
            meters.count_retry(error)
            await asyncio.sleep(pause_s)
    return await call()
