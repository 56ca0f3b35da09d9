"""People told apart: keys and their scopes, rate limits, pages of other origins."""

import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

import openai
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.datastructures import Headers

from assistant import Assistant
from tests.api.conftest import HERE, key
from tidemark.api import application
from tidemark.api.request_guard import Site
from tidemark.errors import ServedToOthers
from tidemark.schema.people import KeyScope
from tidemark.settings import Settings

ELSEWHERE = ("192.168.1.7", 50_000)
PUBLIC = {"login": "keys", "public_url": "https://tide.example"}


@contextmanager
def served(
    assistant: Assistant, site: Site, client: tuple[str, int] = HERE
) -> Iterator[TestClient]:
    app = application.create(lambda: assistant, site=site)
    with TestClient(app, base_url="http://localhost", client=client) as opened:
        yield opened


@pytest.fixture
def apart(assistant: Assistant) -> Iterator[TestClient]:
    """The API to another computer, where each request needs a key."""
    with served(assistant, Site.of(Settings.read(**PUBLIC)), ELSEWHERE) as client:
        client.base_url = "https://tide.example"
        yield client


def code(response: object) -> tuple[int, str]:
    assert hasattr(response, "json")
    assert hasattr(response, "status_code")
    return response.status_code, response.json().get("code", "")


def test_no_path_is_reached_without_a_key_that_works(
    apart: TestClient, assistant: Assistant
) -> None:
    service = assistant.api_keys
    revoked = service.create("old")
    service.revoke(revoked.key.key_id)
    app = apart.app
    assert isinstance(app, FastAPI)
    tried = 0
    for path, methods in app.openapi()["paths"].items():
        for method in methods:
            where = re.sub(r"{\w+}", "1", path)
            if where in ("/healthz", "/readyz"):
                continue
            tried += 1
            for given in ("", "Basic YTpi", "Bearer x", f"Bearer {revoked.secret}"):
                found = apart.request(method, where, headers={"Authorization": given})
                assert found.status_code == HTTPStatus.UNAUTHORIZED, (method, path)
                assert found.headers["WWW-Authenticate"].startswith('Bearer realm="tidemark"')
                assert "local" not in found.text
    assert tried > 60
    assert apart.get("/api/nowhere").status_code == HTTPStatus.UNAUTHORIZED
    assert apart.get("/healthz").status_code == HTTPStatus.OK
    told = apart.get("/api/sessions").json()
    assert (told["code"], told["title"]) == ("NotSignedIn", "Unauthorized")
    assert code(apart.get("/api/sessions", headers={"Authorization": "Bearer tm_x"})) == (
        401,
        "KeyNotValid",
    )


@pytest.mark.parametrize(
    ("scopes", "expected"),
    [
        (("read",), (200, 403, 403)),
        (("write",), (403, 201, 403)),
        (("read", "write"), (200, 201, 403)),
        (("act-as",), (403, 403, 403)),
        (("read", "admin"), (200, 403, 200)),
    ],
    ids=str,
)
def test_a_key_may_do_what_its_scopes_say(
    apart: TestClient,
    assistant: Assistant,
    scopes: tuple[KeyScope, ...],
    expected: tuple[int, ...],
) -> None:
    headers = key(assistant, *scopes)
    asked = (
        apart.get("/api/profile", headers=headers),
        apart.post("/api/profile", headers=headers, json={"text": "Vegetarian"}),
        apart.get("/api/keys", headers=headers),
    )
    assert tuple(each.status_code for each in asked) == expected
    refused = [each for each in asked if each.status_code == HTTPStatus.FORBIDDEN]
    assert all(each.json()["code"] == "ScopeMissing" for each in refused)
    assert all("insufficient_scope" in each.headers["WWW-Authenticate"] for each in refused)


def test_a_request_is_of_its_key_and_only_a_trusted_service_names_another_user(
    apart: TestClient, assistant: Assistant
) -> None:
    anna, bob = key(assistant, "read", "write"), key(assistant, "read", "write", user="bob")
    service = key(assistant, "read", "write", "act-as", user="service")
    admin = key(assistant, "read", "write", "admin", user="admin")
    apart.post("/api/profile", headers=anna, json={"text": "Eats marmalade"}).raise_for_status()

    def known(headers: dict[str, str], user: str | None = None) -> str:
        named = {"X-User-ID": user} if user else {}
        return apart.get("/api/profile", headers={**headers, **named}).text

    assert "marmalade" in known(anna)
    assert "marmalade" in known(anna, "anna")
    assert "marmalade" in known(service, "anna")
    assert "marmalade" not in known(bob) + known(service) + known(admin) + known(service, "bob")
    for headers in (bob, admin):
        refused = apart.get("/api/profile", headers={**headers, "X-User-ID": "anna"})
        assert code(refused) == (403, "ActingNotAllowed")
    assert code(apart.get("/api/profile", headers={**service, "X-User-ID": "../"}))[0] == 422


def test_keys_are_made_over_the_api_with_no_more_than_one_has(
    apart: TestClient, assistant: Assistant
) -> None:
    admin = key(assistant, "read", "write", "admin")
    refused = apart.post("/api/keys", headers=admin, json={"name": "x", "scopes": ["act-as"]})
    assert code(refused) == (403, "ScopesNotOwned")
    assert apart.post("/api/keys", headers=admin, json={"name": " "}).status_code == 422
    once = {**admin, "Idempotency-Key": "once"}
    made = apart.post("/api/keys", headers=once, json={"name": "x", "scopes": ["read"]}).json()
    file = Path(assistant.database.url.removeprefix("sqlite:///"))
    stored = b"".join(each.read_bytes() for each in file.parent.glob("*.db*"))
    assert made["secret"].encode() not in stored
    own = {"Authorization": f"Bearer {made['secret']}"}
    assert apart.get("/api/sessions", headers=own).status_code == 200
    listed = apart.get("/api/keys", headers=admin)
    assert [each["name"] for each in listed.json()] == ["x", "test"]
    assert made["secret"] not in listed.text
    key_id = made["key"]["key_id"]
    assert apart.delete(f"/api/keys/{key_id}", headers=admin).status_code == 204
    assert code(apart.delete(f"/api/keys/{key_id}", headers=admin)) == (404, "ApiKeyNotFound")
    assert code(apart.get("/api/sessions", headers=own)) == (401, "KeyNotValid")


def test_alone_a_made_up_key_is_ignored_and_one_of_ours_still_means_what_it_says(
    client: TestClient, assistant: Assistant
) -> None:
    made_up = {"Authorization": "Bearer sk-none", "X-User-ID": "bob"}
    assert client.post("/api/profile", headers=made_up, json={"text": "Rows"}).status_code == 201
    assert "Rows" in client.get("/api/profile", headers={"X-User-ID": "bob"}).text
    reading = key(assistant, "read", user="bob")
    assert "Rows" in client.get("/api/profile", headers=reading).text
    assert client.delete("/api/profile/1", headers=reading).status_code == 403
    assert client.get("/api/profile", headers={"Authorization": "Bearer tm_x"}).status_code == 401


def test_the_official_client_is_told_as_by_openai_that_its_key_is_wrong(
    apart: TestClient, assistant: Assistant
) -> None:
    def listed(secret: str) -> list[str]:
        at = "https://tide.example/v1"
        asks = openai.OpenAI(api_key=secret, base_url=at, http_client=apart, max_retries=0)
        return [each.id for each in asks.models.list()]

    with pytest.raises(openai.AuthenticationError, match="not known, was revoked"):
        listed("tm_wrong")
    assert listed(assistant.api_keys.create("x").secret)[0] == "tidemark"


def test_fifty_requests_at_once_do_not_pass_the_limit_and_each_user_has_their_own(
    assistant: Assistant,
) -> None:
    site = Site(rate_limit="20/minute,1000/day")
    with served(assistant, site) as client, ThreadPoolExecutor(16) as pool:
        made = assistant.api_keys.create("x").secret  # of the same user
        by_key = {"Authorization": f"Bearer {made}"}
        paths = ("/api/profile", "/v1/models", "/api/runs/none/events")
        asked = [
            pool.submit(client.get, paths[n % 3], headers=by_key if n % 2 else {})
            for n in range(50)
        ]
        found = [each.result() for each in asked]
        assert Counter(each.status_code == 429 for each in found) == {False: 20, True: 30}
        refused = client.get("/api/profile")
        assert code(refused) == (429, "TooManyRequests")
        assert 1 <= int(refused.headers["Retry-After"]) <= 60
        told = client.get("/v1/models")
        assert told.json()["error"]["code"] == "TooManyRequests"
        other = client.get("/api/profile", headers={"X-User-ID": "bob"})
        assert other.status_code == 200
        assert other.headers["RateLimit-Policy"] == '"user";q=20;w=60'
        assert re.fullmatch(r'"user";r=19;t=\d+', other.headers["RateLimit"])


def test_requests_with_keys_that_do_not_work_are_limited_and_lock_nobody_out(
    assistant: Assistant,
) -> None:
    mine = key(assistant, "read")
    with served(assistant, Site(login="keys", rate_limit="3/minute")) as client:
        wrong = [{"Authorization": f"Bearer tm_wrong{n}"} for n in range(4)]
        found = [client.get("/api/profile", headers=each).status_code for each in [*wrong, {}]]
        assert found == [401, 401, 401, 429, 429]
        assert client.get("/api/profile", headers=mine).status_code == 200


def test_a_service_gets_ten_times_the_allowance_for_all_the_people_it_names(
    assistant: Assistant,
) -> None:
    service = key(assistant, "read", "act-as", user="service")
    with served(assistant, Site(login="keys", rate_limit="2/minute")) as client:
        found = [
            client.get("/api/profile", headers={**service, "X-User-ID": f"person-{n}"})
            for n in range(21)
        ]
        assert [each.status_code for each in found] == [200] * 20 + [429]
        assert client.get("/api/profile", headers=service).status_code == 200  # its own data


def test_pages_of_other_origins_are_let_in_by_name_alone(assistant: Assistant) -> None:
    ours = {"Origin": "https://app.example"}
    asked = {
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type,traceparent",
        **ours,
    }
    with served(assistant, Site()) as client:
        for origin in (
            "https://app.example",
            "null",
            "http://localhost.evil.example",
            "http://localhost:9999",  # another program of this computer
            "http://127.0.0.1",
        ):
            found = client.get("/api/profile", headers={"Origin": origin})
            assert found.status_code == 403
            assert "Access-Control-Allow-Origin" not in found.headers
        assert client.options("/api/turns", headers=asked).status_code == 403
    site = Site.of(Settings.read(cors_origins="https://app.example, https://b.example"))
    with served(assistant, site) as client:
        let_in = client.get("/api/profile", headers=ours)
        assert let_in.headers["Access-Control-Allow-Origin"] == "https://app.example"
        assert client.options("/api/turns", headers=asked).status_code == 200
        other = client.get("/api/profile", headers={"Origin": "http://app.example"})
        assert other.status_code == 403
    behind = Site.of(Settings.read(login="keys", public_url="https://tm.example:8443"))
    for origin, host in (  # a proxy may leave the port out of the host's name
        ("https://tm.example:8443", "tm.example"),
        ("https://tm.example", "tm.example:443"),
        ("http://localhost:8501", "localhost:8501"),
    ):
        assert behind.refusal(Headers({"Host": host, "Origin": origin}), None) is None


def test_every_answer_has_the_headers_that_keep_a_browser_from_harm(client: TestClient) -> None:
    for path in ("/api/profile", "/api/nowhere", "/healthz"):
        told = client.get(path).headers
        assert told["X-Content-Type-Options"] == "nosniff"
        assert told["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert told["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(
    ("login", "address", "is_refused"),
    [
        ("off", "0.0.0.0", True),  # noqa: S104
        ("off", "::", True),
        ("off", "192.168.1.7", True),
        ("off", "tide.example", True),
        ("off", "127.0.0.2", False),
        ("off", "localhost", False),
        ("keys", "0.0.0.0", False),  # noqa: S104
    ],
)
def test_an_address_of_others_is_refused_where_nobody_logs_in(
    login: str, address: str, *, is_refused: bool
) -> None:
    site = Site.of(Settings.read(login=login))
    if not is_refused:
        site.check_address("API", address)
        return
    with pytest.raises(ServedToOthers, match="Set LOGIN=keys"):
        site.check_address("API", address)
