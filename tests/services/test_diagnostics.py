"""Diagnostics: each part is checked by itself, and a failed check says what to do."""

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from assistant import Assistant
from tidemark.services import diagnostics
from tidemark.settings import Settings


def test_all_parts_are_checked_in_order(settings: Callable[..., Settings], tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    checks = diagnostics.check_all(
        settings(engine="builtin", token_threshold=900, database_url=url)
    )
    assert [(check.name, check.ok) for check in checks] == [
        ("settings", True),
        ("vocabulary", True),
        ("database", True),
        ("engine", True),
        ("files", True),
    ]
    assert checks[0].found == "engine builtin, budget 900 tokens, GOOGLE_API_KEY not set"


def test_a_failed_check_hides_no_other_and_has_a_remedy(
    settings: Callable[..., Settings], tmp_path: Path
) -> None:
    broken = tmp_path / "broken.db"
    broken.write_text("not a database at all " * 99, encoding="utf-8")
    checks = diagnostics.check_all(settings(engine="gemini", database_url=f"sqlite:///{broken}"))
    assert [check.ok for check in checks] == [True, True, False, False, False]
    assert all(check.next_step for check in checks if not check.ok)


def test_files_with_conversations_are_their_owners_alone_and_older_ones_are_told(
    settings: Callable[..., Settings], tmp_path: Path
) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    database, exports = folder / "mine.db", folder / "made" / "exports"
    mine = settings(engine="builtin", database_url=f"sqlite:///{database}", exports_dir=exports)
    before = os.umask(0)
    try:
        with closing(Assistant(mine)) as assistant:
            assistant.ask("My PIN is 4471.", "s").wait()
            assistant.transfer.export("s")
            files = [path for path in folder.rglob("*") if path.is_file()]
            assert {path.suffix for path in files} >= {".db", ".db-wal", ".db-shm", ".jsonl"}
            assert [path.name for path in files if path.stat().st_mode & 0o077] == []
            assert not exports.stat().st_mode & 0o077
    finally:
        os.umask(before)

    database.chmod(0o644)
    told = diagnostics.check_all(mine)[-1]
    assert not told.ok
    assert f"can read {database}. " in told.next_step
