"""Settings of the operator, read once by a face from ``.env`` and the environment."""

from pathlib import Path
from typing import Literal, Self

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from tidemark.errors import InvalidSetting

EngineName = Literal["auto", "builtin", "gemini", "langchain", "scripted"]
UnderstandingCalls = Literal["when_needed", "always"]
VectorStoreName = Literal["numpy", "pgvector"]


class Settings(BaseSettings):
    """All settings, frozen.  Each field is the environment variable of the same name."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,  # so that .env.example, copied as it is, means the defaults
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
    engine_timeout_s: float = Field(default=60.0, gt=0)
    token_threshold: int = Field(default=1200, ge=200)  # below 200 a summary leaves no room
    recent_exchanges: int = Field(default=5, ge=1, le=50)
    max_tool_rounds: int = Field(default=4, ge=0, le=8)  # the loop has room for 25 steps
    tool_tokens: int = Field(default=600, ge=200)  # below it five results have no room
    tool_timeout_s: float = Field(default=10.0, gt=0)
    source_tokens: int = Field(default=1200, ge=200)  # below it one passage has no room
    notebook_tokens: int = Field(default=300, ge=0, le=10_000)
    trash_days: int = Field(default=30, ge=0, le=3650)
    document_retention_days: int = Field(default=0, ge=0, le=36_500)
    exports_dir: Path = Path("exports")
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
            name = str(first["loc"][0]).upper() if first["loc"] else "A setting"
            why = first["msg"].removeprefix("Value error, ").lower()
            raise InvalidSetting(name, why) from error
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

    @classmethod
    def default_model(cls) -> str:
        """Return the model of Gemini that is used where none is named."""
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
