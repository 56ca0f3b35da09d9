"""Diagnostics: checks of settings, vocabulary, database, engine and files, with a remedy each."""

import shlex
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from database import Database
from tidemark.engines.factory import open_embeddings, open_engine
from tidemark.errors import DatabaseError, FilesOpenToOthers, TidemarkError
from tidemark.runtime.events import Stop
from tidemark.schema.reports import Check
from tidemark.schema.scope import LOCAL
from tidemark.settings import Settings
from tidemark.storage.drivers.database_url import parse
from utils import TokenCounter, is_open_to_others

_BESIDE = ("-wal", "-shm")  # files SQLite keeps next to a database file


def check_all(settings: Settings) -> tuple[Check, ...]:
    """Check settings, vocabulary, database, engine and files; one failed check hides no other."""
    checks: dict[str, Callable[[Settings], str]] = {
        "settings": _settings,
        "vocabulary": _vocabulary,
        "database": _database,
        "engine": _engine,
        "files": _files,
    }
    if settings.embedding_model:
        checks["embeddings"] = _embeddings
    return tuple(_check(name, find, settings) for name, find in checks.items())


def _check(name: str, find: Callable[[Settings], str], settings: Settings) -> Check:
    try:
        return Check(name=name, ok=True, found=find(settings))
    except TidemarkError as error:
        return Check(name=name, ok=False, found="not usable", next_step=str(error))


def _settings(settings: Settings) -> str:
    name, key = "GOOGLE_API_KEY", settings.google_api_key
    if settings.chosen_engine == "langchain":
        name, key = "LLM_API_KEY", settings.llm_api_key
    return (
        f"engine {settings.chosen_engine}, budget {settings.token_threshold} tokens, "
        f"{name} {'set' if key.get_secret_value() else 'not set'}"
    )


def _vocabulary(_settings: Settings) -> str:
    tokens = TokenCounter().count_tokens("Hello")
    return f"cl100k_base as shipped; “Hello” counts {tokens}"


def _database(settings: Settings) -> str:
    with closing(_open(settings)) as opened:
        return f"{opened.where}, {opened.scoped(LOCAL).sessions.count()} sessions"


def _files(settings: Settings) -> str:
    exported = (path for path in settings.exports_dir.glob("*") if not path.name.startswith("."))
    mine = [*_of_database(settings.database_url), *exported, Path(".env")]
    opened = [shlex.quote(str(path)) for path in mine if is_open_to_others(path)]
    if opened:
        raise FilesOpenToOthers(" ".join(opened))
    return "conversations, exports and keys can be read by you alone"


def _of_database(url: str) -> tuple[Path, ...]:
    """Return the files of the database at ``url``; none for a server or an invalid URL."""
    try:
        file = parse(url).file
    except DatabaseError:  # the check of the database reports it
        return ()
    return (file, *(file.with_name(file.name + end) for end in _BESIDE)) if file else ()


def _embeddings(settings: Settings) -> str:
    """Compute one vector, and count the passages that still lack theirs."""
    engine = open_embeddings(settings)
    if engine is None:
        return "none"
    with closing(engine):
        vector = engine.embed_question("Hello", timeout_s=settings.engine_timeout_s, stop=Stop())
    with closing(_open(settings)) as opened:
        database = opened.scoped(LOCAL)
        waiting = sum(
            sum(store.waiting(engine.name).values())
            for store in (database.vectors, database.source_vectors)
        )
    return (
        f"{engine.name}, {len(vector)} numbers a vector in {settings.memory_vector_store}, "
        f"{waiting} passages wait for theirs"
    )


def _open(settings: Settings) -> Database:
    return Database(settings.database_url, vector_store=settings.chosen_vector_store)


def _engine(settings: Settings) -> str:
    with closing(open_engine(settings)) as engine:
        engine.check()
        return engine.label
