"""What a person reads while a service answers, or does not: on the page, with the way on."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.access import grave_findings
from tests.browser.chat import Chat
from tests.browser.conftest import OpenChat, ServeWith
from tests.browser.served import Served
from tests.gemini_server import GeminiServer, blocks_the_prompt, refuses, says, stalls
from tests.openai_server import OpenAIServer

FAULTS = {
    "bad key": (refuses(401), "Gemini refused the key. Check GOOGLE_API_KEY in .env"),
    "quota": (refuses(429, delay_s=30), "Try again in 30 s"),
    "blocked": (blocks_the_prompt(), "Gemini would not answer this"),
    "silent": (stalls("Half of "), "Gemini said nothing for 2 seconds."),
}


@pytest.fixture
def gemini() -> Iterator[GeminiServer]:
    with GeminiServer() as server:
        yield server


def sent_to(host: str) -> re.Pattern[str]:
    """The caption that names ``host``, which is drawn letter by letter."""
    return re.compile(f"What you write is sent to {host.replace(':', ':.?')}[.]")


def why(chat: Chat) -> Locator:
    """Why the last message has no answer."""
    return chat.by_prefix("unanswered_")


@pytest.mark.slow
def test_each_engine_says_who_gets_what_one_writes_and_each_fault_what_to_do(
    chromium: Path, gemini: GeminiServer, serve_with: ServeWith, open_chat: OpenChat
) -> None:
    served = serve_with(ENGINE="", ENGINE_TIMEOUT_S="2")  # the engine comes from .env
    chat = open_chat(served)
    expect(chat.by_key("first_run")).to_contain_text("choose a model: Gemini")
    expect(chat.by_key("engine")).to_contain_text("Built-in answers (no model)")
    expect(chat.by_key("engine")).to_contain_text("Nothing you write leaves this computer")
    without_a_key(chat, served)
    chosen(chat, served, GOOGLE_API_KEY="a-key")
    expect(chat.by_key("engine")).to_contain_text("Gemini (gemini-3.5-flash-lite)")
    expect(chat.by_key("engine")).to_contain_text("What you write is sent to Google.")
    chosen(chat, served, GOOGLE_API_KEY="a-key", GEMINI_BASE_URL=gemini.url)
    expect(chat.by_key("engine")).to_contain_text(sent_to(gemini.host))
    each_fault_of_gemini(chat, gemini)
    stopped_before_a_word(chat, gemini)
    offline(chat, served)
    another_model(chat, served)


def chosen(chat: Chat, served: Served, **settings: str) -> None:
    """Write ``settings`` into .env, and have them read."""
    lines = "".join(f"{name}={value}\n" for name, value in settings.items())
    served.folder.joinpath(".env").write_text(lines, encoding="utf-8")
    chat.check_again()


def without_a_key(chat: Chat, served: Served) -> None:
    """The message is kept, and answered once there is an engine."""
    chosen(chat, served, ENGINE="gemini")
    expect(chat.by_key("engine")).to_contain_text("GOOGLE_API_KEY")
    assert grave_findings(chat) == []
    chat.send("Are you there?")
    expect(why(chat)).to_contain_text("GOOGLE_API_KEY")
    chosen(chat, served, ENGINE="builtin")
    chat.by_prefix("retry_").get_by_role("button").click()
    expect(why(chat)).to_have_count(0)
    expect(chat.asked).to_have_text("Are you there?")


def each_fault_of_gemini(chat: Chat, gemini: GeminiServer) -> None:
    """Each is told in a sentence, and Retry works."""
    for hill, (fault, sentence) in enumerate(FAULTS.values(), start=1):
        gemini.play("reply", fault)
        chat.send("Tell me something about Lisbon")
        expect(why(chat)).to_contain_text(sentence)
        chat.settle()
        gemini.play("reply", says("Lisbon lies ", f"on hill {hill}."))
        chat.by_prefix("retry_").get_by_role("button").click()
        expect(chat.replies.last).to_have_text(f"Lisbon lies on hill {hill}.")
        expect(why(chat)).to_have_count(0)
        chat.settle()


def stopped_before_a_word(chat: Chat, gemini: GeminiServer) -> None:
    """Stop ends the call at once: the server sees its line cut."""
    gemini.begin_anew()
    gemini.play("reply", stalls())
    chat.send("And Porto?")
    assert gemini.stalled.wait(20)
    chat.stop.click()
    assert gemini.hung_up.wait(20)
    expect(why(chat)).to_contain_text("You stopped this answer.")


def offline(chat: Chat, served: Served) -> None:
    """Where nothing answers, that is said."""
    chosen(chat, served, GOOGLE_API_KEY="a-key", GEMINI_BASE_URL="http://127.0.0.1:9")
    chat.by_prefix("retry_").get_by_role("button").click()
    expect(why(chat)).to_contain_text("Gemini could not be reached")
    assert grave_findings(chat) == []


def another_model(chat: Chat, served: Served) -> None:
    """A model behind another address is named with its host."""
    with OpenAIServer() as service:
        chosen(
            chat,
            served,
            ENGINE="langchain",
            MODEL_NAME="openai:a-model",
            LLM_BASE_URL=service.address,
        )
        expect(chat.by_key("engine")).to_contain_text("(a-model at 127.0.0.1")
        expect(chat.by_key("engine")).to_contain_text("goes to a model on this computer")
        chat.by_prefix("retry_").get_by_role("button").click()
        expect(chat.replies.last).to_have_text("Hello from the test server.")
