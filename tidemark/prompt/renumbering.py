"""Renumbering of messages and sources: replaces ids in memory, metadata and prompt snapshots.

One rule applies to all: an id without a new one belongs to a message of another session.  A copy
within one database keeps it; a record, which knows only its own positions, leaves it out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tidemark.schema import (
    ITEM_KINDS,
    Citation,
    Item,
    MessageMetadata,
    SessionMemory,
    TextPart,
)
from tidemark.schema.memory import SummaryVersionList
from tidemark.schema.prompt_snapshot import Excluded, PromptSnapshot, SnapshotLayout, SnapshotPiece
from tidemark.schema.sources import SourceSpan


def _fields_of(kind: object) -> tuple[str, ...]:
    fields = MessageMetadata.model_fields.items()
    return tuple(name for name, field in fields if field.annotation == kind)


_ID_FIELDS = _fields_of(tuple[int, ...])
_PART_FIELDS = _fields_of(tuple[TextPart, ...])
_CITATION_FIELDS = _fields_of(tuple[Citation, ...])
POINTING_FIELDS = (*_ID_FIELDS, *_PART_FIELDS, *_CITATION_FIELDS)


def points(metadata: MessageMetadata) -> bool:
    """Return whether ``metadata`` refers to messages or sources."""
    return any(getattr(metadata, name) for name in POINTING_FIELDS) or bool(version_keys(metadata))


def version_keys(metadata: MessageMetadata) -> set[int]:
    """Return the keys of the versions of sources that ``metadata`` refers to."""
    used = (span for use in metadata.tool_uses for span in use.sources)
    return {span.version_key for span in (*metadata.passages, *used)}


@dataclass(frozen=True)
class Renumbering:
    """New ``numbers`` of messages by their old ones; whether ids of other sessions are kept.

    ``source_versions`` are the new keys of versions of sources; a version without one gets the key
    0, because it cannot be opened.  None: all keys stay.
    """

    numbers: Mapping[int, int]
    keeps_others: bool = False
    source_versions: Mapping[int, int] | None = None

    def ids(self, ids: Sequence[int]) -> tuple[int, ...]:
        """Return the new numbers of ``ids``, in order.

        >>> Renumbering({7: 0}).ids((7, 9)), Renumbering({7: 0}, keeps_others=True).ids((7, 9))
        ((0,), (0, 9))
        """
        if self.keeps_others:
            return tuple(self.numbers.get(of, of) for of in ids)
        return tuple(self.numbers[of] for of in ids if of in self.numbers)

    def memory(self, memory: SessionMemory) -> SessionMemory:
        """Return ``memory`` with the ids of its messages renumbered."""
        return SessionMemory.of(
            {kind: tuple(map(self._item, memory.items(kind))) for kind in ITEM_KINDS},
            tuple((kind, self._item(item)) for kind, item in memory.unconfirmed),
        )

    def versions(self, versions: SummaryVersionList | None) -> SummaryVersionList | None:
        """Return the ``versions`` of a summary with their memories renumbered."""
        if versions is None:
            return None
        return SummaryVersionList(
            all=tuple(
                version.model_copy(update={"memory": self.memory(version.memory)})
                for version in versions.all
            )
        )

    def metadata(self, metadata: MessageMetadata) -> MessageMetadata:
        """Return ``metadata`` with the messages that it refers to renumbered."""
        ids = {name: self.ids(getattr(metadata, name)) for name in _ID_FIELDS}
        parts = {
            name: tuple(
                self._part(part)
                for part in getattr(metadata, name)
                if part.of is None or self.ids((part.of,))
            )
            for name in _PART_FIELDS
        }
        cited = {
            name: tuple(
                each.model_copy(update={"of": of})
                for each in getattr(metadata, name)
                for of in self._targets(each)
            )
            for name in _CITATION_FIELDS
        }
        uses = tuple(
            use.model_copy(update={"sources": self.spans(use.sources)})
            for use in metadata.tool_uses
        )
        sources = {"passages": self.spans(metadata.passages), "tool_uses": uses}
        return metadata.model_copy(update={**ids, **parts, **cited, **sources})

    def spans(self, spans: Sequence[SourceSpan]) -> tuple[SourceSpan, ...]:
        """Return the places in sources ``spans`` with the new keys of their versions."""
        return tuple(
            span.model_copy(update={"version_key": self._version(span.version_key)})
            for span in spans
        )

    def snapshot(self, kept: PromptSnapshot) -> PromptSnapshot:
        """Return the prompt snapshot ``kept`` of the renumbered messages."""
        words = tuple(
            each if isinstance(each, str) else tuple(map(self._part, each)) for each in kept.words
        )
        return kept.model_copy(update={"places": self.layout(kept.places), "words": words})

    def layout(self, layout: SnapshotLayout) -> SnapshotLayout:
        """Return the ``layout`` of a prompt snapshot of the renumbered messages."""
        excluded = Excluded(
            message_ids=self.ids(layout.excluded.message_ids),
            items=layout.excluded.items,
            passages=self.spans(layout.excluded.passages),
        )
        return layout.model_copy(
            update={
                "pieces": tuple(map(self._piece, layout.pieces)),
                "left_out": tuple(map(self._piece, layout.left_out)),
                "excluded": excluded,
                "sources": self.spans(layout.sources),
            }
        )

    def _version(self, key: int) -> int:
        return key if self.source_versions is None else self.source_versions.get(key, 0)

    def _targets(self, cited: Citation) -> tuple[int, ...]:
        return self.ids((cited.of,)) if cited.kind == "message" else (self._version(cited.of),)

    def _item(self, item: Item) -> Item:
        history = tuple(map(self._item, item.history))
        return item.model_copy(
            update={"message_ids": self.ids(item.message_ids), "history": history}
        )

    def _part(self, part: TextPart) -> TextPart:
        if part.of is None:
            return part
        (of,) = self.ids((part.of,))
        return part.model_copy(update={"of": of})

    def _piece(self, piece: SnapshotPiece) -> SnapshotPiece:
        return piece.model_copy(update={"of": self.ids(piece.of)}) if piece.of else piece
