"""API keys: made for a user, shown once, stored as a hash, and found when a request comes.

The secret is 256 random bits.  Nobody can guess through them, so a plain SHA-256 is enough: a slow
hash defends passwords, which people choose, and would cost every request its time.
"""

import datetime as dt
import hashlib
import hmac
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from database import Database, ScopedDatabase
from tidemark.errors import DatabaseError, KeyNameUnusable, ScopesNotOwned
from tidemark.schema.people import (
    MOST_NAME_CHARS,
    SCOPES,
    USUAL_SCOPES,
    ApiKey,
    KeyScope,
    NewApiKey,
)

BEGINNING = "tm_"  # a scanner for leaked secrets knows ours by it
_PREFIX_CHARS = len(BEGINNING) + 8  # 48 of the 256 bits, by which a row is found
_NOTED_EACH = dt.timedelta(minutes=1)  # a write for every request would be too much
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ApiKeyService:
    """The keys of the user of ``database``; ``new_secret`` returns 256 random bits as text."""

    database: ScopedDatabase
    clock: Callable[[], dt.datetime]
    new_secret: Callable[[], str]

    def all(self) -> tuple[ApiKey, ...]:
        """Return all keys, also those that were revoked, the newest first."""
        return self.database.api_keys.all()

    def create(
        self,
        name: str,
        scopes: Sequence[KeyScope] = USUAL_SCOPES,
        *,
        days: int | None = None,
        owned: Collection[KeyScope] = SCOPES,
    ) -> NewApiKey:
        """Make a key that works for ``days``, or until it is revoked; its secret is told once.

        Raises:
            KeyNameUnusable: ``name`` is blank or too long.
            ScopesNotOwned: Some of ``scopes`` are not ``owned`` by whoever asks.
        """
        name = " ".join(name.split())
        if not 0 < len(name) <= MOST_NAME_CHARS:
            raise KeyNameUnusable(MOST_NAME_CHARS)
        wanted = tuple(each for each in SCOPES if each in scopes) or USUAL_SCOPES
        if excess := tuple(each for each in wanted if each not in owned):
            raise ScopesNotOwned(", ".join(excess))
        secret, now = BEGINNING + self.new_secret(), self.clock()
        key = self.database.api_keys.add(
            name,
            wanted,
            prefix=secret[:_PREFIX_CHARS],
            hashed=_hashed(secret),
            now=now,
            expires_at=None if days is None else now + dt.timedelta(days=days),
        )
        return NewApiKey(key=key, secret=secret)

    def revoke(self, key_id: int) -> None:
        """Let a key open nothing from now on.

        Raises:
            ApiKeyNotFound: The user has no such key, or it is revoked.
        """
        self.database.api_keys.revoke(key_id, now=self.clock())


@dataclass(frozen=True)
class KeyRing:
    """The keys of all users, by which a request is known."""

    database: Database
    clock: Callable[[], dt.datetime]

    def find(self, secret: str) -> ApiKey | None:
        """Return the key that has this ``secret``, unless it was revoked or has expired.

        Its use is noted, at most once a minute.
        """
        if not secret.startswith(BEGINNING):
            return None
        hashed = _hashed(secret)
        for key, stored in self.database.keys_beginning(secret[:_PREFIX_CHARS]):
            if hmac.compare_digest(hashed, stored):
                return key if self._works(key) else None
        return None

    def _works(self, key: ApiKey) -> bool:
        now = self.clock()
        if key.revoked_at is not None or (key.expires_at is not None and key.expires_at <= now):
            return False
        if key.last_used_at is None or now - key.last_used_at >= _NOTED_EACH:
            try:
                self.database.note_key_use(key.key_id, now)
            except DatabaseError as error:  # the request itself may only read
                _log.warning("The use of key %s was not noted: %s", key.key_id, error)
        return True


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
