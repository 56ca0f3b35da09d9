"""The tools for documents: read, change, compare and roll back JSON under version control.

A tool that changes a document runs only if the person's own words ask for a change, and touches
only the places they name; it changes the version stored at that moment, and the new version is
attributed to their message.  A call repeated after an interrupted turn changes nothing a second
time.
"""

import json
import re
from collections.abc import Callable, Sequence

from pydantic import Field, JsonValue, TypeAdapter, ValidationError, field_validator

from tidemark.documents import patches, templates
from tidemark.documents.content import is_same
from tidemark.documents.message_changes import not_undone
from tidemark.documents.outline import shortened
from tidemark.errors import DocumentNotFound, UserError
from tidemark.nlp.dialogue_acts import dialogue_act
from tidemark.nlp.pack_selection import packs_with_words
from tidemark.nlp.search_terms import content_stems
from tidemark.schema.documents import (
    MAIN,
    Document,
    DocumentChange,
    DocumentVersion,
    NewVersion,
    Operation,
)
from tidemark.tools.base import DocumentAccess, ToolArguments, ToolContext, ToolResult, tool
from tidemark.tools.running import request_words

_PATCH: TypeAdapter[list[Operation]] = TypeAdapter(list[Operation])
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_CHARS_OF_TOKEN = 3
_MOST_LISTED = 20  # versions, changes
_NAME = Field(min_length=1, max_length=200, description="the name of the document")
_NOT_NAMED = (
    "Not done: the user did not name {place} in their message. Change only what they asked for,"
    " or ask them."
)


class DocumentArguments(ToolArguments):
    """Arguments that name a document and a place in it."""

    name: str = _NAME
    path: str = Field(
        default="",
        max_length=300,
        description="a JSON Pointer to the part to read, such as /NOAEL/0; empty for all",
    )


class EditArguments(ToolArguments):
    """Arguments of a change."""

    name: str = _NAME
    patch: str = Field(
        max_length=1_500,
        description=(
            "a JSON Patch (RFC 6902) as text, such as"
            ' [{"op": "replace", "path": "/category", "value": "FRAGRANCE"}]'
        ),
    )
    reason: str = Field(max_length=300, description="what is changed, in a few words")

    @field_validator("patch", mode="before")
    @classmethod
    def _as_text(cls, value: object) -> object:
        return value if isinstance(value, str) else json.dumps(value)

    @property
    def operations(self) -> list[Operation]:
        """The operations of the patch.

        Raises:
            ValueError: It is not a list of operations.
        """
        return _PATCH.validate_json(self.patch)


class HistoryArguments(ToolArguments):
    """Arguments that name a document."""

    name: str = _NAME


class VersionsArguments(ToolArguments):
    """Arguments of a comparison."""

    name: str = _NAME
    from_version: int = Field(ge=1, description="the number of the version before")
    to_version: int = Field(ge=1, description="the number of the version after")


class RollbackArguments(ToolArguments):
    """Arguments of a rollback."""

    name: str = _NAME
    version: int = Field(
        default=0, ge=0, description="the version to go back to; 0 undoes the last change"
    )


class CreateArguments(ToolArguments):
    """Arguments of a new document."""

    name: str = _NAME
    content: str = Field(max_length=1_500, description="its content, JSON as text")
    template: str = Field(
        default="",
        max_length=200,
        description=(
            f"a template to begin with ({', '.join(templates.names())}): content then holds the"
            " members that differ from it; empty for none"
        ),
    )


def asks_to_change(_arguments: ToolArguments, words: str) -> bool:
    """Return whether ``words`` ask for a change; a question about a change does not.

    >>> asks_to_change(ToolArguments(), "Change the category to FRAGRANCE")
    True
    >>> asks_to_change(ToolArguments(), "What did I change?")
    False
    """
    asking = packs_with_words(words, lambda each: each.editing)
    return bool(asking) and all(dialogue_act(words, pack) != "question" for pack in asking)


@tool(DocumentArguments, needs="documents")
def read_document(arguments: DocumentArguments, context: ToolContext) -> ToolResult:
    """Read a document of this conversation, or a part of it, as it is now.

    Use it before every change, and to answer what stands in it.
    """

    def read(document: Document) -> str:
        held = _documents(context).read(document)
        found = patches.part(held.content, arguments.path)
        most = context.limit_tokens * _CHARS_OF_TOKEN
        return f"{document.name}, version {held.version.version}: {shortened(found, most)}"

    return _with(arguments.name, context, read)


@tool(EditArguments, needs="documents", requested_by=asks_to_change)
def edit_document(arguments: EditArguments, context: ToolContext) -> ToolResult:
    """Change a document by a JSON Patch, as a new version.

    Use it only when the user asks for the change in this message, and change nothing else.
    """

    def edit(document: Document) -> str:
        try:
            operations = arguments.operations
        except ValidationError:
            return "Not done: the patch is no list of operations of RFC 6902."
        made = _made_already(document, operations, context)
        if made:
            return f"Done before: version {made.version}."
        held = _documents(context).read(document)
        after = patches.applied(held.content, operations)
        place = None
        if not context.has_read("edit_document", arguments):
            place = _unasked(held.content, operations, request_words(context.asked))
        if place is not None:
            return _NOT_NAMED.format(place=place or "the whole document")
        if is_same(held.content, after):
            return "Nothing to do: the document has it already."
        context.stop.check()
        saved = _documents(context).replace(
            document, after, _new_version(arguments.reason, context), expected=held.version.version
        )
        listed = _listed(patches.changes(held.content, operations))
        told = f"Done: {document.name} is at version {saved.version} now. {listed}"
        return _with_file_note(document, told, context)

    return _with(arguments.name, context, edit)


@tool(HistoryArguments, needs="documents")
def document_history(arguments: HistoryArguments, context: ToolContext) -> ToolResult:
    """List what was changed in a document, when and by whom, the newest first.

    Use it for questions about its history; they change nothing.
    """

    def history(document: Document) -> str:
        documents = _documents(context)
        lines = []
        for version in documents.history(document, limit=_MOST_LISTED):
            changed = ""
            if version.version > 1 and not version.is_pruned:
                changed = _changes_of(document, version.version, context)
            at = version.created_at.astimezone(context.now.tzinfo)
            elsewhere = version.conversation_id not in (None, context.session_id)
            where = ", in another conversation" if elsewhere else ""
            lines.append(
                f"version {version.version}, {at:%Y-%m-%d %H:%M}, {version.author}{where}:"
                f" {version.modification_summary}. {changed}".rstrip()
            )
        return "\n".join(lines)

    return _with(arguments.name, context, history)


@tool(VersionsArguments, needs="documents")
def compare_versions(arguments: VersionsArguments, context: ToolContext) -> ToolResult:
    """Compare two versions of a document: what was added, changed and removed."""

    def compare(document: Document) -> str:
        told = _documents(context).diff(document, arguments.from_version, arguments.to_version)
        return _listed(told.changes) or "They are the same."

    return _with(arguments.name, context, compare)


@tool(RollbackArguments, needs="documents", requested_by=asks_to_change)
def rollback_document(arguments: RollbackArguments, context: ToolContext) -> ToolResult:
    """Go back to an earlier version of a document, or undo the last change of this conversation.

    Use it only when the user asks for it in this message.
    """

    def roll_back(document: Document) -> str:
        documents = _documents(context)
        (newest,) = documents.history(document, limit=1)
        if newest.message_id == context.question_id and _made_by_message(document, context):
            return f"Done before: version {newest.version}."
        if not arguments.version and newest.conversation_id != context.session_id:
            return (
                f"Not done: the last change, version {newest.version}, was not made in this"
                " conversation. Ask the user which version to go back to."
            )
        back_to = arguments.version or newest.version - 1
        if not back_to:
            return "Not done: there is nothing before its first version."
        context.stop.check()
        new = _new_version(f"Back to version {back_to}", context)
        saved = documents.rollback(document, back_to, new, expected=newest.version)
        changes = _changes_of(document, saved.version, context)
        told = f"Done: version {saved.version} is as version {back_to} was. {changes}"
        return _with_file_note(document, told, context)

    return _with(arguments.name, context, roll_back)


@tool(CreateArguments, needs="new_document", requested_by=asks_to_change)
def create_document(arguments: CreateArguments, context: ToolContext) -> ToolResult:
    """Begin a document of this conversation, JSON that keeps all its versions.

    Use it only when the user asks for one in this message.
    """
    documents = _documents(context)
    try:
        content: JsonValue = json.loads(arguments.content)
        there = documents.find(arguments.name, context.session_id)
    except ValueError:
        return ToolResult("Not done: the content is no JSON.")
    except DocumentNotFound:
        context.stop.check()
        told = _new_version("Initial data", context)
        try:
            made = documents.create(
                arguments.name,
                content,
                session_id=context.session_id,
                template=arguments.template,
                new=told,
            )
        except UserError as error:
            return ToolResult(f"Not done: {error}")
        return ToolResult(f"Done: {made.name} is at version 1 now.")
    if any(version.version == 1 for version in _made_by_message(there, context)):
        return ToolResult("Done before: version 1.")
    return ToolResult(f"Not done: there is a document {arguments.name!r} already. Change that.")


def _documents(context: ToolContext) -> DocumentAccess:
    if context.documents is None:  # such a context offers none of these tools
        raise DocumentNotFound
    return context.documents


def _with(name: str, context: ToolContext, act: Callable[[Document], str]) -> ToolResult:
    """Return the result of ``act`` on the document with this name, or why it failed."""
    try:
        document = _documents(context).find(name, context.session_id)
        _documents(context).take_file(document)
        told = act(document)
        return ToolResult(told)
    except DocumentNotFound:
        known = ", ".join(each.name for each in _documents(context).list(context.session_id))
        return ToolResult(f"There is no document {name!r}. There are: {known}.")
    except UserError as error:
        return ToolResult(f"Not done: {error}")


def _with_file_note(document: Document, told: str, context: ToolContext) -> str:
    """Return ``told`` of a change, and what became of the file that the document is bound to."""
    return f"{told} {_documents(context).file_note(document, 'en')}".rstrip()


def _new_version(summary: str, context: ToolContext) -> NewVersion:
    return NewVersion(
        summary=summary,
        author="engine",
        conversation_id=context.session_id,
        message_id=context.question_id,
    )


def _made_already(
    document: Document, operations: Sequence[Operation], context: ToolContext
) -> DocumentVersion | None:
    """Return the version that this same message already made by the same change, if any."""
    documents = _documents(context)
    for version in _made_by_message(document, context):
        if version.version > 1:
            before = documents.read(document, version.version - 1).content
            after = documents.read(document, version.version).content
            try:
                again = patches.applied(before, operations)
            except UserError:
                continue
            if is_same(again, after):
                return version
    return None


def _made_by_message(document: Document, context: ToolContext) -> list[DocumentVersion]:
    """Return the document versions that this same message already made in an interrupted turn.

    Versions that the person has undone since are left out.
    """
    asked = [] if context.question_id is None else [context.question_id]
    made = _documents(context).of_messages(asked)
    return not_undone([each for each in made if each.document_key == document.document_key])


def _unasked(content: JsonValue, operations: Sequence[Operation], asked: str) -> str | None:
    """Return a place that a patch changes but the person did not name; None if they named all.

    If their words name parts of the document, only these and the places within them count; else a
    place counts as named if its new value is.
    """
    stems = set(content_stems(asked))
    named = {name for name in _names(content) if stems & _stems_of(name)}
    for operation in operations:
        if operation.get("op") == "test":
            continue
        for place in (operation.get("path", ""), operation.get("from")):
            if place is None:
                continue
            tokens = [token for token in str(place).split("/") if token]
            if any(token in named or stems & _stems_of(token) for token in tokens):
                continue
            if named or stems.isdisjoint(content_stems(str(operation.get("value", "")))):
                return str(place)
    return None


def _names(content: JsonValue) -> set[str]:
    """Return the names of a content's members at any depth."""
    names: set[str] = set()
    waiting: list[JsonValue] = [content]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            names.update(each)
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
    return names


def _stems_of(name: str) -> set[str]:
    """Return the stems of a member's name, such as acute_toxicity or acuteToxicity."""
    return set(content_stems(" ".join((name, *_WORDS.findall(name))).casefold()))


def _changes_of(document: Document, version: int, context: ToolContext) -> str:
    try:
        told = _documents(context).diff(document, version - 1, version, branch=MAIN)
    except UserError:  # the version before was pruned
        return ""
    return _listed(told.changes)


def _listed(changes: Sequence[DocumentChange]) -> str:
    told = [_described(each) for each in changes[:_MOST_LISTED]]
    more = [f"and {len(changes) - len(told)} more"] if len(changes) > len(told) else []
    return "; ".join((*told, *more))


def _described(change: DocumentChange) -> str:
    before, after = (shortened(each, 120) for each in (change.before, change.after))
    match change.kind:
        case "added":
            return f"{change.path} added: {after}"
        case "removed":
            return f"{change.path} removed: {before}"
        case "moved":
            return f"{change.moved_from} moved to {change.path}"
        case "changed":
            return f"{change.path} changed from {before} to {after}"
