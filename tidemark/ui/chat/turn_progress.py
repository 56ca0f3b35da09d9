"""Progress of a turn, computed from its events: steps with times, the text so far, the fold."""

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tidemark.i18n.code_texts import call_text, use_text
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
    ToolFinished,
    ToolStarted,
)
from tidemark.schema.tools import ToolCall, ToolUse
from tidemark.ui.i18n import texts


@dataclass(frozen=True)
class TurnProgress:
    """A turn so far: ``steps`` in order of start; a running step has no time yet.

    ``tools`` are the finished calls, ``call`` is the running one.
    """

    steps: tuple[tuple[Step, float | None], ...] = ()
    text: str = ""
    fold: Summarised | None = None
    tools: tuple[ToolUse, ...] = ()
    call: ToolCall | None = None
    last: Finished | Stopped | Failed | None = None

    @classmethod
    def of(cls, events: Iterable[Event]) -> "TurnProgress":
        """Return the progress after ``events``; the times of a step that ran twice are added."""
        steps: dict[Step, float | None] = {}
        pieces: list[str] = []
        fold = last = call = None
        tools: list[ToolUse] = []
        for event in events:
            if isinstance(event, StepStarted):
                steps.setdefault(event.step, None)
            elif isinstance(event, StepFinished):
                steps[event.step] = (steps.get(event.step) or 0.0) + event.ms
            elif isinstance(event, Piece):
                pieces.append(event.text)
            elif isinstance(event, Summarised):
                fold = event
            elif isinstance(event, ToolStarted):
                call = event.call
            elif isinstance(event, ToolFinished):
                call = None
                tools.append(event.use)
            elif isinstance(event, LAST_EVENTS):
                last = event
        return cls(tuple(steps.items()), "".join(pieces), fold, tuple(tools), call, last)


AT_FIRST = TurnProgress(steps=(("context", None),))


def steps_html(steps: Sequence[tuple[Step, float | None]]) -> str:
    """Return ``steps`` as an HTML list; a step without a time is marked as running.

    The time of one that ended is its tooltip.
    """
    return f'<ol class="steps">{"".join(_item(step, ms) for step, ms in steps)}</ol>'


def tools_html(uses: Sequence[ToolUse], call: ToolCall | None = None) -> str:
    """Return tool calls, with their results folded, as HTML; ``call`` is still running."""
    parts = [_tool(use) for use in uses]
    if call is not None:
        parts.append(under_way_html(call_text(call, texts.language())))
    return f'<div class="tools">{"".join(parts)}</div>' if parts else ""


def _tool(use: ToolUse) -> str:
    language = texts.language()
    asked = html.escape(call_text(use.call, language))
    came = html.escape(use_text(use, language))
    return f'<details><summary title="{use.ms:.0f} ms">{asked}</summary><div>{came}</div></details>'


def work_html(progress: TurnProgress) -> str:
    """Return the tool calls of a running turn as HTML, and its steps until the reply begins.

    The reply takes the place of the steps, so that nothing moves when they go.
    """
    steps = "" if progress.text else steps_html(progress.steps)
    return steps + tools_html(progress.tools, progress.call)


def under_way_html(label: str) -> str:
    """Return a list of one entry, marked as running."""
    return f'<ol class="steps">{_under_way(label)}</ol>'


def _item(step: Step, ms: float | None) -> str:
    if ms is None:
        return _under_way(texts.named("AT_WORK").get(step, step))
    name = texts.named("STEPS").get(step, step)
    return f'<li title="{ms:.0f} ms">{html.escape(name)}</li>'


def _under_way(label: str) -> str:
    return f'<li class="at-work">{html.escape(label)}</li>'
