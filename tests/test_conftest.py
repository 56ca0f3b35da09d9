"""What conftest.py promises every test, tried on small test files in a pytest of their own."""

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

ROOT = Path(__file__).parent.parent

TRIED = """
import socket
import urllib.request

import pytest

from tidemark.settings import Settings


def test_skipped():
    pytest.skip("no reason")


def test_needs_data(data_dir):
    pass


def test_reaches_out_by_address():
    with pytest.raises(RuntimeError, match="192.0.2.1"):
        socket.create_connection(("192.0.2.1", 80), timeout=1)


def test_reaches_out_by_name():
    with pytest.raises(RuntimeError, match="tidemark.example"):
        urllib.request.urlopen("http://tidemark.example")


def test_speaks_to_this_host():
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()


def test_reads_no_key_of_the_person(settings):
    assert Settings.read().chosen_engine == settings().chosen_engine == "builtin"


@pytest.mark.xfail
def test_known_to_fail():
    assert False
"""


def outcomes(folder: Path, **environment: str) -> dict[str, str]:
    """Run ``TRIED`` under our conftest; return what pytest's summary says of each test."""
    (folder / "test_tried.py").write_text(TRIED, encoding="utf-8")
    (folder / ".env").write_text("GOOGLE_API_KEY=of-the-person\n", encoding="utf-8")
    here = dict(os.environ)  # noqa: TID251 - handed on, but for our own switches
    for name in ("TIDEMARK_DATA", "TIDEMARK_NO_SKIPS", "PYTEST_XDIST_WORKER", "COV_CORE_SOURCE"):
        here.pop(name, None)
    here.pop("COVERAGE_PROCESS_CONFIG", None)  # of tests alone, which coverage leaves out
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rA", "-p", "tests.conftest", "test_tried.py"],
        cwd=folder,
        env={
            **here,
            "PYTHONPATH": str(ROOT),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            **environment,
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    lines = re.findall(
        r"^([A-Z]+) (?:\[1\] )?test_tried\.py(?:::(\w+))?", done.stdout, re.MULTILINE
    )
    return {name: outcome for outcome, name in lines}


def test_a_person_without_data_has_tests_left_out_and_none_on_the_network(tmp_path: Path) -> None:
    found = outcomes(tmp_path, GOOGLE_API_KEY="in-the-environment", TIDEMARK_NO_SKIPS="0")
    assert found == {
        "": "SKIPPED",  # of those left out the summary names the file alone
        "test_reaches_out_by_address": "ERROR",
        "test_reaches_out_by_name": "ERROR",
        "test_speaks_to_this_host": "PASSED",
        "test_reads_no_key_of_the_person": "PASSED",
        "test_known_to_fail": "XFAIL",
    }


def test_where_nothing_may_be_left_out_what_is_skipped_fails(tmp_path: Path) -> None:
    found = outcomes(tmp_path, TIDEMARK_NO_SKIPS="1")
    assert (found["test_skipped"], found["test_needs_data"]) == ("FAILED", "ERROR")
    assert (found["test_speaks_to_this_host"], found["test_known_to_fail"]) == ("PASSED", "XFAIL")


@pytest.mark.slow
def test_coverage_is_put_aside_for_what_takes_long() -> None:
    assert (sys.gettrace(), threading.gettrace()) == (None, None)


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_coverage_is_put_aside_on_the_second_database(database_url: str) -> None:
    assert (sys.gettrace(), threading.gettrace()) == (None, None)
    assert "COVERAGE_PROCESS_CONFIG" not in os.environ  # noqa: TID251 - what programs would read


@given(at=st.none())
def test_coverage_is_put_aside_for_many_examples(at: None) -> None:
    assert (sys.gettrace(), threading.gettrace()) == (None, None)
