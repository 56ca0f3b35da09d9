"""Charts of results: chooses a kind of chart, and writes its specification in Vega-Lite."""

from pydantic import JsonValue

from tidemark.i18n.numbers import separators
from tidemark.nlp.languages import Language
from tidemark.schema.tables import Cell, Chart, ChartKind, TableResult
from tidemark.tables.wording import heading, label_text

_MOST_BARS = 30
_FEW_BARS = 6  # whose labels are upright
_MOST_POINTS = 400
_MOST_SERIES = 8
_KINDS: dict[ChartKind, tuple[str, ...]] = {
    "line": ("line", "lijn"),
    "bar": ("bar", "column", "staaf", "staven", "kolom"),
}
_TIMES = ("date", "timestamp")
_YEARS = (1900, 2100)


def chart_of(result: TableResult) -> Chart | None:
    """Return the chart for ``result``: one number by a name or over time; None if none fits."""
    numbers = [each for each in result.columns if each.type in ("integer", "number")]
    times = [each for each in result.columns if each.type in _TIMES]
    names = [each for each in result.columns if each.type in ("text", "boolean")]
    years = [each for each in numbers if _is_years(result, each.name)]
    if not times and years and len(numbers) > 1:
        times, numbers = years[:1], [each for each in numbers if each is not years[0]]
    if len(result.rows) < 2 or result.left_out or len(numbers) != 1:
        return None
    if len(times) == 1 and len(names) <= 1 and len(result.rows) <= _MOST_POINTS:
        series = names[0].name if names else ""
        if series and len(_distinct(result, series)) > _MOST_SERIES:
            return None
        return Chart(kind="line", x=times[0].name, y=numbers[0].name, series=series)
    if not times and len(names) == 1 and len(result.rows) <= _MOST_BARS:
        return Chart(kind="bar", x=names[0].name, y=numbers[0].name)
    return None


def as_asked(chart: Chart, details: str) -> Chart | None:
    """Return ``chart`` as the line or the bars that ``details`` name; None if they name neither.

    >>> as_asked(Chart(kind="line", x="day", y="total"), "As bars, please.").kind
    'bar'
    """
    words = details.casefold()
    named = [kind for kind, names in _KINDS.items() if any(each in words for each in names)]
    return chart.model_copy(update={"kind": named[0]}) if named else None


def vega_lite(result: TableResult, chart: Chart, language: Language) -> dict[str, JsonValue]:
    """Return the Vega-Lite specification of ``chart``, including the data of ``result``.

    Axes are named, and numbers written, as in ``language``.
    """
    names = [each.name for each in result.columns]
    types = {each.name: each.type for each in result.columns}

    named = {each.name for each in result.columns if each.type in ("text", "boolean")}

    def shown(name: str, cell: Cell) -> Cell:
        return label_text(cell, language) if name in named else cell

    values: list[JsonValue] = [
        {name: shown(name, cell) for name, cell in zip(names, row, strict=True)}
        for row in result.rows
    ]
    x_type = "nominal" if chart.kind == "bar" else "temporal"
    if chart.kind == "line" and types[chart.x] not in _TIMES:
        x_type = "ordinal"  # years
    across: dict[str, JsonValue] = {"labelAngle": 0} if len(result.rows) <= _FEW_BARS else {}
    encoding: dict[str, JsonValue] = {
        "x": {
            "field": _field(chart.x),
            "title": heading(chart.x, language),
            "type": x_type,
            "sort": None,
            "axis": across,
        },
        "y": {
            "field": _field(chart.y),
            "title": heading(chart.y, language),
            "type": "quantitative",
        },
    }
    if chart.series:
        encoding["color"] = {
            "field": _field(chart.series),
            "title": heading(chart.series, language),
            "type": "nominal",
        }
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "data": {"values": values},
        "mark": {"type": chart.kind, "tooltip": True, "point": chart.kind == "line"},
        "encoding": encoding,
        "config": {"locale": {"number": _number_format(language)}},
    }


def _number_format(language: Language) -> dict[str, JsonValue]:
    decimal, thousands = separators(language)
    return {"decimal": decimal, "thousands": thousands, "grouping": [3], "currency": ["", ""]}


def _field(name: str) -> str:
    """Return ``name`` as a field of Vega-Lite, with dots and brackets escaped."""
    for sign in ("\\", ".", "[", "]"):
        name = name.replace(sign, f"\\{sign}")
    return name


def _distinct(result: TableResult, name: str) -> set[object]:
    at = [each.name for each in result.columns].index(name)
    return {row[at] for row in result.rows}


def _is_years(result: TableResult, name: str) -> bool:
    low, high = _YEARS
    held = _distinct(result, name)
    return (
        "year" in name.lower()
        or "jaar" in name.lower()
        or (bool(held) and all(isinstance(each, int) and low <= each <= high for each in held))
    )
