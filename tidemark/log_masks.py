"""Masks for the log: personal data and secrets are replaced by the name of their kind.

Text that people write is not logged in the first place.  This is a second wall, for error messages
of libraries and paths of requests.  It recognises forms: e-mail addresses, phone numbers, payment
cards and bank accounts with valid check digits, keys and passwords, streets with a number, Dutch
postcodes, and names after words that introduce one.  A name on its own, a number in words, or text
in another alphabet is not recognised.

Every pattern takes time proportional to the text: repetitions are bounded, or start at one place.
"""

import logging
import re
from collections.abc import Callable, Mapping
from typing import Any

_FORMATTER = logging.Formatter()
_VALUE = r"[^\s\"'&;,)\]}]{1,512}"
_WORD = r"[A-Z][\w'-]{1,40}"
_KEY = re.compile(
    r"(?<![A-Za-z0-9])(?:tm_|sk-|pk-|AIza|gh[opsu]_|github_pat_|xox[abps]-|AKIA|eyJ)"
    r"[\w.~+/=-]{8,4096}"
)
# The secret of a tab's chat, and a log-in provider's reply
_IN_PATH = re.compile(r"((?:/live/|[?&](?:code|state)=))[\w.~%+/-]{8,2048}")
_BEARER = re.compile(r"(?i)\b(bearer|basic) {1,4}[\w.~+/=-]{6,4096}")
_NAMED = re.compile(
    r"(?i)(?<![a-z])(pass(?:word|wd|phrase)?|wachtwoord|secret|client[_-]secret|token|"
    r"(?:x[_-])?(?:goog[_-])?api[_-]?key|key)"
    rf"([\"']?[=:] ?[\"']?)(?!\[key){_VALUE}"
)
_IN_URL = re.compile(r"(?<=://)[^\s/@:]{1,128}:[^\s/@]{1,256}(?=@)")
_EMAIL = re.compile(r"(?<![\w.+%-])[\w.+-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b")
_CARD = re.compile(r"(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])")
_PHONE = re.compile(
    r"(?<![\w.:/-])(?:"
    r"(?:\+|00)[1-9](?:[ ().-]{0,2}\d){7,14}"
    r"|\(?0[1-9]\d{0,3}\)?[ -]?\d(?:[ -]?\d){5,8}"
    r"|\(?[2-9]\d\d\)?[ .-][2-9]\d\d[ .-]\d{4}"
    r")(?![\w-])"
)
_STREET = re.compile(
    r"\b[A-Z][a-z'-]{0,40}(?:straat|laan|weg|plein|gracht|kade|dijk|singel|hof|pad)"
    r" \d{1,5}[a-zA-Z]?\b"
    rf"|\b\d{{1,5}}[a-zA-Z]? {_WORD}(?: {_WORD})? "
    r"(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Way|Square)\b"
)
# Not "2048 MB": in a log, sizes are more frequent than such postcodes
_POSTCODE = re.compile(r"\b[1-9]\d{3} ?(?![KMGT]B\b|MS\b|OK\b)[A-Z]{2}\b")
_NAME = re.compile(
    r"\b((?i:my name is|mijn naam is|i am called|ik heet|mrs?\.?|ms\.?|dr\.?|dhr\.?|mevr?\.?"
    r"|mevrouw|meneer)) "
    rf"{_WORD}(?: (?:van |de |der |den |ten |ter ){{0,3}}{_WORD}){{0,3}}"
)


def mask(text: str) -> str:
    """Return ``text`` with everything to be masked replaced by its kind.

    >>> mask("anna@example.org rang +31 6 1234 5678 from 10.0.0.1 at 2026-11-23 10:11:12")
    '[email] rang [phone] from 10.0.0.1 at 2026-11-23 10:11:12'
    """
    text = _KEY.sub("[key]", text)
    text = _IN_PATH.sub(r"\1[key]", text)
    text = _BEARER.sub(r"\1 [key]", text)
    text = _NAMED.sub(r"\1\2[key]", text)
    text = _IN_URL.sub("[key]", text)
    text = _EMAIL.sub("[email]", text)
    text = _IBAN.sub(lambda found: "[iban]" if _is_iban(found[0]) else found[0], text)
    text = _CARD.sub(lambda found: "[card]" if _is_card(found[0]) else found[0], text)
    text = _PHONE.sub("[phone]", text)
    text = _STREET.sub("[address]", text)
    text = _POSTCODE.sub("[address]", text)
    return _NAME.sub(r"\1 [name]", text)


def install(*, is_on: bool = True) -> None:
    """Mask every record logged by this process from now on, by any library; or stop masking."""
    before = logging.getLogRecordFactory()
    plain = before.plain if isinstance(before, _Masked) else before
    logging.setLogRecordFactory(_Masked(plain) if is_on else plain)


class _Masked:
    """Creates records with ``plain``, and masks them."""

    def __init__(self, plain: Callable[..., logging.LogRecord]) -> None:
        self.plain = plain

    def __call__(self, *given: Any, **named: Any) -> logging.LogRecord:  # noqa: ANN401
        record = self.plain(*given, **named)
        if isinstance(record.args, Mapping):
            record.args = {name: _argument(each) for name, each in record.args.items()}
        elif record.args:
            record.args = tuple(map(_argument, record.args))
        _mask_message(record)
        if record.exc_info and record.exc_info[0]:
            record.exc_text = mask(_FORMATTER.formatException(record.exc_info))
            record.exc_info = None  # a formatter of another library would write it again
        return record


def _mask_message(record: logging.LogRecord) -> None:
    """Mask the message after its arguments are inserted."""
    try:
        told = record.getMessage()
    except (TypeError, ValueError, KeyError):  # arguments that do not fit: logging reports it
        return
    masked = mask(told)
    if masked != told and record.name != "uvicorn.access":  # that one's formatter needs arguments
        record.msg, record.args = masked, ()


def _argument(value: object) -> object:
    if value is None or isinstance(value, bool | int | float):
        return value
    told = str(value)
    masked = mask(told)
    return value if masked == told else masked


def _is_card(digits: str) -> bool:
    """Return whether the check digit of a payment card is valid (ISO/IEC 7812-1, Luhn)."""
    numbers = [int(each) for each in digits if each.isdigit()][::-1]
    doubled = (sum(divmod(2 * each, 10)) for each in numbers[1::2])
    return (sum(numbers[::2]) + sum(doubled)) % 10 == 0


def _is_iban(account: str) -> bool:
    """Return whether the check digits of a bank account are valid (ISO 13616, modulo 97)."""
    plain = account.replace(" ", "")
    return int("".join(str(int(each, 36)) for each in plain[4:] + plain[:4])) % 97 == 1
