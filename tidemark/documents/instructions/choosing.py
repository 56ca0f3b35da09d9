"""Entries of one list that words choose: all of them, those on a condition, all but some.

"All dairy items", "everything that is bought", "the tasks where less than 100 was spent", "all tags
except sweet".  Every word has to be explained by one list and its entries; where two lists, or two
members of entries, explain it, nothing is chosen.
"""

import datetime as dt
import operator
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from pydantic import JsonValue

from tidemark.documents.instructions.amounts import raised
from tidemark.documents.instructions.changes import Change, NotApplied, joined, joined_new
from tidemark.documents.instructions.clause import ANY, NAME, InstructionClause
from tidemark.documents.places import forms, phrase_of, pointer
from tidemark.documents.values import Unclear, as_number, is_day, is_number
from tidemark.schema.documents import Operation

_NUMBER = re.compile(r"[€$£]?\s?(\d[\d.,]*\d|\d)(?:\s?(?:%|euros?\b|dollars?\b|pounds?\b|[€$£]))?")
_OPERATORS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
}  # fmt: skip
_Test = Callable[[JsonValue], bool]


@dataclass(frozen=True)
class Choice:
    """Entries of the list ``around``.

    ``key`` is the member that chose them by its value, ``heeded`` the word of an exception.
    """

    around: int
    nodes: tuple[int, ...]
    key: str = ""
    heeded: str = ""


def chosen(clause: InstructionClause, text: str, flag: str = "") -> Choice:
    """Return the entries that ``text`` chooses, of a list whose entries have a yes or no ``flag``.

    Raises:
        NotApplied: It chooses none, fits several lists, or chooses in no such way.
    """
    parted = _Parted.of(clause, text)
    found: list[Choice] = []
    problem: NotApplied | None = None
    for node, value in enumerate(clause.outline.values):
        if isinstance(value, list) and value and not _is_within_entry(clause, node):
            try:
                found.append(_chosen_in(clause, node, parted, flag))
            except NotApplied as error:
                problem = problem if problem and problem.weight > error.weight else error
    if len(found) > 1:
        raise NotApplied("several", text, [clause.outline.path(each.around) for each in found])
    if not found:
        raise problem or NotApplied("not_there", text)
    if not found[0].nodes:
        raise NotApplied("not_there", text, known=1)
    return found[0]


def _is_within_entry(clause: InstructionClause, node: int) -> bool:
    return any(clause.outline.is_entry(each) for each in clause.outline.above(node))


@dataclass(frozen=True)
class _Parted:
    """Words that choose, in their parts: what they are of, a condition, and what is left out."""

    what: str
    condition: str = ""
    but: str = ""
    heeded: str = ""

    @classmethod
    def of(cls, clause: InstructionClause, text: str) -> "_Parted":
        """Part ``text``.

        Raises:
            NotApplied: It says nothing of all, of a condition or of an exception.
        """
        cues = clause.cues.choices
        what, condition, but, heeded = text.strip(), "", "", ""
        if left := cues.but.fullmatch(what):
            heeded = what[left.end("all") : left.start("but")]
            what, but = left["all"], left["but"]
        opened = cues.everyone.match(what)
        rest = what[opened.end() :] if opened else what
        if told := cues.that.fullmatch(rest):
            rest, condition = told["what"].strip(), told["how"]
        compared = (found for each in cues.compared.values() if (found := each.search(rest)))
        if not condition and (found := next(compared, None)) is not None:
            rest, condition = rest[: found.start()], rest[found.start() :]
        is_several = opened or condition or but or cues.kind_of.fullmatch(rest)
        if not is_several:
            raise NotApplied("not_there", text)
        if opened is None and clause.cues.single.match(f"{text} "):
            raise NotApplied("not_there", text)  # "the one with": a single one
        return cls(rest.strip(), condition, but, heeded)


def _chosen_in(clause: InstructionClause, around: int, parted: _Parted, flag: str) -> Choice:
    """Return the entries of the list ``around`` that the words choose."""
    outline = clause.outline
    entries = tuple(outline.inner(around))
    if flag:
        member_of(clause, around, flag, lambda each: isinstance(each, bool))
    words = [
        each
        for each in phrase_of(parted.what, clause.cues).needed
        if not _names_list(clause, around, each)
    ]
    tests: list[tuple[str, _Test]] = []
    denied = clause.cues.denial.search(parted.what)
    told = [(" ".join([denied[0], *words] if denied else words), False), (parted.condition, True)]
    if not words and not parted.condition and not _is_meant(clause, around, parted, flag):
        raise NotApplied("not_there", parted.what)
    for text, is_condition in told:
        if text:
            tests.append(_test(clause, around, text, is_condition=is_condition))
    left_out = _left_out(clause, around, parted.but) if parted.but else ()
    nodes = [
        each
        for each in entries
        if each not in left_out and all(test(outline.values[each]) for _, test in tests)
    ]
    keys = {key for key, _ in tests if key}
    return Choice(around, tuple(nodes), keys.pop() if len(keys) == 1 else "", parted.heeded)


def _is_meant(clause: InstructionClause, around: int, parted: _Parted, flag: str) -> bool:
    """Return whether words without a condition mean only this list, by its name or its entries.

    Raises:
        NotApplied: They name lists within entries, too: "all sources".
    """
    outline, phrase = clause.outline, phrase_of(parted.what, clause.cues)
    if not phrase.needed:
        return bool(flag) and not phrase.ordinals
    lists = [node for node, value in enumerate(outline.values) if isinstance(value, list)]
    alike = [
        each
        for each in lists
        if all(
            any(one.node == each and one.how == "name" for one in outline.explained(word))
            for word in phrase.needed
        )
    ]
    if any(each != around for each in alike):
        raise NotApplied("several", parted.what, [outline.path(each) for each in alike])
    return True


def _names_list(clause: InstructionClause, around: int, word: str) -> bool:
    """Return whether ``word`` names the list, or the member that identifies its entries."""
    outline = clause.outline
    named = {each.node for each in outline.explained(word) if each.how == "name"}
    if around in named:
        return True
    telling = [
        one
        for one in outline.members(around)
        if outline.values[one] == outline.label(outline.parents[one])
    ]
    return bool(named.intersection(telling))


def _left_out(clause: InstructionClause, around: int, text: str) -> Collection[int]:
    """Return the entries that an exception names, one each."""
    outline = clause.outline
    inner = set(outline.inner(around))
    whole = clause.reader.resolve_all(text, ANY, inner.__contains__)
    parts = [text] if len(whole) == 1 else [each for each in clause.cues.joint.split(text) if each]
    return {clause.one(each, ANY, inner.__contains__) for each in parts}


def member_of(
    clause: InstructionClause, around: int, text: str, fits: Callable[[JsonValue], bool]
) -> str:
    """Return the one member of the entries of a list that ``text`` names, with such values."""
    outline = clause.outline
    phrase = phrase_of(text, clause.cues)
    inner = {
        one
        for one in outline.members(around)
        if fits(outline.values[one]) and isinstance(outline.keys[one], str)
    }
    words = phrase.needed or phrase.extra
    if not words or phrase.ordinals:
        raise NotApplied("not_there", text)
    keys = {str(outline.keys[each]) for each in inner}
    for word in words:
        named = {
            str(outline.keys[each.node])
            for each in outline.explained(word)
            if each.how == "name" and each.node in inner
        }
        if phrase.needed or named:
            keys &= named
    if text.strip() in keys:
        return text.strip()
    if len(keys) > 1:
        places = [outline.path(each) for each in sorted(inner) if outline.keys[each] in keys]
        raise NotApplied("several", text, places)
    if not keys:
        raise NotApplied("not_there", text)
    return keys.pop()


def _test(
    clause: InstructionClause, around: int, text: str, *, is_condition: bool
) -> tuple[str, _Test]:
    """Return the test of entries that ``text`` says, and the member whose value it asks for."""
    cues = clause.cues.choices
    if late := cues.late.search(text):
        if _words(clause, text[: late.start()] + text[late.end() :]):
            raise NotApplied("not_there", text)
        return "", _late(clause, around)
    for sign, pattern in cues.compared.items():
        if found := pattern.search(text):
            return "", _comparison(clause, around, sign, text, found)
    if (flagged := _flag(clause, around, text)) is not None:
        return "", flagged
    return _equality(clause, around, text, is_condition=is_condition)


def _words(clause: InstructionClause, text: str) -> list[str]:
    filler = clause.cues.choices.filler
    return [each for each in re.findall(r"[\w'’/.%€$£-]+", text) if each.casefold() not in filler]


def _late(clause: InstructionClause, around: int) -> _Test:
    """Return whether the only day of an entry has passed, and its only yes or no is no."""
    outline = clause.outline
    members = list(outline.members(around))
    days = {outline.keys[each] for each in members if is_day(outline.values[each])}
    flags = {outline.keys[each] for each in members if isinstance(outline.values[each], bool)}
    if len(days) != 1 or len(flags) > 1:
        raise NotApplied("not_there", outline.label(around))
    (day,), today = days, clause.reader.said_at.date()

    def test(entry: JsonValue) -> bool:
        held = entry.get(str(day)) if isinstance(entry, dict) else None
        is_over = is_day(held) and dt.date.fromisoformat(str(held)) < today
        return is_over and not any(isinstance(entry, dict) and entry.get(str(f)) for f in flags)

    return test


def _comparison(
    clause: InstructionClause, around: int, sign: str, text: str, found: re.Match[str]
) -> _Test:
    """Return the test of a number: "less than 100 was spent"."""
    number = _NUMBER.match(text, found.end())
    if number is None:
        raise NotApplied("not_there", text)
    rest = f"{text[: found.start()]} {text[number.end() :]}"
    words = _words(clause, rest)
    outline = clause.outline
    if words:
        key = member_of(clause, around, " ".join(words), is_number)
    else:
        held = [each for each in outline.members(around) if is_number(outline.values[each])]
        keys = list(dict.fromkeys(str(outline.keys[each]) for each in held))
        if len(keys) != 1:
            raise NotApplied(
                "several" if keys else "not_there", text, [outline.path(each) for each in held]
            )
        key = keys[0]
    try:
        limit = as_number(number[1], clause.reader.language)
    except Unclear:
        raise NotApplied("not_there", text) from None

    def test(entry: JsonValue) -> bool:
        value = entry.get(key) if isinstance(entry, dict) else None
        return is_number(value) and _OPERATORS[sign](value, limit)

    return test


def _flag(clause: InstructionClause, around: int, text: str) -> _Test | None:
    """Return the test of the yes or no that ``text`` names; None if it names none."""
    is_denied = clause.cues.denial.search(text) is not None
    words = _words(clause, clause.cues.denial.sub(" ", text))
    try:
        key = member_of(clause, around, " ".join(words), lambda each: isinstance(each, bool))
    except NotApplied as error:
        if error.cause == "several":
            raise
        return None
    return lambda entry: isinstance(entry, dict) and entry.get(key) is not is_denied


def _equality(
    clause: InstructionClause, around: int, text: str, *, is_condition: bool
) -> tuple[str, _Test]:
    """Return the test of a value that entries hold: "dairy", "of Tom", "unit mg"."""
    if clause.cues.denial.search(text):
        raise NotApplied("not_there", text)
    words = _words(clause, text)
    outline = clause.outline
    keys = []
    entries = [each for each in outline.inner(around) if isinstance(outline.values[each], dict)]
    for key in dict.fromkeys(str(outline.keys[one]) for e in entries for one in outline.inner(e)):
        for rest in _rests(key, words, is_condition=is_condition):
            wanted = _spelt(rest)
            if any(wanted & _spelt_value(outline.values[each], key) for each in entries):
                keys.append((key, wanted))
                break
    if len(keys) != 1:
        places = [outline.path(around)] if keys else []
        raise NotApplied("several" if keys else "not_there", text, places)
    ((key, wanted),) = keys
    return key, lambda entry: bool(wanted & _spelt_value(entry, key))


def _rests(key: str, words: Sequence[str], *, is_condition: bool) -> Iterator[list[str]]:
    """Yield the words for a value: all, and in a condition those after the name of its member."""
    if words:
        yield list(words)
    if is_condition and len(words) > 1 and forms(words[0]) & forms(key):
        yield list(words[1:])
    if len(words) > 1 and forms(words[-1]) & forms(key):  # "in the safety category"
        yield list(words[:-1])


def _spelt(words: Sequence[str]) -> frozenset[str]:
    bare = [re.sub(r"['’]s$", "", each) for each in words]
    text = " ".join(bare).casefold()
    return forms(text) | {text} if len(bare) == 1 else frozenset({text})


def _spelt_value(entry: JsonValue, key: str) -> frozenset[str]:
    value = entry.get(key) if isinstance(entry, dict) else None
    if isinstance(value, str) and value:
        return (
            forms(value) | {value.casefold()} if " " not in value else frozenset({value.casefold()})
        )
    return frozenset({f"{value:g}"}) if is_number(value) else frozenset()


def remove_each(clause: InstructionClause) -> Change:
    """Remove the entries that are chosen."""
    choice = _choice(clause)
    paths = (pointer(clause.outline.path(each)) for each in sorted(choice.nodes)[::-1])
    operations: list[Operation] = [{"op": "remove", "path": path} for path in paths]
    return _change_of(clause, choice, operations)


def _change_of(
    clause: InstructionClause, choice: Choice, operations: Sequence[Operation]
) -> Change:
    """Return the change of the entries that are chosen."""
    return Change(tuple(operations), clause.outline.path(choice.around), (choice.heeded,))


def _members_of(clause: InstructionClause, choice: Choice, key: str) -> list[int]:
    """Return the members ``key`` of the entries that are chosen."""
    outline = clause.outline
    inner = (one for each in choice.nodes for one in outline.inner(each))
    return [each for each in inner if outline.keys[each] == key]


def set_each(clause: InstructionClause) -> Change:
    """Set a member of each entry that is chosen: the one that is named, or holds such values."""
    choice = _choice(clause)
    value = clause.way["value"]
    if member := clause.plain("member"):
        key = member_of(clause, choice.around, member, lambda _: True)
    else:
        key = _holder(clause, choice, clause.plain("value"))
    nodes = _members_of(clause, choice, key)
    if len(nodes) != len(choice.nodes):
        raise NotApplied("not_there", member or key)
    text = f"{member or key}"
    made = joined_new([partial(clause.set_at, node, value, text) for node in nodes])
    return _change_of(clause, choice, made.operations)


def _holder(clause: InstructionClause, choice: Choice, value: str) -> str:
    """Return the one member in which entries of the list hold ``value``."""
    outline = clause.outline
    keys = {
        str(outline.keys[one])
        for one in outline.members(choice.around)
        if str(outline.values[one]).casefold() == value.casefold()
    }
    if len(keys) != 1 or (choice.key and choice.key not in keys):
        raise NotApplied("not_there", value)
    return keys.pop()


def flag_each(clause: InstructionClause) -> Change:
    """Set the yes or no of each entry that is chosen."""
    outline, flag = clause.outline, clause.plain("flag")
    is_denied = clause.cues.denial.search(flag) is not None
    bare = clause.cues.denial.sub(" ", flag).strip()
    choice = _choice(clause, bare)
    if bare:
        key = member_of(clause, choice.around, bare, lambda each: isinstance(each, bool))
    else:
        key = _only_flag(clause, choice)
    nodes = _members_of(clause, choice, key)
    if len(nodes) != len(choice.nodes):
        raise NotApplied("not_there", flag)
    text, value = clause.plain("each"), not is_denied
    made = joined_new(
        [
            partial(clause.replaced, outline.path(node), outline.values[node], value, text)
            for node in nodes
        ]
    )
    return _change_of(clause, choice, made.operations)


def _only_flag(clause: InstructionClause, choice: Choice) -> str:
    outline = clause.outline
    inner = [one for each in choice.nodes for one in outline.inner(each)]
    keys = {str(outline.keys[one]) for one in inner if isinstance(outline.values[one], bool)}
    if len(keys) != 1:
        raise NotApplied("not_there", clause.plain("each"))
    return keys.pop()


def amount_each(clause: InstructionClause) -> Change:
    """Raise or lower a number of each entry that is chosen."""
    choice = _choice(clause)
    member, by = clause.plain("member"), clause.plain("by")
    key = member_of(clause, choice.around, member, is_number)
    nodes = _members_of(clause, choice, key)
    sign = clause.frame.value
    assert isinstance(sign, int)  # noqa: S101 - so are those of frames
    made = joined([raised(clause, node, by, sign, member) for node in nodes])
    return _change_of(clause, choice, made.operations)


def _choice(clause: InstructionClause, flag: str = "") -> Choice:
    """Return the entries that the clause chooses, of the list that it names as their container."""
    text, but = clause.plain("each"), clause.plain("but")
    if but and not clause.cues.choices.besides.match(but):
        raise NotApplied("not_there", but)
    choice = chosen(clause, f"{text} {but}".strip(), flag)
    container = clause.plain("container")
    if container:
        lists = clause.reader.resolve_all(container, NAME, lambda node: node == choice.around)
        if not lists:
            raise NotApplied("not_there", container)
    return choice
