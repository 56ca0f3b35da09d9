"""A notebook goes out in one file and comes in equal, on either database; a bad file does not."""

import datetime as dt
import json
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from assistant import Assistant
from tests.conversing import on_each_database
from tests.making_sources import add
from tidemark.engines.scripted import ScriptedEngine
from tidemark.errors import SessionNotFound, TidemarkError, UnreadableTranscript
from tidemark.runtime.events import StopRequested
from tidemark.schema.documents import NewVersion
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.records import SessionRecord
from tidemark.schema.scope import Scope
from tidemark.settings import Settings

_PDF = b"%PDF-1.7 not drawn here"


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    replies = [*["Noted."] * 3, "An oak lives 1,000 years [1].", "Clay holds water for 9 days [1]."]
    engine = ScriptedEngine(replies=replies, is_language_model=True)
    with closing(Assistant(settings(), engine=engine)) as opened:
        yield opened


@pytest.fixture
def other(tmp_path: Path, sqlite_url: Callable[[Path], str]) -> Iterator[Assistant]:
    """Open an assistant with an empty SQLite database of its own."""
    url = sqlite_url(tmp_path / "other.db")
    with closing(Assistant(Settings(database_url=url, exports_dir=tmp_path / "other"))) as opened:
        yield opened


def in_notebook(assistant: Assistant, notebook_id: str) -> Assistant:
    return assistant.scoped(Scope("local", notebook_id))


def garden(assistant: Assistant) -> Assistant:
    """Fill a notebook with all that one may hold."""
    settings = NotebookChange(
        name="Garden", instructions="Be brief.", icon="🌱", colour="green", budget=220
    )
    within = in_notebook(assistant, assistant.notebooks.create(settings).notebook_id)
    add(within.database, "trees.md", "Oaks\nAn oak lives 900 years.", title="On trees")
    add(within.database, "trees.md", "Oaks\nAn oak lives 1,000 years.", title="On trees")
    add(within.database, "soil.pdf", "Soil\nClay holds water for 9 days.", file=_PDF)
    for text in ("My oak is 200 years old.", "I prefer birches to firs.", "We chose larches."):
        within.ask(f"{text} {'We talked about that for long. ' * 9}", "tree").wait(20)
    reply = within.sessions.transcript("tree", limit=1)[0]
    within.memory_editing.pin_message("tree", reply.id, keeps=True)
    within.replies.rate("tree", reply.id, is_good=True)
    within.ask("How many years does an oak live?", "moss").wait(20)
    within.branches.edit_question("moss", 0, "For how many days does clay hold water?").wait(20)
    within.sessions.archive(["moss"], is_on=True)
    _plant(within)
    return within


def _plant(within: Assistant) -> None:
    """Make a document of the notebook, with branches and old versions, and one of a chat."""
    documents = within.documents
    within.ask("Hello", "dust").wait(20)
    documents.create("dust", {}, session_id="dust")
    within.sessions.move_to_trash(["dust"])
    plan = documents.create("plan", {"beds": [1]}, schema={"required": ["beds"]})
    for number in range(4):
        patch = [{"op": "add", "path": "/beds/-", "value": number}]
        documents.change(plan, patch, NewVersion(summary=f"Bed {number}"))
    documents.branch(plan, "trial", from_version=3)
    documents.replace(plan, {"beds": []}, NewVersion(summary="Empty"), branch="trial")
    documents.merge(plan, "trial", choices={"/beds": "theirs"})
    later = within.now() + dt.timedelta(days=1)
    within.database.document_versions.prune(plan.document_key, before=later, now=later)
    of_chat = documents.create("moss", {"is": "green"}, session_id="moss")
    for branch in records_of(within)[1].session_ids:
        asked = within.sessions.transcript(branch, limit=99)[-2]
        told = NewVersion(summary="Told", conversation_id=branch, message_id=asked.id)
        patch = [{"op": "add", "path": f"/{asked.content[:3]}", "value": 1}]
        documents.change(of_chat, patch, told)


def sources_of(notebook: Assistant) -> list[object]:
    found: list[object] = []
    for source in notebook.sources.list():
        for number in range(1, source.versions + 1):
            version = notebook.database.sources.version(source.name, number)
            key = version.version_key
            found += [
                source.last_used_at,
                version.model_copy(update={"version_key": 0}),
                notebook.database.sources.text(key),
                notebook.database.sources.passages(key),
                notebook.database.sources.file(key),
            ]
    hits = notebook.sources.search("How many years does an oak live?")
    return [*found, [(hit.source, hit.version, hit.start, hit.text, hit.score) for hit in hits]]


def settings_of(notebook: Assistant) -> dict[str, object]:
    held = notebook.notebooks.get()
    return held.model_dump(exclude={"notebook_id", "name", "created_at", "last_active_at"})


def records_of(notebook: Assistant) -> list[SessionRecord]:
    return [record for _, record in notebook.transfer.records()]


def cited_of(notebook: Assistant) -> list[tuple[str, int, str]]:
    """Return what the replies cite of sources, each opened by the key it has here."""
    found = []
    for record in records_of(notebook):
        for branch in record.family:
            for message in notebook.sessions.transcript(branch.session_id, limit=99):
                for cited in message.metadata.citations:
                    if cited.kind == "source":
                        version = notebook.database.sources.version_at(cited.of)
                        text = notebook.database.sources.text(cited.of).text
                        words = text[cited.source_start : cited.source_end]
                        found.append((version.source, version.number, words))
    return found


def documents_of(notebook: Assistant) -> list[object]:
    """Return all versions of all documents, each with its content and the message that made it."""
    found: list[object] = []
    documents = notebook.documents
    for document in sorted(documents.list_all(), key=lambda each: each.name):
        found.append((document.name, document.has_schema, document.session_id is None))
        for branch in documents.branches(document):
            for version in documents.history(document, branch=branch.name):
                content: object = None
                if not version.is_pruned:
                    content = documents.read(document, version.version, branch=branch.name).content
                asked = notebook.sessions.find_message(version.message_id or 0)
                own = {"version_id", "document_key", "conversation_id", "message_id"}
                found += [branch, version.model_dump(exclude=own), content]
                if asked is not None:
                    found += [asked.content, asked.session_id == version.conversation_id]
    return found


def equal(one: Assistant, two: Assistant) -> bool:
    assert settings_of(one) == settings_of(two)
    assert sources_of(one) == sources_of(two)
    assert cited_of(one) == cited_of(two)
    assert documents_of(one) == documents_of(two)
    pairs = zip(records_of(one), records_of(two), strict=True)
    return [ours.same_as(theirs) for ours, theirs in pairs] == [True, True]


@on_each_database
def test_a_notebook_comes_in_equal_on_another_database_and_back(
    assistant: Assistant, other: Assistant
) -> None:
    assistant.profile.add("key_facts", "My name is Ada")
    ours = garden(assistant)
    tree, moss = records_of(ours)
    assert (len(tree.summaries), len(moss.branches)) == (1, 1)
    assert len(cited_of(ours)) == 2
    assert [told for told in documents_of(ours) if isinstance(told, str)] == [
        "For how many days does clay hold water?",
        "How many years does an oak live?",
    ]

    made = other.notebook_transfer.import_file(ours.notebook_transfer.export())
    theirs = in_notebook(other, made.notebook_id)
    assert (made.name, made.icon, other.profile.entries()) == ("Garden", "🌱", ())
    assert equal(ours, theirs)
    assert [each.session_id for each in records_of(theirs)] == ["tree", "moss"]

    back = assistant.notebook_transfer.import_file(theirs.notebook_transfer.export())
    again = in_notebook(assistant, back.notebook_id)
    assert back.name == "Garden (2)"
    assert equal(ours, again)
    assert assistant.notebook_transfer.import_file(
        ours.notebook_transfer.export(), name="Yard"
    ).name == ("Yard")
    ours.notebooks.delete()
    with pytest.raises(SessionNotFound):
        ours.sessions.get("tree")
    assert len(records_of(again)) == 2


def changed(path: Path, change: Callable[[str, bytes], bytes | None]) -> Path:
    """Write a copy of a zip file with each member changed, or left out for None."""
    target = path.with_name("changed.zip")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            if (content := change(name, old.read(name))) is not None:
                new.writestr(name, content)
    return target


def _without(part: str) -> Callable[[Path], Path]:
    return lambda path: changed(path, lambda name, held: None if part in name else held)


def _replaced(part: str, old: bytes, new: bytes) -> Callable[[Path], Path]:
    def change(name: str, held: bytes) -> bytes:
        assert part not in name or old in held
        return held.replace(old, new) if part in name else held

    return lambda path: changed(path, change)


def _bomb(path: Path) -> Path:
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("sources/1.1.file", bytes(300 * 2**20))
    return path


def _cut(path: Path) -> Path:
    path.write_bytes(path.read_bytes()[:-400])
    return path


def _foreign(path: Path) -> Path:
    return _replaced("notebook.json", b'"notebook"', b'"photos"')(path)


def _damaged(path: Path) -> Path:
    raw = bytearray(path.read_bytes())
    at = raw.index(b"sources/1.1.json") + 60
    raw[at : at + 20] = bytes(20)
    path.write_bytes(raw)
    return path


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (_cut, "not a notebook exported from Tidemark"),
        (_damaged, "damaged|not JSON|not UTF-8"),
        (_bomb, "it would unpack to"),
        (_foreign, '"type"'),
        (_without("notebook.json"), "not a notebook exported from Tidemark"),
        (_without("1.2.json"), r"sources/1\.2\.json is missing"),
        (_without("2.1.file"), r"sources/2\.1\.file is missing"),
        (_replaced("sources/1.json", b'"sha256":"', b'"sha256":"x'), "sha256"),
        (_replaced("sources/1.1.json", b'"end":', b'"end":9'), "not in its text"),
        (_replaced("sessions/", b'"position": 1', b'"position": 7'), "order of position"),
        (_replaced("notebook.json", b'"version": 1', b'"version": 2'), '"version"'),
        (_replaced("documents/000001", b'"path":"/', b'"path":"/x/'), "cannot be applied"),
        (_replaced("documents/000001", b'"session_id":"', b'"session_id":"x'), "not in it"),
        (_replaced("documents/000001", b'"name":"moss"', b'"name":""'), "not from an export"),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence_and_nothing_is_stored(
    assistant: Assistant, spoil: Callable[[Path], Path], why: str
) -> None:
    exported = spoil(garden(assistant).notebook_transfer.export())
    before = assistant.notebooks.list()
    with pytest.raises(UnreadableTranscript, match=why) as refused:
        assistant.notebook_transfer.import_file(exported)
    assert str(refused.value).endswith("mend it and try again.")
    assert assistant.notebooks.list() == before


@pytest.mark.parametrize("steps", [0, 1, 3])
def test_an_import_that_is_stopped_leaves_nothing(assistant: Assistant, steps: int) -> None:
    exported = garden(assistant).notebook_transfer.export()
    left = [steps]

    def step(_: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise StopRequested

    with pytest.raises(StopRequested):
        assistant.notebook_transfer.import_file(exported, step=step)
    assert [each.name for each in assistant.notebooks.list()] == ["Garden", "General"]
    with assistant.database.reading() as connection:
        count = "SELECT count(*) FROM source_versions"
        assert connection.exec_driver_sql(count).scalar() == 3


def test_what_instructions_may_not_hold_here_refuses_the_file(
    assistant: Assistant, tmp_path: Path, sqlite_url: Callable[[Path], str]
) -> None:
    exported = garden(assistant).notebook_transfer.export(tmp_path / "garden.zip")
    strict = Settings(database_url=sqlite_url(tmp_path / "strict.db"), notebook_tokens=2)
    with closing(Assistant(strict)) as there:
        with pytest.raises(TidemarkError, match="hold 3 tokens, and may hold 2"):
            there.notebook_transfer.import_file(exported)
        assert len(there.notebooks.list()) == 1
    with zipfile.ZipFile(exported) as packed:
        assert json.loads(packed.read("notebook.json"))["settings"]["name"] == "Garden"
