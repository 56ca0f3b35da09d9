"""Items edited, deleted, added and pinned by a person, messages kept verbatim, and the way back."""

import dataclasses
from collections.abc import Iterator

import pytest

from agents import context
from benchmark.databases import local_database
from database import ScopedDatabase
from tests.conversing import NOW, ask, on_each_database, view_of
from tests.services.test_fold_history import THRESHOLD, Lived, begun
from tidemark.cli.formatting import of_outlook
from tidemark.errors import (
    ItemEmpty,
    ItemNotFound,
    ItemThere,
    MemoryFull,
    MessageGone,
    NothingFolded,
    PinsFull,
    SessionBusy,
    VersionNotFound,
)
from tidemark.i18n.code_texts import change_text
from tidemark.memory.edits import difference
from tidemark.schema import Item, Reason
from tidemark.services.memory_editing import BY_PERSON
from tidemark.ui.chat.folds import outlook_text

FIRST = "I booked hotel number 0 in Lisbon for 20 euros"


@pytest.fixture
def lived(database_url: str) -> Iterator[Lived]:
    with local_database(database_url) as database:
        yield begun(database, "session")


@pytest.fixture
def database(database_url: str) -> Iterator[ScopedDatabase]:
    with local_database(database_url) as opened:
        yield opened


def items(lived: Lived) -> dict[str, Item]:
    held = context.load(lived.database, "session").remembered
    return {item.text: item for _, item in held.all_items()}


def shown(lived: Lived) -> int:
    return lived.database.get_summaries("session")[0].id


def changes(lived: Lived) -> list[str]:
    return [
        change_text(version.change, "en")
        for version in lived.editing.versions("session", shown(lived))
    ]


def test_an_edited_item_says_the_new_words_and_keeps_the_old_ones(lived: Lived) -> None:
    lived.talk(3)
    lived.editing.edit("session", "key_facts", FIRST, " Hotel 0  costs 22 euros ", "decisions")

    found = items(lived)

    assert FIRST not in found
    new = found["Hotel 0 costs 22 euros"]
    assert [former.text for former in new.history] == [FIRST]
    assert new.message_ids == new.history[0].message_ids
    assert new in lived.database.get_summaries("session")[0].memory.decisions
    assert lived.tokens() == lived.database.messages.counts("session").summary_tokens + sum(
        message.token_count for message in context.load(lived.database, "session").active
    )
    lived.holds(6)


def test_every_change_is_a_version_with_who_and_when_and_what_differs(lived: Lived) -> None:
    lived.talk(3)
    lived.editing.edit("session", "key_facts", FIRST, "Hotel 0 is cancelled")
    lived.editing.delete("session", "key_facts", "Hotel 0 is cancelled")

    versions = lived.editing.versions("session", shown(lived))

    assert [(at.by, at.change.code, at.at) for at in versions] == [
        ("engine", "folded", NOW),
        (BY_PERSON, "edited", NOW),
        (BY_PERSON, "deleted", NOW),
    ]
    assert difference(versions[0].memory, versions[1].memory) == (
        f"- Fact: {FIRST}",
        "+ Fact: Hotel 0 is cancelled",
    )
    assert difference(versions[1].memory, versions[2].memory) == ("- Fact: Hotel 0 is cancelled",)


def test_a_restored_version_is_a_version_too_and_survives_undo_and_redo(lived: Lived) -> None:
    lived.talk(14)
    assert lived.database.get_summaries("session")[0].level > 1
    text = next(iter(items(lived)))
    before = items(lived)
    lived.editing.delete("session", "key_facts", text)
    lived.editing.restore("session", shown(lived), 1)

    assert items(lived) == before
    assert changes(lived) == ["summarised", "deleted", "restored version 1"]
    lived.turn(0, is_undo=True)
    lived.turn(0, is_undo=False)
    assert items(lived) == before


@pytest.mark.parametrize("verb", ["edit", "delete"])
def test_a_change_holds_through_undo_redo_and_the_merges_to_come(lived: Lived, verb: str) -> None:
    lived.talk(5)
    text = next(iter(items(lived)))
    if verb == "edit":
        lived.editing.edit("session", "key_facts", text, "The first hotel is cancelled")
    else:
        lived.editing.delete("session", "key_facts", text)

    for number in (1, 0):
        lived.turn(number, is_undo=True)
        assert text not in items(lived)
        lived.turn(number, is_undo=False)
        assert text not in items(lived)
    lived.talk()

    assert text not in items(lived)
    lived.holds(12)


def test_what_a_person_adds_rests_on_no_message_and_is_read_by_the_engine(lived: Lived) -> None:
    with pytest.raises(NothingFolded):
        lived.editing.add("session", "constraints", "No stairs")
    lived.talk(3)

    lived.editing.add("session", "constraints", "No stairs")

    assert items(lived)["No stairs"] == Item(text="No stairs", message_ids=())
    with pytest.raises(ItemThere):
        lived.editing.add("session", "constraints", "No stairs")
    lived.talk(3)
    assert "No stairs" in items(lived)


@on_each_database
def test_what_was_changed_by_hand_is_there_when_an_undone_fold_is_made_again(
    database: ScopedDatabase,
) -> None:
    lived = begun(database, "session")
    lived.talk(4)
    kept, gone, *_ = items(lived)
    lived.editing.edit("session", "key_facts", kept, "Hotel 0 is cancelled")
    lived.editing.pin("session", "key_facts", "Hotel 0 is cancelled", keeps=True)
    lived.editing.delete("session", "key_facts", gone)
    lived.editing.add("session", "key_facts", "The band plays at 20:00")
    for number, fold in enumerate(lived.folds()):
        assert fold.withdrawn_at is None
        told = lived.turn(number, is_undo=True)
    assert items(lived) == {}
    assert told.by_hand == 1
    assert "Your change to its summary will be made again" in of_outlook(told)
    assert "Your change to the summary will be applied again" in outlook_text(told)

    lived.talk(1)

    found = items(lived)
    assert [fold.withdrawn_at for fold in lived.folds()].count(None) == 1
    assert found["Hotel 0 is cancelled"].is_pinned
    assert found["The band plays at 20:00"].message_ids == ()
    assert not {kept, gone} & set(found)
    lived.talk(6)
    assert {"Hotel 0 is cancelled", "The band plays at 20:00"} <= set(items(lived))
    lived.holds(22)


def test_what_would_pass_a_third_of_the_budget_is_refused(lived: Lived) -> None:
    lived.talk(3)
    before = lived.memory()
    with pytest.raises(MemoryFull, match=f"{THRESHOLD // 3} is their share"):
        lived.editing.add("session", "key_facts", "a long story of " * 22)
    assert lived.memory() == before


def test_a_pinned_item_is_in_every_view_and_leaves_no_memory(lived: Lived) -> None:
    lived.talk(3)
    lived.editing.pin("session", "key_facts", FIRST, keeps=True)

    lived.talk(12)

    assert items(lived)[FIRST].is_pinned
    held = context.load(lived.database, "session")
    view = view_of("Hello there", held, threshold=THRESHOLD)
    (piece,) = (piece for piece in view.pieces if piece.item and piece.item.text == FIRST)
    assert piece.reason == Reason("pinned")
    lived.editing.pin("session", "key_facts", FIRST, keeps=False)
    assert not items(lived)[FIRST].is_pinned


def test_a_message_kept_verbatim_is_never_folded_and_always_read(lived: Lived) -> None:
    lived.talk(1)
    kept = lived.database.get_messages("session")[1]
    lived.editing.pin_message("session", kept.id, keeps=True)

    lived.talk(6)

    assert context.load(lived.database, "session").active[0].position == 1
    spans = [(at.from_message_index, at.to_message_index) for at in lived.folds()]
    assert spans[:2] == [(0, 0), (2, spans[1][1])]
    lived.holds(14)


def test_a_covered_message_that_is_kept_is_read_whole_beside_its_summary(lived: Lived) -> None:
    lived.talk(3)
    covered = lived.database.get_messages("session")[1]
    assert covered.is_summarized

    lived.editing.pin_message("session", covered.id, keeps=True)
    lived.holds(6)
    assert lived.database.messages.counts("session").pinned_tokens == covered.token_count
    lived.editing.pin_message("session", covered.id, keeps=False)

    assert context.load(lived.database, "session").pinned == ()


def test_pins_past_a_quarter_of_the_budget_are_refused_with_the_numbers(lived: Lived) -> None:
    lived.talk(3)
    long, short = lived.database.get_messages("session")[:2]
    lived.editing.pin_message("session", short.id, keeps=True)

    with pytest.raises(PinsFull) as raised:
        lived.editing.pin_message("session", long.id, keeps=True)

    facts = raised.value.tokens, raised.value.held_tokens, raised.value.limit_tokens
    assert facts == (long.token_count, short.token_count, THRESHOLD // 4)
    assert "a quarter of the budget" in str(raised.value)
    assert not lived.database.get_messages("session")[0].is_pinned


def test_what_is_not_there_is_not_changed(lived: Lived) -> None:
    lived.talk(3)
    editing = lived.editing
    with pytest.raises(ItemNotFound):
        editing.delete("session", "key_facts", "Nobody said so")
    with pytest.raises(ItemEmpty):
        editing.edit("session", "key_facts", FIRST, "  ")
    with pytest.raises(MessageGone):
        editing.pin_message("session", 999, keeps=True)
    with pytest.raises(VersionNotFound):
        editing.restore("session", shown(lived), 1)
    ask(lived.database, session_id="session")
    with pytest.raises(SessionBusy, match="then change what is remembered"):
        editing.delete("session", "key_facts", FIRST)
    with pytest.raises(SessionBusy, match="then pin the message"):
        editing.pin_message("session", lived.database.get_messages("session")[1].id, keeps=True)


def test_pins_and_versions_go_with_a_copy(lived: Lived) -> None:
    lived.talk(3)
    lived.editing.edit("session", "key_facts", FIRST, "Hotel 0 is cancelled")
    lived.editing.pin_message("session", lived.database.get_messages("session")[1].id, keeps=True)
    record = lived.database.record("session")

    lived.database.restore("copy", record)

    assert lived.database.record("copy").same_as(record)
    copy = dataclasses.replace(lived, session_id="copy")
    (summary,) = lived.database.get_summaries("copy")
    first, second = copy.editing.versions("copy", summary.id)
    ids = {message.id for message in lived.database.get_messages("copy")}
    assert {of for at in (first, second) for _, item in at.memory.all_items()
            for of in item.message_ids} <= ids  # fmt: skip
    assert [message.position for message in lived.database.messages.pinned("copy")] == [1]
