"""The loss report of a fold: what its messages name and its summary does not."""

import datetime as dt

from tests.conversing import NOW
from tests.engine_fixtures import conversation
from tests.timing import own_seconds
from tidemark.memory.summary_losses import losses
from tidemark.schema import Item, SessionMemory, Summary
from tidemark.schema.folds import Losses, LostSentence


def fold(*items: Item) -> Summary:
    return Summary(
        id=3,
        session_id="s",
        memory=SessionMemory(key_facts=items),
        timestamp=NOW,
        from_message_index=0,
        to_message_index=1,
        created_at=NOW,
        token_count=9,
    )


def test_missing_facts_are_listed_once_in_the_order_they_were_said() -> None:
    said = conversation(
        "We fly to Lisbon on 8 May 2026. The hotel Casa Baixa costs 129 euros, Anna said.",
        "Noted: Casa Baixa, 129 euros.\n| Anna Berg | 14:30 |",
    )
    flight = Item(text="We fly to Lisbon", message_ids=(11,))

    assert losses(fold(flight), said) == Losses(
        fold_id=3,
        tokens_before=sum(message.token_count for message in said),
        tokens_after=9,
        names=("Casa Baixa", "Anna Berg"),
        numbers=("129", "14:30"),
        dates=("8 May 2026",),
        sentences=(
            LostSentence(
                message_id=said[0].id, text="We fly to Lisbon on 8 May 2026.", words=("8 May 2026",)
            ),
            LostSentence(
                message_id=said[0].id,
                text="The hotel Casa Baixa costs 129 euros, Anna said.",
                words=("Casa Baixa", "129"),
            ),
            LostSentence(
                message_id=said[1].id, text="| Anna Berg | 14:30 |", words=("Anna Berg", "14:30")
            ),
        ),
    )


def test_a_fact_in_the_text_or_date_of_an_item_is_no_loss() -> None:
    said = conversation("We fly to Lisbon on 8 May 2026 for 129 euros.")
    flight = Item(text="They fly to Lisbon, 129 euros", message_ids=(11,), on=dt.date(2026, 5, 8))

    found = losses(fold(flight), said)

    assert (found.names, found.numbers, found.dates) == ((), (), ())


def test_dutch_messages_are_read_as_dutch() -> None:
    said = conversation("We vliegen op 8 mei 2026 met Sanne naar Lissabon en het kost 129 euro.")

    found = losses(fold(), said)

    assert (found.names, found.numbers, found.dates) == (
        ("Sanne", "Lissabon"),
        ("129",),
        ("8 mei 2026",),
    )


def test_a_word_that_only_begins_sentences_and_lines_is_no_name() -> None:
    said = conversation(
        "Two rooms are left. Everything else went to Ruth on Saturday, since June.",
        "- Breakfast: Worth it.\n- **Changed**: Saturday\n| Marzipan | Room 2 |\nTogether 252.",
        "Ruth pays. Drie kamers zijn nog vrij op zaterdag, en Sanne komt sinds juni. Kort: nee.",
    )

    found = losses(fold(), said)

    assert (found.names, found.dates) == (
        ("Ruth", "Sanne"),
        ("Saturday", "June", "zaterdag", "juni"),
    )


def test_a_message_full_of_dates_takes_little_time() -> None:
    days = ", ".join(f"{day} May {year}" for year in range(1900, 2040) for day in range(1, 29))
    said = conversation(f"{days}. " * 2)
    assert own_seconds(lambda: losses(fold(), said)) < 1
