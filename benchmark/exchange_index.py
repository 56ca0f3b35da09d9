"""The index of exchanges, shown by default or queried by tool: the evidence that each brings.

    python -m benchmark.exchange_index --data DIR [--url URL]

The questions are those of ``benchmark.recall``.  By default, lines of the index are in the prompt,
as many as fit the budget: of the last exchanges, or of those that match the question.  By tool, an
engine calls ``lookup_past_conversation`` with the question, and then in each remaining round
``retrieve_past_answer`` for the next exchanges found, within the allowance of results.  It does so
for every question, without a model: one that forgets to call finds less.

A question is "named" when lines name the exchange of every message that contains its evidence, and
"read" when the engine reads some text of each of these messages beyond the line.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from assistant import Assistant
from benchmark.recall import THRESHOLD, Asked, Way, as_a_turn, ask, beam, locomo, opened, shares
from tidemark.memory.exchanges import index_entry, pair_messages
from tidemark.runtime.events import Stop
from tidemark.schema import Message
from tidemark.schema.tools import ToolCall, ToolRequest, ToolUse
from tidemark.tools.base import ToolContext, ToolLimits
from tidemark.tools.exchange_index import ExchangeIndex
from tidemark.tools.registry import TOOLS
from tidemark.tools.running import run_round

_TOPIC_CHARS = 300  # of the tool's argument
_AT_ONCE = 2  # answers read in one round: of more, each is cut to its first words
_READ_CHARS = 60  # of a message to count as read, at least
_HEAD = "| way | tokens | named: LoCoMo | BEAM | read: LoCoMo | BEAM |\n|---|" + "---:|" * 5 + "\n"

Exchange = Sequence[Message]


@dataclass(frozen=True)
class Shown:
    """The index shown for a question: positions that are named and read, and tokens."""

    asked: Asked
    named: frozenset[int]
    read: frozenset[int]
    tokens: int


@dataclass(frozen=True)
class Looking:
    """Queries the index of the sessions of ``assistant``; a whole session counts as past."""

    assistant: Assistant
    exchanges: dict[str, tuple[Exchange, ...]]

    @classmethod
    def into(cls, assistant: Assistant, session_ids: Sequence[str]) -> "Looking":
        """Return it with the exchanges of these sessions loaded."""
        messages = assistant.database.get_messages
        return cls(assistant, {each: tuple(pair_messages(messages(each))) for each in session_ids})

    def last(self, asked: Asked) -> Shown:
        """Show the lines of the last exchanges."""
        return self._lines(asked, self.exchanges[asked.session_id][::-1])

    def matching(self, asked: Asked) -> Shown:
        """Show the lines of the exchanges that match the question, best first."""
        index = ExchangeIndex(self.assistant.database)
        return self._lines(asked, index.about(asked.session_id, asked.question))

    def _lines(self, asked: Asked, exchanges: Sequence[Exchange]) -> Shown:
        left = THRESHOLD - self.assistant.counter.count_tokens(asked.question)
        named: set[int] = set()
        for exchange in exchanges:
            entry = index_entry(exchange)
            tokens = self.assistant.counter.count_tokens(f"{entry.exchange_id}: {entry.line}\n")
            if tokens > left:
                break
            left -= tokens
            named |= {message.position for message in exchange}
        return Shown(asked, frozenset(named), frozenset(), THRESHOLD - left)

    def by_tool(self, asked: Asked) -> Shown:
        """Call the tools as an engine would that always uses them."""
        limits = ToolLimits()
        looked = self._call(
            asked, "lookup_past_conversation", [{"topic": asked.question[:_TOPIC_CHARS]}]
        )
        found = [line.split(" ")[0] for line in looked[0].result.splitlines() if line[:1] == "e"]
        uses = list(looked)
        for number in range(limits.rounds - 1):
            names = found[number * _AT_ONCE : (number + 1) * _AT_ONCE]
            if names:
                arguments = [{"exchange_id": each} for each in names]
                uses += self._call(asked, "retrieve_past_answer", arguments)
        by_id = {f"e{each[0].position + 1}": each for each in self.exchanges[asked.session_id]}
        named = {message.position for each in found for message in by_id.get(each, ())}
        read = {
            message.position
            for each in found
            for message in by_id.get(each, ())
            if any(message.content.strip()[:_READ_CHARS] in use.result for use in uses[1:])
        }
        tokens = sum(self.assistant.counter.count_tokens(use.result) for use in uses)
        return Shown(asked, frozenset(named), frozenset(read), tokens)

    def _call(self, asked: Asked, name: str, arguments: Sequence[dict[str, str]]) -> list[ToolUse]:
        calls = tuple(ToolCall(name=name, arguments={**each}) for each in arguments)
        end = self.exchanges[asked.session_id][-1][-1].position + 1
        context = ToolContext(
            database=self.assistant.database,
            session_id=asked.session_id,
            before=end,
            asked=asked.question,
            now=self.assistant.now(),
            stop=Stop(),
            limit_tokens=ToolLimits().tokens,
        )
        made = run_round(
            ToolRequest(calls),
            TOOLS,
            context,
            limits=ToolLimits(),
            counter=self.assistant.counter,
            emit=lambda event: None,
        )
        return list(made.uses)


def row(name: str, shown: Sequence[Shown]) -> str:
    """Return the results of one method as a row of the table."""
    parts: defaultdict[bool, list[Shown]] = defaultdict(list)
    for each in shown:
        parts[each.asked.kind == "BEAM"].append(each)
    figures = [
        100
        * sum(each.asked.evidence <= seen(each) for each in parts[is_beam])
        / len(parts[is_beam])
        for seen in (_named, _read)
        for is_beam in (False, True)
    ]
    tokens = sorted(each.tokens for each in shown)[len(shown) // 2]
    return f"| {name} | {tokens} | {' | '.join(f'{each:.1f}' for each in figures)} |\n"


def _named(shown: Shown) -> frozenset[int]:
    return shown.named


def _read(shown: Shown) -> frozenset[int]:
    return shown.read


def rows(assistant: Assistant, questions: Sequence[Asked]) -> Iterator[str]:
    """Yield a row for each method."""
    looking = Looking.into(assistant, sorted({each.session_id for each in questions}))
    ways: Sequence[tuple[str, Callable[[Asked], Shown]]] = (
        ("by default, the last exchanges", looking.last),
        ("by default, those that match", looking.matching),
        ("by tool", looking.by_tool),
    )
    for name, way in ways:
        yield row(name, [way(each) for each in questions])
    answered = ask(assistant, questions, Way("", as_a_turn))
    found, tokens = shares(answered), sorted(each.tokens for each in answered)
    yield (
        f"| recall, before any tool | {tokens[len(tokens) // 2]} | – | – "
        f"| {found['1–5']:.1f} | {found['BEAM']:.1f} |\n"
    )


def main() -> None:
    """Import, run every method, and print."""
    parser = argparse.ArgumentParser(description="What the index of exchanges brings.")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--url", default="", help="an empty database; SQLite by itself")
    given = parser.parse_args()
    questions = [*locomo(given.data), *beam(given.data)]
    with opened(given.data, given.url) as assistant:
        sys.stdout.write(_HEAD)
        for line in rows(assistant, questions):
            sys.stdout.write(line)
            sys.stdout.flush()


if __name__ == "__main__":
    main()
