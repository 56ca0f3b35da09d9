"""A correction changes the one value it is about, in the one statement it is about."""

import pytest

from tidemark.memory.corrections import Current, current
from tidemark.memory.recorded_statement import RecordedStatement


def now(*texts: str) -> tuple[Current, ...]:
    """Return the statements ``texts``, said one after the other, as they hold."""
    return current([RecordedStatement(text, (2 * at + 1,)) for at, text in enumerate(texts)])


CORRECTED = [
    (
        "ikea levert over 3 weken",
        "verander de leverdatum naar 20 december",
        "ikea levert op 20 december",
    ),
    (
        "Ikea delivers in 3 weeks.",
        "Change the delivery date to 20 December.",
        "Ikea delivers on 20 December.",
    ),
    ("De verhuizing is in mei.", "De verhuizing is nu 20 mei.", "De verhuizing is op 20 mei."),
    ("The move is in May.", "The move is now on 20 May.", "The move is on 20 May."),
    ("The party is on Friday.", "The party is now next week.", "The party is next week."),
    (
        "De levering is op vrijdag.",
        "De levering is nu over 3 weken.",
        "De levering is over 3 weken.",
    ),
    ("The delivery is on Friday.", "The delivery is now in May.", "The delivery is in May."),
    (
        "Weekend in Zandvoort with Joost and Sanne.",
        "No, it is Texel",
        "Weekend in Texel with Joost and Sanne.",
    ),
    (
        "weekendje Zandvoort met Joost en Sanne",
        "nee, het is Texel",
        "weekendje Texel met Joost en Sanne",
    ),
    ("We gaan naar Zandvoort", "nee, het is Texel", "We gaan naar Texel"),
    ("Weekend in Zandvoort with Joost.", "No, it's Nora", "Weekend in Zandvoort with Nora."),
    ("Joost takes the train to Ghent.", "No, Sanne.", "Sanne takes the train to Ghent."),
    ("Lunch with Anna on Friday.", "No, it is Xiaoming", "Lunch with Xiaoming on Friday."),
    (
        "Weekend in Milan with Joost and Sanne.",
        "No, it is Oluwaseun",
        "Weekend in Milan with Joost and Oluwaseun.",
    ),
    (
        "Our budget is 800 euros.",
        "Which is why the budget is now 900 euros.",
        "Our budget is 900 euros.",
    ),
    (
        "The choir weekend is from Friday 13th March to Sunday 15th March.",
        "no, it is the 14th to the 16th of March, not the 13th",
        "The choir weekend is from 14th to the 16th of March.",
    ),
    (
        "Our trip is 19 to 21 June.",
        "Let us move the trip to 26 to 28 June",
        "Our trip is 26 to 28 June.",
    ),
    (
        "We gaan van vrijdag 12 tot zondag 14 maart naar Texel.",
        "nee, het wordt 19 tot 21 maart",
        "We gaan van 19 tot 21 maart naar Texel.",
    ),
    (
        "The concert is on Saturday 24 April, at half past seven.",
        "We have moved the concert to Sunday 25 April, at three in the afternoon.",
        "The concert is on Sunday 25 April, at three.",
    ),
    (
        "olu does the nights from the 8th till the 11th, magda takes them till the 14th",
        "no wait, olu only till the 10th",
        "olu does the nights from the 8th till the 10th, magda takes them till the 14th",
    ),
    ("The rate limit is 100", "make the rate limit 250", "The rate limit is 250"),
    ("Lotte gaat naar het Vossius", "nee, het Barlaeus!", "Lotte gaat naar het Barlaeus"),
    (
        "Experiment A starts on 11 January, B on 25 January and C on 8 February.",
        "Experiment B slips a week, it now starts on 1 February.",
        "Experiment A starts on 11 January, B on 1 February and C on 8 February.",
    ),
    (
        "the anchor pays 250, the pit 180 and brewfest 600",
        "nah wait brewfest became 550 theyre skint",
        "the anchor pays 250, the pit 180 and brewfest 550",
    ),
    (
        "Bouncy castle hire is £80 and the party bags come to £24.50.",
        "No wait, the bouncy castle went up, it's £95 now.",
        "Bouncy castle hire is £95 and the party bags come to £24.50.",
    ),
    (
        "Costs: court fee £115, solicitor £600, printing £42.60.",
        "The solicitor's fee became £680 because of an extra meeting.",
        "Costs: court fee £115, solicitor £680, printing £42.60.",
    ),
    (
        "verzamelen om 8.45 bij de kantine",
        "verzamelen wordt 9.00 ipv 8.45",
        "verzamelen om 9.00 bij de kantine",
    ),
    (
        "Theorie-examen is 20 januari om 9.15 in breda.",
        "Examen is niet in breda maar in den bosch.",
        "Theorie-examen is 20 januari om 9.15 in den bosch.",
    ),
    (
        "Lessons are with Mr Baptiste on Wednesdays.",
        "Lessons are on Thursdays from this month.",
        "Lessons are with Mr Baptiste on Thursdays.",
    ),
    (
        "Bath 540, basin 160, toilet 215, all paid.",
        "The bath wasn't 540, it was 490 with the discount.",
        "Bath 490, basin 160, toilet 215, all paid.",
    ),
    (
        "Het bad kost 540 en de wc 200.",
        "Het bad was geen 540, het was 490.",
        "Het bad kost 490 en de wc 200.",
    ),
    (
        "Ik heb een naaimachine gekocht voor € 120 en posters voor € 35.",
        "Ik las het bonnetje verkeerd, de naaimachine was maar € 95.",
        "Ik heb een naaimachine gekocht voor € 95 en posters voor € 35.",
    ),
    (
        "Guest numbers: my side 34, Sam's side 41.",
        "Correction, my side is 36 not 34.",
        "Guest numbers: my side 36, Sam's side 41.",
    ),
    (
        "The movers are Kettle Brothers, they quoted 2,400.",
        "Kettle came back with 2,650.",
        "The movers are Kettle Brothers, they quoted 2,650.",
    ),
    (
        "The pieces I'm practising are Minuet in C, Gavotte and The Swan.",
        "The Swan is too hard; Mr Baptiste gave me Berceuse in its place.",
        "The pieces I'm practising are Minuet in C, Gavotte and Berceuse.",
    ),
    (
        "Let's take green cabinets, and an oak worktop.",
        "Actually not oak, rather quartz, because of the stains.",
        "Let's take green cabinets, and a quartz worktop.",
    ),
    (
        "They can start on 12 January.",
        "No, 14 January, not 12.",
        "They can start on 14 January.",
    ),
    (
        "He takes metoprolol twice a day.",
        "He takes bisoprolol now instead of metoprolol.",
        "He takes bisoprolol.",
    ),
    (
        "Dad drinks coffee with milk.",
        "Dad drinks tea instead of coffee.",
        "Dad drinks tea with milk.",
    ),
    (
        "She drinks coffee with milk.",
        "She takes her tea instead of coffee.",
        "She drinks tea with milk.",
    ),
    (
        "Hij slikt metoprolol, twee keer per dag.",
        "Hij slikt nu bisoprolol in plaats van metoprolol.",
        "Hij slikt bisoprolol.",
    ),
    (
        "We've decided to go with Keukenhuis for the kitchen.",
        "I changed my mind, we take De Vries instead of Keukenhuis.",
        "We've decided to go with De Vries for the kitchen.",
    ),
    (
        "We have a budget of 45,000 euros in total, and we finish before 15 June 2027.",
        "The budget is now 48,000 euros because my parents give us 3,000.",
        "We have a budget of 48,000 euros in total, and we finish before 15 June 2027.",
    ),
    (
        "I'm organising a two-day workshop in Ghent for 24 people.",
        "Actually we will be 28 people, not 24.",
        "I'm organising a two-day workshop in Ghent for 28 people.",
    ),
    (
        "I have a meeting with Ingrid tomorrow at 10.",
        "It was moved to Wednesday at 14:00.",
        "I have a meeting with Ingrid on Wednesday at 14:00.",
    ),
    (
        "The speakers are Prof. Claes, Ine Maes and Rob Dekker.",
        "Rob Dekker cancelled, Lotte Baert comes instead.",
        "The speakers are Prof. Claes, Ine Maes and Lotte Baert.",
    ),
    (
        "We decided to use the Thermotechnisch Instituut as venue, it costs 900 euros a day.",
        "The venue is now the Vooruit, it's cheaper: 700 a day.",
        "We decided to use the Vooruit as venue, it costs 700 euros a day.",
    ),
    (
        "Drinks cost 620, music 180 and taxis 1,450.",
        "Taxis were 1,300 in the end.",
        "Drinks cost 620, music 180 and taxis 1,300.",
    ),
    (
        "Guests so far: Ewan Tait, Birgit Holm and Sunil Rao.",
        "Birgit can't make it, Oona Lind takes her place.",
        "Guests so far: Ewan Tait, Oona Lind and Sunil Rao.",
    ),
    ("We meet in Porto on Friday.", "Not Porto, Lisbon.", "We meet in Lisbon on Friday."),
    (
        "I prefer the window seat.",
        "Not the window seat, the aisle seat.",
        "I prefer the aisle seat.",
    ),
    (
        "We hebben besloten om een barbecue te doen.",
        "Liever geen barbecue, maar een buffet.",
        "We hebben besloten om een buffet te doen.",
    ),
    ("Er komen 40 gasten.", "Nee, 45 gasten.", "Er komen 45 gasten."),
    (
        "De vergadering is op maandag om 10 uur.",
        "Die is verzet naar donderdag om 15:00.",
        "De vergadering is op donderdag om 15:00.",
    ),
    (
        "We gaan in april met Bram naar Berlijn.",
        "Toch niet april maar mei.",
        "We gaan in mei met Bram naar Berlijn.",
    ),
    (
        "I'm going to Berlin in April.",
        "Actually not April but May.",
        "I'm going to Berlin in May.",
    ),
    ("Het budget is 2.500 euro.", "Het budget is nu 3.000 euro.", "Het budget is 3.000 euro."),
]


RESTATED = [
    ("We meet in room 12.", "not room 12 but room 14", "We meet in room 14."),
    ("De bus vertrekt van spoor 3.", "niet spoor 3 maar spoor 5", "De bus vertrekt van spoor 5."),
    ("The cake will be lemon.", "It's become vanilla.", "The cake will be vanilla."),
    ("We rented a van from Hertz.", "Sixt instead.", "We rented a van from Sixt."),
    (
        "We are having lasagne on Friday.",
        "No, we are having tomato soup.",
        "We are having tomato soup on Friday.",
    ),
    ("We eten lasagne op vrijdag.", "Nee, we eten soep.", "We eten soep op vrijdag."),
    ("Ik neem de trein naar Gent.", "Nee, ik neem de bus.", "Ik neem de bus naar Gent."),
    ("Lotte wants a pirate party.", "No, she wants a tea party.", "Lotte wants a tea party."),
    (
        "Lotte wil graag een piratenfeest.",
        "Nee toch niet, ze wil een eenhoornfeest.",
        "Lotte wil graag een eenhoornfeest.",
    ),
    ("The deposit is 400.", "Change the deposit to 500.", "The deposit is 500."),
    (
        "The rate limit is 100 requests.",
        "No, make the rate limit 250 requests.",
        "The rate limit is 250 requests.",
    ),
    ("De borg is 400 euro.", "Zet de borg op 450.", "De borg is 450 euro."),
    ("The vet is called Dr Hale.", "I misspelled it, it's Dr Hayle", "The vet is called Dr Hayle."),
    (
        "The gig is at The Anchor on Friday.",
        "It's been moved to The Plough.",
        "The gig is at The Plough on Friday.",
    ),
    (
        "Het concert begint om 20.15 uur in Paradiso.",
        "Het is trouwens verplaatst naar de Melkweg.",
        "Het concert begint om 20.15 uur in de Melkweg.",
    ),
    ("Ik werk maandag en woensdag.", "Woensdag wordt vrijdag.", "Ik werk maandag en vrijdag."),
    ("We meet at 8 pm.", "Let's make it 9 instead.", "We meet at 9 pm."),
    ("We begin at half past seven.", "No, make it 8.", "We begin at 8."),
    ("We spreken af om 8 uur.", "Maak er maar 9 van.", "We spreken af om 9 uur."),
    (
        "We chose the blue tiles for the bathroom.",
        "No, let's take the white ones.",
        "We chose the white tiles for the bathroom.",
    ),
    (
        "We nemen de blauwe tegels voor de badkamer.",
        "Nee, doe toch maar de witte.",
        "We nemen de witte tegels voor de badkamer.",
    ),
    (
        "My brother Tom does the music.",
        "Tom can't make it, Jenny will do the music.",
        "Jenny does the music.",
    ),
    (
        "We hebben een budget van 12.000 euro en aannemer Jansen rekent 8.500.",
        "Jansen vraagt nu 9.000 euro.",
        "We hebben een budget van 12.000 euro en aannemer Jansen rekent 9.000.",
    ),
    ("Aannemer De Wit rekent 8.500.", "De aannemer wordt 9.000.", "Aannemer De Wit rekent 9.000."),
    ("De verf wordt blauw.", "Ik heb me bedacht, het wordt oker.", "De verf wordt oker."),
    ("We paint the hall in sage green.", "Scrap that, lavender.", "We paint the hall in lavender."),
    ("The concert is in the chapel.", "It's in the barn now.", "The concert is in the barn."),
    ("we eten om half zeven", "kwart voor zeven", "we eten om kwart voor zeven"),
    (
        "Flights are 410, the hotel 560 and car hire 190.",
        "Car hire ended up costing 230.",
        "Flights are 410, the hotel 560 and car hire 230.",
    ),
    (
        "The alarm code is 3391.",
        "I've set the alarm code to 7720.",
        "The alarm code is 7720.",
    ),
    (
        "My dentist appointment is on 4 June at 10:30.",
        "They've rescheduled the dentist, 11 June now.",
        "My dentist appointment is on 11 June at 10:30.",
    ),
    (
        "My flight lands at 21:05.",
        "The flight's delayed, it lands at 22:30.",
        "My flight lands at 22:30.",
    ),
    ("The puppy weighs 4 kilos.", "The puppy weighs 6 kilos.", "The puppy weighs 6 kilos."),
    (
        "Seed costs 12 a bag; the wheelbarrow is 89.",
        "The wheelbarrow was on sale: 65.",
        "Seed costs 12 a bag; the wheelbarrow is 65.",
    ),
    (
        "The quote for the roof is 7,200.",
        "The roofer lowered the quote to 6,900.",
        "The quote for the roof is 6,900.",
    ),
    ("We pick it up on 7 May.", "Make that the 9th, I was wrong.", "We pick it up on 9 May."),
    ("It takes 40 minutes.", "It takes 55 minutes with the roadworks.", "It takes 55 minutes."),
    (
        "We'll need 14 tables and 80 chairs.",
        "Better take 90 chairs.",
        "We'll need 14 tables and 90 chairs.",
    ),
    (
        "The wifi password is bluewhale7.",
        "I changed the wifi password to redfox9.",
        "The wifi password is redfox9.",
    ),
    ("Mijn kamer is nummer 12.", "Ik ben verhuisd naar kamer 31.", "Mijn kamer is nummer 31."),
    (
        "Het sollicitatiegesprek is dinsdag om 14.00 uur.",
        "Het gesprek is vervroegd naar maandag.",
        "Het sollicitatiegesprek is maandag om 14.00 uur.",
    ),
    (
        "De loodgieter rekent 60 euro per uur en de schilder 45.",
        "De schilder rekent 50, zei hij net.",
        "De loodgieter rekent 60 euro per uur en de schilder 50.",
    ),
    ("De huur is 870 euro.", "De huur gaat omhoog naar 910 euro.", "De huur is 910 euro."),
    ("My manager is Helen.", "Helen left the company; Raj is my manager.", "My manager is Raj."),
    (
        "Coach Daniels trains the under-twelves.",
        "Coach Daniels is leaving, Coach Ito trains the under-twelves.",
        "Coach Ito trains the under-twelves.",
    ),
    (
        "Noor doet de bloemen en Sanne de taart.",
        "Sanne haakt af, Lotte doet de taart.",
        "Noor doet de bloemen en Lotte de taart.",
    ),
    (
        "De huur is 685 en de verzekering 162.",
        "De huur is verhoogd, die is nu 705.",
        "De huur is 705 en de verzekering 162.",
    ),
    ("Monday 210, Tuesday 185.", "Tuesday was actually 195.", "Monday 210, Tuesday 195."),
    ("My office is on the 3rd floor.", "Actually it's the 4th.", "My office is on the 4th floor."),
    (
        "On Saturday 2000 people came to the fair.",
        "No, it was on Sunday.",
        "On Sunday 2000 people came to the fair.",
    ),
    (
        "De tandarts is morgen om 9:00.",
        "Nee, de tandarts is vanochtend.",
        "De tandarts is op vanochtend om 9:00.",
    ),
    ("It is Mum's 70th birthday.", "No, it is her 71st birthday.", "It is Mum's 71st birthday."),
    ("The party is on 12 June 2027.", "No, it is on 19 June.", "The party is on 19 June 2027."),
    (
        "The party is on Saturday 12 June.",
        "No, it is on Saturday 19 June 2027.",
        "The party is on Saturday 19 June 2027.",
    ),
    ("laura is allergic to nuts", "meant laurens not laura", "laurens is allergic to nuts"),
    ("Laura eet geen noten", "ik bedoel Laurens niet Laura", "Laurens eet geen noten"),
    (
        "dog food 38, vet 112, new lead 14",
        "the vet refunded us 20, so it's 92",
        "dog food 38, vet 92, new lead 14",
    ),
    (
        "Van Vliet geeft 500 en garage Otten 350.",
        "Otten doet er 50 bij, dus 400.",
        "Van Vliet geeft 500 en garage Otten 400.",
    ),
    (
        "The house is 840 euros for 3 nights.",
        "actually the house is 870",
        "The house is 870 euros for 3 nights.",
    ),
    (
        "Het huis kost 840 euro voor 3 nachten.",
        "nee, het huis kost 870",
        "Het huis kost 870 euro voor 3 nachten.",
    ),
]


@pytest.mark.parametrize(("first", "then", "expected"), [*CORRECTED, *RESTATED])
def test_a_correction_replaces_one_value_and_keeps_the_rest(
    first: str, then: str, expected: str
) -> None:
    before, after = now(first, then)

    assert (before.text, before.was, before.corrected_by) == (expected, (first,), (1,))
    assert after.corrects == (0,)


def test_of_two_with_the_old_value_the_one_that_shares_words_is_corrected() -> None:
    completion, boxes, _ = now(
        "Completion is on 12 March.", "We need 12 boxes.", "Completion is the 19th, not the 12th."
    )
    assert (completion.text, boxes.text) == ("Completion is on 19 March.", "We need 12 boxes.")


UNTOUCHED = [
    ("Henk heeft 6 uur gewerkt.", "Henk is 2 uur langer bezig geweest."),
    ("Henk worked 6 hours.", "Henk worked 2 hours more."),
    ("De huur is 900 euro.", "De huur is nu 50 euro hoger."),
    ("The rent is 900 euros.", "No, 50 euros higher."),
    ("Jan is 12 jaar.", "Jan is 3 jaar ouder."),
    (
        "Ma moet 10 december om 14:15 naar de cardioloog.",
        "Ma heeft 15 december een afspraak bij de oogarts.",
    ),
    ("Mam gaat 10 december naar de kapper.", "Mam gaat nu 15 december naar de tandarts."),
    ("Tom goes to the dentist on 10 December.", "Tom goes to the hairdresser on 15 December."),
    ("Tom pays 40 euros for the bike.", "Tom now pays 50 euros for the room."),
    (
        "The concert is on Saturday 24 April at St Anne's church.",
        "St Anne's cannot have us on that Saturday after all.",
    ),
    (
        "Het concert is op zaterdag 24 april.",
        "In de zaal kunnen we die zaterdag toch niet terecht.",
    ),
    ("Remind me to pay the insurance by 1 March.", "The insurance was paid this morning."),
    ("Ik moet voor 1 maart de verzekering betalen.", "De verzekering is vanochtend betaald."),
    ("I am planning Mum's 70th birthday party.", "It will be on Saturday 12 June 2027, at 4 pm."),
    ("I am planning Mum's 70th birthday party.", "It will be for 40."),
    ("Ik regel de 50ste verjaardag van mama.", "Het is op zaterdag 12 juni 2027, van 4 tot 10."),
    ("Ik regel de 30ste verjaardag van mama.", "Het is op zaterdag 12 juni."),
    ("The hotel is booked for 19 to 21 June.", "The museum is now closed from 3 to 5 July."),
    ("We are in Rome 3 to 5 May and in Bari 6 to 8 May.", "No, Bari is 7 to 9 May"),
    ("boodschappen: pasta, bier, eieren, brood", "geen eieren, Sanne is allergisch"),
    ("To buy: pasta, beer, eggs, bread", "Not eggs, Sanne is allergic"),
    ("The cake is for Nora.", "Show me the cakes for Ada"),
    ("Turnen is verplaatst naar maandag.", "Jurre is niet meer 6, hij is vorige week 7 geworden!"),
    ("7 pups, born 2 February.", "Correction: pups are 900 this time."),
    ("We are going to Malta.", "It's actually very warm."),
    ("Our cat Miso is a tabby.", "No, thanks."),
    ("Brouwer asks 18,400, Keukenhuis asks 16,900.", "We take Brouwer instead of Keukenhuis."),
    ("Staff: Kim works weekends, Youssef weekdays.", "Youssef works weekends now."),
    ("My desk is on the 3rd floor.", "Tomas moved to the 5th floor."),
    ("The garden budget is 5,000 euros.", "The kitchen budget is now 9,000 euros."),
    ("The meeting is between 3 and 5 June.", "The meeting is now on 9 June."),
    ("I ran 5 km on Monday.", "Actually I have 3 minutes left."),
    ("Last year the rent was 900 euros.", "The rent is now 950 euros."),
    ("Mijn zus woont in Oslo.", "Ik woon nu in Delft."),
    ("Er komen 40 gasten.", "Nee, 3 taarten."),
    ("Ruth gets room 2 on the ground floor.", "Correction, we are 15."),
    ("Oma krijgt kamer 2 beneden.", "Correctie, we zijn met 15."),
    ("The Linde wants a deposit of 300 euros by 20 March.", "Correction, we are 15."),
    ("Ik vraag naar het logeerbed als ik de aanbetaling doe.", "Nu de taart."),
    ("The inn offers a menu at 38 euros, or a grill evening at 29.", "Correction, we are 15."),
    ("The train leaves at nine.", "We go by car, not by train."),
    ("A two-day course for 24 people.", "The hall is cheaper now: 700 a day."),
    ("We keep the cash in a box.", "I pay by card, not in cash."),
    ("De lijst is handig voor donderdag.", "Ik tel met een app, niet met de hand."),
    ("The hall costs 300.", "The deposit for the hall is now 50."),
    ("I paid 40 for the taxi on Monday.", "I paid 35 for the taxi on Tuesday."),
    ("Lessons are on Mondays.", "There are also lessons on Thursdays."),
    ("The second session is on 3 May.", "The third session is on 10 May."),
    ("The red team scored 12.", "The blue team scored 15 in the end."),
    ("My sister pays 400 in rent.", "I pay 520 in rent now."),
    ("The concert on Friday starts at 19:00.", "The concert on Sunday starts at 14:00."),
    ("Het concert op vrijdag begint om 19.00 uur.", "Het concert op zondag begint om 14.00 uur."),
    ("Mijn vader is 71.", "Mijn moeder is nu 69."),
    ("Volwassenen betalen 20 euro.", "Kinderen betalen 10 euro."),
    ("De tuin kost 85 euro voor een hele tuin.", "Tuin 14 komt vrij."),
    ("We gaan van 7 tot 9 juni naar de kampeerboerderij.", "De boerderij kost 2.160."),
    ("Tom zorgt voor de soep.", "Tom kan niet, Eva zorgt voor de stoelen."),
    ("I sold 16 candles at 7.50 each.", "There are 24 candles left."),
    ("Ik verkocht 16 kaarsen.", "Er zijn nog 24 kaarsen over."),
    ("Garage Otten geeft 350.", "Otten doet er 50 bij."),
    ("Garage Otten geeft 350.", "Otten doet er 50 euro bij, mooi dus."),
    ("Hond 38, dierenarts 112.", "de dierenarts gaf 20 terug, dus dat scheelt."),
    ("Van Vliet geeft 500, Otten 350.", "Er komen 41 bij het plein, dus dat is mooi."),
    ("dog food 38, vet 112", "we got 20 back from the vet, so that's nice"),
    ("11 people are coming on Saturday", "The Hendersons can't make it, that's 4 of them"),
    ("Er komen 11 mensen.", "De familie Bakker komt niet, dat zijn 4 van hen."),
    ("12 people are coming.", "Joan and Pete can't come, that's two fewer"),
    ("email the council 2) measure the hall 3) buy bulbs", "2 is done"),
    ("Mijn zus wil een hond.", "Nee, ik wil een kat."),
    ("I want a dog.", "No, she wants a cat."),
    ("My nephew Emil is allergic to nuts.", "make it better"),
    ("My nephew Emil is allergic to nuts.", "Make it a bit shorter, please."),
    ("My nephew Emil is allergic to nuts.", "Make it sound more formal"),
    ("Mijn neefje Daan is allergisch voor pinda's.", "maak het korter"),
    ("The plumber is Gary Webb.", "*/b"),
    ("b", "*/b"),
    ("b", ":*/b"),
    ("The plumber is Gary Webb.", "No, _<"),
    ("Buy the 🎂.", "No, the pie."),
]


@pytest.mark.parametrize(("first", "then"), UNTOUCHED)
def test_a_statement_without_a_certain_correction_stays_as_it_was_said(
    first: str, then: str
) -> None:
    assert now(first, then)[0].text == first


def test_a_wording_that_an_item_replaced_is_updated_wherever_it_is_recalled() -> None:
    old = "They can start on 12 January"
    passage = RecordedStatement(f"{old}, and Jan brings the tiles.", (3,))
    item = RecordedStatement("They can start on 14 January", (3, 5), was=(old,))

    recalled, remembered = current([passage, item])

    assert recalled.text == "They can start on 14 January, and Jan brings the tiles."
    assert (remembered.text, recalled.corrected_by) == (item.text, (1,))


@pytest.mark.parametrize(
    ("first", "moved", "again", "day"),
    [
        (
            "The painter starts on 3 May.",
            "The painter was moved to 14 July.",
            "The painter was moved to 21 August.",
            "21 August",
        ),
        (
            "De schilder begint op 3 mei.",
            "De schilder werd verzet naar 14 juli.",
            "De schilder werd verzet naar 21 augustus.",
            "21 augustus",
        ),
    ],
)
def test_a_move_can_be_repeated(first: str, moved: str, again: str, day: str) -> None:
    assert all(day in each.text for each in now(first, moved, again))


def test_days_in_a_row_move_for_the_thing_that_is_named() -> None:
    trip, weekend, _ = now(
        "Our trip is 19 to 21 June.",
        "The choir weekend is 13 to 15 March.",
        "Let us move the trip to 26 to 28 June",
    )
    assert (trip.text, weekend.text) == (
        "Our trip is 26 to 28 June.",
        "The choir weekend is 13 to 15 March.",
    )


def test_a_name_that_both_say_ties_a_correction_to_a_statement_of_long_ago() -> None:
    between = [f"We bought {count} chairs." for count in range(2, 8)]
    found = now(
        "The check is on 4 March, with Mrs Okafor.", *between, "Mrs Okafor rang: it'll be the 6th."
    )
    assert found[0].text == "The check is on 6 March, with Mrs Okafor."


def test_repeated_words_link_a_correction_to_a_statement_of_long_ago() -> None:
    between = [f"We bought {count} chairs." for count in range(2, 8)]
    found = now(
        "Completion is on 12 March.", *between, "Listen, completion is the 19th, not the 12th."
    )
    assert found[0].text == "Completion is on 19 March."


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (
            "Ruth gets room 2 on the ground floor.",
            ("Ruth loves lemon and she can't stand marzipan.", "No nuts, because of Emil."),
        ),
        (
            "Duinzicht kost 1.150 euro, maar daar zijn alle slaapkamers boven.",
            ("Duinzicht zegt dat het beneden niet kan.", "Dus we gaan voor De Branding."),
        ),
    ],
)
def test_a_name_that_is_a_reason_or_a_choice_takes_over_from_nobody(
    plan: str, message: tuple[str, str]
) -> None:
    said = (RecordedStatement(plan, (1,)), *(RecordedStatement(each, (3,)) for each in message))
    assert [each.text for each in current(said)] == [plan, *message]


def test_a_successor_in_the_next_sentence_takes_the_task_of_the_person_who_left() -> None:
    said = [
        "Maya brings the flowers and Tess the cake.",
        "Tess pulled out.",
        "Nell brings the cake.",
    ]
    found = current([RecordedStatement(text, (3 if at else 1,)) for at, text in enumerate(said)])
    assert found[0].text == "Maya brings the flowers and Nell the cake."


@pytest.mark.parametrize(
    ("first", "message", "corrected"),
    [
        (
            "I want to make: 6 mugs, a teapot, two bowls.",
            ("Not the teapot, Ingrid says it's too hard.", "A plate instead."),
            "I want to make: 6 mugs, a plate, two bowls.",
        ),
        (
            "Bridesmaids are Chloe, Beth and Aisha.",
            ("Beth can't do it after all.", "Tess will be a bridesmaid instead."),
            "Bridesmaids are Chloe, Tess and Aisha.",
        ),
        (
            "De lijst: brood, kaas, melk.",
            ("Geen kaas.", "Hummus in plaats daarvan."),
            "De lijst: brood, Hummus, melk.",
        ),
        (
            "I want to make: 6 mugs, a teapot, two bowls.",
            ("Not the teapot, Ingrid says it's too hard.",),
            "I want to make: 6 mugs, a teapot, two bowls.",
        ),
        ("Saturday 3, Sunday 4.", ("Saturday was 2, not 3.",), "Saturday 3, Sunday 4."),
    ],
)
def test_what_comes_instead_may_be_in_the_next_sentence(
    first: str, message: tuple[str, ...], corrected: str
) -> None:
    said = [RecordedStatement(first, (1,)), *(RecordedStatement(each, (3,)) for each in message)]

    found = current(said)[0]

    assert (found.text, found.is_past) == (corrected, False)


def test_a_value_that_was_wrong_is_put_nowhere() -> None:
    found = now("My mother (83) moves to Hoorn.", "She gets the key on 4 May.", "No, 6 May, not 4.")
    assert [each.text for each in found[:2]] == [
        "My mother (83) moves to Hoorn.",
        "She gets the key on 6 May.",
    ]


def test_of_two_that_are_equally_good_neither_is_corrected() -> None:
    said = ("The hall in Ely costs 300.", "The hall in Bath costs 400.")
    assert [each.text for each in now(*said, "The hall went up to 450.")[:2]] == [*said]


@pytest.mark.parametrize(
    ("said", "later", "now"),
    [
        (
            "I spent 400 on plants and 675 on the shed.",
            "Sorry, the plants were 450.",
            "I spent 450 on plants and 675 on the shed.",
        ),
        (
            "Ik heb 400 euro aan planten uitgegeven en 675 euro aan de schuur.",
            "Sorry, de schuur was 700.",
            "Ik heb 400 euro aan planten uitgegeven en 700 euro aan de schuur.",
        ),
    ],
)
def test_an_amount_stated_before_its_subject_is_the_one_that_changes(
    said: str, later: str, now: str
) -> None:
    assert current([RecordedStatement(said, (1,)), RecordedStatement(later, (3,))])[0].text == now


@pytest.mark.parametrize(
    ("first", "then", "expected"),
    [
        ("We leave at 9.", "No, make that 10.", "We leave at 10."),
        ("Dinner is at 7.", "Sorry, 8.", "Dinner is at 8."),
        ("We vertrekken om 9 uur.", "Nee, maak daar 10 van.", "We vertrekken om 10 uur."),
        ("The party is for 9 people.", "No children under 10.", "The party is for 9 people."),
        ("We leave at 9.", "No bus runs before 10.", "We leave at 9."),
        ("We have 20 guests.", "Actually only 12 replied.", "We have 20 guests."),
        ("Rsvps yes: Ann, Lotte, Bas.", "No: Steph", "Rsvps yes: Ann, Lotte, Bas."),
        ("We need 3 chairs.", "No, wait, and 4 tables.", "We need 3 chairs."),
    ],
)
def test_the_next_sentence_of_a_message_corrects_the_one_before(
    first: str, then: str, expected: str
) -> None:
    stated = [RecordedStatement(first, (1,)), RecordedStatement(then, (1,))]

    assert current(stated)[0].text == expected
