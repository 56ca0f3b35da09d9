"""The built-in engine in Dutch, and in two languages at once."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.ambiguity import PendingClarification, read
from agents.responder import ask_back
from tests.engine_fixtures import NOW, view
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.builtin.task_slots import missing_details
from tidemark.nlp.context_dependence import NEEDED, PLAINLY_NEEDED, context_need
from tidemark.nlp.coreference import changes_subject, chosen_interpretation, resolve
from tidemark.nlp.dialogue_acts import dialogue_act
from tidemark.nlp.dutch.pack import DUTCH
from tidemark.nlp.english.pack import ENGLISH
from tidemark.nlp.mentions import Utterance, names
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for_view
from tidemark.runtime.events import Stop
from tidemark.schema import ContextView, QueryUnderstanding

ENGINE = BuiltinEngine(for_model=True)
READINGS = (
    "Een model bouwen dat voorspelt wie er weggaat",
    "Regels opstellen die aangeven wie er weggaat",
    "Naar vroegere gevallen kijken om te zien wie er weggaat",
)
both_languages = pytest.mark.parametrize("pack", [ENGLISH, DUTCH], ids=["en", "nl"])


def understood(shown: ContextView) -> QueryUnderstanding:
    return ENGINE.understand(shown, now=NOW, asking="freely", stop=Stop()).value


@pytest.mark.parametrize(
    "question",
    [
        "Waar is ze geboren?",
        "Hebben ze prijzen gewonnen?",
        "Is het duur?",
        "Wat gebeurde er daarna?",
        "Zijn er nog anderen?",
        "Waarom?",
        "Wanneer kwam het album uit?",
        "En Porto?",
        "En de derde?",
        "Herschrijf je vorige antwoord.",
        "Hoe heet haar broer?",
        "Wat zijn de nadelen ervan?",
        "Kan ik daar parkeren?",
        "Wanneer is die gebouwd?",
    ],
)
def test_a_follow_up_plainly_needs_its_context(question: str) -> None:
    assert context_need(question, (), DUTCH) >= PLAINLY_NEEDED


@pytest.mark.parametrize(
    "question",
    [
        "Wie was Ada Lovelace?",
        "Wat is fotosynthese?",
        "Wat is het hoogste gebouw van Nederland?",
        "Schrijf een kort verhaal over een vuurtorenwachter en zijn hond.",
        "Vergelijk de regenval in Londen en Parijs over de laatste vijf jaar.",
        "Leg uit hoe een wasmachine werkt.",
        "Wanneer begon de Tachtigjarige Oorlog?",
        "Hoe laat sluit de Albert Heijn op zondag?",
        "Wat is het verschil tussen een cappuccino en een latte?",
    ],
)
def test_a_question_that_stands_by_itself_does_not(question: str) -> None:
    assert context_need(question, (), DUTCH) < NEEDED


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Dank je wel!", "courtesy"),
        ("Ja graag", "courtesy"),
        ("nee hoor", "courtesy"),
        ("Doe maar", "courtesy"),
        ("Welterusten", "courtesy"),
        ("Ga door", "request"),
        ("Korter graag", "request"),
        ("Plan een reis naar Rome", "request"),
        ("Ik wil een taart bakken voor Noor", "wish"),
        ("Zou je de mail aan Anna kunnen schrijven?", "request"),
        ("Herinner me eraan de huur te betalen", "request"),
        ("Vertaal ‘goedemorgen’ naar het Frans", "request"),
        ("Wat hadden we besloten", "question"),
        ("Hoe laat vertrekt mijn vlucht?", "question"),
        ("Ik hou van koffie", "statement"),
        ("We gaan naar Gent", "statement"),
        ("Ik heb een dataset van 10.000 klanten", "resource"),
    ],
)
def test_the_dialogue_act_of_a_message_is_found(text: str, kind: str) -> None:
    assert dialogue_act(text, DUTCH) == kind


@pytest.mark.parametrize(
    ("question", "said", "rewritten"),
    [
        ("Wat is zijn adres?", "Mijn oom Frits woont in Delft.", "Wat is Frits' adres?"),
        ("Waar woont haar broer?", "Mijn zus Anna komt.", "Waar woont Anna's broer?"),
        ("Ken je hun album?", "Wie waren de Dijk?", "Ken je Dijks album?"),
        ("Hoe gaat het met hem?", "Ik heb Tom gebeld.", "Hoe gaat het met Tom?"),
        ("Wie heeft dat gemaakt?", "Ken je de Nachtwacht?", "Wie heeft de Nachtwacht gemaakt?"),
        ("Wanneer gaan we erheen?", "We gaan naar Texel.", "Wanneer gaan we naar Texel?"),
        ("Hoe lang wacht je daarop?", "Ik wacht op Bol.", "Hoe lang wacht je op Bol?"),
        ("Waar ligt die?", "Zoek de camping Zeerust op.", "Waar ligt Zeerust?"),
    ],
)
def test_a_reference_is_named_as_dutch_spells_it(question: str, said: str, rewritten: str) -> None:
    assert resolve(question, [Utterance("user", said)], DUTCH).rewritten == rewritten


@pytest.mark.parametrize(
    "question",
    [
        "Hoe laat is het?",
        "Hoe gaat het?",
        "Wat kost het ontbijt daarbij?",
        "Regent het vandaag?",
        "Is het waar dat katten de hele dag slapen?",
        "Wie zei dat ze komt?",
        "Wat voor weer wordt het?",
    ],
)
def test_an_article_and_an_empty_het_refer_to_nothing(question: str) -> None:
    found = resolve(question, [Utterance("user", "We logeren in Hotel Tejo.")], DUTCH)

    assert "het" not in [reference.phrase.lower() for reference in found.references]


def test_two_named_side_by_side_are_asked_about_in_dutch() -> None:
    analysis = understood(view("Hoe ver is het?", "Ik twijfel tussen Gent en Antwerpen."))

    assert analysis.possible_interpretations == ("Hoe ver is Gent?", "Hoe ver is Antwerpen?")
    assert analysis.clarifying_questions == ("Bedoel je met “het” Gent of Antwerpen?",)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Waar is ze geboren?", "Wie is “ze” in “Waar is ze geboren?”?"),
        ("Is het duur?", "Wat is “het” in “Is het duur?”?"),
        ("Hebben ze gewonnen?", "Wie of wat zijn “ze” in “Hebben ze gewonnen?”?"),
        ("Wanneer kwam het album uit?", "Welke bedoel je met “het album”"),
        ("Herhaal je vorige antwoord", "Kun je hier plakken waar “vorige antwoord” op slaat?"),
        ("Doe maar hetzelfde als altijd", "Welke bedoel je met “hetzelfde als altijd”"),
    ],
)
def test_a_reference_to_nothing_is_asked_back_in_its_own_words(question: str, asked: str) -> None:
    assert understood(view(question)).clarifying_questions[0].startswith(asked)


@pytest.mark.parametrize(
    ("request_", "asked"),
    [
        ("Help me mijn reis naar Lissabon te plannen", "Wanneer is het, en hoe lang duurt je reis"),
        ("Ik moet uitzoeken wie er weggaat", "Heb je gegevens van vroeger die laten zien wie er"),
        ("Schrijf een mail", "Voor wie is de mail?"),
        ("Kun je een mail schrijven?", "Voor wie is de mail?"),
        ("Vertaal deze tekst", "Kun je de inhoud van deze tekst hier plakken?"),
        ("Ik wil Spaans leren", "Hoeveel ervaring en kennis heb je al van Spaans?"),
        ("Ik wil mijn badkamer verbouwen", "Wat zijn de maten, de indeling en de staat van je b"),
        ("Maak een app", "Wat moet de app kunnen, en wat voor soort is het?"),
        (
            "Ik heb een dataset van 10.000 klanten",
            "Wat wil je te weten komen uit je dataset van 10.",
        ),
    ],
)
def test_a_task_that_lacks_a_necessary_detail_is_asked_for_it(request_: str, asked: str) -> None:
    lack = missing_details(request_, (), DUTCH)

    assert lack is not None
    assert lack.questions[0].startswith(asked)


@pytest.mark.parametrize(
    "text",
    [
        "Ik zit op reis het liefst bij het raam.",
        "We gaan voor Lissabon.",
        "bedankt",
        "Ik heb twee honden.",
        "Wanneer is mijn vlucht?",
        "Geef me wat ideeën",
        "Leg uit hoe elektrische auto's werken.",
        "Schrijf een gedicht over de zee.",
        "Schrijf een mail aan Anna over de huur.",
        "Help me mijn reis naar Lissabon van 3 tot 9 juni te plannen.",
        "Kun je een script schrijven dat een bestand omdraait?",
    ],
)
def test_statements_questions_and_whole_tasks_lack_nothing(text: str) -> None:
    assert missing_details(text, (), DUTCH) is None


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Ik ben dol op mijn plek bij het raam.", "je bent dol op je plek bij het raam"),
        ("Ik vind koffie lekker, maar ik drink geen melk", "je vindt koffie lekker, maar je drinkt"
         " geen melk"),
        ("Morgen ga ik naar de tandarts", "Morgen ga je naar de tandarts"),
        ("Bel me als ik Anna zie", "bel je als je Anna ziet"),
        ("Ik werkte bij KLM", "je werkte bij KLM"),
        ("Ik zit graag vooraan", "je zit graag vooraan"),
        ("Onze oppas heet Fleur", "jullie oppas heet Fleur"),
        ("Altijd eerst aan mij vragen", "altijd eerst aan jou vragen"),
        ("wie gaan er mee: ik, Joost en Sanne", "wie gaan er mee: jij, Joost en Sanne"),
    ],
)  # fmt: skip
def test_a_first_person_statement_is_put_in_the_second_person(said: str, told: str) -> None:
    assert DUTCH.phrases.to_second_person(said) == told


@pytest.mark.parametrize(
    ("text", "index"),
    [
        ("2", 1),
        ("optie 3", 2),
        ("de tweede graag", 1),
        ("doe de eerste maar", 0),
        ("de laatste", 2),
        ("een model", 0),
        ("ik bedoel regels", 1),
        ("We hebben vijf jaar aan gegevens", None),
        ("ja", None),
    ],
)
def test_a_reading_is_picked_by_number_or_words(text: str, index: int | None) -> None:
    assert chosen_interpretation(READINGS, text) == index


def test_a_new_subject_is_distinguished_from_an_answer() -> None:
    asked = "Ik moet uitzoeken wie er weggaat"

    assert changes_subject("Wat moet ik nog doen?", asked)
    assert changes_subject("Laat maar.", asked)
    assert changes_subject("Vergeet waar ik woon.", asked)
    assert not changes_subject("klanten van onze winkel", asked)


def test_a_clarifying_reply_is_dutch_and_so_is_the_way_out_of_it() -> None:
    analysis = understood(view("Waar is ze geboren?"))

    reply = ask_back(analysis)

    assert reply.startswith("Ik kan dit op meer dan één manier lezen:\n\n1. “ze” is een bekend")
    assert reply.endswith("of zeg “geef toch antwoord”.")
    asked = PendingClarification("Waar is ze geboren?", analysis.possible_interpretations)
    assert read("geef toch antwoord", asked, asking="freely").settles


def test_the_reply_is_in_the_language_of_the_question_whatever_the_talk() -> None:
    said = ("Mijn zus Anna woont in Gent.", "Genoteerd.")
    shown = view("Where does Anna live?", *said)

    reply = ENGINE.answer(shown, QueryUnderstanding(), now=NOW, stop=Stop())

    assert "".join(piece.text for piece in reply) == (
        "Earlier you said: “Mijn zus Anna woont in Gent.”"
    )


def test_a_question_whose_words_do_not_tell_is_in_the_language_of_the_talk() -> None:
    assert (
        language_pack_for_view(view("Porto?", "Wat is het weer in Lissabon?", "Dat weet ik niet."))
        is DUTCH
    )
    assert (
        language_pack_for_view(view("Porto?", "What is the weather in Lisbon?", "I cannot say."))
        is ENGLISH
    )
    assert language_pack_for_view(view("Porto?")) is ENGLISH


def test_a_name_keeps_its_small_words_and_loses_the_opener() -> None:
    found = names("Morgen spreek ik Joop van der Ende in Het Concertgebouw.", DUTCH)

    assert [name.text for name in found] == ["Joop van der Ende", "Het Concertgebouw"]


@both_languages
def test_answer_types_have_the_same_names_in_each_language(pack: LanguagePack) -> None:
    assert set(pack.answer_types.topics) == set(ENGLISH.answer_types.topics)
    assert set(pack.answer_types.asks) == set(ENGLISH.answer_types.asks)


@both_languages
def test_its_own_replies_are_known_as_such(pack: LanguagePack) -> None:
    phrases = pack.phrases
    openings = [
        phrases.message_kept, phrases.no_model, phrases.no_model_short, phrases.no_work,
        phrases.no_work_short, phrases.self_description,
        phrases.related_quotes, phrases.found_nothing, phrases.nothing_said,
        phrases.nothing_known,
        phrases.nothing_noted, phrases.quotes_found, phrases.ask_back, phrases.greeting,
        phrases.welcome, phrases.farewell,
        phrases.understood,
        *(form.format(noted="x") for form in phrases.noted_as.values()),
        *(form.format(quote="x") for form in phrases.noted_quote.values()),
        *phrases.none_of_kind.values(),
        *(f"{title}:" for title in phrases.list_titles.values()),
        *(form.format(day="4 mei", quote="x") for form in (
            phrases.you_said, phrases.i_said, phrases.you_said_before, phrases.i_said_before)),
    ]  # fmt: skip

    assert [text for text in openings if not phrases.own_openings.match(text)] == []


@both_languages
def test_every_topic_of_the_table_can_be_asked_about(pack: LanguagePack) -> None:
    for matter in (*pack.tasks.own, *pack.tasks.unnamed, *pack.tasks.material):
        assert 2 <= len(set(matter.interpretations)) <= 3
        assert all("{object}" in reading for reading in matter.interpretations)
        assert matter.needs in {"", *(detail.name for detail in matter.details)}


WORDS = st.sampled_from(
    "Lissabon Porto Anna Tejo hotel album ze het die dat zijn haar hun er daar ervan de een juni "
    "hoe zit met en is wat kost".split()
)
SENTENCES = st.lists(WORDS, min_size=1, max_size=9).map(" ".join)
JOINTS = set("van over met in naar de het een s bij".split())  # what it may add by itself


@given(SENTENCES, st.lists(SENTENCES, max_size=4))
def test_a_rewriting_adds_no_word_that_was_not_said(question: str, said: list[str]) -> None:
    history = [Utterance("assistant" if at % 2 else "user", text) for at, text in enumerate(said)]

    rewritten = resolve(question, history, DUTCH).rewritten or ""

    known = set(re.findall(r"\w+", " ".join([question, *said]).lower())) | JOINTS
    spelt = {word.removesuffix("s") for word in known} | {f"{word}s" for word in known} | known
    assert set(re.findall(r"\w+", rewritten.lower())) <= spelt
