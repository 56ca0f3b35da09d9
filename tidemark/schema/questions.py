"""Questions of other programs, their answers, and how much memory was read for them."""

import datetime as dt
from typing import Annotated, Any, Literal

from pydantic import Field

from tidemark.schema.base import Count, FrozenModel
from tidemark.schema.turns import DEFAULT_SAMPLING, SamplingOptions

QuestionMode = Literal["default", "data", "metadata"]


class QuestionSource(FrozenModel):
    """The source of an answer: the ``databases`` asked, their ``tables``, and the query ``sql``.

    The ``databases`` are notebooks by name; ``sql`` is empty if no table answered.
    """

    databases: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    sql: str = ""


class PastQuestion(QuestionSource):
    """An earlier question of a person, and its similarity to another, from 0 to 1."""

    question: str
    likeness: float = 1.0


class QuestionAsked(FrozenModel):
    """A question, and options for its answer.

    Without ``uses_memory`` no past is read and nothing is stored.  ``databases`` are notebooks by
    name, ``tables`` those to query, empty for all; with ``expands_tables`` others are queried if
    these have no answer.  A language model reads the schema of at most ``listed_tables``, with
    ``listed_samples`` values of each column.  Of a result ``rows_limit`` rows are stored, and the
    engine reads ``read_rows`` of them.
    """

    question: str
    session_id: str | None = None
    uses_memory: bool = True
    databases: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    mode: QuestionMode = "default"
    engine: str = ""
    instructions: str = ""
    history_questions: int = Field(ge=1)
    similar_questions: Count
    expands_tables: bool = True
    listed_tables: Count | None = None
    listed_samples: Count | None = None
    rows_limit: int | None = None
    read_rows: int | None = None
    plots: bool = False
    plot_details: str = ""
    sampling: SamplingOptions = DEFAULT_SAMPLING


class ConversationMetadata(FrozenModel):
    """The session of a question; ``message_count`` counts its questions."""

    conversation_id: Annotated[
        str,
        Field(
            description="The session id if it is a UUID, as those begun here without one are; else "
            "a UUID made of it.",
            examples=["6b1c0c1e-3a3e-4f5a-9d8f-2f1f6f1f7a10"],
        ),
    ]
    session_id: Annotated[str, Field(examples=["6b1c0c1e-3a3e-4f5a-9d8f-2f1f6f1f7a10"])]
    session_name: Annotated[str, Field(examples=["Show me total sales by region for 2024"])]
    message_count: Annotated[int, Field(examples=[2])]
    created_at: dt.datetime
    updated_at: dt.datetime
    expires_at: dt.datetime
    is_summarized: Annotated[bool, Field(examples=[False])]


class MemoryContextUsed(FrozenModel):
    """The memory read for an answer: numbers of earlier and similar questions, and tokens."""

    history_messages_count: Annotated[int, Field(examples=[2])]
    similar_queries_count: Annotated[int, Field(examples=[1])]
    context_tokens: Annotated[int, Field(examples=[210])]
    context_truncated: Annotated[bool, Field(examples=[False])]
    memory_enabled: bool = True


class QuestionTokens(FrozenModel):
    """Tokens an engine read and wrote, counted by its service, else by us."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class QuestionAnswered(FrozenModel):
    """An answer; without a table result it has no query.  Memory is None if it was not used."""

    answer: str
    sql_query: str = ""
    query_explanation: str = ""
    tokens: QuestionTokens
    execution_result: dict[str, Any] = Field(default_factory=dict)
    related_questions: tuple[str, ...] = ()
    tables_used: tuple[str, ...] = ()
    raw_graph: str = ""
    sql_execution_time: float = 0.0
    vector_store_search_time: float = 0.0
    llm_time: float = 0.0
    total_execution_time: float = 0.0
    conversation_metadata: ConversationMetadata | None = None
    memory_context_used: MemoryContextUsed | None = None
    memory_retrieval_time: float | None = None
    warnings: tuple[str, ...] = ()
