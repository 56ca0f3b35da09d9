"""Settings of the memory that other programs use by ``user_id``: MEMORY_ENABLED and the like.

They are those of the specification of ``/answerQuestion``; docs/settings.md explains each, and
where its meaning differs from the specification.
"""

from typing import Any

from pydantic import AliasChoices, Field, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class MemorySettings(BaseSettings):
    """The settings that begin with MEMORY_, frozen."""

    model_config = SettingsConfigDict(frozen=True)

    memory_enabled: bool = True
    memory_db_connection_string: str = ""
    memory_db_pool_size: int = Field(default=5, ge=1, le=1000)
    memory_db_max_overflow: int = Field(default=10, ge=0, le=1000)
    memory_db_pool_timeout: float = Field(default=5.0, gt=0, le=3600)
    memory_db_echo: bool = False
    memory_vector_collection_name: str = Field(default="", pattern=r"^[\w.-]{0,80}$")
    memory_chroma_persist_directory: str = ""
    memory_opensearch_url: str = ""
    memory_retention_days: int = Field(default=7, ge=1, le=36_500)
    memory_cleanup_interval_hours: float = Field(default=24.0, gt=0, le=8784)
    memory_cleanup_batch_size: int = Field(default=100, ge=1, le=10_000)
    memory_max_history_messages: int = Field(default=10, ge=1, le=50)
    memory_semantic_search_k: int = Field(default=3, ge=0, le=10)
    memory_max_context_tokens: int = Field(default=4000, ge=200, le=100_000)
    memory_semantic_similarity_threshold: float = Field(default=0.7, ge=0, le=1)
    memory_summarization_enabled: bool = True
    memory_summarization_threshold: int = Field(default=15, ge=2, le=1000)
    memory_summarization_model: str = ""
    memory_summarization_provider: str = ""
    memory_summarization_temperature: float | None = Field(default=None, ge=0, le=2)
    memory_summarization_max_tokens: int = Field(default=500, ge=50, le=10_000)
    memory_allow_data_export: bool = True
    memory_allow_data_deletion: bool = True
    memory_log_operations: bool = True
    memory_mask_sensitive_data: bool = True
    memory_redis_cache_enabled: bool = False
    memory_redis_url: str = ""
    memory_redis_ttl_seconds: int = Field(default=3600, ge=1)
    memory_embedding_batch_size: int = Field(default=64, ge=1, le=100)
    memory_async_storage: bool = True
    memory_enable_cross_user_learning: bool = False
    memory_enable_suggestions: bool = True
    memory_suggestion_count: int = Field(
        default=3,
        ge=0,
        le=10,
        validation_alias=AliasChoices("memory_suggestion_count", "suggestion_count"),
    )

    @field_validator("memory_chroma_persist_directory", "memory_opensearch_url", "memory_redis_url")
    @classmethod
    def _is_no_other_store(cls, where: str) -> str:
        if where:
            raise ValueError("all of memory lies in the one database; leave it empty")
        return where

    @field_validator("memory_redis_cache_enabled")
    @classmethod
    def _is_no_redis(cls, is_on: bool) -> bool:  # noqa: FBT001 - as pydantic calls it
        if is_on:
            raise ValueError(
                "there is no Redis here: the database answers soon enough; set it to 0"
            )
        return is_on

    @model_validator(mode="before")
    @classmethod
    def _by_their_own_names(cls, given: dict[str, Any]) -> dict[str, Any]:
        """Use two settings in place of equivalent settings of Tidemark, unless these are given."""
        url, own = given.get("memory_db_connection_string"), given.get("database_url")
        if url and own and url != own:
            raise ValueError("it and DATABASE_URL name two databases; one of them is enough")
        model = given.get("memory_summarization_model")
        provider = str(given.get("memory_summarization_provider") or "").lower()
        if model and provider not in ("", "google", "gemini"):
            model = f"{provider}:{model}"
        more = {"database_url": own or url, "summary_model_name": model}
        return {**{name: told for name, told in more.items() if told}, **given}
