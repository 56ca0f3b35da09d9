"""Answers about open tasks, and about who does which task."""

from collections.abc import Sequence
from dataclasses import dataclass

from tidemark.engines.builtin.counting.list_entries import OF_ONE_VALUE, entries_shown
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.listings import ListEntry, Listing
from tidemark.engines.builtin.overviews import is_of_this_chat
from tidemark.engines.builtin.status_updates import parts_of
from tidemark.nlp.answer_types import answer_type
from tidemark.nlp.dates import find_date
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.quotes import as_quote
from tidemark.prompt.citations import cited
from tidemark.schema import Item

_FEWEST_WHO = 2  # people in a sentence that says who does what
_MOST_WHO = 12  # sentences that say who does what
_COVERED = 0.6  # of the stems of a noted task, by one in a list


@dataclass(frozen=True)
class TaskList:
    """The open tasks, with the ``heading`` of their list, if there was one."""

    heading: str
    items: tuple[Item, ...]


def open_tasks(
    question: ListQuestion, noted: Sequence[Item], *, asks_all: bool = False
) -> TaskList | None:
    """Return the open tasks that ``question`` asks for, including those ``noted``.

    None if it asks for something else, or if no task is known; ``asks_all`` means that it asks for
    tasks, whatever its words.
    """
    changes, pack = question.pack.list_changes, question.pack
    if answer_type(question.text, pack) in OF_ONE_VALUE or question.asks(changes.asks_past):
        return None
    is_rest = question.asks(changes.asks_open)
    is_general = asks_all or (is_rest and question.asks(changes.asks_tasks))
    is_general = is_general or (_asks_what_is_left(question) and _is_on_tasks(question))
    matter = _subject_stems(question)
    about = [each for each in question.tasks if each.heading and matter & each.heading_stems]
    if not (is_general or (is_rest and about)):
        return None
    if matter and not about and matter & _stems_elsewhere(question):
        return None
    chores = [each for each in question.tasks if each.is_of_chores]
    things = [each for each in question.tasks if not each.is_of_chores]
    asked = things if things and question.asks(changes.asks_things) else chores
    known = about or asked or question.tasks
    if not known:
        return None
    items = [_item(entry, each) for each in known for entry in each.open_entries]
    if about:
        return TaskList(about[0].heading if len(about) == 1 else "", tuple(items))
    items += _not_listed(noted, question.tasks, pack)
    items.sort(key=lambda each: each.message_ids[:1])
    same = {of.text for each in known for of in _of_same_task(each, matter)}
    on = [of for of in items if of.text in same or matter & frozenset(pack.stems(of.text))]
    return TaskList("", tuple(on or items))


def _of_same_task(listing: Listing, matter: frozenset[str]) -> Sequence[ListEntry]:
    """Return the entries without a verb that go on from a first one about ``matter``.

    "Change my address with the council, the bank and the insurer" is one task for three.
    """
    if not listing.entries:
        return ()
    first, rest = listing.entries[0], listing.entries[1:]
    opens, is_task = listing.pack.lexicon.determiners, listing.pack.cues.is_task
    are_things = all(
        (each.text[0].isupper() or each.text.split()[0].lower() in opens) and not is_task(each.text)
        for each in rest
    )
    return rest if are_things and matter & first.stems else ()


def done_answer(question: ListQuestion) -> str | None:
    """Say whether the one task that the question names was done: "did I pay the bill?"."""
    if not question.asks(question.pack.list_changes.asks_done):
        return None
    entries = [of for each in question.tasks for of in each.entries]
    named = [each for each in entries if _covers(question.stems, each.stems)]
    if len(named) != 1:
        return None
    phrases = question.pack.phrases
    answer = phrases.not_yet if named[0].is_open else phrases.yes
    quote = cited(as_quote(named[0].text), named[0].message_ids)
    return f"{answer}\n\n- “{quote}”"


def _asks_what_is_left(question: ListQuestion) -> bool:
    """Return whether the question only asks what is left, without naming anything."""
    return question.asks(question.pack.memory_questions.remains)


def _is_on_tasks(question: ListQuestion) -> bool:
    """Return whether the person's last messages are about tasks, not amounts or other lists."""
    tasks = max((each.latest for each in question.tasks), default=0)
    amounts = (of for each in question.ledger.entries for of in each.orders)
    return tasks > 0 and tasks >= max(amounts, default=0)


def _item(entry: ListEntry, listing: Listing) -> Item:
    """Return ``entry`` as an item, with its day if it has one."""
    piece = listing.statement.piece
    if piece.item is not None and len(listing.entries) == 1:
        return piece.item
    on = None
    if piece.timestamp is not None:
        found = find_date(entry.text, piece.timestamp, listing.pack.language)
        on = found.on if found else None
    return Item(text=entry.text, message_ids=entry.message_ids, on=on, status="open")


def _subject_stems(question: ListQuestion) -> frozenset[str]:
    """Return the stems of the subject of the question, without those that ask for tasks."""
    changes = question.pack.list_changes
    bare = changes.asks_tasks.sub(" ", changes.asks_open.sub(" ", question.text))
    return question.stems & frozenset(question.pack.stems(bare)) - question.pack.list_stems


def _stems_elsewhere(question: ListQuestion) -> frozenset[str]:
    """Return the stems of statements in other chats that do not occur in this one."""
    said = {
        here: frozenset(
            stem
            for each in question.statements
            if is_of_this_chat(each.piece) is here
            for stem in question.pack.stems(each.text)
        )
        for here in (True, False)
    }
    return said[False] - said[True]


def _not_listed(noted: Sequence[Item], tasks: Sequence[Listing], pack: LanguagePack) -> list[Item]:
    """Return the items of ``noted`` that none of the ``tasks`` covers."""
    known = [frozenset().union(*(of.stems for of in each.entries)) for each in tasks]
    told = [frozenset(pack.stems(each.statement.text)) for each in tasks]
    return [
        each
        for each in noted
        if not any(_covers(stems, frozenset(pack.stems(each.text))) for stems in (*known, *told))
    ]


def _covers(stems: frozenset[str], item: frozenset[str]) -> bool:
    return len(stems & item) >= _COVERED * len(item)


def shares_answer(question: ListQuestion) -> str | None:
    """Return the sentences that say who does what, if ``question`` asks for that.

    Of the sentences for several people it is the last; those for one with the verb of the question
    are joined to it.
    """
    if not question.asks(question.pack.list_changes.asks_who):
        return None
    single = [each for each in question.told_here if _is_share(each.text, question)]
    if len(single) >= _FEWEST_WHO:
        return entries_shown(single[-_MOST_WHO:], question.pack)
    found = [each for each in question.told if _parted(each.text, question.pack)]
    on = [each for each in found if question.stems & frozenset(question.pack.stems(each.text))]
    chosen = (on or found)[-1:]
    return entries_shown(chosen, question.pack) if chosen else None


def _is_share(text: str, question: ListQuestion) -> bool:
    """Return whether a part of ``text`` says who does the act that the question names."""
    takes_over, pack = question.pack.list_changes.takes_over, question.pack
    asked = frozenset(pack.stems(question.text))
    return any(
        asked & frozenset(pack.stems(part)) and takes_over.search(part) for part in parts_of(text)
    )


def _parted(text: str, pack: LanguagePack) -> bool:
    """Return whether ``text`` gives a task for each of two people or more."""
    parts = parts_of(text)
    changes = pack.list_changes
    who = sum(
        bool(changes.takes_over.search(part) or changes.own_share.match(part)) for part in parts
    )
    return who >= _FEWEST_WHO
