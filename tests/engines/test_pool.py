"""Engines are opened once, stay open while somebody uses them, and are closed after that."""

import threading

import pytest

from tidemark.engines import pool as pool_module
from tidemark.engines.base import Engine
from tidemark.engines.pool import EnginePool
from tidemark.engines.scripted import ScriptedEngine
from tidemark.settings import Settings

SCRIPTED = Settings(engine="scripted")


class ClosingEngine(ScriptedEngine):
    """Counts how often it was closed."""

    def __init__(self) -> None:
        super().__init__()
        self.closed = 0

    def close(self) -> None:
        self.closed += 1


def test_two_uses_of_one_choice_share_an_engine() -> None:
    pool = EnginePool(SCRIPTED)
    first, second = pool.lease(SCRIPTED), pool.lease(Settings(engine="scripted"))
    assert first.engine is second.engine
    assert pool.lease(Settings(engine="builtin")).engine.name == "builtin"


def test_an_engine_is_closed_when_its_last_use_ends_and_opened_again_after_that() -> None:
    pool = EnginePool(SCRIPTED)
    first, second = pool.lease(SCRIPTED), pool.lease(SCRIPTED)
    first.release()
    first.release()
    third = pool.lease(SCRIPTED)
    assert third.engine is second.engine
    second.release()
    third.release()
    assert pool.lease(SCRIPTED).engine is not second.engine


def test_an_engine_is_known_to_see_pictures_without_opening_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[str] = []

    def open_blind(settings: Settings) -> Engine:
        opened.append(settings.model_name)
        return ScriptedEngine(sees_pictures=settings.model_name == "eyes")

    monkeypatch.setattr(pool_module, "open_engine_or_unavailable", open_blind)
    pool = EnginePool(SCRIPTED)
    models = [Settings(engine="langchain", model_name=name) for name in ("eyes", "blind")]
    assert [pool.sees_pictures(each) for each in (*models, Settings(engine="builtin"))] == [
        True,  # of a model that was never opened, nothing else is known
        True,
        False,
    ]
    assert opened == []
    for each in models:
        with pool.lease(each):
            assert pool.sees_pictures(each) == (each.model_name == "eyes")
    assert [pool.sees_pictures(each) for each in models] == [True, False]  # closed by now
    assert opened == ["eyes", "blind"]


def test_a_given_engine_stays_open_without_a_use_until_engines_are_opened_again() -> None:
    engine = ClosingEngine()
    pool = EnginePool(SCRIPTED, engine)
    pool.lease(SCRIPTED).release()
    assert engine.closed == 0
    lease = pool.lease(SCRIPTED)
    pool.renew()
    assert engine.closed == 0
    assert pool.lease(SCRIPTED).engine is not engine
    lease.release()
    assert engine.closed == 1


def test_closing_the_pool_closes_an_engine_once_even_if_it_is_in_use() -> None:
    engine = ClosingEngine()
    pool = EnginePool(SCRIPTED, engine)
    with pool.lease(SCRIPTED):
        pool.close()
        assert engine.closed == 1
    assert engine.closed == 1


def test_an_engine_that_takes_long_to_open_keeps_nobody_from_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    is_opening, may_open = threading.Event(), threading.Event()

    def open_slowly(settings: Settings) -> Engine:
        if settings.engine == "scripted":
            is_opening.set()
            assert may_open.wait(20)
        return ScriptedEngine()

    monkeypatch.setattr(pool_module, "open_engine_or_unavailable", open_slowly)
    pool = EnginePool(SCRIPTED)
    slow = threading.Thread(target=pool.lease, args=(SCRIPTED,))
    slow.start()
    assert is_opening.wait(20)
    pool.lease(Settings(engine="builtin")).release()
    assert slow.is_alive()
    may_open.set()
    slow.join(5)
