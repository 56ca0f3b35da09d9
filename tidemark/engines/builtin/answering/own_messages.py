"""The person's own messages: of the whole chat, or of a period that a question names."""

from collections.abc import Iterable, Sequence

from tidemark.engines.builtin.answering.resolved_question import ResolvedQuestion
from tidemark.nlp.dates import find_period
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.schema import ViewPiece

_MOST_TALKED = 12


def list_conversation(resolved: ResolvedQuestion) -> str:
    """List the person's messages if the question asks for the conversation itself."""
    if not _asks_for_talk(resolved.view.question):
        return ""
    return _in_order(
        resolved, [each for each in own_messages(resolved) if not _asks_for_talk(each.text)]
    )


def list_period(resolved: ResolvedQuestion, *, alone: bool = False) -> str:
    """List the person's messages of the period that the question names.

    With ``alone``, only if it names nothing else: "what did I say in September".
    """
    period = find_period(resolved.view.question, resolved.phrasing.now, resolved.pack.language)
    if period is None or (alone and not _names_nothing_else(resolved, period.words)):
        return ""
    zone = resolved.phrasing.now.tzinfo
    dated = [
        (piece, piece.timestamp.astimezone(zone).date())
        for piece in own_messages(resolved)
        if piece.timestamp
    ]
    return _in_order(
        resolved, [piece for piece, day in dated if period.first <= day <= period.last]
    )


def _names_nothing_else(resolved: ResolvedQuestion, period: str) -> bool:
    return resolved.pack.names_nothing(resolved.view.question.replace(period, " "))


def own_messages(resolved: ResolvedQuestion) -> Iterable[ViewPiece]:
    """Return one piece for each message of the person in the view."""
    return {
        piece.message_ids: piece
        for piece in resolved.view.pieces
        if piece.kind in ("recalled", "message") and piece.role == "user"
    }.values()


def _in_order(resolved: ResolvedQuestion, pieces: Sequence[ViewPiece]) -> str:
    lines = [f"- {resolved.phrasing.said(piece)}" for piece in pieces[-_MOST_TALKED:]]
    return f"{resolved.pack.phrases.said_in_order}\n\n" + "\n".join(lines) if lines else ""


def _asks_for_talk(text: str) -> bool:
    return bool(language_pack_for(text).memory_questions.talked.search(text))
