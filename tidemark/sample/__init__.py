"""Sample conversations for the first run, in English and Dutch.

One family plans a birthday by a lake, another a wedding anniversary on an island. Each is twice as
long as the default budget, so a copy shows its summaries, and contains all kinds of items: wishes,
limits, decisions, todos, changes of mind.
"""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Sample:
    """A conversation file and the title of its copy."""

    path: Path
    title: str


ENGLISH = Sample(Path(__file__).with_name("birthday.jsonl"), "Oma Ruth's eightieth by the lake")
DUTCH = Sample(Path(__file__).with_name("trouwdag.jsonl"), "Veertig jaar getrouwd op Terschelling")


def for_locale(locale: str | None) -> Sample:
    """Return the sample in the language of ``locale``, by default the English one.

    >>> for_locale("nl-BE").title
    'Veertig jaar getrouwd op Terschelling'
    """
    return DUTCH if locale and locale.lower().startswith("nl") else ENGLISH
