"""Refusals and faults of Gemini's service: the message a person reads, and the text kept."""

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

CONSOLE = "https://console.developers.google.com/apis/api/g.googleapis.com/overview?project=7"
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
        refuses(404, "models/gemini-3.5-flash-lite is not found for API version v1beta."),
        "",
        "Gemini has no model 'gemini-3.5-flash-lite' for this key (models/gemini-3.5-flash-lite is "
        "not found for API version v1beta). Set MODEL_NAME in .env to one it has,",
        1,
    ),
    "retired model": (
        refuses(
            404,
            "This model models/gemini-3.5-flash-lite is no longer available to new users. Please "
            "update your code to use models/gemini-9-flash for the latest features.",
        ),
        "",
        "Gemini has no model 'gemini-3.5-flash-lite' for this key (This model "
        "models/gemini-3.5-flash-lite is no longer available to new users; Please update your "
        "code to use models/gemini-9-flash for the latest features). Set MODEL_NAME in .env to "
        "gemini-9-flash, then press",
        1,
    ),
    "service off": (
        refuses(
            403,
            "Generative Language API has not been used in project 7 before or it is disabled. "
            f"Enable it by visiting {CONSOLE} then retry.",
            reason="SERVICE_DISABLED",
            metadata={"activationUrl": CONSOLE},
        ),
        "",
        "Gemini knows the key in GOOGLE_API_KEY, but does not let it do this (403 Generative "
        "Language API has not been used in project 7 before or it is disabled). Allow it at "
        f"{CONSOLE}, or use another one,",
        1,
    ),
    "no free use": (
        refuses(
            429,
            "You exceeded your current quota, please check your plan and billing details. See "
            "https://ai.google.dev/gemini-api/docs/rate-limits.\n* Quota exceeded for metric: "
            "generate_content_free_tier_requests, limit: 0, model: gemini-9-pro\nPlease retry.",
            reason="GenerateRequestsPerDayPerProject",
            delay_s=3,
        ),
        "",
        "Gemini does not serve this key (limit: 0, model: gemini-9-pro). Waiting does not help. "
        "Set MODEL_NAME in .env to another model, or see to plan and billing at "
        "https://ai.google.dev/gemini-api/docs/rate-limits, then retry;",
        1,
    ),
    "no credit": (
        refuses(429, "Your prepayment credits are depleted. Go to https://ai.studio/projects."),
        "",
        "Gemini does not serve this key (Your prepayment credits are depleted). Waiting does not "
        "help. See to plan and billing at https://ai.studio/projects, then retry;",
        1,
    ),
    "no free use in this country": (
        refuses(400, "Gemini API free tier is not available in your country. Enable billing."),
        "",
        "Gemini does not serve this key (Gemini API free tier is not available in your country). "
        "Waiting does not help. See to plan and billing, then retry;",
        1,
    ),
    "not in this place": (
        refuses(400, "User location is not supported for the API use."),
        "",
        "Gemini does not serve this key (User location is not supported for the API use). Waiting "
        "does not help. Choose another engine, or set ENGINE=builtin, then retry;",
        1,
    ),
    "cancelled on its side": (
        refuses(499, "The operation was cancelled."),
        "",
        "Gemini cannot answer just now (499 The operation was cancelled).",
        3,
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
        "Gemini takes no more questions on this key for now (The service says no). Try again in "
        "37 s;",
        1,
    ),
    "quota, short": (
        refuses(429, "Over quota.\n* limit: 20, model: gemini-9-flash", delay_s=0.01),
        "",
        "Gemini takes no more questions on this key for now (limit: 20, model: gemini-9-flash). "
        "Try again in 1 s;",
        3,
    ),
    "quota of the day": (
        refuses(429, reason="GenerateRequestsPerDayPerProject"),
        "",
        "Gemini takes no more questions on this key for now (The service says no). Try again "
        "tomorrow;",
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
        3,
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
    "an empty stream": (says_nothing(), "", "Gemini gave an empty answer.", 2),
    "no words": (says(""), "", "Gemini gave an empty answer.", 2),
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
    "blocked by a filter of images": (
        ends_without_words("IMAGE_SAFETY"),
        "",
        "Gemini would not answer this (its safety filter stopped it).",
        1,
    ),
    "blocked for a reason unheard of": (
        ends_without_words("NO_IMAGE"),
        "",
        "Gemini would not answer this (no image).",
        1,
    ),
    "blocked without a reason": (
        ends_without_words("OTHER"),
        "",
        "Gemini would not answer this (it gave no reason).",
        2,
    ),
    "a call of a tool": (
        ends_without_words("UNEXPECTED_TOOL_CALL"),
        "",
        "Gemini broke off without an answer (it called a tool that it does not have).",
        4,
    ),
    "a malformed call": (
        ends_without_words("MALFORMED_FUNCTION_CALL"),
        "",
        "Gemini broke off without an answer (it called a tool that it does not have).",
        4,
    ),
    "question filtered": (
        blocks_the_prompt("MODEL_ARMOR"),
        "",
        "Gemini would not answer this (your message: its safety filter stopped it).",
        1,
    ),
    "question filtered, with its words": (
        blocks_the_prompt("MODEL_ARMOR", "Blocked by a floor setting. Ask your admin."),
        "",
        "Gemini would not answer this (your message: Blocked by a floor setting; Ask your admin).",
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
def test_an_error_in_a_reply_is_reported_after_the_text_so_far_and_the_turn_can_be_retried(
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
    failed = run.wait(20)

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
    assert isinstance(again.wait(20), Finished)
    assert (
        again.text == assistant.sessions.transcript(run.session_id)[-1].content == "Now it works."
    )
    assistant.close()
