"""Sharing by the services: with whom, and what a guest's turn reads and writes."""

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from assistant import Assistant
from tidemark.engines.scripted import ScriptedEngine
from tidemark.errors import SessionNotFound, ShareNotFound, ShareReadOnly
from tidemark.schema.scope import Scope
from tidemark.settings import Settings


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    with closing(Assistant(settings(), engine=ScriptedEngine())) as opened:
        opened.report(opened.ask("Hello", "trip"))
        yield opened


def test_a_session_is_shared_with_another_user_once(
    assistant: Assistant,
) -> None:
    with pytest.raises(SessionNotFound):
        assistant.sharing.share_session("none", "bob", "reader")
    assistant.sharing.share_session("trip", "bob", "reader")
    bob = assistant.scoped(Scope("bob", "general"))
    key = bob.sharing.with_me()[0].share_key
    with pytest.raises(ShareReadOnly):
        bob.shared(key).ask("And back?")

    assistant.sharing.share_session("trip", "bob", "editor")

    (only,) = assistant.sharing.of_session("trip")
    assert (only.user_id, only.access) == ("bob", "editor")
    assert bob.shared(key).share(is_to_write=True).access == "editor"
    assistant.sharing.unshare_session("trip", "bob")
    with pytest.raises(ShareNotFound):
        bob.shared(key)


def test_a_guest_uses_their_own_budget_and_leaves_the_owners_choices(
    assistant: Assistant,
) -> None:
    assistant.sharing.share_session("trip", "bob", "editor")
    bob = assistant.scoped(Scope("bob", "general"))
    bob.configuration.choose("budget", 900)
    shared = bob.shared(bob.sharing.with_me()[0].share_key)

    report = assistant.report(shared.ask("We leave at nine."))

    assert report.reply
    assert shared.turns.meter("trip").threshold == 900
    assert assistant.turns.meter("trip").threshold == 1200
    assert [each.author for each in shared.messages()] == ["local", "", "bob", ""]
