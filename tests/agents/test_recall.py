"""Pieces of a view from outside the session: other chats, and questions asked before."""

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from assistant import Assistant
from tests.conversing import SESSION, on_each_database
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.scripted import ScriptedEngine
from tidemark.i18n.code_texts import reason_text
from tidemark.schema import ContextView
from tidemark.settings import Settings

OTHER = "session_20260201_080000"
HOTEL = "Which hotel in Alfama is quiet?"


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    """An assistant whose engine repeats the question, with a chat about Lisbon."""
    with closing(Assistant(settings(), engine=ScriptedEngine())) as opened:
        ask(opened, "We saw the lighthouse of Cabo da Roca, it was closed for the storm.", OTHER)
        opened.sessions.rename(OTHER, "Trip to Lisbon")
        ask(opened, "Hello there", SESSION)
        yield opened


def ask(assistant: Assistant, text: str, session_id: str) -> None:
    assistant.turns.report(assistant.ask(text, session_id))


def texts(view: ContextView) -> str:
    return " ".join(piece.text for piece in view.pieces if piece.kind != "question")


def reasons(view: ContextView) -> list[str]:
    return [reason_text(piece.reason, "en") for piece in view.of_kind("recalled")]


def test_another_chat_is_recalled_and_named(assistant: Assistant) -> None:
    view = assistant.turns.view(SESSION, "Was the lighthouse of Cabo da Roca closed?")
    assert "from “Trip to Lisbon”: matches lighthouse, Cabo, da, Roca, closed" in reasons(view)
    assert view.tokens <= view.threshold


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("In which chat did I talk about the dentist?", "In “Crown in June”, "),
        ("What did I say about the dentist in another chat?", "In “Crown in June”, "),
        ("Did I mention a piano anywhere?", "“piano” in this chat and in the others"),
        (
            "In welke chat had ik het over Vinkeveen?",
            "In “Crown in June”, ",
        ),
        ("Heb ik ergens een piano genoemd?", "“piano” in deze chat en in de andere"),
    ],
)
def test_a_chat_that_is_asked_for_is_named_or_plainly_not_found(
    settings: Callable[..., Settings], question: str, answer: str
) -> None:
    with closing(Assistant(settings(), engine=BuiltinEngine())) as assistant:
        ask(assistant, "the dentist in Vinkeveen wants me back for the crown", OTHER)
        assistant.sessions.rename(OTHER, "Crown in June")
        ask(assistant, "We paint the shed sage green.", SESSION)
        reply = assistant.turns.report(assistant.ask(question, SESSION)).reply
    assert answer in reply
    assert ("wants me back" in reply) is answer.startswith("In")


def test_amounts_are_added_up_after_their_messages_were_folded(
    settings: Callable[..., Settings],
) -> None:
    """The terms of a sum share no word with the question, and fill their share of the view."""
    with closing(Assistant(settings(), engine=BuiltinEngine())) as assistant:
        for said in (
            "I can spend 300 euros in total.",
            "I bought tomato seeds for 12 euros and a wheelbarrow for 85 euros.",
            "The soil is heavy clay.",
            "I paid 40 euros for compost yesterday.",
        ):
            ask(assistant, said, SESSION)
        assistant.folding.begin(SESSION).wait()
        assert assistant.turns.view(SESSION, "And now?").of_kind("item")

        spent, left, compost = (
            assistant.turns.report(assistant.ask(question, SESSION)).reply
            for question in (
                "How much have I spent?",
                "How much of my budget is left?",
                "How much did the compost cost?",
            )
        )

    assert spent.startswith("137 = 12 + 85 + 40")
    assert left.startswith("163 = 300 - 12 - 85 - 40")
    assert compost.startswith("40 euros")


def test_a_chat_that_stands_alone_reads_nothing_of_another(assistant: Assistant) -> None:
    ask(assistant, "I prefer a window seat.", OTHER)
    assistant.profile.remember_across(SESSION, is_on=False)
    view = assistant.turns.view(
        SESSION, "Which seat, and was the lighthouse of Cabo da Roca closed?"
    )
    assert [piece.reason.code for piece in view.pieces if piece.reason.code != "active"] == [
        "question"
    ]


def test_a_chat_that_stands_alone_teaches_nothing(assistant: Assistant) -> None:
    assistant.profile.remember_across(SESSION, is_on=False)
    ask(assistant, "I prefer a window seat.", SESSION)
    assert assistant.profile.entries() == ()


def test_messages_of_the_chat_itself_go_first(assistant: Assistant) -> None:
    own = "The lighthouse of Cabo da Roca was closed for the storm, so we walked."
    ask(assistant, own, SESSION)
    view = assistant.turns.view(SESSION, "Was the lighthouse of Cabo da Roca closed?")
    assert own in [piece.text for piece in view.pieces]
    assert next(piece for piece in view.pieces if piece.text == own).kind == "message"
    assert view.tokens <= view.threshold


@on_each_database
def test_a_question_asked_before_comes_back_with_its_answer(assistant: Assistant) -> None:
    ask(assistant, HOTEL, OTHER)
    ask(assistant, "Which of the hotels in Alfama is a quiet one?", SESSION)
    asked, _ = assistant.sessions.transcript(SESSION, limit=2)
    question, reply = assistant.sessions.transcript(OTHER, limit=2)
    assert asked.metadata.similar == (question.id,)
    assert {question.id, reply.id} <= set(asked.metadata.recalled)
    view = assistant.turns.view(SESSION, "Is there a quiet hotel in Alfama?")
    assert reasons(view).count("similar question, from “Trip to Lisbon”") == 2


def test_a_repeat_in_the_active_messages_is_not_repeated(assistant: Assistant) -> None:
    ask(assistant, HOTEL, OTHER)
    ask(assistant, HOTEL, SESSION)
    view = assistant.turns.view(SESSION, HOTEL)
    assert [reason for reason in reasons(view) if reason.startswith("similar")] == []
    assert sum(piece.text == HOTEL for piece in view.pieces) == 2  # as said here, and the question


def test_a_statement_is_no_question_asked_before(assistant: Assistant) -> None:
    ask(assistant, "The quiet hotel in Alfama is full.", OTHER)
    view = assistant.turns.view(SESSION, "The quiet hotel in Alfama is full.")
    assert [reason for reason in reasons(view) if reason.startswith("similar")] == []


def test_an_earlier_question_here_does_not_exclude_another_chat(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings())) as assistant:
        ask(assistant, "The lighthouse of Cabo da Roca was closed for the storm.", OTHER)
        ask(assistant, "Was the lighthouse of Cabo da Roca closed?", SESSION)
        view = assistant.turns.view(SESSION, "The lighthouse of Cabo da Roca, was it closed?")
        assert [reason for reason in reasons(view) if reason.startswith("from")] != []


TOLD = ("I live in Utrecht and work at night.", "Ik woon in Utrecht en werk 's nachts.")
ASKED = ("Where do I live?", "Waar woon ik?")


@pytest.mark.parametrize("forgets", [True, False], ids=["forgotten", "switched off"])
@pytest.mark.parametrize(("told", "asked"), [*zip(TOLD, ASKED, strict=True)], ids=["en", "nl"])
def test_forgotten_content_does_not_come_back_from_another_chat(
    settings: Callable[..., Settings], told: str, asked: str, *, forgets: bool
) -> None:
    with closing(Assistant(settings())) as assistant:
        ask(assistant, told, OTHER)
        ask(assistant, asked, OTHER)
        ask(assistant, "Hello there", SESSION)
        assert "Utrecht" in texts(assistant.turns.view(SESSION, asked))
        for entry in assistant.profile.entries():
            if forgets:
                assistant.profile.forget(entry.entry_id)
            else:
                assistant.profile.enable(entry.entry_id, is_enabled=False)
        assert "Utrecht" not in texts(assistant.turns.view(SESSION, asked))


def test_an_entry_edited_by_hand_is_not_read_in_its_old_wording(assistant: Assistant) -> None:
    ask(assistant, "I live in Utrecht.", OTHER)
    (entry,) = assistant.profile.entries()
    assistant.profile.edit(entry.entry_id, "I live in Delft")
    view = texts(assistant.turns.view(SESSION, "Where do I live?"))
    assert ("Delft" in view, "Utrecht" in view) == (True, False)


@pytest.mark.parametrize(
    ("said", "corrects", "question"),
    [
        ("We decided to fly to Porto on 3 May.", "Not Porto, Lisbon.", "Where do we fly on 3 May?"),
        ("We vliegen op 3 mei naar Porto.", "Niet Porto, maar Faro.", "Waarheen vliegen we 3 mei?"),
    ],
)
def test_a_corrected_passage_comes_with_its_correction(
    settings: Callable[..., Settings], said: str, corrects: str, question: str
) -> None:
    with closing(Assistant(settings())) as assistant:
        ask(assistant, said, OTHER)
        ask(assistant, corrects, OTHER)
        run = assistant.ask(question, SESSION)
        new = corrects.removesuffix(".").split()[-1]
        assert said.replace("Porto", new) in assistant.turns.report(run).reply
        (view,) = [assistant.prompt_inspection.prompt(SESSION, 1)]
        read = "".join(piece.text for piece in view.pieces)
        assert corrects in read
        assert "Noted" not in read


def test_a_branch_reads_no_message_of_another(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings())) as assistant:
        ask(assistant, "I prefer window seats.", SESSION)
        ask(assistant, "I live in Leiden and I am vegetarian.", SESSION)
        run = assistant.branches.edit_question(SESSION, 2, "I live in Delft and I am vegan.")
        branch = assistant.turns.report(run).session_id
        view = texts(
            assistant.turns.view(branch, "Where do I live, what do I eat, and which seats?")
        )
        assert "Leiden" not in view
        assert "vegetarian" not in view
        assert view.count("I prefer window seats") == 1
        assert "Leiden" in texts(assistant.turns.view(SESSION, "Where do I live?"))


def test_a_question_that_got_no_answer_is_not_asked_before(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings())) as assistant:
        for question in ("What is the capital of Peru?", "Wat is de hoofdstad van Peru?"):
            ask(assistant, question, OTHER)
            ask(assistant, "Hello there", SESSION)
            assert reasons(assistant.turns.view(SESSION, question)) == []


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("What have we discussed so far?", "What you said, one after the other:"),
        ("Wat hadden we eerder besproken?", "Wat je zei, op volgorde:"),
        ("What is this chat about?", "What you said, one after the other:"),
        ("Waar hadden we het over?", "Wat je zei, op volgorde:"),
        ("Waar gaat dit gesprek over?", "Wat je zei, op volgorde:"),
    ],
)
def test_a_question_about_the_talk_is_answered_from_its_index(
    settings: Callable[..., Settings], question: str, begins: str
) -> None:
    with closing(Assistant(settings(token_threshold=200))) as assistant:
        for text in ("The lake was frozen.", "Anna skated to the island. " * 25, "Ben fell in."):
            ask(assistant, text, SESSION)
        run = assistant.ask(question, SESSION)
        reply = assistant.turns.report(run).reply
        asked = assistant.sessions.transcript(SESSION, limit=2)[0]
        told = reply.split(begins)[1]
        assert told.count("- ") == 3
        assert "The lake was frozen." in told
        index = assistant.memory_overview.index(SESSION)
        assert set(asked.metadata.recalled) <= {of for each in index for of in each.message_ids}
        assert asked.metadata.recalled


def test_a_turn_that_read_other_chats_is_rebuilt_as_it_was(assistant: Assistant) -> None:
    ask(assistant, f"I prefer a window seat. {HOTEL}", OTHER)
    ask(assistant, HOTEL, OTHER)
    questions = (
        "Was the lighthouse of Cabo da Roca closed?",
        "Which of the hotels in Alfama is a quiet one?",
        "What have we discussed so far?",
        "Which seat do I prefer?",
    )
    for question in questions:
        ask(assistant, question, SESSION)
    ask(assistant, "The lighthouse of Cabo da Roca is closed for good, and quiet.", OTHER)
    told = [
        (replayed.from_its_row, replayed.chosen_anew)
        for replayed in assistant.prompt_inspection.replayed(SESSION)
    ]
    assert told == [(True, True)] * 5


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        (
            ("I plan a workshop in Ghent for 24 people.", "The room is Zuid.", "No, 28, not 24."),
            "How many people come to the workshop in Ghent?",
            "28",
        ),
        (
            (
                "De contributie is 48 voor een halve tuin.",
                "De kas is leeg.",
                "Nee, 52, niet 48.",
            ),
            "Hoeveel contributie is het voor een halve tuin?",
            "52",
        ),
    ],
)
def test_a_passage_that_another_chat_corrected_much_later_is_recalled_corrected(
    settings: Callable[..., Settings], told: tuple[str, ...], question: str, answer: str
) -> None:
    first, between, last = told
    with closing(Assistant(settings())) as assistant:
        for said in (first, *[between] * 4, last, *[between] * 4):
            ask(assistant, said, OTHER)
        reply = assistant.report(assistant.ask(question, SESSION)).reply
    assert reply.startswith(answer)


@pytest.mark.parametrize("asked", ["Summarise our plan", "What do you know of this?"])
def test_a_question_about_its_own_chat_reads_nothing_of_another(
    assistant: Assistant, asked: str
) -> None:
    ask(assistant, "I prefer a window seat.", OTHER)
    assert assistant.profile.entries()

    view = assistant.turns.view(SESSION, asked)

    assert "profile" not in {piece.reason.code for piece in view.pieces}
    assert not [reason for reason in reasons(view) if reason.startswith(("from", "similar"))]


def test_a_question_about_the_person_reads_their_profile(assistant: Assistant) -> None:
    ask(assistant, "I prefer a window seat.", OTHER)

    view = assistant.turns.view(SESSION, "What do you know about me?")

    assert "profile" in {piece.reason.code for piece in view.pieces}


def test_the_first_message_of_a_chat_gives_the_subject_of_its_others(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings())) as assistant:
        ask(assistant, "I am restoring an old canal boat in Ghent.", OTHER)
        ask(assistant, "We chose a diesel stove.", OTHER)
        ask(assistant, "The tickets for Rome are booked.", SESSION)
        view = assistant.turns.view(SESSION, "Which stove did we choose for the boat?")
        assert "We chose a diesel stove." in texts(view)


def test_half_of_the_words_of_a_question_are_enough_whatever_their_rarity(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings())) as assistant:
        ask(assistant, "I want to run a marathon.", OTHER)
        for thing in ("bike is blue", "kite is red", "tent is green"):
            ask(assistant, f"My {thing}.", OTHER)
            ask(assistant, "I rent out a cabin in Wales.", SESSION)
            noun = thing.split()[0]
            view = assistant.turns.view(SESSION, f"What colour is my {noun}?")
            assert f"My {thing}." in texts(view)


@pytest.mark.parametrize(
    ("told", "asked", "then", "answer"),
    [
        (("My dad is in St Mary's hospital, room 214.", "They moved him to room 118."),
         "Which hospital is my father in?", "And what's his room?", "118"),
        (("Ik doe mee aan de halve marathon van Egmond.", "De halve marathon start om 12.30 uur."),
         "Waar is mijn halve marathon?", "En hoe laat?", "12.30"),
    ],
)  # fmt: skip
def test_a_question_goes_on_in_the_chat_that_answered_the_last(
    settings: Callable[..., Settings], told: tuple[str, ...], asked: str, then: str, answer: str
) -> None:
    with closing(Assistant(settings(), engine=BuiltinEngine())) as assistant:
        for each in told:
            ask(assistant, each, OTHER)
        ask(assistant, "I rent out a cabin in Wales.", SESSION)
        ask(assistant, asked, SESSION)
        said = assistant.turns.report(assistant.ask(then, SESSION)).reply

        assert answer in said


def test_what_another_chat_says_of_a_thing_of_the_same_name_corrects_nothing_here(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings(), engine=BuiltinEngine())) as assistant:
        ask(assistant, "My name is Jane and my router is a TP-200.", SESSION)
        ask(assistant, "My router is a TP-300.", OTHER)
        for chat in (SESSION, SESSION, SESSION, "a-third"):
            ask(assistant, "Which router do I have?", chat)
            reply = assistant.sessions.transcript(chat)[-1].content

            assert "“My name is Jane and my router is a TP-200.”" in reply
        assert "“My router is a TP-300.”" in reply


def test_another_chat_is_read_as_it_was_corrected_without_a_word_of_correction(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings(), engine=BuiltinEngine())) as assistant:
        ask(assistant, "Speakers so far: Ada Brook, Nils Berg and Ravi Sen.", OTHER)
        for number in range(6):
            ask(assistant, f"Slide {number} is about rivers.", OTHER)
        ask(assistant, "Nils can't make it, Mona Falk takes his place.", OTHER)
        ask(assistant, "Hello there", SESSION)
        said = assistant.turns.report(
            assistant.ask("Who are the speakers with Ada Brook?", SESSION)
        ).reply

        assert "Ada Brook, Mona Falk and Ravi Sen" in said


@pytest.mark.parametrize(
    ("told", "here", "there", "choice", "other"),
    [
        (("I'm making a film about canals.", "The title is either Slow Water or Locks.",
          "The camera costs 900.", "Decided: it's Locks."),
         "Which title did we settle on?", "Which title did we choose for the film?",
         "Locks.", "Slow Water"),
        (("Ik verbouw mijn zolder.", "Voor de vloer twijfel ik tussen kurk en eiken.",
          "De trap kost 900 euro.", "We nemen eiken."),
         "Welke vloer heb ik gekozen?", "Welke vloer hebben we gekozen voor de zolder?",
         "eiken", "kurk"),
    ],
)  # fmt: skip
def test_the_choice_that_was_made_is_quoted_and_not_the_open_question(
    settings: Callable[..., Settings],
    told: tuple[str, ...],
    here: str,
    there: str,
    choice: str,
    other: str,
) -> None:
    with closing(Assistant(settings(), engine=BuiltinEngine())) as assistant:
        for each in told:
            ask(assistant, each, OTHER)
        ask(assistant, "Hello there", SESSION)
        for question, session_id in ((here, OTHER), (there, SESSION)):
            said = assistant.turns.report(assistant.ask(question, session_id)).reply
            assert choice in said
            assert other not in said


def test_refusals_and_echoes_are_never_recalled(settings: Callable[..., Settings]) -> None:
    with closing(Assistant(settings())) as assistant:
        ask(assistant, "The stove of the boat burns diesel.", SESSION)
        for _ in range(4):
            ask(assistant, "What does the stove of the boat burn?", SESSION)
            ask(assistant, "Write a poem about the stove of the boat", SESSION)
        said = assistant.sessions.transcript(SESSION)
        view = assistant.turns.view(SESSION, "What does the stove of the boat burn in winter?")

        of = {at.id for at in said if at.role == "assistant"}
        recalled = [each for each in view.of_kind("recalled") if each.reason.code == "matches"]
        assert "burns diesel" in texts(view)
        assert not [each for each in recalled if of.intersection(each.message_ids)]


def test_thanks_are_found_by_a_search_and_never_recalled(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings())) as assistant:
        ask(assistant, "Thank you so much for everything!", SESSION)
        ask(assistant, "The stove burns diesel.", SESSION)
        ask(assistant, "The boat is called Zwaan.", SESSION)
        view = assistant.turns.view(SESSION, "For what did I thank you so much yesterday?")
        found = assistant.sessions.find("everything")

        assert found.chats == 1
        recalled = [each for each in view.of_kind("recalled") if each.reason.code == "matches"]
        assert not [each.text for each in recalled if each.text.startswith("Thank")]


def test_a_request_in_another_chat_is_not_recalled(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings())) as assistant:
        ask(assistant, "Write a poem about the quiet hotel in Alfama", OTHER)
        ask(assistant, "Hello there", SESSION)
        view = assistant.turns.view(SESSION, "Is the quiet hotel in Alfama open?")
        assert not [reason for reason in reasons(view) if reason.startswith("from")]


def test_a_summary_reads_statements_before_questions(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings(token_threshold=200))) as assistant:
        ask(assistant, "The mast is nine metres tall.", SESSION)
        for part in ("sails", "deck", "anchor", "ropes", "rudder", "pump", "keel", "lamp"):
            ask(assistant, f"Which plan do we have for the {part} of the boat, again?", SESSION)
        assistant.folding.begin(SESSION).wait()
        view = assistant.turns.view(SESSION, "Summarise our plan for the boat")
    recalled = " ".join(piece.text for piece in view.of_kind("recalled"))
    assert "nine metres" in recalled


@pytest.mark.parametrize(
    ("lists", "asked"),
    [
        (
            ("shopping: cake, coffee and fruit", "I got the coffee."),
            "What do we still need to buy?",
        ),
        (
            ("boodschappen: taart, koffie, fruit", "De koffie is gehaald."),
            "wat moeten we nog halen?",
        ),
    ],
)
def test_lists_are_read_after_a_fold_for_what_is_left_to_do(
    settings: Callable[..., Settings], lists: tuple[str, str], asked: str
) -> None:
    with closing(Assistant(settings(), engine=BuiltinEngine())) as assistant:
        for said in (*lists, "It rained the whole day, so we stayed in and played cards."):
            ask(assistant, said, SESSION)
        assistant.folding.begin(SESSION).wait()
        view = assistant.turns.view(SESSION, asked)
    recalled = [piece.text for piece in view.of_kind("recalled")]
    assert {*lists} <= {*recalled}


@pytest.mark.parametrize(
    ("asked", "is_read"), [("Who is my doctor?", True), ("Who wrote Hamlet?", False)]
)
def test_facts_of_the_persons_own_life_are_read_whatever_their_words(
    settings: Callable[..., Settings], asked: str, *, is_read: bool
) -> None:
    with closing(Assistant(settings(), engine=BuiltinEngine())) as assistant:
        ask(assistant, "The physician in Elm Street is called Ottoline Marsh.", SESSION)
        ask(assistant, "Our boiler was serviced on 3 March.", SESSION)
        assistant.folding.begin(SESSION).wait()
        recalled = assistant.turns.view(SESSION, asked).of_kind("recalled")
    assert any("Ottoline" in piece.text for piece in recalled) is is_read


@pytest.mark.parametrize("threshold", [200, 400])
def test_a_recalled_message_comes_with_its_correction(
    settings: Callable[..., Settings], threshold: int
) -> None:
    """The correction shares no word with the question, and the view has little room."""
    parts = ("label", "lid", "colour", "price", "size", "key", "tray", "lock")
    with closing(Assistant(settings(token_threshold=threshold))) as assistant:
        for said in (
            "The pharmacy brings the pill box every Tuesday.",
            *(f"The {part} of the pill box of the pharmacy is new." for part in parts),
            "We had soup.",
            "It rained all day.",
            "Sorry, it is Thursday, not Tuesday.",
            "My sister sings.",
            "The cat is asleep.",
        ):
            ask(assistant, said, SESSION)
        asked = "On which day does the pharmacy bring the pill box?"
        view = assistant.turns.view(SESSION, asked)
        reply = assistant.turns.report(assistant.ask(asked, SESSION)).reply
    assert "Sorry, it is Thursday, not Tuesday." in [
        piece.text for piece in view.of_kind("recalled")
    ]
    assert "Thursday" in reply
    assert "Tuesday" not in reply


def test_a_message_is_read_beside_a_fact_that_keeps_only_half_of_it(
    settings: Callable[..., Settings],
) -> None:
    said = "Got the spare key cut in Leeds on Monday 4 May, and I've asked Pam and she's fine."
    with closing(Assistant(settings(), engine=BuiltinEngine())) as assistant:
        ask(assistant, said, SESSION)
        ask(assistant, "Our boiler was serviced on 3 March.", SESSION)
        assistant.folding.begin(SESSION).wait()
        view = assistant.turns.view(SESSION, "What is still left to do with the key?")
    facts = [piece.text for piece in view.of_kind("item")]
    assert any("spare key" in text and "Pam" not in text for text in facts), facts
    assert said in [piece.text for piece in view.of_kind("recalled")]


def test_a_fact_is_found_by_the_name_before_its_colon(settings: Callable[..., Settings]) -> None:
    with closing(Assistant(settings(), engine=BuiltinEngine())) as assistant:
        for each in (
            "Three firms came to look:\n- Swift & Sons: 1,150\n- Hadrian Removals: 980",
            "We'll go with Hadrian, the man who came round was lovely with the kids.",
            "The new house is in Hexham.",
        ):
            ask(assistant, each, SESSION)
        assistant.folding.begin(SESSION).wait()
        ask(assistant, "Les says 1,040 instead of 980, because of the piano", SESSION)
        asked = "How much does Hadrian charge us?"
        reply = assistant.turns.report(assistant.ask(asked, SESSION)).reply
    assert "“Hadrian Removals: 1,040”" in reply
