"""Keys as a person makes them: told once, stored as a hash, and of no use once revoked."""

import datetime as dt
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest

from assistant import Assistant
from tests.conversing import NOW
from tidemark.engines.scripted import ScriptedEngine
from tidemark.errors import KeyNameUnusable, ScopesNotOwned
from tidemark.schema.scope import Scope
from tidemark.settings import Settings


class _Clock:
    now = NOW

    def __call__(self) -> dt.datetime:
        return self.now


def test_a_key_is_told_once_and_known_until_it_is_revoked_or_expires(
    settings: Callable[..., Settings],
) -> None:
    given, clock = settings(), _Clock()
    with closing(Assistant(given, engine=ScriptedEngine(), clock=clock)) as assistant:
        anna = assistant.scoped(Scope("anna", "general"))
        made = anna.api_keys.create("  my   script ", ["write", "read"], days=30)
        other = anna.api_keys.create("other")
        assert made.key.name == "my script"
        assert made.key.scopes == ("read", "write")
        assert made.secret.startswith(made.key.prefix)
        assert len(made.secret) == 46
        assert made.secret != other.secret
        assert assistant.api_keys.all() == ()

        ring = assistant.key_ring
        assert ring.find(made.secret) == made.key
        assert ring.find(made.secret[:-1] + "?") is None
        assert ring.find(made.key.prefix) is None
        assert ring.find("") is None

        file = given.database_url.removeprefix("sqlite:///")
        with closing(sqlite3.connect(file)) as raw:
            stored = raw.execute("SELECT * FROM api_keys").fetchall()
        assert made.secret[11:] not in str(stored)

        anna.api_keys.revoke(other.key.key_id)
        assert ring.find(other.secret) is None
        clock.now = NOW + dt.timedelta(days=30)
        assert ring.find(made.secret) is None


def test_the_last_use_is_written_at_most_once_a_minute(settings: Callable[..., Settings]) -> None:
    clock = _Clock()
    with closing(Assistant(settings(), engine=ScriptedEngine(), clock=clock)) as assistant:
        made = assistant.api_keys.create("script")
        for seconds, noted in ((0, 0), (59, 0), (60, 60), (61, 60)):
            clock.now = NOW + dt.timedelta(seconds=seconds)
            assistant.key_ring.find(made.secret)
            assert assistant.api_keys.all()[0].last_used_at == NOW + dt.timedelta(seconds=noted)


def test_nobody_gives_a_key_more_than_they_have_or_an_unusable_name(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings(), engine=ScriptedEngine())) as assistant:
        with pytest.raises(ScopesNotOwned, match="admin, act-as"):
            assistant.api_keys.create("x", ["act-as", "read", "admin"], owned=["read", "write"])
        for name in (" ", "x" * 101):
            with pytest.raises(KeyNameUnusable):
                assistant.api_keys.create(name)
        assert assistant.api_keys.all() == ()
