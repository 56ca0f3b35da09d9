"""Loads ahead what the first question about a table needs: its rules, SQL and a query process."""

import logging
import threading
from collections.abc import Callable

from tidemark.schema.tables import Column, Table
from tidemark.tables.asking.questions import write
from tidemark.tables.sandbox import QUERY_PROCESSES

_COLUMNS = (
    Column(name="region", title="Region", type="text"),
    Column(name="amount", title="Amount", type="number"),
)
_TABLE = Table(name="sales", title="Sales", source="sales.csv", columns=_COLUMNS, rows=0)
_log = logging.getLogger(__name__)


class TableWarming:
    """Warms up once, in the background, after ``before`` has returned.

    If no process for queries can be started here, that is logged, and it counts as done: only
    tables need it.  What else fails is logged, and begun anew when it is asked for again.
    """

    def __init__(self, before: Callable[[], object]) -> None:
        self._before = before
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._done = threading.Event()

    @property
    def is_done(self) -> bool:
        """Return whether a question about a table needs to load nothing any more."""
        return self._done.is_set()

    def begin(self) -> None:
        """Begin to warm up, unless it is done or under way."""
        with self._lock:
            if not (self.is_done or (self._thread and self._thread.is_alive())):
                self._thread = threading.Thread(target=self._warm, name="tables", daemon=True)
                self._thread.start()

    def _warm(self) -> None:
        try:
            self._load()
        except Exception:  # noqa: BLE001 - the program would never be ready
            _log.exception("what the first question needs could not be loaded")
        else:
            self._done.set()

    def _load(self) -> None:
        self._before()  # one after the other: both are mostly imports
        write("total amount by region", (_TABLE,), language="en")
        write("totaal amount per region", (_TABLE,), language="nl")
        try:
            QUERY_PROCESSES.begin()
        except OSError as error:
            _log.warning("no query about a table can be run: %s", error)
