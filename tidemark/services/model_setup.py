"""Set-up of a language model: a key for Gemini, or a model served on this computer."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from dotenv import set_key
from pydantic import SecretStr

from tidemark.engines.available_models import LocalServer, gemini_models, local_servers
from tidemark.engines.factory import open_engine
from tidemark.errors import KeyInEnvironment, SettingsNotWritten
from tidemark.services.configuration import Configuration
from tidemark.settings import Settings
from utils import make_private_file

_KEY_NAME = "GOOGLE_API_KEY"


@dataclass(frozen=True)
class ModelSetup:
    """Sets up models for the user of ``configuration``; ``replace`` puts new settings in force.

    A key is written to ``env_file`` and nowhere else.
    """

    configuration: Configuration
    replace: Callable[[Settings], None]
    env_file: Path = Path(".env")

    def connect_gemini(self, key: str, read_settings: Callable[[], Settings]) -> None:
        """Use Gemini with ``key`` from now on, after a real request has shown that the key works.

        ``read_settings`` reads the settings again, with the new key.

        Raises:
            EngineError: Gemini does not accept this key; nothing is changed.
            KeyInEnvironment: The environment has another key.
            SettingsNotWritten: ``env_file`` cannot be written.
        """
        key = key.strip()
        given = self.configuration.given
        model = given.model_name if ":" not in given.model_name else Settings.default_model()
        tried = given.model_copy(
            update={
                "engine": "gemini",
                "google_api_key": SecretStr(key),
                "model_name": model,
                "summary_model_name": "",
            }
        )
        with closing(open_engine(tried)) as engine:
            engine.check()
        self._write(key)
        settings = read_settings()
        if settings.google_api_key.get_secret_value().strip() != key:
            raise KeyInEnvironment(_KEY_NAME)
        self.replace(settings)
        self.configuration.choose("engine", f"gemini:{model}")

    def gemini_models(self) -> tuple[str, ...]:
        """Return the models that Gemini lists for the stored key; empty without a key."""
        given = self.configuration.given
        return gemini_models(given) if given.google_api_key.get_secret_value() else ()

    def local_servers(self) -> tuple[LocalServer, ...]:
        """Return the programs that currently serve models on this computer."""
        return local_servers()

    def _write(self, key: str) -> None:
        try:
            make_private_file(self.env_file)
            self.env_file.chmod(0o600)  # an existing file may be readable by others
            set_key(self.env_file, _KEY_NAME, key, quote_mode="auto", follow_symlinks=True)
        except OSError as error:
            raise SettingsNotWritten(".env", error.strerror or str(error)) from error
