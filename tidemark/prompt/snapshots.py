"""Prompt snapshots: a view as sent, stored compactly and rebuilt exactly.

Nearly all text of a view is in messages, which never change: a snapshot stores references to those
pieces.  Other text (items as they were, the augmented context) is stored as it is, with quotes of
messages as references.  A rebuilt view renders to the prompt that was sent, even if summaries and
items changed since; its SHA-256 proves it.
"""

import datetime as dt
import hashlib
import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from tidemark.errors import ViewUnreadable
from tidemark.memory import merging
from tidemark.memory.pasted_text import pasted_within
from tidemark.prompt import message_spans, rendering, source_packing
from tidemark.prompt.renumbering import Renumbering
from tidemark.retrieval.chunking import SourceMessage
from tidemark.schema import (
    ContextView,
    Item,
    LeftOut,
    Message,
    Reason,
    TextPart,
    Usage,
    ViewPiece,
)
from tidemark.schema.prompt_snapshot import (
    NOTHING,
    Excluded,
    Instructions,
    PromptSnapshot,
    PromptSnapshotRecord,
    SnapshotLayout,
    SnapshotPiece,
)
from tidemark.schema.sources import SourceText
from utils import TokenCounter

_SHORTEST = 24  # characters: for fewer, the place takes more room than the words
_STEP = 12  # characters: a stretch twice as long contains one whole step
OwnWords = str | tuple[TextPart, ...]


def fingerprint(view: ContextView) -> str:
    """Return the SHA-256 of the rendered ``view``: its messages, roles and order."""
    lines = [[line.role, line.content] for line in rendering.render(view)]
    return sha256(json.dumps(lines, ensure_ascii=False, separators=(",", ":")))


def sha256(text: str) -> str:
    """Return the SHA-256 of ``text`` in UTF-8, in hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def instructions(
    told: str, now: dt.datetime, counter: TokenCounter, notebook: str = ""
) -> Instructions:
    """Return the date, tokens and SHA-256 of the instructions ``told``.

    The instructions of the ``notebook`` among them are stored in full, because they may change.
    """
    return Instructions(
        on=now.date(), tokens=counter.count_tokens(told), sha256=sha256(told), notebook=notebook
    )


def recalled_ids(view: ContextView) -> tuple[int, ...]:
    """Return the ids of the messages recalled in ``view``, in reading order."""
    pieces = view.of_kind("recalled")
    return tuple(dict.fromkeys(of for piece in pieces for of in piece.message_ids))


def source_counts(view: ContextView) -> tuple[int, int, int]:
    """Count the messages, similar questions and items of ``view``, without its question.

    A similar question and its answer count as one, and not as messages.
    """
    alike = [piece for piece in view.of_kind("recalled") if piece.reason.code == "similar_question"]
    questions = {piece.message_ids for piece in alike if piece.role == "user"}
    active = {of for piece in view.of_kind("message") for of in piece.message_ids}
    messages = active.union(recalled_ids(view)).difference(*(piece.message_ids for piece in alike))
    return len(messages), len(questions), len(view.of_kind("item"))


def from_view(
    view: ContextView,
    question: Message,
    said: Mapping[int, SourceMessage],
    *,
    excluded: Excluded = NOTHING,
    told: Instructions | None = None,
    usage: Usage | None = None,
    worth: Mapping[ViewPiece, float] = MappingProxyType({}),
    has_pins: bool = False,
) -> PromptSnapshot:
    """Return the snapshot of ``view``; ``said`` has the messages that it may refer to, by id.

    Text that is in none of them, nor in its ``question``, is stored in full.  ``worth`` is of
    pieces that a replay cannot rank again.  ``has_pins``: messages were pinned, which may no longer
    be so.
    """
    said = {**said, question.id: question}
    reasons: dict[Reason, int] = {}
    words: list[OwnWords] = []
    weighed = {piece.reason for piece in worth}  # faster than looking up each piece
    cited = itertools.count()

    def kept(piece: ViewPiece, missed_by: int = 0) -> SnapshotPiece:
        if piece.kind == "source":
            why = reasons.setdefault(piece.reason, len(reasons))
            return SnapshotPiece(kind="source", tokens=piece.tokens, why=why, source=next(cited))
        of = (question.id,) if piece.kind == "question" else piece.message_ids
        given = {"worth": worth.get(piece)} if piece.reason in weighed else {}
        return _snapshot_piece(piece, of, said, missed_by, reasons, words, given)

    places = SnapshotLayout(
        tokens=view.tokens,
        threshold=view.threshold,
        pieces=tuple(kept(piece) for piece in view.pieces),
        left_out=tuple(kept(out.piece, out.missed_by) for out in view.left_out),
        reasons=tuple(reasons),
        excluded=excluded,
        instructions=told,
        usage=usage if usage and usage.input_tokens + usage.output_tokens else None,
        has_pins=has_pins,
        style=view.style,
        sources=source_packing.spans(view),
        source_tokens=view.source_tokens,
    )
    return PromptSnapshot(sha256=fingerprint(view), places=places, words=tuple(words))


def rebuild(
    kept: PromptSnapshot,
    said: Mapping[int, SourceMessage],
    texts: Mapping[int, SourceText] = MappingProxyType({}),
) -> ContextView:
    """Return the view of the snapshot ``kept``; ``said`` has the messages of its ``source_ids``.

    ``texts`` are those of its ``version_keys``.

    Raises:
        ViewUnreadable: One of them was deleted or changed.
    """
    places = kept.places
    try:
        words = [_open(each, said) for each in kept.words]
        pieces = tuple(
            _piece(each, places, said, words)
            if each.source is None
            else _source_piece(each, places, texts)
            for each in places.pieces
        )
        left_out = tuple(
            LeftOut(piece=_piece(each, places, said, words), missed_by=each.missed_by)
            for each in places.left_out
        )
    except (LookupError, ValueError) as error:
        raise ViewUnreadable from error
    return ContextView(
        question=pieces[-1].text if pieces else "",
        pieces=pieces,
        tokens=places.tokens,
        threshold=places.threshold,
        left_out=left_out,
        style=places.style,
        source_tokens=places.source_tokens,
    )


def version_keys(kept: PromptSnapshot) -> tuple[int, ...]:
    """Return the keys of the versions of sources that a snapshot is rebuilt from."""
    return tuple(dict.fromkeys(span.version_key for span in kept.places.sources))


def source_ids(kept: PromptSnapshot) -> tuple[int, ...]:
    """Return the ids of the messages that a snapshot is rebuilt from."""
    pieces = (*kept.places.pieces, *kept.places.left_out)
    in_place = [each.of[0] for each in pieces if each.words is None and each.of]
    quoted = [
        part.of
        for words in kept.words
        if not isinstance(words, str)
        for part in words
        if part.of is not None
    ]
    return tuple(dict.fromkeys(in_place + quoted))


def to_record(
    kept: PromptSnapshot, said: Mapping[int, SourceMessage], numbers: Mapping[int, int]
) -> PromptSnapshotRecord | None:
    """Return ``kept`` as a record, its messages (``said``) renumbered by ``numbers``.

    None if a message has no new number.
    """
    if not numbers.keys() >= set(source_ids(kept)):
        return None
    words = tuple(_open(each, said) for each in kept.words)
    places = Renumbering(numbers).layout(kept.places)
    return PromptSnapshotRecord(sha256=kept.sha256, places=places, words=words)


def from_record(
    record: PromptSnapshotRecord, said: Mapping[int, SourceMessage], new: Renumbering
) -> PromptSnapshot | None:
    """Return ``record`` as a snapshot, renumbered by ``new``; ``said`` is by new numbers.

    None if a message or a source has no new number.
    """
    contents = {of: message.content for of, message in said.items()}
    words = tuple(own_words(each, contents) for each in record.words)
    kept = PromptSnapshot(sha256=record.sha256, places=record.places)
    is_known = new.numbers.keys() >= set(source_ids(kept))
    places = new.layout(record.places)
    if not is_known or not all(span.version_key for span in places.sources):
        return None
    return PromptSnapshot(sha256=record.sha256, places=places, words=words)


def own_words(text: str, contents: Mapping[int, str]) -> OwnWords:
    """Return ``text`` with quotes of messages as places; ``contents`` has the messages by id."""
    parts: list[TextPart] = []
    at = 0
    for begin, end, part in sorted(
        _shared(text, contents), key=lambda found: (found[0], -found[1])
    ):
        if begin < at:
            continue
        if begin > at:
            parts.append(TextPart(text=text[at:begin]))
        parts.append(part)
        at = end
    if not parts:
        return text
    return (*parts, TextPart(text=text[at:])) if at < len(text) else tuple(parts)


def _shared(text: str, contents: Mapping[int, str]) -> Iterator[tuple[int, int, TextPart]]:
    """Yield the start and end of each long quote in ``text``, and its place."""
    known = {text[at : at + _STEP]: at for at in range(len(text) - _STEP + 1)}
    for of, content in contents.items():
        done = 0
        for start in range(0, len(content) - _STEP + 1, _STEP):
            at = known.get(content[start : start + _STEP]) if start >= done else None
            if at is None:
                continue
            # One step earlier, otherwise the match would have begun there
            ours, theirs = text[max(at - _STEP, 0) : at], content[max(start - _STEP, 0) : start]
            before = message_spans.common_prefix(ours[::-1], theirs[::-1])
            alike = message_spans.common_prefix(text, content, at, start)
            done = start + alike
            if before + alike >= _SHORTEST:
                part = TextPart(of=of, start=start - before, end=done)
                yield at - before, at + alike, part


def _open(words: OwnWords, said: Mapping[int, SourceMessage]) -> str:
    if isinstance(words, str):
        return words
    return "".join(
        part.text if part.of is None else said[part.of].content[part.start : part.end]
        for part in words
    )


def _snapshot_piece(
    piece: ViewPiece,
    of: tuple[int, ...],
    said: Mapping[int, SourceMessage],
    missed_by: int,
    reasons: dict[Reason, int],
    words: list[OwnWords],
    given: Mapping[str, object],
) -> SnapshotPiece:
    source = said.get(of[0]) if of else None
    at = None if piece.kind == "item" else _place(piece, source)
    if at is None and piece.item:
        words.append(piece.item.text)
    elif at is None:
        contents = {of: message.content for of, message in said.items()}
        words.append(own_words(piece.text, contents))
    told = dict(given)
    if piece.item is not None:
        told |= {"on": piece.item.on, "status": piece.item.status, "item_kind": piece.item_kind}
    elif piece.kind != "question" and (at is None or _voice(piece) != _voice(source)):
        told |= {"role": piece.role, "at": piece.timestamp}
    if at is None and piece.goes_on:
        told["goes_on"] = True
    told |= {"words": len(words) - 1} if at is None else {"end": at[0], "is_cut": at[1]}
    why = reasons.setdefault(piece.reason, len(reasons))
    return SnapshotPiece(
        kind=piece.kind,
        tokens=piece.tokens,
        why=why,
        of=of,
        start=piece.start,
        missed_by=missed_by,
        **told,
    )


def _voice(said: ViewPiece | SourceMessage | None) -> tuple[object, ...]:
    return (said.role, said.timestamp) if said else ()


def _place(piece: ViewPiece, source: SourceMessage | None) -> tuple[int, bool] | None:
    """Return the end of the text of ``piece`` in ``source``, and whether an ellipsis follows."""
    if source is None or not piece.text:
        return None
    if source.content.startswith(piece.text, piece.start):
        return piece.start + len(piece.text), False
    head = piece.text.removesuffix(rendering.CUT)
    if head and source.content.startswith(head, piece.start):
        return piece.start + len(head), True
    return None


def _source_piece(
    kept: SnapshotPiece, places: SnapshotLayout, texts: Mapping[int, SourceText]
) -> ViewPiece:
    span = places.sources[kept.source or 0]
    return ViewPiece(
        kind="source",
        text=texts[span.version_key].text[span.start : span.end],
        tokens=kept.tokens,
        reason=places.reasons[kept.why],
        source=span,
    )


def _piece(
    kept: SnapshotPiece,
    places: SnapshotLayout,
    said: Mapping[int, SourceMessage],
    words: Sequence[str],
) -> ViewPiece:
    told: dict[str, object] = {
        "kind": kept.kind,
        "tokens": kept.tokens,
        "reason": places.reasons[kept.why],
    }
    own = None if kept.words is None else words[kept.words]
    if kept.item_kind is not None and own is not None:
        item = {"text": own, "message_ids": kept.of, "on": kept.on, "status": kept.status}
        remembered = Item.model_validate(item)
        told |= {
            "text": merging.render_item(kept.item_kind, remembered),
            "item_kind": kept.item_kind,
            "item": remembered,
        }
    elif own is not None:
        told |= {"text": own, "role": kept.role or "user", "timestamp": kept.at}
        told["goes_on"] = kept.goes_on
    else:
        source = said[kept.of[0]]
        if kept.end > len(source.content):
            raise ValueError("the message says less than it did")
        text = source.content[kept.start : kept.end] + (rendering.CUT if kept.is_cut else "")
        role, at = kept.role or source.role, kept.at or source.timestamp
        told |= {"text": text, "role": role, "timestamp": at}
        told["goes_on"] = kept.kind == "recalled" and rendering.goes_on(source.content, kept.end)
        if role == "user" and kept.kind != "question":
            told["pasted"] = pasted_within(source.content, kept.start, kept.end)
    if kept.kind == "question":
        told |= {"role": "user", "timestamp": None}
    else:
        told |= {"message_ids": kept.of, "start": kept.start}
    return ViewPiece.model_validate(told)
