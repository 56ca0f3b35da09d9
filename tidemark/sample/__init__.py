"""A conversation to look at on the first run, in English and in Dutch.

A family plans a birthday by a lake, another a wedding anniversary on an island.  Each is longer
than the default budget twice over, so opening a copy shows its summaries, and holds what summaries
are made of: wishes, limits, decisions, things to do, changes of mind.
"""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Sample:
    """A conversation file, and the title its copy gets."""

    path: Path
    title: str


ENGLISH = Sample(Path(__file__).with_name("birthday.jsonl"), "Oma Ruth's eightieth by the lake")
DUTCH = Sample(Path(__file__).with_name("trouwdag.jsonl"), "Veertig jaar getrouwd op Terschelling")


def for_locale(locale: str | None) -> Sample:
    """Return the sample in the language of ``locale``, the English one for any other.

    >>> for_locale("nl-BE").title
    'Veertig jaar getrouwd op Terschelling'
    """
    return DUTCH if locale and locale.lower().startswith("nl") else ENGLISH
