"""An id without a new number is of another session: a copy keeps it, a record leaves it out."""

import pytest

from tidemark.prompt.renumbering import Renumbering
from tidemark.schema import Citation, Item, MessageMetadata, SessionMemory, TextPart
from tidemark.schema.memory import SummaryVersionList
from tidemark.schema.prompt_snapshot import Excluded, SnapshotLayout, SnapshotPiece

HERE = {11: 0, 12: 1}
OTHER = 99


def metadata(here: int, *others: int) -> MessageMetadata:
    quoted = [TextPart(of=of, end=4) for of in (here, *others)]
    return MessageMetadata(
        recalled=(here, *others),
        similar=(*others, here),
        augmented=(TextPart(text="As you said: "), *quoted),
        rewritten=(TextPart(end=9),),
        citations=tuple(Citation(of=of, start=3, end=9) for of in (here, *others)),
    )


def memory(here: int, *others: int) -> SessionMemory:
    older = Item(text="Paris", message_ids=(here, *others))
    item = Item(text="Rome", message_ids=(*others, here), history=(older,))
    return SessionMemory(key_facts=(item,), unconfirmed=(("decisions", older),))


def layout(here: int, *others: int) -> SnapshotLayout:
    pieces = (
        SnapshotPiece(kind="message", tokens=5, of=(here, *others)),
        SnapshotPiece(kind="question", tokens=5, words=0),
    )
    excluded = Excluded(message_ids=(here, *others))
    return SnapshotLayout(
        tokens=10, threshold=99, pieces=pieces, left_out=pieces[:1], excluded=excluded
    )


@pytest.mark.parametrize(
    ("keeps_others", "others"), [(True, (OTHER,)), (False, ())], ids=["copy", "record"]
)
def test_one_rule_holds_for_all_that_refers_to_messages(
    keeps_others: bool,  # noqa: FBT001 - pytest passes it
    others: tuple[int, ...],
) -> None:
    numbers = Renumbering(HERE, keeps_others=keeps_others)
    assert numbers.metadata(metadata(12, OTHER)) == metadata(1, *others)
    assert numbers.memory(memory(12, OTHER)) == memory(1, *others)
    assert numbers.layout(layout(12, OTHER)) == layout(1, *others)


def test_the_versions_of_a_summary_are_renumbered_too() -> None:
    def versions(here: int) -> SummaryVersionList:
        first = {"at": "2026-03-02T18:41:00Z", "by": "local", "change": {"code": "folded"}}
        return SummaryVersionList.model_validate({"all": [{**first, "memory": memory(here)}]})

    assert Renumbering(HERE).versions(versions(12)) == versions(1)
    assert Renumbering(HERE).versions(None) is None
