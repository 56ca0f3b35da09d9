"""Packs prompt snapshots into few bytes: columns instead of keys, deflated with earlier snapshots.

Columns of integers are strings, with one character for a small number (``as_text``).  From turn to
turn an engine reads mostly the same text, so the snapshots of a session are packed in runs: the
earlier snapshots of a run are the ``zlib`` dictionary for the next.  To read a run, only its rows
and the lengths of its messages are needed.
"""

import itertools
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from tidemark.schema import TextPart
from tidemark.schema.prompt_snapshot import MessageSize, PromptSnapshot, SnapshotLayout
from tidemark.storage.column_types import UnreadableRow

RUN_LENGTH = 48  # snapshots; with 32 each takes a thirtieth more, with 64 a seventieth less
_WINDOW = 32_768  # bytes: deflate looks no further back
_RAW = -zlib.MAX_WBITS  # no header and no checksum: the prompt has its SHA-256
_VERSIONS = 1, 2  # the first had lists of numbers, and reasons by their place in the list
_DIGITS = "".join(map(chr, range(35, 127))).replace("\\", "")  # not escaped in JSON
_BASE = len(_DIGITS)
_LENGTHS = 6  # the last digits encode the length of the number: enough for any id
_SMALL = _BASE - _LENGTHS
_WORDS: TypeAdapter[tuple[str | tuple[TextPart, ...], ...]] = TypeAdapter(
    tuple[str | tuple[TextPart, ...], ...]
)
Row = dict[str, Any]


def _number_text(number: int) -> str:
    left = 2 * number if number >= 0 else -2 * number - 1
    if left < _SMALL:
        return _DIGITS[left]
    left, digits = left - _SMALL, ""
    while left or not digits:
        left, digit = divmod(left, _BASE)
        digits += _DIGITS[digit]
    return _DIGITS[_SMALL + len(digits) - 1] + digits


class _NumberTexts(dict[int, str]):
    """The text of each number; those near 0, which is nearly all, are computed once."""

    def __missing__(self, number: int) -> str:
        return _number_text(number)


_NUMBER_TEXTS = _NumberTexts({number: _number_text(number) for number in range(-500, 500)})

_GONE = MessageSize(0, 0)
Sizes = Mapping[int, MessageSize]


class PackedSnapshot(NamedTuple):
    """A snapshot as stored; its run begins with the snapshot of the turn ``base_id``."""

    turn_id: int
    base_id: int
    sha256: str
    packed: bytes


class SnapshotRun(NamedTuple):
    """The state needed to pack the next snapshot: the run's last row, its length and its text."""

    last: PackedSnapshot
    length: int
    text: bytes

    @classmethod
    def of(cls, rows: Sequence[PackedSnapshot]) -> "SnapshotRun":
        """Return the run of ``rows``, which are all its rows, at least one."""
        text = b"".join(plain for _, plain in _inflated(rows))
        return cls(rows[-1], len(rows), text[-_WINDOW:])


def pack(
    kept: Iterable[tuple[int, PromptSnapshot]], sizes: Sizes, run: SnapshotRun | None = None
) -> Iterator[SnapshotRun]:
    """Pack the snapshots of a session's next turns, continuing its last ``run`` if given.

    Yields a run for each snapshot, which is its last row.
    """
    for turn_id, snapshot in kept:
        plain = _plain(snapshot, sizes)
        if run is None or run.length >= RUN_LENGTH:
            base_id, length, text = turn_id, 0, b""
        else:
            base_id, length, text = run.last.base_id, run.length, run.text
        row = PackedSnapshot(turn_id, base_id, snapshot.sha256, _deflated(plain, text))
        run = SnapshotRun(row, length + 1, (text + plain)[-_WINDOW:])
        yield run


def unpack(rows: Iterable[PackedSnapshot]) -> Iterator[tuple[int, str, Any]]:
    """Yield turn id, SHA-256 and content of ``rows``, which begin with the first row of a run.

    Raises:
        UnreadableRow: One of them is damaged.
    """
    for row, plain in _inflated(rows):
        try:
            yield row.turn_id, row.sha256, json.loads(plain)
        except ValueError as error:
            raise UnreadableRow("not a packed prompt snapshot") from error


def message_ids(content: Any) -> tuple[int, ...]:  # noqa: ANN401 - JSON
    """Return the ids of the messages whose sizes are needed to read ``content``."""
    rows = (row for columns in content[3:5] for row in _with_ids(_rows(columns)))
    return tuple({row["of"][0] for row in rows if _is_in_place(row)})


def restored(sha256: str, content: Any, sizes: Sizes) -> PromptSnapshot:  # noqa: ANN401 - JSON
    """Return the snapshot with this unpacked ``content``; ``sizes`` are those of its messages.

    Raises:
        UnreadableRow: It is damaged.
    """
    try:
        version, layout, (terms, reasons), pieces, left_out, words = content
        if version not in _VERSIONS:
            raise UnreadableRow(f"a prompt snapshot of version {version}")
        own = itertools.count()
        read, left = (
            [_absolute(row, sizes, own) for row in _with_ids(_rows(table))]
            for table in (pieces, left_out)
        )
        if version > 1:
            _with_reasons([*read, *left])
        whole = {
            **layout,
            "reasons": [_with_terms(reason, terms) for reason in _rows(reasons)],
            "pieces": read,
            "left_out": left,
        }
        return PromptSnapshot(
            sha256=sha256,
            places=SnapshotLayout.model_validate(whole),
            words=_WORDS.validate_python(words),
        )
    except (ValidationError, LookupError, TypeError, ValueError) as error:
        raise UnreadableRow("not a prompt snapshot") from error


def _plain(kept: PromptSnapshot, sizes: Sizes) -> bytes:
    layout = kept.places.model_dump(mode="json", exclude_defaults=True)
    reasons, pieces, left_out = (layout.pop(name, []) for name in ("reasons", "pieces", "left_out"))
    terms: dict[str, int] = {}
    for reason in reasons:
        if "terms" in reason:
            numbers = (terms.setdefault(term, len(terms)) for term in reason["terms"])
            reason["terms"] = as_text(numbers)
    own = itertools.count()
    _without_reasons([*pieces, *left_out])
    content = [
        _VERSIONS[-1],
        layout,
        [list(terms), _columns(reasons)],
        _columns(_without_ids([_relative(piece, sizes, own) for piece in pieces])),
        _columns(_without_ids([_relative(piece, sizes, own) for piece in left_out])),
        _WORDS.dump_python(kept.words, mode="json", exclude_defaults=True),
    ]
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _with_terms(reason: Row, terms: Sequence[str]) -> Row:
    return reason | {"terms": [terms[at] for at in from_text(reason.get("terms", ""))]}


def _without_reasons(pieces: list[Row]) -> None:
    """Encode each reason by how many new reasons came since; 0 for a new one."""
    known = 0
    for piece in pieces:
        why = piece.get("why", 0)
        piece["why"] = known - why
        known += why == known


def _with_reasons(pieces: list[Row]) -> None:
    known = 0
    for piece in pieces:
        piece["why"] = known - piece["why"]
        known += piece["why"] == known


def _is_in_place(piece: Row) -> bool:
    """Return whether the text of ``piece`` is a part of its first message."""
    return bool(piece.get("of")) and "words" not in piece


def _relative(piece: Row, sizes: Sizes, own: Iterator[int]) -> Row:
    """Encode ``piece`` by its difference from its whole message, to which it is usually equal."""
    if "missed_by" in piece:
        piece["missed_by"] -= piece["tokens"]
    if _is_in_place(piece):
        size = sizes.get(piece["of"][0], _GONE)
        piece["tokens"] -= size.tokens
        piece["end"] = piece.get("end", 0) - size.chars
    elif "words" in piece:
        piece["words"] -= next(own)
    return piece


def _absolute(piece: Row, sizes: Sizes, own: Iterator[int]) -> Row:
    if _is_in_place(piece):
        size = sizes.get(piece["of"][0], _GONE)
        piece["tokens"] += size.tokens
        piece["end"] += size.chars
    elif "words" in piece:
        piece["words"] += next(own)
    if "missed_by" in piece:
        piece["missed_by"] += piece["tokens"]
    return piece


def _without_ids(pieces: list[Row]) -> list[Row]:
    """Encode ids as differences from the one before, which are small for neighbours."""
    last = 0
    for piece in pieces:
        if "of" in piece:
            first, *others = piece["of"]
            piece["of"] = first - last
            last = first
            if others:
                steps = zip([first, *others], others, strict=False)
                piece["others"] = [of - before for before, of in steps]
                last = others[-1]
    return pieces


def _with_ids(pieces: list[Row]) -> list[Row]:
    last = 0
    for piece in pieces:
        if "of" in piece:
            steps = piece["of"] if isinstance(piece["of"], list) else [piece["of"]]
            steps = [*steps, *piece.pop("others", ())]
            piece["of"] = list(itertools.accumulate(steps, initial=last))[1:]
            last = piece["of"][-1]
    return pieces


def _columns(rows: list[Row]) -> Row:
    """Turn rows into columns; a column that some rows lack lists the rows that have it."""
    columns: Row = {}
    for name in dict.fromkeys(itertools.chain.from_iterable(rows)):
        held = [row[name] for row in rows if name in row]
        values = as_text(held) if set(map(type, held)) == {int} else held
        if len(held) == len(rows):
            columns[name] = values
        else:
            at = [number for number, row in enumerate(rows) if name in row]
            steps = (number - before for before, number in zip([0, *at], at, strict=False))
            columns[name] = {"at": as_text(steps), "values": values}
    return {"rows": len(rows), "columns": columns} if rows else {}


def _rows(table: Row) -> list[Row]:
    rows: list[Row] = [{} for _ in range(table.get("rows", 0))]
    for name, column in table.get("columns", {}).items():
        if isinstance(column, dict):
            at, values = column["at"], column["values"]
            at = itertools.accumulate(from_text(at)) if isinstance(at, str) else at
        else:
            at, values = range(len(rows)), column
        for number, value in zip(at, from_text(values), strict=True):
            rows[number][name] = value
    return rows


def as_text(numbers: Iterable[int]) -> str:
    """Return integers as one string, with one character for each number near 0.

    >>> as_text([0, -1, 1, 42, 43, -5000])
    '#$%xy${z4$'
    """
    return "".join(map(_NUMBER_TEXTS.__getitem__, numbers))


def from_text(column: list[Any] | str) -> list[Any]:
    """Return the numbers written by ``as_text``; return a list unchanged."""
    if isinstance(column, list):
        return column
    numbers = []
    digits = iter(column)
    for digit in digits:
        left = _DIGITS.index(digit)
        if left >= _SMALL:
            count = left - _SMALL + 1
            more = [_DIGITS.index(each) for each in itertools.islice(digits, count)]
            left = _SMALL + sum(each * _BASE**place for place, each in enumerate(more))
        numbers.append(-(left + 1) // 2 if left % 2 else left // 2)
    return numbers


def _deflated(plain: bytes, run: bytes) -> bytes:
    deflater = zlib.compressobj(9, wbits=_RAW, memLevel=9, zdict=run)
    return deflater.compress(plain) + deflater.flush()


def _inflated(rows: Iterable[PackedSnapshot]) -> Iterator[tuple[PackedSnapshot, bytes]]:
    run = b""
    for row in rows:
        if row.turn_id == row.base_id:
            run = b""
        try:
            plain = zlib.decompressobj(wbits=_RAW, zdict=run[-_WINDOW:]).decompress(row.packed)
        except zlib.error as error:
            raise UnreadableRow("not a packed prompt snapshot") from error
        run += plain
        yield row, plain
