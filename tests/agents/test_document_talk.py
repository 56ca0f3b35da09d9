"""Documents changed by messages without a model: the same tools run, and replies are in words."""

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from assistant import Assistant
from tests.conversing import on_each_database
from tidemark.runtime.events import Finished
from tidemark.settings import Settings

RECORD: dict[str, Any] = {
    "inci": "WATER",
    "category": "OTHERS",
    "NOAEL": [{"value": 500, "unit": "mg/kg", "source": "SCCS"}],
    "reviewed": False,
}


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    with closing(Assistant(settings(engine="builtin"))) as opened:
        yield opened


def say(assistant: Assistant, text: str, session_id: str = "talk") -> tuple[str, list[str]]:
    """Return the reply, and the names of the tools that were called for it."""
    assert isinstance(assistant.ask(text, session_id).wait(20), Finished)
    reply = assistant.sessions.transcript(session_id)[-1]
    return reply.content, [each.call.name for each in reply.metadata.tool_uses]


def version(assistant: Assistant, name: str = "record") -> int:
    return assistant.documents.find(name, "talk").version


@on_each_database
def test_a_record_is_made_changed_and_taken_back_by_talk(assistant: Assistant) -> None:
    say(assistant, "Hello there")
    assistant.documents.create("record", RECORD, session_id="talk")
    told, calls = say(assistant, "Change the category to FRAGRANCE")
    assert told == "record is at version 2 now:\n\n- category: from OTHERS to FRAGRANCE"
    assert calls == ["edit_document"]
    told, calls = say(assistant, "What did I just change?")
    assert "category: from OTHERS to FRAGRANCE" in told
    assert (calls, version(assistant)) == ([], 2)
    told, _ = say(assistant, "Add a NOAEL of 1000 mg/kg with its source OECD 408")
    assert "1000" in told
    told, calls = say(assistant, "it is reviewed now")
    assert (calls, version(assistant)) == (["edit_document"], 4)
    told, calls = say(assistant, "maak dat ongedaan")
    assert (calls, version(assistant)) == (["rollback_document"], 5)
    assert told.startswith("record is weer zoals in versie 3")
    told, calls = say(assistant, "Set the unit to g/kg")
    assert (calls, version(assistant)) == ([], 5)
    assert "NOAEL › SCCS › unit" in told
    told, calls = say(assistant, "We moved to Utrecht, and the weather is fine.")
    assert (calls, version(assistant)) == ([], 5)
    for said, back_to in (("undo that", 2), ("nog een keer ongedaan maken", 1), ("redo", 2)):
        told, _ = say(assistant, said)
        assert re.match(rf"record is .* {back_to}( again)?;", told)
    say(assistant, "go back to version 4")
    told, _ = say(assistant, "undo that")  # a jump is a change of its own
    assert told.startswith("record is as it was in version 8 again")


def test_what_is_added_right_after_a_change_needs_no_name(assistant: Assistant) -> None:
    say(assistant, "Make a packing list with a tent and two towels")
    for said, told in (
        ("Add a map too", "packing list is at version 2 now:\n\n- items: map added"),
        ("zet er ook kaas bij", "packing list is nu versie 3:\n\n- items: kaas toegevoegd"),
    ):
        assert say(assistant, said) == (told, ["edit_document"])
    for said in ("Add 20 euros to the budget", "We leave at nine.", "Add a lamp too"):
        assert say(assistant, said)[1] == []
    assert version(assistant, "packing list") == 3


def test_a_list_is_changed_as_it_and_as_the_list(assistant: Assistant) -> None:
    say(assistant, "Make a packing list with a tent and two towels")
    for said, change in (
        ("Also put a charger on it", "charger added"),
        ("Make it three towels", "from two towels to three towels"),
        ("Zet er ook kaas op", "kaas toegevoegd"),
        ("Maak er vier towels van", "van three towels naar vier towels"),
    ):
        told, calls = say(assistant, said)
        assert (told.endswith(f"- items: {change}"), calls) == (True, ["edit_document"])
    for said in ("We leave at nine.", "Make it three towels", "Put a rope on it"):
        assert say(assistant, said)[1] == []
    assert say(assistant, "Add a rope to the list")[1] == ["edit_document"]
    told = say(assistant, "How many things are on the packing list?")[0]
    assert told == "items: 5 (tent, vier towels, charger, kaas, rope)"
    assert "on its page" in say(assistant, "Rename the list to luggage")[0]
    assert say(assistant, "maak ff een boodschappenlijst: bier, brood")[1] == ["create_document"]
    assert version(assistant, "packing list") == 6


def test_a_list_just_changed_is_changed_in_few_words(assistant: Assistant) -> None:
    say(assistant, "Make a shopping list: wine, butter, cheese")
    for said, change in (
        ("no wine, make it beer", "from wine to beer"),
        ("and peanut butter too", "peanut butter added"),
        ("butter hoeft niet, doe maar jam", "van butter naar jam"),
        ("en pindakaas erbij", "pindakaas toegevoegd"),
    ):
        told, calls = say(assistant, said)
        assert (told.endswith(f"- items: {change}"), calls) == (True, ["edit_document"])
    assert say(assistant, "We leave at nine.")[1] == []
    assert version(assistant, "shopping list") == 5


def test_a_list_just_changed_takes_two_changes_in_one_version_and_is_emptied(
    assistant: Assistant,
) -> None:
    say(assistant, "make a document for shopping: butter, bread, milk")
    for said, told in (
        ("remove the butter and add jam", "- items › butter: butter removed\n- items: jam added"),
        ("voeg kaas toe en schrap het bread", "kaas"),
        ("remove the coffee and add tea", "Nothing of “remove the coffee and add tea” was done."),
        ("tick off the milk", "“Remove the milk” takes it off."),
        ("remove the milk and add oil", "oil added"),
        ("empty the bin and drop Tom off at the station", "Noted"),  # not about the list
    ):
        assert told in say(assistant, said)[0]
    assert version(assistant, "shopping") == 4
    assert say(assistant, "empty the list")[1] == ["edit_document"]
    told, calls = say(assistant, "maak de lijst leeg")
    assert (told.partition(":")[2].startswith(" dat staat er al zo"), calls) == (True, [])
    assert version(assistant, "shopping") == 5


def test_undo_reverts_changes_of_this_conversation_and_of_no_other(
    assistant: Assistant,
) -> None:
    assistant.documents.create("record", RECORD)
    say(assistant, "Set the category to SOLVENT", "other")
    told, calls = say(assistant, "undo that")
    assert (calls, version(assistant)) == ([], 2)
    assert "Nothing of this conversation" in told
    say(assistant, "set the inci to OIL")
    say(assistant, "Set the category to FRAGRANCE", "other")
    told, calls = say(assistant, "undo that")
    assert (calls, version(assistant)) == (["edit_document"], 5)
    assert "inci: from OIL to WATER" in told
    say(assistant, "Set the category to SOLVENT", "other")
    told, calls = say(assistant, "no, OTHERS")  # the last change is not of this conversation
    assert (calls, version(assistant)) == ([], 6)


@pytest.mark.parametrize(
    ("refused", "undo", "agreed"),
    [
        ("Set the size to 8", "undo that", "yes"),  # there is no size
        ("Set the value of the second NOAEL to 5", "Undo that please", "undo that"),
        ("Zet het gewicht op 8", "maak dat ongedaan", "ja, graag"),
    ],
)
def test_an_undo_after_a_message_that_changed_nothing_asks_before_it_takes_back_an_earlier_one(
    assistant: Assistant, refused: str, undo: str, agreed: str
) -> None:
    assistant.documents.create("record", RECORD)
    say(assistant, "Set the category to FRAGRANCE")
    say(assistant, refused)
    told, calls = say(assistant, undo)
    assert (calls, version(assistant)) == ([], 2)
    assert "FRAGRANCE" in told
    told, calls = say(assistant, agreed)
    assert (calls, version(assistant)) == (["rollback_document"], 3)
    say(assistant, "Set the category to SOLVENT")
    say(assistant, undo)  # right after a change: it is that one
    assert version(assistant) == 5


def test_an_undo_that_was_not_agreed_to_changes_nothing(assistant: Assistant) -> None:
    assistant.documents.create("record", RECORD)
    say(assistant, "Set the category to FRAGRANCE")
    say(assistant, "Set the size to 8")
    say(assistant, "undo that")
    say(assistant, "no, leave it")
    assert version(assistant) == 2


def test_an_answer_is_joined_to_the_instruction_asked_about_and_to_nothing_else(
    assistant: Assistant,
) -> None:
    levels = [{"value": 5, "source": "SCCS 2019"}, {"value": 9, "source": "OECD 2023"}]
    assistant.documents.create("record", {**RECORD, "NOAEL": levels})
    told, calls = say(assistant, "Set the value to 7")
    assert (calls, told.splitlines()[0][:12]) == ([], "“the value” ")
    told, calls = say(assistant, "the one of 2023")
    assert (calls, version(assistant)) == (["edit_document"], 2)
    assert told.endswith("NOAEL › OECD 2023 › value: from 9 to 7")
    told, calls = say(assistant, "the first")
    assert (calls, version(assistant)) == ([], 2)
    say(assistant, "Set the size to 8")
    say(assistant, "Hello there")
    told, calls = say(assistant, "the category")
    assert (calls, version(assistant)) == ([], 2)


def test_of_several_documents_the_named_one_is_changed(assistant: Assistant) -> None:
    assistant.documents.create("plan", {"city": "Delft", "people": 3})
    assistant.documents.create("party", {"city": "Leiden", "people": 9})
    told, calls = say(assistant, "Set the city to Utrecht")
    assert (told, calls) == ("Which document do you mean: party, plan?", [])
    told, _ = say(assistant, "the plan")
    assert told == "plan is at version 2 now:\n\n- city: from Delft to Utrecht"
    told, _ = say(assistant, "set the people to 4")
    assert told == "plan is at version 3 now:\n\n- people: from 3 to 4"


@on_each_database
def test_a_document_is_begun_by_talk_and_added_to_without_a_word_for_its_list(
    assistant: Assistant,
) -> None:
    told, calls = say(assistant, "create a document packing-list with a tent and a map")
    assert calls == ["create_document"]
    assert told == "packing-list was begun; it is at version 1 now.\n\n- items: tent, map"
    told, _ = say(assistant, "Add a torch to packing-list")
    assert told == "packing-list is at version 2 now:\n\n- items: torch added"
    told, _ = say(assistant, "Add 6 plates to the packing list")  # as one says its name
    assert told == "packing-list is at version 3 now:\n\n- items: 6 plates added"
    assert say(assistant, "Is there a torch on the packing list?")[0].startswith("items")
    told, calls = say(assistant, "maak een document")
    assert (calls, told[:35]) == ([], "Hoe moet het nieuwe document heten?")
    say(assistant, "create a document soup with a list of steps and servings: 4")
    say(assistant, "add 'Boil' to the steps of soup")
    told, _ = say(assistant, "make it for 6 servings")  # "it" is not the step
    assert told == "soup is at version 3 now:\n\n- servings: from 4 to 6"
    say(assistant, "maak een document boodschappen")
    told, _ = say(assistant, "zet melk en brood bij boodschappen")
    assert told == "boodschappen is nu versie 2:\n\n- items: melk, brood toegevoegd"
    say(assistant, "create a document budget")
    told, _ = say(assistant, "set the total of budget to 500")
    assert told == "budget is at version 2 now:\n\n- total: 500 added"
    told, calls = say(assistant, "add rent to budget")  # as what?
    assert (calls, version(assistant, "budget")) == ([], 2)


def test_a_document_with_the_name_of_a_list_of_the_chat_begins_with_its_entries(
    assistant: Assistant,
) -> None:
    say(assistant, "packing list: tent, map, compass")
    say(assistant, "add a torch to the packing list")
    told, _ = say(assistant, "Create a document called packing list")
    assert told == (
        "packing list was begun with the entries of the list in this chat; it is at version 1 "
        "now.\n\n- items: tent, map, compass, torch"
    )
    say(assistant, "boodschappenlijst: melk, kaas")
    told, _ = say(assistant, "maak een document: boodschappenlijst")
    assert told == (
        "boodschappenlijst is begonnen met wat er in deze chat op die lijst stond; het is nu "
        "versie 1.\n\n- items: melk, kaas"
    )
    told, _ = say(assistant, "Create a document called tool list")
    assert told == "tool list was begun; it is at version 1 now."


def test_a_record_is_begun_with_its_template(assistant: Assistant) -> None:
    told, calls = say(assistant, "Start a record for WATER")
    assert (told, calls) == ("WATER was begun; it is at version 1 now.", ["create_document"])
    told, _ = say(assistant, "change the category to fragrance")
    assert "from OTHERS to FRAGRANCE" in told
    told, calls = say(assistant, "change the category to SPACESHIP")
    assert version(assistant, "WATER") == 2
    told, calls = say(assistant, "voeg een NOAEL toe: value -5, source OECD")
    assert (calls, version(assistant, "WATER")) == ([], 2)
    assert "“/NOAEL/0/value” -5 is minder dan 0" in told
    told, calls = say(assistant, "Add NOAEL 1000")  # all that the schema asks of one
    assert (calls, version(assistant, "WATER")) == (["edit_document"], 3)


def test_a_document_is_changed_by_talk_beside_a_broken_file(
    assistant: Assistant, tmp_path: Path
) -> None:
    file = tmp_path / "record.json"
    assistant.documents.bind(assistant.documents.create("record", RECORD), file)
    file.write_text("{broken")
    told, calls = say(assistant, "Set the category to FRAGRANCE")
    assert (calls, version(assistant)) == (["edit_document"], 2)
    assert told.endswith("the change is in the document only.")
    assert file.read_text() == "{broken"


def test_a_reply_from_a_document_names_it(assistant: Assistant) -> None:
    say(assistant, "create a document budget with rent: 500")
    told, _ = say(assistant, "what is the rent in budget?")
    reply = assistant.sessions.transcript("talk")[-1]
    assert "500" in told
    assert reply.metadata.document == "budget"
