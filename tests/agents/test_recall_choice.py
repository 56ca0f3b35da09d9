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
from tidemark.schema import ContextView, Item, QueryUnderstanding, SessionMemory
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


@pytest.fixture(params=[False, True], ids=["read plainly", "read by a model"])
def open_assistant(
    request: pytest.FixtureRequest, settings: Callable[..., Settings]
) -> Iterator[Open]:
    """Open Tidemark with an engine that understands the last question so; one chat is folded."""
    opened: list[Assistant] = []

    def build(understanding: QueryUnderstanding) -> Assistant:
        known = [QueryUnderstanding()] * len(SAID)
        engine = ScriptedEngine(
            understandings=[*known, understanding], is_language_model=request.param
        )
        assistant = Assistant(settings(), engine=engine)
        opened.append(assistant)
        for text in SAID:
            assistant.turns.ask(text, "chat").wait(20)
        assistant.folding.begin("chat").wait(20)
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


def test_a_replay_leaves_out_the_pieces_that_its_turn_left_out(open_assistant: Open) -> None:
    assistant = open_assistant(QueryUnderstanding())
    assistant.turns.ask(QUESTION, "chat").wait(20)
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

    def answer(self, *given: Any, analysis: object = None, **more: Any) -> Iterator[Piece]:  # noqa: ANN401
        self.analyses.append(analysis)
        return super().answer(*given, analysis=analysis, **more)


def test_a_question_is_analysed_again_only_where_more_was_recalled_for_it(
    settings: Callable[..., Settings],
) -> None:
    engine = Listening()
    with closing(Assistant(settings(), engine=engine)) as assistant:
        assistant.turns.ask(SAID[0], "chat").wait(20)
        assistant.turns.ask("What does she keep?", "chat").wait(20)

    first, second = engine.analyses
    assert isinstance(first, QuestionAnalysis)
    assert (first.question, second) == (SAID[0], None)


def test_no_connection_is_held_while_the_vector_of_a_question_is_made(
    settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Assistant(settings(), engine=ScriptedEngine())) as assistant:
        assistant.turns.ask(SAID[0], "chat").wait(20)
        pool = assistant.database._connections.engine.pool  # noqa: SLF001 - it tells who holds one
        in_use: list[int] = []

        def vector_of(question: str) -> None:
            in_use.append(pool.checkedout())  # type: ignore[attr-defined]

        monkeypatch.setattr(assistant.embedding_worker, "vector_of", vector_of)
        assistant.turns.view("chat", QUESTION)
        assistant.turns.ask(QUESTION, "chat").wait(20)

    assert in_use == [0, 0]  # once for the view, once for the turn


STANDING = SessionMemory.of(
    {
        "constraints": (Item(text="Inge is allergic to shellfish", message_ids=(1,)),),
        "preferences": (Item(text="Wants short answers", message_ids=(1,)),),
    }
)


@pytest.fixture
def read_by_model(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    """A chat that a model reads with a small budget: folded, on one subject, with two wishes."""
    engine = ScriptedEngine(summaries=[STANDING], is_language_model=True)
    with closing(Assistant(settings(token_threshold=400), engine=engine)) as opened:
        for number in range(9):
            text = f"Card {number} of the credit cards has a limit of {number} thousand euros."
            opened.turns.ask(text, "chat").wait(20)
        opened.turns.ask("Which cheese goes with figs?", "chat").wait(20)
        opened.folding.begin("chat").wait(20)
        yield opened


def test_a_model_reads_the_last_exchange_before_any_question(read_by_model: Assistant) -> None:
    last = [message.content for message in read_by_model.database.get_messages("chat")[-2:]]
    for question in ("Which limits do all of the credit cards have?", "And the second one?"):
        view = read_by_model.turns.view("chat", question)
        read = {piece.text for piece in view.of_kind("recalled")}
        assert read.issuperset(last), question


def test_a_model_reads_wishes_and_limits_before_passages_that_share_words(
    read_by_model: Assistant,
) -> None:
    view = read_by_model.turns.view("chat", "Which limits do all of the credit cards have?")

    assert [out.piece.kind for out in view.left_out]
    assert {piece.item.text for piece in view.of_kind("item") if piece.item} == {
        "Inge is allergic to shellfish",
        "Wants short answers",
    }
    assert sum(piece.tokens for piece in view.of_kind("item")) <= 40


def test_a_long_last_answer_is_read_in_part_rather_than_not_at_all(
    settings: Callable[..., Settings],
) -> None:
    engine = ScriptedEngine(replies=["word " * 330], is_language_model=True)
    with closing(Assistant(settings(token_threshold=400), engine=engine)) as opened:
        opened.turns.ask("Make a list", "chat").wait(20)
        view = opened.turns.view("chat", "Put the second one first and leave out the last, please")

    (answer,) = (piece for piece in view.pieces if piece.role == "assistant")
    assert answer.kind == "recalled"
    assert answer.goes_on
    assert 100 < answer.tokens < 200


def test_the_room_that_is_held_is_used_where_nothing_had_to_be_understood(
    read_by_model: Assistant,
) -> None:
    question = "Which limits do all of the credit cards have?"
    before = read_by_model.turns.view("chat", question)
    reply_id = read_by_model.turns.report(read_by_model.ask(question, "chat")).message_id

    read = read_by_model.prompt_inspection.of_reply("chat", reply_id)
    assert read is not None
    assert before.tokens <= 360
    assert read.view.tokens > 360
    *_, replayed = read_by_model.prompt_inspection.replayed("chat")
    assert replayed.chosen_anew
