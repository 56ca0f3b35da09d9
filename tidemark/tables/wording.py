"""Answers from tables as text: Markdown for a person, plain rows and schemas for a model."""

from collections.abc import Sequence

from tidemark.i18n.numbers import decimal_text
from tidemark.nlp.languages import Language
from tidemark.schema.tables import Cell, TableAnswer, TableResult

_SHOWN_ROWS = 20
_DECIMALS = 4
# The names that a query gives to what it works out, and to parts of a day
_FUNCTIONS = {
    "total": "totaal",
    "average": "gemiddelde",
    "median": "mediaan",
    "lowest": "laagste",
    "highest": "hoogste",
    "count": "aantal",
}
_PARTS = {"year": "jaar", "month": "maand", "day": "dag"}
_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "yes": "yes",
        "no": "no",
        "empty": "(empty)",
        "none": "No row matches.",
        "more": "{n} more rows.",
        "least": "At least {n} more rows.",
    },
    "nl": {
        "yes": "ja",
        "no": "nee",
        "empty": "(leeg)",
        "none": "Geen enkele rij voldoet.",
        "more": "Nog {n} rijen.",
        "least": "Nog minstens {n} rijen.",
    },
}


def answer_text(answer: TableAnswer, language: Language, most: int | None = None) -> str:
    """Return an answer as Markdown: the explanation of its query, and at most ``most`` rows."""
    result, words = answer.result, _WORDS[language]
    if result.rows in ((), ((None,),)):  # an average of no rows is one empty cell
        return f"{answer.explanation}\n\n{words['none']}"
    shown = result.rows[: _SHOWN_ROWS if most is None else most]
    if len(result.rows) == len(result.columns) == 1:
        (only,) = _column([result.rows[0][0]], result.columns[0].name, language)
        return f"{answer.explanation}\n\n**{only}**"
    columns = [
        _column([row[at] for row in shown], each.name, language)
        for at, each in enumerate(result.columns)
    ]
    heads = [_plain(heading(each.name, language)) for each in result.columns]
    marks = ["---:" if each.type in ("integer", "number") else "---" for each in result.columns]
    lines = [_line(heads), _line(marks), *map(_line, zip(*columns, strict=True))]
    more = len(result.rows) - len(shown) + result.left_out
    told = words["more" if result.is_counted else "least"].format(n=decimal_text(more, 0, language))
    return "\n\n".join(filter(None, (answer.explanation, "\n".join(lines), told if more else "")))


def rows_text(result: TableResult, most: int | None = None) -> str:
    """Return a result as a model reads it, one row a line, at most ``most`` of them."""
    read = result.rows[:most]
    heads = " | ".join(each.name for each in result.columns)
    rows = (" | ".join("" if cell is None else str(cell) for cell in row) for row in read)
    left_out = result.left_out + len(result.rows) - len(read)
    more = f"({left_out} more rows)" if left_out else ""
    return "\n".join(filter(None, (heads, *rows, more)))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def heading(name: str, language: Language) -> str:
    """Return the name of a column in words.

    >>> heading("total_revenue", "nl")
    'Totaal revenue'
    """
    first, _, rest = name.partition("_")
    if language == "nl":
        first = _FUNCTIONS.get(first, first) if rest or first == "count" else _PARTS.get(name, name)
    parts = rest.split("_")
    if parts[0] == name.partition("_")[0]:  # the total of a column of totals
        parts = parts[1:]
    head = " ".join(filter(None, (first, *parts))) or name
    return head[:1].upper() + head[1:]


def label_text(cell: Cell, language: Language) -> str:
    """Return a cell as a name in a chart: yes, no, or the text; empty cells have one, too."""
    if cell is None:
        return _WORDS[language]["empty"]
    return _truth(cell, language) if isinstance(cell, bool) else str(cell)


def _truth(cell: bool, language: Language) -> str:  # noqa: FBT001 (a value, not a switch)
    return _WORDS[language]["yes" if cell else "no"]


def _column(cells: Sequence[Cell], name: str, language: Language) -> list[str]:
    """Return the values of a column, all numbers with the same decimals: none, or 2 to 4.

    A whole number may be an id or a year, so it is grouped only in a sum or a count.
    """
    numbers = (f"{cell:.{_DECIMALS}f}".rstrip("0") for cell in cells if isinstance(cell, float))
    most = max((len(each.partition(".")[2]) for each in numbers), default=0)
    decimals = max(most, 2) if most else 0
    is_grouped = name.partition("_")[0] in ("total", "count")

    def shown(cell: Cell) -> str:
        if isinstance(cell, bool):
            return _truth(cell, language)
        if isinstance(cell, float):
            return decimal_text(cell, decimals, language)
        if is_grouped and isinstance(cell, int):
            return decimal_text(cell, 0, language)
        return _plain("" if cell is None else str(cell))

    return [shown(cell) for cell in cells]


def _plain(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")
