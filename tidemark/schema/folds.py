"""A fold: its result, a forecast of the next one, and what a summary left out."""

from typing import Literal

from tidemark.schema.base import FrozenModel


class FoldResult(FrozenModel):
    """What a fold covered, by absolute positions, and the tokens in force before and after."""

    from_index: int
    to_index: int
    tokens_before: int
    tokens_after: int

    @property
    def messages(self) -> int:
        """How many messages it covered."""
        return self.to_index - self.from_index + 1


class FoldOutlook(FrozenModel):
    """What becomes of the context when fold ``fold_id`` is undone, or redone.

    ``messages`` become active, or active no more, at positions ``from_index`` to ``to_index``;
    ``context`` is what counts against ``threshold`` then.  ``folds_next``: whatever is sent next,
    the active messages fold into a summary.  ``by_hand`` items of its summary the person wrote,
    changed or pinned: set aside with it, they come back when its messages are folded again.
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
        """How long the next message may be before it folds."""
        return max(self.threshold - self.context, 0)


class FoldForecast(FrozenModel):
    """What the next fold of a session would take in: ``messages``, none where nothing is foldable.

    They lie at positions ``from_index`` to ``to_index``.  ``context`` is what counts against
    ``threshold`` now; after the fold it is ``context_at_most``, for what its summary weighs is only
    known once an engine has written it.  ``folds_next``: whatever is sent next, it folds.
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
        """How long the next message may be before it folds."""
        return max(self.threshold - self.context, 0)


class Losses(FrozenModel):
    """What a fold saved, and what its messages named that is in no item of its summary.

    It is in the messages still, and found there when a question asks for it.
    """

    fold_id: int
    tokens_before: int
    tokens_after: int
    names: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
