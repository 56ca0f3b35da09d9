"""Lists and tasks with all later changes applied, in both languages."""

import pytest

from tests.engine_fixtures import conversation, view
from tidemark.engines.builtin.list_changes import lists_now, tasks_now
from tidemark.engines.builtin.view_statements import statements_now
from tidemark.nlp.pack_selection import language_pack_for_view
from tidemark.prompt import packing
from tidemark.prompt.packing import PackingCandidate
from tidemark.schema import Item, Reason
from utils import TokenCounter

GUESTS = "Guests for Sunday: Mia, old Mr Tam, Jo and Bea."
TENT = "Packing list: tent, torch."
PAKLIJST = "Paklijst: tent, lamp."
GASTEN = "Gasten voor zondag: Mia, oude meneer Tam, Jo en Bea."
CHORES = "Jobs in the attic: patch the skylight, lag the tank, sweep up."
KLUSSEN = "Klussen op zolder: dakraam dichten, vliering vegen, lamp ophangen."


def now(*said: str, tasks: bool = False) -> list[str]:
    """Return the open entries of the last list in the messages ``said``, or of all tasks."""
    talk = [text for each in said for text in (each, "Saved.")]
    question = "En wat is er nu nog?" if said[0] in (GASTEN, KLUSSEN) else "And what is left now?"
    shown = view(question, *talk)
    pack = language_pack_for_view(shown)
    found = (tasks_now if tasks else lists_now)(statements_now(shown), pack)
    kept = found if tasks else found[-1:]
    return [entry.text for each in kept for entry in each.open_entries]


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ((GUESTS, "Jo can't make it."), ["Mia", "old Mr Tam", "Bea"]),
        (
            (
                "Exhibits so far: the lease, photos, the bank statement.",
                "Take exhibit 2 out again.",
            ),
            ["the lease", "the bank statement"],
        ),
        ((GUESTS, "Mia and Bea cancelled."), ["old Mr Tam", "Jo"]),
        (
            (GUESTS, "Jo can't make it.", "Jo can come after all."),
            ["Mia", "old Mr Tam", "Bea", "Jo"],
        ),
        ((GASTEN, "Jo kan niet.", "Jo komt toch wel."), ["Mia", "oude meneer Tam", "Bea", "Jo"]),
        (
            (GUESTS, "Jo can't make it.", "Jo is coming after all, the operation was put off"),
            ["Mia", "old Mr Tam", "Bea", "Jo"],
        ),
        ((GUESTS, "Oh and I am coming as well of course"), ["Mia", "old Mr Tam", "Jo", "Bea"]),
        (("To pack: a tent, a map.", "Tick off the map."), ["a tent"]),
        ((TENT, "add a rope, they need a leash"), ["tent", "torch", "a rope"]),
        ((TENT, "put a rope on the list, the dogs need a leash"), ["tent", "torch", "a rope"]),
        ((TENT, "add a rope because they need a leash"), ["tent", "torch", "a rope"]),
        ((TENT, "add a knife, we forgot it last time"), ["tent", "torch", "a knife"]),
        ((TENT, "add milk, eggs and bread"), ["tent", "torch", "milk", "eggs", "bread"]),
        ((TENT, "add plasters, just in case"), ["tent", "torch", "plasters"]),
        ((TENT, "add Tom, Anna and Ben to the list"), ["tent", "torch", "Tom", "Anna", "Ben"]),
        ((PAKLIJST, "zet een touw erop, ze hebben een riem nodig"), ["tent", "lamp", "een touw"]),
        (
            (PAKLIJST, "voeg een touw toe, de honden hebben een riem nodig"),
            ["tent", "lamp", "een touw"],
        ),
        ((PAKLIJST, "zet zonnebrand erop, het wordt warm"), ["tent", "lamp", "zonnebrand"]),
        ((PAKLIJST, "zet melk, kaas en brood erop"), ["tent", "lamp", "melk", "kaas", "brood"]),
        ((PAKLIJST, "zet het niet erop, ze hebben er al een"), ["tent", "lamp"]),
        (
            ("Mijn paklijst: tent, jas.", "voeg zaklamp toe aan de paklijst", "vink jas af"),
            ["tent", "zaklamp"],
        ),
        (
            ("Boodschappen: wijn, boter, kaas.", "wijn hoeft niet, doe maar bier"),
            ["boter", "kaas", "bier"],
        ),
        (("Boodschappen: bier, kaas.", "doe maar bier"), ["bier", "kaas"]),
        (("Boodschappen: wijn, kaas.", "en pindakaas erbij"), ["wijn", "kaas", "pindakaas"]),
        (("Boodschappen: boter, kaas.", "schrap de boter en zet er jam op"), ["kaas", "jam"]),
        (
            ("Shopping list: wine, butter.", "no wine, make it beer"),
            ["butter", "beer"],
        ),
        (
            ("Shopping list: wine, butter.", "and peanut butter too", "remove the butter, add jam"),
            ["wine", "peanut butter", "jam"],
        ),
        (
            ("Shopping list: butter, peanut butter.", "remove the peanut butter and add jam"),
            ["butter", "jam"],
        ),
        (("Boodschappenlijst: boter, kaas.", "leeg de boodschappenlijst"), []),
        (("Boodschappen: boter, kaas.", "maak de lijst leeg", "zet er jam op"), ["jam"]),
        (("Boodschappen: boter, kaas.", "haal alles van de paklijst"), ["boter", "kaas"]),
        (("Shopping list: butter, cheese.", "empty the shopping list"), []),
        (("Shopping list: tea, ham.", "Remove everything from the list.", "and jam too"), ["jam"]),
        ((GUESTS, "Oh, and my aunt Vi."), ["Mia", "old Mr Tam", "Jo", "Bea", "my aunt Vi"]),
        ((GUESTS, "Jo's ill, Ruth comes instead."), ["Mia", "old Mr Tam", "Ruth", "Bea"]),
        (("Paints to try: Oak, Moss, Clay.", "Tried Moss, horrible"), ["Oak", "Clay"]),
        (("Paints to try: Oak, Moss, Clay.", "I never tried Moss"), ["Oak", "Moss", "Clay"]),
        ((GUESTS, "I called Jo."), ["Mia", "old Mr Tam", "Jo", "Bea"]),
        ((GUESTS, "Jo likes cake.", "Is Bea not coming?"), ["Mia", "old Mr Tam", "Jo", "Bea"]),
        (
            (GUESTS, "Jo dropped out.", "Kit is taking her place."),
            ["Mia", "old Mr Tam", "Bea", "Kit"],
        ),
        ((GUESTS, "put Ann and Kit on"), ["Mia", "old Mr Tam", "Jo", "Bea", "Ann", "Kit"]),
        ((GUESTS, "also want Ann, put her on"), ["Mia", "old Mr Tam", "Jo", "Bea"]),
        (
            ("To buy: rail, light.", "also want a cabinet, put it on"),
            ["rail", "light", "a cabinet"],
        ),
        (("To pack: tea, 2 mugs, rope.", "We need soap too."), ["tea", "2 mugs", "rope", "soap"]),
        (
            ("Setlist: Alder, Copper, Slow Train.", "drop Copper, and put Lanterns in"),
            ["Alder", "Slow Train", "Lanterns"],
        ),
        (
            (GUESTS, "Jo dropped out, her knee. Kit and Ruth joined."),
            ["Mia", "old Mr Tam", "Bea", "Kit", "Ruth"],
        ),
        (
            ("Rooms to do: kitchen, hall, attic.", "The hall isn't needed, but add the shed"),
            ["kitchen", "attic", "the shed"],
        ),
        (("Rooms to do: kitchen, hall.", "Put the kettle on, love."), ["kitchen", "hall"]),
        (
            (GASTEN, "Haal Jo er maar af, en zet er Kees bij."),
            ["Mia", "oude meneer Tam", "Bea", "Kees"],
        ),
        (
            ("Te verven: keuken, gang, zolder.", "de gang hoeft toch niet. wel de badkamer erbij"),
            ["keuken", "zolder", "de badkamer"],
        ),
        (("In the freezer: peas, 2 pizzas, bread.", "ate the pizzas"), ["peas", "bread"]),
        (("Films to see: Alien, Heat.", "Also want to see Fargo."), ["Alien", "Heat", "Fargo"]),
        (("De route is: Gouda, Ede, Epe.", "sla Ede over"), ["Gouda", "Epe"]),
        ((GASTEN, "Jo is geblesseerd, Wim valt in."), ["Mia", "oude meneer Tam", "Wim", "Bea"]),
        (
            (GASTEN, "Jo heeft afgezegd, in zijn plaats komt Ruth."),
            ["Mia", "oude meneer Tam", "Ruth", "Bea"],
        ),
        ((GASTEN, "Jo heeft afgezegd."), ["Mia", "oude meneer Tam", "Bea"]),
        (("Coming: Al, Bo, Tom and Mrs Dee, our old teacher.",), ["Al", "Bo", "Tom", "Mrs Dee"]),
        (("Coming: Al, Bo and Piet, my neighbour.",), ["Al", "Bo", "Piet"]),
        (("Coming: Al, Bo, my sister.",), ["Al", "Bo", "my sister"]),
        (("Coming: Al and Bo, Cy and Di, my sister.",), ["Al and Bo", "Cy and Di", "my sister"]),
        (("Coming: Al, Bo, my sister and Tom.",), ["Al", "Bo", "my sister", "Tom"]),
        (
            ("To buy: tea, jam and Edam, my usual bread.",),
            ["tea", "jam and Edam", "my usual bread"],
        ),
        (("Komen: Al, Bo en meneer Dee, onze oude leraar.",), ["Al", "Bo", "meneer Dee"]),
        (
            (GUESTS, "Jo can't make it.", "Jo texted: she will come anyway, but after 9 pm."),
            ["Mia", "old Mr Tam", "Bea", "Jo"],
        ),
        ((GUESTS, "Jo texted: she will come anyway."), ["Mia", "old Mr Tam", "Jo", "Bea"]),
        (
            (GUESTS, "Jo can't make it.", "Jo texted: Bea will come anyway."),
            ["Mia", "old Mr Tam", "Bea"],
        ),
        ((GUESTS, "Jo can't make it.", "Jo won't come anyway."), ["Mia", "old Mr Tam", "Bea"]),
        (
            (GASTEN, "Jo kan niet.", "Jo appte: hij komt toch, maar pas na negen."),
            ["Mia", "oude meneer Tam", "Bea", "Jo"],
        ),
        (
            (GASTEN, "Jo kan niet.", "Jo appte: hij komt toch niet."),
            ["Mia", "oude meneer Tam", "Bea"],
        ),
        ((GUESTS, "Jo cancelled."), ["Mia", "old Mr Tam", "Bea"]),
        ((GUESTS, "Jo cancelled this morning."), ["Mia", "old Mr Tam", "Bea"]),
        ((GUESTS, "Jo has cancelled her visit."), ["Mia", "old Mr Tam", "Bea"]),
        ((GUESTS, "Jo called, she cancelled."), ["Mia", "old Mr Tam", "Bea"]),
        ((GUESTS, "Jo is no longer coming."), ["Mia", "old Mr Tam", "Bea"]),
        ((GUESTS, "Jo cancelled his order."), ["Mia", "old Mr Tam", "Jo", "Bea"]),
        ((GUESTS, "Jo and Bea have cancelled the taxi."), ["Mia", "old Mr Tam", "Jo", "Bea"]),
        ((GUESTS, "Jo cancelled the cake, Bea will bake."), ["Mia", "old Mr Tam", "Jo", "Bea"]),
        ((GUESTS, "Jo ordered a cake but she cancelled it."), ["Mia", "old Mr Tam", "Jo", "Bea"]),
        ((GUESTS, "The taxi was cancelled by Jo."), ["Mia", "old Mr Tam", "Jo", "Bea"]),
        ((GUESTS, "Jo can't make the cake."), ["Mia", "old Mr Tam", "Jo", "Bea"]),
        ((GUESTS, "Jo can't make the dinner."), ["Mia", "old Mr Tam", "Bea"]),
        (("To bake: cake, bread, pie.", "We can't make the pie."), ["cake", "bread"]),
        ((GASTEN, "Jo kan de taart niet maken."), ["Mia", "oude meneer Tam", "Jo", "Bea"]),
        ((GASTEN, "Jo kan het etentje niet bijwonen."), ["Mia", "oude meneer Tam", "Bea"]),
        ((GASTEN, "Jo kan de hele dag niet."), ["Mia", "oude meneer Tam", "Bea"]),
        ((GUESTS, "Jo no longer eats meat."), ["Mia", "old Mr Tam", "Jo", "Bea"]),
        ((GUESTS, "Jo doesn't want a lift."), ["Mia", "old Mr Tam", "Jo", "Bea"]),
        (("To order: cake, taxi, hall.", "Jo cancelled the taxi."), ["cake", "hall"]),
        (("To order: cake, taxi, hall.", "the taxi is dear, so I cancelled it"), ["cake", "hall"]),
        (
            (GASTEN, "Jo heeft haar bestelling geannuleerd."),
            ["Mia", "oude meneer Tam", "Jo", "Bea"],
        ),
        ((GASTEN, "Jo zegt de taart af."), ["Mia", "oude meneer Tam", "Jo", "Bea"]),
        ((GASTEN, "De taxi is afgezegd door Jo."), ["Mia", "oude meneer Tam", "Jo", "Bea"]),
        ((GASTEN, "Jo heeft haar komst afgezegd."), ["Mia", "oude meneer Tam", "Bea"]),
        (("Te regelen: taart, taxi, zaal.", "Jo heeft de taxi afgezegd."), ["taart", "zaal"]),
        ((GASTEN, "Zet Kees er ook nog bij."), ["Mia", "oude meneer Tam", "Jo", "Bea", "Kees"]),
        (
            (GASTEN, "Jo is ziek, Ruth neemt zijn plaats over."),
            ["Mia", "oude meneer Tam", "Ruth", "Bea"],
        ),
    ],
)
def test_a_list_has_the_entries_that_later_sentences_leave_on_it(
    said: tuple[str, ...], left: list[str]
) -> None:
    assert now(*said) == left


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ((CHORES, "Tank's lagged at last!"), ["patch the skylight", "sweep up"]),
        ((CHORES, "My son is doing the skylight."), ["lag the tank", "sweep up"]),
        (
            (CHORES, "I still haven't lagged the tank."),
            ["patch the skylight", "lag the tank", "sweep up"],
        ),
        (
            ("I must dust the vents, oil the lock and shift the sofa.", "Oiled the lock."),
            ["dust the vents", "shift the sofa"],
        ),
        ((KLUSSEN, "Het dakraam is dicht en de lamp hangt er."), ["vliering vegen"]),
        (
            (KLUSSEN, "Mijn broer veegt de vliering, dat hoef ik niet meer te doen."),
            ["dakraam dichten", "lamp ophangen"],
        ),
        (
            ("Ik moet nog stof halen, de zoom spelden en garen zoeken.", "Stof heb ik gehaald."),
            ["de zoom spelden", "garen zoeken"],
        ),
        (("I have to book a van and buy tape.", "dont need the tape anymore"), ["book a van"]),
        (
            ("Ik moet de slager bellen en verf kopen.", "Ik moet nog een hamer kopen."),
            ["de slager bellen", "verf kopen", "een hamer kopen"],
        ),
        (
            ("Ik moet nog de hal bellen en een ladder regelen.", "De hal heb ik gebeld."),
            ["een ladder regelen"],
        ),
    ],
)
def test_a_task_is_open_until_it_is_done_or_left_to_others(
    said: tuple[str, ...], left: list[str]
) -> None:
    assert now(*said, tasks=True) == left


@pytest.mark.parametrize(
    ("told", "fact", "left"),
    [
        ("I've got to get a spare key cut and water the figs.", "Got the spare key cut", "figs"),
        ("Ik moet nog een sleutel laten maken en Jo bellen.", "Sleutel is gemaakt", "Jo bellen"),
        ("I've got to get a spare key cut and water the figs.", "The key is of brass", "key"),
    ],
)
def test_a_fact_of_a_summary_ticks_off_what_it_says_was_done(
    told: str, fact: str, left: str
) -> None:
    """The message that said it is not in the view, because the fact stands for it."""
    item = Item(text=fact, message_ids=(40,))
    counter = TokenCounter()
    shown = packing.build(
        "And what is left now?",
        active=conversation(told, "Saved."),
        offered=[
            PackingCandidate(
                packing.item_piece("key_facts", item, reason=Reason("remembered"), counter=counter),
                1.0,
            )
        ],
        threshold=1200,
        counter=counter,
    )
    (tasks,) = tasks_now(statements_now(shown), language_pack_for_view(shown))
    assert left in tasks.open_entries[0].text
