"""One change of a thing at a time, in whatever process."""

import datetime as dt
from collections.abc import Callable
from contextlib import closing

from database import Database
from tests.conversing import NOW, on_each_database
from tidemark.services.people.change_locks import ChangeLocks
from tidemark.settings import Settings


@on_each_database
def test_a_lock_is_held_by_one_until_released_or_left_by_a_killed_process(
    settings: Callable[..., Settings],
) -> None:
    url, now = settings().database_url, NOW
    with closing(Database(url)) as here, closing(Database(url)) as there:
        ids = iter("abcdefgh")
        ours, theirs = (ChangeLocks(each, lambda: now, lambda: next(ids)) for each in (here, there))
        held = ours.take("anna /api/sessions/boats")
        assert held
        assert theirs.take("anna /api/sessions/boats") is None
        assert theirs.take("anna /api/sessions/ships")
        ours.release("anna /api/sessions/boats", held)
        assert theirs.take("anna /api/sessions/boats")  # and is killed
        now += dt.timedelta(minutes=1)
        assert ours.take("anna /api/sessions/boats")
