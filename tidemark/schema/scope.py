"""Scope: the user and notebook whose data is read and written."""

import re
from dataclasses import dataclass

_NAME = re.compile(r"\w[\w.@|:+-]{0,99}", re.ASCII)  # safe in a statement, and as a folder name


@dataclass(frozen=True, slots=True)
class Scope:
    """A user and one of their notebooks, which limit all reads and writes.

    Raises:
        ValueError: A name is not 1 to 100 letters, digits or characters of ``_.@|:+-``, or does not
            begin with a letter, a digit or ``_``.
    """

    user_id: str
    notebook_id: str
    visitor: str = ""  # another person working in it, limited to what is shared with them

    def __post_init__(self) -> None:
        for name in (self.user_id, self.notebook_id, self.visitor or self.user_id):
            if not _NAME.fullmatch(name):
                raise ValueError(f"{name[:120]!r} cannot name a user or a notebook")


GENERAL = "general"  # the notebook every user has
LOCAL = Scope("local", GENERAL)  # a single-user machine, and all data of earlier versions
