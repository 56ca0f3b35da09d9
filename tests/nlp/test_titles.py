"""Titles of chats, made of their first messages."""

import pytest

from tidemark.nlp.titles import title

SAID_AND_MADE = """
I am planning a trip to Lisbon in May. My budget is 900 euros. | Trip to Lisbon in May
Hi! I'm renovating our house in Utrecht and I'd like help. | Renovating our house in Utrecht
I've taken over running our village choir, the Larks, from Mrs Dunmore. | Village choir
so we're finally doing it: five days in Porto with the gang | Five days in Porto with the gang
hiya, we're moving from Leeds to Hexham and my head is spinning | Moving from Leeds to Hexham
Recommend a laptop for my daughter under 800 euros | Laptop for my daughter under 800 euros
Fix this: TypeError: not subscriptable | Fix this: TypeError: not subscriptable
My sister Ada cannot eat nuts | My sister Ada cannot eat nuts
I have a headache | I have a headache
I have to call the butcher before Friday. | Call the butcher before Friday
We still need to order the cake. | Order the cake
Ik moet de slager bellen voor vrijdag. | Slager bellen voor vrijdag
We moeten nog praten over de vakantie | Praten over de vakantie
Wie is de burgemeester van Amsterdam? | Burgemeester van Amsterdam
project: nieuwe webshop voor Bakkerij Vos. klant is Annemiek | Nieuwe webshop voor Bakkerij Vos
Ik ben keramist en laat eindelijk een webshop bouwen in Gent. | Webshop bouwen in Gent
Hallo, ik organiseer het kamp van groep 8 van De Klimop. | Kamp van groep 8 van De Klimop
We go to Texel with 6 people from 19 to 21 June 2027, by car | We go to Texel with 6 people
Wij (Fatima en ik) gaan verhuizen van Almere naar Deventer | Verhuizen van Almere naar Deventer
"""


@pytest.mark.parametrize("case", SAID_AND_MADE.strip().splitlines())
def test_a_title_is_a_noun_phrase_where_the_words_allow_one(case: str) -> None:
    said, _, made = case.partition(" | ")
    assert title(said, "") == made
