"""The verbs all faces share, on a real database and an engine that says what it is told."""

import datetime as dt
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assistant import Assistant
from tests.conversing import on_each_database
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.builtin.own_replies import is_builtin_reply
from tidemark.engines.scripted import ScriptedEngine, ScriptedLine
from tidemark.errors import (
    EmptyMessage,
    EngineUnreachable,
    InvalidSessionId,
    NothingToRetry,
    SessionBusy,
    SessionDiffers,
    SessionNotFound,
    TurnFailed,
)
from tidemark.prompt.rendering import render
from tidemark.runtime.events import (
    Failed,
    Finished,
    Piece,
    Recalled,
    Stopped,
    Summarised,
    Understood,
)
from tidemark.schema import FoldResult, Message, QueryUnderstanding
from tidemark.schema.scope import Scope
from tidemark.settings import Settings
from tidemark.ui.chat import query_analysis

Open = Callable[..., Assistant]
UNCLEAR = QueryUnderstanding(
    is_ambiguous=True,
    possible_interpretations=("Train a model that predicts who leaves", "List who left last year"),
    clarifying_questions=("Do you have records of past leavers?",),
)
LONG = "word " * 220  # 220 tokens; six of them pass the budget


class Clock:
    """A clock that steps a second each time it is read."""

    def __init__(self) -> None:
        self.now = dt.datetime(2026, 1, 31, 23, 26, 50, tzinfo=dt.UTC)

    def __call__(self) -> dt.datetime:
        self.now += dt.timedelta(seconds=1)
        return self.now


@pytest.fixture
def open_assistant(settings: Callable[..., Settings]) -> Iterator[Open]:
    opened: list[Assistant] = []

    def build(engine: ScriptedEngine | None = None, **given: object) -> Assistant:
        opened.append(
            Assistant(settings(**given), engine=engine or ScriptedEngine(), clock=Clock())
        )
        return opened[-1]

    yield build
    for each in opened:
        each.close()


def fill(assistant: Assistant, turns: int = 4) -> str:
    """Talk until the next message folds; return the session."""
    session_id = None
    for _ in range(turns):
        run = assistant.ask(LONG, session_id)
        run.wait(20)
        session_id = run.session_id
    return run.session_id


@on_each_database
def test_a_turn_streams_its_reply_and_stores_both_sides(open_assistant: Open) -> None:
    assistant = open_assistant(ScriptedEngine(replies=["Hello to you."]))

    run = assistant.ask("Hello")
    last = run.wait(20)

    assert isinstance(last, Finished)
    assert run.text == "Hello to you."
    user, reply = assistant.sessions.transcript(run.session_id)
    assert (user.role, user.content, user.token_count) == ("user", "Hello", 6)
    assert (reply.id, reply.role, reply.content) == (last.message_id, "assistant", "Hello to you.")
    assert list(user.metadata.timings_ms) == ["context", "recall", "ambiguity", "responder"]
    assert reply.metadata.engine == "scripted"
    assert reply.metadata.usage is not None
    assert reply.metadata.usage.calls == 2
    turn = assistant.turns.last(run.session_id)
    assert turn is not None
    assert (turn.status, turn.question_id, turn.reply_id) == ("done", user.id, reply.id)
    assert assistant.turns.meter(run.session_id).context == user.token_count + reply.token_count


def test_sessions_begun_in_one_second_are_apart(settings: Callable[..., Settings]) -> None:
    at = dt.datetime(2026, 1, 31, 23, 26, 50, tzinfo=dt.UTC)
    assistant = Assistant(settings(), engine=ScriptedEngine(), clock=lambda: at)

    ids = [assistant.ask(f"Hello {number}").session_id for number in range(3)]

    assert ids[0] == "session_20260131_232650"
    assert len(set(ids)) == 3
    assistant.close()


@on_each_database
def test_the_message_is_stored_before_the_engine_is_called(open_assistant: Open) -> None:
    seen: list[str] = []

    def understanding(_call: object) -> QueryUnderstanding:
        (session,) = assistant.sessions.recent()
        seen.extend(
            message.content for message in assistant.sessions.transcript(session.session_id)
        )
        return QueryUnderstanding()

    assistant = open_assistant(ScriptedEngine(understandings=understanding))
    assistant.ask("Keep this").wait(20)

    assert seen == ["Keep this"]


@pytest.mark.parametrize("text", ["", "  \n ", "\x00"])
def test_an_empty_message_is_refused_and_begins_nothing(open_assistant: Open, text: str) -> None:
    assistant = open_assistant()

    with pytest.raises(EmptyMessage):
        assistant.ask(text)

    assert assistant.sessions.recent() == ()


def test_a_bad_session_id_is_refused(open_assistant: Open) -> None:
    with pytest.raises(InvalidSessionId):
        open_assistant().ask("Hello", "../etc")


@on_each_database
def test_past_the_budget_the_turn_folds_first_and_goes_on(open_assistant: Open) -> None:
    engine = ScriptedEngine(replies=["I see."] * 20)
    assistant = open_assistant(engine)
    session_id = fill(assistant, 5)
    before = assistant.turns.meter(session_id).context

    run = assistant.ask(LONG, session_id)
    run.wait(20)

    (fold,) = [event for event in run.so_far() if isinstance(event, Summarised)]
    (summary,) = assistant.sessions.summaries(session_id)
    assert fold.folded == FoldResult(
        from_index=0, to_index=9, tokens_before=before, tokens_after=summary.token_count
    )
    active = [
        message
        for message in assistant.sessions.transcript(session_id)
        if not message.is_summarized
    ]
    assert [message.position for message in active] == [10, 11]
    assert assistant.fold_history.all(session_id, 0, 30) == (summary,)
    assert all(
        sum(assistant.counter.count_message(line.role, line.content) for line in render(call.view))
        == call.view.tokens
        <= 1200
        for call in engine.calls
        if call.view is not None
    )


def test_a_question_longer_than_the_budget_goes_in_alone_and_folds_next_time(
    open_assistant: Open,
) -> None:
    engine = ScriptedEngine()
    assistant = open_assistant(engine)
    session_id = assistant.ask("word " * 2000, "long").session_id
    run = assistant.turns.run(session_id)
    if run is not None:
        run.wait(20)
    assert [len(call.view.pieces) for call in engine.calls if call.view] == [1, 1]

    folded = assistant.ask("And now?", session_id)
    folded.wait(20)

    assert [type(event) for event in folded.so_far()].count(Summarised) == 1
    assert assistant.turns.meter(session_id).covered_messages == 2


@on_each_database
def test_after_a_fold_the_last_exchange_comes_back(open_assistant: Open) -> None:
    engine = ScriptedEngine()
    assistant = open_assistant(engine)
    session_id = fill(assistant, 2)
    assistant.ask("The code of the gate is 4711 " + LONG, session_id).wait(20)

    run = assistant.ask("And the third one?", session_id)
    run.wait(20)

    *_, recalled = [event for event in run.so_far() if isinstance(event, Recalled)]
    view = engine.calls[-1].view
    assert view is not None
    *earlier, question, _ = view.of_kind("recalled")
    assert "4711" in question.text
    assert len(recalled.message_ids) == len(earlier) + 2


@on_each_database
def test_an_unclear_question_is_asked_back_in_words_without_a_second_call(
    open_assistant: Open,
) -> None:
    engine = ScriptedEngine(understandings=[UNCLEAR])
    assistant = open_assistant(engine)

    run = assistant.ask("I need to find out who will leave")
    run.wait(20)

    assert [call.verb for call in engine.calls] == ["understand"]
    question, reply = assistant.sessions.transcript(run.session_id)
    assert question.metadata.query_analysis == UNCLEAR
    assert reply.metadata.clarifying
    for words in (*UNCLEAR.possible_interpretations, *UNCLEAR.clarifying_questions):
        assert words in reply.content


@pytest.mark.parametrize(
    ("answer", "asked"),
    [
        ("2", "I need to find out who will leave (List who left last year)"),
        ("We have five years of records", "I need to find out who will leave (We have five years"),
        ("Answer anyway", "I need to find out who will leave"),
        ("just answer", "I need to find out who will leave"),
    ],
)
def test_the_answer_to_a_clarifying_question_closes_the_matter(
    open_assistant: Open, answer: str, asked: str
) -> None:
    engine = ScriptedEngine(understandings=[UNCLEAR, UNCLEAR])
    assistant = open_assistant(engine)
    session_id = assistant.ask("I need to find out who will leave", "churn").session_id
    run = assistant.turns.run(session_id)
    if run is not None:
        run.wait(20)

    assistant.ask(answer, session_id).wait(20)

    question, reply = assistant.sessions.transcript(session_id)[-2:]
    assert engine.calls[1].asking == "never"
    assert question.content == answer
    assert not reply.metadata.clarifying
    analysis = question.metadata.query_analysis
    assert analysis is not None
    assert not analysis.is_ambiguous
    assert (analysis.rewritten_query or "").startswith(asked)


def test_a_new_matter_after_a_clarifying_question_may_be_asked_back(open_assistant: Open) -> None:
    engine = ScriptedEngine(understandings=[UNCLEAR])
    assistant = open_assistant(engine)
    run = assistant.ask("I need to find out who will leave")
    run.wait(20)

    assistant.ask("What is the weather in Ghent?", run.session_id).wait(20)

    understand = [call for call in engine.calls if call.verb == "understand"]
    assert understand[1].asking == "freely"
    assert understand[1].view is not None
    assert understand[1].view.question == "What is the weather in Ghent?"


def asked_back(open_assistant: Open, engine: ScriptedEngine) -> Assistant:
    """Return an assistant whose chat "churn" ends in a question that was asked back."""
    assistant = open_assistant(engine)
    assistant.turns.ask("I need to find out who will leave", "churn").wait(20)
    return assistant


@on_each_database
def test_answer_anyway_answers_the_question_itself_and_puts_no_words_in_ones_mouth(
    open_assistant: Open,
) -> None:
    engine = ScriptedEngine(understandings=[UNCLEAR, UNCLEAR], replies=["The last year's."])
    assistant = asked_back(open_assistant, engine)

    assert isinstance(assistant.turns.answer_anyway("churn").wait(20), Finished)

    question, clarifying, reply = assistant.sessions.transcript("churn")
    assert question.content == "I need to find out who will leave"
    assert question.metadata.asked_back == UNCLEAR
    assert question.metadata.query_analysis is not None
    assert not question.metadata.query_analysis.is_ambiguous
    assert (clarifying.is_retired, clarifying.metadata.clarifying) == (True, True)
    assert (reply.content, reply.is_retired) == ("The last year's.", False)
    assert [call.asking for call in engine.calls if call.verb == "understand"] == [
        "freely",
        "never",
    ]
    (newest,) = assistant.insights.of("churn").figures.asked_back
    assert newest.interpretations == UNCLEAR.possible_interpretations


def test_answer_anyway_in_words_after_a_fold_still_knows_the_question(open_assistant: Open) -> None:
    engine = ScriptedEngine(
        understandings=lambda call: UNCLEAR if call.asking == "freely" else None
    )
    assistant = open_assistant(engine, token_threshold=200)
    run = assistant.turns.ask("I need to find out who will leave " * 20)
    run.wait(20)

    again = assistant.turns.ask("Answer anyway", run.session_id)
    again.wait(20)

    assert any(isinstance(event, Summarised) for event in again.so_far())
    view = engine.calls[-1].view
    assert view is not None
    assert view.question.startswith("I need to find out who will leave")


def test_answer_anyway_holds_for_a_retry_and_for_another_answer(open_assistant: Open) -> None:
    down = EngineUnreachable("Scripted engine", "no route")
    engine = ScriptedEngine(
        understandings=lambda call: UNCLEAR if call.asking == "freely" else None,
        replies=[ScriptedLine("", fails=down), "First.", "Second."],
    )
    assistant = asked_back(open_assistant, engine)

    assert isinstance(assistant.turns.answer_anyway("churn").wait(20), Failed)
    assert isinstance(assistant.turns.retry("churn").wait(20), Finished)
    last = assistant.sessions.transcript("churn")[-1]
    assert last.content == "First."
    assert isinstance(assistant.replies.regenerate("churn", last.position).wait(20), Finished)

    said = assistant.sessions.transcript("churn")
    assert [message.content for message in said if not message.is_retired] == [
        "I need to find out who will leave",
        "Second.",
    ]


def test_only_a_question_that_was_asked_back_is_answered_anyway(open_assistant: Open) -> None:
    assistant = open_assistant(ScriptedEngine())
    assistant.turns.ask("What is the capital of France?", "clear").wait(20)
    for session_id in ("clear", "nobody"):
        with pytest.raises(NothingToRetry):
            assistant.turns.answer_anyway(session_id)


def test_the_reply_that_asked_back_can_be_gone_back_to_and_chosen_from(
    open_assistant: Open,
) -> None:
    engine = ScriptedEngine(understandings=[UNCLEAR, UNCLEAR], replies=["Any.", "That."])
    assistant = asked_back(open_assistant, engine)
    assistant.turns.answer_anyway("churn").wait(20)

    clarifying = assistant.sessions.transcript("churn")[1]
    assistant.replies.choose("churn", clarifying.position)
    assistant.turns.ask("2", "churn").wait(20)

    analysis = assistant.sessions.transcript("churn")[-2].metadata.query_analysis
    assert analysis is not None
    assert "List who left last year" in (analysis.rewritten_query or "")


@on_each_database
def test_a_failed_turn_keeps_its_words_and_can_be_retried(open_assistant: Open) -> None:
    down = EngineUnreachable("Scripted engine", "no route")
    assistant = open_assistant(
        ScriptedEngine(replies=[ScriptedLine("Half an", fails=down), "Whole."])
    )
    run = assistant.ask("Tell me")

    failed = run.wait(20)

    assert failed == Failed(down, assistant.sessions.transcript(run.session_id)[-1].id)
    _, partial = assistant.sessions.transcript(run.session_id)
    assert (partial.content, partial.metadata.partial) == ("Half an", "failed")
    turn = assistant.turns.last(run.session_id)
    assert turn is not None
    assert (turn.status, turn.reason) == ("failed", "failed")

    assert assistant.turns.can_retry(run.session_id)
    assert isinstance(assistant.turns.retry(run.session_id).wait(20), Finished)
    question, retired, reply = assistant.sessions.transcript(run.session_id)
    assert (retired.is_retired, retired.content, reply.content) == (True, "Half an", "Whole.")
    context = question.token_count + reply.token_count
    assert assistant.turns.meter(run.session_id).context == context
    assert not assistant.turns.can_retry(run.session_id)
    with pytest.raises(NothingToRetry):
        assistant.turns.retry(run.session_id)


@on_each_database
def test_a_stopped_turn_keeps_what_was_said(open_assistant: Open) -> None:
    assistant = open_assistant(
        ScriptedEngine(replies=[ScriptedLine("one two three " * 50, pause_s=0.05)])
    )
    run = assistant.ask("Count")
    next(event for event in run.events() if isinstance(event, Piece))

    assistant.turns.stop(run.session_id)
    last = run.wait(20)

    _, partial = assistant.sessions.transcript(run.session_id)
    assert last == Stopped(partial.id)
    assert partial.metadata.partial == "stopped"
    assert partial.content.startswith("one ")
    assert assistant.turns.can_retry(run.session_id)


def test_a_stop_before_the_first_piece_keeps_the_question_alone(open_assistant: Open) -> None:
    assistant = open_assistant(ScriptedEngine(replies=[ScriptedLine("late", wait_s=30)]))
    run = assistant.ask("Count")

    assistant.turns.stop(run.session_id)

    assert run.wait(20) == Stopped(None)
    assert [message.content for message in assistant.sessions.transcript(run.session_id)] == [
        "Count"
    ]


@on_each_database
def test_one_turn_at_a_time(open_assistant: Open) -> None:
    assistant = open_assistant(ScriptedEngine(replies=[ScriptedLine("late", wait_s=30)]))
    run = assistant.ask("First")

    with pytest.raises(SessionBusy):
        assistant.ask("Second", run.session_id)
    with pytest.raises(NothingToRetry):
        assistant.turns.retry(run.session_id)

    assert [message.content for message in assistant.sessions.transcript(run.session_id)] == [
        "First"
    ]


def test_without_memory_nothing_is_read_or_kept(open_assistant: Open) -> None:
    engine = ScriptedEngine()
    assistant = open_assistant(engine)
    assistant.ask("My code is 4711", "secret").wait(20)

    run = assistant.ask("What is my code?", "secret", use_memory=False)
    run.wait(20)

    view = engine.calls[-1].view
    assert view is not None
    assert [piece.kind for piece in view.pieces] == ["question"]
    assert len(assistant.sessions.transcript("secret")) == 2
    assert len(assistant.sessions.recent()) == 1


def test_a_talk_that_its_caller_holds_goes_on_within_the_budget_and_reads_nothing_else(
    open_assistant: Open,
) -> None:
    engine = ScriptedEngine(replies=["Noted."] * 3)
    assistant = open_assistant(engine)
    assistant.ask("My name is Ada.", "kept").wait(5)
    talk: tuple[Message, ...] = ()
    for text in ("My code is 4711. " * 150, "It opens the shed.", "What is my code?"):
        run = assistant.turns.ask_after(talk, text)
        run.wait(5)
        talk = assistant.turns.said_after(talk, text, run)

    view = engine.calls[-1].view
    assert view is not None
    assert view.tokens <= view.threshold
    read = [piece.text for piece in view.of_kind("message")]
    assert read[-2:] == ["It opens the shed.", "Noted."]
    assert "Ada" not in str(view.pieces)
    assert [(each.role, each.position) for each in talk][-2:] == [("user", 4), ("assistant", 5)]
    assert len(assistant.sessions.recent()) == 1


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Hello", "Nothing of it is kept."),
        ("Hallo, goedemorgen", "Er wordt niets van bewaard."),
        ("```\nx = 1\n```", "Read. I keep nothing of it after this conversation."),
        ("My sister Ada cannot eat nuts. / Forget my sister Ada.", "I cannot leave out single"),
        ("Mijn zus Ada eet geen noten. / Vergeet mijn zus Ada.", "Losse dingen kan ik hier niet"),
        ("Goodbye", "Nothing of this conversation is kept."),
        ("What can you do?", "after it, nothing of it is kept."),
        ("Wat kun je allemaal?", "daarna wordt er niets van bewaard."),
    ],
)
def test_the_built_in_engine_claims_to_keep_nothing_of_a_talk_that_its_caller_holds(
    open_assistant: Open, said: str, told: str
) -> None:
    assistant = open_assistant(BuiltinEngine())
    talk: tuple[Message, ...] = ()
    for text in said.split(" / "):
        run = assistant.turns.ask_after(talk, text)
        run.wait(5)
        talk = assistant.turns.said_after(talk, text, run)

    assert told in talk[-1].content
    assert is_builtin_reply(talk[-1].content)


def test_a_fold_the_engine_cannot_make_leaves_no_message_behind(open_assistant: Open) -> None:
    engine = ScriptedEngine(summaries=["not JSON", "still not"])
    assistant = open_assistant(engine)
    session_id = fill(assistant, 3)

    assistant.ask(LONG, session_id).wait(20)

    reply = assistant.sessions.transcript(session_id)[-1]
    assert len(assistant.sessions.summaries(session_id)) == 1
    assert len(reply.metadata.fell_back) == 1


@on_each_database
def test_deleting_stops_the_run_and_leaves_nothing(open_assistant: Open) -> None:
    assistant = open_assistant(ScriptedEngine(replies=[ScriptedLine("late", wait_s=30)]))
    run = assistant.ask("Hello")

    assistant.sessions.delete([run.session_id])

    assert assistant.sessions.recent() == ()
    with pytest.raises(SessionNotFound):
        assistant.sessions.get(run.session_id)


@on_each_database
def test_an_export_comes_back_as_it_was(open_assistant: Open, tmp_path: Path) -> None:
    assistant = open_assistant()
    session_id = fill(assistant, 6)
    assistant.sessions.rename(session_id, "The long one")
    path = assistant.transfer.export(session_id)
    text = path.read_text(encoding="utf-8")

    unchanged = assistant.transfer.import_file(path)
    assistant.ask("One more", session_id).wait(20)
    renamed = assistant.transfer.import_file(path)

    assert path == tmp_path / "exports" / f"{session_id}.jsonl"
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    assert (unchanged.session_id, unchanged.was_there) == (session_id, True)
    assert renamed.renamed_from == session_id
    again = assistant.transfer.export_text(renamed.session_id)
    assert again == text.replace(session_id, renamed.session_id)
    assistant.sessions.delete([session_id])
    assistant.transfer.import_file(path)
    assert assistant.transfer.export_text(session_id) == text


def test_a_replay_goes_on_where_it_was_left(open_assistant: Open) -> None:
    down = EngineUnreachable("Scripted engine", "no route")
    assistant = open_assistant(ScriptedEngine(replies=["a", ScriptedLine(fails=down), "b", "c"]))
    questions = ["One?", "Two?", "Three?"]

    with pytest.raises(TurnFailed):
        list(assistant.turns.replay(questions, session_id="replayed"))
    reports = list(assistant.turns.replay(questions, session_id="replayed"))

    assert [report.reply for report in reports] == ["b", "c"]
    said = [
        each.content for each in assistant.sessions.transcript("replayed") if not each.is_retired
    ]
    assert said == ["One?", "a", "Two?", "b", "Three?", "c"]
    with pytest.raises(SessionDiffers):
        list(assistant.turns.replay(["Other?"], session_id="replayed"))


@pytest.mark.parametrize(
    ("locale", "title"),
    [
        (None, "Oma Ruth's eightieth by the lake"),
        ("de-DE", "Oma Ruth's eightieth by the lake"),
        ("nl-NL", "Veertig jaar getrouwd op Terschelling"),
    ],
)
def test_the_sample_conversation_opens_folded_in_the_language_of_the_place(
    open_assistant: Open, locale: str | None, title: str
) -> None:
    assistant = open_assistant()

    session_id = assistant.transfer.open_sample(locale)

    assert len(assistant.fold_history.all(session_id, 0, 1000)) >= 2
    session = assistant.sessions.get(session_id)
    assert (session.title, session.message_count) == (title, 78)


def test_a_key_added_later_is_used_without_a_restart(
    open_assistant: Open, settings: Callable[..., Settings]
) -> None:
    assistant = open_assistant()
    missing = settings(engine="gemini")
    assistant.check_again(missing)
    assert assistant.configuration.engine_problem is not None
    assert "GOOGLE_API_KEY" in str(assistant.configuration.engine_problem)
    failed = assistant.ask("Hello", "kept").wait(20)
    assert isinstance(failed, Failed)
    assert "GOOGLE_API_KEY" in str(failed.error)

    assistant.check_again(settings(engine="scripted"))

    assert isinstance(assistant.turns.retry("kept").wait(20), Finished)


def test_understand_stores_nothing(open_assistant: Open) -> None:
    assistant = open_assistant()

    found = assistant.turns.understand([("user", "Who was Ada Lovelace?")], "Where was she born?")

    assert found.needs_context
    assert found.needs_context_score > 0.5
    assert assistant.sessions.recent() == ()


def test_a_fold_without_its_engine_is_made_by_the_built_in_one(
    open_assistant: Open, settings: Callable[..., Settings]
) -> None:
    assistant = open_assistant()
    run = assistant.ask(f"The budget is 900 euros. {LONG}")
    run.wait(20)
    session_id = run.session_id
    for _ in range(2):
        assistant.ask(LONG, session_id).wait(20)
    assistant.check_again(settings(engine="gemini"))

    failed = assistant.ask(LONG, session_id).wait(20)

    (summary,) = assistant.sessions.summaries(session_id)
    assert isinstance(failed, Failed)
    assert [item.text for _, item in summary.memory.all_items()] == ["The budget is 900 euros"]


def test_an_analysis_shows_what_it_quotes_of_another_chat(open_assistant: Open) -> None:
    told = "The lighthouse of Cabo da Roca was closed for the storm."
    assistant = open_assistant(BuiltinEngine())
    assistant.ask(told, "trip").wait(20)
    run = assistant.ask("Was the lighthouse of Cabo da Roca closed?", "plans")
    run.wait(20)

    question, _ = assistant.sessions.transcript("plans")

    shown = query_analysis.interpreted_text(assistant, question)
    assert shown is not None
    assert told in shown.final_augmented_context


def test_an_analysis_is_stored_as_places_and_shown_and_exported_in_words(
    open_assistant: Open,
) -> None:
    told = "We land in Lisbon at noon, on the second of May."
    known = QueryUnderstanding(final_augmented_context=f"- user: “{told}”")
    engine = ScriptedEngine(understandings=[QueryUnderstanding(), known])
    assistant = open_assistant(engine)
    assistant.ask(told, "trip").wait(20)
    run = assistant.ask("When do we land?", "trip")
    run.wait(20)

    first, _, question, _ = assistant.sessions.transcript("trip")
    assert [event for event in run.so_far() if isinstance(event, Understood)] == [Understood(known)]
    assert question.metadata.query_analysis == QueryUnderstanding()
    assert [part.of for part in question.metadata.augmented] == [None, first.id, None]
    assert query_analysis.interpreted_text(assistant, question) == known
    exported = json.loads(assistant.transfer.export_text("trip").splitlines()[3])["metadata"]
    assert "augmented" not in exported
    assert exported["query_analysis"]["final_augmented_context"] == known.final_augmented_context


@on_each_database
def test_runs_and_jobs_of_one_user_are_not_those_of_another(
    open_assistant: Open, tmp_path: Path
) -> None:
    line = ScriptedLine("one two three " * 9, pause_s=0.02)
    assistant = open_assistant(ScriptedEngine(replies=[line]), exports_dir=tmp_path)
    mine, yours = (assistant.scoped(Scope(user, "general")) for user in ("me", "you"))

    run = mine.ask("Where to?", "talk")

    assert mine.turns.run("talk") is run
    assert yours.turns.run("talk") is None
    yours.turns.stop("talk")
    assert isinstance(run.wait(20), Finished)
    job = mine.transfer.begin_export("jsonl")
    assert job.wait(20)
    assert (mine.transfer.export_job, yours.transfer.export_job) == (job, None)


@on_each_database
def test_another_notebook_of_the_same_user_has_the_same_settings(open_assistant: Open) -> None:
    assistant = open_assistant()
    trip, work = (assistant.scoped(Scope("me", notebook)) for notebook in ("trip", "work"))
    trip.configuration.choose("budget", 700)
    assert work.configuration.threshold == 700
