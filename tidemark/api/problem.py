"""Errors as ``application/problem+json`` (RFC 9457), with statuses from one table."""

import json
import logging
from http import HTTPStatus
from typing import Any, Literal

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from starlette.exceptions import HTTPException

from tidemark import errors
from tidemark.api import error_texts
from tidemark.errors import TidemarkError

OPENAI = "/v1/"  # paths whose clients expect errors in OpenAI's format
MEDIA_TYPE = "application/problem+json"
_FACTS = TypeAdapter(dict[str, Any])
_log = logging.getLogger(__name__)

# The first matching class decides; an error that matches none is a bug of ours
STATUS: tuple[tuple[type[TidemarkError], HTTPStatus], ...] = (
    (errors.SessionTrashed, HTTPStatus.NOT_FOUND),
    (errors.SessionNotFound, HTTPStatus.NOT_FOUND),
    (errors.NotInTrash, HTTPStatus.NOT_FOUND),
    (errors.MessageNotFound, HTTPStatus.NOT_FOUND),
    (errors.MessageGone, HTTPStatus.NOT_FOUND),
    (errors.EntryNotFound, HTTPStatus.NOT_FOUND),
    (errors.FoldNotFound, HTTPStatus.NOT_FOUND),
    (errors.ItemNotFound, HTTPStatus.NOT_FOUND),
    (errors.VersionNotFound, HTTPStatus.NOT_FOUND),
    (errors.NotebookNotFound, HTTPStatus.NOT_FOUND),
    (errors.SourceNotFound, HTTPStatus.NOT_FOUND),
    (errors.TableNotFound, HTTPStatus.NOT_FOUND),
    (errors.DocumentNotFound, HTTPStatus.NOT_FOUND),
    (errors.DocumentVersionNotFound, HTTPStatus.NOT_FOUND),
    (errors.BranchNotFound, HTTPStatus.NOT_FOUND),
    (errors.TemplateNotFound, HTTPStatus.NOT_FOUND),
    (errors.NoDocumentYet, HTTPStatus.NOT_FOUND),
    (errors.ConversationNotFound, HTTPStatus.NOT_FOUND),
    (errors.ViewNotKept, HTTPStatus.NOT_FOUND),
    (errors.RunNotFound, HTTPStatus.NOT_FOUND),
    (errors.ModelNotServed, HTTPStatus.NOT_FOUND),
    (errors.ApiKeyNotFound, HTTPStatus.NOT_FOUND),
    (errors.ShareNotFound, HTTPStatus.NOT_FOUND),
    (errors.ShareReadOnly, HTTPStatus.FORBIDDEN),
    (errors.NotSignedIn, HTTPStatus.UNAUTHORIZED),
    (errors.ScopeMissing, HTTPStatus.FORBIDDEN),
    (errors.ActingNotAllowed, HTTPStatus.FORBIDDEN),
    (errors.ScopesNotOwned, HTTPStatus.FORBIDDEN),
    (errors.RequestUnderWay, HTTPStatus.CONFLICT),
    (errors.ErasureNotAllowed, HTTPStatus.FORBIDDEN),
    (errors.ExportNotAllowed, HTTPStatus.FORBIDDEN),
    (errors.TooManyRequests, HTTPStatus.TOO_MANY_REQUESTS),
    (errors.DocumentForbidden, HTTPStatus.FORBIDDEN),
    (errors.VersionPruned, HTTPStatus.GONE),
    (errors.VersionConflict, HTTPStatus.PRECONDITION_FAILED),
    (errors.CallerToolCalled, HTTPStatus.CONFLICT),
    (errors.ChangedMeanwhile, HTTPStatus.PRECONDITION_FAILED),
    (errors.SessionBusy, HTTPStatus.CONFLICT),
    (errors.SessionExists, HTTPStatus.CONFLICT),
    (errors.SessionDiffers, HTTPStatus.CONFLICT),
    (errors.NotebookExists, HTTPStatus.CONFLICT),
    (errors.NotebookStays, HTTPStatus.CONFLICT),
    (errors.SourceExists, HTTPStatus.CONFLICT),
    (errors.DocumentExists, HTTPStatus.CONFLICT),
    (errors.BranchExists, HTTPStatus.CONFLICT),
    (errors.NameTaken, HTTPStatus.CONFLICT),
    (errors.MergeConflict, HTTPStatus.CONFLICT),
    (errors.FoldsChanged, HTTPStatus.CONFLICT),
    (errors.NothingToRetry, HTTPStatus.CONFLICT),
    (errors.NothingToFold, HTTPStatus.CONFLICT),
    (errors.NothingToUndo, HTTPStatus.CONFLICT),
    (errors.NothingToRedo, HTTPStatus.CONFLICT),
    (errors.MessageTooLong, HTTPStatus.REQUEST_ENTITY_TOO_LARGE),
    (errors.UserError, HTTPStatus.UNPROCESSABLE_ENTITY),
    (errors.DatabaseError, HTTPStatus.SERVICE_UNAVAILABLE),
    (errors.EngineNotConfigured, HTTPStatus.SERVICE_UNAVAILABLE),
    (errors.EngineError, HTTPStatus.BAD_GATEWAY),
    (errors.TurnFailed, HTTPStatus.BAD_GATEWAY),
)


class LenientJSONResponse(JSONResponse):
    """A JSON response that can repeat any text of a request."""

    def render(self, content: Any) -> bytes:  # noqa: ANN401 - as the class above it
        """Return ``content`` as bytes; an unpaired surrogate becomes a question mark."""
        return json.dumps(content, ensure_ascii=False).encode("utf-8", "replace")


class Problem(BaseModel):
    """A problem: ``code`` is the name of the error, ``detail`` says what to do next.

    ``facts`` are the error's arguments; ``errors`` the invalid fields of a request.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "type": "about:blank",
                "title": "Not Found",
                "status": 404,
                "detail": "There is no session 'trip'. Look at the list of sessions.",
                "code": "SessionNotFound",
                "facts": {"session_id": "trip"},
            }
        }
    )

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str
    facts: dict[str, Any] = Field(default_factory=dict)
    errors: list[dict[str, Any]] = Field(default_factory=list)


class OpenAIFault(BaseModel):
    """An error as OpenAI's clients expect it: ``param`` is the place of what is wrong, if known."""

    message: str = Field(examples=["There is no model 'gpt-9'. Choose one of tidemark, builtin."])
    type: Literal["invalid_request_error", "server_error"]
    param: str | None
    code: str = Field(examples=["ModelNotServed"])


class OpenAIError(BaseModel):
    """The answer to a request under `/v1/` that failed."""

    error: OpenAIFault


def status_of(error: TidemarkError) -> HTTPStatus:
    """Return the HTTP status for ``error``."""
    for kind, status in STATUS:
        if isinstance(error, kind):
            return status
    return HTTPStatus.INTERNAL_SERVER_ERROR


def of_error(error: TidemarkError) -> Problem:
    """Return ``error`` as a problem; facts that are not plain values are left out."""
    status = status_of(error)
    facts = {
        name: list(fact) if isinstance(fact, list | tuple) else fact
        for name, fact in error.facts.items()
        if fact is None or isinstance(fact, str | int | float | bool | list | tuple)
    }
    return Problem(
        title=status.phrase,
        status=status,
        detail=error_texts.of(error),
        code=type(error).__name__,
        facts=_FACTS.dump_python(facts, mode="json", fallback=str),
    )


def openai_body(error: TidemarkError) -> dict[str, Any]:
    """Return ``error`` in the format that OpenAI's clients expect."""
    is_theirs = status_of(error) < HTTPStatus.INTERNAL_SERVER_ERROR
    kind = "invalid_request_error" if is_theirs else "server_error"
    param = error.name if isinstance(error, errors.ParameterNotServed) else None
    return _openai_body(error_texts.of(error), type(error).__name__, param, kind=kind)


def _openai_body(
    message: str, code: str, param: str | None = None, *, kind: str = "invalid_request_error"
) -> dict[str, Any]:
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


def answer(error: TidemarkError, path: str) -> JSONResponse:
    """Return the response for ``error`` to a request for ``path``."""
    headers = _headers(error)
    if path.startswith(OPENAI):
        return LenientJSONResponse(openai_body(error), status_of(error), headers=headers)
    return _response(of_error(error), headers)


def of_http(error: HTTPException, path: str) -> JSONResponse:
    """Return the response for an ``error`` of HTTP itself, such as a path that does not exist."""
    status = HTTPStatus(error.status_code)
    code = status.phrase.title().replace(" ", "")
    if path.startswith(OPENAI):
        return LenientJSONResponse(
            _openai_body(str(error.detail), code), status, headers=error.headers
        )
    told = Problem(title=status.phrase, status=status, detail=str(error.detail), code=code)
    return _response(told, error.headers)


def _headers(error: TidemarkError) -> dict[str, str]:
    """Return headers that tell a client how to proceed."""
    match error:
        case errors.KeyNotValid():
            return {"WWW-Authenticate": 'Bearer realm="tidemark", error="invalid_token"'}
        case errors.NotSignedIn():
            return {"WWW-Authenticate": 'Bearer realm="tidemark"'}
        case errors.ScopeMissing():
            return {"WWW-Authenticate": 'Bearer realm="tidemark", error="insufficient_scope"'}
        case errors.TooManyRequests(retry_s=seconds):
            return {"Retry-After": str(seconds)}
        case errors.RequestUnderWay():
            return {"Retry-After": "1"}
    return {}


def install(app: FastAPI) -> None:
    """Convert every error of ``app`` to a problem response."""

    @app.exception_handler(TidemarkError)
    def _known_error(request: Request, error: TidemarkError) -> JSONResponse:
        return answer(error, request.url.path)

    @app.exception_handler(RequestValidationError)
    def _invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        wrong = error_texts.wrong_parts(error)
        where, detail = error_texts.of_invalid(request, error, wrong)
        if request.url.path.startswith(OPENAI):
            body = _openai_body(detail, "InvalidRequest", where)
            return LenientJSONResponse(body, HTTPStatus.UNPROCESSABLE_ENTITY)
        return _response(
            Problem(
                title=HTTPStatus.UNPROCESSABLE_ENTITY.phrase,
                status=HTTPStatus.UNPROCESSABLE_ENTITY,
                detail=detail,
                code="InvalidRequest",
                errors=wrong,
            )
        )

    @app.exception_handler(HTTPException)
    def _plain(request: Request, error: HTTPException) -> JSONResponse:
        return of_http(error_texts.of_http(request, error), request.url.path)

    @app.exception_handler(Exception)
    def _unforeseen(_: Request, error: Exception) -> JSONResponse:
        _log.error("a request broke", exc_info=error)
        return _response(of_error(errors.Unforeseen(type(error).__name__)))


def responses(*statuses: HTTPStatus) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI entries for problem responses with these ``statuses``."""
    return {
        int(status): {"model": Problem, "description": status.phrase, "content": {MEDIA_TYPE: {}}}
        for status in statuses
    }


def _response(problem: Problem, headers: Any = None) -> JSONResponse:  # noqa: ANN401
    return LenientJSONResponse(
        problem.model_dump(exclude_defaults=True) | {"type": problem.type},
        problem.status,
        headers=headers,
        media_type=MEDIA_TYPE,
    )
