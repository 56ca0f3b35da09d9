"""Errors with questions over tables: queries that are not run, and tables that are not there."""

from tidemark.errors.base import UserError

_WHY = {
    "not_one_select": "Only one SELECT is run. Send it by itself",
    "wrong": "The query is wrong: {detail}. Look at the names of tables and columns",
    "forbidden": "The query reaches for more than the tables. Ask of the tables alone",
    "too_long": "The query took too long. Ask for less, or join fewer tables",
    "too_much_memory": "The query takes too much memory. Ask for less, or join fewer tables",
    "failed": "The query could not be run. Ask for less",
}


class QueryRefused(UserError):
    """A query over tables was not run to its end, for the reason ``why``; nothing was changed."""

    def __init__(self, why: str, detail: str = "") -> None:
        super().__init__(f"{_WHY[why].format(detail=detail)}.")
        self.why = why
        self.detail = detail


class TableNotFound(UserError):
    """The notebook has no such table."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no table {name!r}. Look at the list of tables.")
        self.name = name
