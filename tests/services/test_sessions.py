"""Whole chats: deleted into the trash and back, purged in time, titled by what is asked."""

import datetime as dt
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace

import pytest

from assistant import Assistant
from tests.conversing import NOW, on_each_database
from tidemark.engines.scripted import ScriptedEngine, ScriptedLine
from tidemark.errors import SessionNotFound, SessionTrashed
from tidemark.runtime.runs import Runs
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.scope import Scope
from tidemark.settings import Settings

Given = Callable[..., Settings]


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> dt.datetime:
        return self.now

    def go_on(self, **days: float) -> None:
        """Let time pass."""
        self.now += dt.timedelta(**days)


def opened(given: Settings, clock: Clock, **script: object) -> Assistant:
    return Assistant(given, engine=ScriptedEngine(**script), clock=clock)  # type: ignore[arg-type]


@on_each_database
def test_a_deleted_chat_is_nowhere_until_it_is_restored(settings: Given) -> None:
    clock = Clock()
    with closing(opened(settings(), clock)) as assistant:
        assistant.ask("I prefer a quiet hotel in Alfama.", "kept").wait(20)
        assistant.ask("I am allergic to nuts, in Alfama too.", "gone").wait(20)
        assert assistant.sessions.move_to_trash(["gone"])

        assert [each.session_id for each in assistant.sessions.recent()] == ["kept"]
        assert [each.session_id for each in assistant.sessions.find("alfama").shown] == ["kept"]
        assert (
            assistant.turns.view("kept", "What of Alfama in other chats?").of_kind("recalled") == ()
        )
        assert all("nuts" not in entry.text for entry in assistant.profile.entries())
        for refused in (assistant.sessions.get, assistant.transfer.export):
            with pytest.raises(SessionTrashed):
                refused("gone")
        with pytest.raises(SessionTrashed):
            assistant.ask("Still there?", "gone")
        assistant.sessions.restore(["gone"])
        assert assistant.sessions.find("alfama").chats == 2
        assistant.ask("Still there?", "gone").wait(20)


def test_a_turn_under_way_is_stopped_by_deleting(settings: Given) -> None:
    with closing(
        opened(settings(), Clock(), replies=[ScriptedLine("word " * 50, pause_s=0.05)])
    ) as assistant:
        run = assistant.ask("Where to?", "talk")
        assistant.sessions.move_to_trash(["talk"])
        assert assistant.turns.run("talk") is None
        assert run.wait(20) is not None


@on_each_database
def test_what_is_past_its_days_is_purged_at_the_next_opening(settings: Given) -> None:
    clock, given = Clock(), settings(trash_days=30)
    with closing(opened(given, clock)) as assistant:
        for name in ("old", "new", "kept"):
            assistant.ask(f"I am {name}.", name).wait(20)
        assistant.sessions.move_to_trash(["old"])
        clock.go_on(days=20)
        assistant.sessions.move_to_trash(["new"])
    clock.go_on(days=11)
    with closing(opened(given, clock)) as assistant:
        assert [each.session_id for each in assistant.sessions.trashed()] == ["new"]
        assert not assistant.database.sessions.exists("old")
        clock.go_on(days=30)
        assistant.sessions.move_to_trash(
            ["kept"]
        )  # a server that is never closed purges as it goes
        assert [each.session_id for each in assistant.sessions.trashed()] == ["kept"]


def test_the_trash_of_every_user_is_purged_at_the_next_opening(settings: Given) -> None:
    clock, given = Clock(), settings(trash_days=30)
    ann = Scope("ann", "garden")
    with closing(opened(given, clock)) as assistant:
        hers = assistant.scoped(ann)
        hers.notebooks.create(NotebookChange(name="Garden"))
        for each in (assistant, hers):
            each.turns.ask("I am old.", "old").wait(20)
            each.sessions.move_to_trash(["old"])
    clock.go_on(days=31)
    with closing(opened(given, clock)) as assistant:
        assert (assistant.sessions.trashed(), assistant.scoped(ann).sessions.trashed()) == ((), ())


def test_without_a_trash_a_chat_is_deleted_at_once(settings: Given) -> None:
    with closing(opened(settings(trash_days=0), Clock())) as assistant:
        assistant.ask("Where to?", "talk").wait(20)
        assert not assistant.sessions.move_to_trash(["talk"])
        with pytest.raises(SessionNotFound):
            assistant.sessions.get_any("talk")


def test_all_is_deleted_though_somebody_else_is_quicker(settings: Given) -> None:
    with closing(opened(settings(), Clock())) as assistant:
        for name in ("one", "two", "three"):
            assistant.ask(f"I am {name}.", name).wait(20)

        class Quicker(Runs):
            def end(self, session_ids: Iterable[str], *, timeout_s: float) -> None:
                for session_id in session_ids:
                    assistant.database.sessions.delete(session_id)

        sessions = replace(assistant.sessions, runs=(Quicker(),))

        sessions.delete_all()

        assert assistant.sessions.recent() == ()


def test_the_trash_is_emptied_of_all_that_is_in_it(settings: Given) -> None:
    with closing(opened(settings(), Clock())) as assistant:
        for at in range(60):  # more than a page
            assistant.database.sessions.ensure(f"s{at}", title="One of many", now=NOW)
        assistant.sessions.move_to_trash([f"s{at}" for at in range(55)])
        assert assistant.sessions.empty_trash() == 55
        assert assistant.sessions.trashed() == ()
        assert len(assistant.sessions.recent(limit=99)) == 5


@pytest.mark.parametrize(
    ("question", "answer", "title", "then"),
    [
        ("Hi! Can you tell me about the harbour of Lisbon?", "Gladly.", "Harbour of Lisbon", None),
        ("hello", "# A trip to Porto\nWhere to?", "A trip to Porto", None),
        ("Kun je me helpen met mijn belastingaangifte?", "Ja.", "Belastingaangifte", None),
        ("Hello there", "You said: Hello there", "Hello there", "Whales"),
        ("?", "??", "?", "Whales"),
    ],
)
def test_a_chat_is_titled_after_the_first_answer_to_a_message_that_names_a_subject(
    settings: Given, question: str, answer: str, title: str, then: str | None
) -> None:
    with closing(opened(settings(), Clock(), replies=[answer, "More.", "More."])) as assistant:
        assistant.ask(question, "talk").wait(20)
        assert assistant.sessions.get("talk").title == title
        for text in ("Can you tell me about whales?", "Now tell me about harbours."):
            assistant.ask(text, "talk").wait(20)
            assert assistant.sessions.get("talk").title == (then or title)


def test_a_title_follows_what_the_person_corrects_unless_they_gave_it(settings: Given) -> None:
    with closing(opened(settings(), Clock(), replies=["Fine."] * 9)) as assistant:
        for talk in ("made", "given"):
            assistant.ask("Can you help me plan a dinner on 12 June?", talk).wait(20)
            assert assistant.sessions.get(talk).title == "Dinner on 12 June"
        assistant.sessions.rename("given", "Dinner, 12 June")
        for said, title in (
            ("My sister comes on 3 May.", "Dinner on 12 June"),
            ("No, 14 June, not 12 June.", "Dinner on 14 June"),
            ("What goes with fish?", "Dinner on 14 June"),
            ("The dinner is on 15 June now.", "Dinner on 15 June"),
        ):
            for talk in ("made", "given"):
                assistant.ask(said, talk).wait(20)
            assert assistant.sessions.get("made").title == title
        assert assistant.sessions.get("given").title == "Dinner, 12 June"


def test_a_title_the_person_gave_while_it_was_answered_stays(settings: Given) -> None:
    with closing(
        opened(settings(), Clock(), replies=[ScriptedLine("word " * 20, pause_s=0.02)])
    ) as assistant:
        run = assistant.ask("Can you tell me about whales?", "talk")
        assistant.sessions.rename("talk", "My own")
        run.wait(20)
        assert assistant.sessions.get("talk").title == "My own"


def test_our_own_export_comes_back_beside_the_one_in_the_trash(settings: Given) -> None:
    with closing(opened(settings(), Clock())) as assistant:
        assistant.ask("Where to?", "talk").wait(20)
        path = assistant.transfer.export("talk")
        assistant.sessions.move_to_trash(["talk"])
        assert assistant.transfer.import_file(path).session_id == "talk_2"
        assistant.sessions.restore(["talk"])
        assert {each.session_id for each in assistant.sessions.recent()} == {"talk", "talk_2"}
