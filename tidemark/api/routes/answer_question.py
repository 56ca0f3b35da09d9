"""``POST /answerQuestion``: answers a question with the memory of the person it is asked for."""

import re
from http import HTTPStatus
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from assistant import Assistant
from tidemark.api.callers import of_user
from tidemark.api.idempotency import keep_nothing
from tidemark.api.parameters import MOST
from tidemark.api.problem import responses
from tidemark.schema.questions import ConversationMetadata, MemoryContextUsed, QuestionAsked
from tidemark.schema.turns import SamplingOptions
from tidemark.tables.sandbox import MOST_ROWS
from utils import one_line

router = APIRouter(tags=["questions"], responses=responses(HTTPStatus.CONFLICT))
_NAME_CHARS, _UNKNOWN = 60, 20  # of an unknown field in a warning, and of such warnings
_RESULT = {
    "columns": [{"name": "region", "type": "text"}, {"name": "total", "type": "number"}],
    "rows": [["North", 120.0]],
    "left_out": 0,
    "is_counted": True,
}
_TOKENS = {"prompt_tokens": 90, "completion_tokens": 12, "total_tokens": 102}
_DISCLAIMER = "An answer by a program may be wrong: check what matters."


_MARKS = (
    (re.compile(r"^\s*```.*$\n?", re.MULTILINE), ""),
    (re.compile(r"^#{1,6}\s+", re.MULTILINE), ""),
    (re.compile(r"(\*\*|__|\*|`)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"!?\[([^\]]*)\]\([^)\s]*\)"), r"\1"),
)


class AnswerQuestionRequest(BaseModel):
    """A question.  Without ``user_id`` no past is read, and nothing is stored."""

    model_config = ConfigDict(
        extra="allow",  # clients of the document's API send more fields; `warnings` names them
        json_schema_extra={
            "example": {
                "question": "Show me total sales by region for 2024",
                "user_id": "john@example.com",
                "session_id": None,
                "vdp_database_names": "banking_db",
            }
        },
    )

    question: str
    plot: Annotated[bool, Field(description="Whether to draw the result in `raw_graph`.")] = False
    plot_details: Annotated[
        str, Field(description="The chart: bars or a line; by default the best fit.")
    ] = ""
    embeddings_provider: str = ""
    embeddings_model: str = ""
    vector_store_provider: str = ""
    llm_provider: str = ""
    llm_model: str = ""
    llm_temperature: Annotated[
        float | None,
        Field(ge=0, le=2, description="For a language model; `warnings` says if none answered."),
    ] = None
    llm_max_tokens: Annotated[
        int | None,
        Field(ge=1, le=MOST, description="Limit of the tokens of a language model's answer."),
    ] = None
    vdp_database_names: Annotated[
        str, Field(description="Notebooks to query, separated by commas; empty means General.")
    ] = ""
    vdp_tag_names: Annotated[
        str, Field(description="Accepted and ignored: there are no tags; `warnings` says so.")
    ] = ""
    use_views: Annotated[
        str, Field(description="Tables to query, separated by commas; empty means all.")
    ] = ""
    expand_set_views: Annotated[
        bool,
        Field(description="Whether to query other tables if those of `use_views` cannot answer."),
    ] = True
    custom_instructions: Annotated[
        str, Field(description="For a language model; `warnings` says if none answered.")
    ] = ""
    markdown_response: Annotated[
        bool, Field(description="Whether the answer may contain Markdown.")
    ] = True
    vector_search_k: Annotated[
        int,
        Field(
            ge=0,
            le=MOST,
            description="The most tables a language model is shown, the most relevant.",
        ),
    ] = 5
    vector_search_sample_data_k: Annotated[
        int,
        Field(ge=0, le=MOST, description="The most values of a column a language model is shown."),
    ] = 3
    mode: Annotated[
        Literal["default", "data", "metadata"],
        Field(
            description="`metadata`: no query is run, the answer describes the columns; `data`: a "
            "query must answer, and `warnings` says if none did."
        ),
    ] = "default"
    disclaimer: Annotated[bool, Field(description="Whether a warning ends the answer.")] = False
    verbose: Annotated[bool, Field(description="Whether the query is explained.")] = True
    vql_execute_rows_limit: Annotated[
        int | None,
        Field(
            ge=1,
            le=MOST,
            description=f"Limit of the rows of a result; by default 50, at most {MOST_ROWS}: a "
            "larger one counts as that, and `warnings` says so.",
        ),
    ] = None
    llm_response_rows_limit: Annotated[
        int | None,
        Field(
            ge=1, le=MOST, description="Limit of the rows that the engine reads and the answer has."
        ),
    ] = None
    user_id: Annotated[
        str | None, Field(description="The person the question is asked for: their memory is used.")
    ] = None
    session_id: Annotated[
        str | None,
        Field(
            description="The session to continue, of `user_id`. A new one begins if omitted; an id "
            "that nobody has becomes its id, the id of another person's session does not. If the "
            "session was deleted or has expired, or if no memory is used, `warnings` says so; "
            "`conversation_metadata.session_id` is the session to continue."
        ),
    ] = None
    use_memory: bool = True
    max_history_messages: Annotated[int | None, Field(ge=1, le=50)] = None
    semantic_search_k: Annotated[int | None, Field(ge=0, le=10)] = None


class AnswerQuestionResponse(BaseModel):
    """The answer; memory fields are null if memory was not used.  Times are in seconds."""

    answer: Annotated[str, Field(examples=["North sold most: 120."])]
    sql_query: Annotated[
        str, Field(examples=["SELECT region, sum(amount) AS total FROM sales GROUP BY region"])
    ]
    query_explanation: Annotated[str, Field(examples=["The sum of amount for each region."])]
    tokens: Annotated[dict[str, int], Field(examples=[_TOKENS])]
    execution_result: Annotated[dict[str, Any], Field(examples=[_RESULT])]
    related_questions: Annotated[list[str], Field(examples=[["What is the average amount?"]])]
    tables_used: Annotated[list[str], Field(examples=[["sales"]])]
    raw_graph: Annotated[
        str, Field(description="A chart of the result, as Vega-Lite JSON.", examples=[""])
    ]
    sql_execution_time: Annotated[float, Field(examples=[0.012])]
    vector_store_search_time: Annotated[float, Field(examples=[0.004])]
    llm_time: Annotated[float, Field(examples=[0.03])]
    total_execution_time: Annotated[float, Field(examples=[0.061])]
    conversation_metadata: ConversationMetadata | None
    memory_context_used: MemoryContextUsed | None
    memory_retrieval_time: Annotated[float | None, Field(examples=[0.007])]
    warnings: Annotated[list[str], Field(examples=[[]])]


@router.post("/answerQuestion")
def answer_question(request: Request, asked: AnswerQuestionRequest) -> AnswerQuestionResponse:
    """Answer a question from the sources of its user, in a new session if none is named.

    The user is `user_id`, else `X-User-ID`, else that of the key.  Another user's sources are not
    read: upload sources with `X-User-ID`.
    """
    assistant = of_user(request, asked.user_id or request.headers.get("X-User-ID"))
    settings = assistant.configuration.settings
    engine, warnings = _engine(assistant, asked)
    uses_memory = asked.user_id is not None and asked.use_memory and settings.memory_enabled
    if not uses_memory:
        keep_nothing(request)
        warnings += _unused_session(asked)
    k = asked.semantic_search_k
    answered = assistant.questions.answer(
        QuestionAsked(
            question=asked.question,
            session_id=asked.session_id or None,
            uses_memory=uses_memory,
            databases=_names(asked.vdp_database_names),
            tables=_names(asked.use_views),
            mode=asked.mode,
            engine=engine,
            instructions=asked.custom_instructions,
            history_questions=asked.max_history_messages or settings.memory_max_history_messages,
            similar_questions=settings.memory_semantic_search_k if k is None else k,
            expands_tables=asked.expand_set_views,
            listed_tables=asked.vector_search_k,
            listed_samples=asked.vector_search_sample_data_k,
            rows_limit=asked.vql_execute_rows_limit,
            read_rows=asked.llm_response_rows_limit,
            plots=asked.plot,
            plot_details=asked.plot_details,
            sampling=SamplingOptions(
                temperature=asked.llm_temperature, max_tokens=asked.llm_max_tokens
            ),
        )
    )
    told = answered.model_dump()
    answer = answered.answer if asked.markdown_response else plain(answered.answer)
    told["answer"] = f"{answer}\n\n{_DISCLAIMER}" if asked.disclaimer else answer
    told["query_explanation"] = answered.query_explanation if asked.verbose else ""
    told["warnings"] = [*_unknown(asked), *warnings, *answered.warnings]
    return AnswerQuestionResponse(**told)


def plain(markdown: str) -> str:
    """Return ``markdown`` without the marks of headings, emphasis, code and links.

    >>> plain("## Sales: **North** [2.5](https://a.example)")
    'Sales: North 2.5'
    """
    for marked, kept in _MARKS:
        markdown = marked.sub(kept, markdown)
    return markdown


def _unknown(asked: AnswerQuestionRequest) -> list[str]:
    """Return a warning for each field of a request that nobody reads."""
    return [
        f"The field {one_line(name, _NAME_CHARS)!r} is not known here: it has no effect."
        for name in sorted(asked.model_extra or ())
    ][:_UNKNOWN]


def _unused_session(asked: AnswerQuestionRequest) -> list[str]:
    """Return a warning if a request without memory names a session."""
    if not asked.session_id:
        return []
    why = "memory is off"
    if asked.user_id is None:
        why = "without a user_id there is no memory"
    elif not asked.use_memory:
        why = "use_memory is false"
    named = one_line(asked.session_id, _NAME_CHARS)
    return [f"Session {named!r} was neither read nor continued: {why}."]


def _names(listed: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in listed.split(",") if name.strip()))


def _engine(assistant: Assistant, asked: AnswerQuestionRequest) -> tuple[str, list[str]]:
    """Return the engine that a request names, empty for the configured one, and warnings."""
    configuration = assistant.configuration
    given = configuration.settings
    wished = f"{asked.llm_provider}:{asked.llm_model}".strip(":").casefold()
    chosen = next((each for each in configuration.choices() if wished in _called(each)), "")
    made_by = f"{asked.embeddings_provider}:{asked.embeddings_model}".strip(":").casefold()
    vectors, store = given.embedding_model or "words alone", given.chosen_vector_store
    warnings = []
    if wished and not chosen:
        own = configuration.engine.label
        warnings.append(f"The engine {wished!r} is not configured here: {own} answered.")
    if made_by and made_by not in (vectors.casefold(), *vectors.casefold().split(":", 1)):
        warnings.append(f"The embeddings {made_by!r} are not configured here: {vectors} searched.")
    if asked.vector_store_provider and asked.vector_store_provider.casefold() != store:
        named = asked.vector_store_provider
        warnings.append(f"The vector store {named!r} is not configured here: {store} is used.")
    is_model = chosen != "builtin" if chosen else configuration.engine.is_language_model
    if not is_model and (asked.llm_temperature, asked.llm_max_tokens) != (None, None):
        warnings.append("No language model answered: its temperature and limit are not used.")
    if not is_model and asked.custom_instructions:
        warnings.append("No language model answered: custom_instructions are not followed.")
    if (asked.vql_execute_rows_limit or 0) > MOST_ROWS:
        given_rows = asked.vql_execute_rows_limit
        warnings.append(f"A result has at most {MOST_ROWS} rows, not {given_rows}.")
    if asked.vdp_tag_names:
        warnings.append(f"Tables have no tags here: {asked.vdp_tag_names!r} left out none.")
    return chosen, warnings


def _called(engine: str) -> tuple[str, ...]:
    """Return the names by which a request can choose ``engine``, with its provider or without."""
    kind, _, model = engine.casefold().partition(":")
    whole = f"google:{model}" if kind == "gemini" else model
    provider, _, name = whole.partition(":")
    return tuple(each for each in (engine.casefold(), kind, whole, provider, name) if each)
