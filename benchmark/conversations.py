"""Long public conversations, imported and replayed, to check that promises are kept.

Imports the five LoCoMo and eight BEAM conversations, replays the person's messages of three of them
through the built-in engine, and then checks invariants: ranges, budget, size and grounding of every
summary, and the size of every view given to an engine.

    python -m benchmark.conversations --data DIR
"""

import argparse
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from assistant import Assistant
from benchmark.wrapped_engine import WrappedEngine
from tidemark.engines.base import Engine
from tidemark.memory import merging
from tidemark.nlp.search_terms import content_stems
from tidemark.prompt import rendering
from tidemark.schema import (
    ContextView,
    Item,
    SessionMemory,
)
from tidemark.schema.records import SessionRecord, SummaryRecord
from tidemark.settings import Settings
from tidemark.transfer import conversation
from tidemark.transfer.readers import formats
from utils import TokenCounter

THRESHOLD = 1200
MEDIAN_TOKENS = 80  # of a new summary
LIMIT_TOKENS = 160
ANALYSED_BYTES = 1000
LOCOMO = ("conv-26", "conv-30", "conv-41", "conv-42", "conv-43")
BEAM = range(1, 9)
NAMES = (*LOCOMO, *(f"beam-{number}" for number in BEAM))
REPLAYED = ("beam-1", "beam-5", "beam-8")

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")


@dataclass(frozen=True)
class Source:
    """The place of a conversation; ``sample`` is its name in a file of several."""

    name: str
    path: Path
    sample: str | None = None


@dataclass(frozen=True)
class ViewSize:
    """The size of a view given to an engine, and of its question alone."""

    tokens: int
    question_tokens: int
    is_alone: bool

    @property
    def fits(self) -> bool:
        """Return whether it fits the budget, or is only a question longer than that."""
        return self.tokens <= THRESHOLD or (self.is_alone and self.question_tokens > THRESHOLD)


@dataclass(frozen=True)
class Witness(WrappedEngine):
    """An engine that works like ``engine`` and records the size of every view it is given."""

    counter: TokenCounter = field(default_factory=TokenCounter)
    seen: list[ViewSize] = field(default_factory=list)

    def see(self, view: ContextView) -> None:
        """Record the size of ``view``."""
        question = self.counter.count_message("user", view.question)
        is_alone = len(rendering.render(view)) == 1 and not view.of_kind("augmented")
        self.seen.append(ViewSize(rendering.count(view, self.counter), question, is_alone))


def sources(folder: Path) -> tuple[Source, ...]:
    """Return the thirteen conversations in the data ``folder``."""
    locomo = (Source(name, folder / "locomo_dev.json", name) for name in LOCOMO)
    beam = (Source(f"beam-{number}", folder / "beam_dev" / f"{number}.json") for number in BEAM)
    return (*locomo, *beam)


def open_assistant(folder: Path, engine: Engine) -> Assistant:
    """Open an assistant over a new database in ``folder``, ignoring the machine's settings."""
    url = f"sqlite:///{folder / 'conversations.db'}"
    settings = Settings.read(
        _env_file=None, engine="builtin", database_url=url, token_threshold=THRESHOLD
    )
    return Assistant(settings, engine=engine)


def questions(source: Source) -> tuple[str, ...]:
    """Return the person's messages in ``source``."""
    return conversation.questions(formats.read(source.path, name=source.sample))


def broken(record: SessionRecord, counter: TokenCounter) -> Iterator[str]:
    """Yield each promise that ``record`` breaks, and where."""
    yield from _broken_ranges(record)
    yield from _broken_sizes(record, counter)
    yield from _ungrounded(record)


def first_level(record: SessionRecord) -> list[SummaryRecord]:
    """Return the summaries made from messages, in order of creation."""
    return [summary for summary in record.summaries if summary.level == 1]


def in_force(record: SessionRecord) -> Iterator[int]:
    """Yield the tokens of the summaries in force after each fold."""
    rows = record.summaries
    for last, row in enumerate(rows):
        if row.superseded_by == last + 1:  # stored together with the merge that superseded it
            continue
        yield sum(
            summary.token_count
            for summary in rows[: last + 1]
            if summary.superseded_by is None or summary.superseded_by > last
        )


def _broken_ranges(record: SessionRecord) -> Iterator[str]:
    """Yield ranges that do not follow each other from 0 without gaps, or cover wrong messages."""
    begins = 0
    for ordinal, summary in enumerate(record.summaries):
        if summary.level > 1:
            continue
        ends = summary.to_message_index
        if summary.from_message_index != begins:
            yield f"summary {ordinal} begins at {summary.from_message_index}, not at {begins}"
        for message in record.messages[begins : ends + 1]:
            if message.summary != ordinal or not message.is_summarized:
                yield f"message {message.position} is not under summary {ordinal}"
        begins = ends + 1
    for message in record.messages[begins:]:
        if message.is_summarized or message.summary is not None:
            yield f"message {message.position} is covered by no summary's range"


def _broken_sizes(record: SessionRecord, counter: TokenCounter) -> Iterator[str]:
    for ordinal, summary in enumerate(record.summaries):
        tokens = counter.count_tokens(merging.render(summary.memory))
        if summary.token_count != tokens:
            yield f"summary {ordinal} weighs {tokens} tokens, stored as {summary.token_count}"
        if summary.level == 1 and tokens > LIMIT_TOKENS:
            yield f"summary {ordinal} has {tokens} tokens"
    largest = max(in_force(record), default=0)
    if largest > THRESHOLD // 3:
        yield f"summaries in force weighed {largest} tokens"


def _ungrounded(record: SessionRecord) -> Iterator[str]:
    """Yield items with a content word or number that no cited message contains."""
    words = [frozenset(content_stems(message.content)) for message in record.messages]
    numbers = [frozenset(_NUMBER.findall(message.content)) for message in record.messages]
    for ordinal, summary in enumerate(record.summaries):
        for kind, item in _items(summary.memory):
            where = f"summary {ordinal}, {kind}, {item.text!r}"
            said = frozenset[str]().union(*(words[at] for at in item.message_ids))
            counted = frozenset[str]().union(*(numbers[at] for at in item.message_ids))
            if missing := set(content_stems(item.text)) - said:
                yield f"{where}: nobody said {', '.join(sorted(missing))}"
            if missing := set(_NUMBER.findall(item.text)) - counted:
                yield f"{where}: nobody said {', '.join(sorted(missing))}"
            cited = [record.messages[at] for at in item.message_ids]
            if item.quote and not any(item.quote in message.content for message in cited):
                yield f"{where}: quotes what nobody said"
            is_profile = kind in ("preferences", "constraints")
            if is_profile and any(message.role != "user" for message in cited):
                yield f"{where}: is not the person's own"


def _items(remembered: SessionMemory) -> Iterator[tuple[str, Item]]:
    """Yield every item with its kind, including superseded ones."""
    for kind, item in remembered.all_items():
        yield kind, item
        yield from ((kind, Item.model_validate(before)) for before in item.history)


@dataclass(frozen=True)
class Held:
    """The result for one conversation, and the processor seconds it took.

    ``analysed_bytes`` is the data each turn stores besides its text.
    """

    name: str
    record: SessionRecord
    seconds: float
    seen: tuple[ViewSize, ...] = ()
    analysed_bytes: tuple[int, ...] = ()

    @property
    def sizes(self) -> list[int]:
        """The tokens of each new summary."""
        return [summary.token_count for summary in first_level(self.record)]

    @property
    def context(self) -> int:
        """The tokens of the summaries in force and the active messages at the end."""
        active = (at.token_count for at in self.record.messages if not at.is_summarized)
        return sum(active) + ([0, *in_force(self.record)][-1])


def bring_in(assistant: Assistant, source: Source) -> Held:
    """Import ``source`` under its name."""
    began = time.process_time()
    assistant.transfer.import_file(source.path, sample_id=source.sample, session_id=source.name)
    seconds = time.process_time() - began
    return Held(source.name, assistant.database.record(source.name), seconds)


def replay_messages(assistant: Assistant, source: Source, seen: list[ViewSize]) -> Held:
    """Replay the person's messages of ``source`` in a session of its own."""
    name, before, began = f"{source.name}-replayed", len(seen), time.process_time()
    for _ in assistant.turns.replay(questions(source), session_id=name):
        pass
    seconds = time.process_time() - began
    with assistant.database.reading() as connection:
        rows = connection.exec_driver_sql(
            "SELECT length(CAST(metadata AS blob)) FROM messages WHERE session_id = ?", (name,)
        )
        stored = [int(row[0]) for row in rows]
    turns = tuple(map(sum, zip(stored[::2], stored[1::2], strict=True)))  # a question, its reply
    return Held(name, assistant.database.record(name), seconds, tuple(seen[before:]), turns)


def table(held: Sequence[Held]) -> Iterator[str]:
    """Yield the figures as the lines of a Markdown table."""
    yield (
        "| conversation | messages | tokens | summaries | new summary, median | largest "
        "| in force, largest | context at the end | views | largest view "
        "| analysis, median bytes | most | seconds |"
    )
    yield "|---|" + "---:|" * 12
    for one in held:
        messages = one.record.messages
        fitting = [view.tokens for view in one.seen if view.tokens <= THRESHOLD]
        cells = (
            one.name,
            f"{len(messages):,}",
            f"{sum(message.token_count for message in messages):,}",
            len(one.sizes),
            f"{statistics.median(one.sizes):.0f}",
            max(one.sizes),
            max(in_force(one.record)),
            one.context,
            len(one.seen) or "–",
            max(fitting) if fitting else "–",
            f"{statistics.median(one.analysed_bytes):.0f}" if one.analysed_bytes else "–",
            max(one.analysed_bytes, default="–"),
            f"{one.seconds:.1f}",
        )
        yield f"| {' | '.join(str(cell) for cell in cells)} |"


def faults(held: Sequence[Held], counter: TokenCounter) -> list[str]:
    """Return every broken promise as a sentence."""
    found = [f"{one.name}: {fault}" for one in held for fault in broken(one.record, counter)]
    found += [
        f"{one.name}: a view of {view.tokens} tokens"
        for one in held
        for view in one.seen
        if not view.fits
    ]
    found += [
        f"{one.name}: a turn stores {largest} bytes of analysis"
        for one in held
        if (largest := max(one.analysed_bytes, default=0)) > ANALYSED_BYTES
    ]
    found += [  # between turns a reply may exceed the budget; an import ends folded
        f"{one.name}: {one.context} tokens are left at the end"
        for one in held
        if one.context > THRESHOLD and not one.seen
    ]
    median = statistics.median(size for one in held for size in one.sizes)
    return found + ([f"the median summary has {median} tokens"] if median > MEDIAN_TOKENS else [])


def run(
    data: Path,
    place: Path,
    *,
    names: Collection[str] = NAMES,
    replayed: Sequence[str] = REPLAYED,
) -> list[Held]:
    """Import the conversations ``names`` below ``data`` and replay ``replayed``, in ``place``."""
    found = {source.name: source for source in sources(data) if source.name in names}
    witness = Witness()
    with closing(open_assistant(place, witness)) as assistant:
        held = [bring_in(assistant, source) for source in found.values()]
        held += [replay_messages(assistant, found[name], witness.seen) for name in replayed]
    return held


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return 1, with broken promises on standard error, if there are any."""
    beside = Path(__file__).parent.parent.parent / "shared" / "data"
    parser = argparse.ArgumentParser(description="Long conversations, imported and replayed.")
    parser.add_argument("--data", type=Path, default=beside, help="the folder of the data sets")
    data = parser.parse_args(arguments).data
    with tempfile.TemporaryDirectory() as place:
        held = run(data, Path(place))
    print("\n".join(table(held)))
    found = faults(held, TokenCounter())
    print("\n".join(found) or "Every promise is kept.", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
