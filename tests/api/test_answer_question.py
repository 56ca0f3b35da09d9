"""``POST /answerQuestion``: the scenarios, tests and metrics of the document that asked for it."""

import datetime as dt
import json
import logging
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, event

from assistant import Assistant
from tests.api.conftest import HERE
from tests.api.speaking import Script
from tests.conversing import on_each_database
from tidemark.api import application
from tidemark.schema.questions import ConversationMetadata, MemoryContextUsed
from tidemark.schema.scope import GENERAL, Scope
from tidemark.schema.tools import ToolCall
from tidemark.schema.turns import SamplingOptions
from tidemark.settings import Settings
from tidemark.tables.sandbox import QueryLimits

SALES = "Show me total sales by region for 2024"
AMOUNTS = "Show me total amount of sales by region"
USER = "test_user@example.com"
MEMORY = ("conversation_metadata", "memory_context_used", "memory_retrieval_time")
TIMES = ("sql_execution_time", "vector_store_search_time", "llm_time", "total_execution_time")


@pytest.fixture
def ask(client: TestClient) -> Callable[..., dict[str, Any]]:
    def ask(question: str = SALES, **more: object) -> dict[str, Any]:
        response = client.post("/answerQuestion", json={"question": question, **more})
        assert response.status_code == 200, response.text
        told: dict[str, Any] = response.json()
        return told

    return ask


Ask = Callable[..., dict[str, Any]]


def serving(assistant: Assistant) -> TestClient:
    app = application.create(lambda: assistant)
    return TestClient(app, base_url="http://localhost", client=HERE)


def of(told: dict[str, Any]) -> str:
    return str(told["conversation_metadata"]["session_id"])


def test_backward_compatibility(client: TestClient, ask: Ask) -> None:
    told = ask("Show me sales", llm_provider="OpenAI", llm_model="gpt-4o")
    assert told["answer"] == "Understood."
    assert [told[each] for each in MEMORY] == [None, None, None]
    assert client.get("/api/sessions").json()["items"] == []
    assert told["tokens"]["total_tokens"] > 0
    assert all(told[each] >= 0 for each in TIMES)
    assert told["total_execution_time"] >= told["llm_time"]


def test_a_question_sends_2_statements_and_41_with_memory_that_recalls_twice(ask: Ask) -> None:
    sent: list[str] = []

    def hear(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        sent.append(statement)

    def least(**more: object) -> int:  # settings may be read again, or a heartbeat stored, too
        counts = []
        for _ in range(4):
            del sent[:]
            ask(**more)
            counts.append(len(sent))
        return min(counts[1:])

    event.listen(Engine, "before_cursor_execute", hear)
    counts = least(), least(user_id=USER, session_id=of(ask(user_id=USER)))
    event.remove(Engine, "before_cursor_execute", hear)

    assert counts == (2, 41)


@on_each_database
def test_first_question_creates_conversation_and_a_follow_up_uses_it(
    client: TestClient, ask: Ask
) -> None:
    first = ask(user_id=USER, session_id=None)
    begun = first["conversation_metadata"]
    assert set(begun) == set(ConversationMetadata.model_fields)
    assert begun["conversation_id"] == begun["session_id"] == str(uuid.UUID(begun["session_id"]))
    assert (begun["session_name"], begun["message_count"]) == (SALES, 1)
    assert begun["is_summarized"] is False
    used = first["memory_context_used"]
    assert set(used) == set(MemoryContextUsed.model_fields)
    assert list(used.values()) == [0, 0, 0, False, True]
    assert first["related_questions"] == ["Show me total sales by region for 2023"]

    told = ask("What about 2023?", user_id=USER, session_id=of(first))
    totals = client.get("/api/insights", headers={"X-User-ID": USER}).json()["figures"]["totals"]
    assert (totals["turns"], totals["with_similar"]) == (2, 1)
    went_on, used = told["conversation_metadata"], told["memory_context_used"]
    assert (went_on["session_id"], went_on["message_count"]) == (of(first), 2)
    assert went_on["session_name"] == SALES
    assert went_on["updated_at"] > begun["updated_at"]
    assert went_on["expires_at"] > begun["expires_at"]
    moments = [dt.datetime.fromisoformat(went_on[each]) for each in ("updated_at", "expires_at")]
    assert moments[1] - moments[0] == dt.timedelta(days=7)
    assert (used["history_messages_count"], used["similar_queries_count"]) == (1, 1)
    assert used["context_tokens"] > 0
    assert any(  # on a busy machine one of a few
        ask("What about 2023?", user_id=USER)["memory_retrieval_time"] < 0.1 for _ in range(10)
    )
    kept = client.get(f"/api/sessions/{of(first)}/messages", headers={"X-User-ID": USER}).json()
    assert [each["content"] for each in kept if each["role"] == "user"] == [
        SALES,
        "What about 2023?",
    ]


@on_each_database
def test_memory_isolation(ask: Ask) -> None:
    first = ask("Show me confidential data", user_id="user1@example.com", session_id="talk-1")
    other = ask("Show me confidential data", user_id="user2@example.com", session_id="talk-1")
    assert of(first) == "talk-1"  # unknown, so it was made
    assert of(other) == str(uuid.UUID(of(other)))  # another's, so a different one
    assert other["warnings"] == []
    used = other["memory_context_used"]
    assert (used["history_messages_count"], used["similar_queries_count"]) == (0, 0)
    assert uuid.UUID(first["conversation_metadata"]["conversation_id"])
    again = ask("Show me confidential data", user_id="local", session_id="talk-1")
    assert of(again) != "talk-1"
    mine = ask("Show me confidential data", user_id="user3", session_id=of(again))
    assert of(mine) != of(again)


@on_each_database
def test_similar_questions_are_found_over_all_notebooks_and_by_those_named(
    client: TestClient, ask: Ask
) -> None:
    header = {"X-User-ID": USER}
    for name in ("Bank", "Shop"):
        client.post("/api/notebooks", json={"name": name}, headers=header).raise_for_status()
    ask(user_id=USER, vdp_database_names="bank")
    ask("Show me total sales by region for 2022", user_id=USER, vdp_database_names="Shop, Bank")
    asked = {"question": "Total sales by region for 2021", "user_id": USER}

    def similar(**more: object) -> int:
        told = ask(**{**asked, **more})
        return int(told["memory_context_used"]["similar_queries_count"])

    assert similar(vdp_database_names="Nowhere") == 0
    alone = ask(**asked, semantic_search_k=0)["memory_context_used"]
    assert (alone["similar_queries_count"], alone["context_tokens"]) == (0, 0)
    assert similar(use_memory=True, vdp_database_names="Bank") == 1  # the newest of one shape
    assert similar() >= 1
    kept = client.get("/api/sessions", headers=header, params={"notebook": "Bank"}).json()["items"]
    assert len(kept) == 2


@pytest.mark.parametrize(
    ("given", "warned"),
    [
        ({"plot": True, "plot_details": "bars"}, ""),
        ({"embeddings_provider": "OpenAI", "embeddings_model": "text-embedding-3-large"}, "openai"),
        ({"vector_store_provider": "pgvector"}, "pgvector"),
        ({"vector_store_provider": "numpy"}, ""),
        ({"llm_provider": "OpenAI"}, "openai"),
        ({"llm_provider": "OpenAI", "llm_model": "gpt-4o"}, "openai:gpt-4o"),
        ({"llm_model": "builtin"}, ""),
        ({"llm_temperature": 0.0, "llm_max_tokens": 4096}, ""),
        ({"vdp_database_names": "banking_db"}, "banking_db"),
        ({"vdp_tag_names": "pii"}, "no tags here: 'pii'"),
        ({"use_views": "sales", "expand_set_views": False}, "no table 'sales'"),
        ({"custom_instructions": "Answer briefly."}, ""),
        ({"markdown_response": False}, ""),
        ({"vector_search_k": 7, "vector_search_sample_data_k": 1}, ""),
        ({"mode": "metadata"}, ""),
        ({"mode": "data"}, "No table answered"),
        ({"disclaimer": True, "verbose": False}, ""),
        ({"vql_execute_rows_limit": 10, "llm_response_rows_limit": 5}, ""),
        ({"user_id": None, "session_id": None, "use_memory": True}, ""),
        ({"user_id": USER, "use_memory": False}, ""),
        ({"user_id": None, "session_id": ""}, ""),
        ({"session_id": "talk-1"}, "'talk-1' was neither read nor continued: without a user_id"),
        (
            {"user_id": USER, "session_id": "talk-1", "use_memory": False},
            "'talk-1' was neither read nor continued: use_memory is false",
        ),
        ({"session_id": "x" * 500}, "neither read nor continued"),
        ({"max_history_messages": 50, "semantic_search_k": 10}, ""),
        ({"max_histroy_messages": 5}, "The field 'max_histroy_messages' is not known here"),
    ],
)
def test_every_field_but_the_question_is_optional(
    ask: Ask, given: dict[str, Any], warned: str
) -> None:
    told = ask(**given)
    assert told["answer"].startswith("Understood.")
    assert told["conversation_metadata"] is None
    assert len(told["warnings"]) == bool(warned)
    assert warned in "".join(told["warnings"])


def test_temperature_and_limit_reach_the_language_model_or_a_warning_says_that_none_answered(
    ask: Ask, script: Script
) -> None:
    ask(llm_temperature=0.0, llm_max_tokens=4096)
    assert script.sampling == [SamplingOptions(temperature=0.0, max_tokens=4096)]
    (warning,) = ask(llm_model="builtin", llm_temperature=0.0)["warnings"]
    assert "No language model" in warning


def test_a_limit_that_is_too_large_or_instructions_without_a_model_are_told(ask: Ask) -> None:
    (warning,) = ask(vql_execute_rows_limit=99_999)["warnings"]
    assert warning == "A result has at most 1000 rows, not 99999."
    assert ask(vql_execute_rows_limit=1000, custom_instructions="Be brief.")["warnings"] == []
    (warning,) = ask(llm_model="builtin", custom_instructions="Be brief.")["warnings"]
    assert warning == "No language model answered: custom_instructions are not followed."


def test_instructions_plain_text_and_a_disclaimer_are_as_asked(ask: Ask, script: Script) -> None:
    script.plays("**Sales** rose.")
    told = ask(custom_instructions="Be brief.", markdown_response=False, disclaimer=True)
    assert script.instructions == ["Be brief."]
    assert told["answer"].startswith("Sales rose.\n\nAn answer by a program")


@pytest.mark.parametrize(
    "wrong",
    [
        {"semantic_search_k": 11},
        {"semantic_search_k": -1},
        {"max_history_messages": 0},
        {"max_history_messages": 51},
        {"mode": "other"},
        {"question": ""},
        {"vql_execute_rows_limit": 2**40},
        {"llm_response_rows_limit": 2**40},
        {"llm_response_rows_limit": 0},
        {"vector_search_k": 2**40},
        {"vector_search_sample_data_k": 2**40},
        {"user_id": "no one"},
        {"user_id": USER, "session_id": "../../etc"},
    ],
)
def test_what_is_out_of_range_is_refused(client: TestClient, wrong: dict[str, Any]) -> None:
    refused = client.post("/answerQuestion", json={"question": SALES, **wrong})
    assert refused.status_code == 422


class Clock:
    def __init__(self) -> None:
        self.now = dt.datetime(2026, 5, 1, tzinfo=dt.UTC)

    def __call__(self) -> dt.datetime:
        return self.now


def test_a_session_past_its_days_is_not_continued(
    settings: Callable[..., Settings], script: Script
) -> None:
    clock = Clock()
    with (
        closing(Assistant(settings(), engine=script.engine, clock=clock)) as opened,
        serving(opened) as client,
    ):

        def ask(question: str, **more: object) -> dict[str, Any]:
            asked = {"question": question, "user_id": USER, **more}
            told: dict[str, Any] = client.post("/answerQuestion", json=asked).json()
            return told

        first = ask(SALES)
        clock.now += dt.timedelta(days=6)
        assert of(ask("What about 2023?", session_id=of(first))) == of(first)
        clock.now += dt.timedelta(days=6)  # from its last use
        assert of(ask("What about 2022?", session_id=of(first))) == of(first)
        clock.now += dt.timedelta(days=8)
        told = ask("What about 2021?", session_id=of(first))
    assert of(told) != of(first)
    assert told["conversation_metadata"]["message_count"] == 1
    (warning,) = told["warnings"]
    assert "has expired" in warning


def test_a_chat_of_the_page_goes_on_and_does_not_begin_to_expire(
    client: TestClient, ask: Ask
) -> None:
    client.post("/api/turns", json={"text": "The trip begins on 3 May.", "session_id": "trip"})
    told = ask("When does the trip begin?", user_id="local", session_id="trip")
    assert told["conversation_metadata"]["message_count"] == 2
    assert told["conversation_metadata"]["expires_at"].startswith("9999")
    assert client.get("/api/sessions/trip").json()["retention_days"] is None


FAIL = {
    "sqlite": (
        "CREATE TRIGGER broken BEFORE INSERT ON {table} BEGIN SELECT RAISE(FAIL, 'full'); END",
    ),
    "postgresql": (
        "CREATE OR REPLACE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'full'; END $$",
        "CREATE TRIGGER broken BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION broken()",
    ),
}


def spoil(assistant: Assistant, table: str) -> None:
    """Let nothing be stored in ``table`` any more."""
    with assistant.database.transaction() as connection:
        for statement in FAIL[connection.dialect.name]:
            connection.exec_driver_sql(statement.format(table=table))


def mend(assistant: Assistant, table: str) -> None:
    with assistant.database.transaction() as connection:
        on = "" if connection.dialect.name == "sqlite" else f" ON {table}"
        connection.exec_driver_sql(f"DROP TRIGGER broken{on}")


@on_each_database
@pytest.mark.parametrize("table", ["past_questions", "messages"])
def test_where_nothing_can_be_stored_only_the_conversation_is_missing(
    assistant: Assistant, ask: Ask, caplog: pytest.LogCaptureFixture, table: str
) -> None:
    session_id = of(ask(user_id=USER))
    spoil(assistant, table)
    try:
        with caplog.at_level(logging.ERROR):
            told = ask("What about 2023?", user_id=USER, session_id=session_id)
    finally:
        mend(assistant, table)
    assert told["answer"] == "Understood."
    assert told["conversation_metadata"] is None
    assert told["memory_context_used"]["history_messages_count"] == 1
    assert told["memory_retrieval_time"] is not None
    (warning,) = told["warnings"]
    assert "could not be kept" in warning
    assert "could not be kept" in caplog.text


@on_each_database
def test_where_the_past_cannot_be_read_the_question_is_answered_without(
    assistant: Assistant, ask: Ask, caplog: pytest.LogCaptureFixture
) -> None:
    session_id = of(ask(user_id=USER))
    rename = "ALTER TABLE {} RENAME TO {}"
    with assistant.database.transaction() as connection:
        connection.exec_driver_sql(rename.format("past_questions", "away"))
    try:
        with caplog.at_level(logging.ERROR):
            told = ask("What about 2023?", user_id=USER, session_id=session_id)
    finally:
        with assistant.database.transaction() as connection:
            connection.exec_driver_sql(rename.format("away", "past_questions"))
    assert told["answer"] == "Understood."
    assert [told[each] for each in MEMORY] == [None, None, None]
    (warning,) = told["warnings"]
    assert "could not be read" in warning
    assert "could not be read" in caplog.text


def test_memory_disabled_reads_and_keeps_nothing(
    settings: Callable[..., Settings], script: Script
) -> None:
    with (
        closing(Assistant(settings(memory_enabled=False), engine=script.engine)) as opened,
        serving(opened) as client,
    ):
        told = client.post("/answerQuestion", json={"question": SALES, "user_id": USER}).json()
        listed = client.get("/api/sessions", headers={"X-User-ID": USER}).json()
    assert [told[each] for each in MEMORY] == [None, None, None]
    assert listed["items"] == []


@on_each_database
def test_the_follow_up_over_tables_keeps_the_table_and_changes_the_year(
    settings: Callable[..., Settings], tmp_path: Path
) -> None:
    """Its test 3: the query names sales, region and the year that was asked for."""
    sold = "2023-02-01,North,100\n2023-05-01,South,50\n2024-02-01,North,200\n2024-03-01,South,75\n"
    (tmp_path / "sales.csv").write_text(f"sold_on,region,amount\n{sold}")
    with closing(Assistant(settings())) as assistant, serving(assistant) as client:
        held = assistant.scoped(Scope(USER, GENERAL))
        assert [each.state for each in held.sources.ingest([tmp_path / "sales.csv"])] == ["new"]
        asked = {"question": SALES, "user_id": USER, "plot": True}
        first = client.post("/answerQuestion", json=asked).json()
        assert "2024" in first["sql_query"]
        assert first["query_explanation"]
        assert first["tables_used"] == ["sales"]
        assert sorted(first["execution_result"]["rows"]) == [["North", 200], ["South", 75]]
        assert json.loads(first["raw_graph"])["mark"]["type"] == "bar"

        asked = {"question": "What about 2023?", "user_id": USER, "session_id": of(first)}
        asked["vql_execute_rows_limit"] = 1
        then = client.post("/answerQuestion", json=asked).json()
        assert all(word in then["sql_query"] for word in ("sales", "region", "2023"))
        assert "2024" not in then["sql_query"]
        assert len(then["execution_result"]["rows"]) == then["execution_result"]["left_out"] == 1
        assert then["sql_execution_time"] > 0
        last = held.database.past_questions.last(of(first))
        assert last is not None
        assert last.source is not None
        assert (last.source.tables, last.source.sql) == (("sales",), then["sql_query"])

        held.tables.sandbox.limits = QueryLimits(wall_s=0)
        stopped = client.post("/answerQuestion", json={"question": SALES, "user_id": USER}).json()
        assert stopped["sql_query"] == first["sql_query"]
        assert stopped["execution_result"] == {}
        assert stopped["warnings"] == [stopped["query_explanation"]]
        assert "no answer after 0 seconds" in stopped["query_explanation"]


@pytest.fixture(scope="module")
def ask_tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Ask, without memory, of the amounts of sales and of costs by region."""
    folder = tmp_path_factory.mktemp("tables")
    for name, amounts in {"sales": (300, 200, 100), "costs": (30, 20, 10)}.items():
        rows = zip(("North", "South", "East"), amounts, strict=True)
        lines = "\n".join(f"{region},{amount}" for region, amount in rows)
        (folder / f"{name}.csv").write_text(f"region,amount\n{lines}\n")
    url = f"sqlite:///{folder / 'tables.db'}"
    with (
        closing(Assistant(Settings(_env_file=None, database_url=url))) as assistant,
        serving(assistant) as client,
    ):
        list(assistant.sources.ingest(sorted(folder.glob("*.csv"))))

        def ask(question: str = AMOUNTS, **more: object) -> dict[str, Any]:
            response = client.post("/answerQuestion", json={"question": question, **more})
            assert response.status_code == 200, response.text
            told: dict[str, Any] = response.json()
            return told

        yield ask


@pytest.mark.parametrize(
    ("given", "rows", "told", "left_out"),
    [
        ({}, 3, 3, "more rows"),
        ({"vql_execute_rows_limit": 2}, 2, 2, "1 more rows."),
        ({"llm_response_rows_limit": 1}, 3, 1, "2 more rows."),
        ({"vql_execute_rows_limit": 2, "llm_response_rows_limit": 1}, 2, 1, "2 more rows."),
    ],
)
def test_rows_are_run_and_told_up_to_their_limits(
    ask_tables: Ask, given: dict[str, int], rows: int, told: int, left_out: str
) -> None:
    answered = ask_tables(**given)
    assert len(answered["execution_result"]["rows"]) == rows
    assert answered["answer"].count("00 |") == told
    assert (left_out in answered["answer"]) == bool(given)


@pytest.mark.parametrize(
    ("given", "tables", "warned"),
    [
        ({"use_views": "shop.costs, sales"}, ["sales"], []),
        ({"use_views": "costs"}, ["sales"], []),
        ({"use_views": "costs", "expand_set_views": False}, [], []),
        (
            {"use_views": "costs", "expand_set_views": False, "mode": "data"},
            [],
            ["No table answered this question. Name what to show as the tables' columns do."],
        ),
        (
            {"use_views": "costs,people"},
            ["sales"],
            ["There is no table 'people': look at the list of tables."],
        ),
    ],
)
def test_the_tables_named_are_asked_first_or_alone(
    ask_tables: Ask, given: dict[str, Any], tables: list[str], warned: list[str]
) -> None:
    answered = ask_tables(**given)
    assert (answered["tables_used"], answered["warnings"]) == (tables, warned)


def test_a_question_of_metadata_is_answered_by_columns_and_runs_no_query(ask_tables: Ask) -> None:
    answered = ask_tables(mode="metadata")
    assert "- sales (3 rows): region text [East; North; South], amount" in answered["answer"]
    assert (answered["sql_query"], answered["execution_result"]) == ("", {})


def test_a_model_is_shown_the_tables_and_past_queries_that_bear_on_the_question(
    client: TestClient, ask: Ask, script: Script
) -> None:
    for name in ("costs", "sales"):
        lines = f"region,{name}_amount\nNorth,100\nSouth,200\nEast,300\n"
        file = {"files": (f"{name}.csv", lines)}
        client.post("/api/sources", files=file, headers={"X-User-ID": USER}).raise_for_status()
    sql = "SELECT region, SUM(sales_amount) FROM sales GROUP BY region"
    call = ToolCall(name="query_tables", arguments={"question": SALES, "sql": sql})
    script.plays(call, "Done.")
    ask(user_id=USER)
    ask(f"{SALES}, please", user_id=USER, vector_search_k=1, vector_search_sample_data_k=1)
    shown = script.tools[-1]["query_tables"]
    assert f"Q: {SALES}\nSQL: {sql}" in shown
    assert "sales (3 rows): region text [East], sales_amount integer [100]" in shown
    assert "costs" not in shown


@pytest.mark.parametrize(
    ("details", "mark", "warned"),
    [("", "bar", ""), ("A line, please", "line", ""), ("A pie", "bar", "and not 'A pie'")],
)
def test_a_chart_is_drawn_as_asked(ask_tables: Ask, details: str, mark: str, warned: str) -> None:
    answered = ask_tables(plot=True, plot_details=details)
    graph = json.loads(answered["raw_graph"])
    assert graph["mark"]["type"] == mark
    axes = [graph["encoding"][axis]["title"] for axis in "xy"]
    assert axes == ["Region", "Total amount"]
    assert graph["config"]["locale"]["number"]["thousands"] == ","
    assert warned in "".join(answered["warnings"])
    assert len(answered["warnings"]) == bool(warned)


def test_a_result_that_no_chart_shows_says_so(ask_tables: Ask) -> None:
    answered = ask_tables("What is the total amount of sales?", plot=True)
    assert (answered["raw_graph"], len(answered["warnings"])) == ("", 1)
    assert "No chart shows this result" in answered["warnings"][0]
