"""Errors over HTTP: every error of the tree has a status, and every answer is a problem."""

from collections.abc import Iterator
from http import HTTPStatus

import pytest
from fastapi.testclient import TestClient

from assistant import Assistant
from tidemark import errors
from tidemark.api import application, problem
from tidemark.errors import TidemarkError, Unforeseen
from tidemark.schema.messages import MOST_CHARS


def below(kind: type[TidemarkError]) -> Iterator[type[TidemarkError]]:
    for each in kind.__subclasses__():
        yield each
        yield from below(each)


def test_only_what_the_operator_or_we_must_mend_is_no_fault_of_the_caller() -> None:
    for kind in below(errors.UserError):
        assert 400 <= _status(kind) < 500, kind
    for kind in below(errors.EngineError):
        assert _status(kind) in (HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE), kind
    for kind in below(errors.DatabaseError):
        assert _status(kind) == HTTPStatus.SERVICE_UNAVAILABLE


def _status(kind: type[TidemarkError]) -> HTTPStatus:
    return next(status for each, status in problem.STATUS if issubclass(kind, each))


def test_a_problem_carries_code_facts_and_what_to_do(client: TestClient) -> None:
    found = client.get("/api/sessions/nothing", headers={"X-Request-ID": "r-1"})
    assert found.headers["content-type"] == problem.MEDIA_TYPE
    assert found.headers["x-request-id"] == "r-1"
    told = found.json()
    assert (told["status"], told["code"]) == (404, "SessionNotFound")
    assert told["facts"] == {"session_id": "nothing"}
    assert "nothing" in told["detail"]


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("post", "/api/turns", {}, 422),
        ("post", "/api/turns", {"text": " "}, 422),
        ("post", "/api/turns", {"text": "x", "session_id": "../etc"}, 422),
        ("post", "/api/turns", {"text": "x", "sources": ["none.md"]}, 404),
        ("get", "/api/nowhere", None, 404),
        ("put", "/api/sessions", None, 405),
        ("get", "/api/documents/12345678901234567890123", None, 422),
        ("get", "/api/documents/one", None, 422),
        ("patch", "/api/documents/1", {"patch": [{"op": "no"}]}, 404),
        ("get", "/api/sources/search?question=", None, 422),
    ],
)
def test_a_bad_request_gets_a_problem(
    client: TestClient, method: str, path: str, body: object, status: int
) -> None:
    found = client.request(method, path, json=body)
    assert (found.status_code, found.json()["status"]) == (status, status)
    assert found.headers["content-type"] == problem.MEDIA_TYPE
    assert found.json()["detail"]


def test_a_parameter_or_field_that_a_path_does_not_have_is_named_in_a_warning(
    client: TestClient,
) -> None:
    asked: dict[str, str | int] = {"limit": 5, "notebook": "General", "archivd": "1", 'a"é': ""}
    found = client.get("/api/sessions", params=asked)
    told = "299 - \"Not known here, without effect: 'archivd', 'a'\\xe9'\""
    assert (found.status_code, found.headers["Warning"]) == (200, told)
    assert "Warning" not in client.get("/api/sessions", params={"limit": 5}).headers
    form = {"with_profile": "no", "colour": "red"}
    sent = client.post("/api/chats/import", data=form, files={"file": ("a.txt", b"User: Hi")})
    assert sent.headers["Warning"] == "299 - \"Not known here, without effect: 'colour'\""
    file = {"files": ("bees.md", b"Bees dance.")}
    assert "Warning" not in client.post("/api/sources", files=file).headers
    again = {"files": {"file": ("bees.md", b"Bees sing.")}, "data": {"colour": "red"}}
    newer = client.post("/api/sources/bees/versions", **again)  # type: ignore[arg-type]
    assert newer.headers["Warning"] == sent.headers["Warning"]


def test_an_unknown_field_is_refused_by_name_wherever_a_body_is_ours(
    client: TestClient, assistant: Assistant
) -> None:
    asked = {"text": "x", "source_choice": {"names": []}}
    found = client.post("/api/turns", json=asked)
    assert (found.status_code, found.json()["errors"][0]["loc"]) == (422, ["body", "source_choice"])
    told = "body.source_choice: There is no field of this name: leave it out."
    assert found.json()["detail"] == told
    described = application.create(lambda: assistant).openapi()
    schemas = described["components"]["schemas"]
    bodies = {
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].split("/")[-1]
        for methods in described["paths"].values()
        for operation in methods.values()
        if "application/json" in operation.get("requestBody", {}).get("content", {})
    }
    lenient = {name for name in bodies if schemas[name].get("additionalProperties") is not False}
    assert lenient == {
        "AnswerQuestionRequest",  # names them in ``warnings``
        "ChatCompletionRequest",  # OpenAI's clients send many
        "SettingsChange",  # its fields are the settings, which it checks itself
    }


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("get", "/api/sessions", None),
        ("post", "/api/turns", {"text": "Hello"}),
        ("post", "/answerQuestion", {"question": "Hello"}),
        ("post", "/v1/chat/completions", {"messages": [{"role": "user", "content": "Hello"}]}),
    ],
)
def test_an_empty_user_is_not_the_default_one(
    client: TestClient, method: str, path: str, body: object
) -> None:
    found = client.request(method, path, json=body, headers={"X-User-ID": ""})
    assert found.status_code == 422
    assert "'' cannot name a user" in found.text


@pytest.mark.parametrize(
    "headers", [{"Host": "evil.example"}, {"Origin": "https://evil.example"}, {"Host": ""}]
)
def test_foreign_names_and_pages_are_refused(client: TestClient, headers: dict[str, str]) -> None:
    found = client.get("/api/sessions", headers=headers)
    assert (found.status_code, found.json()["code"]) == (403, "ForeignHost")


def test_another_computer_is_refused_whatever_it_says(assistant: Assistant) -> None:
    app = application.create(lambda: assistant)
    with TestClient(app, base_url="http://localhost", client=("192.168.1.7", 50_000)) as client:
        found = client.get("/api/sessions", headers={"X-Forwarded-For": "127.0.0.1"})
    assert (found.status_code, found.json()["code"]) == (403, "ForeignHost")


@pytest.mark.parametrize(
    ("path", "most_mb", "told"),
    [
        ("/api/sources/text", 64, "A request may have 64 MB. Send less at once."),
        (
            "/api/turns",
            16,
            "A request may have 16 MB. Send less at once, or upload a long text as a source.",
        ),
    ],
)
def test_a_request_larger_than_the_limit_is_refused(
    client: TestClient, path: str, most_mb: int, told: str
) -> None:
    def parts() -> Iterator[bytes]:  # whose length nobody declares
        yield from (b"x" * 2**20 for _ in range(most_mb + 1))

    declared = client.post(path, content=b"x", headers={"Content-Length": str(2**31)})
    read = client.post(path, content=parts())
    held = client.post(path, content=parts(), headers={"Idempotency-Key": "k"})
    for found in (declared, read, held):
        assert (found.status_code, found.headers["content-type"]) == (413, problem.MEDIA_TYPE)
        assert found.json()["detail"] == told
        assert found.headers["X-Request-ID"]
    asked = client.post("/v1/chat/completions", headers={"Content-Length": str(2**31)})
    assert asked.json()["error"]["code"] == "RequestEntityTooLarge"


_TOO_LONG = "a " * (MOST_CHARS // 2) + "!"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/turns", {"text": _TOO_LONG}),
        ("/api/turns", {"text": _TOO_LONG, "use_memory": False}),
        ("/api/runs", {"text": _TOO_LONG}),
        ("/answerQuestion", {"question": _TOO_LONG}),
        ("/answerQuestion", {"question": _TOO_LONG, "user_id": "local"}),
        ("/api/chat/memory", {"message": _TOO_LONG}),
        ("/api/edit", {"instruction": _TOO_LONG}),
        ("/v1/chat/completions", {"messages": [{"role": "user", "content": _TOO_LONG}]}),
        (
            "/v1/chat/completions",
            {
                "messages": [
                    {"role": "user", "content": _TOO_LONG},
                    {"role": "assistant", "content": "Noted."},
                    {"role": "user", "content": "And?"},
                ]
            },
        ),
        ("/api/sessions/talk/edit", {"position": 0, "text": _TOO_LONG}),
    ],
)
def test_a_message_that_is_too_long_is_refused_and_not_stored(
    client: TestClient, path: str, body: dict[str, object]
) -> None:
    client.post("/api/turns", json={"text": "Hello", "session_id": "talk"}).raise_for_status()
    refused = client.post(path, json=body)
    assert refused.status_code == 413
    told = refused.json().get("error") or refused.json()
    assert told["code"] == "MessageTooLong"
    assert (told.get("detail") or told["message"]) == (
        "The message has 400,001 characters, and may have at most 400,000. "
        "Upload the text as a source instead, and ask about it."
    )
    (session,) = client.get("/api/sessions").json()["items"]
    assert (session["session_id"], session["message_count"]) == ("talk", 2)


def test_a_message_as_long_as_allowed_is_answered(client: TestClient) -> None:
    assert client.post("/api/turns", json={"text": _TOO_LONG[:-1]}).status_code == 200


def test_what_nothing_foresees_is_told_by_its_kind_alone() -> None:
    told = problem.of_error(Unforeseen("KeyError"))
    assert (told.status, told.code) == (500, "Unforeseen")
