"""A conversation as Markdown: what was said as it was written, folds and sources as quotes."""

from collections.abc import Iterator

from tidemark.outgoing import telling
from tidemark.profile import ProfileEntry
from tidemark.record import SessionRecord, SummaryRecord
from utils import one_line

_TITLE_CHARS = 200
_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>#|~$"})


def write(record: SessionRecord) -> Iterator[str]:
    """Yield the paragraphs of a document that tells all of ``record``."""
    yield f"# {_plain(record.title)}"
    yield f"{telling.head(record)}. Exported from Tidemark as `{record.session_id}`."
    for chapter in telling.chapters(record):
        if chapter.title:
            yield f"---\n\n**{chapter.title}**"
        for message in chapter.messages:
            yield f"## {telling.SPEAKERS[message.role]} · {chapter.beside(message)}"
            yield message.content
            for summary in chapter.folds(message.position):
                yield _fold(summary)


def about_you(entries: tuple[ProfileEntry, ...]) -> Iterator[str]:
    """Yield the paragraphs of a document that tells what is known of the person."""
    yield "# About you"
    for name, held in telling.known(entries):
        lines = (f"- {_plain(entry.text)}{telling.use(entry)}" for entry in held)
        yield f"## {name}\n\n" + "\n".join(lines)


def _fold(summary: SummaryRecord) -> str:
    lines = [f"**{telling.folded(summary)}.**"]
    for name, held in telling.items(summary):
        lines += ["", f"{name}:", ""]
        for item in held:
            from_ = ", ".join(str(position + 1) for position in item.message_ids)
            source = f" (message {from_})" if from_ else ""
            lines.append(f"- {_plain(item.text)}{source}")
    return "\n".join(f"> {line}".rstrip() for line in lines)


def _plain(text: str) -> str:
    """Return ``text`` on one line, its signs no marks of Markdown."""
    return one_line(text, _TITLE_CHARS).translate(_MARKS)
