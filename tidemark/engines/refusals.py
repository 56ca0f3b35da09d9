"""What Gemini's client raises, and what it leaves unsaid, told in our words.

The one place that knows both.  A blocked, cut-off or empty answer raises nothing in the client: it
has to be looked for in every answer.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from google.genai.errors import APIError, UnknownApiResponseError
from langchain_core.exceptions import ContextOverflowError
from langchain_core.messages import AIMessage
from langchain_google_genai.chat_models import ChatGoogleGenerativeAIError

from tidemark.engines.errors import (
    EngineOverloaded,
    EngineTimeout,
    KeyNotPermitted,
    ModelNotFound,
    QuotaExceeded,
    ReplyBlocked,
    ReplyCutOff,
    ReplyEmpty,
    RequestRefused,
    TooLongForEngine,
)
from tidemark.errors import EngineError, EngineUnreachable, KeyRefused
from tidemark.schema import Usage
from utils import one_line

ENGINE = "Gemini"
KEY_NAME = "GOOGLE_API_KEY"

_RAISED = (
    APIError,
    ChatGoogleGenerativeAIError,
    UnknownApiResponseError,
    httpx.HTTPError,
    httpx.InvalidURL,
    OSError,  # holds TimeoutError too
    ValueError,  # an empty stream, or an answer that is not of the protocol
)
_NO_CHUNKS = "No generation chunks"  # langchain_core, of a stream that ends at once
_CUT_OFF = "MAX_TOKENS"
_UNBLOCKED = ("STOP", _CUT_OFF, "FINISH_REASON_UNSPECIFIED")
_BLOCKED = {
    "SAFETY": "its safety filter stopped it",
    "RECITATION": "it came too close to a published text",
    "PROHIBITED_CONTENT": "prohibited content",
    "BLOCKLIST": "a word on its block list",
    "SPII": "personal data",
    "LANGUAGE": "a language it does not speak",
    "OTHER": "it gave no reason",
}
_SHOWN = 160  # characters of the service's own words
_ERRNO = re.compile(r"^\[Errno -?\d+\] ")
_DELAY = re.compile(r'"retryDelay":\s*"([\d.]+)s"')  # google.rpc.RetryInfo


class Answer:
    """What came of one call, taken piece by piece: its usage, and whether it is whole."""

    def __init__(self) -> None:
        self.usage = Usage(calls=1)
        self._said_anything = False
        self._reason = ""
        self._blocked = ""

    def take(self, piece: AIMessage) -> str:
        """Return the words of ``piece``: its content may be a list, with thoughts among it."""
        text = str(piece.text)
        self._said_anything = self._said_anything or bool(text.strip())
        if piece.usage_metadata:
            self.usage += Usage(
                input_tokens=piece.usage_metadata["input_tokens"],
                output_tokens=piece.usage_metadata["output_tokens"],
            )
        told_of = piece.response_metadata
        self._reason = told_of.get("finish_reason") or self._reason
        feedback = told_of.get("prompt_feedback") or {}
        self._blocked = str(feedback.get("block_reason") or self._blocked)
        return text

    def refuse_if_blocked(self) -> None:
        """Raise ``ReplyBlocked`` where the service would not answer, or not to the end."""
        if self._blocked:
            why = _BLOCKED.get(_last_word(self._blocked), self._blocked)
            raise ReplyBlocked(ENGINE, f"your message: {why}")
        if self._reason not in ("", *_UNBLOCKED):
            raise ReplyBlocked(ENGINE, _BLOCKED.get(self._reason, self._reason.casefold()))

    def refuse_if_incomplete(self) -> None:
        """Raise what is wrong with an answer that is not whole.

        Raises:
            ReplyBlocked: The service stopped it.
            ReplyCutOff: It reached the longest answer the model gives.
            ReplyEmpty: There are no words in it.
            EngineUnreachable: The connection ended in the middle.
        """
        self.refuse_if_blocked()
        if self._reason == _CUT_OFF:
            raise ReplyCutOff(ENGINE)
        if not self._said_anything:
            raise ReplyEmpty(ENGINE)
        if not self._reason:
            raise EngineUnreachable(ENGINE, "the connection ended in the middle of the answer")


@contextmanager
def told(model: str, setting: str, timeout_s: float) -> Iterator[None]:
    """Raise what the client raises inside as an ``EngineError``.

    ``model`` came from the ``setting`` of that name; ``timeout_s`` is how long it was waited for.
    """
    try:
        yield
    except _RAISED as error:
        raise _ours(error, model, setting, timeout_s) from error


def _ours(error: Exception, model: str, setting: str, timeout_s: float) -> EngineError:
    if isinstance(error, TimeoutError | httpx.TimeoutException):
        return EngineTimeout(ENGINE, timeout_s)
    if isinstance(error, ContextOverflowError):
        return TooLongForEngine(ENGINE)
    answered = error if isinstance(error, APIError) else error.__cause__
    if isinstance(answered, APIError):
        return _refusal(answered, model, setting)
    if isinstance(error, httpx.RemoteProtocolError | httpx.ReadError):
        return EngineUnreachable(ENGINE, "the connection broke off")
    if isinstance(error, httpx.HTTPError | OSError):
        return EngineUnreachable(ENGINE, f"no connection: {_plain(error)}")
    if _NO_CHUNKS in str(error):
        return ReplyEmpty(ENGINE)
    return RequestRefused(ENGINE, "what answered does not speak Gemini's protocol")


def _refusal(error: APIError, model: str, setting: str) -> EngineError:
    """Return what an answer with a status of 400 or more means."""
    details = json.dumps(error.details, default=str)
    said = error.message or ""
    if not said or said.lstrip().startswith("<"):  # the page of a proxy
        said = error.status or ""
    why = f"{error.code} {one_line(_sentence(said), _SHOWN)}".strip()
    refused: dict[int, EngineError] = {
        401: KeyRefused(ENGINE, KEY_NAME),
        403: KeyNotPermitted(ENGINE, KEY_NAME, why),
        429: QuotaExceeded(ENGINE, _delay_s(details), is_daily="PerDay" in details),
    }
    if error.code in refused:
        return refused[error.code]
    if error.code == 400 and ("API_KEY" in details or "API key" in details):
        return KeyRefused(ENGINE, KEY_NAME)
    if error.code == 404 and error.status == "NOT_FOUND":  # a proxy's own 404 says otherwise
        return ModelNotFound(ENGINE, model, setting)
    if error.code >= 500:
        return EngineOverloaded(ENGINE, why)
    return RequestRefused(ENGINE, why)


def _last_word(reason: str) -> str:
    return reason.rsplit(".", 1)[-1]  # the client's enumeration prints with its own name


def _delay_s(details: str) -> float | None:
    found = _DELAY.search(details)
    return float(found.group(1)) if found else None


def _plain(error: Exception) -> str:
    said = _sentence(_ERRNO.sub("", str(error)))
    return one_line(said, _SHOWN) or type(error).__name__


def _sentence(text: str) -> str:
    """Return ``text`` so that it can stand inside a sentence of ours."""
    return text.strip().rstrip(".").replace(". ", "; ")
