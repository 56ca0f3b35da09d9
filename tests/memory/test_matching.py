"""Two remembered things are one, or not, or one replaces the other."""

import datetime as dt

import pytest

from tidemark.memory.matching import says_the_same, supersedes
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
        ("Mijn zus Anna woont in Gouda", "Mijn zus Anna woont nu in Gouda"),
        ("We hebben de tafel geboekt bij De Kade", "We boeken de tafel bij De Kade"),
    ],
)
def test_a_statement_and_its_like_are_the_same(one: str, other: str) -> None:
    assert says_the_same(item(one), item(other))
    assert says_the_same(item(other), item(one))


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
        ("De huur is 900 euro", "De huur is 950 euro"),
        ("Ik hou van koffie", "Ik hou niet van koffie"),
        ("Ik eet vlees, maar geen vis", "Ik eet geen vlees meer"),
        ("Zij woont in Oslo met haar hond", "Ik woon in Oslo met mijn hond"),
    ],
)
def test_statements_that_differ_in_a_word_that_counts_stay_apart(one: str, other: str) -> None:
    assert not says_the_same(item(one), item(other))
    assert not says_the_same(item(other), item(one))


def test_the_same_words_about_two_days_are_two_things() -> None:
    monday, tuesday = dt.date(2026, 5, 4), dt.date(2026, 5, 5)
    assert not says_the_same(item("I ran 5 km", on=monday), item("I ran 5 km", on=tuesday))
    assert says_the_same(item("I ran 5 km", on=monday), item("I ran 5 km"))


@pytest.mark.parametrize(
    ("older", "newer", "kind"),
    [
        ("I prefer window seats", "I prefer aisle seats", "preferences"),
        ("I like coffee", "I don't like coffee", "preferences"),
        ("I love spicy food", "I hate spicy food", "preferences"),
        ("I eat meat", "I no longer eat meat", "preferences"),
        ("Our decision is Porto", "Our decision is Lisbon", "decisions"),
        ("Mijn voorkeur is thee", "Mijn voorkeur is koffie", "preferences"),
        ("I am vegetarian", "I eat fish now", "preferences"),
        ("My sister Anna eats meat", "My sister Anna is vegan now", "key_facts"),
        ("Ik ben vegetariër", "Ik eet nu toch vlees", "constraints"),
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
        ("I like beer, but no wine", "I no longer like beer", "preferences"),
        ("Ik zit het liefst bij het raam", "Ik zit het liefst bij het gangpad", "preferences"),
        ("Ik hou van koffie", "Ik hou niet van koffie", "preferences"),
        ("Ik hou van pittig eten", "Ik haat pittig eten", "preferences"),
        ("Ik eet vlees", "Ik eet geen vlees meer", "preferences"),
        ("Ik drink koffie", "Ik drink liever thee dan koffie", "preferences"),
        (
            "Mijn favoriete keuken is de Thaise",
            "Mijn favoriete keuken is de Griekse",
            "preferences",
        ),
        ("Mijn budget is 500 euro", "Mijn budget is nu 700 euro", "constraints"),
        ("Blijf onder de 500 euro", "Blijf onder de 700 euro", "constraints"),
        ("De deadline is 3 juni", "De deadline is 12 juni geworden", "constraints"),
        ("We slapen in Porto", "We slapen in Lissabon, niet in Porto", "decisions"),
        ("We slapen in Porto", "Niet in Porto, maar in Lissabon", "decisions"),
        ("We nemen SQLite", "We nemen Postgres in plaats van SQLite", "decisions"),
        ("We gaan met de auto", "We zijn overgestapt van de auto naar de trein", "decisions"),
        ("Het feest is op vrijdag", "Sorry, het feest is op zaterdag", "key_facts"),
        ("Ik werk in Leiden", "Ik werk niet meer in Leiden", "key_facts"),
        ("We go to Porto", "Niet naar Porto, maar naar Lissabon", "decisions"),
    ],
)
def test_a_correction_replaces_the_statement_it_corrects(
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
        ("I work for Philips", "I work in Delft now", "key_facts"),
        ("My sister lives in Oslo", "I live in Delft now", "key_facts"),
        ("My cousin Ben is vegetarian", "Pia eats fish now", "key_facts"),
        ("We are 14 people", "Sorry, I have 3 minutes left", "key_facts"),
        ("Mijn zus woont in Oslo", "Ik woon nu in Delft", "key_facts"),
        ("Roos is vegetarisch", "Roos eet nu geen vlees", "key_facts"),
        ("Ik hou van Italiaans eten", "Ik hou van Thais eten", "preferences"),
        ("Mijn budget is 500 euro", "Mijn deadline is 12 juni", "constraints"),
        ("De huur is 900 euro", "De huur is nu 50 euro hoger", "key_facts"),
        ("The rent is 900 euros", "The rent is now 50 euros higher", "key_facts"),
        ("Ik liep 5 km", "Ik liep 8 km", "key_facts"),
        (
            "We slapen in Lissabon, niet in Porto",
            "We slapen in Lissabon, niet in Porto",
            "decisions",
        ),
        (
            "Order 11: Jansen from Delft has asked for e-mail and the budget is 450 euros",
            "Order 12: Bakker from Gouda has asked for e-mail and the budget is 300 euros",
            "constraints",
        ),
        ("For Anna the budget is 450 euros", "For Bas the budget is 300 euros", "constraints"),
        ("Klant 1 wil hooguit 450 euro kwijt", "Klant 2 wil hooguit 300 euro kwijt", "constraints"),
    ],
)
def test_a_statement_that_may_be_true_with_the_older_one_replaces_nothing(
    older: str, newer: str, kind: ItemKind
) -> None:
    assert not supersedes(item(newer), item(older), kind)


def test_instead_replaces_the_decision_made_just_before() -> None:
    older, newer = item("Let's go with SQLite", 10), item("Use Postgres instead", 12)
    assert supersedes(newer, older, "decisions")
    assert not supersedes(item("Use Postgres instead", 90), older, "decisions")
    assert not supersedes(older, newer, "decisions")
    assert supersedes(item("Toch maar Postgres", 12), item("We gaan voor SQLite", 10), "decisions")
