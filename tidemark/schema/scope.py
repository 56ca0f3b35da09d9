"""Scope: whose data, and of which notebook."""

import re
from dataclasses import dataclass

_NAME = re.compile(r"\w[\w.@|:+-]{0,99}", re.ASCII)  # safe in a statement, and as a folder


@dataclass(frozen=True, slots=True)
class Scope:
    """A user and one of their notebooks: what is read and written goes no further.

    Raises:
        ValueError: A name is not 1 to 100 letters, digits or characters of ``_.@|:+-``, or does
            not begin with a letter, a digit or ``_``.
    """

    user_id: str
    notebook_id: str
    visitor: str = ""  # who works in it, where that is not the user: they see what is shared

    def __post_init__(self) -> None:
        for name in (self.user_id, self.notebook_id, self.visitor or self.user_id):
            if not _NAME.fullmatch(name):
                raise ValueError(f"{name[:120]!r} cannot name a user or a notebook")


GENERAL = "general"  # the notebook that every user has to begin with
LOCAL = Scope("local", GENERAL)  # alone on one's own machine, and all that was kept before
