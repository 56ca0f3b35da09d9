"""What a terminal shows of each shape, line by line."""

import datetime as dt

import pytest

from tidemark.cli import formatting
from tidemark.schema import (
    Item,
    Message,
    MessageMetadata,
    QueryUnderstanding,
    SessionMemory,
    Summary,
)
from tidemark.schema.reports import ImportReport, UnderstandingReport

NOW = dt.datetime(2026, 3, 2, 18, 41, tzinfo=dt.UTC)
UNCLEAR = QueryUnderstanding(
    is_ambiguous=True,
    possible_interpretations=("the boat", "the train"),
    clarifying_questions=("Which one?", "For when?"),
)


@pytest.mark.parametrize(
    ("understanding", "line"),
    [
        (QueryUnderstanding(), "0.25  as it stands"),
        (
            QueryUnderstanding(rewritten_query="When is the\x1b boat?"),
            "0.25  read as: When is the boat?",
        ),
        (UNCLEAR, "0.25  unclear: Which one? For when?"),
    ],
    ids=["clear", "rewritten", "unclear"],
)
def test_an_analysis_is_one_line(understanding: QueryUnderstanding, line: str) -> None:
    analysed = UnderstandingReport(
        understanding=understanding, needs_context=False, needs_context_score=0.25
    )
    assert formatting.of_analysis(analysed) == line


@pytest.mark.parametrize(
    ("metadata", "is_retired", "head"),
    [
        (MessageMetadata(), False, "2. Tidemark, 2026-03-02 18:41"),
        (MessageMetadata(partial="stopped"), False, "2. Tidemark, 2026-03-02 18:41, stopped"),
        (MessageMetadata(), True, "2. Tidemark, 2026-03-02 18:41, replaced"),
    ],
    ids=["whole", "stopped", "replaced"],
)
def test_a_message_says_what_became_of_it(
    metadata: MessageMetadata,
    is_retired: bool,  # noqa: FBT001
    head: str,
) -> None:
    message = Message(
        id=7,
        session_id="s",
        position=1,
        role="assistant",
        content="Noted.",
        timestamp=NOW,
        token_count=7,
        metadata=metadata,
        is_retired=is_retired,
    )
    assert formatting.of_message(message) == f"\n{head}\nNoted."


def test_a_summary_lists_its_items_with_date_and_state() -> None:
    call = Item(text="call the inn", message_ids=(1,), on=dt.date(2026, 3, 6), status="open")
    summary = Summary(
        id=1,
        session_id="s",
        memory=SessionMemory(key_facts=(Item(text="14 guests", message_ids=(1,)),), todos=(call,)),
        timestamp=NOW,
        from_message_index=0,
        to_message_index=11,
        created_at=NOW,
        token_count=12,
    )
    assert formatting.of_summary(summary) == (
        "\nSummary of messages 1 to 12, 12 tokens\n"
        "  todos: call the inn (2026-03-06) [open]\n"
        "  key facts: 14 guests"
    )


@pytest.mark.parametrize(
    ("imported", "line"),
    [
        (
            ImportReport(session_id="a", stored=4, folds=1),
            "Imported 4 messages and 1 summary into a.",
        ),
        (
            ImportReport(session_id="a", stored=0, folds=0, was_there=True),
            "a holds this conversation already: nothing to do.",
        ),
        (
            ImportReport(session_id="b", stored=4, folds=0, renamed_from="a"),
            "Imported 4 messages and 0 summaries into b, because a holds another conversation.",
        ),
    ],
    ids=["new", "there", "renamed"],
)
def test_an_import_says_where_it_went(imported: ImportReport, line: str) -> None:
    assert formatting.of_import(imported) == line
