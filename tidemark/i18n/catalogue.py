"""The catalogue of a language: its texts by name, with the plural forms the language has.

The files are ``catalogues/*.toml``, one for each language; each holds the same names.  A text that
depends on a number is a table of forms by the plural categories of Unicode (``one``, ``other`` …);
Babel knows which number takes which.  The sentences of errors (``ERRORS``) stand in English in the
errors themselves, so the English catalogue has none.
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
    """All texts of one ``language``; a point in a name parts a table from an entry of it."""

    def __init__(self, language: str, texts: Mapping[str, Any]) -> None:
        self.language = language
        self.texts = texts
        self._locale = Locale.parse(language)

    def text(self, name: str) -> str:
        """Return the text ``name``; its fields stand in braces.

        Raises:
            KeyError: The catalogue has no such text.
        """
        text: str = self._at(name)
        return text

    def table(self, name: str) -> Mapping[Any, Any]:
        """Return the texts of the table ``name``, by the kind, step or state they stand for.

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
        """Return ``number`` with its thousands parted.

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
    """Return the catalogue of ``language``; the English one where there is none."""
    known = language if language in _FILES else DEFAULT
    return Catalogue(known, tomllib.loads(_FILES[known].read_text(encoding="utf-8")))
