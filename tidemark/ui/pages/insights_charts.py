"""Charts of Insights: every axis begins at zero, every colour is the theme's."""

import altair as alt
import pandas as pd

from tidemark.services.insights import InsightReport
from tidemark.ui.i18n import texts
from tidemark.ui.pages.insights_tables import BY_NUMBER, STEPS

_HEIGHT = 280
_FEW, _ROOM = 60, 0.2  # up to this many bars get gaps, a share of their width on both sides
_DRAWN = (  # columns of the chart of the context
    "starts",
    "last",
    "when",
    "turns",
    "context",
    "highest",
    "threshold",
    "folds",
    "before_fold",
    "after_fold",
)
Chart = alt.Chart | alt.LayerChart | alt.FacetChart
_LEGEND = alt.Legend(orient="bottom", title="", columns=3)  # so that a phone shows all


def charts(found: InsightReport, frame: pd.DataFrame, spent: pd.DataFrame) -> dict[str, Chart]:
    """Return the chart of each section, by its name."""
    unit = found.figures.unit
    frame, spent = _apart(frame, unit), _apart(spent, unit)
    drawn = {
        "context": context(frame, unit),
        "kept": kept(frame, unit),
        "time": time(frame, unit),
        "cost": cost(spent, unit, found),
        "recall": recall(frame, unit),
        "asked": asked(frame, unit),
    }
    return {name: chart.configure(locale=_locale()) for name, chart in drawn.items()}


def _locale() -> alt.Locale:
    """Return the number format of the page, for the axes."""
    decimal, thousands = texts.separators()
    number = alt.NumberLocale(decimal=decimal, thousands=thousands, grouping=[3], currency=["", ""])
    return alt.Locale(number=number)


def _apart(frame: pd.DataFrame, unit: str) -> pd.DataFrame:
    """Return ``frame`` with space between its bars if they are few; else they form one block."""
    if unit not in BY_NUMBER or len(frame) > _FEW:
        return frame
    room = (frame["ends"] - frame["starts"]) * _ROOM
    return frame.assign(starts=frame["starts"] + room, ends=frame["ends"] - room)


def context(frame: pd.DataFrame, unit: str) -> Chart:
    """Return a chart of the context of each turn, the tide line, and each fold."""
    lines = ["context", "threshold"]
    if bool((frame["highest"] > frame["context"] + 1).any()):
        lines.append("highest")
    names = texts.named("SERIES")
    folded = frame[frame["folds"] > 0]
    drawn = ["context", "threshold", *(() if folded.empty else ["fold"]), *lines[2:]]
    order = [names[name] for name in drawn]
    colour = alt.Color("series:N", scale=alt.Scale(domain=order), legend=_LEGEND)
    tip = _tips("when", "turns", "context", "highest", "threshold", "folds")
    layers = []
    for name in lines:
        dash = [6, 4] if name == "threshold" else [1, 0]
        chart = _series(frame, names[name]).mark_line(strokeDash=dash, point=len(frame) == 1)
        layers.append(
            chart.encode(x=_middle(unit), y=_tokens(name, "tokens"), color=colour, tooltip=tip)
        )
    if folded.empty:  # an empty layer has no description for screen readers
        return alt.layer(*layers)
    folds = _series(folded, names["fold"]).mark_rule(strokeWidth=2)
    layers.append(
        folds.encode(
            x=_middle(unit),
            y=_tokens("before_fold", "tokens"),
            y2="after_fold:Q",
            color=colour,
            tooltip=_tips("when", "folds", "before_fold", "after_fold"),
        )
    )
    return alt.layer(*layers)


def kept(frame: pd.DataFrame, unit: str) -> alt.Chart:
    """Return a chart of the tokens that folding saved in each turn."""
    return _bars(frame, unit, _tokens("kept", "per_turn"), ("when", "turns", "kept"))


def time(frame: pd.DataFrame, unit: str) -> alt.Chart:
    """Return a chart of the time of each agent, stacked."""
    steps = texts.named("STEPS")
    parts = _stacked(frame, {f"{step}_ms": steps[step] for step in STEPS})
    tip = [_tip("when"), alt.Tooltip("part:N", title=texts.named("AXES")["agent"]), _value("ms")]
    return _stack(parts, unit, "ms", tip, [steps[step] for step in STEPS])


def cost(rows: pd.DataFrame, unit: str, found: InsightReport) -> alt.Chart:
    """Return a chart of the costs by engine if there are prices, else of tokens in and out."""
    if found.costs:
        by_engine = rows.pivot_table(
            index=["starts", "ends", "when"], columns="engine", values="cost", fill_value=0
        ).reset_index()
        engines = {name: name for name in sorted(rows.loc[rows["cost"].notna(), "engine"].unique())}
        title = f"{texts.named('INSIGHT_COLUMNS')['cost']} ({found.currency})"
        tip = [_tip("when"), alt.Tooltip("part:N", title=texts.named("AXES")["engine"])]
        value = alt.Tooltip("value:Q", title=title, format=".2~g")
        return _stack(_stacked(by_engine, engines), unit, title, [*tip, value], list(engines))
    names = texts.named("DIRECTIONS")
    sums = rows.groupby(["starts", "ends", "when"], as_index=False)[
        ["input_tokens", "output_tokens"]
    ].sum()
    parts = _stacked(sums, {"input_tokens": names["read"], "output_tokens": names["written"]})
    tip = [_tip("when"), alt.Tooltip("part:N", title=texts.named("AXES")["direction"])]
    return _stack(parts, unit, "tokens", [*tip, _value("tokens")], list(names.values()))


def recall(frame: pd.DataFrame, unit: str) -> alt.Chart:
    """Return a chart of the tokens recalled in each turn."""
    tip = ("when", "turns", "with_recall", "recalled", "recalled_tokens")
    return _bars(frame, unit, _tokens("recalled_tokens", "per_turn"), tip)


def asked(frame: pd.DataFrame, unit: str) -> alt.Chart:
    """Return a chart of the number of questions asked back."""
    axis = alt.Axis(format="d", tickMinStep=1)
    height = alt.Y("asked_back:Q", title=texts.named("AXES")["questions"], axis=axis)
    return _bars(frame, unit, height, ("when", "turns", "asked_back"))


def _bars(frame: pd.DataFrame, unit: str, height: alt.Y, told: tuple[str, ...]) -> alt.Chart:
    shown = frame[["starts", "ends", *told]].assign(ground=0)
    bars = alt.Chart(shown, height=_HEIGHT).mark_bar(binSpacing=0)
    sides = {"x": _start(unit), "x2": "ends", "y": height, "y2": "ground"}
    chart: alt.Chart = bars.encode(**sides, tooltip=_tips(*told))
    return chart


def _stacked(frame: pd.DataFrame, columns: dict[str, str]) -> pd.DataFrame:
    """Return a row for each of ``columns`` of each row, with the start and end of its bar."""
    tops = frame[list(columns)].cumsum(axis="columns")
    parts = []
    for name, words in columns.items():
        part = frame[["starts", "ends", "when"]].copy()
        part["part"], part["value"], part["top"] = words, frame[name], tops[name]
        part["bottom"] = part["top"] - part["value"]
        parts.append(part)
    return pd.concat(parts, ignore_index=True)


def _stack(
    parts: pd.DataFrame, unit: str, title: str, tip: list[alt.Tooltip], order: list[str]
) -> alt.Chart:
    chart: alt.Chart = (
        alt.Chart(parts, height=_HEIGHT)
        .mark_bar(binSpacing=0)
        .encode(
            x=_start(unit),
            x2="ends",
            y=alt.Y("bottom:Q", title=texts.named("AXES").get(title, title)),
            y2="top",
            color=alt.Color("part:N", scale=alt.Scale(domain=order), legend=_LEGEND),
            tooltip=tip,
        )
    )
    return chart


def _series(frame: pd.DataFrame, name: str) -> alt.Chart:
    return alt.Chart(frame[list(_DRAWN)].assign(series=name), height=_HEIGHT)


def _start(unit: str) -> alt.X:
    return _along("starts", unit)


def _middle(unit: str) -> alt.X:
    return _along("last" if unit in BY_NUMBER else "starts", unit)


def _along(name: str, unit: str) -> alt.X:
    axes = texts.named("AXES")
    if unit in BY_NUMBER:
        whole = alt.Axis(format="d", tickMinStep=1, grid=False)
        scale = alt.Scale(zero=False, nice=False)
        return alt.X(f"{name}:Q", title=axes["turn"], axis=whole, scale=scale)
    return alt.X(f"{name}:T", title=axes["when"], axis=alt.Axis(grid=False))


def _tokens(name: str, axis: str) -> alt.Y:
    return alt.Y(f"{name}:Q", title=texts.named("AXES")[axis], scale=alt.Scale(zero=True))


def _tips(*names: str) -> list[alt.Tooltip]:
    return [_tip(name) for name in names]


def _tip(name: str) -> alt.Tooltip:
    title = texts.named("INSIGHT_COLUMNS")[name]
    return (
        alt.Tooltip("when:N", title=title)
        if name == "when"
        else alt.Tooltip(f"{name}:Q", title=title, format=",.1~f")
    )


def _value(axis: str) -> alt.Tooltip:
    return alt.Tooltip("value:Q", title=texts.named("AXES")[axis], format=",.1~f")
