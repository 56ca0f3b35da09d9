"""Traces of requests and turns for an OpenTelemetry collector, if one is configured.

A request is a span, its turn is a span within it, and each step of the turn a span within that:
with names of routes, steps, engines and errors, tokens and times.  They include no user, session or
text.  Without a collector nothing is loaded and nothing measured.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from tidemark.errors import InvalidSetting

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span

SETTING = "OTEL_EXPORTER_OTLP_ENDPOINT"
_PACKAGES = "opentelemetry-sdk opentelemetry-exporter-otlp-proto-http"
_SERVER_ERROR = 500


class RequestTrace(Protocol):
    """The trace of a request."""

    def end(self, route: str, status: int) -> None:
        """Record how the request ended."""


class TurnTrace(Protocol):
    """The trace of a turn."""

    def begin_step(self, step: str) -> None:
        """Record the start of a step."""

    def end_step(self, step: str) -> None:
        """Record the end of a step."""

    def note_tokens(self, read: int, written: int) -> None:
        """Record the token counts of the engine's service."""

    def end(self, outcome: str, error: str = "") -> None:
        """Record how the turn ended."""


class _NoTrace:
    """The trace used when no collector is configured."""

    def begin_step(self, step: str) -> None:
        """Do nothing."""

    def end_step(self, step: str) -> None:
        """Do nothing."""

    def note_tokens(self, read: int, written: int) -> None:
        """Do nothing."""

    def end(self, *_: object) -> None:
        """Do nothing."""


_NONE = _NoTrace()
_providers: list[TracerProvider] = []  # of this process: one, or none


def install(endpoint: str) -> None:
    """Send traces to the collector at ``endpoint``, such as ``http://localhost:4318``.

    An empty one ends tracing; pending data is sent.

    Raises:
        InvalidSetting: The libraries are not installed, or ``endpoint`` is not a web address.
    """
    while _providers:
        _providers.pop().shutdown()
    if not endpoint:
        return
    if not endpoint.startswith(("http://", "https://")):
        raise InvalidSetting(SETTING, "is no address that begins with http:// or https://")
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415
            OTLPSpanExporter,
        )
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
    except ImportError as error:
        why = f"needs libraries that are not installed (pip install {_PACKAGES})"
        raise InvalidSetting(SETTING, why) from error
    exporter = OTLPSpanExporter(endpoint=f"{endpoint.rstrip('/')}/v1/traces")
    provider = TracerProvider(resource=Resource.create({"service.name": "tidemark"}))
    provider.add_span_processor(BatchSpanProcessor(exporter))
    _providers.append(provider)


@contextmanager
def request(method: str, headers: Mapping[str, str]) -> Iterator[RequestTrace]:
    """Trace a request within the block, as part of the trace named in its ``headers``, if any.

    Turns that start within the block are parts of it.
    """
    if not _providers:
        yield _NONE
        return
    from opentelemetry import context, trace  # noqa: PLC0415
    from opentelemetry.propagate import extract  # noqa: PLC0415

    span = _begin(method, extract(headers), kind=trace.SpanKind.SERVER)
    token = context.attach(trace.set_span_in_context(span))
    try:
        yield _Request(span, method)
    finally:
        context.detach(token)
        span.end()


def turn(engine: str) -> TurnTrace:
    """Start the trace of a turn by ``engine``, as part of the current request, if any."""
    if not _providers:
        return _NONE
    from opentelemetry import context  # noqa: PLC0415

    span = _begin("turn", context.get_current())
    span.set_attribute("tidemark.engine", engine)
    return _Turn(span)


def _begin(name: str, parent: Context, *, kind: object = None) -> Span:
    from opentelemetry.trace import SpanKind  # noqa: PLC0415

    tracer = _providers[0].get_tracer("tidemark")
    return tracer.start_span(
        name, context=parent, kind=kind if isinstance(kind, SpanKind) else SpanKind.INTERNAL
    )


class _Request:
    """The span of a request."""

    def __init__(self, span: Span, method: str) -> None:
        self._span, self._method = span, method

    def end(self, route: str, status: int) -> None:
        """Record how it ended."""
        from opentelemetry.trace import StatusCode  # noqa: PLC0415

        self._span.update_name(f"{self._method} {route}")
        told = {"http.request.method": self._method, "http.route": route}
        self._span.set_attributes({**told, "http.response.status_code": status})
        if status >= _SERVER_ERROR:
            self._span.set_status(StatusCode.ERROR)


class _Turn:
    """The span of a turn, with one for each step within it."""

    def __init__(self, span: Span) -> None:
        from opentelemetry.trace import set_span_in_context  # noqa: PLC0415

        self._span, self._within = span, set_span_in_context(span)
        self._steps: dict[str, Span] = {}

    def begin_step(self, step: str) -> None:
        """Start the span of a step."""
        self._steps[step] = _begin(step, self._within)

    def end_step(self, step: str) -> None:
        """End the span of a step."""
        if began := self._steps.pop(step, None):
            began.end()

    def note_tokens(self, read: int, written: int) -> None:
        """Record the token counts of the engine's service."""
        tokens = {"gen_ai.usage.input_tokens": read, "gen_ai.usage.output_tokens": written}
        self._span.set_attributes(tokens)

    def end(self, outcome: str, error: str = "") -> None:
        """End the span, and the span of the step in which the turn was interrupted."""
        from opentelemetry.trace import StatusCode  # noqa: PLC0415

        self._span.set_attribute("tidemark.outcome", outcome)
        if error:
            self._span.set_attribute("error.type", error)
            self._span.set_status(StatusCode.ERROR)
        for step in list(self._steps):
            self.end_step(step)
        self._span.end()
