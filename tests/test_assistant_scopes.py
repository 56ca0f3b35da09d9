"""Walls between users above the stores: every service, called with the ids of another's data."""

import inspect
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from operator import attrgetter
from pathlib import Path

from assistant import Assistant
from database import Database
from tests.conversing import later, on_each_database
from tests.scopes import (
    MARK,
    OTHER_USER,
    OWNER,
    TRIP,
    Guessed,
    delete_all,
    public_methods,
    rows_of,
    tell,
    trespasses,
)
from tidemark.engines.scripted import ScriptedEngine
from tidemark.errors import TidemarkError
from tidemark.runtime.jobs import Job
from tidemark.runtime.runs import Run
from tidemark.schema.documents import MessageChange, MessageVersion, NewVersion
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.people import KeptAnswer, Reservation
from tidemark.schema.prompt_snapshot import Excluded
from tidemark.schema.sources import PageMark
from tidemark.schema.tools import NO_CALLER_TOOLS
from tidemark.schema.turns import NO_LIMITS
from tidemark.services.notebook_transfer import NotebookPreview
from tidemark.settings import Settings

# Methods that begin, end or set up the whole, or take what another method returned
OF_PROCESS = (
    "check_again",
    "close",
    "get_ready",
    "get_ready_for_tables",
    "questions.answer",  # an id of another's gets a new one (tests/api/test_answer_question.py)
    "model_setup.connect_gemini",  # the key in .env is of the process
    "report",
    "scoped",
    "turns.begin",
    "turns.report",
    "turns.said_after",
)


def message_change(at: Guessed) -> MessageChange:
    """Return what the owner's message would have changed in the document, had it."""
    version = MessageVersion(
        version_id=1,
        document_key=at.document.document_key,
        branch="main",
        version=2,
        modification_summary="",
        author="engine",
        user_id=OWNER.user_id,
        conversation_id=at.session_ids[0],
        message_id=at.question_id,
        operations=1,
        bytes=1,
        created_at=later(1),
        shown_at=at.question_id,
        document=at.document.name,
        access="owner",
        newest=2,
    )
    return MessageChange(versions=(version,), state="in_force", changes=(), more=1)


ARGUMENTS: Mapping[str, Callable[[Guessed, Path], object]] = {
    "answer": lambda _, __: KeptAnswer(status=200, body=b"{}"),
    "request": lambda _, __: MARK,
    "reserved": lambda _, __: Reservation(key=1),
    "lock_id": lambda _, __: "of-nobody",
    "api_keys.create.scopes": lambda _, __: ["read"],
    "action": lambda _, __: "session.rename",
    "subject_id": lambda at, _: at.session_ids[0],
    "attempt": lambda _, __: 1,
    "asked": lambda _, __: None,
    "limits": lambda _, __: NO_LIMITS,
    "pictures": lambda _, __: (),
    "caller": lambda _, __: NO_CALLER_TOOLS,
    "said": lambda _, __: (),
    "shares_memory": lambda _, __: True,
    "which": lambda _, __: "recent",
    "order": lambda _, __: "created",
    "sessions.page.after": lambda _, __: None,
    "sources.picture_to_attach.content": lambda _, __: b"",
    "mark": lambda _, __: PageMark("words", ""),
    "retention_days": lambda _, __: None,
    "key_id": lambda _, __: 1,
    "share_key": lambda _, __: 1,
    "owned": lambda _, __: ["read"],
    "instructions": lambda _, __: "Be brief.",
    "run_id": lambda _, __: "a-run",
    "before": lambda _, __: None,
    "branch": lambda _, __: "main",
    "chats": lambda _, __: {},
    "choices": lambda _, __: {},
    "content": lambda _, __: {},
    "conversation_id": lambda at, _: at.session_ids[0],
    "data": lambda _, __: {},
    "days": lambda _, __: 1,
    "document": lambda at, _: at.document,
    "documents.branch.name": lambda _, __: "new",
    "documents.create.name": lambda _, __: "mine",
    "documents.create.session_id": lambda _, __: None,
    "access": lambda _, __: "editor",
    "person": lambda _, __: OTHER_USER.user_id,
    "documents.rename.name": lambda _, __: "else",
    "documents.bind.path": lambda _, file: file.with_suffix(".json"),
    "documents.restore_export.lines": lambda _, __: ["{}"],
    "documents.restore_export.name": lambda _, __: "mine",
    "documents.restore_export.session_id": lambda _, __: None,
    "documents.instruct.answering": lambda _, __: (),
    "configuration.change_prompts.change": lambda _, __: dict,
    "documents.toggle.change": lambda at, _: message_change(at),
    "document_key": lambda at, _: at.document.document_key,
    "made_on": lambda _, __: 1,
    "mine": lambda _, __: {},
    "documents.find.name": lambda _, __: "record",
    "documents.merge.branch": lambda _, __: "other",
    "documents.merge.into": lambda _, __: "main",
    "documents.merging.branch": lambda _, __: "other",
    "documents.merging.into": lambda _, __: "main",
    "documents.instruct.instruction": lambda _, __: "set the name to Oak",
    "expected": lambda _, __: 1,
    "from_branch": lambda _, __: "main",
    "from_version": lambda _, __: 1,
    "modification_summary": lambda _, __: "New",
    "new": lambda _, __: NewVersion(summary="New"),
    "patch": lambda _, __: (),
    "schema": lambda _, __: None,
    "to_branch": lambda _, __: None,
    "to_version": lambda _, __: 1,
    "version": lambda _, __: 1,
    "engine": lambda _, __: "builtin",
    "change": lambda _, __: NotebookChange(name="Other", instructions="New"),
    "emptied": lambda at, _: at.session_ids[0],
    "entry_id": lambda at, _: at.entry_id,
    "fold_id": lambda at, _: at.summary.id,
    "found": lambda _, file: NotebookPreview(file, "Mine", 1, 1),
    "notebook_transfer.export.path": lambda _, __: None,
    "forgotten": lambda at, _: at.profile.forgotten[0].words,
    "form": lambda _, __: "jsonl",
    "from_index": lambda _, __: 0,
    "history": lambda _, __: (("user", "Hello"),),
    "is_dry": lambda _, __: False,
    "names": lambda _, __: None,
    "shape": lambda _, __: frozenset({"sale", "region"}),
    "sources.refuse_too_large.names": lambda _, __: ("large.pdf",),
    "new_name": lambda _, __: "else.md",
    "paths": lambda _, file: (file,),
    "files": lambda _, __: (("mine.md", b"My own notes"),),
    "sources": lambda _, __: None,
    "sql": lambda _, __: "SELECT 1",
    "table": lambda _, __: "sales",
    "rows": lambda _, __: 5,
    "rows_limit": lambda _, __: None,
    "previous": lambda _, __: None,
    "turns.ask.sources": lambda at, _: (at.source.name,),
    "source_key": lambda at, _: at.trashed_source_key,
    "sources.at.source_key": lambda at, _: at.source.source_key,
    "sources.part.number": lambda _, __: None,
    "sources.versions.source_key": lambda at, _: at.source.source_key,
    "page": lambda _, __: 1,
    "version_key": lambda at, _: at.source.newest.version_key,
    "sources.begin_again.file": lambda _, __: ("rules.md", b"# Rules"),
    "sources.begin_again.name": lambda at, _: at.source.name,
    "sources.get.name": lambda at, _: at.source.name,
    "sources.reingest.name": lambda at, _: at.source.name,
    "sources.read.name": lambda at, _: at.source.name,
    "sources.remove.name": lambda at, _: at.source.name,
    "sources.rename.name": lambda at, _: at.source.name,
    "ids": lambda at, _: at.message_ids,
    "into": lambda _, __: None,
    "is_enabled": lambda _, __: False,
    "is_good": lambda _, __: False,
    "is_on": lambda _, __: True,
    "keeps": lambda _, __: True,
    "kind": lambda _, __: "key_facts",
    "language": lambda _, __: "en",
    "last_use": lambda _, __: later(90),
    "least": lambda _, __: 0.0,
    "limit": lambda _, __: 50,
    "limit_s": lambda _, __: 1.0,
    "locale": lambda _, __: "en-GB",
    "may_ask": lambda _, __: False,
    "message_id": lambda at, _: at.reply_id,
    "message_ids": lambda at, _: at.message_ids,
    "most": lambda _, __: 5,
    "most_messages": lambda _, __: 50,
    "name": lambda _, __: "budget",
    "number": lambda _, __: 1,
    "numbers": lambda _, __: (0,),
    "offset": lambda _, __: 0,
    "on_fact": lambda _, __: lambda *_: None,
    "on_stored": lambda _, __: lambda _: None,
    "on_turn": lambda _, __: lambda _: None,
    "parsed": lambda at, _: at.record,
    "path": lambda _, file: file,
    "place": lambda at, _: {"chat": at.session_ids[0]},
    "position": lambda _, __: 9,
    "question": lambda _, __: "Is it hot?",
    "question_id": lambda at, _: at.question_id,
    "questions": lambda _, __: ("Hello",),
    "reason": lambda _, __: "",
    "reply_id": lambda at, _: at.reply_id,
    "sample_id": lambda _, __: None,
    "seed": lambda _, __: 1,
    "session_id": lambda at, _: at.session_ids[0],
    "session_ids": lambda at, _: at.session_ids,
    "settings": lambda _, __: NotebookChange(name="Mine"),
    "step": lambda _, __: lambda _: None,
    "summary_id": lambda at, _: at.summary.id,
    "text": lambda _, __: "zanzi",
    "threshold": lambda _, __: 1200,
    "template": lambda _, __: "",
    "title": lambda _, __: "Hello",
    "to": lambda _, __: "general",
    "to_index": lambda _, __: 50,
    "turn": lambda at, _: at.pending,
    "use_memory": lambda _, __: True,
    "value": lambda _, __: 700,
    "whole": lambda at, _: at.session_ids[0],
    "with_chats": lambda _, __: True,
    "with_profile": lambda _, __: True,
    "without": lambda at, _: Excluded(message_ids=at.message_ids),
    "words": lambda _, __: "Other words",
}


def methods(assistant: Assistant) -> Iterator[tuple[str, Callable[..., object]]]:
    return public_methods(assistant, "tidemark.services", but=OF_PROCESS)


def come_to(assistant: Assistant, name: str, guessed: Guessed, file: Path) -> str:
    """Call a method with what was ``guessed``; return what came of it, in words."""
    method = attrgetter(name)(assistant)
    parameters = [*inspect.signature(method).parameters]
    if "preview" in parameters:
        preview = assistant.transfer.preview(file)
    given = {
        each: ARGUMENTS.get(f"{name}.{each}", ARGUMENTS.get(each))
        for each in parameters
        if each != "preview"
    }
    unknown = [each for each, make in given.items() if make is None]
    assert not unknown, f"say in ARGUMENTS what {unknown} of {name} may be"
    arguments = {each: make(guessed, file) for each, make in given.items() if make}
    if "preview" in parameters:
        arguments["preview"] = preview
    try:
        result = method(**arguments)
        if isinstance(result, Run):
            return f"{result.wait(20)} {result.so_far()}"
        if isinstance(result, Job):
            assert result.wait(20)
            result = result.result
        if isinstance(result, Path):
            return written(result)
        return repr(tuple(result) if isinstance(result, Iterator) else result)
    except TidemarkError as error:
        return repr(error)


def written(path: Path) -> str:
    """Return the text of a file, or of all files packed in it."""
    if not zipfile.is_zipfile(path):
        return path.read_text()
    with zipfile.ZipFile(path) as packed:
        return "".join(packed.read(name).decode() for name in packed.namelist())


def broken(opened: Database, caller: Assistant, guessed: Guessed, file: Path) -> Iterator[str]:
    """Yield what is wrong with a method, for a caller who has a chat of the same id."""
    owned, before = rows_of(opened), None
    for name, _ in methods(caller):
        if before is None:
            caller.turns.ask("Where to?", TRIP).wait(20)
            before = rows_of(opened)
        told = come_to(caller, name, guessed, file)
        now = rows_of(opened)
        yield from (f"{name}: {each}" for each in trespasses(owned, now))
        if MARK in told:
            yield f"{name} read {told}"
        if now != before:
            delete_all(caller.database)
            before = None


@on_each_database
def test_no_service_reads_or_changes_what_another_user_has(
    settings: Callable[..., Settings],
) -> None:
    given = settings()
    with (
        closing(Database(given.database_url)) as opened,
        closing(Assistant(given, engine=ScriptedEngine(), clock=lambda: later(30))) as whole,
    ):
        whole.turns.ask("Hello", "talk").wait(20)
        file = whole.transfer.export("talk")
        guessed = tell(whole.scoped(OWNER).database)
        caller = whole.scoped(OTHER_USER)

        assert len(list(methods(caller))) > 90
        assert list(broken(opened, caller, guessed, file)) == []
