"""The purge takes what is past its time and nothing else, by one process at a time."""

import datetime as dt
import time
from collections.abc import Callable
from contextlib import closing

import pytest

from assistant import Assistant
from tests.conversing import NOW, begin, on_each_database, said
from tidemark.engines.scripted import ScriptedEngine
from tidemark.runtime.events import StopRequested
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.rights import PurgePlan
from tidemark.schema.scope import Scope
from tidemark.settings import Settings

DAY = dt.timedelta(days=1)


def chats(assistant: Assistant) -> set[str]:
    return {each.session_id for each in assistant.sessions.recent()}


@on_each_database
def test_a_purge_takes_what_nobody_used_for_longer_than_it_is_to_be_kept(
    settings: Callable[..., Settings],
) -> None:
    moment = NOW
    given = settings(retention_days=100)
    with (
        closing(Assistant(given, engine=ScriptedEngine(), clock=lambda: moment)) as one,
        closing(Assistant(given, engine=ScriptedEngine(), clock=lambda: moment)) as other,
    ):
        brief = one.scoped(Scope("brief", "general"))
        brief.retention.keep_all(10)
        made = brief.notebooks.create(NotebookChange(name="Garden", retention_days=0))
        garden = one.scoped(Scope("brief", made.notebook_id))
        for at, assistant in (("", one), ("", brief), ("g_", garden)):
            for name in ("plain", "soon", "ever", "branched"):
                begin(assistant.database, 2, f"{at}{name}")
            assistant.retention.keep_session(f"{at}soon", 3)
            assistant.retention.keep_session(f"{at}ever", 0)
            branch = assistant.database.branches.split(
                f"{at}branched", 1, wished=f"{at}branch", now=NOW
            )
            assistant.database.messages.add(branch, said("Used", at=NOW + 5 * DAY))
        moment = NOW + 2 * DAY
        assert one.purge.plan() == PurgePlan()
        moment = NOW + 4 * DAY
        assert one.purge.plan() == PurgePlan(expired_sessions=3)
        brief.sessions.move_to_trash(["soon"])
        assert one.purge.run() == PurgePlan(expired_sessions=3)
        assert brief.sessions.trashed() == ()
        moment = NOW + 12 * DAY
        one.database.messages.add("plain", said("Back", at=moment))
        assert other.purge.run(every=DAY) == PurgePlan(expired_sessions=1)
        assert chats(brief) == {"ever", "branched"}  # a branch of it was used
        moment = NOW + 12 * DAY + DAY / 2
        # The other process did it today; by hand it is asked for now
        assert (one.purge.run(every=DAY), one.purge.run()) == (None, PurgePlan())
        moment = NOW + 106 * DAY
        assert one.purge.run() == PurgePlan(expired_sessions=2)
        assert chats(one) == {"plain", "ever"}
        assert chats(brief) == {"ever"}
        assert chats(garden) == {"g_plain", "g_ever", "g_branched"}


def test_a_round_that_is_stopped_continues_and_a_chat_used_meanwhile_stays(
    settings: Callable[..., Settings],
) -> None:
    moment, rounds = NOW, 0
    rests: list[float] = []
    given = settings(retention_days=1, trash_days=1, memory_cleanup_batch_size=2)
    with closing(Assistant(given, engine=ScriptedEngine(), clock=lambda: moment)) as assistant:
        for name in ("a", "b", "c"):
            begin(assistant.database, 2, name)
        moment = NOW + 2 * DAY

        def use_and_stop() -> None:
            nonlocal rounds
            rounds += 1
            if rounds == 1:
                assistant.database.messages.add("a", said("Back again", at=moment))
            if rounds == 3:
                raise StopRequested

        with pytest.raises(StopRequested):
            assistant.purge.run(use_and_stop, pause=rests.append)
        assert rests == [0.05, 1.0]  # after the second one a batch is over
        assert chats(assistant) == {"a", "c"}
        assert assistant.purge.run(pause=lambda _: None) == PurgePlan(expired_sessions=1)
        assert chats(assistant) == {"a"}


@on_each_database
def test_one_round_empties_the_trash_of_however_many_people(
    settings: Callable[..., Settings],
) -> None:
    moment = NOW
    given = settings(trash_days=1)
    with closing(Assistant(given, engine=ScriptedEngine(), clock=lambda: moment)) as assistant:
        for number in range(103):
            person = assistant.scoped(Scope(f"person-{number}", "general")).database
            person.sessions.ensure("talk", title="Talk", now=moment)
            person.session_lists.discard(["talk"], now=moment)
        moment = NOW + 2 * DAY
        assert assistant.purge.run(pause=lambda _: None) == PurgePlan(trashed_sessions=103)
        assert assistant.purge.plan() == PurgePlan()


def test_a_round_begins_again_after_the_hours_that_are_set(
    settings: Callable[..., Settings],
) -> None:
    moment = NOW
    now = settings(retention_days=1, document_retention_days=1)  # the first round begins at once
    often = now.model_copy(update={"memory_cleanup_interval_hours": 0.1 / 3600})
    with closing(Assistant(often, engine=ScriptedEngine(), clock=lambda: moment)) as assistant:
        begin(assistant.database, 2, "old")
        moment = NOW + 2 * DAY
        until = time.monotonic() + 9
        while chats(assistant) and time.monotonic() < until:
            time.sleep(0.05)
        assert chats(assistant) == set()
