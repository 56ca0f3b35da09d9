"""Answer spans: the day, time, amount or name in a sentence that alone answers a question.

In a row of a table, whose cells follow the names of their columns, the span is a cell.
"""

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from tidemark.engines.builtin.counting.doubts import counts_more
from tidemark.engines.builtin.counting.figures import MEASURED
from tidemark.engines.builtin.evidence import Evidence
from tidemark.engines.builtin.listings import amounts_in
from tidemark.engines.builtin.word_kin import kin, rejoined
from tidemark.memory.slots import MONEY, as_settled
from tidemark.nlp.answer_types import (
    AMOUNT_TOPICS,
    answer_type,
    has_answer,
    is_date,
    topics_of,
)
from tidemark.nlp.dates import ANY_DAY, arrival_and_departure, find_date, find_dates
from tidemark.nlp.mentions import names, tokens
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import stems_across
from tidemark.nlp.quotes import as_quote, day_in_words
from tidemark.nlp.search_terms import words

_AMOUNT = re.compile(r"[€$£]? ?\d")
_CELL = re.compile(r"(?P<name>[^:;]{1,60}): (?P<value>.+)")
_DIGIT = re.compile(r"\d")
_LONGEST = 1_000  # characters of a sentence that is split into parts
_FEWEST_WORDS = 2  # of a part of a sentence
_ENTRY_WORDS = 3  # of an entry of a series
_PART_END = re.compile(r"[,;:]\s+")
_GOES_ON = re.compile(r",? (?:the )?\d{1,2}(?:st|nd|rd|th|e)?\b(?! ?(?:[.:]\d|uur|am|pm))", re.I)
_SAYS_ALL = 0.95  # of the question, to be answered with yes or no
_YEAR = re.compile(r"\b\d{4}\b|['’]\d\d\b")
_AROUND = 6  # characters around a name that may join it to another
_LEAST_COVERED = 0.5  # of the question, by the sentence
_NEAREST_WORDS = 3  # before a thing that somebody dislikes: "hate", "can't stand the"
_SIGN_BEFORE = re.compile(r"[€$£]\s?$")


def as_sentence(span: str, best: Evidence) -> str:
    """Return the answer ``span`` from ``best`` as a sentence, a number with the noun it counts.

    A number alone has no full stop: "6." begins a list in Markdown.
    """
    if span.isdecimal():
        unit = re.search(rf"(?<![\w.,]){span} ([^\W\d_]{{2,}})", best.text)
        others = best.pack.function_words | best.pack.lexicon.qualifiers
        if (
            unit is None
            or unit[1].lower() in others
            or best.pack.corrections.instead.match(unit[1])
        ):
            return span  # not the "412 last" of "412 last year", nor "8 instead"
        span = f"{span} {unit[1]}"
    return f"{as_quote(span[:1].upper() + span[1:]).rstrip('.')}."


def answer_span(question: str, best: Evidence, pack: LanguagePack, now: dt.datetime) -> str | None:
    """Return the words of ``best`` that answer ``question``, or None in doubt.

    They are in the part of the sentence that shares most with the question, which may contain only
    one answer of the type asked for.
    """
    if best.own < _LEAST_COVERED or best.sentence.speaker:
        return None
    best = replace(best, text=as_settled(best.text, best.pack))
    remembers = pack.memory_questions.remember.search(question)
    if pack.answer_types.yes_or_no.search(question) and not remembers:
        return _yes_or_no(question, best, pack)
    part = answering_part(question, best, pack)
    want = answer_type(question, pack)
    if want == "time":
        if end := _end_of_stay(question, best, pack, now):
            return end
        if _lists_days(best) or _is_of_other_event(question, best, pack):
            return None
        parts = [part, *(each for each in clauses(best.text, best.pack) if each != part)]
        days = [day for each in parts if (day := _day(question, each, best, pack, now))]
        return (
            days[0] if days and (days[0] == _day(question, part, best, pack, now)) else _only(days)
        )
    if want in ("money", "age", "count", "people"):
        asks_more = (pack.counting.difference, pack.counting.part_of, pack.ledger.asks_needed)
        if any(each.search(question) for each in asks_more) or _asks_more(
            question, part, best, pack
        ):
            return None
        if _asks_rest(question, best, pack):
            return None
        return _amount(part, best.pack) if _is_counted(question, part, pack, best.pack) else None
    if want != "person":
        return None
    return _who(question, part, best, pack)


def _who(question: str, part: str, best: Evidence, pack: LanguagePack) -> str | None:
    """Return the person that ``question`` asks for: of ``part``, or of a clause that says more."""
    asked = frozenset(pack.stems(question))
    if acting := _acting_part(question, part, best, pack):
        part, best = acting, replace(best, text=acting)
    elif following := _pointing_back(part, asked - pack.asking_stems, best):
        part, best = following, replace(best, text=following)
    return _person(part, asked, best, denied=bool(pack.corrections.denies.search(question)))


def _is_of_other_event(question: str, best: Evidence, pack: LanguagePack) -> bool:
    """Return whether neither the thing nor the person that ``question`` asks about is in ``best``.

    "I'll send the invitations on 22 March": when is the party?
    """
    acts = {stem for word in words(question) if word in pack.lexicon.verbs
            for stem in pack.stems(word)}  # fmt: skip
    things = frozenset(pack.stems(question)) - pack.asking_stems - acts
    if not things:
        is_ours = pack.cues.first_person.search(question)
        is_told_of_us = best.pack.cues.first_person.search(best.text)
        asked = frozenset(pack.stems(question))
        tells_who = has_answer("person", best.text, asked, best.pack)
        return bool(is_ours and not is_told_of_us and tells_who)
    said = best.sentence
    known = best.stems | said.implied | said.message | stems_across(best.title, pack)
    return not any(of in known or kin(of, known, pack) for of in things)


def _lists_days(best: Evidence) -> bool:
    """Return whether it names several days in a row: "on 3 March, 24 March and 14 April"."""
    own, text = best.pack, best.text
    named = find_dates(text, best.said or ANY_DAY, own.language)
    in_order = sorted(named, key=lambda each: each.start)
    between = [text[one.end : other.start] for one, other in pairwise(in_order)]
    if any(own.counting.joined.search(each) and not own.stems(each) for each in between):
        return True
    ends = (own.counting.joined.match(text, each.end) for each in in_order)
    next_words = (words(text[joint.end() :])[:1] for joint in ends if joint)
    weekdays = {each.lower() for each in own.phrases.weekdays}
    return any(not weekdays.isdisjoint(each) for each in next_words)


def _asks_rest(question: str, best: Evidence, pack: LanguagePack) -> bool:
    """Return whether the question is about what is left or owed, and the sentence is not."""
    asked, said = pack.accounts, best.pack.accounts
    pairs = (
        (asked.asks_rest, said.asks_rest),
        (asked.asks_owed, said.asks_owed),
        (asked.asks_over, said.asks_over),
        (asked.asks_average, said.asks_average),
    )
    return any(of.search(question) and not same.search(best.text) for of, same in pairs)


def _asks_more(question: str, part: str, best: Evidence, pack: LanguagePack) -> bool:
    """Return whether ``question`` asks for more than one amount: a total, or one of several."""
    if best.pack.counting.fraction.search(best.text):
        return True  # "half of the 30 pupils"
    asks_left = (pack.ledger.asks_left, pack.counting.left)
    if any(each.search(question) for each in asks_left) and not best.pack.ledger.asks_left.search(
        best.text
    ):
        return True  # "there is 350 in the pot"
    period = pack.counting.a_period.search(question)
    if (
        period
        and pack.ledger.points.search(question)
        and not re.search(rf"\b{period['period']}\b", part)
    ):
        return True  # "the phone was 720": how much is that a month?
    if answer_type(question, pack) == "money":
        asks_total = pack.counting.total.search(question)
        return bool(asks_total) and not best.pack.counting.total.search(part)
    return counts_more(best.text, question, pack)


def _yes_or_no(question: str, best: Evidence, pack: LanguagePack) -> str | None:
    """Return yes or no if the sentence has all words of the question, in the same order."""
    if best.own < _SAYS_ALL or best.pack.answer_types.unsure.search(best.text):
        return None
    asked = [stem for stem in pack.stems(question) if stem not in pack.asking_stems]
    said = _from_first_to_last(asked, best.text, best.pack)
    if not said:
        return None
    around = next((each for each in clauses(best.text, best.pack) if said in each), best.text)
    if _is_denied(around.partition(said)[2], best.pack):
        return None  # "towels are not included": are there towels?
    if best.pack.corrections.parts_with.search(around):
        return None  # "I sold my car": do I have a car?
    if _is_disliked(around.partition(said)[0], question, best.pack, pack):
        return None  # "I hate olives": do I like olives?
    is_alike = _denies(question, pack) == _denies(said, best.pack)
    if is_alike:
        return pack.phrases.yes
    asks_more = not pack.lexicon.question_words.isdisjoint(words(question))
    return None if asks_more else pack.phrases.no  # "did Lena say when she comes?"


def _is_disliked(before: str, question: str, own: LanguagePack, pack: LanguagePack) -> bool:
    """Return whether ``before`` a thing is a word of dislike, which leaves ``question`` open.

    It ends with the word: "hate", not "hate tea and drink".  "I hate my dentist" says that there is
    one, and "I hate olives" nothing of what there is.
    """
    nearest = before.split()[-_NEAREST_WORDS:]
    asked = pack.corrections
    if not own.corrections.dislikes.search(" ".join(nearest)) or asked.dislikes.search(question):
        return False
    definite = own.lexicon.determiners - own.corrections.indefinite
    is_known = definite.intersection(word.lower() for word in nearest[-1:])
    return bool(not is_known or asked.likes.search(question))


def _is_denied(rest: str, pack: LanguagePack) -> bool:
    """Return whether ``rest`` denies what it is said of: "are not included", not "but no soap"."""
    denied = pack.corrections.denies.search(rest)
    if denied is None:
        return False
    before = words(rest[: denied.end()])[-2:]
    return not pack.lexicon.auxiliaries.isdisjoint(word.partition("n't")[0] for word in before)


def _from_first_to_last(asked: Sequence[str], text: str, pack: LanguagePack) -> str:
    """Return the part of ``text`` with the stems ``asked`` in their order; empty if not all are.

    A "no" before the first belongs to it.
    """
    spoken = [(each, frozenset(pack.stems(each.text))) for each in tokens(text) if each.is_word]
    rest, found = iter(spoken), []
    for stem in asked:
        at = next((each for each, stems in rest if stem in stems), None)
        if at is None:
            return ""
        found.append(at)
    if not found:
        return ""
    before = [each for each, _ in spoken if each.end <= found[0].start][-1:]
    denied = [each for each in before if pack.corrections.denies.fullmatch(each.text)]
    return text[(denied or found)[0].start : found[-1].end]


def _denies(text: str, pack: LanguagePack) -> bool:
    """Return whether ``text`` denies something, or says that somebody dislikes it."""
    table = pack.corrections
    return bool(table.denies.search(text)) != bool(table.dislikes.search(text))


def _is_counted(question: str, part: str, pack: LanguagePack, own: LanguagePack) -> bool:
    """Return whether the amount in ``part`` counts what the question asks, if it names it.

    "How many months" is not answered by "150 a month".
    """
    if answer_type(question, pack) == "age":
        return has_answer("age", part, frozenset(), own)
    found = pack.counting.unit_asked.search(question)
    given = next(filter(None, found.groupdict().values()), "") if found else ""
    unit = next(iter(pack.stems(given)), "")
    said = _only([each.unit for each in amounts_in(part, own)]) or ""
    _, digit, after = part.partition(next(filter(str.isdigit, part), " "))
    rate = own.counting.apiece.search(after) or own.ledger.apiece.search(after)
    is_of_rate = bool(digit) and rate is not None and unit in own.stems(after[rate.start() :])
    if said in MEASURED and unit and said != unit:
        return False  # "a tin covers 16 m2": how many tins?
    if said == MONEY and unit and not own.corrections.money.fullmatch(given):
        return False  # "35 euros per adult": how many adults?
    if len(list(own.accounts.rate.finditer(part))) > 1:
        return False  # "8.50 per person per day"
    return not unit or said == unit or (unit in own.stems(part) and not is_of_rate)


def _amount(part: str, pack: LanguagePack) -> str | None:
    """Return the only amount of ``part``, with its currency or unit."""
    amount = _only([each.text for each in amounts_in(part, pack)])
    if amount is None:
        return None
    start = part.index(amount)
    end = start + len(amount)
    sign = _SIGN_BEFORE.search(part, 0, start)
    currency = pack.corrections.money.match(part, end)
    end = currency.end() if currency else end
    if pack.counting.by_how_much.match(part, end):
        return None  # "45 cheaper, so 340"
    return part[sign.start() if sign else start : end]


def _person(part: str, asked: frozenset[str], best: Evidence, *, denied: bool) -> str | None:
    """Return the only name of ``part`` that is not in the question, unless it is in a series.

    What ``part`` denies answers only a question that is ``denied``, too.
    """
    pack, start = best.pack, best.text.find(part)
    if pack.corrections.denies.search(part) and not denied:
        return None  # "Nora isn't coming": who is?
    if called := _called(asked, best.text, pack):
        return called
    found = [
        name
        for name in names(part, pack)
        if not asked & frozenset(pack.stems(name.text))
        and not is_date(name.text, pack)
        and not name.text[0].isdigit()
        and not opens_place(part[: name.start], pack)
    ]
    if len(found) != 1:
        return None
    first, last = start + found[0].start, start + found[0].end
    around = best.text[:first][-_AROUND:], best.text[last:][:_AROUND]
    is_one_of_several = any(pack.counting.joined.search(each) for each in around)
    return None if is_one_of_several else found[0].text


def _acting_part(question: str, part: str, best: Evidence, pack: LanguagePack) -> str:
    """Return the only clause with a person and the verb of ``question``, which ``part`` lacks.

    "The dentist Mr De Boer on 10 May, Linda comes along": who comes along to the dentist?  A part
    after the clause with the verb leaves that out: "Anna brings the cake, Dirk the music".
    """
    acts = pack.lexicon.verbs.intersection(words(question))
    if not acts or not acts.isdisjoint(words(part)):
        return ""
    asked = frozenset(pack.stems(question))
    after = best.text.partition(part)[2]
    acting = [
        each
        for each in clauses(best.text, best.pack)
        if not acts.isdisjoint(words(each)) and has_answer("person", each, asked, best.pack)
    ]
    acting = [each for each in acting if each in after]
    return acting[0] if len(acting) == 1 else ""


def _pointing_back(part: str, asked: frozenset[str], best: Evidence) -> str:
    """Return the clause after ``part`` that says who did something to the thing in it.

    It has a word of the question and points back: "the house is 420 euros, Joost paid that".
    """
    own, pack = clauses(best.text, best.pack), best.pack
    if part not in own[:-1] or has_answer("person", part, asked, pack):
        return ""
    following = own[own.index(part) + 1]
    points = not (pack.lexicon.pointing | pack.lexicon.pronouns).isdisjoint(words(following))
    return following if points and asked & frozenset(pack.stems(following)) else ""


def _called(asked: frozenset[str], text: str, pack: LanguagePack) -> str:
    """Return the name after the noun asked for: "the organist, Mr Pym"; empty if there is none."""
    for name in names(text, pack):
        before, comma, after = text[: name.start].rpartition(", ")
        opening, noun = ["", *before.split()][-2:] if before.split() else ("", "")
        is_closed = not text[name.end :].strip(" .!") or text[name.end] in ",;)"
        is_called = (
            comma and not after and is_closed and opening.lower() in pack.lexicon.determiners
        )
        if is_called and asked & frozenset(pack.stems(noun)):
            return name.text
    return ""


def opens_place(before: str, pack: LanguagePack) -> bool:
    """Return whether the words ``before`` a name make it a place: "in", "aan de".

    >>> from tidemark.nlp.dutch.pack import DUTCH
    >>> opens_place("in de sporthal aan de ", DUTCH), opens_place("van meneer de ", DUTCH)
    (True, False)
    """
    *_, last_but_one, last = "", "", *before.lower().split()
    return last == "in" or (
        last in pack.lexicon.definite and last_but_one in pack.lexicon.prepositions
    )


def _day(
    question: str, part: str, best: Evidence, pack: LanguagePack, now: dt.datetime
) -> str | None:
    """Return the day that ``part`` names, or its time if the question asks for that."""
    time = _only([match["time"] for match in best.pack.corrections.clock.finditer(part)])
    if pack.counting.clock_time.search(question):
        return time
    said = best.said or now
    before, held, _ = best.message.partition(best.text)
    found = find_date(part, said, best.pack.language, before=before if held else "")
    if found is None or not (found.is_exact or _counts_days(part[found.start : found.end], best)):
        return None
    if found.is_relative and _GOES_ON.match(part, found.end):  # "friday 12 march"
        return None
    dates = best.pack.dates
    days = dates.range_around(part, found.on, found.start, found.end)
    if days and not found.is_relative and not pack.dates.deadline.search(question):
        return days
    says_year = found.is_relative or _YEAR.search(part, found.start, found.end)
    is_guessed = found.on.year > said.year and not says_year  # "on 9 May", said in November
    year_of = dt.datetime.combine(found.on, now.timetz()) if is_guessed else now
    day = day_in_words(found.on, year_of, pack.phrases.months)
    return f"{day}, {time}" if time else day


def _end_of_stay(question: str, best: Evidence, pack: LanguagePack, now: dt.datetime) -> str | None:
    """Return the day of an arrival or a departure, if ``best`` tells both and one is asked for."""
    stay = arrival_and_departure(best.text, best.said or now, best.pack.language)
    if stay is None or pack.counting.clock_time.search(question):
        return None
    asked = frozenset(pack.stems(question))
    of_arrival, of_departure = (
        not asked.isdisjoint(best.pack.stems(part))
        for part in (best.text[: stay.at], best.text[stay.at :])
    )
    if of_arrival == of_departure:
        return None
    day = stay.departure if of_departure else stay.arrival
    year_of = now if _YEAR.search(best.text) else dt.datetime.combine(day, now.timetz())
    return day_in_words(day, year_of, pack.phrases.months)


def _counts_days(words: str, best: Evidence) -> bool:
    """Return whether a date is so many days away: "in 4 days"."""
    units = best.pack.dates.units
    return any(units.get(word.rstrip("s")) == "day" for word in words.lower().split())


def answering_part(question: str, best: Evidence, pack: LanguagePack) -> str:
    """Return the part of the sentence that matches ``question`` best, or all of it in doubt.

    A part without a verb continues the first one: "the oak table is 310, the pine 190".  What
    "who isn't coming?" asks for is in a part that denies, if there is one.
    """
    asked = frozenset(pack.stems(question)) - pack.asking_stems
    parts = clauses(best.text, best.pack)
    if pack.corrections.denies.search(question):
        denying = [each for each in parts if best.pack.corrections.denies.search(each)]
        if len(denying) == 1:
            return denying[0]
    verbs = rejoined(question, pack)
    own = [_said(asked, verbs, part, pack, best.pack) for part in parts]
    whole = [
        each | own[0] if at and each and not has_verb(part, best.pack) else each
        for at, (part, each) in enumerate(zip(parts, own, strict=True))
    ]
    sizes = [(len(all_said), len(said)) for all_said, said in zip(whole, own, strict=True)]
    at = sizes.index(max(sizes))
    is_one = sizes.count(sizes[at]) == 1 and all(each <= whole[at] for each in own)
    stems = frozenset(best.pack.stems(parts[at]))
    names_it = any(of in stems or pack.topics.get(of) not in AMOUNT_TOPICS for of in own[at])
    return parts[at] if names_it and is_one else best.text


def contrasting_part(question: str, best: Evidence, pack: LanguagePack) -> str | None:
    """Return the part that answers, if another part has the same type of answer."""
    part, want = answering_part(question, best, pack), answer_type(question, pack)
    if want is None or part == best.text or (want == "time" and _lists_days(best)):
        return None
    asked, own = frozenset(pack.stems(question)), best.pack
    others = [each for each in clauses(best.text, own) if each != part]
    said = frozenset(own.stems(part))
    if want == "name" and any(asked & frozenset(own.stems(each)) - said for each in others):
        return None  # "the team is Ann and Bo; we are called The Owls"
    is_rivalled = any(has_answer(want, each, asked, own) for each in others)
    return part if is_rivalled and has_answer(want, part, asked, own) else None


def _said(
    asked: frozenset[str],
    verbs: Mapping[str, frozenset[str]],
    part: str,
    pack: LanguagePack,
    own: LanguagePack,
) -> frozenset[str]:
    """Return those of the stems ``asked`` that are in ``part``, directly or by other words.

    ``verbs`` are the separable verbs of the question by their stems.
    """
    stems, topics = frozenset(own.stems(part)), topics_of(part, own)
    joined = frozenset().union(*(parts for verb, parts in verbs.items() if verb in stems))
    return frozenset(
        each
        for each in asked
        if each in stems | joined or pack.topics.get(each) in topics or kin(each, stems, pack)
    )


def clauses(text: str, pack: LanguagePack) -> list[str]:
    """Split ``text`` at its commas, and at an "and" between two clauses."""
    if len(text) > _LONGEST:
        return [text]
    parts: list[str] = []
    for each in _with_series(text, pack):
        halves = pack.counting.joined.split(each)
        are_clauses = all(_is_clause(half, pack) for half in halves)
        parts += halves if are_clauses else [each]
    return [part for part in parts if len(part.split()) >= _FEWEST_WORDS] or [text]


def _with_series(text: str, pack: LanguagePack) -> list[str]:
    """Split ``text`` at its commas, except those of a series: "Ann, Bo and the twins come"."""
    ends = list(_without_names(_PART_END.finditer(text), text, pack))
    starts, stops = [0, *(end.end() for end in ends)], [*(end.start() for end in ends), len(text)]
    parts = [text[start:stop] for start, stop in zip(starts, stops, strict=True)]
    at = len(parts) - 1
    while at > 0:
        first = at
        if pack.counting.joined.search(parts[at]):
            while first > 0 and _is_entry(parts[first], pack):
                first -= 1
        if first < at:
            parts[first : at + 1] = [text[starts[first] : stops[at]]]
            stops[first] = stops[at]
        at = first - 1
    return parts


def _without_names(
    ends: Iterator[re.Match[str]], text: str, pack: LanguagePack
) -> Iterator[re.Match[str]]:
    """Yield the ``ends`` of parts but those around a name: "the organist, Mr Pym, 180"."""
    found = list(ends)
    known = {(each.start, each.end) for each in names(text, pack)}
    around = {
        each
        for opened, closed in pairwise(found)
        if (opened.end(), closed.start()) in known
        and _AMOUNT.match(text, closed.end())
        and _ends_in_noun(text[: opened.start()], pack)
        for each in (opened, closed)
    }
    yield from (each for each in found if each not in around)


def _ends_in_noun(text: str, pack: LanguagePack) -> bool:
    """Return whether ``text`` ends in an article and one word: "the organist"."""
    last = words(text)[-2:]
    return len(last) > 1 and last[0] in pack.lexicon.determiners


def _is_entry(part: str, pack: LanguagePack) -> bool:
    """Return whether ``part`` may be one or two entries of a series: no clause, no amount."""
    return (
        all(len(half.split()) <= _ENTRY_WORDS for half in pack.counting.joined.split(part))
        and not has_verb(part, pack)
        and not _DIGIT.search(part)
    )


def _is_clause(text: str, pack: LanguagePack) -> bool:
    """Return whether ``text`` can be a clause: it has a verb, or the amount of a thing."""
    names_thing = any(word in pack.lexicon.determiners for word in words(text)[:1])
    says = has_verb(text, pack) or (names_thing and bool(amounts_in(text, pack)))
    return says and len(text.split()) > _FEWEST_WORDS


def has_verb(text: str, pack: LanguagePack) -> bool:
    """Return whether ``text`` has a word that is known as a verb."""
    return any(word in pack.lexicon.auxiliaries | pack.lexicon.verbs for word in words(text))


def _only(found: list[str]) -> str | None:
    distinct = list(dict.fromkeys(found))
    return distinct[0] if len(distinct) == 1 else None


def row_span(question: str, row: str, pack: LanguagePack) -> str | None:
    """Return the only cell of ``row`` that answers ``question``; None in doubt, or if it is no row.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> row_span("What does a rake cost?", "Tool: Rake; Price: 12.50; In the shed: 4", ENGLISH)
    '12.50'
    """
    cells = list(_cells(row))
    if len(cells) < 2 or pack.answer_types.yes_or_no.search(question):
        return None
    asked = stems_across(question, pack) - pack.asking_stems - pack.light_stems
    others = [(name, value) for name, value in cells if not stems_across(value, pack) & asked]
    if len(others) == len(cells):  # the row is about another thing than the question
        return None
    named = [value for name, value in others if stems_across(name, pack) & asked]
    found = named or [value for name, value in others if _suits(question, name, value, pack)]
    return found[0] if len(found) == 1 else None


def _cells(row: str) -> Iterator[tuple[str, str]]:
    for part in row.split("; "):
        if cell := _CELL.fullmatch(part):
            yield cell["name"], cell["value"]


def _suits(question: str, name: str, value: str, pack: LanguagePack) -> bool:
    """Return whether a cell has the type of answer that ``question`` asks for."""
    want = answer_type(question, pack)
    topics = topics_of(name, pack) & AMOUNT_TOPICS
    if topics & topics_of(question, pack) and _DIGIT.search(value):
        return True
    if want in ("age", "count", "people"):
        return value.isdecimal() and not topics
    return want in ("person", "time", "money") and has_answer(want, value, frozenset(), pack)
