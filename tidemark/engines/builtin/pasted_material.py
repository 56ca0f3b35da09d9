"""Pasted text in a view: attached files and other pasted text, which are searched first.

"How long is the notice period?" after "here is the contract" is about the contract, whatever other
messages say.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from tidemark.engines.builtin.evidence import Evidence, best_share, evidence
from tidemark.engines.builtin.overviews import is_of_this_chat
from tidemark.memory.pasted_text import Span, pasted_spans
from tidemark.nlp.dialogue_acts import dialogue_act
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.prompt.file_fences import split_attachments
from tidemark.schema import ContextView, ViewPiece

_MOST_CHARS = 100_000  # of one text; recall finds the rest


class PastedText(NamedTuple):
    """A pasted text as a piece of a view, with the name of its file if it was attached."""

    piece: ViewPiece
    file: str = ""


def texts_of_question(view: ContextView) -> list[PastedText]:
    """Return the texts that were pasted into the question of ``view``."""
    return [text for piece in view.of_kind("question")[-1:] for text in _texts_in(piece)]


def last_texts(view: ContextView, pack: LanguagePack) -> list[PastedText]:
    """Return the texts of the last message with any, if the person only asked since."""
    own = [
        piece
        for piece in view.pieces
        if piece.kind in ("recalled", "message") and piece.role == "user" and is_of_this_chat(piece)
    ]
    last = max((piece.message_ids for piece in own if piece.pasted), default=None)
    if last is None:
        return []
    since = [piece.text for piece in own if piece.message_ids > last]
    if not all(dialogue_act(text, pack) in ("question", "courtesy") for text in since):
        return []
    return [text for piece in own if piece.message_ids == last for text in _texts_in(piece)]


def best_evidence(
    texts: Sequence[PastedText],
    view: ContextView,
    question: str,
    pack: LanguagePack,
    *,
    limit: int,
) -> list[Evidence]:
    """Return the evidence for ``question`` in the one of ``texts`` that matches it best."""
    found = [
        [
            replace(each, file=text.file)
            for each in evidence(
                view.model_copy(update={"pieces": (text.piece,)}), question, pack, limit=limit
            )
        ]
        for text in texts
    ]
    return max(found, key=best_share, default=[])


def _texts_in(piece: ViewPiece) -> Iterator[PastedText]:
    """Yield the files attached to the message in ``piece``, and its other pasted text."""
    words, files = split_attachments(piece.text)
    for file in files:
        yield PastedText(_as_piece(piece, file.text), file.name)
    spans = pasted_spans(words) if files or piece.kind == "question" else piece.pasted
    if pasted := "\n".join(_cut(words, spans)):
        yield PastedText(_as_piece(piece, pasted))


def _cut(text: str, spans: Sequence[Span]) -> Iterator[str]:
    for start, end in spans:
        yield text[start:end]


def _as_piece(piece: ViewPiece, text: str) -> ViewPiece:
    text = text[:_MOST_CHARS]
    ids = piece.message_ids or (0,)  # the question has no id yet
    given = {"text": text, "pasted": ((0, len(text)),), "start": 0, "message_ids": ids}
    return piece.model_copy(update={"kind": "message", **given})
