"""Answers from sources: what is read of them, what is cited, and what is kept of it."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from assistant import Assistant
from tests.conversing import on_each_database
from tidemark.engines.scripted import Call, ScriptedEngine, ScriptedLine
from tidemark.errors import SourceNotFound, ViewNotKept, ViewUnreadable
from tidemark.i18n.catalogue import catalogue
from tidemark.prompt import rendering
from tidemark.runtime.events import Finished, Piece
from tidemark.runtime.runs import Run
from tidemark.schema import Message
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.prompt_snapshot import NOTHING
from tidemark.schema.scope import LOCAL, Scope
from tidemark.schema.tools import ToolCall
from tidemark.settings import Settings
from tidemark.transfer.jsonl import parse, write
from tidemark.ui.chat.prompt_inspector import excluding

Open = Callable[..., Assistant]
engines: dict[Assistant, ScriptedEngine] = {}
FEES = "# Fees\n\nThe fee for a garden plot is 45 euros a year.\n\n# Water\n\nWater before nine."
BOATS = "# Boats\n\nThe fee for a boat is 90 euros. Boats lie at the pier."
ASKED = "What is the fee for a plot?"
SEARCH = ToolCall(name="search_knowledge_base", arguments={"query": "boats at the pier"})


@pytest.fixture
def open_assistant(settings: Callable[..., Settings]) -> Iterator[Open]:
    opened: list[Assistant] = []
    engines.clear()

    def build(*replies: object, is_model: bool = True, **given: object) -> Assistant:
        engine = ScriptedEngine(replies=replies, is_language_model=is_model)  # type: ignore[arg-type]
        opened.append(Assistant(settings(**given), engine=engine))
        engines[opened[-1]] = engine
        return opened[-1]

    yield build
    for each in opened:
        each.close()


def answered(assistant: Assistant, text: str, session_id: str = "talk", **given: object) -> Run:
    run = assistant.ask(text, session_id, **given)  # type: ignore[arg-type]
    assert isinstance(run.wait(20), Finished)
    return run


def reply(assistant: Assistant, session_id: str = "talk") -> Message:
    return assistant.sessions.transcript(session_id)[-1]


def cited(said: Message) -> list[tuple[str, str, str]]:
    """Return the words, the source and the place of each citation of a source."""
    passages = said.metadata.passages
    return [
        (
            said.content[each.start : each.end],
            passages[each.number - 1].source,
            rendering.place_words(passages[each.number - 1].place),
        )
        for each in said.metadata.citations
        if each.kind == "source"
    ]


def replies_asked(assistant: Assistant) -> list[Call]:
    return [call for call in engines[assistant].calls if call.verb == "reply"]


def shown(assistant: Assistant) -> list[str]:
    """Return the names of the sources in the last view."""
    view = replies_asked(assistant)[-1].view
    assert view is not None
    return [piece.source.source for piece in view.of_kind("source") if piece.source]


@on_each_database
def test_an_answer_cites_passages_and_keeps_only_the_marks_that_hold(open_assistant: Open) -> None:
    said = "The fee is 45 euros a year [1]. Dogs pay 99 euros [1]. It is due in May [7]."
    assistant = open_assistant(said)
    assistant.sources.add_text("fees.md", FEES)
    run = answered(assistant, ASKED)

    stored = reply(assistant)
    assert stored.content == "The fee is 45 euros a year. Dogs pay 99 euros. It is due in May."
    assert cited(stored) == [("The fee is 45 euros a year", "fees.md", "Fees")]
    (citation,) = stored.metadata.citations
    text = assistant.sources.read("fees.md").text
    assert "45 euros" in text[citation.source_start : citation.source_end]
    assert stored.metadata.support == "cited"
    streamed = "".join(each.text for each in run.so_far() if isinstance(each, Piece))
    assert streamed == stored.content
    report = assistant.report(run)
    assert report.marked_reply.startswith("The fee is 45 euros a year [1]. Dogs pay")
    (told,) = report.citations
    assert (told.source, told.version, told.start, told.end) == ("fees.md", 1, 0, 26)
    assert (report.passages, report.support) == (stored.metadata.passages, "cited")
    (source,) = assistant.sources.list()
    assert source.last_used_at is not None


def test_an_answer_that_rests_on_no_passage_says_so(open_assistant: Open) -> None:
    assistant = open_assistant("Dogs cost 99 euros a month [1].")
    assistant.sources.add_text("fees.md", FEES)
    answered(assistant, ASKED)
    assert reply(assistant).metadata.support == "none"
    assert cited(reply(assistant)) == []


def test_what_a_document_says_is_not_said_to_be_without_support(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings(engine="builtin"))) as assistant:
        assistant.sources.add_text("rules.md", "Packing the car is done at the gate.")
        answered(assistant, "Make a packing list: torch, pencils")
        answered(assistant, "What is on the packing list?")
        assert "torch" in reply(assistant).content
        assert reply(assistant).metadata.passages
        assert reply(assistant).metadata.support is None


def test_an_answer_that_rests_on_another_tool_is_not_said_to_be_without_support(
    open_assistant: Open,
) -> None:
    today = ScriptedLine(calls=(ToolCall(name="today"),))
    assistant = open_assistant(today, "It is Monday, 2 March, and dogs cost 99 euros.")
    assistant.sources.add_text("fees.md", FEES)
    answered(assistant, ASKED)
    assert reply(assistant).metadata.support is None


@on_each_database
def test_the_prompt_of_an_answer_from_sources_comes_back_byte_for_byte(
    open_assistant: Open,
) -> None:
    assistant = open_assistant("45 euros. [1]", "Yes, 45 euros. [1]")
    assistant.sources.add_text("fees.md", FEES)
    answered(assistant, ASKED)
    answered(assistant, "And is the fee for a plot of mine the same?")
    sent = [rendering.render(call.view) for call in replies_asked(assistant) if call.view]

    assistant.sources.rename("fees.md", "old.md")
    assistant.sources.add_text("old.md", "# Fees\n\nThe fee for a plot is 50 euros a year.")

    for number, lines in enumerate(sent, start=1):
        prompt = assistant.prompt_inspection.prompt("talk", number)
        assert prompt.is_as_sent
        assert [each.content for each in prompt.prompt] == [each.content for each in lines]
        assert 'name="fees.md"' in "".join(each.content for each in prompt.prompt)
    replayed = assistant.prompt_inspection.replayed("talk")
    assert [each.differs for each in replayed] == [False, False]
    view = assistant.turns.view("talk", ASKED)
    assert "50 euros" in view.of_kind("source")[0].text
    assert 0 < assistant.turns.meter("talk").sources <= 1200

    assistant.sources.remove("old.md")
    with pytest.raises(ViewUnreadable):
        assistant.prompt_inspection.prompt("talk", 1)
    assert [name for _, name, _ in cited(reply(assistant))] == ["fees.md"]


@on_each_database
def test_a_question_uses_all_sources_some_or_none_and_a_retry_the_same(
    open_assistant: Open,
) -> None:
    assistant = open_assistant("Hello.", "Hello.", "Hello.", "Hello.")
    assistant.sources.add_text("fees.md", FEES)
    assistant.sources.add_text("boats.md", BOATS)
    question = "What is the fee for a boat or a plot?"
    answered(assistant, question)
    assert {*shown(assistant)} == {"fees.md", "boats.md"}
    answered(assistant, question, sources=("boats.md",))
    assert {*shown(assistant)} == {"boats.md"}
    answered(assistant, question, sources=())
    assert shown(assistant) == []
    (withheld,) = (call.view for call in replies_asked(assistant)[-1:])
    assert withheld is not None
    assert withheld.sources_withheld
    assert "search_knowledge_base" not in {each.name for each in replies_asked(assistant)[-1].tools}
    with pytest.raises(SourceNotFound):
        assistant.ask(question, "talk", sources=("none.md",))

    run = assistant.turns.retry_without(
        "talk", assistant.sessions.transcript("talk")[-2].id, without=NOTHING
    )
    assert isinstance(run.wait(20), Finished)
    assert shown(assistant) == []


@on_each_database
def test_an_answer_is_given_again_without_a_passage(open_assistant: Open) -> None:
    assistant = open_assistant("It is 45 euros [1].", "It is 45 euros [1].", "No idea.")
    assistant.sources.add_text("fees.md", FEES)
    assistant.sources.add_text("boats.md", BOATS)
    question = "What is the fee for a boat or a plot?"
    answered(assistant, question)
    view = replies_asked(assistant)[-1].view
    assert view is not None
    (fee,) = (each for each in view.of_kind("source") if "plot is 45" in each.text)
    without = excluding(fee)

    asked = assistant.sessions.transcript("talk")[-2].id
    run = assistant.turns.retry_without("talk", asked, without=without)
    assert isinstance(run.wait(20), Finished)
    assert shown(assistant) == ["boats.md"]
    prompt = assistant.prompt_inspection.prompt("talk", 1)
    assert prompt.excluded.passages == (fee.source,)
    assert prompt.is_as_sent
    found = assistant.prompt_inspection.replayed("talk")
    assert [each.differs for each in found] == [False, False]


def test_a_question_that_stands_alone_finds_its_source_after_talk_of_other_things(
    open_assistant: Open,
) -> None:
    assistant = open_assistant(is_model=False)
    assistant.sources.add_text("tools.md", "Tool: Rake; Price: 12.50\nTool: Spade; Price: 18.00")
    assistant.sources.add_text("keys.md", "A lost key costs 15 euros.")
    assistant.sources.add_text("minutes.md", "The hedge at the north gate is cut by Pieter.")
    answered(assistant, "Who cuts the hedge at the north gate beside the old shed in spring?")
    answered(assistant, "What does a rake cost?")
    assert "tools.md" in shown(assistant)


def test_small_talk_and_questions_of_the_chat_read_no_source(open_assistant: Open) -> None:
    assistant = open_assistant(is_model=False)
    assistant.sources.add_text("fees.md", FEES)
    for text in ("Hello!", "Thanks a lot!", "What have we talked about so far?", "Dank je wel!"):
        answered(assistant, text)
        assert shown(assistant) == [], text


@on_each_database
def test_passages_of_tools_go_on_counting_and_are_cited_and_kept_once(
    open_assistant: Open,
) -> None:
    assistant = open_assistant(
        ScriptedLine("Let me look.", calls=(SEARCH, SEARCH)), "Boats lie at the pier [2]."
    )
    assistant.sources.add_text("fees.md", "The fee for a garden plot is 45 euros a year.")
    assistant.sources.add_text("boats.md", "Boats lie at the pier.")
    answered(assistant, "What is the fee for a garden plot a year?")

    stored = reply(assistant)
    assert stored.content == "Let me look.\n\nBoats lie at the pier."
    assert cited(stored) == [("Boats lie at the pier", "boats.md", "")]
    assert [each.source for each in stored.metadata.passages] == ["fees.md", "boats.md"]
    first, second = stored.metadata.tool_uses
    assert first.result == second.result == "[2] boats.md: Boats lie at the pier."
    (entry,) = assistant.memory_overview.index("talk")
    assert entry.source_ids == ("boats.md",)


@on_each_database
def test_without_memory_and_by_itself_a_question_uses_sources(open_assistant: Open) -> None:
    assistant = open_assistant("45 euros. [1]", "The fee is 45 euros. [1]", "It is 45 euros. [1]")
    assistant.sources.add_text("fees.md", FEES)
    report = assistant.report(assistant.ask(ASKED, use_memory=False))
    assert (report.session_id, report.reply) == ("", "45 euros.")
    assert [each.kind for each in report.citations] == ["source"]
    (source,) = assistant.sources.list()
    assert source.last_used_at is None

    assistant.notebooks.change(NotebookChange(mode="single"))
    answered(assistant, "What is the capital of France?")
    answered(assistant, ASKED)
    assert {*shown(assistant)} == {"fees.md"}


@on_each_database
def test_an_exported_answer_names_its_sources_and_opens_those_that_are_there(
    open_assistant: Open,
) -> None:
    said = "The fee for a garden plot is 45 euros a year. [1][2] Boats lie at the pier. [1][2]"
    assistant = open_assistant(ScriptedLine(calls=(SEARCH,)), said)
    assistant.sources.add_text("fees.md", FEES)
    assistant.sources.add_text("boats.md", BOATS)
    answered(assistant, "What is the fee for a plot or a boat?")
    assert {name for _, name, _ in cited(reply(assistant))} == {"fees.md", "boats.md"}
    record = assistant.database.record("talk")
    assert {each.source for each in record.sources} == {"fees.md", "boats.md"}
    assert (
        parse([(1, json.loads(line)) for line in write(record)][:1], "x").sources == record.sources
    )

    assistant.database.restore("again", record)
    assert assistant.database.record("again").same_as(record)
    prompt = assistant.prompt_inspection.prompt("again", 1)
    assert prompt.is_as_sent

    assistant.notebooks.create(NotebookChange(name="Garden"))
    garden = assistant.scoped(Scope(LOCAL.user_id, "garden"))
    garden.sources.add_text("boats (mine).md", BOATS)
    garden.database.restore("there", record)
    known = reply(garden, "there").metadata
    assert {each.source: bool(each.version_key) for each in known.passages} == {
        "fees.md": False,
        "boats.md": True,
    }
    here = garden.sources.get("boats (mine).md").newest.version_key
    assert {each.of for each in known.citations} == {0, here}
    (use,) = known.tool_uses
    assert {span.version_key for span in use.sources} == {here}
    with pytest.raises(ViewNotKept):
        garden.prompt_inspection.prompt("there", 1)


def test_an_export_for_people_shows_marks_and_the_sources_they_name(open_assistant: Open) -> None:
    assistant = open_assistant("The fee is 45 euros a year. [1]", "Dogs pay 99 euros. [1]")
    assistant.sources.add_text("fees *2026*.md", FEES)
    answered(assistant, ASKED)
    answered(assistant, "And what is the fee for a dog on my plot?")

    page = assistant.transfer.export("talk", "html").read_text(encoding="utf-8")
    assert "The fee is 45 euros a year. [1]" in page
    assert "<li>[1] fees *2026*.md, Fees</li>" in page
    text = assistant.transfer.export("talk", "markdown", "nl").read_text(encoding="utf-8")
    assert "The fee is 45 euros a year. [1]" in text
    assert r"> - \[1\] fees \*2026\*.md, Fees" in text
    assert catalogue("nl").text("UNSUPPORTED") in text


@on_each_database
def test_what_an_answer_cites_is_read_again_when_it_is_asked_about(open_assistant: Open) -> None:
    said = "The fee is 45 euros a year. [1] Boats lie at the pier. [2]"
    assistant = open_assistant(ScriptedLine(calls=(SEARCH,)), said, "At the pier. [2]")
    assistant.sources.add_text("fees.md", FEES)
    assistant.sources.add_text("boats.md", "Boats lie at the pier.")
    answered(assistant, ASKED)
    answered(assistant, "Are you sure of that?")
    view = replies_asked(assistant)[-1].view
    assert view is not None
    pieces = view.of_kind("source")
    assert [piece.reason.code for piece in pieces] == ["matches", "cited"]
    assert [name for _, name, _ in cited(reply(assistant))] == ["boats.md"]
