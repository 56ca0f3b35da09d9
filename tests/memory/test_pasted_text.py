"""The parts of a message: the person's own words, and the text they pasted."""

import pytest

from tidemark.memory.pasted_text import own_statements, pasted_spans, pasted_within, without_pasted
from tidemark.prompt.file_fences import TextFile, attach

ARTICLE = (
    "The council decided on Tuesday that all trees stay. I am relieved, says the alderman. " * 5
)
DUTCH_ARTICLE = "De raad besloot dinsdag dat de bomen blijven. Ik ben blij, zegt de wethouder. " * 5
OWN = "I bring my own chairs."

PASTED = {
    "an attached file": attach(OWN, [TextFile("notes.md", "I prefer tea.\n```\ncode\n```\nTea!")]),
    "code": f"```python\n# I prefer tabs\nx = 1\n```\n{OWN}",
    "quoted lines": f"On 3 May Anna wrote:\n> I like tea.\n> And cake.\n{OWN}",
    "quoted lines in Dutch": f"Op 3 mei schreef Anna het volgende:\n> Ik lust thee.\n{OWN}",
    "a letter": f"{OWN}\n\nDear Sam,\n\nI want the rent.\n\nKind regards,\n\nHelen Moss\nMoss Ltd",
    "a letter in Dutch": f"Beste Sam,\n\nIk wil huur.\n\nMet vriendelijke groet,\nHelen\n\n{OWN}",
    "a mail": f"{OWN}\n\nFrom: Anna\nTo: Sam\nSubject: Party\n\nI am allergic to nuts.",
    "a mail in Dutch": f"{OWN}\n\nVan: Anna\nAan: Sam\nOnderwerp: Feest\n\nIk ben allergisch.",
    "a chat": f"Anna: I am vegetarian\nBen: I will book\nAnna: Great\n\n{OWN}",
    "a chat with times": f"[12:03] Anna: I hate fish\n[12:04] Ben: So do I\n\n{OWN}",
    "an exported chat": f"{OWN}\n3/5/26, 12:03 - Anna: I hate fish\n3/5/26, 12:04 - Ben: So do I",
    "a log": f"2026-01-02 10:00:01 ERROR I give up\n2026-01-02 10:00:02 INFO Bye\n{OWN}",
    "a traceback": f'Traceback (most recent call last):\n  File "a.py", line 1\nKeyError: 2\n{OWN}',
    "a headed text": f"{OWN}\n\n# Contract\n{ARTICLE}\n## Notice\n{ARTICLE}",
    "an introduced text": f"{OWN} Here is the message of my landlord:\nI raise the rent.",
    "an introduced text in Dutch": f"{OWN} Dit mailde Joke mij gisteren:\nIk wil om zes uur eten.",
}


@pytest.mark.parametrize("message", PASTED.values(), ids=PASTED)
def test_only_the_persons_own_statement_is_left_of_a_message(message: str) -> None:
    assert own_statements(message).strip() == OWN
    assert len(without_pasted(message)) == len(message)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("Can you summarise this article?", ARTICLE),
        ("What does this say about the trees?", ARTICLE),
        ("Translate the following:", ARTICLE),
        ("Kun je dit artikel samenvatten?", DUTCH_ARTICLE),
        ("Vat dit samen:", DUTCH_ARTICLE),
        ("Wat staat hierin over de bomen?", DUTCH_ARTICLE),
    ],
)
def test_a_long_text_below_a_question_about_it_was_pasted(asked: str, text: str) -> None:
    assert without_pasted(f"{asked}\n\n{text}").strip() == asked


@pytest.mark.parametrize(
    ("message", "own"),
    [
        ('She wrote: "I am allergic to nuts." I told her it is fine.', " I told her it is fine."),
        ("Ze appte: “Ik lust geen vis.” Dat wist ik.", " Dat wist ik."),
    ],
)
def test_words_between_quotation_marks_after_who_wrote_them_are_not_the_persons(
    message: str, own: str
) -> None:
    assert own_statements(message).strip() == own.strip()


def test_a_question_after_a_pasted_text_is_the_persons_own() -> None:
    message = "The mail from Anna:\n\nI want to eat at six.\n\nWhat shall I answer?"

    assert without_pasted(message).split("\n")[-1] == "What shall I answer?"


@pytest.mark.parametrize(
    "message",
    [
        "Here is what I need:\n- milk\n- eggs",
        "Budget: 5000\nDate: 5 June\nPlace: Utrecht",
        "- Anna: cake\n- Ben: drinks\n- Anna: chairs",
        "The contractor wrote: we can start on 12 January.",
        "Hi,\n\nI'm looking for a flat of 900 euros.\n\nKind regards,\nJan",
        "Hallo Tidemark,\n\nIk zoek een huis.\n\nGroetjes,\nJan",
        "In the letter I must mention:\n- my deposit\n- the boiler",
        "We leave at 10:30 and I prefer the aisle.\nMy sister comes too: she lives in Ghent.",
        'No, "rather quartz" is what I said: "quartz".',
        "Onze afspraken:\nIk kook op maandag.\nJij kookt op dinsdag.",
        "Caroline: I went to the support group: it was powerful.",
    ],
)
def test_text_that_only_looks_pasted_is_the_persons_own(message: str) -> None:
    assert pasted_spans(message) == ()


def test_the_places_in_a_part_of_a_message_are_those_of_the_part() -> None:
    message = "She wrote:\n> I like tea.\nI do not."

    assert pasted_within(message, 13, len(message)) == ((0, 11),)
