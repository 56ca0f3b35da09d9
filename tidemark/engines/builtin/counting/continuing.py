"""Answers that go on from the figure before: "and with the tiles?", "and per year?", "and now?".

The question before is answered again, as everything holds now. What this one names is added to its
figure or taken from it, or the figure is multiplied by the periods it asks for, or shared, or
calculated with another number.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from tidemark.engines.builtin.counting.amounts import bullet, numbers_in, value_of, written
from tidemark.engines.builtin.counting.arithmetic import RESULT, calculation, value_in
from tidemark.engines.builtin.counting.ledger_totals import reckoned
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.listings import Amount, amounts_in, order_of
from tidemark.memory.ledger import LedgerEntry, number
from tidemark.memory.slots import MONEY, names_all, names_any
from tidemark.nlp.mentions import tokens
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.prompt.citations import read_marks

_BOTH = 2  # things asked of by "both"
_SUM = re.compile(r"(?P<figure>\d[\d.,]*) = (?P<terms>[^“”\n]{1,300})(?=\n)")
_QUOTE = re.compile(r"“([^”]*)”")
_WEEKS = 52  # of a year
_LAST_ASKED = 3  # questions back, for a total that is asked for again
_LONGEST = 10  # words of a question that names nothing but how often


def continued(
    question: ListQuestion, answer_to: Callable[[ListQuestion], str | None]
) -> str | None:
    """Return the last result with the amounts of this question added or subtracted."""
    counting = question.pack.counting
    added = counting.adds_amount.match(question.text)
    found = added or counting.takes_amount.match(question.text)
    if not found:
        return None
    if not added and (less := _without(found["things"], question, answer_to)):
        return less
    named = _named(found["things"], question)
    if not named:
        return None
    if added and question.asks(counting.total):  # "the total including delivery"
        every = question.ledger.counted(MONEY)
        is_whole = question.ledger.is_sure_of(every) and all(each in every for each in named)
        return reckoned(every, question) if is_whole and len(every) > 1 else None
    asked, since = question.asked_last, [each.orders[0] for each in named]
    before = (answer_to(question.asking(asked, without=since)) if asked else None) or ""
    base = _SUM.match(before)
    if base is None:
        return None
    is_in = [
        each
        for each in named
        if re.search(rf"(?<![\d.,]){re.escape(each.shown)}(?![\d.,]*\d)", base["terms"])
    ]
    if is_in:
        return before if added and is_in == named else None
    return _with_terms(before, base, named, question, sign=1 if added else -1)


def _without(
    thing: str, question: ListQuestion, answer_to: Callable[[ListQuestion], str | None]
) -> str | None:
    """Return the sum before without the part that names ``thing``, if one of its parts does."""
    pack, asked = question.pack, question.asked_last
    before = (answer_to(question.asking(asked)) if asked else None) or ""
    base = _SUM.match(before)
    stems = frozenset(pack.stems(thing)) - question.light_stems - pack.asking_stems
    if base is None or not stems or re.search(r" [-×/] ", base["terms"]):
        return None
    quotes = _QUOTE.findall(read_marks(before).text)
    parts = [each for each in quotes if stems <= frozenset(pack.stems(each))]
    amounts = amounts_in(parts[0], pack) if len(parts) == 1 else []
    if len(amounts) != 1 or amounts[0].text not in base["terms"].split(" + "):
        return None
    value = number(base["figure"]) - amounts[0].value
    figure = written(value, [Amount(base["figure"], 0), *amounts], pack)
    rest = before[base.end() :].strip()
    return f"{figure} = {base['figure']} - {amounts[0].text}\n\n{rest}"


def _named(things: str, question: ListQuestion) -> list[LedgerEntry]:
    """Return the only amount of each of the ``things``; empty if one has none or several."""
    pack = question.pack
    costs = [
        each
        for each in question.ledger.of_role("cost")
        if not each.each and not each.is_offer and each.unit == MONEY
    ]
    found: list[LedgerEntry] = []
    for thing in pack.counting.joined.split(things):
        stems = frozenset(pack.stems(thing)) - question.light_stems - pack.asking_stems
        fits = [each for each in costs if stems and _names_all(stems, each)]
        if len(fits) != 1:
            return []
        found += fits
    return found


def _names_all(stems: frozenset[str], entry: LedgerEntry) -> bool:
    return names_all(stems, entry.name | entry.stems) and names_any(stems, entry.name)


def _quotes_below(answer: str, figure: re.Match[str]) -> str:
    """Return the text of ``answer`` below its ``figure``, each quote as an entry of a list."""
    return re.sub(r"(?m)^“", "- “", answer[figure.end() :].strip())


def _with_terms(
    before: str,
    base: re.Match[str],
    named: Sequence[LedgerEntry],
    question: ListQuestion,
    *,
    sign: int,
) -> str | None:
    value = number(base["figure"]) + sign * sum(each.value for each in named)
    if value < 0:
        return None
    mark = "+" if sign > 0 else "-"
    terms = f" {mark} ".join([base["terms"], *(each.shown for each in named)])
    like = [Amount(each.shown, each.value) for each in named]
    figure = written(value, [Amount(base["figure"], 0), *like], question.pack)
    rest = _quotes_below(before, base).splitlines()
    lines = "\n".join(dict.fromkeys([*rest, *(bullet(each) for each in named)]))
    return f"{figure} = {terms}\n\n{lines}"


# The figure before, again


def followed(question: ListQuestion, answer_to: Callable[[ListQuestion], str | None]) -> str | None:
    """Return the figure before as it is now, for several of its periods, or for one person."""
    if len(question.text.split()) > _LONGEST:
        return None
    return (
        _for_periods(question, answer_to)
        or _of_another(question, answer_to)
        or _of_both(question, answer_to)
        or _again(question, answer_to)
    )


def _again(question: ListQuestion, answer_to: Callable[[ListQuestion], str | None]) -> str | None:
    """Return the last total as it is now: each statement that it rested on still gives a part."""
    if not question.asks(question.pack.counting.asks_again):
        return None
    is_total = question.asks(question.pack.counting.total)
    for asked in question.asked_so_far[: _LAST_ASKED if is_total else 1]:
        later = {order_of(each) for each in question.told if order_of(each) > order_of(asked)}
        before = answer_to(question.asking(asked, without=later)) or ""
        if _SUM.match(before):
            now = answer_to(question.asking(asked)) or ""
            return now if _SUM.match(now) and _cites(before) <= _cites(now) else None
        if question.pack.counting.total.search(asked.text):
            return None  # that one is meant
    return None


def _cites(answer: str) -> set[int]:
    return {each.of for each in read_marks(answer).citations}


class _Base(NamedTuple):
    """The question before, the answer to it as everything holds now, and the sum it begins with."""

    asked: str
    answer: str
    sum: re.Match[str]


def _base(question: ListQuestion, answer_to: Callable[[ListQuestion], str | None]) -> _Base | None:
    asked = question.asked_last
    answer = (answer_to(question.asking(asked)) if asked else None) or ""
    found = _SUM.match(answer)
    since = (each for each in question.told_here if asked and order_of(each) > order_of(asked))
    if any(amounts_in(each.text, question.pack) and not each.is_correction for each in since):
        return None  # what was said since may be meant
    return _Base(asked.text, answer, found) if asked and found else None


def _before(
    question: ListQuestion, answer_to: Callable[[ListQuestion], str | None]
) -> _Base | None:
    """Return the base that the question before, which asked for one person, was itself about."""
    while asked := question.asked_last:
        question = question.asking(asked)
        if not question.asks(question.pack.ledger.asks_each):
            return None
        base = _base(question, answer_to)
        if base and not question.pack.ledger.asks_each.search(base.asked):
            return base
    return None


def _names_nothing_new(question: ListQuestion, asked: str, *said: str) -> bool:
    """Return whether a question has no subject but ``said``, or that of ``asked``."""
    pack = question.pack
    light = question.light_stems | pack.period_stems | frozenset(pack.stems(" ".join(said)))
    light |= pack.asking_stems
    own = question.stems - light
    return not own or own == frozenset(pack.stems(asked)) - light


def _for_periods(
    question: ListQuestion, answer_to: Callable[[ListQuestion], str | None]
) -> str | None:
    """Return the figure before, of one period, for as many of it as the question asks for."""
    counting, pack = question.pack.counting, question.pack
    several = counting.several_periods.search(question.text)
    single = counting.a_period.search(question.text)
    found = several or single
    base = _base(question, answer_to) if found else None
    if not (found and base and _names_nothing_new(question, base.asked, found[0])):
        return None
    of = _period_of(base, question)
    if not of:
        return None
    if several:
        same = pack.stems(several["period"]) == pack.stems(of)
        times = value_of(several["n"].lower(), pack) if same else 0.0
        shown = several["n"]
    else:
        times = float(counting.in_a_period.get(found["period"].lower(), {}).get(of, 0))
        shown = f"{times:g}"
    return _scaled(base, f"{shown} × ", times, "", question) if times > 1 else None


def _period_of(base: _Base, question: ListQuestion) -> str:
    """Return the one period that the figure before is of, or nothing."""
    counting = question.pack.counting
    if counting.several_periods.search(base.asked):
        return ""
    if asked := counting.a_period.search(base.asked):
        return asked["period"].lower()
    quotes = set(_QUOTE.findall(read_marks(base.answer).text))
    said = [each.text for each in question.told if any(of in each.text for of in quotes)]
    found = {of["period"].lower() for text in said for of in counting.a_period.finditer(text)}
    if any(counting.on_a_weekday.search(text) for text in said):
        found |= {
            period
            for within in counting.in_a_period.values()
            for period, times in within.items()
            if times == _WEEKS
        }
    return found.pop() if len(found) == 1 else ""


def shared(question: ListQuestion, answer_to: Callable[[ListQuestion], str | None]) -> str | None:
    """Return the figure before for one of the people that the question shares it among."""
    words, pack = question.pack.ledger, question.pack
    found = list(words.asks_each.finditer(question.text))
    base = _base(question, answer_to) if found else None
    said = [of[0] for of in found]
    if not base or not _names_nothing_new(question, base.asked, *said):
        return None
    given = (of for each in found for of in each.groupdict().values() if of)
    number_word = next(given, "").lower()
    if words.asks_each.search(base.asked):
        whole = _before(question, answer_to) if number_word else None
        if whole is None:
            return None if number_word else base.answer
        base = whole
    if "×" in base.sum["terms"]:
        return None
    people = question.ledger.people
    if count := value_of(number_word, pack):
        return _scaled(base, "", 1 / count, f" / {number_word}", question)
    if number_word or not people or people.value <= 1:
        return None
    return _scaled(base, "", 1 / people.value, f" / {people.shown}", question, bullet(people))


def _scaled(
    base: _Base, before: str, times: float, after: str, question: ListQuestion, *more: str
) -> str:
    """Return the figure of ``base``, multiplied, with the statements that it rests on."""
    figure, terms = base.sum["figure"], base.sum["terms"]
    shown = f"({terms})" if re.search(r" [+-] ", terms) else terms
    like = [Amount(each, 0.0) for each in (figure, *re.findall(r"\d[\d.,]*\d", terms))]
    value = written(number(figure) * times, like, question.pack)
    rest = _quotes_below(base.answer, base.sum)
    return "\n".join([f"{value} = {before}{shown}{after}\n\n{rest}", *more])


def _of_another(
    question: ListQuestion, answer_to: Callable[[ListQuestion], str | None]
) -> str | None:
    """Return the answer to the question before, asked of another thing: "and the house?"."""
    asked, found = question.asked_last, question.pack.counting.of_another.match(question.text)
    if not (asked and found):
        return None
    stems = frozenset(question.pack.stems(found["thing"])) - question.light_stems
    if not stems or not stems <= question.known_stems:
        return None
    light, answers = question.light_stems, list[str]()
    base = _SUM.match(answer_to(question.asking(asked)) or "")
    for word in tokens(asked.text):
        named = frozenset(question.pack.stems(word.text)) - light
        if not named or not named <= question.known_stems:
            continue
        text = f"{asked.text[: word.start]}{found['thing']}{asked.text[word.end :]}"
        answer = answer_to(question.asking(replace(asked, text=text))) or ""
        quotes = _QUOTE.findall(read_marks(answer).text)
        said = (each.text for each in question.told if any(of in each.text for of in quotes))
        if _SUM.match(answer) and any(stems <= frozenset(question.pack.stems(of)) for of in said):
            answers.append(answer)
    alike = [each for each in answers if base and _terms(each) == base["terms"].count(" + ")]
    return next(iter(alike or answers), None)


def _terms(answer: str) -> int:
    found = _SUM.match(answer)
    return found["terms"].count(" + ") if found else 0


def _of_both(question: ListQuestion, answer_to: Callable[[ListQuestion], str | None]) -> str | None:
    """Return the sum of the last two figures, the second of which was asked of another thing."""
    asked = question.asked_so_far[:2]
    if not question.asks(question.pack.counting.asks_both) or len(asked) != _BOTH:
        return None
    if not question.pack.counting.of_another.match(asked[0].text):
        return None
    answers = [answer_to(question.asking(each)) or "" for each in reversed(asked)]
    sums = [_SUM.match(each) for each in answers]
    first, second = sums
    if not (first and second) or first["terms"] == second["terms"]:
        return None
    figures = [each["figure"] for each in (first, second)]
    value = written(sum(map(number, figures)), [Amount(each, 0) for each in figures], question.pack)
    lines = [
        _quotes_below(answer, found) for answer, found in zip(answers, (first, second), strict=True)
    ]
    quotes = dict.fromkeys(line for part in lines for line in part.splitlines())
    return f"{value} = {first['terms']} + {second['terms']}\n\n" + "\n".join(quotes)


# The figure before, with another number


def asks_other_number(text: str, pack: LanguagePack) -> bool:
    """Return whether it asks for the result before with another number: "and for twelve?"."""
    found = pack.accounts.other_number.fullmatch(text)
    return found is not None and value_of(found["n"].lower(), pack) > 0


def with_other_number(
    question: ListQuestion, answer_to: Callable[[ListQuestion], str | None]
) -> str | None:
    """Return the figure before with the number of this question for the one in the question before.

    None if that number neither multiplies nor divides, if there are several, or if this question
    counts other things.
    """
    pack = question.pack
    found = pack.accounts.other_number.fullmatch(question.text)
    asked = next(
        (each for each in question.asked_so_far if not asks_other_number(each.text, pack)), None
    )
    text = question.asked_before  # an instruction calculates, too: "split 450 between 5 people"
    before = calculation(text, pack)
    if asked and not before:
        text = asked.text
        before = answer_to(question.asking(asked)) or calculation(text, pack)
    base, given = RESULT.match(before or ""), numbers_in(text, pack)
    factors = [each for number in given for each in _factors(base, number)] if base else []
    if not (found and before and base) or len(factors) != 1:
        return None
    if not _counts_same(found, text, question):
        return None
    terms = base["terms"]
    shown = f"{value_of(found['n'].lower(), pack):g}"
    terms = f"{terms[: factors[0].start()]}{shown}{terms[factors[0].end() :]}"
    value = value_in(terms)
    if value is None:
        return None
    like = [Amount(each, 0.0) for each in re.findall(r"\d[\d.,]*\d", terms)]
    return f"{written(float(value), like, pack)} = {terms}{before[base.end() :]}"


def _factors(base: re.Match[str], given: Amount) -> list[re.Match[str]]:
    """Return where the number ``given`` multiplies or divides in the calculation of ``base``."""
    spelt = "|".join(re.escape(each) for each in (given.text, f"{given.value:g}"))
    number = rf"(?<![\w.,])(?:{spelt})(?![.,]?\w)"
    return list(re.finditer(rf"(?<=[×/] ){number}|{number}(?= ×)", base["terms"], re.I))


def _counts_same(found: re.Match[str], asked: str, question: ListQuestion) -> bool:
    """Return whether the number in ``found`` counts what the question ``asked`` before counts."""
    pack = question.pack
    noun = frozenset(pack.stems(found["noun"] or ""))
    people = frozenset(pack.stems(" ".join(pack.counting.counts_of.values())))
    counted = frozenset(pack.stems(asked))
    if found["us"] or noun & people:
        return bool(counted & people)
    return noun <= counted
