"""Answers about days: how many between two stated ones or until one, and the weekday of one."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tidemark.engines.builtin.counting.amounts import bullet, value_of
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.listings import order_of
from tidemark.engines.builtin.overviews import is_of_this_chat
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.slots import LONGEST_STATEMENT, names_all, slot_values
from tidemark.nlp.dates import (
    ANY_DAY,
    DateFound,
    arrival_and_departure,
    days_in_a_row,
    find_date,
    first_and_last_day,
    next_year,
)
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.quotes import as_quote
from tidemark.nlp.search_terms import words
from tidemark.nlp.stemming import stem
from tidemark.prompt.citations import cited

_YEAR = re.compile(r"\d{4}")
_WEEK = 7  # days
_TWO = 2  # days, between which others are counted


@dataclass(frozen=True)
class DatedPart:
    """A part of a ``statement`` that names one day, and the stems of its subject.

    One that names several days in a row has their ``last``, too.
    """

    on: dt.date
    stems: frozenset[str]
    statement: ViewStatement
    last: dt.date | None = None


def days_between(question: ListQuestion) -> str | None:
    """Return the number of days between the two days that the question names."""
    found = question.pack.counting.between_days.search(question.text)
    if not found:
        return None
    dated = [each for each in _dated_parts(question) if each.last is None]
    first = found["first"] or found["from"]
    if first:
        ends = [_of(each, dated, question) for each in (first, found["second"] or "")]
    else:  # "how many days are between them": the only two days
        ends = [*dated] if len(dated) == _TWO else []
    known = sorted(filter(None, ends), key=lambda each: each.on)
    if len(known) != _TWO or known[0].on == known[1].on:
        return None
    return _counted(known[0].on, known[1].on, known, question)


def days_until(question: ListQuestion) -> str | None:
    """Return the number of days, or of weeks, from today until the day that the question names."""
    found = question.pack.counting.until_day.search(question.text)
    if not found or question.now is None:
        return None
    dated = list(_dated_parts(question))
    day = _of(found["day"] or found["in"], dated, question) or _pointed_at(
        found["in"], dated, question
    )
    today = question.now.date()
    if day is None or day.on <= today or _is_moved(day, question):
        return None
    pack = question.pack
    asks_weeks = any(
        "week" in (pack.dates.units.get(of), pack.dates.units.get(stem(of, pack.language)))
        for of in words(found[0].removesuffix(found["day"] or found["in"]))
    )
    counted = _in_weeks((day.on - today).days, pack) if asks_weeks else None
    return _counted(today, day.on, [day], question, counted)


def _in_weeks(number: int, pack: LanguagePack) -> tuple[str, str] | None:
    """Return how a ``number`` of days is stated in weeks; None if it is less than one."""
    weeks, days = divmod(number, _WEEK)
    if not weeks:
        return None
    of_weeks, of_days, ways = pack.phrases.weeks_and_days
    shown = {
        "weeks": of_weeks[weeks != 1].format(number=weeks),
        "days": of_days[days != 1].format(number=days),
    }
    stated = ways[days != 0].format(**shown, first="{first}", last="{last}")
    return stated, stated


def nights(question: ListQuestion) -> str | None:
    """Return the number of nights from the first to the last day of the only stay in this chat."""
    found = question.pack.counting.asks_nights.match(question.text)
    dated = list(_dated_parts(question)) if found else []
    if not found or not dated or dated[-1].last is None or _is_moved(dated[-1], question):
        return None
    stay, where = dated[-1], frozenset(question.pack.stems(found["where"])) - question.light_stems
    others = [each for each in dated if each.last and (each.on, each.last) != (stay.on, stay.last)]
    if others or not where <= frozenset(question.pack.stems(stay.statement.text)):
        return None
    return _counted(stay.on, dated[-1].last, [stay], question, question.pack.phrases.nights_counted)


def nights_said(question: ListQuestion) -> str | None:
    """Return the number of nights that the only statement of a number of them gives."""
    found = question.pack.counting.asks_nights.match(question.text)
    if not found:
        return None
    told = [
        (each, value.text)
        for each in question.told_here
        for value in slot_values(each.text, language_pack_for(each.text, question.pack))
        if value.unit and value.unit in question.pack.stems(question.text)
    ]
    where = frozenset(question.pack.stems(found["where"])) - question.light_stems
    if len(told) != 1 or not where <= frozenset(question.pack.stems(told[0][0].text)):
        return None
    [(statement, number)] = told
    return f"{value_of(number.lower(), question.pack):g}.\n\n{bullet(statement)}"


def _is_moved(day: DatedPart, question: ListQuestion) -> bool:
    """Return whether a later statement moves or drops something without naming a day."""
    later = (each for each in question.told_here if order_of(each) > order_of(day.statement))
    return any(
        pack.corrections.moves_by.search(each.text)
        or (
            pack.list_changes.drops.search(each.text)
            and not day.stems.isdisjoint(pack.stems(each.text))
        )
        for each in later
        for pack in [language_pack_for(each.text, question.pack)]
    )


def weekday(question: ListQuestion) -> str | None:
    """Return the weekday of the date that the question names."""
    found = question.pack.counting.asks_weekday.search(question.text)
    if not found or question.now is None:
        return None
    day, phrases = found["day"], question.pack.phrases
    named = find_date(day, question.now, question.pack.language)
    if named is None or not named.is_exact:
        return None
    if question.pack.stems(f"{day[: named.start]} {day[named.end :]}"):
        return None
    meant = _day_meant(named, day, question)
    on = f"{meant.day} {phrases.months[meant.month - 1]} {meant.year}"
    return phrases.falls_on.format(day=on, weekday=phrases.weekdays[meant.weekday()])


def _day_meant(named: DateFound, day: str, question: ListQuestion) -> dt.date:
    """Return the day that a date without a year means: the last one told here, or the next one."""
    if named.is_relative or _YEAR.search(day) or question.now is None:
        return named.on
    told = [each.on for each in _dated_parts(question)]
    same = [on for on in told if (on.day, on.month) == (named.on.day, named.on.month)]
    if same or question.pack.dates.tense(question.text) < 0:
        return same[-1] if same else named.on
    return _next_of(named, day, question.now, question.pack)


def _pointed_at(
    things: str | None, dated: list[DatedPart], question: ListQuestion
) -> DatedPart | None:
    """Return the only day of the last message that states something, for "that" and "it"."""
    if things is None or frozenset(question.pack.stems(things)) - question.pack.asking_stems:
        return None
    last = max((order_of(each) for each in question.told_here), default=0)
    fits = [each for each in dated if order_of(each.statement) == last]
    return fits[-1] if len({each.on for each in fits}) == 1 else None


def _counted(
    first: dt.date,
    last: dt.date,
    said: list[DatedPart],
    question: ListQuestion,
    counted: tuple[str, str] | None = None,
) -> str:
    phrases, number = question.pack.phrases, (last - first).days
    days = (counted or phrases.days_counted)[number != 1].format(
        number=number,
        first=f"{first.day} {phrases.months[first.month - 1]}",
        last=f"{last.day} {phrases.months[last.month - 1]}",
    )
    statements = dict.fromkeys(
        (as_quote(of.statement.text), of.statement.message_ids) for of in said
    )
    lines = "\n".join(f"- “{cited(text, ids)}”" for text, ids in statements)
    return f"{days}\n\n{lines}"


def _of(things: str, dated: list[DatedPart], question: ListQuestion) -> DatedPart | None:
    """Return the latest day of the ``things``, if there is exactly one."""
    stems = frozenset(question.pack.stems(things)) - question.pack.asking_stems
    stems = stems - question.light_stems - question.pack.period_stems or stems
    fits = [each for each in dated if stems and names_all(stems, each.stems)]
    return fits[-1] if len({each.on for each in fits}) == 1 else None


def _dated_parts(question: ListQuestion) -> Iterator[DatedPart]:
    """Yield the parts of the person's statements in this chat that name exactly one day."""
    for each in question.told:
        pack = language_pack_for(each.text, question.pack)
        is_talk = is_of_this_chat(each.piece) and each.piece.item is None
        if not is_talk or each.is_correction or len(each.text) > LONGEST_STATEMENT:
            continue
        if _names_single_days(each, pack):
            continue
        said = each.piece.timestamp or question.now
        if said and (stay := arrival_and_departure(each.text, said, pack.language)):
            stems = frozenset(pack.stems(each.text))
            yield DatedPart(stay.arrival, stems, each, stay.departure)
            continue
        pending = ""
        for part in re.split(_joints(pack), each.text):
            pending = f"{pending} {part}".strip()
            found = find_date(pending, said, pack.language) if said else None
            if found and said and found.is_exact:
                on = _next_of(found, pending, said, pack)
                yield _dated_part(on, pending, each, said=said, pack=pack)
                pending = ""


def _names_single_days(each: ViewStatement, pack: LanguagePack) -> bool:
    """Return whether it names several days of one month: "on 3 and 5 May"."""
    days = days_in_a_row(each.text, pack.language)
    return bool(days) and first_and_last_day(days, ANY_DAY, pack.language) is None


def _dated_part(
    on: dt.date, text: str, statement: ViewStatement, *, said: dt.datetime, pack: LanguagePack
) -> DatedPart:
    """Return ``text`` as a part that names the day ``on``, which may be one of several."""
    stems = frozenset(pack.stems(text))
    stay = first_and_last_day(text, dt.datetime.combine(on, said.timetz()), pack.language)
    first, last = stay or (on, None)
    return DatedPart(first, stems, statement, last)


def _next_of(found: DateFound, text: str, said: dt.datetime, pack: LanguagePack) -> dt.date:
    """Return the day that ``found`` names in the future, if it has no year and is not past."""
    is_open = not (found.is_relative or _YEAR.search(text[found.start : found.end]))
    if is_open and found.on < said.date() and pack.dates.tense(text) >= 0:
        return next_year(found.on)
    return found.on


def _joints(pack: LanguagePack) -> re.Pattern[str]:
    return re.compile(rf"[.;:]\s+|{pack.counting.joined.pattern}", re.I)
