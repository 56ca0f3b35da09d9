"""Settings of the operator, read once by a face from ``.env`` and the environment."""

import re
from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import SettingsConfigDict

from tidemark.errors import InvalidSetting
from tidemark.memory_settings import MemorySettings

EngineName = Literal["auto", "builtin", "gemini", "langchain", "scripted"]
UnderstandingCalls = Literal["when_needed", "always"]
Login = Literal["off", "keys", "oidc"]
LogFormat = Literal["text", "json"]
VectorStoreName = Literal["numpy", "pgvector"]
_LIMIT = re.compile(r"[1-9]\d{0,8}/(second|minute|hour|day)")
_WHY = {  # why a value is refused, by pydantic's name of the error
    "bool_parsing": "should be 0 or 1",
    "int_parsing": "should be a whole number",
    "int_from_float": "should be a whole number",
    "float_parsing": "should be a number",
    "string_pattern_mismatch": "should be at most 80 letters, digits, dots and dashes",
}
_USUAL_LIMIT = "600/minute"  # ten a second for a minute: no person and few programs exceed it


class Settings(MemorySettings):
    """All settings, frozen.  Each field is the environment variable of the same name."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,  # so that an unchanged copy of .env.example means the defaults
        extra="ignore",
        frozen=True,
    )

    database_url: str = "sqlite:///tidemark.db"
    engine: EngineName = "auto"
    google_api_key: SecretStr = SecretStr("")
    model_name: str = "gemini-3.5-flash-lite"
    summary_model_name: str = ""
    model_choices: str = ""
    model_understands: UnderstandingCalls = "when_needed"
    gemini_base_url: str = ""
    llm_api_key: SecretStr = SecretStr("")
    llm_base_url: str = ""
    embedding_model: str = ""
    memory_vector_store: VectorStoreName = "numpy"
    engine_timeout_s: float = Field(default=60.0, gt=0, le=86_400)
    token_threshold: int = Field(default=1200, ge=200)  # below 200 a summary leaves no room
    recent_exchanges: int = Field(default=5, ge=1, le=50)
    max_tool_rounds: int = Field(default=4, ge=0, le=8)  # the loop has room for 25 steps
    tool_tokens: int = Field(default=600, ge=200)  # below it five results have no room
    tool_timeout_s: float = Field(default=10.0, gt=0, le=3600)
    web_search_url: str = ""
    source_tokens: int = Field(default=1200, ge=200)  # below it one passage has no room
    notebook_tokens: int = Field(default=300, ge=0, le=10_000)
    trash_days: int = Field(default=30, ge=0, le=3650)
    document_retention_days: int = Field(default=0, ge=0, le=36_500)
    retention_days: int = Field(default=0, ge=0, le=36_500)
    exports_dir: Path = Path("exports")
    session_files: Path | None = None
    login: Login = "off"
    public_url: str = ""
    oidc_discovery_url: str = ""
    oidc_client_id: str = ""
    oidc_client_secret: SecretStr = SecretStr("")
    oidc_user_claim: str = "sub"
    cookie_secret: SecretStr = SecretStr("")
    rate_limit: str = ""
    rate_limit_storage: str = ""
    cors_origins: str = ""
    log_format: LogFormat = "text"
    otel_exporter_otlp_endpoint: str = ""
    script_file: Path | None = None

    @classmethod
    def read(cls, **given: object) -> Self:
        """Read the settings; values ``given`` by name take precedence.

        Raises:
            InvalidSetting: A value is not allowed; names the first one.
        """
        try:
            return cls(**given)  # type: ignore[arg-type]
        except ValidationError as error:
            first = error.errors()[0]
            # Without a name it is the one check of two settings
            name = str(first["loc"][0]).upper() if first["loc"] else "MEMORY_DB_CONNECTION_STRING"
            why = first["msg"].removeprefix("Value error, ").removeprefix("Input ")
            raise InvalidSetting(name, _WHY.get(first["type"], why)) from error
        except UnicodeDecodeError as error:
            raise InvalidSetting(".env", "is not UTF-8 text") from error

    @field_validator("embedding_model")
    @classmethod
    def _names_a_provider(cls, name: str) -> str:
        provider, _, model = (part.strip() for part in name.partition(":"))
        if name.strip() and not (provider and model):
            raise ValueError("it should be provider:model, such as google:gemini-embedding-001")
        return name.strip()

    @field_validator("memory_vector_store")
    @classmethod
    def _is_of_the_database(cls, store: VectorStoreName, info: ValidationInfo) -> VectorStoreName:
        if store == "pgvector" and str(info.data.get("database_url")).startswith("sqlite"):
            raise ValueError("pgvector is of postgresql; with an sqlite file it is numpy")
        return store

    @field_validator("public_url")
    @classmethod
    def _is_an_address(cls, url: str) -> str:
        if url and not _origin(url):
            raise ValueError("it should be an address such as https://tidemark.example.org")
        return url.rstrip("/")

    @field_validator("cors_origins")
    @classmethod
    def _are_origins(cls, origins: str) -> str:
        if any(_origin(each) != each for each in _listed(origins)):
            raise ValueError("each should be an origin such as https://app.example.org")
        return origins

    @field_validator("rate_limit")
    @classmethod
    def _is_a_limit(cls, limit: str) -> str:
        if limit not in ("", "none") and not all(map(_LIMIT.fullmatch, _listed(limit))):
            raise ValueError("it should be none, or such as 600/minute or 10/second,5000/day")
        return limit

    @classmethod
    def default_model(cls) -> str:
        """Return the default Gemini model."""
        return str(cls.model_fields["model_name"].default)

    @property
    def chosen_engine(self) -> Literal["builtin", "gemini", "langchain", "scripted"]:
        """The engine to use: ``auto`` means Gemini if there is a key, else the built-in one."""
        if self.engine == "auto":
            return "gemini" if self.google_api_key.get_secret_value() else "builtin"
        return self.engine

    @property
    def chosen_vector_store(self) -> VectorStoreName:
        """The vector store to use: without an embedding model always the default."""
        return self.memory_vector_store if self.embedding_model else "numpy"

    @property
    def allowed_origins(self) -> tuple[str, ...]:
        """The origins whose pages may use the API."""
        return tuple(_listed(self.cors_origins))

    @property
    def chosen_rate_limit(self) -> str:
        """The limit for each user: none on a single-user machine, unless one is given."""
        usual = "" if self.login == "off" else _USUAL_LIMIT
        return "" if self.rate_limit == "none" else self.rate_limit or usual


def _listed(values: str) -> list[str]:
    return [each.strip() for each in values.split(",") if each.strip()]


def _origin(url: str) -> str:
    """Return scheme and host of ``url``; empty if it is not a web address."""
    try:
        parts = urlsplit(url)
        is_web = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}" if is_web and not parts.username else ""
