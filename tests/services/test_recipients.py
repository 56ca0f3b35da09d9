"""Whom a chat, a notebook or a document can be shared with."""

from collections.abc import Callable
from contextlib import closing

import pytest

from assistant import Assistant
from tidemark.engines.scripted import ScriptedEngine
from tidemark.errors import NotShareable
from tidemark.settings import Settings


@pytest.mark.parametrize("person", ["local", "a b", "../etc", ""])
def test_nothing_is_shared_with_oneself_or_with_what_is_no_user(
    settings: Callable[..., Settings], person: str
) -> None:
    with closing(Assistant(settings(), engine=ScriptedEngine())) as assistant:
        assistant.report(assistant.ask("Hello", "trip"))
        plan = assistant.documents.create("plan", {})
        with pytest.raises(NotShareable):
            assistant.sharing.share_session("trip", person, "reader")
        with pytest.raises(NotShareable):
            assistant.sharing.share_notebook(person, "reader")
        with pytest.raises(NotShareable):
            assistant.documents.share(plan, person, "reader")
        assert assistant.documents.shared_with_me() == ()
