"""Each command keeps its promises: what it prints, where it says it, and the code it ends with."""

import json
import re
import signal
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import cli
from benchmark.databases import local_database
from tests.warnings_as_errors import PYTHON
from tidemark import sample
from tidemark.preferences import Preferences
from tidemark.settings import Settings

ROOT = Path(__file__).parent.parent
TURN_KEYS = [
    "session_id",
    "message_id",
    "reply",
    "marked_reply",
    "citations",
    "passages",
    "support",
    "tool_calls",
    "versions",
    "context_tokens",
    "threshold",
    "summarised",
    "understanding",
    "timings_ms",
    "engine",
]
HEAVY = ("streamlit", "langchain", "langgraph", "sqlalchemy", "alembic", "assistant")
SMALL_BUDGET = {"TOKEN_THRESHOLD": "200"}
TALK = [
    {"role": "user", "content": "Hello", "timestamp": "2026-03-02T18:41:00Z"},
    {"role": "assistant", "content": "Good evening.", "timestamp": "2026-03-02T18:41:08Z"},
    {"role": "user", "content": "Bye", "timestamp": "2026-03-02T18:42:00Z"},
    {"role": "assistant", "content": "Good night.", "timestamp": "2026-03-02T18:42:08Z"},
]

Run = Callable[..., Result]


@pytest.fixture
def environment(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., None]:
    """Set settings as a person does, in the environment."""

    def put(**variables: str) -> None:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)

    monkeypatch.chdir(tmp_path)
    put(
        ENGINE="builtin",
        DATABASE_URL=database_url,
        EXPORTS_DIR=str(tmp_path / "exports"),
    )
    return put


@pytest.fixture
def tidemark(environment: Callable[..., None]) -> Run:
    """Run a command in this process."""
    runner = CliRunner()

    def run(*arguments: object, code: int = 0, stdin: str | None = None) -> Result:
        result = runner.invoke(cli.app, [str(argument) for argument in arguments], input=stdin)
        assert (result.exit_code, "Traceback" in result.output) == (code, False), result.output
        return result

    return run


@pytest.fixture
def script(tmp_path: Path, environment: Callable[..., None]) -> Callable[..., None]:
    """Let a scripted engine speak these replies, and send these summaries."""

    def put(*replies: object, summaries: Sequence[object] = ()) -> None:
        path = tmp_path / "script.json"
        lines = {"replies": replies, "summaries": summaries}
        path.write_text(json.dumps(lines), encoding="utf-8")
        environment(ENGINE="scripted", SCRIPT_FILE=str(path))

    return put


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """Lay down a short conversation of another program."""
    path = tmp_path / "talk.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in TALK), encoding="utf-8")
    return path


@pytest.fixture
def sigint_heard() -> Iterator[None]:
    """Let Ctrl-C be heard, here and in what is started from here.

    A shell without a terminal starts what it puts in the background deaf to it, and all that comes
    of it is so too.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def ctrl_c_after(tmp_path: Path) -> Callable[[int], None]:
    """Press Ctrl-C when the database holds so many messages and the turn of the last has begun."""
    main_thread = threading.main_thread().ident or 0

    def press(messages: int) -> None:
        threading.Thread(target=wait_and_press, args=(messages,), daemon=True).start()

    def wait_and_press(messages: int) -> None:
        while stored(tmp_path / "tidemark.db") < messages:
            time.sleep(0.05)
        time.sleep(0.3)  # the last of them is stored before its turn begins
        signal.pthread_kill(main_thread, signal.SIGINT)

    return press


def stored(path: Path) -> int:
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path)) as connection, suppress(sqlite3.OperationalError):
        count: int = connection.execute("SELECT count(*) FROM messages").fetchone()[0]
        return count
    return 0  # its tables are being made


def objects(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def said(run: Run, session_id: str) -> list[tuple[str, str]]:
    lines = objects(run("show", session_id, "--json"))
    return [(line["role"], line["content"]) for line in lines if line["type"] == "message"]


def test_help_loads_nothing_a_command_may_not_need() -> None:
    done = subprocess.run(
        [*PYTHON, "-X", "importtime", "cli.py", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    modules = [line.rpartition("|")[2].strip() for line in done.stderr.splitlines()]
    loaded = {name.split(".")[0] for name in modules}
    assert "typer" in loaded
    assert sorted(name for name in loaded if name.startswith(HEAVY)) == []
    assert [name for name in modules if name.startswith("tidemark.nlp.dutch")] == []


def test_every_command_is_listed_with_a_whole_sentence(tidemark: Run) -> None:
    listed = tidemark("--help").stdout.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in listed] == [
        "ask",
        "mcp",
        "show",
        "replay",
        "understand",
        "view",
        "doctor",
        "fork",
        "branches",
        "memory",
        "profile",
        "folds",
        "fold",
        "undo",
        "redo",
        "insights",
        "recall-check",
        "settings",
        "notebooks",
        "sessions",
        "find",
        "delete",
        "restore",
        "ingest",
        "reingest",
        "sources",
        "source",
        "search-sources",
        "remove-source",
        "documents",
        "import",
        "export",
        "retention",
        "purge",
        "share",
        "shared",
        "key",
        "notebook",
        "tables",
        "document",
        "user",
        "audit",
    ]
    assert [line for line in listed if not line.endswith(".") or line.endswith("...")] == []


def test_asking_prints_the_reply_and_tells_the_session(
    tidemark: Run, script: Callable[..., None]
) -> None:
    script("Good evening to you.")
    result = tidemark("ask", "Hello", "--session", "evening")
    assert result.stdout == "Good evening to you.\n"
    assert result.stderr == "evening, context 16 / 1200 tokens\n"
    assert said(tidemark, "evening") == [("user", "Hello"), ("assistant", "Good evening to you.")]


def test_asking_again_goes_on_in_the_session(tidemark: Run, script: Callable[..., None]) -> None:
    script("One.")
    first = objects(tidemark("ask", "Hello", "--json"))[0]
    script("Two.")
    tidemark("ask", "Bye", "--session", first["session_id"])
    assert said(tidemark, first["session_id"]) == [
        ("user", "Hello"),
        ("assistant", "One."),
        ("user", "Bye"),
        ("assistant", "Two."),
    ]


def test_a_turn_as_json_is_one_object_with_all_its_keys(
    tidemark: Run, script: Callable[..., None]
) -> None:
    script("Good evening to you.")
    (turn,) = objects(tidemark("ask", "Hello", "--session", "evening", "--json"))
    assert list(turn) == TURN_KEYS
    assert turn["timings_ms"].keys() == {"context", "recall", "ambiguity", "responder", "save"}
    assert turn["understanding"]["is_ambiguous"] is False
    assert {key: turn[key] for key in ("session_id", "reply", "context_tokens", "threshold")} == {
        "session_id": "evening",
        "reply": "Good evening to you.",
        "context_tokens": 16,
        "threshold": 1200,
    }
    assert (turn["summarised"], turn["engine"]) == (None, "scripted")


def test_a_fold_is_told_in_words_and_in_json(
    tidemark: Run, environment: Callable[..., None]
) -> None:
    environment(**SMALL_BUDGET)
    long = "I prefer the train. " + "We talked about it. " * 30
    tidemark("ask", long, "--session", "s")
    (turn,) = objects(tidemark("ask", long, "--session", "s", "--json"))
    assert list(turn["summarised"]) == ["from_index", "to_index", "tokens_before", "tokens_after"]
    assert (turn["summarised"]["from_index"], turn["summarised"]["to_index"]) == (0, 1)
    told = tidemark("ask", long, "--session", "s").stderr.splitlines()[0]
    assert told.startswith("Messages 3 to 4 were summarised: the context went from ")


def test_without_memory_nothing_is_kept(tidemark: Run, script: Callable[..., None]) -> None:
    script("Good evening.")
    result = tidemark("ask", "Hello", "--no-memory")
    assert (result.stdout, result.stderr) == ("Good evening.\n", "")
    assert tidemark("sessions").stdout == ""


def test_a_turn_that_fails_keeps_the_question(tidemark: Run, script: Callable[..., None]) -> None:
    script({"text": "Well", "fails": "unreachable"})
    result = tidemark("ask", "Hello", "--session", "s", code=1)
    assert result.stdout == "Well"
    assert "could not be reached" in result.stderr
    assert said(tidemark, "s") == [("user", "Hello"), ("assistant", "Well")]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["ask", " "], "The message is empty"),
        (["ask", "a " * 200_000 + "!"], "Upload the text as a source instead"),
        (["ask", "a", "--session", "a b"], "'a b' is not a session id"),
        (["show", "gone"], "There is no session 'gone'"),
        (["show", "gone", "--json"], "There is no session 'gone'"),
        (["export", "gone"], "There is no session 'gone'"),
        (["delete", "gone", "--yes"], "There is no session 'gone'"),
        (["import", "gone.jsonl"], "gone.jsonl: it cannot be read"),
        (["replay", "gone.jsonl"], "gone.jsonl: it cannot be read"),
        (["understand", "--batch", "gone.jsonl"], "gone.jsonl"),
        (["understand"], "--batch"),
        (["chat"], "No such command"),
    ],
    ids=" ".join,
)
def test_what_the_person_can_mend_ends_with_2(
    tidemark: Run, arguments: list[str], sentence: str
) -> None:
    result = tidemark(*arguments, code=2)
    assert (result.stdout, sentence in result.stderr) == ("", True)


@pytest.mark.parametrize(
    ("variable", "sentence"),
    [
        ({"TOKEN_THRESHOLD": "3"}, "TOKEN_THRESHOLD: "),
        ({"DATABASE_URL": "sqlite:///:memory:"}, "is in memory"),
        ({"DATABASE_URL": "sqlite:///script.json"}, "is not a Tidemark database"),
    ],
    ids=str,
)
def test_what_the_operator_can_mend_ends_with_1(
    tidemark: Run,
    script: Callable[..., None],
    environment: Callable[..., None],
    variable: dict[str, str],
    sentence: str,
) -> None:
    script("A text, and no database.")
    environment(**variable)
    result = tidemark("sessions", code=1)
    assert (result.stdout, sentence in result.stderr) == ("", True)


def test_a_place_that_cannot_be_written_is_told_in_a_sentence(
    tidemark: Run, environment: Callable[..., None], talk: Path
) -> None:
    tidemark("import", talk, "--session", "s")
    environment(EXPORTS_DIR=str(talk))
    assert tidemark("export", "s", code=1).stderr == f"{talk}: File exists.\n"


def test_a_view_is_printed_with_what_it_holds_and_what_did_not_fit(
    tidemark: Run, tmp_path: Path
) -> None:
    tidemark("import", sample.ENGLISH.path, "--session", "lake")
    questions = tmp_path / "questions.jsonl"
    questions.write_text('{"question": "What can Ruth not manage?"}\n{"question": "Thanks!"}\n')

    ruth, thanks = objects(tidemark("view", "lake", "--batch", questions, "--json"))
    assert list(ruth) == ["tokens", "threshold", "pieces", "left_out", "ms", "source_tokens"]
    assert list(ruth["pieces"][0]) == [
        "kind",
        "message_ids",
        "tokens",
        "reason",
        "text",
        "source",
    ]
    assert ruth["tokens"] <= ruth["threshold"] == 1200
    stairs = [piece for piece in ruth["pieces"] if "cannot manage stairs" in piece["text"]]
    assert stairs
    assert not [piece for piece in thanks["pieces"] if piece["kind"] == "recalled"]
    told = tidemark("view", "lake", "What can Ruth not manage?").stdout
    assert told.startswith(f"{ruth['tokens']} of 1200 tokens, ")
    assert "cannot manage stairs" in told


@pytest.mark.parametrize("given", [[], ["Which?", "--batch", "some.jsonl"]])
def test_a_view_is_of_one_question_or_of_a_file(tidemark: Run, given: list[str]) -> None:
    refused = tidemark("view", "lake", *given, code=2)
    assert "give a question, or --batch FILE" in refused.stderr


def test_a_prompt_is_printed_as_it_was_sent(tidemark: Run) -> None:
    tidemark("ask", "We fly to Lisbon on 3 May.", "--session", "lake")
    tidemark("ask", "Where to?", "--session", "lake")

    (report,) = objects(tidemark("show", "lake", "--turn", 2, "--prompt", "--json"))
    told = tidemark("show", "lake", "--turn", 2, "--prompt").stdout

    assert (report["turn"], report["attempts"], report["is_as_sent"]) == (2, 1, True)
    assert [line["role"] for line in report["prompt"]] == ["user", "assistant", "user"]
    assert told.startswith(f"Turn 2: {report['tokens']} of 1200 tokens by our count\n")
    assert f"SHA-256 {report['sha256']}, as it was sent" in told
    for line in report["prompt"]:
        assert f"\n---- {line['role']} ----\n{line['content']}\n" in told
    assert "  message, not summarised yet: We fly to Lisbon on 3 May.\n" in told
    missing = tidemark("show", "lake", "--turn", 3, "--prompt", code=2)
    assert "Of turn 3 of session 'lake'" in missing.stderr


@pytest.mark.parametrize("given", [["--turn", "2"], ["--prompt"]])
def test_a_prompt_is_that_of_a_turn(tidemark: Run, given: list[str]) -> None:
    refused = tidemark("show", "lake", *given, code=2)
    assert "give --turn N and --prompt together" in refused.stderr


def test_the_prompts_of_a_session_are_rebuilt_and_those_that_differ_are_told(
    tidemark: Run, tmp_path: Path
) -> None:
    for question in ("We fly to Lisbon on 3 May.", "Where to?"):
        tidemark("ask", question, "--session", "lake")

    alike = tidemark("replay", "lake", "--stored", "--json")
    assert alike.stderr == "2 prompts rebuilt, 0 different from what was sent.\n"
    assert [
        (line["turn"], line["from_its_row"], line["chosen_anew"]) for line in objects(alike)
    ] == [
        (1, True, True),
        (2, True, True),
    ]
    with closing(sqlite3.connect(tmp_path / "tidemark.db")) as connection, connection:
        connection.execute("UPDATE messages SET content = 'Porto' WHERE position = 0")

    differing = tidemark("replay", "lake", "--stored", code=1)
    assert differing.stdout.splitlines() == [
        "Turn 1: the snapshot does not give the prompt that was sent.",
        "Turn 2: the snapshot does not give the prompt that was sent.",
    ]
    assert differing.stderr == "2 prompts rebuilt, 2 different from what was sent.\n"
    tidemark("replay", "nowhere", "--stored", code=2)


def test_sessions_are_listed_newest_first(tidemark: Run, talk: Path) -> None:
    tidemark("import", talk, "--session", "older")
    tidemark("ask", "Hello", "--session", "newer")
    listed = objects(tidemark("sessions", "--json"))
    assert [line["session_id"] for line in listed] == ["newer", "older"]
    older = tidemark("sessions").stdout.splitlines()[1]
    assert re.fullmatch(r"older  \d{4}-\d\d-\d\d \d\d:\d\d       4  Hello", older)


def test_a_session_is_shown_with_its_folds_and_summaries(tidemark: Run) -> None:
    tidemark("import", sample.ENGLISH.path, "--session", "lake")
    shown = tidemark("show", "lake").stdout
    assert "\n1. You, 2026-03-02 18:41\nMy grandmother Ruth turns 80" in shown
    assert shown.count("\n---- a summary covers messages ") == 2
    assert "\nSummary of messages 1 to " in shown
    assert "\n  constraints: " in shown


def test_what_a_terminal_would_obey_is_not_shown(tidemark: Run, tmp_path: Path) -> None:
    path = tmp_path / "wild.jsonl"
    path.write_text('{"role": "user", "content": "a\\u001b[2Jb\\u009bc"}', encoding="utf-8")
    tidemark("import", path, "--session", "wild")
    for command in (["show", "wild"], ["sessions"]):
        assert not {"\x1b", "\x9b"} & set(tidemark(*command).stdout)


def test_an_import_reports_every_exchange(tidemark: Run) -> None:
    result = tidemark("import", sample.ENGLISH.path, "--json")
    turns = objects(result)
    assert [list(turn) for turn in turns] == [TURN_KEYS] * 39
    assert sum(turn["summarised"] is not None for turn in turns) == 2
    assert turns[-1]["context_tokens"] <= 1200
    (session_id,) = {turn["session_id"] for turn in turns}
    assert result.stderr == f"Imported 78 messages and 2 summaries into {session_id}.\n"


def test_an_import_keeps_the_times_of_the_file(tidemark: Run, talk: Path) -> None:
    tidemark("import", talk, "--session", "s")
    lines = objects(tidemark("show", "s", "--json"))
    stored = [
        {key: line[key] for key in ("role", "content", "timestamp")}
        for line in lines
        if line["type"] == "message"
    ]
    assert stored == TALK


def test_a_bad_file_stores_nothing(tidemark: Run, talk: Path) -> None:
    with talk.open("a", encoding="utf-8") as file:
        file.write('{"role": "user"}\n')
    result = tidemark("import", talk, code=2)
    assert result.stderr.startswith('talk.jsonl, line 5: "content" is missing.')
    assert tidemark("sessions").stdout == ""


def test_an_export_comes_back_line_by_line(
    tidemark: Run, environment: Callable[..., None], tmp_path: Path
) -> None:
    tidemark("import", sample.ENGLISH.path, "--session", "lake")
    tidemark("ask", "What did we decide about the cake?", "--session", "lake")
    path = Path(tidemark("export", "lake").stdout.strip())
    assert path == tmp_path / "exports" / "lake.jsonl"
    first = path.read_bytes()
    tidemark("ask", "Hello", "--session", "other")
    assert Path(tidemark("export", "lake", "other").stdout.strip()).suffix == ".zip"
    environment(DATABASE_URL=f"sqlite:///{tmp_path / 'other.db'}")
    turns = objects(tidemark("import", path, "--json"))
    assert ({turn["session_id"] for turn in turns}, len(turns)) == ({"lake"}, 40)
    assert tidemark("export", "lake").stdout.strip() == str(path)
    assert path.read_bytes() == first


def test_an_export_speaks_the_language_of_settings_or_the_one_asked_for(
    tidemark: Run, talk: Path
) -> None:
    tidemark("import", talk, "--session", "s")

    def begins(*asked: str) -> str:
        path = tidemark("export", "s", "--format", "markdown", *asked).stdout.strip()
        return Path(path).read_text(encoding="utf-8").split("## ")[1].partition(" ")[0]

    assert (begins(), begins("--language", "nl")) == ("You", "Jij")
    tidemark("settings", "language", "nl")
    assert (begins(), begins("--language", "en")) == ("Jij", "You")


def test_a_key_is_printed_once_listed_by_its_beginning_and_revoked(tidemark: Run) -> None:
    made = tidemark("key", "add", "phone", "--user", "anna", "--scope", "act-as", "--days", "9")
    secret = made.stdout.strip()
    assert secret.startswith("tm_")
    assert made.stderr == "Keep it: it is not shown again.\n"
    listed = tidemark("key", "list", "--user", "anna").stdout
    assert f"   1  {secret[:11]}...  act-as      never used        phone, until " in listed
    assert secret not in listed
    assert tidemark("key", "list").stdout == ""
    assert "no key 1" in tidemark("key", "revoke", "1", code=2).stderr
    assert tidemark("key", "revoke", "1", "--user", "anna").stderr == "Key 1 was revoked.\n"
    assert "revoked" in tidemark("key", "list", "--user", "anna").stdout
    assert "no scope" in tidemark("key", "add", "phone", "--scope", "all", code=2).stderr


def test_a_chat_is_shared_with_a_person_and_taken_back(tidemark: Run) -> None:
    tidemark("ask", "Hello", "--session", "s")
    tidemark("share", "s", "anna", "--as", "editor")
    assert tidemark("shared", "--user", "anna").stdout == "   1  session   editor  local  Hello\n"
    assert tidemark("share", "s", "anna", "--as", "nobody").stderr == "anna: nobody\n"
    assert tidemark("shared", "--user", "anna").stdout == ""
    assert "nobody you can share" in tidemark("share", "s", "local", code=2).stderr


def test_importing_what_is_there_does_nothing(tidemark: Run, talk: Path) -> None:
    tidemark("import", talk, "--session", "s")
    path = tidemark("export", "s").stdout.strip()
    again = tidemark("import", path)
    assert again.stderr == "s holds this conversation already: nothing to do.\n"
    assert len(tidemark("sessions").stdout.splitlines()) == 1


def test_importing_over_another_conversation_takes_a_new_id(tidemark: Run, talk: Path) -> None:
    tidemark("import", talk, "--session", "s")
    path = tidemark("export", "s").stdout.strip()
    tidemark("ask", "One more thing", "--session", "s")
    told = tidemark("import", path).stderr
    (_, other) = (line["session_id"] for line in objects(tidemark("sessions", "--json")))
    assert other != "s"
    assert told == (
        f"Imported 4 messages and 0 summaries into {other}, because s holds another conversation.\n"
    )


def test_a_replay_asks_every_question_once(
    tidemark: Run, script: Callable[..., None], talk: Path
) -> None:
    script("First.", "Second.")
    turns = objects(tidemark("replay", talk, "--session", "again", "--json"))
    assert [list(turn) for turn in turns] == [TURN_KEYS] * 2
    again = tidemark("replay", talk, "--session", "again", "--json")
    assert (again.stdout, again.stderr) == ("", "again has answers to all 2 questions.\n")
    assert said(tidemark, "again") == [
        ("user", "Hello"),
        ("assistant", "First."),
        ("user", "Bye"),
        ("assistant", "Second."),
    ]


def test_a_replay_that_failed_goes_on_where_it_was_left(
    tidemark: Run, script: Callable[..., None], talk: Path
) -> None:
    script("First.", {"fails": "quota"})
    failed = tidemark("replay", talk, "--session", "again", "--json", code=1)
    assert [turn["reply"] for turn in objects(failed)] == ["First."]
    assert failed.stderr.splitlines()[0] == (
        f"Stopped after 1 of 2 questions. To continue: replay {talk} --session again"
    )
    script("Second.")
    rest = tidemark("replay", talk, "--session", "again", "--json")
    assert [turn["reply"] for turn in objects(rest)] == ["Second."]


def test_a_replay_into_another_conversation_is_refused(tidemark: Run, talk: Path) -> None:
    tidemark("ask", "Something else", "--session", "s")
    told = tidemark("replay", talk, "--session", "s", code=2).stderr
    assert told.startswith("Session 's' does not begin with these questions.")


def test_questions_are_understood_line_by_line(tidemark: Run) -> None:
    batch = [
        {"history": [{"role": "user", "content": "I fly to Lisbon."}], "question": "And when?"},
        {"history": [{"role": "assistant", "content": ""}], "question": "Who wrote Emma?", "id": 7},
    ]
    stdin = "\n".join(json.dumps(line) for line in batch)
    found = objects(tidemark("understand", "--batch", "-", "--json", stdin=stdin))
    keys = [
        "is_ambiguous",
        "rewritten_query",
        "possible_interpretations",
        "needed_context_from_memory",
        "clarifying_questions",
        "final_augmented_context",
        "needs_context",
        "needs_context_score",
    ]
    assert [list(line) for line in found] == [keys, keys]
    scores = [line["needs_context_score"] for line in found]
    assert 1 >= scores[0] > scores[1] >= 0
    assert found[0]["needs_context"] is True
    assert tidemark("sessions").stdout == ""


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "it is not JSON (expecting property name enclosed in double quotes, column 2)"),
        ('{"history": []}', '"question" is missing'),
        ('{"question": ""}', '"question" is empty'),
        (
            '{"history": [{"role": "system", "content": "a"}], "question": "b"}',
            "\"history[0].role\" should be 'user' or 'assistant'",
        ),
    ],
)
def test_a_bad_line_of_a_batch_is_named(tidemark: Run, tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "batch.jsonl"
    path.write_text(f'{{"question": "Who wrote Emma?"}}\n{line}\n', encoding="utf-8")
    result = tidemark("understand", "--batch", path, "--json", code=2)
    assert result.stderr.startswith(f"batch.jsonl, line 2: {why}.")
    assert result.stdout == ""


def test_deleting_for_ever_asks_first(tidemark: Run, talk: Path) -> None:
    tidemark("import", talk, "--session", "s")
    refused = tidemark("delete", "s", "--permanently", code=1, stdin="n\n")
    assert "Delete 'Hello' and its 4 messages?" in refused.stderr
    assert len(tidemark("sessions").stdout.splitlines()) == 1
    assert tidemark("delete", "s", "--permanently", "--yes").stderr == "s was deleted.\n"
    assert tidemark("sessions").stdout == ""


def test_an_emptied_session_restored_from_the_trash_replaces_the_empty_one(
    tidemark: Run, talk: Path, database_url: str
) -> None:
    tidemark("import", talk, "--session", "s")
    (imported,) = objects(tidemark("sessions", "--json"))
    tidemark("delete", "s")
    with local_database(database_url) as database:  # as the page empties a chat
        trashed_at = database.session_lists.anywhere("s").trashed_at
        assert trashed_at is not None
        database.sessions.begin("begun", title=imported["title"], now=trashed_at)
    said = tidemark("restore", "s").stderr
    assert said == "s was restored.\nbegun, which was empty, is in the trash.\n"
    listed = [each["session_id"] for each in objects(tidemark("sessions", "--json"))]
    assert listed == ["s"]


def test_a_deleted_session_lies_in_the_trash_and_comes_back(tidemark: Run, talk: Path) -> None:
    tidemark("import", talk, "--session", "s")
    assert tidemark("delete", "s").stderr == "s is in the trash. To restore it: restore s\n"
    assert tidemark("sessions").stdout == ""
    assert "Hello" in tidemark("sessions", "--trash").stdout
    for refused in ("delete", "show", "export"):
        assert "is in the trash" in tidemark(refused, "s", code=2).stderr
    assert "Nothing found." in tidemark("find", "hello").stderr
    assert tidemark("restore", "s").stderr == "s was restored.\n"
    assert "is not in the trash" in tidemark("restore", "s", code=2).stderr
    found = tidemark("find", "hello")
    assert "Hello" in found.stdout
    assert "in 1 session." in found.stderr
    assert [each["session_id"] for each in objects(tidemark("find", "hell", "--json"))] == ["s"]
    tidemark("delete", "s")
    assert tidemark("delete", "s", "--permanently", "--yes").stderr == "s was deleted.\n"
    assert "There is no session" in tidemark("restore", "s", code=2).stderr


def test_the_doctor_finds_everything_in_order(tidemark: Run) -> None:
    found = objects(tidemark("doctor", "--json"))
    assert [(check["name"], check["ok"]) for check in found] == [
        ("settings", True),
        ("vocabulary", True),
        ("database", True),
        ("engine", True),
        ("files", True),
    ]


@pytest.mark.parametrize(
    ("variable", "broken"),
    [
        ({"DATABASE_URL": "sqlite:///:memory:"}, "database"),
        ({"ENGINE": "gemini"}, "engine"),
        ({"TOKEN_THRESHOLD": "many"}, "settings"),
    ],
    ids=str,
)
def test_the_doctor_names_what_is_broken_and_what_to_do(
    tidemark: Run, environment: Callable[..., None], variable: dict[str, str], broken: str
) -> None:
    environment(**variable)
    found = objects(tidemark("doctor", "--json", code=1))
    assert [check["name"] for check in found if not check["ok"]] == [broken]
    assert all(check["ok"] or check["next_step"] for check in found)
    assert f"fails  {broken}" in tidemark("doctor", code=1).stdout


@pytest.mark.usefixtures("sigint_heard")
def test_ctrl_c_stops_the_turn_and_keeps_what_was_said(
    tidemark: Run, script: Callable[..., None], tmp_path: Path
) -> None:
    script({"text": "One two three four five.", "pause_s": 2})
    asking = subprocess.Popen(
        [*PYTHON, ROOT / "cli.py", "ask", "Count", "--session", "s"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with asking:
        assert asking.stdout is not None
        assert asking.stderr is not None
        assert asking.stdout.read(3) == "One"
        asking.send_signal(signal.SIGINT)
        told = asking.stderr.read()
    assert asking.returncode == 128 + signal.SIGINT
    assert told == "\nStopped. The answer so far is stored in s.\n"
    (question, (role, partial)) = said(tidemark, "s")
    assert (question, role, partial[:3]) == (("user", "Count"), "assistant", "One")


@pytest.mark.usefixtures("sigint_heard")
def test_ctrl_c_in_a_replay_tells_how_to_go_on(
    tidemark: Run, script: Callable[..., None], ctrl_c_after: Callable[[int], None], talk: Path
) -> None:
    script("First.", {"text": "Second.", "wait_s": 60})
    ctrl_c_after(3)
    told = tidemark("replay", talk, "--session", "again", code=130).stderr
    assert told == f"Stopped after 1 of 2 questions. To continue: replay {talk} --session again\n"
    script("Second.")
    tidemark("replay", talk, "--session", "again")
    assert [content for _, content in said(tidemark, "again")] == [
        "Hello",
        "First.",
        "Bye",
        "Second.",
    ]


@pytest.mark.usefixtures("sigint_heard")
def test_ctrl_c_in_an_import_leaves_nothing(
    tidemark: Run, script: Callable[..., None], ctrl_c_after: Callable[[int], None]
) -> None:
    script(summaries=[{"text": "{}", "wait_s": 60}])
    ctrl_c_after(30)
    told = tidemark("import", sample.ENGLISH.path, "--session", "lake", code=130).stderr
    assert told == "Stopped: nothing was imported.\n"
    assert tidemark("sessions", "--json").stdout == ""


def test_settings_that_are_no_text_are_told_in_a_sentence(
    tidemark: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(Settings.model_config, "env_file", ".env")
    (tmp_path / ".env").write_bytes(b"ENGINE=\xff")
    assert tidemark("sessions", code=1).stderr.startswith(".env: is not UTF-8 text.")


def test_the_same_plain_file_under_the_same_id_is_stored_once(
    tidemark: Run, tmp_path: Path
) -> None:
    tidemark("import", sample.ENGLISH.path, "--session", "lake")
    told = tidemark("import", sample.ENGLISH.path, "--session", "lake").stderr
    assert "lake" in told
    assert len(tidemark("sessions", "--json").stdout.splitlines()) == 1


def test_files_become_sources_that_are_listed_read_searched_and_removed(
    tidemark: Run, tmp_path: Path
) -> None:
    folder = tmp_path / "garden"
    folder.mkdir()
    (folder / "rules.md").write_text(
        "# Rules\n\nWater before nine.\n\n## Fees\n\nA plot is 45 euros."
    )
    (folder / "blank.txt").write_text("")
    dry = objects(tidemark("ingest", folder, "--dry-run", "--json"))
    assert [(each["source"], each["state"]) for each in dry] == [
        ("blank.txt", "refused"),
        ("rules.md", "new"),
    ]
    assert tidemark("sources", "--json").stdout == ""
    assert "2 sections" not in tidemark("ingest", folder).stdout
    (folder / "fees.md").write_text("A plot is 45 euros.")
    assert "fees.md  (markdown, 1 passage)" in tidemark("ingest", folder / "fees.md").stdout
    told = tidemark("sources").stdout.splitlines()[-1].split()
    assert told == ["markdown", "v1", "1", "passage", "19", "characters", "fees.md"]
    tidemark("remove-source", "fees.md")
    (listed,) = objects(tidemark("sources", "--json"))
    assert (listed["name"], listed["newest"]["passages"]) == ("rules.md", 2)
    (whole,) = objects(tidemark("source", "rules.md", "--version", 1, "--json"))
    asked = tmp_path / "asked.jsonl"
    lines = (
        {"question": "What is a plot?", "sources": ["rules.md"]},
        {"question": "And it?", "history": [{"role": "user", "content": "Tell me of a plot"}]},
    )
    asked.write_text("\n".join(map(json.dumps, lines)))
    for found in objects(tidemark("search-sources", "--batch", asked, "--limit", 1)):
        assert list(found) == ["passages", "ms"]
        (passage,) = found["passages"]
        assert list(passage) == ["source", "version", "place", "start", "end", "text", "score"]
        assert whole["text"][passage["start"] : passage["end"]] == passage["text"]
        assert passage["text"].endswith("A plot is 45 euros.")
        assert passage["place"]["headings"] == ["Rules", "Fees"]
    assert "Rules › Fees" in tidemark("search-sources", "plot").stdout
    assert tidemark("source", "none.md", code=2).stdout == ""
    tidemark("ingest", folder / "blank.txt", code=2)
    tidemark("remove-source", "rules.md")
    assert tidemark("sources", "--json").stdout == ""


def test_the_help_of_settings_names_each_of_them(tidemark: Run) -> None:
    words = set(re.findall(r"\w+", tidemark("settings", "--help").stdout))
    assert set(Preferences.model_fields) <= words
