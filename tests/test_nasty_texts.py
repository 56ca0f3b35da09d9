"""No text holds the program: every function that takes text is linear in it, whatever it is.

Here each function reads some of the texts, short and long, and each text is read by dozens of
functions; ``benchmark/texts.py`` lets every function read every text of up to 300,000 characters.
"""

import re
import time
from collections.abc import Callable
from itertools import islice
from zlib import crc32

import pytest

from assistant import Assistant
from benchmark.texts import growth
from tests.nasty_texts import NASTY_TEXTS
from tests.text_functions import TextCall, text_calls
from tests.timing import TooLong, at_most, unwatched
from tests.watchdog import Watchdog
from tidemark.runtime.events import Finished
from tidemark.settings import Settings
from utils import clear_text_caches

_CALLS = text_calls()
_SHORT, _LONG = 12, 1  # of the texts for each function, others for each
_PIECE_S = 0.3  # another thread never waits longer
_SIZES = (20_000, 100_000)  # the shorter is no single passage, which is not split at all
_MEASURABLE_S = 0.05
_MOST_GROWTH = 3.0  # times the growth of the text: with the square it would be 5
_MEASURED = (
    "tidemark.memory.pasted_text.pasted_spans[en]",
    "tidemark.nlp.antecedents.last_list[en]",
    "tidemark.nlp.quotes.quotable_sentences[en]",
    "tidemark.retrieval.chunking.split[en]",
    "tidemark.ui.components.safe_markdown.safe[en]",
)
_GROWING = ("newline", "colon", "spaces_between", "different_words")
_HEAVY = (
    "hex",
    "base64_in_a_sentence",
    "dates_en",
    "todo_dotted",
    "spaces_between",
    "formula_left_open",
    "different_words",
)


def slow(call: TextCall, name: str, chars: int, limit_s: float) -> str | None:
    run = call.run(NASTY_TEXTS[name](chars))
    try:
        with at_most(limit_s):
            run()
    except TooLong:
        return name
    return None


@pytest.mark.parametrize("call", _CALLS, ids=lambda call: call.name)
def test_no_text_is_slow_to_read(call: TextCall) -> None:
    clear_text_caches()
    names = sorted(NASTY_TEXTS, key=lambda name: crc32(f"{call.name} {name}".encode()))
    with unwatched():
        found = [slow(call, name, 1_000, 0.25) for name in islice(names, _SHORT)]
        found += [slow(call, name, 30_000, 1.0) for name in islice(names, _LONG)]
    assert list(filter(None, found)) == []


@pytest.mark.parametrize("name", _MEASURED)
@pytest.mark.parametrize("text", _GROWING)
def test_the_time_grows_no_faster_than_the_text(name: str, text: str) -> None:
    """Processor time of five times the text is five times as long, with the square 25 times."""
    call = next(call for call in _CALLS if call.name == name)
    with unwatched():
        seconds = [min(_processor_s(call, text, chars) for _ in range(2)) for chars in _SIZES]

    is_measurable = seconds[1] >= _MEASURABLE_S
    assert not is_measurable or growth(*zip(_SIZES, seconds, strict=True)) < _MOST_GROWTH, seconds


def _processor_s(call: TextCall, text: str, chars: int) -> float:
    clear_text_caches()
    run = call.run(NASTY_TEXTS[text](chars))
    before = time.thread_time()
    run()
    return time.thread_time() - before


def test_the_watchdog_notices_a_pattern_that_holds_the_interpreter() -> None:
    with Watchdog() as watchdog:
        assert re.search(r"a*b", "a" * 50_000) is None
    assert watchdog.longest_s > _PIECE_S


@pytest.mark.parametrize("name", _HEAVY)
def test_no_other_thread_waits_during_a_turn(settings: Callable[..., Settings], name: str) -> None:
    text = NASTY_TEXTS[name](100_000)
    assistant = Assistant(settings())
    started = assistant.ask("Hello")
    started.wait(30)
    with unwatched(), Watchdog() as watchdog:
        before = time.process_time()
        told = assistant.ask(text, started.session_id).wait(60)
        folded = assistant.ask("What do I prefer?", started.session_id).wait(60)
        took_s = time.process_time() - before
    assistant.close()
    assert isinstance(told, Finished)
    assert isinstance(folded, Finished)
    assert watchdog.longest_s < _PIECE_S
    assert took_s < 6
