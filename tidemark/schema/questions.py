"""Questions of other programs, their answers, and how much of a person's past was read for them."""

import datetime as dt
from typing import Any, Literal

from pydantic import Field

from tidemark.schema.base import Count, FrozenModel
from tidemark.schema.turns import DEFAULT_SAMPLING, SamplingOptions

QuestionMode = Literal["default", "data", "metadata"]


class QuestionSource(FrozenModel):
    """Where the answer to a question came from: the ``databases`` asked, their ``tables``, by SQL.

    The ``databases`` are notebooks by name; ``sql`` is empty where no table answered.
    """

    databases: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    sql: str = ""


class PastQuestion(QuestionSource):
    """A question that a person asked before, and how like it is to another, from 0 to 1."""

    question: str
    likeness: float = 1.0


class QuestionAsked(FrozenModel):
    """A question, and how to answer it.

    Without ``uses_memory`` nothing of the past is read and nothing is kept.  ``databases`` are
    notebooks by name, ``tables`` those to ask, empty for all; others, too, where it
    ``expands_tables`` and these have no answer.  A language model reads the schema of at most
    ``listed_tables``, with ``listed_samples`` values of each column.  Of a result ``rows_limit``
    rows are kept, and the engine reads ``read_rows`` of them.
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

    conversation_id: str
    session_id: str
    session_name: str
    message_count: int
    created_at: dt.datetime
    updated_at: dt.datetime
    expires_at: dt.datetime
    is_summarized: bool


class MemoryContextUsed(FrozenModel):
    """How much of the past was read for an answer: earlier questions, similar ones, tokens."""

    history_messages_count: int
    similar_queries_count: int
    context_tokens: int
    context_truncated: bool
    memory_enabled: bool = True


class QuestionTokens(FrozenModel):
    """Tokens that an engine read and wrote, as its service counted them, else as we count."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class QuestionAnswered(FrozenModel):
    """An answer; what no table answered has no query.  The memory is None where it was not used."""

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
