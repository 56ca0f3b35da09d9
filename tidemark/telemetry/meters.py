"""Metrics of this process, in Prometheus' format.

Labels are routes, statuses, engines and error names: a small fixed set.  They include no user, no
session and no text.  Counters start at 0 with the process, as Prometheus expects: it sums those of
several processes.  Counting takes microseconds.
"""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from tidemark.schema.base import FrozenModel
from tidemark.schema.turn_outcome import TurnOutcome

CONTENT_TYPE = CONTENT_TYPE_LATEST
_REGISTRY = CollectorRegistry()
_REQUEST_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_TURN_S = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60, 120)

_requests = Counter(
    "tidemark_requests",
    "Requests to the API, by the template of their path.",
    ("method", "route", "status"),
    registry=_REGISTRY,
)
_request_s = Histogram(
    "tidemark_request_seconds",
    "Time from a request to the end of its response.",
    ("method", "route"),
    buckets=_REQUEST_S,
    registry=_REGISTRY,
)
_turns = Counter(
    "tidemark_turns",
    "Turns that ended: finished, stopped, failed, or waiting for tools of their caller.",
    ("engine", "outcome"),
    registry=_REGISTRY,
)
_turn_s = Histogram(
    "tidemark_turn_seconds",
    "Time from the start of a turn to its end.",
    ("engine",),
    buckets=_TURN_S,
    registry=_REGISTRY,
)
_first_piece_s = Histogram(
    "tidemark_first_piece_seconds",
    "Time from the start of a turn to the first piece of its reply.",
    ("engine",),
    buckets=_TURN_S,
    registry=_REGISTRY,
)
_tokens = Counter(
    "tidemark_tokens",
    "Tokens of stored turns: as the service counted them, else as we do.",
    ("engine", "direction"),
    registry=_REGISTRY,
)
_sessions = Counter("tidemark_sessions_begun", "Sessions that got a turn.", registry=_REGISTRY)
_questions = Counter("tidemark_questions", "Questions that were stored.", registry=_REGISTRY)
_similar = Counter(
    "tidemark_similar_questions",
    "Stored turns, by whether a similar question of the past was read for them.",
    ("found",),
    registry=_REGISTRY,
)
_asked_back = Counter("tidemark_asked_back", "Questions that were asked back.", registry=_REGISTRY)
_folds = Counter("tidemark_folds", "Folds, by a turn or on request.", registry=_REGISTRY)
_ratings = Counter(
    "tidemark_ratings",
    "Ratings of replies: good or bad; a change of mind is one more.",
    ("rating",),
    registry=_REGISTRY,
)
_errors = Counter(
    "tidemark_engine_errors",
    "Requests to a service that failed for good, by the name of the error.",
    ("error",),
    registry=_REGISTRY,
)
_retries = Counter(
    "tidemark_engine_retries",
    "Requests to a service that were sent again, by the name of the error.",
    ("error",),
    registry=_REGISTRY,
)
_live = Gauge("tidemark_runs_live", "Runs under way now.", ("kind",), registry=_REGISTRY)
_pool = Gauge(
    "tidemark_database_connections",
    "Connections to the database: in_use, idle, and most that may be.",
    ("state",),
    registry=_REGISTRY,
)
ProcessCollector(registry=_REGISTRY)


class ProcessLoad(FrozenModel):
    """The current load of a process: live turns and folds, connections to the database."""

    turns: int
    folds: int
    connections_in_use: int
    connections_idle: int
    connections_most: int


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count a request answered with ``status`` after ``seconds``."""
    _requests.labels(method, route, str(status)).inc()
    _request_s.labels(method, route).observe(seconds)


def count_first_piece(engine: str, seconds: float) -> None:
    """Record the seconds until the first piece of a turn's reply."""
    _first_piece_s.labels(engine).observe(seconds)


def count_turn(engine: str, outcome: str, seconds: float) -> None:
    """Count a turn that ended with this ``outcome``, stored or not."""
    _turns.labels(engine, outcome).inc()
    _turn_s.labels(engine).observe(seconds)


def count_question(*, is_first: bool) -> None:
    """Count a stored question, and its session if it is the first."""
    _questions.inc()
    if is_first:
        _sessions.inc()


def count_outcome(outcome: TurnOutcome) -> None:
    """Count the stored metrics of a turn, the same that Insights shows, for all people."""
    figures = outcome.metrics
    if figures is None:
        return
    read = figures.read_tokens if figures.input_tokens is None else figures.input_tokens
    said = figures.said_tokens if figures.output_tokens is None else figures.output_tokens
    _tokens.labels(figures.engine, "input").inc(read)
    _tokens.labels(figures.engine, "output").inc(said)
    _similar.labels("yes" if figures.similar_questions else "no").inc()
    if figures.asked_back:
        _asked_back.inc()


def count_fold() -> None:
    """Count a fold."""
    _folds.inc()


def count_rating(*, is_good: bool) -> None:
    """Count a rating of a reply."""
    _ratings.labels("good" if is_good else "bad").inc()


def count_engine_error(error: BaseException) -> None:
    """Count a request to a service that failed finally."""
    _errors.labels(type(error).__name__).inc()


def count_retry(error: BaseException) -> None:
    """Count a request to a service that is repeated after ``error``."""
    _retries.labels(type(error).__name__).inc()


def exposition(load: ProcessLoad) -> bytes:
    """Return all metrics in Prometheus' format, with the current ``load``."""
    _live.labels("turn").set(load.turns)
    _live.labels("fold").set(load.folds)
    _pool.labels("in_use").set(load.connections_in_use)
    _pool.labels("idle").set(load.connections_idle)
    _pool.labels("most").set(load.connections_most)
    return generate_latest(_REGISTRY)
