"""Recall with the real storage and budget: the share of questions whose evidence is in the view.

Imports the LoCoMo and BEAM development conversations, folded as a chat folds them, and builds the
view of each of their questions as a turn would, without calling an engine.  A question counts when
every message with its evidence is in the view: whole, by a passage, or by an item citing it.

    python -m benchmark.recall --data DIR [--url URL] [--full]

Next to the row of a real turn are rows with each part of recall disabled, and of simpler methods.
Then unrelated requests are put to each conversation in turn: the share for which nothing is
recalled.
"""

import argparse
import json
import re
import sqlite3
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from agents import context, recall, summariser
from agents.context import Context
from assistant import Assistant
from benchmark.conversations import BEAM, LOCOMO
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.prompt import packing, rendering
from tidemark.retrieval.ranking import DEFAULT_WEIGHTS, Weights
from tidemark.runtime.events import Stop
from tidemark.schema import ContextView, Message, Reason
from tidemark.settings import Settings
from utils import settle_garbage

THRESHOLD = 1200
_HEAD = (
    "| way | LoCoMo, 1–5 | 1–4 | multi-hop | temporal | open-domain | single-hop | adversarial "
    "| BEAM | median ms | p95 ms | of LoCoMo |\n|---|" + "---:|" * 11 + "\n"
)
_EVIDENCE = re.compile(r"D:?(\d+):0*(\d+)")  # Import, run every method, fold, run again, and print.
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
    """The result for a question."""

    asked: Asked
    is_found: bool
    ms: float
    tokens: int


def locomo(data: Path) -> Iterator[Asked]:
    """Yield the questions of the LoCoMo set that have evidence."""
    for one in json.loads((data / "locomo_dev.json").read_text()):
        talk = one["conversation"]
        sittings = sorted(int(at[1]) for name in talk if (at := _SITTING.fullmatch(name)))
        said = [turn["dia_id"] for number in sittings for turn in talk[f"session_{number}"]]
        position = {dia_id: at for at, dia_id in enumerate(said)}
        for qa in one["qa"]:
            named = (f"D{a}:{b}" for text in qa["evidence"] for a, b in _EVIDENCE.findall(text))
            evidence = frozenset(position[dia_id] for dia_id in named if dia_id in position)
            if evidence:
                yield Asked(str(qa["category"]), one["sample_id"], qa["question"], evidence)


def beam(data: Path) -> Iterator[Asked]:
    """Yield the questions of the BEAM set that have sources."""
    for number in BEAM:
        one = json.loads((data / f"beam_dev/{number}.json").read_text())
        position = {message["id"]: at for at, message in enumerate(one["messages"])}
        for question in one["questions"]:
            ids = question["source_message_ids"]
            if evidence := frozenset(position[of] for of in ids if of in position):
                yield Asked("BEAM", f"beam-{number}", question["question"], evidence)


def of_others(data: Path) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield requests unrelated to the conversations of the sets, by their origin."""
    lines = (data / "mt_bench_dev.jsonl").read_text().splitlines()
    yield "MT-bench", [json.loads(line)["turns"][0] for line in lines]
    yield "QReCC", [row["Question"] for row in json.loads((data / "qrecc_dev.json").read_text())]


def recalls_nothing(assistant: Assistant, requests: Sequence[str]) -> float:
    """Return the percentage of ``requests`` for which nothing of their conversation is found.

    All are put to the conversations in turn, three times, each time to another one.
    """
    talks = (*LOCOMO, *(f"beam-{number}" for number in BEAM))
    found = [
        recall.find(
            assistant.database,
            analysed(assistant, talk, request, Context()),
            limit_tokens=THRESHOLD,
        )
        for at, request in enumerate(requests)
        for talk in (talks[(at + step) % len(talks)] for step in (0, 4, 8))
    ]
    return 100 * statistics.mean(not each for each in found)


def bring_in(assistant: Assistant, data: Path) -> None:
    """Import every conversation of both sets."""
    for name in LOCOMO:
        assistant.transfer.import_file(data / "locomo_dev.json", session_id=name, sample_id=name)
    for number in BEAM:
        assistant.transfer.import_file(
            data / f"beam_dev/{number}.json", session_id=f"beam-{number}"
        )


@dataclass(frozen=True)
class Way:
    """A method to build the view of a question: as a turn does, or with a part disabled."""

    name: str
    build: Callable[[Assistant, Asked], ContextView]


def ask(assistant: Assistant, questions: Sequence[Asked], way: Way) -> list[Answered]:
    """Build the view of each of ``questions`` with one method ``way``."""
    ids: dict[str, dict[int, int]] = defaultdict(dict)
    answered = []
    for asked in questions:
        positions = ids[asked.session_id]
        if not positions:
            messages = assistant.database.get_messages(asked.session_id)
            positions.update({message.id: message.position for message in messages})
        began = time.perf_counter()
        view = way.build(assistant, asked)
        ms = (time.perf_counter() - began) * 1000
        cited = {of for piece in view.pieces for of in piece.message_ids}
        shown = {positions[of] for of in cited if of in positions}  # the rest are of other chats
        answered.append(Answered(asked, asked.evidence <= shown, ms, view.tokens))
        if rendering.count(view, assistant.counter) != view.tokens or view.tokens > THRESHOLD:
            raise ValueError(f"{view.tokens} tokens for {asked.question!r}")
    return answered


def as_a_turn(assistant: Assistant, asked: Asked) -> ContextView:
    """Build the view of a turn, with the same method as a turn."""
    return assistant.turns.view(asked.session_id, asked.question)


def weighed(weights: Weights) -> Callable[[Assistant, Asked], ContextView]:
    """Return a method with other ``weights``."""

    def build(assistant: Assistant, asked: Asked) -> ContextView:
        search = assistant.database.recall
        search.weights = weights
        try:
            return as_a_turn(assistant, asked)
        finally:
            search.weights = DEFAULT_WEIGHTS

    return build


def chosen(
    assistant: Assistant,
    asked: Asked,
    *,
    keeps: Callable[[Context], Context] = lambda held: held,
    recalls: bool = True,
    stands_alone: bool | None = None,
) -> ContextView:
    """Build the view of the stored part ``keeps`` of a session, with recall or without."""
    held = keeps(context.load(assistant.database, asked.session_id))
    question = analysed(assistant, asked.session_id, asked.question, held)
    if stands_alone is not None:
        question = replace(question, stands_alone=stands_alone)
    return recall.choose(
        assistant.database if recalls else None,
        question,
        held,
        threshold=THRESHOLD,
        counter=assistant.counter,
        other_chats=recall.CrossSessionContext(),
    ).view


def analysed(
    assistant: Assistant, session_id: str, question: str, held: Context
) -> recall.AnalysedQuestion:
    """Analyse a question as ``TurnService.view`` does."""
    return recall.analyse(
        question, held, session_id=session_id, now=assistant.now(), vector_of=recall.no_vector
    )


def last_turns(assistant: Assistant, asked: Asked) -> ContextView:
    """Build a view of the last messages that fit."""
    held = assistant.sessions.transcript(asked.session_id, limit=200)
    return packing.build(
        asked.question, active=held, offered=(), threshold=THRESHOLD, counter=assistant.counter
    )


class FullText:
    """SQLite's own full text search: each message is a document, stemmed by Porter."""

    def __init__(self) -> None:
        self._sessions: dict[str, tuple[sqlite3.Connection, dict[int, Message]]] = {}

    def __call__(self, assistant: Assistant, asked: Asked) -> ContextView:
        """Build a view of the best ranked messages, whole, as many as fit."""
        index, messages = self._index(assistant, asked.session_id)
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", asked.question))
        query = "SELECT rowid FROM said WHERE said MATCH ? ORDER BY bm25(said) LIMIT 60"
        ranked = [messages[row[0]] for row in index.execute(query, [words])]
        offered = (
            packing.PackingCandidate(
                packing.recalled_piece(
                    message, message.content, reason=Reason("matches"), counter=assistant.counter
                ),
                -at,
            )
            for at, message in enumerate(ranked)
        )
        return packing.build(
            asked.question,
            active=(),
            offered=offered,
            threshold=THRESHOLD,
            counter=assistant.counter,
        )

    def _index(
        self, assistant: Assistant, session_id: str
    ) -> tuple[sqlite3.Connection, dict[int, Message]]:
        if session_id not in self._sessions:
            held = {each.id: each for each in assistant.database.get_messages(session_id)}
            index = sqlite3.connect(":memory:")
            index.execute("CREATE VIRTUAL TABLE said USING fts5(content, tokenize='porter')")
            rows = [(number, message.content) for number, message in held.items()]
            index.executemany("INSERT INTO said (rowid, content) VALUES (?, ?)", rows)
            self._sessions[session_id] = index, held
        return self._sessions[session_id]


def fold_all(assistant: Assistant) -> None:
    """Fold everything but the last exchange of every session."""
    for session in assistant.sessions.recent():
        held = context.load(assistant.database, session.session_id)
        before = replace(held, active=held.active[:-2])
        if before.active:
            summariser.fold_session(
                assistant.database,
                session.session_id,
                before,
                assistant.configuration.engine,
                threshold=THRESHOLD,
                counter=assistant.counter,
                clock=assistant.now,
                stop=Stop(),
            )


FULL = Way("**as a turn builds it**", as_a_turn)
PARTS = (
    Way("all active messages kept", partial(chosen, stands_alone=False)),
    Way(
        "without the items of summaries",
        partial(chosen, keeps=lambda held: replace(held, summaries=())),
    ),
    Way(
        "without windows: a passage by itself",
        weighed(replace(DEFAULT_WEIGHTS, windows=(1, 0, 0, 0, 0))),
    ),
    Way("one window, of 90 tokens", weighed(replace(DEFAULT_WEIGHTS, windows=(0, 1, 0, 0, 0)))),
    Way("without its sitting", weighed(replace(DEFAULT_WEIGHTS, stretch=0))),
    Way("without who said it", weighed(replace(DEFAULT_WEIGHTS, voice=0))),
    Way("without the time that is named", weighed(replace(DEFAULT_WEIGHTS, time=0))),
    Way("without the room it takes", weighed(replace(DEFAULT_WEIGHTS, brevity=0))),
    Way("without the floor", weighed(replace(DEFAULT_WEIGHTS, least_share=-1, least_alone=-1))),
    Way("SQLite's FTS5, a message a document", FullText()),
    Way("the last turns alone", last_turns),
)
FOLDED = Way("all but the last exchange folded", as_a_turn)
BARE = Way(
    "the same, of the bare turns", partial(chosen, keeps=lambda held: Context(), stands_alone=True)
)


def shares(answered: Sequence[Answered]) -> dict[str, float]:
    """Return the percentage found for each kind of question."""
    of: dict[str, list[bool]] = {"1–5": [], "1–4": [], **{f"{at}": [] for at in range(1, 6)}}
    for one in answered:
        kind = one.asked.kind
        of.setdefault(kind, []).append(one.is_found)
        if kind != "BEAM":
            of["1–5"].append(one.is_found)
            if kind != "5":
                of["1–4"].append(one.is_found)
    return {kind: 100 * statistics.mean(found) for kind, found in of.items()}


def row(way: Way, answered: Sequence[Answered]) -> str:
    """Return the results as a row of a table."""
    found = shares(answered)
    ms = sorted(one.ms for one in answered)
    locomo = sorted(one.ms for one in answered if one.asked.kind != "BEAM")
    figures = " | ".join(f"{share:.1f}" for share in found.values())
    p95, of_locomo = (times[int(0.95 * (len(times) - 1))] for times in (ms, locomo))
    return (
        f"| {way.name} | {figures} | {statistics.median(ms):.1f} | {p95:.1f} | {of_locomo:.1f} |\n"
    )


@contextmanager
def opened(data: Path, url: str = "") -> Iterator[Assistant]:
    """Open an Assistant over the conversations of ``data``, at ``url`` or in a new file."""
    with tempfile.TemporaryDirectory() as folder:
        url = url or f"sqlite:///{Path(folder) / 'recall.db'}"
        settings = Settings.read(database_url=url, engine="builtin", token_threshold=THRESHOLD)
        with closing(Assistant(settings, engine=BuiltinEngine())) as assistant:
            if not assistant.sessions.recent(limit=1):
                bring_in(assistant, data)
            yield assistant


def main() -> None:
    """Import, ask in every way, fold, ask again, print."""
    parser = argparse.ArgumentParser(description="How much of what a question needs is recalled.")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--url", default="", help="an empty database; SQLite by itself")
    parser.add_argument("--full", action="store_true", help="no part off, nothing folded")
    given = parser.parse_args()
    questions = [*locomo(given.data), *beam(given.data)]
    with opened(given.data, given.url) as assistant:
        settle_garbage()  # as the page and the command line do
        sys.stdout.write(_HEAD)
        for way in (FULL, *(() if given.full else PARTS)):
            sys.stdout.write(row(way, ask(assistant, questions, way)))
            sys.stdout.flush()
        for whose, requests in of_others(given.data):
            share = recalls_nothing(assistant, requests)
            sys.stdout.write(f"{whose}: {share:.1f} % of {len(requests)} recall nothing\n")
        if not given.full:
            fold_all(assistant)
            for way in (FOLDED, BARE):
                sys.stdout.write(row(way, ask(assistant, questions, way)))


if __name__ == "__main__":
    main()
