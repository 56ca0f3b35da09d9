"""Conversations as Markdown: messages verbatim, folds with their sources as quotes."""

from collections.abc import Iterator

from tidemark.i18n.catalogue import Catalogue
from tidemark.memory.profile import ProfileEntry
from tidemark.prompt.citations import with_source_marks
from tidemark.schema.records import SessionRecord, SummaryRecord
from tidemark.transfer.writers import outline
from utils import one_line

_TITLE_CHARS = 200
_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>#|~$"})


def write(record: SessionRecord, texts: Catalogue) -> Iterator[str]:
    """Yield the paragraphs of a document with all of ``record``."""
    yield f"# {_plain(record.title)}"
    exported = texts.text("WRITTEN.exported_as").format(session_id=f"`{record.session_id}`")
    yield f"{outline.headline(record, texts)}. {exported}."
    for chapter in outline.chapters(record, texts):
        if chapter.title:
            yield f"---\n\n**{chapter.title}**"
        for message in chapter.messages:
            who = texts.table("WRITTEN.speakers")[message.role]
            yield f"## {who} · {chapter.caption(message)}"
            for call, came in outline.tool_uses(message, texts):
                yield f"> **{_plain(call)}**\n>\n> {_plain(came)}"
            yield with_source_marks(message.content, message.metadata.citations)
            if message.metadata.pictures:
                names = ", ".join(_plain(each.name) for each in message.metadata.pictures)
                yield f"> {texts.text('WRITTEN.pictures').format(names=names)}"
            title, lines = outline.sources(message, texts)
            if title:
                cited = "\n".join(f"> - {_plain(line)}" for line in lines)
                yield f"> {_plain(title)}" + (f"\n>\n{cited}" if cited else "")
            made = [outline.version_text(each, texts) for each in chapter.versions(message)]
            if made:
                yield "\n".join(f"> - {_plain(line)}" for line in made)
            for summary in chapter.folds(message.position):
                yield _fold(summary, texts)


def profile(entries: tuple[ProfileEntry, ...], texts: Catalogue) -> Iterator[str]:
    """Yield the paragraphs of a document with the profile of the person."""
    yield f"# {texts.text('WRITTEN.about_you')}"
    for name, held in outline.profile_items(entries, texts):
        lines = (f"- {_plain(entry.text)}{outline.use_note(entry, texts)}" for entry in held)
        yield f"## {name}\n\n" + "\n".join(lines)


def _fold(summary: SummaryRecord, texts: Catalogue) -> str:
    lines = [f"**{outline.fold_title(summary, texts)}.**"]
    for name, held in outline.items(summary, texts):
        lines += ["", f"{name}:", ""]
        for item in held:
            sources = ", ".join(outline.message_label(at, texts) for at in item.message_ids)
            source = f" ({sources})" if sources else ""
            lines.append(f"- {_plain(item.text)}{source}")
    return "\n".join(f"> {line}".rstrip() for line in lines)


def _plain(text: str) -> str:
    """Return ``text`` on one line, with the marks of Markdown escaped."""
    return one_line(text, _TITLE_CHARS).translate(_MARKS)
