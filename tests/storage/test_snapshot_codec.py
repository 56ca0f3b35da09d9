"""Packed prompt snapshots: whatever is packed comes back as it was, and takes few bytes."""

import datetime as dt
import json
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conversing import NOW
from tidemark.schema import Reason, TextPart
from tidemark.schema.prompt_snapshot import (
    Excluded,
    Instructions,
    MessageSize,
    PromptSnapshot,
    SnapshotLayout,
    SnapshotPiece,
)
from tidemark.storage import snapshot_codec
from tidemark.storage.column_types import UnreadableRow
from tidemark.storage.snapshot_codec import RUN_LENGTH, PackedSnapshot, SnapshotRun

SIZES = {of: MessageSize(chars=40 + of, tokens=20 + of % 7) for of in range(1, 200)}


def snapshot(number: int) -> PromptSnapshot:
    """Return what a turn might have read: whole messages, parts of them, items, what was left."""
    read = range(number + 1, number + 12)
    places = SnapshotLayout(
        tokens=1_190,
        threshold=1_200,
        reasons=(
            Reason("matches", ("Lisbon", f"day {number}")),
            Reason("active"),
            Reason("profile"),
        ),
        pieces=(
            SnapshotPiece(
                kind="item", tokens=9, why=2, of=(3, 7), words=0, item_kind="todos", status="open"
            ),
            *(
                SnapshotPiece(kind="recalled", tokens=SIZES[of].tokens - 5, of=(of,), end=40 + of)
                for of in read
            ),
            SnapshotPiece(kind="message", tokens=8, why=1, of=(5,), start=3, end=9, is_cut=True),
            SnapshotPiece(kind="augmented", tokens=7, words=1, role="user", at=NOW),
        ),
        left_out=(
            SnapshotPiece(kind="recalled", tokens=30, of=(190,), end=230, missed_by=4, worth=1 / 3),
        ),
        excluded=Excluded(message_ids=(9,), items=(("todos", "pay the rent"),)),
        instructions=Instructions(on=dt.date(2026, 1, 2), tokens=512, sha256="a" * 64),
        has_pins=number % 2 == 0,
    )
    words = ("Book a table", (TextPart(text="You said: "), TextPart(of=4, start=1, end=30)))
    return PromptSnapshot(sha256=f"{number:064x}", places=places, words=words)


def restored(rows: list[PackedSnapshot]) -> Iterator[tuple[int, PromptSnapshot]]:
    for turn_id, sha256, content in snapshot_codec.unpack(rows):
        assert set(snapshot_codec.message_ids(content)) <= SIZES.keys()
        yield turn_id, snapshot_codec.restored(sha256, content, SIZES)


def packed(kept: Iterable[tuple[int, PromptSnapshot]]) -> list[PackedSnapshot]:
    return [run.last for run in snapshot_codec.pack(kept, SIZES)]


def test_what_is_packed_comes_back_as_it_was() -> None:
    kept = [(number * 2, snapshot(number)) for number in range(RUN_LENGTH + 5)]

    rows = packed(kept)

    assert list(restored(rows)) == kept
    assert [row.base_id for row in rows] == [0] * RUN_LENGTH + [RUN_LENGTH * 2] * 5
    assert len(rows[1].packed) < len(rows[0].packed) / 3


def test_the_next_turn_goes_on_with_the_run_of_the_last() -> None:
    rows: list[PackedSnapshot] = []
    for number in range(5):
        run = SnapshotRun.of(rows) if rows else None
        (grown,) = snapshot_codec.pack([(number, snapshot(number))], SIZES, run)
        rows.append(grown.last)
        assert SnapshotRun.of(rows) == grown

    assert rows == packed((number, snapshot(number)) for number in range(5))


def test_a_snapshot_whose_message_is_gone_is_read_without_its_length() -> None:
    rows = packed([(1, snapshot(1))])
    ((_, sha256, content),) = snapshot_codec.unpack(rows)
    without = {of: size for of, size in SIZES.items() if of != 4}

    found = snapshot_codec.restored(sha256, content, without)

    ends = {piece.of: piece.end for piece in found.places.pieces if piece.kind == "recalled"}
    assert ends[4,] == 0
    assert ends[5,] == 45


@pytest.mark.parametrize("packed", [b"no deflated data", b""])
def test_what_was_never_packed_is_told(packed: bytes) -> None:
    with pytest.raises(UnreadableRow):
        list(snapshot_codec.unpack([PackedSnapshot(1, 1, "0" * 64, packed)]))


def test_a_version_that_is_not_known_is_told() -> None:
    with pytest.raises(UnreadableRow):
        snapshot_codec.restored("0" * 64, [99, {}, [[], {}], {}, {}, []], {})


def test_a_snapshot_of_the_first_version_is_read() -> None:
    reasons = {
        "rows": 2,
        "columns": {"code": ["active", "matches"], "terms": {"at": [1], "values": [[0, 1]]}},
    }
    pieces = {
        "rows": 3,
        "columns": {
            "kind": ["item", "recalled", "question"],
            "tokens": [9, -5, 0],
            "why": {"at": [1], "values": [1]},
            "of": [[3, 4], -2, 3],
            "words": {"at": [0], "values": [0]},
            "item_kind": {"at": [0], "values": ["todos"]},
            "end": {"at": [1, 2], "values": [0, 0]},
        },
    }
    layout = {"tokens": 70, "threshold": 1_200}
    content = [1, layout, [["Lisbon", "day"], reasons], pieces, {}, ["Book a table"]]

    found = snapshot_codec.restored("0" * 64, content, SIZES)

    assert found.places.reasons == (Reason("active"), Reason("matches", ("Lisbon", "day")))
    assert found.places.pieces == (
        SnapshotPiece(kind="item", tokens=9, why=0, of=(3, 7), words=0, item_kind="todos"),
        SnapshotPiece(kind="recalled", tokens=20, why=1, of=(5,), end=45),
        SnapshotPiece(kind="question", tokens=21, why=0, of=(8,), end=48),
    )


@given(st.lists(st.integers(-(2**31), 2**31)))
def test_whole_numbers_come_back_from_their_text(numbers: list[int]) -> None:
    text = json.dumps(snapshot_codec.as_text(numbers))

    assert snapshot_codec.from_text(json.loads(text)) == numbers
