"""Runs queries from untrusted authors where they can do no harm.

DuckDB's own makers say that untrusted SQL is unsafe by design and belongs in a sandbox of the
operating system.  So there are two walls.  DuckDB's parser must find exactly one SELECT; the tables
are opened read-only, external access is off and the settings are locked.  And every query has a
process of its own, with limits on time, memory and rows, that is killed after it.

The time limit counts processor time: by the clock even a small query takes seconds if many programs
share few processors.  The limit by the clock only ends a process that hangs.

Not prevented: a query may read DuckDB's settings, which name the temporary files of the tables, and
may use its time and memory to the full.
"""

import json
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tidemark.errors import QueryRefused
from tidemark.schema.tables import QueryRun, TableResult
from tidemark.tables.processes import ChildFailed, ChildFault, StartedAhead

MOST_ROWS = 1000
QUERY_PROCESSES = StartedAhead("tidemark.tables.query_process")  # for all sandboxes of the program
_WHY: dict[ChildFault, str] = {"clock": "too_slow", "processor": "too_long", "broken": "failed"}


@dataclass(frozen=True)
class QueryLimits:
    """The limits of one query: seconds of the processor and by the clock, bytes, rows kept.

    ``memory_bytes`` limits all memory of the process, not only DuckDB's.  ``at_once`` queries may
    run together, ``at_once_each`` of one owner: each keeps a thread of the server waiting.
    """

    cpu_s: int = 4
    wall_s: float = 30.0
    memory_bytes: int = 768 << 20
    database_bytes: int = 512 << 20
    rows: int = MOST_ROWS
    answer_chars: int = 1_000_000
    at_once: int = 16
    at_once_each: int = 4

    def exceeded_limit(self, why: str) -> str:
        """Return the limit that a query exceeded, given the reason ``why``; empty if it is none."""
        limits = {
            "too_long": f"{self.cpu_s}",
            "too_slow": f"{self.wall_s:g}",
            "too_much_memory": f"{self.database_bytes >> 20}",
        }
        return limits.get(why, "")


DEFAULT_LIMITS = QueryLimits()


@dataclass(frozen=True)
class TableFile:
    """A table in a DuckDB file, which is named ``inside`` there."""

    path: Path
    inside: str


@dataclass
class Sandbox:
    """Runs queries, each in a fresh process.  Safe to use across threads."""

    limits: QueryLimits = DEFAULT_LIMITS
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _running: Counter[str] = field(default_factory=Counter)

    def run(
        self,
        sql: str,
        tables: Mapping[str, TableFile],
        *,
        rows: int | None = None,
        owner: str = "",
    ) -> QueryRun:
        """Run ``sql``, one SELECT over ``tables`` by name; keep the first ``rows`` of its result.

        Raises:
            QueryRefused: It is no SELECT, has an error, or exceeds a limit; or too many queries
                run, of ``owner`` or of all.
        """
        with self._place(owner, sql):
            return self._run(sql, tables, rows)

    @property
    def running(self) -> int:
        """The number of queries that run now."""
        return self._running.total()

    @contextmanager
    def _place(self, owner: str, sql: str) -> Iterator[None]:
        """Count a query as running in the block, unless too many are."""
        with self._lock:
            running = self._running
            for count, most in (
                (running[owner], self.limits.at_once_each),
                (running.total(), self.limits.at_once),
            ):
                if count >= most:
                    raise QueryRefused("too_many", f"{most}", sql)
            running[owner] += 1
        try:
            yield
        finally:
            with self._lock:
                running[owner] -= 1
                if not running[owner]:
                    del running[owner]

    def _run(self, sql: str, tables: Mapping[str, TableFile], rows: int | None) -> QueryRun:
        kept = self.limits.rows if rows is None else min(rows, self.limits.rows)
        asked = {
            "sql": sql,
            "tables": {name: (str(each.path), each.inside) for name, each in tables.items()},
            "rows": kept,
            "cpu_s": self.limits.cpu_s,
            "memory_bytes": self.limits.memory_bytes,
            "database_bytes": self.limits.database_bytes,
            "answer_chars": self.limits.answer_chars,
        }
        process = QUERY_PROCESSES.take()
        try:
            answer = json.loads(process.ask(json.dumps(asked).encode(), wall_s=self.limits.wall_s))
        except ChildFailed as failed:
            raise self._refused(_WHY[failed.why], sql) from failed
        if why := answer.get("why"):
            raise self._refused(why, sql, answer["detail"])
        result = TableResult.model_validate(answer["result"])
        return QueryRun(result=result, tables_used=tuple(answer["tables_used"]))

    def _refused(self, why: str, sql: str, detail: str = "") -> QueryRefused:
        return QueryRefused(why, detail or self.limits.exceeded_limit(why), sql)
