"""The sentence of each error names what a program can do next, and no command or button."""

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from assistant import Assistant
from tests.i18n.test_error_messages import CASES, made
from tidemark import errors
from tidemark.api import error_texts
from tidemark.errors import TidemarkError

_JSON = {"Content-Type": "application/json"}
_OF_OTHER_FACES = re.compile(r"with: |cli\.py|Check again|\bpage Settings|Load the session")


@pytest.mark.parametrize(("error", "facts"), CASES)
def test_no_sentence_names_a_command_or_a_part_of_the_page(
    error: type[TidemarkError], facts: dict[str, object]
) -> None:
    told = error_texts.of(made(error, **facts))
    assert not _OF_OTHER_FACES.search(told)
    assert told.endswith(".")
    assert "{{" not in told


@pytest.mark.parametrize(
    ("method", "path", "sent", "expected"),
    [
        ("patch", "/api/sessions/trip", {"json": {"title": " "}}, "A title needs a word at least."),
        (
            "post",
            "/api/sessions/trip/edit",
            {"json": {"position": 1, "text": "x"}},
            "has no message of the person at position 1, counted from 0. "
            "GET /api/sessions/trip/messages lists them.",
        ),
        (
            "put",
            "/api/sessions/trip/messages/1/rating",
            {"json": {"is_good": True}},
            "has no message 1 for this; of messages, only replies are rated. GET /api/sessions",
        ),
        ("get", "/api/sessions/none", {}, "GET /api/sessions lists those of this user"),
        ("get", "/api/sessions?notebook=none", {}, "'none'. GET /api/notebooks lists them."),
        ("get", "/api/profile/99", {}, "GET /api/profile lists them."),
        (
            "delete",
            "/api/sources/It may rain.txt",
            {},
            "no source or version “It may rain.txt”. GET /api/sources lists",
        ),
        ("post", "/api/profile", {"json": {"text": ""}}, "There is nothing to remember"),
        (
            "post",
            "/api/sources/text",
            {"json": {"name": "", "text": "Bees."}},
            "body.name: This is empty: give a text.",
        ),
        (
            "post",
            "/api/sources/text",
            {"json": {"name": "bees", "text": " "}},
            "body.text: This is empty: give a text.",
        ),
        ("post", "/api/notebooks", {"json": {"name": " "}}, "body.name: Give at least 1."),
        ("post", "/api/sources", {"json": {}}, "multipart/form-data with the field 'files'."),
        (
            "post",
            "/v1/chat/completions",
            {"json": {"messages": [{"role": "system", "content": "Be brief."}]}},
            "its last message must be one of the user",
        ),
    ],
)
def test_a_refusal_says_what_to_do_next(
    client: TestClient,
    assistant: Assistant,
    method: str,
    path: str,
    sent: dict[str, Any],
    expected: str,
) -> None:
    assistant.ask("The trip begins on 3 May.", "trip").wait()
    assert expected in _told(client, method, path, **sent)


def test_a_sentence_keeps_its_beginning_where_a_word_comes_twice() -> None:
    told = error_texts.of(errors.ReplyPutAside(1))
    assert told.startswith("This fold cannot be redone: the message at position 1 is no longer")


@pytest.mark.parametrize("path", ["/answerQuestion", "/v1/chat/completions", "/api/turns"])
@pytest.mark.parametrize(
    ("body", "headers", "expected"),
    [
        (
            '{"question":"hi", bad',
            _JSON,
            "The body is not JSON: expecting property name enclosed in double quotes "
            "(line 1, column 19). Mend it there.",
        ),
        ('{\n"question": }', _JSON, "The body is not JSON: expecting value (line 2, column 13)."),
        ('{"question":"hi"}', {}, "sent without a Content-Type. Send a JSON object, with the"),
        (
            "question=hi",
            {"Content-Type": "application/x-www-form-urlencoded; charset=utf-8"},
            "The body is application/x-www-form-urlencoded. Send a JSON object, with the header "
            "Content-Type: application/json.",
        ),
        ('["hi"]', _JSON, "The body is no JSON object: send one"),
        ("", _JSON, "There is no body: send one"),
        (b"\xff\xfe{", _JSON, "The body cannot be read: send it as UTF-8 text, whole."),
    ],
)
def test_a_body_that_is_not_read_says_why(
    client: TestClient, path: str, body: str | bytes, headers: dict[str, str], expected: str
) -> None:
    assert expected in _told(client, "post", path, content=body, headers=headers)


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        (
            "get",
            "/api/nowhere",
            "There is no /api/nowhere. GET /openapi.json lists every path; GET /docs explains",
        ),
        ("post", "/answerquestion", "There is no /answerquestion. Nearest: /answerQuestion."),
        ("get", "/v1/chat/completion", "Nearest: /v1/chat/completions."),
        ("put", "/api/sessions", "PUT is not possible here. /api/sessions takes: GET."),
        ("put", "/api/notebook", "/api/notebook takes: GET, PATCH, DELETE."),
        ("get", "/v1/chat/completions", "/v1/chat/completions takes: POST."),
    ],
)
def test_a_path_or_method_that_is_not_there_says_what_is(
    client: TestClient, method: str, path: str, expected: str
) -> None:
    assert expected in _told(client, method, path)


def test_the_methods_that_a_path_has_are_in_the_header_allow_too(client: TestClient) -> None:
    assert client.put("/api/notebook").headers["Allow"] == "GET, PATCH, DELETE"


def test_files_of_which_none_can_be_read_are_refused_each_with_its_reason(
    client: TestClient,
) -> None:
    bad = [("files", (name, b"\x00\x01")) for name in ("a.exe", "b.bin")]
    found = client.post("/api/sources", files=bad)
    assert found.status_code == 422
    assert found.json()["detail"].startswith("body.a.exe: “a.exe” is of no type that can be read")
    assert [(each["loc"], each["type"]) for each in found.json()["errors"]] == [
        (["body", "a.exe"], "unknown_type"),
        (["body", "b.bin"], "unknown_type"),
    ]
    mixed = client.post("/api/sources", files=[*bad, ("files", ("bees.md", b"Bees dance."))])
    states = [each["state"] for each in mixed.json()]
    assert (mixed.status_code, states) == (201, ["refused", "refused", "new"])
    where = f"/api/sources/{mixed.json()[2]['source']}/versions"
    newer = client.post(where, files={"file": ("bees.exe", b"\x00\x01")})
    assert newer.status_code == 422
    assert client.post("/api/sources", files=[("files", ("bees.md", b"Bees dance."))]).is_success


def _told(client: TestClient, method: str, path: str, **sent: Any) -> str:  # noqa: ANN401
    """Return the sentence of the refusal of a request."""
    found = client.request(method, path, **sent)
    assert 400 <= found.status_code < 500
    body = found.json()
    return str(body["error"]["message"] if "error" in body else body["detail"])
