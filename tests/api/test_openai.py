"""Chat completions by the clients that people have: openai's own, and LangChain's."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import openai
import pytest
from fastapi.testclient import TestClient
from langchain_core.messages import HumanMessage, ToolMessage
from langchain_openai import ChatOpenAI
from openai.types.chat import ChatCompletionFunctionToolParam, ChatCompletionMessageParam

from assistant import Assistant
from benchmark.api.overhead import served
from tests.api.conftest import HERE
from tests.api.speaking import Script
from tests.conversing import on_each_database
from tidemark.api import application
from tidemark.engines.scripted import ScriptedLine
from tidemark.errors import EngineUnreachable
from tidemark.schema.tools import ToolCall
from tidemark.schema.turns import SamplingOptions
from tidemark.settings import Settings

BASE = "http://localhost/v1"
WEATHER: ChatCompletionFunctionToolParam = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "The weather of a place.",
        "parameters": {"type": "object", "properties": {"place": {"type": "string"}}},
    },
}


@pytest.fixture
def official(client: TestClient) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(api_key="none", base_url=BASE, http_client=client, max_retries=0) as opened:
        yield opened


def said(assistant: Assistant, session_id: str) -> list[str]:
    return [message.content for message in assistant.sessions.transcript(session_id)]


def test_a_chat_sent_whole_each_time_is_one_session(
    official: openai.OpenAI, assistant: Assistant, script: Script
) -> None:
    script.plays("Noted: 3 May.", "On 3 May.")
    chat: list[ChatCompletionMessageParam] = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "The trip begins on 3 May."},
    ]
    first = official.chat.completions.create(model="tidemark", messages=chat)
    answer = first.choices[0].message.content
    assert (answer, first.choices[0].finish_reason) == ("Noted: 3 May.", "stop")
    chat += [
        {"role": "assistant", "content": answer},
        {"role": "user", "content": [{"type": "text", "text": "When does it begin?"}]},
    ]
    official.chat.completions.create(model="tidemark", messages=chat)
    (session,) = assistant.sessions.recent()
    assert said(assistant, session.session_id) == [
        "The trip begins on 3 May.",
        "Noted: 3 May.",
        "When does it begin?",
        "On 3 May.",
    ]
    assert script.instructions == ["Be brief.", "Be brief."]


@pytest.mark.parametrize("way", ["header", "metadata", "user"])
def test_a_session_is_named(official: openai.OpenAI, assistant: Assistant, way: str) -> None:
    question: list[ChatCompletionMessageParam] = [{"role": "user", "content": "Hello"}]
    ways: dict[str, dict[str, Any]] = {
        "header": {"extra_headers": {"X-Session-ID": "talk"}},
        "metadata": {"metadata": {"session_id": "talk"}},
        "user": {"user": "talk"},
    }
    for _ in range(2):
        official.chat.completions.create(model="tidemark", messages=question, **ways[way])
    assert said(assistant, "talk").count("Hello") == 2


@pytest.fixture
def no_model(settings: Callable[..., Settings]) -> Iterator[TestClient]:
    with closing(Assistant(settings())) as assistant:
        app = application.create(lambda: assistant)
        with TestClient(app, base_url="http://localhost", client=HERE) as opened:
            yield opened


def asked_as(client: TestClient, text: str, **more: Any) -> tuple[str, str]:  # noqa: ANN401
    """Return the answer to ``text``, and the session it is in."""
    headers = more.pop("headers", {})
    body = {"messages": [{"role": "user", "content": text}], **more}
    answer = client.post("/v1/chat/completions", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["choices"][0]["message"]["content"], answer.headers["X-Session-ID"]


@pytest.mark.parametrize(
    ("one", "other"), [("c-1", "c-2"), ("jane@example.com", "joe@example.com"), ("Ada L", "c-1")]
)
def test_a_session_begun_by_a_user_alone_shares_nothing_with_others(
    no_model: TestClient, one: str, other: str
) -> None:
    asked_as(no_model, "My PIN is 9911 and I am allergic to nuts.", user=one)
    asked_as(no_model, "My name is Quirine and I live in Ghent.", headers={"X-Session-ID": "own"})
    questions = ("What is my PIN?", "What am I allergic to?", "What is my name?")
    for number, text in enumerate(questions, 1):
        answer, session = asked_as(no_model, text, user=other)
        assert not any(word in answer for word in ("9911", "nuts", "Quirine"))
        for path in ("messages", "memory", f"prompts/{number}", f"view?question={text}"):
            read = no_model.get(f"/api/sessions/{session}/{path}")
            assert read.status_code == 200
            assert not any(word in read.text for word in ("9911", "nuts", "Quirine"))
    assert "9911" not in asked_as(no_model, "What is my PIN?", headers={"X-Session-ID": "own"})[0]
    profile = no_model.get("/api/profile").text
    assert "Quirine" in profile
    assert "nuts" not in profile
    assert "9911" in asked_as(no_model, "What is my PIN?", user=one)[0]


def test_a_user_who_is_named_by_the_header_has_a_memory_across_sessions(
    no_model: TestClient,
) -> None:
    ada = {"X-User-ID": "ada"}
    asked_as(no_model, "My PIN is 9911.", user="c-1", headers=ada)
    assert "9911" in asked_as(no_model, "What is my PIN?", user="c-2", headers=ada)[0]
    assert "9911" not in asked_as(no_model, "What is my PIN?", user="c-2")[0]


def test_any_text_of_a_user_names_one_session(no_model: TestClient) -> None:
    users = ["jane@example.com", "JANE@example.com", "Jane Doe", "\x00", " ", "é" * 5_000, "c-1"]
    first, again = ([asked_as(no_model, "Hello", user=each)[1] for each in users] for _ in "12")
    assert first == again
    assert len(set(first)) == len(users)
    assert first[-1] == "c-1"
    assert asked_as(no_model, "Hello", user="")[1] not in first


def test_conversations_kept_apart_are_answered_from_the_same_sources(
    no_model: TestClient,
) -> None:
    rules = {"name": "rules", "text": "# Rules\n\nA lost key costs 15 euros."}
    no_model.post("/api/sources/text", json=rules).raise_for_status()
    for user in ("c-1", "jane@example.com"):
        assert "15 euros" in asked_as(no_model, "What does a lost key cost?", user=user)[0]
    ada = {"X-User-ID": "ada"}
    assert "15" not in asked_as(no_model, "What does a lost key cost?", headers=ada)[0]


def test_a_session_that_shares_memory_is_not_continued_by_a_user_alone(
    no_model: TestClient,
) -> None:
    own = {"X-Session-ID": "own"}
    asked_as(no_model, "My PIN is 9911.", headers=own)
    asked_as(no_model, "Hello", metadata={"session_id": "talk"}, user="jane@example.com")
    for user in ("own", "talk"):
        answer, session = asked_as(no_model, "What is my PIN?", user=user)
        assert "9911" not in answer
        assert session not in ("own", "talk")
        assert asked_as(no_model, "Hello", user=user)[1] == session
    assert "9911" in asked_as(no_model, "What is my PIN?", user="x", headers=own)[0]
    talk = {"metadata": {"session_id": "talk"}}
    assert "9911" in asked_as(no_model, "What is my PIN?", user="x", **talk)[0]
    no_model.patch("/api/sessions/own", json={"remembers_across": False}).raise_for_status()
    assert asked_as(no_model, "Hello", user="own")[1] == "own"


def test_a_user_names_no_session_by_an_id_that_can_be_computed(no_model: TestClient) -> None:
    told = "My PIN is 9911."
    _, of_jane = asked_as(no_model, told, user="jane@example.com")
    imported = asked_as(no_model, told)[1]
    no_model.patch(f"/api/sessions/{imported}", json={"remembers_across": False})
    for user in (of_jane, imported):
        answer, session = asked_as(no_model, "What is my PIN?", user=user)
        assert "9911" not in answer
        assert session != user
    assert "9911" in asked_as(no_model, "What is my PIN?", user="jane@example.com")[0]
    ada = {"X-User-ID": "ada"}
    assert asked_as(no_model, "Hello", user="user_7", headers=ada)[1] != "user_7"


def test_a_stream_comes_in_chunks_with_usage_at_its_end(
    official: openai.OpenAI, script: Script
) -> None:
    script.plays("One two three.")
    stream = official.chat.completions.create(
        model="tidemark",
        messages=[{"role": "user", "content": "Count"}],
        stream=True,
        stream_options={"include_usage": True},
    )
    chunks = list(stream)
    words = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert words == "One two three."
    assert [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices][-1] == "stop"
    usage = chunks[-1].usage  # counted by us, as this engine counts nothing
    assert usage is not None
    assert (usage.prompt_tokens, usage.completion_tokens) == (6, 4)
    assert usage.total_tokens == 10


def test_a_chat_says_how_it_is_to_be_sampled(official: openai.OpenAI, script: Script) -> None:
    hello: list[ChatCompletionMessageParam] = [{"role": "user", "content": "Hello"}]
    ask = partial(official.chat.completions.create, model="tidemark", messages=hello)
    ask(temperature=0.3, max_tokens=50)
    ask(max_tokens=50, max_completion_tokens=20)
    assert script.sampling == [
        SamplingOptions(temperature=0.3, max_tokens=50),
        SamplingOptions(max_tokens=20),
    ]


def test_what_is_wrong_or_cannot_be_done_is_refused_in_the_format_of_openai(
    official: openai.OpenAI,
) -> None:
    hello: list[ChatCompletionMessageParam] = [{"role": "user", "content": "Hello"}]
    ask = partial(official.chat.completions.create, model="tidemark", messages=hello)
    refused: tuple[tuple[str, dict[str, Any]], ...] = (
        ("temperature", {"temperature": 3}),
        ("messages", {"messages": []}),
        ("n", {"n": 3}),
        ("response_format.type", {"response_format": {"type": "json_object"}}),
    )
    for name, wrong in refused:
        with pytest.raises(openai.UnprocessableEntityError) as caught:
            ask(**wrong)
        assert (caught.value.type, caught.value.param) == ("invalid_request_error", f"body.{name}")
    assert ask(n=1, response_format={"type": "text"}).choices[0].message.content


@pytest.mark.parametrize(
    ("wrong", "name", "why"),
    [
        ({"logprobs": True}, "logprobs", "no engine here tells probabilities"),
        ({"functions": [{"name": "f"}]}, "functions", "send them as tools"),
        ({"tool_choice": "required"}, "tool_choice", "there are no tools"),
        (
            {"tool_choice": {"type": "function", "function": {"name": "f"}}},
            "tool_choice",
            "there are no tools",
        ),
        ({"tool_choice": {"function": {"name": "f"}}}, "tool_choice", "there are no tools"),
        (
            {"tool_choice": "required", "tools": [WEATHER], "model": "builtin"},
            "tool_choice",
            "only",
        ),
        (
            {"tool_choice": {"type": "function", "function": {"name": "f"}}, "tools": [WEATHER]},
            "tool_choice",
            "there is no tool 'f'",
        ),
    ],
)
def test_a_parameter_that_would_be_missed_is_refused(
    official: openai.OpenAI, assistant: Assistant, wrong: dict[str, Any], name: str, why: str
) -> None:
    chat = {"model": "tidemark", "messages": [{"role": "user", "content": "Hello"}], **wrong}
    with pytest.raises(
        openai.UnprocessableEntityError, match=f"{name} is refused: {why}"
    ) as caught:
        official.chat.completions.create(**chat)
    assert (caught.value.code, caught.value.param) == ("ParameterNotServed", name)
    assert not assistant.sessions.recent()


@pytest.mark.parametrize(
    ("given", "warning"),
    [
        ({}, None),
        ({"temperature": 0.3, "max_tokens": 9, "logprobs": False, "tool_choice": "auto"}, None),
        ({"tool_choice": "required", "tools": [WEATHER]}, None),
        ({"tool_choice": ""}, None),
        ({"tool_choice": {}, "model": "builtin"}, None),
        ({"tool_choice": {"type": "auto"}, "tools": [WEATHER], "model": "builtin"}, None),
        ({"tool_choice": {"type": "none"}, "tools": [WEATHER]}, None),
        (
            {"stop": ["."], "seed": 7, "top_p": None},
            "299 - \"Not known here, without effect: 'stop', 'seed'\"",
        ),
        (
            {"model": "builtin", "max_tokens": 9, "stop": "."},
            "299 - \"Not known here, without effect: 'stop'\", "
            "299 - \"Without effect, as no language model answers: 'max_tokens'\"",
        ),
    ],
)
def test_a_parameter_without_effect_is_named_in_a_warning(
    client: TestClient, given: dict[str, Any], warning: str | None
) -> None:
    chat = {"messages": [{"role": "user", "content": "Hello"}], **given}
    found = client.post("/v1/chat/completions", json=chat)
    assert (found.status_code, found.headers.get("Warning")) == (200, warning)


def test_errors_are_those_of_openai(official: openai.OpenAI, script: Script) -> None:
    hello: list[ChatCompletionMessageParam] = [{"role": "user", "content": "Hello"}]
    with pytest.raises(openai.NotFoundError, match="no model 'gpt-9'"):
        official.chat.completions.create(model="gpt-9", messages=hello)
    script.plays(ScriptedLine("", fails=EngineUnreachable("A service", "refused")))
    with pytest.raises(openai.InternalServerError, match="A service"):
        official.chat.completions.create(model="tidemark", messages=hello)
    script.plays(ScriptedLine("Half", fails=EngineUnreachable("A service", "refused")))
    with pytest.raises(openai.APIError, match="A service"):
        list(official.chat.completions.create(model="tidemark", messages=hello, stream=True))
    assert "tidemark" in [model.id for model in official.models.list()]
    assert official.models.retrieve("tidemark").owned_by == "tidemark"
    with pytest.raises(openai.NotFoundError, match="no model 'gpt-9'"):
        official.models.retrieve("gpt-9")


def test_an_error_names_the_part_of_a_message_that_is_wrong(official: openai.OpenAI) -> None:
    picture: list[ChatCompletionMessageParam] = [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "What is this?"},
                {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
            ],
        }
    ]
    with pytest.raises(openai.UnprocessableEntityError, match=r"content\.list.*1\.type"):
        official.chat.completions.create(model="tidemark", messages=picture)


LISBON = ToolCall(id="theirs", name="get_weather", arguments={"place": "Lisbon"})


@on_each_database
def test_tools_of_a_client_are_called_and_what_they_return_is_read(
    official: openai.OpenAI, assistant: Assistant, script: Script
) -> None:
    engine = script.engine
    script.plays(LISBON, "It is 31 degrees.", "You asked for Lisbon.")
    chat: list[ChatCompletionMessageParam] = [{"role": "user", "content": "How warm is Lisbon?"}]
    ask = partial(official.chat.completions.create, model="tidemark", tools=[WEATHER])
    (asked,) = ask(messages=chat).choices
    assert (asked.finish_reason, asked.message.content) == ("tool_calls", None)
    assert asked.message.tool_calls is not None
    (call,) = asked.message.tool_calls
    assert call.type == "function"
    assert (call.function.name, json.loads(call.function.arguments)) == (
        "get_weather",
        {"place": "Lisbon"},
    )
    (session,) = assistant.sessions.recent()
    assert said(assistant, session.session_id) == ["How warm is Lisbon?"]
    assert assistant.turns.can_retry(session.session_id)

    result = {"role": "tool", "tool_call_id": call.id, "content": "31 degrees"}
    chat += [asked.message.to_dict(), result]  # type: ignore[list-item] # as clients hand it back
    (answered,) = ask(messages=chat).choices
    assert (answered.finish_reason, answered.message.content) == ("stop", "It is 31 degrees.")
    question, reply = assistant.sessions.transcript(session.session_id)
    assert [use.result for use in reply.metadata.tool_uses] == ["31 degrees"]
    assert question.metadata.failure is None
    last = [each for each in engine.calls if each.verb == "reply"][-1]
    assert "get_weather" in {each.name for each in last.tools}
    assert [use.call.arguments for each in last.rounds for use in each.uses] == [LISBON.arguments]

    chat += [
        {"role": "assistant", "content": "It is 31 degrees."},
        {"role": "user", "content": "Which place was it?"},
    ]
    ask(messages=chat)
    assert len(said(assistant, session.session_id)) == 4


def test_a_stream_ends_in_the_calls_and_a_client_that_does_not_come_back_leaves_its_question(
    official: openai.OpenAI, assistant: Assistant, script: Script
) -> None:
    both = ScriptedLine("Let me look.", calls=[LISBON, ToolCall(name="today")])
    script.plays(both, "About 30 degrees.", LISBON)
    chat: list[ChatCompletionMessageParam] = [{"role": "user", "content": "How warm is Lisbon?"}]
    create = official.chat.completions.create
    stream = create(
        model="tidemark",
        messages=chat,
        tools=[WEATHER],
        stream=True,
        extra_headers={"X-Session-ID": "talk"},
    )
    chunks = [choice for chunk in stream for choice in chunk.choices]
    assert "".join(each.delta.content or "" for each in chunks) == "Let me look."
    called = [call for each in chunks for call in each.delta.tool_calls or ()]
    assert [(each.index, each.function and each.function.name) for each in called] == [
        (0, "get_weather")
    ]
    assert chunks[-1].finish_reason == "tool_calls"
    turn = assistant.turns.last("talk")
    assert turn is not None
    (left,) = assistant.sessions.messages("talk", [turn.question_id])
    assert left.metadata.failure is not None
    assert left.metadata.failure.facts == {"tools": ("get_weather",)}
    assistant.report(assistant.turns.retry("talk"))
    assert said(assistant, "talk") == ["How warm is Lisbon?", "About 30 degrees."]

    (refused,) = create(
        model="tidemark", messages=chat, tools=[WEATHER], tool_choice="none"
    ).choices
    assert refused.finish_reason == "stop"  # it was asked without tools, and answered


@pytest.mark.slow
def test_a_terminal_client_talks_to_it(
    assistant: Assistant, script: Script, tmp_path: Path
) -> None:
    """The command ``llm`` (https://llm.datasette.io), with a chat that it continues."""
    script.plays("Noted: 3 May.", "On 3 May.")
    with served(assistant) as address:
        known = {"model_id": "tidemark", "model_name": "tidemark", "api_base": f"{address}/v1"}
        # JSON is YAML, too
        tmp_path.joinpath("extra-openai-models.yaml").write_text(json.dumps([known]), "utf-8")

        def ask(*given: str) -> str:
            ran = subprocess.run(
                [sys.executable, "-m", "llm", "-m", "tidemark", "--key", "none", *given],
                env={"LLM_USER_PATH": str(tmp_path), "PATH": "", "HOME": str(tmp_path)},
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
            )
            assert ran.returncode == 0, ran.stderr
            return ran.stdout.strip()

        assert ask("The trip begins on 3 May.") == "Noted: 3 May."
        assert ask("--no-stream", "--continue", "When does it begin?") == "On 3 May."
    (session,) = assistant.sessions.recent()
    assert len(said(assistant, session.session_id)) == 4


def test_langchain_talks_to_it_and_its_tools_are_called(client: TestClient, script: Script) -> None:
    script.plays("Hello there.", "Bye now.", LISBON, "It is 31 degrees.")
    model = ChatOpenAI(
        model="tidemark", api_key="none", base_url=BASE, http_client=client, max_retries=0
    )
    assert model.invoke("Hi").content == "Hello there."
    assert "".join(str(chunk.content) for chunk in model.stream("Bye")) == "Bye now."
    able = model.bind_tools([dict(WEATHER)])
    asked = able.invoke("How warm is Lisbon?")
    (call,) = asked.tool_calls
    assert (call["name"], call["args"]) == ("get_weather", {"place": "Lisbon"})
    told = [HumanMessage("How warm is Lisbon?"), asked, ToolMessage("31", tool_call_id=call["id"])]
    assert able.invoke(told).content == "It is 31 degrees."
