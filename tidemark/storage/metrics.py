"""Metrics of turns, aggregated in the database: hundreds of thousands are never read one by one."""

import datetime as dt
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Subquery,
    Text,
    and_,
    bindparam,
    case,
    exists,
    func,
    select,
    type_coerce,
)

from tidemark.schema.metrics import (
    AskedBackQuestion,
    EngineUsage,
    Metrics,
    MetricsPeriod,
    Totals,
    TurnMetrics,
)
from tidemark.storage.connections import Connections
from tidemark.storage.tables import (
    in_scope,
    is_kept,
    messages,
    of_session,
    opinions,
    sessions,
    turns,
)

_STEPS = "context_ms", "summariser_ms", "recall_ms", "ambiguity_ms", "responder_ms"
_FOLD, _COUNTED = ("before_fold", "after_fold"), ("asked_back", "with_recall", "with_similar")
_SPENT = "engine", "turns", "counted", "input_tokens", "output_tokens"
_GIVEN_BY_STORE = ("whole_tokens", "is_copied")
FIGURES = tuple(name for name in TurnMetrics.model_fields if name not in _GIVEN_BY_STORE)
_MOST = 300  # points of a chart: a screen shows no more
_MOST_ASKED_BACK = 50
_HOURS, _DAYS = dt.timedelta(days=3), dt.timedelta(days=_MOST)  # longest charts by hour, by day
_UNITS = {"hour": 13, "day": 10, "month": 7}  # length of a timestamp cut to the unit

_IS_COUNTED = turns.c.context_tokens.is_not(None)
_OF_SESSION = of_session(turns)
_OF_ALL = and_(
    turns.c.is_copied == 0, turns.c.session_id.in_(select(sessions.c.session_id).where(in_scope))
)
_READ = tuple(turns.c[name] for name in ("heartbeat", "whole_tokens", *FIGURES))
_COUNT = select(func.count()).where(_IS_COUNTED)
_SPAN = select(func.min(turns.c.heartbeat), func.max(turns.c.heartbeat)).where(_IS_COUNTED, _OF_ALL)
_SESSIONS = select(func.count()).where(
    in_scope,
    exists().where(
        turns.c.session_id == sessions.c.session_id, turns.c.is_copied == 0, _IS_COUNTED
    ),
)
_SOME = select(func.count()).select_from(
    select(turns.c.id).where(_IS_COUNTED, _OF_ALL).limit(_MOST + 1).subquery()
)
_RATINGS = (
    select(opinions.c.is_good, func.count())
    .join(turns, turns.c.reply_id == opinions.c.message_id)
    .group_by(opinions.c.is_good)
)
_ASKED_BACK = (
    select(
        turns.c.session_id,
        sessions.c.title,
        turns.c.question_id.label("message_id"),
        messages.c.timestamp.label("asked_at"),
        messages.c.content.label("question"),
        messages.c.metadata,
    )
    .join(messages, messages.c.id == turns.c.question_id)
    .join(sessions, sessions.c.session_id == turns.c.session_id)
    .where(turns.c.asked_back != 0, is_kept)  # nothing in the trash is read
    .order_by(turns.c.id.desc())
    .limit(_MOST_ASKED_BACK)
)


class MetricsStore:
    """Aggregates the metrics of turns."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def of_session(self, session_id: str, *, threshold: int) -> Metrics:
        """Return the metrics of a session by turn, or by groups of turns if there are many.

        Turns copied from another chat are included.  ``threshold`` is used for turns that stored
        none.
        """
        asked = {"of_session": session_id, "threshold": threshold}
        with self._connections.reading() as connection:
            count = connection.execute(_COUNT.where(_OF_SESSION), asked).scalar_one()
            return _by_turns(connection, _OF_SESSION, max(-(-count // _MOST), 1), asked)

    def of_all(self, *, threshold: int) -> Metrics:
        """Return the metrics of all sessions by turn, or by hour, day or month if there are many.

        Copied turns count once.  ``threshold`` is used for turns that stored none.
        """
        asked = {"threshold": threshold}
        with self._connections.reading() as connection:
            if connection.execute(_SOME).scalar_one() <= _MOST:
                return _by_turns(connection, _OF_ALL, 1, asked)
            begun, ended = connection.execute(_SPAN).one()
            unit = _unit(ended - begun)
            counted = select(*_READ).where(_IS_COUNTED, _OF_ALL).subquery()
            named = func.substr(type_coerce(counted.c.heartbeat, Text), 1, _UNITS[unit])
            return _figures(connection, counted, named, unit, asked)


def as_row(figures: TurnMetrics | None) -> dict[str, object]:
    """Return ``figures`` as columns of a turn's row, NULL where there are none."""
    if figures is None:
        return {**dict.fromkeys(FIGURES), "asked_back": 0}
    told = {name: getattr(figures, name) for name in FIGURES}
    return {**told, "asked_back": int(figures.asked_back)}


def as_whole_row(figures: TurnMetrics | None) -> dict[str, object]:
    """Return all columns of ``figures``, to store a turn that ended earlier."""
    if figures is None:
        return {**as_row(None), "whole_tokens": None, "is_copied": 0}
    taken = {"whole_tokens": figures.whole_tokens, "is_copied": int(figures.is_copied)}
    return as_row(figures) | taken


def from_row(row: Any) -> TurnMetrics | None:  # noqa: ANN401 - a row of turns, of whatever select
    """Return the metrics in a ``row`` of turns; None if it has none."""
    if row["context_tokens"] is None:
        return None
    known = {name: row[name] for name in TurnMetrics.model_fields if row[name] is not None}
    return TurnMetrics.model_validate(known)


def _by_turns(
    connection: Connection, these: ColumnElement[bool], size: int, asked: dict[str, Any]
) -> Metrics:
    """Return the metrics of ``these`` turns in groups of ``size``."""
    number = func.row_number().over(order_by=turns.c.id).label("number")
    numbered = select(*_READ, number).where(_IS_COUNTED, these).subquery()
    unit = "turn" if size == 1 else "turns"
    return _figures(connection, numbered, (numbered.c.number - 1) // size, unit, asked)


def _unit(span: dt.timedelta) -> str:
    if span <= _HOURS:
        return "hour"
    return "day" if span <= _DAYS else "month"


def _figures(
    connection: Connection,
    of: Subquery,
    bucket: ColumnElement[Any],
    unit: str,
    asked: dict[str, Any],
) -> Metrics:
    session_id = asked.get("of_session")
    these = _OF_ALL if session_id is None else _OF_SESSION
    rows = connection.execute(_added_up(of, bucket), asked).all()
    stretches, spent = _periods(rows)
    found = connection.execute(_ASKED_BACK.where(these), asked).all()
    sessions_there = int(bool(stretches))
    if session_id is None:
        sessions_there = connection.execute(_SESSIONS).scalar_one()
    return Metrics(
        session_id=session_id,
        unit=unit,
        stretches=stretches,
        spent=spent,
        asked_back=tuple(_asked_back(row) for row in found),
        totals=_totals(stretches, sessions_there, _ratings(connection, these, asked)),
    )


def _added_up(of: Subquery, bucket: ColumnElement[Any]) -> Select[Any]:
    """Sum up turns by bucket and engine: one scan yields all metrics."""
    column = of.c
    whole, held = column.whole_tokens, column.context_tokens
    threshold = func.coalesce(column.threshold, bindparam("threshold"))
    added = {
        "context": held,
        "kept": case((whole > held, whole - held), else_=0),
        "before_fold": column.before_fold,
        "after_fold": column.after_fold,
        **{name: column[name] for name in (*_STEPS, "asked_back", "recalled", "recalled_tokens")},
        "with_recall": case((column.recalled > 0, 1), else_=0),
        "with_similar": case((column.similar_questions > 0, 1), else_=0),
        "input_tokens": func.coalesce(column.input_tokens, column.read_tokens),
        "output_tokens": func.coalesce(column.output_tokens, column.said_tokens),
    }
    engine = func.coalesce(column.engine, "")
    return (
        select(
            bucket.label("bucket"),
            engine.label("engine"),
            func.min(column.heartbeat).label("begun"),
            func.count().label("turns"),
            func.count(column.input_tokens).label("counted"),
            func.count(column.before_fold).label("folds"),
            func.max(held).label("highest"),
            func.max(threshold).label("threshold"),
            *(func.coalesce(func.sum(value), 0).label(name) for name, value in added.items()),
        )
        .group_by(bucket, engine)
        .order_by(bucket, engine)
    )


def _periods(rows: Sequence[Row[Any]]) -> tuple[tuple[MetricsPeriod, ...], tuple[EngineUsage, ...]]:
    """Return the periods of ``rows``, and the usage of each engine in them."""
    stretches, spent, first = [], [], 1
    for _, group in groupby(rows, key=lambda row: row.bucket):
        parts = list(group)
        turns_there = sum(row.turns for row in parts)
        stretches.append(_stretch(parts, first, turns_there))
        spent += [
            EngineUsage(first=first, **{name: getattr(row, name) for name in _SPENT})
            for row in parts
        ]
        first += turns_there
    return tuple(stretches), tuple(spent)


def _stretch(parts: Sequence[Row[Any]], first: int, turns_there: int) -> MetricsPeriod:
    def mean(name: str, of: int = turns_there) -> float:
        return float(sum(getattr(row, name) for row in parts)) / of

    folds = sum(row.folds for row in parts)
    return MetricsPeriod.model_validate(
        {
            "first": first,
            "last": first + turns_there - 1,
            "begun": min(row.begun for row in parts),
            "turns": turns_there,
            "highest": max(row.highest for row in parts),
            "threshold": max(row.threshold for row in parts),
            "folds": folds,
            **{name: mean(name) for name in ("context", "kept", "recalled", "recalled_tokens")},
            **{name: mean(name, folds) if folds else None for name in _FOLD},
            **{name: mean(name) for name in _STEPS},
            **{name: sum(getattr(row, name) for row in parts) for name in _COUNTED},
        }
    )


def _asked_back(row: Any) -> AskedBackQuestion:  # noqa: ANN401 - a row of that select
    analysis = row.metadata.clarification
    told = {name: value for name, value in row._mapping.items() if name != "metadata"}  # noqa: SLF001
    if analysis is None:
        return AskedBackQuestion.model_validate(told)
    return AskedBackQuestion.model_validate(
        {
            **told,
            "interpretations": analysis.possible_interpretations,
            "questions": analysis.clarifying_questions,
        }
    )


def _ratings(
    connection: Connection, these: ColumnElement[bool], asked: dict[str, Any]
) -> dict[int, int]:
    """Return how many replies of ``these`` turns are rated good (1) and bad (0)."""
    return {row[0]: row[1] for row in connection.execute(_RATINGS.where(these), asked)}


def _totals(
    stretches: Sequence[MetricsPeriod], sessions_there: int, ratings: Mapping[int, int]
) -> Totals:
    return Totals(
        turns=sum(each.turns for each in stretches),
        sessions=sessions_there,
        kept_tokens=round(sum(each.kept * each.turns for each in stretches)),
        folds=sum(each.folds for each in stretches),
        asked_back=sum(each.asked_back for each in stretches),
        with_recall=sum(each.with_recall for each in stretches),
        with_similar=sum(each.with_similar for each in stretches),
        good=ratings.get(1, 0),
        bad=ratings.get(0, 0),
        recalled_tokens=round(sum(each.recalled_tokens * each.turns for each in stretches)),
        spent_ms=sum(
            each.turns * sum(getattr(each, step) for step in _STEPS) for each in stretches
        ),
    )
