"""Load of many people who talk through several processes that share one database.

    python -m benchmark.api.load --url postgresql+psycopg://… [--people 50] [--seconds 60]

serves the API by two processes and the page, with its API, by a third, with the built-in engine.
Each person talks in a chat of their own, pauses a second or two between messages, and sends each
message to the next of the three: no two consecutive messages of a chat go to the same process.  A
fifth of the messages are sent twice at the same time, to two processes, with one
``Idempotency-Key``.  Then every chat in the database is compared with the messages sent and
received.  The database must be empty.
"""

import argparse
import itertools
import json
import os
import random
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from pathlib import Path

import httpx

from database import Database
from tests.browser.served import ROOT, free_port, serving
from tests.warnings_as_errors import PYTHON
from tidemark.schema.scope import GENERAL, Scope

WAIT_S = 60.0
_TWICE = 5  # every fifth message is sent twice
_HEAD = "| what | figure |\n|---|---:|"
_TOPICS = ("boat", "kitchen", "garden", "invoice", "concert", "bicycle", "roof", "train")


@dataclass
class Person:
    """A person who talks: the messages sent and received, in order, and their times."""

    name: str
    marker: str
    said: list[str] = field(default_factory=list)  # question, answer, question, …
    first_ms: list[float] = field(default_factory=list)
    whole_ms: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    @property
    def session_id(self) -> str:
        """The id of the person's chat."""
        return f"chat-of-{self.name}"

    def talk(self, servers: Sequence[str], seconds: float, pause_s: float) -> "Person":
        """Talk for ``seconds``, sending each message to the next of ``servers``."""
        chance = random.Random(self.name)  # noqa: S311 - who says what, not a secret
        end = time.monotonic() + seconds
        time.sleep(chance.uniform(0, pause_s))
        with ExitStack() as opened:
            headers = {"X-User-ID": self.name}
            clients = [
                opened.enter_context(httpx.Client(base_url=url, headers=headers, timeout=WAIT_S))
                for url in servers
            ]
            start = chance.randrange(len(clients))
            for number in itertools.count():
                if time.monotonic() >= end:
                    return self
                to = [clients[(start + number + step) % len(clients)] for step in (0, 1)]
                text = (
                    f"{self.marker} note {number}: the {chance.choice(_TOPICS)} costs "
                    f"{chance.randrange(10, 900)} euros, and is due on day {number}."
                )
                if number % _TWICE == _TWICE - 1:
                    self._say_twice(to, text, f"{self.name}-{number}")
                else:
                    self._say(to[0], text)
                time.sleep(chance.uniform(0.5, 1.5) * pause_s)
        raise AssertionError

    def _say(self, client: httpx.Client, text: str) -> None:
        """Send ``text``, and read its answer as it streams."""
        asked = {"text": text, "session_id": self.session_id, "may_ask": False}
        began, first, answer, end = time.perf_counter(), 0.0, "", ""
        headers = {"Accept": "text/event-stream"}
        with client.stream("POST", "/api/runs", json=asked, headers=headers) as stream:
            if stream.status_code != HTTPStatus.OK:
                self.refused.append(f"{stream.status_code} {stream.read().decode()}")
                return
            for name, data in _events(stream.iter_lines()):
                if name == "piece":
                    first = first or time.perf_counter() - began
                    answer += str(data["text"])
                end = name
        if end != "finished":
            self.refused.append(f"{end} {answer}")
            return
        self.first_ms.append(first * 1000)
        self.whole_ms.append((time.perf_counter() - began) * 1000)
        self.said += [text, answer]

    def _say_twice(self, to: Sequence[httpx.Client], text: str, key: str) -> None:
        """Send ``text`` to two processes at once; one acts, the other waits or repeats it."""
        asked = {"text": text, "session_id": self.session_id, "may_ask": False}
        send = partial(_post, asked=asked, headers={"Idempotency-Key": key})
        with ThreadPoolExecutor(len(to)) as both:
            answers = list(both.map(send, to))
        told = {json.dumps(each.json(), sort_keys=True) for each in answers if each.is_success}
        others = [each.status_code for each in answers if not each.is_success]
        if len(told) != 1 or set(others) - {HTTPStatus.CONFLICT}:
            self.refused += [f"{each.status_code} {each.text}" for each in answers]
            return
        self.said += [text, json.loads(told.pop())["reply"]]


def _post(
    client: httpx.Client, asked: dict[str, object], headers: dict[str, str]
) -> httpx.Response:
    return client.post("/api/turns", json=asked, headers=headers)


def _events(lines: Iterator[str]) -> Iterator[tuple[str, dict[str, object]]]:
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


@dataclass(frozen=True)
class Faults:
    """Messages that differ between what people sent and received and what is stored."""

    lost: int
    doubled: int
    mixed: int
    refused: tuple[str, ...]


def faults(database_url: str, people: Sequence[Person]) -> Faults:
    """Compare every chat in the database with the messages sent and received."""
    lost = doubled = mixed = 0
    with closing(Database(database_url)) as database:
        for person in people:
            own = database.scoped(Scope(person.name, GENERAL))
            sessions = [each.session_id for each in own.session_lists.recent(10)]
            stored = [each.content for each in own.get_messages(person.session_id)]
            questions = stored[::2]
            lost += sum(each not in stored for each in person.said)
            lost += stored != person.said
            doubled += len(questions) - len(set(questions)) + len(sessions) - 1
            mixed += sum(not each.startswith(person.marker) for each in questions)
            others = {each.marker for each in people} - {person.marker}
            mixed += sum(marker in each for each in stored for marker in others)
    return Faults(lost, doubled, mixed, tuple(each for p in people for each in p.refused))


@contextmanager
def serving_api(folder: Path, database_url: str, **settings: str) -> Iterator[str]:
    """Start the API alone in a process in ``folder``, and end it afterwards; yield its address."""
    port = free_port()
    command = [*PYTHON, "-m", "uvicorn", "api:app", "--app-dir", str(ROOT), "--port", str(port)]
    around = dict(os.environ)  # noqa: TID251 - handed on
    given = {"DATABASE_URL": database_url, "ENGINE": "builtin", **settings}
    with (folder / f"api-{port}.log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=folder, env={**around, **given}, stdout=log, stderr=log
        )
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)


def warm(url: str) -> str:
    """Wait until the process at ``url`` is ready for a first turn; return ``url``."""
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        try:
            if httpx.get(f"{url}/readyz", timeout=WAIT_S).is_success:
                return url
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise TimeoutError(f"{url} was not ready within {WAIT_S:g} s")


def talked(
    servers: Sequence[str], *, people: int, seconds: float, pause_s: float
) -> tuple[Person, ...]:
    """Let ``people`` persons talk to ``servers`` at the same time; return them."""
    these = [Person(f"person{number}", f"Marker{number:03}x") for number in range(people)]
    with ThreadPoolExecutor(people) as pool:
        talk = partial(Person.talk, servers=servers, seconds=seconds, pause_s=pause_s)
        return tuple(pool.map(talk, these))


def rows(people: Sequence[Person], seconds: float, found: Faults) -> Iterator[str]:
    """Yield the rows of the table."""
    turns = sum(len(person.said) // 2 for person in people)
    yield f"| turns of {len(people)} people in {seconds:g} s | {turns:,} |"
    for name in ("first_ms", "whole_ms"):
        waited = sorted(ms for person in people for ms in getattr(person, name))
        p95 = waited[int(0.95 * (len(waited) - 1))]
        what = "first piece" if name == "first_ms" else "whole answer"
        yield f"| {what}, p50 / p95 | {statistics.median(waited):,.0f} / {p95:,.0f} ms |"
    yield f"| lost / doubled / mixed | {found.lost} / {found.doubled} / {found.mixed} |"
    yield f"| refused | {len(found.refused)} |"


def main() -> None:
    """Serve, talk, check and print."""
    parser = argparse.ArgumentParser(description="Many people, several processes, one database.")
    parser.add_argument("--url", required=True)
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pause", type=float, default=2.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, ExitStack() as there:
        folder = Path(place)
        servers = [there.enter_context(serving_api(folder, given.url)) for _ in range(2)]
        page = there.enter_context(serving(folder, DATABASE_URL=given.url))
        servers = [warm(url) for url in (*servers, page.url)]
        people = talked(servers, people=given.people, seconds=given.seconds, pause_s=given.pause)
        found = faults(given.url, people)
    print(_HEAD, *rows(people, given.seconds, found), *found.refused[:10], sep="\n")


if __name__ == "__main__":
    main()
