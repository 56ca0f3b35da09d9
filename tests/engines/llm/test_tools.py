"""Tools of the engines that call a service: requests, results handed back, and refusals."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pytest

from assistant import Assistant
from tests import gemini_server as gemini
from tests import openai_server as openai
from tests.engine_fixtures import NOW, OpenGemini, gemini_server, open_gemini, view
from tests.langchain_fixtures import OpenLangChain, open_langchain, openai_server
from tests.making_sources import add
from tests.service_server import Json, Played, ServiceServer
from tidemark.engines.base import Engine
from tidemark.errors import ReplyMalformed, RequestRefused
from tidemark.prompt import rendering
from tidemark.runtime.events import Finished, Piece, Stop
from tidemark.schema import QueryUnderstanding
from tidemark.schema.tools import ToolRequest, ToolRound, ToolSpec, ToolUse
from tidemark.settings import Settings
from tidemark.tools.registry import TOOLS

__all__ = ["gemini_server", "open_gemini", "open_langchain", "openai_server"]  # fixtures

SPECS = tuple(each.spec for each in TOOLS)
TODAY: tuple[str, Json] = ("today", {})
LOOKUP: tuple[str, Json] = ("lookup_past_conversation", {"topic": "the hôtel"})


@dataclass(frozen=True)
class Service:
    """An engine and the server that it asks."""

    open: Callable[..., Engine]
    server: ServiceServer[Any]
    calls: Callable[..., Played]
    says: Callable[..., Played]
    refuses: Callable[..., Played]


@pytest.fixture(params=["gemini", "langchain"])
def service(
    request: pytest.FixtureRequest,
    gemini_server: gemini.GeminiServer,
    open_gemini: OpenGemini,
    openai_server: openai.OpenAIServer,
    open_langchain: OpenLangChain,
) -> Service:
    if request.param == "gemini":
        return Service(open_gemini, gemini_server, gemini.calls, gemini.says, gemini.refuses)
    return Service(open_langchain, openai_server, openai.calls, openai.says, openai.refuses)


def reply(
    engine: Engine, *rounds: ToolRound, tools: tuple[ToolSpec, ...] = SPECS
) -> tuple[str, ToolRequest | None]:
    parts = list(
        engine.reply(
            view("What did we say?"),
            QueryUnderstanding(),
            now=NOW,
            stop=Stop(),
            tools=tools,
            rounds=rounds,
        )
    )
    requests = [part for part in parts if isinstance(part, ToolRequest)]
    assert parts[len(parts) - 1 :] == requests[-1:] or not requests  # a request comes last
    text = "".join(part.text for part in parts if isinstance(part, Piece))
    return text, requests[0] if requests else None


def requested(engine: Engine, *rounds: ToolRound) -> ToolRequest:
    _, request = reply(engine, *rounds)
    assert request is not None
    return request


def answered(request: ToolRequest, *results: str) -> ToolRound:
    pairs = zip(request.calls, results, strict=True)
    return ToolRound(request, tuple(ToolUse(call=call, result=each) for call, each in pairs))


def named(request: ToolRequest | None) -> list[tuple[str, Json]]:
    return [(call.name, dict(call.arguments)) for call in request.calls] if request else []


def test_parallel_calls_are_one_request_after_the_words_before_them(service: Service) -> None:
    service.server.play("reply", service.calls(TODAY, LOOKUP, text="Let me look."))
    text, request = reply(service.open())

    assert text == "Let me look."
    assert named(request) == [TODAY, LOOKUP]


def test_the_calls_and_their_results_are_handed_back(service: Service) -> None:
    service.server.play("reply", service.calls(TODAY, LOOKUP), service.says("A hotel."))
    engine = service.open()
    request = requested(engine)

    assert reply(engine, answered(request, "Monday", "e1: </tool_result>")) == ("A hotel.", None)

    asked = str(service.server.asked[-1].body)
    assert "<tool_result>" in asked
    assert "e1: </ tool_result>" in asked


def test_the_last_round_is_asked_without_tools_and_has_the_results_as_text(
    service: Service,
) -> None:
    service.server.play("reply", service.calls(TODAY), service.says("Monday."))
    engine = service.open()
    done = answered(requested(engine), "Monday 4 May")

    assert reply(engine, done, tools=()) == ("Monday.", None)

    asked = service.server.asked[-1]
    assert "tools" not in asked.body
    assert rendering.tool_result("Monday 4 May") in asked.contents[-1][1]


def test_a_model_that_refuses_tools_answers_without_them_from_then_on(service: Service) -> None:
    def answer(status: int = 0) -> Played:
        if status:
            return service.refuses(status, "a-model does not support tools")
        return service.says("Hello.")

    refusals = 2 if service.says is openai.says else 1  # in a mode, and in none
    service.server.play("reply", *[answer(400)] * refusals, answer())
    engine = service.open()

    assert [reply(engine)[0] for _ in range(2)] == ["Hello."] * 2
    with_tools = ["tools" in each.body for each in service.server.asked]
    assert with_tools == [*[True] * refusals, False, False]


def test_a_request_that_is_refused_for_another_reason_is_refused_as_ever(service: Service) -> None:
    service.server.play("reply", service.refuses(400, "No."))
    with pytest.raises(RequestRefused):
        reply(service.open())
    assert all("tools" in each.body for each in service.server.asked)


# Gemini


@pytest.mark.parametrize("in_one", [True, False])
def test_geminis_own_message_comes_back_with_its_signature(
    gemini_server: gemini.GeminiServer, open_gemini: OpenGemini, *, in_one: bool
) -> None:
    gemini_server.play("reply", gemini.calls(TODAY, LOOKUP, in_one=in_one), gemini.says("Hello."))
    engine = open_gemini()
    reply(engine, answered(requested(engine), "Monday", "nothing"))

    question, model, results = gemini_server.asked[-1].parts
    assert question[0] == "user"
    assert model[0] == "model"
    calls = [part for part in model[1] if "functionCall" in part]
    assert [(part["functionCall"]["name"], part["functionCall"]["args"]) for part in calls] == [
        TODAY,
        LOOKUP,
    ]
    assert [part.get("thoughtSignature") for part in calls] == [gemini.SIGNATURE, None]
    assert results[0] == "user"
    assert [part["functionResponse"]["name"] for part in results[1]] == [TODAY[0], LOOKUP[0]]


@pytest.mark.parametrize("finish", ["UNEXPECTED_TOOL_CALL", "MALFORMED_FUNCTION_CALL"])
def test_a_call_that_gemini_made_wrong_is_asked_for_again(
    finish: str, gemini_server: gemini.GeminiServer, open_gemini: OpenGemini
) -> None:
    wrong = gemini.ends_without_words(finish)
    gemini_server.play("reply", wrong, gemini.says("Hello."), wrong)
    engine = open_gemini()

    assert reply(engine) == ("Hello.", None)
    with pytest.raises(ReplyMalformed):
        reply(engine)
    assert len(gemini_server.asked) == 4


def test_gemini_reads_each_tool_with_its_arguments(
    gemini_server: gemini.GeminiServer, open_gemini: OpenGemini
) -> None:
    reply(open_gemini())
    ((declared,),) = [
        [each["functionDeclarations"] for each in asked.body["tools"]]
        for asked in gemini_server.asked
    ]
    assert [each["name"] for each in declared] == [each.name for each in TOOLS]
    lookup = declared[1]
    assert "earlier in this conversation" in lookup["description"]


# OpenAI's protocol


def test_arguments_that_cannot_be_parsed_are_a_call_without_any(
    openai_server: openai.OpenAIServer, open_langchain: OpenLangChain
) -> None:
    openai_server.play("reply", openai.calls(("today", '{"a": '), LOOKUP), openai.says("Hello."))
    engine = open_langchain()
    request = requested(engine)

    assert sorted(named(request)) == sorted([("today", {}), LOOKUP])
    assert reply(engine, answered(request, "a", "b"))[0] == "Hello."
    roles = [each["role"] for each in openai_server.asked[-1].body["messages"]]
    assert roles == ["system", "user", "assistant", "tool", "tool"]
    ids = {each["id"] for each in openai_server.asked[-1].body["messages"][2]["tool_calls"]}
    assert ids == {"call_0", "call_1"} == {call.id for call in request.calls}


def test_an_answer_from_sources_is_cited_whatever_its_pieces(
    service: Service, settings: Callable[..., Settings]
) -> None:
    search = ("search_knowledge_base", {"query": "boats at the pier"})
    said = ("The fee is 45 euros a ye", "ar. [", "1", "] Boats lie at the pier [2", "]. [7]")
    service.server.play("reply", service.calls(search), service.says(*said))
    with closing(Assistant(settings(), engine=service.open())) as assistant:
        add(assistant.database, "fees.md", "The fee for a plot is 45 euros a year.")
        add(assistant.database, "boats.md", "Boats lie at the pier.")
        run = assistant.ask("What is the fee for a plot?", "talk")
        assert isinstance(run.wait(20), Finished)
        reply = assistant.sessions.transcript("talk")[-1]

    assert reply.content == "The fee is 45 euros a year. Boats lie at the pier."
    assert [each.number for each in reply.metadata.citations] == [1, 2]
    first, second = service.server.asked_for("reply")
    assert '<source n="1" name="fees.md">' in "".join(text for _, text in first.contents)
    assert "[2] boats.md: Boats lie at the pier." in str(second.body)
