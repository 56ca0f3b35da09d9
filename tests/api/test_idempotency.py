"""POST requests by an idempotency key: sent again they get the same answer, and act once."""

import datetime as dt
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select

from assistant import Assistant
from tests.api.conftest import HERE
from tests.api.speaking import Script
from tests.conversing import on_each_database
from tidemark.api import application
from tidemark.engines.scripted import ScriptedLine
from tidemark.errors import EngineUnreachable
from tidemark.settings import Settings
from tidemark.storage.tables import idempotency_keys

HELLO = {"text": "The trip begins on 3 May.", "session_id": "trip"}


def ask(client: TestClient, key: str = "k-1", **given: object) -> Any:  # noqa: ANN401 - a response
    asked = {**HELLO, **given}
    return client.post("/api/turns", json=asked, headers={"Idempotency-Key": key})


def said(client: TestClient) -> list[str]:
    return [each["content"] for each in client.get("/api/sessions/trip/messages").json()]


def kept(assistant: Assistant) -> int:
    with assistant.database.reading() as connection:
        own = idempotency_keys.c.user_id == "local"
        return int(connection.scalar(select(func.count(idempotency_keys.c.key)).where(own)) or 0)


@pytest.fixture
def beside(settings: Callable[..., Settings], script: Script) -> Iterator[TestClient]:
    """The API in another process on the same database."""
    with closing(Assistant(settings(), engine=script.engine)) as opened:
        app = application.create(lambda: opened)
        with TestClient(app, base_url="http://localhost", client=HERE) as client:
            yield client


@on_each_database
def test_a_request_sent_again_gets_the_same_answer_and_acts_once(
    client: TestClient, assistant: Assistant, script: Script
) -> None:
    script.plays("Noted.", "Noted again.")
    first, again = ask(client), ask(client)
    assert (first.json(), first.status_code) == (again.json(), again.status_code)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert said(client) == [HELLO["text"], "Noted."]
    other = ask(client, text="It ends on 9 May.")
    assert (other.status_code, other.json()["code"]) == (422, "IdempotencyKeyReused")
    somebody = client.post(
        "/api/turns", json=HELLO, headers={"Idempotency-Key": "k-1", "X-User-ID": "ada"}
    )
    assert somebody.json()["reply"] == "Noted again."
    made = [
        client.post("/api/documents", json={"name": "list"}, headers={"Idempotency-Key": "d"})
        for _ in range(2)
    ]
    assert [each.status_code for each in made] == [201, 201]
    assert made[0].headers["location"] == made[1].headers["location"]
    files = {"files": ("a.md", b"# A\n\nA key costs 15 euros.")}  # each with its own boundary
    sent = [
        client.post("/api/sources", files=files, headers={"Idempotency-Key": "f"}).json()
        for _ in range(2)
    ]
    assert sent[0] == sent[1]
    assert kept(assistant) == 3
    client.delete("/api/sessions/trip", params={"forever": True})
    assert kept(assistant) == 2  # the words of the session went with it
    assistant.database.idempotency_keys.clear()
    assert kept(assistant) == 0


@on_each_database
def test_requests_beside_each_other_act_once(
    client: TestClient, beside: TestClient, script: Script
) -> None:
    script.plays(ScriptedLine("Noted.", pause_s=1.5))
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(ask, [client, beside, client, beside]))
    assert {each.status_code for each in answers} == {200}
    assert all(each.json() == answers[0].json() for each in answers)
    assert said(client) == [HELLO["text"], "Noted."]


def test_a_key_that_a_dead_process_left_can_be_used(
    client: TestClient, settings: Callable[..., Settings], script: Script
) -> None:
    sent: dict[str, Any] = {"now": dt.datetime.now(dt.UTC)}  # noqa: TID251

    with closing(
        Assistant(settings(engine_timeout_s=0.1), engine=script.engine, clock=lambda: sent["now"])
    ) as other:
        app = application.create(lambda: other)
        with TestClient(app, base_url="http://localhost", client=HERE) as late:
            script.plays("Noted.")
            ask(late)
            with other.database.transaction() as connection:  # as if it had ended before
                connection.execute(idempotency_keys.update().values(status=None, body=None))
            waiting = ask(late)
            assert (waiting.status_code, waiting.json()["code"]) == (409, "RequestUnderWay")
            assert waiting.headers["Retry-After"] == "1"
            sent["now"] += dt.timedelta(seconds=20)
            assert ask(late).status_code == 200
            assert kept(other) == 1


def test_a_run_begun_twice_by_one_key_is_the_same_run(client: TestClient, script: Script) -> None:
    script.plays("Seven hills.")
    key = {"Idempotency-Key": '"8e03978e-40d5-43e8-bc93-6894a57f9324"'}
    first, again = (client.post("/api/runs", json=HELLO, headers=key) for _ in range(2))
    assert first.json()["run_id"] == again.json()["run_id"]
    streamed = {"Idempotency-Key": "s", "Accept": "text/event-stream"}
    client.get(f"{first.headers['location']}/events")
    script.plays("A river.")
    one, two = (
        client.post("/api/runs", json={**HELLO, "text": "And?"}, headers=streamed).text
        for _ in range(2)
    )
    assert one == two
    assert said(client)[-2:] == ["And?", "A river."]
    chat = {"messages": [{"role": "user", "content": "Hi"}], "stream": True}
    script.plays("Hello.", "Again.")
    chats = [
        client.post("/v1/chat/completions", json=chat, headers={"Idempotency-Key": "c"}).text
        for _ in range(2)
    ]
    assert chats[0].count("chatcmpl") == chats[1].count("chatcmpl") > 1
    assert "Again" not in chats[1]


def test_what_did_nothing_may_be_sent_again_and_what_is_to_be_kept_nowhere_is_not(
    client: TestClient, assistant: Assistant, script: Script
) -> None:
    assert ask(client, text=" ").status_code == 422
    assert ask(client, use_memory=False).status_code == 200
    assert kept(assistant) == 0
    script.plays(ScriptedLine("", fails=EngineUnreachable("A service", "refused")))
    failed = [ask(client) for _ in range(2)]
    assert [each.status_code for each in failed] == [502, 502]
    assert said(client) == [HELLO["text"]]
    for key in ("", " ", "x" * 256, "a\tb"):
        wrong = ask(client, key)
        assert (wrong.status_code, wrong.json()["code"]) == (422, "IdempotencyKeyInvalid")
