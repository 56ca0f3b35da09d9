"""Registry of all tools, and which of them a turn offers to its engine."""

from collections.abc import Sequence
from typing import Any

from tidemark.tools.base import Tool, ToolContext
from tidemark.tools.documents import (
    compare_versions,
    create_document,
    document_history,
    edit_document,
    read_document,
    rollback_document,
)
from tidemark.tools.past_conversation import lookup_past_conversation, retrieve_past_answer
from tidemark.tools.search_knowledge_base import search_knowledge_base
from tidemark.tools.today import today

TOOLS: tuple[Tool[Any], ...] = (
    search_knowledge_base,
    lookup_past_conversation,
    retrieve_past_answer,
    today,
    read_document,
    edit_document,
    document_history,
    compare_versions,
    rollback_document,
    create_document,
)


def offered(tools: Sequence[Tool[Any]], context: ToolContext) -> tuple[Tool[Any], ...]:
    """Return those of ``tools`` that have in ``context`` what they need."""
    needs = {each.needs for each in tools} - {None}
    held = {None, *(need for need in needs if need is not None and context.has(need))}
    return tuple(each for each in tools if each.needs in held)
