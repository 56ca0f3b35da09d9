"""Overviews: all current statements of a chat, or those on one subject.

A summary of a chat contains nothing from other chats and nothing from the profile.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.corrections import current
from tidemark.memory.recorded_statement import RecordedStatement
from tidemark.nlp.dialogue_acts import STATING_ACTS, dialogue_act
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.patterns import NUMBER
from tidemark.schema import Item, ItemKind, SessionMemory, ViewPiece

_FEWEST_STEMS = 2  # of a statement worth repeating; a number counts as one
_COVERED = 0.7  # of its stems, by one item that already says it
_KINDS: tuple[ItemKind, ...] = ("preferences", "constraints", "decisions", "todos")
_OF_OTHERS = ("profile", "other_session", "similar_question", "correction")


@dataclass(frozen=True)
class Overview:
    """The current items of each kind, and the statements that no item covers."""

    items: Mapping[ItemKind, Sequence[Item]]
    facts: Sequence[ViewStatement]

    def __bool__(self) -> bool:
        return bool(self.facts or any(self.items.values()))


def is_of_this_chat(piece: ViewPiece) -> bool:
    """Return whether ``piece`` is from the chat itself."""
    return piece.reason.code not in _OF_OTHERS


def is_open(item: Item) -> bool:
    """Return whether ``item`` is neither done nor answered."""
    return item.status in (None, "open")


def overview(
    memory: SessionMemory,
    statements: Sequence[ViewStatement],
    pack: LanguagePack,
    *,
    matter: frozenset[str] = frozenset(),
) -> Overview:
    """Return the items of ``memory`` and the ``statements``, on ``matter`` only if given."""
    items = {kind: _now(memory.items(kind), statements) for kind in _KINDS}
    wanted = {
        kind: [each for each in of if is_open(each) and _is_on(matter, each.text, pack)]
        for kind, of in items.items()
    }
    covered = [frozenset(pack.stems(each.text)) for of in items.values() for each in of]
    facts = [
        each for each in statements if _is_fact(each, pack) and _is_on(matter, each.text, pack)
    ]
    return Overview(wanted, _without_repeats(facts, covered, pack))


def _now(items: Iterable[Item], statements: Sequence[ViewStatement]) -> list[Item]:
    """Return ``items`` with the corrections of ``statements``, without superseded ones."""
    listed = list(items)
    said = [
        RecordedStatement(each.text, each.message_ids, quote=each.quote or "") for each in listed
    ]
    later = [
        RecordedStatement(each.text, each.piece.message_ids)
        for each in statements
        if each.is_of_person and each.piece.item is None
    ]
    told = [*said, *later]
    held = current(told)[: len(listed)]
    return [
        each.model_copy(
            update={
                "text": now.text,
                "message_ids": (
                    *each.message_ids,
                    *(of for by in now.corrected_by for of in told[by].message_ids),
                ),
            }
        )
        for each, now in zip(listed, held, strict=True)
        if not (now.is_fragment or now.is_past)
    ]


def _is_fact(statement: ViewStatement, pack: LanguagePack) -> bool:
    """Return whether a statement is a fact about the person that is worth repeating."""
    piece = statement.piece
    is_said = statement.is_of_person and statement.is_quotable and is_of_this_chat(piece)
    if not is_said or statement.is_correction:  # the corrected statement contains it
        return False
    if piece.item is not None and piece.item_kind != "key_facts":
        return False
    own = language_pack_for(statement.text, pack)
    act = dialogue_act(statement.text, own)
    told = len(own.stems(statement.text)) + bool(NUMBER.search(statement.text))
    return act in STATING_ACTS and told >= _FEWEST_STEMS


def _is_on(matter: frozenset[str], text: str, pack: LanguagePack) -> bool:
    return not matter or bool(matter & frozenset(pack.stems(text)))


def _without_repeats(
    facts: Sequence[ViewStatement], covered: Sequence[frozenset[str]], pack: LanguagePack
) -> list[ViewStatement]:
    """Return the ``facts`` that neither an item, several together, nor a longer fact contain."""
    first: dict[str, ViewStatement] = {}
    for each in facts:
        first.setdefault(each.text, each)
    stems = {text: frozenset(pack.stems(text)) for text in first}
    kept: dict[str, frozenset[str]] = {}
    for text in sorted(stems, key=lambda each: -len(stems[each])):
        parts = frozenset[str]().union(*(each for each in covered if _covers(stems[text], each)))
        said = (*covered, parts, *kept.values())
        if not any(_covers(each, stems[text]) for each in said):
            kept[text] = stems[text]
    return [first[text] for text in stems if text in kept]


def _covers(whole: frozenset[str], part: frozenset[str]) -> bool:
    """Return whether ``whole`` holds nearly all of ``part``."""
    return len(whole & part) >= _COVERED * len(part)
