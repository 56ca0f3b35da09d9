"""Configuration: the settings, preferences and engine currently in force for each user.

Preferences are cached for a few seconds: a turn needs no query for them, and a change made by
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


def _no_effect(name: str, value: object) -> None:
    """Do nothing more after a preference was stored."""


@dataclass(frozen=True)
class Options:
    """The preferences, settings and engine of a user at one moment, and the open notebook.

    The engine stays open until ``release``; as a context manager, until the end of the block.
    """

    preferences: Preferences
    settings: Settings
    lease: EngineLease
    notebook: Notebook = USUAL_NOTEBOOK

    @property
    def engine(self) -> Engine:
        """The engine that answers."""
        return self.lease.engine

    @property
    def threshold(self) -> int:
        """The budget in tokens: the notebook's if it has one."""
        return self.notebook.budget or self.settings.token_threshold

    def release(self) -> None:
        """Release the engine; a second call does nothing."""
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
    """The options of every user of this process, on top of the environment's ``given`` settings.

    Each cached user holds a lease on their engine (``EnginePool``).
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
        chosen: Callable[[str, object], None] = _no_effect,
    ) -> "Configuration":
        """Return the configuration of one user, whose preferences are in ``store``.

        ``read_notebook`` reads the stored settings of the open notebook.  ``chosen`` is called
        with the name and value of each preference stored, None for one that was reset.
        """
        scope = Scope(user_id, notebook_id)
        return Configuration(self, scope, store, where, read_notebook, chosen)

    def notebook(self, scope: Scope, read: Callable[[], Notebook], *, again: bool) -> Notebook:
        """Return the notebook of ``scope``, at most a few seconds old; ``again`` forces a new read.

        A deleted notebook is returned with default settings.
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

        ``engine`` replaces the user's engine, if it is given and allowed.
        """
        return self._options(self._preferences(user_id, store, engine))

    def sees_pictures(self, user_id: str, store: PreferenceStore, engine: str) -> bool:
        """Return whether the engine that ``leased`` would use can read pictures; do not open it."""
        given, engines = self._in_force
        preferences = self._preferences(user_id, store, engine)
        return engines.sees_pictures(effective_settings(given, preferences))

    def put(self, user_id: str, store: PreferenceStore, name: str, value: object) -> None:
        """Store a preference, with immediate effect; None removes it."""
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
        """Replace a preference by ``change`` of its stored value, with immediate effect."""
        with self._users.hold(user_id):
            store.change(name, change)
            self._keep(user_id, Preferences.of_stored(store.all()))

    def read_again(self, given: Settings) -> None:
        """Use ``given`` from now on, and reopen all engines: a key may have been added."""
        with self._lock:
            retired = self._in_force[1]
            self._retired.append(retired)
            self._in_force = given, EnginePool(given)
            former, self._kept = self._kept, OrderedDict()
        retired.renew()
        for options, _ in former.values():
            options.release()

    def forget(self, user_id: str) -> None:
        """Drop all cached data of a user, who was erased."""
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
    chosen: Callable[[str, object], None]

    @property
    def user_id(self) -> str:
        """The user this configuration belongs to."""
        return self.scope.user_id

    @property
    def notebook(self) -> Notebook:
        """The settings of the open notebook."""
        return self.shared.notebook(self.scope, self.read_notebook, again=False)

    def read_notebook_again(self) -> None:
        """Put changed settings of the open notebook in force immediately."""
        self.shared.notebook(self.scope, self.read_notebook, again=True)

    @property
    def given(self) -> Settings:
        """The settings of the environment, used where the user has no preference."""
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
        """The engine in force, to read its name; use ``options`` to keep it open while it works."""
        return self.shared.current(self.user_id, self.store).engine

    @property
    def engine_problem(self) -> EngineError | None:
        """The reason why the chosen engine is unavailable, with the remedy; None if available."""
        engine = self.engine
        return engine.problem if isinstance(engine, UnavailableEngine) else None

    def options(self, engine: str = "") -> Options:
        """Return the current options, whose engine stays open until released.

        ``engine`` is that of a session with an engine of its own.
        """
        options = self.shared.leased(self.user_id, self.store, engine)
        return replace(options, notebook=self.notebook)

    def sees_pictures(self, engine: str = "") -> bool:
        """Return whether ``engine``, or the one in force, is known to read pictures."""
        return self.shared.sees_pictures(self.user_id, self.store, engine)

    def choices(self) -> tuple[str, ...]:
        """Return the engines that the environment offers, each with its model."""
        return engine_choices(self.given)

    def allows(self, engine: str) -> bool:
        """Return whether the user may choose ``engine``."""
        return is_engine(engine, self.given)

    def refuse_unknown(self, engine: str) -> None:
        """Refuse an ``engine`` that the user may not choose.

        Raises:
            InvalidPreference: It is not among ``choices``.
        """
        if not self.allows(engine):
            why = f"choose one of {', '.join(self.choices())}"
            raise InvalidPreference("engine", engine, why)

    def refuse_invalid(self, name: str, value: object) -> Preferences:
        """Refuse a ``value`` that is not allowed for ``name``; return it as a preference.

        Raises:
            InstructionsTooLong: ``value`` are instructions longer than allowed.
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
        """Store a preference, effective from the next turn on.

        Raises:
            InstructionsTooLong: ``value`` are instructions longer than allowed.
            InvalidPreference: There is no such preference, or the value is not allowed.
        """
        chosen = getattr(self.refuse_invalid(name, value), name)
        self.shared.put(self.user_id, self.store, name, chosen)
        self.chosen(name, chosen)

    def change_prompts(self, change: Callable[[Mapping[str, str]], Mapping[str, str]]) -> None:
        """Replace the saved prompts by ``change`` of the stored ones.

        Two tabs or processes that change them at the same time do not overwrite each other's
        change.

        Raises:
            InvalidPreference: A name or text is not allowed.
        """

        def changed(stored: JsonValue) -> JsonValue:
            kept = Preferences.of_stored({} if stored is None else {"prompts": stored}).prompts
            return json_of(self.refuse_invalid("prompts", change(kept)).prompts)

        self.shared.change(self.user_id, self.store, "prompts", changed)

    def reset(self, name: str) -> None:
        """Reset ``name`` to its default, effective from the next turn on.

        Raises:
            UnknownPreference: There is no such preference.
        """
        self.shared.put(self.user_id, self.store, Preferences.known_name(name), None)
        self.chosen(name, None)
