"""SQL that somebody else wrote reads the tables it was given, and nothing else."""

import shutil
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import duckdb
import pytest

from tidemark.errors import QueryRefused
from tidemark.tables.sandbox import QueryLimits, Sandbox, TableFile

ENDLESS = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT {} FROM t"
TIME = "too_long, too_slow"  # by the clock, where others have the processors
NESTED = "SELECT " + "-(" * 600 + "1" + ")" * 600


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> TableFile:
    path = tmp_path_factory.mktemp("tables") / "1.duckdb"
    with duckdb.connect(str(path)) as made:
        made.execute(
            "CREATE TABLE t1 AS SELECT i AS id, ['North', 'South'][i % 2 + 1] AS region,"
            " i * 1.5::DOUBLE AS amount, DATE '2024-01-01' + (i % 300)::INTEGER AS day,"
            " TIMESTAMPTZ '2024-01-01 10:00:00+00' AS moment FROM range(3000) r(i)"
        )
    shutil.copy(path, path.with_name("2.duckdb"))  # of somebody else
    return TableFile(path, "t1")


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    return Sandbox(QueryLimits(cpu_s=1, wall_s=15))


def test_a_select_gives_rows_with_types_and_how_many_were_left_out(
    sandbox: Sandbox, file: TableFile
) -> None:
    asked = (
        "SELECT region, count(*) AS n, sum(amount) AS total, min(day) AS first, max(moment) AS last"
    )
    run = sandbox.run(f"{asked} FROM sales GROUP BY 1 ORDER BY 1;", {"sales": file})
    assert [(each.name, each.type) for each in run.result.columns] == [
        *(("region", "text"), ("n", "integer"), ("total", "number"), ("first", "date")),
        ("last", "text"),
    ]
    assert run.result.rows == (
        ("North", 1500, 3372750.0, "2024-01-01", "2024-01-01 10:00:00+00"),
        ("South", 1500, 3375000.0, "2024-01-02", "2024-01-01 10:00:00+00"),
    )
    assert (run.result.left_out, run.result.is_counted) == (0, True)
    assert run.tables_used == ("sales",)
    cut = sandbox.run("FROM sales SELECT id ORDER BY id DESC", {"sales": file}, rows=2).result
    assert (cut.rows, cut.left_out, cut.is_counted) == (((2999,), (2998,)), 2998, True)


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        # files
        ("SELECT * FROM read_text('/etc/passwd')", "forbidden"),
        ("SELECT * FROM read_blob('/etc/passwd')", "forbidden"),
        ("SELECT * FROM read_csv('/etc/passwd')", "forbidden"),
        ("SELECT * FROM read_csv_auto('/etc/passwd')", "forbidden"),
        ("SELECT * FROM sniff_csv('/etc/passwd')", "forbidden"),
        ("SELECT * FROM read_parquet('/etc/passwd')", "forbidden"),
        ("SELECT * FROM parquet_metadata('/etc/passwd')", "forbidden"),
        ("SELECT * FROM read_json('/etc/passwd')", "forbidden"),
        ("SELECT * FROM glob('/etc/*')", "forbidden"),
        ("SELECT * FROM '/etc/passwd'", "wrong"),
        ("SELECT * FROM '{other}'", "forbidden"),
        ("SELECT * FROM query('SELECT * FROM read_text(''/etc/passwd'')')", "forbidden"),
        ("WITH x AS (SELECT * FROM read_text('/etc/hostname')) SELECT * FROM x", "forbidden"),
        ("SELECT (SELECT content FROM read_text('/proc/self/environ'))", "forbidden"),
        ("SELECT * FROM 'http://127.0.0.1:{port}/a.csv'", "forbidden"),
        ("SELECT * FROM read_csv('http://127.0.0.1:{port}/a.csv')", "forbidden"),
        ("SELECT * FROM read_parquet('s3://bucket/a.parquet')", "forbidden"),
        ("SELECT getenv('HOME')", "wrong"),
        # Statements other than one SELECT
        ("COPY sales TO '/tmp/stolen.csv'", "not_one_select"),
        ("COPY (SELECT 1) TO '/tmp/stolen.csv'", "not_one_select"),
        ("EXPORT DATABASE '/tmp/stolen'", "not_one_select"),
        ("IMPORT DATABASE '/tmp/stolen'", "not_one_select"),
        ("ATTACH '/tmp/other.duckdb'", "not_one_select"),
        ("ATTACH ':memory:' AS other", "not_one_select"),
        ("DETACH file_0", "not_one_select"),
        ("USE file_0", "not_one_select"),
        ("INSTALL httpfs", "not_one_select"),
        ("LOAD httpfs", "not_one_select"),
        ("CREATE SECRET s (TYPE s3, KEY_ID 'a', SECRET 'b')", "not_one_select"),
        ("SET enable_external_access = true", "not_one_select"),
        ("SET memory_limit = '100GB'", "not_one_select"),
        ("RESET lock_configuration", "not_one_select"),
        ("PRAGMA disable_checkpoint_on_shutdown", "not_one_select"),
        ("CALL pragma_version()", "not_one_select"),
        ("DROP VIEW sales", "not_one_select"),
        ("DELETE FROM file_0.t1", "not_one_select"),
        ("UPDATE file_0.t1 SET amount = 0", "not_one_select"),
        ("INSERT INTO file_0.t1 SELECT * FROM sales", "not_one_select"),
        ("CREATE TABLE mine AS SELECT * FROM sales", "not_one_select"),
        ("CREATE MACRO f() AS TABLE SELECT * FROM read_text('/etc/passwd')", "not_one_select"),
        ("EXPLAIN ANALYZE SELECT * FROM sales", "not_one_select"),
        ("PREPARE p AS SELECT 1", "not_one_select"),
        ("BEGIN", "not_one_select"),
        # Prefix tricks
        ("SELECT 1; DROP TABLE file_0.t1", "not_one_select"),
        ("/* SELECT */ DROP VIEW sales", "not_one_select"),
        ("-- SELECT\nDROP VIEW sales", "not_one_select"),
        ("WITH a AS (SELECT 1) DELETE FROM file_0.t1", "not_one_select"),
        ("SELECT 1;;SELECT 2", "not_one_select"),
        ("", "not_one_select"),
        ("; --", "not_one_select"),
        ("WITH a AS (INSERT INTO file_0.t1 SELECT * FROM sales RETURNING id) FROM a", "wrong"),
        ("SELECT * FROM query('DROP VIEW sales')", "wrong"),
        ("SELECT nowhere FROM sales", "wrong"),
        ("SELEC 1", "wrong"),
        (NESTED, "wrong"),
        # Memory and time
        ("SELECT repeat('x', 2000000000)", "too_much_memory"),
        ("SELECT length(repeat('x', 2000000000))", "too_much_memory"),
        ("SELECT list(i) FROM range(1000000000) r(i)", f"{TIME}, too_much_memory"),
        ("SELECT range(1000000000)", "too_much_memory"),
        ("SELECT count(*) FROM sales a, sales b, sales c, sales d", TIME),
        ("SELECT * FROM sales a, sales b, sales c ORDER BY a.amount", f"{TIME}, too_much_memory"),
        (ENDLESS.format("max(n)"), TIME),
        ("SELECT sum(sqrt(i)) FROM range(100000000000) r(i)", TIME),
        ("SELECT sum(length(md5(repeat('x', 20000 + a.id)))) FROM sales a, sales b", TIME),
    ],
)
def test_anything_but_a_plain_select_is_refused_in_time(
    sandbox: Sandbox, file: TableFile, sql: str, why: str
) -> None:
    before = file.path.read_bytes()
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        server.settimeout(0)
        began = time.monotonic()
        asked = sql.replace("{port}", str(server.getsockname()[1])).replace(
            "{other}", str(file.path.with_name("2.duckdb"))
        )
        with pytest.raises(QueryRefused) as refused:
            sandbox.run(asked, {"sales": file})
        assert time.monotonic() - began < 60
        with pytest.raises(BlockingIOError):
            server.accept()
    assert refused.value.why in why.split(", ")
    limits = {"too_long": "1 seconds of the", "too_slow": "15 sec", "too_much_memory": "512 MB"}
    assert limits.get(refused.value.why, "") in str(refused.value)
    assert file.path.read_bytes() == before


def test_a_sum_of_decimals_has_no_rest_of_binary_fractions(sandbox: Sandbox) -> None:
    assert sandbox.run("SELECT 0.1::DOUBLE + 0.2::DOUBLE, 1e300", {}).result.rows == ((0.3, 1e300),)


def test_a_process_that_does_not_end_is_killed(file: TableFile) -> None:
    slow = "SELECT count(*) FROM sales a, sales b, sales c, sales d"
    impatient = Sandbox(QueryLimits(wall_s=0.5, cpu_s=60))
    began = time.monotonic()
    with pytest.raises(QueryRefused, match=r"after 0\.5 seconds, the most that a") as refused:
        impatient.run(slow, {"sales": file})
    assert (refused.value.why, refused.value.sql) == ("too_slow", slow)
    assert time.monotonic() - began < 20


def test_no_owner_keeps_others_from_their_queries(file: TableFile) -> None:
    waiting = "SELECT pg_sleep(60)"
    shared = Sandbox(QueryLimits(wall_s=5, at_once=2, at_once_each=1))
    with ThreadPoolExecutor(1) as threads:
        asked = threads.submit(shared.run, waiting, {}, owner="ann")
        while not shared.running:
            time.sleep(0.01)
        with pytest.raises(QueryRefused, match="more than 1 at once") as refused:
            shared.run("SELECT 1", {}, owner="ann")
        assert (refused.value.why, refused.value.sql) == ("too_many", "SELECT 1")
        assert shared.run("SELECT 1", {}, owner="bob").result.rows == ((1,),)
        with pytest.raises(QueryRefused, match="no answer after"):
            asked.result()
        assert shared.run("SELECT 1", {}, owner="ann").result.rows == ((1,),)


def test_long_results_are_cut_and_say_so(sandbox: Sandbox, file: TableFile) -> None:
    long = sandbox.run("SELECT repeat('x', 5000) AS x FROM sales", {"sales": file}).result
    assert len(str(long.rows[0][0])) == 2000
    assert sum(len(str(row)) for row in long.rows) < 1_100_000
    assert len(long.rows) + long.left_out == 3000
