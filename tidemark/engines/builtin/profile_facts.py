"""Profile facts: wishes, limits and facts about a person that outlast one conversation.

Only the person's own messages are read, by rules. Statements with a date or a price belong to their
conversation, passwords nowhere.
"""

import re
from collections.abc import Iterator

from tidemark.engines.builtin.extraction import extract
from tidemark.memory.pasted_text import without_pasted
from tidemark.memory.profile import PROFILE_KINDS
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.schema import Item, ItemKind, Message, ProfileStatement, SessionMemory

_MOST_CHARS = 4_000  # a longer message is material
_TOLD_TOKENS = 200
_ONE_QUESTION = re.compile(r"\s*([^\W\d_]+)[^.!?:;\n]*\?\s*")


def profile_statements(message: Message) -> tuple[ProfileStatement, ...]:
    """Return what the person says about themself in ``message``, in their own words."""
    said = without_pasted(message.content)
    cues = language_pack_for(said).cues
    is_own = message.role == "user" and len(message.content) <= _MOST_CHARS
    if not is_own or not cues.first_person.search(said):
        return ()  # like most messages; the rest is slow
    if _only_asks(said):
        return ()
    found = extract([message], SessionMemory(), limit_tokens=_TOLD_TOKENS)
    return tuple(
        ProfileStatement(kind, at.text, message.id, at.quote) for kind, at in _lasting(found)
    )


def _only_asks(text: str) -> bool:
    """Whether ``text`` is a single question: "Where did we stay?"."""
    asked = _ONE_QUESTION.fullmatch(text)
    return asked is not None and asked[1].lower() in language_pack_for(text).lexicon.question_words


def _lasting(found: SessionMemory) -> Iterator[tuple[ItemKind, Item]]:
    for kind in PROFILE_KINDS:
        for item in found.items(kind):
            if item.on is None and _is_of_the_person(kind, item.text):
                yield kind, item


def _is_of_the_person(kind: ItemKind, text: str) -> bool:
    pack = language_pack_for(text)
    cues, rules = pack.cues, pack.profile
    if rules.passing.search(text) or not cues.first_person.search(text):
        return False
    if kind != "key_facts" or rules.about_self.search(text):
        return True
    related = cues.relations.search(text)
    return related is not None and bool(rules.about_relation.match(text, related.end()))
