"""Configuration: the settings, preferences and engine in force for each user right now.

Preferences are cached for a few seconds: a turn needs no query for them, and a choice made by
another process takes effect soon.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from pydantic import JsonValue, ValidationError

from tidemark.engines.base import Engine
from tidemark.engines.pool import EngineLease, EnginePool
from tidemark.engines.unavailable import UnavailableEngine
from tidemark.errors import EngineError, InstructionsTooLong, NotebookNotFound
from tidemark.preferences import (
    InvalidPreference,
    Preferences,
    effective_settings,
    engine_choices,
    is_engine,
    json_of,
)
from tidemark.runtime.keyed_locks import KeyedLocks
from tidemark.schema.notebooks import USUAL_NOTEBOOK, Notebook
from tidemark.schema.scope import GENERAL, Scope
from tidemark.settings import Settings
from tidemark.storage.preferences import PreferenceStore
from utils import TokenCounter

_KEPT_S = 5.0  # the longest delay before another process's choice takes effect
_MOST_USERS = 1000  # in the cache, some 2 KB each


@dataclass(frozen=True)
class Options:
    """The preferences, settings and engine of a user at one moment, and the notebook that is open.

    The engine stays open until ``release``; as a context manager, until the end of the block.
    """

    preferences: Preferences
    settings: Settings
    lease: EngineLease
    notebook: Notebook = USUAL_NOTEBOOK

    @property
    def engine(self) -> Engine:
        """The engine that speaks."""
        return self.lease.engine

    @property
    def threshold(self) -> int:
        """The budget, in tokens: that of the notebook, if it has one."""
        return self.notebook.budget or self.settings.token_threshold

    def release(self) -> None:
        """Let go of the engine; a second call does nothing."""
        self.lease.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()


class Configurations:
    """The options of every user of this process, over the ``given`` settings of the environment.

    Each user in the cache holds a lease on their engine (``EnginePool``).
    """

    def __init__(
        self, given: Settings, engine: Engine | None = None, *, kept_s: float = _KEPT_S
    ) -> None:
        self._in_force = given, EnginePool(given, engine)
        self._retired: list[EnginePool] = []
        self._kept_s = kept_s
        self._users = KeyedLocks()
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[Options, float]] = OrderedDict()
        self._notebooks: OrderedDict[Scope, tuple[Notebook, float]] = OrderedDict()

    @property
    def given(self) -> Settings:
        """The settings of the environment."""
        return self._in_force[0]

    def of_user(
        self,
        user_id: str,
        store: PreferenceStore,
        where: str,
        *,
        notebook_id: str = GENERAL,
        read_notebook: Callable[[], Notebook] = lambda: USUAL_NOTEBOOK,
    ) -> "Configuration":
        """Return the configuration of one user, whose preferences are in ``store``.

        ``read_notebook`` reads what is stored of the notebook that is open.
        """
        return Configuration(self, Scope(user_id, notebook_id), store, where, read_notebook)

    def notebook(self, scope: Scope, read: Callable[[], Notebook], *, again: bool) -> Notebook:
        """Return the notebook of ``scope``, at most a few seconds old; ``again`` reads it now.

        One that was deleted is as one in which nothing was chosen.
        """
        with self._lock:
            found, read_at = self._notebooks.get(scope, (None, 0.0))
        if found is not None and not again and time.monotonic() - read_at <= self._kept_s:
            return found
        try:
            found = read()
        except NotebookNotFound:
            with self._lock:
                self._notebooks.pop(scope, None)
            return USUAL_NOTEBOOK
        with self._lock:
            self._notebooks[scope] = found, time.monotonic()
            self._notebooks.move_to_end(scope)
            if len(self._notebooks) > _MOST_USERS:
                self._notebooks.popitem(last=False)
        return found

    def current(self, user_id: str, store: PreferenceStore) -> Options:
        """Return the options of a user, at most a few seconds old."""
        with self._users.hold(user_id):
            options, read_at = self._kept.get(user_id, (None, 0.0))
            if options is not None and time.monotonic() - read_at <= self._kept_s:
                return options
            return self._keep(user_id, Preferences.of_stored(store.all()))

    def leased(self, user_id: str, store: PreferenceStore, engine: str = "") -> Options:
        """Return the options of a user with a lease on their engine; the caller releases it.

        The engine is ``engine`` instead, if that is given and may be chosen.
        """
        return self._options(self._preferences(user_id, store, engine))

    def sees_pictures(self, user_id: str, store: PreferenceStore, engine: str) -> bool:
        """Whether the engine that ``leased`` would lease can look at pictures; open none for it."""
        given, engines = self._in_force
        preferences = self._preferences(user_id, store, engine)
        return engines.sees_pictures(effective_settings(given, preferences))

    def put(self, user_id: str, store: PreferenceStore, name: str, value: object) -> None:
        """Store a preference, effective at once; None removes it."""
        with self._users.hold(user_id):
            if value is None:
                store.drop(name)
            else:
                store.put(name, json_of(value))
            self._keep(user_id, Preferences.of_stored(store.all()))

    def change(
        self,
        user_id: str,
        store: PreferenceStore,
        name: str,
        change: Callable[[JsonValue], JsonValue],
    ) -> None:
        """Store what ``change`` makes of a preference as it is stored now, effective at once."""
        with self._users.hold(user_id):
            store.change(name, change)
            self._keep(user_id, Preferences.of_stored(store.all()))

    def read_again(self, given: Settings) -> None:
        """Use ``given`` from now on, and open engines again: a key may have been added."""
        with self._lock:
            retired = self._in_force[1]
            self._retired.append(retired)
            self._in_force = given, EnginePool(given)
            former, self._kept = self._kept, OrderedDict()
        retired.renew()
        for options, _ in former.values():
            options.release()

    def forget(self, user_id: str) -> None:
        """Drop what is held of a user, who was erased."""
        with self._lock:
            former = self._kept.pop(user_id, None)
            for scope in [each for each in self._notebooks if each.user_id == user_id]:
                del self._notebooks[scope]
        if former is not None:
            former[0].release()

    def close(self) -> None:
        """Close every engine."""
        for pool in (*self._retired, self._in_force[1]):
            pool.close()

    def _keep(self, user_id: str, preferences: Preferences) -> Options:
        options = self._options(preferences)
        with self._lock:
            former = [self._kept.pop(user_id, None)]
            self._kept[user_id] = options, time.monotonic()
            if len(self._kept) > _MOST_USERS:
                former.append(self._kept.popitem(last=False)[1])
        for each in former:
            if each is not None:
                each[0].release()
        return options

    def _preferences(self, user_id: str, store: PreferenceStore, engine: str) -> Preferences:
        preferences = self.current(user_id, store).preferences
        if engine and is_engine(engine, self.given):
            return preferences.replaced("engine", engine)
        return preferences

    def _options(self, preferences: Preferences) -> Options:
        given, engines = self._in_force
        settings = effective_settings(given, preferences)
        return Options(preferences, settings, engines.lease(settings))


@dataclass(frozen=True)
class Configuration:
    """The configuration of one user in one notebook: read it, or change a preference.

    ``where`` names the database that holds it.
    """

    shared: Configurations
    scope: Scope
    store: PreferenceStore
    where: str
    read_notebook: Callable[[], Notebook]

    @property
    def user_id(self) -> str:
        """The user whose configuration it is."""
        return self.scope.user_id

    @property
    def notebook(self) -> Notebook:
        """What was chosen for the notebook that is open."""
        return self.shared.notebook(self.scope, self.read_notebook, again=False)

    def read_notebook_again(self) -> None:
        """Use what was just chosen for the notebook that is open, from now on."""
        self.shared.notebook(self.scope, self.read_notebook, again=True)

    @property
    def given(self) -> Settings:
        """The settings of the environment, used where the user chose nothing."""
        return self.shared.given

    @property
    def preferences(self) -> Preferences:
        """The choices of the user."""
        return self.shared.current(self.user_id, self.store).preferences

    @property
    def settings(self) -> Settings:
        """The settings in force for the user."""
        return self.shared.current(self.user_id, self.store).settings

    @property
    def threshold(self) -> int:
        """The budget in force, in tokens: that of the notebook, if it has one."""
        return self.notebook.budget or self.settings.token_threshold

    @property
    def engine(self) -> Engine:
        """The engine in force, for its name; use ``options`` to keep it open while it works."""
        return self.shared.current(self.user_id, self.store).engine

    @property
    def engine_problem(self) -> EngineError | None:
        """The reason why the chosen engine is not available, with the remedy; None if it is."""
        engine = self.engine
        return engine.problem if isinstance(engine, UnavailableEngine) else None

    def options(self, engine: str = "") -> Options:
        """Return the options of this moment, whose engine stays open until released.

        A session may have an ``engine`` of its own.
        """
        options = self.shared.leased(self.user_id, self.store, engine)
        return replace(options, notebook=self.notebook)

    def sees_pictures(self, engine: str = "") -> bool:
        """Whether ``engine``, or the one in force, can look at pictures, as far as is known."""
        return self.shared.sees_pictures(self.user_id, self.store, engine)

    def choices(self) -> tuple[str, ...]:
        """Return the engines that the environment names, each with its model."""
        return engine_choices(self.given)

    def allows(self, engine: str) -> bool:
        """Return whether the user may choose ``engine``."""
        return is_engine(engine, self.given)

    def refuse_unknown(self, engine: str) -> None:
        """Refuse an ``engine`` that the user may not choose.

        Raises:
            InvalidPreference: It is none of those there are.
        """
        if not self.allows(engine):
            why = f"choose one of {', '.join(self.choices())}"
            raise InvalidPreference("engine", engine, why)

    def refuse_invalid(self, name: str, value: object) -> Preferences:
        """Refuse a ``value`` that is not allowed for ``name``; return it as a preference.

        Raises:
            InstructionsTooLong: They are instructions, and pass their allowance.
            InvalidPreference: There is no such preference, or the value is not allowed.
        """
        try:
            chosen = Preferences().replaced(name, value)
        except ValidationError as error:
            raise InvalidPreference.of(name, value, error) from error
        if name == "engine" and chosen.engine:
            self.refuse_unknown(chosen.engine)
        if chosen.instructions:
            tokens = TokenCounter().count_tokens(chosen.instructions)
            if tokens > self.given.notebook_tokens:
                raise InstructionsTooLong(tokens, self.given.notebook_tokens)
        return chosen

    def choose(self, name: str, value: object) -> None:
        """Store a choice, effective from the next turn on.

        Raises:
            InstructionsTooLong: They are instructions, and pass their allowance.
            InvalidPreference: There is no such preference, or the value is not allowed.
        """
        chosen = self.refuse_invalid(name, value)
        self.shared.put(self.user_id, self.store, name, getattr(chosen, name))

    def change_prompts(self, change: Callable[[Mapping[str, str]], Mapping[str, str]]) -> None:
        """Store what ``change`` makes of the saved prompts as they are stored now.

        Two tabs or processes that change them at the same moment lose nothing of each other's.

        Raises:
            InvalidPreference: A name or text is not allowed.
        """

        def changed(stored: JsonValue) -> JsonValue:
            kept = Preferences.of_stored({} if stored is None else {"prompts": stored}).prompts
            return json_of(self.refuse_invalid("prompts", change(kept)).prompts)

        self.shared.change(self.user_id, self.store, "prompts", changed)

    def reset(self, name: str) -> None:
        """Return ``name`` to its default, effective from the next turn on.

        Raises:
            UnknownPreference: There is no such preference.
        """
        self.shared.put(self.user_id, self.store, Preferences.known_name(name), None)
