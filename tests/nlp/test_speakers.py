import datetime as dt

import pytest

from tidemark.nlp.speakers import speaker_of, speakers, without_speaker
from tidemark.schema import Message, Role

NOW = dt.datetime(2026, 5, 4, 9, 30, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("Caroline: I went there", "Caroline"),
        ("Émile Zola: j'accuse", "Émile Zola"),
        ("J.K. Rowling: once upon a time", "J.K. Rowling"),
        ("Anna-Lena O'Brien: hi", "Anna-Lena O'Brien"),
        ("I went there: it was closed", ""),
        ("My budget: 500 euros", ""),
        ("Correction: we are 15", ""),
        ("Let op: we zijn met 15", ""),
        ("note: closed", ""),
        ("12: noon", ""),
        ("Anna:hi", ""),
        ("", ""),
    ],
)
def test_a_speaker_is_a_capitalised_name_before_a_colon(text: str, speaker: str) -> None:
    assert speaker_of(text) == speaker
    assert without_speaker(text) == (text.removeprefix(f"{speaker}: ") if speaker else text)


def talk(*contents: str) -> list[Message]:
    sides: tuple[Role, Role] = ("user", "assistant")
    return [
        Message(
            id=place + 1,
            session_id="talk",
            position=place,
            role=sides[place % 2],
            content=content,
            timestamp=NOW,
            token_count=5,
        )
        for place, content in enumerate(contents)
    ]


def test_two_people_talk_if_each_side_has_a_name_of_its_own() -> None:
    assert speakers(talk("Anna: hello", "Ben: hi Anna")) == {"user": "Anna", "assistant": "Ben"}
    assert speakers(talk("Anna: hello", "Anna: hi")) == {}
    assert speakers(talk("Anna: hello", "hi")) == {}
