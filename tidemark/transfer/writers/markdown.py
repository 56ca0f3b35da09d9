"""A conversation as Markdown: what was said as it was written, folds and sources as quotes."""

from collections.abc import Iterator

from tidemark.memory.profile import ProfileEntry
from tidemark.schema.records import SessionRecord, SummaryRecord
from tidemark.transfer.writers import outline
from tidemark.transfer.writers.labels import Words
from utils import one_line

_TITLE_CHARS = 200
_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>#|~$"})


def write(record: SessionRecord, words: Words) -> Iterator[str]:
    """Yield the paragraphs of a document that tells all of ``record``."""
    yield f"# {_plain(record.title)}"
    exported = words.exported_as.format(session_id=f"`{record.session_id}`")
    yield f"{outline.head(record, words)}. {exported}."
    for chapter in outline.chapters(record, words):
        if chapter.title:
            yield f"---\n\n**{chapter.title}**"
        for message in chapter.messages:
            yield f"## {words.speakers[message.role]} · {chapter.beside(message)}"
            yield message.content
            for summary in chapter.folds(message.position):
                yield _fold(summary, words)


def about_you(entries: tuple[ProfileEntry, ...], words: Words) -> Iterator[str]:
    """Yield the paragraphs of a document that tells what is known of the person."""
    yield f"# {words.about_you}"
    for name, held in outline.known(entries, words):
        lines = (f"- {_plain(entry.text)}{outline.use(entry, words)}" for entry in held)
        yield f"## {name}\n\n" + "\n".join(lines)


def _fold(summary: SummaryRecord, words: Words) -> str:
    lines = [f"**{outline.folded(summary, words)}.**"]
    for name, held in outline.items(summary, words):
        lines += ["", f"{name}:", ""]
        for item in held:
            sources = ", ".join(map(words.of_message, item.message_ids))
            source = f" ({sources})" if sources else ""
            lines.append(f"- {_plain(item.text)}{source}")
    return "\n".join(f"> {line}".rstrip() for line in lines)


def _plain(text: str) -> str:
    """Return ``text`` on one line, its signs no marks of Markdown."""
    return one_line(text, _TITLE_CHARS).translate(_MARKS)
