"""The tool ``today``: the person's local date, weekday and time."""

from tidemark.tools.base import ToolArguments, ToolContext, ToolResult, tool


class NoArguments(ToolArguments):
    """No arguments."""


@tool(NoArguments)
def today(_arguments: NoArguments, context: ToolContext) -> ToolResult:
    """Get today's date, the weekday and the time where the user is."""
    now = context.now
    week = now.isocalendar().week
    return ToolResult(f"{now:%A} {now.date().isoformat()}, {now:%H:%M} ({now:%Z}), week {week}")
