"""Talking: sent, streamed, stopped, retried, folded, asked back."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import OpenChat, ServeWith
from tests.browser.served import Served

LONG = " ".join(f"word{number}" for number in range(400))
SLOW = {"text": LONG, "pause_s": 0.05}


def test_a_message_streams_with_its_steps_and_stands_once_when_it_ends(
    scripted: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(scripted)
    scripted.plays(replies=[{"text": "One tide. Two tides. Three tides.", "pause_s": 0.2}])
    chat.play()
    chat.send("How many tides?")
    expect(chat.by_key("live_reply")).to_contain_text("One tide.")
    expect(chat.by_key("steps")).to_contain_text("Writing the answer")
    expect(chat.by_key("steps")).to_contain_text(re.compile(r"Understanding \d+ ms"))
    chat.settle()
    expect(chat.replies).to_have_text(["One tide. Two tides. Three tides."])
    expect(chat.page.get_by_label("Chat message from user")).to_have_text(["How many tides?"])
    expect(chat.by_key("steps")).to_contain_text(re.compile(r"Answer \d+ ms"))
    chat.by_prefix("copy_").get_by_role("button").click()
    expect(chat.by_prefix("copy_")).to_contain_text("Copied")
    copied = chat.page.evaluate("navigator.clipboard.readText()")
    assert copied == "One tide. Two tides. Three tides."


def test_the_meter_follows_the_answer_as_it_streams(scripted: Served, open_chat: OpenChat) -> None:
    chat = open_chat(scripted)
    scripted.plays(replies=[SLOW])
    chat.play()
    chat.send("Count")
    expect(chat.by_key("live_reply")).to_contain_text("word3")
    early = chat.context()
    expect(chat.by_key("live_reply")).to_contain_text("word20")
    assert chat.context() > early
    chat.stop.click()
    chat.settle()


def test_stop_is_there_at_once_and_what_was_said_stays_and_can_be_retried(
    scripted: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(scripted)
    scripted.plays(replies=[{"text": "Never said", "wait_s": 60}, SLOW, "All of it."])
    chat.play()
    chat.send("Go on")
    chat.stop.click()
    expect(chat.by_prefix("unanswered_")).to_contain_text("You stopped this answer.")
    chat.by_prefix("retry_").get_by_role("button").click()
    expect(chat.by_key("live_reply")).to_contain_text("word2")
    chat.field.press("Escape")
    expect(chat.by_prefix("unanswered_")).to_contain_text("You stopped this answer.")
    expect(chat.replies).to_contain_text(["word0 word1 word2"])
    chat.by_prefix("retry_").get_by_role("button").click()
    expect(chat.replies).to_have_text(["All of it."])
    expect(chat.by_prefix("retry_")).to_have_count(0)
    expect(chat.page.get_by_text("An earlier attempt at this answer")).to_be_visible()


def test_a_failed_turn_says_why_and_can_be_retried(scripted: Served, open_chat: OpenChat) -> None:
    chat = open_chat(scripted)
    scripted.plays(replies=[{"text": "Half of", "fails": "unreachable"}, "The whole."])
    chat.play()
    chat.send("Try")
    expect(chat.by_prefix("unanswered_")).to_contain_text("could not be reached")
    chat.by_prefix("retry_").get_by_role("button").click()
    expect(chat.replies).to_have_text(["The whole."])


def test_a_reload_in_the_midst_of_an_answer_finds_it_again(
    scripted: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(scripted)
    scripted.plays(replies=[SLOW])
    chat.play()
    chat.send("Long")
    expect(chat.by_key("live_reply")).to_contain_text("word5")
    chat.page.reload()
    expect(chat.by_key("live_reply")).to_contain_text("word0 word1 word2")
    expect(chat.by_key("live_reply")).to_contain_text("word40")
    chat.stop.click()
    expect(chat.by_prefix("unanswered_")).to_contain_text("You stopped this answer.")


def test_a_message_sent_too_early_comes_back_into_the_field(
    scripted: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(scripted)
    scripted.plays(replies=[SLOW])
    chat.play()
    chat.send("First")
    expect(chat.by_key("live_reply")).to_contain_text("word1")
    chat.send("Second, too early")
    expect(chat.by_key("notice")).to_contain_text("still being answered")
    expect(chat.field).to_have_value("Second, too early")
    chat.stop.click()
    chat.settle()


def test_past_the_tide_line_the_next_message_folds_what_was_said(
    serve_with: ServeWith, chromium: Path, open_chat: OpenChat
) -> None:
    chat = open_chat(serve_with(ENGINE="scripted", TOKEN_THRESHOLD="200"))  # noqa: S106 - tokens, no password
    expect(chat.by_key("meter")).to_contain_text("Context: 0 / 200 tokens")
    chat.ask("I prefer trains to planes. " + "The sea is calm today. " * 8)
    chat.ask("The budget must stay under 900 euros.")
    expect(chat.by_key("meter")).to_contain_text("Three quarters full")
    chat.ask("The hotel should be quiet and warm.")
    expect(chat.by_key("meter")).to_contain_text("Nearly full")
    chat.ask("Ok, and near the sea.")
    expect(chat.by_key("meter")).to_contain_text("Folds at your next message")
    before = chat.context()
    chat.ask("What did I say?")
    expect(chat.by_key("meter")).to_contain_text(f"Folded {before} →")
    assert chat.context() < before
    expect(chat.by_prefix("fold_")).to_contain_text("Messages 1 to 8 are folded into a summary")
    expect(chat.by_key("summaries")).to_contain_text("Messages 1 to 8")
    chat.by_key("summaries").get_by_role("group").click()
    expect(chat.by_key("summaries")).to_contain_text("I prefer trains to planes")
    chat.by_key("meter_parts").get_by_role("button").click()
    expect(chat.page.get_by_role("table")).to_contain_text("Summaries in force")


def test_an_unclear_request_is_asked_back_with_choices(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    chat.ask("I need to find out who will leave")
    choices = chat.by_prefix("interpretation_").get_by_role("button")
    assert 2 <= choices.count() <= 3
    expect(chat.replies.last).to_contain_text("?")
    choice = choices.first.inner_text()
    choices.first.click()
    expect(chat.page.get_by_label("Chat message from user").last).to_have_text(choice)
    chat.settle()
    expect(choices).to_have_count(0)


def test_one_can_go_on_without_choosing(builtin: Served, open_chat: OpenChat) -> None:
    chat = open_chat(builtin)
    chat.ask("I need to find out who will leave")
    chat.by_prefix("answer_anyway_").get_by_role("button").click()
    expect(chat.page.get_by_label("Chat message from user").last).to_have_text("Answer anyway")
    chat.settle()
    expect(chat.by_prefix("answer_anyway_")).to_have_count(0)


def test_each_message_tells_how_it_was_understood(builtin: Served, open_chat: OpenChat) -> None:
    chat = open_chat(builtin)
    chat.ask("I am going to Lisbon in May.")
    opened = chat.by_prefix("understood_").last
    opened.get_by_text("How this was understood").click()
    expect(opened).to_contain_text("Understood as written.")
    expect(opened.get_by_role("table")).to_contain_text("Milliseconds")
