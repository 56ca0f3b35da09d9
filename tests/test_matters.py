"""Two remembered things are one, or not, or one replaces the other."""

import datetime as dt

import pytest

from tidemark.matters import same, supersedes
from tidemark.schema import Item, ItemKind


def item(text: str, *message_ids: int, on: dt.date | None = None) -> Item:
    return Item(text=text, message_ids=message_ids or (1,), on=on)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I have two cats", "I have two cats"),
        ("The office is in Utrecht", "the office is in utrecht"),
        ("I paid for the accomodation", "I paid for the accommodation"),
        ("My sister Anna lives in Oslo", "My sister Anna lives in Oslo now"),
        ("I prefer simple dependencies", "I prefer simple dependencies that are easy to maintain"),
        ("Ben: I play the cello", "Ben: I play the cello on Sundays"),
        ("I prefer tea", "I prefer tea and I prefer tea"),
    ],
)
def test_a_statement_and_its_like_are_the_same(one: str, other: str) -> None:
    assert same(item(one), item(other))
    assert same(item(other), item(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The rent is 900 euros", "The rent is 950 euros"),
        ("I met Anna at the station", "I met Ben at the station"),
        ("My sister moved to Berlin", "My brother moved to Berlin"),
        ("I like coffee", "I don't like coffee"),
        ("She lives in Oslo with her dog", "I live in Oslo with my dog"),
        ("Ben: I play the cello", "Anna: I play the cello"),
        ("I ran", "I ran the office of a shipping company for nine years"),
        ("Anna likes Ben", "Yesterday Ben and Anna sold the car"),
    ],
)
def test_statements_that_differ_in_a_word_that_counts_stay_apart(one: str, other: str) -> None:
    assert not same(item(one), item(other))
    assert not same(item(other), item(one))


def test_the_same_words_about_two_days_are_two_things() -> None:
    monday, tuesday = dt.date(2026, 5, 4), dt.date(2026, 5, 5)
    assert not same(item("I ran 5 km", on=monday), item("I ran 5 km", on=tuesday))
    assert same(item("I ran 5 km", on=monday), item("I ran 5 km"))


@pytest.mark.parametrize(
    ("older", "newer", "kind"),
    [
        ("I prefer window seats", "I prefer aisle seats", "preferences"),
        ("I like coffee", "I don't like coffee", "preferences"),
        ("I love spicy food", "I hate spicy food", "preferences"),
        ("I eat meat", "I no longer eat meat", "preferences"),
        ("I eat meat", "I don't eat meat anymore", "preferences"),
        ("I prefer tea", "I prefer coffee instead of tea", "preferences"),
        ("My favourite cuisine is Thai", "My favourite cuisine is Ethiopian", "preferences"),
        ("Always include a table", "Never include a table", "preferences"),
        ("My budget is 500 euros", "My budget is now 700 euros", "constraints"),
        ("Keep it under 500 euros", "Keep it under 700 euros", "constraints"),
        ("The deadline is 3 June", "The deadline is 12 June", "constraints"),
        ("We stay in Porto", "We stay in Lisbon, not Porto", "decisions"),
        ("Let's go with SQLite", "Let's use Postgres instead of SQLite", "decisions"),
        ("We go by car", "We switched from the car to the train", "decisions"),
        ("The party is on Friday", "Sorry, the party is on Saturday", "key_facts"),
        ("I work in Leeds", "I no longer work in Leeds", "key_facts"),
    ],
)
def test_a_correction_takes_the_place_of_what_it_corrects(
    older: str, newer: str, kind: ItemKind
) -> None:
    assert supersedes(item(newer), item(older), kind)


@pytest.mark.parametrize(
    ("older", "newer", "kind"),
    [
        ("I prefer window seats", "I prefer window seats", "preferences"),
        ("We stay in Lisbon, not Porto", "We stay in Lisbon, not Porto", "decisions"),
        ("I like Italian food", "I like Thai food", "preferences"),
        ("I prefer tea", "I prefer dark mode in the editor", "preferences"),
        ("Anna: I prefer tea", "Ben: I prefer coffee", "preferences"),
        ("My budget is 500 euros", "My deadline is 12 June", "constraints"),
        ("The meeting is about design", "The meeting is long", "key_facts"),
        ("I ran 5 km", "I ran 8 km", "key_facts"),
        ("My store is open", "I stopped by the store", "key_facts"),
    ],
)
def test_what_may_be_true_beside_the_older_replaces_nothing(
    older: str, newer: str, kind: ItemKind
) -> None:
    assert not supersedes(item(newer), item(older), kind)


def test_instead_replaces_the_decision_made_just_before() -> None:
    older, newer = item("Let's go with SQLite", 10), item("Use Postgres instead", 12)
    assert supersedes(newer, older, "decisions")
    assert not supersedes(item("Use Postgres instead", 90), older, "decisions")
    assert not supersedes(older, newer, "decisions")
