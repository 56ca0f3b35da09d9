"""The tool ``search_knowledge_base``: passages of the notebook's sources."""

from pydantic import Field

from tidemark.prompt.source_fences import place_words
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
    lines = (f"{each.span.source}, {place_words(each.span.place)}: {each.text}" for each in found)
    return ToolResult("\n".join(lines), tuple(each.span for each in found))
