"""Idempotency: a repeated request gets the same answer, and acts only once.

See the IETF draft draft-ietf-httpapi-idempotency-key-header.
"""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from database import Database, ScopedDatabase
from tidemark.schema.people import KeptAnswer, Reservation

_KEPT = dt.timedelta(hours=24)
BEAT_S = 5.0
_SILENCE = dt.timedelta(seconds=3 * BEAT_S)  # without a heartbeat for so long, its process is dead
_PURGED_AT_ONCE = 200


@dataclass(frozen=True)
class IdempotencyService:
    """The keys of the user of ``database``."""

    database: ScopedDatabase
    clock: Callable[[], dt.datetime]

    def reserve(self, name: str, request: str) -> Reservation | KeptAnswer:
        """Reserve a key for a ``request``, or return the stored answer to the same request.

        Raises:
            IdempotencyKeyReused: The key was used for another request.
            RequestUnderWay: The same request is still in progress.
        """
        return self.database.idempotency_keys.reserve(
            name, request, now=self.clock(), kept=_KEPT, beat=_SILENCE
        )

    def beat(self, reserved: Reservation) -> None:
        """Store a heartbeat of a request in progress; needed every ``BEAT_S`` seconds."""
        self.database.idempotency_keys.beat(reserved.key, now=self.clock())

    def keep(self, reserved: Reservation, answer: KeptAnswer, session_id: str = "") -> None:
        """Store the ``answer`` to a request; it is deleted with its session if it has one."""
        self.database.idempotency_keys.keep(reserved.key, answer, session_id)

    def release(self, reserved: Reservation) -> None:
        """Free the key for reuse: the request changed nothing."""
        self.database.idempotency_keys.release(reserved.key)


def purge_answers(database: Database, now: dt.datetime) -> int:
    """Delete some of the expired answers, of all users; return their number."""
    return database.purge_answers(now - _KEPT, _PURGED_AT_ONCE)
