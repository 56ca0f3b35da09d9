"""API keys: created for a user, shown once, stored as a hash, and looked up for each request.

The secret is 256 random bits, which nobody can guess, so a plain SHA-256 is enough: a slow hash
protects passwords, which people choose, and would slow down every request.
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

BEGINNING = "tm_"  # lets scanners for leaked secrets recognise our keys
_PREFIX_CHARS = len(BEGINNING) + 8  # 48 of the 256 bits, by which a row is found
_NOTED_EACH = dt.timedelta(minutes=1)  # a write for every request would be too many
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ApiKeyService:
    """The keys of the user of ``database``; ``new_secret`` returns 256 random bits as text."""

    database: ScopedDatabase
    clock: Callable[[], dt.datetime]
    new_secret: Callable[[], str]

    def all(self) -> tuple[ApiKey, ...]:
        """Return all keys, including revoked ones, newest first."""
        return self.database.api_keys.all()

    def create(
        self,
        name: str,
        scopes: Sequence[KeyScope] = USUAL_SCOPES,
        *,
        days: int | None = None,
        owned: Collection[KeyScope] = SCOPES,
    ) -> NewApiKey:
        """Create a key that works for ``days``, or until revoked; only here its secret is returned.

        Raises:
            KeyNameUnusable: ``name`` is blank or too long.
            ScopesNotOwned: The caller does not own some of ``scopes``.
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
        """Revoke a key.

        Raises:
            ApiKeyNotFound: The user has no such key, or it is already revoked.
        """
        self.database.api_keys.revoke(key_id, now=self.clock())


@dataclass(frozen=True)
class KeyRing:
    """The keys of all users, which authenticate requests."""

    database: Database
    clock: Callable[[], dt.datetime]

    def find(self, secret: str) -> ApiKey | None:
        """Return the key with this ``secret``, unless it was revoked or has expired.

        The time of its use is stored, at most once a minute.
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
            except DatabaseError as error:  # the request itself may only need to read
                _log.warning("The use of key %s was not noted: %s", key.key_id, error)
        return True


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
