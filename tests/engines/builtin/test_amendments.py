"""A later statement that says that something changed answers in the place of the earlier one."""

import pytest

from tests.engines.builtin.test_answering import answer
from tidemark.schema import Item

WARD = ("I'm on ward 7B this week, with Femi and Charlotte.",)
POT = ("Mijn les is op maandag bij juf Wies.", "De kleioven is van Harm.")


@pytest.mark.parametrize(
    ("said", "later", "question", "now", "before"),
    [
        (WARD, "They've put me on 4A instead, 7B is full.", "Which ward am I on?", "4A", "7B this"),
        (
            ("Our keeper is Ollie, he's twelve.",),
            "Ollie broke his wrist so Zain's in goal.",
            "Who's our keeper?",
            "Zain",
            "is Ollie",
        ),
        (
            ("My cousin bakes the cake, lemon and elderflower.",),
            "Lemon's out, she wants to do pistachio.",
            "Which flavour is the cake?",
            "pistachio",
            "elderflower",
        ),
        (
            ("We rent a flat from Mrs Szabo, 940 a month.",),
            "Mrs Szabo wants 980 a month from March.",
            "How much rent do we pay?",
            "980",
            "940",
        ),
        (
            ("The dinghy is for sale, we're asking 1,800.",),
            "We've come down to 1,650 for the dinghy.",
            "What are we asking for the dinghy?",
            "1,650",
            "1,800",
        ),
        (
            ("Onze Fenna zit bij leidster Samira in de groep.",),
            "Samira is met verlof, Jolijn neemt de groep over.",
            "Wie is Fenna's leidster?",
            "Jolijn",
            "zit bij",
        ),
        (
            ("De stalling van Bruno kost 310 euro per maand.",),
            "Vanaf januari is de stalling 335 per maand.",
            "Hoeveel kost de stalling?",
            "335",
            "310",
        ),
        (
            ("De caravan kost 7.500 euro.",),
            "Ik heb hem voor 6.900 gekregen!",
            "Wat kost de caravan?",
            "6.900",
            "7.500",
        ),
        (
            ("I'm viewing the Skoda on Saturday at 11.",),
            "Neil phoned, it has to be 2 o'clock instead.",
            "What time is the viewing?",
            "2 o'clock",
            "at 11",
        ),
        (
            ("De toets is op 22 januari.",),
            "Pilar zei vandaag dat het 29 januari wordt.",
            "Wanneer is de toets?",
            "29 januari",
            "22 januari",
        ),
        (POT, "Juf Wies is ziek, meester Ko geeft de les.", "Wie geeft de les?", "Ko", "Harm"),
    ],
)
def test_the_changed_statement_is_quoted_in_place_of_the_old_one(
    said: tuple[str, ...], later: str, question: str, now: str, before: str
) -> None:
    reply = answer(question, *[text for each in (*said, later) for text in (each, "Saved.")])

    assert now in reply
    assert before not in reply


@pytest.mark.parametrize(
    ("said", "later", "question", "first"),
    [
        (
            "He lives in Haarlem, is 82 and takes metoprolol twice a day.",
            "The doctor changed it: now bisoprolol, once a day, as metoprolol made him dizzy.",
            "What medicine does he take now?",
            "bisoprolol, once",
        ),
        (
            "Hij woont in Haarlem, is 82 en slikt metoprolol, twee keer per dag.",
            "De dokter heeft het veranderd: nu bisoprolol, want van metoprolol werd hij duizelig.",
            "Welk medicijn slikt hij nu?",
            "nu bisoprolol",
        ),
        (
            "He lives in Haarlem, is 82 and takes metoprolol twice a day.",
            "The garden changed a lot: it is now full of roses.",
            "What medicine does he take now?",
            "metoprolol twice",
        ),
    ],
)
def test_a_change_of_a_thing_named_in_the_nearest_statement_is_quoted_first(
    said: str, later: str, question: str, first: str
) -> None:
    quotes = answer(question, said, "Saved.", later, "Saved.").partition("“")[2]

    assert first in quotes.partition("”")[0]


DINNER = "Dinner is on Friday at 19:00."
DINER = "Het etentje is op vrijdag om 19:00."


@pytest.mark.parametrize(
    ("said", "later", "question", "now"),
    [
        (DINNER, "Move the dinner to Saturday.", "What time is dinner?", "Saturday at 19:00"),
        (DINNER, "Move the dinner to Saturday.", "When is dinner?", "Saturday at 19:00"),
        (DINNER, "Move the dinner to Saturday.", "What day is dinner?", "Move the dinner to"),
        (DINNER, "Move it to Saturday.", "What time is dinner?", "Saturday at 19:00"),
        (DINNER, "Dinner is on Saturday instead.", "What time is dinner?", "Saturday at 19:00"),
        (DINNER, "Move it to 20:00.", "When is dinner?", "Friday at 20:00"),
        (DINNER, "Let's move dinner to Saturday at 18:00.", "When is dinner?", "Saturday at 18:00"),
        (DINNER, "Move the piano to Saturday.", "What time is dinner?", "Friday at 19:00"),
        (
            "Brightwood asks 1,640 for the fence but can start only in March.",
            "New plan, the fence will be 90 cm instead of 120.",
            "When can they start?",
            "in March",
        ),
        (DINNER, "I moved the car to 3rd Street.", "When is dinner?", "Friday at 19:00"),
        (DINER, "Het etentje wordt zaterdag.", "Hoe laat is het etentje?", "zaterdag om 19:00"),
        (DINER, "Verzet het etentje naar zaterdag.", "Hoe laat is het etentje?", "zaterdag om 19:"),
        (DINER, "Verzet het naar zaterdag.", "Wanneer is het etentje?", "zaterdag om 19:00"),
    ],
)
def test_a_new_day_keeps_the_time_and_a_new_time_the_day(
    said: str, later: str, question: str, now: str
) -> None:
    assert now in answer(question, said, "Saved.", later, "Saved.")


def test_a_day_is_answered_by_the_statement_that_a_new_time_corrected() -> None:
    said = "My dentist appointment is on Thursday 3 December at 10:30."
    later = "Change the dentist to 11:00."

    reply = answer("When is the dentist?", said, "Saved.", later, "Saved.")

    assert reply.startswith("3 December 2025, 11:00.\n\n")


@pytest.mark.parametrize(
    ("said", "later", "question", "told"),
    [
        (
            "Nora and Theo are coming to dinner.",
            "Nora cannot come after all.",
            "Who is coming to dinner?",
            "- “Nora and Theo are coming to dinner.”\n- “Nora cannot come after all.”",
        ),
        (
            "Karin helps and Henk too.",
            "Henk cancelled.",
            "Who is helping?",
            "- “Karin helps and Henk too.”\n- “Henk cancelled.”",
        ),
        (
            "Karin helpt en Henk ook.",
            "Henk zegt af.",
            "Wie helpen er?",
            "- “Karin helpt en Henk ook.”\n- “Henk zegt af.”",
        ),
        ("Karin helps and Henk too.", "Henk cancelled the van.", "Who is helping?", "Earlier you"),
        ("Marta drives us.", "Ben does not drive.", "Who drives us?", "Marta.\n\n"),
        ("I booked a table.", "Nora isn't coming.", "Who is coming?", "Earlier you said: “Nora is"),
        ("Marta rijdt ons.", "Ben rijdt niet.", "Wie rijdt ons?", "Marta.\n\n"),
    ],
)
def test_who_does_something_is_nobody_who_does_not(
    said: str, later: str, question: str, told: str
) -> None:
    assert told in answer(question, said, "Saved.", later, "Saved.")


@pytest.mark.parametrize(
    ("said", "later", "question", "told"),
    [
        (
            "De verhuizing is op 16 januari.",
            ("verhuizing wordt een week later",),
            "Wanneer is de verhuizing?",
            "- “De verhuizing is op 16 januari.”\n- “verhuizing wordt een week later”",
        ),
        (
            "The move is on 16 January.",
            ("The move is a week later.",),
            "When is the move?",
            "- “The move is on 16 January.”\n- “The move is a week later.”",
        ),
        (
            "Het eten begint half 7.",
            ("eten gaat niet door",),
            "Hoe laat begint het eten?",
            "- “Het eten begint half 7.”\n- “eten gaat niet door”",
        ),
        (
            "Dinner starts at 6:30.",
            ("Dinner is off.",),
            "What time does dinner start?",
            "- “Dinner starts at 6:30.”\n- “Dinner is off.”",
        ),
        (
            "Dinner starts at 6:30.",
            ("It has been cancelled.",),
            "What time does dinner start?",
            "- “It has been cancelled.”",
        ),
        (
            "Dinner starts at 6:30.",
            ("Dinner is off.", "Dinner is back on."),
            "What time does dinner start?",
            "6:30.\n\n",
        ),
        ("Dinner starts at 6:30.", ("The walk is off.",), "What time does dinner start?", "6:30."),
        (
            "Dentist at 10:30",
            ("cancel the dentist",),
            "When is the dentist?",
            "“cancel the dentist”",
        ),
        ("Dentist at 10:30", ("cancel the walk",), "When is the dentist?", "said: “Dentist"),
        (
            "Tandarts om 10:30",
            ("ik heb de tandarts afgezegd",),
            "Hoe laat is de tandarts?",
            "“ik heb de tandarts afgezegd”",
        ),
        (
            "Het eten begint half 7.",
            ("de lift gaat niet door",),
            "Hoe laat begint het eten?",
            "Half",
        ),
    ],
)
def test_what_was_called_off_or_moved_is_not_told_without_that(
    said: str, later: tuple[str, ...], question: str, told: str
) -> None:
    assert told in answer(question, *[text for each in (said, *later) for text in (each, "Saved.")])


@pytest.mark.parametrize(
    ("said", "next_", "question", "kept"),
    [
        ("Dinner with Ruth is on 9 December.", "She arrives on the 8th.", "When is dinner?", "9 "),
        (
            "The van costs 1,050.",
            "Packing boxes: 40 at 2.50 each.",
            "What does the van cost?",
            "1,",
        ),
    ],
)
def test_a_statement_that_says_more_than_a_value_replaces_none(
    said: str, next_: str, question: str, kept: str
) -> None:
    assert answer(question, said, "Saved.", next_, "Saved.").startswith(kept)


def test_a_change_that_the_older_statement_already_shows_is_quoted_whole() -> None:
    said = "Mijn zus Anouk maakt de salades, oom Henk de soep."
    later = "Anouk kan toch niet, dus Sanne maakt de salades."
    noted = Item(text=later.rstrip("."), message_ids=(13,))

    reply = answer(
        "Wie maakt de salades?", said, "OK.", later, "OK.", items=(("key_facts", noted),)
    )

    assert not reply.startswith("Anouk")
    assert "Sanne maakt de salades" in reply


@pytest.mark.parametrize(
    ("said", "later", "question", "now"),
    [
        (WARD, "The canteen is shut now, they sell crisps.", "Which ward am I on?", "7B"),
        (POT, "Harm kan niet op maandag.", "Bij wie is mijn les?", "Wies"),
        (
            ("Tante Els mag geen noten en neef Bram eet geen vlees.",),
            "De fotograaf wordt geen echte, dat doet Bram zelf.",
            "Wat eet Bram niet?",
            "vlees",
        ),
        (
            ("Aunt Els is allergic to nuts and cousin Bram eats no meat.",),
            "The photographer won't be a real one, Bram does that himself.",
            "May Els eat peanut cookies?",
            "nuts",
        ),
        (
            ("Bram is 6 years old.",),
            "Bram goes to school at 8 now.",
            "How old is Bram?",
            "6 years",
        ),
        (
            ("Jobs on the boat: sand the hull, mend two planks, varnish the mast.",),
            "The hull is no longer rough!",
            "Which jobs are there on the boat?",
            "mast",
        ),
        (
            ("My sister Ada cannot eat nuts.",),
            "Ada moved to Hull last week.",
            "Can Ada eat nuts?",
            "cannot eat nuts",
        ),
        (
            ("They want a deposit of 300 euros by then.",),
            "Correction, we are 15.",
            "How much is the deposit?",
            "300 euros.",
        ),
        (
            ("We nemen hotel Zon voor 120 euro per nacht.",),
            "Toch niet: we nemen camping De Berk, dat kost 35 euro per nacht.",
            "Waar slapen we?",
            "Zon voor 120 euro",
        ),
        (
            ("We nemen verhuisbedrijf De Haan, dat kost 980 euro.",),
            "Nee, toch niet De Haan: we huren een busje bij Bo-Rent, dat kost 145 euro per dag.",
            "Welk verhuisbedrijf nemen we?",
            "980",
        ),
        *(
            (("Tom takes the bus.",), later, "Who takes the bus?", "Tom takes the bus")
            for later in (
                "Lisa takes the dishes now.",
                "Lisa takes the dishes instead.",
                "Actually Lisa takes the dishes.",
                "Tom can't, so Lisa takes the dishes.",
            )
        ),
        (("The bus was for Tom.",), "Actually Lisa takes the dishes.", "Who was the bus for?",
            "The bus was for Tom."),
        (("Tom neemt de bus.",), "Lisa neemt nu de afwas.", "Wie neemt de bus?", "Tom neemt de"),
        (
            ("The boat cost 9,000 euros.",),
            "The mast turned out to cost 1,250 euros.",
            "How much did the boat cost?",
            "9,000",
        ),
    ],
)  # fmt: skip
def test_a_change_of_another_thing_replaces_nothing(
    said: tuple[str, ...], later: str, question: str, now: str
) -> None:
    reply = answer(question, *[text for each in (*said, later) for text in (each, "Saved.")])

    assert now in reply


@pytest.mark.parametrize(
    ("said", "later", "question", "told"),
    [
        ("Opa haalt de taart op", "oh nee, oma haalt m op", "wie haalt de taart nu?", "nee, oma"),
        ("Tom takes the bus.", "Lisa takes it instead.", "Who takes the bus?", "Lisa."),
        ("Tom takes the bus.", "Actually my sister takes it.", "Who takes the bus?", "my sister"),
        ("Grandpa collects the cake", "oh no, grandma collects it", "who collects the cake now?",
         "oh no, grandma"),
        ("Anna brengt de drankjes", "nee wacht, bas brengt de drankjes",
         "wie brengt de drankjes?", "nee wacht, bas"),
        ("Opa haalt de taart op", "oh, oma haalt de kinderen op", "wie haalt de taart?", "Opa."),
        ("Grandpa collects the cake", "oh, grandma collects the kids", "who collects the cake?",
         "Grandpa."),
        ("Kees helpt zaterdag, me broer Ruud alleen zondag", "ruud kan toch niet, die heeft griep",
         "wie komt er zondag nu helpen?", "- “ruud kan toch niet, die heeft griep”"),
        ("Kees helps on Saturday, my brother Ruud only on Sunday",
         "ruud can't make it after all, he has the flu", "who helps on Sunday now?",
         "- “ruud can't make it after all, he has the flu”"),
    ],
)  # fmt: skip
def test_a_correction_of_who_does_it_needs_no_capital(
    said: str, later: str, question: str, told: str
) -> None:
    assert told in answer(question, said, "Saved.", later, "Saved.")


@pytest.mark.parametrize(
    ("said", "later", "question"),
    [
        (
            "Line-up: Ann in goal, Bo and Cas in defence, Mo on the wing.",
            "Bo is injured, Dee plays instead.",
            "Who plays in defence now?",
        ),
        (
            "Opstelling: Ann op doel, Bo en Cas in de verdediging, Mo voorin.",
            "Bo is geblesseerd, Dee speelt in plaats van hem.",
            "Wie speelt er nu in de verdediging?",
        ),
    ],
)
def test_who_takes_the_place_of_one_leaves_the_others(said: str, later: str, question: str) -> None:
    reply = answer(question, said, "Saved.", later, "Saved.")

    assert "Cas" in reply
    assert "Dee" in reply


@pytest.mark.parametrize(
    ("said", "question", "told"),
    [
        (
            (
                "Helpers are Joris and Fatima.",
                "Fatima can't come.",
                "Sanne comes instead of Fatima.",
            ),
            "Who can't come?",
            "Fatima.",
        ),
        (
            (
                "Helpers zijn Joris en Fatima.",
                "Fatima kan toch niet komen.",
                "Sanne komt in plaats van Fatima.",
            ),
            "Wie kan er niet komen?",
            "Fatima.",
        ),
        (("Fatima can't come.", "Sorry, not Fatima, Sanne."), "Who can't come?", "Sanne."),
    ],
)
def test_that_somebody_leaves_stays_true_when_another_one_follows(
    said: tuple[str, ...], question: str, told: str
) -> None:
    reply = answer(question, *[text for each in said for text in (each, "Saved.")])

    assert reply.startswith(told)


@pytest.mark.parametrize(
    ("said", "later", "question", "told"),
    [
        (
            "Lift huren 150 voor een halve dag.",
            "Oh en het huis heeft 3 slaapkamers, huur 1150.",
            "Wat kost de lift?",
            "150",
        ),
    ],
)
def test_what_is_told_as_an_afterthought_corrects_nothing(
    said: str, later: str, question: str, told: str
) -> None:
    assert answer(question, said, "Saved.", later, "Saved.").startswith(f"{told}\n")


@pytest.mark.parametrize(
    ("due", "done", "question"),
    [
        (
            "Deposit 250, have to pay before 1 May.",
            "I paid the deposit today.",
            "Did I pay the deposit?",
        ),
        (
            "Aanbetaling 250, moet ik nog betalen.",
            "Ik heb de aanbetaling betaald.",
            "Heb ik de aanbetaling betaald?",
        ),
    ],
)
def test_what_was_done_is_told_before_that_it_had_to_be(due: str, done: str, question: str) -> None:
    reply = answer(question, due, "Saved.", done, "Saved.")

    assert reply.index(done) < (reply.find(due) if due in reply else len(reply))


@pytest.mark.parametrize(
    ("due", "done", "left", "question"),
    [
        (
            "The deposit of 250 has to be paid before 1 May.",
            "I paid the deposit.",
            "The kayaks need to be booked by 20 May.",
            "What do I still have to do?",
        ),
        (
            "De aanbetaling moet voor 1 mei betaald zijn.",
            "Ik heb de aanbetaling betaald.",
            "De kajaks moeten uiterlijk 20 mei geboekt worden.",
            "Wat moet ik nog doen?",
        ),
    ],
)
def test_what_has_to_be_done_by_a_day_is_to_do_until_it_is_done(
    due: str, done: str, left: str, question: str
) -> None:
    said = [due, "Saved.", left, "Saved."]

    assert all(each.rstrip(".") in answer(question, *said) for each in (due, left))
    after = answer(question, *said, done, "Saved.")
    assert left.rstrip(".") in after
    assert due.rstrip(".") not in after


@pytest.mark.parametrize(
    ("said", "question", "day"),
    [
        (
            "The kayaks need to be booked by 20 May.",
            "What's the deadline for the kayaks?",
            "20 May.",
        ),
        (
            "De kajaks moeten voor 20 mei besteld zijn.",
            "Wat is de deadline voor de kajaks?",
            "20 mei.",
        ),
    ],
)
def test_a_deadline_is_the_day_by_which_it_has_to_be_done(
    said: str, question: str, day: str
) -> None:
    assert answer(question, said, "Saved.").startswith(day)
