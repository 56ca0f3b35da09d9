"""The page without a browser: what is drawn, and what a click does."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import streamlit as st
from sqlalchemy import Engine, event
from sqlalchemy.pool import Pool
from streamlit.testing.v1 import AppTest

from assistant import Assistant
from benchmark.databases import local_database
from database import Database
from tests.conversing import NOW, begin, said
from tests.making_sources import add
from tidemark.schema.documents import NewVersion
from tidemark.schema.scope import LOCAL, Scope
from tidemark.services.documents.documents import DocumentService
from tidemark.settings import Settings
from tidemark.tables.sandbox import QueryLimits

ROOT = Path(__file__).parent.parent.parent
SCRIPT = ROOT / "tidemark" / "ui" / "web" / "script.py"
FIRST = NewVersion(summary="First")
WAIT_S = 60.0  # far longer than an answer takes on a busy machine


@pytest.fixture
def opened(tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppTest]:
    """Open the page on a database of its own, with the scripted engine."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.setenv("EXPORTS_DIR", str(tmp_path / "exports"))
    monkeypatch.setenv("ENGINE", "scripted")
    yield AppTest.from_file(str(SCRIPT), default_timeout=20)
    st.cache_resource.clear()


def answered(page: AppTest) -> AppTest:
    """Draw the page until the turn under way has ended."""
    drawn(page, lambda: not [button for button in page.button if button.key == "stop"])
    return page


def drawn(page: AppTest, is_so: Callable[[], bool]) -> None:
    """Draw the page until ``is_so``."""
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        page.run()
        if is_so():
            return
        time.sleep(0.02)
    pytest.fail("it does not come about")


def _written(folder: Path) -> bytes:
    """Return what stands in the files of ``folder``."""
    return b"".join(each.read_bytes() for each in folder.rglob("*") if each.is_file())


def test_who_imports_the_script_opens_no_database(tmp_path: Path) -> None:
    here = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path}/tidemark.db"}  # noqa: TID251 - handed on
    script = "import tidemark.ui.web.script"
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=here, check=True, timeout=300)
    assert list(tmp_path.iterdir()) == []


def looked_elsewhere_and_came_back(opened: AppTest) -> None:
    """The way back from a page leads to the temporary chat, and so do two from a new chat."""
    opened.button(key="to_insights").click().run()
    opened.button(key="to_settings").click().run()
    opened.button(key="back_to_chat").click().run()
    assert len(opened.chat_message) == 4
    opened.button(key="new_chat").click().run()
    opened.button(key="to_insights").click().run()
    opened.button(key="back_to_chat").click().run()
    assert opened.button(key="to_temporary").label == "Go on with the temporary chat"
    opened.button(key="to_open_temporary").click().run()


def test_a_temporary_chat_goes_on_and_is_in_no_file(
    opened: AppTest, tmp_path: Path, database_url: str
) -> None:
    opened.run()
    opened.button(key="to_temporary").click().run()
    assert opened.title[0].value == "Temporary chat"
    for text in ("The code is zebra4711.", "And the shed is heronblue."):
        opened.chat_input(key="temporary_composer").set_value(text).run()
        drawn(opened, lambda: not opened.chat_input(key="temporary_composer").disabled)
    assert [each.value for each in opened.text][-2:] == [
        "The code is zebra4711.",
        "And the shed is heronblue.",
    ]
    assert len(opened.chat_message) == 4
    looked_elsewhere_and_came_back(opened)
    assert len(opened.chat_message) == 4
    opened.button(key="temporary_end").click().run()
    assert opened.title[0].value == "What would you like to talk about?"
    assert "to_open_temporary" not in {str(each.key) for each in opened.button}
    assert opened.button(key="to_temporary").label == "Temporary chat"
    opened.button(key="to_temporary").click().run()
    assert not opened.chat_message
    opened.button(key="new_chat").click().run()
    opened.chat_input(key="composer").set_value("This one is kingfisher.").run()
    answered(opened)
    assert not opened.exception
    written = _written(tmp_path)
    st.cache_resource.clear()  # closes the database: nothing moves between its files any more
    assert b"kingfisher" in _written(tmp_path)
    assert b"zebra4711" not in written
    assert b"heronblue" not in written


def test_an_empty_page_welcomes_and_keeps_nothing(opened: AppTest) -> None:
    opened.run()
    assert not opened.exception
    assert [title.value for title in opened.title] == ["What would you like to talk about?"]
    assert 'title="0 of 1,200 tokens"' in opened.html[-1].value
    assert "chat" not in opened.query_params


def test_a_message_is_answered_and_listed(opened: AppTest) -> None:
    opened.run()
    opened.chat_input(key="composer").set_value("Hello there").run()
    answered(opened)
    assert not opened.exception
    assert len(opened.chat_message) == 2
    assert opened.chat_message[0].text[0].value == "Hello there"
    assert opened.chat_message[1].markdown[0].value == "You said: Hello there"
    session_id = opened.query_params["chat"]
    rows = next(each for each in opened.get("bidi_component") if '"rows"' in each.proto.json)
    (row,) = json.loads(rows.proto.json)["rows"]
    assert (row["id"], row["title"]) == (session_id, "Hello there")


def test_an_answer_that_broke_off_says_so_for_ever_and_can_be_retried(
    opened: AppTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "script.json"
    replies = [{"text": "Half of it", "fails": "unreachable"}, {"fails": "quota"}, "Whole."]
    script.write_text(json.dumps({"replies": replies}), encoding="utf-8")
    monkeypatch.setenv("SCRIPT_FILE", str(script))
    opened.run()
    for asked in ("One?", "Two?", "Three?"):
        opened.chat_input[0].set_value(asked)
        answered(opened)
    assert not opened.exception
    told = [caption.value for caption in opened.caption]
    assert told[1:3] == [
        "Scripted engine could not be reached \\(the script says so\\)\\.",
        "Scripted engine takes no more questions on this key for now\\.",
    ]
    first, second = (each for each in opened.button if str(each.key).startswith("retry_"))
    assert (first.label, second.label) == ("Retry", "Retry")
    session_id = opened.query_params["chat"]
    second.click().run()
    answered(opened)
    assert not opened.exception
    assert opened.query_params["chat"] != session_id
    assert [each.text[0].value for each in opened.chat_message if each.text] == ["One?", "Two?"]
    left = [each for each in opened.button if str(each.key).startswith("retry_")]
    assert [each.label for each in left] == [first.label]


def test_an_answer_that_broke_off_goes_on_where_it_stopped(
    opened: AppTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "script.json"
    replies = [{"text": "Half of it", "fails": "unreachable"}, " and the rest."]
    script.write_text(json.dumps({"replies": replies}), encoding="utf-8")
    monkeypatch.setenv("SCRIPT_FILE", str(script))
    opened.run()
    opened.chat_input[0].set_value("One?")
    answered(opened)
    (going_on,) = (each for each in opened.button if str(each.key).startswith("continue_"))
    going_on.click().run()
    answered(opened)
    assert not opened.exception
    written = [part.value for each in opened.chat_message for part in each.markdown]
    assert written == ["Half of it and the rest."]
    assert not [each for each in opened.button if str(each.key).startswith("retry_")]


def test_a_pasted_text_that_is_too_long_is_to_be_a_source(opened: AppTest) -> None:
    opened.run()
    opened.chat_input(key="composer").set_value("a " * 200_000 + "!").run()
    (told,) = (warning.value for warning in opened.warning)
    assert "400,001 characters" in told.replace("\\", "")
    assert "Upload the text as a source instead" in told
    assert not opened.chat_message
    opened.chat_input(key="composer").set_value("Hello there").run()
    answered(opened)
    assert not opened.warning


def test_what_a_full_disk_has_no_room_for_is_told_and_can_be_sent_again(opened: AppTest) -> None:
    most_pages = 1  # SQLite takes it as: no page more than there are

    def limit(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {most_pages}")

    opened.run()
    long = "many words " * 2000
    event.listen(Pool, "checkout", limit)
    try:
        opened.chat_input(key="composer").set_value(long).run()
        (told,) = (warning.value for warning in opened.warning)
        assert "is full. Free some disk space, then try again" in told.replace("\\", "")
        assert not opened.chat_message
        most_pages = 1_000_000
        opened.chat_input(key="composer").set_value(long).run()
        answered(opened)
    finally:
        event.remove(Pool, "checkout", limit)
    assert not opened.exception
    assert not opened.warning
    assert opened.chat_message[0].text[0].value == long.strip()


def test_an_address_of_no_chat_offers_a_new_one(opened: AppTest) -> None:
    opened.query_params["chat"] = "session_19990101_000000"
    opened.run()
    assert not opened.exception
    assert opened.title[0].value == "Chat not found"
    opened.button(key="begin_new").click().run()
    assert opened.title[0].value == "What would you like to talk about?"


@pytest.mark.parametrize("number", ["3", "0", "-1", "x", "9" * 30])
def test_an_address_of_no_message_says_how_many_there_are(
    opened: AppTest, database_url: str, number: str
) -> None:
    with local_database(database_url) as database:
        begin(database, 2, session_id="short")
    opened.query_params.update(chat="short", message=number)
    opened.run()
    assert not opened.exception
    (told,) = (warning.value for warning in opened.warning)
    assert "it has only 2" in told
    assert len(opened.chat_message) == 2


def test_a_reply_from_tables_shows_its_query_and_on_request_the_rows(
    opened: AppTest, database_url: str, tmp_path: Path
) -> None:
    (tmp_path / "sales.csv").write_text("region,amount\nNorth,100\nSouth,50\nNorth,7\n")
    settings = Settings(database_url=database_url, engine="builtin")
    with closing(Assistant(settings)) as assistant:
        list(assistant.sources.ingest([tmp_path / "sales.csv"]))
        assistant.ask("What is the total amount by region?", "shop").wait()
        assistant.tables.sandbox.limits = QueryLimits(wall_s=0)
        assistant.ask("What is the total amount of sales?", "shop").wait()
    opened.query_params["chat"] = "shop"
    opened.run()
    assert not opened.exception
    labels = [each.label for each in opened.expander]
    assert "Query and rows of sales" in labels
    assert "The query that was not run to its end" in labels
    assert "had no answer after 0 seconds" in opened.chat_message[3].markdown[0].value
    assert len(opened.get("vega_lite_chart")) == 1


def test_a_late_request_leads_nowhere(opened: AppTest) -> None:
    opened.run()
    opened.chat_input(key="composer").set_value("Hello there").run()
    answered(opened)
    left = opened.query_params["chat"]
    opened.button(key="new_chat").click().run()
    opened.query_params["chat"] = left  # as a browser says that has not heard of it yet
    opened.run()
    assert opened.title[0].value == "What would you like to talk about?"
    assert "chat" not in opened.query_params
    opened.query_params["chat"] = left
    opened.button(key="to_insights").click().run()
    assert "view" in opened.query_params
    assert "chat" not in opened.query_params


@pytest.mark.parametrize("way", ["", "to_memory", "chat_insights"])
def test_a_chat_in_the_trash_can_be_restored_from_each_of_its_pages(
    opened: AppTest, tmp_path: Path, way: str
) -> None:
    opened.run()
    opened.chat_input(key="composer").set_value("Hello there").run()
    answered(opened)
    if way:
        opened.button(key=way).click().run()
    with local_database(f"sqlite:///{tmp_path}/tidemark.db") as database:
        (session,) = database.session_lists.recent()
        database.session_lists.discard([session.session_id], now=session.updated_at)
    opened.run()
    assert not opened.exception
    assert opened.title[0].value == "This chat is in the trash"
    opened.button(key="restore_open").click().run()
    assert not [each for each in opened.button if each.key == "restore_open"]


@pytest.mark.parametrize(
    ("setting", "value", "sentence"),
    [
        ("DATABASE_URL", "sqlite://", "is in memory"),
        ("DATABASE_URL", "not a url", "DATABASE_URL"),
        ("DATABASE_URL", "sqlite:////no/such/folder/tidemark.db", "there is no folder"),
        ("TOKEN_THRESHOLD", "many", "TOKEN_THRESHOLD"),
        ("SCRIPT_FILE", "no-such-script.json", "SCRIPT_FILE"),
    ],
)
def test_what_keeps_the_page_from_opening_is_told_in_words(
    opened: AppTest,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    setting: str,
    value: str,
    sentence: str,
) -> None:
    monkeypatch.setenv(setting, value)
    opened.run()
    assert not opened.exception
    (told,) = (error.value for error in opened.error)
    assert sentence in told.replace("\\", "").replace("\u2060", "")
    assert "Error" not in told
    assert opened.button(key="try_again").label == "Try again"
    assert [record.message for record in caplog.records if record.exc_info] == []


def test_a_chat_deleted_elsewhere_takes_no_message(opened: AppTest) -> None:
    opened.run()
    opened.chat_input(key="composer").set_value("Hello there").run()
    answered(opened)
    session_id = str(opened.query_params["chat"])
    opened_again = Database(f"sqlite:///{Path.cwd()}/tidemark.db")
    elsewhere = opened_again.scoped(LOCAL)
    elsewhere.sessions.delete(session_id)

    opened.chat_input(key="composer").set_value("Still there?").run()

    assert not elsewhere.sessions.exists(session_id)
    assert not opened.exception
    opened_again.close()


def test_the_memory_of_a_chat_is_a_page_of_its_own(opened: AppTest) -> None:
    opened.run()
    opened.chat_input(key="composer").set_value("I prefer a window seat.").run()
    answered(opened)
    session_id = opened.query_params["chat"]
    opened.button(key="to_memory").click().run()
    assert not opened.exception
    assert opened.query_params["view"] == "memory"
    assert opened.title[0].value == "Memory of this chat"
    assert [header.value for header in opened.header] == [
        "Running summary",
        "Exchanges",
        "Recall check",
        "About you, in all chats",
    ]
    assert "I prefer a window seat" in [text.value for text in opened.text]
    assert len(opened.expander) == 1
    opened.text_input(key=f"index_find_{session_id}").set_value("parrots").run()
    assert "No exchange matches." in [text.value for text in opened.text]
    opened.button(key="recall_check_begin").click().run()
    assert any("no names and no numbers" in text.value for text in opened.text)
    assert any("not whether answers are right" in each.value for each in opened.caption)
    opened.button(key="back_to_chat").click().run()
    assert "view" not in opened.query_params
    assert len(opened.chat_message) == 2


def test_what_is_known_of_the_person_is_theirs_to_change(opened: AppTest) -> None:
    opened.run()
    opened.chat_input(key="composer").set_value("I prefer a window seat.").run()
    answered(opened)
    opened.button(key="to_about_you").click().run()
    assert not opened.exception
    assert [title.value for title in opened.title] == ["About you, in all chats"]
    assert opened.button(key="profile_source_1_1").label.startswith("from “I prefer a window")
    opened.toggle(key="profile_use_1").set_value(False).run()
    opened.text_input(key="profile_add_text").set_value("Call me Sam")
    opened.button(key="profile_add_keep").click().run()
    assert not opened.exception
    opened_again = Database(f"sqlite:///{Path.cwd()}/tidemark.db")
    kept = opened_again.scoped(LOCAL)
    assert [(entry.text, entry.is_enabled) for entry in kept.profile.entries()] == [
        ("I prefer a window seat", False),
        ("Call me Sam", True),
    ]
    opened_again.close()
    assert "added here" in [caption.value for caption in opened.caption]
    opened.text_input(key="profile_add_text").set_value(" ")
    opened.button(key="profile_add_keep").click().run()
    assert [toast.value for toast in opened.toast] == ["Write something first."]
    takes_back_what_was_forgotten(opened)
    opened.button(key="profile_source_1_1").click().run()
    assert len(opened.chat_message) == 2


def takes_back_what_was_forgotten(opened: AppTest) -> None:
    database = Database(f"sqlite:///{Path.cwd()}/tidemark.db")
    kept = database.scoped(LOCAL).profile
    forgotten = kept.get(2)
    kept.forget(2, now=NOW)
    opened.session_state["profile_just_forgotten"] = forgotten  # as by its menu
    opened.run()
    assert "Forgotten: “Call me Sam”" in [text.value for text in opened.text]
    opened.button(key="profile_undo").click().run()
    assert [entry.text for entry in kept.entries()] == ["I prefer a window seat", "Call me Sam"]
    assert kept.forgotten() == ()
    assert "Forgotten: “Call me Sam”" not in [text.value for text in opened.text]
    database.close()


def test_from_what_is_known_of_the_person_one_goes_back_to_the_chat(opened: AppTest) -> None:
    opened.run()
    opened.chat_input(key="composer").set_value("I prefer a window seat.").run()
    answered(opened)
    chat = opened.query_params["chat"]
    opened.button(key="to_about_you").click().run()
    opened.button(key="to_settings").click().run()
    opened.button(key="to_about_you").click().run()
    assert opened.title[0].value == "About you, in all chats"
    opened.button(key="back_to_chat").click().run()
    assert opened.query_params["chat"] == chat
    assert "view" not in opened.query_params


def test_a_reply_says_where_it_comes_from(opened: AppTest) -> None:
    opened.run()
    opened.chat_input(key="composer").set_value("Which hotel in Alfama is quiet?").run()
    answered(opened)
    first = opened.query_params["chat"]
    opened.button(key="new_chat").click().run()
    opened.chat_input(key="composer").set_value("Is a hotel quiet in Alfama?").run()
    answered(opened)
    (origins,) = (each for each in opened.button if each.label.startswith("Based on "))
    assert origins.label == "Based on 1 similar question"
    opened_again = Database(f"sqlite:///{Path.cwd()}/tidemark.db")
    store = opened_again.scoped(LOCAL)
    session_id = str(opened.query_params["chat"])
    assert store.messages.last(session_id, 2)[0].metadata.similar == (1,)
    opened.button(key="to_memory").click().run()
    opened.toggle(key=f"across_{session_id}").set_value(False).run()
    assert not opened.exception
    assert not store.sessions.remembers_across(session_id)
    assert store.sessions.remembers_across(str(first))
    opened_again.close()


def test_insights_are_a_page_of_their_own_for_a_chat_and_for_all(opened: AppTest) -> None:
    opened.run()
    opened.button(key="to_insights").click().run()
    assert not opened.exception
    assert opened.title[0].value == "Insights"
    assert "There are no figures yet" in opened.text[1].value
    opened.button(key="back_to_chat").click().run()
    opened.chat_input(key="composer").set_value("Hello there").run()
    answered(opened)
    opened.button(key="chat_insights").click().run()
    assert not opened.exception
    assert opened.query_params["view"] == "insights"
    assert [header.value for header in opened.header][:2] == ["Memory used", "Tokens saved"]
    assert "<dt>Answers</dt><dd>1</dd>" in "".join(each.value for each in opened.html)
    assert opened.text[0].value == "Hello there"
    drawn = json.loads(opened.get("vega_lite_chart")[0].proto.spec)
    assert drawn["config"]["locale"]["number"]["thousands"] == ","  # as the page writes numbers
    opened.segmented_control(key="insights_of").set_value("all").run()
    assert opened.text[0].value == "All chats"
    opened.button(key="back_to_chat").click().run()
    assert len(opened.chat_message) == 2


def test_a_chat_is_drawn_from_few_statements_and_none_is_sent_for_nothing(opened: AppTest) -> None:
    opened.run()
    opened.chat_input(key="composer").set_value("Hello there").run()
    answered(opened)
    sent: Counter[str] = Counter()

    def hear(*given: object) -> None:
        sent[str(given[2])] += 1

    event.listen(Engine, "before_cursor_execute", hear)
    opened.run()
    event.remove(Engine, "before_cursor_execute", hear)

    assert sent.total() <= 18  # the choices are read again after five seconds
    # Each of three fragments reads what it draws, for each can be drawn alone
    assert max(sent.values()) == 3


def test_a_page_of_a_history_is_drawn_however_long_it_is(
    opened: AppTest, database_url: str
) -> None:
    whole = Database(database_url)
    kept = whole.scoped(LOCAL)
    made = kept.documents.create("record", {"count": 1}, FIRST, now=NOW)
    for number in range(2, 61):
        patch = ({"op": "replace", "path": "/count", "value": number},)
        kept.document_versions.save(
            made.document_key, {"count": number}, patch, FIRST, expected=number - 1, now=NOW
        )
    for number in range(30):
        kept.documents.create(f"plan {number}", {}, FIRST, now=NOW)
    whole.close()
    sent: Counter[str] = Counter()

    def hear(*given: object) -> None:
        sent[str(given[2])] += 1

    opened.query_params["view"] = "documents"
    opened.run()
    names = [each.label for each in opened.button if str(each.key).startswith("show_document_")]
    assert len(names) == 20
    opened.text_input(key="find_document_general").set_value("RECORD").run()
    opened.button(key=f"show_document_{made.document_key}").click().run()
    opened.segmented_control(key=f"document_part_{made.document_key}").set_value("history").run()
    event.listen(Engine, "before_cursor_execute", hear)
    opened.run()
    event.remove(Engine, "before_cursor_execute", hear)
    assert not opened.exception
    rows = [each.label for each in opened.button if str(each.key).startswith("show_version_")]
    assert (len(rows), rows[0]) == (15, "60 · First")
    assert sent.total() <= 12

    opened.button(key="pager_history_next").click().run()
    opened.button(key="show_version_45").click().run()
    assert opened.query_params["version"] == "45"
    opened.button(key="roll_back").click().run()
    assert "version" not in opened.query_params
    assert opened.caption[0].value.startswith("Version 61")


def test_a_shared_document_offers_its_reader_no_change_and_a_broken_file_leaves_its_document(
    opened: AppTest, database_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "record.json"
    whole = Database(database_url)
    hers = whole.scoped(Scope("ruth", "general")).documents
    theirs = hers.create("<b>lease</b>", {"rent": 45}, FIRST, now=NOW).document_key
    hers.share(theirs, "local", "reader", now=NOW)
    own = DocumentService(whole.scoped(LOCAL), lambda: NOW)
    made = own.create("record", {"inci": "WATER"})
    own.bind(made, file)
    whole.close()
    file.write_text("{", encoding="utf-8")
    opened.query_params["view"] = "documents"
    opened.run()
    assert [each.value for each in opened.header] == ["In this notebook", "Shared with you"]
    opened.button(key=f"show_document_{made.document_key}").click().run()
    assert "is not JSON" in opened.warning[0].value
    assert opened.caption[0].value.startswith("Version 1")

    opened.button(key="back_to_documents").click().run()
    opened.button(key=f"show_document_{theirs}").click().run()
    assert "you can read it · shared by ruth" in opened.caption[0].value
    for part in ("branches", "setup", "history", "text", "compare"):
        opened.segmented_control(key=f"document_part_{theirs}").set_value(part).run()
        assert not opened.exception
        offered = {str(each.key) for each in opened.button}
        assert not offered & {
            "begin_branch",
            "merge_do",
            "remove_document",
            "share_do",
            "roll_back",
        }


def test_a_notebook_is_shared_and_taken_back_on_its_page(
    opened: AppTest, database_url: str
) -> None:
    opened.run()
    assert "to_shared" not in {str(each.key) for each in opened.button}
    opened.chat_input(key="composer").set_value("Who books the boat?").run()
    session_id = answered(opened).query_params["chat"]
    go_to(opened, view="notebook")
    with closing(Assistant(Settings(database_url=database_url, engine="scripted"))) as server:
        sharing = server.scoped(Scope("ruth", "general")).sharing
        opened.text_input(key="share_with_notebook").set_value("local")
        opened.button(key="share_do_notebook").click().run()
        assert "nobody" in opened.warning[0].value.replace("\\", "")
        opened.text_input(key="share_with_notebook").set_value("ruth")
        opened.button(key="share_do_notebook").click().run()
        (shared,) = sharing.with_me()
        ruth = server.scoped(Scope("ruth", "general"))
        read = ruth.shared(shared.share_key, session_id).messages()
        assert (shared.access, read[0].content) == ("reader", "Who books the boat?")
        opened.button(key="unshare_notebook_ruth").click().run()
        assert not sharing.with_me()
    assert not opened.exception


def test_what_is_shared_is_read_or_written_in_and_a_reader_is_told_why_there_is_no_composer(
    opened: AppTest, database_url: str
) -> None:
    with closing(Assistant(Settings(database_url=database_url, engine="scripted"))) as server:
        ruth = server.scoped(Scope("ruth", "general"))
        server.report(ruth.ask("Ruth's boat", "hers"))
        ruth.sharing.share_session("hers", "local", "reader")
        opened.run()
        opened.button(key="to_shared").click().run()
        key = server.sharing.with_me()[0].share_key
        opened.button(key=f"shared_open_{key}").click().run()
        assert opened.chat_message[0].text[0].value == "Ruth's boat"
        assert not opened.chat_input
        assert "ruth shares it with you as a reader" in opened.caption[-1].value

        ruth.sharing.share_session("hers", "local", "editor")
        go_to(opened, view="shared", share=str(server.sharing.with_me()[0].share_key))
        opened.chat_input(key="shared_composer").set_value("We leave at nine.").run()
        for _ in range(50):
            opened.run()
            if len(opened.chat_message) == 4 and not opened.chat_input[0].disabled:
                break
        assert not opened.exception
        by = [each.caption[0].value for each in opened.chat_message if each.caption]
        assert by == ["ruth", "local"]

        ruth.sharing.unshare_session("hers", "local")
        opened.run()
        assert not opened.chat_message
        assert "withdrawn" in opened.error[0].value


def test_a_shared_notebook_shows_more_of_its_chats_when_asked(
    opened: AppTest, database_url: str
) -> None:
    with closing(Assistant(Settings(database_url=database_url, engine="scripted"))) as server:
        ruth = server.scoped(Scope("ruth", "general"))
        for number in range(103):
            ruth.database.sessions.ensure(f"boat-{number}", title=f"Boat {number}", now=NOW)
        ruth.sharing.share_notebook("local", "reader")
        key = server.sharing.with_me()[0].share_key
        opened.query_params.update(view="shared", share=str(key))
        opened.run()
        shown = [each for each in opened.button if each.label.startswith("Boat")]
        opened.button(key="shared_more").click().run()
        then = [each for each in opened.button if each.label.startswith("Boat")]
        assert (len(shown), len(then)) == (100, 103)
        assert "shared_more" not in {each.key for each in opened.button}


def go_to(page: AppTest, **said: str) -> None:
    """Point the URL of ``page`` elsewhere."""
    page.query_params.update(said)
    del page.session_state["here"]
    page.run()


def test_the_settings_of_a_notebook_say_that_the_built_in_engine_follows_no_instructions(
    opened: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENGINE", "builtin")
    opened.query_params["view"] = "notebook"
    opened.run()
    assert any("follow no instructions" in each.value for each in opened.caption)


def test_a_page_of_sources_is_drawn_however_many_there_are(
    opened: AppTest, database_url: str
) -> None:
    opened.query_params["view"] = "sources"
    opened.run()
    assert [each.value for each in opened.header] == ["No sources yet"]  # no level is left out
    whole = Database(database_url)
    kept = whole.scoped(LOCAL)
    for number in range(70):
        add(kept, f"{number:02}.md", f"Shed {number} has a red door.")
    pages = [f"Page {number}. " + "The fence is oak. " * 200 for number in range(1, 301)]
    book = add(kept, "book.md", *pages)
    whole.close()
    sent: Counter[str] = Counter()

    def hear(*given: object) -> None:
        sent[str(given[2])] += 1

    opened.run()
    event.listen(Engine, "before_cursor_execute", hear)
    opened.run()
    event.remove(Engine, "before_cursor_execute", hear)
    names = [each.label for each in opened.button if str(each.key).startswith("show_source_")]
    assert (len(names), names[0]) == (20, "book\\.md")
    assert sent.total() <= 5
    opened.button(key="pager_sources_next").click().run()
    assert opened.button(key="pager_sources_previous").disabled is False

    opened.button(key="pager_sources_previous").click().run()
    opened.button(key="show_source_71").click().run()
    opened.number_input(key=f"go_to_{book.version_key}_1").set_value(200).run()
    assert not opened.exception
    (text,) = (each.value for each in opened.html if 'class="source-text' in each.value)
    assert "Page 200." in text
    assert len(text) < 20_000


@pytest.mark.parametrize("then", ["Done.", {"fails": "unreachable"}])
def test_an_undo_is_refused_in_words_where_another_change_came_in_between(
    opened: AppTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, then: str | dict[str, str]
) -> None:
    script = tmp_path / "script.json"
    patch = '[{"op": "replace", "path": "/inci", "value": "OIL"}]'
    arguments = {"name": "record", "patch": patch, "reason": "OIL"}
    calls = [{"name": "edit_document", "arguments": arguments}]
    script.write_text(json.dumps({"replies": [{"calls": calls}, then]}), encoding="utf-8")
    monkeypatch.setenv("SCRIPT_FILE", str(script))
    opened.run()
    with closing(Database(f"sqlite:///{Path.cwd()}/tidemark.db")) as database:
        documents = DocumentService(database.scoped(LOCAL), lambda: NOW)
        record = documents.create("record", {"inci": "WATER"})
        opened.chat_input(key="composer").set_value("Update INCI to OIL").run()
        answered(opened)
        (undo,) = (each for each in opened.button if str(each.key).startswith("undo_document_"))
        documents.replace(record, {"inci": "WAX"}, NewVersion(summary="By hand"))
        undo.click().run()
        assert not opened.exception
        (refused,) = (each.value for each in opened.warning)
        assert refused.startswith("Version 3 came in between")
        assert documents.read(record).content == {"inci": "WAX"}
    keys = [str(each.key).rpartition("_")[0] for each in opened.button]
    assert "changed_since" in keys
    assert "undo_document" not in keys


def test_a_search_shows_all_that_was_found_in_a_chat_when_asked(
    opened: AppTest, database_url: str
) -> None:
    with local_database(database_url) as database:
        begin(database, session_id="auks")
        long = "auk number 4. " + "Other words about the sea and its birds. " * 60 + "auk number 4."
        told = [*(said(f"auk number {at}") for at in range(3)), said(long)]  # two passages of it
        database.messages.add_many("auks", told)

    def hits() -> int:
        return sum(" auk :yellow" in button.label for button in opened.button)

    opened.run()
    opened.text_input(key="find").set_value("number").run()
    assert hits() == 3
    assert opened.button(key="found_more_auks").label == "2 more in this chat"
    opened.button(key="found_more_auks").click().run()
    assert hits() == 5
    opened.text_input(key="find").set_value("number ").run()
    assert hits() == 3
