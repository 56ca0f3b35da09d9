"""Shapes about people: API keys, shares, and answers stored for repeated requests."""

from typing import Annotated, Literal, get_args

from pydantic import Field

from tidemark.schema.base import FrozenModel, Instant
from tidemark.schema.documents import SharedAccess
from tidemark.schema.messages import Role

KeyScope = Literal["read", "write", "admin", "act-as", "metrics"]
SCOPES: tuple[KeyScope, ...] = get_args(KeyScope)
USUAL_SCOPES: tuple[KeyScope, ...] = ("read", "write")
MOST_NAME_CHARS = 100


class ApiKey(FrozenModel):
    """A key: its user, its scopes, and its ``prefix``, which identifies it to its owner."""

    key_id: int
    user_id: Annotated[str, Field(examples=["anna@example.com"])]
    name: Annotated[str, Field(examples=["Phone"])]
    prefix: Annotated[str, Field(examples=["tm_3f9a"])]
    scopes: tuple[KeyScope, ...]
    made_at: Instant
    last_used_at: Instant | None = None
    expires_at: Instant | None = None
    revoked_at: Instant | None = None


class NewApiKey(FrozenModel):
    """A newly made key with its ``secret``, which cannot be read again."""

    key: ApiKey
    secret: Annotated[str, Field(examples=["tm_3f9a..."])]


class Reservation(FrozenModel):
    """An idempotency key reserved for a request in progress."""

    key: int


class KeptAnswer(FrozenModel):
    """The stored answer to a repeated request; without ``body``, the id of its run."""

    status: int
    headers: dict[str, str] = Field(default_factory=dict)
    body: bytes | None = None
    run_id: str = ""


class Share(FrozenModel):
    """A person a session or a notebook is shared with, and their access."""

    share_key: int
    user_id: Annotated[str, Field(examples=["ben@example.com"])]
    access: SharedAccess
    created_at: Instant


class SharedThing(FrozenModel):
    """A session, or a notebook with all its sessions, that ``owner`` shares with the user."""

    share_key: int
    kind: Literal["session", "notebook"]
    owner: Annotated[str, Field(examples=["anna@example.com"])]
    access: SharedAccess
    name: Annotated[str, Field(examples=["A trip to Lisbon"])]
    notebook_id: Annotated[str, Field(examples=["general"])]
    session_id: str | None = None
    created_at: Instant


class SharedMessage(FrozenModel):
    """A message of a shared session, as shown to the people it is shared with."""

    message_id: int
    position: int
    role: Role
    author: Annotated[str, Field(examples=["anna@example.com"])]
    content: Annotated[str, Field(examples=["Who books the boat?"])]
    timestamp: Instant
