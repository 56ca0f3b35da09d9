"""An export holds all that is stored of a person, and nothing of others."""

import io
import json
import zipfile
from collections.abc import Callable
from contextlib import closing

from assistant import Assistant
from tests.conversing import NOW, on_each_database
from tests.scopes import MARK, OTHER_USER, OWNER, PENDING, TRASHED, TRIP, tell
from tidemark.engines.scripted import ScriptedEngine
from tidemark.settings import Settings


@on_each_database
def test_an_export_holds_all_that_is_stored_of_a_person(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings(), engine=ScriptedEngine(), clock=lambda: NOW)) as whole:
        owner, other = whole.scoped(OWNER), whole.scoped(OTHER_USER)
        tell(owner.database)
        other.turns.ask("Of Atlantis", "talk").wait(20)
        key = owner.api_keys.create("laptop")

        parts = list(owner.personal_export.stream())

        with zipfile.ZipFile(io.BytesIO(b"".join(parts))) as packed:
            held = {name: packed.read(name).decode() for name in packed.namelist()}
            assert packed.testzip() is None
        assert len(parts) > 9  # one thing at a time
        general = "notebooks/general"
        assert {
            "README.txt",
            "profile.jsonl",
            "profile.md",
            "preferences.json",
            f"{general}/notebook.json",
            f"{general}/chats/{PENDING}.jsonl",
            f"{general}/trash/{TRASHED}.md",
            "tables/api_keys.jsonl",
            "tables/turns.jsonl",
            "tables/users.jsonl",
        } <= held.keys()
        chats = [text for name, text in held.items() if "/chats/" in name]
        assert sum(MARK in text for text in chats) > 3
        assert any(name.startswith("trash/sources/") for name in held)
        assert sum("/documents/" in name for name in held) == 1
        assert MARK in held["trash/documents.jsonl"]
        assert json.loads(held["preferences.json"])["budget"] == 900
        assert "laptop" in held["tables/api_keys.jsonl"]
        everything = "".join(held.values())
        assert key.secret not in everything
        assert '"hash"' not in held["tables/api_keys.jsonl"]
        assert "Atlantis" not in everything
        assert TRIP in everything
