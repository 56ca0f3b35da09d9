"""What tasks need before they can be done, read from the table of a language.

A task is asked back where it is the person's own (their trip, their garden, their files) and what
it turns on is given neither in it nor in what is remembered, or where it works on something without
saying which.  Vague words alone never count.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_NEVER = r"(?!)"
_ANY_WORDS = r"\b.*?\b"


@dataclass(frozen=True)
class Detail:
    """Something a task turns on: its name, how it is asked for, the words that show it is given."""

    name: str
    question: str
    given: re.Pattern[str]


@dataclass(frozen=True)
class Matter:
    """What a task may be about: the words that show it, what it turns on, ways to take it.

    ``needs`` is the one detail that is always asked for when it is missing.
    """

    name: str
    shows: re.Pattern[str]
    details: tuple[Detail, ...]
    readings: tuple[str, ...]
    needs: str = ""


def _pattern(alternatives: Sequence[str], shared: Mapping[str, Sequence[str]]) -> str:
    parts: list[str] = []
    for each in alternatives:
        if each.startswith("@"):
            parts.append(_pattern(shared[each[1:]], shared))
        else:
            parts.append(each[1:] if each.startswith("~") else rf"\b(?:{each})\b")
    return "|".join(parts)


def _shows(row: Mapping[str, Any], shared: Mapping[str, Sequence[str]]) -> str:
    if "shows" in row:
        return _pattern(row["shows"], shared)
    verbs, nouns = "|".join(row["verbs"]), "|".join(row["nouns"])
    link, then = row.get("link", _ANY_WORDS), row.get("then", "")
    if row.get("anywhere"):
        link = row.get("link", r"\b")
        return rf"^(?=.*\b(?:{verbs})\b).*?{link}(?P<at>{nouns})\b{then}"
    return rf"\b(?:{verbs}){link}(?P<at>{nouns})\b{then}"


def _matter(row: Mapping[str, Any], shared: Mapping[str, Sequence[str]]) -> Matter:
    details = tuple(
        Detail(
            detail["name"],
            detail["question"],
            re.compile(_pattern(detail.get("given", ()), shared) or _NEVER, re.IGNORECASE),
        )
        for detail in row["details"]
    )
    shows = re.compile(_shows(row, shared), re.IGNORECASE)
    return Matter(row["name"], shows, details, tuple(row["readings"]), row.get("needs", ""))


@dataclass(frozen=True)
class Tasks:
    """The matters of a language: the person's own, what is worked on without a name, material."""

    own: tuple[Matter, ...]
    unnamed: tuple[Matter, ...]
    material: tuple[Matter, ...]


def read_tasks(path: Path) -> Tasks:
    """Return the table at ``path``; it says itself how it is written."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    own, unnamed, material = (
        tuple(_matter(row, table["shared"]) for row in table[kind])
        for kind in ("own", "unnamed", "material")
    )
    return Tasks(own, unnamed, material)
