"""Conversation about a document: each message changes it, asks about it, or ignores it.

If anything is uncertain, the reply is a question: a document is never changed by a guess.
"""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from pydantic import JsonValue

from tidemark.documents import answers, followups
from tidemark.documents.answers import OpenQuestion
from tidemark.documents.followups import FollowUpReader, Restore, at_place
from tidemark.documents.inquiries import InquiryReader
from tidemark.documents.instructions.changes import Change, NotApplied
from tidemark.documents.instructions.reading import InstructionReader
from tidemark.documents.places import Outline, phrase_of
from tidemark.documents.record import Record
from tidemark.documents.wording import Teller
from tidemark.errors import UserError
from tidemark.i18n import error_messages
from tidemark.nlp.dutch.documents.cues import DOCUMENTS as DUTCH
from tidemark.nlp.english.documents.cues import DOCUMENTS as ENGLISH
from tidemark.nlp.language_id import language_of
from tidemark.nlp.languages import Language
from tidemark.nlp.pack_fields import DocumentCues
from tidemark.nlp.sentences import QUESTION_CHARS
from tidemark.schema.documents import DocumentVersion

CUES: Mapping[Language, DocumentCues] = {"en": ENGLISH, "nl": DUTCH}
_FINAL = (
    "already",
    "unsure",
    "several",
)  # a refusal that a reading in another language cannot change
_TAG_WORDS = 3  # of "would you please?"
_LIST_CHARS = 4  # of the shortest word for a list
_WEIGHS_MORE = 1.05  # than an instruction without any word that the document contains


def is_step(version: DocumentVersion, asked: str) -> bool:
    """Return whether ``asked``, or a button, restored ``version`` by an undo or a redo."""
    is_toggled = version.author == "person" and version.message_id is not None
    return is_toggled or any(followups.is_step(asked, cues) for cues in CUES.values())


@dataclass(frozen=True)
class Reply:
    """A reply that changes nothing: an answer, or a question if ``asks``.

    ``question`` is the open question that the next message may answer.
    """

    text: str
    asks: bool = False
    weight: float = 0.0
    question: OpenQuestion | None = None


def instructions_in(text: str) -> Sequence[str]:
    """Return the instructions that ``text`` consists of; none if it is only one.

    >>> instructions_in("remove the tea and add jam")
    ['remove the tea', 'add jam']
    """
    for cues in CUES.values():
        found = [each for each in cues.joint.split(text) if cues.starts.match(f"{each} ")]
        if len(found) > 1:
            return found
    return ()


def _is_tagged(text: str, cues: DocumentCues) -> bool:
    """Return whether a request ends as a question: "fill in Flora as the recipient, would you?"."""
    before, _, tag = text.rpartition(",")
    return bool(before) and len(tag.split()) <= _TAG_WORDS and bool(cues.requests.search(tag))


@dataclass(frozen=True)
class DocumentTalk:
    """Conversation about the document ``name`` with this ``record``, at the moment ``now``.

    If ``is_addressed``, every message is about the document; otherwise a message that does not
    concern it is ignored.
    """

    name: str
    record: Record
    now: dt.datetime
    schema: JsonValue = None
    is_addressed: bool = True
    otherwise: Language = "en"  # the language of earlier messages

    def teller(self, text: str) -> Teller:
        """Return the writer of replies in the language of ``text``."""
        return Teller(CUES[self.language(text)])

    def language(self, text: str) -> Language:
        """Return the language of ``text``, or of earlier messages if it does not show one.

        Its small words decide, because its names are often in another language.
        """
        counts = self._telling(text)
        if counts["en"] != counts["nl"]:
            return max(counts, key=lambda each: counts[each])
        return language_of(text, otherwise=self.otherwise)

    def _telling(self, text: str) -> Mapping[Language, int]:
        """Return how many words of ``text`` are only of each language."""
        words = re.findall(r"\w+", text.casefold())
        return {each: sum(word in CUES[each].telling for word in words) for each in CUES}

    def refused(self, text: str, error: UserError) -> str:
        """Return a reply that says that ``text`` changed nothing, and why."""
        reason = error_messages.of(error, self.language(text))
        return self.teller(text).say("refused", name=self.name, reason=reason)

    def understand(
        self, text: str, question: OpenQuestion | None = None
    ) -> Change | Restore | Reply | None:
        """Return the request of ``text``; None if it is not about the document.

        It may answer ``question``, which the message before it left open.
        """
        text = text[:QUESTION_CHARS].strip()
        outline = Outline(self.record.content, self.name, self.schema)
        if question is None:
            return self._understood(text, outline)
        if question.is_choice:
            return self._answered(text, question, outline) or self._understood(text, outline)
        found = self._understood(text, outline)
        if isinstance(found, Change | Restore) or (isinstance(found, Reply) and not found.asks):
            return found
        return self._answered(text, question, outline) or found

    def question_after(self, messages: Sequence[str]) -> OpenQuestion | None:
        """Return the question that is open after an instruction and the answers to it."""
        question = None
        for each in messages:
            found = self.understand(each, question)
            question = found.question if isinstance(found, Reply) else None
        return question

    def _answered(
        self, text: str, question: OpenQuestion, outline: Outline
    ) -> Change | Reply | None:
        reader = self._reader(question.language, outline, is_addressed=True)
        if any(cues.starts.match(reader.bare(text)) for cues in CUES.values()):
            return None  # another instruction
        try:
            return answers.change_of(text, question, reader)
        except NotApplied as problem:
            again = answers.opened(text, question, problem, reader)
            return self._asked(again, outline)

    def _asked(self, question: OpenQuestion, outline: Outline) -> Reply:
        problem = question.problem
        teller = Teller(CUES[question.language])
        told = teller.refusal(problem, outline)
        if instructions_in(question.instruction) and problem.phrase != question.instruction:
            told += f"\n\n{teller.say('none_done', phrase=question.instruction.strip(' .!'))}"
        return Reply(told, asks=True, weight=problem.weight, question=question)

    def _reader(
        self, language: Language, outline: Outline, *, is_addressed: bool
    ) -> InstructionReader:
        reader = InstructionReader(
            outline,
            CUES[language],
            language,
            self.now,
            schema=self.schema,
            is_addressed=is_addressed,
        )
        return at_place(reader, self.record)

    def _understood(self, text: str, outline: Outline) -> Change | Restore | Reply | None:
        replies: list[Reply] = []
        is_unsure = len(set(self._telling(text).values())) == 1
        for language in self._languages(text):
            is_second = bool(replies) and not is_unsure  # statements are read in their own language
            found = self._read(
                text, language, outline, is_addressed=self.is_addressed and not is_second
            )
            if isinstance(found, Change | Restore) or (isinstance(found, Reply) and not found.asks):
                return found
            if found is not None:
                replies.append(found)
                if found.question is not None and found.question.problem.cause in _FINAL:
                    break
        return max(replies, key=lambda each: each.weight, default=None)

    def _languages(self, text: str) -> Sequence[Language]:
        first = self.language(text)
        return (first, "nl" if first == "en" else "en")

    def _read(
        self, text: str, language: Language, outline: Outline, *, is_addressed: bool
    ) -> Change | Restore | Reply | None:
        cues = CUES[language]
        reader = self._reader(language, outline, is_addressed=is_addressed)
        follow, teller = FollowUpReader(reader, self.record), Teller(cues)
        problem: NotApplied | None = None
        inquiry = InquiryReader(reader, self.record, teller)
        is_begun = cues.starts.match(reader.bare(text)) and not inquiry.asks_history(text)
        is_begun = is_begun or _is_tagged(text, cues)
        is_question = inquiry.asks(text) and not is_begun
        if (told := self._of_whole(reader.bare(text), cues)) is not None:
            return told
        is_valued = re.search(r"[\d:\"'“‘]", text) is not None and not text.rstrip().endswith("?")
        if is_question and self.is_addressed and is_valued:
            with suppress(NotApplied):
                return reader.read(text)  # "have the send time be 18:30", "do away with the note"
        try:
            if is_question:
                if self.is_addressed and (change := reader.requested(text)) is not None:
                    return change
                answer = inquiry.answer(text)
                return Reply(answer) if answer else self._unanswered(text, reader, teller)
            back = follow.returns(text)
            if back is not None:
                return back
            amended = follow.amended(text) if not cues.starts.match(reader.bare(text)) else None
            if amended is not None:
                return amended
        except NotApplied as error:
            problem = error
        try:
            return reader.read(text)
        except NotApplied as error:
            problem = error if problem is None or error.weight > problem.weight else problem
        if not self.is_addressed and not self._concerns(text, problem, reader):
            return None
        return self._asked(OpenQuestion(text, problem, language), outline)

    def _of_whole(self, text: str, cues: DocumentCues) -> Reply | None:
        """Return where the document itself is deleted or renamed, if ``text`` asks for that.

        The end of its name is enough for a list: "the list" is the packing list.
        """
        known = self.name.casefold()
        for asked, pattern in (
            ("whole_document", cues.whole_document),
            ("renames_document", cues.renames_document),
        ):
            found = pattern.fullmatch(text)
            said = found["name"].casefold() if found else ""
            is_end = len(said) >= _LIST_CHARS and known.endswith(said)
            if said in (known, "document") or (is_end and cues.list_name.fullmatch(known)):
                return Reply(cues.phrases[asked].format(name=self.name))
        return None

    def _unanswered(self, text: str, reader: InstructionReader, teller: Teller) -> Reply | None:
        if not self.is_addressed:
            return None
        error = NotApplied("not_there", text)
        return Reply(teller.refusal(error, reader.outline), asks=True, weight=error.weight)

    def _concerns(self, text: str, problem: NotApplied, reader: InstructionReader) -> bool:
        """Return whether an instruction that failed was meant for this document."""
        bare = reader.bare(text)
        is_begun = bool(reader.cues.starts.match(bare))
        needed = phrase_of(problem.phrase, reader.cues).needed
        is_known = 2 * reader.known(problem.phrase) > len(needed)
        return problem.is_sure or (is_begun and is_known and problem.weight > _WEIGHS_MORE)
