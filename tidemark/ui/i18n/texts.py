"""Texts of the page in the person's language: ``texts.NEW_CHAT``, looked up at each use."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import streamlit as st

from tidemark.i18n.catalogue import DEFAULT, LANGUAGES, catalogue
from tidemark.ui import streamlit_internals

_CHOSEN, _DATES = "language", "language_of_dates"
_USUAL = {"en": "en-GB", "nl": "nl-NL"}


class _Spoken(threading.local):
    """The language of this thread's page, cached: drawing a page looks up hundreds of texts."""

    context: object = None
    language = DEFAULT
    outside = DEFAULT  # of what is written for a page, but not by a run of its script


_SPOKEN = _Spoken()


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

    ``dates`` is the language of its dates, where that is another.
    """
    st.session_state[_CHOSEN], st.session_state[_DATES] = wanted, dates
    _SPOKEN.context = None


@contextmanager
def outside(language: str) -> Iterator[None]:
    """Speak ``language`` where no script runs, as what is streamed to a page; do not await here."""
    _SPOKEN.outside = language
    try:
        yield
    finally:
        _SPOKEN.outside = DEFAULT


def locale() -> str:
    """Return the locale of dates: chosen, else the browser's for this language, else the usual."""
    if streamlit_internals.script_run() is None:
        return _USUAL[DEFAULT]
    spoken, browser = language(), st.context.locale or ""
    own = browser if browser[:2].lower() == spoken else _USUAL[spoken]
    return str(st.session_state.get(_DATES) or own)


def named(name: str) -> Mapping[Any, str]:
    """Return a table of the catalogue: texts by kind, step or state."""
    return catalogue(language()).table(name)


def plural(name: str, number: int, /, **arguments: object) -> str:
    """Return the form of the text ``name`` for ``number``, with ``arguments`` filled in."""
    return catalogue(language()).plural(name, number, **arguments)


def __getattr__(name: str) -> str:
    try:
        return catalogue(language()).text(name)
    except KeyError:
        raise AttributeError(name) from None
