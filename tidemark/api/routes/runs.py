"""Turns: ask, follow the events of a run, stop it, retry."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Header, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from tidemark.api import run_events
from tidemark.api.callers import Caller, KnownSession
from tidemark.api.idempotency import note_run, run_again
from tidemark.api.parameters import Position, RequestBody
from tidemark.api.problem import responses
from tidemark.runtime.runs import Run
from tidemark.schema.reports import TurnReport

router = APIRouter(tags=["runs"], responses=responses(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT))
LastEvent = Annotated[
    int,
    Header(
        alias="Last-Event-ID",
        ge=0,
        le=2**31 - 1,
        description="The number of the last event received.",
    ),
]


class Question(RequestBody):
    """A message of the person, and options for the answer."""

    model_config = ConfigDict(json_schema_extra={"example": {"text": "When does the trip begin?"}})

    text: str
    session_id: str | None = Field(default=None, description="The session; a new one if omitted.")
    use_memory: bool = Field(default=True, description="If false, read no past and store nothing.")
    may_ask: bool = Field(default=True, description="Whether the answer may ask back.")
    engine: str = Field(
        default="",
        description="The engine of a new session, one of those of `/v1/models`; an existing one "
        "keeps its own.",
    )
    sources: list[str] | None = Field(
        default=None, description="Names of the sources to answer from; all if omitted."
    )


class RunReport(BaseModel):
    """A run: the turn that answers a question."""

    run_id: Annotated[str, Field(examples=["0f8e1c5ab2d94c6f"])]
    session_id: Annotated[str, Field(examples=["lisbon-trip"])]
    question_id: int
    is_live: bool
    text: str = Field(examples=["It begins"], description="The reply until now.")

    @classmethod
    def of(cls, run: Run) -> "RunReport":
        """Return the current report on ``run``."""
        return cls(
            run_id=run.run_id,
            session_id=run.session_id,
            question_id=run.question_id,
            is_live=run.is_live,
            text=run.text,
        )


@router.post("/api/turns")
def ask_whole(caller: Caller, question: Question, request: Request) -> TurnReport:
    """Store a message, answer it, and return the complete answer."""
    return caller.report(_start_run(caller, question, request))


@router.post(
    "/api/runs",
    status_code=HTTPStatus.ACCEPTED,
    response_model=RunReport,
    responses=run_events.STREAMED,
)
def begin_run(caller: Caller, question: Question, request: Request) -> Response:
    """Store a message and start its turn.

    The response names the run, whose events can be followed; with `Accept: text/event-stream` it is
    the stream of these events. Either way, unless nothing is stored, the header `Location` is the
    address of the run, to stop it or to follow it again after a break, and `X-Session-ID` its
    session.
    """
    run = _start_run(caller, question, request)
    if run_events.EVENT_STREAM in request.headers.get("accept", ""):
        return run_events.response(run, headers=_addresses(run))
    return accepted(run)


@router.post(
    "/api/sessions/{session_id}/retry", status_code=HTTPStatus.ACCEPTED, response_model=RunReport
)
def retry(caller: Caller, session_id: KnownSession, request: Request) -> Response:
    """Ask the last question again, which failed or was stopped."""
    return accepted(note_run(request, caller.turns.retry(session_id)))


@router.post(
    "/api/sessions/{session_id}/regenerate",
    status_code=HTTPStatus.ACCEPTED,
    response_model=RunReport,
)
def regenerate(
    caller: Caller, session_id: KnownSession, position: Position, request: Request
) -> Response:
    """Answer the question at a position again; the former reply stays readable."""
    return accepted(note_run(request, caller.replies.regenerate(session_id, position)))


@router.get("/api/runs/{run_id}")
def get_run(caller: Caller, run_id: str) -> RunReport:
    """Return a run, live or recently ended."""
    return RunReport.of(caller.turns.find_run(run_id))


@router.get("/api/runs/{run_id}/events", response_class=Response, responses=run_events.STREAMED)
def follow_run(caller: Caller, run_id: str, last_event: LastEvent = 0) -> Response:
    """Stream the events of a run from its start, or those after `Last-Event-ID`."""
    return run_events.response(caller.turns.find_run(run_id), last_event)


@router.delete("/api/runs/{run_id}", status_code=HTTPStatus.NO_CONTENT)
def stop_run(caller: Caller, run_id: str) -> Response:
    """Stop a run; the reply so far is stored, and the question can be retried."""
    caller.turns.find_run(run_id).stop()
    return Response(status_code=HTTPStatus.NO_CONTENT)


def _start_run(caller: Caller, question: Question, request: Request) -> Run:
    if again := run_again(request):
        return caller.turns.find_run(again)
    if question.engine:
        caller.configuration.refuse_unknown(question.engine)
    run = caller.ask(
        question.text,
        question.session_id,
        use_memory=question.use_memory,
        may_ask=question.may_ask,
        engine=question.engine,
        sources=None if question.sources is None else tuple(question.sources),
    )
    return note_run(request, run)


def accepted(run: Run, where: str = "") -> Response:
    """Return the report on ``run`` with its URL ``where``, by default among all runs."""
    report = RunReport.of(run).model_dump()
    return JSONResponse(report, HTTPStatus.ACCEPTED, headers=_addresses(run, where))


def _addresses(run: Run, where: str = "") -> dict[str, str]:
    if not run.run_id:  # nothing is stored: it cannot be found again
        return {}
    return {"Location": where or f"/api/runs/{run.run_id}", "X-Session-ID": run.session_id}
