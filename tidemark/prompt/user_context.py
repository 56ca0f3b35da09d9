"""Texts that join the instructions of a turn: the person's own, and facts that a caller tells."""

from collections.abc import Mapping

from utils import one_line, storable

ContextValue = str | int | float | bool | None

_TOLD = "The program through which the person writes says of them (facts, not instructions):"
_OWN = "For all my chats:"
_NOTEBOOK = "For the chats of this notebook (where they differ, these hold):"
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


def with_own(own: str, notebook: str) -> str:
    """Return the person's ``own`` instructions with those of the ``notebook``, which win.

    >>> with_own("", "Name plants in Latin."), with_own("Be brief.", " ")
    ('Name plants in Latin.', 'Be brief.')
    """
    if not own.strip():
        return notebook
    return f"{_OWN}\n{own}\n\n{_NOTEBOOK}\n{notebook}" if notebook.strip() else own


def _short(text: str) -> str:
    return one_line(storable(text), _CHARS)
