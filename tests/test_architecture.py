"""The floors and doors of docs/architecture.md, as two tables that hold."""

from pathlib import Path

import pytest

from tests import house
from tests.house import Module

ROOT = Path(__file__).parent.parent
SOURCES = (
    "*.py",
    "agents/**/*.py",
    "benchmark/**/*.py",
    "tidemark/**/*.py",
)
MODULES = house.read(ROOT, SOURCES)

# From the roof down: a module imports only from floors below its own.  An entry with ``.*`` is a
# room, whose modules may import each other, without circles.
FLOORS = (
    ("app", "api", "cli", "benchmark.*"),
    ("tidemark.api.*", "tidemark.cli.*", "tidemark.ui.*"),
    ("assistant",),
    ("tidemark.services.*",),
    ("graph",),
    ("agents.*",),
    ("tidemark.tools.*",),
    ("database",),
    ("tidemark.storage.*", "tidemark.engines.*", "tidemark.transfer.*"),
    ("tidemark.prompt.*", "tidemark.runtime.*", "tidemark.tables.*"),
    (
        "tidemark.memory.*",
        "tidemark.retrieval.*",
        "tidemark.sources.*",
        "tidemark.documents.*",
    ),
    ("tidemark.nlp.*", "tidemark.preferences", "tidemark.i18n.*"),
    ("tidemark.telemetry.*",),
    ("tidemark.schema.*", "tidemark.settings", "tidemark.local_servers", "tidemark.log_masks"),
    ("tidemark.memory_settings",),
    ("utils",),
    ("tidemark", "tidemark.errors.*", "tidemark.sample"),
)

# Each library comes in by one room.
DOORS = {
    "streamlit": ("app", "tidemark.ui.*", "benchmark.visitors"),
    "starlette": ("app", "tidemark.api.*", "tidemark.ui.web.*"),
    # The benchmarks ask as clients do
    "fastapi": ("tidemark.api.*", "benchmark.api.*"),
    "authlib": ("app",),  # Streamlit imports it, where people log in
    "limits": ("tidemark.api.rate_limits",),
    "pythonjsonlogger": ("tidemark.telemetry.log_lines",),
    "prometheus_client": ("tidemark.telemetry.meters",),
    "opentelemetry": ("tidemark.telemetry.traces",),
    "mcp": ("tidemark.api.mcp", "tidemark.api.routes.mcp"),
    "babel": ("tidemark.i18n.*", "tidemark.ui.*"),
    "altair": ("tidemark.ui.*",),
    "pandas": ("tidemark.ui.*",),
    "pyarrow": (
        "tidemark.transfer.writers.*",
        "tidemark.tables.*",
        "tidemark.sources.converters.*",
    ),
    "markdown_it": ("tidemark.transfer.writers.*", "tidemark.sources.converters.*"),
    "pypdfium2": ("tidemark.sources.converters.*",),
    "PIL": ("tidemark.sources.converters.*",),
    "mammoth": ("tidemark.sources.converters.*",),
    "pptx": ("tidemark.sources.converters.*",),
    "python_calamine": ("tidemark.sources.converters.*", "tidemark.tables.*"),
    "striprtf": ("tidemark.sources.converters.*",),
    "bs4": ("tidemark.sources.converters.*",),
    "markdownify": ("tidemark.sources.converters.*",),
    "defusedxml": ("tidemark.sources.converters.*",),
    "charset_normalizer": ("tidemark.sources.converters.*",),
    "jsonpatch": ("tidemark.documents.*",),
    "jsonpointer": ("tidemark.documents.*",),
    "jsonschema": ("tidemark.documents.*",),
    "referencing": ("tidemark.documents.*",),
    "duckdb": ("tidemark.tables.*", "benchmark.*"),
    "numpy": ("tidemark.retrieval.*", "tidemark.storage.*"),
    "typer": ("cli", "tidemark.cli.*"),
    "rich": ("tidemark.cli.terminal",),
    "langgraph": ("graph",),
    "langsmith": ("graph", "tidemark.runtime.asyncio_thread"),  # to switch it off
    "sqlalchemy": ("database", "tidemark.storage.*"),
    "alembic": ("database", "tidemark.storage.*"),
    "filelock": ("database", "tidemark.storage.*"),
    "psycopg": ("tidemark.storage.*",),  # SQLAlchemy imports it, where DATABASE_URL names a server
    "psycopg_binary": ("tidemark.storage.*",),
    "dotenv": ("tidemark.services.model_setup",),
    "langchain": ("tidemark.engines.*",),
    "langchain_openai": ("tidemark.engines.*",),
    "langchain_core": ("tidemark.engines.*",),
    "langchain_google_genai": ("tidemark.engines.*",),
    "google": ("tidemark.engines.*",),
    "httpx": ("tidemark.engines.*", "benchmark.api.*"),
    "uvicorn": ("benchmark.api.*",),
    "parsedatetime": ("tidemark.nlp.english.dates",),
    "rapidfuzz": ("tidemark.memory.matching", "tidemark.tables.asking.linking"),
    "sqlglot": ("tidemark.tables.*",),
    "Stemmer": ("tidemark.nlp.stemming",),
    "playwright": ("benchmark.page",),
    "hypothesis": ("benchmark.verbs", "benchmark.api.fuzz"),
    "schemathesis": ("benchmark.api.fuzz",),
    "psutil": ("tidemark.services.turns", "benchmark.visitors"),
    "websockets": ("benchmark.visitors",),
    "tiktoken": ("utils",),
    "pydantic_settings": (
        "tidemark.settings",
        "tidemark.memory_settings",
    ),
    "pydantic": ("*",),  # our shapes are its models: who has a shape has pydantic
}

# Libraries that only those install who want what they are for; the tests have them.
OPTIONAL = ("hypothesis", "opentelemetry", "playwright", "schemathesis", "websockets")

# Modules that may import inside a function, and why.
LATE = (
    "tidemark.sources.conversion_process",  # the libraries of all types of file take 0.6 s to load
    "tidemark.engines.factory",  # only the engine that was chosen
    "cli",  # --help and a mistyped command do not wait seconds for the assistant
    "tidemark.cli.common",  # nor do these
    "tidemark.ui.pages.insights",  # only who opens them waits for the charts
    "graph",  # the page is there before LangGraph is
    "tidemark.storage.drivers.postgres",  # a database in a file needs no psycopg
    "tidemark.api.routes.mcp",  # its library takes a fifth of the start; few speak the protocol
    "tidemark.telemetry.traces",  # only who has a collector has these libraries
)

# What makes a run depend on the machine, the moment or earlier runs, and who may use it.
PLACES = {
    "os.environ": ("app", "cli", "benchmark.*"),
    "os.getenv": ("app", "cli", "benchmark.*"),
    "datetime.datetime.now": ("assistant",),
    "datetime.datetime.utcnow": (),
    "datetime.datetime.today": (),
    "datetime.date.today": (),
    "time.time": ("assistant", "tidemark.api.rate_limits"),  # limits counts by it
    "time.time_ns": ("assistant",),
    "os.urandom": ("assistant",),
    "secrets": ("assistant",),
    "uuid.uuid1": (),
    "uuid.uuid4": ("assistant", "tidemark.api.requests"),
    "random": ("assistant", "benchmark.*"),
    "importlib.import_module": (),
    # Caches keyed by people's words: one function empties them
    "functools.lru_cache": ("utils", "tidemark.storage.*"),
    "utils.text_cache": (
        "tidemark.nlp.*",
        "tidemark.memory.correcting.correction",
        "tidemark.memory.corrections",
        "tidemark.memory.pasted_text",
        "tidemark.memory.slots",
        "tidemark.tables.asking.linking",
    ),
}

MOST_MODULES = 25  # in a room: more and nobody reads the list
LOG = "tidemark.storage.migrations.versions"  # one file for each change of the tables, in order

# The top level: what the user asked for by name, the Assistant, and the command line.
TOP = ("api", "app", "assistant", "cli", "database", "graph", "utils")

# A docstring that begins so makes its reader decode a clause: a noun or a verb says it sooner.
NO_BEGINNING = ("What", "Which", "Whether", "How")

# Public classes that share a name, and why.
TWINS: dict[str, str] = {}


def holds(broken: list[str]) -> None:
    """Fail with every broken place, one to a line."""
    if broken:
        pytest.fail("\n".join(broken), pytrace=False)


def test_the_whole_house_is_read() -> None:
    assert {"utils", "tidemark.errors", "tidemark.engines.base"} <= {m.name for m in MODULES}


def test_every_module_has_a_floor() -> None:
    holds(house.homeless(MODULES, FLOORS))


@pytest.mark.slow
def test_imports_go_down_or_stay_in_their_room() -> None:
    holds(house.climbing(MODULES, FLOORS))


def test_no_module_imports_itself_in_a_circle() -> None:
    holds(house.circles(MODULES))


def test_every_library_comes_in_by_its_door() -> None:
    # Benchmarks drive the page as tests do, and turn warnings into errors as they do
    holds(house.doorless(MODULES, {**DOORS, "tests": ("benchmark.*",)}))


def test_imports_are_absolute_named_and_at_the_top() -> None:
    holds(house.crooked_imports(MODULES, LATE))


def test_no_room_holds_more_modules_than_one_reads() -> None:
    listed = [module for module in MODULES if not module.name.startswith(f"{LOG}.")]
    holds(house.crowded(listed, most=MOST_MODULES))


def test_the_top_level_holds_what_was_asked_for_by_name() -> None:
    assert tuple(house.rooms(MODULES)[""]) == TOP


def test_every_agent_service_and_store_has_a_test_file_of_its_name() -> None:
    by_name = {module.name: module for module in MODULES}
    agents = house.imported_from(by_name["graph"], "agents") - {"agents.state"}
    stores = house.imported_from(by_name["database"], "tidemark.storage", "Store")
    rooms = house.rooms(MODULES)
    services = {
        name for name in by_name if name.startswith("tidemark.services.") and name not in rooms
    }
    for named, lie_in in (
        (agents, "tests/agents"),
        (services, "tests/services"),
        ({*stores, "tidemark.storage.summary_versions"}, "tests/contract"),
    ):
        assert len(named) > 5
        tests = [file.stem.removeprefix("test_") for file in ROOT.glob(f"{lie_in}/test_*.py")]
        holds(house.untested([by_name[name] for name in sorted(named)], tests))


def test_no_two_public_classes_share_a_name() -> None:
    holds(house.twins([m for m in MODULES if not m.name.startswith("benchmark")], TWINS))


def test_every_module_says_what_it_is_and_begins_with_no_question_word() -> None:
    holds(house.crooked_docstrings(MODULES, NO_BEGINNING))


def test_clock_chance_and_environment_are_read_in_their_places() -> None:
    holds(house.out_of_place(MODULES, PLACES))


def test_no_top_level_file_only_hands_names_on() -> None:
    holds(house.empty_fronts(MODULES))


def modules(**sources: str) -> tuple[Module, ...]:
    """Build a house from sources, a double underscore for each dot of a name."""
    return tuple(Module(name.replace("__", "."), source) for name, source in sources.items())


SMALL_FLOORS = (("roof",), ("hall.*", "cellar"), ("ground",))


def test_a_module_on_no_floor_is_seen() -> None:
    tree = modules(ground="", hall__chair="", attic="", hallway="")
    assert house.homeless(tree, SMALL_FLOORS) == ["attic has no floor", "hallway has no floor"]


def imports_broken_by(importer: str, source: str) -> list[str]:
    """Build the small house with ``source`` in ``importer`` and nothing in the other modules."""
    names = {"roof", "hall.chair", "hall.table", "cellar", "ground"} - {importer}
    tree = (*(Module(name, "") for name in sorted(names)), Module(importer, source))
    return house.climbing(tree, SMALL_FLOORS)


@pytest.mark.parametrize(
    ("importer", "source"),
    [
        ("roof", "import ground"),
        ("roof", "from hall import chair"),
        ("hall.table", "from hall.chair import Leg"),
        ("hall.table", "from hall import chair"),
        ("cellar", "import json"),
    ],
)
def test_an_import_may_go_down_or_stay_in_its_room(importer: str, source: str) -> None:
    assert imports_broken_by(importer, source) == []


@pytest.mark.parametrize(
    ("importer", "source", "target"),
    [
        ("hall.table", "import cellar", "cellar"),
        ("cellar", "from hall.chair import Leg", "hall.chair"),
        ("ground", "from hall import chair", "hall.chair"),
        ("ground", "if True:  import roof", "roof"),
        ("ground", "def f(): import roof", "roof"),
    ],
)
def test_an_import_that_does_not_go_down_is_seen(importer: str, source: str, target: str) -> None:
    assert imports_broken_by(importer, source) == [
        f"{importer}:1 imports {target}, which is not below"
    ]


def test_a_circle_is_seen() -> None:
    tree = modules(
        hall__a="from hall import b",
        hall__b="import hall.c",
        hall__c="import hall.a",
        roof="import hall.a",
    )
    assert house.circles(tree) == [
        "hall.a imports itself in a circle",
        "hall.b imports itself in a circle",
        "hall.c imports itself in a circle",
    ]


def test_a_library_beside_its_door_is_seen() -> None:
    tree = modules(
        roof="import streamlit.web\nimport json",
        ground="from streamlit import write\nimport requests\nimport roof",
    )
    assert house.doorless(tree, {"streamlit": ("roof",)}) == [
        "ground:1 imports streamlit beside its door",
        "ground:2 imports requests, which has no door",
    ]


def test_crooked_imports_are_seen() -> None:
    tree = modules(
        a="from . import b",
        b="from json import *",
        c="def f():\n    import json",
        d="def f():\n    import json",
    )
    assert house.crooked_imports(tree, ("d",)) == [
        "a:1 imports relatively",
        "b:1 imports everything",
        "c:2 imports inside a function",
    ]


def test_a_crowded_room_and_classes_of_one_name_are_seen() -> None:
    tree = modules(
        hall="class Chair: ...",
        hall__a="class Table: ...\nclass _Leg: ...",
        hall__b="class Chair: ...\nclass _Leg: ...",
        hall__c="class Lamp: ...",
        attic="class Lamp: ...",
    )
    assert house.crowded(tree, most=2) == ["hall holds 3 modules"]
    assert house.twins(tree, {"Lamp": "one above the other", "Rug": "gone"}) == [
        "Chair is a class of hall, hall.b",
        "Rug is listed and not twice there",
    ]


def test_a_missing_docstring_and_one_that_begins_with_a_question_word_are_seen() -> None:
    tree = modules(a='"""How a chair is made."""', b='"""However."""', c="chair = 1", d='""" """')
    assert house.crooked_docstrings(tree, NO_BEGINNING) == [
        "c has no docstring",
        "d has no docstring",
        "a begins with How",
    ]


def test_a_module_without_a_test_of_its_name_is_seen() -> None:
    tree = modules(hall__chair="", hall__table="")
    assert house.untested(tree, ["table", "lamp"]) == ["hall.chair has no test_chair.py"]


@pytest.mark.parametrize(
    ("source", "used"),
    [
        ("import os\nos.environ['A']", "os.environ"),
        ("from os import environ as e\ne.get('A')", "os.environ"),
        ("import datetime as dt\nf(clock=dt.datetime.now)", "datetime.datetime.now"),
        ("from datetime import datetime\ndatetime.now()", "datetime.datetime.now"),
        ("import time\ntime.perf_counter()", ""),
        ("now = 1\nnow.time", ""),
    ],
)
def test_the_clock_and_the_environment_are_seen_under_any_name(source: str, used: str) -> None:
    places = {"os.environ": ("cli",), "datetime.datetime.now": ("cli",)}
    seen = house.out_of_place(modules(a=source, cli=source), places)
    assert [line.split()[-1] for line in seen] == used.split()
    assert all(line.startswith("a:") for line in seen)


def test_a_file_that_only_hands_names_on_is_seen() -> None:
    tree = modules(
        front='"""All."""\nfrom hall import chair\n__all__ = ["chair"]',
        app="import hall\nhall.open()",
        hall="x = 1",
    )
    assert house.empty_fronts(tree) == ["front only hands names on"]
