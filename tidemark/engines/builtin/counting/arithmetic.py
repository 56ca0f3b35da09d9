"""Answers with the result of a calculation that the question states, alone or on the last one."""

import ast
import operator
import re
from collections.abc import Callable, Mapping
from fractions import Fraction

from tidemark.engines.builtin.counting.amounts import value_of, written
from tidemark.engines.builtin.listings import Amount
from tidemark.memory.ledger import number
from tidemark.nlp.pack_fields import LanguagePack

_LONGEST = 120  # characters
_NUMBER = r"\d+(?:[.,]\d{3})*(?:[.,]\d+)?"
_MOST_EXACT = 2**53  # a float holds larger numbers inexactly
RESULT = re.compile(rf"(?P<figure>-?{_NUMBER}) = (?P<terms>[^“”=\n]{{1,300}})(?=\n|$)")
_SHARED = re.compile(rf"(?:\((?P<sum>[^()]+)\)|(?P<one>{_NUMBER})) / {_NUMBER}")
_TOKEN = re.compile(rf"\s*(?:(?P<number>{_NUMBER})|(?P<sign>[-+*/()×÷·−–]))")
_LEAST_SHOWN = Fraction(1, 100)
_SIGNS = {"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-"}
_CURRENCY = re.compile(r"[€£$]\s?|(?<=\d)\s?(?:euros?|pounds?|dollars?)\b", re.IGNORECASE)
_BETWEEN_NUMBERS = re.compile(r"(?<=\d)\s*x\s*(?=\d)", re.IGNORECASE)  # "3 x 4"
_CALCULATES = re.compile(r"[+*×÷(]|\d / \d")  # without being asked: "14 - 21" may be days
_NO_NUMBER = re.compile(r"(?<![\d.,])0\d+|\d+[-/]\d+[-/]\d+")  # of a phone, or a date
_FRACTION_OF = re.compile(r"(?<=/)\s?(\d+)\s(?:of|van)\b", re.IGNORECASE)
_PERCENT_OF = re.compile(rf"(?P<part>{_NUMBER})\s?%\s?(?:of|van)\b", re.IGNORECASE)
_PERCENT_MORE = re.compile(rf"(?P<whole>{_NUMBER})\s?(?P<sign>[-+−–])\s?(?P<part>{_NUMBER})\s?%")
_APPLIED: Mapping[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def calculation(text: str, pack: LanguagePack) -> str | None:
    """Return the result of the calculation that the question ``text`` states; None if it does not.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> calculation("What is 24 + 12/3?", ENGLISH), calculation("240 minus 10%", ENGLISH)
    ('28 = 24 + 12 / 3', '216 = 240 - 10%')
    >>> calculation("What is 020-555 1234?", ENGLISH) is None
    True
    """
    return _divided(text, pack) or _calculated(text, pack)


def calculated_on(text: str, answer: str, pack: LanguagePack) -> str | None:
    """Return the result at the start of ``answer``, divided or multiplied as ``text`` says.

    A second division divides the same whole, unless it is of "that".  None if there is no such
    result, or if it is not what its calculation gives.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> calculated_on("and divided by 6?", "480 = 420 + 60", ENGLISH)
    '80 = (420 + 60) / 6'
    >>> calculated_on("and divided by 6?", "470 = 420 + 60", ENGLISH) is None
    True
    """
    step, result = pack.accounts.calculates_on.fullmatch(text), RESULT.match(answer)
    if not step or not result:
        return None
    word = next(filter(None, step.groupdict().values()))
    by = value_of(word.lower(), pack)
    result_value = _result(result)
    if not by or result_value is None:
        return None
    terms, value = result_value
    whole = _SHARED.fullmatch(terms)
    if whole and not step["times"] and not pack.ledger.points.search(text):
        terms = whole["sum"] or whole["one"]
        value = value_in(terms) or Fraction(number(terms))
    value = value * Fraction(by) if step["times"] else value / Fraction(by)
    is_sum = re.search(r" [-+] ", re.sub(r"\([^()]*\)", "", terms))
    shown = f"({terms})" if is_sum else terms
    like = [Amount(each, number(each)) for each in re.findall(_NUMBER, terms)]
    shown += f" × {_digits(word, by)}" if step["times"] else f" / {_digits(word, by)}"
    return f"{written(float(value), like, pack)} = {shown}"


def _result(found: re.Match[str]) -> tuple[str, Fraction] | None:
    """Return the terms of a result and its value; None if it is not what they give."""
    figure, value = Fraction(number(found["figure"])), value_in(found["terms"])
    if value is None:  # one of percents
        return found["figure"], figure
    return None if round(value - figure, 2) else (found["terms"], value)


def _digits(word: str, value: float) -> str:
    return word if word[0].isdigit() else f"{value:g}"


def _divided(text: str, pack: LanguagePack) -> str | None:
    """Return the part of an amount: "if we split 90 between four, how much each?"."""
    found = pack.accounts.divides.search(text)
    asks = (pack.counting.asks_amount, pack.counting.how_many, pack.ledger.asks_how_much)
    is_asked = any(each.search(text) for each in asks) or pack.accounts.divides_now.fullmatch(text)
    if not found or not is_asked:
        return None
    amount, by = found["amount"].strip(".,"), (found["by"] or "2").lower()
    parts = value_of(by, pack)
    whole = Amount(amount, number(amount))
    return f"{written(whole.value / parts, [whole], pack)} = {amount} / {by}" if parts else None


def _calculated(text: str, pack: LanguagePack) -> str | None:
    asked = pack.accounts.asks_result.match(text) if len(text) <= _LONGEST else None
    if asked is None:
        return None
    sum_ = pack.accounts.operators.sub(_as_sign, _CURRENCY.sub("", asked["sum"]).strip(" =?!"))
    sum_ = _FRACTION_OF.sub(r"\1 ×", _BETWEEN_NUMBERS.sub(" × ", sum_).rstrip("."))
    more = _PERCENT_MORE.fullmatch(sum_)
    calculates = more or _PERCENT_OF.search(sum_) or _CALCULATES.search(sum_)
    if _NO_NUMBER.search(sum_) or not (asked["asks"] or calculates):
        return None
    plain = more.expand(r"\g<whole> \g<sign> \g<whole> * \g<part> / 100") if more else sum_
    plain = _PERCENT_OF.sub(r"\g<part> / 100 *", plain)
    value = value_in(plain)
    if value is None or abs(value) >= _MOST_EXACT or (value and abs(value) < _LEAST_SHOWN):
        return None
    like = [Amount(each, number(each)) for each in re.findall(_NUMBER, sum_)]
    return f"{written(float(value), like, pack)} = {_shown(sum_)}"


def _as_sign(found: re.Match[str]) -> str:
    """Return the sign for a word, whose group has its English name."""
    signs = {"plus": "+", "minus": "-", "times": "*", "over": "/", "percent": "%"}
    return f" {signs[found.lastgroup or '']} "


def value_in(text: str) -> Fraction | None:
    """Return the value of a calculation with at least two numbers, else None."""
    parts, at = [], 0
    while found := _TOKEN.match(text, at):
        digits, at = found["number"], found.end()
        parts.append(
            f"{number(digits):.6f}" if digits else _SIGNS.get(found["sign"], found["sign"])
        )
    if text[at:].strip() or sum(part[0].isdigit() for part in parts) < 2:
        return None
    try:
        return _evaluated(ast.parse(" ".join(parts), mode="eval").body)
    except (SyntaxError, ZeroDivisionError, KeyError):
        return None


def _evaluated(node: ast.expr) -> Fraction:
    match node:
        case ast.Constant(value=float() as value):
            return Fraction(str(value))
        case ast.UnaryOp(op=ast.USub(), operand=of):
            return -_evaluated(of)
        case ast.BinOp(left=left, op=sign, right=right):
            return _APPLIED[type(sign)](_evaluated(left), _evaluated(right))
    raise KeyError(node)


def _shown(text: str) -> str:
    """Return a calculation with one space around its signs, and a cross for "times"."""
    text = re.sub(r"%\s?(?:of|van)\b", "% ×", text, flags=re.IGNORECASE)
    text = re.sub(r"\s*([-+*/×÷·−–])\s*", r" \1 ", text.replace("*", "×").replace("·", "×"))
    text = re.sub(r"\s+", " ", text.replace("−", "-").replace("–", "-").replace(" %", "%")).strip()
    return re.sub(r"^- ", "-", text)
