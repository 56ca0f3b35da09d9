"""The agents at work: which steps a turn has taken, and how long each took."""

import html
from collections.abc import Sequence

from tidemark.runtime.events import Step
from tidemark.ui.i18n import texts


def listed(steps: Sequence[tuple[Step, float | None]]) -> str:
    """Return the steps as an HTML list; one without a time is at work."""
    return f'<ol class="steps">{"".join(_item(step, ms) for step, ms in steps)}</ol>'


def at_work(what: str) -> str:
    """Return a list of the one thing that is going on."""
    return f'<ol class="steps">{_going_on(what)}</ol>'


def _item(step: Step, ms: float | None) -> str:
    if ms is None:
        return _going_on(texts.named("AT_WORK")[step])
    return f"<li>{html.escape(texts.named('STEPS')[step])} <span>{ms:.0f} ms</span></li>"


def _going_on(what: str) -> str:
    return f'<li class="at-work">{html.escape(what)}</li>'
