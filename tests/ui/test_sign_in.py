"""The user that a log-in is for, and the settings that it takes."""

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from tidemark.errors import LogInNotConfigured
from tidemark.schema.scope import Scope
from tidemark.settings import Settings
from tidemark.ui.web.sign_in import FailedLogIn, secrets_of, user_id_of

WHOLE = {
    "login": "oidc",
    "public_url": "https://tide.example/",
    "oidc_discovery_url": "https://login.example/.well-known/openid-configuration",
    "oidc_client_id": "tidemark",
    "oidc_client_secret": "x",
    "cookie_secret": "0123456789abcdef0123456789abcdef",
}


@pytest.mark.parametrize(
    ("claims", "claim", "user_id"),
    [
        ({"sub": "auth0|5f7c"}, "sub", "auth0|5f7c"),
        ({"sub": "Anna"}, "sub", "Anna"),
        ({"email": "Anna@Example.org", "email_verified": True}, "email", "anna@example.org"),
        ({"email": "Anna@Example.org"}, "email", "anna@example.org"),
        ({"email": "anna@example.org", "email_verified": False}, "email", None),
        ({"sub": ""}, "sub", None),
        ({"sub": 5}, "sub", None),
        ({"sub": "x"}, "oid", None),
    ],
)
def test_a_person_is_the_same_user_each_time(
    claims: dict[str, object], claim: str, user_id: str | None
) -> None:
    assert user_id_of(claims, claim) == user_id


def test_no_log_in_becomes_the_user_of_this_computer_or_of_another_name() -> None:
    names = ("local", "Élodie", "x" * 200, "../etc", "a b", "u_" + "0" * 40)
    made = [user_id_of({"sub": name}, "sub") for name in names]
    assert len({*made, *names}) == 12
    assert all(Scope(each or "", "general") for each in made)


def test_nobody_logs_in_with_settings_that_lack_something() -> None:
    assert secrets_of(Settings.read()) == {}
    found = secrets_of(Settings.read(**WHOLE))["auth"]
    assert found["redirect_uri"] == "https://tide.example/oauth2callback"
    for name in set(WHOLE) - {"login"}:
        with pytest.raises(LogInNotConfigured, match=f"{name.upper()} not set"):
            secrets_of(Settings.read(**{**WHOLE, name: ""}))
    with pytest.raises(LogInNotConfigured, match="less than 32"):
        secrets_of(Settings.read(**{**WHOLE, "cookie_secret": "short"}))


@pytest.mark.parametrize(
    ("language", "said"),
    [("en-GB", "The log-in service of this site does not answer"), ("nl", "geeft geen antwoord")],
)
def test_a_log_in_that_cannot_begin_says_why_and_what_to_do(language: str, said: str) -> None:
    def log_in(request: Request) -> PlainTextResponse:
        if "down" in request.query_params:
            return PlainTextResponse("Authentication error", 400)
        return PlainTextResponse("On")

    routes = [Route("/auth/login", log_in), Route("/elsewhere", log_in)]
    client = TestClient(Starlette(routes=routes, middleware=[Middleware(FailedLogIn)]))
    told = client.get("/auth/login?down", headers={"Accept-Language": language})
    assert (told.status_code, told.headers["content-type"]) == (503, "text/html; charset=utf-8")
    assert said in told.text
    assert 'href="/"' in told.text
    assert "Authentication error" not in told.text
    assert client.get("/auth/login").text == "On"
    assert client.get("/elsewhere?down").text == "Authentication error"
