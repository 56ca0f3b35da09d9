"""A chat that another process talks in too: the command line, or a second Tidemark."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.access import grave_findings
from tests.browser.conftest import OpenChat
from tests.browser.served import ROOT, Served
from tests.warnings_as_errors import PYTHON


@contextmanager
def talking(url: str, session_id: str) -> Iterator["subprocess.Popen[str]"]:
    """Run a process that talks in a session, and kill it at the end."""
    with subprocess.Popen(
        [*PYTHON, "-m", "tests.talker", url, session_id],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as talker:
        try:
            yield talker
        finally:
            talker.kill()


def say(talker: "subprocess.Popen[str]", line: str) -> None:
    """Give the other process a question, or the answer to the one before."""
    assert talker.stdin is not None
    talker.stdin.write(f"{line}\n")
    talker.stdin.flush()


def ask(talker: "subprocess.Popen[str]", question: str) -> None:
    """Let the other process ask; return once its question is stored."""
    say(talker, question)
    assert talker.stdout is not None
    assert talker.stdout.readline() == "asked\n"


@pytest.mark.slow
def test_a_turn_of_another_process_is_shown_until_it_ends_and_retried_when_it_is_killed(
    scripted: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(scripted)
    scripted.plays(replies=["Hello."])
    chat.ask("I am here")
    asked = chat.asked
    with talking(scripted.database_url, chat.session_id()) as talker:
        ask(talker, "And I am elsewhere")
        expect(chat.by_prefix("elsewhere_")).to_contain_text("Another Tidemark window is")
        expect(asked).to_have_text(["I am here", "And I am elsewhere"])
        chat.send("Too early")
        expect(chat.by_key("notice")).to_contain_text("still being answered")
        assert grave_findings(chat) == []
        say(talker, "Answered from elsewhere.")
        expect(chat.replies.last).to_have_text("Answered from elsewhere.")
        expect(chat.by_prefix("elsewhere_")).to_have_count(0)
        expect(chat.by_prefix("retry_")).to_have_count(0)

        ask(talker, "I shall be killed")
        expect(chat.by_prefix("elsewhere_")).to_be_visible()
    expect(chat.by_prefix("unanswered_")).to_contain_text("interrupted before it was answered")
    chat.by_prefix("retry_").get_by_role("button").click()
    expect(chat.replies.last).to_have_text("You said: I shall be killed")
    expect(asked).to_have_text(["I am here", "And I am elsewhere", "I shall be killed"])
