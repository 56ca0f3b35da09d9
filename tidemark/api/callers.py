"""The caller of a request: the Assistant of its user and notebook.

Without a log-in (``LOGIN=off``), any user named is accepted.  Else a request belongs to the user of
its key, and only a key with the scope ``act-as`` may name another.
"""

import re
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Header, Query, Request, Security
from fastapi.security import HTTPBearer
from starlette.concurrency import run_in_threadpool

from assistant import Assistant
from tidemark.api.rate_limits import RateLimits
from tidemark.errors import ActingNotAllowed, InvalidUser, NotSignedIn, ScopeMissing
from tidemark.schema.people import SCOPES, ApiKey, KeyScope
from tidemark.schema.scope import GENERAL, LOCAL, Scope

# POST requests that change nothing; all others need the scope `write`
READS = re.compile(r"/api/documents/\d+/merge/preview|/api/tables/(query|ask)")
_SAFE = ("GET", "HEAD", "OPTIONS")
BEARER = HTTPBearer(
    scheme_name="key", description="An API key, `tm_...`, unless `LOGIN=off`.", auto_error=False
)


@dataclass(frozen=True, slots=True)
class Identity:
    """The sender of a request; without ``user_id`` there is no log-in: any user may be named."""

    user_id: str | None
    scopes: frozenset[KeyScope]
    key_id: int | None = None

    @classmethod
    def of_key(cls, key: ApiKey) -> "Identity":
        """Return the sender of a request with ``key``; an admin may also read the metrics."""
        scopes = frozenset(key.scopes)
        if "admin" in scopes:
            scopes |= {"metrics"}
        return cls(key.user_id, scopes, key.key_id)

    def may_be(self, user_id: str, *, as_admin: bool = False) -> bool:
        """Return whether requests may name ``user_id``; with ``as_admin``, scope admin suffices."""
        if self.user_id in (None, user_id) or "act-as" in self.scopes:
            return True
        return as_admin and "admin" in self.scopes


ANYBODY = Identity(None, frozenset(SCOPES))


def scope_for(method: str, path: str) -> KeyScope:
    """Return the scope that a key needs for a request.

    >>> scope_for("GET", "/api/sessions"), scope_for("POST", "/api/turns")
    ('read', 'write')
    """
    if path == "/metrics":  # it covers all users together
        return "metrics"
    reads = method in _SAFE or READS.fullmatch(path) or path == "/mcp"  # its tools check further
    return "read" if reads else "write"


def identity_of(request: Request) -> Identity:
    """Return the sender of a request.

    Raises:
        NotSignedIn: The request did not pass the rules for every request.
    """
    identity: Identity | None = getattr(request.state, "identity", None)
    if identity is None:
        raise NotSignedIn
    return identity


def require(request: Request, scope: KeyScope) -> None:
    """Refuse a request whose key lacks this ``scope``.

    Raises:
        ScopeMissing: The key lacks it.
    """
    if scope not in identity_of(request).scopes:
        raise ScopeMissing(scope)


async def assistant_of(
    request: Request,
    user: Annotated[
        str | None,
        Header(
            alias="X-User-ID",
            description="Whose data; by default the user of the key, or `local` with `LOGIN=off`.",
        ),
    ] = None,
    notebook: Annotated[
        str | None, Query(description="The name of a notebook; by default General.")
    ] = None,
    _key: Annotated[object, Security(BEARER)] = None,
) -> Assistant:
    """Return the Assistant for the user and the notebook that a request names.

    Once the database is open, nothing is waited for unless a notebook is looked up or requests are
    counted elsewhere: then no thread is needed, which is most of what the API adds to a short call.

    Raises:
        ActingNotAllowed: Its key may not act for that user.
        InvalidUser: The name is not a valid user id.
        NotebookNotFound: The user has no such notebook.
        TooManyRequests: The user has sent too many requests.
    """
    state = request.app.state
    if notebook is None and state.is_open and state.rate_limits.is_in_memory:
        return of_user(request, user)
    found = await run_in_threadpool(of_user, request, user, notebook)
    state.is_open = True
    return found


def of_user(
    request: Request, user_id: str | None, notebook: str | None = None, *, as_admin: bool = False
) -> Assistant:
    """Return the Assistant for a user and one of their notebooks, by name.

    Without ``user_id`` it is the user of the request's own key.  With ``as_admin``, a key with the
    scope admin may name any user.

    Raises:
        ActingNotAllowed: The request's key may not act for that user.
        InvalidUser: ``user_id`` is empty, or not a valid user id.
        NotebookNotFound: The user has no such notebook.
        TooManyRequests: The user has sent too many requests.
    """
    identity = identity_of(request)
    if user_id == "":  # a variable left unset: nobody means the default user by it
        raise InvalidUser(user_id)
    user_id = user_id or identity.user_id or LOCAL.user_id
    if not identity.may_be(user_id, as_admin=as_admin):
        raise ActingNotAllowed(user_id)
    try:
        scope = Scope(user_id, GENERAL)
    except ValueError as error:
        raise InvalidUser(user_id) from error
    _count(request, user_id)
    opened: Assistant = request.app.state.opened()
    assistant = opened.scoped(scope, acting=identity.user_id or "")
    if notebook is None:
        return assistant
    return assistant.scoped(Scope(user_id, assistant.notebooks.find(notebook).notebook_id))


def _count(request: Request, user_id: str) -> None:
    """Count a request for a user once, however often it asks for their Assistant.

    One that a service makes for somebody else counts for the service, too.
    """
    if getattr(request.state, "counted", None) == user_id:
        return
    request.state.counted = user_id
    limits: RateLimits = request.app.state.rate_limits
    service = identity_of(request).user_id
    if service and service != user_id:
        limits.count_service(service)
    request.state.allowance = limits.count(user_id)


Caller = Annotated[Assistant, Depends(assistant_of)]


def known_session(caller: Caller, session_id: str) -> str:
    """Return ``session_id`` after checking that the caller has this session.

    Raises:
        SessionNotFound: No session has this id.
    """
    caller.sessions.get(session_id)
    return session_id


KnownSession = Annotated[str, Depends(known_session)]
