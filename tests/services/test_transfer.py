"""Conversations go out whole and come in once, on either database, and a stop leaves none half."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pyarrow.parquet
import pytest

from assistant import Assistant
from tests.others import BRANCHED, BRANCHES, PLAIN, TALKED, chatgpt, many, packed, written
from tidemark.engines.scripted import ScriptedEngine
from tidemark.errors import BranchesInCircle, SessionNotFound, UnreadableTranscript
from tidemark.prompt.file_fences import TextFile, attach
from tidemark.runtime.events import StopRequested
from tidemark.runtime.jobs import Job
from tidemark.schema import Message
from tidemark.schema.reports import CitationReport
from tidemark.settings import Settings
from tidemark.transfer.import_reports import ImportStatus
from tidemark.transfer.writers.formats import FORMATS

ATTACK = "<script>alert(1)</script> ![x](https://evil.example/x.png) [y](javascript:alert(1))"

on_each_database = pytest.mark.parametrize("database_url", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    with closing(Assistant(settings(), engine=ScriptedEngine(replies=[ATTACK] * 9))) as opened:
        yield opened


@pytest.fixture
def other(tmp_path: Path, sqlite_url: Callable[[Path], str]) -> Iterator[Assistant]:
    """Open an assistant with an empty database of its own."""
    url = sqlite_url(tmp_path / "other.db")
    settings = Settings(database_url=url, exports_dir=tmp_path / "other")
    with closing(Assistant(settings, engine=ScriptedEngine())) as opened:
        yield opened


def told(assistant: Assistant, session_id: str) -> list[str]:
    return [message.content for message in assistant.database.get_messages(session_id)]


def cited(reply: Message) -> list[tuple[int, str]]:
    citations = reply.metadata.citations
    return [(each.of, reply.content[each.start : each.end]) for each in citations]


def take_all(assistant: Assistant, path: Path) -> int:
    preview = assistant.transfer.preview(path)
    return assistant.transfer.import_chosen(preview, preview.new).messages


def standings(assistant: Assistant, path: Path) -> list[ImportStatus]:
    return [found.status for found in assistant.transfer.preview(path).conversations]


@on_each_database
def test_branches_of_an_export_are_branches_here(assistant: Assistant, tmp_path: Path) -> None:
    path = written(tmp_path / "c.json", [BRANCHED, PLAIN])
    preview = assistant.transfer.preview(path)
    assert [(at.title, at.messages, at.branches, at.status) for at in preview.conversations] == [
        ("A trip", 7, 2, "new"),
        ("Bread", 2, 0, "new"),
    ]
    taken = assistant.transfer.import_chosen(preview, [0])
    family = assistant.branches.session_ids("chatgpt_c-a-trip")
    assert tuple(told(assistant, branch) for branch in family) == BRANCHES
    listed = assistant.sessions.recent()[0]
    assert (listed.session_id, listed.title) == (family[2], "A trip")
    assert f"{listed.updated_at:%Y-%m-%d %H:%M}" == "2026-03-02 18:41"
    switches = assistant.branches.show(family[2])
    assert [(at.position, len(at.session_ids)) for at in switches] == [(2, 2), (3, 2)]
    assert [(each.title, each.stored) for each in taken.conversations] == [("A trip", 7)]


@on_each_database
def test_an_export_that_comes_again_brings_only_what_is_new(
    assistant: Assistant, tmp_path: Path
) -> None:
    first = written(tmp_path / "first.json", [BRANCHED, PLAIN])
    assert take_all(assistant, first) == 9
    assert standings(assistant, first) == ["here", "here"]
    assert take_all(assistant, first) == 0
    longer = chatgpt(
        "Bread",
        {
            "q": (None, "user", "How long?"),
            "a": ("q", "assistant", "An hour."),
            "q2": ("a", "user", "And rye?"),
        },
        "q2",
    )
    later = written(tmp_path / "later.json", [BRANCHED, longer])
    assert standings(assistant, later) == ["here", "longer"]
    assert take_all(assistant, later) == 1
    assert told(assistant, "chatgpt_c-bread") == ["How long?", "An hour.", "And rye?"]
    assert assistant.database.sessions.count() == 4


@on_each_database
def test_what_was_said_here_since_stays_beside_what_comes_again(
    assistant: Assistant, tmp_path: Path
) -> None:
    take_all(assistant, written(tmp_path / "first.json", [PLAIN]))
    assistant.ask("And spelt?", "chatgpt_c-bread").wait(20)
    longer = json.loads(json.dumps(PLAIN))
    longer["mapping"]["a"]["children"] = ["q2"]
    message = {"author": {"role": "user"}, "content": {"parts": ["And rye?"]}}
    longer["mapping"]["q2"] = {"parent": "a", "children": [], "message": message}
    take_all(assistant, written(tmp_path / "later.json", [longer]))
    here, beside = assistant.branches.session_ids("chatgpt_c-bread")
    assert told(assistant, here)[:3] == ["How long?", "An hour.", "And spelt?"]
    assert told(assistant, beside) == ["How long?", "An hour.", "And rye?"]
    assert [at.session_id for at in assistant.sessions.recent()] == [here]


def test_another_conversation_of_the_same_id_gets_a_number(
    assistant: Assistant, tmp_path: Path
) -> None:
    take_all(assistant, written(tmp_path / "a.json", [PLAIN]))
    stranger = chatgpt("Bread", {"q": (None, "user", "Who are you?")}, "q")
    for _ in range(2):
        take_all(assistant, written(tmp_path / "b.json", [stranger]))
    ids = {session.session_id for session in assistant.sessions.recent()}
    assert ids == {"chatgpt_c-bread", "chatgpt_c-bread_2"}


def test_an_import_killed_before_its_first_message_is_completed(
    assistant: Assistant, tmp_path: Path
) -> None:
    now = assistant.now()
    assistant.database.sessions.begin("chatgpt_c-bread", title="Bread", now=now)
    path = written(tmp_path / "c.json", [PLAIN])
    assert standings(assistant, path) == ["longer"]
    assert take_all(assistant, path) == 2
    assert told(assistant, "chatgpt_c-bread") == ["How long?", "An hour."]


def test_a_broken_file_changes_nothing(assistant: Assistant, tmp_path: Path) -> None:
    path = written(tmp_path / "c.json", [PLAIN] * 3)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(UnreadableTranscript):
        assistant.transfer.preview(path)
    assert assistant.database.sessions.count() == 0


@on_each_database
def test_a_stop_leaves_what_is_whole_and_nothing_half(assistant: Assistant, tmp_path: Path) -> None:
    preview = assistant.transfer.preview(written(tmp_path / "c.json", many(3, 10, "word " * 30)))
    seen = 0

    def step(count: int) -> None:
        nonlocal seen
        seen += count
        if seen == 16:
            raise StopRequested

    taken = assistant.transfer.import_chosen(preview, preview.new, on_stored=step)
    assert (taken.is_stopped, len(taken.conversations), taken.messages) == (True, 1, 10)
    assert [session.title for session in assistant.sessions.recent()] == ["Talk 0"]
    assert take_all(assistant, preview.path) == 20


def test_a_long_conversation_is_folded_as_it_comes(assistant: Assistant, tmp_path: Path) -> None:
    assistant.configuration.engine.close()
    take_all(
        assistant, written(tmp_path / "c.json", many(1, 40, "We decided on lemon cake. " * 20))
    )
    meter = assistant.turns.meter("chatgpt_c-talk-0")
    assert meter.context <= meter.threshold
    assert assistant.sessions.summaries("chatgpt_c-talk-0")


@on_each_database
def test_all_that_is_kept_goes_out_and_comes_back(
    assistant: Assistant, other: Assistant, tmp_path: Path
) -> None:
    take_all(assistant, packed(tmp_path / "c.zip", conversations__json=[BRANCHED, PLAIN]))
    take_all(assistant, written(tmp_path / "d.json", [TALKED]))
    assistant.ask("I am allergic to nuts.", "chatgpt_c-bread").wait(20)
    entry = assistant.profile.add("key_facts", "I bake on Sundays")
    assistant.profile.enable(entry, is_enabled=False)
    assistant.profile.forget(assistant.profile.add("preferences", "I like rye"))
    path = assistant.transfer.export_all()
    for _ in range(2):
        take_all(other, path)
    again = other.transfer.export_all()
    with zipfile.ZipFile(path) as one, zipfile.ZipFile(again) as two:
        assert sorted(one.namelist()) == sorted(two.namelist())
        assert {name: one.read(name) for name in one.namelist()} == {
            name: two.read(name) for name in two.namelist()
        }
    preview = other.transfer.preview(path)
    assert (preview.new, preview.entries) == ((), len(other.profile.entries()))


def test_what_is_forgotten_here_does_not_come_back(assistant: Assistant, other: Assistant) -> None:
    assistant.profile.add("preferences", "I like rye")
    path = assistant.transfer.export_all()
    other.profile.forget(other.profile.add("preferences", "I like rye"))
    preview = other.transfer.preview(path)
    taken = other.transfer.import_chosen(preview, [])
    assert (taken.entries, taken.entries_skipped, other.profile.entries()) == (0, 1, ())


@pytest.fixture
def attacked(assistant: Assistant, tmp_path: Path) -> str:
    """Begin a chat with branches, whose words try all they can."""
    take_all(assistant, written(tmp_path / "c.json", [BRANCHED]))
    session_id = assistant.sessions.recent()[0].session_id
    assistant.sessions.rename(session_id, "<b>=1+1</b>")
    assistant.ask(f"=1+1 {ATTACK}", session_id).wait(20)
    return session_id


def test_a_page_holds_nothing_that_runs_or_loads(assistant: Assistant, attacked: str) -> None:
    text = assistant.transfer.export(attacked, "html").read_text(encoding="utf-8")
    assert re.findall(r"<(?:script|img|link|iframe|object|base)\b|javascript:[^)]*\"", text) == []
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "<h1>&lt;b&gt;=1+1&lt;/b&gt;</h1>" in text
    assert '<a href="https://evil.example/x.png">x</a>' in text
    assert "Branch 2, in place of message 3 of branch 1" in text
    assert assistant.transfer.page(attacked).decode() == text


def test_a_page_folds_an_attached_file_under_its_name(assistant: Assistant) -> None:
    said = attach("Read this.", [TextFile("<i>.txt", "<u>and this</u>")])
    assistant.ask(said, "files").wait(5)
    text = assistant.transfer.page("files").decode()
    assert '<div class="words">Read this.</div><details>' in text
    assert "<summary>&lt;i&gt;.txt</summary><pre>&lt;u&gt;and this&lt;/u&gt;</pre>" in text


def test_markdown_tells_branches_and_folds_with_their_sources(
    assistant: Assistant, tmp_path: Path
) -> None:
    session_id = assistant.transfer.open_sample()
    text = assistant.transfer.export(session_id, "markdown").read_text(encoding="utf-8")
    folds = assistant.fold_history.all(session_id, 0, 10_000)
    assert text.count("were summarised.**") == len(folds) > 0
    assert text.count("\n## ") == assistant.sessions.get(session_id).message_count


ENGLISH_WORDS = re.compile(r"\b(message|branch|folded|summary|Exported|You|Assistant|begun)\b")


def test_what_is_written_beside_it_is_in_the_language_asked_for(
    assistant: Assistant, attacked: str
) -> None:
    session_id = assistant.transfer.open_sample()
    marked = assistant.transfer.export(session_id, "markdown", "nl").read_text(encoding="utf-8")
    page = assistant.transfer.export(attacked, "html", "nl").read_text(encoding="utf-8")
    beside = [line for line in marked.splitlines() if line.startswith(("## ", "> **"))]
    assert beside[0].startswith("## Jij · bericht 1 · ")
    assert [line for line in beside if ENGLISH_WORDS.search(line)] == []
    assert f"Geëxporteerd uit Tidemark als `{session_id}`." in marked
    assert '<html lang="nl">' in page
    assert "Tak 2, in plaats van bericht 3 van tak 1" in page
    with zipfile.ZipFile(assistant.transfer.export_all("html", language="nl")) as packed:
        assert "<h1>Gesprekken</h1>" in packed.read("index.html").decode()


def test_tables_hold_every_message_of_every_branch(assistant: Assistant, attacked: str) -> None:
    raw = assistant.transfer.export(attacked, "csv").read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(raw)))
    table = pyarrow.parquet.read_table(assistant.transfer.export(attacked, "parquet")).to_pylist()
    assert len(rows) == len(table) == 4 + 4 + 6
    assert sum(row["is_shared"] for row in table) == 2 + 3
    (cell,) = [row["content"] for row in rows if "1+1" in row["content"]]
    (kept,) = [row["content"] for row in table if "1+1" in row["content"]]
    assert (cell[:5], kept[:4]) == ("'=1+1", "=1+1")


def test_examples_to_train_with_hold_whole_exchanges_alone(
    assistant: Assistant, tmp_path: Path
) -> None:
    cut = chatgpt(
        "Cut",
        {
            "q": (None, "user", "One?"),
            "q2": ("q", "user", "Two?"),
            "a": ("q2", "assistant", "Two."),
            "b": ("a", "assistant", "Really."),
            "q3": ("b", "user", "Three?"),
        },
        "q3",
    )
    take_all(assistant, written(tmp_path / "c.json", [cut]))
    (line,) = assistant.transfer.export("chatgpt_c-cut", "openai").read_text().splitlines()
    assert json.loads(line) == {
        "messages": [
            {"role": "user", "content": "Two?"},
            {"role": "assistant", "content": "Two.\n\nReally."},
        ]
    }


@pytest.mark.parametrize("form", FORMATS)
def test_all_go_out_in_every_form(assistant: Assistant, tmp_path: Path, form: str) -> None:
    take_all(assistant, written(tmp_path / "c.json", [PLAIN, BRANCHED]))
    steps: list[int] = []
    with zipfile.ZipFile(assistant.transfer.export_all(form, steps.append)) as archive:  # type: ignore[arg-type]
        assert archive.testzip() is None
        names = archive.namelist()
    assert steps == [1, 1]
    joint = [f"messages{FORMATS[form].suffix}"]  # type: ignore[index]
    assert [name for name in names if "chatgpt_c-bread" in name] or names == joint


def test_chosen_chats_go_out_alone_and_in_no_file_where_one_is_gone(
    assistant: Assistant, tmp_path: Path
) -> None:
    take_all(assistant, written(tmp_path / "c.json", many(3, 2, "word")))
    first, second, _ = (each.session_id for each in assistant.sessions.recent())
    with pytest.raises(SessionNotFound):
        assistant.transfer.export_chosen([second, "gone"], "csv")
    path = assistant.transfer.export_chosen([second, first], "markdown")
    assert list(path.parent.iterdir()) == [path]
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == [f"sessions/{second}.md", f"sessions/{first}.md"]


def test_a_stopped_export_leaves_no_file(assistant: Assistant, tmp_path: Path) -> None:
    take_all(assistant, written(tmp_path / "c.json", many(30, 2, "word")))
    job = assistant.transfer.begin_export("html")
    job.stop()
    assert job.wait(20)
    made = list((tmp_path / "exports").glob("*"))
    assert (job.is_stopped, made) == (True, []) or job.result is not None


def test_a_job_in_the_background_tells_how_far_it_is(assistant: Assistant, tmp_path: Path) -> None:
    preview = assistant.transfer.preview(written(tmp_path / "c.json", many(2, 6, "word")))
    job = assistant.transfer.begin_import(preview, preview.new, with_profile=True)
    assert job.wait(20)
    assert (job.share, job.done, job.error) == (1.0, 12, None)
    assert job.result is not None
    assert job.result.messages == 12


def test_a_job_that_is_under_way_is_not_begun_again(assistant: Assistant, tmp_path: Path) -> None:
    preview = assistant.transfer.preview(written(tmp_path / "c.json", many(40, 6, "word")))
    first = assistant.transfer.begin_import(preview, preview.new, with_profile=True)
    again = assistant.transfer.begin_import(preview, preview.new, with_profile=True)
    assert again is first
    assert first.wait(20)
    assert assistant.transfer.begin_import(preview, (), with_profile=False) is not first


def test_a_job_that_breaks_on_a_bug_says_so(caplog: pytest.LogCaptureFixture) -> None:
    job: Job[int] = Job(lambda _: 1 // 0, total=1)
    assert job.wait(20)
    assert str(job.error) == "Something went wrong inside (ZeroDivisionError). Retry."
    assert "a job broke" in caplog.text


def test_archived_chats_go_out_and_those_in_the_trash_do_not(
    assistant: Assistant, tmp_path: Path
) -> None:
    path = written(tmp_path / "c.json", many(3, 2, "word"))
    take_all(assistant, path)
    assistant.sessions.archive(["chatgpt_c-talk-0"], is_on=True)
    assistant.sessions.move_to_trash(["chatgpt_c-talk-1"])
    with zipfile.ZipFile(assistant.transfer.export_all()) as archive:
        names = set(archive.namelist())
    assert names == {f"sessions/chatgpt_c-talk-{number}.jsonl" for number in (0, 2)}
    assert standings(assistant, path) == ["here", "new", "here"]


def forked_from(path: Path, origin: str) -> str:
    """Return the export at ``path``, its first session forked from ``origin``."""
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    told = {**json.loads(first), "forked": {"session_id": origin, "shared": 1}}
    return "\n".join([json.dumps(told), *lines])


def test_an_export_whose_sessions_are_forked_from_each_other_is_refused(
    assistant: Assistant, other: Assistant, tmp_path: Path
) -> None:
    for session_id in ("a", "b"):
        assistant.ask("One", session_id).wait(20)
    run = assistant.branches.edit_question("a", 0, "Another one")
    run.wait(20)
    a, b = (assistant.transfer.export(session_id) for session_id in ("a", "b"))
    family = tmp_path / "family.jsonl"
    family.write_text(forked_from(a, run.session_id))
    both = packed(
        tmp_path / "both.zip", a__jsonl=forked_from(a, "b"), b__jsonl=forked_from(b, run.session_id)
    )
    alone = tmp_path / "alone.jsonl"
    alone.write_text(forked_from(a, "a"))

    for path in (family, both, alone):
        with pytest.raises(UnreadableTranscript, match="in a circle"):
            other.transfer.preview(path)
    assert other.sessions.recent() == ()


@on_each_database
def test_an_export_forked_from_what_is_forked_from_it_here_is_refused(
    assistant: Assistant, other: Assistant, tmp_path: Path
) -> None:
    for session_id in ("a", "b"):
        other.ask("One", session_id).wait(20)
    run = other.branches.edit_question("a", 0, "Another one")
    run.wait(20)
    a, b = (other.transfer.export(session_id) for session_id in ("a", "b"))
    b.write_text(forked_from(b, run.session_id))
    a.write_text(forked_from(a, "b"))
    take_all(assistant, b)

    with pytest.raises(BranchesInCircle):
        assistant.transfer.preview(a)
    with pytest.raises(BranchesInCircle):
        assistant.transfer.import_file(a)
    assert [session.session_id for session in assistant.sessions.recent()] == ["b"]


def test_a_chat_is_imported_again_under_its_own_id_and_no_number_is_given_twice(
    assistant: Assistant, tmp_path: Path
) -> None:
    assistant.ask("One", "a").wait(20)
    path = assistant.transfer.export("a")
    assistant.sessions.delete(["a"])

    assert assistant.transfer.import_file(path).session_id == "a"
    assistant.ask("Two", "a").wait(20)
    for number in (2, 3):
        copy = assistant.transfer.import_file(path).session_id
        assert copy == f"a_{number}"
        assistant.sessions.delete([copy])


def test_a_citation_names_its_message_in_the_branch_and_in_the_copy_of_another_database(
    settings: Callable[..., Settings], other: Assistant
) -> None:
    with closing(Assistant(settings())) as assistant:
        assistant.ask("The boat leaves from Harlingen at 9:15.", "old").wait(20)
        assistant.ask("My sister Anna is allergic to nuts.", "talk").wait(20)
        asked = assistant.turns.report(assistant.ask("What is Anna allergic to?", "talk"))
        elsewhere = assistant.turns.report(assistant.ask("When does the boat leave?", "talk"))

        first, _, _, reply, _, last = assistant.database.get_messages("talk")
        assert cited(reply) == [(first.id, "My sister Anna is allergic to nuts.")]
        assert CitationReport.of_all(reply.metadata.citations, ()) == asked.citations
        assert [(each.of, each.kind) for each in elsewhere.citations] == [
            (assistant.database.get_messages("old")[0].id, "message")
        ]
        fork = assistant.branches.fork("talk", 4).session_id
        own, _, _, copied, *_ = assistant.database.get_messages(fork)
        assert cited(copied) == [(own.id, "My sister Anna is allergic to nuts.")]
        path = assistant.transfer.export("talk")
        page = assistant.transfer.export("talk", "html").read_text(encoding="utf-8")
        assert '“<a href="#b1m1">My sister Anna is allergic to nuts.</a>”' in page

    other.ask("Hello", "before").wait(20)
    other.transfer.import_file(path)
    first, _, _, reply, _, last = other.database.get_messages("talk")
    assert cited(reply) == [(first.id, "My sister Anna is allergic to nuts.")]
    assert cited(last) == []  # what it quotes did not come along
