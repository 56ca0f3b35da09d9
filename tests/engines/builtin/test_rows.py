"""Figures from one message: totals of rows, rates times a number, rests, and when there is none."""

import pytest

from tests.engines.builtin.test_counting_answers import answered


@pytest.mark.parametrize(
    ("question", "said", "begins"),
    [
        ("How much for the three?", ("Bath 540, basin 160, toilet 215.",), "915 = 540 + 160 + 215"),
        ("Hoeveel leden hebben we?",
         ("Het koor heeft 14 sopranen, 11 alten, 6 tenoren en 7 bassen.",),
         "38 = 14 + 11 + 6 + 7"),
        ("How many votes were there altogether?", ("Votes: Circe 4, Dune 3, Emma 1.",),
         "8 = 4 + 3 + 1"),
        ("What do the 12 tetras cost?", ("Tetras are 2.50 each, corydoras 6 each.",),
         "30 = 12 × 2.50"),
        ("Hoeveel pakketten zijn dat in vier weken?", ("We delen 85 pakketten per week uit.",),
         "340 = 4 × 85"),
        ("Hoeveel is dat voor ons twee?", ("De kaartjes waren 178 per persoon.",),
         "356 = 2 × 178"),
        ("How much do eight members bring in?", ("Membership is 15 a year each.",),
         "120 = 8 × 15"),
        ("How many eggs are left?", ("We've used 18 of the 30 eggs.",), "12 = 30 - 18"),
        ("Hoeveel moeten er nog betalen?", ("24 leerlingen, 18 hebben betaald.",),
         "6 = 24 - 18"),
        ("By how much?", ("Hale asks 1,240 and Dean wants 1,090.",), "150 = 1,240 - 1,090"),
        ("Hoeveel meer is dat?", ("Vorig jaar 640 producten, dit jaar hopen we op 800.",),
         "160 = 800 - 640"),
    ],
)  # fmt: skip
def test_one_message_is_enough_for_a_figure(
    question: str, said: tuple[str, ...], begins: str
) -> None:
    assert answered(question, *said).startswith(begins)


@pytest.mark.parametrize(
    ("question", "said", "begins"),
    [
        ("How many miles a week is that?", ("Joan drives 30 miles a day, five days a week.",),
         "150 = 5 × 30"),
        ("Wat is de rekening?", ("4 pizza's van 11 en 2 salades van 8.",), "60 = 4 × 11 + 2 × 8"),
        ("What did I order for in total?", ("I've ordered 3 bags of compost at 7.50 and a rake "
         "for 18.",), "40.50 = 3 × 7.50 + 18"),
        ("Wat kost het boek met de cursus samen?",
         ("De cursus is 14 lessen en kost 266 euro, het boek is 38,50.",), "304,50 = 266 + 38,50"),
        ("What do I pay a month for the three?",
         ("My electricity is 62 a month, gas 48 and water 21.",), "131 = 62 + 48 + 21"),
        ("How much did we raise?",
         ("We raised 340 at the fair, 125 from the raffle and Mr Cole gave 60.",), "525 = "),
        ("Hoe groot is het dak?", ("Het dak is 9 meter bij 4 meter.",), "36 = 9 × 4"),
        ("How big is that?", ("The shed is 3 by 4 metres.",), "12 = 3 × 4"),
        ("Which is cheaper?", ("The oak table is 340, the pine one 210.",), "The pine one 210"),
        ("Wie is duurder?", ("De offerte van Jonker is 640, die van Smit 595.",), "De offerte van "
         "Jonker is 640"),
        ("How many are we?", ("We are 15.",), "15"),
    ],
)  # fmt: skip
def test_amounts_are_read_as_they_are_meant(
    question: str, said: tuple[str, ...], begins: str
) -> None:
    assert begins in answered(question, *said).split("\n", 1)[0]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many litres do I need?", ("A litre of paint covers 10 m2, the wall is 30 m2.",)),
        ("Wat heb ik ermee verdiend?", ("Ik heb 80 planten gekweekt en er 35 verkocht.",)),
        ("Hoeveel was dat?", ("Een kilo appels 2,40, ik kocht 3 kilo.",)),
        ("Wat betalen we alles bij elkaar?",
         ("De plek is 32 per nacht en we blijven 5 nachten.",
          "Daar komt 2 euro toeristenbelasting per nacht bij.")),
        ("How many fish is that?", ("I want 12 tetras, 6 corydoras and a pair of gouramis.",)),
        ("How far is it to Lyon?", ("The van does 300 km on a tank, it's 720 km to Lyon.",)),
        ("How many people is that?",
         ("We're a group of six.", "Nora and Ravi can't come.", "Nora can't come.")),
        ("Sponsors in total then?",
         ("The bakery gives 400, the gym 250.", "The gym upped it to 300.")),
    ],
)  # fmt: skip
def test_in_doubt_there_is_no_figure(question: str, said: tuple[str, ...]) -> None:
    assert not answered(question, *said).startswith(tuple("0123456789"))


@pytest.mark.parametrize(
    ("question", "said", "begins"),
    [
        ("How many people are we now?",
         ("We're nine people at the moment.", "Eamon moved to Cork, so he's left the club."), "8."),
        ("Met hoeveel zijn we dan?",
         ("We zijn met zes vrijwilligers.", "Loek stopt in januari."), "5."),
        ("How many people is that?",
         ("We are 6 people.", "Trains and Buses are not going today."), "6."),
        ("How many people is that?",
         ("We are 6 people.", "Friday and Saturday aren't going to work."), "6."),
    ],
)  # fmt: skip
def test_who_leaves_is_not_counted(question: str, said: tuple[str, ...], begins: str) -> None:
    assert answered(question, *said).startswith(begins)
