"""Calculations that a question states itself, in both languages."""

import pytest

from tidemark.engines.builtin.counting.arithmetic import calculated_on, calculation
from tidemark.nlp.languages import Language
from tidemark.nlp.pack_selection import LANGUAGE_PACKS


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is 180 + 24*12?", "468 = 180 + 24 × 12"),
        ("What is 1,000 * 12?", "12,000 = 1,000 × 12"),
        ("What is 1.05 * 200", "210 = 1.05 × 200"),
        ("What is 12*7?", "84 = 12 × 7"),
        ("what's (3+4)*12.50?", "87.50 = (3 + 4) × 12.50"),
        ("How much is 1,200 / 12", "100 = 1,200 / 12"),
        ("What is 2 * (3 + 4)?", "14 = 2 × (3 + 4)"),
        ("calculate 12 times 12", "144 = 12 × 12"),
        ("what is 3 plus 4 plus 5 minus 2", "10 = 3 + 4 + 5 - 2"),
        ("3 x 4", "12 = 3 × 4"),
        ("€48 + €12.50 =", "60.50 = 48 + 12.50"),
        ("15% of 240", "36 = 15% × 240"),
        ("What is 50 percent of 90 euros?", "45 = 50% × 90"),
        ("240 minus 10%", "216 = 240 - 10%"),
        ("What is 1/3 of 90?", "30 = 1 / 3 × 90"),
        ("What is 5 - 9?", "-4 = 5 - 9"),
        ("If we split 90 between four, how much each?", "22.50 = 90 / four"),
        ("(95 * 6) + 140", "710 = (95 × 6) + 140"),
        ("-5 + 3", "-2 = -5 + 3"),
        ("Split 450 euros between 5 people", "90 = 450 / 5"),
        ("Please divide €450 equally by 5.", "90 = 450 / 5"),
    ],
)
def test_a_calculation_in_the_question_is_worked_out(question: str, answer: str) -> None:
    assert calculation(question, LANGUAGE_PACKS["en"]) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("hoeveel is 180 + 24 * 12?", "468 = 180 + 24 × 12"),
        ("Wat is 15% van 240?", "36 = 15% × 240"),
        ("Wat is 240 gedeeld door 8?", "30 = 240 / 8"),
        ("wat is 1,5 keer 3", "4,50 = 1,5 × 3"),
        ("1.200,50 + 3", "1.203,50 = 1.200,50 + 3"),
        ("(95 * 6) + 140", "710 = (95 × 6) + 140"),
        ("verdeel 450 euro over 5 personen", "90 = 450 / 5"),
    ],
)
def test_a_dutch_calculation_is_worked_out(question: str, answer: str) -> None:
    assert calculation(question, LANGUAGE_PACKS["nl"]) == answer


@pytest.mark.parametrize(
    ("language", "question", "before", "answer"),
    [
        ("en", "divided by 6", "480 = 420 + 60", "80 = (420 + 60) / 6"),
        ("en", "and split between four people?", "480 = 420 + 60", "120 = (420 + 60) / 4"),
        ("en", "divided by 4", "80 = (420 + 60) / 6", "120 = (420 + 60) / 4"),
        ("en", "and that divided by 4", "80 = (420 + 60) / 6", "20 = (420 + 60) / 6 / 4"),
        ("en", "times 3", "192 = 4 × 48\n\n- “48 each”", "576 = 4 × 48 × 3"),
        ("nl", "gedeeld door 6", "480 = 420 + 60", "80 = (420 + 60) / 6"),
        ("nl", "en keer 2?", "1.480 = 1.420 + 60", "2.960 = (1.420 + 60) × 2"),
        ("en", "divided by 0", "480 = 420 + 60", None),
        ("en", "divided by 6", "490 = 420 + 60", None),
        ("en", "divided by 6", "Noted: the house costs 420 euros.", None),
        ("en", "we are divided by 6 rivers", "480 = 420 + 60", None),
    ],
)
def test_the_last_result_is_divided_and_multiplied(
    language: Language, question: str, before: str, answer: str | None
) -> None:
    assert calculated_on(question, before, LANGUAGE_PACKS[language]) == answer


@pytest.mark.parametrize(
    "text",
    [
        "14 - 21",
        "We split 450 euros between 5 people.",
        "Split 450 euros between 5 people by Friday 3 June",
        "9/11",
        "What is 12-12-2026?",
        "What's 020-555 1234?",
        "What's 24/7 support?",
        "What is 10/0?",
        "what is 5 + + * 3",
        "What is 2 * (3 + 4",
        "2 eggs + 3 apples",
        "(2024)",
        "What is 2024?",
        "What is 2**9999999?",
        "What is 2 * 50 + 10%?",
        "12, + 3",
        "1.2.3 + 4",
        "What is 123456789 * 987654321?",
        "What is 1/1000?",
        f"what is {'9*' * 80}9",
    ],
)
def test_what_is_no_calculation_is_left_to_the_other_answers(text: str) -> None:
    assert calculation(text, LANGUAGE_PACKS["en"]) is None
