"""Reasons as codes: those that earlier versions stored as sentences are read as codes, too."""

from typing import get_args

import pytest

from tidemark.i18n.catalogue import LANGUAGES, catalogue
from tidemark.i18n.code_texts import change_text, fault_text, reason_text
from tidemark.schema import ImportFault, Reason, ReasonCode, SummaryChange, SummaryVersionList, Turn
from tidemark.schema.prompt_snapshot import SnapshotLayout
from tidemark.schema.reasons import ChangeCode, ImportFaultCode, TurnReason, from_sentence

SENTENCES = {
    "the question": Reason("question"),
    "what the question was understood as": Reason("understood"),
    "active message": Reason("active"),
    "left out at your wish": Reason("excluded"),
    "last exchange": Reason("last_exchange"),
    "one of the last exchanges": Reason("recent_exchange"),
    "remembered": Reason("remembered"),
    "pinned": Reason("pinned"),
    "profile": Reason("profile"),
    "index of exchanges": Reason("index"),
    "close in meaning": Reason("close_in_meaning"),
    "beside what matches": Reason("near_match"),
    "said in the time that is named": Reason("in_time"),
    "matches: visa": Reason("matches", ("visa",)),
    "matches: visa, Tokyo": Reason("matches", ("visa", "Tokyo")),
    "from “A “quoted” trip”: puts right what was said there": Reason(
        "correction", title="A “quoted” trip"
    ),
    "from “Trip: matches”: matches light, house": Reason(
        "other_session", ("light", "house"), "Trip: matches"
    ),
    "similar question, from “Trip”": Reason("similar_question", title="Trip"),
    "similar question": Reason("similar_question"),
    "what nobody says any more": Reason("sentence", ("what nobody says any more",)),
}


# What the page says today where it once said, and stored, something else.
TODAY = {
    "active message": "not summarised yet",
    "last exchange": "your last question and its answer",
    "what the question was understood as": "the question as it was understood",
    "left out at your wish": "left out at your request",
    "one of the last exchanges": "a recent question and its answer",
    "profile": "about you",
    "index of exchanges": "list of questions and answers",
    "close in meaning": "similar in meaning",
    "beside what matches": "next to a message that matches",
    "said in the time that is named": "from the time you mention",
    "from “A “quoted” trip”: puts right what was said there": (
        "from “A “quoted” trip”: corrects what was said there"
    ),
    "folded": "summarised",
    "let go": "unpinned",
}


@pytest.mark.parametrize(("sentence", "reason"), SENTENCES.items())
def test_a_stored_sentence_is_read_as_its_code_and_said_in_the_words_of_today(
    sentence: str, reason: Reason
) -> None:
    assert from_sentence(sentence) == reason
    assert reason_text(reason, "en") == TODAY.get(sentence, sentence)


def test_a_snapshot_of_an_earlier_version_is_read_beside_one_of_this() -> None:
    reasons = tuple(SENTENCES.values())
    older = {"tokens": 9, "threshold": 1200, "reasons": list(SENTENCES)}
    assert SnapshotLayout.model_validate(older).reasons == reasons
    layout = SnapshotLayout(tokens=9, threshold=1200, reasons=reasons)
    stored = layout.model_dump_json(exclude_defaults=True)
    assert SnapshotLayout.model_validate_json(stored) == layout
    assert '{"code":"question"},' in stored


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_its_words_in_every_language(language: str) -> None:
    words = catalogue(language).table("REASONS")
    assert sorted(catalogue(language).table("TURN_REASONS")) == sorted(get_args(TurnReason))
    assert sorted(catalogue(language).table("IMPORT_WHY")) == sorted(get_args(ImportFaultCode))
    assert sorted(catalogue(language).table("CHANGES")) == sorted(get_args(ChangeCode))
    assert sorted({*words, "sentence"} ^ {*get_args(ReasonCode), "similar_question_in"}) == []


@pytest.mark.parametrize(
    "sentence",
    ["folded", "added", "edited", "deleted", "pinned", "let go", "restored version 12"],
)
def test_a_version_of_an_earlier_tidemark_is_read_and_said_in_the_words_of_today(
    sentence: str,
) -> None:
    older = {"at": "2026-03-01T09:00:00Z", "by": "you", "change": sentence, "memory": {}}
    (version,) = SummaryVersionList.model_validate({"all": [older]}).all
    assert change_text(version.change, "en") == TODAY.get(sentence, sentence)
    stored = SummaryVersionList(all=(version,)).model_dump_json(exclude_defaults=True)
    assert SummaryVersionList.model_validate_json(stored).all == (version,)


def test_an_unknown_change_is_an_edit() -> None:
    older = {"at": "2026-03-01T09:00:00Z", "by": "you", "change": "embellished", "memory": {}}
    (version,) = SummaryVersionList.model_validate({"all": [older]}).all
    assert version.change == SummaryChange("edited")


@pytest.mark.parametrize(
    ("stored", "reason"),
    [
        ("Stopped by you.", "stopped"),
        ("It was cut off before it was answered.", "cut_off"),
        ("The branch begins with this message. Retry to have it answered.", "unanswered"),
        ("Gemini gave an empty answer. Your message is kept: retry.", None),
        ("failed", "failed"),
        (None, None),
    ],
)
def test_the_reason_of_a_turn_of_an_earlier_version_is_read_as_its_code(
    stored: str | None, reason: str | None
) -> None:
    turn = Turn.model_validate(
        {
            "id": 1,
            "session_id": "trip",
            "question_id": 1,
            "reply_id": None,
            "status": "failed",
            "reason": stored,
            "owner": "host/1",
            "heartbeat": "2026-03-01T09:00:00Z",
        }
    )
    assert turn.reason == (reason or stored)


def test_why_a_conversation_cannot_be_imported_is_said_in_the_language_of_the_page() -> None:
    faults = (
        ImportFault("silent"),
        ImportFault("branches", count=501, most=500),
        ImportFault("empty"),
        ImportFault("invalid", detail="mapping: a table is needed"),
    )
    assert [fault_text(fault, "nl") for fault in faults] == [
        "er staat geen tekst in",
        "het heeft 501 vertakkingen, meer dan 500",
        "er staan geen berichten in",
        "mapping: a table is needed",
    ]
