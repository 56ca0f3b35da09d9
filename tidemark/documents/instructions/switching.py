"""Clauses that tick, switch or flag a yes-or-no value."""

from collections.abc import Callable
from functools import partial

from tidemark.documents.instructions.changes import Change, NotApplied, joined, joined_new
from tidemark.documents.instructions.clause import NAME, NAMED, InstructionClause, inside
from tidemark.nlp.languages import names_alike

_ALIKE = 0.6  # the quality of a word that only resembles a name: "aanvraag", of "aanvrager"


def switch(clause: InstructionClause) -> Change:
    """Switch a value on or off."""
    text = clause.with_container("target")
    if nodes := _every_switch(clause, text):
        value = clause.frame.value is True
        return joined_new([partial(_flagged, clause, each, value, text) for each in nodes])
    changes = [
        clause.replaced(
            clause.outline.path(node), clause.outline.values[node], clause.frame.value is True, text
        )
        for node in (
            _inner_switch(clause, each)
            for each in clause.many(text, NAMED, partial(_is_switch, clause))
        )
    ]
    return joined(changes)


def _every_switch(clause: InstructionClause, text: str) -> list[int]:
    """Return the members of the object of only yes or no that ``text`` says all of."""
    outline = clause.outline
    if clause.cues.every.search(text) is None:
        return []
    found = clause.reader.resolve_all(
        text, NAME, lambda node: isinstance(outline.values[node], dict) and node > 0
    )
    inner = list(outline.inner(found[0])) if len(found) == 1 else []
    return inner if all(isinstance(outline.values[each], bool) for each in inner) else []


def _is_switch(clause: InstructionClause, node: int) -> bool:
    return isinstance(clause.outline.values[node], bool) or _inner_switch(clause, node) != node


def _inner_switch(clause: InstructionClause, node: int) -> int:
    value = clause.outline.values[node]
    if isinstance(value, dict):
        for each in clause.outline.inner(node):
            key = clause.outline.keys[each]
            if isinstance(clause.outline.values[each], bool) and key in (
                "enabled",
                "active",
                "on",
                "aan",
                "actief",
                "ingeschakeld",
            ):
                return each
    return node


def tick(clause: InstructionClause) -> Change:
    """Set the only yes or no of an entry."""
    text = clause.plain("target")
    if clause.cues.denial.search(text):
        raise NotApplied("not_there", text)
    nodes = clause.many(text, NAMED, clause.outline.is_entry)
    return joined_new([partial(_ticked, clause, node, text) for node in nodes])


def _ticked(clause: InstructionClause, node: int, text: str) -> Change:
    inner = [
        each for each in clause.outline.inner(node) if isinstance(clause.outline.values[each], bool)
    ]
    if clause.frame.value == "got":  # "got the milk"
        inner = [each for each in inner if clause.outline.keys[each] in names_alike()["got"]]
    if not inner and clause.frame.value != "got":
        raise NotApplied("no_tick", text, known=1)
    if len(inner) != 1:
        raise NotApplied("whole", text, [clause.outline.path(node)], known=1)
    return _flagged(clause, inner[0], clause.frame.value is not False, text)


def toggle(clause: InstructionClause) -> Change:
    """Turn a yes into a no, or a no into a yes."""
    text = clause.plain("target")
    node = clause.one(text, NAMED, lambda each: isinstance(clause.outline.values[each], bool))
    value = clause.outline.values[node]
    return clause.replaced(clause.outline.path(node), value, not value, text)


def flag(clause: InstructionClause) -> Change:
    """Set a yes or no as a statement says."""
    target, flag = clause.plain("target"), clause.plain("flag")
    whole = f"{flag} {target}"
    is_denied = bool(clause.cues.denial.search(whole)) or clause.frame.value is False
    bare = clause.cues.denial.sub(" ", flag).strip()
    about = clause.cues.denial.sub(" ", target).strip()
    if not bare or clause.hidden.has_literal(clause.way.get("flag", "")):
        raise NotApplied("not_there", flag)
    is_it = not about or clause.cues.pronoun.fullmatch(about) or _is_whole(clause, about)
    parts = [about] if is_it else [each for each in clause.cues.joint.split(about) if each.strip()]
    changes: list[Callable[[], Change]] = []
    for part in parts:
        if not is_denied and (states := _states(clause, part, bare)):
            changes += [partial(clause.set_at, *each, part) for each in states]
            continue
        text = bare if is_it else inside(bare, part)
        nodes = clause.many(text, NAME, lambda each: isinstance(clause.outline.values[each], bool))
        changes += [partial(_flagged, clause, node, not is_denied, text) for node in nodes]
    return joined_new(changes)


def _states(clause: InstructionClause, text: str, said: str) -> list[tuple[int, str]]:
    """Return the texts to set of the entries ``text``: the member in which others hold ``said``."""
    outline = clause.outline
    if clause.cues.pronoun.fullmatch(text) or not text:
        return []
    try:
        nodes = clause.many(text, NAMED, outline.is_entry)
    except NotApplied:
        return []
    found = []
    for node in nodes:
        members = list(outline.members(outline.parents[node]))
        alike = [
            each for each in members if f"{outline.values[each]}".casefold() == said.casefold()
        ]
        keys = {outline.keys[each] for each in alike if isinstance(outline.values[each], str)}
        held = [each for each in outline.inner(node) if outline.keys[each] in keys]
        if len(keys) != 1 or len(held) != 1:
            return []
        found.append((held[0], f"{outline.values[alike[0]]}"))
    return found


def _is_whole(clause: InstructionClause, text: str) -> bool:
    """Return whether ``text`` means the subject of the document: "the plan", of one in a plan."""
    if clause.is_all(text):
        return True
    bare = clause.cues.article.sub("", text, count=1).casefold()
    named = any(each.quality > _ALIKE for each in clause.outline.explained(bare))
    return bare in clause.cues.whole and not named


def _flagged(clause: InstructionClause, node: int, value: bool, text: str) -> Change:  # noqa: FBT001 - it is the value
    return clause.replaced(clause.outline.path(node), clause.outline.values[node], value, text)
