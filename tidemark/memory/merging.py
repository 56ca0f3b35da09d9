"""Merging of memories: rendering, joining two into one, and dropping items that do not fit.

Items are never paraphrased: they keep a person's words, except for a value that the person
corrected. ``tidemark.memory.matching`` decides which items are the same and which supersede others,
``tidemark.memory.corrections`` which value of one item another corrects.
"""

import datetime as dt
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter

from tidemark.memory.corrections import effect_of
from tidemark.memory.matching import says_the_same, supersedes
from tidemark.memory.recorded_statement import RecordedStatement
from tidemark.nlp.dates import find_date
from tidemark.nlp.language_id import language_of
from tidemark.nlp.patterns import NUMBER
from tidemark.nlp.speakers import speaker_of, without_speaker
from tidemark.schema import ITEM_KINDS, Item, ItemKind, SessionMemory
from utils import TokenCounter

PIN_SHARE = 4  # pinned items take at most 1/4 of the budget, because they are in every view
MAX_HISTORY = 3  # versions of an item: enough to follow a change, and rows stay small
OWN_SOURCES = 3  # the messages that an item quotes come first in its ids
MAX_UNCONFIRMED = 12  # they take no room in a view, but a person has to read them
MAX_SOURCES = 6  # including the newest repetitions

_Place = tuple[ItemKind, int]  # an item by its kind and its index there

_LABELS: dict[ItemKind, tuple[str, str]] = {
    "preferences": ("Preference", "Preferences"),
    "constraints": ("Constraint", "Constraints"),
    "decisions": ("Decision", "Decisions"),
    "todos": ("Todo", "Todos"),
    "open_questions": ("Open question", "Open questions"),
    "key_facts": ("Fact", "Facts"),
}
_CORRECTING: frozenset[ItemKind] = frozenset(
    {"preferences", "constraints", "decisions", "key_facts"}
)
# The order in which items are dropped from a memory that is too big: by kind and status.
_DROP_ORDER: tuple[tuple[ItemKind, Callable[[Item], bool]], ...] = (
    ("todos", lambda item: item.status == "done"),
    ("open_questions", lambda item: item.status == "answered"),
    ("key_facts", lambda item: not item.history),
    ("open_questions", lambda item: item.status != "answered"),
    ("todos", lambda item: item.status != "done"),
    ("key_facts", lambda item: bool(item.history)),  # else the older wording would return
    ("decisions", lambda item: True),
    ("preferences", lambda item: True),
    ("constraints", lambda item: True),
)


def render(memory: SessionMemory) -> str:
    """Return ``memory`` as an engine reads it: one line for each kind that has items.

    The tokens of a summary are those of this text; an empty memory is an empty text.
    """
    return render_items({kind: memory.items(kind) for kind in ITEM_KINDS})


def render_items(items: Mapping[ItemKind, Sequence[Item]]) -> str:
    """Return ``items`` by kind, rendered as ``render`` does."""
    return "\n".join(
        f"{_LABELS[kind][1]}: " + "; ".join(_by_speaker(of_kind))
        for kind in ITEM_KINDS
        if (of_kind := items.get(kind))
    )


def render_item(kind: ItemKind, item: Item) -> str:
    """Return a single ``item`` of ``kind`` as an engine reads it.

    >>> render_item("todos", Item(text="pay the rent", message_ids=(7,), status="done"))
    'Todo: pay the rent (done)'
    """
    return f"{_LABELS[kind][0]}: {_with_day_and_status(item)}"


def merge(older: SessionMemory, newer: SessionMemory) -> SessionMemory:
    """Join two memories of one session into one without repetitions.

    A repeated item is joined with the first, with the ``message_ids`` of both. A newer item that
    corrects one value of older ones changes that value there ("not oak, rather quartz"), and is
    dropped if it says nothing else. A newer preference, constraint, decision or fact that
    supersedes an older one as a whole replaces it. Either way the older wording is kept as
    ``history``. Todos and questions take the newer status. History and ids are bounded
    (``MAX_HISTORY``, ``MAX_SOURCES``); an item's own sources come first in its ids. Their messages
    decide which of two items is newer: an undone fold may return after later ones.
    """
    merged = {kind: list(older.items(kind)) for kind in ITEM_KINDS}
    for kind in ITEM_KINDS:
        for item in newer.items(kind):
            rest = _corrected_since(merged, item, kind) if kind in _CORRECTING else item
            rest = _corrected(merged, rest) if rest and kind in _CORRECTING else rest
            if rest and not (kind == "key_facts" and _correct_with(merged, rest)):
                _add(merged[kind], rest, kind)
    return SessionMemory.of(
        {kind: tuple(items) for kind, items in merged.items()}, _unconfirmed(older, newer)
    )


def _unconfirmed(older: SessionMemory, newer: SessionMemory) -> tuple[tuple[ItemKind, Item], ...]:
    """Unite unconfirmed items, each text once, at most ``MAX_UNCONFIRMED``."""
    texts = {item.text.casefold(): (kind, item) for kind, item in older.unconfirmed}
    texts |= {item.text.casefold(): (kind, item) for kind, item in newer.unconfirmed}
    return tuple(texts.values())[-MAX_UNCONFIRMED:]


def fit(memory: SessionMemory, limit_tokens: int, counter: TokenCounter) -> SessionMemory:
    """Return the part of ``memory`` that fits ``limit_tokens``, chosen by ``within``."""
    return within(memory, limit_tokens, counter.count_tokens)


def within(memory: SessionMemory, limit: int, measure: Callable[[str], int]) -> SessionMemory:
    """Return the part of ``memory`` whose rendering measures at most ``limit``.

    Items that exceed it alone are dropped first. Then, as far as needed: done todos, answered
    questions, facts, open questions, open todos, corrected facts, decisions, preferences,
    constraints; the oldest of each first, items without a message last, because they are stored
    nowhere else. Pinned items stay.
    """
    if measure(render(memory)) <= limit:
        return memory
    leaving = _drop_order(memory)
    alone = [at for at in leaving if measure(_line(memory, at)) > limit]
    leaving = [*alone, *(at for at in leaving if at not in alone)]

    def fits(count: int) -> bool:
        return measure(render(_without(memory, leaving[:count]))) <= limit

    # The number found fits, or is that of all items, and an empty memory always fits.
    count = bisect_left(range(len(leaving)), True, lo=len(alone), key=fits)
    return _without(memory, leaving[:count])


def split_by_run(memory: SessionMemory, beginnings: Sequence[int]) -> tuple[SessionMemory, ...]:
    """Split ``memory`` among runs of messages that begin with these ids, in order.

    An item goes to the run of its first source, one without a source to the last.
    """
    if len(beginnings) == 1:
        return (memory,)
    runs: list[dict[ItemKind, tuple[Item, ...]]] = [{} for _ in beginnings]
    for kind, item in memory.all_items():
        first = item.message_ids[0] if item.message_ids else beginnings[-1]
        run = runs[max(bisect_right(beginnings, first) - 1, 0)]
        run[kind] = (*run.get(kind, ()), item)
    parts = tuple(map(SessionMemory.of, runs))
    last = parts[-1].model_copy(update={"unconfirmed": memory.unconfirmed})
    return (*parts[:-1], last)


def _with_day_and_status(item: Item) -> str:
    on = f" ({item.on.isoformat()})" if item.on and not _names_date(item) else ""
    status = f" ({item.status})" if item.status in ("done", "answered") else ""
    return item.text + on + status


def _by_speaker(items: Sequence[Item]) -> list[str]:
    """Return the items' texts grouped by speaker, each name once."""
    said: dict[str, list[str]] = {"": []}
    for item in items:
        speaker = speaker_of(item.text)
        said.setdefault(speaker, []).append(without_speaker(_with_day_and_status(item)))
    return [
        (f"{speaker}: " if speaker and index == 0 else "") + text
        for speaker, texts in said.items()
        for index, text in enumerate(texts)
    ]


def _names_date(item: Item) -> bool:
    """Return whether the text itself gives day and year of ``on``, or its whole month or year."""
    if item.on is None:
        return False
    found = {part for number in NUMBER.findall(item.text) for part in re.split("[.,:]", number)}
    names_day = item.on.day == 1 or found & {f"{item.on.day}", f"{item.on.day:02}"}
    return f"{item.on.year}" in found and bool(names_day)


def _add(items: list[Item], item: Item, kind: ItemKind) -> None:
    """Put ``item`` among ``items``: joined, in place of one it supersedes, or at the end."""
    former = {old.text for old in item.history}
    for index in reversed(range(len(items))):
        if items[index].text in former or (
            kind in _CORRECTING and supersedes(item, items[index], kind)
        ):
            items.append(_replacing(items.pop(index), item))
            return
        if says_the_same(item, items[index]):
            items[index] = _joined(items[index], item)
            return
    items.append(item)


def _corrected(merged: dict[ItemKind, list[Item]], newer: Item) -> Item | None:
    """Apply the corrections of ``newer`` to ``merged``; return what is left to add of it."""
    now = _time(newer)
    timed = [
        (time, kind, index)
        for kind in ITEM_KINDS
        if kind != "open_questions"
        for index, item in enumerate(merged[kind])
        if item.message_ids and (time := _time(item)) < now
    ]
    timed.sort(key=itemgetter(0))
    places = [(kind, index) for _, kind, index in timed]
    earlier = [merged[kind][index] for kind, index in places]
    effect = effect_of(_recorded(newer), [_recorded(item) for item in earlier])
    gone = [places[index] for index, text in effect.changes.items() if text is None]
    for index, text in effect.changes.items():
        if text is not None:
            kind, at = places[index]
            merged[kind][at] = rewritten(earlier[index], newer, text)
    rest = newer.model_copy(update={"text": effect.text}) if effect.text != newer.text else newer
    for kind, at in sorted(gone, reverse=True):
        rest = _replacing(merged[kind].pop(at), rest)
    return None if effect.is_absorbed else rest


def _corrected_since(merged: dict[ItemKind, list[Item]], said: Item, kind: ItemKind) -> Item | None:
    """Return ``said`` as later items of ``merged`` correct it; None if one supersedes it."""
    if not said.message_ids:
        return said
    at = _time(said)
    since = [
        (time, of_kind, item)
        for of_kind in _CORRECTING
        for item in merged[of_kind]
        if (time := _time(item)) > at
    ]
    for _, of_kind, later in sorted(since, key=itemgetter(0)):
        effect = effect_of(_recorded(later), [_recorded(said)])
        text = effect.changes.get(0, said.text)
        if text is not None and text != said.text:
            said = rewritten(said, later, text)
            if effect.is_absorbed:
                merged[of_kind].remove(later)
        elif text is None or (of_kind == kind and supersedes(later, said, kind)):
            return None
    return said


def rewritten(older: Item, newer: Item, text: str) -> Item:
    """Return ``older`` with ``text``, in which ``newer`` corrected a value, and its history."""
    return _replacing(
        older,
        older.model_copy(
            update={
                "text": text,
                "quote": newer.quote or newer.text,
                "message_ids": _unite_ids(newer.message_ids, older.message_ids),
                "on": newer.on or _moved(older.on, text),
                "history": newer.history,
            }
        ),
    )


def _moved(on: dt.date | None, text: str) -> dt.date | None:
    """Return the date that ``text`` names now, near its former date ``on``."""
    if on is None:
        return None
    found = find_date(text, dt.datetime.combine(on, dt.time()), language_of(text))
    return found.on if found and not found.is_relative else on


def _recorded(item: Item) -> RecordedStatement:
    return RecordedStatement(item.text, item.message_ids, quote=item.quote)


def _time(item: Item) -> int:
    return max(item.message_ids, default=0)


def _correct_with(merged: dict[ItemKind, list[Item]], fact: Item) -> bool:
    """Replace the preference, constraint or decision that ``fact`` plainly corrects, if any."""
    now = _time(fact)
    for kind in _CORRECTING - {"key_facts"}:
        for index, item in enumerate(merged[kind]):
            if now > _time(item) and supersedes(fact, item, "key_facts"):
                merged[kind][index] = _replacing(item, fact)
                return True
    return False


def _replacing(older: Item, newer: Item) -> Item:
    before = older.model_copy(update={"history": (), "is_pinned": False})
    return newer.model_copy(
        update={
            "history": (before, *newer.history, *older.history)[:MAX_HISTORY],
            "is_pinned": newer.is_pinned or older.is_pinned,
        }
    )


def _joined(older: Item, newer: Item) -> Item:
    kept, other = (newer, older) if len(newer.text) > len(older.text) else (older, newer)
    history = (*newer.history, *older.history)[:MAX_HISTORY]
    return kept.model_copy(
        update={
            "message_ids": _unite_ids(kept.message_ids, other.message_ids),
            "on": kept.on or other.on,
            "status": newer.status or older.status,
            "history": history,
            "is_pinned": older.is_pinned or newer.is_pinned,
        }
    )


def _unite_ids(own: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
    """Unite ids, keeping those that the text comes from and the newest of the others."""
    if set(others) <= set(own):
        return tuple(own)
    first = tuple(own[:OWN_SOURCES])
    rest = sorted({*own[OWN_SOURCES:], *others} - set(first))
    return (*first, *rest[-(MAX_SOURCES - len(first)) :])


def _drop_order(memory: SessionMemory) -> list[_Place]:
    return [
        (kind, index)
        for rests in (True, False)
        for kind, leaves in _DROP_ORDER
        for index, item in enumerate(memory.items(kind))
        if leaves(item) and not item.is_pinned and bool(item.message_ids) is rests
    ]


def _line(memory: SessionMemory, place: _Place) -> str:
    kind, index = place
    return f"{_LABELS[kind][1]}: {_with_day_and_status(memory.items(kind)[index])}"


def _without(memory: SessionMemory, places: Sequence[_Place]) -> SessionMemory:
    gone = set(places)
    return SessionMemory.of(
        {
            kind: tuple(
                item for index, item in enumerate(memory.items(kind)) if (kind, index) not in gone
            )
            for kind in ITEM_KINDS
        },
        memory.unconfirmed,
    )
