"""The tool ``search_knowledge_base``: passages of the notebook's sources."""

from pydantic import Field

from tidemark.prompt.rendering import where_words
from tidemark.tools.base import ToolArguments, ToolContext, ToolResult, tool


class QueryArguments(ToolArguments):
    """Arguments of a search."""

    query: str = Field(
        min_length=1,
        max_length=500,
        description="what to look for: a question, or its important words and names",
    )


@tool(QueryArguments, needs="sources")
def search_knowledge_base(arguments: QueryArguments, context: ToolContext) -> ToolResult:
    """Search the documents that the user added for passages about a query.

    Use it when the answer may stand in a document.
    """
    if context.knowledge_base is None:
        return ToolResult("")
    found = context.knowledge_base.search(arguments.query, limit_tokens=context.limit_tokens)
    numbers = context.numbers(each.span for each in found)
    lines = (f"[{numbers[each.span]}] {where_words(each.span)}: {each.text}" for each in found)
    return ToolResult("\n".join(lines), tuple(each.span for each in found))
