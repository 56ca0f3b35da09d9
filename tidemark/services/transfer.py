"""Conversations carried in and out, one or all: looked at first, in the background where long.

An export of all is written to a file a conversation at a time; an import is validated whole before
anything of it is stored, and either can be stopped at any moment.
"""

import datetime as dt
import tempfile
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from database import ScopedDatabase
from tidemark import sample
from tidemark.errors import SessionNotFound
from tidemark.i18n.catalogue import Catalogue, catalogue
from tidemark.runtime.events import StopRequested
from tidemark.runtime.jobs import Job, Jobs
from tidemark.schema import Session
from tidemark.schema.records import MessageRecord, SessionRecord
from tidemark.schema.reports import ImportReport
from tidemark.services.configuration import Configuration
from tidemark.services.external_importer import ExternalImporter
from tidemark.services.importer import TITLE_CHARS, Importer, OnTurn, session_id_of
from tidemark.services.importer import unwatched as unwatched_turn
from tidemark.transfer import jsonl
from tidemark.transfer.conversation_tree import Found, Given, Reason, Standing, Talk, Unreadable
from tidemark.transfer.jsonl import Conversation, PlainMessage
from tidemark.transfer.preview import Brought, Preview, TakenIn
from tidemark.transfer.readers import files
from tidemark.transfer.session_ids import own_id
from tidemark.transfer.writers import FormatName, html_page, markdown
from tidemark.transfer.writers.formats import FORMATS
from utils import one_line

ProgressStep = Callable[[int], object]  # told how many more are done; what it raises stops all
_FOLDER = "sessions"
_PROFILE = "profile.jsonl"
_PAGE = 500  # sessions fetched at a time


def unwatched(count: int) -> None:
    """Take no notice of what is done."""


@dataclass(frozen=True)
class Transfer:
    """Carries conversations out of ``database`` into the exports folder, and in by ``archivist``.

    ``follow`` is called with the session of what was brought in.  ``exports`` and ``imports`` are
    the background jobs of this process, one of each for a user.
    """

    database: ScopedDatabase
    clock: Callable[[], dt.datetime]
    archivist: Importer
    configuration: Configuration
    follow: Callable[[str], None]
    exports: Jobs[Path]
    imports: Jobs[TakenIn]

    @property
    def export_job(self) -> Job[Path] | None:
        """The last export of all chats in the background, unless forgotten."""
        return self.exports.last(self.configuration.user_id)

    @property
    def import_job(self) -> Job[TakenIn] | None:
        """The last import in the background, unless forgotten."""
        return self.imports.last(self.configuration.user_id)

    def bring_in(
        self,
        found: Conversation | SessionRecord,
        session_id: str | None = None,
        on_turn: OnTurn = unwatched_turn,
    ) -> ImportReport:
        """Store one conversation as the session ``session_id`` if that is free.

        Without an id the same conversation has the same one each time, so that it is stored once.
        """
        if isinstance(found, SessionRecord):
            named = {"session_id": session_id or found.session_id}
            imported = self.archivist.restore(found.model_copy(update=named))
        else:
            wished = session_id or own_id(found)
            imported = self.archivist.bring_in(found, wished, on_turn)
        return self._followed(imported)

    def open_sample(self, locale: str | None) -> str:
        """Store a copy of the sample conversation in the language of ``locale``; return its id.

        It stands alone: what somebody made up is nothing for other chats to remember.
        """
        found = sample.for_locale(locale)
        conversation = jsonl.read(found.path)
        if isinstance(conversation, Conversation):
            conversation = conversation.model_copy(update={"title": found.title})
        session_id = self.bring_in(conversation, session_id_of(self.clock())).session_id
        self.database.sessions.remember_across(session_id, is_on=False)
        return session_id

    def export(self, session_id: str, form: FormatName = "jsonl", language: str = "en") -> Path:
        """Write a session in a form, whole, or leave the former file; return its path.

        What the form says beside it is in a ``language``.

        Raises:
            SessionNotFound: There is no such session.
        """
        record = self.database.record(session_id)
        chosen = FORMATS[form]
        path = self.configuration.settings.exports_dir / f"{session_id}{chosen.suffix}"
        with _written(path) as file, chosen.opened(file, catalogue(language)) as add:
            add(record)
        return path

    def export_all(
        self, form: FormatName = "jsonl", step: ProgressStep = unwatched, *, language: str = "en"
    ) -> Path:
        """Write all sessions and what is known of the person into one zip file; return its path.

        Each session is as it stood when its turn came.  ``step`` is told each.  What the form says
        beside them is in a ``language``.
        """
        words = catalogue(language)
        now = self.clock()
        path = self.configuration.settings.exports_dir / f"tidemark-{form}-{now:%Y%m%d-%H%M%S}.zip"
        with _written(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            self._pack_person(packed, form, words)
            if FORMATS[form].is_joint:
                self._pack_joint(packed, form, step, words)
            else:
                self._pack_each(packed, form, step, words)
        return path

    def count(self) -> int:
        """Count the chats there are to export: archived ones too, but not the trash."""
        return self.database.sessions.count_shown()

    def is_export(self, path: Path) -> bool:
        """Whether the file at ``path`` is one that may hold many conversations.

        Raises:
            UnreadableTranscript: It is not there, holds no conversations, or is not to be trusted.
        """
        with files.opened(path) as source:
            kinds = {kind for _, kind in source.members}
            return len(source.members) > 1 or bool(kinds & {"chatgpt", "claude", "profile"})

    def look(self, path: Path, name: str = "") -> Preview:
        """Read the file at ``path`` to its end and say what is in it; nothing is stored.

        Raises:
            UnreadableTranscript: It is broken, or not to be trusted; says where and why.
        """
        intake = self._intake()
        with files.opened(path) as source:
            found = tuple(
                _found(number, given, self._standing(given, intake))
                for number, given in enumerate(source.given())
            )
            return Preview(
                path=path,
                name=name or path.name,
                found=found,
                entries=len(source.profile().entries),
                passed_over=source.passed_over,
            )

    def take(
        self,
        preview: Preview,
        numbers: Collection[int],
        *,
        with_profile: bool = True,
        step: ProgressStep = unwatched,
    ) -> TakenIn:
        """Store the conversations of these ``numbers``, each whole or not at all.

        ``step`` is told the messages as they are stored.  What was stored before a stop stays.
        """
        intake, wanted = self._intake(), set(numbers)
        brought: list[Brought] = []
        same: set[str] = set()  # the sessions that are called here as they are there
        with files.opened(preview.path) as source:
            try:
                for number, given in enumerate(source.given()):
                    if number not in wanted:
                        continue
                    imported = self._bring(given, intake, step)
                    brought.append(_brought(number, given, imported))
                    if imported is not None:
                        same |= self._unrenamed(given, imported)
            except StopRequested:
                return TakenIn(brought=tuple(brought), is_stopped=True)
            record = source.profile()
        if not with_profile or not record.entries:
            return TakenIn(brought=tuple(brought))
        added = self.database.profile.restore(record, same)
        kept_out = len(record.entries) - added
        return TakenIn(brought=tuple(brought), entries=added, kept_out=kept_out)

    def begin_export(self, form: FormatName, language: str = "en") -> Job[Path]:
        """Begin ``export_all`` in the background, or return the one under way."""

        def work(job: Job[Path]) -> Path:
            return self.export_all(form, job.step, language=language)

        return self.exports.begin(self.configuration.user_id, work, of=self.count())

    def begin_import(
        self, preview: Preview, numbers: Collection[int], *, with_profile: bool
    ) -> Job[TakenIn]:
        """Begin ``take`` in the background, or return the one under way."""

        def work(job: Job[TakenIn]) -> TakenIn:
            return self.take(preview, numbers, with_profile=with_profile, step=job.step)

        total = preview.messages(numbers)
        return self.imports.begin(self.configuration.user_id, work, of=total)

    def forget_export(self) -> None:
        """Let another export begin."""
        self.exports.forget(self.configuration.user_id)

    def forget_import(self) -> None:
        """Let another import begin."""
        self.imports.forget(self.configuration.user_id)

    def _followed(self, imported: ImportReport) -> ImportReport:
        self.follow(imported.session_id)
        return imported

    def _intake(self) -> ExternalImporter:
        return ExternalImporter(self.database, self.archivist)

    def _standing(self, given: Given, intake: ExternalImporter) -> Standing:
        if isinstance(given, Unreadable):
            return "unreadable"
        if isinstance(given, Talk):
            return intake.standing(given)
        return "here" if self.archivist.holds(given) else "new"

    def _bring(
        self, given: Given, intake: ExternalImporter, step: ProgressStep
    ) -> ImportReport | None:
        if isinstance(given, Unreadable):
            return None
        if isinstance(given, Talk):
            return self._followed(intake.take(given, step))
        imported = self._followed(self.archivist.restore(given))
        step(imported.stored)
        return imported

    def _unrenamed(self, given: Given, imported: ImportReport) -> set[str]:
        if not isinstance(given, SessionRecord):
            return set()
        family = self.database.branches.family(imported.session_id)
        here = {each.session_id for each in family} | {imported.session_id}
        return here & {each.session_id for each in given.family}

    def _pack_person(self, packed: zipfile.ZipFile, form: FormatName, words: Catalogue) -> None:
        """Put what is known of the person beside their conversations, where a form can tell it."""
        if form == "jsonl":
            record = self.database.profile.record()
            if not record.is_empty:
                packed.writestr(_PROFILE, "".join(f"{line}\n" for line in record.lines()))
            return
        entries = self.database.profile.entries()
        told = {"markdown": markdown.about_you, "html": html_page.about_you}.get(form)
        if told is not None and entries:
            packed.writestr(f"about-you{FORMATS[form].suffix}", "\n\n".join(told(entries, words)))

    def _pack_joint(
        self, packed: zipfile.ZipFile, form: FormatName, step: ProgressStep, words: Catalogue
    ) -> None:
        name = f"messages{FORMATS[form].suffix}"
        with (
            packed.open(name, "w", force_zip64=True) as file,
            FORMATS[form].opened(file, words) as add,
        ):
            for _, record in self._records():
                add(record)
                step(1)

    def _pack_each(
        self, packed: zipfile.ZipFile, form: FormatName, step: ProgressStep, words: Catalogue
    ) -> None:
        listed = []
        for session, record in self._records():
            name = f"{_FOLDER}/{session.session_id}{FORMATS[form].suffix}"
            with (
                packed.open(name, "w", force_zip64=True) as file,
                FORMATS[form].opened(file, words) as add,
            ):
                add(record)
            listed.append((session, name))
            step(1)
        if form == "html":
            packed.writestr("index.html", "\n".join(html_page.index(listed, words)))

    def _records(self) -> Iterator[tuple[Session, SessionRecord]]:
        """Yield all chats but the trash, in the order they came, those that come meanwhile too."""
        after = 0
        while chunk := self.database.sessions.shown_after(after, _PAGE):
            for place, session in chunk:
                after = place
                try:
                    record = self.database.record(session.session_id)
                except SessionNotFound:  # deleted before its turn
                    continue
                yield session, record


def _found(number: int, given: Given, standing: Standing) -> Found:
    if isinstance(given, Unreadable):
        return Found(
            number=number,
            title=given.title,
            standing=standing,
            why=given.why,
            left_out=given.left_out,
        )
    if isinstance(given, SessionRecord):
        messages: Sequence[MessageRecord | PlainMessage] = given.listed.messages
        session_id, title, branches = given.session_id, given.title, len(given.branches)
        left_out: Mapping[Reason, int] = {}
    else:
        messages, session_id = given.paths[given.looked], given.session_id
        branches, left_out = len(given.ways), given.left_out
        title = given.conversation.title or one_line(messages[0].content, TITLE_CHARS)
    times = [message.timestamp for message in messages if message.timestamp]
    return Found(
        number=number,
        title=title,
        session_id=session_id,
        messages=len(messages),
        branches=branches,
        begun=min(times, default=None),
        ended=max(times, default=None),
        standing=standing,
        left_out=left_out,
    )


def _brought(number: int, given: Given, imported: ImportReport | None) -> Brought:
    found = _found(number, given, "new")
    told = found.model_dump(include={"number", "title", "why", "left_out"})
    return Brought(**told, imported=imported)


@contextmanager
def _written(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that takes the place of ``path`` once it is whole; else nothing changes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("wb", dir=path.parent, prefix=".", delete=False) as file:
        unfinished = Path(file.name)
        try:
            yield file
        except BaseException:
            unfinished.unlink()
            raise
    unfinished.replace(path)
