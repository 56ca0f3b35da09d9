"""Chat completions by the clients that people have: openai's own, and LangChain's."""

from collections.abc import Iterator
from typing import Any

import openai
import pytest
from fastapi.testclient import TestClient
from langchain_openai import ChatOpenAI
from openai.types.chat import ChatCompletionMessageParam

from assistant import Assistant
from tests.api.speaking import Script
from tidemark.engines.scripted import ScriptedLine
from tidemark.errors import EngineUnreachable

BASE = "http://localhost/v1"


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


def test_errors_are_those_of_openai(official: openai.OpenAI, script: Script) -> None:
    hello: list[ChatCompletionMessageParam] = [{"role": "user", "content": "Hello"}]
    with pytest.raises(openai.NotFoundError, match="no model 'gpt-9'"):
        official.chat.completions.create(model="gpt-9", messages=hello)
    with pytest.raises(openai.UnprocessableEntityError, match="not passed on"):
        official.chat.completions.create(
            model="tidemark",
            messages=hello,
            tools=[{"type": "function", "function": {"name": "now", "parameters": {}}}],
        )
    script.plays(ScriptedLine("", fails=EngineUnreachable("A service", "refused")))
    with pytest.raises(openai.InternalServerError, match="A service"):
        official.chat.completions.create(model="tidemark", messages=hello)
    script.plays(ScriptedLine("Half", fails=EngineUnreachable("A service", "refused")))
    with pytest.raises(openai.APIError, match="A service"):
        list(official.chat.completions.create(model="tidemark", messages=hello, stream=True))
    assert "tidemark" in [model.id for model in official.models.list()]


def test_langchain_talks_to_it(client: TestClient, script: Script) -> None:
    script.plays("Hello there.", "Bye now.")
    model = ChatOpenAI(
        model="tidemark", api_key="none", base_url=BASE, http_client=client, max_retries=0
    )
    assert model.invoke("Hi").content == "Hello there."
    assert "".join(str(chunk.content) for chunk in model.stream("Bye")) == "Bye now."
