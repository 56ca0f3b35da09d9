"""The backups of docs/deploy.md: its own commands, run by a shell, bring everything back."""

import os
import re
import subprocess
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from database import Database
from tests.conversing import NOW, said
from tidemark.schema.scope import GENERAL, Scope

if TYPE_CHECKING:
    from tests.postgres import Server

ROOT = Path(__file__).parent.parent


def run(heading: str, folder: Path, programs: str = "", **around: str) -> None:
    """Run the commands below a heading of docs/deploy.md in ``folder``, as they stand there."""
    page = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    found = re.search(rf"^### {heading}\n.*?^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert found, heading
    path = os.environ["PATH"]  # noqa: TID251 - the shell's
    environment = {"PATH": f"{programs}:{path}", **around}
    command = ["/bin/sh", "-euc", found[1]]
    subprocess.run(command, cwd=folder, env=environment, check=True)


def say(url: str, user_id: str, text: str) -> None:
    with closing(Database(url)) as database:
        own = database.scoped(Scope(user_id, GENERAL))
        own.sessions.ensure("trip", title="A trip", now=NOW)
        own.messages.add_many("trip", [said(text), said("Noted.", "assistant")])


def kept(url: str, user_id: str) -> list[str]:
    with closing(Database(url)) as database:
        own = database.scoped(Scope(user_id, GENERAL))
        return [each.content for each in own.get_messages("trip")]


def test_an_sqlite_file_is_restored_as_it_was(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tidemark.db"
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    say(url, "anna", "To Zanzibar")
    with closing(Database(url)):  # it is open, and part of it is in its log
        run("Back up SQLite", tmp_path)
    say(url, "anna", "By boat")
    run("Restore SQLite", tmp_path)
    assert kept(url, "anna") == ["To Zanzibar", "Noted."]
    say(url, "anna", "By train")
    assert kept(url, "anna")[2:] == ["By train", "Noted."]


@pytest.mark.slow
def test_a_postgresql_database_is_restored_as_it_was(postgres: "Server", tmp_path: Path) -> None:
    name = postgres.migrated()
    postgres.run(f"ALTER DATABASE {name} RENAME TO tidemark")
    url = postgres.url("tidemark")
    try:
        say(url, "anna", "To Zanzibar")
        say(url, "bob", "To Oslo")
        where, programs = str(postgres.socket_dir), str(postgres.running.bin_path)
        run("Back up PostgreSQL", tmp_path, programs, PGHOST=where, PGUSER="tidemark")
        say(url, "anna", "By boat")
        run("Restore PostgreSQL", tmp_path, programs, PGHOST=where, PGUSER="postgres")
        assert kept(url, "anna") == ["To Zanzibar", "Noted."]
        assert kept(url, "bob") == ["To Oslo", "Noted."]
        say(url, "anna", "By train")
        rows = "SELECT count(*) FROM messages"
        assert postgres.run("SET ROLE tidemark", rows, database="tidemark") == [(0,)]
        walls = "SELECT count(*) FROM pg_policies"
        before = postgres.run(walls, database="tidemark_before")
        assert postgres.run(walls, database="tidemark") == before != [(0,)]
    finally:
        postgres.run(
            "DROP DATABASE IF EXISTS tidemark WITH (FORCE)",
            "DROP DATABASE IF EXISTS tidemark_before WITH (FORCE)",
            "DROP DATABASE IF EXISTS restored WITH (FORCE)",
        )
