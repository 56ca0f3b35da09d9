"""Amendments: later statements of the person that change the answer of an earlier one.

If it is certain which value a correction replaces, ``memory.corrections`` changes the statement.
But people also correct themselves in other words: "Oma has a cold, Hennie comes".  Such a statement
changes nothing, but it is quoted in place of the earlier one if it has the same subject, says that
something changed, and contains the answer.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import pairwise

from tidemark.engines.builtin.answer_spans import answering_part, clauses, has_verb
from tidemark.engines.builtin.evidence import Evidence
from tidemark.engines.builtin.word_kin import is_derived, kin
from tidemark.memory.slots import SlotText, SlotValue
from tidemark.nlp.answer_types import AMOUNT_TOPICS, answer_type, has_answer, topics_of
from tidemark.nlp.dates import ANY_DAY, find_date
from tidemark.nlp.mentions import names, with_capitals
from tidemark.nlp.pack_fields import AnswerKind, LanguagePack
from tidemark.nlp.search_terms import words
from tidemark.nlp.stemming import stem

_SOON_AFTER = 6  # messages: three exchanges
_JUST_AFTER = 2  # messages: the next one of the person
_PART_END = re.compile(r"[,;:]\s+(?:(?:so|dus|en|and|but|maar) )?|\s+(?:so|dus)\s+", re.I)
_LISTED = re.compile(
    r"(?<=: )[^:.;]+|(?<![^\s(])[^\s,:.;]+(?: [^\s,:.;]+){0,3}(?:, [^,:.;]{1,40}){1,12},? "
    r"(?:and|en|or|of) \S+(?: \S+)?"
)
_ENTRY_END = re.compile(r",\s+(?:and |en )?|\s+(?:and|en|or|of)\s+")
_FEWEST_ENTRIES = 3
_LEAST_OWN = 0.2  # of the question, by an older statement whose words are left out of the newer
_LEAST_LETTERS = 5  # of a word that shows that a change concerns a statement
_HOME = "home"  # a topic: where people live
_OF_ANY = (None, "name", "choice")  # types without a pattern of their own
_OF_VALUES: frozenset[AnswerKind] = frozenset(
    {"money", "time", "people", "age", "count", "duration"}
)


def amended(
    question: str, found: Sequence[Evidence], said: Sequence[Evidence], pack: LanguagePack
) -> list[Evidence]:
    """Return ``found`` with the last of ``said`` that amends the best one in its place."""
    if not (found and _is_own(found[0])) or pack.counting.others.search(question):
        return list(found)
    own = [each for each in said if _is_own(each) and each.title == found[0].title]
    asked = _Question(question, sorted(own, key=_time), pack)
    best = found[0]
    for each in asked.said:
        if asked.is_amendment(each, best):
            best = _in_place_of(best, each)
    older = [found[0]] if best is not found[0] else []
    older += [each for each in found[1:] if _is_own(each) and asked.is_amendment(best, each)]
    if not older:
        return list(found)
    if asked.replaces_one_of_several(best, older[0]):
        return [older[0], best, *(each for each in found if each not in (best, older[0]))]
    rest = [each for each in found[1:] if each not in (*older, best)]
    later = [each for each in rest if best is found[0] or _time(each) > _time(best)]
    text = asked.newer_part(best, older[0]) if older[0].own >= _LEAST_OWN else best.text
    return [replace(best, text=text), *later]


def as_corrected(
    question: str, found: Sequence[Evidence], said: Sequence[Evidence], pack: LanguagePack
) -> list[Evidence]:
    """Return ``found`` with a statement that the best one corrected first, if only it is complete.

    "When is the dentist?" is not answered by "change the dentist to 11:00" alone, which has no day,
    nor "what time is dinner?" by "move the dinner to Saturday".
    """
    if not (answer_type(question, pack) == "time" and found and found[0].is_correction):
        return list(found)
    best = found[0]
    asks_clock = pack.counting.clock_time.search(question) is not None
    asks_day = "day" in {pack.dates.units.get(each) for each in words(question)}
    lacks_day = not (asks_clock or _names_day(best))
    if not lacks_day and (asks_day or names_clock(best)):
        return list(found)
    changed = [
        each
        for each in said
        if each.is_changed
        and not each.is_correction
        and not set(best.source).isdisjoint(each.message_ids)
        and _names_day(each)
        and (lacks_day or names_clock(each))
    ]
    if len(changed) != 1:
        return list(found)
    now = replace(changed[0], own=best.own, share=best.share, score=best.score)
    return [now, *(each for each in found[1:] if each != changed[0])]


def _names_day(each: Evidence) -> bool:
    return find_date(each.text, each.said or ANY_DAY, each.pack.language) is not None


def names_clock(each: Evidence) -> bool:
    """Return whether ``each`` names a time of day."""
    return any(value.type == "time" for value in SlotText(each.text, each.pack).values)


def taken_back(
    question: str, best: Evidence, said: Sequence[Evidence], pack: LanguagePack
) -> list[Evidence]:
    """Return those of ``said`` that later deny what ``question`` asks, of a person in ``best``.

    "Who is coming?", after "Nora and Theo are coming to dinner": "Nora cannot come after all".
    """
    known = {name.text for each in said for name in names(each.text, each.pack)}
    named = {each.text for each in names(best.text, best.pack)}
    of_people = {stem for name in named for stem in best.pack.stems(name)}
    asked = frozenset(pack.stems(question)) - pack.asking_stems - of_people
    later = {
        each: replace(each, text=with_capitals(each.text, known, each.pack))
        for each in said
        if _is_own(each) and _time(each) > _time(best)
    }
    denying = [
        each
        for each, spelt in later.items()
        if (
            _says_only_leaving(spelt)
            or (
                any(of in each.stems or kin(of, each.stems, pack) for of in asked)
                and denies_of_all(spelt)
            )
        )
        and not named.isdisjoint(name.text for name in names(spelt.text, each.pack))
    ]
    return sorted(denying, key=_time)


def moved_or_off(
    question: str, best: Evidence, said: Sequence[Evidence], pack: LanguagePack
) -> list[Evidence]:
    """Return those of ``said`` that later call off what ``best`` is about, or move it by a time.

    "When does dinner start?", after "dinner starts at 6:30": "dinner is off".
    """
    asked = frozenset(pack.stems(question)) - pack.asking_stems
    later = [each for each in said if _is_own(each) and _time(each) > _time(best)]
    is_own = _is_own(best) and not best.is_changed
    found = [each for each in later if is_own and _moves_subject(each, best, asked)]
    ahead = [each for each in later if each.pack.corrections.goes_ahead.search(each.text)]
    last = max(map(_time, ahead), default=0)
    return sorted((each for each in found if _time(each) > last), key=_time)


def changed_later(
    question: str, best: Evidence, said: Sequence[Evidence], pack: LanguagePack
) -> list[Evidence]:
    """Return the last of ``said`` that says that something in ``best`` changed, if there is one.

    After "he takes metoprolol": "they changed it: now bisoprolol, metoprolol made him dizzy".
    """
    told = {of for of in best.stems if of.isalpha() and len(of) >= _LEAST_LETTERS}
    told -= frozenset(pack.stems(question)) | pack.asking_stems
    changes = [
        each
        for each in said
        if _is_own(each)
        and not each.is_correction
        and _time(each) > _time(best)
        and not told.isdisjoint(each.stems)
        and each.pack.corrections.updates.search(each.text)
        and each.pack.corrections.amends.search(each.text)
    ]
    return sorted(changes, key=_time)[-1:] if _is_own(best) else []


def _moves_subject(newer: Evidence, best: Evidence, asked: frozenset[str]) -> bool:
    table = newer.pack.corrections
    change = table.calls_off.search(newer.text) or table.moves_by.search(newer.text)
    if change is None:
        return False
    is_order = not newer.text[: change.start()].strip()  # "cancel the dentist"
    told = newer.text[change.end() :] if is_order else newer.text[: change.start()]
    subject = frozenset(newer.pack.stems(told)) - table.frame
    if not subject:
        return _time(newer) - _time(best) <= _JUST_AFTER
    known = asked | best.stems
    return subject <= known and not subject.isdisjoint(asked)


def denies_of_all(each: Evidence) -> bool:
    """Return whether people are named in it, and only denied something: "Ben does not drive"."""
    parts = [part for part in clauses(each.text, each.pack) if names(part, each.pack)]
    return bool(parts) and all(each.pack.corrections.denies.search(part) for part in parts)


def _says_only_leaving(each: Evidence) -> bool:
    """Return whether it says that somebody is out, and perhaps why: "Henk cancelled, he is ill"."""
    found = each.pack.ledger.some_leave.match(each.text)
    if found is None:
        return False
    reason = each.pack.corrections.reasons.search(each.text, found.end())
    rest = each.text[found.end() : reason.start() if reason else None]
    part, *others = _PART_END.split(rest)
    return not each.pack.stems(part) and not any(names(of, each.pack) for of in others)


def _opens_anew(each: Evidence) -> bool:
    """Return whether it opens with a word of correction: "oh no", not "oh" alone."""
    opened = each.pack.corrections.opens.match(each.text)
    said = words(opened[0]) if opened else []
    return not each.pack.corrections.interjections.issuperset(said)


def _is_own(each: Evidence) -> bool:
    """Return whether the person said it to an assistant, in their own words."""
    return (
        each.role == "user"
        and not (each.is_pasted or each.asks or each.sentence.speaker)
        and bool(each.message_ids)
    )


def _time(each: Evidence) -> int:
    return max(each.source or each.message_ids, default=0)


def _in_place_of(older: Evidence, newer: Evidence) -> Evidence:
    best = max(older, newer, key=lambda each: each.score)
    return replace(newer, own=best.own, share=best.share, score=best.score, holds_type=True)


class _Question:
    """A question, and the person's statements (``said``) in order."""

    def __init__(self, question: str, said: Sequence[Evidence], pack: LanguagePack) -> None:
        self.question = question
        self.said = said
        self.pack = pack
        self.want = answer_type(question, pack)
        self.is_denied = bool(pack.corrections.denies.search(question))
        self.stems = frozenset(pack.stems(question)) - pack.asking_stems

    def is_amendment(self, newer: Evidence, older: Evidence) -> bool:
        """Return whether ``newer`` gives another answer than ``older``."""
        if newer.is_correction or _time(newer) <= _time(older):
            return False
        if not set(newer.message_ids).isdisjoint(older.message_ids):
            return False  # its text already says so
        if self.want == "person" and not self.is_denied and denies_of_all(newer):
            return False
        if self.want == "person" and self._does_another(newer, older):
            return False
        table = newer.pack.corrections
        if self._is_elsewhere_now(newer, older):
            return True
        if table.adds.search(newer.text) or not self._holds_answer(newer, older):
            return False
        is_marked = bool(table.amends.search(newer.text) or table.updates.search(newer.text))
        is_marked = is_marked or (self.want == "person" and self._gives_only_person(newer, older))
        if is_marked and self._is_of_same(newer, older):
            return True
        return bool(is_marked or _only_gives_value(newer)) and self._follows(newer, older)

    def _gives_only_person(self, newer: Evidence, older: Evidence) -> bool:
        """Return whether ``newer`` opens as a correction, and names no other thing than ``older``.

        "Oh no, Bo drives the tractor" does not change who drives the car.
        """
        opened = newer.pack.corrections.opens.match(newer.text)
        if opened is None or not _opens_anew(newer):
            return False
        said, pack = newer.text[opened.end() :], newer.pack
        people = {of for each in names(said, pack) for of in pack.stems(each.text)}
        verbs = pack.lexicon.verbs.intersection(words(said))
        acts = {of for verb in verbs for of in pack.stems(verb)}
        new = set(pack.stems(said)) - self.stems - older.stems - people - acts
        things = [each for each in new if len(each) > 1]  # not "m" of "pak 'm"
        return len(things) <= (0 if people else 1)

    def _does_another(self, newer: Evidence, older: Evidence) -> bool:
        """Return whether ``newer`` says who does what is asked, but of other things only.

        "Lisa takes the dishes now" says nothing of who takes the bus.
        """
        pack, verbs = newer.pack, _verb_stems(newer.pack)
        if not self.stems - verbs:
            return False
        known = (self.stems | older.stems) - verbs
        parts = [
            part
            for part in clauses(newer.text, pack)
            if self.stems & verbs & frozenset(pack.stems(part))
        ]
        things = [_things_in(part, pack) for part in parts]
        return bool(things) and all(each and each.isdisjoint(known) for each in things)

    def _is_elsewhere_now(self, newer: Evidence, older: Evidence) -> bool:
        """Return whether ``newer`` gives on, or puts away, the thing that ``older`` is about."""
        table = newer.pack.corrections
        is_moved = table.gives_on.search(newer.text)
        if self.want != "person":
            is_moved = is_moved or table.puts_away.search(newer.text)
        if not is_moved or not self.pack.answer_types.whereabouts.search(self.question):
            return False
        thing = self._known(older)
        return bool(thing) and thing <= self._known(newer)

    def replaces_one_of_several(self, newer: Evidence, older: Evidence) -> bool:
        """Return whether ``newer`` names some, but not all, of the people who answer in ``older``.

        "Tess is injured, Fay plays instead" leaves Jo of "Tess and Jo at the back".
        """
        if self.want != "person":
            return False
        named = {name.text for name in names(newer.text, newer.pack)}
        groups = _joined_names(self._part(older), older.pack)
        several = [
            {each for each in people if self.stems.isdisjoint(older.pack.stems(each))}
            for people in groups
        ]
        return any(named & people and not people <= named for people in several)

    def _known(self, each: Evidence) -> frozenset[str]:
        """Return the stems of the question in ``each`` and in what it refers to."""
        said = each.stems | each.sentence.implied
        return frozenset(of for of in self.stems if of in said or kin(of, said, self.pack))

    def newer_part(self, newer: Evidence, older: Evidence) -> str:
        """Return ``newer`` without first parts that are only about the old answer."""
        starts = [0, *(found.end() for found in _PART_END.finditer(newer.text))]
        spans = list(pairwise([*starts, len(newer.text)]))
        while len(spans) > 1 and self._is_about_old(newer.text[slice(*spans[0])], newer, older):
            spans.pop(0)
        while len(spans) > 1 and self._is_about_old(newer.text[slice(*spans[-1])], newer, older):
            spans.pop()
        text = newer.text[spans[0][0] : spans[-1][1]].rstrip(" ,;:")
        if not newer.pack.stems(text):
            return newer.text  # not "No […]"
        before = "[…] " if spans[0][0] else ""
        return f"{before}{text} […]" if spans[-1][1] < len(newer.text) else f"{before}{text}"

    def _is_about_old(self, part: str, newer: Evidence, older: Evidence) -> bool:
        old = older.stems & frozenset(newer.pack.stems(part)) - self.stems
        is_marked = newer.pack.corrections.amends.search(part) or self.want == "person"
        return bool(old and is_marked) and not self._answers(part, newer, older)

    def _answers(self, part: str, newer: Evidence, older: Evidence) -> bool:
        if self.want is None or self.want in _OF_ANY:
            return not newer.pack.corrections.amends.search(part)
        if self.want == "person":
            return has_answer("person", part, self.stems | older.stems, newer.pack)
        return has_answer(self.want, part, self.stems, newer.pack)

    def _holds_answer(self, newer: Evidence, older: Evidence) -> bool:
        """Return whether ``newer`` has a value in place of the one that answers in ``older``."""
        now, then = SlotText(newer.text, newer.pack), SlotText(older.text, older.pack)
        if self.want == "money" and newer.pack.ledger.people.search(newer.text):
            return False  # "we are 15"
        if self.want in _OF_VALUES:
            answers = [each for each in then.values if _within(each, self._part(older), older.text)]
            old = [each for each in answers if each.type != "name"]
            if self.want == "time":  # not the price beside the day
                old = [each for each in old if each.type in ("date", "time")] or old
            return any(_replaces(each, at) for each in now.values for at in old)
        if self.want == "person":
            is_same = _opens_anew(newer) and self.stems <= newer.stems & older.stems
            if is_same and newer.stems - older.stems:
                return True  # "no wait, bas brings the drinks"
            return has_answer("person", newer.text, self.stems | older.stems, newer.pack)
        if self.want in _OF_ANY:
            return bool(newer.stems - older.stems)
        return newer.holds_type

    def _around(self, older: Evidence) -> frozenset[str]:
        """Return the stems of the clause that answers, and of the parts that are no clauses."""
        part = self._part(older)
        said = [
            part,
            *(of for of in clauses(older.text, older.pack) if not has_verb(of, older.pack)),
        ]
        return frozenset(older.pack.stems(" ".join(said)))

    def _part(self, older: Evidence) -> str:
        return answering_part(self.question, older, self.pack)

    def _is_of_same(self, newer: Evidence, older: Evidence) -> bool:
        """Return whether ``newer`` is mainly about the subject of the answer in ``older``."""
        earlier = [each for each in self.said if _time(each) < _time(newer)]
        most = max((self._shared(newer, each) for each in earlier), default=0.0)
        if not most or self._shared(newer, older) < most:
            return False
        is_open = self.want is None or self.want in _OF_ANY
        said = self._around(older) if is_open else frozenset(older.pack.stems(self._part(older)))
        shared = _subject_stems(newer, older) & (said | self.stems)
        if is_open:
            if self.want is None:
                shared -= _listed(older) | _names_in_passing(newer)
            return bool(shared) and not self._shares_only_name(shared, newer, older)
        rare = self.stems - _common(self.pack)
        return bool(shared) or any(kin(each, newer.stems, self.pack) for each in rare)

    def _shares_only_name(self, shared: frozenset[str], newer: Evidence, older: Evidence) -> bool:
        """Return whether they share but a name: "Ada cannot eat nuts", "Ada moved to Hull"."""
        named = {of for name in names(newer.text, newer.pack) for of in newer.pack.stems(name.text)}
        asked = self.stems - named
        is_answered = bool(asked) and asked <= older.stems
        if not (shared <= named and is_answered) or asked & newer.stems:
            return False
        topics, wanted = (topics_of(of, self.pack) for of in (newer.text, self.question))
        return len(asked) > 1 or (_HOME in topics and _HOME not in wanted)

    def _follows(self, newer: Evidence, older: Evidence) -> bool:
        """Return whether ``newer`` names nothing known, and ``older`` has the last such value."""
        table = newer.pack.corrections
        earlier = [each for each in self.said if _time(each) < _time(newer)]
        is_next = bool(earlier) and _time(earlier[-1]) == _time(older)
        signs = (table.updates, table.hints, table.opens)
        is_sign = is_next or any(each.search(newer.text) for each in signs)
        if self.want not in _OF_VALUES or not is_sign:
            return False
        if any(self._shared(newer, each) for each in earlier) or _names_thing(newer):
            return False
        like = [each for each in earlier if self._holds_answer(newer, each)]
        is_last = bool(like) and like[-1].message_ids == older.message_ids
        return is_last and _time(newer) - max(older.message_ids) <= _SOON_AFTER

    def _shared(self, newer: Evidence, older: Evidence) -> float:
        """Return the weight of the words that both have; rare words weigh more."""
        telling = _subject_stems(newer, older)
        alike = telling & older.stems
        alike |= {
            each
            for each in older.stems - alike
            if any(is_derived(each, other, self.pack) for other in telling)
        }
        return sum(1 / self._count[each] for each in alike)

    @cached_property
    def _count(self) -> Counter[str]:
        return Counter(of for each in self.said for of in each.stems)


def _joined_names(text: str, pack: LanguagePack) -> list[set[str]]:
    """Return the names in ``text``, those that it joins together: "Tess and Jo"."""
    groups: list[set[str]] = []
    end = 0
    for name in sorted(names(text, pack), key=lambda each: each.start):
        if groups and pack.counting.joined.fullmatch(text, end, name.start):
            groups[-1].add(name.text)
        else:
            groups.append({name.text})
        end = name.start + len(name.text)
    return groups


def _things_in(part: str, pack: LanguagePack) -> frozenset[str]:
    """Return the stems of ``part`` beside people, verbs, days and words of change: "instead"."""
    table = pack.corrections
    people = {of for each in names(part, pack) for of in pack.stems(each.text)}
    people |= {of for word in words(part) if word in pack.lexicon.people for of in pack.stems(word)}
    for each in (table.opens, table.amends, table.updates, table.hints):
        part = each.sub(" ", part)
    said = {of for of in pack.stems(part) if len(of) > 1}  # not "m" of "pak 'm"
    return frozenset(said - people) - _verb_stems(pack) - _common(pack)


def _subject_stems(newer: Evidence, older: Evidence) -> frozenset[str]:
    """Return the stems of ``newer`` for its subject: no days, currencies or numbers.

    A number that it repeats from ``older`` counts as subject.
    """
    is_money = newer.pack.corrections.money.fullmatch
    again = frozenset(
        of
        for value in SlotText(newer.text, newer.pack).values
        if value.type not in ("name", "date") and SlotText(older.text, older.pack).says(value.text)
        for of in newer.pack.stems(value.text)
    )
    return again | frozenset(
        of for of in newer.stems - _common(newer.pack) if not (of.isdigit() or is_money(of))
    )


def _names_in_passing(each: Evidence) -> frozenset[str]:
    """Return the stems of names that do not open it: "the photos, Bram takes those"."""
    found = [name for name in names(each.text, each.pack) if name.start > 0]
    return frozenset(stem for name in found for stem in each.pack.stems(name.text))


@cache
def _verb_stems(pack: LanguagePack) -> frozenset[str]:
    return frozenset(stem(word, pack.language) for word in pack.lexicon.verbs)


@cache
def _common(pack: LanguagePack) -> frozenset[str]:
    """Return the stems of words for days, times and costs, which many messages have."""
    words = pack.lexicon.calendar | pack.lexicon.times
    of_amounts = {each for each, topic in pack.topics.items() if topic in AMOUNT_TOPICS}
    return frozenset(stem(word, pack.language) for word in words) | of_amounts


def _names_thing(each: Evidence) -> bool:
    """Return whether a part with a value also names its subject, other than a person."""
    said = SlotText(each.text, each.pack)
    parts = [said.part_of(value) for value in said.values if value.type != "name"]
    named = {(value.start, value.end) for value in said.values if value.type == "name"}
    return any(
        first <= thing.start < last and not thing.is_person
        for thing in said.things
        if (thing.start, thing.end) not in named
        for first, last in parts
    )


def _only_gives_value(each: Evidence) -> bool:
    """Return whether it says no more than one value: "75 is better", "I got it for 6,900"."""
    pack = each.pack
    values = SlotText(each.text, pack).values
    said = " ".join((*(value.text for value in values), *(value.unit for value in values)))
    table = pack.corrections
    rest = frozenset(pack.stems(each.text)) - frozenset(pack.stems(said)) - _common(pack)
    is_one = sum(value.type != "name" for value in values) == 1
    return is_one and rest <= table.frame | table.only_gives


def _listed(each: Evidence) -> frozenset[str]:
    """Return the stems of the entries that ``each`` lists, if there are three or more."""
    found = frozenset[str]()
    for row in _LISTED.findall(each.text):
        entries = _ENTRY_END.split(row)
        opens = [entry.split()[0].lower() for entry in entries if entry.split()]
        is_list = len(opens) >= _FEWEST_ENTRIES
        if is_list and each.pack.lexicon.prepositions.isdisjoint(opens):
            found |= frozenset(each.pack.stems(row))
    return found


def _within(value: SlotValue, part: str, text: str) -> bool:
    start = max(0, text.find(part))
    return start <= value.start and value.end <= start + len(part)


def _replaces(new: SlotValue, old: SlotValue) -> bool:
    """Return whether ``new`` is another value with the type and unit of ``old``."""
    return new.may_replace(old) and new.text.casefold() != old.text.casefold()
