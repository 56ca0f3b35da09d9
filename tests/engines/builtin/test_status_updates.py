"""Todos: each task of a list is one, and what a person says of it closes it."""

import datetime as dt

import pytest

from tidemark.engines.builtin.items.extraction import extract
from tidemark.memory.merging import merge
from tidemark.schema import Message, Role, SessionMemory

SAID = dt.datetime(2026, 11, 23, 9, tzinfo=dt.UTC)  # a Monday


def message(number: int, text: str, role: Role = "user") -> Message:
    return Message(
        id=number,
        session_id="s",
        position=number - 1,
        role=role,
        content=text,
        timestamp=SAID,
        token_count=len(text),
    )


def todos(*texts: str) -> dict[str, str | None]:
    """Return the todos after ``texts``, each folded by itself, with their status."""
    memory = SessionMemory()
    for number, text in enumerate(texts):
        found = extract([message(2 * number + 1, text)], memory, limit_tokens=300)
        memory = merge(memory, found)
    return {item.text: item.status for item in memory.todos}


@pytest.mark.parametrize(
    ("text", "tasks"),
    [
        (
            "I must print the posters, apply for the licence and find a stuffed parrot.",
            ["print the posters", "apply for the licence", "find a stuffed parrot"],
        ),
        ("I need to buy milk and butter.", ["buy milk and butter"]),
        (
            "Ik moet de ouderbrief versturen en een koffer lenen bij Wim.",
            ["de ouderbrief versturen", "een koffer lenen bij Wim"],
        ),
        ("Ik moet nog tomaten en uien kopen.", ["tomaten en uien kopen"]),
        (
            "Ik moet bellen met de drukker en mailen naar Wim.",
            ["bellen met de drukker", "mailen naar Wim"],
        ),
        (
            "Herinner me eraan om de planten water te geven en de kat te voeren.",
            ["de planten water te geven", "de kat te voeren"],
        ),
        ("Herinner me eraan om melk en brood te kopen.", ["melk en brood te kopen"]),
        (
            "Ik moet Jan vragen om de sleutel te brengen en de kast te verplaatsen.",
            ["Jan vragen om de sleutel te brengen en de kast te verplaatsen"],
        ),
        ("Ik moet proberen te slapen en te eten.", ["proberen te slapen en te eten"]),
        (
            "On my list: paint the gate, hay for the donkey.",
            ["paint the gate", "hay for the donkey"],
        ),
        ("Weekend: clean the stable, order oats.", ["clean the stable", "order oats"]),
        (
            "Te regelen: nieuwe kussens, een ladder en de wifi.",
            ["nieuwe kussens", "een ladder", "de wifi"],
        ),
        ("Nog doen: het hek verven en Wim mailen.", ["het hek verven", "Wim mailen"]),
        ("Options: a new bike or the bus.", []),
        ("Recipe: onions, stock and cream.", []),
    ],
)
def test_each_task_of_a_list_is_a_todo(text: str, tasks: list[str]) -> None:
    assert todos(text) == dict.fromkeys(tasks, "open")


@pytest.mark.parametrize(
    ("task", "done"),
    [
        ("Remind me to call the plumber, Jan Peters, on Thursday.", "I called Jan."),
        ("I need to hand in my VPN form by Friday.", "The VPN form is done."),
        ("I have to pay the electricity bill.", "Paid it yesterday."),
        ("I need to send Sunil the questions.", "Questions are sent!"),
        (
            "To do: ask the warden about the gate.",
            "Spoke to the warden about the gate, all good.",
        ),
        ("Te regelen: de wifi.", "De wifi doet het."),
        ("Te regelen: nieuwe kussens.", "Kussens heb ik gekocht."),
        ("I have to file my tax return before 31 January.", "The tax return is in!"),
        ("I must ring the hall about the heating.", "Spoke to the hall people, it will be warm."),
        ("I have to send Sunil the questions before Friday.", "Questions are sent!"),
        ("Remind me to book the caterer.", "The caterer is booked."),
        ("Ik moet de bus bevestigen voor vrijdag.", "De bus is bevestigd."),
        ("Ik moet Henk bellen over de verzekering.", "Heb Henk net gesproken, alles loopt door."),
        ("Ik moet 20 productfoto's aanleveren.", "De foto's heb ik vanochtend doorgestuurd."),
        ("Ik moet de ouderbrief versturen.", "De ouderbrief is de deur uit!"),
    ],
)
def test_a_persons_report_about_a_todo_closes_it(task: str, done: str) -> None:
    assert list(todos(task, done).values()) == ["done"]


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("Remind me to call the plumber, Jan Peters.", "I paid Jan."),
        ("I have to pay the electricity bill.", "I still have to pay the bill."),
        ("I need to book the caterer.", "The caterer is expensive."),
        ("I need to book the caterer.", "I'll book the caterer tomorrow."),
        ("Ik moet de bus bevestigen.", "De bus is nog niet bevestigd."),
        ("Ik moet Henk bellen over de verzekering.", "Henk is mijn broer."),
    ],
)
def test_a_mere_mention_of_a_todo_leaves_it_open(task: str, said: str) -> None:
    assert "open" in todos(task, said).values()


def test_a_question_that_a_list_only_repeats_stays_open() -> None:
    asked = message(1, "Which colour should the kitchen cabinets be, white or green?")
    memory = extract([asked], SessionMemory(), limit_tokens=300)
    (question,) = memory.open_questions
    repeated = f"Open questions: {question.text} Facts: the cabinets are in the kitchen."
    later = [message(3, "Summarise our plan"), message(4, repeated, "assistant")]

    (still,) = merge(memory, extract(later, memory, limit_tokens=300)).open_questions

    assert still.status == "open"
