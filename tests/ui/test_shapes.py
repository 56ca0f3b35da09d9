"""The page's small truths: the meter's words, the steps of a turn, the days of the list."""

import datetime as dt
from dataclasses import replace

import pytest

from tidemark.errors import EngineError, EngineUnreachable, KeyRefused, QuotaExceeded
from tidemark.retrieval.search_query import SearchResults
from tidemark.runtime.events import (
    Finished,
    Piece,
    StepFinished,
    StepStarted,
    Summarised,
    ToolFinished,
    ToolStarted,
)
from tidemark.schema import FoldResult, Message, MessageMetadata, Meter
from tidemark.schema.tools import ToolCall, ToolUse
from tidemark.services.fold_on_request import FoldForecast
from tidemark.ui import error_display
from tidemark.ui.chat import document_changes, folds, token_meter
from tidemark.ui.chat.status_bar import MeterState
from tidemark.ui.chat.turn_progress import TurnProgress, steps_html, tools_html, work_html
from tidemark.ui.i18n import dates
from tidemark.ui.sidebar import search
from utils import TokenCounter, zone_named

NOON = dt.datetime(2026, 3, 10, 12, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("active", "words"),
    [
        (1079, "older messages are summarised at 100%"),
        (1080, "older messages are summarised soon, every word is kept"),
        (1200, "older messages are summarised soon, every word is kept"),
        (1201, "summarised with your next message"),
    ],
)
def test_the_meter_says_in_words_how_full_it_is(active: int, words: str) -> None:
    assert token_meter.level_text(Meter(summaries=0, active=active, threshold=1200)) == words


@pytest.mark.parametrize(
    ("messages", "words"),
    [
        (4, "older messages are summarised at 100%"),
        (5, "5 messages: older ones are summarised at 6, every word is kept"),
        (6, "6 messages: older ones are summarised at 6, every word is kept"),
    ],
)
def test_the_meter_announces_a_fold_for_the_number_of_messages(messages: int, words: str) -> None:
    meter = Meter(
        summaries=0, active=9, threshold=1200, foldable_messages=messages, most_messages=6
    )
    assert token_meter.level_text(meter) == words
    past = meter.model_copy(update={"foldable_messages": 7})
    assert token_meter.level_text(past) == "summarised with your next message"


@pytest.mark.parametrize(
    ("active", "messages", "words", "width"),
    [
        (924, 51, "Memory 77% used", "77.0"),  # full by the number of messages alone
        (1201, 9, "Memory full", "100.0"),
        (1201, 51, "Memory full", "100.0"),
    ],
)
def test_the_words_of_the_meter_agree_with_its_bar(
    active: int, messages: int, words: str, width: str
) -> None:
    meter = Meter(summaries=0, active=active, threshold=1200, foldable_messages=messages)
    shown = token_meter.numbers_html(meter)
    assert f"<strong>{words}</strong>" in shown
    assert f'style="width:{width}%"' in shown
    assert "summarised with your next message" in shown


def test_the_meter_shows_the_share_used_and_the_fold_with_the_numbers_in_a_tooltip() -> None:
    shown = token_meter.numbers_html(
        Meter(summaries=100, active=42, threshold=1200), (1320, 90), read=1186
    )
    assert 'title="142 of 1,200 tokens · 1,186 read for the last answer"' in shown
    assert "<strong>Memory 11% used</strong>" in shown
    assert "<span>summarised: 103% freed</span>" in shown


def test_the_meter_says_why_more_was_read_than_the_budget() -> None:
    meter = Meter(summaries=100, active=42, threshold=1200, sources=184)
    shown = token_meter.numbers_html(meter, read=1281)
    assert "1,281 read for the last answer · 184 of them from sources" in shown
    parts = token_meter.parts_table(meter, read=1281)
    assert "| Of that, from sources | 184 |" in parts
    assert "at most 1,200 tokens of what was said" in parts
    assert "it is more there than “Summaries” here" in parts
    assert "at most" not in token_meter.parts_table(meter)


def test_an_answer_being_written_counts_as_it_will_once_stored() -> None:
    stored = Meter(summaries=0, active=10, threshold=1200, active_messages=1)
    tokens = TokenCounter().count_message("assistant", "So far")
    reading = MeterState(stored, draft="So far")
    assert f'title="~{10 + tokens} of 1,200 tokens"' in reading.numbers
    assert f"| Answer being written | {tokens} |" in reading.parts
    assert "| Messages not summarised (1) | 10 |" in reading.parts


def test_the_parts_add_up_to_the_budget() -> None:
    shown = token_meter.parts_table(
        Meter(summaries=100, active=1150, threshold=1200, covered_messages=8)
    )
    assert "| Over the limit | 50 |" in shown
    assert "8 earlier messages are covered" in shown


def test_what_the_next_fold_does_is_told_with_what_is_known_of_it() -> None:
    found = FoldForecast(
        messages=12,
        from_index=4,
        to_index=15,
        context=1150,
        context_at_most=400,
        threshold=1200,
        most_messages=50,
        folds_next=False,
    )
    assert folds.forecast_text(found).split("\n\n")[1] == (
        "It replaces messages 5 to 16 in what answers read (12 messages). The memory goes from 95% "
        "to at most 33%, depending on the length of the summary. "
        "It is made by itself when the memory is full, or once there are more than 50 messages not "
        "summarised."
    )
    due = found.model_copy(update={"messages": 1, "context": 1300, "folds_next": True})
    assert "It replaces message 5 in what answers read." in folds.forecast_text(due)
    assert folds.forecast_text(due).endswith("It happens with your next message.")
    little = found.model_copy(update={"context": 59})
    assert "Only 4% of the memory is used" in folds.forecast_text(little)
    none = found.model_copy(update={"messages": 0})
    assert "There is nothing to summarise" in folds.forecast_text(none)


def test_more_titles_than_are_counted_are_told_as_more() -> None:
    assert search.count_text(SearchResults(chats=3)) == "3 chats"
    assert search.count_text(SearchResults(chats=200, is_more=True)) == "More than 200 chats"


def test_what_is_kept_verbatim_is_among_the_parts() -> None:
    shown = token_meter.parts_table(Meter(summaries=100, active=50, threshold=1200, pinned=291))
    assert "| Pinned messages (always read, not counted) | 291 |" in shown


@pytest.mark.parametrize(
    ("engine", "content", "is_listed"),
    [
        ("builtin", "shopping list is at version 2 now:\n\n- items: balloons added", True),
        ("builtin", "shopping list was begun; it is at version 1 now.", False),
        ("gemini", "Done:\n\n- balloons", False),
    ],
)
def test_the_changes_that_a_reply_lists_itself_are_not_listed_again_below_it(
    engine: str, content: str, *, is_listed: bool
) -> None:
    message = Message(
        id=2,
        session_id="s",
        position=1,
        role="assistant",
        content=content,
        timestamp=NOON,
        token_count=9,
        metadata=MessageMetadata(engine=engine),
    )
    assert document_changes.lists_changes(message) == is_listed


def test_progress_is_told_from_the_events_of_a_turn() -> None:
    folded = Summarised(3, FoldResult(from_index=0, to_index=7, tokens_before=9, tokens_after=2))
    end = Finished(5, Meter(summaries=0, active=0, threshold=1200))
    events = (
        StepStarted("context"),
        StepFinished("context", 2.0),
        StepStarted("summariser"),
        folded,
        StepFinished("summariser", 30.0),
        StepStarted("context"),
        StepFinished("context", 1.0),
        StepStarted("responder"),
        Piece("One "),
        Piece("two"),
    )
    so_far = TurnProgress.of(events)
    assert so_far.steps == (("context", 3.0), ("summariser", 30.0), ("responder", None))
    assert (so_far.text, so_far.fold, so_far.last) == ("One two", folded, None)
    assert TurnProgress.of((*events, end)).last == end


def test_the_tools_of_a_turn_are_told_folded_as_they_run_and_once_it_is_done() -> None:
    lookup = ToolCall(name="lookup_past_conversation", arguments={"topic": "<b>visa"})
    use = ToolUse(call=lookup, result="e1: </div>", ms=12.4)
    progress = TurnProgress.of((ToolStarted(lookup), ToolFinished(use), ToolStarted(lookup)))
    assert (progress.tools, progress.call) == ((use,), lookup)
    assert tools_html(progress.tools, progress.call) == (
        '<div class="tools"><details><summary title="12 ms">'
        "Look into this chat: &lt;b&gt;visa</summary><div>e1: &lt;/div&gt;</div></details>"
        '<ol class="steps"><li class="at-work">Look into this chat: &lt;b&gt;visa</li></ol></div>'
    )
    refused = ToolUse(call=ToolCall(name="<x>"), result="There is no such tool.", fault="unknown")
    assert '<summary title="0 ms">&lt;x&gt;</summary>' in tools_html((refused,))
    assert tools_html(()) == ""


def test_the_reply_takes_the_place_of_its_steps() -> None:
    at_work = TurnProgress(steps=(("context", 2.0), ("responder", None)))
    assert "Writing the answer" in work_html(at_work)
    assert work_html(replace(at_work, text="So")) == ""


def test_steps_have_their_milliseconds_as_tooltips_or_show_what_they_do() -> None:
    assert steps_html([("context", 2.4), ("responder", None)]) == (
        '<ol class="steps"><li title="2 ms">Reading</li>'
        '<li class="at-work">Writing the answer</li></ol>'
    )


@pytest.mark.parametrize(
    ("age", "group"),
    [
        (dt.timedelta(hours=1), "Today"),
        (dt.timedelta(hours=13), "Yesterday"),
        (dt.timedelta(days=7), "Previous 7 days"),
        (dt.timedelta(days=8), "Previous 30 days"),
        (dt.timedelta(days=31), "Older"),
        (dt.timedelta(hours=-1), "Today"),
    ],
)
def test_chats_are_listed_under_their_day(age: dt.timedelta, group: str) -> None:
    assert dates.group(NOON - age, NOON, dt.UTC) == group


def test_days_change_where_the_reader_is() -> None:
    auckland = zone_named("Pacific/Auckland")
    assert dates.group(NOON - dt.timedelta(hours=2), NOON, auckland) == "Yesterday"


def test_an_unknown_time_zone_is_universal_time() -> None:
    zones = (zone_named(name) for name in ("Mars/Olympus", "../etc", None))
    assert [NOON.astimezone(zone).hour for zone in zones] == [12, 12, 12]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            EngineUnreachable("Gemini", "gone"),
            "Gemini could not be reached (gone). Retry in a moment.",
        ),
        (
            KeyRefused("Gemini", "GOOGLE_API_KEY"),
            "Gemini refused the key. Check GOOGLE_API_KEY in .env, then press "
            '"Check again" and retry.',
        ),
        (
            QuotaExceeded("Gemini", 30),
            "Gemini takes no more questions on this key for now. Try again in 30 s.",
        ),
    ],
)
def test_a_trial_of_an_engine_tells_of_no_message_that_was_kept(
    error: EngineError, told: str
) -> None:
    assert error_display.text_without_message(error) == told
