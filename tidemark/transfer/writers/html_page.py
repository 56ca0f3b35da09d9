"""Conversations as one HTML file each, to read offline or print, light or dark; without scripts.

Messages of the person are escaped.  The Markdown of a reply is rendered by markdown-it: HTML in it
stays text, links have harmless schemes only, and images become links, because they would load from
elsewhere.  The content security policy of the file blocks anything that still gets through.
"""

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from tidemark.i18n.catalogue import Catalogue
from tidemark.memory.profile import ProfileEntry
from tidemark.prompt.citations import source_marks, with_links
from tidemark.prompt.file_fences import TextFile, split_attachments
from tidemark.schema import Citation, Session
from tidemark.schema.messages import PictureFile
from tidemark.schema.records import MessageRecord, SessionRecord, SummaryRecord
from tidemark.transfer.writers import outline
from tidemark.transfer.writers.outline import Chapter

_STYLE = (Path(__file__).parent / "html_page.css").read_text(encoding="utf-8")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
_BLOCK_CHARS = 10_000  # of a paragraph; markdown-it is quadratic in the open brackets


def _read_inline(state: StateCore) -> None:
    """Parse the marks within each block, as markdown-it does; a very long block is plain text."""
    for token in state.tokens:
        if token.type != "inline":
            continue
        if len(token.content) > _BLOCK_CHARS:
            token.children = [Token("text", "", 0, content=token.content)]
        else:
            token.children = []
            state.md.inline.parse(token.content, state.md, state.env, token.children)


_MARKDOWN.core.ruler.at("inline", _read_inline)


def write(record: SessionRecord, texts: Catalogue) -> Iterator[str]:
    """Yield the parts of a page with all of ``record``."""
    yield from _begin(record.title, texts)
    about = f"{outline.headline(record, texts)}. {texts.text('WRITTEN.exported')}."
    yield f'<p class="about">{escape(about)}</p>'
    for chapter in outline.chapters(record, texts):
        if chapter.title:
            yield f"<h2>{escape(chapter.title)}</h2>"
        for message in chapter.messages:
            yield _message(chapter, message)
            for summary in chapter.folds(message.position):
                yield _fold(chapter, summary)
    yield _END


def index(sessions: Iterable[tuple[Session, str]], texts: Catalogue) -> Iterator[str]:
    """Yield the parts of a page that links to the file of each of ``sessions``."""
    yield from _begin(texts.text("WRITTEN.conversations"), texts)
    yield '<ul class="list">'
    for session, file in sessions:
        count = outline.count_messages(session.message_count, texts)
        about = f"{count}, {outline.format_time(session.updated_at)}"
        link = f'<a href="{escape(file)}">{escape(session.title)}</a>'
        yield f"<li>{link}<span>{about}</span></li>"
    yield "</ul>"
    yield _END


def profile(entries: tuple[ProfileEntry, ...], texts: Catalogue) -> Iterator[str]:
    """Yield the parts of a page with the profile of the person."""
    yield from _begin(texts.text("WRITTEN.about_you"), texts)
    for name, held in outline.profile_items(entries, texts):
        yield f"<h2>{name}</h2><ul>"
        yield from (
            f"<li>{escape(entry.text)}{outline.use_note(entry, texts)}</li>" for entry in held
        )
        yield "</ul>"
    yield _END


_END = "</body>\n</html>"


def _begin(title: str, texts: Catalogue) -> Iterator[str]:
    yield f'<!doctype html>\n<html lang="{texts.language}">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="referrer" content="no-referrer">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>"
    yield f"<h1>{escape(title)}</h1>"


def _message(chapter: Chapter, message: MessageRecord) -> str:
    caption = escape(chapter.caption(message))
    is_user = message.role == "user"
    files = ""
    if is_user:
        written, attached = split_attachments(message.content)
        content, files = escape(written), "".join(map(_file, attached))
    else:
        content = _rendered(_linked(chapter, message), chapter.texts)
    retired = " retired" if message.is_retired else ""
    who = chapter.texts.table("WRITTEN.speakers")[message.role]
    tools = "".join(
        f"<details><summary>{escape(call)}</summary><p>{escape(came)}</p></details>"
        for call, came in outline.tool_uses(message, chapter.texts)
    )
    return (
        f'<article class="said {message.role}{retired}" id="{_anchor(chapter, message.position)}">'
        f'<p class="who"><b>{who}</b> · {caption}</p>'
        f'{tools}<div class="words">{content}</div>{_pictures(message)}{files}'
        f"{_sources(message, chapter.texts)}{_versions(chapter, message)}</article>"
    )


def _file(file: TextFile) -> str:
    """Return a collapsible element with an attached file's name and text."""
    name, text = escape(file.name), escape(file.text)
    return f"<details><summary>{name}</summary><pre>{text}</pre></details>"


def _pictures(message: MessageRecord) -> str:
    held = zip(message.metadata.pictures, message.picture_bytes, strict=False)
    shown = (
        f'<img src="{PictureFile(about=about, data=data).data_url}" alt="{escape(about.name)}">'
        for about, data in held
    )
    return "".join(shown)


def _sources(message: MessageRecord, texts: Catalogue) -> str:
    title, lines = outline.sources(message, texts)
    if not title:
        return ""
    listed = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<p class="sources">{escape(title)}</p>' + (f"<ul>{listed}</ul>" if listed else "")


def _versions(chapter: Chapter, message: MessageRecord) -> str:
    made = (outline.version_text(each, chapter.texts) for each in chapter.versions(message))
    listed = "".join(f"<li>{escape(line)}</li>" for line in made)
    return f'<ul class="versions">{listed}</ul>' if listed else ""


def _fold(chapter: Chapter, summary: SummaryRecord) -> str:
    parts = [f'<aside class="fold"><h3>{escape(outline.fold_title(summary, chapter.texts))}</h3>']
    for name, held in outline.items(summary, chapter.texts):
        parts.append(f"<h4>{name}</h4><ul>")
        for item in held:
            links = ", ".join(_source(chapter, position) for position in item.message_ids)
            source = f" <small>({links})</small>" if links else ""
            parts.append(f"<li>{escape(item.text)}{source}</li>")
        parts.append("</ul>")
    return "".join((*parts, "</aside>"))


def _source(chapter: Chapter, position: int) -> str:
    """Return a link to a message; only the label for one shared with the parent branch."""
    name = outline.message_label(position, chapter.texts)
    if position < chapter.begins_at:
        return name
    return f'<a href="#{_anchor(chapter, position)}">{name}</a>'


def _linked(chapter: Chapter, message: MessageRecord) -> str:
    """Return the Markdown of a reply, its quotes linked to the messages of this chapter."""

    def address(citation: Citation) -> str | None:
        is_here = citation.kind == "message" and citation.of >= chapter.begins_at
        return f"#{_anchor(chapter, citation.of)}" if is_here else None

    citations = message.metadata.citations
    return with_links(message.content, citations, address, source_marks(citations))


def _anchor(chapter: Chapter, position: int) -> str:
    return f"b{chapter.number}m{position + 1}"


def _rendered(reply: str, texts: Catalogue) -> str:
    tokens = _MARKDOWN.parse(reply)
    for token in tokens:
        if token.children:
            token.children = list(_without_images(token.children, texts))
    rendered: str = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    return rendered


def _without_images(tokens: Iterable[Token], texts: Catalogue) -> Iterator[Token]:
    for token in tokens:
        if token.type != "image":
            yield token
            continue
        label = token.content or texts.text("WRITTEN.image")
        yield Token("link_open", "a", 1, attrs={"href": token.attrs["src"]})
        yield Token("text", "", 0, content=label)
        yield Token("link_close", "a", -1)
