"""References resolved to things mentioned before, and answers to clarifying questions detected."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidemark.nlp.antecedents import rank_antecedents
from tidemark.nlp.coreference import Reference, changes_subject, chosen_interpretation, resolve
from tidemark.nlp.mentions import Utterance
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.schema import Role

READINGS = (
    "Build a model that predicts who will leave",
    "Set rules that flag who will leave",
    "Look at past cases to see who will leave",
)


def talk(*texts: str) -> list[Utterance]:
    """Return the texts as alternating messages, the user first."""
    roles: tuple[Role, Role] = ("user", "assistant")
    return [Utterance(roles[at % 2], text) for at, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("history", "question", "rewritten"),
    [
        (talk("Walter Scott", "A novelist."), "where was he born?", "Where was Walter Scott born?"),
        (talk("Walter Scott"), "who were his parents?", "Who were Walter Scott's parents?"),
        (talk("When were the Horslips formed?"), "Did they tour?", "Did Horslips tour?"),
        (talk("What was Round Room?"), "Was it an album?", "Was Round Room an album?"),
        (talk("How did the band Saosin form?"), "When did the band split up?",
         "When did the band Saosin split up?"),
        (talk("Who was Kurt Cobain?"), "what happened in 1994?",
         "What happened to Kurt Cobain in 1994?"),
        (talk("Dreamgirls (film)"), "Where was the premiere?",
         "Where was the premiere of Dreamgirls?"),
        (talk("How much did the compost cost?"), "And the wheelbarrow?",
         "How much did the wheelbarrow cost?"),
        (talk("What is the weather in Lisbon?"), "What about Porto?",
         "What is the weather in Porto?"),
        (talk("What is the weather in Lisbon?"), "and Porto?", "What is the weather in Porto?"),
        (talk("Which hotels are there?", "1. Casa Baixa\n2. Hotel Tejo\n3. The Alfama"),
         "How much is the second one?", "How much is Hotel Tejo?"),
        (talk("I'm organising mum's 70th birthday."), "What time does it start?",
         "What time does mum's 70th birthday start?"),
        (talk("We stay at Hotel Tejo."), "How far is the hotel from the station?",
         "How far is Hotel Tejo from the station?"),
    ],
)  # fmt: skip
def test_a_reference_is_named(history: list[Utterance], question: str, rewritten: str) -> None:
    assert resolve(question, history).rewritten == rewritten


def test_the_first_topic_beats_the_last_name_mentioned() -> None:
    history = talk(
        "What did Mick Taylor do with the Rolling Stones?",
        "He joined them in 1969, after Brian Jones.",
        "How long did he play with them?",
        "Until 1974, when he joined Jack Bruce.",
    )

    assert resolve("Did he sing?", history).rewritten == "Did Mick Taylor sing?"


def test_a_question_that_stands_by_itself_sets_a_new_topic() -> None:
    history = talk(
        "I am planning a trip to Lisbon with my sister Anna.",
        "Noted.",
        "Anna likes museums.",
        "Noted.",
        "Who was Marie Curie?",
        "I cannot say.",
    )

    assert resolve("When did she die?", history).rewritten == "When did Marie Curie die?"


def test_a_thing_is_no_person() -> None:
    history = talk("I am planning a trip to Lisbon with my sister Anna.")

    assert resolve("Is it expensive?", history).rewritten == "Is the trip expensive?"
    assert resolve("Where does she live?", history).rewritten == "Where does Anna live?"


def test_two_named_side_by_side_tie() -> None:
    resolution = resolve("How far is it?", talk("I cannot choose between Lisbon and Porto."))

    assert resolution.rivals == ("Lisbon", "Porto")


def test_one_of_two_that_was_named_again_does_not_tie() -> None:
    history = talk("Should we see Lisbon or Porto?", "Both.", "Porto has the better wine.")

    assert resolve("How far is it?", history).rivals == ()


def test_nothing_said_resolves_nothing() -> None:
    assert resolve("Where was she born?", []).rewritten is None


@pytest.mark.parametrize(
    "question", ["When does my flight leave?", "capital of France?", "What do you know about me?"]
)
def test_a_topic_is_not_forced_on_a_question_that_names_its_own(question: str) -> None:
    assert resolve(question, talk("Who was Ada Lovelace?")).rewritten is None


def test_a_topic_from_a_mere_statement_is_not_forced_on_a_question() -> None:
    history = talk("I am planning a trip to Lisbon with my sister Anna.")

    assert resolve("Why?", history).rewritten is None


def test_a_resolved_reference_is_reported_with_its_antecedent() -> None:
    resolution = resolve("Is it an album?", talk("What was Round Room?"))

    assert resolution.references == (Reference("it", "Round Room"),)


WORDS = st.sampled_from(
    "Lisbon Porto Anna Tejo hotel album she it they his the that June what about and is".split()
)
SENTENCES = st.lists(WORDS, min_size=1, max_size=9).map(" ".join)
JOINTS = {"of", "about", "the", "to", "s"}  # what a rewriting may add by itself


@given(SENTENCES, st.lists(SENTENCES, max_size=4))
def test_a_rewriting_adds_no_word_that_was_not_said(question: str, said: list[str]) -> None:
    history = talk(*said)

    rewritten = resolve(question, history).rewritten or ""

    known = set(re.findall(r"\w+", " ".join([question, *said]).lower())) | JOINTS
    assert set(re.findall(r"\w+", rewritten.lower())) <= known


@pytest.mark.parametrize(
    ("text", "index"),
    [
        ("2", 1),
        ("option 3", 2),
        ("the second one, please", 1),
        ("first", 0),
        ("the last one", 2),
        ("a model", 0),
        ("I mean past cases", 2),
        (READINGS[1], 1),
        ("We have five years of records", None),
        ("7", None),
        ("yes", None),
        ("Would a model help?", None),
    ],
)
def test_a_reading_is_picked_by_number_or_words(text: str, index: int | None) -> None:
    assert chosen_interpretation(READINGS, text) == index


@pytest.mark.parametrize(
    ("text", "is_new"),
    [
        ("What are my todos?", True),
        ("Never mind.", True),
        ("thanks", True),
        ("Plan my trip to Rome next week", True),
        ("Forget where I live.", True),
        ("yes, we have records of two years", False),
        ("customers of our shop", False),
        ("Can you decide?", False),
        ("Will who leaves be hard to find?", False),
    ],
)
def test_a_new_subject_is_distinguished_from_an_answer(text: str, *, is_new: bool) -> None:
    assert changes_subject(text, "I need to find out who will leave") is is_new


@pytest.mark.parametrize("question", ["What is the budget?", "Who bakes the cake?"])
def test_a_thing_that_the_person_mentioned_is_meant_and_needs_no_topic(question: str) -> None:
    history = talk(
        "We go with the Linde. The budget is 2,800 euros, and Helga bakes the cake.", "Noted."
    )
    assert resolve(question, history).rewritten is None


def test_a_sentence_that_somebody_cancels_is_no_title() -> None:
    said = "Henk zegt af"
    found = rank_antecedents([Utterance("user", said)], language_pack_for(said))
    assert [each.text for each in found] == ["Henk"]


def test_a_sentence_in_small_letters_is_no_title() -> None:
    history = [Utterance("user", "we'll go with the Linde")]
    found = resolve("Is it open?", history)
    assert [reference.antecedent for reference in found.references] == ["Linde"]
