"""What a conversation written out says beside its own words, in the language of who asked for it.

The catalogues are files ``catalogues/*.toml``, one for each language.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from babel.numbers import format_decimal
from pydantic import BaseModel, ConfigDict

from tidemark.schema import ItemKind, Role

State = Literal["retired", "stopped", "failed", "pinned"]
_DEFAULT = "en"


class Words(BaseModel):
    """One catalogue; what stands in braces is put in where it is said."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: str
    about_you: str
    conversations: str
    exported: str
    exported_as: str
    one_message: str
    messages: str
    begun: str
    last_message: str
    branches: str
    message: str
    first_branch: str
    branch: str
    folded_one: str
    folded: str
    not_used: str
    image: str
    speakers: Mapping[Role, str]
    kinds: Mapping[ItemKind, str]
    states: Mapping[State, str]

    def count_messages(self, count: int) -> str:
        """Return a number of messages with its noun."""
        if count == 1:
            return self.one_message
        return self.messages.format(count=format_decimal(count, locale=self.language))

    def of_message(self, position: int) -> str:
        """Name the message at a ``position``, as people count."""
        return self.message.format(number=position + 1)


WORDS = {
    path.stem: Words(language=path.stem, **tomllib.loads(path.read_text(encoding="utf-8")))
    for path in sorted((Path(__file__).parent / "catalogues").glob("*.toml"))
}


def words_in(language: str) -> Words:
    """Return the words in a ``language``; in English where there are none in it."""
    return WORDS.get(language, WORDS[_DEFAULT])
