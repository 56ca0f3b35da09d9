"""What Gemini's service refuses or leaves unsaid in a reply: what a person reads, what is kept."""

from collections.abc import Callable

import pytest

from assistant import Assistant
from tests.engine_fixtures import OpenGemini, gemini_server, open_gemini
from tests.gemini_server import (
    GeminiServer,
    blocks_the_prompt,
    cuts,
    ends_without_words,
    refuses,
    says,
    says_nothing,
    stalls,
)
from tests.service_server import Played, speaks_html
from tidemark.runtime.events import Failed, Finished
from tidemark.settings import Settings

__all__ = ["gemini_server", "open_gemini"]  # fixtures

FAULTS: dict[str, tuple[Played, str, str, int]] = {
    # what is played, what is heard of it, how the reason begins, how many calls
    "bad key": (
        refuses(400, "API key not valid. Please pass one.", reason="API_KEY_INVALID"),
        "",
        "Gemini refused the key. Check GOOGLE_API_KEY",
        1,
    ),
    "key unknown": (refuses(401), "", "Gemini refused the key. Check", 1),
    "no permission": (
        refuses(403, "The API is off. Turn it on."),
        "",
        "Gemini knows the key in GOOGLE_API_KEY, but does not let it do this "
        "(403 The API is off; Turn it on).",
        1,
    ),
    "bad request": (
        refuses(400, "Unknown field."),
        "",
        "Gemini refused the request (400 Unknown field).",
        1,
    ),
    "too long": (
        refuses(400, "The input token count exceeds the maximum number of tokens allowed (9)."),
        "",
        "This is longer than Gemini can read at once.",
        1,
    ),
    "unknown model": (
        refuses(404),
        "",
        "Gemini has no model 'gemini-2.5-flash' for this key. Set MODEL_NAME",
        1,
    ),
    "a proxy's 404": (
        speaks_html(404),
        "",
        "Gemini refused the request (404 Not Found).",
        1,
    ),
    "quota, long": (
        refuses(429, delay_s=36.2),
        "",
        "Gemini takes no more questions on this key for now. Try again in 37 s;",
        1,
    ),
    "quota, short": (
        refuses(429, delay_s=0.01),
        "",
        "Gemini takes no more questions on this key for now. Try again in 1 s;",
        3,
    ),
    "quota of the day": (
        refuses(429, reason="GenerateRequestsPerDayPerProject"),
        "",
        "Gemini takes no more questions on this key for now. Try again tomorrow;",
        1,
    ),
    "internal": (refuses(500), "", "Gemini cannot answer just now (500", 3),
    "overloaded": (
        refuses(503, "The model is overloaded."),
        "",
        "Gemini cannot answer just now (503 The model is overloaded).",
        3,
    ),
    "a proxy's 502": (
        speaks_html(502),
        "",
        "Gemini cannot answer just now (502 Bad Gateway).",
        3,
    ),
    "a login page": (
        speaks_html(),
        "",
        "Gemini refused the request (what answered does not speak Gemini's protocol).",
        1,
    ),
    "cut at once": (
        cuts(),
        "",
        "Gemini could not be reached (the connection broke off).",
        1,
    ),
    "cut in the middle": (
        cuts("Good "),
        "Good ",
        "Gemini could not be reached (the connection broke off).",
        1,
    ),
    "ended in the middle": (
        says("Good ", finish=None),
        "Good ",
        "Gemini could not be reached (the connection ended in the middle of the answer).",
        1,
    ),
    "silent": (stalls(), "", "Gemini said nothing for 1.5 seconds.", 1),
    "silent in the middle": (
        stalls("Good "),
        "Good ",
        "Gemini said nothing for 1.5 seconds.",
        1,
    ),
    "an empty stream": (says_nothing(), "", "Gemini gave an empty answer.", 1),
    "no words": (says(""), "", "Gemini gave an empty answer.", 1),
    "blocked": (
        ends_without_words("SAFETY"),
        "",
        "Gemini would not answer this (its safety filter stopped it).",
        1,
    ),
    "blocked in the middle": (
        says("Good ", finish="RECITATION"),
        "Good ",
        "Gemini would not answer this (it came too close to a published text).",
        1,
    ),
    "question blocked": (
        blocks_the_prompt("PROHIBITED_CONTENT"),
        "",
        "Gemini would not answer this (your message: prohibited content).",
        1,
    ),
    "longest answer": (
        says("Good ", finish="MAX_TOKENS"),
        "Good ",
        "Gemini ran out of room in the middle of its answer.",
        1,
    ),
    "all room thought away": (
        ends_without_words("MAX_TOKENS"),
        "",
        "Gemini ran out of room",
        1,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_a_reply_is_told_after_what_was_heard_and_the_turn_can_be_retried(
    fault: str,
    gemini_server: GeminiServer,
    open_gemini: OpenGemini,
    settings: Callable[..., Settings],
) -> None:
    played, heard, sentence, calls = FAULTS[fault]
    engine = open_gemini(engine_timeout_s=1.5 if played.stall_at is not None else 60)
    assistant = Assistant(settings(), engine=engine)
    gemini_server.play("reply", played)

    run = assistant.ask("Tell me something about Lisbon")
    failed = run.wait(10)

    assert isinstance(failed, Failed)
    assert str(failed.error).startswith(sentence)
    assert run.text == heard
    assert [asked.verb for asked in gemini_server.asked] == ["understand", *["reply"] * calls]
    question, *replies = assistant.sessions.transcript(run.session_id)
    assert question.content == "Tell me something about Lisbon"
    assert [(reply.content, reply.metadata.partial) for reply in replies] == (
        [(heard, "failed")] if heard else []
    )
    turn = assistant.turns.last(run.session_id)
    assert turn is not None
    assert (turn.status, turn.reason) == ("failed", "failed")

    gemini_server.play("reply", says("Now it works."))
    again = assistant.turns.retry(run.session_id)
    assert isinstance(again.wait(10), Finished)
    assert (
        again.text == assistant.sessions.transcript(run.session_id)[-1].content == "Now it works."
    )
    assistant.close()
