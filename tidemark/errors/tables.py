"""Errors with questions over tables: refused queries, and unknown tables."""

from tidemark.errors.base import UserError

_WHY = {
    "not_one_select": "Only one SELECT is run. Send it by itself",
    "wrong": "The query is wrong: {detail}. Look at the names of tables and columns",
    "forbidden": "The query reaches for more than the tables. Ask of the tables alone",
    "too_long": (
        "The query was stopped: it needs more than {detail} seconds of the processor, "
        "the most that a query may take. Ask for less, or join fewer tables"
    ),
    "too_slow": (
        "The query was stopped: it had no answer after {detail} seconds, "
        "the most that a query may take. Ask for less, or again when this computer is less busy"
    ),
    "too_much_memory": (
        "The query was stopped: it needs more than {detail} MB of memory, "
        "the most that a query may take. Ask for less, or join fewer tables"
    ),
    "too_many": (
        "The query was not run: more than {detail} at once would keep others waiting. "
        "Ask again in a moment"
    ),
    "failed": "The query could not be run. Ask for less",
}


class QueryRefused(UserError):
    """A query over tables was refused or aborted, for the reason ``why``; nothing was changed.

    ``detail`` is the limit it exceeded, or the fault in ``sql``.
    """

    def __init__(self, why: str, detail: str = "", sql: str = "") -> None:
        super().__init__(f"{_WHY[why].format(detail=detail)}.")
        self.why = why
        self.detail = detail
        self.sql = sql


class TableNotFound(UserError):
    """The notebook has no such table."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no table {name!r}. Look at the list of tables.")
        self.name = name
