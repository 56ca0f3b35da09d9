"""Pronouns where the person tells things: read of their last messages, or not at all."""

import pytest

from tests.nlp.test_coreference import talk
from tidemark.nlp.coreference import resolve
from tidemark.nlp.dutch.pack import DUTCH
from tidemark.nlp.mentions import Utterance
from tidemark.nlp.pack_selection import language_pack_for

NOTED = "Noted."


def told(*texts: str) -> list[Utterance]:
    """Return the person's messages, with only short replies between."""
    return [
        each for text in texts for each in (Utterance("user", text), Utterance("assistant", "Ok"))
    ]


def meant(question: str, *texts: str) -> str | None:
    """Return the words that replace the first reference of ``question`` after ``texts``."""
    pack = language_pack_for(question, language_pack_for(texts[0]))
    found = resolve(question, told(*texts), pack).references
    return found[0].antecedent if found else None


@pytest.mark.parametrize(
    ("texts", "question", "name"),
    [
        (("My wife Nadia works at the zoo and my son Ben plays chess.",), "Where does she work?",
         "Nadia"),
        (("My wife Nadia works at the zoo and my son Ben plays chess.",), "What does he play?",
         "Ben"),
        (("Our plumber is Walter. He lives in Deal.", "Robin painted the shed."),
         "When can he come?", None),
        (("Our plumber is Walter. He lives in Deal.", "Robin painted the shed."),
         "Where does he live?", "Walter"),
        (("Jan's number is 0113 496.", "Forget Jan's phone number."), "What is her number?", "Jan"),
        (("Our plumber is Walter. He lives in Deal.", "Nadia painted the shed."),
         "When can he come?", "Walter"),
        (("Sister Quill wants it by six.", "I have Judith and Anouk on my shift."),
         "What is she like?", None),
        (("The sister is Bernadette Quill, she wants it by six.", "Judith works nights."),
         "When does she want it?", "Bernadette Quill"),
        (("The florist is Cleo Marsh, she costs 90.", "My cousin Ravi bakes the cake."),
         "When can she come?", "Cleo Marsh"),
        (("Harriet brings the wine and Juno the crisps.",), "What is she bringing, Juno?", None),
        (("Our plumber is Walter. He lives in Deal.", "The roof leaks."), "When can he come?",
         "Walter"),
        (("Greta phoned Colin, he is ill.", "The roof leaks."), "Who did she phone?", "Greta"),
        (("Mr Okafor, our accountant, wants the receipts.",), "What does he want?", "Mr Okafor"),
        (("My mother moves to Hove, the neighbour Tiny Smith buys her piano.",),
         "When does he move?", "Tiny Smith"),
        (("Tomorrow I meet Priya and Joan.",), "What is her number?", None),
        (("We ordered from Helios.",), "How old is she?", None),
        (("Mijn zus Anouk neemt haar gitaar mee.", "Welke liedjes speelt Anouk?"),
         "en hoe laat komt ze?", "Anouk"),
        (("Karel de Groot heeft de sleutel, hij woont in Epe. Zijn zoon Wim helpt soms.",),
         "waar woont hij?", "Karel de Groot"),
        (("Ruuds vrouw Marit wil twaalf borden.",), "welke kleur wil ze?", "Marit"),
        (("juf Sterre doet het nachtspel met haar broer Daan",), "wie helpt haar?", "Sterre"),
    ],
)  # fmt: skip
def test_a_pronoun_of_a_person_is_one_that_fits_or_nobody(
    texts: tuple[str, ...], question: str, name: str | None
) -> None:
    assert meant(question, *texts) == name


@pytest.mark.parametrize(
    ("texts", "question", "thing"),
    [
        (("I'm organising a course on bees in Hull.", "Marta is vegan and Tim can't have nuts."),
         "When is it?", "the course"),
        (("I'm organising a course on bees in Hull.", "Marta is vegan and Tim can't have nuts."),
         "Where is it taking place?", "the course"),
        (("We bake on Friday.", "Which kiln are we buying?"), "what does it cost?", "the kiln"),
        (("Marta is vegan.",), "How much is it?", None),
        (("Marta is vegan and Tim can't have nuts.",), "Make it shorter", None),
        (("What is the capital of France?",), "make it better", None),
        (("We use PostgreSQL for the shop.",), "Is it fast?", "PostgreSQL"),
        (("The rent is 900 and the deposit is 1,800.",), "When is it due?", None),
        (("Marta is allergic to nuts.",), "What is the total of the quote?", None),
        (("Marta is allergic to nuts.",), "How far is it from Leeds to York?", None),
        (("Ik organiseer een cursus over bijen.", "Marta eet geen vlees."), "wanneer is het?",
         "de cursus"),
        (("we bakken op vrijdag", "welke oven kopen we?"), "wat kost die?", "de oven"),
        (("Marta eet geen vlees.",), "wat is dat bij elkaar?", None),
        (("Marta eet geen vlees.",), "hoeveel bedden zijn er?", None),
    ],
)  # fmt: skip
def test_a_thing_is_the_only_one_that_fits_or_none(
    texts: tuple[str, ...], question: str, thing: str | None
) -> None:
    assert meant(question, *texts) == thing


@pytest.mark.parametrize(
    ("text", "question", "entry"),
    [
        ("Quotes: Ames asks 310, Bolt asks 290 and Carr asks 405.", "And the third one?",
         "Carr asks 405"),
        ("There are three bands: The Oaks, Blue Door and Sundae.", "the second?", "Blue Door"),
        ("Cast:\nQueen - Ida\nFool - Sam\nNurse - Joy", "and the last one?", "Nurse - Joy"),
        ("Er zijn drie bands: De Eiken, Blauw en Toeter.", "En de derde?", "Toeter"),

        ("Quotes: Ames asks 310, Bolt asks 290 and Carr asks 405.", "When is the second meeting?",
         None),
    ],
)  # fmt: skip
def test_a_place_in_a_list_of_the_persons_own(text: str, question: str, entry: str | None) -> None:
    assert meant(question, text) == entry


def test_a_place_in_a_list_that_names_its_kind_needs_no_telling() -> None:
    history = told("in drie termijnen: 1.500 nu, 1.300 in mei en 1.000 in juni")

    found = resolve("hoeveel is de tweede termijn?", history, DUTCH)

    assert (found.rewritten, found.references) == ("Hoeveel is 1.300 in mei?", ())


def test_the_reading_that_was_chosen_is_kept_in_the_next_turns() -> None:
    history = talk(
        "I cannot choose between Pixel and Fairphone.", NOTED,
        "How heavy is Pixel?", "I find nothing said here that answers this.",
    )  # fmt: skip
    assert (
        resolve("And how much does it cost?", history).rewritten == "And how much does Pixel cost?"
    )


@pytest.mark.parametrize(
    ("texts", "question", "referent"),
    [
        # An object pronoun never means the subject of its own clause
        (("Rosa has the flu, Mina could replace her.",), "What does she have?", "Rosa"),
        (("Rosa heeft griep, Mina kan voor haar invallen.", "Wie kan er voor Rosa invallen?"),
         "Waarom kan ze niet spelen?", "Rosa"),
        # Who a thing is said of decides, then what the last question was about
        (("My thesis is due on 4 June.", "My supervisor is Dr Olga Brandt."),
         "How long may it be?", "your thesis"),
        (("The car goes to the garage; the lease ends in May.",), "When does it end?", "the lease"),
        (("The site visit is on 9 May, with a man called Mr Duarte.", "When is the site visit?"),
         "Who's leading it?", "the site visit"),
        (("The annual meeting is on 3 May in the hall.", "When's the annual meeting?"),
         "And where's that?", "the annual meeting"),
        (("The IT department moves in June.", "The office is in Hull."),
         "When does the IT department move?", None),
        (("My mum comes by on Sunday.", "It rains on Monday."), "What date is that?", None),
        # Several persons
        (("The Hoffmans arrive on 3 June.", "When do the Hoffmans arrive?"),
         "How many nights do they stay?", "the Hoffmans"),
        (("Our first guests, the Brook family, arrive on 3 June.",), "How long do they stay?",
         "the Brook family"),
        (("De eerste huurders, familie Brouwer, komen 3 juni.", "Wanneer komt familie Brouwer?"),
         "Hoeveel weken blijven ze?", "de familie Brouwer"),
        # In Dutch "hij" is a person or a thing with "de"
        (("Mijn coach is Joost Blom.", "Ik moet de aanvraag indienen op 4 juni."),
         "Wanneer moet ik hem indienen?", "de aanvraag"),
        (("De offerte van Bakker is 900 euro en geldt tot 1 mei.",), "Tot wanneer geldt hij?",
         "de offerte"),
        (("Het boek ligt bij Sofie.", "Waar ligt het boek?"), "Wat kostte het?", "het boek"),
        (("Mijn oom Wout komt met de trein.",), "Hoe lang blijft hij?", "Wout"),
        (("De ouderavond is op 3 mei in de aula.", "Hoe laat begint die?"), "En waar is dat?",
         "de ouderavond"),
        (("Bij het Vondelplein telde ik 12 mussen.",), "Hoeveel telde ik bij het Vondelplein?",
         None),
    ],
)  # fmt: skip
def test_the_last_question_and_agreement_decide_the_referent(
    texts: tuple[str, ...], question: str, referent: str | None
) -> None:
    assert meant(question, *texts) == referent


@pytest.mark.parametrize(
    ("asked", "question", "rewritten"),
    [
        ("Which day is the annual meeting again?", "And at what time?",
         "At what time is the annual meeting again?"),
        ("When's the annual meeting?", "And where?", "Where is the annual meeting?"),
        ("Who chairs the annual meeting?", "And where?", None),
        ("Wanneer is de kaasmarkt?", "En tot hoe laat?", "Tot hoe laat is de kaasmarkt?"),
        ("Op welke dag is de kaasmarkt?", "En waar precies?", "Waar is de kaasmarkt?"),
    ],
)  # fmt: skip
def test_a_question_without_a_subject_asks_about_that_of_the_last(
    asked: str, question: str, rewritten: str | None
) -> None:
    history = told("The annual meeting is on 3 May; de kaasmarkt is op 4 mei.", asked)
    pack = language_pack_for(question, language_pack_for(asked))

    assert resolve(question, history, pack).rewritten == rewritten
