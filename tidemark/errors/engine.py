"""Errors of an engine: it is not set up, cannot be reached, or refused.

::

    EngineError
    ├── EngineNotConfigured
    │   └── PackageMissing        an optional package is not installed
    ├── EngineUnreachable
    │   ├── ConnectionLost        the connection broke before or during an answer
    │   ├── EngineOverloaded      it cannot answer now
    │   └── EngineTimeout         it accepted the request and sent nothing
    ├── EngineUnreadable
    │   ├── ReplyBlocked          the service refused to answer this
    │   ├── ReplyMalformed        the answer is faulty
    │   ├── ReplyCutOff           it reached the model's longest output
    │   └── ReplyEmpty            the answer has no text
    ├── KeyRefused
    │   └── KeyNotPermitted       the key has no permission for this
    ├── KeyNotServed              plan, credit or place of the key: waiting does not help
    ├── ModelNotFound
    ├── QuotaExceeded             with how long to wait
    ├── RequestRefused
    └── TooLongForEngine
"""

import math
from typing import Literal

from tidemark.errors.base import EngineError

Remedy = Literal["model", "billing", "engine"]


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
    """The engine could not be reached."""

    def __init__(self, engine: str, why: str, *, sentence: str = "") -> None:
        super().__init__(
            sentence
            or f"{engine} could not be reached ({why}). Your message is kept: retry in a moment."
        )
        self.engine = engine


class EngineUnreadable(EngineError):
    """The engine's response does not have the required shape."""

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
    """An optional package that the engine needs is not installed."""

    def __init__(self, engine: str, missing: str, *others: str) -> None:
        super().__init__(
            engine,
            missing,
            sentence=f"The {engine} engine needs the package {missing}. Install it "
            f"(pip install {' '.join((missing, *others))}), then press "
            '"Check again", or set ENGINE=builtin.',
        )
        self.missing = missing


class EngineOverloaded(EngineUnreachable):
    """The service is overloaded; the same request may succeed later."""

    def __init__(self, engine: str, why: str) -> None:
        super().__init__(
            engine,
            why,
            sentence=f"{engine} cannot answer just now ({why}). Your message is kept: retry in a "
            "moment.",
        )


class ConnectionLost(EngineUnreachable):
    """The connection broke; the same request may succeed immediately."""

    def __init__(self, engine: str) -> None:
        super().__init__(engine, "the connection broke off")


class EngineTimeout(EngineUnreachable):
    """The service accepted the request and sent nothing for too long."""

    def __init__(self, engine: str, timeout_s: float) -> None:
        super().__init__(
            engine,
            f"it said nothing for {timeout_s:g} seconds",
            sentence=f"{engine} said nothing for {timeout_s:g} seconds. Your message is kept: "
            "retry, or give it more time with ENGINE_TIMEOUT_S.",
        )
        self.timeout_s = timeout_s


class ReplyBlocked(EngineUnreadable):
    """The service refused to answer, or to finish its answer."""

    def __init__(self, engine: str, why: str) -> None:
        super().__init__(
            engine,
            why,
            sentence=f"{engine} would not answer this ({why}). Say it in other words and send it "
            "again; your message is kept.",
        )


class ReplyMalformed(EngineUnreadable):
    """The answer ended in a fault of the service, such as a call of an unknown tool."""

    def __init__(self, engine: str, why: str) -> None:
        super().__init__(
            engine,
            why,
            sentence=f"{engine} broke off without an answer ({why}). Your message is kept: retry.",
        )


class ReplyCutOff(EngineUnreadable):
    """The answer reached the model's longest output and is incomplete."""

    def __init__(self, engine: str) -> None:
        super().__init__(
            engine,
            "it was cut off at the longest answer the model gives",
            sentence=f"{engine} ran out of room in the middle of its answer. Retry, or ask for "
            "something shorter; your message is kept.",
        )


class ReplyEmpty(EngineUnreadable):
    """The service sent an empty answer."""

    def __init__(self, engine: str) -> None:
        super().__init__(
            engine,
            "it was empty",
            sentence=f"{engine} gave an empty answer. Your message is kept: retry.",
        )


class KeyNotPermitted(KeyRefused):
    """The key is valid, but has no permission for this."""

    def __init__(self, engine: str, key_name: str, why: str, *, at: str = "") -> None:
        where = f"at {at}" if at else "where the key was made"
        super().__init__(
            engine,
            key_name,
            sentence=f"{engine} knows the key in {key_name}, but does not let it do this ({why}). "
            f"Allow it {where}, or use another one, then press "
            '"Check again" and retry. Your message is kept.',
        )
        self.why = why
        self.at = at


class KeyNotServed(EngineError):
    """The service does not serve this key: its plan, credit or place; waiting does not help.

    ``remedy`` is the way out: another ``model``, ``billing`` at the address ``at``, or another
    ``engine``.
    """

    def __init__(
        self,
        engine: str,
        why: str,
        remedy: Remedy,
        *,
        setting: str = "MODEL_NAME",
        at: str = "",
    ) -> None:
        place = f" at {at}" if at else ""
        advice = {
            "model": f"Set {setting} in .env to another model, or see to plan and billing{place}",
            "billing": f"See to plan and billing{place}",
            "engine": "Choose another engine, or set ENGINE=builtin",
        }
        super().__init__(
            f"{engine} does not serve this key ({why}). Waiting does not help. {advice[remedy]}, "
            "then retry; your message is kept."
        )
        self.engine = engine
        self.why = why


class ModelNotFound(EngineError):
    """The service has no such model for this key; ``successor`` is one it suggests."""

    def __init__(
        self, engine: str, model: str, setting: str, *, why: str = "", successor: str = ""
    ) -> None:
        said = f" ({why})" if why else ""
        super().__init__(
            f"{engine} has no model {model!r} for this key{said}. Set {setting} in .env to "
            f"{successor or 'one it has'}, then press "
            '"Check again" and retry. Your message is kept.'
        )
        self.engine = engine
        self.model = model
        self.successor = successor


class QuotaExceeded(EngineError):
    """The key's quota is used up for now."""

    def __init__(
        self,
        engine: str,
        retry_after_s: float | None = None,
        *,
        is_daily: bool = False,
        why: str = "",
    ) -> None:
        wait = f"in {math.ceil(retry_after_s)} s" if retry_after_s else "in a minute"
        if is_daily:
            wait = "tomorrow"
        said = f" ({why})" if why else ""
        super().__init__(
            f"{engine} takes no more questions on this key for now{said}. Try again {wait}; "
            "your message is kept."
        )
        self.engine = engine
        self.retry_after_s = retry_after_s
        self.is_daily = is_daily


class RequestRefused(EngineError):
    """The service rejected the request itself."""

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
    """The question and its context exceed the model's input limit."""

    def __init__(self, engine: str) -> None:
        super().__init__(
            f"This is longer than {engine} can read at once. Send it in parts, or set MODEL_NAME "
            "to a model that reads more; your message is kept."
        )
        self.engine = engine
