"""Exports and imports of conversations, one or all; long ones are background jobs.

An export is written one conversation at a time.  An import is validated to the end of its file
before anything is stored.  Both can be stopped at any time.
"""

import datetime as dt
import io
import tempfile
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from database import ScopedDatabase
from tidemark import sample
from tidemark.errors import SessionNotFound
from tidemark.i18n.catalogue import Catalogue, catalogue
from tidemark.memory.forgetting import without_items
from tidemark.runtime.events import StopRequested
from tidemark.runtime.jobs import Job, Jobs
from tidemark.schema import Session
from tidemark.schema.records import MessageRecord, SessionRecord
from tidemark.schema.reports import ImportReport
from tidemark.schema.scope import LOCAL
from tidemark.schema.sessions import new_session_id, title_from
from tidemark.services.configuration import Configuration
from tidemark.services.importer import Importer, OnStored, OnTurn, ignore
from tidemark.transfer import jsonl
from tidemark.transfer.conversation import (
    Conversation,
    OmissionReason,
    ParsedConversation,
    PlainMessage,
    UnreadableConversation,
)
from tidemark.transfer.import_reports import (
    ConversationPreview,
    ConversationReport,
    FileReport,
    ImportPreview,
    ImportStatus,
)
from tidemark.transfer.readers import formats
from tidemark.transfer.writers import FormatName, html_page, markdown
from tidemark.transfer.writers.formats import FORMATS
from utils import make_private_folder

_FOLDER = "sessions"
_PROFILE = "profile.jsonl"
_PAGE = 500  # sessions fetched at a time


@dataclass(frozen=True)
class Transfer:
    """Exports conversations of ``database`` to the exports folder; imports using ``importer``.

    ``follow`` is called with the session of each import.  ``exports`` and ``imports`` hold the
    background jobs of this process, one of each kind for a notebook.
    """

    database: ScopedDatabase
    clock: Callable[[], dt.datetime]
    importer: Importer
    configuration: Configuration
    follow: Callable[[str], None]
    exports: Jobs[Path]
    imports: Jobs[FileReport]

    @property
    def export_job(self) -> Job[Path] | None:
        """The last background export of all chats, unless it was forgotten."""
        return self.exports.last(self._owner)

    @property
    def import_job(self) -> Job[FileReport] | None:
        """The last background import, unless it was forgotten."""
        return self.imports.last(self._owner)

    def store(
        self,
        parsed: Conversation | SessionRecord,
        session_id: str | None = None,
        *,
        on_stored: OnStored = ignore,
        on_turn: OnTurn = ignore,
    ) -> ImportReport:
        """Store one conversation, as ``Importer.store`` does; ``session_id`` replaces its own."""
        if session_id is not None:
            parsed = parsed.model_copy(update={"session_id": session_id})
        report = self.importer.store(parsed, on_stored=on_stored, on_turn=on_turn)
        self.follow(report.session_id)
        return report

    def import_file(
        self,
        path: Path,
        *,
        session_id: str | None = None,
        sample_id: str | None = None,
        on_turn: OnTurn = ignore,
    ) -> ImportReport:
        """Store the only conversation at ``path``, or the one with ``sample_id`` in a data set.

        ``session_id`` replaces its own; see ``store``.

        Raises:
            UnreadableTranscript: It is not a conversation; nothing of it was stored.
        """
        return self.store(formats.read(path, name=sample_id), session_id, on_turn=on_turn)

    def open_sample(self, locale: str | None = None) -> str:
        """Store a copy of the sample conversation in the language of ``locale``; return its id.

        It shares no memory with other chats, as its facts are invented.
        """
        found = sample.for_locale(locale)
        now = self.clock()
        own = {"title": found.title, "created_at": now}
        conversation = formats.read(found.path).model_copy(update=own)
        session_id = self.store(conversation, new_session_id(now)).session_id
        self.database.sessions.remember_across(session_id, is_on=False)
        return session_id

    def export_text(self, session_id: str) -> str:
        """Return the full record of a session as JSON lines.

        Raises:
            SessionNotFound: There is no such session.
        """
        lines = jsonl.write(self.database.record(session_id))
        return "".join(f"{line}\n" for line in lines)

    @property
    def folder(self) -> Path:
        """The exports folder; every scope but this machine's default has a subfolder of its own."""
        folder, scope = self.configuration.settings.exports_dir, self.database.scope
        return folder if scope == LOCAL else folder / scope.user_id / scope.notebook_id

    def export(self, session_id: str, form: FormatName = "jsonl", language: str = "en") -> Path:
        """Write a session to a file in the exports folder and return its path.

        An existing file is replaced only once the new one is complete.  Labels are in ``language``.

        Raises:
            SessionNotFound: There is no such session.
        """
        record = self._to_write(self.database.record(session_id), form)
        chosen = FORMATS[form]
        path = self.folder / f"{session_id}{chosen.suffix}"
        with written(path) as file, chosen.opened(file, catalogue(language)) as add:
            add(record)
        return path

    def page(self, session_id: str, language: str = "en") -> bytes:
        """Return a session as one HTML file for reading, without scripts or external resources.

        Raises:
            SessionNotFound: There is no such session.
        """
        return self.export_bytes(session_id, "html", language)

    def export_bytes(self, session_id: str, form: FormatName, language: str = "en") -> bytes:
        """Return a session as the file that ``export`` writes.

        Raises:
            SessionNotFound: There is no such session.
        """
        file = io.BytesIO()
        with FORMATS[form].opened(file, catalogue(language)) as add:
            add(self._to_write(self.database.record(session_id), form))
        return file.getvalue()

    def export_chosen(
        self, session_ids: Sequence[str], form: FormatName = "jsonl", language: str = "en"
    ) -> Path:
        """Write these sessions to one zip file and return its path; labels are in ``language``.

        Raises:
            SessionNotFound: One of them does not exist; no file is written.
        """
        path = self.folder / f"tidemark-chats-{form}-{self.clock():%Y%m%d-%H%M%S}.zip"
        with written(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            self._pack(packed, form, self._of(session_ids), ignore, catalogue(language))
        return path

    def export_all(
        self, form: FormatName = "jsonl", step: OnStored = ignore, *, language: str = "en"
    ) -> Path:
        """Write all sessions and the profile of the person to one zip file; return its path.

        Each session is read just before it is written.  Calls ``step(1)`` after each.  Labels are
        in ``language``.
        """
        texts = catalogue(language)
        now = self.clock()
        path = self.folder / f"tidemark-{form}-{now:%Y%m%d-%H%M%S}.zip"
        with written(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            self._pack_profile(packed, form, texts)
            self._pack(packed, form, self.records(), step, texts)
        return path

    def count(self) -> int:
        """Count the chats in an export of all, which includes archived but not trashed ones."""
        return self.database.sessions.count_shown()

    def preview(self, path: Path) -> ImportPreview:
        """Read the file at ``path`` to its end and return its contents; store nothing.

        Raises:
            UnreadableTranscript: It is damaged or unsafe to read; the message says where and why.
        """
        with formats.opened(path) as file:
            conversations = tuple(
                _preview(number, parsed, self._status(parsed))
                for number, parsed in enumerate(file.conversations())
            )
            return ImportPreview(
                path=path,
                name=path.name,
                conversations=conversations,
                entries=len(file.profile().entries),
                passed_over=file.passed_over,
            )

    def import_chosen(
        self,
        preview: ImportPreview,
        numbers: Collection[int],
        *,
        session_id: str | None = None,
        with_profile: bool = True,
        on_stored: OnStored = ignore,
        on_turn: OnTurn = ignore,
    ) -> FileReport:
        """Store the conversations with these ``numbers``, each completely or not at all.

        ``session_id`` replaces the id of a single one.  The callbacks are those of
        ``Importer.store``; conversations stored before ``StopRequested`` stay.
        """
        wanted = set(numbers)
        reports: list[ConversationReport] = []
        same: set[str] = set()  # sessions that have the same id here as in the file
        with formats.opened(preview.path) as file:
            try:
                for number, parsed in enumerate(file.conversations()):
                    if number not in wanted:
                        continue
                    imported = None
                    if not isinstance(parsed, UnreadableConversation):
                        imported = self.store(
                            parsed, session_id, on_stored=on_stored, on_turn=on_turn
                        )
                        same |= self._unrenamed(parsed, imported)
                    reports.append(_report(number, parsed, imported))
            except StopRequested:
                return FileReport(conversations=tuple(reports), is_stopped=True)
            record = file.profile()
        if not with_profile or not record.entries:
            return FileReport(conversations=tuple(reports))
        added = self.database.profile.restore(record, same)
        return FileReport(
            conversations=tuple(reports),
            entries=added,
            entries_skipped=len(record.entries) - added,
        )

    def begin_export(self, form: FormatName, language: str = "en") -> Job[Path]:
        """Start ``export_all`` in the background, or return the running job."""

        def work(job: Job[Path]) -> Path:
            return self.export_all(form, job.step, language=language)

        return self.exports.begin(self._owner, work, total=self.count())

    def begin_import(
        self, preview: ImportPreview, numbers: Collection[int], *, with_profile: bool
    ) -> Job[FileReport]:
        """Start ``import_chosen`` in the background, or return the running job."""

        def work(job: Job[FileReport]) -> FileReport:
            return self.import_chosen(
                preview, numbers, with_profile=with_profile, on_stored=job.step
            )

        total = preview.messages(numbers)
        return self.imports.begin(self._owner, work, total=total)

    def forget_export(self) -> None:
        """Forget the finished export, so that another can start."""
        self.exports.forget(self._owner)

    def forget_import(self) -> None:
        """Forget the finished import, so that another can start."""
        self.imports.forget(self._owner)

    @property
    def _owner(self) -> str:
        scope = self.database.scope
        return f"{scope.user_id}/{scope.notebook_id}"

    def _status(self, parsed: ParsedConversation) -> ImportStatus:
        if isinstance(parsed, UnreadableConversation):
            return "unreadable"
        return self.importer.status(parsed)

    def _unrenamed(self, parsed: Conversation | SessionRecord, imported: ImportReport) -> set[str]:
        if not isinstance(parsed, SessionRecord):
            return set()
        here = self.database.branches.session_ids(imported.session_id)
        return set(here) & {each.session_id for each in parsed.family}

    def _pack_profile(self, packed: zipfile.ZipFile, form: FormatName, texts: Catalogue) -> None:
        """Add the profile of the person, in the formats that support it.

        A notebook that does not use the profile does not export it either.
        """
        if not self.configuration.notebook.uses_profile:
            return
        if form == "jsonl":
            record = self.database.profile.record()
            if not record.is_empty:
                packed.writestr(_PROFILE, "".join(f"{line}\n" for line in record.lines()))
            return
        entries = self.database.profile.entries()
        write = {"markdown": markdown.profile, "html": html_page.profile}.get(form)
        if write is not None and entries:
            packed.writestr(f"about-you{FORMATS[form].suffix}", "\n\n".join(write(entries, texts)))

    def _pack(
        self,
        packed: zipfile.ZipFile,
        form: FormatName,
        records: Iterable[tuple[Session, SessionRecord]],
        step: OnStored,
        texts: Catalogue,
    ) -> None:
        """Add ``records``, and call ``step(1)`` after each."""
        pack = self._pack_joint if FORMATS[form].is_joint else self._pack_each
        pack(packed, form, records, step, texts)

    def _pack_joint(
        self,
        packed: zipfile.ZipFile,
        form: FormatName,
        records: Iterable[tuple[Session, SessionRecord]],
        step: OnStored,
        texts: Catalogue,
    ) -> None:
        name = f"messages{FORMATS[form].suffix}"
        with (
            packed.open(name, "w", force_zip64=True) as file,
            FORMATS[form].opened(file, texts) as add,
        ):
            for _, record in records:
                add(self._to_write(record, form))
                step(1)

    def _pack_each(
        self,
        packed: zipfile.ZipFile,
        form: FormatName,
        records: Iterable[tuple[Session, SessionRecord]],
        step: OnStored,
        texts: Catalogue,
    ) -> None:
        listed = []
        for session, record in records:
            name = f"{_FOLDER}/{session.session_id}{FORMATS[form].suffix}"
            with (
                packed.open(name, "w", force_zip64=True) as file,
                FORMATS[form].opened(file, texts) as add,
            ):
                add(self._to_write(record, form))
            listed.append((session, name))
            step(1)
        if form == "html":
            packed.writestr("index.html", "\n".join(html_page.index(listed, texts)))

    def _to_write(self, record: SessionRecord, form: FormatName) -> SessionRecord:
        """Return ``record`` for a ``form`` meant for reading, without items to be forgotten.

        A full record keeps both these items and the request to forget them, so an import restores
        both.
        """
        if form == "jsonl":
            return record
        summaries = without_items(record.summaries, self.database.profile.forgotten())
        return record.model_copy(update={"summaries": summaries})

    def _of(self, session_ids: Sequence[str]) -> Iterator[tuple[Session, SessionRecord]]:
        for session_id in session_ids:
            yield self.database.sessions.get(session_id), self.database.record(session_id)

    def records(self) -> Iterator[tuple[Session, SessionRecord]]:
        """Yield all chats outside the trash, oldest first, including those created meanwhile."""
        after = 0
        while chunk := self.database.sessions.shown_after(after, _PAGE):
            for place, session in chunk:
                after = place
                try:
                    record = self.database.record(session.session_id)
                except SessionNotFound:  # deleted before its turn
                    continue
                yield session, record


def _preview(number: int, parsed: ParsedConversation, status: ImportStatus) -> ConversationPreview:
    if isinstance(parsed, UnreadableConversation):
        return ConversationPreview(
            number=number,
            title=parsed.title,
            status=status,
            why=parsed.why,
            left_out=parsed.left_out,
        )
    left_out: Mapping[OmissionReason, int] = {}
    name, title = "", parsed.title
    messages: Sequence[MessageRecord | PlainMessage]
    if isinstance(parsed, SessionRecord):
        messages = [message for branch in parsed.family for message in branch.messages]
    else:
        of_branches = (message for branch in parsed.branches for message in branch.messages)
        messages = [*parsed.messages, *of_branches]
        left_out, name = parsed.left_out, parsed.name
        title = title or title_from(parsed.paths[parsed.current][0].content)
    times = [message.timestamp for message in messages if message.timestamp]
    return ConversationPreview(
        number=number,
        title=title,
        session_id=parsed.session_id,
        name=name,
        messages=len(messages),
        branches=len(parsed.branches),
        begun=min(times, default=None),
        ended=max(times, default=None),
        status=status,
        left_out=left_out,
    )


def _report(
    number: int, parsed: ParsedConversation, imported: ImportReport | None
) -> ConversationReport:
    seen = _preview(number, parsed, "new")
    shared = seen.model_dump(include={"number", "title", "why", "left_out"})
    return ConversationReport(**shared, imported=imported)


@contextmanager
def written(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that replaces ``path`` once it is complete; on an error nothing changes.

    Only its owner may read it, as with every temporary file.
    """
    make_private_folder(path.parent)
    with tempfile.NamedTemporaryFile("wb", dir=path.parent, prefix=".", delete=False) as file:
        unfinished = Path(file.name)
        try:
            yield file
        except BaseException:
            unfinished.unlink()
            raise
    unfinished.replace(path)
