"""Erasure leaves nothing of a person: in no table, no page of a file, no dump, no cache."""

import gc
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Integer, LargeBinary, insert, select

from assistant import Assistant
from database import Database
from tests.conversing import NOW, on_each_database
from tests.scopes import MARK, rows_of, tell
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.errors import ErasureNotAllowed
from tidemark.schema.scope import LOCAL, Scope
from tidemark.settings import Settings
from tidemark.storage.people import erasure
from tidemark.storage.tables import metadata

PERSON = Scope("quagga", "general")
WORD = "".join(("okapi", "jungle"))  # in what they say, and in no constant


def told(whole: Assistant) -> Assistant:
    """Let the person have a row in every table, in two notebooks, and talk about the ``WORD``."""
    person = whole.scoped(PERSON)
    tell(person.database)
    person.turns.ask(f"Where does the {WORD} live?", "talk").wait(20)
    person.turns.ask(f"And what does the {WORD} eat?", "talk").wait(20)
    person.turns.view("talk", f"Is the {WORD} shy?")
    person.sessions.find(WORD[:4])
    person.sources.add_text(WORD, f"# {WORD}\n\nThe {WORD} is striped.")
    person.sources.search(f"Is the {WORD} striped?")
    person.profile.add("key_facts", f"I saw an {WORD}")
    person.transfer.export("talk", "markdown")
    _fill(whole, person)
    return person


def _fill(whole: Assistant, person: Assistant) -> None:
    """Write a row of the person into every table of theirs that has none."""
    opened = Database(whole.database.url)
    with closing(opened), opened.scoped(PERSON).transaction() as connection:
        for table in metadata.sorted_tables:
            of_person = erasure.claim(table, PERSON.user_id)
            if table.name in erasure.KEPT or of_person is None:
                assert table.name in erasure.KEPT, f"say in KEPT why {table} is kept"
                continue
            if connection.execute(select(table).where(of_person)).first() is not None:
                continue
            row: dict[str, Any] = {}
            for column in table.c:
                if column.foreign_keys:
                    target = next(iter(column.foreign_keys)).column
                    owned = erasure.claim(target.table, PERSON.user_id)
                    assert owned is not None
                    row[column.name] = connection.scalar(select(target).where(owned))
                elif column.name in ("user_id", "with_user_id"):
                    row[column.name] = PERSON.user_id
                elif not (column.primary_key and isinstance(column.type, Integer)) or (
                    column.autoincrement is False  # a number that the program itself gives
                ):
                    row[column.name] = _marked(column.type)
            connection.execute(insert(table), row)


def _marked(kind: object) -> object:
    if isinstance(kind, Integer):
        return 1
    if isinstance(kind, LargeBinary):
        return f"{MARK}_{WORD}".encode()
    return NOW if "Instant" in type(kind).__name__ else f"{MARK}_{WORD}"


def _packed(url: str) -> set[bytes]:
    """Return the beginning of every packed value of the person, before they are erased."""
    with closing(Database(url)) as opened, opened.reading() as connection:
        found: set[bytes] = set()
        for table in metadata.sorted_tables:
            of_person = erasure.claim(table, PERSON.user_id)
            if of_person is None or table.name in erasure.KEPT:
                continue
            for row in connection.execute(select(table).where(of_person)).all():
                found |= {bytes(each)[8:40] for each in row if isinstance(each, bytes | memoryview)}
    return {each for each in found if len(each) > 16 and len(set(each)) > 8}


@on_each_database
def test_erasure_takes_everything_of_a_person_and_nothing_of_others(
    settings: Callable[..., Settings],
) -> None:
    given = settings()
    with (
        closing(Database(given.database_url)) as opened,
        closing(Assistant(given, engine=BuiltinEngine(), clock=lambda: NOW)) as whole,
    ):
        other = whole.scoped(Scope("somebody", "general"))
        for assistant in (whole, other):
            assistant.turns.ask("Hello there", "talk").wait(20)
            assistant.profile.add("key_facts", "I like tea")
        kept = rows_of(opened)
        person = told(whole)
        exported = [*given.exports_dir.rglob("*.md")]
        counted, packed = person.erasure.count(), _packed(given.database_url)
        assert len(packed) > 5
        assert set(counted) == set(metadata.tables) - set(erasure.KEPT)

        receipt = person.erasure.erase()

        assert receipt.rows == counted
        assert receipt.is_scrubbed
        assert receipt.files == len(exported) == 1
        assert not any(path.exists() for path in exported)
        now = rows_of(opened)
        receipts = now.pop("erasures")
        assert [row[1] for row in receipts.values()] == [receipt.person_sha256]
        kept.pop("erasures")
        (blank,) = now.pop("audit_log").values()
        assert [blank[at] for at in (2, 3, 6, 7, 8)] == ["", "", "", "{}", ""]
        kept.pop("audit_log")
        assert receipt.audit_rows == 1
        assert now == kept
        assert [*_left(opened, packed)] == []
        assert [*_in_memory(WORD)] == []
        assert person.erasure.count() == {}
        assert person.sessions.recent() == ()


def _left(opened: Database, packed: set[bytes]) -> Iterator[str]:
    """Yield where the words or the packed values of the person are still stored."""
    is_file = opened.connections.address.file is not None
    for name, text in _raw(opened) if is_file else _dumped(opened):
        words = (MARK, WORD, PERSON.user_id)
        yield from (f"{each} in {name}" for each in words if each.lower().encode() in text.lower())
        yield from (f"a packed value in {name}" for each in packed if each in text)


def _raw(opened: Database) -> Iterator[tuple[str, bytes]]:
    file = opened.connections.address.file
    assert file is not None
    log = file.with_name(f"{file.name}-wal")
    assert not log.exists() or not log.stat().st_size
    yield file.name, file.read_bytes()


def _dumped(opened: Database) -> Iterator[tuple[str, bytes]]:
    with opened.reading() as connection:
        tables = connection.exec_driver_sql(
            "SELECT relname FROM pg_class WHERE relkind = 'r' "
            "AND relnamespace = 'public'::regnamespace"
        )
        for name in tables.scalars():  # as pg_dump writes it
            rows = connection.exec_driver_sql(f'SELECT "{name}"::text FROM "{name}"')  # noqa: S608
            yield name, "\n".join(rows.scalars()).encode()
    with opened.reading() as connection:
        known = connection.exec_driver_sql("SELECT * FROM pg_stats WHERE schemaname = 'public'")
        yield "the planner's statistics", repr(known.all()).encode()


def _in_memory(word: str) -> Iterator[str]:
    """Yield where in this process a text holds ``word``, but in the frames of the test."""
    gc.collect()
    for holder in gc.get_objects():
        if type(holder).__name__ in ("frame", "cell"):
            continue
        for held in gc.get_referents(holder):
            is_text = isinstance(held, str | bytes)
            if is_text and held is not word and word in (held if isinstance(held, str) else ""):
                yield f"{type(holder)} {str(holder)[:200]}"


def test_whoever_runs_the_server_may_forbid_it_and_a_person_of_this_machine_can_go(
    settings: Callable[..., Settings],
) -> None:
    given = settings(memory_allow_data_deletion=False)
    with closing(Assistant(given, engine=BuiltinEngine(), clock=lambda: NOW)) as assistant:
        assistant.turns.ask(f"Of the {WORD}", "talk").wait(20)
        other = assistant.scoped(Scope("somebody", "general"))
        other.turns.ask("Hello", "talk").wait(20)
        assistant.transfer.export("talk")
        with pytest.raises(ErasureNotAllowed):
            assistant.erasure.erase_own()
        assert assistant.scoped(LOCAL).erasure.erase().files == 1
        assert assistant.sessions.recent() == ()
        assert [each.session_id for each in other.sessions.recent()] == ["talk"]
        assert re.fullmatch(r"[0-9a-f]{64}", assistant.erasure.erase().sha256)


def test_erasure_takes_the_session_files_with_the_folder_that_bears_the_name(
    settings: Callable[..., Settings], tmp_path: Path
) -> None:
    folder = tmp_path / "sessions"
    with closing(Assistant(settings(session_files=folder), engine=BuiltinEngine())) as whole:
        for person in (whole, whole.scoped(PERSON)):
            person.sessions.begin("Talk", f"talk-{person.database.scope.user_id}")
            person.session_files.write(f"talk-{person.database.scope.user_id}")
        for name in ("never-loaded.json", "talk-local.json.before"):
            (folder / name).write_text("{}", "utf-8")
        assert whole.scoped(PERSON).erasure.erase().files == 1
        assert len([*folder.rglob("*")]) == 3
        assert whole.erasure.erase().files == 3
        assert [*folder.rglob("*")] == []
