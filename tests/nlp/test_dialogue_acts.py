"""Dialogue acts: statements distinguished from wishes, requests, questions and small talk."""

import pytest

from tidemark.nlp.dialogue_acts import courtesy_of, dialogue_act
from tidemark.nlp.dutch.pack import DUTCH
from tidemark.nlp.english.pack import ENGLISH
from tidemark.nlp.pack_fields import LanguagePack

ACTS = {
    "statement": (
        "We moved the finish line to June.",
        "Make that the 9th, I looked at the wrong week.",
        "Book club meets on Tuesday.",
        "Book club's at mine on the 9th.",
        "Start date's now 12 January.",
        "Change of plan: it's at Harriet's.",
        "Order number 4417 was delivered this morning.",
        "Plan B is the cottage in Wales.",
        "Set menu costs 35 euros per person",
        "had lunch with Priya, she likes the flat",
        "have spoken to the bank, all fine",
        "Can't come on Friday",
        "will call the vet tomorrow",
        "What a day!",
        "What I like is a window seat.",
        "When we get back I start at the new school.",
        "Where we stay is near the harbour.",
        "Is done now.",
        "is cheaper than ours",
        "Please remember that I am left-handed.",
        "Make a list: bin bags, sponges and a mop",
        "start a packing list for Faro: sun cream, sandals",
        "list for the hardware store - 4mm screws, sandpaper, glue",
        "Can you note that the key is under the pot?",
        "See https://example.org/?q=1 for the tickets.",
        "Quotes: Miller asks 300, Young asks 420.",
        "Nice weather today, we cycled to the coast.",
        "Thanks, my number is 0123 456.",
    ),
    "wish": (
        "We want to be finished before June.",
        "I'd like to plan a party for my mother.",
        "We need to be back by six",
        "I'm looking for a second-hand piano.",
        "I need a new bike",
    ),
    "question": (
        "when do we leave",
        "whats the gate code again",
        "has the plumber come yet",
        "is Tom vegetarian",
        "how much was it again",
        "Do you remember what Priya eats?",
        "Can you tell me when the boat leaves?",
        "I'd like to go to Lisbon, is it expensive?",
        "any news from the bank",
        "which one did we choose",
        "how far is it from Leeds to York",
        "is leo allergic to nuts",
        "does jonno like pineapple",
        "against whom do we play",
    ),
    "request": (
        "Write a letter to the council",
        "Could you write me an invitation?",
        "Please translate this into French",
        "Recommend a laptop",
        "sum it all up for me",
        "Sum it all up.",
        "Plan my trip to Lisbon",
        "make it shorter",
        "Suggest three names for a cat",
        "Give me a recipe for soup",
        "Can you compare the two for me",
        "Tell me a joke",
        "come up with a slogan",
        "List what is left to pay",
        "Make a list of ten quick dinners",
        "Make a list: ten quick dinners",
        "gimme a summary",
        "todo list pls",
    ),
    "courtesy": (
        "Brilliant, talk soon.",
        "Lovely, that's a weight off my mind. Thank you!",
        "Fab, that's one less thing to worry about!",
        "thanks, you're great 😀",
        "cheers!",
        "super, thanks",
        "thanks a bunch, that saves me a lot of time",
        "thank you so much for all your help",
        "👍",
        "good night!",
        "hello there",
        "how are you?",
        "perfect, that's all for today",
        "lol",
        "you are amazing",
        "see you tomorrow",
        "great, many thanks!",
        "ok bye",
    ),
}
HANDELINGEN = {
    "statement": (
        "heb Joke net gesproken, de cursus gaat door",
        "Doe maar 90 stoelen.",
        "boek teruggebracht naar nina",
        "voer was 48 zie ik nu",
        "ben morgen pas om tien uur thuis",
        "ga zaterdag naar de bouwmarkt",
        "moet nog een cadeau kopen",
        "kan vrijdag niet komen",
        "Plan B is het huisje in Drenthe.",
        "Wat een dag!",
        "wat ik leuk vind is zwemmen",
        "Wanneer we terug zijn begin ik op de nieuwe school.",
        "was gisteren bij de tandarts",
        "Na wat heen en weer bellen zit Damstra op 1.100.",
        "en woont in Assen",
        "Onthoud dat ik linkshandig ben.",
        "Maak een lijst: kattenvoer, uien en zout",
        "begin een paklijst voor Faro: zonnebrand, slippers",
        "Het feest is op zaterdag in de schuur.",
        "Offertes: Jansen vraagt 300, De Boer 420.",
        "Bedankt, mijn nummer is 0612 345.",
        "nee, de trein van tien over acht",
        "liever geen barbecue, maar een buffet",
        "toch geen kanoen maar zeilen",
        "stel je voor, we hebben het huis!",
    ),
    "wish": (
        "Hoi, ik wil een feest voor mijn 40e verjaardag plannen.",
        "We willen voor juni klaar zijn met verbouwen.",
        "Ik zoek een tweedehands piano.",
        "ik wil Spaans leren",
    ),
    "question": (
        "wanneer vertrekken we",
        "is Tom vegetarisch",
        "heb ik dat al gezegd",
        "hoeveel was het ook alweer",
        "Weet je nog wat Joke niet eet?",
        "Kun je me vertellen wanneer de boot vaart?",
        "komt tante Ruth ook",
        "hoe ver is het van Leiden naar Delft",
        "max hoeveel man op het feest",
        "is bram nog geblesseerd",
        "tegen wie spelen we zaterdag",
        "wie doet de muziek",
    ),
    "request": (
        "Schrijf een brief aan de gemeente",
        "Kun je een uitnodiging voor me schrijven?",
        "kun je een briefje voor de buren maken? vriendelijk maar duidelijk",
        "Vertaal dit naar het Frans",
        "Raad me een laptop aan",
        "laat de lijst zien",
        "Maak een lijst van tien snelle maaltijden",
        "bedenk eens een naam voor de kat",
        "maak het korter",
        "Stel drie liedjes voor",
        "verzin een leuke titel",
        "Geef me een recept voor soep",
        "samenvatting graag",
    ),
    "courtesy": (
        "toppie, dankjewel :)",
        "thx topper",
        "Fijn, daar kan ik mee vooruit!",
        "bedankt hoor, dat scheelt me een hoop tijd",
        "cheers!",
        "super, thanks",
        "mooi, dank je wel!",
        "je bent geweldig",
        "hoe gaat het?",
        "fijne avond!",
        "haha",
        "ok doei",
        "heel erg bedankt voor je hulp",
        "🙏",
    ),
}


@pytest.mark.parametrize(
    ("text", "act"), [(text, act) for act, texts in ACTS.items() for text in texts]
)
def test_the_dialogue_act_of_a_message(text: str, act: str) -> None:
    assert dialogue_act(text, ENGLISH) == act


@pytest.mark.parametrize(
    ("text", "act"), [(text, act) for act, texts in HANDELINGEN.items() for text in texts]
)
def test_the_dialogue_act_of_a_dutch_message(text: str, act: str) -> None:
    assert dialogue_act(text, DUTCH) == act


@pytest.mark.parametrize(
    ("pack", "text", "kind"),
    [
        (ENGLISH, "How are you today?", "how_are_you"),
        (ENGLISH, "Sorry, I was being rude", "apology"),
        (ENGLISH, "You're getting on my nerves.", "complaint"),
        (ENGLISH, "You're really helpful, you know", "praise"),
        (ENGLISH, "are you still there?", "presence"),
        (ENGLISH, "are you chatgpt?", "identity"),
        (ENGLISH, "do you have feelings?", "nature"),
        (ENGLISH, "Thanks, bye!", "farewell"),
        (ENGLISH, "I'm so tired today", "low"),
        (ENGLISH, "ha, thanks for listening", "thanks"),
        (ENGLISH, "Good stuff, thank you!", "thanks"),
        (ENGLISH, "that's all from me, speak soon", "farewell"),
        (ENGLISH, "I'll be back later with the list of guests", None),
        (ENGLISH, "Sorry, it is on Saturday, not on Friday.", None),
        (ENGLISH, "Thanks, and the plumber comes on Friday.", None),
        (ENGLISH, "Hello, I'm Marta.", None),
        (ENGLISH, "Tell me a joke about lawyers", None),
        (DUTCH, "Alles goed?", "how_are_you"),
        (DUTCH, "Sorry dat ik zo kortaf was", "apology"),
        (DUTCH, "Ben je er nog?", "presence"),
        (DUTCH, "duizendmaal dank, je redt me", "thanks"),
        (DUTCH, "ik kom later terug, doei doei", "farewell"),
        (DUTCH, "Wat ben je toch slim", "praise"),
        (DUTCH, "Vertel eens een mop", "joke"),
        (DUTCH, "Bedankt, de loodgieter komt vrijdag", None),
    ],
)
def test_small_talk_is_classified_by_kind_unless_a_clause_says_more(
    pack: LanguagePack, text: str, kind: str | None
) -> None:
    assert courtesy_of(text, pack) == kind
