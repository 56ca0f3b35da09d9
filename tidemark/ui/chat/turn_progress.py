"""What a turn has come to, told from its events: steps with their time, words said, the fold."""

from collections.abc import Iterable
from dataclasses import dataclass

from tidemark.runtime.events import (
    LAST_EVENTS,
    Event,
    Failed,
    Finished,
    Piece,
    Step,
    StepFinished,
    StepStarted,
    Stopped,
    Summarised,
)


@dataclass(frozen=True)
class Progress:
    """A turn so far.  ``steps`` in the order they began; those still at work have no time yet."""

    steps: tuple[tuple[Step, float | None], ...] = ()
    text: str = ""
    fold: Summarised | None = None
    last: Finished | Stopped | Failed | None = None

    @classmethod
    def of(cls, events: Iterable[Event]) -> "Progress":
        """Tell what ``events`` come to; a step that ran twice has the sum of its times."""
        steps: dict[Step, float | None] = {}
        said: list[str] = []
        fold = last = None
        for event in events:
            if isinstance(event, StepStarted):
                steps.setdefault(event.step, None)
            elif isinstance(event, StepFinished):
                steps[event.step] = (steps.get(event.step) or 0.0) + event.ms
            elif isinstance(event, Piece):
                said.append(event.text)
            elif isinstance(event, Summarised):
                fold = event
            elif isinstance(event, LAST_EVENTS):
                last = event
        return cls(tuple(steps.items()), "".join(said), fold, last)

    @property
    def at_work(self) -> Step | None:
        """The step under way."""
        return next((step for step, ms in reversed(self.steps) if ms is None), None)
