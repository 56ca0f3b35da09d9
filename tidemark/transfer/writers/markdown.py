"""A conversation as Markdown: what was said as it was written, folds and sources as quotes."""

from collections.abc import Iterator

from tidemark.i18n.catalogue import Catalogue
from tidemark.memory.profile import ProfileEntry
from tidemark.schema.records import SessionRecord, SummaryRecord
from tidemark.transfer.writers import outline
from utils import one_line

_TITLE_CHARS = 200
_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>#|~$"})


def write(record: SessionRecord, words: Catalogue) -> Iterator[str]:
    """Yield the paragraphs of a document that tells all of ``record``."""
    yield f"# {_plain(record.title)}"
    exported = words.text("WRITTEN.exported_as").format(session_id=f"`{record.session_id}`")
    yield f"{outline.head(record, words)}. {exported}."
    for chapter in outline.chapters(record, words):
        if chapter.title:
            yield f"---\n\n**{chapter.title}**"
        for message in chapter.messages:
            who = words.table("WRITTEN.speakers")[message.role]
            yield f"## {who} · {chapter.beside(message)}"
            yield message.content
            for summary in chapter.folds(message.position):
                yield _fold(summary, words)


def about_you(entries: tuple[ProfileEntry, ...], words: Catalogue) -> Iterator[str]:
    """Yield the paragraphs of a document that tells what is known of the person."""
    yield f"# {words.text('WRITTEN.about_you')}"
    for name, held in outline.known(entries, words):
        lines = (f"- {_plain(entry.text)}{outline.use(entry, words)}" for entry in held)
        yield f"## {name}\n\n" + "\n".join(lines)


def _fold(summary: SummaryRecord, words: Catalogue) -> str:
    lines = [f"**{outline.folded(summary, words)}.**"]
    for name, held in outline.items(summary, words):
        lines += ["", f"{name}:", ""]
        for item in held:
            sources = ", ".join(outline.of_message(at, words) for at in item.message_ids)
            source = f" ({sources})" if sources else ""
            lines.append(f"- {_plain(item.text)}{source}")
    return "\n".join(f"> {line}".rstrip() for line in lines)


def _plain(text: str) -> str:
    """Return ``text`` on one line, its signs no marks of Markdown."""
    return one_line(text, _TITLE_CHARS).translate(_MARKS)
