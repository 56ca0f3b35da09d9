"""Matching of items: whether two say the same, or the newer one supersedes the older.

Both tests are strict. Two items say the same only if they do not differ in any word that matters;
in doubt they stay apart, because a lost fact is worse than a repeated one.
"""

import re
from collections.abc import Sequence
from itertools import permutations

from rapidfuzz import fuzz

from tidemark.memory.slots import SlotText
from tidemark.nlp.corrections import Corrections
from tidemark.nlp.language_id import language_of
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.search_terms import content_stems, words
from tidemark.nlp.statements import Statement, parse_statement, subject_stems
from tidemark.nlp.stemming import stem
from tidemark.schema import Item, ItemKind

_PARTS = re.compile(r"[,;]")
_SOON_AFTER = 6  # messages: three exchanges
_SPELLING = 85  # of 100: "accomodation" is like "accommodation", "affect" is not like "effect"
_SPELT_LETTERS = 6  # short words that look alike are different: Anna and Hanna
_TELLING_STEMS = 3  # a shorter beginning may continue in any way
_FEWEST_ENTRIES = 3  # parts of a list
_WEAKEST_SHARE = 0.5  # the shorter statement must have half of the longer one's words


def _statements(one: str, other: str) -> tuple[Statement, Statement]:
    """Parse both; a text that does not show its language is read in that of the other."""
    return parse_statement(one, language_of(other)), parse_statement(other, language_of(one))


def says_the_same(one: Item, other: Item) -> bool:
    """Return whether both items say the same, or one adds only a little.

    They do not if numbers, names, dates or persons differ, or only one is negated.
    """
    if one.text.casefold() == other.text.casefold():
        return one.on is None or other.on is None or one.on == other.on
    if one.on and other.on and one.on != other.on:
        return False
    shorter, longer = sorted((one.text.casefold(), other.text.casefold()), key=len)
    if longer.startswith(shorter + " "):
        beginning, _ = _statements(shorter, longer)
        if len(beginning.stems) >= _TELLING_STEMS:
            return True
    pair = _statements(one.text, other.text)
    if set(pair[0].stems).isdisjoint(pair[1].stems):  # true of most pairs
        return False
    few, many = sorted(pair, key=lambda each: (len(each.stems), len(each.names), len(each.numbers)))
    return (
        _compatible(few, many)
        and len(few.stems) >= max(2, _WEAKEST_SHARE * len(many.stems))
        and _all_matched(few.stems, many.stems)
    )


def supersedes(newer: Item, older: Item, kind: ItemKind) -> bool:
    """Return whether ``newer`` corrects or contradicts ``older`` on one subject, both of ``kind``.

    A fact is superseded only by an explicit correction ("no longer", "not Porto", "now"): two
    similar facts may both be true.
    """
    new, old = _statements(newer.text, older.text)
    if new.speaker != old.speaker:
        return False
    if _replaces_by_name(new, old) or _ends(new, old):
        return True
    differs = _announces_correction(newer, new, old) or (
        kind != "key_facts"
        and (
            _refills_slot(new, old)
            or _is_negation(new, old)
            or _changes_choice(new, old)
            or (kind == "decisions" and _replaces_recent(newer, older, new.table))
        )
    )
    return differs and not says_the_same(newer, older)


def has_correcting_word(item: Item) -> bool:
    """Return whether ``item`` has a word of correction, such as "actually" or "now"."""
    table = language_pack_for(item.text).corrections
    return bool(table.announces.match(item.quote) or table.corrects.search(item.text))


def _announces_correction(newer: Item, new: Statement, old: Statement) -> bool:
    """Return whether the newer statement announces a correction of the older one."""
    announced = bool(new.table.announces.match(newer.quote or newer.text))
    if not (announced or new.corrects):
        return False
    return (
        _refills_slot(new, old)
        or _is_contrary(new, old)
        or (announced and _changes_number(new, old))
    )


def _replaces_recent(newer: Item, older: Item, table: Corrections) -> bool:
    """Return whether "use Postgres instead" follows soon after the decision it replaces.

    An item written by hand has no message, so nothing follows it.
    """
    if not (newer.message_ids and older.message_ids):
        return False
    apart = min(newer.message_ids) - max(older.message_ids)
    return 0 < apart <= _SOON_AFTER and bool(table.instead.search(newer.text))


def _compatible(few: Statement, many: Statement) -> bool:
    return (
        few.speaker == many.speaker
        and few.denies == many.denies
        and few.numbers <= many.numbers
        and (few.numbers == many.numbers or not few.numbers)
        and _in_order(few.names, many.names)
        and (few.persons == many.persons or not (few.persons and many.persons))
    )


def _in_order(few: tuple[str, ...], many: tuple[str, ...]) -> bool:
    rest = iter(many)
    return all(name in rest for name in few)


def _all_matched(few: tuple[str, ...], many: tuple[str, ...]) -> bool:
    """Return whether ``many`` has every stem of ``few``, at most one of them spelt differently."""
    missing = [at for at in few if at not in many]
    if len(missing) > 1:
        return False
    others = [at for at in many if at not in few]
    return all(any(_spelt_alike(at, other) for other in others) for at in missing)


def _spelt_alike(one: str, other: str) -> bool:
    long = min(len(one), len(other)) >= _SPELT_LETTERS
    return long and one[0] == other[0] and fuzz.ratio(one, other) >= _SPELLING


def _replaces_by_name(new: Statement, old: Statement) -> bool:
    """Return whether the newer statement replaces the older: "Lisbon, not Porto" after Porto."""
    return any(
        replaced
        and replaced.issubset(old.stems)
        and not new.subject.issubset(old.stems)
        and not _is_entry(replaced, old)
        for replaced in new.replaced
    )


def _is_entry(stems: frozenset[str], statement: Statement) -> bool:
    """Return whether ``stems`` are one entry of a list, whose other entries still hold."""
    parts = _PARTS.split(statement.text)
    of = [stems <= frozenset(content_stems(part, statement.language)) for part in parts]
    is_list = len(parts) >= _FEWEST_ENTRIES or (len(parts) > 1 and stems <= statement.numbers)
    return is_list and sum(of) == 1


def _ends(new: Statement, old: Statement) -> bool:
    """Return whether the newer statement ends the older: "I no longer eat meat"."""
    is_of_it = new.ends and bool(new.subject) and new.subject.issubset(old.stems)
    return is_of_it and not _denied(new.subject, old)


def _denied(subject: frozenset[str], statement: Statement) -> bool:
    """Return whether it denies ``subject`` itself: "I eat meat, but no fish" affirms meat."""
    return any(
        statement.table.denies.search(part)
        for part in _PARTS.split(statement.text)
        if not subject.isdisjoint(content_stems(part, statement.language))
    )


def _refills_slot(new: Statement, old: Statement) -> bool:
    """Return whether both give the same slot different values, such as two dates of a deadline."""
    for ours, theirs in zip(new.slots, old.slots, strict=True):
        if ours and theirs and _is_one_slot(ours.attribute, theirs.attribute):
            is_other = ours.value != theirs.value and not _of_different(ours.about, theirs.about)
            return is_other and not _gives_difference(new.text)
    return False


def _gives_difference(text: str) -> bool:
    """Return whether it gives no value but a change of one: "the rent is now 50 euros higher"."""
    said = SlotText(text, language_pack_for(text))
    return any(said.is_difference(value) for value in said.values)


def _of_different(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether each names something else: "order 12: the budget", "order 13: the budget"."""
    return not (one <= other or other <= one)


def _is_one_slot(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether both name the same slot, as "Tim lives" and "my brother Tim lives" do."""
    few, many = sorted((set(one), set(other)), key=len)
    return few == many or (len(few) > 1 and few < many)


def _is_contrary(new: Statement, old: Statement) -> bool:
    """Return whether both cannot be true: "my cousin Pia is vegetarian", "Pia eats fish now"."""
    for ours_at, theirs_at in permutations(range(len(new.contraries))):
        ours, theirs = new.contraries[ours_at], old.contraries[theirs_at]
        if ours and theirs:
            whom = (
                subject_stems(new.text[: ours.start()], new.language),
                subject_stems(old.text[: theirs.start()], old.language),
            )
            few, many = sorted(map(set, whom), key=len)
            return few <= many if few else not many and new.persons == old.persons
    return False


def _changes_number(new: Statement, old: Statement) -> bool:
    """Return whether only the number differs: "we are 15" after "we are 14 people"."""
    if not (new.numbers and old.numbers) or new.numbers & old.numbers:
        return False
    said = words(new.table.announces.sub("", new.text, count=1))
    rest = {word for word in said if stem(word, new.language) not in new.table.frame}
    return bool(rest - new.numbers) and rest - new.numbers <= set(words(old.text))


def _is_negation(new: Statement, old: Statement) -> bool:
    """Return whether one denies the other: "I don't like coffee" after "I like coffee"."""
    return bool(new.subject) and new.denies != old.denies and new.subject == old.subject


def _changes_choice(new: Statement, old: Statement) -> bool:
    """Return whether an exclusive choice changed: an aisle seat after a window seat."""
    if new.denies != old.denies or new.persons != old.persons:
        return False
    ours, theirs = new.subject - new.numbers, old.subject - old.numbers
    if new.numbers and old.numbers and new.numbers != old.numbers:
        return bool(ours) and ours == theirs and len(new.numbers - old.numbers) == 1
    exclusive = new.table.exclusive.search(new.text) and old.table.exclusive.search(old.text)
    return bool(
        exclusive
        and ours & theirs
        and len(ours - theirs) == len(theirs - ours) == 1
        and new.stems[new.table.head] == old.stems[old.table.head]
    )
