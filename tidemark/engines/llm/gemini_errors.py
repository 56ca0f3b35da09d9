"""Errors of Gemini's client, mapped to ours: the only place that knows both."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from google.genai.errors import APIError, UnknownApiResponseError
from langchain_core.exceptions import ContextOverflowError
from langchain_google_genai.chat_models import ChatGoogleGenerativeAIError

from tidemark.engines.llm.responses import NO_CHUNKS, as_clause, message_of
from tidemark.errors import (
    EngineError,
    EngineOverloaded,
    EngineTimeout,
    EngineUnreachable,
    KeyNotPermitted,
    KeyRefused,
    ModelNotFound,
    QuotaExceeded,
    ReplyEmpty,
    RequestRefused,
    TooLongForEngine,
)

ENGINE = "Gemini"
KEY_NAME = "GOOGLE_API_KEY"

_RAISED = (
    APIError,
    ChatGoogleGenerativeAIError,
    UnknownApiResponseError,
    httpx.HTTPError,
    httpx.InvalidURL,
    OSError,  # holds TimeoutError too
    ValueError,  # an empty stream, or an answer outside the protocol
)
_DELAY = re.compile(r'"retryDelay":\s*"([\d.]+)s"')  # google.rpc.RetryInfo


@contextmanager
def mapping_errors(model: str, setting: str, timeout_s: float) -> Iterator[None]:
    """Turn errors of the client inside the block into an ``EngineError``.

    ``setting`` is the one that names ``model``; ``timeout_s`` is how long the call may take.
    """
    try:
        yield
    except _RAISED as error:
        raise _as_engine_error(error, model, setting, timeout_s) from error


def _as_engine_error(error: Exception, model: str, setting: str, timeout_s: float) -> EngineError:
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
        return EngineUnreachable(ENGINE, f"no connection: {message_of(error)}")
    if NO_CHUNKS in str(error):
        return ReplyEmpty(ENGINE)
    return RequestRefused(ENGINE, "what answered does not speak Gemini's protocol")


def _refusal(error: APIError, model: str, setting: str) -> EngineError:
    """Return the error of an answer with a status of 400 or more."""
    details = json.dumps(error.details, default=str)
    said = error.message or ""
    if not said or said.lstrip().startswith("<"):  # the page of a proxy
        said = error.status or ""
    why = f"{error.code} {as_clause(said)}".strip()
    refused: dict[int, EngineError] = {
        401: KeyRefused(ENGINE, KEY_NAME),
        403: KeyNotPermitted(ENGINE, KEY_NAME, why),
        429: QuotaExceeded(ENGINE, _delay_s(details), is_daily="PerDay" in details),
    }
    if error.code in refused:
        return refused[error.code]
    if error.code == 400 and ("API_KEY" in details or "API key" in details):
        return KeyRefused(ENGINE, KEY_NAME)
    if error.code == 404 and error.status == "NOT_FOUND":  # unlike the 404 of a proxy
        return ModelNotFound(ENGINE, model, setting)
    if error.code >= 500:
        return EngineOverloaded(ENGINE, why)
    return RequestRefused(ENGINE, why)


def _delay_s(details: str) -> float | None:
    found = _DELAY.search(details)
    return float(found.group(1)) if found else None
