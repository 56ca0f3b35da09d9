"""Replies of the built-in engine: quotes from memory, notes, lists, and refusals.

It replies in the language of the question; everything except its own few sentences is quoted.
"""

import datetime as dt
import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import dropwhile, islice, takewhile

from tidemark.engines.builtin.amendments import (
    amended,
    as_corrected,
    changed_later,
    denies_of_all,
    moved_or_off,
    taken_back,
)
from tidemark.engines.builtin.answer_spans import (
    answer_span,
    answering_part,
    as_sentence,
    contrasting_part,
)
from tidemark.engines.builtin.counting import list_standing
from tidemark.engines.builtin.counting.accounts import is_of_debt
from tidemark.engines.builtin.counting.amounts import bullet
from tidemark.engines.builtin.counting.answers import changes_plan, list_answer
from tidemark.engines.builtin.counting.arithmetic import RESULT, calculated_on, calculation
from tidemark.engines.builtin.counting.continuing import asks_other_number, with_other_number
from tidemark.engines.builtin.counting.list_entries import (
    bullets_of,
    entries_shown,
    standing_entries,
)
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.evidence import (
    Evidence,
    best_of,
    best_share,
    candidates,
    evidence,
)
from tidemark.engines.builtin.items.extraction import extract
from tidemark.engines.builtin.last_reply import other_part, reason_or_author
from tidemark.engines.builtin.list_changes import lists_now, names_to_empty
from tidemark.engines.builtin.listings import Listing
from tidemark.engines.builtin.overviews import is_of_this_chat, is_open, overview
from tidemark.engines.builtin.own_replies import is_no_answer
from tidemark.engines.builtin.pasted_material import (
    PastedText,
    best_evidence,
    last_texts,
    texts_of_question,
)
from tidemark.engines.builtin.phrasing import Phrasing
from tidemark.engines.builtin.source_answers import SourceReply, source_reply
from tidemark.engines.builtin.task_answers import done_answer, open_tasks, shares_answer
from tidemark.engines.builtin.understanding import analyse, asking, asks_memory, kinds_asked
from tidemark.engines.builtin.view_statements import ViewStatement, just_told, statements_now
from tidemark.engines.builtin.word_kin import kin
from tidemark.memory import merging
from tidemark.memory.forgetting import asks_to_forget, forgets_more, to_forget
from tidemark.memory.matching import supersedes
from tidemark.memory.pasted_text import without_pasted
from tidemark.memory.slots import SlotText
from tidemark.nlp.answer_types import answer_type, has_answer, without_need
from tidemark.nlp.coreference import Resolution
from tidemark.nlp.dates import find_date, find_period, first_and_last_day
from tidemark.nlp.dialogue_acts import (
    ASKING_ACTS,
    STATING_ACTS,
    asking_part,
    courtesy_of,
    dialogue_act,
)
from tidemark.nlp.mentions import names, noun_phrases
from tidemark.nlp.pack_fields import Courtesy, LanguagePack, ReplyPhrases
from tidemark.nlp.pack_selection import language_pack_for, stems_across
from tidemark.nlp.quotes import as_quote, quotable_sentences
from tidemark.nlp.search_terms import compounds_with, words
from tidemark.prompt.citations import CitedText, cited, read_marks
from tidemark.runtime.events import Piece
from tidemark.schema import (
    ContextView,
    Item,
    ItemKind,
    Message,
    Role,
    SessionMemory,
    ViewPiece,
)

_TABLES = (".csv", ".tsv")  # attached to a message
_WEEK = dt.timedelta(days=7)
_SURE = 0.6  # the share of a question about the world that a quote must cover to answer it
_LIKELY = 0.34  # of a task, to be relevant to it
_TOLD = 0.45  # if it has an answer of the type asked for, which few sentences have
_TOLD_OF = ("reason", "money", "age", "time", "person", "name", "choice", "people", "duration")
_OF_VALUES = ("money", "age", "count", "people", "duration", "time")  # found by their form
_OF_THEIRS = 0.3  # of a question about a thing that the person mentioned
_MOST_TOPIC_WORDS = 6
_EQUALLY = 0.9  # of the share that a source covers: then the person's own message goes first
_NEAR = 0.3  # of any question, to be quoted as the nearest statement
_MOST_NEAREST = 2
_FAINT = 0.2  # of a question about this conversation
_IN_A_TALK, _NEARLY = 2.5, 1.2  # log odds below the best; less likely quotes are left out
_EVENLY = 0.3  # if the best covers this share of the question by itself
_PLAINLY = 0.7
_ENOUGH_WORDS, _MOST_WORDS = 38, 50  # of quotes: as much as can be read at a glance
_MOST_OF = 0.7  # of a sentence, to be quoted by itself
_MOST_FOUND = 12
_MOST_QUOTES = 3
_MOST_LISTED = 12  # lines below a heading
_MOST_TOLD = 2  # messages about the referent of a pronoun
_MOST_IN_ORDER = 6
_MOST_TALKED = 12
_QUESTION_SHARE = 0.8  # of a message that is a question, to state nothing else
_NOTED_TOKENS = 400  # for a list of the active messages; a summary is stricter
_LAST_SAID = 3  # messages of the person that a question without a subject may continue
_ROOM = 10_000  # assumed tokens of a message, so that none is left out


@dataclass(frozen=True)
class ResolvedQuestion:
    """A question with every reference resolved.

    ``unknown`` are words whose reference is unknown; ``read_as`` is the interpretation that another
    engine chose.  It ``asks_anywhere`` if it named other chats as a place to search.
    """

    view: ContextView
    question: str
    resolution: Resolution
    looked_for: tuple[str, ...]
    unknown: str
    read_as: str
    phrasing: Phrasing
    asks_anywhere: bool = False

    @cached_property
    def statements(self) -> list[ViewStatement]:
        """The statements of the view, with corrections applied."""
        return statements_now(self.view)

    @cached_property
    def is_only_pasted(self) -> bool:
        """Return whether the message is pasted text without a question of the person's own."""
        pasted = self.view.of_kind("question")
        return bool(pasted) and not without_pasted(pasted[-1].text).strip()

    @property
    def pack(self) -> LanguagePack:
        """The language of the question and of the reply."""
        return self.phrasing.pack

    @property
    def phrases(self) -> ReplyPhrases:
        """The sentences of the reply, which claim to store something only if it is stored."""
        return self.pack.phrases.for_kept(is_kept=self.view.is_kept)


def stream_pieces(reply: CitedText) -> Iterator[Piece]:
    """Yield ``reply`` a few words at a time, with citations after their words.

    >>> [piece.text for piece in stream_pieces(CitedText("One two three"))]
    ['One two ', 'three']
    """
    for match in re.finditer(r"\s*\S+(?: \S+)?\s*|\s+", reply.text):
        ending = (each for each in reply.citations if match.start() < each.end <= match.end())
        yield Piece(match.group(), citations=tuple(ending))


def compose_reply(asked: ResolvedQuestion, parts: Sequence[ResolvedQuestion] = ()) -> CitedText:
    """Return the whole reply as Markdown, with the messages that its quotes cite.

    ``parts`` are the single questions, if the message asks several.
    """
    return read_marks(_compose_each(parts) or _compose(asked))


def _compose_each(parts: Sequence[ResolvedQuestion]) -> str:
    """Return the answers to ``parts`` in order; empty if none has one."""
    replies = [_compose(each) for each in parts]
    if all(map(is_no_answer, replies)):
        return ""
    lines = [
        each.pack.phrases.no_answer_to.format(question=as_quote(each.view.question))
        if is_no_answer(reply)
        else reply
        for each, reply in zip(parts, replies, strict=True)
    ]
    paragraphs = (paragraph for line in lines for paragraph in line.split("\n\n"))
    return "\n\n".join(dict.fromkeys(paragraphs))  # two may have the same quote


def _asked_again(resolved: ResolvedQuestion) -> ResolvedQuestion:
    """Return the question, or the person's last question if this one repeats it."""
    again = resolved.pack.memory_questions.again
    if not again.fullmatch(resolved.view.question):
        return resolved
    last = _last_question(resolved)
    if not last:
        return resolved
    view = asking(resolved.view, last)
    found = analyse(view)
    return replace(
        resolved,
        view=view,
        question=found.resolution.rewritten or last,
        resolution=found.resolution,
        looked_for=found.looked_for,
        unknown=found.unknown,
        read_as="",
        phrasing=replace(resolved.phrasing, pack=found.pack),
    )


def _last_question(resolved: ResolvedQuestion) -> str:
    """Return the person's last question that names its subject, or an empty text."""
    pack = resolved.pack
    own = [piece.text for piece in resolved.view.of_kind("message") if piece.role == "user"]
    asked = (
        text
        for text in reversed(own)
        if dialogue_act(text) == "question" and not pack.memory_questions.again.fullmatch(text)
    )
    return next(asked, "")


def _compose(resolved: ResolvedQuestion) -> str:
    return _compose_typed(_asked_again(resolved))


def _compose_typed(resolved: ResolvedQuestion) -> str:
    pack, phrases, question = resolved.pack, resolved.phrases, resolved.view.question
    if resolved.is_only_pasted:
        return phrases.message_kept
    kind = dialogue_act(question, pack)
    courtesy = courtesy_of(question, pack)
    if courtesy or kind == "courtesy":
        return _courtesy(question, courtesy, phrases)
    if matter := asks_to_forget(question):
        return _forget(resolved, matter)
    found = _takes_back(question, pack) or calculation(question, pack)
    if found := found or _calculated_on(resolved) or _with_other_number(resolved):
        return found
    if kind in STATING_ACTS and not resolved.resolution.references:
        return _on_topic(resolved) or _acknowledge(resolved)
    if pack.memory_questions.of_the_engine.search(question):
        return phrases.self_description
    asked = _list_question(resolved)
    asks = question.rstrip().endswith("?")
    if (kind == "request" and changes_plan(asked)) or (not asks and _changed_list(resolved)):
        return _acknowledge(resolved)
    remembers = bool(
        pack.memory_questions.remember.search(question)
        or (asked.asks(pack.counting.reads_out) and list_answer(asked))
    )
    is_task = kind == "request" and not remembers
    tells = _states_first(question, pack)
    noted = _items_of_message(resolved) if tells or is_task else []
    if is_task and (told := _on_reminders(resolved, noted)):
        return told
    notes = _notes(resolved, noted) if tells else ""
    items = (
        _own_name(resolved)
        or _of_oneself(resolved)
        or _said_last(resolved)
        or reason_or_author(resolved.view, resolved.statements, pack)
        or _in_material(resolved, is_task=is_task)
        or (None if is_task else list_standing.standing_of_named(asked) or _tasks(resolved, asked))
        or _list_period(resolved, alone=True)
        or _list_items(resolved)
    )
    read_off = None if is_task or items else list_answer(asked)
    resolved, sourced = (resolved, None) if items else _with_sources(resolved)
    body = (
        items or read_off or (sourced and _after_own_statement(sourced, resolved, is_task=is_task))
    )
    body = body or _answer_or_last(resolved, is_task=is_task)
    if sourced is None and not (items or read_off):
        body = _instead(resolved, body, is_task=is_task)
    is_answered = bool(read_marks(body).citations)
    # A listing has its own heading; the unfound phrases may not concern it
    is_silent = body in (phrases.sources_silent, phrases.sources_withheld)
    names_itself = bool(read_off) or is_silent
    assumption = "" if names_itself else _assumption(resolved, is_answered=is_answered)
    return "\n\n".join(part for part in (notes, body, assumption) if part)


def _from_sources(resolved: ResolvedQuestion) -> SourceReply | None:
    """Return the answer from sources; None for a question about the chat itself."""
    if not resolved.view.of_kind("source"):
        return None
    pack, now = resolved.pack, resolved.phrasing.now
    question = _with_last_question(asking_part(resolved.question, pack), resolved)
    found = source_reply(resolved.view, question, pack, now)
    if found and _is_of_the_talk(resolved) and _talk_share(resolved) >= _LIKELY:
        return None
    return found


def _with_sources(resolved: ResolvedQuestion) -> tuple[ResolvedQuestion, SourceReply | None]:
    """Return the answer from sources, and the question as it was put to them.

    A question without a pronoun that finds nothing as resolved is put to them as it was typed.
    """
    found = _from_sources(resolved)
    if found or _points_back(resolved):
        return resolved, found
    typed = resolved.view.question
    as_typed = replace(resolved, question=typed, resolution=Resolution(), unknown="")
    found = _from_sources(as_typed)
    return (as_typed if found else resolved), found


def _points_back(resolved: ResolvedQuestion) -> bool:
    """Return whether the question has a pronoun for an earlier thing, or was read as typed."""
    references = resolved.resolution.references
    spoken = {word for each in references for word in words(each.phrase)}
    return not references or not spoken.isdisjoint(resolved.pack.lexicon.pronouns)


def _on_topic(resolved: ResolvedQuestion) -> str:
    """Return the content of sources for a message that only names a topic: "opening hours"."""
    pack, text = resolved.pack, resolved.view.question.strip()
    spoken = words(text)
    states = not pack.lexicon.auxiliaries.isdisjoint(spoken) or text.endswith((".", "!"))
    if not resolved.view.of_kind("source") or states or len(spoken) > _MOST_TOPIC_WORDS:
        return ""
    if pack.cues.first_person.search(text) or pack.lexicon.verbs & set(spoken):
        return ""
    found = source_reply(resolved.view, text, pack, resolved.phrasing.now, is_topic=True)
    return found.text if found else ""


def _after_own_statement(sourced: SourceReply, resolved: ResolvedQuestion, *, is_task: bool) -> str:
    """Return the answer from sources, after the person's own statement if that answers too.

    A task needs a language model: it is refused before any relevant passages.
    """
    if is_task and not resolved.pack.memory_questions.broadly.search(resolved.view.question):
        return f"{_decline(resolved, is_task=True)}\n\n{sourced.text}"
    if _talk_share(resolved) < max(_SURE, _EQUALLY * sourced.share):
        return sourced.text
    told = _answer(resolved, is_task=False)
    return f"{told}\n\n{sourced.text}" if read_marks(told).citations else sourced.text


def _instead(resolved: ResolvedQuestion, body: str, *, is_task: bool) -> str:
    """Return what to say of sources, or the nearest statement, if ``body`` has no answer."""
    phrases = resolved.phrases
    if _asks_sources(resolved, body, is_task=is_task):
        withheld = resolved.view.sources_withheld
        return phrases.sources_withheld if withheld else phrases.sources_silent
    if is_task or resolved.view.of_kind("source") or not is_no_answer(body):
        return body
    return _nearest(resolved) or body


def _asks_sources(resolved: ResolvedQuestion, body: str, *, is_task: bool) -> bool:
    """Return whether sources were read, or withheld, without an answer to the question."""
    is_silent = not (is_task or read_marks(body).citations or _is_of_the_talk(resolved))
    return is_silent and (resolved.view.sources_withheld or bool(resolved.view.of_kind("source")))


def _is_of_the_talk(resolved: ResolvedQuestion) -> bool:
    """Return whether the words of the question ask about this chat."""
    asks, question = resolved.pack.memory_questions, resolved.view.question
    return bool(asks.of_the_talk.search(question) or asks.remember.search(question))


def _talk_share(resolved: ResolvedQuestion) -> float:
    """Return the largest share of the question that one statement of the person covers."""
    question = asking_part(resolved.question, resolved.pack)
    found = evidence(
        resolved.view, question, resolved.pack, limit=1, statements=resolved.statements
    )
    return max((each.own for each in found if each.role == "user"), default=0.0)


def _forget(resolved: ResolvedQuestion, matter: str) -> str:
    """Say that ``matter`` is forgotten, or that nothing about it is stored."""
    phrases = resolved.phrases
    said = [
        piece.text
        for piece in resolved.view.pieces
        if piece.role == "user" and piece.kind != "question"
    ]
    parts = to_forget(resolved.view.question, said)
    form = phrases.forgotten if parts else phrases.nothing_to_forget
    forgotten = form.format(matter=as_quote(phrases.to_second_person(matter)))
    if any(forgets_more(resolved.view.question, each) for each in parts):
        return f"{forgotten}\n\n{phrases.forgotten_with}"
    return forgotten


def _states_first(question: str, pack: LanguagePack) -> bool:
    """Return whether a statement comes before the question: "I met Greg, can you …"."""
    return len(asking_part(question, pack)) < _QUESTION_SHARE * len(question.strip())


def _courtesy(text: str, kind: Courtesy | None, phrases: ReplyPhrases) -> str:
    """Reply to small talk of a ``kind``, or by its words if the kind is unknown."""
    if kind == "identity":
        return phrases.self_description
    if kind and kind in phrases.courtesies:
        return phrases.courtesies[kind]
    spoken = set(words(text))
    if kind == "thanks" or spoken & phrases.thanks_words:
        return phrases.welcome
    if kind == "greeting" or (kind is None and spoken & phrases.greeting_words):
        return phrases.greeting
    if kind == "farewell" or (kind is None and spoken & phrases.farewell_words):
        return phrases.farewell
    return phrases.understood


def _acknowledge(resolved: ResolvedQuestion) -> str:
    """Show the list that a statement changed, or say which items were noted and replaced."""
    noted = _items_of_message(resolved)
    return _changed_list(resolved) or _notes(resolved, noted) or resolved.phrases.message_kept


def _changed_list(resolved: ResolvedQuestion) -> str:
    """Return the list with a name that the message asks to change, as it is now; else empty."""
    view, pack = resolved.view, resolved.pack
    is_command = pack.list_changes.commands.match(view.question)
    if not (is_command or names_to_empty(view.question) is not None):
        return ""
    known = {
        (each.statement.piece.message_ids, each.statement.place): _open_texts(each)
        for each in lists_now(resolved.statements, pack)
        if each.heading
    }
    if not known or not view.is_kept:
        return ""
    last = max((of for each in view.pieces for of in each.message_ids), default=0)
    as_said = {"kind": "message", "message_ids": (last + 1,)}
    pieces = tuple(
        each.model_copy(update=as_said) if each.kind == "question" else each for each in view.pieces
    )
    said = statements_now(view.model_copy(update={"pieces": pieces}))
    changed = [
        each
        for each in lists_now(said, pack)
        if (texts := known.get((each.statement.piece.message_ids, each.statement.place)))
        and texts != _open_texts(each)
    ]
    return standing_entries(changed[0], pack) if len(changed) == 1 else ""


def _open_texts(listing: Listing) -> list[str]:
    return [each.text for each in listing.open_entries]


def _items_of_message(resolved: ResolvedQuestion) -> list[tuple[ItemKind, Item]]:
    """Return the items worth noting in the message itself; none where nothing is kept."""
    if not resolved.view.is_kept:
        return []
    question = resolved.view.of_kind("question")[-1:]
    found = extract(
        _messages(question, resolved.phrasing.now), SessionMemory(), limit_tokens=_NOTED_TOKENS
    )
    noted = [(kind, item) for kind, item in found.all_items() if kind != "open_questions"]
    stay = _stay_before(resolved, math.inf)
    return [(kind, _in_stay(item, stay, resolved) if stay else item) for kind, item in noted]


def _in_stay(item: Item, stay: str, resolved: ResolvedQuestion) -> Item:
    """Return ``item`` in its own words, if its day may be one of the ``stay``."""
    language = language_pack_for(item.text, resolved.pack).language
    said = item.quote or item.text
    if item.on is None or find_date(said, resolved.phrasing.now, language, before=stay):
        return item
    is_cut = said.startswith(item.text)
    return item.model_copy(update={"on": None, "text": said if is_cut else item.text})


def _notes(resolved: ResolvedQuestion, noted: Sequence[tuple[ItemKind, Item]]) -> str:
    phrases = resolved.pack.phrases
    by_form: dict[str, list[str]] = {}
    for kind, item in noted:
        by_form.setdefault(phrases.noted_as[kind], []).append(resolved.phrasing.noted(item))
    lines = [form.format(noted="; ".join(texts)) for form, texts in by_form.items()]
    old = [
        phrases.replaced_note.format(old=cited(as_quote(piece.item.text), piece.message_ids))
        for piece in resolved.view.of_kind("item")
        if piece.item and any(_replaces(item, kind, piece.item) for kind, item in noted)
    ]
    return "\n\n".join([*lines, *old])


def _on_reminders(resolved: ResolvedQuestion, noted: Sequence[tuple[ItemKind, Item]]) -> str:
    """Say what was noted to do, or that no reminder is sent; empty if none is asked for."""
    if any(kind == "todos" for kind, _ in noted):
        return f"{_notes(resolved, noted)} {resolved.phrases.no_reminder}"
    asks = resolved.pack.memory_questions.asks_reminder.match(resolved.view.question)
    return resolved.phrases.sends_no_reminders if asks else ""


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


def _said_last(resolved: ResolvedQuestion) -> str | None:
    """Quote the person's last message, or repeat the last reply, if that is asked for."""
    asks, question = resolved.pack.memory_questions, resolved.view.question
    role: Role = "user" if asks.last_said.search(question) else "assistant"
    if role == "assistant" and not asks.repeat.search(question):
        return None
    said = [piece for piece in resolved.view.of_kind("message") if piece.role == role]
    if not said:
        return None
    return resolved.phrasing.said(said[-1]) if role == "user" else said[-1].text


def _takes_back(question: str, pack: LanguagePack) -> str:
    """Return the reply to a person who undoes something without naming it."""
    if pack.memory_questions.undoes.search(question):
        return pack.phrases.nothing_to_undo
    return (
        pack.phrases.invites_correction if pack.dialogue_acts.disputes.fullmatch(question) else ""
    )


def _own_name(resolved: ResolvedQuestion) -> str | None:
    """Quote the person's last statement of their own name, which search cannot find."""
    pack, asked = resolved.pack, resolved.view.question
    if not pack.memory_questions.own_name.search(asked):
        return None
    told = [
        each
        for each in candidates(resolved.view, asked, pack, statements=resolved.statements)
        if each.role == "user"
        and not each.is_pasted
        and each.pack.memory_questions.states_own_name.search(each.text)
    ]
    if not told:  # a statement of one word is no evidence: "I'm Margaret"
        said = [
            each
            for each in resolved.statements
            if each.is_of_person and not each.is_pasted and is_of_this_chat(each.piece)
            if pack.memory_questions.states_own_name.search(each.text)
        ]
        return entries_shown(said[-1:], pack) if said else None
    newest = max(
        told, key=lambda each: (each.said is not None and each.said.timestamp(), each.source)
    )
    return resolved.phrasing.quotes([newest])


def _of_oneself(resolved: ResolvedQuestion) -> str | None:
    """Quote the person's last statement of their own age or work: not that of their cat."""
    question = resolved.view.question
    for asks, states in resolved.pack.memory_questions.of_oneself:
        if asks.search(question):
            told = [
                each
                for each in resolved.statements
                if each.is_of_person and not each.is_pasted
                if states.search(each.text)
            ]
            if told:
                return entries_shown(told[-1:], resolved.pack)
            # one's job may be a task, too
            return None if kinds_asked(question, resolved.pack) else _no_answer(resolved)
    return None


def _tasks(resolved: ResolvedQuestion, asked: ListQuestion) -> str | None:
    """List the open tasks, or quote who does which, if the question asks for that."""
    is_other = resolved.pack.memory_questions.everything.search(resolved.view.question)
    if is_other or is_of_debt(asked):
        return None
    asks_all = "todos" in kinds_asked(resolved.view.question, resolved.pack)
    noted = (
        [each for each in _merged_memory(resolved).todos if is_open(each)] if asked.tasks else ()
    )
    if told := shares_answer(asked) or done_answer(asked):
        return told
    tasks = open_tasks(asked, noted, asks_all=asks_all)
    if tasks is None:
        return None
    if not tasks.items:
        return resolved.pack.phrases.all_done
    return resolved.phrasing.list_of("todos", tasks.items, title=tasks.heading)


def _list_items(resolved: ResolvedQuestion) -> str | None:
    """List the noted items of the kinds that the question asks for; None if it asks for none."""
    pack, phrases = resolved.pack, resolved.pack.phrases
    question = resolved.view.question
    if pack.memory_questions.everything.search(question):
        return _everything(resolved)
    kinds = kinds_asked(question, pack)
    asks_rest = bool(pack.memory_questions.remains.search(question)) and pack.names_nothing(
        question
    )
    if asks_rest and _speaks_of_todos(resolved):
        kinds = ("todos",)
    if not kinds:
        return None
    held = _merged_memory(resolved)
    matter = _subject_stems(resolved)
    listed = {kind: [each for each in held.items(kind) if is_open(each)] for kind in kinds}
    on_matter = {
        kind: _about(matter, items, pack) or _due(resolved, items) for kind, items in listed.items()
    }
    wanted = on_matter if any(on_matter.values()) else listed
    lists = [resolved.phrasing.list_of(kind, items) for kind, items in wanted.items() if items]
    if lists and (not matter or any(on_matter.values())):
        return "\n\n".join(lists)
    none = phrases.none_of_kind[kinds[0]]
    found = evidence(
        resolved.view,
        resolved.question,
        pack,
        limit=_MOST_QUOTES,
        statements=resolved.statements,
    )
    if best_share(found) < _LIKELY:
        return none
    if found[0].holds_type and not found[0].is_pasted:
        return None
    return f"{none} {phrases.nearest_quotes}\n\n{resolved.phrasing.bullets(found)}"


def _speaks_of_todos(resolved: ResolvedQuestion) -> bool:
    """Return whether the person's last messages were about todos rather than amounts."""
    said = [piece for piece in resolved.view.of_kind("message") if piece.role == "user"]
    before = _messages(said[:-_LAST_SAID], resolved.phrasing.now)
    last = _messages(said[-_LAST_SAID:], resolved.phrasing.now)
    known = extract(before, SessionMemory(), limit_tokens=_NOTED_TOKENS)
    told = extract(last, merging.merge(_remembered(resolved), known), limit_tokens=_NOTED_TOKENS)
    asked = any("todos" in kinds_asked(piece.text, resolved.pack) for piece in said[-_LAST_SAID:])
    return asked or bool(told.todos)


def _everything(resolved: ResolvedQuestion) -> str | None:
    """List all statements of this chat, or those on the subject that the question names.

    None if there are none on that subject.
    """
    pack, phrases = resolved.pack, resolved.pack.phrases
    if talk := _list_conversation(resolved):
        return talk
    is_summary = bool(pack.memory_questions.summary.search(resolved.view.question))
    statements = [each for each in resolved.statements if is_of_this_chat(each.piece)]
    memory, matter = _merged_memory(resolved, profile=not is_summary), _subject_stems(resolved)
    if is_summary:
        subject = pack.memory_questions.summary.sub(" ", resolved.question)
        matter = frozenset(pack.stems(subject)) - pack.list_stems
        of_ourselves = pack.memory_questions.of_ourselves.search(resolved.view.question)
        if not (of_ourselves or overview(memory, statements, pack, matter=matter)):
            return None
        matter = frozenset()
    found = overview(memory, statements, pack, matter=matter)
    if not found:
        return None if matter else phrases.nothing_noted
    lists = [resolved.phrasing.list_of(kind, items) for kind, items in found.items.items() if items]
    if found.facts:
        lists.append(resolved.phrasing.facts(found.facts))
    return "\n\n".join(lists)


def _subject_stems(resolved: ResolvedQuestion) -> frozenset[str]:
    """Return the stems of the subject of a question for a list."""
    return frozenset(resolved.pack.stems(resolved.question)) - resolved.pack.list_stems


def _list_conversation(resolved: ResolvedQuestion) -> str:
    """List the person's messages if the question asks for the conversation itself."""
    if not _asks_for_talk(resolved.view.question):
        return ""
    return _in_order(
        resolved, [each for each in _own_messages(resolved) if not _asks_for_talk(each.text)]
    )


def _list_period(resolved: ResolvedQuestion, *, alone: bool = False) -> str:
    """List the person's messages of the period that the question names.

    With ``alone``, only if it names nothing else: "what did I say in September".
    """
    period = find_period(resolved.view.question, resolved.phrasing.now, resolved.pack.language)
    if period is None or (alone and not _names_nothing_else(resolved, period.words)):
        return ""
    zone = resolved.phrasing.now.tzinfo
    dated = [
        (piece, piece.timestamp.astimezone(zone).date())
        for piece in _own_messages(resolved)
        if piece.timestamp
    ]
    return _in_order(
        resolved, [piece for piece, day in dated if period.first <= day <= period.last]
    )


def _names_nothing_else(resolved: ResolvedQuestion, period: str) -> bool:
    return resolved.pack.names_nothing(resolved.view.question.replace(period, " "))


def _own_messages(resolved: ResolvedQuestion) -> Iterable[ViewPiece]:
    """Return one piece for each message of the person in the view."""
    return {
        piece.message_ids: piece
        for piece in resolved.view.pieces
        if piece.kind in ("recalled", "message") and piece.role == "user"
    }.values()


def _in_order(resolved: ResolvedQuestion, pieces: Sequence[ViewPiece]) -> str:
    lines = [f"- {resolved.phrasing.said(piece)}" for piece in pieces[-_MOST_TALKED:]]
    return f"{resolved.pack.phrases.said_in_order}\n\n" + "\n".join(lines) if lines else ""


def _asks_for_talk(text: str) -> bool:
    return bool(language_pack_for(text).memory_questions.talked.search(text))


def _due(resolved: ResolvedQuestion, items: Sequence[Item]) -> tuple[Item, ...]:
    """Return the ``items`` of the period that the question names: "on Friday" is the next one."""
    question, now = resolved.view.question, resolved.phrasing.now
    period = find_period(question, now, resolved.pack.language)
    if period is None:
        return ()
    later = _WEEK if period.last < now.date() <= period.last + _WEEK else dt.timedelta()
    first, last = period.first + later, period.last + later
    return tuple(each for each in items if each.on and first <= each.on <= last)


def _about(matter: frozenset[str], items: Sequence[Item], pack: LanguagePack) -> tuple[Item, ...]:
    def names(stems: Collection[str]) -> bool:
        kin = (compounds_with(each, stems, pack.language) for each in matter)
        return not matter.isdisjoint(stems) or any(kin)

    return tuple(item for item in items if names(pack.stems(item.text)))


def _merged_memory(resolved: ResolvedQuestion, *, profile: bool = True) -> SessionMemory:
    """Return the remembered items, with or without the ``profile``, and those of this message."""
    remembered = _remembered(resolved, profile=profile)
    active = _messages(resolved.view.of_kind("message"), resolved.phrasing.now)
    fresh = extract(active, remembered, limit_tokens=_NOTED_TOKENS)
    return merging.merge(remembered, fresh)


def _remembered(resolved: ResolvedQuestion, *, profile: bool = True) -> SessionMemory:
    """Return the remembered items, with or without the ``profile``."""
    items: dict[ItemKind, tuple[Item, ...]] = {}
    for piece in resolved.view.of_kind("item"):
        if piece.item_kind and piece.item and (profile or is_of_this_chat(piece)):
            items[piece.item_kind] = (*items.get(piece.item_kind, ()), piece.item)
    return SessionMemory.of(items)


def _calculated_on(resolved: ResolvedQuestion) -> str:
    """Return the last result divided or multiplied as the person asks, or what lacks for that.

    The answer from statements, which cites them, is given if it has the same result.
    """
    pack, phrases, text = resolved.pack, resolved.phrases, resolved.view.question
    is_each = pack.accounts.asks_each_alone.fullmatch(text)
    if not (is_each or pack.accounts.calculates_on.fullmatch(text)):
        return ""
    asked = _list_question(resolved)
    listed, result = list_answer(asked) or "", RESULT.match(asked.answered)
    if not is_each:
        on = calculated_on(text, asked.answered, pack) or ""
        if on and not listed.startswith(on):
            return on
        return listed or ("" if result else phrases.no_result)
    people = asked.ledger.people
    if listed or not result:
        return listed
    if people is None:
        return result[0] if "/" in result["terms"] else phrases.people_unknown
    on = calculated_on(f"/ {people.value:g}", asked.answered, pack) or ""
    return f"{on}\n\n{bullet(people)}" if on else ""


def _with_other_number(resolved: ResolvedQuestion) -> str:
    """Return the last result with another number, "and for twelve?", or say that it is unknown.

    The answer from statements is given if it has that number.
    """
    if not asks_other_number(asking_part(resolved.view.question, resolved.pack), resolved.pack):
        return ""
    asked = _list_question(resolved)
    if not RESULT.match(asked.answered):
        return ""
    if found := with_other_number(asked, list_answer):
        return found
    listed = list_answer(asked) or ""
    result = RESULT.match(read_marks(listed).text)
    is_new = result and not asked.answered.startswith(result[0])
    return listed if is_new else resolved.phrases.other_number_unknown


def _list_question(resolved: ResolvedQuestion) -> ListQuestion:
    """Return the question in the form for answers from lists and amounts."""
    question = asking_part(resolved.view.question, resolved.pack)
    said = {role: [""] for role in ("user", "assistant")}
    no_results = (resolved.phrases.people_unknown, resolved.phrases.other_number_unknown)
    for piece in resolved.view.of_kind("message"):
        if piece.text not in no_results:  # the result before is still meant
            said[piece.role].append(piece.text)
    return ListQuestion(
        question,
        resolved.statements,
        resolved.pack,
        asked_before=said["user"][-1],
        answered=said["assistant"][-1],
        now=resolved.phrasing.now,
    )


def _in_material(resolved: ResolvedQuestion, *, is_task: bool) -> str | None:
    """Answer from pasted text, if that answers: of this message, else of the last one.

    Earlier pasted text must match the question as well as anything else in the view.
    """
    pack = resolved.pack
    if is_task or asks_memory(resolved.view.question, pack):
        return None
    question = without_need(asking_part(resolved.question, pack))
    here = texts_of_question(resolved.view)
    texts = here or last_texts(resolved.view, pack)
    found = best_evidence(texts, resolved.view, question, pack, limit=_MOST_FOUND)
    if table := _table_asked(question, texts, found, pack):
        return resolved.phrases.table_attached.format(name=table)
    if not _answers_from_material(question, found, pack):
        return None
    others = [] if here else evidence(resolved.view, question, pack, limit=_MOST_FOUND)
    if best_share(each for each in others if not each.is_pasted) > best_share(found):
        return None
    return _quoted(question, _worth_quoting(found), resolved)


def _table_asked(
    question: str, texts: Sequence[PastedText], found: Sequence[Evidence], pack: LanguagePack
) -> str:
    """Return the name of an attached table that ``question`` asks for figures; empty if none is.

    So it does if the names of its columns match best.
    """
    tables = [each for each in texts if each.file.lower().endswith(_TABLES)]
    asks = (pack.counting.total, pack.counting.how_many, pack.accounts.asks_average)
    is_of_figures = any(each.search(question) for each in asks)
    for each in tables:
        head = each.piece.text.partition("\n")[0]
        if is_of_figures or (found and found[0].file == each.file and found[0].text in head):
            return each.file
    return ""


def _answers_from_material(question: str, found: Sequence[Evidence], pack: LanguagePack) -> bool:
    """Return whether a quote of pasted text covers half of the question, and enough else."""
    if not found:
        return False
    asked = set(pack.stems(question)) - pack.asking_stems
    is_told = found[0].holds_type and answer_type(question, pack) in _TOLD_OF
    holds_half = 2 * len(asked & found[0].stems) >= len(asked)
    return holds_half and best_share(found) >= (_LIKELY if is_told else _TOLD)


def _answer(resolved: ResolvedQuestion, *, is_task: bool) -> str:
    """Quote the answer to the question, or say plainly that there is none."""
    pack, phrases = resolved.pack, resolved.pack.phrases
    question = _with_last_question(asking_part(resolved.question, pack), resolved)
    said = candidates(
        resolved.view, question, pack, focus=resolved.looked_for, statements=resolved.statements
    )
    found = best_of(_denying(question, said, pack), question, pack, limit=_MOST_FOUND)
    found = as_corrected(question, found, said, pack)
    if not is_task and _misses_subject(resolved.view.question, found, pack):
        return _no_answer(resolved)
    if is_task or (_asks_advice(question, resolved) and not _is_told(question, found)):
        bears = [each for each in found[:1] if each.own >= _PLAINLY and not each.title]
        quotes = f"{phrases.related_quotes}\n\n{resolved.phrasing.bullets(bears)}" if bears else ""
        return "\n\n".join(filter(None, (_decline(resolved, is_task=is_task), quotes)))
    in_order = bool(pack.memory_questions.in_order.search(question))
    first = found[:1]
    found = found if in_order else amended(question, found, said, pack)
    share, ours = best_share(found), _is_about_conversation(resolved)
    least = _FAINT if ours else _least(question, found, resolved)
    fitting = _fitting(found) if ours else []
    if in_order:
        found = sorted(found[:_MOST_IN_ORDER], key=lambda each: each.source)
    else:
        found = _worth_quoting(found)
    plain = [not _shares_only_verb(question, each, pack) for each in (*first, *found[:1])]
    is_plain = not plain or any(plain)  # "oh no, grandma collects it" amends one that is
    if share >= least and is_plain and _covers_more(found, resolved):
        if answer_type(question, pack) == "person" and (
            denials := taken_back(question, found[0], said, pack)
        ):
            return resolved.phrasing.quotes([found[0], *denials])
        if changes := moved_or_off(question, found[0], said, pack):
            return resolved.phrasing.quotes([found[0], *changes])
        return _quoted(question, found, resolved, in_order=in_order)
    if not ours:
        is_of_plan = pack.memory_questions.who_does.match(resolved.view.question)
        return phrases.nothing_known if is_of_plan else _decline(resolved, is_task=False)
    if told := _about_antecedent(resolved, said):
        return told
    if fitting:
        return resolved.phrasing.quotes(fitting)
    of_ourselves = pack.memory_questions.of_ourselves.search(resolved.view.question)
    return _no_answer(resolved) if of_ourselves else phrases.nothing_known


def _denying(question: str, said: Sequence[Evidence], pack: LanguagePack) -> Sequence[Evidence]:
    """Return those of ``said`` that deny if "who isn't coming?" asks for them, or that do not."""
    want, is_denied = answer_type(question, pack), pack.corrections.denies.search(question)
    if is_denied and want in ("person", "choice"):
        found = [of for of in said if of.own and of.pack.corrections.denies.search(of.text)]
    else:
        found = [of for of in said if want == "person" and of.own and not denies_of_all(of)]
    return found or said


def _shares_only_verb(question: str, best: Evidence, pack: LanguagePack) -> bool:
    """Return whether only a verb of "which database do we use?", or "why …", is in ``best``.

    So it is if only "leave" is of "when does the steamer leave?", or "bring" of "who is bringing
    the cake?".
    """
    want = answer_type(question, pack)
    if not (_is_of_sort(question, pack) or want in ("reason", "time", "person")):
        return False
    acts = {stem for word in words(question) if word in pack.lexicon.verbs
            for stem in pack.stems(word)}  # fmt: skip
    shared = set(pack.stems(question)) & best.stems
    if want == "person":
        if not best.pack.lexicon.pronouns.isdisjoint(words(best.text)):
            return False  # "I take her": who takes Mum?
        acts |= pack.lexicon.verbs & shared
    if want in ("time", "person"):
        others = set(pack.stems(question)) - pack.asking_stems - acts
        known = best.stems | best.sentence.implied | stems_across(best.title, pack)
        is_named = any(of in known or kin(of, known, pack) for of in others)
        return bool(others and shared) and shared <= acts and not is_named
    return bool(shared) and shared <= acts and not best.holds_type


def _is_of_sort(question: str, pack: LanguagePack) -> bool:
    """Return whether a noun follows its "which" or "what": not "what did we rent?"."""
    sort = pack.answer_types.sort.search(question)
    return sort is not None and sort["sort"].lower() not in _verbs(pack)


def _verbs(pack: LanguagePack) -> Set[str]:
    return pack.lexicon.auxiliaries | pack.lexicon.verbs


def _nearest(resolved: ResolvedQuestion) -> str:
    """Quote the person's statements that come nearest to the question, marked as unsure.

    If none shares enough words with it, those that they made just before, where it goes on from
    them.  Empty if it may be about the world.
    """
    pack, asked = resolved.pack, resolved.view.question
    question = _with_last_question(asking_part(resolved.question, pack), resolved)
    found = evidence(
        resolved.view,
        question,
        pack,
        focus=resolved.looked_for,
        limit=_MOST_FOUND,
        statements=resolved.statements,
    )
    found = [each for each in found if _is_own_statement(each)]
    if _asks_advice(question, resolved) or _misses_subject(asked, found, pack):
        return ""
    is_ours = bool(pack.memory_questions.of_ourselves.search(asked)) and not resolved.looked_for
    if found and (is_ours or _is_near(question, found[0], pack)):
        shown = _with_change(question, _worth_quoting(found)[:_MOST_NEAREST], resolved)
        nearest = resolved.phrasing.bullets(shown)
    else:
        told = just_told(resolved.view, resolved.statements)
        nearest = bullets_of(told) if told and _goes_on(resolved, told) else ""
    return nearest and f"{pack.phrases.unsure_quotes}\n\n{nearest}"


def _with_change(
    question: str, shown: Sequence[Evidence], resolved: ResolvedQuestion
) -> list[Evidence]:
    """Return ``shown`` after the last statement that says that something in the first changed."""
    said = candidates(
        resolved.view,
        question,
        resolved.pack,
        focus=resolved.looked_for,
        statements=resolved.statements,
    )
    changes = changed_later(question, shown[0], said, resolved.pack)
    return [*(each for each in changes if each not in shown), *shown]


def _goes_on(resolved: ResolvedQuestion, told: Sequence[ViewStatement]) -> bool:
    """Return whether the question goes on from what was ``told``.

    It has no subject of its own, is of a sort or a place in a list, or asks for an amount or a time
    that was told: "which painkiller is not allowed?".
    """
    pack, question = resolved.pack, resolved.view.question
    spoken, stems = set(words(question)), frozenset(pack.stems(question))
    named = {stem for name in names(question, pack) for stem in pack.stems(name.text)}
    kind = answer_type(question, pack)
    is_of_name = kind == "name" or pack.memory_questions.own_name.search(question)
    if is_of_name or not named <= _known_stems(resolved):
        return False
    if resolved.unknown or resolved.resolution.references:
        return True
    if kind in _OF_VALUES:
        return any(has_answer(kind, each.text, stems, pack) for each in told)
    period = find_period(question, resolved.phrasing.now, pack.language)
    is_of_day = period is not None and spoken.isdisjoint(pack.dates.weekdays)  # "tomorrow"
    is_short = len(spoken) <= _MOST_TOPIC_WORDS and not (_verbs(pack) & spoken or is_of_day)
    has_no_subject = stems <= pack.asking_stems or is_short
    is_of_place = bool(pack.counting.ordinal.search(question))
    return has_no_subject or is_of_place or _is_of_sort(question, pack)


def _is_own_statement(each: Evidence) -> bool:
    """Return whether the person stated it themselves, in this chat."""
    is_own = each.role == "user" and not (each.title or each.is_pasted)
    return is_own and dialogue_act(each.text, each.pack) not in ASKING_ACTS


def _is_near(question: str, best: Evidence, pack: LanguagePack) -> bool:
    """Return whether ``best`` has enough words of ``question``, and all of its names."""
    shared = set(pack.stems(question)) & best.stems
    named = {stem for name in names(question, pack) for stem in pack.stems(name.text)}
    is_of_words = any(not stem.isdigit() for stem in shared)
    return best.own >= _NEAR and is_of_words and named <= best.stems | best.sentence.message


def _misses_subject(question: str, found: Sequence[Evidence], pack: LanguagePack) -> bool:
    """Return whether none of ``found`` mentions the subject of the question.

    "The password of …": it may be forgotten; a quote about the rest of the question is no answer.
    """
    asked = pack.memory_questions.told_about.search(question)
    if not asked or (found and found[0].sentence.speaker):
        return False
    stems = frozenset(pack.stems(question)) - pack.asking_stems
    if all(stems.isdisjoint(each.stems) for each in found):
        return False  # a question about the world: no part of it is discussed here
    noun = asked.groupdict().get("noun")
    if noun and answer_type(question, pack) is not None:
        return False
    wanted = frozenset(pack.stems(noun or asked["what"])) - pack.asking_stems
    least = 1 if noun else len(wanted)
    return bool(wanted) and not any(
        sum(of in each.stems or bool(kin(of, each.stems, pack)) for of in wanted) >= least
        for each in found
    )


def _fitting(found: Sequence[Evidence]) -> list[Evidence]:
    """Return the best statement of this chat of the type asked for, if it shares any word."""
    own = (each for each in found if each.holds_type and each.sentence.is_own and not each.title)
    return [each for each in own if each.share > 0][:1]


def _stay_before(resolved: ResolvedQuestion, order: float) -> str:
    """Return the person's last statement of this chat before message ``order`` that names a stay.

    A weekday said after it is likely one of its days: "Joost can only come on Saturday".
    """
    told = (
        each.text
        for each in reversed(resolved.statements)
        if each.is_of_person
        and each.piece.timestamp
        and not each.piece.reason.title
        and max(each.piece.message_ids, default=0) < order
        and first_and_last_day(
            each.text, each.piece.timestamp, language_pack_for(each.text, resolved.pack).language
        )
    )
    return next(told, "")


def _after_stay(best: Evidence, resolved: ResolvedQuestion) -> Evidence:
    """Return ``best`` with the stay that its chat is about before it in its message."""
    stay = _stay_before(resolved, max(best.source, default=0))
    before, said, after = best.message.partition(best.text)
    return replace(best, message=f"{before}\n{stay}\n{said}{after}") if stay and said else best


def _quoted(
    question: str, found: Sequence[Evidence], resolved: ResolvedQuestion, *, in_order: bool = False
) -> str:
    """Quote ``found``, after the words that answer if all are from one message."""
    is_one = len({each.source for each in found}) == 1 and not in_order
    now = resolved.phrasing.now
    best = _after_stay(found[0], resolved)
    span = answer_span(question, best, resolved.pack, now) if is_one else None
    part = span or (contrasting_part(question, found[0], resolved.pack) if is_one else None)
    if part:
        found = [_around(part, question, found[0], resolved.pack), *found[1:]]
    elif not in_order:
        found = _with_following(found, resolved)
    quotes = resolved.phrasing.quotes(found)
    return f"{as_sentence(span, found[0])}\n\n{quotes}" if span else quotes


def _with_following(found: Sequence[Evidence], resolved: ResolvedQuestion) -> list[Evidence]:
    """Return ``found``, each with the next sentence of its message if that continues it.

    "Anneli is off sick. She has pneumonia" answers as a whole, and so does a heading with its list.
    """
    known = {(each.source, each.place) for each in found}
    longer: list[Evidence] = []
    for each in found:
        longer.append(each)
        following = _following(each, resolved)
        listed = _listed_below(each, resolved)
        longer += [
            replace(each, text=more.text, place=more.place)
            for more in filter(None, (following, *listed))
            if (each.source, more.place) not in known
        ]
    return longer


def _listed_below(each: Evidence, resolved: ResolvedQuestion) -> list[ViewStatement]:
    """Return the lines below ``each`` if it is the heading of a list, up to the next heading."""
    if not each.text.rstrip().endswith(":"):
        return []
    own = [said for said in resolved.statements if said.piece.message_ids == each.source]
    below = dropwhile(lambda said: said.text != each.text, own)
    listed = takewhile(lambda said: not said.text.rstrip().endswith(":"), islice(below, 1, None))
    return list(islice(listed, _MOST_LISTED))


def _following(each: Evidence, resolved: ResolvedQuestion) -> ViewStatement | None:
    """Return the next sentence of the message of ``each``, if it is short and continues it."""
    if each.item_kind or each.sentence.speaker or each.holds_type or each.is_pasted:
        return None
    for said in resolved.statements:
        is_next = said.piece.message_ids == each.source and said.place == each.place + 1
        if said.piece.item is not None or not is_next or not said.is_quotable:
            continue
        count = len(each.text.split()) + len(said.text.split())
        if count <= _ENOUGH_WORDS and _points_at_it(said.text, resolved):
            return said
    return None


def _points_at_it(text: str, resolved: ResolvedQuestion) -> bool:
    """Return whether ``text`` is about the sentence before it, by its first word or as an answer.

    "Joost paid that" answers "who paid for the house?".
    """
    pack, spoken = resolved.pack, [word.partition("'")[0] for word in words(text)]
    points = pack.lexicon.pronouns | pack.lexicon.pointing
    if spoken[:1] and spoken[0] in points:
        return True
    asked = frozenset(pack.stems(resolved.question)) - pack.asking_stems
    tells_who = answer_type(resolved.question, pack) == "person" and has_answer(
        "person", text, asked, pack
    )
    return tells_who and not points.isdisjoint(spoken) and bool(asked & set(pack.stems(text)))


def _answer_or_last(resolved: ResolvedQuestion, *, is_task: bool) -> str:
    """Answer from statements, else with the answer to the last question, if that is meant."""
    body = _answer(resolved, is_task=is_task)
    if is_task or read_marks(body).citations:
        return body
    return other_part(resolved.view, resolved.statements, resolved.pack) or body


def _with_last_question(question: str, resolved: ResolvedQuestion) -> str:
    """Return a question without a subject, such as "at what time?", after the one before it."""
    pack = resolved.pack
    stems = set(pack.stems(question)) - pack.asking_stems
    names_something = any(pack.topics.get(stem) != "time" for stem in stems)
    acts = not pack.lexicon.verbs.isdisjoint(words(question))
    is_whole = acts and bool(pack.cues.first_person.search(question))  # "when do I go?"
    if resolved.resolution.references or names_something or is_whole:
        return question
    asked = [piece.text for piece in resolved.view.of_kind("message") if piece.role == "user"]
    last = asked[-1] if asked else ""
    return f"{question} {last}" if last and dialogue_act(last) == "question" else question


def _least(question: str, found: Sequence[Evidence], resolved: ResolvedQuestion) -> float:
    """Return the share of a question about the world that a quote must cover to answer it.

    It is lower if the quote has the type of answer asked for, and every name in the question, or if
    the question presupposes something that the person mentioned.
    """
    pack = resolved.pack
    told = _known_stems(resolved)
    if any(thing in told or kin(thing, told, pack) for thing in _things(resolved.question, pack)):
        return _OF_THEIRS
    if not (found and found[0].holds_type and answer_type(question, pack) in _TOLD_OF):
        return _SURE
    named = {stem for name in names(question, pack) for stem in pack.stems(name.text)}
    return _TOLD if named <= found[0].stems | found[0].sentence.message else _SURE


def _around(span: str, question: str, best: Evidence, pack: LanguagePack) -> Evidence:
    """Return ``best`` cut to its part with the answer ``span``, if it says much more."""
    part = answering_part(question, best, pack)
    if span not in part or len(part.split()) > _MOST_OF * len(best.text.split()):
        return best
    before = "" if best.text.startswith(part) else "[…] "
    after = "" if best.text.endswith(part) else " […]"
    return replace(best, text=f"{before}{part}{after}")


def _asks_advice(question: str, resolved: ResolvedQuestion) -> bool:
    """Return whether ``question`` asks for general advice, not about a message.

    "When can I reach her?" asks about a message.
    """
    pack = resolved.pack
    own = pack.memory_questions
    if resolved.resolution.references and answer_type(question, pack) in _TOLD_OF:
        return False
    return bool(own.general_advice.search(question)) and not own.remember.search(question)


def _is_told(question: str, found: Sequence[Evidence]) -> bool:
    """Return whether the person's own statement says what they must do: "when must I call?"."""
    best = found[0] if found else None
    if best is None or not best.sentence.is_own or best.own < _TOLD or best.title:
        return False
    obliges = best.pack.list_changes.obliges
    if best.holds_type and answer_type(question, best.pack) == "time":
        return True  # "the thesis has to be handed in on 1 June"
    return question.split()[0].lower() in best.pack.lexicon.question_words and any(
        pattern.search(best.text) for pattern in obliges
    )


def _worth_quoting(found: Sequence[Evidence]) -> list[Evidence]:
    """Return the best of ``found`` with nearly equal odds, as many as are easy to read."""
    kept: list[Evidence] = []
    count = 0
    gap = _gap(found[0]) if found else 0.0
    for each in found:
        more = len(each.text.split())
        if each.score < found[0].score - gap or count >= _ENOUGH_WORDS:
            break
        if not kept or count + more <= _MOST_WORDS:
            kept.append(each)
            count += more
    return kept


def _gap(best: Evidence) -> float:
    """Return how much less likely than ``best`` a quote may be, in log odds."""
    if best.sentence.speaker:  # in a conversation of two people answers are spread out
        return _IN_A_TALK
    return _EVENLY if best.own >= _PLAINLY else _NEARLY


def _decline(resolved: ResolvedQuestion, *, is_task: bool) -> str:
    """Say which tasks need a language model: in full the first time, then briefly."""
    phrases = resolved.pack.phrases
    said = [piece.text for piece in resolved.view.of_kind("message") if piece.role == "assistant"]
    if _states_first(resolved.view.question, resolved.pack) or any(
        phrases.how_to_get_model in text for text in said
    ):
        return phrases.no_work_short if is_task else phrases.no_model_short
    return phrases.no_work if is_task else phrases.no_model


def _is_about_conversation(resolved: ResolvedQuestion) -> bool:
    """Return whether the question is about this conversation, by its words or its subject."""
    pack = resolved.pack
    if resolved.resolution.references or pack.memory_questions.of_ourselves.search(
        resolved.question
    ):
        return True
    named = {stem for name in names(resolved.question, pack) for stem in pack.stems(name.text)}
    return bool(named & _known_stems(resolved))


def _known_stems(resolved: ResolvedQuestion) -> frozenset[str]:
    """Return the stems of the person's messages in the view, and of remembered items."""
    said = " ".join(
        piece.text
        for piece in resolved.view.pieces
        if piece.kind in ("item", "recalled", "message") and piece.role == "user"
    )
    return frozenset(resolved.pack.stems(said))


def _things(question: str, pack: LanguagePack) -> frozenset[str]:
    """Return the stems of things that ``question`` presupposes: "the cabinets", "which notary"."""
    text = SlotText(question, pack)
    known = (
        each.text.split()[-1]
        for each in noun_phrases(question, pack)
        if text.article_before(each.start).lower() in pack.lexicon.definite
    )
    sort = pack.answer_types.sort.search(question)
    people = {sort["sort"].lower()} & pack.lexicon.people if sort else ()
    return frozenset(stem for head in (*known, *people) for stem in pack.stems(head))


def _covers_more(found: Sequence[Evidence], resolved: ResolvedQuestion) -> bool:
    """Return whether a quote covers more than the antecedent of a resolved reference."""
    references, pack = resolved.resolution.references, resolved.pack
    if not references:
        return True
    meant = set(pack.stems(references[0].antecedent))
    rest = set(pack.stems(resolved.question)) - meant
    kin = {pack.topics[stem] for stem in rest if stem in pack.topics}
    return not rest or any(each.stems & rest or each.sentence.topics & kin for each in found)


def _about_antecedent(resolved: ResolvedQuestion, found: Sequence[Evidence]) -> str:
    """Quote the last messages about the referent of a pronoun, the best matches first.

    They rarely name it in the sentence that answers: "Dirk heats with wood. He lives in Epe."
    ``found`` are the statements, with what their own pronouns mean.
    """
    references, pack = resolved.resolution.references, resolved.pack
    if not references or not references[0].phrase or resolved.resolution.rivals:
        return ""
    meant = set(pack.stems(references[0].antecedent))
    asked = set(pack.stems(resolved.question)) - meant
    implied: dict[tuple[int, ...], set[str]] = {}
    for each in found:
        implied.setdefault(each.source, set()).update(each.sentence.implied)
    said = [
        (piece, set(pack.stems(piece.text)) | implied.get(piece.message_ids, set()) & meant)
        for piece in _own_messages(resolved)
    ]
    about = [
        (len(asked & stems), piece.message_ids, piece)
        for piece, stems in said
        if meant & stems and dialogue_act(piece.text, pack) in STATING_ACTS
    ]
    best = sorted(about, key=lambda each: each[:2], reverse=True)[:_MOST_TOLD]
    quotes = [
        cited(as_quote(_from_mention(piece.text, meant, pack)), piece.message_ids)
        for _, _, piece in best
    ]
    lines = [f"- “{quote}”" for quote in quotes]
    return f"{resolved.pack.phrases.quotes_found}\n\n" + "\n".join(lines) if lines else ""


def _from_mention(text: str, meant: set[str], pack: LanguagePack) -> str:
    """Return ``text`` from its first sentence with one of the stems ``meant``."""
    parts = (part for part in quotable_sentences(text) if meant & set(pack.stems(part)))
    return text[max(0, text.find(next(parts, text))) :]


def _no_answer(resolved: ResolvedQuestion) -> str:
    phrases = resolved.pack.phrases
    if then := _list_period(resolved):
        return then
    if not resolved.looked_for or resolved.resolution.references:
        return phrases.nothing_said
    looked_for = phrases.or_joiner.join(f"“{as_quote(each)}”" for each in resolved.looked_for)
    nothing = phrases.found_nothing_anywhere if resolved.asks_anywhere else phrases.found_nothing
    return nothing.format(looked_for=looked_for)


def _assumption(resolved: ResolvedQuestion, *, is_answered: bool) -> str:
    """State in one line how a reference was resolved, or that it could not be.

    Nothing is stated if a quote answers without doubt.
    """
    resolution, phrases = resolved.resolution, resolved.pack.phrases
    if resolved.read_as:
        return phrases.assumed_question.format(question=as_quote(resolved.read_as))
    if not resolution.references:
        return (
            phrases.unresolved_reference.format(phrase=as_quote(resolved.unknown))
            if resolved.unknown and not is_answered
            else ""
        )
    reference = resolution.references[0]
    if reference.phrase == resolved.view.question.strip():
        return phrases.assumed_question.format(question=as_quote(resolution.rewritten or ""))
    antecedent = as_quote(reference.antecedent)
    if not reference.phrase:
        return phrases.assumed_topic.format(antecedent=antecedent)
    rival = next((each for each in resolution.rivals if each != reference.antecedent), None)
    phrase = as_quote(reference.phrase)
    if rival:
        return phrases.assumed_of_two.format(
            phrase=phrase, antecedent=antecedent, rival=as_quote(rival)
        )
    return phrases.assumed_antecedent.format(phrase=phrase, antecedent=antecedent)
