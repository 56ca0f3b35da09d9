"""What the tests of engines share: messages, views, and Gemini's engine at the local server."""

import datetime as dt
from collections.abc import Callable, Iterator

import pytest

from tests.gemini_server import GeminiServer
from tests.service_server import CLEAR, Verb
from tidemark.engines.base import Engine, EngineResult
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.llm.gemini import GeminiEngine
from tidemark.prompt import packing
from tidemark.runtime.events import Piece, Stop
from tidemark.schema import ContextView, Item, Message, QueryUnderstanding, Role, SessionMemory
from tidemark.schema.tools import ToolRequest
from tidemark.settings import Settings
from utils import TokenCounter

NOW = dt.datetime(2026, 5, 4, 9, 30, tzinfo=dt.UTC)  # a Monday
_COUNTER = TokenCounter()

OpenGemini = Callable[..., GeminiEngine]

FACT = {"quote": "I live in Ghent", "messages": [1], "text": "Lives in Ghent"}
SUMMARY = {"key_facts": [{**FACT, "on": "", "status": ""}]}
REMEMBERED = SessionMemory(
    key_facts=(Item(text="Lives in Ghent", quote="I live in Ghent", message_ids=(11,)),)
)
UNCLEAR = {
    **CLEAR,
    "details": [{"detail": "what to do", "importance": 3, "quote": ""}],
    "is_ambiguous": True,
    "possible_interpretations": ["Count them", "Predict who leaves"],
    "clarifying_questions": ["What should come of it?"],
}


def conversation(*said: str) -> tuple[Message, ...]:
    """Return ``said`` as messages 11, 12 … of one session, the user first, taking turns."""
    return tuple(_message(number, content) for number, content in enumerate(said))


def view(question: str, *said: str, threshold: int = 1200) -> ContextView:
    """Return what an engine reads for ``question`` after what was ``said``."""
    return packing.build(
        question,
        active=conversation(*said),
        offered=(),
        threshold=threshold,
        counter=_COUNTER,
    )


def talk() -> tuple[Message, ...]:
    """Return messages that ``SUMMARY`` sums up as ``REMEMBERED``."""
    return conversation("I'm vegetarian and I live in Ghent.", "Noted: Ghent, and no meat.")


def analyse(
    engine: Engine, verb: Verb, stop: Stop | None = None
) -> EngineResult[SessionMemory] | EngineResult[QueryUnderstanding]:
    """Return what ``engine`` makes of a talk or a question, whichever ``verb`` says."""
    stop = stop or Stop()
    if verb == "summarise":
        return engine.summarise(talk(), SessionMemory(), stop=stop)
    return engine.understand(view("Hello?"), now=NOW, asking="freely", stop=stop)


def hear(engine: Engine, said: list[Piece] | None = None) -> list[Piece]:
    """Return what ``engine`` replies; with ``said``, put it there as it comes."""
    pieces = [] if said is None else said
    reply = engine.reply(view("Hello?"), QueryUnderstanding(), now=NOW, stop=Stop())
    pieces.extend(spoken(reply))
    return pieces


def spoken(parts: Iterator[Piece | ToolRequest]) -> Iterator[Piece]:
    """Yield the pieces of a reply, without requests to call a tool."""
    return (part for part in parts if isinstance(part, Piece))


def words(pieces: list[Piece]) -> str:
    """Return the text of ``pieces``."""
    return "".join(piece.text for piece in pieces)


@pytest.fixture
def gemini_server() -> Iterator[GeminiServer]:
    with GeminiServer() as server:
        yield server


@pytest.fixture
def open_gemini(
    gemini_server: GeminiServer, settings: Callable[..., Settings]
) -> Iterator[OpenGemini]:
    """Open Gemini's engine at the local server, with short pauses."""
    opened: list[GeminiEngine] = []

    def build(*, backoff_s: float = 0.01, **given: object) -> GeminiEngine:
        here = {"gemini_base_url": gemini_server.url, "google_api_key": "a-key"}
        here["model_understands"] = "always"
        chosen = settings(engine="gemini", **{**here, **given})
        opened.append(
            GeminiEngine(chosen, fallback=BuiltinEngine(for_model=True), backoff_s=backoff_s)
        )
        return opened[-1]

    yield build
    for engine in opened:
        engine.close()


def _message(number: int, content: str) -> Message:
    role: Role = "assistant" if number % 2 else "user"
    return Message(
        id=11 + number,
        session_id="session_20260504_093000",
        position=number,
        role=role,
        content=content,
        timestamp=NOW + dt.timedelta(minutes=number),
        token_count=_COUNTER.count_message(role, content),
    )
