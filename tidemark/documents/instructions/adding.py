"""Clauses that add entries and fields."""

import re

from pydantic import JsonValue

from tidemark.documents.content import is_same
from tidemark.documents.creations import ITEMS
from tidemark.documents.entries import EntryReader, Incomplete
from tidemark.documents.instructions import only_list
from tidemark.documents.instructions.changes import Cause, Change, NotApplied
from tidemark.documents.instructions.clause import (
    ANY,
    KNOWN,
    NAME,
    NAMED,
    InstructionClause,
    inside,
)
from tidemark.documents.places import (
    Path,
    explicit,
    member_name,
    phrase_of,
    pointer,
)
from tidemark.documents.schema_parts import schema_at
from tidemark.documents.values import KindUnclear, Unclear, is_number

_POINTER = re.compile(r"(?:^|\s)/\S")
_MOST_WORDS = 5  # of a list with a position: "the first step of the recipe"
_UNSAID = ("unsaid", "measured")  # frames without a word like "field"
_FIELD_NAME = re.compile(r"[^\W\d]\w*(?:-\w+)*")
_QUOTED_KEY = re.compile(r"[\w. -]{1,60}")


def add(clause: InstructionClause) -> Change:
    """Add to a list or to an object."""
    value, container = clause.way["value"], clause.way["container"]
    _check_adds(clause, value, container)
    if "more" in clause.way:
        value = f"{value}, {clause.way['more']}"
    at, value, container = _position(clause, value, container)
    head = clause.plain("head")
    is_first = clause.cues.positions["first"].fullmatch(head) is not None  # "put as first in …:"
    if (number := _number(clause, head)) is not None:
        at, head = number - 1, ""  # "at position 2 of the list"
    at, head = (0, "" if is_first else head) if is_first or clause.frame.value == 0 else (at, head)
    at, container = _counted(clause, at, container)
    named = clause.hidden.plain(container)
    path = explicit(named, clause.outline)
    if path is not None:
        return _add_at(clause, path, value, named)
    if clause.hidden.has_literal(container):
        raise NotApplied("not_there", named)
    try:
        node = list_at(clause, named)
    except NotApplied as error:
        if not head and only_list.is_the_document(clause, named):
            return _added_to_whole(clause, value, at)
        if clause.is_all(named):
            return add_entry(clause)
        node, value = _list_by_head(clause, f"{head}: {value}" if head else value, named, error)
    if head and _is_name(clause, head, node):
        value = f"{head}, {value}"
    return added(clause, node, value, at, named)


def _check_adds(clause: InstructionClause, value: str, container: str) -> None:
    """Refuse words that add no entry to a list.

    Raises:
        NotApplied: They ask for a removal, a new field, or nothing.
    """
    words, cues = container.split(), clause.cues
    is_gone = bool(words) and words[-1].casefold() in cues.gone  # "must go from the tools"
    is_remark = clause.frame.value == "also" and not clause.reader.is_addressed
    is_cut_late = cues.indefinite.search(container)  # "in the shifts | also a night shift"
    if is_gone or is_remark or is_cut_late or cues.field_word.search(value):
        raise NotApplied("not_there", clause.plain("container"))


def _is_name(clause: InstructionClause, head: str, node: int) -> bool:
    """Return whether words before a list are the name of its new entry: "Bed 5"."""
    if clause.hidden.has_literal(clause.way["head"]) or re.search(r"\d", head):
        return True
    words = [each for each in phrase_of(head, clause.cues).needed if each[:1].isupper()]
    return any(not _names_entry(clause, each, node) for each in words)


def _mapped(clause: InstructionClause, value: str) -> Change | None:
    """Return the change that adds a named member to an object whose members are all alike."""
    bare = clause.cues.article.sub("", value.strip(), count=1)
    bare = clause.cues.article.sub("", bare, count=1)
    head, _, rest = bare.partition(" ")
    if not rest or clause.hidden.has_literal(head):
        return None
    nodes = clause.reader.resolve_all(head, NAME, lambda node: _is_map(clause, node))
    if len(nodes) != 1:
        return None
    path, held = clause.outline.path(nodes[0]), clause.outline.values[nodes[0]]
    assert isinstance(held, dict)  # noqa: S101 - it is a map
    name, given = _named_member(clause, rest, is_object=isinstance(next(iter(held.values())), dict))
    if not name or name in held:
        return None
    beside = list(held.values())[:50]
    try:
        if isinstance(beside[0], dict):
            (made,) = EntryReader(clause.values, beside).read(given)
        else:
            made = clause.values.read(given, None, beside[:3], name)
    except (Unclear, Incomplete):
        raise NotApplied("incomplete", bare, [path], known=1, said=rest) from None
    new = (*path, name)
    return Change(({"op": "add", "path": pointer(new), "value": made},), new)


def _named_member(clause: InstructionClause, text: str, *, is_object: bool) -> tuple[str, str]:
    """Split words for a new member into its name and its value."""
    text = re.sub(r"^(?:called|named|genaamd)\s+", "", text.strip(" :,"))
    parts = (
        re.match(r"([^:,]{1,60})[:,]\s*(.+)", text)
        if is_object
        else re.match(r"(.{1,60}?)\s*(?:\b(?:of|at|for|van|à|op)\b|[:=])?\s*(\S*\d\S*)$", text)
    )
    return (clause.hidden.plain(parts[1]).strip(), parts[2]) if parts else ("", "")


def _is_map(clause: InstructionClause, node: int) -> bool:
    """Return whether a node is an object with at least two members of one kind, by name."""
    held = clause.outline.values[node]
    if not isinstance(held, dict) or len(held) < 2 or clause.outline.is_entry(node) or not node:
        return False
    values = list(held.values())
    if all(isinstance(each, dict) for each in values):
        names = [set(each) for each in values if isinstance(each, dict)]
        return all(len(names[0] & each) * 2 > len(names[0] | each) for each in names)
    return all(map(is_number, values))


def list_at(clause: InstructionClause, text: str) -> int:
    """Return the list that ``text`` names."""
    return clause.one(text, NAMED, lambda node: isinstance(clause.outline.values[node], list))


def _added_to_whole(clause: InstructionClause, value: str, at: str | int) -> Change:
    """Return the change that adds to the document itself, or to its one possible list."""
    plain = clause.hidden.plain(value)
    if (node := _list_of_parts(clause, value)) is not None:
        return added(clause, node, value, at, plain)
    if clause.cues.place_word.search(value) or _POINTER.search(value):
        raise NotApplied("not_there", plain)  # "a torch at /3"
    node = only_list.of(clause, plain)
    if node is not None:
        return added(clause, node, only_list.without_head(clause, value), at, plain)
    if (node := _list_by_shape(clause, value)) is not None:
        return added(clause, node, value, at, plain)
    if not only_list.may_begin(clause, value):
        raise NotApplied("not_there", plain, known=clause.reader.known(plain))
    try:
        clause.check_words(value, "")
        entries = EntryReader(clause.values, ()).read(value)
    except (Unclear, Incomplete):
        raise NotApplied("not_there", plain) from None
    return Change(
        ({"op": "add", "path": f"/{ITEMS}", "value": entries},), (ITEMS, len(entries) - 1)
    )


def _list_of_parts(clause: InstructionClause, value: str) -> int | None:
    """Return the only list of objects whose entries have the parts of ``value``."""
    fitting = [
        node
        for node, each in enumerate(clause.outline.values)
        if isinstance(each, list) and each and all(isinstance(one, dict) for one in each)
        if EntryReader(clause.values, _beside(clause, node)).parted(value) is not None
    ]
    return fitting[0] if len(fitting) == 1 else None


def _list_by_shape(clause: InstructionClause, value: str) -> int | None:
    """Return the only list of objects all of whose members ``value`` gives: "200 g of flour"."""
    outline = clause.outline
    lists = [
        node
        for node, each in enumerate(outline.values)
        if isinstance(each, list) and each and all(isinstance(one, dict) for one in each)
    ]
    if len(lists) != 1 or not re.search(r"\d", clause.hidden.plain(value)):
        return None
    reader = EntryReader(clause.values, _beside(clause, lists[0]))
    try:
        (made,) = reader.read(value)
    except (Unclear, Incomplete):
        return None
    return lists[0] if isinstance(made, dict) and set(made) == set(reader.keys) else None


def _list_by_head(
    clause: InstructionClause, value: str, container: str, error: NotApplied
) -> tuple[int, str]:
    """Return the list that the first words of ``value`` name within ``container``."""
    found = _headed(clause, value, container)
    if found is not None:
        return found
    if error.cause == "not_there":
        around = clause.reader.resolve_all(
            container, NAMED, lambda node: isinstance(clause.outline.values[node], dict)
        )
        if len(around) == 1:
            inner = [
                each
                for each in clause.outline.inner(around[0])
                if isinstance(clause.outline.values[each], list)
            ]
            if len(inner) == 1:
                return inner[0], value
    raise error


def _headed(clause: InstructionClause, value: str, container: str = "") -> tuple[int, str] | None:
    """Return the list whose entries the first word of ``value`` names, and the rest of it."""
    bare = clause.cues.article.sub("", value.strip(), count=1)
    bare = clause.cues.article.sub("", bare, count=1)
    named = re.split(r"[:,]", bare, maxsplit=1)[0]
    words = list(re.finditer(r"[^\s:,]+", named))[:3]
    several: NotApplied | None = None
    for last in range(len(words), 0, -1):
        head = bare[: words[last - 1].end()]
        if clause.hidden.has_literal(head):
            continue
        try:
            node = clause.one(
                inside(head, container),
                NAME,
                lambda each: isinstance(clause.outline.values[each], list),
            )
        except NotApplied as error:
            several = error if error.cause == "several" else several
            continue
        if not _names_entry(clause, head, node):
            continue
        rest = bare[words[last - 1].end() :]
        keys = EntryReader(clause.values, _beside(clause, node)).keys
        is_key = len(words[:last]) == 1 and head.casefold() in [each.casefold() for each in keys]
        return node, f"{head}{rest}" if is_key else rest
    if several:
        raise several
    return None


def _names_entry(clause: InstructionClause, head: str, node: int) -> bool:
    key = str(clause.outline.keys[node])
    return (
        any(
            one.how == "name" and one.node == node
            for word in head.split()
            for one in clause.outline.explained(word)
        )
        or key == head
    )


def _beside(clause: InstructionClause, node: int) -> list[JsonValue]:
    value = clause.outline.values[node]
    entries = list(value) if isinstance(value, list) else []
    return entries[:50]


def added(clause: InstructionClause, node: int, text: str, at: str | int, phrase: str) -> Change:
    """Return the change that adds the entries ``text`` to the list ``node``."""
    path = clause.outline.path(node)
    schema = schema_at(clause.reader.schema, (*path, 0))
    reader = EntryReader(clause.values, _beside(clause, node), schema)
    text = _without_kind(clause, node, text)
    text = re.sub(
        r"^[\s:,]*(?:(?:called|named|saying|that says|genaamd|met de naam|namelijk)\b)?[\s:,]*",
        "",
        text,
    ).strip()
    if not text:
        raise NotApplied("no_value", phrase, [path], known=1)
    is_gone = clause.cues.talk.removes.search(text) and not clause.hidden.has_literal(text)
    is_person = text.casefold() in clause.cues.talk.persons
    if is_person or (is_gone and not isinstance(at, int)):
        raise NotApplied("not_there", text)  # "in the north the kale can go"
    if clause.hidden.text.lstrip().startswith(text) and _are_lower(clause, node):
        text = f"{text[:1].lower()}{text[1:]}"  # "Wheat should be among the allergens"
    try:
        _check_entry(clause, reader, text)
        entries = reader.read(text)
    except (Unclear, Incomplete) as error:
        said = clause.hidden.plain(text)
        cause: Cause = "incomplete" if isinstance(error, Incomplete) else "value"
        cause = "kind" if isinstance(error, KindUnclear) else cause
        raise NotApplied(cause, f"{phrase}: {said}", [path], known=1, said=said) from None
    known = clause.outline.values[node]
    if any(
        is_same(each, one) for each in entries for one in (known if isinstance(known, list) else [])
    ):
        raise NotApplied("already", clause.hidden.plain(text), [path])
    index, operations = _index(clause, node, at), []
    for number, entry in enumerate(entries):
        step = index + number if isinstance(index, int) else index
        operations.append({"op": "add", "path": pointer((*path, step)), "value": entry})
    count = len(known) if isinstance(known, list) else 0
    place = index if isinstance(index, int) else count + len(entries) - 1
    return Change(tuple(operations), (*path, place))


def _are_lower(clause: InstructionClause, node: int) -> bool:
    """Return whether the list ``node`` has only texts that begin with a small letter."""
    held = _beside(clause, node)
    return bool(held) and all(isinstance(each, str) and each[:1].islower() for each in held)


def _without_kind(clause: InstructionClause, node: int, text: str) -> str:
    """Return a new entry without the word for such entries: "a waypoint called Home"."""
    bare = clause.cues.article.sub("", text.strip(), count=1)
    kind, _, rest = bare.partition(" ")
    is_kind = kind.isalpha() and _names_entry(clause, kind, node)
    reader = EntryReader(clause.values, _beside(clause, node))
    keys = [each.casefold() for each in reader.keys]
    is_led = bare != text.strip() or re.fullmatch(r"[\d.,]+", rest) is not None  # "port 2323"
    if rest and is_kind and is_led and kind.casefold() not in keys:
        text = rest
    named, colon, more = text.partition(": ")
    is_named = (
        bool(colon)
        and reader.parted(text) is None
        and not re.search(r"[,;]", named)
        and len(named.split()) <= _MOST_WORDS
    )
    if (
        is_named
        and keys
        and more.strip()
        and not any(each.casefold() in keys for each in named.split())
    ):
        return f"{named.rstrip()}, {more.strip()}"  # "Freeriders: minimum age 14"
    return text


def _check_entry(clause: InstructionClause, reader: EntryReader, text: str) -> None:
    """Refuse words that are unlikely to be a new entry, unless each shows its member.

    Raises:
        Unclear: They are a sentence, or name a place.
        Incomplete: They name members, and no entry shows the structure.
    """
    if reader.parted(text) is None:
        clause.check_words(reader.ordered(text), "")
        _check_places(clause, reader, text)
        _check_members(clause, reader, text)


def _check_places(clause: InstructionClause, reader: EntryReader, text: str) -> None:
    """Refuse an entry whose words name a place of the document: "a lamp at the lamps"."""
    if clause.hidden.has_literal(text):
        return
    for found in clause.cues.place_word.finditer(text):
        words = phrase_of(text[found.end() :], clause.cues).needed
        if words and words[0].casefold() in [each.casefold() for each in reader.keys]:
            continue  # "at pitch 12", of stalls with a pitch
        known = (clause.outline.explained(each) for each in words[:3])
        if any(one.how == "name" for each in known for one in each):
            raise Unclear


def _check_members(clause: InstructionClause, reader: EntryReader, text: str) -> None:
    """Refuse names with values, "value 5, source OECD", if no entry shows their structure."""
    items = clause.values.items(text)
    is_known = reader.siblings or reader.is_of_objects or clause.hidden.has_literal(text)
    are_named = all(each[:1].islower() and len(each.split()) > 1 for each in items)
    if not is_known and len(items) > 1 and are_named:
        raise Incomplete


def _index(clause: InstructionClause, node: int, at: str | int) -> str | int:
    """Return the list index of a position: a number, or after or before an entry."""
    if at == "-" or isinstance(at, int):
        return at
    where, _, words = str(at).partition(" ")
    beside = clause.one(
        words,
        NAMED,
        lambda each: clause.outline.parents[each] == node and clause.outline.is_entry(each),
    )
    index = clause.outline.keys[beside]
    assert isinstance(index, int)  # noqa: S101 - it is an entry
    return index + (where == "after")


def _position(clause: InstructionClause, value: str, container: str) -> tuple[str | int, str, str]:
    """Return the position of a new entry, and both texts without the words for it."""
    for text in (value, container):
        if (placed := _between(clause, text)) is not None:
            place, rest = placed
            return place, *((rest, container) if text is value else (value, rest))
    positions = clause.cues.positions
    if (counted := _nth(clause, value, container)) is not None:
        return counted
    if (beside := _beside_entry(clause, value, container)) is not None:
        return beside
    for name, at in (("first", 0), ("last", "-")):
        for text in (value, container):
            found = re.match(rf"(?:{positions[name].pattern})(?=\s|$)", text, re.I) or re.search(
                rf"(?:^|[\s,]+)(?:{positions[name].pattern})(?=\s|$)", text, re.I
            )
            if found and found[0].strip(" ,") in clause.outline.by_key:
                continue  # "begin 11:00", of shifts with a begin
            if found and _is_position(clause, text[: found.start()], found[0]):
                rest = f"{text[: found.start()]} {text[found.end() :]}".strip(" ,:")
                pair = (rest, container) if text is value else (value, rest)
                if text is value or rest:
                    return at, *pair
    return "-", value, container


def _beside_entry(
    clause: InstructionClause, value: str, container: str
) -> tuple[str, str, str] | None:
    """Return the position before or after an entry, and both texts without the words for it."""
    for name in ("before", "after"):
        for text in (value, container):
            found = re.search(rf"(?:^|[\s,]+)(?:{clause.cues.positions[name].pattern})", text, re.I)
            words, colon, more = text[found.end() :].partition(":") if found else ("", "", "")
            head = text[: found.start()].strip(" ,:") if found else ""
            beside = next(
                (each for each in (words, f"{words} {head}") if _is_named(clause, each)), ""
            )
            if head and beside:
                rest, place = f"{head}{colon}{more}", f"{name} {clause.hidden.plain(beside)}"
                return place, *((rest, container) if text is value else (value, rest))
    return None


def _nth(clause: InstructionClause, value: str, container: str) -> tuple[int, str, str] | None:
    """Return a numbered position, "at position 2" or "in second place", and the other words."""
    for name in ("nth", "nth_place"):
        for text in (value, container):
            found = re.search(
                rf"(?:^|\s)(?:{clause.cues.positions[name].pattern})(?=\s|$)", text, re.I
            )
            said = next(filter(None, found.groupdict().values()), "") if found else ""
            rest = f"{text[: found.start()]} {text[found.end() :]}".strip(" ,:") if found else ""
            if rest and (number := _number(clause, said)):
                return number - 1, *((rest, container) if text is value else (value, rest))
    return None


def _number(clause: InstructionClause, word: str) -> int | None:
    """Return a position in words or digits, counted from 1; None if it is none."""
    if word.isdecimal():
        return int(word)
    number = clause.cues.numbers.get(word.casefold()) or clause.cues.ordinals.get(word.casefold())
    return int(number) if number and number > 0 else None


def _is_position(clause: InstructionClause, before: str, said: str) -> bool:
    """Return whether words are a position: not in "the materials of the first lesson"."""
    return len(said.split()) > 1 and before.split()[-1:] != [clause.cues.within]


def _counted(clause: InstructionClause, at: str | int, container: str) -> tuple[str | int, str]:
    """Return the position that a container gives with its list: "as the first step"."""
    words = container.split()
    counted = [each for each in words if each.casefold() in clause.cues.ordinals]
    if at != "-" or len(counted) != 1 or len(words) > _MOST_WORDS:
        return at, container
    number = clause.cues.ordinals[counted[0].casefold()]
    rest = " ".join(each for each in words if each != counted[0])
    found = clause.reader.resolve_all(
        clause.hidden.plain(rest), NAME, lambda node: isinstance(clause.outline.values[node], list)
    )
    if len(found) != 1 or number < -1:
        return at, container
    return (number - 1 if number > 0 else "-"), rest


def _between(clause: InstructionClause, text: str) -> tuple[str, str] | None:
    """Return the position between two adjacent entries, and the other words."""
    found = clause.cues.between.search(text)
    if found is None:
        return None
    first, second = (clause.hidden.plain(found[each]) for each in ("first", "second"))
    words = second.split()
    for count in range(len(words), 0, -1):
        said = " ".join(words[:count]).rstrip(":,")
        if said.isdecimal():  # "between step 2 and 3"
            said = f"{first.rpartition(' ')[0]} {said}"
        beside = [_entries(clause, each) for each in (first, said)]
        pairs = [
            one
            for one in beside[0]
            for other in beside[1]
            if clause.outline.parents[one] == clause.outline.parents[other]
            and abs(_at(clause, one) - _at(clause, other)) == 1
        ]
        if len(pairs) == 1:
            return f"after {first}", f"{text[: found.start()]} {' '.join(words[count:])}".strip(
                " ,:"
            )
    return None


def _entries(clause: InstructionClause, text: str) -> list[int]:
    return clause.reader.resolve_all(text, ANY, clause.outline.is_entry)


def _at(clause: InstructionClause, node: int) -> int:
    index = clause.outline.keys[node]
    assert isinstance(index, int)  # noqa: S101 - it is an entry
    return index


def _is_named(clause: InstructionClause, text: str) -> bool:
    return bool(
        clause.reader.resolve_all(clause.hidden.plain(text), NAMED, clause.outline.is_entry)
    )


def _add_at(clause: InstructionClause, path: Path, text: str, phrase: str) -> Change:
    around = clause.outline.at(path[:-1])
    holder = clause.outline.values[around] if around is not None else None
    node = clause.outline.at(path)
    literal = clause.hidden.literal(text)
    is_index = isinstance(path[-1], int) or path[-1] == "-"
    if isinstance(holder, list) and not is_index:
        raise NotApplied("not_there", phrase, [path])
    if isinstance(holder, list) and is_index:
        if isinstance(path[-1], int) and path[-1] > len(holder):
            raise NotApplied("not_there", phrase, [path])
        like = [each for each in holder if not isinstance(each, dict | list)]
        value = clause.value_for(text, None, like, path, phrase)
    elif isinstance(holder, dict):
        held = clause.outline.values[node] if node is not None else None
        if node is not None and isinstance(held, list) and literal is None:
            return added(clause, node, text, "-", phrase)
        value = clause.value_for(
            text, held if not isinstance(held, dict | list) else None, (), path, phrase
        )
    else:
        raise NotApplied("not_there", phrase, [path])
    return Change(({"op": "add", "path": pointer(path), "value": value},), path)


def add_entry(clause: InstructionClause) -> Change:
    """Add an entry that has a heading of its own."""
    head = clause.way.get("head", "")
    after = clause.hidden.text.partition(head)[2] if head else ""
    joint = ":" if ":" in after.partition(clause.way["value"])[0] else ","
    head = f"{head}{joint} " if head else ""
    at, value, _ = _position(clause, f"{head}{clause.way['value']}", "")
    found = _headed(clause, value)
    if found is None and isinstance(at, str) and " " in at:
        beside = clause.one(at.partition(" ")[2], NAMED, clause.outline.is_entry)
        found = clause.outline.parents[beside], value
    if found is None and (mapped := _mapped(clause, value)) is not None:
        return mapped
    if found is None and (filled := _filled(clause, value)) is not None:
        return filled
    if found is None and (begun := _declared(clause, value)) is not None:
        return begun
    if found is None and clause.frame.value == "added" and clause.reader.taken_from is not None:
        found = only_list.beside(clause, value, clause.reader.taken_from)
    if found is None and clause.frame.value == "added" and clause.reader.is_addressed:
        return _added_to_whole(clause, clause.way["value"], at)
    if found is None and clause.reader.is_addressed and "head" in clause.way:
        node = _list_of_parts(clause, value)
        found = None if node is None else (node, value)
    if found is None and clause.reader.last and clause.outline.at(clause.reader.last) is not None:
        raise NotApplied("not_there", clause.hidden.plain(value))
    if found is None:
        raise NotApplied(
            "not_there",
            clause.hidden.plain(value),
            known=clause.reader.known(clause.hidden.plain(value)),
        )
    return added(clause, found[0], found[1], at, clause.hidden.plain(value))


def add_placed(clause: InstructionClause) -> Change:
    """Add an entry before or after another: "put painting after the cabinets: Tom, 3 days"."""
    where, head = clause.plain("where"), clause.way.get("head", "")
    value = f"{head}: {clause.way['value']}" if head else clause.way["value"]
    positions = clause.cues.positions
    side = next((each for each in ("before", "after") if positions[each].match(where)), None)
    if side is not None:
        beside = re.sub(rf"\A(?:{positions[side].pattern})", "", where, flags=re.I)
    elif (between := _between(clause, where)) is not None and not between[1].strip():
        side, _, beside = between[0].partition(" ")
    else:
        raise NotApplied("not_there", where)
    node = clause.one(beside, NAMED, clause.outline.is_entry)
    return added(clause, clause.outline.parents[node], value, f"{side} {beside}", where)


def _declared(clause: InstructionClause, text: str) -> Change | None:
    """Return the change that begins a list of the schema that is missing: "add NOAEL 1000"."""
    record, (name, _, rest) = clause.outline.values[0], text.strip().partition(" ")
    known = schema_at(clause.reader.schema, ())
    lists = known.get("properties") if isinstance(known, dict) else None
    if not (isinstance(record, dict) and isinstance(lists, dict)) or not rest.strip():
        return None
    for each in lists.keys() - record.keys():
        part = schema_at(clause.reader.schema, (each,))
        if each.casefold() != name.casefold().strip(":") or not isinstance(part, dict):
            continue
        if part.get("type") != "array":
            continue
        reader = EntryReader(clause.values, [], schema_at(clause.reader.schema, (each, 0)))
        try:
            entries = list(reader.read(rest.strip()))
        except (Unclear, Incomplete):
            return None
        return Change(({"op": "add", "path": pointer((each,)), "value": entries},), (each, 0))
    return None


def _filled(clause: InstructionClause, text: str) -> Change | None:
    """Return the change that gives an empty place its value: "add skin irritation: mild".

    If only the place is named, ask for its value by raising NotApplied.
    """
    given = re.fullmatch(rf"(.+?)\s*(?:[:=]|\b{clause.cues.becomes}\b)\s*(.+)", text)
    name = clause.hidden.plain(given[1] if given else text)
    empty = clause.reader.resolve_all(
        name, NAMED, lambda node: node > 0 and clause.outline.values[node] is None
    )
    if len(empty) != 1:
        return None
    path = clause.outline.path(empty[0])
    if given is None:
        raise NotApplied("no_value", name, [path], known=2)
    value = clause.value_for(given[2], None, (), path, name)
    return Change(({"op": "replace", "path": pointer(path), "value": value},), path)


def add_field(clause: InstructionClause) -> Change:
    """Add a field."""
    name, around = _field_name(clause), clause.plain("container")
    is_top = clause.cues.top_level.fullmatch(around) is not None
    if around and not is_top and not clause.is_all(around):
        node = _holder(clause, around)
    else:
        node = (clause.outline.at(clause.reader.within) if clause.reader.within else None) or 0
        if clause.frame.value in _UNSAID and not node:
            raise NotApplied("not_there", around)
    holder = clause.outline.values[node]
    path = (*clause.outline.path(node), name)
    if not isinstance(holder, dict):
        raise NotApplied("not_there", name)
    if name in holder:
        raise NotApplied("already", name, [path])
    return Change(
        ({"op": "add", "path": pointer(path), "value": _field_value(clause, path)},), path
    )


def _field_value(clause: InstructionClause, path: Path) -> JsonValue:
    """Return the value of a new field; for a list, that of each of its items."""
    said, name = clause.way["value"], str(path[-1])
    if clause.frame.value == "measured" and not re.search(r"\d", clause.plain("value")):
        raise NotApplied("not_there", name)  # "add a bag of rice to the kit"
    literal = clause.hidden.literal(said)
    if clause.frame.value != "list" or (literal and isinstance(literal[0], list)):
        return clause.value_for(said, None, (), path, name)
    if clause.plain("value").casefold() in clause.cues.nothing:
        return []
    return [clause.value_for(each, None, (), path, name) for each in clause.values.items(said)]


def _holder(clause: InstructionClause, text: str) -> int:
    """Return the object that ``text`` names by a name, by a path, or as an entry."""
    path = explicit(text, clause.outline)
    if path is not None and (node := clause.outline.at(path)) is not None:
        return node
    values = clause.outline.values
    if clause.frame.value not in _UNSAID:
        return clause.one(text, NAMED, lambda each: isinstance(values[each], dict))
    found = clause.reader.resolve_all(
        text, NAMED, lambda each: each > 0 and isinstance(values[each], dict | list)
    )
    is_one = len(found) == 1 and isinstance(values[found[0]], dict)
    parts = clause.values.items(clause.way["value"])
    firsts = [each.split()[0] for each in parts if len(parts) > 1]
    if not is_one or any(_is_known(clause, each) for each in firsts):
        raise NotApplied("not_there", text)  # "put Jan on the list: party of 3, vegetarian"
    return found[0]


def _field_name(clause: InstructionClause) -> str:
    """Return the name of a new field in the form of a key: "floor_level", of "floor level"."""
    said = clause.plain("name").strip(" :,")
    is_quoted = clause.hidden.literal(clause.way["name"]) is not None
    is_small = said.casefold() in clause.cues.small
    if is_small or (clause.frame.value in _UNSAID and _is_known(clause, said)):
        raise NotApplied("not_there", said)  # "add a step to the recipe: …"
    if _FIELD_NAME.fullmatch(said) or (is_quoted and _QUOTED_KEY.fullmatch(said)):
        return said
    words = said.split()
    told = rf"(?:{clause.cues.calling})\s+{re.escape(clause.way['name'])}"
    is_called = len(words) == 1 or re.search(told, clause.hidden.text, re.I) is not None
    made = member_name(words) if is_called else None
    if made is None or clause.frame.value == "unsaid":
        raise NotApplied("not_there", said)
    return made


def _is_known(clause: InstructionClause, name: str) -> bool:
    """Return whether words for a new field name a list or a member that is there."""
    words = [*name.split(), name]
    return any(
        one.how == "name" and one.quality > KNOWN
        for each in words
        for one in clause.outline.explained(each)
    )
