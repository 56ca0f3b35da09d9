"""DuckDB files of the tables of sources, built from the sources' bytes and cached.

There is one file for each version of a source, in a directory of this process that nobody else may
read.  A missing file is built again, so it can be deleted at any time: the source in the database
is the truth, and deleting it deletes its tables.  One file for a notebook would be rewritten with
every new source, and would have to be cleaned after each deletion.
"""

import json
import os
import shutil
import tempfile
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

from tidemark.schema.sources import FileType
from tidemark.schema.tables import Table
from tidemark.tables.processes import ChildFailed, ChildProcess

_WALL_S = 180.0
_MOST_BYTES = 2 << 30  # of all files together
_MOST_FAILURES = 2  # a busy machine may fail a good file once; a bad file costs minutes each time
_JSON_ENDINGS = (".json", ".jsonl", ".ndjson")
_PREFIX = "tidemark-tables-"
TABLE_TYPES: tuple[FileType, ...] = ("csv", "spreadsheet", "parquet", "code")


def holds_tables(file_type: FileType, name: str) -> bool:
    """Return whether a file of this type and name may contain tables."""
    if file_type == "code":
        return name.lower().endswith(_JSON_ENDINGS)
    return file_type in TABLE_TYPES


def read_tables(
    path: Path, name: str, file_type: FileType, target: Path, *, wall_s: float = _WALL_S
) -> tuple[Table, ...]:
    """Write the tables of the file at ``path``, called ``name``, to the DuckDB file ``target``.

    Return them without a source; none if it has none, or cannot be read as tables.
    """
    asked = json.dumps((str(path.resolve()), name, file_type, str(target.resolve())))
    process = ChildProcess.started("tidemark.tables.load_process")
    told = json.loads(process.ask(asked.encode(), wall_s=wall_s))
    return tuple(Table.model_validate({"source": "", **each}) for each in told)


@dataclass
class TableFiles:
    """The DuckDB files of versions, by the versions' keys; the last used are kept.

    Safe to use across threads; ``close`` deletes them all.
    """

    most_bytes: int = _MOST_BYTES
    wall_s: float = _WALL_S
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _kept: OrderedDict[int, tuple[int, tuple[Table, ...]]] = field(default_factory=OrderedDict)
    _failures: Counter[int] = field(default_factory=Counter)
    _folder: Path | None = None

    def get(
        self, version_key: int, name: str, file_type: FileType, content: Callable[[], bytes]
    ) -> tuple[Path, tuple[Table, ...]]:
        """Return the DuckDB file of a version and its tables, built from ``content`` if missing.

        A version whose process failed has no tables; the next call tries once more.
        """
        with self._lock:
            path = self._path(version_key)
            if version_key not in self._kept:
                with tempfile.NamedTemporaryFile(dir=path.parent) as original:
                    original.write(content())
                    original.flush()
                    try:
                        tables = read_tables(
                            Path(original.name), name, file_type, path, wall_s=self.wall_s
                        )
                    except ChildFailed:
                        path.unlink(missing_ok=True)  # half written
                        self._failures[version_key] += 1
                        if self._failures[version_key] < _MOST_FAILURES:
                            return path, ()
                        tables = ()
                self._keep(version_key, tables)
            self._kept.move_to_end(version_key)
            return path, self._kept[version_key][1]

    def forget(self, version_keys: Collection[int]) -> None:
        """Delete the files of these versions."""
        with self._lock:
            for key in version_keys:
                if self._kept.pop(key, None) is not None:
                    self._path(key).unlink(missing_ok=True)

    def close(self) -> None:
        """Delete all files."""
        with self._lock:
            self._kept.clear()
            if self._folder is not None:
                shutil.rmtree(self._folder, ignore_errors=True)
                self._folder = None

    def _path(self, version_key: int) -> Path:
        if self._folder is None:
            _clear_up()
            self._folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
        return self._folder / f"{version_key}.duckdb"

    def _keep(self, version_key: int, tables: tuple[Table, ...]) -> None:
        path = self._path(version_key)
        self._kept[version_key] = (path.stat().st_size if path.exists() else 0, tables)
        while (
            len(self._kept) > 1 and sum(size for size, _ in self._kept.values()) > self.most_bytes
        ):
            self.forget([next(iter(self._kept))])


def _clear_up() -> None:
    """Delete the directories of processes that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        owner = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if owner.isdigit() and not _is_alive(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)


def _is_alive(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
