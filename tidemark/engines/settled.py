"""Which of the todos and questions that are known the new messages settle."""

from collections.abc import Iterator, Sequence
from typing import Literal

from tidemark.engines.cues import Cues
from tidemark.engines.turns import Reading, asks_back, opening
from tidemark.memory import MAX_SOURCES
from tidemark.schema import Item, ItemKind, SessionMemory
from tidemark.words import content_stems

_TODO_SHARE = 0.6  # of the todo's words, in the sentence that says it is done
_QUESTION_SHARE = 0.5
_READ_CHARS = 4_000  # of a reply, to see whether it takes up a question


def settled(
    readings: Sequence[Reading], known: SessionMemory, cues: Cues
) -> Iterator[tuple[ItemKind, Item]]:
    """Yield each open todo and question of ``known`` that ``readings`` settle, its status new.

    A todo is done when the user says so in its words.  A question is answered by the message that
    follows it, or by a later one that takes up its words: the user's where it asks "you", else
    the assistant's.
    """
    for todo in known.todos:
        if todo.status != "done" and (done := _doing(todo, readings, cues)):
            yield "todos", _with_status(todo, "done", done)
    for question in known.open_questions:
        if question.status != "answered" and (answer := _answer(question, readings, cues)):
            yield "open_questions", _with_status(question, "answered", answer)


def is_done_since(todo: Item, readings: Sequence[Reading], cues: Cues) -> bool:
    """Whether one of ``readings`` after ``todo`` was said says that it is done."""
    later = [reading for reading in readings if reading.message.id > todo.message_ids[-1]]
    return _doing(todo, later, cues) is not None


def _with_status(item: Item, status: Literal["done", "answered"], message_id: int) -> Item:
    ids = (*item.message_ids[: MAX_SOURCES - 1], message_id)
    return item.model_copy(update={"status": status, "message_ids": ids})


def _share(words: str, text: str) -> float:
    wanted = set(content_stems(words))
    return len(wanted & set(content_stems(text))) / len(wanted) if wanted else 0.0


def _doing(todo: Item, readings: Sequence[Reading], cues: Cues) -> int | None:
    for reading in readings:
        for clause in reading.clauses if reading.is_user else ():
            says_done = cues.done.search(clause.text) and not clause.asks
            if says_done and _share(todo.text, clause.text) >= _TODO_SHARE:
                return reading.message.id
    return None


def _answer(question: Item, readings: Sequence[Reading], cues: Cues) -> int | None:
    first, you = cues.first_person.search(question.text), cues.second_person.search(question.text)
    asks_user = bool(you and not first)
    for index, reading in enumerate(readings):
        if reading.is_user != asks_user or asks_back(reading):
            continue
        if cues.cannot_answer.search(opening(reading)):
            continue
        share = _share(question.text, reading.message.content[:_READ_CHARS])
        # What follows at once answers, unless it asks itself; later it must take up the words.
        if (index == 0 and not reading.questions) or (share >= _QUESTION_SHARE and _tells(reading)):
            return reading.message.id
    return None


def _tells(reading: Reading) -> bool:
    return any(not clause.asks for clause in reading.clauses)
