"""Tables behind the charts of Insights, as data frames: for the charts, for reading, for files."""

import datetime as dt
from collections.abc import Sequence

import pandas as pd

from tidemark.schema.metrics import Metrics, MetricsPeriod
from tidemark.services.insights import InsightReport
from tidemark.ui.i18n import texts

STEPS = "context", "summariser", "recall", "ambiguity", "responder"
BY_NUMBER = "turn", "turns"


def periods(figures: Metrics, zone: dt.tzinfo) -> pd.DataFrame:
    """Return a row for each period, with its bounds ``starts`` and ``ends`` on the axis."""
    frame = pd.DataFrame([each.model_dump() for each in figures.stretches])
    if figures.unit in BY_NUMBER:
        frame["starts"], frame["ends"] = frame["first"] - 0.5, frame["last"] + 0.5
        frame["when"] = [_turns(each) for each in figures.stretches]
        return frame
    bounds = [_bounds(each.begun, figures.unit) for each in figures.stretches]
    for name, at in (("starts", 0), ("ends", 1)):
        moments = [_on_axis(bound[at], figures.unit, zone) for bound in bounds]
        frame[name] = pd.to_datetime(moments)
    frame["when"] = [_named(start, figures.unit, zone) for start, _ in bounds]
    return frame


def context(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the table of the context: its mean, its maximum, and its folds."""
    columns = ("context", "highest", "threshold", "folds", "before_fold", "after_fold")
    return _table(frame, columns)


def kept(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the table of the tokens that folding saved."""
    return _table(frame, ("kept",))


def time(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the table of the time of each agent."""
    return _table(frame, tuple(f"{step}_ms" for step in STEPS))


def recall(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the table of recalled messages."""
    return _table(frame, ("with_recall", "recalled", "recalled_tokens"))


def asked(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the table of the questions asked back."""
    return _table(frame, ("asked_back",))


def spent(found: InsightReport, frame: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each engine in each period: its tokens, and its cost if it has a price."""
    rows = pd.DataFrame([each.model_dump() for each in found.figures.spent])
    amounts = {(cost.first, cost.engine): cost.amount for cost in found.costs}
    keys = zip(rows["first"], rows["engine"], strict=True)
    rows["cost"] = [amounts.get(key) for key in keys]
    rows["is_estimate"] = rows["counted"] < rows["turns"]
    where = frame[["first", "last", "starts", "ends", "when"]]
    return rows.merge(where, on="first")


def cost(rows: pd.DataFrame, found: InsightReport) -> pd.DataFrame:
    """Return the table of tokens and costs, with the source of each count."""
    names = texts.named("INSIGHT_COLUMNS")
    counts = [
        texts.named("COUNTED_BY")["us" if about else "service"] for about in rows["is_estimate"]
    ]
    columns = {
        names["when"]: rows["when"],
        names["engine"]: rows["engine"],
        names["turns"]: rows["turns"],
        names["input_tokens"]: rows["input_tokens"],
        names["output_tokens"]: rows["output_tokens"],
        names["counted_by"]: counts,
    }
    if found.costs:
        columns[f"{names['cost']} ({found.currency})"] = rows["cost"].round(6)
    return pd.DataFrame(columns)


def _table(frame: pd.DataFrame, columns: Sequence[str]) -> pd.DataFrame:
    names = texts.named("INSIGHT_COLUMNS")
    shown = frame[["when", "turns", *columns]].copy()
    means = [name for name in columns if shown[name].dtype == float]
    shown[means] = shown[means].round(1)
    return shown.rename(columns=names)


def _turns(stretch: MetricsPeriod) -> str:
    one = stretch.first == stretch.last
    return f"{stretch.first}" if one else f"{stretch.first}–{stretch.last}"


def _bounds(begun: dt.datetime, unit: str) -> tuple[dt.datetime, dt.datetime]:
    """Return the start and end of the hour, day or month that contains ``begun``."""
    hour = begun.replace(minute=0, second=0, microsecond=0)
    if unit == "hour":
        return hour, hour + dt.timedelta(hours=1)
    day = hour.replace(hour=0)
    if unit == "day":
        return day, day + dt.timedelta(days=1)
    month = day.replace(day=1)
    return month, (month + dt.timedelta(days=31)).replace(day=1)


def _on_axis(moment: dt.datetime, unit: str, zone: dt.tzinfo) -> dt.datetime:
    """Return ``moment`` as the axis shows it: hours in the reader's zone, days in UTC."""
    here = moment.astimezone(zone) if unit == "hour" else moment
    return here.replace(tzinfo=None)


def _named(start: dt.datetime, unit: str, zone: dt.tzinfo) -> str:
    if unit == "hour":
        return f"{start.astimezone(zone):%Y-%m-%d %H:%M}"
    return f"{start:%Y-%m-%d}" if unit == "day" else f"{start:%Y-%m}"


def tables(
    found: InsightReport, frame: pd.DataFrame, rows: pd.DataFrame
) -> dict[str, pd.DataFrame]:
    """Return the table of each section, by its name."""
    return {
        "context": context(frame),
        "kept": kept(frame),
        "time": time(frame),
        "cost": cost(rows, found),
        "recall": recall(frame),
        "asked": asked(frame),
    }
