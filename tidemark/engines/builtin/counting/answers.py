"""Answers by counting: how many, the third one, the cheapest, sums, the rest of a budget.

Each is based on one list of the person: the one that the question names, or the last one if it
names none.  An answer names its list; in doubt there is none.
"""

import re

from tidemark.engines.builtin.counting import (
    accounts,
    budgets,
    counts,
    days,
    fractions,
    groups,
    handovers,
    ledger_totals,
    list_entries,
    list_standing,
    list_sums,
    offers,
    payments,
    quantities,
    rows,
    unit_prices,
)
from tidemark.engines.builtin.counting.amounts import bullet, unit_of, value_of
from tidemark.engines.builtin.counting.continuing import continued, followed, shared
from tidemark.engines.builtin.counting.derivations import derived
from tidemark.engines.builtin.counting.doubts import (
    is_changed_since,
    is_doubtful,
    names_each,
    values_in,
)
from tidemark.engines.builtin.counting.figures import EACH, Figure
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.list_changes import takes_off
from tidemark.engines.builtin.listings import order_of
from tidemark.engines.builtin.overviews import is_of_this_chat
from tidemark.engines.builtin.status_updates import outcome_in
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.slots import MONEY
from tidemark.nlp.answer_types import mentions_money
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.prompt.citations import CitedText, read_marks

_FIGURE = re.compile(r"[^=“”\n]{0,40}\d[^=“”\n]{0,24} = |[^\s“”]*\d\S*(?=\n|$)")
_SUM = re.compile(r"[^“”\n]{0,40}\d = [^“”\n]{0,300} \+ ")
_QUOTE = re.compile(r"“([^”]*)”")
_NUMBER_WORD = re.compile(r"[^\W\d_]+(?= × )|(?<= / )[^\W\d_]+")
_LONGEST = 16  # words of a question about a list
_CERTAIN = (  # each reads the statements by itself
    offers.price_of_choice,
    offers.cheapest_offer,
    offers.chosen_offer,
    payments.left_to_pay,
    payments.who_paid,
    payments.who_paid_most,
    payments.received,
    handovers.who_does_it_now,
    days.nights_said,
    accounts.with_more,
)
_ANSWERS = (  # the first that applies is given
    days.days_between,
    days.days_until,
    days.weekday,
    list_standing.whether_on,
    list_standing.number_on,
    list_standing.standing,
    counts.people,
    counts.attending,
    counts.absent,
    counts.tasks_left,
    quantities.rest_of_whole,
    fractions.part_of_amount,
    quantities.area,
    quantities.total_of_unit,
    quantities.owed,
    ledger_totals.owed_to_me,
    counts.number_said,
    days.nights,
    counts.number_attending,
    groups.of_groups,
    ledger_totals.price_of_all,
    ledger_totals.price_of_several,
    ledger_totals.received,
    ledger_totals.left_of_fund,
    ledger_totals.own_part,
    ledger_totals.share,
    ledger_totals.total,
    ledger_totals.event_cost,
    budgets.left_of_budget,
    ledger_totals.difference_to_other,
    list_sums.difference,
    list_entries.extreme,
    list_entries.following,
    list_entries.nth,
    unit_prices.price_times_count,
    quantities.total_of_any,
    list_sums.all_payments,
    list_sums.sum_of_list,
    list_entries.others,
    counts.count,
    list_entries.choice,
    list_entries.members,
    list_entries.gathered,
    counts.all_counted,
    quantities.in_doubt,
)

_FACTORS = re.compile(r"[×/]")


def list_answer(question: ListQuestion) -> str | None:
    """Return the answer to a question about a list or amounts; None for other questions."""
    if len(question.text.split()) > _LONGEST:
        return None
    if certain := next((found for answer in _CERTAIN if (found := answer(question))), None):
        return certain
    found = _reckoned(question)
    if not _figure_of(found):
        found = _of_one_message(question) or found or rows.extreme_of_row(question)
    found = payments.without_unpaid(found, question) if found else None
    if not found or _adds_money_unasked(found, question):
        return None
    wrong = (
        _adds_part,
        _adds_share,
        _adds_deposit,
        offers.adds_alternatives,
        accounts.adds_price_to_count,
        accounts.is_of_other_period,
    )
    is_wrong = any(each(read_marks(found).text, question) for each in wrong)
    more = _outlays_beside(read_marks(found).text, question)
    if more or is_wrong:
        return _without_figure(found, question, *map(bullet, more))
    return _in_digits(found, question.pack)


def _in_digits(answer: str, pack: LanguagePack) -> str:
    """Return ``answer`` with digits for a number in words in its calculation."""
    first, line_end, rest = answer.partition("\n")

    def digits(found: re.Match[str]) -> str:
        value = value_of(found[0].lower(), pack)
        return f"{value:g}" if value else found[0]

    return f"{re.sub(_NUMBER_WORD, digits, first)}{line_end}{rest}"


def _of_one_message(question: ListQuestion) -> str | None:
    """Return a figure worked out from one message, unless a later statement may change it."""
    readings = (
        rows.row_total,
        rows.rate_times_count,
        rows.rest_of_pair,
        rows.difference_of_pair,
    )
    found = next((found for read in readings if (found := read(question))), None)
    shown = read_marks(found) if found else None
    if not shown or _dropped_since(shown, question):
        return None
    cites = [each.of for each in shown.citations]
    return None if is_changed_since(shown.text, cites, question) else found


def _adds_money_unasked(answer: str, question: ListQuestion) -> bool:
    """Return whether a sum adds money to something else, or answers a question that asks for none.

    "3 bedrooms, rent 1150" is no number of helpers.
    """
    terms = _sum_line(answer).partition(" = ")[2]
    if not terms:
        return False
    is_sum = " - " not in terms
    cites = {each.of for each in read_marks(answer).citations}
    cited = [each for each in question.figures.all if each.order in cites]
    money = {each.value for each in cited if _is_money(each)}
    others = {each.value for each in cited if not each.may_be_money}
    plain = [values_in(each) for each in re.split(r" [+-] ", terms) if not _FACTORS.search(each)]
    if (
        is_sum
        and any(each & money - others for each in plain)
        and any(each & others - money for each in plain)
    ):
        return True
    may_be_money = {each.value for each in cited if each.may_be_money} if money else set()
    asks_none = question.asks(question.pack.counting.asks_no_money)
    return asks_none and all(each <= may_be_money for each in plain)


def _is_money(figure: Figure) -> bool:
    """Return whether ``figure`` is certainly an amount of money: "rent 1150" is."""
    return figure.unit == MONEY or (figure.may_be_money and mentions_money(figure.text))


def _adds_part(answer: str, question: ListQuestion) -> bool:
    """Return whether a sum adds a part to its whole: "24 pupils, of whom 10 are girls"."""
    of_whole = question.pack.counting.of_whole
    return bool(_SUM.match(answer)) and any(map(of_whole.search, _QUOTE.findall(answer)))


def _adds_share(answer: str, question: ListQuestion) -> bool:
    """Return whether a sum adds what is for each to a whole: "450 euros, everyone puts in 20"."""
    first = _sum_line(answer)
    if not first or _FACTORS.search(first):
        return False
    added = [each for each in question.figures.all if each.value in values_in(first)]
    return len({each.each == EACH for each in added}) > 1


def _adds_deposit(answer: str, question: ListQuestion) -> bool:
    """Return whether a total of several messages adds a deposit, which may be paid back."""
    deposit = question.pack.accounts.deposit
    if not _is_total(answer) or question.asks(deposit):
        return False
    quoted = [
        [quote for quote in _QUOTE.findall(answer) if quote in each.text] for each in question.told
    ]
    cited = [each for each in quoted if each]
    return len(cited) > 1 and any(len(each) == 1 and deposit.search(each[0]) for each in cited)


def _outlays_beside(answer: str, question: ListQuestion) -> list[ViewStatement]:
    """Return what somebody paid or advanced, if ``answer`` to the cost of everything lacks it."""
    words = question.pack.accounts
    is_of_all = question.asks(words.asks_all) and not question.asks(question.pack.ledger.points)
    if not (is_of_all and question.names_outlay) or accounts.content_of(question.text, question):
        return []
    quotes = _QUOTE.findall(answer)
    spent = {each.order for each in accounts.money_in(question) if each.role in ("cost", "lent")}
    return [
        each
        for each in question.told_here
        if words.pays_for.search(each.text)
        and order_of(each) in spent
        and not any(quote in each.text for quote in quotes)
    ]


def _reckoned(question: ListQuestion) -> str | None:
    """Return the answer, with a figure only if it is certain.

    There are two readings of the amounts: the lists with the ledger, and the accounts. Where they
    agree, the figure stands. A total of several messages that only the accounts give, or that the
    two give differently, was wrong more often than right, and so was a result that passes over an
    amount stated elsewhere in the chat: both are answered with the statements alone.
    """
    listed = _of_lists(question)
    if counts.rests_on_changes(question):
        return listed
    reckoned = accounts.of_account(question)
    figures = [_figure_of(each) for each in (reckoned, listed)]
    if reckoned and not (all(figures) and figures[0] == figures[1]):
        if not _dropped_since(read_marks(reckoned), question):
            is_total = _is_total(read_marks(reckoned).text) and _is_of_several(reckoned, question)
            is_total = is_total and not (
                names_each(read_marks(reckoned).text, question) or accounts.names_terms(question)
            )
            return _without_figure(reckoned, question) if is_total else reckoned
    elif reckoned:
        return listed
    worked_out = derived(question)
    is_first = question.asks(question.pack.accounts.asks_per) or _agree(worked_out, listed)
    found = worked_out or listed if is_first else listed or worked_out
    if not (found and _figure_of(found)):
        return found
    dropped = [bullet(each) for each in _dropped_since(read_marks(found), question)]
    is_doubtful = dropped or _leaves_out(found, question) or _counts_rejected(found, question)
    return _without_figure(found, question, *dropped) if is_doubtful else found


def _agree(worked_out: str | None, listed: str | None) -> bool:
    """Return whether a figure rests on the very statements that another way gives without one."""
    if not (worked_out and listed and _figure_of(worked_out)) or _figure_of(listed):
        return False
    one, other = read_marks(worked_out), read_marks(listed)
    return {each.of for each in one.citations} == {each.of for each in other.citations} and (
        len(_QUOTE.findall(one.text)) == len(_QUOTE.findall(other.text))
    )


def _figure_of(answer: str | None) -> str:
    found = _FIGURE.match(read_marks(answer).text) if answer else None
    return found[0] if found else ""


def _is_total(answer: str) -> bool:
    first = answer.split("\n", 1)[0]
    return bool(_SUM.match(answer)) and " - " not in first and "%" not in first


def _sum_line(answer: str) -> str:
    """Return the first line of an answer that begins with a total or a rest, else an empty text."""
    first = read_marks(answer).text.split("\n", 1)[0]
    return first if _figure_of(answer) and re.search(r" [+-] ", first) else ""


def _is_of_several(answer: str, question: ListQuestion) -> bool:
    """Return whether an answer cites several messages, beside the one that counts the people."""
    shown = read_marks(answer)
    cites = {each.of for each in shown.citations}
    people = question.figures.people or question.ledger.people
    is_shared = people and re.search(r" / \d+$", shown.text.split("\n", 1)[0])
    return len(cites - (set(people.message_ids) if people and is_shared else set())) > 1


def _leaves_out(answer: str, question: ListQuestion) -> bool:
    """Return whether a total or a rest passes over an amount of money stated in another message.

    A total of one message may be one of offers there: none of those counts.  Beside a list that the
    question names, only other amounts that it names count.
    """
    shown, first = read_marks(answer), _sum_line(answer)
    if not first:
        return False
    if question.asks(question.pack.counting.difference) or names_each(shown.text, question):
        return False
    if " - " in first and _names_taken_off(answer, question):
        return False
    cites = {each.of for each in shown.citations}
    figures = accounts.money_in(question)
    if len(cites) == 1:
        return "×" not in first and any(each.is_unsure for each in figures)
    values, about = values_in(first), accounts.content_of(question.text, question)
    terms = first.count(" + ") + 1
    headed = [of for of in question.listings if of.heading and about & of.heading_stems]
    if any(each.order in cites and len(each.entries) == terms for each in headed):
        figures = [each for each in figures if about & each.near]
    return any(
        each.order not in cites
        and each.value not in values
        and not (each.each or each.is_unsure or each.role in ("fund", "goal"))
        for each in figures
    )


def _names_taken_off(answer: str, question: ListQuestion) -> bool:
    """Return whether the question names all that a rest takes off, after its first amount."""
    shown = read_marks(answer)
    others = _QUOTE.findall(shown.text)[1:]
    if not others or not question.asks(question.pack.accounts.after):
        return False
    last = max((each.of for each in shown.citations), default=0)
    if last and any(each.order > last for each in accounts.money_in(question)):
        return False  # a later income may be the whole
    return all(question.stems & frozenset(question.pack.stems(each)) for each in others)


def _counts_rejected(answer: str, question: ListQuestion) -> bool:
    """Return whether a total or a rest counts an offer that was not chosen."""
    first = _sum_line(answer)
    if not first or question.asks(question.pack.counting.difference):
        return False
    values = values_in(first)
    return any(each.value in values for each in question.figures.rejected)


def _of_lists(question: ListQuestion) -> str | None:
    if found := continued(question, _of_lists) or shared(question, _of_lists):
        return found
    read = next((found for answer in _ANSWERS if (found := answer(question))), None)
    found = _unless_in_doubt(read, question) if read else None
    if found and _FIGURE.match(read_marks(found).text):
        return found
    return followed(question, _of_lists) or found


def _unless_in_doubt(answer: str, question: ListQuestion) -> str:
    """Return ``answer``, or only its quotes if a later change may affect the result.

    "Two of the altos left" may change the number of altos, in a way that no rule calculates.
    """
    shown = read_marks(answer)
    if not _FIGURE.match(shown.text):
        return answer
    counting = question.pack.counting
    if _SUM.match(shown.text) and _omits_thing(shown, question):
        return _without_figure(answer, question)
    said = question.pack.accounts
    is_rest = question.asks(said.asks_to_go) or question.asks(said.asks_rest)
    is_rest = is_rest or (question.asks(said.asks_owed) and _adds_things(shown.text, question))
    is_plain = " - " not in shown.text.split("\n", 1)[0]
    if _SUM.match(shown.text) and is_plain and is_rest and not question.asks(said.asks_came_in):
        return _without_figure(answer, question)  # "24 pupils, 18 have paid"
    one = question.asks(counting.most) or question.asks(counting.least)
    if _SUM.match(shown.text) and not _is_of_unit(shown.text, question):
        return _without_figure(answer, question)
    if one and not question.asks(counting.difference) and _SUM.match(shown.text):
        return _without_figure(answer, question)  # "what is our biggest cost?"
    cites = [each.of for each in shown.citations]
    if accounts.adds_unlike(shown.text, question) or is_doubtful(shown.text, cites, question):
        return _without_figure(answer, question)
    later = _dropped_since(shown, question)
    if not later:
        return answer
    more = [bullet(each) for each in later]
    return _without_figure(answer, question, *more)


def _adds_things(answer: str, question: ListQuestion) -> bool:
    """Return whether a sum has numbers of things rather than of money: "24 pupils"."""
    values = values_in(answer.split("\n", 1)[0])
    return any(each.value in values and not each.may_be_money for each in question.figures.all)


def _omits_thing(shown: CitedText, question: ListQuestion) -> bool:
    """Return whether the question lists something that no statement of the answer mentions."""
    cites = {each.of for each in shown.citations}
    told = (each.text for each in question.told if order_of(each) in cites)
    stems = frozenset(of for each in told for of in question.pack.stems(each))
    listed = question.pack.counting.joined.split(question.text)
    things = list(filter(None, (accounts.content_of(each, question) for each in listed)))
    return len(things) > 1 and any(
        not any(accounts.names_any(of, stems) for of in each) for each in things
    )


def _dropped_since(shown: CitedText, question: ListQuestion) -> list[ViewStatement]:
    """Return the later statements that drop or hand over something in the words of an answer."""
    cites = [each.of for each in shown.citations]
    quoted = frozenset(
        stem
        for quote in _QUOTE.findall(shown.text)
        for stem in question.pack.stems(quote)
        if not stem[0].isdigit()
    )
    units = frozenset(question.pack.stems(question.text))
    return [
        each
        for each in question.told
        if is_of_this_chat(each.piece)
        and order_of(each) > max(cites, default=0)
        and order_of(each) not in cites
        and not each.is_correction
        and outcome_in(each.text, question.pack) in ("dropped", "handed")
        and (quoted - units) & frozenset(question.pack.stems(each.text))
    ]


def _is_of_unit(answer: str, question: ListQuestion) -> bool:
    """Return whether ``answer`` may add up the measure that is asked for: hours, miles."""
    pack, unit = question.pack, quantities.unit_asked(question)
    if unit not in pack.measures:
        return True
    quotes = _QUOTE.findall(answer)
    told = (each.text for each in question.told if any(quote in each.text for quote in quotes))
    return any(
        unit in {unit_of(stem, pack) for stem in pack.stems(text)}
        or re.search(rf"\d {{0,1}}{unit}\b", text)
        for text in told
    )


def _without_figure(answer: str, question: ListQuestion, *more: str) -> str:
    """Return the quotes of ``answer``, and ``more`` of them, without the result."""
    bullets = [line for line in answer.splitlines() if "“" in line]
    bullets = [line if line.startswith("- ") else f"- {line}" for line in bullets]
    return f"{question.pack.phrases.quotes_found}\n\n" + "\n".join([*bullets, *more])


def changes_plan(question: ListQuestion) -> bool:
    """Return whether the message changes an entry of a list, or drops something told before."""
    is_of_talk = question.asks(question.pack.memory_questions.of_ourselves)  # "what I said"
    if outcome_in(question.text, question.pack) == "dropped" and not is_of_talk:
        told = (question.pack.stems(each.text) for each in question.told_here)
        if any(map(question.stems.intersection, told)):
            return True
    listed = [each for each in question.listings if not each.is_of_amounts] + question.tasks
    if not listed:
        return False
    return bool(question.pack.counting.adds.match(question.text)) or takes_off(
        question.text, listed
    )
