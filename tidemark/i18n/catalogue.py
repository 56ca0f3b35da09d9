"""Catalogues: all texts of a language by name, with plural forms.

There is one file ``catalogues/*.toml`` per language, all with the same names.  A text that depends
on a number is a table of forms by Unicode's plural categories (``one``, ``other`` …); Babel has the
rules.  Errors build their English sentences themselves, so only the other languages have a table
``ERRORS``.  ``docs/extending.md`` lists the steps for another language.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from babel import Locale
from babel.numbers import format_decimal

_FILES = {path.stem: path for path in sorted((Path(__file__).parent / "catalogues").glob("*.toml"))}
LANGUAGES = tuple(_FILES)
DEFAULT = "en"


class Catalogue:
    """All texts of one ``language``; a dot in a name separates a table from its entry."""

    def __init__(self, language: str, texts: Mapping[str, Any]) -> None:
        self.language = language
        self.texts = texts
        self._locale = Locale.parse(language)

    def text(self, name: str) -> str:
        """Return the text ``name``, with its fields in braces.

        Raises:
            KeyError: The catalogue has no such text.
        """
        text: str = self._at(name)
        return text

    def table(self, name: str) -> Mapping[Any, Any]:
        """Return the table ``name``: texts by kind, step or state.

        Raises:
            KeyError: The catalogue has no such table.
        """
        table: Mapping[Any, Any] = self._at(name)
        return table

    def plural(self, name: str, number: int, /, **arguments: object) -> str:
        """Return the form of ``name`` for ``number``, with ``count`` and ``arguments`` filled in.

        >>> catalogue("en").plural("COUNTED.branch", 1), catalogue("en").plural("COUNTED.branch", 2)
        ('1 branch', '2 branches')
        """
        forms = self._at(name)
        form: str = forms.get(self._locale.plural_form(number)) or forms["other"]
        return form.format(**{"count": number, **arguments})

    def number(self, number: int) -> str:
        """Return ``number`` with thousands separators.

        >>> catalogue("en").number(100_000), catalogue("nl").number(100_000)
        ('100,000', '100.000')
        """
        return str(format_decimal(number, locale=self._locale))

    def _at(self, name: str) -> Any:  # noqa: ANN401 - a text, or a table of some
        found: Any = self.texts
        for part in name.split("."):
            found = found[part]
        return found


@cache
def catalogue(language: str) -> Catalogue:
    """Return the catalogue of ``language``, or the English one if there is none."""
    known = language if language in _FILES else DEFAULT
    return Catalogue(known, tomllib.loads(_FILES[known].read_text(encoding="utf-8")))
