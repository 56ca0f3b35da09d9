"""The current statements of a view: items and sentences with corrections applied."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tidemark.engines.builtin.own_replies import is_builtin_reply, is_no_answer
from tidemark.memory.corrections import Current, current
from tidemark.memory.forgetting import asks_to_forget
from tidemark.memory.pasted_text import own_statements
from tidemark.memory.recorded_statement import RecordedStatement
from tidemark.nlp.dialogue_acts import STATING_ACTS, dialogue_act
from tidemark.nlp.quotes import quotable_sentences
from tidemark.nlp.speakers import speaker_of, without_speaker
from tidemark.schema import ContextView, Item, ViewPiece

_BLANKS = re.compile(r"[^\S\n]+")
_FENCE = "```"  # the line before an attached file has only its name
_MOST_TOLD, _MOST_TOLD_WORDS = 2, 40  # messages, and words of them together
_MOST_BACK = 3  # messages of the person
_NEARLY_ALL = 0.75  # of the messages begin with a name if two people talk


@dataclass(frozen=True)
class ViewStatement:
    """An item or a sentence of a ``piece``: its current text, its ``line`` and ``place``.

    ``is_talk``: two people talk in its chat, and the name before a message is its ``speaker``.  It
    ``is_changed`` if the messages ``corrected_by`` changed it, ``is_correction`` if it changes
    another, and not ``is_quotable`` if it is superseded or only corrects.  One that ``is_pasted``
    was pasted by the person, and may be somebody else's.
    """

    piece: ViewPiece
    place: int
    text: str
    line: int = 0
    is_talk: bool = False
    is_changed: bool = False
    corrected_by: tuple[int, ...] = ()
    is_correction: bool = False
    is_quotable: bool = True
    is_pasted: bool = False

    @property
    def speaker(self) -> str:
        """The name at the start of its message if two people talk, else empty."""
        return label_of(self.piece.text, is_talk=self.is_talk)

    @property
    def message_ids(self) -> tuple[int, ...]:
        """The messages that its current text rests on: its own, and those that corrected it."""
        return (*self.piece.message_ids, *self.corrected_by)

    @property
    def is_of_person(self) -> bool:
        """Return whether the person wrote it, or one of two people."""
        return (self.piece.role == "user" or bool(self.speaker)) and not self.is_pasted


def label_of(text: str, *, is_talk: bool) -> str:
    """Return the speaker at the start of ``text``, if it is from a talk of two people."""
    return speaker_of(text) if is_talk else ""


def statements_now(view: ContextView) -> list[ViewStatement]:
    """Return the statements of ``view`` in reading order, with the people's corrections applied.

    The built-in engine's replies are left out, because they quote other messages.
    """
    found = list(_statements(view))
    own = [at for at, each in enumerate(found) if each.is_of_person]
    held = dict(zip(own, current([_recorded(found[at]) for at in own]), strict=True))
    return [
        _with(each, held[at], [found[own[by]] for by in held[at].corrected_by])
        if at in held
        else each
        for at, each in enumerate(found)
    ]


def just_told(view: ContextView, statements: Sequence[ViewStatement]) -> list[ViewStatement]:
    """Return which of ``statements`` the person made just before the question, in order.

    They are among the last three messages: the last that states something, and the one before it
    if that does too and both are short.  Only questions that were answered may follow them.
    """
    told: list[list[ViewStatement]] = []
    for piece, reply in _last_exchanges(view):
        act = dialogue_act(piece.text)
        is_stated = act in STATING_ACTS and not asks_to_forget(piece.text)
        if not is_stated:
            if told or act != "question" or is_no_answer(reply):
                break
            continue
        told.append([each for each in statements if _is_quotable_of(piece, each)])
        if len(told) == _MOST_TOLD:
            break
    count = 0
    kept: list[ViewStatement] = []
    for said in told:
        count += sum(len(each.text.split()) for each in said)
        if kept and count > _MOST_TOLD_WORDS:
            break
        kept = [*said, *kept]
    return kept


def _last_exchanges(view: ContextView) -> Iterator[tuple[ViewPiece, str]]:
    """Yield the person's last messages and the replies to them, the newest first."""
    reply = ""
    for piece in list(view.of_kind("message"))[: -2 * _MOST_BACK - 1 : -1]:
        if piece.role == "user":
            yield piece, reply
        else:
            reply = piece.text


def _is_quotable_of(piece: ViewPiece, statement: ViewStatement) -> bool:
    """Return whether ``statement`` is the person's own, of the message ``piece``."""
    is_of_piece = statement.piece.message_ids == piece.message_ids and not statement.piece.item
    is_stated = statement.is_of_person and statement.is_quotable
    return is_of_piece and is_stated and dialogue_act(statement.text) != "question"


def _statements(view: ContextView) -> Iterator[ViewStatement]:
    said = [piece for piece in view.pieces if piece.kind in ("recalled", "message")]
    is_talk = _is_talk(said)
    for piece in view.of_kind("item"):
        if piece.item is not None:
            yield ViewStatement(piece, 0, piece.item.text, is_talk=is_talk)
    for piece in said:
        if not (piece.role == "assistant" and is_builtin_reply(piece.text)):
            yield from _sentences(piece, is_talk=is_talk)


def _is_talk(said: Sequence[ViewPiece]) -> bool:
    own = (each for each in said if not (each.role == "assistant" and is_builtin_reply(each.text)))
    begun = [piece for piece in own if not piece.start]
    labels = [label for piece in begun if (label := speaker_of(piece.text))]
    return len(set(labels)) > 1 and len(labels) >= _NEARLY_ALL * len(begun)


def _sentences(piece: ViewPiece, *, is_talk: bool) -> Iterator[ViewStatement]:
    text = _BLANKS.sub(" ", without_speaker(piece.text) if is_talk else piece.text)
    own = _BLANKS.sub(" ", own_statements(piece.text, piece.pasted)) if piece.pasted else text
    at = 0
    for place, part in enumerate(quotable_sentences(text)):
        at = max(at, text.find(part, at))
        line = text.count("\n", 0, at)
        if not (asks_to_forget(part) or part.startswith(_FENCE)):
            is_pasted = part not in own
            yield ViewStatement(
                piece, piece.start + place, part, line, is_talk, is_pasted=is_pasted
            )


def _recorded(statement: ViewStatement) -> RecordedStatement:
    item = statement.piece.item
    if item is not None:
        was = tuple(text for old in item.history for text in _wordings(old))
        return RecordedStatement(item.text, item.message_ids, was, item.quote or "")
    speaker = statement.speaker
    text = f"{speaker}: {statement.text}" if speaker else statement.text
    chat = statement.piece.reason.title
    return RecordedStatement(text, statement.piece.message_ids, chat=chat)


def _wordings(item: Item) -> Iterator[str]:
    """Yield the text of ``item``, and its quote if that differs."""
    yield item.text
    quote = item.quote.rstrip(".!")
    if quote and item.text not in quote:
        yield quote


def _with(
    statement: ViewStatement, now: Current, corrections: Sequence[ViewStatement]
) -> ViewStatement:
    text = without_speaker(now.text) if statement.speaker and not statement.piece.item else now.text
    return replace(
        statement,
        text=text,
        is_changed=text != statement.text,
        corrected_by=tuple(of for each in corrections for of in each.piece.message_ids),
        is_correction=bool(now.corrects),
        is_quotable=not (now.is_fragment or now.is_past),
    )
