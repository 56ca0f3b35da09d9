"""Settings of the memory that other programs use by ``user_id``: MEMORY_ENABLED and its like.

They are those of the specification of ``/answerQuestion``; docs/settings.md says what each means
here, also where that differs from what it meant there.
"""

from pydantic import AliasChoices, Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class MemorySettings(BaseSettings):
    """The settings that begin with MEMORY_, frozen."""

    model_config = SettingsConfigDict(frozen=True)

    memory_enabled: bool = True
    memory_retention_days: int = Field(default=7, ge=1, le=36_500)
    memory_cleanup_interval_hours: float = Field(default=24.0, gt=0)
    memory_cleanup_batch_size: int = Field(default=100, ge=1, le=10_000)
    memory_max_history_messages: int = Field(default=10, ge=1, le=50)
    memory_semantic_search_k: int = Field(default=3, ge=0, le=10)
    memory_max_context_tokens: int = Field(default=4000, ge=200, le=100_000)
    memory_semantic_similarity_threshold: float = Field(default=0.7, ge=0, le=1)
    memory_summarization_enabled: bool = True
    memory_summarization_threshold: int = Field(default=15, ge=2, le=1000)
    memory_allow_data_export: bool = True
    memory_allow_data_deletion: bool = True
    memory_log_operations: bool = True
    memory_mask_sensitive_data: bool = True
    memory_enable_cross_user_learning: bool = False
    memory_enable_suggestions: bool = True
    memory_suggestion_count: int = Field(
        default=3,
        ge=0,
        le=10,
        validation_alias=AliasChoices("memory_suggestion_count", "suggestion_count"),
    )
