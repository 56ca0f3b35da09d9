"""What the built-in engine says: quotes from memory, notes, lists, and plainly what it cannot do.

It speaks in the language of the question; everything but its own few sentences is quoted.
"""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tidemark.engines.builtin.evidence import Evidence, best_share, evidence
from tidemark.engines.builtin.extraction import extract
from tidemark.engines.builtin.phrasing import Phrasing
from tidemark.engines.builtin.understanding import kinds_asked
from tidemark.memory import merging
from tidemark.memory.matching import supersedes
from tidemark.nlp.coreference import Resolution
from tidemark.nlp.dates import find_period
from tidemark.nlp.dialogue_acts import asking_part, dialogue_act
from tidemark.nlp.language_pack import LanguagePack, ReplyPhrases
from tidemark.nlp.languages import language_pack_for
from tidemark.nlp.mentions import names
from tidemark.nlp.quotes import as_quote
from tidemark.nlp.tokens import words
from tidemark.schema import (
    ITEM_KINDS,
    ContextView,
    Item,
    ItemKind,
    Message,
    SessionMemory,
    ViewPiece,
)

_SURE = 0.6  # the share of a question about the world that a quote must cover to answer it
_LIKELY = 0.34  # … of a task, to bear on it
_FAINT = 0.2  # … of a question about what was said here, to be offered as the nearest
_FIRM = 0.5  # … to be offered as the answer
_NEAR = 0.7  # of the best share: what covers less is left out beside it
_MOST_QUOTES = 3
_MOST_IN_ORDER = 6
_MOST_TALKED = 12
_ASKS_ONLY = 0.8  # of a message: what is left is too little to have been told
_NOTED_TOKENS = 400  # of the active messages, for a list; a summary is stricter
_ROOM = 10_000  # the tokens a message of a view is taken to have, so that nothing is left out


@dataclass(frozen=True)
class ResolvedQuestion:
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
    voice: Phrasing

    @property
    def pack(self) -> LanguagePack:
        """The language of the question, and so of the reply."""
        return self.voice.pack


def stream_pieces(text: str) -> Iterator[str]:
    """Yield ``text`` a few words at a time; joined, they are ``text`` again.

    >>> list(stream_pieces("One two three"))
    ['One two ', 'three']
    """
    for match in re.finditer(r"\s*\S+(?: \S+)?\s*|\s+", text):
        yield match.group()


def compose_reply(asked: ResolvedQuestion) -> str:
    """Return the whole reply, as Markdown."""
    pack, phrases = asked.pack, asked.pack.phrases
    kind = dialogue_act(asked.view.question, pack)
    if kind == "courtesy":
        return _courtesy(asked.view.question, phrases)
    if pack.dialogue_acts.disputes.fullmatch(asked.view.question):
        return phrases.put_right
    if kind in ("statement", "resource") and not asked.resolution.references:
        return _acknowledged(asked)
    if pack.memory_questions.of_the_engine.search(asked.view.question):
        return phrases.who_i_am
    remembers = bool(pack.memory_questions.remember.search(asked.view.question))
    asks = bool(pack.dialogue_acts.asks.search(asked.view.question)) or remembers
    is_task = kind == "request" and not asks
    tells = _tells(asked.view.question, pack)
    noted = _noted_in(asked) if tells or is_task else []
    if is_task and any(kind == "todos" for kind, _ in noted):
        return f"{_notes(asked, noted)} {phrases.no_reminder}"
    body = _listed(asked) or _answered(asked, is_task=is_task)
    told = _notes(asked, noted) if tells else ""
    return "\n\n".join(part for part in (told, body, _assumption(asked)) if part)


def _tells(question: str, pack: LanguagePack) -> bool:
    """Whether a message that asks tells something first: "I met Greg on Monday, can you …"."""
    return len(asking_part(question, pack)) < _ASKS_ONLY * len(question.strip())


def _courtesy(text: str, phrases: ReplyPhrases) -> str:
    spoken = set(words(text))
    if spoken & phrases.thanking:
        return phrases.welcome
    if spoken & phrases.greeting_words:
        return phrases.greeting
    return phrases.farewell if spoken & phrases.parting else phrases.understood


def _acknowledged(asked: ResolvedQuestion) -> str:
    """Say what was noted of a statement, and what it takes the place of."""
    return _notes(asked, _noted_in(asked)) or asked.pack.phrases.kept


def _noted_in(asked: ResolvedQuestion) -> list[tuple[ItemKind, Item]]:
    """Return what of the message itself is worth noting."""
    question = asked.view.of_kind("question")[-1:]
    found = extract(
        _messages(question, asked.voice.now), SessionMemory(), limit_tokens=_NOTED_TOKENS
    )
    return [(kind, item) for kind, item in found.all_items() if kind != "open_questions"]


def _notes(asked: ResolvedQuestion, noted: Sequence[tuple[ItemKind, Item]]) -> str:
    phrases = asked.pack.phrases
    by_form: dict[str, list[str]] = {}
    for kind, item in noted:
        by_form.setdefault(phrases.noted_as[kind], []).append(asked.voice.noted(item))
    lines = [form.format(noted="; ".join(texts)) for form, texts in by_form.items()]
    old = [
        phrases.replaces.format(old=as_quote(piece.item.text))
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


def _listed(asked: ResolvedQuestion) -> str | None:
    """List what is noted of the kinds a question asks for, None where it asks for none."""
    pack, phrases = asked.pack, asked.pack.phrases
    everything = bool(pack.memory_questions.everything.search(asked.view.question))
    kinds = ITEM_KINDS if everything else kinds_asked(asked.view.question, pack)
    if not kinds:
        return None
    held = _held(asked)
    matter = frozenset(pack.stems(asked.question)) - pack.list_stems
    on_matter = {kind: _on(matter, held.items(kind), pack) for kind in kinds}
    wanted = on_matter if any(on_matter.values()) else {kind: held.items(kind) for kind in kinds}
    lists = [asked.voice.list_of(kind, items) for kind, items in wanted.items() if items]
    if everything and (talk := _talked(asked)):
        lists.append(talk)
    if lists and (everything or not matter or any(on_matter.values())):
        return "\n\n".join(lists)
    none = phrases.nothing_noted if everything else phrases.none_of_kind[kinds[0]]
    found = evidence(asked.view, asked.question, pack, limit=_MOST_QUOTES)
    if best_share(found) < _LIKELY:
        return none
    return f"{none} {phrases.nearest}\n\n{asked.voice.bullets(found)}"


def _talked(asked: ResolvedQuestion) -> str:
    """Return what the person said as a list, where the talk itself is asked for."""
    if not _asks_for_talk(asked.view.question):
        return ""
    return _in_order(asked, [each for each in _said(asked) if not _asks_for_talk(each.text)])


def _said_then(asked: ResolvedQuestion) -> str:
    """Return what the person said in the time that the question names as a list."""
    period = find_period(asked.view.question, asked.voice.now, asked.pack.language)
    if period is None:
        return ""
    dated = [(piece, piece.timestamp) for piece in _said(asked) if piece.timestamp]
    return _in_order(
        asked, [piece for piece, at in dated if period.first <= at.date() <= period.last]
    )


def _said(asked: ResolvedQuestion) -> Iterable[ViewPiece]:
    """Return a piece of each message of the person that the view holds."""
    return {
        piece.message_ids: piece
        for piece in asked.view.pieces
        if piece.kind in ("recalled", "message") and piece.role == "user"
    }.values()


def _in_order(asked: ResolvedQuestion, told: Sequence[ViewPiece]) -> str:
    lines = [f"- {asked.voice.said(piece)}" for piece in told[-_MOST_TALKED:]]
    return f"{asked.pack.phrases.asked_before}\n\n" + "\n".join(lines) if lines else ""


def _asks_for_talk(text: str) -> bool:
    return bool(language_pack_for(text).memory_questions.talked.search(text))


def _on(matter: frozenset[str], items: Sequence[Item], pack: LanguagePack) -> tuple[Item, ...]:
    return tuple(item for item in items if matter & set(pack.stems(item.text)))


def _held(asked: ResolvedQuestion) -> SessionMemory:
    """Return what memory holds, and what the active messages would leave in it."""
    items: dict[ItemKind, tuple[Item, ...]] = {}
    for piece in asked.view.of_kind("item"):
        if piece.item_kind and piece.item:
            items[piece.item_kind] = (*items.get(piece.item_kind, ()), piece.item)
    remembered = SessionMemory.of(items)
    active = _messages(asked.view.of_kind("message"), asked.voice.now)
    fresh = extract(active, remembered, limit_tokens=_NOTED_TOKENS)
    return merging.merge(remembered, fresh)


def _answered(asked: ResolvedQuestion, *, is_task: bool) -> str:
    """Quote what bears on the question, or say plainly that nothing does."""
    pack, phrases = asked.pack, asked.pack.phrases
    question = asking_part(asked.question, pack)
    in_order = bool(pack.memory_questions.in_order.search(question))
    limit = _MOST_IN_ORDER if in_order else _MOST_QUOTES
    found = evidence(asked.view, question, pack, focus=asked.looked_for, limit=limit)
    if in_order:
        found = sorted(found, key=lambda each: each.source)
    else:
        found = [each for each in found if each.share >= _NEAR * best_share(found)]
    remembers = bool(pack.memory_questions.remember.search(question))
    general = bool(pack.memory_questions.general_advice.search(question)) and not remembers
    share = best_share(found)
    if is_task or general:
        bears = f"{phrases.bears_on_it}\n\n{asked.voice.bullets(found)}" if share >= _LIKELY else ""
        return "\n\n".join(part for part in (_cannot(asked, is_task=is_task), bears) if part)
    ours = _is_ours(asked)
    if share >= (_FIRM if ours else _SURE) and _answers(found, asked):
        return asked.voice.quotes(found)
    if not ours:
        return _cannot(asked, is_task=False)
    if share >= _FAINT:
        return f"{phrases.nothing_said} {phrases.nearest}\n\n{asked.voice.bullets(found)}"
    of_ourselves = pack.memory_questions.of_ourselves.search(asked.view.question)
    return _nothing(asked) if of_ourselves else phrases.nothing_known


def _cannot(asked: ResolvedQuestion, *, is_task: bool) -> str:
    """Say what needs a language model: in full the first time, then in few words."""
    phrases = asked.pack.phrases
    said = [piece.text for piece in asked.view.of_kind("message") if piece.role == "assistant"]
    if _tells(asked.view.question, asked.pack) or any(phrases.key_goes in text for text in said):
        return phrases.no_work_again if is_task else phrases.no_model_again
    return phrases.no_work if is_task else phrases.no_model


def _is_ours(asked: ResolvedQuestion) -> bool:
    """Whether the question is about what was said here: its words, or the names it has, say so."""
    pack = asked.pack
    if asked.resolution.references or pack.memory_questions.of_ourselves.search(asked.question):
        return True
    said = " ".join(
        piece.text for piece in asked.view.pieces if piece.kind in ("item", "recalled", "message")
    )
    named = {stem for name in names(asked.question, pack) for stem in pack.stems(name.text)}
    return bool(named & set(pack.stems(said)))


def _answers(found: Sequence[Evidence], asked: ResolvedQuestion) -> bool:
    """Whether a quote speaks of more than what a reference was taken to mean."""
    references, pack = asked.resolution.references, asked.pack
    meant = set(pack.stems(references[0].antecedent)) if references else set()
    rest = set(pack.stems(asked.question)) - meant
    kin = {pack.topics[stem] for stem in rest if stem in pack.topics}
    return not rest or any(each.stems & rest or each.about & kin for each in found)


def _nothing(asked: ResolvedQuestion) -> str:
    phrases = asked.pack.phrases
    if then := _said_then(asked):
        return then
    if not asked.looked_for or asked.resolution.references:
        return phrases.nothing_said
    looked_for = phrases.either_of.join(f"“{as_quote(each)}”" for each in asked.looked_for)
    return phrases.looked_for.format(looked_for=looked_for)


def _assumption(asked: ResolvedQuestion) -> str:
    """Say in one line what a reference was taken to mean, or that it stands for nothing known."""
    resolution, phrases = asked.resolution, asked.pack.phrases
    if asked.read_as:
        return phrases.took_as.format(question=as_quote(asked.read_as))
    if not resolution.references:
        return phrases.unresolved.format(phrase=as_quote(asked.unknown)) if asked.unknown else ""
    reference = resolution.references[0]
    if reference.phrase == asked.view.question.strip():
        return phrases.took_as.format(question=as_quote(resolution.rewritten or ""))
    antecedent = as_quote(reference.antecedent)
    if not reference.phrase:
        return phrases.took_about.format(antecedent=antecedent)
    rival = next((each for each in resolution.rivals if each != reference.antecedent), None)
    phrase = as_quote(reference.phrase)
    if rival:
        return phrases.took_from_two.format(
            phrase=phrase, antecedent=antecedent, rival=as_quote(rival)
        )
    return phrases.took_to_mean.format(phrase=phrase, antecedent=antecedent)
