"""A preference about a person's data acts on the data, whichever face it was chosen in."""

from collections.abc import Callable
from contextlib import closing

import pytest

from assistant import Assistant
from database import Database
from tests.conversing import NOW, on_each_database
from tests.services.test_learning import lines_of
from tidemark.engines.scripted import ScriptedEngine
from tidemark.schema.scope import Scope
from tidemark.settings import Settings
from tidemark.storage.people.learned_questions import LearnedQuestion

SHARED = LearnedQuestion(frozenset({"total", "sale"}), frozenset({"sales"}), "SELECT 1 FROM sales")


@pytest.mark.parametrize("is_reset", [False, True], ids=["chosen", "reset"])
@on_each_database
def test_consent_withdrawn_by_the_preference_itself_deletes_what_was_shared_and_is_audited(
    settings: Callable[..., Settings],
    is_reset: bool,  # noqa: FBT001
) -> None:
    given = settings(login="keys", memory_enable_cross_user_learning=True)
    with (
        closing(Database(given.database_url)) as opened,
        closing(Assistant(given, engine=ScriptedEngine(), clock=lambda: NOW)) as whole,
    ):
        ann, bob = (whole.scoped(Scope(name, "general")) for name in ("ann", "bob"))
        for person in (ann, bob):
            person.configuration.choose("shares_questions", value=True)
            opened.learn_question(person.database.scope.user_id, SHARED)
        kept = lines_of(opened)
        if is_reset:
            ann.configuration.reset("shares_questions")
        else:
            ann.configuration.choose("shares_questions", value=False)
        assert (kept.count("sales"), lines_of(opened).count("sales")) == (4, 2)  # that of bob
        assert not ann.learning.is_on
        ann.configuration.choose("retention_days", 30)
        assert [(each.action, each.subject_id) for each in ann.audit.entries()] == [
            ("user.retention", "30"),
            ("user.learning", "off"),
            ("user.learning", "on"),
        ]
