"""What the page draws for one person is the same whether another has anything or not.

The stranger knows every id of the owner's, and opens every page of the address with them, in a
world with the owner's data and in one from which it was deleted.  The pages and the names in an
address are read from the page's own modules: one that is added is tried, too.
"""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from database import Database
from tests.conversing import begin
from tests.scopes import MARK, OWNER, TRASHED, Guessed, delete_all, rows_of, tell, trespasses
from tests.ui.test_page import SCRIPT
from tidemark.schema.scope import LOCAL
from tidemark.ui import beside_chat, tab_state
from tidemark.ui.components.side_panel import Opened
from tidemark.ui.sidebar import list_state

_UI = Path(tab_state.__file__).parent
_VOLATILE = re.compile(r"[0-9a-f]{12,}|\d+\.\d+|\d\d:\d\d|(there|absent)\\*\.db")
MINE = "mine"
State = dict[str, object]


def _read_in_ui(pattern: str) -> set[str]:
    """Return what a pattern finds in the modules of the page."""
    return {
        found
        for file in _UI.rglob("*.py")
        for found in re.findall(pattern, file.read_text("utf-8"))
    }


VIEWS = sorted(str(getattr(tab_state, name)) for name in _read_in_ui(r"case tab_state\.(\w+)"))
NAMES = _read_in_ui(r'navigation\.read\("(\w+)"\)')


def _addresses(known: Guessed) -> Iterator[dict[str, str]]:
    """Yield addresses of the owner's: each chat, and every page with every id that it may have."""
    ids = {
        "source": str(known.source.source_key),
        "document": str(known.document.document_key),
        "share": "1",
        "version": "1",
        "page": "1",
        "marked": "0-5",
        "branch": "other",
        "of_share": known.session_ids[1],
        "message": "1",
    }
    assert set(ids) | {"chat", "view", "notebook"} == NAMES
    for session_id in (*known.session_ids, TRASHED):
        yield {"chat": session_id, "message": "1"}
    for view in VIEWS:
        yield {"chat": known.session_ids[0], "view": view, "notebook": MARK.lower(), **ids}
    yield {"view": tab_state.DOCUMENTS, "document": str(known.trashed_document_key)}
    yield {"view": tab_state.SOURCES, "source": str(known.trashed_source_key)}


def _states(known: Guessed) -> Iterator[State]:
    """Yield what the tab of the stranger's own chat may remember: everything that ids stand in."""
    of = {
        "summaries": (),
        "losses": (known.summary.id,),
        "read": (known.reply_id,),
        "understood": (known.question_id,),
        "passage": (1, 0, 5),
        "document": (known.document.document_key, 1, "main"),
    }
    assert set(of) == set(beside_chat._KINDS)  # noqa: SLF001 - all that the panel shows
    for kind, ids in of.items():
        yield {"side_panel_opened": [Opened(kind, MINE, ids, "")]}
    for part in (list_state.TRASH, list_state.ARCHIVE):
        yield {"shelf": part}
    yield {list_state.FIELD: MARK}


@contextmanager
def _world(path: Path, *, has_owner: bool) -> Iterator[Guessed]:
    """Yield what is known of the owner, who has all of it or nothing; nothing of it may change."""
    with closing(Database(f"sqlite:///{path}")) as database:
        owner = database.scoped(OWNER)
        known = tell(owner)
        if not has_owner:
            delete_all(owner)
        owned = rows_of(database)
        begin(database.scoped(LOCAL), 2, session_id=MINE)
        yield known
        st.cache_resource.clear()
        assert trespasses(owned, rows_of(database)) == []


def _drawn(known: Guessed) -> dict[str, str]:
    """Return all that a browser is sent for each address and each state."""
    asked: list[tuple[dict[str, str], State]] = [(each, {}) for each in _addresses(known)]
    asked += [({"chat": MINE}, state) for state in _states(known)]
    drawn = {}
    for address, state in asked:
        page = AppTest.from_file(str(SCRIPT), default_timeout=60)
        page.query_params.update(address)
        for name, value in state.items():
            page.session_state[name] = value
        page.run()
        assert not page.exception, (address, state)
        told = "\n".join(str(each.proto) for each in page._tree if hasattr(each, "proto"))  # noqa: SLF001
        assert "new_chat" in told, (address, state)  # the page, and no error in its place
        drawn[f"{address} {state}"] = _VOLATILE.sub("…", told)
    return drawn


@pytest.mark.slow
def test_a_stranger_is_drawn_the_same_whether_another_has_anything_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ENGINE", "scripted")
    monkeypatch.setenv("TRASH_DAYS", "3650")  # nothing goes by itself meanwhile
    seen = []
    for name in ("there", "absent"):
        monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / name}.db")
        with _world(tmp_path / f"{name}.db", has_owner=name == "there") as known:
            seen.append(_drawn(known))
    there, absent = seen
    assert len(there) > 20
    for asked, told in there.items():
        other = set(absent[asked].splitlines()) ^ set(told.splitlines())
        assert told == absent[asked], (asked, sorted(other))
        assert MARK in asked or MARK not in told, asked
