"""What the built-in engine says: quotes from memory, notes, lists, and plainly what it cannot do.

It speaks in the sentences of ``english_replies``; everything else in a reply is quoted.
"""

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tidemark import memory
from tidemark.engines import english_memory, english_moves
from tidemark.engines import english_replies as say
from tidemark.engines.evidence import Evidence, covers, evidence
from tidemark.engines.extract import extract
from tidemark.engines.mentions import names
from tidemark.engines.moves import asking_part, move
from tidemark.engines.quoting import day, quoted
from tidemark.engines.resolve import Resolution
from tidemark.matters import supersedes
from tidemark.schema import (
    ITEM_KINDS,
    ContextView,
    Item,
    ItemKind,
    Message,
    SessionMemory,
    ViewPiece,
)
from tidemark.words import content_stems, words

_SURE = 0.6  # the share of a question about the world that a quote must cover to answer it
_LIKELY = 0.34  # … of a task, to bear on it
_FAINT = 0.2  # … of a question about what was said here, to be offered as the nearest
_FIRM = 0.5  # … to be offered as the answer
_NEAR = 0.7  # of the best share: what covers less is left out beside it
_MOST_QUOTES = 3
_MOST_IN_ORDER = 6
_MOST_LISTED = 8
_ASKS_ONLY = 0.8  # of a message: what is left is too little to have been told
_NOTED_TOKENS = 400  # of the active messages, for a list; a summary is stricter
_ROOM = 10_000  # the tokens a message of a view is taken to have, so that nothing is left out


@dataclass(frozen=True)
class Asked:
    """A question as it was understood: its words with every reference named, and how.

    ``unknown`` is the words that refer to something no one named, ``read_as`` what the question
    was settled to mean elsewhere.
    """

    view: ContextView
    question: str
    resolution: Resolution
    looked_for: tuple[str, ...]
    unknown: str
    read_as: str
    now: dt.datetime


def pieces(text: str) -> Iterator[str]:
    """Yield ``text`` a few words at a time; joined, they are ``text`` again.

    >>> list(pieces("One two three"))
    ['One two ', 'three']
    """
    for match in re.finditer(r"\s*\S+(?: \S+)?\s*|\s+", text):
        yield match.group()


def compose(asked: Asked) -> str:
    """Return the whole reply, as Markdown."""
    kind = move(asked.view.question)
    if kind == "courtesy":
        return _courtesy(asked.view.question)
    if kind in ("statement", "resource") and not asked.resolution.references:
        return _acknowledged(asked)
    if english_memory.OF_THE_ENGINE.search(asked.view.question):
        return say.WHO_I_AM
    remembers = bool(english_memory.REMEMBER.search(asked.view.question))
    asks = bool(english_moves.ASKS.search(asked.view.question)) or remembers
    is_task = kind == "request" and not asks
    tells = _tells(asked.view.question)
    noted = _noted_in(asked) if tells or is_task else []
    if is_task and any(kind == "todos" for kind, _ in noted):
        return f"{_notes(asked, noted)} {say.NO_REMINDER}"
    body = _listed(asked) or _answered(asked, is_task=is_task)
    told = _notes(asked, noted) if tells else ""
    return "\n\n".join(part for part in (told, body, _assumption(asked)) if part)


def _tells(question: str) -> bool:
    """Whether a message that asks tells something first: "I met Greg on Monday, can you …"."""
    return len(asking_part(question)) < _ASKS_ONLY * len(question.strip())


def _courtesy(text: str) -> str:
    spoken = set(words(text))
    if spoken & say.THANKING:
        return say.WELCOME
    if spoken & say.GREETING_WORDS:
        return say.GREETING
    return say.FAREWELL if spoken & say.PARTING else say.UNDERSTOOD


def _acknowledged(asked: Asked) -> str:
    """Say what was noted of a statement, and what it takes the place of."""
    return _notes(asked, _noted_in(asked)) or say.KEPT


def _noted_in(asked: Asked) -> list[tuple[ItemKind, Item]]:
    """Return what of the message itself is worth noting."""
    question = asked.view.of_kind("question")[-1:]
    found = extract(_messages(question, asked.now), SessionMemory(), limit_tokens=_NOTED_TOKENS)
    return [(kind, item) for kind, item in found.all_items() if kind != "open_questions"]


def _notes(asked: Asked, noted: Sequence[tuple[ItemKind, Item]]) -> str:
    by_form: dict[str, list[str]] = {}
    for kind, item in noted:
        by_form.setdefault(say.NOTED_AS[kind], []).append(_noted(item, asked.now))
    lines = [form.format(noted="; ".join(texts)) for form, texts in by_form.items()]
    old = [
        say.REPLACES.format(old=quoted(piece.item.text))
        for piece in asked.view.of_kind("item")
        if piece.item and any(_replaces(item, kind, piece.item) for kind, item in noted)
    ]
    return "\n\n".join([*lines, *old])


def _messages(found: Sequence[ViewPiece], now: dt.datetime) -> list[Message]:
    return [
        Message(
            id=piece.message_ids[0] if piece.message_ids else 0,
            session_id="",
            position=position,
            role=piece.role,
            content=piece.text,
            timestamp=piece.timestamp or now,
            token_count=_ROOM,
        )
        for position, piece in enumerate(found)
    ]


def _replaces(item: Item, kind: ItemKind, older: Item) -> bool:
    return item.text != older.text and supersedes(item, older, kind)


def _noted(item: Item, now: dt.datetime) -> str:
    return quoted(say.said_to_you(item.text)) + _dated(item.text, item.on, now)


def _dated(text: str, on: dt.date | None, now: dt.datetime) -> str:
    """Return the day ``on`` to stand after ``text``, unless the text says it itself."""
    if on is None or re.search(rf"\b(?:{on.day}|{on.year}|{on:%B})(?:st|nd|rd|th)?\b", text):
        return ""
    return say.DATED.format(day=day(on, now))


def _listed(asked: Asked) -> str | None:
    """List what is noted of the kinds a question asks for, None where it asks for none."""
    everything = bool(english_memory.EVERYTHING.search(asked.view.question))
    kinds = ITEM_KINDS if everything else english_memory.kinds_asked(asked.view.question)
    if not kinds:
        return None
    held = _held(asked)
    matter = frozenset(content_stems(asked.question)) - english_memory.LIST_STEMS
    on_matter = {kind: _on(matter, held.items(kind)) for kind in kinds}
    wanted = on_matter if any(on_matter.values()) else {kind: held.items(kind) for kind in kinds}
    lists = [_list(kind, items, asked.now) for kind, items in wanted.items() if items]
    if lists and (everything or not matter or any(on_matter.values())):
        return "\n\n".join(lists)
    none = say.NOTHING_NOTED if everything else say.NONE_OF_KIND[kinds[0]]
    found = evidence(asked.view, asked.question, limit=_MOST_QUOTES)
    if covers(found) < _LIKELY:
        return none
    return f"{none} {say.NEAREST}\n\n{_bullets(found, asked.now)}"


def _on(matter: frozenset[str], items: Sequence[Item]) -> tuple[Item, ...]:
    return tuple(item for item in items if matter & set(content_stems(item.text)))


def _held(asked: Asked) -> SessionMemory:
    """Return what memory holds, and what the active messages would leave in it."""
    items: dict[ItemKind, tuple[Item, ...]] = {}
    for piece in asked.view.of_kind("item"):
        if piece.item_kind and piece.item:
            items[piece.item_kind] = (*items.get(piece.item_kind, ()), piece.item)
    remembered = SessionMemory.of(items)
    active = _messages(asked.view.of_kind("message"), asked.now)
    fresh = extract(active, remembered, limit_tokens=_NOTED_TOKENS)
    return memory.merge(remembered, fresh)


def _list(kind: ItemKind, items: Sequence[Item], now: dt.datetime) -> str:
    shown = list(items)[-_MOST_LISTED:]
    lines = [f"- {_entry(item, now)}" for item in shown]
    more = len(items) - len(shown)
    title = say.LIST_TITLES[kind] + (say.AND_OLDER.format(count=more) if more else "")
    return f"{title}:\n\n" + "\n".join(lines)


def _entry(item: Item, now: dt.datetime) -> str:
    on = _dated(item.text, item.on, now)
    return f"“{quoted(item.text)}”{on}{say.STATED[item.status or 'open']}"


def _answered(asked: Asked, *, is_task: bool) -> str:
    """Quote what bears on the question, or say plainly that nothing does."""
    question = asking_part(asked.question)
    in_order = bool(english_memory.IN_ORDER.search(question))
    limit = _MOST_IN_ORDER if in_order else _MOST_QUOTES
    found = evidence(asked.view, question, focus=asked.looked_for, limit=limit)
    if in_order:
        found = sorted(found, key=lambda each: each.source)
    else:
        found = [each for each in found if each.share >= _NEAR * covers(found)]
    remembers = bool(english_memory.REMEMBER.search(question))
    general = bool(english_memory.GENERAL_ADVICE.search(question)) and not remembers
    share = covers(found)
    if is_task or general:
        bears = f"{say.BEARS_ON_IT}\n\n{_bullets(found, asked.now)}" if share >= _LIKELY else ""
        return "\n\n".join(part for part in (_cannot(asked, is_task=is_task), bears) if part)
    ours = _is_ours(asked)
    if share >= (_FIRM if ours else _SURE) and _answers(found, asked):
        return _quotes(found, asked.now)
    if not ours:
        return _cannot(asked, is_task=False)
    if share >= _FAINT:
        return f"{say.NOTHING_SAID} {say.NEAREST}\n\n{_bullets(found, asked.now)}"
    of_ourselves = english_memory.OF_OURSELVES.search(asked.view.question)
    return _nothing(asked) if of_ourselves else say.NOTHING_KNOWN


def _cannot(asked: Asked, *, is_task: bool) -> str:
    """Say what needs a language model: in full the first time, then in few words."""
    said = [piece.text for piece in asked.view.of_kind("message") if piece.role == "assistant"]
    if _tells(asked.view.question) or any(say.KEY_GOES in text for text in said):
        return say.NO_WORK_AGAIN if is_task else say.NO_MODEL_AGAIN
    return say.NO_WORK if is_task else say.NO_MODEL


def _is_ours(asked: Asked) -> bool:
    """Whether the question is about what was said here: its words, or the names it has, say so."""
    if asked.resolution.references or english_memory.OF_OURSELVES.search(asked.question):
        return True
    said = " ".join(
        piece.text for piece in asked.view.pieces if piece.kind in ("item", "recalled", "message")
    )
    named = {stem for name in names(asked.question) for stem in content_stems(name.text)}
    return bool(named & set(content_stems(said)))


def _answers(found: Sequence[Evidence], asked: Asked) -> bool:
    """Whether a quote speaks of more than what a reference was taken to mean."""
    references = asked.resolution.references
    meant = set(content_stems(references[0].antecedent)) if references else set()
    rest = set(content_stems(asked.question)) - meant
    return not rest or any(each.stems & rest for each in found)


def _nothing(asked: Asked) -> str:
    if not any(piece.kind in ("item", "recalled", "message") for piece in asked.view.pieces):
        return say.NOTHING_YET
    if not asked.looked_for or asked.resolution.references:
        return say.NOTHING_SAID
    return say.LOOKED_FOR.format(looked_for=_either(asked.looked_for))


def _either(looked_for: Sequence[str]) -> str:
    return say.OR.join(f"“{quoted(each)}”" for each in looked_for)


def _quotes(found: Sequence[Evidence], now: dt.datetime) -> str:
    if len(found) == 1:
        return _quote(found[0], now)
    return f"{say.FOUND}\n\n{_bullets(found, now)}"


def _bullets(found: Sequence[Evidence], now: dt.datetime) -> str:
    return "\n".join(f"- {_quote(each, now)}" for each in found)


def _quote(each: Evidence, now: dt.datetime) -> str:
    quote = quoted(each.text)
    if each.item_kind:
        return say.KEPT_AS[each.item_kind].format(quote=quote) + _dated(each.text, each.on, now)
    if each.said is None:
        form = say.YOU_SAID_BEFORE if each.role == "user" else say.I_SAID_BEFORE
        return form.format(quote=quote)
    form = say.YOU_SAID if each.role == "user" else say.I_SAID
    return form.format(day=day(each.said, now), quote=quote)


def _assumption(asked: Asked) -> str:
    """Say in one line what a reference was taken to mean, or that it stands for nothing known."""
    resolution = asked.resolution
    if asked.read_as:
        return say.TOOK_AS.format(question=quoted(asked.read_as))
    if not resolution.references:
        return say.UNRESOLVED.format(phrase=quoted(asked.unknown)) if asked.unknown else ""
    reference = resolution.references[0]
    if reference.phrase == asked.view.question.strip():
        return say.TOOK_AS.format(question=quoted(resolution.rewritten or ""))
    antecedent = quoted(reference.antecedent)
    if not reference.phrase:
        return say.TOOK_ABOUT.format(antecedent=antecedent)
    rival = next((each for each in resolution.rivals if each != reference.antecedent), None)
    phrase = quoted(reference.phrase)
    if rival:
        return say.TOOK_FROM_TWO.format(phrase=phrase, antecedent=antecedent, rival=quoted(rival))
    return say.TOOK_TO_MEAN.format(phrase=phrase, antecedent=antecedent)
