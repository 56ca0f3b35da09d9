"""What tells who a person is, and what opens something, is in no line of the log."""

import logging
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from fastapi.testclient import TestClient

from assistant import Assistant
from tidemark import log_masks
from tidemark.api import application
from tidemark.api.request_guard import Site
from tidemark.engines.scripted import Call, ScriptedEngine, ScriptedLine
from tidemark.log_masks import mask
from tidemark.settings import Settings


@pytest.fixture(autouse=True)
def _masked() -> Iterator[None]:
    log_masks.install()
    yield
    log_masks.install(is_on=False)


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("anna.b+x@mail.example.org wrote", "[email] wrote"),
        ("GET /x?person=anna%40example.org", "GET /x?person=[email]"),
        ("+31 6 1234 5678, 06-12345678, (212) 555-0187", "[phone], [phone], [phone]"),
        ("card 4111 1111 1111 1111", "card [card]"),
        ("number 4111 1111 1111 1112", "number 4111 1111 1111 1112"),
        ("NL91 ABNA 0417 1643 00", "[iban]"),
        ("tm_abcdefgh12345678 sk-proj-abcdefghijkl", "[key] [key]"),
        ("Authorization: Bearer abc.def-123", "Authorization: Bearer [key]"),
        ("{'password': 'hunter2', 'user': 'x'}", "{'password': '[key]', 'user': 'x'}"),
        ("https://a.example/v1?key=AIzaSyABCDEFGH&n=1", "https://a.example/v1?key=[key]&n=1"),
        (
            "GET /oauth2callback?code=abcdef123456&state=x1234567",
            "GET /oauth2callback?code=[key]&state=[key]",
        ),
        ("GET /live/abcdef0123456789/2 200", "GET /live/[key] 200"),
        ("postgresql://me:secret@host/db", "postgresql://[key]@host/db"),
        ("Keizersgracht 12, 1015 CX Amsterdam", "[address], [address] Amsterdam"),
        ("at 12 Baker Street", "at [address]"),
        ("mijn naam is Anna de Vries, zei ze", "mijn naam is [name], zei ze"),
        ("Dear Mr Jones", "Dear Mr [name]"),
    ],
)
def test_it_is_masked_by_its_form(text: str, masked: str) -> None:
    assert mask(text) == masked
    assert mask(masked) == masked


@pytest.mark.parametrize(
    "text",
    [
        "4f0e7a GET /api/sessions/20261123 200 12.3 ms at 2026-11-23T23:52:33.123456+00:00",
        "127.0.0.1:53124 - 1200 / 1500 tokens, 2048 MB, version 3.11.7, port 8501",
        "Migrating the database tidemark.db failed: KeyError: 'notebook_id'",
        "0a1b2c3d4e5f60718293a4b5c6d7e8f9 done in 0.0612345678 s",
    ],
)
def test_what_a_log_is_read_for_stays(text: str) -> None:
    assert mask(text) == text


def test_arguments_exceptions_and_messages_that_only_then_show_it_are_masked(
    caplog: pytest.LogCaptureFixture,
) -> None:
    log = logging.getLogger("some.library")
    try:
        int("no card 4111111111111111")
    except ValueError:
        log.exception("refused %s of %d", "anna@example.org", 5)
    log.warning("password=%s in 100%%", "hunter2")
    log.warning("%(who)s", {"who": "anna@example.org"})
    log.warning("nothing to fill 100%")
    logging.getLogger("uvicorn.access").warning(
        '%s - "%s %s HTTP/%s" %d', "::1", "GET", "/?token=abcdef", "1.1", 200
    )
    assert "refused [email] of 5" in caplog.text
    assert "no card [card]" in caplog.text
    assert "password=[key] in 100%" in caplog.text
    assert "nothing to fill 100%" in caplog.text
    assert '"GET /?token=[key] HTTP/1.1" 200' in caplog.text
    assert "anna@example.org" not in caplog.text
    assert "hunter2" not in caplog.text
    log_masks.install(is_on=False)
    log.warning("to anna@example.org")
    assert "to anna@example.org" in caplog.text


def test_a_turn_leaves_no_secret_in_the_log_whether_it_ends_well_or_breaks(
    settings: Callable[..., Settings], caplog: pytest.LogCaptureFixture
) -> None:
    secrets = ("anna@example.org", "4111111111111111", "+31612345678", "sk-proj-abcdefghijkl")

    def say(call: Call) -> ScriptedLine:
        if "break" in str(call):
            raise RuntimeError(f"refused: {' '.join(secrets)}")
        return ScriptedLine("Done.")

    caplog.set_level(logging.DEBUG)
    with closing(Assistant(settings(), engine=ScriptedEngine(replies=say))) as assistant:
        key = assistant.api_keys.create("x", ["read", "write", "act-as"]).secret
        app = application.create(lambda: assistant, site=Site("keys"))
        headers = {"Authorization": f"Bearer {key}", "X-User-ID": secrets[0]}
        with TestClient(
            app, base_url="http://localhost", headers=headers, raise_server_exceptions=False
        ) as client:
            asked = [
                client.post("/api/turns", json={"text": f"{words}: {' '.join(secrets)}"})
                for words in ("Remember this", "Now break")
            ]
            client.get("/api/nowhere", params={"token": key, "person": secrets[0]})
    assert asked[0].status_code == 200
    assert asked[1].status_code >= 500
    assert not [each for each in secrets if each in asked[1].text]
    assert "POST /api/turns 200" in caplog.text
    assert "RuntimeError: refused: [email]" in caplog.text
    assert not [each for each in (*secrets, key, key[3:]) if each in caplog.text]
