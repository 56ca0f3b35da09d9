"""The tool ``list_sources``: the names of the sources that the question may use."""

from collections.abc import Iterable, Iterator

from tidemark.tools.base import ToolContext, ToolResult, tool
from tidemark.tools.today import NoArguments

_CHARS_OF_TOKEN = 3


@tool(NoArguments, needs="sources")
def list_sources(_arguments: NoArguments, context: ToolContext) -> ToolResult:
    """List the documents that the user added, by name. Use it when they ask which or how many."""
    if context.knowledge_base is None:
        return ToolResult("")
    names, of = context.knowledge_base.names()
    title = f"{len(names)} of {of} sources, those chosen for this question:"
    if len(names) == of:
        title = f"{of} sources:"
    shown = list(_fitting(names, context.limit_tokens * _CHARS_OF_TOKEN - len(title)))
    more = [f"(and {len(names) - len(shown)} more)"] if len(names) > len(shown) else []
    return ToolResult("\n".join((title, *shown, *more)))


def _fitting(names: Iterable[str], chars: int) -> Iterator[str]:
    """Yield ``names`` as lines of a list that together take ``chars`` at most."""
    for name in names:
        chars -= len(name) + 3
        if chars < 0:
            return
        yield f"- {name}"
