import pytest

from tidemark.nlp.language_id import language_of
from tidemark.nlp.languages import Language


@pytest.mark.parametrize(
    "text",
    [
        "Zullen we dan de trein van half negen nemen?",
        "Niet Porto, maar Lissabon.",
        "De code van de kluis is 7302.",
        "Sanne belt morgen terug.",
        "Robert De Niro speelt de hoofdrol.",
        "Ik gebruik Python 3.11 en SQLite.",
        "Welke vlucht had ik geboekt?",
        "Toch maar Antwerpen",
        "Heb je al iets van Mark gehoord?",
        "De cursus is van 3 t/m 7 mei.",
    ],
)
def test_dutch_is_recognised_by_its_words(text: str) -> None:
    assert language_of(text) == "nl"


@pytest.mark.parametrize(
    "text",
    [
        "Did Van der Graaf Generator's new album do good?",
        "is dan jenny's brother",
        "Ludwig van Beethoven and Vincent van Gogh met in Die Hard",
        "We had a hen of over ten, and the deed was in Ben's hand",
        "The hoe, the door and the ding",
        "Was Jan van Eyck in Den Haag?",
    ],
)
def test_english_with_dutch_names_stays_english(text: str) -> None:
    assert language_of(text) == "en"


@pytest.mark.parametrize(
    "text", ["", "???", "Lisbon", "De Niro", "Van der Valk", "404", "En per kind?"]
)
@pytest.mark.parametrize("otherwise", ["en", "nl"])
def test_a_text_without_signs_of_a_language_is_in_the_one_before(
    text: str, otherwise: Language
) -> None:
    assert language_of(text, otherwise=otherwise) == otherwise
