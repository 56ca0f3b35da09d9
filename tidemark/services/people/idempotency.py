"""Idempotency: a request that is sent again gets the same answer, and acts once.

See the draft of the IETF, draft-ietf-httpapi-idempotency-key-header.
"""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from database import Database, ScopedDatabase
from tidemark.schema.people import KeptAnswer, Reservation

_KEPT = dt.timedelta(hours=24)
BEAT_S = 5.0
_SILENCE = dt.timedelta(seconds=3 * BEAT_S)  # without a beat for so long, its process is dead
_PURGED_AT_ONCE = 200


@dataclass(frozen=True)
class IdempotencyService:
    """The keys of the user of ``database``."""

    database: ScopedDatabase
    clock: Callable[[], dt.datetime]

    def reserve(self, name: str, request: str) -> Reservation | KeptAnswer:
        """Reserve a key for a ``request``, or return the answer that the same request got.

        Raises:
            IdempotencyKeyReused: The key is of another request.
            RequestUnderWay: The same request is being answered.
        """
        return self.database.idempotency_keys.reserve(
            name, request, now=self.clock(), kept=_KEPT, beat=_SILENCE
        )

    def beat(self, reserved: Reservation) -> None:
        """Say that a request is still being answered; at least every ``BEAT_S`` seconds."""
        self.database.idempotency_keys.beat(reserved.key, now=self.clock())

    def keep(self, reserved: Reservation, answer: KeptAnswer, session_id: str = "") -> None:
        """Keep the ``answer`` of a request, until its session is deleted if it names one."""
        self.database.idempotency_keys.keep(reserved.key, answer, session_id)

    def release(self, reserved: Reservation) -> None:
        """Let the key be used again: the request did nothing."""
        self.database.idempotency_keys.release(reserved.key)


def purge_answers(database: Database, now: dt.datetime) -> int:
    """Delete some of the answers that are too old, of all users; return how many."""
    return database.purge_answers(now - _KEPT, _PURGED_AT_ONCE)
