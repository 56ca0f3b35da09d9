"""Scores of the built-in engine's analyses on public sets, by the sets' own measures.

Next to each score are the rows of an engine that always asks back, or never: a set of mostly vague
requests makes "always ask" look good.

    python -m benchmark.understanding --data DIR
"""

import argparse
import datetime as dt
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.nlp.context_dependence import NEEDED, context_need
from tidemark.nlp.languages import stop_words
from tidemark.nlp.mentions import Utterance
from tidemark.nlp.stemming import stem
from tidemark.prompt import packing
from tidemark.runtime.events import Stop
from tidemark.schema import ContextView, Message, QueryUnderstanding
from utils import TokenCounter

_NOW = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
_ROOM = 100_000  # tokens: the sets give whole histories, larger than a budget
_FOLDS = 5
_SEED = 5
_QUESTION_WORDS = frozenset("who whom whose what which when where why how".split())

Row = dict[str, Any]


@dataclass(frozen=True)
class Figure:
    """One line of the table: the measurement, and its target."""

    check: str
    value: float
    target: float
    at_least: bool = True
    note: str = ""

    @property
    def is_reached(self) -> bool:
        """Return whether the value is on the right side of the target."""
        return self.value >= self.target if self.at_least else self.value <= self.target


@dataclass(frozen=True)
class Confusion:
    """The numbers of yes and no answers, by the right answer."""

    hits: int
    false_alarms: int
    misses: int
    rejections: int

    @classmethod
    def of(cls, pairs: Iterable[tuple[bool, bool]]) -> "Confusion":
        """Count pairs of right and given answers."""
        counts = Counter(pairs)
        return cls(
            counts[True, True], counts[False, True], counts[True, False], counts[False, False]
        )

    @property
    def accuracy(self) -> float:
        """The share of right answers."""
        right = self.hits + self.rejections
        return right / (right + self.false_alarms + self.misses)

    @property
    def macro_f1(self) -> float:
        """The mean of the F1 of yes and the F1 of no."""
        wrong = self.false_alarms + self.misses
        return (_f1(self.hits, wrong) + _f1(self.rejections, wrong)) / 2

    def row(self, name: str) -> str:
        """Return the confusion as a line of its table."""
        return (
            f"| {name} | {self.hits} | {self.misses} | {self.false_alarms} | {self.rejections} | "
            f"{self.accuracy:.3f} | {self.macro_f1:.3f} |"
        )


def _f1(right: int, wrong: int) -> float:
    return 2 * right / (2 * right + wrong) if right else 0.0


def auroc(scored: Sequence[tuple[bool, float]]) -> float:
    """Return the chance that a yes scores above a no, ties counted half."""
    ranked = sorted(scores for _, scores in scored)
    first: dict[float, int] = {}
    for place, score in enumerate(ranked):
        first.setdefault(score, place)
    ties = Counter(ranked)
    yes = [score for is_yes, score in scored if is_yes]
    below = sum(first[score] + (ties[score] + 1) / 2 for score in yes)
    return (below - len(yes) * (len(yes) + 1) / 2) / (len(yes) * (len(scored) - len(yes)))


def content(text: str) -> set[str]:
    """Return the stemmed content words of ``text``, as the checks count them."""
    words = re.findall(r"\w+", text.lower())
    return {stem(word) for word in words if word not in stop_words("en") | _QUESTION_WORDS}


def rouge1_recall(gold: str, ours: str) -> float:
    """Return the share of the stemmed words of ``gold`` that ``ours`` has, each counted once."""
    wanted, given = (
        Counter(stem(word) for word in re.findall(r"[a-z0-9]+", text.lower()))
        for text in (gold, ours)
    )
    return sum((wanted & given).values()) / max(1, sum(wanted.values()))


def _same(one: str, other: str) -> bool:
    return re.findall(r"\w+", one.lower()) == re.findall(r"\w+", other.lower())


def turns(texts: Sequence[str]) -> list[Utterance]:
    """Return ``texts`` as turns of a conversation that the user opens."""
    return [Utterance("assistant" if at % 2 else "user", text) for at, text in enumerate(texts)]


class Reader:
    """Analyses questions as a turn would, with all of their history in view."""

    def __init__(self) -> None:
        self._engine = BuiltinEngine(for_model=True)
        self._counter = TokenCounter()

    def understand(self, question: str, history: Sequence[Utterance] = ()) -> QueryUnderstanding:
        """Return the analysis of ``question`` after ``history``; it may be asked back."""
        view = self._view(question, history)
        return self._engine.understand(view, now=_NOW, asking="freely", stop=Stop()).value

    def asks(self, question: str, history: Sequence[Utterance] = ()) -> bool:
        """Return whether ``question`` is asked back."""
        return self.understand(question, history).is_ambiguous

    def rewrite(self, question: str, history: Sequence[Utterance]) -> str:
        """Return the rewritten ``question``, or itself if it needs no rewriting."""
        return self.understand(question, history).rewritten_query or question

    def _view(self, question: str, history: Sequence[Utterance]) -> ContextView:
        active = [
            Message(
                id=at + 1,
                session_id="benchmark",
                position=at,
                role=said.role,
                content=said.text,
                timestamp=_NOW,
                token_count=self._counter.count_message(said.role, said.text),
            )
            for at, said in enumerate(history)
        ]
        return packing.build(
            question, active=active, offered=(), threshold=_ROOM, counter=self._counter
        )


@dataclass(frozen=True)
class Sets:
    """The rows of the public sets that are measured."""

    canard: Sequence[Row]
    qrecc: Sequence[Row]
    mt_bench: Sequence[Row]
    in3: Sequence[Row]

    @classmethod
    def read(cls, data: Path, every: int = 1) -> "Sets":
        """Read each ``every``-th row of the two large sets below ``data``, and the others whole."""
        return cls(
            canard=json.loads((data / "canard_dev.json").read_text(encoding="utf-8"))[::every],
            qrecc=json.loads((data / "qrecc_dev.json").read_text(encoding="utf-8"))[::every],
            mt_bench=lines(data / "mt_bench_dev.jsonl"),
            in3=lines(data / "in3_train.jsonl"),
        )


def titled(row: Row) -> list[Utterance]:
    """Return the history of a CANARD row, with its title as the user's first message."""
    title, _, *rest = row["History"]
    return [Utterance("user", title), *turns(rest)]


def lines(path: Path) -> list[Row]:
    """Return the rows of a JSONL file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def leaning(canard: Sequence[Row]) -> Iterator[tuple[str, list[tuple[bool, float]]]]:
    """Score CANARD questions and their rewritten forms, with their history and without."""
    histories: dict[str, Callable[[Row], list[Utterance]]] = {
        "no history": lambda row: [],
        "turns": lambda row: turns(row["History"][2:]),
        "title and turns": titled,
    }
    rows = [row for row in canard if not _same(row["Question"], row["Rewrite"])]
    for name, history_of in histories.items():
        yield (
            name,
            [
                (is_raw, context_need(text, history_of(row)))
                for row in rows
                for is_raw, text in ((True, row["Question"]), (False, row["Rewrite"]))
            ],
        )


def added_content(qrecc: Sequence[Row], reader: Reader) -> tuple[float, float]:
    """Return the recall of added content on QReCC, and the share of rows with a wrong addition."""
    recalls, wrong = [], []
    for row in qrecc:
        if not row["NewContext"]:
            continue
        question, gold = content(row["Question"]), content(row["Truth_rewrite"])
        ours = content(reader.rewrite(row["Question"], turns(row["NewContext"])))
        wrong.append(bool(ours - question - gold))
        if added := gold - question:
            recalls.append(len(added & ours) / len(added))
    return sum(recalls) / len(recalls), sum(wrong) / len(wrong)


def rewriting(
    canard: Sequence[Row], rewrite: Callable[[str, list[Utterance]], str]
) -> tuple[float, float]:
    """Return ROUGE-1 recall and exact matches of ``rewrite`` on CANARD, titles known."""
    ours = [(row["Rewrite"], rewrite(row["Question"], titled(row))) for row in canard]
    recall = sum(rouge1_recall(gold, text) for gold, text in ours)
    return recall / len(ours), sum(_same(gold, text) for gold, text in ours) / len(ours)


def false_alarms(mt_bench: Sequence[Row], reader: Reader) -> float:
    """Return how often MT-bench requests, both turns, are asked back."""
    asked = []
    for row in mt_bench:
        first, second = row["turns"]
        reply = [Utterance("assistant", text) for text in row.get("reference", [])[:1]]
        asked += [reader.asks(first), reader.asks(second, [Utterance("user", first), *reply])]
    return sum(asked) / len(asked)


def asking_on_canard(canard: Sequence[Row], reader: Reader) -> tuple[float, float]:
    """Return how often CANARD is asked back with the antecedent in its history, and without it."""
    with_it = [reader.asks(row["Question"], titled(row)) for row in canard]
    needing = [row for row in canard if not _same(row["Question"], row["Rewrite"])]
    without = [reader.asks(row["Question"]) for row in needing]
    return sum(with_it) / len(with_it), sum(without) / len(needing)


def vague_tasks(in3: Sequence[Row], reader: Reader) -> tuple[list[tuple[bool, bool]], float]:
    """Return for each IN3 task whether it is vague and was asked back; and how often correctly.

    Correctly: a clarifying question names a really missing detail, in a word that the task lacks.
    """
    pairs, named = [], []
    for row in in3:
        understood = reader.understand(row["task"])
        pairs.append((bool(row["vague"]), understood.is_ambiguous))
        if understood.is_ambiguous and row["vague"]:
            asked = content(" ".join(understood.clarifying_questions)) - content(row["task"])
            missing = [
                content(f"{each['description']} {each['inquiry']}")
                for each in row["missing_details"]
            ]
            named.append(any(asked & each for each in missing))
    return pairs, sum(named) / max(1, len(named))


def balanced(pairs: Sequence[tuple[bool, bool]]) -> float:
    """Return the mean macro-F1 over five folds, the smaller class resampled to balance each."""
    draw = random.Random(_SEED)  # noqa: S311  no secret
    scores = []
    for fold in range(_FOLDS):
        part = pairs[fold::_FOLDS]
        vague = [pair for pair in part if pair[0]]
        clear = draw.choices([pair for pair in part if not pair[0]], k=len(vague))
        scores.append(Confusion.of([*vague, *clear]).macro_f1)
    return sum(scores) / len(scores)


@dataclass(frozen=True)
class Report:
    """All results: figures with their targets, and confusions to read with them."""

    figures: tuple[Figure, ...]
    confusions: tuple[tuple[str, Confusion], ...]


def measure(data: Path, *, every: int = 1) -> Report:
    """Measure every check; of the two large sets below ``data``, each ``every``-th row."""
    reader = Reader()
    sets = Sets.read(data, every)
    scores = dict(leaning(sets.canard))
    known = scores["title and turns"]
    recall, wrong = added_content(sets.qrecc, reader)
    rouge, exact = rewriting(sets.canard, reader.rewrite)
    copied, copied_exact = rewriting(sets.canard, lambda question, _: question)
    with_it, without = asking_on_canard(sets.canard, reader)
    pairs, named = vague_tasks(sets.in3, reader)
    always, never = ([(vague, said) for vague, _ in pairs] for said in (True, False))
    leans = [(yes, score >= NEEDED) for yes, score in known]
    figures = (
        Figure("CANARD, needs its context: accuracy", Confusion.of(leans).accuracy, 0.88),
        *(
            Figure(f"CANARD, needs its context: AUROC, {name}", auroc(scored), 0.92)
            for name, scored in scores.items()
        ),
        Figure("QReCC: recall of added content", recall, 0.38, note="never rewriting .000"),
        Figure("QReCC: rows with a wrong addition", wrong, 0.20, at_least=False),
        Figure("CANARD: ROUGE-1 recall", rouge, 0.73, note=f"never rewriting {copied:.3f}"),
        Figure("CANARD: exact", exact, 0.22, note=f"never rewriting {copied_exact:.3f}"),
        Figure("MT-bench: asked back", false_alarms(sets.mt_bench, reader), 0.02, at_least=False),
        Figure("CANARD, antecedent known: asked back", with_it, 0.02, at_least=False),
        Figure("CANARD, context withheld: asked back", without, 0.65),
        Figure(
            "IN3, balanced: macro-F1",
            balanced(pairs),
            0.56,
            note=f"always asking {balanced(always):.3f}, never {balanced(never):.3f}",
        ),
        Figure("IN3: asked tasks with a missing detail named", named, 0.40),
    )
    confusions = (
        ("CANARD needs its context", Confusion.of(leans)),
        ("… always said", Confusion.of((yes, True) for yes, _ in leans)),
        ("… never said", Confusion.of((yes, False) for yes, _ in leans)),
        ("IN3 vague, asked back", Confusion.of(pairs)),
        ("… always asked", Confusion.of(always)),
        ("… never asked", Confusion.of(never)),
    )
    return Report(figures, confusions)


def table(report: Report) -> Iterator[str]:
    """Yield the report as Markdown."""
    yield "| check | measured | target | beside it |"
    yield "|---|---|---|---|"
    for figure in report.figures:
        sign = "≥" if figure.at_least else "≤"
        mark = "" if figure.is_reached else " (missed)"
        yield (
            f"| {figure.check} | {figure.value:.3f}{mark} | {sign} {figure.target:.2f} | "
            f"{figure.note} |"
        )
    yield ""
    yield "| said | yes, rightly | no, wrongly | yes, wrongly | no, rightly | accuracy | F1 |"
    yield "|---|---|---|---|---|---|---|"
    for name, confusion in report.confusions:
        yield confusion.row(name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; return 1 if a target is missed."""
    beside = Path(__file__).parent.parent.parent / "shared" / "data"
    parser = argparse.ArgumentParser(description="Understanding, without a language model.")
    parser.add_argument("--data", type=Path, default=beside, help="the folder of the data sets")
    report = measure(parser.parse_args(arguments).data)
    print("\n".join(table(report)))
    missed = [figure.check for figure in report.figures if not figure.is_reached]
    print("\n".join(missed) or "Every target is reached.", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
