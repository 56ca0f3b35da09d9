"""The loop with tools: responder and tools in turn, until there is an answer."""

import dataclasses
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from assistant import Assistant
from tests.conversing import on_each_database
from tests.timing import SOON_S
from tidemark.engines.scripted import Call, ScriptedEngine, ScriptedLine
from tidemark.errors import EngineUnreachable, ReplyEmpty, ReplyMalformed
from tidemark.runtime.events import Failed, Finished, Stopped, ToolFinished, ToolStarted
from tidemark.runtime.runs import Run
from tidemark.schema.prompt_snapshot import Excluded
from tidemark.schema.sources import Section, SourceSpan
from tidemark.schema.tools import ToolCall, ToolUse
from tidemark.settings import Settings
from tidemark.tools.base import Tool, ToolArguments, ToolContext, ToolResult
from tidemark.tools.registry import TOOLS
from tidemark.tools.today import today

Open = Callable[..., Assistant]
TODAY = ToolCall(id="1", name="today")
LOOKUP = ToolCall(name="lookup_past_conversation", arguments={"topic": "the hotel in Alfama"})
MEMORY_TOOLS = {"lookup_past_conversation", "retrieve_past_answer"}

engines: dict[Assistant, ScriptedEngine] = {}


@pytest.fixture
def open_assistant(settings: Callable[..., Settings]) -> Iterator[Open]:
    opened: list[Assistant] = []
    engines.clear()

    def build(*replies: object, tools: Sequence[Tool[Any]] = TOOLS, **given: object) -> Assistant:
        script = replies[0] if replies and callable(replies[0]) else replies
        engine = ScriptedEngine(replies=script)  # type: ignore[arg-type]
        opened.append(Assistant(settings(**given), engine=engine, tools=tools))
        engines[opened[-1]] = engine
        return opened[-1]

    yield build
    for each in opened:
        each.close()


def calls(*asked: ToolCall, text: str = "") -> ScriptedLine:
    return ScriptedLine(text, calls=asked)


def replies_asked(assistant: Assistant) -> list[Call]:
    return [call for call in engines[assistant].calls if call.verb == "reply"]


def tool_uses(assistant: Assistant) -> tuple[ToolUse, ...]:
    return assistant.sessions.transcript("trip")[-1].metadata.tool_uses


def answered(assistant: Assistant, text: str) -> Run:
    run = assistant.ask(text, "trip")
    assert isinstance(run.wait(20), Finished)
    return run


@on_each_database
def test_ask_what_was_discussed_and_the_engine_calls_lookup_past_conversation(
    open_assistant: Open,
) -> None:
    assistant = open_assistant("A quiet hotel in Alfama.", calls(LOOKUP), "You asked for a hotel.")
    answered(assistant, "Which hotel in Alfama is quiet?")
    run = answered(assistant, "Wat hadden we eerder besproken?")

    assert run.text == "You asked for a hotel."
    (use,) = tool_uses(assistant)
    assert (use.call, use.fault) == (LOOKUP, None)
    assert use.result.startswith("e1 (")
    assert "Which hotel in Alfama is quiet? → A quiet hotel in Alfama." in use.result


@on_each_database
def test_an_exchange_is_found_and_then_read_whole(open_assistant: Open) -> None:
    answer = "The Memmo. It is quiet. " + "Its rooms look at the river. " * 10
    retrieve = ToolCall(name="retrieve_past_answer", arguments={"exchange_id": "e1"})
    assistant = open_assistant(answer, calls(LOOKUP), calls(retrieve), "The Memmo, then.")
    answered(assistant, "Which hotel in Alfama is quiet?")
    run = answered(assistant, "What was your whole answer?")

    assert run.text == "The Memmo, then."
    lookup, whole = tool_uses(assistant)
    assert answer.strip() not in lookup.result
    assert answer.strip() in whole.result


def test_the_calls_of_a_round_come_back_with_the_message_that_asked_for_them(
    open_assistant: Open,
) -> None:
    asking = calls(TODAY, ToolCall(id="2", name="nothing"))
    assistant = open_assistant(asking, "It is Monday.")
    run = answered(assistant, "What day is it?")

    first, second = replies_asked(assistant)
    assert first.rounds == ()
    (done,) = second.rounds
    assert done.request.message is asking
    assert [(use.call.id, use.fault) for use in done.uses] == [("1", None), ("2", "unknown")]
    events = [each for each in run.so_far() if isinstance(each, ToolStarted | ToolFinished)]
    assert [type(each) for each in events] == [ToolStarted, ToolFinished] * 2
    assert tool_uses(assistant) == done.uses


def test_words_before_a_call_are_a_paragraph_of_the_reply(open_assistant: Open) -> None:
    assistant = open_assistant(calls(TODAY, text="Let me look."), "It is Monday.")
    assert answered(assistant, "What day is it?").text == "Let me look.\n\nIt is Monday."
    assert assistant.sessions.transcript("trip")[-1].content == "Let me look.\n\nIt is Monday."


def test_the_usage_of_every_round_is_added_up(open_assistant: Open) -> None:
    assistant = open_assistant(calls(TODAY), calls(TODAY), "It is Monday.")
    answered(assistant, "What day is it?")
    usage = assistant.sessions.transcript("trip")[-1].metadata.usage
    assert usage is not None
    assert usage.calls == 4  # one to understand


def test_rounds_end_and_the_last_is_asked_without_tools(open_assistant: Open) -> None:
    assistant = open_assistant(*[calls(TODAY)] * 2, "It is Monday.", max_tool_rounds=2)
    run = answered(assistant, "What day is it?")

    assert run.text == "It is Monday."
    assert [bool(call.tools) for call in replies_asked(assistant)] == [True, True, False]


@pytest.mark.parametrize(
    ("question", "answer"),
    [("What day is it?", "I looked it up several times"), ("Welke dag is het?", "Ik heb het een")],
)
def test_an_endless_wish_to_call_ends_in_an_answer(
    open_assistant: Open, question: str, answer: str
) -> None:
    assistant = open_assistant(lambda _call: calls(TODAY))
    run = answered(assistant, question)

    assert run.text.startswith(answer)
    assert len(tool_uses(assistant)) == 4
    assert len(replies_asked(assistant)) == 6


@pytest.mark.parametrize(
    "fault", [ReplyEmpty("Test"), ReplyMalformed("Test", "it called a tool")], ids=["empty", "bad"]
)
def test_an_engine_that_says_nothing_after_its_calls_is_asked_without_them(
    open_assistant: Open, fault: Exception
) -> None:
    assistant = open_assistant(calls(TODAY), ScriptedLine(fails=fault), "It is Monday.")
    assert answered(assistant, "What day is it?").text == "It is Monday."
    *_, last = replies_asked(assistant)
    assert (last.tools, last.rounds) == ((), ())


def test_an_engine_that_breaks_off_after_a_call_fails_as_ever(open_assistant: Open) -> None:
    broken = ScriptedLine("It is", fails=EngineUnreachable("Test", "cut"))
    assistant = open_assistant(calls(TODAY), broken, "It is Monday.")
    failed = assistant.ask("What day is it?", "trip")
    assert isinstance(failed.wait(20), Failed)
    (use,) = tool_uses(assistant)  # stored with what was said
    assert use.call == TODAY
    retried = assistant.turns.retry("trip")
    assert isinstance(retried.wait(20), Finished)
    assert retried.text == "It is Monday."


def test_send_with_use_memory_false_and_memory_tools_are_absent(open_assistant: Open) -> None:
    assistant = open_assistant("Yes.", calls(LOOKUP), "I do not know.")
    answered(assistant, "Which hotel in Alfama is quiet?")
    run = assistant.ask("What did we discuss?", "trip", use_memory=False)
    run.wait(20)

    assert run.text == "I do not know."
    _, asked, _ = replies_asked(assistant)
    assert [each.name for each in asked.tools] == ["today"]
    uses = [event.use for event in run.so_far() if isinstance(event, ToolFinished)]
    assert [use.fault for use in uses] == ["unknown"]
    assert len(assistant.sessions.transcript("trip")) == 2


def test_the_first_message_of_a_chat_has_no_past_to_look_into(open_assistant: Open) -> None:
    assistant = open_assistant("Hello.", "Hello.")
    answered(assistant, "Hello")
    answered(assistant, "Hello again")
    first, second = ({each.name for each in call.tools} for call in replies_asked(assistant))
    assert first == {"today"}
    assert second == {"today", *MEMORY_TOOLS}


def test_calls_are_reported_exported_and_inspected(
    open_assistant: Open,
) -> None:
    assistant = open_assistant(calls(TODAY), "It is Monday.")
    report = assistant.report(assistant.ask("What day is it?", "trip"))

    (use,) = tool_uses(assistant)
    (call,) = report.tool_calls
    assert (call.name, call.arguments, call.result, call.ms) == (
        "today",
        {},
        use.result,
        use.ms,
    )
    assert assistant.prompt_inspection.prompt("trip", 1).tool_calls == report.tool_calls
    assert use.result in assistant.transfer.export_text("trip")


def test_a_turn_without_tools_stores_nothing_of_them(open_assistant: Open) -> None:
    assistant = open_assistant("Hello.")
    answered(assistant, "Hello")
    reply = assistant.sessions.transcript("trip")[-1]
    assert "tool" not in reply.metadata.model_dump_json(exclude_defaults=True)
    assert "tools" not in assistant.sessions.transcript("trip")[0].metadata.timings_ms


def test_what_was_forgotten_is_found_by_no_tool(open_assistant: Open) -> None:
    retrieve = ToolCall(name="retrieve_past_answer", arguments={"exchange_id": "e1"})
    phone = ToolCall(name="lookup_past_conversation", arguments={"topic": "Jan phone number"})
    assistant = open_assistant("Noted.", "Forgotten.", calls(phone, retrieve), "I do not know.")
    answered(assistant, "Jan's phone number is 0470 12 34 56.")
    answered(assistant, "Please forget Jan's phone number.")
    answered(assistant, "What is Jan's number?")

    assert "0470" not in " ".join(use.result for use in tool_uses(assistant))
    assert [use.fault for use in tool_uses(assistant)] == [None, None]


def test_what_an_answer_left_out_is_found_by_no_tool_either(open_assistant: Open) -> None:
    retrieve = ToolCall(name="retrieve_past_answer", arguments={"exchange_id": "e1"})
    assistant = open_assistant("The Memmo.", "Yes.", calls(LOOKUP, retrieve), "I do not know.")
    answered(assistant, "Which hotel in Alfama is quiet?")
    answered(assistant, "Is there another hotel in Alfama?")
    first, *_, question, _ = assistant.sessions.transcript("trip")
    without = Excluded(message_ids=(first.id,))
    assistant.turns.retry_without("trip", question.id, without).wait(20)

    lookup, whole = tool_uses(assistant)
    assert "Memmo" not in lookup.result
    assert whole.result == "There is no exchange e1."


def test_a_stop_ends_a_turn_whose_tool_runs_and_keeps_its_question(
    open_assistant: Open,
) -> None:
    begun = threading.Event()

    def wait(arguments: ToolArguments, context: ToolContext) -> ToolResult:
        begun.set()
        context.stop.wait(20)
        return ToolResult("late")

    slow = dataclasses.replace(today, run=wait)
    asking = calls(TODAY, text="Let me look.")
    assistant = open_assistant(asking, tools=(slow,), tool_timeout_s=30)
    run = assistant.ask("What day is it?", "trip")
    assert begun.wait(20)
    began = time.monotonic()
    run.stop()

    assert isinstance(run.wait(20), Stopped)
    assert time.monotonic() - began < SOON_S
    contents = [message.content for message in assistant.sessions.transcript("trip")]
    assert contents == ["What day is it?", "Let me look."]


def test_a_past_answer_brings_its_sources_along_and_the_index_names_them(
    open_assistant: Open,
) -> None:
    rules = SourceSpan(
        source="rules.pdf",
        version=1,
        version_key=1,
        place=Section(start=0, end=20, unit="page", number=3),
        start=4,
        end=20,
    )

    def find(arguments: ToolArguments, context: ToolContext) -> ToolResult:
        return ToolResult("Dogs are allowed.", (rules, rules))

    retrieve = ToolCall(name="retrieve_past_answer", arguments={"exchange_id": "e1"})
    assistant = open_assistant(
        calls(TODAY),
        calls(TODAY),
        "Dogs are allowed.",
        calls(retrieve),
        "As I said: they are.",
        tools=(dataclasses.replace(today, run=find), *TOOLS[1:3]),
    )
    answered(assistant, "Are dogs allowed?")
    answered(assistant, "What did you say of dogs?")

    first, second = assistant.memory_overview.index("trip")
    assert first.source_ids == second.source_ids == ("rules.pdf",)
    (use,) = tool_uses(assistant)
    assert use.sources == (rules,)
