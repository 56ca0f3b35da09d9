"""How much of what a question needs is in the view: recall through the real storage and budget.

Imports the LoCoMo and BEAM development conversations, folded as a chat folds them, and builds the
view of each of their questions as a turn would, without asking an engine.  A question counts when
every message that holds its evidence is in the view: whole, by a passage, or by an item citing it.

    python -m benchmark.recall --data DIR [--url URL]
"""

import argparse
import json
import re
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from assistant import Assistant
from benchmark.conversations import BEAM, LOCOMO
from tidemark.engines.builtin import BuiltinEngine
from tidemark.settings import Settings

THRESHOLD = 1200
_EVIDENCE = re.compile(r"D:?(\d+):0*(\d+)")  # some are malformed: "D8:6; D9:17", "D:11:26"
_SITTING = re.compile(r"session_(\d+)")


@dataclass(frozen=True)
class Asked:
    """A question of a set, its category, and the positions of the messages that answer it."""

    kind: str
    session_id: str
    question: str
    evidence: frozenset[int]


@dataclass(frozen=True)
class Answered:
    """What became of a question."""

    asked: Asked
    is_found: bool
    ms: float
    tokens: int


def locomo(data: Path) -> Iterator[Asked]:
    """Yield the questions of the LoCoMo set that name their evidence."""
    for one in json.loads((data / "locomo_dev.json").read_text()):
        talk = one["conversation"]
        sittings = sorted(int(at[1]) for name in talk if (at := _SITTING.fullmatch(name)))
        said = [turn["dia_id"] for number in sittings for turn in talk[f"session_{number}"]]
        position = {dia_id: at for at, dia_id in enumerate(said)}
        for qa in one["qa"]:
            named = (f"D{a}:{b}" for text in qa["evidence"] for a, b in _EVIDENCE.findall(text))
            evidence = frozenset(position[dia_id] for dia_id in named if dia_id in position)
            if evidence:
                kind = f"LoCoMo {qa['category']}"
                yield Asked(kind, one["sample_id"], qa["question"], evidence)


def beam(data: Path) -> Iterator[Asked]:
    """Yield the questions of the BEAM set that name their sources."""
    for number in BEAM:
        one = json.loads((data / f"beam_dev/{number}.json").read_text())
        position = {message["id"]: at for at, message in enumerate(one["messages"])}
        for question in one["questions"]:
            ids = question["source_message_ids"]
            if evidence := frozenset(position[of] for of in ids if of in position):
                yield Asked("BEAM", f"beam-{number}", question["question"], evidence)


def bring_in(assistant: Assistant, data: Path) -> None:
    """Import every conversation of both sets."""
    for name in LOCOMO:
        assistant.import_file(data / "locomo_dev.json", session_id=name, sample_id=name)
    for number in BEAM:
        assistant.import_file(data / f"beam_dev/{number}.json", session_id=f"beam-{number}")


def ask(assistant: Assistant, questions: Sequence[Asked]) -> list[Answered]:
    """Build the view of each of ``questions``."""
    ids: dict[str, dict[int, int]] = defaultdict(dict)
    answered = []
    for asked in questions:
        positions = ids[asked.session_id]
        if not positions:
            messages = assistant.database.get_messages(asked.session_id)
            positions.update({message.id: message.position for message in messages})
        began = time.perf_counter()
        view = assistant.view(asked.session_id, asked.question)
        ms = (time.perf_counter() - began) * 1000
        shown = {positions[of] for piece in view.pieces for of in piece.message_ids}
        answered.append(Answered(asked, asked.evidence <= shown, ms, view.tokens))
        if view.tokens > THRESHOLD:
            raise ValueError(f"{view.tokens} tokens for {asked.question!r}")
    return answered


def table(answered: Sequence[Answered]) -> str:
    """Return the shares found as a Markdown table."""
    of: dict[str, list[bool]] = defaultdict(list)
    for one in answered:
        of[one.asked.kind].append(one.is_found)
        if one.asked.kind != "BEAM":
            of["LoCoMo 1–5"].append(one.is_found)
            if one.asked.kind != "LoCoMo 5":
                of["LoCoMo 1–4"].append(one.is_found)
    rows = [
        f"| {kind} | {len(found)} | {100 * statistics.mean(found):.1f} |"
        for kind, found in sorted(of.items())
    ]
    ms = [one.ms for one in answered]
    p95 = statistics.quantiles(ms, n=20)[-1]
    return "\n".join(
        [
            "| questions | number | all evidence in the view, % |\n|---|---:|---:|",
            *rows,
            f"\nA view takes {statistics.median(ms):.1f} ms in the median, {p95:.1f} ms at p95; "
            f"{statistics.median(one.tokens for one in answered):.0f} tokens in the median.",
        ]
    )


def main() -> None:
    """Import, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--url", default="")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = given.url or f"sqlite:///{Path(folder) / 'recall.db'}"
        settings = Settings.read(database_url=url, engine="builtin", token_threshold=THRESHOLD)
        with closing(Assistant(settings, engine=BuiltinEngine())) as assistant:
            if not assistant.sessions(limit=1):
                bring_in(assistant, given.data)
            print(table(ask(assistant, [*locomo(given.data), *beam(given.data)])))


if __name__ == "__main__":
    main()
