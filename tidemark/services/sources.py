"""Sources of a notebook: files and text prepared for citing, listed, read, searched, removed.

Files are ingested one after another, each stored completely or not at all.  After a stop, stored
files stay, and giving the same paths again continues: a stored file is recognised by its hash.
"""

import datetime as dt
import hashlib
import itertools
import logging
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from database import ScopedDatabase
from tidemark.errors import SourceNotFound, SourceUnreadable
from tidemark.retrieval.similarity import QueryVector
from tidemark.retrieval.source_query import SourceQuery
from tidemark.schema import Role
from tidemark.schema.messages import PictureFile
from tidemark.schema.sources import (
    ConvertedFile,
    FileType,
    IngestedFile,
    IngestState,
    PageMark,
    Source,
    SourceHit,
    SourcePart,
    SourceReport,
    SourceVersion,
)
from tidemark.services.configuration import Configuration
from tidemark.services.ingest import GivenFile, IngestJob, IngestQueue, IngestQueues
from tidemark.sources import file_types, pagination
from tidemark.sources.conversion import MOST_FILE_BYTES, Converter
from tidemark.tables.loading import holds_tables
from utils import storable

_NAME_CHARS = 200
_PURGED_AT_ONCE = 20  # sources; the next start continues
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class SourceService:
    """The sources of ``database``; removed ones stay in the trash for some days."""

    database: ScopedDatabase
    clock: Callable[[], dt.datetime]
    configuration: Configuration
    converter: Converter
    drawing: Converter  # of pictures, which need not wait for file conversion
    queues: IngestQueues
    vector_of: Callable[[str], QueryVector | None]
    follow: Callable[[int], None]  # schedules the passages of a version for embedding

    def begin(self, paths: Sequence[Path]) -> IngestJob:
        """Ingest files and folders in the background, in the running job if there is one."""
        files = [GivenFile(path, name, path.name) for path, name in files_of(paths)]
        return self.queue.add(files, self._ingest_given)

    def upload(self, files: Sequence[tuple[str, bytes]]) -> IngestJob:
        """Ingest the content of files, each with its name or path, in the background.

        Hidden files of a folder are left out.
        """
        taken: set[str] = set()
        kept = [each for each in files if not _is_hidden(each[0])]
        named = [(_free_name(wished, taken), content) for wished, content in kept]
        given = [_copied(name, name.rpartition("/")[2], content) for name, content in named]
        return self.queue.add(given, self._ingest_given)

    def picture_to_attach(self, name: str, content: bytes) -> PictureFile:
        """Return a picture in the form stored with a message: small, and without metadata.

        Raises:
            SourceUnreadable: It is not a readable picture, or has too many pixels.
        """
        with tempfile.NamedTemporaryFile(prefix="tidemark-") as copy:
            copy.write(content)
            copy.flush()
            return self.drawing.attached_picture(Path(copy.name), name[-_NAME_CHARS:])

    def refuse_too_large(self, names: Sequence[str]) -> None:
        """Report files that were not uploaded because they are too large."""
        for name in names:
            error = SourceUnreadable(name[-_NAME_CHARS:], "too_large")
            self.queue.refuse(
                IngestedFile(
                    path=name, source=name, state="refused", why=str(error), reason="too_large"
                )
            )

    def begin_again(self, name: str, file: tuple[str, bytes] | None = None) -> IngestJob:
        """Read a source again in the background, as ``reingest`` does.

        From the content of a ``file`` with its name, else from the stored original.

        Raises:
            SourceNotFound: No source has this name.
            SourceUnreadable: No file is given, and the original is not stored.
        """
        held = self.database.sources.get(name)
        given = self._stored(name) if file is None else _copied(held.name, *file)
        return self.queue.add([replace(given, is_again=True)], self._ingest_given)

    def reingest(self, name: str, path: Path | None = None) -> IngestedFile:
        """Read a source again with the present converters; return the result.

        Read the file at ``path``, else the stored original.  If the text or the file changed, it
        becomes a new version; citations keep theirs.

        Raises:
            SourceNotFound: No source has this name.
            SourceUnreadable: No file is given, and the original is not stored.
        """
        held = self.database.sources.get(name)
        given = self._stored(name) if path is None else GivenFile(path, held.name, path.name)
        try:
            return self._ingest_given(replace(given, is_again=True), lambda: None)
        finally:
            given.discard()

    @property
    def queue(self) -> IngestQueue:
        """The queue of this notebook: waiting files, and the results for finished ones."""
        scope = self.database.scope
        return self.queues.of(f"{scope.user_id}/{scope.notebook_id}")

    @property
    def job(self) -> IngestJob | None:
        """The last job of this notebook, running or finished."""
        return self.queue.job

    def ingest(self, paths: Sequence[Path], *, is_dry: bool = False) -> Iterator[IngestedFile]:
        """Make a source of each file of ``paths``, including folders; yield the result for each.

        If it ``is_dry``, files are read and nothing is stored.
        """
        for path, name in files_of(paths):
            yield self._ingest(GivenFile(path, name, path.name), is_dry=is_dry, check=lambda: None)

    def count(self, paths: Sequence[Path]) -> int:
        """Count the files of ``paths``, including those in folders."""
        return sum(1 for _ in files_of(paths))

    def add_text(self, name: str, text: str) -> IngestedFile:
        """Make a source of pasted ``text``, with Markdown headings if any.

        Raises:
            SourceUnreadable: It contains no word, or is too long.
        """
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "pasted.md"
            path.write_text(storable(text), encoding="utf-8")
            given = GivenFile(path, source_name(name), path.name)
            added = self._ingest(given, is_dry=False, check=lambda: None)
        if added.state == "refused":
            raise SourceUnreadable(added.source, added.reason or "no_text")
        return added.model_copy(update={"path": ""})

    def list(self) -> tuple[Source, ...]:
        """Return the sources, earliest added first."""
        return self.database.sources.list()

    def page(self, *, limit: int, offset: int = 0) -> tuple[Source, ...]:
        """Return ``limit`` sources after the first ``offset``, latest added first."""
        return self.database.sources.page(limit=limit, offset=offset)

    def added_before(self, source_key: int, *, limit: int) -> tuple[Source, ...]:
        """Return ``limit`` sources added before this one, latest added first."""
        return self.database.sources.added_before(source_key, limit=limit)

    def count_all(self) -> int:
        """Count the sources."""
        return self.database.sources.count()

    def names(self) -> dict[int, str]:
        """Return the names of all sources by key, sorted by name."""
        return self.database.sources.names()

    def at(self, source_key: int) -> Source:
        """Return the source with this key.

        Raises:
            SourceNotFound: There is none, or it was removed.
        """
        return self.database.sources.at(source_key)

    def versions(self, source_key: int) -> tuple[SourceVersion, ...]:
        """Return all versions of a source, newest first; empty if it was removed."""
        return self.database.sources.versions(source_key)

    def trashed(self) -> tuple[Source, ...]:
        """Return the removed sources that can be restored."""
        return self.database.sources.trashed()

    def get(self, name: str) -> Source:
        """Return the source with this name.

        Raises:
            SourceNotFound: No source has this name.
        """
        return self.database.sources.get(name)

    def read(self, name: str, number: int | None = None) -> SourceReport:
        """Return the text and the passages of a version of a source, by default the newest.

        Raises:
            SourceNotFound: There is no such source, or it has no such version.
        """
        source = self.database.sources.get(name)
        version = self.database.sources.version(name, number)
        whole = self.database.sources.text(version.version_key)
        return SourceReport(
            source=name,
            version=version.number,
            versions=source.versions,
            title=version.title,
            file_type=version.file_type,
            created_at=version.created_at,
            text=whole.text,
            sections=whole.sections,
            passages=self.database.sources.passages(version.version_key),
        )

    def part(self, version_key: int, number: int | None = None, *, offset: int = 0) -> SourcePart:
        """Return page ``number`` of a version, by default the page with the character ``offset``.

        Numbers out of range mean the first or the last page.

        Raises:
            SourceNotFound: Its source was removed.
        """
        with self.database.together():
            version = self.database.sources.version_at(version_key)
            whole = self.database.sources.text(version_key)
            pages = pagination.pages(whole)
            wanted = pagination.page_at(pages, offset) if number is None else number
            at = min(max(wanted, 1), len(pages))
            start, end = pages[at - 1]
            passages = self.database.sources.passages(version_key, start, end)
        return SourcePart(
            version=version,
            number=at,
            parts=len(pages),
            start=start,
            end=end,
            text=whole.text[start:end],
            sections=tuple(each for each in whole.sections if start <= each.start < end)
            or tuple(each for each in whole.sections if each.start <= start < each.end),
            passages=passages,
        )

    def picture(self, version_key: int, page: int, mark: PageMark | None = None) -> bytes | None:
        """Return a PNG of a page of a version, counted from 1; None if it cannot be drawn.

        The words of ``mark`` are highlighted if the page contains them.

        Raises:
            SourceNotFound: Its source was removed.
        """
        version = self.database.sources.version_at(version_key)
        if not version.has_file or version.file_type != "pdf":
            return None
        try:
            return self.database.pictures.get(
                version_key, page, mark, lambda: self._drawn(version, page, mark)
            )
        except SourceUnreadable as error:
            _log.info("page %s is not drawn: %s", page, error)
            return None

    def search(
        self,
        question: str,
        history: Sequence[tuple[Role, str]] = (),
        names: Sequence[str] | None = None,
        *,
        limit: int = 10,
    ) -> tuple[SourceHit, ...]:
        """Return the passages most relevant to ``question``, asked after ``history``.

        They come from the sources with these ``names``, by default from all.

        Raises:
            SourceNotFound: No source has one of the names.
        """
        keys = None if names is None else [self.get(name).source_key for name in names]
        said = [text for role, text in history if role == "user"]
        context = list(dict.fromkeys((*said[:1], *said[-1:])))  # the topic, and the turn before
        query = SourceQuery.read(question, context, vector=self.vector_of(question))
        return self.database.source_search.find(query, keys, limit=limit)

    def rename(self, name: str, new_name: str) -> None:
        """Rename a source.

        Raises:
            SourceNotFound: There is no source ``name``.
            SourceExists: There is a source ``new_name``.
        """
        self.database.sources.rename(name, source_name(new_name))

    def remove(self, name: str) -> int:
        """Move a source to the trash; return the key for ``restore``.

        Raises:
            SourceNotFound: No source has this name.
        """
        key = self.database.sources.trash(name, now=self.clock())
        if not self.configuration.settings.trash_days:
            self.database.sources.delete(key)
        return key

    def restore(self, source_key: int) -> str:
        """Restore a source from the trash; return its name.

        Raises:
            SourceNotFound: It is not in the trash.
        """
        return self.database.sources.restore(source_key)

    def delete_all(self) -> None:
        """Delete every source permanently, including trashed ones."""
        for source in self.list():
            self.database.sources.trash(source.name, now=self.clock())
        for source in self.trashed():
            self._delete(source.source_key)

    def purge(self) -> None:
        """Delete some of the sources whose days in the trash are over."""
        past = self.clock() - dt.timedelta(days=self.configuration.settings.trash_days)
        for key in self.database.sources.due(past, _PURGED_AT_ONCE):
            self._delete(key)

    def _delete(self, source_key: int) -> None:
        try:
            self.database.sources.delete(source_key)
        except SourceNotFound:  # another process was quicker
            return

    def _drawn(self, version: SourceVersion, page: int, mark: PageMark | None) -> bytes:
        with tempfile.NamedTemporaryFile(prefix="tidemark-", suffix=".pdf") as copy:
            copy.write(self.database.sources.file(version.version_key) or b"")
            copy.flush()
            return self.drawing.picture(Path(copy.name), version.source, page, mark)

    def _ingest_given(self, file: GivenFile, check: Callable[[], None]) -> IngestedFile:
        return self._ingest(file, is_dry=False, check=check)

    def _ingest(self, file: GivenFile, *, is_dry: bool, check: Callable[[], None]) -> IngestedFile:
        name = file.name
        shown = name if file.is_copy else str(file.path)
        done = IngestedFile(path=shown, source=name, state="refused")
        try:
            content = _content(file.path, name)
            sha256 = hashlib.sha256(content).hexdigest()
            known = None if file.is_again else self.database.sources.known(sha256)
            if known is not None:
                return _same(done, known)
            converted = self.converter.convert(file.path, file.file_name, check)
            unchanged = self._unchanged(name, sha256, converted) if file.is_again else None
            if unchanged is not None:
                return _same(done, unchanged)
            return self._add(file, done, converted, content, sha256, is_dry=is_dry)
        except SourceUnreadable as error:
            return done.model_copy(update={"why": str(error), "reason": error.why})
        except OSError as error:
            return done.model_copy(update={"why": f"“{name}”: {error.strerror or error}."})

    def _unchanged(self, name: str, sha256: str, converted: ConvertedFile) -> SourceVersion | None:
        """Return the newest version of a source if it is this file, read to the same text."""
        with self.database.together():
            newest = self.database.sources.version(name)
            whole = self.database.sources.text(newest.version_key)
        read = (sha256, converted.text, converted.sections)
        return newest if (newest.sha256, whole.text, whole.sections) == read else None

    def _stored(self, name: str) -> GivenFile:
        newest = self.database.sources.version(name)
        content = self.database.sources.file(newest.version_key)
        if content is None:
            raise SourceUnreadable(name, "not_stored")
        return _copied(newest.source, file_types.named_as(name, newest.file_type), content)

    def _add(
        self,
        file: GivenFile,
        done: IngestedFile,
        converted: ConvertedFile,
        content: bytes,
        sha256: str,
        *,
        is_dry: bool,
    ) -> IngestedFile:
        """Store a file as a new source or a new version; if it ``is_dry``, only return which."""
        try:
            former = self.database.sources.get(done.source).versions
        except SourceNotFound:
            former = 0
        state: IngestState = "version" if former else "new"
        about = {
            "state": state,
            "version": former + 1,
            "file_type": converted.file_type,
            "sections": len(converted.sections),
        }
        if not is_dry:
            added = self.database.sources.add(
                done.source,
                converted,
                sha256=sha256,
                file_bytes=len(content),
                now=self.clock(),
                file=content if _keeps_original(converted.file_type, file.file_name) else None,
                is_repeated=file.is_again,
            )
            about |= {"version": added.number, "passages": added.passages}
            self.follow(added.version_key)
        return done.model_copy(update=about)


def files_of(paths: Sequence[Path]) -> Iterator[tuple[Path, str]]:
    """Yield each file of ``paths`` with its source name, for a file in a folder its relative path.

    Hidden files of a folder are left out.  A repeated name gets a number.
    """
    taken: set[str] = set()
    for path in paths:
        for each, wished in _inside(path) if path.is_dir() else ((path, path.name),):
            yield each, _free_name(wished, taken)


def _copied(name: str, file_name: str, content: bytes) -> GivenFile:
    with tempfile.NamedTemporaryFile(prefix="tidemark-", delete=False) as copy:
        copy.write(content)
    return GivenFile(Path(copy.name), name, file_name, is_copy=True)


def _same(done: IngestedFile, known: SourceVersion) -> IngestedFile:
    return done.model_copy(
        update={
            "source": known.source,
            "state": "same",
            "version": known.number,
            "file_type": known.file_type,
            "sections": known.sections,
            "passages": known.passages,
        }
    )


def _keeps_original(file_type: FileType, name: str) -> bool:
    """Return whether a file is needed besides its text, to draw pages or to query tables."""
    return file_type == "pdf" or holds_tables(file_type, name)


def _is_hidden(path: str) -> bool:
    """Return whether a file in a folder is hidden, or lies in a hidden folder."""
    return "/" in path and any(part.startswith(".") for part in path.split("/"))


def _free_name(wished: str, taken: set[str]) -> str:
    """Return ``wished`` as a source name, with a number if it is in ``taken``; add it there."""
    name = source_name(wished)
    for number in itertools.count(2):
        if name not in taken:
            break
        name = source_name(f"{wished} ({number})")
    taken.add(name)
    return name


def _inside(folder: Path) -> Iterator[tuple[Path, str]]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if path.is_file() and not any(part.startswith(".") for part in name.parts):
            yield path, name.as_posix()


def _content(path: Path, name: str) -> bytes:
    if path.stat().st_size > MOST_FILE_BYTES:
        raise SourceUnreadable(name, "too_large")
    return path.read_bytes()


def source_name(wished: str) -> str:
    """Return ``wished`` as a source name: one line, shortened from its start if too long.

    Raises:
        SourceUnreadable: ``wished`` is blank.
    """
    name = " ".join(storable(wished).split())[-_NAME_CHARS:].strip()
    if not name:
        raise SourceUnreadable(wished, "unknown_type")
    return name
