"""The API over an Assistant on a real database, with the scripted engine."""

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from fastapi.testclient import TestClient

from assistant import Assistant
from tests.api.speaking import Script
from tidemark.api import application
from tidemark.schema.people import KeyScope
from tidemark.schema.scope import Scope
from tidemark.settings import Settings

HERE = ("127.0.0.1", 50_000)


def key(assistant: Assistant, *scopes: KeyScope, user: str = "anna") -> dict[str, str]:
    """Return the headers with a new key of a user."""
    service = assistant.scoped(Scope(user, "general")).api_keys
    return {"Authorization": f"Bearer {service.create('test', scopes).secret}"}


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def assistant(settings: Callable[..., Settings], script: Script) -> Iterator[Assistant]:
    with closing(Assistant(settings(), engine=script.engine)) as opened:
        yield opened


@pytest.fixture
def client(assistant: Assistant) -> Iterator[TestClient]:
    app = application.create(lambda: assistant)
    with TestClient(
        app, base_url="http://localhost", client=HERE, raise_server_exceptions=False
    ) as opened:
        yield opened
