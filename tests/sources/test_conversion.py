"""Each type of file becomes text with places; each bad file is refused with its reason."""

import mailbox
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from tests.sources import files
from tests.warnings_as_errors import PYTHON
from tidemark.errors import SourceUnreadable
from tidemark.schema.sources import ConvertedFile, Section
from tidemark.sources.conversion import MOST_FILE_BYTES, Converter, Limits

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def converter() -> Iterator[Converter]:
    made = Converter()
    yield made
    made.close()


def places(converted: ConvertedFile) -> list[tuple[str, int, tuple[str, ...]]]:
    """Return where each section stands, and check that they follow each other."""
    at = 0
    for section in converted.sections:
        assert at <= section.start < section.end
        assert not converted.text[at : section.start].strip()
        at = section.end
    assert at == len(converted.text)
    return [(each.unit, each.number, each.headings) for each in converted.sections]


def text_of(converted: ConvertedFile, section: Section) -> str:
    return converted.text[section.start : section.end]


def test_the_process_begins_without_the_libraries_of_any_type_of_file() -> None:
    begun = "import sys, tidemark.sources.conversion_process; print(*sys.modules)"
    done = subprocess.run([*PYTHON, "-c", begun], cwd=ROOT, capture_output=True, text=True)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert "tidemark" in loaded
    assert loaded.isdisjoint({"PIL", "bs4", "mammoth", "pptx", "pyarrow", "pypdfium2"})


def test_a_pdf_is_read_page_by_page(converter: Converter, tmp_path: Path) -> None:
    made = files.pdf(
        tmp_path / "lease.pdf",
        ["Lease of a garden\nNotice: three months", "", "Rent: 45 euros"],
        title=" Garden  lease ",
    )
    found = converter.convert(made, "lease.pdf")
    assert (found.file_type, found.title) == ("pdf", "Garden lease")
    assert places(found) == [("page", 1, ()), ("page", 3, ())]  # an empty page has no words
    assert text_of(found, found.sections[0]) == "Lease of a garden\nNotice: three months"


def test_lines_of_a_pdf_are_joined_to_paragraphs_and_others_stay(
    converter: Converter, tmp_path: Path
) -> None:
    made = files.pdf_of_paragraphs(tmp_path / "tomatoes.pdf")
    (section,) = (found := converter.convert(made, "tomatoes.pdf")).sections
    assert text_of(found, section).splitlines() == [
        "Tomatoes",
        files.LONG_PARAGRAPH,
        "Bring:",
        "• gloves and a small trowel, a bucket for what is left over, string to tie the plants up, "
        "and something to drink",
        "• a hat",
        "Variety Days Taste",
        "Sungold 65 sweet as sugar",
        "Roma 75 mild",
        "Sow in March",
        "Plant in May",
    ]


def test_a_document_keeps_headings_tables_and_plain_characters(
    converter: Converter, tmp_path: Path
) -> None:
    found = converter.convert(files.docx_file(tmp_path / "rules.docx"), "rules.docx")
    assert places(found) == [
        ("", 0, ("Allotment rules",)),
        ("", 0, ("Watering",)),
        ("", 0, ("Watering", "Fees")),
    ]
    assert "Water before 9 a.m., from tap_3 only." in found.text
    assert found.text.endswith("## Fees\n\nPlot: Small; Fee: € 45")


def test_slides_keep_titles_tables_and_notes(converter: Converter, tmp_path: Path) -> None:
    found = converter.convert(files.pptx_file(tmp_path / "plan.pptx"), "plan.pptx")
    assert places(found) == [("slide", 1, ("Spring plan",)), ("slide", 2, ())]
    assert found.text == (
        "# Spring plan\nSow peas in March\nAsk Bram for seeds\n\nCrop: Beans; Rows: 4"
    )


def test_rows_carry_the_names_of_their_columns(converter: Converter, tmp_path: Path) -> None:
    found = converter.convert(files.xlsx_file(tmp_path / "shop.xlsx"), "shop.xlsx")
    assert places(found) == [("sheet", 1, ("Prices",)), ("sheet", 2, ("Figures",))]
    assert [section.first_line for section in found.sections] == [2, 3]
    assert found.text == (
        "Item: Rake; Euro: 12.5\nItem: Spade; Euro: 8; Since: 2023-03-15\n\n1 | 2 | 3"
    )


def test_a_table_of_text_is_read_with_whatever_parts_its_cells(
    converter: Converter, tmp_path: Path
) -> None:
    made = tmp_path / "guests.csv"
    made.write_text('Naam;Dieet\n"Jansen; Els";vegetarisch\n', encoding="utf-16")
    found = converter.convert(made, "guests.csv")
    assert (found.file_type, found.text) == ("csv", "Naam: Jansen; Els; Dieet: vegetarisch")


def test_a_page_loses_its_menus_and_keeps_its_content(converter: Converter, tmp_path: Path) -> None:
    made = tmp_path / "page.bin"
    made.write_text(
        "<!DOCTYPE html><html><head><title>Ferry | Times</title><script>track()</script></head>"
        "<body><nav>Home News</nav><main><header><h1>Ferry times</h1></header>"
        "<p>The <b>first</b> ferry <a href='x'>leaves</a> at 6&nbsp;a.m.</p>"
        "<h2>Sundays</h2><pre>at  8\nat 10</pre></main><footer>Imprint</footer></body></html>"
    )
    found = converter.convert(made, "page.bin")
    assert (found.file_type, found.title) == ("html", "Ferry | Times")
    assert places(found) == [("", 0, ("Ferry times",)), ("", 0, ("Ferry times", "Sundays"))]
    assert "The first ferry leaves at 6\xa0a.m." in found.text
    assert "at  8\nat 10" in found.text
    assert not {"Home", "Imprint", "track"} & set(found.text.replace("(", " ").split())


HEADED = "<table><tr><th>Task</th><th>Who</th></tr><tr><td>Mow</td><td>Ada<br>Bo</td></tr></table>"


@pytest.mark.parametrize(
    ("table", "rows"),
    [
        (HEADED, "Task: Mow; Who: Ada Bo"),
        (
            "<table><caption>May</caption><tr><td>Task</td><td>Who</td></tr>"
            "<tr><td rowspan=2>a|b</td><td>Ada</td></tr><tr><td>Bo</td></tr></table>",
            "May\n\nTask: a|b; Who: Ada\nTask: a|b; Who: Bo",
        ),
        (
            "<table><tr><th>Phone</th><td>12</td></tr><tr><th>Name</th><td>Ada</td></tr></table>",
            "Phone: 12\nName: Ada",
        ),
        (
            f"<table><tr><td>Menu</td><td>{HEADED}</td></tr></table>",
            "Menu\n\nTask: Mow; Who: Ada Bo",
        ),
    ],
    ids=["header", "no header", "names in the first column", "for layout"],
)
def test_a_table_of_a_page_is_read_row_by_row(
    converter: Converter, tmp_path: Path, table: str, rows: str
) -> None:
    made = tmp_path / "page.html"
    made.write_text(f"<!DOCTYPE html><html><body>{table}</body></html>")
    assert converter.convert(made, "page.html").text == rows


def test_tables_of_markdown_are_read_row_by_row(converter: Converter, tmp_path: Path) -> None:
    made = tmp_path / "notes.md"
    made.write_text(
        "# Tasks\n\n| Task | Who |\n|---|:-:|\n| Mow \\| rake | Ada |\n\nEnd\n\n"
        "```\n| a | b |\n|---|---|\n```\n"
    )
    found = converter.convert(made, "notes.md")
    assert found.text == (
        "# Tasks\n\nTask: Mow | rake; Who: Ada\n\nEnd\n\n```\n| a | b |\n|---|---|\n```"
    )


def test_a_book_is_read_in_its_own_order(converter: Converter, tmp_path: Path) -> None:
    found = converter.convert(files.epub_file(tmp_path / "book.epub"), "book.epub")
    assert found.title == "The Lighthouse"
    assert places(found) == [("chapter", 1, ("The keeper",)), ("chapter", 2, ("The end",))]


def test_an_open_document_keeps_headings_and_tables(converter: Converter, tmp_path: Path) -> None:
    found = converter.convert(files.odt_file(tmp_path / "harbour.odt"), "harbour.odt")
    assert found.text == "# Harbour\n\nOpen daily.\n\nBoat: Anna; Places: 12"
    assert places(found) == [("", 0, ("Harbour",))]


def test_rich_text_loses_its_commands(converter: Converter, tmp_path: Path) -> None:
    made = tmp_path / "letter.rtf"
    made.write_text(r"{\rtf1\ansi Dear {\b Ines},\par see you in caf\'e9.}")
    found = converter.convert(made, "letter.rtf")
    assert (found.file_type, found.text) == ("rtf", "Dear Ines,\nsee you in café.")


def test_mail_keeps_its_headers_and_names_its_attachments(
    converter: Converter, tmp_path: Path
) -> None:
    first = files.message("Key to the shed", "<p>It hangs <i>behind</i> the door.</p>")
    made = tmp_path / "mail.eml"
    made.write_bytes(first.as_bytes())
    found = converter.convert(made, "mail.eml")
    assert (found.file_type, found.title) == ("email", "Key to the shed")
    assert "From: Ines <ines@example.org>" in found.text
    assert "Attachments: map.pdf" in found.text
    assert found.text.endswith("It hangs behind the door.")
    box = mailbox.mbox(tmp_path / "box")
    box.add(first)
    box.add(files.message("Second", "<p>Bring gloves.</p>"))
    box.close()
    found = converter.convert(tmp_path / "box", "box")
    assert places(found) == [("message", 1, ("Key to the shed",)), ("message", 2, ("Second",))]


def test_an_eml_is_mail_by_any_header_of_mail(converter: Converter, tmp_path: Path) -> None:
    made = tmp_path / "mail.eml"
    for head in (
        "Subject: Notice",
        "From: Ada <ada@example.org>\nDate: Sat, 7 Nov 2026 10:00:00 +0000",
    ):
        made.write_text(
            f"{head}\nContent-Type: text/html\n\n<html><body><b>Three</b> months</body></html>"
        )
        found = converter.convert(made, "Mail.EML")
        assert (found.file_type, found.text.splitlines()[-1]) == ("email", "Three months")
    made.write_text("To do: nothing of a mail\n\nThree months")
    assert converter.convert(made, "mail.eml").file_type == "text"


def test_headings_in_code_are_none_and_lines_of_code_are_counted(
    converter: Converter, tmp_path: Path
) -> None:
    made = tmp_path / "notes.md"
    made.write_text("Intro\n\n# Setup *now*\n```\n# no heading\n```\nEnd\n\nLast\n----\nx\n")
    found = converter.convert(made, "notes.md")
    assert places(found) == [
        ("", 0, ()),
        ("", 0, ("Setup *now*",)),
        ("", 0, ("Setup *now*", "Last")),
    ]
    made = tmp_path / "tool.py"
    made.write_text("def f():\n    return 1\n")
    found = converter.convert(made, "tool.py")
    assert (found.file_type, found.sections[0].first_line) == ("code", 1)


def test_text_in_an_older_encoding_is_read(converter: Converter, tmp_path: Path) -> None:
    made = tmp_path / "brief.txt"
    made.write_bytes("Één café in Groningen, € 12 à la carte.\r\n".encode("cp1252"))
    assert "café in Groningen" in converter.convert(made, "brief.txt").text


def _empty(path: Path) -> Path:
    path.write_bytes(b" \n")
    return path


def _noise(path: Path) -> Path:
    path.write_bytes(bytes(range(256)) * 40)
    return path


def _cut(path: Path) -> Path:
    whole = files.docx_file(path).read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    return path


def _broken_pdf(path: Path) -> Path:
    path.write_bytes(b"%PDF-1.7\n" + b"nonsense " * 50)
    return path


def _locked_pdf(path: Path) -> Path:
    return files.pdf(path, ["Secret"], password="open sesame")  # noqa: S106


def _mislabelled(path: Path) -> Path:
    return files.archive(path, {"holiday.jpg": b"\xff\xd8\xff"})


def _entities(path: Path) -> Path:
    laughs = '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>'
    return files.archive(
        path,
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "META-INF/manifest.xml": "<manifest/>",
            "content.xml": laughs,
        },
    )


def _huge(path: Path) -> Path:
    with path.open("wb") as file:
        file.truncate(MOST_FILE_BYTES + 1)
    return path


@pytest.mark.parametrize(
    ("name", "make", "why"),
    [
        ("empty.txt", _empty, "no_text"),
        ("noise.bin", _noise, "unknown_type"),
        ("cut.docx", _cut, "broken"),
        ("broken.pdf", _broken_pdf, "broken"),
        ("locked.pdf", _locked_pdf, "encrypted"),
        ("scan.pdf", files.picture_of_text, "no_text"),
        ("bomb.docx", files.bomb, "too_large"),
        ("photos.docx", _mislabelled, "unknown_type"),
        ("laughs.odt", _entities, "broken"),
        ("huge.txt", _huge, "too_large"),
    ],
)
def test_a_bad_file_is_refused_with_its_reason_and_the_next_is_read(
    converter: Converter, tmp_path: Path, name: str, make: files.Maker, why: str
) -> None:
    with pytest.raises(SourceUnreadable) as refusal:
        converter.convert(make(tmp_path / name), name)
    assert (refusal.value.name, refusal.value.why) == (name, why)
    good = tmp_path / "good.txt"
    good.write_text("All is well.")
    assert converter.convert(good, "good.txt").text == "All is well."


SLOW_ROWS = "a,b\n" + "1,2\n" * 2_000_000  # takes seconds


def children() -> set[psutil.Process]:
    return set(psutil.Process().children())


@pytest.mark.parametrize(
    "limits", [Limits(wall_s=0.3), Limits(cpu_s=1)], ids=["clock", "processor"]
)
def test_a_file_that_takes_too_long_ends_the_process_alone(tmp_path: Path, limits: Limits) -> None:
    slow = tmp_path / "slow.csv"
    slow.write_text(SLOW_ROWS)
    before = children()
    with closing(Converter(limits)) as converter:
        with pytest.raises(SourceUnreadable, match="took too long"):
            converter.convert(slow, "slow.csv")
        assert children() == before


def test_a_file_that_takes_too_much_memory_is_refused(tmp_path: Path) -> None:
    large = tmp_path / "large.csv"
    large.write_text(SLOW_ROWS)
    small = Limits(memory_bytes=400 << 20)
    with (
        closing(Converter(small)) as converter,
        pytest.raises(SourceUnreadable, match="is too large"),
    ):
        converter.convert(large, "large.csv")


def test_a_crash_of_a_parser_refuses_the_file(tmp_path: Path) -> None:
    slow, good = tmp_path / "slow.csv", tmp_path / "good.txt"
    slow.write_text(SLOW_ROWS)
    good.write_text("Fine.")
    before = children()
    with closing(Converter()) as converter:
        converter.convert(good, "good.txt")
        (child,) = children() - before
        crash = threading.Timer(0.3, lambda: child.send_signal(signal.SIGSEGV))
        crash.start()
        with pytest.raises(SourceUnreadable, match="is damaged"):
            converter.convert(slow, "slow.csv")
        assert converter.convert(good, "good.txt").text == "Fine."


def test_a_stop_breaks_a_conversion_off(tmp_path: Path) -> None:
    class Stopped(BaseException):
        pass

    def stop() -> None:
        raise Stopped

    slow = tmp_path / "slow.csv"
    slow.write_text(SLOW_ROWS)
    before = children()
    with closing(Converter()) as converter:
        with pytest.raises(Stopped):
            converter.convert(slow, "slow.csv", stop)
        assert children() == before
