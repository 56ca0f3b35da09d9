"""The audit: a record of who did what to which chat, source, document or other thing of a person.

The audited methods are listed in ``VERBS``; each is recorded after it succeeded.  Messages are not
audited: each is stored with its author and time.  On a single-user machine nothing is recorded.
"""

import datetime as dt
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar, cast

from database import Database
from tidemark.schema.rights import AuditCheck, AuditEntry, AuditFault, NewAuditEntry
from tidemark.schema.scope import Scope

Service = TypeVar("Service")
_NEWEST = 2**31 - 1  # the largest integer of both databases

# service.method -> the action, the kind of its subject, and the parameter that identifies it
VERBS: Mapping[str, tuple[str, str, str]] = {
    "sessions.rename": ("session.rename", "session", "session_id"),
    "sessions.pin": ("session.pin", "session", "session_ids"),
    "sessions.archive": ("session.archive", "session", "session_ids"),
    "replies.rate": ("reply.rate", "session", "session_id"),
    "replies.remove_rating": ("reply.unrate", "session", "session_id"),
    "sessions.move_to_trash": ("session.trash", "session", "session_ids"),
    "sessions.restore": ("session.restore", "session", "session_ids"),
    "sessions.delete": ("session.delete", "session", "session_ids"),
    "sessions.delete_all": ("session.delete_all", "notebook", ""),
    "sessions.empty_trash": ("session.empty_trash", "notebook", ""),
    "retention.keep_session": ("session.retention", "session", "session_id"),
    "retention.keep_notebook": ("notebook.retention", "notebook", ""),
    "transfer.export": ("session.export", "session", "session_id"),
    "transfer.export_chosen": ("session.export", "session", "session_ids"),
    "transfer.page": ("session.export", "session", "session_id"),
    "transfer.export_all": ("user.export_chats", "user", ""),
    "transfer.export_bytes": ("session.export", "session", "session_id"),
    "transfer.export_text": ("session.export", "session", "session_id"),
    "transfer.begin_export": ("user.export_chats", "user", ""),
    "transfer.begin_import": ("session.import", "notebook", ""),
    "transfer.import_chosen": ("session.import", "session", "session_id"),
    "transfer.import_file": ("session.import", "session", "path"),
    "transfer.store": ("session.import", "session", "session_id"),
    "notebook_transfer.begin_export": ("notebook.export", "notebook", ""),
    "notebook_transfer.export": ("notebook.export", "notebook", ""),
    "notebook_transfer.begin_import": ("notebook.import", "notebook", ""),
    "notebook_transfer.import_file": ("notebook.import", "notebook", "path"),
    "sources.begin": ("source.add", "source", "paths"),
    "sources.ingest": ("source.add", "source", "paths"),
    "sources.upload": ("source.add", "source", "files"),
    "sources.begin_again": ("source.reingest", "source", "name"),
    "sources.reingest": ("source.reingest", "source", "name"),
    "sources.add_text": ("source.add", "source", "name"),
    "sources.rename": ("source.rename", "source", "name"),
    "sources.remove": ("source.trash", "source", "name"),
    "sources.restore": ("source.restore", "source", "source_key"),
    "documents.share": ("share.create", "document", "document"),
    "documents.unshare": ("share.revoke", "document", "document"),
    "sharing.share_session": ("share.create", "session", "session_id"),
    "sharing.unshare_session": ("share.revoke", "session", "session_id"),
    "sharing.share_notebook": ("share.create", "notebook", ""),
    "sharing.unshare_notebook": ("share.revoke", "notebook", ""),
    "sharing.leave": ("share.leave", "share", "share_key"),
    "documents.remove": ("document.trash", "document", "document"),
    "documents.restore": ("document.restore", "document", "document"),
    "documents.rename": ("document.rename", "document", "document"),
    "documents.attach_schema": ("document.schema", "document", "document"),
    "documents.bind": ("document.bind", "document", "document"),
    "documents.unbind": ("document.unbind", "document", "document"),
    "documents.export": ("document.export", "document", "document"),
    "documents.restore_export": ("document.import", "document", "name"),
    "document_retention.prune": ("document.prune", "user", ""),
    "notebooks.create": ("notebook.create", "notebook", "settings"),
    "notebooks.change": ("notebook.change", "notebook", ""),
    "notebooks.delete": ("notebook.delete", "notebook", ""),
    "notebooks.clear_history": ("notebook.clear", "notebook", ""),
    "notebooks.clear_session": ("session.clear", "session", "session_id"),
    "notebooks.unclear_session": ("session.unclear", "session", "session_id"),
    "notebooks.restore_session": ("session.restore", "session", "session_id"),
    "notebooks.move_session": ("session.move", "session", "session_id"),
    "notebooks.copy_session": ("session.copy", "session", "session_id"),
    "memory_editing.add": ("memory.add", "session", "session_id"),
    "memory_editing.edit": ("memory.change", "session", "session_id"),
    "memory_editing.delete": ("memory.delete", "session", "session_id"),
    "memory_editing.restore": ("memory.restore", "session", "session_id"),
    "memory_editing.pin": ("memory.pin", "session", "session_id"),
    "memory_editing.pin_message": ("memory.pin", "session", "session_id"),
    "fold_history.undo": ("memory.undo", "session", "session_id"),
    "fold_history.undo_all_of": ("memory.undo", "session", "session_id"),
    "fold_history.redo": ("memory.redo", "session", "session_id"),
    "profile.add": ("profile.add", "profile", ""),
    "profile.edit": ("profile.change", "profile", "entry_id"),
    "profile.forget": ("profile.forget", "profile", "entry_id"),
    "profile.forget_all": ("profile.forget_all", "profile", ""),
    "profile.enable": ("profile.change", "profile", "entry_id"),
    "profile.remember_again": ("profile.change", "profile", ""),
    "profile.remember_across": ("profile.across", "session", "session_id"),
    "api_keys.create": ("key.create", "key", "name"),
    "api_keys.revoke": ("key.revoke", "key", "key_id"),
    "personal_export.own": ("user.export", "user", ""),
    "personal_export.stream": ("user.export", "user", ""),
}


@dataclass(frozen=True)
class AuditService:
    """The audit of one user; records nothing unless it ``is_on``.

    ``acting`` is whoever acts for the user, such as a service; empty if it is the user.
    """

    opened: Database
    scope: Scope
    clock: Callable[[], dt.datetime]
    new_salt: Callable[[], str]
    is_on: bool
    acting: str = ""

    def record(self, action: str, kind: str, subject_id: str = "") -> None:
        """Record that ``action`` was done to the subject of this ``kind`` and id."""
        if not self.is_on:
            return
        entry = NewAuditEntry(
            at=self.clock(),
            user_id=self.scope.user_id,
            actor=self.acting or self.scope.visitor or self.scope.user_id,
            action=action,
            subject_kind=kind,
            subject_id=subject_id[:200],
            detail={"notebook": self.scope.notebook_id},
        )
        self.opened.audit(entry, self.new_salt())

    def entries(self, *, before: int | None = None, limit: int = 50) -> tuple[AuditEntry, ...]:
        """Return ``limit`` entries about the user with keys below ``before``, newest first."""
        return self.opened.audit_of(self.scope.user_id, before=before or _NEWEST, limit=limit)

    def check(self) -> AuditCheck:
        """Verify the chain of all users, row by row."""
        rows, blanked, accounted = self.opened.audit_counts()
        faults = [AuditFault(key=key, code=code) for key, code in self.opened.audit_faults()]
        if blanked != accounted:  # no receipt accounts for the others
            faults.append(AuditFault(key=0, code="blanked"))
        return AuditCheck(rows=rows, blanked=blanked, faults=tuple(faults))


def audited(service: Service, name: str, audit: AuditService) -> Service:
    """Return ``service`` with its methods audited as ``name``; itself if the audit is off."""
    return cast("Service", _Audited(service, name, audit)) if audit.is_on else service


class _Audited:
    """A service that records each audited method call after it succeeded."""

    def __init__(self, service: object, name: str, audit: AuditService) -> None:
        self._service, self._name, self._audit = service, name, audit

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the service has
        found = getattr(self._service, name)
        verb = VERBS.get(f"{self._name}.{name}")
        if verb is None:
            return found
        action, kind, parameter = verb
        signature = inspect.signature(found)

        @wraps(found)
        def kept(*given: object, **named: object) -> object:
            result = found(*given, **named)
            arguments = signature.bind(*given, **named).arguments
            if arguments.get("is_dry"):  # it changed nothing
                return result
            told = arguments.get(parameter, "")
            for subject in told if isinstance(told, list | tuple) else (told,):
                self._audit.record(action, kind, _id_of(subject))
            return result

        return kept


def _id_of(subject: object) -> str:
    """Return the id of a method's subject: an id, a value that has one, or a file's name first."""
    if subject is None:
        return ""
    if isinstance(subject, tuple):
        return str(subject[0])
    for name in ("document_key", "name"):
        found = getattr(subject, name, None)
        if found is not None:
            return str(found)
    return str(subject)
