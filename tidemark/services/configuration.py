"""What is in force: the settings of the environment, what the person chose over them, the engine.

Choices are kept in the process and read again after a few seconds, so that a turn asks the database
nothing for them and another process is followed all the same.
"""

import threading
import time
from collections.abc import Callable

from pydantic import ValidationError

from database import Database
from tidemark.engines.base import Engine
from tidemark.engines.unavailable import open_or_stand_in
from tidemark.preferences import (
    InvalidPreference,
    Preferences,
    choices,
    in_force,
    json_of,
)
from tidemark.schema import AskingStyle
from tidemark.settings import Settings

_KEPT_S = 5.0  # what another process chose is seen so late at most


class Configuration:
    """Holds what is in force over ``given``; tells ``changed`` when that is something else.

    An engine that gives way to another stays open, for a turn may be under way with it.
    """

    def __init__(
        self,
        database: Database,
        given: Settings,
        engine: Engine | None = None,
        *,
        changed: Callable[[], None] = lambda: None,
        kept_s: float = _KEPT_S,
    ) -> None:
        self._stored, self.where = database.preferences, database.where
        self._given, self._changed, self._kept_s = given, changed, kept_s
        self._lock = threading.RLock()
        self._read, self._read_at = Preferences(), float("-inf")
        self._engines: dict[tuple[object, ...], Engine] = {}
        self.settings = in_force(given, self.now())
        if engine is not None:
            self._engines[self._key()] = engine
        self.engine = self._opened()

    def now(self) -> Preferences:
        """Return what the person chose, as it was a few seconds ago or later."""
        with self._lock:
            if time.monotonic() - self._read_at > self._kept_s:
                self._read = Preferences.of(self._stored.all())
                self._read_at = time.monotonic()
            return self._read

    def asking(self) -> AskingStyle:
        """Return how freely the person is to be asked back."""
        return self.now().clarifying

    def in_force(self) -> tuple[Settings, Engine]:
        """Return the settings of the next turn, and its engine."""
        return self.settings, self.engine

    def choices(self) -> tuple[str, ...]:
        """Return the engines that are configured, each with its model."""
        return choices(self._given)

    @property
    def given(self) -> Settings:
        """The settings of the environment, which hold where nothing is chosen."""
        return self._given

    def choose(self, name: str, value: object) -> None:
        """Keep a choice; it holds from the next turn on.

        Raises:
            InvalidPreference: There is no such choice, or it cannot be this.
        """
        try:
            chosen = Preferences().with_(name, value)
        except ValidationError as error:
            raise InvalidPreference.of(name, value, error) from error
        if name == "engine" and chosen.engine and chosen.engine not in self.choices():
            raise InvalidPreference(name, value, f"choose of {', '.join(self.choices())}")
        with self._lock:
            self._stored.put(name, json_of(getattr(chosen, name)))
            self._look_again()

    def leave(self, name: str) -> None:
        """Choose nothing for ``name`` any more: its default holds from the next turn on.

        Raises:
            UnknownPreference: There is no such choice.
        """
        with self._lock:
            self._stored.drop(Preferences.field(name))
            self._look_again()

    def keep_up(self) -> None:
        """Put in force what was chosen meanwhile, by another process too."""
        with self._lock:
            wanted = in_force(self._given, self.now())
            if wanted != self.settings:
                self._put_in_force(wanted)

    def read_again(self, given: Settings) -> None:
        """Use ``given`` from now on, with engines opened anew: a key may have been added."""
        with self._lock:
            former, self._engines = self._engines, {}
            self._given = given
            self._put_in_force(in_force(given, self.now()))
        for engine in former.values():
            engine.close()

    def close(self) -> None:
        """Let go of every engine."""
        for engine in self._engines.values():
            engine.close()

    def _look_again(self) -> None:
        self._read_at = float("-inf")
        self.keep_up()

    def _put_in_force(self, wanted: Settings) -> None:
        self.settings = wanted
        self.engine = self._opened()
        self._changed()

    def _opened(self) -> Engine:
        """Return the engine in force, opened once for each choice."""
        key = self._key()
        if key not in self._engines:
            self._engines[key] = open_or_stand_in(self.settings)
        return self._engines[key]

    def _key(self) -> tuple[object, ...]:
        settings = self.settings
        return settings.engine, settings.model_name, settings.summary_model_name
