"""The audit keeps who did what, and tells a row that somebody changed."""

from collections.abc import Callable
from contextlib import closing

import pytest
from sqlalchemy.exc import DBAPIError

from assistant import Assistant
from database import Database
from tests.conversing import NOW, on_each_database
from tidemark.engines.scripted import ScriptedEngine
from tidemark.errors import TidemarkError
from tidemark.schema.rights import AuditFault
from tidemark.schema.scope import Scope
from tidemark.services.people.audit import VERBS
from tidemark.settings import Settings


def off(is_server: bool) -> tuple[str, str]:  # noqa: FBT001
    if is_server:
        switch = "ALTER TABLE audit_log {} TRIGGER USER"
        return switch.format("DISABLE"), switch.format("ENABLE")
    return "DROP TRIGGER audit_log_is_blanked_only", "SELECT 1"


@on_each_database
def test_what_was_done_is_kept_in_a_chain_that_tells_of_a_change(
    settings: Callable[..., Settings],
) -> None:
    given = settings(login="keys")
    with (
        closing(Database(given.database_url)) as opened,
        closing(Assistant(given, engine=ScriptedEngine(), clock=lambda: NOW)) as whole,
    ):
        ann, bob = (whole.scoped(Scope(name, "general")) for name in ("ann", "bob"))
        for person in (ann, bob):
            person.turns.ask("Hello", "talk").wait(20)
            person.sessions.rename("talk", "Greeting")
        ann.api_keys.create("laptop")
        ann.sessions.move_to_trash(["talk"])

        assert [(each.actor, each.action, each.subject_id) for each in ann.audit.entries()] == [
            ("ann", "session.trash", "talk"),
            ("ann", "key.create", "laptop"),
            ("ann", "session.rename", "talk"),
        ]
        assert len(bob.audit.entries()) == 1
        assert whole.audit.check().faults == ()
        for forbidden in ("UPDATE audit_log SET actor = 'bob'", "DELETE FROM audit_log"):
            with pytest.raises((TidemarkError, DBAPIError)), opened.transaction() as connection:
                connection.exec_driver_sql(forbidden)

        ann.erasure.erase()
        assert (whole.audit.check().blanked, whole.audit.check().faults) == (
            4,
            (),
        )  # and that of it
        assert ann.audit.entries() == ()
        before, after = off(is_server=not given.database_url.startswith("sqlite"))
        (of_bob,) = bob.audit.entries()
        with opened.transaction() as connection:
            for each in (before, "UPDATE audit_log SET actor = 'eve' WHERE actor = 'bob'", after):
                connection.exec_driver_sql(each)
        assert whole.audit.check().faults == (AuditFault(key=of_bob.key, code="changed"),)


def test_alone_or_switched_off_nothing_is_kept_and_every_verb_is_one_of_its_service(
    settings: Callable[..., Settings],
) -> None:
    for given in (settings(login="keys", memory_log_operations=False), settings()):
        with closing(Assistant(given, engine=ScriptedEngine(), clock=lambda: NOW)) as assistant:
            assistant.profile.add("key_facts", f"I like {given.login}")
            assert assistant.audit.check().rows == 0
    with closing(Assistant(settings(), engine=ScriptedEngine(), clock=lambda: NOW)) as assistant:
        for name, (_, _, parameter) in VERBS.items():
            service, verb = name.split(".")
            names = getattr(getattr(assistant, service), verb).__code__.co_varnames
            assert not parameter or parameter in names, name
