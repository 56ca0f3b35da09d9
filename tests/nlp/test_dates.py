"""Dates a text clearly speaks of, resolved against the day it was said."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidemark.nlp.dates import find_date, find_period

SAID = dt.datetime(2026, 5, 6, 10, 0, tzinfo=dt.UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("I flew back yesterday", "2026-05-05"),
        ("she is in hospital since Sunday", "2026-05-03"),
        ("the zoo is closed on Saturday", "2026-05-09"),
        ("my knee hurt a bit on Saturday", "2026-05-02"),
        ("Tom won't come on Saturday", "2026-05-09"),
        ("we leave in four days", "2026-05-10"),
        ("we met the day before yesterday", "2026-05-04"),
        ("call me tomorrow", "2026-05-07"),
        ("the concert is tonight", "2026-05-06"),
        ("it rained last night", "2026-05-05"),
        ("I saw her last Friday", "2026-05-01"),
        ("Sam lends me the saw on Tuesday", "2026-05-12"),
        ("put the bins out Wednesday evening", "2026-05-06"),
        ("the class begins on Wednesday morning", "2026-05-13"),
        ("Tom comes on Wednesday", "2026-05-13"),
        ("the talk is this Friday", "2026-05-08"),
        ("let's meet next Friday", "2026-05-15"),
        ("call the bank on Monday", "2026-05-11"),
        ("I called the bank on Monday", "2026-05-04"),
        ("Monday morning suits me", "2026-05-11"),
        ("two weeks ago we moved", "2026-04-22"),
        ("in three days it is over", "2026-05-09"),
        ("last week was quiet", "2026-04-27"),
        ("I had a picnic last weekend", "2026-05-02"),
        ("we leave next month", "2026-06-01"),
        ("I graduated last year", "2025-01-01"),
        ("three years ago I lived there", "2023-01-01"),
        ("we married in May", "2026-05-01"),
        ("we go in December", "2026-12-01"),
        ("we went there in December", "2025-12-01"),
        ("the report is due on 31 December", "2026-12-31"),
        ("the first sprint ends on March 29", "2026-03-29"),
        ("it was on Dec. 10", "2025-12-10"),
        ("born on 5 May 1980", "1980-05-05"),
        ("the handover is on friday 12 march", "2026-03-12"),
        ("book the boat before 5 may", "2026-05-05"),
        ("the 5th of June 2027", "2027-06-05"),
        ("on the third of May 2027", "2027-05-03"),
        ("due on the twenty-first of december", "2026-12-21"),
        ("released on 2026-04-01", "2026-04-01"),
        ("March-15-2024 is the anchor", "2024-03-15"),
        ("in June 2023 we opened", "2023-06-01"),
        ("the meeting was moved to Friday", "2026-05-08"),
        ("it is not tomorrow but on Friday", "2026-05-08"),
        ("she said the wedding was moved to 5 January", "2027-01-05"),
        ("the trip of 2019 was in the summer of 2018", "2018-01-01"),
        ("I have lived here since 2016", "2016-01-01"),
        ("from Monday to Friday, starting June 3", "2026-06-03"),
    ],
)
def test_a_date_is_resolved_against_the_day_it_was_said(text: str, on: str) -> None:
    found = find_date(text, SAID)
    assert found is not None
    assert found.on.isoformat() == on


@pytest.mark.parametrize(
    "text",
    [
        "May I come in?",
        "I work Monday and Friday",
        "Mark helps on Saturday and my friend Lisa on Sunday",
        "Anna can't do Tuesday, let's say Thursday",
        "we walk the ridge in four days",
        "it may 5 times fail",
        "the second time I sat down",
        "the sun was out",
        "we march 20 miles",
        "the other 5 may come later",
        "every Friday I swim",
        "we meet every second Saturday of the month",
        "the first Monday of each month",
        "a stall at the Saturday market",
        "Monday to Friday",
        "in 5 minutes",
        "February 29",
        "on Feb 30 2025",
        "version 2026-13-45 is out",
        "a few days ago",
        "room 2023 is taken",
        "half past three",
        "it should be in the last week of March",
        "no, sunday the 9th, there is a match on the saturday",
        "the brochure goes to print in late January",
        "item 3 in slate within 19 days at a price of 1998 euros",
        "we need a total of 2000 by then",
        "the hall holds up to, and in 2012 chairs are new",
        "",
        "Tom comes every other week on Monday",
        "choir is weekly on Monday",
    ],
)
def test_words_that_only_look_like_a_date_are_none(text: str) -> None:
    assert find_date(text, SAID) is None


@pytest.mark.parametrize(
    ("text", "before", "on"),
    [
        ("We leave on Friday.", "We go to Texel the weekend of 13 June.", None),
        ("We leave on 12 June.", "We go to Texel the weekend of 13 June.", "2026-06-12"),
        ("The dentist is this Friday.", "Mum's birthday is on 13 June.", "2026-05-08"),
        ("We leave on Friday.", "We go to Texel tomorrow.", "2026-05-08"),
        ("We leave on Friday.", "We were on Texel on 13 April.", "2026-05-08"),
    ],
)
def test_a_weekday_after_a_day_weeks_ahead_is_no_certain_day(
    text: str, before: str, on: str | None
) -> None:
    found = find_date(text, SAID, before=before)
    assert (found.on.isoformat() if found else None) == on


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("Ik ben gisteren teruggevlogen", "2026-05-05"),
        ("hij is sinds zondag ziek", "2026-05-03"),
        ("de winkel is zaterdag gesloten", "2026-05-09"),
        ("we zagen elkaar eergisteren", "2026-05-04"),
        ("bel me morgen", "2026-05-07"),
        ("het concert is vanavond", "2026-05-06"),
        ("vannacht heeft het geregend", "2026-05-06"),
        ("gisteravond belde Tim", "2026-05-05"),
        ("overmorgen komt oma", "2026-05-08"),
        ("ik zag haar afgelopen vrijdag", "2026-05-01"),
        ("vorige week vrijdag was ik ziek", "2026-05-01"),
        ("de lezing is aanstaande vrijdag", "2026-05-08"),
        ("komende vrijdag ben ik vrij", "2026-05-08"),
        ("volgende week vrijdag ben ik jarig", "2026-05-15"),
        ("volgende vrijdag gaan we", "2026-05-15"),
        ("bel de bank maandag", "2026-05-11"),
        ("ik heb maandag de bank gebeld", "2026-05-04"),
        ("maandagochtend komt de loodgieter", "2026-05-11"),
        ("zaterdagavond eten we uit", "2026-05-09"),
        ("twee weken geleden zijn we verhuisd", "2026-04-22"),
        ("over drie dagen is het klaar", "2026-05-09"),
        ("over een week zijn we weg", "2026-05-13"),
        ("vorige week was rustig", "2026-04-27"),
        ("afgelopen weekend hebben we gepicknickt", "2026-05-02"),
        ("we vertrekken volgende maand", "2026-06-01"),
        ("vorig jaar ben ik afgestudeerd", "2025-01-01"),
        ("drie jaar geleden woonde ik daar", "2023-01-01"),
        ("we zijn in mei getrouwd", "2026-05-01"),
        ("in december gaan we", "2026-12-01"),
        ("in december zijn we erheen geweest", "2025-12-01"),
        ("het verslag moet op 31 december af zijn", "2026-12-31"),
        ("het was op 10 dec.", "2025-12-10"),
        ("geboren op 5 mei 1980", "1980-05-05"),
        ("de 5e van juni", "2026-06-05"),
        ("het is op drie mei 2027", "2027-05-03"),
        ("uiterlijk de eenentwintigste juni", "2026-06-21"),
        ("uitgebracht op 2026-04-01", "2026-04-01"),
        ("in juni 2023 openden we", "2023-06-01"),
        ("ik woon hier sinds 2016", "2016-01-01"),
        ("de vergadering is 3 mei om half negen", "2026-05-03"),
        ("op 14-6-2026 vertrekken we", "2026-06-14"),
        ("dit weekend gaan we zeilen", "2026-05-09"),
        ("voor vrijdag moet het af zijn", "2026-05-08"),
        ("De vergadering is verzet naar vrijdag", "2026-05-08"),
        ("het wordt vrijdag in plaats van donderdag", "2026-05-08"),
        ("dat was in de zomer van 2019", "2019-01-01"),
        ("het is niet overmorgen maar morgen al", "2026-05-07"),
        ("vanaf 1 september werk ik vier dagen", "2026-09-01"),
        ("een maand geleden begon ik", "2026-04-01"),
        ("vanochtend was ik bij de tandarts", "2026-05-06"),
        ("morgenavond eten we samen", "2026-05-07"),
        ("begin maart was het koud", "2026-03-01"),
        ("deze week heb ik vakantie", "2026-05-04"),
        ("uiterlijk donderdag moet ik betalen", "2026-05-07"),
        ("vuilnis buiten zetten woensdagavond", "2026-05-06"),
        ("de les begint woensdagochtend", "2026-05-13"),
        ("Henk komt woensdag", "2026-05-13"),
    ],
)
def test_a_dutch_date_is_resolved_against_the_day_it_was_said(text: str, on: str) -> None:
    found = find_date(text, SAID, "nl")
    assert found is not None
    assert found.on.isoformat() == on


@pytest.mark.parametrize(
    "text",
    [
        "mei is mijn lievelingsmaand",
        "ik werk maandag en vrijdag thuis",
        "elke vrijdag zwem ik",
        "elke tweede zaterdag van de maand",
        "maandag tot en met vrijdag",
        "over 5 minuten",
        "29 februari",
        "30 februari 2025",
        "een paar dagen geleden",
        "kamer 2023 is bezet",
        "half vier",
        "het moet in de laatste week van maart",
        "eind juni is het klaar",
        "voor een prijs van 1998 euro",
        "een bedrag van 2050 per jaar",
        "goedemorgen",
        "de tweede keer",
        "hij is 30 jaar",
        "drie dagen lang regende het",
        "van de week",
        "iedere maandagavond",
        "versie 2026-13-45",
        "zondags rust ik",
        "de maand was lang",
        "op zondag gaat er elk uur een boot",
        "Henk komt om de week op maandag",
        "elke twee weken op maandag is er koor",
    ],
)
def test_words_that_only_look_like_a_dutch_date_are_none(text: str) -> None:
    assert find_date(text, SAID, "nl") is None


def test_a_date_knows_its_words_and_whether_they_keep_their_meaning() -> None:
    text = "We moved house last Saturday"
    found = find_date(text, SAID)
    assert found is not None
    assert text[found.start : found.end] == "last Saturday"
    assert (found.is_exact, found.is_relative) == (True, True)
    month = find_date("in June 2023 we opened", SAID)
    assert month is not None
    assert (month.is_exact, month.is_relative) == (False, False)


# No message is of the first or the last day that there is, of which there is no day before or after
TIMES = st.integers(0, 7_000_000_000).map(lambda at: dt.datetime.fromtimestamp(at, dt.UTC))


@given(text=st.text(max_size=60), said=TIMES)
def test_no_text_breaks_the_search(text: str, said: dt.datetime) -> None:
    for words in (text, f"{text} yesterday", f"in {text} weeks", f"May {text}"):
        found = find_date(words, said)
        assert found is None or 0 <= found.start < found.end <= len(words)
    for words in (text, f"{text} gisteren", f"over {text} weken", f"{text} mei {text}"):
        found = find_date(words, said, "nl")
        assert found is None or 0 <= found.start < found.end <= len(words)


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What did I say on 3 March?", "2026-03-03", "2026-03-03"),
        ("on Monday", "2026-05-04", "2026-05-04"),
        ("What did we talk about last week?", "2026-04-27", "2026-05-03"),
        ("What did I say in the last week of March?", "2026-03-30", "2026-04-05"),
        ("And two weeks ago?", "2026-04-20", "2026-04-26"),
        ("What did I tell you in May?", "2026-05-01", "2026-05-31"),
        ("What did we say in December?", "2025-12-01", "2025-12-31"),
        ("What did I read last year?", "2025-01-01", "2025-12-31"),
        ("What did I do in 2024?", "2024-01-01", "2024-12-31"),
        ("What have I said since April?", "2026-04-01", "2026-05-06"),
        ("What are we going to do next week?", "2026-05-11", "2026-05-17"),
    ],
)
def test_a_time_that_is_asked_for_is_the_whole_of_it_and_past(
    question: str, first: str, last: str
) -> None:
    found = find_period(question, SAID)

    assert found is not None
    assert (found.first.isoformat(), found.last.isoformat()) == (first, last)


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("Wat zei ik op 3 maart?", "2026-03-03", "2026-03-03"),
        ("op maandag", "2026-05-04", "2026-05-04"),
        ("Wat hebben we vorige week besproken?", "2026-04-27", "2026-05-03"),
        ("En twee weken geleden?", "2026-04-20", "2026-04-26"),
        ("Wat zei ik in december?", "2025-12-01", "2025-12-31"),
        ("Wat heb ik vorig jaar gelezen?", "2025-01-01", "2025-12-31"),
        ("Wat heb ik sinds april gezegd?", "2026-04-01", "2026-05-06"),
        ("Wat gaan we volgende week doen?", "2026-05-11", "2026-05-17"),
    ],
)
def test_a_time_that_is_asked_for_in_dutch_is_the_whole_of_it_and_past(
    question: str, first: str, last: str
) -> None:
    found = find_period(question, SAID, "nl")

    assert found is not None
    assert (found.first.isoformat(), found.last.isoformat()) == (first, last)
