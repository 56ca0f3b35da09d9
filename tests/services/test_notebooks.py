"""Notebooks as faces use them: switching, isolation, keeping, clearing, last activity."""

import datetime as dt
import itertools
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest
from sqlalchemy import Connection, Engine, event

from assistant import Assistant
from tests.conversing import later, on_each_database
from tidemark.engines.scripted import ScriptedEngine
from tidemark.errors import (
    InstructionsTooLong,
    NotebookExists,
    NotebookNotFound,
    NotebookStays,
    SessionExists,
    SessionNotFound,
)
from tidemark.schema.documents import NewVersion
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.scope import Scope
from tidemark.settings import Settings
from tidemark.storage.drivers import postgres
from tidemark.transfer.conversation import Conversation, PlainMessage


class Clock:
    """A clock that goes on a minute each time it is read."""

    def __init__(self) -> None:
        self.minutes = 0

    def __call__(self) -> dt.datetime:
        self.minutes += 1
        return later(self.minutes)


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    with closing(Assistant(settings(), engine=ScriptedEngine(), clock=Clock())) as opened:
        yield opened


def notebook(assistant: Assistant, name: str) -> Assistant:
    """Begin a notebook and open it."""
    made = assistant.notebooks.create(NotebookChange(name=name))
    return assistant.scoped(Scope("local", made.notebook_id))


def names(assistant: Assistant) -> list[str]:
    return [each.name for each in assistant.notebooks.list()]


# Last activity


@on_each_database
def test_notebooks_are_listed_by_what_was_last_active(assistant: Assistant) -> None:
    garden, house = notebook(assistant, "Garden"), notebook(assistant, "House")
    garden.ask("Which tree?", "tree").wait(20)
    assert names(house) == ["Garden", "House", "General"]
    assistant.ask("Hello", "talk").wait(20)
    house.notebooks.touch()
    assert names(garden) == ["House", "General", "Garden"]
    assert [each.sessions for each in assistant.notebooks.list()] == [0, 1, 1]


def test_a_second_notebook_of_one_name_is_refused(assistant: Assistant) -> None:
    notebook(assistant, "Garden")
    with pytest.raises(NotebookExists, match="Choose another name"):
        notebook(assistant, "GARDEN")


# What a turn takes from its notebook


def test_instructions_join_those_of_the_engine_and_are_kept_with_the_prompt(
    settings: Callable[..., Settings],
) -> None:
    engine = ScriptedEngine()
    with closing(Assistant(settings(), engine=engine)) as opened:
        garden = notebook(opened, "Garden")
        garden.notebooks.change(NotebookChange(instructions="Name plants in Latin."))
        garden.ask("Which tree?", "tree").wait(20)
        garden.notebooks.change(NotebookChange(instructions="Be brief."))
        opened.ask("Which tree?", "talk").wait(20)

        views = [call.view for call in engine.calls if call.verb == "reply"]
        told = [view.instructions for view in views if view is not None]
        (kept,) = garden.database.prompt_snapshots.of_session("tree")

        assert told == ["Name plants in Latin.", ""]
        assert kept[1] is not None
        assert kept[1].places.instructions is not None
        assert kept[1].places.instructions.notebook == "Name plants in Latin."
        assert all(each.from_its_row for each in garden.prompt_inspection.replayed("tree"))


def test_the_persons_own_instructions_go_before_those_of_the_notebook(
    settings: Callable[..., Settings],
) -> None:
    engine = ScriptedEngine()
    with closing(Assistant(settings(notebook_tokens=5), engine=engine)) as opened:
        opened.configuration.choose("instructions", "Be brief.")
        first = opened.turns.report(opened.ask("What grows in shade?"))
        opened.notebooks.change(NotebookChange(instructions="Use Latin."))
        opened.turns.report(opened.ask("And in sun?", first.session_id))
        views = [call.view for call in engine.calls if call.verb == "reply"]
        told = [view.instructions for view in views if view is not None]
        with pytest.raises(InstructionsTooLong, match="hold 6 tokens, and may hold 5"):
            opened.configuration.choose("instructions", "Answer in one short line.")
    assert told[0] == "Be brief."
    assert told[1] == (
        "For all my chats:\nBe brief.\n\n"
        "For the chats of this notebook (where they differ, these hold):\nUse Latin."
    )


def test_instructions_past_their_allowance_are_refused(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings(notebook_tokens=5), engine=ScriptedEngine())) as opened:
        fits = NotebookChange(instructions="Answer in one line.")
        assert opened.notebooks.change(fits).instructions == "Answer in one line."
        with pytest.raises(InstructionsTooLong, match="hold 6 tokens, and may hold 5"):
            opened.notebooks.change(NotebookChange(instructions="Answer in one short line."))
        assert opened.notebooks.get().instructions == "Answer in one line."


@on_each_database
def test_more_messages_than_a_notebook_loads_are_folded(assistant: Assistant) -> None:
    assistant.notebooks.change(NotebookChange(most_messages=4))
    for number in range(3):
        assistant.ask(f"Question {number}", "talk").wait(20)
    assert assistant.folding.forecast("talk").folds_next
    meter = assistant.turns.meter("talk")
    assert (meter.foldable_messages, meter.most_messages, meter.is_over) == (6, 4, True)
    assert assistant.sessions.summaries("talk") == ()
    assistant.ask("Question 3", "talk").wait(20)
    (summary,) = assistant.sessions.summaries("talk")
    assert (summary.from_message_index, summary.to_message_index) == (0, 5)


def test_an_import_folds_where_a_chat_would_have(assistant: Assistant) -> None:
    assistant.notebooks.change(NotebookChange(most_messages=4))
    said = tuple(
        PlainMessage(role=role, content=f"{role} {number}")
        for number in range(4)
        for role in ("user", "assistant")
    )
    assistant.transfer.store(Conversation(session_id="old", messages=said))
    assert [
        (each.from_message_index, each.to_message_index)
        for each in assistant.sessions.summaries("old")
    ] == [(0, 5)]


def test_the_budget_of_a_notebook_is_that_of_its_chats_alone(assistant: Assistant) -> None:
    garden = notebook(assistant, "Garden")
    garden.notebooks.change(NotebookChange(budget=300))
    garden.ask("Hello", "talk").wait(20)
    assistant.ask("Hello", "other").wait(20)
    assert garden.turns.meter("talk").threshold == 300
    assert garden.turns.view("talk", "And then?").threshold == 300
    assert garden.prompt_inspection.prompt("talk", 1).threshold == 300
    assert assistant.turns.meter("other").threshold == 1200
    garden.notebooks.change(NotebookChange(budget=None))
    assert garden.configuration.threshold == 1200


@on_each_database
def test_a_single_question_reads_nothing_and_is_read_by_nothing(
    settings: Callable[..., Settings],
) -> None:
    engine = ScriptedEngine()
    with closing(Assistant(settings(), engine=engine)) as opened:
        garden = notebook(opened, "Garden")
        garden.ask("My gardener is called Wilma.", "talk").wait(20)
        garden.notebooks.change(NotebookChange(mode="single"))
        garden.ask("The gardener Wilma drives a Trabant, what does she drive?", "talk").wait(20)
        alone = engine.calls[-1].view
        assert alone is not None
        assert [piece.kind for piece in alone.pieces] == ["question"]

        garden.notebooks.change(NotebookChange(mode="chat"))
        garden.ask("What does my gardener Wilma drive, a Trabant?", "talk").wait(20)
        garden.ask("Does the gardener Wilma drive a Trabant?", "other").wait(20)
        for index in (-2, -1):
            view = [call.view for call in engine.calls if call.verb == "reply"][index]
            assert view is not None
            read = " ".join(piece.text for piece in view.pieces if piece.kind != "question")
            assert "Trabant, what" not in read
        single = [each.is_single for each in garden.sessions.transcript("talk")]
        found = garden.sessions.find("what does she drive").shown
        forecast = garden.folding.forecast("talk")

        assert single == [False, False, True, True, False, False]
        assert any(at.position in (2, 3) for hit in found for at in hit.passages)
        assert forecast.messages == 4
        assert list(garden.prompt_inspection.replayed("talk"))
        assert all(each.chosen_anew for each in garden.prompt_inspection.replayed("talk"))


@on_each_database
def test_a_notebook_may_shut_the_profile_out(settings: Callable[..., Settings]) -> None:
    engine = ScriptedEngine()
    with closing(Assistant(settings(), engine=engine)) as opened:
        garden = notebook(opened, "Garden")
        opened.profile.add("key_facts", "I live in Utrecht.")
        for wanted in (True, False):
            garden.notebooks.change(NotebookChange(uses_profile=wanted))
            garden.ask("Where do I live?", f"talk-{wanted}").wait(20)
            view = engine.calls[-1].view
            assert view is not None
            assert any("Utrecht" in piece.text for piece in view.pieces) is wanted
        garden.ask("My name is Wilma and I am a vegetarian.", "new").wait(20)
        with zipfile.ZipFile(garden.transfer.export_all()) as packed:
            assert "profile.jsonl" not in packed.namelist()
        with zipfile.ZipFile(opened.transfer.export_all()) as packed:
            assert "profile.jsonl" in packed.namelist()
        assert [entry.text for entry in opened.profile.entries()] == ["I live in Utrecht."]


# Switching, with history preserved


@on_each_database
def test_what_was_said_in_a_notebook_is_there_again_after_switching(assistant: Assistant) -> None:
    garden, house = notebook(assistant, "Garden"), notebook(assistant, "House")
    for number in range(2):
        garden.ask(f"Tree {number}", "tree").wait(20)
        house.ask(f"Wall {number}", "wall").wait(20)
    again = assistant.scoped(Scope("local", garden.notebooks.find("garden").notebook_id))
    again.ask("Tree 2", "tree").wait(20)

    asked = [each.content for each in again.sessions.transcript("tree") if each.role == "user"]
    read = again.prompt_inspection.prompt("tree", 3).prompt

    assert asked == ["Tree 0", "Tree 1", "Tree 2"]
    assert any("Tree 1" in line.content for line in read)
    assert not any("Wall" in line.content for line in read)


def test_an_unknown_name_is_told_with_the_nearest(assistant: Assistant) -> None:
    for name in ("Garden", "Garage", "Boat"):
        notebook(assistant, name)
    assert assistant.notebooks.find(" garden ").name == "Garden"
    with pytest.raises(NotebookNotFound) as refused:
        assistant.notebooks.find("Gardn")
    assert refused.value.nearest == ("Garden", "Garage")


# Isolation

THINGS = {"Garden": "oak", "House": "boiler", "Boat": "rudder"}
FACTS = {"Garden": "Wilhelmina", "House": "Bartholomew", "Boat": "Ferdinand"}


@on_each_database
def test_nothing_crosses_between_three_notebooks(settings: Callable[..., Settings]) -> None:
    engine = ScriptedEngine()
    with closing(Assistant(settings(token_threshold=300), engine=engine)) as opened:
        books = {name: notebook(opened, name) for name in FACTS}
        for book in books.values():
            book.notebooks.change(NotebookChange(uses_profile=False))
        for number in range(4):  # interleaved, and past the budget
            for name, book in books.items():
                told = f"The {THINGS[name]} number {number} is by {FACTS[name]}. {'Word ' * 40}"
                book.ask(told, name.lower()).wait(20)
        for name, book in books.items():
            others = [fact for other, fact in FACTS.items() if other != name]
            for session_id in (name.lower(), f"{name.lower()}-new"):
                things = " and ".join(THINGS[other] for other in FACTS if other != name)
                book.ask(f"Who are {things} number 3 by?", session_id).wait(20)
                view = [call.view for call in engine.calls if call.verb == "reply"][-1]
                assert view is not None
                read = [piece.text for piece in view.pieces if piece.kind != "question"]
                read += [out.piece.text for out in view.left_out]
                read += [str(each.memory) for each in book.sessions.summaries(session_id)]
                read += [entry.text for entry in book.profile.entries()]
                shown = " ".join(read)
                assert not any(other in shown for other in others)
        for name, book in books.items():
            (mine,) = book.sessions.find(f"number 3 {FACTS[name]}").shown
            assert mine.session_id == name.lower()
            exported = book.transfer.export_text(name.lower())
            assert FACTS[name] in exported
            for other, fact in FACTS.items():
                if other != name:
                    assert book.sessions.find(f"number {fact}").chats == 0
                    with pytest.raises(SessionNotFound):
                        book.transfer.export_text(other.lower())
                    with pytest.raises(SessionExists):
                        book.ask("Hello", other.lower())
            assert book.transfer.count() == 2
        assert opened.sessions.recent() == ()


# Persistence and retrieval


def test_a_notebook_is_there_after_a_restart(settings: Callable[..., Settings]) -> None:
    given = settings()
    with closing(Assistant(given, engine=ScriptedEngine())) as opened:
        garden = notebook(opened, "Garden")
        garden.notebooks.change(NotebookChange(icon="🌱", most_messages=9))
        garden.ask("Which tree?", "tree").wait(20)
    with closing(Assistant(given, engine=ScriptedEngine())) as opened:
        found = opened.notebooks.find("Garden")
        garden = opened.scoped(Scope("local", found.notebook_id))
        assert (found.icon, found.most_messages) == ("🌱", 9)
        assert [each.content for each in garden.sessions.transcript("tree")][:1] == ["Which tree?"]


@on_each_database
def test_a_chat_moves_with_its_branches_and_memory(assistant: Assistant) -> None:
    garden = notebook(assistant, "Garden")
    for number in range(3):
        assistant.ask(f"The oak number {number} is by Wilhelmina.", "tree").wait(20)
    assistant.folding.begin("tree").wait(20)
    assistant.branches.edit_question("tree", 2, "And the elm by Wilhelmina?").wait(20)
    before = [assistant.database.record(each) for each in assistant.branches.session_ids("tree")]
    assistant.ask("Who planted the elm by Wilhelmina?", "other").wait(20)

    assistant.notebooks.move_session("tree", "garden")

    after = [garden.database.record(each) for each in garden.branches.session_ids("tree")]
    assert after == before
    assert garden.sessions.find("elm").chats == 1
    assert garden.turns.view("tree", "Which oak is by Wilhelmina?").of_kind("item")
    with pytest.raises(SessionNotFound):
        assistant.sessions.get("tree")
    view = assistant.turns.view("other", "Which oak is by Wilhelmina?")
    assert not any("oak number" in piece.text for piece in view.pieces)
    garden.notebooks.move_session("tree", "general")
    assert len(assistant.branches.session_ids("tree")) == 2
    with pytest.raises(NotebookNotFound):
        assistant.notebooks.move_session("tree", "nowhere")


@on_each_database
def test_the_notebook_of_a_cited_source_is_found_unless_it_was_removed(
    assistant: Assistant,
) -> None:
    garden = notebook(assistant, "Garden")
    garden.sources.add_text("fees.md", "A plot is 45 euros.")
    key = garden.sources.list()[0].newest.version_key
    found = assistant.notebooks.of_source(key)
    assert found is not None
    assert found.notebook_id == "garden"
    garden.sources.remove("fees.md")
    assert assistant.notebooks.of_source(key) is None


@on_each_database
def test_a_chat_is_copied_with_its_branches_and_memory(assistant: Assistant) -> None:
    garden = notebook(assistant, "Garden")
    for number in range(3):
        assistant.ask(f"Oak {number}", "tree").wait(20)
    assistant.folding.begin("tree").wait(20)
    assistant.branches.edit_question("tree", 2, "Elm").wait(20)
    asked = assistant.sessions.transcript("tree")[2]
    told = NewVersion(summary="Begun", conversation_id="tree", message_id=asked.id)
    assistant.documents.create("plan", {"oaks": 3}, session_id="tree", new=told)

    copies = [assistant.notebooks.copy_session("tree", "garden") for _ in range(2)]

    assert [each.session_id for each in copies] == ["tree_copy", "tree_copy_2"]
    for copy in copies:
        assert len(garden.branches.session_ids(copy.session_id)) == 2
        kept = assistant.database.record("tree")
        made = garden.database.record(copy.session_id)
        assert made.messages == kept.messages
        assert made.summaries == kept.summaries
        (document,) = garden.documents.list(copy.session_id)
        whole = garden.documents.read(document)
        assert (document.name, whole.content) == ("plan", {"oaks": 3})
        assert whole.version.conversation_id == copy.session_id
        copied = garden.sessions.transcript(copy.session_id)[2]
        assert whole.version.message_id == copied.id
        assert all(each.from_its_row for each in garden.prompt_inspection.replayed("tree_copy"))
    assert garden.sessions.find("elm").chats == 2
    assert len(assistant.sessions.recent()) == 1


# Clearing


@on_each_database
def test_a_chat_is_cleared_and_uncleared(assistant: Assistant) -> None:
    assistant.ask("My oak is by Wilhelmina.", "tree").wait(20)
    title = assistant.sessions.get("tree").title

    empty, can_restore = assistant.notebooks.clear_session("tree")

    assert can_restore
    assert (empty.title, empty.message_count) == (title, 0)
    assert [each.session_id for each in assistant.sessions.recent()] == [empty.session_id]
    view = assistant.turns.view(empty.session_id, "Who is my oak by?")
    assert not any("Wilhelmina" in piece.text for piece in view.pieces)
    assistant.notebooks.unclear_session("tree", empty.session_id)
    assert [each.session_id for each in assistant.sessions.recent()] == ["tree"]


@on_each_database
def test_an_emptied_chat_restored_from_the_trash_replaces_the_empty_one(
    assistant: Assistant,
) -> None:
    assistant.ask("My oak is by Wilhelmina.", "tree").wait(20)
    empty, _ = assistant.notebooks.clear_session("tree")

    assert assistant.notebooks.restore_session("tree") == empty.session_id

    assert [each.session_id for each in assistant.sessions.recent()] == ["tree"]


@on_each_database
def test_a_chat_begun_by_itself_stays_when_another_of_its_title_is_restored(
    assistant: Assistant,
) -> None:
    now = assistant.now()
    for session_id in ("tree", "own"):
        assistant.ask("My oak is by Wilhelmina.", session_id).wait(20)
        assistant.sessions.rename(session_id, "Trees")
    assistant.sessions.move_to_trash(["tree"])
    much_later = now + dt.timedelta(hours=1)
    assistant.database.sessions.begin("new", title="Trees", now=much_later)

    assert assistant.notebooks.restore_session("tree") is None
    assert len(assistant.sessions.recent()) == 3


@on_each_database
def test_an_emptied_chat_that_was_used_since_stays_beside_the_restored_one(
    assistant: Assistant,
) -> None:
    for use in ("message", "document"):
        assistant.ask("My oak is by Wilhelmina.", use).wait(20)
        empty, _ = assistant.notebooks.clear_session(use)
        if use == "message":
            assistant.ask("My elm is by Ravi.", empty.session_id).wait(20)
        else:
            content = NewVersion(summary="First")
            assistant.documents.create("trees", {}, session_id=empty.session_id, new=content)

        assert assistant.notebooks.restore_session(use) is None

        listed = {each.session_id for each in assistant.sessions.recent()}
        assert {use, empty.session_id} <= listed


@contextmanager
def before_write(number: int, act: Callable[[], object]) -> Iterator[None]:
    """Call ``act`` before the write transaction ``number`` of this thread in the block."""
    own, begun = threading.get_ident(), itertools.count(1)

    def hear(_: Connection, __: object, statement: str, *___: object) -> None:
        is_write = statement.startswith(("BEGIN IMMEDIATE", postgres.WRITE))
        if is_write and threading.get_ident() == own and next(begun) == number:
            rival = threading.Thread(target=act)
            rival.start()
            rival.join(20)

    event.listen(Engine, "before_cursor_execute", hear)
    yield
    event.remove(Engine, "before_cursor_execute", hear)


@on_each_database
@pytest.mark.parametrize("undo", ["unclear", "restore"])
@pytest.mark.parametrize("number", [1, 2])
def test_a_message_stored_while_emptying_is_undone_stays_in_its_chat(
    assistant: Assistant, settings: Callable[..., Settings], undo: str, number: int
) -> None:
    assistant.ask("My oak is by Wilhelmina.", "tree").wait(20)
    empty, _ = assistant.notebooks.clear_session("tree")

    def ask() -> None:
        with closing(Assistant(settings(), engine=ScriptedEngine(), clock=Clock())) as rival:
            rival.ask("My elm is by Ravi.", empty.session_id).wait(20)

    with before_write(number, ask):
        if undo == "unclear":
            assistant.notebooks.unclear_session("tree", empty.session_id)
        else:
            assert assistant.notebooks.restore_session("tree") is None

    (question, _) = assistant.sessions.transcript(empty.session_id)
    assert question.content == "My elm is by Ravi."
    listed = sorted(each.session_id for each in assistant.sessions.recent())
    assert listed == sorted(["tree", empty.session_id])


@on_each_database
def test_a_chat_whose_document_is_in_the_trash_is_not_deleted_as_empty(
    assistant: Assistant,
) -> None:
    assistant.ask("My oak is by Wilhelmina.", "tree").wait(20)
    empty, _ = assistant.notebooks.clear_session("tree")
    new = NewVersion(summary="First")
    made = assistant.documents.create("trees", {}, session_id=empty.session_id, new=new)
    assistant.documents.remove(made)

    assistant.notebooks.unclear_session("tree", empty.session_id)

    assert len(assistant.sessions.recent()) == 2
    assistant.documents.restore(made)


@on_each_database
def test_the_history_of_a_notebook_is_cleared_and_restored(assistant: Assistant) -> None:
    garden = notebook(assistant, "Garden")
    for session_id in ("tree", "hedge", "old"):
        garden.ask("Which one?", session_id).wait(20)
    garden.sessions.archive(["old"], is_on=True)
    assistant.ask("Hello", "talk").wait(20)

    ids, can_restore = garden.notebooks.clear_history()

    assert (sorted(ids), can_restore) == (["hedge", "old", "tree"], True)
    assert (garden.sessions.recent(), garden.sessions.archived()) == ((), ())
    assert garden.notebooks.get().name == "Garden"
    assert len(assistant.sessions.recent()) == 1
    garden.sessions.restore(ids)
    assert len(garden.sessions.recent()) == 2


@on_each_database
def test_a_notebook_is_deleted_with_all_that_hangs_on_it(assistant: Assistant) -> None:
    garden = notebook(assistant, "Garden")
    for session_id in ("tree", "hedge"):
        garden.ask("Which one?", session_id).wait(20)
    garden.sessions.move_to_trash(["hedge"])
    for source in ("rules", "prices"):
        garden.sources.add_text(source, f"The {source} of the garden")
    garden.sources.remove("prices")
    assistant.ask("Hello", "talk").wait(20)

    garden.notebooks.delete()

    assert names(assistant) == ["General"]
    assert garden.sessions.trashed() == ()
    assert (garden.sources.list(), garden.sources.trashed()) == ((), ())
    assert [each.session_id for each in assistant.sessions.recent()] == ["talk"]
    with pytest.raises(NotebookNotFound):
        garden.ask("Which one?", "tree")
    with pytest.raises(NotebookStays):
        assistant.notebooks.delete()
