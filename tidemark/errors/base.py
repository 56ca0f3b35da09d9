"""The root of the error tree, and its branches by who can fix the error.

::

    TidemarkError
    ├── UserError                 the person using Tidemark can fix it: user, memory, people
    ├── OperatorError             the person who runs Tidemark can fix it: database
    │   ├── InvalidSetting
    │   │   ├── KeyInEnvironment
    │   │   └── SettingsNotWritten
    │   ├── FilesOpenToOthers
    │   └── DamagedVocabulary
    ├── EngineError               the engine refused, or is not available: engine
    ├── TurnFailed                a turn ended without an answer; it can be retried
    ├── AlreadySummarised         a bug of ours: two summaries for one message
    ├── AnswerMissing             a bug of ours: a turn ended without its last event
    └── Unforeseen                any other bug of ours
"""

import inspect
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Any, Self


class TidemarkError(Exception):
    """The root of every error Tidemark raises on purpose.

    ``facts`` are its constructor's arguments by parameter name, so that a face can build the
    sentence in another language.

    >>> class Gone(TidemarkError):
    ...     def __init__(self, what: str, *, since: int = 0) -> None:
    ...         super().__init__(f"{what} is gone")
    >>> Gone("Tea").facts
    {'what': 'Tea', 'since': 0}
    """

    facts: Mapping[str, object]

    def __new__(cls, *given: Any, **named: Any) -> Self:  # noqa: ANN401 - whatever the class takes
        """Create the error and store its arguments."""
        made = super().__new__(cls, *given, **named)
        bound = inspect.signature(cls.__init__).bind(made, *given, **named)
        bound.apply_defaults()
        made.facts = {name: fact for name, fact in bound.arguments.items() if name != "self"}
        return made


class UserError(TidemarkError):
    """The person using Tidemark can fix it."""


class OperatorError(TidemarkError):
    """The person who runs Tidemark can fix it."""


class EngineError(TidemarkError):
    """The engine refused or is not available; the turn can be retried.

    ``spent`` is the usage of its earlier calls, if any.
    """

    spent: object = None


class TurnFailed(TidemarkError):
    """A turn ended without an answer; its question is stored."""


class AlreadySummarised(TidemarkError):
    """Another summary covers one of these messages."""

    def __init__(self, session_id: str, message_ids: tuple[int, ...]) -> None:
        super().__init__(
            f"Messages {message_ids} of session {session_id!r} are covered already; nothing was "
            "saved. Load the session again."
        )
        self.session_id = session_id
        self.message_ids = message_ids


class InvalidSetting(OperatorError):
    """A setting has a value that cannot be used."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}. Change it in .env or the environment.")
        self.name = name


class KeyInEnvironment(InvalidSetting):
    """A key was given, but the environment has another one, which takes precedence."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "is set in the environment, which goes before .env")


class SettingsNotWritten(InvalidSetting):
    """A setting cannot be written to its ``file``; ``why`` is the operating system's message."""

    def __init__(self, file: str, why: str) -> None:
        super().__init__(file, f"cannot be written ({why})")
        self.why = why


class FilesOpenToOthers(OperatorError):
    """Files with conversations or keys can be read by other users of this computer."""

    def __init__(self, paths: str) -> None:
        super().__init__(
            f"Other users of this computer can read {paths}. "
            "Take that right from them by chmod go-rwx with these names."
        )
        self.paths = paths


class DamagedVocabulary(OperatorError):
    """The token vocabulary is missing or not the one we ship."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(
            f"The token vocabulary {path} {why}. Restore it from the project "
            "(git checkout tidemark/vocab), or tokens would be counted wrong."
        )
        self.path = path


class AnswerMissing(TidemarkError):
    """A turn ended without a final event; a bug of ours."""

    def __init__(self) -> None:
        super().__init__("The turn ended without an answer. Retry.")


class Unforeseen(TidemarkError):
    """An unexpected exception, which is a bug; ``what`` is the name of its class."""

    def __init__(self, what: str) -> None:
        super().__init__(f"Something went wrong inside ({what}). Retry.")


def rebuilt(name: str, facts: Mapping[str, object]) -> TidemarkError | None:
    """Rebuild the error of class ``name`` from ``facts``; return None if they do not fit.

    >>> str(rebuilt("Unforeseen", {"what": "KeyError"}))
    'Something went wrong inside (KeyError). Retry.'
    """
    found = next((each for each in _below(TidemarkError) if each.__name__ == name), None)
    if found is None:
        return None
    whole = inspect.signature(found.__init__)
    _, *parameters = whole.parameters.values()  # without self
    bound = inspect.BoundArguments(whole.replace(parameters=parameters), OrderedDict(facts))
    try:
        return found(*bound.args, **bound.kwargs)
    except (TypeError, ValueError, LookupError):  # facts stored by another version
        return None


def _below(error: type[TidemarkError]) -> Iterator[type[TidemarkError]]:
    for each in error.__subclasses__():
        yield each
        yield from _below(each)
