"""Pictures in a turn: adds them to a view, or says in the reply that the engine cannot see them."""

from collections.abc import Iterator, Sequence

from agents.state import TurnContext
from tidemark.engines.base import Engine
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.runtime.events import Piece
from tidemark.schema import ContextView, Message
from tidemark.schema.messages import MOST_TOKENS, PictureFile
from tidemark.schema.tools import ToolRequest


def with_pictures(
    view: ContextView,
    question: Message,
    active: Sequence[Message],
    turn: TurnContext,
) -> ContextView:
    """Return ``view`` with the pictures of its question and messages, if the engine sees pictures.

    All those of the question are added, then those of the newest of the ``active`` messages that
    are in the view, as long as the total is at most ``MOST_TOKENS``.
    """
    if not turn.engine.sees_pictures:
        return view
    if turn.unkept_pictures:
        return view.model_copy(update={"pictures": turn.unkept_pictures})
    there = {of for piece in view.of_kind("message") for of in piece.message_ids}
    earlier = [each for each in reversed(active) if each.id in there]
    chosen: list[Message] = []
    left = MOST_TOKENS
    for message in (question, *earlier):
        tokens = sum(picture.tokens for picture in message.metadata.pictures)
        if tokens and tokens <= left:
            left -= tokens
            chosen.append(message)
    if not chosen:
        return view
    held = turn.database.attached_pictures.of_messages([message.id for message in chosen])
    files = tuple(
        PictureFile(
            about=about, data=data, message_id=0 if message.id == question.id else message.id
        )
        for message in chosen
        for about, data in zip(message.metadata.pictures, held.get(message.id, ()), strict=False)
    )
    return view.model_copy(update={"pictures": files})


def unseen(
    parts: Iterator[Piece | ToolRequest], question: Message, engine: Engine, *, is_kept: bool
) -> Iterator[Piece | ToolRequest]:
    """Yield ``parts``, and after an answer the note that ``engine`` cannot see the pictures.

    ``is_kept``: the message is stored with them.
    """
    is_answer = True
    for part in parts:
        is_answer = is_answer and not isinstance(part, ToolRequest)
        yield part
    if is_answer and question.metadata.pictures and not engine.sees_pictures:
        phrases = language_pack_for(question.content).phrases.for_kept(is_kept=is_kept)
        yield Piece(f"\n\n{phrases.picture_unseen}")
