"""The audit keeps who did what, and tells a row that somebody changed."""

import inspect
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from assistant import Assistant
from database import Database
from tests.conversing import NOW, on_each_database
from tidemark.engines.scripted import ScriptedEngine
from tidemark.errors import TidemarkError
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.rights import AuditFault
from tidemark.schema.scope import Scope
from tidemark.services.people.audit import VERBS
from tidemark.settings import Settings

# The verbs that are not audited, by service and by reason
READS = {
    "api_keys": "all",
    "audit": "check entries",
    "branches": "of origin session_ids",
    "configuration": "allows choices options read_notebook_again refuse_invalid refuse_unknown "
    "sees_pictures",
    "documents": "branches changes changes_of_messages check content_of diff file_note find get "
    "get_current_version get_diff get_modification_history history is_empty list list_all "
    "merging notes notes_of_message of_conversation of_messages read reconcile schema "
    "shared_with_me shares templates trashed",
    "erasure": "count",
    "fold_history": "all losses made_with outlook",
    "folding": "forecast under_way",
    "insights": "of",
    "memory_editing": "versions",
    "memory_overview": "find index layers recent running",
    "model_setup": "gemini_models local_servers",
    "notebook_transfer": "preview",
    "notebooks": "answering contents find get list of_session of_source place",
    "profile": "entries forgotten get messages remembers_across",
    "prompt_inspection": "of_reply prompt replayed",
    "recall_check": "facts run run_all",
    "replies": "ratings",
    "retention": "of_notebook of_session of_user",
    "sessions": "archived engine find find_message get get_any is_on_top messages page pictures "
    "recent summaries summary_count transcript trashed",
    "sharing": "of_notebook of_session with_me",
    "sources": "added_before at count count_all get list names page part picture "
    "picture_to_attach read refuse_too_large search trashed versions",
    "tables": "answer has_any links list opened preview query written",
    "transfer": "count preview records",
    "turns": "broken_off can_retry find_run last may_resume may_retry meter report run said_after "
    "understand view",
}
STORED_WITH_AUTHOR_AND_TIME = {  # messages, and versions of documents
    "branches": "edit_question fork",
    "documents": "branch change create instruct merge replace rollback save_version sync take_file "
    "toggle",
    "questions": "answer",
    "replies": "regenerate",
    "turns": "answer_anyway ask ask_after begin go_on replay resume retry retry_without stop",
}
OF_THE_VIEW_OR_OF_THE_WORK_IN_PROGRESS = {
    "branches": "show",
    "change_locks": "release take",
    "folding": "begin begin_ahead stop",
    "idempotency": "beat keep release reserve",
    "notebook_transfer": "forget_export forget_import",
    "notebooks": "keep_place touch",
    "replies": "choose",
    "sessions": "begin choose_engine",
    "transfer": "forget_export forget_import open_sample",
}
OTHERWISE_RECORDED = {  # by the verb they belong to, the service itself, or an erasure's receipt
    "audit": "record",
    "configuration": "change_prompts choose reset",
    "documents": "delete_all",
    "erasure": "erase erase_own",
    "learning": "consent learn similar",
    "retention": "keep_all",
    "sources": "delete_all",
}
OF_THE_OPERATOR = {  # deletes what has expired, writes the files that a setting asks for
    "document_retention": "purge",
    "model_setup": "connect_gemini",
    "session_files": "load write",
    "sessions": "delete_unused purge",
    "sources": "purge",
}
UNAUDITED = (
    READS,
    STORED_WITH_AUTHOR_AND_TIME,
    OF_THE_VIEW_OR_OF_THE_WORK_IN_PROGRESS,
    OTHERWISE_RECORDED,
    OF_THE_OPERATOR,
)


def verbs_of(assistant: Assistant) -> set[str]:
    """Return the public methods of all services, such as ``sessions.rename``."""
    return {
        f"{name}.{verb}"
        for name, service in vars(assistant).items()
        if type(service).__module__.startswith("tidemark.services")
        for verb, _ in inspect.getmembers(type(service), inspect.isfunction)
        if not verb.startswith("_")
    }


def off(is_server: bool) -> tuple[str, str]:  # noqa: FBT001
    if is_server:
        switch = "ALTER TABLE audit_log {} TRIGGER USER"
        return switch.format("DISABLE"), switch.format("ENABLE")
    return "DROP TRIGGER audit_log_is_blanked_only", "SELECT 1"


@on_each_database
def test_what_was_done_is_kept_in_a_chain_that_tells_of_a_change(
    settings: Callable[..., Settings],
) -> None:
    given = settings(login="keys")
    with (
        closing(Database(given.database_url)) as opened,
        closing(Assistant(given, engine=ScriptedEngine(), clock=lambda: NOW)) as whole,
    ):
        ann, bob = (whole.scoped(Scope(name, "general")) for name in ("ann", "bob"))
        for person in (ann, bob):
            person.turns.ask("Hello", "talk").wait(20)
            person.sessions.rename("talk", "Greeting")
        ann.sessions.pin(["talk"], is_on=True)
        ann.sessions.archive(["talk"], is_on=False)
        reply_id = ann.sessions.transcript("talk")[-1].id
        ann.replies.rate("talk", reply_id, is_good=True)
        ann.replies.remove_rating("talk", reply_id)
        ann.api_keys.create("laptop")
        ann.sessions.move_to_trash(["talk"])
        for name in ("data", "more"):
            ann.documents.create(name, {}, session_id=ann.sessions.begin(name).session_id)
        assert b"".join(ann.personal_export.own())

        assert [(each.actor, each.action, each.subject_id) for each in ann.audit.entries()] == [
            ("ann", "user.export", ""),  # not one for each document in it
            ("ann", "session.trash", "talk"),
            ("ann", "key.create", "laptop"),
            ("ann", "reply.unrate", "talk"),
            ("ann", "reply.rate", "talk"),
            ("ann", "session.archive", "talk"),
            ("ann", "session.pin", "talk"),
            ("ann", "session.rename", "talk"),
        ]
        assert len(bob.audit.entries()) == 1
        assert whole.audit.check().faults == ()
        for forbidden in ("UPDATE audit_log SET actor = 'bob'", "DELETE FROM audit_log"):
            with pytest.raises((TidemarkError, DBAPIError)), opened.transaction() as connection:
                connection.exec_driver_sql(forbidden)

        ann.erasure.erase()
        assert (whole.audit.check().blanked, whole.audit.check().faults) == (
            9,
            (),
        )  # and that of it
        assert ann.audit.entries() == ()
        before, after = off(is_server=not given.database_url.startswith("sqlite"))
        (of_bob,) = bob.audit.entries()
        with opened.transaction() as connection:
            for each in (before, "UPDATE audit_log SET actor = 'eve' WHERE actor = 'bob'", after):
                connection.exec_driver_sql(each)
        assert whole.audit.check().faults == (AuditFault(key=of_bob.key, code="changed"),)


def test_alone_or_switched_off_nothing_is_kept_and_every_verb_is_one_of_its_service(
    settings: Callable[..., Settings],
) -> None:
    for given in (settings(login="keys", memory_log_operations=False), settings()):
        with closing(Assistant(given, engine=ScriptedEngine(), clock=lambda: NOW)) as assistant:
            assistant.profile.add("key_facts", f"I like {given.login}")
            assert assistant.audit.check().rows == 0
    with closing(Assistant(settings(), engine=ScriptedEngine(), clock=lambda: NOW)) as assistant:
        for name, (_, _, parameter) in VERBS.items():
            service, verb = name.split(".")
            names = getattr(getattr(assistant, service), verb).__code__.co_varnames
            assert not parameter or parameter in names, name
        left = [
            f"{name}.{verb}" for each in UNAUDITED for name in each for verb in each[name].split()
        ]
        assert sorted(left) == sorted(verbs_of(assistant) - set(VERBS))


@on_each_database
def test_what_moves_clears_and_brings_data_in_is_audited_with_its_subject(
    settings: Callable[..., Settings], tmp_path: Path
) -> None:
    with closing(
        Assistant(settings(login="keys"), engine=ScriptedEngine(), clock=lambda: NOW)
    ) as whole:
        ann = whole.scoped(Scope("ann", "general"))
        other = ann.notebooks.create(NotebookChange(name="Other")).notebook_id
        ann.sessions.begin("Talk", "talk")
        file = tmp_path / "bees.md"
        file.write_text("Bees dance.")
        assert [each.state for each in ann.sources.ingest([file], is_dry=True)] == ["new"]
        ann.sources.upload([("hives.md", b"Hives hum.")]).wait(20)
        ann.sources.begin([file]).wait(20)
        ann.notebooks.copy_session("talk", other)
        ann.notebooks.move_session("talk", other)
        there = whole.scoped(Scope("ann", other))
        there.notebooks.clear_history()
        there.sessions.empty_trash()
        there.notebooks.delete()
        ann.profile.forget_all()
        acts = [(each.action, each.subject_id) for each in reversed(ann.audit.entries())]
        assert acts[1:] == [
            ("source.add", "hives.md"),
            ("source.add", "bees.md"),
            ("session.copy", "talk"),
            ("session.move", "talk"),
            ("notebook.clear", ""),
            ("session.empty_trash", ""),
            ("notebook.delete", ""),
            ("profile.forget_all", ""),
        ]
        assert whole.audit.check().faults == ()
