"""Unexpected requests: they must cause no server fault, and none may stay unanswered.

``python -m benchmark.api.fuzz [--examples 100] [--bodies 10000] [--url …] [--seed 1]`` sends
requests that schemathesis generates from the description of the API, valid and invalid, to every
operation; then as many bodies of its examples, each changed at random.  It fails if an answer has a
status of 500 or more that is not a refusal by an engine, has another shape than described, or takes
more than 5 seconds.
"""

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, seed, settings
from pydantic import JsonValue
from schemathesis import Case, openapi
from schemathesis.core.result import Err

from assistant import Assistant
from tidemark.api import application
from tidemark.engines.scripted import ScriptedEngine
from tidemark.settings import Settings

_LIMIT_S = 5.0
_HERE = ("127.0.0.1", 50_000)
# No faults: the engine refused, and /readyz of a server that is not warm.  Any other 503 is one:
# the database is here, so what it refuses is a statement of ours
_TOLD, _READINESS = HTTPStatus.BAD_GATEWAY, "/readyz"
_VALUES: tuple[JsonValue, ...] = (
    None, True, False, 0, -1, 2**31, 2**63, 2**64, 1e308, -0.0, 0.1, "", " ", "\x00", "\ud800",
    "é" * 300, "a" * 100_000, "../../etc", "'; DROP TABLE sessions; --", "{{7*7}}", "\u202e", "[",
    "9" * 5_000, [], {}, [[]], {"": ""}, [None] * 2_000,
)  # fmt: skip


@dataclass
class Fuzzing:
    """The results of the requests: their number, statuses, times and faults."""

    statuses: Counter[int] = field(default_factory=Counter)
    times_s: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def note(self, what: str, status: int, took_s: float, text: str) -> None:
        """Record a request, and whether its answer is a fault."""
        self.statuses[status] += 1
        self.times_s.append(took_s)
        is_told = status == _TOLD or _READINESS in what
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR and not is_told:
            self.faults.append(f"{what}: {status} {text[:300]}")
        if took_s > _LIMIT_S:
            self.faults.append(f"{what}: {took_s:.1f} s")

    def told(self) -> str:
        """Return the figures as text."""
        times = sorted(self.times_s) or [0.0]
        by_status = ", ".join(f"{n} × {status}" for status, n in sorted(self.statuses.items()))
        p95 = times[int(0.95 * (len(times) - 1))]
        return (
            f"{len(times):,} requests ({by_status}); median {statistics.median(times) * 1000:.1f}"
            f" ms, p95 {p95 * 1000:.1f} ms, longest {times[-1]:.2f} s; {len(self.faults)} faults"
        )


class Api:
    """The API over an Assistant, called from this machine as any client does."""

    def __init__(self, assistant: Assistant) -> None:
        self._app = application.create(lambda: assistant)
        self.described = self._app.openapi()
        self.client = TestClient(
            self._app, base_url="http://localhost", client=_HERE, raise_server_exceptions=False
        )

    def operations(self, examples: int, chance: int) -> Fuzzing:
        """Send valid and invalid requests to each operation."""
        found = Fuzzing()
        schema = openapi.from_dict(self.described)
        for each in schema.get_all_operations():
            if isinstance(each, Err):
                found.faults.append(str(each.err()))
                continue
            operation = each.ok()
            cases: list[Case[Any]] = []

            @seed(chance)
            @settings(
                max_examples=examples,
                deadline=None,
                database=None,
                phases=[Phase.explicit, Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy())
            def draw(case: Case[Any]) -> None:
                cases.append(case)  # noqa: B023 - called in this round

            draw()  # all before the first is sent: Hypothesis objects to a server's random numbers
            for case in cases:
                self._send(case, found)
        return found

    def _send(self, case: Case[Any], found: Fuzzing) -> None:
        asked = case.as_transport_kwargs(base_url="http://localhost")
        content, _ = asked.pop("data", None), asked.pop("cookies", None)
        asked["content"] = content if isinstance(content, str | bytes) else None
        asked["data"] = content if isinstance(content, dict | list) else None
        if files := asked.pop("files", None):
            asked["files"] = [(name, ("f.md", _bytes(of))) for name, of in files]
        began = time.perf_counter()
        answer = self.client.request(**{name: of for name, of in asked.items() if of is not None})
        took_s, what = time.perf_counter() - began, f"{case.method} {case.path}"
        found.note(f"{what} {str(asked)[:300]}", answer.status_code, took_s, answer.text)

    def bodies(self, count: int, chance: random.Random) -> Fuzzing:
        """Send ``count`` randomly changed bodies to every operation that takes one."""
        found = Fuzzing()
        asked = list(self._examples())
        for number in range(count):
            method, path, example = asked[number % len(asked)]
            content = _mutated(example, chance)
            began = time.perf_counter()
            answer = self.client.request(
                method, path, content=content, headers={"Content-Type": "application/json"}
            )
            took_s = time.perf_counter() - began
            found.note(
                f"{method} {path} {content[:300]!r}", answer.status_code, took_s, answer.text
            )
        return found

    def _examples(self) -> Iterator[tuple[str, str, JsonValue]]:
        """Yield each operation that takes JSON: method, path with known ids, and a body."""
        for path, methods in self.described["paths"].items():
            for method, told in methods.items():
                content = told.get("requestBody", {}).get("content", {})
                if "application/json" in content:
                    schema = content["application/json"]["schema"]
                    yield method.upper(), _filled(path), self._example(schema)

    def _example(self, schema: dict[str, Any]) -> Any:  # noqa: ANN401 - any JSON
        """Return a realistic value for ``schema``, as far as possible."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            schema = self.described["components"]["schemas"][name]
        for known in ("example", "default", "const"):
            if known in schema:
                return schema[known]
        for several in ("examples", "enum"):
            if schema.get(several):
                return schema[several][0]
        if "anyOf" in schema:
            return self._example(schema["anyOf"][0])
        fields = schema.get("properties", {})
        kinds = {
            "object": {name: self._example(of) for name, of in fields.items()},
            "array": [self._example(schema["items"])] if schema.get("items") else [],
            "integer": 1,
            "number": 1,
            "boolean": True,
        }
        return kinds.get(schema.get("type", ""), "x")


def _bytes(of: object) -> bytes:
    """Return the generated value for a part of a form as the bytes of a file."""
    value = of[1] if isinstance(of, tuple) else of
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


def _filled(path: str) -> str:
    known = {"session_id": "s1", "conversation_id": "s1", "document_key": "1", "entry_id": "1"}
    for name in ("session_id", "conversation_id", "document_key", "entry_id"):
        path = path.replace(f"{{{name}}}", known[name])
    return path.replace("{", "").replace("}", "")


def _mutated(example: JsonValue, chance: random.Random) -> bytes:
    """Return ``example`` as JSON, changed in its values, its shape or its bytes."""
    changed = json.loads(json.dumps(example))
    for _ in range(chance.randint(1, 3)):
        changed = _changed(changed, chance)
    try:
        content = json.dumps(changed, allow_nan=True).encode()
    except RecursionError:
        content = b"{}"
    match chance.randrange(10):
        case 0 if content:
            at = chance.randrange(len(content))
            return content[:at] + chance.randbytes(chance.randint(1, 4)) + content[at + 1 :]
        case 1:
            return content[: chance.randrange(len(content) + 1)]
        case 2:
            deep = chance.choice((50, 500, 50_000))
            return b"[" * deep + content + b"]" * deep
        case 3:
            return json.dumps(changed, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return content


def _changed(value: JsonValue, chance: random.Random) -> JsonValue:
    if isinstance(value, dict) and value and chance.random() < 0.8:
        name = chance.choice(list(value))
        match chance.randrange(4):
            case 0:
                return {key: of for key, of in value.items() if key != name}
            case 1:
                return {**value, str(chance.choice(_VALUES))[:50]: value[name]}
        return {**value, name: _changed(value[name], chance)}
    if isinstance(value, list) and value and chance.random() < 0.5:
        at = chance.randrange(len(value))
        return [*value[:at], _changed(value[at], chance), *value[at + 1 :]]
    if isinstance(value, str) and chance.random() < 0.3:
        return value[: len(value) // 2] + chance.choice(("\x00", "\ud800", "💥", "\n")) + value
    return chance.choice(_VALUES)


@contextmanager
def opened(url: str = "") -> Iterator[Api]:
    """Open the API over a database with a session, a document and an entry to refer to."""
    with tempfile.TemporaryDirectory() as folder:
        url = url or f"sqlite:///{folder}/fuzz.db"
        given = Settings.read(database_url=url, engine="builtin", exports_dir=Path(folder))
        with closing(Assistant(given, engine=ScriptedEngine())) as assistant:
            assistant.report(assistant.ask("The boat is called Ada.", "s1"))
            assistant.documents.create("list", {"a": 1}, session_id="s1")
            assistant.profile.add("preferences", "Vegetarian")
            api = Api(assistant)
            with api.client:
                yield api


def main(arguments: list[str] | None = None) -> int:
    """Send all requests and print the figures; return 1 if there was a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=100)
    parser.add_argument("--bodies", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--url", default="")
    asked = parser.parse_args(arguments)
    faults: list[str] = []
    with opened(asked.url) as api:
        parts: dict[str, Callable[[], Fuzzing]] = {
            "operations": lambda: api.operations(asked.examples, asked.seed),
            "bodies": lambda: api.bodies(asked.bodies, random.Random(asked.seed)),  # noqa: S311
        }
        for name, run in parts.items():
            found = run()
            print(f"{name}: {found.told()}")
            faults += found.faults
    print("\n".join(faults[:50]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
