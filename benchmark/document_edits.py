"""Share of instructions to change a document that the built-in engine reads exactly right.

    python -m benchmark.document_edits [SET] [--wrong]
    python -m benchmark.document_edits public --data $TIDEMARK_DATA [--wrong]

The sets lie in tests/cases/document_edits: ``seen`` and ``unseen``, of which only counts are
printed; ``wide_seen`` and ``wide_unseen``, instructions as people say them on many kinds of
documents; ``everyday``, those by which the rules were mended last.
``public`` are instructions made from the published cases of RFC 6902 by template: the path as a
JSON Pointer, and what cannot be done has to change nothing.  ``--wrong`` prints the instructions
that were not exactly right, with what came of them.
"""

import argparse
import datetime as dt
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import JsonValue

from tidemark.documents import patches
from tidemark.documents.content import is_same
from tidemark.documents.followups import Restore
from tidemark.documents.instructions.changes import Change
from tidemark.documents.record import Record, RecordEntry
from tidemark.documents.talk import DocumentTalk, Reply
from tidemark.errors import UserError
from tidemark.nlp.languages import Language

CASES = Path(__file__).parents[1] / "tests/cases/document_edits"
HALVES = ("seen", "unseen", "wide_seen", "wide_unseen", "everyday")
SAID_AT = dt.datetime(2026, 11, 23, 12, tzinfo=dt.UTC)
PLACES = 9  # decimals that are compared
NUMBER_WORDS = {
    "1": ("one", "een", "één"),
    "2": ("two", "twee"),
    "3": ("three", "drie"),
    "4": ("four", "vier"),
    "5": ("five", "vijf"),
}
TEMPLATES: dict[Language, dict[str, str]] = {
    "en": {
        "add": "add {value} at {path}",
        "replace": "set {path} to {value}",
        "remove": "remove {path}",
        "move": "move {source} to {path}",
        "copy": "copy {source} to {path}",
    },
    "nl": {
        "add": "voeg {value} toe op {path}",
        "replace": "zet {path} op {value}",
        "remove": "verwijder {path}",
        "move": "verplaats {source} naar {path}",
        "copy": "kopieer {source} naar {path}",
    },
}
Outcome = Literal["right", "asked though clear", "changed wrongly", "asked for rightly", "missed"]
OUTCOMES: tuple[Outcome, ...] = (
    "right",
    "asked for rightly",
    "asked though clear",
    "missed",
    "changed wrongly",
)


@dataclass(frozen=True)
class EditCase:
    """An instruction in a document's history, and what is expected of it."""

    kind: str
    language: Language
    document: str
    versions: Sequence[JsonValue]
    said: Sequence[str]
    instruction: str
    expected: dict[str, Any]


def cases(half: str) -> Iterator[EditCase]:
    """Yield the cases of a half."""
    for line in (CASES / f"{half}.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        file = CASES / "documents" / f"{case['document']}.json"
        versions = [json.loads(file.read_text(encoding="utf-8"))]
        for patch in case.get("applied", ()):
            versions.append(patches.applied(versions[-1], patch))
        yield EditCase(
            case["kind"],
            case["language"],
            case["document"],
            versions,
            ("Initial data", *case["history"]),
            case["instruction"],
            case["expected"],
        )


def public_cases(file: Path) -> Iterator[EditCase]:
    """Yield instructions made from the published cases of JSON Patch, by template."""
    for case in json.loads(file.read_text(encoding="utf-8")):
        patch = case.get("patch", ())
        if case.get("disabled") or len(patch) != 1 or not _can_be_said(case, patch[0]):
            continue
        given = {
            "path": patch[0]["path"],
            "source": patch[0].get("from", ""),
            "value": json.dumps(patch[0].get("value"), ensure_ascii=False),
        }
        expected = {"content": case["expected"]} if "expected" in case else {"error": True}
        kind = patch[0]["op"] if "expected" in case else "error"
        for language, templates in TEMPLATES.items():
            said = templates[patch[0]["op"]].format(**given)
            yield EditCase(kind, language, "doc", [case["doc"]], [""], said, expected)


def _can_be_said(case: dict[str, Any], operation: dict[str, Any]) -> bool:
    path, op = operation.get("path"), operation.get("op")
    if op not in TEMPLATES["en"] or not isinstance(path, str) or not path.strip("/"):
        return False
    needed = {"add": ("value",), "replace": ("value",), "move": ("from",), "copy": ("from",)}
    if not path.startswith("/") or any(name not in operation for name in needed.get(op, ())):
        return False
    return "error" in case or not is_same(case["doc"], case["expected"])


def outcome(case: EditCase) -> tuple[Outcome, Change | Restore | Reply | None]:
    """Return how well the engine does with a case, and what it makes of it."""
    entries = [RecordEntry(at, said, SAID_AT) for at, said in enumerate(case.said, 1)]
    record = Record(entries, lambda version: case.versions[version - 1])
    found = DocumentTalk(case.document, record, SAID_AT).understand(case.instruction)
    got = _content(case, found)
    expected = case.expected
    if "asks" in expected or "answers" in expected or "error" in expected:
        if got is not None:
            return "changed wrongly", found
        return ("asked for rightly" if "answers" not in expected else "right") if _tells(
            expected, found
        ) else "missed", found
    if got is None:
        return "asked though clear", found
    return (
        "right" if is_same(_rounded(got[0]), _rounded(_wanted(case))) else "changed wrongly"
    ), found


def _content(case: EditCase, found: Change | Restore | Reply | None) -> tuple[JsonValue] | None:
    if isinstance(found, Restore):
        return (case.versions[found.version - 1],)
    if not isinstance(found, Change):
        return None
    try:
        return (patches.applied(case.versions[-1], found.operations),)
    except UserError:
        return None


def _wanted(case: EditCase) -> JsonValue:
    match case.expected:
        case {"patch": patch}:
            return patches.applied(case.versions[-1], patch)
        case {"undo": int(count)}:
            return case.versions[-1 - count]
        case {"rollback": int(version)}:
            return case.versions[version - 1]
        case expected:
            content: JsonValue = expected["content"]
            return content


def _tells(expected: dict[str, Any], found: Change | Restore | Reply | None) -> bool:
    """Return whether a reply asks or answers, with the words that are expected."""
    if "error" in expected:
        return True
    if not isinstance(found, Reply) or ("asks" in expected and not found.asks):
        return False
    text = found.text.casefold()
    return all(_stands(word, text) for word in expected.get("about", expected.get("answers", ())))


def _stands(word: str, text: str) -> bool:
    if not word.isdigit():
        return word.casefold() in text
    alike = (word, *NUMBER_WORDS.get(word, ()))
    return any(re.search(rf"\b{each}\b", text) for each in alike)


def _rounded(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_rounded(each) for each in value]
    return round(value, PLACES) if isinstance(value, float) else value


def report(chosen: Sequence[EditCase], *, wrong: bool) -> None:
    """Print how many cases of each kind and language come to what."""
    counts: Counter[tuple[str, str, Outcome]] = Counter()
    for case in chosen:
        found, made = outcome(case)
        counts[case.kind, case.language, found] += 1
        if wrong and found not in ("right", "asked for rightly"):
            sys.stdout.write(f"{found}: {case.document}: {case.instruction}\n    {made}\n")
    sys.stdout.write(f"| kind | language | {' | '.join(OUTCOMES)} |\n|---|---|{'---|' * 5}\n")
    rows = sorted({(kind, language) for kind, language, _ in counts})
    for kind, language in rows:
        numbers = " | ".join(str(counts[kind, language, each]) for each in OUTCOMES)
        sys.stdout.write(f"| {kind} | {language} | {numbers} |\n")
    for language in TEMPLATES:
        sums = {
            each: sum(
                n for (_, said, found), n in counts.items() if (said, found) == (language, each)
            )
            for each in OUTCOMES
        }
        numbers = " | ".join(str(sums[each]) for each in OUTCOMES)
        sys.stdout.write(f"| all | {language} | {numbers} |\n")
    good = sum(n for (*_, each), n in counts.items() if each in OUTCOMES[:2])
    asks = sum(case.expected.keys() & {"asks", "error"} != set() for case in chosen)
    sys.stdout.write(
        f"{good} of {len(chosen)} exactly right ({good / len(chosen):.1%});"
        f" never changing anything, {asks} at best\n"
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("half", nargs="?", default="seen", choices=(*HALVES, "public"))
    parser.add_argument("--data", type=Path, help="the folder of the published cases")
    parser.add_argument("--wrong", action="store_true")
    given = parser.parse_args()
    if given.half == "public":
        chosen = list(public_cases(given.data / "documents/json_patch_tests.json"))
    else:
        chosen = list(cases(given.half))
    report(chosen, wrong=given.wrong and not given.half.endswith("unseen"))


if __name__ == "__main__":
    main()
