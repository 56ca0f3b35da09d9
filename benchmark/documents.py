"""Time and space of a document with 10,000 versions of 100 kB.

    python -m benchmark.documents [--url postgresql+psycopg://…] [--versions 10000]

generates a record of that size, changes a value, adds or removes an entry in each version, and
requests the newest version, pages of the history, and random old versions.  Then it changes a
record ten times as large, as a tool does.
"""

import argparse
import random
import sys
import tempfile
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from benchmark.databases import local_database
from benchmark.scale import BEGIN
from benchmark.turns import HEAD, Figures, settle
from database import ScopedDatabase
from tidemark.documents import content as contents
from tidemark.documents import patches
from tidemark.schema.documents import NewVersion
from tidemark.services.documents.documents import DocumentService

BYTES = 100_000
TIMES = 300
PAGE = 50
CURRENT_MS, PAGE_MS, OLD_MS = "p95 ≤ 5", "p95 ≤ 50", "p95 ≤ 50"
LARGE_BYTES, LARGE_TIMES = 1_000_000, 30
WORDS = "level source value unit study rat oral dermal chronic acute limit report".split()


def entry(chosen: random.Random) -> dict[str, Any]:
    """Return one generated entry."""
    return {
        "value": chosen.randrange(1, 5_000),
        "unit": "mg/kg",
        "source": f"{chosen.choice(WORDS)} {chosen.randrange(10**6)}",
        "note": " ".join(chosen.choices(WORDS, k=12)),
    }


def record_of(chosen: random.Random, least: int) -> dict[str, Any]:
    """Return a generated record of at least ``least`` bytes."""
    record: dict[str, Any] = {"inci": "WATER", "entries": []}
    held = 0
    while held < least:
        record["entries"].append(entry(chosen))
        held += len(contents.written(record["entries"][-1])) + 1
    return record


def fill(database: ScopedDatabase, versions: int) -> tuple[int, int]:
    """Store ``versions`` versions of one document; return its key and their total size."""
    chosen = random.Random(5)  # noqa: S311 - no secret
    record = record_of(chosen, BYTES)
    first = NewVersion(summary="Initial data")
    key = database.documents.create("record", record, first, now=BEGIN).document_key
    total = len(contents.written(record))
    for number in range(1, versions):
        after = {**record, "entries": list(record["entries"])}
        at = chosen.randrange(len(after["entries"]))
        match number % 8:
            case 0:
                after["entries"].append(entry(chosen))
            case 4:
                del after["entries"][at]
            case _:
                changed = {"value": chosen.randrange(1, 5_000)}
                after["entries"][at] = {**after["entries"][at], **changed}
        saved = database.document_versions.save(
            key,
            after,
            patches.between(record, after),
            NewVersion(summary=f"Change {number}"),
            expected=number,
            now=BEGIN + timedelta(minutes=number),
        )
        record, total = after, total + saved.bytes
    return key, total


def server_bytes(database: ScopedDatabase) -> int:
    """Return the bytes that the versions take on a server, including indexes."""
    size = "SELECT pg_total_relation_size('document_versions')"
    with database.reading() as connection:
        return int(connection.exec_driver_sql(size).scalar() or 0)


def report(database: ScopedDatabase, key: int, versions: int) -> None:
    """Print the times of all reads."""
    store = database.document_versions
    chosen = random.Random(6)  # noqa: S311 - no secret
    current = Figures("the newest version", CURRENT_MS)
    page = Figures("a page of the history", PAGE_MS)
    old = Figures("any old version", OLD_MS)
    for _ in range(TIMES):
        number = chosen.randrange(2, versions + 1)
        current.time(partial(store.content, key))
        page.time(partial(store.history, key, before=number, limit=PAGE))
        old.time(partial(store.content, key, number))
    for figures in (current, page, old):
        sys.stdout.write(f"{figures}\n")


def report_large(database: ScopedDatabase) -> None:
    """Print the time of a change of one value in a large document."""
    documents = DocumentService(database, lambda: BEGIN)
    chosen = random.Random(7)  # noqa: S311 - no secret
    document = documents.create("large", record_of(chosen, LARGE_BYTES))
    change = Figures(f"a change of {LARGE_BYTES / 1e6:.0f} MB", "")
    for number in range(LARGE_TIMES):
        at = chosen.randrange(5_000)
        patch = [{"op": "replace", "path": f"/entries/{at}/value", "value": -number}]
        new = NewVersion(summary=f"Change {number}")
        change.time(partial(documents.change, document, patch, new))
    sys.stdout.write(f"{change}\n")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--url", help="of an empty database; by default a file made for this")
    parser.add_argument("--versions", type=int, default=10_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "documents.db"
        with local_database(given.url or f"sqlite:///{file}") as database:
            key, total = fill(database, given.versions)
            if given.url and not given.url.startswith("sqlite"):
                settle(database)
            sys.stdout.write(f"{HEAD}\n")
            report(database, key, given.versions)
            size = server_bytes(database) if given.url else 0
        size = size or file.stat().st_size
        with local_database(given.url or f"sqlite:///{folder}/large.db") as database:
            report_large(database)
        sys.stdout.write(
            f"{given.versions:,} versions of {total / given.versions / 1000:.0f} kB take"
            f" {size / 1e6:.1f} MB: 1/{total / size:.0f} of their copies (wanted: 1/50)\n"
        )


if __name__ == "__main__":
    main()
