"""Errors about people: identity, permissions and rate limits.

::

    UserError
    ├── NotSignedIn
    │   └── KeyNotValid
    ├── ScopeMissing
    ├── ActingNotAllowed
    ├── ScopesNotOwned
    ├── ApiKeyNotFound
    ├── KeyNameUnusable
    ├── TooManyRequests
    ├── ShareNotFound
    ├── ShareReadOnly
    ├── NotShareable
    ├── ExportNotAllowed
    └── ErasureNotAllowed
    OperatorError
    ├── ServedToOthers
    └── LogInNotConfigured
"""

from tidemark.errors.base import OperatorError, UserError


class NotSignedIn(UserError):
    """The server requires a key, and the request has none."""

    def __init__(self) -> None:
        super().__init__(
            "This server asks for a key: send it as 'Authorization: Bearer tm_...'. You make one "
            "on the page Settings, or whoever runs the server does by 'cli.py key add'."
        )


class KeyNotValid(NotSignedIn):
    """The key of a request is unknown, revoked or expired; the error does not say which."""

    def __init__(self) -> None:
        UserError.__init__(
            self, "This key is not known, was revoked or has expired. Make another one."
        )


class ScopeMissing(UserError):
    """The key of a request lacks the scope that the request needs."""

    def __init__(self, scope: str) -> None:
        super().__init__(f"This key lacks the scope {scope!r}. Use a key that has it.")


class ActingNotAllowed(UserError):
    """A request names another user than that of its key."""

    def __init__(self, user_id: str) -> None:
        super().__init__(
            f"This key may not act for {user_id[:120]!r}. Leave the user out, or use a key with "
            "the scope 'act-as'."
        )


class ScopesNotOwned(UserError):
    """A person wants to give a key scopes that they do not have themselves."""

    def __init__(self, scopes: str) -> None:
        super().__init__(
            f"You cannot give a key the scopes {scopes}: you do not have them. Whoever "
            "runs the server can, by 'cli.py key add'."
        )


class ApiKeyNotFound(UserError):
    """The user has no key with this id that still works."""

    def __init__(self, key_id: int) -> None:
        super().__init__(f"There is no key {key_id} that works. Look at the list of keys.")


class KeyNameUnusable(UserError):
    """The name of a new key is empty or too long."""

    def __init__(self, most: int) -> None:
        super().__init__(f"Give the key a name of 1 to {most} characters.")


class TooManyRequests(UserError):
    """A user sent more requests than the limit allows."""

    def __init__(self, limit: str, retry_s: int) -> None:
        super().__init__(f"More than {limit} requests. Try again in {retry_s} s.")
        self.retry_s = retry_s


class ExportNotAllowed(UserError):
    """The operator does not let people export their data themselves."""

    def __init__(self) -> None:
        super().__init__(
            "Here nobody can export all their data (MEMORY_ALLOW_DATA_EXPORT=0). Ask whoever runs "
            "the server, who can do it by 'cli.py user export'."
        )


class ErasureNotAllowed(UserError):
    """The operator does not let people erase themselves."""

    def __init__(self) -> None:
        super().__init__(
            "Here nobody erases themselves: records must be kept (MEMORY_ALLOW_DATA_DELETION=0). "
            "Ask whoever runs the server, who can do it by 'cli.py user erase'."
        )


class ServedToOthers(OperatorError):
    """The server would listen to other computers without a log-in to tell people apart."""

    def __init__(self, face: str, address: str, needed: str) -> None:
        super().__init__(
            f"Refused to serve the {face} at {address!r}: whoever reaches it there would read and "
            f"change everything, for nobody logs in. Set LOGIN={needed} in .env, or serve it at "
            "127.0.0.1."
        )


class LogInNotConfigured(OperatorError):
    """The page requires a log-in, but no provider is configured."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"LOGIN=oidc cannot be used: {why}. docs/people.md says what to set in .env."
        )


class IdempotencyKeyInvalid(UserError):
    """An idempotency key is 1 to 255 printable characters."""

    def __init__(self) -> None:
        super().__init__("An Idempotency-Key has 1 to 255 printable characters. A UUID is best.")


class IdempotencyKeyReused(UserError):
    """An idempotency key was used for another request before."""

    def __init__(self) -> None:
        super().__init__(
            "This Idempotency-Key was used for another request. Use a new one for each request."
        )


class RequestUnderWay(UserError):
    """The same request, with the same idempotency key, is in progress."""

    def __init__(self) -> None:
        super().__init__(
            "This request is being answered. Send it again in a moment: the answer is kept."
        )


class ShareNotFound(UserError):
    """The user has no such share, or has it no longer."""

    def __init__(self, share_key: int) -> None:
        super().__init__(
            f"Nothing is shared with you under number {share_key}. It may have been withdrawn: "
            "look at what is shared with you."
        )


class ShareReadOnly(UserError):
    """The user may read what is shared with them, but not change it."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"“{name}” is shared with you for reading. Ask its owner to let you edit it."
        )


class NotShareable(UserError):
    """A person wants to share with an invalid user id, or with themselves."""

    def __init__(self, person: str) -> None:
        super().__init__(
            f"“{person}” is nobody you can share this with. Name another user: their user id, as "
            "they log in."
        )
