"""A tab's door: the events of its turn in words, from where a reader left off, to nobody else."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from assistant import Assistant
from tests.api.speaking import Script
from tidemark.settings import Settings
from tidemark.ui.web import turn_endpoint
from tidemark.ui.web.turn_endpoint import Door


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def assistant(settings: Callable[..., Settings], script: Script) -> Iterator[Assistant]:
    with closing(Assistant(settings(), engine=script.engine)) as opened:
        yield opened


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(Starlette(routes=turn_endpoint.routes)) as opened:
        yield opened


def read(
    client: TestClient, address: str, after: str = ""
) -> list[tuple[str, str, dict[str, str]]]:
    """Read a stream whole: number, name and data of each event."""
    found = []
    text = client.get(f"/live/{address}", headers={"Last-Event-ID": after} if after else {}).text
    for block in text.strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines())
        found.append((fields["id"], fields["event"], json.loads(fields["data"])))
    return found


def test_a_turn_is_streamed_in_the_words_of_the_tab(
    assistant: Assistant, script: Script, client: TestClient
) -> None:
    script.plays("Seven hills.")
    door, run = Door(assistant, "nl", "token"), assistant.ask("How many hills has Lisbon?")
    run.wait(20)
    whole = read(client, door.address(run))
    told = {name: data for _, name, data in whole}
    assert "".join(data["text"] for _, name, data in whole if name == "piece") == "Seven hills."
    assert told["work"]["html"] == ""  # the reply is in the place of the steps
    assert "Geheugen" in told["meter"]["html"]
    assert whole[-1][1] == "last"


def test_a_reader_that_comes_back_gets_the_rest(
    assistant: Assistant, script: Script, client: TestClient
) -> None:
    script.plays("Seven hills.")
    door, run = Door(assistant, "en", "token"), assistant.ask("How many hills has Lisbon?")
    run.wait(20)
    address, written = door.address(run), len(run.so_far())
    assert [name for _, name, _ in read(client, address, str(written - 1))][-1] == "last"
    assert client.get(f"/live/{address}", headers={"Last-Event-ID": str(written)}).text == ""
    assert read(client, address, "x") == read(client, address)


def test_the_door_of_another_tab_of_a_former_turn_or_of_a_closed_tab_is_not_there(
    assistant: Assistant, script: Script, client: TestClient
) -> None:
    script.plays("One.", "Two.")
    door, run = Door(assistant, "en", "token"), assistant.ask("Hi")
    run.wait(20)
    former = door.address(run)
    again = assistant.ask("And?", run.session_id)
    again.wait(20)
    now = door.address(again)
    assert [client.get(f"/live/{each}").status_code for each in (former, now)] == [404, 200]
    assert client.get(f"/live/{door.token}").json() == {"is_outdated": False}
    assert client.get(f"/live/other/{door.number}").status_code == 404
    door.is_outdated = lambda: True
    assert client.get(f"/live/{door.token}").json() == {"is_outdated": True}
    token = door.token
    del door
    assert client.get(f"/live/{token}").status_code == 404


def test_a_message_goes_in_once_and_its_turn_comes_out(
    assistant: Assistant, script: Script, client: TestClient
) -> None:
    script.plays("One.", "Two.")
    first = assistant.ask("Hi")
    first.wait(20)
    door = Door(assistant, "en", "token")
    said = {"chat": first.session_id, "text": "How many?", "once": "a"}
    assert client.post("/live/token", json=said).status_code == 409  # the page has to send it
    door.chat, door.ask = first.session_id, lambda text: assistant.ask(text, first.session_id)
    answers = [client.post("/live/token", json=said) for _ in range(2)]
    assert ["event: last" in each.text for each in answers] == [True, True]
    assert {each.headers["content-location"] for each in answers} == {"token/1"}
    kept = [each.content for each in assistant.sessions.transcript(first.session_id)]
    assert kept == ["Hi", "One.", "How many?", "Two."]
    assert door.sent is not None
    assert [each[1] for each in read(client, "token/1")][-1] == "last"
    refused = {
        409: {**said, "chat": "another", "once": "b"},
        422: {"text": "no more"},
    }
    for status, body in refused.items():
        assert client.post("/live/token", json=body).status_code == status
    door.ask = lambda _: assistant.ask(" ", first.session_id)  # nothing to ask
    assert client.post("/live/token", json={**said, "once": "c"}).status_code == 409
    assert client.post("/live/token", content=b"x" * 4_000_001).status_code == 413
    assert client.post("/live/other", json=said).status_code == 404


def test_a_turn_is_stopped_through_its_door(
    assistant: Assistant, script: Script, client: TestClient
) -> None:
    script.plays("One.")
    door, run = Door(assistant, "en", "token"), assistant.ask("Hi")
    address = door.address(run)
    assert client.delete(f"/live/{address}").status_code == 204
    run.wait(20)
    assert client.delete("/live/token/2").status_code == 404
