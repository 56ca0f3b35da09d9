"""Idempotency keys: reserved once, of one request, and gone with their session."""

import datetime as dt

import pytest

from database import Database, ScopedDatabase
from tests.conversing import NOW, SESSION, begin, later
from tidemark.errors import IdempotencyKeyReused, RequestUnderWay
from tidemark.schema.people import KeptAnswer, Reservation

ANSWER = KeptAnswer(status=201, headers={"location": "/x"}, body=b'{"a": 1}')
DAY, BEAT = dt.timedelta(days=1), dt.timedelta(seconds=15)


def reserve(
    database: ScopedDatabase, request: str = "r", *, now: dt.datetime = NOW
) -> Reservation | KeptAnswer:
    return database.idempotency_keys.reserve("k", request, now=now, kept=DAY, beat=BEAT)


def test_a_key_is_reserved_until_its_answer_is_kept(
    database: ScopedDatabase, other_user: ScopedDatabase
) -> None:
    reserved = reserve(database)
    assert isinstance(reserved, Reservation)
    with pytest.raises(RequestUnderWay):
        reserve(database)
    with pytest.raises(IdempotencyKeyReused):
        reserve(database, "another")
    other_user.idempotency_keys.keep(reserved.key, ANSWER)
    other_user.idempotency_keys.release(reserved.key)
    database.idempotency_keys.keep(reserved.key, ANSWER)
    assert reserve(database) == ANSWER
    database.idempotency_keys.release(reserved.key)  # too late: it acted
    assert reserve(database) == ANSWER
    assert isinstance(reserve(other_user), Reservation)
    assert isinstance(reserve(database, "another", now=later(24 * 60)), Reservation)


def test_what_stopped_beating_is_of_a_dead_process(database: ScopedDatabase) -> None:
    reserved = reserve(database)
    assert isinstance(reserved, Reservation)
    database.idempotency_keys.beat(reserved.key, now=later(1))
    with pytest.raises(RequestUnderWay):
        reserve(database, now=later(1) + BEAT / 2)
    again = reserve(database, now=later(1) + BEAT)
    assert isinstance(again, Reservation)
    database.idempotency_keys.keep(reserved.key, ANSWER)  # by the one that was not dead after all
    with pytest.raises(RequestUnderWay):
        reserve(database, now=later(1) + BEAT)
    database.idempotency_keys.release(again.key)
    assert isinstance(reserve(database), Reservation)


def test_answers_go_with_their_session_and_with_time(
    opened_database: Database, database: ScopedDatabase
) -> None:
    begin(database)
    reserved = reserve(database)
    assert isinstance(reserved, Reservation)
    database.idempotency_keys.keep(reserved.key, ANSWER, SESSION)
    database.sessions.delete(SESSION)
    assert opened_database.purge_answers(later(1), 9) == 0
    late = reserve(database)
    assert isinstance(late, Reservation)
    database.idempotency_keys.keep(late.key, ANSWER, SESSION)  # which was deleted meanwhile
    assert isinstance(reserve(database), Reservation)
    assert opened_database.purge_answers(NOW, 9) == 0
    assert opened_database.purge_answers(later(1), 9) == 1
