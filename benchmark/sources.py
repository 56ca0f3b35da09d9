"""Sources: how well passages are found, compared to plain BM25, and the cost of many documents.

    python -m benchmark.sources --data DIR [--url URL] [--only quality|scale|citations|turns]

Quality is measured on four sets in ``DIR/sources``, each in a notebook of its own: a request to a
bank (documents that a complete answer needs), questions over scientific papers (a passage with the
answer), over privacy policies (within one document), and turns of conversations (as written, and
with the first and the last message before).  A fifth is ours: questions in Dutch about rules and
guides, a passage with the answer.  Plain BM25 ranks the same passages by the question alone.  Scale
uses documents made from the documentation of packages on this machine.

A turn is measured with a scripted model, in processor time: without sources, and with 350 of those
documents.

Citations are measured with claims that texts support, in part or not at all: the area under the
curve of receiver operating characteristics, next to that of the share of words that a text has.
There is one set of them: its two halves, split by a hash, show the possible error of a figure.
"""

import argparse
import ast
import datetime as dt
import hashlib
import itertools
import json
import math
import random
import statistics
import sys
import sysconfig
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant import Assistant
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.scripted import Call, Entry, ScriptedEngine
from tidemark.nlp.languages import Language
from tidemark.nlp.search_terms import content_stems
from tidemark.nlp.sentences import split_sentences
from tidemark.prompt.source_packing import fitting
from tidemark.runtime.events import Stop
from tidemark.schema import ContextView, Reason, Role, ViewPiece
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.scope import Scope
from tidemark.schema.sources import Section, SourcePassage, SourceSpan
from tidemark.settings import Settings
from tidemark.sources.answerability import answerability, worth_showing
from tidemark.sources.citations import CitablePassage, holds, marked
from tidemark.sources.support import Claim, supports

FIRST, MORE = 5, 10
PASSAGES, DOCUMENTS = 50_000, 350
_SEARCHES = 500
_TURNS = 30
_SOURCE_TOKENS = 1200  # as by default
_FEWEST_WORDS = 3  # content words, of a sentence that states something
_READ = 24  # passages, before those that fit are chosen
_NOW = dt.datetime(2026, 5, 4, 9, 30, tzinfo=dt.UTC)
_DEEP = 60  # passages, from which the first documents are taken
_LEAST_CHARACTERS = 3_000  # of a document of the corpus
_K1, _B = 1.2, 0.75
_DUTCH = Path(__file__).parent.parent / "tests" / "cases" / "sources"
_STANDARD_LIBRARY = Path(ast.__file__).parent


@dataclass(frozen=True)
class Gold:
    """A passage that answers: a whole source, or its characters ``start`` to ``end``."""

    source: str
    start: int = 0
    end: int = sys.maxsize


@dataclass(frozen=True)
class Question:
    """A question, the messages before it, its answers, and the one source asked, if any."""

    text: str
    gold: tuple[Gold, ...]
    history: tuple[tuple[Role, str], ...] = ()
    within: str | None = None


@dataclass(frozen=True)
class Found:
    """A passage found: characters of a source."""

    source: str
    start: int
    end: int

    def answers(self, question: Question) -> bool:
        """Return whether it overlaps an answer of ``question``."""
        return any(
            self.source == gold.source and self.start < gold.end and self.end > gold.start
            for gold in question.gold
        )


@dataclass(frozen=True)
class Set:
    """Documents by name, as Markdown or plain text, and questions about them."""

    documents: dict[str, str]
    questions: tuple[Question, ...]


Search = Callable[[Question], Sequence[Found]]


def bank(folder: Path) -> Set:
    """Read the knowledge base of a bank, with customers' requests."""
    read = _json(folder / "bank_kb.json")
    documents = {
        f"{each['id']}.md": f"# {each['title']}\n\n{each['content']}" for each in read["documents"]
    }
    questions = tuple(
        Question(each["request"], tuple(Gold(f"{name}.md") for name in each["required_documents"]))
        for each in read["tasks"]
    )
    return Set(documents, questions)


def papers(folder: Path) -> Set:
    """Read scientific papers, with questions whose answers are spans."""
    read = _json(folder / "covidqa.json")
    questions = tuple(
        Question(
            asked["question"],
            tuple(
                Gold(f"{each['document']}.txt", start, start + len(text))
                for text, start in asked["answers"]
            ),
        )
        for each in read
        for asked in each["questions"]
    )
    return Set({f"{each['document']}.txt": each["text"] for each in read}, questions)


def policies(folder: Path) -> Set:
    """Read privacy policies, with questions asked within one of them."""
    read = _json(folder / "policyqa.json")
    texts: dict[str, str] = {}
    spans: dict[tuple[str, int], Gold] = {}
    for each in sorted(read["segments"], key=lambda each: (each["document"], each["index"])):
        name = f"{each['document']}.txt"
        before = f"{texts[name]}\n\n" if name in texts else ""
        texts[name] = before + each["text"]
        spans[name, each["index"]] = Gold(name, len(before), len(texts[name]))
    golds: defaultdict[tuple[str, str], list[Gold]] = defaultdict(list)
    for each in read["questions"]:
        name = f"{each['document']}.txt"
        golds[name, each["question"]].append(spans[name, each["index"]])
    return Set(
        texts,
        tuple(Question(text, tuple(gold), within=name) for (name, text), gold in golds.items()),
    )


def turns(folder: Path) -> Set:
    """Read turns of conversations over documents; those without a gold passage are left out."""
    read = _json(folder / "mtrag_un.json")
    documents = {
        f"{each['document_id']}.md": f"# {each['title']}\n\n{each['text']}"
        if each["title"]
        else each["text"]
        for turn in read
        for each in turn["contexts"]
    }
    roles: dict[str, Role] = {"user": "user", "agent": "assistant"}
    questions = tuple(
        Question(
            turn["history"][-1][1],
            tuple(Gold(f"{each['document_id']}.md") for each in turn["contexts"]),
            tuple((roles[speaker], text) for speaker, text in turn["history"][:-1]),
        )
        for turn in read
        if turn["contexts"]
    )
    return Set(documents, questions)


def dutch(folder: Path) -> Set:
    """Read rules and guides in Dutch and English, with paraphrased questions in Dutch."""
    rows = (_DUTCH / "dutch_retrieval.tsv").read_text(encoding="utf-8").splitlines()
    documents = {path.name: path.read_text(encoding="utf-8") for path in _DUTCH.glob("*.md")}
    questions = []
    for name, question, words in (row.split("\t") for row in rows):
        start = documents[name].index(words)
        questions.append(Question(question, (Gold(name, start, start + len(words)),)))
    return Set(documents, tuple(questions))


class PlainBM25:
    """BM25 over the same passages by the words of the question alone."""

    def __init__(
        self, passages: dict[str, Sequence[SourcePassage]], language: Language = "en"
    ) -> None:
        self._language = language
        self._found = [
            Found(name, each.start, each.end) for name, held in passages.items() for each in held
        ]
        counted = [
            Counter(content_stems(each.text, language))
            for held in passages.values()
            for each in held
        ]
        lengths = [each.total() for each in counted]
        usual = max(statistics.mean(lengths), 1)
        self._dampening = [_K1 * (1 - _B + _B * length / usual) for length in lengths]
        self._postings: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, each in enumerate(counted):
            for stem, count in each.items():
                self._postings[stem].append((number, count))

    def search(self, question: Question) -> Sequence[Found]:
        """Return the best passages, within the one source asked, if any."""
        scores: defaultdict[int, float] = defaultdict(float)
        for stem in content_stems(question.text, self._language):
            postings = self._postings.get(stem, ())
            missing = len(self._found) - len(postings)
            rarity = math.log1p((missing + 0.5) / (len(postings) + 0.5))
            for at, count in postings:
                scores[at] += rarity * count * (_K1 + 1) / (count + self._dampening[at])
        best = sorted(scores, key=lambda at: (-scores[at], at))
        inside = (self._found[at] for at in best)
        return [each for each in inside if question.within in (None, each.source)][:_DEEP]


def in_first(search: Search, questions: Sequence[Question]) -> float:
    """Return the percentage of ``questions`` answered by one of the first passages."""
    hits = [
        any(each.answers(question) for each in search(question)[:FIRST]) for question in questions
    ]
    return 100 * statistics.mean(hits)


def documents_found(search: Search, questions: Sequence[Question]) -> tuple[float, float]:
    """Return the percentage with a needed document among the first, and the share of all needed."""
    some, share = [], []
    for question in questions:
        found = list(dict.fromkeys(each.source for each in search(question)))
        needed = {gold.source for gold in question.gold}
        some.append(bool(needed & set(found[:FIRST])))
        share.append(len(needed & set(found[:MORE])) / len(needed))
    return 100 * statistics.mean(some), 100 * statistics.mean(share)


def quality(assistant: Assistant, folder: Path) -> Iterator[str]:
    """Yield a row for each set: plain BM25, ours, and the target."""
    yield "| set | plain BM25 | ours | target |\n|---|---:|---:|---:|\n"
    for name, read, target in (
        ("bank", bank, "85 / 35"),
        ("papers", papers, "82"),
        ("policies", policies, "58"),
        ("turns", turns, "93"),
        ("dutch", dutch, "-"),
    ):
        given = read(folder)
        notebook = opened(assistant, name)
        ingest(notebook, given.documents)
        plain = PlainBM25(
            {
                each.name: notebook.sources.read(each.name).passages
                for each in notebook.sources.list()
            },
            "nl" if name == "dutch" else "en",
        )
        ours = searching(notebook)
        if name == "bank":
            both = (documents_found(way, given.questions) for way in (plain.search, ours))
            figures = " | ".join(f"{some:.1f} / {share:.1f}" for some, share in both)
        else:
            figures = " | ".join(
                f"{in_first(way, given.questions):.1f}" for way in (plain.search, ours)
            )
        yield f"| {name}, {len(given.questions)} questions | {figures} | {target} |\n"


def opened(assistant: Assistant, name: str) -> Assistant:
    """Return ``assistant`` in a new notebook with this name."""
    made = assistant.notebooks.create(NotebookChange(name=name))
    return assistant.scoped(Scope("local", made.notebook_id))


def searching(assistant: Assistant) -> Search:
    """Return our own search, as the command line searches."""

    def search(question: Question) -> Sequence[Found]:
        names = None if question.within is None else [question.within]
        hits = assistant.sources.search(question.text, question.history, names, limit=_DEEP)
        return [Found(hit.source, hit.start, hit.end) for hit in hits]

    return search


def ingest(assistant: Assistant, documents: dict[str, str]) -> int:
    """Ingest ``documents`` as files of a folder; return their number of passages."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in documents.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return sum(each.passages for each in assistant.sources.ingest([Path(folder)]))


def documentation() -> Iterator[tuple[str, str]]:
    """Yield the docstrings of modules, including those of packages installed here."""
    roots = _STANDARD_LIBRARY, Path(sysconfig.get_path("purelib"))
    for root in roots:
        for path in sorted(root.rglob("*.py")):
            text = _docstrings(path)
            if len(text) > _LEAST_CHARACTERS:
                yield f"{path.relative_to(root).with_suffix('').as_posix()}.md", text


def _docstrings(path: Path) -> str:
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (SyntaxError, UnicodeDecodeError, ValueError):
        return ""
    parts = [f"# {path.stem}", ast.get_docstring(tree) or ""]
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                parts += [f"## {node.name}", text]
    return "\n\n".join(filter(None, parts))


def corpus() -> dict[str, str]:
    """Return documents with slightly more than ``PASSAGES`` passages in total."""
    made: dict[str, str] = {}
    characters = 0
    for name, text in documentation():
        made[name] = text
        characters += len(text)
        if characters > PASSAGES * 300 and len(made) > DOCUMENTS:
            break
    return made


def answerable(assistant: Assistant, folder: Path) -> Iterator[str]:
    """Yield how well answerable turns are distinguished from unanswerable ones."""
    roles: dict[str, Role] = {"user": "user", "agent": "assistant"}
    ingest(assistant, turns(folder).documents)
    scores, is_answered, shown = [], [], []
    for turn in _json(folder / "mtrag_un.json"):
        (label,) = turn["answerability"]
        if label == "UNDERSPECIFIED":
            continue
        *before, (_, question) = turn["history"]
        history = [(roles[speaker], text) for speaker, text in before]
        hits = assistant.sources.search(question, history)
        scores.append(answerability(hits))
        shown.append(bool(worth_showing(hits)))
        is_answered.append(label != "UNANSWERABLE")
    shares = [
        100
        * statistics.mean(
            each for each, held in zip(shown, is_answered, strict=True) if held == wanted
        )
        for wanted in (True, False)
    ]
    yield (
        f"answerable, {len(scores)} turns: AUROC {auroc(scores, is_answered):.3f} (always and "
        f"never .500); shown {shares[0]:.0f} % of the answerable, {shares[1]:.0f} % of the others\n"
    )


def quoting(assistant: Assistant, folder: Path) -> Iterator[str]:
    """Yield how often the built-in engine answers correctly from sources, or refuses correctly."""
    yield "| asked of the built-in engine | answered rightly | refused rightly |\n|---|---:|---:|\n"
    rows = (_DUTCH / "answers.tsv").read_text(encoding="utf-8").splitlines()
    ours = opened(assistant, "ours")
    ingest(ours, dutch(folder).documents)
    for half in ("seen", "unseen"):
        asked = [row.split("\t")[1:] for row in rows if row.startswith(f"{half}\t")]
        right: dict[bool, list[bool]] = {True: [], False: []}
        for question, answer, source in asked:
            text, cited = quoted(ours, question)
            holds_all = all(part in text for part in answer.split(" & "))
            right[source != "-"].append(
                holds_all and source in cited if source != "-" else not cited
            )
        yield f"| ours, {half}, {len(asked)} questions | {_percent(right)} |\n"
    theirs = opened(assistant, "theirs")
    ingest(theirs, turns(folder).documents)
    right = {True: [], False: []}
    for turn in _json(folder / "mtrag_un.json"):
        if turn["answerability"] in (["ANSWERABLE"], ["UNANSWERABLE"]):
            is_answerable = turn["answerability"] == ["ANSWERABLE"]
            *before, (_, question) = turn["history"]
            _, cited = quoted(theirs, question, before)
            gold = {f"{each['document_id']}.md" for each in turn["contexts"]}
            right[is_answerable].append(bool(cited & gold) if is_answerable else not cited)
    asked_of = sum(map(len, right.values()))
    yield f"| turns, {asked_of} (a gold document cited) | {_percent(right)} |\n"


def quoted(
    assistant: Assistant, question: str, before: Sequence[tuple[str, str]] = ()
) -> tuple[str, set[str]]:
    """Return a reply to ``question``, asked after ``before``, and the sources it cites."""
    roles: dict[str, Role] = {"user": "user", "agent": "assistant"}
    history = [(roles[speaker], text) for speaker, text in before]
    hits = worth_showing(assistant.sources.search(question, history, limit=_READ))
    passages = fitting(hits, _SOURCE_TOKENS, assistant.counter)
    said = (
        ViewPiece(kind="message", text=text, tokens=1, reason=Reason("active"), role=role,
                  message_ids=(number,), timestamp=_NOW)
        for number, (role, text) in enumerate(history, 1)
    )  # fmt: skip
    asked = ViewPiece(kind="question", text=question, tokens=1, reason=Reason("question"))
    pieces = (*said, *passages, asked)
    view = ContextView(question=question, pieces=pieces, tokens=1, threshold=1200)
    engine = BuiltinEngine()
    understood = engine.understand(view, now=_NOW, asking="never", stop=Stop())
    text = "".join(
        piece.text
        for piece in engine.answer(
            view, understood.value, now=_NOW, stop=Stop(), analysis=understood.analysis
        )
    )
    read = [CitablePassage(each.source, each.text) for each in passages if each.source]
    return text, {read[each.number - 1].span.source for each in marked(text, read).citations}


def _percent(right: dict[bool, list[bool]]) -> str:
    return " | ".join(f"{100 * statistics.mean(right[kind]):.0f} %" for kind in (True, False))


def citations(folder: Path) -> Iterator[str]:
    """Yield how well supported claims are distinguished from others, and the time of a reply."""
    claims = _json(folder / "wice.json")
    yield "| claims | words held | ours | supported kept | others kept |\n"
    yield "|---|---:|---:|---:|---:|\n"
    for half in (0, 1, None):
        of_half = [each for each in claims if half in (None, _half(each["claim"]))]
        texts = ["\n".join(each["evidence"]) for each in of_half]
        is_held = [each["label"] == "supported" for each in of_half]
        sentences = [each["claim"] for each in of_half]
        plain = [_share_held(*each) for each in zip(sentences, texts, strict=True)]
        ours = [supports(*each) for each in zip(sentences, texts, strict=True)]
        kept = [holds(*each) for each in zip(sentences, texts, strict=True)]
        shares = [
            100
            * statistics.mean(
                stays for stays, held in zip(kept, is_held, strict=True) if held == wanted
            )
            for wanted in (True, False)
        ]
        yield (
            f"| {len(of_half)} | {auroc(plain, is_held):.3f} | {auroc(ours, is_held):.3f} "
            f"| {shares[0]:.0f} % | {shares[1]:.0f} % |\n"
        )
    reply = " ".join(
        f"{each['claim']} [{n % 10 + 1}][{(n + 1) % 10 + 1}]" for n, each in enumerate(claims[:20])
    )
    given = [shown("\n".join(each["evidence"])[:600]) for each in claims[:10]]
    times = []
    for _ in range(20):
        began = time.process_time()
        marked(reply, given)
        times.append(1000 * (time.process_time() - began))
    yield f"a reply of 20 sentences, 10 passages: {statistics.median(times):.1f} ms of processor\n"


def marks_kept(folder: Path) -> Iterator[str]:
    """Yield the number of valid marks after the sentences of people's answers.

    They name the passages that the person answered from, or those of the next conversation.
    """
    answered = [
        each for each in _json(folder / "mtrag_un.json") if each["answerability"] == ["ANSWERABLE"]
    ]
    passages = [
        [shown(each["text"], each["title"] or "") for each in turn["contexts"]] for turn in answered
    ]
    kept: dict[str, list[bool]] = {"their own passages": [], "those of another": []}
    for number, turn in enumerate(answered):
        other = next(
            at
            for at in (*range(number + 1, len(answered)), *range(number))
            if answered[at]["conversation"] != turn["conversation"]
        )
        for sentence in split_sentences(turn["answer"]):
            if len(Claim(sentence.text).stems) < _FEWEST_WORDS:
                continue
            for name, given in zip(kept, (passages[number], passages[other]), strict=True):
                marks = "".join(f"[{n}]" for n in range(1, len(given) + 1))
                kept[name].append(bool(marked(f"{sentence.text} {marks}", given).citations))
    for name, holding in kept.items():
        share = 100 * statistics.mean(holding)
        yield f"marks after {len(holding)} sentences, of {name}: {share:.1f} % kept\n"


def shown(text: str, heading: str = "") -> CitablePassage:
    """Return a passage as shown to an engine."""
    place = Section(start=0, end=len(text), headings=(heading,))
    span = SourceSpan(source="a", version=1, version_key=1, place=place, start=0, end=len(text))
    return CitablePassage(span, text)


def auroc(scores: Sequence[float], is_positive: Sequence[bool]) -> float:
    """Return how often a positive scores above a negative; ties count half."""
    high = [score for score, positive in zip(scores, is_positive, strict=True) if positive]
    low = [score for score, positive in zip(scores, is_positive, strict=True) if not positive]
    above = sum((one > other) + (one == other) / 2 for one in high for other in low)
    return above / (len(high) * len(low))


def _half(text: str) -> int:
    return hashlib.sha1(text.encode(), usedforsecurity=False).digest()[0] % 2


def _share_held(sentence: str, passage: str) -> float:
    stems = set(content_stems(sentence, "en"))
    return len(stems & set(content_stems(passage, "en"))) / len(stems)


def scale(assistant: Assistant, url: str) -> Iterator[str]:
    """Yield the cost of ingesting and searching many documents."""
    documents = corpus()
    whole = sum(len(text.encode()) for text in documents.values())
    before, began = disk(assistant, url), time.perf_counter()
    passages = ingest(assistant, documents)
    seconds = time.perf_counter() - began
    yield f"{len(documents)} documents, {whole / 1e6:.1f} MB, {passages} passages\n"
    yield f"ingested in {seconds:.0f} s: {passages / seconds:.0f} passages a second\n"
    grown = disk(assistant, url) - before
    yield f"disk: {grown / 1e6:.1f} MB, {grown / whole:.2f} times the text\n"
    rng = random.Random(1)  # noqa: S311 - no secret
    sentences = [
        sentence
        for text in documents.values()
        for sentence in text.replace("\n", " ").split(". ")
        if 4 <= len(sentence.split()) <= 14
    ]
    times = []
    for question in rng.sample(sentences, _SEARCHES):
        asked = time.perf_counter()
        assistant.sources.search(question)
        times.append(1000 * (time.perf_counter() - asked))
    first, times = times[0], sorted(times[1:])
    p95 = times[int(0.95 * len(times))]
    yield f"search: first {first:.0f} ms, median {statistics.median(times):.1f}, p95 {p95:.1f} ms\n"


def turn_costs(assistant: Assistant) -> Iterator[str]:
    """Yield the cost of a turn without sources and with many, without the first of each."""
    texts = dict(itertools.islice(corpus().items(), DOCUMENTS))
    whole = "\n".join(texts.values()).replace("\n", " ").split(". ")
    sentences = [each for each in whole if 4 <= len(each.split()) <= 14]
    asked = random.Random(1).sample(sentences, _TURNS + 1)  # noqa: S311 - no secret
    beside = opened(assistant, "beside many")
    passages = ingest(beside, texts)
    for name, where in (
        ("no sources", opened(assistant, "beside none")),
        (f"{len(texts)} documents, {passages} passages", beside),
    ):
        times, clock = [], []
        for question in asked:
            began, at = time.process_time(), time.perf_counter()
            where.report(where.ask(question))
            times.append(1000 * (time.process_time() - began))
            clock.append(1000 * (time.perf_counter() - at))
        yield (
            f"a turn, {name}: {statistics.median(times[1:]):.1f} ms of processor, "
            f"{statistics.median(clock[1:]):.1f} by the clock\n"
        )


def _answer(call: Call) -> Entry:
    question = call.view.question if call.view else ""
    return f"{question} [1]. It says so in two places [2]."


def disk(assistant: Assistant, url: str) -> int:
    """Return the bytes that the database takes."""
    with assistant.database.reading() as connection:
        if url.startswith("sqlite"):
            count = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            return int(count) * int(connection.exec_driver_sql("PRAGMA page_size").scalar_one())
        size = "SELECT pg_database_size(current_database())"
        return int(connection.exec_driver_sql(size).scalar_one())


def _json(path: Path) -> Any:  # noqa: ANN401 - each set has its own shape
    return json.loads(path.read_text(encoding="utf-8"))


def found(assistant: Assistant, given: argparse.Namespace, url: str) -> Iterator[str]:
    """Yield the requested parts, except the turns."""
    folder, only = given.data / "sources", given.only
    if only in (None, "quality"):
        yield from quality(assistant, folder)
    if only in (None, "citations"):
        yield from answerable(opened(assistant, "answerable"), folder)
        yield from quoting(assistant, folder)
        yield from citations(folder)
        yield from marks_kept(folder)
    if only in (None, "scale"):
        yield from scale(opened(assistant, "documentation"), url)


def main() -> None:
    """Ingest, ask, print."""
    parser = argparse.ArgumentParser(description="How well and how fast passages are found.")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--url", default="")
    parser.add_argument("--only", choices=("quality", "citations", "scale", "turns"))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = given.url or f"sqlite:///{folder}/sources.db"
        settings = Settings(_env_file=None, engine="builtin", database_url=url)
        with closing(Assistant(settings)) as assistant:
            for line in found(assistant, given, url):
                sys.stdout.write(line)
        if given.only in (None, "turns"):
            model = ScriptedEngine(_answer, is_language_model=True)
            with closing(Assistant(settings, engine=model)) as assistant:
                for line in turn_costs(assistant):
                    sys.stdout.write(line)


if __name__ == "__main__":
    main()
