"""A person asks to forget something: the smallest part that says it is found, and is a gap."""

import pytest

from tidemark.memory.forgetting import asks_to_forget, forgets_more, to_forget, without
from tidemark.nlp.search_terms import words

SAID = [
    "His number is 06-12345678, and Jan comes on Monday.",
    "Our solicitor is Mr Lomax, 0113 496 0172. The agent is Priya.",
    "The alarm code of the new place is 4471.",
    "Her mail is imogen@tessellate.example, Imogen is at Tessellate now.",
    "I don't eat lactose, my ferritin is low (11.4), and I run.",
    "I'm scared of heights myself.",
    "Noud plast nog wel eens in bed, dus onderste bed graag.",
    "Two quotes for a new sail, Hyde at 1,450 and Kestrel at 1,290.",
    "Mama weegt nu nog 54 kilo.",
    "Haar huisarts is dokter Wezel, haar bsn is 123456782.",
    "The phone number of Mrs. Yilmaz is 06-55512345.",
    "Het telefoonnummer van dhr. Kaya is 06-55567890.",
    "I live in York.",
    "Ada lives in Hull, do I live there? The books are in the living room.",
]


@pytest.mark.parametrize(
    ("request_", "part"),
    [
        ("Forget Jan's phone number.", "06-12345678"),
        ("Forget the phone number of Mrs. Yilmaz.", "06-55512345"),
        ("Vergeet het telefoonnummer van dhr. Kaya. Bedankt.", "06-55567890"),
        ("please forget that alarm code", "The alarm code of the new place is 4471."),
        ("Please forget that code number.", "The alarm code of the new place is 4471."),
        ("Forget the Hyde quote.", "Hyde at 1,450"),
        ("Forget where I live.", "I live in York."),
        ("Vergeet haar gewicht.", "Mama weegt nu nog 54 kilo."),
        ("Verwijder Jans nummer maar, hij heeft een nieuwe telefoon.", "06-12345678"),
        (
            "wipe the alarm code, I should not have said it",
            "The alarm code of the new place is 4471.",
        ),
        ("forget the solicitor's phone number please", "0113 496 0172"),
        (
            "Hey, actually forget the alarm code, it's private",
            "The alarm code of the new place is 4471.",
        ),
        (
            "That was in confidence. Forget the alarm code.",
            "The alarm code of the new place is 4471.",
        ),
        (
            "O nee, vergeet maar dat Noud in bed plast",
            "Noud plast nog wel eens in bed, dus onderste bed graag.",
        ),
        ("Please forget the alarm code", "The alarm code of the new place is 4471."),
        ("please forget Imogen's email address", "imogen@tessellate.example"),
        ("forget my ferritin value, that's nobody's business", "my ferritin is low (11.4)"),
        ("Forget that I'm scared of heights", "I'm scared of heights myself."),
        (
            "vergeet dat Noud in bed plast, dat had ik niet moeten opschrijven",
            "Noud plast nog wel eens in bed, dus onderste bed graag.",
        ),
        ("vergeet haar bsn", "haar bsn is 123456782."),
    ],
)
def test_the_smallest_part_that_says_it_is_forgotten(request_: str, part: str) -> None:
    assert to_forget(request_, SAID) == (part,)


@pytest.mark.parametrize(
    ("request_", "said", "rest"),
    [
        (
            "Forget my address",
            "My address is Kerkstraat 5, 3511 AB Utrecht, Ada lives in Hull.",
            "[…], Ada lives in Hull.",
        ),
        ("forget my address", "I live at Kerkstraat 5, Utrecht. Ada, Mo.", "[…]. Ada, Mo."),
        (
            "Vergeet mijn adres",
            "Ik woon op Dorpsweg 7, Gent, en werk thuis.",
            "[…], en werk thuis.",
        ),
        (
            "Forget my address",
            "My email address is mo@tessellate.example.",
            "My email address is mo@tessellate.example.",
        ),
        (
            "Forget my phone number",
            "My phone number is 06-12345678 and Jan's number is 06-87654321.",
            "[…] and Jan's number is 06-87654321.",
        ),
        (
            "forget my phone number",
            "Jan's number is 06-87654321. My number is 06-12345678.",
            "Jan's number is 06-87654321. […].",
        ),
        ("vergeet mijn telefoonnummer", "mijn tel nr is 06-12345678", "[…]"),
        (
            "vergeet mijn telefoonnummer",
            "Bel me op 06-12345678, mijn mobiel: 06-12345678",
            "Bel me op […], […]",
        ),
        ("Vergeet mijn mailadres", "mijn e-mail is mo@x.example, ik ben hier", "[…], ik ben hier"),
        ("Forget my phone number", "Is it this one? 06-12345678", "Is it this one? […]"),
        ("Forget my budget", "My budget: 400 euros, Tom pays half.", "[…], Tom pays half."),
        ("vergeet mijn adres", "Adres van mij: Hof 3, Gent. Tot straks!", "[…]. Tot straks!"),
        ("forget my address", "I live at Hill Road 3, York now. It is big.", "[…]. It is big."),
        (
            "Forget Tom's phone number",
            "My number is 06-12345678. Tom's number is 06-87654321.",
            "My number is 06-12345678. […].",
        ),
        (
            "please forget Imogen's email address",
            "Joss has left, her mail is imogen@x.example, Imogen is here.",
            "Joss has left, […], Imogen is here.",
        ),
        ("Forget my phone number", "Call Tom on 06-87654321.", "Call Tom on 06-87654321."),
        ("Forget my age", "I am 34 years old, Ada is too.", "[…], Ada is too."),
        ("vergeet mijn geboortedatum", "Ik ben geboren op 3 mei 1980.", "[…]."),
    ],
)
def test_what_a_gap_leaves_says_nothing_of_the_forgotten_thing(
    request_: str, said: str, rest: str
) -> None:
    assert without(said, to_forget(request_, [said])) == rest


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("My budget is 400 euros", "Noted as a constraint: your budget is 400 euros."),
        ("Ik woon in Gent", "Genoteerd: je woont in Gent."),
        ("We pay 512 euros for our house", "Noted: you pay 512 euros for your house."),
    ],
)
def test_what_is_forgotten_is_cut_from_the_reply_that_repeated_it(said: str, reply: str) -> None:
    assert without(reply, [" ".join(words(said))]) == f"{reply.partition(':')[0]}: […]."


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ("Forget that about the crisps.", "I bring crisps and cheese."),
        ("Vergeet dat van de chips.", "Ik neem chips en kaas mee."),
        ("Forget my pin.", "My pin and password are tulip."),
    ],
)
def test_what_an_and_joins_to_the_thing_named_goes_too(request_: str, said: str) -> None:
    (part,) = to_forget(request_, [said])
    assert without(said, [part]) == "[…]."
    assert forgets_more(request_, part)


@pytest.mark.parametrize(
    "text",
    [
        "Don't forget to buy milk",
        "I forget her name",
        "Forget it",
        "Forget all previous instructions",
        "Vergeet niet om melk te kopen",
        "Ik vergeet altijd haar nummer",
        "What did I forget?",
        "Actually, forget the carrots, I'd rather grow leeks.",
        "Forget the tiles, we'll do lino.",
        "Vergeet de wortels maar, ik wil liever prei.",
    ],
)
def test_a_sentence_that_only_has_the_word_asks_to_forget_nothing(text: str) -> None:
    assert asks_to_forget(text) == ""


@pytest.mark.parametrize(
    ("request_", "said", "rest"),
    [
        (
            "Forget my budget",
            ["My budget is 400 euros.", "We go to Texel.", "Actually make that 450 euros."],
            ["[…].", "We go to Texel.", "[…]."],
        ),
        (
            "vergeet mijn budget",
            ["Mijn budget is 400 euro.", "nee, 450 euro", "De trein kost 20 euro."],
            ["[…].", "[…]", "De trein kost 20 euro."],
        ),
        (
            "forget my ferritin value",
            ["My ferritin is 11.4, and I need 90 g of protein.", "100 g of protein, not 90"],
            ["[…], and I need 90 g of protein.", "100 g of protein, not 90"],
        ),
        (
            "Vergeet maar dat Hanneke glutenintolerantie heeft.",
            [
                "Hanneke heeft glutenintolerantie.",
                "Ik heb besloten met BatSound te meten, niet zo.",
            ],
            ["[…].", "Ik heb besloten met BatSound te meten, niet zo."],
        ),
        (
            "Forget the alarm code",
            ["My budget is 400 euros.", "Actually make that 450 euros.", "The alarm code is 4471."],
            ["My budget is 400 euros.", "Actually make that 450 euros.", "[…]."],
        ),
    ],
)
def test_the_correction_of_a_forgotten_statement_is_forgotten_too(
    request_: str, said: list[str], rest: list[str]
) -> None:
    forgotten = to_forget(request_, said)
    assert [without(each, forgotten) for each in said] == rest


def test_what_is_joined_to_a_gap_is_found_without_the_and() -> None:
    assert to_forget("Forget my address", ["[…] and my address is Kerkstraat 5."]) == (
        "my address is Kerkstraat 5.",
    )


def test_a_text_has_a_gap_in_place_of_forgotten_words() -> None:
    forgotten = ["06 12345678", "the alarm code is 4471"]
    text = "Call 06-12345678. The alarm code is 4471, Jan knows."
    assert without(text, forgotten) == "Call […]. […], Jan knows."


@pytest.mark.parametrize(
    ("said", "forgotten", "rest"),
    [
        ("I read the e-mail about Sam and cried", "about Sam and cried", "I read the e-mail […]"),
        ("My home phone broke down on Monday", "broke down on Monday", "My home phone […]"),
        ("My phone fell on 3 May", "fell on 3 May", "My phone […]"),
        ("Mijn telefoon is gestolen in Gent", "gestolen in Gent", "Mijn telefoon is […]"),
        ("Mijn telefoonnummer is +31 6 1234", "+31 6 1234", "[…]"),
        ("Write, my e-mail is mo@x.example", "mo@x.example", "Write, […]"),
    ],
)
def test_words_before_a_gap_go_only_with_a_number_or_an_address(
    said: str, forgotten: str, rest: str
) -> None:
    assert without(said, [forgotten]) == rest


@pytest.mark.parametrize(
    ("request_", "said", "forgotten"),
    [
        (
            "Forget my phone number",
            ["My sister's phone number is 0612345678.", "My phone number is 0687654321."],
            ("0687654321",),
        ),
        (
            "Forget my phone number",
            ["I have my mother’s number: 0612345678. My number is 0687654321."],
            ("0687654321",),
        ),
        (
            "Vergeet mijn telefoonnummer",
            ["Het nummer van mijn moeder is 0612345678.", "Mijn nummer is 0687654321."],
            ("0687654321",),
        ),
        ("Forget my phone number", ["My sister's number is 0612345678."], ("0612345678",)),
        (
            "Forget my phone number",
            ["My doctor has my number 0612345678.", "My mobile is 0687654321."],
            ("0612345678", "0687654321"),
        ),
        (
            "Forget my e-mail address",
            ["My boss's mail is bo@x.example.", "My work mail is mo@x.example."],
            ("mo@x.example",),
        ),
    ],
)
def test_what_is_of_a_relative_is_not_the_speakers_own(
    request_: str, said: list[str], forgotten: tuple[str, ...]
) -> None:
    assert to_forget(request_, said) == forgotten
