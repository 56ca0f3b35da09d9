"""A model is spared the messages that plainly stand alone, and no others."""

import pytest

from tests.engine_fixtures import NOW, OpenGemini, gemini_server, open_gemini, view
from tests.gemini_server import GeminiServer
from tidemark.engines.llm.plain_messages import is_plain
from tidemark.runtime.events import Stop
from tidemark.schema import QueryUnderstanding

__all__ = ["gemini_server", "open_gemini"]  # fixtures

SAID = ("We looked at Casa Azul and Casa do Sado.", "Casa Azul is 640 euros, Casa do Sado 590.")
PLAIN = (
    "Who was Ada Lovelace?",
    "Wie schreef Max Havelaar?",
    "My sister Ana lives in Ghent and keeps bees.",
    "Mijn zus Ana woont in Gent en houdt bijen.",
    "Thanks a lot!",
    "Bedankt!",
)
LEANING = (
    "Let's go with the second one then.",
    "That is fine. What does a weekend in Porto cost on average in May?",
    "Is she coming?",
    "And the other?",
    "Kies maar de tweede.",
    "Dat is goed. Wat kost een weekend in Porto gemiddeld in mei?",
)
TASKS = (
    "Book a table for Saturday.",
    "Write a poem about the sea.",
    "Plan my trip to Lisbon",
    "I have a list of 10,000 customers",
    "I need to find out who will leave",
    "Boek een tafel voor zaterdag.",
)


@pytest.mark.parametrize("message", PLAIN)
def test_a_message_that_stands_alone_is_plain(message: str) -> None:
    assert is_plain(view(message, *SAID))


@pytest.mark.parametrize("message", [*LEANING, *TASKS])
def test_one_that_leans_on_others_or_may_lack_something_is_not(message: str) -> None:
    assert not is_plain(view(message, *SAID))


def test_the_language_of_the_talk_is_that_of_a_few_words() -> None:
    assert not is_plain(view("en de derde?", "We hebben drie huizen bekeken.", "Dat klopt."))


def test_an_answer_to_a_question_is_not_plain() -> None:
    asked = ("I go to Lisbon.", "When do you go?")
    assert not is_plain(view("My sister Ana lives in Ghent and keeps bees.", *asked))


@pytest.mark.parametrize(
    ("given", "calls"), [({"model_understands": "when_needed"}, 0), ({}, 1)], ids=["spared", "not"]
)
def test_a_plain_message_is_spared_unless_settings_ask_for_the_model(
    given: dict[str, str], calls: int, gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    engine = open_gemini(**given)

    spoken = engine.understand(view(PLAIN[0], *SAID), now=NOW, asking="freely", stop=Stop())
    assert spoken.value == QueryUnderstanding()
    assert (spoken.usage.calls, len(gemini_server.asked)) == (calls, calls)

    engine.understand(view(LEANING[0], *SAID), now=NOW, asking="freely", stop=Stop())
    assert len(gemini_server.asked) == calls + 1
