"""One function chooses what is read: for a turn, for a view asked beforehand, and for a replay."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

from assistant import Assistant
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.builtin.understanding import QuestionAnalysis
from tidemark.engines.scripted import ScriptedEngine
from tidemark.prompt import snapshots
from tidemark.runtime.events import Piece
from tidemark.schema import ContextView, QueryUnderstanding
from tidemark.schema.prompt_snapshot import Excluded
from tidemark.settings import Settings

SAID = (
    "My sister Ana lives in Ghent and keeps bees.",
    "We fly to Lisbon in May and stay in Alfama.",
    "The quiet hotel near the castle costs 140 euros a night.",
    "My cat is allergic to fish.",
)
QUESTION = "What does the quiet hotel near the castle cost?"
Open = Callable[..., Assistant]


@pytest.fixture
def open_assistant(settings: Callable[..., Settings]) -> Iterator[Open]:
    """Open Tidemark with an engine that understands the last question so; one chat is folded."""
    opened: list[Assistant] = []

    def build(understanding: QueryUnderstanding) -> Assistant:
        known = [QueryUnderstanding()] * len(SAID)
        engine = ScriptedEngine(understandings=[*known, understanding])
        assistant = Assistant(settings(), engine=engine)
        opened.append(assistant)
        for text in SAID:
            assistant.turns.ask(text, "chat").wait(10)
        assistant.folding.begin("chat").wait(10)
        return assistant

    yield build
    for each in opened:
        each.close()


def said_in(view: ContextView) -> list[tuple[str, tuple[int, ...], int, str]]:
    return [
        (piece.kind, piece.message_ids, piece.start, piece.text)
        for piece in view.pieces
        if piece.kind in ("message", "recalled", "item")
    ]


def test_a_turn_a_view_and_a_replay_read_the_same(open_assistant: Open) -> None:
    assistant = open_assistant(QueryUnderstanding())
    before = assistant.turns.view("chat", QUESTION)

    reply_id = assistant.turns.report(assistant.turns.ask(QUESTION, "chat")).message_id

    read = assistant.prompt_inspection.of_reply("chat", reply_id)
    assert read is not None
    assert said_in(read.view) == said_in(before) != []
    *_, replayed = assistant.prompt_inspection.replayed("chat")
    assert replayed.chosen_anew is True


@pytest.mark.parametrize(
    "understanding",
    [
        QueryUnderstanding(rewritten_query="What does the hotel in Alfama, where Ana stays, cost?"),
        QueryUnderstanding(needed_context_from_memory=("Ana and her bees",)),
        QueryUnderstanding(
            is_ambiguous=True,
            possible_interpretations=("by night", "by week"),
            clarifying_questions=("By night or by week?",),
        ),
    ],
    ids=["rewritten", "lacking", "asked back"],
)
def test_a_replay_reads_what_the_turn_read_once_it_was_understood(
    open_assistant: Open, understanding: QueryUnderstanding
) -> None:
    assistant = open_assistant(understanding)
    before = assistant.turns.view("chat", QUESTION)

    reply_id = assistant.turns.report(assistant.turns.ask(QUESTION, "chat")).message_id

    read = assistant.prompt_inspection.of_reply("chat", reply_id)
    assert read is not None
    if understanding.is_ambiguous:
        assert said_in(read.view) == said_in(before)
    else:
        assert set(snapshots.recalled_ids(before)) <= set(snapshots.recalled_ids(read.view))
    *_, replayed = assistant.prompt_inspection.replayed("chat")
    assert replayed.chosen_anew is True


def test_a_replay_leaves_out_what_its_turn_left_out(open_assistant: Open) -> None:
    assistant = open_assistant(QueryUnderstanding())
    assistant.turns.ask(QUESTION, "chat").wait(10)
    question, _ = assistant.sessions.transcript("chat", limit=2)
    hotel = assistant.database.get_messages("chat")[4]
    without = Excluded(message_ids=(hotel.id,))

    reply_id = assistant.turns.report(
        assistant.turns.retry_without("chat", question.id, without)
    ).message_id

    read = assistant.prompt_inspection.of_reply("chat", reply_id)
    assert read is not None
    assert hotel.id not in {of for piece in read.view.pieces for of in piece.message_ids}
    *_, replayed = assistant.prompt_inspection.replayed("chat")
    assert replayed.chosen_anew is True


class Listening(BuiltinEngine):
    """Notes with which analysis each reply is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.analyses: list[object] = []

    def reply(self, *given: Any, analysis: object = None, **more: Any) -> Iterator[Piece]:  # noqa: ANN401
        self.analyses.append(analysis)
        return super().reply(*given, analysis=analysis, **more)


def test_a_question_is_analysed_again_only_where_more_was_recalled_for_it(
    settings: Callable[..., Settings],
) -> None:
    engine = Listening()
    with closing(Assistant(settings(), engine=engine)) as assistant:
        assistant.turns.ask(SAID[0], "chat").wait(10)
        assistant.turns.ask("What does she keep?", "chat").wait(10)

    first, second = engine.analyses
    assert isinstance(first, QuestionAnalysis)
    assert (first.question, second) == (SAID[0], None)


def test_no_connection_is_held_while_the_vector_of_a_question_is_made(
    settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Assistant(settings(), engine=ScriptedEngine())) as assistant:
        assistant.turns.ask(SAID[0], "chat").wait(10)
        pool = assistant.database._connections.engine.pool  # noqa: SLF001 - it tells who holds one
        in_use: list[int] = []

        def vector_of(question: str) -> None:
            in_use.append(pool.checkedout())  # type: ignore[attr-defined]

        monkeypatch.setattr(assistant.embedding_worker, "vector_of", vector_of)
        assistant.turns.view("chat", QUESTION)
        assistant.turns.ask(QUESTION, "chat").wait(10)

    assert in_use == [0, 0]  # once for the view, once for the turn
