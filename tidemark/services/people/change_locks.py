"""Change locks: conditional changes of one thing follow one another, in whatever process they run.

A lock is a lease in the database: no connection is held meanwhile, and one that a killed process
left expires.
"""

import datetime as dt
import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from database import Database

_HELD = dt.timedelta(seconds=30)  # far longer than a change takes


@dataclass(frozen=True)
class ChangeLocks:
    """The locks of all processes that use the database ``opened``."""

    opened: Database
    clock: Callable[[], dt.datetime]
    new_id: Callable[[], str]

    def take(self, name: str) -> str | None:
        """Lock the thing called ``name`` for one change.

        Return the id to release the lock with, None while another change holds it.
        """
        now, lock_id = self.clock(), self.new_id()
        is_taken = self.opened.take_lease(_lease(name), lock_id, now=now, until=now + _HELD)
        return lock_id if is_taken else None

    def release(self, name: str, lock_id: str) -> None:
        """Release the lock that ``take`` returned ``lock_id`` for."""
        self.opened.give_lease_back(_lease(name), lock_id)


def _lease(name: str) -> str:
    """Return the name of a lock's lease, which contains no text of a person."""
    return f"change {hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()}"
