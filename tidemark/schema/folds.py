"""A fold: its result, a forecast of the next one, and what a summary left out."""

from typing import Literal

from tidemark.schema.base import FrozenModel


class FoldResult(FrozenModel):
    """The positions that a fold covers, and the tokens of the context before and after it."""

    from_index: int
    to_index: int
    tokens_before: int
    tokens_after: int

    @property
    def messages(self) -> int:
        """The number of messages it covers."""
        return self.to_index - self.from_index + 1


class FoldOutlook(FrozenModel):
    """The context after fold ``fold_id`` is undone or redone.

    The ``messages`` at positions ``from_index`` to ``to_index`` become active or covered.
    ``context`` counts the tokens against ``threshold`` afterwards.  ``folds_next``: any next
    message folds.  ``by_hand`` counts items of the summary that the person wrote, changed or
    pinned: they return when its messages are folded again.
    """

    fold_id: int
    action: Literal["undo", "redo"]
    from_index: int
    to_index: int
    messages: int
    context_before: int
    context: int
    threshold: int
    folds_next: bool
    by_hand: int = 0

    @property
    def room_tokens(self) -> int:
        """The tokens that the next message may have without a fold."""
        return max(self.threshold - self.context, 0)


class FoldForecast(FrozenModel):
    """The ``messages`` that the next fold of a session would cover; 0 if there are none to fold.

    They are at positions ``from_index`` to ``to_index``.  ``context`` counts the tokens against
    ``threshold`` now, ``context_at_most`` after the fold: the size of a summary is only known once
    an engine has written it.  ``folds_next``: any next message folds.
    """

    messages: int
    from_index: int
    to_index: int
    context: int
    context_at_most: int
    threshold: int
    folds_next: bool

    @property
    def room_tokens(self) -> int:
        """The tokens that the next message may have without a fold."""
        return max(self.threshold - self.context, 0)


class Losses(FrozenModel):
    """The tokens that a fold saved, and the names, numbers and dates missing from its summary.

    They remain in the messages, where recall finds them.
    """

    fold_id: int
    tokens_before: int
    tokens_after: int
    names: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
