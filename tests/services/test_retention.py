"""The nearest retention holds, and what was used last counts."""

import datetime as dt
from collections.abc import Callable
from contextlib import closing

import pytest

from assistant import Assistant
from tests.conversing import NOW, SESSION, begin, later, said
from tidemark.engines.scripted import ScriptedEngine
from tidemark.errors import SessionNotFound
from tidemark.preferences import InvalidPreference
from tidemark.schema.retention import Retention
from tidemark.settings import Settings


def test_the_nearest_choice_holds_and_a_use_moves_the_end(
    settings: Callable[..., Settings],
) -> None:
    given = settings(retention_days=365)
    with closing(Assistant(given, engine=ScriptedEngine(), clock=lambda: NOW)) as assistant:
        begin(assistant.database, 2)
        retention = assistant.retention

        def held() -> tuple[str, int]:
            found = retention.of_session(SESSION)
            end = NOW + dt.timedelta(days=found.days) if found.days else None
            assert found.expires_at == end
            return found.decided_by, found.days

        assert held() == ("deployment", 365)
        assert retention.keep_all(90) == Retention(days=90, decided_by="user")
        assert held() == ("user", 90)
        assert retention.keep_notebook(0) == Retention(days=0, decided_by="notebook")
        assert held() == ("notebook", 0)
        kept = retention.keep_session(SESSION, 7)
        assert held() == ("session", 7)
        assistant.database.messages.add(SESSION, said("Still there?", at=later(60)))
        moved = retention.of_session(SESSION).expires_at
        assert kept.expires_at is not None
        assert moved == kept.expires_at + dt.timedelta(hours=1)

        retention.keep_session(SESSION, None)
        retention.keep_notebook(None)
        retention.keep_all(None)
        assert retention.of_session(SESSION).decided_by == "deployment"
        with pytest.raises(InvalidPreference):
            retention.keep_all(-1)
        with pytest.raises(SessionNotFound):
            retention.keep_session("nowhere", 1)
