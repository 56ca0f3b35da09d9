"""Tables of files: types, headers, names, several sheets, nested JSON, keys; asked by SQL."""

import json
from contextlib import closing
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest
import xlsxwriter

from tidemark.schema.sources import FileType
from tidemark.schema.tables import Table
from tidemark.tables.asking.joins import guessed
from tidemark.tables.loading import TableFiles, read_tables
from tidemark.tables.sandbox import Sandbox, TableFile


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    return Sandbox()


def loaded(
    folder: Path, name: str, content: str | bytes, file_type: FileType
) -> tuple[tuple[Table, ...], Path]:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    target = folder / f"{name}.duckdb"
    return read_tables(path, name, file_type, target), target


def types(table: Table) -> dict[str, str]:
    return {each.name: each.type + each.unit for each in table.columns}


DUTCH = """Verkoop 2024;;;;;
;;;;;
Datum;Regio;Omzet (€);Groei;Betaald;Postcode
31-01-2024;Noord;1.234,50;12,5%;ja;0123
01-02-2024;Zuid;€ 2.000;-3%;nee;0456

3 maart 2024;Noord;;0%;ja;
"""


def test_a_dutch_csv_in_an_old_encoding_has_its_types(tmp_path: Path, sandbox: Sandbox) -> None:
    (table,), path = loaded(tmp_path, "Verkoop 2024.csv", DUTCH.encode("cp1252"), "csv")
    assert (table.name, table.title, table.rows) == ("verkoop_2024", "Verkoop 2024", 3)
    assert types(table) == {
        "datum": "date",
        "regio": "text",
        "omzet_euro": "number",
        "groei": "number%",
        "betaald": "boolean",
        "postcode": "text",
    }
    assert table.column("omzet_euro").title == "Omzet (€)"
    run = sandbox.run(
        "SELECT regio, sum(omzet_euro) AS omzet, max(datum) AS laatst, min(postcode) AS pc,"
        " count(*) FILTER (WHERE betaald) AS betaald FROM v GROUP BY regio ORDER BY regio",
        {"v": TableFile(path, "t1")},
    )
    assert run.result.rows == (
        ("Noord", 1234.5, "2024-03-03", "0123", 2),
        ("Zuid", 2000.0, "2024-02-01", "0456", 0),
    )


def test_odd_and_doubled_names_become_plain_ones(tmp_path: Path) -> None:
    odd = "Order,Sales,Sales,2023,,Größe\n1,2,3,4,x,5\n2,3,4,5,y,6\n"
    (table,), _ = loaded(tmp_path, "select.csv", odd, "csv")
    assert table.name == "select_"
    assert [each.name for each in table.columns] == [
        *("order_", "sales", "sales_2", "column_2023", "column_5", "grosse"),
    ]
    assert [each.title for each in table.columns][3:] == ["2023", "", "Größe"]


def test_a_workbook_has_a_table_a_sheet_and_keys_between_them(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    path = tmp_path / "Shop.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        regions, sales, _ = (book.add_worksheet(name) for name in ("Regions", "Sales", "Empty"))
        regions.write_column(0, 0, ["region_id", 1, 2])
        regions.write_column(0, 1, ["name", "North", "South"])
        sales.write(0, 0, "All sales")
        for column, title in enumerate(("id", "region_id", "amount", "sold on")):
            sales.write(2, column, title)
        for row in range(4):
            sales.write(3 + row, 0, 10 + row)
            sales.write(3 + row, 1, row % 2 + 1)
            sales.write(3 + row, 2, 1.5 * row)
            sales.write_number(3 + row, 3, 45_300 + row, day)
    found = read_tables(path, "Shop.xlsx", "spreadsheet", target := tmp_path / "x.duckdb")
    assert [(each.name, each.rows, each.key) for each in found] == [
        ("regions", 2, ("region_id",)),
        ("sales", 4, ("id",)),
    ]
    assert types(found[1]) == {
        "id": "integer",
        "region_id": "integer",
        "amount": "number",
        "sold_on": "date",
    }
    assert found[1].column("sold_on").lowest == "2024-01-09"
    links = [(each.table, each.column, each.of_table) for each in guessed(found)]
    assert links == [("sales", "region_id", "regions")]
    files = {each.name: TableFile(target, f"t{at}") for at, each in enumerate(found, start=1)}
    joined = "SELECT name, sum(amount) AS total FROM sales JOIN regions USING (region_id)"
    run = sandbox.run(f"{joined} GROUP BY name ORDER BY name", files)
    assert run.result.rows == (("North", 3.0), ("South", 6.0))
    assert run.tables_used == ("regions", "sales")


def test_nested_json_is_flattened_and_lists_of_objects_are_tables(tmp_path: Path) -> None:
    orders = [
        {
            "id": number,
            "customer": {"name": f"Ann {number}", "address": {"city": "Delft"}},
            "tags": ["a", "b"],
            "lines": [{"item": "pen", "count": number}, {"item": "ink", "count": 1}],
            "at": f"2024-03-0{number}T10:00:00Z",
        }
        for number in (1, 2, 3)
    ]
    found, _ = loaded(tmp_path, "orders.json", json.dumps({"orders": orders}), "code")
    assert [(each.name, each.rows, types(each)) for each in found] == [
        (
            *("orders", 3),
            {
                "id": "integer",
                "customer_name": "text",
                "customer_address_city": "text",
                "tags": "text",
                "at_": "timestamp",
            },
        ),
        ("orders_lines", 6, {"orders_id": "integer", "item": "text", "count": "integer"}),
    ]
    by_line = "\n".join(map(json.dumps, orders))
    assert [each.rows for each in loaded(tmp_path, "orders.jsonl", by_line, "code")[0]] == [3, 6]
    settings = json.dumps({"name": "x", "version": 3})
    assert loaded(tmp_path, "settings.json", settings, "code")[0] == ()


def test_parquet_keeps_its_types_and_broken_files_have_no_tables(tmp_path: Path) -> None:
    path = tmp_path / "trips.parquet"
    pyarrow.parquet.write_table(
        pyarrow.table({"Trip": [1, 2], "km": [1.5, None], "where": [{"city": "Ede"}, None]}), path
    )
    (table,) = read_tables(path, "trips.parquet", "parquet", tmp_path / "p.duckdb")
    assert types(table)["trip"] == "integer"
    assert [each.empty for each in table.columns][1] == 1
    nothing = b"PAR1 nothing"
    assert loaded(tmp_path, "a.parquet", nothing, "parquet")[0] == ()
    assert loaded(tmp_path, "b.json", nothing, "code")[0] == ()
    assert loaded(tmp_path, "c.xlsx", nothing, "spreadsheet")[0] == ()


def test_files_are_built_once_forgotten_and_gone_at_the_end(tmp_path: Path) -> None:
    asked: list[int] = []

    def content() -> bytes:
        asked.append(1)
        return b"a,b\n1,2\n"

    files = TableFiles()
    with closing(files):
        path, (table,) = files.get(7, "x.csv", "csv", content)
        assert files.get(7, "x.csv", "csv", content) == (path, (table,))
        assert (path.exists(), len(asked)) == (True, 1)
        assert path.parent.stat().st_mode & 0o077 == 0
        files.forget([7])
        assert not path.exists()
        files.get(7, "x.csv", "csv", content)
    assert not path.parent.exists()


def test_a_file_whose_process_failed_is_read_with_the_next_question_and_then_given_up() -> None:
    def content() -> bytes:
        return b"a,b\n1,2\n"

    with closing(TableFiles(wall_s=0)) as files:
        assert files.get(7, "x.csv", "csv", content)[1] == ()
        files.wall_s = 60
        assert len(files.get(7, "x.csv", "csv", content)[1]) == 1
        files.wall_s = 0
        assert [files.get(8, "y.csv", "csv", content)[1] for _ in range(2)] == [(), ()]
        files.wall_s = 60
        assert files.get(8, "y.csv", "csv", content)[1] == ()
