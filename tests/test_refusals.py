"""What Gemini's service refuses or leaves unsaid in a reply, as the person is told."""

import pytest

from tests.engine_fixtures import OpenGemini, gemini_server, hear, open_gemini, words
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
from tidemark.engines.errors import (
    EngineOverloaded,
    EngineTimeout,
    KeyNotPermitted,
    ModelNotFound,
    QuotaExceeded,
    ReplyBlocked,
    ReplyCutOff,
    ReplyEmpty,
    RequestRefused,
    TooLongForEngine,
)
from tidemark.errors import EngineError, EngineUnreachable, KeyRefused
from tidemark.events import Piece

__all__ = ["gemini_server", "open_gemini"]  # fixtures

FAULTS: dict[str, tuple[Played, str, type[EngineError], str, int]] = {
    # what is played, what is heard of it, what is raised, how it begins, how many calls
    "bad key": (
        refuses(400, "API key not valid. Please pass one.", reason="API_KEY_INVALID"),
        "",
        KeyRefused,
        "Gemini refused the key. Check GOOGLE_API_KEY",
        1,
    ),
    "key unknown": (refuses(401), "", KeyRefused, "Gemini refused the key. Check", 1),
    "no permission": (
        refuses(403, "The API is off. Turn it on."),
        "",
        KeyNotPermitted,
        "Gemini knows the key in GOOGLE_API_KEY, but does not let it do this "
        "(403 The API is off; Turn it on).",
        1,
    ),
    "bad request": (
        refuses(400, "Unknown field."),
        "",
        RequestRefused,
        "Gemini refused the request (400 Unknown field).",
        1,
    ),
    "too long": (
        refuses(400, "The input token count exceeds the maximum number of tokens allowed (9)."),
        "",
        TooLongForEngine,
        "This is longer than Gemini can read at once.",
        1,
    ),
    "unknown model": (
        refuses(404),
        "",
        ModelNotFound,
        "Gemini has no model 'gemini-2.5-flash' for this key. Set MODEL_NAME",
        1,
    ),
    "a proxy's 404": (
        speaks_html(404),
        "",
        RequestRefused,
        "Gemini refused the request (404 Not Found).",
        1,
    ),
    "quota, long": (
        refuses(429, delay_s=36.2),
        "",
        QuotaExceeded,
        "Gemini takes no more questions on this key for now. Try again in 37 s;",
        1,
    ),
    "quota, short": (
        refuses(429, delay_s=0.01),
        "",
        QuotaExceeded,
        "Gemini takes no more questions on this key for now. Try again in 1 s;",
        3,
    ),
    "quota of the day": (
        refuses(429, reason="GenerateRequestsPerDayPerProject"),
        "",
        QuotaExceeded,
        "Gemini takes no more questions on this key for now. Try again tomorrow;",
        1,
    ),
    "internal": (refuses(500), "", EngineOverloaded, "Gemini cannot answer just now (500", 3),
    "overloaded": (
        refuses(503, "The model is overloaded."),
        "",
        EngineOverloaded,
        "Gemini cannot answer just now (503 The model is overloaded).",
        3,
    ),
    "a proxy's 502": (
        speaks_html(502),
        "",
        EngineOverloaded,
        "Gemini cannot answer just now (502 Bad Gateway).",
        3,
    ),
    "a login page": (
        speaks_html(),
        "",
        RequestRefused,
        "Gemini refused the request (what answered does not speak Gemini's protocol).",
        1,
    ),
    "cut at once": (
        cuts(),
        "",
        EngineUnreachable,
        "Gemini could not be reached (the connection broke off).",
        1,
    ),
    "cut in the middle": (
        cuts("Good "),
        "Good ",
        EngineUnreachable,
        "Gemini could not be reached (the connection broke off).",
        1,
    ),
    "ended in the middle": (
        says("Good ", finish=None),
        "Good ",
        EngineUnreachable,
        "Gemini could not be reached (the connection ended in the middle of the answer).",
        1,
    ),
    "silent": (stalls(), "", EngineTimeout, "Gemini said nothing for 1.5 seconds.", 1),
    "silent in the middle": (
        stalls("Good "),
        "Good ",
        EngineTimeout,
        "Gemini said nothing for 1.5 seconds.",
        1,
    ),
    "an empty stream": (says_nothing(), "", ReplyEmpty, "Gemini gave an empty answer.", 1),
    "no words": (says(""), "", ReplyEmpty, "Gemini gave an empty answer.", 1),
    "blocked": (
        ends_without_words("SAFETY"),
        "",
        ReplyBlocked,
        "Gemini would not answer this (its safety filter stopped it).",
        1,
    ),
    "blocked in the middle": (
        says("Good ", finish="RECITATION"),
        "Good ",
        ReplyBlocked,
        "Gemini would not answer this (it came too close to a published text).",
        1,
    ),
    "question blocked": (
        blocks_the_prompt("PROHIBITED_CONTENT"),
        "",
        ReplyBlocked,
        "Gemini would not answer this (your message: prohibited content).",
        1,
    ),
    "longest answer": (
        says("Good ", finish="MAX_TOKENS"),
        "Good ",
        ReplyCutOff,
        "Gemini ran out of room in the middle of its answer.",
        1,
    ),
    "all room thought away": (
        ends_without_words("MAX_TOKENS"),
        "",
        ReplyCutOff,
        "Gemini ran out of room",
        1,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_a_reply_is_told_after_what_was_heard(
    fault: str, gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    played, heard, error, sentence, calls = FAULTS[fault]
    gemini_server.play("reply", played)
    said: list[Piece] = []

    with pytest.raises(EngineError) as raised:
        hear(open_gemini(engine_timeout_s=1.5 if played.stall_at is not None else 60), said)

    assert type(raised.value) is error
    assert str(raised.value).startswith(sentence)
    assert words(said) == heard
    assert len(gemini_server.asked) == calls
