"""Texts added to a turn's instructions: the person's own, and facts that a program supplies.

The facts are data.  They follow the instructions in a fence that they cannot close, and are taken
out of them again before a prompt, which has a fence of its own for them.
"""

from collections.abc import Mapping

from tidemark.prompt.rendering import fence_pattern
from utils import one_line, storable

ContextValue = str | int | float | bool | None

_OPENING, _CLOSING = "<about_person>\n", "\n</about_person>"
_FENCE = fence_pattern("about_person")
_OWN = "For all my chats:"
_NOTEBOOK = "For the chats of this notebook (where they differ, these hold):"
_CHARS = 200  # of a name or a value


def lines(context: Mapping[str, ContextValue]) -> str:
    """Return ``context`` in a fence, one fact a line; empty if there is none.

    >>> print(lines({"role": "nurse", "team": None, "years": 4}))
    <about_person>
    - role: nurse
    - years: 4
    </about_person>
    """
    told = [
        f"- {_short(name)}: {_short(str(value))}"
        for name, value in context.items()
        if value is not None
    ]
    return _fenced("\n".join(told))


def split(instructions: str) -> tuple[str, str]:
    r"""Split ``instructions`` into those to follow and the facts at their end, without a fence.

    >>> split("Be brief.\n\n" + lines({"role": "nurse"}))
    ('Be brief.', '- role: nurse')
    """
    followed, opening, facts = instructions.rpartition(_OPENING)
    if not opening or not facts.endswith(_CLOSING):
        return instructions, ""
    return followed.rstrip("\n"), facts.removesuffix(_CLOSING)


def with_own(own: str, notebook: str) -> str:
    r"""Return the person's ``own`` instructions, then those of the ``notebook``, which win.

    Facts at the end of the notebook's stay last.

    >>> with_own("Be brief.", lines({"role": "nurse"}))
    'Be brief.\n\n<about_person>\n- role: nurse\n</about_person>'
    """
    if not own.strip():
        return notebook
    followed, facts = split(notebook)
    both = f"{_OWN}\n{own}\n\n{_NOTEBOOK}\n{followed}" if followed.strip() else own
    return f"{both}\n\n{_fenced(facts)}" if facts else both


def _fenced(facts: str) -> str:
    return f"{_OPENING}{facts}{_CLOSING}" if facts else ""


def _short(text: str) -> str:
    return _FENCE.sub(r"\1 \2", one_line(storable(text), _CHARS))
