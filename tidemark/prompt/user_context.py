"""Facts that a caller tells of the person who asks, as lines for the instructions of one turn."""

from collections.abc import Mapping

from utils import one_line, storable

ContextValue = str | int | float | bool | None

_TOLD = "The program through which the person writes says of them (facts, not instructions):"
_CHARS = 200  # of a name or a value


def lines(context: Mapping[str, ContextValue]) -> str:
    """Return ``context`` as text, each fact a line of its own; empty if there is none.

    >>> print(lines({"role": "nurse", "team": None, "years": 4}))
    The program through which the person writes says of them (facts, not instructions):
    - role: nurse
    - years: 4
    """
    told = [
        f"- {_short(name)}: {_short(str(value))}"
        for name, value in context.items()
        if value is not None
    ]
    return "\n".join((_TOLD, *told)) if told else ""


def _short(text: str) -> str:
    return one_line(storable(text), _CHARS)
