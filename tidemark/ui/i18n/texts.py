"""Texts of the page in the person's language: ``texts.NEW_CHAT``, looked up at each use."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import streamlit as st
from babel import Locale, UnknownLocaleError
from babel.numbers import format_decimal

from tidemark.i18n.catalogue import DEFAULT, LANGUAGES, catalogue
from tidemark.i18n.numbers import separators as separators_of
from tidemark.ui import streamlit_internals

_CHOSEN, _DATES = "language", "language_of_dates"
_USUAL = {"en": "en-GB", "nl": "nl-NL"}


class _PageLanguage(threading.local):
    """The language of this thread's page, cached: drawing a page looks up hundreds of texts."""

    context: object = None
    language = DEFAULT
    outside = DEFAULT  # for texts written for a page outside its script


_SPOKEN = _PageLanguage()


def language() -> str:
    """Return the language of the page: as chosen, else the browser's, else English."""
    context = streamlit_internals.script_run()
    if context is None:
        return _SPOKEN.outside
    if _SPOKEN.context is not context:
        wanted = st.session_state.get(_CHOSEN) or (st.context.locale or "")[:2].lower()
        _SPOKEN.language = wanted if wanted in LANGUAGES else DEFAULT
        _SPOKEN.context = context
    return _SPOKEN.language


def choose(wanted: str | None, dates: str | None = None) -> None:
    """Switch the page to the language ``wanted``; None means the browser's.

    ``dates`` is the language of its dates, if different.
    """
    st.session_state[_CHOSEN], st.session_state[_DATES] = wanted, dates
    _SPOKEN.context = None


@contextmanager
def outside(language: str) -> Iterator[None]:
    """Use ``language`` outside a script, as when streaming to a page; do not await inside."""
    _SPOKEN.outside = language
    try:
        yield
    finally:
        _SPOKEN.outside = DEFAULT


def locale() -> str:
    """Return the locale of dates: chosen, else the browser's for this language, else default."""
    if streamlit_internals.script_run() is None:
        return _USUAL[_SPOKEN.outside]
    spoken, browser = language(), st.context.locale or ""
    own = browser if browser[:2].lower() == spoken else _USUAL[spoken]
    return str(st.session_state.get(_DATES) or own)


def known_locale() -> Locale | None:
    """Return the locale of dates and numbers; None for dates in digits alone."""
    wanted = locale()
    if wanted == "iso":
        return None
    for known in (wanted, wanted[:2]):
        try:
            return Locale.parse(known, sep="-")
        except (UnknownLocaleError, ValueError):
            continue
    return Locale("en", "GB")


def number(count: float) -> str:
    """Return ``count`` with thousands separators.

    >>> number(100_000)
    '100,000'
    """
    return str(format_decimal(count, locale=known_locale() or DEFAULT))


def separators() -> tuple[str, str]:
    """Return the decimal and the thousands separator.

    >>> separators()
    ('.', ',')
    """
    return separators_of(str(known_locale() or DEFAULT))


class Text(str):
    """A text of the page; integers filled into it get thousands separators."""

    __slots__ = ()

    def format(self, *arguments: object, **named: object) -> str:
        """Return the text with its fields filled in.

        >>> Text("{count} tokens").format(count=1200)
        '1,200 tokens'
        """
        shown = {name: _shown(value) for name, value in named.items()}
        return super().format(*map(_shown, arguments), **shown)


def named(name: str) -> Mapping[Any, str]:
    """Return a table of the catalogue: texts by kind, step or state."""
    table = catalogue(language()).table(name)
    return {key: Text(text) if isinstance(text, str) else text for key, text in table.items()}


def streamlit_names() -> Mapping[str, str]:
    """Return the translations of Streamlit's English names for parts of the page; none in English.

    Streamlit offers no setting for its own texts.
    """
    if language() == DEFAULT:
        return {}
    english = catalogue(DEFAULT).table("STREAMLIT_NAMES")
    return {str(english[key]): str(name) for key, name in named("STREAMLIT_NAMES").items()}


def plural(name: str, number: int, /, **arguments: object) -> str:
    """Return the form of the text ``name`` for ``number``, with ``arguments`` filled in."""
    shown = {each: _shown(value) for each, value in {"count": number, **arguments}.items()}
    return catalogue(language()).plural(name, number, **shown)


def _shown(value: object) -> object:
    return number(value) if type(value) is int else value


def __getattr__(name: str) -> str:
    try:
        return Text(catalogue(language()).text(name))
    except KeyError:
        raise AttributeError(name) from None
