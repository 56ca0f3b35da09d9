"""A model is set up by a pasted key or by a server on this computer; a key stands in .env alone."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assistant import Assistant
from tests.gemini_server import GeminiServer, refuses
from tests.openai_server import OpenAIServer
from tidemark.engines import available_models
from tidemark.engines.available_models import LocalServer
from tidemark.errors import KeyInEnvironment, KeyRefused, SettingsNotWritten
from tidemark.i18n import error_messages
from tidemark.preferences import InvalidPreference
from tidemark.settings import Settings

KEY = "AIza-this-is_no-real-key"
Read = Callable[[], Settings]


@pytest.fixture
def gemini() -> Iterator[GeminiServer]:
    """Gemini, which lists two models that answer and one that does not."""
    with GeminiServer(models=("gemini-9-flash", "gemini-embedding-001", "gemini-9-pro")) as server:
        yield server


@pytest.fixture
def read(tmp_path: Path, gemini: GeminiServer, monkeypatch: pytest.MonkeyPatch) -> Read:
    """Read the settings of a folder with a database and a .env of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GOOGLE_API_KEY", raising=False)
    (tmp_path / ".env").write_text("# Mine\nTRASH_DAYS=7\nGOOGLE_API_KEY=\n", encoding="utf-8")
    (tmp_path / ".env").chmod(0o644)

    def read_settings() -> Settings:
        url = f"sqlite:///{tmp_path / 'mine.db'}"
        return Settings.read(_env_file=".env", database_url=url, gemini_base_url=gemini.url)

    return read_settings


@pytest.fixture
def assistant(read: Read) -> Iterator[Assistant]:
    """An Assistant without a key."""
    opened = Assistant(read())
    yield opened
    opened.close()


def test_a_key_that_works_is_in_force_at_once_and_is_written_to_env_alone(
    assistant: Assistant, read: Read, gemini: GeminiServer, tmp_path: Path
) -> None:
    assert assistant.model_setup.gemini_models() == ()
    assistant.model_setup.connect_gemini(f" {KEY}\n", read)
    assert len(gemini.asked_for("check")) == 1
    assert assistant.configuration.engine.name == "gemini"
    assert assistant.model_setup.gemini_models() == ("gemini-9-flash", "gemini-9-pro")

    env = tmp_path / ".env"
    written = env.read_text(encoding="utf-8").splitlines()
    assert written[:2] == ["# Mine", "TRASH_DAYS=7"]
    assert read().google_api_key.get_secret_value() == KEY
    if os.name == "posix":
        assert env.stat().st_mode & 0o777 == 0o600

    assistant.configuration.choose("engine", "gemini:gemini-9-pro")
    run = assistant.ask("Hello", "s")
    assert assistant.report(run).reply.startswith("Hello from the test server.")
    assert {asked.model for asked in gemini.asked_for("reply")} == {"gemini-9-pro"}
    assistant.transfer.export("s")
    assistant.close()
    holding = {
        path.name
        for path in tmp_path.rglob("*")
        if path.is_file() and KEY.encode() in path.read_bytes()
    }
    assert holding == {".env"}


def test_a_key_that_is_refused_changes_nothing(
    assistant: Assistant, read: Read, gemini: GeminiServer, tmp_path: Path
) -> None:
    gemini.play("check", refuses(400, "API key not valid.", reason="API_KEY_INVALID"))
    before = (tmp_path / ".env").read_bytes()
    with pytest.raises(KeyRefused):
        assistant.model_setup.connect_gemini(KEY, read)
    assert (tmp_path / ".env").read_bytes() == before
    assert assistant.configuration.engine.name == "builtin"


def test_a_key_of_the_environment_goes_before_the_pasted_one(
    assistant: Assistant, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "another")
    with pytest.raises(KeyInEnvironment, match="is set in the environment") as refused:
        assistant.model_setup.connect_gemini(KEY, read)
    assert assistant.configuration.engine.name == "builtin"
    assert error_messages.of(refused.value, "nl") == (
        "Deze sleutel geldt niet: GOOGLE_API_KEY staat in de omgeving, en die gaat voor. Verander "
        "het daar, of haal het er weg."
    )


def test_a_key_that_cannot_be_written_is_refused_in_the_language_of_the_page(
    assistant: Assistant, read: Read, tmp_path: Path
) -> None:
    (tmp_path / ".env").unlink()
    (tmp_path / ".env").mkdir()
    with pytest.raises(SettingsNotWritten) as refused:
        assistant.model_setup.connect_gemini(KEY, read)
    said = error_messages.of(refused.value, "nl")
    assert said.startswith(".env kan niet beschreven worden (")
    assert said.endswith("). Maak het bestand schrijfbaar en probeer het opnieuw.")


def test_a_model_on_this_computer_is_found_chosen_and_asked(assistant: Assistant) -> None:
    with OpenAIServer(port=1234, models=("qwen3:8b", "tiny")) as server:
        found = available_models.local_servers({1: "Nobody", 1234: "LM Studio"})
        assert found == (LocalServer("LM Studio", 1234, ("qwen3:8b", "tiny")),)
        assert found[0] in assistant.model_setup.local_servers()
        assistant.configuration.choose("engine", "local:1234:qwen3:8b")
        assert assistant.report(assistant.ask("Hello", "s")).reply
        assert {asked.model for asked in server.asked_for("reply")} == {"qwen3:8b"}


def test_a_chat_has_a_model_of_its_own_which_its_forks_and_exports_keep(
    assistant: Assistant,
) -> None:
    with OpenAIServer(port=11434, models=("tiny",)) as server:
        begun = assistant.ask("Hello", engine="local:11434:tiny")
        assert assistant.report(begun).engine == "langchain"
        chat = begun.session_id
        assistant.report(assistant.ask("Hello", "other"))
        assert len(server.asked_for("reply")) == 1
        fork = assistant.branches.fork(chat, 1).session_id
        assert assistant.sessions.engine(fork) == "local:11434:tiny"
        exported = assistant.transfer.export_text(fork)
        assert '"engine": "local:11434:tiny"' in exported.splitlines()[0]

        assistant.sessions.choose_engine("other", "local:11434:tiny")
        assistant.report(assistant.ask("Hello", "other"))
        assistant.sessions.choose_engine("other", "")
        assistant.report(assistant.ask("Hello", "other"))
        assert len(server.asked_for("reply")) == 2
        with pytest.raises(InvalidPreference):
            assistant.sessions.choose_engine("other", "local:22:x")


@pytest.mark.parametrize("engine", ["local:22:x", "local:11434:", "gemini:any", "local::x"])
def test_no_other_address_and_no_model_without_a_key_can_be_chosen(
    assistant: Assistant, engine: str
) -> None:
    with pytest.raises(InvalidPreference):
        assistant.configuration.choose("engine", engine)
