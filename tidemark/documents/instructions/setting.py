"""Clauses that set or replace a value."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from pydantic import JsonValue

from tidemark.documents.content import is_same
from tidemark.documents.instructions.changes import Change, NotApplied, joined_new
from tidemark.documents.instructions.clause import (
    ANY,
    KEY_LIKE,
    NAME,
    NAMED,
    InstructionClause,
    inside,
)
from tidemark.documents.places import (
    explicit,
    forms,
    member_name,
    numbered,
    phrase_of,
    pointer,
)
from tidemark.documents.values import Unclear, is_clock, is_day, is_number

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"(?:\+\d{1,3}[ -]?\d|0\d)(?:[ -]?\d){5,12}")
_PERSON = re.compile(  # "Dr Singh", "Els van der Berg"
    r"[A-Z][\w.'’-]*(?: (?:[A-Z][\w.'’-]*|van|von|de|den|der|ten|ter|el|la|le|di|da))* ?(?<=\w|\.)"
)
_TYPED = 0.6  # the quality of a word that only resembles a name
_MOST_PLACES = 100  # for words that fit several places


def set_value(clause: InstructionClause) -> Change:
    """Set the places that the clause names to its value."""
    text = clause.with_container("target")
    said = f"{text} {clause.plain('value')}"
    if _asks_otherwise(clause, text, said):
        raise NotApplied("not_there", text)
    if clause.frame.value == "bare" and not _is_bare(clause):
        raise NotApplied("not_there", said)
    if not clause.hidden.has_literal(clause.way["value"]) and any(
        each[0][0].islower()  # no name: "Van der Meer"
        for way in (clause.cues.more, clause.cues.less)
        for each in way.finditer(said)
    ):
        raise NotApplied("not_there", text)  # "gets 4 boxes extra" does not mean 4
    value = clause.plain("value")
    if "heet" in clause.frame.template and KEY_LIKE.fullmatch(value) and value.islower():
        raise NotApplied("not_there", text)  # "the field due is called due_date": it is renamed
    if _is_relative(clause, said):
        raise NotApplied("not_there", text)  # "saved another 80"
    is_before = list(clause.way).index("value") < list(clause.way).index("target")
    if is_before and (clause.cues.article.match(clause.way["value"]) or _is_entry(clause, value)):
        raise NotApplied("not_there", text)  # "has a wooden floor", "put milk in the dairy aisle"
    if (first := _first_member(clause, text)) is not None:
        return first
    if (member := _with_member(clause, text)) is not None:
        return clause.set_at(*member, text)
    if (moment := _moment(clause, text)) is not None:
        return moment
    nodes = [_besides_number(clause, each, text) for each in _leaves(clause, text)]
    return joined_new([partial(clause.set_at, node, clause.way["value"], text) for node in nodes])


def _asks_otherwise(clause: InstructionClause, text: str, said: str) -> bool:
    """Return whether the words ask for another change than a new value."""
    cues, around = clause.cues, clause.way.get("container", "")
    is_denied = bool(text) and cues.denial.search(text.split()[-1]) is not None  # "… is not 5"
    is_gone = clause.way["value"].casefold() in cues.gone  # "at Rik's, VCA must go"
    is_begun = bool(around) and cues.starts.match(f"{around} ")  # "put first in tasks: name Trial"
    is_placed = cues.between.search(said)  # "between step 2 and 3: …" adds
    return bool(is_denied or is_gone or is_begun or is_placed) or _is_cut_late(clause, text)


def _is_cut_late(clause: InstructionClause, text: str) -> bool:
    """Return whether the words for a place contain the beginning of its value.

    "Set the role to doctor | in training" is read as "set the role | to doctor in training".
    """
    if clause.frame.value != "to" or explicit(text, clause.outline) is not None:
        return False
    words = text.split()
    for at in range(1, len(words) - 1):
        if words[at].casefold() in clause.cues.before_new:
            return not any(_names_place(clause, each) for each in words[at + 1 :])
    return False


def _names_place(clause: InstructionClause, word: str) -> bool:
    """Return whether a word names a member, or is in the name of an entry."""
    outline = clause.outline
    return any(
        one.how == "name"
        or (one.how == "entry" and word.casefold() in outline.label(one.node).casefold().split())
        for one in outline.explained(word)
    )


def _is_entry(clause: InstructionClause, value: str) -> bool:
    """Return whether a value names an entry that has members of its own."""
    outline = clause.outline
    found = clause.reader.resolve_all(value, NAMED, outline.is_entry)
    told = [each for each in found if outline.label(each).casefold() == value.casefold()]
    return len(told) == 1 and not outline.is_leaf(told[0])


def _besides_number(clause: InstructionClause, node: int, text: str) -> int:
    """Return the only other number of an entry that ``text`` identifies by this one: "sample 2"."""
    outline, old = clause.outline, clause.outline.values[node]
    around, key = outline.parents[node], str(outline.keys[node])
    if not outline.is_entry(around):
        return node  # "week number 49 must be 50"
    if not is_number(old) or not re.search(rf"\b{re.escape(key)} {old:g}\b", text, re.I):
        return node
    others = [each for each in outline.inner(around) if clause.is_number(each) and each != node]
    if not outline.is_entry(around) or len(others) != 1:
        raise NotApplied("whole", text, [outline.path(around)], known=1)
    return others[0]


def _is_relative(clause: InstructionClause, said: str) -> bool:
    """Return whether words say by how much something changes, and not to what."""
    if clause.hidden.has_literal(clause.way["value"]):
        return False
    found = clause.cues.talk.relative.finditer(said)
    return any(each["way"] or clause.cues.talk.anew.search(each["lead"] or "") for each in found)


def recase(clause: InstructionClause) -> Change:
    """Write a text in upper or lower case."""
    case, target = clause.plain("case"), clause.plain("target")
    is_upper = bool(clause.cues.upper.fullmatch(case))
    if not is_upper and not clause.cues.lower.fullmatch(case):
        raise NotApplied("not_there", target)
    nodes = clause.many(target, NAMED, lambda each: isinstance(clause.outline.values[each], str))
    return joined_new(
        [partial(_recased, clause, target, node, is_upper=is_upper) for node in nodes]
    )


def _recased(clause: InstructionClause, text: str, node: int, *, is_upper: bool) -> Change:
    old = str(clause.outline.values[node])
    return clause.replaced(
        clause.outline.path(node), old, old.upper() if is_upper else old.lower(), text
    )


def _first_member(clause: InstructionClause, text: str) -> Change | None:
    """Return the change that gives an empty document its first member."""
    if not clause.is_blank or not clause.reader.is_addressed or clause.frame.value != "to":
        return None
    words = clause.cues.article.sub("", text, count=1).split()
    name, small = member_name(words), clause.cues.small
    if name is None or any(each.casefold() in small for each in words):
        return None
    if clause.cues.pronoun.fullmatch(text):
        return None
    path = (name,)
    value = clause.value_for(clause.way["value"], None, (), path, text)
    return Change(({"op": "add", "path": pointer(path), "value": value},), path)


def _with_member(clause: InstructionClause, text: str) -> tuple[int, str] | None:
    """Return the member of the entry ``text`` that the value names, and the rest of the value.

    "The phone is due on the 25th", of an entry with the member "due".
    """
    first, _, rest = clause.way["value"].partition(" ")
    if not rest or clause.hidden.has_literal(first) or explicit(text, clause.outline) is not None:
        return None
    found = clause.reader.resolve_all(text, NAMED, lambda node: node > 0)
    outline = clause.outline
    around = [each for each in found if isinstance(outline.values[each], dict)]
    inner = [
        each
        for each in (outline.inner(around[0]) if len(around) == len(found) == 1 else ())
        if outline.is_leaf(each) and str(outline.keys[each]).casefold() == first.casefold()
    ]
    bare = clause.cues.linking.sub("", rest, count=1)
    return (inner[0], bare) if len(inner) == 1 and bare else None


def _moment(clause: InstructionClause, text: str) -> Change | None:
    """Return the change of the only day and the only time of an entry: "to 3 May at 9:30"."""
    outline, said = clause.outline, clause.plain("value")
    span = clause.values.day_in(said)
    found = clause.reader.resolve_all(text, NAMED, outline.is_entry)
    if span is None or len(found) != 1 or clause.hidden.has_literal(clause.way["value"]):
        return None
    inner = list(outline.inner(found[0]))
    day = [each for each in inner if is_day(outline.values[each])]
    clock = [each for each in inner if is_clock(outline.values[each])]
    rest = clause.cues.linking.sub("", said[span[1] :].strip(" ,"), count=1)
    if len(day) != 1 or len(clock) != 1 or not rest or said[: span[0]].strip():
        return None
    return joined_new(
        [
            partial(clause.set_at, day[0], said[: span[1]], text),
            partial(clause.set_at, clock[0], rest, text),
        ]
    )


def _named_in(clause: InstructionClause, node: int, text: str) -> int | None:
    """Return the member of ``node`` that a word of ``text`` names: "the value"."""
    outline, words = clause.outline, text.casefold().split()
    named = [each for each in outline.inner(node) if str(outline.keys[each]).casefold() in words]
    return named[0] if len(named) == 1 else None


def _leaves(clause: InstructionClause, text: str) -> list[int]:
    if (number := _number_of_single(clause, text)) is not None:
        return [number]
    if (near := _beside_last(clause, text)) is not None:
        return [near]
    try:
        nodes = clause.many(text, NAMED, partial(_is_settable, clause))
    except NotApplied as error:
        beside = {each[:-1] for each in error.places}
        if error.cause == "several" and len(beside) == 1 and clause.frame.value != "leaf":
            with suppress(NotApplied):
                return [measured(clause, clause.outline.at(beside.pop()) or 0, text)]
        if error.cause == "several" and clause.frame.value == "leaf":
            raise NotApplied("not_there", text) from None  # "note at Rex a vaccination: …" adds
        if error.cause == "not_there":
            around = clause.reader.resolve_all(text, NAMED, lambda node: node > 0)
            alike = _alike_part(clause, around, text)
            if alike is not None:
                return [alike]
            if len(around) == 1:
                named = _named_in(clause, around[0], text)
                return [named or measured(clause, around[0], text)]
        raise
    if clause.cues.single.match(text) and not all(map(clause.outline.is_entry, nodes)):
        raise NotApplied("whole", text, [clause.outline.path(each) for each in nodes])
    return nodes


def _is_other_kind(clause: InstructionClause, node: int) -> bool:
    """Return whether "it" cannot be a text just set: in "and make it 50 minutes"."""
    held = clause.outline.values[node]
    try:
        _, unit = clause.values.quantity(clause.plain("value"))
    except Unclear:
        return False
    return bool(unit) and isinstance(held, str) and not re.search(r"\d", held)


def _beside_last(clause: InstructionClause, text: str) -> int | None:
    """Return the member beside the last place that a level replaces: "and she is vegan"."""
    last = clause.outline.at(clause.reader.last) if clause.reader.last else None
    is_it = clause.cues.pronoun.fullmatch(text) or text.casefold() in clause.cues.talk.persons
    if last and is_it and _is_other_kind(clause, last):
        return measured(clause, clause.outline.parents[last], text)
    return _leveled(clause, clause.outline.parents[last]) if last and is_it else None


def _alike_part(clause: InstructionClause, around: Sequence[int], text: str) -> int | None:
    """Return the only place that holds such a value: a name in "the vet is Dr Singh".

    It is a part of the only node ``around``; without one, any place, if ``text`` names none: "my
    new number is 06-12345678".
    """
    outline, said = clause.outline, clause.plain("value")
    if not around and not phrase_of(text, clause.cues).needed:
        for shape in (_EMAIL, _PHONE):
            held = [each for each, one in enumerate(outline.values) if shape.fullmatch(f"{one}")]
            if shape.fullmatch(said) and len(held) == 1:
                return held[0]
    if len(around) != 1 or outline.is_entry(around[0]) or clause.frame.value in ("short", "bare"):
        return None
    inner = [each for each in outline.inner(around[0]) if isinstance(outline.values[each], str)]
    for shape in (_EMAIL, _PHONE):
        held = [each for each in inner if shape.fullmatch(f"{outline.values[each]}")]
        if shape.fullmatch(said) and len(held) == 1:
            return held[0]
    named = [each for each in inner if outline.keys[each] in ("name", "naam")]
    return named[0] if named and _PERSON.fullmatch(said) else None


def _number_of_single(clause: InstructionClause, text: str) -> int | None:
    """Return the only number of the entry identified by a value: "the one of 2023"."""
    told = clause.cues.single.match(text)
    if told is not None and clause.values.day_in(clause.plain("value")) is not None:
        return _timed_single(clause, text[told.end() :])
    try:
        clause.values.quantity(clause.plain("value"))
    except Unclear:
        return None
    if told is None:
        return None
    found = clause.reader.resolve_all(text[told.end() :], NAMED, clause.outline.is_entry)
    entries = [each for each in found if not clause.outline.is_leaf(each)]
    inner = list(clause.outline.inner(entries[0])) if len(entries) == 1 else []
    numbers = [each for each in inner if clause.is_number(each)]
    return numbers[0] if len(numbers) == 1 else None


def _timed_single(clause: InstructionClause, text: str) -> int | None:
    """Return the only day of the entry identified by a value: "the one from Leiden"."""
    found = clause.reader.resolve_all(text, NAMED, clause.outline.is_entry)
    entries = [each for each in found if not clause.outline.is_leaf(each)]
    return _timed(clause, entries[0]) if len(entries) == 1 else None


def _is_settable(clause: InstructionClause, node: int) -> bool:
    """Return whether a node is named as a member, or by its position in a list."""
    if node == 0:
        return False
    value = clause.outline.values[node]
    if clause.frame.value == "short" and not (is_number(value) or is_day(value) or is_clock(value)):
        return False
    if clause.frame.value == "bare" and not _has_digits(value):
        return False
    if clause.outline.is_entry(node):
        text = clause.with_container("target")
        is_named = isinstance(value, str) and bool(value) and value.casefold() in text.casefold()
        is_named = is_named and explicit(text, clause.outline) is None
        is_first = next(iter(clause.way)) == "value"
        is_before = is_first and not clause.frame.template.startswith("make")
        if is_before and explicit(text, clause.outline) is None:
            return False  # "put it as the first clause" adds
        return clause.outline.is_leaf(node) and not is_named and _is_numbered(clause)
    if isinstance(value, dict):
        return clause.values.masked.literal(clause.way.get("value", "")) is not None
    if isinstance(value, list):
        if list(clause.way).index("value") < list(clause.way).index("target"):
            return False  # "put Liv at travellers" adds
        if clause.frame.value == "leaf":
            return False  # "note at the vaccinations: …" adds
        plain = clause.plain("value")
        literal = clause.values.masked.literal(clause.way.get("value", ""))
        is_list = literal is not None and isinstance(literal[0], list | None)
        is_list = is_list or (
            literal is not None and bool(explicit(clause.with_container("target"), clause.outline))
        )
        is_list = is_list or plain.casefold() in clause.cues.nothing
        is_several = len(clause.values.items(plain)) > 1
        is_several = is_several and not clause.cues.added.match(plain)
        is_told = "heet" in clause.frame.template or clause.cues.reports.search(plain)
        is_several = is_several and not is_told
        is_single = not any(isinstance(each, dict | list) for each in value)
        return is_list or (is_several and is_single)
    return True


def _is_bare(clause: InstructionClause) -> bool:
    """Return whether only a place is named, and then a value with a digit: "cache ttl 10m"."""
    said, cues = clause.plain("value"), clause.cues
    phrase = phrase_of(clause.plain("target"), cues)
    is_place = all(
        cues.article.match(f"{each} ") or each.casefold() == cues.within for each in phrase.extra
    )
    named = [clause.outline.explained(each) for each in phrase.needed]
    is_place = is_place and all(any(one.quality > _TYPED for one in each) for each in named)
    amount, _, unit = said.partition(" ")
    is_short = not unit or unit.casefold() in cues.units
    return is_place and is_short and bool(re.match(r"[€$£]?\d", amount))


def _has_digits(value: JsonValue) -> bool:
    return is_number(value) or (isinstance(value, str) and bool(re.search(r"\d", value)))


def _is_numbered(clause: InstructionClause) -> bool:
    text = clause.with_container("target")
    return (
        bool(phrase_of(text, clause.cues).ordinals)
        or numbered(phrase_of(text, clause.cues)) is not None
        or explicit(text, clause.outline) is not None
        or bool(clause.cues.pronoun.fullmatch(text))
    )


def measured(clause: InstructionClause, node: int, text: str) -> int:
    """Return the member of ``node`` that a value's unit identifies: "4 stars", "2 m long"."""
    try:
        _, unit = clause.values.quantity(clause.plain("value"))
    except Unclear:
        unit = ""
    for word in unit.split():
        named = clause.cues.units.get(word.casefold(), word)
        inner = [
            each
            for each in range(node + 1, clause.outline.ends[node])
            if clause.outline.parents[each] == node
            and clause.is_number(each)
            and any(
                set(re.split(r"[_\W]+", str(clause.outline.keys[each]))) & forms(one)
                for one in (word, named)
            )
        ]
        if len(inner) == 1:
            return inner[0]
    if (timed := _timed(clause, node)) is not None:
        return timed
    if (number := _only_number(clause, node)) is not None:
        return number
    if (leveled := _leveled(clause, node)) is not None:
        return leveled
    path, said = clause.outline.path(node), clause.plain("value")
    if clause.outline.is_leaf(node) and not clause.frame.is_weak:  # "set the tent to two"
        raise NotApplied("value", f"{text}: {said}", [path], known=1, said=said)
    raise NotApplied("whole", text, [path], known=1)


def _leveled(clause: InstructionClause, node: int) -> int | None:
    """Return the only member with a text that the value replaces: "low", of "high"."""
    said, outline = clause.plain("value").casefold(), clause.outline
    found = [
        each
        for words in clause.cues.talk.levels
        if said in words
        for each in outline.inner(node)
        if isinstance(outline.values[each], str) and f"{outline.values[each]}".casefold() in words
    ]
    return found[0] if len(found) == 1 else None


def _only_number(clause: InstructionClause, node: int) -> int | None:
    """Return the only number of an entry if the value is a number without a unit: "rent 1200"."""
    outline, said = clause.outline, clause.plain("value")
    if not outline.is_entry(node) or clause.hidden.has_literal(clause.way["value"]):
        return None
    inner = [each for each in outline.inner(node) if clause.is_number(each)]
    texts = [each for each in outline.inner(node) if _holds_digits(outline.values[each])]
    try:
        _, unit = clause.values.quantity(said)
    except Unclear:
        return None
    is_share = clause.cues.units.get(unit.casefold()) == "percent"
    is_priced = clause.cues.units.get(unit.casefold()) == "euro" and len(inner) == 1
    is_priced = is_priced and bool(clause.cues.orders.price.search(f"{outline.keys[inner[0]]}"))
    if len(inner) != 1 or texts or (unit and not is_priced and not is_share):
        return None
    return inner[0]


def _holds_digits(value: JsonValue) -> bool:
    """Return whether a value is a text that a number may replace: "500m", but no day."""
    is_timed = is_day(value) or is_clock(value)
    return isinstance(value, str) and not is_timed and bool(re.match(r"\d", value))


def _timed(clause: InstructionClause, node: int) -> int | None:
    """Return the only day of ``node`` if the value is a day, or its only time of day."""
    outline, said = clause.outline, clause.plain("value")
    if clause.hidden.has_literal(clause.way["value"]):
        return None
    for is_such, read in ((is_day, clause.values.day), (is_clock, clause.values.time)):
        inner = [each for each in outline.inner(node) if is_such(outline.values[each])]
        try:
            read(said)
        except Unclear:
            continue
        return inner[0] if len(inner) == 1 else None
    return None


def change_value(clause: InstructionClause) -> Change:
    """Change the value that is named by its current content."""
    text = clause.with_container("target")
    old = clause.plain("old")
    by_value = _held(clause, old)
    nodes = clause.reader.resolve_all(text, NAMED, partial(_is_settable, clause))
    held = [node for node in nodes if _is_old(clause, node, old)] or _held_within(clause, text, old)
    if len(held) == 1:
        return clause.set_at(held[0], clause.way["value"], text)
    if len(nodes) == 1 and not by_value:
        raise NotApplied("value", f"{text}: {old}", [clause.outline.path(each) for each in nodes])
    if len(held) > 1:
        raise NotApplied("several", text, [clause.outline.path(each) for each in held])
    words = [
        each.casefold()
        for each in (*phrase_of(text, clause.cues).needed, *phrase_of(text, clause.cues).extra)
    ]
    named = [
        node
        for node in by_value
        if any(str(step).casefold() in words for step in clause.outline.path(node))
    ]
    if len(named) != 1:
        raise NotApplied(
            "several" if named else "not_there",
            text,
            [clause.outline.path(each) for each in named],
        )
    return clause.set_at(named[0], clause.way["value"], text)


def _held_within(clause: InstructionClause, text: str, old: str) -> list[int]:
    """Return the parts, which hold ``old``, of the only entry that ``text`` names."""
    outline = clause.outline
    around = clause.reader.resolve_all(
        text, NAMED, lambda node: not outline.is_leaf(node) and node > 0
    )
    inner = list(outline.inner(around[0])) if len(around) == 1 else []
    return [each for each in inner if outline.is_leaf(each) and _is_old(clause, each, old)]


def _is_old(clause: InstructionClause, node: int, old: str) -> bool:
    value = clause.outline.values[node]
    try:
        return is_same(
            clause.values.read(old, value, (), str(clause.outline.keys[node])), value
        ) or (str(value).casefold() == old.casefold())
    except Unclear:
        return False


def _held(clause: InstructionClause, text: str) -> list[int]:
    """Return the leaves whose value is ``text``, ignoring an article before it."""
    folded = text.casefold().strip()
    bare = clause.cues.article.sub("", folded, count=1)
    return [
        node
        for node, value in enumerate(clause.outline.values)
        if isinstance(value, str) and value.casefold() in (folded, bare)
    ]


def replace_value(clause: InstructionClause) -> Change:
    """Replace a word or a value with another."""
    text, within = clause.plain("old"), clause.plain("container")
    if clause.way["value"].casefold() in clause.cues.gone:
        raise NotApplied("not_there", text)  # "among Rik's certificates, VCA must go"
    literal = clause.hidden.has_literal(clause.way["old"])
    if clause.frame.value == "quoted" and not literal and len(_held(clause, text)) != 1:
        raise NotApplied("not_there", text)
    if not literal:
        try:
            nodes = _leaves_of(clause, inside(text, within))
        except NotApplied as error:
            if error.cause == "several":
                raise
        else:
            return clause.set_at(nodes, clause.way["value"], inside(text, within))
    node = clause.one(
        inside(text, within),
        ANY,
        lambda each: clause.outline.is_leaf(each) and _is_text(clause, each, text),
    )
    if clause.frame.value == "becomes":
        _check_only(clause, node, text)
    value = clause.way["value"]
    if value[:1].islower():
        value = clause.cues.article.sub("", value, count=1)
    return clause.set_at(node, value, text)


def _check_only(clause: InstructionClause, node: int, text: str) -> None:
    """Refuse to change the text by which an entry is known if it has others: "the dessert becomes".

    Raises:
        NotApplied: The value may be meant for another member of the entry.
    """
    outline, around = clause.outline, clause.outline.parents[node]
    texts = [each for each in outline.inner(around) if isinstance(outline.values[each], str)]
    if outline.is_entry(around) and len(texts) > 1:
        raise NotApplied("several", text, [outline.path(each) for each in texts])


def _is_text(clause: InstructionClause, node: int, text: str) -> bool:
    value = clause.outline.values[node]
    folded = text.casefold()
    bare = {folded, clause.cues.article.sub("", folded, count=1)}
    words = set(phrase_of(text, clause.cues).needed)
    return isinstance(value, str) and (
        value.casefold() in bare or (clause.outline.is_entry(node) and bool(words))
    )


def _leaves_of(clause: InstructionClause, text: str) -> int:
    phrase = phrase_of(text, clause.cues)
    is_numbered = phrase.ordinals or numbered(phrase) or explicit(text, clause.outline)
    return clause.one(
        text,
        NAMED,
        lambda each: (
            clause.outline.is_leaf(each)
            and each > 0
            and (bool(is_numbered) or not clause.outline.is_entry(each))
        ),
    )


def appoint(clause: InstructionClause) -> Change:
    """Set a place whose name follows the value: "make Ann the captain"."""
    text = clause.plain("target")
    words = phrase_of(text, clause.cues).needed
    names = [any(one.how == "name" for one in clause.outline.explained(each)) for each in words]
    node = clause.one(text, NAME, clause.outline.is_leaf)
    held = clause.outline.values[node]
    is_filled = clause.frame.value == "empty" and held is not None
    if not names or not all(names) or not isinstance(held, str | None) or is_filled:
        raise NotApplied("not_there", text)
    return clause.set_at(node, clause.way["value"], text)


def contrast(clause: InstructionClause) -> Change:
    """Set a value given with its opposite: "not green but black"."""
    old, text = clause.plain("old"), clause.plain("target")
    nodes = [
        node
        for node in range(1, len(clause.outline.values))
        if clause.outline.is_leaf(node)
        and clause.outline.values[node] is not None
        and not isinstance(clause.outline.values[node], bool)
        and _is_old(clause, node, old)
    ]
    phrase = phrase_of(text, clause.cues)
    needed = tuple(each for each in phrase.needed if each.casefold() not in clause.cues.carriers)
    if needed or phrase.ordinals:
        nodes = clause.outline.among(replace(phrase, needed=needed), nodes)
    if len(nodes) != 1:
        places = [clause.outline.path(each) for each in nodes[:_MOST_PLACES]]
        raise NotApplied("several" if nodes else "not_there", text, places)
    return clause.set_at(nodes[0], clause.way["value"], text)


def set_field(clause: InstructionClause) -> Change:
    """Set a field of an entry."""
    text = inside(clause.plain("field"), clause.plain("target"))
    return clause.set_at(clause.one(text, NAME, clause.outline.is_leaf), clause.way["value"], text)


def ask_value(clause: InstructionClause) -> Change:
    """Ask for the missing value of a place, by raising NotApplied."""
    text = clause.plain("target")
    node = clause.one(text, NAMED, lambda each: each > 0)
    raise NotApplied("no_value", text, [clause.outline.path(node)], known=2)
