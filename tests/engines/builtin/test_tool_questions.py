"""Questions that the built-in engine answers with a tool."""

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from assistant import Assistant
from tests.conversing import on_each_database
from tidemark.engines.builtin.tool_questions import read
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.runtime.events import Finished
from tidemark.schema.tools import ToolUse
from tidemark.settings import Settings

PAST, SOURCES, TODAY = "lookup_past_conversation", "search_knowledge_base", "today"
LIST = "list_sources"
RULES = "# Allotment\n\n## Watering\n\nHoses are forbidden between 10:00 and 18:00.\n"


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What day is it today?", (TODAY, "")),
        ("ok, what's today's date?", (TODAY, "")),
        ("What time is it right now?", (TODAY, "")),
        ("Welke dag is het vandaag?", (TODAY, "")),
        ("Hoe laat is het?", (TODAY, "")),
        ("What day is it?", None),  # of what was last spoken of
        ("What date is it on?", None),
        ("What time is the train?", None),
        ("What did we discuss about the visa?", (PAST, "the visa")),
        ("What have we talked about so far?", (PAST, "")),
        ("What did we talk about earlier regarding the rent?", (PAST, "the rent")),
        ("Wat hadden we eerder besproken?", (PAST, "")),
        ("Wat hebben we over de huur besproken?", (PAST, "de huur")),
        ("Wat hebben we eerder besproken over de huur?", (PAST, "de huur")),
        ("What did we decide about the visa?", None),
        ("What do my sources say about hoses?", (SOURCES, "hoses")),
        ("According to my files, how high may a shed be?", (SOURCES, "how high may a shed be")),
        ("How high may a shed be, according to the sources?", (SOURCES, "How high may a shed be")),
        ("Is there anything about sheds in my documents?", (SOURCES, "sheds")),
        ("Search my sources for sheds", (SOURCES, "sheds")),
        ("Wat zeggen mijn bronnen over slangen?", (SOURCES, "slangen")),
        ("Staat er iets in mijn bronnen over slangen?", (SOURCES, "slangen")),
        ("Zoek in mijn bestanden naar slangen", (SOURCES, "slangen")),
        ("What does the contract say about notice?", None),  # a source by its name
        ("Which sources do I have?", (LIST, "")),
        ("Do you see my sales file?", (LIST, "")),
        ("ok, how many sources are there?", (LIST, "")),
        ("What is in the notebook?", (LIST, "")),
        ("What's in my sources?", (LIST, "")),
        ("List my sources", (LIST, "")),
        ("Which files have I added so far?", (LIST, "")),
        ("How many documents are there in this notebook?", (LIST, "")),
        ("Do I have any sources?", (LIST, "")),
        ("Welke bronnen heb ik?", (LIST, "")),
        ("Kun je mijn verkoopbestand lezen?", (LIST, "")),
        ("Hoeveel bronnen zijn er?", (LIST, "")),
        ("Wat staat er in dit notitieboek?", (LIST, "")),
        ("Welke bestanden heb ik toegevoegd?", (LIST, "")),
        ("Toon mijn bronnen", (LIST, "")),
        ("How many files are there?", None),  # of anything
        ("What did I add?", None),
        ("Which sources of income do I have?", None),
        ("Wat heb ik toegevoegd?", None),
    ],
)
def test_a_question_names_its_tool_and_its_topic(
    question: str, asked: tuple[str, str] | None
) -> None:
    assert read(question, language_pack_for(question)) == asked


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    with closing(Assistant(settings(engine="builtin"))) as opened:
        yield opened


def answer(assistant: Assistant, text: str) -> tuple[str, tuple[ToolUse, ...]]:
    run = assistant.ask(text, "plot")
    assert isinstance(run.wait(20), Finished)
    return run.text, assistant.sessions.transcript("plot")[-1].metadata.tool_uses


@on_each_database
def test_the_built_in_engine_looks_up_what_was_discussed(assistant: Assistant) -> None:
    answer(assistant, "Our plot is number 14, beside the pond.")
    answer(assistant, "How high may a shed be?")

    told, (use,) = answer(assistant, "What did we discuss about the plot?")
    assert (use.call.name, use.call.arguments) == (PAST, {"topic": "the plot"})
    assert use.result.startswith("e1 (")
    assert "number 14" in told

    told, _ = answer(assistant, "What did we discuss about sheds?")  # nothing but a question
    assert told.startswith("These exchanges are about it:\n\n- How high may a shed be?")

    told, (use,) = answer(assistant, "Wat hadden we eerder besproken?")
    assert [line[:2] for line in use.result.splitlines()] == ["e1", "e3", "e5", "e7"]


@on_each_database
def test_the_built_in_engine_searches_the_sources_it_is_asked_about(assistant: Assistant) -> None:
    told, uses = answer(assistant, "What do my sources say about hoses?")
    assert (told, uses) == (
        "This notebook has no sources yet. Add files or text under Sources.",
        (),
    )

    answer(assistant, "The hoses are in the shed.")
    assistant.sources.add_text("Rules", RULES)

    told, (use,) = answer(assistant, "What do my sources say about hoses?")
    assert (use.call.name, use.call.arguments) == (SOURCES, {"query": "hoses"})
    assert told == "In “Rules”: “Hoses are forbidden between 10:00 and 18:00.”"
    told, (use,) = answer(assistant, "What do my sources say about parking?")
    assert (told, use.sources) == ("I find no answer to this in your sources.", ())


NO_SOURCES = "This notebook has no sources yet. Add files or text under Sources."


@on_each_database
def test_the_built_in_engine_lists_the_sources_that_an_answer_may_use(assistant: Assistant) -> None:
    assert answer(assistant, "Which sources do I have?") == (NO_SOURCES, ())
    answer(assistant, "My sources for the essay are the diaries of Pepys.")
    told, _ = answer(assistant, "Which sources do I have?")  # the chat knows of others
    assert "Pepys" in told

    for name in ("Rules", "Prices *2026*", "Map"):
        assistant.sources.add_text(name, f"{RULES}\n{name}")
    told, (use,) = answer(assistant, "How many sources are there?")
    assert use.call.name == LIST
    assert use.result == "3 sources:\n- Map\n- Prices *2026*\n- Rules"
    assert told == "This notebook has 3 sources:\n\n- Map\n- Prices \\*2026\\*\n- Rules"
    assert answer(assistant, "Welke bronnen heb ik?")[0].startswith("Dit notitieboek heeft 3 bro")

    run = assistant.ask("What is in the notebook?", "plot", sources=("Map",))
    run.wait(20)
    assert run.text == (
        "Of the 3 sources in this notebook one is chosen for this question:\n\n- Map"
    )
    assert assistant.sessions.transcript("plot")[-1].metadata.support is None


def test_a_long_list_of_sources_is_cut_and_counted(assistant: Assistant) -> None:
    for number in range(1, 61):
        assistant.sources.add_text(f"{number:02} {'long ' * 12}", f"{RULES}\n{number}")
    told, (use,) = answer(assistant, "Which sources do I have?")
    listed = told.count("\n- ")
    assert told.startswith("This notebook has 60 sources:\n\n- 01 long")
    assert told.endswith(f"\n\nand {60 - listed} more, all under Sources.")
    assert 20 < listed < 40
    assert use.result.endswith(f"(and {60 - listed} more)")


def test_the_built_in_engine_says_what_day_it_is(assistant: Assistant) -> None:
    (english, (use,)), (dutch, _) = (
        answer(assistant, text) for text in ("What day is it today?", "Welke dag is het vandaag?")
    )

    weekday, date = use.result.split()[:2]
    assert use.call.name == TODAY
    assert english.startswith(f"It is {weekday} {int(date.rstrip(',')[-2:])} ")
    assert dutch.startswith("Het is ")
    assert dutch[-6:-1] >= english[-6:-1]
