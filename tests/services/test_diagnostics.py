"""Diagnostics: each part is checked by itself, and a failed check says what to do."""

from collections.abc import Callable
from pathlib import Path

from tidemark.services import diagnostics
from tidemark.settings import Settings


def test_all_parts_are_checked_in_order(settings: Callable[..., Settings]) -> None:
    checks = diagnostics.check_all(settings(engine="builtin", token_threshold=900))
    assert [(check.name, check.ok) for check in checks] == [
        ("settings", True),
        ("vocabulary", True),
        ("database", True),
        ("engine", True),
    ]
    assert checks[0].found == "engine builtin, budget 900 tokens, GOOGLE_API_KEY not set"


def test_a_failed_check_hides_no_other_and_has_a_remedy(
    settings: Callable[..., Settings], tmp_path: Path
) -> None:
    broken = tmp_path / "broken.db"
    broken.write_text("not a database at all " * 99, encoding="utf-8")
    checks = diagnostics.check_all(settings(engine="gemini", database_url=f"sqlite:///{broken}"))
    assert [check.ok for check in checks] == [True, True, False, False]
    assert all(check.next_step for check in checks if not check.ok)
