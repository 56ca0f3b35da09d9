"""A question with its references resolved, and what several ways of answering read of it."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.items.extraction import extract
from tidemark.engines.builtin.overviews import is_of_this_chat
from tidemark.engines.builtin.phrasing import Phrasing
from tidemark.engines.builtin.view_statements import ViewStatement, statements_now
from tidemark.memory import merging
from tidemark.memory.pasted_text import without_pasted
from tidemark.nlp.coreference import Resolution
from tidemark.nlp.dates import first_and_last_day
from tidemark.nlp.dialogue_acts import asking_part, dialogue_act
from tidemark.nlp.pack_fields import LanguagePack, ReplyPhrases
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.search_terms import words
from tidemark.schema import ContextView, Item, ItemKind, Message, SessionMemory, ViewPiece

_QUESTION_SHARE = 0.8  # of a message that is a question, to state nothing else
NOTED_TOKENS = 400  # for a list of the active messages; a summary is stricter
_ROOM = 10_000  # assumed tokens of a message, so that none is left out


@dataclass(frozen=True)
class ResolvedQuestion:
    """A question with every reference resolved.

    ``unknown`` are words whose reference is unknown; ``read_as`` is the interpretation that another
    engine chose.  It ``asks_anywhere`` if it named other chats as a place to search.
    """

    view: ContextView
    question: str
    resolution: Resolution
    looked_for: tuple[str, ...]
    unknown: str
    read_as: str
    phrasing: Phrasing
    asks_anywhere: bool = False

    @cached_property
    def statements(self) -> list[ViewStatement]:
        """The statements of the view, with corrections applied."""
        return statements_now(self.view)

    @property
    def next_message_id(self) -> int:
        """An id for the message itself: greater than that of any message in view."""
        return max((of for each in self.view.pieces for of in each.message_ids), default=0) + 1

    @cached_property
    def statements_once_stored(self) -> list[ViewStatement]:
        """The statements once the message itself is stored, with the corrections it makes."""
        as_said = {"kind": "message", "message_ids": (self.next_message_id,)}
        pieces = tuple(
            each.model_copy(update=as_said) if each.kind == "question" else each
            for each in self.view.pieces
        )
        return statements_now(self.view.model_copy(update={"pieces": pieces}))

    @cached_property
    def is_only_pasted(self) -> bool:
        """Return whether the message is pasted text without a question of the person's own."""
        pasted = self.view.of_kind("question")
        return bool(pasted) and not without_pasted(pasted[-1].text).strip()

    @property
    def pack(self) -> LanguagePack:
        """The language of the question and of the reply."""
        return self.phrasing.pack

    @property
    def phrases(self) -> ReplyPhrases:
        """The sentences of the reply, which claim to store something only if it is stored."""
        return self.pack.phrases.for_kept(is_kept=self.view.is_kept)


def states_first(question: str, pack: LanguagePack) -> bool:
    """Return whether a statement comes before the question: "I met Greg, can you …"."""
    return len(asking_part(question, pack)) < _QUESTION_SHARE * len(question.strip())


def as_messages(found: Sequence[ViewPiece], now: dt.datetime) -> list[Message]:
    """Return the pieces ``found`` as messages."""
    return [
        Message(
            id=piece.message_ids[0] if piece.message_ids else 0,
            session_id="",
            position=position,
            role=piece.role,
            content=piece.text,
            timestamp=piece.timestamp or now,
            token_count=_ROOM,
        )
        for position, piece in enumerate(found)
    ]


def merged_memory(resolved: ResolvedQuestion, *, profile: bool = True) -> SessionMemory:
    """Return the remembered items, with or without the ``profile``, and those of this message."""
    remembered = remembered_items(resolved, profile=profile)
    active = as_messages(resolved.view.of_kind("message"), resolved.phrasing.now)
    fresh = extract(active, remembered, limit_tokens=NOTED_TOKENS)
    return merging.merge(remembered, fresh)


def remembered_items(resolved: ResolvedQuestion, *, profile: bool = True) -> SessionMemory:
    """Return the remembered items, with or without the ``profile``."""
    items: dict[ItemKind, tuple[Item, ...]] = {}
    for piece in resolved.view.of_kind("item"):
        if piece.item_kind and piece.item and (profile or is_of_this_chat(piece)):
            items[piece.item_kind] = (*items.get(piece.item_kind, ()), piece.item)
    return SessionMemory.of(items)


def as_list_question(resolved: ResolvedQuestion) -> ListQuestion:
    """Return the question in the form for answers from lists and amounts."""
    question = asking_part(resolved.view.question, resolved.pack)
    said = {role: [""] for role in ("user", "assistant")}
    no_results = (resolved.phrases.people_unknown, resolved.phrases.other_number_unknown)
    for piece in resolved.view.of_kind("message"):
        if piece.text not in no_results:  # the result before is still meant
            said[piece.role].append(piece.text)
    return ListQuestion(
        question,
        resolved.statements,
        resolved.pack,
        asked_before=said["user"][-1],
        answered=said["assistant"][-1],
        now=resolved.phrasing.now,
    )


def stay_before(resolved: ResolvedQuestion, order: float) -> str:
    """Return the person's last statement of this chat before message ``order`` that names a stay.

    A weekday said after it is likely one of its days: "Joost can only come on Saturday".
    """
    told = (
        each.text
        for each in reversed(resolved.statements)
        if each.is_of_person
        and each.piece.timestamp
        and not each.piece.reason.title
        and max(each.piece.message_ids, default=0) < order
        and first_and_last_day(
            each.text, each.piece.timestamp, language_pack_for(each.text, resolved.pack).language
        )
    )
    return next(told, "")


def with_last_question(question: str, resolved: ResolvedQuestion) -> str:
    """Return a question without a subject, such as "at what time?", after the one before it."""
    pack = resolved.pack
    stems = set(pack.stems(question)) - pack.asking_stems
    names_something = any(pack.topics.get(stem) != "time" for stem in stems)
    acts = not pack.lexicon.verbs.isdisjoint(words(question))
    is_whole = acts and bool(pack.cues.first_person.search(question))  # "when do I go?"
    is_whole = is_whole or bool(pack.ledger.asks_people.search(question))  # "how many are we?"
    if resolved.resolution.references or names_something or is_whole:
        return question
    asked = [piece.text for piece in resolved.view.of_kind("message") if piece.role == "user"]
    last = asked[-1] if asked else ""
    return f"{question} {last}" if last and dialogue_act(last) == "question" else question


def known_stems(resolved: ResolvedQuestion) -> frozenset[str]:
    """Return the stems of the person's messages in the view, and of remembered items."""
    said = " ".join(
        piece.text
        for piece in resolved.view.pieces
        if piece.kind in ("item", "recalled", "message") and piece.role == "user"
    )
    return frozenset(resolved.pack.stems(said))
