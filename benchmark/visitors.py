"""Waiting times of many people who talk at once to one process of the page.

    python -m benchmark.visitors [--visitors 20] [--turns 10]

serves the page with an engine that answers immediately and talks to it as browsers do, the first
message over the websocket and the others through the tab's endpoint, each visitor in a separate
chat, all at the same time: twenty real browsers would measure the browsers.  Times are from sending
a message to the first piece of its reply.  Then every chat is compared with the messages sent, and
the server's additional memory is divided among the visitors.
"""

import argparse
import http.client
import json
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from itertools import pairwise
from pathlib import Path

import psutil
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.state.session_state import STREAMLIT_INTERNAL_KEY_PREFIX
from websockets.sync.client import ClientConnection, connect

from benchmark.databases import local_database
from tests.browser.served import Served, serving

REPLY = "Reply"
WAIT_S = 60.0
WARM = 2  # turns before the first that counts
_MEGABYTE = 1_000_000
_HEAD = "| what | figure | target |\n|---|---:|---|"


@dataclass
class Visitor:
    """A visitor: a connection, and the parts of the page received."""

    name: str
    connection: ClientConnection
    http: http.client.HTTPConnection
    chat: str = ""
    widgets: dict[str, tuple[str, str]] = field(default_factory=dict)  # id and fragment, by name
    heard: set[str] = field(default_factory=set)
    unanswered: list[str] = field(default_factory=list)  # messages of whose reply no piece came
    waited_ms: list[float] = field(default_factory=list)
    _is_drawn: bool = True
    _live: str = ""  # address of the reply being streamed
    _door: str = ""  # address for the next message

    def open(self) -> None:
        """Request the page, and wait until it is drawn."""
        self._send(BackMsg())
        self._read_until()

    def say(self, words: str) -> None:
        """Send ``words`` and wait for the first piece of the answer."""
        began = time.perf_counter()
        if self._door:
            said = {"chat": self.chat, "text": words, "once": words}
            heard = self._heard("POST", self._door, json.dumps(said))
            self._end("sent", words)
        else:
            heard = self._typed(words)
        if heard:
            self.waited_ms.append((heard - began) * 1000)
        else:
            self.unanswered.append(words)

    def _typed(self, words: str) -> float:
        """Send ``words`` through the page's own field; return when the first piece came."""
        message = BackMsg()
        widget, fragment = self.widgets["composer"]
        state = message.rerun_script.widget_states.widgets.add(id=widget)
        state.chat_input_value.data = words
        message.rerun_script.fragment_id = fragment
        self._send(message)
        self._read_until(is_answered=True)
        heard = time.perf_counter()
        if self._live:
            heard = self._heard("GET", self._live)
            self._end("live", self._live)
        else:
            self._read_until()
        return heard

    def _heard(self, method: str, address: str, body: str | None = None) -> float:
        """Read the events of a turn to their end; return when the first piece came, 0 if none."""
        heard = 0.0
        self.http.request(method, f"/live/{address}", body)
        answer = self.http.getresponse()
        if answer.status != HTTPStatus.OK:
            raise ConnectionError(f"{self.name} was answered {answer.status}")
        for line in answer:
            if line.startswith(b"event: piece") and not heard:
                heard = time.perf_counter()
        return heard

    def _end(self, by: str, value: str) -> None:
        """Request the stored turn, as the page does at the end of a turn, and wait for it."""
        self._read_until()
        message = BackMsg()
        widget, fragment = self.widgets[by]
        states = message.rerun_script.widget_states.widgets
        state = states.add(id=f"{STREAMLIT_INTERNAL_KEY_PREFIX}_{widget}__events")
        state.json_trigger_value = json.dumps([{"event": "ended", "value": value}])
        message.rerun_script.fragment_id = fragment
        self._live = ""
        self._send(message)
        self._read_until()

    def _send(self, message: BackMsg) -> None:
        message.rerun_script.query_string = f"chat={self.chat}" if self.chat else ""
        message.rerun_script.context_info.timezone = "UTC"
        self.connection.send(message.SerializeToString())
        self._is_drawn = False

    def _read_until(self, *, is_answered: bool = False) -> None:
        """Read messages until the page is drawn, or until it ``is_answered``.

        That is by a reply that can be followed, or by a complete one, if that came first.
        """
        end = time.monotonic() + WAIT_S
        while time.monotonic() < end:
            if not is_answered and self._is_drawn:
                return
            sent = self.connection.recv(timeout=WAIT_S, decode=False)
            if self._take(ForwardMsg.FromString(sent)) and is_answered:
                return
        raise TimeoutError(f"{self.name} waited {WAIT_S:g} s")

    def _take(self, sent: ForwardMsg) -> bool:
        """Process a message; return whether it begins another reply."""
        kind = sent.WhichOneof("type")
        if kind == "script_finished":
            self._is_drawn = sent.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN
        elif kind == "page_info_changed":
            chats = dict(
                part.split("=", 1)
                for part in sent.page_info_changed.query_string.split("&")
                if "=" in part
            )
            self.chat = chats.get("chat", "")
        elif kind == "delta" and sent.delta.WhichOneof("type") == "new_element":
            return self._took(sent)
        return False

    def _took(self, sent: ForwardMsg) -> bool:
        element, fragment = sent.delta.new_element, sent.delta.fragment_id
        if element.WhichOneof("type") == "chat_input":
            self.widgets["composer"] = (element.chat_input.id, fragment)
        elif element.WhichOneof("type") == "bidi_component":
            part = element.bidi_component
            if part.component_name == "tidemark.live_reply":
                self.widgets["live"] = (part.id, fragment)
                self._live = json.loads(part.json)["url"]
                return True
            if part.component_name == "tidemark.sent_turn":
                self.widgets["sent"] = (part.id, fragment)
                data = json.loads(part.json)
                self._door = data["url"] if data["chat"] else ""
        first, _, _ = element.markdown.body.partition(" ")
        if not first.startswith(REPLY) or first in self.heard:
            return False
        self.heard.add(first)
        return True


def visit(
    served: Served, there: ExitStack, number: int, turns: int, gate: threading.Barrier
) -> Visitor:
    """Open the page, talk ``turns`` times in parallel; stay until ``there`` is closed."""
    url = served.url.replace("http", "ws", 1) + "/_stcore/stream"
    connection = there.enter_context(connect(url, max_size=None, ping_interval=None))
    to = http.client.HTTPConnection(served.url.removeprefix("http://"), timeout=WAIT_S)
    there.callback(to.close)
    visitor = Visitor(f"visitor {number}", connection, to)
    visitor.open()
    for turn in range(turns):
        if turn == WARM:
            visitor.waited_ms.clear()
        gate.wait(WAIT_S)
        visitor.say(f"Question {turn} of {visitor.name}")
    return visitor


def lost(database_url: str, visitors: int, turns: int) -> tuple[int, Sequence[str]]:
    """Count the questions not stored with their answers, each in one chat of its own.

    Return also the messages of each chat that has another number of them than two a turn.
    """
    missing, odd = visitors * turns, []
    with local_database(database_url) as database:
        for session in database.session_lists.recent(visitors + 1):
            stored = database.get_messages(session.session_id)
            own = stored[0].content.rpartition(" of ")[2]
            answers = {asked.content: reply.content for asked, reply in pairwise(stored)}
            asked_for = [f"Question {turn} of {own}" for turn in range(turns)]
            missing -= sum(answers.get(asked, "").startswith(REPLY) for asked in asked_for)
            if len(stored) % 2:
                odd.append(f"{[(each.content, each.metadata.failure) for each in stored]}")
    return missing, odd


def measured(folder: Path, visitors: int, turns: int) -> Iterator[str]:
    """Yield the rows of the table."""
    replies = [f"{REPLY}-{number} is this one." for number in range((visitors + 1) * turns)]
    with serving(folder, {"replies": replies}, ENGINE="scripted") as served:
        server, gate = psutil.Process(served.process.pid), threading.Barrier(visitors)
        with ExitStack() as there:  # shared by all
            visit(served, there, 0, WARM, threading.Barrier(1))
        before, worked = server.memory_info().rss, server.cpu_times()
        with ExitStack() as there, ThreadPoolExecutor(visitors) as pool:
            talk = partial(visit, served, there, turns=turns, gate=gate)
            these = list(pool.map(talk, range(1, visitors + 1)))
            took = server.cpu_times()
            each = (server.memory_info().rss - before) / visitors / _MEGABYTE
    waited = sorted(ms for visitor in these for ms in visitor.waited_ms)
    p95 = waited[int(0.95 * (len(waited) - 1))]
    yield f"| first piece, median of {len(waited)} | {statistics.median(waited):,.0f} ms | |"
    yield f"| first piece, p95 | {p95:,.0f} ms | ≤ 500 ms |"
    yield f"| first piece, the longest | {waited[-1]:,.0f} ms | |"
    cpu_s = took.user + took.system - worked.user - worked.system
    yield f"| processor time of the server, a turn | {cpu_s / visitors / turns * 1000:.0f} ms | |"
    yield f"| memory for each visitor | {each:.1f} MB | ≤ 15 MB |"
    missing, odd = lost(served.database_url, visitors + 1, turns)
    yield f"| exchanges lost, of {visitors * turns} | {missing - (turns - WARM)} | 0 |"
    yield from odd
    yield from (words for visitor in these for words in visitor.unanswered)


def main() -> None:
    """Serve, talk and print."""
    parser = argparse.ArgumentParser(description="What many people wait for at once.")
    parser.add_argument("--visitors", type=int, default=20)
    parser.add_argument("--turns", type=int, default=10)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        print(_HEAD, *measured(Path(place), given.visitors, given.turns), sep="\n")


if __name__ == "__main__":
    main()
