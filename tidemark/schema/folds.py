"""Folds: the result of a fold, and the facts its summary left out."""

from tidemark.schema.base import FrozenModel


class FoldResult(FrozenModel):
    """The positions a fold covers, and the tokens of the context before and after it."""

    from_index: int
    to_index: int
    tokens_before: int
    tokens_after: int

    @property
    def messages(self) -> int:
        """The number of messages covered."""
        return self.to_index - self.from_index + 1


class LostSentence(FrozenModel):
    """A sentence of a message, with ``words`` that its summary lacks."""

    message_id: int
    text: str
    words: tuple[str, ...]


class Losses(FrozenModel):
    """The tokens a fold saved, and the names, numbers and dates missing from its summary.

    They remain in the messages, where recall finds them: ``sentences`` are where each first
    occurred.
    """

    fold_id: int
    tokens_before: int
    tokens_after: int
    names: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    sentences: tuple[LostSentence, ...] = ()
