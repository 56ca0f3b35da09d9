"""What turns came to, on each database: kept with the turn, carried along, added up."""

import datetime as dt

import sqlalchemy as sa

from database import ScopedDatabase
from tests.conversing import NOW, SESSION, answer, ask, begin, later, said
from tidemark.schema import Message, MessageMetadata, QueryUnderstanding, ReplyRating, Turn
from tidemark.schema.metrics import Metrics, MetricsPeriod, TurnMetrics
from tidemark.schema.turn_outcome import TurnOutcome

LINE = 1200
UNCLEAR = QueryUnderstanding(
    is_ambiguous=True,
    possible_interpretations=("The lake", "The sea"),
    clarifying_questions=("Which water?",),
)


def figures(context: int, **more: object) -> TurnMetrics:
    return TurnMetrics.model_validate({"engine": "Scripted", "context_tokens": context, **more})


def end(
    database: ScopedDatabase, turn: Turn, of: TurnMetrics, at: dt.datetime = NOW, tokens: int = 10
) -> Message | None:
    known = MessageMetadata(query_analysis=UNCLEAR) if of.asked_back else None
    reply = said("Then this.", "assistant", tokens=tokens)
    outcome = TurnOutcome("done", reply=reply, metrics=of, question_metadata=known)
    return database.turns.finish(turn.id, outcome, now=at)


def answered(
    database: ScopedDatabase, count: int, session_id: str = SESSION, **more: object
) -> None:
    for number in range(count):
        turn = ask(database, session_id=session_id)
        end(database, turn, figures(number, **more), later(number))


def of_session(database: ScopedDatabase, session_id: str = SESSION) -> Metrics:
    return database.metrics.of_session(session_id, threshold=LINE)


def weight(database: ScopedDatabase) -> int:
    with database.reading() as connection:
        return int(connection.scalar(sa.text("SELECT token_count FROM sessions")) or 0)


def test_a_turn_keeps_its_figures_and_what_folding_keeps_is_what_the_context_lacks(
    database: ScopedDatabase,
) -> None:
    begin(database, 4)  # of 10 tokens each, as what was imported is
    kept = figures(
        35,
        threshold=300,
        read_tokens=50,
        said_tokens=10,
        input_tokens=70,
        output_tokens=12,
        recalled=2,
        recalled_tokens=9,
        before_fold=40,
        after_fold=15,
        context_ms=1.5,
        ambiguity_ms=2.5,
    )
    end(database, ask(database), kept)

    found = of_session(database)

    assert found.stretches == (
        MetricsPeriod(
            first=1,
            last=1,
            begun=NOW,
            turns=1,
            context=35,
            highest=35,
            threshold=300,
            kept=60 - 35,
            before_fold=40,
            after_fold=15,
            folds=1,
            context_ms=1.5,
            summariser_ms=0,
            recall_ms=0,
            ambiguity_ms=2.5,
            responder_ms=0,
            asked_back=0,
            recalled=2,
            recalled_tokens=9,
            with_recall=1,
        ),
    )
    (spent,) = found.spent
    assert (spent.engine, spent.input_tokens, spent.output_tokens) == ("Scripted", 70, 12)
    assert not spent.is_estimate
    assert (found.unit, found.totals.turns, found.totals.kept_tokens) == ("turn", 1, 25)


def test_where_no_service_counted_our_count_stands_and_says_so(database: ScopedDatabase) -> None:
    end(database, ask(database), figures(20, read_tokens=50, said_tokens=10))
    end(database, ask(database), figures(20, input_tokens=7, output_tokens=3))
    first, second = of_session(database).spent
    assert (first.input_tokens, first.output_tokens, first.is_estimate) == (50, 10, True)
    assert (second.input_tokens, second.output_tokens, second.is_estimate) == (7, 3, False)


def test_a_turn_without_figures_is_in_no_chart_and_an_unknown_line_is_that_of_today(
    database: ScopedDatabase,
) -> None:
    answer(database, ask(database))
    assert of_session(database).stretches == ()
    assert database.metrics.of_all(threshold=LINE).stretches == ()
    end(database, ask(database), figures(20))
    (only,) = of_session(database).stretches
    assert (only.threshold, only.kept) == (LINE, 40 - 20)


def test_many_turns_are_told_some_at_a_time_and_none_is_lost(database: ScopedDatabase) -> None:
    answered(database, 302, asked_back=False)
    found = of_session(database)
    assert (found.unit, len(found.stretches)) == ("turns", 151)
    assert found.stretches[-1].last == found.totals.turns == 302
    assert (found.stretches[0].context, found.stretches[0].highest) == (0.5, 1)
    assert sum(each.turns for each in found.spent) == 302
    of_all = database.metrics.of_all(threshold=LINE)
    assert (of_all.unit, len(of_all.stretches)) == ("hour", 6)  # from 23:26 to 04:27
    assert of_all.totals == found.totals


def test_a_reply_that_gives_way_to_another_is_not_counted_with_what_was_said(
    database: ScopedDatabase,
) -> None:
    end(database, ask(database), figures(20), tokens=30)
    again = database.turns.restart(SESSION, owner="me", now=NOW, even_done=True).turn
    reply = said("Or this.", "assistant", tokens=5)
    outcome = TurnOutcome("done", reply=reply, metrics=figures(15), may_have_reply=True)
    database.turns.finish(again.id, outcome, now=NOW)

    assert [each.kept for each in of_session(database).stretches] == [40 - 20, 0]
    assert weight(database) == 10 + 5
    database.replies.put_in_force(SESSION, 1)
    assert weight(database) == 10 + 30
    database.replies.put_in_force(SESSION, 1)
    assert weight(database) == 10 + 30


def test_what_was_asked_back_comes_with_why_newest_first(database: ScopedDatabase) -> None:
    end(database, ask(database, "Which one?"), figures(20, asked_back=True))
    end(database, ask(database, "And where?"), figures(20, asked_back=True), later(1))
    found = of_session(database)
    assert [each.question for each in found.asked_back] == ["And where?", "Which one?"]
    assert found.asked_back[0].questions == ("Which water?",)
    assert found.asked_back[0].interpretations == ("The lake", "The sea")
    assert found.totals.asked_back == 2


def test_a_fork_shows_what_it_shares_and_all_sessions_count_it_once(
    database: ScopedDatabase,
) -> None:
    answered(database, 3, recalled=1)
    fork = database.branches.fork(SESSION, 4, wished="fork", title="A fork", now=NOW)
    end(database, ask(database, session_id=fork.session_id), figures(9), later(9))

    here = of_session(database, "fork")
    assert [each.context for each in here.stretches] == [0, 1, 9]
    assert here.stretches[-1].kept == 60 - 9  # what is shared weighs in the fork, too
    every = database.metrics.of_all(threshold=LINE)
    assert (every.totals.turns, every.totals.sessions, every.totals.with_recall) == (4, 2, 3)


def test_a_restored_session_has_the_figures_it_had(database: ScopedDatabase) -> None:
    answered(database, 3, recalled=1, input_tokens=5, output_tokens=2, asked_back=True)
    database.restore("copy", database.record(SESSION))
    before, after = of_session(database), of_session(database, "copy")
    assert after.stretches == before.stretches
    assert after.spent == before.spent
    assert database.record("copy").same_as(database.record(SESSION))
    end(database, ask(database, session_id="copy"), figures(9), later(9))
    assert of_session(database, "copy").stretches[-1].kept == 80 - 9


def test_ratings_and_turns_with_a_similar_question_are_counted_once(
    database: ScopedDatabase,
) -> None:
    for similar, is_good in ((0, True), (2, False), (1, True)):
        reply = end(database, ask(database), figures(9, similar_questions=similar))
        assert reply is not None
        database.replies.rate(SESSION, reply.id, ReplyRating(is_good=is_good, given_at=NOW))
    database.branches.fork(SESSION, 5, wished="fork", title="A fork", now=NOW)
    for found in (of_session(database), database.metrics.of_all(threshold=LINE)):
        totals = found.totals
        assert (totals.with_similar, totals.good, totals.bad) == (2, 2, 1)
        assert totals.per_session == 3.0


def test_a_deleted_session_is_in_no_figure(database: ScopedDatabase) -> None:
    answered(database, 2)
    database.sessions.delete(SESSION)
    assert database.metrics.of_all(threshold=LINE).totals.turns == 0
