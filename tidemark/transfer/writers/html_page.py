"""A conversation as one HTML file: read offline, printed, in either theme; nothing in it can run.

What people wrote is escaped.  Of a reply its Markdown is drawn by markdown-it, with HTML as the
text it is, links of harmless schemes only, and images as links, for those would load from
elsewhere; the file's own policy forbids whatever slips through.
"""

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tidemark.i18n.catalogue import Catalogue
from tidemark.memory.profile import ProfileEntry
from tidemark.schema import Session
from tidemark.schema.records import MessageRecord, SessionRecord, SummaryRecord
from tidemark.transfer.writers import outline
from tidemark.transfer.writers.outline import Chapter

_STYLE = (Path(__file__).parent / "html_page.css").read_text(encoding="utf-8")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def write(record: SessionRecord, words: Catalogue) -> Iterator[str]:
    """Yield the parts of a page that tells all of ``record``."""
    yield from _begin(record.title, words)
    about = f"{outline.head(record, words)}. {words.text('WRITTEN.exported')}."
    yield f'<p class="about">{escape(about)}</p>'
    for chapter in outline.chapters(record, words):
        if chapter.title:
            yield f"<h2>{escape(chapter.title)}</h2>"
        for message in chapter.messages:
            yield _message(chapter, message)
            for summary in chapter.folds(message.position):
                yield _fold(chapter, summary)
    yield _END


def index(sessions: Iterable[tuple[Session, str]], words: Catalogue) -> Iterator[str]:
    """Yield the parts of a page that leads to each of ``sessions`` in the file beside it."""
    yield from _begin(words.text("WRITTEN.conversations"), words)
    yield '<ul class="list">'
    for session, file in sessions:
        count = outline.count_messages(session.message_count, words)
        told = f"{count}, {outline.moment(session.updated_at)}"
        link = f'<a href="{escape(file)}">{escape(session.title)}</a>'
        yield f"<li>{link}<span>{told}</span></li>"
    yield "</ul>"
    yield _END


def about_you(entries: tuple[ProfileEntry, ...], words: Catalogue) -> Iterator[str]:
    """Yield the parts of a page that tells what is known of the person."""
    yield from _begin(words.text("WRITTEN.about_you"), words)
    for name, held in outline.known(entries, words):
        yield f"<h2>{name}</h2><ul>"
        yield from (f"<li>{escape(entry.text)}{outline.use(entry, words)}</li>" for entry in held)
        yield "</ul>"
    yield _END


_END = "</body>\n</html>"


def _begin(title: str, words: Catalogue) -> Iterator[str]:
    yield f'<!doctype html>\n<html lang="{words.language}">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>"
    yield f"<h1>{escape(title)}</h1>"


def _message(chapter: Chapter, message: MessageRecord) -> str:
    beside = escape(chapter.beside(message))
    is_user = message.role == "user"
    said = escape(message.content) if is_user else _drawn(message.content, chapter.words)
    retired = " retired" if message.is_retired else ""
    who = chapter.words.table("WRITTEN.speakers")[message.role]
    return (
        f'<article class="said {message.role}{retired}" id="{_anchor(chapter, message.position)}">'
        f'<p class="who"><b>{who}</b> · {beside}</p>'
        f'<div class="words">{said}</div></article>'
    )


def _fold(chapter: Chapter, summary: SummaryRecord) -> str:
    told = [f'<aside class="fold"><h3>{escape(outline.folded(summary, chapter.words))}</h3>']
    for name, held in outline.items(summary, chapter.words):
        told.append(f"<h4>{name}</h4><ul>")
        for item in held:
            links = ", ".join(_source(chapter, position) for position in item.message_ids)
            source = f" <small>({links})</small>" if links else ""
            told.append(f"<li>{escape(item.text)}{source}</li>")
        told.append("</ul>")
    return "".join((*told, "</aside>"))


def _source(chapter: Chapter, position: int) -> str:
    """Lead to a message where it is told, which may be in the branch it is shared with."""
    name = outline.of_message(position, chapter.words)
    if position < chapter.begins_at:
        return name
    return f'<a href="#{_anchor(chapter, position)}">{name}</a>'


def _anchor(chapter: Chapter, position: int) -> str:
    return f"b{chapter.number}m{position + 1}"


def _drawn(reply: str, words: Catalogue) -> str:
    tokens = _MARKDOWN.parse(reply)
    for token in tokens:
        if token.children:
            token.children = list(_without_images(token.children, words))
    drawn: str = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    return drawn


def _without_images(tokens: Iterable[Token], words: Catalogue) -> Iterator[Token]:
    for token in tokens:
        if token.type != "image":
            yield token
            continue
        told = token.content or words.text("WRITTEN.image")
        yield Token("link_open", "a", 1, attrs={"href": token.attrs["src"]})
        yield Token("text", "", 0, content=told)
        yield Token("link_close", "a", -1)
