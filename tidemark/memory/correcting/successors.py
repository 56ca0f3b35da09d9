"""Corrections in which one person leaves and another one takes over."""

from collections.abc import Iterator, Sequence

from tidemark.memory.correcting.correction import Correction, EarlierStatement, only
from tidemark.memory.recorded_statement import Effect
from tidemark.memory.slots import NewValue, SlotText, SlotValue


def hand_over(correction: Correction, targets: Sequence[EarlierStatement]) -> Effect | None:
    """Return its effect if one person leaves, and another one takes over."""
    gone = _gone(correction)
    if not gone:
        return None
    changes: dict[int, str | None] = {}
    for name, does in _successors(correction, gone):
        for target in targets:
            if target.text == correction.before:
                continue  # it says who leaves
            named = [v for v in target.values if v.type == "name" and _names(correction, v, gone)]
            slot = only(named)
            if slot and not target.says(name.text) and target.does(slot, does):
                new = NewValue(name.text, "name", "")
                start = target.relation_before(slot.start)
                changes[target.index] = target.with_value(start, slot.end, new)
    return Effect(correction.recorded.text, changes) if changes else None


def _gone(correction: Correction) -> list[frozenset[str]]:
    """Return the stems of each name that leaves."""
    found = []
    for said in (correction, SlotText(correction.before, correction.pack)):
        for start, end in said.parts:
            here = (v for v in said.values if v.type == "name" and start <= v.start < end)
            name = next(here, None)
            if name and correction.table.leaves.search(said.text[name.end : end]):
                found.append(_proper(correction, name))
    return found


def _proper(correction: Correction, name: SlotValue) -> frozenset[str]:
    """Return the stems of ``name`` without its titles."""
    words = [
        word for word in name.text.split() if word.lower() not in correction.pack.lexicon.people
    ]
    return frozenset(correction.pack.stems(" ".join(words) or name.text))


def _names(correction: Correction, name: SlotValue, gone: Sequence[frozenset[str]]) -> bool:
    return any(_proper(correction, name) & each for each in gone)


def _successors(
    correction: Correction, gone: Sequence[frozenset[str]]
) -> Iterator[tuple[SlotValue, frozenset[str]]]:
    """Yield each name that does not leave, with the stems of its task."""
    for start, end in correction.parts:
        said = min(end, len(correction.claim))  # a name in a reason takes nothing over
        here = [v for v in correction.values if v.type == "name" and start <= v.start < said]
        others = [v for v in here if not _names(correction, v, gone)]
        if others and len(here) == len(others):
            name = others[0]
            things = [t.stems for t in correction.things if start <= t.start < end]
            own = frozenset(correction.pack.stems(name.text)) | correction.table.frame
            does = frozenset(stem for stems in things for stem in stems) - own
            does = does or correction.without_change((start, end)) - own
            if does or not correction.has_subject:  # "we choose De Branding" names no task
                yield name, does
