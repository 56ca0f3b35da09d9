"""Pasted text in a chat: nothing is learnt from it; it answers questions, quoted with its name."""

from collections.abc import Callable, Iterator

import pytest

from assistant import Assistant
from tidemark.prompt.file_fences import TextFile, attach
from tidemark.settings import Settings

MAIL = (
    "Here is the mail that my landlord sent me:\n\nDear Sam,\n\nI prefer to be paid on the first. "
    "I decided to raise the rent to 950 euros. Please send me the form before Friday. "
    "I live in Ghent.\n\nKind regards,\nHelen Moss"
)
DUTCH_MAIL = (
    "Dit mailtje kreeg ik van Joke:\n\nHoi Sam,\n\nIk ben vegetarisch en ik wil om 18 uur eten. "
    "Ik woon in Gent. We hebben besloten om te betalen met de kaart.\n\nGroetjes,\nJoke"
)
CONTRACT = TextFile(
    "contract.txt",
    "The rent is 900 euros a month.\nThe notice period is three months.\n"
    "I prefer a tenant without pets.\nSigned on 3 May 2026 by Helen Moss.",
)
DUTCH_CONTRACT = TextFile(
    "huur.txt", "De huur is 900 euro per maand.\nDe opzegtermijn is drie maanden."
)


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    assistant = Assistant(settings())
    yield assistant
    assistant.close()


def replies(assistant: Assistant, *messages: str) -> list[str]:
    session_id = None
    for message in messages:
        run = assistant.ask(message, session_id)
        run.wait(30)
        session_id = run.session_id
    said = assistant.sessions.transcript(session_id or "")
    return [message.content for message in said if message.role == "assistant"]


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        (MAIL, ("What are my preferences?", "What are my todos?", "What did we decide?")),
        (DUTCH_MAIL, ("Wat zijn mijn voorkeuren?", "Wat hebben we besloten?")),
        (attach("Here is the contract.", [CONTRACT]), ("What are my preferences?",)),
    ],
)
def test_a_pasted_text_says_nothing_of_the_person(
    assistant: Assistant, message: str, asked: tuple[str, ...]
) -> None:
    first, *listed = replies(assistant, message, *asked)

    assert first in ("Saved.", "Opgeslagen.")
    assert all("noted no" in reply or "geen" in reply for reply in listed), listed
    assert assistant.profile.entries() == ()


def test_a_fold_takes_nothing_of_the_person_from_a_pasted_text(assistant: Assistant) -> None:
    run = assistant.ask(f"{MAIL}\n\nI prefer to pay on the tenth.")
    run.wait(30)
    assistant.folding.begin(run.session_id).wait(30)

    (summary,) = assistant.sessions.summaries(run.session_id)

    texts = [item.text for _, item in summary.memory.all_items()]
    assert texts == ["I prefer to pay on the tenth"]


@pytest.mark.parametrize(
    "pasted", ["Ana wrote:\n> no, 7,000, not 5,000", "```\nno, 7,000, not 5,000\n```"]
)
def test_a_pasted_text_corrects_nothing_that_the_person_said(
    assistant: Assistant, pasted: str
) -> None:
    *_, reply = replies(assistant, "Our budget is 5,000.", pasted, "What is our budget?")

    assert reply.startswith("5,000")


def test_a_pasted_text_is_quoted_as_one(assistant: Assistant) -> None:
    *_, reply = replies(assistant, MAIL, "I like tea.", "How much is the rent?")

    assert reply.splitlines()[0] == "950 euros."
    assert "In what you pasted: “I decided to raise the rent to 950 euros.”" in reply


def test_a_question_with_a_file_is_answered_from_the_file_and_so_is_the_next(
    assistant: Assistant,
) -> None:
    _, first, second, third, fourth = replies(
        assistant,
        "My gym has a notice period of two weeks, and I signed with Petra.",
        attach("Here is the contract. How long is the notice period?", [CONTRACT]),
        "And who signed it?",
        "What is the rent?",
        "What are my todos?",
    )

    assert first == "In the file “contract.txt”: “The notice period is three months.”"
    assert second.startswith("Helen Moss.\n\nIn the file “contract.txt”: ")
    assert third.startswith("900 euros.\n\nIn the file “contract.txt”: ")
    assert fourth == "I have noted nothing to do."


def test_a_file_is_read_first_in_dutch_too(assistant: Assistant) -> None:
    *_, reply = replies(
        assistant,
        "De opzegtermijn van mijn sportschool is twee weken.",
        attach("Hier is het contract. Wat is de opzegtermijn?", [DUTCH_CONTRACT]),
    )

    assert "In het bestand “huur.txt”: “De opzegtermijn is drie maanden.”" in reply


def test_a_question_that_the_files_do_not_answer_is_answered_from_messages(
    assistant: Assistant,
) -> None:
    *_, reply = replies(
        assistant,
        "My gym costs 30 euros a month.",
        attach("Here is the contract. What does my gym cost?", [CONTRACT]),
    )

    assert reply.startswith("30 euros")


def test_of_several_files_the_one_that_answers_is_named(assistant: Assistant) -> None:
    rules = TextFile("rules.txt", "Bicycles stand in the cellar.\nQuiet hours begin at ten.")
    (reply,) = replies(assistant, attach("Where do bicycles stand?", [CONTRACT, rules]))

    assert "In the file “rules.txt”: “Bicycles stand in the cellar.”" in reply


def test_figures_of_an_attached_table_lead_to_the_sources_where_it_is_calculated_with(
    assistant: Assistant,
) -> None:
    table = TextFile("bills.csv", "bill,customer,amount\n1,Ada,20.50\n2,Ben,30.25\n")
    first, second, third = replies(
        assistant,
        attach("Here are the bills. What is the total per customer?", [table]),
        "How many bills are there?",
        "Wat is het totaal?",
    )

    assert first == second
    assert first.startswith("I cannot calculate with an attached file. Add “bills.csv” to Sources")
    assert third.startswith("Met een bijlage kan ik niet rekenen. Voeg “bills.csv” toe aan Bronnen")
