"""Ingesting files and folders: whole or not at all, again and further, and what is said of each."""

import io
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from assistant import Assistant
from tests.conversing import NOW, later, on_each_database
from tests.sources import files
from tidemark.errors import SourceNotFound, SourceUnreadable
from tidemark.schema import Role
from tidemark.schema.sources import ConvertedFile, PageMark, Section
from tidemark.services.sources import files_of
from tidemark.settings import Settings


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    with closing(Assistant(settings(), clock=lambda: NOW)) as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "garden"
    (made / "old").mkdir(parents=True)
    (made / ".git").mkdir()
    (made / ".git" / "config").write_text("hidden")
    (made / "rules.md").write_text("# Rules\n\nWater before nine.\n\n## Fees\n\nA plot is € 45.")
    (made / "old" / "rules.md").write_text("# Rules\n\nWater at noon.")
    (made / "broken.pdf").write_bytes(b"%PDF-1.7 and no more")
    files.pdf(made / "lease.pdf", ["Notice: three months", "Rent: 45 euros"])
    return made


def states(assistant: Assistant, *paths: Path, is_dry: bool = False) -> dict[str, str]:
    done = assistant.sources.ingest(paths, is_dry=is_dry)
    return {each.source: f"{each.state} {each.version}" for each in done}


@on_each_database
def test_a_folder_is_ingested_and_recognised(assistant: Assistant, folder: Path) -> None:
    new = {"lease.pdf": "new 1", "old/rules.md": "new 1", "rules.md": "new 1"}
    assert states(assistant, folder, is_dry=True) == {"broken.pdf": "refused 0", **new}
    assert assistant.sources.list() == ()

    assert states(assistant, folder) == {"broken.pdf": "refused 0", **new}
    (folder / "rules.md").write_text("# Rules\n\nWater before eight.")

    assert states(assistant, folder, folder / "old" / "rules.md") == {
        "broken.pdf": "refused 0",
        "lease.pdf": "same 1",
        "old/rules.md": "same 1",
        "rules.md": "version 2",
    }
    assert [each.name for each in assistant.sources.list()] == [*new]
    lease = assistant.sources.read("lease.pdf")
    assert [(each.place.unit, each.place.number) for each in lease.passages] == [
        ("page", 1),
        ("page", 2),
    ]
    assert assistant.sources.get("lease.pdf").newest.has_file
    assert "noon" not in assistant.sources.read("rules.md", 1).text


@on_each_database
def test_a_job_is_stopped_and_continued(assistant: Assistant, folder: Path) -> None:
    job = assistant.sources.begin([folder])
    assert assistant.sources.job is job
    assert job.wait(60)
    assert (job.is_stopped, job.done, job.total) == (False, 4, 4)
    assert [each.state for each in job.result or ()] == ["refused", "new", "new", "new"]

    again = assistant.sources.begin([folder])
    again.stop()
    assert again.wait(60)
    assert len(assistant.sources.list()) == 3


@on_each_database
def test_files_given_while_others_are_read_join_the_job(assistant: Assistant) -> None:
    files_given = [(f"notes/{number}.md", f"Note {number}".encode()) for number in range(9)]
    job = assistant.sources.upload(files_given)
    again = assistant.sources.upload([("notes/0.md", b"Changed"), ("bad.pdf", b"%PDF-1.7")])
    assert again.wait(60)
    assert job.wait(60)

    assert assistant.sources.count_all() == 9
    assert assistant.sources.get("notes/0.md").versions == 2
    assert assistant.sources.names()[assistant.sources.get("notes/8.md").source_key] == "notes/8.md"
    (refused,) = [each for each in assistant.sources.queue.finished if each.state == "refused"]
    assert (refused.path, refused.reason) == ("bad.pdf", "broken")
    more = assistant.sources.upload([("10.md", b"Ten")])
    assert more.wait(60)
    assert [each.source for each in assistant.sources.queue.finished] == ["bad.pdf", "10.md"]
    assistant.sources.queue.dismiss_seen(0.0, 60.0)
    assistant.sources.queue.dismiss_seen(100.0, 60.0)
    assert assistant.sources.queue.finished  # one was refused
    assistant.sources.queue.dismiss()
    assert (assistant.sources.job, assistant.sources.queue.finished) == (None, ())
    assert assistant.sources.upload([("11.md", b"Eleven")]).wait(60)
    for now_s, is_there in ((200.0, True), (259.0, True), (261.0, False)):
        assistant.sources.queue.dismiss_seen(now_s, 60.0)
        assert (assistant.sources.job is not None) == is_there


@on_each_database
def test_a_stop_keeps_what_was_stored_and_reads_no_more(assistant: Assistant) -> None:
    job = assistant.sources.upload([(f"{number}.md", b"Note %d" % number) for number in range(200)])
    while not assistant.sources.queue.finished:
        pass
    job.stop()
    assert job.wait(60)
    assert job.is_stopped
    kept = [each.source for each in assistant.sources.queue.finished]
    assert 0 < len(kept) < 200
    assert assistant.sources.count_all() == len(kept) == job.done
    assert assistant.sources.upload([("199.md", b"Note 199")]).wait(60)
    assert assistant.sources.get("199.md").versions == 1


def yellow(picture: bytes) -> int:
    """Count what is neither paper nor ink."""
    pixels = np.asarray(Image.open(io.BytesIO(picture)).convert("RGB")).astype(int)
    return int((pixels[..., 0] - pixels[..., 2] > 100).sum())


@on_each_database
def test_a_source_is_read_by_the_page_and_its_pages_drawn(
    assistant: Assistant, folder: Path
) -> None:
    assert assistant.sources.begin([folder / "lease.pdf", folder / "rules.md"]).wait(60)
    lease = assistant.sources.get("lease.pdf").newest
    second = assistant.sources.part(lease.version_key, 2)
    assert (second.number, second.parts, second.text) == (2, 2, "Rent: 45 euros")
    assert [each.text for each in second.passages] == ["Rent: 45 euros"]
    assert assistant.sources.part(lease.version_key, offset=second.start + 3) == second
    assert assistant.sources.part(lease.version_key, 99) == second

    drawn = assistant.sources.picture(lease.version_key, 2) or b""
    assert drawn.startswith(b"\x89PNG")
    assert assistant.sources.picture(lease.version_key, 2) is drawn
    marked = assistant.sources.picture(lease.version_key, 2, PageMark("45 Euros", "Rent:")) or b""
    assert yellow(drawn) == 0 < yellow(marked)
    assert yellow(marked) < yellow(
        assistant.sources.picture(lease.version_key, 2, PageMark("Rent: 45 euros", "")) or b""
    )
    absent = PageMark("46 euros", "")
    assert yellow(assistant.sources.picture(lease.version_key, 2, absent) or b"") == 0
    assert assistant.sources.picture(lease.version_key, 3) is None
    rules = assistant.sources.get("rules.md").newest
    assert assistant.sources.picture(rules.version_key, 1) is None
    assistant.sources.remove("lease.pdf")
    with pytest.raises(SourceNotFound):
        assistant.sources.picture(lease.version_key, 2)


@on_each_database
def test_a_refused_file_says_why(assistant: Assistant, folder: Path) -> None:
    (refused,) = assistant.sources.ingest([folder / "broken.pdf"])
    assert "“broken.pdf” is damaged" in refused.why
    (missing,) = assistant.sources.ingest([folder / "none.md"])
    assert missing.why == "“none.md”: No such file or directory."


@on_each_database
def test_pasted_text_is_a_source(assistant: Assistant) -> None:
    added = assistant.sources.add_text("  My\nnotes ", "# Fees\n\nA plot is 45 euros.\x00")
    assert (added.source, added.state, added.path) == ("My notes", "new", "")
    (hit,) = assistant.sources.search("What is a plot?")
    assert hit.place.headings == ("Fees",)
    with pytest.raises(SourceUnreadable):
        assistant.sources.add_text("empty", "  \n")
    with pytest.raises(SourceUnreadable, match="is too large"):
        assistant.sources.add_text("long", "a" * 50_000_001)


@on_each_database
def test_the_talk_before_says_what_is_asked_for(assistant: Assistant, folder: Path) -> None:
    assistant.sources.add_text("plots", "The fee for a garden plot is 45 euros.")
    assistant.sources.add_text("boats", "The fee for a boat is 90 euros.")
    for topic, name in (("garden plots", "plots"), ("boats", "boats")):
        history: list[tuple[Role, str]] = [("user", f"Tell me of {topic}."), ("assistant", "Yes?")]
        best = assistant.sources.search("And what is the fee?", history)[0]
        assert best.source == name
    assert {
        hit.source for hit in assistant.sources.search("What is the fee?", names=["boats"])
    } == {"boats"}
    with pytest.raises(SourceNotFound):
        assistant.sources.search("What is the fee?", names=["none"])


@on_each_database
def test_a_removed_source_is_restored_or_purged(
    assistant: Assistant, settings: Callable[..., Settings]
) -> None:
    assistant.sources.add_text("plots", "The fee is 45 euros.")
    key = assistant.sources.remove("plots")
    assert assistant.sources.list() == ()
    assert assistant.sources.restore(key) == "plots"
    assistant.sources.rename("plots", "Plots")
    assistant.sources.remove("Plots")
    assert [each.name for each in assistant.sources.trashed()] == ["Plots"]

    days = assistant.configuration.settings.trash_days
    with closing(Assistant(settings(), clock=lambda: later(24 * 60 * days + 1))) as much_later:
        assert much_later.sources.trashed() == ()


@on_each_database
def test_a_source_read_again_is_a_new_version_only_if_its_text_or_its_file_changed(
    assistant: Assistant, tmp_path: Path
) -> None:
    prices = tmp_path / "prices.csv"
    prices.write_text("Tool;Price\nRake;12\n")
    rules = tmp_path / "rules.md"
    rules.write_text("# Rules\n\nWater before nine.")
    states(assistant, prices, rules)
    assistant.sources.rename("prices.csv", "Prices")

    again = assistant.sources.reingest("Prices")  # the stored table, though its name says no type
    assert (again.source, again.state, again.version, again.file_type) == (
        "Prices",
        "same",
        1,
        "csv",
    )
    former = assistant.sources.get("Prices").newest
    held = assistant.database.sources.file(former.version_key)
    older = ConvertedFile(
        file_type="csv", title="", text="Rake", sections=(Section(start=0, end=4),)
    )
    assistant.database.sources.add(  # as a former converter read the same file
        "Prices",
        older,
        sha256=former.sha256,
        file_bytes=former.file_bytes,
        now=NOW,
        file=held,
        is_repeated=True,
    )
    again = assistant.sources.reingest("Prices")
    assert (again.state, again.version) == ("version", 3)
    assert "12" in assistant.sources.read("Prices").text
    assert assistant.sources.read("Prices", 2).text == "Rake"
    assert assistant.sources.get("Prices").newest.has_file

    with pytest.raises(SourceUnreadable, match="Give its file"):
        assistant.sources.reingest("rules.md")
    assert assistant.sources.reingest("rules.md", rules).state == "same"
    rules.write_text("# Rules\n\nWater before eight.")
    job = assistant.sources.begin_again("rules.md", ("new rules.md", rules.read_bytes()))
    assert job.wait(60)
    assert [(each.source, each.state, each.version) for each in job.result or ()] == [
        ("rules.md", "version", 2)
    ]
    assert "nine" in assistant.sources.read("rules.md", 1).text


def test_every_file_has_a_name_of_its_own(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "read me.md").write_text(name)
    given = [tmp_path / "a" / "read me.md", tmp_path / "b" / "read me.md", tmp_path]
    assert [name for _, name in files_of(given)] == [
        "read me.md",
        "read me.md (2)",
        "a/read me.md",
        "b/read me.md",
    ]


@on_each_database
def test_a_killed_ingest_leaves_whole_sources_and_the_same_paths_continue(
    settings: Callable[..., Settings], tmp_path: Path
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(80):
        (folder / f"{number:03}.md").write_text(f"# Plot {number}\n\nIts code is c{number}x.\n" * 9)
    for number in range(0, 80, 16):
        (folder / f"{number:03}.pdf").write_bytes(b"%PDF-1.7 and no more")
        (folder / f"{number:03} again.md").write_text((folder / f"{number:03}.md").read_text())
    url = settings().database_url
    command = [sys.executable, "cli.py", "ingest", str(folder), "--json"]
    ingesting = subprocess.Popen(command, env={"DATABASE_URL": url}, stdout=subprocess.PIPE)
    assert ingesting.stdout is not None
    told = [ingesting.stdout.readline() for _ in range(20)]
    os.kill(ingesting.pid, signal.SIGKILL)
    ingesting.stdout.close()
    ingesting.wait()
    assert all(told)

    with closing(Assistant(settings(), clock=lambda: NOW)) as assistant:
        stored = {each.name for each in assistant.sources.list()}
        assert 10 < len(stored) < 80
        for name in stored:
            (hit, *_) = assistant.sources.search(f"c{int(name[:3])}x")
            assert hit.source == name
        states = Counter(each.state for each in assistant.sources.ingest([folder]))
        assert states == {"new": 80 - len(stored), "same": 5 + len(stored), "refused": 5}
        (folder / "079.md").rename(folder / "renamed.md")
        (again,) = assistant.sources.ingest([folder / "renamed.md"])
        assert (again.state, again.source) == ("same", "079.md")
        assert assistant.sources.count_all() == 80
