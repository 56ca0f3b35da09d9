"""Talk about documents without a model: what rules read in a message, as calls of the tools.

The calls go the way of any engine's: they are checked, run, shown and stored.  What the rules are
not sure of is asked back, and what has nothing to do with a document is left to the responder.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from tidemark.documents import templates
from tidemark.documents.followups import Restore
from tidemark.documents.instructions.changes import Change
from tidemark.documents.record import record_of
from tidemark.documents.talk import CUES, DocumentTalk, Reply
from tidemark.errors import DocumentNotFound, UserError
from tidemark.memory.pasted_text import own_words
from tidemark.runtime.events import Piece
from tidemark.schema import Usage
from tidemark.schema.documents import Document, DocumentVersion
from tidemark.schema.tools import ToolCall, ToolRequest, ToolRound
from tidemark.tools.base import DocumentAccess, ToolContext

_TALKED_OF = 200  # versions that talk about a document can name
_WORDS_CHARS = 1_000  # of a message: a longer one is no instruction
_REASON_CHARS = 300
_NOT_DONE = re.compile(r"(?:Not done: |The arguments are not right: )?")


@dataclass(frozen=True)
class DocumentPlan:
    """What a message comes to: words, or calls of tools for the document ``name``."""

    name: str
    text: str = ""
    request: ToolRequest | None = None
    restored: int | None = None


def plan(context: ToolContext) -> DocumentPlan | None:
    """Return what the person's message asks of the documents; None if it is about none."""
    documents = context.documents
    words = own_words(context.asked).partition("\n")[0].strip()
    if documents is None or not words or len(words) > _WORDS_CHARS:
        return None
    if context.has("new_document") and (new := _new(words, context)) is not None:
        return new
    if not context.has("documents"):
        return None
    try:
        return _plan(words, documents, context)
    except UserError:  # a version that was pruned, a file that cannot be read
        return None


def reply(
    planned: DocumentPlan, context: ToolContext, rounds: Sequence[ToolRound]
) -> Iterator[Piece | ToolRequest]:
    """Yield the words of a plan or its calls, and after them what they changed or why not."""
    if planned.request is not None and not rounds:
        yield planned.request
        return
    yield Piece(_told(planned, context, rounds[-1]) if rounds else planned.text)
    yield Piece("", usage=Usage())


def _plan(words: str, documents: DocumentAccess, context: ToolContext) -> DocumentPlan | None:
    known = documents.list(context.session_id)
    named = [each for each in known if _is_named(each.name, words)]
    made = documents.of_messages([] if context.question_id is None else [context.question_id])
    if made:  # the turn broke off after its change
        again = next((each for each in known if each.document_key == made[-1].document_key), None)
        if again is not None:
            return DocumentPlan(again.name, _done(again, documents, context, made[-1]))
    chosen = named or _last_used(known, documents, context) or list(known)
    plans = [
        (each, found)
        for each in chosen
        if (found := _read(words, each, documents, context, is_addressed=bool(named))) is not None
    ]
    sure = [each for each in plans if not isinstance(each[1], Reply) or not each[1].asks]
    plans = sure or plans
    if not plans:
        return None
    if len(plans) > 1:
        names = ", ".join(each.name for each, _ in plans)
        teller = _talk(plans[0][0], documents, context).teller(words)
        return DocumentPlan("", teller.say("which_document", names=names))
    return _call(words, *plans[0], documents, context)


def _is_named(name: str, words: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words, re.I))


def _last_used(
    known: Sequence[Document], documents: DocumentAccess, context: ToolContext
) -> list[Document]:
    """Return the document that this conversation changed last, in a list."""
    used: list[tuple[DocumentVersion, Document]] = []
    for each in known:
        (newest,) = documents.history(each, limit=1)
        if newest.conversation_id == context.session_id:
            used.append((newest, each))
    used.sort(key=lambda pair: pair[0].created_at)
    return [used[-1][1]] if used else []


def _talk(
    document: Document,
    documents: DocumentAccess,
    context: ToolContext,
    *,
    is_addressed: bool = False,
) -> DocumentTalk:
    versions = documents.history(document, limit=_TALKED_OF)
    record = record_of(versions, lambda number: documents.read(document, number).content)
    return DocumentTalk(
        document.name, record, context.now, documents.schema(document), is_addressed=is_addressed
    )


def _read(
    words: str,
    document: Document,
    documents: DocumentAccess,
    context: ToolContext,
    *,
    is_addressed: bool,
) -> Change | Restore | Reply | None:
    documents.sync(document)
    talk = _talk(document, documents, context, is_addressed=is_addressed)
    if is_addressed and words.casefold() != document.name.casefold():
        without = re.sub(
            r"\s*(?:\b(?:in|of|from|to|van|uit|bij|voor|for)\s+)?(?:\b(?:the|het|"
            rf"de)\s+)?(?<!\w){re.escape(document.name)}(?!\w)(?:\s+(?:document|record)\b)?",
            "",
            words,
            count=1,
            flags=re.I,
        ).strip(" ,:")
        found = talk.understand(words)
        return found if not isinstance(found, Reply) or not found.asks else talk.understand(without)
    return talk.understand(words)


def _call(
    words: str,
    document: Document,
    found: Change | Restore | Reply,
    documents: DocumentAccess,
    context: ToolContext,
) -> DocumentPlan:
    if isinstance(found, Reply):
        return DocumentPlan(document.name, found.text)
    arguments: dict[str, JsonValue] = {"name": document.name}
    if isinstance(found, Change):
        patch = json.dumps(list(found.operations), ensure_ascii=False)
        arguments |= {"patch": patch, "reason": words[:_REASON_CHARS]}
        call = ToolCall(id="1", name="edit_document", arguments=arguments)
        return DocumentPlan(document.name, request=ToolRequest((call,)))
    (newest,) = documents.history(document, limit=1)
    is_undo = found.version == newest.version - 1
    if is_undo and newest.conversation_id != context.session_id:
        teller = _talk(document, documents, context).teller(words)
        return DocumentPlan(document.name, teller.say("no_undo", name=document.name))
    arguments["version"] = found.version
    call = ToolCall(id="1", name="rollback_document", arguments=arguments)
    return DocumentPlan(document.name, request=ToolRequest((call,)), restored=found.version)


def _new(words: str, context: ToolContext) -> DocumentPlan | None:
    """Return the call that begins a document, if ``words`` ask for one."""
    known = templates.names()
    for cues in CUES.values():
        said = cues.courtesy.match(words)
        bare = cues.closing.sub("", words[said.end() :] if said else words)
        for frame in cues.creations:
            for way in frame.ways(bare):
                name = way["name"].strip(" \"'“”")
                content: dict[str, JsonValue] = {}
                template = ""
                if frame.kind == "create_record" and len(known) == 1:
                    template = known[0]
                    first = next(iter(templates.find(template).content))
                    content = {first: name}
                arguments: dict[str, JsonValue] = {
                    "name": name, "content": json.dumps(content), "template": template,
                }  # fmt: skip
                call = ToolCall(id="1", name="create_document", arguments=arguments)
                return DocumentPlan(name, request=ToolRequest((call,)))
    return None


def _told(planned: DocumentPlan, context: ToolContext, done: ToolRound) -> str:
    """Return what the calls of a plan changed, or why nothing was."""
    documents, use = context.documents, done.uses[-1]
    if documents is None:
        raise DocumentNotFound(planned.name)
    try:
        document = documents.find(planned.name, context.session_id)
    except DocumentNotFound:
        return use.result
    made = [
        each
        for each in documents.of_messages(
            [] if context.question_id is None else [context.question_id]
        )
        if each.document_key == document.document_key
    ]
    if made:
        return _done(document, documents, context, made[-1], planned.restored)
    reason = _NOT_DONE.sub("", use.result, count=1)
    return (
        _talk(document, documents, context)
        .teller(context.asked)
        .say("refused", name=document.name, reason=reason)
    )


def _done(
    document: Document,
    documents: DocumentAccess,
    context: ToolContext,
    made: DocumentVersion,
    restored: int | None = None,
) -> str:
    talk = _talk(document, documents, context)
    teller = talk.teller(context.asked)
    if made.version == 1:
        return teller.say("created", name=document.name)
    return teller.done(talk.record, document.name, restored or made.restored)
