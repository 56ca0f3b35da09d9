"""Refusals and faults of the service of any provider, as the person reads them."""

import pytest
from langchain_core.exceptions import (
    ContextOverflowError,
    ModelConnectionError,
    ModelRateLimitError,
)

from tests.engine_fixtures import hear, words
from tests.langchain_fixtures import OpenLangChain, open_langchain, openai_server
from tests.openai_server import (
    OpenAIServer,
    cuts,
    fails_in_the_stream,
    refuses,
    says,
    says_nothing,
    stalls,
)
from tests.service_server import Played, speaks_html
from tidemark.engines.llm.provider_errors import RequestTarget, mapping_errors
from tidemark.errors import (
    ConnectionLost,
    EngineError,
    EngineOverloaded,
    EngineTimeout,
    EngineUnreachable,
    KeyNotPermitted,
    KeyRefused,
    ModelNotFound,
    QuotaExceeded,
    ReplyBlocked,
    ReplyCutOff,
    ReplyEmpty,
    RequestRefused,
    TooLongForEngine,
)
from tidemark.runtime.events import Piece

__all__ = ["open_langchain", "openai_server"]  # fixtures

# What is played, what is heard before, what is raised, how its sentence goes on after the name of
# the service, and how many calls are made.
FAULTS: dict[str, tuple[Played, str, type[EngineError], str, int]] = {
    "bad key": (refuses(401), "", KeyRefused, " refused the key. Check LLM_API_KEY", 1),
    "bad key, as others say it": (
        refuses(400, "The API key is not valid."),
        "",
        KeyRefused,
        " refused the key.",
        1,
    ),
    "not permitted": (
        refuses(403, "Country not supported."),
        "",
        KeyNotPermitted,
        " knows the key in LLM_API_KEY, but does not let it do this (403 Country not supported).",
        1,
    ),
    "no money": (refuses(402), "", KeyNotPermitted, " knows the key in LLM_API_KEY, but", 1),
    "spent": (
        refuses(429, "Check your billing.", code="insufficient_quota"),
        "",
        KeyNotPermitted,
        " knows the key in LLM_API_KEY, but does not let it do this (429 Check your billing).",
        1,
    ),
    "model unknown": (
        refuses(404, "The model `a-model` does not exist."),
        "",
        ModelNotFound,
        " has no model 'a-model' for this key. Set MODEL_NAME",
        1,
    ),
    "a proxy's 404": (
        speaks_html(404),
        "",
        RequestRefused,
        " refused the request (404 Not Found). Your message is kept: check MODEL_NAME and LLM_",
        2,  # with what it might refuse, and without
    ),
    "quota": (
        refuses(429, retry_after="37"),
        "",
        QuotaExceeded,
        " takes no more questions on this key for now. Try again in 37 s;",
        1,
    ),
    "quota, tried again": (refuses(429), "", QuotaExceeded, " takes no more questions", 3),
    "quota until a date": (
        refuses(429, retry_after="Mon, 04 May 2026 09:30:50 GMT"),
        "",
        QuotaExceeded,
        " takes no more questions on this key for now. Try again in 50 s;",
        1,
    ),
    "quota, over by now": (
        refuses(429, retry_after="Mon, 04 May 2026 09:29:50 GMT"),
        "",
        QuotaExceeded,
        " takes no more questions on this key for now. Try again in a minute;",
        3,
    ),
    "quota, no date at all": (refuses(429, retry_after="soon"), "", QuotaExceeded, " takes", 3),
    "internal": (refuses(500), "", EngineOverloaded, " cannot answer just now (500", 3),
    "a proxy's 502": (
        speaks_html(502),
        "",
        EngineOverloaded,
        " cannot answer just now (502 Bad Gateway).",
        3,
    ),
    "bad request": (
        refuses(400, "Unknown\nfield. Sorry."),
        "",
        RequestRefused,
        " refused the request (400 Unknown field; Sorry).",
        2,
    ),
    "too long": (
        refuses(400, "Too many tokens.", code="context_length_exceeded"),
        "",
        TooLongForEngine,
        "",
        1,
    ),
    "too large": (refuses(413), "", TooLongForEngine, "", 1),
    "cut before the first piece": (
        cuts(),
        "",
        ConnectionLost,
        " could not be reached (the connection broke off).",
        3,
    ),
    "cut in the middle": (
        cuts("Good "),
        "Good ",
        ConnectionLost,
        " could not be reached (the connection broke off).",
        1,
    ),
    "ended in the middle": (
        says("Good ", finish=None),
        "Good ",
        EngineUnreachable,
        " could not be reached (the connection ended in the middle of the answer).",
        1,
    ),
    "failed in the middle": (
        fails_in_the_stream("The model crashed."),
        "Good ",
        EngineOverloaded,
        " cannot answer just now (The model crashed).",
        1,
    ),
    "silent": (stalls(), "", EngineTimeout, " said nothing for 1.5 seconds.", 1),
    "silent in the middle": (stalls("Good "), "Good ", EngineTimeout, " said nothing for", 1),
    "an empty stream": (says_nothing(), "", ReplyEmpty, " gave an empty answer.", 2),
    "no words": (says(""), "", ReplyEmpty, " gave an empty answer.", 2),
    "a page of a proxy": (speaks_html(), "", ReplyEmpty, " gave an empty answer.", 2),
    "filtered": (
        says("Good ", finish="content_filter"),
        "Good ",
        ReplyBlocked,
        " would not answer this (its safety filter stopped it).",
        1,
    ),
    "out of room": (says("Good ", finish="length"), "Good ", ReplyCutOff, " ran out of room", 1),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_error_in_a_reply_is_reported_after_the_text_so_far(
    fault: str, openai_server: OpenAIServer, open_langchain: OpenLangChain
) -> None:
    played, heard, error, sentence, calls = FAULTS[fault]
    openai_server.play("reply", played)
    said: list[Piece] = []

    with pytest.raises(EngineError) as raised:
        hear(open_langchain(engine_timeout_s=1.5 if played.stall_at is not None else 60), said)

    assert type(raised.value) is error
    assert f"{openai_server.host}{sentence}" in str(raised.value)
    assert words(said) == heard
    assert len(openai_server.asked) == calls


class StatusOnly(Exception):
    """A package's own error, with nothing but the status."""

    status_code = 503


class LengthFinishReasonError(Exception):
    """OpenAI's own, by its name."""


class Unheard(Exception):
    """A package's error that says nothing of its kind."""


ANY = {
    "a status": (StatusOnly("Try later."), EngineOverloaded, "The service cannot answer just now"),
    "a class of LangChain's": (ModelRateLimitError(), QuotaExceeded, "The service takes no more"),
    "another of those": (ContextOverflowError(), TooLongForEngine, "longer than The service can"),
    "the name of a class": (LengthFinishReasonError(), ReplyCutOff, "The service ran out of room"),
    "no connection": (ModelConnectionError("No route."), EngineUnreachable, "(no connection: No"),
    "Python's own": (ConnectionRefusedError(111, "Refused"), EngineUnreachable, "on: Refused)"),
    "a bug of the package": (AttributeError("x"), RequestRefused, "does not speak this provider"),
    "anything else": (Unheard("The cat. It sat."), RequestRefused, "request (The cat; It sat)."),
    "anything, silent": (Unheard(), RequestRefused, "request (Unheard)."),
}


@pytest.mark.parametrize("raised", ANY)
def test_an_error_of_any_package_is_recognised_by_status_class_or_its_own_words(
    raised: str,
) -> None:
    error, kind, sentence = ANY[raised]

    with (
        pytest.raises(EngineError) as caught,
        mapping_errors(RequestTarget("The service", "m", "MODEL_NAME", 1)),
    ):
        raise error

    assert type(caught.value) is kind
    assert sentence in str(caught.value)
    assert caught.value.__cause__ is error
