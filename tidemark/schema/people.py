"""Shapes about people: the keys by which programs act for them, and answers kept for them."""

from typing import Literal, get_args

from pydantic import Field

from tidemark.schema.base import FrozenModel, Instant
from tidemark.schema.documents import SharedAccess
from tidemark.schema.messages import Role

KeyScope = Literal["read", "write", "admin", "act-as", "metrics"]
SCOPES: tuple[KeyScope, ...] = get_args(KeyScope)
USUAL_SCOPES: tuple[KeyScope, ...] = ("read", "write")
MOST_NAME_CHARS = 100


class ApiKey(FrozenModel):
    """A key: whose it is, what it may do, and its ``prefix``, by which its owner knows it."""

    key_id: int
    user_id: str
    name: str
    prefix: str
    scopes: tuple[KeyScope, ...]
    made_at: Instant
    last_used_at: Instant | None = None
    expires_at: Instant | None = None
    revoked_at: Instant | None = None


class NewApiKey(FrozenModel):
    """A key that was just made, with its ``secret``, which nobody can read again."""

    key: ApiKey
    secret: str


class Reservation(FrozenModel):
    """An idempotency key that is reserved for a request under way."""

    key: int


class KeptAnswer(FrozenModel):
    """The answer to a request, kept for whoever sends it again; without ``body``, its run."""

    status: int
    headers: dict[str, str] = Field(default_factory=dict)
    body: bytes | None = None
    run_id: str = ""


class Share(FrozenModel):
    """With whom a session or a notebook is shared, and for what."""

    share_key: int
    user_id: str
    access: SharedAccess
    created_at: Instant


class SharedThing(FrozenModel):
    """What ``owner`` shares with the user: a session, or a notebook with all its sessions."""

    share_key: int
    kind: Literal["session", "notebook"]
    owner: str
    access: SharedAccess
    name: str
    notebook_id: str
    session_id: str | None = None
    created_at: Instant


class SharedMessage(FrozenModel):
    """A message of a shared session, as those with whom it is shared read it."""

    message_id: int
    position: int
    role: Role
    author: str
    content: str
    timestamp: Instant
