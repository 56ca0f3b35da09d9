"""Extraction: the items of messages that are worth remembering, in their own words.

No sentence is written here. Clauses are classified by their words as preference, constraint,
decision, todo, open question or fact, and the most salient ones are kept within a size. Messages
are material: no order in them is obeyed.
"""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from tidemark.engines.builtin.items.exchange_items import (
    ParsedMessage,
    accepted_proposals,
    open_questions,
    short_answers,
    subjects,
)
from tidemark.engines.builtin.items.selection import (
    AIM_TOKENS,
    ItemCandidate,
    salience,
    select_items,
)
from tidemark.engines.builtin.status_updates import status_updates, was_done_later
from tidemark.memory.corrections import current, effect_of
from tidemark.memory.forgetting import asks_to_forget
from tidemark.memory.matching import has_correcting_word, says_the_same, supersedes
from tidemark.memory.merging import merge, rewritten
from tidemark.memory.pasted_text import LONGEST_OWN, own_statements
from tidemark.memory.recorded_statement import RecordedStatement
from tidemark.nlp.clauses import Clause, captions, clauses
from tidemark.nlp.cues import Cues
from tidemark.nlp.dates import DateFound, find_date
from tidemark.nlp.dialogue_acts import tells_who
from tidemark.nlp.language_id import language_of
from tidemark.nlp.mentions import names
from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.nlp.patterns import NUMBER, Pattern
from tidemark.nlp.search_terms import content_stems
from tidemark.nlp.speakers import speakers
from tidemark.schema import Item, ItemKind, Message, Role, SessionMemory

_LONG_REPLY_CHARS = 800  # of longer replies of an assistant only the end is read, where they ask
_REPLY_END_CHARS = 400
_OPENING_CHARS = 200
_Place = tuple[int, int]  # a clause by its message and its number in it
_CORRECTING: tuple[ItemKind, ...] = ("preferences", "constraints", "decisions", "key_facts")
_TODO_WORTH = 0.5
_TASK_JOINT = re.compile(r"(,\s+(?:and\s+|en\s+)?|;\s+|\s+(?:and|en)\s+)")
_LONGEST_HEADING = 8  # words
_LEAST_ROOM = 40  # tokens: labels and dates may outweigh a few words
_LEAST_ANSWERED = 2  # stems besides numbers: "364 are left" means nothing by itself
_TOLD_CHARS = 25  # a statement before "can you help" is kept from this length on
_LEAST_TELLING = 0.04  # salience; the mean of all clauses is .09


class _Correction(NamedTuple):
    """The clause that corrected another one, and the text (``was``) of that one before.

    If its own text was completed with words of the messages ``completed_from``, there is none.
    """

    was: str
    clause: Clause
    completed_from: tuple[int, ...] = ()


def extract(
    messages: Sequence[Message], known: SessionMemory, *, limit_tokens: int
) -> SessionMemory:
    """Return the items of ``messages`` worth remembering, within ``limit_tokens`` as rendered.

    Every item is in the words of the messages it cites, its quote verbatim. Profile and todos come
    from the user alone. Todos and questions of ``known`` that ``messages`` settle are returned with
    their new status; known items are superseded by new ones. The same messages always give the same
    memory, which is no longer than they are, except for very short ones.
    """
    said_messages = _parse_messages(messages, known)
    parsed_messages, was = _corrected(said_messages)
    replaced = sum(message.token_count for message in messages)
    limit = min(limit_tokens, max(replaced, _LEAST_ROOM))
    stated = [
        _with_history(each, was)
        for each in _from_clauses(parsed_messages, frozenset(was))
        if not _is_done(each, parsed_messages)
    ]
    found = [*_status_changes(said_messages, known), *_from_exchanges(said_messages), *stated]
    aim = limit if known.is_empty else AIM_TOKENS
    memory = select_items(list(_mark_known(found, known)), limit_tokens=limit, aim_tokens=aim)
    if memory.is_empty:
        asked = [_candidate("open_questions", at) for at in subjects(parsed_messages)]
        return select_items(asked[-1:], limit_tokens=limit)
    return merge(SessionMemory(), memory)  # applies changes of mind within these messages too


def _corrected(
    parsed_messages: Sequence[ParsedMessage],
) -> tuple[list[ParsedMessage], dict[_Place, _Correction]]:
    """Return the messages with later corrections applied to their clauses, and the corrections.

    A clause that only corrects another is left out; a changed one is identified by its place.
    """
    told = [
        clause
        for parsed in parsed_messages
        if (parsed.is_user or parsed.speaker) and len(parsed.message.content) <= LONGEST_OWN
        for clause in parsed.clauses
        if not (clause.asks or clause.is_caption)
    ]
    now = current([_recorded(clause) for clause in told])
    changed: dict[_Place, _Correction] = {}
    texts: dict[_Place, str | None] = {}
    for clause, at in zip(told, now, strict=True):
        own = _without(clause.speaker, at.text)
        texts[_place(clause)] = None if at.is_fragment else own
        if at.was:
            by = told[at.corrected_by[-1]]
            changed[_place(clause)] = _Correction(_without(clause.speaker, at.was[0]), by)
        elif at.corrects and not at.is_fragment:
            is_whole = at.text == _recorded(clause).text
            ids = () if is_whole else tuple(told[of].message.id for of in at.corrects)
            changed[_place(clause)] = _Correction("", clause, ids)
    corrected = (_with_texts(parsed, texts) for parsed in parsed_messages)
    return [_without_taken_back(parsed) for parsed in corrected], changed


def _with_texts(parsed: ParsedMessage, texts: Mapping[_Place, str | None]) -> ParsedMessage:
    found = ((clause, texts.get(_place(clause), clause.text)) for clause in parsed.clauses)
    kept = tuple(
        clause if text == clause.text else replace(clause, text=text)
        for clause, text in found
        if text is not None
    )
    return replace(parsed, clauses=kept)


def _without_taken_back(parsed: ParsedMessage) -> ParsedMessage:
    """Return the message without a clause that it takes back: "Kim can't come. Kim can come"."""
    leaves = LANGUAGE_PACKS[parsed.cues.language].ledger.some_leave
    kept, joins = list[Clause](), set[str]()
    for clause in reversed(parsed.clauses):
        left = leaves.search(clause.text)
        if not (left and left["names"] in joins):
            kept.append(clause)
        joins.add(_who_joins(clause, parsed.cues))
    return replace(parsed, clauses=tuple(reversed(kept)))


def _who_joins(clause: Clause, cues: Cues) -> str:
    """Return the names of those who come, by ``clause``: "Tom can come after all"."""
    pack = LANGUAGE_PACKS[cues.language]
    joined = pack.ledger.some_join.search(clause.text)
    named = joined and any(each.text in joined["names"] for each in names(joined[0], pack))
    return joined["names"] if joined and named else ""


def _recorded(clause: Clause) -> RecordedStatement:
    """Return ``clause`` by the position of its message: ids have gaps if others write too."""
    text = f"{clause.speaker}: {clause.text}" if clause.speaker else clause.text
    return RecordedStatement(text, (clause.message.position + 1,), quote=clause.quote)


def _without(speaker: str | None, text: str) -> str:
    return text.removeprefix(f"{speaker}: ") if speaker else text


def _place(clause: Clause) -> _Place:
    return clause.message.id, clause.place


def _with_history(found: ItemCandidate, changed: Mapping[_Place, _Correction]) -> ItemCandidate:
    """Return ``found`` with the earlier wording that a correction in these messages replaced."""
    by = changed.get(found.place)
    if by is None:
        return found
    if not by.was:
        ids = tuple(dict.fromkeys((*found.item.message_ids, *by.completed_from)))
        item = found.item.model_copy(update={"message_ids": ids})
        return replace(found, item=item, is_settled=True)
    older = found.item.model_copy(update={"text": by.was})
    newer = Item(
        text=by.clause.text,
        quote=by.clause.quote,
        message_ids=(by.clause.message.id,),
        on=_date_of(by.clause),
    )
    return replace(found, item=rewritten(older, newer, found.item.text), is_settled=True)


def _date_of(clause: Clause) -> dt.date | None:
    found = find_date(clause.text, clause.message.timestamp, clause.language)
    return found.on if found else None


def _is_done(found: ItemCandidate, parsed_messages: Sequence[ParsedMessage]) -> bool:
    return found.kind == "todos" and was_done_later(found.item, parsed_messages)


def _parse_messages(messages: Sequence[Message], known: SessionMemory) -> list[ParsedMessage]:
    """Parse each of ``messages`` in its own language, or if unknown in that of the one before."""
    named = speakers(messages)
    people = frozenset(name.casefold() for name in named.values())
    parsed_messages = []
    language = language_of(" ".join(_language_hints(messages, known)))
    for said in messages:
        message = _own_part(said, named)
        cues = LANGUAGE_PACKS[language_of(message.content, otherwise=language)].cues
        language = cues.language
        parsed_messages.append(_parse_message(message, _speaker(message, named), cues, people))
    return parsed_messages


def _own_part(message: Message, named: Mapping[Role, str]) -> Message:
    """Return a person's ``message`` without the text that they pasted."""
    if message.role == "assistant" and not named:
        return message
    own = own_statements(message.content)
    is_whole = own == message.content
    return message if is_whole else message.model_copy(update={"content": own})


def _language_hints(messages: Sequence[Message], known: SessionMemory) -> Iterator[str]:
    """Yield texts that show the language of the first messages."""
    yield from (item.text for _, item in known.all_items())
    yield from (message.content[:_OPENING_CHARS] for message in messages)


def _speaker(message: Message, named: Mapping[Role, str]) -> str | None:
    name = named.get(message.role)
    return name if name and message.content.startswith(f"{name}:") else None


def _parse_message(
    message: Message, speaker: str | None, cues: Cues, people: frozenset[str]
) -> ParsedMessage:
    if message.role == "assistant" and not speaker and len(message.content) > _LONG_REPLY_CHARS:
        end = message.model_copy(update={"content": message.content[-_REPLY_END_CHARS:]})
        return ParsedMessage(message, None, tuple(clauses(end, cues)[1:]), cues)
    said = clauses(message, cues, speaker=speaker, people=people)
    return ParsedMessage(message, speaker, (*said, *captions(message, cues, speaker=speaker)), cues)


def _status_changes(
    parsed_messages: Sequence[ParsedMessage], known: SessionMemory
) -> Iterator[ItemCandidate]:
    for index, (kind, item) in enumerate(status_updates(parsed_messages, known)):
        yield ItemCandidate(kind, item, 1.0, (-1, index), is_settled=True)


def _from_exchanges(parsed_messages: Sequence[ParsedMessage]) -> Iterator[ItemCandidate]:
    for item in open_questions(parsed_messages):
        yield _candidate("open_questions", item)
    for item in accepted_proposals(parsed_messages):
        yield _candidate("decisions", item)


def _candidate(kind: ItemKind, item: Item) -> ItemCandidate:
    return ItemCandidate(kind, item, 0.5, (item.message_ids[-1], 0))


def _from_clauses(
    parsed_messages: Sequence[ParsedMessage], corrected: frozenset[_Place]
) -> Iterator[ItemCandidate]:
    """Yield the items of single clauses: of the user, and of both if two people talk."""
    people = frozenset(parsed.speaker.casefold() for parsed in parsed_messages if parsed.speaker)
    short = {parsed.message.id for parsed in short_answers(parsed_messages)}
    before = None
    for parsed in parsed_messages:
        answers = bool(before and before.questions)
        before = parsed
        for clause in parsed.clauses:
            if todos := _todos(clause, parsed.cues):
                for todo in todos:
                    is_verbatim = todo.text in clause.quote  # apostrophes may differ
                    part = todo.text if is_verbatim else clause.quote
                    said = todo if len(todos) == 1 else replace(todo, quote=part)
                    found = _item_of("todos", said, parsed.cues, people=people, answers=answers)
                    yield replace(found, worth=_TODO_WORTH)  # equal, so that a list keeps its order
                continue
            if parsed.is_user or parsed.speaker:
                recognised = _classified(clause, parsed.cues)
            elif parsed.message.id in short:
                recognised = _answered(clause, parsed.cues)
            else:
                continue
            if recognised:
                kind, told = recognised
                found = _item_of(kind, told, parsed.cues, people=people, answers=answers)
                found = replace(found, is_own=parsed.is_user or bool(parsed.speaker))
                is_correction = _place(clause) in corrected or _is_correction(told, parsed.cues)
                is_correction = is_correction or bool(_who_joins(told, parsed.cues))
                if kind != "key_facts" or found.worth >= _LEAST_TELLING or is_correction:
                    yield found


def _answered(clause: Clause, cues: Cues) -> tuple[ItemKind, Clause] | None:
    """Return a clause of an assistant's short answer as a fact, or None.

    None if it asks or proposes, if it depends on the clause before ("it leaves 144"), or if it
    could correct a wish, which only the person may do.
    """
    proposes = any(pattern.search(clause.text) for pattern in cues.proposes)
    leans = cues.dangling.match(clause.text) or cues.dangling.match(clause.quote)
    says = sum(not stem.isdigit() for stem in clause.stems) >= _LEAST_ANSWERED
    if clause.asks or proposes or leans or not says or _has_correcting_word(clause):
        return None
    return "key_facts", clause


def _classified(clause: Clause, cues: Cues) -> tuple[ItemKind, Clause] | None:
    """Return the most binding kind that ``clause`` can be, and the part that shows it.

    None for a question, a request, and an order to the reader.
    """
    if cues.orders_to_reader.search(clause.text) or not clause.stems:
        return None
    if asks_to_forget(clause.quote):
        return None
    told = _without_request(clause, cues)
    return (_kind(told, cues) or ("key_facts", told)) if told else None


def _todos(clause: Clause, cues: Cues) -> list[Clause]:
    """Return each task in ``clause``: "buy milk" and "call Anna"."""
    if clause.message.role != "user" or asks_to_forget(clause.quote):
        return []
    if listed := _listed_tasks(clause, cues):
        return [clause.shortened_to(task) for task in listed]
    todo = _todo(clause, cues)
    if not todo or cues.orders_to_reader.search(clause.text):
        return []
    return [clause.shortened_to(part) for part in _parted(todo, cues)]


def _listed_tasks(clause: Clause, cues: Cues) -> list[str]:
    """Return the tasks below a heading for tasks, or in a list whose entries all read as tasks."""
    heading, colon, listed = clause.text.partition(":")
    if not colon or clause.asks or len(heading.split()) > _LONGEST_HEADING:
        return []
    tasks = [task.strip(" .") for task in _TASK_JOINT.split(listed)[::2] if task.strip(" .")]
    if len(tasks) > 1 and all(map(cues.is_task, tasks)):
        return tasks
    if not cues.task_heading.search(heading.strip()):
        return []
    return tasks if "," in listed else _parted(listed, cues)


def _parted(text: str, cues: Cues) -> list[str]:
    """Return the tasks in ``text``, split if both sides read as one."""
    parts: list[str] = [""]
    joint = ""
    for piece, following in _pieces(text.strip()):
        if joint and cues.parts_tasks(parts[-1], piece):
            parts.append(piece)
        else:
            parts[-1] += joint + piece
        joint = following
    return [part.strip(" .") for part in parts]


def _pieces(todo: str) -> Iterator[tuple[str, str]]:
    """Yield the pieces of a list of tasks, each with the joint before the next."""
    found = _TASK_JOINT.split(todo)
    yield from zip_longest(found[::2], found[1::2], fillvalue="")


def _todo(clause: Clause, cues: Cues) -> str | None:
    asks = clause.asks or cues.requests.search(clause.text)
    patterns = [(pattern, cues.no_reminder) for pattern in cues.reminders]
    patterns += [(pattern, cues.no_todo) for pattern in cues.todos if not asks]
    for pattern, refused in patterns:
        found = pattern.search(clause.text)
        if (
            found
            and content_stems(found["what"], cues.language)
            and not refused.search(found["what"])
        ):
            return found["what"].rstrip("?")
    return None


def _without_request(clause: Clause, cues: Cues) -> Clause | None:
    """Return the statement in ``clause`` before its request; None if it only asks."""
    if clause.asks:
        return None
    request = cues.requests.search(clause.text)
    if request is None or tells_who(clause.text, LANGUAGE_PACKS[cues.language]):
        return clause
    if request.start() < _TOLD_CHARS:
        return None
    return clause.shortened_to(cues.last_joint.sub("", clause.text[: request.start()]))


def _kind(clause: Clause, cues: Cues) -> tuple[ItemKind, Clause] | None:
    """Return the kind of ``clause`` if it is more than a fact, and the part that shows it."""
    for kind, patterns, refused in _kinds(clause, cues):
        found = next((at for p in patterns if (at := p.search(clause.text))), None)
        if found is None or refused.search(clause.text):
            continue
        before, wanted = clause.text[: found.start()], clause.text[found.start() :]
        stands_alone = cues.first_person.match(wanted) and not cues.denies.search(before)
        if kind == "preferences" and stands_alone and not cues.leaning.match(before):
            return kind, clause.shortened_to(wanted)
        return kind, clause
    return None


def _kinds(clause: Clause, cues: Cues) -> Iterator[tuple[ItemKind, tuple[Pattern, ...], Pattern]]:
    yield "decisions", cues.decisions, cues.no_decision
    if clause.message.role == "user" and not clause.is_caption:
        yield "constraints", cues.constraints, cues.no_constraint
        yield "preferences", cues.preferences, cues.no_preference


def _item_of(
    kind: ItemKind, clause: Clause, cues: Cues, *, people: frozenset[str], answers: bool
) -> ItemCandidate:
    """Return ``clause`` as an item of ``kind``, with its salience as its worth."""
    before = clause.message.content.partition(clause.quote)[0] if kind != "todos" else ""
    dated = find_date(clause.text, clause.message.timestamp, cues.language, before=before)
    worth = salience(clause, cues, dated=dated, people=people, answers=answers)
    text = _without_relative_day(clause.text, dated, cues)
    if kind == "todos" and dated is None:  # "herinner me morgen aan de apk": the day is outside
        dated = find_date(clause.quote, clause.message.timestamp, cues.language)
    item = Item(
        text=f"{clause.speaker}: {text}" if clause.speaker else text,
        quote=clause.quote,
        message_ids=(clause.message.id,),
        on=dated.on if dated else None,
        status="open" if kind == "todos" else None,
    )
    return ItemCandidate(kind, item, worth, _place(clause))


def _is_correction(clause: Clause, cues: Cues) -> bool:
    """Return whether ``clause`` is a correction: "not the window, the aisle"."""
    table = LANGUAGE_PACKS[cues.language].corrections
    if table.announces.match(clause.quote) and NUMBER.search(clause.text):
        return True
    replaced = (pattern.search(clause.text) for pattern in table.replaced)
    return any(found is not None and found.start() == 0 for found in replaced)


def _without_relative_day(text: str, dated: DateFound | None, cues: Cues) -> str:
    """Remove "yesterday" from the end of ``text``: it would mean another day when read later.

    A deadline stays: "by Friday" without its day would be no deadline.
    """
    if dated and LANGUAGE_PACKS[cues.language].dates.deadline.match(text, dated.start):
        return text
    if dated and dated.is_relative and dated.is_exact and dated.end == len(text):
        before = text[: dated.start].rstrip(" ,")
        is_whole = not LANGUAGE_PACKS[cues.language].lexicon.continuers.intersection(
            before.lower().split()[-1:]  # "not Sunday but Saturday"
        )
        if (
            is_whole
            and len(content_stems(before, cues.language)) >= 2
            and not cues.wants_more.search(before)
        ):
            return before
    return text


def _mark_known(found: Iterable[ItemCandidate], known: SessionMemory) -> Iterator[ItemCandidate]:
    """Yield the candidates, marked if they repeat or correct a known item."""
    before = [item for _, item in known.all_items()]
    for candidate in found:
        again = not candidate.is_settled and any(says_the_same(candidate.item, at) for at in before)
        corrects = not again and candidate.kind in _CORRECTING and _corrects(candidate.item, before)
        is_settled = candidate.is_settled or corrects
        yield replace(candidate, is_known=again, is_settled=is_settled)


def _has_correcting_word(clause: Clause) -> bool:
    return has_correcting_word(
        Item(text=clause.text, quote=clause.quote, message_ids=(clause.message.id,))
    )


def _corrects(item: Item, before: Sequence[Item]) -> bool:
    """Return whether ``item`` corrects one of the items ``before``, or announces a correction."""
    said = [RecordedStatement(at.text, at.message_ids) for at in before]
    if effect_of(RecordedStatement(item.text, item.message_ids, quote=item.quote), said).changes:
        return True
    return has_correcting_word(item) and any(supersedes(item, at, "key_facts") for at in before)
