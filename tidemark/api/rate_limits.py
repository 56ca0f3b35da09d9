"""Rate limits for requests per user, using the library limits; ``RATE_LIMIT`` in the settings.

Requests are counted in a moving window, so that no user can send twice as many around the turn of a
minute; in the memory of this process, or in a storage that several processes share.
"""

import logging
import math
import time
from collections.abc import Sequence
from typing import NamedTuple

from limits import RateLimitItem, parse_many
from limits.errors import ConfigurationError, StorageError
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import MovingWindowRateLimiter

from tidemark.errors import InvalidSetting, TooManyRequests

_SERVICE_FACTOR = 10  # a service asks for many people
_log = logging.getLogger(__name__)


class Allowance(NamedTuple):
    """The remaining requests of ``limit`` in ``window_s``, and the seconds until the next reset."""

    limit: int
    window_s: int
    left: int
    reset_s: int

    @property
    def headers(self) -> dict[str, str]:
        """The header fields of draft-ietf-httpapi-ratelimit-headers-10."""
        return {
            "RateLimit-Policy": f'"user";q={self.limit};w={self.window_s}',
            "RateLimit": f'"user";r={self.left};t={self.reset_s}',
        }


class RateLimits:
    """Counts the requests of each subject against ``rules``, such as ``60/minute``.

    ``is_in_memory`` says that counting waits for no other program.

    Raises:
        InvalidSetting: The storage cannot be used.
    """

    def __init__(self, rules: str, storage: str = "") -> None:
        self._rules = parse_many(rules) if rules else []
        self._service_rules = [
            type(each)(each.amount * _SERVICE_FACTOR, each.multiples) for each in self._rules
        ]
        try:
            kept = storage_from_string(storage or "memory://", wrap_exceptions=True)
        except (ConfigurationError, ValueError) as error:
            raise InvalidSetting("RATE_LIMIT_STORAGE", f"cannot be used ({error})") from error
        self._limiter = MovingWindowRateLimiter(kept)
        self.is_in_memory = isinstance(kept, MemoryStorage)

    def count_service(self, user_id: str) -> None:
        """Count a request that the service of ``user_id`` makes for somebody else.

        It may make ten times as many requests as a user, for all people together.

        Raises:
            TooManyRequests: The limit has been reached.
        """
        self._count(self._service_rules, f"service {user_id}")  # no user id has a space

    def count_refused(self, address: str) -> None:
        """Count a request from ``address`` without a valid key; those with one are not affected.

        Raises:
            TooManyRequests: The limit has been reached.
        """
        self._count(self._rules, f"refused {address}")

    def count(self, subject: str) -> Allowance | None:
        """Count a request of ``subject``; return the allowance left, None without a limit.

        If the storage is unavailable, nobody is limited: requests are answered, and this is logged.

        Raises:
            TooManyRequests: The limit has been reached.
        """
        return self._count(self._rules, subject)

    def _count(self, rules: Sequence[RateLimitItem], subject: str) -> Allowance | None:
        try:
            left = [self._counted(rule, subject) for rule in rules]
        except StorageError as error:
            _log.warning("Requests were not counted: %s", error)
            return None
        return min(left, key=lambda each: each.left / each.limit, default=None)

    def _counted(self, rule: RateLimitItem, subject: str) -> Allowance:
        is_allowed = self._limiter.hit(rule, subject)
        stats = self._limiter.get_window_stats(rule, subject)
        reset_s = max(1, math.ceil(stats.reset_time - time.time()))
        if not is_allowed:
            raise TooManyRequests(str(rule), reset_s)
        return Allowance(rule.amount, rule.get_expiry(), stats.remaining, reset_s)
