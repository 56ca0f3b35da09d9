"""Task tables: the details a task needs before it can be done, read from the TOML of a language.

The engine asks about a task of the person's own (their trip, garden, files) if neither the message
nor memory gives the details it depends on, or if it concerns something unnamed. Vague words alone
are never a reason to ask.
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
    """A detail that a task depends on: name, question, and the words that show it is given."""

    name: str
    question: str
    given: re.Pattern[str]


@dataclass(frozen=True)
class TaskTopic:
    """A subject of tasks: the pattern that shows it, its details, and possible interpretations.

    ``needs`` names the one detail that is always asked for if missing.
    """

    name: str
    shows: re.Pattern[str]
    details: tuple[Detail, ...]
    interpretations: tuple[str, ...]
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


def _topic(row: Mapping[str, Any], shared: Mapping[str, Sequence[str]]) -> TaskTopic:
    details = tuple(
        Detail(
            detail["name"],
            detail["question"],
            re.compile(_pattern(detail.get("given", ()), shared) or _NEVER, re.IGNORECASE),
        )
        for detail in row["details"]
    )
    shows = re.compile(_shows(row, shared), re.IGNORECASE)
    return TaskTopic(
        row["name"], shows, details, tuple(row["interpretations"]), row.get("needs", "")
    )


@dataclass(frozen=True)
class Tasks:
    """The topics of a language: the person's own tasks, work on something unnamed, material."""

    own: tuple[TaskTopic, ...]
    unnamed: tuple[TaskTopic, ...]
    material: tuple[TaskTopic, ...]


def read_tasks(path: Path) -> Tasks:
    """Return the tasks of the TOML file at ``path``, which documents its own format."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    own, unnamed, material = (
        tuple(_topic(row, table["shared"]) for row in table[kind])
        for kind in ("own", "unnamed", "material")
    )
    return Tasks(own, unnamed, material)
