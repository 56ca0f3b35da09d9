"""Engines shared by users and turns: one for each choice of model, open while in use."""

import threading
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from tidemark.engines.base import Engine
from tidemark.engines.unavailable import open_engine_or_unavailable
from tidemark.runtime.keyed_locks import KeyedLocks
from tidemark.settings import Settings


@dataclass(eq=False)
class _SharedEngine:
    engine: Engine
    uses: int = 0


class EngineLease:
    """One use of a shared engine, which stays open until ``release``."""

    def __init__(self, pool: "EnginePool", shared: _SharedEngine) -> None:
        self._pool = pool
        self._shared: _SharedEngine | None = shared
        self.engine = shared.engine

    def release(self) -> None:
        """End this use; a second call does nothing."""
        shared, self._shared = self._shared, None
        if shared is not None:
            self._pool.release(shared)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()


class EnginePool:
    """Opens each engine once, counts its uses, and closes it when the last one ends.

    An engine that is ``given`` replaces the one that ``settings`` ask for, and stays open until
    ``renew`` or ``close``.
    """

    def __init__(self, settings: Settings, given: Engine | None = None) -> None:
        self._lock = threading.Lock()
        self._opening = KeyedLocks()
        self._current: dict[str, _SharedEngine] = {}
        self._open: set[_SharedEngine] = set()
        self._blind: set[str] = set()  # all engines ever opened that cannot see pictures
        self._given: EngineLease | None = None
        if given is not None:
            self._add(_key(settings), given)
            self._given = self.lease(settings)

    def lease(self, settings: Settings) -> EngineLease:
        """Return a use of the engine that ``settings`` ask for, opening it if needed.

        If it is not available, the engine of the lease raises the reason when it is used.
        """
        key = _key(settings)
        with self._opening.hold(key):  # loading may take seconds: uses of other engines do not wait
            shared = self._use(key)
            if shared is None:
                engine = open_engine_or_unavailable(settings)
                with self._lock:
                    shared = self._add(key, engine)
                    shared.uses += 1
        return EngineLease(self, shared)

    def sees_pictures(self, settings: Settings) -> bool:
        """Return whether the engine that ``settings`` ask for can see pictures, if known.

        None is opened for it: a model that was never opened is assumed to see pictures.
        """
        key = _key(settings)
        with self._lock:
            shared = self._current.get(key)
            if shared is not None:
                return shared.engine.sees_pictures
            return settings.chosen_engine != "builtin" and key not in self._blind

    def release(self, shared: _SharedEngine) -> None:
        """End a use of ``shared``; ``EngineLease.release`` calls this."""
        with self._lock:
            shared.uses -= 1
            if shared.uses or shared not in self._open:
                return
            self._open.discard(shared)
            self._current = {key: each for key, each in self._current.items() if each is not shared}
        shared.engine.close()

    def renew(self) -> None:
        """Open engines again from the next ``lease`` on; those in use stay open until released."""
        with self._lock:
            self._current = {}
            given, self._given = self._given, None
        if given is not None:
            given.release()

    def close(self) -> None:
        """Close every engine, in use or not."""
        with self._lock:
            closing, self._open, self._current = self._open, set(), {}
        for shared in closing:
            shared.engine.close()

    def _use(self, key: str) -> _SharedEngine | None:
        with self._lock:
            shared = self._current.get(key)
            if shared is not None:
                shared.uses += 1
            return shared

    def _add(self, key: str, engine: Engine) -> _SharedEngine:
        shared = self._current[key] = _SharedEngine(engine)
        self._open.add(shared)
        if not engine.sees_pictures:
            self._blind.add(key)
        return shared


def _key(settings: Settings) -> str:
    models = f"{settings.model_name} {settings.summary_model_name}"
    return f"{settings.engine} {models} {settings.llm_base_url}"
