"""The built-in engine as a whole: its understanding, its clarifying questions, its speed."""

import datetime as dt
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine_fixtures import NOW, view
from tests.engines.builtin.test_answering import TRIP, shown
from tests.nlp.test_sentences import NASTY
from tests.timing import own_seconds
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.runtime.events import Stop, StopRequested
from tidemark.schema import AskingStyle, ContextView, Item, QueryUnderstanding

ENGINE = BuiltinEngine(for_model=True)


def understood(shown_: ContextView, *, asking: AskingStyle = "freely") -> QueryUnderstanding:
    return ENGINE.understand(shown_, now=NOW, asking=asking, stop=Stop()).value


def test_the_unclear_request_is_asked_back_with_readings_and_questions() -> None:
    analysis = understood(view("I need to find out who will leave"))

    assert analysis == QueryUnderstanding(
        is_ambiguous=True,
        possible_interpretations=(
            "Build a model that predicts who will leave",
            "Set rules that flag who will leave",
            "Look at past cases to see who will leave, and what they have in common",
        ),
        clarifying_questions=(
            "Do you have past records that show who will leave?",
            "Should a model predict who will leave, or are rules or a description enough?",
        ),
        needed_context_from_memory=("history for who will leave", "method for who will leave"),
    )


def test_it_is_asked_back_after_the_dataset_too() -> None:
    analysis = understood(
        view(
            "I need to find out who will leave",
            "I have a dataset of 10k customers",
            "What do you want to find out?",
        )
    )

    assert analysis.is_ambiguous


def test_a_resource_that_was_asked_for_is_an_answer() -> None:
    shown_ = view("I have a dataset of 10k customers", "Who will leave?", "Do you have data?")

    assert not understood(shown_).is_ambiguous
    assert understood(view("I have a dataset of 10k customers")).is_ambiguous


@pytest.mark.parametrize(
    "message",
    ["Recommend a laptop", "Plan a party for me", "Book it", "Where was she born?", "the usual"],
)
def test_without_a_model_nothing_is_asked_that_it_could_not_use(message: str) -> None:
    shown_ = view(message)

    understood_ = BuiltinEngine().understand(shown_, now=NOW, asking="freely", stop=Stop()).value

    assert not understood_.is_ambiguous


def test_a_follow_up_is_rewritten_with_the_quotes_that_matter() -> None:
    analysis = understood(view("Where does she live?", "My sister Anna moved to Ghent.", "Noted."))

    assert analysis == QueryUnderstanding(
        rewritten_query="Where does Anna live?",
        needed_context_from_memory=("Anna",),
        final_augmented_context=(
            "Where does Anna live?\n- 2026-05-04 user: “My sister Anna moved to Ghent.”"
        ),
    )


def test_a_question_that_stands_by_itself_is_left_as_it_is() -> None:
    assert understood(view("Who wrote the novel Emma?", *TRIP)) == QueryUnderstanding()


@pytest.mark.parametrize(
    ("question", "needed"),
    [
        ("What was my budget for the Lisbon trip?", ("budget for the Lisbon trip",)),
        ("What are my todos?", ("things to do",)),
        ("What did we decide?", ("decisions",)),
        ("What do you know about me?", ("everything noted so far",)),
        ("What is the capital of France?", ()),
    ],
)
def test_the_needed_context_from_memory_is_listed(question: str, needed: tuple[str, ...]) -> None:
    assert understood(view(question, *TRIP)).needed_context_from_memory == needed


def test_items_resolve_a_reference_that_messages_do_not() -> None:
    habit = Item(text="I always stay at Hotel Tejo", message_ids=(1,))

    analysis = understood(shown("Book the usual", items=(("preferences", habit),)))

    assert analysis.rewritten_query == "Book the usual (I always stay at Hotel Tejo)"


def test_the_usual_is_asked_back_where_no_habit_is_known() -> None:
    assert understood(view("Book the usual", "Who was Ada Lovelace?", "A writer.")).is_ambiguous


def test_two_that_tie_are_asked_back_and_both_named() -> None:
    analysis = understood(view("How far is it?", "I cannot choose between Lisbon and Porto.", "."))

    assert analysis.possible_interpretations == ("How far is Lisbon?", "How far is Porto?")
    assert analysis.clarifying_questions == ("By “it”, do you mean Lisbon or Porto?",)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Where was she born?", "Who is “she” in “Where was she born?”?"),
        ("What about Porto?", "What would you like to know about Porto?"),
        ("Is it expensive?", "What is “it” in “Is it expensive?”?"),
        ("Can you change the title of that song?", "Which one do you mean by “that song”"),
        ("Did they win?", "Who or what are “they” in “Did they win?”?"),
        ("what else?", "What should “else” in “what else?” come on top of?"),
        ("What happened in 1983?", "Whom or what is “What happened in 1983?” about?"),
        ("Repeat your previous answer", "Can you paste what “previous answer” points to?"),
        ("When was the album released?", "Which one do you mean by “the album”"),
        ("the usual please", "Which one do you mean by “the usual”"),
    ],
)
def test_a_reference_to_nothing_is_asked_back_in_its_own_words(question: str, asked: str) -> None:
    analysis = understood(view(question))

    assert analysis.is_ambiguous
    assert analysis.clarifying_questions[0].startswith(asked)


@pytest.mark.parametrize(
    "message",
    ["I prefer tea", "we decided on Lisbon", "thanks", "He left.", "ok", "No.", "My name is Tom."],
)
def test_statements_are_never_asked_back(message: str) -> None:
    assert not understood(view(message)).is_ambiguous
    assert understood(view(message)).final_augmented_context == ""


@pytest.mark.parametrize(
    "question",
    ["Where was she born?", "I need to find out who will leave", "How far is it?", "Book it"],
)
def test_where_it_may_not_ask_it_takes_the_best_reading(question: str) -> None:
    shown_ = view(question, "I cannot choose between Lisbon and Porto.", "Both are fine.")

    assert not understood(shown_, asking="never").is_ambiguous


def test_a_best_reading_of_two_names_the_other() -> None:
    shown_ = view("How far is it?", "I cannot choose between Lisbon and Porto.", "Hm.")
    analysis = understood(shown_, asking="never")

    said = ENGINE.answer(shown_, analysis, now=NOW, stop=Stop())

    assert "".join(piece.text for piece in said).endswith(
        "I took “it” to mean Lisbon; it could also be Porto."
    )


def test_a_question_that_another_engine_understood_is_answered_as_it_was_rewritten() -> None:
    shown_ = view("And then?", *TRIP)
    analysis = QueryUnderstanding(rewritten_query="When does my flight with TAP leave?")

    said = "".join(piece.text for piece in ENGINE.answer(shown_, analysis, now=NOW, stop=Stop()))

    assert said == (
        "12 June, 9:40.\n\nEarlier you said: “The flight with TAP leaves at 9:40 on 12 June.”\n\n"
        "I read this as “When does my flight with TAP leave?”"
    )


def test_stop_is_heeded_between_two_pieces() -> None:
    stop = Stop()
    shown_ = view("What do you know about me?", *TRIP)
    said = ENGINE.answer(shown_, QueryUnderstanding(), now=NOW, stop=stop)
    assert next(said).text

    stop.set()

    with pytest.raises(StopRequested):
        next(said)


@pytest.mark.parametrize("text", NASTY)
def test_no_input_is_slow(text: str) -> None:
    analysis = understood(view(text))

    assert own_seconds(lambda: understood(view(text))) < 1
    assert analysis.rewritten_query is None or len(text) <= 4000


@given(
    question=st.text(max_size=200),
    said=st.lists(st.text(min_size=1, max_size=100), max_size=4),
    asking=st.sampled_from(get_args(AskingStyle)),
)
def test_any_conversation_is_understood_and_answered(
    *, question: str, said: list[str], asking: AskingStyle
) -> None:
    shown_ = view(question, *said)

    analysis = understood(shown_, asking=asking)
    spoken = list(ENGINE.answer(shown_, analysis, now=NOW, stop=Stop()))

    assert asking != "never" or not analysis.is_ambiguous
    assert "".join(piece.text for piece in spoken).strip()
    assert spoken[-1].usage is not None
    assert understood(shown_, asking=asking) == analysis


def test_the_same_day_next_year_is_given_with_its_year() -> None:
    later = NOW + dt.timedelta(days=365)
    shown_ = view("When does my flight leave?", *TRIP)

    said = ENGINE.answer(shown_, understood(shown_), now=later, stop=Stop())

    assert "".join(piece.text for piece in said).startswith(
        "12 June 2026, 9:40.\n\nOn 4 May 2026 you said:"
    )


@pytest.mark.parametrize(
    ("question", "asks_back"),
    [
        ("I need to find out who will leave", {"freely"}),  # a task can be begun on a guess
        ("How far is it?", {"freely", "stuck"}),  # Lisbon or Porto: no reading is likelier
    ],
)
def test_how_freely_it_asks_is_for_the_person_to_say(question: str, asks_back: set[str]) -> None:
    shown_ = view(question, "I cannot choose between Lisbon and Porto.", "Both are fine.")

    asked = {each for each in get_args(AskingStyle) if understood(shown_, asking=each).is_ambiguous}

    assert asked == asks_back
