"""Errors of an engine: it is not set up, cannot be reached, or refused.

::

    EngineError
    ├── EngineNotConfigured
    │   └── PackageMissing        an optional package is not installed
    ├── EngineUnreachable
    │   ├── EngineOverloaded      it cannot answer now
    │   └── EngineTimeout         it took the question and fell silent
    ├── EngineUnreadable
    │   ├── ReplyBlocked          it would not answer this
    │   ├── ReplyCutOff           it reached the longest answer it gives
    │   └── ReplyEmpty            no words came
    ├── KeyRefused
    │   └── KeyNotPermitted       it knows the key, which may not do this
    ├── ModelNotFound
    ├── QuotaExceeded             with how long to wait
    ├── RequestRefused
    └── TooLongForEngine
"""

import math

from tidemark.errors.base import EngineError


class EngineNotConfigured(EngineError):
    """The chosen engine lacks something it needs."""

    def __init__(self, engine: str, missing: str, *, sentence: str = "") -> None:
        super().__init__(
            sentence
            or f"The {engine} engine needs {missing}. Add it to .env and press "
            '"Check again", or set ENGINE=builtin.'
        )
        self.engine = engine


class EngineUnreachable(EngineError):
    """No answer came back."""

    def __init__(self, engine: str, why: str, *, sentence: str = "") -> None:
        super().__init__(
            sentence
            or f"{engine} could not be reached ({why}). Your message is kept: retry in a moment."
        )
        self.engine = engine


class EngineUnreadable(EngineError):
    """The engine answered with something that has not the asked-for shape."""

    def __init__(self, engine: str, why: str, *, sentence: str = "") -> None:
        super().__init__(
            sentence
            or f"{engine} answered in a form that cannot be read ({why}). Your message is kept: "
            "retry."
        )
        self.engine = engine
        self.why = why


class KeyRefused(EngineError):
    """The service does not accept the API key."""

    def __init__(self, engine: str, key_name: str, *, sentence: str = "") -> None:
        super().__init__(
            sentence
            or f"{engine} refused the key. Check {key_name} in .env, then press "
            '"Check again" and retry. Your message is kept.'
        )
        self.engine = engine


class PackageMissing(EngineNotConfigured):
    """A package the engine speaks through is not installed."""

    def __init__(self, engine: str, missing: str, *beside: str) -> None:
        super().__init__(
            engine,
            missing,
            sentence=f"The {engine} engine needs the package {missing}. Install it "
            f"(pip install {' '.join((missing, *beside))}), then press "
            '"Check again", or set ENGINE=builtin.',
        )
        self.missing = missing


class EngineOverloaded(EngineUnreachable):
    """The service says that it cannot answer now; the same question may be answered later."""

    def __init__(self, engine: str, why: str) -> None:
        super().__init__(
            engine,
            why,
            sentence=f"{engine} cannot answer just now ({why}). Your message is kept: retry in a "
            "moment.",
        )


class EngineTimeout(EngineUnreachable):
    """The service took the question and then said nothing for too long."""

    def __init__(self, engine: str, timeout_s: float) -> None:
        super().__init__(
            engine,
            f"it said nothing for {timeout_s:g} seconds",
            sentence=f"{engine} said nothing for {timeout_s:g} seconds. Your message is kept: "
            "retry, or give it more time with ENGINE_TIMEOUT_S.",
        )
        self.timeout_s = timeout_s


class ReplyBlocked(EngineUnreadable):
    """The service would not answer this, or not to the end."""

    def __init__(self, engine: str, why: str) -> None:
        super().__init__(
            engine,
            why,
            sentence=f"{engine} would not answer this ({why}). Say it in other words and send it "
            "again; your message is kept.",
        )


class ReplyCutOff(EngineUnreadable):
    """The answer reached the longest the model may say and stops in the middle."""

    def __init__(self, engine: str) -> None:
        super().__init__(
            engine,
            "it was cut off at the longest answer the model gives",
            sentence=f"{engine} ran out of room in the middle of its answer. Retry, or ask for "
            "something shorter; your message is kept.",
        )


class ReplyEmpty(EngineUnreadable):
    """The service answered, with no words in it."""

    def __init__(self, engine: str) -> None:
        super().__init__(
            engine,
            "it was empty",
            sentence=f"{engine} gave an empty answer. Your message is kept: retry.",
        )


class KeyNotPermitted(KeyRefused):
    """The key is known, and may not do this."""

    def __init__(self, engine: str, key_name: str, why: str) -> None:
        super().__init__(
            engine,
            key_name,
            sentence=f"{engine} knows the key in {key_name}, but does not let it do this ({why}). "
            "Allow it where the key was made, or use another one, then press "
            '"Check again" and retry. Your message is kept.',
        )
        self.why = why


class ModelNotFound(EngineError):
    """The service has no model of this name, or not for this key."""

    def __init__(self, engine: str, model: str, setting: str) -> None:
        super().__init__(
            f"{engine} has no model {model!r} for this key. Set {setting} in .env to one it has, "
            'then press "Check again" and retry. Your message is kept.'
        )
        self.engine = engine
        self.model = model


class QuotaExceeded(EngineError):
    """The service takes no more questions from this key for now."""

    def __init__(
        self, engine: str, retry_after_s: float | None = None, *, is_daily: bool = False
    ) -> None:
        wait = f"in {math.ceil(retry_after_s)} s" if retry_after_s else "in a minute"
        if is_daily:
            wait = "tomorrow"
        super().__init__(
            f"{engine} takes no more questions on this key for now. Try again {wait}; "
            "your message is kept."
        )
        self.engine = engine
        self.retry_after_s = retry_after_s
        self.is_daily = is_daily


class RequestRefused(EngineError):
    """The service found something wrong with the request itself."""

    def __init__(
        self,
        engine: str,
        why: str,
        *,
        address: str = "GEMINI_BASE_URL",
        setting: str = "MODEL_NAME",
    ) -> None:
        super().__init__(
            f"{engine} refused the request ({why}). Your message is kept: check {setting} and "
            f"{address}, then retry."
        )
        self.engine = engine
        self.why = why
        self.address = address


class TooLongForEngine(EngineError):
    """The question and its context are more than the model can read."""

    def __init__(self, engine: str) -> None:
        super().__init__(
            f"This is longer than {engine} can read at once. Send it in parts, or set MODEL_NAME "
            "to a model that reads more; your message is kept."
        )
        self.engine = engine
