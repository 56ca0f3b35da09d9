"""Undo and redo of folds: whatever the order, every promise of the design stands afterwards."""

import datetime as dt
import itertools
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from agents import context
from benchmark.crashes import ill_covered
from benchmark.databases import local_database
from database import ScopedDatabase
from tests.conversing import DATABASES, NOW, configured, later, view_of
from tidemark.errors import (
    FoldsChanged,
    ItemThere,
    MemoryFull,
    MessagePinned,
    MessagesFoldedSince,
    NothingFolded,
    NothingToRedo,
    NothingToUndo,
    PinsFull,
    SessionNotFound,
)
from tidemark.memory.edits import find_item
from tidemark.memory.merging import render_item
from tidemark.schema import (
    ITEM_KINDS,
    Item,
    NewMerge,
    NewMessage,
    NewSummary,
    SessionMemory,
    Summary,
)
from tidemark.services.configuration import Configuration
from tidemark.services.fold_history import FoldHistory, FoldOutlook
from tidemark.services.importer import Importer
from tidemark.services.memory_editing import MemoryEditing
from tidemark.services.memory_overview import MemoryOverview
from utils import TokenCounter

COUNTER = TokenCounter()
THRESHOLD = 240
PLACES = ("Lisbon", "Ghent", "Porto", "Bergen", "Turin", "Graz", "Cork")


@dataclass(frozen=True)
class Lived:
    """A session that is talked in, folded past a small budget, and taken back."""

    database: ScopedDatabase
    session_id: str
    threshold: int = THRESHOLD

    @property
    def configuration(self) -> Configuration:
        return configured(self.database, threshold=self.threshold, recent_exchanges=1)

    @property
    def history(self) -> FoldHistory:
        return FoldHistory(self.database, COUNTER, self.configuration, lambda: NOW)

    @property
    def editing(self) -> MemoryEditing:
        return MemoryEditing(self.database, COUNTER, self.configuration, lambda: NOW)

    def talk(self, exchanges: int = 1) -> None:
        """Say something of 120 tokens, hear it is noted, and fold where a chat would have."""
        held = self.database.sessions.get(self.session_id).message_count
        said = []
        for number in range(held // 2, held // 2 + exchanges):
            place = PLACES[number % len(PLACES)]
            text = f"I booked hotel number {number} in {place} for {number + 20} euros. " * 8
            question = NewMessage.counted("user", text, later(number), COUNTER)
            said.append(
                [
                    question,
                    NewMessage.counted(
                        "assistant", f"Hotel {number} it is.", later(number), COUNTER
                    ),
                ]
            )
        importer = Importer(self.database, COUNTER, self.configuration, lambda: NOW)
        for _ in importer.append(self.session_id, said):
            pass

    def folds(self) -> tuple[Summary, ...]:
        return self.history.all(self.session_id)

    def turn(self, number: int, *, is_undo: bool) -> FoldOutlook:
        fold_id = self.folds()[number].id
        verb = self.history.undo if is_undo else self.history.redo
        return verb(self.session_id, fold_id)

    def memory(self) -> list[tuple[int, object]]:
        found = self.database.get_summaries(self.session_id)
        return [(summary.id, summary.memory) for summary in found]

    def tokens(self) -> int:
        summaries = self.database.get_summaries(self.session_id)
        active = self.database.get_messages(self.session_id, exclude_summarized=True)
        in_force = sum(summary.token_count for summary in summaries)
        return in_force + sum(message.token_count for message in active)

    def holds(self, said: int) -> None:
        """Assert what the design promises of every session."""
        record = self.database.record(self.session_id)
        assert [message.position for message in record.messages] == list(range(said))
        assert +ill_covered(record, has_gaps=True) == {}  # as one leaves who is pinned no more
        in_force = self.database.get_summaries(self.session_id)
        assert sum(summary.token_count for summary in in_force) <= self.threshold // 3
        held = context.load(self.database, self.session_id)
        running = MemoryOverview(self.database, self.configuration).running(self.session_id)
        is_left = held.active or any(held.remembered.all_items())
        assert bool(running.words) == bool(is_left)  # one may have deleted all that was folded
        counts = self.database.messages.counts(self.session_id)
        assert held.tokens == self.tokens() == counts.summary_tokens + counts.active_tokens
        covered = {at.position for at in record.messages if at.is_summarized}
        assert covered == set(range(said)) - {message.position for message in held.active}
        question = "Which hotel did I book in Porto?"
        view = view_of(question, held, self.database, self.session_id, threshold=self.threshold)
        assert view.tokens <= self.threshold
        shown = {(piece.text, *piece.message_ids) for piece in view.pieces}
        for message in held.pinned:
            assert (message.content, message.id) in shown
            assert message.is_pinned
        for kind, item in held.remembered.all_items():
            if item.is_pinned:
                assert (render_item(kind, item), *item.message_ids) in shown


@pytest.fixture
def lived(database_url: str) -> Iterator[Lived]:
    with local_database(database_url) as database:
        yield begun(database, "session")


def begun(database: ScopedDatabase, session_id: str, threshold: int = THRESHOLD) -> Lived:
    database.sessions.ensure(session_id, title="A trip", now=NOW)
    return Lived(database, session_id, threshold)


def test_an_undo_says_what_the_context_is_then_and_that_the_next_message_folds(
    lived: Lived,
) -> None:
    lived.talk(2)
    (fold,) = lived.folds()
    before, told = lived.tokens(), lived.history.outlook("session", fold.id)

    outlook = lived.history.undo("session", fold.id)

    assert outlook == told
    assert outlook == FoldOutlook(
        fold_id=fold.id,
        action="undo",
        from_index=0,
        to_index=fold.to_message_index,
        messages=fold.to_message_index + 1,
        context_before=before,
        context=lived.tokens(),
        threshold=THRESHOLD,
        folds_next=lived.tokens() + 6 > THRESHOLD,
    )
    assert lived.database.get_summaries("session") == ()


def test_the_next_turn_after_an_undo_over_budget_folds_the_same_messages_again(
    lived: Lived,
) -> None:
    lived.talk(4)
    first = lived.folds()[0]
    assert lived.turn(0, is_undo=True).folds_next

    lived.talk()

    undone, *standing = sorted(lived.folds(), key=lambda fold: fold.withdrawn_at is None)
    assert undone.id == first.id
    assert standing[0].from_message_index == 0
    lived.holds(10)
    with pytest.raises(MessagesFoldedSince):
        lived.history.redo("session", first.id)


def test_a_fold_in_a_gap_is_parted_where_another_summary_stands(lived: Lived) -> None:
    lived.talk(6)
    assert len(lived.folds()) >= 3
    lived.turn(0, is_undo=True)

    lived.talk()

    spans = [
        (fold.from_message_index, fold.to_message_index)
        for fold in lived.folds()
        if fold.withdrawn_at is None
    ]
    assert spans[0][0] == 0
    assert all(end + 1 == start for (_, end), (start, _) in itertools.pairwise(spans))
    lived.holds(14)


@pytest.mark.parametrize("number", [0, 1, 3, 5], ids=["oldest", "second", "in the middle", "late"])
def test_a_redo_right_after_its_undo_restores_what_was_merged_exactly(
    lived: Lived, number: int
) -> None:
    lived.talk(14)
    assert len(lived.folds()) >= 6
    assert lived.database.get_summaries("session")[0].level > 1
    before = lived.memory()

    undone = lived.turn(number, is_undo=True)
    without = lived.memory()
    assert lived.turn(number, is_undo=False).context == undone.context_before

    assert lived.memory() == before
    lived.turn(number, is_undo=True)
    assert lived.memory() == without  # the very same rows: nothing piles up


def test_folds_undone_in_one_order_and_redone_in_another_remember_the_same(lived: Lived) -> None:
    lived.talk(10)
    before = [memory for _, memory in lived.memory()]

    for number in (1, 3, 0):
        lived.turn(number, is_undo=True)
    for number in (3, 0, 1):
        lived.turn(number, is_undo=False)

    assert [memory for _, memory in lived.memory()] == before
    lived.holds(20)


def test_each_verb_refuses_what_is_done_already(lived: Lived) -> None:
    lived.talk(3)
    with pytest.raises(NothingToRedo):
        lived.turn(0, is_undo=False)
    lived.turn(0, is_undo=True)
    with pytest.raises(NothingToUndo):
        lived.turn(0, is_undo=True)
    with pytest.raises(SessionNotFound):
        lived.history.all("nobody")


def test_whoever_meets_another_writer_tries_again_and_gives_up_in_the_end(
    lived: Lived, monkeypatch: pytest.MonkeyPatch
) -> None:
    lived.talk(4)
    first, second, *_ = lived.folds()
    beside = Lived(lived.database, "session")
    again = iter([True, False])

    def meddling() -> dt.datetime:
        if next(again, False):
            beside.turn(1, is_undo=True)
        return NOW

    FoldHistory(lived.database, COUNTER, lived.configuration, meddling).undo("session", first.id)
    assert [fold.withdrawn_at for fold in lived.folds()[:2]] == [NOW, NOW]

    flip = itertools.cycle([False, True])

    def always() -> dt.datetime:
        beside.turn(1, is_undo=next(flip))
        return NOW

    history = FoldHistory(lived.database, COUNTER, lived.configuration, always)
    with pytest.raises(FoldsChanged):
        history.redo("session", first.id)
    assert second.id in {fold.id for fold in lived.folds()}


VERBS = ["talk", "talk", "undo", "redo", "edit", "delete", "add", "pin item", "pin message"]
STEPS = st.tuples(st.sampled_from(VERBS), st.integers(0, 9))
_numbers = iter(range(1_000_000))


@pytest.mark.parametrize("database_url", DATABASES, indirect=True)
@settings(
    max_examples=15,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@example(steps=[("delete", 0), ("delete", 0), ("talk", 0), ("delete", 0), ("delete", 0)])
@given(steps=st.lists(STEPS, min_size=2, max_size=12))
def test_every_promise_holds_whatever_is_said_undone_and_redone(
    shared: Callable[[], ScopedDatabase], steps: list[tuple[str, int]]
) -> None:
    database = shared()
    if database.url.startswith("postgresql") and sum(number for _, number in steps) % 5:
        return  # the code is the same: a fifth of them there
    lived = begun(database, f"example_{next(_numbers)}")
    lived.talk(3)
    said = 6
    for step, number in steps:
        if step == "talk":
            lived.talk()
            said += 2
        elif step in ("undo", "redo"):
            take(lived, number, is_undo=step == "undo")
        else:
            change(lived, number, step)
        lived.holds(said)


def change(lived: Lived, number: int, step: str) -> None:
    """Change the ``number``-th item or message, if there is one and its room allows it."""
    editing, session_id = lived.editing, lived.session_id
    items = [
        each
        for summary in lived.database.get_summaries(session_id)
        for each in summary.memory.all_items()
    ]
    with suppress(MemoryFull, PinsFull, ItemThere, NothingFolded):
        if step == "pin message":
            message = lived.database.get_messages(session_id)[number % 6]
            editing.pin_message(session_id, message.id, keeps=not message.is_pinned)
        elif step == "add":
            kind = ITEM_KINDS[number % len(ITEM_KINDS)]
            editing.add(session_id, kind, f"Choose number {number}")
            editing.add(session_id, kind, f"Take number {number + 1} instead")
        elif items:
            kind, item = items[number % len(items)]
            if step == "edit":
                editing.edit(session_id, kind, item.text, f"{item.text}, {number}")
            elif step == "delete":
                editing.delete(session_id, kind, item.text)
                held = lived.database.get_summaries(session_id)
                assert all(find_item(each.memory, kind, item.text) is None for each in held)
            else:
                editing.pin(session_id, kind, item.text, keeps=not item.is_pinned)


def take(lived: Lived, number: int, *, is_undo: bool) -> None:
    """Undo or redo the ``number``-th of those that can be, if there is one."""
    able = [at for at, fold in enumerate(lived.folds()) if (fold.withdrawn_at is None) == is_undo]
    if not able:
        return
    try:
        outlook = lived.turn(able[number % len(able)], is_undo=is_undo)
    except (MessagesFoldedSince, MessagePinned):
        return
    assert outlook.context == lived.tokens()


@pytest.fixture
def shared(database_url: str) -> Iterator[Callable[[], ScopedDatabase]]:
    with local_database(database_url) as database:
        yield lambda: database


def test_the_undo_of_a_fold_of_one_message_undoes_the_merge_that_ends_with_it(lived: Lived) -> None:
    database, session_id = lived.database, lived.session_id
    said = [NewMessage.counted("user", f"I booked hotel {n}.", NOW, COUNTER) for n in range(3)]
    first, second, third = database.messages.add_many(session_id, said)
    memory = SessionMemory(key_facts=(Item(text="The hotel is booked.", message_ids=(first.id,)),))
    one = NewSummary(memory=memory, token_count=9, message_ids=(first.id, second.id))
    other = NewSummary(memory=memory, token_count=9, message_ids=(third.id,))
    database.save_summary(session_id, one, now=NOW)
    (kept,) = database.get_summaries(session_id)
    merge = NewMerge(memory=memory, token_count=9, supersedes=(kept.id,))
    database.save_summary(session_id, other, now=NOW, merged=merge)
    fold = lived.history.all(session_id)[-1]
    lived.history.undo(session_id, fold.id)
    assert [each.id for each in database.get_summaries(session_id)] == [kept.id]
