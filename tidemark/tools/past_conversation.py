"""The tools that read this session's past: its index of exchanges by topic, and one whole answer.

Neither contains anything the person forgot or excluded.  Only the session itself is read, so that a
stored result is deleted with the session.
"""

from collections.abc import Mapping, Sequence

from pydantic import Field

from database import ScopedDatabase
from tidemark.memory.exchanges import index_entry
from tidemark.memory.forgetting import without
from tidemark.prompt.citations import with_source_marks
from tidemark.prompt.rendering import where_words
from tidemark.schema import Message
from tidemark.schema.sources import SourceSpan
from tidemark.tools.base import ToolArguments, ToolContext, ToolResult, tool
from tidemark.tools.exchange_index import ExchangeIndex

_MOST_LISTED = 10  # exchanges


class TopicArguments(ToolArguments):
    """Arguments of a search in the index."""

    topic: str = Field(
        default="",
        max_length=300,
        description="the topic, as a few words and names; empty for the last exchanges",
    )


class ExchangeArguments(ToolArguments):
    """Arguments that name one exchange."""

    exchange_id: str = Field(
        pattern=r"^e[1-9]\d{0,8}$", description="the id of an exchange, such as e12"
    )


@tool(TopicArguments, needs="memory")
def lookup_past_conversation(arguments: TopicArguments, context: ToolContext) -> ToolResult:
    """Find what was said about a topic earlier in this conversation.

    Returns the exchanges, each on one line with its id, the day, the question and how its answer
    begins.  Use it when the user refers to something said before that you do not see.
    """
    database = context.database
    if database is None:
        return ToolResult("")
    forgotten = database.profile.forgotten()
    index = ExchangeIndex(database)
    found: Sequence[Sequence[Message]]
    if topic := arguments.topic.strip():
        found = index.about(context.session_id, topic, before=context.before)
    else:
        found = index.last(context.session_id, before=context.before, limit=_MOST_LISTED)
    readable = [
        _without_forgotten(each, forgotten) for each in found if not _is_excluded(each, context)
    ]
    entries = map(index_entry, readable[:_MOST_LISTED])
    return ToolResult(
        "\n".join(
            f"{each.exchange_id} ({each.asked_at.date().isoformat()}): {each.line}"
            for each in entries
        )
    )


@tool(ExchangeArguments, needs="memory")
def retrieve_past_answer(arguments: ExchangeArguments, context: ToolContext) -> ToolResult:
    """Read the whole answer of an earlier exchange of this conversation, by its id.

    Use it after lookup_past_conversation, when the line of an exchange is not enough.
    """
    if context.database is None:
        return ToolResult("")
    exchange = _exchange(context.database, arguments.exchange_id, context)
    if not exchange:
        return ToolResult(f"There is no exchange {arguments.exchange_id}.")
    forgotten = context.database.profile.forgotten()
    question, *replies = _without_forgotten(exchange, forgotten)
    passages = tuple(
        dict.fromkeys(
            each
            for reply in replies
            for each in reply.metadata.cited_passages or reply.metadata.passages
        )
    )
    numbers = context.numbers(passages)
    answer = "\n".join(_with_marks(reply, numbers) for reply in replies) or "(not answered)"
    lines = (f"[{numbers[each]}] {where_words(each)}" for each in passages)
    asked = f"{question.timestamp.date().isoformat()}\nuser: {question.content}"
    return ToolResult("\n".join((asked, f"assistant: {answer}", *lines)), passages)


def _with_marks(reply: Message, numbers: Mapping[SourceSpan, int]) -> str:
    """Return the text of ``reply`` with marks for its passages, by ``numbers`` of this turn."""
    metadata = reply.metadata
    known = {at: numbers[each] for at, each in enumerate(metadata.passages, 1) if each in numbers}
    return with_source_marks(reply.content, metadata.citations, known)


def _exchange(
    database: ScopedDatabase, exchange_id: str, context: ToolContext
) -> tuple[Message, ...]:
    position = int(exchange_id.removeprefix("e")) - 1
    if position >= context.before:
        return ()
    found = ExchangeIndex(database).at(context.session_id, position)
    is_its_own = bool(found) and found[0].position == position
    return found if is_its_own and not _is_excluded(found, context) else ()


def _is_excluded(exchange: Sequence[Message], context: ToolContext) -> bool:
    gone = set(context.excluded.message_ids)
    return any(message.id in gone for message in exchange)


def _without_forgotten(
    exchange: Sequence[Message], forgotten: Sequence[str]
) -> tuple[Message, ...]:
    return tuple(_without_texts(message, forgotten) for message in exchange)


def _without_texts(message: Message, forgotten: Sequence[str]) -> Message:
    """Return ``message`` without ``forgotten`` texts; if any was removed, without citations too."""
    content = without(message.content, forgotten)
    if content == message.content:
        return message
    known = message.metadata.model_copy(update={"citations": ()})
    return message.model_copy(update={"content": content, "metadata": known})
