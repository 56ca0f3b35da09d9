"""The tool ``search_web``: searches the web through a server named in the settings."""

from pydantic import Field

from tidemark.engines.web_search import WebSearchFailed
from tidemark.nlp.pack_selection import LANGUAGE_PACKS, packs_with_words
from tidemark.nlp.search_terms import content_stems
from tidemark.tools.base import ToolArguments, ToolContext, ToolResult, tool

_MOST_PAGES = 5
_FAILED = "The search did not answer. Say so; do not make up what it would have found."


class WebArguments(ToolArguments):
    """Arguments of a search of the web."""

    query: str = Field(
        min_length=1,
        max_length=200,
        description="what to look for, in words of the user's message alone",
    )


def asks_for_the_web(arguments: ToolArguments, words: str) -> bool:
    """Return whether ``words`` ask for a web search for exactly the words of the query.

    So no text of a source, of memory or of another page can leak through a query.

    >>> words = "Search the web for the tide tables of Ostend"
    >>> asks_for_the_web(WebArguments(query="tide tables Ostend"), words)
    True
    >>> asks_for_the_web(WebArguments(query="Ostend code zebra4711"), words)
    False
    >>> asks_for_the_web(WebArguments(query="tide tables"), "When is it high tide in Ostend?")
    False
    """
    if not isinstance(arguments, WebArguments):
        return False
    return bool(packs_with_words(words, lambda each: each.web)) and any(
        set(content_stems(arguments.query, language)) <= set(content_stems(words, language))
        for language in LANGUAGE_PACKS
    )


@tool(WebArguments, needs="web", requested_by=asks_for_the_web)
def search_web(arguments: WebArguments, context: ToolContext) -> ToolResult:
    """Search the web.

    Use it only when the user asks to look on the web or online. Name the addresses you rest on.
    """
    if context.web is None:
        return ToolResult("")
    try:
        found = context.web.search(arguments.query, most=_MOST_PAGES)
    except WebSearchFailed:
        return ToolResult(_FAILED)
    return ToolResult("\n".join(f"{page.title} <{page.url}>: {page.text}" for page in found))
