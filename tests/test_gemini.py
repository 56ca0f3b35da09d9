"""Gemini's engine against a server that speaks its protocol, well and badly."""

import json
import threading
import time
from collections.abc import Callable
from itertools import islice

import pytest

from tests.engine_fixtures import (
    NOW,
    OpenGemini,
    conversation,
    gemini_server,
    hear,
    open_gemini,
    view,
    words,
)
from tests.gemini_server import (
    CLEAR,
    GeminiServer,
    Json,
    Played,
    Verb,
    blocks_the_prompt,
    cuts,
    refuses,
    says,
    says_json,
    says_parts,
    speaks_html,
    stalls,
)
from tidemark import budget
from tidemark.engines.base import Engine, Spoken
from tidemark.engines.builtin import BuiltinEngine
from tidemark.engines.choose import open_engine
from tidemark.engines.errors import (
    EngineOverloaded,
    ModelNotFound,
    RequestRefused,
)
from tidemark.engines.wire import SUMMARY_SCHEMA, UNDERSTANDING_SCHEMA
from tidemark.errors import (
    EngineError,
    EngineNotConfigured,
    EngineUnreachable,
    KeyRefused,
)
from tidemark.events import Piece, Stop, StopRequested
from tidemark.schema import Item, QueryUnderstanding, SessionMemory, Usage
from tidemark.settings import Settings

__all__ = ["gemini_server", "open_gemini"]  # fixtures

UNDERSTOOD = QueryUnderstanding()
TALK = conversation("I'm vegetarian and I live in Ghent.", "Noted: Ghent, and no meat.")
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


def analyse(
    engine: Engine, verb: Verb, stop: Stop | None = None
) -> Spoken[SessionMemory] | Spoken[QueryUnderstanding]:
    stop = stop or Stop()
    if verb == "summarise":
        return engine.summarise(TALK, SessionMemory(), stop=stop)
    return engine.understand(view("Hello?"), now=NOW, may_ask=True, stop=stop)


def test_a_reply_is_streamed_with_usage_summed_at_the_end(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play("reply", says("Good ", "day", "."))

    assert hear(open_gemini()) == [
        Piece("Good "),
        Piece("day"),
        Piece("."),
        Piece("", usage=Usage(input_tokens=40, output_tokens=3, calls=1)),
    ]


def test_the_service_gets_the_view_exactly_as_rendered_and_the_question_last(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    engine = open_gemini()
    shown = view("And the third?", "Name three rivers.", "Scheldt, Lys, Meuse.")

    list(engine.reply(shown, UNDERSTOOD, now=NOW, stop=Stop()))
    engine.understand(shown, now=NOW, may_ask=True, stop=Stop())

    roles = {"user": "user", "assistant": "model"}
    rendered = tuple((roles[line.role], line.content) for line in budget.render(shown))
    assert [asked.contents for asked in gemini_server.asked] == [rendered, rendered]
    assert all("Monday 2026-05-04" in asked.instructions for asked in gemini_server.asked)
    assert rendered[-1] == ("user", "And the third?")


def test_each_call_goes_to_its_model_with_the_key_and_its_schema(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    engine = open_gemini(
        model_name="gemini-x", summary_model_name="gemini-y", google_api_key=" a-key\n"
    )

    engine.summarise(TALK, SessionMemory(), stop=Stop())
    engine.understand(view("Hello?"), now=NOW, may_ask=True, stop=Stop())
    hear(engine)

    assert [(asked.verb, asked.model, asked.key) for asked in gemini_server.asked] == [
        ("summarise", "gemini-y", "a-key"),
        ("understand", "gemini-x", "a-key"),
        ("reply", "gemini-x", "a-key"),
    ]
    wanted = [asked.body["generationConfig"] for asked in gemini_server.asked]
    assert [config.get("responseJsonSchema") for config in wanted] == [
        SUMMARY_SCHEMA,
        UNDERSTANDING_SCHEMA,
        None,
    ]
    assert engine.label == "Gemini (gemini-x)"


def test_the_environment_redirects_neither_key_nor_address(
    monkeypatch: pytest.MonkeyPatch, gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    monkeypatch.setenv("LANGSMITH_GATEWAY", "true")
    monkeypatch.setenv("LANGSMITH_API_KEY", "another")
    monkeypatch.setenv("GEMINI_API_KEY", "another")
    monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", "http://127.0.0.1:9")

    hear(open_gemini())

    assert [asked.key for asked in gemini_server.asked] == ["a-key"]


def test_content_in_parts_and_thoughts_is_read_as_its_text(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play(
        "reply",
        says_parts(
            [{"text": "The person greets.", "thought": True}],
            [{"text": "Good ", "thoughtSignature": "c2ln"}, {"text": "day"}],
            [{"text": "."}],
        ),
    )

    assert words(hear(open_gemini())) == "Good day."


@pytest.mark.parametrize("refusal", [refuses(503), refuses(429, delay_s=0.02), refuses(429)])
def test_a_busy_service_is_asked_again_before_the_first_piece(
    refusal: Played, gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play("reply", refusal, refusal, says("Good day."))
    gemini_server.play("understand", refusal, says_json(UNCLEAR))
    engine = open_gemini()

    assert words(hear(engine)) == "Good day."
    assert engine.understand(view("Hm"), now=NOW, may_ask=True, stop=Stop()).value.is_ambiguous
    assert len(gemini_server.asked) == 5


@pytest.mark.parametrize("said", [(), ("Good ",)], ids=["before the first piece", "after it"])
def test_a_stop_ends_a_reply_within_a_second_and_the_server_sees_it(
    said: tuple[str, ...], gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play("reply", stalls(*said))
    pieces = open_gemini().reply(view("Hello?"), UNDERSTOOD, now=NOW, stop=(stop := Stop()))
    heard = list(islice(pieces, len(said)))
    stopped_at: list[float] = []

    def stop_it() -> None:
        gemini_server.stalled.wait(5)
        stopped_at.append(time.monotonic())
        stop.set()

    threading.Thread(target=stop_it).start()
    with pytest.raises(StopRequested):
        heard.extend(pieces)

    assert time.monotonic() - stopped_at[0] < 1
    assert gemini_server.hung_up.wait(1)
    assert words(heard) == "".join(said)


@pytest.mark.parametrize("verb", ["understand", "summarise"])
def test_a_stop_ends_an_analysis_and_no_other_engine_takes_over(
    verb: Verb, gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play(verb, stalls())
    engine = open_gemini()
    stop = Stop()

    def stop_it() -> None:
        gemini_server.stalled.wait(5)
        stop.set()

    threading.Thread(target=stop_it).start()
    with pytest.raises(StopRequested):
        analyse(engine, verb, stop)

    assert gemini_server.hung_up.wait(1)


def test_a_stop_ends_the_wait_before_a_retry(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play("reply", refuses(429, delay_s=7))
    stop = Stop()
    threading.Timer(0.2, stop.set).start()
    began = time.monotonic()

    with pytest.raises(StopRequested):
        list(open_gemini().reply(view("Hello?"), UNDERSTOOD, now=NOW, stop=stop))

    assert time.monotonic() - began < 1


def test_a_summary_is_asked_for_with_numbered_messages_and_the_known_items(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play("summarise", says_json(SUMMARY))

    spoken = open_gemini().summarise(TALK, REMEMBERED, stop=Stop())

    assert (spoken.value, spoken.by, spoken.fell_back) == (REMEMBERED, "gemini", None)
    assert spoken.usage == Usage(input_tokens=40, output_tokens=1, calls=1)
    ((_, request),) = gemini_server.asked[0].contents
    assert '<message n="2" role="assistant" date="Mon 2026-05-04">' in request
    assert "<known>\nFacts: Lives in Ghent\n</known>" in request


BAD_SPEECH: dict[str, Played] = {
    "invalid JSON": says('{"key_facts": [{"quote": "I live'),
    "an error text": says("Error 500: the model could not be loaded."),
    "wrong schema": says_json({"summary": "The user lives in Ghent."}),
    "wrong types": says_json({**SUMMARY, "key_facts": [42], "is_ambiguous": {"maybe": 1}}),
    "nothing": says(""),
    "no candidates": Played(({"usageMetadata": {"promptTokenCount": 40}},)),
    "cut off": says('{"key_facts": [', finish="MAX_TOKENS"),
}


@pytest.mark.parametrize("speech", BAD_SPEECH)
@pytest.mark.parametrize("verb", ["understand", "summarise"])
def test_bad_speech_is_retried_once_with_the_error_then_the_built_in_engine_takes_over(
    verb: Verb, speech: str, gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play(verb, BAD_SPEECH[speech])

    spoken = analyse(open_gemini(), verb)

    first, second = gemini_server.asked
    assert "could not be used" not in first.instructions
    assert "Your answer before this could not be used: " in second.instructions
    assert first.contents == second.contents
    assert (spoken.by, spoken.usage.calls) == ("builtin", 2)
    assert spoken.value == analyse(BuiltinEngine(), verb).value
    why = spoken.fell_back or ""
    assert why.startswith("Gemini answered in a form that cannot be read (")
    assert why.endswith("). The built-in engine did this step instead.")


GOOD_SPEECH: dict[str, Callable[[Json], Played]] = {
    "plain": says_json,
    "in fences": lambda answer: says(f"```json\n{json.dumps(answer)}\n```"),
    "with prose round it": lambda answer: says(f"Here it is: {json.dumps(answer)} Anything else?"),
    "after a thought": lambda answer: says_parts(
        [{"text": "Hm {", "thought": True}, {"text": json.dumps(answer)}]
    ),
    "in parts": lambda answer: says_parts(
        [{"text": json.dumps(answer)[:30]}, {"text": json.dumps(answer)[30:]}]
    ),
    "with nulls": lambda answer: says_json(
        {key: value if value not in ([], "") else None for key, value in answer.items()}
    ),
    "with a key too many": lambda answer: says_json({**answer, "confidence": 0.9}),
}


@pytest.mark.parametrize("speech", GOOD_SPEECH)
def test_an_analysis_is_read_whatever_stands_round_it(
    speech: str, gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play("summarise", GOOD_SPEECH[speech](SUMMARY))
    gemini_server.play("understand", GOOD_SPEECH[speech](UNCLEAR))
    engine = open_gemini()

    summary = engine.summarise(TALK, SessionMemory(), stop=Stop())
    understood = engine.understand(
        view("I have a dataset of 10k customers"), now=NOW, may_ask=True, stop=Stop()
    )

    assert (summary.value, summary.by) == (REMEMBERED, "gemini")
    assert understood.value == QueryUnderstanding(
        is_ambiguous=True,
        possible_interpretations=("Count them", "Predict who leaves"),
        clarifying_questions=("What should come of it?",),
    )
    assert len(gemini_server.asked) == 2


def test_a_second_answer_that_can_be_read_is_taken(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play("summarise", says("Sorry?"), says_json(SUMMARY))

    spoken = open_gemini().summarise(TALK, SessionMemory(), stop=Stop())

    assert (spoken.value, spoken.by, spoken.fell_back) == (REMEMBERED, "gemini", None)
    assert spoken.usage == Usage(input_tokens=80, output_tokens=2, calls=2)


def test_an_empty_summary_is_valid_and_nobody_takes_over(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    spoken = open_gemini().summarise(TALK, SessionMemory(), stop=Stop())

    assert (spoken.value, spoken.by, spoken.fell_back) == (SessionMemory(), "gemini", None)


@pytest.mark.parametrize(
    "played",
    [refuses(401), refuses(404), refuses(429, delay_s=60), refuses(500), cuts(), stalls()],
    ids=["key", "model", "quota", "overloaded", "cut", "silent"],
)
def test_whatever_refuses_a_summary_the_built_in_engine_makes_it(
    played: Played, gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play("summarise", played)
    engine = open_gemini(engine_timeout_s=0.3)

    spoken = engine.summarise(TALK, SessionMemory(), stop=Stop())

    assert spoken.value == BuiltinEngine().summarise(TALK, SessionMemory(), stop=Stop()).value
    assert spoken.by == "builtin"
    assert (spoken.fell_back or "").startswith("Gemini ")


@pytest.mark.parametrize(
    ("played", "error"),
    [(refuses(401), KeyRefused), (refuses(500), EngineOverloaded), (cuts(), EngineUnreachable)],
)
def test_an_understanding_that_is_refused_fails_the_turn(
    played: Played,
    error: type[EngineError],
    gemini_server: GeminiServer,
    open_gemini: OpenGemini,
) -> None:
    gemini_server.play("understand", played)

    with pytest.raises(error):
        open_gemini().understand(view("Hello?"), now=NOW, may_ask=True, stop=Stop())


def test_an_understanding_that_is_blocked_is_made_by_the_built_in_engine(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play("understand", blocks_the_prompt())

    spoken = open_gemini().understand(view("Hello?"), now=NOW, may_ask=True, stop=Stop())

    assert spoken.by == "builtin"
    assert len(gemini_server.asked) == 1


def test_a_turn_takes_two_calls_and_three_with_a_fold(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    engine = open_gemini()

    engine.summarise(TALK, SessionMemory(), stop=Stop())
    engine.understand(view("Hello?"), now=NOW, may_ask=True, stop=Stop())
    hear(engine)

    assert [asked.verb for asked in gemini_server.asked] == ["summarise", "understand", "reply"]


def test_a_check_looks_up_each_model_and_says_nothing(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    open_gemini(summary_model_name="gemini-y").check()
    open_gemini(summary_model_name="gemini-2.5-flash").check()

    assert [(asked.verb, asked.model) for asked in gemini_server.asked] == [
        ("look_up", "gemini-2.5-flash"),
        ("look_up", "gemini-y"),
        ("look_up", "gemini-2.5-flash"),
    ]


@pytest.mark.parametrize(
    ("played", "error"),
    [
        (refuses(400, "API key not valid.", reason="API_KEY_INVALID"), KeyRefused),
        (refuses(404), ModelNotFound),
        (refuses(503), EngineOverloaded),
        (speaks_html(), RequestRefused),
    ],
)
def test_a_check_says_what_is_wrong_at_once(
    played: Played,
    error: type[EngineError],
    gemini_server: GeminiServer,
    open_gemini: OpenGemini,
) -> None:
    gemini_server.play("look_up", played)

    with pytest.raises(error):
        open_gemini().check()

    assert len(gemini_server.asked) == 1


def test_a_check_names_the_setting_of_the_model_that_is_missing(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    found = Played(body=b'{"name": "models/gemini-2.5-flash"}')
    gemini_server.play("look_up", found, refuses(404))

    with pytest.raises(ModelNotFound, match="Set SUMMARY_MODEL_NAME"):
        open_gemini(summary_model_name="gemini-y").check()


def test_a_service_that_is_not_there_is_unreachable(open_gemini: OpenGemini) -> None:
    engine = open_gemini(gemini_base_url="http://127.0.0.1:9")

    with pytest.raises(EngineUnreachable, match="no connection"):
        engine.check()
    with pytest.raises(EngineUnreachable, match="no connection"):
        hear(engine)


def test_an_engine_closed_under_a_reply_ends_it(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play("reply", stalls("Good "))
    engine = open_gemini()
    pieces = engine.reply(view("Hello?"), UNDERSTOOD, now=NOW, stop=Stop())
    next(pieces)

    engine.close()

    with pytest.raises(EngineUnreachable, match="settings changed"):
        next(pieces)
    assert gemini_server.hung_up.wait(1)


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"google_api_key": " "}, EngineNotConfigured),
        ({"google_api_key": "clé"}, KeyRefused),
        ({"google_api_key": "a-key", "gemini_base_url": "127.0.0.1:80"}, EngineNotConfigured),
        ({"google_api_key": "a-key", "gemini_base_url": "http://[::1"}, EngineNotConfigured),
    ],
)
def test_settings_that_cannot_work_are_refused_when_the_engine_is_opened(
    given: dict[str, str], error: type[EngineError], settings: Callable[..., Settings]
) -> None:
    with pytest.raises(error):
        open_engine(settings(engine="gemini", **given))


def test_the_engine_in_force_is_the_one_the_settings_ask_for(
    settings: Callable[..., Settings],
) -> None:
    names = []
    for given in (
        {"engine": "auto"},
        {"engine": "auto", "google_api_key": "a-key"},
        {"engine": "builtin", "google_api_key": "a-key"},
        {"engine": "scripted"},
    ):
        engine = open_engine(settings(**given))
        names.append(engine.name)
        engine.close()

    assert names == ["builtin", "gemini", "builtin", "scripted"]
