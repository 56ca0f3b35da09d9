"""Sentences of errors for programs: they name paths, not commands or parts of the page."""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.params import Form
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from tidemark import errors
from tidemark.errors import TidemarkError

# The end of a sentence, from the given words on, and what a program reads instead of it
_ADVICE: Mapping[type[TidemarkError], tuple[str, str]] = {
    errors.ApiKeyNotFound: ("Look at", "GET /api/keys lists them."),
    errors.BranchNotFound: (
        "Look at",
        "GET /api/documents/{{document_key}}/branches lists them.",
    ),
    errors.DocumentNotFound: ("It may", "GET /api/documents lists those of this notebook."),
    errors.DocumentVersionNotFound: (
        "Look at",
        "GET /api/documents/{{document_key}}/versions lists them.",
    ),
    errors.EntryNotFound: ("See what", "GET /api/profile lists them."),
    errors.ErasureNotAllowed: ("Ask whoever", "Ask whoever runs the server to do it."),
    errors.ExportNotAllowed: ("Ask whoever", "Ask whoever runs the server to do it."),
    errors.FoldNotFound: ("List its", "GET /api/sessions/{session_id}/folds lists them."),
    errors.ItemNotFound: ("Load", "GET /api/sessions/{{session_id}}/summaries has them."),
    errors.MessageGone: (
        "no such",
        "no message {message_id} for this; of messages, only replies are rated. "
        "GET /api/sessions/{session_id}/messages has the ids and roles.",
    ),
    errors.MessageNotFound: (
        "no message",
        "no message{whose} at position {position}, counted from 0. "
        "GET /api/sessions/{session_id}/messages lists them.",
    ),
    errors.MessagePinned: (
        "Message",
        "The message at position {position} is pinned. Unpin it first, then redo this fold.",
    ),
    errors.MessagesFoldedSince: (
        "Another",
        "Another fold covers the messages at the positions {listed} meanwhile. Undo that fold "
        "first, then redo this one.",
    ),
    errors.NotebookNotFound: ("List them", "GET /api/notebooks lists them."),
    errors.NotSignedIn: (
        "You make",
        "With a key, POST /api/keys makes others; the first is given by whoever runs the server "
        "(docs/people.md).",
    ),
    errors.NothingFolded: ("Everything", "POST /api/sessions/{session_id}/fold makes one."),
    errors.ReplyFolded: (
        "Message",
        "The reply at position {position} is in a summary by now, which rests on it. Undo that "
        "fold first, or fork the session before it.",
    ),
    errors.ReplyPutAside: (
        "redone:",
        "redone: the message at position {position} is no longer the reply in force. Choose that "
        "reply again, or fold the messages anew.",
    ),
    errors.RunNotFound: (
        "The messages",
        "GET /api/sessions/{{session_id}}/messages has its answer.",
    ),
    errors.ScopesNotOwned: ("Whoever", "Whoever runs the server can (docs/people.md)."),
    errors.SessionBusy: (
        "Wait",
        "Wait for it, or stop it by DELETE /api/runs/{{run_id}}, then {then}.",
    ),
    errors.SessionNotFound: (
        "It may",
        "GET /api/sessions lists those of this user and notebook.",
    ),
    errors.SessionTrashed: (
        "Restore it",
        "POST /api/sessions/{session_id}/restore has it back as it was.",
    ),
    errors.ShareNotFound: ("It may", "GET /api/shared lists what is."),
    errors.SourceNotFound: ("It may", "GET /api/sources lists those of this notebook."),
    errors.TableNotFound: ("Look at", "GET /api/tables lists them."),
    errors.VersionNotFound: (
        "List its",
        "GET /api/sessions/{{session_id}}/summaries/{{summary_id}}/versions lists them.",
    ),
}
_PHRASES = (  # of the page, and what they are for a program
    ('press "Check again"', "restart the server"),
    ("Load the session again", "Read the session again"),
    ("; a picture can be attached to a message", ""),
)
# Where pydantic speaks of programs ("Extra inputs are not permitted")
_WORDS = {
    "extra_forbidden": "There is no field of this name: leave it out",
    "dict_type": "This must be a JSON object",
    "model_attributes_type": "This must be a JSON object",
    "model_type": "This must be a JSON object",
    "too_short": "Give at least {min_length}",
}
_UNPARSED = "There was an error parsing the body"  # FastAPI's own words
_MOST_CHARS = 100  # of a path that does not exist, in its sentence


def of(error: TidemarkError) -> str:
    """Return the sentence of ``error`` for a program.

    >>> of(errors.EntryNotFound(7))
    'There is no entry 7 any more. GET /api/profile lists them.'
    """
    sentence = str(error)
    if advice := _ADVICE.get(type(error)):
        said, told = advice
        sentence = sentence.rpartition(said)[0] + told.format(**_facts(error))
    for said, told in _PHRASES:
        sentence = sentence.replace(said, told)
    return sentence


def _facts(error: TidemarkError) -> dict[str, object]:
    """Return the facts of ``error``; positions count from 0, as everywhere in the API."""
    facts = dict(error.facts)
    if isinstance(number := facts.get("number"), int):
        facts["position"] = number - 1
    if isinstance(positions := facts.get("positions"), tuple):
        facts["listed"] = ", ".join(map(str, positions))
    facts["whose"] = " of the person" if facts.get("of_person") else ""
    return facts


def wrong_parts(error: RequestValidationError) -> list[dict[str, Any]]:
    """Return the invalid parts of a request: each with its place, a sentence and a code."""
    return [
        {
            "loc": [str(part) for part in each["loc"]],
            "msg": _words(each),
            "type": each["type"],
        }
        for each in error.errors()
    ]


def _words(wrong: Mapping[str, Any]) -> str:
    known = _WORDS.get(wrong["type"])
    if known:
        return known.format(**wrong.get("ctx", {}))
    return str(wrong["msg"]).removeprefix("Value error, ")


def of_invalid(
    request: Request, error: RequestValidationError, wrong: Sequence[Mapping[str, Any]]
) -> tuple[str, str]:
    """Return the place of the worst of the ``wrong`` parts of a request, and what is to be done."""
    worst = _furthest(wrong)
    where = ".".join(worst["loc"])
    kind = request.headers.get("content-type", "")
    if worst["type"] == "json_invalid":
        return "body", _not_json(error, int(worst["loc"][-1]))
    if worst["loc"][0] == "body" and _takes_form(request):
        if worst["type"] == "missing" and not kind.startswith("multipart/form-data"):
            return where, f"Send multipart/form-data with the field {worst['loc'][-1]!r}."
    elif worst["loc"] == ["body"] and "json" not in kind.partition(";")[0]:
        return where, (
            f"The body is {_kind(kind)}. Send a JSON object, with the header "
            "Content-Type: application/json."
        )
    elif worst["loc"] == ["body"]:
        lacking = "There is no body" if worst["type"] == "missing" else "The body is no JSON object"
        return where, f'{lacking}: send one, as {{"name": "value"}}.'
    return where, f"{where}: {worst['msg'].removesuffix('.')}."


def _kind(content_type: str) -> str:
    return content_type.partition(";")[0][:_MOST_CHARS] or "sent without a Content-Type"


def _not_json(error: RequestValidationError, at: int) -> str:
    """Return the reason why the body is not JSON, with the place of the first fault."""
    sent = error.body if isinstance(error.body, str) else ""
    before = sent[:at]
    line, column = before.count("\n") + 1, at - before.rfind("\n")
    why = str(error.errors()[0].get("ctx", {}).get("error", "it cannot be read"))
    why = why[:1].lower() + why[1:]
    return f"The body is not JSON: {why} (line {line}, column {column}). Mend it there."


def _takes_form(request: Request) -> bool:
    route = request.scope.get("route")
    fields = route.dependant.body_params if isinstance(route, APIRoute) else ()
    return any(isinstance(each.field_info, Form) for each in fields)


def _furthest(wrong: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return the first error; if it is of a text or something else, the one found furthest in."""
    first = wrong[0]
    if first["loc"][-1] != "str":
        return first
    place = first["loc"][:-1]
    there = [each for each in wrong if each["loc"][: len(place)] == place]
    return sorted(there, key=lambda each: -len(each["loc"]))[0]


def of_http(request: Request, error: HTTPException) -> HTTPException:
    """Return ``error`` with a sentence that says what exists, if it only repeats its title."""
    detail, headers = str(error.detail), dict(error.headers or {})
    status = HTTPStatus(error.status_code)
    if detail == _UNPARSED:
        detail = "The body cannot be read: send it as UTF-8 text, whole."
    elif detail == status.phrase and status == HTTPStatus.METHOD_NOT_ALLOWED:
        allowed = ", ".join(_methods(request)) or headers.get("Allow", "")
        headers["Allow"] = allowed
        detail = f"{request.method} is not possible here. {_shown(request)} takes: {allowed}."
    elif detail == status.phrase and status == HTTPStatus.NOT_FOUND:
        detail = f"There is no {_shown(request)}.{_nearest(request)} GET /openapi.json lists "
        detail += "every path; GET /docs explains them."
    return HTTPException(status, detail, headers or None)


def _shown(request: Request) -> str:
    return request.url.path[:_MOST_CHARS]


def _methods(request: Request) -> Iterator[str]:
    """Yield the methods of the routes with the path of ``request``."""
    for path, methods in request.app.openapi()["paths"].items():
        if compile_path(path)[0].match(request.url.path):
            yield from map(str.upper, methods)


def _nearest(request: Request) -> str:
    near = difflib.get_close_matches(
        _shown(request), request.app.openapi()["paths"], n=1, cutoff=0.8
    )
    return f" Nearest: {near[0]}." if near else ""
