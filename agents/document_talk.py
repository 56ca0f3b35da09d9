"""Conversation about documents without a model: rules turn a message into calls of the tools.

The calls are checked, run, shown and stored like those of any engine.  If the rules are not sure,
they ask, and join the person's answer to the first request; a message that concerns no document is
left to the responder.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from typing import NamedTuple

from pydantic import JsonValue

from tidemark.documents import followups, list_references, patches, templates, validation
from tidemark.documents.answers import OpenQuestion
from tidemark.documents.creations import ITEMS, creation_of
from tidemark.documents.followups import Restore
from tidemark.documents.instructions.changes import Change
from tidemark.documents.places import Outline, phrase_of
from tidemark.documents.record import record_of
from tidemark.documents.talk import CUES, DocumentTalk, Reply, instructions_in, is_step
from tidemark.documents.wording import Teller
from tidemark.engines.builtin.counting.list_standing import entries_of_list
from tidemark.errors import DocumentNotFound, UserError
from tidemark.memory.pasted_text import own_words
from tidemark.nlp.pack_fields import DocumentCues
from tidemark.runtime.events import Piece
from tidemark.schema import ContextView, Usage
from tidemark.schema.documents import Document, DocumentVersion
from tidemark.schema.tools import ToolCall, ToolRequest, ToolRound
from tidemark.tools.base import DocumentAccess, ToolContext

_TALKED_OF = 200  # versions: the older ones of a document cannot be referred to
_WORDS_CHARS = 1_000  # of a message: a longer one is no instruction
_REASON_CHARS = 300
_LOOKED_BACK = 8  # messages to search for an open question: an answer can lead to another
_JOINTS = re.compile(r"[\s_-]+")  # of the words of a name
_AGREEING_WORDS = 3  # of an answer: "yes, do that"
_NOT_DONE = re.compile(r"(?:Not done: |The arguments are not right: )?")


@dataclass(frozen=True)
class DocumentPlan:
    """The plan for a message: a reply in words, or calls of tools for the document ``name``.

    A new document ``takes_list`` if its first entries are those of a list of the chat.
    """

    name: str
    text: str = ""
    request: ToolRequest | None = None
    restored: int | None = None
    takes_list: bool = False


def plan(context: ToolContext, view: ContextView) -> DocumentPlan | None:
    """Return the plan for the person's message; None if it concerns no document.

    A new document with the name of a list in ``view`` begins with the entries of that list: from
    then on, the name means the document.
    """
    documents = context.documents
    words = own_words(context.asked).partition("\n")[0].strip()
    if documents is None or not words or len(words) > _WORDS_CHARS:
        return None
    if context.has("new_document") and (new := _new(words, context, view)) is not None:
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
    """Yield the reply or the calls of a plan; after the calls, their effect or why it failed."""
    if planned.request is not None and not rounds:
        yield planned.request
        return
    yield Piece(_outcome(planned, context, rounds[-1]) if rounds else planned.text)
    yield Piece("", usage=Usage())


def _plan(words: str, documents: DocumentAccess, context: ToolContext) -> DocumentPlan | None:
    known = documents.list(context.session_id)
    exchanges = _exchanges(documents, context)
    named = [each for each in known if _is_named(each.name, words)]
    if len(named) == 1 and _is_only_name(words, named[0]) and _asked_which(exchanges):
        words, exchanges = exchanges[-1].said, ()
    if not named and (listed := _on_list(words, known, documents, context)):
        words, named = listed
    made = documents.of_messages([] if context.question_id is None else [context.question_id])
    if made:  # the turn broke off after its change was stored
        again = next((each for each in known if each.document_key == made[-1].document_key), None)
        if again is not None:
            done = _done(again, documents, context, made[-1], DocumentPlan(again.name))
            return DocumentPlan(again.name, done)
    talks = {each.document_key: _Talk(each, documents, context, exchanges) for each in known}
    asking = [each for each in known if talks[each.document_key].question is not None]
    chosen = named or asking or _last_used(known, documents, context) or list(known)
    plans = [
        (each, found)
        for each in chosen
        if (found := talks[each.document_key].read(words, is_addressed=bool(named))) is not None
    ]
    sure = [each for each in plans if not isinstance(each[1], Reply) or not each[1].asks]
    plans = sure or plans
    if not plans and not exchanges:  # the message before changed a document, if one was said
        plans = _goes_on(words, chosen, talks, context)
    if not plans:
        return None
    if len(plans) > 1:
        names = ", ".join(each.name for each, _ in plans)
        teller = talks[plans[0][0].document_key].talk().teller(words)
        return DocumentPlan("", teller.say("which_document", names=names))
    document, found = plans[0]
    return _call(words, talks[document.document_key], found)


def _goes_on(
    words: str, chosen: Sequence[Document], talks: Mapping[int, "_Talk"], context: ToolContext
) -> "list[tuple[Document, Change | Restore | Reply]]":
    """Return what ``words`` change in the document that the message before changed: "add a map"."""
    in_few = any(list_references.is_in_few_words(words, cues) for cues in CUES.values())
    if len(chosen) != 1 or context.database is None:
        return []
    if not (in_few or _begins_instruction(words)):
        return []
    (document,) = chosen
    talked = talks[document.document_key]
    (newest,) = talked.documents.history(document, limit=1)
    first = max(context.before - 2, 0)
    before = context.database.messages.between(context.session_id, first, context.before - 1)
    if newest.message_id is None or newest.message_id not in {each.id for each in before}:
        return []
    content = talked.documents.read(document).content
    full = (
        list_references.in_full(words, document.name, content, cues, follows=True)
        for cues in CUES.values()
    )
    in_full = next(filter(None, full), None)
    if in_few and not in_full:
        return []
    found = talked.read(in_full or words, is_addressed=True)
    if isinstance(found, Change):
        acts = {each["op"] for each in found.operations}
        return [(document, found)] if in_full or acts <= {"add", "remove"} else []
    is_in_part = any(
        isinstance(talked.read(each, is_addressed=True), Change) for each in instructions_in(words)
    )
    return [(document, found)] if isinstance(found, Reply) and found.asks and is_in_part else []


def _on_list(
    words: str, known: Sequence[Document], documents: DocumentAccess, context: ToolContext
) -> tuple[str, list[Document]] | None:
    """Return ``words`` that add to "the list", or empty it, with its name; None if they do not.

    It is the list that this conversation changed last.
    """
    for document in _last_used(known, documents, context):
        for cues in CUES.values():
            full = list_references.in_full(words, document.name, None, cues, follows=False)
            if full is not None and _is_list(document, documents, cues):
                return full, [document]
    return None


def _is_list(document: Document, documents: DocumentAccess, cues: DocumentCues) -> bool:
    """Return whether ``document`` is one list, by its name or else by its content."""
    if cues.list_name.fullmatch(document.name):
        return True
    content = documents.read(document).content
    return isinstance(content, dict) and set(content) == {ITEMS}


def _begins_instruction(words: str) -> bool:
    return any(cues.starts.match(f"{cues.bare(words)} ") for cues in CUES.values())


def _is_named(name: str, words: str) -> bool:
    return bool(re.search(_spelled(name), words, re.I))


def _spelled(name: str) -> str:
    """Return a pattern for ``name``: "packing list", of a document "packing-list", too."""
    words = _JOINTS.pattern.join(re.escape(part) for part in _JOINTS.split(name))
    return rf"(?<!\w){words}(?!\w)"


def _last_used(
    known: Sequence[Document], documents: DocumentAccess, context: ToolContext
) -> list[Document]:
    """Return the document that this conversation changed last, as a list of one or none."""
    used: list[tuple[DocumentVersion, Document]] = []
    for each in known:
        (newest,) = documents.history(each, limit=1)
        if newest.conversation_id == context.session_id:
            used.append((newest, each))
    used.sort(key=lambda pair: pair[0].created_at)
    return [used[-1][1]] if used else []


class _Exchange(NamedTuple):
    """A message of the person, and the reply to it."""

    said: str
    reply: str


def _exchanges(documents: DocumentAccess, context: ToolContext) -> Sequence[_Exchange]:
    """Return the last exchanges of this conversation since the last change of a document."""
    if context.database is None or not context.before:
        return ()
    first = max(context.before - _LOOKED_BACK, 0)
    messages = context.database.messages.between(context.session_id, first, context.before - 1)
    known = [
        each
        for each in messages
        if not each.is_retired and each.id not in context.excluded.message_ids
    ]
    changing = {each.message_id for each in documents.of_messages([each.id for each in known])}
    found: list[_Exchange] = []
    for asked, reply in pairwise(known):
        if asked.id in changing:
            found.clear()
        elif (asked.role, reply.role) == ("user", "assistant"):
            words = own_words(asked.content).partition("\n")[0].strip()[:_WORDS_CHARS]
            found.append(_Exchange(words, reply.content.strip()))
    return found


def _is_only_name(words: str, document: Document) -> bool:
    """Return whether ``words`` consist of the name of a document alone."""
    return all(
        phrase_of(_without(document.name, words), cues).needed == () for cues in CUES.values()
    )


def _asked_which(exchanges: Sequence[_Exchange]) -> bool:
    """Return whether the last reply asked which document is meant."""
    asking = tuple(cues.phrases["which_document"].partition("{")[0] for cues in CUES.values())
    return bool(exchanges) and exchanges[-1].reply.startswith(asking)


def _without(name: str, words: str) -> str:
    """Return ``words`` without the name of the document and the preposition before it."""
    return re.sub(
        r"\s*(?:\b(?:in|of|from|to|van|uit|bij|voor|for)\s+)?(?:\b(?:the|het|"
        rf"de)\s+)?{_spelled(name)}(?:\s+(?:document|record)\b)?",
        "",
        words,
        count=1,
        flags=re.I,
    ).strip(" ,:")


def _begins(reply: str, phrase: str, name: str) -> bool:
    """Return whether a reply is the one with this key, in either language."""
    opened = (cues.phrases[phrase].partition("{name}") for cues in CUES.values())
    return any(reply.startswith(f"{before}{name}{after[:2]}") for before, _, after in opened)


def _agrees(words: str) -> bool:
    """Return whether words only agree to an undo: "yes", "undo that"."""
    said = re.sub(r"[^\w\s]", "", words).casefold().split()
    is_yes = 0 < len(said) <= _AGREEING_WORDS and any(
        said[0] in cues.yes and not cues.denial.search(words) for cues in CUES.values()
    )
    return is_yes or any(followups.is_undo(words, cues) for cues in CUES.values())


@dataclass(frozen=True)
class _Talk:
    """The conversation about one document in one turn."""

    document: Document
    documents: DocumentAccess
    context: ToolContext
    exchanges: Sequence[_Exchange] = ()

    def talk(self, *, is_addressed: bool = False) -> DocumentTalk:
        """Return the talk about the document as it is in the database now."""
        document, context = self.document, self.context
        versions = self.documents.history(document, limit=_TALKED_OF)
        record = record_of(
            versions,
            lambda number: self.documents.read(document, number).content,
            is_own=lambda each: each.conversation_id == context.session_id,
            is_step=partial(self._is_step, asked=self._asked_for(versions)),
            is_fresh=not self.exchanges,
        )
        schema = self.documents.schema(document)
        return DocumentTalk(document.name, record, context.now, schema, is_addressed=is_addressed)

    def _asked_for(self, versions: Sequence[DocumentVersion]) -> Mapping[int, str]:
        """Return this chat's messages that restored an earlier version, by message id."""
        made_by = (each.message_id for each in versions if each.restored is not None)
        ids = {each for each in made_by if each is not None}
        if self.context.database is None or not ids:
            return {}
        said = self.context.database.messages.by_ids(self.context.session_id, ids)
        return {each.id: each.content for each in said}

    def _is_step(self, version: DocumentVersion, asked: Mapping[int, str]) -> bool:
        if self.context.database is None or version.message_id is None:
            return is_step(version, version.modification_summary)
        return is_step(version, asked.get(version.message_id, ""))

    @cached_property
    def question(self) -> OpenQuestion | None:
        """The question about this document that the last reply left open."""
        if not self.exchanges or "“" not in self.exchanges[-1].reply:  # our questions all quote
            return None
        question: OpenQuestion | None = None
        for said, reply in self.exchanges:
            is_named = _is_named(self.document.name, said)
            found = self._understood(said, question, is_addressed=is_named)
            is_ours = isinstance(found, Reply) and found.text.strip() == reply
            question = found.question if isinstance(found, Reply) and is_ours else None
        return question

    def read(self, words: str, *, is_addressed: bool) -> Change | Restore | Reply | None:
        """Return the change that ``words`` ask for; they may answer the open question.

        An undo right after a message that changed nothing asks first: it would take back an earlier
        change.
        """
        self.documents.take_file(self.document)
        asked = self._asked_to_undo
        if asked and _agrees(words):
            return self._understood(asked, None, is_addressed=True)
        found = self._understood(words, self.question, is_addressed=is_addressed)
        is_undo = any(followups.is_undo(words, cues) for cues in CUES.values())
        if is_undo and not asked and self._has_refused and isinstance(found, Change | Restore):
            return self._undo_question(words, found)
        return found

    @property
    def _asked_to_undo(self) -> str:
        """The message asking for an undo that the last reply asked to confirm; else empty."""
        last = self.exchanges[-1] if self.exchanges else _Exchange("", "")
        is_ours = _begins(last.reply, "undo_unsure", self.document.name)
        return last.said if is_ours else ""

    @property
    def _has_refused(self) -> bool:
        """Return whether the last message was an instruction that changed nothing."""
        if self.question is not None:
            return True
        last = self.exchanges[-1] if self.exchanges else _Exchange("", "")
        return _begins_instruction(last.said) or _begins(last.reply, "refused", self.document.name)

    def _undo_question(self, words: str, found: Change | Restore) -> Reply:
        """Return the question whether to take back the change before the last message."""
        talk, name = self.talk(), self.document.name
        teller, record = talk.teller(words), talk.record
        now = record.content
        if isinstance(found, Restore):
            before = record.content_of(found.version)
        else:
            before = patches.applied(now, found.operations)
        outlines = Outline(before, name), Outline(now, name)
        undone = patches.changes(before, patches.between(before, now))
        told = teller.listed(
            teller.say("undo_unsure", name=name),
            [teller.change(each, *outlines) for each in undone],
        )
        return Reply(f"{told}\n\n{teller.say('undo_confirm')}", asks=True)

    def refusal(self, words: str, change: Change) -> str:
        """Return why the schema refuses ``change``, in the language of ``words``; else empty."""
        schema = self.documents.schema(self.document)
        if schema is None:
            return ""
        try:
            content = self.documents.read(self.document).content
            validation.validate(patches.applied(content, change.operations), schema)
        except UserError as error:
            return self.talk().refused(words, error)
        return ""

    def _understood(
        self, words: str, question: OpenQuestion | None, *, is_addressed: bool
    ) -> Change | Restore | Reply | None:
        talk, name = self.talk(is_addressed=is_addressed), self.document.name
        found = talk.understand(words, question)
        if not is_addressed or words.casefold() == name.casefold():
            return found
        if not isinstance(found, Reply) or not found.asks:
            return found
        if found.question is not None and found.question.problem.cause == "already":
            return found
        return talk.understand(_without(name, words), question)


def _call(words: str, talked: _Talk, found: Change | Restore | Reply) -> DocumentPlan:
    document = talked.document
    if isinstance(found, Reply):
        return DocumentPlan(document.name, found.text)
    arguments: dict[str, JsonValue] = {"name": document.name}
    if isinstance(found, Change):
        if refusal := talked.refusal(words, found):
            return DocumentPlan(document.name, refusal)
        patch = json.dumps(list(found.operations), ensure_ascii=False)
        arguments |= {"patch": patch, "reason": words[:_REASON_CHARS]}
        call = ToolCall(id="1", name="edit_document", arguments=arguments)
        return DocumentPlan(document.name, request=ToolRequest((call,)))
    arguments["version"] = found.version
    call = ToolCall(id="1", name="rollback_document", arguments=arguments)
    return DocumentPlan(document.name, request=ToolRequest((call,)), restored=found.version)


def _new(words: str, context: ToolContext, view: ContextView) -> DocumentPlan | None:
    """Return the call that creates a document, if ``words`` ask for one."""
    found = (
        (cues, asked)
        for language, cues in CUES.items()
        if (asked := creation_of(words, cues, language, context.now)) is not None
    )
    cues, asked = next(found, (None, None))
    if cues is None or asked is None:
        return None
    teller = Teller(cues)
    if not asked.name:
        return DocumentPlan("", teller.say("name_missing"))
    content, template, known = asked.content, "", templates.names()
    if asked.is_record and len(known) == 1:
        template = known[0]
        key = next(iter(templates.find(template).content))
        if (there := _record_there(asked.name, key, words, teller, context)) is not None:
            return there
        content = {key: asked.name}
    elif content is None:
        told = teller.say("content_unclear", phrase=asked.said, name=asked.name)
        return DocumentPlan("", told)
    listed = [] if content else _listed(asked.name, cues, view)
    arguments: dict[str, JsonValue] = {
        "name": asked.name,
        "content": json.dumps({ITEMS: listed} if listed else content, ensure_ascii=False),
        "template": template,
    }
    call = ToolCall(id="1", name="create_document", arguments=arguments)
    return DocumentPlan(asked.name, request=ToolRequest((call,)), takes_list=bool(listed))


def _listed(name: str, cues: DocumentCues, view: ContextView) -> list[str]:
    """Return the entries of the list of the chat called ``name``, without their articles."""
    if cues.list_name.fullmatch(name) is None:
        return []
    return [cues.article.sub("", each, count=1) for each in entries_of_list(name, view)]


def _record_there(
    name: str, key: str, words: str, teller: Teller, context: ToolContext
) -> DocumentPlan | None:
    """Return the plan if the conversation has a record of ``name``, or one without a name.

    ``key`` is the member that holds the name; one without a name gets it.
    """
    documents, session_id = context.documents, context.session_id
    if documents is None or session_id is None:
        return None
    for document in documents.list(session_id):
        content = documents.read(document).content
        if document.session_id is None or not isinstance(content, dict) or key not in content:
            continue
        if str(content[key]).casefold() == name.casefold():
            is_new = document.version == 1
            told = "created" if is_new else "already"
            return DocumentPlan(document.name, teller.say(told, name=document.name, phrase=name))
        if content[key] == "":
            patch = json.dumps([{"op": "replace", "path": f"/{key}", "value": name}])
            arguments: dict[str, JsonValue] = {
                "name": document.name, "patch": patch, "reason": words[:_REASON_CHARS]
            }  # fmt: skip
            call = ToolCall(id="1", name="edit_document", arguments=arguments)
            return DocumentPlan(document.name, request=ToolRequest((call,)))
    return None


def _outcome(planned: DocumentPlan, context: ToolContext, done: ToolRound) -> str:
    """Return the changes made by the calls of a plan, or why there are none."""
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
        return _done(document, documents, context, made[-1], planned)
    reason = _NOT_DONE.sub("", use.result, count=1)
    return (
        _Talk(document, documents, context)
        .talk()
        .teller(context.asked)
        .say("refused", name=document.name, reason=reason)
    )


def _done(
    document: Document,
    documents: DocumentAccess,
    context: ToolContext,
    made: DocumentVersion,
    planned: DocumentPlan,
) -> str:
    talk = _Talk(document, documents, context).talk()
    teller = talk.teller(context.asked)
    if made.version == 1:
        begun = teller.say(
            "created_from_list" if planned.takes_list else "created", name=document.name
        )
        content = talk.record.content
        if talk.schema is not None or not content:
            return begun
        return teller.listed(begun, list(teller.lines(content)))
    told = teller.done(talk.record, document.name, planned.restored or made.restored)
    left = documents.file_note(document, talk.language(context.asked))
    return f"{told}\n\n{left}" if left else told
