"""Time to import many messages, and memory needed for a large export.

    python -m benchmark.imports [--url postgresql+psycopg://…] [--messages 10000] [--megabytes 200]

imports an export in ChatGPT's format, conversations of 40 messages, questions of 6 to 30 words and
replies of 60 to 160, folded by the built-in engine; imports it again, which stores nothing; exports
all in each format; and previews an export of that many megabytes in a process of its own.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from assistant import Assistant
from benchmark.scale import Talk
from tidemark.settings import Settings
from tidemark.transfer.writers.formats import FORMATS

TALKED = 40  # messages per conversation
ASKED, ANSWERED = (6, 30), (60, 160)  # words


def talks(messages: int, talk: Talk) -> Iterator[dict[str, Any]]:
    """Yield conversations with this total number of messages, as ChatGPT exports them."""
    for number in range(messages // TALKED):
        mapping: dict[str, Any] = {}
        for at in range(TALKED):
            few, many = ANSWERED if at % 2 else ASKED
            words = talk.words(random.Random(number * TALKED + at).randint(few, many))  # noqa: S311 - no secret
            mapping[f"n{at}"] = {
                "parent": f"n{at - 1}" if at else None,
                "children": [f"n{at + 1}"] if at + 1 < TALKED else [],
                "message": {
                    "author": {"role": "assistant" if at % 2 else "user"},
                    "create_time": 1_700_000_000 + number * 3600 + at * 30,
                    "content": {"content_type": "text", "parts": [" ".join(words)]},
                },
            }
        last = f"n{TALKED - 1}"
        title = f"Talk {number}"
        yield {"id": f"t{number}", "title": title, "current_node": last, "mapping": mapping}


def write(path: Path, talk: Talk, *, messages: int = 0, megabytes: int = 0) -> None:
    """Write an export with so many messages, or of that size."""
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        if messages:
            file.write(",".join(map(json.dumps, talks(messages, talk))))
        else:
            some = [json.dumps(each)[:-1] for each in talks(TALKED * 50, talk)]
            number = 0
            while file.tell() < megabytes * 10**6:
                comma = "," if number else ""
                file.write(f'{comma}{some[number % len(some)]}, "conversation_id": "c{number}"}}')
                number += 1
        file.write("]")


def timed(what: str, work: Callable[[], object]) -> object:
    """Run ``work`` and print its cost."""
    wall, processor = time.perf_counter(), time.process_time()
    made = work()
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    print(f"| {what} | {wall:.1f} | {processor:.1f} |")
    return made


def measure(url: str, folder: Path, messages: int) -> None:
    """Import ``messages``, import them again, and export them in each format."""
    path = folder / "conversations.json"
    write(path, Talk(1), messages=messages)
    settings = Settings(database_url=url, engine="builtin", exports_dir=folder / "exports")
    with closing(Assistant(settings)) as assistant:
        transfer = assistant.transfer
        preview = transfer.preview(path)
        timed(f"look at {messages:,} messages", lambda: transfer.preview(path))
        timed(
            f"bring in {messages:,} messages", lambda: transfer.import_chosen(preview, preview.new)
        )
        timed("look again, all here", lambda: transfer.preview(path))
        for form in FORMATS:
            timed(f"export all as {form}", lambda form=form: transfer.export_all(form))  # type: ignore[misc]


def look_alone(path: Path) -> None:
    """Preview ``path`` and print the peak memory of this process."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    settings = Settings(database_url=f"sqlite:///{path.parent / 'alone.db'}", engine="builtin")
    with closing(Assistant(settings)) as assistant:
        size = path.stat().st_size / 10**6
        timed(f"look at {size:.0f} MB", lambda: assistant.transfer.preview(path))
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"| most memory then, of {before} MB before | {most} MB | |")


def main() -> None:
    """Measure, print."""
    parser = argparse.ArgumentParser(description="What importing and exporting cost.")
    parser.add_argument("--url", help="an empty database; SQLite in a new file by itself")
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--look", type=Path, help="look at this file alone")
    given = parser.parse_args()
    if given.look:
        look_alone(given.look)
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("| what | s | processor, s |\n|---|---:|---:|", flush=True)
        measure(given.url or f"sqlite:///{folder / 'imports.db'}", folder, given.messages)
        large = folder / "large.json"
        write(large, Talk(2), megabytes=given.megabytes)
        command = [sys.executable, "-m", "benchmark.imports", "--look", str(large)]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
