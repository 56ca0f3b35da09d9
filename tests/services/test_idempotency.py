"""Answers kept for whoever sends a request again: for a day."""

import datetime as dt
from collections.abc import Callable
from contextlib import closing

from assistant import Assistant
from tests.conversing import NOW
from tidemark.schema.people import KeptAnswer, Reservation
from tidemark.settings import Settings


def test_an_answer_is_kept_for_a_day_and_purged_after_it(settings: Callable[..., Settings]) -> None:
    now, answer = NOW, KeptAnswer(status=200, body=b"{}")
    with closing(Assistant(settings(), clock=lambda: now)) as assistant:
        reserved = assistant.idempotency.reserve("k", "r")
        assert isinstance(reserved, Reservation)
        now += dt.timedelta(seconds=10)
        assistant.idempotency.beat(reserved)
        assistant.idempotency.keep(reserved, answer)
        now = NOW + dt.timedelta(hours=24) - dt.timedelta(seconds=1)
        assistant.purge_answers()
        assert assistant.idempotency.reserve("k", "r") == answer
        now += dt.timedelta(seconds=2)
        assistant.purge_answers()
        again = assistant.idempotency.reserve("k", "another")
        assert isinstance(again, Reservation)
        assistant.idempotency.release(again)
