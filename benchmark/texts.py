"""Time of functions and turns for texts on which patterns are slow, up to 300,000 characters.

Every public function that takes text is called with every text of ``tests/nasty_texts.py``.
Printed are times above a second for each 100,000 characters, times that grow much faster than the
text, and turns in which another thread waits too long.  A function that is quick with a short text,
even if its time grew with the square of the length, is not measured with a long one.

    python -m benchmark.texts --only safe_markdown
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence

from assistant import Assistant
from tests.nasty_texts import NASTY_TEXTS
from tests.text_functions import TextCall, text_calls
from tests.timing import TooLong, at_most
from tests.watchdog import Watchdog
from tidemark.settings import Settings
from utils import clear_text_caches

_SIZES = (10_000, 100_000, 300_000)
_LIMIT_S = 1.0  # for 100,000 characters
_QUICK_S = 0.001  # for the smallest size: with the square of the length, 0.1 s for ten times of it
_WAIT_S = 0.3
_LONG_S = 0.1  # for the smallest size: with the square of the length, 0.1 s for ten times of it
_MOST_GROWTH = 5.0  # times the growth of the text: with the square it would be 10


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure functions and turns; return how many are too slow."""
    parser = argparse.ArgumentParser(description="Time taken by texts that patterns choke on.")
    parser.add_argument("--only", default="", help="functions whose name holds this; no turns")
    only = parser.parse_args(arguments).only
    slow = [line for call in text_calls() if only in call.name for line in _slow_texts(call)]
    slow += [] if only else list(_slow_turns())
    sys.stdout.write(f"{len(slow)} of these are too slow\n")
    return len(slow)


def _slow_texts(call: TextCall) -> Iterator[str]:
    for name in NASTY_TEXTS:
        before: tuple[int, float] | None = None
        for chars in _SIZES:
            limit_s = _LIMIT_S * max(chars, 100_000) / 100_000
            took_s = _seconds(call, name, chars, limit_s)
            if took_s >= limit_s:
                yield _print_line(f"{call.name} {name} {chars}: over {limit_s} s")
            elif before and took_s >= _LONG_S and growth(before, (chars, took_s)) > _MOST_GROWTH:
                yield _print_line(
                    f"{call.name} {name} {chars}: {before[1]:.3f} s, then {took_s:.2f} s"
                )
            if took_s >= limit_s or took_s < _QUICK_S:
                break
            before = chars, took_s


def growth(shorter: tuple[int, float], longer: tuple[int, float]) -> float:
    """Return the growth of the time relative to that of the text, given characters and seconds.

    >>> growth((10_000, 0.01), (100_000, 0.1))
    1.0
    """
    return (longer[1] / shorter[1]) / (longer[0] / shorter[0])


def _seconds(call: TextCall, name: str, chars: int, limit_s: float) -> float:
    clear_text_caches()
    run = call.run(NASTY_TEXTS[name](chars))
    before = time.thread_time()
    try:
        with at_most(limit_s):
            run()
    except TooLong:
        return limit_s
    return time.thread_time() - before


def _slow_turns() -> Iterator[str]:
    """Send each text of 100,000 characters, and a question after it, so that it is folded."""
    with tempfile.TemporaryDirectory() as folder:
        assistant = Assistant(Settings(_env_file=None, database_url=f"sqlite:///{folder}/t.db"))
        for name, make in NASTY_TEXTS.items():
            text = f"{make(100_000)}."
            before = time.process_time()
            with Watchdog() as watchdog:
                said = assistant.ask(text)
                said.wait(600)
                assistant.ask("What do I prefer?", said.session_id).wait(600)
            took_s = time.process_time() - before
            if watchdog.longest_s > _WAIT_S or took_s > 4 * _LIMIT_S:
                waited = f"another thread waited {watchdog.longest_s:.2f} s"
                yield _print_line(f"two turns {name}: {took_s:.1f} s, {waited}")
        assistant.close()


def _print_line(line: str) -> str:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
    return line


if __name__ == "__main__":
    sys.exit(min(main(), 1))
