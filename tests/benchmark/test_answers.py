"""The matching of replies in the benchmark of answers, and a talk and a question through it."""

import datetime as dt
import json
from pathlib import Path

import pytest

from benchmark.answers import Asked, Line, faults, locomo_answers, read_talk, run_talk

_MONDAY = dt.date(2026, 11, 23)


def _talk(folder: Path, *lines: dict[str, object]) -> Path:
    path = folder / "boat.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("wanted", "reply", "is_right"),
    [
        ({"must": [["12 May", "the 12th"]]}, "It leaves on 12 may.", True),
        ({"must": [["12"]]}, "It costs 120.", False),
        ({"must": [["14 May"]]}, "On 14 May you said: “on Tuesday”", False),  # only a lead-in
        ({"never": ["oak"]}, "Noted: oak.", False),
        ({"never": ["oak"]}, "Noted: croaking.", True),
        ({"first": ["quartz"]}, "Quartz, not oak.", True),
        ({"first": ["quartz"]}, "One " * 25 + "quartz", False),
        ({"never_first": ["oak"]}, "Quartz, not oak.", True),
        ({"never_first": ["oak"]}, "An oak worktop.", False),
        ({"never_open": ["call Jan"]}, "To do:\n\n- call Jan", False),
        ({"never_open": ["call Jan"]}, "Done:\n\n- call Jan", True),
        ({"told": ["quartz"]}, "Saved.", True),
        ({"told": ["quartz"]}, "Noted: oak.", False),
        ({"reading": ["boat"]}, "I took “it” to mean the boat.", True),
        ({"kind": "sum", "must": [["186"]]}, "175 = 85 + 90, not 186", False),
        ({"total": []}, "About “225 euros” you said nothing.", True),
        ({"usual": True, "say": "Sam paints"}, "Saved.", True),
        ({"usual": True, "say": "Sam paints"}, "Which one?", False),
        ({"reading": []}, "I read this as “Book the meat”", False),
    ],
)
def test_a_reply_is_matched_by_its_line(
    wanted: dict[str, object], reply: str, *, is_right: bool
) -> None:
    assert (not list(faults(Line.model_validate(wanted), reply))) is is_right


def test_a_talk_names_days_from_today(tmp_path: Path) -> None:
    gaps = "{{thu}}, {{mon}}, {{last_wed}}, {{last_mon}}, {{tomorrow}}, {{nl_di}}, {{in_9}}"

    (line,) = read_talk(_talk(tmp_path, {"say": gaps}), _MONDAY)

    assert line.say == (
        "26 November, 30 November, 18 November, 16 November, 24 November, 24 november, 2 December"
    )


def test_a_talk_goes_over_folds_and_chats(tmp_path: Path) -> None:
    path = _talk(
        tmp_path,
        {"say": "My boat is called Meeuw.", "kind": "statement", "must": [["Meeuw"]]},
        {"do": "fold"},
        {"say": "Hello!", "kind": "smalltalk", "new_session": True, "never": ["Meeuw"]},
        {"say": "What is my boat called?", "kind": "fact", "session": 1, "must": [["Albatros"]]},
    )

    found = list(run_talk(path, tmp_path))

    assert [(each.number, each.faults) for each in found] == [
        (1, ()),
        (3, ()),
        (4, ("lacks Albatros",)),
    ]


def test_a_file_holds_talks_of_people_who_know_nothing_of_each_other(tmp_path: Path) -> None:
    path = _talk(
        tmp_path,
        {"do": "start"},
        {"say": "My boat is called Meeuw.", "usual": True},
        {"do": "start"},
        {"say": "What is my boat called?", "kind": "fact", "never": ["Meeuw"]},
    )

    assert [(each.number, each.faults) for each in run_talk(path, tmp_path)] == [(2, ()), (4, ())]


def test_a_reply_holds_an_answer_by_its_stems() -> None:
    asked = Asked("Why?", "visiting the old harbours", "She visits an old harbour.")

    assert asked.holds
    assert not Asked("Why?", "visiting the old harbours", "She visits.").holds


def test_words_are_counted_without_the_targets_of_links() -> None:
    assert Asked("Who?", "Jan", "[Jan is](?message=3) here").words == 3


def test_a_question_is_asked_in_a_copy(tmp_path: Path) -> None:
    turns = [{"speaker": "Ann", "text": "I sold my red boat."}, {"speaker": "Bo", "text": "Oh!"}]
    sample = {
        "sample_id": "one",
        "conversation": {"speaker_a": "Ann", "speaker_b": "Bo", "session_1": turns},
        "qa": [
            {"category": 4, "question": "Which boat did Ann sell?", "answer": "red boat"},
            {"category": 1, "question": "Who sold?", "answer": "Ann"},
        ],
    }
    (tmp_path / "locomo_dev.json").write_text(json.dumps([sample]), encoding="utf-8")

    (asked,) = locomo_answers(tmp_path, tmp_path, names=["one"])

    assert (asked.question, asked.gold) == ("Which boat did Ann sell?", "red boat")
    assert "red boat" in asked.reply
