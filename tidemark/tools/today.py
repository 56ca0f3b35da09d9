"""The tool ``today``: the date, the weekday and the time where the person is."""

from tidemark.tools.base import ToolArguments, ToolContext, ToolResult, tool


class NoArguments(ToolArguments):
    """No arguments."""


@tool(NoArguments)
def today(_arguments: NoArguments, context: ToolContext) -> ToolResult:
    """Get today's date, the weekday and the time where the user is."""
    now = context.now
    week = now.isocalendar().week
    return ToolResult(f"{now:%A} {now.date().isoformat()}, {now:%H:%M} ({now:%Z}), week {week}")
