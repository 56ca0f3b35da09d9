"""Errors of the packages of any provider, mapped to ours.

Each package has its own classes.  This mapping uses their common traits: LangChain's error classes
if a package uses them, the HTTP status, and the class names that ``httpx``, its successor and the
SDKs give to the same faults.
"""

import email.utils
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus

from langchain_core.exceptions import (
    ContextOverflowError,
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelInvalidRequestError,
    ModelNotFoundError,
    ModelPermissionDeniedError,
    ModelRateLimitError,
    ModelTimeoutError,
)

from tidemark.engines.llm.providers import KEY_NAME
from tidemark.engines.llm.responses import NO_CHUNKS, as_clause, message_of
from tidemark.errors import (
    ConnectionLost,
    EngineError,
    EngineOverloaded,
    EngineTimeout,
    EngineUnreachable,
    KeyNotPermitted,
    KeyRefused,
    ModelNotFound,
    QuotaExceeded,
    ReplyCutOff,
    ReplyEmpty,
    RequestRefused,
    TooLongForEngine,
)

ADDRESS_NAME = "LLM_BASE_URL"

_STATUS = {
    ModelAuthenticationError: 401,
    ModelPermissionDeniedError: 403,
    ModelNotFoundError: 404,
    ModelRateLimitError: 429,
    ModelInvalidRequestError: 400,
    ModelAPIError: 500,
}
_TIMED_OUT = {"TimeoutException", "APITimeoutError"}
_BROKEN_OFF = {"RemoteProtocolError", "ReadError", "ClientPayloadError"}
_NOT_REACHED = {"TransportError", "APIConnectionError", "ClientConnectionError"}
_CUT_OFF = {"LengthFinishReasonError"}
_LATE_ERROR = {"APIError"}  # in the stream, after a status of 200
_SPENT = "insufficient_quota"  # with 429: waiting does not help, the account is empty
_TOO_LONG = "context_length_exceeded"
_BUSY = (408, 409, 425)  # a time-out of the service itself, a conflict, too early
_MODE = "response_format"  # llama-cpp-python answers 500 to an unknown mode
_WRONG_PROTOCOL = "what answered does not speak this provider's protocol"


@dataclass(frozen=True)
class RequestTarget:
    """The target of a request: ``service`` and ``model``, which ``setting`` names."""

    service: str
    model: str
    setting: str
    timeout_s: float


@contextmanager
def mapping_errors(asked: RequestTarget) -> Iterator[None]:
    """Turn every error of the client inside the block into an ``EngineError``."""
    try:
        yield
    except Exception as error:  # a package may raise anything
        raise _as_engine_error(error, asked) from error


def _as_engine_error(error: Exception, asked: RequestTarget) -> EngineError:
    service = asked.service
    if isinstance(error, TimeoutError | ModelTimeoutError) or _is(error, _TIMED_OUT):
        return EngineTimeout(service, asked.timeout_s)
    if isinstance(error, ContextOverflowError):
        return TooLongForEngine(service)
    if status := _status(error):
        return _refusal(error, status, asked)
    if any(_is(each, _BROKEN_OFF) for each in _chain(error)):
        return ConnectionLost(service)
    if isinstance(error, OSError | ModelConnectionError) or _is(error, _NOT_REACHED):
        return EngineUnreachable(service, f"no connection: {message_of(list(_chain(error))[-1])}")
    if _is(error, _CUT_OFF):
        return ReplyCutOff(service)
    if _is(error, _LATE_ERROR):
        return EngineOverloaded(service, _words(error))
    if NO_CHUNKS in str(error):
        return ReplyEmpty(service)
    if isinstance(error, LookupError | TypeError | AttributeError | ValueError):
        return RequestRefused(service, _WRONG_PROTOCOL, address=ADDRESS_NAME)
    return RequestRefused(service, _words(error) or type(error).__name__, address=ADDRESS_NAME)


def _refusal(error: Exception, status: int, asked: RequestTarget) -> EngineError:
    """Return the error of an answer with a ``status`` of 400 or more."""
    service, said = asked.service, _words(error)
    why = f"{status} {said or _phrase(status)}".strip()
    lower = said.casefold()
    if status == 401 or (status in (400, 403) and "api key" in lower and "valid" in lower):
        return KeyRefused(service, KEY_NAME)
    if status in (402, 403) or (status == 429 and _code(error) == _SPENT):
        return KeyNotPermitted(service, KEY_NAME, why)
    if status == 429:
        return QuotaExceeded(service, _delay_s(error))
    if (status == 404 and "model" in lower) or "invalid model" in lower:
        return ModelNotFound(service, asked.model, asked.setting)
    if status == 413 or _code(error) == _TOO_LONG or "context length" in lower:
        return TooLongForEngine(service)
    if (status >= 500 and _MODE not in lower) or status in _BUSY:
        return EngineOverloaded(service, why)
    return RequestRefused(service, why, address=ADDRESS_NAME)


def _is(error: BaseException, names: set[str]) -> bool:
    """Return whether a class of ``error``, of any package, has one of these ``names``."""
    return any(kind.__name__ in names for kind in type(error).__mro__)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yield ``error`` and its causes."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__


def _status(error: Exception) -> int:
    """Return the HTTP status of the answer, or that of the error class; 0 without either."""
    response = getattr(error, "response", None)
    for found in (
        getattr(error, "status_code", None),
        getattr(response, "status_code", None),
        getattr(error, "code", None),
        *(status for kind, status in _STATUS.items() if isinstance(error, kind)),
    ):
        if isinstance(found, int) and 400 <= found < 600:
            return found
    return 0


def _code(error: Exception) -> str:
    return str(getattr(error, "code", None) or "")


def _phrase(status: int) -> str:
    known = {each.value: each.phrase for each in HTTPStatus}
    return known.get(status, "")


def _words(error: Exception) -> str:
    """Return the message of the service or of the package; empty for the page of a proxy."""
    said: object = getattr(error, "body", None)
    for key in ("error", "message"):
        said = said.get(key, said) if isinstance(said, Mapping) else said
    if not isinstance(said, str):
        said = getattr(error, "message", None) or str(error)
    return "" if str(said).lstrip().startswith("<") else as_clause(str(said))


def _delay_s(error: Exception) -> float | None:
    """Return the wait that the service asks for, given in seconds or as a date."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    wished, now = headers.get("retry-after", ""), headers.get("date", "")
    with suppress(ValueError):
        return float(wished)
    with suppress(ValueError, TypeError):
        until = email.utils.parsedate_to_datetime(wished)
        return max(0.0, (until - email.utils.parsedate_to_datetime(now)).total_seconds())
    return None
