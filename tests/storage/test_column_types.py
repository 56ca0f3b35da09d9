"""Column types: what is stored takes few bytes, stays JSON, and comes back as it was."""

import json

import pytest
from sqlalchemy.dialects import sqlite

from tests.conversing import remembered
from tidemark.prompt.renumbering import Renumbering
from tidemark.schema import (
    Citation,
    Item,
    MessageMetadata,
    QueryUnderstanding,
    SessionMemory,
    TextPart,
    Usage,
)
from tidemark.storage.column_types import MemoryText, MetadataText, UnreadableRow, renumbered

DIALECT = sqlite.dialect()
KNOWN = MessageMetadata(
    query_analysis=QueryUnderstanding(rewritten_query="Where in Porto?"),
    augmented=(
        TextPart(text="Marta: "),
        TextPart(of=7, end=12),
        TextPart(start=3, end=9),
        TextPart(is_rewriting=True),
    ),
    recalled=(8, 9, 10, 3, 5, 6),
    recalled_tokens=400,
    similar=(7,),
    timings_ms={"context": 3.5, "ambiguity": 37.4, "responder": 0.0},
    view_tokens=1196,
)


def test_ids_are_stored_as_ranges_and_counts_and_times_in_order() -> None:
    stored = MetadataText().process_bind_param(KNOWN, DIALECT)

    assert stored is not None
    assert json.loads(stored) == {
        "query_analysis": {"rewritten_query": "Where in Porto?"},
        "augmented": ["Marta: ", [7, 0, 12], [None, 3, 9], {"is_rewriting": True}],
        "recalled": "+8+2 -7 2+1",
        "similar": "+7",
        "turn": [400, 1196, 3.5, None, None, 37.4, 0.0],
    }
    assert MetadataText().process_result_value(stored, DIALECT) == KNOWN


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        (
            MessageMetadata(query_analysis=QueryUnderstanding(), timings_ms={"context": 0.5}),
            {"turn": [None, None, 0.5, None, None, None, None]},
        ),
        (
            MessageMetadata(timings_ms={"context": 0.5}),
            {"turn": [None, None, 0.5, None, None, None, None], "query_analysis": None},
        ),
        (
            MessageMetadata(engine="builtin", usage=Usage(), sources=(27, 0, 2)),
            {"reply": ["builtin", 27, 0, 2]},
        ),
        (
            MessageMetadata(engine="gemini", usage=Usage(calls=1), sources=(27, 0, 2)),
            {"engine": "gemini", "usage": {"calls": 1}, "sources": [27, 0, 2]},
        ),
        (MessageMetadata(recalled=(3,)), {"recalled": "+3"}),
        (
            MessageMetadata(
                citations=(
                    Citation(of=8108, start=19, end=40),
                    Citation(of=8103, start=19, end=40),
                    Citation(of=8103, start=52, end=60),
                )
            ),
            {"citations": "8108 19 21 -5 -21 21 0 12 8"},
        ),
    ],
)
def test_what_most_messages_say_takes_few_characters(
    known: MessageMetadata, expected: dict[str, object]
) -> None:
    stored = MetadataText().process_bind_param(known, DIALECT)

    assert stored is not None
    assert json.loads(stored) == expected
    assert MetadataText().process_result_value(stored, DIALECT) == known


@pytest.mark.parametrize(
    "tight",
    [{}, {"recalled": "8-10 3 5-6", "similar": "7", "timings_ms": [3.5, None, None, 37.4, 0.0]}],
)
def test_metadata_of_earlier_versions_are_read(tight: dict[str, object]) -> None:
    stored = json.dumps(KNOWN.model_dump(mode="json", exclude_defaults=True) | tight)

    assert MetadataText().process_result_value(stored, DIALECT) == KNOWN


def test_a_step_without_a_place_keeps_its_name() -> None:
    known = MessageMetadata(timings_ms={"tools": 2.0})
    stored = MetadataText().process_bind_param(known, DIALECT)

    assert stored == '{"timings_ms":{"tools":2.0}}'
    assert MetadataText().process_result_value(stored, DIALECT) == known


@pytest.mark.parametrize(
    "stored",
    [
        "[]",
        '{"recalled": "three"}',
        "no JSON",
        '{"timings_ms": [1]}',
        '{"turn": 3}',
        '{"reply": 3}',
        '{"turn": []}',
        '{"citations": "7 3"}',
        '{"citations": "7 -3 4"}',
    ],
)
def test_metadata_that_were_never_written_are_told(stored: str) -> None:
    with pytest.raises(UnreadableRow):
        MetadataText().process_result_value(stored, DIALECT)


def test_a_packed_memory_is_json_and_comes_back_as_it_was() -> None:
    memory = remembered("Ana sees the sea. " * 40, [1, 2])
    stored = MemoryText(packed=True).process_bind_param(memory, DIALECT)

    assert stored is not None
    assert list(json.loads(stored)) == ["packed"]
    assert len(stored) < 200
    assert MemoryText().process_result_value(stored, DIALECT) == memory


@pytest.mark.parametrize("packed", ["", "no packed text", "c-nn"])
def test_a_memory_that_was_never_packed_is_told(packed: str) -> None:
    with pytest.raises(UnreadableRow):
        MemoryText().process_result_value(json.dumps({"packed": packed}), DIALECT)


@pytest.mark.parametrize("is_packed", [False, True])
def test_a_stored_memory_is_renumbered_as_a_read_one_is(is_packed: bool) -> None:  # noqa: FBT001 - pytest passes it
    mean = 'He wrote "message_ids":[12] and \\"message_ids\\":[12]'
    older = Item(text=mean, message_ids=(11,))
    item = Item(text=mean, quote="\ud800", message_ids=(12, 99), history=(older,))
    memory = SessionMemory(key_facts=(item, older), unconfirmed=(("decisions", older),))
    numbers = Renumbering({11: 21, 12: 22}, keeps_others=True)
    kind = MemoryText(packed=is_packed)
    stored = kind.process_bind_param(memory, DIALECT)
    assert stored is not None

    known = kind.process_result_value(stored, DIALECT)
    assert known is not None
    again = kind.process_result_value(renumbered(stored, numbers), DIALECT)
    assert again == numbers.memory(known)
    assert again is not None
    assert again.key_facts[0].message_ids == (22, 99)
