"""What all tests share: shut off from the network, from ``.env`` and from the environment."""

import doctest
import functools
import gc
import ipaddress
import os
import shutil
import socket
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, nullcontext
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import certifi
import hypothesis
import pytest
from playwright.sync_api import Browser, sync_playwright
from xdist.remote import Producer

from database import Database
from tests.both_ends import BothEnds
from tests.chromium import ARGUMENTS, MISSING, find
from tests.shared_sql import share_compiled_sql
from tests.timing import unwatched
from tidemark.settings import Settings
from utils import TokenCounter, settle_garbage

if TYPE_CHECKING:
    from tests.postgres import Server

SqliteUrl = Callable[[Path], str]

_ENVIRONMENT = os.environ  # noqa: TID251 - the tests' own switches, and what they clear
_NO_SKIPS = _ENVIRONMENT.get("TIDEMARK_NO_SKIPS", "") not in ("", "0")
_DATA = _ENVIRONMENT.get("TIDEMARK_DATA")
_NO_DATA = "TIDEMARK_DATA is unset: tests on the real data sets are left out"

# What may change an engine's mind without a setting of ours.
_FOREIGN = ("google_", "gemini_", "langsmith_", "langchain_", "openai_", "streamlit_")

# Others at each run, so that a few at a time come to many
_EXAMPLES = 30
hypothesis.settings.register_profile("here", deadline=None, max_examples=_EXAMPLES)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, max_examples=_EXAMPLES)
hypothesis.settings.load_profile("ci" if _ENVIRONMENT.get("CI") else "here")


class NetworkForbidden(RuntimeError):
    """A test reached for a host other than this one."""


_reached: list[str] = []


def _is_this_host(host: object) -> bool:
    if host in (None, "", "localhost", b"localhost"):
        return True
    text = host.decode() if isinstance(host, bytes) else str(host)
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def _refuse_other_hosts(name: str, host: object) -> None:
    if not _is_this_host(host):
        _reached.append(f"{name} {host!r}")
        raise NetworkForbidden(_reached[-1])


def _watch_connections(name: str) -> None:
    """Let this method of every socket reach this host alone."""
    call = getattr(socket.socket, name)

    @functools.wraps(call)
    def watched(self: socket.socket, *arguments: object) -> object:
        for address in arguments:
            if isinstance(address, tuple):  # a path for Unix sockets
                _refuse_other_hosts(name, address[0])
        return call(self, *arguments)

    setattr(socket.socket, name, watched)


def _watch_names(name: str) -> None:
    """Let this function look up names of this host alone."""
    call = getattr(socket, name)

    @functools.wraps(call)
    def watched(host: object, *arguments: object, **named: object) -> object:
        _refuse_other_hosts(name, host)
        return call(host, *arguments, **named)

    setattr(socket, name, watched)


# Not an audit hook: CPython 3.11 starts no thread that is to be watched for coverage while an
# audit hook written in Python runs in another ("Cannot install a trace function while ...").
for _name in ("connect", "connect_ex", "sendto"):
    _watch_connections(_name)
for _name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex"):
    _watch_names(_name)


def _look_for_examples_where_there_are_some() -> None:
    """Pass over modules without an example: to look through all takes a tenth of collection."""
    find = doctest.DocTestFinder.find

    @functools.wraps(find)
    def found(self: doctest.DocTestFinder, module: ModuleType, name: str) -> list[doctest.DocTest]:
        source = Path(str(module.__file__)).read_bytes()
        return find(self, module, name) if b">>>" in source else []

    setattr(doctest.DocTestFinder, "find", found)  # noqa: B010 - a method, to mypy


_look_for_examples_where_there_are_some()
share_compiled_sql()
gc.disable()  # what is imported stays: on until all is collected, a sixth of that time


@pytest.fixture(autouse=True)
def _no_network() -> Iterator[None]:
    _reached.clear()
    yield
    if _reached:
        pytest.fail(f"reached for the network: {', '.join(_reached)}")


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(Settings.model_config, "env_file", None)
    for name in tuple(_ENVIRONMENT):
        lower = name.lower()
        if lower in Settings.model_fields or lower.startswith(_FOREIGN) or lower.endswith("_proxy"):
            monkeypatch.delenv(name)


@pytest.fixture(scope="session", autouse=True)
def _one_authority(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let clients of services know one authority for certificates: reading all takes 25 ms each."""
    known = tmp_path_factory.mktemp("authority") / "one.pem"
    first, end, _ = Path(certifi.where()).read_text("utf-8").partition("-----END CERTIFICATE-----")
    known.write_text(first + end, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(known))
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator["Server"]:
    """Run a PostgreSQL server as long as the tests do."""
    with pytest.importorskip("tests.postgres", exc_type=ImportError).served() as server:
        yield server


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file that is up to date and holds nothing: a copy is quicker than each step anew."""
    file = tmp_path_factory.mktemp("empty") / "tidemark.db"
    Database(f"sqlite:///{file}").close()
    return file


@pytest.fixture(scope="session")
def sqlite_url(empty_file: Path) -> SqliteUrl:
    """Copy the empty database to a path, and return its URL."""

    def copied(path: Path) -> str:
        shutil.copy(empty_file, path)
        return f"sqlite:///{path}"

    return copied


@pytest.fixture
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database: SQLite's, or of the kind that is the parameter."""
    if getattr(request, "param", "sqlite") == "sqlite":
        sqlite_url: SqliteUrl = request.getfixturevalue("sqlite_url")
        return sqlite_url(tmp_path / "tidemark.db")
    server: Server = request.getfixturevalue("postgres")
    return server.url(server.cleared())


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Callable[..., Settings]:
    """Build settings from what is given and defaults; files go to ``tmp_path``."""

    def build(**given: object) -> Settings:
        here = {
            "database_url": database_url,
            "exports_dir": tmp_path / "exports",
            "engine": "builtin",
        }
        return Settings.read(**{**here, **given})

    return build


@pytest.fixture(scope="session")
def counter() -> TokenCounter:
    """Count tokens as Tidemark does."""
    return TokenCounter()


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """Name the folder of the data sets; leave the test out when ``TIDEMARK_DATA`` is unset."""
    if _DATA is None:
        pytest.skip(_NO_DATA)
    folder = Path(_DATA).resolve()
    if not folder.is_dir():
        pytest.fail(f"TIDEMARK_DATA is no folder: {folder}")
    return folder


@pytest.fixture(scope="session")
def chromium() -> Path:
    """Name a Chromium that starts; leave the test out when there is none."""
    found = find()
    if found is None:
        pytest.skip(MISSING)
    return found


class RunningChromium:
    """One headless Chromium for all tests that need it, ended before a test that does not.

    While it runs, its event loop is the thread's running one, and other tests could start none.
    """

    def __init__(self) -> None:
        self._ends = ExitStack()
        self._browser: Browser | None = None

    def get(self, chromium: Path) -> Browser:
        """Return the browser; start it where it does not run."""
        if self._browser is None:
            launch = self._ends.enter_context(sync_playwright()).chromium.launch
            self._browser = launch(executable_path=chromium, args=list(ARGUMENTS))
            self._ends.callback(self._browser.close)
        return self._browser

    def end(self) -> None:
        """End the browser where it runs."""
        self._browser = None
        self._ends.close()


_CHROMIUM = RunningChromium()


@pytest.fixture(scope="module")
def browser(chromium: Path) -> Browser:
    """The headless Chromium that all tests of the page share."""
    return _CHROMIUM.get(chromium)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let one worker watch what runs as modules are imported: it is the same in each."""
    is_watched = _ENVIRONMENT.get("PYTEST_XDIST_WORKER", "gw0") == "gw0"
    with nullcontext() if is_watched else unwatched():
        return (yield)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> BothEnds | None:
    """Give files out from both ends, where whole files are given out."""
    return BothEnds(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs data or a browser by the fixtures it asks for; let the longest begin.

    After the browser come the files with something slow: at the end, one worker would run alone.
    """
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    fixtures_of = {item: getattr(item, "fixturenames", ()) for item in items}
    items.sort(key=lambda item: ("chromium" not in fixtures_of[item], item.path not in slow))
    for item in items:
        fixtures = fixtures_of[item]
        if "data_dir" in fixtures:
            item.add_marker("data")
        if "chromium" in fixtures:
            item.add_marker("browser")
            item.add_marker(pytest.mark.flaky(reruns=1))  # the summary names what needed it


def pytest_collection_finish() -> None:
    """Look for garbage from now on, among what the tests leave alone."""
    settle_garbage()
    gc.enable()


def _is_second(item: pytest.Item) -> bool:
    """Whether ``item`` does on the second database what it does on the first."""
    called = getattr(item, "callspec", None)
    is_second = called is not None and called.params.get("database_url") == "postgresql"
    return is_second and item.get_closest_marker("browser") is None


def _is_long(item: pytest.Item) -> bool:
    """Whether ``item`` runs many times what others run once, or waits for a page's server."""
    has_examples = hasattr(getattr(item, "obj", None), "hypothesis")
    marked = (item.get_closest_marker(name) for name in ("slow", "browser"))
    return has_examples or any(marked)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Put coverage aside where it would only see again what it has seen.

    It doubles what a test takes.  Nothing counts as run that was not: the gate is no lower for it.
    """
    if item.get_closest_marker("browser") is None:
        _CHROMIUM.end()
    is_second = _is_second(item)
    with unwatched(programs=is_second) if is_second or _is_long(item) else nullcontext():
        return (yield)


def _settle(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Fail what was left out where nothing may be; say once, not for each test, what data lack."""
    if not report.skipped or hasattr(report, "wasxfail"):
        return
    why = str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)
    if _NO_SKIPS:
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} was left out, and TIDEMARK_NO_SKIPS is set: {why}"
    elif _NO_DATA in why:
        report.longrepr = (__file__, 1, why)  # one place for all: pytest folds them into one line


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Settle what becomes of a test that was left out."""
    report = yield
    _settle(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Settle what becomes of a module that was left out."""
    report = yield
    _settle(report)
    return report


def pytest_sessionfinish() -> None:
    """End the browser where the last test of a process was one of the page."""
    _CHROMIUM.end()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly that no browser test ran, where none could."""
    skipped = terminalreporter.stats.get("skipped", [])
    if any(MISSING in str(report.longrepr) for report in skipped):
        terminalreporter.write_sep("!", "NO BROWSER", red=True, bold=True)
        terminalreporter.write_line(MISSING, red=True)
