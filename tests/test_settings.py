from pathlib import Path

import pytest

from tidemark.errors import InvalidSetting
from tidemark.settings import Settings

ROOT = Path(__file__).parent.parent


def test_without_a_file_and_an_environment_the_built_in_engine_answers() -> None:
    settings = Settings.read()
    assert (settings.chosen_engine, settings.token_threshold, settings.database_url) == (
        "builtin",
        1200,
        "sqlite:///tidemark.db",
    )


def test_the_example_file_means_the_defaults() -> None:
    assert Settings(_env_file=ROOT / ".env.example") == Settings()


@pytest.mark.parametrize(
    ("engine", "key", "chosen"),
    [
        ("auto", "", "builtin"),
        ("auto", "k", "gemini"),
        ("builtin", "k", "builtin"),
        ("gemini", "", "gemini"),
        ("langchain", "k", "langchain"),
        ("scripted", "k", "scripted"),
    ],
)
def test_a_key_makes_auto_choose_gemini(engine: str, key: str, chosen: str) -> None:
    assert Settings.read(engine=engine, google_api_key=key).chosen_engine == chosen


def test_the_environment_wins_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / ".env"
    file.write_text("MODEL_NAME=from-file\nTOKEN_THRESHOLD=900\n", encoding="utf-8")
    monkeypatch.setenv("MODEL_NAME", "from-environment")
    settings = Settings(_env_file=file)
    assert (settings.model_name, settings.token_threshold) == ("from-environment", 900)


def test_what_is_given_wins_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOKEN_THRESHOLD", "900")
    assert Settings.read(token_threshold=500).token_threshold == 500


def test_a_key_added_to_the_file_is_seen_on_the_next_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / ".env"
    monkeypatch.setitem(Settings.model_config, "env_file", file)
    before = Settings.read().chosen_engine
    file.write_text("GOOGLE_API_KEY=abc\n", encoding="utf-8")
    assert (before, Settings.read().chosen_engine) == ("builtin", "gemini")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TOKEN_THRESHOLD", "199"),
        ("TOKEN_THRESHOLD", "many"),
        ("ENGINE", "chatgpt"),
        ("ENGINE_TIMEOUT_S", "0"),
        ("EMBEDDING_MODEL", "gemini-embedding-001"),
        ("EMBEDDING_MODEL", "openai:"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_by_name(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(InvalidSetting, match=f"^{name}: ") as refused:
        Settings.read()
    assert refused.value.name == name


def test_settings_never_show_the_key() -> None:
    settings = Settings.read(google_api_key="secret-key", llm_api_key="secret-key")
    assert "secret-key" not in repr(settings) + str(settings) + settings.model_dump_json()


def test_another_vector_store_is_refused_with_the_two_there_are() -> None:
    with pytest.raises(InvalidSetting) as refused:
        Settings.read(memory_vector_store="chroma")
    assert str(refused.value) == (
        "MEMORY_VECTOR_STORE: should be 'numpy' or 'pgvector'. "
        "Change it in .env or the environment."
    )


def test_pgvector_is_refused_where_there_is_no_server() -> None:
    with pytest.raises(InvalidSetting) as refused:
        Settings.read(memory_vector_store="pgvector")
    assert str(refused.value) == (
        "MEMORY_VECTOR_STORE: pgvector is of postgresql; with an sqlite file it is numpy. "
        "Change it in .env or the environment."
    )
    on_a_server = Settings.read(
        database_url="postgresql+psycopg://me@here/talk", memory_vector_store="pgvector"
    )
    assert on_a_server.memory_vector_store == "pgvector"


def test_the_database_and_the_summary_model_have_a_second_name() -> None:
    given = Settings(memory_db_connection_string="sqlite:///other.db")
    assert given.database_url == "sqlite:///other.db"
    both = {"database_url": "sqlite:///a.db", "memory_db_connection_string": "sqlite:///b.db"}
    with pytest.raises(InvalidSetting, match="two databases"):
        Settings.read(**both)
    asked = {"memory_summarization_model": "gpt-4o-mini"}
    assert Settings.read(**asked).summary_model_name == "gpt-4o-mini"
    named = Settings.read(**asked, memory_summarization_provider="OpenAI")
    assert named.summary_model_name == "openai:gpt-4o-mini"
    assert Settings.read(**asked, summary_model_name="mine").summary_model_name == "mine"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("memory_chroma_persist_directory", "./chroma"),
        ("memory_opensearch_url", "http://localhost:9200"),
        ("memory_redis_cache_enabled", "1"),
        ("memory_redis_url", "redis://localhost:6379/0"),
        ("memory_redis_ttl_seconds", "0"),
        ("memory_semantic_search_k", "11"),
        ("memory_max_history_messages", "51"),
        ("memory_retention_days", "0"),
        ("memory_cleanup_interval_hours", "inf"),
        ("memory_db_pool_timeout", "inf"),
        ("engine_timeout_s", "inf"),
        ("tool_timeout_s", "1e300"),
    ],
)
def test_what_the_memory_cannot_be_is_refused(name: str, value: str) -> None:
    with pytest.raises(InvalidSetting, match=name.upper()):
        Settings.read(**{name: value})


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("memory_enabled", "maybe", "should be 0 or 1"),
        ("memory_retention_days", "a week", "should be a whole number"),
        ("memory_summarization_temperature", "warm", "should be a number"),
        ("memory_db_connection_string", "sqlite:///b.db", "it and DATABASE_URL name two databases"),
    ],
)
def test_a_refused_value_is_told_in_plain_words(name: str, value: str, why: str) -> None:
    with pytest.raises(InvalidSetting, match=f"^{name.upper()}: {why}"):
        Settings.read(**{"database_url": "sqlite:///a.db", name: value})


def test_the_names_of_the_document_are_read_from_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in {"MEMORY_ENABLED": "0", "SUGGESTION_COUNT": "5"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("MEMORY_DB_CONNECTION_STRING", "sqlite:///theirs.db")
    read = Settings.read()
    assert (read.memory_enabled, read.memory_suggestion_count) == (False, 5)
    assert read.database_url == "sqlite:///theirs.db"
