"""Errors of Gemini's client, mapped to ours: the only module that knows both."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx
from google.genai.errors import APIError, UnknownApiResponseError
from langchain_core.exceptions import ContextOverflowError
from langchain_google_genai.chat_models import ChatGoogleGenerativeAIError

from tidemark.engines.llm.responses import NO_CHUNKS, as_clause, message_of
from tidemark.errors import (
    ConnectionLost,
    EngineError,
    EngineOverloaded,
    EngineTimeout,
    EngineUnreachable,
    KeyNotPermitted,
    KeyNotServed,
    KeyRefused,
    ModelNotFound,
    QuotaExceeded,
    ReplyEmpty,
    RequestRefused,
    TooLongForEngine,
)
from tidemark.errors.engine import Remedy

ENGINE = "Gemini"
KEY_NAME = "GOOGLE_API_KEY"

_RAISED = (
    APIError,
    ChatGoogleGenerativeAIError,
    UnknownApiResponseError,
    httpx.HTTPError,
    httpx.InvalidURL,
    OSError,  # includes TimeoutError
    ValueError,  # an empty stream, or an answer outside the protocol
)
_DELAY = re.compile(r'"retryDelay":\s*"([\d.]+)s"')  # google.rpc.RetryInfo
_LIMIT = re.compile(r"limit: \d+(?:, model: [\w./-]+)?")
_NO_FREE_USE = re.compile(r"limit: 0\b")
_MODEL = re.compile(r"\bmodels/([\w.-]*\w)")
_ADDRESS = re.compile(r"https://[^\s\"'<>]*[\w/=-]")
_MOST_SAID = 240  # characters of a sentence that may name a successor

# Permanent refusals, by words of Google's message, and the remedy
_REMEDIES: tuple[tuple[re.Pattern[str], Remedy], ...] = (
    (_NO_FREE_USE, "model"),
    (re.compile(r"\bcredits?\b.*\bdepleted\b|\bprepa(?:id|y)", re.IGNORECASE), "billing"),
    (re.compile(r"free tier is not available", re.IGNORECASE), "billing"),
    (re.compile(r"location is not supported", re.IGNORECASE), "engine"),
)


@contextmanager
def mapping_errors(model: str, setting: str, timeout_s: float) -> Iterator[None]:
    """Turn errors of the client inside the block into an ``EngineError``.

    ``setting`` is the one that names ``model``; ``timeout_s`` is the time limit of the call.
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
        return ConnectionLost(ENGINE)
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
    is_of_key = error.code == 401 or (
        error.code == 400 and ("API_KEY" in details or "API key" in details)
    )
    if is_of_key:
        return KeyRefused(ENGINE, KEY_NAME)
    if error.code in (400, 403, 429) and (remedy := _remedy(said)):
        return KeyNotServed(
            ENGINE, _quota_clause(said), remedy, setting=setting, at=_address(error, said)
        )
    if error.code == 403:
        at = _address(error, said)
        return KeyNotPermitted(ENGINE, KEY_NAME, _first_sentence(why) if at else why, at=at)
    if error.code == 429:
        is_daily = "PerDay" in details
        return QuotaExceeded(ENGINE, _delay_s(details), is_daily=is_daily, why=_quota_clause(said))
    if error.code == 404 and error.status == "NOT_FOUND":  # unlike the 404 of a proxy
        clause = as_clause(said, _MOST_SAID)
        successor = _successor(said, model)
        return ModelNotFound(ENGINE, model, setting, why=clause, successor=successor)
    if error.code >= 500 or error.code == 499:  # 499: cancelled on its side
        return EngineOverloaded(ENGINE, why)
    return RequestRefused(ENGINE, why)


def _remedy(said: str) -> Remedy | None:
    return next((remedy for words, remedy in _REMEDIES if words.search(said)), None)


def _quota_clause(said: str) -> str:
    """Return the name of the limit reached, or the first sentence if none is named."""
    found = _LIMIT.search(said)
    return found.group() if found else as_clause(_first_sentence(said))


def _first_sentence(said: str) -> str:
    """Return the first sentence of ``said``, in which ``as_clause`` may have joined several."""
    return re.split(r"[.;]\s", said, maxsplit=1)[0]


def _successor(said: str, model: str) -> str:
    """Return the model that ``said`` names instead of ``model``, if it does.

    >>> _successor("models/a is no longer available. Please use models/b-2 instead.", "a")
    'b-2'
    """
    named = [name for name in _MODEL.findall(said) if name != model.removeprefix("models/")]
    return named[-1] if named else ""


def _address(error: APIError, said: str) -> str:
    """Return the address where the refusal can be settled, from its details or its sentence."""
    for detail in _details(error):
        metadata, links = detail.get("metadata"), detail.get("links")
        if isinstance(metadata, Mapping) and metadata.get("activationUrl"):
            return str(metadata["activationUrl"])
        if isinstance(links, list) and links and isinstance(links[0], Mapping):
            return str(links[0].get("url", ""))
    found = _ADDRESS.search(said)
    return found.group() if found else ""


def _details(error: APIError) -> Iterator[Mapping[str, Any]]:
    """Yield the ``google.rpc`` details of ``error``."""
    body = error.details if isinstance(error.details, Mapping) else {}
    inner = body.get("error", body)
    found = inner.get("details") if isinstance(inner, Mapping) else None
    yield from (each for each in found or () if isinstance(each, Mapping))


def _delay_s(details: str) -> float | None:
    found = _DELAY.search(details)
    return float(found.group(1)) if found else None
