"""The three layers of a session's memory: never out of date, bounded, and searchable."""

from collections.abc import Iterator

import pytest

from benchmark.databases import local_database
from database import ScopedDatabase
from tests.conversing import NOW, SESSION, configured, fold, later, on_each_database, said
from tidemark.memory.exchanges import SUMMARY_WORDS, Exchange
from tidemark.schema import Message, Role
from tidemark.schema.turn_outcome import TurnOutcome
from tidemark.services.memory_overview import MemoryOverview

TRIP = (
    "We fly to Lisbon on 3 May.",
    "Noted: Lisbon, 3 May.",
    "What would the hotel in Alfama cost?",
    "The Memmo asks 95 euros a night. Breakfast is 12 more.",
    "I prefer a window seat.",
    "A window seat, then.",
)


@pytest.fixture
def database(database_url: str) -> Iterator[ScopedDatabase]:
    with local_database(database_url) as opened:
        yield opened


@pytest.fixture
def remembrance(database: ScopedDatabase) -> MemoryOverview:
    return MemoryOverview(database, configured(database, recent_exchanges=2))


def talked(database: ScopedDatabase, *contents: str) -> tuple[Message, ...]:
    """Store ``contents``, of user and assistant in turn, a minute apart."""
    database.sessions.ensure(SESSION, title="A trip", now=NOW)
    roles: tuple[Role, Role] = ("user", "assistant")
    new = [said(text, roles[at % 2], at=later(at)) for at, text in enumerate(contents)]
    return database.messages.add_many(SESSION, new)


@on_each_database
def test_the_first_layer_is_the_last_exchanges_word_for_word(
    database: ScopedDatabase, remembrance: MemoryOverview
) -> None:
    stored = talked(database, *TRIP)
    assert remembrance.recent(SESSION) == (stored[2:4], stored[4:6])


@on_each_database
def test_the_index_tells_each_exchange_on_one_line(
    database: ScopedDatabase, remembrance: MemoryOverview
) -> None:
    stored = talked(database, *TRIP)
    assert remembrance.layers(SESSION).index[1] == Exchange(
        exchange_id="e3",
        position=2,
        asked_at=later(2),
        line="What would the hotel in Alfama cost? → The Memmo asks 95 euros a night.",
        topics=("Alfama", "Memmo", "hotel", "cost"),
        message_ids=(stored[2].id, stored[3].id),
        source_ids=(),
    )


def test_the_index_is_read_page_by_page_from_its_end(
    database: ScopedDatabase, remembrance: MemoryOverview
) -> None:
    talked(database, *(f"Message {number}" for number in range(20)))
    page = remembrance.index(SESSION, limit=3)
    assert [entry.exchange_id for entry in page] == ["e15", "e17", "e19"]
    earlier = remembrance.index(SESSION, before=page[0].position, limit=3)
    assert [entry.exchange_id for entry in earlier] == ["e9", "e11", "e13"]
    assert len(remembrance.layers(SESSION).index) == 10


def test_a_reply_that_was_replaced_is_in_no_entry(
    database: ScopedDatabase, remembrance: MemoryOverview
) -> None:
    database.sessions.ensure(SESSION, title="A trip", now=NOW)
    begun = database.turns.start(SESSION, said("And then?"), title="", owner="me", now=NOW)
    database.turns.finish(
        begun.turn.id, TurnOutcome("failed", reply=said("Half of", "assistant")), now=NOW
    )
    again = database.turns.restart(SESSION, owner="me", now=NOW)
    database.turns.finish(
        again.turn.id, TurnOutcome("done", reply=said("All.", "assistant")), now=NOW
    )
    assert [entry.line for entry in remembrance.index(SESSION)] == ["And then? → All."]


@on_each_database
def test_the_index_is_searched_by_what_was_asked_and_answered(
    database: ScopedDatabase, remembrance: MemoryOverview
) -> None:
    talked(database, *TRIP)
    assert [entry.exchange_id for entry in remembrance.find(SESSION, "breakfast")] == ["e3"]
    assert [entry.exchange_id for entry in remembrance.find(SESSION, "the seats?")] == ["e5"]
    assert remembrance.find(SESSION, "parrots") == ()
    assert remembrance.find(SESSION, "of the") == ()


PRICES = (
    "Wat kost de boot?",
    "De boot kost 12 euro.",
    "The Linde asks 96 euros a double room.",
    "I keep your message word for word.",
    "Is the garden nice?",
    "It is.",
    "The menu is €38 a head.",
    "Noted.",
)


@on_each_database
@pytest.mark.parametrize("text", ["prices", "What did we say about prices?", "kosten", "Prijzen?"])
def test_a_search_for_prices_finds_what_names_an_amount(
    database: ScopedDatabase, remembrance: MemoryOverview, text: str
) -> None:
    reply = "This is what I find on it: “The Linde asks 96 euros a double room.”"
    talked(database, *PRICES, "What did we say about prices?", reply)
    found = [entry.exchange_id for entry in remembrance.find(SESSION, text)]
    assert found == ["e7", "e3", "e1", "e9"]


def test_a_search_for_the_price_of_something_finds_that_first(
    database: ScopedDatabase, remembrance: MemoryOverview
) -> None:
    talked(database, *PRICES)
    first, *_ = remembrance.find(SESSION, "the price of a room at the Linde")
    assert first.exchange_id == "e3"


def test_the_running_summary_is_up_to_date_after_every_exchange(
    database: ScopedDatabase, remembrance: MemoryOverview
) -> None:
    assert remembrance.running(SESSION).text == ""
    for at in range(0, len(TRIP), 2):
        last = talked(database, *TRIP[at : at + 2])[-1]
        running = remembrance.running(SESSION)
        assert running.last_message_id == last.id
    assert "I prefer a window seat" in running.text
    assert "We fly to Lisbon on 3 May" in running.text


def test_the_running_summary_holds_folds_and_active_messages_together(
    database: ScopedDatabase, remembrance: MemoryOverview
) -> None:
    stored = talked(database, *TRIP)
    fold(database, stored[:2], "They fly to Lisbon on 3 May")
    assert "They fly to Lisbon on 3 May" in remembrance.running(SESSION).text
    assert "I prefer a window seat" in remembrance.running(SESSION).text


@pytest.mark.parametrize(
    ("before", "correction", "after", "gone"),
    [
        ("We are going to Porto.", "Not Porto, Lisbon.", "Lisbon", "going to Porto"),
        ("We gaan naar Porto.", "Niet Porto, alleen Lissabon.", "Lissabon", "gaan naar Porto"),
    ],
)
def test_a_correction_replaces_what_it_corrects_though_nothing_was_folded(
    database: ScopedDatabase,
    remembrance: MemoryOverview,
    before: str,
    correction: str,
    after: str,
    gone: str,
) -> None:
    talked(database, before, "Noted.", correction, "Noted.")
    text = remembrance.running(SESSION).text
    assert after in text
    assert gone not in text


def test_the_running_summary_stays_within_its_words(
    database: ScopedDatabase, remembrance: MemoryOverview
) -> None:
    facts = [f"My friend Anna{at} lives in house number {at} of Ghent." for at in range(60)]
    talked(database, *(text for fact in facts for text in (fact, "Noted.")))
    running = remembrance.running(SESSION)
    assert 0 < running.words <= SUMMARY_WORDS
    assert running.words == len(running.text.split())
