"""Every error has its sentence in every language, and no sentence is left over."""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

import tidemark
from tidemark import errors, ui
from tidemark.errors import TidemarkError
from tidemark.i18n import error_messages
from tidemark.i18n.catalogue import LANGUAGES as ALL_LANGUAGES
from tidemark.i18n.catalogue import catalogue
from tidemark.schema import Failure, MessageMetadata
from tidemark.schema.sources import UnreadableWhy

# Wherever an error may be: all but what Alembic alone can run, and what only some install
for _module in pkgutil.walk_packages(tidemark.__path__, "tidemark."):
    if ".migrations" not in _module.name and ".langchain" not in _module.name:
        importlib.import_module(_module.name)
# What is never raised as such, and what a face says for itself
_BRANCHES = {
    "TidemarkError",
    "UserError",
    "OperatorError",
    "EngineError",
    "DatabaseError",
    "TurnFailed",
    "NotAttached",
    "NotFolded",
}
_IN_ENGLISH = re.compile(r"\bstr\([\w.]*error\)")
LANGUAGES = sorted(set(ALL_LANGUAGES) - {"en"})
LIMITS_OF_QUERIES = ("too_long", "too_slow", "too_much_memory", "too_many")
NOT_JSON = '["ContentUnreadable", {"why": "not_json", "detail": "", "line": 3, "column": 4}]'
# One of each form an error has; a fact is made up where the class asks for no other
FORMS: dict[str, list[dict[str, Any]]] = {
    "MessageNotFound": [{"of_person": True}, {"of_person": False}],
    "UnreadableTranscript": [{"line": 3}, {"line": None}],
    "ConversationNotFound": [
        {"names": ("a", "b"), "wanted": "c"},
        {"names": ("a", "b"), "wanted": None},
    ],
    "NotebookNotFound": [{}, {"nearest": ("a", "b")}],
    "MessagesFoldedSince": [{"positions": (1,)}, {"positions": (1, 2)}],
    "QuotaExceeded": [
        {"is_daily": True},
        {"retry_after_s": 4.2},
        {"retry_after_s": None, "why": "limit: 20"},
    ],
    "ModelNotFound": [{}, {"why": "gone", "successor": "gemini-9"}],
    "KeyNotPermitted": [{}, {"at": "https://example.org"}],
    "KeyNotServed": [
        {"remedy": "model"},
        {"remedy": "model", "at": "https://example.org"},
        {"remedy": "billing"},
        {"remedy": "billing", "at": "https://example.org"},
        {"remedy": "engine"},
    ],
    "AlreadySummarised": [{"message_ids": (1, 2)}],
    "ContentUnreadable": [
        *({"why": why, "detail": "x"} for why in ("not_json", "not_a_value", "twice")),
        *({"why": why, "detail": "9"} for why in ("too_large", "too_deep", "too_many")),
        {"why": "not_json", "line": 3, "column": 4},
    ],
    "DocumentNotFound": [{}, {"name": ""}],
    "FileNotTaken": [{"refusal": NOT_JSON}],
    "MergeConflict": [{"places": ("/a", "")}],
    "SchemaBroken": [
        {"places": ("/a", ""), "reasons": ("is no number", "is not there")},
        {"places": ("/a",), "reasons": ("no",), "rules": (("minimum", "-1", "0"),)},
    ],
    "TooManyDocuments": [{"kind": kind} for kind in ("documents", "branches", "versions")],
    "TemplateNotFound": [{"known": ("a", "b")}],
    "SourceNotFound": [{"name": ""}],
    "QueryRefused": [
        {"why": why, "detail": "no such column"}
        for why in ("not_one_select", "wrong", "forbidden", "failed", *LIMITS_OF_QUERIES)
    ],
    "SourceUnreadable": [{"why": why} for why in get_args(UnreadableWhy)],
}


def every(of: type[TidemarkError] = TidemarkError) -> Iterator[type[TidemarkError]]:
    for each in of.__subclasses__():
        if each.__module__.startswith("tidemark."):
            yield each
            yield from every(each)


def made(error: type[TidemarkError], **facts: object) -> TidemarkError:
    named: dict[str, Any] = {}
    several: tuple[str, ...] = ()
    for name, taken in list(inspect.signature(error.__init__).parameters.items())[1:]:
        if taken.kind is taken.VAR_POSITIONAL:
            several = ("langchain-openai",)
        elif name in facts:
            named[name] = facts[name]
        elif taken.default is taken.empty:
            named[name] = 7 if taken.annotation in (int, float) else f"the {name}"
    return error(*(named.pop(name) for name in list(named) if several), *several, **named)


CASES = [
    pytest.param(error, facts, id=f"{error.__name__}-{number}")
    for error in sorted(set(every()), key=lambda each: each.__name__)
    if error.__name__ not in _BRANCHES
    for number, facts in enumerate(FORMS.get(error.__name__, [{}]))
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("error", "facts"), CASES)
def test_every_error_has_its_words_in_every_language(
    language: str,
    error: type[TidemarkError],
    facts: dict[str, object],
) -> None:
    raised = made(error, **facts)
    said = error_messages.of(raised, language)
    assert said != str(raised)
    assert said.endswith(".")
    assert "{" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_kept_for_what_cannot_go_wrong(language: str) -> None:
    names = {error.__name__ for error in every()} - _BRANCHES
    kept = {name.partition(".")[0] for name in catalogue(language).table("ERRORS")}
    assert sorted(kept ^ names) == []


def test_why_a_file_is_refused_is_translated_without_the_details_of_a_library() -> None:
    why = "it is not JSON (expecting value, column 1)"
    said = error_messages.of(errors.UnreadableTranscript("letter.json", why, line=1), "nl")
    assert said.startswith("letter.json, regel 1: het is geen JSON. Er is niets van gebruikt")


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (
            errors.FileUnusable("~/a.json", "No such file or directory"),
            "(er is geen bestand of map met die naam)",
        ),
        (errors.ExportUnreadable(3, "is a version out of order"), "die versie staat niet op"),
        (
            errors.FileNotTaken("~/a.json", NOT_JSON),
            "Het document is geen JSON (regel 3, teken 4).",
        ),
    ],
)
def test_why_a_file_of_a_document_is_refused_is_in_the_language_of_the_page(
    error: TidemarkError, expected: str
) -> None:
    assert expected in error_messages.of(error, "nl")


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (errors.MessageTooLong(449_999, 400_000), "heeft 449.999 tekens; het maximum is 400.000."),
        (errors.TooManyDocuments("versions", 10_000), "De tak heeft al 10.000 versies"),
    ],
)
def test_large_numbers_have_the_separators_of_the_language(
    error: TidemarkError, expected: str
) -> None:
    assert expected in error_messages.of(error, "nl")


def test_english_is_what_the_errors_say_themselves() -> None:
    refused = errors.SessionNotFound("trip")
    assert error_messages.of(refused, "en") == str(refused)


@pytest.mark.parametrize(("error", "facts"), CASES)
def test_every_error_is_said_again_from_what_a_failed_turn_keeps(
    error: type[TidemarkError], facts: dict[str, object]
) -> None:
    raised = made(error, **facts)
    kept = Failure.model_validate_json(Failure.of(raised).model_dump_json())
    assert error_messages.of_failure(kept, "en") == str(raised)


def test_what_a_failed_turn_keeps_is_said_in_the_language_of_who_looks() -> None:
    raised = errors.QuotaExceeded("Gemini", 4.2)
    kept = Failure.of(raised)
    assert error_messages.of_turn("failed", kept, "en") == str(raised)
    assert error_messages.of_turn("failed", kept, "nl") == (
        "Gemini neemt op deze sleutel nu geen vragen meer aan. Probeer het over 5 s opnieuw; je "
        "bericht is bewaard."
    )
    assert error_messages.of_failure(None, "nl") is None


def test_a_turn_whose_failure_says_too_little_is_said_to_have_failed() -> None:
    for too_little in (None, Failure(error="QuotaExceeded"), Failure(error="NobodyKnows")):
        assert error_messages.of_turn("failed", too_little, "en") == "This answer failed."
        assert error_messages.of_turn("failed", too_little, "nl") == "Dit antwoord is mislukt."


def test_a_turn_that_was_cut_off_after_a_failure_is_said_to_be_cut_off() -> None:
    failed_before = Failure.of(errors.ReplyEmpty("Gemini"))
    assert error_messages.of_turn("cut_off", failed_before, "nl") == (
        "Het werd onderbroken voordat het beantwoord was."
    )


def test_the_sentence_that_an_older_version_kept_of_a_turn_is_said_as_it_is() -> None:
    assert error_messages.of_turn("The oven was on fire.", None, "nl") == "The oven was on fire."


def test_the_page_says_no_error_in_the_words_of_the_log() -> None:
    room = Path(ui.__file__).parent
    saying = [
        path.name for path in room.rglob("*.py") if _IN_ENGLISH.search(path.read_text("utf-8"))
    ]
    assert saying == []


def test_why_the_built_in_engine_took_over_is_said_without_what_to_do_next() -> None:
    gone = Failure.of(errors.EngineUnreachable("Gemini", "offline"))
    assert error_messages.summary(gone, "en") == "Gemini could not be reached (offline)."
    assert error_messages.summary(gone, "nl") == "Gemini was niet te bereiken (offline)."
    stored = "Gemini could not be reached (offline). The built-in engine did this step instead."
    assert error_messages.summary(stored, "nl") == stored
    known = MessageMetadata.model_validate_json(f'{{"fell_back": ["{stored}"]}}')
    assert known.fell_back == (stored,)
