"""Profile facts: wishes, limits and facts about a person that outlast one conversation.

Only the person's own messages are read, by rules. Statements with a date or a price stay in their
conversation; passwords are stored nowhere.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tidemark.engines.builtin.answer_spans import clauses
from tidemark.engines.builtin.items.extraction import extract
from tidemark.memory.corrections import current
from tidemark.memory.pasted_text import without_pasted
from tidemark.memory.profile import PROFILE_KINDS
from tidemark.memory.recorded_statement import RecordedStatement
from tidemark.memory.slots import LONGEST_STATEMENT
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.quotes import quotable_sentences
from tidemark.nlp.search_terms import content_stems
from tidemark.schema import Item, ItemKind, Message, ProfileStatement, SessionMemory

_MOST_CHARS = 4_000  # a longer message is pasted material
_TOLD_TOKENS = 200
_FEWEST_DENIED = 2  # words: of whom or what, and what
_ONE_QUESTION = re.compile(r"\s*([^\W\d_]+)[^.!?:;\n]*\?\s*")


def profile_statements(message: Message) -> tuple[ProfileStatement, ...]:
    """Return the person's statements about themself in ``message``, in their own words."""
    said = without_pasted(message.content)
    cues = language_pack_for(said).cues
    is_own = message.role == "user" and len(message.content) <= _MOST_CHARS
    if not is_own or not cues.first_person.search(said):
        return ()  # true of most messages; the rest is slow
    if _only_asks(said):
        return ()
    found = extract([message], SessionMemory(), limit_tokens=_TOLD_TOKENS)
    return tuple(
        ProfileStatement(kind, at.text, message.id, at.quote) for kind, at in _lasting(found)
    )


def corrected_statements(
    message: Message, earlier: Iterable[Message]
) -> tuple[ProfileStatement, ...]:
    """Return the person's statements about themself in ``earlier``, as ``message`` corrects them.

    Only a message that makes no sense by itself is read: "Not vegan, vegetarian."
    """
    is_short = message.role == "user" and len(message.content) <= LONGEST_STATEMENT
    pack = language_pack_for(message.content[:LONGEST_STATEMENT])
    corrects = is_short and any(pack.corrections.swapped(message.content))
    if not corrects or pack.cues.first_person.search(message.content):
        return ()
    said = [
        (at, sentence)
        for at in (*earlier, message)
        if at.role == "user" and len(at.content) <= _MOST_CHARS
        for sentence in quotable_sentences(at.content)
    ]
    now = current([RecordedStatement(sentence, (at.id,)) for at, sentence in said])
    return tuple(
        statement
        for (at, _), held in zip(said, now, strict=True)
        for by in held.corrected_by[-1:]
        if said[by][0].id == message.id != at.id and not held.is_past
        for statement in _changed(message, held.was[0], held.text)
    )


def denied_statements(message: Message, earlier: Sequence[Message]) -> tuple[ProfileStatement, ...]:
    """Return what ``message`` denies of the person's statements in ``earlier``, as it says it now.

    All that is denied was said in one of them: "Sam is not allergic to shellfish" after "My brother
    is Sam, he is allergic to shellfish".
    """
    text = message.content
    if message.role != "user" or len(text) > LONGEST_STATEMENT:
        return ()
    denies = language_pack_for(text).corrections.denies
    return tuple(
        replace(each, text=said, message_id=message.id, quote=text, was=each.text)
        for said in _clauses(text)
        if denies.search(said) and not said.endswith("?")
        for each in _saying(frozenset(content_stems(denies.sub(" ", said))), earlier)
        if not denies.search(each.text)
    )


def _saying(stems: frozenset[str], earlier: Sequence[Message]) -> Iterator[ProfileStatement]:
    """Yield each statement in ``earlier`` with all of ``stems``, if they are several."""
    if len(stems) < _FEWEST_DENIED:
        return
    for at in earlier:
        if stems.issubset(content_stems(at.content)):  # first: to find statements is slow
            told = profile_statements(at)
            yield from (each for each in told if stems.issubset(content_stems(each.text)))


def _clauses(text: str) -> list[str]:
    pack = language_pack_for(text)
    parts = (part for each in quotable_sentences(text) for part in clauses(each, pack))
    return [part.strip(" .!,") for part in parts]


def _changed(message: Message, was: str, now: str) -> Iterator[ProfileStatement]:
    """Yield each statement of the text ``now`` that is not in the earlier text ``was``."""
    before, after = (
        profile_statements(message.model_copy(update={"content": text})) for text in (was, now)
    )
    for old, new in zip(before, after, strict=False):
        if old.text != new.text and old.kind == new.kind:
            yield replace(new, quote=message.content, was=old.text)


def _only_asks(text: str) -> bool:
    """Return whether ``text`` is a single question: "Where did we stay?"."""
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
